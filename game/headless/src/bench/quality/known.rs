//! The measures on scenes whose values are known without measuring.

use super::bottleneck::crossing_ticks;
use super::course::{Course, Crew, Scene};
use super::{everywhere, horde, overtaking, ring};
use content::level::{Crowd, Level};
use glam::{Vec2, vec2};
use sim::TICK_S;

fn crew() -> Crew {
    Crew::new().expect("a crew")
}

/// Puts one of the first crowd's kind on each place instead of all crowds.
fn singles(level: &mut Level, places: &[Vec2], idle: bool) {
    let one = level.crowds[0].clone();
    level.crowds = places.iter().map(|at| Crowd { count: 1, idle, from: (*at - 0.005).to_array(), to: (*at + 0.005).to_array(), ..one.clone() }).collect();
}

#[test]
fn who_stands_still_stands_where_it_was_put() {
    let places: Vec<Vec2> = (0..10).map(|k| vec2(20.0 + 0.9 * k as f32, 20.0)).collect();
    let scene = Scene::load("tower-ring").expect("the level").changed("a row", |level| singles(level, &places, true));
    let course = crew().run_blind(&scene, 300);
    let metrics = &course.metrics;
    assert!((metrics.nearest_min_m.expect("ten") - 0.9).abs() < 0.011, "{metrics:?}");
    assert_eq!((metrics.tight_share, metrics.jitter_m, metrics.wall_violations, metrics.stuck), (0.0, 0.0, 0, 0));
    assert_eq!((course.ticks, course.left), (300, 10));
    let seen = ring::see(&crew(), &scene, true);
    assert_eq!((seen.owned_at, seen.kills, seen.slots), (None, 0, 24), "nobody wants a slot");
}

#[test]
fn one_alone_walks_at_its_own_speed() {
    let alone = Scene::load("overtaking-file").expect("the level").changed("one alone", |level| {
        level.crowds.retain(|crowd| level.classes[crowd.class.index()].radius_m < 1.0);
        singles(level, &[vec2(10.0, 12.0)], false);
    });
    let seen = overtaking::see(&crew(), &alone);
    assert_eq!((seen.fast, seen.passed), (1, 1));
    assert!((seen.mean() - 1.0).abs() < 0.01, "{}", seen.mean());
    // The same on its side, through the turn's way back.
    let turned = super::turned::turned(&alone, super::turned::Way::Quarter).expect("turned");
    assert!((overtaking::see(&crew(), &turned).mean() - seen.mean()).abs() < 0.005);
}

#[test]
fn a_file_crosses_a_probe_once_each_at_its_distance_over_speed() {
    // Eight in a file, 3 m apart, all equally fast: speeds are spread, so each gets the mean of its own passage.
    let places: Vec<Vec2> = (0..8).map(|k| vec2(4.0 + 3.0 * k as f32, 8.0)).collect();
    let scene = Scene::load("rimea-1").expect("the level").changed("a file", |level| singles(level, &places, false));
    let start = scene.start();
    let probe_x = scene.level.probes[0].from[0];
    let mut expected: Vec<f32> = start.world().units.position.iter().zip(&start.world().units.speed_mps).map(|(at, speed)| (probe_x - at.x) / speed).collect();
    expected.sort_by(f32::total_cmp);
    // The exit begins at the probe: they are gone in the tick in which they cross, so the probe is set a metre before it.
    let scene = scene.changed("a probe before the exit", |level| {
        level.probes[0].from[0] -= 1.0;
        level.probes[0].to[0] -= 1.0;
    });
    let ticks = crossing_ticks(&crew(), &scene, 0, 8, 3_000);
    assert_eq!(ticks.len(), 8, "{ticks:?}");
    let (first, last) = (ticks[0] as f32 * TICK_S, ticks[7] as f32 * TICK_S);
    let way_s = 1.0 / 1.34;
    assert!((first + way_s - expected[0]).abs() < 1.0 && (last + way_s - expected[7]).abs() < 2.5, "{first} and {last} instead of {expected:?}");
}

#[test]
fn a_gap_in_a_level_is_as_wide_as_it_was_painted() {
    for (id, wide) in [("counterflow-6", 6.0), ("counterflow-door", 1.0), ("bottleneck-human-3", 3.0), ("bottleneck-game-1.5", 2.0)] {
        let level = Scene::load(id).expect("the level").level;
        let gap = horde::Gap::of(&level, &level.probes[0].id).expect("a probe");
        assert!((gap.width_m - wide).abs() < 0.05, "{id}: {} m", gap.width_m);
    }
}

#[test]
fn what_must_not_be_is_summed_and_named() {
    let course = |name: &str, walls: u64| Course {
        name: name.to_owned(),
        ticks: 100,
        left: 0,
        metrics: sim::measure::Metrics { wall_violations: walls, ..Default::default() },
        hash: 0,
    };
    let ledger = [course("good", 0), course("bad", 2), course("worse", 5)];
    let now = everywhere::total(&ledger, |course| course.metrics.wall_violations);
    assert_eq!((now.value, now.reached), (serde_json::json!(7.0), super::row::Reached::Below));
    assert!(now.detail.contains("3 scenes, 300 ticks: 5 in worse; 2 in bad"), "{}", now.detail);
}

/// Two runs of one scene, alone and among others, end in the same state.
#[test]
fn a_scene_among_others_is_the_same_scene() {
    let crew = crew();
    let scenes = ["tower-ring", "rimea-6", "counterflow-door", "rimea-12"].map(|id| Scene::load(id).expect("the level"));
    let alone: Vec<u64> = scenes.iter().map(|scene| crew.run_blind(scene, 400).hash).collect();
    let together = super::course::side_by_side(scenes.iter().map(|scene| || crew.run_blind(scene, 400).hash).collect());
    assert_eq!(alone, together);
    assert_eq!(crew.ledger().len(), 8);
}
