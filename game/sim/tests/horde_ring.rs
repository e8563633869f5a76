//! Melee slots round a tower (H12).

mod common {
    pub mod horde_scene;
}
use common::horde_scene::{LARGE, MEDIUM, OGRE, RAIDER, SKELETON, SMALL, Scene, level};
use content::map::Terrain;
use glam::Vec2;
use sim::tables::{NO_SLOT, Phase, TowerId};

/// Units on their slots exactly.
fn there(scene: &Scene) -> usize {
    let units = &scene.world.units;
    (0..units.len())
        .filter(|row| {
            units.slot[*row] != NO_SLOT
                && scene.derived.rings.position(units.target[*row], units.slot[*row]).is_some_and(|at| (at - units.position[*row]).length() < 1e-3)
        })
        .count()
}

#[test]
fn all_24_slots_are_filled_the_rear_ones_too_and_stay_so() {
    let mut scene = Scene::new(level(64, 64, (58, 58), 3));
    let tower = scene.tower(32, 32);
    scene.block(200, SKELETON, tower, (3.0, 22.0, 20.0, 42.0));
    let mut full_at = None;
    for tick in 1..=900 {
        scene.step();
        assert_eq!(scene.in_walls(), 0, "tick {tick}");
        let used = there(&scene);
        if used == 24 && full_at.is_none() {
            full_at = Some(tick);
        }
        assert!(full_at.is_none() || used == 24, "tick {tick}: {used} of 24 after all had been there");
    }
    println!("full at {full_at:?}, stuck {}", scene.world.counters.stuck);
    assert!(full_at.is_some_and(|tick| tick < 600), "full at {full_at:?}");
    let units = &scene.world.units;
    let rear = (0..units.len()).filter(|row| units.slot[*row] != NO_SLOT && units.position[*row].x > 35.0).count();
    assert!(rear >= 5, "{rear} on the far side");
    // One each, and nobody touches.
    let mut slots: Vec<u16> = units.slot.iter().copied().filter(|s| *s != NO_SLOT).collect();
    slots.sort_unstable();
    slots.dedup();
    assert_eq!(slots.len(), 24);
    assert!(scene.nearest_min_m() > 0.7);
    assert_eq!(scene.world.counters.stuck, 0);
}

#[test]
fn a_slot_is_free_again_when_its_owner_dies_or_is_thrown_or_the_tower_falls() {
    let mut scene = Scene::new(level(64, 64, (58, 58), 3));
    let tower = scene.tower(32, 32);
    scene.block(60, SKELETON, tower, (14.0, 24.0, 26.0, 40.0));
    for _ in 0..700 {
        scene.step();
    }
    assert_eq!(there(&scene), 24);
    let owner = (0..scene.world.units.len()).find(|row| scene.world.units.slot[*row] != NO_SLOT).expect("an owner");
    scene.world.units.phase[owner] = Phase::Flight;
    scene.step();
    assert_eq!(scene.world.units.slot[owner], NO_SLOT);
    scene.world.units.phase[owner] = Phase::Lying;
    for _ in 0..240 {
        scene.step();
    }
    assert_eq!(there(&scene), 24, "another took it");
    scene.fell(tower);
    scene.step();
    assert!(scene.world.units.slot.iter().all(|s| *s == NO_SLOT));
    let standing = (0..scene.world.units.len()).filter(|row| *row != owner);
    assert!(standing.clone().all(|row| scene.world.units.target[row] == TowerId::NONE), "the fallen tower's crowd goes for the keep");
}

#[test]
fn larger_ones_stand_farther_out_and_take_more_room() {
    let mut scene = Scene::new(level(64, 64, (58, 58), 3));
    let tower = scene.tower(32, 32);
    scene.block(3, OGRE, tower, (14.0, 24.0, 24.0, 40.0));
    scene.block(5, RAIDER, tower, (44.0, 20.0, 56.0, 44.0));
    scene.block(8, SKELETON, tower, (24.0, 44.0, 40.0, 54.0));
    for tick in 0..1800 {
        scene.step();
        assert_eq!(scene.in_walls(), 0, "tick {tick}");
    }
    let units = &scene.world.units;
    let owners: Vec<usize> = (0..units.len()).filter(|row| units.slot[*row] != NO_SLOT && units.target[*row] == tower).collect();
    for class in [SMALL, MEDIUM, LARGE] {
        assert!(owners.iter().any(|row| units.class[*row] == class), "{class:?} got none");
    }
    for a in &owners {
        for b in owners.iter().filter(|b| *b > a) {
            let (pa, pb) = (slot_at(&scene, *a), slot_at(&scene, *b));
            let sum = scene.derived.ground.radius_m(units.class[*a]) + scene.derived.ground.radius_m(units.class[*b]);
            assert!((pa - pb).length() >= sum, "slots of {a} and {b} touch");
        }
    }
}

