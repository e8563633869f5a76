//! Bodies, those who lie and those who get up touch the ground, at and between frames and angles (B11, B15), and a thrown
//! body's center follows the parabola (B12): the tables against every vertex of the skinned mesh.
//!
//! Print the whole table with `cargo run --release -p render --example sinking`.

mod figures;

use glam::{Mat4, Quat, Vec3, vec3};
use render::gpu_data::CrowdVertex;
use render::lowest;
use render::noise::Random;
use render::{Clip, Figure, figure::Level};
use std::f32::consts::TAU;

/// Most that anything may sink or hover.
const MOST_M: f32 = 0.004;
/// Nobody taller is ever thrown, metres.
const THROWN_MAX_M: f32 = 4.0;
/// The game draws nobody larger than this against its model.
const SCALE_MAX: f32 = 1.1;

/// Walk and run as assets/figures made them, m/s: what plays at another speed slides.
#[test]
fn the_ground_speed_of_a_gait_is_read_from_its_feet() {
    let made = [
        ("skeleton", [2.2, 4.0]),
        ("goblin", [1.8, 4.0]),
        ("ogre", [1.1, 2.6]),
        ("raider", [1.8, 3.6]),
        ("sapper", [2.0, 2.6]),
        ("necromancer", [1.4, 2.6]),
        ("giant", [0.9, 2.0]),
    ];
    for (name, speeds) in made {
        let f = Figure::load(&figures::shipped_folder().join(format!("{name}.glb"))).unwrap_or_else(|e| panic!("{e}"));
        for (clip, made_mps) in ["walk", "run"].iter().zip(speeds) {
            let read_mps = f.ground_speed_mps(clip);
            assert!((read_mps - made_mps).abs() <= 0.05 * made_mps, "{name} {clip}: {read_mps} m/s, made for {made_mps}");
        }
        assert_eq!(f.ground_speed_mps("swim"), 0.0);
    }
}

fn check(figure: &Figure, scale: f32) {
    for clip in figure.clips.iter().filter(|c| figures::on_the_ground(&c.name)) {
        let (fit, still) = figures::fit(figure, clip);
        let worst_mm = fit.worst_m() * scale * 1e3;
        println!("{} {}: sinks {:.2} mm, hovers {:.2} mm", figure.name, clip.name, fit.sinks_m * scale * 1e3, fit.hovers_m * scale * 1e3);
        assert!(worst_mm <= MOST_M * 1e3, "{} {}: {worst_mm:.2} mm off the ground", figure.name, clip.name);
        if let Some(still) = still {
            // a push is quick; a jump of the root would be a quarter of the height and more
            let share = still.jump_m / figure.height_m;
            assert!(share < 0.15, "{} {}: the body jumps by {share:.3} of its height in one frame", figure.name, clip.name);
        }
    }
}

#[test]
fn every_shipped_figure_keeps_to_the_ground() {
    let all = figures::all(&figures::shipped_folder());
    assert!(all.len() >= 3, "{} figures", all.len());
    for f in &all {
        assert!(f.clips.iter().filter(|c| figures::on_the_ground(&c.name)).count() >= 5, "{}: fall, two lies, two ways up", f.name);
        check(f, SCALE_MAX);
    }
}

