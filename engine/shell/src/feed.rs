//! The feed of a frame: which events and how much time the program sees, from devices or from a journal.
//!
//! Order: what the devices said and the wall clock, or the journal instead; what is recorded; mirror images of pads
//! taken out. While a journal plays, the devices are ignored but for a request to close, frame time is the journal's,
//! and the window's real size is still told (a surface must fit it). A journal's `resize` asks the window to change.
//!
//! Invariants: frame times are whole microseconds, so that a recording repeats exactly. No window here: all of this is
//! tested without one.

use std::path::Path;

use crate::error::ShellError;
use crate::input::{Held, RawInput};
use crate::journal::{FRAME_US_MAX, Player, Recorder};
use crate::mirror::MirrorGuard;

/// What one frame gets.
#[derive(Debug, Default, PartialEq)]
pub struct Feed {
    /// Length of the frame in microseconds.
    pub dt_us: u64,
    /// What happened, in order.
    pub inputs: Vec<RawInput>,
    /// The journal wants the window to have this size.
    pub resize_to: Option<(u32, u32)>,
    /// The journal has ended with the request to exit: no frame any more.
    pub exit: bool,
    /// The frame came from a journal.
    pub scripted: bool,
}

/// Collects what devices say and deals it out frame by frame.
#[derive(Default)]
pub struct Feeder {
    waiting: Vec<RawInput>,
    held: Held,
    player: Option<Player>,
    recorder: Option<Recorder>,
    mirror: MirrorGuard,
    scripted_focus: bool,
}

impl Feeder {
    /// A feeder that plays or records journals, or neither. `size_px` goes into a recording's first line.
    pub fn new(play: Option<Player>, record: Option<&Path>, size_px: (u32, u32)) -> Result<Self, ShellError> {
        let recorder = record.map(|path| Recorder::create(path, size_px)).transpose()?;
        Ok(Self { player: play, recorder, scripted_focus: true, ..Self::default() })
    }

    /// Whether a journal is being played.
    pub fn is_scripted(&self) -> bool {
        self.player.is_some()
    }

    /// Whether a journal is being played or recorded, so that time must repeat exactly.
    pub fn is_steady(&self) -> bool {
        self.player.is_some() || self.recorder.is_some()
    }

    /// Whether the journal that plays has the window focused.
    pub fn scripted_focus(&self) -> bool {
        self.scripted_focus
    }

    /// Takes in what a device or the window said; on a loss of focus the releases come first.
    pub fn push(&mut self, input: RawInput) {
        self.waiting.extend(self.held.note(&input));
        // a hundred moves between two frames are one
        if let (RawInput::PointerMoved { .. }, Some(last @ RawInput::PointerMoved { .. })) = (&input, self.waiting.last_mut()) {
            *last = input;
            return;
        }
        self.waiting.push(input);
    }

    /// Deals out one frame that took `wall_us` microseconds by the wall clock.
    pub fn next(&mut self, wall_us: u64) -> Feed {
        // a suspend over night is as long as the longest frame that a journal can hold
        let wall_us = wall_us.min(FRAME_US_MAX);
        let real = std::mem::take(&mut self.waiting);
        let mut feed = match self.player.as_mut().map(|player| (player.next_frame(), player.exits())) {
            Some((None, true)) => return Feed { exit: true, scripted: true, ..Feed::default() },
            Some((Some(frame), _)) => self.scripted_frame(frame.dt_us, frame.events, real),
            Some((None, false)) => {
                // the devices take over; what the journal held down is let go
                self.player = None;
                let mut inputs = self.held.release_all();
                inputs.extend(real);
                Feed { dt_us: wall_us, inputs, ..Feed::default() }
            }
            None => Feed { dt_us: wall_us, inputs: real, ..Feed::default() },
        };
        if let Some(recorder) = &mut self.recorder {
            recorder.record(feed.dt_us, &feed.inputs);
        }
        self.mirror.filter(feed.dt_us as f64 / 1e6, &mut feed.inputs);
        feed
    }

    fn scripted_frame(&mut self, dt_us: u64, events: Vec<RawInput>, real: Vec<RawInput>) -> Feed {
        let mut feed = Feed { dt_us, scripted: true, ..Feed::default() };
        feed.inputs.extend(real.into_iter().filter(|input| matches!(input, RawInput::CloseRequested | RawInput::Resized { .. })));
        for event in events {
            match event {
                RawInput::Resized { w, h } => feed.resize_to = Some((w, h)),
                other => {
                    if let RawInput::Focused(focused) = other {
                        self.scripted_focus = focused;
                    }
                    feed.inputs.extend(self.held.note(&other));
                    feed.inputs.push(other);
                }
            }
        }
        feed
    }

