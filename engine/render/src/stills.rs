//! Still models: the scenery, uploaded once and drawn in runs of 16 m chunks, and a few moving things uploaded each frame.

use crate::device::Gpu;
use crate::gpu_data::{DYNAMIC_MAX, MODEL_VERTEX, ModelVertex, STILL_RECORD};
use crate::model::Model;
use crate::pipeline::{Draw, HDR, Layouts, Maker, attributes, buffer, depth_state, filled, plain, vertex_buffer};
use base::records::StillRecord;
use glam::{Vec3, vec3};
use wgpu::BufferUsages as U;

/// Side of the chunks that are drawn or left out together.
const CHUNK_M: f32 = 16.0;

#[derive(Clone, Copy, Default)]
struct Range {
    first: u32,
    count: u32,
    base: i32,
}

/// What is drawn or left out together.
pub(crate) struct StillRun {
    pub model: usize,
    pub low: Vec3,
    pub high: Vec3,
    pub casts: bool,
    pub reach_m: f32,
    first: u32,
    count: u32,
}

/// A group of moving things in this frame's upload.
pub(crate) struct DynamicRun {
    pub model: usize,
    first: u32,
    count: u32,
}

/// Draws and triangles so far.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    pub draws: u32,
    pub triangles: u64,
}

pub(crate) struct StillRenderer {
    main: wgpu::RenderPipeline,
    shadow: wgpu::RenderPipeline,
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    ranges: Vec<[Range; 2]>,
    /// Radius, height, small, stiff.
    shapes: Vec<(f32, f32, bool, bool)>,
    records: wgpu::Buffer,
    pub runs: Vec<StillRun>,
    dynamic: wgpu::Buffer,
}

impl StillRenderer {
    pub fn new(gpu: &Gpu, maker: &Maker, l: &Layouts, models: &[Model]) -> Self {
        let device = &gpu.device;
        let (mut vertices, mut indices, mut ranges) = (vec![], vec![], vec![]);
        for model in models {
            ranges.push([0, 1].map(|level: usize| {
                let m = &model.levels[level];
                let range = Range { first: indices.len() as u32, count: m.indices.len() as u32, base: vertices.len() as i32 };
                vertices.extend_from_slice(&m.vertices);
                indices.extend_from_slice(&m.indices);
                range
            }));
        }
        let (vertex, record) = (attributes(&MODEL_VERTEX), attributes(&STILL_RECORD));
        let buffers =
            [vertex_buffer::<ModelVertex>(&vertex, wgpu::VertexStepMode::Vertex), vertex_buffer::<StillRecord>(&record, wgpu::VertexStepMode::Instance)];
        let (module, shadow_module) = (maker.module("stills"), maker.module("stills_shadow"));
        let main = maker.draw(&Draw {
            buffers: &buffers,
            targets: &[plain(HDR)],
            depth: depth_state(true, 0),
            samples: maker.samples,
            ..Draw::new("stills", &module, &[&l.frame, &l.shadow_maps])
        });
        let shadow = maker.draw(&Draw { buffers: &buffers, ..Draw::shadow("stills shadow", &shadow_module, &[&l.frame, &l.shadow_view]) });
        Self {
            main,
            shadow,
            vertices: filled(device, "model vertices", bytemuck::cast_slice(&vertices), U::VERTEX),
            indices: filled(device, "model indices", bytemuck::cast_slice(&indices), U::INDEX),
            ranges,
            shapes: models.iter().map(|m| (m.radius_m, m.height_m, m.small(), m.stiff)).collect(),
            records: buffer(device, "still records", 64, U::VERTEX),
            runs: vec![],
            dynamic: buffer(device, "dynamic records", DYNAMIC_MAX * size_of::<StillRecord>(), U::VERTEX | U::COPY_DST),
        }
    }

