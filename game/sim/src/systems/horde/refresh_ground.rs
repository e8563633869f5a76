//! Makes walkability, slots and fields anew when a tower came or went, and puts whoever stands in a wall beside it.

use crate::stage::Stage;
use crate::tables::Phase;

/// Refreshes what hangs on the towers.
pub fn run(stage: &mut Stage<'_>) {
    let Stage { level, rules, world, derived, .. } = stage;
    if derived.ground.stale(world) {
        derived.ground.rebuild(level, rules, world);
        derived.rings.rebuild(level, rules, world, &derived.ground);
        derived.fields.mask(&derived.ground, &derived.ground.all());
    }
    // Every tick and for everybody, not only after a build: who was spawned, thrown or built upon is treated alike.
    let units = &mut world.units;
    for row in 0..units.len() {
        let (class, at) = (units.class[row], units.position[row]);
        if units.phase[row] == Phase::Standing
            && !derived.ground.walkable_at(class, at)
            && let Some(free) = derived.ground.nearest_walkable(class, at)
        {
            units.position[row] = free;
        }
    }
}
