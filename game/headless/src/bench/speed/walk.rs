//! A battle that is timed tick by tick on a pool of its own.

use super::clock::{least, mean, median, process_ms, share, thread_ms, wall_ms};
use super::crowd_level::{Plan, rules};
use super::row::round;
use serde_json::{Value, json};
use sim::{Options, Simulation};

/// The last of the crowd's systems in the tick: what has run until then is the horde's share. The three systems of the
/// battle that stand between the crowd's have nothing to do in these levels.
const LAST_OF_HORDE: &str = "watch_progress";

/// Ticks in one turn: decisions, looks, density and fields come every 2, 4, 5 and 10 ticks, so every turn holds the same
/// work.
pub const TURN: u32 = 20;

/// Times of one tick in milliseconds.
#[derive(Clone, Copy, Default)]
pub struct Tick {
    /// The crowd's systems, CPU time (of all threads when there are several).
    pub horde_cpu: f64,
    /// The whole tick, CPU time.
    pub cpu: f64,
    /// The crowd's systems, wall clock.
    pub horde_wall: f64,
    /// The whole tick, wall clock.
    pub wall: f64,
}

/// A battle and its pool.
pub struct Walk {
    /// The battle.
    pub battle: Simulation,
    pool: rayon::ThreadPool,
    /// CPU time of each system over all timed ticks, in the order of the tick's list.
    systems: Vec<(&'static str, f64)>,
    timed: u32,
}

/// Worker threads.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, String> {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| format!("error: the worker threads cannot be started: {error}"))
}

impl Walk {
    /// From the start.
    pub fn new(plan: &Plan, threads: usize) -> Result<Self, String> {
        Ok(Self { battle: Simulation::new(plan.level(), rules(), Options::default()), pool: pool(threads)?, systems: Vec::new(), timed: 0 })
    }

    /// A copy of another battle as it stands, on another number of threads.
    pub fn copy_of(other: &Self, threads: usize) -> Result<Self, String> {
        let saved = other.battle.save();
        let battle = Simulation::load(other.battle.level().clone(), other.battle.rules().clone(), &saved)
            .map_err(|error| format!("error: a battle that was just saved does not load: {error:?}"))?;
        Ok(Self { battle, pool: pool(threads)?, systems: Vec::new(), timed: 0 })
    }

    /// Ticks without a clock.
    pub fn skip(&mut self, ticks: u32) {
        let Self { battle, pool, .. } = self;
        pool.install(|| (0..ticks).for_each(|_| battle.step(&[])));
    }

    /// Ticks with one.
    pub fn turn(&mut self, ticks: u32) -> Vec<Tick> {
        let Self { battle, pool, systems, timed } = self;
        *timed += ticks;
        let cpu_now = if pool.current_num_threads() == 1 { thread_ms } else { process_ms };
        pool.install(|| {
            let step = |_| {
                let mut tick = Tick::default();
                let (cpu, wall) = (cpu_now(), wall_ms());
                let mut last = cpu;
                battle.step_observed(&[], &mut |name| {
                    let now = cpu_now();
                    match systems.iter_mut().find(|(known, _)| *known == name) {
                        Some((_, sum)) => *sum += now - last,
                        None => systems.push((name, now - last)),
                    }
                    last = now;
                    if name == LAST_OF_HORDE {
                        (tick.horde_cpu, tick.horde_wall) = (now - cpu, wall_ms() - wall);
                    }
                });
                (tick.cpu, tick.wall) = (cpu_now() - cpu, wall_ms() - wall);
                tick
            };
            (0..ticks).map(step).collect()
        })
    }

    /// CPU milliseconds a tick of the systems that take a hundredth of it or more, over all ticks that were timed.
    pub fn systems(&self) -> Value {
        let whole: f64 = self.systems.iter().map(|(_, ms)| ms).sum();
        let a_tick = |ms: f64| json!(round(ms / f64::from(self.timed.max(1))));
        Value::Object(self.systems.iter().filter(|(_, ms)| *ms > 0.01 * whole).map(|(name, ms)| ((*name).to_owned(), a_tick(*ms))).collect())
    }

    /// Runs something else on the battle's pool, so that both stand alike.
    pub fn beside<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }
}

/// Times of several turns of one variant.
#[derive(Default)]
pub struct Series {
    turns: Vec<Vec<Tick>>,
}

impl Series {
    /// Adds a turn.
    pub fn push(&mut self, turn: Vec<Tick>) {
        self.turns.push(turn);
    }

    /// A figure of every tick.
    pub fn each(&self, figure: impl Fn(&Tick) -> f64) -> Vec<f64> {
        self.turns.iter().flatten().map(figure).collect()
    }

    /// The mean of a figure over each turn.
    pub fn turn_means(&self, figure: impl Fn(&Tick) -> f64) -> Vec<f64> {
        self.turns.iter().map(|turn| mean(&turn.iter().map(&figure).collect::<Vec<_>>())).collect()
    }

    /// Mean, 99 % and maximum of a figure over all ticks, least and median of the turns' means.
    pub fn summary(&self, figure: impl Fn(&Tick) -> f64) -> Summary {
        let (ticks, turns) = (self.each(&figure), self.turn_means(&figure));
        Summary { mean: mean(&ticks), p99: share(&ticks, 0.99), max: share(&ticks, 1.0), least_turn: least(&turns), median_turn: median(&turns) }
    }
}

/// Figures of a series.
pub struct Summary {
    pub mean: f64,
    pub p99: f64,
    pub max: f64,
    pub least_turn: f64,
    pub median_turn: f64,
}

/// Median over the turns of a / b, and the ratio of the least turns. The median sees what happened to both in the same
/// moment, the least what is left when nothing happened.
pub fn ratios(a: &[f64], b: &[f64]) -> (f64, f64) {
    let pairs: Vec<f64> = a.iter().zip(b).filter(|(_, b)| **b > 0.0).map(|(a, b)| a / b).collect();
    (median(&pairs), if least(b) > 0.0 { least(a) / least(b) } else { 0.0 })
}
