//! The sideways wish from the flow grid ahead: round those who are slower by nature, away from those who come towards,
//! keeping right of them (H10).

use super::flow;
use super::wish::right_of;
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
/// So much of those who come is not taken for oncoming where all have one goal: they only drift aside.
const STRAY: f32 = 0.2;
/// Weight of keeping right of those who come.
const KEEP_RIGHT: f32 = 1.0;

/// Wish to the right (positive) or left, -1 ..= 1, for a heading. With one goal for all
/// nobody keeps right of a few: those who walk together to a door from both sides would all drift one way, and a mirrored
/// scene would go otherwise.
#[must_use]
pub fn look(width: usize, cells: &[[u8; 8]], at: Vec2, heading: Vec2, radius_m: f32, speed_mps: f32, several_goals: bool) -> f32 {
    let aside = right_of(heading) * (ASIDE_M * (0.6 + radius_m));
    let against = flow::Against::new(heading);
    let nature = flow::Nature::new(speed_mps);
    let mut sums = [0.0f32; 3];
    let mut oncoming = 0.0;
    for (ahead_m, weight) in AHEAD {
        let middle = at + heading * ahead_m;
        for (k, point) in [middle - aside, middle, middle + aside].into_iter().enumerate() {
            // Negative numbers become huge ones, which lie outside.
            let (x, y) = (point.x as i32 as usize, point.y as i32 as usize);
            let cell = if x < width { cells.get(y.wrapping_mul(width).wrapping_add(x)) } else { None };
            let Some(cell) = cell.filter(|cell| !flow::solid(cell)) else {
                sums[k] += WALL * weight * (SLOW + OPPOSING);
                continue;
            };
            let opposing = against.opposing(cell);
            sums[k] += weight * (SLOW * nature.slower(cell) + OPPOSING * opposing);
            if k == 1 {
                oncoming += weight * opposing;
            }
        }
    }
    // Only bother when something lies ahead.
    let middle = sums[1].min(1.0);
    let stray = if several_goals { 0.0 } else { STRAY };
    let right = KEEP_RIGHT * (oncoming - stray).clamp(0.0, 1.0);
    ((sums[0] - sums[2]) * (BASE + (1.0 - BASE) * middle) + right).clamp(-1.0, 1.0)
}
