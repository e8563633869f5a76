//! The sun's shadow maps: three cascades in one array texture, and the groups to draw and to read them.

use crate::camera::SHADOW_TEXELS;
use crate::gpu_data::{CASCADES, Cascade};
use crate::pipeline::{DEPTH, Layouts, buffer, group, target};
use glam::Mat4;
use wgpu::BindingResource as R;

/// Who throws a shadow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shadows {
    /// Nobody: the maps are not drawn.
    Off,
    /// Still models and walls of rock.
    Stills,
    /// Figures too.
    #[default]
    All,
}

pub(crate) struct ShadowMaps {
    pub views: Vec<wgpu::TextureView>,
    pub view_groups: Vec<wgpu::BindGroup>,
    pub maps_group: wgpu::BindGroup,
    buffers: Vec<wgpu::Buffer>,
}

impl ShadowMaps {
    pub fn new(device: &wgpu::Device, layouts: &Layouts) -> Self {
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING;
        let texture = target(device, "shadow maps", DEPTH, (SHADOW_TEXELS, SHADOW_TEXELS), 1, CASCADES as u32, usage);
        let views = (0..CASCADES as u32)
            .map(|k| {
                texture.create_view(&wgpu::TextureViewDescriptor {
                    dimension: Some(wgpu::TextureViewDimension::D2),
                    base_array_layer: k,
                    array_layer_count: Some(1),
                    ..Default::default()
                })
            })
            .collect();
        let compare = device.create_sampler(&wgpu::SamplerDescriptor {
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            compare: Some(wgpu::CompareFunction::LessEqual),
            ..Default::default()
        });
        let all = texture.create_view(&wgpu::TextureViewDescriptor { dimension: Some(wgpu::TextureViewDimension::D2Array), ..Default::default() });
        let maps_group = group(device, "shadow maps", &layouts.shadow_maps, &[R::TextureView(&all), R::Sampler(&compare)]);
        let buffers: Vec<_> =
            (0..CASCADES).map(|_| buffer(device, "shadow view", size_of::<Mat4>(), wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST)).collect();
        let view_groups = buffers.iter().map(|b| group(device, "shadow view", &layouts.shadow_view, &[b.as_entire_binding()])).collect();
        Self { views, view_groups, maps_group, buffers }
    }

    /// Returns bytes.
    pub fn upload(&self, queue: &wgpu::Queue, cascades: &[Cascade; CASCADES]) -> u64 {
        for (b, c) in self.buffers.iter().zip(cascades) {
            queue.write_buffer(b, 0, bytemuck::bytes_of(&c.clip_from_world));
        }
        (size_of::<Mat4>() * CASCADES) as u64
    }
}
