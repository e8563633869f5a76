//! Puts whoever stands in a wall beside it and sorts the standing, living units into the cells of the grid (H5, H14).

use super::CHUNK;
use crate::stage::Stage;
use crate::tables::Phase;
use base::chunks;

/// Sorts them.
pub fn run(stage: &mut Stage<'_>) {
    let Stage { level, world, derived, .. } = stage;
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
    derived.grid.rebuild(level, world);
}
