//! The interface as a whole: one frame from input and model to triangles and actions.
//!
//! Owns what outlives a frame: egui's context, the theme (rebuilt when scale or contrast change), the focus, and what the screens
//! remember. Invariants: something is focused on every menu; the ring is seen while keys or a pad are used; keys never reach
//! egui, which has ideas of its own about arrows and Escape.

use crate::action::{Cue, UiAction};
use crate::focus::{self, Direction, Focus, Item, Step};
use crate::input::{Input, Nav};
use crate::kit::{self, Audit, Kit, Memory};
use crate::model::{Model, Screen};
use crate::palette;
use crate::theme::Theme;
use crate::{backdrop, fonts, screens};
use egui::{Context, Event, Pos2, Rect, TextureHandle, pos2, vec2};

/// Smallest room the compact plans were made for, in points.
const ROOM_MIN: [f32; 2] = [640.0, 360.0];
/// No text falls under this, unless the window itself is too small.
const TEXT_MIN_PX: f32 = 12.0;

/// 100 % is one point a pixel up to 1280 x 800 and grows with the window, so text keeps its share of the screen.
/// Bounded so that the smallest text stays readable and the plans find their room.
#[must_use]
pub fn pixels_per_point(size_px: [u32; 2], scale_setting: f32) -> f32 {
    let [width, height] = size_px.map(|s| s.max(1) as f32);
    let scale = if scale_setting.is_finite() { scale_setting.clamp(0.5, 3.0) } else { 1.0 };
    // In steps, so that a window that is being drawn larger does not redraw its art in every frame.
    let natural = ((height / 800.0).min(width / 1280.0) * 20.0 + 1e-3).floor().max(20.0) / 20.0;
    let readable = TEXT_MIN_PX / crate::theme::SMALLEST_POINTS;
    (natural * scale).max(readable).min(width / ROOM_MIN[0]).min(height / ROOM_MIN[1]).max(0.1)
}

/// What a frame came to.
#[derive(Default)]
pub struct Output {
    /// To be drawn over the scene, in this order.
    pub primitives: Vec<egui::ClippedPrimitive>,
    /// Textures that came and went; to be applied before drawing, even when nothing is drawn.
    pub textures: egui::TexturesDelta,
    /// Pixels a point of `primitives`.
    pub pixels_per_point: f32,
    /// What the player asked for, in order.
    pub actions: Vec<UiAction>,
    /// Sounds that go with it.
    pub cues: Vec<Cue>,
    /// The pointer is on a plate or dragging something of the interface: the battle must ignore it.
    pub pointer_over: bool,
    /// Directions, accept and back belong to the interface; otherwise they are the battle's. Shoulder buttons always are given here.
    pub wants_nav: bool,
}

/// See the module.
pub struct Interface {
    context: Context,
    theme: Option<Theme>,
    backdrop: Option<TextureHandle>,
    focus: Focus,
    memory: Memory,
    audit: Audit,
    time_s: f64,
    pointer: Option<Pos2>,
    plates: Vec<Rect>,
}

impl Default for Interface {
    fn default() -> Self {
        Self::new()
    }
}

impl Interface {
    /// An interface with a context of its own.
    #[must_use]
    pub fn new() -> Self {
        let context = Context::default();
        fonts::install_fonts(&context);
        context.all_styles_mut(scrollbars);
        context.options_mut(|o| {
            o.zoom_with_keyboard = false;
            o.max_passes = std::num::NonZeroUsize::MIN;
        });
        Self {
            context,
            theme: None,
            backdrop: None,
            focus: Focus::default(),
            memory: Memory::default(),
            audit: Audit::default(),
            time_s: 0.0,
            pointer: None,
            plates: Vec::new(),
        }
    }

    /// egui's context, for what a window needs of it.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// What was written in the last frame, for tests.
    #[must_use]
    pub fn audit(&self) -> &Audit {
        &self.audit
    }

    /// How many things of the last frame cannot be reached from some other one by directions and shoulder buttons: 0.
    #[must_use]
    pub fn unreachable(&self) -> usize {
        focus::unreachable(&self.focus.items)
    }

