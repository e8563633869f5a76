//! Claims: where the crowd of each target is and will want to be in the next seconds.
//!
//! What makes two crowds pass through one gap is not the lane inside it but the way out through the other side's queue.
//! So each target's density is carried some metres along its own field; the others find that room dear and step out of
//! it when the claim's owner has less way left. With one target in use there are no claims.

use super::refresh_flow::UNIT_M2;
use crate::derived::Derived;
use crate::derived::field::Field;
use crate::tables::TowerId;
use crate::world::World;
use glam::Vec2;

/// Steps of a claim in one enemy a cell.
const STEPS: f32 = 64.0;
/// Cells that a claim is carried.
const CARRY_CELLS: usize = 16;
/// Most that a cell hands on, enemies a cell: the lane is as long as the stream needs, not deeper.
const CARRY_MAX: f32 = 0.525;
/// Widenings by a cell, so that who yields leaves a lane and not a slit, and what each keeps.
const WIDENINGS: usize = 2;
const WIDEN_KEEP: f32 = 0.7;

/// Farther than this from everybody who goes elsewhere nobody lays a claim: two crowds see each other's lane before it, meters.
const MEET_M: f32 = 48.0;

/// Buffers.
#[derive(Default)]
pub struct ClaimScratch {
    now: Vec<f32>,
    next: Vec<f32>,
    sum: Vec<f32>,
    cells: Vec<u32>,
    cells_next: Vec<u32>,
    touched: Vec<u32>,
    /// Spare columns of `World::crowd.claims`.
    pub spare: Vec<Vec<u8>>,
}

/// A claim in enemies a cell.
#[must_use]
#[inline]
pub fn value(claim: u8) -> f32 {
    f32::from(claim) / STEPS
}

/// Carries the crowd of `target` along `field` and writes the claim, cell by cell.
pub fn carry(world: &World, derived: &Derived, field: &Field, target: TowerId, scratch: &mut ClaimScratch, out: &mut Vec<u8>) {
    let ClaimScratch { now, next, sum, cells, cells_next, touched, .. } = scratch;
    let (width, height) = derived.ground.size();
    let solid = derived.ground.solid_cells();
    for column in [&mut *now, &mut *next, &mut *sum] {
        column.clear();
        column.resize(width * height, 0.0);
    }
    for list in [&mut *cells, &mut *cells_next, &mut *touched] {
        list.clear();
    }
    let (_, _, radii) = derived.grid.columns();
    let units = &world.units;
    // Only who comes near somebody else's crowd can be in its way.
    let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
    for (target_of, (position, idle)) in units.target.iter().zip(units.position.iter().zip(&units.idle)) {
        if *target_of != target && *idle == 0 {
            (low, high) = (low.min(*position), high.max(*position));
        }
    }
    let (low, high) = (low - MEET_M, high + MEET_M);
    let ring = derived.rings.ring(target);
    for (place, row) in derived.grid.rows().iter().enumerate() {
        let row = *row as usize;
        // Who queues at its target or strikes it goes nowhere: a passer-by who stepped aside for such a claim stepped to and
        // fro for good.
        let arrived = ring.is_some_and(|ring| ring.reach_m(units.position[row]) < ring.ask_m(units.class[row]));
        let meets = !arrived && units.position[row].cmpge(low).all() && units.position[row].cmple(high).all();
        if meets && units.target[row] == target && units.idle[row] == 0 {
            put(now, cells, derived.grid.cell(place) as u32, radii[place] * radii[place] / UNIT_M2);
        }
    }
    // At least one where they stand.
    for cell in &*cells {
        put(sum, touched, *cell, 1.0);
    }
    let decay = 1.0 - 1.0 / CARRY_CELLS as f32;
    for _ in 0..CARRY_CELLS {
        for cell in cells.drain(..) {
            let amount = std::mem::take(&mut now[cell as usize]);
            if amount < 0.01 {
                continue;
            }
            // Every cell of a crowd for every step: one short division, and no call to round down.
            let y = cell / width as u32;
            let x = cell - y * width as u32;
            let Some(sample) = field.cell_at(x as usize, y as usize) else { continue };
            let corner = Vec2::new(x as f32, y as f32) + sample.down;
            let (ix, iy) = ((corner.x + 1.0) as i32 - 1, (corner.y + 1.0) as i32 - 1);
            let (tx, ty) = (corner.x - ix as f32, corner.y - iy as f32);
            let amount = amount.min(CARRY_MAX) * decay;
            for (x, y, share) in [(ix, iy, (1.0 - tx) * (1.0 - ty)), (ix + 1, iy, tx * (1.0 - ty)), (ix, iy + 1, (1.0 - tx) * ty), (ix + 1, iy + 1, tx * ty)] {
                if share > 0.0 && x >= 0 && y >= 0 && x < width as i32 && y < height as i32 && !solid[y as usize * width + x as usize] {
                    put(next, cells_next, (y as usize * width + x as usize) as u32, amount * share);
                }
            }
        }
        std::mem::swap(now, next);
        std::mem::swap(cells, cells_next);
        for cell in &*cells {
            let amount = now[*cell as usize];
            if sum[*cell as usize] == 0.0 {
                touched.push(*cell);
            }
            sum[*cell as usize] = sum[*cell as usize].max(amount);
        }
    }
    widen(sum, next, touched, solid, width, height);
    out.clear();
    out.extend(sum.iter().map(|v| (v * STEPS + 0.5) as u8));
}

fn put(column: &mut [f32], cells: &mut Vec<u32>, cell: u32, amount: f32) {
    let value = &mut column[cell as usize];
    if *value == 0.0 {
        cells.push(cell);
    }
    *value += amount;
}

/// Dilates the claim within the rectangle it touches.
fn widen(sum: &mut [f32], before: &mut [f32], touched: &[u32], solid: &[bool], width: usize, height: usize) {
    let (mut x0, mut x1, mut y0, mut y1) = (width, 0, height, 0);
    for cell in touched {
        let (x, y) = (*cell as usize % width, *cell as usize / width);
        (x0, x1, y0, y1) = (x0.min(x), x1.max(x), y0.min(y), y1.max(y));
    }
    if touched.is_empty() {
        return;
    }
    let (x0, y0) = (x0.saturating_sub(WIDENINGS).max(1), y0.saturating_sub(WIDENINGS).max(1));
    let (x1, y1) = ((x1 + WIDENINGS).min(width - 2), (y1 + WIDENINGS).min(height - 2));
    for _ in 0..WIDENINGS {
        before.copy_from_slice(sum);
        for y in y0..=y1 {
            for k in y * width + x0..=y * width + x1 {
                if !solid[k] {
                    sum[k] = sum[k].max(before[k - 1].max(before[k + 1]).max(before[k - width]).max(before[k + width]) * WIDEN_KEEP);
                }
            }
        }
    }
}
