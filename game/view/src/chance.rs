//! Random numbers of the view: functions of what they are for, as the simulation's are, but under a seed of their own.

use base::random::{self, Purpose};

/// The view's seed; looks must not change when a level's seed does, and no number is shared with the simulation.
const SEED: u64 = 0x7ab1_e0f5_7096_0001;

/// What a number is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum For {
    /// Size, tint and rhythm of a figure, by its id.
    Look = 0x5649_0001,
    /// Parts of a blast, by its number.
    Blast,
    /// Thrown earth, by blast or tower.
    Clods,
    /// Clouds of dust, by their own number.
    Dust,
    /// Whose feet raise dust, by tick.
    Feet,
    /// Variants and pitch of sounds, by their own number.
    Sound,
    /// Trails of bombs and arrows.
    Trail,
    /// Smoke of damaged buildings.
    Smoke,
}

/// A number in 0 .. 1.
#[must_use]
pub fn unit(what: For, id: u64, sequence: u64) -> f32 {
    random::unit(SEED, Purpose(what as u32), id, sequence)
}

/// A number in `low .. high`.
#[must_use]
pub fn range(what: For, id: u64, sequence: u64, low: f32, high: f32) -> f32 {
    low + (high - low) * unit(what, id, sequence)
}

/// A whole number in `0 .. end`; 0 when `end` is 0.
#[must_use]
pub fn index(what: For, id: u64, sequence: u64, end: u32) -> u32 {
    random::index(SEED, Purpose(what as u32), id, sequence, end)
}