/// Limbs that flail at random about a body: no likeness to ours, and faster.
fn generated(seed: u32, clip: &str) -> Figure {
    let mut random = Random::new(seed);
    let (bones, frames, extent_m) = (9, 20, 1.6f32);
    let swings: Vec<(Vec3, Vec3, f32, f32)> = (0..bones)
        .map(|_| {
            let axis = vec3(random.normal(), random.normal(), random.normal()).normalize();
            let root = vec3(random.range(-0.3, 0.3), random.range(-0.3, 0.3), random.range(0.4, 1.2));
            (axis, root, random.range(0.1, 0.9), random.range(0.0, TAU))
        })
        .collect();
    let palette = (0..frames)
        .flat_map(|frame| {
            let swing = |(axis, root, width, phase): &(Vec3, Vec3, f32, f32)| {
                let turn = Quat::from_axis_angle(*axis, width * (frame as f32 * 0.9 + phase).sin());
                let m = Mat4::from_translation(*root) * Mat4::from_quat(turn);
                [m.row(0), m.row(1), m.row(2)].map(|r| r.to_array())
            };
            swings.iter().flat_map(swing).collect::<Vec<_>>()
        })
        .collect();
    let vertices = (0..900)
        .map(|k| {
            let limb = k % bones;
            let along = vec3((limb as f32).sin(), (limb as f32 * 2.0).cos(), (limb as f32 * 3.0).sin()) * 0.9 * random.unit();
            let p = (along + 0.09 * vec3(random.normal(), random.normal(), random.normal())).clamp(Vec3::splat(-1.0), Vec3::splat(1.0)) / extent_m;
            let shared = if random.unit() < 0.3 { random.below(128) as u8 } else { 0 };
            CrowdVertex {
                position: [(p.x * 32767.0) as i16, (p.y * 32767.0) as i16, (p.z * 32767.0) as i16, 0],
                joints: [limb as u8, ((limb + 1) % bones) as u8, 0, 0],
                weights: [255 - shared, shared, 0, 0],
                ..CrowdVertex::default()
            }
        })
        .collect();
    let clips = vec![Clip { name: clip.to_string(), first: 0, samples: frames as u32, looping: false }];
    let levels = vec![Level { vertices, indices: vec![0, 1, 2] }];
    let mut f = Figure {
        name: format!("generated {seed}"),
        levels,
        clips,
        bones,
        palette,
        lowest: vec![],
        lying: Default::default(),
        height_m: 1.6,
        extent_m,
        radius_m: 0.0,
    };
    f.radius_m = lowest::radius(&f.poses());
    f.lowest = lowest::table(&f.poses(), &f.clips, f.radius_m);
    f
}

#[test]
fn generated_figures_keep_to_the_ground() {
    for seed in 1..5 {
        check(&generated(seed, "fall"), 1.0);
        let f = generated(seed, "get_up_back");
        // it has no fall, so any clip of it may be turned
        let fit = lowest::fit_turning(&f, &f.clips[0], figures::STEPS, figures::ANGLES);
        assert!(fit.worst_m() <= MOST_M, "{fit:?}");
    }
}

#[test]
fn a_table_of_another_moment_is_found_out() {
    let mut f = generated(7, "fall");
    let good = lowest::fit_turning(&f, &f.clips[0], 3, 90).worst_m();
    f.palette.rotate_left(f.bones * 3);
    let bad = lowest::fit_turning(&f, &f.clips[0], 3, 90).worst_m();
    println!("{:.2} mm with its own table, {:.1} mm with that of the frame before", good * 1e3, bad * 1e3);
    assert!(good <= MOST_M && bad > 5.0 * MOST_M);
}

#[test]
fn other_peoples_models_keep_to_the_ground() {
    let variable = "TUMBLEKEEP_FOREIGN_MODELS";
    let Some(folder) = std::env::var_os(variable) else {
        println!("skipped: {variable} names no folder of .glb files");
        return;
    };
    for f in figures::all(std::path::Path::new(&folder)) {
        // whatever unit they are made in, drawn as high as a man; they have no fall, so every clip may be turned
        for clip in f.clips.iter().filter(|c| c.samples > 1) {
            let fit = lowest::fit_turning(&f, clip, 5, 500);
            let mm = 1.7 / f.height_m * 1e3;
            println!("{} {}: {} frames, sinks {:.2} mm, hovers {:.2} mm", f.name, clip.name, clip.samples, fit.sinks_m * mm, fit.hovers_m * mm);
            assert!(fit.worst_m() * mm <= MOST_M * 1e3);
        }
    }
}

