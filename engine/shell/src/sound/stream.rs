//! Long loops from their files, a piece at a time: music and the lands around the listener are never decoded whole.
//!
//! A [`LoopReader`] gives the same frames as decoding the whole file and taking its margin away would, round and round:
//! at the end it opens the file anew and skips the margin, because a codec can only be entered at its beginning to the
//! sample. A [`Feed`] is a ring between the thread that reads and the audio thread that plays, all stems in step.
//!
//! Invariants: the audio side takes no lock and allocates nothing. A file that breaks off is a line in the log and
//! silence from there on.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use kira::Frame;
use kira::sound::streaming::Decoder;
use symphonia::core::codecs::CodecParameters;
use symphonia::core::codecs::audio::AudioDecoder;
use symphonia::core::formats::{FormatReader, TrackType};
use symphonia::core::io::MediaSourceStream;

use super::table::JOIN_FRAMES;

/// Frames in a ring: a second and a third at 48,000.
const RING_FRAMES: usize = 1 << 16;
/// Frames that are read at a time.
const CHUNK_FRAMES: usize = 2048;
/// How long the reading thread rests when the ring is full.
const REST: Duration = Duration::from_millis(20);

/// A file that is being decoded.
struct Source {
    format: Box<dyn FormatReader>,
    decoder: Box<dyn AudioDecoder>,
    track: u32,
    channels: usize,
    sample_rate: u32,
    /// Frames in the whole file.
    frames: usize,
    /// Samples that are decoded and not yet taken, and how many of them have been.
    samples: Vec<f32>,
    taken: usize,
}

impl Source {
    fn open(path: &Path) -> Result<Self, String> {
        let told = |what: &dyn std::fmt::Display| format!("the sound {} cannot be used: {what}", path.display());
        let file = std::fs::File::open(path).map_err(|error| told(&error))?;
        let stream = MediaSourceStream::new(Box::new(file), Default::default());
        let format =
            symphonia::default::get_probe().probe(&Default::default(), stream, Default::default(), Default::default()).map_err(|error| told(&error))?;
        let track = format.default_track(TrackType::Audio).ok_or_else(|| told(&"it has no track of sound"))?;
        let Some(CodecParameters::Audio(parameters)) = track.codec_params.as_ref() else { return Err(told(&"it has no track of sound")) };
        let decoder = symphonia::default::get_codecs().make_audio_decoder(parameters, &Default::default()).map_err(|error| told(&error))?;
        let channels = parameters.channels.as_ref().map_or(0, |channels| channels.count());
        let (sample_rate, frames) = (parameters.sample_rate.unwrap_or(0), track.num_frames.unwrap_or(0) as usize);
        if !(1..=2).contains(&channels) || sample_rate == 0 || frames == 0 {
            return Err(told(&format!("{channels} channels, {sample_rate} frames a second, {frames} frames")));
        }
        let track = track.id;
        Ok(Self { format, decoder, track, channels, sample_rate, frames, samples: Vec::new(), taken: 0 })
    }

    fn next(&mut self) -> Result<Frame, String> {
        while self.taken >= self.samples.len() {
            self.taken = 0;
            self.samples.clear();
            let packet = self.format.next_packet().map_err(|error| error.to_string())?.ok_or("it ends too early")?;
            if packet.track_id == self.track {
                let decoded = self.decoder.decode(&packet).map_err(|error| error.to_string())?;
                decoded.copy_to_vec_interleaved(&mut self.samples);
            }
        }
        let at = self.taken;
        self.taken += self.channels;
        let sample = |index: usize| self.samples.get(index).copied().unwrap_or(0.0);
        Ok(if self.channels == 1 { Frame::from_mono(sample(at)) } else { Frame::new(sample(at), sample(at + 1)) })
    }
}

/// A loop that is read from its file, round and round.
pub struct LoopReader {
    path: PathBuf,
    margin: usize,
    source: Source,
    /// What the file holds before the start of the loop: the end turns over into it.
    before: Vec<Frame>,
    frames: usize,
    at: usize,
}

impl LoopReader {
    /// Opens a file and goes to the start of its loop.
    pub fn open(path: &Path, margin: usize) -> Result<Self, String> {
        let source = Source::open(path)?;
        if margin < JOIN_FRAMES || source.frames < 2 * margin + JOIN_FRAMES {
            let frames = source.frames;
            return Err(format!("the sound {} cannot be used: a loop of {frames} frames is too short for a margin of {margin} on either side", path.display()));
        }
        let frames = source.frames - 2 * margin;
        let mut reader = Self { path: path.to_owned(), margin, source, before: Vec::with_capacity(JOIN_FRAMES), frames, at: 0 };
        reader.skip_margin()?;
        Ok(reader)
    }

