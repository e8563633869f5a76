//! The crowd: skinned figures, culled and leveled on the GPU, drawn by a constant number of indirect draws.
//!
//! Without indirect first instance the CPU culls (`cull.rs`) and draws directly; the picture is the same.

use crate::cull;
use crate::device::Gpu;
use crate::figure::Figure;
use crate::gpu_data::{CROWD_ROW, CROWD_VERTEX, CrowdVertex, Cull, Draw as DrawArguments, FIGURES_MAX, Kind, LEVELS, SLOTS_MAX, VIEWS, VISIBLE_MAX};
use crate::pipeline::{Draw, HDR, Layouts, Maker, attributes, buffer, depth_state, filled, group, layout, plain, storage, uniform, vertex_buffer};
use base::records::FigureRecord;
use wgpu::BufferUsages as U;

/// Ranges of the visible list by slot, when the CPU culls.
pub(crate) type Ranges = Vec<(u32, u32)>;

pub(crate) struct CrowdRenderer {
    pub kinds: Vec<Kind>,
    /// Cull on the CPU and draw directly.
    pub cpu_cull: bool,
    pub draws: wgpu::Buffer,
    pub template: Vec<DrawArguments>,
    pub bake: wgpu::RenderPipeline,
    main: Vec<wgpu::RenderPipeline>,
    shadow: Vec<wgpu::RenderPipeline>,
    compute: [wgpu::ComputePipeline; 4],
    group: wgpu::BindGroup,
    cull_group: wgpu::BindGroup,
    cull: wgpu::Buffer,
    figures: wgpu::Buffer,
    visible: wgpu::Buffer,
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
}

