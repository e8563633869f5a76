//! Named actions: what of them is held, pressed and let go of right now.
//!
//! What means what is in [`Bindings`]; [`Actions`] is the state, made from [`RawInput`] once a frame.
//!
//! Invariants: an action is pressed once however many of its inputs (or mirrored pads) are down, and released with the
//! last of them. A press and its release within one frame still count. Pads are one: the player uses whichever is
//! pushed farthest. The device in use changes with a press, the wheel or a stick pushed far; a pointer that moves
//! changes nothing (it may only be a table that was bumped).
//!
//! Deliberately absent: what an action does, which contexts exist (the caller says which actions may share an input).

use std::collections::BTreeMap;

pub use crate::bindings::{Binding, Bindings, Conflict, Device};
use crate::input::{KeyCode, PadAxis, PadButton, PointerButton, RawInput};

/// A stick or trigger counts as pressed above this.
const PRESS_LEVEL: f32 = 0.5;

/// And as released below this, so that a trembling thumb does not press twice.
const RELEASE_LEVEL: f32 = 0.4;

/// Part of a stick's travel around rest that counts as rest.
const DEAD_ZONE: f32 = 0.15;

/// Part of a stick's travel at its edge that counts as full: worn sticks do not reach the end.
const EDGE_ZONE: f32 = 0.05;

/// One physical thing that can be down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Key(KeyCode),
    Pointer(PointerButton),
    Pad(u8, PadButton),
    Axis(u8, PadAxis),
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    level: f32,
    pressed: bool,
    presses: u32,
    releases: u32,
    held_s: f64,
}

/// What of the actions is held, pressed and released in this frame.
#[derive(Clone, Debug)]
pub struct Actions<A: Ord> {
    sources: BTreeMap<Source, f32>,
    states: BTreeMap<A, State>,
    device: Device,
    pad: Option<u8>,
    pad_names: BTreeMap<u8, String>,
    pointer_px: Option<(f32, f32)>,
    wheel_lines: (f32, f32),
    /// Wheel turned by less than a line, from touch pads, until it makes one.
    wheel_rest: f32,
}

impl<A: Ord> Default for Actions<A> {
    fn default() -> Self {
        Self {
            sources: BTreeMap::new(),
            states: BTreeMap::new(),
            device: Device::default(),
            pad: None,
            pad_names: BTreeMap::new(),
            pointer_px: None,
            wheel_lines: (0.0, 0.0),
            wheel_rest: 0.0,
        }
    }
}

impl<A: Ord + Clone> Actions<A> {
    /// Nothing is held.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes in one frame: presses and releases of the frame before are forgotten, then the events count in order.
    pub fn update(&mut self, bindings: &Bindings<A>, inputs: &[RawInput], dt_s: f64) {
        for state in self.states.values_mut() {
            state.held_s = if state.pressed { state.held_s + dt_s.max(0.0) } else { 0.0 };
            state.presses = 0;
            state.releases = 0;
        }
        self.wheel_lines = (0.0, 0.0);
        for input in inputs {
            self.take(bindings, input);
        }
    }

    fn take(&mut self, bindings: &Bindings<A>, input: &RawInput) {
        match *input {
            RawInput::Key { repeat: true, .. } => {}
            RawInput::Key { code, pressed, .. } => self.button(bindings, Source::Key(code), Binding::Key(code), pressed, f32::from(u8::from(pressed))),
            RawInput::PointerButton { button, pressed } => {
                self.button(bindings, Source::Pointer(button), Binding::Pointer(button), pressed, f32::from(u8::from(pressed)));
            }
            RawInput::PointerMoved { x, y } => self.pointer_px = Some((x, y)),
            RawInput::PointerLeft => self.pointer_px = None,
            RawInput::Wheel { dx, dy } => self.wheel(bindings, dx, dy),
            RawInput::PadButton { pad, button, pressed, value } => self.button(bindings, Source::Pad(pad, button), Binding::Pad(button), pressed, value),
            RawInput::PadAxis { pad, axis, value } => self.stick(bindings, pad, axis, value),
            RawInput::PadConnected { pad, ref name } => {
                self.pad_names.insert(pad, name.clone());
            }
            RawInput::PadDisconnected { pad } => {
                self.pad_names.remove(&pad);
                self.let_go(bindings, |source| matches!(source, Source::Pad(of, _) | Source::Axis(of, _) if *of == pad));
                if self.pad == Some(pad) {
                    self.pad = None;
                }
            }
            RawInput::Focused(false) => self.let_go(bindings, |_| true),
            RawInput::Focused(true) | RawInput::Resized { .. } | RawInput::CloseRequested => {}
        }
    }

