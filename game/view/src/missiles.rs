//! Bombs and arrows on their way, with their trails.
//!
//! A bomb's place comes from the world, between two ticks. An arrow has none there: it is drawn on an arc from the tower's top
//! to where its target will be hit.

use crate::chance::{self, For};
use crate::figures::ModelTable;
use crate::ground::HeightField;
use crate::picture::Picture;
use crate::space::Space;
use base::records::{LampRecord, PuffRecord, StillRecord};
use glam::{Vec2, Vec3, vec2};
use sim::TICK_S;
use sim::world::World;

/// Radius of a bomb's model, whose origin is its foot, metres.
const BOMB_RADIUS_M: f32 = 0.33;
/// Distance of the fuse's end from its middle, metres.
const FUSE_M: f32 = 0.6;
/// Most arrows shown at once; more are not started.
const ARROWS_MAX: usize = 256;
/// Most points of bomb trails; the oldest make room.
const TRAIL_MAX: usize = 384;
/// How long a point of a trail is seen, seconds.
const TRAIL_S: f32 = 0.75;

#[derive(Clone, Copy, Debug)]
struct BombTrack {
    id: u32,
    from: Vec3,
    to: Vec3,
    /// Turn about the axis across its way, radians, and how much more in this tick.
    spin: f32,
    roll: f32,
    grounded: bool,
}

#[derive(Clone, Copy, Debug)]
struct ArrowTrack {
    from: Vec2,
    from_height_m: f32,
    to: Vec2,
    start_tick: u32,
    ticks: f32,
    number: u64,
}

#[derive(Clone, Copy, Debug)]
struct TrailPoint {
    at: Vec3,
    tick: u32,
    number: u64,
}

/// How a missile is drawn: its own model, or a stone brought into shape.
#[derive(Clone, Copy, Debug)]
struct Shape {
    model: u16,
    scale: [f32; 2],
    tint: [u8; 4],
    /// Height of its middle above its origin, metres.
    middle_m: f32,
    /// Stands on end as modelled; else it lies and points along -y.
    upright: bool,
}

impl Shape {
    fn of(models: &ModelTable, name: &str, stone: Self) -> Option<Self> {
        let own = models.first_of(&[name]).map(|model| Self { model, scale: [1.0, 1.0], tint: [170, 170, 170, 0], middle_m: BOMB_RADIUS_M, upright: false });
        own.or_else(|| models.first_of(&["rock_a"]).map(|model| Self { model, ..stone }))
    }
}

/// Everything on its way.
#[derive(Clone, Debug, Default)]
pub struct Missiles {
    bomb: Option<Shape>,
    arrow: Option<Shape>,
    bombs: Vec<BombTrack>,
    before: Vec<BombTrack>,
    arrows: Vec<ArrowTrack>,
    trail: Vec<TrailPoint>,
    next: usize,
    made: u64,
}

impl Missiles {
    pub(crate) fn new(models: &ModelTable) -> Self {
        // the stone is 1.1 m wide, 0.6 m high, its middle 0.16 m above its origin
        let bomb = Shape::of(models, "bomb", Shape { model: 0, scale: [0.62, 1.1], tint: [24, 24, 28, 0], middle_m: 0.18, upright: true });
        let arrow = Shape::of(models, "arrow", Shape { model: 0, scale: [0.035, 1.1], tint: [120, 82, 48, 0], middle_m: 0.0, upright: true });
        Self { bomb, arrow, arrows: Vec::with_capacity(ARROWS_MAX), trail: Vec::with_capacity(TRAIL_MAX), ..Self::default() }
    }

    pub(crate) fn clear(&mut self) {
        self.bombs.clear();
        self.arrows.clear();
        self.trail.clear();
        self.next = 0;
    }

    /// An arrow leaves a tower. Places in the view's world, height above the ground there.
    pub(crate) fn shot(&mut self, from: Vec2, from_height_m: f32, to: Vec2, ticks: u16, tick: u32) {
        if self.arrows.len() < ARROWS_MAX {
            self.made += 1;
            self.arrows.push(ArrowTrack { from, from_height_m, to, start_tick: tick, ticks: f32::from(ticks.max(1)), number: self.made });
        }
    }

    /// A mortar shoots: smoke at its mouth.
    pub(crate) fn mouth(&mut self, at: Vec2, height_m: f32, tick: u32) {
        for n in 0..7u64 {
            let offset = |k: u64| chance::range(For::Trail, self.made, 8 + n * 3 + k, -0.5, 0.5);
            let place = (at + vec2(offset(0), offset(1))).extend(height_m + 0.4 + offset(2));
            self.leave(place, tick);
        }
    }

    /// Takes over the bombs of a tick.
    pub(crate) fn follow(&mut self, space: Space, world: &World, continuous: bool) {
        std::mem::swap(&mut self.bombs, &mut self.before);
        self.bombs.clear();
        if !continuous {
            self.before.clear();
        }
        self.arrows.retain(|a| world.tick.saturating_sub(a.start_tick) as f32 <= a.ticks);
        let bombs = &world.bombs;
        for k in 0..bombs.len() {
            let to = space.world_from_map(bombs.position[k]).extend(bombs.height_m[k]);
            let old = self.before.iter().find(|b| b.id == bombs.id[k].0);
            let speed = bombs.velocity[k].length();
            let track = BombTrack {
                id: bombs.id[k].0,
                from: old.map_or(to, |b| b.to),
                to,
                spin: old.map_or(0.0, |b| (b.spin + b.roll) % std::f32::consts::TAU),
                roll: speed * TICK_S / BOMB_RADIUS_M * if bombs.grounded[k] != 0 { 1.0 } else { 0.35 },
                grounded: bombs.grounded[k] != 0,
            };
            if !track.grounded {
                self.leave(track.from.lerp(to, 0.5), world.tick);
                self.leave(to, world.tick);
            }
            self.bombs.push(track);
        }
    }

