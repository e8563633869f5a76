//! The crowd: fields, neighbors, steering, walls, slots.
//!
//! The rule set is the one that reached the figures of our prototype: two distances (the walk stops before the
//! correction begins), priority by progress, room ahead over density, claims of the ones who have the right of way.
//! Every parallel pass gathers: it reads neighbors and writes only itself, so no thread count can change a bit.

pub mod assign_slots;
pub mod choose_targets;
pub mod claims;
pub mod flow;
pub mod look_ahead;
pub mod neighbors;
pub mod pressure;
pub mod refresh_fields;
pub mod refresh_flow;
pub mod refresh_ground;
pub mod right_of_way;
pub mod separate_units;
pub mod sort_units;
pub mod steer_units;
pub mod walls;
pub mod watch_progress;
pub mod wish;

/// Units a chunk of a parallel pass; constant, so that the thread count changes nothing.
pub const CHUNK: usize = 512;
/// Way left of those whom no way leads anywhere, metres.
pub const NO_WAY_M: f32 = 1e6;

/// Buffers of the crowd's passes.
#[derive(Default)]
pub struct HordeScratch {
    /// Of [`assign_slots`]; `fixed` by row is read by the passes after it.
    pub slots: assign_slots::SlotScratch,
    /// Of [`choose_targets`]: rows that climb out in this tick.
    pub stranded: Vec<u32>,
    /// Of [`choose_targets`]: who may change its mind, by row.
    pub looks: Vec<bool>,
    /// Units a target has, by ring.
    pub demand: Vec<u32>,
    /// Of [`refresh_ground`]: where the ground changed.
    pub changed: Vec<crate::derived::ground::Area>,
    /// Of [`refresh_fields`].
    pub fields: refresh_fields::FieldScratch,
    /// Of [`refresh_flow`].
    pub flow: refresh_flow::FlowScratch,
    /// Of [`claims`].
    pub claims: claims::ClaimScratch,
    /// Of [`right_of_way`], by [`steer_units`].
    pub right_of_way: right_of_way::Now,
    /// What neighbors know of each other, in sorted order.
    pub keys: Vec<neighbors::Key>,
    /// Neighbors of each unit, in sorted order.
    pub near: Vec<neighbors::Near>,
    /// Results of the steering, in sorted order.
    pub steered: Vec<steer_units::Steered>,
    /// Positions before and after a round of the correction, in sorted order.
    pub places: [Vec<glam::Vec2>; 2],
}
