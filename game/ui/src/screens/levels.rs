//! The choice of level: a list on the left, the chosen one's page with difficulty and start on the right.
//!
//! With keys or a pad the page follows the focus; accepting a level goes on to its start. A pointer chooses by a click, so that
//! the way to the page does not change it.

use super::{Cut, compact, foot};
use crate::action::UiAction;
use crate::frames::Frame;
use crate::icons::Icon;
use crate::kit::{Face, Kit, PadButton, prompt};
use crate::model::{LevelCard, MapPicture};
use crate::palette::{Ink, On};
use crate::theme::Type;
use crate::{keys, text};
use content::rules::Difficulty;
use egui::{Align, Align2, Color32, Rect, pos2, vec2};

/// The screen.
pub fn show(kit: &mut Kit<'_>, whole: Rect, levels: &[LevelCard]) {
    let small = compact(whole);
    kit.painter().rect_filled(whole, 0.0, Color32::from_black_alpha(95));
    let mut rest = whole;
    let foot = foot(&mut rest, small);
    let width = (whole.width() - if small { 24.0 } else { 96.0 }).min(1120.0);
    let height = (rest.height() - if small { 14.0 } else { 44.0 }).min(660.0);
    let sheet = Rect::from_center_size(rest.center() + vec2(0.0, if small { 4.0 } else { 10.0 }), vec2(width, height));
    kit.plate(sheet, Frame::Iron);
    let mut body = sheet.shrink(if small { 14.0 } else { 22.0 });
    let mut column = body.cut_left(if small { 232.0 } else { 380.0 });
    body.cut_left(if small { 12.0 } else { 22.0 });

    let mut head = column.cut_top(if small { 38.0 } else { 58.0 });
    kit.group = 3;
    let back = head.cut_right(if small { 40.0 } else { 48.0 });
    let back = Rect::from_center_size(back.center(), vec2(back.width(), if small { 34.0 } else { 44.0 }));
    let press = kit.press("back", back, true, false);
    kit.face(back, Face::Iron, press, true);
    kit.icon(back.center(), 24.0, Icon::Back);
    if press.clicked || kit.back {
        kit.act(UiAction::ToTitle);
    }
    kit.text(head, Align2::LEFT_CENTER, if small { Type::Title } else { Type::Heading }, On::Iron, Ink::Strong, text::LEVELS);
    column.cut_top(8.0);
    kit.frame(body, Frame::Parchment);
    if levels.is_empty() {
        let room = body.shrink(24.0);
        let used = kit.paragraph(room, Type::Title, On::Parchment, Ink::Strong, text::NO_LEVELS);
        let below = Rect::from_min_max(pos2(room.left(), used.bottom() + 8.0), room.max);
        kit.paragraph(below, Type::Body, On::Parchment, Ink::Soft, text::NO_LEVELS_REMEDY);
    } else {
        list(kit, column, levels, small);
        let chosen = kit.memory.level.as_ref().and_then(|id| levels.iter().find(|l| l.id == *id)).or_else(|| levels.first());
        if let Some(card) = chosen {
            page(kit, body, card, small);
        }
    }
    kit.prompts(
        foot,
        Align::Max,
        &[
            prompt(PadButton::South, keys::ACCEPT, text::PROMPT_SELECT),
            prompt(PadButton::East, keys::BACK, text::PROMPT_BACK),
            prompt(PadButton::CrossHorizontal, "", text::PROMPT_CHANGE),
        ],
    );
}

fn list(kit: &mut Kit<'_>, column: Rect, levels: &[LevelCard], small: bool) {
    let (each, gap) = if small { (48.0, 10.0) } else { (66.0, 14.0) };
    let total = levels.len() as f32 * (each + gap);
    let first = levels.first().map(|l| l.id.clone());
    if kit.memory.level.as_ref().is_none_or(|id| !levels.iter().any(|l| l.id == *id)) {
        kit.memory.level = first;
    }
    kit.scroll(column, total, |kit, mut area| {
        kit.group = 1;
        for (i, card) in levels.iter().enumerate() {
            let row = area.cut_top(each);
            area.cut_top(gap);
            let name = format!("level {i}");
            kit.home = kit.memory.level.as_ref() == Some(&card.id);
            let press = kit.press(&name, row, true, false);
            if press.clicked || press.focused && kit.focus.visible {
                kit.memory.level = Some(card.id.clone());
            }
            if press.clicked {
                kit.memory.refocus = Some(Kit::id("start"));
            }
            let open = kit.memory.level.as_ref() == Some(&card.id);
            let on = kit.face(row, if open { Face::Blue } else { Face::Iron }, press, true);
            let mut room = row.shrink2(vec2(14.0, 6.0));
            let stars = room.cut_right(if small { 60.0 } else { 74.0 });
            kit.stars(stars, card.stars.unwrap_or(0), if small { 18.0 } else { 22.0 });
            kit.data(room, Align2::LEFT_CENTER, Type::Label, on, Ink::Strong, &card.name);
        }
    });
}

