//! Everything that lives longer than a frame, and what can be changed between frames. The frame itself is `frame.rs`.

use crate::assets::Assets;
use crate::camera::{Camera, SHADOW_TEXELS};
use crate::capture::PICTURE;
use crate::crowd::CrowdRenderer;
use crate::device::Gpu;
use crate::gpu_data::SLOTS_MAX;
use crate::ground::{Ground, GroundRenderer};
use crate::interface::{Interface, InterfaceRenderer};
use crate::marks::MarkRenderer;
use crate::mood::Mood;
use crate::pipeline::{Layouts, Maker};
use crate::post::{Post, Targets};
use crate::puffs::PuffRenderer;
use crate::scene::SceneGroup;
use crate::shadows::{ShadowMaps, Shadows};
use crate::stills::StillRenderer;
use crate::timing::{ReadBack, Timing};
use base::records::{FigureRecord, LampRecord, MarkRecord, PuffRecord, StillRecord};

/// How a renderer is made.
#[derive(Clone, Debug)]
pub struct RendererOptions {
    /// Picture size in pixels.
    pub size: (u32, u32),
    /// Format of the views that are drawn into.
    pub output: wgpu::TextureFormat,
    /// 1 or 4 samples a pixel; anything else becomes 4.
    pub samples: u32,
    /// Who throws shadows.
    pub shadows: Shadows,
}

impl Default for RendererOptions {
    fn default() -> Self {
        Self { size: (1280, 800), output: PICTURE, samples: 4, shadows: Shadows::All }
    }
}

/// Everything that one frame shows. Records are uploaded as they are.
#[derive(Default)]
pub struct FrameInput<'a> {
    /// Where from.
    pub camera: Camera,
    /// Light and air.
    pub mood: Mood,
    /// Drives swaying and water; wrap it before it grows past a few hours.
    pub seconds: f32,
    /// Skinned figures.
    pub figures: &'a [FigureRecord],
    /// Moving still models: index in the assets, records.
    pub dynamic: &'a [(usize, &'a [StillRecord])],
    /// Bodies, scorch and shock rings on the ground, in the order they are laid over each other.
    pub marks: &'a [MarkRecord],
    /// Rings, discs and footprints drawn over the marks.
    pub overlays: &'a [MarkRecord],
    /// Dust, smoke, fire.
    pub puffs: &'a [PuffRecord],
    /// Small lights.
    pub lamps: &'a [LampRecord],
    /// Drawn over the finished picture.
    pub interface: Option<Interface<'a>>,
}

/// What a frame came to.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Draw calls, each indirect one counted.
    pub draws: u32,
    /// Triangles of everything but the crowd, in the picture and in the shadow maps.
    pub triangles: u64,
    /// Triangles of the crowd, in the picture and in the shadow maps, in the newest frame that was read back.
    pub crowd_triangles: u64,
    /// Of all these, triangles in the shadow maps.
    pub shadow_triangles: u64,
    /// Figures in the picture in the newest frame that was read back.
    pub figures_in_view: u32,
    /// Bytes of records and uniforms handed to the GPU.
    pub uploaded: u64,
    /// CPU: sorting, culling, uploads.
    pub prepare_ms: f32,
    /// CPU: writing commands.
    pub encode_ms: f32,
    /// CPU: handing them over.
    pub submit_ms: f32,
    /// GPU time by pass in the newest frame that was read back; empty where the adapter cannot tell.
    pub pass_ms: Vec<(&'static str, f32)>,
}

/// Draws frames on one device.
pub struct Renderer {
    pub(crate) samples: u32,
    pub(crate) shadows: Shadows,
    pub(crate) layouts: Layouts,
    pub(crate) scene: SceneGroup,
    pub(crate) shadow_maps: ShadowMaps,
    pub(crate) crowd: CrowdRenderer,
    pub(crate) stills: StillRenderer,
    pub(crate) ground: GroundRenderer,
    pub(crate) marks: MarkRenderer,
    pub(crate) puffs: PuffRenderer,
    pub(crate) post: Post,
    pub(crate) interface: InterfaceRenderer,
    pub(crate) targets: Targets,
    pub(crate) timing: Timing,
    /// Casters this far (a share of its side) inside a nearer cascade are left out of the later ones.
    pub cascade_margin: f32,
}

