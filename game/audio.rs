//! From the view's cues to the sound device. Without a device everything here runs silent.

use crate::data::Data;
use crate::session::Session;
use shell::sound::{Bus, PlayOptions, Sound, SoundState};
use sim::world::Outcome;
use ui::{Cue as UiCue, SettingsModel};
use view::cues::{Ambience, Cue, Music};

/// Seconds in which one theme gives way to another.
const THEME_FADE_S: f32 = 1.5;

/// When the first star of a won battle rings, and how long after it each next one.
const STARS_AFTER_S: f32 = 2.4;
const STAR_GAP_S: f32 = 0.45;

/// Level of wind, and of the lands under everything else, dB.
const WIND_DB: f32 = -7.0;

/// The theme of a state of the battle.
fn theme(music: Music) -> &'static str {
    match music {
        Music::Build => "build",
        Music::Fight => "fight",
        Music::Danger => "danger",
        Music::Victory => "victory",
        Music::Defeat => "defeat",
    }
}

/// What sounds all the time and how loud, as amplitude.
fn loops(ambience: &Ambience) -> [(&'static str, f32, f32); 8] {
    let pitch = ambience.crowd_pitch;
    [
        ("crowd_steps_small", ambience.steps_small, pitch),
        ("crowd_steps", ambience.crowd_steps, pitch),
        ("crowd_steps_large", ambience.steps_large, pitch),
        ("crowd_run", ambience.crowd_run, 1.0),
        ("impact_roar", ambience.impact_roar, 1.0),
        ("amb_meadow", ambience.meadow, 1.0),
        ("amb_forest", ambience.forest, 1.0),
        ("amb_river", ambience.river, 1.0),
    ]
}

/// Sounds and music of the game.
pub struct Audio {
    sound: Sound,
    /// Sounds that are on their way to the ear.
    late: Vec<(f32, Cue)>,
    /// Seconds until each star of a won battle rings.
    stars_s: Vec<f32>,
}

/// What the interface does, beside being pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// A page opens.
    Opens,
    /// A slider moves a step.
    Ticks,
    /// A setting is another now.
    Toggles,
    /// The battle has been kept.
    Saved,
}

impl Signal {
    #[cfg(test)]
    const ALL: [Self; 4] = [Self::Opens, Self::Ticks, Self::Toggles, Self::Saved];

    fn file(self) -> &'static str {
        match self {
            Self::Opens => "ui_open",
            Self::Ticks => "ui_tick",
            Self::Toggles => "ui_toggle",
            Self::Saved => "ui_save",
        }
    }
}

impl Audio {
    /// Opens the device and begins to load. What cannot be loaded is said in the log and stays silent. `silent`: a journal
    /// plays, nobody listens.
    pub fn open(data: &Data, silent: bool) -> Self {
        let mut sound = if silent { Sound::silent("a journal plays") } else { Sound::open() };
        for folder in [data.sounds(), data.music()] {
            if let Err(why) = sound.load_dir(&folder) {
                tracing::warn!("{why}");
            }
        }
        if let SoundState::Silent(why) = sound.state() {
            tracing::info!("silent: {why}");
        }
        sound.play_theme("menu", 0.3);
        sound.set_intensity(1);
        Self { sound, late: Vec::new(), stars_s: Vec::new() }
    }

    /// The volumes of the settings.
    pub fn set_volumes(&mut self, settings: &SettingsModel) {
        let volumes = [
            (Bus::Master, settings.master),
            (Bus::Music, settings.music),
            (Bus::Effects, settings.effects),
            (Bus::Interface, settings.interface),
            (Bus::Ambience, settings.ambience),
        ];
        for (bus, volume) in volumes {
            self.sound.set_volume(bus, volume);
        }
    }

    /// Ticks and clicks of the interface.
    pub fn interface(&mut self, cues: &[UiCue]) {
        for cue in cues {
            let name = match cue {
                UiCue::Move => "ui_hover",
                UiCue::Press => "ui_click",
                UiCue::Back => "ui_close",
                UiCue::Refuse => "ui_deny",
            };
            self.sound.play(name, PlayOptions::default());
        }
    }