    /// The place of a part of the last frame in pixels, by its name; for tests and for a tutorial that points at things.
    #[must_use]
    pub fn place_px(&self, name: &str) -> Option<[f32; 4]> {
        let item = self.focus.items.iter().find(|i| i.id == Kit::id(name))?;
        let scale = self.theme.as_ref()?.pixels_per_point;
        Some([item.rect.left(), item.rect.top(), item.rect.right(), item.rect.bottom()].map(|v| v * scale))
    }

    /// Whether the part of this name has the focus and the ring shows it.
    #[must_use]
    pub fn shows_focus_on(&self, name: &str) -> bool {
        self.focus.visible && self.focus.item().is_some_and(|i| i.id == Kit::id(name))
    }

    /// Whether the ring is drawn around something that is on the screen.
    #[must_use]
    pub fn shows_focus(&self) -> bool {
        self.focus.visible && self.focus.item().is_some_and(|i| i.rect.intersects(i.clip))
    }

    /// Things of the last frame that lie on each other although each wants to be pressed.
    #[must_use]
    pub fn pressed_together(&self) -> usize {
        let items = &self.focus.items;
        let seen = |i: &Item| i.rect.intersect(i.clip);
        let collide = |a: &Item, b: &Item| {
            let both = seen(a).intersect(seen(b));
            both.width() > 1.0 && both.height() > 1.0
        };
        items.iter().enumerate().map(|(n, a)| items[n + 1..].iter().filter(|b| collide(a, b)).count()).sum()
    }

    /// Makes missing glyphs a panic instead of a box. For tests.
    pub fn insist_on_glyphs(&mut self) {
        self.context.set_missing_glyph_policy(egui::MissingGlyphPolicy::Panic);
    }