    /// Frames of one round.
    pub fn frames(&self) -> usize {
        self.frames
    }

    /// Frames a second.
    pub fn sample_rate(&self) -> u32 {
        self.source.sample_rate
    }

    fn told(&self, what: &str) -> String {
        format!("the sound {} cannot be used: {what}", self.path.display())
    }

    fn skip_margin(&mut self) -> Result<(), String> {
        self.before.clear();
        for index in 0..self.margin {
            let frame = self.source.next().map_err(|what| self.told(&what))?;
            if index >= self.margin - JOIN_FRAMES {
                self.before.push(frame);
            }
        }
        self.at = 0;
        Ok(())
    }

    /// The next frame of the loop.
    pub fn next_frame(&mut self) -> Result<Frame, String> {
        if self.at == self.frames {
            self.source = Source::open(&self.path)?;
            self.skip_margin()?;
        }
        let mut frame = self.source.next().map_err(|what| self.told(&what))?;
        if let Some(index) = (self.at + JOIN_FRAMES).checked_sub(self.frames) {
            let over = index as f32 / (JOIN_FRAMES - 1) as f32;
            frame = frame * (1.0 - over) + self.before.get(index).copied().unwrap_or(Frame::ZERO) * over;
        }
        self.at += 1;
        Ok(frame)
    }
}

/// A long loop for the audio library, which reads on a thread of its own. Opened when it is first read.
pub struct LongLoop {
    /// The file.
    pub path: PathBuf,
    /// Frames of margin on either side.
    pub margin: usize,
    /// Frames a second.
    pub sample_rate: u32,
    /// Open from the first read on; none again once it has broken off.
    pub reader: Option<LoopReader>,
    /// It broke off and that has been said.
    pub broken: bool,
}

impl Decoder for LongLoop {
    type Error = String;

    fn sample_rate(&self) -> u32 {
        self.sample_rate
    }

    /// It goes round for ever.
    fn num_frames(&self) -> usize {
        usize::MAX / 4
    }

    fn decode(&mut self) -> Result<Vec<Frame>, String> {
        let mut read = || -> Result<Vec<Frame>, String> {
            if self.reader.is_none() {
                self.reader = Some(LoopReader::open(&self.path, self.margin)?);
            }
            let reader = self.reader.as_mut().ok_or("no reader")?;
            (0..CHUNK_FRAMES).map(|_| reader.next_frame()).collect()
        };
        if self.broken {
            return Ok(vec![Frame::ZERO; CHUNK_FRAMES]);
        }
        Ok(read().unwrap_or_else(|why| {
            tracing::warn!("{why}");
            (self.reader, self.broken) = (None, true);
            vec![Frame::ZERO; CHUNK_FRAMES]
        }))
    }

    fn seek(&mut self, _index: usize) -> Result<usize, String> {
        Ok(0)
    }
}

/// A ring between the thread that reads stems and the audio thread that plays them.
pub struct Feed {
    /// Left and right as 16 bits each, all stems of a frame side by side.
    slots: Box<[AtomicU32]>,
    stems: usize,
    written: AtomicU64,
    read: AtomicU64,
    /// Nothing more is wanted.
    stop: AtomicBool,
    /// Nothing more will come.
    ended: AtomicBool,
}

impl Feed {
    fn new(stems: usize) -> Self {
        let slots = (0..RING_FRAMES * stems).map(|_| AtomicU32::new(0)).collect();
        Self { slots, stems, written: AtomicU64::new(0), read: AtomicU64::new(0), stop: AtomicBool::new(false), ended: AtomicBool::new(false) }
    }

    fn slot(&self, frame: u64, stem: usize) -> &AtomicU32 {
        &self.slots[(frame as usize % RING_FRAMES) * self.stems + stem]
    }

    /// Reads ahead as far as there is room.
    fn fill(&self, readers: &mut [LoopReader]) -> Result<(), String> {
        let mut written = self.written.load(Ordering::Relaxed);
        while written + CHUNK_FRAMES as u64 <= self.read.load(Ordering::Acquire) + RING_FRAMES as u64 && !self.stop.load(Ordering::Relaxed) {
            for frame in written..written + CHUNK_FRAMES as u64 {
                for (stem, reader) in readers.iter_mut().enumerate() {
                    let value = reader.next_frame()?;
                    let bits = |value: f32| u32::from((value * 32_767.0).round().clamp(-32_768.0, 32_767.0) as i16 as u16);
                    self.slot(frame, stem).store(bits(value.left) << 16 | bits(value.right), Ordering::Relaxed);
                }
            }
            written += CHUNK_FRAMES as u64;
            self.written.store(written, Ordering::Release);
        }
        Ok(())
    }
}

/// The playing end of a [`Feed`]. Its end ends the reading thread.
pub struct FeedEnd(Arc<Feed>);