    /// Replaces the scenery. Groups with an unknown model are left out.
    pub fn set(&mut self, gpu: &Gpu, groups: &[(usize, Vec<StillRecord>)]) {
        // sorted by model and chunk, so that neighbours in a row of chunks merge into one draw
        let cell = |v: f32| (v / CHUNK_M).floor() as i32;
        let mut all: Vec<(usize, i32, i32, &StillRecord)> = groups
            .iter()
            .filter(|g| g.0 < self.ranges.len())
            .flat_map(|(model, records)| records.iter().map(move |r| (*model, cell(r.position[1]), cell(r.position[0]), r)))
            .collect();
        all.sort_by_key(|k| (k.0, k.1, k.2));
        let records: Vec<StillRecord> = all.iter().map(|k| *k.3).collect();
        self.records = filled(&gpu.device, "still records", bytemuck::cast_slice(&records), U::VERTEX);
        self.runs.clear();
        let mut first = 0;
        for chunk in all.chunk_by(|a, b| (a.0, a.1, a.2) == (b.0, b.1, b.2)) {
            let model = chunk[0].0;
            let (radius, height, small, _) = self.shapes[model];
            let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
            for (_, _, _, r) in chunk {
                let p = Vec3::from(r.position);
                let reach = radius.min(12.0) * r.scale[0];
                low = low.min(p - vec3(reach, reach, 0.5));
                high = high.max(p + vec3(reach, reach, height * r.scale[1]));
            }
            let reach_m = if small { 75.0 } else { 400.0 };
            self.runs.push(StillRun { model, low, high, casts: !small, reach_m, first, count: chunk.len() as u32 });
            first += chunk.len() as u32;
        }
    }

    /// Uploads this frame's moving things; what is over the limit is left out. Returns runs and bytes.
    pub fn upload(&self, queue: &wgpu::Queue, groups: &[(usize, &[StillRecord])]) -> (Vec<DynamicRun>, u64) {
        let (mut runs, mut first) = (vec![], 0usize);
        for (model, records) in groups {
            let records = &records[..records.len().min(DYNAMIC_MAX - first)];
            if *model >= self.ranges.len() || records.is_empty() {
                continue;
            }
            queue.write_buffer(&self.dynamic, (first * size_of::<StillRecord>()) as u64, bytemuck::cast_slice(records));
            runs.push(DynamicRun { model: *model, first: first as u32, count: records.len() as u32 });
            first += records.len();
        }
        (runs, (first * size_of::<StillRecord>()) as u64)
    }

    /// Whether a model's full level casts in the nearest cascade.
    pub fn stiff(&self, model: usize) -> bool {
        self.shapes[model].3
    }

    /// Groups 0 and 1 are set by the pass.
    pub fn draw(
        &self,
        pass: &mut wgpu::RenderPass,
        keep: impl Fn(&StillRun) -> bool,
        level: impl Fn(&StillRun) -> usize,
        dynamic: &[DynamicRun],
        tally: &mut Tally,
    ) {
        pass.set_pipeline(&self.main);
        self.draw_runs(pass, keep, level, tally);
        self.draw_dynamic(pass, dynamic, tally);
    }

    /// Groups 0 and 1 are set by the pass.
    pub fn draw_shadow(
        &self,
        pass: &mut wgpu::RenderPass,
        keep: impl Fn(&StillRun) -> bool,
        level: impl Fn(&StillRun) -> usize,
        dynamic: &[DynamicRun],
        tally: &mut Tally,
    ) {
        pass.set_pipeline(&self.shadow);
        self.draw_runs(pass, |r| r.casts && keep(r), level, tally);
        self.draw_dynamic(pass, dynamic, tally);
    }

    fn draw_dynamic(&self, pass: &mut wgpu::RenderPass, dynamic: &[DynamicRun], tally: &mut Tally) {
        pass.set_vertex_buffer(1, self.dynamic.slice(..));
        for run in dynamic {
            let r = self.ranges[run.model][usize::from(!self.stiff(run.model))];
            pass.draw_indexed(r.first..r.first + r.count, r.base, run.first..run.first + run.count);
            tally.draws += 1;
            tally.triangles += u64::from(r.count) / 3 * u64::from(run.count);
        }
    }

    fn draw_runs(&self, pass: &mut wgpu::RenderPass, keep: impl Fn(&StillRun) -> bool, level: impl Fn(&StillRun) -> usize, tally: &mut Tally) {
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_vertex_buffer(1, self.records.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
        let mut run: Option<(usize, usize, u32, u32)> = None;
        let mut flush = |pass: &mut wgpu::RenderPass, run: &mut Option<(usize, usize, u32, u32)>| {
            if let Some((model, level, a, b)) = run.take() {
                let r = self.ranges[model][level];
                pass.draw_indexed(r.first..r.first + r.count, r.base, a..b);
                tally.draws += 1;
                tally.triangles += u64::from(r.count) / 3 * u64::from(b - a);
            }
        };
        for s in self.runs.iter().filter(|s| keep(s)) {
            let l = level(s);
            match &mut run {
                Some((m, k, _, end)) if *m == s.model && *k == l && *end == s.first => *end += s.count,
                _ => {
                    flush(pass, &mut run);
                    run = Some((s.model, l, s.first, s.first + s.count));
                }
            }
        }
        flush(pass, &mut run);
    }
}
