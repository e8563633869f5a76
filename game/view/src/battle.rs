//! A battle as it is seen and heard: follows the world tick by tick, fills pictures frame by frame. Never changes the world.
//!
//! [`Battle::observe`] must see every tick; when it has missed some (a load, a jump), everything starts anew from the world
//! alone: corpses come back from the world's own, effects that were running are gone.
//!
//! A picture shows the time between the last two ticks: everything that is timed by ticks is `alpha` of a tick behind.

use crate::actors::{Actors, Sight};
use crate::blasts::Blasts;
use crate::buildings::{Buildings, footprint, middle};
use crate::camera::Eye;
use crate::chance::{self, For};
use crate::cues::{Ambience, Cues, Listener};
use crate::decals::{CORPSE_MARKS, Marks, SCORCH_MARKS_MAX, SETTING_MAX};
use crate::dust::Dust;
use crate::figures::{FigureTable, ModelTable};
use crate::ground::HeightField;
use crate::messages::Messages;
use crate::missiles::Missiles;
use crate::picture::{Picture, mark};
use crate::space::Space;
use crate::statistics::Statistics;
use base::records::{MarkRecord, body_layer};
use content::level::Level;
use content::rules::{EnemyKind, Rules};
use glam::{Vec2, vec2};
use sim::TICK_S;
use sim::event::Event;
use sim::tables::Phase;
use sim::world::World;

/// How far a mark reaches, metres.
const MARK_M: f32 = 2.0;
/// Landings slower than this raise no dust, m/s.
const DUSTY_MPS: f32 = 2.0;

/// The view of one battle.
pub struct Battle {
    space: Space,
    actors: Actors,
    buildings: Buildings,
    corpses: Marks,
    scorches: Marks,
    dust: Dust,
    blasts: Blasts,
    missiles: Missiles,
    cues: Cues,
    listener: Listener,
    /// What the player sees, if that is known: it stays longest.
    eye: Option<Eye>,
    messages: Messages,
    statistics: Statistics,
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
            corpses: Marks::new(CORPSE_MARKS),
            scorches: Marks::new(SCORCH_MARKS_MAX),
            dust: Dust::new(vec2(level.map.width as f32, level.map.height as f32)),
            blasts: Blasts::new(models),
            missiles: Missiles::new(models),
            cues: Cues::new(space),
            listener: Listener::default(),
            eye: None,
            messages: Messages::default(),
            statistics: Statistics::default(),
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

    /// Clouds of dust.
    #[must_use]
    pub fn dust(&self) -> &Dust {
        &self.dust
    }

    /// Buildings: their models.
    #[must_use]
    pub fn buildings(&self) -> &Buildings {
        &self.buildings
    }

    /// Records of the battle.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Messages to the player.
    pub fn messages(&mut self) -> &mut Messages {
        &mut self.messages
    }

    /// Sounds to start.
    pub fn cues(&mut self) -> &mut Cues {
        &mut self.cues
    }

    /// Where the sounds are heard from, from the next tick on.
    pub fn listen_from(&mut self, listener: Listener) {
        self.listener = listener;
    }

    /// What the player sees from now on. Where limits are reached, it stays longest.
    pub fn watch_from(&mut self, eye: Eye) {
        self.eye = Some(eye);
    }

    /// Most marks of corpses and most flying or lying dead from now on, each at most `SETTING_MAX`. Marks follow at once,
    /// bodies in the next tick.
    pub fn set_limits(&mut self, corpse_marks: usize, flying_dead: usize) {
        self.corpses.set_limit(corpse_marks.min(SETTING_MAX));
        self.actors.set_dead_max(flying_dead.min(SETTING_MAX));
        self.settle();
    }

    fn settle(&mut self) {
        let in_view = |at: Vec2| self.eye.is_some_and(|eye| eye.may_see(at, MARK_M));
        self.corpses.settle(in_view);
        self.scorches.settle(in_view);
    }

    /// Shake of the picture at a place, 0..1.
    #[must_use]
    pub fn shake(&self, world: &World, alpha: f32, at: Vec2) -> f32 {
        self.blasts.shake(at, moment_s(world, alpha))
    }

