//! What sounds all the time: steps, the roar of the fallen, the land, and which music.

use super::Cues;
use super::bodies::SHAKING_WEIGHT;
use super::families::SoundId;
use crate::chance::{self, For};
use content::level::Level;
use content::map::{Cell, Terrain};
use content::rules::{EnemyKind, Rules};
use glam::Vec2;
use sim::world::{Outcome, World};

/// Speed from which most of a crowd runs, m/s.
const RUNS_MPS: f32 = 3.2;
/// Quiet seconds after which the tune of the build phase enters.
const TUNE_AFTER_S: f32 = 12.0;
/// Seconds of calm after which the danger in the music falls: eight bars.
const CALM_S: f32 = 16.0;
/// Level of danger from which the music is that of danger.
const DANGER_MUSIC: u8 = 4;
/// Half the side of the square around the ear whose ground is heard, metres, at most, and its steps.
const LAND_M: f32 = 40.0;
const LAND_STEP_M: f32 = 8.0;

/// Which music a battle wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Music {
    /// Nobody is here: time to build.
    #[default]
    Build,
    /// A wave is on.
    Fight,
    /// The keep is near its end.
    Danger,
    /// Won.
    Victory,
    /// Lost.
    Defeat,
}

/// Levels of what sounds all the time. Levels are amplitudes; 0 is silent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ambience {
    /// Of the steps of a few.
    pub steps_small: f32,
    /// Of the crowd's steps, up to 2.8.
    pub crowd_steps: f32,
    /// Of the steps of hundreds.
    pub steps_large: f32,
    /// Of those who run.
    pub crowd_run: f32,
    /// Factor of the speed of playing the steps.
    pub crowd_pitch: f32,
    /// Of the roar of bodies coming down.
    pub impact_roar: f32,
    /// Of meadow, forest and running water around the listener.
    pub meadow: f32,
    /// See `meadow`.
    pub forest: f32,
    /// See `meadow`.
    pub river: f32,
    /// Danger for the music, 0 (a wave is announced) to 4 (the keep is hurt, a giant is near).
    pub danger: u8,
    /// How many stems are open: of the fight by danger, of the others by how long they have played.
    pub intensity: u8,
    /// Which music.
    pub music: Music,
}

/// dB as a factor of amplitude.
#[must_use]
pub fn amplitude(db: f32) -> f32 {
    10f32.powf(db / 20.0)
}

/// Who is around the ear.
struct Crowd {
    walkers: u32,
    speed: f32,
    /// Weight near the keep.
    weight: f32,
    /// Nearest huge one: distance squared, place, whether the ground shakes.
    heavy: Option<(f32, Vec2, bool)>,
    goblins: (u32, Vec2),
    /// Who might say something.
    speaker: Option<(EnemyKind, Vec2)>,
}

impl Cues {
    /// What sounds all the time, now. `dt_s`: real seconds since the last call.
    pub(crate) fn ambience(&mut self, level: &Level, rules: &Rules, world: &World, listener: &super::Listener, dt_s: f32) -> Ambience {
        let (ear, reach) = (self.space.map_from_world(listener.at.truncate()), listener.reach_m.max(10.0));
        let crowd = self.crowd(level, rules, world, ear, reach);
        let dt = dt_s.clamp(0.0, 0.25);
        self.voices_of(&crowd, listener, dt);
        let (danger, music) = self.mood(level, world, crowd.weight, dt);
        let quiet_s = self.music_s;
        let intensity = match music {
            Music::Fight => danger,
            Music::Build => u8::from(quiet_s > TUNE_AFTER_S),
            Music::Danger => 1 + u8::from(quiet_s > TUNE_AFTER_S),
            Music::Victory | Music::Defeat => u8::from(quiet_s > 0.5),
        };
        let roar_db = if self.rate > 0.05 { (10.0 * (self.rate / 75.0).log10()).min(2.0) } else { -60.0 };
        let (meadow, forest, river) = land(level, ear, reach);
        // birds fall silent where an army walks
        let birds = 1.0 / (1.0 + crowd.walkers as f32 / 40.0);
        let [steps_small, crowd_steps, steps_large, crowd_run] = steps(crowd.walkers, crowd.speed);
        Ambience {
            steps_small,
            crowd_steps,
            steps_large,
            crowd_run,
            crowd_pitch: if crowd.walkers > 0 { (crowd.speed / 2.2).clamp(0.85, 1.2) } else { 1.0 },
            impact_roar: if self.rate > 0.05 { amplitude(roar_db) } else { 0.0 },
            meadow: meadow * birds,
            forest: forest * birds.sqrt(),
            river,
            danger,
            intensity,
            music,
        }
    }

