//! Distance fields: one a goal and size class (H2).
//!
//! Godunov's upwind eikonal distance by a bucketed label-correcting front (a ring of buckets as wide as the smallest
//! cost / sqrt 2: about two updates a cell on any map). A field is a function of the ground, the ring of its target and
//! the extra cost that `World::crowd` remembers, so it can be rebuilt at any tick.

use super::ground::{COST_BLOCKED, Ground};
use super::rings::Rings;
use crate::rule::{Rule, on};
use crate::tables::TowerId;
use crate::world::{FieldMemory, World};
use content::rules::ClassIndex;
use glam::Vec2;

/// Steps of the remembered extra cost in one metre a metre.
pub const EXTRA_STEPS: f32 = 12.0;
/// Highest cost of a cell.
pub const COST_MAX: f32 = 20.0;
/// Where no way leads.
const UNREACHED: f32 = COST_BLOCKED;
/// How far ahead a direction must not lead into a wall, metres.
const LOOK_M: f32 = 0.3;
/// Width of a bucket: smallest cost / sqrt 2.
const BUCKET_M: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// All fields in use.
#[derive(Default)]
pub struct Fields {
    /// In the order of (target, class), as in `World::crowd`.
    fields: Vec<Field>,
    spare: Vec<Field>,
    cost: Vec<f32>,
    buckets: Vec<Vec<u32>>,
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

/// What a field says at a point.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Way left in metres, costs included.
    pub way_m: f32,
    /// Direction there, length 1, or zero at the goal.
    pub down: Vec2,
}

impl Fields {
    /// Solves every field that `world.crowd.fields` names, from its remembered extra cost.
    pub fn rebuild(&mut self, world: &World, ground: &Ground, rings: &Rings) {
        self.spare.append(&mut self.fields);
        // A snapshot may name a class that the level does not have; the next refresh forgets it.
        for memory in world.crowd.fields.iter().filter(|f| usize::from(f.class) < ground.classes()) {
            self.solve(memory, ground, rings);
        }
    }

