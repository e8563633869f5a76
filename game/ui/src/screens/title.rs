//! The first screen: name, what to do next, one card that says how it is played.

use super::logo::logo;
use super::{Cut, compact, foot};
use crate::action::UiAction;
use crate::frames::Frame;
use crate::icons::Icon;
use crate::kit::{Face, Kit, PadButton, prompt};
use crate::palette::{self, Ink, On};
use crate::theme::Type;
use crate::{keys, text};
use egui::{Align, Align2, Color32, Rect, Stroke, pos2, vec2};

/// The screen.
pub fn show(kit: &mut Kit<'_>, whole: Rect, can_continue: bool) {
    let small = compact(whole);
    let mut rest = whole;
    let foot = foot(&mut rest, small);
    let left = if small { 20.0 } else { whole.width() * 0.075 };
    let width = if small { 292.0 } else { 348.0 };
    let logo_size = if small { 44.0 } else { 104.0 };
    let logo_y = if small { 18.0 } else { whole.height() * 0.15 };
    logo(kit, pos2(left, logo_y), logo_size);

    let mut entries = vec![
        ("play", Face::Iron, Icon::Flag, text::PLAY, text::PLAY_NOTE, UiAction::OpenLevels),
        ("settings", Face::Iron, Icon::Gear, text::SETTINGS, "", UiAction::OpenSettings),
        ("quit", Face::Iron, Icon::Back, text::QUIT, "", UiAction::Quit),
    ];
    if can_continue {
        entries.insert(0, ("continue", Face::Red, Icon::Play, text::CONTINUE, text::CONTINUE_NOTE, UiAction::Continue));
    } else if let Some(first) = entries.first_mut() {
        first.1 = Face::Red;
    }
    let (first, each, gap) = if small { (54.0, 44.0, 10.0) } else { (76.0, 56.0, 14.0) };
    let total = first + (entries.len() - 1) as f32 * (each + gap);
    let mut y = if small { foot.top() - total - 10.0 } else { (whole.height() * 0.40).min(foot.top() - total - 20.0) };
    if !small {
        // The beam and chains the plaques hang from.
        let beam = Rect::from_min_size(pos2(left - 22.0, y - 34.0), vec2(width + 44.0, 22.0));
        for x in [left + 34.0, left + width - 34.0] {
            chain(kit, x, beam.bottom() - 6.0, y + total - 20.0);
        }
        kit.frame(beam, Frame::IronButton);
    }
    kit.group = 1;
    let card_bottom = y + total;
    for (i, (id, face, icon, label, note, action)) in entries.into_iter().enumerate() {
        let height = if i == 0 { first } else { each };
        let rect = Rect::from_min_size(pos2(left, y), vec2(width, height));
        let note = if note.is_empty() { None } else { Some(note) };
        let press = kit.button(id, rect, face, Some(icon), label, note.filter(|_| i == 0));
        if press.clicked {
            kit.act(action);
        }
        y += height + gap;
    }

    let size = if small { vec2(292.0, 204.0) } else { vec2(400.0, 236.0) };
    let margin = if small { 20.0 } else { whole.width() * 0.075 };
    if whole.width() >= left + width + size.x + margin + 20.0 {
        // Foot of the sheet on the foot of the last plaque.
        card(kit, Rect::from_min_size(pos2(whole.right() - margin - size.x, card_bottom - size.y), size), small);
    }
    let version = Rect::from_min_max(foot.min, pos2(foot.left() + 160.0, foot.bottom()));
    kit.text(version, Align2::LEFT_CENTER, Type::Small, On::Scenery, Ink::Soft, concat!("Version ", env!("CARGO_PKG_VERSION")));
    let strip = Rect::from_min_max(pos2(version.right(), foot.top()), foot.max);
    kit.prompts(strip, Align::Max, &[prompt(PadButton::South, keys::ACCEPT, text::PROMPT_SELECT), prompt(PadButton::CrossVertical, "", text::PROMPT_CHOOSE)]);
}

fn chain(kit: &Kit<'_>, x: f32, from: f32, to: f32) {
    let mut y = from;
    let mut side = false;
    while y < to {
        let size = if side { vec2(4.0, 13.0) } else { vec2(10.0, 15.0) };
        let link = Rect::from_center_size(pos2(x, y + 5.0), size);
        kit.painter().rect_stroke(link, 5.0, Stroke::new(5.0, palette::OUTLINE), egui::StrokeKind::Middle);
        kit.painter().rect_stroke(link, 5.0, Stroke::new(2.4, palette::IRON_EDGE), egui::StrokeKind::Middle);
        side = !side;
        y += 11.0;
    }
}

/// A sheet nailed to the wall: how it is played, in three lines.
fn card(kit: &mut Kit<'_>, rect: Rect, small: bool) {
    kit.plate(rect, Frame::Parchment);
    for x in [rect.left() + 16.0, rect.right() - 16.0] {
        let c = pos2(x, rect.top() + 13.0);
        kit.painter().circle_filled(c + vec2(1.5, 2.5), 6.0, Color32::from_black_alpha(90));
        kit.painter().circle(c, 5.5, palette::IRON_RAISED, Stroke::new(1.5, palette::OUTLINE));
        kit.painter().circle_filled(c - vec2(1.2, 1.6), 1.8, palette::IRON_EDGE);
    }
    let mut inner = rect.shrink2(if small { vec2(18.0, 14.0) } else { vec2(24.0, 20.0) });
    let head = inner.cut_top(28.0);
    kit.text(head, Align2::LEFT_CENTER, Type::Title, On::Parchment, Ink::Strong, text::HOW_TITLE);
    kit.rule(inner.x_range(), inner.top() + 3.0);
    inner.cut_top(14.0);
    let each = inner.height() / text::HOW.len() as f32;
    for (icon, words) in [Icon::Archers, Icon::Bomb, Icon::Keep].into_iter().zip(text::HOW) {
        let row = inner.cut_top(each);
        kit.icon(pos2(row.left() + 16.0, row.center().y), 32.0, icon);
        let kind = if small { Type::Small } else { Type::Body };
        let room = Rect::from_min_max(pos2(row.left() + 44.0, row.top()), row.max);
        let height = kit.paragraph_height(room.width(), kind, words);
        let room = Rect::from_min_max(pos2(room.left(), row.center().y - height * 0.5), pos2(room.right(), row.center().y + height * 0.5));
        kit.paragraph(room, kind, On::Parchment, Ink::Soft, words);
    }
}
