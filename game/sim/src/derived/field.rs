//! Distance fields: one a goal and size class (H2), each solved within a budget (H4).
//!
//! A field is a function of its memory in `World::crowd` alone: the memory holds what every cell cost, with the ground
//! as it was, and where the way ended. So a field that is older than the newest wall can be rebuilt at any tick, and a
//! solve may take several ticks while the field before it stays in force: `World::crowd` says which solves are under way
//! and in which tick each of them comes into force, whatever the machine. What the ground of *today* blocks is masked in
//! every field at once, so that no direction ever leads into a new wall.
//!
//! Invariant: a masked cell holds the way it would have with its sign turned, so that a wall that goes again gives the
//! way back. Not here: which fields are wanted and what a cell costs (`refresh_fields`), the solver itself (`front`).

use super::front::{COST_BLOCKED, Front};
pub use super::front::{COST_MAX, Solver};
pub use super::godunov::shortest;
use super::ground::{Area, Ground};
use crate::rule::{Rule, on};
use crate::tables::TowerId;
use crate::world::{FieldMemory, World};
use base::chunks;
use content::rules::ClassIndex;
use glam::Vec2;

/// Steps of the remembered cost in one meter a meter.
pub const COST_STEPS: f32 = 10.0;
/// Remembered cost of a cell on which the way ends.
pub const GOAL: u8 = 0;
/// Remembered cost of a cell that could not be walked.
pub const BLOCKED: u8 = u8::MAX;
/// Labels written in a tick for each solve under way (H4): a map of 128 x 128 cells in one tick.
pub const UPDATES_A_TICK: u64 = 24_576;
/// Labels that a solve writes for eight cells, about; what a solve takes beyond this it takes in its last tick.
const UPDATES_A_BLOCK: u64 = 9;
/// Solves under way at once: they share the cores.
pub const SOLVES: usize = 2;
/// Where no way leads.
const UNREACHED: f32 = COST_BLOCKED;
/// How far ahead a direction must not lead into a wall, meters.
const LOOK_M: f32 = 0.3;
/// Cells a chunk of a pass over cells.
const CELLS: usize = 8_192;

/// The way left from every cell to the nearest goal, row by row: infinite where none leads. For tools and tests; the
/// fields of a battle run through the same front.
#[must_use]
pub fn solve_costs(width: usize, height: usize, cost: &[f32], goals: &[usize]) -> Vec<f32> {
    Solver::default().solve(width, height, cost, goals).to_vec()
}

/// Ticks after the first that a solve from this memory takes: a function of the map alone.
#[must_use]
pub fn solve_ticks(memory: &FieldMemory) -> u32 {
    let open = memory.cost.iter().filter(|cost| **cost != BLOCKED).count() as u64;
    (open * UPDATES_A_BLOCK).div_ceil(8 * UPDATES_A_TICK).saturating_sub(1) as u32
}

/// All fields in use.
#[derive(Default)]
pub struct Fields {
    /// In the order of (target, class), as in `World::crowd`.
    fields: Vec<Field>,
    /// Solves under way, in the order in which they began, as in `World::crowd`.
    solves: Vec<Solve>,
    spare: Vec<Field>,
    spare_solves: Vec<Solve>,
}

/// One field. Cells are padded by one ring of walls.
#[derive(Default)]
pub struct Field {
    key: (TowerId, ClassIndex),
    width: usize,
    height: usize,
    way_m: Vec<f32>,
    down: Vec<Vec2>,
}

/// A solve under way.
#[derive(Default)]
struct Solve {
    field: Field,
    front: Front,
}

/// Whether somebody can walk there: a way leads on and no wall of today masks it. Masked ways are negative, so that one
/// comparison of the bits answers both.
#[inline]
fn open(way_m: f32) -> bool {
    way_m.to_bits() < UNREACHED.to_bits()
}

/// What a field says at a point.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Way left in metres, costs included.
    pub way_m: f32,
    /// Direction there, length 1, or zero at the goal.
    pub down: Vec2,
}

