//! Counts the crowd into the flow grid every few ticks: density, wishes, top speeds; blurred without leaking through walls (H8).

use super::flow::{self, Cell};
use crate::stage::Stage;
use base::chunks;

/// Ticks between two refreshes.
pub const FLOW_TICKS: u32 = 5;
/// Square of the radius that counts as one enemy, m^2 (r 0.4).
pub const UNIT_M2: f32 = 0.16;
/// Who is larger than this covers several cells, metres.
const SPREAD_RADIUS_M: f32 = 0.5;
/// A large one covers the cells whose middles lie this far beyond its radius, metres.
const SPREAD_EDGE_M: f32 = 0.3;
/// Six are used; eight are two registers.
const LAYERS: usize = 8;

type Layers = [f32; LAYERS];

/// Buffers.
#[derive(Default)]
pub struct FlowScratch {
    raw: Vec<Layers>,
    columns: Vec<Layers>,
    /// Whether anybody stands in a row of cells.
    occupied: Vec<bool>,
}

/// Refreshes the flow when it is time.
pub fn run(stage: &mut Stage<'_>) {
    let Stage { world, derived, scratch, .. } = stage;
    let (width, height) = derived.ground.size();
    let cells = width * height;
    if !world.tick.is_multiple_of(FLOW_TICKS) && world.crowd.flow.len() == cells {
        return;
    }
    let FlowScratch { raw, columns, occupied } = &mut scratch.horde.flow;
    raw.resize(cells, [0.0; LAYERS]);
    columns.resize(cells, [0.0; LAYERS]);
    world.crowd.flow.resize(cells, [0; 8]);
    let (units, grid) = (&world.units, &derived.grid);
    let (x, y, radii) = grid.columns();
    let layers = |place: usize, amount: f32| {
        let row = grid.rows()[place] as usize;
        let wish = if units.idle[row] == 0 { units.facing[row] } else { glam::Vec2::ZERO };
        let way = |v: f32| amount * v.max(0.0);
        [amount, way(wish.x), way(-wish.x), way(wish.y), way(-wish.y), amount * units.speed_mps[row], 0.0, 0.0]
    };
    // On a large map most rows of cells have nobody near them: there nothing is counted and the flow is nothing.
    occupied.clear();
    occupied.extend((0..height).map(|y| !grid.places(y, 0, width - 1).is_empty()));
    let covers = if grid.radius_max_m() > SPREAD_RADIUS_M { (grid.radius_max_m() + SPREAD_EDGE_M).ceil() as usize } else { 0 };
    let occupied = &*occupied;
    let near = |row: usize, rows: usize| occupied[row.saturating_sub(rows)..(row + rows + 1).min(height)].contains(&true);
    chunks::each(raw, width, |first, out| {
        if !near(first / width, covers + 2) {
            return;
        }
        for (i, out) in out.iter_mut().enumerate() {
            *out = [0.0; LAYERS];
            for place in grid.places(first / width, i, i).filter(|place| radii[*place] <= SPREAD_RADIUS_M) {
                add(out, layers(place, radii[place] * radii[place] / UNIT_M2));
            }
        }
    });
    let spread = if grid.radius_max_m() > SPREAD_RADIUS_M { radii } else { &[] };
    for (place, radius_m) in spread.iter().enumerate().filter(|(_, radius_m)| **radius_m > SPREAD_RADIUS_M) {
        let reach = radius_m + SPREAD_EDGE_M;
        let (cx, cy) = (x[place] as i32, y[place] as i32);
        let span = reach.ceil() as i32;
        let covered = (cy - span..=cy + span).flat_map(|j| (cx - span..=cx + span).map(move |i| (i, j))).filter(|(i, j)| {
            let (dx, dy) = (*i as f32 + 0.5 - x[place], *j as f32 + 0.5 - y[place]);
            *i >= 0 && *j >= 0 && *i < width as i32 && *j < height as i32 && dx * dx + dy * dy <= reach * reach
        });
        let share = radius_m * radius_m / UNIT_M2 / covered.clone().count().max(1) as f32;
        for (i, j) in covered {
            add(&mut raw[j as usize * width + i as usize], layers(place, share));
        }
    }
    let solid = derived.ground.solid_cells();
    // Weights of blocked cells go to the middle one.
    let raw = &*raw;
    chunks::each(columns, width, |first, out| {
        if !near(first / width, covers + 1) {
            return;
        }
        for (x, out) in out.iter_mut().enumerate() {
            let c = first + x;
            if solid[c] {
                continue;
            }
            let up = if first > 0 && !solid[c - width] { c - width } else { c };
            let down = if first + width < cells && !solid[c + width] { c + width } else { c };
            *out = blur(&raw[up], &raw[c], &raw[down]);
        }
    });
    let columns = &*columns;
    chunks::each(&mut world.crowd.flow, width, |first, out| {
        if !near(first / width, covers + 1) {
            out.iter_mut().zip(&solid[first..]).for_each(|(out, solid)| *out = if *solid { flow::SOLID } else { [0; 8] });
            return;
        }
        for (x, out) in out.iter_mut().enumerate() {
            let c = first + x;
            if solid[c] {
                *out = flow::SOLID;
                continue;
            }
            let left = if x > 0 && !solid[c - 1] { c - 1 } else { c };
            let right = if x + 1 < width && !solid[c + 1] { c + 1 } else { c };
            let [density, e, w, s, n, speed, ..] = blur(&columns[left], &columns[c], &columns[right]);
            *out = Cell { density, wish: [e, w, s, n], speed }.pack();
        }
    });
}

fn add(cell: &mut Layers, more: Layers) {
    for (sum, more) in cell.iter_mut().zip(more) {
        *sum += more;
    }
}

fn blur(a: &Layers, middle: &Layers, b: &Layers) -> Layers {
    let mut out = [0.0; LAYERS];
    for k in 0..LAYERS {
        out[k] = 0.25 * (a[k] + 2.0 * middle[k] + b[k]);
    }
    out
}
