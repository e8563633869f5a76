//! A battle as it is seen: follows the world tick by tick and fills pictures frame by frame. Never changes the world.
//!
//! [`Battle::observe`] must see every tick; when it has missed some (a load, a jump), everything starts anew from the world
//! alone: corpses come back from the world's own, effects that were running are gone.

use crate::actors::Actors;
use crate::buildings::Buildings;
use crate::decals::{CORPSE_MARKS, CORPSE_MARKS_MAX, Ring};
use crate::figures::{FigureTable, ModelTable};
use crate::ground::HeightField;
use crate::picture::{Picture, mark};
use crate::space::Space;
use base::records::MarkRecord;
use content::level::Level;
use content::rules::{EnemyKind, Rules};
use glam::Vec2;
use sim::event::Event;
use sim::world::World;

/// The view of one battle.
pub struct Battle {
    space: Space,
    actors: Actors,
    buildings: Buildings,
    corpses: Ring,
    /// The last tick that was seen.
    tick: Option<u32>,
}

impl Battle {
    /// A view of a battle on this level, with what was loaded.
    #[must_use]
    pub fn new(level: &Level, rules: &Rules, figures: &FigureTable, models: &ModelTable) -> Self {
        let space = Space { map_height_m: level.map.height as f32 };
        Self {
            space,
            actors: Actors::new(figures.resolve(rules)),
            buildings: Buildings::new(space, level, rules, models),
            corpses: Ring::new(CORPSE_MARKS),
            tick: None,
        }
    }

    /// Between map and world.
    #[must_use]
    pub fn space(&self) -> Space {
        self.space
    }

    /// The living and the flying dead.
    #[must_use]
    pub fn actors(&self) -> &Actors {
        &self.actors
    }

    /// Most marks of corpses from now on, at most `CORPSE_MARKS_MAX`.
    pub fn set_corpse_marks(&mut self, limit: usize) {
        self.corpses.set_limit(limit.min(CORPSE_MARKS_MAX));
    }

    /// Takes over a tick that was just done, with its events.
    pub fn observe(&mut self, level: &Level, rules: &Rules, world: &World, events: &[Event]) {
        let _ = level;
        if self.tick.is_none_or(|tick| tick + 1 != world.tick) {
            self.start_anew(rules, world);
            return;
        }
        self.tick = Some(world.tick);
        for event in events {
            match *event {
                Event::TowerStruck { unit, .. } | Event::KeepStruck { unit, .. } => self.actors.struck(unit.0),
                Event::Hurt { unit, .. } => self.actors.hurt(unit.0),
                Event::TowerBuilt { tower, .. } => self.buildings.built(tower.0, world.tick),
                Event::CorpseLeft { unit, kind, at, facing, belly } => {
                    let scale = self.actors.sight(unit.0).map(|s| s.scale);
                    self.add_corpse(kind, at, facing, belly, scale);
                }
                _ => {}
            }
        }
        self.actors.follow(self.space, rules, world, true);
    }

    /// Fills a frame. `alpha`: the part of the tick after `world` that has passed, 0..1, so the picture lies one tick behind;
    /// `seconds`: a clock that goes on in a pause, for what may move then.
    pub fn fill(&mut self, world: &World, alpha: f32, seconds: f32, ground: &HeightField, picture: &mut Picture) {
        let alpha = if alpha.is_finite() { alpha.clamp(0.0, 1.0) } else { 1.0 };
        let seconds = if seconds.is_finite() { seconds } else { 0.0 };
        picture.clear();
        self.actors.fill(alpha, seconds, ground, &mut picture.figures);
        self.buildings.fill(self.space, world, alpha, ground, picture);
        self.corpses.copy_to(&mut picture.marks);
    }

    /// Forgets what was and starts from this world.
    fn start_anew(&mut self, rules: &Rules, world: &World) {
        self.tick = Some(world.tick);
        self.buildings.clear();
        self.corpses.clear();
        let corpses = &world.corpses;
        for k in 0..corpses.len() {
            self.add_corpse(corpses.kind[k], corpses.position[k], corpses.facing[k], corpses.belly[k] != 0, None);
        }
        self.actors.follow(self.space, rules, world, false);
    }

    fn add_corpse(&mut self, kind: EnemyKind, at: Vec2, facing: Vec2, belly: bool, scale: Option<f32>) {
        let Some(look) = self.actors.look(kind) else { return };
        let at = self.space.world_from_map(at);
        let size_m = 2.0 * look.radius_m * scale.unwrap_or(look.scale);
        let layer = f32::from(look.kind) * 2.0 + f32::from(u8::from(belly));
        self.corpses.push(MarkRecord { position: at.to_array(), yaw: self.space.yaw(facing), size_m, look: [layer, 1.0, 0.0, mark::CORPSE] });
    }
}
