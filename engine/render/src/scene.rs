//! Group 0: the frame's uniform, the noise tile, the ground's textures. Changes once a frame; rebuilt with the ground.

use crate::device::Gpu;
use crate::gpu_data::Frame;
use crate::ground::{Ground, PAD_M};
use crate::noise;
use crate::pipeline::{Layouts, buffer, group, view};
use glam::Vec2;
use wgpu::util::DeviceExt;

/// Cells of the trample map a metre.
const TRAMPLE: usize = 2;

pub(crate) struct SceneGroup {
    pub frame: wgpu::Buffer,
    pub group: wgpu::BindGroup,
    pub linear: wgpu::Sampler,
    /// Cells of the map.
    pub map_size: Vec2,
    noise_tile: wgpu::TextureView,
    repeat: wgpu::Sampler,
    trample: wgpu::Texture,
    trampled: Vec<u8>,
    stamped: u64,
}

fn picture(gpu: &Gpu, label: &str, format: wgpu::TextureFormat, size: (usize, usize), mips: u32, data: &[u8]) -> wgpu::TextureView {
    let texture = gpu.device.create_texture_with_data(
        &gpu.queue,
        &wgpu::TextureDescriptor {
            label: Some(label),
            size: wgpu::Extent3d { width: size.0 as u32, height: size.1 as u32, depth_or_array_layers: 1 },
            mip_level_count: mips,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        },
        wgpu::util::TextureDataOrder::LayerMajor,
        data,
    );
    view(&texture)
}

fn sampler(device: &wgpu::Device, mode: wgpu::AddressMode) -> wgpu::Sampler {
    device.create_sampler(&wgpu::SamplerDescriptor {
        address_mode_u: mode,
        address_mode_v: mode,
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        mipmap_filter: wgpu::MipmapFilterMode::Linear,
        ..Default::default()
    })
}

impl SceneGroup {
    pub fn new(gpu: &Gpu, layouts: &Layouts) -> Self {
        let (data, mips) = mip_chain(noise::tile(), noise::TILE_TEXELS);
        let noise_tile =
            picture(gpu, "noise tile", wgpu::TextureFormat::Rgba8Unorm, (noise::TILE_TEXELS, noise::TILE_TEXELS), mips, bytemuck::cast_slice(&data));
        let frame = buffer(&gpu.device, "frame", size_of::<Frame>(), wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST);
        let (repeat, linear) = (sampler(&gpu.device, wgpu::AddressMode::Repeat), sampler(&gpu.device, wgpu::AddressMode::ClampToEdge));
        let far = [-127i8; 4];
        let textures = [
            picture(gpu, "distances", wgpu::TextureFormat::Rgba8Snorm, (1, 1), 1, bytemuck::cast_slice(&far)),
            picture(gpu, "more distances", wgpu::TextureFormat::Rgba8Snorm, (1, 1), 1, bytemuck::cast_slice(&far)),
            picture(gpu, "heights", wgpu::TextureFormat::Rg16Float, (1, 1), 1, &[0; 4]),
        ];
        let trample = trample_texture(gpu, (1, 1));
        let group = Self::group(gpu, layouts, &frame, &noise_tile, &textures, &repeat, &linear, &trample);
        Self { frame, group, linear, map_size: Vec2::splat(16.0), noise_tile, repeat, trample, trampled: vec![0], stamped: 0 }
    }

    pub fn set_ground(&mut self, gpu: &Gpu, layouts: &Layouts, ground: &Ground) {
        let (first, second) = ground.field.textures();
        let size = ground.field.texture_size();
        let (heights, width, height) = ground.heights().texture();
        let textures = [
            picture(gpu, "distances", wgpu::TextureFormat::Rgba8Snorm, size, 1, bytemuck::cast_slice(&first)),
            picture(gpu, "more distances", wgpu::TextureFormat::Rgba8Snorm, size, 1, bytemuck::cast_slice(&second)),
            picture(gpu, "heights", wgpu::TextureFormat::Rg16Float, (width, height), 1, bytemuck::cast_slice(&heights)),
        ];
        self.map_size = Vec2::new(ground.field.width as f32, ground.field.height as f32);
        let side = |cells: usize| (cells + 2 * PAD_M) * TRAMPLE;
        let (width, height) = (side(ground.field.width), side(ground.field.height));
        self.trample = trample_texture(gpu, (width as u32, height as u32));
        self.trampled = vec![0; width * height];
        self.stamped = 0;
        self.group = Self::group(gpu, layouts, &self.frame, &self.noise_tile, &textures, &self.repeat, &self.linear, &self.trample);
    }