impl CrowdRenderer {
    pub fn new(gpu: &Gpu, maker: &Maker, l: &Layouts, figures: &[Figure]) -> Self {
        let device = &gpu.device;
        // one vertex buffer, one index buffer, palettes and tables end to end
        let (mut vertices, mut indices, mut palette, mut lowest, mut kinds) = (vec![], vec![], vec![], vec![], vec![]);
        let mut template = vec![DrawArguments::default(); VIEWS * LEVELS * figures.len()];
        for (k, f) in figures.iter().enumerate() {
            kinds.push(Kind {
                first_row: palette.len() as u32,
                bones: f.bones as u32,
                first_lowest: lowest.len() as u32,
                frames: f.frames() as u32,
                height_m: f.height_m,
                extent_m: f.extent_m,
                radius_m: f.radius_m,
                pad: 0.0,
            });
            palette.extend_from_slice(&f.palette);
            lowest.extend_from_slice(&f.lowest);
            for (level, l) in f.levels.iter().enumerate() {
                for v in 0..VIEWS {
                    template[(v * LEVELS + level) * figures.len() + k] = DrawArguments {
                        index_count: l.indices.len() as u32,
                        instance_count: 0,
                        first_index: indices.len() as u32,
                        base_vertex: vertices.len() as i32,
                        first_instance: 0,
                    };
                }
                vertices.extend_from_slice(&l.vertices);
                indices.extend_from_slice(&l.indices);
            }
        }
        let vertices = filled(device, "crowd vertices", bytemuck::cast_slice(&vertices), U::VERTEX);
        let indices = filled(device, "crowd indices", bytemuck::cast_slice(&indices), U::INDEX);
        let palette = filled(device, "palettes", bytemuck::cast_slice(&palette), U::STORAGE);
        let lowest = filled(device, "lowest points", bytemuck::cast_slice(&lowest), U::STORAGE);
        let kind_buffer = filled(device, "kinds", bytemuck::cast_slice(&kinds), U::STORAGE);
        let cull = buffer(device, "cull", size_of::<Cull>(), U::UNIFORM | U::COPY_DST);
        let figure_buffer = buffer(device, "figures", FIGURES_MAX * size_of::<FigureRecord>(), U::STORAGE | U::COPY_DST);
        let draws = buffer(device, "draws", SLOTS_MAX * size_of::<DrawArguments>(), U::STORAGE | U::INDIRECT | U::COPY_DST | U::COPY_SRC);
        let visible = buffer(device, "visible", VISIBLE_MAX * 4, U::STORAGE | U::VERTEX | U::COPY_DST);
        let counters = buffer(device, "counters", SLOTS_MAX * 8, U::STORAGE);
        let cull_layout =
            layout(device, "cull", wgpu::ShaderStages::COMPUTE, &[uniform(), storage(true), storage(true), storage(false), storage(false), storage(false)]);
        let crowd_resources = [figure_buffer.as_entire_binding(), kind_buffer.as_entire_binding(), palette.as_entire_binding(), lowest.as_entire_binding()];
        let crowd_group = group(device, "crowd", &l.crowd, &crowd_resources);
        let cull_resources = [
            cull.as_entire_binding(),
            figure_buffer.as_entire_binding(),
            kind_buffer.as_entire_binding(),
            draws.as_entire_binding(),
            visible.as_entire_binding(),
            counters.as_entire_binding(),
        ];
        let cull_group = group(device, "cull", &cull_layout, &cull_resources);

        let (vertex, row) = (attributes(&CROWD_VERTEX), attributes(&CROWD_ROW));
        let buffers = [vertex_buffer::<CrowdVertex>(&vertex, wgpu::VertexStepMode::Vertex), vertex_buffer::<u32>(&row, wgpu::VertexStepMode::Instance)];
        let (module, shadow_module, cull_module) = (maker.module("crowd"), maker.module("crowd_shadow"), maker.module("cull"));
        let back = Some(wgpu::Face::Back);
        let main = (0..LEVELS)
            .map(|level| {
                // far levels are drawn by the thousand: fewer bones a vertex; paint lifted, or bodies vanish between their ribs
                let constants = [
                    ("INFLUENCES", [4.0, 4.0, 2.0, 1.0][level]),
                    ("BLEND", if level < 3 { 1.0 } else { 0.0 }),
                    ("GAIN", [1.0, 0.90, 0.86, 0.66][level]),
                    ("LIFT", [0.04, 0.24, 0.22, 0.08][level]),
                ];
                maker.draw(&Draw {
                    buffers: &buffers,
                    targets: &[plain(HDR)],
                    depth: depth_state(true, 0),
                    samples: maker.samples,
                    cull: back,
                    vertex_constants: &constants,
                    ..Draw::new(&format!("crowd {level}"), &module, &[&l.frame, &l.shadow_maps, &l.crowd])
                })
            })
            .collect();
        let shadow = (0..LEVELS)
            .map(|level| {
                let constants = [("INFLUENCES", if level < 2 { 2.0 } else { 1.0 }), ("BLEND", 0.0)];
                maker.draw(&Draw {
                    buffers: &buffers,
                    cull: back,
                    vertex_constants: &constants,
                    ..Draw::shadow(&format!("crowd shadow {level}"), &shadow_module, &[&l.frame, &l.shadow_view, &l.crowd])
                })
            })
            .collect();
        let bake = maker.draw(&Draw {
            fragment: Some("fragment_bake"),
            buffers: &buffers,
            targets: &[plain(crate::marks::BAKED), plain(crate::marks::BAKED)],
            depth: depth_state(true, 0),
            samples: 4,
            cull: back,
            ..Draw::new("crowd bake", &module, &[&l.frame, &l.shadow_maps, &l.crowd])
        });
        let compute = ["reset", "count", "scan", "scatter"].map(|entry| maker.compute(entry, &cull_module, &cull_layout));
        Self {
            kinds,
            cpu_cull: !gpu.indirect,
            draws,
            template,
            bake,
            main,
            shadow,
            compute,
            group: crowd_group,
            cull_group,
            cull,
            figures: figure_buffer,
            visible,
            vertices,
            indices,
        }
    }