    fn button(&mut self, bindings: &Bindings<A>, source: Source, binding: Binding, pressed: bool, value: f32) {
        let was_down = self.sources.get(&source).is_some_and(|level| *level >= PRESS_LEVEL);
        // a trigger is down when its device says so, wherever it is on its way
        let value = if value.is_finite() { value.clamp(0.0, 1.0) } else { 0.0 };
        let level = if pressed { value.max(PRESS_LEVEL) } else { value.min(RELEASE_LEVEL - 0.01) };
        self.sources.insert(source, level);
        if pressed && !was_down {
            self.used(source);
        }
        self.refresh(bindings, binding);
    }

    fn stick(&mut self, bindings: &Bindings<A>, pad: u8, axis: PadAxis, value: f32) {
        let value = shaped(value);
        let before = self.sources.insert(Source::Axis(pad, axis), value).unwrap_or(0.0);
        if value.abs() >= PRESS_LEVEL && (before.abs() < PRESS_LEVEL || before * value < 0.0) {
            self.used(Source::Axis(pad, axis));
        }
        self.refresh(bindings, Binding::AxisPlus(axis));
        self.refresh(bindings, Binding::AxisMinus(axis));
    }

    fn wheel(&mut self, bindings: &Bindings<A>, dx: f32, dy: f32) {
        if !(dx.is_finite() && dy.is_finite()) {
            return;
        }
        self.wheel_lines.0 += dx;
        self.wheel_lines.1 += dy;
        self.device = Device::Keyboard;
        self.wheel_rest = if self.wheel_rest * dy < 0.0 { dy } else { self.wheel_rest + dy };
        // a free wheel can turn a hundred lines in a frame; nobody means a hundred presses
        let lines = (self.wheel_rest.abs() as u32).min(10);
        let binding = if self.wheel_rest > 0.0 { Binding::WheelUp } else { Binding::WheelDown };
        self.wheel_rest %= 1.0;
        for action in bindings.meanings(binding) {
            let state = self.states.entry(action.clone()).or_default();
            state.presses += lines;
            state.releases += lines;
        }
    }

    fn used(&mut self, source: Source) {
        match source {
            Source::Key(_) | Source::Pointer(_) => self.device = Device::Keyboard,
            Source::Pad(pad, _) | Source::Axis(pad, _) => {
                self.device = Device::Pad;
                self.pad = Some(pad);
            }
        }
    }

    /// Makes the actions of an input anew from all that is down.
    fn refresh(&mut self, bindings: &Bindings<A>, binding: Binding) {
        for action in bindings.meanings(binding) {
            let level = bindings.of(action).iter().map(|binding| self.level(*binding)).fold(0.0, f32::max);
            self.set_level(action.clone(), level);
        }
    }

    fn set_level(&mut self, action: A, level: f32) {
        let state = self.states.entry(action).or_default();
        state.level = level;
        if !state.pressed && level >= PRESS_LEVEL {
            state.pressed = true;
            state.presses += 1;
            state.held_s = 0.0;
        } else if state.pressed && level < RELEASE_LEVEL {
            state.pressed = false;
            state.releases += 1;
        }
    }

