//! Makes walkability and slots anew round a tower that came or went, and masks its walls in every field. The fields themselves follow within their budget (`refresh_fields`).

use crate::stage::Stage;

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
}
