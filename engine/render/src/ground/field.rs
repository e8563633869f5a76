//! Signed distances to the borders of each class, softened and wobbled, and the heights that follow from them.
//!
//! Everything lives on a map padded by [`PAD_M`] on each side, where border cells repeat: the picture never shows an edge.
//! Heights: walkable ground is gentle, for feet stand on it at their simulated height of zero.

use super::map::{GroundClass, GroundMap};
use crate::noise::{fbm, smooth};

/// Metres beyond the map on each side.
pub const PAD_M: usize = 32;
/// Depth of a gorge below the ground.
pub const RAVINE_DEPTH_M: f32 = 7.0;
/// Distance at which plateaus are cut: their rim.
pub const CLIFF_ISO: f32 = 0.40;
/// Distance at which gorges are cut: their lip.
pub const RAVINE_ISO: f32 = 0.25;
/// Distances are exact up to here and constant beyond.
const REACH_M: usize = 6;
/// Where no rock is near: as high as rock commonly is.
const CLIFF_M: f32 = 3.0;

/// A class with a distance field of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// See [`GroundClass::Road`].
    Road,
    /// See [`GroundClass::Rough`].
    Rough,
    /// See [`GroundClass::Cliff`].
    Cliff,
    /// See [`GroundClass::Ravine`].
    Ravine,
    /// See [`GroundClass::Water`].
    Water,
    /// See [`GroundClass::Forest`].
    Forest,
    /// See [`GroundClass::Meadow`].
    Meadow,
}

const CLASSES: [GroundClass; 7] =
    [GroundClass::Road, GroundClass::Rough, GroundClass::Cliff, GroundClass::Ravine, GroundClass::Water, GroundClass::Forest, GroundClass::Meadow];

/// A grid of numbers over the padded map.
pub(crate) struct Grid {
    pub values: Vec<f32>,
    pub width: usize,
    pub height: usize,
}

impl Grid {
    /// Bilinear, in texels, texel centers at half numbers, clamped at the border.
    pub fn at(&self, u: f32, v: f32) -> f32 {
        let (u, v) = ((u - 0.5).clamp(0.0, self.width as f32 - 1.001), (v - 0.5).clamp(0.0, self.height as f32 - 1.001));
        let (i, j) = (u as usize, v as usize);
        let (fu, fv) = (u - i as f32, v - j as f32);
        let k = j * self.width + i;
        let a = &self.values;
        (a[k] * (1.0 - fu) + a[k + 1] * fu) * (1.0 - fv) + (a[k + self.width] * (1.0 - fu) + a[k + self.width + 1] * fu) * fv
    }
}

/// Signed distances in metres, positive inside, and heights.
pub struct Field {
    /// Cells of the map in a row.
    pub width: usize,
    /// Rows of the map.
    pub height: usize,
    /// Texels of the distance grids a metre.
    pub texels_a_metre: usize,
    distance: [Grid; 7],
    /// Metres into the rock, one texel a metre.
    deep: Grid,
    /// Height of the nearest rock, smooth, one texel a metre.
    cliff_top: Grid,
}

impl Field {
    pub(crate) fn new(map: &GroundMap) -> Self {
        let (padded_width, padded_height) = (map.width + 2 * PAD_M, map.height + 2 * PAD_M);
        let texels = if map.width * map.height > 256 * 256 { 2 } else { 4 };
        let cell = |i: usize, j: usize| {
            let c = |v: usize, n: usize| v.saturating_sub(PAD_M).min(n - 1);
            c(j, map.height) * map.width + c(i, map.width)
        };
        let (width, height) = (padded_width * texels, padded_height * texels);
        let distance = std::thread::scope(|scope| {
            let threads = CLASSES.map(|class| {
                scope.spawn(move || {
                    if !map.classes.contains(&class) {
                        return Grid { values: vec![-(REACH_M as f32); width * height], width, height };
                    }
                    let mask: Vec<bool> = (0..width * height).map(|k| map.classes[cell(k % width / texels, k / width / texels)] == class).collect();
                    class_distance(&mask, width, height, texels, class)
                })
            });
            threads.map(|t| t.join().unwrap_or_else(|_| Grid { values: vec![-(REACH_M as f32); width * height], width, height }))
        });
        let rock = |k: usize| map.classes[cell(k % padded_width, k / padded_width)] == GroundClass::Cliff;
        let cells = padded_width * padded_height;
        let outside: Vec<bool> = (0..cells).map(|k| !rock(k)).collect();
        let deep: Vec<f32> = squared_distance(&outside, padded_width, padded_height, 40).iter().map(|d| d.sqrt()).collect();
        let deep = Grid { values: blur(&deep, padded_width, padded_height, 2.0), width: padded_width, height: padded_height };
        // heights of rock, spread outwards: a mean weighted by nearness, so that walls follow smoothly
        let weight: Vec<f32> = (0..cells).map(|k| if rock(k) { 1.0 } else { 0.0 }).collect();
        let known = |k: usize| {
            let v = map.cliff_m[cell(k % padded_width, k / padded_width)];
            if v.is_finite() { v.clamp(0.5, 24.0) } else { CLIFF_M }
        };
        let value: Vec<f32> = (0..cells).map(|k| weight[k] * known(k)).collect();
        let near = (blur(&value, padded_width, padded_height, 1.5), blur(&weight, padded_width, padded_height, 1.5));
        let values = (0..cells).map(|k| (near.0[k] + 0.002 * CLIFF_M) / (near.1[k] + 0.002)).collect();
        let cliff_top = Grid { values, width: padded_width, height: padded_height };
        Self { width: map.width, height: map.height, texels_a_metre: texels, distance, deep, cliff_top }
    }

