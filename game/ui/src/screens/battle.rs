//! The battle: what I have, what comes, what I can do. Everything at the rim, the middle stays free.
//!
//! Groups of the focus: 1 wave and menu, 2 towers, 3 powers, 4 speed, 5 the selected tower's sheet. Until a shoulder button (or Tab)
//! takes the plates, directions and accept belong to the battlefield. Picking something gives them back.

mod hand;
mod top;
mod tower;
mod tray;

use super::compact;
use crate::action::UiAction;
use crate::frames::Frame;
use crate::icons::Icon;
use crate::kit::{Face, Kit, Note};
use crate::palette::{Ink, On};
use crate::text;
use crate::theme::Type;
use egui::{Align2, Color32, Pos2, Rect, pos2, vec2};
use view::hud::{Hand, Hud};

/// Index of the speed 1.
const SPEED_ONE: usize = 2;

/// The screen.
pub fn show(kit: &mut Kit<'_>, whole: Rect, hud: &Hud) {
    if kit.back {
        let back = if hud.hand != Hand::Free {
            UiAction::DropHand
        } else if hud.selected.is_some() {
            UiAction::Deselect
        } else {
            UiAction::OpenMenu
        };
        kit.act(back);
    }
    let small = compact(whole);
    let note = if small { compact_plan(kit, whole, hud) } else { roomy_plan(kit, whole, hud) };
    kit.memory.tooltip = note.is_some();
    if let Some((at, note)) = note {
        kit.tooltip(whole, at, &note);
    }
    let picked = |a: &UiAction| matches!(a, UiAction::PickTower(_) | UiAction::PickPower(_) | UiAction::Deselect | UiAction::SellSelected);
    if kit.memory.engaged && kit.actions.iter().any(picked) {
        kit.memory.engaged = false;
        kit.focus.visible = false;
    }
}

/// A tooltip and where its tip points.
type Tip = Option<(Pos2, Note)>;

fn roomy_plan(kit: &mut Kit<'_>, whole: Rect, hud: &Hud) -> Tip {
    let safe = whole.shrink(14.0);
    // Narrow screens leave less for the middle plate.
    let side = ((safe.width() - 470.0 - 2.0 * 12.0) * 0.5).clamp(230.0, 330.0);
    top::purse(kit, Rect::from_min_size(safe.min, vec2(side, 92.0)), hud);
    let wave_width = (safe.width() - 2.0 * (side + 12.0)).min(560.0);
    let wave = Rect::from_center_size(pos2(safe.center().x, safe.top() + 58.0), vec2(wave_width, 116.0));
    top::wave(kit, wave, hud);
    top::counters(kit, Rect::from_min_max(pos2(safe.right() - side, safe.top()), pos2(safe.right(), safe.top() + 92.0)), hud);

    let width = tray::width(hud, true).min(safe.width());
    let speed_size = vec2(if safe.width() >= 1100.0 { 330.0 } else { 262.0 }, 54.0);
    // The tray stands in the middle when the speeds find room beside it, otherwise they stand on it.
    let beside = safe.width() >= width + 2.0 * (speed_size.x + 14.0);
    let tray = Rect::from_min_max(pos2(safe.center().x - width * 0.5, safe.bottom() - 122.0), pos2(safe.center().x + width * 0.5, safe.bottom()));
    let foot = if beside { safe.bottom() } else { tray.top() - 12.0 };
    speeds(kit, Rect::from_min_size(pos2(safe.left(), foot - speed_size.y), speed_size), hud, 40.0);
    let tip = tray::show(kit, tray, hud, true);

    let mut news_width = safe.width() * 0.6;
    let mut strip = Rect::from_min_max(pos2(safe.left(), tray.top() - 46.0), pos2(safe.right(), tray.top() - 8.0));
    if !beside {
        strip.min.x += speed_size.x + 14.0;
    }
    if let Some(panel) = &hud.selected {
        let room = tray.top() - 14.0 - (safe.top() + 104.0);
        let size = tower::size(room);
        let clear = tray.right() + 14.0 <= safe.right() - size.x;
        let bottom = if clear { safe.bottom() } else { tray.top() - 14.0 };
        let sheet = Rect::from_min_size(pos2(safe.right() - size.x, bottom - size.y), size);
        tower::show(kit, sheet, panel, false);
        strip.max.x = sheet.left() - 16.0;
        if sheet.top() < wave.bottom() + 100.0 {
            news_width = news_width.min(2.0 * (sheet.left() - 14.0 - safe.center().x));
        }
        if clear {
            // What stands over the tray stays in its middle.
            strip.min.x = (2.0 * safe.center().x - strip.max.x).max(strip.min.x);
        }
    }
    hand::news(kit, pos2(safe.center().x, wave.bottom() + 12.0), news_width, hud);
    if tip.is_none() {
        hand::foot(kit, strip, hud);
    }
    tip
}

