//! Stems that run from one clock: a sound of our own, because only a single loop over all stems keeps them together to
//! the sample, whatever happens to the device.
//!
//! Gains change on bar lines only, over as many bars as the theme says; the theme as a whole fades when it is told to.
//!
//! Invariants: the audio thread takes no lock and allocates nothing; the program speaks to it through atomics.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use kira::info::Info;
use kira::sound::{Sound, SoundData};
use kira::{Decibels, Frame};

use super::stream::{FeedEnd, LoopReader};
use super::table::STEMS_MAX;

/// What program and audio thread share about a theme that plays.
#[derive(Debug, Default)]
pub struct StemControls {
    /// Amplitude wanted for each stem, as bits.
    gains: [AtomicU32; STEMS_MAX],
    /// Amplitude wanted for the whole, as bits.
    whole: AtomicU32,
    /// Seconds for a full change of the whole, as bits.
    fade_s: AtomicU32,
    /// The theme ends when it has faded out.
    ends: AtomicBool,
    finished: AtomicBool,
}

impl StemControls {
    /// Wants these gains from the next bar line on.
    pub fn set_gains_db(&self, gains_db: impl Iterator<Item = f32>) {
        for (gain, db) in self.gains.iter().zip(gains_db) {
            gain.store(Decibels(db).as_amplitude().to_bits(), Ordering::Relaxed);
        }
    }

    /// Fades the whole in.
    pub fn fade_in(&self, seconds: f32) {
        self.fade_s.store(seconds.to_bits(), Ordering::Relaxed);
        self.whole.store(1.0_f32.to_bits(), Ordering::Relaxed);
        self.ends.store(false, Ordering::Relaxed);
    }

    /// Fades the whole out and ends it.
    pub fn fade_out(&self, seconds: f32) {
        self.fade_s.store(seconds.to_bits(), Ordering::Relaxed);
        self.whole.store(0.0_f32.to_bits(), Ordering::Relaxed);
        self.ends.store(true, Ordering::Relaxed);
    }

    /// Whether it has faded out for good.
    pub fn has_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }
}

/// A theme ready to play.
pub struct StemsData {
    /// The stems, all of one length and rate, at their start.
    pub stems: Vec<LoopReader>,
    /// Frames of a bar.
    pub bar_frames: usize,
    /// Bars over which a gain changes.
    pub fade_bars: usize,
    /// Shared with the program.
    pub controls: Arc<StemControls>,
}

impl SoundData for StemsData {
    type Error = String;
    type Handle = Arc<StemControls>;

    fn into_sound(self) -> Result<(Box<dyn Sound>, Self::Handle), String> {
        let first = self.stems.first().ok_or("a theme without stems")?;
        let (frames, rate) = (first.frames(), first.sample_rate());
        if self.stems.len() > STEMS_MAX || self.stems.iter().any(|stem| stem.frames() != frames || stem.sample_rate() != rate) {
            return Err("the stems differ in length or sample rate".into());
        }
        let stems = self.stems.len();
        let gains = std::array::from_fn(|index| f32::from_bits(self.controls.gains[index].load(Ordering::Relaxed)));
        let player = StemPlayer {
            rate: f64::from(rate),
            frames: frames as u64,
            bar_frames: self.bar_frames.max(1) as u64,
            gain_step: 1.0 / (self.bar_frames.max(1) * self.fade_bars.max(1)) as f32,
            stems,
            feed: FeedEnd::start(self.stems)?,
            controls: self.controls.clone(),
            at: 0.0,
            gains,
            targets: gains,
            whole: 0.0,
        };
        Ok((Box::new(player), self.controls))
    }
}

struct StemPlayer {
    feed: FeedEnd,
    stems: usize,
    rate: f64,
    frames: u64,
    bar_frames: u64,
    gain_step: f32,
    controls: Arc<StemControls>,
    /// Where the next frame is, in frames since the theme began.
    at: f64,
    gains: [f32; STEMS_MAX],
    targets: [f32; STEMS_MAX],
    whole: f32,
}

impl StemPlayer {
    fn next_frame(&mut self, step: f64, whole_target: f32, whole_step: f32) -> Frame {
        let (index, part) = (self.at as u64, self.at.fract() as f32);
        if !self.feed.has(index + 1) {
            // the disk is slow or a file has broken off: all stems wait together, and a fade goes on
            self.whole = toward(self.whole, whole_target, whole_step);
            return Frame::ZERO;
        }
        let mut sum = Frame::ZERO;
        for (stem, (gain, target)) in self.gains.iter_mut().zip(&self.targets).enumerate().take(self.stems) {
            *gain = toward(*gain, *target, self.gain_step);
            if *gain > 0.0 {
                let (a, b) = (self.feed.sample(index, stem), self.feed.sample(index + 1, stem));
                sum.left += (a.0 + (b.0 - a.0) * part) * *gain;
                sum.right += (a.1 + (b.1 - a.1) * part) * *gain;
            }
        }
        self.whole = toward(self.whole, whole_target, whole_step);
        self.at += step;
        if self.bar(self.at as u64) != self.bar(index) {
            self.latch();
        }
        sum * (self.whole / 32_768.0)
    }

    /// The bar of a frame; every round begins a new one, also when a theme is no whole number of bars.
    fn bar(&self, frame: u64) -> (u64, u64) {
        (frame / self.frames, frame % self.frames / self.bar_frames)
    }

    /// A bar line: from here on the gains go where they are wanted.
    fn latch(&mut self) {
        for (target, wanted) in self.targets.iter_mut().zip(&self.controls.gains) {
            *target = f32::from_bits(wanted.load(Ordering::Relaxed));
        }
    }
}

fn toward(value: f32, target: f32, step: f32) -> f32 {
    if value < target { (value + step).min(target) } else { (value - step).max(target) }
}

