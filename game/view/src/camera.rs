//! The camera above the map: where it is asked to be, where it is on its way there, and what lies under a pointer.
//!
//! The controller holds a goal and a present pose; the pose follows the goal by an exponential, so any frame rate takes the
//! same way. The numbers are those of the renderer's camera: a target on the ground, distance, pitch, yaw, field. World yaw
//! 0 looks along +y (north), positive turns towards +x. Bounds are soft: the target can be pulled a little over the edge of
//! the map and comes back.

use crate::buildings::middle;
use crate::ground::HeightField;
use crate::space::Space;
use content::level::Level;
use glam::{Mat4, Vec2, Vec3, Vec4, vec2, vec3, vec4};

/// Nearest and farthest distance to the target, metres.
pub const DISTANCE_M: [f32; 2] = [9.0, 130.0];
/// Pitch at the nearest and the farthest distance, degrees.
const PITCH_DEG: [f32; 2] = [27.0, 60.0];
/// Field of view across the picture, degrees.
const FIELD_DEG: f32 = 54.0;
/// How fast the pose follows the goal, 1/s.
const FOLLOW_PER_S: f32 = 12.0;
/// How fast a target beyond the bounds comes back, 1/s.
const RETURN_PER_S: f32 = 8.0;
/// How far beyond the bounds a target can be pulled, metres.
const OVERHANG_M: f32 = 8.0;
/// Metres a second of panning at full deflection for each metre of distance.
const PAN_PER_S: f32 = 0.9;
/// Factor of the distance for one step of a wheel.
const ZOOM_STEP: f32 = 0.87;
/// Distance of the near plane; reverse depth is near / distance.
const NEAR_M: f32 = 0.3;

/// How far the ground in a picture lies above or below that at the target, metres, where its height is not asked for.
const GROUND_SLACK_M: f32 = 4.0;

/// Where the camera is. Handed to the renderer as it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// The point it looks at.
    pub target: Vec3,
    /// Metres from the target.
    pub distance_m: f32,
    /// Downwards, degrees.
    pub pitch_deg: f32,
    /// 0 looks along +y, positive turns towards +x.
    pub yaw_deg: f32,
    /// Field of view across the picture, degrees.
    pub field_deg: f32,
}

/// A pose seen through a picture of a certain size: turns places into picture points and back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eye {
    /// Its place.
    pub position: Vec3,
    /// Where it looks, length 1.
    pub forward: Vec3,
    right: Vec3,
    up: Vec3,
    focal: f32,
    /// Height of the ground at the target.
    ground_m: f32,
    /// Width and height of the picture, in the units that pointers come in.
    size: Vec2,
}

impl Pose {
    /// The eye of this pose for a picture of this size (pixels or points; a broken size counts as 1 x 1).
    #[must_use]
    pub fn eye(&self, size: Vec2) -> Eye {
        let size = if size.is_finite() { size.max(Vec2::ONE) } else { Vec2::ONE };
        let (p, y) = (self.pitch_deg.to_radians(), self.yaw_deg.to_radians());
        let forward = vec3(y.sin() * p.cos(), y.cos() * p.cos(), -p.sin());
        let right = vec3(y.cos(), -y.sin(), 0.0);
        let up = right.cross(forward);
        let focal = 1.0 / (self.field_deg.clamp(5.0, 150.0).to_radians() / 2.0).tan();
        Eye { position: self.target - forward * self.distance_m, forward, right, up, focal, ground_m: self.target.z, size }
    }
}

impl Eye {
    /// Direction through a point of the picture (0, 0 is its upper left corner), length 1.
    #[must_use]
    pub fn ray(&self, point: Vec2) -> Vec3 {
        let ndc = vec2(point.x / self.size.x * 2.0 - 1.0, 1.0 - point.y / self.size.y * 2.0);
        let aspect = self.size.x / self.size.y;
        (self.forward + self.right * (ndc.x / self.focal) + self.up * (ndc.y / (self.focal * aspect))).normalize_or(self.forward)
    }

