//! Who is near whom: gathered once a tick for the steering and both rounds of the correction (H5, H13).

use super::right_of_way;
use crate::derived::grid::Grid;
use glam::{Vec2, Vec4};

/// Neighbors kept for one unit: with the count and a flag they fill one line of the cache.
pub const NEAR_MAX: usize = 31;
/// Room for them in lanes of four.
const LANES_MAX: usize = 32;
/// Range of the repulsion as a multiple of the sum of radii (H5: 0.9 m for two of 0.4 m).
pub const REPEL_RANGE: f32 = 1.125;
/// Neighbors are kept this much beyond the repulsion, metres: they come nearer within the tick.
const REACH_M: f32 = 0.15;
/// What a neighbor looked for in whole cells may be beyond them, metres.
const CELL_SLACK_M: f32 = 0.1;
/// Farthest in the sort that a neighbor is looked for.
const HEAP_MAX: usize = 30_000;
/// Two nearer than this are in one place, metres.
const ONE_PLACE_M: f32 = 1e-3;

/// What a neighbor must know about another beyond its place. 32 bytes, so that none lies on two lines of the cache.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Key {
    /// m/s.
    pub velocity: Vec2,
    /// Length 1.
    pub facing: Vec2,
    /// Way left at the last tick, metres.
    pub remaining_m: f32,
    /// Who.
    pub id: u32,
    /// Id of the target that counts now (`right_of_way::goal`).
    pub target: u32,
    /// `assign_slots::Fixed` as a number.
    pub fixed: u8,
    /// Top speed in tenths of a m/s of who kicks smaller ones aside, 0 for all others.
    pub kicks_dmps: u8,
    /// Ticks for which it still walks along with an urgent one.
    pub swept_ticks: u8,
    /// Size class, [`QUEUES`] or [`OWNS`], [`URGENT`], [`SQUEEZES`], [`IDLE`].
    pub class_and_role: u8,
}

/// Flag of who stands near its target without a slot: it wants nothing but to stand.
pub const QUEUES: u8 = 0x80;
/// Flag of who walks to its slot.
pub const OWNS: u8 = 0x40;
/// Flag of who was held up for long, or walks along with such a one (`right_of_way`).
pub const URGENT: u8 = 0x20;
/// Flag of who was held up for so long that it squeezes past others.
pub const SQUEEZES: u8 = 0x08;
/// Flag of who wants nothing.
pub const IDLE: u8 = 0x10;

impl Key {
    /// Size class.
    #[must_use]
    #[inline]
    pub fn class(&self) -> u8 {
        self.class_and_role & !(QUEUES | OWNS | URGENT | IDLE | SQUEEZES)
    }

    /// Whether it wants nothing.
    #[must_use]
    #[inline]
    pub fn idle(&self) -> bool {
        self.class_and_role & IDLE != 0
    }

    /// Whether it was held up for long.
    #[must_use]
    #[inline]
    pub fn urgent(&self) -> bool {
        self.class_and_role & URGENT != 0
    }

    /// Whether two pass through each other: one was held up for too long, and they want to different places.
    #[must_use]
    #[inline]
    pub fn squeezes_past(&self, other: &Self) -> bool {
        let either = (self.class_and_role | other.class_and_role) & SQUEEZES != 0;
        either
            && (self.target != other.target || self.swept_ticks > 0 || other.swept_ticks > 0)
            && !self.idle()
            && !other.idle()
            && (self.fixed | other.fixed) == 0
    }

    /// For how many ticks it sweeps others along. One swept along does for less long, or two would keep each other at it
    /// for good.
    #[must_use]
    #[inline]
    pub fn weight(&self) -> u8 {
        if self.swept_ticks > 0 { self.swept_ticks - 1 } else { right_of_way::SWEPT_TICKS }
    }

    fn queues(&self) -> bool {
        self.class_and_role & QUEUES != 0
    }

    fn owns(&self) -> bool {
        self.class_and_role & OWNS != 0
    }

