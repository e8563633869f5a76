//! Random commands, random seeds, and the promises that must hold whatever is done. Prints the seed of a failure.

mod common;

use base::random::{Purpose, index, range};
use common::*;
use content::command::Command;
use content::map::Cell;
use content::rules::{EnemyKind, PowerKind, TowerKind};
use sim::{Outcome, Simulation};
use std::sync::atomic::{AtomicU32, Ordering};

fn random_command(seed: u64, tick: u32, k: u64) -> Command {
    let number = |what, end| index(seed, Purpose(800), u64::from(tick) << 8 | k, what, end);
    let place =
        |what| [range(seed, Purpose(801), u64::from(tick) << 8 | k, what, -3.0, 75.0), range(seed, Purpose(802), u64::from(tick) << 8 | k, what, -3.0, 67.0)];
    let cell = Cell::new(number(1, 80) as i32 - 4, number(2, 72) as i32 - 4);
    match number(0, 12) {
        0..=4 => Command::Build { kind: TowerKind(number(3, 3) as u8), cell },
        5 => Command::Sell { cell },
        6 => Command::CallWave,
        7 | 8 => Command::Power { kind: PowerKind(number(3, 2) as u8), at: place(4) },
        9 => Command::Spawn { kind: EnemyKind(number(3, 4) as u8), count: number(5, 40), at: place(4), idle: number(6, 4) == 0 },
        _ => blast(
            place(4),
            range(seed, Purpose(803), u64::from(tick), k, 0.5, 12.0),
            range(seed, Purpose(804), u64::from(tick), k, 0.0, 40.0),
            number(7, 40) as i32,
        ),
    }
}

/// What a run came to.
struct Course {
    lost: bool,
    knocked: bool,
}

fn play(seed: u64, ticks: u32) -> Course {
    let mut level = valley();
    level.seed = seed;
    level.gold = 3_000;
    level.testbed = true;
    level.walling_in = seed.is_multiple_of(3);
    level.endless = seed.is_multiple_of(2);
    // Some keeps fall within the run, so that what comes after the end is played too.
    level.keep.health = if seed.is_multiple_of(4) { 1_000 } else { 8 };
    let mut simulation = start(level);
    let mut seen = Default::default();
    for tick in 0..ticks {
        let commands: Vec<_> = (0..u64::from(index(seed, Purpose(805), u64::from(tick), 0, 4) / 2)).map(|k| random_command(seed, tick, k)).collect();
        // Sales of towers that stand, too.
        let towers = &simulation.world().towers;
        let sale = (tick % 50 == 49 && !towers.is_empty()).then(|| Command::Sell { cell: towers.cell[tick as usize % towers.len()] });
        let commands: Vec<_> = commands.into_iter().chain(sale).collect();
        simulation.step(&commands);
        check_invariants(&simulation, &mut seen);
        if tick % 125 == 77 {
            // From here on the battle goes on from its own snapshot.
            let copy = Simulation::load(simulation.level().clone(), simulation.rules().clone(), &simulation.save()).expect("its own snapshot");
            assert_eq!(copy.hash(), simulation.hash(), "seed {seed}, tick {tick}");
            simulation = copy;
        }
    }
    let world = simulation.world();
    let outcome = world.outcome;
    println!("seed {seed}: {:?}, gold {}, {} towers, {:?}", world.outcome, world.gold, world.towers.len(), world.counters);
    assert!(world.counters.spawned > 0);
    Course { lost: outcome == Outcome::Lost, knocked: world.counters.knocked > 0 }
}

/// Seeds of the test and ticks of each: 201,600 ticks in all. `TUMBLEKEEP_RANDOM_SEEDS` asks for more of them.
const SEEDS: u32 = 336;
const TICKS: u32 = 600;

#[test]
fn promises_hold_under_random_commands() {
    let seeds = std::env::var("TUMBLEKEEP_RANDOM_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(SEEDS).max(SEEDS);
    let (next, lost, knocked) = (AtomicU32::new(1), AtomicU32::new(0), AtomicU32::new(0));
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
                        let course = play(seed.into(), TICKS);
                        lost.fetch_add(u32::from(course.lost), Ordering::Relaxed);
                        knocked.fetch_add(u32::from(course.knocked), Ordering::Relaxed);
                    }
                });
            });
        }
    });
    let (lost, knocked) = (lost.into_inner(), knocked.into_inner());
    println!("{} ticks, {lost} of {seeds} lost", seeds * TICKS);
    assert!((1..seeds).contains(&lost), "{lost} of {seeds} runs were lost: the runs should show both");
    assert!(knocked > seeds * 9 / 10, "only in {knocked} of {seeds} runs was anybody thrown");
}
