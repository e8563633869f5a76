//! Pictures of flying bodies, drawn by the renderer: `throws FOLDER` writes
//! `throw-low.png` and `throw-high.png`, a throw in 16 steps from the side with its parabola, and
//! `corpse-swap.png`, every figure's bodies above and the marks that replace them below.

#[path = "../tests/figures/mod.rs"]
mod figures;
#[path = "../tests/scene/mod.rs"]
mod scene;

use base::records::{FigureRecord, LYING_POSES, MarkRecord, half, turn};
use glam::{Vec2, Vec3, vec2, vec3};
use image::{Rgba, RgbaImage};
use render::{Assets, Camera, FrameInput, Gpu, GpuOptions, Ground, GroundClass, GroundMap, Offscreen, Renderer, RendererOptions, capture, marks};

/// Steps of a sheet.
const STEPS: usize = 16;
/// Figures in one picture are this far apart at least, metres: a low throw is pulled apart so that its steps can be told.
const APART_M: f32 = 1.6;
/// Side of the map, metres.
const SIDE: usize = 192;

fn main() {
    let folder = std::path::PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".to_string()));
    let gpu = Gpu::open(&GpuOptions::default()).unwrap_or_else(|e| panic!("{e}"));
    let assets = Assets { figures: figures::all(&figures::shipped_folder()), models: scene::assets().models, parts: render::assets::Parts::default() };
    let map = GroundMap { width: SIDE, height: SIDE, classes: vec![GroundClass::Grass; SIDE * SIDE], cliff_m: vec![0.0; SIDE * SIDE] };
    let ground = Ground::build(&map).expect("a map that fits");
    let save = |name: &str, picture: &RgbaImage| picture.save(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    save("throw-low.png", &throw_sheet(&gpu, &assets, &ground, 7.6, 3.6));
    save("throw-high.png", &throw_sheet(&gpu, &assets, &ground, 20.3, 7.7));
    save("corpse-swap.png", &swap_sheet(&gpu, &assets, &ground));
}

fn draw(gpu: &Gpu, renderer: &mut Renderer, size: (u32, u32), camera: Camera, figures: &[FigureRecord], marks: &[MarkRecord]) -> RgbaImage {
    let target = Offscreen::new(gpu, size.0, size.1);
    renderer.resize(gpu, size.0, size.1);
    renderer.draw(gpu, &FrameInput { camera, figures, marks, ..FrameInput::default() }, &target.view);
    capture(gpu, &target.texture).expect("the picture comes back")
}

fn renderer(gpu: &Gpu, assets: &Assets, ground: &Ground) -> Renderer {
    let mut renderer = Renderer::new(gpu, assets, &RendererOptions::default());
    renderer.set_ground(gpu, ground);
    renderer
}

/// One throw of each figure, from the right to the left as it goes; white: where a center has to be, dark: where it is.
fn throw_sheet(gpu: &Gpu, assets: &Assets, ground: &Ground, climb_mps: f32, across_mps: f32) -> RgbaImage {
    let mut renderer = renderer(gpu, assets, ground);
    let flight_s = climb_mps / 10.0;
    let apex_m = climb_mps * climb_mps / 40.0;
    let half_turns = 0.5 + (apex_m / 2.5).floor().min(3.0);
    let apart = (APART_M * (STEPS - 1) as f32).max(across_mps * flight_s);
    let height = |part: f32| (climb_mps * part * flight_s - 10.0 * (part * flight_s) * (part * flight_s)).max(0.0);
    let rows = assets.figures.len() as u32;
    let size = (1280, (1280.0 * (apex_m + 4.8) / (apart + 4.0)) as u32);
    let mut sheet = RgbaImage::new(size.0, size.1 * rows);
    for (kind, figure) in assets.figures.iter().enumerate() {
        let place = |part: f32| vec2(SIDE as f32 / 2.0 + (part - 0.5) * apart, SIDE as f32 / 2.0);
        let fall = figure.clip("fall").expect("a fall");
        let low = |p: Vec2| p.extend(ground.field.low(p.x, p.y));
        let ticks = (flight_s * 30.0).round();
        let records: Vec<FigureRecord> = (0..STEPS)
            .map(|k| {
                let part = k as f32 / (STEPS - 1) as f32;
                let at = (part - 1.0) * ticks + 8.0 * (fall.samples - 1) as f32;
                let (frame, blend) = (at as u32 % (fall.samples - 1), at.fract());
                let flight = height(part);
                // at the start it stands
                let turns = if k == 0 { 0 } else { turn(part * half_turns * std::f32::consts::PI).max(1) };
                let first = if k == 0 { figure.clip("idle").map_or(0, |c| c.first) } else { fall.first + frame };
                FigureRecord {
                    position: (low(place(part)) + flight * Vec3::Z).into(),
                    turn: 0x4000 | turns << 16,
                    frames: first | (first + 1) << 16,
                    look: (blend * 255.0) as u32 | (kind as u32) << 8,
                    tint: 0xffaa_aaaa,
                    shape: u32::from(half(1.0)) | u32::from(half(flight)) << 16,
                }
            })
            .collect();
        let middle = low(place(0.5)) + Vec3::Z * (apex_m / 2.0 + 1.4);
        // from afar, not from outside the map
        let camera = Camera { target: middle, distance_m: (apart + 4.0) / (2.0 * 10.0f32.to_radians().tan()), pitch_deg: 3.0, yaw_deg: 0.0, field_deg: 20.0 };
        let mut picture = draw(gpu, &mut renderer, size, camera, &records, &[]);
        let eye = camera.eye(size.0, size.1);
        for n in 0..=600 {
            let part = n as f32 / 600.0;
            let at = low(place(part)) + (height(part) + figure.height_m / 2.0) * Vec3::Z;
            if let Some(p) = eye.project(at) {
                dot(&mut picture, p, 1, Rgba([255, 255, 255, 255]));
            }
        }
        for record in &records {
            let (frame, turns) = ((record.frames & 0xffff) as usize, (record.turn >> 16) as f32 / 65536.0);
            let flight = base::records::unhalf((record.shape >> 16) as u16);
            let lift = match turns > 0.0 {
                true => {
                    render::lowest::lift(figure.height_m / 2.0, render::lowest::extent_below(figure, frame, (record.look & 255) as f32 / 255.0, turns), flight)
                }
                false => figure.height_m / 2.0,
            };
            if let Some(p) = eye.project(Vec3::from(record.position) + lift * Vec3::Z) {
                dot(&mut picture, p, 2, Rgba([30, 20, 60, 255]));
            }
        }
        image::imageops::replace(&mut sheet, &picture, 0, i64::from(size.1 * kind as u32));
    }
    sheet
}

fn dot(picture: &mut RgbaImage, at: Vec2, radius: i32, color: Rgba<u8>) {
    for dy in -radius..=radius {
        for dx in -radius..=radius {
            let (x, y) = (at.x as i32 + dx, at.y as i32 + dy);
            if x >= 0 && y >= 0 && (x as u32) < picture.width() && (y as u32) < picture.height() {
                picture.put_pixel(x as u32, y as u32, color);
            }
        }
    }
}

/// Bodies in every pose and on both sides, a row a figure, and below each row their marks.
fn swap_sheet(gpu: &Gpu, assets: &Assets, ground: &Ground) -> RgbaImage {
    let mut renderer = renderer(gpu, assets, ground);
    let layers = LYING_POSES * 2;
    let size = (960, 200);
    let mut sheet = RgbaImage::new(size.0, size.1 * 2 * assets.figures.len() as u32);
    for (kind, figure) in assets.figures.iter().enumerate() {
        let apart = figure.radius_m * 2.0;
        let (mut bodies, mut flat) = (vec![], vec![]);
        for layer in 0..layers {
            let (x, y) = (SIDE as f32 / 2.0 + (layer as f32 - (layers - 1) as f32 / 2.0) * apart, SIDE as f32 / 2.0);
            let first = u32::from(figure.lying[layer / 2][layer % 2]);
            let (yaw, face_down) = (0.4 + layer as f32 * 1.1, layer % 2 == 1);
            bodies.push(FigureRecord {
                position: vec3(x, y, ground.field.low(x, y)).into(),
                turn: turn(yaw) | (if face_down { 0x4000 } else { 0xc000 }) << 16,
                frames: first | (first + 1) << 16,
                look: (kind as u32) << 8,
                tint: 0xffaa_aaaa,
                shape: u32::from(half(1.0)),
            });
            flat.push(marks::body(vec2(x, y), yaw, kind, layer / 2, face_down, 1.0));
        }
        let target = vec3(SIDE as f32 / 2.0, SIDE as f32 / 2.0, ground.field.low(SIDE as f32 / 2.0, SIDE as f32 / 2.0));
        let camera = Camera { target, distance_m: apart * layers as f32 / (2.0 * 14.0f32.to_radians().tan()), pitch_deg: 50.0, yaw_deg: 0.0, field_deg: 28.0 };
        for (row, picture) in [draw(gpu, &mut renderer, size, camera, &bodies, &[]), draw(gpu, &mut renderer, size, camera, &[], &flat)].iter().enumerate() {
            image::imageops::replace(&mut sheet, picture, 0, i64::from(size.1 * (kind as u32 * 2 + row as u32)));
        }
    }
    sheet
}
