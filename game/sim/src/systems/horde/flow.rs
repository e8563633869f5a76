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

/// How much of the density wants to go against a direction.
#[must_use]
#[inline]
pub fn opposing(cell: &[u8; 8], way: Vec2) -> f32 {
    let x = if way.x > 0.0 { way.x * f32::from(cell[2]) } else { -way.x * f32::from(cell[1]) };
    let y = if way.y > 0.0 { way.y * f32::from(cell[4]) } else { -way.y * f32::from(cell[3]) };
    (x + y) / DENSITY_STEPS
}

/// How much of the density is slower by nature than `speed_mps`: top speeds are compared, since with the actual ones
/// every jam would look slow.
#[must_use]
#[inline]
pub fn slower(cell: &[u8; 8], speed_mps: f32) -> f32 {
    (density(cell) - f32::from(cell[5]) / SPEED_STEPS / speed_mps).max(0.0)
}
