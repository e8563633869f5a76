//! The parts every screen is built from. A part takes a rect from its screen, draws itself from theme art, answers the pointer
//! and the focus, and tells screen readers what it is. No part chooses its own place and none uses an egui widget's look.
//!
//! Here: the bundle of borrows and what can be pressed at all. In the rooms below: `art` (frames, pictures), `words` (texts and their
//! audit), `controls` (buttons, switches, sliders), `hints` (key caps, pad glyphs, tooltips).

mod art;
mod controls;
mod hints;
mod words;

pub use art::ring;
pub use hints::{Note, Prompt, prompt};
pub use words::Audit;

use crate::action::{Cue, UiAction};
use crate::focus::{Focus, Item};
use crate::input::Device;
use crate::theme::Theme;
use content::rules::Difficulty;
use egui::{Id, Painter, Rect, Sense, TextureHandle, Ui};
use std::collections::BTreeMap;

/// Buttons of a pad by their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PadButton {
    /// Accept.
    South,
    /// Back.
    East,
    /// Left of the four.
    West,
    /// Upper of the four.
    North,
    /// Left shoulder.
    L1,
    /// Right shoulder.
    R1,
    /// The cross, up and down.
    CrossVertical,
    /// The cross, left and right.
    CrossHorizontal,
    /// Menu.
    Menu,
}

impl PadButton {
    /// Shoulder buttons carry two letters and are drawn wider.
    pub fn is_shoulder(self) -> bool {
        matches!(self, Self::L1 | Self::R1)
    }
}

/// What a button is made of, which says what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Ordinary.
    Iron,
    /// The one main act of a screen.
    Red,
    /// Chosen, open.
    Blue,
    /// Gain.
    Green,
    /// Powers.
    Plum,
}

/// What the pointer and the focus do to a part.
#[derive(Clone, Copy, Debug, Default)]
pub struct Press {
    /// Clicked or accepted in this frame.
    pub clicked: bool,
    /// Has the focus.
    pub focused: bool,
    /// Under the pointer, or focused while the ring is shown.
    pub hovered: bool,
    /// Held down by the pointer.
    pub down: bool,
}

/// What the screens remember between frames that is no part of the game.
#[derive(Default)]
pub struct Memory {
    /// Open page of the settings.
    pub page: usize,
    /// Row of the settings whose explanation is shown.
    pub row: usize,
    /// The button that waits for its second press.
    pub armed: Option<Id>,
    /// Chosen level, by its name in files.
    pub level: Option<String>,
    /// Difficulties that were chosen, by level.
    pub difficulties: BTreeMap<String, Difficulty>,
    /// A tooltip is up: what lies under it stays away.
    pub tooltip: bool,
    /// In a battle: the plates have the directions, not the battlefield.
    pub engaged: bool,
    /// The keep's health as the bar still shows it, running after the true one.
    pub keep_ghost: f32,
    /// The wave that is waited for, and the longest wait seen: what the bar of the clock is full of.
    pub wait: (u32, f32),
    /// Pictures of levels, by name in files.
    pub maps: BTreeMap<String, TextureHandle>,
    /// The focus is to go there at the end of the frame.
    pub refocus: Option<Id>,
}

/// All that a screen needs in order to draw and to ask.
pub struct Kit<'a> {
    pub ui: &'a mut Ui,
    pub theme: &'a Theme,
    pub focus: &'a mut Focus,
    pub audit: &'a mut Audit,
    pub memory: &'a mut Memory,
    pub actions: &'a mut Vec<UiAction>,
    pub cues: &'a mut Vec<Cue>,
    pub plates: &'a mut Vec<Rect>,
    pub device: Device,
    pub group: u8,
    /// The next thing offered is where the shoulder buttons land in its group.
    pub home: bool,
    /// "Accept" was pressed on the pad or keyboard this frame.
    pub accept: bool,
    /// "Back" was pressed this frame.
    pub back: bool,
}

impl Kit<'_> {
    /// The id of a part by its name, which is unique on its screen.
    pub fn id(name: &str) -> Id {
        Id::unique(("kit", name))
    }

    pub fn painter(&self) -> &Painter {
        self.ui.painter()
    }

    /// The same kit on another `Ui`, for lists that scroll.
    pub fn with<R>(&mut self, ui: &mut Ui, body: impl FnOnce(&mut Kit<'_>) -> R) -> R {
        body(&mut Kit {
            ui,
            theme: self.theme,
            focus: self.focus,
            audit: self.audit,
            memory: self.memory,
            actions: self.actions,
            cues: self.cues,
            plates: self.plates,
            device: self.device,
            group: self.group,
            home: self.home,
            accept: self.accept,
            back: self.back,
        })
    }

    /// Asks for something.
    pub fn act(&mut self, action: UiAction) {
        self.actions.push(action);
    }

    /// A pointer takes the focus only when it moves over something or presses it, never by lying there.
    fn follow(&mut self, response: &egui::Response, id: Id) {
        if response.is_pointer_button_down_on() || response.hovered() && self.ui.input(|i| i.pointer.is_moving()) {
            self.focus.current = Some(id);
        }
    }

    /// Something that can be pressed: answers the pointer, takes the focus. A disabled one can be focused (its tooltip says why) but refuses.
    pub fn press(&mut self, name: &str, rect: Rect, enabled: bool, takes_horizontal: bool) -> Press {
        let id = Kit::id(name);
        let response = self.ui.interact(rect, id, Sense::click());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, name));
        self.follow(&response, id);
        let clip = self.painter().clip_rect();
        let focused = self.focus.offer(Item { id, rect, group: self.group, takes_horizontal, clip, home: std::mem::take(&mut self.home) });
        if focused && self.focus.visible {
            // egui keeps the same focus for screen readers, but must not move it by itself.
            self.ui.memory_mut(|m| {
                m.request_focus(id);
                let all = egui::EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true };
                m.set_focus_lock_filter(id, all);
            });
        }
        let pressed = response.clicked() || focused && self.accept;
        if pressed {
            self.cues.push(if enabled { Cue::Press } else { Cue::Refuse });
        }
        Press {
            clicked: enabled && pressed,
            focused,
            hovered: response.hovered() || focused && self.focus.visible,
            down: enabled && response.is_pointer_button_down_on(),
        }
    }
}
