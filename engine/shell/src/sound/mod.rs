//! Sound: effects by name, loops, music in stems, five volumes, and no device is a state.
//!
//! A program opens [`Sound`] once, gives it folders with tables ([`table`]), calls [`Sound::update`] every frame and
//! says what is to be heard. Without a device everything is accepted and nothing is heard; [`Sound::retry`] looks again
//! and takes up loops, music and volumes where they should be.
//!
//! Invariants: nothing here fails after loading but into silence and a line in the log, once. Voices are limited by
//! number, family and file in real time. The sum never clips (`limiter`). Chance (variants, pitch) is this file's
//! own and is never drawn from a generator that matters.
//!
//! Deliberately absent: distance, what is heard when (the caller's cues), positions in space: the caller gives a gain
//! and a side.

pub mod decode;
mod limiter;
mod loading;
mod loops;
mod music;
mod output;
pub mod shot;
pub mod stream;
pub mod table;
mod themes;
mod voices;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use kira::backend::cpal::CpalBackendSettings;
use kira::sound::static_sound::StaticSoundData;
use kira::{Decibels, DefaultBackend};
use serde::{Deserialize, Serialize};

use decode::Done;
use limiter::Levels;
use loading::Loading;
use loops::Loop;
use music::StemControls;
use output::Output;
use shot::{Shot, ShotHandle, ShotSamples};
use table::SoundEntry;
use themes::{Intensity, LoadedTheme};
use voices::{Answer, Voices, Wish};

/// Most one-shot voices at once.
pub const VOICES_MAX: usize = 40;

/// Below this nothing is heard.
const SILENT_DB: f32 = -60.0;

/// A volume that the player sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bus {
    /// Everything.
    Master,
    /// What happens in the scene.
    #[default]
    Effects,
    /// Music.
    Music,
    /// Buttons and messages.
    Interface,
    /// Wind, crowds, what goes on by itself.
    Ambience,
}

impl Bus {
    /// Every bus, master first.
    pub const ALL: [Self; 5] = [Self::Master, Self::Effects, Self::Music, Self::Interface, Self::Ambience];

    fn stands_still_in_a_pause(self) -> bool {
        matches!(self, Self::Effects | Self::Ambience)
    }
}

/// How a sound is to be played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayOptions {
    /// Added to the sound's own level, in decibels.
    pub gain_db: f32,
    /// Side: -1 left, 1 right.
    pub pan: f32,
    /// Speed and pitch, 1 as it is.
    pub pitch: f32,
    /// Importance added to the sound's own, in decibels.
    pub priority_db: f32,
}

impl Default for PlayOptions {
    fn default() -> Self {
        Self { gain_db: 0.0, pan: 0.0, pitch: 1.0, priority_db: 0.0 }
    }
}

impl PlayOptions {
    /// At a gain, in the middle.
    pub fn at_db(gain_db: f32) -> Self {
        Self { gain_db, ..Self::default() }
    }

    fn checked(self) -> Self {
        let or = |value: f32, low: f32, high: f32, other: f32| if value.is_nan() { other } else { value.clamp(low, high) };
        Self {
            gain_db: or(self.gain_db, -120.0, 12.0, -120.0),
            pan: or(self.pan, -1.0, 1.0, 0.0),
            pitch: or(self.pitch, 0.25, 4.0, 1.0),
            priority_db: or(self.priority_db, -120.0, 120.0, 0.0),
        }
    }
}

/// What became of a wish to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// It sounds.
    Started,
    /// Other voices matter more, or it would be too soft to hear.
    Refused,
    /// There is no device.
    Silent,
    /// The game is paused and so are effects.
    Paused,
    /// Its files are still being decoded, or none could be.
    NotReady,
    /// No table has this name.
    Unknown,
}

/// Whether anything can be heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SoundState {
    /// A device plays.
    Playing,
    /// No device; the sentence says why.
    Silent(String),
}

struct LoadedSound {
    entry: SoundEntry,
    family: Option<(usize, usize, f64)>,
    /// Number of the first file among all files.
    first_file: usize,
    paths: Vec<PathBuf>,
    data: Vec<Option<Loaded>>,
    next: usize,
}

/// What has become of a file.
enum Loaded {
    /// Plays once.
    Shot(ShotSamples),
    /// A short loop, decoded and kept.
    Whole(Box<StaticSoundData>),
    /// A loop that is read from its file while it plays.
    Long { path: PathBuf, margin: usize, sample_rate: u32 },
}

