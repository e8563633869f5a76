//! Pads: the one place that knows the pad library, which is turned into [`RawInput`] at once.
//!
//! Invariants: no backend, no permission, no pad at all are states ([`Pads::state`]), said once in the log. A pad keeps
//! its number while it is connected; a pad that goes away lets go of everything first. Nothing is ever sent *into* the
//! pad library: it panics on events of pads it has not met.

use std::collections::BTreeSet;

use gilrs::{Axis, Button, Event, EventType, Gilrs, GilrsBuilder};

use crate::input::{PadAxis, PadButton, RawInput};

/// Axis values closer to rest than this are rest; the library's own dead zone comes first.
const REST: f32 = 0.05;

/// The pads of this machine.
pub struct Pads {
    gilrs: Option<Gilrs>,
    /// What is down or away from rest, so that it can be let go of when a pad goes away.
    down: BTreeSet<(u8, PadButton)>,
    away: BTreeSet<(u8, PadAxis)>,
    known: BTreeSet<u8>,
    why_none: Option<String>,
}

impl Pads {
    /// Looks for pads; without a way to find any the value still works and never says anything.
    pub fn new() -> Self {
        let built = GilrsBuilder::new().add_env_mappings(true).add_included_mappings(true).set_axis_to_btn(0.55, 0.45).build();
        let (gilrs, why_none) = match built {
            Ok(gilrs) => (Some(gilrs), None),
            Err(gilrs::Error::NotImplemented(_)) => (None, Some("this system is not supported".to_owned())),
            Err(error) => (None, Some(error.to_string())),
        };
        if let Some(why) = &why_none {
            tracing::info!("no pads: {why}");
        }
        Self { gilrs, down: BTreeSet::new(), away: BTreeSet::new(), known: BTreeSet::new(), why_none }
    }

    /// No pads ever, for a program that is not to look at devices.
    pub fn none() -> Self {
        Self { gilrs: None, down: BTreeSet::new(), away: BTreeSet::new(), known: BTreeSet::new(), why_none: None }
    }

    /// Whether pads can be found here and, if not, why.
    pub fn state(&self) -> Result<usize, &str> {
        match &self.why_none {
            Some(why) => Err(why),
            None => Ok(self.known.len()),
        }
    }

    /// Adds what the pads said since the last call. Must be called every frame, even while unfocused.
    pub fn poll(&mut self, inputs: &mut Vec<RawInput>) {
        let Some(mut gilrs) = self.gilrs.take() else { return };
        for (id, pad) in gilrs.gamepads() {
            self.meet(usize::from(id), pad.name(), inputs);
        }
        while let Some(Event { id, event, .. }) = gilrs.next_event() {
            let name = gilrs.connected_gamepad(id).map(|pad| pad.name().to_owned());
            self.take_event(usize::from(id), name.as_deref().unwrap_or("pad"), event, inputs);
        }
        self.gilrs = Some(gilrs);
    }

    fn meet(&mut self, id: usize, name: &str, inputs: &mut Vec<RawInput>) -> Option<u8> {
        let pad = u8::try_from(id).ok()?;
        if self.known.insert(pad) {
            tracing::info!("pad {pad} is here: {name}");
            inputs.push(RawInput::PadConnected { pad, name: name.to_owned() });
        }
        Some(pad)
    }

    fn take_event(&mut self, id: usize, name: &str, event: EventType, inputs: &mut Vec<RawInput>) {
        let Ok(pad) = u8::try_from(id) else { return };
        match event {
            EventType::Connected => {
                self.meet(id, name, inputs);
            }
            EventType::Disconnected => self.part(pad, inputs),
            EventType::ButtonPressed(button, _) => self.button(pad, button, Some(true), 1.0, inputs),
            EventType::ButtonReleased(button, _) => self.button(pad, button, Some(false), 0.0, inputs),
            EventType::ButtonChanged(button, value, _) => self.button(pad, button, None, value, inputs),
            EventType::AxisChanged(axis, value, _) => self.axis(pad, axis, value, inputs),
            _ => {}
        }
    }

    fn button(&mut self, pad: u8, button: Button, pressed: Option<bool>, value: f32, inputs: &mut Vec<RawInput>) {
        let Some(button) = button_of(button) else { return };
        // plain buttons report their value, too; only triggers have anything to say between 0 and 1
        let travels = matches!(button, PadButton::LeftTrigger | PadButton::RightTrigger);
        let was = self.down.contains(&(pad, button));
        let now = match pressed {
            Some(now) => now,
            None if travels => was,
            None => return,
        };
        if pressed.is_some() && now == was {
            return;
        }
        if now {
            self.down.insert((pad, button));
        } else {
            self.down.remove(&(pad, button));
        }
        inputs.push(RawInput::PadButton { pad, button, pressed: now, value: if value.is_finite() { value.clamp(0.0, 1.0) } else { 0.0 } });
    }

