//! Blasts in order: those that commands ordered, then bombs by their ids. Each hurts and throws who is in reach; bombs
//! in reach go off one tick later (B9).
//!
//! Reach is looked up in the rows, not in the grid: the flying and the lying are hit too, and rows are in the order of
//! ids, which is the order of the requests (B3).

use crate::event::{Cause, Event};
use crate::flight;
use crate::purpose;
use crate::stage::Stage;
use crate::systems::battle::PendingBlast;
use base::random::unit;
use content::rules::Blast;

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
    world.bombs.remove_where(&scratch.gone);
    for row in 0..world.bombs.len() {
        world.bomb_ids.moved(world.bombs.id[row].0, row as u32);
    }
}

fn set_off(stage: &mut Stage<'_>, pending: PendingBlast) {
    let PendingBlast { at, height_m, blast, cause } = pending;
    let world = &mut *stage.world;
    let scratch = &mut stage.scratch.battle;
    let number = world.counters.blasts;
    world.counters.blasts += 1;
    let radius_m = blast.radius_m.max(0.01);
    scratch.struck.clear();
    for row in 0..world.units.len() {
        let up = world.units.height_m[row] - height_m;
        let far = world.units.position[row].distance_squared(at) + up * up;
        if far <= radius_m * radius_m && world.units.health[row] > 0 {
            scratch.struck.push((row as u32, far.sqrt()));
        }
    }
    stage.events.push(Event::Blasted { blast: number, at, height_m, radius_m, hit: scratch.struck.len() as u32, cause });
    let tower = match cause {
        Cause::Tower(id) => world.tower_ids.row(id.0),
        Cause::Player => None,
    };
    for k in 0..scratch.struck.len() {
        let (row, far) = scratch.struck[k];
        let (row, share) = (row as usize, (far / radius_m).clamp(0.0, 1.0));
        let units = &mut world.units;
        let enemy = &stage.rules.enemies[units.kind[row].index()];
        let id = units.id[row];
        let damage = (blast.damage as f32 * (1.0 - 0.5 * share) + 0.5).floor() as i32;
        units.health[row] = units.health[row].saturating_sub(damage);
        let killed = units.health[row] <= 0;
        if !killed {
            stage.events.push(Event::Hurt { unit: id, damage });
        } else if let Some(tower) = tower {
            world.towers.kills[tower] += 1;
        }
        if enemy.knock_immune && !killed {
            continue;
        }
        let offset = units.position[row] - at;
        let (wish, climb_mps) = flight::launch_velocity(world.seed, id, number, blast, offset, share, enemy.knock_resistance);
        let forward = unit(world.seed, purpose::LAUNCH_TUMBLE, u64::from(id.0), u64::from(number)) < 0.5;
        let apex_m = flight::launch(units, row, &stage.derived.ground, world.tick, wish, climb_mps, forward, &mut scratch.heights);
        world.counters.knocked += 1;
        if let Some(tower) = tower {
            world.towers.thrown[tower] += 1;
        }
        stage.events.push(Event::Launched { unit: id, apex_m });
    }
    for row in 0..world.bombs.len() {
        let up = world.bombs.height_m[row] - height_m;
        if world.bombs.position[row].distance_squared(at) + up * up <= radius_m * radius_m {
            world.bombs.fuse_ticks[row] = world.bombs.fuse_ticks[row].min(1);
        }
    }
}
