//! Contact sheets by the renderer of the game: `sheets FOLDER [MODELS]`. Every `.glb` of the folder MODELS (the shipped ones) is
//! taken: `sides.png` every figure from four sides, `clips-NAME.png` every clip in eight steps, `stills.png` every still model,
//! `closest.png` eight views of the first figure at the closest zoom, `small.png` all kinds at 40 pixels.

#[path = "../tests/figures/mod.rs"]
mod figures;

use base::records::{FigureRecord, StillRecord, half, turn};
use glam::{Vec2, vec2};
use image::{RgbaImage, imageops};
use render::{Assets, Camera, Clip, FrameInput, Gpu, GpuOptions, Ground, GroundClass, GroundMap, Offscreen, Renderer, RendererOptions, assets, capture};
use std::f32::consts::TAU;
use std::path::{Path, PathBuf};

/// Side of the meadow, metres.
const SIDE: usize = 96;
/// Distance of the camera over what is seen across: a long lens, so that sizes can be compared.
const LENS: f32 = 3.2;
/// Steps of a clip.
const STEPS: usize = 8;

struct Studio {
    gpu: Gpu,
    renderer: Renderer,
    ground: Ground,
    assets: Assets,
}

fn main() {
    let argument = |k: usize| std::env::args().nth(k).map(PathBuf::from);
    let folder = argument(1).unwrap_or_else(|| ".".into());
    std::fs::create_dir_all(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut studio = Studio::open(&argument(2).unwrap_or_else(figures::shipped_folder));
    let save = |name: &str, sheet: &RgbaImage| sheet.save(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    save("sides.png", &studio.sides());
    save("stills.png", &studio.stills());
    save("closest.png", &studio.closest());
    save("small.png", &studio.small());
    for kind in 0..studio.assets.figures.len() {
        save(&format!("clips-{}.png", studio.assets.figures[kind].name), &studio.clips(kind));
    }
}

impl Studio {
    fn open(models: &Path) -> Self {
        let gpu = Gpu::open(&GpuOptions::default()).unwrap_or_else(|e| panic!("{e}"));
        let mut names: Vec<String> = std::fs::read_dir(models)
            .unwrap_or_else(|e| panic!("{}: {e}", models.display()))
            .filter_map(|entry| entry.ok().map(|e| e.path()))
            .filter(|p| p.extension().is_some_and(|e| e == "glb"))
            .filter_map(|p| p.file_stem().map(|s| s.to_string_lossy().to_string()))
            .collect();
        names.sort();
        let (skinned, still): (Vec<&str>, Vec<&str>) = names.iter().map(String::as_str).partition(|n| assets::has_skin(&models.join(format!("{n}.glb"))));
        // a folder of one sort alone shows stripes for the other
        let or_none = |names: Vec<&str>| if names.is_empty() { vec!["none".to_string()] } else { names.into_iter().map(String::from).collect() };
        let (skinned, still) = (or_none(skinned), or_none(still));
        let (skinned, still): (Vec<&str>, Vec<&str>) = (skinned.iter().map(String::as_str).collect(), still.iter().map(String::as_str).collect());
        let (assets, faults) = Assets::load_all(models, &skinned, &still, &|_| 1.0, &assets::Progress::default()).unwrap_or_else(|e| panic!("{e}"));
        faults.iter().for_each(|fault| println!("striped: {fault}"));
        let map = GroundMap { width: SIDE, height: SIDE, classes: vec![GroundClass::Grass; SIDE * SIDE], cliff_m: vec![0.0; SIDE * SIDE] };
        let ground = Ground::build(&map).expect("a map that fits");
        let mut renderer = Renderer::new(&gpu, &assets, &RendererOptions::default());
        renderer.set_ground(&gpu, &ground);
        Self { gpu, renderer, ground, assets }
    }

    fn place(&self, x: f32) -> Vec2 {
        vec2(SIDE as f32 / 2.0 + x, SIDE as f32 / 2.0)
    }

    fn record(&self, kind: usize, x: f32, yaw: f32, clip: Option<&Clip>, at: f32) -> FigureRecord {
        let p = self.place(x);
        let (first, last) = clip.map_or((0, 0), |c| (c.first, c.first + c.samples - 1));
        let frame = (first + at as u32).min(last);
        let blend = if frame < last { at.fract() } else { 0.0 };
        FigureRecord {
            position: p.extend(self.ground.field.low(p.x, p.y)).into(),
            turn: turn(yaw),
            frames: frame | (frame + 1).min(last) << 16,
            look: (blend * 255.0) as u32 | (kind as u32) << 8,
            tint: 0xffaa_aaaa,
            shape: u32::from(half(1.0)),
        }
    }

    /// A picture that is `across_m` wide at the figures, whose feet are near its lower edge.
    fn picture(&mut self, size: (u32, u32), across_m: f32, pitch_deg: f32, figures: &[FigureRecord], dynamic: &[(usize, &[StillRecord])]) -> RgbaImage {
        let middle = self.place(0.0);
        let high_m = across_m * size.1 as f32 / size.0 as f32;
        let target = middle.extend(self.ground.field.low(middle.x, middle.y) + high_m * 0.42);
        let field_deg = 2.0 * (0.5 / LENS).atan().to_degrees();
        let camera = Camera { target, distance_m: across_m * LENS, pitch_deg, yaw_deg: 0.0, field_deg };
        let target = Offscreen::new(&self.gpu, size.0, size.1);
        self.renderer.resize(&self.gpu, size.0, size.1);
        self.renderer.draw(&self.gpu, &FrameInput { camera, figures, dynamic, ..FrameInput::default() }, &target.view);
        capture(&self.gpu, &target.texture).expect("the picture comes back")
    }

    fn sides(&mut self) -> RgbaImage {
        let rows = (0..self.assets.figures.len()).map(|kind| {
            let (reach, idle) = (self.assets.figures[kind].height_m * 1.2, self.assets.figures[kind].clip("idle").cloned());
            let records: Vec<FigureRecord> =
                (0..4).map(|k| self.record(kind, (k as f32 - 1.5) * reach, TAU * (0.5 + k as f32 / 4.0), idle.as_ref(), 0.0)).collect();
            self.picture((1280, 400), reach * 4.0, 12.0, &records, &[])
        });
        stack(&rows.collect::<Vec<_>>(), 1)
    }

    fn clips(&mut self, kind: usize) -> RgbaImage {
        let clips = self.assets.figures[kind].clips.clone();
        let apart = self.assets.figures[kind].height_m * 0.95;
        let rows = clips.iter().map(|clip| {
            let at = |k: usize| k as f32 / (STEPS - 1) as f32 * (clip.samples - 1) as f32;
            let records: Vec<FigureRecord> = (0..STEPS).map(|k| self.record(kind, (k as f32 - 3.5) * apart, TAU * 0.62, Some(clip), at(k))).collect();
            self.picture((1280, 230), apart * STEPS as f32, 14.0, &records, &[])
        });
        stack(&rows.collect::<Vec<_>>(), 1)
    }

    fn stills(&mut self) -> RgbaImage {
        let tiles = (0..self.assets.models.len()).map(|model| {
            let p = self.place(0.0);
            let across = (self.assets.models[model].radius_m * 1.5).max(self.assets.models[model].height_m * 1.15).max(0.5);
            let position = p.extend(self.ground.field.low(p.x, p.y)).into();
            let record = StillRecord { position, yaw: 0.6, scale: [1.0; 2], tint: [170, 170, 170, 0], tilt: 0.0 };
            self.picture((400, 400), across, 24.0, &[], &[(model, &[record])])
        });
        stack(&tiles.collect::<Vec<_>>(), 4)
    }

    fn closest(&mut self) -> RgbaImage {
        let kind = self.assets.figure("skeleton").unwrap_or(0);
        let (height, idle) = (self.assets.figures[kind].height_m, self.assets.figures[kind].clip("idle").cloned());
        let tiles = (0..8).map(|k| {
            let record = self.record(kind, 0.0, TAU * (0.5 + k as f32 / 8.0), idle.as_ref(), 0.0);
            self.picture((480, 640), height * 0.95, 14.0, &[record], &[])
        });
        stack(&tiles.collect::<Vec<_>>(), 4)
    }

    /// All kinds side by side, the tallest 40 pixels high at most twice that: as in a battle seen from afar.
    fn small(&mut self) -> RgbaImage {
        let kinds = self.assets.figures.len();
        let tiles = (0..kinds * 4).map(|k| {
            let (kind, way) = (k % kinds, k / kinds);
            let (height, walk) = (self.assets.figures[kind].height_m, self.assets.figures[kind].clip("walk").cloned());
            let record = self.record(kind, 0.0, TAU * (0.5 + way as f32 / 4.0), walk.as_ref(), 6.0);
            self.picture((80, 60), height * 2.0, 40.0, &[record], &[])
        });
        stack(&tiles.collect::<Vec<_>>(), kinds as u32)
    }
}

/// Pictures of one size in rows.
fn stack(tiles: &[RgbaImage], columns: u32) -> RgbaImage {
    let (w, h) = tiles.first().map_or((1, 1), RgbaImage::dimensions);
    let mut sheet = RgbaImage::new(w * columns, h * (tiles.len() as u32).div_ceil(columns).max(1));
    for (k, tile) in tiles.iter().enumerate() {
        imageops::replace(&mut sheet, tile, i64::from(k as u32 % columns * w), i64::from(k as u32 / columns * h));
    }
    sheet
}
