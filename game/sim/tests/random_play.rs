//! Random commands, random seeds, and the promises that must hold whatever is done. Prints the seed of a failure.

mod common;

use base::random::{Purpose, index, range};
use common::*;
use content::command::Command;
use content::map::Cell;
use content::rules::{EnemyKind, PowerKind, TowerKind};
use sim::{Outcome, Simulation};

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

fn play(seed: u64, ticks: u32) -> Outcome {
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
    assert!(world.counters.spawned > 0 && world.counters.knocked > 0);
    outcome
}

#[test]
fn promises_hold_under_random_commands() {
    let mut lost = 0;
    for seed in 1..=16 {
        println!("seed {seed}");
        lost += u32::from(play(seed, 600) == Outcome::Lost);
    }
    assert!((1..16).contains(&lost), "{lost} of 16 runs were lost: the runs should show both");
}
