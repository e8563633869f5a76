//! Parts that are pressed: buttons, buttons that ask twice, switches, steppers, sliders, lists that scroll.
//!
//! A control shows the value it is given and returns the value that is wanted; it stores nothing.

use super::{Face, Kit, Press};
use crate::frames::Frame;
use crate::icons::Icon;
use crate::palette::{self, Ink, On};
use crate::theme::Type;
use egui::{Align2, Color32, Rect, Sense, Stroke, Vec2, pos2, vec2};

impl Kit<'_> {
    /// The face of something that can be pressed, and what a text on it stands on.
    pub fn face(&self, rect: Rect, face: Face, press: Press, enabled: bool) -> On {
        let (frame, on) = match (face, enabled) {
            (_, false) => (Frame::IronButtonDown, On::IronRaised),
            (Face::Iron, _) if press.down => (Frame::IronButtonDown, On::IronRaised),
            (Face::Iron, _) => (Frame::IronButton, On::IronRaised),
            (Face::Red, _) => (Frame::EnamelRed, On::Red),
            (Face::Blue, _) => (Frame::EnamelBlue, On::Blue),
            (Face::Green, _) => (Frame::EnamelGreen, On::Green),
            (Face::Plum, _) => (Frame::EnamelPlum, On::Plum),
        };
        // Tints would darken the flat grounds of high contrast below what was promised.
        let flat = self.theme.contrast == palette::Contrast::High;
        let rest = Color32::from_gray(if flat { 255 } else { 226 });
        let tint = if press.down || !enabled {
            Color32::from_gray(200)
        } else if press.hovered {
            Color32::WHITE
        } else {
            rest
        };
        self.frame_tinted(rect, frame, tint);
        on
    }

    /// A button with a sign, a label and perhaps a note.
    pub fn button(&mut self, name: &str, rect: Rect, face: Face, icon: Option<Icon>, label: &str, note: Option<&str>) -> Press {
        let press = self.press(name, rect, true, false);
        let on = self.face(rect, face, press, true);
        let mut room = rect.shrink2(vec2(14.0, 4.0));
        if press.down {
            room = room.translate(vec2(0.0, 1.5));
        }
        if let Some(icon) = icon {
            let size = (rect.height() - 16.0).clamp(18.0, 40.0);
            self.icon(pos2(room.left() + size * 0.5, room.center().y), size, icon);
            room.min.x += size + 10.0;
        }
        match note {
            Some(note) if rect.height() >= 46.0 => {
                // Two lines as one block around the middle, whatever the height.
                let middle = room.center().y + 2.5;
                let big = rect.height() >= 70.0;
                let upper = Rect::from_min_max(pos2(room.left(), middle - if big { 30.0 } else { 25.0 }), pos2(room.right(), middle));
                let lower = Rect::from_min_max(pos2(room.left(), middle), pos2(room.right(), middle + 19.0));
                self.text(upper, Align2::LEFT_CENTER, if big { Type::Title } else { Type::Label }, on, Ink::Strong, label);
                self.data(lower, Align2::LEFT_CENTER, Type::Small, on, Ink::Soft, note);
            }
            _ => {
                let align = if icon.is_some() { Align2::LEFT_CENTER } else { Align2::CENTER_CENTER };
                let used = self.text(room, align, Type::Label, on, Ink::Strong, label);
                if let Some(note) = note {
                    let rest = Rect::from_min_max(pos2(used.right() + 8.0, room.top()), room.max);
                    self.data(rest, Align2::RIGHT_CENTER, Type::Small, on, Ink::Gold, note);
                }
            }
        }
        press
    }

    /// A button for what cannot be undone: the first press turns it red and asks, the second is the answer. Leaving it disarms it.
    pub fn button_twice(&mut self, name: &str, rect: Rect, icon: Icon, label: &str, sure: &str) -> bool {
        let id = Kit::id(name);
        let armed = self.memory.armed == Some(id);
        let (face, icon, label) = if armed { (Face::Red, Icon::Warn, sure) } else { (Face::Iron, icon, label) };
        let press = self.button(name, rect, face, Some(icon), label, None);
        if armed && !press.focused {
            self.memory.armed = None;
        }
        if press.clicked {
            self.memory.armed = if armed { None } else { Some(id) };
        }
        press.clicked && armed
    }

    /// A switch. The word says the state; the enamel only repeats it.
    pub fn toggle(&mut self, name: &str, whole: Rect, rect: Rect, on_now: bool, words: (&str, &str)) -> Option<bool> {
        let press = self.press(name, whole, true, true);
        self.frame(rect, Frame::Recess);
        let half = rect.width() * 0.5;
        let knob = if on_now {
            Rect::from_min_max(pos2(rect.left() + half, rect.top()), rect.max)
        } else {
            Rect::from_min_max(rect.min, pos2(rect.left() + half, rect.bottom()))
        };
        let off_room = Rect::from_min_max(rect.min, pos2(rect.left() + half, rect.bottom()));
        let on_room = Rect::from_min_max(pos2(rect.left() + half, rect.top()), rect.max);
        let face = if on_now { Face::Green } else { Face::Iron };
        let ground = self.face(knob.shrink(2.0), face, press, true);
        self.text(
            off_room,
            Align2::CENTER_CENTER,
            Type::Strong,
            if on_now { On::Recess } else { ground },
            if on_now { Ink::Faded } else { Ink::Strong },
            words.0,
        );
        self.text(
            on_room,
            Align2::CENTER_CENTER,
            Type::Strong,
            if on_now { ground } else { On::Recess },
            if on_now { Ink::Strong } else { Ink::Faded },
            words.1,
        );
        // Left is off and right is on, as they are drawn; a press turns it round.
        let nudge = if press.focused { self.focus.nudge } else { 0 };
        let wanted = if press.clicked {
            !on_now
        } else if nudge < 0 {
            false
        } else if nudge > 0 {
            true
        } else {
            on_now
        };
        (wanted != on_now).then_some(wanted)
    }

    /// `< value >`, worked by left and right without leaving the row, by its two arrows, or pressed to the next one round.
    /// `at` of `count` is shown; returns the place that is wanted.
    pub fn stepper(&mut self, name: &str, whole: Rect, rect: Rect, at: usize, count: usize, value: &str) -> Option<usize> {
        let press = self.press(name, whole, true, true);
        self.frame(rect, Frame::Recess);
        let side = rect.height();
        let left = Rect::from_min_size(rect.min, Vec2::splat(side)).shrink(2.0);
        let right = Rect::from_min_size(pos2(rect.right() - side, rect.top()), Vec2::splat(side)).shrink(2.0);
        let mut step = if press.focused { self.focus.nudge } else { 0 };
        let mut by_arrow = false;
        for (arrow, icon, by, open) in [(left, Icon::ArrowLeft, -1, at > 0), (right, Icon::ArrowRight, 1, at + 1 < count)] {
            let hit = self.ui.interact(arrow, Kit::id(&format!("{name} {by}")), Sense::click());
            self.follow(&hit, Kit::id(name));
            if hit.clicked() {
                (step, by_arrow) = (by, true);
                self.cues.push(if open { crate::action::Cue::Press } else { crate::action::Cue::Refuse });
            }
            let shown = Press { hovered: hit.hovered() || press.focused && self.focus.visible, down: open && hit.is_pointer_button_down_on(), ..press };
            self.face(arrow, Face::Iron, shown, open);
            self.icon_tinted(arrow.center(), side * 0.5, icon, if open { Color32::WHITE } else { Color32::from_white_alpha(80) });
        }
        let room = Rect::from_min_max(pos2(left.right(), rect.top()), pos2(right.left(), rect.bottom()));
        self.text(room, Align2::CENTER_CENTER, Type::Strong, On::Recess, Ink::Strong, value);
        if press.clicked && !by_arrow && count > 1 {
            return Some((at + 1) % count);
        }
        match step {
            1.. if at + 1 < count => Some(at + 1),
            ..=-1 if at > 0 => Some(at - 1),
            _ => None,
        }
    }

    /// A share 0 to 1 on a bar with a knob: dragged, clicked, or moved by a twentieth with left and right.
    pub fn slider(&mut self, name: &str, whole: Rect, rect: Rect, fraction: f32, value: &str) -> Option<f32> {
        let press = self.press(name, whole, true, true);
        let fraction = if fraction.is_finite() { fraction.clamp(0.0, 1.0) } else { 0.0 };
        let number = 64.0;
        let middle = pos2(rect.left() + (rect.width() - number) * 0.5, rect.center().y);
        let track = Rect::from_center_size(middle, vec2(rect.width() - number - 12.0, 14.0));
        self.bar(track, fraction, 0.0, palette::BRASS, 0);
        let knob = Rect::from_center_size(pos2(track.left() + track.width() * fraction, track.center().y), vec2(20.0, 28.0));
        let drag = self.ui.interact(track.expand2(vec2(12.0, 10.0)), Kit::id(&format!("{name} track")), Sense::click_and_drag());
        let held = drag.is_pointer_button_down_on();
        self.follow(&drag, Kit::id(name));
        let bright = press.hovered || drag.hovered() || held;
        self.frame_tinted(knob, Frame::Brass, if bright { Color32::WHITE } else { Color32::from_gray(226) });
        for dx in [-3.0, 0.0, 3.0] {
            let line = egui::Rangef::new(knob.top() + 8.0, knob.bottom() - 8.0);
            self.painter().vline(knob.center().x + dx, line, Stroke::new(1.2, palette::BRASS_DARK));
        }
        let room = Rect::from_min_max(pos2(rect.right() - number, rect.top()), rect.max);
        self.text(room, Align2::RIGHT_CENTER, Type::Strong, On::ParchmentField, Ink::Strong, value);
        let nudge = if press.focused { self.focus.nudge as f32 * 0.05 } else { 0.0 };
        let wanted = match drag.interact_pointer_pos() {
            Some(at) if held || drag.dragged() || drag.clicked() => (at.x - track.left()) / track.width().max(1.0),
            _ => fraction + nudge,
        };
        let wanted = (wanted.clamp(0.0, 1.0) * 20.0).round() / 20.0;
        ((wanted - fraction).abs() > 0.001).then_some(wanted).filter(|_| nudge != 0.0 || held || drag.clicked())
    }

    /// A list of `height` in `room`: as it is when it fits, otherwise it scrolls by wheel and bar, and to the focus.
    pub fn scroll(&mut self, room: Rect, height: f32, mut list: impl FnMut(&mut Kit<'_>, Rect)) {
        if height <= room.height() + 0.5 {
            list(self, Rect::from_min_size(room.min, vec2(room.width(), height)));
            return;
        }
        let mut inner = self.ui.new_child(egui::UiBuilder::new().max_rect(room));
        egui::ScrollArea::vertical().auto_shrink(false).show(&mut inner, |ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(room.width() - 16.0, height), Sense::hover());
            // The ring reaches past what it marks.
            ui.set_clip_rect(room.expand2(vec2(8.0, 0.0)));
            self.with(ui, |kit| list(kit, rect));
            if self.focus.moved
                && let Some(item) = self.focus.item()
                && rect.expand(1.0).contains_rect(item.rect)
            {
                ui.scroll_to_rect(item.rect.expand(8.0), None);
            }
        });
    }
}
