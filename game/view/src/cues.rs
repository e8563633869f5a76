//! Sounds of a battle: from a tick's events to few, well-chosen voices, and to levels of what sounds all the time.
//!
//! Limits count in real seconds, so at ten times the speed the same caps hold. A hundred landings are one roar: the nearest
//! few sound alone, all together feed a rate that the roar's level follows, and bursts start `bones_few` and `bones_many`.
//! Distance is from a listener on the ground under the picture's middle, raised by a third of the camera's height.

mod ambience;
mod bodies;
mod families;
mod powder;
#[cfg(test)]
mod tests;

pub use ambience::{Ambience, Music, amplitude};
pub use families::SoundId;

use crate::chance::{self, For};
use crate::space::Space;
use bodies::Build;
use content::level::Level;
use content::rules::{Attack, EnemyKind, Rules};
use families::SOUNDS;
use glam::{Vec2, Vec3};
use powder::Kegs;
use sim::event::Event;
use sim::world::World;
use std::borrow::Cow;

/// Radius up to which a blast is a small one, and from which a large one, metres.
const SMALL_BLAST_M: f32 = 3.0;
const LARGE_BLAST_M: f32 = 8.0;
/// Seconds of peace after which a blow against the keep rings the alarm.
const ALARM_AFTER_S: f32 = 12.0;
/// Flight height from which one cries, metres.
const YELP_APEX_M: f32 = 1.5;

/// One sound to start now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cue {
    /// Which.
    pub sound: SoundId,
    /// In whose voice, for sounds of enemies.
    pub of: Option<EnemyKind>,
    /// Where in the view's world; none: in the listener's head.
    pub at: Option<Vec3>,
    /// Level, distance included, dB.
    pub gain_db: f32,
    /// Factor of the speed of playing.
    pub pitch: f32,
    /// A number to pick the variant by.
    pub variant: u32,
    /// Seconds to wait: sound takes its time from a blast.
    pub delay_s: f32,
}

impl Cue {
    /// Name of its files, without number and ending. An enemy's voice goes by its model, so a new enemy needs files alone.
    #[must_use]
    pub fn file(&self, rules: &Rules) -> Cow<'static, str> {
        let enemy = self.of.filter(|_| self.sound.family().of_enemy).and_then(|kind| rules.enemies.get(kind.index()));
        enemy.map_or(Cow::Borrowed(self.sound.file()), |enemy| Cow::Owned(format!("{}_{}", enemy.model, self.sound.file())))
    }
}

/// Where the sounds are heard from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Listener {
    /// Place in the view's world.
    pub at: Vec3,
    /// Half the width of what is seen of the ground, metres: whose steps are heard.
    pub reach_m: f32,
}

impl Listener {
    /// The listener of a camera pose.
    #[must_use]
    pub fn of(pose: &crate::camera::Pose) -> Self {
        let height = pose.distance_m * pose.pitch_deg.to_radians().sin();
        Self { at: pose.target + Vec3::Z * (height / 3.0), reach_m: pose.distance_m * 0.6 }
    }
}

/// A sound that an event asks for, before limits.
#[derive(Clone, Copy, Debug)]
struct Wish {
    sound: SoundId,
    of: Option<EnemyKind>,
    at: Option<Vec3>,
    db: f32,
    delay_s: f32,
}

impl Wish {
    fn new(sound: SoundId, at: Option<Vec3>, db: f32) -> Self {
        Self { sound, of: None, at, db, delay_s: 0.0 }
    }
}

/// The mixer's memory.
#[derive(Clone, Debug)]
pub struct Cues {
    space: Space,
    /// Seconds at which each voice of a family is free again.
    busy: [[f32; 8]; SOUNDS],
    last_s: [f32; SOUNDS],
    now_s: f32,
    /// Landings of the last tenths of a second: time and place.
    landings: Vec<(f32, Vec3)>,
    /// Energy of landings a second, followed.
    rate: f32,
    energy: f32,
    made: u64,
    danger: u8,
    calm_s: f32,
    /// Which music, and for how long.
    music: Music,
    music_s: f32,
    cues: Vec<Cue>,
    /// Scratch of one tick.
    wanted: Vec<Wish>,
    kegs: Kegs,
    /// When the keep was last struck.
    keep_struck_s: f32,
    /// Seconds until the next step of a large one, and until goblins and others may talk again.
    step_wait_s: f32,
    chatter_wait_s: f32,
    speak_wait_s: f32,
}

