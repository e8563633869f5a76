//! What stands between the mix and the speakers: a meter, ducking, mono, and a limiter that never lets the sum clip.
//!
//! All four are effects of the sound library and run on its thread: no lock, no allocation after they are made. Levels
//! go between them through one [`Levels`] of atomics, at most one block late.
//!
//! The limiter looks 5 ms ahead: the least gain wanted within that time, averaged over that time, is in place when the
//! loud sample comes out. The mean of values that are all at most `g` is at most `g`, so the ceiling holds by
//! construction.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use kira::effect::{Effect, EffectBuilder};
use kira::info::Info;
use kira::{Decibels, Frame};

/// Highest sample that leaves the mix: -1 dBFS.
pub const CEILING: f32 = 0.891_250_9;

const LOOK_AHEAD_S: f32 = 0.005;
const RELEASE_S: f32 = 0.15;

/// Above this level effects push the rest back.
const DUCK_ABOVE_DB: f32 = -18.0;
/// By this much for each decibel above.
const DUCK_RATIO: f32 = 0.5;
/// At most.
const DUCK_MAX_DB: f32 = 6.0;
const DUCK_IN_S: f32 = 0.02;
const DUCK_OUT_S: f32 = 0.5;

/// What the effects tell each other and hear from the program.
#[derive(Debug, Default)]
pub struct Levels {
    /// Largest sample of the last block of effects, as bits.
    effects_peak: AtomicU32,
    /// Decibels by which music steps back for a sting, as bits.
    extra_duck_db: AtomicU32,
    mono: AtomicBool,
}

impl Levels {
    /// Sets how far music steps back for a sound that wants the stage.
    pub fn set_extra_duck_db(&self, db: f32) {
        self.extra_duck_db.store(db.clamp(0.0, 60.0).to_bits(), Ordering::Relaxed);
    }

    /// Both ears get the same.
    pub fn set_mono(&self, mono: bool) {
        self.mono.store(mono, Ordering::Relaxed);
    }
}

/// An effect that needs no handle.
pub struct Plain<E>(pub E);

impl<E: Effect + 'static> EffectBuilder for Plain<E> {
    type Handle = ();

    fn build(self) -> (Box<dyn Effect>, ()) {
        (Box::new(self.0), ())
    }
}

/// Measures the effects bus for [`Duck`].
pub struct Meter(pub Arc<Levels>);

impl Effect for Meter {
    fn process(&mut self, input: &mut [Frame], _dt: f64, _info: &Info) {
        let peak = input.iter().fold(0.0_f32, |peak, frame| peak.max(frame.left.abs()).max(frame.right.abs()));
        self.0.effects_peak.store(peak.to_bits(), Ordering::Relaxed);
    }
}

/// Pushes its bus back while effects are loud.
pub struct Duck {
    levels: Arc<Levels>,
    /// Whether stings count, too.
    heeds_stings: bool,
    cut_db: f32,
}

impl Duck {
    /// Ducking that has not begun.
    pub fn new(levels: Arc<Levels>, heeds_stings: bool) -> Self {
        Self { levels, heeds_stings, cut_db: 0.0 }
    }
}

impl Effect for Duck {
    fn process(&mut self, input: &mut [Frame], dt: f64, _info: &Info) {
        let peak = f32::from_bits(self.levels.effects_peak.load(Ordering::Relaxed));
        let over_db = (20.0 * peak.max(1e-6).log10() - DUCK_ABOVE_DB).max(0.0);
        let sting_db = if self.heeds_stings { f32::from_bits(self.levels.extra_duck_db.load(Ordering::Relaxed)) } else { 0.0 };
        let target_db = (over_db * DUCK_RATIO).min(DUCK_MAX_DB).max(sting_db);
        let time_s = if target_db > self.cut_db { DUCK_IN_S } else { DUCK_OUT_S };
        let before = Decibels(-self.cut_db).as_amplitude();
        self.cut_db += (target_db - self.cut_db) * (1.0 - (-(dt as f32) * input.len() as f32 / time_s).exp());
        let step = (Decibels(-self.cut_db).as_amplitude() - before) / input.len().max(1) as f32;
        for (index, frame) in input.iter_mut().enumerate() {
            *frame *= before + step * (index + 1) as f32;
        }
    }
}

