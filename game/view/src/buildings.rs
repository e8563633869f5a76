//! Towers and the keep as still models: they rise out of the ground when built.

use crate::chance::{self, For};
use crate::figures::ModelTable;
use crate::ground::HeightField;
use crate::picture::Picture;
use crate::space::Space;
use base::records::{PuffRecord, StillRecord};
use content::level::Level;
use content::map::Cell;
use content::rules::{Rules, TowerKind};
use glam::{Vec2, vec2};
use sim::world::World;

/// Seconds in which a new building rises.
const RISE_S: f32 = 0.4;
/// Neutral tint of a record.
const NEUTRAL: u8 = 170;

/// A building that is still rising.
#[derive(Clone, Copy, Debug)]
struct Rising {
    tower: u32,
    start_tick: u32,
}

/// How a kind of tower looks.
#[derive(Clone, Copy, Debug)]
struct Look {
    model: Option<u16>,
    footprint_cells: u8,
    height_m: f32,
    health: i32,
}

/// How badly a building is hurt, and where it smokes.
struct Damage {
    /// Of its health, what is left.
    share: f32,
    top_m: f32,
    reach_m: f32,
    number: u64,
}

/// All buildings.
#[derive(Clone, Debug, Default)]
pub struct Buildings {
    /// By kind.
    towers: Vec<Look>,
    keep_health: i32,
    keep: Option<u16>,
    keep_at: Vec2,
    keep_yaw: f32,
    rising: Vec<Rising>,
}

/// Middle of a building in the view's world. An even footprint has its middle on the corner of its cell.
#[must_use]
pub fn middle(space: Space, cell: Cell, footprint_cells: u8) -> Vec2 {
    let half = if footprint_cells.is_multiple_of(2) { 0.0 } else { 0.5 };
    space.world_from_map(vec2(cell.x as f32 + half, cell.y as f32 + half))
}

/// Side of a tower kind's footprint in cells, 1 when the rules do not know it.
#[must_use]
pub fn footprint(rules: &Rules, kind: TowerKind) -> u8 {
    rules.towers.get(kind.index()).map_or(1, |t| t.footprint_cells)
}

impl Buildings {
    pub(crate) fn new(space: Space, level: &Level, rules: &Rules, models: &ModelTable) -> Self {
        let keep_at = middle(space, level.keep.cell, level.keep.footprint_cells);
        // the gate (south as modelled) turns to where the enemies come from, by quarters
        let sum: Vec2 = level.entrances.iter().map(|e| (Vec2::from(e.from) + Vec2::from(e.to)) * 0.5).sum();
        let way = if level.entrances.is_empty() { vec2(0.0, -1.0) } else { space.world_from_map(sum / level.entrances.len() as f32) - keep_at };
        let quarter = std::f32::consts::FRAC_PI_2;
        let keep_yaw = (way.x.atan2(-way.y) / quarter).round() * quarter;
        Self {
            towers: rules
                .towers
                .iter()
                .map(|t| Look { model: models.first_of(&[&t.model, &t.id]), footprint_cells: t.footprint_cells, height_m: t.height_m, health: t.health.max(1) })
                .collect(),
            keep_health: level.keep.health.max(1),
            keep: models.first_of(&["keep"]),
            keep_at,
            keep_yaw,
            rising: Vec::new(),
        }
    }

    pub(crate) fn built(&mut self, tower: u32, tick: u32) {
        self.rising.retain(|r| tick.saturating_sub(r.start_tick) < 60);
        self.rising.push(Rising { tower, start_tick: tick });
    }

    pub(crate) fn clear(&mut self) {
        self.rising.clear();
    }

    /// The model of a tower kind.
    #[must_use]
    pub fn model(&self, kind: TowerKind) -> Option<u16> {
        self.towers.get(kind.index())?.model
    }

    pub(crate) fn fill(&self, space: Space, world: &World, (alpha, now_s): (f32, f32), ground: &HeightField, picture: &mut Picture) {
        let still = |at: Vec2, below_m: f32, yaw: f32, scale: [f32; 2]| StillRecord {
            position: [at.x, at.y, ground.at(at) - below_m],
            yaw,
            scale,
            tint: [NEUTRAL, NEUTRAL, NEUTRAL, 0],
            tilt: 0.0,
        };
        if let Some(model) = self.keep {
            picture.stills.push(model, still(self.keep_at, 0.1, self.keep_yaw, [1.0, 1.0]));
        }
        let keep = Damage { share: world.keep_health as f32 / self.keep_health as f32, top_m: 9.0, reach_m: 3.2, number: 0 };
        smolder(&keep, self.keep_at, now_s, ground, &mut picture.puffs);
        for k in 0..world.towers.len() {
            let Some(look) = self.towers.get(world.towers.kind[k].index()) else { continue };
            let Some(model) = look.model else { continue };
            let at = middle(space, world.towers.cell[k], look.footprint_cells);
            let risen = self
                .rising
                .iter()
                .find(|r| r.tower == world.towers.id[k].0)
                .map_or(1.0, |r| ((world.tick.saturating_sub(r.start_tick) as f32 + alpha) / 30.0 / RISE_S).min(1.0));
            // a little too high, then settles: reads as dropped into place
            let up = 1.0 - (1.0 - risen) * (1.0 - risen) * (1.0 - 2.2 * risen);
            picture.stills.push(model, still(at, 0.05 + 0.8 * (1.0 - risen), 0.0, [0.8 + 0.2 * risen, up.max(0.02)]));
            let share = world.towers.health[k] as f32 / look.health as f32;
            let damage = Damage { share, top_m: 0.75 * look.height_m, reach_m: 0.3 * f32::from(look.footprint_cells), number: u64::from(world.towers.id[k].0) };
            smolder(&damage, at, now_s, ground, &mut picture.puffs);
        }
    }
}

/// Smoke from below two thirds of the health, more of it and flames from below a third: seen without any bar or color.
fn smolder(damage: &Damage, at: Vec2, now_s: f32, ground: &HeightField, out: &mut Vec<PuffRecord>) {
    if damage.share >= 0.66 {
        return;
    }
    let burns = damage.share < 0.33;
    let z = ground.at(at) + damage.top_m;
    for n in 0..if burns { 9u64 } else { 4 } {
        let key = damage.number << 8 | n;
        let beat = now_s / chance::range(For::Smoke, key, 0, 1.7, 2.3) + chance::unit(For::Smoke, key, 1);
        let (round, age) = (beat.floor(), beat - beat.floor());
        let own = |what: u64, low: f32, high: f32| chance::range(For::Smoke, key, (round as u64) << 3 | what, low, high);
        let (a, d) = (own(2, 0.0, std::f32::consts::TAU), own(3, 0.3, 1.0) * damage.reach_m);
        let flame = burns && n % 3 == 0;
        let tone = own(4, 0.07, 0.14);
        let (climb, size) = if flame { (0.9, own(5, 0.35, 0.6) * (1.0 - 0.5 * age)) } else { (2.8, own(5, 0.45, 0.8) * (0.5 + age)) };
        out.push(PuffRecord {
            position: [at.x + d * a.cos() + 0.5 * age * age, at.y + d * a.sin() + 0.2 * age * age, z + climb * age],
            size_m: size,
            color: [tone, tone * 0.9, tone * 0.82, (age * 8.0).min(1.0) * (1.0 - age) * if flame { 1.0 } else { 0.6 }],
            look: [0.9, if flame { 1.1 - 0.6 * age } else { 0.0 }, own(6, 0.0, 1.0), 0.3 + 0.5 * age],
        });
    }
}