impl Sound for StemPlayer {
    fn process(&mut self, out: &mut [Frame], dt: f64, _info: &Info) {
        let whole_target = f32::from_bits(self.controls.whole.load(Ordering::Relaxed));
        let fade_s = f32::from_bits(self.controls.fade_s.load(Ordering::Relaxed)).max(0.005);
        let step = (self.rate * dt).clamp(0.0, 64.0);
        for frame in out.iter_mut() {
            *frame = self.next_frame(step, whole_target, dt as f32 / fade_s);
        }
        self.feed.release(self.at as u64);
        if self.whole == 0.0 && whole_target == 0.0 && self.controls.ends.load(Ordering::Relaxed) {
            self.controls.finished.store(true, Ordering::Relaxed);
        }
    }

    fn finished(&self) -> bool {
        self.controls.has_finished()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kira::info::MockInfoBuilder;

    const FRAMES: usize = 8000;
    const MARGIN: usize = 480;

    /// A loop in a file: what `sample` says for each frame of a round.
    fn stem(name: &str, rate: u32, frames: usize, sample: &dyn Fn(usize) -> i16) -> LoopReader {
        let path = std::env::temp_dir().join(format!("stem-{name}-{}.wav", std::process::id()));
        let round = |index: usize| f32::from(sample((index + frames - MARGIN % frames) % frames)) / 32_767.0;
        super::super::wave::write_at(&path, rate, 2, (0..(frames + 2 * MARGIN) * 2).map(|index| round(index / 2)));
        LoopReader::open(&path, MARGIN).unwrap()
    }

    fn play(name: &str, rate: u32, gains_db: &[f32]) -> (Box<dyn Sound>, Arc<StemControls>) {
        // stem 0 holds its own position, stem 1 is constant
        let controls = Arc::new(StemControls::default());
        controls.set_gains_db(gains_db.iter().copied());
        controls.fade_in(0.0);
        let stems = vec![stem(&format!("{name}-0"), rate, FRAMES, &|index| index as i16), stem(&format!("{name}-1"), rate, FRAMES, &|_| 16_384)];
        let data = StemsData { stems, bar_frames: 1000, fade_bars: 2, controls };
        data.into_sound().unwrap()
    }

    fn run(sound: &mut dyn Sound, frames: usize, dt: f64) -> Vec<f32> {
        let info = MockInfoBuilder::new().build();
        let mut out = vec![Frame::ZERO; frames];
        for block in out.chunks_mut(128) {
            sound.process(block, dt, &info);
        }
        out.iter().map(|frame| frame.left).collect()
    }

    #[test]
    fn stems_stay_together_over_many_loops_at_any_device_rate() {
        let (mut sound, _) = play("together", 48_000, &[0.0, f32::NEG_INFINITY]);
        let out = run(&mut *sound, FRAMES * 5, 1.0 / 48_000.0);
        for (index, value) in out.iter().enumerate().skip(1000) {
            assert_eq!((value * 32_768.0).round() as usize, index % FRAMES, "frame {index}");
        }
        let (mut sound, _) = play("together", 48_000, &[0.0, f32::NEG_INFINITY]);
        let out = run(&mut *sound, 44_100, 1.0 / 44_100.0);
        let at = out[44_099] * 32_768.0;
        let expected = (44_099.0_f64 * 48_000.0 / 44_100.0) % FRAMES as f64;
        assert!((f64::from(at) - expected).abs() < 1.0, "{at} for {expected}");
    }

    #[test]
    fn gains_wait_for_the_bar_and_take_their_bars() {
        let (mut sound, controls) = play("bar", 48_000, &[f32::NEG_INFINITY, f32::NEG_INFINITY]);
        assert!(run(&mut *sound, 1500, 1.0 / 48_000.0).iter().all(|value| *value == 0.0));
        controls.set_gains_db([f32::NEG_INFINITY, 0.0].into_iter());
        let out = run(&mut *sound, 4500, 1.0 / 48_000.0);
        assert!(out[..500].iter().all(|value| *value == 0.0), "not before the bar line at 2000");
        assert!((out[1500] - 0.25).abs() < 0.01, "half way after one bar: {}", out[1500]);
        assert!((out[2600] - 0.5).abs() < 1e-3);
        assert!(out.windows(2).all(|pair| (pair[1] - pair[0]).abs() < 0.001), "no step");
    }

    #[test]
    fn a_theme_fades_out_ends_and_says_so() {
        let (mut sound, controls) = play("fade", 48_000, &[f32::NEG_INFINITY, 0.0]);
        run(&mut *sound, 4800, 1.0 / 48_000.0);
        controls.fade_out(0.1);
        let out = run(&mut *sound, 6400, 1.0 / 48_000.0);
        assert!(out[2400] > 0.2 && out[2400] < 0.3 && !out.iter().any(|value| *value < 0.0));
        assert_eq!(*out.last().unwrap(), 0.0);
        assert!(sound.finished() && controls.has_finished());
    }

    #[test]
    fn stems_that_do_not_fit_together_are_refused() {
        let controls = Arc::new(StemControls::default());
        let data = |stems| StemsData { stems, bar_frames: 100, fade_bars: 1, controls: controls.clone() };
        assert!(data(vec![]).into_sound().is_err());
        let two = |name: &str, rate: u32, frames: usize| stem(name, rate, frames, &|_| 0);
        assert!(data(vec![two("long", 48_000, 2000), two("short", 48_000, 1998)]).into_sound().is_err());
        assert!(data(vec![two("fast", 48_000, 2000), two("slow", 44_100, 2000)]).into_sound().is_err());
        assert!(data(vec![two("same", 48_000, 2000)]).into_sound().is_ok());
    }
}
