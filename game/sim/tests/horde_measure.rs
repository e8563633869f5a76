//! The metrics say what they claim: seeded on scenes whose values are known by construction.

mod common {
    pub mod horde_scene;
}
use common::horde_scene::{GOBLIN, SKELETON, Scene, fill, level};
use content::level::Probe;
use content::map::Terrain;
use glam::Vec2;
use sim::measure::Measure;
use sim::tables::TowerId;

#[test]
fn overlap_walls_and_crossings_are_seen() {
    let mut level = level(64, 32, (56, 16), 5);
    level.probes = vec![Probe { id: "line".into(), from: [20.0, 1.0], to: [20.0, 31.0] }, Probe { id: "beside".into(), from: [20.0, 1.0], to: [20.0, 3.0] }];
    let mut scene = Scene::new(level);
    scene.unit(SKELETON, Vec2::new(10.0, 16.0), TowerId::NONE);
    scene.unit(SKELETON, Vec2::new(10.0, 16.5), TowerId::NONE);
    scene.world.units.idle.fill(1);
    let mut measure = Measure::new(&scene.level);
    for _ in 0..30 {
        measure.observe(&scene.level, &scene.world, &scene.derived);
    }
    let metrics = measure.report();
    assert_eq!((metrics.nearest_min_m, metrics.tight_share, metrics.wall_violations), (Some(0.5), 1.0, 0));
    // One in the rim's rock for one tick; then across the line and back again.
    scene.world.units.position[0] = Vec2::new(0.5, 0.5);
    measure.observe(&scene.level, &scene.world, &scene.derived);
    assert_eq!(measure.report().wall_violations, 1);
    for x in [19.5, 20.5, 21.0, 19.0] {
        scene.world.units.position[1] = Vec2::new(x, 16.0);
        measure.observe(&scene.level, &scene.world, &scene.derived);
    }
    let metrics = measure.report();
    assert_eq!(metrics.throughput[0].crossings, 2);
    assert!(metrics.throughput[0].to_left_per_s > 0.0 && metrics.throughput[0].to_left_per_s == metrics.throughput[0].to_right_per_s);
    assert_eq!(metrics.throughput[1].crossings, 0);
}

#[test]
fn a_horde_keeps_the_floors() {
    let mut level = level(128, 64, (118, 32), 5);
    fill(&mut level, 50, 0, 52, 64, Terrain::Cliff);
    fill(&mut level, 50, 29, 52, 35, Terrain::Ground);
    level.probes = vec![Probe { id: "gap".into(), from: [51.0, 29.0], to: [51.0, 35.0] }];
    let mut scene = Scene::new(level);
    scene.block(900, SKELETON, TowerId::NONE, (4.0, 8.0, 42.0, 56.0));
    scene.block(60, GOBLIN, TowerId::NONE, (43.0, 8.0, 47.0, 56.0));
    let mut measure = Measure::new(&scene.level);
    for _ in 0..1500 {
        scene.step();
        measure.observe(&scene.level, &scene.world, &scene.derived);
    }
    let metrics = measure.report();
    println!("{metrics:#?}");
    assert!(metrics.nearest_min_m.is_some_and(|m| m > 0.65));
    assert!(metrics.tight_share < 0.02);
    assert!(metrics.state_share.blocked_in_the_open < 0.05);
    assert!(metrics.speed_share.sparse > 0.95);
    assert!(metrics.jitter_m < 0.004);
    assert_eq!((metrics.wall_violations, metrics.stuck), (0, 0));
    assert!(metrics.throughput[0].crossings > 200);
    assert!(metrics.arrivals.keep > 100);
}
