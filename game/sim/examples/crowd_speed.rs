#![allow(clippy::disallowed_types, clippy::disallowed_methods)]
#[path = "../tests/common/horde_scene.rs"]
mod horde_scene;
use content::map::Terrain;
use horde_scene::{SKELETON, Scene, fill, level};
use sim::stage::Stage;
use sim::systems::horde;
use sim::tables::TowerId;
use std::time::Instant;

fn main() {
    let args: Vec<usize> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (count, from, to, threads) = (args[0], args[1], args[2], args[3]);
    let k = ((count as f32 / 10_000.0).sqrt() * 176.0) as u32;
    let side = k.min(512);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut level = level(side, side, (side as i32 - 10, side as i32 / 2), 5);
        let wall = side as i32 * 100 / 176;
        fill(&mut level, wall, 0, wall + 4, side as i32, Terrain::Cliff);
        for y in (20..side as i32 - 12).step_by(40) {
            fill(&mut level, wall, y, wall + 4, y + 8, Terrain::Ground);
        }
        let mut scene = Scene::new(level);
        scene.block(count, SKELETON, TowerId::NONE, (3.0, 3.0, wall as f32 - 2.0, side as f32 - 3.0));
        let names = ["ground", "sort", "flow", "fields", "targets", "slots", "steer", "separate", "watch"];
        let mut sums = [0.0f64; 9];
        let mut least = [f64::MAX; 9];
        let mut all = vec![];
        for tick in 0..to {
            let s = &mut scene;
            s.events.clear();
            let stage =
                &mut Stage { level: &s.level, rules: &s.rules, world: &mut s.world, derived: &mut s.derived, scratch: &mut s.scratch, events: &mut s.events };
            let mut last = Instant::now();
            let begin = last;
            let mut k = 0;
            let mut lap = || {
                let now = Instant::now();
                let ms = (now - last).as_secs_f64() * 1e3;
                if tick >= from {
                    sums[k] += ms;
                    least[k] = least[k].min(ms);
                }
                last = now;
                k += 1;
            };
            horde::refresh_ground::run(stage);
            lap();
            horde::sort_units::run(stage);
            lap();
            horde::refresh_flow::run(stage);
            lap();
            horde::refresh_fields::run(stage);
            lap();
            horde::choose_targets::run(stage);
            lap();
            horde::assign_slots::run(stage);
            lap();
            horde::steer_units::run(stage);
            lap();
            horde::separate_units::run(stage);
            lap();
            horde::watch_progress::run(stage);
            lap();
            if tick >= from {
                all.push(begin.elapsed().as_secs_f64() * 1e3);
            }
            s.world.tick += 1;
        }
        let n = (to - from) as f64;
        all.sort_by(f64::total_cmp);
        println!(
            "{count} threads {threads}: mean {:.3} min {:.3} p50 {:.3} p99 {:.3} max {:.3} hash {:016x}",
            all.iter().sum::<f64>() / n,
            all[0],
            all[all.len() / 2],
            all[all.len() * 99 / 100],
            all[all.len() - 1],
            scene.hash()
        );
        for k in 0..9 {
            print!("{} {:.3}/{:.3}  ", names[k], sums[k] / n, least[k]);
        }
        println!();
    });
}
