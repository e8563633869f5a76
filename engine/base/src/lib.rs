//! Deterministic ground under the simulation: maths with the same bits on every machine, random numbers that are a
//! function of what they are for, hashing of whole states, fixed-size ordered parallel chunks, columns and ids.
//!
//! Invariants: no files, no clock, no threads of its own (rayon's current pool is used), no word of any game.

pub mod chunks;
pub mod columns;
pub mod hash;
pub mod id;
pub mod math;
pub mod random;
pub mod records;

#[doc(hidden)]
pub use bytemuck;
#[doc(hidden)]
pub use serde;
