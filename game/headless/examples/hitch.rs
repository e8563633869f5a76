//! What a tower that comes or goes in the middle of 20,000 enemies costs the tick: the worst tick after it against the
//! median, on 256 x 256 cells.
//!
//! ```text
//! RAYON_NUM_THREADS=1 cargo run --release -p headless --example hitch
//! ```

use content::command::Command;
use content::level::Crowd;
use content::load::{load_level, load_rules};
use content::map::{Cell, Map, Terrain};
use content::rules::TowerKind;
use sim::{Options, Simulation};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

const SIDE: u32 = 256;
/// Ticks looked at after a change: as long as fields follow it.
const AFTER: usize = 24;
/// Ticks between two changes.
const PAUSE: usize = 60;
/// Builds and falls that are looked at.
const ROUNDS: usize = 6;

/// Milliseconds of processor time that all threads of this process took so far: other programs on the machine do not count.
/// Where the system does not tell, the time on the wall.
fn spent_ms(start: Instant) -> f64 {
    let of = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("schedstat")).ok()?.split(' ').next()?.parse::<f64>().ok();
    match std::fs::read_dir("/proc/self/task") {
        Ok(tasks) => tasks.filter_map(|task| of(task.ok()?)).sum::<f64>() / 1e6,
        Err(_) => start.elapsed().as_secs_f64() * 1e3,
    }
}

fn main() -> ExitCode {
    match measure() {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

fn measure() -> Result<(), String> {
    let rules = Arc::new(load_rules(Path::new("assets/rules")).map_err(|faults| faults.to_string())?);
    let mut level = load_level(Path::new("levels/testbeds/open-10000"), &rules).map_err(|faults| faults.to_string())?;
    let cells = (SIDE * SIDE) as usize;
    level.map = Map { width: SIDE, height: SIDE, terrain: vec![Terrain::Ground; cells], cliff_m: vec![0.0; cells] };
    level.keep.cell = Cell::new(SIDE as i32 - 20, SIDE as i32 / 2);
    (level.gold, level.testbed, level.endless) = (1_000_000, true, true);
    level.entrances.clear();
    level.waves.clear();
    level.commands.clear();
    level.probes.clear();
    let first = level.crowds.first().cloned().ok_or("error: the level has no crowd")?;
    let crowd = |enemy: &str, count: u32| {
        let kind = rules.enemy(enemy).ok_or(format!("error: there is no enemy {enemy}"))?;
        let class = level.class(&rules.enemies[kind.index()].class).ok_or(format!("error: the level has no class for {enemy}"))?;
        Ok::<Crowd, String>(Crowd { enemy: kind, class, count, from: [30.0, 40.0], to: [190.0, 216.0], idle: false, ..first.clone() })
    };
    level.crowds = vec![crowd("skeleton", 19_900)?, crowd("ogre", 100)?];
    let mut battle = Simulation::new(Arc::new(level), rules, Options::default());
    let (tower, began) = (TowerKind(0), Instant::now());
    let mut all: Vec<f64> = Vec::new();
    let mut worst: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
    let mut slowest: Vec<(&str, f64)> = Vec::new();
    for _ in 0..60 {
        battle.step(&[]);
    }
    for round in 0..ROUNDS {
        let cell = Cell::new(100 + 9 * round as i32, 110 + 7 * round as i32);
        for (side, command) in [Command::Build { kind: tower, cell }, Command::Sell { cell }].into_iter().enumerate() {
            let towers = battle.world().towers.len();
            let mut most = 0.0_f64;
            for tick in 0..PAUSE {
                let start = spent_ms(began);
                let mut before = start;
                let mut parts: Vec<(&str, f64)> = Vec::with_capacity(32);
                // What comes after the last system is nothing.
                battle.step_observed(if tick == 0 { std::slice::from_ref(&command) } else { &[] }, &mut |system| {
                    let now = spent_ms(began);
                    parts.push((system, now - before));
                    before = now;
                });
                let ms = before - start;
                all.push(ms);
                if tick < AFTER && ms > most {
                    most = ms;
                    if side == 0 {
                        slowest = parts;
                    }
                }
                if tick == 0 && battle.world().towers.len() == towers {
                    return Err(format!("error: at {cell:?} nothing was done: {:?}", battle.events()));
                }
            }
            worst[side].push(most);
        }
    }
    all.sort_by(f64::total_cmp);
    let median = all[all.len() / 2];
    println!(
        "{} enemies, median {median:.2} ms a tick, 99 of 100 below {:.2}, worst {:.2}",
        battle.world().units.len(),
        all[all.len() * 99 / 100],
        all[all.len() - 1]
    );
    for (what, worst) in ["build", "fall"].iter().zip(&worst) {
        let mut sorted = worst.clone();
        sorted.sort_by(f64::total_cmp);
        println!(
            "{what}: worst tick {:.2} ms ({:.2} x the median), middle of the worst {:.2} ms ({:.2} x)",
            sorted[ROUNDS - 1],
            sorted[ROUNDS - 1] / median,
            sorted[ROUNDS / 2],
            sorted[ROUNDS / 2] / median
        );
    }
    slowest.sort_by(|a, b| b.1.total_cmp(&a.1));
    let parts: Vec<String> = slowest.iter().take(5).map(|(system, ms)| format!("{system} {ms:.2}")).collect();
    println!("the worst tick of the last build, ms: {}", parts.join(", "));
    Ok(())
}
