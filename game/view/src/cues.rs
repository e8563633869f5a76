//! Sounds of a battle: from a tick's events to few, well-chosen voices, and to levels of what sounds all the time.
//!
//! Limits count in real seconds, so at ten times the speed the same caps hold. A hundred landings are one roar: the nearest
//! few sound alone, all together feed a rate that the roar's level follows, and bursts start `bones_few` and `bones_many`.
//! Distance is from a listener on the ground under the picture's middle, raised by a third of the camera's height.

use crate::chance::{self, For};
use crate::space::Space;
use content::level::Level;
use content::rules::{Attack, Rules};
use glam::{Vec2, Vec3};
use sim::event::Event;
use sim::world::World;

/// A sound by its family; the player of sounds picks among its variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum SoundId {
    /// A blast near by.
    BlastNear,
    /// A blast at some distance.
    BlastMid,
    /// A blast far away.
    BlastFar,
    /// One body comes down.
    BodyThud,
    /// One skeleton comes down.
    BonesOne,
    /// Some come down.
    BonesFew,
    /// Very many come down.
    BonesMany,
    /// A blow against a wall.
    SwordStone,
    /// Arrows leave.
    ArrowVolley,
    /// A mortar shoots.
    MortarShot,
    /// A tower stands.
    TowerBuilt,
    /// A tower falls.
    TowerCollapsed,
    /// Gold comes in.
    Coins,
    /// A wave begins.
    WaveHorn,
    /// An ogre kicks.
    OgreKick,
    /// An ogre's steps.
    OgreStep,
    /// Goblins.
    GoblinChatter,
    /// Refused.
    UiDeny,
    /// Won.
    StingVictory,
    /// Lost.
    StingDefeat,
}

/// Number of sounds.
const SOUNDS: usize = 20;

struct Family {
    file: &'static str,
    /// Voices at once.
    cap: u8,
    /// Seconds for which a voice counts.
    lasts_s: f32,
    /// Half-tones up and down.
    spread: f32,
    /// Loses level with distance.
    placed: bool,
}

const FAMILIES: [Family; SOUNDS] = {
    const fn f(file: &'static str, cap: u8, lasts_s: f32, spread: f32, placed: bool) -> Family {
        Family { file, cap, lasts_s, spread, placed }
    }
    [
        f("blast_near", 4, 1.2, 1.5, true),
        f("blast_mid", 4, 1.4, 1.5, true),
        f("blast_far", 4, 1.8, 1.5, true),
        f("body_thud", 8, 0.3, 3.0, true),
        f("bones_one", 6, 0.4, 3.0, true),
        f("bones_few", 2, 0.44, 2.0, true),
        f("bones_many", 2, 0.9, 1.0, true),
        f("sword_stone", 6, 0.35, 3.0, true),
        f("arrow_volley", 4, 0.4, 3.0, true),
        f("mortar_shot", 3, 0.6, 1.5, true),
        f("tower_built", 2, 1.0, 0.5, true),
        f("tower_collapsed", 2, 1.5, 1.0, true),
        f("coins", 2, 0.35, 1.0, false),
        f("wave_horn", 1, 3.0, 0.0, false),
        f("ogre_kick", 2, 0.5, 1.5, true),
        f("ogre_step", 4, 0.3, 1.5, true),
        f("goblin_chatter", 3, 1.0, 1.0, true),
        f("ui_deny", 1, 0.2, 0.0, false),
        f("sting_victory", 1, 5.0, 0.0, false),
        f("sting_defeat", 1, 5.0, 0.0, false),
    ]
};

impl SoundId {
    /// Name of its files, without number and ending.
    #[must_use]
    pub fn file(self) -> &'static str {
        FAMILIES[self as usize].file
    }
}

/// One sound to start now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cue {
    /// Which.
    pub sound: SoundId,
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

/// Levels of what sounds all the time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ambience {
    /// Of the crowd's steps, 0..1 of amplitude; beyond 0 dB up to 2.8.
    pub crowd_steps: f32,
    /// Factor of the speed of playing the steps.
    pub crowd_pitch: f32,
    /// Of the roar of bodies coming down, amplitude.
    pub impact_roar: f32,
    /// Danger for the music, 0 (a wave is announced) to 4 (the keep is hurt, a giant is near).
    pub danger: u8,
    /// A wave is on: the battle's music, else the calm theme.
    pub battle: bool,
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

