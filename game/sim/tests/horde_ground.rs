//! The ground, the slots and the masks of the fields after any builds and falls, against everything made anew; and
//! whether a building closes the way, against a flood over the whole map.

mod common {
    pub mod horde_scene;
}
use base::random::{Purpose, index};
use common::horde_scene::{LARGE, MEDIUM, SMALL, Scene, fill, level};
use content::map::{Cell, Footprint, Terrain};
use sim::derived::Derived;
use sim::derived::ground::Area;
use sim::tables::TowerId;

const RANDOM: Purpose = Purpose(970);

fn rocky(seed: u64) -> Scene {
    let mut level = level(72, 56, (58, 28), 5);
    for k in 0..40 {
        let at = |what, end| index(seed, RANDOM, k, what, end) as i32;
        let (x, y) = (at(0, 68), at(1, 50));
        if (x - 58).abs() > 7 || (y - 28).abs() > 7 {
            fill(&mut level, x, y, (x + 1 + at(2, 5)).min(72), (y + 1 + at(3, 5)).min(56), Terrain::Cliff);
        }
    }
    Scene::new(level)
}

fn refresh(scene: &mut Scene) {
    let Derived { ground, rings, fields, .. } = &mut scene.derived;
    let mut changed: Vec<Area> = Vec::new();
    ground.change(&scene.level, &scene.rules, &scene.world, &mut changed);
    rings.change(&scene.level, &scene.rules, &scene.world, ground, &changed);
    for area in &changed {
        fields.mask(ground, area);
    }
}

fn assert_as_made_anew(scene: &Scene, what: &str) {
    let fresh = Derived::rebuild(&scene.level, &scene.rules, &scene.world);
    let (ours, anew) = (&scene.derived.ground, &fresh.ground);
    assert_eq!(ours.solid_cells(), anew.solid_cells(), "{what}: walls");
    assert_eq!(ours.wall_distances(), anew.wall_distances(), "{what}: distances to walls");
    for class in [SMALL, MEDIUM, LARGE] {
        assert_eq!(ours.walkable_cells(class), anew.walkable_cells(class), "{what}: walkable for {class:?}");
        assert_eq!(ours.cost(class), anew.cost(class), "{what}: cost for {class:?}");
        assert_eq!(ours.region_cells(class), anew.region_cells(class), "{what}: regions of {class:?}");
    }
    let cells = || (0..72 * 56).map(|k| Cell::new(k % 72, k / 72));
    assert!(cells().all(|cell| ours.obstacle_m(cell) == anew.obstacle_m(cell)), "{what}: heights");
    let (ours, anew) = (&scene.derived.rings, &fresh.rings);
    assert_eq!(ours.all().len(), anew.all().len(), "{what}: rings");
    for (ours, anew) in ours.all().iter().zip(anew.all()) {
        assert_eq!((ours.target, ours.middle, ours.places), (anew.target, anew.middle, anew.places), "{what}");
        for class in [SMALL, MEDIUM, LARGE] {
            let slots = |ring: &sim::derived::rings::Ring| ring.slots(class).iter().map(|slot| (slot.at, slot.region)).collect::<Vec<_>>();
            assert_eq!(slots(ours), slots(anew), "{what}: slots of {:?} for {class:?}", ours.target);
            let lanes = |ring: &sim::derived::rings::Ring| (0..ring.places).map(|place| ring.lane_at_m(class, f32::from(place))).collect::<Vec<_>>();
            assert_eq!((lanes(ours), ours.open(class)), (lanes(anew), anew.open(class)), "{what}: lanes of {:?} for {class:?}", ours.target);
        }
    }
    for (target, class) in [SMALL, MEDIUM, LARGE].map(|class| (TowerId::NONE, class)) {
        let (ours, anew) = (scene.derived.fields.get(target, class), fresh.fields.get(target, class));
        assert_eq!(ours.is_some(), anew.is_some(), "{what}: a field");
        let (Some(ours), Some(anew)) = (ours, anew) else { continue };
        for k in 0..72 * 56 {
            let read = |field: &sim::derived::field::Field| field.cell(k).map(|sample| (sample.way_m, sample.down));
            assert_eq!(read(ours), read(anew), "{what}: the field of {class:?} in cell {k}");
        }
    }
}

