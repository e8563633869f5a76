//! Distance fields against a heap fast-marching oracle, and directions that never lead into walls.

mod common {
    pub mod horde_scene;
    pub mod oracles;
}
use base::random::{Purpose, index, range};
use common::horde_scene::{LARGE, MEDIUM, SMALL, Scene, fill, level, rules};
use common::oracles::fast_marching;
use content::level::Level;
use content::map::{Cell, Footprint, Terrain};
use glam::Vec2;
use sim::derived::Derived;
use sim::derived::field::{BLOCKED, COST_STEPS, GOAL};
use sim::derived::ground::COST_BLOCKED;
use sim::systems::horde::refresh_fields::plain_memory;
use sim::tables::TowerId;

const BLOCKS: Purpose = Purpose(990);

/// Blocks of rock and patches of wood at random; never on the keep's surroundings.
fn random_level(seed: u64) -> Level {
    let mut level = level(64, 48, (50, 24), 5);
    for k in 0..60 {
        let at = |what, end| index(seed, BLOCKS, k, what, end) as i32;
        let (x, y, w, h) = (at(0, 60), at(1, 44), 1 + at(2, 6), 1 + at(3, 6));
        let terrain = [Terrain::Cliff, Terrain::Cliff, Terrain::Water, Terrain::Forest, Terrain::Rough][at(4, 5) as usize];
        for cell in (y..y + h).flat_map(|y| (x..x + w).map(move |x| Cell::new(x, y))) {
            if ((cell.x - 50).abs() > 5 || (cell.y - 24).abs() > 5)
                && let Some(k) = level.map.index(cell)
            {
                level.map.terrain[k] = terrain;
            }
        }
    }
    // A pocket without a way in.
    fill(&mut level, 4, 4, 11, 11, Terrain::Ravine);
    fill(&mut level, 6, 6, 9, 9, Terrain::Ground);
    level
}

#[test]
fn the_front_agrees_with_fast_marching_on_random_maps() {
    let (mut reached, mut unreached) = (0, 0);
    for seed in 0..12 {
        let mut scene = Scene::new(random_level(seed));
        for class in [SMALL, MEDIUM, LARGE] {
            // Random extra cost, as a crowd would leave it.
            let mut memory = plain_memory(&scene.derived, TowerId::NONE, class);
            for (k, cost) in memory.cost.iter_mut().enumerate().filter(|(_, cost)| **cost != BLOCKED && **cost != GOAL) {
                *cost += index(seed, Purpose(991), k as u64, 0, 30) as u8;
            }
            let cost: Vec<f32> =
                memory.cost.iter().map(|cost| if *cost == BLOCKED { COST_BLOCKED } else { (f32::from(*cost) / COST_STEPS).max(1.0) }).collect();
            let seeds: Vec<usize> = (0..cost.len()).filter(|k| memory.cost[*k] == GOAL).collect();
            assert!(!seeds.is_empty(), "the keep stands free");
            scene.derived.fields.solve(&memory, &scene.derived.ground);
            let expected = fast_marching(64, 48, &cost, &seeds);
            for (k, expected) in expected.iter().enumerate() {
                let found = scene.derived.fields.get(TowerId::NONE, class).expect("solved").cell(k);
                match found {
                    Some(sample) => {
                        assert!(
                            (sample.way_m - expected).abs() <= 1e-4 * (1.0 + expected),
                            "seed {seed}, class {class:?}, cell {k}: {} against {expected}",
                            sample.way_m
                        );
                        reached += 1;
                    }
                    None => {
                        assert_eq!(*expected, f32::INFINITY, "seed {seed}, class {class:?}, cell {k} has a way");
                        unreached += usize::from(cost[k] < COST_BLOCKED);
                    }
                }
            }
        }
    }
    assert!(reached > 10_000 && unreached > 50, "reached {reached}, unreached {unreached}");
}

#[test]
fn no_direction_leads_into_a_wall_and_every_direction_leads_on() {
    for seed in 0..12 {
        let mut scene = Scene::new(random_level(seed));
        for class in [SMALL, MEDIUM, LARGE] {
            let memory = plain_memory(&scene.derived, TowerId::NONE, class);
            let Derived { ground, fields, .. } = &mut scene.derived;
            fields.solve(&memory, ground);
            let field = fields.get(TowerId::NONE, class).expect("solved");
            for k in 0..4000 {
                let at = Vec2::new(range(seed, BLOCKS, k, 10, 0.0, 64.0), range(seed, BLOCKS, k, 11, 0.0, 48.0));
                let Some(sample) = field.sample(at).filter(|_| ground.walkable_at(class, at)) else { continue };
                let at_goal = field.cell(ground.index_at(at).expect("inside")).is_some_and(|s| s.way_m == 0.0);
                assert!(at_goal || (sample.down.length() - 1.0).abs() < 1e-3, "seed {seed}, {class:?}: no direction at {at}");
                assert!(ground.walkable_at(class, at + sample.down * 0.29), "seed {seed}, {class:?}: into a wall from {at} by {}", sample.down);
            }
        }
    }
}

