//! What the devices mean here: the named actions, their default bindings, and how a frame's raw input becomes presses for
//! the interface, wishes for the camera, events for egui and deeds in the battle.

use glam::{Vec2, vec2};
use shell::actions::{Actions, Binding, Bindings, Device as LastDevice};
use shell::input::{KeyCode, PadAxis, PadButton, PointerButton, RawInput};
use ui::{Device, Nav, PadNames, Repeat};
use view::camera::Wish;

/// Something the player can do by key, pointer or pad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// Focus up.
    Up,
    /// Focus down.
    Down,
    /// Focus left.
    Left,
    /// Focus right.
    Right,
    /// Press what is focused.
    Accept,
    /// Back, drop what is in the hand.
    Back,
    /// Focus to the next group.
    NextGroup,
    /// Focus to the group before.
    PreviousGroup,
    /// Use the hand where the pad's cursor is.
    Use,
    /// The menu.
    Menu,
    /// Stop or go on.
    Pause,
    /// Next speed.
    Faster,
    /// Previous speed.
    Slower,
    /// The next wave now.
    CallWave,
    /// Take the n-th tower.
    Build(u8),
    /// Take the n-th power.
    Power(u8),
    /// Sell the selected tower.
    Sell,
    /// Camera to the keep.
    Home,
    /// A picture of the window.
    Screenshot,
    /// Camera.
    PanUp,
    /// Camera.
    PanDown,
    /// Camera.
    PanLeft,
    /// Camera.
    PanRight,
    /// Camera.
    TurnLeft,
    /// Camera.
    TurnRight,
    /// Camera.
    Nearer,
    /// Camera.
    Farther,
}

/// Deeds in a battle that a press sets off, in the order in which they are carried out.
const DEEDS: [Action; 21] = [
    Action::Menu,
    Action::Pause,
    Action::Faster,
    Action::Slower,
    Action::CallWave,
    Action::Build(0),
    Action::Build(1),
    Action::Build(2),
    Action::Build(3),
    Action::Build(4),
    Action::Build(5),
    Action::Build(6),
    Action::Build(7),
    Action::Power(0),
    Action::Power(1),
    Action::Power(2),
    Action::Power(3),
    Action::Sell,
    Action::Home,
    Action::Screenshot,
    Action::Use,
];

/// The bindings as delivered.
pub fn default_bindings() -> Bindings<Action> {
    use Binding::{AxisMinus, AxisPlus, Key, Pad};
    let digits = [KeyCode::Digit1, KeyCode::Digit2, KeyCode::Digit3, KeyCode::Digit4, KeyCode::Digit5, KeyCode::Digit6, KeyCode::Digit7, KeyCode::Digit8];
    let mut bindings = Bindings::new()
        .with(Action::Up, [Key(KeyCode::ArrowUp), Pad(PadButton::DpadUp)])
        .with(Action::Down, [Key(KeyCode::ArrowDown), Pad(PadButton::DpadDown)])
        .with(Action::Left, [Key(KeyCode::ArrowLeft), Pad(PadButton::DpadLeft)])
        .with(Action::Right, [Key(KeyCode::ArrowRight), Pad(PadButton::DpadRight)])
        .with(Action::Accept, [Key(KeyCode::Enter), Key(KeyCode::NumpadEnter), Pad(PadButton::South)])
        .with(Action::Back, [Key(KeyCode::Escape), Key(KeyCode::Backspace), Pad(PadButton::East)])
        .with(Action::NextGroup, [Key(KeyCode::Tab), Pad(PadButton::RightShoulder)])
        .with(Action::PreviousGroup, [Key(KeyCode::Backquote), Pad(PadButton::LeftShoulder)])
        .with(Action::Use, [Pad(PadButton::South)])
        .with(Action::Menu, [Key(KeyCode::F10), Pad(PadButton::Start)])
        .with(Action::Pause, [Key(KeyCode::Space), Key(KeyCode::Pause), Pad(PadButton::West), Pad(PadButton::Select)])
        .with(Action::Faster, [Key(KeyCode::Equal), Key(KeyCode::NumpadAdd), Pad(PadButton::RightTrigger)])
        .with(Action::Slower, [Key(KeyCode::Minus), Key(KeyCode::NumpadSubtract), Pad(PadButton::LeftTrigger)])
        .with(Action::CallWave, [Key(KeyCode::KeyN), Pad(PadButton::North)])
        .with(Action::Power(0), [Key(KeyCode::KeyQ)])
        .with(Action::Power(1), [Key(KeyCode::KeyE)])
        .with(Action::Power(2), [Key(KeyCode::KeyR)])
        .with(Action::Power(3), [Key(KeyCode::KeyF)])
        .with(Action::Sell, [Key(KeyCode::Delete), Key(KeyCode::KeyX)])
        .with(Action::Home, [Key(KeyCode::Home), Pad(PadButton::LeftStick)])
        .with(Action::Screenshot, [Key(KeyCode::F12), Pad(PadButton::RightStick)])
        .with(Action::PanUp, [Key(KeyCode::KeyW), AxisPlus(PadAxis::LeftY)])
        .with(Action::PanDown, [Key(KeyCode::KeyS), AxisMinus(PadAxis::LeftY)])
        .with(Action::PanLeft, [Key(KeyCode::KeyA), AxisMinus(PadAxis::LeftX)])
        .with(Action::PanRight, [Key(KeyCode::KeyD), AxisPlus(PadAxis::LeftX)])
        .with(Action::TurnLeft, [Key(KeyCode::KeyZ), AxisMinus(PadAxis::RightX)])
        .with(Action::TurnRight, [Key(KeyCode::KeyC), AxisPlus(PadAxis::RightX)])
        .with(Action::Nearer, [Key(KeyCode::PageUp), AxisPlus(PadAxis::RightY)])
        .with(Action::Farther, [Key(KeyCode::PageDown), AxisMinus(PadAxis::RightY)]);
    for (k, code) in digits.into_iter().enumerate() {
        bindings.bind(Action::Build(k as u8), Key(code));
    }
    bindings
}