/// A throw as the simulation steps it: half turns, upward speed, then (seconds, flight height, turns) moments of it.
fn throw(climb_mps: f32, half_turns: f32) -> Vec<(f32, f32, f32)> {
    let (mut climb, mut height, mut heights) = (climb_mps, 0.0f32, vec![0.0]);
    while height >= 0.0 {
        climb -= 20.0 / 30.0;
        height += climb / 30.0;
        heights.push(height.max(0.0));
    }
    let ticks = (heights.len() - 1) as f32;
    (0..(heights.len() - 1) * 4)
        .map(|k| {
            let (tick, part) = (k / 4, (k % 4) as f32 / 4.0);
            let t = tick as f32 + part;
            (t / 30.0, heights[tick] + (heights[tick + 1] - heights[tick]) * part, (t / ticks * half_turns / 2.0).rem_euclid(1.0))
        })
        .collect()
}

#[test]
fn a_bodys_center_follows_the_parabola() {
    for f in figures::all(&figures::shipped_folder()) {
        let fall = f.clip("fall").expect("a fall");
        let (mut worst_m, mut under_m, mut settling_s) = (0.0f32, 0.0f32, 0.0f32);
        for scale in [0.6, 1.0, 2.0] {
            // half and full force at 55 and 65 degrees, one fifth less and more
            for climb in [7.6f32, 9.7, 15.0, 20.3, 25.4] {
                // on the back and on the belly, and a half turn more for 2.5 m of height, three at most (B7)
                let more = (climb * climb / 40.0 / 2.5).floor().min(3.0);
                for half_turns in [-0.5 - more, 0.5 + more] {
                    let moments = throw(climb, half_turns);
                    let end_s = moments.last().expect("it flies").0;
                    for (n, (seconds, flight_m, turns)) in moments.iter().enumerate().filter(|m| m.1.2 > 0.0) {
                        let (frame, blend) = (fall.first as usize + n / 4 % (fall.samples as usize - 1), (n % 4) as f32 / 4.0);
                        let below = lowest::extent_below(&f, frame, blend, *turns) * scale;
                        let half = f.height_m / 2.0 * scale;
                        let lift = lowest::lift(half, below, *flight_m);
                        under_m = under_m.max(below - (flight_m + lift));
                        let off_m = (lift - half).abs();
                        // at the end it must leave the parabola, which ends half a height above the ground, and lie down
                        if *seconds >= 0.1 && (*flight_m >= half || *seconds < end_s / 2.0) {
                            worst_m = worst_m.max(off_m);
                        } else if *seconds >= end_s / 2.0 && off_m > 0.01 {
                            settling_s = settling_s.max(end_s - seconds);
                        }
                    }
                }
            }
        }
        println!("{}: center off the parabola by at most {:.3} mm, lies down in the last {settling_s:.2} s", f.name, worst_m * 1e3);
        // The giant is as long as a low throw is high, with the tree in its hand longer: it is never thrown, and dies so low
        // that it must lie down on its way.
        let most_m = if f.height_m > THROWN_MAX_M { 0.01 * f.height_m } else { 0.01 };
        assert!(worst_m <= most_m, "{}: {worst_m} m off the parabola", f.name);
        assert!(under_m <= 1e-4, "{}: {under_m} m under the ground", f.name);
        assert!(settling_s < 0.35, "{}: {settling_s} s", f.name);
    }
}

#[test]
fn the_lift_has_no_step() {
    for (half, below) in [(0.85, 0.2), (0.85, 1.1), (0.3, 0.3)] {
        let mut before = lowest::lift(half, below, 0.0);
        assert_eq!(before, below, "on the ground the lowest point decides");
        for k in 1..2000 {
            let now = lowest::lift(half, below, k as f32 * 1e-3);
            assert!((now - before).abs() <= 1.01e-3, "{half} {below} at {k}");
            before = now;
        }
        assert!((before - half).abs() < 1e-6);
    }
}