    /// Whether it goes before another one that wants elsewhere: who queues is in no hurry, else who has less way left.
    #[must_use]
    #[inline]
    pub fn first(&self, other: &Self) -> bool {
        if self.queues() != other.queues() {
            return other.queues();
        }
        self.remaining_m < other.remaining_m || (self.remaining_m == other.remaining_m && self.id < other.id)
    }

    /// Whether two meet who want to different places: against each other, or one at another one's queue. At one target
    /// it is who queues there and who walks through to its slot.
    #[must_use]
    #[inline]
    pub fn meets(&self, heading: Vec2, other: &Self, away: Vec2) -> bool {
        let (mine, theirs) = (self.queues(), other.queues());
        if other.idle() || (self.target == other.target && !((mine && other.owns()) || (self.owns() && theirs))) {
            return false;
        }
        match (mine, theirs) {
            (true, false) => other.facing.dot(away) > 0.3,
            (false, true) => heading.dot(away) < -0.3,
            _ => heading.dot(other.facing) < -0.3,
        }
    }
}

/// Places of the neighbors of one unit, as differences from its own.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    places: [i16; NEAR_MAX],
    count: u8,
    /// No wall is so near that this tick's steps could reach it.
    pub roomy: bool,
}

impl Default for Near {
    fn default() -> Self {
        Self { places: [0; NEAR_MAX], count: 0, roomy: false }
    }
}

impl Near {
    /// The places in sorted order, for the unit at `place`.
    #[inline]
    pub fn places(&self, place: usize) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.places[..usize::from(self.count)].iter().map(move |apart| place.wrapping_add_signed(isize::from(*apart)))
    }

    /// The place of neighbor `q` of the unit at `place`.
    #[must_use]
    #[inline]
    pub fn place(&self, place: usize, q: usize) -> usize {
        place.wrapping_add_signed(isize::from(self.places[q]))
    }

    /// How many there are.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// Whether nobody is near.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// From the neighbors to the unit, in lanes of four; what lies beyond the count is far away.
pub struct Offsets {
    x: [f32; LANES_MAX],
    y: [f32; LANES_MAX],
    /// Sum of the radii, metres.
    pub sum_m: [f32; LANES_MAX],
    /// Distance in metres, at least a millimetre.
    pub distance_m: [f32; LANES_MAX],
    /// Unit vector to the unit.
    away_x: [f32; LANES_MAX],
    away_y: [f32; LANES_MAX],
}

impl Default for Offsets {
    fn default() -> Self {
        let lanes = [1.0; LANES_MAX];
        Self { x: lanes, y: lanes, sum_m: lanes, distance_m: lanes, away_x: lanes, away_y: lanes }
    }
}

impl Offsets {
    /// Unit vector from neighbor `q` to the unit; for two in one place along x, by their ids.
    #[must_use]
    #[inline]
    pub fn away(&self, q: usize) -> Vec2 {
        Vec2::new(self.away_x[q], self.away_y[q])
    }

    /// Four neighbors from `q` on: unit vectors by coordinate, distances, sums of radii.
    #[must_use]
    #[inline]
    pub fn four(&self, q: usize) -> (Vec4, Vec4, Vec4, Vec4) {
        let four = |lanes: &[f32; LANES_MAX]| Vec4::from_slice(&lanes[q..q + 4]);
        (four(&self.away_x), four(&self.away_y), four(&self.distance_m), four(&self.sum_m))
    }