/// Share of a picture's short side that counts as its edge.
const EDGE_SHARE: f32 = 0.006;
/// A press that moved less than this between down and up is a click.
const CLICK_PX: f32 = 8.0;

/// What a frame's input came to.
#[derive(Debug, Default)]
pub struct Heard {
    /// Deeds, in order.
    pub deeds: Vec<Action>,
    /// For the interface.
    pub nav: Nav,
    /// For egui, in pixels.
    pub events: Vec<egui::Event>,
    /// The main button was pressed and let go without a drag, here in pixels.
    pub click: Option<Vec2>,
    /// The context button likewise.
    pub context_click: bool,
    /// The window was asked to close.
    pub close: bool,
}

/// Devices as they stand.
pub struct Controls {
    bindings: Bindings<Action>,
    actions: Actions<Action>,
    repeat: Repeat,
    /// Pixels; none outside the window.
    pub pointer: Option<Vec2>,
    press: Option<(PointerButton, Vec2)>,
    drag: Option<(Vec2, Vec2)>,
    wheel: f32,
}

impl Controls {
    /// Devices at rest with the bindings as delivered.
    pub fn new() -> Self {
        Self { bindings: default_bindings(), actions: Actions::new(), repeat: Repeat::default(), pointer: None, press: None, drag: None, wheel: 0.0 }
    }

    /// Takes a frame's input in.
    pub fn hear(&mut self, inputs: &[RawInput], dt_s: f64) -> Heard {
        self.actions.update(&self.bindings, inputs, dt_s);
        let mut heard = Heard::default();
        self.wheel = 0.0;
        self.drag = None;
        for input in inputs {
            self.pointer_input(input, &mut heard);
            heard.close |= matches!(input, RawInput::CloseRequested);
        }
        let pressed = |action| self.actions.just_pressed(&action);
        heard.deeds.extend(DEEDS.into_iter().filter(|a| pressed(*a)));
        let once = Nav {
            up: pressed(Action::Up),
            down: pressed(Action::Down),
            left: pressed(Action::Left),
            right: pressed(Action::Right),
            accept: pressed(Action::Accept),
            back: pressed(Action::Back),
            next_group: pressed(Action::NextGroup),
            previous_group: pressed(Action::PreviousGroup),
        };
        let held = |action| self.actions.pressed(&action);
        let held = Nav { up: held(Action::Up), down: held(Action::Down), left: held(Action::Left), right: held(Action::Right), ..Nav::default() };
        heard.nav = self.repeat.apply(once, held, dt_s as f32);
        heard
    }

