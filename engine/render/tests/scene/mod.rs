//! A composed battle for pictures and tests: a painted valley, a crowd in ranks, a blast with bodies in the air.

// each test and the example use what they need of it
#![allow(dead_code)]

use base::records::{FigureRecord, LampRecord, MarkRecord, PuffRecord, StillRecord, half, turn};
use glam::{Vec2, Vec3, Vec4, vec2, vec3, vec4};
use render::gpu_data::linear;
use render::ground::Class;
use render::marks::{self, MarkKind};
use render::noise::{Random, fbm, smooth};
use render::scenery::{self, Rect, SceneryKit};
use render::{Assets, Camera, FrameInput, Ground, GroundClass, GroundMap, Mood};
use std::collections::HashMap;
use std::f32::consts::TAU;
use std::path::{Path, PathBuf};

pub const FIGURES: [&str; 3] = ["skeleton", "goblin", "ogre"];
pub const MODELS: [&str; 18] = [
    "keep",
    "archer_1",
    "archer_2",
    "archer_3a",
    "mortar",
    "barricade",
    "pine",
    "oak",
    "rock_a",
    "rock_b",
    "rock_c",
    "tuft",
    "flowers",
    "fence",
    "ruin",
    "bomb",
    "clod",
    "arrow",
];

pub fn assets_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/models")
}

pub fn assets() -> Assets {
    Assets::load(&assets_folder(), &FIGURES, &MODELS).unwrap_or_else(|e| panic!("{e}"))
}

pub fn road_center(y: f32) -> f32 {
    64.0 + 9.0 * (y * 0.055 + 0.6).sin() + 4.0 * (y * 0.13 + 1.0).sin()
}

/// A valley with cliffs of several heights, a choke, a road, a gorge, a pond, a wood and a meadow.
pub fn paint(width: usize, height: usize) -> GroundMap {
    let mut classes = vec![GroundClass::Grass; width * height];
    let mut cliff_m = vec![0.0; width * height];
    let wave = |v: f32, a: f32, f: f32, p: f32| a * (v * f + p).sin();
    let hump = |v: f32| (-(v * v)).exp();
    for j in 0..height {
        for i in 0..width {
            let (x, y) = (i as f32 + 0.5, j as f32 + 0.5);
            let left = 30.0 + wave(y, 6.0, 0.07, 0.5) + wave(y, 3.0, 0.19, 2.0) - 10.0 * hump((y - 30.0) / 16.0);
            let right = 98.0 + wave(y, 6.0, 0.06, 2.2) + wave(y, 3.0, 0.17, 0.3) + 8.0 * hump((y - 30.0) / 18.0);
            let center = road_center(y);
            let mut class = GroundClass::Grass;
            if x < left || x > right {
                class = GroundClass::Cliff;
            }
            for (a, b, r, s) in [(84.0f32, 76.0f32, 6.5f32, 1.5f32), (44.0, 98.0, 5.0, 1.2), (86.0, 106.0, 4.0, 1.0), (46.0, 22.0, 3.2, 1.0)] {
                if ((x - a) / s) * ((x - a) / s) + (y - b) * (y - b) < r * r {
                    class = GroundClass::Cliff;
                }
            }
            if (y - (62.0 + 3.5 * (x * 0.16).sin())).abs() < 3.6 && x > left - 2.0 && x < center - 8.0 {
                class = GroundClass::Ravine;
            }
            if (y - (60.0 + 3.0 * (x * 0.2 + 1.0).sin())).abs() < 3.2 && x > center + 9.0 && x < 90.0 && class != GroundClass::Cliff {
                class = GroundClass::Ravine;
            }
            let bank = 49.0 + 10.0 * ((y - 37.0).atan2(x - 83.0) * 3.0).sin();
            if class == GroundClass::Grass && ((x - 83.0) / 1.35) * ((x - 83.0) / 1.35) + (y - 37.0) * (y - 37.0) < bank {
                class = GroundClass::Water;
            }
            if class == GroundClass::Grass && (x * 0.21 + 1.0).sin() * (y * 0.17).sin() + 0.5 * (x * 0.09 - y * 0.13).sin() > 0.78 {
                class = GroundClass::Rough;
            }
            if class == GroundClass::Grass && vec2(x - 46.0, y - 40.0).length() < 7.0 {
                class = GroundClass::Forest;
            }
            if class == GroundClass::Grass && vec2((x - 78.0) / 1.6, y - 52.0).length() < 3.5 {
                class = GroundClass::Meadow;
            }
            if (x - center).abs() < 2.6 && matches!(class, GroundClass::Grass | GroundClass::Rough) {
                class = GroundClass::Road;
            }
            if vec2(x - center, y - 20.0).length() < 8.0 && class != GroundClass::Cliff {
                class = GroundClass::Road;
            }
            classes[j * width + i] = class;
            if class == GroundClass::Cliff {
                // the western side is low, the rock by the choke is high
                cliff_m[j * width + i] = 3.0 + 2.5 * smooth(60.0, 100.0, x) * smooth(95.0, 70.0, y);
            }
        }
    }
    GroundMap { width, height, classes, cliff_m }
}

