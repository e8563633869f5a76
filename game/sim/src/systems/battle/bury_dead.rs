//! Enemies without health leave the crowd: gold for the player, a body that flies or falls over, later a corpse.
//!
//! Removes rows, so nothing after it in the tick may hold one.

use crate::derived::ground::Ground;
use crate::event::Event;
use crate::flight::{self, HOP_MPS, Throw};
use crate::purpose;
use crate::rule::{Rule, on};
use crate::stage::Stage;
use crate::systems::battle::BattleScratch;
use crate::systems::battle::call_waves::scaled;
use crate::systems::battle::strike_targets::{BROKEN, stop_broken};
use crate::tables::{Body, Corpse, Phase, Units};
use crate::world::{BODIES_MAX, CORPSES_MAX, World};
use base::random::unit;
use glam::Vec2;

/// One entry of the tick list.
pub fn run(stage: &mut Stage<'_>) {
    stop_broken(stage.world);
    lay_out(stage);
    decay(stage);
}

fn lay_out(stage: &mut Stage<'_>) {
    let scratch = &mut stage.scratch.battle;
    let world = &mut *stage.world;
    scratch.gone.clear();
    scratch.gone.extend(world.units.health.iter().map(|health| *health <= 0));
    let Some(first) = scratch.gone.iter().position(|gone| *gone) else { return };
    scratch.removed = true;
    fell_standing(world, &stage.derived.ground, scratch, first);
    let factor = stage.rules.difficulties[world.difficulty as usize].gold;
    // Rising, as the rows are.
    let mut hops = scratch.throws.iter().map(|throw| throw.row as usize).peekable();
    for row in first..scratch.gone.len() {
        if !scratch.gone[row] {
            continue;
        }
        let units = &world.units;
        let (id, kind) = (units.id[row], units.kind[row]);
        world.unit_ids.free(id.0);
        if units.health[row] == BROKEN {
            world.counters.removed_broken += 1;
            continue;
        }
        let hops = hops.next_if_eq(&row).is_some();
        let reward = scaled(stage.rules.enemies[kind.index()].reward, factor);
        world.gold = world.gold.saturating_add(reward);
        world.counters.killed += 1;
        let flies = units.phase[row] == Phase::Flight && !hops;
        stage.events.push(Event::Killed { unit: id, kind, at: units.position[row], reward, flies });
        if on(Rule::DeadFly) {
            world.bodies.push(body(units, row));
        }
    }
    world.units.remove_where(&scratch.gone);
    for row in first..world.units.len() {
        world.unit_ids.moved(world.units.id[row].0, row as u32);
    }
}

/// Who is struck by an arrow on its feet hops on the spot, so that it falls over like everything that falls.
fn fell_standing(world: &mut World, ground: &Ground, scratch: &mut BattleScratch, first: usize) {
    let units = &mut world.units;
    scratch.throws.clear();
    for row in (first..scratch.gone.len()).filter(|row| scratch.gone[*row]) {
        if matches!(units.phase[row], Phase::Standing | Phase::Rising) && units.health[row] != BROKEN {
            let forward = unit(world.seed, purpose::LAUNCH_TUMBLE, u64::from(units.id[row].0), u64::MAX) < 0.5;
            scratch.throws.push(Throw { row: row as u32, wish: Vec2::ZERO, climb_mps: HOP_MPS, forward });
        }
    }
    flight::launch(units, ground, world.tick + 1, &scratch.throws, &mut scratch.flights, |_, _| ());
}

/// What is left of a unit (B8): nothing of it can be hurt, paid for or aimed at any more.
fn body(units: &Units, row: usize) -> Body {
    Body {
        id: units.id[row],
        kind: units.kind[row],
        class: units.class[row],
        belly: units.belly[row],
        phase: units.phase[row],
        phase_ticks: if units.phase[row] == Phase::Lying { flight::DEAD_LYING_TICKS } else { units.phase_ticks[row] },
        position: units.position[row],
        height_m: units.height_m[row],
        climb_mps: units.climb_mps[row],
        throw: units.throw[row],
        angle: units.angle[row],
        spin: units.spin[row],
        body_facing: units.body_facing[row],
        landing: units.landing[row],
        landing_tick: units.landing_tick[row],
    }
}

/// Bodies that have lain long enough, and the oldest beyond the limit, become corpses; so many corpses stay (B8).
fn decay(stage: &mut Stage<'_>) {
    let scratch = &mut stage.scratch.battle;
    let world = &mut *stage.world;
    let bodies = &world.bodies;
    let surplus = bodies.len().saturating_sub(BODIES_MAX);
    let too_many = |row: usize| if on(Rule::OldestFirst) { row < surplus } else { row >= bodies.len() - surplus };
    scratch.gone.clear();
    scratch.gone.extend((0..bodies.len()).map(|row| too_many(row) || (bodies.phase[row] == Phase::Lying && bodies.phase_ticks[row] == 0)));
    for row in (0..bodies.len()).filter(|row| scratch.gone[*row] && on(Rule::Fade)) {
        // One taken from the air lies where it would have come down.
        let at = if bodies.phase[row] == Phase::Flight { bodies.landing[row] } else { bodies.position[row] };
        let (kind, facing, belly) = (bodies.kind[row], bodies.body_facing[row], bodies.belly[row]);
        world.corpses.push(Corpse { kind, belly, position: at, facing });
        stage.events.push(Event::CorpseLeft { unit: bodies.id[row], kind, at, facing, belly: belly == 1 });
    }
    world.bodies.remove_where(&scratch.gone);
    world.corpses.remove_first(world.corpses.len().saturating_sub(CORPSES_MAX));
}
