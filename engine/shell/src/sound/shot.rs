//! One-shots: sounds that play once, kept as 16 bits and with the channels they have, a quarter of what frames of floats
//! would take. Three hundred files are always there, so their size is what a program's sound weighs.
//!
//! Level, side and speed are set at the start and stay; a shot can only be stopped.
//!
//! Invariants: the audio thread takes no lock and allocates nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use kira::info::Info;
use kira::sound::static_sound::StaticSoundData;
use kira::sound::{Sound, SoundData};
use kira::{Decibels, Frame, Panning};

/// A decoded sound that plays once.
#[derive(Clone, Debug)]
pub struct ShotSamples {
    /// Frames a second.
    pub sample_rate: u32,
    /// 1, or 2 for left and right in turn.
    pub channels: usize,
    /// The samples.
    pub samples: Arc<[i16]>,
}

impl ShotSamples {
    /// From frames of floats; both sides alike are one channel.
    pub fn pack(data: &StaticSoundData) -> Self {
        let sample = |value: f32| (value * 32_767.0).round().clamp(-32_768.0, 32_767.0) as i16;
        let mono = data.frames.iter().all(|frame| frame.left == frame.right);
        let samples = if mono {
            data.frames.iter().map(|frame| sample(frame.left)).collect()
        } else {
            data.frames.iter().flat_map(|frame| [sample(frame.left), sample(frame.right)]).collect()
        };
        Self { sample_rate: data.sample_rate, channels: if mono { 1 } else { 2 }, samples }
    }

    /// How many frames it has.
    pub fn frames(&self) -> usize {
        self.samples.len() / self.channels.max(1)
    }

    /// How long it lasts as it is, in seconds.
    pub fn seconds(&self) -> f64 {
        self.frames() as f64 / f64::from(self.sample_rate.max(1))
    }

    /// The frame at a place; silence before and after.
    pub fn frame(&self, index: isize) -> Frame {
        let Ok(index) = usize::try_from(index) else { return Frame::ZERO };
        let sample = |at: usize| self.samples.get(at).map_or(0.0, |sample| f32::from(*sample) / 32_767.0);
        if self.channels == 1 { Frame::from_mono(sample(index)) } else { Frame::new(sample(index * 2), sample(index * 2 + 1)) }
    }
}

/// A shot that is about to start.
pub struct Shot {
    /// What.
    pub samples: ShotSamples,
    /// How loud.
    pub gain: Decibels,
    /// Which side.
    pub pan: f32,
    /// Speed and pitch.
    pub rate: f64,
}

/// Stops a shot that sounds.
#[derive(Clone, Debug, Default)]
pub struct ShotHandle(Arc<AtomicU32>);

impl ShotHandle {
    /// Lets it fade away over some seconds.
    pub fn stop(&self, fade_s: f32) {
        self.0.store(fade_s.max(0.005).to_bits(), Ordering::Relaxed);
    }
}

impl SoundData for Shot {
    type Error = String;
    type Handle = ShotHandle;

    fn into_sound(self) -> Result<(Box<dyn Sound>, Self::Handle), String> {
        if self.samples.sample_rate == 0 || self.samples.samples.is_empty() {
            return Err("an empty sound".into());
        }
        let handle = ShotHandle::default();
        // the same law as that of the library's own sounds
        let gain = Frame::from_mono(self.gain.as_amplitude()).panned(Panning(self.pan));
        let player = ShotPlayer { samples: self.samples, rate: self.rate, gain, at: 0.0, fade: 1.0, stop: handle.clone(), ended: false };
        Ok((Box::new(player), handle))
    }
}

struct ShotPlayer {
    samples: ShotSamples,
    rate: f64,
    gain: Frame,
    /// Where the next frame is.
    at: f64,
    fade: f32,
    stop: ShotHandle,
    ended: bool,
}

impl ShotPlayer {
    /// Between frames: the cubic through the two before and the two after.
    fn frame(&self) -> Frame {
        let (index, x) = (self.at as isize, self.at.fract() as f32);
        let [a, b, c, d] = [-1, 0, 1, 2].map(|step| self.samples.frame(index + step));
        let (one, two, three) = ((c - a) * 0.5, a - b * 2.5 + c * 2.0 - d * 0.5, (d - a) * 0.5 + (b - c) * 1.5);
        b + (one + (two + three * x) * x) * x
    }
}

