//! Random play of throws alone: every class, map edges, a gorge, rock, water, towers that come and go under the flying and
//! the lying. Whatever happens, predicted is real to the bit, and nobody stands, lies or lands where its class cannot stand.
//! Prints the seed of a failure.

mod common;

use base::random::{Purpose, index, range};
use common::*;
use content::command::Command;
use content::level::{Level, SizeClass};
use content::map::{Cell, Terrain};
use content::rules::{ClassIndex, TowerKind};
use glam::Vec2;
use sim::Simulation;
use sim::derived::ground::Ground;
use sim::event::Event;
use sim::flight::{fall, glide};
use sim::tables::Phase;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// Seeds and ticks of each; `TUMBLEKEEP_RANDOM_SEEDS` asks for more seeds.
const SEEDS: u32 = 80;
const TICKS: u32 = 360;

const WHAT: Purpose = Purpose(940);
const WHERE: Purpose = Purpose(941);

/// What was seen over all seeds.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    launches: u32,
    /// Of those, thrown from each phase.
    from: [u32; 5],
    /// Of those, of each class.
    of_class: [u32; 3],
    landings: u32,
    dead_landings: u32,
    /// Landings within 3 m of the map's edge, of rock or water or a gorge, of a tower.
    at_edges: u32,
    at_rock: u32,
    built: u32,
    turned_aside: u32,
    moved_out: u32,
}

fn level(seed: u64) -> Level {
    let mut level = testbed();
    level.seed = seed;
    level.gold = 1_000_000;
    level.walling_in = true;
    level.classes = vec![SizeClass::new("small", 0.4), SizeClass::new("large", 1.25), SizeClass::new("medium", 0.7)];
    // The rim of rock goes, so that bodies are thrown at the very edge of the map; a few posts come.
    for k in 0..level.map.terrain.len() {
        let (x, y) = (k % 72, k / 72);
        if !(2..62).contains(&y) {
            (level.map.terrain[k], level.map.cliff_m[k]) = (Terrain::Ground, 0.0);
        }
        if x % 17 == 9 && y % 13 == 6 && level.map.terrain[k] == Terrain::Ground && x < 56 {
            (level.map.terrain[k], level.map.cliff_m[k]) = (Terrain::Cliff, 1.0 + (x % 5) as f32);
        }
    }
    let medium = ClassIndex(2);
    let places =
        [([1.0, 1.0], [29.0, 26.0]), ([34.5, 1.0], [71.0, 13.0]), ([1.0, 38.0], [29.0, 63.0]), ([36.0, 50.0], [71.0, 63.0]), ([36.0, 24.0], [58.0, 40.0])];
    for (from, to) in places {
        level.crowds.push(crowd(SKELETON, 60, from, to, true));
        level.crowds.push(content::level::Crowd { class: medium, ..crowd(GOBLIN, 25, from, to, true) });
        level.crowds.push(crowd(OGRE, 6, from, to, true));
    }
    level
}

fn commands(seed: u64, tick: u32, simulation: &Simulation) -> Vec<Command> {
    let pick = |what, end| index(seed, WHAT, u64::from(tick), what, end);
    let number = |what, low, high| range(seed, WHERE, u64::from(tick), what, low, high);
    let mut commands = Vec::new();
    if pick(0, 4) == 0 {
        let damage = if pick(1, 6) == 0 { 15 } else { 0 };
        commands.push(blast([number(0, -2.0, 74.0), number(1, -2.0, 66.0)], number(2, 3.0, 16.0), number(3, 0.0, 45.0), damage));
    }
    if pick(2, 5) == 0 {
        commands.push(Command::Build { kind: TowerKind(pick(3, 2) as u8), cell: Cell::new(pick(4, 72) as i32, pick(5, 64) as i32) });
    }
    let towers = &simulation.world().towers;
    if pick(6, 9) == 0 && !towers.is_empty() {
        commands.push(Command::Sell { cell: towers.cell[pick(7, towers.len() as u32) as usize] });
    }
    commands
}

/// Flies a body on with the tick's own steps: where it comes down and after how many ticks, or none when it meets something
/// higher than itself.
fn fly_on(ground: &Ground, (mut at, mut height, mut climb, throw): (Vec2, f32, f32, Vec2)) -> Option<(Vec2, u32)> {
    for tick in 1.. {
        let down = fall(&mut height, &mut climb);
        glide(&mut at, throw);
        if ground.obstacle_m(Ground::cell_of(at)) > height.max(0.0) {
            return None;
        }
        if down {
            return Some((at, tick));
        }
    }
    None
}