    /// Grass lies flat under these discs (middle, radius in metres). Uploads only when they differ from the last ones; returns bytes.
    pub fn trample(&mut self, gpu: &Gpu, discs: impl Iterator<Item = (Vec2, f32)> + Clone) -> u64 {
        let mut print = 0xcbf2_9ce4_8422_2325u64;
        for (p, r) in discs.clone() {
            for word in [p.x.to_bits(), p.y.to_bits(), r.to_bits()] {
                print = (print ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        if print == self.stamped {
            return 0;
        }
        self.stamped = print;
        let (width, height) = (self.trample.width() as usize, self.trample.height() as usize);
        self.trampled.fill(0);
        for (p, r) in discs {
            let middle = (p + PAD_M as f32) * TRAMPLE as f32;
            let reach = r * TRAMPLE as f32;
            if !(middle.is_finite() && reach.is_finite()) {
                continue;
            }
            let span = |m: f32, n: usize| ((m - reach).max(0.0) as usize).min(n)..((m + reach + 1.0).max(0.0) as usize).min(n);
            for j in span(middle.y, height) {
                for i in span(middle.x, width) {
                    let d = Vec2::new(i as f32 + 0.5, j as f32 + 0.5).distance(middle);
                    let flat = ((1.2 - d / reach) * 700.0).clamp(0.0, 255.0) as u8;
                    let at = &mut self.trampled[j * width + i];
                    *at = flat.max(*at);
                }
            }
        }
        gpu.queue.write_texture(
            self.trample.as_image_copy(),
            &self.trampled,
            wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(width as u32), rows_per_image: None },
            self.trample.size(),
        );
        self.trampled.len() as u64
    }

    #[allow(clippy::too_many_arguments)]
    fn group(
        gpu: &Gpu,
        layouts: &Layouts,
        frame: &wgpu::Buffer,
        noise_tile: &wgpu::TextureView,
        ground: &[wgpu::TextureView; 3],
        repeat: &wgpu::Sampler,
        linear: &wgpu::Sampler,
        trample: &wgpu::Texture,
    ) -> wgpu::BindGroup {
        use wgpu::BindingResource as R;
        let [a, b, c] = ground;
        let resources = [
            frame.as_entire_binding(),
            R::TextureView(noise_tile),
            R::TextureView(a),
            R::TextureView(b),
            R::TextureView(c),
            R::Sampler(repeat),
            R::Sampler(linear),
            R::TextureView(&view(trample)),
        ];
        group(&gpu.device, "frame", &layouts.frame, &resources)
    }
}

fn trample_texture(gpu: &Gpu, size: (u32, u32)) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("trample"),
        size: wgpu::Extent3d { width: size.0, height: size.1, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::R8Unorm,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

/// Box-filtered mips, appended level by level.
fn mip_chain(top: Vec<[u8; 4]>, side: usize) -> (Vec<[u8; 4]>, u32) {
    let mut all = top.clone();
    let (mut level, mut n, mut count) = (top, side, 1);
    while n > 4 {
        let h = n / 2;
        level = (0..h * h)
            .map(|k| {
                let (i, j) = (k % h * 2, k / h * 2);
                let mut out = [0u8; 4];
                for (c, o) in out.iter_mut().enumerate() {
                    let sum: u32 = [(i, j), (i + 1, j), (i, j + 1), (i + 1, j + 1)].iter().map(|(x, y)| u32::from(level[y * n + x][c])).sum();
                    *o = ((sum + 2) / 4) as u8;
                }
                out
            })
            .collect();
        all.extend_from_slice(&level);
        n = h;
        count += 1;
    }
    (all, count)
}