    /// Something that the interface does.
    pub fn signal(&mut self, signal: Signal) {
        self.sound.play(signal.file(), PlayOptions::default());
    }

    /// A battle is won: its stars ring one after the other, behind the sting.
    pub fn stars(&mut self, count: u8) {
        self.stars_s = (0..count.min(3)).map(|star| STARS_AFTER_S + STAR_GAP_S * f32::from(star)).collect();
    }

    /// A battle begins.
    pub fn enter_battle(&mut self) {
        self.late.clear();
        self.stars_s.clear();
        self.sound.stop_effects(0.2);
        self.sound.set_paused(false);
    }

    /// The battle is left.
    pub fn leave_battle(&mut self) {
        self.late.clear();
        self.stars_s.clear();
        self.sound.stop_effects(0.5);
        self.sound.set_paused(false);
        self.sound.play_theme("menu", THEME_FADE_S);
        self.sound.set_intensity(1);
    }

    /// Time passes without a battle.
    pub fn idle(&mut self, dt_s: f32) {
        self.sound.update(f64::from(dt_s));
    }

    /// Time passes in a battle. `running`: it goes on, or stands still only because the player stopped it.
    pub fn battle(&mut self, session: &mut Session, dt_s: f32, running: bool) {
        // after the end the last sounds and the sting run out; nothing new starts, for no tick is done any more
        let over = session.outcome() != Outcome::Running;
        self.sound.set_paused(!over && (!running || session.paused));
        let late = &mut self.late;
        let ambience = session.listen(dt_s, &mut |cue| late.push((cue.delay_s, cue)));
        let listener = session.camera.pose();
        self.late.iter_mut().for_each(|(wait_s, _)| *wait_s -= dt_s);
        let sound = &mut self.sound;
        let rules = session.simulation().rules();
        self.late.retain(|(wait_s, cue)| {
            if *wait_s > 0.0 {
                return true;
            }
            let pan = cue.at.map_or(0.0, |at| {
                let yaw = listener.yaw_deg.to_radians();
                let right = (at - listener.target).truncate().dot(glam::vec2(yaw.cos(), -yaw.sin()));
                (right / listener.distance_m).clamp(-0.8, 0.8)
            });
            sound.play(&cue.file(rules), PlayOptions { gain_db: cue.gain_db, pan, pitch: cue.pitch, priority_db: 0.0 });
            false
        });
        self.stars_s.iter_mut().for_each(|wait_s| *wait_s -= dt_s);
        self.stars_s.retain(|wait_s| {
            if *wait_s <= 0.0 {
                sound.play("ui_star", PlayOptions::default());
            }
            *wait_s > 0.0
        });
        let level = |amplitude: f32| (amplitude > 0.01).then(|| PlayOptions::at_db(20.0 * amplitude.log10()));
        for (name, amplitude, pitch) in loops(&ambience) {
            self.sound.set_loop(name, level(amplitude).map(|options| PlayOptions { pitch, ..options }));
        }
        self.sound.set_loop("wind", Some(PlayOptions::at_db(WIND_DB)));
        self.sound.play_theme(theme(ambience.music), THEME_FADE_S);
        self.sound.set_intensity(usize::from(ambience.intensity));
        self.sound.update(f64::from(dt_s));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_name_that_the_game_asks_for_is_in_the_tables() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let sounds = shell::sound::table::read_sounds(&assets.join("sounds")).expect("a good table").expect("a table");
        let music = shell::sound::table::read_music(&assets.join("music")).expect("a good table").expect("a table");
        for (name, _, _) in loops(&Ambience::default()) {
            assert!(sounds.sound.get(name).is_some_and(|sound| sound.looped), "{name}");
        }
        for signal in Signal::ALL {
            assert!(sounds.sound.contains_key(signal.file()), "{signal:?}");
        }
        for name in ["ui_hover", "ui_click", "ui_close", "ui_deny", "ui_star", "wind"] {
            assert!(sounds.sound.contains_key(name), "{name}");
        }
        for state in [Music::Build, Music::Fight, Music::Danger, Music::Victory, Music::Defeat] {
            assert!(music.theme.contains_key(theme(state)), "{state:?}");
        }
        assert!(music.theme.contains_key("menu"));
    }
}
