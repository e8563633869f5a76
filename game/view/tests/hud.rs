//! The HUD's models say what the world holds, and every refusal has a sentence.

mod common;

use content::map::Cell;
use content::rules::Difficulty;
use glam::vec2;
use sim::event::{Event, Refusal};
use sim::tables::Phase;
use std::collections::BTreeSet;
use view::hud::{self, Board, Source};
use view::messages::{Messages, REFUSALS, refusal};
use view::statistics::{Statistics, stars};

#[test]
fn every_refusal_is_a_sentence_of_its_own() {
    let texts: BTreeSet<&str> = REFUSALS.iter().map(|why| refusal(*why)).collect();
    assert_eq!(texts.len(), REFUSALS.len());
    let (level, rules) = (common::level(), common::rules());
    for why in REFUSALS {
        let text = refusal(why);
        assert!(text.starts_with(char::is_uppercase) && text.ends_with('.') && text.len() > 12, "{why:?}: {text}");
        let mut messages = Messages::default();
        messages.say("News");
        messages.observe(&level, &rules, &[Event::Refused { why }]);
        assert_eq!(messages.shown().map(|m| m.0).as_deref(), Some(text), "an answer does not wait");
        messages.update(10.0);
        assert_eq!(messages.shown(), None);
    }
}

#[test]
fn messages_come_one_after_the_other() {
    let (level, rules) = (common::level(), common::rules());
    let mut messages = Messages::default();
    messages.observe(
        &level,
        &rules,
        &[
            Event::WaveStarted { wave: 1, called: true, bonus: 7 },
            Event::TowerDestroyed { tower: sim::tables::TowerId(1), kind: content::rules::TowerKind(0), cell: Cell::new(1, 1) },
        ],
    );
    assert_eq!(messages.shown().map(|m| m.0).as_deref(), Some("Wave 2: Ogres (+7 gold)"));
    messages.update(1.3);
    assert_eq!(messages.shown().map(|m| m.0).as_deref(), Some("ARCHERS has fallen!"));
    (0..50).for_each(|k| messages.say(&format!("text {k}")));
    let mut seen = 0;
    while messages.shown().is_some() {
        messages.update(4.0);
        seen += 1;
    }
    assert!(seen < 8, "{seen} messages waited");
}

#[test]
fn the_hud_shows_the_world() {
    let (level, rules) = (common::level(), common::rules());
    let mut world = common::world(&level, &rules);
    (world.tick, world.waves.started, world.waves.next_tick, world.gold) = (100, 1, 400, 89);
    world.charges[0] = sim::world::Charge { charges: 1, wait_ticks: 90 };
    for k in 0..10 {
        let id = common::unit(&mut world, 0, vec2(10.0 + k as f32, 10.0));
        if k < 2 {
            common::kill(&mut world, id);
        }
    }
    world.units.phase[3] = Phase::Flight;
    world.counters.killed = 2;
    let tower = common::tower(&mut world, 0, Cell::new(20, 20));
    world.towers.health[0] = 350;
    let source = Source { level: &level, rules: &rules, world: &world };
    let h = hud::fill(source, &Board { selected: tower, speed: 2, ..Board::default() });
    assert_eq!((h.wave, h.waves, h.alive, h.in_the_air, h.fallen), (1, 3, 8, 3, 2));
    assert_eq!(h.next_wave_s, Some(10.0));
    assert_eq!(h.call_bonus, 10);
    assert!(h.towers.len() == 2 && h.towers.iter().all(|t| !t.affordable && t.price == 90));
    assert_eq!((h.powers[0].charges, h.powers[0].charges_max, h.powers[0].wait_s), (1, 3, 3.0));
    let panel = h.selected.expect("a tower is selected");
    assert_eq!((panel.health, panel.health_max, panel.damage, panel.refund), (350, 700, 34, 31));
    // both groups of skeletons of the second wave, and its one giant
    assert_eq!(h.preview.iter().map(|p| (p.id.as_str(), p.count)).collect::<Vec<_>>(), [("skeleton", 51), ("giant", 1)]);
    let half = sim::World { difficulty: Difficulty::Relaxed, ..world.clone() };
    assert_eq!(hud::preview(Source { world: &half, ..source })[0].count, 21 + 5);
    let last = sim::World { waves: sim::world::WaveState { started: 3, next_tick: u32::MAX, ..Default::default() }, ..world.clone() };
    let h = hud::fill(Source { world: &last, ..source }, &Board { selected: sim::tables::TowerId(77), ..Board::default() });
    assert_eq!((h.next_wave_s, h.call_bonus, h.preview.len(), h.selected), (None, 0, 0, None));
}

#[test]
fn the_pointer_finds_footprints_and_figures() {
    let (level, rules) = (common::level(), common::rules());
    let mut world = common::world(&level, &rules);
    let tower = common::tower(&mut world, 1, Cell::new(20, 20));
    let (a, _) = (common::unit(&mut world, 0, vec2(30.0, 30.0)), common::unit(&mut world, 0, vec2(30.5, 30.0)));
    let source = Source { level: &level, rules: &rules, world: &world };
    for (at, expected) in [(vec2(18.0, 18.0), Some(tower)), (vec2(22.9, 22.9), Some(tower)), (vec2(23.1, 20.0), None), (vec2(-5.0, f32::NAN), None)] {
        assert_eq!(hud::hit_tower(source, at), expected, "{at}");
    }
    assert_eq!(hud::hit_unit(source, vec2(30.1, 30.1)), Some(a));
    assert_eq!(hud::hit_unit(source, vec2(33.0, 30.0)), None);
    assert_eq!(hud::inside(source, vec2(30.0, 30.0), 0.4), 1);
}

#[test]
fn the_summary_keeps_records() {
    let (level, rules) = (common::level(), common::rules());
    let mut world = common::world(&level, &rules);
    let id = common::unit(&mut world, 0, vec2(10.0, 10.0));
    let mut statistics = Statistics::default();
    for tick in 1..=3000u32 {
        world.tick = tick;
        let events = match tick {
            100 => {
                world.units.phase[0] = Phase::Flight;
                vec![Event::Launched { unit: id, apex_m: 9.5 }]
            }
            160 => {
                world.units.phase[0] = Phase::Settle;
                world.units.position[0] = vec2(22.0, 15.0);
                vec![Event::Landed { unit: id, kind: content::rules::EnemyKind(0), at: vec2(22.0, 15.0), speed_mps: 12.0 }]
            }
            _ => vec![],
        };
        statistics.observe(&world, &events);
    }
    world.keep_health = 600;
    world.outcome = sim::Outcome::Won;
    let summary = statistics.summary(&level, &world);
    assert_eq!((summary.highest_throw_m, summary.longest_flight_m, summary.in_the_air_peak), (9.5, 13.0, 1));
    assert_eq!((summary.graph.len(), summary.stars, summary.won), (100, 2, true));
    assert_eq!(summary.graph[99].0, 100.0);
    assert_eq!([stars(true, 1.0), stars(true, 0.2), stars(false, 1.0)], [3, 1, 0]);
    // an hour and a half at one sample a second would be 5,400: the graph thins itself
    for tick in 3001..=170_000u32 {
        world.tick = tick;
        statistics.observe(&world, &[]);
    }
    let graph = statistics.summary(&level, &world).graph;
    assert!((200..=600).contains(&graph.len()) && graph.windows(2).all(|w| w[0].0 < w[1].0), "{} samples", graph.len());
    let _ = Refusal::Gold;
}