impl Fields {
    /// Solves every field that `world.crowd` names, and what is under way there.
    pub fn rebuild(&mut self, world: &World, ground: &Ground) {
        self.spare.append(&mut self.fields);
        self.spare_solves.append(&mut self.solves);
        for memory in &world.crowd.fields {
            self.solve(memory, ground);
        }
        for solving in &world.crowd.solving {
            self.begin(&solving.memory, ground);
        }
        // To the end at once: they come into force only in the tick that the state names.
        for solve in &mut self.solves {
            solve.advance(u64::MAX);
        }
    }

    /// Solves one field anew, or for the first time, at once.
    pub fn solve(&mut self, memory: &FieldMemory, ground: &Ground) {
        self.begin(memory, ground);
        self.finish(self.solves.len() - 1, ground);
    }

    /// Begins a solve as the last of those under way.
    pub fn begin(&mut self, memory: &FieldMemory, ground: &Ground) {
        let mut solve = self.spare_solves.pop().unwrap_or_default();
        solve.begin(memory, ground.size());
        self.solves.push(solve);
    }

    /// Goes on with all that is under way, each by a tick's budget.
    pub fn advance(&mut self) {
        chunks::each(&mut self.solves, 1, |_, solves| {
            for solve in solves {
                solve.advance(UPDATES_A_TICK);
            }
        });
    }

    /// Drops a solve under way.
    pub fn abandon(&mut self, at: usize) {
        self.spare_solves.push(self.solves.remove(at));
    }

    /// Ends a solve, whatever is left of it, and brings it into force.
    pub fn finish(&mut self, at: usize, ground: &Ground) {
        let mut solve = self.solves.remove(at);
        solve.advance(u64::MAX);
        solve.field.way_m.clear();
        solve.field.way_m.extend(solve.front.ways_m());
        solve.field.fill_down();
        solve.field.mask(ground, &ground.all());
        let key = solve.field.key;
        let place = match self.fields.binary_search_by_key(&key, |f| f.key) {
            Ok(place) => place,
            Err(place) => {
                self.fields.insert(place, self.spare.pop().unwrap_or_default());
                place
            }
        };
        std::mem::swap(&mut self.fields[place], &mut solve.field);
        self.spare_solves.push(solve);
    }

    /// Masks what the ground blocks now within an area, and gives back what it does not.
    pub fn mask(&mut self, ground: &Ground, area: &Area) {
        for field in &mut self.fields {
            field.mask(ground, area);
        }
    }

    /// Drops the fields that `keep` does not want, keeping their buffers.
    pub fn retain(&mut self, mut keep: impl FnMut(TowerId, ClassIndex) -> bool) {
        let mut k = 0;
        while k < self.fields.len() {
            if keep(self.fields[k].key.0, self.fields[k].key.1) {
                k += 1;
            } else {
                self.spare.push(self.fields.remove(k));
            }
        }
    }

    /// The field of a target and class, if it is in use.
    #[must_use]
    #[inline]
    pub fn get(&self, target: TowerId, class: ClassIndex) -> Option<&Field> {
        self.fields.binary_search_by_key(&(target, class), |f| f.key).ok().map(|k| &self.fields[k])
    }

    /// The field of a target for the smallest class in use.
    #[must_use]
    #[inline]
    pub fn of_smallest(&self, target: TowerId) -> Option<&Field> {
        let at = self.fields.partition_point(|f| f.key < (target, ClassIndex(0)));
        self.fields.get(at).filter(|f| f.key.0 == target)
    }

    /// Way left in metres (costs included) from a point to a target (none: the keep), or none when it cannot be reached
    /// or no field for it is in use.
    #[must_use]
    pub fn distance_m(&self, target: TowerId, class: ClassIndex, at: Vec2) -> Option<f32> {
        self.get(target, class)?.sample(at).map(|sample| sample.way_m)
    }

    /// Direction there, length 1, or zero at the goal and where it cannot be reached.
    #[must_use]
    pub fn direction(&self, target: TowerId, class: ClassIndex, at: Vec2) -> Vec2 {
        self.get(target, class).and_then(|field| field.sample(at)).map_or(Vec2::ZERO, |sample| sample.down)
    }
}

