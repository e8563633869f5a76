//! Marks of the hand on the ground: footprints, ranges, blasts, the arc of a throw. Written over a filled picture.

use crate::buildings::middle;
use crate::camera::Eye;
use crate::ground::HeightField;
use crate::picture::{Picture, mark};
use crate::space::Space;
use base::records::{MarkRecord, PuffRecord};
use content::map::Cell;
use content::rules::Rules;
use glam::{Vec2, Vec3, vec2};
use sim::tables::TowerId;
use sim::world::World;

/// sRGB: it can stand there.
pub const FREE: u32 = 0x7f_dc_8c;
/// It cannot stand there. A cross says so too: color is never alone.
pub const BLOCKED: u32 = 0xf0_5a_3c;
/// Reach of a tower.
pub const RANGE: u32 = 0xf6_e3_b4;
/// A blast to come.
pub const BLAST: u32 = 0xff_a0_46;
/// Most dots of an arc.
const DOTS_MAX: usize = 32;

fn mark(at: Vec2, size_m: f32, kind: f32, color: u32, opacity: f32, fill: f32) -> MarkRecord {
    MarkRecord { position: at.to_array(), yaw: 0.0, size_m, look: [color as f32, opacity, fill, kind] }
}

/// What is to be placed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Its middle cell.
    pub cell: Cell,
    /// Side in cells.
    pub footprint_cells: u8,
    /// Reach in metres.
    pub range_m: f32,
    /// Nearer than this it cannot shoot.
    pub range_min_m: f32,
    /// It can stand there.
    pub free: bool,
}

/// Where a tower would stand: its footprint, and its reach.
pub fn placing(space: Space, plan: &Plan, picture: &mut Picture) {
    let at = middle(space, plan.cell, plan.footprint_cells);
    let side = f32::from(plan.footprint_cells.max(1));
    let color = if plan.free { FREE } else { BLOCKED };
    picture.overlays.push(mark(at, side, mark::FOOTPRINT, color, 0.85, 0.45));
    if !plan.free {
        for k in [-2i32, -1, 0, 1, 2] {
            let d = k as f32 * side * 0.17;
            picture.overlays.push(mark(at + vec2(d, d), side * 0.14, mark::FOOTPRINT, BLOCKED, 0.9, 1.0));
            if k != 0 {
                picture.overlays.push(mark(at + vec2(d, -d), side * 0.14, mark::FOOTPRINT, BLOCKED, 0.9, 1.0));
            }
        }
    }
    range(at, plan.range_m, plan.range_min_m, picture);
}

/// The footprint and the reach of a tower that stands.
pub fn selected(space: Space, rules: &Rules, world: &World, tower: TowerId, picture: &mut Picture) {
    let Some(row) = world.tower_ids.row(tower.0).filter(|row| world.towers.id.get(*row) == Some(&tower)) else { return };
    let Some(kind) = rules.towers.get(world.towers.kind[row].index()) else { return };
    let at = middle(space, world.towers.cell[row], kind.footprint_cells);
    picture.overlays.push(mark(at, f32::from(kind.footprint_cells) + 0.4, mark::FOOTPRINT, RANGE, 0.8, 0.0));
    range(at, kind.range_m, kind.range_min_m, picture);
}

fn range(at: Vec2, range_m: f32, range_min_m: f32, picture: &mut Picture) {
    if range_m > 0.0 {
        picture.overlays.push(mark(at, 2.0 * range_m, mark::RING, RANGE, 0.75, 0.0));
    }
    if range_min_m > 0.0 {
        picture.overlays.push(mark(at, 2.0 * range_min_m, mark::DISC, BLOCKED, 0.5, 0.25));
    }
}

/// The arc that the simulation foretells (map x, map y, height above the ground after each tick) as glowing dots, and the
/// blast where it ends. `usable`: it can be thrown now.
pub fn aiming(space: Space, arc: &[[f32; 3]], radius_m: f32, usable: bool, ground: &HeightField, picture: &mut Picture) {
    let Some(end) = arc.last() else { return };
    let at = space.world_from_map(vec2(end[0], end[1]));
    let color = if usable { BLAST } else { BLOCKED };
    picture.overlays.push(mark(at, 2.0 * radius_m, mark::DISC, color, 0.85, 0.3));
    // half the force at the edge: the inner ring says where it is strongest
    picture.overlays.push(mark(at, radius_m, mark::RING, color, 0.6, 0.0));
    let every = arc.len().div_ceil(DOTS_MAX).max(2);
    for (k, p) in arc.iter().enumerate().skip(every).step_by(every) {
        let t = k as f32 / arc.len() as f32;
        let place = place(space, *p, ground);
        picture.puffs.push(PuffRecord {
            position: place.into(),
            size_m: 0.17 + 0.10 * t,
            color: [0.9, 0.7, 0.4, 0.9],
            look: [1.0, if usable { 1.0 } else { 0.0 }, 0.5, 0.0],
        });
    }
}

/// Where a pad's cursor is.
pub fn cursor(at: Vec2, picture: &mut Picture) {
    picture.overlays.push(mark(at, 1.6, mark::RING, RANGE, 0.9, 0.0));
    picture.overlays.push(mark(at, 0.35, mark::DISC, RANGE, 0.9, 0.8));
}

/// A point of a foretold arc in the view's world.
fn place(space: Space, p: [f32; 3], ground: &HeightField) -> Vec3 {
    let at = space.world_from_map(vec2(p[0], p[1]));
    at.extend(ground.at(at) + p[2] + 0.2)
}

/// Where the bomb will go off and nothing more: for places that cannot be aimed at.
pub fn blocked_aim(at: Vec2, radius_m: f32, picture: &mut Picture) {
    picture.overlays.push(mark(at, 2.0 * radius_m, mark::RING, BLOCKED, 0.8, 0.0));
}

/// The middle cell of a building whose footprint has this side, when the pointer is on its middle.
#[must_use]
pub fn cell_under(eye: &Eye, point: Vec2, ground: &HeightField, space: Space, footprint_cells: u8) -> Option<Cell> {
    let half = if footprint_cells.is_multiple_of(2) { 0.5 } else { 0.0 };
    let at = space.map_from_world(eye.ground(point, ground)?.truncate()) + half;
    Some(Cell::new(at.x.floor() as i32, at.y.floor() as i32))
}