    fn leave(&mut self, at: Vec3, tick: u32) {
        self.made += 1;
        let point = TrailPoint { at, tick, number: self.made };
        if self.trail.len() < TRAIL_MAX {
            self.trail.push(point);
        } else {
            self.trail[self.next] = point;
            self.next = (self.next + 1) % TRAIL_MAX;
        }
    }

    pub(crate) fn fill(&self, alpha: f32, now_s: f32, ground: &HeightField, picture: &mut Picture) {
        self.fill_bombs(alpha, now_s, ground, picture);
        for p in &self.trail {
            let age = (now_s - p.tick as f32 * TICK_S) / TRAIL_S;
            if (0.0..1.0).contains(&age) {
                let at = p.at.truncate();
                picture.puffs.push(PuffRecord {
                    position: [at.x, at.y, ground.at(at) + p.at.z + 0.3 + 0.35 * age],
                    size_m: 0.22 + 0.5 * age,
                    color: [0.32, 0.29, 0.26, 0.42 * (1.0 - age)],
                    look: [0.8, 0.0, chance::unit(For::Trail, p.number, 0), 0.4 + 0.5 * age],
                });
            }
        }
        for a in &self.arrows {
            self.fill_arrow(a, now_s, ground, picture);
        }
    }

    fn fill_bombs(&self, alpha: f32, now_s: f32, ground: &HeightField, picture: &mut Picture) {
        for b in &self.bombs {
            let p = b.from.lerp(b.to, alpha);
            let at = p.truncate();
            let z = ground.at(at) + p.z;
            let way = (b.to - b.from).truncate();
            // rolls over in the way it goes, about its middle: a model turns about its foot, so that is moved
            let yaw = if way.length_squared() > 1e-8 { way.x.atan2(-way.y) } else { 0.0 };
            let tilt = b.spin + b.roll * alpha;
            let up = (vec2(yaw.sin(), -yaw.cos()) * tilt.sin()).extend(tilt.cos());
            let middle = at.extend(z + BOMB_RADIUS_M);
            if let Some(shape) = self.bomb {
                let foot = middle - up * shape.middle_m;
                picture.stills.push(shape.model, StillRecord { position: foot.into(), yaw, scale: shape.scale, tint: shape.tint, tilt });
            }
            let flicker = 0.75 + 0.25 * (now_s * 40.0 + b.id as f32).sin();
            picture.puffs.push(PuffRecord {
                position: (middle + up * FUSE_M).into(),
                size_m: 0.12 + 0.06 * flicker,
                color: [0.1, 0.07, 0.05, 1.0],
                look: [1.0, 1.2 * flicker, (b.id % 16) as f32 / 16.0, 0.1],
            });
            picture.lamps.push(LampRecord { position_reach: [at.x, at.y, z + 0.8, 4.0], color_power: [1.0, 0.42, 0.12, 1.6 * flicker] });
        }
    }

    fn fill_arrow(&self, a: &ArrowTrack, now_s: f32, ground: &HeightField, picture: &mut Picture) {
        let age = (now_s - a.start_tick as f32 * TICK_S) / TICK_S / a.ticks;
        if !(0.0..=1.0).contains(&age) {
            return;
        }
        let (z0, z1) = (ground.at(a.from) + a.from_height_m, ground.at(a.to) + 0.9);
        let (length, seconds) = (a.from.distance(a.to), a.ticks * TICK_S);
        // the arc under the simulation's gravity that takes this time, but never a lob
        let sag = (0.125 * sim::GRAVITY * seconds * seconds).min(0.18 * length);
        let place = |t: f32| a.from.lerp(a.to, t).extend(z0 + (z1 - z0) * t + 4.0 * sag * t * (1.0 - t));
        let (p, q) = (place(age), place((age + 0.02).min(1.02)));
        let way = (q - p).normalize_or(Vec3::Z);
        if let Some(shape) = self.arrow {
            // leaning by `tilt` turns up into -y and -y into down; the yaw turns -y into the way
            let flat = way.truncate();
            let yaw = flat.x.atan2(-flat.y);
            let tilt = if shape.upright { flat.length().atan2(way.z) } else { (-way.z).atan2(flat.length()) };
            picture.stills.push(shape.model, StillRecord { position: p.into(), yaw, scale: shape.scale, tint: shape.tint, tilt });
        }
        // a pale streak behind it: an arrow is a hand's breadth of pixels at best
        for n in 0..7 {
            let back = p - way * (0.8 + 0.13 * n as f32);
            picture.puffs.push(PuffRecord {
                position: back.into(),
                size_m: 0.075 - 0.005 * n as f32,
                color: [0.85, 0.8, 0.7, 0.3 - 0.04 * n as f32],
                look: [1.0, 0.0, chance::unit(For::Trail, a.number, n), 0.2],
            });
        }
    }
}