    /// Where a place appears in the picture; none behind the eye.
    #[must_use]
    pub fn point(&self, place: Vec3) -> Option<Vec2> {
        let to = place - self.position;
        let depth = to.dot(self.forward);
        if depth < NEAR_M {
            return None;
        }
        let aspect = self.size.x / self.size.y;
        let ndc = vec2(to.dot(self.right) * self.focal, to.dot(self.up) * self.focal * aspect) / depth;
        Some(vec2((ndc.x + 1.0) * 0.5 * self.size.x, (1.0 - ndc.y) * 0.5 * self.size.y))
    }

    /// Whether something so large at a place near level ground may be in the picture. Without the ground's height this is
    /// generous: four metres up or down are let pass.
    #[must_use]
    pub fn may_see(&self, place: Vec2, radius_m: f32) -> bool {
        let place = place.extend(self.ground_m);
        let Some(point) = self.point(place) else { return false };
        let margin = (radius_m + GROUND_SLACK_M) * self.scale_at(place);
        point.cmpge(Vec2::splat(-margin)).all() && point.cmple(self.size + margin).all()
    }

    /// Length of one metre at a place, in units of the picture; 0 behind the eye.
    #[must_use]
    pub fn scale_at(&self, place: Vec3) -> f32 {
        let depth = (place - self.position).dot(self.forward);
        if depth < NEAR_M { 0.0 } else { self.focal * self.size.x * 0.5 / depth }
    }

    /// Matrix to clip space, reverse depth without a far plane.
    #[must_use]
    pub fn clip_from_world(&self) -> Mat4 {
        let aspect = self.size.x / self.size.y;
        let row = |v: Vec3, k: f32| vec4(v.x * k, v.y * k, v.z * k, -v.dot(self.position) * k);
        Mat4::from_cols(row(self.right, self.focal), row(self.up, self.focal * aspect), vec4(0.0, 0.0, 0.0, NEAR_M), row(self.forward, 1.0)).transpose()
    }

    /// The ground under a point of the picture; none in the sky.
    ///
    /// Marches along the ray in steps that grow with the distance and halves the step that went under the ground.
    #[must_use]
    pub fn ground(&self, point: Vec2, ground: &HeightField) -> Option<Vec3> {
        self.ground_along(self.ray(point), ground)
    }

    fn ground_along(&self, ray: Vec3, ground: &HeightField) -> Option<Vec3> {
        if !ray.is_finite() || !self.position.is_finite() {
            return None;
        }
        let above = |t: f32| {
            let p = self.position + ray * t;
            p.z - ground.at(p.truncate())
        };
        let (highest, farthest) = (ground.highest_m(), 800.0);
        // nothing lies above the highest sample; a little before it, or rounding puts the start under level ground
        let mut near = if ray.z < -1e-4 { ((self.position.z - highest - 0.05) / -ray.z).clamp(0.0, farthest) } else { 0.0 };
        if above(near) < 0.0 {
            return None;
        }
        while near < farthest {
            let far = near + 0.25 + near * 0.004;
            if above(far) <= 0.0 {
                let (mut low, mut high) = (near, far);
                for _ in 0..16 {
                    let middle = 0.5 * (low + high);
                    if above(middle) > 0.0 {
                        low = middle;
                    } else {
                        high = middle;
                    }
                }
                return Some(self.position + ray * high);
            }
            near = far;
        }
        None
    }

    /// Corners of what is seen of the plane z = 0, for the minimap: from the upper left corner, clockwise. Rays into the sky
    /// are cut at `far_m`.
    #[must_use]
    pub fn footprint(&self, far_m: f32) -> [Vec2; 4] {
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| {
            let ray = self.ray(vec2(x, y) * self.size);
            let t = if ray.z < -1e-3 { (self.position.z / -ray.z).min(far_m) } else { far_m };
            (self.position + ray * t).truncate()
        })
    }

    /// Row of the matrix as the renderer's culling takes it; for tests.
    #[must_use]
    pub fn clip(&self, place: Vec3) -> Vec4 {
        self.clip_from_world() * place.extend(1.0)
    }
}

