//! Fills the HUD's models from the world; finds what lies under the pointer. Reads only.

use super::{BuildEntry, Hand, Hud, PowerEntry, PreviewEntry, TowerPanel};
use crate::statistics::in_the_air;
use content::level::Level;
use content::map::Cell;
use content::rules::{Attack, EnemyKind, PowerKind, Rules, TowerKind};
use glam::Vec2;
use sim::TICKS_PER_SECOND;
use sim::building;
use sim::systems::battle::call_waves;
use sim::tables::{TowerId, UnitId};
use sim::world::World;

/// What everything is read from.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The level.
    pub level: &'a Level,
    /// The tables.
    pub rules: &'a Rules,
    /// The state.
    pub world: &'a World,
}

impl<'a> From<&'a sim::Simulation> for Source<'a> {
    fn from(simulation: &'a sim::Simulation) -> Self {
        Self { level: simulation.level(), rules: simulation.rules(), world: simulation.world() }
    }
}

/// What the HUD shows that is no part of the world.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// The selected tower, or none.
    pub selected: TowerId,
    /// What the hand does.
    pub hand: Hand,
    /// Index of the speed.
    pub speed: usize,
    /// Paused by the player.
    pub paused: bool,
    /// The machine cannot keep the speed.
    pub slow: bool,
    /// A message and its age.
    pub message: Option<(String, f32)>,
}

/// The HUD of this moment.
#[must_use]
pub fn fill(source: Source<'_>, board: &Board) -> Hud {
    let Source { level, rules, world } = source;
    let waves = level.waves.len() as u32;
    let more = world.waves.started < waves;
    Hud {
        level: level.name.clone(),
        gold: world.gold,
        keep_health: world.keep_health.max(0),
        keep_health_max: level.keep.health,
        wave: world.waves.started,
        waves,
        next_wave_s: more.then(|| world.waves.next_tick.saturating_sub(world.tick) as f32 / TICKS_PER_SECOND as f32),
        call_bonus: call_waves::bonus(level, rules, world),
        preview: preview(source),
        alive: world.units.len() as u32,
        in_the_air: in_the_air(world),
        fallen: world.counters.killed,
        towers: rules.towers.iter().enumerate().map(|(k, _)| build_entry(source, TowerKind(k as u8))).collect(),
        powers: rules.powers.iter().enumerate().map(|(k, _)| power_entry(source, PowerKind(k as u8))).collect(),
        selected: tower_panel(source, board.selected),
        hand: board.hand.clone(),
        speed: board.speed,
        paused: board.paused,
        slow: board.slow,
        message: board.message.clone(),
    }
}

fn build_entry(source: Source<'_>, kind: TowerKind) -> BuildEntry {
    let tower = &source.rules.towers[kind.index()];
    BuildEntry {
        kind,
        id: tower.id.clone(),
        name: tower.name.clone(),
        about: tower.about.clone(),
        price: tower.price,
        range_m: tower.range_m,
        affordable: source.world.gold >= tower.price,
    }
}

fn power_entry(source: Source<'_>, kind: PowerKind) -> PowerEntry {
    let power = &source.rules.powers[kind.index()];
    let charge = source.world.charges.get(kind.index()).copied().unwrap_or_default();
    let full = charge.charges >= u16::from(power.charges);
    PowerEntry {
        kind,
        id: power.id.clone(),
        name: power.name.clone(),
        about: power.about.clone(),
        charges: charge.charges,
        charges_max: u16::from(power.charges),
        wait_s: if full { 0.0 } else { f32::from(charge.wait_ticks) / TICKS_PER_SECOND as f32 },
    }
}

fn tower_panel(source: Source<'_>, selected: TowerId) -> Option<TowerPanel> {
    let Source { rules, world, .. } = source;
    let row = world.tower_ids.row(selected.0).filter(|row| world.towers.id.get(*row) == Some(&selected))?;
    let tower = world.towers.row(row);
    let kind = rules.towers.get(tower.kind.index())?;
    Some(TowerPanel {
        cell: tower.cell,
        id: kind.id.clone(),
        name: kind.name.clone(),
        health: tower.health.max(0),
        health_max: kind.health,
        range_m: kind.range_m,
        damage: match &kind.attack {
            Attack::None => 0,
            Attack::Arrow { damage, .. } => *damage,
            Attack::Bomb { blast, .. } => blast.damage,
        },
        reload_s: f32::from(kind.reload_ticks) / TICKS_PER_SECOND as f32,
        kills: tower.kills,
        thrown: tower.thrown,
        refund: building::refund(rules, world, row),
    })
}

/// Who comes with the next wave, in the order of the rules.
#[must_use]
pub fn preview(source: Source<'_>) -> Vec<PreviewEntry> {
    let Source { level, rules, world } = source;
    let Some(wave) = level.waves.get(world.waves.started as usize) else { return Vec::new() };
    let factor = rules.difficulties[world.difficulty as usize].count;
    rules
        .enemies
        .iter()
        .enumerate()
        .filter_map(|(k, enemy)| {
            let groups = wave.groups.iter().filter(|g| g.enemy == EnemyKind(k as u8));
            let count: u32 = groups.map(|g| call_waves::group_count(g.count, factor)).sum();
            (count > 0).then(|| PreviewEntry { id: enemy.id.clone(), name: enemy.name.clone(), count })
        })
        .collect()
}

/// The tower whose footprint covers a place on the map (metres), or none.
#[must_use]
pub fn hit_tower(source: Source<'_>, at: Vec2) -> Option<TowerId> {
    let towers = &source.world.towers;
    let cell = Cell::new(at.x.floor() as i32, at.y.floor() as i32);
    (0..towers.len()).find_map(|k| {
        let half = i32::from(source.rules.towers.get(towers.kind[k].index())?.footprint_cells) / 2;
        let (dx, dy) = (cell.x.saturating_sub(towers.cell[k].x), cell.y.saturating_sub(towers.cell[k].y));
        (dx.saturating_abs() <= half && dy.saturating_abs() <= half).then_some(towers.id[k])
    })
}

/// The enemy nearest to a place on the map, within a reach of its own size and 0.3 m; of equals the older one.
#[must_use]
pub fn hit_unit(source: Source<'_>, at: Vec2) -> Option<UnitId> {
    let units = &source.world.units;
    let mut best: Option<(f32, UnitId)> = None;
    for k in 0..units.len() {
        let d = units.position[k].distance(at);
        let reach = 0.3 + source.level.classes.get(units.class[k].index()).map_or(0.4, |c| c.radius_m);
        if d <= reach && best.is_none_or(|b| d < b.0) {
            best = Some((d, units.id[k]));
        }
    }
    best.map(|b| b.1)
}

/// Enemies whose middle lies within a circle on the map: what a blast there would reach.
#[must_use]
pub fn inside(source: Source<'_>, at: Vec2, radius_m: f32) -> u32 {
    source.world.units.position.iter().filter(|p| p.distance_squared(at) <= radius_m * radius_m).count() as u32
}
