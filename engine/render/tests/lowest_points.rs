//! A turning body never sinks into the ground nor hovers over it: the table against the skinned mesh.

use glam::{Vec3, Vec4};
use render::{figure::Figure, gpu_data::ANGLES, noise::Random};

fn lowest(f: &Figure, a: usize, b: usize, blend: f32, turns: f32) -> f32 {
    let (s, c) = (turns * std::f32::consts::TAU).sin_cos();
    let row = |frame: usize, bone: usize, k: usize| Vec4::from_array(f.palette[(frame * f.bones + bone) * 3 + k]);
    f.levels[0]
        .vertices
        .iter()
        .map(|v| {
            let p = Vec3::from_array([v.position[0], v.position[1], v.position[2]].map(|c| c as f32 / 32767.0 * f.extent_m)).extend(1.0);
            let (mut y, mut z) = (0.0, 0.0);
            for k in 0..4 {
                let w = v.weights[k] as f32 / 255.0;
                let bone = v.joints[k] as usize;
                y += w * row(a, bone, 1).lerp(row(b, bone, 1), blend).dot(p);
                z += w * row(a, bone, 2).lerp(row(b, bone, 2), blend).dot(p);
            }
            y * s + (z - f.height_m / 2.0) * c
        })
        .fold(f32::MAX, f32::min)
}

/// As the shader does it.
fn table(f: &Figure, frame: usize, blend: f32, turns: f32) -> f32 {
    let a = turns * ANGLES as f32;
    let k = a as usize % ANGLES;
    let (s, c) = (turns * std::f32::consts::TAU).sin_cos();
    let extent = |p: [f32; 2], q: [f32; 2]| -((p[0] + (q[0] - p[0]) * blend) * s + (p[1] + (q[1] - p[1]) * blend) * c);
    [k, (k + 1) % ANGLES].iter().fold(f32::MIN, |m, k| {
        let [now, next, _] = f.lowest[frame * ANGLES + k];
        let [then, _, before] = f.lowest[(frame + 1) * ANGLES + k];
        m.max(extent(now, next)).max(extent(before, then))
    })
}

const FIGURES: [&str; 7] = ["skeleton", "goblin", "ogre", "raider", "sapper", "necromancer", "giant"];

/// Walk and run as assets/figures made them, m/s: what plays at another speed slides.
#[test]
fn the_ground_speed_of_a_gait_is_read_from_its_feet() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/models");
    let made = [[2.2, 4.0], [1.8, 4.0], [1.1, 2.6], [1.8, 3.6], [2.0, 2.6], [1.4, 2.6], [0.9, 2.0]];
    for (name, speeds) in FIGURES.iter().zip(made) {
        let f = Figure::load(&folder.join(format!("{name}.glb"))).unwrap_or_else(|e| panic!("{e}"));
        for (clip, made_mps) in ["walk", "run"].iter().zip(speeds) {
            let read_mps = f.ground_speed_mps(clip);
            assert!((read_mps - made_mps).abs() <= 0.05 * made_mps, "{name} {clip}: {read_mps} m/s, made for {made_mps}");
        }
        assert_eq!(f.ground_speed_mps("swim"), 0.0);
    }
}

#[test]
fn bodies_lie_on_the_ground_at_any_angle() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/models");
    let mut wrong: Vec<String> = Vec::new();
    for name in FIGURES {
        let f = Figure::load(&folder.join(format!("{name}.glb"))).unwrap_or_else(|e| panic!("{e}"));
        let mut random = Random::new(77);
        for clip in ["fall", "lie_back", "get_up_belly"] {
            let c = f.clip(clip).unwrap_or_else(|| panic!("{name} has a clip {clip}"));
            let (mut sinks, mut hovers) = (0.0f32, 0.0f32);
            for _ in 0..250 {
                let frame = c.first as usize + random.below(c.samples as usize - 1);
                let (blend, turns) = (random.unit(), random.unit() * 0.9999);
                let gap = table(&f, frame, blend, turns) + lowest(&f, frame, frame + 1, blend, turns);
                sinks = sinks.max(-gap);
                hovers = hovers.max(gap);
            }
            println!("{name} {clip}: sinks at most {:.2} mm, hovers at most {:.2} mm", sinks * 1e3, hovers * 1e3);
            // what the eye sees goes with the size: a giant is four times a goblin
            let most_m = (0.0035 * f.height_m).max(0.004);
            if sinks >= most_m || hovers >= most_m {
                wrong.push(format!("{name} {clip}"));
            }
        }
    }
    assert!(wrong.is_empty(), "off the ground or in it by more than 4 mm and 0.35 % of the height: {}", wrong.join(", "));
}