pub const TOWERS: [(&str, f32, f32); 4] = [("archer_2", 57.5, 66.0), ("archer_3a", 76.5, 66.0), ("mortar", 52.0, 77.0), ("archer_1", 66.0, 48.0)];
pub const BLAST: Vec2 = vec2(65.5, 70.5);
const OLD: Vec2 = vec2(61.0, 82.0);
pub const SECONDS: f32 = 3.3;

#[derive(Default)]
pub struct Scene {
    pub camera: Camera,
    pub mood: Mood,
    pub figures: Vec<FigureRecord>,
    pub flying: usize,
    pub stills: scenery::Groups,
    pub dynamic: Vec<(usize, Vec<StillRecord>)>,
    pub marks: Vec<MarkRecord>,
    pub overlays: Vec<MarkRecord>,
    pub puffs: Vec<PuffRecord>,
    pub lamps: Vec<LampRecord>,
}

impl Scene {
    pub fn draw_with<R>(&self, with: impl FnOnce(&FrameInput) -> R) -> R {
        let dynamic: Vec<(usize, &[StillRecord])> = self.dynamic.iter().map(|(m, r)| (*m, &r[..])).collect();
        with(&FrameInput {
            camera: self.camera,
            mood: self.mood,
            seconds: SECONDS,
            figures: &self.figures,
            dynamic: &dynamic,
            marks: &self.marks,
            overlays: &self.overlays,
            puffs: &self.puffs,
            lamps: &self.lamps,
            interface: None,
        })
    }
}

pub fn camera(view: &str) -> Camera {
    let c = |target: Vec3, distance_m, pitch_deg, yaw_deg, field_deg| Camera { target, distance_m, pitch_deg, yaw_deg, field_deg };
    match view {
        "ravine" => c(vec3(48.0, 63.0, -1.0), 26.0, 48.0, -16.0, 52.0),
        "keep" => c(vec3(68.0, 23.0, 5.0), 44.0, 42.0, 158.0, 52.0),
        "wide" => c(vec3(64.0, 66.0, 0.0), 95.0, 46.0, 0.0, 52.0),
        "close" => c(vec3(61.0, 91.0, 0.9), 11.0, 27.0, -14.0, 50.0),
        "swap" => c(vec3(65.0, 42.0, 0.0), 12.0, 50.0, 6.0, 56.0),
        "after" => c(vec3(62.0, 81.5, 0.3), 13.0, 40.0, -24.0, 52.0),
        "wood" => c(vec3(50.0, 42.0, 0.0), 30.0, 45.0, -10.0, 52.0),
        _ => c(vec3(65.0, 71.0, 0.0), 40.0, 50.0, 6.0, 56.0),
    }
}

fn still(at: Vec3, yaw: f32, scale: f32) -> StillRecord {
    StillRecord { position: at.into(), yaw, scale: [scale; 2], tint: [170, 170, 170, 0], tilt: 0.0 }
}

/// One figure: where, which way, in which clip and when.
#[allow(clippy::too_many_arguments)]
fn figure(assets: &Assets, kind: usize, at: Vec3, yaw: f32, clip: &str, time: f32, flight: f32, tumble: f32, random: &mut Random) -> FigureRecord {
    let c = assets.figures[kind].clip(clip).expect("the figures have this clip");
    let at_frame = (time + SECONDS * 30.0) % (c.samples as f32 - 1.0);
    let frame = at_frame as u32;
    let first = c.first + frame;
    let light = random.range(0.88, 1.14) * [1.04, 1.2, 1.0][kind];
    let warm = random.range(-0.05, 0.05);
    let byte = |v: f32| (v * 170.0).clamp(0.0, 255.0) as u32;
    FigureRecord {
        position: [at.x, at.y, at.z + flight],
        turn: turn(yaw) | if tumble == 0.0 { 0 } else { turn(tumble).max(1) << 16 },
        frames: first | (first + 1) << 16,
        look: ((at_frame - frame as f32) * 255.0) as u32 | (kind as u32) << 8,
        tint: byte(light * (1.0 + warm)) | byte(light) << 8 | byte(light * (1.0 - warm)) << 16 | 255 << 24,
        shape: u32::from(half(random.range(0.93, 1.09))) | u32::from(half(flight)) << 16,
    }
}