fn page(kit: &mut Kit<'_>, sheet: Rect, card: &LevelCard, small: bool) {
    let mut inner = sheet.shrink2(if small { vec2(18.0, 10.0) } else { vec2(38.0, 28.0) });
    let head = inner.cut_top(if small { 34.0 } else { 52.0 });
    kit.data(head, Align2::LEFT_CENTER, if small { Type::Title } else { Type::Heading }, On::Parchment, Ink::Strong, &card.name);
    let line = inner.cut_top(if small { 22.0 } else { 26.0 });
    let mut facts = String::new();
    if card.waves > 0 {
        facts = text::wave_count(card.waves);
    }
    kit.text(line, Align2::LEFT_CENTER, Type::Strong, On::Parchment, Ink::Accent, &facts);
    match card.stars {
        Some(stars) => {
            let words = kit.width(Type::Body, text::BEST);
            let room = Rect::from_min_max(pos2(line.right() - 84.0 - words, line.top()), pos2(line.right() - 80.0, line.bottom()));
            kit.text(room, Align2::LEFT_CENTER, Type::Body, On::Parchment, Ink::Soft, text::BEST);
            kit.stars(Rect::from_min_max(pos2(line.right() - 74.0, line.top()), line.max), stars, 22.0);
        }
        None => {
            kit.text(line, Align2::RIGHT_CENTER, Type::Body, On::Parchment, Ink::Soft, text::NEVER_WON);
        }
    }
    inner.cut_top(if small { 4.0 } else { 8.0 });
    kit.rule(inner.x_range(), inner.top());
    inner.cut_top(if small { 8.0 } else { 18.0 });

    let start = inner.cut_bottom(if small { 46.0 } else { 76.0 });
    inner.cut_bottom(if small { 12.0 } else { 22.0 });
    let mut choice = inner.cut_bottom(if small { 60.0 } else { 78.0 });
    inner.cut_bottom(if small { 6.0 } else { 14.0 });
    let told = kit.paragraph_of_data(inner, if small { Type::Small } else { Type::Body }, On::Parchment, Ink::Soft, &card.about);
    // A map of the ground, or a stamped device where the page would be bare.
    let free = Rect::from_min_max(pos2(inner.left(), told.bottom() + 12.0), inner.max);
    match &card.picture {
        Some(picture) if free.height() >= 76.0 => map(kit, free, &card.id, picture),
        None if free.height() >= 120.0 => kit.icon_tinted(free.center(), (free.height() - 30.0).min(170.0), Icon::Keep, Color32::from_white_alpha(44)),
        _ => {}
    }

    kit.group = 2;
    let difficulty = kit.memory.difficulties.get(&card.id).copied().unwrap_or(card.difficulty);
    let label = choice.cut_top(if small { 24.0 } else { 30.0 });
    kit.text(label, Align2::LEFT_CENTER, Type::Strong, On::Parchment, Ink::Strong, text::DIFFICULTY);
    kit.text(label, Align2::RIGHT_CENTER, Type::Small, On::Parchment, Ink::Soft, text::difficulty_note(difficulty));
    let at = Difficulty::ALL.iter().position(|d| *d == difficulty).unwrap_or(1);
    let rect = choice.shrink2(vec2(0.0, 1.0));
    if let Some(place) = kit.stepper("difficulty", rect, rect, at, Difficulty::ALL.len(), text::difficulty(difficulty))
        && let Some(wanted) = Difficulty::ALL.get(place)
    {
        kit.memory.difficulties.insert(card.id.clone(), *wanted);
    }
    if kit.button("start", start, Face::Red, Some(Icon::Sword), text::START, None).clicked {
        kit.act(UiAction::Start { level: card.id.clone(), difficulty });
    }
}

/// The picture of a level in its ring, as large as `room` allows.
fn map(kit: &mut Kit<'_>, room: Rect, id: &str, picture: &MapPicture) {
    let [width, height] = picture.size;
    if width == 0 || height == 0 || picture.rgb.len() != width * height * 3 {
        return;
    }
    let texture = kit.memory.maps.entry(id.to_owned()).or_insert_with(|| {
        let image = egui::ColorImage::from_rgb(picture.size, &picture.rgb);
        kit.ui.ctx().load_texture(format!("map {id}"), image, egui::TextureOptions::LINEAR)
    });
    let texture = texture.id();
    let ring = 9.0;
    let scale = ((room.width() - 2.0 * ring) / width as f32).min((room.height() - 2.0 * ring) / height as f32);
    let window = Rect::from_center_size(room.center(), vec2(width as f32, height as f32) * scale);
    kit.painter().image(texture, window, Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0)), Color32::WHITE);
    kit.frame(window.expand(ring), Frame::MapRing);
}
