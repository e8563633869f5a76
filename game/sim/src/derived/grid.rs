//! Standing units by cell, by a stable counting sort (H5).

use crate::world::World;
use content::level::Level;
use glam::Vec2;

/// Rows of standing units, cell by cell.
#[derive(Default)]
pub struct Grid {}

impl Grid {
    /// Sorts anew.
    pub fn rebuild(&mut self, level: &Level, world: &World) {
        let _ = (level, world);
        todo!("HORDE helper")
    }

    /// Calls `visit` with the row of every standing unit whose centre lies within `radius_m` of `at`, in cell order, then row order.
    pub fn within(&self, world: &World, at: Vec2, radius_m: f32, visit: impl FnMut(usize)) {
        let _ = (world, at, radius_m, visit);
        todo!("HORDE helper")
    }
}