#[test]
fn whatever_is_built_or_falls_it_is_as_if_made_anew() {
    let (mut built, mut felled, mut together) = (0, 0, 0);
    for seed in 0..6 {
        let mut scene = rocky(seed);
        // The fields of the keep, solved before anything was built.
        scene.step();
        let mut towers: Vec<TowerId> = Vec::new();
        for round in 0..60 {
            let pick = |what, end: usize| index(seed, RANDOM, 1_000 + round, what, end.max(1) as u32) as usize;
            // Sometimes several at once, as when a blast fells a row of them.
            let changes = if round % 7 == 0 { 4 } else { 1 };
            together += usize::from(changes > 1);
            for change in 0..changes {
                if towers.len() > 3 && pick(change * 4, 5) < 3 {
                    scene.fell(towers.remove(pick(change * 4 + 1, towers.len())));
                    felled += 1;
                } else {
                    // Anywhere, also over the rim, over rock and over each other: nothing here asks whether it may.
                    towers.push(scene.tower(pick(change * 4 + 2, 72) as i32, pick(change * 4 + 3, 56) as i32));
                    built += 1;
                }
            }
            refresh(&mut scene);
            assert_as_made_anew(&scene, &format!("seed {seed}, round {round}"));
        }
    }
    assert!(built > 100 && felled > 100 && together > 40, "{built} built, {felled} felled");
}

/// By brute force: every entrance cell's nearest ground, flooded from the keep's ring, before and after.
fn closes_by_flood(scene: &Scene, site: Footprint) -> bool {
    let mut after = Scene::new(scene.level.clone());
    after.level.towers.clear();
    for (row, cell) in scene.world.towers.cell.iter().enumerate() {
        assert_eq!(scene.world.towers.kind[row].index(), 0);
        after.tower(cell.x, cell.y);
    }
    after.tower(site.low.x + 2, site.low.y + 2);
    let after = Derived::rebuild(&after.level, &after.rules, &after.world);
    let entrance = &scene.level.entrances[0];
    let (x, from, to) = (entrance.from[0] as i32, entrance.from[1], entrance.to[1]);
    let steps = ((to - from) * 2.0).ceil() as i32;
    (0..=steps).any(|k| {
        let y = (from + (to - from) * (k as f32 / steps as f32)).floor() as i32;
        let reaches = |derived: &Derived| {
            let near = (-4..=4).flat_map(|dy| (-4..=4).map(move |dx| (dx, dy))).filter(|(dx, dy)| derived.ground.walkable(SMALL, Cell::new(x + dx, y + dy)));
            let nearest = near.min_by_key(|(dx, dy)| (dx * dx + dy * dy, y + dy, x + dx));
            nearest.is_some_and(|(dx, dy)| {
                let at = glam::Vec2::new((x + dx) as f32 + 0.5, (y + dy) as f32 + 0.5);
                let region = derived.ground.region_at(SMALL, at);
                derived.rings.all()[0].reachable(SMALL, region)
            })
        };
        reaches(&scene.derived) && !reaches(&after)
    })
}

#[test]
fn whether_a_building_closes_the_way_is_what_a_flood_says() {
    let (mut closed, mut open) = (0, 0);
    for seed in 0..5 {
        let mut scene = rocky(seed);
        // A ridge with three passes; towers come until few are left.
        for k in 0..56 {
            if ![8, 9, 10, 11, 12, 26, 27, 28, 45, 46, 47, 48, 49].contains(&k) {
                let k_cell = scene.level.map.index(Cell::new(30, k)).expect("inside");
                scene.level.map.terrain[k_cell] = Terrain::Cliff;
                scene.level.map.terrain[k_cell + 1] = Terrain::Cliff;
            }
        }
        scene = Scene::new(scene.level.clone());
        for tower in [None, Some((30, 10)), Some((31, 27))] {
            if let Some((x, y)) = tower {
                scene.tower(x, y);
                refresh(&mut scene);
            }
            for k in 0..60 {
                let at = |what, from, end| from + index(seed, RANDOM, 5_000 + k, what, end) as i32;
                let (x, y) = if k % 2 == 0 { (at(0, 27, 8), at(1, 44, 7)) } else { (at(0, 3, 66), at(1, 3, 50)) };
                let site = Footprint::new(Cell::new(x, y), 5);
                if site.overlaps(Footprint::new(scene.level.keep.cell, 5)) {
                    continue;
                }
                let ours = scene.derived.ground.closes_the_way(&scene.level, &scene.rules, &scene.world, site);
                assert_eq!(ours, closes_by_flood(&scene, site), "seed {seed}, {tower:?}, site {x}, {y}");
                if ours { closed += 1 } else { open += 1 }
            }
        }
    }
    assert!(closed > 20 && open > 200, "{closed} closed, {open} open");
}
