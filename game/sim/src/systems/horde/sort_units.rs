//! Sorts the standing, living units into the cells of the grid (H5, H14).

use crate::stage::Stage;

/// Sorts them.
pub fn run(stage: &mut Stage<'_>) {
    stage.derived.grid.rebuild(stage.level, stage.world);
}