/// Sums both channels when the player wants it.
pub struct Mono(pub Arc<Levels>);

impl Effect for Mono {
    fn process(&mut self, input: &mut [Frame], _dt: f64, _info: &Info) {
        if self.0.mono.load(Ordering::Relaxed) {
            for frame in input {
                *frame = Frame::from_mono((frame.left + frame.right) * 0.5);
            }
        }
    }
}

/// Holds the sum under [`CEILING`].
pub struct Limiter {
    delay: Vec<Frame>,
    /// Gains wanted in the last look-ahead, as a queue that only rises from front to back, with the time of each.
    wanted: Vec<(u64, f32)>,
    front: usize,
    count: usize,
    /// Gains after hold and release, for the mean.
    held: Vec<f32>,
    sum: f64,
    gain: f32,
    release: f32,
    at: u64,
}

impl Limiter {
    /// A limiter that makes its buffers when it learns the sample rate.
    pub fn new() -> Self {
        let mut limiter = Self { delay: Vec::new(), wanted: Vec::new(), front: 0, count: 0, held: Vec::new(), sum: 0.0, gain: 1.0, release: 0.0, at: 0 };
        limiter.set_rate(48_000);
        limiter
    }

    fn set_rate(&mut self, sample_rate: u32) {
        let frames = ((sample_rate as f32 * LOOK_AHEAD_S) as usize).clamp(8, 8192);
        self.delay = vec![Frame::ZERO; frames];
        self.wanted = vec![(0, 1.0); frames + 2];
        self.held = vec![1.0; frames];
        (self.front, self.count, self.sum, self.gain, self.at) = (0, 0, frames as f64, 1.0, 0);
        self.release = 1.0 - (-1.0 / (sample_rate.max(1) as f32 * RELEASE_S)).exp();
    }

    /// Least gain wanted in the last look-ahead, this frame's included.
    fn least(&mut self, gain: f32) -> f32 {
        let room = self.wanted.len();
        while self.count > 0 && self.wanted[(self.front + self.count - 1) % room].1 >= gain {
            self.count -= 1;
        }
        self.wanted[(self.front + self.count) % room] = (self.at, gain);
        self.count += 1;
        while self.wanted[self.front].0 + (self.delay.len() as u64) < self.at {
            self.front = (self.front + 1) % room;
            self.count -= 1;
        }
        self.wanted[self.front].1
    }
}

impl Default for Limiter {
    fn default() -> Self {
        Self::new()
    }
}

impl Effect for Limiter {
    fn init(&mut self, sample_rate: u32, _internal_buffer_size: usize) {
        self.set_rate(sample_rate);
    }

    fn on_change_sample_rate(&mut self, sample_rate: u32) {
        self.set_rate(sample_rate);
    }