    /// Solves one field anew, or for the first time.
    pub fn solve(&mut self, memory: &FieldMemory, ground: &Ground, rings: &Rings) {
        let key = (TowerId(memory.target), ClassIndex(memory.class));
        let at = match self.fields.binary_search_by_key(&key, |f| f.key) {
            Ok(at) => at,
            Err(at) => {
                let mut field = self.spare.pop().unwrap_or_default();
                field.key = key;
                self.fields.insert(at, field);
                at
            }
        };
        let field = &mut self.fields[at];
        (field.width, field.height) = ground.size();
        let (width, stride) = (field.width, field.width + 2);
        self.cost.clear();
        self.cost.resize(stride * (field.height + 2), COST_BLOCKED);
        for (y, row) in ground.cost(key.1).chunks(width).enumerate() {
            let out = &mut self.cost[(y + 1) * stride + 1..][..width];
            let extra = memory.extra.get(y * width..(y + 1) * width).unwrap_or(&[]);
            for (x, (out, cost)) in out.iter_mut().zip(row).enumerate() {
                *out = if *cost < COST_BLOCKED { (cost + f32::from(extra.get(x).copied().unwrap_or(0)) / EXTRA_STEPS).min(COST_MAX) } else { COST_BLOCKED };
            }
        }
        field.way_m.clear();
        field.way_m.resize(self.cost.len(), UNREACHED);
        let ring = rings.ring(key.0);
        let slots = ring.iter().flat_map(|ring| ring.slots(key.1)).filter_map(|slot| ground.index_at(slot.at));
        let seeds = slots.chain(ring.iter().flat_map(|ring| ring.out()).map(|cell| *cell as usize));
        for cell in seeds {
            let padded = (cell / width + 1) * stride + cell % width + 1;
            if self.cost[padded] < COST_BLOCKED {
                field.way_m[padded] = 0.0;
            }
        }
        march(&self.cost, stride, &mut field.way_m, &mut self.buckets);
        field.fill_down();
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
        if self.way_m[own] >= UNREACHED {
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
            if self.way_m[cell] < UNREACHED {
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

    /// Slope of one cell: its own way and direction, for passes over cells.
    #[must_use]
    #[inline]
    pub fn cell(&self, cell: usize) -> Option<Sample> {
        let padded = (cell / self.width + 1) * (self.width + 2) + cell % self.width + 1;
        (self.way_m[padded] < UNREACHED).then(|| Sample { way_m: self.way_m[padded], down: self.down[padded] })
    }

    fn padded(&self, at: Vec2) -> Option<usize> {
        (at.x >= 0.0 && at.y >= 0.0 && at.x < self.width as f32 && at.y < self.height as f32)
            .then(|| (at.y as usize + 1) * (self.width + 2) + at.x as usize + 1)
    }

    /// Drops what of a direction leads into a wall within the next step; length 1 or zero.
    #[inline]
    fn out_of_walls(&self, at: Vec2, down: Vec2) -> Vec2 {
        let blocked = |at: Vec2| self.padded(at).is_none_or(|k| self.way_m[k] >= UNREACHED);
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

    fn fill_down(&mut self) {
        let stride = self.width + 2;
        self.down.clear();
        self.down.resize(self.way_m.len(), Vec2::ZERO);
        let way = &self.way_m;
        for y in 1..=self.height {
            for k in y * stride + 1..=y * stride + self.width {
                let own = way[k];
                if own >= UNREACHED {
                    continue;
                }
                let slope = |low: f32, high: f32| {
                    if low < high {
                        if low < own { low - own } else { 0.0 }
                    } else if high < own {
                        own - high
                    } else {
                        0.0
                    }
                };
                let down = Vec2::new(slope(way[k - 1], way[k + 1]), slope(way[k - stride], way[k + stride]));
                let length = down.length();
                if length > 1e-6 {
                    self.down[k] = down / length;
                }
            }
        }
    }
}

/// The front: lets go from every cell whose way is 0 and corrects labels bucket by bucket until nothing gets shorter.
fn march(cost: &[f32], stride: usize, way_m: &mut [f32], buckets: &mut Vec<Vec<u32>>) {
    let ring = ((COST_MAX / BUCKET_M) as usize + 3).next_power_of_two();
    buckets.resize_with(ring.max(buckets.len()), Vec::new);
    let mask = buckets.len() - 1;
    let inverse = 1.0 / BUCKET_M;
    let mut queued = 0usize;
    for (k, way) in way_m.iter().enumerate() {
        if *way == 0.0 {
            buckets[0].push(k as u32);
            queued += 1;
        }
    }
    let mut now = 0usize;
    while queued > 0 {
        let mut i = 0;
        while i < buckets[now & mask].len() {
            let k = buckets[now & mask][i] as usize;
            i += 1;
            queued -= 1;
            let own = way_m[k];
            for next in [k - 1, k + 1, k - stride, k + stride] {
                let step = cost[next];
                if step >= COST_BLOCKED || way_m[next] <= own {
                    continue;
                }
                let way = godunov(way_m[next - 1].min(way_m[next + 1]), way_m[next - stride].min(way_m[next + stride]), step);
                if way < way_m[next] - 1e-6 * way {
                    way_m[next] = way;
                    buckets[((way * inverse) as usize).max(now) & mask].push(next as u32);
                    queued += 1;
                }
            }
        }
        buckets[now & mask].clear();
        now += 1;
    }
}

/// Godunov's upwind solution from the smaller neighbours of both axes. No way leads between two blocked cells, since
/// both axes must be open for a diagonal step.
#[inline]
fn godunov(a: f32, b: f32, cost: f32) -> f32 {
    let apart = (a - b).abs();
    if apart >= cost { a.min(b) + cost } else { 0.5 * (a + b + (2.0 * cost * cost - apart * apart).sqrt()) }
}
