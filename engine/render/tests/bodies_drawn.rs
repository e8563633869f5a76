//! What the GPU draws of bodies against the same arithmetic on the CPU: where the lowest pixel is, and that twice the size is
//! twice the size in every pose (B10, B11). Without an adapter the tests say so and pass.

mod figures;

use base::records::{FigureRecord, half};
use glam::{Vec2, Vec3, vec2, vec3};
use render::{Assets, Camera, FrameInput, Gpu, GpuOptions, Offscreen, Renderer, RendererOptions, Shadows, capture, lowest};

const SIZE: (u32, u32) = (640, 800);

fn stage() -> Option<(Gpu, Assets, Renderer)> {
    let gpu = match Gpu::open(&GpuOptions::default()) {
        Ok(gpu) => gpu,
        Err(error) => {
            println!("skipped: {error}");
            return None;
        }
    };
    let figures = figures::all(&figures::shipped_folder());
    let models = Assets::load(&figures::shipped_folder(), &["goblin"], &["clod"]).unwrap_or_else(|e| panic!("{e}")).models;
    let assets = Assets { figures, models, parts: render::assets::Parts::default() };
    let renderer = Renderer::new(&gpu, &assets, &RendererOptions { size: SIZE, samples: 1, shadows: Shadows::Off, ..RendererOptions::default() });
    Some((gpu, assets, renderer))
}