    /// Lets real time pass for messages and sounds; also in a pause. Says what sounds all the time.
    pub fn pass(&mut self, level: &Level, rules: &Rules, world: &World, dt_s: f32) -> Ambience {
        let dt_s = if dt_s.is_finite() { dt_s } else { 0.0 };
        self.messages.update(dt_s);
        self.cues.update(dt_s, &self.listener);
        self.cues.ambience(level, rules, world, &self.listener, dt_s)
    }

    /// Takes over a tick that was just done, with its events.
    pub fn observe(&mut self, level: &Level, rules: &Rules, world: &World, events: &[Event]) {
        let continuous = self.tick.is_some_and(|tick| tick.wrapping_add(1) == world.tick);
        self.tick = Some(world.tick);
        if continuous {
            for event in events {
                self.take(rules, world, event);
            }
            self.raise_foot_dust(world);
        } else {
            self.start_anew(world);
        }
        self.settle();
        self.actors.follow(self.space, rules, world, continuous, self.eye.as_ref());
        for at in self.actors.vanished() {
            self.dust.raise(*at, 0.5, world.tick);
        }
        self.missiles.follow(self.space, world, continuous);
        self.statistics.observe(world, events);
        self.messages.observe(level, rules, events);
        self.cues.observe(level, rules, world, events, &self.listener);
    }

    /// Fills a frame. `alpha`: the part of the tick after `world` that has passed, 0..1, so the picture lies one tick behind;
    /// `seconds`: a clock that goes on in a pause, for what may move then.
    pub fn fill(&mut self, world: &World, alpha: f32, seconds: f32, ground: &HeightField, picture: &mut Picture) {
        let alpha = if alpha.is_finite() { alpha.clamp(0.0, 1.0) } else { 1.0 };
        let seconds = if seconds.is_finite() { seconds } else { 0.0 };
        let now_s = moment_s(world, alpha);
        picture.clear();
        self.actors.fill(alpha, seconds, ground, &mut picture.figures);
        self.buildings.fill(self.space, world, (alpha, now_s), ground, picture);
        self.scorches.copy_to(&mut picture.marks);
        self.corpses.copy_to(&mut picture.marks);
        self.blasts.fill(now_s, ground, picture);
        self.missiles.fill(alpha, now_s, ground, picture);
        self.dust.fill(now_s, ground, &mut picture.puffs);
        // the strongest first: a renderer has room for few
        picture.lamps.sort_by(|a, b| b.color_power[3].total_cmp(&a.color_power[3]));
    }