/// What the player wants of the camera in one frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wish {
    /// To the right and forward, each -1..1, from keys, the picture's edge or a stick.
    pub pan: Vec2,
    /// The ground was grabbed: from this point of the picture to that one.
    pub drag: Option<(Vec2, Vec2)>,
    /// Steps of the wheel, positive nearer.
    pub zoom: f32,
    /// The pointer, towards which the wheel zooms; none: the middle.
    pub pointer: Option<Vec2>,
    /// Degrees to turn at once (mouse).
    pub turn_deg: f32,
    /// Turning, -1..1, from keys or a stick.
    pub turn: f32,
    /// Back to the keep.
    pub home: bool,
}

/// Goal and pose.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    goal: Pose,
    pose: Pose,
    home: Pose,
    /// Corners of the map in the view's world.
    bounds: [Vec2; 2],
    reduced_motion: bool,
}

impl Camera {
    /// A camera over a map of this size, at home near `home`, looking towards `yaw_deg`.
    #[must_use]
    pub fn new(map_m: Vec2, home: Vec2, yaw_deg: f32) -> Self {
        let distance_m = 54.0;
        let pose = Pose { target: home.extend(0.0), distance_m, pitch_deg: pitch_deg(distance_m), yaw_deg, field_deg: FIELD_DEG };
        Self { goal: pose, pose, home: pose, bounds: [Vec2::ZERO, map_m.max(Vec2::ONE)], reduced_motion: false }
    }

    /// The camera of a level: at home it looks from behind the keep to where the enemies come from.
    #[must_use]
    pub fn over(level: &Level) -> Self {
        let space = Space { map_height_m: level.map.height as f32 };
        let keep = middle(space, level.keep.cell, level.keep.footprint_cells);
        let sum: Vec2 = level.entrances.iter().map(|e| (Vec2::from(e.from) + Vec2::from(e.to)) * 0.5).sum();
        let from = if level.entrances.is_empty() { keep + Vec2::Y } else { space.world_from_map(sum / level.entrances.len() as f32) };
        let way = (from - keep).normalize_or(Vec2::Y);
        let home = keep + way * 14.0_f32.min(keep.distance(from));
        Self::new(vec2(level.map.width as f32, level.map.height as f32), home, way.x.atan2(way.y).to_degrees())
    }

    /// The pose to draw with.
    #[must_use]
    pub fn pose(&self) -> Pose {
        self.pose
    }

    /// The pose it is on its way to.
    #[must_use]
    pub fn goal(&self) -> Pose {
        self.goal
    }

    /// The eye for a picture of this size.
    #[must_use]
    pub fn eye(&self, size: Vec2) -> Eye {
        self.pose.eye(size)
    }

    /// Moves at once instead of smoothly.
    pub fn set_reduced_motion(&mut self, on: bool) {
        self.reduced_motion = on;
    }

    /// Goes to a place; smoothly, or at once.
    pub fn go_to(&mut self, place: Vec2, at_once: bool) {
        if place.is_finite() {
            self.goal.target = place.clamp(self.bounds[0], self.bounds[1]).extend(self.goal.target.z);
        }
        if at_once {
            self.pose = self.goal;
        }
    }

    /// Sets distance and yaw at once (command line, tests, photo mode).
    pub fn look(&mut self, place: Vec2, distance_m: f32, yaw_deg: f32) {
        if distance_m.is_finite() && yaw_deg.is_finite() {
            self.goal.distance_m = distance_m.clamp(DISTANCE_M[0], DISTANCE_M[1]);
            self.goal.pitch_deg = pitch_deg(self.goal.distance_m);
            self.goal.yaw_deg = yaw_deg;
        }
        self.go_to(place, true);
    }

    /// One frame: takes the wish in and moves on. `size` is the picture's, in the units of the wish's points.
    pub fn update(&mut self, wish: &Wish, dt_s: f32, size: Vec2, ground: &HeightField) {
        let dt = if dt_s.is_finite() { dt_s.clamp(0.0, 0.25) } else { 0.0 };
        if wish.home {
            let yaw = self.goal.yaw_deg;
            // the short way round
            let turn = (self.home.yaw_deg - yaw + 180.0).rem_euclid(360.0) - 180.0;
            self.goal = Pose { yaw_deg: yaw + turn, ..self.home };
        }
        self.turn(wish, dt);
        self.pan(wish, dt, size, ground);
        self.zoom(wish, size, ground);
        self.keep_in_bounds(dt);
        let target = self.goal.target.truncate();
        self.goal.target = target.extend(ground.at(target).clamp(-2.0, 12.0) + 0.4);
        let part = if self.reduced_motion { 1.0 } else { 1.0 - (-FOLLOW_PER_S * dt).exp() };
        let mix = |from: f32, to: f32| from + (to - from) * part;
        self.pose = Pose {
            target: self.pose.target + (self.goal.target - self.pose.target) * part,
            // by its logarithm, as zooming feels
            distance_m: mix(self.pose.distance_m.ln(), self.goal.distance_m.ln()).exp(),
            pitch_deg: mix(self.pose.pitch_deg, self.goal.pitch_deg),
            yaw_deg: mix(self.pose.yaw_deg, self.goal.yaw_deg),
            field_deg: self.goal.field_deg,
        };
    }

