//! Who is near whom: gathered once a tick for the steering and both rounds of the correction (H5, H13).

use crate::derived::grid::Grid;
use glam::Vec2;

/// Neighbours kept for one unit.
pub const NEAR_MAX: usize = 24;
/// Range of the repulsion as a multiple of the sum of radii (H5: 0.9 m for two of 0.4 m).
pub const REPEL_RANGE: f32 = 1.125;
/// Neighbours are kept this much beyond the repulsion, metres: they come nearer within the tick.
const REACH_M: f32 = 0.15;
/// What a neighbour looked for in whole cells may be beyond them, metres.
const CELL_SLACK_M: f32 = 0.1;

/// What a neighbour must know about another beyond its place.
#[derive(Clone, Copy, Debug, Default)]
pub struct Key {
    /// Way left at the last tick, metres.
    pub remaining_m: f32,
    /// How fast it would walk, m/s.
    pub wants_mps: f32,
    /// Who.
    pub id: u32,
    /// Its target's id.
    pub target: u32,
    /// `assign_slots::Fixed` as a number.
    pub fixed: u8,
    /// 1: kicks smaller ones aside.
    pub kicks: u8,
    /// 1: wants nothing.
    pub idle: u8,
    /// `Motion` at the last tick.
    pub motion: u8,
}

/// Places of the neighbours of one unit.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    count: u32,
    places: [u32; NEAR_MAX],
}

impl Default for Near {
    fn default() -> Self {
        Self { count: 0, places: [0; NEAR_MAX] }
    }
}

impl Near {
    /// The places in sorted order.
    #[must_use]
    #[inline]
    pub fn places(&self) -> &[u32] {
        &self.places[..self.count as usize]
    }
}

/// From the neighbours to the unit: offsets, their lengths and inverses. Filled four at a time.
pub struct Offsets {
    x: [f32; NEAR_MAX],
    y: [f32; NEAR_MAX],
    /// Distance in metres, at least a millimetre.
    pub distance_m: [f32; NEAR_MAX],
    inverse: [f32; NEAR_MAX],
}

impl Default for Offsets {
    fn default() -> Self {
        Self { x: [1.0; NEAR_MAX], y: [1.0; NEAR_MAX], distance_m: [1.0; NEAR_MAX], inverse: [1.0; NEAR_MAX] }
    }
}

impl Offsets {
    /// Unit vector from neighbour `q` to the unit; for two in one place along x, by their ids.
    #[must_use]
    #[inline]
    pub fn away(&self, q: usize, first_by_id: bool) -> Vec2 {
        if self.distance_m[q] > 1.1e-3 {
            Vec2::new(self.x[q] * self.inverse[q], self.y[q] * self.inverse[q])
        } else {
            Vec2::new(if first_by_id { 1.0 } else { -1.0 }, 0.0)
        }
    }
}

/// Finds the neighbours of the unit at `place`. The store is unconditional and the count moves by a comparison: no
/// branch to mispredict.
#[inline]
pub fn gather(grid: &Grid, place: usize, near: &mut Near, offsets: &mut Offsets) {
    let (xs, ys, radii) = grid.columns();
    let (x, y, radius_m) = (xs[place], ys[place], radii[place]);
    let cell = grid.cells()[place] as usize;
    let (width, height) = grid.size();
    let (cx, cy) = (cell % width, cell / width);
    let largest_m = grid.radius_near_m(cell).max(radius_m);
    let alike = largest_m <= grid.radius_min_m();
    let range = (radius_m + largest_m) * REPEL_RANGE + REACH_M;
    let reach = (range - CELL_SLACK_M).ceil().max(1.0) as usize;
    let (x0, x1) = (cx.saturating_sub(reach), (cx + reach).min(width - 1));
    let mut count = 0usize;
    for row in cy.saturating_sub(reach)..=(cy + reach).min(height - 1) {
        let places = grid.places(row, x0, x1);
        let first = places.start;
        let (xs, ys, radii) = (&xs[places.clone()], &ys[places.clone()], &radii[places]);
        for k in 0..xs.len() {
            let (dx, dy) = (x - xs[k], y - ys[k]);
            let limit = if alike { range } else { (radius_m + radii[k]) * REPEL_RANGE + REACH_M };
            near.places[count] = (first + k) as u32;
            offsets.x[count] = dx;
            offsets.y[count] = dy;
            count += usize::from((dx * dx + dy * dy < limit * limit) & (first + k != place) & (count < NEAR_MAX - 1));
        }
    }
    near.count = count as u32;
    for q in 0..count.next_multiple_of(4) {
        let distance_m = (offsets.x[q] * offsets.x[q] + offsets.y[q] * offsets.y[q]).sqrt().max(1e-3);
        offsets.distance_m[q] = distance_m;
        offsets.inverse[q] = 1.0 / distance_m;
    }
}
