//! Moves that stop at walls and the push out of them (H7).

use crate::derived::ground::Ground;
use content::map::Cell;
use content::rules::ClassIndex;
use glam::Vec2;

/// Most that a push moves anybody in one round, metres (H6).
pub const PUSH_MAX_M: f32 = 0.15;

/// The move split per axis; the part into a cell where the class cannot stand is dropped.
#[inline]
#[must_use]
pub fn slide(ground: &Ground, class: ClassIndex, mut at: Vec2, step: Vec2) -> Vec2 {
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
    let span = radius_m.ceil() as i32;
    if i32::from(ground.wall_distance_at(at)) > span {
        return at;
    }
    for _ in 0..2 {
        let middle = Ground::cell_of(at);
        let (mut deepest_m, mut out) = (0.0, Vec2::ZERO);
        for y in middle.y - span..=middle.y + span {
            for x in middle.x - span..=middle.x + span {
                if !ground.solid(Cell::new(x, y)) {
                    continue;
                }
                let corner = Vec2::new(x as f32, y as f32);
                let away = at - at.clamp(corner, corner + 1.0);
                let distance_squared = away.length_squared();
                if distance_squared < radius_m * radius_m && distance_squared > 1e-9 {
                    let distance_m = distance_squared.sqrt();
                    if radius_m - distance_m > deepest_m {
                        deepest_m = radius_m - distance_m;
                        out = away / distance_m;
                    }
                }
            }
        }
        if deepest_m <= 0.0 {
            break;
        }
        at = slide(ground, class, at, out * deepest_m.min(PUSH_MAX_M));
    }
    at
}
