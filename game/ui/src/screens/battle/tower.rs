//! The selected tower's sheet: what it is, what it did, and what it is worth.

use super::top::health_color;
use crate::action::UiAction;
use crate::frames::Frame;
use crate::icons::{self, Icon};
use crate::kit::{Face, Kit};
use crate::palette::{Ink, On};
use crate::screens::Cut;
use crate::text;
use crate::theme::Type;
use egui::{Align2, Rect, Vec2, pos2, vec2};
use view::hud::TowerPanel;

/// Size of the sheet where `room` points of height are free.
pub fn size(room: f32) -> Vec2 {
    if room < 360.0 { vec2(260.0, room.min(250.0)) } else { vec2(306.0, 352.0) }
}

/// The sheet in `rect`.
pub fn show(kit: &mut Kit<'_>, rect: Rect, panel: &TowerPanel, compact: bool) {
    let dense = compact || rect.height() < 340.0;
    kit.plate(rect, Frame::Parchment);
    let mut inner = rect.shrink2(vec2(if dense { 14.0 } else { 20.0 }, if dense { 9.0 } else { 18.0 }));
    kit.group = 5;
    let mut head = inner.cut_top(if dense { 34.0 } else { 60.0 });
    let medal = head.cut_left(if dense { 34.0 } else { 60.0 });
    kit.frame(medal, Frame::Recess);
    kit.icon(medal.center(), medal.width() - 8.0, icons::of_building(&panel.id));
    head.cut_left(10.0);
    let close = head.cut_right(34.0);
    let close = Rect::from_min_size(close.min, Vec2::splat(34.0));
    let press = kit.press("close", close, true, false);
    kit.face(close, Face::Iron, press, true);
    kit.icon(close.center(), 18.0, Icon::Close);
    if press.clicked {
        kit.act(UiAction::Deselect);
    }
    head.cut_right(6.0);
    let share = if panel.health_max > 0 { panel.health.max(0) as f32 / panel.health_max as f32 } else { 0.0 };
    let health = text::of(panel.health, panel.health_max);
    if dense {
        kit.data(head, Align2::LEFT_CENTER, Type::Label, On::Parchment, Ink::Strong, &panel.name);
    } else {
        let upper = head.cut_top(36.0);
        kit.data(upper, Align2::LEFT_CENTER, Type::Title, On::Parchment, Ink::Strong, &panel.name);
        let mut line = Rect::from_min_max(pos2(head.left(), head.top() + 3.0), pos2(close.right(), head.top() + 23.0));
        let number = line.cut_right(kit.width(Type::Strong, &health).min(110.0) + 2.0);
        line.cut_right(6.0);
        kit.bar(line, share, 0.0, health_color(share), 0);
        kit.data(number, Align2::RIGHT_CENTER, Type::Strong, On::Parchment, Ink::Strong, &health);
        inner.cut_top(12.0);
        kit.rule(inner.x_range(), inner.top());
        inner.cut_top(8.0);
    }
    let sell = inner.cut_bottom(if dense { 38.0 } else { 52.0 });
    inner.cut_bottom(if dense { 6.0 } else { 12.0 });
    let mut rows = Vec::new();
    if dense {
        rows.push((text::HEALTH, health));
    }
    if panel.damage > 0 {
        rows.push((text::DAMAGE, text::grouped(panel.damage.into())));
    }
    if panel.range_m > 0.0 {
        rows.push((text::RANGE, text::meters(panel.range_m)));
    }
    if panel.reload_s > 0.0 {
        rows.push((text::RELOAD, text::seconds(panel.reload_s)));
    }
    rows.push((text::KILLS, text::grouped(panel.kills.into())));
    rows.push((text::THROWN, text::grouped(panel.thrown.into())));
    // The last rows are the ones that can be missed.
    let each = if dense { 21.0 } else { 26.0 };
    for (what, value) in rows.into_iter().take((inner.height() / each).floor().max(0.0) as usize) {
        let row = inner.cut_top(each);
        kit.text(row, Align2::LEFT_CENTER, Type::Body, On::Parchment, Ink::Soft, what);
        kit.text(row, Align2::RIGHT_CENTER, Type::Strong, On::Parchment, Ink::Strong, &value);
    }
    let id = Kit::id("sell");
    let armed = kit.memory.armed == Some(id);
    let label = if armed { text::SELL_SURE } else { text::SELL };
    let press = kit.press("sell", sell, true, false);
    let on = kit.face(sell, if armed { Face::Red } else { Face::Iron }, press, true);
    kit.icon(pos2(sell.left() + 26.0, sell.center().y), 26.0, Icon::Sell);
    let room = Rect::from_min_max(pos2(sell.left() + 48.0, sell.top()), sell.max - vec2(14.0, 0.0));
    kit.text(room, Align2::LEFT_CENTER, Type::Label, on, Ink::Strong, label);
    let worth = kit.text(room, Align2::RIGHT_CENTER, Type::Figure, on, Ink::Gold, &text::bonus(panel.refund));
    kit.icon(pos2(worth.left() - 14.0, room.center().y), 20.0, Icon::Coin);
    if armed && !press.focused {
        kit.memory.armed = None;
    }
    if press.clicked {
        kit.memory.armed = if armed { None } else { Some(id) };
        if armed {
            kit.act(UiAction::SellSelected);
        }
    }
}
