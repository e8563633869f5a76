//! Brings the parts of started waves onto the map, evenly over their time, along their entrances' lines.
//!
//! A spawn waits while the map is full (`UNITS_MAX`) or its entrance is crowded; nobody is lost. Neighbours are looked
//! up in the rows, not in the grid: the grid of the last tick may name rows that have moved since.

use crate::derived::ground::Ground;
use crate::event::Event;
use crate::purpose;
use crate::stage::Stage;
use crate::systems::battle::call_waves;
use crate::tables::{TowerId, Unit, UnitId};
use crate::world::{Outcome, World};
use base::random::{range, unit};
use content::level::{Crowd, Goal, Level, UNITS_MAX};
use content::rules::{ClassIndex, EnemyKind, Rules};
use glam::{Vec2, vec2};

/// Places tried on the line before a spawn waits for the next tick.
const TRIES: u64 = 8;
/// Half the width of the strip along the line on which they appear.
const STRIP_M: f32 = 0.45;
/// Spread of the top speed from one to the next.
const SPEED_SPREAD: f32 = 0.08;

/// One entry of the tick list.
pub fn run(stage: &mut Stage<'_>) {
    if stage.world.outcome != Outcome::Running {
        return;
    }
    for k in 0..stage.world.waves.coming.len() {
        let coming = stage.world.waves.coming[k];
        let group = &stage.level.waves[coming.wave as usize].groups[coming.group as usize];
        let since = stage.world.tick.saturating_sub(coming.start_tick);
        let due = due(coming.count, since, group.start_ticks, group.over_ticks);
        if due > coming.spawned {
            let came = spawn_on_line(stage, k, due - coming.spawned);
            stage.world.waves.coming[k].spawned += came;
        }
    }
    stage.world.waves.coming.retain(|coming| coming.spawned < coming.count);
}

/// How many of a group should have come by now.
fn due(count: u32, since: u32, start: u32, over: u32) -> u32 {
    if since < start {
        0
    } else if over == 0 {
        count
    } else {
        (u64::from(count) * u64::from(since - start) / u64::from(over) + 1).min(u64::from(count)) as u32
    }
}

fn spawn_on_line(stage: &mut Stage<'_>, coming: usize, wanted: u32) -> u32 {
    let level = stage.level;
    let Some(coming) = stage.world.waves.coming.get(coming) else { return 0 };
    let group = &level.waves[coming.wave as usize].groups[coming.group as usize];
    let entrance = &level.entrances[usize::from(group.entrance)];
    let (from, to) = (Vec2::from(entrance.from), Vec2::from(entrance.to));
    let radius_m = level.classes[group.class.index()].radius_m;
    let reach = 2.0 * radius_m + 1.3;
    let (low, high) = (from.min(to) - reach, from.max(to) + reach);
    let taken = &mut stage.scratch.battle.taken;
    taken.clear();
    taken.extend(stage.world.units.position.iter().filter(|at| at.cmpge(low).all() && at.cmple(high).all()));
    let across = (to - from).try_normalize().map_or(Vec2::X, |along| vec2(-along.y, along.x));
    let newcomer = Newcomer { kind: group.enemy, class: group.class, speed_mps: group.speed_mps, goal: group.goal, idle: false };
    let mut came = 0;
    while came < wanted && stage.world.units.len() < UNITS_MAX {
        let next = u64::from(stage.world.unit_ids.handed_out()) + 1;
        let place = (0..TRIES).find_map(|k| {
            let along = unit(stage.world.seed, purpose::SPAWN_PLACE, next, k);
            let off = range(stage.world.seed, purpose::SPAWN_JITTER, next, k, -STRIP_M, STRIP_M);
            let wish = from + (to - from) * along + across * off;
            let ground = &stage.derived.ground;
            let at = ground.nearest_walkable(group.class, wish)?;
            // Half overlaps are pushed apart by the crowd; more would make it jump.
            let gap = radius_m * 1.5;
            stage.scratch.battle.taken.iter().all(|other| other.distance_squared(at) >= gap * gap).then_some(at)
        });
        let Some(at) = place else { break };
        stage.scratch.battle.taken.push(at);
        let id = push_unit(level, stage.rules, stage.world, &newcomer, at);
        stage.events.push(Event::Spawned { unit: id });
        came += 1;
    }
    came
}

/// Testbeds: `count` enemies on a sunflower spiral round a place, each on the nearest cell for its class.
pub fn spawn_round(stage: &mut Stage<'_>, kind: EnemyKind, class: ClassIndex, count: u32, at: Vec2, idle: bool) {
    let spacing = stage.level.classes[class.index()].radius_m * 2.1;
    let newcomer = Newcomer { kind, class, speed_mps: None, goal: Goal::Keep, idle };
    for k in 0..count {
        // Vogel's spiral: equal areas, no two in one place.
        let far = spacing * 0.56 * ((k as f32) + 0.25).sqrt();
        let (sin, cos) = base::math::sin_cos(base::math::wrap_angle(k as f32 * 2.399_963));
        let wish = at + vec2(cos, sin) * far;
        let Some(place) = stage.derived.ground.nearest_walkable(class, wish) else { return };
        let id = push_unit(stage.level, stage.rules, stage.world, &newcomer, place);
        stage.events.push(Event::Spawned { unit: id });
    }
}

