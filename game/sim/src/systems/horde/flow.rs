//! The flow grid: how many stand in a cell, which way they want to go and how fast they would be.
//!
//! State, since it is made anew only every few ticks; quantized to a byte a layer.

use glam::Vec2;

/// Steps of the density and wish layers in one enemy a cell.
const DENSITY_STEPS: f32 = 32.0;
/// Steps of the speed layer in one enemy a cell at 1 m/s.
const SPEED_STEPS: f32 = 8.0;

/// One cell, unpacked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cell {
    /// Enemies a cell, in units of r 0.4 m, blurred.
    pub density: f32,
    /// The density times the wish in the directions +x, -x, +y, -y.
    pub wish: [f32; 4],
    /// Sum of density times top speed.
    pub speed: f32,
}

impl Cell {
    /// Packs it into bytes.
    #[must_use]
    pub fn pack(self) -> [u8; 8] {
        // Casts saturate at 255.
        let byte = |v: f32, steps: f32| (v * steps + 0.5) as u8;
        let w = self.wish;
        [
            byte(self.density, DENSITY_STEPS),
            byte(w[0], DENSITY_STEPS),
            byte(w[1], DENSITY_STEPS),
            byte(w[2], DENSITY_STEPS),
            byte(w[3], DENSITY_STEPS),
            byte(self.speed, SPEED_STEPS),
            0,
            0,
        ]
    }
}

/// Enemies a cell.
#[must_use]
#[inline]
pub fn density(cell: &[u8; 8]) -> f32 {
    f32::from(cell[0]) / DENSITY_STEPS
}

/// Whether a wall was in the cell at the last refresh.
#[must_use]
#[inline]
pub fn solid(cell: &[u8; 8]) -> bool {
    cell[6] != 0
}

/// The cell of a wall: nobody in it.
pub const SOLID: [u8; 8] = [0, 0, 0, 0, 0, 0, 1, 0];

/// A direction for which opposing density is asked in many cells.
#[derive(Clone, Copy, Debug)]
pub struct Against {
    layers: [usize; 2],
    weights: [f32; 2],
}

impl Against {
    /// For a direction of length 1.
    #[must_use]
    #[inline]
    pub fn new(way: Vec2) -> Self {
        Self { layers: [if way.x > 0.0 { 2 } else { 1 }, if way.y > 0.0 { 4 } else { 3 }], weights: [way.x.abs() / DENSITY_STEPS, way.y.abs() / DENSITY_STEPS] }
    }

    /// How much of the density wants to go against it.
    #[must_use]
    #[inline]
    pub fn opposing(&self, cell: &[u8; 8]) -> f32 {
        f32::from(cell[self.layers[0]]) * self.weights[0] + f32::from(cell[self.layers[1]]) * self.weights[1]
    }
}

/// A top speed with which many cells are compared.
#[derive(Clone, Copy, Debug)]
pub struct Nature {
    speed_weight: f32,
}

impl Nature {
    /// For a top speed in m/s.
    #[must_use]
    #[inline]
    pub fn new(speed_mps: f32) -> Self {
        Self { speed_weight: 1.0 / (SPEED_STEPS * speed_mps) }
    }

    /// How much of the density is slower by nature: top speeds are compared, since with the actual ones every jam would
    /// look slow.
    #[must_use]
    #[inline]
    pub fn slower(&self, cell: &[u8; 8]) -> f32 {
        (f32::from(cell[0]) * (1.0 / DENSITY_STEPS) - f32::from(cell[5]) * self.speed_weight).max(0.0)
    }
}
