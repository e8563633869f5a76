//! Runs a scene from its start to an end, with the game's own measure, and lets a row look at every tick.
//!
//! Scenes run side by side, each on a pool of one thread of its own: nothing inside a scene can then wait for another
//! scene, and since no result depends on the number of threads, the figures are those of any other run.

use super::turned::Turn;
use crate::place;
use content::command::Command;
use content::level::Level;
use content::rules::Rules;
use glam::Vec2;
use sim::measure::{Measure, Metrics};
use sim::{Options, Simulation, World};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A level that is to be run.
#[derive(Clone)]
pub struct Scene {
    /// For people.
    pub name: String,
    pub level: Arc<Level>,
    pub rules: Arc<Rules>,
    /// Instead of the level's own.
    pub seed: Option<u64>,
    /// How the level lies on its map.
    pub turn: Turn,
}

impl Scene {
    /// A level of the game, by its id.
    pub fn load(id: &str) -> Result<Self, String> {
        let (level, rules) = place::level(id)?;
        Ok(Self { name: id.to_owned(), level, rules, seed: None, turn: Turn::none() })
    }

    /// The same with another seed.
    pub fn seeded(&self, seed: u64) -> Self {
        Self { name: format!("{}, seed {seed}", self.name), seed: Some(seed), ..self.clone() }
    }

    /// The same with a level that was changed.
    pub fn changed(&self, what: &str, change: impl FnOnce(&mut Level)) -> Self {
        let mut level = (*self.level).clone();
        change(&mut level);
        Self { name: format!("{}, {what}", self.name), level: Arc::new(level), ..self.clone() }
    }

    /// The same with only one of its crowds.
    pub fn only_crowd(&self, index: usize) -> Self {
        self.changed(&format!("only crowd {}", index + 1), |level| {
            let crowd = level.crowds.get(index).cloned();
            level.crowds.clear();
            level.crowds.extend(crowd);
        })
    }

    /// A place of the scene as it lies in the level before it was turned.
    pub fn plain(&self, at: Vec2) -> Vec2 {
        self.turn.back(at)
    }

    /// A battle at its start.
    pub fn start(&self) -> Simulation {
        Simulation::new(self.level.clone(), self.rules.clone(), Options { seed: self.seed, ..Options::default() })
    }
}

/// Whether to go on after a tick.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Next {
    GoOn,
    Stop,
}

/// What is shown after each tick.
pub struct Look<'a> {
    pub battle: &'a Simulation,
    pub measure: &'a Measure,
    /// Commands of the next tick; empty at each call.
    pub commands: &'a mut Vec<Command>,
}

impl Look<'_> {
    pub fn world(&self) -> &World {
        self.battle.world()
    }

    /// Ticks done.
    pub fn ticks(&self) -> u32 {
        self.battle.world().tick
    }
}

/// How a scene went.
#[derive(Clone, Debug)]
pub struct Course {
    pub name: String,
    /// Ticks until the end.
    pub ticks: u32,
    /// Enemies at the end.
    pub left: usize,
    pub metrics: Metrics,
    pub hash: u64,
}

impl Course {
    /// Whether everybody left.
    pub fn emptied(&self) -> bool {
        self.left == 0
    }

    /// For comparing with another run.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::json!({ "scene": self.name, "ticks": self.ticks, "left": self.left, "hash": format!("{:016x}", self.hash) })
    }

    /// "12 left" for people, or nothing.
    pub fn told_left(&self) -> String {
        if self.emptied() { String::new() } else { format!("{}: {} left after {} ticks", self.name, self.left, self.ticks) }
    }
}

/// Those who run scenes: as many at a time as there are cores.
pub struct Crew {
    pools: Mutex<VecDeque<rayon::ThreadPool>>,
    returned: Condvar,
    ledger: Mutex<Vec<Course>>,
}

impl Crew {
    pub fn new() -> Result<Self, String> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let pool = |_| rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| format!("error: the worker threads cannot be started: {error}"));
        Ok(Self { pools: Mutex::new((0..cores).map(pool).collect::<Result<_, _>>()?), returned: Condvar::new(), ledger: Mutex::default() })
    }

    /// Every scene that was run so far.
    pub fn ledger(&self) -> MutexGuard<'_, Vec<Course>> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a scene when its turn comes: until everybody has left, `ticks_max` ticks are done, or `look` says stop.
    pub fn run(&self, scene: &Scene, ticks_max: u32, look: impl FnMut(&mut Look<'_>) -> Next + Send) -> Course {
        let mut pools = self.pools.lock().unwrap_or_else(PoisonError::into_inner);
        let pool = loop {
            match pools.pop_front() {
                Some(pool) => break pool,
                None => pools = self.returned.wait(pools).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(pools);
        let back = Returning { crew: self, pool: Some(pool) };
        let course = back.pool.as_ref().expect("returned only when dropped").install(|| run(scene, ticks_max, look));
        self.ledger().push(course.clone());
        course
    }

    /// Runs a scene without looking.
    pub fn run_blind(&self, scene: &Scene, ticks_max: u32) -> Course {
        self.run(scene, ticks_max, |_| Next::GoOn)
    }
}

/// Gives the pool back whatever happens.
struct Returning<'a> {
    crew: &'a Crew,
    pool: Option<rayon::ThreadPool>,
}

impl Drop for Returning<'_> {
    fn drop(&mut self) {
        self.crew.pools.lock().unwrap_or_else(PoisonError::into_inner).extend(self.pool.take());
        self.crew.returned.notify_one();
    }
}

fn run(scene: &Scene, ticks_max: u32, mut look: impl FnMut(&mut Look<'_>) -> Next) -> Course {
    let mut battle = scene.start();
    let mut measure = Measure::new(battle.level());
    let mut commands = Vec::new();
    while battle.world().tick < ticks_max {
        battle.step(&commands);
        commands.clear();
        measure.observe(battle.level(), battle.world(), battle.derived());
        let next = look(&mut Look { battle: &battle, measure: &measure, commands: &mut commands });
        if next == Next::Stop || over(&battle) {
            break;
        }
    }
    let world = battle.world();
    Course { name: scene.name.clone(), ticks: world.tick, left: world.units.len(), metrics: measure.report(), hash: battle.hash() }
}

/// Nobody is there and nobody will come.
fn over(battle: &Simulation) -> bool {
    let (world, level) = (battle.world(), battle.level());
    world.units.is_empty()
        && world.waves.coming.is_empty()
        && world.waves.started as usize >= level.waves.len()
        && level.commands.iter().all(|timed| timed.tick < world.tick)
}

/// Does several things at once, each on a thread of its own; answers in order. Scenes among them wait for their turn.
pub fn side_by_side<T: Send>(works: Vec<impl FnOnce() -> T + Send>) -> Vec<T> {
    std::thread::scope(|scope| {
        let running: Vec<_> = works.into_iter().map(|work| scope.spawn(work)).collect();
        running.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}
