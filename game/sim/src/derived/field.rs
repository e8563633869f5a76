//! Distance fields: one a goal and size class (H2).

use super::ground::Ground;
use crate::tables::TowerId;
use crate::world::World;
use content::level::Level;
use content::rules::ClassIndex;
use glam::Vec2;

/// All fields in use.
#[derive(Default)]
pub struct Fields {}

impl Fields {
    /// Solves every field that `world.crowd.fields` names, from its remembered density.
    pub fn rebuild(&mut self, level: &Level, world: &World, ground: &Ground) {
        let _ = (level, world, ground);
        todo!("HORDE helper")
    }

    /// Way left in metres (costs included) from a point to a target (none: the keep), or none when it cannot be reached
    /// or no field for it is in use.
    #[must_use]
    pub fn distance_m(&self, target: TowerId, class: ClassIndex, at: Vec2) -> Option<f32> {
        let _ = (target, class, at);
        todo!("HORDE helper")
    }

    /// Direction there, length 1, or zero at the goal and where it cannot be reached.
    #[must_use]
    pub fn direction(&self, target: TowerId, class: ClassIndex, at: Vec2) -> Vec2 {
        let _ = (target, class, at);
        todo!("HORDE helper")
    }
}
