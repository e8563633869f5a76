//! What the headless tool measures of the crowd: an accumulator over ticks that only reads.
//!
//! Distances and speeds are sampled once a second, everything that needs every tick (jitter, crossings, walls) is taken
//! every tick. Nothing here is state: a run is the same with and without it.

use crate::derived::Derived;
use crate::derived::grid::Grid;
use crate::derived::ground::NO_REGION;
use crate::systems::horde::assign_slots::FIXED_M;
use crate::systems::horde::flow;
use crate::systems::horde::right_of_way;
use crate::tables::{Motion, NO_SLOT, Phase, Units};
use crate::world::World;
use crate::{TICK_S, TICKS_PER_SECOND};
use content::level::Level;
use content::rules::ClassIndex;
use glam::Vec2;
use serde::Serialize;
use std::collections::BTreeMap;

/// Ticks between two samples of distances and speeds.
const SAMPLE_TICKS: u32 = TICKS_PER_SECOND;
/// Enemies a cell below which it is sparse, and above which it is a jam.
const SPARSE: f32 = 0.6;
const JAM: f32 = 1.5;
/// No wall within this many cells: the open.
const OPEN_CELLS: u8 = 4;
/// The smallest distance is taken between those no larger than this, metres.
const SMALL_M: f32 = 0.45;

/// Shares of speed by density.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SpeedShare {
    /// Fewer than 0.6 a cell, there and in the cells beside.
    pub sparse: f32,
    /// 0.6 to 1.5 a cell.
    pub medium: f32,
    /// More than 1.5 a cell.
    pub jam: f32,
    /// The same, only those in state moving.
    pub jam_moving: f32,
}

/// Shares of the three states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StateShare {
    /// Of all samples.
    pub moving: f32,
    /// Of all samples.
    pub sidestepping: f32,
    /// Of all samples.
    pub waiting: f32,
    /// Sidestepping and waiting in the open: no wall within 3 m, fewer than 0.6 a cell.
    pub blocked_in_the_open: f32,
}

/// Melee slots of all targets at the last tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Slots {
    /// Stood on.
    pub used: u32,
    /// Owned by somebody on the way.
    pub reserved: u32,
    /// Places of the smallest class without an owner, at targets that somebody wants.
    pub free: u32,
    /// Near their target without a slot.
    pub queue: u32,
}

/// Crossings of one probe.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Throughput {
    /// The probe's name.
    pub probe: String,
    /// Crossings a second from the left of the line (seen from its first point) to the right.
    pub to_right_per_s: f32,
    /// The other way.
    pub to_left_per_s: f32,
    /// In all, both ways.
    pub crossings: u32,
}

/// What was measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Metrics {
    /// Smallest distance between two standing small enemies' centres, metres; none when there never were two.
    pub nearest_min_m: Option<f32>,
    /// Share of standing enemies whose nearest neighbour is closer than the sum of radii.
    pub tight_share: f32,
    /// Mean speed as a share of the own top speed, of those who are on their way.
    pub speed_share: SpeedShare,
    /// States.
    pub state_share: StateShare,
    /// Mean second difference of the place of waiting enemies, metres.
    pub jitter_m: f32,
    /// Centres found in a cell in which their class cannot stand.
    pub wall_violations: u64,
    /// Times the watchdog freed somebody.
    pub stuck: u32,
    /// Times somebody whom others had held up for a minute and a half began to squeeze past them.
    pub squeezed: u32,
    /// Slots.
    pub slots: Slots,
    /// For each probe of the level.
    pub throughput: Vec<Throughput>,
    /// Enemies that came near the keep, near a tower they went for, and that left by each exit.
    pub arrivals: Arrivals,
}

/// Arrivals by kind of goal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Arrivals {
    /// At the keep.
    pub keep: u32,
    /// At towers.
    pub towers: u32,
    /// Out by the exit of this id.
    pub exits: BTreeMap<String, u32>,
}

#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    fn add(&mut self, value: f32) {
        self.sum += f64::from(value);
        self.count += 1;
    }

    fn get(self) -> f32 {
        if self.count == 0 { 0.0 } else { (self.sum / self.count as f64) as f32 }
    }
}

/// Where somebody was, by id.
#[derive(Clone, Copy, Default)]
struct Past {
    last: Vec2,
    before: Vec2,
    /// Ticks in a row that it stood.
    known: u8,
    arrived: bool,
    squeezes: bool,
}

