//! Blasts as timelines: flash, fireball, running ring of dust, thrown earth, smoke, dust that lingers. The burnt ground
//! they leave is a mark of its own ([`crate::decals`]).
//!
//! Nothing moves from frame to frame here: every part is a function of the blast's number and its age, so slow motion, a
//! pause and a picture of any single moment need no special care. The richness falls when many go off at once.

use crate::chance::{self, For};
use crate::figures::ModelTable;
use crate::ground::HeightField;
use crate::picture::{Picture, Stills, mark};
use base::records::{LampRecord, MarkRecord, PuffRecord, StillRecord};
use glam::{Vec2, Vec3, vec2, vec3};
use std::f32::consts::TAU;

/// Most blasts that are shown at once; the oldest make room.
pub const BLASTS_MAX: usize = 48;
/// Most clods of earth in a picture.
const CLODS_MAX: u64 = 2_000;
/// How long a blast is seen, seconds.
const LIFE_S: f32 = 7.0;
/// Radius for which the numbers below were found, metres.
const MODEL_M: f32 = 5.0;
/// m/s^2, as in the simulation.
const GRAVITY: f32 = sim::GRAVITY;

/// One blast.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Blast {
    number: u64,
    at: Vec2,
    height_m: f32,
    radius_m: f32,
    start_s: f32,
    /// Share of the full number of parts.
    richness: f32,
    /// Earth and dust only: a building came down.
    collapse: bool,
}

/// All blasts.
#[derive(Clone, Debug, Default)]
pub struct Blasts {
    blasts: Vec<Blast>,
    clod: Option<Clod>,
}

/// What thrown earth is drawn as.
#[derive(Clone, Copy, Debug)]
struct Clod {
    model: u16,
    /// Tints of earth and of stones.
    tints: [[u8; 4]; 2],
    /// Brings the model to a side of one metre.
    scale: f32,
}

impl Blasts {
    pub(crate) fn new(models: &ModelTable) -> Self {
        let own = models.first_of(&["clod"]).map(|model| Clod { model, tints: [[66, 44, 29, 0], [137, 121, 99, 0]], scale: 0.9 });
        let stone = || models.first_of(&["rock_a"]).map(|model| Clod { model, tints: [[51, 34, 22, 0], [105, 93, 76, 0]], scale: 0.9 });
        let clod = own.or_else(stone);
        Self { blasts: Vec::with_capacity(BLASTS_MAX), clod }
    }

    pub(crate) fn clear(&mut self) {
        self.blasts.clear();
    }

    /// Something went off. `height_m`: above the ground.
    pub(crate) fn add(&mut self, number: u64, at: Vec2, height_m: f32, radius_m: f32, now_s: f32) {
        self.push(number, at, height_m, radius_m, now_s, false);
    }

    /// A building came down.
    pub(crate) fn collapse(&mut self, number: u64, at: Vec2, now_s: f32) {
        self.push(number ^ 0xc011_0000_0000, at, 0.0, 3.5, now_s, true);
    }

    fn push(&mut self, number: u64, at: Vec2, height_m: f32, radius_m: f32, start_s: f32, collapse: bool) {
        self.blasts.retain(|b| (0.0..LIFE_S).contains(&(start_s - b.start_s)));
        if self.blasts.len() == BLASTS_MAX {
            self.blasts.remove(0);
        }
        let recent = self.blasts.iter().filter(|b| start_s - b.start_s < 0.6).count() as f32;
        let richness = 1.0 / (1.0 + recent / 3.0);
        self.blasts.push(Blast { number, at, height_m, radius_m: radius_m.clamp(0.5, 40.0), start_s, richness, collapse });
    }

    /// Shake of the picture at a place, 0..1, from what went off lately; the settings decide what becomes of it.
    #[must_use]
    pub fn shake(&self, at: Vec2, now_s: f32) -> f32 {
        let of = |b: &Blast| {
            let age = now_s - b.start_s;
            let near = 1.0 / (1.0 + b.at.distance_squared(at) / (900.0 + b.radius_m * 60.0));
            if (0.0..0.6).contains(&age) { near * (b.radius_m / 9.0) * (1.0 - age / 0.6) * (1.0 - age / 0.6) } else { 0.0 }
        };
        self.blasts.iter().map(of).sum::<f32>().min(1.0)
    }

    pub(crate) fn fill(&self, now_s: f32, ground: &HeightField, picture: &mut Picture) {
        let mut room = CLODS_MAX;
        // the newest first: they get their clods before there is no room
        for b in self.blasts.iter().rev() {
            let age = now_s - b.start_s;
            if !(0.0..LIFE_S).contains(&age) {
                continue;
            }
            let scale = b.radius_m / MODEL_M;
            let z = ground.at(b.at) + b.height_m;
            if !b.collapse {
                flash(b, age, scale, z, picture);
                fireball(b, age, scale, z, &mut picture.puffs);
                ring(b, age, scale, &mut picture.marks);
            }
            smoke(b, age, scale, z, &mut picture.puffs);
            skirt(b, age, scale, ground, &mut picture.puffs);
            lingering(b, age, scale, ground, &mut picture.puffs);
            if let Some(clod) = self.clod {
                earth(b, age, scale, clod, ground, &mut picture.stills, &mut room);
            }
        }
    }
}

