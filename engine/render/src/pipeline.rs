//! What all drawn things share: formats, bind group layouts by rate of change, and one short way to make a pipeline.
//!
//! Groups: 0 the frame, 1 the pass (shadow maps, or which cascade is drawn, or the scene's depth), 2 the material.

use crate::gpu_data::Attribute;
use crate::shaders;

/// Linear color with the share of occlusion in alpha.
pub const HDR: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;
/// Reverse z in the scene, plain in shadow maps.
pub const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// Bind group layouts that more than one drawn thing uses.
pub(crate) struct Layouts {
    pub frame: wgpu::BindGroupLayout,
    pub shadow_maps: wgpu::BindGroupLayout,
    pub shadow_view: wgpu::BindGroupLayout,
    pub crowd: wgpu::BindGroupLayout,
    pub depth: wgpu::BindGroupLayout,
}

pub(crate) fn uniform() -> wgpu::BindingType {
    wgpu::BindingType::Buffer { ty: wgpu::BufferBindingType::Uniform, has_dynamic_offset: false, min_binding_size: None }
}
pub(crate) fn storage(read_only: bool) -> wgpu::BindingType {
    wgpu::BindingType::Buffer { ty: wgpu::BufferBindingType::Storage { read_only }, has_dynamic_offset: false, min_binding_size: None }
}
pub(crate) fn texture() -> wgpu::BindingType {
    wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable: true },
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    }
}
pub(crate) fn texture_array() -> wgpu::BindingType {
    wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable: true },
        view_dimension: wgpu::TextureViewDimension::D2Array,
        multisampled: false,
    }
}
pub(crate) fn sampler() -> wgpu::BindingType {
    wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering)
}

pub(crate) fn layout(device: &wgpu::Device, label: &str, visibility: wgpu::ShaderStages, types: &[wgpu::BindingType]) -> wgpu::BindGroupLayout {
    let entries: Vec<_> = types.iter().enumerate().map(|(i, ty)| wgpu::BindGroupLayoutEntry { binding: i as u32, visibility, ty: *ty, count: None }).collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries: &entries })
}

pub(crate) fn group(device: &wgpu::Device, label: &str, layout: &wgpu::BindGroupLayout, resources: &[wgpu::BindingResource]) -> wgpu::BindGroup {
    let entries: Vec<_> = resources.iter().enumerate().map(|(i, r)| wgpu::BindGroupEntry { binding: i as u32, resource: r.clone() }).collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor { label: Some(label), layout, entries: &entries })
}

pub(crate) fn buffer(device: &wgpu::Device, label: &str, size: usize, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor { label: Some(label), size: (size as u64).next_multiple_of(4).max(4), usage, mapped_at_creation: false })
}

/// A buffer with contents; an empty one is made for empty contents, as a buffer of size zero cannot be bound.
pub(crate) fn filled(device: &wgpu::Device, label: &str, contents: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
    use wgpu::util::DeviceExt;
    if contents.is_empty() {
        return buffer(device, label, 64, usage);
    }
    device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: Some(label), contents, usage })
}

/// A texture that is drawn into.
pub(crate) fn target(
    device: &wgpu::Device,
    label: &str,
    format: wgpu::TextureFormat,
    size: (u32, u32),
    samples: u32,
    layers: u32,
    usage: wgpu::TextureUsages,
) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d { width: size.0.max(1), height: size.1.max(1), depth_or_array_layers: layers },
        mip_level_count: 1,
        sample_count: samples,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    })
}

pub(crate) fn view(t: &wgpu::Texture) -> wgpu::TextureView {
    t.create_view(&Default::default())
}

impl Layouts {
    pub fn new(device: &wgpu::Device, samples: u32) -> Self {
        use wgpu::ShaderStages as S;
        let depth_array = wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Depth,
            view_dimension: wgpu::TextureViewDimension::D2Array,
            multisampled: false,
        };
        let depth_scene = wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Depth,
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: samples > 1,
        };
        let compare = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Comparison);
        Self {
            frame: layout(device, "frame", S::VERTEX_FRAGMENT, &[uniform(), texture(), texture(), texture(), texture(), sampler(), sampler(), texture()]),
            shadow_maps: layout(device, "shadow maps", S::FRAGMENT, &[depth_array, compare]),
            shadow_view: layout(device, "shadow view", S::VERTEX, &[uniform()]),
            crowd: layout(device, "crowd", S::VERTEX, &[storage(true), storage(true), storage(true), storage(true)]),
            depth: layout(device, "depth", S::FRAGMENT, &[depth_scene]),
        }
    }
}

/// Makes modules and pipelines for one device and number of samples.
pub(crate) struct Maker<'a> {
    pub device: &'a wgpu::Device,
    pub samples: u32,
}

/// What differs from pipeline to pipeline.
pub(crate) struct Draw<'a> {
    pub label: &'a str,
    pub module: &'a wgpu::ShaderModule,
    pub layouts: &'a [&'a wgpu::BindGroupLayout],
    pub vertex: &'a str,
    pub fragment: Option<&'a str>,
    pub buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    pub targets: &'a [Option<wgpu::ColorTargetState>],
    pub depth: Option<wgpu::DepthStencilState>,
    pub samples: u32,
    pub strip: bool,
    pub cull: Option<wgpu::Face>,
    pub vertex_constants: &'a [(&'a str, f64)],
    pub fragment_constants: &'a [(&'a str, f64)],
}