    /// Ends a recording properly.
    pub fn finish(&mut self) -> Result<(), ShellError> {
        Ok(self.recorder.take().map_or(Ok(()), Recorder::finish)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::KeyCode;

    fn key(code: KeyCode, pressed: bool) -> RawInput {
        RawInput::Key { code, pressed, repeat: false, text: None }
    }

    fn playing(text: &str) -> Feeder {
        Feeder::new(Some(Player::parse(Path::new("j"), text).unwrap()), None, (0, 0)).unwrap()
    }

    #[test]
    fn a_journal_owns_time_and_devices_until_it_ends() {
        let mut feeder = playing("{\"dt\":0.02,\"events\":[\"key W down\",\"resize 800 600\"]}\n{\"dt\":0.03}\n");
        feeder.push(key(KeyCode::Escape, true));
        feeder.push(RawInput::CloseRequested);
        feeder.push(RawInput::Focused(false));
        let first = feeder.next(900_000);
        assert_eq!(first.dt_us, 20_000);
        assert_eq!(first.inputs, vec![RawInput::CloseRequested, key(KeyCode::KeyW, true)]);
        assert_eq!(first.resize_to, Some((800, 600)));
        assert!(first.scripted && feeder.scripted_focus());
        assert_eq!(feeder.next(5).dt_us, 30_000);
        feeder.push(key(KeyCode::KeyA, true));
        let after = feeder.next(16_000);
        assert_eq!((after.dt_us, after.scripted), (16_000, false));
        assert!(after.inputs.contains(&key(KeyCode::KeyW, false)), "the journal's key is let go: {:?}", after.inputs);
        assert!(after.inputs.contains(&key(KeyCode::KeyA, true)));
    }

    #[test]
    fn a_journal_with_exit_ends_the_program_and_stays_ended() {
        let mut feeder = playing("{\"ticks\":2}\n{\"exit\":true}\n");
        assert!(!feeder.next(1).exit);
        assert!(!feeder.next(1).exit);
        assert!(feeder.next(1).exit);
        assert!(feeder.next(1).exit);
    }

    #[test]
    fn mirrored_pads_press_once_from_a_journal_too() {
        let mut feeder = playing(
            "{\"dt\":0.016,\"events\":[\"pad 0 south down\",\"pad 1 south down\"]}\n{\"dt\":0.016,\"events\":[\"pad 0 south up\",\"pad 1 south up\"]}\n",
        );
        assert_eq!(feeder.next(1).inputs.len(), 1);
        assert_eq!(feeder.next(1).inputs.len(), 1);
    }

    #[test]
    fn moves_between_two_frames_are_one_and_order_is_kept() {
        let mut feeder = Feeder::new(None, None, (0, 0)).unwrap();
        for x in 0..50 {
            feeder.push(RawInput::PointerMoved { x: x as f32, y: 0.0 });
        }
        feeder.push(key(KeyCode::KeyW, true));
        feeder.push(RawInput::PointerMoved { x: 60.0, y: 0.0 });
        let feed = feeder.next(10);
        assert_eq!(feed.inputs, vec![RawInput::PointerMoved { x: 49.0, y: 0.0 }, key(KeyCode::KeyW, true), RawInput::PointerMoved { x: 60.0, y: 0.0 }]);
    }

    #[test]
    fn a_recorded_session_plays_back_as_it_was_seen() {
        let path = std::env::temp_dir().join(format!("feed-record-{}.jsonl", std::process::id()));
        let mut feeder = Feeder::new(None, Some(&path), (640, 480)).unwrap();
        let mut seen = Vec::new();
        for frame in 0..100_u32 {
            if frame % 9 == 0 {
                feeder.push(key(KeyCode::KeyW, frame % 2 == 0));
            }
            if frame == 50 {
                feeder.push(RawInput::Focused(false));
            }
            let night_us = if frame == 60 { 12 * 3_600_000_000 } else { 0 };
            let feed = feeder.next(u64::from(7000 + frame * 313) + night_us);
            seen.push((feed.dt_us, feed.inputs));
        }
        feeder.finish().unwrap();
        let mut again = Feeder::new(Some(Player::open(&path).unwrap()), None, (0, 0)).unwrap();
        for (index, frame) in seen.iter().enumerate() {
            let feed = again.next(1);
            assert_eq!((feed.dt_us, &feed.inputs), (frame.0, &frame.1), "frame {index}");
        }
        assert!(again.next(1).exit);
        std::fs::remove_file(&path).unwrap();
    }
}