    fn pointer_input(&mut self, input: &RawInput, heard: &mut Heard) {
        match input {
            RawInput::PointerMoved { x, y } => {
                let at = vec2(*x, *y);
                if let Some((PointerButton::Middle | PointerButton::Right, _)) = self.press {
                    let from = self.drag.map_or(self.pointer.unwrap_or(at), |d| d.0);
                    self.drag = Some((from, at));
                }
                self.pointer = Some(at);
                heard.events.push(egui::Event::PointerMoved(egui::pos2(at.x, at.y)));
            }
            RawInput::PointerButton { button, pressed } => self.button(*button, *pressed, heard),
            RawInput::Wheel { dx, dy } => {
                self.wheel += dy;
                let delta = egui::vec2(*dx, *dy);
                heard.events.push(egui::Event::MouseWheel {
                    unit: egui::MouseWheelUnit::Line,
                    delta,
                    phase: egui::TouchPhase::Move,
                    modifiers: egui::Modifiers::NONE,
                    source: egui::MouseWheelSource::Unknown,
                });
            }
            RawInput::PointerLeft => {
                self.pointer = None;
                heard.events.push(egui::Event::PointerGone);
            }
            RawInput::Focused(false) => self.press = None,
            _ => {}
        }
    }

    fn button(&mut self, button: PointerButton, pressed: bool, heard: &mut Heard) {
        let at = self.pointer.unwrap_or_default();
        let for_egui = match button {
            PointerButton::Left => Some(egui::PointerButton::Primary),
            PointerButton::Right => Some(egui::PointerButton::Secondary),
            PointerButton::Middle => Some(egui::PointerButton::Middle),
            _ => None,
        };
        if let Some(button) = for_egui {
            heard.events.push(egui::Event::PointerButton { pos: egui::pos2(at.x, at.y), button, pressed, modifiers: egui::Modifiers::NONE });
        }
        if pressed {
            self.press = Some((button, at));
        } else if let Some((held, from)) = self.press.take() {
            let still = held == button && from.distance(at) < CLICK_PX;
            match button {
                PointerButton::Left if still => heard.click = Some(at),
                PointerButton::Right if still => heard.context_click = true,
                _ => {}
            }
        }
    }

    /// The device really used last, by the names its buttons carry.
    pub fn device(&self) -> Device {
        match self.actions.device() {
            LastDevice::Keyboard => Device::Keys,
            LastDevice::Pad if std::env::var_os("SteamDeck").is_some_and(|v| v == "1") => Device::Pad(PadNames::Deck),
            LastDevice::Pad => Device::Pad(PadNames::Xbox),
        }
    }

    /// The camera's wish of this frame. `over`: the pointer is on the interface, which keeps wheel and edge to itself.
    pub fn wish(&self, size_px: Vec2, over: bool, edge_scroll: bool) -> Wish {
        let level = |action| self.actions.value(&action);
        let mut pan = vec2(level(Action::PanRight) - level(Action::PanLeft), level(Action::PanUp) - level(Action::PanDown));
        if let (true, false, Some(at)) = (edge_scroll, over, self.pointer) {
            let edge = (size_px.min_element() * EDGE_SHARE).max(2.0);
            let at_edge = |v: f32, size: f32| {
                if v < edge {
                    -1.0
                } else if v > size - edge {
                    1.0
                } else {
                    0.0
                }
            };
            pan += vec2(at_edge(at.x, size_px.x), -at_edge(at.y, size_px.y));
        }
        let pads = matches!(self.device(), Device::Pad(_));
        Wish {
            pan,
            drag: self.drag,
            zoom: if over { 0.0 } else { self.wheel } + 0.25 * (level(Action::Nearer) - level(Action::Farther)),
            pointer: if pads { None } else { self.pointer },
            turn_deg: 0.0,
            turn: level(Action::TurnRight) - level(Action::TurnLeft),
            home: self.actions.just_pressed(&Action::Home),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_input_means_two_things_that_can_be_wanted_at_once() {
        // South presses what is focused or uses the hand; which of both depends on where the focus is.
        let meet = |a: &Action, b: &Action| !matches!((a, b), (Action::Accept, Action::Use) | (Action::Use, Action::Accept));
        assert_eq!(default_bindings().conflicts(meet), []);
    }

    #[test]
    fn a_drag_is_no_click() {
        let mut controls = Controls::new();
        let press = |pressed| RawInput::PointerButton { button: PointerButton::Left, pressed };
        let heard = controls.hear(&[RawInput::PointerMoved { x: 10.0, y: 10.0 }, press(true), RawInput::PointerMoved { x: 12.0, y: 10.0 }, press(false)], 0.1);
        assert_eq!(heard.click, Some(vec2(12.0, 10.0)));
        let heard = controls.hear(&[press(true), RawInput::PointerMoved { x: 60.0, y: 10.0 }, press(false)], 0.1);
        assert_eq!(heard.click, None);
    }
}