#[derive(Clone, Default)]
struct Probe {
    id: String,
    from: Vec2,
    to: Vec2,
    to_right: u32,
    to_left: u32,
}

/// Collects what [`Metrics`] reports.
#[derive(Default)]
pub struct Measure {
    grid: Grid,
    past: Vec<Past>,
    probes: Vec<Probe>,
    ticks: u32,
    nearest_min_m: Option<f32>,
    tight: Mean,
    speed: [Mean; 4],
    states: [u64; 3],
    open: Mean,
    jitter: Mean,
    wall_violations: u64,
    stuck: u32,
    squeezed: u32,
    slots: Slots,
    arrivals: Arrivals,
}

impl Measure {
    /// Nothing measured yet.
    #[must_use]
    pub fn new(level: &Level) -> Self {
        let probes = level.probes.iter().map(|p| Probe { id: p.id.clone(), from: p.from.into(), to: p.to.into(), ..Probe::default() }).collect();
        Self { probes, ..Self::default() }
    }

    /// Takes in the state after a tick.
    pub fn observe(&mut self, level: &Level, world: &World, derived: &Derived) {
        self.ticks += 1;
        self.stuck = world.counters.stuck;
        for (exit, left) in level.exits.iter().zip(world.counters.left) {
            match self.arrivals.exits.get_mut(&exit.id) {
                Some(count) => *count = left,
                None => drop(self.arrivals.exits.insert(exit.id.clone(), left)),
            }
        }
        let units = &world.units;
        self.past.resize(world.unit_ids.handed_out() as usize + 1, Past::default());
        self.slots = Slots::default();
        for row in 0..units.len() {
            self.follow(units, row, derived);
        }
        self.count_free_slots(units, derived);
        if self.ticks.is_multiple_of(SAMPLE_TICKS) {
            self.grid.rebuild(level, world);
            for row in 0..units.len() {
                if takes_part(units, row) {
                    self.sample(world, row, derived);
                }
            }
        }
    }

    /// Jitter, crossings, walls, slots and arrivals of one unit.
    fn follow(&mut self, units: &Units, row: usize, derived: &Derived) {
        let past = &mut self.past[units.id[row].0 as usize];
        if !takes_part(units, row) {
            past.known = 0;
            return;
        }
        let squeezes = right_of_way::squeezes(units, row);
        self.squeezed += u32::from(squeezes && !past.squeezes);
        past.squeezes = squeezes;
        let (class, at) = (units.class[row], units.position[row]);
        if !derived.ground.walkable_at(class, at) {
            self.wall_violations += 1;
        }
        if past.known >= 2 && units.motion[row] == Motion::Waiting {
            self.jitter.add((at - past.last * 2.0 + past.before).length());
        }
        if past.known >= 1 {
            for probe in &mut self.probes {
                match crossing(probe.from, probe.to, past.last, at) {
                    side if side > 0 => probe.to_right += 1,
                    side if side < 0 => probe.to_left += 1,
                    _ => (),
                }
            }
        }
        past.before = past.last;
        past.last = at;
        past.known = (past.known + 1).min(2);
        if units.idle[row] != 0 {
            return;
        }
        let Some(ring) = derived.rings.ring(units.target[row]) else { return };
        let near = ring.reach_m(at) < ring.ask_m(units.class[row]);
        if near && !past.arrived {
            past.arrived = true;
            if units.target[row].is_none() { self.arrivals.keep += 1 } else { self.arrivals.towers += 1 }
        }
        if units.slot[row] == NO_SLOT {
            self.slots.queue += u32::from(near);
        } else if ring.slot(units.slot[row]).is_some_and(|s| (s.at - at).length_squared() < FIXED_M * FIXED_M) {
            self.slots.used += 1;
        } else {
            self.slots.reserved += 1;
        }
    }

    fn count_free_slots(&mut self, units: &Units, derived: &Derived) {
        for ring in derived.rings.all() {
            let mut wanted = false;
            let mut owned = 0;
            for row in 0..units.len() {
                if units.target[row] == ring.target && units.idle[row] == 0 {
                    wanted = true;
                    owned += u32::from(units.slot[row] != NO_SLOT);
                }
            }
            if wanted {
                let open = ring.slots(ClassIndex(0)).iter().filter(|s| s.region != NO_REGION).count() as u32;
                self.slots.free += open.saturating_sub(owned);
            }
        }
    }

