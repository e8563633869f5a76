//! Snapshots: a battle goes on from one as if nothing had happened, and no bytes whatever make the loader fall.

mod common;

use common::*;
use content::command::Command;
use content::level::PlacedTower;
use content::map::Cell;
use sim::{LoadError, Simulation};
use std::sync::Arc;

fn busy() -> Simulation {
    let mut level = testbed();
    level.crowds = vec![crowd(SKELETON, 250, [8.0, 20.0], [29.0, 44.0], false), crowd(OGRE, 3, [12.0, 28.0], [24.0, 36.0], false)];
    level.towers = vec![PlacedTower { kind: MORTAR, cell: Cell::new(40, 28) }, PlacedTower { kind: ARCHERS, cell: Cell::new(40, 36) }];
    start(level)
}

fn commands(tick: u32) -> Vec<Command> {
    match tick % 60 {
        15 => vec![Command::Power { kind: BOMB, at: [34.0, 32.0] }],
        30 => vec![blast([28.0, 31.0], 6.0, 16.0, 12)],
        45 => vec![Command::Build { kind: ARCHERS, cell: Cell::new(46 + (tick / 60 % 2) as i32 * 6, 32) }],
        50 => vec![Command::Sell { cell: Cell::new(46, 32) }],
        _ => Vec::new(),
    }
}

#[test]
fn saved_and_loaded_at_any_tick_it_goes_on_the_same() {
    let mut straight = busy();
    let mut loaded: Vec<(u32, Simulation)> = Vec::new();
    for tick in 0..240 {
        if tick % 37 == 0 || tick == 131 {
            let bytes = straight.save();
            let copy = Simulation::load(straight.level().clone(), straight.rules().clone(), &bytes).expect("its own snapshot");
            assert_eq!(copy.hash(), straight.hash());
            assert_eq!(copy.save(), bytes);
            loaded.push((tick, copy));
        }
        let commands = commands(tick);
        straight.step(&commands);
        for (since, copy) in &mut loaded {
            copy.step(&commands);
            if copy.hash() != straight.hash() {
                let (a, b) = (straight.world(), copy.world());
                panic!(
                    "loaded at {since}, differs in tick {tick}: units {:?}, towers {:?}, whole world equal: {}",
                    a.units.differing(&b.units),
                    a.towers.differing(&b.towers),
                    a == b
                );
            }
            assert_eq!(copy.events(), straight.events(), "loaded at {since}, events of tick {tick}");
        }
    }
}

#[test]
fn rebuilding_what_is_derived_changes_nothing() {
    let (mut straight, mut rebuilt) = (busy(), busy());
    for tick in 0..200 {
        let commands = commands(tick);
        straight.step(&commands);
        rebuilt.step(&commands);
        if tick % 7 == 3 {
            rebuilt.rebuild_derived();
        }
        assert_eq!(straight.hash(), rebuilt.hash(), "tick {tick}");
    }
}

#[test]
fn damaged_bytes_get_a_sentence() {
    let mut level = testbed();
    level.map = plain(24, 24);
    level.keep.cell = Cell::new(18, 12);
    level.entrances[0] = content::level::Entrance { id: "west".into(), from: [2.5, 8.5], to: [2.5, 16.5] };
    level.crowds = vec![crowd(SKELETON, 6, [4.0, 6.0], [12.0, 18.0], false)];
    let mut simulation = start(level);
    simulation.step(&[blast([8.0, 12.0], 6.0, 14.0, 20), Command::Power { kind: BOMB, at: [8.0, 8.0] }]);
    for _ in 0..20 {
        simulation.step(&[blast([8.0, 12.0], 6.0, 14.0, 8)]);
    }
    let good = simulation.save();
    let load = |bytes: &[u8]| Simulation::load(simulation.level().clone(), simulation.rules().clone(), bytes).map(|copy| copy.hash());
    assert_eq!(load(&good), Ok(simulation.hash()));
    for k in 0..good.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut bad = good.clone();
            bad[k] ^= flip;
            let fault = load(&bad).expect_err("a flipped byte is noticed");
            let sentence = fault.to_string();
            assert!(sentence.starts_with("The saved battle") && sentence.ends_with('.'), "{sentence}");
        }
        assert!(matches!(load(&good[..k]), Err(LoadError::Damaged(_))), "cut at {k}");
    }
    assert!(load(&[good.clone(), vec![0]].concat()).is_err());
    assert!(load(b"").is_err() && load(&[0xff; 5_000]).is_err());
}

#[test]
fn forged_check_sums_meet_the_checks_behind_them() {
    let mut level = testbed();
    level.map = plain(24, 24);
    level.keep.cell = Cell::new(18, 12);
    level.crowds = vec![crowd(SKELETON, 6, [4.0, 6.0], [12.0, 18.0], false)];
    level.entrances.clear();
    let mut simulation = start(level);
    for _ in 0..20 {
        simulation.step(&[blast([8.0, 12.0], 6.0, 14.0, 4)]);
    }
    assert!(simulation.world().units.phase.contains(&sim::tables::Phase::Flight));
    let good = simulation.save();
    let (mut refused, mut passed) = (0, 0);
    for k in 16..good.len() {
        for flip in [0x01, 0x40, 0xff] {
            let mut bad = good.clone();
            bad[k] ^= flip;
            let hash = base::hash::bytes(&bad[16..]).to_le_bytes();
            bad[8..16].copy_from_slice(&hash);
            match Simulation::load(simulation.level().clone(), simulation.rules().clone(), &bad) {
                Err(_) => refused += 1,
                Ok(mut copy) => {
                    // What passes can be played on.
                    for _ in 0..3 {
                        copy.step(&[]);
                    }
                    passed += 1;
                }
            }
        }
    }
    // Flips in the middle of a number stay plausible; those of lengths, ids, kinds and exponents do not.
    assert!(refused > 200 && passed > 0, "{refused} refused, {passed} passed");
}

#[test]
fn other_content_and_versions_are_named() {
    let simulation = busy();
    let bytes = simulation.save();
    let mut other = (**simulation.level()).clone();
    other.content_hash += 1;
    let fault = Simulation::load(Arc::new(other), simulation.rules().clone(), &bytes).err().expect("another level");
    assert_eq!(fault.to_string(), "The saved battle was made with other content: level `testbed` has changed since. Restore that content to resume it.");
    let mut tables = rules();
    tables.content_hash += 1;
    assert!(matches!(Simulation::load(simulation.level().clone(), Arc::new(tables), &bytes), Err(LoadError::Content(_))));
    let mut newer = bytes;
    newer[4] = 99;
    let fault = Simulation::load(simulation.level().clone(), simulation.rules().clone(), &newer).err();
    assert_eq!(fault, Some(LoadError::Version { found: 99, expected: sim::snapshot::VERSION }));
}
