//! Walled in (H4): enemies attack the building whose fall opens the way, and go on when it has fallen.

mod common {
    pub mod horde_scene;
}
use common::horde_scene::{ARCHERS, GOBLIN, OGRE, SKELETON, SMALL, Scene, fill, level, rules};
use content::level::Level;
use content::map::{Cell, Footprint, Terrain};
use glam::Vec2;
use sim::derived::Derived;
use sim::event::Refusal;
use sim::tables::TowerId;

/// Plays until the battle part would have felled a tower; nobody strikes here, so towers fall by hand.
fn targets_after(scene: &mut Scene, ticks: u32) -> Vec<TowerId> {
    for tick in 0..ticks {
        scene.step();
        assert_eq!(scene.in_walls(), 0, "tick {tick}");
    }
    let mut targets = scene.world.units.target.clone();
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// A wall of rock down the map with one gap of five cells at `y`, which a tower fills.
fn gap(level: &mut Level, x: i32, y: i32) {
    fill(level, x, 0, x + 2, 48, Terrain::Cliff);
    fill(level, x, y, x + 2, y + 5, Terrain::Ground);
}

#[test]
fn the_only_tower_in_the_way_is_attacked_and_then_the_keep() {
    let mut level = level(80, 48, (70, 24), 5);
    level.walling_in = true;
    gap(&mut level, 40, 22);
    let mut scene = Scene::new(level);
    let plug = scene.tower(41, 24);
    // One nearby that opens nothing.
    let beside = scene.tower(30, 8);
    scene.block(60, SKELETON, TowerId::NONE, (3.0, 15.0, 12.0, 33.0));
    scene.block(10, GOBLIN, TowerId::NONE, (3.0, 34.0, 12.0, 40.0));
    let targets = targets_after(&mut scene, 60);
    assert_eq!(targets, [plug], "all go for what blocks the way, those who let towers be as well");
    targets_after(&mut scene, 500);
    let at_plug = scene.world.units.position.iter().filter(|at| (**at - Vec2::new(41.5, 24.5)).length() < 14.0).count();
    assert!(at_plug > 60, "{at_plug} are there");
    scene.fell(plug);
    let targets = targets_after(&mut scene, 30);
    assert_eq!(targets, [TowerId::NONE], "on to the keep, and {beside:?} is far");
    targets_after(&mut scene, 900);
    let through = scene.world.units.position.iter().filter(|at| at.x > 44.0).count();
    assert!(through > 60, "{through} are through");
    assert_eq!(scene.world.counters.stuck, 0);
}

#[test]
fn of_two_walls_the_outer_one_first() {
    let mut level = level(96, 48, (86, 24), 5);
    level.walling_in = true;
    gap(&mut level, 40, 22);
    gap(&mut level, 60, 10);
    let mut scene = Scene::new(level);
    let inner = scene.tower(61, 12);
    let outer = scene.tower(41, 24);
    scene.block(40, SKELETON, TowerId::NONE, (5.0, 15.0, 14.0, 33.0));
    assert_eq!(targets_after(&mut scene, 40), [outer]);
    scene.fell(outer);
    // Still walled in: the next one.
    assert_eq!(targets_after(&mut scene, 60), [inner]);
    scene.fell(inner);
    assert_eq!(targets_after(&mut scene, 60), [TowerId::NONE]);
}

#[test]
fn the_thin_part_of_a_wall_is_attacked() {
    let mut level = level(96, 64, (86, 32), 5);
    level.walling_in = true;
    // Two gaps: the near one is filled by three towers one behind the other, the far one by one.
    fill(&mut level, 40, 0, 56, 64, Terrain::Cliff);
    fill(&mut level, 40, 30, 56, 35, Terrain::Ground);
    fill(&mut level, 40, 50, 56, 55, Terrain::Ground);
    let mut scene = Scene::new(level);
    let thick = [scene.tower(42, 32), scene.tower(47, 32), scene.tower(52, 32)];
    let thin = scene.tower(47, 52);
    scene.block(60, SKELETON, TowerId::NONE, (20.0, 24.0, 34.0, 40.0));
    scene.block(6, OGRE, TowerId::NONE, (10.0, 26.0, 20.0, 38.0));
    let small: Vec<TowerId> = {
        targets_after(&mut scene, 60);
        let units = &scene.world.units;
        (0..units.len()).filter(|row| units.class[*row] == SMALL).map(|row| units.target[row]).collect()
    };
    assert!(small.iter().all(|target| *target == thin), "{small:?}, the thick part is {thick:?}");
    // Of equal depth the weaker one, though it lies farther away.
    let mut weak = Scene::new(scene.level.clone());
    let (near, far) = (weak.tower(47, 32), weak.tower(47, 52));
    weak.world.towers.health = vec![4_000, 40];
    weak.block(60, SKELETON, TowerId::NONE, (20.0, 24.0, 34.0, 40.0));
    assert_eq!(targets_after(&mut weak, 60), [far], "{near:?} is a hundred times as strong");
}

#[test]
fn a_closed_town_is_broken_into() {
    let mut level = level(96, 96, (48, 48), 5);
    level.walling_in = true;
    let mut scene = Scene::new(level);
    // Towers side by side all round the keep.
    let mut town = Vec::new();
    for k in -3..=3 {
        for (x, y) in [(k * 5, -15), (k * 5, 15), (-15, k * 5), (15, k * 5)] {
            if !scene.world.towers.cell.contains(&Cell::new(48 + x, 48 + y)) {
                town.push((scene.tower(48 + x, 48 + y), Vec2::new(x as f32, y as f32)));
            }
        }
    }
    scene.block(80, SKELETON, TowerId::NONE, (4.0, 40.0, 20.0, 56.0));
    scene.block(80, GOBLIN, TowerId::NONE, (40.0, 4.0, 56.0, 20.0));
    let attacked = targets_after(&mut scene, 60);
    assert!(!attacked.contains(&TowerId::NONE), "nobody waits: {attacked:?}");
    // Each from its own side, and never a corner: a corner's fall opens nothing.
    let units = &scene.world.units;
    for row in 0..units.len() {
        let (_, side) = town.iter().find(|(id, _)| *id == units.target[row]).expect("a tower of the town");
        let toward = units.position[row] - Vec2::splat(48.5);
        assert!(side.dot(toward) > 0.0 && side.x.abs() != side.y.abs(), "from {toward} the one at {side}");
    }
    let first = attacked[0];
    scene.fell(first);
    let after = targets_after(&mut scene, 60);
    assert!(after.contains(&TowerId::NONE), "the town is open: {after:?}");
    let units = &scene.world.units;
    let goblins = (0..units.len()).filter(|row| units.kind[*row] == GOBLIN);
    assert!(goblins.clone().all(|row| units.target[row].is_none()), "who lets towers be goes on at once");
}

#[test]
fn a_ring_closed_round_enemies_in_the_field_is_broken_out_of() {
    let mut level = level(96, 64, (86, 32), 5);
    level.walling_in = true;
    let mut scene = Scene::new(level);
    scene.block(20, GOBLIN, TowerId::NONE, (28.0, 30.0, 32.0, 34.0));
    for _ in 0..5 {
        scene.step();
    }
    let mut ring = Vec::new();
    for k in -2..=2 {
        for (x, y) in [(k * 5, -10), (k * 5, 10), (-10, k * 5), (10, k * 5)] {
            if !scene.world.towers.cell.contains(&Cell::new(30 + x, 32 + y)) {
                ring.push((scene.tower(30 + x, 32 + y), x));
            }
        }
    }
    let attacked = targets_after(&mut scene, 60);
    let east: Vec<TowerId> = ring.iter().filter(|(_, x)| *x == 10).map(|(id, _)| *id).collect();
    assert!(attacked.iter().all(|target| east.contains(target)), "the side towards the keep, {east:?}: {attacked:?}");
    scene.fell(attacked[0]);
    targets_after(&mut scene, 600);
    let out = scene.world.units.position.iter().filter(|at| at.x > 44.0).count();
    assert_eq!(out, 20, "all are out");
}

#[test]
fn whom_the_terrain_cuts_off_waits_and_then_climbs_out() {
    let mut level = level(64, 48, (54, 24), 5);
    fill(&mut level, 10, 10, 30, 30, Terrain::Cliff);
    fill(&mut level, 14, 14, 26, 26, Terrain::Ground);
    let mut scene = Scene::new(level);
    scene.tower(40, 8);
    let hermit = scene.unit(SKELETON, Vec2::new(20.5, 20.5), TowerId::NONE);
    scene.unit(SKELETON, Vec2::new(5.5, 5.5), TowerId::NONE);
    let row = scene.world.unit_ids.row(hermit.0).expect("there");
    for _ in 0..100 {
        scene.step();
        assert!((scene.world.units.position[row] - Vec2::new(20.5, 20.5)).length() < 0.1, "no sliding about");
    }
    for _ in 0..700 {
        scene.step();
    }
    assert!(scene.world.units.position[row].x > 40.0, "it arrives: {}", scene.world.units.position[row]);
    assert_eq!(scene.in_walls(), 0);
}

#[test]
fn a_closing_build_is_refused_with_the_reason_unless_the_level_allows_it() {
    let mut level = level(80, 48, (70, 24), 5);
    gap(&mut level, 40, 22);
    level.gold = 1_000;
    let scene = Scene::new(level);
    let check = |level: &Level, cell| {
        let mut world = scene.world.clone();
        world.gold = 1_000;
        let derived = Derived::rebuild(level, &scene.rules, &world);
        sim::building::check(level, &rules(), &world, &derived.ground, ARCHERS, cell)
    };
    assert_eq!(check(&scene.level, Cell::new(41, 12)), Err(Refusal::Ground), "rock is no building ground");
    let mut wide = scene.level.clone();
    fill(&mut wide, 40, 22, 42, 27, Terrain::Ground);
    let plug = Cell::new(36, 24);
    assert_eq!(check(&wide, plug), Ok(()), "beside the gap there is room");
    // A corridor of five cells in front of the gap.
    fill(&mut wide, 30, 0, 40, 22, Terrain::Cliff);
    fill(&mut wide, 30, 27, 40, 48, Terrain::Cliff);
    assert_eq!(check(&wide, plug), Err(Refusal::ClosesTheWay));
    wide.walling_in = true;
    assert_eq!(check(&wide, plug), Ok(()));
    assert_eq!(Footprint::new(plug, 5).cells().count(), 25);
}
