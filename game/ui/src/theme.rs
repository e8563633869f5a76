//! The theme: type scale, spacing, fonts, and the drawn art at the current scale. Built once, rebuilt when the scale changes.

use crate::frames::{self, Frame};
use crate::icons::{self, Icon, PadShape};
use crate::palette::Contrast;
use egui::{Context, FontFamily, FontId, TextureHandle, TextureOptions};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Size of the smallest text in points. Nothing smaller exists.
pub const SMALLEST_POINTS: f32 = 13.0;

/// Sizes in points at 100 %. The smallest is 13, so that nothing falls under 12 px at 1280 x 800.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Heading,
    Title,
    Figure,
    Label,
    Body,
    Strong,
    Small,
    SmallStrong,
}

impl Type {
    pub fn font(self) -> FontId {
        let display = || FontFamily::Name("display".into());
        let text = || FontFamily::Proportional;
        let bold = || FontFamily::Name("bold".into());
        match self {
            Type::Heading => FontId::new(34.0, display()),
            Type::Title => FontId::new(23.0, display()),
            Type::Label => FontId::new(19.0, display()),
            Type::Figure => FontId::new(19.0, bold()),
            Type::Body => FontId::new(15.0, text()),
            Type::Strong => FontId::new(15.0, bold()),
            Type::Small => FontId::new(SMALLEST_POINTS, text()),
            Type::SmallStrong => FontId::new(SMALLEST_POINTS, bold()),
        }
    }
}

pub struct Theme {
    ctx: Context,
    pub pixels_per_point: f32,
    pub contrast: Contrast,
    frames: BTreeMap<Frame, TextureHandle>,
    icons: RefCell<BTreeMap<(Icon, u32), TextureHandle>>,
    pads: RefCell<BTreeMap<(PadShape, u32), TextureHandle>>,
}

impl Theme {
    pub fn new(ctx: &Context, pixels_per_point: f32, contrast: Contrast) -> Self {
        let frames = frames::ALL
            .iter()
            .map(|&f| {
                let image = frames::draw(f, pixels_per_point, contrast);
                (f, ctx.load_texture(format!("{f:?}"), image, TextureOptions::LINEAR))
            })
            .collect();
        Self { ctx: ctx.clone(), pixels_per_point, contrast, frames, icons: RefCell::default(), pads: RefCell::default() }
    }

    pub fn frame(&self, frame: Frame) -> &TextureHandle {
        &self.frames[&frame]
    }

    pub fn icon(&self, icon: Icon, size_points: f32) -> egui::TextureId {
        let px = (size_points * self.pixels_per_point).round().max(8.0) as u32;
        self.icons
            .borrow_mut()
            .entry((icon, px))
            .or_insert_with(|| {
                let image = icons::rasterize(&icons::layers(icon), px);
                self.ctx.load_texture(format!("{icon:?} {px}"), image, TextureOptions::LINEAR)
            })
            .id()
    }

    pub fn pad(&self, shape: PadShape, size_points: f32) -> egui::TextureId {
        let px = (size_points * self.pixels_per_point).round().max(8.0) as u32;
        self.pads
            .borrow_mut()
            .entry((shape, px))
            .or_insert_with(|| {
                let image = icons::rasterize(&icons::pad_layers(shape), px);
                self.ctx.load_texture(format!("{shape:?} {px}"), image, TextureOptions::LINEAR)
            })
            .id()
    }
}
