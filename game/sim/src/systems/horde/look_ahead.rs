//! The sideways wish from the flow grid ahead: round those who are slower by nature, away from those who come towards,
//! keeping right of them (H10).

use super::flow;
use super::wish::right_of;
use crate::derived::ground::Ground;
use glam::Vec2;

/// Ticks between two looks of one unit.
pub const LOOK_TICKS: u32 = 4;
/// Share of a new look in the smoothed wish.
pub const LOOK_MIX: f32 = 0.4;
/// Where it looks: metres ahead, and how much that counts.
const AHEAD: [(f32, f32); 3] = [(1.3, 1.0), (2.8, 0.8), (4.4, 0.5)];
/// How far to the sides it looks, metres, for radius 0: plus twice the radius.
const ASIDE_M: f32 = 1.2;
/// How much slower and opposing ones count.
const SLOW: f32 = 0.5;
const OPPOSING: f32 = 0.5;
/// How full a wall counts: less pushes nobody round three abreast, more pushes everybody off the posts of a gap.
const WALL: f32 = 1.5;
/// Share of the wish that stays with nobody straight ahead.
const BASE: f32 = 0.3;
/// Weight of keeping right of those who come.
const KEEP_RIGHT: f32 = 1.0;

/// Wish to the right (positive) or left, -1 ..= 1, for a heading.
#[must_use]
pub fn look(ground: &Ground, cells: &[[u8; 8]], at: Vec2, heading: Vec2, radius_m: f32, speed_mps: f32) -> f32 {
    let right = right_of(heading);
    let mut sums = [0.0f32; 3];
    let mut oncoming = 0.0;
    for (ahead_m, weight) in AHEAD {
        for (k, side) in [(0, -ASIDE_M), (1, 0.0), (2, ASIDE_M)] {
            let point = at + heading * ahead_m + right * (side * (0.6 + radius_m));
            let Some(cell) = ground.index_at(point).filter(|c| !ground.solid_cells()[*c]) else {
                sums[k] += WALL * weight * (SLOW + OPPOSING);
                continue;
            };
            let opposing = flow::opposing(&cells[cell], heading);
            sums[k] += weight * (SLOW * flow::slower(&cells[cell], speed_mps) + OPPOSING * opposing);
            if k == 1 {
                oncoming += weight * opposing;
            }
        }
    }
    // Only bother when something lies ahead.
    let middle = sums[1].min(1.0);
    ((sums[0] - sums[2]) * (BASE + (1.0 - BASE) * middle) + KEEP_RIGHT * oncoming.min(1.0)).clamp(-1.0, 1.0)
}
