//! Directions never lead into a wall and always lead on, from exact places: every quarter of a meter and random ones, on
//! many maps, for every class, also in the ticks after a tower has come or gone, before any field is solved anew.

mod common {
    pub mod horde_scene;
}
use base::random::{Purpose, index, range};
use common::horde_scene::{LARGE, MEDIUM, SMALL, Scene, fill, level};
use content::map::{Cell, Terrain};
use content::rules::ClassIndex;
use glam::Vec2;
use sim::derived::Derived;
use sim::derived::field::Field;
use sim::derived::ground::Ground;
use sim::systems::horde::refresh_fields::plain_memory;
use sim::tables::TowerId;

const MAPS: Purpose = Purpose(980);
/// A step within which nothing may be hit, meters.
const STEP_M: f32 = 0.3;

/// Blocks, walls with doors, single pillars, diagonal stairs of rock.
fn map(seed: u64) -> Scene {
    let mut level = level(56, 44, (44, 22), 5);
    let free = |x: i32, y: i32| (x - 44).abs() > 6 || (y - 22).abs() > 6;
    for k in 0..26 {
        let at = |what, end| index(seed, MAPS, k, what, end) as i32;
        let (x, y) = (2 + at(0, 50), 2 + at(1, 38));
        let terrain = [Terrain::Cliff, Terrain::Water, Terrain::Forest, Terrain::Rough][at(6, 4) as usize];
        for step in 0..1 + at(2, 9) {
            let (x, y, w, h) = match at(3, 4) {
                0 => (x + step, y, 1, 1),
                1 => (x, y + step, 1, 1),
                2 => (x + step, y + step, 1, 1),
                _ => (x, y, 1 + at(4, 4), 1 + at(5, 4)),
            };
            if (x..x + w).all(|x| (y..y + h).all(|y| free(x, y) && x < 55 && y < 43)) {
                fill(&mut level, x, y, x + w, y + h, terrain);
            }
        }
    }
    // A pocket without a way in.
    fill(&mut level, 2, 2, 12, 12, Terrain::Ravine);
    fill(&mut level, 5, 5, 9, 9, Terrain::Ground);
    let mut scene = Scene::new(level);
    for class in [SMALL, MEDIUM, LARGE] {
        let memory = plain_memory(&scene.derived, TowerId::NONE, class);
        let Derived { ground, fields, .. } = &mut scene.derived;
        fields.solve(&memory, ground);
    }
    scene
}

fn places(seed: u64) -> impl Iterator<Item = Vec2> {
    let lattice = (0..56 * 4).flat_map(|x| (0..44 * 4).map(move |y| Vec2::new(x as f32 * 0.25, y as f32 * 0.25)));
    lattice.chain((0..4_000).map(move |k| Vec2::new(range(seed, MAPS, k, 20, 0.0, 56.0), range(seed, MAPS, k, 21, 0.0, 44.0))))
}

fn assert_free(ground: &Ground, field: &Field, class: ClassIndex, at: Vec2, what: &str) -> usize {
    if !ground.walkable_at(class, at) {
        assert!(field.sample(at).is_none(), "{what}: a way from {at}, where {class:?} cannot stand");
        return 0;
    }
    let Some(sample) = field.sample(at) else { return 0 };
    for part in [0.1, 0.2, STEP_M] {
        let to = at + sample.down * part;
        assert!(ground.walkable_at(class, to), "{what}: {class:?} from {at} by {} into a wall at {to}", sample.down);
    }
    1
}

#[test]
fn from_no_place_does_a_direction_lead_into_a_wall() {
    let mut looked = 0;
    for seed in 0..10 {
        let scene = map(seed);
        for class in [SMALL, MEDIUM, LARGE] {
            let field = scene.derived.fields.get(TowerId::NONE, class).expect("solved");
            looked += places(seed).map(|at| assert_free(&scene.derived.ground, field, class, at, &format!("map {seed}"))).sum::<usize>();
        }
    }
    assert!(looked > 300_000, "{looked} places");
}

