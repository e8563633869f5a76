//! What the GPU says of past frames: time by pass and figures drawn, read back without ever waiting for it.

use crate::device::Gpu;
use crate::gpu_data::Draw;
use crate::pipeline::buffer;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use wgpu::BufferUsages as U;

/// Every pass of a frame, in order.
pub const PASSES: [&str; 12] =
    ["cull", "shadow 0", "shadow 1", "shadow 2", "opaque", "occlusion", "puffs", "bloom 0", "bloom 1", "bloom 2", "tone", "interface"];
/// Passes before this one are resolved to the start of the buffer, the rest to its second part: alignment is 256 bytes.
const SECOND_PART: usize = 4;
const SECOND_OFFSET: u64 = 256;
/// Frames under way at most that are read back.
const SLOTS: usize = 3;

const FREE: u8 = 0;
const WAITING: u8 = 1;
const READY: u8 = 2;

struct Slot {
    stamps: wgpu::Buffer,
    draws: wgpu::Buffer,
    /// Both buffers are mapped when this has counted up to READY twice.
    state: Arc<AtomicU8>,
    waiting: bool,
    passes: [bool; PASSES.len()],
}

/// The newest frame that came back.
#[derive(Clone, Debug, Default)]
pub struct ReadBack {
    /// Milliseconds by pass; empty where the adapter has no timestamps.
    pub pass_ms: Vec<(&'static str, f32)>,
    /// By view, level, kind.
    pub crowd: Vec<Draw>,
}

pub(crate) struct Timing {
    queries: Option<(wgpu::QuerySet, wgpu::Buffer)>,
    slots: Vec<Slot>,
    draw_bytes: u64,
    pub last: ReadBack,
}

impl Timing {
    pub fn new(gpu: &Gpu, slots: usize) -> Self {
        let device = &gpu.device;
        let queries = gpu.timestamps.then(|| {
            let count = PASSES.len() as u32 * 2;
            let set = device.create_query_set(&wgpu::QuerySetDescriptor { label: Some("passes"), ty: wgpu::QueryType::Timestamp, count });
            (set, buffer(device, "stamps", 512, U::QUERY_RESOLVE | U::COPY_SRC))
        });
        let draw_bytes = (slots * size_of::<Draw>()) as u64;
        let slots = (0..SLOTS)
            .map(|_| Slot {
                stamps: buffer(device, "stamps read", 512, U::COPY_DST | U::MAP_READ),
                draws: buffer(device, "draws read", draw_bytes as usize, U::COPY_DST | U::MAP_READ),
                state: Arc::new(AtomicU8::new(FREE)),
                waiting: false,
                passes: [false; PASSES.len()],
            })
            .collect();
        Self { queries, slots, draw_bytes, last: ReadBack::default() }
    }

    pub fn render(&self, pass: usize) -> Option<wgpu::RenderPassTimestampWrites<'_>> {
        self.queries.as_ref().map(|(query_set, _)| wgpu::RenderPassTimestampWrites {
            query_set,
            beginning_of_pass_write_index: Some(pass as u32 * 2),
            end_of_pass_write_index: Some(pass as u32 * 2 + 1),
        })
    }

    pub fn compute(&self, pass: usize) -> Option<wgpu::ComputePassTimestampWrites<'_>> {
        self.queries.as_ref().map(|(query_set, _)| wgpu::ComputePassTimestampWrites {
            query_set,
            beginning_of_pass_write_index: Some(pass as u32 * 2),
            end_of_pass_write_index: Some(pass as u32 * 2 + 1),
        })
    }

    /// Takes what has come back since.
    pub fn harvest(&mut self, gpu: &Gpu) {
        if let Err(error) = gpu.device.poll(wgpu::PollType::Poll) {
            tracing::debug!("polling the graphics device: {error}");
        }
        let period = f64::from(gpu.queue.get_timestamp_period()) * 1e-6;
        for slot in &mut self.slots {
            if !slot.waiting || slot.state.load(Ordering::Acquire) < READY {
                continue;
            }
            if let Ok(range) = slot.draws.get_mapped_range(..) {
                self.last.crowd = bytemuck::pod_collect_to_vec(&range);
            }
            if self.queries.is_some()
                && let Ok(range) = slot.stamps.get_mapped_range(..)
            {
                let stamps: Vec<u64> = bytemuck::pod_collect_to_vec(&range);
                let at = |pass: usize| if pass < SECOND_PART { pass * 2 } else { SECOND_OFFSET as usize / 8 + (pass - SECOND_PART) * 2 };
                self.last.pass_ms = (0..PASSES.len())
                    .filter(|p| slot.passes[*p])
                    .map(|p| (PASSES[p], (stamps[at(p) + 1].saturating_sub(stamps[at(p)]) as f64 * period) as f32))
                    .collect();
            }
            slot.stamps.unmap();
            slot.draws.unmap();
            slot.state.store(FREE, Ordering::Release);
            slot.waiting = false;
        }
    }

    /// At the end of a frame's commands: copies to a free slot, if there is one.
    pub fn record(&mut self, encoder: &mut wgpu::CommandEncoder, draws: &wgpu::Buffer, passes: [bool; PASSES.len()]) -> Option<usize> {
        let k = self.slots.iter().position(|s| !s.waiting)?;
        let slot = &mut self.slots[k];
        slot.passes = passes;
        encoder.copy_buffer_to_buffer(draws, 0, &slot.draws, 0, self.draw_bytes);
        if let Some((set, resolve)) = &self.queries {
            // only what was written: shadow and interface passes may be left out
            let first = passes[..SECOND_PART].iter().take_while(|p| **p).count() as u32;
            let second = passes[SECOND_PART..].iter().take_while(|p| **p).count() as u32;
            let start = SECOND_PART as u32 * 2;
            encoder.resolve_query_set(set, 0..first * 2, resolve, 0);
            encoder.resolve_query_set(set, start..start + second * 2, resolve, SECOND_OFFSET);
            encoder.copy_buffer_to_buffer(resolve, 0, &slot.stamps, 0, 512);
        }
        Some(k)
    }

    /// After the submit.
    pub fn map(&mut self, slot: Option<usize>) {
        let Some(slot) = slot.and_then(|k| self.slots.get_mut(k)) else { return };
        slot.waiting = true;
        for buffer in [&slot.stamps, &slot.draws] {
            let state = slot.state.clone();
            buffer.map_async(wgpu::MapMode::Read, .., move |result| {
                if result.is_ok() {
                    state.fetch_add(WAITING, Ordering::AcqRel);
                }
            });
        }
    }
}