fn play(seed: u64) -> Seen {
    let mut rules = rules();
    rules.enemies[OGRE.index()].knock_immune = false;
    rules.enemies[GOBLIN.index()].knock_resistance = 0.3;
    rules.towers.iter_mut().for_each(|tower| tower.attack = content::rules::Attack::None);
    let mut simulation = Simulation::new(level(seed).into(), rules.into(), sim::Options::default());
    let mut seen = Seen::default();
    let mut counters = Default::default();
    let mut phases: BTreeMap<u32, Phase> = BTreeMap::new();
    // Landing and its tick as they were foretold at the end of the last tick, of the living and the dead.
    let mut foretold: BTreeMap<u32, (Vec2, u32)> = BTreeMap::new();
    for tick in 0..TICKS {
        let commands = commands(seed, tick, &simulation);
        let before = simulation.world().units.clone();
        simulation.step(&commands);
        check_invariants(&simulation, &mut counters);
        let (world, ground) = (simulation.world(), &simulation.derived().ground);
        let units = &world.units;
        let built = simulation.events().iter().filter(|event| matches!(event, Event::TowerBuilt { .. })).count() as u32;
        seen.built += built;
        let mut launched: Vec<u32> = Vec::new();
        for event in simulation.events() {
            match *event {
                Event::Launched { unit, .. } => {
                    launched.push(unit.0);
                    seen.launches += 1;
                    seen.from[usize::from(phases.get(&unit.0).copied().unwrap_or(Phase::Standing).0)] += 1;
                    if let Some(row) = world.unit_ids.row(unit.0) {
                        seen.of_class[units.class[row].index()] += 1;
                    }
                }
                Event::Landed { unit, at, .. } => {
                    let dead = world.unit_ids.row(unit.0).is_none();
                    seen.landings += 1;
                    seen.dead_landings += u32::from(dead);
                    let rim = at.x.min(at.y).min(72.0 - at.x).min(64.0 - at.y);
                    seen.at_edges += u32::from(rim < 3.0);
                    seen.at_rock += u32::from(rim >= 3.0 && ground.wall_distance_at(at) <= 2);
                    // Who was thrown or turned aside in this very tick has a new landing, which is looked at below.
                    if let Some((predicted, when)) = foretold.get(&unit.0).filter(|_| built == 0 && !launched.contains(&unit.0)) {
                        let bits = (predicted.x.to_bits(), predicted.y.to_bits(), *when);
                        assert_eq!(bits, (at.x.to_bits(), at.y.to_bits(), world.tick), "seed {seed}, tick {tick}, unit {}", unit.0);
                    }
                }
                _ => {}
            }
        }
        foretold.clear();
        phases.clear();
        for row in 0..units.len() {
            phases.insert(units.id[row].0, units.phase[row]);
            let same = built > 0 && before.id.get(row) == Some(&units.id[row]) && before.phase[row] == units.phase[row];
            if units.phase[row] == Phase::Flight {
                let end = fly_on(ground, (units.position[row], units.height_m[row], units.climb_mps[row], units.throw[row]));
                // A body that a wall rose round, or that hangs over a gorge with no candidate left, is led out through it.
                if let Some((at, ticks)) = end {
                    assert_eq!((at, world.tick + ticks), (units.landing[row], units.landing_tick[row]), "seed {seed}, tick {tick}, unit {}", units.id[row].0);
                }
                foretold.insert(units.id[row].0, (units.landing[row], units.landing_tick[row]));
                seen.turned_aside += u32::from(same && before.landing[row] != units.landing[row] && !launched.contains(&units.id[row].0));
            } else if units.phase[row] != Phase::Standing {
                seen.moved_out += u32::from(same && before.position[row] != units.position[row]);
            }
        }
        let bodies = &world.bodies;
        for row in (0..bodies.len()).filter(|row| bodies.phase[*row] == Phase::Flight) {
            foretold.insert(bodies.id[row].0, (bodies.landing[row], bodies.landing_tick[row]));
        }
    }
    seen
}

#[test]
fn every_landing_comes_true_whatever_is_thrown_and_built() {
    let seeds = std::env::var("TUMBLEKEEP_RANDOM_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(SEEDS).max(SEEDS);
    let (next, all) = (AtomicU32::new(1), Mutex::new(Seen::default()));
    // One battle a core, each on a pool of its own of one thread: the thread count changes nothing (`determinism_threads`).
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
                pool.install(|| {
                    loop {
                        let seed = next.fetch_add(1, Ordering::Relaxed);
                        if seed > seeds {
                            break;
                        }
                        println!("seed {seed}");
                        let one = play(seed.into());
                        let mut all = all.lock().expect("nobody panicked with it");
                        all.launches += one.launches;
                        (0..5).for_each(|k| all.from[k] += one.from[k]);
                        (0..3).for_each(|k| all.of_class[k] += one.of_class[k]);
                        all.landings += one.landings;
                        all.dead_landings += one.dead_landings;
                        all.at_edges += one.at_edges;
                        all.at_rock += one.at_rock;
                        all.built += one.built;
                        all.turned_aside += one.turned_aside;
                        all.moved_out += one.moved_out;
                    }
                });
            });
        }
    });
    let seen = all.into_inner().expect("nobody panicked with it");
    println!("{seen:?}");
    assert!(seen.launches > 100_000 && seen.landings > 50_000 && seen.dead_landings > 1_000, "{seen:?}");
    assert!(seen.from.iter().all(|count| *count > 1_000) && seen.of_class.iter().all(|count| *count > 3_000), "{seen:?}");
    assert!(seen.at_edges > 1_000 && seen.at_rock > 1_000, "{seen:?}");
    assert!(seen.built > 500 && seen.turned_aside > 100 && seen.moved_out > 100, "{seen:?}");
}