/// dB as a factor of amplitude.
#[must_use]
pub fn amplitude(db: f32) -> f32 {
    10f32.powf(db / 20.0)
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
    cues: Vec<Cue>,
    /// Scratch of one tick.
    wanted: Vec<(SoundId, Option<Vec3>, f32)>,
    /// Seconds until the next step of a large one, and until goblins may talk again.
    step_wait_s: f32,
    chatter_wait_s: f32,
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
            cues: Vec::with_capacity(64),
            wanted: Vec::with_capacity(256),
            step_wait_s: 0.0,
            chatter_wait_s: 1.0,
        }
    }

    /// Takes a tick's events in.
    pub(crate) fn observe(&mut self, rules: &Rules, world: &World, events: &[Event], listener: &Listener) {
        // the ground's height is nothing to the ear
        let space = self.space;
        let on = |at: Vec2| space.world_from_map(at).extend(0.0);
        let (mut wanted, mut landed) = (std::mem::take(&mut self.wanted), 0usize);
        wanted.clear();
        for event in events {
            match *event {
                Event::Blasted { at, radius_m, .. } => {
                    let p = on(at);
                    let louder = 20.0 * (radius_m / 5.0).clamp(0.3, 3.0).log10();
                    let d = p.distance(listener.at);
                    let sound = if d < 40.0 {
                        SoundId::BlastNear
                    } else if d < 150.0 {
                        SoundId::BlastMid
                    } else {
                        SoundId::BlastFar
                    };
                    wanted.push((sound, Some(p), louder));
                }
                Event::Landed { kind, at, speed_mps, .. } => {
                    landed += 1;
                    // a tick can bring a thousand; the nearest of the first 128 are enough to choose from
                    if self.landings.len() < 128 {
                        let p = on(at);
                        self.landings.push((self.now_s, p));
                        let bony = rules.enemies.get(kind.index()).is_some_and(|e| e.model == "skeleton");
                        if landed <= 12 {
                            wanted.push((if bony { SoundId::BonesOne } else { SoundId::BodyThud }, Some(p), (speed_mps / 15.0).clamp(0.1, 1.0).log10() * 12.0));
                        }
                    }
                }
                Event::TowerStruck { unit, .. } | Event::KeepStruck { unit, .. } => {
                    if let Some(row) = world.unit_ids.row(unit.0).filter(|r| *r < world.units.len()) {
                        wanted.push((SoundId::SwordStone, Some(on(world.units.position[row])), -4.0));
                    }
                }
                Event::ArrowShot { tower, .. } => wanted.push((SoundId::ArrowVolley, tower_place(world, tower.0).map(on), -3.0)),
                Event::BombThrown { from, tower, .. } => {
                    let mortar = !tower.is_none()
                        && world
                            .tower_ids
                            .row(tower.0)
                            .and_then(|r| world.towers.kind.get(r))
                            .and_then(|k| rules.towers.get(k.index()))
                            .is_some_and(|t| matches!(t.attack, Attack::Bomb { .. }));
                    wanted.push((SoundId::MortarShot, Some(on(from)), if mortar { 0.0 } else { -8.0 }));
                }
                Event::TowerBuilt { cell, .. } => wanted.push((SoundId::TowerBuilt, Some(on(Vec2::new(cell.x as f32 + 0.5, cell.y as f32 + 0.5))), 0.0)),
                Event::TowerDestroyed { cell, .. } => {
                    wanted.push((SoundId::TowerCollapsed, Some(on(Vec2::new(cell.x as f32 + 0.5, cell.y as f32 + 0.5))), 0.0))
                }
                Event::TowerSold { .. } => wanted.push((SoundId::Coins, None, -6.0)),
                Event::WaveStarted { .. } => wanted.push((SoundId::WaveHorn, None, 0.0)),
                Event::Kicked { by, .. } => {
                    if let Some(row) = world.unit_ids.row(by.0).filter(|r| *r < world.units.len()) {
                        wanted.push((SoundId::OgreKick, Some(on(world.units.position[row])), 0.0));
                    }
                }
                Event::Killed { reward, .. } if reward > 0 => wanted.push((SoundId::Coins, None, -12.0)),
                Event::Refused { .. } => wanted.push((SoundId::UiDeny, None, 0.0)),
                Event::Won => wanted.push((SoundId::StingVictory, None, 0.0)),
                Event::Lost => wanted.push((SoundId::StingDefeat, None, 0.0)),
                _ => {}
            }
        }
        self.energy += landed as f32;
        // the nearest first: what has no room is what is farthest
        wanted.sort_by(|a, b| {
            let d = |c: &(SoundId, Option<Vec3>, f32)| c.1.map_or(0.0, |p| p.distance_squared(listener.at));
            d(a).total_cmp(&d(b)).then(a.0.cmp(&b.0))
        });
        for (sound, at, db) in wanted.drain(..) {
            self.start(sound, at, db, listener);
        }
        self.wanted = wanted;
    }

    /// Starts a sound if its family has a voice free.
    pub(crate) fn start(&mut self, sound: SoundId, at: Option<Vec3>, db: f32, listener: &Listener) {
        let family = &FAMILIES[sound as usize];
        if self.now_s - self.last_s[sound as usize] < 0.03 && self.last_s[sound as usize] >= 0.0 {
            return;
        }
        let Some(voice) = self.busy[sound as usize][..usize::from(family.cap)].iter_mut().find(|free_s| **free_s <= self.now_s) else { return };
        *voice = self.now_s + family.lasts_s;
        self.last_s[sound as usize] = self.now_s;
        self.made += 1;
        let distance = at.map_or(0.0, |p| p.distance(listener.at));
        let far_db = if family.placed { -20.0 * (distance / 20.0).max(1.0).log10() } else { 0.0 };
        let blast = matches!(sound, SoundId::BlastNear | SoundId::BlastMid | SoundId::BlastFar);
        let semitones = chance::range(For::Sound, self.made, 0, -family.spread, family.spread);
        self.cues.push(Cue {
            sound,
            at: if family.placed { at } else { None },
            // what is far was recorded far: only the near one loses all its level
            gain_db: (db + if blast { far_db * 0.4 } else { far_db } - chance::range(For::Sound, self.made, 1, 0.0, 3.0)).max(-60.0),
            pitch: 2f32.powf(semitones / 12.0),
            variant: chance::index(For::Sound, self.made, 2, 1 << 16),
            delay_s: if blast { (distance / 340.0).min(0.35) } else { 0.0 },
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

    /// What sounds all the time, now. `dt_s`: real seconds since the last call.
    pub(crate) fn ambience(&mut self, level: &Level, rules: &Rules, world: &World, listener: &Listener, dt_s: f32) -> Ambience {
        let (ear, reach) = (self.space.map_from_world(listener.at.truncate()), listener.reach_m.max(10.0));
        let keep = Vec2::new(level.keep.cell.x as f32 + 0.5, level.keep.cell.y as f32 + 0.5);
        let (mut walkers, mut speed, mut weight) = (0u32, 0.0f32, 0.0f32);
        let (mut heavy, mut goblins): (Option<(f32, Vec2)>, (u32, Vec2)) = (None, (0, ear));
        let units = &world.units;
        for k in 0..units.len() {
            let at = units.position[k];
            if at.distance_squared(ear) < reach * reach {
                let v = units.velocity[k].length();
                if v > 0.3 {
                    walkers += 1;
                    speed += v;
                    let enemy = rules.enemies.get(units.kind[k].index());
                    let d = at.distance_squared(ear);
                    if enemy.is_some_and(|e| e.weight >= 10.0) && heavy.is_none_or(|h| d < h.0) {
                        heavy = Some((d, at));
                    }
                    if enemy.is_some_and(|e| e.model == "goblin") {
                        goblins = (goblins.0 + 1, at);
                    }
                }
            }
            if at.distance_squared(keep) < 3600.0 {
                weight += rules.enemies.get(units.kind[k].index()).map_or(1.0, |e| e.weight);
            }
        }
        let dt = dt_s.clamp(0.0, 0.25);
        (self.step_wait_s, self.chatter_wait_s) = (self.step_wait_s - dt, self.chatter_wait_s - dt);
        if let Some((_, at)) = heavy.filter(|_| self.step_wait_s <= 0.0 && dt > 0.0) {
            self.step_wait_s = chance::range(For::Sound, self.made, 7, 0.5, 0.7);
            self.start(SoundId::OgreStep, Some(self.space.world_from_map(at).extend(0.0)), -2.0, listener);
        }
        if goblins.0 >= 4 && self.chatter_wait_s <= 0.0 && dt > 0.0 {
            self.chatter_wait_s = chance::range(For::Sound, self.made, 8, 1.2, 4.0);
            self.start(SoundId::GoblinChatter, Some(self.space.world_from_map(goblins.1).extend(0.0)), -8.0, listener);
        }
        let keep_share = world.keep_health as f32 / level.keep.health.max(1) as f32;
        let battle = !units.is_empty() || !world.waves.coming.is_empty();
        let wanted = match () {
            () if !battle => 0,
            () if keep_share < 0.4 => 4,
            () if weight > 250.0 || keep_share < 0.7 => 3,
            () if weight > 40.0 || keep_share < 1.0 => 2,
            () => 1,
        };
        // up at once, down only after eight bars of calm
        if wanted >= self.danger {
            (self.danger, self.calm_s) = (wanted, 0.0);
        } else {
            self.calm_s += dt_s.clamp(0.0, 0.25);
            if self.calm_s > 16.0 {
                (self.danger, self.calm_s) = (wanted, 0.0);
            }
        }
        let steps_db = if walkers > 0 { (10.0 * (walkers as f32 / 64.0).log10()).min(9.0) } else { -60.0 };
        let roar_db = if self.rate > 0.05 { (10.0 * (self.rate / 75.0).log10()).min(2.0) } else { -60.0 };
        Ambience {
            crowd_steps: if walkers > 0 { amplitude(steps_db) } else { 0.0 },
            crowd_pitch: if walkers > 0 { (speed / walkers as f32 / 2.2).clamp(0.85, 1.2) } else { 1.0 },
            impact_roar: if self.rate > 0.05 { amplitude(roar_db) } else { 0.0 },
            danger: self.danger,
            battle,
        }
    }
}

fn tower_place(world: &World, tower: u32) -> Option<Vec2> {
    let row = world.tower_ids.row(tower).filter(|r| *r < world.towers.len())?;
    let cell = world.towers.cell[row];
    Some(Vec2::new(cell.x as f32 + 0.5, cell.y as f32 + 0.5))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mixer() -> Cues {
        Cues::new(Space { map_height_m: 64.0 })
    }

    #[test]
    fn families_have_caps_and_a_voice_comes_free_again() {
        let mut cues = mixer();
        let listener = Listener::default();
        let mut started = 0;
        for _ in 0..50 {
            cues.update(0.04, &listener);
            cues.start(SoundId::BlastNear, Some(Vec3::X), 0.0, &listener);
            started += cues.drain().count();
        }
        // two seconds, 1.2 s a voice, four voices
        assert!((7..=8).contains(&started), "{started} blasts in two seconds");
    }

    #[test]
    fn far_is_softer_and_later_and_a_burst_is_a_roar() {
        let mut cues = mixer();
        let listener = Listener { at: Vec3::ZERO, reach_m: 50.0 };
        cues.start(SoundId::BodyThud, Some(Vec3::X * 5.0), 0.0, &listener);
        cues.start(SoundId::BonesOne, Some(Vec3::X * 200.0), 0.0, &listener);
        cues.start(SoundId::BlastFar, Some(Vec3::X * 100.0), 0.0, &listener);
        let heard: Vec<Cue> = cues.drain().collect();
        assert!(heard[0].gain_db >= -3.0 && heard[1].gain_db <= -20.0, "{heard:?}");
        assert!(heard[2].delay_s > 0.25 && heard[0].delay_s == 0.0);
        cues.landings.extend((0..30).map(|k| (cues.now_s, Vec3::new(k as f32, 0.0, 0.0))));
        cues.energy = 300.0;
        cues.update(0.016, &listener);
        assert!(cues.drain().any(|c| c.sound == SoundId::BonesMany));
        let loud = cues.rate;
        (0..40).for_each(|_| cues.update(0.016, &listener));
        assert!(loud > 1000.0 && cues.rate < loud * 0.2, "{loud} became {}", cues.rate);
    }

    #[test]
    fn every_sound_has_a_family_with_voices() {
        assert!(FAMILIES.iter().all(|f| f.cap >= 1 && usize::from(f.cap) <= 8 && f.lasts_s > 0.0));
        assert_eq!(SoundId::StingDefeat as usize, SOUNDS - 1);
        assert_eq!((SoundId::BlastNear.file(), SoundId::UiDeny.file(), SoundId::StingDefeat.file()), ("blast_near", "ui_deny", "sting_defeat"));
    }
}
