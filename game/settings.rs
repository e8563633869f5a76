//! Settings and progress: what is remembered between two evenings. Text files in the platform's folders, written whole and
//! atomically; a damaged or newer file is set aside, said, and never overwrites a good one.

use content::rules::Difficulty;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use ui::{SettingChange, SettingsModel, Shadows, Volume, WindowMode};

/// Version of both files.
const VERSION: u32 = 1;

/// The settings as they stand in the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    version: u32,
    shadows: String,
    borderless: bool,
    window_px: [u32; 2],
    vsync: bool,
    decals: u32,
    flying_dead: u32,
    volume_master: f32,
    volume_music: f32,
    volume_effects: f32,
    volume_interface: f32,
    volume_ambience: f32,
    interface_scale: f32,
    high_contrast: bool,
    edge_scroll: bool,
    screen_shake: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self::from_model(&SettingsModel::default())
    }
}

impl Settings {
    /// From what the interface shows.
    pub fn from_model(model: &SettingsModel) -> Self {
        let shadows = match model.shadows {
            Shadows::Off => "off",
            Shadows::TerrainAndTowers => "towers",
            Shadows::All => "all",
        };
        Self {
            version: VERSION,
            shadows: shadows.into(),
            borderless: model.window == WindowMode::Borderless,
            window_px: model.size_px,
            vsync: model.vsync,
            decals: model.decals,
            flying_dead: model.flying_dead,
            volume_master: model.master,
            volume_music: model.music,
            volume_effects: model.effects,
            volume_interface: model.interface,
            volume_ambience: model.ambience,
            interface_scale: model.interface_scale,
            high_contrast: model.high_contrast,
            edge_scroll: model.edge_scroll,
            screen_shake: model.screen_shake,
        }
    }

    /// For the interface, every number brought into its range.
    pub fn to_model(&self) -> SettingsModel {
        let share = |v: f32| if v.is_finite() { v.clamp(0.0, 1.0) } else { 1.0 };
        SettingsModel {
            shadows: match self.shadows.as_str() {
                "off" => Shadows::Off,
                "towers" => Shadows::TerrainAndTowers,
                _ => Shadows::All,
            },
            window: if self.borderless { WindowMode::Borderless } else { WindowMode::Windowed },
            size_px: [self.window_px[0].clamp(640, 7680), self.window_px[1].clamp(360, 4320)],
            vsync: self.vsync,
            decals: self.decals.min(view::decals::SETTING_MAX as u32),
            flying_dead: self.flying_dead.min(view::decals::SETTING_MAX as u32),
            master: share(self.volume_master),
            music: share(self.volume_music),
            effects: share(self.volume_effects),
            interface: share(self.volume_interface),
            ambience: share(self.volume_ambience),
            interface_scale: if self.interface_scale.is_finite() { self.interface_scale.clamp(0.75, 2.0) } else { 1.0 },
            high_contrast: self.high_contrast,
            edge_scroll: self.edge_scroll,
            screen_shake: share(self.screen_shake),
            ..SettingsModel::default()
        }
    }
}

/// Carries a change into the model.
pub fn apply(model: &mut SettingsModel, change: SettingChange) {
    match change {
        SettingChange::Shadows(v) => model.shadows = v,
        SettingChange::Window(v) => model.window = v,
        SettingChange::SizePx(v) => model.size_px = v,
        SettingChange::Vsync(v) => model.vsync = v,
        SettingChange::Decals(v) => model.decals = v,
        SettingChange::FlyingDead(v) => model.flying_dead = v,
        SettingChange::Volume(which, v) => {
            *match which {
                Volume::Master => &mut model.master,
                Volume::Music => &mut model.music,
                Volume::Effects => &mut model.effects,
                Volume::Interface => &mut model.interface,
                Volume::Ambience => &mut model.ambience,
            } = v.clamp(0.0, 1.0);
        }
        SettingChange::InterfaceScale(v) => model.interface_scale = v,
        SettingChange::HighContrast(v) => model.high_contrast = v,
        SettingChange::EdgeScroll(v) => model.edge_scroll = v,
        SettingChange::ScreenShake(v) => model.screen_shake = v,
        SettingChange::Defaults => *model = SettingsModel::default(),
    }
}

/// What was reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Progress {
    version: u32,
    /// Best stars by level.
    pub stars: BTreeMap<String, u8>,
    /// The difficulty chosen last.
    pub difficulty: Difficulty,
}

impl Default for Progress {
    fn default() -> Self {
        Self { version: VERSION, stars: BTreeMap::new(), difficulty: Difficulty::Standard }
    }
}

/// A battle that was left, to go on with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedBattle {
    version: u32,
    /// Its level's name or path.
    pub level: String,
    /// The simulation's snapshot; it names content and hashes itself.
    pub snapshot: Vec<u8>,
}

impl SavedBattle {
    /// A battle on this level.
    pub fn new(level: &str, snapshot: Vec<u8>) -> Self {
        Self { version: VERSION, level: level.into(), snapshot }
    }

    /// As bytes of a file.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        crate::pack::packed(self)
    }

    /// From bytes of a file; anything else is a sentence.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let saved: Self = crate::pack::unpacked(bytes)?;
        if saved.version == VERSION {
            Ok(saved)
        } else {
            Err(format!("the battle was saved by another version of the game (format {}, this one reads {VERSION})", saved.version))
        }
    }
}

/// The remembered files and where they lie. Without a folder nothing is remembered, and that is said.
pub struct Memory {
    config: Option<PathBuf>,
    data: Option<PathBuf>,
    /// Sentences for the player about what could not be read or written.
    pub complaints: Vec<String>,
}

