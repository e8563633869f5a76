//! What a building site must fulfil, and taking towers away. Reads only, but for [`remove_towers`].

use crate::derived::ground::Ground;
use crate::event::Refusal;
use crate::tables::{NO_FUSE, NO_SLOT, TowerId};
use crate::world::World;
use content::level::{Entrance, Level, Place, TOWERS_MAX};
use content::map::{Cell, Footprint};
use content::rules::{Rules, TowerKind};

/// Share of the price that a sound tower brings back, in percent.
pub const REFUND_PERCENT: i128 = 70;

/// Why a tower of this kind cannot be built there now, or nothing.
pub fn check(level: &Level, rules: &Rules, world: &World, ground: &Ground, kind: TowerKind, cell: Cell) -> Result<(), Refusal> {
    let tower = rules.towers.get(kind.index()).ok_or(Refusal::Nothing)?;
    if world.outcome != crate::Outcome::Running {
        return Err(Refusal::Over);
    }
    if world.towers.len() >= TOWERS_MAX {
        return Err(Refusal::TooMany);
    }
    let site = Footprint::new(cell, tower.footprint_cells);
    // The corners first: a cell far off the map would make a loop of its footprint long for nothing.
    if level.map.index(site.low).is_none() || level.map.index(site.high).is_none() {
        return Err(Refusal::Ground);
    }
    if !site.cells().all(|cell| level.map.terrain_at(cell).buildable()) {
        return Err(Refusal::Ground);
    }
    let keep = Footprint::new(level.keep.cell, level.keep.footprint_cells);
    let towers = &world.towers;
    let taken = |row: usize| Footprint::new(towers.cell[row], rules.towers[towers.kind[row].index()].footprint_cells).overlaps(site);
    let entered = |entrance: &Entrance| site.crossed_by(entrance.from, entrance.to);
    let covers = |place: &Place| site.cells().any(|cell| place.holds(cell.x as f32 + 0.5, cell.y as f32 + 0.5));
    let left_by = level.exits.iter().flat_map(|exit| &exit.places).any(covers);
    // A keg would end up on the roof.
    let bombs = &world.bombs;
    let lies_here = |row: usize| bombs.fuse_ticks[row] == NO_FUSE && site.cells().any(|cell| cell == Ground::cell_of(bombs.position[row]));
    if (0..bombs.len()).any(lies_here) {
        return Err(Refusal::Occupied);
    }
    if site.overlaps(keep) || (0..towers.len()).any(taken) || level.entrances.iter().any(entered) || left_by {
        return Err(Refusal::Occupied);
    }
    if world.gold < tower.price {
        return Err(Refusal::Gold);
    }
    if !level.walling_in && ground.closes_the_way(level, rules, world, site) {
        return Err(Refusal::ClosesTheWay);
    }
    Ok(())
}

/// Gold for selling the tower in this row now: 70 % of what was paid, scaled by its health.
#[must_use]
pub fn refund(rules: &Rules, world: &World, row: usize) -> i32 {
    let full = i128::from(rules.towers[world.towers.kind[row].index()].health.max(1));
    let health = i128::from(world.towers.health[row]).clamp(0, full);
    (i128::from(world.towers.paid[row].max(0)) * REFUND_PERCENT * health / (100 * full)) as i32
}

/// Takes towers away: rows, ids, the targets of those who attacked them. `gone` is a buffer.
pub fn remove_towers(world: &mut World, gone: &mut Vec<bool>, is_gone: impl Fn(&World, usize) -> bool) {
    gone.clear();
    gone.extend((0..world.towers.len()).map(|row| is_gone(world, row)));
    let Some(first) = gone.iter().position(|gone| *gone) else { return };
    for (id, _) in world.towers.id.iter().zip(gone.iter()).filter(|(_, gone)| **gone) {
        world.tower_ids.free(id.0);
    }
    world.towers.remove_where(gone);
    for row in first..world.towers.len() {
        world.tower_ids.moved(world.towers.id[row].0, row as u32);
    }
    world.towers_revision = world.towers_revision.wrapping_add(1);
    let World { units, tower_ids, .. } = world;
    for row in 0..units.len() {
        if !units.target[row].is_none() && units.target[row].exit_index().is_none() && tower_ids.row(units.target[row].0).is_none() {
            units.target[row] = TowerId::NONE;
            units.slot[row] = NO_SLOT;
            units.best_m[row] = f32::MAX;
            units.held_ticks[row] = 0;
        }
    }
}
