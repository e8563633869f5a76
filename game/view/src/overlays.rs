//! Marks of the hand on the ground: footprints, ranges, blasts, the arc of a throw.

use crate::buildings::middle;
use crate::camera::Eye;
use crate::ground::HeightField;
use crate::picture::{OverlayKind, OverlayMark};
use crate::space::Space;
use content::map::Cell;
use content::rules::Rules;
use glam::{Vec2, Vec3, vec2};
use sim::tables::TowerId;
use sim::world::World;

/// Linear RGB and opacity: it can stand there.
pub const FREE: [f32; 4] = [0.22, 0.78, 0.28, 0.5];
/// It cannot stand there. The square is hatched by smaller squares, so color is not the only difference.
pub const BLOCKED: [f32; 4] = [0.86, 0.10, 0.05, 0.55];
/// Reach of a tower.
pub const RANGE: [f32; 4] = [0.95, 0.86, 0.55, 0.75];
/// A blast to come.
pub const BLAST: [f32; 4] = [1.0, 0.36, 0.08, 0.8];
/// Dots of an arc.
const ARC: [f32; 4] = [1.0, 0.85, 0.5, 0.9];

fn mark(at: Vec2, size_m: f32, kind: OverlayKind, color: [f32; 4]) -> OverlayMark {
    OverlayMark { at, height_m: 0.0, size_m, kind, color }
}

/// Where a tower would stand: its footprint, and its reach.
pub fn placing(space: Space, cell: Cell, footprint_cells: u8, range_m: f32, range_min_m: f32, free: bool, out: &mut Vec<OverlayMark>) {
    let at = middle(space, cell, footprint_cells);
    let side = f32::from(footprint_cells.max(1));
    out.push(mark(at, side, OverlayKind::Square, if free { FREE } else { BLOCKED }));
    if !free {
        // a cross of small squares: seen without color
        for k in -2..=2i32 {
            let d = k as f32 * side * 0.2;
            out.push(mark(at + vec2(d, d), side * 0.16, OverlayKind::Square, BLOCKED));
            if k != 0 {
                out.push(mark(at + vec2(d, -d), side * 0.16, OverlayKind::Square, BLOCKED));
            }
        }
    }
    range(at, range_m, range_min_m, out);
}

/// Reach of a tower that stands.
pub fn selected(space: Space, rules: &Rules, world: &World, tower: TowerId, out: &mut Vec<OverlayMark>) {
    let Some(row) = world.tower_ids.row(tower.0).filter(|row| world.towers.id.get(*row) == Some(&tower)) else { return };
    let Some(kind) = rules.towers.get(world.towers.kind[row].index()) else { return };
    range(middle(space, world.towers.cell[row], kind.footprint_cells), kind.range_m, kind.range_min_m, out);
}

fn range(at: Vec2, range_m: f32, range_min_m: f32, out: &mut Vec<OverlayMark>) {
    if range_m > 0.0 {
        out.push(mark(at, 2.0 * range_m, OverlayKind::Ring, RANGE));
    }
    if range_min_m > 0.0 {
        out.push(mark(at, 2.0 * range_min_m, OverlayKind::Ring, BLOCKED));
    }
}

/// Where a bomb would go off, and the way it takes. Places in the view's world; heights above the ground at the ends;
/// `flight_s` seconds in the air from which the arc follows.
pub fn aiming(from: Vec2, from_height_m: f32, at: Vec2, radius_m: f32, flight_s: f32, usable: bool, out: &mut Vec<OverlayMark>) {
    aim_marks(at, radius_m, usable, out);
    let length = from.distance(at);
    let dots = ((length / 1.6) as usize).clamp(8, 40);
    for k in 1..dots {
        let t = k as f32 / dots as f32;
        let height_m = arc_height_m(from_height_m, flight_s, t);
        out.push(OverlayMark { at: from.lerp(at, t), height_m, size_m: 0.24 + 0.14 * t, kind: OverlayKind::Disc, color: ARC });
    }
}

/// The arc that the simulation foretells (map x, map y, height after each tick) as dots, one every few ticks, and its blast
/// where it ends.
pub fn foretold(space: Space, arc: &[[f32; 3]], radius_m: f32, usable: bool, out: &mut Vec<OverlayMark>) {
    let Some(end) = arc.last() else { return };
    let at = space.world_from_map(vec2(end[0], end[1]));
    aim_marks(at, radius_m, usable, out);
    let every = (arc.len() / 24).max(2);
    for (k, p) in arc.iter().enumerate().skip(every).step_by(every) {
        let t = k as f32 / arc.len() as f32;
        out.push(OverlayMark { at: space.world_from_map(vec2(p[0], p[1])), height_m: p[2].max(0.05), size_m: 0.24 + 0.14 * t, kind: OverlayKind::Disc, color: ARC });
    }
}

/// Where a pad's cursor is.
pub fn cursor(at: Vec2, out: &mut Vec<OverlayMark>) {
    out.push(mark(at, 1.6, OverlayKind::Ring, RANGE));
    out.push(mark(at, 0.35, OverlayKind::Disc, RANGE));
}

fn aim_marks(at: Vec2, radius_m: f32, usable: bool, out: &mut Vec<OverlayMark>) {
    let color = if usable { BLAST } else { BLOCKED };
    out.push(mark(at, 2.0 * radius_m, OverlayKind::Ring, color));
    // half the force at the edge: the inner disc says where it is strongest
    out.push(mark(at, radius_m, OverlayKind::Disc, [color[0], color[1], color[2], 0.22]));
}

/// Height on a throw from `from_height_m` that comes down to 0 after `flight_s`, at the part `t` of the time.
#[must_use]
pub fn arc_height_m(from_height_m: f32, flight_s: f32, t: f32) -> f32 {
    from_height_m * (1.0 - t) + 0.5 * sim::GRAVITY * flight_s * flight_s * t * (1.0 - t)
}

/// The middle cell of a building whose footprint has this side, when the pointer is on its middle.
#[must_use]
pub fn cell_under(eye: &Eye, point: Vec2, ground: &HeightField, space: Space, footprint_cells: u8) -> Option<Cell> {
    let half = if footprint_cells.is_multiple_of(2) { 0.5 } else { 0.0 };
    let at = space.map_from_world(eye.ground(point, ground)?.truncate()) + half;
    Some(Cell::new(at.x.floor() as i32, at.y.floor() as i32))
}

/// A dot of an arc as a place in the world, for those who draw it as a point.
#[must_use]
pub fn place(mark: &OverlayMark, ground: &HeightField) -> Vec3 {
    mark.at.extend(ground.at(mark.at) + mark.height_m)
}
