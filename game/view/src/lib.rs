//! The view: reads the world and its events, never changes them, and says what is to be seen and heard.
//!
//! Once a tick [`battle::Battle::observe`] follows the world; once a frame [`battle::Battle::fill`] writes draw records into
//! a [`picture::Picture`], which keeps its room from frame to frame. No wgpu, no winit, no kira. World space of everything
//! it hands out: metres, x east, y north (the map's y turned round), z up; [`space`] is the only place that turns one into
//! the other.
//!
//! The view has random numbers of its own ([`chance`]), so that nothing it does can shift a number of the simulation.

pub mod actors;
pub mod battle;
pub mod blasts;
pub mod buildings;

pub mod camera;
pub mod chance;
pub mod clips;
pub mod cues;
pub mod decals;
pub mod dust;
pub mod figures;
pub mod ground;
pub mod hud;
pub mod messages;
pub mod missiles;
pub mod overlays;
pub mod picture;
pub mod space;
pub mod statistics;

pub use battle::Battle;
pub use ground::HeightField;
pub use picture::Picture;
pub use space::Space;
