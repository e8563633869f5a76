//! Melee slots round every target (H12): 24 round a 5 x 5 m tower, in general by perimeter.

use super::ground::Ground;
use crate::tables::TowerId;
use crate::world::World;
use content::level::Level;
use content::rules::Rules;
use glam::Vec2;

/// Slots of all targets.
#[derive(Default)]
pub struct Rings {}

impl Rings {
    /// Lays the slots anew.
    pub fn rebuild(&mut self, level: &Level, rules: &Rules, world: &World, ground: &Ground) {
        let _ = (level, rules, world, ground);
        todo!("HORDE helper")
    }

    /// Where the slot is, or none when the target or the slot does not exist.
    #[must_use]
    pub fn position(&self, target: TowerId, slot: u16) -> Option<Vec2> {
        let _ = (target, slot);
        todo!("HORDE helper")
    }
}
