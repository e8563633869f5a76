//! Settings: pages on the left (or as a strip on top when there is little room), rows in the middle, an explanation of the focused
//! row below. Every row is a setting of the model; a change is asked for at once.

use super::{Cut, compact, foot};
use crate::action::{SettingChange, UiAction, Volume};
use crate::frames::Frame;
use crate::icons::Icon;
use crate::kit::{Face, Kit, PadButton, prompt};
use crate::model::{SettingsModel, Shadows, WindowMode};
use crate::palette::{self, Ink, On};
use crate::theme::Type;
use crate::{keys, text};
use egui::{Align, Align2, Color32, Rect, pos2, vec2};

/// What a row is worked with.
enum Control {
    /// Shown, place, changes by place.
    Step(String, usize, Vec<SettingChange>),
    /// Now, and the change for a value.
    Switch(bool, fn(bool) -> SettingChange),
    /// Now, and the change for a value.
    Slide(f32, Box<dyn Fn(f32) -> SettingChange>),
}

/// A row: name in the focus, words, control.
struct Row(&'static str, text::Row, Control);

/// Steps of the interface's size.
const SCALES: [f32; 6] = [0.75, 1.0, 1.25, 1.5, 1.75, 2.0];

/// Steps of the numbers of marks and of flying dead.
const COUNTS: [u32; 8] = [0, 100, 250, 500, 1_000, 1_500, 2_500, 5_000];

/// A row of [`COUNTS`]; what is set now need not be among them.
fn counts(now: u32, change: fn(u32) -> SettingChange) -> Control {
    let place = COUNTS.partition_point(|count| *count < now).min(COUNTS.len() - 1);
    Control::Step(now.to_string(), place, COUNTS.map(change).to_vec())
}

fn pages(model: &SettingsModel) -> [Vec<Row>; 3] {
    let place = |at: Option<usize>| at.unwrap_or(0);
    // The size the window has now need not be among those that can be chosen.
    let mut sizes = model.sizes_px.clone();
    if !sizes.contains(&model.size_px) {
        sizes.push(model.size_px);
    }
    sizes.sort_unstable();
    sizes.dedup();
    let nearest = |scale: f32| (0..SCALES.len()).min_by(|a, b| (SCALES[*a] - scale).abs().total_cmp(&(SCALES[*b] - scale).abs()));
    let volume = |now: f32, which: Volume| Control::Slide(now, Box::new(move |to| SettingChange::Volume(which, to)));
    let window = place(WindowMode::ALL.iter().position(|w| *w == model.window));
    let shadows = place(Shadows::ALL.iter().position(|s| *s == model.shadows));
    [
        vec![
            Row("window", text::WINDOW, Control::Step(text::WINDOW_MODES[window].into(), window, WindowMode::ALL.map(SettingChange::Window).to_vec())),
            Row(
                "size",
                text::SIZE,
                Control::Step(
                    text::size(model.size_px),
                    place(sizes.iter().position(|s| *s == model.size_px)),
                    sizes.iter().map(|s| SettingChange::SizePx(*s)).collect(),
                ),
            ),
            Row("vsync", text::VSYNC, Control::Switch(model.vsync, SettingChange::Vsync)),
            Row("shadows", text::SHADOWS, Control::Step(text::SHADOWS_KINDS[shadows].into(), shadows, Shadows::ALL.map(SettingChange::Shadows).to_vec())),
            Row("decals", text::DECALS, counts(model.decals, SettingChange::Decals)),
            Row("dead", text::FLYING_DEAD, counts(model.flying_dead, SettingChange::FlyingDead)),
        ],
        vec![
            Row("master", text::MASTER, volume(model.master, Volume::Master)),
            Row("music", text::MUSIC, volume(model.music, Volume::Music)),
            Row("effects", text::EFFECTS, volume(model.effects, Volume::Effects)),
            Row("interface", text::INTERFACE, volume(model.interface, Volume::Interface)),
            Row("ambience", text::AMBIENCE, volume(model.ambience, Volume::Ambience)),
        ],
        vec![
            Row(
                "scale",
                text::SCALE,
                Control::Step(text::percent(model.interface_scale), place(nearest(model.interface_scale)), SCALES.map(SettingChange::InterfaceScale).to_vec()),
            ),
            Row("contrast", text::CONTRAST, Control::Switch(model.high_contrast, SettingChange::HighContrast)),
            Row("shake", text::SHAKE, Control::Slide(model.screen_shake, Box::new(SettingChange::ScreenShake))),
            Row("edge", text::EDGE, Control::Switch(model.edge_scroll, SettingChange::EdgeScroll)),
        ],
    ]
}

/// The screen.
pub fn show(kit: &mut Kit<'_>, whole: Rect, model: &SettingsModel) {
    let small = compact(whole);
    kit.painter().rect_filled(whole, 0.0, Color32::from_black_alpha(120));
    let mut rest = whole;
    let foot = foot(&mut rest, small);
    let page_width = (whole.width() - if small { 24.0 } else { 96.0 }).min(1080.0);
    let page_height = (rest.height() - if small { 16.0 } else { 44.0 }).min(580.0);
    let page = Rect::from_center_size(rest.center() + vec2(0.0, if small { 3.0 } else { 10.0 }), vec2(page_width, page_height));
    kit.plate(page, Frame::Iron);
    let mut body = page.shrink(if small { 14.0 } else { 20.0 });
    if kit.back {
        kit.act(UiAction::CloseSettings);
    }
    tabs(kit, &mut body, small);

    kit.frame(body, Frame::Parchment);
    let mut inner = body.shrink2(vec2(if small { 14.0 } else { 28.0 }, if small { 10.0 } else { 20.0 }));
    let note = inner.cut_bottom(if small { 50.0 } else { 84.0 });
    inner.cut_bottom(if small { 4.0 } else { 12.0 });
    let all = pages(model);
    let rows = &all[kit.memory.page.min(all.len() - 1)];
    let each = if small { 46.0 } else { 60.0 };
    let mut why = rows.first().map_or("", |r| r.1.1);
    kit.scroll(inner, each * rows.len() as f32, |kit, mut area| {
        kit.group = 2;
        for (i, row) in rows.iter().enumerate() {
            let line = area.cut_top(each);
            if kit.focus.current == Some(Kit::id(row.0)) {
                kit.memory.row = i;
            }
            if kit.memory.row == i {
                why = row.1.1;
            }
            draw_row(kit, line, row, i);
        }
    });
    kit.rule(note.x_range(), note.top());
    let room = note.translate(vec2(0.0, if small { 6.0 } else { 12.0 }));
    let room = Rect::from_min_max(room.min, pos2(room.right(), note.bottom() + 2.0));
    kit.paragraph(room, if small { Type::Small } else { Type::Body }, On::Parchment, Ink::Soft, why);
    kit.prompts(
        foot,
        Align::Max,
        &[
            prompt(PadButton::East, keys::BACK, text::PROMPT_BACK),
            prompt(PadButton::CrossHorizontal, "", text::PROMPT_CHANGE),
            prompt(PadButton::L1, "", ""),
            prompt(PadButton::R1, keys::GROUP, text::PROMPT_PAGE),
        ],
    );
}

fn tabs(kit: &mut Kit<'_>, body: &mut Rect, small: bool) {
    let signs = [Icon::Eye, Icon::Sound, Icon::Star];
    if small {
        let mut strip = body.cut_top(40.0);
        body.cut_top(8.0);
        kit.group = 3;
        let back = strip.cut_right(44.0);
        strip.cut_right(8.0);
        back_button(kit, back, false);
        kit.group = 1;
        // The open page shows its name; the others give up their room for it.
        let open = 150.0;
        let each = ((strip.width() - 2.0 * 8.0 - open) / 2.0).min(120.0);
        for (i, (icon, name)) in signs.into_iter().zip(text::PAGES).enumerate() {
            let here = i == kit.memory.page;
            let rect = strip.cut_left(if here { open } else { each });
            strip.cut_left(9.0);
            tab(kit, rect, icon, name, i, here);
        }
        return;
    }
    let mut column = body.cut_left(214.0);
    body.cut_left(16.0);
    let head = column.cut_top(56.0);
    kit.text(head, Align2::LEFT_CENTER, Type::Heading, On::Iron, Ink::Strong, text::SETTINGS);
    kit.group = 1;
    for (i, (icon, name)) in signs.into_iter().zip(text::PAGES).enumerate() {
        let rect = column.cut_top(54.0);
        column.cut_top(10.0);
        tab(kit, rect, icon, name, i, true);
    }
    let back = column.cut_bottom(50.0);
    column.cut_bottom(10.0);
    let restore = column.cut_bottom(50.0);
    kit.group = 3;
    if kit.button_twice("restore", restore, Icon::Retry, text::DEFAULTS, text::DEFAULTS_SURE) {
        kit.act(UiAction::Set(SettingChange::Defaults));
    }
    back_button(kit, back, true);
    // A stamped device fills the plate between pages and buttons.
    let free = column.shrink(12.0);
    if free.height() > 110.0 {
        kit.icon_tinted(free.center(), 96.0, Icon::Keep, Color32::from_white_alpha(26));
    }
}

fn back_button(kit: &mut Kit<'_>, rect: Rect, words: bool) {
    let clicked = if words {
        kit.button("back", rect, Face::Iron, Some(Icon::Back), text::PROMPT_BACK, None).clicked
    } else {
        let press = kit.press("back", rect, true, false);
        kit.face(rect, Face::Iron, press, true);
        kit.icon(rect.center(), 24.0, Icon::Back);
        press.clicked
    };
    if clicked {
        kit.act(UiAction::CloseSettings);
    }
}

fn tab(kit: &mut Kit<'_>, rect: Rect, icon: Icon, name: &str, page: usize, words: bool) {
    kit.home = kit.memory.page == page;
    let press = kit.press(&format!("page {page}"), rect, true, false);
    // Keys and pads open a page by standing on it; a pointer has to click.
    if (press.clicked || press.focused && kit.focus.visible) && kit.memory.page != page {
        kit.memory.page = page;
        kit.memory.row = 0;
    }
    let face = if kit.memory.page == page { Face::Blue } else { Face::Iron };
    let on = kit.face(rect, face, press, true);
    if words {
        kit.icon(pos2(rect.left() + 26.0, rect.center().y), 26.0, icon);
        let room = Rect::from_min_max(pos2(rect.left() + 48.0, rect.top()), pos2(rect.right() - 4.0, rect.bottom()));
        kit.text(room, Align2::LEFT_CENTER, Type::Label, on, Ink::Strong, name);
    } else {
        kit.icon(rect.center(), 26.0, icon);
    }
}

fn draw_row(kit: &mut Kit<'_>, line: Rect, row: &Row, index: usize) {
    let Row(id, (label, _), control) = row;
    let slot = line.shrink2(vec2(0.0, 4.5));
    let here = kit.memory.row == index;
    if here {
        kit.frame(slot, Frame::Field);
        let bar = Rect::from_min_max(slot.min + vec2(0.0, 4.0), pos2(slot.left() + 5.0, slot.bottom() - 4.0));
        kit.painter().rect_filled(bar, 1.0, palette::BLUE);
    } else if index.is_multiple_of(2) {
        kit.frame_tinted(slot, Frame::Field, Color32::from_white_alpha(150));
    }
    let control_width = (slot.width() * 0.5).clamp(200.0, 320.0);
    let room = Rect::from_min_max(pos2(slot.left() + 14.0, slot.top()), pos2(slot.right() - control_width - 8.0, slot.bottom()));
    kit.text(room, Align2::LEFT_CENTER, if here { Type::Strong } else { Type::Body }, On::ParchmentField, Ink::Strong, label);
    let room = Rect::from_min_max(pos2(slot.right() - control_width - 6.0, slot.top() + 3.0), pos2(slot.right() - 6.0, slot.bottom() - 3.0));
    let change = match control {
        Control::Step(value, at, changes) => kit.stepper(id, slot, room, *at, changes.len(), value).and_then(|to| changes.get(to).copied()),
        Control::Switch(on, change) => kit.toggle(id, slot, room, *on, text::OFF_ON).map(change),
        Control::Slide(now, change) => kit.slider(id, slot, room, *now, &text::percent(*now)).map(change),
    };
    if let Some(change) = change {
        kit.act(UiAction::Set(change));
    }
}