    /// How far an input is pushed, on whichever device it is pushed farthest.
    fn level(&self, binding: Binding) -> f32 {
        let of = |source| self.sources.get(&source).copied().unwrap_or(0.0);
        let pads =
            |pick: &dyn Fn(&Source) -> Option<f32>| self.sources.iter().filter_map(|(source, level)| pick(source).map(|sign| sign * level)).fold(0.0, f32::max);
        match binding {
            Binding::Key(code) => of(Source::Key(code)),
            Binding::Pointer(button) => of(Source::Pointer(button)),
            Binding::WheelUp | Binding::WheelDown => 0.0,
            Binding::Pad(button) => pads(&|source| matches!(source, Source::Pad(_, other) if *other == button).then_some(1.0)),
            Binding::AxisPlus(axis) => pads(&|source| matches!(source, Source::Axis(_, other) if *other == axis).then_some(1.0)),
            Binding::AxisMinus(axis) => pads(&|source| matches!(source, Source::Axis(_, other) if *other == axis).then_some(-1.0)),
        }
    }

    fn let_go(&mut self, bindings: &Bindings<A>, which: impl Fn(&Source) -> bool) {
        self.sources.retain(|source, _| !which(source));
        let actions: Vec<A> = self.states.keys().cloned().collect();
        for action in actions {
            let level = bindings.of(&action).iter().map(|binding| self.level(*binding)).fold(0.0, f32::max);
            self.set_level(action, level);
        }
    }

    /// Lets go of everything, for when bindings change or another screen takes the input.
    pub fn release_all(&mut self) {
        self.sources.clear();
        for state in self.states.values_mut().filter(|state| state.pressed) {
            state.pressed = false;
            state.level = 0.0;
            state.releases += 1;
        }
    }

    fn state(&self, action: &A) -> State {
        self.states.get(action).copied().unwrap_or_default()
    }

    /// Whether the action is held.
    pub fn pressed(&self, action: &A) -> bool {
        self.state(action).pressed
    }

    /// Whether it was pressed in this frame, even if it was let go of in the same one.
    pub fn just_pressed(&self, action: &A) -> bool {
        self.state(action).presses > 0
    }

    /// How often it was pressed in this frame.
    pub fn press_count(&self, action: &A) -> u32 {
        self.state(action).presses
    }

    /// Whether it was let go of in this frame.
    pub fn just_released(&self, action: &A) -> bool {
        self.state(action).releases > 0
    }

    /// How long it has been held, in seconds.
    pub fn held_s(&self, action: &A) -> f64 {
        self.state(action).held_s
    }

    /// How far it is pushed, 0 to 1: keys give 0 or 1, sticks and triggers anything.
    pub fn value(&self, action: &A) -> f32 {
        self.state(action).level
    }

    /// Two opposite actions as one number, -1 to 1.
    pub fn axis(&self, minus: &A, plus: &A) -> f32 {
        self.value(plus) - self.value(minus)
    }

    /// The kind of device used last.
    pub fn device(&self) -> Device {
        self.device
    }

    /// What the pad used last, or else the first pad, calls itself.
    pub fn pad_name(&self) -> Option<&str> {
        self.pad.and_then(|pad| self.pad_names.get(&pad)).or_else(|| self.pad_names.values().next()).map(String::as_str)
    }

    /// Number of pads that are connected.
    pub fn pad_count(&self) -> usize {
        self.pad_names.len()
    }

    /// Where the pointer is in physical pixels, if it is over the window.
    pub fn pointer_px(&self) -> Option<(f32, f32)> {
        self.pointer_px
    }

    /// How far the wheel turned in this frame, in lines: sideways, up.
    pub fn wheel_lines(&self) -> (f32, f32) {
        self.wheel_lines
    }
}

