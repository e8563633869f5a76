//! Value noise on a hashed lattice, the same integers at load time and in the shaders, and a small generator for scattering.
//! The shaders do not run it: they sample the tile that `tile` makes of it.

/// A number from 0 to 1 for a lattice point.
pub fn hash(ix: i32, iy: i32, key: u32) -> f32 {
    let mut h = (ix as u32).wrapping_mul(374_761_393).wrapping_add((iy as u32).wrapping_mul(668_265_263)).wrapping_add(key.wrapping_mul(974_634_777));
    h = (h ^ (h >> 13)).wrapping_mul(1_274_126_177);
    h ^= h >> 16;
    (h & 0xffff) as f32 / 65535.0
}

fn fade(t: f32) -> f32 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

/// One octave, 0 to 1.
pub fn value(x: f32, y: f32, key: u32) -> f32 {
    periodic(x, y, key, i32::MAX)
}

fn periodic(x: f32, y: f32, key: u32, period: i32) -> f32 {
    let (ix, iy) = (x.floor() as i32, y.floor() as i32);
    let (fx, fy) = (fade(x - ix as f32), fade(y - iy as f32));
    let h = |i: i32, j: i32| if period == i32::MAX { hash(i, j, key) } else { hash(i.rem_euclid(period), j.rem_euclid(period), key) };
    let (a, b, c, d) = (h(ix, iy), h(ix + 1, iy), h(ix, iy + 1), h(ix + 1, iy + 1));
    (a * (1.0 - fx) + b * fx) * (1.0 - fy) + (c * (1.0 - fx) + d * fx) * fy
}

/// Octaves double and turn by 37 degrees, so that no axis shows.
pub fn fbm(mut x: f32, mut y: f32, key: u32, octaves: u32) -> f32 {
    let (mut sum, mut weight, mut total) = (0.0, 1.0, 0.0);
    for o in 0..octaves {
        sum += weight * value(x * 1.03 + 7.3 * o as f32, y * 1.03 - 3.1 * o as f32, key + o);
        total += weight;
        weight *= 0.5;
        (x, y) = (x * 1.6 - y * 1.2, x * 1.2 + y * 1.6);
    }
    sum / total
}

/// 0 below `a`, 1 above `b`, smooth between; also for falling edges.
pub fn smooth(a: f32, b: f32, x: f32) -> f32 {
    let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Lattice units across the tile; 32 texels a unit at 1024 texels.
pub const TILE_UNITS: i32 = 32;
/// Side of the tile.
pub const TILE_TEXELS: usize = 1024;

/// r: three octaves; g: one octave; b: distance to the nearest point of a cell; a: that cell's random number.
/// A tile cannot turn its octaves by 37 degrees and stay periodic, so octaves are shifted; the shader turns the whole tile.
pub fn tile() -> Vec<[u8; 4]> {
    let n = TILE_TEXELS;
    let scale = TILE_UNITS as f32 / n as f32;
    let mut out = vec![[0u8; 4]; n * n];
    for j in 0..n {
        for i in 0..n {
            let (x, y) = ((i as f32 + 0.5) * scale, (j as f32 + 0.5) * scale);
            let mut sum = 0.0;
            for (o, w) in [(0u32, 4.0f32), (1, 2.0), (2, 1.0), (3, 0.5)] {
                let f = (1 << o) as f32;
                sum += w / 7.5 * periodic(x * f + 0.37 * o as f32, y * f + 0.61 * o as f32, 100 + o, TILE_UNITS << o);
            }
            let (ix, iy) = (x.floor() as i32, y.floor() as i32);
            let (mut best, mut random) = (9.0f32, 0.0);
            for dy in -1..=1 {
                for dx in -1..=1 {
                    let (cx, cy) = ((ix + dx).rem_euclid(TILE_UNITS), (iy + dy).rem_euclid(TILE_UNITS));
                    let px = (ix + dx) as f32 + 0.15 + 0.7 * hash(cx, cy, 110);
                    let py = (iy + dy) as f32 + 0.15 + 0.7 * hash(cx, cy, 111);
                    let d = ((px - x).powi(2) + (py - y).powi(2)).sqrt();
                    if d < best {
                        best = d;
                        random = hash(cx, cy, 112);
                    }
                }
            }
            let byte = |v: f32| (v.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
            out[j * n + i] = [byte(sum), byte(periodic(x, y, 105, TILE_UNITS)), byte(best), byte(random)];
        }
    }
    out
}

/// A small generator for scenes: a counter through the hash.
pub struct Random {
    key: u32,
    at: i32,
}

impl Random {
    /// Same key, same numbers.
    pub fn new(key: u32) -> Self {
        Self { key, at: 0 }
    }
    /// 0 to 1.
    pub fn unit(&mut self) -> f32 {
        self.at += 1;
        hash(self.at, self.at >> 7, self.key)
    }
    /// `a` to `b`.
    pub fn range(&mut self, a: f32, b: f32) -> f32 {
        a + (b - a) * self.unit()
    }
    /// Mean 0, spread 1.
    pub fn normal(&mut self) -> f32 {
        (0..6).map(|_| self.unit()).sum::<f32>() * std::f32::consts::SQRT_2 - 3.0 * std::f32::consts::SQRT_2
    }
    /// A whole number below `n`, which is at least 1.
    pub fn below(&mut self, n: usize) -> usize {
        ((self.unit() * n as f32) as usize).min(n.saturating_sub(1))
    }
}
