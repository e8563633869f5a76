//! Nobody is ever stuck: on random maps, with towers, all kinds and sizes, everybody reaches a slot in the end.

mod common {
    pub mod horde_scene;
}
use base::random::{Purpose, index, range};
use common::horde_scene::{GOBLIN, OGRE, RAIDER, SKELETON, Scene, level};
use content::map::{Cell, Terrain};
use glam::Vec2;
use sim::tables::{NO_SLOT, TowerId};

const PLAN: Purpose = Purpose(970);

/// Blocks of rock, water and wood at random; a tower or two beside the way.
fn scene(seed: u64) -> Scene {
    let mut level = level(72, 56, (60, 28), 5);
    level.seed = seed;
    let at = |k: u64, what, end| index(seed, PLAN, k, what, end) as i32;
    let towers = [Cell::new(26 + at(900, 0, 8), 12 + at(901, 0, 10)), Cell::new(38 + at(902, 0, 6), 34 + at(903, 0, 10))];
    for k in 0..34 {
        let (x, y, w, h) = (at(k, 0, 68), at(k, 1, 54), 1 + at(k, 2, 5), 1 + at(k, 3, 7));
        let terrain = [Terrain::Cliff, Terrain::Water, Terrain::Forest][at(k, 4, 3) as usize];
        for cell in (y..y + h).flat_map(|y| (x..x + w).map(move |x| Cell::new(x, y))) {
            let near = |c: Cell, cells: i32| (cell.x - c.x).abs() <= cells && (cell.y - c.y).abs() <= cells;
            if let Some(k) = level.map.index(cell).filter(|_| !near(level.keep.cell, 6) && !towers.iter().any(|t| near(*t, 4))) {
                level.map.terrain[k] = terrain;
            }
        }
    }
    let mut scene = Scene::new(level);
    for tower in towers {
        scene.tower(tower.x, tower.y);
    }
    let kinds = [(SKELETON, 90), (GOBLIN, 30), (RAIDER, 12), (OGRE, 5)];
    for (kind, count) in kinds {
        for k in 0..count {
            let id = u64::from(kind.0) * 1000 + k;
            let wish = Vec2::new(range(seed, PLAN, id, 20, 2.0, 22.0), range(seed, PLAN, id, 21, 2.0, 54.0));
            // As a spawn does: where one of this size can stand and has a way.
            let class = scene.level.class(&scene.rules.enemies[kind.index()].class).expect("a class");
            let keep = &scene.derived.rings.all()[0];
            if let Some(at) = scene.derived.ground.nearest_walkable(class, wish).filter(|at| keep.reachable(class, scene.derived.ground.region_at(class, *at)))
            {
                scene.unit(kind, at, TowerId::NONE);
            }
        }
    }
    scene
}

#[test]
fn everybody_arrives_on_random_maps() {
    for seed in 0..16 {
        let mut scene = scene(seed);
        let count = scene.world.units.len();
        let mut ticks = 0;
        while !scene.world.units.is_empty() && ticks < 9000 {
            scene.step();
            ticks += 1;
            assert_eq!(scene.in_walls(), 0, "seed {seed}, tick {ticks}");
            // Whoever has stood on a slot for a while falls; so do the towers in time.
            let rings = &scene.derived.rings;
            let there: Vec<bool> = (0..scene.world.units.len())
                .map(|row| {
                    let units = &scene.world.units;
                    units.slot[row] != NO_SLOT
                        && rings.position(units.target[row], units.slot[row]).is_some_and(|at| (at - units.position[row]).length() < 0.01)
                })
                .collect();
            if ticks % 20 == 0 {
                scene.remove(|_, row| there[row]);
            }
            if (ticks == 1500 || ticks == 2400)
                && let Some(tower) = scene.world.towers.id.first().copied()
            {
                scene.fell(tower);
            }
        }
        println!("seed {seed}: {count} in {ticks} ticks, stuck {}, left {:?}", scene.world.counters.stuck, scene.world.units.position);
        assert!(count > 60, "seed {seed}: the map leaves too few");
        assert!(scene.world.units.is_empty(), "seed {seed}: left {:?}", scene.world.units.position);
        assert_eq!(scene.world.counters.stuck, 0, "seed {seed}");
    }
}

#[test]
fn who_is_built_upon_stands_beside_the_building() {
    let mut scene = Scene::new(level(48, 32, (40, 16), 5));
    scene.block(40, SKELETON, TowerId::NONE, (14.0, 12.0, 22.0, 20.0));
    scene.step();
    scene.tower(18, 16);
    for _ in 0..60 {
        scene.step();
        assert_eq!(scene.in_walls(), 0);
    }
    assert!(scene.nearest_min_m() > 0.6, "they made room for each other");
}

#[test]
fn idle_ones_stand_and_are_moving_by_name() {
    let mut scene = Scene::new(level(48, 32, (40, 16), 5));
    scene.block(40, SKELETON, TowerId::NONE, (14.0, 12.0, 22.0, 20.0));
    scene.world.units.idle.fill(1);
    let before = scene.world.units.position.clone();
    for _ in 0..120 {
        scene.step();
    }
    assert!(scene.world.units.motion.iter().all(|m| *m == sim::tables::Motion::Moving));
    assert!(scene.world.units.velocity.iter().all(|v| *v == Vec2::ZERO));
    let moved = before.iter().zip(&scene.world.units.position).map(|(a, b)| (*a - *b).length()).fold(0.0, f32::max);
    assert!(moved < 0.5, "{moved} m");
}
