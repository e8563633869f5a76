//! Marks on the ground: bodies baked from the figures, scorch, shock rings; and overlays (range, blast, footprint).
//!
//! A `MarkRecord`'s yaw has the figures' convention (0 looks along +y, positive turns towards +x), so a body and the mark
//! that replaces it take the same number. `look` holds, by kind:
//! bodies: layer ([`body_layer`]), opacity, tint (its red, green and blue as one number; 0: neutral), 0; scorch: 0, opacity, 0, 1; shock: 0, opacity, radius as a share of half the
//! side, 2; overlays: color as a 24 bit sRGB number, opacity, share of the opacity that fills the inside, kind.

use crate::capture::read_layer;
use crate::crowd::CrowdRenderer;
use crate::device::Gpu;
use crate::figure::Figure;
use crate::gpu_data::{Frame, KINDS_MAX, MARK_RECORD, MARKS_MAX, OVERLAYS_MAX};
use crate::pipeline::{
    Draw, Layouts, Maker, attributes, buffer, depth_state, filled, group, layout, mixed, target, texture_array, uniform, vertex_buffer, view,
};
use crate::scene::SceneGroup;
use crate::shadows::ShadowMaps;
use crate::stills::Tally;
use base::records::{FigureRecord, LYING_POSES, MarkRecord, body_layer, half};
use glam::{Mat4, Vec2, vec4};
use wgpu::{BindingResource as R, BufferUsages as U, TextureUsages as T};

/// Format of the baked views: square roots of linear colors, and normals.
pub(crate) const BAKED: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// Side of a baked view in texels.
const BODY_TEXELS: u32 = 256;
/// Baked views of a kind: poses, each on its back and on its belly.
const LAYERS: usize = 2 * LYING_POSES;
/// Quads along a side: marks are draped over the ground's heights.
const SIDE: u32 = 6;
const OVERLAY_SIDE: u32 = 40;
/// Share of an overlay's opacity that shows through what stands before it.
const THROUGH: f64 = 0.6;

/// What a mark is: the last number of its `look`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum MarkKind {
    /// A baked top view of a figure.
    Body = 0,
    /// Burnt ground.
    Scorch = 1,
    /// The dust line of a blast wave.
    Shock = 2,
    /// Overlay: a line at the border of the circle.
    Ring = 3,
    /// Overlay: a line and a filled circle.
    Disc = 4,
    /// Overlay: a filled square with a line round it.
    Footprint = 5,
}

/// A body that lies where a figure lay, in one of the poses of [`LYING_POSES`].
#[must_use]
pub fn body(at: Vec2, yaw: f32, kind: usize, pose: usize, face_down: bool, opacity: f32) -> MarkRecord {
    let layer = body_layer(kind, pose, face_down) as f32;
    MarkRecord { position: at.into(), yaw, size_m: 0.0, look: [layer, opacity, 0.0, f32::from(MarkKind::Body as u8)] }
}

/// Burnt ground.
#[must_use]
pub fn scorch(at: Vec2, yaw: f32, size_m: f32, opacity: f32) -> MarkRecord {
    MarkRecord { position: at.into(), yaw, size_m, look: [0.0, opacity, 0.0, f32::from(MarkKind::Scorch as u8)] }
}

/// The dust line of a blast wave at a share (0..1) of half the side.
#[must_use]
pub fn shock(at: Vec2, size_m: f32, share: f32, opacity: f32) -> MarkRecord {
    MarkRecord { position: at.into(), yaw: 0.0, size_m, look: [0.0, opacity, share, f32::from(MarkKind::Shock as u8)] }
}

/// An overlay of a kind (ring, disc, footprint) of this diameter or side; color as sRGB hex; `fill` is the inside's share of the opacity.
#[must_use]
pub fn overlay(kind: MarkKind, at: Vec2, size_m: f32, color: u32, opacity: f32, fill: f32) -> MarkRecord {
    MarkRecord { position: at.into(), yaw: 0.0, size_m, look: [(color & 0xff_ffff) as f32, opacity, fill, f32::from(kind as u8)] }
}

pub(crate) struct MarkRenderer {
    main: wgpu::RenderPipeline,
    overlay: wgpu::RenderPipeline,
    through: wgpu::RenderPipeline,
    group: wgpu::BindGroup,
    marks: wgpu::Buffer,
    overlays: wgpu::Buffer,
    albedo: wgpu::Texture,
    normal: wgpu::Texture,
    sizes: Vec<f32>,
}

/// What one frame's marks came to.
pub(crate) struct MarkCount {
    marks: u32,
    overlays: u32,
}

