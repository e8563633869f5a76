//! The rules of play: pure and deterministic. No files, clock, GPU, sound, devices or threads of its own.
//!
//! Commands in ([`content::command::Command`]), events out ([`event::Event`]), one tick at a time ([`tick`]). The state
//! comes in three kinds: [`world::World`] is saved, hashed and compared; [`derived::Derived`] can be rebuilt from it at
//! any tick without changing anything; [`scratch::Scratch`] means nothing between ticks.
//!
//! Map coordinates: metres, x right and y down in the level's picture.

pub mod bomb;
pub mod building;
pub mod derived;
pub mod event;
pub mod flight;
pub mod measure;
pub mod purpose;
pub mod replay;
pub mod rule;
pub mod scratch;
pub mod simulation;
pub mod snapshot;
pub mod stage;
pub mod systems;
pub mod tables;
pub mod tick;
pub mod world;

pub use event::Event;
pub use simulation::{Options, Simulation};
pub use snapshot::LoadError;
pub use world::{Outcome, World};

/// Ticks a second.
pub const TICKS_PER_SECOND: u32 = 30;
/// Seconds a tick.
pub const TICK_S: f32 = 1.0 / 30.0;
/// Gravity in m/s^2 (B1).
pub const GRAVITY: f32 = 20.0;