impl FeedEnd {
    /// Starts a thread that reads these loops.
    pub fn start(mut readers: Vec<LoopReader>) -> Result<Self, String> {
        let feed = Arc::new(Feed::new(readers.len()));
        let thread_feed = feed.clone();
        let read = move || {
            while !thread_feed.stop.load(Ordering::Relaxed) {
                if let Err(why) = thread_feed.fill(&mut readers) {
                    tracing::warn!("{why}");
                    break;
                }
                std::thread::sleep(REST);
            }
            thread_feed.ended.store(true, Ordering::Release);
        };
        std::thread::Builder::new().name("music decoding".into()).spawn(read).map_err(|error| format!("no thread for music: {error}"))?;
        Ok(Self(feed))
    }

    /// Whether this frame has been read from the files. Tests play faster than any file can be read, so there it waits.
    pub fn has(&self, frame: u64) -> bool {
        #[cfg(test)]
        while self.0.written.load(Ordering::Acquire) <= frame && !self.0.ended.load(Ordering::Acquire) {
            std::thread::sleep(Duration::from_micros(200));
        }
        self.0.written.load(Ordering::Acquire) > frame
    }

    /// Left and right of a stem, in units of 16 bits. Only of frames that are there.
    pub fn sample(&self, frame: u64, stem: usize) -> (f32, f32) {
        let bits = self.0.slot(frame, stem).load(Ordering::Relaxed);
        (f32::from((bits >> 16) as u16 as i16), f32::from(bits as u16 as i16))
    }

    /// Frames before this one are not needed any more.
    pub fn release(&self, frame: u64) {
        self.0.read.store(frame, Ordering::Release);
    }
}

impl Drop for FeedEnd {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::super::wave::write_wave;
    use super::*;

    const MARGIN: usize = 1000;

    fn file(name: &str, frames: usize) -> PathBuf {
        let path = std::env::temp_dir().join(format!("stream-{name}-{}.wav", std::process::id()));
        write_wave(&path, 1, (0..frames + 2 * MARGIN).map(|index| (index % 1000) as f32 / 2000.0));
        path
    }

    #[test]
    fn what_cannot_be_read_is_a_sentence_with_the_file() {
        let path = file("short", 100);
        let why = LoopReader::open(&path, MARGIN).err().expect("too short");
        assert!(why.contains(&path.display().to_string()) && why.contains("too short"), "{why}");
        std::fs::write(&path, b"OggS and nothing more").unwrap();
        assert!(LoopReader::open(&path, MARGIN).err().expect("no sound").contains("stream-short"));
        std::fs::remove_file(&path).unwrap();
        assert!(LoopReader::open(&path, MARGIN).is_err());
    }

    #[test]
    fn a_file_that_is_lost_while_it_plays_is_silence_from_there_on() {
        let path = file("lost", 6000);
        let mut long = LongLoop { path: path.clone(), margin: MARGIN, sample_rate: 48_000, reader: None, broken: false };
        assert!(long.decode().unwrap().iter().any(|frame| frame.left > 0.1));
        let feed = FeedEnd::start(vec![LoopReader::open(&path, MARGIN).unwrap()]).unwrap();
        std::fs::remove_file(&path).unwrap();
        // what is open is read to its end; the next round cannot be opened
        let heard: Vec<Frame> = (0..5).flat_map(|_| long.decode().unwrap()).collect();
        assert!(long.broken && heard.len() == 5 * CHUNK_FRAMES && heard.last() == Some(&Frame::ZERO));
        assert!(feed.has(4000) && feed.sample(4000, 0).0 >= 0.0);
        assert!(!feed.has(6 * 6000), "and nobody waits for it");
    }

    #[test]
    fn a_ring_is_filled_no_further_than_it_has_room() {
        let path = file("ring", 6000);
        let feed = Feed::new(1);
        let mut readers = [LoopReader::open(&path, MARGIN).unwrap()];
        feed.fill(&mut readers).unwrap();
        assert_eq!(feed.written.load(Ordering::Relaxed), RING_FRAMES as u64);
        feed.fill(&mut readers).unwrap();
        assert_eq!(feed.written.load(Ordering::Relaxed), RING_FRAMES as u64);
        let first = feed.slot(0, 0).load(Ordering::Relaxed);
        feed.read.store(CHUNK_FRAMES as u64, Ordering::Relaxed);
        feed.fill(&mut readers).unwrap();
        assert_eq!(feed.written.load(Ordering::Relaxed), (RING_FRAMES + CHUNK_FRAMES) as u64);
        assert_ne!(feed.slot(0, 0).load(Ordering::Relaxed), first, "the place is used again");
        std::fs::remove_file(&path).unwrap();
    }
}
