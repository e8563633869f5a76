//! One frame: every pass in order.
//!
//! cull -> shadow x 3 -> opaque (stills, crowd, ground, marks, overlays) -> occlusion -> puffs -> bloom x 3 -> tone -> interface.
//! Occlusion needs no depth pass of its own: the opaque pass leaves in alpha which share of the light it would take.

use crate::camera::{FAR_M, sphere_inside};
use crate::device::Gpu;
use crate::gpu_data::{CASCADES, Cull, CullView, Draw, FIGURES_MAX, Frame, LAMPS_MAX, VIEWS, linear};
use crate::ground::PAD_M;
use crate::marks::MarkKind;
use crate::post::BLOOM_STEPS;
use crate::renderer::{Counts, FrameInput, Renderer};
use crate::shadows::Shadows;
use crate::stills::{StillRun, Tally};
use crate::timing::PASSES;
use base::records::LampRecord;
use glam::{Vec2, Vec3, Vec4, vec4};
use std::time::Instant;

const PASS_SHADOW: usize = 1;
const PASS_OPAQUE: usize = 4;
const PASS_OCCLUSION: usize = 5;
const PASS_PUFFS: usize = 6;
const PASS_BLOOM: usize = 7;
const PASS_TONE: usize = 10;
const PASS_INTERFACE: usize = 11;

/// Uniforms and planes of one frame.
struct View {
    frame: Frame,
    cull: Cull,
    planes: [Vec4; 6],
    cascade_planes: [[Vec4; 6]; CASCADES],
}