impl Cues {
    pub(crate) fn new(space: Space) -> Self {
        Self {
            space,
            busy: [[-1.0; 8]; SOUNDS],
            last_s: [-1.0; SOUNDS],
            now_s: 0.0,
            landings: Vec::with_capacity(256),
            rate: 0.0,
            energy: 0.0,
            made: 0,
            danger: 0,
            calm_s: 0.0,
            music: Music::default(),
            music_s: 0.0,
            cues: Vec::with_capacity(64),
            wanted: Vec::with_capacity(256),
            kegs: Kegs::default(),
            keep_struck_s: -ALARM_AFTER_S,
            step_wait_s: 0.0,
            chatter_wait_s: 1.0,
            speak_wait_s: 2.0,
        }
    }

    /// Takes a tick's events in.
    pub(crate) fn observe(&mut self, level: &Level, rules: &Rules, world: &World, events: &[Event], listener: &Listener) {
        // the ground's height is nothing to the ear
        let space = self.space;
        let on = |at: Vec2| space.world_from_map(at).extend(0.0);
        let (mut wanted, mut landed) = (std::mem::take(&mut self.wanted), 0usize);
        wanted.clear();
        let blasts = events.iter().any(|event| matches!(event, Event::Blasted { .. }));
        let shots = events.iter().filter(|event| matches!(event, Event::ArrowShot { .. })).count();
        let row_of = |unit: sim::tables::UnitId| world.unit_ids.row(unit.0).filter(|r| *r < world.units.len());
        let in_cell = |cell: content::map::Cell| on(Vec2::new(cell.x as f32 + 0.5, cell.y as f32 + 0.5));
        for event in events {
            let mut want = |sound, at, db| wanted.push(Wish::new(sound, at, db));
            match *event {
                Event::Blasted { at, radius_m, .. } => self.blasted(on(at), radius_m, self.kegs.was_here(at), listener, &mut wanted),
                Event::Landed { kind, at, speed_mps, .. } => {
                    landed += 1;
                    // a tick can bring a thousand; the nearest of the first 128 are enough to choose from
                    if self.landings.len() < 128 {
                        let p = on(at);
                        self.landings.push((self.now_s, p));
                        if landed <= 12 {
                            let sound = bodies::impact(level, Build::of(rules, kind), at, self.made + landed as u64);
                            want(sound, Some(p), (speed_mps / 15.0).clamp(0.1, 1.0).log10() * 12.0);
                        }
                    }
                }
                Event::Launched { unit, apex_m } if apex_m > YELP_APEX_M => {
                    if let Some(row) = row_of(unit) {
                        let p = Some(on(world.units.position[row]));
                        want(Build::of(rules, world.units.kind[row]).yelp(), p, -3.0);
                        want(SoundId::FlyBy, p, -3.0);
                    }
                }
                Event::GotUp { unit } => {
                    if let Some(row) = row_of(unit) {
                        want(Build::of(rules, world.units.kind[row]).get_up(), Some(on(world.units.position[row])), -3.0);
                    }
                }
                Event::TowerStruck { unit, tower, .. } => {
                    if let Some(row) = row_of(unit) {
                        let p = Some(on(world.units.position[row]));
                        want(SoundId::SwordStone, p, -4.0);
                        want(if fights(rules, world, tower.0) { SoundId::TowerHitStone } else { SoundId::TowerHitWood }, p, -3.0);
                        wanted.push(Wish { of: Some(world.units.kind[row]), ..Wish::new(SoundId::EnemyAttack, p, -5.0) });
                    }
                }
                Event::KeepStruck { unit, .. } => {
                    let row = row_of(unit);
                    let p = row.map_or_else(|| in_cell(level.keep.cell), |row| on(world.units.position[row]));
                    want(SoundId::KeepStruck, Some(p), 0.0);
                    if self.now_s - self.keep_struck_s >= ALARM_AFTER_S {
                        want(SoundId::KeepAlarm, None, 0.0);
                    }
                    self.keep_struck_s = self.now_s;
                    if let Some(row) = row {
                        wanted.push(Wish { of: Some(world.units.kind[row]), ..Wish::new(SoundId::EnemyAttack, Some(p), -5.0) });
                    }
                }
                Event::ArrowShot { tower, .. } => {
                    let sound = if shots >= 4 { SoundId::ArrowVolley } else { SoundId::ArcherShot };
                    want(sound, tower_place(world, tower.0).map(on), -3.0);
                }
                // a blast of the same tick is heard itself
                Event::Hurt { unit, .. } if !blasts => {
                    if let Some(row) = row_of(unit) {
                        want(Build::of(rules, world.units.kind[row]).arrow(), Some(on(world.units.position[row])), -4.0);
                    }
                }
                Event::BombThrown { from, power, .. } => {
                    let p = Some(on(from));
                    if power.is_some() {
                        want(SoundId::BombThrow, p, 0.0);
                        wanted.push(Wish { delay_s: 0.15, ..Wish::new(SoundId::BombFuse, p, 0.0) });
                    } else {
                        want(SoundId::MortarShot, p, 0.0);
                    }
                }
                Event::BombBounced { at, speed_mps, .. } => want(SoundId::BombBounce, Some(on(at)), (speed_mps / 10.0).clamp(0.1, 1.0).log10() * 12.0),
                Event::TowerBuilt { cell, .. } => {
                    want(SoundId::UiPlace, None, 0.0);
                    want(SoundId::TowerBuilt, Some(in_cell(cell)), 0.0);
                }
                Event::TowerDestroyed { cell, kind, .. } => {
                    let stone = rules.towers.get(kind.index()).is_none_or(|t| !matches!(t.attack, Attack::None));
                    want(if stone { SoundId::TowerCollapsed } else { SoundId::BarricadeBroken }, Some(in_cell(cell)), 0.0);
                }
                Event::TowerSold { .. } => want(SoundId::TowerSold, None, 0.0),
                Event::WaveStarted { called, .. } => {
                    if called {
                        want(SoundId::WaveCalled, None, 0.0);
                    }
                    wanted.push(Wish { delay_s: if called { 1.2 } else { 0.0 }, ..Wish::new(SoundId::WaveHorn, None, 0.0) });
                }
                Event::WaveCleared { .. } => want(SoundId::WaveCleared, None, 0.0),
                Event::Kicked { by, .. } => {
                    if let Some(row) = row_of(by) {
                        want(SoundId::OgreKick, Some(on(world.units.position[row])), 0.0);
                    }
                }
                Event::Killed { reward, kind, at, .. } => {
                    if reward > 0 {
                        want(SoundId::Coins, None, -12.0);
                    }
                    wanted.push(Wish { of: Some(kind), ..Wish::new(SoundId::EnemyDeath, Some(on(at)), -3.0) });
                }
                Event::Refused { .. } => want(SoundId::UiDeny, None, 0.0),
                Event::Won => want(SoundId::StingVictory, None, 0.0),
                Event::Lost => want(SoundId::StingDefeat, None, 0.0),
                _ => {}
            }
        }
        self.kegs.follow(world, &mut |sound, at| wanted.push(Wish::new(sound, Some(on(at)), 0.0)));
        self.energy += landed as f32;
        // the nearest first: what has no room is what is farthest
        wanted.sort_by(|a, b| {
            let d = |c: &Wish| c.at.map_or(0.0, |p| p.distance_squared(listener.at));
            d(a).total_cmp(&d(b)).then(a.sound.cmp(&b.sound))
        });
        for wish in wanted.drain(..) {
            self.begin(wish, listener);
        }
        self.wanted = wanted;
    }

