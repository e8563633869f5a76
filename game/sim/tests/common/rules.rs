//! What each rule of the crowd is for, as one function a rule: it plays the rule's testbed (`levels/testbeds/`) as the
//! game does, on three seeds, and is content only while the figure is there for which the rule exists.
//!
//! `horde_rules.rs` runs them as they are; `horde_without_rules.rs` takes the rules out one by one and expects a complaint.
//! Each function says in its comment both figures: with the rule and without.
#![allow(dead_code, unused_macros, unused_imports)]

pub mod beyond;
pub mod fields;
pub mod neighbors;
pub mod slots;
pub mod states;

use content::level::Level;
use content::load::{load_level, load_rules};
use content::rules::{EnemyKind, Rules};
use glam::Vec2;
use sim::tables::{NO_SLOT, Phase};
use sim::{Options, Simulation, World};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Seeds that every figure is taken on.
pub const SEEDS: [u64; 3] = [1, 2, 3];

pub type Shown = Result<(), String>;

/// Calls a macro with (rule of `sim::rule`, function): the one list of what is shown.
macro_rules! for_every_rule {
    ($what:ident) => {
        $what! {
            WallSurcharge fields::h02_wall_surcharge;
            OutOfWalls fields::h02_out_of_walls;
            ClassWalkability fields::h03_class_walkability;
            Breach fields::h04_breach;
            Repulsion neighbors::h05_repulsion;
            Separation neighbors::h06_separation;
            AxisSplit neighbors::h07_axis_split;
            WallPush neighbors::h07_wall_push;
            DensityCost neighbors::h08_density_cost;
            Slowdown neighbors::h08_slowdown;
            Contacts states::h09_contacts;
            Priority states::h09_priority;
            Sidestep states::h09_sidestep;
            Hysteresis states::h09_hysteresis;
            Patience states::h09_patience;
            IdleIsMoving states::h09_idle_is_moving;
            LookAhead states::h10_look_ahead;
            OwnSide states::h10_own_side;
            Kick states::h11_kick;
            KickSpares states::h11_kick_spares;
            Queue slots::h12_queue;
            Arc slots::h12_arc;
            Firm slots::h12_firm;
            NoEviction slots::h12_no_eviction;
            TwoPasses states::h13_two_passes;
            StandingOnly slots::h14_standing_only;
            Claims beyond::claims;
            Urgency beyond::urgency;
            Watchdog beyond::watchdog;
            RoomAhead beyond::room_ahead;
        }
    };
}
pub(crate) use for_every_rule;

/// Content only when the figure is at most `bound` on every seed.
pub fn at_most(what: &str, bound: f32, figure: impl Fn(u64) -> Result<f32, String>) -> Shown {
    judged(what, figure, |value| value <= bound, &format!("at most {bound}"))
}

/// Content only when the figure is at least `bound` on every seed.
pub fn at_least(what: &str, bound: f32, figure: impl Fn(u64) -> Result<f32, String>) -> Shown {
    judged(what, figure, |value| value >= bound, &format!("at least {bound}"))
}

fn judged(what: &str, figure: impl Fn(u64) -> Result<f32, String>, good: impl Fn(f32) -> bool, wanted: &str) -> Shown {
    let figures = SEEDS.map(figure);
    let mut values = Vec::new();
    for value in figures {
        values.push(value?);
    }
    let sentence = format!("{what}: {values:.3?} on seeds {SEEDS:?}, wanted {wanted}");
    println!("    {sentence}");
    if values.iter().all(|value| good(*value)) { Ok(()) } else { Err(sentence) }
}

/// A testbed at play.
pub struct Bed {
    pub sim: Simulation,
}

impl Bed {
    /// Loads `levels/testbeds/NAME` and the game's tables from their folders and starts a battle.
    pub fn open(name: &str, seed: u64) -> Result<Self, String> {
        let root = root();
        let rules = load_rules(&root.join("assets/rules")).map_err(|faults| faults.to_string())?;
        let level = load_level(&root.join("levels/testbeds").join(name), &rules).map_err(|faults| faults.to_string())?;
        let options = Options { seed: Some(seed), ..Options::default() };
        Ok(Self { sim: Simulation::new(Arc::new(level), Arc::new(rules), options) })
    }

    pub fn level(&self) -> &Level {
        self.sim.level()
    }