fn parts(b: &Blast, full: u64) -> u64 {
    ((full as f32 * b.richness) as u64).max(full / 6 + 1)
}

fn pick(b: &Blast, part: u64, n: u64, what: u64, low: f32, high: f32) -> f32 {
    chance::range(For::Blast, b.number, part << 32 | n << 8 | what, low, high)
}

/// From 0 to 1 between two moments, smoothly.
fn rise(from: f32, to: f32, at: f32) -> f32 {
    let t = ((at - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

fn flash(b: &Blast, age: f32, scale: f32, z: f32, picture: &mut Picture) {
    let glow = (-age / 0.16).exp() + 0.25 * (-age / 0.5).exp();
    if glow > 0.02 {
        picture.lamps.push(LampRecord {
            position_reach: [b.at.x, b.at.y, z + 2.6 * scale, 14.0 * scale.sqrt()],
            color_power: [1.0, 0.323, 0.069, 30.0 * glow * scale.sqrt()],
        });
    }
    if age < 0.13 {
        let size_m = (2.4 + 22.0 * age) * scale;
        picture.puffs.push(PuffRecord {
            position: [b.at.x, b.at.y, z + 1.1 * scale],
            size_m,
            color: [0.1, 0.08, 0.06, 1.0 - age / 0.13],
            look: [1.0, 2.4, 0.37, age],
        });
    }
}

fn fireball(b: &Blast, age: f32, scale: f32, z: f32, out: &mut Vec<PuffRecord>) {
    let life = 1.05;
    if age > life {
        return;
    }
    // thrown outwards fast and braked at once
    let out_part = 1.0 - (-age / 0.085).exp();
    for n in 0..parts(b, 22) {
        let (a, d) = (pick(b, 1, n, 0, 0.0, TAU), 2.1 * pick(b, 1, n, 1, 0.0, 1.0).sqrt());
        let high = 0.6 + pick(b, 1, n, 2, 0.0, 3.4) * (1.0 - d / 2.8);
        let heat = pick(b, 1, n, 3, 0.85, 1.2) * (1.0 - rise(0.12, 0.75, age)) + 0.02;
        let opacity = 1.0 - rise(0.62, life, age);
        let size = pick(b, 1, n, 4, 1.1, 1.9) * (1.15 - d / 5.0) * (0.35 + 0.65 * out_part + 0.45 * age);
        let at = vec3(b.at.x + a.cos() * d * out_part * scale, b.at.y + a.sin() * d * out_part * scale, z + (high * out_part + 1.7 * age) * scale);
        let soot = 0.10 - 0.05 * rise(0.3, 0.8, age);
        out.push(PuffRecord {
            position: at.into(),
            size_m: size * scale,
            color: [soot, soot * 0.75, soot * 0.6, opacity],
            look: [1.0, heat, pick(b, 1, n, 5, 0.0, 1.0), 0.3 + 0.3 * age],
        });
    }
}

fn smoke(b: &Blast, age: f32, scale: f32, z: f32, out: &mut Vec<PuffRecord>) {
    // a shell of soot round the fire, then a column that leans with the wind
    let life = if b.collapse { 3.0 } else { 3.3 };
    if age > life {
        return;
    }
    let out_part = 1.0 - (-age / 0.14).exp();
    let lean = vec2(0.5, 0.22) * age * age * 0.35;
    for n in 0..parts(b, if b.collapse { 20 } else { 34 }) {
        let column = n % 3 == 0;
        let a = n as f32 * 2.4 + pick(b, 2, n, 0, -0.3, 0.3);
        let d = if column { pick(b, 2, n, 1, 0.0, 1.1) } else { pick(b, 2, n, 1, 1.7, 3.3) };
        let high = if column { pick(b, 2, n, 2, 1.8, 5.0) } else { pick(b, 2, n, 2, 0.3, 3.9) };
        let own = pick(b, 2, n, 3, 0.62, 1.0);
        let opacity = (1.0 - rise(0.3 * life * own, life * own, age)) * rise(0.0, 0.07, age) * (0.92 - 0.3 * rise(0.8, 2.0, age));
        if opacity < 0.01 {
            continue;
        }
        let climb = (1.0 - (-age / 1.1).exp()) * if column { 4.2 } else { 1.5 };
        let tone = if b.collapse { pick(b, 2, n, 4, 0.32, 0.45) } else { pick(b, 2, n, 4, 0.045, 0.2) * (1.0 + 1.6 * age / life) };
        let heat = if b.collapse { 0.0 } else { pick(b, 2, n, 5, 0.0, 0.4) * (1.0 - rise(0.05, 0.5, age)) };
        let size = pick(b, 2, n, 6, 0.8, 1.55) * (0.45 + 0.55 * out_part + 0.42 * age);
        let at = b.at + (vec2(a.cos(), a.sin()) * d * out_part + lean) * scale;
        out.push(PuffRecord {
            position: [at.x, at.y, z + (high * out_part + climb) * scale],
            size_m: size * scale,
            color: [tone, tone * 0.86, tone * 0.75, opacity],
            look: [0.95, heat, pick(b, 2, n, 7, 0.0, 1.0), 0.5 + 0.1 * age],
        });
    }
}

/// Radius of the running ring, metres.
fn front_m(age: f32, scale: f32) -> f32 {
    8.6 * (1.0 - (-age / 0.2).exp()) * scale
}

fn ring(b: &Blast, age: f32, scale: f32, out: &mut Vec<MarkRecord>) {
    let opacity = 0.7 * (1.0 - rise(0.12, 0.62, age));
    if opacity > 0.01 {
        let size_m = 19.0 * scale;
        out.push(MarkRecord { position: b.at.to_array(), yaw: 0.0, size_m, look: [0.0, opacity, front_m(age, scale) / (0.5 * size_m), mark::SHOCK] });
    }
}

fn skirt(b: &Blast, age: f32, scale: f32, ground: &HeightField, out: &mut Vec<PuffRecord>) {
    let life = 1.5;
    if age > life {
        return;
    }
    let opacity = 0.58 * rise(0.02, 0.1, age) * (1.0 - rise(0.2, life, age));
    for n in 0..parts(b, 34) {
        let a = n as f32 / parts(b, 34) as f32 * TAU + pick(b, 3, n, 0, -0.1, 0.1);
        let d = front_m(age, scale) * pick(b, 3, n, 1, 0.66, 0.93);
        let at = b.at + vec2(a.cos(), a.sin()) * d;
        let size = pick(b, 3, n, 2, 0.8, 1.6) * (0.5 + 0.9 * (age / life).sqrt());
        out.push(PuffRecord {
            position: [at.x, at.y, ground.at(at) + (pick(b, 3, n, 3, 0.2, 0.6) + 0.5 * age) * scale],
            size_m: size * scale,
            color: [0.62, 0.48, 0.33, opacity],
            look: [0.6, 0.0, pick(b, 3, n, 4, 0.0, 1.0), 0.6],
        });
    }
}

fn lingering(b: &Blast, age: f32, scale: f32, ground: &HeightField, out: &mut Vec<PuffRecord>) {
    let opacity = 0.22 * rise(0.4, 1.4, age) * (1.0 - rise(2.2, LIFE_S, age));
    if opacity < 0.01 {
        return;
    }
    for n in 0..parts(b, 12) {
        let (a, d) = (pick(b, 4, n, 0, 0.0, TAU), pick(b, 4, n, 1, 0.0, 5.0) * scale);
        let at = b.at + vec2(a.cos(), a.sin()) * d + vec2(0.3, 0.13) * age;
        let size = pick(b, 4, n, 2, 1.6, 2.7) * (0.8 + 0.06 * age) * scale.sqrt();
        out.push(PuffRecord {
            position: [at.x, at.y, ground.at(at) + pick(b, 4, n, 3, 0.5, 1.9) + 0.12 * age],
            size_m: size,
            color: [0.60, 0.47, 0.33, opacity * pick(b, 4, n, 4, 0.6, 1.0)],
            look: [0.8, 0.0, pick(b, 4, n, 5, 0.0, 1.0), 0.9],
        });
    }
}

fn earth(b: &Blast, age: f32, scale: f32, clod: Clod, ground: &HeightField, out: &mut Stills, room: &mut u64) {
    let life = 3.4;
    if age > life {
        return;
    }
    let clods = parts(b, 90).min(*room);
    *room -= clods;
    for n in 0..clods {
        let (a, near) = (pick(b, 5, n, 0, 0.0, TAU), pick(b, 5, n, 1, 0.0, 1.0));
        let start: Vec3 = (b.at + vec2(a.cos(), a.sin()) * near * 1.2 * scale).extend(0.0);
        let (climb, across) = (pick(b, 5, n, 2, 3.0, 15.0) * scale.sqrt(), pick(b, 5, n, 3, 1.0, 6.5) * scale.sqrt());
        // it stays where it comes down
        let flight = 2.0 * climb / GRAVITY;
        let t = age.min(flight);
        let at = start.truncate() + vec2(a.cos(), a.sin()) * across * t;
        let z = ground.at(at) + (climb * t - 0.5 * GRAVITY * t * t).max(0.0);
        let gone = rise(2.4, life, age);
        let size = pick(b, 5, n, 4, 0.07, 0.26) * clod.scale * scale.sqrt() * (1.0 - gone);
        if size < 0.01 {
            continue;
        }
        let tint = clod.tints[usize::from(n.is_multiple_of(4) || b.collapse)];
        let spin = pick(b, 5, n, 5, -9.0, 9.0);
        out.push(clod.model, StillRecord { position: [at.x, at.y, z], yaw: a + spin * t, scale: [size, size], tint, tilt: spin * 0.7 * t });
    }
}
