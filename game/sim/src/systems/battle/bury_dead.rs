//! Enemies without health leave the crowd: gold for the player, a body that flies or falls over, later a corpse.
//!
//! Removes rows, so nothing after it in the tick may hold one.

use crate::event::Event;
use crate::flight::{self, HOP_MPS};
use crate::purpose;
use crate::stage::Stage;
use crate::systems::battle::call_waves::scaled;
use crate::systems::battle::strike_targets::{BROKEN, stop_broken};
use crate::tables::{Body, Corpse, Phase};
use crate::world::{BODIES_MAX, CORPSES_MAX};
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
    let factor = stage.rules.difficulties[world.difficulty as usize].gold;
    for row in first..scratch.gone.len() {
        if !scratch.gone[row] {
            continue;
        }
        let id = world.units.id[row];
        world.unit_ids.free(id.0);
        if world.units.health[row] == BROKEN {
            world.counters.removed_broken += 1;
            continue;
        }
        let flies = world.units.phase[row] == Phase::Flight;
        if matches!(world.units.phase[row], Phase::Standing | Phase::Rising) {
            // Struck by an arrow on its feet: a small hop on the spot, so that it falls over like everything that falls.
            let forward = unit(world.seed, purpose::LAUNCH_TUMBLE, u64::from(id.0), u64::MAX) < 0.5;
            flight::launch(&mut world.units, row, &stage.derived.ground, world.tick + 1, Vec2::ZERO, HOP_MPS, forward, &mut scratch.heights);
        }
        let unit = world.units.row(row);
        let reward = scaled(stage.rules.enemies[unit.kind.index()].reward, factor);
        world.gold = world.gold.saturating_add(reward);
        world.counters.killed += 1;
        stage.events.push(Event::Killed { unit: id, kind: unit.kind, at: unit.position, reward, flies });
        world.bodies.push(Body {
            id,
            kind: unit.kind,
            class: unit.class,
            belly: unit.belly,
            phase: unit.phase,
            phase_ticks: if unit.phase == Phase::Lying { flight::DEAD_LYING_TICKS } else { unit.phase_ticks },
            position: unit.position,
            height_m: unit.height_m,
            climb_mps: unit.climb_mps,
            throw: unit.throw,
            angle: unit.angle,
            spin: unit.spin,
            body_facing: unit.body_facing,
            landing: unit.landing,
            landing_tick: unit.landing_tick,
        });
    }
    world.units.remove_where(&scratch.gone);
    for row in first..world.units.len() {
        world.unit_ids.moved(world.units.id[row].0, row as u32);
    }
}

/// Bodies that have lain long enough, and the oldest beyond the limit, become corpses; so many corpses stay (B8).
fn decay(stage: &mut Stage<'_>) {
    let scratch = &mut stage.scratch.battle;
    let world = &mut *stage.world;
    let surplus = world.bodies.len().saturating_sub(BODIES_MAX);
    let bodies = &world.bodies;
    scratch.gone.clear();
    scratch.gone.extend((0..bodies.len()).map(|row| row < surplus || (bodies.phase[row] == Phase::Lying && bodies.phase_ticks[row] == 0)));
    for row in (0..bodies.len()).filter(|row| scratch.gone[*row]) {
        // One taken from the air lies where it would have come down.
        let at = if bodies.phase[row] == Phase::Flight { bodies.landing[row] } else { bodies.position[row] };
        let (kind, facing, belly) = (bodies.kind[row], bodies.body_facing[row], bodies.belly[row]);
        world.corpses.push(Corpse { kind, belly, position: at, facing });
        stage.events.push(Event::CorpseLeft { unit: bodies.id[row], kind, at, facing, belly: belly == 1 });
    }
    world.bodies.remove_where(&scratch.gone);
    let surplus = world.corpses.len().saturating_sub(CORPSES_MAX);
    if surplus > 0 {
        scratch.gone.clear();
        scratch.gone.extend((0..world.corpses.len()).map(|row| row < surplus));
        world.corpses.remove_where(&scratch.gone);
    }
}
