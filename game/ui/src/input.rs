//! What a frame of the interface is given: the pointer as egui events, keys and pads as a few named presses, and the size.
//!
//! No key codes and no pad codes: whoever owns the bindings turns devices into [`Nav`].

use crate::palette::Contrast;

/// The names that a pad's buttons carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PadNames {
    /// A B X Y, LB RB LT RT, colored.
    Xbox,
    /// A B X Y, L1 R1 L2 R2, pale.
    Deck,
}

/// The device really used last: hints name its keys or buttons, never both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    /// Keyboard and mouse.
    #[default]
    Keys,
    /// A pad.
    Pad(PadNames),
}

/// Presses that move the focus, each true in the one frame in which it happened. Repeats of a held direction come from
/// [`Repeat`], or from the caller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nav {
    /// Up.
    pub up: bool,
    /// Down.
    pub down: bool,
    /// Left.
    pub left: bool,
    /// Right.
    pub right: bool,
    /// Enter, or the lower button of a pad.
    pub accept: bool,
    /// Escape, or the right button of a pad.
    pub back: bool,
    /// Tab, or the right shoulder button.
    pub next_group: bool,
    /// Shift and Tab, or the left shoulder button.
    pub previous_group: bool,
}

impl Nav {
    /// Whether anything at all was pressed.
    #[must_use]
    pub fn any(self) -> bool {
        self != Self::default()
    }
}

/// Turns held directions into repeated presses: after 0.40 s, then every 0.11 s.
#[derive(Clone, Copy, Debug, Default)]
pub struct Repeat {
    held_s: f32,
    last: Option<[bool; 4]>,
}

impl Repeat {
    const DELAY_S: f32 = 0.40;
    const EVERY_S: f32 = 0.11;

    /// The presses of this frame: `pressed` as they came, and repeats of the directions that `held` says are down.
    pub fn apply(&mut self, pressed: Nav, held: Nav, dt_s: f32) -> Nav {
        let directions = [held.up, held.down, held.left, held.right];
        if !directions.contains(&true) || self.last != Some(directions) {
            self.last = Some(directions);
            self.held_s = 0.0;
            return pressed;
        }
        self.held_s += dt_s.clamp(0.0, 0.1);
        if self.held_s < Self::DELAY_S + Self::EVERY_S {
            return pressed;
        }
        self.held_s -= Self::EVERY_S;
        let [up, down, left, right] = directions;
        Nav { up: pressed.up || up, down: pressed.down || down, left: pressed.left || left, right: pressed.right || right, ..pressed }
    }
}

/// One frame's input.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// Pointer, wheel: **positions in pixels of the window**; they are turned into points here. Keys in it are ignored:
    /// [`Nav`] carries them. Size, scale and time are filled in here too.
    pub raw: egui::RawInput,
    /// Presses for the focus.
    pub nav: Nav,
    /// The device really used last.
    pub device: Device,
    /// Size of the picture.
    pub size_px: [u32; 2],
    /// The player's interface scale, 0.75 to 2.
    pub scale_setting: f32,
    /// The player's contrast.
    pub contrast: Contrast,
    /// Seconds since the last frame.
    pub dt_s: f32,
}
