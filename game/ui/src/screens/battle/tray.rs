//! The build bar: the level's towers with prices, then the powers with charges.

use super::Tip;
use crate::action::UiAction;
use crate::frames::Frame;
use crate::icons::{self, Icon};
use crate::input::Device;
use crate::kit::{Face, Kit, Note, Press};
use crate::palette::{self, Ink, On};
use crate::theme::Type;
use crate::{keys, text};
use egui::{Align2, Color32, Rect, Shape, Stroke, pos2, vec2};
use view::hud::{BuildEntry, Hand, Hud, PowerEntry};

/// Measures of the two plans: edge, gap between slots, gap between towers and powers, widest slot.
struct Plan {
    edge: [f32; 2],
    gap: f32,
    divider: f32,
    slot: f32,
}

fn plan(roomy: bool) -> Plan {
    if roomy { Plan { edge: [18.0, 14.0], gap: 9.0, divider: 26.0, slot: 82.0 } } else { Plan { edge: [12.0, 10.0], gap: 5.0, divider: 14.0, slot: 52.0 } }
}

/// Width that the bar would like to have.
pub fn width(hud: &Hud, roomy: bool) -> f32 {
    let plan = plan(roomy);
    let slots = (hud.towers.len() + hud.powers.len()) as f32;
    2.0 * plan.edge[0] + slots * plan.slot + (slots - 2.0).max(0.0) * plan.gap + divider(hud, &plan)
}

fn divider(hud: &Hud, plan: &Plan) -> f32 {
    if hud.towers.is_empty() || hud.powers.is_empty() { 0.0 } else { plan.divider }
}

/// The bar in `rect`.
pub fn show(kit: &mut Kit<'_>, rect: Rect, hud: &Hud, roomy: bool) -> Tip {
    let slots = hud.towers.len() + hud.powers.len();
    if slots == 0 {
        return None;
    }
    kit.plate(rect, Frame::Iron);
    let plan = plan(roomy);
    let inner = rect.shrink2(vec2(plan.edge[0], plan.edge[1]));
    let split = divider(hud, &plan);
    let gaps = (slots as f32 - 2.0).max(0.0) * plan.gap + split;
    let width = (inner.width() - gaps) / slots as f32;
    let mut x = inner.left();
    let mut tip = None;
    kit.group = 2;
    for (i, entry) in hud.towers.iter().enumerate() {
        let slot = Rect::from_min_size(pos2(x, inner.top()), vec2(width, inner.height()));
        let press = kit.press(&format!("tower {i}"), slot, entry.affordable, false);
        tower(kit, slot, entry, i, press, hud, roomy);
        if press.clicked {
            kit.act(if holds_tower(hud, entry) { UiAction::DropHand } else { UiAction::PickTower(entry.kind) });
        }
        if press.hovered {
            let bad = (!entry.affordable).then(|| text::short_of(entry.price.saturating_sub(hud.gold).max(0)));
            let facts = text::tower_facts(entry.price, entry.range_m);
            tip = Some((pos2(slot.center().x, rect.top() - 6.0), Note { title: entry.name.clone(), body: entry.about.clone(), facts, bad }));
        }
        x += width + plan.gap;
    }
    if split > 0.0 {
        x += split - plan.gap;
        kit.painter().vline(x - split * 0.5, inner.y_range().shrink(4.0), Stroke::new(2.0, palette::BRASS_DARK));
    }
    kit.group = 3;
    for (i, entry) in hud.powers.iter().enumerate() {
        let slot = Rect::from_min_size(pos2(x, inner.top()), vec2(width, inner.height()));
        let ready = entry.charges > 0;
        let press = kit.press(&format!("power {i}"), slot, ready, false);
        power(kit, slot, entry, i, press, hud, roomy);
        if press.clicked {
            kit.act(if holds_power(hud, entry) { UiAction::DropHand } else { UiAction::PickPower(entry.kind) });
        }
        if press.hovered {
            let mut facts = text::charges(entry.charges, entry.charges_max);
            if entry.wait_s > 0.0 {
                facts = format!("{facts}. {}", text::next_charge(entry.wait_s));
            }
            let bad = (!ready).then(|| text::NO_CHARGE.to_owned());
            tip = Some((pos2(slot.center().x, rect.top() - 6.0), Note { title: entry.name.clone(), body: entry.about.clone(), facts, bad }));
        }
        x += width + plan.gap;
    }
    tip
}

