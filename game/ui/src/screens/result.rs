//! Won or lost. Lost: comfort first (retry the lost wave), then what happened, as numbers and as a graph over time.

use super::graph::graph;
use super::{Cut, compact, foot};
use crate::action::UiAction;
use crate::frames::Frame;
use crate::icons::Icon;
use crate::kit::{Face, Kit, PadButton, prompt};
use crate::palette::{Ink, On};
use crate::theme::Type;
use crate::{keys, text};
use egui::{Align, Align2, Color32, Rect, pos2, vec2};
use view::hud::Summary;

/// The screen.
pub fn show(kit: &mut Kit<'_>, whole: Rect, summary: &Summary) {
    let small = compact(whole);
    let veil = if summary.won { Color32::from_rgba_premultiplied(6, 10, 18, 130) } else { Color32::from_rgba_premultiplied(22, 4, 2, 140) };
    kit.painter().rect_filled(whole, 0.0, veil);
    let mut rest = whole;
    let foot = foot(&mut rest, small);
    let width = (whole.width() - if small { 24.0 } else { 120.0 }).min(1120.0);
    let height = (rest.height() - if small { 14.0 } else { 60.0 }).min(660.0);
    let sheet = Rect::from_center_size(rest.center() + vec2(0.0, if small { 4.0 } else { 16.0 }), vec2(width, height));
    kit.plate(sheet, Frame::Parchment);
    let mut inner = sheet.shrink2(vec2(if small { 16.0 } else { 34.0 }, if small { 8.0 } else { 24.0 }));
    head(kit, sheet, &mut inner, summary, small);

    let mut choices = inner.cut_right(if small { 252.0 } else { 330.0 });
    inner.cut_right(if small { 14.0 } else { 30.0 });
    buttons(kit, &mut choices, summary, small);

    let stats = inner.cut_bottom(if small { 74.0 } else { 132.0 });
    inner.cut_bottom(if small { 4.0 } else { 12.0 });
    graph(kit, inner, summary, small);
    numbers(kit, stats, summary, small);
    kit.prompts(foot, Align::Max, &[prompt(PadButton::South, keys::ACCEPT, text::PROMPT_SELECT), prompt(PadButton::CrossVertical, "", text::PROMPT_CHOOSE)]);
}

fn head(kit: &mut Kit<'_>, sheet: Rect, inner: &mut Rect, summary: &Summary, small: bool) {
    let title = if summary.won { text::WON } else { text::LOST };
    let line = if summary.won {
        text::won_line(&summary.level, summary.waves, summary.keep_share)
    } else {
        text::lost_line(&summary.level, summary.wave, summary.waves)
    };
    let mut head = inner.cut_top(if small { 42.0 } else { 76.0 });
    if small {
        let ink = if summary.won { Ink::Good } else { Ink::Bad };
        let used = kit.text(head, Align2::LEFT_CENTER, Type::Title, On::Parchment, ink, title);
        head.min.x = used.right() + 16.0;
        if summary.won {
            kit.stars(head.cut_right(82.0), summary.stars, 24.0);
            head.cut_right(6.0);
        }
        kit.data(head, Align2::RIGHT_CENTER, Type::Small, On::Parchment, Ink::Soft, &line);
        return;
    }
    let plaque = Rect::from_center_size(pos2(sheet.center().x, sheet.top() + 16.0), vec2(490.0, 64.0));
    kit.frame(plaque.expand2(vec2(10.0, 6.0)), Frame::Shadow);
    let (frame, on) = if summary.won { (Frame::EnamelGreen, On::Green) } else { (Frame::EnamelRed, On::Red) };
    kit.frame(plaque, frame);
    kit.icon(pos2(plaque.left() + 44.0, plaque.center().y), 40.0, Icon::Keep);
    kit.icon(pos2(plaque.right() - 44.0, plaque.center().y), 40.0, if summary.won { Icon::Star } else { Icon::Skull });
    kit.text(plaque, Align2::CENTER_CENTER, Type::Heading, on, Ink::Strong, title);
    head.min.y += 30.0;
    kit.data(head, Align2::CENTER_CENTER, Type::Body, On::Parchment, Ink::Soft, &line);
}