    /// Where the neighbors of the unit at `place` are.
    #[inline]
    pub fn fill(&mut self, grid: &Grid, place: usize, near: &Near) {
        let (xs, ys, radii) = grid.columns();
        let (x, y, radius_m) = (xs[place], ys[place], radii[place]);
        let count = near.len();
        for (q, other) in near.places(place).enumerate() {
            self.x[q] = x - xs[other];
            self.y[q] = y - ys[other];
            self.sum_m[q] = radius_m + radii[other];
        }
        // The lanes beyond the count are out of everybody's range.
        for q in count..count.next_multiple_of(4) {
            (self.x[q], self.y[q], self.sum_m[q]) = (100.0, 0.0, 1.0);
        }
        for q in (0..count).step_by(4) {
            let (x, y) = (Vec4::from_slice(&self.x[q..q + 4]), Vec4::from_slice(&self.y[q..q + 4]));
            let distance = (x * x + y * y).sqrt().max(Vec4::splat(ONE_PLACE_M));
            let inverse = Vec4::ONE / distance;
            distance.write_to_slice(&mut self.distance_m[q..q + 4]);
            (x * inverse).write_to_slice(&mut self.away_x[q..q + 4]);
            (y * inverse).write_to_slice(&mut self.away_y[q..q + 4]);
            if distance.min_element() <= ONE_PLACE_M {
                for (q, other) in (q..count.min(q + 4)).zip(near.places(place).skip(q)) {
                    if self.distance_m[q] <= ONE_PLACE_M {
                        let first = grid.who()[place].id < grid.who()[other].id;
                        (self.away_x[q], self.away_y[q]) = (if first { 1.0 } else { -1.0 }, 0.0);
                    }
                }
            }
        }
    }
}

/// How far is looked for neighbors.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// Square of the distance, m^2.
    limit: f32,
    /// Cells to each side.
    cells: usize,
}

impl Range {
    /// Between two of the smallest.
    #[must_use]
    pub fn alike(grid: &Grid) -> Self {
        Self::of(2.0 * grid.radius_min_m())
    }

    fn of(sum_m: f32) -> Self {
        let range_m = sum_m * REPEL_RANGE + REACH_M;
        Self { limit: range_m * range_m, cells: (range_m - CELL_SLACK_M).ceil().max(1.0) as usize }
    }
}

/// Finds the neighbors of the unit at `place`, four candidates at a time. The store is unconditional and the count moves
/// by a comparison: no branch to mispredict. Beyond [`NEAR_MAX`] less three nobody is looked at. `alike` is
/// [`Range::alike`].
#[inline]
pub fn gather(grid: &Grid, place: usize, near: &mut Near, alike: &Range) {
    let (xs, ys, radii) = grid.columns();
    let (x, y, radius_m) = (xs[place], ys[place], radii[place]);
    let (width, height) = grid.size();
    let (cx, cy) = grid.cell_at(place);
    let largest_m = grid.radius_near_m(cx, cy).max(radius_m);
    let mixed = largest_m > grid.radius_min_m();
    let Range { limit, cells: reach } = if mixed { Range::of(radius_m + largest_m) } else { *alike };
    let limit = Vec4::splat(limit);
    let (x0, x1) = (cx.saturating_sub(reach), (cx + reach).min(width - 1));
    let (x, y) = (Vec4::splat(x), Vec4::splat(y));
    let mut count = 0usize;
    'rows: for row in cy.saturating_sub(reach)..=(cy + reach).min(height - 1) {
        let places = grid.places(row, x0, x1);
        // In a heap of tens of thousands at one place the farthest in the sort are not looked at.
        let (mut k, end) = (places.start.max(place.saturating_sub(HEAP_MAX)), places.end.min(place + HEAP_MAX));
        while k < end {
            // The columns go on four beyond the last place.
            let (dx, dy) = (x - Vec4::from_slice(&xs[k..k + 4]), y - Vec4::from_slice(&ys[k..k + 4]));
            let distance_squared = dx * dx + dy * dy;
            let limit = if mixed {
                let range = (Vec4::splat(radius_m) + Vec4::from_slice(&radii[k..k + 4])) * REPEL_RANGE + REACH_M;
                range * range
            } else {
                limit
            };
            let mut within = distance_squared.cmplt(limit).bitmask();
            within &= 15 >> (k + 4).saturating_sub(end);
            if place.wrapping_sub(k) < 4 {
                within &= !(1 << (place - k));
            }
            let Some(out) = near.places.get_mut(count..count + 4) else { break 'rows };
            let (apart, mut c) = ((k as isize - place as isize) as i16, 0usize);
            for lane in 0..4 {
                out[c & 3] = apart + lane;
                c += (within >> lane & 1) as usize;
            }
            count += c;
            k += 4;
        }
    }
    near.count = count as u8;
}
