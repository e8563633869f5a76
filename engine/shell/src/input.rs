//! Raw input: one small event type for keyboard, pointer and pads, between the devices and everything that reads them.
//!
//! Invariants: nothing above this file knows a type of a device crate but [`KeyCode`], which is a plain serializable
//! list of places on a keyboard. Every press is followed by its release: on loss of focus [`Held`] makes the
//! releases itself, because the window system will not. Positions are in physical pixels from the top left.
//!
//! Deliberately absent: meaning (see [`crate::actions`]), pads themselves (see [`crate::pads`]).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
pub use winit::keyboard::KeyCode;

/// A button of a mouse or another pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PointerButton {
    /// The main button.
    Left,
    /// The context button.
    Right,
    /// The wheel pressed down.
    Middle,
    /// The thumb button that goes back.
    Back,
    /// The thumb button that goes forward.
    Forward,
    /// Any further button by its number.
    Other(u16),
}

/// A button of a pad, named by place and not by what is printed on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PadButton {
    /// Lower of the four face buttons.
    South,
    /// Right of the four face buttons.
    East,
    /// Left of the four face buttons.
    West,
    /// Upper of the four face buttons.
    North,
    /// Upper left shoulder.
    LeftShoulder,
    /// Upper right shoulder.
    RightShoulder,
    /// Lower left shoulder, with a way to travel.
    LeftTrigger,
    /// Lower right shoulder, with a way to travel.
    RightTrigger,
    /// The small button on the left ("View").
    Select,
    /// The small button on the right ("Menu").
    Start,
    /// The button in the middle, which the system often keeps for itself.
    Mode,
    /// The left stick pressed down.
    LeftStick,
    /// The right stick pressed down.
    RightStick,
    /// Cross, up.
    DpadUp,
    /// Cross, down.
    DpadDown,
    /// Cross, left.
    DpadLeft,
    /// Cross, right.
    DpadRight,
}

impl PadButton {
    /// Every button once, in the order of the type.
    pub const ALL: [Self; 17] = [
        Self::South,
        Self::East,
        Self::West,
        Self::North,
        Self::LeftShoulder,
        Self::RightShoulder,
        Self::LeftTrigger,
        Self::RightTrigger,
        Self::Select,
        Self::Start,
        Self::Mode,
        Self::LeftStick,
        Self::RightStick,
        Self::DpadUp,
        Self::DpadDown,
        Self::DpadLeft,
        Self::DpadRight,
    ];
}

/// A stick's axis. Right and up are positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PadAxis {
    /// Left stick, right is +1.
    LeftX,
    /// Left stick, up is +1.
    LeftY,
    /// Right stick, right is +1.
    RightX,
    /// Right stick, up is +1.
    RightY,
}

/// One thing that happened on a device or to the window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RawInput {
    /// A key went down or up, by its place on the keyboard.
    Key {
        /// Place of the key, named as on a keyboard of the United States.
        code: KeyCode,
        /// Down or up.
        pressed: bool,
        /// True when the system repeats a key that is held.
        #[serde(default, skip_serializing_if = "is_false")]
        repeat: bool,
        /// What the key types, when it types something.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// The pointer is now here.
    PointerMoved {
        /// Pixels from the left edge.
        x: f32,
        /// Pixels from the upper edge.
        y: f32,
    },
    /// A button of the pointer went down or up.
    PointerButton {
        /// Which one.
        button: PointerButton,
        /// Down or up.
        pressed: bool,
    },
    /// The wheel turned; lines, up and left are positive.
    Wheel {
        /// Sideways, in lines.
        dx: f32,
        /// Up and down, in lines.
        dy: f32,
    },
    /// The pointer left the window.
    PointerLeft,
    /// A pad is there (at the start, too).
    PadConnected {
        /// Number of the pad while it is connected.
        pad: u8,
        /// What it calls itself.
        name: String,
    },
    /// A pad is gone.
    PadDisconnected {
        /// Number of the pad.
        pad: u8,
    },
    /// A pad's button went down or up or, for triggers, moved.
    PadButton {
        /// Number of the pad.
        pad: u8,
        /// Which button.
        button: PadButton,
        /// Down or up.
        pressed: bool,
        /// How far, 0 to 1.
        value: f32,
    },
    /// A pad's stick moved along an axis.
    PadAxis {
        /// Number of the pad.
        pad: u8,
        /// Which axis.
        axis: PadAxis,
        /// Where it is, -1 to 1.
        value: f32,
    },
    /// The window's inside has this size now.
    Resized {
        /// Pixels.
        w: u32,
        /// Pixels.
        h: u32,
    },
    /// The window got or lost the keyboard.
    Focused(bool),
    /// The player asked the system to close the window.
    CloseRequested,
}

fn is_false(value: &bool) -> bool {
    !*value
}

impl RawInput {
    /// The pad this came from, if it came from one.
    pub fn pad(&self) -> Option<u8> {
        match self {
            Self::PadConnected { pad, .. } | Self::PadDisconnected { pad } | Self::PadButton { pad, .. } | Self::PadAxis { pad, .. } => Some(*pad),
            _ => None,
        }
    }
}

/// Keys and pointer buttons that are down, so that a loss of focus can let go of them.
#[derive(Debug, Default)]
pub struct Held {
    keys: BTreeSet<KeyCode>,
    buttons: BTreeSet<PointerButton>,
}

impl Held {
    /// Takes note of one event and, when it is a loss of focus, gives the releases that belong before it.
    pub fn note(&mut self, input: &RawInput) -> Vec<RawInput> {
        match input {
            RawInput::Key { code, pressed: true, .. } => {
                self.keys.insert(*code);
            }
            RawInput::Key { code, pressed: false, .. } => {
                self.keys.remove(code);
            }
            RawInput::PointerButton { button, pressed: true } => {
                self.buttons.insert(*button);
            }
            RawInput::PointerButton { button, pressed: false } => {
                self.buttons.remove(button);
            }
            RawInput::Focused(false) => return self.release_all(),
            _ => {}
        }
        Vec::new()
    }

    /// Releases of all that is down, keys first; afterwards nothing is.
    pub fn release_all(&mut self) -> Vec<RawInput> {
        let keys = std::mem::take(&mut self.keys).into_iter().map(|code| RawInput::Key { code, pressed: false, repeat: false, text: None });
        let buttons = std::mem::take(&mut self.buttons).into_iter().map(|button| RawInput::PointerButton { button, pressed: false });
        keys.chain(buttons).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_of_focus_lets_go_of_what_is_held_and_only_once() {
        let mut held = Held::default();
        let key = |code, pressed| RawInput::Key { code, pressed, repeat: false, text: None };
        assert!(held.note(&key(KeyCode::KeyW, true)).is_empty());
        assert!(held.note(&key(KeyCode::KeyA, true)).is_empty());
        assert!(held.note(&key(KeyCode::KeyA, false)).is_empty());
        held.note(&RawInput::PointerButton { button: PointerButton::Left, pressed: true });
        let released = held.note(&RawInput::Focused(false));
        assert_eq!(released, vec![key(KeyCode::KeyW, false), RawInput::PointerButton { button: PointerButton::Left, pressed: false }]);
        assert!(held.note(&RawInput::Focused(false)).is_empty());
    }
}
