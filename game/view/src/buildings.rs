//! Towers and the keep as still models: they rise out of the ground when built.

use crate::ground::HeightField;
use crate::figures::ModelTable;
use crate::picture::Picture;
use crate::space::Space;
use base::records::StillRecord;
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

/// All buildings.
#[derive(Clone, Debug, Default)]
pub struct Buildings {
    /// Model and footprint by kind.
    towers: Vec<(Option<u16>, u8)>,
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
            towers: rules.towers.iter().map(|t| (models.first_of(&[&t.model, &t.id]), t.footprint_cells)).collect(),
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
        self.towers.get(kind.index())?.0
    }

    pub(crate) fn fill(&self, space: Space, world: &World, alpha: f32, ground: &HeightField, picture: &mut Picture) {
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
        for k in 0..world.towers.len() {
            let Some((Some(model), footprint)) = self.towers.get(world.towers.kind[k].index()).copied() else { continue };
            let at = middle(space, world.towers.cell[k], footprint);
            let risen = self.rising.iter().find(|r| r.tower == world.towers.id[k].0).map_or(1.0, |r| {
                ((world.tick.saturating_sub(r.start_tick) as f32 + alpha) / 30.0 / RISE_S).min(1.0)
            });
            // a little too high, then settles: reads as dropped into place
            let up = 1.0 - (1.0 - risen) * (1.0 - risen) * (1.0 - 2.2 * risen);
            picture.stills.push(model, still(at, 0.05 + 0.8 * (1.0 - risen), 0.0, [0.8 + 0.2 * risen, up.max(0.02)]));
        }
    }
}