    /// One frame.
    pub fn run(&mut self, input: Input, model: &Model) -> Output {
        let scale = pixels_per_point(input.size_px, input.scale_setting);
        let whole = Rect::from_min_size(Pos2::ZERO, vec2(input.size_px[0].max(1) as f32, input.size_px[1].max(1) as f32) / scale);
        if self.theme.as_ref().is_none_or(|t| (t.pixels_per_point - scale).abs() > 1e-4 || t.contrast != input.contrast) {
            self.theme = Some(Theme::new(&self.context, scale, input.contrast));
        }
        if !model.scene_behind && self.backdrop.is_none() && screens::wants_backdrop(&model.screen) {
            self.backdrop = Some(self.context.load_texture("dusk", backdrop::picture(), egui::TextureOptions::LINEAR));
        }
        self.time_s += f64::from(if input.dt_s.is_finite() { input.dt_s.clamp(0.0, 1.0) } else { 0.0 });
        let raw = self.raw_input(input.raw, whole, scale);
        let battle = matches!(model.screen, Screen::Battle(_));
        let nav = input.nav;
        let (accept, back) = self.steer(nav, &model.screen);

        let mut output = Output { pixels_per_point: scale, ..Output::default() };
        if self.focus.moved && nav.any() {
            output.cues.push(Cue::Move);
        }
        let Self { context, theme, backdrop, focus, memory, audit, plates, .. } = self;
        let Some(theme) = theme.as_ref() else { return output };
        *audit = Audit::of(whole);
        plates.clear();
        let full = context.run_ui(raw, |ui| {
            if let (false, Some(dusk)) = (model.scene_behind, backdrop.as_ref().filter(|_| screens::wants_backdrop(&model.screen))) {
                ui.painter().image(dusk.id(), whole, Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0)), egui::Color32::WHITE);
            }
            let mut kit = Kit {
                ui,
                theme,
                focus,
                audit,
                memory,
                actions: &mut output.actions,
                cues: &mut output.cues,
                plates,
                device: input.device,
                group: 0,
                home: false,
                accept,
                back,
            };
            screens::show(&mut kit, whole, model);
            if let Some(id) = kit.memory.refocus.take() {
                kit.focus.current = Some(id);
                kit.focus.moved = true;
            }
            focus.end();
            if let (true, Some(item)) = (focus.visible, focus.item()) {
                kit::ring(&ui.painter().with_clip_rect(item.clip.expand(9.0)), item.rect);
            }
        });
        output.textures = full.textures_delta;
        output.primitives = context.tessellate(full.shapes, full.pixels_per_point);
        if back && !output.actions.is_empty() {
            output.cues.push(Cue::Back);
        }
        let on_a_plate = self.pointer.is_some_and(|p| self.plates.iter().any(|plate| plate.contains(p)));
        output.pointer_over = !battle || on_a_plate || self.context.egui_is_using_pointer();
        output.wants_nav = !battle || self.memory.engaged;
        output
    }

    /// Moves the focus as keys and pad ask. Returns whether "accept" and "back" are for the screen.
    fn steer(&mut self, nav: Nav, screen: &Screen) -> (bool, bool) {
        let name = screens::name(screen);
        let first = screens::first_focus(screen).map(Kit::id);
        let battle = matches!(screen, Screen::Battle(_));
        if battle {
            // Menus over a battle start afresh the next time.
            for menu in ["pause", "won", "lost"] {
                self.focus.forget(menu);
            }
            if nav.next_group || nav.previous_group {
                if !self.memory.engaged {
                    self.memory.engaged = true;
                    self.focus.visible = true;
                    self.focus.begin(name, first, None);
                    return (false, false);
                }
            } else if !self.memory.engaged {
                self.focus.visible = false;
                self.focus.begin(name, first, None);
                return (false, nav.back);
            } else if nav.back {
                self.memory.engaged = false;
                self.focus.visible = false;
                self.focus.begin(name, first, None);
                return (false, false);
            }
        } else {
            self.memory.engaged = false;
        }
        let step = match nav {
            Nav { next_group: true, .. } => Some(Step::Group { forward: true }),
            Nav { previous_group: true, .. } => Some(Step::Group { forward: false }),
            Nav { up: true, .. } => Some(Step::To(Direction::Up)),
            Nav { down: true, .. } => Some(Step::To(Direction::Down)),
            Nav { left: true, .. } => Some(Step::To(Direction::Left)),
            Nav { right: true, .. } => Some(Step::To(Direction::Right)),
            _ => None,
        };
        if nav.any() {
            self.focus.visible = true;
        }
        self.focus.begin(name, first, step);
        (nav.accept, nav.back)
    }

    /// egui's input from ours: points instead of pixels, our size and time, and nothing of keys.
    fn raw_input(&mut self, mut raw: egui::RawInput, whole: Rect, scale: f32) -> egui::RawInput {
        raw.events.retain(|e| {
            matches!(
                e,
                Event::PointerMoved(_)
                    | Event::MouseMoved(_)
                    | Event::PointerButton { .. }
                    | Event::PointerGone
                    | Event::MouseWheel { .. }
                    | Event::Touch { .. }
            )
        });
        let before = self.pointer;
        for event in &mut raw.events {
            match event {
                Event::PointerMoved(at) | Event::PointerButton { pos: at, .. } | Event::Touch { pos: at, .. } => {
                    *at = pos2(at.x / scale, at.y / scale);
                    self.pointer = Some(*at);
                }
                Event::PointerGone => self.pointer = None,
                Event::MouseWheel { unit: egui::MouseWheelUnit::Point, delta, .. } => *delta /= scale,
                _ => {}
            }
        }
        let pressed = raw.events.iter().any(|e| matches!(e, Event::PointerButton { pressed: true, .. }));
        let moved = matches!((before, self.pointer), (Some(a), Some(b)) if a.distance(b) > 2.0);
        if pressed || moved {
            // The pointer shows by itself what it is on.
            self.focus.visible = false;
            self.memory.engaged = false;
        }
        raw.screen_rect = Some(whole);
        raw.time = Some(self.time_s);
        raw.focused = true;
        raw.viewports.entry(egui::ViewportId::ROOT).or_default().native_pixels_per_point = Some(scale);
        raw
    }
}

/// The scroll bar is the one thing of egui's that is seen.
fn scrollbars(style: &mut egui::Style) {
    style.spacing.scroll = egui::style::ScrollStyle::solid();
    style.spacing.scroll.bar_width = 8.0;
    style.visuals.extreme_bg_color = palette::PARCHMENT_WORN;
    for w in [&mut style.visuals.widgets.inactive, &mut style.visuals.widgets.hovered, &mut style.visuals.widgets.active] {
        w.bg_fill = palette::BRASS_DARK;
        w.fg_stroke.color = palette::BRASS_DARK;
    }
}
