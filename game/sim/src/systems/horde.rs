//! The crowd: fields, neighbours, steering, walls, slots.

pub mod refresh_ground;
pub mod sort_units;
pub mod refresh_flow;
pub mod refresh_fields;
pub mod choose_targets;
pub mod assign_slots;
pub mod steer_units;
pub mod separate_units;
pub mod watch_progress;

/// Buffers of the crowd's passes.
#[derive(Default)]
pub struct HordeScratch {}