/// A stick's value without its dead zone and edge zone, still -1 to 1 and without a step.
fn shaped(value: f32) -> f32 {
    if !value.is_finite() {
        return 0.0;
    }
    let way = (value.abs() - DEAD_ZONE) / (1.0 - DEAD_ZONE - EDGE_ZONE);
    way.clamp(0.0, 1.0).copysign(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::parse_short;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    enum Act {
        Accept,
        Back,
        Left,
        Right,
        Zoom,
    }

    fn bindings() -> Bindings<Act> {
        Bindings::new()
            .with(Act::Accept, [Binding::Key(KeyCode::Enter), Binding::Key(KeyCode::Space), Binding::Pad(PadButton::South)])
            .with(Act::Back, [Binding::Key(KeyCode::Escape), Binding::Pad(PadButton::East), Binding::Pad(PadButton::LeftTrigger)])
            .with(Act::Left, [Binding::Key(KeyCode::KeyA), Binding::AxisMinus(PadAxis::LeftX)])
            .with(Act::Right, [Binding::Key(KeyCode::KeyD), Binding::AxisPlus(PadAxis::LeftX)])
            .with(Act::Zoom, [Binding::WheelUp])
    }

    struct Play {
        bindings: Bindings<Act>,
        actions: Actions<Act>,
    }

    impl Play {
        fn new() -> Self {
            Self { bindings: bindings(), actions: Actions::new() }
        }

        /// One frame with events in the short form of journals.
        fn frame(&mut self, events: &[&str]) -> &Actions<Act> {
            let inputs: Vec<RawInput> = events.iter().flat_map(|event| parse_short(event).unwrap()).collect();
            self.actions.update(&self.bindings, &inputs, 0.016);
            &self.actions
        }
    }

    #[test]
    fn several_inputs_and_mirrored_pads_press_once() {
        let mut play = Play::new();
        let actions = play.frame(&["pad 0 south down", "pad 1 south down", "key Enter down"]);
        assert_eq!((actions.press_count(&Act::Accept), actions.pressed(&Act::Accept)), (1, true));
        let actions = play.frame(&["pad 0 south up"]);
        assert!(actions.pressed(&Act::Accept) && !actions.just_pressed(&Act::Accept) && !actions.just_released(&Act::Accept));
        let actions = play.frame(&["key Enter up", "pad 1 south up"]);
        assert!(!actions.pressed(&Act::Accept) && actions.just_released(&Act::Accept));
        let actions = play.frame(&[]);
        assert!(!actions.just_released(&Act::Accept));
    }

    #[test]
    fn a_tap_within_one_frame_counts_and_a_repeat_does_not() {
        let mut play = Play::new();
        let actions = play.frame(&["key Space", "key Space"]);
        assert_eq!((actions.press_count(&Act::Accept), actions.pressed(&Act::Accept)), (2, false));
        play.frame(&["key Space down"]);
        let repeat = RawInput::Key { code: KeyCode::Space, pressed: true, repeat: true, text: None };
        play.actions.update(&play.bindings, &[repeat], 0.5);
        assert_eq!((play.actions.press_count(&Act::Accept), play.actions.held_s(&Act::Accept)), (0, 0.5));
    }

    #[test]
    fn the_device_is_the_one_last_really_used() {
        let mut play = Play::new();
        assert_eq!(play.frame(&["pad 0 connected Deck", "pad 1 connected Other"]).device(), Device::Keyboard);
        assert_eq!(play.frame(&["axis 0 left_x 0.3"]).device(), Device::Keyboard, "a stick that drifts");
        assert_eq!(play.frame(&["axis 0 left_x 1"]).device(), Device::Pad);
        assert_eq!(play.frame(&["pointer 1 1", "pointer 600 400", "leave"]).device(), Device::Pad, "a pointer that moves");
        assert_eq!(play.frame(&["click left"]).device(), Device::Keyboard);
        assert_eq!(play.frame(&["pad 1 east"]).device(), Device::Pad);
        assert_eq!(play.actions.pad_name(), Some("Other"));
        assert_eq!(play.frame(&["pad 1 disconnected"]).pad_name(), Some("Deck"));
        assert_eq!(play.frame(&["wheel 0 1"]).device(), Device::Keyboard);
        assert_eq!(play.frame(&["pad 0 south up"]).device(), Device::Keyboard, "a release uses nothing");
        assert_eq!(play.frame(&["axis 0 left_x -1"]).device(), Device::Pad);
        assert_eq!(play.frame(&["key F1 up"]).device(), Device::Pad);
        assert_eq!(play.frame(&["key F1 down"]).device(), Device::Keyboard, "a key without a meaning is a key all the same");
    }

    #[test]
    fn sticks_press_with_hysteresis_and_have_values_between() {
        let mut play = Play::new();
        let mut last = 0.0;
        for step in 0..=100 {
            let value = step as f32 / 100.0;
            let actions = play.frame(&[&format!("axis 0 left_x {value}")]);
            let now = actions.value(&Act::Right);
            assert!(now >= last && now - last < 0.02, "no step at {value}");
            assert_eq!(actions.value(&Act::Left), 0.0);
            last = now;
        }
        assert_eq!(last, 1.0);
        assert_eq!(play.frame(&["axis 0 left_x 0.1"]).value(&Act::Right), 0.0);
        let mut presses = 0;
        for value in ["0.6", "0.53", "0.57", "0.53", "0.58"] {
            presses += play.frame(&[&format!("axis 0 left_x {value}")]).press_count(&Act::Right);
        }
        assert_eq!(presses, 1);
        assert_eq!(play.frame(&["axis 0 left_x -1"]).axis(&Act::Left, &Act::Right), -1.0);
        assert!(play.actions.just_released(&Act::Right) && play.actions.pressed(&Act::Left));
    }

    #[test]
    fn triggers_travel_and_press_when_their_device_says_so() {
        let mut play = Play::new();
        assert!(!play.frame(&["pad 0 left_trigger 0.3"]).pressed(&Act::Back));
        assert!((play.actions.value(&Act::Back) - 0.3).abs() < 1e-6);
        assert_eq!(play.frame(&["pad 0 left_trigger 0.8"]).press_count(&Act::Back), 1);
        assert_eq!(play.frame(&["pad 0 left_trigger 1.0"]).press_count(&Act::Back), 0);
        assert!(play.frame(&["pad 0 left_trigger 0"]).just_released(&Act::Back));
    }

    #[test]
    fn the_wheel_presses_once_a_line_and_collects_small_turns() {
        let mut play = Play::new();
        assert_eq!(play.frame(&["wheel 0 2"]).press_count(&Act::Zoom), 2);
        assert!(!play.actions.pressed(&Act::Zoom));
        let small: u32 = (0..8).map(|_| play.frame(&["wheel 0 0.25"]).press_count(&Act::Zoom)).sum();
        assert_eq!(small, 2);
        assert_eq!(play.frame(&["wheel 0 1e9"]).press_count(&Act::Zoom), 10);
        assert_eq!(play.frame(&["wheel 0 -1"]).press_count(&Act::Zoom), 0);
    }

    #[test]
    fn lost_focus_a_lost_pad_and_new_bindings_let_go() {
        let mut play = Play::new();
        play.frame(&["key A down", "pad 0 connected x", "pad 0 south down"]);
        let actions = play.frame(&["pad 0 disconnected"]);
        assert!(actions.just_released(&Act::Accept) && actions.pressed(&Act::Left));
        assert!(play.frame(&["focus off"]).just_released(&Act::Left));
        play.frame(&["key A down"]);
        play.actions.release_all();
        assert!(!play.actions.pressed(&Act::Left) && play.actions.just_released(&Act::Left));
        assert!(!play.frame(&["key A up"]).just_released(&Act::Left));
    }

    #[test]
    fn impossible_numbers_are_rest() {
        let mut play = Play::new();
        let odd = [
            RawInput::PadAxis { pad: 0, axis: PadAxis::LeftX, value: f32::NAN },
            RawInput::PadButton { pad: 0, button: PadButton::East, pressed: false, value: f32::INFINITY },
            RawInput::Wheel { dx: 0.0, dy: f32::NAN },
        ];
        play.actions.update(&play.bindings, &odd, f64::NAN);
        assert_eq!((play.actions.value(&Act::Right), play.actions.value(&Act::Back), play.actions.press_count(&Act::Zoom)), (0.0, 0.0, 0));
    }
}
