//! Watching changes nothing: the whole state has the same hash before and after everything the view can do with it.

mod common;

use content::map::Cell;
use glam::{Vec2, vec2};
use sim::event::{Cause, Event, Refusal};
use sim::tables::{BombId, Phase, TowerId, UnitId};
use view::camera::{Camera, Wish};
use view::cues::Listener;
use view::hud::{self, Board, Source};
use view::{Battle, HeightField, Picture, overlays};

#[test]
fn a_frame_and_every_query_leave_the_world_as_it_was() {
    let (level, rules) = (common::level(), common::rules());
    let mut world = common::world(&level, &rules);
    for k in 0..300 {
        let id = common::unit(&mut world, (k % 3) as u8, vec2(5.0 + (k % 50) as f32, 5.0 + (k / 50) as f32 * 2.0));
        if k % 7 == 0 {
            common::kill(&mut world, id);
        }
    }
    for k in 0..world.units.len() {
        world.units.phase[k] = [Phase::Standing, Phase::Flight, Phase::Settle, Phase::Lying, Phase::Rising][k % 5];
    }
    let tower = common::tower(&mut world, 0, Cell::new(30, 30));
    let mut battle = Battle::new(&level, &rules, &common::figures(), &common::models());
    let ground = HeightField::sampled(Vec2::splat(64.0), 10.0, |p| (p.x * 0.3).sin() * 0.4);
    let mut picture = Picture::default();
    let mut camera = Camera::new(Vec2::splat(64.0), vec2(32.0, 8.0), 0.0);
    let events = every_event(tower, world.units.id[3]);
    for _ in 0..40 {
        world.tick += 1;
        let before = common::hash(&world);
        battle.listen_from(Listener::of(&camera.pose()));
        battle.observe(&level, &rules, &world, &events);
        for alpha in [0.0, 0.4, 1.0, f32::NAN] {
            battle.fill(&world, alpha, 1.0, &ground, &mut picture);
        }
        let ambience = battle.pass(&level, &rules, &world, 0.016);
        assert!(ambience.danger <= 4);
        let source = Source { level: &level, rules: &rules, world: &world };
        let shown = hud::fill(source, &Board { selected: tower, message: battle.messages().shown(), ..Board::default() });
        assert!(shown.selected.is_some());
        assert_eq!(hud::hit_tower(source, vec2(31.0, 29.0)), Some(tower));
        assert!(hud::hit_unit(source, world.units.position[5]).is_some());
        assert!(hud::inside(source, vec2(20.0, 8.0), 6.0) > 0);
        overlays::selected(battle.space(), &rules, &world, tower, &mut picture);
        let plan = overlays::Plan { cell: Cell::new(3, 3), footprint_cells: 5, range_m: 20.0, range_min_m: 3.0, free: false };
        overlays::placing(battle.space(), &plan, &mut picture);
        overlays::aiming(battle.space(), &[[30.0, 50.0, 9.0], [25.0, 40.0, 12.0], [20.0, 30.0, 0.0]], 5.5, true, &ground, &mut picture);
        camera.update(&Wish { zoom: 0.3, pointer: Some(vec2(20.0, 30.0)), pan: vec2(0.1, 0.2), ..Wish::default() }, 0.016, vec2(640.0, 400.0), &ground);
        let summary = battle.statistics().summary(&level, &world);
        assert!(summary.in_the_air_peak > 0);
        assert_eq!(common::hash(&world), before);
    }
    assert!(!picture.puffs.is_empty() && !picture.marks.is_empty() && !picture.lamps.is_empty() && !picture.overlays.is_empty());
    let finite = picture.puffs.iter().all(|p| p.position.iter().chain(&p.color).chain(&p.look).all(|v| v.is_finite()) && p.size_m > 0.0);
    assert!(finite, "every puff has a place and a size");
    assert!(picture.stills.records().all(|s| s.position.iter().all(|v| v.is_finite()) && s.scale.iter().all(|v| *v > 0.0)));
    assert!(battle.cues().drain().count() > 0);
}

/// One of each.
fn every_event(tower: TowerId, unit: UnitId) -> Vec<Event> {
    use content::rules::{EnemyKind, TowerKind};
    let (kind, at, cell) = (EnemyKind(0), vec2(20.0, 20.0), Cell::new(30, 30));
    vec![
        Event::Spawned { unit },
        Event::WaveStarted { wave: 1, called: true, bonus: 12 },
        Event::WaveCleared { wave: 1 },
        Event::TowerBuilt { tower, kind: TowerKind(0), cell },
        Event::TowerSold { tower, cell, refund: 3 },
        Event::TowerDestroyed { tower, kind: TowerKind(9), cell },
        Event::TowerStruck { tower, unit, damage: 3 },
        Event::KeepStruck { unit, damage: 3 },
        Event::Refused { why: Refusal::Gold },
        Event::ArrowShot { tower, unit, at, ticks: 12 },
        Event::BombThrown { bomb: BombId(4), from: at, power: None, tower },
        Event::BombBounced { bomb: BombId(4), at, speed_mps: 8.0 },
        Event::Blasted { blast: 3, at, height_m: 0.0, radius_m: 5.0, hit: 30, cause: Cause::Player },
        Event::Hurt { unit, damage: 3 },
        Event::Launched { unit, apex_m: 9.0 },
        Event::Landed { unit, kind, at, speed_mps: 14.0 },
        Event::GotUp { unit },
        Event::Kicked { by: unit, unit: UnitId(999_999) },
        Event::Killed { unit: UnitId(u32::MAX), kind: EnemyKind(200), at, reward: 2, flies: true },
        Event::CorpseLeft { unit, kind, at, facing: vec2(0.0, 1.0), belly: true },
        Event::Lost,
        Event::Won,
    ]
}
