//! Makes walkability, slots and fields anew when a tower came or went.

use crate::stage::Stage;

/// Refreshes what hangs on the towers.
pub fn run(stage: &mut Stage<'_>) {
    let Stage { level, rules, world, derived, .. } = stage;
    if derived.ground.stale(world) {
        derived.ground.rebuild(level, rules, world);
        derived.rings.rebuild(level, rules, world, &derived.ground);
        derived.fields.mask(&derived.ground, &derived.ground.all());
    }
}
