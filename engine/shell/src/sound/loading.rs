//! From folders with tables to sounds that can be played, while the program goes on.
//!
//! Invariants: nothing is decoded twice, and nothing without a device, where it could not be heard. What cannot be
//! decoded is a line in the log, once, and a silence.

use std::path::{Path, PathBuf};
use std::sync::mpsc::TryRecvError;

use super::decode::{Decoded, Done, Job, Shape, decode_all};
use super::table::{self, MusicTable, SoundTable};
use super::themes::LoadedTheme;
use super::{Bus, Loaded, LoadedSound, Sound};

/// What a batch of files will be.
#[derive(Clone, Copy)]
pub(super) enum Loading {
    Sounds,
    Themes,
}

impl Sound {
    /// Reads the tables of a folder (`sounds.toml`, `music.toml`, either or both) and begins to decode its files.
    /// A folder named later adds to and replaces what an earlier one has.
    pub fn load_dir(&mut self, folder: &Path) -> Result<(), String> {
        let (sounds, music) = (table::read_sounds(folder)?, table::read_music(folder)?);
        if sounds.is_none() && music.is_none() {
            return Err(format!("the folder {} has neither sounds.toml nor music.toml", folder.display()));
        }
        let entries = std::fs::read_dir(folder).map_err(|error| format!("the folder {} cannot be read: {error}", folder.display()))?;
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.sort();
        if let Some(table) = sounds {
            self.add_sounds(table, &files);
        }
        if let Some(table) = music {
            self.add_themes(table, folder);
        }
        self.start_decoding_sounds();
        Ok(())
    }

    pub(super) fn add_sounds(&mut self, table: SoundTable, files: &[PathBuf]) {
        let SoundTable { family, sound } = table;
        for (name, entry) in sound {
            let paths = table::variants(files, &name);
            if paths.is_empty() {
                self.warn_once(&format!("the sound `{name}` has no file"));
            }
            let limit = entry.family.as_ref().and_then(|name| family.get(name).map(|family| (name.clone(), family.voices, family.gap_s)));
            let limit = limit.map(|(name, voices, gap_s)| {
                let next = self.families.len();
                (*self.families.entry(name).or_insert(next), voices, gap_s)
            });
            let index = self.sounds.len();
            let loaded = LoadedSound { entry, family: limit, first_file: self.file_count, data: paths.iter().map(|_| None).collect(), paths, next: 0 };
            self.file_count += loaded.data.len();
            self.sounds.push(loaded);
            self.names.insert(name, index);
        }
    }

    pub(super) fn add_themes(&mut self, table: MusicTable, folder: &Path) {
        for (name, theme) in table.theme {
            let paths: Vec<PathBuf> = theme.stem.iter().map(|stem| folder.join(format!("{}.ogg", stem.file))).collect();
            self.theme_names.insert(name, self.themes.len());
            self.themes.push(LoadedTheme { stems: paths.iter().map(|_| None).collect(), rate: 0, paths, table: theme, asked: false, broken: false });
        }
    }

    /// Without a device nothing is decoded: it could not be heard.
    pub(super) fn start_decoding_sounds(&mut self) {
        if self.output.is_none() {
            return;
        }
        let mut jobs = Vec::new();
        for (index, sound) in self.sounds.iter_mut().enumerate() {
            let shape = if sound.entry.looped { Shape::Loop { margin: sound.entry.margin } } else { Shape::Shot };
            // taken, so that a second folder does not decode the first one again
            for (variant, path) in std::mem::take(&mut sound.paths).into_iter().enumerate() {
                jobs.push(Job { tag: (index, variant), path, shape });
            }
        }
        // buttons are pressed before anything else is heard
        jobs.sort_by_key(|job| self.sounds.get(job.tag.0).is_none_or(|sound| sound.entry.bus != Bus::Interface));
        if !jobs.is_empty() {
            self.loading.push((Loading::Sounds, decode_all(jobs)));
        }
    }

    /// Waits until everything that is being decoded is there: for tests and tools, not for a game.
    pub fn finish_loading(&mut self) {
        while let Some((kind, receiver)) = self.loading.pop() {
            for done in receiver.iter() {
                self.take_decoded(kind, done);
            }
        }
        self.start_loops();
        self.start_theme();
    }

    /// Number of batches that are still being decoded.
    pub fn is_loading(&self) -> bool {
        !self.loading.is_empty()
    }

    pub(super) fn poll_decoding(&mut self) {
        let mut arrived = false;
        for (kind, receiver) in std::mem::take(&mut self.loading) {
            loop {
                match receiver.try_recv() {
                    Ok(done) => {
                        arrived = true;
                        self.take_decoded(kind, done);
                    }
                    Err(TryRecvError::Empty) => {
                        self.loading.push((kind, receiver));
                        break;
                    }
                    Err(TryRecvError::Disconnected) => break,
                }
            }
        }
        if arrived {
            self.start_loops();
            self.start_theme();
        }
    }

    pub(super) fn take_decoded(&mut self, kind: Loading, done: Done) {
        let (index, part) = done.tag;
        match (kind, done.result) {
            (Loading::Sounds, Ok(decoded)) => {
                let data = match decoded {
                    Decoded::Shot(samples) => Loaded::Shot(samples),
                    Decoded::Sound(data) => Loaded::Whole(Box::new(data)),
                    Decoded::Long { path, margin, sample_rate } => Loaded::Long { path, margin, sample_rate },
                    Decoded::Stem(_) => return,
                };
                if let Some(place) = self.sounds.get_mut(index).and_then(|sound| sound.data.get_mut(part)) {
                    *place = Some(data);
                }
            }
            (Loading::Themes, Ok(Decoded::Stem(stem))) => {
                if let Some(theme) = self.themes.get_mut(index) {
                    theme.rate = stem.sample_rate();
                    if let Some(place) = theme.stems.get_mut(part) {
                        *place = Some(stem);
                    }
                }
            }
            (_, Ok(_)) => {}
            (kind, Err(why)) => {
                if let (Loading::Themes, Some(theme)) = (kind, self.themes.get_mut(index)) {
                    theme.broken = true;
                }
                self.warn_once(&why);
            }
        }
    }
}
