//! The way out: the audio manager, the tree of buses and the effects on them.
//!
//! ```text
//! effects (meter) ┐
//! interface       ├ master (mono) ── main (limiter) ── device
//! ambience (duck) │
//! music (duck, low-pass while paused) ┘
//! ```
//!
//! Deliberately absent: what plays. This file only builds the pipes.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use kira::backend::Backend;
use kira::effect::filter::{FilterBuilder, FilterHandle};
use kira::track::{MainTrackBuilder, TrackBuilder, TrackHandle};
use kira::{AudioManager, AudioManagerSettings, Capacities, Decibels, Mix, Tween};

use super::Bus;
use super::limiter::{Duck, Levels, Limiter, Meter, Mono, Plain};

/// Loops and music beside the one-shot voices.
const EXTRA_SOUNDS: usize = 32;

/// What the music is cut down to while the game is paused, in hertz.
const PAUSED_CUTOFF_HZ: f64 = 900.0;

/// The pipes to a device.
pub struct Output {
    /// Keeps the device open. Which backend it has is of no interest any more.
    #[cfg_attr(not(test), expect(dead_code, reason = "held for its drop; tests let it play"))]
    pub manager: Box<dyn Any>,
    master: TrackHandle,
    effects: TrackHandle,
    music: TrackHandle,
    interface: TrackHandle,
    ambience: TrackHandle,
    low_pass: FilterHandle,
}

impl Output {
    /// Opens a device and builds the pipes.
    pub fn open<B: Backend + 'static>(settings: B::Settings, voices_max: usize, levels: &Arc<Levels>) -> Result<Self, B::Error> {
        let mut manager = AudioManager::<B>::new(AudioManagerSettings {
            capacities: Capacities { sub_track_capacity: 4, send_track_capacity: 1, clock_capacity: 1, modulator_capacity: 1, listener_capacity: 1 },
            main_track_builder: MainTrackBuilder::new().sound_capacity(1).with_effect(Plain(Limiter::new())),
            internal_buffer_size: 128,
            backend_settings: settings,
        })?;
        let sounds = voices_max + EXTRA_SOUNDS;
        let bus = || TrackBuilder::new().sound_capacity(sounds).sub_track_capacity(1);
        let mut music = bus().with_effect(Plain(Duck::new(levels.clone(), true)));
        let low_pass = music.add_effect(FilterBuilder::new().cutoff(PAUSED_CUTOFF_HZ).mix(Mix::DRY));
        const ROOM: &str = "a manager that was just made has room for five tracks";
        let mut master =
            manager.add_sub_track(TrackBuilder::new().sound_capacity(1).sub_track_capacity(8).with_effect(Plain(Mono(levels.clone())))).expect(ROOM);
        // effects first: their meter is read by what comes after it in the same block
        let effects = master.add_sub_track(bus().with_effect(Plain(Meter(levels.clone())))).expect(ROOM);
        let music = master.add_sub_track(music).expect(ROOM);
        let interface = master.add_sub_track(bus()).expect(ROOM);
        let ambience = master.add_sub_track(bus().with_effect(Plain(Duck::new(levels.clone(), false)))).expect(ROOM);
        Ok(Self { manager: Box::new(manager), master, effects, music, interface, ambience, low_pass })
    }

    /// The track of a bus.
    pub fn track(&mut self, bus: Bus) -> &mut TrackHandle {
        match bus {
            Bus::Master => &mut self.master,
            Bus::Effects => &mut self.effects,
            Bus::Music => &mut self.music,
            Bus::Interface => &mut self.interface,
            Bus::Ambience => &mut self.ambience,
        }
    }

    /// Sets a volume without a click.
    pub fn set_volume(&mut self, bus: Bus, volume: Decibels) {
        self.track(bus).set_volume(volume, tween_s(0.05));
    }

    /// Effects and ambience stop in place, music goes on behind a wall.
    pub fn set_paused(&mut self, paused: bool) {
        let tween = tween_s(0.15);
        for track in [&mut self.effects, &mut self.ambience] {
            if paused {
                track.pause(tween);
            } else {
                track.resume(tween);
            }
        }
        self.low_pass.set_mix(if paused { Mix::WET } else { Mix::DRY }, tween);
    }
}

/// An even change over some seconds.
pub fn tween_s(seconds: f32) -> Tween {
    Tween { duration: Duration::from_secs_f32(if seconds.is_finite() { seconds.clamp(0.005, 60.0) } else { 0.005 }), ..Tween::default() }
}