    fn crowd(&self, level: &Level, rules: &Rules, world: &World, ear: Vec2, reach: f32) -> Crowd {
        let keep = Vec2::new(level.keep.cell.x as f32 + 0.5, level.keep.cell.y as f32 + 0.5);
        let mut crowd = Crowd { walkers: 0, speed: 0.0, weight: 0.0, heavy: None, goblins: (0, ear), speaker: None };
        let units = &world.units;
        // one of all in reach is asked to speak: every so many-th, from a start that chance moves on
        let ask = chance::index(For::Sound, self.made, 9, 1 << 16) as usize % units.len().max(1);
        for k in 0..units.len() {
            let (at, enemy) = (units.position[k], rules.enemies.get(units.kind[k].index()));
            let d = at.distance_squared(ear);
            if d < reach * reach {
                if k >= ask && crowd.speaker.is_none() {
                    crowd.speaker = Some((units.kind[k], at));
                }
                let v = units.velocity[k].length();
                if v > 0.3 {
                    crowd.walkers += 1;
                    crowd.speed += v;
                    if let Some(e) = enemy.filter(|e| e.weight >= 10.0 && crowd.heavy.is_none_or(|h| d < h.0)) {
                        crowd.heavy = Some((d, at, e.weight >= SHAKING_WEIGHT));
                    }
                    if enemy.is_some_and(|e| e.model == "goblin") {
                        crowd.goblins = (crowd.goblins.0 + 1, at);
                    }
                }
            }
            if at.distance_squared(keep) < 3600.0 {
                crowd.weight += enemy.map_or(1.0, |e| e.weight);
            }
        }
        crowd.speed /= crowd.walkers.max(1) as f32;
        crowd
    }

    /// Steps of the largest, chatter, and now and then a word.
    fn voices_of(&mut self, crowd: &Crowd, listener: &super::Listener, dt: f32) {
        self.step_wait_s -= dt;
        self.chatter_wait_s -= dt;
        self.speak_wait_s -= dt;
        let space = self.space;
        let on = |at: Vec2| Some(space.world_from_map(at).extend(0.0));
        if let Some((_, at, shakes)) = crowd.heavy.filter(|_| self.step_wait_s <= 0.0 && dt > 0.0) {
            self.step_wait_s = chance::range(For::Sound, self.made, 7, 0.5, 0.7) * if shakes { 2.0 } else { 1.0 };
            self.start(if shakes { SoundId::GiantStep } else { SoundId::OgreStep }, on(at), -2.0, listener);
        }
        if crowd.goblins.0 >= 4 && self.chatter_wait_s <= 0.0 && dt > 0.0 {
            self.chatter_wait_s = chance::range(For::Sound, self.made, 8, 1.2, 4.0);
            self.start(SoundId::GoblinChatter, on(crowd.goblins.1), -8.0, listener);
        }
        if let Some((kind, at)) = crowd.speaker.filter(|_| self.speak_wait_s <= 0.0 && dt > 0.0) {
            self.speak_wait_s = chance::range(For::Sound, self.made, 10, 1.5, 5.0);
            self.say(SoundId::EnemySpeak, kind, on(at), -6.0, listener);
        }
    }

