//! Replays play out as recorded, and the first difference is found.

mod common;

use common::*;
use content::command::Command;
use content::map::Cell;
use sim::replay::{Recorder, Replay, ReplayError};
use sim::{LoadError, Simulation};
use std::sync::Arc;

fn record() -> (Simulation, Replay) {
    let mut simulation = start(valley());
    let mut recorder = Recorder::new(&simulation);
    for tick in 0..500 {
        let commands = match tick {
            5 => vec![Command::Build { kind: ARCHERS, cell: Cell::new(24, 32) }, Command::CallWave],
            200 => vec![Command::Power { kind: BOMB, at: [36.0, 32.0] }],
            _ => Vec::new(),
        };
        recorder.before_step(tick, &commands);
        simulation.step(&commands);
        recorder.after_step(&simulation);
    }
    let replay = recorder.finish(&simulation);
    (simulation, replay)
}

#[test]
fn a_replay_verifies_to_the_last_hash() {
    let (simulation, replay) = record();
    assert_eq!(replay.hashes.iter().map(|(tick, _)| *tick).collect::<Vec<_>>(), [0, 64, 128, 192, 256, 320, 384, 448, 500]);
    let again = Replay::from_bytes(&replay.to_bytes()).expect("its own bytes");
    assert_eq!(again, replay);
    let played = again.verify(simulation.level().clone(), simulation.rules().clone(), None).expect("the same battle");
    assert_eq!(played.hash(), simulation.hash());
    let half = replay.verify(simulation.level().clone(), simulation.rules().clone(), Some(250)).expect("its first half");
    assert_eq!(half.world().tick, 250);
}

#[test]
fn a_changed_command_is_found_at_the_next_hash() {
    let (simulation, mut replay) = record();
    let (level, rules) = (simulation.level().clone(), simulation.rules().clone());
    replay.commands[2].tick = 201;
    match replay.verify(level.clone(), rules.clone(), None) {
        Err(ReplayError::Differs { tick: 256, equal_until: 192, .. }) => {}
        other => panic!("{:?}", other.err()),
    }
    replay.commands[2].tick = 200;
    let mut tables = (*rules).clone();
    tables.content_hash = 0;
    let fault = replay.verify(level, Arc::new(tables), None).err().expect("other tables");
    assert!(fault.to_string().contains("tables"), "{fault}");
}

#[test]
fn damaged_replays_get_a_sentence() {
    let (_, replay) = record();
    let good = replay.to_bytes();
    for k in 0..good.len() {
        let mut bad = good.clone();
        bad[k] ^= 0x11;
        assert!(matches!(Replay::from_bytes(&bad), Err(LoadError::Damaged(_) | LoadError::Version { .. })));
        assert!(Replay::from_bytes(&good[..k]).is_err());
    }
}

#[test]
fn a_retry_from_a_checkpoint_is_one_recording() {
    let mut simulation = start(valley());
    let mut recorder = Recorder::new(&simulation);
    let mut checkpoint = None;
    let step = |simulation: &mut Simulation, recorder: &mut Recorder, commands: &[Command]| {
        recorder.before_step(simulation.world().tick, commands);
        simulation.step(commands);
        recorder.after_step(simulation);
    };
    for tick in 0..300 {
        if tick == 140 {
            checkpoint = Some(simulation.save());
        }
        let commands = if tick == 200 { vec![Command::Power { kind: BOMB, at: [36.0, 32.0] }] } else { Vec::new() };
        step(&mut simulation, &mut recorder, &commands);
    }
    let abandoned = simulation.hash();
    let mut simulation = Simulation::load(simulation.level().clone(), simulation.rules().clone(), &checkpoint.unwrap()).unwrap();
    recorder.rewind(simulation.world().tick);
    for tick in 140..300 {
        let commands = if tick == 150 { vec![Command::Build { kind: MORTAR, cell: Cell::new(24, 32) }] } else { Vec::new() };
        step(&mut simulation, &mut recorder, &commands);
    }
    assert_ne!(simulation.hash(), abandoned);
    let replay = recorder.finish(&simulation);
    assert_eq!(replay.commands.len(), 1);
    let played = replay.verify(simulation.level().clone(), simulation.rules().clone(), None).expect("the retried battle");
    assert_eq!(played.hash(), simulation.hash());
}
