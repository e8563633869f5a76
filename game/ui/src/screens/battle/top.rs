//! The plates along the upper edge: purse and keep, the wave, the counters and the menu.

use crate::action::UiAction;
use crate::frames::Frame;
use crate::icons::{self, Icon};
use crate::kit::{Face, Kit};
use crate::palette::{self, Ink, On};
use crate::screens::Cut;
use crate::theme::Type;
use crate::{keys, text};
use egui::{Align2, Color32, Rect, pos2, vec2};
use view::hud::Hud;

/// Color of a health bar by its share: green, then amber, then red. The number beside it says the same.
pub fn health_color(share: f32) -> Color32 {
    if share > 0.6 {
        palette::GREEN
    } else if share > 0.3 {
        palette::BRASS
    } else {
        palette::RED
    }
}

fn share(part: i32, whole: i32) -> f32 {
    if whole > 0 { (part.max(0) as f32 / whole as f32).min(1.0) } else { 0.0 }
}

/// Gold and the keep's health.
pub fn purse(kit: &mut Kit<'_>, rect: Rect, hud: &Hud) {
    kit.plate(rect, Frame::Iron);
    let mut inner = rect.shrink2(vec2(22.0, 13.0));
    let upper = inner.cut_top(32.0);
    kit.icon(pos2(upper.left() + 15.0, upper.center().y), 30.0, Icon::Coin);
    let room = Rect::from_min_max(pos2(upper.left() + 38.0, upper.top()), upper.max);
    kit.data(room, Align2::LEFT_CENTER, Type::Title, On::Iron, Ink::Gold, &text::gold(hud.gold));
    let lower = inner;
    kit.icon(pos2(lower.left() + 15.0, lower.center().y + 1.0), 30.0, Icon::Keep);
    let words = text::of(hud.keep_health, hud.keep_health_max);
    let number = (kit.width(Type::Strong, &words) + 8.0).min(inner.width() - 90.0);
    let bar = Rect::from_min_max(pos2(lower.left() + 38.0, lower.center().y - 8.0), pos2(lower.right() - number, lower.center().y + 11.0));
    let health = share(hud.keep_health, hud.keep_health_max);
    let lost = ghost(kit, health);
    kit.bar(bar, health, lost, health_color(health), 5);
    let room = Rect::from_min_max(pos2(bar.right() + 4.0, lower.top() + 2.0), lower.max);
    let ink = if health > 0.3 { Ink::Strong } else { Ink::Bad };
    kit.data(room, Align2::RIGHT_CENTER, Type::Strong, On::Iron, ink, &words);
}

/// Who comes next: as many kinds as find room.
pub fn preview(kit: &mut Kit<'_>, room: Rect, hud: &Hud, on: On) {
    let mut x = room.left();
    for entry in &hud.preview {
        let count = text::short(entry.count.into());
        let width = kit.width(Type::Strong, &count);
        if x + 29.0 + width > room.right() + 1.0 {
            break;
        }
        kit.icon(pos2(x + 13.0, room.center().y), 26.0, icons::of_enemy(&entry.id));
        let at = Rect::from_min_size(pos2(x + 29.0, room.top()), vec2(width + 1.0, room.height()));
        kit.text(at, Align2::LEFT_CENTER, Type::Strong, on, Ink::Strong, &count);
        x += 29.0 + width + 14.0;
    }
}

/// How much of the wait for the next wave is over: of the longest wait that was seen for it.
fn waited(kit: &mut Kit<'_>, hud: &Hud, seconds: f32) -> f32 {
    let (wave, longest) = &mut kit.memory.wait;
    if *wave != hud.wave || !longest.is_finite() {
        (*wave, *longest) = (hud.wave, 0.0);
    }
    *longest = longest.max(seconds).max(1.0);
    1.0 - (seconds / *longest).clamp(0.0, 1.0)
}

/// What the keep has just lost stays pale in its bar for a moment.
fn ghost(kit: &mut Kit<'_>, health: f32) -> f32 {
    let passed_s = kit.ui.input(|i| i.unstable_dt).clamp(0.0, 0.1);
    kit.memory.keep_ghost = (kit.memory.keep_ghost - 0.12 * passed_s).clamp(health, 1.0);
    kit.memory.keep_ghost
}