    fn axis(&mut self, pad: u8, axis: Axis, value: f32, inputs: &mut Vec<RawInput>) {
        let Some(axis) = axis_of(axis) else { return };
        let value = if value.is_finite() && value.abs() > REST { value.clamp(-1.0, 1.0) } else { 0.0 };
        let was_away = if value == 0.0 { self.away.remove(&(pad, axis)) } else { !self.away.insert((pad, axis)) };
        if value != 0.0 || was_away {
            inputs.push(RawInput::PadAxis { pad, axis, value });
        }
    }

    fn part(&mut self, pad: u8, inputs: &mut Vec<RawInput>) {
        for (_, button) in self.down.iter().filter(|(held, _)| *held == pad) {
            inputs.push(RawInput::PadButton { pad, button: *button, pressed: false, value: 0.0 });
        }
        for (_, axis) in self.away.iter().filter(|(held, _)| *held == pad) {
            inputs.push(RawInput::PadAxis { pad, axis: *axis, value: 0.0 });
        }
        self.down.retain(|(held, _)| *held != pad);
        self.away.retain(|(held, _)| *held != pad);
        if self.known.remove(&pad) {
            tracing::info!("pad {pad} is gone");
            inputs.push(RawInput::PadDisconnected { pad });
        }
    }
}

impl Default for Pads {
    fn default() -> Self {
        Self::new()
    }
}

fn button_of(button: Button) -> Option<PadButton> {
    Some(match button {
        Button::South => PadButton::South,
        Button::East => PadButton::East,
        Button::West => PadButton::West,
        Button::North => PadButton::North,
        Button::LeftTrigger => PadButton::LeftShoulder,
        Button::RightTrigger => PadButton::RightShoulder,
        Button::LeftTrigger2 => PadButton::LeftTrigger,
        Button::RightTrigger2 => PadButton::RightTrigger,
        Button::Select => PadButton::Select,
        Button::Start => PadButton::Start,
        Button::Mode => PadButton::Mode,
        Button::LeftThumb => PadButton::LeftStick,
        Button::RightThumb => PadButton::RightStick,
        Button::DPadUp => PadButton::DpadUp,
        Button::DPadDown => PadButton::DpadDown,
        Button::DPadLeft => PadButton::DpadLeft,
        Button::DPadRight => PadButton::DpadRight,
        Button::C | Button::Z | Button::Unknown => return None,
    })
}

fn axis_of(axis: Axis) -> Option<PadAxis> {
    Some(match axis {
        Axis::LeftStickX => PadAxis::LeftX,
        Axis::LeftStickY => PadAxis::LeftY,
        Axis::RightStickX => PadAxis::RightX,
        Axis::RightStickY => PadAxis::RightY,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_without_pads_is_a_quiet_one() {
        let mut pads = Pads::new();
        let mut inputs = Vec::new();
        for _ in 0..3 {
            pads.poll(&mut inputs);
        }
        // whatever the machine has, only connections can have been reported: nobody touches anything in a test
        assert!(inputs.iter().all(|input| matches!(input, RawInput::PadConnected { .. })), "{inputs:?}");
        assert!(Pads::none().state().is_ok());
    }

    #[test]
    fn a_pad_that_goes_away_lets_go_of_everything_first() {
        let mut pads = Pads::none();
        let mut inputs = Vec::new();
        pads.meet(2, "Deck", &mut inputs);
        pads.meet(2, "Deck", &mut inputs);
        pads.button(2, Button::South, Some(true), 1.0, &mut inputs);
        pads.button(2, Button::South, Some(true), 1.0, &mut inputs);
        pads.button(2, Button::South, None, 1.0, &mut inputs);
        pads.button(2, Button::RightTrigger2, None, 0.3, &mut inputs);
        pads.axis(2, Axis::LeftStickX, 0.01, &mut inputs);
        pads.axis(2, Axis::LeftStickX, f32::NAN, &mut inputs);
        pads.axis(2, Axis::LeftStickX, 7.0, &mut inputs);
        pads.part(2, &mut inputs);
        pads.part(2, &mut inputs);
        assert_eq!(
            inputs,
            vec![
                RawInput::PadConnected { pad: 2, name: "Deck".into() },
                RawInput::PadButton { pad: 2, button: PadButton::South, pressed: true, value: 1.0 },
                RawInput::PadButton { pad: 2, button: PadButton::RightTrigger, pressed: false, value: 0.3 },
                RawInput::PadAxis { pad: 2, axis: PadAxis::LeftX, value: 1.0 },
                RawInput::PadButton { pad: 2, button: PadButton::South, pressed: false, value: 0.0 },
                RawInput::PadAxis { pad: 2, axis: PadAxis::LeftX, value: 0.0 },
                RawInput::PadDisconnected { pad: 2 },
            ]
        );
    }
}
