//! Waves, strikes, shots, win and loss.

mod common;

use common::*;
use content::command::Command;
use content::level::PlacedTower;
use content::map::Cell;
use content::rules::Difficulty;
use sim::{Event, Options, Outcome, Simulation};

#[test]
fn an_idle_level_is_lost() {
    let mut level = valley();
    level.keep.health = 60;
    let mut simulation = start(level);
    let mut seen = Default::default();
    let (mut lost, mut struck) = (None, 0);
    for tick in 0..3_000 {
        simulation.step(&[]);
        if tick % 10 == 0 {
            check_invariants(&simulation, &mut seen);
        }
        struck += simulation.events().iter().filter(|event| matches!(event, Event::KeepStruck { .. })).count();
        if simulation.events().contains(&Event::Lost) {
            lost = Some(tick);
            break;
        }
    }
    assert!(lost.is_some(), "still {:?} with {} alive", simulation.world().outcome, simulation.world().units.len());
    assert_eq!((simulation.world().outcome, simulation.world().keep_health), (Outcome::Lost, 0));
    let reached = simulation.world().counters.reached_keep;
    // The last tick may bring more than the one strike that was still needed.
    assert!((30..36).contains(&struck) && reached > 5 && reached <= simulation.world().counters.spawned, "{struck} strikes by {reached}");
}

#[test]
fn towers_win_and_every_wave_is_cleared_once() {
    let mut level = valley();
    level.gold = 0;
    level.keep.health = 5_000;
    level.towers = [(40, 28), (40, 36), (54, 27), (54, 37)].map(|(x, y)| PlacedTower { kind: ARCHERS, cell: Cell::new(x, y) }).to_vec();
    level.towers.push(PlacedTower { kind: MORTAR, cell: Cell::new(54, 32) });
    let mut simulation = start(level);
    let mut seen = Default::default();
    let (mut waves, mut cleared, mut arrows, mut bombs) = (Vec::new(), Vec::new(), 0, 0);
    for tick in 0..5_000 {
        simulation.step(&[]);
        if tick % 16 == 0 {
            check_invariants(&simulation, &mut seen);
        }
        for event in simulation.events() {
            match *event {
                Event::WaveStarted { wave, called, .. } => waves.push((tick, wave, called)),
                Event::WaveCleared { wave } => cleared.push(wave),
                Event::ArrowShot { .. } => arrows += 1,
                Event::BombThrown { .. } => bombs += 1,
                _ => {}
            }
        }
        if simulation.world().outcome != Outcome::Running {
            break;
        }
    }
    let world = simulation.world();
    assert_eq!(world.outcome, Outcome::Won, "{} alive, keep {}, towers {}", world.units.len(), world.keep_health, world.towers.len());
    assert_eq!(waves, [(60, 0, false), (660, 1, false)]);
    assert!(cleared.last() == Some(&1) && cleared.len() <= 2, "{cleared:?}");
    assert_eq!(world.counters.spawned, 40 + 15 + 60 + 3);
    assert_eq!(world.counters.killed, world.counters.spawned);
    assert_eq!(world.gold, 3 * world.counters.spawned as i32, "a reward for everyone");
    assert!(arrows > 50 && bombs > 3, "{arrows} arrows, {bombs} bombs");
    let kills: u32 = world.towers.kills.iter().sum();
    assert!(kills > 50 && kills <= world.counters.killed, "{kills} kills by towers");
    assert!(world.counters.knocked_peak > 0);
}

#[test]
fn a_wave_comes_evenly_along_its_entrance() {
    let mut simulation = start(valley());
    let mut came = Vec::new();
    for tick in 0..320 {
        simulation.step(&[]);
        for event in simulation.events() {
            if let Event::Spawned { unit } = event {
                let world = simulation.world();
                let row = world.unit_ids.row(unit.0).unwrap();
                came.push((tick, world.units.kind[row], world.units.position[row]));
            }
        }
    }
    let skeletons: Vec<_> = came.iter().filter(|(_, kind, _)| *kind == SKELETON).collect();
    assert_eq!((skeletons.len(), came.len()), (40, 55));
    for (k, (tick, _, _)) in skeletons.iter().enumerate() {
        let due = 60 + k as i32 * 5;
        assert!((due - 1..due + 8).contains(tick), "skeleton {k} came at {tick}, due {due}");
    }
    // A step of the walk after the spawn lies between.
    assert!(came.iter().all(|(_, _, at)| (1.0..4.2).contains(&at.x) && (24.0..41.0).contains(&at.y)), "off the line");
    let (low, high) = came.iter().fold((f32::MAX, f32::MIN), |(low, high), (_, _, at)| (low.min(at.y), high.max(at.y)));
    assert!(high - low > 10.0, "along the whole line, {low} to {high}");
}

#[test]
fn difficulty_scales_health_count_and_gold() {
    let at = |difficulty| {
        let mut simulation = Simulation::new(valley().into(), rules().into(), Options { seed: None, difficulty });
        let gold = simulation.world().gold;
        simulation.step(&[Command::CallWave]);
        let count: u32 = simulation.world().waves.coming.iter().map(|coming| coming.count).sum();
        (gold, count, simulation.world().units.health_max.first().copied())
    };
    assert_eq!(at(Difficulty::Relaxed), (600, 32 + 12, Some(24)));
    assert_eq!(at(Difficulty::Standard), (500, 40 + 15, Some(30)));
    assert_eq!(at(Difficulty::Fierce), (400, 56 + 21, Some(39)));
}

#[test]
fn a_tower_under_attack_falls_and_frees_its_attackers() {
    let mut level = testbed();
    level.towers = vec![PlacedTower { kind: MORTAR, cell: Cell::new(20, 32) }];
    level.crowds = vec![crowd(SKELETON, 60, [12.0, 26.0], [16.0, 38.0], false)];
    let mut simulation = start(level);
    let (mut struck, mut fell) = (0, None);
    for tick in 0..1_500 {
        simulation.step(&[]);
        struck += simulation.events().iter().filter(|event| matches!(event, Event::TowerStruck { .. })).count();
        if simulation.events().iter().any(|event| matches!(event, Event::TowerDestroyed { .. })) {
            fell = Some(tick);
            break;
        }
    }
    assert!(fell.is_some() && struck >= 30, "{struck} strikes");
    let world = simulation.world();
    assert!(world.towers.is_empty() && world.units.target.iter().all(|target| target.is_none()));
    assert!(simulation.derived().ground.walkable(SMALL, Cell::new(20, 32)), "the ground is free at once");
}
