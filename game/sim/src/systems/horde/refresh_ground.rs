//! Makes walkability, slots and fields anew when a tower came or went.

use crate::stage::Stage;

/// Refreshes what hangs on the towers.
pub fn run(stage: &mut Stage<'_>) {
    let Stage { level, rules, world, derived, .. } = stage;
    if derived.ground.stale(world) {
        derived.ground.rebuild(level, rules, world);
        derived.rings.rebuild(level, rules, world, &derived.ground);
        // All at once: a field that leads into a new wall would be worse than a long tick, and a build is rare.
        derived.fields.rebuild(world, &derived.ground, &derived.rings);
    }
}
