//! Reused buffers that mean nothing between ticks, one struct for each system that needs some.

use crate::systems;

/// All scratch.
#[derive(Default)]
pub struct Scratch {
    /// Of the crowd's passes.
    pub horde: systems::horde::HordeScratch,
    /// Of blasts, bombs, bodies and towers.
    pub battle: systems::battle::BattleScratch,
}