impl Memory {
    /// Files in these folders; none: nothing is remembered.
    pub fn new(folders: Option<(PathBuf, PathBuf)>) -> Self {
        let (config, data) = folders.unzip();
        Self { config, data, complaints: Vec::new() }
    }

    /// A remembered value; files that are not good are set aside, and a sentence says so.
    fn read<T: Default>(&mut self, path: Option<PathBuf>, parse: impl Fn(&[u8]) -> Result<T, String>) -> T {
        let Some(path) = path else { return T::default() };
        match shell::files::read_with_previous(&path, parse) {
            Ok(outcome) => {
                for (name, why) in &outcome.set_aside {
                    self.complain(format!("A file could not be used and was set aside as {}: {why}.", name.display()));
                }
                outcome.value.map(|(value, _)| value).unwrap_or_default()
            }
            Err(error) => {
                self.complain(error.to_string());
                T::default()
            }
        }
    }

    fn write(&mut self, path: Option<PathBuf>, bytes: Result<Vec<u8>, String>) {
        let Some(path) = path else { return };
        if let Err(sentence) = bytes.and_then(|bytes| shell::files::write_atomic(&path, &bytes).map_err(|e| e.to_string())) {
            self.complain(sentence);
        }
    }

    fn complain(&mut self, sentence: String) {
        tracing::warn!("{sentence}");
        if !self.complaints.contains(&sentence) {
            self.complaints.push(sentence);
        }
    }

    /// The settings, or the defaults.
    pub fn settings(&mut self) -> Settings {
        self.read(self.config.as_ref().map(|c| c.join("settings.toml")), from_toml)
    }

    /// Remembers the settings.
    pub fn keep_settings(&mut self, settings: &Settings) {
        self.write(self.config.as_ref().map(|c| c.join("settings.toml")), to_toml(settings));
    }

    /// The progress, or none yet.
    pub fn progress(&mut self) -> Progress {
        self.read(self.data.as_ref().map(|d| d.join("progress.toml")), from_toml)
    }

    /// Remembers the progress.
    pub fn keep_progress(&mut self, progress: &Progress) {
        self.write(self.data.as_ref().map(|d| d.join("progress.toml")), to_toml(progress));
    }

    /// Where a picture of this tick goes; the present folder when nothing is remembered. Never a name that is taken.
    pub fn picture_file(&self, tick: u32) -> PathBuf {
        let folder = self.data.as_ref().map_or_else(PathBuf::new, |d| d.join("pictures"));
        let name = |k: u32| folder.join(if k == 0 { format!("tumblekeep-{tick}.png") } else { format!("tumblekeep-{tick}-{k}.png") });
        (0..1000).map(name).find(|file| !file.exists()).unwrap_or_else(|| name(0))
    }

    /// Keeps a recorded battle, the newest of its level.
    pub fn keep_replay(&mut self, level: &str, replay: &sim::replay::Replay) {
        let name: String = level.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' }).collect();
        self.write(self.data.as_ref().map(|d| d.join("replays").join(format!("{name}.replay"))), crate::replays::to_bytes(replay));
    }

    fn battle_file(&self) -> Option<PathBuf> {
        self.data.as_ref().map(|d| d.join("battle.save"))
    }

    /// The battle that was left.
    pub fn battle(&mut self) -> Option<SavedBattle> {
        self.read(self.battle_file(), |bytes| SavedBattle::from_bytes(bytes).map(Some))
    }

    /// Remembers a battle to go on with.
    pub fn keep_battle(&mut self, saved: &SavedBattle) {
        self.write(self.battle_file(), saved.to_bytes());
    }

    /// The remembered battle is over: its file and the one before it go.
    pub fn forget_battle(&mut self) {
        let Some(path) = self.battle_file() else { return };
        for path in [shell::files::previous_path(&path), path] {
            match std::fs::remove_file(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => self.complain(format!("{} could not be removed: {error}.", path.display())),
                _ => {}
            }
        }
    }
}

fn from_toml<T: for<'a> Deserialize<'a>>(bytes: &[u8]) -> Result<T, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not text".to_string())?;
    toml::from_str(text).map_err(|e| e.message().to_string())
}

fn to_toml<T: Serialize>(value: &T) -> Result<Vec<u8>, String> {
    toml::to_string(value).map(String::into_bytes).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_the_file_and_broken_numbers_come_into_range() {
        let mut model = SettingsModel { shadows: Shadows::TerrainAndTowers, music: 0.25, ..SettingsModel::default() };
        let bytes = to_toml(&Settings::from_model(&model)).expect("settings are TOML");
        let read: Settings = from_toml(&bytes).expect("what was written can be read");
        assert_eq!(read.to_model(), model);
        let wild: Settings = from_toml(b"volume_music = inf\ninterface_scale = -9.0\ndecals = 70000\nwindow_px = [1, 999999]").expect("still settings");
        model = wild.to_model();
        assert_eq!((model.music, model.interface_scale, model.decals, model.size_px), (1.0, 0.75, 5_000, [640, 4320]));
        assert!(from_toml::<Settings>(b"volum = 1").is_err());
    }

    #[test]
    fn a_saved_battle_survives_and_no_damage_panics() {
        let saved = SavedBattle::new("first-bombs", (0..2000u32).map(|k| (k * 7) as u8).collect());
        let bytes = saved.to_bytes().expect("it packs");
        assert_eq!(SavedBattle::from_bytes(&bytes), Ok(saved.clone()));
        for k in 0..bytes.len() {
            let mut broken = bytes.clone();
            broken[k] ^= 0x41;
            if let Ok(other) = SavedBattle::from_bytes(&broken) {
                // a flipped bit inside the payload is caught by the snapshot's own checks
                assert_eq!(other.version, VERSION);
            }
            assert!(SavedBattle::from_bytes(&bytes[..k]).is_err(), "cut at {k}");
        }
    }
}