fn holds_tower(hud: &Hud, entry: &BuildEntry) -> bool {
    matches!(&hud.hand, Hand::Placing { kind, .. } if *kind == entry.kind)
}

fn holds_power(hud: &Hud, entry: &PowerEntry) -> bool {
    matches!(&hud.hand, Hand::Aiming { kind, .. } if *kind == entry.kind)
}

/// Sign and key cap of a slot.
fn sign(kit: &mut Kit<'_>, slot: Rect, icon: Icon, ready: bool, key: Option<&&str>, roomy: bool) -> Color32 {
    let size = if roomy { (slot.width() - 18.0).clamp(16.0, 46.0) } else { (slot.width() - 8.0).clamp(14.0, 32.0) };
    let keys = kit.device == Device::Keys;
    let y = if roomy { slot.top() + if keys { 42.0 } else { 36.0 } } else { slot.top() + 5.0 + size * 0.5 };
    let tint = if ready { Color32::WHITE } else { Color32::from_white_alpha(90) };
    kit.icon_tinted(pos2(slot.center().x, y), size, icon, tint);
    if let (true, true, Some(key)) = (roomy, keys, key) {
        kit.key(slot.left_top() + vec2(13.0, 12.0), key);
    }
    tint
}

fn tower(kit: &mut Kit<'_>, slot: Rect, entry: &BuildEntry, i: usize, press: Press, hud: &Hud, roomy: bool) {
    let on = if holds_tower(hud, entry) {
        kit.face(slot, Face::Blue, press, true)
    } else if entry.affordable {
        kit.face(slot, Face::Iron, press, true)
    } else {
        kit.frame(slot, Frame::IronButtonDown);
        On::Iron
    };
    let tint = sign(kit, slot, icons::of_building(&entry.id), entry.affordable, keys::TOWERS.get(i), roomy);
    let price = text::short(entry.price.into());
    let number = kit.width(Type::SmallStrong, &price);
    let coin = if roomy { 15.0 } else { 0.0 };
    let left = slot.center().x - (number + coin) * 0.5;
    let y = slot.bottom() - if roomy { 16.0 } else { 11.0 };
    if roomy {
        kit.icon_tinted(pos2(left + 5.0, y), 14.0, Icon::Coin, tint);
    }
    let room = Rect::from_min_size(pos2(left + coin, y - 10.0), vec2(number + 1.0, 20.0));
    let ink = if entry.affordable { Ink::Gold } else { Ink::Bad };
    kit.text(room, Align2::LEFT_CENTER, Type::SmallStrong, on, ink, &price);
}

fn power(kit: &mut Kit<'_>, slot: Rect, entry: &PowerEntry, i: usize, press: Press, hud: &Hud, roomy: bool) {
    let ready = entry.charges > 0;
    let on = if holds_power(hud, entry) {
        kit.face(slot, Face::Blue, press, true)
    } else if ready {
        kit.face(slot, Face::Plum, press, true)
    } else {
        kit.frame(slot, Frame::IronButtonDown);
        On::Iron
    };
    sign(kit, slot, icons::of_power(&entry.id), ready, keys::POWERS.get(i), roomy);
    let y = slot.bottom() - if roomy { 16.0 } else { 11.0 };
    let room = Rect::from_center_size(pos2(slot.center().x, y), vec2(slot.width(), 20.0));
    let most = usize::from(entry.charges_max);
    let (apart, big) = if roomy { (14.0, 7.0) } else { (11.0, 6.0) };
    if !ready {
        kit.text(room, Align2::CENTER_CENTER, Type::SmallStrong, on, Ink::Strong, &text::whole_seconds(entry.wait_s));
    } else if most as f32 * apart > slot.width() - 8.0 {
        // More charges than pips find room.
        kit.text(room, Align2::CENTER_CENTER, Type::SmallStrong, on, Ink::Gold, &text::of(entry.charges.into(), entry.charges_max.into()));
    } else {
        for n in 0..most {
            let c = pos2(slot.center().x + (n as f32 - (most as f32 - 1.0) * 0.5) * apart, y);
            let d = |r: f32| vec![c + vec2(0.0, -r), c + vec2(r, 0.0), c + vec2(0.0, r), c + vec2(-r, 0.0)];
            kit.painter().add(Shape::convex_polygon(d(big), palette::OUTLINE, Stroke::NONE));
            let fill = if n < usize::from(entry.charges) { palette::FOCUS } else { palette::IRON };
            kit.painter().add(Shape::convex_polygon(d(big - 2.2), fill, Stroke::NONE));
        }
    }
}