/// Places with room, by darts on a small grid.
#[derive(Default)]
struct Darts(HashMap<(i32, i32), Vec<(Vec2, f32)>>);

impl Darts {
    fn take(&mut self, p: Vec2, r: f32) -> bool {
        let c = ((p.x / 2.6).floor() as i32, (p.y / 2.6).floor() as i32);
        let near = |i: i32, j: i32| self.0.get(&(c.0 + i, c.1 + j)).is_some_and(|v| v.iter().any(|q| q.0.distance(p) < q.1 + r));
        if (-1..=1).any(|i| (-1..=1).any(|j| near(i, j))) {
            return false;
        }
        self.0.entry(c).or_default().push((p, r));
        true
    }
}

pub fn compose(view: &str, count: usize, ground: &Ground, assets: &Assets) -> Scene {
    let f = &ground.field;
    let (after, night) = (view == "after", view == "night");
    let mut random = Random::new(8);
    let mut out = Scene { camera: camera(view), mood: if night { render::mood::NIGHT } else { render::mood::AFTERNOON }, ..Scene::default() };
    let mut darts = Darts::default();
    let low = |p: Vec2| p.extend(f.low(p.x, p.y));
    let free = |p: Vec2, r: f32, clear: f32| {
        f.at(Class::Cliff, p.x, p.y) < -0.2 - r
            && f.at(Class::Ravine, p.x, p.y) < -0.3 - r
            && f.at(Class::Water, p.x, p.y) < -0.8
            && !TOWERS.iter().any(|t| (p.x - t.1).abs().max((p.y - t.2).abs()) < 2.4 + r)
            && p.distance(BLAST) > clear
    };
    // the ring round the nearest tower strikes it
    let tower = vec2(TOWERS[0].1, TOWERS[0].2);
    for _ in 0..4000 {
        let p = tower + vec2(random.range(-5.2, 5.2), random.range(-5.2, 5.2));
        if p.distance(tower) < 4.9 && free(p, 0.4, 4.2) && darts.take(p, 0.40) {
            let kind = if random.unit() < 0.75 { 0 } else { 1 };
            let way = tower - p;
            let (yaw, time) = (way.x.atan2(way.y) + random.normal() * 0.15, random.range(0.0, 30.0));
            out.figures.push(figure(assets, kind, low(p), yaw, "attack", time, 0.0, 0.0, &mut random));
        }
    }
    let southwards = |p: Vec2| (road_center(p.y - 3.0) - p.x).atan2(-3.0);
    for (y, dx) in [(90.0, 2.0), (79.0, -3.5), (101.0, 0.0), (112.0, 3.0), (86.0, 7.0), (124.0, -2.0), (95.5, -6.5), (74.0, -9.0)] {
        let p = vec2(road_center(y) + dx, y);
        if free(p, 1.0, 3.0) && darts.take(p, 1.25) {
            let time = random.range(0.0, 30.0);
            out.figures.push(figure(assets, 2, low(p), southwards(p), "walk", time, 0.0, 0.0, &mut random));
        }
    }
    let mut tries = 0;
    while out.figures.len() < count.saturating_sub(150) && tries < count * 160 {
        tries += 1;
        let y = 55.0 + 100.0 * random.unit().powf(1.15);
        let p = vec2(road_center(y) + random.normal() * if y > 78.0 { 7.5 } else { 5.0 }, y);
        let ogre = random.unit() < 0.006;
        let band = fbm(p.x / 9.0, p.y / 6.0, 140, 2);
        let goblin = random.unit() < smooth(0.46, 0.66, band) * 0.6 + 0.07;
        let kind = if ogre { 2 } else { usize::from(goblin) };
        if (after && p.distance(OLD) < 6.5) || !free(p, if ogre { 1.0 } else { 0.4 }, 5.4) || !darts.take(p, if ogre { 1.15 } else { 0.42 }) {
            continue;
        }
        let yaw = southwards(p) + random.normal() * 0.22;
        let moving = random.unit();
        let clip = if moving < 0.80 {
            "walk"
        } else if moving < 0.90 {
            "run"
        } else {
            "idle"
        };
        let time = random.range(0.0, 60.0);
        out.figures.push(figure(assets, kind, low(p), yaw, clip, time, 0.0, 0.0, &mut random));
    }
    let standing = out.figures.len();
    for k in (0..standing).step_by(16) {
        let p = Vec3::from(out.figures[k].position);
        if f.at(Class::Road, p.x, p.y) > -2.0 {
            let size_m = random.range(0.9, 1.9);
            out.puffs.push(PuffRecord {
                position: [p.x, p.y + 0.8, p.z + 0.35],
                size_m,
                color: [0.66, 0.52, 0.35, 0.20],
                look: [0.7, 0.0, random.unit(), 0.9],
            });
        }
    }
    // thrown bodies, 0.62 s after the bang
    for _ in 0..if after { 0 } else { 150 } {
        let a = random.range(0.0, TAU);
        let start = 0.8 + 4.0 * random.unit().sqrt();
        let force = 18.0 * (1.0 - 0.5 * start / 5.0) * random.range(0.8, 1.2);
        let up = (60.0f32 + random.range(-5.0, 5.0)).to_radians();
        let (across, rise) = (force * 0.85 * up.cos(), force * 1.3 * up.sin());
        let late = 0.62 * random.range(0.75, 1.0);
        let flight = (rise * late - 10.0 * late * late).max(0.3);
        let p = BLAST + Vec2::from_angle(a) * (start + across * late);
        let kind = if random.unit() < 0.7 { 0 } else { 1 };
        let tumble = random.range(-3.0, 3.0) * TAU / 2.0 * late;
        let yaw = -a + random.normal() * 0.8;
        out.figures.push(figure(assets, kind, low(p), yaw, "fall", late * 30.0, flight, tumble, &mut random));
    }
    out.flying = out.figures.len() - standing;
    marks_and_effects(&mut out, after, ground, &free, &mut random);
    for _ in 0..70 {
        let p = OLD + Vec2::from_angle(random.range(0.0, TAU)) * random.range(2.5, 8.0);
        if free(p, 0.3, 3.0) && darts.take(p, 0.35) {
            let clip = ["lie_back", "lie_belly", "get_up_back", "get_up_belly"][random.below(4)];
            let (time, kind, yaw) = (random.range(0.0, 30.0), usize::from(random.unit() > 0.7), random.range(0.0, TAU));
            out.figures.push(figure(assets, kind, low(p), yaw, clip, time, 0.0, 0.0, &mut random));
        }
    }
    if night {
        torches(&mut out, &mut random);
    }
    if view == "swap" {
        swap(&mut out, ground, assets, &mut random);
    }
    let model = |name: &str| assets.model(name).expect("listed above");
    let kit = SceneryKit {
        tuft: assets.model("tuft"),
        flowers: assets.model("flowers"),
        rocks: ["rock_a", "rock_b", "rock_c"].map(model).to_vec(),
        conifer: assets.model("pine"),
        broadleaf: assets.model("oak"),
    };
    let keep = vec2(road_center(18.0), 17.0);
    let mut clear: Vec<Rect> = TOWERS.iter().map(|t| Rect::square(vec2(t.1, t.2), 5.4)).collect();
    clear.push(Rect::square(keep, 11.0));
    out.stills = scenery::scenery(ground, &kit, &clear);
    for (name, x, y) in TOWERS {
        out.stills.push((model(name), vec![still(low(vec2(x, y)) - 0.05 * Vec3::Z, 0.0, 1.0)]));
    }
    let mut line = |name: &str, places: &[(f32, f32, f32)]| {
        out.stills.push((model(name), places.iter().map(|(x, y, yaw)| still(low(vec2(*x, *y)), *yaw, 1.0)).collect()));
    };
    line("barricade", &[(69.6, 63.5, 0.0), (72.7, 63.5, 0.0), (61.8, 63.4, 0.0)]);
    line("fence", &[(60.0, 56.5, 1.35), (59.3, 53.5, 1.35), (48.2, 82.5, 0.3), (51.1, 83.4, 0.3), (74.0, 80.0, 1.2), (75.1, 82.8, 1.2)]);
    line("ruin", &[(75.5, 74.0, 0.5)]);
    out.stills.push((model("keep"), vec![still(keep.extend(-0.1), TAU / 2.0, 1.0)]));
    if !after && view != "swap" {
        let z = f.low(BLAST.x, BLAST.y);
        let debris = (0..150)
            .map(|_| {
                let (a, d) = (random.range(0.0, TAU), random.range(1.5, 8.0));
                let color = if random.unit() < 0.25 { vec3(0.62, 0.55, 0.45) } else { vec3(0.30, 0.20, 0.13) } * 1.3 * 170.0;
                StillRecord {
                    position: [BLAST.x + d * a.cos(), BLAST.y + d * a.sin(), z + random.range(0.3, 6.0) * (1.0 - d / 12.0)],
                    yaw: random.range(0.0, TAU),
                    scale: [random.range(0.10, 0.26); 2],
                    tint: [color.x as u8, color.y as u8, color.z as u8, 0],
                    tilt: random.range(0.0, TAU),
                }
            })
            .collect();
        out.dynamic.push((model("clod"), debris));
        out.dynamic.push((model("bomb"), vec![still(vec3(61.0, 72.5, 6.5), 0.3, 1.0), still(vec3(56.5, 75.5, 8.0), 1.3, 1.0)]));
        let arrows = (0..24).map(|k| StillRecord {
            tilt: random.range(-0.5, -0.1),
            ..still(vec3(66.0 + 0.35 * k as f32, 67.0 + random.range(0.0, 12.0), random.range(2.0, 8.0)), random.range(0.3, 0.9), 1.0)
        });
        out.dynamic.push((model("arrow"), arrows.collect()));
        out.overlays.push(marks::overlay(MarkKind::Ring, vec2(TOWERS[1].1, TOWERS[1].2), 22.0, 0xF2DFA8, 0.75, 0.06));
        out.overlays.push(marks::overlay(MarkKind::Disc, vec2(70.5, 84.0), 8.0, 0xFF7A3C, 0.9, 0.30));
        out.overlays.push(marks::overlay(MarkKind::Footprint, vec2(77.0, 56.0), 3.0, 0x8CE07A, 0.9, 0.35));
    }
    out
}