    fn take(&mut self, rules: &Rules, world: &World, event: &Event) {
        let now_s = moment_s(world, 0.0);
        match *event {
            Event::TowerStruck { unit, .. } | Event::KeepStruck { unit, .. } => self.actors.struck(unit.0),
            Event::Hurt { unit, .. } => self.actors.hurt(unit.0),
            Event::TowerBuilt { tower, kind, cell } => {
                self.buildings.built(tower.0, world.tick);
                let side = footprint(rules, kind);
                let (at, reach) = (middle(self.space, cell, side), f32::from(side) * 0.42);
                for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
                    self.dust.raise(at + vec2(x, y) * reach, 3.0, world.tick);
                }
            }
            Event::TowerSold { cell, .. } => self.dust.raise(middle(self.space, cell, 1), 8.0, world.tick),
            Event::TowerDestroyed { tower, kind, cell } => {
                let at = middle(self.space, cell, footprint(rules, kind));
                self.blasts.collapse(u64::from(tower.0), at, now_s);
                self.scorch(at, 7.0, 0.8, u64::from(tower.0) | 1 << 40);
            }
            Event::Blasted { blast, at, height_m, radius_m, .. } => {
                let at = self.space.world_from_map(at);
                self.blasts.add(u64::from(blast), at, height_m, radius_m, now_s);
                // high in the air it burns nothing
                let opacity = 1.0 - height_m / radius_m.max(0.5);
                if opacity > 0.05 {
                    self.scorch(at, 1.9 * radius_m, opacity.min(1.0), u64::from(blast));
                }
            }
            Event::Landed { at, speed_mps, .. } if speed_mps > DUSTY_MPS => {
                self.dust.raise(self.space.world_from_map(at), (speed_mps / 12.0).min(1.5), world.tick);
            }
            Event::BombBounced { at, speed_mps, .. } if speed_mps > DUSTY_MPS => {
                self.dust.raise(self.space.world_from_map(at), 0.8, world.tick);
            }
            Event::BombThrown { from, tower, .. } => {
                let thrower = world.tower_ids.row(tower.0).and_then(|row| world.towers.kind.get(row)).and_then(|kind| rules.towers.get(kind.index()));
                if let Some(thrower) = thrower {
                    self.missiles.mouth(self.space.world_from_map(from), thrower.height_m, world.tick);
                }
            }
            Event::ArrowShot { tower, at, ticks, .. } => {
                if let Some(row) = world.tower_ids.row(tower.0).filter(|row| *row < world.towers.len()) {
                    let height_m = rules.towers.get(world.towers.kind[row].index()).map_or(5.0, |t| t.height_m) * 0.85;
                    let from = middle(self.space, world.towers.cell[row], footprint(rules, world.towers.kind[row]));
                    self.missiles.shot(from, height_m, self.space.world_from_map(at), ticks, world.tick);
                }
            }
            Event::CorpseLeft { unit, kind, at, facing, belly } => {
                let sight = self.actors.sight(unit.0);
                self.dust.raise(self.space.world_from_map(at), 0.5, world.tick);
                self.add_corpse(kind, at, facing, belly, sight);
            }
            _ => {}
        }
    }

    fn scorch(&mut self, at: Vec2, size_m: f32, opacity: f32, number: u64) {
        let yaw = chance::range(For::Blast, number, u64::MAX, 0.0, std::f32::consts::TAU);
        self.scorches.push(MarkRecord { position: at.to_array(), yaw, size_m, look: [0.0, opacity, 0.0, mark::SCORCH] });
    }

    /// A few of those who walk fast raise dust.
    fn raise_foot_dust(&mut self, world: &World) {
        let rows = world.units.len() as u32;
        for k in 0..(rows / 48).min(24) {
            let row = chance::index(For::Feet, u64::from(world.tick), u64::from(k), rows) as usize;
            if world.units.phase[row] == Phase::Standing && world.units.velocity[row].length_squared() > 1.0 {
                self.dust.raise(self.space.world_from_map(world.units.position[row]), 0.3, world.tick);
            }
        }
    }

    /// Forgets what was and starts from this world.
    fn start_anew(&mut self, world: &World) {
        self.buildings.clear();
        self.corpses.clear();
        self.scorches.clear();
        self.dust.clear();
        self.blasts.clear();
        self.missiles.clear();
        self.statistics = Statistics::default();
        let corpses = &world.corpses;
        for k in 0..corpses.len() {
            self.add_corpse(corpses.kind[k], corpses.position[k], corpses.facing[k], corpses.belly[k] != 0, None);
        }
    }

    /// As the body was seen, or, after a load, as one might have been: by its place, so that the same load gives the same picture.
    fn add_corpse(&mut self, kind: EnemyKind, at: Vec2, facing: Vec2, belly: bool, sight: Option<Sight>) {
        let Some(look) = self.actors.look(kind) else { return };
        let place = u64::from(at.x.to_bits()) << 32 | u64::from(at.y.to_bits());
        let sight = sight.filter(|s| s.kind == look.kind).unwrap_or_else(|| look.sight(place));
        let at = self.space.world_from_map(at);
        let layer = body_layer(usize::from(sight.kind), usize::from(sight.pose), belly) as f32;
        self.corpses.push(MarkRecord {
            position: at.to_array(),
            yaw: self.space.yaw(facing),
            size_m: 2.0 * look.radius_m * sight.scale,
            look: [layer, 1.0, (sight.tint & 0xff_ffff) as f32, mark::CORPSE],
        });
    }
}

/// The moment that a picture shows, in seconds of play: `alpha` of the way from the tick before to this one.
fn moment_s(world: &World, alpha: f32) -> f32 {
    (f64::from(world.tick.saturating_sub(1)) + f64::from(alpha)) as f32 * TICK_S
}
