//! Something went wrong: what happened, in a sentence, and what to do about it.

use super::{Cut, compact, foot};
use crate::action::UiAction;
use crate::frames::Frame;
use crate::icons::Icon;
use crate::kit::{Face, Kit, PadButton, prompt};
use crate::palette::{Ink, On};
use crate::theme::Type;
use crate::{keys, text};
use egui::{Align, Align2, Color32, Rect, pos2, vec2};

/// The screen.
pub fn show(kit: &mut Kit<'_>, whole: Rect, sentence: &str, remedy: &str) {
    let small = compact(whole);
    kit.painter().rect_filled(whole, 0.0, Color32::from_black_alpha(110));
    let mut rest = whole;
    let foot = foot(&mut rest, small);
    let size = if small { vec2((rest.width() - 32.0).min(760.0), rest.height() - 16.0) } else { vec2(720.0, 430.0) };
    let sheet = Rect::from_center_size(rest.center() + vec2(0.0, 4.0), size);
    kit.plate(sheet, Frame::Iron);
    let page = sheet.shrink(12.0);
    kit.frame(page, Frame::Parchment);
    let mut inner = page.shrink2(if small { vec2(20.0, 12.0) } else { vec2(34.0, 26.0) });
    let mut head = inner.cut_top(44.0);
    let sign = head.cut_left(52.0);
    kit.icon(pos2(sign.left() + 20.0, sign.center().y), 40.0, Icon::Warn);
    kit.text(head, Align2::LEFT_CENTER, Type::Heading, On::Parchment, Ink::Bad, text::ERROR);
    inner.cut_top(6.0);
    kit.rule(inner.x_range(), inner.top());
    inner.cut_top(12.0);
    let mut buttons = inner.cut_bottom(54.0);
    inner.cut_bottom(12.0);
    let kind = if small { Type::Small } else { Type::Body };
    let told = Rect::from_min_max(inner.min, pos2(inner.right(), inner.top() + inner.height() * 0.55));
    let used = kit.paragraph_of_data(told, kind, On::Parchment, Ink::Strong, sentence);
    inner.min.y = used.bottom() + if small { 6.0 } else { 14.0 };
    let title = inner.cut_top(26.0);
    kit.text(title, Align2::LEFT_CENTER, Type::Label, On::Parchment, Ink::Accent, text::REMEDY);
    kit.paragraph_of_data(inner, kind, On::Parchment, Ink::Soft, remedy);

    kit.group = 1;
    let half = (buttons.width() - 14.0) * 0.5;
    let left = buttons.cut_left(half);
    buttons.cut_left(14.0);
    let to_title = kit.button("to title", left, Face::Red, Some(Icon::Back), text::TO_TITLE, None);
    if to_title.clicked || kit.back {
        kit.act(UiAction::ToTitle);
    }
    if kit.button("quit", buttons, Face::Iron, Some(Icon::Flag), text::QUIT, None).clicked {
        kit.act(UiAction::Quit);
    }
    kit.prompts(foot, Align::Max, &[prompt(PadButton::South, keys::ACCEPT, text::PROMPT_SELECT), prompt(PadButton::East, keys::BACK, text::TO_TITLE)]);
}
