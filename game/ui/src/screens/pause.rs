//! Pause: the battle stays visible; one sheet with what can be done and what would be lost.

use super::{Cut, compact, foot};
use crate::action::UiAction;
use crate::frames::Frame;
use crate::icons::Icon;
use crate::kit::{Face, Kit, PadButton, prompt};
use crate::palette::{Ink, On};
use crate::theme::Type;
use crate::{keys, text};
use egui::{Align, Align2, Color32, Rect, vec2};
use view::hud::Hud;

/// The screen.
pub fn show(kit: &mut Kit<'_>, whole: Rect, hud: &Hud) {
    let small = compact(whole);
    kit.painter().rect_filled(whole, 0.0, Color32::from_black_alpha(125));
    let mut rest = whole;
    let foot = foot(&mut rest, small);
    let size = if small { vec2((rest.width() - 40.0).min(720.0), (rest.height() - 20.0).min(330.0)) } else { vec2(468.0, 540.0) };
    let sheet = Rect::from_center_size(rest.center() + vec2(0.0, 6.0), size);
    kit.plate(sheet, Frame::Iron);
    let page = sheet.shrink(12.0);
    kit.frame(page, Frame::Parchment);
    let mut inner = page.shrink2(vec2(if small { 20.0 } else { 34.0 }, if small { 10.0 } else { 24.0 }));
    let head = inner.cut_top(if small { 40.0 } else { 46.0 });
    let align = if small { Align2::LEFT_CENTER } else { Align2::CENTER_CENTER };
    let used = kit.text(head, align, Type::Heading, On::Parchment, Ink::Strong, text::PAUSED);
    let line = if hud.wave == 0 { hud.level.clone() } else { text::battle_line(&hud.level, hud.wave, hud.waves) };
    if small {
        let room = Rect::from_min_max(egui::pos2(used.right() + 16.0, head.top()), head.max);
        kit.data(room, Align2::RIGHT_CENTER, Type::Body, On::Parchment, Ink::Soft, &line);
    } else {
        let room = inner.cut_top(22.0);
        kit.data(room, Align2::CENTER_CENTER, Type::Body, On::Parchment, Ink::Soft, &line);
    }
    inner.cut_top(if small { 2.0 } else { 8.0 });
    kit.rule(inner.x_range(), inner.top());
    inner.cut_top(if small { 12.0 } else { 18.0 });

    kit.group = 1;
    let columns = if small { 2 } else { 1 };
    let gap = 12.0;
    let rows = if small { 3 } else { 5 };
    let hint = inner.cut_bottom(if small { 24.0 } else { 26.0 });
    let height = ((inner.height() - gap * rows as f32) / rows as f32).min(58.0);
    let width = (inner.width() - gap * (columns - 1) as f32) / columns as f32;
    let origin = inner.min;
    let place = |i: usize| Rect::from_min_size(origin + vec2((i % columns) as f32 * (width + gap), (i / columns) as f32 * (height + gap)), vec2(width, height));

    let mut next = 0..;
    let mut place = || place(next.next().unwrap_or(0));
    if kit.button("resume", place(), Face::Red, Some(Icon::Play), text::RESUME, None).clicked || kit.back {
        kit.act(UiAction::Resume);
    }
    if hud.wave > 0 && kit.button_twice("retry wave", place(), Icon::Retry, text::RETRY_NOW, text::RETRY_NOW_SURE) {
        kit.act(UiAction::RetryWave);
    }
    if kit.button_twice("restart", place(), Icon::Flag, text::RESTART, text::RESTART_SURE) {
        kit.act(UiAction::RestartLevel);
    }
    if kit.button("settings", place(), Face::Iron, Some(Icon::Gear), text::SETTINGS, None).clicked {
        kit.act(UiAction::OpenSettings);
    }
    if kit.button("to title", place(), Face::Iron, Some(Icon::Back), text::TO_TITLE, None).clicked {
        kit.act(UiAction::ToTitle);
    }
    kit.text(hint, Align2::CENTER_CENTER, Type::Small, On::Parchment, Ink::Soft, text::LEAVING_KEEPS);
    kit.prompts(
        foot,
        Align::Max,
        &[
            prompt(PadButton::South, keys::ACCEPT, text::PROMPT_SELECT),
            prompt(PadButton::East, keys::BACK, text::RESUME),
            prompt(PadButton::CrossVertical, "", text::PROMPT_CHOOSE),
        ],
    );
}
