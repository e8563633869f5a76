//! `run LEVEL`: a battle from start or save to a tick or its end, with times and hashes.

use crate::output::say;
use crate::{Done, files, place};
use clap::{Args, ValueEnum};
use content::command::{Command, Timed};
use content::load;
use content::rules::Difficulty;
use serde_json::{Map, Value, json};
use sim::measure::Measure;
use sim::replay::Recorder;
use sim::{Event, LoadError, Options, Outcome, Simulation};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Ticks after which an undecided battle is left: 20 minutes of play.
const TICKS_MAX_DEFAULT: u32 = 36_000;
/// Most ticks of a run: a day of play, as for scripts.
const TICKS_MAX: i64 = 2_592_000;
/// Ticks of a testbed that has no end.
const TICKS_ENDLESS: u32 = 1_800;
/// Ticks whose hashes are told, besides the last.
const HASHED: [u32; 2] = [600, 1_800];

#[derive(Args)]
pub struct Run {
    /// A level's folder or its id.
    level: String,
    /// Runs until this tick, counted from the start of the battle. Without it: until it is decided.
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=TICKS_MAX))]
    ticks: Option<u32>,
    /// Instead of the level's own seed.
    #[arg(long, conflicts_with = "load")]
    seed: Option<u64>,
    /// How hard.
    #[arg(long, value_enum, default_value_t, conflicts_with = "load")]
    difficulty: Hardness,
    /// Worker threads; the result is the same for any number.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Commands by tick, as TOML.
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Mods are not there yet; answered with a sentence.
    #[arg(long = "mod", value_name = "DIR")]
    mods: Vec<PathBuf>,
    /// Writes the state at the end.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Goes on from a saved state.
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Writes a replay of the whole battle.
    #[arg(long, value_name = "FILE", conflicts_with = "load")]
    record: Option<PathBuf>,
    /// Measures the crowd: key `metrics` of the JSON.
    #[arg(long)]
    metrics: bool,
    /// The last line of standard output is one JSON object.
    #[arg(long)]
    json: bool,
}

/// A difficulty on the command line.
#[derive(Clone, Copy, Default, ValueEnum)]
enum Hardness {
    Relaxed,
    #[default]
    Standard,
    Fierce,
}

impl From<Hardness> for Difficulty {
    fn from(hardness: Hardness) -> Self {
        match hardness {
            Hardness::Relaxed => Self::Relaxed,
            Hardness::Standard => Self::Standard,
            Hardness::Fierce => Self::Fierce,
        }
    }
}

impl Run {
    pub fn carry_out(&self) -> Done {
        if let Some(dir) = self.mods.first() {
            return Err(format!("error: {}: this version of the game cannot load mods yet; put levels under levels/ or name their folder", dir.display()));
        }
        let pool = pool(self.threads)?;
        pool.install(|| self.battle(pool.current_num_threads()))
    }

