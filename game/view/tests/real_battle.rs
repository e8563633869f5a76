//! A real battle of some minutes, watched: nothing is changed by watching, nobody jumps, everything that is drawn is whole.

mod common;

use content::command::Command;
use content::map::Cell;
use content::rules::{PowerKind, TowerKind};
use glam::{Vec2, vec2};
use sim::tables::Phase;
use sim::{Event, Options, Simulation};
use std::collections::BTreeMap;
use std::sync::Arc;
use view::hud::{self, Board, Source};
use view::{Battle, HeightField, Picture};

#[test]
fn a_watched_battle_is_the_same_battle_and_runs_smoothly() {
    let (level, rules) = (Arc::new(common::level()), Arc::new(common::rules()));
    let mut watched = Simulation::new(level.clone(), rules.clone(), Options::default());
    let mut alone = Simulation::new(level.clone(), rules.clone(), Options::default());
    let mut battle = Battle::new(&level, &rules, &common::figures(), &common::models());
    let ground = HeightField::sampled(Vec2::splat(64.0), 16.0, |p| 0.4 * (p.x * 0.2).sin());
    let mut picture = Picture::default();
    let mut poses = std::collections::BTreeSet::new();
    let mut ends: BTreeMap<u32, (Vec2, f32)> = BTreeMap::new();
    let (mut thrown, mut killed, mut landed) = (0u32, 0u32, 0u32);
    battle.observe(&level, &rules, watched.world(), &[]);
    for tick in 0..1500u32 {
        let mut commands = vec![];
        match tick {
            5 => commands.push(Command::Build { kind: TowerKind(0), cell: Cell::new(30, 40) }),
            10 | 200 | 400 => commands.push(Command::CallWave),
            _ if tick % 45 == 40 => {
                // where most are
                let at = watched.world().units.position.iter().copied().max_by_key(|p| watched.enemies_within(p.to_array(), 4.0));
                commands.extend(at.map(|at| Command::Power { kind: PowerKind(0), at: at.to_array() }));
            }
            _ => {}
        }
        watched.step(&commands);
        alone.step(&commands);
        let hash = watched.hash();
        battle.observe(&level, &rules, watched.world(), watched.events());
        for event in watched.events() {
            match event {
                Event::Launched { .. } => thrown += 1,
                Event::Killed { .. } => killed += 1,
                Event::Landed { .. } => landed += 1,
                _ => {}
            }
        }
        let world = watched.world();
        let ids = world.units.id.iter().chain(&world.bodies.id);
        let mut now = BTreeMap::new();
        for id in ids {
            let (start, height) = battle.actors().place(id.0, 0.0).expect("everybody is seen");
            if let Some((end, end_height)) = ends.get(&id.0) {
                assert!(start.distance(*end) < 1e-4 && (height - end_height).abs() < 1e-4, "tick {tick}: {id:?} jumped");
            }
            let there = battle.actors().place(id.0, 1.0).expect("everybody is seen");
            assert!(there.0.distance(start) < 1.0, "tick {tick}: {id:?} went {} m in a tick", there.0.distance(start));
            now.insert(id.0, there);
        }
        ends = now;
        for alpha in [0.0, 0.6] {
            battle.fill(world, alpha, tick as f32 / 30.0, &ground, &mut picture);
            assert_eq!(picture.figures.len(), world.units.len() + world.bodies.len());
            for (k, (f, phase)) in picture.figures.iter().zip(world.units.phase.iter().chain(&world.bodies.phase)).enumerate() {
                let dead = k >= world.units.len();
                assert!(f.position.iter().all(|v| v.is_finite()));
                assert!(f.position[2] >= ground.at(vec2(f.position[0], f.position[1])) - 1e-3, "nobody sinks");
                assert_eq!(f.turn >> 16 != 0, matches!(*phase, Phase::Flight | Phase::Settle) || (*phase == Phase::Lying && dead), "{phase:?}");
                if *phase == Phase::Lying && dead {
                    let frame = (f.frames & 0xffff) as u16;
                    assert!(f.look & 0xff == 0 && common::LYING.iter().flatten().any(|l| *l == frame), "the dead lie as their marks do, not in frame {frame}");
                    poses.insert(frame);
                }
            }
            assert!(!picture.stills.is_empty() && picture.puffs.len() < 2048 && picture.marks.len() < 8192 && picture.stills.len() < 4096);
        }
        let source = Source::from(&watched);
        let shown = hud::fill(source, &Board::default());
        assert_eq!((shown.alive as usize, shown.call_bonus), (world.units.len(), watched.call_bonus()));
        assert_eq!(shown.in_the_air, battle.actors().in_the_air());
        battle.pass(&level, &rules, watched.world(), 1.0 / 30.0);
        assert!(battle.cues().drain().count() <= 40, "voices are limited");
        assert_eq!(watched.hash(), hash, "tick {tick}: watching changed the world");
    }
    assert_eq!(watched.hash(), alone.hash(), "a watched battle and one alone");
    assert!(poses.len() >= 4, "the dead lie in many poses, not only in {poses:?}");
    assert!(thrown > 10 && killed > 20 && landed > 20, "{thrown} thrown, {killed} killed, {landed} landed");
    let summary = battle.statistics().summary(&level, watched.world());
    assert!(summary.highest_throw_m > 4.0 && summary.longest_flight_m > 4.0 && summary.in_the_air_peak > 5, "{summary:?}");
    println!(
        "{thrown} thrown, {killed} killed, highest {:.1} m, longest {:.1} m, {} in the air",
        summary.highest_throw_m, summary.longest_flight_m, summary.in_the_air_peak
    );
}
