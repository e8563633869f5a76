//! The fast pass the large and slow in a lane of ten metres (H10).

mod common {
    pub mod horde_scene;
}
use common::horde_scene::{GOBLIN, OGRE, Scene, fill, level};
use content::map::Terrain;
use glam::Vec2;
use sim::tables::TowerId;

#[test]
fn sixty_fast_ones_pass_three_large_ones() {
    let mut level = level(190, 24, (185, 12), 3);
    fill(&mut level, 0, 0, 190, 7, Terrain::Cliff);
    fill(&mut level, 0, 17, 190, 24, Terrain::Cliff);
    let mut scene = Scene::new(level);
    for (k, y) in [12.3, 10.8, 13.0].into_iter().enumerate() {
        scene.unit(OGRE, Vec2::new(30.0 + k as f32 * 5.0, y), TowerId::NONE);
    }
    scene.block(60, GOBLIN, TowerId::NONE, (3.0, 8.0, 20.0, 16.0));
    let start: Vec<f32> = scene.world.units.position.iter().map(|at| at.x).collect();
    let (mut shares, mut ticks) = (vec![], 0);
    while shares.len() < 60 && ticks < 3000 {
        scene.step();
        ticks += 1;
        scene.remove(|world, row| {
            let units = &world.units;
            let through = units.kind[row] == GOBLIN && units.position[row].x > 146.0;
            if through {
                let way_m = units.position[row].x - start[units.id[row].0 as usize - 1];
                shares.push(way_m * 30.0 / ticks as f32 / units.speed_mps[row]);
            }
            through
        });
    }
    let mean = shares.iter().sum::<f32>() / shares.len().max(1) as f32;
    println!("{} passed at {mean} of their speed", shares.len());
    assert_eq!(shares.len(), 60);
    assert!(mean > 0.93, "{mean} of their speed");
    let ogre_m = (0..scene.world.units.len()).map(|row| scene.world.units.position[row].x).fold(0.0, f32::max);
    assert!(ogre_m < 140.0, "they overtook the large ones on the way");
    assert_eq!(scene.world.counters.stuck, 0);
}
