//! Files into samples on worker threads: effects whole, short loops without their margin; long loops and music are only
//! opened here and read while they play (`stream`).
//!
//! A perfect loop is no longer one after the codec, whose first and last blocks have no neighbor. A loop file therefore
//! holds a margin of its own end before it and of its own start after it; here the margin goes away and the last
//! [`JOIN_FRAMES`] are turned over into what the file holds before the start, so that the coding noise has no seam.
//!
//! Invariants: a file that cannot be decoded is a line in the log and a silence, never the end of the program.

use std::collections::VecDeque;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use kira::Frame;
use kira::sound::static_sound::StaticSoundData;

use super::shot::ShotSamples;
use super::stream::LoopReader;
use super::table::JOIN_FRAMES;

/// Longest file that is decoded, in bytes: an Ogg file of an hour is no effect.
const FILE_BYTES_MAX: u64 = 64 << 20;

/// Longest loop that is kept decoded, in frames: five seconds.
const LONG_FRAMES: usize = 240_000;

/// What is to be done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Plays once, as it is.
    Shot,
    /// Plays round and round.
    Loop {
        /// Frames of margin on either side.
        margin: usize,
    },
    /// A stem: a loop that is read while it plays, because it is long.
    Stem {
        /// Frames of margin on either side.
        margin: usize,
    },
}

/// Decoded samples.
#[expect(clippy::large_enum_variant, reason = "lives only on its way through a channel, a hundred times a start")]
pub enum Decoded {
    /// A sound that plays once.
    Shot(ShotSamples),
    /// A short loop.
    Sound(StaticSoundData),
    /// A loop that is too long to be kept: its file, its margin and its frames a second.
    Long {
        /// The file, which has been opened once and can be read.
        path: PathBuf,
        /// Frames of margin on either side.
        margin: usize,
        /// Frames a second.
        sample_rate: u32,
    },
    /// A stem, opened at its start.
    Stem(Box<LoopReader>),
}

/// A file to decode. `tag` is for whoever asked.
pub struct Job {
    /// What the asker calls it.
    pub tag: (usize, usize),
    /// The file.
    pub path: PathBuf,
    /// What it is to become.
    pub shape: Shape,
}

/// The end of a job.
pub struct Done {
    /// As in the job.
    pub tag: (usize, usize),
    /// The samples or a sentence.
    pub result: Result<Decoded, String>,
}

/// Decodes one file.
pub fn decode(path: &Path, shape: Shape) -> Result<Decoded, String> {
    let told = |what: String| format!("the sound {} cannot be used: {what}", path.display());
    let size = std::fs::metadata(path).map_err(|error| told(error.to_string()))?.len();
    if size > FILE_BYTES_MAX {
        return Err(told(format!("it has {size} bytes")));
    }
    match shape {
        Shape::Stem { margin } => return Ok(Decoded::Stem(Box::new(LoopReader::open(path, margin)?))),
        Shape::Loop { margin } => {
            let reader = LoopReader::open(path, margin)?;
            if reader.frames() > LONG_FRAMES {
                return Ok(Decoded::Long { path: path.to_owned(), margin, sample_rate: reader.sample_rate() });
            }
        }
        Shape::Shot => {}
    }
    let bytes = std::fs::read(path).map_err(|error| told(error.to_string()))?;
    let mut data = StaticSoundData::from_cursor(Cursor::new(bytes)).map_err(|error| told(error.to_string()))?;
    match shape {
        Shape::Shot => {}
        Shape::Loop { margin } => {
            data.frames = without_margin(&data.frames, margin).map_err(told)?.into();
            data = data.loop_region(..);
        }
        Shape::Stem { .. } => {}
    }
    if data.frames.is_empty() || data.sample_rate == 0 {
        return Err(told("it is empty".into()));
    }
    Ok(if shape == Shape::Shot { Decoded::Shot(ShotSamples::pack(&data)) } else { Decoded::Sound(data) })
}

/// The loop inside a file with margins, its end turned over into its beginning.
pub fn without_margin(frames: &[Frame], margin: usize) -> Result<Vec<Frame>, String> {
    if margin < JOIN_FRAMES || frames.len() < 2 * margin + JOIN_FRAMES {
        return Err(format!("a loop of {} frames is too short for a margin of {margin} on either side", frames.len()));
    }
    let mut out = frames[margin..frames.len() - margin].to_vec();
    let at = out.len() - JOIN_FRAMES;
    for (index, (frame, before)) in out[at..].iter_mut().zip(&frames[margin - JOIN_FRAMES..margin]).enumerate() {
        let over = index as f32 / (JOIN_FRAMES - 1) as f32;
        *frame = *frame * (1.0 - over) + *before * over;
    }
    Ok(out)
}

/// Starts threads that work a list of jobs off; what is done arrives at the receiver, which closes after the last.
pub fn decode_all(jobs: Vec<Job>) -> Receiver<Done> {
    let (sender, receiver) = channel();
    // one core stays for the program that is waiting for its first picture
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get().saturating_sub(1)).clamp(1, 6).min(jobs.len().max(1));
    let jobs = Arc::new(Mutex::new(VecDeque::from(jobs)));
    for _ in 0..threads {
        let (jobs, thread_sender) = (jobs.clone(), sender.clone());
        let spawned = std::thread::Builder::new().name("sound decoding".into()).spawn(move || work(&jobs, &thread_sender));
        if spawned.is_err() {
            tracing::warn!("no thread for decoding sounds");
        }
    }
    receiver
}

fn work(jobs: &Mutex<VecDeque<Job>>, sender: &Sender<Done>) {
    loop {
        let job = match jobs.lock() {
            Ok(mut jobs) => jobs.pop_front(),
            Err(_) => None,
        };
        let Some(job) = job else { return };
        let result = decode(&job.path, job.shape);
        if sender.send(Done { tag: job.tag, result }).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_goes_away_and_the_end_meets_the_beginning() {
        let (margin, length) = (1000_usize, 5000_usize);
        // a ramp that goes round: the margin before is the end of the loop, plus what the codec did to it
        let file: Vec<Frame> = (0..length + 2 * margin)
            .map(|index| Frame::from_mono(((index + length - margin) % length) as f32 + if index < margin { 0.25 } else { 0.0 }))
            .collect();
        let out = without_margin(&file, margin).unwrap();
        assert_eq!(out.len(), length);
        assert_eq!(out[0].left, 0.0);
        assert_eq!(out[length - JOIN_FRAMES].left, (length - JOIN_FRAMES) as f32);
        assert_eq!(out[length - 1].left, (length - 1) as f32 + 0.25, "the last frame is the one before the first");
        assert!(without_margin(&file[..2100], margin).is_err());
        assert!(without_margin(&file, 10).is_err());
    }

    #[test]
    fn what_is_no_sound_is_a_sentence() {
        let path = std::env::temp_dir().join(format!("no-sound-{}.ogg", std::process::id()));
        for bytes in [&b""[..], b"OggS", b"this is not a sound at all", &[0_u8; 4096]] {
            std::fs::write(&path, bytes).unwrap();
            let error = decode(&path, Shape::Shot).err().expect("no sound");
            assert!(error.contains(&path.display().to_string()), "{error}");
        }
        std::fs::remove_file(&path).unwrap();
        assert!(decode(&path, Shape::Shot).is_err());
    }
}