fn marks_and_effects(out: &mut Scene, after: bool, ground: &Ground, free: &dyn Fn(Vec2, f32, f32) -> bool, random: &mut Random) {
    for (middle, n, reach) in [(OLD, if after { 90 } else { 40 }, 6.0), (BLAST, 46, 9.0), (vec2(57.0, 62.0), 18, 5.0)] {
        for _ in 0..n {
            let p = middle + Vec2::from_angle(random.range(0.0, TAU)) * reach * random.unit().sqrt();
            if free(p, 0.2, 1.0) {
                let (kind, face_down) = (usize::from(random.unit() > 0.72), random.unit() < 0.5);
                out.marks.push(marks::body(p, random.range(0.0, TAU), kind, random.below(3), face_down, random.range(0.7, 1.0)));
            }
        }
    }
    out.marks.insert(0, marks::scorch(BLAST, 0.4, 9.5, 1.0));
    out.marks.insert(0, marks::scorch(OLD, 2.1, 7.0, 0.85));
    out.marks.insert(0, marks::scorch(vec2(72.0, 92.0), 1.1, 5.0, 0.7));
    for _ in 0..16 {
        let p = OLD + Vec2::from_angle(random.range(0.0, TAU)) * random.range(0.0, 5.0);
        let (z, size_m) = (random.range(0.5, 2.2), random.range(1.6, 2.8));
        out.puffs.push(PuffRecord {
            position: p.extend(z).into(),
            size_m,
            color: [0.60, 0.47, 0.33, if after { 0.16 } else { 0.34 }],
            look: [0.8, 0.0, random.unit(), 0.9],
        });
    }
    if after {
        return;
    }
    out.marks.push(marks::shock(BLAST, 19.0, 0.80, 0.62));
    let power = if out.mood == render::mood::NIGHT { 40.0 } else { 26.0 };
    out.lamps.push(LampRecord { position_reach: [BLAST.x, BLAST.y, 2.6, 14.0], color_power: linear(0xFF9A4A).extend(power).into() });
    let z0 = ground.field.low(BLAST.x, BLAST.y);
    let mut put = |p: Vec2, z: f32, size_m: f32, color: Vec4, look: [f32; 4]| {
        out.puffs.push(PuffRecord { position: p.extend(z0 + z).into(), size_m, color: color.into(), look })
    };
    for _ in 0..22 {
        let (a, d) = (random.range(0.0, TAU), 1.9 * random.unit().sqrt());
        let (z, size) = (0.7 + random.range(0.0, 3.6) * (1.0 - d / 2.8), random.range(1.1, 1.9) * (1.15 - d / 5.0));
        put(BLAST + Vec2::from_angle(a) * d, z, size, vec4(0.10, 0.075, 0.06, 1.0), [1.0, random.range(0.75, 1.1), random.unit(), 0.3]);
    }
    for i in 0..26 {
        let (a, d) = (i as f32 * 2.4 + random.range(-0.3, 0.3), random.range(1.9, 3.4));
        let (tone, z, size) = (random.range(0.045, 0.13), random.range(0.3, 4.4), random.range(0.8, 1.5));
        put(BLAST + Vec2::from_angle(a) * d, z, size, vec4(tone, tone * 0.86, tone * 0.75, 1.0), [0.95, random.range(0.0, 0.38), random.unit(), 0.5]);
    }
    for _ in 0..9 {
        let (a, tone, z, size) = (random.range(0.0, TAU), random.range(0.05, 0.11), random.range(3.8, 6.0), random.range(1.0, 1.7));
        put(BLAST + Vec2::from_angle(a) * 1.1, z, size, vec4(tone, tone * 0.84, tone * 0.72, 1.0), [0.95, random.range(0.1, 0.5), random.unit(), 0.5]);
    }
    // the skirt of dust behind the shock ring
    for i in 0..34 {
        let (a, d) = (i as f32 / 34.0 * TAU + random.range(-0.1, 0.1), random.range(5.4, 7.4));
        let (z, size) = (random.range(0.2, 0.7), random.range(0.8, 1.6));
        put(BLAST + Vec2::from_angle(a) * d, z, size, vec4(0.62, 0.48, 0.33, 0.55), [0.55, 0.0, random.unit(), 0.6]);
    }
}

