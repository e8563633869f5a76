//! The interface's triangles over the finished picture. What they are is egui's matter; this only draws them.

use crate::device::Gpu;

/// One frame of an interface.
pub struct Interface<'a> {
    /// What to draw, cut by clip rectangles.
    pub primitives: &'a [egui::ClippedPrimitive],
    /// Textures that came, changed or went since the last frame that was drawn.
    pub textures: &'a egui::TexturesDelta,
    /// Pixels of the picture a point.
    pub pixels_per_point: f32,
}

pub(crate) struct InterfaceRenderer {
    renderer: egui_wgpu::Renderer,
}

impl InterfaceRenderer {
    pub fn new(gpu: &Gpu, output: wgpu::TextureFormat) -> Self {
        Self { renderer: egui_wgpu::Renderer::new(&gpu.device, output, egui_wgpu::RendererOptions::default()) }
    }

    /// Takes textures even when nothing is drawn, or they would be missing later.
    pub fn upload(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        interface: &Interface,
        size: (u32, u32),
    ) -> (Vec<wgpu::CommandBuffer>, egui_wgpu::ScreenDescriptor) {
        for (id, deltas) in &interface.textures.set {
            for delta in deltas {
                self.renderer.update_texture(&gpu.device, &gpu.queue, *id, delta);
            }
        }
        let screen = egui_wgpu::ScreenDescriptor { size_in_pixels: [size.0, size.1], pixels_per_point: interface.pixels_per_point };
        (self.renderer.update_buffers(&gpu.device, &gpu.queue, encoder, interface.primitives, &screen), screen)
    }

    pub fn draw(&self, pass: &mut wgpu::RenderPass<'static>, interface: &Interface, screen: &egui_wgpu::ScreenDescriptor) {
        self.renderer.render(pass, interface.primitives, screen);
    }

    /// After the frame was encoded.
    pub fn free(&mut self, interface: &Interface) {
        for id in &interface.textures.free {
            self.renderer.free_texture(id);
        }
    }
}