#[test]
fn the_ring_is_kept_while_one_is_killed_every_two_seconds() {
    let mut scene = Scene::new(level(64, 64, (58, 58), 3));
    let tower = scene.tower(32, 32);
    scene.block(140, SKELETON, tower, (3.0, 22.0, 20.0, 42.0));
    let (mut seen, mut full) = (0, 0);
    for tick in 1..1400usize {
        scene.step();
        if tick < 500 {
            continue;
        }
        let owners: Vec<usize> = (0..scene.world.units.len()).filter(|row| scene.world.units.slot[*row] != NO_SLOT).collect();
        seen += 1;
        full += usize::from(owners.len() == 24);
        if tick % 60 == 0 {
            let killed = owners[tick * 7919 % owners.len()];
            scene.remove(|_, row| row == killed);
        }
    }
    assert!(full * 100 >= seen * 95, "all 24 owned in {full} of {seen} ticks");
}

fn slot_at(scene: &Scene, row: usize) -> Vec2 {
    scene.derived.rings.position(scene.world.units.target[row], scene.world.units.slot[row]).expect("a slot")
}

#[test]
fn slots_in_rock_are_not_given_out_and_the_ring_is_walked_round_the_open_side() {
    let mut level = level(64, 64, (58, 58), 3);
    // Rock along the tower's north side, up to the rim.
    common::horde_scene::fill(&mut level, 28, 1, 34, 30, Terrain::Cliff);
    let mut scene = Scene::new(level);
    let tower = scene.tower(32, 32);
    // All from the north-west: the places north-east lie behind the rock.
    scene.block(40, SKELETON, tower, (4.0, 20.0, 20.0, 34.0));
    for _ in 0..1500 {
        scene.step();
    }
    let open = usize::from(scene.derived.rings.ring(tower).expect("a ring").open(SMALL));
    assert!(open < 24, "{open} open");
    assert_eq!(there(&scene), open);
    assert_eq!(scene.in_walls(), 0);
}

#[test]
fn who_must_pass_a_tower_attacks_it_unless_its_kind_lets_towers_be() {
    let mut scene = Scene::new(level(80, 40, (70, 20), 5));
    let tower = scene.tower(35, 20);
    scene.block(30, SKELETON, TowerId::NONE, (6.0, 12.0, 16.0, 28.0));
    scene.block(10, common::horde_scene::GOBLIN, TowerId::NONE, (18.0, 14.0, 22.0, 26.0));
    for _ in 0..600 {
        scene.step();
    }
    let units = &scene.world.units;
    let attackers = (0..units.len()).filter(|row| units.target[*row] == tower).count();
    assert!((20..=30).contains(&attackers), "{attackers} attack");
    assert!((0..units.len()).all(|row| units.kind[row] != common::horde_scene::GOBLIN || units.target[row].is_none()));
}

#[test]
fn who_is_walled_in_attacks_what_blocks_the_way_and_goes_on_when_it_falls() {
    let mut level = level(80, 40, (70, 20), 5);
    common::horde_scene::fill(&mut level, 38, 0, 41, 40, Terrain::Cliff);
    common::horde_scene::fill(&mut level, 38, 18, 41, 23, Terrain::Ground);
    let mut scene = Scene::new(level);
    let far = scene.tower(10, 8);
    let plug = scene.tower(39, 20);
    scene.block(20, common::horde_scene::GOBLIN, TowerId::NONE, (16.0, 14.0, 24.0, 26.0));
    for _ in 0..300 {
        scene.step();
    }
    assert!(scene.world.units.target.iter().all(|t| *t == plug), "not {far:?}");
    scene.fell(plug);
    let mut left = 20;
    for _ in 0..900 {
        scene.step();
        left -= scene.remove(|world, row| world.units.position[row].x > 55.0);
    }
    assert_eq!(left, 0);
    assert_eq!(scene.world.counters.stuck, 0);
}