/// Which wave, when the next comes, who it is, and the button that calls it.
pub fn wave(kit: &mut Kit<'_>, rect: Rect, hud: &Hud) {
    kit.plate(rect, Frame::Iron);
    let mut inner = rect.shrink2(vec2(20.0, 14.0));
    let badge = inner.cut_left(84.0);
    let plaque = Rect::from_center_size(badge.center() - vec2(4.0, 0.0), vec2(80.0, 88.0));
    kit.frame(plaque, Frame::EnamelRed);
    let line = |top: f32, height: f32| Rect::from_min_size(plaque.min + vec2(0.0, top), vec2(80.0, height));
    kit.text(line(7.0, 20.0), Align2::CENTER_CENTER, Type::SmallStrong, On::Red, Ink::Gold, text::WAVE);
    kit.text(line(22.0, 42.0), Align2::CENTER_CENTER, Type::Heading, On::Red, Ink::Strong, &hud.wave.min(999).to_string());
    kit.text(line(61.0, 20.0), Align2::CENTER_CENTER, Type::SmallStrong, On::Red, Ink::Strong, &text::of_waves(hud.waves));
    inner.cut_left(12.0);
    let Some(wait_s) = hud.next_wave_s else {
        let upper = inner.cut_top(44.0);
        kit.text(upper, Align2::LEFT_BOTTOM, Type::Title, On::Iron, Ink::Strong, text::LAST_WAVE);
        kit.text(inner.cut_top(28.0), Align2::LEFT_CENTER, Type::Body, On::Iron, Ink::Soft, text::LAST_WAVE_NOTE);
        return;
    };
    let call = inner.cut_right(142.0);
    inner.cut_right(14.0);
    call_button(kit, Rect::from_center_size(call.center(), vec2(142.0, 80.0)), hud);
    let line = inner.cut_top(26.0);
    let words = if hud.wave == 0 { text::FIRST_WAVE_IN } else { text::NEXT_WAVE_IN };
    kit.text(line, Align2::LEFT_CENTER, Type::Body, On::Iron, Ink::Soft, words);
    kit.text(line, Align2::RIGHT_CENTER, Type::Figure, On::Iron, Ink::Strong, &text::clock(wait_s));
    let bar = inner.cut_top(20.0);
    let waited = waited(kit, hud, wait_s);
    kit.bar(bar.shrink2(vec2(0.0, 1.0)), waited, 0.0, palette::BRASS, 0);
    inner.cut_top(5.0);
    preview(kit, inner, hud, On::Iron);
}

fn call_button(kit: &mut Kit<'_>, button: Rect, hud: &Hud) {
    kit.group = 1;
    let press = kit.press("call", button, true, false);
    if press.clicked {
        kit.act(UiAction::CallWave);
    }
    let on = kit.face(button, Face::Green, press, true);
    let horn_x = if hud.call_bonus > 0 { button.left() + 32.0 } else { button.center().x };
    kit.icon(pos2(horn_x, button.top() + 30.0), 30.0, Icon::Horn);
    if hud.call_bonus > 0 {
        let room = Rect::from_min_max(pos2(button.left() + 54.0, button.top() + 14.0), pos2(button.right() - 30.0, button.top() + 46.0));
        let used = kit.data(room, Align2::LEFT_CENTER, Type::Figure, on, Ink::Gold, &text::bonus(hud.call_bonus));
        kit.icon(pos2(used.right() + 12.0, room.center().y), 18.0, Icon::Coin);
    }
    let low = Rect::from_min_max(pos2(button.left() + 12.0, button.bottom() - 33.0), button.max - vec2(8.0, 9.0));
    let label = if hud.wave == 0 { text::CALL_FIRST } else { text::CALL };
    let room = Rect::from_min_max(pos2(low.left() + 30.0, low.top()), low.max);
    kit.text(room, Align2::LEFT_CENTER, Type::Strong, on, Ink::Strong, label);
    kit.hint(pos2(low.left() + 12.0, low.center().y), Align2::CENTER_CENTER, 24.0, keys::PAD_CALL, keys::CALL);
}

fn menu_button(kit: &mut Kit<'_>, rect: Rect, size: f32) {
    kit.group = 1;
    let press = kit.press("menu", rect, true, false);
    if press.clicked {
        kit.act(UiAction::OpenMenu);
    }
    kit.face(rect, Face::Iron, press, true);
    kit.icon(rect.center(), size, Icon::Gear);
}