/// Everything that is heard.
pub struct Sound {
    output: Option<Output>,
    why_silent: String,
    levels: Arc<Levels>,
    volumes: BTreeMap<Bus, f32>,
    muted: bool,
    mono: bool,
    paused: bool,
    voices: Voices,
    handles: BTreeMap<u64, ShotHandle>,
    names: BTreeMap<String, usize>,
    sounds: Vec<LoadedSound>,
    families: BTreeMap<String, usize>,
    file_count: usize,
    loops: BTreeMap<usize, Loop>,
    theme_names: BTreeMap<String, usize>,
    themes: Vec<LoadedTheme>,
    /// The theme that is wanted and the seconds of its fade.
    wanted: Option<(usize, f32)>,
    playing: Option<(usize, Arc<StemControls>)>,
    intensity: Intensity,
    loading: Vec<(Loading, Receiver<Done>)>,
    warned: BTreeSet<String>,
    chance: u32,
}

impl Sound {
    /// Opens the default device, or is silent and says so once in the log.
    pub fn open() -> Self {
        let mut sound = Self::silent("sound has not been opened");
        sound.retry();
        sound
    }

    /// No device on purpose; `why` is what [`Sound::state`] says.
    pub fn silent(why: &str) -> Self {
        Self {
            output: None,
            why_silent: why.to_owned(),
            levels: Arc::default(),
            volumes: Bus::ALL.into_iter().map(|bus| (bus, 1.0)).collect(),
            muted: false,
            mono: false,
            paused: false,
            voices: Voices::new(VOICES_MAX),
            handles: BTreeMap::new(),
            names: BTreeMap::new(),
            sounds: Vec::new(),
            families: BTreeMap::new(),
            file_count: 0,
            loops: BTreeMap::new(),
            theme_names: BTreeMap::new(),
            themes: Vec::new(),
            wanted: None,
            playing: None,
            intensity: Intensity::default(),
            loading: Vec::new(),
            warned: BTreeSet::new(),
            chance: 0x9e37_79b9,
        }
    }

    /// Whether anything can be heard and, if not, why.
    pub fn state(&self) -> SoundState {
        if self.output.is_some() { SoundState::Playing } else { SoundState::Silent(self.why_silent.clone()) }
    }

    /// Looks for a device again, or anew after another one was plugged in. Says whether there is one now.
    pub fn retry(&mut self) -> bool {
        self.forget_output();
        match Output::open::<DefaultBackend>(CpalBackendSettings::default(), VOICES_MAX, &self.levels) {
            Ok(output) => self.take_output(output),
            Err(error) => {
                self.why_silent = format!("no sound device can be used ({error})");
                let why = self.why_silent.clone();
                self.warn_once(&why);
            }
        }
        self.output.is_some()
    }

    fn forget_output(&mut self) {
        self.output = None;
        self.handles.clear();
        self.voices.clear();
        self.playing = None;
        for looped in self.loops.values_mut() {
            looped.handle = None;
        }
    }

    fn take_output(&mut self, output: Output) {
        self.output = Some(output);
        for bus in Bus::ALL {
            self.apply_volume(bus);
        }
        if self.paused
            && let Some(output) = &mut self.output
        {
            output.set_paused(true);
        }
        self.start_decoding_sounds();
        self.start_loops();
        self.start_theme();
    }

    /// Lets real time pass: once a frame, at whatever speed the game runs.
    pub fn update(&mut self, dt_s: f64) {
        self.poll_decoding();
        for ended in self.voices.advance(dt_s, self.paused) {
            self.handles.remove(&ended);
        }
        let sting_db = self.voices.sounding().filter_map(|sound| self.sounds.get(sound)).fold(0.0_f32, |most, sound| most.max(sound.entry.duck_db));
        self.levels.set_extra_duck_db(sting_db);
        let calm_s = self.calm_s();
        if self.intensity.advance(if dt_s.is_finite() { dt_s.max(0.0) } else { 0.0 }, calm_s) {
            self.apply_intensity();
        }
    }

