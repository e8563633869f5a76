//! Pictures without a window: a target to draw into, and reading one back.

use crate::device::Gpu;

/// Format of offscreen pictures: values already sRGB, stored as they are.
pub const PICTURE: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// A picture to draw into.
pub struct Offscreen {
    /// The pixels.
    pub texture: wgpu::Texture,
    /// What to draw into.
    pub view: wgpu::TextureView,
}

impl Offscreen {
    /// A picture of this size in pixels, within what the device can hold.
    #[must_use]
    pub fn new(gpu: &Gpu, width: u32, height: u32) -> Self {
        let most = gpu.device.limits().max_texture_dimension_2d;
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("picture"),
            size: wgpu::Extent3d { width: width.clamp(1, most), height: height.clamp(1, most), depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: PICTURE,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let view = texture.create_view(&Default::default());
        Self { texture, view }
    }
}

/// Waits for a picture and reads it; none when the device was lost meanwhile.
#[must_use]
pub fn capture(gpu: &Gpu, texture: &wgpu::Texture) -> Option<image::RgbaImage> {
    read_layer(gpu, texture, 0)
}

/// One layer of an RGBA texture with four bytes a pixel.
pub(crate) fn read_layer(gpu: &Gpu, texture: &wgpu::Texture, layer: u32) -> Option<image::RgbaImage> {
    let (width, height) = (texture.width(), texture.height());
    let row = (width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("picture"),
        size: u64::from(row) * u64::from(height),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    encoder.copy_texture_to_buffer(
        wgpu::TexelCopyTextureInfo { origin: wgpu::Origin3d { x: 0, y: 0, z: layer }, ..texture.as_image_copy() },
        wgpu::TexelCopyBufferInfo { buffer: &buffer, layout: wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None } },
        wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
    );
    gpu.queue.submit([encoder.finish()]);
    let bytes = read_buffer::<u8>(gpu, &buffer)?;
    let mut pixels: Vec<u8> = bytes.chunks_exact(row as usize).flat_map(|r| r[..width as usize * 4].iter().copied()).collect();
    if matches!(texture.format(), wgpu::TextureFormat::Bgra8Unorm | wgpu::TextureFormat::Bgra8UnormSrgb) {
        pixels.chunks_exact_mut(4).for_each(|p| p.swap(0, 2));
    }
    image::RgbaImage::from_raw(width, height, pixels)
}

/// Waits for a mappable buffer and copies it out; none when that fails.
pub(crate) fn read_buffer<T: bytemuck::Pod>(gpu: &Gpu, buffer: &wgpu::Buffer) -> Option<Vec<T>> {
    buffer.map_async(wgpu::MapMode::Read, .., |result| {
        if let Err(error) = result {
            tracing::error!("reading back from the graphics device: {error}");
        }
    });
    gpu.wait();
    let out = match buffer.get_mapped_range(..) {
        Ok(range) => Some(bytemuck::pod_collect_to_vec(&range)),
        Err(error) => {
            tracing::error!("reading back from the graphics device: {error}");
            None
        }
    };
    buffer.unmap();
    out
}
