//! ui: every screen of the game in a look of its own. Parchment for reading, dark iron for holding, enamel for deciding,
//! brass for edges and for what costs.
//!
//! [`Interface::run`] takes a frame's input and model and hands back triangles, textures and what the player asked for.
//! It decides nothing and changes no rule. No wgpu, no winit: everything is tested without a window.
//!
//! Inside: `palette` <- `frames`, `icons` (pictures from the palette) <- `theme` (fonts, scale, textures) <- `kit` (parts; the
//! only one that touches egui's interaction and text) <- `screens` (one file a screen: model and rect in, parts out).

#![forbid(unsafe_code)]

mod action;
mod backdrop;
mod focus;
mod fonts;
mod frames;
mod icons;
mod input;
mod interface;
mod keys;
mod kit;
mod map_picture;
mod model;
mod palette;
mod screens;
mod text;
mod theme;

pub use action::{Cue, SettingChange, UiAction, Volume};
pub use input::{Device, Input, Nav, PadNames, Repeat};
pub use interface::{Interface, Output, pixels_per_point};
pub use kit::Audit;
pub use model::{LevelCard, MapPicture, Model, Screen, SettingsModel, Shadows, WindowMode};
pub use palette::Contrast;
