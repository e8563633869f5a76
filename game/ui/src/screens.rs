//! One file a screen. A screen is a function from its model and a rect to parts; it keeps no state of its own here.
//! Every screen has two plans, a roomy one and a compact one for little room; both call the same parts.

mod battle;
mod error;
mod graph;
mod levels;
mod loading;
mod logo;
mod pause;
mod result;
mod settings;
mod title;

use crate::kit::Kit;
use crate::model::{Model, Screen};
use egui::{Rect, pos2};

/// Rect cutting: layout by taking strips off a rest.
pub trait Cut {
    fn cut_top(&mut self, height: f32) -> Rect;
    fn cut_bottom(&mut self, height: f32) -> Rect;
    fn cut_left(&mut self, width: f32) -> Rect;
    fn cut_right(&mut self, width: f32) -> Rect;
}

impl Cut for Rect {
    fn cut_top(&mut self, height: f32) -> Rect {
        let part = Rect::from_min_max(self.min, pos2(self.right(), self.top() + height));
        self.min.y += height;
        part
    }
    fn cut_bottom(&mut self, height: f32) -> Rect {
        let part = Rect::from_min_max(pos2(self.left(), self.bottom() - height), self.max);
        self.max.y -= height;
        part
    }
    fn cut_left(&mut self, width: f32) -> Rect {
        let part = Rect::from_min_max(self.min, pos2(self.left() + width, self.bottom()));
        self.min.x += width;
        part
    }
    fn cut_right(&mut self, width: f32) -> Rect {
        let part = Rect::from_min_max(pos2(self.right() - width, self.top()), self.max);
        self.max.x -= width;
        part
    }
}

/// Below this size in points (a large interface scale on a small screen) screens use their compact plan.
pub fn compact(whole: Rect) -> bool {
    whole.height() < 560.0 || whole.width() < 1000.0
}

/// Name of a screen: the focus remembers its place on each.
pub fn name(screen: &Screen) -> &'static str {
    match screen {
        Screen::Loading { .. } => "loading",
        Screen::Title { .. } => "title",
        Screen::Levels(_) => "levels",
        Screen::Battle(_) => "battle",
        Screen::Pause(_) => "pause",
        Screen::Settings(_) => "settings",
        Screen::Result(summary) if summary.won => "won",
        Screen::Result(_) => "lost",
        Screen::Error { .. } => "error",
    }
}

/// Where the focus starts.
pub fn first_focus(screen: &Screen) -> Option<&'static str> {
    match screen {
        Screen::Title { can_continue: true } => Some("continue"),
        Screen::Title { .. } => Some("play"),
        Screen::Levels(_) => Some("level 0"),
        Screen::Pause(_) => Some("resume"),
        Screen::Settings(_) => Some("window"),
        Screen::Result(summary) if summary.won => Some("levels"),
        Screen::Result(_) => Some("retry"),
        Screen::Error { .. } => Some("to title"),
        Screen::Battle(_) => Some("tower 0"),
        Screen::Loading { .. } => None,
    }
}

/// Screens that need something behind them.
pub fn wants_backdrop(screen: &Screen) -> bool {
    !matches!(screen, Screen::Battle(_))
}

/// Draws the model's screen.
pub fn show(kit: &mut Kit<'_>, whole: Rect, model: &Model) {
    match &model.screen {
        Screen::Loading { progress, what } => loading::show(kit, whole, *progress, what),
        Screen::Title { can_continue } => title::show(kit, whole, *can_continue),
        Screen::Levels(levels) => levels::show(kit, whole, levels),
        Screen::Battle(hud) => battle::show(kit, whole, hud),
        Screen::Pause(hud) => pause::show(kit, whole, hud),
        Screen::Settings(settings) => settings::show(kit, whole, settings),
        Screen::Result(summary) => result::show(kit, whole, summary),
        Screen::Error { sentence, remedy } => error::show(kit, whole, sentence, remedy),
    }
}

/// The strip for prompts at the foot of a menu, cut off `rest`.
fn foot(rest: &mut Rect, small: bool) -> Rect {
    rest.cut_bottom(if small { 38.0 } else { 56.0 }).shrink2(egui::vec2(if small { 16.0 } else { 40.0 }, 0.0))
}