fn buttons(kit: &mut Kit<'_>, area: &mut Rect, summary: &Summary, small: bool) {
    kit.group = 1;
    if !small {
        let head = area.cut_top(32.0);
        let title = if summary.won { text::AND_NOW } else { text::TRY_AGAIN };
        kit.text(head, Align2::LEFT_CENTER, Type::Title, On::Parchment, Ink::Strong, title);
        if summary.won {
            kit.stars(Rect::from_min_max(pos2(head.right() - 104.0, head.top()), head.max), summary.stars, 30.0);
        }
        area.cut_top(8.0);
    }
    let gap = if small { 10.0 } else { 14.0 };
    let first = area.cut_top(if small { 56.0 } else { 78.0 });
    area.cut_top(gap);
    let mut rest = if summary.won {
        if kit.button("levels", first, Face::Red, Some(Icon::Flag), text::NEXT_LEVEL, None).clicked {
            kit.act(UiAction::OpenLevels);
        }
        vec![("restart", Icon::Retry, text::PLAY_AGAIN, UiAction::RestartLevel)]
    } else {
        let label = text::retry_wave(summary.wave.max(1));
        if kit.button("retry", first, Face::Red, Some(Icon::Retry), &label, Some(text::RETRY_NOTE)).clicked {
            kit.act(UiAction::RetryWave);
        }
        vec![("restart", Icon::Flag, text::RESTART, UiAction::RestartLevel), ("levels", Icon::Sword, text::NEXT_LEVEL, UiAction::OpenLevels)]
    };
    rest.push(("to title", Icon::Back, text::TO_TITLE, UiAction::ToTitle));
    for (id, icon, label, action) in rest {
        let rect = area.cut_top(if small { 42.0 } else { 54.0 });
        area.cut_top(gap);
        if kit.button(id, rect, Face::Iron, Some(icon), label, None).clicked {
            kit.act(action);
        }
    }
}

fn numbers(kit: &mut Kit<'_>, area: Rect, summary: &Summary, small: bool) {
    let cells = [
        (Icon::Skull, text::grouped(summary.killed.into()), text::KILLED),
        (Icon::Air, text::grouped(summary.knocked.into()), text::KNOCKED),
        (Icon::Star, text::grouped(summary.in_the_air_peak.into()), text::AIR_PEAK),
        (Icon::Range, text::meters(summary.longest_flight_m), text::LONGEST),
        (Icon::Upgrade, text::meters(summary.highest_throw_m), text::HIGHEST),
        (Icon::Clock, text::clock(summary.seconds), text::TIME),
    ];
    let (columns, rows) = (3, 2);
    let (w, h) = (area.width() / columns as f32, area.height() / rows as f32);
    for (i, (icon, value, what)) in cells.into_iter().enumerate() {
        let at = area.min + vec2((i % columns) as f32 * w, (i / columns) as f32 * h);
        let cell = Rect::from_min_size(at, vec2(w, h)).shrink(3.0);
        kit.frame(cell, Frame::Field);
        kit.icon(pos2(cell.left() + if small { 18.0 } else { 24.0 }, cell.center().y), if small { 22.0 } else { 32.0 }, icon);
        let room = Rect::from_min_max(pos2(cell.left() + if small { 34.0 } else { 48.0 }, cell.top()), pos2(cell.right() - 2.0, cell.bottom()));
        if small {
            kit.data(room, Align2::LEFT_CENTER, Type::Strong, On::ParchmentField, Ink::Strong, &value);
            continue;
        }
        let upper = Rect::from_min_max(room.min, pos2(room.right(), room.center().y + 4.0));
        let lower = Rect::from_min_max(pos2(room.left(), room.center().y + 2.0), room.max);
        kit.data(upper, Align2::LEFT_CENTER, Type::Figure, On::ParchmentField, Ink::Strong, &value);
        kit.text(lower, Align2::LEFT_CENTER, Type::Small, On::ParchmentField, Ink::Soft, what);
    }
}
