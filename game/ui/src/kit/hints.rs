//! Key caps, pad glyphs, tooltips and the prompts at the foot: which button does what on the device in use.

use super::{Kit, PadButton};
use crate::frames::Frame;
use crate::icons::{Icon, PadShape};
use crate::input::{Device, PadNames};
use crate::palette::{self, Ink, On};
use crate::theme::Type;
use egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

impl Kit<'_> {
    /// A key cap.
    pub fn key(&mut self, center: Pos2, label: &str) -> Rect {
        let width = (self.width(Type::SmallStrong, label) + 11.0).max(22.0);
        let rect = Rect::from_center_size(center, vec2(width, 22.0));
        self.frame(rect, Frame::Key);
        self.text(rect.translate(vec2(0.0, -1.0)), Align2::CENTER_CENTER, Type::SmallStrong, On::Parchment, Ink::Strong, label);
        rect
    }

    /// A button of the pad in use.
    pub fn pad_glyph(&mut self, center: Pos2, size: f32, button: PadButton) {
        use PadButton::*;
        let deck = self.device != Device::Pad(PadNames::Xbox);
        // On the Deck the four letters are plain; on Xbox pads the rims carry the known colors.
        let rim = |xbox: u32| if deck { 0xD9DEE2 } else { xbox };
        let (shape, letter) = match button {
            South => (PadShape::Round(rim(0x6FBF5A)), "A"),
            East => (PadShape::Round(rim(0xE0604F)), "B"),
            West => (PadShape::Round(rim(0x5AA2E0)), "X"),
            North => (PadShape::Round(rim(0xF0C243)), "Y"),
            L1 => (PadShape::Bumper, if deck { "L1" } else { "LB" }),
            R1 => (PadShape::Bumper, if deck { "R1" } else { "RB" }),
            CrossVertical => (PadShape::CrossVertical, ""),
            CrossHorizontal => (PadShape::CrossHorizontal, ""),
            Menu => (PadShape::Menu, ""),
        };
        self.image(center, size, self.theme.pad(shape, size), Color32::WHITE);
        if !letter.is_empty() {
            let room = Rect::from_center_size(center, Vec2::splat(size));
            self.text(room, Align2::CENTER_CENTER, Type::SmallStrong, On::Recess, Ink::Strong, letter);
        }
    }

    /// The sign for an action on the device in use: a key cap or a pad button.
    pub fn hint(&mut self, at: Pos2, align: Align2, size: f32, button: PadButton, key: &str) -> Rect {
        match self.device {
            Device::Keys => {
                let width = (self.width(Type::SmallStrong, key) + 11.0).max(22.0);
                let rect = align.anchor_size(at, vec2(width, 22.0));
                self.key(rect.center(), key)
            }
            Device::Pad(_) => {
                // Shoulder buttons carry two letters.
                let size = if button.is_shoulder() { size * 1.2 } else { size };
                let rect = align.anchor_size(at, Vec2::splat(size));
                self.pad_glyph(rect.center(), size, button);
                rect
            }
        }
    }

    /// A note above the thing it explains, on iron, kept inside `whole`; its tip points down at `at`.
    pub fn tooltip(&mut self, whole: Rect, at: Pos2, note: &Note) {
        let inner = 236.0;
        let body = self.painter().layout(note.body.clone(), Type::Small.font(), Color32::WHITE, inner);
        let facts = if note.facts.is_empty() { 0.0 } else { 22.0 };
        let height = 30.0 + body.size().y + facts + if note.bad.is_some() { 24.0 } else { 0.0 } + 24.0;
        let size = vec2(inner + 32.0, height);
        let left = (at.x - size.x * 0.5).min(whole.right() - 8.0 - size.x).max(whole.left() + 8.0);
        let top = (at.y - 10.0 - size.y).max(whole.top() + 8.0);
        let rect = Rect::from_min_size(pos2(left, top), size);
        self.audit.cover(rect);
        self.frame(rect, Frame::Shadow);
        let tip_x = at.x.clamp(rect.left() + 24.0, rect.right() - 24.0);
        let tip = vec![pos2(tip_x - 11.0, rect.bottom() - 2.0), pos2(tip_x + 11.0, rect.bottom() - 2.0), pos2(tip_x, rect.bottom() + 10.0)];
        self.painter().add(Shape::convex_polygon(tip, palette::IRON, Stroke::new(1.5, palette::BRASS)));
        self.frame(rect, Frame::Iron);
        let mut room = rect.shrink2(vec2(16.0, 12.0));
        let head = Rect::from_min_max(room.min, pos2(room.right(), room.top() + 26.0));
        self.data(head, Align2::LEFT_CENTER, Type::Label, On::Iron, Ink::Strong, &note.title);
        room.min.y += 30.0;
        let used = self.paragraph(room, Type::Small, On::Iron, Ink::Soft, &note.body);
        room.min.y = used.bottom() + 2.0;
        if !note.facts.is_empty() {
            let line = Rect::from_min_size(room.min, vec2(room.width(), 20.0));
            self.data(line, Align2::LEFT_CENTER, Type::SmallStrong, On::Iron, Ink::Accent, &note.facts);
            room.min.y += facts;
        }
        if let Some(bad) = &note.bad {
            let line = Rect::from_min_size(room.min + vec2(0.0, 2.0), vec2(room.width(), 20.0));
            self.icon(pos2(line.left() + 9.0, line.center().y), 18.0, Icon::Warn);
            let words = Rect::from_min_max(pos2(line.left() + 24.0, line.top()), line.max);
            self.data(words, Align2::LEFT_CENTER, Type::SmallStrong, On::Iron, Ink::Bad, bad);
        }
    }

    /// Width of a prompt with the gap behind it.
    fn prompt_width(&self, prompt: &Prompt<'_>) -> f32 {
        let sign = match self.device {
            Device::Keys => (self.width(Type::SmallStrong, prompt.key) + 11.0).max(22.0),
            Device::Pad(_) if prompt.button.is_shoulder() => PROMPT_SIGN * 1.2,
            Device::Pad(_) => PROMPT_SIGN,
        };
        if prompt.words.is_empty() { sign + 6.0 } else { sign + 7.0 + self.width(Type::Body, prompt.words) + 20.0 }
    }

    /// A row of "button: what it does". Those that find no room are left out from the end: the first are the ones that matter.
    pub fn prompts(&mut self, strip: Rect, align: egui::Align, prompts: &[Prompt<'_>]) {
        let keys = self.device == Device::Keys;
        let mut shown: Vec<&Prompt<'_>> = prompts.iter().filter(|p| !(keys && p.key.is_empty())).collect();
        let mut width: f32 = shown.iter().map(|p| self.prompt_width(p)).sum::<f32>() - 20.0;
        while width > strip.width() && shown.len() > 1 {
            if let Some(last) = shown.pop() {
                width -= self.prompt_width(last);
            }
        }
        let mut x = match align {
            egui::Align::Min => strip.left(),
            egui::Align::Center => strip.center().x - width * 0.5,
            egui::Align::Max => strip.right() - width,
        };
        for prompt in shown {
            let sign = self.hint(pos2(x, strip.center().y), Align2::LEFT_CENTER, PROMPT_SIGN, prompt.button, prompt.key);
            x = sign.right() + 6.0;
            if !prompt.words.is_empty() {
                let width = self.width(Type::Body, prompt.words);
                let room = Rect::from_min_max(pos2(x + 1.0, strip.top()), pos2(x + 1.0 + width, strip.bottom()));
                self.text(room, Align2::LEFT_CENTER, Type::Body, On::Scenery, Ink::Strong, prompt.words);
                x = room.right() + 20.0;
            }
        }
    }
}

/// Size of a pad's sign in a prompt, points.
const PROMPT_SIGN: f32 = 28.0;

/// Which button does what.
#[derive(Clone, Copy, Debug)]
pub struct Prompt<'a> {
    /// On a pad.
    pub button: PadButton,
    /// On a keyboard; nothing: only a pad needs to be told.
    pub key: &'a str,
    /// What it does; nothing: the next prompt says it for both.
    pub words: &'a str,
}

/// A prompt in one line.
pub const fn prompt<'a>(button: PadButton, key: &'a str, words: &'a str) -> Prompt<'a> {
    Prompt { button, key, words }
}

/// What a tooltip says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// Name of the thing.
    pub title: String,
    /// A sentence or two.
    pub body: String,
    /// Figures in a line.
    pub facts: String,
    /// What is wrong, last, with a warning sign.
    pub bad: Option<String>,
}
