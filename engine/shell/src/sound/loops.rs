//! Loops: what sounds until it is told to stop, kept decoded when short, read from its file when long.

use kira::Decibels;
use kira::sound::static_sound::StaticSoundHandle;
use kira::sound::streaming::{StreamingSoundData, StreamingSoundHandle};

use super::output::tween_s;
use super::stream::LongLoop;
use super::{Loaded, PlayOptions, SILENT_DB, Sound};

/// A loop that is wanted.
pub(super) struct Loop {
    options: PlayOptions,
    pub(super) handle: Option<LoopHandle>,
}

/// A loop that sounds.
pub(super) enum LoopHandle {
    Whole(StaticSoundHandle),
    Long(StreamingSoundHandle<String>),
}

impl LoopHandle {
    fn follow(&mut self, gain_db: f32, options: &PlayOptions) {
        let (tween, volume, rate) = (tween_s(0.1), Decibels(gain_db), f64::from(options.pitch));
        match self {
            Self::Whole(handle) => {
                handle.set_volume(volume, tween);
                handle.set_panning(options.pan, tween);
                handle.set_playback_rate(rate, tween);
            }
            Self::Long(handle) => {
                handle.set_volume(volume, tween);
                handle.set_panning(options.pan, tween);
                handle.set_playback_rate(rate, tween);
            }
        }
    }

    pub(super) fn stop(&mut self, fade_s: f32) {
        match self {
            Self::Whole(handle) => handle.stop(tween_s(fade_s)),
            Self::Long(handle) => handle.stop(tween_s(fade_s)),
        }
    }
}

impl Sound {
    /// Plays a loop at a level, changes the level of one that plays, or (with nothing) lets it fade away. Once a frame
    /// is fine.
    pub fn set_loop(&mut self, name: &str, options: Option<PlayOptions>) {
        let Some(&index) = self.names.get(name) else {
            return self.warn_once(&format!("no sound is called `{name}`"));
        };
        match options.map(PlayOptions::checked).filter(|options| options.gain_db > SILENT_DB) {
            None => {
                if let Some(mut handle) = self.loops.remove(&index).and_then(|looped| looped.handle) {
                    handle.stop(0.4);
                }
            }
            Some(options) => {
                let looped = self.loops.entry(index).or_insert(Loop { options, handle: None });
                looped.options = options;
                let own_db = self.sounds.get(index).map_or(0.0, |sound| sound.entry.gain_db);
                match &mut looped.handle {
                    Some(handle) => handle.follow(options.gain_db + own_db, &options),
                    None => self.start_loops(),
                }
            }
        }
    }

    /// Starts the loops that are wanted and not yet playing, as far as device and files are there.
    pub(super) fn start_loops(&mut self) {
        let Some(output) = &mut self.output else { return };
        for (index, looped) in &mut self.loops {
            let Some(sound) = self.sounds.get(*index).filter(|_| looped.handle.is_none()) else { continue };
            let Some(data) = sound.data.iter().flatten().next() else { continue };
            let options = looped.options;
            let (volume, rate, fade) = (Decibels(options.gain_db + sound.entry.gain_db), f64::from(options.pitch), tween_s(0.4));
            let track = output.track(sound.entry.bus);
            looped.handle = match data {
                Loaded::Shot(_) => continue, // a sound that the table does not loop
                Loaded::Whole(data) => {
                    let data = data.volume(volume).panning(options.pan).playback_rate(rate).loop_region(..).fade_in_tween(fade);
                    track.play(data).ok().map(LoopHandle::Whole)
                }
                Loaded::Long { path, margin, sample_rate } => {
                    let long = LongLoop { path: path.clone(), margin: *margin, sample_rate: *sample_rate, reader: None, broken: false };
                    let data = StreamingSoundData::from_decoder(long);
                    track.play(data.volume(volume).panning(options.pan).playback_rate(rate).fade_in_tween(fade)).ok().map(LoopHandle::Long)
                }
            };
        }
    }
}