    /// Uploads records and what culls them; culls at once if that is the CPU's task. Returns ranges and bytes.
    pub fn upload(&self, queue: &wgpu::Queue, cull: &Cull, figures: &[FigureRecord]) -> (Ranges, u64) {
        queue.write_buffer(&self.cull, 0, bytemuck::bytes_of(cull));
        let records: &[u8] = bytemuck::cast_slice(figures);
        let template: &[u8] = bytemuck::cast_slice(&self.template);
        if !records.is_empty() {
            queue.write_buffer(&self.figures, 0, records);
        }
        queue.write_buffer(&self.draws, 0, template);
        let mut bytes = size_of::<Cull>() + records.len() + template.len();
        let mut ranges = vec![];
        if self.cpu_cull {
            let mut visible = vec![];
            ranges = cull::lists(cull, &self.kinds, figures, VISIBLE_MAX, &mut visible);
            if !visible.is_empty() {
                queue.write_buffer(&self.visible, 0, bytemuck::cast_slice(&visible));
            }
            bytes += visible.len() * 4;
        }
        (ranges, bytes as u64)
    }

    /// The culling pass; nothing to do when the CPU has culled.
    pub fn cull(&self, pass: &mut wgpu::ComputePass, figures: u32) {
        if self.cpu_cull {
            return;
        }
        let groups = figures.div_ceil(64);
        pass.set_bind_group(0, &self.cull_group, &[]);
        for (pipeline, n) in self.compute.iter().zip([1, groups, 1, groups]) {
            pass.set_pipeline(pipeline);
            if n > 0 {
                pass.dispatch_workgroups(n, 1, 1);
            }
        }
    }

    /// Groups 0 and 1 are set by the pass.
    pub fn draw(&self, pass: &mut wgpu::RenderPass, ranges: &Ranges) -> u32 {
        self.bind(pass);
        let mut draws = 0;
        for level in 0..LEVELS {
            pass.set_pipeline(&self.main[level]);
            draws += self.draw_slots(pass, level * self.kinds.len(), ranges);
        }
        draws
    }

    /// Groups 0 and 1 are set by the pass.
    pub fn draw_shadow(&self, pass: &mut wgpu::RenderPass, cascade: usize, ranges: &Ranges) -> u32 {
        self.bind(pass);
        let mut draws = 0;
        for level in 1..LEVELS {
            pass.set_pipeline(&self.shadow[level]);
            draws += self.draw_slots(pass, ((cascade + 1) * LEVELS + level) * self.kinds.len(), ranges);
        }
        draws
    }

    /// For the bake of top views: one record, drawn by a row buffer that holds 0.
    pub fn draw_one(&self, pass: &mut wgpu::RenderPass, queue: &wgpu::Queue, record: &FigureRecord, kind: usize, row: &wgpu::Buffer) {
        queue.write_buffer(&self.figures, 0, bytemuck::bytes_of(record));
        self.bind(pass);
        pass.set_vertex_buffer(1, row.slice(..));
        let d = self.template[kind];
        pass.draw_indexed(d.first_index..d.first_index + d.index_count, d.base_vertex, 0..1);
    }

    fn bind(&self, pass: &mut wgpu::RenderPass) {
        pass.set_bind_group(2, &self.group, &[]);
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_vertex_buffer(1, self.visible.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
    }

    /// One level of one view: all kinds in one multi-draw, or one direct draw a kind from the CPU's ranges.
    fn draw_slots(&self, pass: &mut wgpu::RenderPass, slot: usize, ranges: &Ranges) -> u32 {
        let kinds = self.kinds.len();
        if !self.cpu_cull {
            pass.multi_draw_indexed_indirect(&self.draws, (slot * size_of::<DrawArguments>()) as u64, kinds as u32);
            return kinds as u32;
        }
        let mut draws = 0;
        for ((first, count), d) in ranges.iter().zip(&self.template).skip(slot).take(kinds) {
            if *count > 0 {
                pass.draw_indexed(d.first_index..d.first_index + d.index_count, d.base_vertex, *first..first + count);
                draws += 1;
            }
        }
        draws
    }
}
