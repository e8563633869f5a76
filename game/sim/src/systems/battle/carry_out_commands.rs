//! Carries out the commands of the tick's start: the level's own first, then those given. Every refusal is an event.
//!
//! Runs first. Towers that come or go are followed by `refresh_ground` at once, so that the next command of the same
//! tick is checked against the ground as it is.

use crate::bomb;
use crate::building;
use crate::event::{Cause, Event, Refusal};
use crate::stage::Stage;
use crate::systems::battle::{PendingBlast, call_waves, spawn_units};
use crate::systems::horde::refresh_ground;
use crate::tables::{Bomb, TowerId, TowerRow};
use crate::world::Outcome;
use content::command::{BlastOrder, Command};
use content::level::UNITS_MAX;
use content::map::Cell;
use content::rules::{EnemyKind, PowerKind, TowerKind};
use glam::{Vec2, vec2};

/// A second call within this many ticks is a double click.
pub const CALL_GUARD_TICKS: u32 = 15;
/// The player's bombs start this far above the keep's roof.
pub const THROW_ABOVE_M: f32 = 1.0;
/// Widest blast a command may order.
const ORDERED_RADIUS_MAX_M: f32 = 64.0;

/// One entry of the tick list.
pub fn run(stage: &mut Stage<'_>, commands: &[Command]) {
    stage.scratch.battle.built = false;
    stage.scratch.battle.removed = false;
    stage.scratch.battle.ordered.clear();
    let now = stage.world.tick;
    let level = stage.level;
    for timed in level.commands.iter().filter(|timed| timed.tick == now) {
        carry_out(stage, &timed.command);
    }
    for command in commands {
        carry_out(stage, command);
    }
}

fn carry_out(stage: &mut Stage<'_>, command: &Command) {
    let done = if stage.world.outcome != Outcome::Running {
        Err(Refusal::Over)
    } else {
        match *command {
            Command::Build { kind, cell } => build(stage, kind, cell),
            Command::Sell { cell } => sell(stage, cell),
            Command::Power { kind, at } => cast(stage, kind, at),
            Command::CallWave => call(stage),
            Command::Spawn { kind, count, at, idle } => spawn(stage, kind, count, at, idle),
            Command::Blast { at, blast } => order_blast(stage, at, blast),
        }
    };
    if let Err(why) = done {
        stage.events.push(Event::Refused { why });
    }
}

fn build(stage: &mut Stage<'_>, kind: TowerKind, cell: Cell) -> Result<(), Refusal> {
    building::check(stage.level, stage.rules, stage.world, &stage.derived.ground, kind, cell)?;
    let tower = &stage.rules.towers[kind.index()];
    let world = &mut *stage.world;
    world.gold -= tower.price;
    let id = TowerId(world.tower_ids.allocate(world.towers.len() as u32));
    world.towers.push(TowerRow { id, kind, cell, health: tower.health, reload_wait: 0, facing: Vec2::Y, kills: 0, thrown: 0, paid: tower.price });
    world.towers_revision = world.towers_revision.wrapping_add(1);
    stage.scratch.battle.built = true;
    stage.events.push(Event::TowerBuilt { tower: id, kind, cell });
    refresh_ground::run(stage);
    Ok(())
}

fn sell(stage: &mut Stage<'_>, cell: Cell) -> Result<(), Refusal> {
    let world = &mut *stage.world;
    let row = world.towers.cell.iter().position(|at| *at == cell).ok_or(Refusal::Nothing)?;
    let refund = building::refund(stage.rules, world, row);
    let tower = world.towers.id[row];
    world.gold = world.gold.saturating_add(refund);
    building::remove_towers(world, &mut stage.scratch.battle.gone, |_, other| other == row);
    stage.events.push(Event::TowerSold { tower, cell, refund });
    refresh_ground::run(stage);
    Ok(())
}

