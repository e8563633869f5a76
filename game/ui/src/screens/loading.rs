//! Something takes a while: what, and how far it is.

use super::compact;
use super::logo::logo;
use crate::frames::Frame;
use crate::kit::Kit;
use crate::palette::{self, Ink, On};
use crate::text;
use crate::theme::Type;
use egui::{Align2, Rect, pos2, vec2};

/// The screen.
pub fn show(kit: &mut Kit<'_>, whole: Rect, progress: f32, what: &str) {
    let small = compact(whole);
    let size = if small { 44.0 } else { 88.0 };
    logo(kit, pos2(whole.center().x - size * 3.62, whole.height() * 0.22), size);
    let plate = Rect::from_center_size(pos2(whole.center().x, whole.height() * 0.70), vec2(520.0, 118.0));
    kit.plate(plate, Frame::Iron);
    let inner = plate.shrink2(vec2(26.0, 18.0));
    let head = Rect::from_min_size(inner.min, vec2(inner.width(), 30.0));
    kit.text(head, Align2::LEFT_CENTER, Type::Title, On::Iron, Ink::Strong, text::LOADING);
    kit.text(head, Align2::RIGHT_CENTER, Type::Figure, On::Iron, Ink::Gold, &text::percent(progress.clamp(0.0, 1.0)));
    let bar = Rect::from_min_size(pos2(inner.left(), head.bottom() + 4.0), vec2(inner.width(), 20.0));
    kit.bar(bar, progress, 0.0, palette::BRASS, 0);
    let line = Rect::from_min_max(pos2(inner.left(), bar.bottom() + 4.0), inner.max);
    kit.data(line, Align2::LEFT_CENTER, Type::Body, On::Iron, Ink::Soft, what);
}