#[test]
fn nor_into_one_that_was_built_just_now() {
    let mut looked = 0;
    for seed in 0..6 {
        let mut scene = map(seed);
        for round in 0..6 {
            let at = |what, end| index(seed, MAPS, 7_000 + round, what, end) as i32;
            if round == 3 {
                let first = scene.world.towers.id[0];
                scene.fell(first);
            } else {
                scene.tower(4 + at(0, 30), 4 + at(1, 36));
            }
            let Derived { ground, rings, fields, .. } = &mut scene.derived;
            let mut changed = Vec::new();
            ground.change(&scene.level, &scene.rules, &scene.world, &mut changed);
            rings.change(&scene.level, &scene.rules, &scene.world, ground, &changed);
            for area in &changed {
                fields.mask(ground, area);
            }
            for class in [SMALL, MEDIUM, LARGE] {
                let field = scene.derived.fields.get(TowerId::NONE, class).expect("solved");
                looked += places(seed).map(|at| assert_free(&scene.derived.ground, field, class, at, &format!("map {seed}, round {round}"))).sum::<usize>();
            }
        }
    }
    assert!(looked > 300_000, "{looked} places");
}

#[test]
fn who_follows_the_directions_arrives() {
    let (mut walks, mut unreached, mut longest) = (0, 0, 0.0_f32);
    for seed in 0..10 {
        let scene = map(seed);
        let ground = &scene.derived.ground;
        for class in [SMALL, MEDIUM, LARGE] {
            let field = scene.derived.fields.get(TowerId::NONE, class).expect("solved");
            let keep = &scene.derived.rings.all()[0];
            for start in places(seed).step_by(97).filter(|at| ground.walkable_at(class, *at)) {
                let region = ground.region_at(class, start);
                let Some(first) = field.sample(start) else {
                    assert!(!keep.reachable(class, region), "map {seed}: {class:?} is told of no way from {start}, but there is one");
                    unreached += 1;
                    continue;
                };
                assert!(keep.reachable(class, region), "map {seed}: {class:?} is told of a way from {start}");
                // Costs are at least 1 a meter, so the way in meters is never longer than what the field says.
                let most_m = first.way_m * 1.5 + 2.0;
                let (mut at, mut walked_m) = (start, 0.0);
                loop {
                    let arrived = ground.index_at(at).and_then(|k| field.cell(k)).is_some_and(|sample| sample.way_m == 0.0);
                    if arrived {
                        break;
                    }
                    let sample = field.sample(at).unwrap_or_else(|| panic!("map {seed}: {class:?} lost its way from {start} at {at}"));
                    assert!(sample.down != Vec2::ZERO, "map {seed}: {class:?} from {start} stands at {at}, {} m before the goal", sample.way_m);
                    at += sample.down * 0.2;
                    walked_m += 0.2;
                    assert!(walked_m <= most_m, "map {seed}: {class:?} from {start} walked {walked_m} m and is at {at}; the field said {} m", first.way_m);
                }
                longest = longest.max(walked_m / first.way_m.max(2.0));
                walks += 1;
            }
        }
    }
    println!("{walks} walks, at most {longest:.2} of the way the field said; {unreached} places without one");
    assert!(walks > 5_000 && unreached > 20, "{walks} walks, {unreached} places without a way");
}

#[test]
fn nothing_is_known_beyond_the_map() {
    let scene = map(3);
    let field = scene.derived.fields.get(TowerId::NONE, SMALL).expect("solved");
    for at in [Vec2::new(-1.0, 5.0), Vec2::new(5.0, 44.0), Vec2::splat(f32::NAN), Vec2::splat(f32::INFINITY)] {
        assert!(field.sample(at).is_none(), "{at}");
    }
    assert!(!scene.derived.ground.walkable(SMALL, Cell::new(-1, 3)));
}
