//! The view: reads the world and its events, never changes them, and says what is to be seen and heard.
//!
//! No wgpu, no winit, no kira. World space of everything it hands out: metres, x east, y north (the map's y turned
//! round), z up; [`space`] is the only place that turns one into the other.

pub mod hud;
pub mod space;
