//! Towers choose a target and shoot: arrows at the first (shortest way left), bombs into the densest place.
//!
//! Needs the grid and the fields of this tick. Arrows on their way count as damage promised, so that ten archers do not
//! spend ten arrows on one skeleton.

use crate::TICK_S;
use crate::bomb;
use crate::derived::ground::footprint_square_m;
use crate::event::Event;
use crate::stage::Stage;
use crate::tables::{Arrow, Bomb};
use content::rules::{Attack, Blast};
use glam::{Vec2, vec2};

/// Bombs leave this far above a tower's top, past its own battlements.
const THROW_ABOVE_M: f32 = 0.5;
/// Steps in which a mortar follows an enemy's way.
const LEAD_STEPS: usize = 8;
/// Most places a mortar compares.
const PLACES_MAX: usize = 32;

/// One entry of the tick list.
pub fn run(stage: &mut Stage<'_>) {
    sum_promises(stage);
    for row in 0..stage.world.towers.len() {
        let wait = &mut stage.world.towers.reload_wait[row];
        *wait = wait.saturating_sub(1);
        if *wait > 0 {
            continue;
        }
        let tower = &stage.rules.towers[stage.world.towers.kind[row].index()];
        let shot = match tower.attack {
            Attack::None => false,
            Attack::Arrow { damage, speed_mps } => shoot_arrow(stage, row, damage, speed_mps),
            Attack::Bomb { blast, fuse_ticks, flight_ticks } => throw_bomb(stage, row, blast, fuse_ticks, flight_ticks),
        };
        if shot {
            stage.world.towers.reload_wait[row] = tower.reload_ticks.max(1);
        }
    }
}

/// Middle of a tower in metres.
#[must_use]
pub fn middle(stage: &Stage<'_>, row: usize) -> Vec2 {
    let cell = stage.world.towers.cell[row];
    footprint_square_m(cell, stage.rules.towers[stage.world.towers.kind[row].index()].footprint_cells).0
}

fn sum_promises(stage: &mut Stage<'_>) {
    let promised = &mut stage.scratch.battle.promised;
    promised.clear();
    promised.resize(stage.world.units.len(), 0);
    let arrows = &stage.world.arrows;
    for k in 0..arrows.len() {
        if let Some(row) = stage.world.unit_ids.row(arrows.target[k].0) {
            promised[row] = promised[row].saturating_add(arrows.damage[k]);
        }
    }
}

fn shoot_arrow(stage: &mut Stage<'_>, row: usize, damage: i32, speed_mps: f32) -> bool {
    let tower = &stage.rules.towers[stage.world.towers.kind[row].index()];
    let from = middle(stage, row);
    let near = tower.range_min_m * tower.range_min_m;
    let units = &stage.world.units;
    let promised = &stage.scratch.battle.promised;
    let fields = &stage.derived.fields;
    let mut best: Option<(f32, usize)> = None;
    stage.derived.grid.within(stage.world, from, tower.range_m, |unit| {
        if units.health[unit] <= promised[unit] || units.position[unit].distance_squared(from) < near {
            return;
        }
        let left = fields.distance_m(units.target[unit], units.class[unit], units.position[unit]).unwrap_or(f32::MAX);
        if best.is_none_or(|(least, row)| left < least || (left == least && units.id[unit] < units.id[row])) {
            best = Some((left, unit));
        }
    });
    let Some((_, unit)) = best else { return false };
    let way = units.position[unit] - from;
    let ticks = ((way.length() / (speed_mps.max(1.0) * TICK_S)).ceil() as u16).clamp(1, 300);
    let at = units.position[unit] + units.velocity[unit] * (f32::from(ticks) * TICK_S);
    let (target, thrower) = (units.id[unit], stage.world.towers.id[row]);
    stage.scratch.battle.promised[unit] = stage.scratch.battle.promised[unit].saturating_add(damage);
    stage.world.arrows.push(Arrow { target, thrower, damage, flight_ticks: ticks });
    stage.world.towers.facing[row] = way.try_normalize().unwrap_or(stage.world.towers.facing[row]);
    stage.events.push(Event::ArrowShot { tower: thrower, unit: target, at, ticks });
    true
}

fn throw_bomb(stage: &mut Stage<'_>, row: usize, blast: Blast, fuse_ticks: u16, flight_ticks: u16) -> bool {
    let tower = &stage.rules.towers[stage.world.towers.kind[row].index()];
    let from = middle(stage, row);
    let Some(target) = densest(stage, from, tower.range_min_m, tower.range_m, blast.radius_m) else { return false };
    let map = &stage.level.map;
    let most = vec2(map.width as f32 - 0.5, map.height as f32 - 0.5);
    let at = lead(stage, target, f32::from(flight_ticks) * TICK_S).clamp(Vec2::splat(0.5), most);
    let height_m = tower.height_m + THROW_ABOVE_M;
    let (velocity, climb_mps) = bomb::aim(from, height_m, at, flight_ticks);
    let thrower = stage.world.towers.id[row];
    let lies = Bomb::lying(from, height_m, blast, fuse_ticks.max(1), thrower);
    let id = stage.world.add_bomb(Bomb { velocity, climb_mps, grounded: 0, ..lies });
    stage.world.towers.facing[row] = (at - from).try_normalize().unwrap_or(stage.world.towers.facing[row]);
    stage.events.push(Event::BombThrown { bomb: id, from, power: None, tower: thrower });
    true
}

/// Where an enemy will be after a while: it keeps its speed and follows the field of its target, round corners too.
fn lead(stage: &Stage<'_>, unit: usize, seconds: f32) -> Vec2 {
    let units = &stage.world.units;
    let mut at = units.position[unit];
    let speed = units.velocity[unit].length();
    let straight = units.velocity[unit].try_normalize().unwrap_or(Vec2::ZERO);
    let step_m = speed * seconds / LEAD_STEPS as f32;
    for _ in 0..LEAD_STEPS {
        let down = stage.derived.fields.direction(units.target[unit], units.class[unit], at);
        at += if down == Vec2::ZERO { straight } else { down } * step_m;
    }
    at
}

/// The enemy in range with most others inside the blast's radius; of equals the oldest. At most `PLACES_MAX` are
/// compared, evenly spread over those in range, so that a thousand in range cost no more than fifty.
fn densest(stage: &mut Stage<'_>, from: Vec2, range_min_m: f32, range_m: f32, radius_m: f32) -> Option<usize> {
    let world = &*stage.world;
    let grid = &stage.derived.grid;
    let candidates = &mut stage.scratch.battle.candidates;
    candidates.clear();
    grid.within(world, from, range_m, |unit| {
        if world.units.health[unit] > 0 && world.units.position[unit].distance_squared(from) >= range_min_m * range_min_m {
            candidates.push(unit as u32);
        }
    });
    let compared = candidates.len().min(PLACES_MAX);
    let mut best: Option<(u32, usize)> = None;
    for k in 0..compared {
        let unit = candidates[k * candidates.len() / compared] as usize;
        let mut crowd = 0_u32;
        grid.within(world, world.units.position[unit], radius_m, |_| crowd += 1);
        if best.is_none_or(|(most, row)| crowd > most || (crowd == most && world.units.id[unit] < world.units.id[row])) {
            best = Some((crowd, unit));
        }
    }
    best.map(|(_, unit)| unit)
}