    fn process(&mut self, input: &mut [Frame], _dt: f64, _info: &Info) {
        for frame in input {
            // one bad sample must not silence the rest of the game
            let now = if frame.left.is_finite() && frame.right.is_finite() { *frame } else { Frame::ZERO };
            let peak = now.left.abs().max(now.right.abs());
            let least = self.least(if peak > CEILING { CEILING / peak } else { 1.0 });
            self.gain = if least < self.gain { least } else { self.gain + (least - self.gain) * self.release };
            let slot = (self.at % self.delay.len() as u64) as usize;
            self.sum += f64::from(self.gain) - f64::from(self.held[slot]);
            self.held[slot] = self.gain;
            let mean = (self.sum / self.held.len() as f64) as f32;
            let out = std::mem::replace(&mut self.delay[slot], now);
            *frame = Frame { left: (out.left * mean).clamp(-CEILING, CEILING), right: (out.right * mean).clamp(-CEILING, CEILING) };
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kira::info::MockInfoBuilder;

    fn run(effect: &mut dyn Effect, input: &[Frame]) -> Vec<Frame> {
        let info = MockInfoBuilder::new().build();
        let mut out = input.to_vec();
        for block in out.chunks_mut(128) {
            effect.process(block, 1.0 / 48_000.0, &info);
        }
        out
    }

    fn sine(frames: usize, amplitude: f32) -> Vec<Frame> {
        (0..frames).map(|index| Frame::from_mono((index as f32 * 0.06).sin() * amplitude)).collect()
    }

    #[test]
    fn whatever_goes_in_nothing_above_the_ceiling_comes_out_and_without_the_clamp_either() {
        let mut loud: Vec<Frame> = Vec::new();
        for block in 0..60 {
            loud.extend(sine(400, if block % 3 == 0 { 12.0 } else { 0.2 }));
        }
        loud[777] = Frame { left: f32::NAN, right: f32::INFINITY };
        let out = run(&mut Limiter::new(), &loud);
        let peak = out.iter().fold(0.0_f32, |peak, frame| peak.max(frame.left.abs()));
        assert!(out.iter().all(|frame| frame.left.is_finite() && frame.left.abs() <= CEILING));
        assert!(peak > 0.8 * CEILING, "{peak}");
        // were the clamp at work, many samples in a row would stand at the ceiling
        let flat = out.windows(3).filter(|three| three.iter().all(|frame| frame.left.abs() >= CEILING)).count();
        assert_eq!(flat, 0);
    }

    #[test]
    fn what_is_soft_passes_unchanged_but_for_the_delay() {
        let soft = sine(5000, 0.7);
        let out = run(&mut Limiter::new(), &soft);
        for (index, frame) in out.iter().enumerate().skip(240) {
            assert!((frame.left - soft[index - 240].left).abs() < 1e-5, "{index}");
        }
    }

    #[test]
    fn the_limiter_recovers_and_survives_another_sample_rate() {
        let mut limiter = Limiter::new();
        run(&mut limiter, &sine(4800, 10.0));
        let out = run(&mut limiter, &sine(48_000, 0.5));
        assert!((out.last().unwrap().left.abs() - 0.0).is_finite());
        let late = out[40_000..].iter().fold(0.0_f32, |peak, frame| peak.max(frame.left.abs()));
        assert!(late > 0.49, "{late}");
        limiter.on_change_sample_rate(8_000);
        assert!(run(&mut limiter, &sine(1000, 5.0)).iter().all(|frame| frame.left.abs() <= CEILING));
    }

    #[test]
    fn loud_effects_push_music_back_and_let_it_return() {
        let levels = Arc::new(Levels::default());
        let mut duck = Duck::new(levels.clone(), true);
        let level = |duck: &mut Duck, frames| run(duck, &vec![Frame::from_mono(1.0); frames]).last().unwrap().left;
        run(&mut Meter(levels.clone()), &sine(128, 0.9));
        let pushed = level(&mut duck, 12_800);
        assert!((pushed - Decibels(-6.0).as_amplitude()).abs() < 0.01, "{pushed}");
        run(&mut Meter(levels.clone()), &sine(128, 0.05));
        assert!(level(&mut duck, 144_000) > 0.98);
        levels.set_extra_duck_db(9.0);
        assert!((level(&mut duck, 24_000) - Decibels(-9.0).as_amplitude()).abs() < 0.01);
        let mut deaf = Duck::new(levels.clone(), false);
        assert!(level(&mut deaf, 24_000) > 0.99);
        levels.set_mono(true);
        let both = run(&mut Mono(levels), &[Frame { left: 1.0, right: 0.0 }])[0];
        assert_eq!((both.left, both.right), (0.5, 0.5));
    }
}
