//! Draws one output of the interface into a texture and reads it back. No window.

use egui_wgpu::{RendererOptions, ScreenDescriptor, wgpu};

pub struct Offscreen {
    device: wgpu::Device,
    queue: wgpu::Queue,
}

impl Offscreen {
    pub fn new() -> Self {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
        let adapter = pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default())).expect("an adapter, a software one will do");
        let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor::default())).expect("a device");
        Self { device, queue }
    }

    pub fn renderer(&self) -> egui_wgpu::Renderer {
        egui_wgpu::Renderer::new(&self.device, FORMAT, RendererOptions::default())
    }

    pub fn update_textures(&self, renderer: &mut egui_wgpu::Renderer, delta: &egui::TexturesDelta) {
        for (id, images) in &delta.set {
            for image in images {
                renderer.update_texture(&self.device, &self.queue, *id, image);
            }
        }
    }

    pub fn render(&self, renderer: &mut egui_wgpu::Renderer, jobs: &[egui::ClippedPrimitive], size_px: [u32; 2], ppp: f32) -> image::RgbaImage {
        let [width, height] = size_px;
        let target = self.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("interface picture"),
            size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: FORMAT,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let view = target.create_view(&wgpu::TextureViewDescriptor::default());
        let screen = ScreenDescriptor { size_in_pixels: size_px, pixels_per_point: ppp };
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("interface") });
        renderer.update_buffers(&self.device, &self.queue, &mut encoder, jobs, &screen);
        {
            let mut pass = encoder
                .begin_render_pass(&wgpu::RenderPassDescriptor {
                    label: Some("interface"),
                    color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                        view: &view,
                        depth_slice: None,
                        resolve_target: None,
                        ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color { r: 0.40, g: 0.45, b: 0.24, a: 1.0 }), store: wgpu::StoreOp::Store },
                    })],
                    ..Default::default()
                })
                .forget_lifetime();
            renderer.render(&mut pass, jobs, &screen);
        }
        // Rows in a copy are padded to 256 bytes.
        let row = (width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("read back"),
            size: u64::from(row) * u64::from(height),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        encoder.copy_texture_to_buffer(
            target.as_image_copy(),
            wgpu::TexelCopyBufferInfo { buffer: &buffer, layout: wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None } },
            target.size(),
        );
        self.queue.submit([encoder.finish()]);
        buffer.map_async(wgpu::MapMode::Read, .., |r| r.expect("mapping"));
        self.device.poll(wgpu::PollType::wait_indefinitely()).expect("polling");
        let bytes = buffer.get_mapped_range(..).expect("mapped");
        let mut out = image::RgbaImage::new(width, height);
        for y in 0..height {
            let line = &bytes[(y * row) as usize..(y * row + width * 4) as usize];
            let start = (y * width * 4) as usize;
            out.as_flat_samples_mut().samples[start..start + line.len()].copy_from_slice(line);
        }
        out
    }
}

/// egui blends in gamma space: a plain (not sRGB) target keeps its colors.
const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
