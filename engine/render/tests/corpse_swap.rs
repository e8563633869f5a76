//! The swap from a body to its mark cannot be seen (B13): both are drawn in the same place and compared, for every figure,
//! pose and side, from above and as the game looks; and a mark turned by a quarter is found out.

mod figures;
mod scene;

use base::records::{FigureRecord, LYING_POSES, MarkRecord, half, turn};
use glam::{Vec3, vec3};
use render::{Assets, Camera, FrameInput, Gpu, GpuOptions, Ground, Offscreen, Renderer, RendererOptions, capture, marks};

const SIZE: (u32, u32) = (320, 200);

/// A tint of one of the crowd, and its scale.
const TINT: u32 = 0xff9a_a8b6;
const SCALE: f32 = 1.06;

fn body(assets: &Assets, kind: usize, pose: usize, face_down: bool, yaw: f32, at: Vec3) -> (FigureRecord, MarkRecord) {
    let first = u32::from(assets.figures[kind].lying[pose][usize::from(face_down)]);
    let record = FigureRecord {
        position: at.into(),
        turn: turn(yaw) | (if face_down { 0x4000 } else { 0xc000 }) << 16,
        frames: first | (first + 1) << 16,
        look: (kind as u32) << 8,
        tint: TINT,
        shape: u32::from(half(SCALE)),
    };
    let mut mark = marks::body(at.truncate(), yaw, kind, pose, face_down, 1.0);
    mark.size_m = 2.0 * assets.figures[kind].radius_m * SCALE;
    mark.look[2] = (TINT & 0xff_ffff) as f32;
    (record, mark)
}

#[test]
fn a_body_and_its_mark_look_the_same() {
    let gpu = match Gpu::open(&GpuOptions::default()) {
        Ok(gpu) => gpu,
        Err(error) => return println!("skipped: {error}"),
    };
    let models = scene::assets().models;
    let assets = Assets { figures: figures::all(&figures::shipped_folder()), models, parts: render::assets::Parts::default() };
    let ground = Ground::build(&scene::paint(128, 128)).expect("a map that fits");
    let mut r = Renderer::new(&gpu, &assets, &RendererOptions { size: SIZE, samples: 4, ..RendererOptions::default() });
    r.set_ground(&gpu, &ground);
    let target = Offscreen::new(&gpu, SIZE.0, SIZE.1);
    let mut shot = |camera: Camera, figures: &[FigureRecord], marks: &[MarkRecord]| {
        r.draw(&gpu, &FrameInput { camera, figures, marks, ..FrameInput::default() }, &target.view);
        capture(&gpu, &target.texture).expect("the picture comes back")
    };
    let at = vec3(64.0, 44.0, ground.field.low(64.0, 44.0));
    let far = |p: &image::Rgba<u8>, q: &image::Rgba<u8>| (0..3).map(|c| f64::from(p[c].abs_diff(q[c]))).sum::<f64>() / 3.0;
    let light = |p: &image::Rgba<u8>| (f64::from(p[0]) + f64::from(p[1]) + f64::from(p[2])) / 3.0;
    for (pitch_deg, limit, kept_apart) in [(89.0, 32.0, 1.6), (50.0, 40.0, 1.4)] {
        for kind in 0..assets.figures.len() {
            // the body is as high in the picture as in the game's nearer views
            let camera = Camera { target: at, distance_m: assets.figures[kind].height_m * 9.0, pitch_deg, yaw_deg: 0.0, field_deg: 20.0 };
            let bare = shot(camera, &[], &[]);
            for layer in 0..LYING_POSES * 2 {
                let yaw = 0.5 + layer as f32;
                let (record, mark) = body(&assets, kind, layer / 2, layer % 2 == 1, yaw, at);
                let before = shot(camera, &[record], &[]);
                // where the body or its shadow is
                let seen: Vec<usize> = (0..(SIZE.0 * SIZE.1) as usize)
                    .filter(|k| far(before.get_pixel(*k as u32 % SIZE.0, *k as u32 / SIZE.0), bare.get_pixel(*k as u32 % SIZE.0, *k as u32 / SIZE.0)) > 8.0)
                    .collect();
                let mut change = |mark: MarkRecord| {
                    let after = shot(camera, &[], &[mark]);
                    let sum = |f: &dyn Fn(&image::Rgba<u8>, &image::Rgba<u8>) -> f64| {
                        seen.iter()
                            .map(|k| f(before.get_pixel(*k as u32 % SIZE.0, *k as u32 / SIZE.0), after.get_pixel(*k as u32 % SIZE.0, *k as u32 / SIZE.0)))
                            .sum::<f64>()
                            / seen.len().max(1) as f64
                    };
                    (sum(&far), sum(&|p, q| light(q) - light(p)))
                };
                let (right, brighter) = change(mark);
                let (turned, _) = change(MarkRecord { yaw: mark.yaw + std::f32::consts::FRAC_PI_2, ..mark });
                let name = &assets.figures[kind].name;
                println!(
                    "{name} layer {layer} at {pitch_deg} degrees: {} pixels change by {right:.1} of 255 (brighter by {brighter:.1}), by {turned:.1} when turned",
                    seen.len()
                );
                assert!(seen.len() > 300, "{name}: it is seen");
                assert!(right < limit, "{name} layer {layer}: the swap shows by {right:.1}");
                assert!(turned > right * kept_apart, "{name} layer {layer}: {right:.1}, {turned:.1} when turned");
            }
        }
    }
}
