//! Keeps the peaks: most bodies in the air at once, the living and the dead.

use crate::stage::Stage;
use crate::tables::Phase;

/// One entry of the tick list.
pub fn run(stage: &mut Stage<'_>) {
    let world = &mut *stage.world;
    let flying = |phases: &[Phase]| phases.iter().filter(|phase| **phase == Phase::Flight).count() as u32;
    let now = flying(&world.units.phase) + flying(&world.bodies.phase);
    world.counters.knocked_peak = world.counters.knocked_peak.max(now);
}
