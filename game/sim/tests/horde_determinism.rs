//! The crowd's bits: any thread count, any moment of a rebuild; the sort keeps its order.

mod common {
    pub mod horde_scene;
}
use common::horde_scene::{GOBLIN, OGRE, RAIDER, SKELETON, Scene, fill, level};
use content::map::Terrain;
use sim::derived::Derived;
use sim::tables::{Phase, TowerId};

/// All sizes, two targets, a gap; enough for several chunks.
fn scene() -> Scene {
    let mut level = level(96, 64, (86, 32), 5);
    fill(&mut level, 50, 0, 53, 64, Terrain::Cliff);
    fill(&mut level, 50, 28, 53, 36, Terrain::Ground);
    let mut scene = Scene::new(level);
    scene.tower(20, 32);
    scene.tower(64, 24);
    scene.block(1100, SKELETON, TowerId::NONE, (4.0, 4.0, 16.0, 60.0));
    scene.block(200, GOBLIN, TowerId::NONE, (24.0, 4.0, 34.0, 24.0));
    scene.block(30, RAIDER, TowerId::NONE, (24.0, 40.0, 34.0, 60.0));
    scene.block(12, OGRE, TowerId::NONE, (36.0, 10.0, 46.0, 54.0));
    scene
}

#[test]
fn one_two_and_eight_threads_give_the_same_bits_and_events() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            let mut scene = scene();
            let mut kicked = vec![];
            for _ in 0..240 {
                scene.step();
                kicked.extend(scene.events.iter().copied());
            }
            (scene.hash(), kicked)
        })
    };
    let first = run(1);
    assert!(!first.1.is_empty(), "the ogres kick somebody");
    assert_eq!(first, run(2));
    assert_eq!(first, run(8));
}

#[test]
fn a_rebuild_at_any_tick_changes_nothing() {
    let mut plain = scene();
    let mut rebuilt = scene();
    let mut remembered = (0, 0);
    for tick in 0..320u64 {
        // A tower falls and one is built on the way, and somebody is thrown.
        for scene in [&mut plain, &mut rebuilt] {
            if tick == 150 {
                let first = scene.world.towers.id[0];
                scene.fell(first);
            }
            if tick == 200 {
                scene.tower(30, 32);
            }
            if tick % 40 == 7 {
                let row = tick as usize % scene.world.units.len();
                scene.world.units.phase[row] = Phase::Flight;
            }
        }
        if base::random::index(1, base::random::Purpose(992), tick, 0, 3) == 0 {
            rebuilt.derived = Derived::rebuild(&rebuilt.level, &rebuilt.rules, &rebuilt.world);
            rebuilt.scratch = Default::default();
        }
        plain.step();
        rebuilt.step();
        remembered.0 = remembered.0.max(plain.world.crowd.fields.len());
        remembered.1 = remembered.1.max(plain.world.crowd.claims.len());
        let differing = plain.world.units.differing(&rebuilt.world.units);
        assert!(differing.is_empty() && plain.hash() == rebuilt.hash(), "tick {tick}: {differing:?}");
    }
    assert!(remembered.0 >= 4 && remembered.1 >= 2, "the scene exercises what is remembered: {remembered:?}");
}

#[test]
fn the_sort_keeps_row_order_within_a_cell_and_leaves_out_who_takes_no_part() {
    let mut scene = scene();
    for row in (0..scene.world.units.len()).step_by(7) {
        scene.world.units.phase[row] = Phase::Lying;
    }
    scene.world.units.health[3] = 0;
    scene.derived.grid.rebuild(&scene.level, &scene.world);
    let grid = &scene.derived.grid;
    let expected: Vec<(u32, u32)> = {
        let units = &scene.world.units;
        let mut all: Vec<(u32, u32)> = (0..units.len())
            .filter(|row| units.phase[*row] == Phase::Standing && units.health[*row] > 0)
            .map(|row| (units.position[row].y as u32 * 96 + units.position[row].x as u32, row as u32))
            .collect();
        all.sort();
        all
    };
    let found: Vec<(u32, u32)> = (0..grid.len()).map(|place| grid.cell(place) as u32).zip(grid.rows().iter().copied()).collect();
    assert_eq!(found, expected);
    // And `within` finds exactly those in reach.
    let at = scene.world.units.position[500];
    let mut near = vec![];
    grid.within(&scene.world, at, 3.0, |row| near.push(row as u32));
    let mut brute: Vec<(u32, u32)> = expected.iter().copied().filter(|(_, row)| (scene.world.units.position[*row as usize] - at).length() <= 3.0).collect();
    brute.sort();
    assert!(near.len() > 5);
    assert_eq!(near, brute.iter().map(|(_, row)| *row).collect::<Vec<_>>());
}
