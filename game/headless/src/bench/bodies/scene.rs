//! Levels for the bodies' benchmarks, made in code, and a battle whose systems are timed one by one.

use crate::bench::speed::clock::{process_ms, thread_ms, wall_ms};
use crate::bench::speed::crowd_level::{Plan, rules};
use crate::bench::speed::walk::pool;
use content::command::{BlastOrder, Command};
use content::level::{Crowd, Goal, Keep, Level};
use content::map::{Cell, Map, Terrain};
use content::rules::{Blast, ClassIndex, EnemyKind, Rules};
use sim::derived::Derived;
use sim::event::{Cause, Event};
use sim::scratch::Scratch;
use sim::stage::Stage;
use sim::systems::battle::{BattleScratch, PendingBlast, bury_dead, fly_bodies, set_off_blasts};
use sim::{Options, Simulation, World};
use std::sync::Arc;

/// The systems in which bodies and bombs cost anything.
const BODIES: [&str; 4] = ["fly_bombs", "set_off_blasts", "fly_bodies", "bury_dead"];

/// Open ground of so many cells a side with the keep in a corner, and idle walkers on the rectangle from `low` to `high`.
pub fn open(side: u32, count: u32, low: f32, high: f32) -> Level {
    let cells = (side * side) as usize;
    Level {
        map: Map { width: side, height: side, terrain: vec![Terrain::Ground; cells], cliff_m: vec![0.0; cells] },
        keep: Keep { cell: Cell::new(4, side as i32 - 5), footprint_cells: 5, health: i32::MAX },
        crowds: vec![idle(count, [low, low], [high, high])],
        entrances: Vec::new(),
        ..(*Plan::ten_thousand().level()).clone()
    }
}

/// Walkers that stand still.
pub fn idle(count: u32, from: [f32; 2], to: [f32; 2]) -> Crowd {
    Crowd { enemy: EnemyKind(0), class: ClassIndex(0), count, from, to, idle: true, speed_mps: None, goal: Goal::Keep }
}

/// A blast out of nothing.
pub fn blast(at: [f32; 2], radius_m: f32, force_mps: f32, damage: i32) -> Command {
    Command::Blast { at, blast: BlastOrder { radius_m, force_mps, damage } }
}

/// CPU time of one tick, milliseconds.
#[derive(Clone, Copy, Default)]
pub struct Tick {
    /// Of [`BODIES`].
    pub bodies: f64,
    /// Of `set_off_blasts` alone.
    pub blasts: f64,
    /// Of all systems.
    pub whole: f64,
    /// Wall clock of all systems.
    pub wall: f64,
}

/// A battle on a pool of its own.
pub struct Bed {
    /// The battle.
    pub battle: Simulation,
    pool: rayon::ThreadPool,
}

impl Bed {
    /// Starts one.
    pub fn new(level: Level, threads: usize) -> Result<Self, String> {
        Ok(Self { battle: Simulation::new(Arc::new(level), rules(), Options::default()), pool: pool(threads)? })
    }

    /// One tick under the clocks.
    pub fn step(&mut self, commands: &[Command]) -> Tick {
        let Self { battle, pool } = self;
        let cpu_now = if pool.current_num_threads() == 1 { thread_ms } else { process_ms };
        pool.install(|| {
            let mut tick = Tick::default();
            let (begun, wall) = (cpu_now(), wall_ms());
            let mut last = begun;
            battle.step_observed(commands, &mut |name| {
                let now = cpu_now();
                if BODIES.contains(&name) {
                    tick.bodies += now - last;
                }
                if name == "set_off_blasts" {
                    tick.blasts = now - last;
                }
                last = now;
            });
            (tick.whole, tick.wall) = (cpu_now() - begun, wall_ms() - wall);
            tick
        })
    }

    /// Goes back to a state that was saved.
    pub fn load(&mut self, saved: &[u8]) -> Result<(), String> {
        self.battle = Simulation::load(self.battle.level().clone(), self.battle.rules().clone(), saved)
            .map_err(|error| format!("error: a battle that was just saved does not load: {error:?}"))?;
        Ok(())
    }

    /// Enemies that are down or in the air.
    pub fn knocked(&self) -> usize {
        self.battle.world().units.phase.iter().filter(|phase| **phase != sim::tables::Phase::Standing).count()
    }
}

/// The systems of bodies alone, called one by one on a state of their own: what they do depends on nothing that walks.
pub struct Systems {
    level: Arc<Level>,
    rules: Arc<Rules>,
    /// The state; may be put back to a copy between two calls.
    pub world: World,
    /// Of the level.
    pub derived: Derived,
    scratch: Scratch,
    /// What happened in the last call.
    pub events: Vec<Event>,
}

impl Systems {
    /// A state just begun.
    pub fn new(level: Level) -> Self {
        let battle = Simulation::new(Arc::new(level), rules(), Options::default());
        let (level, rules, world) = (battle.level().clone(), battle.rules().clone(), battle.world().clone());
        let derived = Derived::rebuild(&level, &rules, &world);
        let scratch = Scratch { battle: BattleScratch::with_room(world.units.len(), level.map.terrain.len()), ..Scratch::default() };
        let events = Vec::with_capacity(1_024 + 4 * world.units.len());
        Self { level, rules, world, derived, scratch, events }
    }

    fn run(&mut self, system: impl Fn(&mut Stage<'_>)) {
        let Self { level, rules, world, derived, scratch, events } = self;
        events.clear();
        system(&mut Stage { level, rules, world, derived, scratch, events });
    }

    /// `set_off_blasts` with one blast that a command ordered.
    pub fn set_off(&mut self, at: [f32; 2], blast: Blast) {
        self.scratch.battle.ordered.push(PendingBlast { at: at.into(), height_m: 0.0, blast, cause: Cause::Player });
        self.run(set_off_blasts::run);
    }

    /// `fly_bodies` for one tick.
    pub fn fly(&mut self) {
        self.run(fly_bodies::run);
        self.world.tick += 1;
    }

    /// `bury_dead` for one tick.
    pub fn bury(&mut self) {
        self.run(bury_dead::run);
    }
}
