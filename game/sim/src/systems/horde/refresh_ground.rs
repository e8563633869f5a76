//! Makes walkability and slots anew round a tower that came or went, masks its walls in every field, and puts whoever
//! stands in a wall beside it. The fields themselves follow within their budget (`refresh_fields`).

use crate::stage::Stage;
use crate::tables::Phase;

/// Refreshes what hangs on the towers.
pub fn run(stage: &mut Stage<'_>) {
    let Stage { level, rules, world, derived, scratch, .. } = stage;
    if derived.ground.stale(world) {
        let changed = &mut scratch.horde.changed;
        derived.ground.change(level, rules, world, changed);
        derived.rings.change(level, rules, world, &derived.ground, changed);
        derived.breach.clear();
        for area in &*changed {
            derived.fields.mask(&derived.ground, area);
        }
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
