//! Two crowds against each other through one gap: they pass (the lock of the plain rules is gone).

mod common {
    pub mod horde_scene;
}
use common::horde_scene::{GOBLIN, SKELETON, Scene, fill, level};
use content::map::Terrain;
use sim::tables::TowerId;

/// West to the keep in the east, east to a tower in the west; whoever is through is taken off the map.
fn ticks_until_empty(both: bool, gap: i32, count: usize) -> (usize, usize) {
    let mut level = level(96, 48, (91, 24), 3);
    fill(&mut level, 46, 0, 50, 48, Terrain::Cliff);
    fill(&mut level, 46, 24 - gap / 2, 50, 24 - gap / 2 + gap, Terrain::Ground);
    let mut scene = Scene::new(level);
    let tower = scene.tower(4, 24);
    // The ones bound for the keep let the tower be.
    scene.block(count, GOBLIN, TowerId::NONE, (10.0, 8.0, 34.0, 40.0));
    scene.world.units.speed_mps.fill(2.2);
    if both {
        scene.block(count, SKELETON, tower, (62.0, 8.0, 84.0, 40.0));
    }
    let mut ticks = 0;
    while !scene.world.units.is_empty() && ticks < 12_000 {
        scene.step();
        ticks += 1;
        assert_eq!(scene.in_walls(), 0, "tick {ticks}");
        scene.remove(|world, row| if world.units.target[row].is_none() { world.units.position[row].x > 82.0 } else { world.units.position[row].x < 13.0 });
    }
    (ticks, scene.world.units.len())
}

#[test]
fn two_crowds_pass_through_one_gap() {
    // A gap, a wide one and a door of one metre.
    for (gap, count, most) in [(6, 500, 2.6), (10, 500, 2.6), (1, 30, 2.6)] {
        let (alone, left) = ticks_until_empty(false, gap, count);
        assert_eq!(left, 0, "gap {gap}: not even alone");
        let (both, left) = ticks_until_empty(true, gap, count);
        println!("gap {gap}: alone {alone}, both {both}, ratio {}", both as f32 / alone as f32);
        assert_eq!(left, 0, "gap {gap}: locked");
        assert!((both as f32) < most * alone as f32, "gap {gap}: {both} against {alone} alone");
    }
}
