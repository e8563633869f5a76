//! What happens to the picture after the scene: occlusion from the depth, bloom, tone. And the targets all that lives on.

use crate::device::Gpu;
use crate::pipeline::{DEPTH, Draw, HDR, Layouts, Maker, group, layout, plain, sampler, target, texture, view};
use wgpu::{BindingResource as R, TextureUsages as T};

const OCCLUSION: wgpu::TextureFormat = wgpu::TextureFormat::R8Unorm;
/// Steps of the bloom: a quarter, an eighth, a sixteenth.
pub(crate) const BLOOM_STEPS: usize = 3;

/// Targets of one picture size.
pub(crate) struct Targets {
    pub size: (u32, u32),
    /// Samples of the color, when there are several.
    pub color: Option<wgpu::TextureView>,
    pub depth: wgpu::TextureView,
    pub scene: wgpu::TextureView,
    pub occlusion: wgpu::TextureView,
    pub bloom: Vec<wgpu::TextureView>,
    pub depth_group: wgpu::BindGroup,
    bloom_groups: Vec<wgpu::BindGroup>,
    tone_group: wgpu::BindGroup,
}

pub(crate) struct Post {
    occlusion: wgpu::RenderPipeline,
    bloom_first: wgpu::RenderPipeline,
    bloom: wgpu::RenderPipeline,
    tone: wgpu::RenderPipeline,
    bloom_layout: wgpu::BindGroupLayout,
    tone_layout: wgpu::BindGroupLayout,
}

impl Post {
    pub fn new(gpu: &Gpu, maker: &Maker, l: &Layouts, output: wgpu::TextureFormat) -> Self {
        let stages = wgpu::ShaderStages::FRAGMENT;
        let bloom_layout = layout(&gpu.device, "bloom", stages, &[texture(), sampler()]);
        let tone_layout = layout(&gpu.device, "tone", stages, &[texture(); 5]);
        let screen = |name: &str, label: &str, groups: &[&wgpu::BindGroupLayout], format, constants: &[(&str, f64)]| {
            let module = maker.module(name);
            maker.draw(&Draw { targets: &[plain(format)], fragment_constants: constants, ..Draw::new(label, &module, groups) })
        };
        Self {
            occlusion: screen("occlusion", "occlusion", &[&l.frame, &l.depth], OCCLUSION, &[]),
            bloom_first: screen("bloom", "bloom first", &[&bloom_layout], HDR, &[("FIRST", 1.0)]),
            bloom: screen("bloom", "bloom", &[&bloom_layout], HDR, &[("FIRST", 0.0)]),
            // a target that converts by itself must be given linear values
            tone: screen("tone", "tone", &[&l.frame, &tone_layout], output, &[("ENCODE", if output.is_srgb() { 0.0 } else { 1.0 })]),
            bloom_layout,
            tone_layout,
        }
    }

    pub fn targets(&self, gpu: &Gpu, l: &Layouts, linear: &wgpu::Sampler, size: (u32, u32), samples: u32) -> Targets {
        let device = &gpu.device;
        let drawn = T::RENDER_ATTACHMENT | T::TEXTURE_BINDING;
        let part = |k: u32| ((size.0 / k).max(1), (size.1 / k).max(1));
        let color = (samples > 1).then(|| view(&target(device, "color samples", HDR, size, samples, 1, T::RENDER_ATTACHMENT)));
        let depth = view(&target(device, "depth", DEPTH, size, samples, 1, drawn));
        let scene = view(&target(device, "scene", HDR, size, 1, 1, drawn));
        let occlusion = view(&target(device, "occlusion", OCCLUSION, part(2), 1, 1, drawn));
        let bloom: Vec<_> = (0..BLOOM_STEPS).map(|k| view(&target(device, "bloom", HDR, part(4 << k), 1, 1, drawn))).collect();
        let depth_group = group(device, "depth", &l.depth, &[R::TextureView(&depth)]);
        let sources = std::iter::once(&scene).chain(&bloom).take(BLOOM_STEPS);
        let bloom_groups = sources.map(|s| group(device, "bloom", &self.bloom_layout, &[R::TextureView(s), R::Sampler(linear)])).collect();
        let tone_resources = [&scene, &occlusion, &bloom[0], &bloom[1], &bloom[2]].map(R::TextureView);
        let tone_group = group(device, "tone", &self.tone_layout, &tone_resources);
        Targets { size, color, depth, scene, occlusion, bloom, depth_group, bloom_groups, tone_group }
    }

    /// Group 0 is the frame.
    pub fn draw_occlusion(&self, pass: &mut wgpu::RenderPass, targets: &Targets) {
        pass.set_pipeline(&self.occlusion);
        pass.set_bind_group(1, &targets.depth_group, &[]);
        pass.draw(0..3, 0..1);
    }

    pub fn draw_bloom(&self, pass: &mut wgpu::RenderPass, targets: &Targets, step: usize) {
        pass.set_pipeline(if step == 0 { &self.bloom_first } else { &self.bloom });
        pass.set_bind_group(0, &targets.bloom_groups[step], &[]);
        pass.draw(0..3, 0..1);
    }

    /// Group 0 is the frame.
    pub fn draw_tone(&self, pass: &mut wgpu::RenderPass, targets: &Targets) {
        pass.set_pipeline(&self.tone);
        pass.set_bind_group(1, &targets.tone_group, &[]);
        pass.draw(0..3, 0..1);
    }
}