/// The bomb a power would throw from the keep at a place, or why it cannot be aimed there.
pub fn power_bomb(
    stage_level: &content::level::Level,
    rules: &content::rules::Rules,
    ground: &crate::derived::ground::Ground,
    kind: PowerKind,
    at: [f32; 2],
) -> Result<Bomb, Refusal> {
    let power = rules.powers.get(kind.index()).ok_or(Refusal::Nothing)?;
    let at = Vec2::from(at);
    let map = &stage_level.map;
    // Written so that NaN is outside.
    if !(at.x >= 0.0 && at.y >= 0.0 && at.x < map.width as f32 && at.y < map.height as f32) {
        return Err(Refusal::Ground);
    }
    let keep = stage_level.keep.cell;
    let from = vec2(keep.x as f32 + 0.5, keep.y as f32 + 0.5);
    let height_m = ground.obstacle_m(keep) + THROW_ABOVE_M;
    let (velocity, climb_mps) = bomb::aim(from, height_m, at, power.flight_ticks);
    Ok(Bomb { velocity, climb_mps, grounded: 0, ..Bomb::lying(from, height_m, power.blast, power.fuse_ticks.max(1), TowerId::NONE) })
}

fn cast(stage: &mut Stage<'_>, kind: PowerKind, at: [f32; 2]) -> Result<(), Refusal> {
    let bomb = power_bomb(stage.level, stage.rules, &stage.derived.ground, kind, at)?;
    let charge = stage.world.charges.get_mut(kind.index()).ok_or(Refusal::Nothing)?;
    if charge.charges == 0 {
        return Err(Refusal::NoCharge);
    }
    let power = &stage.rules.powers[kind.index()];
    charge.charges -= 1;
    if charge.wait_ticks == 0 {
        charge.wait_ticks = power.recharge_ticks;
    }
    let id = stage.world.add_bomb(bomb);
    stage.events.push(Event::BombThrown { bomb: id, from: bomb.position, power: Some(kind), tower: TowerId::NONE });
    Ok(())
}

fn call(stage: &mut Stage<'_>) -> Result<(), Refusal> {
    let waves = &mut stage.world.waves;
    let now = stage.world.tick;
    let guarded = waves.last_call_tick != 0 && now < waves.last_call_tick.saturating_add(CALL_GUARD_TICKS);
    if waves.started as usize >= stage.level.waves.len() || guarded {
        return Err(Refusal::NotNow);
    }
    // 0 means "never called".
    waves.last_call_tick = now.max(1);
    call_waves::start(stage, true);
    Ok(())
}

fn spawn(stage: &mut Stage<'_>, kind: EnemyKind, count: u32, at: [f32; 2], idle: bool) -> Result<(), Refusal> {
    if !stage.level.testbed {
        return Err(Refusal::TestbedOnly);
    }
    let enemy = stage.rules.enemies.get(kind.index()).ok_or(Refusal::Nothing)?;
    let class = stage.level.class(&enemy.class).ok_or(Refusal::Nothing)?;
    let at = Vec2::from(at);
    let map = &stage.level.map;
    if !(at.x >= 0.0 && at.y >= 0.0 && at.x < map.width as f32 && at.y < map.height as f32) {
        return Err(Refusal::Ground);
    }
    if count as usize > UNITS_MAX - stage.world.units.len().min(UNITS_MAX) {
        return Err(Refusal::TooMany);
    }
    spawn_units::spawn_round(stage, kind, class, count, at, idle);
    Ok(())
}

fn order_blast(stage: &mut Stage<'_>, at: [f32; 2], order: BlastOrder) -> Result<(), Refusal> {
    if !stage.level.testbed {
        return Err(Refusal::TestbedOnly);
    }
    let at = Vec2::from(at);
    if !at.is_finite() || !order.radius_m.is_finite() || !order.force_mps.is_finite() || order.radius_m <= 0.0 {
        return Err(Refusal::Ground);
    }
    let mut blast: content::rules::Blast = order.into();
    blast.radius_m = blast.radius_m.min(ORDERED_RADIUS_MAX_M);
    blast.damage = blast.damage.clamp(0, 1_000_000);
    stage.scratch.battle.ordered.push(PendingBlast { at, height_m: 0.0, blast, cause: Cause::Player });
    Ok(())
}