    fn battle(&self, threads: usize) -> Done {
        let (level, rules) = place::level(&self.level)?;
        let script = match &self.script {
            Some(path) => load::load_script(path, &rules, Some(&level)).map_err(|faults| faults.to_string())?,
            None => Vec::new(),
        };
        let mut battle = match &self.load {
            Some(path) => Simulation::load(level.clone(), rules, &files::read_packed(path, "save")?)
                .map_err(|error| format!("error: {}: {}", path.display(), load_sentence(&error, "save")))?,
            None => Simulation::new(level.clone(), rules, Options { seed: self.seed, difficulty: self.difficulty.into() }),
        };
        let end = End { tick: self.ticks.unwrap_or(if level.endless { TICKS_ENDLESS } else { TICKS_MAX_DEFAULT }), when_decided: self.ticks.is_none() };
        if end.tick < battle.world().tick {
            return Err(format!("error: --ticks {} has passed: the saved battle is at tick {} already", end.tick, battle.world().tick));
        }
        let mut recorder = self.record.as_ref().map(|_| Recorder::new(&battle));
        let mut measure = self.metrics.then(|| Measure::new(battle.level()));
        let course = play(&mut battle, &script, end, recorder.as_mut(), measure.as_mut());
        if let Some((path, recorder)) = self.record.as_ref().zip(recorder) {
            files::write_packed(path, &recorder.finish(&battle).to_bytes())?;
        }
        if let Some(path) = &self.save {
            files::write_packed(path, &battle.save())?;
        }
        let mut result = course.result(&battle, threads);
        if let Some(measure) = measure {
            result["metrics"] = serde_json::to_value(measure.report()).map_err(|error| format!("error: the metrics cannot be written: {error}"))?;
        }
        print_summary(&result);
        if self.json {
            say!("{result}");
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn pool(threads: Option<u16>) -> Result<rayon::ThreadPool, String> {
    let threads = threads.map_or(0, usize::from);
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| format!("error: the worker threads cannot be started: {error}"))
}

/// Why a save or a replay cannot be used, as a sentence.
pub fn load_sentence(error: &LoadError, noun: &str) -> String {
    match error {
        LoadError::Damaged(what) => format!("this {noun} is damaged: {what}"),
        LoadError::Version { found, expected } => format!("this {noun} has version {found}, this game reads version {expected}"),
        LoadError::Content(what) => format!("this {noun} belongs to other content: {what}"),
    }
}

/// Until when a battle is played.
#[derive(Clone, Copy)]
struct End {
    tick: u32,
    when_decided: bool,
}

/// What was seen of a battle from outside.
#[derive(Default)]
struct Course {
    tick_ms: Vec<f64>,
    /// In the order of the tick's list.
    system_ms: Vec<(&'static str, f64)>,
    hashes: Vec<(u32, u64)>,
    /// Commands that were refused: tick and why.
    refused: Vec<(u32, String)>,
    /// Tick at which the battle was decided in this run.
    decided: Option<u32>,
}

fn play(battle: &mut Simulation, script: &[Timed], end: End, mut recorder: Option<&mut Recorder>, mut measure: Option<&mut Measure>) -> Course {
    let mut course = Course::default();
    let mut commands: Vec<Command> = Vec::new();
    // What lies before a loaded state is in it already.
    let mut next = script.partition_point(|timed| timed.tick < battle.world().tick);
    while battle.world().tick < end.tick && !(end.when_decided && battle.world().outcome != Outcome::Running) {
        commands.clear();
        while let Some(timed) = script.get(next).filter(|timed| timed.tick <= battle.world().tick) {
            commands.push(timed.command);
            next += 1;
        }
        if let Some(recorder) = &mut recorder {
            recorder.before_step(battle.world().tick, &commands);
        }
        let start = Instant::now();
        let mut last = start;
        let systems = &mut course.system_ms;
        let mut row = 0;
        battle.step_observed(&commands, &mut |name| {
            let now = Instant::now();
            let ms = (now - last).as_secs_f64() * 1e3;
            last = now;
            match systems.get_mut(row) {
                Some((_, sum)) => *sum += ms,
                None => systems.push((name, ms)),
            }
            row += 1;
        });
        course.tick_ms.push(start.elapsed().as_secs_f64() * 1e3);
        if let Some(recorder) = &mut recorder {
            recorder.after_step(battle);
        }
        if let Some(measure) = &mut measure {
            measure.observe(battle.level(), battle.world(), battle.derived());
        }
        let refusals = battle.events().iter().filter_map(|event| if let Event::Refused { why } = event { Some(format!("{why:?}")) } else { None });
        course.refused.extend(refusals.map(|why| (battle.world().tick - 1, why)));
        if course.decided.is_none() && battle.world().outcome != Outcome::Running {
            course.decided = Some(battle.world().tick);
        }
        if HASHED.contains(&battle.world().tick) {
            course.hashes.push((battle.world().tick, battle.hash()));
        }
    }
    course
}

impl Course {
    /// The JSON object of the contract.
    fn result(&self, battle: &Simulation, threads: usize) -> Value {
        let world = battle.world();
        let hash = format!("{:016x}", battle.hash());
        let mut hashes: Map<String, Value> = self.hashes.iter().map(|(tick, hash)| (tick.to_string(), json!(format!("{hash:016x}")))).collect();
        hashes.insert(world.tick.to_string(), json!(hash));
        let ticks = self.tick_ms.len().max(1) as f64;
        // a system may stand in the list twice
        let mut sums: Vec<(&str, f64)> = Vec::new();
        for (name, sum) in &self.system_ms {
            match sums.iter_mut().find(|(known, _)| known == name) {
                Some((_, total)) => *total += sum,
                None => sums.push((name, *sum)),
            }
        }
        let systems: Map<String, Value> = sums.iter().map(|(name, sum)| ((*name).to_owned(), json!(rounded(sum / ticks)))).collect();
        let counters = &world.counters;
        json!({
            "level": battle.level().id,
            "seed": world.seed,
            "difficulty": world.difficulty.id(),
            "ticks": world.tick,
            "threads": threads,
            "hash": hash,
            "hashes": hashes,
            "outcome": outcome_name(world.outcome),
            "decided_tick": self.decided,
            "refused": self.refused.iter().map(|(tick, why)| json!({ "tick": tick, "why": why })).collect::<Vec<_>>(),
            "wave": world.waves.started,
            "alive": world.units.len(),
            "spawned": counters.spawned,
            "killed": counters.killed,
            "reached_keep": counters.reached_keep,
            "left": counters.left_in_all(),
            "knocked": counters.knocked,
            "knocked_peak": counters.knocked_peak,
            "stuck": counters.stuck,
            "removed_broken": counters.removed_broken,
            "bodies": world.bodies.len(),
            "decals": world.corpses.len(),
            "towers": world.towers.len(),
            "gold": world.gold,
            "keep_health": world.keep_health,
            "ms_per_tick": self.times(),
            "systems": systems,
        })
    }

    fn times(&self) -> Value {
        let mut sorted = self.tick_ms.clone();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| sorted.get(((sorted.len() as f64 * share) as usize).min(sorted.len().saturating_sub(1))).copied().unwrap_or(0.0);
        let mean = sorted.iter().sum::<f64>() / sorted.len().max(1) as f64;
        json!({ "mean": rounded(mean), "p50": rounded(at(0.5)), "p99": rounded(at(0.99)), "max": rounded(at(1.0)) })
    }
}

/// Microseconds are enough in a report.
fn rounded(ms: f64) -> f64 {
    (ms * 1e3).round() / 1e3
}

/// The name of an outcome in the JSON.
pub fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Running => "running",
        Outcome::Won => "won",
        Outcome::Lost => "lost",
    }
}

fn print_summary(result: &Value) {
    let text = |key: &str| result[key].as_str().unwrap_or_default().to_owned();
    let when =
        result["decided_tick"].as_u64().map_or_else(|| format!("at tick {}", result["ticks"]), |tick| format!("at tick {tick}, run until {}", result["ticks"]));
    say!("{} ({}, seed {}): {} {when}, wave {}", text("level"), text("difficulty"), result["seed"], text("outcome"), result["wave"]);
    for refusal in result["refused"].as_array().into_iter().flatten().take(10) {
        say!("  refused at tick {}: {}", refusal["tick"], refusal["why"].as_str().unwrap_or_default());
    }
    say!("  came {}, killed {}, alive {}, reached the keep {}", result["spawned"], result["killed"], result["alive"], result["reached_keep"]);
    say!("  knocked down {} times, at most {} in the air at once", result["knocked"], result["knocked_peak"]);
    say!("  keep {}, gold {}, towers {}, bodies {}, decals {}", result["keep_health"], result["gold"], result["towers"], result["bodies"], result["decals"]);
    let times = &result["ms_per_tick"];
    say!("  {} ms a tick on average, 99 % under {}, at most {} (threads: {})", times["mean"], times["p99"], times["max"], result["threads"]);
    say!("  hash {}", text("hash"));
}
