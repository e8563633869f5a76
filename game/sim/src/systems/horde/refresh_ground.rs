//! Makes walkability, slots and fields anew when a tower came or went, and puts whoever stands in a wall beside it.

use super::CHUNK;
use crate::stage::Stage;
use crate::tables::Phase;
use base::chunks;

/// Refreshes what hangs on the towers.
pub fn run(stage: &mut Stage<'_>) {
    let Stage { level, rules, world, derived, .. } = stage;
    if derived.ground.stale(world) {
        derived.ground.rebuild(level, rules, world);
        derived.rings.rebuild(level, rules, world, &derived.ground);
        // All at once: a field that leads into a new wall would be worse than a long tick, and a build is rare.
        derived.fields.rebuild(world, &derived.ground, &derived.rings);
    }
    // Every tick and for everybody, not only after a build: who was spawned, thrown or built upon is treated alike.
    let (ground, units) = (&derived.ground, &mut world.units);
    let (class, phase) = (&units.class, &units.phase);
    chunks::each(&mut units.position, CHUNK, |first, positions| {
        for (k, position) in positions.iter_mut().enumerate() {
            let row = first + k;
            if !ground.walkable_at(class[row], *position)
                && phase[row] == Phase::Standing
                && let Some(free) = ground.nearest_walkable(class[row], *position)
            {
                *position = free;
            }
        }
    });
}