fn torches(out: &mut Scene, random: &mut Random) {
    let flame = linear(0xFF9A4A);
    for (_, x, y) in TOWERS.iter().take(3) {
        for dx in [2.9, -2.9] {
            out.lamps.push(LampRecord { position_reach: [x + dx, y - 2.9, 3.6, 9.0], color_power: flame.extend(7.0).into() });
        }
    }
    for k in 0..16 {
        let y = 62.0 + 2.9 * k as f32;
        let p = vec2(road_center(y) + random.range(-8.5, 6.5), y);
        if p.distance(BLAST) > 6.0 {
            out.lamps.push(LampRecord { position_reach: [p.x, p.y, 2.6, 9.0], color_power: flame.extend(6.5).into() });
            for n in 0..2 {
                let n = n as f32;
                out.puffs.push(PuffRecord {
                    position: [p.x, p.y, 2.4 + 0.22 * n],
                    size_m: 0.34 - 0.1 * n,
                    color: [0.05, 0.04, 0.03, 1.0],
                    look: [1.0, 1.0, random.unit(), 0.2],
                });
            }
        }
    }
}

/// Bodies face up and face down, and below them the marks that replace them.
fn swap(out: &mut Scene, ground: &Ground, assets: &Assets, random: &mut Random) {
    out.figures.clear();
    out.marks.clear();
    out.puffs.clear();
    out.lamps.clear();
    for k in 0..6usize {
        let (kind, face_down) = (k / 2, k % 2 == 1);
        let (x, yaw) = (59.6 + 2.1 * k as f32, 0.5 + 0.9 * k as f32);
        let p = vec2(x, 44.4);
        let tumble = if face_down { 0.25 * TAU } else { 0.75 * TAU };
        let mut body = figure(assets, kind, p.extend(ground.field.low(p.x, p.y)), yaw, "fall", 0.0, 0.0, tumble, random);
        let first = u32::from(assets.figures[kind].lying[0][usize::from(face_down)]);
        (body.frames, body.look, body.tint, body.shape) = (first | (first + 1) << 16, (kind as u32) << 8, 0xffaa_aaaa, u32::from(half(1.0)));
        out.figures.push(body);
        out.marks.push(marks::body(vec2(x, 40.0), yaw, kind, 0, face_down, 1.0));
    }
}