    pub fn rules(&self) -> &Rules {
        self.sim.rules()
    }

    pub fn world(&self) -> &World {
        self.sim.world()
    }

    /// The kind of an enemy by its name in the tables.
    pub fn kind(&self, name: &str) -> EnemyKind {
        self.rules().enemy(name).expect("an enemy of the game's tables")
    }

    pub fn step(&mut self) {
        self.sim.step(&[]);
    }

    /// So many ticks; `look` sees the battle after each.
    pub fn run(&mut self, ticks: u32, mut look: impl FnMut(&Self)) {
        for _ in 0..ticks {
            self.step();
            look(self);
        }
    }

    /// Changes the state by way of a snapshot, which checks every promise that the systems rely on.
    pub fn edit(&mut self, change: impl FnOnce(&mut World)) -> Result<(), String> {
        let mut world = self.world().clone();
        change(&mut world);
        let bytes = sim::snapshot::to_bytes(self.sim.level(), self.sim.rules(), &world);
        self.sim = Simulation::load(self.sim.level().clone(), self.sim.rules().clone(), &bytes).map_err(|error| error.to_string())?;
        Ok(())
    }

    /// Rows of those who stand and want to walk.
    pub fn walkers(&self) -> impl Iterator<Item = usize> + '_ {
        let units = &self.world().units;
        (0..units.len()).filter(|row| units.phase[*row] == Phase::Standing && units.health[*row] > 0 && units.idle[*row] == 0)
    }

    /// Walkers who are still on their way: not yet near the target they go for.
    pub fn under_way(&self) -> impl Iterator<Item = usize> + '_ {
        self.walkers().filter(|row| !self.arrived(*row))
    }

    /// Whether a unit is so near its target that it may ask for a slot.
    pub fn arrived(&self, row: usize) -> bool {
        let units = &self.world().units;
        let ring = self.sim.derived().rings.ring(units.target[row]);
        ring.is_none_or(|ring| ring.reach_m(units.position[row]) < ring.ask_m(units.class[row]))
    }

    pub fn radius_m(&self, row: usize) -> f32 {
        self.sim.derived().ground.radius_m(self.world().units.class[row])
    }

    /// Distance from a place to the nearest real wall within two meters; 2 when there is none.
    pub fn to_wall_m(&self, at: Vec2) -> f32 {
        let (cx, cy) = (at.x.floor() as i32, at.y.floor() as i32);
        let mut least = 2.0_f32;
        for (x, y) in (cy - 2..=cy + 2).flat_map(|y| (cx - 2..=cx + 2).map(move |x| (x, y))) {
            if self.sim.derived().ground.solid(content::map::Cell::new(x, y)) {
                let corner = Vec2::new(x as f32, y as f32);
                least = least.min((at - at.clamp(corner, corner + 1.0)).length());
            }
        }
        least
    }

    /// Distance to the nearest other standing unit of the rows given, edge to edge when `edges`.
    pub fn nearest_m(&self, row: usize) -> f32 {
        let units = &self.world().units;
        (0..units.len())
            .filter(|other| *other != row && units.phase[*other] == Phase::Standing)
            .map(|other| (units.position[other] - units.position[row]).length())
            .fold(f32::MAX, f32::min)
    }

    /// Where a unit's slot is.
    pub fn slot_at(&self, row: usize) -> Option<Vec2> {
        let units = &self.world().units;
        (units.slot[row] != NO_SLOT).then(|| self.sim.derived().rings.position(units.target[row], units.slot[row])).flatten()
    }

    /// Ticks until `done`, at most `limit`.
    pub fn ticks_until(&mut self, limit: u32, mut done: impl FnMut(&Self) -> bool) -> u32 {
        for tick in 1..=limit {
            self.step();
            if done(self) {
                return tick;
            }
        }
        limit
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A mean that adds up.
#[derive(Default)]
pub struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    pub fn add(&mut self, value: f32) {
        self.sum += f64::from(value);
        self.count += 1;
    }

    pub fn share(&mut self, counts: bool) {
        self.add(f32::from(u8::from(counts)));
    }

    /// Refuses to be the mean of nothing: a scene in which nobody was seen shows nothing.
    pub fn get(&self) -> Result<f32, String> {
        if self.count == 0 { Err("nobody was measured".into()) } else { Ok((self.sum / self.count as f64) as f32) }
    }
}