    /// A blast by size, distance and cause, and what comes down after it.
    fn blasted(&self, p: Vec3, radius_m: f32, keg: bool, listener: &Listener, wanted: &mut Vec<Wish>) {
        let louder = 20.0 * (radius_m / 5.0).clamp(0.3, 3.0).log10();
        let d = p.distance(listener.at);
        let sound = match () {
            () if keg && d < 80.0 => SoundId::KegExplode,
            () if radius_m >= LARGE_BLAST_M && d < 120.0 => SoundId::BlastLarge,
            () if radius_m <= SMALL_BLAST_M && d < 60.0 => SoundId::BlastSmall,
            () if d < 40.0 => SoundId::BlastNear,
            () if d < 150.0 => SoundId::BlastMid,
            () => SoundId::BlastFar,
        };
        wanted.push(Wish::new(sound, Some(p), louder));
        if d < 70.0 {
            wanted.push(Wish { delay_s: 0.45, ..Wish::new(SoundId::Debris, Some(p), louder) });
        }
    }

    /// Starts a sound if its family has a voice free.
    pub(crate) fn start(&mut self, sound: SoundId, at: Option<Vec3>, db: f32, listener: &Listener) {
        self.begin(Wish::new(sound, at, db), listener);
    }

    /// Lets an enemy be heard.
    fn say(&mut self, sound: SoundId, of: EnemyKind, at: Option<Vec3>, db: f32, listener: &Listener) {
        self.begin(Wish { of: Some(of), ..Wish::new(sound, at, db) }, listener);
    }