impl Renderer {
    /// Draws into a view of the renderer's size and format, and submits. Nothing here waits for the GPU.
    pub fn draw(&mut self, gpu: &Gpu, input: &FrameInput, target: &wgpu::TextureView) -> Counts {
        if gpu.lost() {
            return Counts::default();
        }
        let start = Instant::now();
        self.timing.harvest(gpu);
        let figures = &input.figures[..input.figures.len().min(FIGURES_MAX)];
        let v = self.view(input, figures.len());
        let eye = v.frame.eye_time.truncate();
        let queue = &gpu.queue;
        queue.write_buffer(&self.scene.frame, 0, bytemuck::bytes_of(&v.frame));
        let (ranges, crowd_bytes) = self.crowd.upload(queue, &v.cull, figures);
        let (dynamic, dynamic_bytes) = self.stills.upload(queue, input.dynamic);
        let (marks, mark_bytes) = self.marks.upload(queue, input.marks, input.overlays);
        let (puffs, puff_bytes) = self.puffs.upload(queue, input.puffs, eye);
        let shadow_bytes = self.shadow_maps.upload(queue, &v.frame.cascades);
        // grass lies flat under bodies and burnt ground
        let pressed = input.marks.iter().filter(|m| m.look[3] < f32::from(MarkKind::Shock as u8) - 0.5);
        let trample_bytes = self.scene.trample(gpu, pressed.map(|m| (Vec2::from(m.position), self.marks.size(m) * 0.42)));
        let mut counts = Counts {
            uploaded: size_of::<Frame>() as u64 + crowd_bytes + dynamic_bytes + mark_bytes + puff_bytes + shadow_bytes + trample_bytes,
            prepare_ms: milliseconds(start),
            ..Counts::default()
        };

        let start = Instant::now();
        let mut tally = Tally::default();
        let mut passes = [true; PASSES.len()];
        let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("frame") });
        let interface = input.interface.as_ref().map(|i| (i, self.interface.upload(gpu, &mut encoder, i, self.targets.size)));
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some(PASSES[0]), timestamp_writes: self.timing.compute(0) });
            self.crowd.cull(&mut pass, figures.len() as u32);
        }
        if self.shadows == Shadows::Off {
            passes[PASS_SHADOW..PASS_OPAQUE].fill(false);
        } else {
            for k in 0..CASCADES {
                self.draw_shadow(&mut encoder, k, &v, &ranges, &dynamic, &mut tally);
            }
        }
        let shadow_triangles = tally.triangles;
        {
            let mut pass = self.begin_opaque(&mut encoder, v.frame.fog_color);
            pass.set_bind_group(0, &self.scene.group, &[]);
            pass.set_bind_group(1, &self.shadow_maps.maps_group, &[]);
            let distance = |r: &StillRun| eye.distance((r.low + r.high) / 2.0);
            let (far, reach) = (input.camera.distance_m.max(45.0) * 1.25, input.camera.distance_m * 1.5);
            let keep = |r: &StillRun| inside(&v.planes, r.low, r.high) && distance(r) < r.reach_m.max(reach);
            self.stills.draw(&mut pass, keep, |r| usize::from(distance(r) > far), &dynamic, &mut tally);
            tally.draws += self.crowd.draw(&mut pass, &ranges);
            self.ground.draw(&mut pass, |c| inside(&v.planes, c.low, c.high), &mut tally);
            self.marks.draw(&mut pass, &marks, &mut tally);
        }
        {
            let mut pass = self.begin_screen(&mut encoder, PASS_OCCLUSION, &self.targets.occlusion, CLEAR);
            pass.set_bind_group(0, &self.scene.group, &[]);
            self.post.draw_occlusion(&mut pass, &self.targets);
        }
        {
            let mut pass = self.begin_screen(&mut encoder, PASS_PUFFS, &self.targets.scene, wgpu::LoadOp::Load);
            pass.set_bind_group(0, &self.scene.group, &[]);
            pass.set_bind_group(1, &self.shadow_maps.maps_group, &[]);
            pass.set_bind_group(2, &self.targets.depth_group, &[]);
            self.puffs.draw(&mut pass, puffs);
        }
        for step in 0..BLOOM_STEPS {
            let mut pass = self.begin_screen(&mut encoder, PASS_BLOOM + step, &self.targets.bloom[step], CLEAR);
            self.post.draw_bloom(&mut pass, &self.targets, step);
        }
        {
            let mut pass = self.begin_screen(&mut encoder, PASS_TONE, target, CLEAR);
            pass.set_bind_group(0, &self.scene.group, &[]);
            self.post.draw_tone(&mut pass, &self.targets);
        }
        tally.draws += 3 + BLOOM_STEPS as u32;
        let mut commands = vec![];
        if let Some((interface, (uploads, screen))) = interface {
            commands = uploads;
            let mut pass = self.begin_screen(&mut encoder, PASS_INTERFACE, target, wgpu::LoadOp::Load).forget_lifetime();
            self.interface.draw(&mut pass, interface, &screen);
            drop(pass);
            tally.draws += interface.primitives.len() as u32;
            self.interface.free(interface);
        } else {
            passes[PASS_INTERFACE] = false;
        }
        let slot = self.timing.record(&mut encoder, &self.crowd.draws, passes);
        commands.push(encoder.finish());
        counts.encode_ms = milliseconds(start);

        let start = Instant::now();
        queue.submit(commands);
        self.timing.map(slot);
        counts.submit_ms = milliseconds(start);
        counts.draws = tally.draws;
        counts.triangles = tally.triangles;
        let last = &self.timing.last;
        let (picture, maps) = last.crowd.split_at(last.crowd.len() / VIEWS);
        let triangles = |draws: &[Draw]| draws.iter().map(|d| u64::from(d.instance_count) * u64::from(d.index_count) / 3).sum::<u64>();
        counts.crowd_triangles = triangles(&last.crowd);
        counts.shadow_triangles = shadow_triangles + triangles(maps);
        counts.figures_in_view = picture.iter().map(|d| d.instance_count).sum();
        counts.pass_ms.clone_from(&last.pass_ms);
        counts
    }

    /// The culling pass's input for a frame: what its CPU twin must be given in a test.
    #[must_use]
    pub fn cull_input(&self, input: &FrameInput) -> Cull {
        self.view(input, input.figures.len().min(FIGURES_MAX)).cull
    }

    /// What the crowd's shaders know of each figure.
    #[must_use]
    pub fn kinds(&self) -> &[crate::gpu_data::Kind] {
        &self.crowd.kinds
    }

    fn view(&self, input: &FrameInput, figures: usize) -> View {
        let (w, h) = self.targets.size;
        let eye = input.camera.eye(w, h);
        let m = &input.mood;
        let sun = m.sun_direction();
        let (cascades, cascade_planes) = eye.cascades(sun);
        let planes = eye.planes(FAR_M);
        let mut lamps = [LampRecord::default(); LAMPS_MAX];
        let count = input.lamps.len().min(LAMPS_MAX);
        lamps[..count].copy_from_slice(&input.lamps[..count]);
        let pad = PAD_M as f32;
        let side = self.scene.map_size + 2.0 * pad;
        let frame = Frame {
            clip_from_world: eye.clip_from_world,
            world_from_clip: eye.clip_from_world.inverse(),
            cascades,
            eye_time: eye.position.extend(input.seconds),
            focus: input.camera.target.extend(0.8 * input.camera.distance_m),
            sun_direction: sun.extend((m.sun.width_deg.to_radians() / 2.0).tan() * 2.0),
            sun_color: (linear(m.sun.color) * m.sun.power).extend(m.glow),
            sky_color: (linear(m.sky.0) * m.sky.1).extend(m.ground_gain),
            bounce_color: (linear(m.bounce.0) * m.bounce.1).extend(m.occlusion),
            fog_color: linear(m.fog.0).extend(if self.shadows == Shadows::Off { 0.0 } else { 1.0 }),
            fog_sun_color: linear(m.fog.1).extend(0.0),
            fog_shape: m.fog_shape.into(),
            tone: m.tone.into(),
            viewport: vec4(w as f32, h as f32, 1.0 / w as f32, 1.0 / h as f32),
            map: vec4(pad, count as f32, 1.0 / side.x, 1.0 / side.y),
            lamps,
        };
        let eye_focal = eye.position.extend(eye.focal_pixels());
        let mut views = [CullView::default(); VIEWS];
        views[0] = CullView { planes, eye_focal, levels: Vec4::ZERO };
        for k in 0..CASCADES {
            views[k + 1] = CullView {
                planes: cascade_planes[k],
                eye_focal,
                levels: vec4(if k == 0 { 2.0 } else { 3.0 }, 1.0, 0.0, self.cascade_margin * cascades[k].size_m),
            };
        }
        // the larger the horde, the sooner it gets cheap: keeps 20,000 within the triangles of 3,000
        let coarser = (figures as f32 / 6000.0).clamp(1.0, 1.8);
        let cull = Cull {
            views,
            level_pixels: vec4(85.0, 30.0 * coarser, 15.0 * coarser, 0.0),
            figures: figures as u32,
            kinds: self.crowd.kinds.len() as u32,
            views_used: if self.shadows == Shadows::All { VIEWS as u32 } else { 1 },
            pad: 0,
        };
        View { frame, cull, planes, cascade_planes }
    }

    fn draw_shadow(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        k: usize,
        v: &View,
        ranges: &crate::crowd::Ranges,
        dynamic: &[crate::stills::DynamicRun],
        tally: &mut Tally,
    ) {
        let covered = |r: &StillRun| {
            let (center, radius) = ((r.low + r.high) / 2.0, r.low.distance(r.high) / 2.0);
            let margin = |n: usize| radius + self.cascade_margin * v.frame.cascades[n].size_m;
            (0..k).any(|n| v.cascade_planes[n][..4].iter().all(|p| p.truncate().dot(center) + p.w >= margin(n)))
        };
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some(PASSES[PASS_SHADOW + k]),
            color_attachments: &[],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.shadow_maps.views[k],
                depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(1.0), store: wgpu::StoreOp::Store }),
                stencil_ops: None,
            }),
            timestamp_writes: self.timing.render(PASS_SHADOW + k),
            ..Default::default()
        });
        pass.set_bind_group(0, &self.scene.group, &[]);
        pass.set_bind_group(1, &self.shadow_maps.view_groups[k], &[]);
        let keep = |r: &StillRun| inside(&v.cascade_planes[k], r.low, r.high) && !covered(r);
        self.stills.draw_shadow(&mut pass, keep, |r| usize::from(k > 0 || !self.stills.stiff(r.model)), dynamic, tally);
        self.ground.draw_shadow(&mut pass, |c| inside(&v.cascade_planes[k], c.low, c.high), tally);
        if self.shadows == Shadows::All {
            tally.draws += self.crowd.draw_shadow(&mut pass, k, ranges);
        }
    }

    fn begin_opaque<'e>(&self, encoder: &'e mut wgpu::CommandEncoder, fog: Vec4) -> wgpu::RenderPass<'e> {
        let (color, resolve) = match &self.targets.color {
            Some(many) => (many, Some(&self.targets.scene)),
            None => (&self.targets.scene, None),
        };
        let clear = wgpu::Color { r: f64::from(fog.x), g: f64::from(fog.y), b: f64::from(fog.z), a: 0.0 };
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some(PASSES[PASS_OPAQUE]),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: color,
                depth_slice: None,
                resolve_target: resolve,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(clear),
                    store: if resolve.is_some() { wgpu::StoreOp::Discard } else { wgpu::StoreOp::Store },
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.targets.depth,
                depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store: wgpu::StoreOp::Store }),
                stencil_ops: None,
            }),
            timestamp_writes: self.timing.render(PASS_OPAQUE),
            ..Default::default()
        })
    }

    fn begin_screen<'e>(
        &self,
        encoder: &'e mut wgpu::CommandEncoder,
        pass: usize,
        to: &wgpu::TextureView,
        load: wgpu::LoadOp<wgpu::Color>,
    ) -> wgpu::RenderPass<'e> {
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some(PASSES[pass]),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: to,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load, store: wgpu::StoreOp::Store },
            })],
            timestamp_writes: self.timing.render(pass),
            ..Default::default()
        })
    }
}

const CLEAR: wgpu::LoadOp<wgpu::Color> = wgpu::LoadOp::Clear(wgpu::Color::BLACK);

fn inside(planes: &[Vec4; 6], low: Vec3, high: Vec3) -> bool {
    sphere_inside(planes, (low + high) / 2.0, low.distance(high) / 2.0)
}

fn milliseconds(start: Instant) -> f32 {
    start.elapsed().as_secs_f32() * 1e3
}