    /// Signed distance to the border of a class, positive inside, up to 6 m.
    #[must_use]
    pub fn at(&self, class: Class, x: f32, y: f32) -> f32 {
        let k = self.texels_a_metre as f32;
        self.distance[class as usize].at((x + PAD_M as f32) * k, (y + PAD_M as f32) * k)
    }

    fn deep(&self, x: f32, y: f32) -> f32 {
        self.deep.at(x + PAD_M as f32, y + PAD_M as f32)
    }

    /// Walkable ground: gentle, for feet stand on it.
    #[must_use]
    pub fn low(&self, x: f32, y: f32) -> f32 {
        let (road, rough, water) = (self.at(Class::Road, x, y), self.at(Class::Rough, x, y), self.at(Class::Water, x, y));
        let mut z = 0.22 * (fbm(x / 11.0, y / 11.0, 3, 2) - 0.5) * (1.0 - smooth(-1.5, 0.8, road)) - 0.07 * smooth(-0.4, 0.5, road);
        if rough > -0.3 {
            z += smooth(-0.3, 0.8, rough) * 0.26 * (fbm(x / 1.4, y / 1.4, 5, 2) - 0.45);
        }
        z -= smooth(-1.2, 1.6, water);
        let lip = (self.at(Class::Ravine, x, y) + 0.5) / 0.7;
        z += 0.18 * (-(lip * lip)).exp();
        z + self.outside(x, y)
    }

    /// Top of the rock, also where there is none: what a plateau would have here.
    #[must_use]
    pub fn high(&self, x: f32, y: f32) -> f32 {
        let d = self.deep(x, y).max(0.0);
        let z = self.cliff_top.at(x + PAD_M as f32, y + PAD_M as f32) + 0.35 * (fbm(x / 5.0, y / 5.0, 9, 2) - 0.5);
        z + (0.10 * (d - 2.0).max(0.0).powf(1.3)).min(9.0) + 2.2 * smooth(4.0, 16.0, d) * (fbm(x / 13.0, y / 13.0, 11, 3) - 0.35) + self.outside(x, y)
    }

    /// Bottom of a gorge, also where there is none.
    #[must_use]
    pub fn bed(&self, x: f32, y: f32) -> f32 {
        -RAVINE_DEPTH_M + 0.9 * (fbm(x / 3.0, y / 3.0, 21, 2) - 0.5)
    }

    /// What is drawn here: plateau, gorge or walkable ground.
    #[must_use]
    pub fn surface(&self, x: f32, y: f32) -> f32 {
        if self.at(Class::Cliff, x, y) > CLIFF_ISO {
            return self.high(x, y);
        }
        let gorge = smooth(RAVINE_ISO, RAVINE_ISO + 1.4, self.at(Class::Ravine, x, y));
        let low = self.low(x, y);
        if gorge > 0.0 { low + (self.bed(x, y) - low) * gorge } else { low }
    }

    /// Beyond the map the ground rises, so that the horizon is never a line.
    pub(crate) fn outside(&self, x: f32, y: f32) -> f32 {
        let o = (-x).max(x - self.width as f32).max(-y).max(y - self.height as f32).max(0.0);
        0.012 * o.powf(1.9)
    }

    /// Size of the distance textures in texels.
    pub(crate) fn texture_size(&self) -> (usize, usize) {
        (self.distance[0].width, self.distance[0].height)
    }

