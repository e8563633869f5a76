//! What grows and lies on the ground: tufts, flowers, rocks, trees, bushes, as a function of the ground alone.
//!
//! Every candidate draws its random numbers whether it is accepted or not, so one change of the map moves nothing elsewhere.

use crate::ground::{Class, Field, Ground, PAD_M};
use crate::noise::{Random, fbm, smooth};
use base::records::StillRecord;
use glam::{Vec2, Vec3, vec2, vec3};
use std::collections::HashMap;
use std::f32::consts::TAU;

/// An upright rectangle on the ground in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Least corner.
    pub low: Vec2,
    /// Greatest corner.
    pub high: Vec2,
}

impl Rect {
    /// A square by its middle.
    #[must_use]
    pub fn square(middle: Vec2, side_m: f32) -> Self {
        Self { low: middle - side_m / 2.0, high: middle + side_m / 2.0 }
    }

    /// Distance from a point, 0 inside.
    #[must_use]
    pub fn distance(&self, at: Vec2) -> f32 {
        (self.low - at).max(at - self.high).max(Vec2::ZERO).length()
    }
}

/// Indices of the models to scatter; what is none is left out.
#[derive(Clone, Debug, Default)]
pub struct SceneryKit {
    /// Blades of grass; they take the ground's color.
    pub tuft: Option<usize>,
    /// A patch of blossoms.
    pub flowers: Option<usize>,
    /// Small to large.
    pub rocks: Vec<usize>,
    /// Trees of the heights.
    pub conifer: Option<usize>,
    /// Trees of the valley; small ones are bushes.
    pub broadleaf: Option<usize>,
}

/// Groups for `Renderer::set_stills`.
pub type Groups = Vec<(usize, Vec<StillRecord>)>;

/// Scatters everything. Nothing is put where `keep_clear` lies, and no tree within 3 m of it.
#[must_use]
pub fn scenery(ground: &Ground, kit: &SceneryKit, keep_clear: &[Rect]) -> Groups {
    let mut out = Scatter { field: &ground.field, kit, keep_clear, groups: HashMap::new() };
    out.grass();
    out.rocks();
    out.trees();
    let mut groups: Groups = out.groups.into_iter().collect();
    groups.sort_by_key(|g| g.0);
    groups
}

/// Takes away what stands inside a rectangle: for a building that comes later.
pub fn clear(groups: &mut Groups, rect: Rect) {
    for (_, records) in groups.iter_mut() {
        records.retain(|r| rect.distance(vec2(r.position[0], r.position[1])) > 0.0);
    }
}

/// RGB factor in a record: 170 is 1.
fn tint(color: Vec3, mark: u8) -> [u8; 4] {
    let b = |v: f32| (v * 170.0).clamp(0.0, 255.0) as u8;
    [b(color.x), b(color.y), b(color.z), mark]
}

/// Alpha of the tint of what keeps its own color but goes under where bodies lie; grass does so too.
const TRAMPLED: u8 = 80;
/// Alpha of the tint that takes the color of low ground, and of high ground.
const GROUND_LOW: u8 = 210;
const GROUND_HIGH: u8 = 255;

struct Scatter<'a> {
    field: &'a Field,
    kit: &'a SceneryKit,
    keep_clear: &'a [Rect],
    groups: HashMap<usize, Vec<StillRecord>>,
}

