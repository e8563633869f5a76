//! Enemies in a melee slot strike the tower or the keep it belongs to; towers without health fall.
//!
//! Runs after the crowd has moved. Also the first choke point for broken numbers: a unit whose place or speed is not
//! finite never gets past it.

use crate::building;
use crate::event::Event;
use crate::stage::Stage;
use crate::systems::horde::refresh_ground;
use crate::tables::{NO_SLOT, Phase, TowerId, Units};
use crate::world::World;
use base::chunks;
use glam::Vec2;

/// So near to its slot an enemy strikes (H12).
pub const SLOT_REACH_M: f32 = 0.5;
/// Units a chunk of the look for broken numbers.
const CHUNK: usize = 4096;
/// Health of a unit that is to be removed without a trace because a number broke.
pub const BROKEN: i32 = i32::MIN;

/// One entry of the tick list.
pub fn run(stage: &mut Stage<'_>) {
    stop_broken(stage.world);
    strike(stage);
    if stage.world.towers.health.iter().any(|health| *health <= 0) {
        fell(stage);
    }
}

/// A debug build stops with the unit's id; a release marks it for `bury_dead`.
pub fn stop_broken(world: &mut World) {
    let units = &mut world.units;
    if !chunks::any(units.len(), CHUNK, |rows| any_broken(units, rows)) {
        return;
    }
    for row in 0..units.len() {
        if !is_broken(units, row) {
            continue;
        }
        debug_assert!(false, "unit {} has a number that is not finite: {:?}", units.id[row].0, units.row(row));
        units.health[row] = BROKEN;
        units.idle[row] = 1;
        units.position[row] = Vec2::splat(0.5);
        units.velocity[row] = Vec2::ZERO;
        units.facing[row] = Vec2::Y;
        units.throw[row] = Vec2::ZERO;
        units.slot[row] = NO_SLOT;
        units.target[row] = TowerId::NONE;
        (units.height_m[row], units.climb_mps[row], units.angle[row]) = (0.0, 0.0, 0.0);
        units.phase[row] = Phase::Lying;
        units.phase_ticks[row] = 1;
    }
}

/// Column by column, so that eight numbers are looked at together: not finite is whose exponent is all ones.
fn any_broken(units: &Units, rows: std::ops::Range<usize>) -> bool {
    const EXPONENT: u32 = 0x7f80_0000;
    let broken = |number: f32| u32::from(number.to_bits() & EXPONENT == EXPONENT);
    let vectors = [&units.position, &units.velocity, &units.facing, &units.throw];
    let numbers = [&units.height_m, &units.climb_mps, &units.angle];
    vectors.iter().any(|column| column[rows.clone()].iter().fold(0, |any, v| any | broken(v.x) | broken(v.y)) != 0)
        || numbers.iter().any(|column| column[rows.clone()].iter().fold(0, |any, number| any | broken(*number)) != 0)
}

fn is_broken(units: &Units, row: usize) -> bool {
    any_broken(units, row..row + 1)
}

fn strike(stage: &mut Stage<'_>) {
    let world = &mut *stage.world;
    let units = &mut world.units;
    for row in 0..units.len() {
        if units.phase[row] != Phase::Standing {
            continue;
        }
        units.strike_wait[row] = units.strike_wait[row].saturating_sub(1);
        if units.slot[row] == NO_SLOT || units.idle[row] == 1 || units.health[row] <= 0 {
            continue;
        }
        let target = units.target[row];
        let Some(slot) = stage.derived.rings.position(target, units.slot[row]) else { continue };
        if units.position[row].distance_squared(slot) > SLOT_REACH_M * SLOT_REACH_M {
            continue;
        }
        let enemy = &stage.rules.enemies[units.kind[row].index()];
        if target.is_none() && units.reached[row] == 0 {
            units.reached[row] = 1;
            world.counters.reached_keep += 1;
        }
        if units.strike_wait[row] > 0 {
            continue;
        }
        units.strike_wait[row] = enemy.strike_ticks.max(1);
        let unit = units.id[row];
        if target.is_none() {
            world.keep_health = world.keep_health.saturating_sub(enemy.keep_damage).max(0);
            stage.events.push(Event::KeepStruck { unit, damage: enemy.keep_damage });
        } else if let Some(tower) = world.tower_ids.row(target.0) {
            world.towers.health[tower] = world.towers.health[tower].saturating_sub(enemy.damage);
            stage.events.push(Event::TowerStruck { tower: target, unit, damage: enemy.damage });
        }
    }
}

fn fell(stage: &mut Stage<'_>) {
    let towers = &stage.world.towers;
    for row in (0..towers.len()).filter(|row| towers.health[*row] <= 0) {
        stage.events.push(Event::TowerDestroyed { tower: towers.id[row], kind: towers.kind[row], cell: towers.cell[row] });
    }
    building::remove_towers(stage.world, &mut stage.scratch.battle.gone, |world, row| world.towers.health[row] <= 0);
    refresh_ground::run(stage);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(debug_assertions, should_panic(expected = "unit 1 has a number that is not finite"))]
    fn broken_numbers_stop_here() {
        let mut world = World::empty();
        let id = crate::tables::UnitId(world.unit_ids.allocate(0));
        world.units.push(crate::tables::Unit::at(id, Vec2::new(f32::NAN, 3.0)));
        stop_broken(&mut world);
        // Only in a release: marked for the end of the tick, harmless until then.
        assert_eq!((world.units.health[0], world.units.position[0]), (BROKEN, Vec2::splat(0.5)));
    }
}