/// A pose: clip, frame, blend of 255, turns, flight height.
type Pose = (&'static str, u32, u32, f32, f32);

const POSES: [Pose; 8] = [
    ("fall", 0, 0, 0.75, 0.0),
    ("fall", 3, 128, 0.25, 0.0),
    ("fall", 11, 200, 0.33, 0.0),
    ("fall", 16, 64, 0.62, 0.3),
    ("fall", 20, 255, 0.97, 1.5),
    ("get_up_back", 9, 77, 0.0, 0.0),
    ("get_up_belly", 21, 190, 0.0, 0.0),
    ("lie_back", 5, 100, 0.0, 0.0),
];

fn record(assets: &Assets, kind: usize, (clip, frame, blend, turns, flight_m): Pose, scale: f32) -> FigureRecord {
    let first = assets.figures[kind].clip(clip).unwrap_or_else(|| panic!("{clip}")).first + frame;
    FigureRecord {
        position: [0.0, 0.0, flight_m],
        turn: ((turns * 65536.0) as u32) << 16,
        frames: first | (first + 1) << 16,
        look: blend | (kind as u32) << 8,
        tint: 0xffaa_aaaa,
        shape: u32::from(half(scale)) | u32::from(half(flight_m)) << 16,
    }
}

/// From the east, so that a body that turns about its sideways axis is seen in profile. There is no ground that could hide what is under it.
fn camera(distance_m: f32, target_z: f32) -> Camera {
    Camera { target: vec3(0.0, 0.0, target_z), distance_m, pitch_deg: 1.0, yaw_deg: 270.0, field_deg: 20.0 }
}

fn outline(gpu: &Gpu, renderer: &mut Renderer, camera: Camera, figures: &[FigureRecord]) -> Vec<bool> {
    let target = Offscreen::new(gpu, SIZE.0, SIZE.1);
    let mut shot = |figures| {
        renderer.draw(gpu, &FrameInput { camera, figures, ..FrameInput::default() }, &target.view);
        capture(gpu, &target.texture).expect("the picture comes back")
    };
    let (bare, with) = (shot(&[]), shot(figures));
    bare.pixels().zip(with.pixels()).map(|(p, q)| (0..3).any(|c| p[c].abs_diff(q[c]) > 12)).collect()
}

/// Bounds of the figure's vertices in the picture, by the CPU's twin of the shader.
fn twin(assets: &Assets, kind: usize, record: &FigureRecord, camera: Camera) -> (Vec2, Vec2) {
    let f = &assets.figures[kind];
    let (frame, blend) = ((record.frames & 0xffff) as usize, (record.look & 255) as f32 / 255.0);
    let turns = (record.turn >> 16) as f32 / 65536.0;
    let (scale, flight) = (base::records::unhalf(record.shape as u16), base::records::unhalf((record.shape >> 16) as u16));
    let half_m = f.height_m / 2.0;
    let (s, c) = (turns * std::f32::consts::TAU).sin_cos();
    let lift = if turns > 0.0 {
        lowest::lift(half_m * scale, lowest::extent_below(f, frame, blend, turns) * scale, flight)
    } else {
        lowest::still_lift(f, frame, blend) * scale
    };
    let eye = camera.eye(SIZE.0, SIZE.1);
    let mut pose = vec![];
    f.poses().skin(frame, blend, &mut pose);
    pose.iter().fold((Vec2::MAX, Vec2::MIN), |(low, high), p| {
        let q = if turns > 0.0 { vec3(p.x, p.y * c - (p.z - half_m) * s, p.y * s + (p.z - half_m) * c) } else { *p };
        // yaw 0: half a turn from how it was modelled
        let place = vec3(-q.x * scale, -q.y * scale, q.z * scale + lift) + Vec3::from(record.position);
        let pixel = eye.project(place).expect("before the eye");
        (low.min(pixel), high.max(pixel))
    })
}

fn bounds(outline: &[bool]) -> (Vec2, Vec2) {
    let all = outline.iter().enumerate().filter(|p| *p.1).map(|(k, _)| vec2((k as u32 % SIZE.0) as f32, (k as u32 / SIZE.0) as f32));
    all.fold((Vec2::MAX, Vec2::MIN), |(low, high), p| (low.min(p), high.max(p + 1.0)))
}

#[test]
fn the_shader_lifts_and_turns_as_its_twin() {
    let Some((gpu, assets, mut renderer)) = stage() else { return };
    for kind in 0..assets.figures.len() {
        let camera = camera(assets.figures[kind].radius_m * 7.5, assets.figures[kind].height_m * 0.5);
        let pixel_m = camera.distance_m / camera.eye(SIZE.0, SIZE.1).focal_pixels();
        for pose in POSES {
            let r = record(&assets, kind, pose, 1.0);
            let camera = Camera { target: camera.target + pose.4 * Vec3::Z, ..camera };
            let (drawn, wanted) = (bounds(&outline(&gpu, &mut renderer, camera, &[r])), twin(&assets, kind, &r, camera));
            let off = (drawn.0 - wanted.0).abs().max((drawn.1 - wanted.1).abs());
            let name = &assets.figures[kind].name;
            println!("{name} {pose:?}: off by {off:.1} pixels of {:.1} mm", pixel_m * 1e3);
            // a thin tip may miss the middle of its last pixel or two
            assert!(off.max_element() < 3.0, "{name} {pose:?}: {drawn:?} instead of {wanted:?}");
        }
    }
}

/// Share of the body's pixels that differ.
fn differing(a: &[bool], b: &[bool]) -> f64 {
    a.iter().zip(b).filter(|(p, q)| p != q).count() as f64 / a.iter().filter(|p| **p).count().max(1) as f64
}

#[test]
fn twice_the_size_is_twice_the_size_in_every_pose() {
    let Some((gpu, assets, mut renderer)) = stage() else { return };
    for kind in 0..assets.figures.len() {
        let distance_m = assets.figures[kind].radius_m * 7.5;
        for pose in POSES {
            let z = assets.figures[kind].height_m * 0.5 + pose.4;
            let one = outline(&gpu, &mut renderer, camera(distance_m, z), &[record(&assets, kind, pose, 1.0)]);
            let mut of_scale = |scale: f32| {
                let twice = (pose.0, pose.1, pose.2, pose.3, pose.4 * 2.0);
                let two = outline(&gpu, &mut renderer, camera(distance_m * 2.0, z * 2.0), &[record(&assets, kind, twice, scale)]);
                differing(&one, &two)
            };
            let (right, wrong) = (of_scale(2.0), of_scale(1.9));
            println!("{} {pose:?}: {right:.4} of the outline differ, {wrong:.4} at 1.9", assets.figures[kind].name);
            assert!(right < 0.02 && wrong > 2.0 * right && wrong > 0.02);
        }
    }
}
