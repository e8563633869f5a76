//! Which keys, buttons and sticks mean which action: plain data for a settings file and a settings page.
//!
//! Several inputs for an action, several actions for an input; conflicts are listed and never forbidden, because the
//! caller alone knows which actions can be wanted at once. The state of actions is in [`crate::actions`].

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::input::{KeyCode, PadAxis, PadButton, PointerButton};

/// An input that can mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Binding {
    /// A key by its place.
    Key(KeyCode),
    /// A button of the pointer.
    Pointer(PointerButton),
    /// The wheel turned away from the player; a press and a release for each line.
    WheelUp,
    /// The wheel turned toward the player.
    WheelDown,
    /// A button of any pad.
    Pad(PadButton),
    /// A stick of any pad pushed right or up.
    AxisPlus(PadAxis),
    /// A stick of any pad pushed left or down.
    AxisMinus(PadAxis),
}

/// What kind of device the player uses: decides which names and pictures of buttons are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Device {
    /// Keyboard and pointer.
    #[default]
    Keyboard,
    /// A pad.
    Pad,
}

impl Binding {
    /// The kind of device that has this input.
    pub fn device(self) -> Device {
        match self {
            Self::Key(_) | Self::Pointer(_) | Self::WheelUp | Self::WheelDown => Device::Keyboard,
            Self::Pad(_) | Self::AxisPlus(_) | Self::AxisMinus(_) => Device::Pad,
        }
    }
}

/// An input that means more than one thing at the same time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict<A> {
    /// The input.
    pub binding: Binding,
    /// The actions, in order.
    pub actions: Vec<A>,
}

/// Which inputs mean which action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bindings<A: Ord> {
    by_action: BTreeMap<A, Vec<Binding>>,
}

impl<A: Ord> Default for Bindings<A> {
    fn default() -> Self {
        Self { by_action: BTreeMap::new() }
    }
}

impl<A: Ord + Clone> Bindings<A> {
    /// Nothing means anything yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds inputs to an action; one that it has already is not added twice.
    pub fn with(mut self, action: A, bindings: impl IntoIterator<Item = Binding>) -> Self {
        for binding in bindings {
            self.bind(action.clone(), binding);
        }
        self
    }

    /// Adds an input to an action, once.
    pub fn bind(&mut self, action: A, binding: Binding) {
        let list = self.by_action.entry(action).or_default();
        if !list.contains(&binding) {
            list.push(binding);
        }
    }

    /// Takes an input away from an action. Says whether it had it.
    pub fn unbind(&mut self, action: &A, binding: Binding) -> bool {
        let Some(list) = self.by_action.get_mut(action) else { return false };
        let before = list.len();
        list.retain(|other| *other != binding);
        list.len() != before
    }

    /// Replaces all inputs of an action that belong to one kind of device.
    pub fn rebind(&mut self, action: A, device: Device, binding: Binding) {
        let list = self.by_action.entry(action).or_default();
        list.retain(|other| other.device() != device);
        list.push(binding);
    }

    /// The inputs of an action, in the order in which they were added.
    pub fn of(&self, action: &A) -> &[Binding] {
        self.by_action.get(action).map_or(&[], Vec::as_slice)
    }

    /// The first input of an action that a kind of device has: what a hint on screen shows.
    pub fn hint(&self, action: &A, device: Device) -> Option<Binding> {
        self.of(action).iter().copied().find(|binding| binding.device() == device)
    }

    /// The actions an input means.
    pub fn meanings(&self, binding: Binding) -> impl Iterator<Item = &A> {
        self.by_action.iter().filter(move |(_, list)| list.contains(&binding)).map(|(action, _)| action)
    }

    /// Inputs that mean several actions of which at least two can be wanted at once, as `meet` says.
    pub fn conflicts(&self, meet: impl Fn(&A, &A) -> bool) -> Vec<Conflict<A>> {
        let mut by_binding: BTreeMap<Binding, Vec<A>> = BTreeMap::new();
        for (action, list) in &self.by_action {
            for binding in list {
                by_binding.entry(*binding).or_default().push(action.clone());
            }
        }
        let clashes = |actions: &Vec<A>| actions.iter().enumerate().any(|(index, one)| actions[index + 1..].iter().any(|other| meet(one, other)));
        by_binding.into_iter().filter(|(_, actions)| clashes(actions)).map(|(binding, actions)| Conflict { binding, actions }).collect()
    }

    /// Actions of a list that no input means: a settings page warns of them.
    pub fn unbound<'a>(&'a self, actions: &'a [A]) -> impl Iterator<Item = &'a A> {
        actions.iter().filter(|action| self.of(action).is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    enum Act {
        Accept,
        Back,
        Left,
        Zoom,
    }

    fn bindings() -> Bindings<Act> {
        Bindings::new()
            .with(Act::Accept, [Binding::Key(KeyCode::Enter), Binding::Key(KeyCode::Space), Binding::Pad(PadButton::South)])
            .with(Act::Back, [Binding::Key(KeyCode::Escape), Binding::Pad(PadButton::East)])
            .with(Act::Left, [Binding::Key(KeyCode::KeyA), Binding::AxisMinus(PadAxis::LeftX)])
            .with(Act::Zoom, [Binding::WheelUp])
    }

    #[test]
    fn bindings_are_data_and_conflicts_are_listed() {
        let mut bindings = bindings();
        let text = serde_json::to_string(&bindings).unwrap();
        assert_eq!(serde_json::from_str::<Bindings<Act>>(&text).unwrap(), bindings, "{text}");
        assert!(bindings.conflicts(|_, _| true).is_empty());
        bindings.bind(Act::Zoom, Binding::Key(KeyCode::KeyA));
        bindings.bind(Act::Zoom, Binding::Key(KeyCode::KeyA));
        assert_eq!(bindings.conflicts(|_, _| true), vec![Conflict { binding: Binding::Key(KeyCode::KeyA), actions: vec![Act::Left, Act::Zoom] }]);
        assert!(bindings.conflicts(|one, other| !(*one == Act::Left && *other == Act::Zoom)).is_empty(), "the two never meet");
        assert!(bindings.unbind(&Act::Zoom, Binding::Key(KeyCode::KeyA)) && !bindings.unbind(&Act::Zoom, Binding::Key(KeyCode::KeyA)));
        bindings.rebind(Act::Accept, Device::Keyboard, Binding::Key(KeyCode::KeyE));
        assert_eq!(bindings.of(&Act::Accept), [Binding::Pad(PadButton::South), Binding::Key(KeyCode::KeyE)]);
        assert_eq!(bindings.hint(&Act::Accept, Device::Pad), Some(Binding::Pad(PadButton::South)));
        bindings.unbind(&Act::Zoom, Binding::WheelUp);
        assert_eq!(bindings.unbound(&[Act::Zoom, Act::Back]).collect::<Vec<_>>(), [&Act::Zoom]);
    }
}
