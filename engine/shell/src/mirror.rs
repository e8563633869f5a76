//! Two devices that show one pad press once.
//!
//! A program that stands between a pad and the system often shows a second, virtual pad beside the real one, and both
//! send every press. A press of a button on one pad shortly after the *same* press on another pad is taken for a
//! mirror image and dropped together with its release. Two people who press the same button on two pads within
//! [`MIRROR_S`] are not told apart; both meant the same.
//!
//! Reads and changes the list of one frame; runs after the devices or the journal and before anything that reads
//! input. Sticks need nothing here: [`crate::actions`] takes the pad that is pushed farthest.

use std::collections::{BTreeMap, BTreeSet};

use crate::input::{PadButton, RawInput};

/// Longest gap between a press and its mirror image, in seconds. Mirrors come within a few milliseconds; one slow
/// frame may lie between.
pub const MIRROR_S: f64 = 0.05;

/// Drops mirror images of pad presses.
#[derive(Debug, Default)]
pub struct MirrorGuard {
    now_s: f64,
    /// Last press that counted: by which pad and when.
    presses: BTreeMap<PadButton, (u8, f64)>,
    /// Buttons that are down; a second "pressed" of one of these is a trigger that travels.
    down: BTreeSet<(u8, PadButton)>,
    /// Presses that were dropped and whose releases must be, too.
    dropped: BTreeSet<(u8, PadButton)>,
}

impl MirrorGuard {
    /// Lets a frame's time pass and takes the mirror images out of its events.
    pub fn filter(&mut self, dt_s: f64, inputs: &mut Vec<RawInput>) {
        self.now_s += dt_s.max(0.0);
        inputs.retain(|input| self.keeps(input));
    }

    fn keeps(&mut self, input: &RawInput) -> bool {
        match *input {
            RawInput::PadButton { pad, button, pressed: true, .. } => {
                if self.dropped.contains(&(pad, button)) {
                    return false;
                }
                if !self.down.insert((pad, button)) {
                    return true;
                }
                if let Some((first, at_s)) = self.presses.get(&button)
                    && *first != pad
                    && self.now_s - at_s <= MIRROR_S
                {
                    self.down.remove(&(pad, button));
                    self.dropped.insert((pad, button));
                    return false;
                }
                self.presses.insert(button, (pad, self.now_s));
                true
            }
            RawInput::PadButton { pad, button, pressed: false, .. } => {
                self.down.remove(&(pad, button));
                !self.dropped.remove(&(pad, button))
            }
            RawInput::PadDisconnected { pad } => {
                self.down.retain(|(held, _)| *held != pad);
                self.dropped.retain(|(held, _)| *held != pad);
                true
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(pad: u8, pressed: bool) -> RawInput {
        RawInput::PadButton { pad, button: PadButton::South, pressed, value: f32::from(u8::from(pressed)) }
    }

    fn kept(guard: &mut MirrorGuard, dt_s: f64, mut inputs: Vec<RawInput>) -> Vec<RawInput> {
        guard.filter(dt_s, &mut inputs);
        inputs
    }

    #[test]
    fn a_mirrored_press_and_its_release_vanish_in_any_order() {
        let mut guard = MirrorGuard::default();
        assert_eq!(kept(&mut guard, 0.016, vec![press(0, true), press(1, true)]), vec![press(0, true)]);
        assert_eq!(kept(&mut guard, 0.016, vec![press(1, false), press(0, false)]), vec![press(0, false)]);
        // each device drained in turn after a slow frame: a whole tap of one, then a whole tap of the other
        assert_eq!(kept(&mut guard, 0.5, vec![press(1, true), press(1, false), press(0, true), press(0, false)]), vec![press(1, true), press(1, false)]);
        // a mirror that comes one frame late
        assert_eq!(kept(&mut guard, 0.5, vec![press(0, true)]).len(), 1);
        assert_eq!(kept(&mut guard, 0.033, vec![press(1, true)]).len(), 0);
    }

    #[test]
    fn fast_presses_of_one_pad_and_slow_ones_of_two_all_count() {
        let mut guard = MirrorGuard::default();
        for _ in 0..5 {
            assert_eq!(kept(&mut guard, 0.01, vec![press(0, true), press(0, false)]).len(), 2);
        }
        assert_eq!(kept(&mut guard, 0.2, vec![press(1, true)]).len(), 1);
        assert_eq!(kept(&mut guard, 0.01, vec![press(1, true)]).len(), 1, "a trigger that travels is not a mirror");
    }
}