    /// Texels: (road, rough, cliff, ravine) of 4 m, and (water 4 m, depth into the rock 40 m, forest 4 m, meadow 4 m), signed bytes.
    pub(crate) fn textures(&self) -> (Vec<[i8; 4]>, Vec<[i8; 4]>) {
        let byte = |v: f32, reach: f32| (v / reach * 127.0).clamp(-127.0, 127.0).round() as i8;
        let d = |class: usize, k: usize| byte(self.distance[class].values[k], 4.0);
        let (width, height) = self.texture_size();
        let scale = self.texels_a_metre as f32;
        let first = (0..width * height).map(|k| [d(0, k), d(1, k), d(2, k), d(3, k)]).collect();
        let second = (0..width * height)
            .map(|k| {
                let (x, y) = ((k % width) as f32 + 0.5, (k / width) as f32 + 0.5);
                [d(4, k), byte(self.deep.at(x / scale, y / scale), 40.0), d(5, k), d(6, k)]
            })
            .collect();
        (first, second)
    }
}

fn class_distance(mask: &[bool], width: usize, height: usize, texels: usize, class: GroundClass) -> Grid {
    let unmask: Vec<bool> = mask.iter().map(|m| !m).collect();
    let cap = REACH_M * texels;
    let (outside, inside) = (squared_distance(mask, width, height, cap), squared_distance(&unmask, width, height, cap));
    let hard: Vec<f32> = (0..width * height).map(|k| (if mask[k] { inside[k].sqrt() - 0.5 } else { 0.5 - outside[k].sqrt() }) / texels as f32).collect();
    let mut soft = blur(&hard, width, height, 0.8 * texels as f32);
    let wobble = match class {
        GroundClass::Cliff => 41,
        GroundClass::Ravine => 47,
        _ => 0,
    };
    let metre = 1.0 / texels as f32;
    for k in 0..width * height {
        soft[k] = soft[k].clamp(hard[k] - 0.45, hard[k] + 0.45);
        if wobble > 0 && soft[k].abs() < 3.0 {
            let (x, y) = ((k % width) as f32 * metre - PAD_M as f32, (k / width) as f32 * metre - PAD_M as f32);
            soft[k] += 0.44 * (fbm(x / 2.3, y / 2.3, wobble, 2) - 0.5) * (1.0 - soft[k].abs() / 3.0);
        }
    }
    Grid { values: soft, width, height }
}

/// Squared distance in texels to the nearest set texel, exact up to `cap`: rows by two sweeps, columns by search.
fn squared_distance(mask: &[bool], width: usize, height: usize, cap: usize) -> Vec<f32> {
    let far = cap as f32 + 1.0;
    let mut row = vec![far; width * height];
    for (line, m) in row.chunks_exact_mut(width).zip(mask.chunks_exact(width)) {
        let mut d = far;
        for i in 0..width {
            d = if m[i] { 0.0 } else { (d + 1.0).min(far) };
            line[i] = d;
        }
        d = far;
        for i in (0..width).rev() {
            d = if m[i] { 0.0 } else { (d + 1.0).min(far) };
            line[i] = line[i].min(d);
        }
    }
    for v in &mut row {
        *v *= *v;
    }
    let mut out = row.clone();
    for o in 1..=cap.min(height - 1) {
        let s = (o * o) as f32;
        for j in 0..height - o {
            let (low, high) = (j * width, (j + o) * width);
            for i in 0..width {
                let (a, b) = (row[high + i] + s, row[low + i] + s);
                if a < out[low + i] {
                    out[low + i] = a;
                }
                if b < out[high + i] {
                    out[high + i] = b;
                }
            }
        }
    }
    out
}

fn blur(a: &[f32], width: usize, height: usize, sigma: f32) -> Vec<f32> {
    let r = (3.0 * sigma + 1.0) as i32;
    let mut kernel: Vec<f32> = (-r..=r).map(|i| (-0.5 * (i as f32 / sigma) * (i as f32 / sigma)).exp()).collect();
    let total: f32 = kernel.iter().sum();
    kernel.iter_mut().for_each(|k| *k /= total);
    let mut side = vec![0.0; width * height];
    for j in 0..height {
        for i in 0..width {
            side[j * width + i] =
                kernel.iter().enumerate().map(|(k, w)| w * a[j * width + (i as i32 + k as i32 - r).clamp(0, width as i32 - 1) as usize]).sum();
        }
    }
    let mut out = vec![0.0; width * height];
    for j in 0..height {
        for (k, w) in kernel.iter().enumerate() {
            let from = (j as i32 + k as i32 - r).clamp(0, height as i32 - 1) as usize * width;
            for i in 0..width {
                out[j * width + i] += w * side[from + i];
            }
        }
    }
    out
}
