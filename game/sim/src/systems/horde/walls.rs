//! Moves that stop at walls and the push out of them (H7).

use crate::derived::ground::Ground;
use crate::rule::{Rule, on};
use content::map::Cell;
use content::rules::ClassIndex;
use glam::Vec2;

/// Most that a push moves anybody in one round, metres (H6).
pub const PUSH_MAX_M: f32 = 0.15;

/// Nearer to a wall than its radius and this a unit walks along it, metres.
const TOUCH_M: f32 = 0.05;

/// The move split per axis; the part into a cell where the class cannot stand is dropped.
#[inline]
#[must_use]
pub fn slide(ground: &Ground, class: ClassIndex, mut at: Vec2, step: Vec2) -> Vec2 {
    if !on(Rule::AxisSplit) {
        let to = at + step;
        return if ground.walkable_at(class, to) { to } else { at };
    }
    let x = Vec2::new(at.x + step.x, at.y);
    if ground.walkable_at(class, x) {
        at = x;
    }
    let y = Vec2::new(at.x, at.y + step.y);
    if ground.walkable_at(class, y) {
        at = y;
    }
    at
}

/// Out of the real walls: from the deepest blocked cell first, twice. So an inner corner never adds up, and the corner
/// of a block pushes only where it is an outer one.
#[must_use]
pub fn push_out(ground: &Ground, class: ClassIndex, mut at: Vec2) -> Vec2 {
    let radius_m = ground.radius_m(class);
    if !on(Rule::WallPush) {
        return at;
    }
    for _ in 0..2 {
        let Some((out, depth_m)) = deepest_wall(ground, at, radius_m) else { break };
        at = slide(ground, class, at, out * depth_m.min(PUSH_MAX_M));
    }
    at
}

/// A heading that presses into a wall at arm's length goes along it: at the edge of a post, half of the wish into the
/// rock and a neighbour beside held somebody for good.
#[must_use]
pub fn along_walls(ground: &Ground, at: Vec2, radius_m: f32, heading: Vec2) -> Vec2 {
    let Some((out, _)) = deepest_wall(ground, at, radius_m + TOUCH_M) else { return heading };
    let into = heading.dot(out);
    if into > -0.1 {
        return heading;
    }
    let along = heading - out * into;
    let length = along.length();
    if length > 0.1 { along / length } else { heading }
}

/// Unit vector out of the nearest real wall within `reach_m`, and how deep that is.
fn deepest_wall(ground: &Ground, at: Vec2, reach_m: f32) -> Option<(Vec2, f32)> {
    let span = reach_m.ceil() as i32;
    if i32::from(ground.wall_distance_at(at)) > span {
        return None;
    }
    let middle = Ground::cell_of(at);
    let mut deepest = None;
    let mut deepest_m = 0.0;
    for y in middle.y - span..=middle.y + span {
        for x in middle.x - span..=middle.x + span {
            if !ground.solid(Cell::new(x, y)) {
                continue;
            }
            let corner = Vec2::new(x as f32, y as f32);
            let away = at - at.clamp(corner, corner + 1.0);
            let distance_squared = away.length_squared();
            if distance_squared < reach_m * reach_m && distance_squared > 1e-9 {
                let distance_m = distance_squared.sqrt();
                if reach_m - distance_m > deepest_m {
                    deepest_m = reach_m - distance_m;
                    deepest = Some((away / distance_m, deepest_m));
                }
            }
        }
    }
    deepest
}