    /// Plays a sound once: the next of its variants, a little different each time.
    pub fn play(&mut self, name: &str, options: PlayOptions) -> Played {
        let Some(&index) = self.names.get(name) else {
            self.warn_once(&format!("no sound is called `{name}`"));
            return Played::Unknown;
        };
        let options = options.checked();
        let Some(output) = &mut self.output else { return Played::Silent };
        let Some(sound) = self.sounds.get_mut(index) else { return Played::Unknown };
        if self.paused && sound.entry.bus.stands_still_in_a_pause() {
            return Played::Paused;
        }
        let count = sound.data.len();
        let Some(variant) = (0..count).map(|step| (sound.next + step) % count).find(|variant| matches!(sound.data[*variant], Some(Loaded::Shot(_)))) else {
            return Played::NotReady;
        };
        let Some(Loaded::Shot(samples)) = &sound.data[variant] else { return Played::NotReady };
        let gain_db = options.gain_db + sound.entry.gain_db - sound.entry.softer_db * chance(&mut self.chance);
        if gain_db <= SILENT_DB {
            return Played::Refused;
        }
        let semitones = sound.entry.pitch_semitones * (chance(&mut self.chance) * 2.0 - 1.0);
        let pitch = f64::from(options.pitch) * f64::from(semitones / 12.0).exp2();
        let wish = Wish {
            sound: index,
            file: sound.first_file + variant,
            family: sound.family,
            weight_db: gain_db + sound.entry.priority_db + options.priority_db,
            seconds: samples.seconds() / pitch,
            pausable: sound.entry.bus.stands_still_in_a_pause(),
        };
        let Answer::Start { id, instead_of } = self.voices.ask(wish) else { return Played::Refused };
        sound.next = (variant + 1) % count;
        if let Some(other) = instead_of.and_then(|other| self.handles.remove(&other)) {
            other.stop(0.02);
        }
        let shot = Shot { samples: samples.clone(), gain: Decibels(gain_db), pan: options.pan, rate: pitch };
        match output.track(sound.entry.bus).play(shot) {
            Ok(handle) => {
                self.handles.insert(id, handle);
                Played::Started
            }
            Err(_) => {
                self.voices.forget(id);
                Played::Refused
            }
        }
    }

    /// Sets a volume, 0 to 1, at once. Half is about half as loud to the ear.
    pub fn set_volume(&mut self, bus: Bus, volume: f32) {
        self.volumes.insert(bus, if volume.is_finite() { volume.clamp(0.0, 1.0) } else { 0.0 });
        self.apply_volume(bus);
    }

    /// The volume of a bus, 0 to 1.
    pub fn volume(&self, bus: Bus) -> f32 {
        self.volumes.get(&bus).copied().unwrap_or(1.0)
    }

    fn apply_volume(&mut self, bus: Bus) {
        let volume = if self.muted && bus == Bus::Master { 0.0 } else { self.volume(bus) };
        if let Some(output) = &mut self.output {
            output.set_volume(bus, volume_db(volume));
        }
    }

    /// Silences everything without touching the volumes: for a window in the background.
    pub fn set_muted(&mut self, muted: bool) {
        if muted != self.muted {
            self.muted = muted;
            self.apply_volume(Bus::Master);
        }
    }

    /// Both ears get the same.
    pub fn set_mono(&mut self, mono: bool) {
        self.mono = mono;
        self.levels.set_mono(mono);
    }

    /// Whether both ears get the same.
    pub fn is_mono(&self) -> bool {
        self.mono
    }

    /// Effects and ambience stop in place and go on later; music goes behind a wall; the interface is heard.
    pub fn set_paused(&mut self, paused: bool) {
        if paused != self.paused {
            self.paused = paused;
            if let Some(output) = &mut self.output {
                output.set_paused(paused);
            }
        }
    }

    /// Ends all one-shots and loops, for a change of scene.
    pub fn stop_effects(&mut self, fade_s: f32) {
        self.voices.clear();
        for mut handle in std::mem::take(&mut self.loops).into_values().filter_map(|looped| looped.handle) {
            handle.stop(fade_s);
        }
        for handle in std::mem::take(&mut self.handles).into_values() {
            handle.stop(fade_s);
        }
    }

    /// Number of one-shot voices that sound.
    pub fn voice_count(&self) -> usize {
        self.voices.count()
    }

    /// The names of all sounds, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    fn warn_once(&mut self, what: &str) {
        if self.warned.insert(what.to_owned()) {
            tracing::warn!("{what}");
        }
    }
}

/// A slider's place to decibels: amplitude is its square, so that half sounds about half as loud.
fn volume_db(volume: f32) -> Decibels {
    if volume <= 0.001 { Decibels::SILENCE } else { Decibels((40.0 * volume.log10()).max(SILENT_DB)) }
}

/// The next number of a small generator, 0 up to 1.
fn chance(state: &mut u32) -> f32 {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    (*state >> 8) as f32 / (1 << 24) as f32
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod wave;