impl Field {
    /// Way left and direction at an exact position; none where no way leads.
    #[must_use]
    #[inline]
    pub fn sample(&self, at: Vec2) -> Option<Sample> {
        let own = self.padded(at)?;
        if !open(self.way_m[own]) {
            return None;
        }
        let stride = self.width + 2;
        let (gx, gy) = (at.x + 0.5, at.y + 0.5);
        let (ix, iy) = (gx as usize, gy as usize);
        let (fx, fy) = (gx - ix as f32, gy - iy as f32);
        let corner = iy * stride + ix;
        let mut down = Vec2::ZERO;
        let (mut way_m, mut weights) = (0.0, 0.0);
        let around = [(corner, (1.0 - fx) * (1.0 - fy)), (corner + 1, fx * (1.0 - fy)), (corner + stride, (1.0 - fx) * fy), (corner + stride + 1, fx * fy)];
        for (cell, weight) in around {
            if open(self.way_m[cell]) {
                down += self.down[cell] * weight;
                way_m += self.way_m[cell] * weight;
                weights += weight;
            }
        }
        // The own cell always has a weight of at least a quarter.
        let way_m = way_m / weights;
        let length_squared = down.length_squared();
        if length_squared > 1e-6 {
            down = self.out_of_walls(at, down / length_squared.sqrt());
        } else {
            down = Vec2::ZERO;
        }
        if down == Vec2::ZERO {
            down = self.out_of_walls(at, self.down[own]);
        }
        Some(Sample { way_m, down })
    }

    /// The same as [`Field::sample`] for a point in cell (x, y) around which no wall is near: no cell is asked whether it
    /// can be walked.
    #[must_use]
    #[inline]
    pub fn sample_free(&self, x: usize, y: usize, at: Vec2) -> Sample {
        let stride = self.width + 2;
        let (fx, fy) = (at.x - x as f32, at.y - y as f32);
        let (right, below) = (usize::from(fx >= 0.5), usize::from(fy >= 0.5));
        let (fx, fy) = (fx + 0.5 - right as f32, fy + 0.5 - below as f32);
        let corner = (y + below) * stride + x + right;
        let (way, down) = (&self.way_m[corner..corner + stride + 2], &self.down[corner..corner + stride + 2]);
        let (top, bottom) = (way[0] + (way[1] - way[0]) * fx, way[stride] + (way[stride + 1] - way[stride]) * fx);
        let (upper, lower) = (down[0] + (down[1] - down[0]) * fx, down[stride] + (down[stride + 1] - down[stride]) * fx);
        let slope = upper + (lower - upper) * fy;
        let length_squared = slope.length_squared();
        let down = if length_squared > 1e-6 { slope / length_squared.sqrt() } else { self.down[(y + 1) * stride + x + 1] };
        Sample { way_m: top + (bottom - top) * fy, down }
    }

    /// Slope of one cell: its own way and direction, for passes over cells.
    #[must_use]
    #[inline]
    pub fn cell(&self, cell: usize) -> Option<Sample> {
        let y = (cell as u32 / self.width as u32) as usize;
        self.cell_at(cell - y * self.width, y)
    }

    /// The same of the cell in this column and row, which must be on the map.
    #[must_use]
    #[inline]
    pub fn cell_at(&self, x: usize, y: usize) -> Option<Sample> {
        let padded = (y + 1) * (self.width + 2) + x + 1;
        open(self.way_m[padded]).then(|| Sample { way_m: self.way_m[padded], down: self.down[padded] })
    }

    /// Way left from a cell as it was solved, whether it is masked today or not; none where no way led.
    #[must_use]
    pub fn way_through_m(&self, cell: usize) -> Option<f32> {
        let way_m = self.way_m[(cell / self.width + 1) * (self.width + 2) + cell % self.width + 1].abs();
        (way_m < UNREACHED).then_some(way_m)
    }

    fn padded(&self, at: Vec2) -> Option<usize> {
        (at.x >= 0.0 && at.y >= 0.0 && at.x < self.width as f32 && at.y < self.height as f32)
            .then(|| (at.y as usize + 1) * (self.width + 2) + at.x as usize + 1)
    }