#[test]
fn no_corner_is_cut_between_two_blocked_cells() {
    let mut level = level(32, 32, (25, 16), 5);
    // Two walls that touch only at a corner: no way between them.
    fill(&mut level, 10, 1, 11, 16, Terrain::Cliff);
    fill(&mut level, 11, 16, 12, 31, Terrain::Cliff);
    let mut scene = Scene::new(level);
    let memory = plain_memory(&scene.derived, TowerId::NONE, SMALL);
    let Derived { ground, fields, .. } = &mut scene.derived;
    fields.solve(&memory, ground);
    assert_eq!(fields.distance_m(TowerId::NONE, SMALL, Vec2::new(5.5, 16.5)), None);
    assert!(fields.distance_m(TowerId::NONE, SMALL, Vec2::new(15.5, 16.5)).is_some());
}

#[test]
fn size_classes_walk_where_their_clearance_allows() {
    let mut level = level(48, 32, (40, 16), 5);
    fill(&mut level, 20, 1, 22, 31, Terrain::Cliff);
    // Gaps of 1, 2, 3 and 4 m.
    for (y, gap) in [(3, 1), (9, 2), (16, 3), (24, 4)] {
        fill(&mut level, 20, y, 22, y + gap, Terrain::Ground);
    }
    let scene = Scene::new(level);
    let ground = &scene.derived.ground;
    let passes = |class, y: i32, gap: i32| (y..y + gap).any(|y| ground.walkable(class, Cell::new(20, y)) && ground.walkable(class, Cell::new(21, y)));
    let table: Vec<[bool; 3]> = [(3, 1), (9, 2), (16, 3), (24, 4)].iter().map(|(y, gap)| [SMALL, MEDIUM, LARGE].map(|class| passes(class, *y, *gap))).collect();
    assert_eq!(table, [[true, false, false], [true, false, false], [true, true, true], [true, true, true]]);
    // Exactly: the middle of every walkable cell keeps the radius from every solid cell's box.
    for class in [SMALL, MEDIUM, LARGE] {
        let radius_m = ground.radius_m(class);
        for (x, y) in (0..48).flat_map(|x| (0..32).map(move |y| (x, y))) {
            let middle = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
            let nearest = (-3..=3).flat_map(|dx| (-3..=3).map(move |dy| Cell::new(x + dx, y + dy))).filter(|c| ground.solid(*c)).map(|c| {
                let corner = Vec2::new(c.x as f32, c.y as f32);
                (middle - middle.clamp(corner, corner + 1.0)).length()
            });
            let clear = nearest.fold(f32::MAX, f32::min) >= radius_m - 0.05;
            assert_eq!(ground.walkable(class, Cell::new(x, y)), clear && !ground.solid(Cell::new(x, y)), "{class:?} at {x}, {y}");
        }
    }
}

#[test]
fn a_building_closes_the_way_only_when_none_is_left() {
    let mut level = level(64, 48, (50, 24), 5);
    fill(&mut level, 30, 0, 32, 48, Terrain::Cliff);
    fill(&mut level, 30, 10, 32, 15, Terrain::Road);
    fill(&mut level, 30, 30, 32, 35, Terrain::Road);
    let mut scene = Scene::new(level);
    let closes = |scene: &Scene, x, y| scene.derived.ground.closes_the_way(&scene.level, &scene.rules, &scene.world, Footprint::new(Cell::new(x, y), 5));
    assert!(!closes(&scene, 31, 12), "the other gap is open");
    scene.tower(31, 12);
    // The stored ground is still the old one: the answer must come from the world.
    assert!(closes(&scene, 31, 32), "the last gap");
    assert!(!closes(&scene, 31, 36), "in the rock beside the gap nothing is closed");
    assert!(!closes(&scene, 20, 32));
    // A gap that only the small can use does not count for a class that the waves do not bring.
    let only_small = rules();
    assert!(only_small.enemies.len() > 1);
    let kept_apart = closes(&scene, 31, 30);
    assert!(!kept_apart, "two metres stay open for the small");
    scene.level.waves[0].groups[0].class = LARGE;
    assert!(closes(&scene, 31, 30), "but not for the large");
}
