//! The camera above the field, picking through it, and the cascades fitted to what it sees.
//!
//! World: metres, x east, y north, z up. Yaw 0 looks north, positive turns towards east. Reverse z without a far plane.

use crate::gpu_data::{CASCADES, Cascade};
use crate::ground::HeightField;
use glam::{Mat4, Vec2, Vec3, Vec4, vec2, vec3, vec4};

/// Side of a shadow map in texels.
pub const SHADOW_TEXELS: u32 = 2048;
/// Nothing nearer is drawn.
const NEAR_M: f32 = 0.3;
/// Figures and models beyond are not drawn.
pub(crate) const FAR_M: f32 = 420.0;

/// Where the picture is taken from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// What the middle of the picture shows.
    pub target: Vec3,
    /// From the target to the eye.
    pub distance_m: f32,
    /// Downwards from the horizon; 1 to 89.
    pub pitch_deg: f32,
    /// From north towards east.
    pub yaw_deg: f32,
    /// Angle of view across the picture's width.
    pub field_deg: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Self { target: Vec3::ZERO, distance_m: 40.0, pitch_deg: 50.0, yaw_deg: 0.0, field_deg: 56.0 }
    }
}

/// A camera and a picture size: projects both ways.
#[derive(Clone, Copy, Debug)]
pub struct Eye {
    /// World to clip space.
    pub clip_from_world: Mat4,
    /// Where the eye is.
    pub position: Vec3,
    /// Unit vector into the picture.
    pub forward: Vec3,
    /// Unit vector to the right of the picture.
    pub right: Vec3,
    /// Unit vector to the top of the picture.
    pub up: Vec3,
    focal: f32,
    aspect: f32,
    size: Vec2,
}

impl Camera {
    /// The eye for a picture of this size in pixels.
    #[must_use]
    pub fn eye(&self, width: u32, height: u32) -> Eye {
        let (width, height) = (width.max(1), height.max(1));
        let (p, y) = (self.pitch_deg.clamp(1.0, 89.0).to_radians(), self.yaw_deg.to_radians());
        let forward = vec3(y.sin() * p.cos(), y.cos() * p.cos(), -p.sin());
        let right = vec3(y.cos(), -y.sin(), 0.0);
        let up = right.cross(forward);
        let position = self.target - forward * self.distance_m.max(1.0);
        let focal = 1.0 / (self.field_deg.clamp(10.0, 120.0).to_radians() / 2.0).tan();
        let aspect = width as f32 / height as f32;
        let row = |v: Vec3, k: f32| vec4(v.x * k, v.y * k, v.z * k, -v.dot(position) * k);
        let clip_from_world = Mat4::from_cols(row(right, focal), row(up, focal * aspect), vec4(0.0, 0.0, 0.0, NEAR_M), row(forward, 1.0)).transpose();
        Eye { clip_from_world, position, forward, right, up, focal, aspect, size: vec2(width as f32, height as f32) }
    }
}

impl Eye {
    /// Pixels that one metre covers at a distance of one metre.
    #[must_use]
    pub fn focal_pixels(&self) -> f32 {
        self.focal * self.size.x / 2.0
    }

    /// Where a point lands in pixels from the upper left corner; none behind the eye.
    #[must_use]
    pub fn project(&self, point: Vec3) -> Option<Vec2> {
        let clip = self.clip_from_world * point.extend(1.0);
        (clip.w > NEAR_M).then(|| vec2(clip.x / clip.w * 0.5 + 0.5, 0.5 - clip.y / clip.w * 0.5) * self.size)
    }

    /// Unit direction from the eye through a pixel.
    #[must_use]
    pub fn ray(&self, pixel: Vec2) -> Vec3 {
        let p = pixel / self.size * 2.0 - 1.0;
        self.slope(p.x, -p.y).normalize()
    }

    /// Where the ray through a pixel meets the plane at this height; none above the horizon.
    #[must_use]
    pub fn on_plane(&self, pixel: Vec2, z: f32) -> Option<Vec3> {
        let ray = self.ray(pixel);
        let t = (z - self.position.z) / ray.z;
        (ray.z < -1e-3 && t > 0.0 && t < 4.0 * FAR_M).then(|| self.position + ray * t)
    }

    /// Where the ray through a pixel meets the drawn ground: marched at half a metre, then halved down to a centimetre.
    #[must_use]
    pub fn on_ground(&self, pixel: Vec2, heights: &HeightField) -> Option<Vec3> {
        let ray = self.ray(pixel);
        let over = |t: f32| {
            let p = self.position + ray * t;
            p.z - heights.sample(p.x, p.y)
        };
        let top = heights.highest() + 1.0;
        let start = if self.position.z > top && ray.z < -1e-3 { (top - self.position.z) / ray.z } else { 0.0 };
        let mut t = start;
        while t < start + FAR_M {
            if over(t) <= 0.0 {
                let (mut a, mut b) = ((t - 0.5).max(0.0), t);
                for _ in 0..7 {
                    let middle = (a + b) / 2.0;
                    if over(middle) <= 0.0 { b = middle } else { a = middle }
                }
                return Some(self.position + ray * b);
            }
            t += 0.5;
        }
        None
    }

