//! The culling pass again, on the CPU: the oracle of the shader's counts, and the road for adapters without indirect
//! first instance. Twin of `shaders/cull.wgsl`.

use crate::gpu_data::{Cull, Kind, LEVELS, VIEWS};
use base::records::{FigureRecord, unhalf};
use glam::Vec3;

/// Kind of a record, if there is such a figure.
fn kind_of(record: &FigureRecord) -> usize {
    (record.look >> 8 & 255) as usize
}

/// The level a record is drawn at in a view; none: not at all.
#[must_use]
pub fn level_in(cull: &Cull, kinds: &[Kind], view: usize, record: &FigureRecord) -> Option<usize> {
    let kind = kinds.get(kind_of(record))?;
    let scale = unhalf(record.shape as u16);
    let center = Vec3::from(record.position) + Vec3::Z * (0.5 * kind.height_m * scale);
    let v = &cull.views[view];
    if v.planes.iter().any(|p| p.truncate().dot(center) + p.w < -kind.radius_m * scale) {
        return None;
    }
    let covered = |nearer: usize| {
        let n = &cull.views[nearer];
        n.planes[..4].iter().all(|p| p.truncate().dot(center) + p.w >= kind.radius_m * scale + n.levels.w)
    };
    if (1..view).any(covered) {
        return None;
    }
    let pixels = kind.height_m * scale * v.eye_focal.w / center.distance(v.eye_focal.truncate()).max(0.1);
    let level = cull.level_pixels.to_array()[..3].iter().filter(|limit| pixels < **limit).count();
    Some((level + v.levels.y as usize).clamp(v.levels.x as usize, LEVELS - 1))
}

/// Counts by slot: (view, level, kind).
#[must_use]
pub fn twin(cull: &Cull, kinds: &[Kind], records: &[FigureRecord]) -> Vec<u32> {
    let n = cull.kinds as usize;
    let mut counts = vec![0; VIEWS * LEVELS * n];
    for record in records {
        for view in 0..cull.views_used as usize {
            if let Some(level) = level_in(cull, kinds, view, record) {
                counts[(view * LEVELS + level) * n + kind_of(record)] += 1;
            }
        }
    }
    counts
}

/// What the shader leaves behind, made here: entries of the visible list and where each slot begins and how long it is.
pub fn lists(cull: &Cull, kinds: &[Kind], records: &[FigureRecord], visible_max: usize, visible: &mut Vec<u32>) -> Vec<(u32, u32)> {
    let n = cull.kinds as usize;
    let mut levels = vec![[u8::MAX; VIEWS]; records.len()];
    let mut counts = vec![0u32; VIEWS * LEVELS * n];
    for (record, levels) in records.iter().zip(&mut levels) {
        for (view, level) in levels.iter_mut().enumerate().take(cull.views_used as usize) {
            if let Some(l) = level_in(cull, kinds, view, record) {
                *level = l as u8;
                counts[(view * LEVELS + l) * n + kind_of(record)] += 1;
            }
        }
    }
    let mut first = 0;
    let ranges: Vec<(u32, u32)> = counts
        .iter()
        .map(|c| {
            let take = (*c).min(visible_max as u32 - first);
            first += take;
            (first - take, take)
        })
        .collect();
    visible.clear();
    visible.resize(first as usize, 0);
    let mut at: Vec<u32> = ranges.iter().map(|r| r.0).collect();
    for (row, (record, levels)) in records.iter().zip(&levels).enumerate() {
        for (view, level) in levels.iter().enumerate().filter(|l| *l.1 != u8::MAX) {
            let slot = (view * LEVELS + *level as usize) * n + kind_of(record);
            if at[slot] < ranges[slot].0 + ranges[slot].1 {
                visible[at[slot] as usize] = row as u32;
                at[slot] += 1;
            }
        }
    }
    ranges
}