impl<'a> Draw<'a> {
    /// A triangle list without anything special.
    pub fn new(label: &'a str, module: &'a wgpu::ShaderModule, layouts: &'a [&'a wgpu::BindGroupLayout]) -> Self {
        Self {
            label,
            module,
            layouts,
            vertex: "vertex_main",
            fragment: Some("fragment_main"),
            buffers: &[],
            targets: &[],
            depth: None,
            samples: 1,
            strip: false,
            cull: None,
            vertex_constants: &[],
            fragment_constants: &[],
        }
    }

    /// The same for a shadow pass.
    pub fn shadow(label: &'a str, module: &'a wgpu::ShaderModule, layouts: &'a [&'a wgpu::BindGroupLayout]) -> Self {
        let depth = Some(wgpu::DepthStencilState {
            format: DEPTH,
            depth_write_enabled: Some(true),
            depth_compare: Some(wgpu::CompareFunction::LessEqual),
            stencil: Default::default(),
            bias: wgpu::DepthBiasState { constant: 0, slope_scale: 1.5, clamp: 0.0 },
        });
        Self { vertex: "vertex_shadow", fragment: None, depth, ..Self::new(label, module, layouts) }
    }
}

impl Maker<'_> {
    pub fn module(&self, name: &str) -> wgpu::ShaderModule {
        let source = wgpu::ShaderSource::Wgsl(shaders::source_for(name, self.samples).into());
        self.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some(name), source })
    }

    pub fn draw(&self, d: &Draw) -> wgpu::RenderPipeline {
        let groups: Vec<_> = d.layouts.iter().map(|l| Some(*l)).collect();
        let layout =
            self.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor { label: Some(d.label), bind_group_layouts: &groups, immediate_size: 0 });
        let options = |constants| wgpu::PipelineCompilationOptions { constants, ..Default::default() };
        self.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(d.label),
            layout: Some(&layout),
            vertex: wgpu::VertexState { module: d.module, entry_point: Some(d.vertex), compilation_options: options(d.vertex_constants), buffers: d.buffers },
            primitive: wgpu::PrimitiveState {
                topology: if d.strip { wgpu::PrimitiveTopology::TriangleStrip } else { wgpu::PrimitiveTopology::TriangleList },
                cull_mode: d.cull,
                ..Default::default()
            },
            depth_stencil: d.depth.clone(),
            multisample: wgpu::MultisampleState { count: d.samples, ..Default::default() },
            fragment: d.fragment.map(|f| wgpu::FragmentState {
                module: d.module,
                entry_point: Some(f),
                compilation_options: options(d.fragment_constants),
                targets: d.targets,
            }),
            multiview_mask: None,
            cache: None,
        })
    }

    pub fn compute(&self, entry: &str, module: &wgpu::ShaderModule, group: &wgpu::BindGroupLayout) -> wgpu::ComputePipeline {
        let layout =
            self.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor { label: Some(entry), bind_group_layouts: &[Some(group)], immediate_size: 0 });
        self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(entry),
            layout: Some(&layout),
            module,
            entry_point: Some(entry),
            compilation_options: Default::default(),
            cache: None,
        })
    }
}

/// Attributes of a table in `gpu_data`.
pub(crate) fn attributes(table: &[Attribute]) -> Vec<wgpu::VertexAttribute> {
    table
        .iter()
        .map(|(shader_location, format, offset)| wgpu::VertexAttribute { format: *format, offset: *offset, shader_location: *shader_location })
        .collect()
}

/// A vertex buffer of elements of type `T`.
pub(crate) fn vertex_buffer<T>(attributes: &[wgpu::VertexAttribute], step_mode: wgpu::VertexStepMode) -> Option<wgpu::VertexBufferLayout<'_>> {
    Some(wgpu::VertexBufferLayout { array_stride: size_of::<T>() as u64, step_mode, attributes })
}

/// The scene's depth: reverse z.
pub(crate) fn depth_state(write: bool, bias: i32) -> Option<wgpu::DepthStencilState> {
    Some(wgpu::DepthStencilState {
        format: DEPTH,
        depth_write_enabled: Some(write),
        depth_compare: Some(wgpu::CompareFunction::GreaterEqual),
        stencil: Default::default(),
        bias: wgpu::DepthBiasState { constant: bias, slope_scale: 0.0, clamp: 0.0 },
    })
}

/// No blending.
pub(crate) fn plain(format: wgpu::TextureFormat) -> Option<wgpu::ColorTargetState> {
    Some(wgpu::ColorTargetState { format, blend: None, write_mask: wgpu::ColorWrites::ALL })
}

/// Color mixes; the kept alpha (share of occlusion) shrinks by `alpha_kept` of what covers it.
pub(crate) fn mixed(alpha_kept: wgpu::BlendFactor) -> Option<wgpu::ColorTargetState> {
    let add = wgpu::BlendOperation::Add;
    Some(wgpu::ColorTargetState {
        format: HDR,
        blend: Some(wgpu::BlendState {
            color: wgpu::BlendComponent { src_factor: wgpu::BlendFactor::SrcAlpha, dst_factor: wgpu::BlendFactor::OneMinusSrcAlpha, operation: add },
            alpha: wgpu::BlendComponent { src_factor: wgpu::BlendFactor::Zero, dst_factor: alpha_kept, operation: add },
        }),
        write_mask: wgpu::ColorWrites::ALL,
    })
}