impl Sound for ShotPlayer {
    fn process(&mut self, out: &mut [Frame], dt: f64, _info: &Info) {
        let step = (f64::from(self.samples.sample_rate) * self.rate * dt).clamp(0.0, 64.0);
        let stop_s = f32::from_bits(self.stop.0.load(Ordering::Relaxed));
        let fade_step = if stop_s > 0.0 { dt as f32 / stop_s } else { 0.0 };
        let end = self.samples.frames() as f64;
        for frame in out.iter_mut() {
            if self.at >= end || self.fade <= 0.0 {
                self.ended = true;
                *frame = Frame::ZERO;
                continue;
            }
            let heard = self.frame() * self.fade;
            *frame = Frame::new(heard.left * self.gain.left, heard.right * self.gain.right);
            self.at += step;
            self.fade -= fade_step;
        }
    }

    fn finished(&self) -> bool {
        self.ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kira::info::MockInfoBuilder;

    fn shot(samples: Vec<i16>, channels: usize) -> Shot {
        Shot { samples: ShotSamples { sample_rate: 48_000, channels, samples: samples.into() }, gain: Decibels(0.0), pan: 0.0, rate: 1.0 }
    }

    fn play(sound: &mut dyn Sound, frames: usize) -> Vec<Frame> {
        let info = MockInfoBuilder::new().build();
        let mut out = vec![Frame::ZERO; frames];
        sound.process(&mut out, 1.0 / 48_000.0, &info);
        out
    }

    #[test]
    fn at_its_own_speed_a_shot_is_its_samples_and_then_it_ends() {
        let (mut sound, _) = shot(vec![1000, -2000, 3000, -4000, 5000, 6000], 2).into_sound().unwrap();
        let out = play(&mut *sound, 5);
        let whole: Vec<(i32, i32)> = out.iter().map(|f| ((f.left * 32_767.0).round() as i32, (f.right * 32_767.0).round() as i32)).collect();
        assert_eq!(whole, [(1000, -2000), (3000, -4000), (5000, 6000), (0, 0), (0, 0)]);
        assert!(sound.finished());
        assert!(shot(vec![], 1).into_sound().is_err());
    }

    #[test]
    fn pitch_side_and_level_are_what_was_asked_for() {
        let ramp: Vec<i16> = (0..4000).map(|index| index * 4).collect();
        let (mut sound, _) = Shot { rate: 1.5, gain: Decibels(-6.0), pan: -1.0, ..shot(ramp, 1) }.into_sound().unwrap();
        let out = play(&mut *sound, 2000);
        let expected = 1000.0 * 1.5 * 4.0 / 32_767.0 * Decibels(-6.0).as_amplitude() * std::f32::consts::SQRT_2;
        assert!((out[1000].left - expected).abs() < 1e-4 && out[1000].right == 0.0, "{:?} for {expected}", out[1000]);
        assert!(out.windows(2).take(1500).all(|pair| pair[1].left >= pair[0].left), "no steps between frames");
    }

    #[test]
    fn a_shot_that_is_stopped_fades_and_ends() {
        let (mut sound, handle) = shot(vec![16_000; 48_000], 1).into_sound().unwrap();
        assert!(play(&mut *sound, 4800).iter().all(|frame| frame.left > 0.48));
        handle.stop(0.1);
        let out = play(&mut *sound, 4900);
        assert!((out[2400].left - 0.244).abs() < 0.01 && out[4899].left == 0.0 && sound.finished());
    }

    #[test]
    fn what_is_alike_on_both_sides_is_one_channel() {
        let data = |frames: Vec<Frame>| StaticSoundData { sample_rate: 48_000, frames: frames.into(), settings: Default::default(), slice: None };
        let mono = ShotSamples::pack(&data(vec![Frame::from_mono(0.5); 100]));
        assert_eq!((mono.channels, mono.samples.len(), mono.frames()), (1, 100, 100));
        let wide = ShotSamples::pack(&data(vec![Frame::new(0.5, -0.5); 100]));
        assert_eq!((wide.channels, wide.samples.len(), wide.frames()), (2, 200, 100));
    }
}
