//! How high the ground lies, as the renderer made it: a grid that is sampled under every foot.
//!
//! The surface runs on across ravines and water at the level of their rims, since the simulation measures the height of
//! a flying body from there.

use glam::{Vec2, Vec3, vec2};

/// Heights on a regular grid in the view's world; outside it the nearest edge holds.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightField {
    /// Place of the first sample, metres.
    origin: Vec2,
    /// Neighboring samples a metre.
    samples_per_m: f32,
    /// Samples in a row (eastwards).
    width: usize,
    /// Rows (northwards).
    height: usize,
    /// Metres, row by row from the south.
    samples: Vec<f32>,
    /// Lowest and highest sample, metres.
    extremes_m: [f32; 2],
}

impl HeightField {
    /// A field from its samples. Missing samples count as 0, broken ones too; a field without extent is flat.
    #[must_use]
    pub fn new(origin: Vec2, step_m: f32, width: usize, height: usize, mut samples: Vec<f32>) -> Self {
        let (width, height) = (width.max(1), height.max(1));
        samples.resize(width * height, 0.0);
        samples.iter_mut().filter(|z| !z.is_finite()).for_each(|z| *z = 0.0);
        let step_m = if step_m.is_finite() && step_m > 0.0 { step_m } else { 0.5 };
        let extremes_m = samples.iter().fold([f32::MAX, f32::MIN], |[low, high], z| [low.min(*z), high.max(*z)]);
        Self { origin: if origin.is_finite() { origin } else { Vec2::ZERO }, samples_per_m: 1.0 / step_m, width, height, samples, extremes_m }
    }

    /// Level ground at height 0.
    #[must_use]
    pub fn flat() -> Self {
        Self::new(Vec2::ZERO, 0.5, 1, 1, vec![0.0])
    }

    /// Samples a function every half metre over a map and `margin_m` around it.
    #[must_use]
    pub fn sampled(map_m: Vec2, margin_m: f32, height_at: impl Fn(Vec2) -> f32) -> Self {
        let step = 0.5;
        let origin = Vec2::splat(-margin_m);
        let (width, height) = (((map_m.x + 2.0 * margin_m) / step) as usize + 1, ((map_m.y + 2.0 * margin_m) / step) as usize + 1);
        let samples = (0..width * height).map(|k| height_at(origin + vec2((k % width) as f32, (k / width) as f32) * step)).collect();
        Self::new(origin, step, width, height, samples)
    }

    /// Height of the ground at a place, metres.
    #[must_use]
    #[inline]
    pub fn at(&self, place: Vec2) -> f32 {
        // clamped as floats first: a broken place must not index anywhere (`as` turns NaN into 0)
        let x = ((place.x - self.origin.x) * self.samples_per_m).clamp(0.0, (self.width - 1) as f32);
        let y = ((place.y - self.origin.y) * self.samples_per_m).clamp(0.0, (self.height - 1) as f32);
        let (i, j) = (x as usize, y as usize);
        let (fx, fy) = (x - i as f32, y - j as f32);
        let (right, up) = (usize::from(i + 1 < self.width), if j + 1 < self.height { self.width } else { 0 });
        let k = j * self.width + i;
        let low = self.samples[k] + (self.samples[k + right] - self.samples[k]) * fx;
        let high = self.samples[k + up] + (self.samples[k + up + right] - self.samples[k + up]) * fx;
        let z = low + (high - low) * fy;
        if z.is_finite() { z } else { 0.0 }
    }

    /// A place with its height.
    #[must_use]
    pub fn on(&self, place: Vec2) -> Vec3 {
        place.extend(self.at(place))
    }

    /// Highest sample, metres.
    #[must_use]
    pub fn highest_m(&self) -> f32 {
        self.extremes_m[1]
    }

    /// Lowest sample, metres.
    #[must_use]
    pub fn lowest_m(&self) -> f32 {
        self.extremes_m[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slope_is_a_slope_between_samples_and_flat_beyond_them() {
        let field = HeightField::sampled(vec2(10.0, 6.0), 1.0, |p| 0.3 * p.x - 0.2 * p.y);
        for p in [vec2(0.13, 5.2), vec2(9.9, 0.01), vec2(4.77, 3.33)] {
            assert!((field.at(p) - (0.3 * p.x - 0.2 * p.y)).abs() < 1e-5, "{p} lies at {}", field.at(p));
        }
        assert_eq!(field.at(vec2(900.0, 3.0)), field.at(vec2(11.0, 3.0)));
        assert!(field.at(vec2(f32::NAN, f32::INFINITY)).is_finite());
    }
}