    /// Danger and music. Danger goes up at once, down only after calm.
    fn mood(&mut self, level: &Level, world: &World, weight: f32, dt: f32) -> (u8, Music) {
        let keep_share = world.keep_health as f32 / level.keep.health.max(1) as f32;
        let battle = !world.units.is_empty() || !world.waves.coming.is_empty();
        let wanted = match () {
            () if !battle => 0,
            () if keep_share < 0.4 => 4,
            () if weight > 250.0 || keep_share < 0.7 => 3,
            () if weight > 40.0 || keep_share < 1.0 => 2,
            () => 1,
        };
        if wanted >= self.danger {
            (self.danger, self.calm_s) = (wanted, 0.0);
        } else {
            self.calm_s += dt;
            if self.calm_s > CALM_S {
                (self.danger, self.calm_s) = (wanted, 0.0);
            }
        }
        let music = match world.outcome {
            Outcome::Won => Music::Victory,
            Outcome::Lost => Music::Defeat,
            Outcome::Running if !battle => Music::Build,
            Outcome::Running if self.danger >= DANGER_MUSIC => Music::Danger,
            Outcome::Running => Music::Fight,
        };
        if music == self.music {
            self.music_s += dt;
        } else {
            (self.music, self.music_s) = (music, 0.0);
        }
        (self.danger, music)
    }
}

/// Amplitudes of the steps of a few, of a crowd, of hundreds and of runners: they cross over with number and speed.
fn steps(walkers: u32, speed: f32) -> [f32; 4] {
    if walkers == 0 {
        return [0.0; 4];
    }
    let n = walkers as f32;
    let runs = ((speed - RUNS_MPS) / 1.0).clamp(0.0, 1.0);
    let few = (1.0 - (n - 6.0) / 18.0).clamp(0.0, 1.0);
    let many = ((n - 120.0) / 240.0).clamp(0.0, 1.0);
    let level = |base: f32, top_db: f32| amplitude((10.0 * (n / base).log10()).clamp(-24.0, top_db));
    [level(9.0, 3.0) * few, level(64.0, 9.0) * (1.0 - few) * (1.0 - 0.6 * many) * (1.0 - runs), level(240.0, 6.0) * many, level(60.0, 6.0) * runs * (1.0 - few)]
}

/// Levels of meadow, forest and water by the ground around the ear.
fn land(level: &Level, ear: Vec2, reach: f32) -> (f32, f32, f32) {
    let (mut seen, mut trees, mut gorge) = (0.0f32, 0.0f32, 0.0f32);
    let count = (reach.min(LAND_M) / LAND_STEP_M).ceil() as i32;
    for y in -count..=count {
        for x in -count..=count {
            let at = ear + Vec2::new(x as f32, y as f32) * LAND_STEP_M;
            let cell = Cell::new(at.x.floor() as i32, at.y.floor() as i32);
            if level.map.index(cell).is_none() {
                continue;
            }
            seen += 1.0;
            match level.map.terrain_at(cell) {
                Terrain::Forest => trees += 1.0,
                Terrain::Ravine => gorge += 1.0,
                _ => {}
            }
        }
    }
    if seen == 0.0 {
        return (1.0, 0.0, 0.0);
    }
    let (trees, gorge) = ((trees / seen * 3.0).min(1.0), (gorge / seen * 6.0).min(1.0));
    ((1.0 - trees) * (1.0 - 0.5 * gorge), trees, gorge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_cross_over_from_a_few_to_hundreds_and_to_runners() {
        assert_eq!(steps(0, 0.0), [0.0; 4]);
        let [few, crowd, large, run] = steps(4, 1.5);
        assert!(few > 0.2 && crowd == 0.0 && large == 0.0 && run == 0.0);
        let [few, crowd, large, run] = steps(64, 1.5);
        assert!(few == 0.0 && (crowd - 1.0).abs() < 0.01 && large == 0.0 && run == 0.0);
        let [_, crowd, large, run] = steps(600, 1.5);
        assert!(large > 1.0 && crowd > 0.5 && run == 0.0);
        let [_, crowd, _, run] = steps(100, 5.0);
        assert!(crowd == 0.0 && run > 1.0);
        for n in [1, 5, 23, 25, 119, 121, 400, 10_000] {
            assert!(steps(n, 2.0).iter().all(|level| (0.0..=3.0).contains(level)), "{n} walkers");
            assert!(steps(n, 2.0).iter().sum::<f32>() > 0.05, "{n} walkers are heard");
        }
    }
}