/// From the far edge of a crowd's rectangle to a point that lies within, metres.
const EDGE_M: f32 = 0.01;

/// Where a crowd of the level stands: an even lattice over the walkable part of its rectangle, jittered.
#[must_use]
pub fn lay_crowd(ground: &Ground, seed: u64, index: u64, class: ClassIndex, count: u32, from: [f32; 2], to: [f32; 2]) -> Vec<Vec2> {
    let (a, b) = (Vec2::from(from), Vec2::from(to));
    let (low, size) = (a.min(b), (a - b).abs().max(Vec2::splat(0.01)));
    let mut spacing = (size.x * size.y / count.max(1) as f32).sqrt().max(0.02);
    let mut places = Vec::new();
    // Finer and finer until enough lattice points lie on walkable ground; 24 rounds reach a fiftieth of the spacing.
    for round in 0..24_u64 {
        places.clear();
        let (columns, rows) = ((size.x / spacing).ceil().max(1.0) as u64, (size.y / spacing).ceil().max(1.0) as u64);
        for k in 0..columns * rows {
            let jitter = |axis| range(seed, purpose::SPAWN_JITTER, index << 8 | round, k * 2 + axis, -0.2, 0.2);
            let step = vec2((k % columns) as f32 + 0.5 + jitter(0), (k / columns) as f32 + 0.5 + jitter(1));
            let at = low + (step * spacing).min(size);
            if !ground.walkable_at(class, at) {
                continue;
            }
            // The far edge belongs to the next cell, which may be a room that nobody leaves.
            let within = at.min(low + size - EDGE_M);
            if ground.region_at(class, at) == ground.region_at(class, within) {
                places.push(at);
            } else if ground.walkable_at(class, within) {
                places.push(within);
            }
        }
        if places.len() >= count as usize {
            break;
        }
        spacing *= 0.85;
    }
    if places.is_empty() {
        // Nothing walkable inside: all go to the nearest ground, where the crowd pushes them apart.
        places.extend(ground.nearest_walkable(class, low + size * 0.5));
    }
    let found = places.len() as u64;
    if found == 0 {
        return places;
    }
    (0..u64::from(count)).map(|k| places[(k * found / u64::from(count)).min(found - 1) as usize]).collect()
}

/// What somebody who comes is and wants.
#[derive(Clone, Copy, Debug)]
pub struct Newcomer {
    /// Who.
    pub kind: EnemyKind,
    /// Size class.
    pub class: ClassIndex,
    /// Top speed instead of the enemy's own, m/s.
    pub speed_mps: Option<f32>,
    /// Where it goes.
    pub goal: Goal,
    /// Stands still.
    pub idle: bool,
}

impl Newcomer {
    /// One of a crowd of the level.
    #[must_use]
    pub fn of_crowd(crowd: &Crowd) -> Self {
        Self { kind: crowd.enemy, class: crowd.class, speed_mps: crowd.speed_mps, goal: crowd.goal, idle: crowd.idle }
    }
}

/// A new enemy in the last row.
pub fn push_unit(level: &Level, rules: &Rules, world: &mut World, newcomer: &Newcomer, position: Vec2) -> UnitId {
    let Newcomer { kind, class, speed_mps, goal, idle } = *newcomer;
    let enemy = &rules.enemies[kind.index()];
    let id = UnitId(world.unit_ids.allocate(world.units.len() as u32));
    let health = call_waves::scaled(enemy.health, rules.difficulties[world.difficulty as usize].health).max(1);
    let facing = (goal_middle(level, goal) - position).try_normalize().unwrap_or(Vec2::Y);
    let spread = range(world.seed, purpose::SPAWN_SPEED, u64::from(id.0), 0, -SPEED_SPREAD, SPEED_SPREAD);
    world.units.push(Unit {
        kind,
        class,
        idle: u8::from(idle),
        facing,
        body_facing: facing,
        speed_mps: speed_mps.unwrap_or(enemy.speed_mps) * (1.0 + spread),
        health,
        health_max: health,
        target: TowerId::of_goal(goal),
        ..Unit::at(id, position)
    });
    world.counters.spawned += 1;
    id
}

/// Whither one looks before the first step, metres.
fn goal_middle(level: &Level, goal: Goal) -> Vec2 {
    let place = match goal {
        Goal::Keep => None,
        Goal::Exit(k) => level.exits.get(usize::from(k)).and_then(|exit| exit.places.first()),
    };
    let keep = vec2(level.keep.cell.x as f32 + 0.5, level.keep.cell.y as f32 + 0.5);
    place.map_or(keep, |place| (Vec2::from(place.low) + Vec2::from(place.high)) * 0.5)
}
