//! Blasts in order: those that commands ordered, then bombs by their ids. Each hurts and throws who is in reach; bombs,
//! kegs and those who carry powder go off one tick later (B9). A carrier dies of it, and what it carried lies where it was
//! as a bomb with a last tick of fuse.
//!
//! Reach is looked up in the rows, not in the grid: the flying and the lying are hit too, and rows are in the order of
//! ids, which is the order of the requests (B3).

use crate::event::{Cause, Event};
use crate::flight::{self, Launcher, Throw};
use crate::rule::{Rule, on};
use crate::stage::Stage;
use crate::systems::battle::PendingBlast;
use crate::tables::{Bomb, Phase, TowerId, Units};
use crate::world::World;
use content::rules::Blast;
use glam::Vec2;

/// One entry of the tick list.
pub fn run(stage: &mut Stage<'_>) {
    gather(stage);
    for k in 0..stage.scratch.battle.blasts.len() {
        let blast = stage.scratch.battle.blasts[k];
        set_off(stage, blast);
    }
}

/// Takes the bombs whose fuse is out from the table.
fn gather(stage: &mut Stage<'_>) {
    let world = &mut *stage.world;
    let scratch = &mut stage.scratch.battle;
    scratch.blasts.clear();
    scratch.blasts.append(&mut scratch.ordered);
    scratch.gone.clear();
    for row in 0..world.bombs.len() {
        let out = world.bombs.fuse_ticks[row] == 0;
        scratch.gone.push(out);
        if !out {
            continue;
        }
        let bombs = &world.bombs;
        let thrower = bombs.thrower[row];
        scratch.blasts.push(PendingBlast {
            at: bombs.position[row],
            height_m: bombs.height_m[row],
            blast: Blast { radius_m: bombs.radius_m[row], force_mps: bombs.force_mps[row], damage: bombs.damage[row] },
            cause: if thrower.is_none() { Cause::Player } else { Cause::Tower(thrower) },
        });
        world.bomb_ids.free(bombs.id[row].0);
    }
    if !on(Rule::SortedBlasts) {
        scratch.blasts.reverse();
    }
    if !scratch.gone.contains(&true) {
        return;
    }
    world.bombs.remove_where(&scratch.gone);
    for row in 0..world.bombs.len() {
        world.bomb_ids.moved(world.bombs.id[row].0, row as u32);
    }
}

fn set_off(stage: &mut Stage<'_>, pending: PendingBlast) {
    let PendingBlast { at, height_m, blast, cause } = pending;
    let number = stage.world.counters.blasts;
    stage.world.counters.blasts += 1;
    let radius_m = blast.radius_m.max(0.01);
    find_struck(&stage.world.units, at, height_m, radius_m, &mut stage.scratch.battle.struck);
    let hit = stage.scratch.battle.struck.len() as u32;
    stage.events.push(Event::Blasted { blast: number, at, height_m, radius_m, hit, cause });
    hurt(stage, &pending, number, radius_m);
    throw(stage, cause);
    light(stage.world, at, height_m, radius_m);
}

/// Rows in reach and how far from the middle they are.
fn find_struck(units: &Units, at: Vec2, height_m: f32, radius_m: f32, struck: &mut Vec<(u32, f32)>) {
    struck.clear();
    let columns = units.position.iter().zip(&units.height_m).zip(&units.health);
    for (row, ((position, own_m), health)) in columns.enumerate() {
        let up = own_m - height_m;
        let far = position.distance_squared(at) + up * up;
        if far <= radius_m * radius_m && *health > 0 {
            struck.push((row as u32, far.sqrt()));
        }
    }
}

/// Takes the damage off those who are struck, and asks for a throw of each that is not immune.
fn hurt(stage: &mut Stage<'_>, pending: &PendingBlast, number: u32, radius_m: f32) {
    let PendingBlast { at, blast, cause, .. } = *pending;
    let world = &mut *stage.world;
    let scratch = &mut stage.scratch.battle;
    let thrower = match cause {
        Cause::Tower(id) => id,
        Cause::Player => TowerId::NONE,
    };
    let tower = world.tower_ids.row(thrower.0);
    let launcher = Launcher::new(world.seed, number, blast);
    scratch.throws.clear();
    for (row, far) in &scratch.struck {
        let (row, share) = (*row as usize, (far / radius_m).clamp(0.0, 1.0));
        let units = &mut world.units;
        let enemy = &stage.rules.enemies[units.kind[row].index()];
        let id = units.id[row];
        // Never below 0, so that cutting the fraction off is rounding down.
        let damage = (blast.damage as f32 * (1.0 - 0.5 * share) + 0.5) as i32;
        units.health[row] = units.health[row].saturating_sub(damage);
        let powder = enemy.blast.filter(|_| on(Rule::Carrier));
        if powder.is_some() {
            units.health[row] = units.health[row].min(0);
        }
        let killed = units.health[row] <= 0;
        if !killed {
            stage.events.push(Event::Hurt { unit: id, damage });
        } else if let Some(tower) = tower {
            world.towers.kills[tower] += 1;
        }
        let place = (units.position[row], units.height_m[row]);
        if !(enemy.knock_immune && on(Rule::Immunity)) || killed && on(Rule::DeadFly) {
            // Whoever is in the air or on the ground already, too (B5).
            if units.phase[row] == Phase::Standing || on(Rule::HitAgain) {
                let (wish, climb_mps) = launcher.velocity(id, place.0 - at, share, enemy.knock_resistance);
                scratch.throws.push(Throw { row: row as u32, wish, climb_mps, forward: launcher.forward(id) });
            }
        }
        if let Some(powder) = powder {
            world.add_bomb(Bomb::lying(place.0, place.1, powder, 1, thrower));
        }
    }
}

fn throw(stage: &mut Stage<'_>, cause: Cause) {
    let Stage { world, derived, scratch, events, .. } = stage;
    let scratch = &mut scratch.battle;
    let now = world.tick;
    let units = &mut world.units;
    flight::launch(units, &derived.ground, now, &scratch.throws, &mut scratch.flights, |unit, apex_m| events.push(Event::Launched { unit, apex_m }));
    let count = scratch.throws.len() as u32;
    world.counters.knocked += count;
    if let Cause::Tower(id) = cause
        && let Some(tower) = world.tower_ids.row(id.0)
    {
        world.towers.thrown[tower] += count;
    }
}

/// Bombs and kegs in reach go off one tick later: the step of that tick burns what is left of their fuse.
fn light(world: &mut World, at: Vec2, height_m: f32, radius_m: f32) {
    if !on(Rule::Chain) {
        return;
    }
    let bombs = &mut world.bombs;
    for row in 0..bombs.len() {
        let up = bombs.height_m[row] - height_m;
        if bombs.position[row].distance_squared(at) + up * up <= radius_m * radius_m {
            bombs.fuse_ticks[row] = bombs.fuse_ticks[row].min(1);
        }
    }
}
