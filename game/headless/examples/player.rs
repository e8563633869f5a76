//! A player with simple, honest rules: it sees what anybody sees, builds by a list as soon as the gold is there and
//! throws a bomb where most will be. It writes what it did as a script, from which a recorded win is made:
//!
//! ```text
//! cargo run -p headless --example player --profile checked -- levels/first-bombs levels/first-bombs/plan.toml > levels/first-bombs/win.toml
//! tumblekeep-sim run first-bombs --script levels/first-bombs/win.toml --record levels/first-bombs/win.replay
//! ```
//!
//! The plan is a script too: its builds are carried out in order, each when it can be paid and not before its tick.

use content::command::{Command, Timed};
use content::load::{load_level, load_rules, load_script};
use content::rules::PowerKind;
use glam::Vec2;
use sim::event::Refusal;
use sim::{Event, Options, Outcome, Simulation};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Ticks until the player gives up.
const TICKS_MAX: u32 = 36_000;
/// Ticks between two throws: a hand needs time to aim.
const AIM_TICKS: u32 = 9;
/// Enemies that must be met by the first throw of a volley, for which all charges are saved up, by the ones after it,
/// and near the keep, where what comes has to go.
const WORTH_FIRST: u32 = 40;
const WORTH_NEXT: u32 = 20;
const WORTH_NEAR_KEEP: u32 = 8;
/// Nearer than this to the keep is near, metres.
const NEAR_KEEP_M: f32 = 25.0;
/// The throws of a volley go to different places, metres apart.
const APART_M: f32 = 6.0;
/// Most places that are looked at.
const PLACES_MAX: usize = 60;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [level, plan] = arguments.as_slice() else {
        eprintln!("usage: player LEVEL PLAN");
        return ExitCode::from(2);
    };
    match play(Path::new(level), Path::new(plan)) {
        Ok(script) => {
            print!("{script}");
            ExitCode::SUCCESS
        }
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

fn play(level: &Path, plan: &Path) -> Result<String, String> {
    let rules = Arc::new(load_rules(Path::new("assets/rules")).map_err(|faults| faults.to_string())?);
    let level = Arc::new(load_level(level, &rules).map_err(|faults| faults.to_string())?);
    let plan = load_script(plan, &rules, Some(&level)).map_err(|faults| faults.to_string())?;
    let mut battle = Simulation::new(level, rules.clone(), Options::default());
    let mut done: Vec<Timed> = Vec::new();
    let (mut next, mut last_throw) = (0, 0);
    let (mut volley, mut lost): (Vec<Vec2>, usize) = (Vec::new(), 0);
    while battle.world().outcome == Outcome::Running && battle.world().tick < TICKS_MAX {
        let tick = battle.world().tick;
        let mut commands = Vec::new();
        if let Some(Timed { tick: from, command }) = plan.get(next) {
            let answer = match *command {
                Command::Build { kind, cell } => battle.can_build(kind, cell),
                _ => Ok(()),
            };
            match answer {
                Ok(()) if tick >= *from => {
                    commands.push(*command);
                    next += 1;
                }
                // Gold comes with time; a site that will never do is left out.
                Ok(()) | Err(Refusal::Gold) => {}
                Err(why) => {
                    eprintln!("{command:?} cannot be done: {why:?}");
                    next += 1;
                }
            }
        }
        if tick >= last_throw + AIM_TICKS {
            if let Some(at) = best_throw(&battle, &volley) {
                commands.push(Command::Power { kind: PowerKind(0), at });
                volley.push(Vec2::from(at));
                last_throw = tick;
            } else if tick >= last_throw + 60 {
                volley.clear();
            }
        }
        done.extend(commands.iter().map(|command| Timed { tick, command: *command }));
        battle.step(&commands);
        lost += battle.events().iter().filter(|event| matches!(event, Event::TowerDestroyed { .. })).count();
        if tick.is_multiple_of(900) {
            let world = battle.world();
            eprintln!(
                "{:5} s: wave {}, alive {}, killed {}, towers {} (lost {lost}), keep {}, gold {}, peak {}",
                tick / 30,
                world.waves.started,
                world.units.len(),
                world.counters.killed,
                world.towers.len(),
                world.keep_health,
                world.gold,
                world.counters.knocked_peak
            );
        }
    }
    let world = battle.world();
    eprintln!(
        "{:?} after {} s: keep {}, peak {}, {} of {} things of the plan",
        world.outcome,
        world.tick / 30,
        world.keep_health,
        world.counters.knocked_peak,
        next,
        plan.len()
    );
    Ok(script(&done, &rules))
}

/// Where the bomb would meet most when it goes off, if that is worth a charge.
fn best_throw(battle: &Simulation, volley: &[Vec2]) -> Option<[f32; 2]> {
    let world = battle.world();
    let power = &battle.rules().powers[0];
    let left = world.charges.first()?.charges;
    if left == 0 {
        return None;
    }
    let ahead_s = f32::from(power.fuse_ticks) / 30.0;
    let units = &world.units;
    let there: Vec<Vec2> = (0..units.len()).map(|row| units.position[row] + units.velocity[row] * ahead_s).collect();
    let step = (there.len() / PLACES_MAX).max(1);
    let reach = power.blast.radius_m * power.blast.radius_m;
    let count = |at: Vec2| there.iter().filter(|p| p.distance_squared(at) < reach).count() as u32;
    let free = |at: &&Vec2| volley.iter().all(|thrown| thrown.distance(**at) > APART_M);
    let (met, at) = there.iter().step_by(step).filter(free).map(|at| (count(*at), *at)).max_by_key(|(met, _)| *met)?;
    let keep = Vec2::new(battle.level().keep.cell.x as f32, battle.level().keep.cell.y as f32);
    let worth = match (at.distance(keep) < NEAR_KEEP_M, volley.is_empty()) {
        (true, _) => WORTH_NEAR_KEEP,
        (false, true) if left < u16::from(power.charges) => return None,
        (false, true) => WORTH_FIRST,
        (false, false) => WORTH_NEXT,
    };
    let at = [(at.x * 4.0).round() / 4.0, (at.y * 4.0).round() / 4.0];
    (met >= worth && battle.can_cast(PowerKind(0), at).is_ok()).then_some(at)
}

fn script(done: &[Timed], rules: &content::rules::Rules) -> String {
    let mut text = "# A win on Standard, played by game/headless/examples/player.rs with plan.toml. Written by it; do not edit.\nformat = 1\n".to_owned();
    for Timed { tick, command } in done {
        text += &match *command {
            Command::Build { kind, cell } => {
                format!("\n[[command]]\ntick = {tick}\nkind = \"build\"\ntower = \"{}\"\nat = [{}, {}]\n", rules.towers[kind.index()].id, cell.x, cell.y)
            }
            Command::Sell { cell } => format!("\n[[command]]\ntick = {tick}\nkind = \"sell\"\nat = [{}, {}]\n", cell.x, cell.y),
            Command::Power { kind, at } => {
                format!("\n[[command]]\ntick = {tick}\nkind = \"power\"\npower = \"{}\"\nat = [{:?}, {:?}]\n", rules.powers[kind.index()].id, at[0], at[1])
            }
            Command::CallWave => format!("\n[[command]]\ntick = {tick}\nkind = \"call_wave\"\n"),
            // Only testbeds know the rest, and nobody wins those.
            Command::Spawn { .. } | Command::Blast { .. } => String::new(),
        };
    }
    text
}