fn compact_plan(kit: &mut Kit<'_>, whole: Rect, hud: &Hud) -> Tip {
    let safe = whole.shrink(6.0);
    top::bar(kit, Rect::from_min_size(safe.min, vec2(safe.width(), 46.0)), hud);
    let second = safe.top() + 54.0;
    let mut x = safe.left();
    if hud.next_wave_s.is_some() {
        let early = Rect::from_min_size(pos2(x, second), vec2(154.0, 42.0));
        kit.group = 1;
        let label = if hud.wave == 0 { text::CALL_FIRST } else { text::EARLY };
        let bonus = text::bonus(hud.call_bonus);
        if kit.button("call", early, Face::Green, Some(Icon::Horn), label, Some(&bonus).filter(|_| hud.call_bonus > 0).map(String::as_str)).clicked {
            kit.act(UiAction::CallWave);
        }
        kit.plates.push(early);
        x = early.right() + 9.0;
        let next = Rect::from_min_size(pos2(x, second), vec2(196.0, 42.0));
        kit.plate(next, Frame::IronButton);
        top::preview(kit, next.shrink2(vec2(10.0, 3.0)), hud, On::IronRaised);
    }
    let third = if hud.next_wave_s.is_some() { second + 50.0 } else { second };
    let counts = Rect::from_min_size(pos2(safe.left(), third), vec2(216.0, 40.0));
    top::counts(kit, counts, hud);

    let tray_width = tray::width(hud, false);
    let speed_size = vec2(190.0, 50.0);
    let beside = safe.width() >= tray_width + speed_size.x + 8.0;
    let tray = Rect::from_min_max(pos2((safe.right() - tray_width).max(safe.left()), safe.bottom() - 80.0), safe.max);
    let foot = if beside { safe.bottom() } else { tray.top() - 6.0 };
    speeds(kit, Rect::from_min_size(pos2(safe.left(), foot - speed_size.y), speed_size), hud, 40.0);
    let tip = tray::show(kit, tray, hud, false);
    let mut strip = Rect::from_min_max(pos2(safe.left(), tray.top() - 38.0), pos2(safe.right(), tray.top() - 4.0));
    if !beside {
        strip.min.x += speed_size.x + 8.0;
    }
    let mut news_right = safe.right();
    if let Some(panel) = &hud.selected {
        let sheet = Rect::from_min_max(pos2(safe.right() - 236.0, second), pos2(safe.right(), tray.top() - 6.0));
        let sheet = Rect::from_min_max(sheet.min, pos2(sheet.right(), sheet.bottom().min(sheet.top() + 244.0)));
        tower::show(kit, sheet, panel, true);
        strip.max.x = sheet.left() - 8.0;
        news_right = sheet.left() - 8.0;
    }
    let news = Rect::from_min_max(pos2(safe.left(), third + 46.0), pos2(news_right, third + 86.0));
    hand::news(kit, news.center_top(), news.width(), hud);
    if tip.is_none() {
        hand::foot(kit, strip, hud);
    }
    tip
}

/// Pause and the speeds.
fn speeds(kit: &mut Kit<'_>, rect: Rect, hud: &Hud, pause_width: f32) {
    kit.plate(rect, Frame::IronButtonDown);
    let inner = rect.shrink2(vec2(8.0, 7.0));
    kit.group = 4;
    let pause = Rect::from_min_size(inner.min, vec2(pause_width, inner.height()));
    let press = kit.press("pause", pause, true, false);
    kit.face(pause, if hud.paused { Face::Blue } else { Face::Iron }, press, true);
    kit.icon(pause.center(), 20.0, if hud.paused { Icon::Play } else { Icon::Pause });
    if press.clicked {
        kit.act(if hud.paused { UiAction::Resume } else { UiAction::Pause });
    }
    let rest = Rect::from_min_max(pos2(pause.right() + 9.0, inner.top()), inner.max);
    let speed = hud.speed.min(text::SPEEDS.len() - 1);
    if rest.width() >= 6.0 * 34.0 {
        let gap = 4.0;
        let each = (rest.width() - 5.0 * gap) / 6.0;
        for (i, label) in text::SPEEDS.into_iter().enumerate() {
            let chip = Rect::from_min_size(pos2(rest.left() + i as f32 * (each + gap), rest.top()), vec2(each, rest.height()));
            kit.home = i == speed;
            let press = kit.press(&format!("speed {i}"), chip, true, false);
            let on = kit.face(chip, if i == speed { Face::Blue } else { Face::Iron }, press, true);
            kit.text(chip, Align2::CENTER_CENTER, Type::Strong, on, Ink::Strong, label);
            if press.clicked && i != speed {
                kit.act(UiAction::Speed(i));
            }
        }
    } else {
        for (name, icon, left, to) in
            [("slower", Icon::Slow, true, speed.checked_sub(1)), ("faster", Icon::Fast, false, Some(speed + 1).filter(|s| *s < text::SPEEDS.len()))]
        {
            let size = vec2(34.0, rest.height());
            let chip = Rect::from_min_size(if left { rest.min } else { pos2(rest.right() - size.x, rest.top()) }, size);
            let press = kit.press(name, chip, to.is_some(), false);
            kit.face(chip, Face::Iron, press, to.is_some());
            kit.icon_tinted(chip.center(), 18.0, icon, if to.is_some() { Color32::WHITE } else { Color32::from_white_alpha(80) });
            if let (true, Some(to)) = (press.clicked, to) {
                kit.act(UiAction::Speed(to));
            }
        }
        let room = Rect::from_min_max(pos2(rest.left() + 34.0, rest.top()), pos2(rest.right() - 34.0, rest.bottom()));
        let ink = if speed == SPEED_ONE { Ink::Strong } else { Ink::Gold };
        kit.text(room, Align2::CENTER_CENTER, Type::Figure, On::Iron, ink, text::SPEEDS_LONG[speed]);
    }
}