impl Renderer {
    /// Makes pipelines, uploads figures and models, bakes the bodies. Without a ground the picture shows fog.
    #[must_use]
    pub fn new(gpu: &Gpu, assets: &Assets, options: &RendererOptions) -> Self {
        let samples = if options.samples == 1 { 1 } else { 4 };
        let device = &gpu.device;
        let layouts = Layouts::new(device, samples);
        let maker = Maker { device, samples };
        let scene = SceneGroup::new(gpu, &layouts);
        let shadow_maps = ShadowMaps::new(device, &layouts);
        let crowd = CrowdRenderer::new(gpu, &maker, &layouts, &assets.figures);
        let marks = MarkRenderer::new(gpu, &maker, &layouts, &assets.figures);
        marks.bake(gpu, &crowd, &scene, &shadow_maps, &assets.figures);
        let post = Post::new(gpu, &maker, &layouts, options.output);
        let targets = post.targets(gpu, &layouts, &scene.linear, clamped(gpu, options.size), samples);
        Self {
            samples,
            shadows: options.shadows,
            crowd,
            stills: StillRenderer::new(gpu, &maker, &layouts, &assets.models),
            ground: GroundRenderer::new(gpu, &maker, &layouts),
            marks,
            puffs: PuffRenderer::new(gpu, &maker, &layouts),
            interface: InterfaceRenderer::new(gpu, options.output),
            timing: Timing::new(gpu, (crate::gpu_data::VIEWS * crate::gpu_data::LEVELS * assets.figures.len()).clamp(1, SLOTS_MAX)),
            post,
            targets,
            scene,
            shadow_maps,
            layouts,
            cascade_margin: 0.02,
        }
    }

    /// Another picture size. Zero is ignored.
    pub fn resize(&mut self, gpu: &Gpu, width: u32, height: u32) {
        let size = clamped(gpu, (width, height));
        if width > 0 && height > 0 && size != self.targets.size {
            self.targets = self.post.targets(gpu, &self.layouts, &self.scene.linear, size, self.samples);
        }
    }

    /// Pixels.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        self.targets.size
    }

    /// Who throws shadows from now on.
    pub fn set_shadows(&mut self, shadows: Shadows) {
        self.shadows = shadows;
    }

    /// Who throws shadows.
    #[must_use]
    pub fn shadows(&self) -> Shadows {
        self.shadows
    }

    /// Replaces the ground.
    pub fn set_ground(&mut self, gpu: &Gpu, ground: &Ground) {
        self.scene.set_ground(gpu, &self.layouts, ground);
        self.ground.set(gpu, ground);
    }

    /// Replaces the still models that stand where they stand: (index in the assets, records).
    pub fn set_stills(&mut self, gpu: &Gpu, groups: &[(usize, Vec<StillRecord>)]) {
        self.stills.set(gpu, groups);
    }

    /// Culls on the CPU and draws directly: for adapters that need it, and for the test that both roads draw the same.
    pub fn set_cpu_cull(&mut self, gpu: &Gpu, on: bool) {
        self.crowd.cpu_cull = on || !gpu.indirect;
    }

    /// Waits for everything submitted, then gives what the newest frame told: for tests and benchmarks.
    #[must_use]
    pub fn read_back(&mut self, gpu: &Gpu) -> ReadBack {
        gpu.wait();
        self.timing.harvest(gpu);
        self.timing.last.clone()
    }

    /// The baked bodies side by side, for a look at them.
    #[must_use]
    pub fn body_sheet(&self, gpu: &Gpu) -> Option<image::RgbaImage> {
        self.marks.sheet(gpu)
    }

    /// Bytes of the shadow maps and of the targets of the present size.
    #[must_use]
    pub fn target_bytes(&self) -> u64 {
        let pixels = u64::from(self.targets.size.0) * u64::from(self.targets.size.1);
        let maps = u64::from(SHADOW_TEXELS) * u64::from(SHADOW_TEXELS) * 4 * crate::gpu_data::CASCADES as u64;
        let samples = if self.samples > 1 { u64::from(self.samples) * 8 } else { 0 };
        maps + pixels * (samples + u64::from(self.samples) * 4 + 8) + pixels / 4 + pixels * 8 / 12
    }
}

fn clamped(gpu: &Gpu, size: (u32, u32)) -> (u32, u32) {
    let most = gpu.device.limits().max_texture_dimension_2d;
    (size.0.clamp(1, most), size.1.clamp(1, most))
}