impl Scatter<'_> {
    fn put(&mut self, model: Option<usize>, at: Vec3, yaw: f32, scale: [f32; 2], tint: [u8; 4]) {
        if let Some(model) = model {
            self.groups.entry(model).or_default().push(StillRecord { position: at.into(), yaw, scale, tint, tilt: 0.0 });
        }
    }

    fn clear(&self, x: f32, y: f32, margin: f32) -> bool {
        self.keep_clear.iter().all(|r| r.distance(vec2(x, y)) > margin)
    }

    /// Low corner and size of the scattered area, and tries for a density a square metre.
    fn area(&self, density: f32) -> (Vec2, Vec2, usize) {
        let pad = PAD_M as f32 - 1.0;
        let size = vec2(self.field.width as f32, self.field.height as f32) + 2.0 * pad;
        (Vec2::splat(-pad), size, (size.x * size.y * density) as usize)
    }

    fn grass(&mut self) {
        let f = self.field;
        let mut random = Random::new(4);
        let (low, size, tries) = self.area(2.6);
        for _ in 0..tries {
            let (x, y) = (low.x + size.x * random.unit(), low.y + size.y * random.unit());
            let (a, b, c, yaw, s) = (random.unit(), random.unit(), random.unit(), random.range(0.0, TAU), random.unit());
            let cliff = f.at(Class::Cliff, x, y);
            let (road, rough) = (f.at(Class::Road, x, y), f.at(Class::Rough, x, y));
            if road > -0.25 || f.at(Class::Ravine, x, y) > -0.4 || f.at(Class::Water, x, y) > -0.7 || (cliff - 0.1).abs() < 0.5 || !self.clear(x, y, 0.1) {
                continue;
            }
            let meadow = f.at(Class::Meadow, x, y) > 0.0;
            let clump = fbm(x / 3.2, y / 3.2, 80, 2);
            if !(clump > 0.50 || meadow && c < 0.3 || (road > -1.2 && a < 0.35) || (cliff < 0.0 && cliff > -1.3 && a < 0.4)) || !(rough < 0.3 || b < 0.15) {
                continue;
            }
            let high = cliff > 0.4;
            let z = if high { f.high(x, y) } else { f.low(x, y) };
            if clump > 0.63 && c < 0.10 || meadow && c < 0.16 {
                let s = 0.9 + 0.4 * s;
                self.put(self.kit.flowers, vec3(x, y, z), yaw, [s, s], tint(Vec3::ONE, TRAMPLED));
            } else {
                let s = 0.7 + 0.55 * s;
                self.put(self.kit.tuft, vec3(x, y, z - 0.03), yaw, [s, s], tint(Vec3::ONE, if high { GROUND_HIGH } else { GROUND_LOW }));
            }
        }
    }

    fn rocks(&mut self) {
        let f = self.field;
        let mut random = Random::new(5);
        let (low, size, tries) = self.area(0.5);
        for _ in 0..tries {
            let (x, y) = (low.x + size.x * random.unit(), low.y + size.y * random.unit());
            let (a, pick, s, flat, tone, yaw) =
                (random.unit(), random.unit(), random.range(0.45, 1.0), random.range(0.75, 1.1), random.range(0.85, 1.08), random.range(0.0, TAU));
            let (cliff, ravine) = (f.at(Class::Cliff, x, y), f.at(Class::Ravine, x, y));
            let foot = cliff > -0.35 && cliff < 0.3 && fbm(x / 4.0, y / 4.0, 83, 2) > 0.47;
            let lip = ravine > -0.5 && ravine < 0.1 && fbm(x / 3.0, y / 3.0, 84, 2) > 0.55;
            let bed = ravine > 1.6 && a < 0.35;
            let rough = f.at(Class::Rough, x, y) > 0.5 && a < 0.12;
            let shore = (f.at(Class::Water, x, y) + 0.3).abs() < 0.4 && a < 0.35;
            let top = cliff > 0.7 && cliff < 2.0 && a < 0.05;
            if !(foot || lip || bed || rough || shore || top) || !self.clear(x, y, 0.5) {
                continue;
            }
            let large = if !(foot || bed || top) || pick < 0.62 {
                0
            } else if pick < 0.9 {
                1
            } else {
                2
            };
            let s = s * if large == 0 { 0.7 } else { 0.62 };
            let z = if bed {
                f.bed(x, y)
            } else if top {
                f.high(x, y)
            } else {
                f.low(x, y)
            };
            let model = self.kit.rocks.get(large).or(self.kit.rocks.last()).copied();
            self.put(model, vec3(x, y, z - 0.08), yaw, [s, s * flat], tint(vec3(1.0, 0.98, 0.94) * tone, 0));
        }
    }

    fn trees(&mut self) {
        let f = self.field;
        let mut random = Random::new(6);
        let mut taken: HashMap<(i32, i32), (f32, f32)> = HashMap::new();
        let (low, size, tries) = self.area(0.5);
        for _ in 0..tries {
            let (x, y) = (low.x + size.x * random.unit(), low.y + size.y * random.unit());
            let (a, b, s, tall, tone, yaw) =
                (random.unit(), random.unit(), random.range(0.75, 1.15), random.range(0.9, 1.15), random.range(0.88, 1.1), random.range(0.0, TAU));
            let (cliff, forest) = (f.at(Class::Cliff, x, y), f.at(Class::Forest, x, y));
            let away = f.at(Class::Ravine, x, y) < -1.6 && f.at(Class::Water, x, y) < -1.6;
            let on_high = cliff > 1.7 && a < 0.4 * smooth(0.40, 0.6, fbm(x / 9.0, y / 9.0, 86, 2) + 0.08);
            // trees in the open are few: a crowd may walk there
            let alone = cliff < -2.2 && cliff > -5.5 && f.at(Class::Road, x, y) < -3.5 && away && a < 0.009;
            // thin enough for a crowd to pass between the trunks
            let wood = forest > 0.2 && cliff < -0.8 && away && f.at(Class::Road, x, y) < -0.8 && a < 0.30;
            let bush =
                !on_high && cliff < -0.9 && away && f.at(Class::Road, x, y) < -1.4 && (forest > -0.8 && a < 0.55 || (cliff > -2.4 && a < 0.10) || a < 0.006);
            if !(on_high || alone || wood || bush) || !self.clear(x, y, if bush && !wood { 0.9 } else { 3.0 }) {
                continue;
            }
            let cell = ((x / 2.0).floor() as i32, (y / 2.0).floor() as i32);
            let near = |i: i32, j: i32| taken.get(&(cell.0 + i, cell.1 + j)).is_some_and(|t| (t.0 - x) * (t.0 - x) + (t.1 - y) * (t.1 - y) < 4.0);
            if (-1..=1).any(|i| (-1..=1).any(|j| near(i, j))) {
                continue;
            }
            taken.insert(cell, (x, y));
            let z = if on_high { f.high(x, y) } else { f.low(x, y) };
            let mut color = Vec3::splat(tone) * vec3(1.0, 1.0, 0.96);
            if bush && !(on_high || alone || wood) {
                // a crown that sits on the ground
                let s = 0.30 * s;
                self.put(self.kit.broadleaf, vec3(x, y, z - 1.35 * s), yaw, [s * 1.25, s], tint(color * vec3(0.92, 1.0, 0.85), 0));
                continue;
            }
            let conifer = fbm(x / 12.0, y / 12.0, 88, 2) > if wood { 0.40 } else { 0.46 };
            if !conifer && b < 0.12 {
                color = vec3(1.5, 0.80, 0.36);
            }
            self.put(if conifer { self.kit.conifer } else { self.kit.broadleaf }, vec3(x, y, z - 0.1), yaw, [s, s * tall], tint(color, 0));
        }
    }
}