/// Alive, in the air, fallen; the menu.
pub fn counters(kit: &mut Kit<'_>, rect: Rect, hud: &Hud) {
    kit.plate(rect, Frame::Iron);
    let mut inner = rect.shrink2(vec2(18.0, 14.0));
    menu_button(kit, Rect::from_center_size(pos2(inner.right() - 24.0, inner.center().y), vec2(48.0, 52.0)), 28.0);
    inner.cut_right(58.0);
    let each = inner.width() / 3.0;
    for (icon, value, what) in [(Icon::Crowd, hud.alive, text::ALIVE), (Icon::Air, hud.in_the_air, text::IN_THE_AIR), (Icon::Fallen, hud.fallen, text::FALLEN)]
    {
        let cell = inner.cut_left(each);
        kit.icon(pos2(cell.center().x, cell.top() + 12.0), 24.0, icon);
        let number = Rect::from_center_size(pos2(cell.center().x, cell.top() + 36.0), vec2(each + 4.0, 24.0));
        kit.text(number, Align2::CENTER_CENTER, Type::Strong, On::Iron, Ink::Strong, &text::short(value.into()));
        let word = Rect::from_center_size(pos2(cell.center().x, cell.top() + 54.0), vec2(each + 8.0, 18.0));
        kit.text(word, Align2::CENTER_CENTER, Type::Small, On::Iron, Ink::Soft, what);
    }
}

fn label_of(hud: &Hud) -> String {
    if hud.wave == 0 { text::wave_count(hud.waves) } else { text::wave_of(hud.wave, hud.waves) }
}

/// All of it in one bar, for little room.
pub fn bar(kit: &mut Kit<'_>, rect: Rect, hud: &Hud) {
    kit.plate(rect, Frame::Iron);
    let mut inner = rect.shrink2(vec2(16.0, 9.0));
    let coin = inner.cut_left(92.0);
    kit.icon(pos2(coin.left() + 11.0, coin.center().y), 24.0, Icon::Coin);
    let room = Rect::from_min_max(pos2(coin.left() + 26.0, coin.top()), coin.max);
    kit.data(room, Align2::LEFT_CENTER, Type::Figure, On::Iron, Ink::Gold, &text::short(hud.gold.into()));
    let keep = inner.cut_left(176.0);
    kit.icon(pos2(keep.left() + 12.0, keep.center().y), 26.0, Icon::Keep);
    let health = share(hud.keep_health, hud.keep_health_max);
    let bar = Rect::from_min_max(pos2(keep.left() + 28.0, keep.top() + 5.0), pos2(keep.left() + 108.0, keep.bottom() - 5.0));
    let lost = ghost(kit, health);
    kit.bar(bar, health, lost, health_color(health), 4);
    let room = Rect::from_min_max(pos2(keep.left() + 114.0, keep.top()), keep.max);
    kit.data(room, Align2::LEFT_CENTER, Type::Figure, On::Iron, Ink::Strong, &text::short(hud.keep_health.into()));
    let menu = inner.cut_right(38.0);
    menu_button(kit, menu.expand2(vec2(0.0, 4.0)), 22.0);
    inner.cut_right(10.0);
    let label = inner.cut_left(134.0);
    kit.data(label, Align2::LEFT_CENTER, Type::Label, On::Iron, Ink::Strong, &label_of(hud));
    if let Some(wait_s) = hud.next_wave_s {
        let clock = inner.cut_right(46.0);
        kit.text(clock, Align2::RIGHT_CENTER, Type::Figure, On::Iron, Ink::Strong, &text::clock(wait_s));
        if inner.width() > 60.0 {
            let waited = waited(kit, hud, wait_s);
            kit.bar(inner.shrink2(vec2(8.0, 6.0)), waited, 0.0, palette::BRASS, 0);
        }
    }
}

/// The counters without words, for little room.
pub fn counts(kit: &mut Kit<'_>, rect: Rect, hud: &Hud) {
    kit.plate(rect, Frame::IronButtonDown);
    let mut row = rect.shrink2(vec2(9.0, 4.0));
    let each = row.width() / 3.0;
    for (icon, value) in [(Icon::Crowd, hud.alive), (Icon::Air, hud.in_the_air), (Icon::Fallen, hud.fallen)] {
        let cell = row.cut_left(each);
        kit.icon(pos2(cell.left() + 10.0, cell.center().y), 20.0, icon);
        let room = Rect::from_min_max(pos2(cell.left() + 22.0, cell.top()), cell.max);
        kit.text(room, Align2::LEFT_CENTER, Type::SmallStrong, On::Iron, Ink::Strong, &text::short(value.into()));
    }
}