    fn turn(&mut self, wish: &Wish, dt: f32) {
        let change = wish.turn_deg + wish.turn.clamp(-1.0, 1.0) * 100.0 * dt;
        if change.is_finite() {
            self.goal.yaw_deg += change;
        }
        if self.goal.yaw_deg.abs() > 720.0 {
            let whole = (self.goal.yaw_deg / 360.0).trunc() * 360.0;
            self.goal.yaw_deg -= whole;
            self.pose.yaw_deg -= whole;
        }
    }

    fn pan(&mut self, wish: &Wish, dt: f32, size: Vec2, ground: &HeightField) {
        let yaw = self.goal.yaw_deg.to_radians();
        let (right, forward) = (vec2(yaw.cos(), -yaw.sin()), vec2(yaw.sin(), yaw.cos()));
        let pan = if wish.pan.is_finite() { wish.pan.clamp_length_max(1.0) } else { Vec2::ZERO };
        let mut shift = (right * pan.x + forward * pan.y) * PAN_PER_S * self.goal.distance_m * dt;
        if let Some((from, to)) = wish.drag {
            // what was grabbed stays under the pointer
            let eye = self.pose.eye(size);
            if let (Some(a), Some(b)) = (eye.ground(from, ground), eye.ground(to, ground)) {
                shift += (a - b).truncate().clamp_length_max(60.0);
            }
        }
        self.goal.target += shift.extend(0.0);
        if wish.drag.is_some() {
            self.pose.target += shift.extend(0.0);
        }
    }

    fn zoom(&mut self, wish: &Wish, size: Vec2, ground: &HeightField) {
        if !wish.zoom.is_finite() || wish.zoom == 0.0 {
            return;
        }
        let before = self.goal;
        self.goal.distance_m = (before.distance_m * ZOOM_STEP.powf(wish.zoom.clamp(-20.0, 20.0))).clamp(DISTANCE_M[0], DISTANCE_M[1]);
        self.goal.pitch_deg = pitch_deg(self.goal.distance_m);
        let Some(pointer) = wish.pointer else { return };
        // the place under the pointer keeps its place in the picture: shift the target by what it would have moved
        let (old, new) = (before.eye(size), self.goal.eye(size));
        if let (Some(a), Some(b)) = (old.ground(pointer, ground), new.ground(pointer, ground)) {
            self.goal.target += (a - b).truncate().clamp_length_max(40.0).extend(0.0);
        }
    }

    fn keep_in_bounds(&mut self, dt: f32) {
        let [low, high] = self.bounds;
        let target = self.goal.target.truncate();
        let inside = target.clamp(low, high);
        let over = (target - inside).clamp_length_max(OVERHANG_M);
        let over = over * (-RETURN_PER_S * dt).exp();
        self.goal.target = (inside + if over.length() < 0.01 { Vec2::ZERO } else { over }).extend(self.goal.target.z);
    }
}

/// The pitch that goes with a distance: flat and close to the crowd, steep from far away.
#[must_use]
pub fn pitch_deg(distance_m: f32) -> f32 {
    let t = ((distance_m / DISTANCE_M[0]).ln() / (DISTANCE_M[1] / DISTANCE_M[0]).ln()).clamp(0.0, 1.0);
    // most of the change happens near the ground
    PITCH_DEG[0] + (PITCH_DEG[1] - PITCH_DEG[0]) * (1.0 - (1.0 - t) * (1.0 - t)).max(0.0)
}