impl MarkRenderer {
    pub fn new(gpu: &Gpu, maker: &Maker, l: &Layouts, figures: &[Figure]) -> Self {
        use wgpu::ShaderStages as S;
        let device = &gpu.device;
        let layers = (LAYERS * figures.len().max(1)) as u32;
        let baked = |label| target(device, label, BAKED, (BODY_TEXELS, BODY_TEXELS), 1, layers, T::TEXTURE_BINDING | T::COPY_DST | T::COPY_SRC);
        let (albedo, normal) = (baked("body albedo"), baked("body normal"));
        let mut sizes: Vec<f32> = figures.iter().map(|f| f.radius_m * 2.0).collect();
        sizes.resize(KINDS_MAX, 1.0);
        let size_buffer = filled(device, "body sizes", bytemuck::cast_slice(&sizes), U::UNIFORM);
        let entries = [(S::FRAGMENT, texture_array()), (S::FRAGMENT, texture_array()), (S::VERTEX, uniform())];
        let marks_layout = layout(device, "marks", S::VERTEX_FRAGMENT, &entries.map(|e| e.1));
        let array =
            |t: &wgpu::Texture| t.create_view(&wgpu::TextureViewDescriptor { dimension: Some(wgpu::TextureViewDimension::D2Array), ..Default::default() });
        let mark_group =
            group(device, "marks", &marks_layout, &[R::TextureView(&array(&albedo)), R::TextureView(&array(&normal)), size_buffer.as_entire_binding()]);
        let record = attributes(&MARK_RECORD);
        let buffers = [vertex_buffer::<MarkRecord>(&record, wgpu::VertexStepMode::Instance)];
        let module = maker.module("marks");
        let layouts = [&l.frame, &l.shadow_maps, &marks_layout];
        let draw = |label: &str, fragment: &str, side: u32, depth: Option<wgpu::DepthStencilState>, constants: &[(&str, f64)]| {
            maker.draw(&Draw {
                fragment: Some(fragment),
                buffers: &buffers,
                targets: &[mixed(wgpu::BlendFactor::One)],
                depth,
                samples: maker.samples,
                vertex_constants: &[("SIDE", f64::from(side))],
                fragment_constants: constants,
                ..Draw::new(label, &module, &layouts)
            })
        };
        let on_the_ground = || depth_state(false, 16);
        let through = depth_state(false, 0).map(|d| wgpu::DepthStencilState { depth_compare: Some(wgpu::CompareFunction::Always), ..d });
        Self {
            main: draw("marks", "fragment_main", SIDE, on_the_ground(), &[]),
            overlay: draw("overlays", "fragment_overlay", OVERLAY_SIDE, on_the_ground(), &[("THROUGH", 1.0)]),
            through: draw("overlays through", "fragment_overlay", OVERLAY_SIDE, through, &[("THROUGH", THROUGH)]),
            group: mark_group,
            marks: buffer(device, "mark records", MARKS_MAX * size_of::<MarkRecord>(), U::VERTEX | U::COPY_DST),
            overlays: buffer(device, "overlay records", OVERLAYS_MAX * size_of::<MarkRecord>(), U::VERTEX | U::COPY_DST),
            albedo,
            normal,
            sizes,
        }
    }

    /// Side of a mark in metres.
    pub fn size(&self, mark: &MarkRecord) -> f32 {
        if mark.size_m > 0.0 { mark.size_m } else { self.sizes.get(mark.look[0].max(0.0) as usize / LAYERS).copied().unwrap_or(1.0) }
    }

    /// Uploads this frame's records; what is over the limits is left out. Returns counts and bytes.
    pub fn upload(&self, queue: &wgpu::Queue, marks: &[MarkRecord], overlays: &[MarkRecord]) -> (MarkCount, u64) {
        let (marks, overlays) = (&marks[..marks.len().min(MARKS_MAX)], &overlays[..overlays.len().min(OVERLAYS_MAX)]);
        for (buffer, records) in [(&self.marks, marks), (&self.overlays, overlays)] {
            if !records.is_empty() {
                queue.write_buffer(buffer, 0, bytemuck::cast_slice(records));
            }
        }
        let count = MarkCount { marks: marks.len() as u32, overlays: overlays.len() as u32 };
        (count, ((marks.len() + overlays.len()) * size_of::<MarkRecord>()) as u64)
    }

