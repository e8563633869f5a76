//! A crowd through a gap: distances, walls, everybody through.

mod common {
    pub mod horde_scene;
}
use common::horde_scene::{SKELETON, Scene, fill, level};
use content::map::Terrain;
use sim::tables::TowerId;

#[test]
fn several_hundred_pass_a_gap_of_six_metres_without_overlapping() {
    let mut level = level(80, 48, (70, 24), 5);
    fill(&mut level, 38, 0, 42, 48, Terrain::Cliff);
    fill(&mut level, 38, 21, 42, 27, Terrain::Ground);
    let mut scene = Scene::new(level);
    scene.block(400, SKELETON, TowerId::NONE, (4.0, 8.0, 30.0, 40.0));
    let (mut passed, mut nearest_m) = (0, f32::MAX);
    let mut ticks = 0;
    while passed < 400 && ticks < 3000 {
        scene.step();
        ticks += 1;
        passed += scene.remove(|world, row| world.units.position[row].x > 55.0);
        assert_eq!(scene.in_walls(), 0, "tick {ticks}");
        if ticks % 15 == 0 {
            nearest_m = nearest_m.min(scene.nearest_min_m());
        }
    }
    println!("passed {passed} in {ticks} ticks, nearest {nearest_m} m, stuck {}", scene.world.counters.stuck);
    assert_eq!(passed, 400, "after {ticks} ticks");
    assert!(nearest_m > 0.65, "nearest {nearest_m} m");
    assert_eq!(scene.world.counters.stuck, 0);
}
