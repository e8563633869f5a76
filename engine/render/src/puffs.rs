//! Dust, smoke and fire: soft billboards over the resolved picture, sorted from far to near.

use crate::device::Gpu;
use crate::gpu_data::{PUFF_RECORD, PUFFS_MAX};
use crate::pipeline::{Draw, Layouts, Maker, attributes, buffer, mixed, vertex_buffer};
use base::records::PuffRecord;
use glam::Vec3;
use wgpu::BufferUsages as U;

pub(crate) struct PuffRenderer {
    main: wgpu::RenderPipeline,
    records: wgpu::Buffer,
    sorted: Vec<PuffRecord>,
}

impl PuffRenderer {
    pub fn new(gpu: &Gpu, maker: &Maker, l: &Layouts) -> Self {
        let record = attributes(&PUFF_RECORD);
        let module = maker.module("puffs");
        let main = maker.draw(&Draw {
            buffers: &[vertex_buffer::<PuffRecord>(&record, wgpu::VertexStepMode::Instance)],
            targets: &[mixed(wgpu::BlendFactor::OneMinusSrcAlpha)],
            strip: true,
            ..Draw::new("puffs", &module, &[&l.frame, &l.shadow_maps, &l.depth])
        });
        Self { main, records: buffer(&gpu.device, "puff records", PUFFS_MAX * size_of::<PuffRecord>(), U::VERTEX | U::COPY_DST), sorted: vec![] }
    }

    /// Sorts and uploads; of too many the farthest are left out. Returns how many there are, and bytes.
    pub fn upload(&mut self, queue: &wgpu::Queue, puffs: &[PuffRecord], eye: Vec3) -> (u32, u64) {
        self.sorted.clear();
        self.sorted.extend(puffs.iter().filter(|p| p.position.iter().all(|v| v.is_finite())));
        self.sorted.sort_by(|a, b| Vec3::from(b.position).distance_squared(eye).total_cmp(&Vec3::from(a.position).distance_squared(eye)));
        let first = self.sorted.len().saturating_sub(PUFFS_MAX);
        let bytes: &[u8] = bytemuck::cast_slice(&self.sorted[first..]);
        if !bytes.is_empty() {
            queue.write_buffer(&self.records, 0, bytes);
        }
        ((self.sorted.len() - first) as u32, bytes.len() as u64)
    }

    /// All groups are set by the pass.
    pub fn draw(&self, pass: &mut wgpu::RenderPass, count: u32) {
        if count > 0 {
            pass.set_pipeline(&self.main);
            pass.set_vertex_buffer(0, self.records.slice(..));
            pass.draw(0..4, 0..count);
        }
    }
}