    /// Distances, speed and state of one unit.
    fn sample(&mut self, world: &World, row: usize, derived: &Derived) {
        let units = &world.units;
        let (at, radius_m) = (units.position[row], derived.ground.radius_m(units.class[row]));
        let reach = radius_m + self.grid.radius_max_m();
        let (mut tight, mut nearest_m) = (false, None);
        self.grid.within(world, at, reach.max(1.5), |other| {
            if other == row {
                return;
            }
            let apart = (units.position[other] - at).length();
            let other_m = derived.ground.radius_m(units.class[other]);
            tight |= apart < radius_m + other_m;
            if radius_m <= SMALL_M && other_m <= SMALL_M && nearest_m.is_none_or(|least| apart < least) {
                nearest_m = Some(apart);
            }
        });
        self.tight.add(f32::from(u8::from(tight)));
        if let Some(nearest_m) = nearest_m {
            self.nearest_min_m = Some(self.nearest_min_m.map_or(nearest_m, |least: f32| least.min(nearest_m)));
        }
        self.states[usize::from(units.motion[row].0.min(2))] += 1;
        let Some(cell) = derived.ground.index_at(at) else { return };
        let Some(flow_cell) = world.crowd.flow.get(cell) else { return };
        let density = flow::density(flow_cell);
        if density < SPARSE && derived.ground.wall_distance_at(at) >= OPEN_CELLS {
            self.open.add(f32::from(u8::from(units.motion[row] != Motion::Moving)));
        }
        // Who has arrived is on no way any more.
        let arrived = derived.rings.ring(units.target[row]).is_none_or(|ring| ring.reach_m(at) < ring.ask_m(units.class[row]));
        if arrived || units.idle[row] != 0 {
            return;
        }
        let share = units.velocity[row].length() / units.speed_mps[row].max(1e-3);
        if density > JAM {
            self.speed[2].add(share);
            if units.motion[row] == Motion::Moving {
                self.speed[3].add(share);
            }
        } else if density >= SPARSE {
            self.speed[1].add(share);
        } else {
            let beside = [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y, Vec2::ONE, Vec2::NEG_ONE, Vec2::new(1.0, -1.0), Vec2::new(-1.0, 1.0)];
            let dense =
                beside.iter().any(|b| derived.ground.index_at(at + *b).and_then(|k| world.crowd.flow.get(k)).is_some_and(|c| flow::density(c) >= SPARSE));
            if !dense {
                self.speed[0].add(share);
            }
        }
    }

    /// What was measured so far.
    #[must_use]
    pub fn report(&self) -> Metrics {
        let all: u64 = self.states.iter().sum::<u64>().max(1);
        let share = |k: usize| (self.states[k] as f64 / all as f64) as f32;
        let seconds = (self.ticks as f32 * TICK_S).max(TICK_S);
        Metrics {
            nearest_min_m: self.nearest_min_m,
            tight_share: self.tight.get(),
            speed_share: SpeedShare { sparse: self.speed[0].get(), medium: self.speed[1].get(), jam: self.speed[2].get(), jam_moving: self.speed[3].get() },
            state_share: StateShare { moving: share(0), sidestepping: share(1), waiting: share(2), blocked_in_the_open: self.open.get() },
            jitter_m: self.jitter.get(),
            wall_violations: self.wall_violations,
            stuck: self.stuck,
            squeezed: self.squeezed,
            slots: self.slots,
            throughput: self
                .probes
                .iter()
                .map(|p| Throughput {
                    probe: p.id.clone(),
                    to_right_per_s: p.to_right as f32 / seconds,
                    to_left_per_s: p.to_left as f32 / seconds,
                    crossings: p.to_right + p.to_left,
                })
                .collect(),
            arrivals: self.arrivals.clone(),
        }
    }
}

fn takes_part(units: &Units, row: usize) -> bool {
    units.phase[row] == Phase::Standing && units.health[row] > 0
}

/// 1 when the step from `a` to `b` crosses the line from its left to its right, -1 the other way, 0 not at all.
fn crossing(from: Vec2, to: Vec2, a: Vec2, b: Vec2) -> i32 {
    let line = to - from;
    // Map coordinates have y down: a positive cross product lies to the right.
    let (side_a, side_b) = (line.perp_dot(a - from), line.perp_dot(b - from));
    if (side_a < 0.0) == (side_b < 0.0) {
        return 0;
    }
    let step = b - a;
    if (step.perp_dot(from - a) < 0.0) == (step.perp_dot(to - a) < 0.0) {
        return 0;
    }
    if side_b >= 0.0 { 1 } else { -1 }
}