    fn slope(&self, x: f32, y: f32) -> Vec3 {
        self.forward + self.right * (x / self.focal) + self.up * (y / (self.focal * self.aspect))
    }

    /// Left, right, bottom, top, near and a far plane at `far_m`; inside is positive.
    #[must_use]
    pub fn planes(&self, far_m: f32) -> [Vec4; 6] {
        let m = self.clip_from_world;
        let (x, y, w) = (m.row(0), m.row(1), m.row(3));
        let unit = |p: Vec4| p / p.truncate().length();
        let d = self.forward.dot(self.position);
        [unit(w + x), unit(w - x), unit(w + y), unit(w - y), self.forward.extend(-d - NEAR_M), (-self.forward).extend(d + far_m)]
    }

    /// Spheres round slices of the view, snapped to texels, so that shadows hold still when the camera moves.
    pub(crate) fn cascades(&self, sun: Vec3) -> ([Cascade; CASCADES], [[Vec4; 6]; CASCADES]) {
        let corners = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)].map(|(x, y)| self.slope(x, y));
        let hit = |ray: Vec3, z: f32| if ray.z < -0.02 { ((self.position.z - z) / -ray.z).max(1.0) } else { 240.0 };
        let near = corners.iter().map(|r| hit(*r, 8.0)).fold(f32::MAX, f32::min).clamp(2.0, 230.0);
        let far = corners.iter().map(|r| hit(*r, -1.0)).fold(0.0, f32::max).min(240.0).max(near + 1.0);
        let split = |k: usize| {
            let t = k as f32 / CASCADES as f32;
            0.5 * (near + (far - near) * t) + 0.5 * near * (far / near).powf(t)
        };
        let side = Vec3::Z.cross(sun).normalize();
        let top = sun.cross(side);
        let mut out = [Cascade::default(); CASCADES];
        let mut planes = [[Vec4::ZERO; 6]; CASCADES];
        for k in 0..CASCADES {
            let points: Vec<Vec3> =
                [split(k), split(k + 1)].iter().flat_map(|d| corners.map(|r| self.position + r * *d)).map(|p| vec3(p.x, p.y, p.z.clamp(-7.0, 14.0))).collect();
            let middle = points.iter().sum::<Vec3>() / points.len() as f32;
            let radius = points.iter().fold(0.0f32, |a, p| a.max(p.distance(middle))).ceil();
            let texel = 2.0 * radius / SHADOW_TEXELS as f32;
            let snap = |v: f32| (v / texel).floor() * texel;
            let (cx, cy, cz) = (snap(middle.dot(side)), snap(middle.dot(top)), middle.dot(sun));
            // flat ground runs out of a sphere's depth before it runs out of its sides: 1 / tan(elevation) of slope
            let slope = radius * (sun.truncate().length() / sun.z).max(1.0) + 16.0;
            let (front, depth) = (cz + slope + 24.0, 2.0 * slope + 24.0);
            let row = |v: Vec3, c: f32, s: f32| vec4(v.x, v.y, v.z, -c) / s;
            let z = vec4(-sun.x, -sun.y, -sun.z, front) / depth;
            out[k] = Cascade {
                clip_from_world: Mat4::from_cols(row(side, cx, radius), row(top, cy, radius), z, Vec4::W).transpose(),
                texel_m: texel,
                depth_m: depth,
                size_m: 2.0 * radius,
                pad: 0.0,
            };
            planes[k] = [
                side.extend(radius - cx),
                (-side).extend(radius + cx),
                top.extend(radius - cy),
                (-top).extend(radius + cy),
                sun.extend(depth - front),
                (-sun).extend(front),
            ];
        }
        (out, planes)
    }
}

/// Whether any part of a sphere lies inside all planes.
#[must_use]
pub fn sphere_inside(planes: &[Vec4; 6], center: Vec3, radius: f32) -> bool {
    planes.iter().all(|p| p.truncate().dot(center) + p.w >= -radius)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picking_undoes_projection() {
        let eye = Camera { target: vec3(30.0, 40.0, 1.0), yaw_deg: 37.0, ..Camera::default() }.eye(1280, 800);
        for point in [vec3(30.0, 40.0, 1.0), vec3(22.0, 51.0, 1.0), vec3(41.0, 33.0, 1.0)] {
            let pixel = eye.project(point).expect("in front of the eye");
            let back = eye.on_plane(pixel, 1.0).expect("below the horizon");
            assert!(back.distance(point) < 0.02, "{point} came back as {back}");
        }
        assert!(eye.project(eye.position - eye.forward * 3.0).is_none(), "nothing behind the eye");
        let middle = eye.project(vec3(30.0, 40.0, 1.0)).expect("the target");
        assert!(middle.distance(vec2(640.0, 400.0)) < 0.5, "the target is in the middle, not at {middle}");
    }
}