    fn begin(&mut self, wish: Wish, listener: &Listener) {
        let Wish { sound, of, at, db, delay_s } = wish;
        let family = sound.family();
        if self.now_s - self.last_s[sound as usize] < 0.03 && self.last_s[sound as usize] >= 0.0 {
            return;
        }
        let Some(voice) = self.busy[sound as usize][..usize::from(family.cap)].iter_mut().find(|free_s| **free_s <= self.now_s) else { return };
        *voice = self.now_s + family.lasts_s;
        self.last_s[sound as usize] = self.now_s;
        self.made += 1;
        let distance = at.map_or(0.0, |p| p.distance(listener.at));
        let far_db = if family.placed { -20.0 * (distance / 20.0).max(1.0).log10() } else { 0.0 };
        let blast = sound.is_blast();
        let semitones = chance::range(For::Sound, self.made, 0, -family.spread, family.spread);
        self.cues.push(Cue {
            sound,
            of,
            at: if family.placed { at } else { None },
            // what is far was recorded far: only the near one loses all its level
            gain_db: (db + if blast { far_db * 0.4 } else { far_db } - chance::range(For::Sound, self.made, 1, 0.0, 3.0)).max(-60.0),
            pitch: 2f32.powf(semitones / 12.0),
            variant: chance::index(For::Sound, self.made, 2, 1 << 16),
            delay_s: delay_s + if blast || sound == SoundId::Debris { (distance / 340.0).min(0.35) } else { 0.0 },
        });
    }

    /// Lets real time pass: bursts become few or many, rates fall.
    pub(crate) fn update(&mut self, dt_s: f32, listener: &Listener) {
        let dt = dt_s.clamp(0.0, 0.25);
        self.now_s += dt;
        let now = self.now_s;
        self.landings.retain(|(at, _)| now - at < 0.1);
        if self.landings.len() >= 6 {
            let middle = self.landings.iter().map(|l| l.1).sum::<Vec3>() / self.landings.len() as f32;
            let many = self.landings.len() >= 25;
            self.start(if many { SoundId::BonesMany } else { SoundId::BonesFew }, Some(middle), -6.0, listener);
        }
        if dt > 0.0 {
            // 30 ms up, 250 ms down
            let target = self.energy / dt;
            let follow = if target > self.rate { 0.03 } else { 0.25 };
            self.rate += (target - self.rate) * (1.0 - (-dt / follow).exp());
            self.energy = 0.0;
        }
    }

    /// Takes the sounds that are to start now.
    pub fn drain(&mut self) -> std::vec::Drain<'_, Cue> {
        self.cues.drain(..)
    }
}

/// Whether a tower attacks: those that do are of stone, those that only stand in the way of wood.
fn fights(rules: &Rules, world: &World, tower: u32) -> bool {
    let kind = world.tower_ids.row(tower).and_then(|row| world.towers.kind.get(row));
    kind.and_then(|kind| rules.towers.get(kind.index())).is_none_or(|tower| !matches!(tower.attack, Attack::None))
}

fn tower_place(world: &World, tower: u32) -> Option<Vec2> {
    let row = world.tower_ids.row(tower).filter(|r| *r < world.towers.len())?;
    let cell = world.towers.cell[row];
    Some(Vec2::new(cell.x as f32 + 0.5, cell.y as f32 + 0.5))
}