    /// Drops what of a direction leads into a wall within the next step; length 1 or zero.
    #[inline]
    fn out_of_walls(&self, at: Vec2, down: Vec2) -> Vec2 {
        let blocked = |at: Vec2| self.padded(at).is_none_or(|k| !open(self.way_m[k]));
        let ahead = at + down * LOOK_M;
        if !on(Rule::OutOfWalls) {
            return down;
        }
        if !blocked(ahead) && !blocked(Vec2::new(ahead.x, at.y)) && !blocked(Vec2::new(at.x, ahead.y)) {
            return down;
        }
        let mut kept = down;
        if blocked(Vec2::new(ahead.x, at.y)) {
            kept.x = 0.0;
        }
        if blocked(Vec2::new(at.x, ahead.y)) {
            kept.y = 0.0;
        }
        if kept == down {
            // An outer corner: first along the longer axis.
            if down.x.abs() >= down.y.abs() {
                kept.y = 0.0;
            } else {
                kept.x = 0.0;
            }
        }
        // Half of what is left may be a shallow slide along the wall: as long as it is something, it leads on.
        let length_squared = kept.length_squared();
        if length_squared < 1e-6 {
            return Vec2::ZERO;
        }
        let kept = kept / length_squared.sqrt();
        if blocked(at + kept * LOOK_M) { Vec2::ZERO } else { kept }
    }

    /// Turns the sign of the ways on which nobody of the class can stand today.
    fn mask(&mut self, ground: &Ground, area: &Area) {
        let (class, stride) = (self.key.1, self.width + 2);
        let walkable = ground.walkable_cells(class);
        for y in area.y.clone() {
            let ways = &mut self.way_m[(y + 1) * stride + area.x.start + 1..][..area.x.len()];
            for (way, walkable) in ways.iter_mut().zip(&walkable[y * self.width + area.x.start..]) {
                *way = if *walkable { way.abs() } else { -way.abs() };
            }
        }
    }

    fn fill_down(&mut self) {
        let stride = self.width + 2;
        let way = &self.way_m;
        self.down.resize(way.len(), Vec2::ZERO);
        // Towards the nearer of two opposite neighbors, if it is nearer than the cell itself.
        let slope = |own: f32, low: f32, high: f32| {
            let drop = own - if low < high { low } else { high };
            let drop = if drop > 0.0 { drop } else { 0.0 };
            if low < high { 0.0 - drop } else { drop }
        };
        chunks::each(&mut self.down, CELLS, |first, down| {
            down.fill(Vec2::ZERO);
            // The first and the last row are rim: what lies between has all four neighbors.
            let (from, to) = (first.max(stride), (first + down.len()).min(way.len() - stride));
            if from >= to {
                return;
            }
            let cells = to - from;
            let column = |at: usize| &way[at..][..cells];
            let (left, own, right) = (column(from - 1), column(from), column(from + 1));
            let (above, below) = (column(from - stride), column(from + stride));
            // No branch asks what a cell holds, so that several are done at once.
            for (k, down) in down[from - first..][..cells].iter_mut().enumerate() {
                let (x, y) = (slope(own[k], left[k], right[k]), slope(own[k], above[k], below[k]));
                let length = (x * x + y * y).sqrt();
                let leads = (own[k] < UNREACHED) & (length > 1e-6);
                let length = if leads { length } else { 1.0 };
                *down = Vec2::new(if leads { x } else { 0.0 } / length, if leads { y } else { 0.0 } / length);
            }
        });
    }
}

impl Solve {
    fn begin(&mut self, memory: &FieldMemory, (width, height): (usize, usize)) {
        self.field.key = (TowerId(memory.target), ClassIndex(memory.class));
        (self.field.width, self.field.height) = (width, height);
        self.front.start(width, height, &memory.cost, |steps: u8| match steps {
            BLOCKED => COST_BLOCKED,
            steps => (f32::from(steps) / COST_STEPS).clamp(1.0, COST_MAX),
        });
        for (y, row) in memory.cost.chunks_exact(width.max(1)).take(height).enumerate() {
            for (x, _) in row.iter().enumerate().filter(|(_, steps)| **steps == GOAL) {
                self.front.end_in(x, y);
            }
        }
        self.front.reserve(2 * (width + height));
    }

    fn advance(&mut self, updates: u64) {
        self.front.advance(updates);
    }
}
