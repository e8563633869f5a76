//! Which music is wanted and how much of it: themes, and the intensity that opens their stems.
//!
//! Invariants: one theme at a time; asking for the one that plays changes nothing. A theme's files are opened when
//! it is wanted; it starts when all of them are, and is read while it plays. Intensity rises at the next bar line and falls only after calm.

use std::path::PathBuf;
use std::sync::Arc;

use super::decode::{Job, Shape, decode_all};
use super::loading::Loading;
use super::music::{StemControls, StemsData};
use super::stream::LoopReader;
use super::{Bus, Sound, table};

/// A theme of a table and what is open of it.
pub(super) struct LoadedTheme {
    pub(super) table: table::Theme,
    pub(super) paths: Vec<PathBuf>,
    /// Stems that are open at their start. Taken when the theme starts; opened anew the next time.
    pub(super) stems: Vec<Option<Box<LoopReader>>>,
    /// Frames a second, once a stem has been opened.
    pub(super) rate: u32,
    pub(super) asked: bool,
    /// A file of it cannot be read; the log says which.
    pub(super) broken: bool,
}

/// How much is going on: up at once, down only after a while.
#[derive(Debug, Default)]
pub(super) struct Intensity {
    pub(super) wanted: usize,
    pub(super) current: usize,
    pub(super) lower_for_s: f64,
}

impl Intensity {
    /// Says whether the current value changed.
    pub(super) fn advance(&mut self, dt_s: f64, calm_s: f64) -> bool {
        let before = self.current;
        if self.wanted >= self.current {
            self.current = self.wanted;
            self.lower_for_s = 0.0;
        } else {
            self.lower_for_s += dt_s;
            if self.lower_for_s >= calm_s {
                self.current = self.wanted;
                self.lower_for_s = 0.0;
            }
        }
        before != self.current
    }
}

impl Sound {
    /// Changes to a theme, from its beginning, over some seconds; the one that plays fades out. The theme that plays
    /// already goes on. Its files are opened when it is wanted and read while it plays.
    pub fn play_theme(&mut self, name: &str, fade_s: f32) {
        let Some(&index) = self.theme_names.get(name) else {
            return self.warn_once(&format!("no music is called `{name}`"));
        };
        if self.wanted.is_some_and(|(theme, _)| theme == index) {
            return;
        }
        self.wanted = Some((index, fade_s.max(0.0)));
        self.start_theme();
    }

    /// Opens a theme's files before it is wanted, so that it starts at once when it is.
    pub fn prepare_theme(&mut self, name: &str) {
        if let Some(&index) = self.theme_names.get(name) {
            self.ask_for_theme(index);
        }
    }

    /// No music any more, over some seconds.
    pub fn stop_theme(&mut self, fade_s: f32) {
        self.wanted = None;
        if let Some((_, controls)) = self.playing.take() {
            controls.fade_out(fade_s);
        }
    }

    /// How much is going on, 0 and up: the theme's table says which stems are heard. Higher counts from the next bar
    /// line on, lower only after the theme's bars of calm.
    pub fn set_intensity(&mut self, intensity: usize) {
        self.intensity.wanted = intensity;
    }

    pub(super) fn ask_for_theme(&mut self, index: usize) {
        let Some(theme) = self.themes.get_mut(index).filter(|theme| !theme.asked && self.output.is_some()) else { return };
        theme.asked = true;
        let shape = Shape::Stem { margin: theme.table.margin };
        let jobs = theme.paths.iter().enumerate().map(|(stem, path)| Job { tag: (index, stem), path: path.clone(), shape }).collect();
        self.loading.push((Loading::Themes, decode_all(jobs)));
    }

    /// Starts the wanted theme once its stems are there.
    pub(super) fn start_theme(&mut self) {
        let Some((index, fade_s)) = self.wanted else { return };
        if self.output.is_none() || self.playing.as_ref().is_some_and(|(theme, _)| *theme == index) {
            return;
        }
        self.ask_for_theme(index);
        let Some(theme) = self.themes.get_mut(index) else { return };
        if theme.broken {
            // silence, and not the music of something else
            if let Some((_, before)) = self.playing.take() {
                before.fade_out(fade_s);
            }
            return;
        }
        if theme.stems.iter().any(Option::is_none) {
            return;
        }
        let stems: Vec<LoopReader> = theme.stems.iter_mut().filter_map(Option::take).map(|stem| *stem).collect();
        theme.asked = false;
        self.intensity.current = self.intensity.wanted;
        let controls = Arc::new(StemControls::default());
        controls.set_gains_db(gains_db(&theme.table, self.intensity.current));
        controls.fade_in(fade_s);
        let data = StemsData { stems, bar_frames: theme.table.bar_frames, fade_bars: theme.table.fade_bars, controls };
        if let Some((_, before)) = self.playing.take() {
            before.fade_out(fade_s);
        }
        let Some(output) = &mut self.output else { return };
        match output.track(Bus::Music).play(data) {
            Ok(controls) => self.playing = Some((index, controls)),
            Err(error) => {
                self.wanted = None;
                let what = match error {
                    kira::PlaySoundError::IntoSoundError(what) => what,
                    other => format!("{other:?}"),
                };
                self.warn_once(&format!("music cannot be played: {what}"));
            }
        }
    }

    pub(super) fn apply_intensity(&self) {
        if let Some((theme, controls)) = &self.playing
            && let Some(theme) = self.themes.get(*theme)
        {
            controls.set_gains_db(gains_db(&theme.table, self.intensity.current));
        }
    }

    /// How long the intensity must be lower before the theme that plays follows it down.
    pub(super) fn calm_s(&self) -> f64 {
        let theme = self.playing.as_ref().and_then(|(theme, _)| self.themes.get(*theme));
        let rate = theme.map_or(1, |theme| theme.rate.max(1));
        theme.map_or(0.0, |theme| (theme.table.calm_bars * theme.table.bar_frames) as f64 / f64::from(rate))
    }
}

fn gains_db(theme: &table::Theme, intensity: usize) -> impl Iterator<Item = f32> {
    theme.stem.iter().map(move |stem| stem.gains_db.get(intensity).or(stem.gains_db.last()).copied().unwrap_or(f32::NEG_INFINITY))
}
