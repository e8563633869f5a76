//! Texts, and what the tests read about them after a screen was drawn.

use super::Kit;
use crate::palette::{self, Ink, On};
use crate::theme::Type;
use egui::{Align2, Color32, Pos2, Rect, vec2};

/// What the tests read after a screen was drawn.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// Size of the smallest text, in pixels.
    pub smallest_px: f32,
    /// Lowest contrast of a text to its ground, and which.
    pub lowest_contrast: (f32, String),
    /// Texts that do not fit where they stand, with figures.
    pub cut_off: Vec<String>,
    /// How many texts were drawn.
    pub texts: usize,
    /// Texts that would not fit if a translation were a third longer.
    pub tight: Vec<String>,
    screen: Option<Rect>,
    placed: Vec<(Rect, String)>,
}

impl Audit {
    /// An empty one for a screen of this size.
    pub(crate) fn of(screen: Rect) -> Self {
        Self { screen: Some(screen), ..Self::default() }
    }

    /// Texts that lie on each other. Overlaps of a few points are line height, not ink.
    #[must_use]
    pub fn overlaps(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (i, (a, what)) in self.placed.iter().enumerate() {
            for (b, other) in &self.placed[i + 1..] {
                let both = a.intersect(*b);
                if both.width() > 1.0 && both.height() > 6.0 {
                    found.push(format!("{what:?} and {other:?}"));
                }
            }
        }
        found
    }

    /// Every text as it was drawn, for tests that look for words.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.placed.iter().map(|(_, text)| text.as_str())
    }

    /// Something opaque is laid over `rect`: what lies under it is meant to be hidden.
    pub(crate) fn cover(&mut self, rect: Rect) {
        self.placed.retain(|(placed, _)| !rect.intersects(*placed));
    }
}

impl Kit<'_> {
    /// One line in `room`, aligned in it. Text that does not fit is noted by the audit; it is shrunk never, cut never.
    pub fn text(&mut self, room: Rect, align: Align2, kind: Type, on: On, ink: Ink, text: &str) -> Rect {
        let color = palette::text(on, ink, self.theme.contrast);
        let galley = self.painter().layout_no_wrap(text.to_owned(), kind.font(), color);
        let rect = align.align_size_within_rect(galley.size(), room);
        self.note(room, rect, kind, on, color, text);
        if on == On::Scenery {
            self.outlined(rect.min, &galley, color);
        } else {
            self.painter().galley(rect.min, galley, color);
        }
        rect
    }

    /// A line whose words come from a level or a mod: cut with a sign of omission when it is too long for `room`.
    pub fn data(&mut self, room: Rect, align: Align2, kind: Type, on: On, ink: Ink, text: &str) -> Rect {
        if self.width(kind, text) <= room.width() {
            return self.text(room, align, kind, on, ink, text);
        }
        let mut short = text.trim_end().to_owned();
        while short.pop().is_some() {
            let cut = format!("{}\u{2026}", short.trim_end());
            if self.width(kind, &cut) <= room.width() {
                return self.text(room, align, kind, on, ink, &cut);
            }
        }
        Rect::from_min_size(room.min, vec2(0.0, 0.0))
    }

    /// Words that wrap inside `room`, from its top.
    pub fn paragraph(&mut self, room: Rect, kind: Type, on: On, ink: Ink, text: &str) -> Rect {
        let color = palette::text(on, ink, self.theme.contrast);
        let galley = self.painter().layout(text.to_owned(), kind.font(), color, room.width());
        let rect = Rect::from_min_size(room.min, galley.size());
        self.note(room, rect, kind, on, color, text);
        self.painter().galley(rect.min, galley, color);
        rect
    }

    /// Height of words that wrap at `width`.
    pub fn paragraph_height(&self, width: f32, kind: Type, text: &str) -> f32 {
        self.painter().layout(text.to_owned(), kind.font(), Color32::WHITE, width).size().y
    }

    /// Words from a level or a mod, wrapped; what does not fit into `room` is left out with a sign of omission.
    pub fn paragraph_of_data(&mut self, room: Rect, kind: Type, on: On, ink: Ink, text: &str) -> Rect {
        let rows = (room.height() / (kind.font().size * 1.36)).floor().max(1.0) as usize;
        let color = palette::text(on, ink, self.theme.contrast);
        let mut job = egui::text::LayoutJob::simple(text.to_owned(), kind.font(), color, room.width());
        job.wrap.max_rows = rows;
        let galley = self.painter().layout_job(job);
        let rect = Rect::from_min_size(room.min, galley.size());
        self.note(room, rect, kind, on, color, text);
        self.painter().galley(rect.min, galley, color);
        rect
    }

    /// Width of a line.
    pub fn width(&self, kind: Type, text: &str) -> f32 {
        self.painter().layout_no_wrap(text.to_owned(), kind.font(), Color32::WHITE).size().x
    }

    fn outlined(&self, at: Pos2, galley: &std::sync::Arc<egui::Galley>, color: Color32) {
        for i in 0..12 {
            let a = i as f32 / 12.0 * std::f32::consts::TAU;
            let d = vec2(a.cos(), a.sin()) * 1.8;
            self.painter().galley_with_override_text_color(at + d, galley.clone(), palette::OUTLINE);
        }
        self.painter().galley_with_override_text_color(at, galley.clone(), color);
    }

    fn note(&mut self, room: Rect, rect: Rect, kind: Type, on: On, color: Color32, text: &str) {
        let shown = rect.intersect(self.painter().clip_rect());
        let contrast = self.theme.contrast;
        let a = &mut *self.audit;
        a.texts += 1;
        if shown.is_positive() {
            a.placed.push((shown, text.to_owned()));
        }
        if let Some(screen) = a.screen
            && shown.is_positive()
            && !screen.expand(0.6).contains_rect(shown)
        {
            a.cut_off.push(format!("{text:?} leaves the screen: {shown:?}"));
        }
        let px = kind.font().size * self.theme.pixels_per_point;
        if a.smallest_px == 0.0 || px < a.smallest_px {
            a.smallest_px = px;
        }
        let ratio = palette::contrast(color, palette::ground(on, contrast));
        if a.lowest_contrast.0 == 0.0 || ratio < a.lowest_contrast.0 {
            a.lowest_contrast = (ratio, format!("{text} on {on:?}"));
        }
        if rect.width() * 1.33 > room.width() + 0.6 && text.chars().filter(|c| c.is_alphabetic()).count() > 2 {
            a.tight.push(text.to_owned());
        }
        // Line height exceeds the glyphs: two points of vertical slack are no cut.
        if rect.width() > room.width() + 0.6 || rect.height() > room.height() + 5.0 {
            a.cut_off.push(format!("{text:?} needs {:.0}x{:.0}, has {:.0}x{:.0}", rect.width(), rect.height(), room.width(), room.height()));
        }
    }
}