    /// Groups 0 and 1 are set by the pass.
    pub fn draw(&self, pass: &mut wgpu::RenderPass, count: &MarkCount, tally: &mut Tally) {
        pass.set_bind_group(2, &self.group, &[]);
        for (pipeline, buffer, side, count) in [
            (&self.main, &self.marks, SIDE, count.marks),
            (&self.through, &self.overlays, OVERLAY_SIDE, count.overlays),
            (&self.overlay, &self.overlays, OVERLAY_SIDE, count.overlays),
        ] {
            if count > 0 {
                pass.set_pipeline(pipeline);
                pass.set_vertex_buffer(0, buffer.slice(..));
                pass.draw(0..side * side * 6, 0..count);
                tally.draws += 1;
                tally.triangles += u64::from(side * side * 2 * count);
            }
        }
    }

    /// Top views of the frames in which bodies lie, turned on the back and on the belly.
    pub fn bake(&self, gpu: &Gpu, crowd: &CrowdRenderer, scene: &SceneGroup, shadows: &ShadowMaps, figures: &[Figure]) {
        let device = &gpu.device;
        let size = (BODY_TEXELS, BODY_TEXELS);
        let samples = |label| view(&target(device, label, BAKED, size, 4, 1, T::RENDER_ATTACHMENT));
        let (many_albedo, many_normal) = (samples("bake albedo"), samples("bake normal"));
        let one = |label| target(device, label, BAKED, size, 1, 1, T::RENDER_ATTACHMENT | T::COPY_SRC);
        let (one_albedo, one_normal) = (one("baked albedo"), one("baked normal"));
        let depth = view(&target(device, "bake depth", crate::pipeline::DEPTH, size, 4, 1, T::RENDER_ATTACHMENT));
        let row = filled(device, "row 0", bytemuck::bytes_of(&0u32), U::VERTEX);
        for (k, f) in figures.iter().enumerate() {
            for layer in 0..LAYERS {
                let first = u32::from(f.lying[layer / 2][layer % 2]);
                let quarter = if layer % 2 == 0 { 0.75f32 } else { 0.25 };
                let record = FigureRecord {
                    position: [0.0; 3],
                    // half a turn: seen as it was modelled, looking along -y
                    turn: ((quarter * 65536.0) as u32) << 16 | 0x8000,
                    frames: first | (first + 1).min(f.frames() as u32 - 1) << 16,
                    look: (k as u32) << 8,
                    tint: 0xffaa_aaaa,
                    shape: u32::from(half(1.0)),
                };
                let s = 1.0 / f.radius_m.max(0.01);
                // depth is height: the bake keeps it as a share of the radius
                let clip_from_world =
                    Mat4::from_cols(vec4(s, 0.0, 0.0, 0.0), vec4(0.0, s, 0.0, 0.0), vec4(0.0, 0.0, 0.475 * s, 0.0), vec4(0.0, 0.0, 0.05, 1.0));
                gpu.queue.write_buffer(&scene.frame, 0, bytemuck::bytes_of(&Frame { clip_from_world, ..Default::default() }));
                let attachment = |v, to| {
                    Some(wgpu::RenderPassColorAttachment {
                        view: v,
                        depth_slice: None,
                        resolve_target: Some(to),
                        ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT), store: wgpu::StoreOp::Discard },
                    })
                };
                let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("bake body") });
                {
                    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                        label: Some("bake body"),
                        color_attachments: &[attachment(&many_albedo, &view(&one_albedo)), attachment(&many_normal, &view(&one_normal))],
                        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                            view: &depth,
                            depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store: wgpu::StoreOp::Discard }),
                            stencil_ops: None,
                        }),
                        ..Default::default()
                    });
                    pass.set_pipeline(&crowd.bake);
                    pass.set_bind_group(0, &scene.group, &[]);
                    pass.set_bind_group(1, &shadows.maps_group, &[]);
                    crowd.draw_one(&mut pass, &gpu.queue, &record, k, &row);
                }
                // some software drivers resolve every layer of an array into layer 0: resolve into a plain texture, then copy
                for (from, to) in [(&one_albedo, &self.albedo), (&one_normal, &self.normal)] {
                    let to = wgpu::TexelCopyTextureInfo { origin: wgpu::Origin3d { x: 0, y: 0, z: (k * LAYERS + layer) as u32 }, ..to.as_image_copy() };
                    encoder.copy_texture_to_texture(from.as_image_copy(), to, from.size());
                }
                gpu.queue.submit([encoder.finish()]);
            }
        }
    }

    /// The baked views side by side, for a look at them.
    pub fn sheet(&self, gpu: &Gpu) -> Option<image::RgbaImage> {
        let layers = self.albedo.depth_or_array_layers();
        let mut sheet = image::RgbaImage::new(BODY_TEXELS * layers, BODY_TEXELS);
        for k in 0..layers {
            image::imageops::replace(&mut sheet, &read_layer(gpu, &self.albedo, k)?, i64::from(k * BODY_TEXELS), 0);
        }
        Some(sheet)
    }
}
