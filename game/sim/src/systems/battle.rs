//! All that is not walking: commands, waves, strikes, shots, bombs, blasts, bodies, deaths, economy, the outcome.

pub mod bury_dead;
pub mod call_waves;
pub mod carry_out_commands;
pub mod count_peaks;
pub mod fly_arrows;
pub mod fly_bodies;
pub mod fly_bombs;
pub mod judge_outcome;
pub mod let_out;
pub mod recharge_powers;
pub mod rise_apart;
pub mod set_off_blasts;
pub mod shoot_towers;
pub mod spawn_units;
pub mod strike_targets;

use crate::event::Cause;
use crate::flight::{Flights, Throw};
use crate::systems::battle::rise_apart::Risers;
use crate::world::{BODIES_MAX, CORPSES_MAX};
use content::rules::Blast;
use glam::Vec2;

/// Buffers of these systems.
#[derive(Default)]
pub struct BattleScratch {
    /// Of launches.
    pub flights: Flights,
    /// Of those who get up.
    pub risers: Risers,
    /// Throws that a blast or a death asks for.
    pub throws: Vec<Throw>,
    /// Marks of rows to remove.
    pub gone: Vec<bool>,
    /// Blasts that commands of this tick ask for.
    pub ordered: Vec<PendingBlast>,
    /// Blasts of this tick in order.
    pub blasts: Vec<PendingBlast>,
    /// Rows in reach of one blast and their distances.
    pub struck: Vec<(u32, f32)>,
    /// Places taken near an entrance.
    pub taken: Vec<Vec2>,
    /// Points of damage on their way, by unit row.
    pub promised: Vec<i32>,
    /// Rows in range of a tower.
    pub candidates: Vec<u32>,
    /// A tower was built in this tick: bodies in the air look at their landing again.
    pub built: bool,
    /// Somebody was removed in this tick.
    pub removed: bool,
}

impl BattleScratch {
    /// Buffers with room for so many enemies on a map of so many cells, so that no tick of the battle has to ask for memory.
    #[must_use]
    pub fn with_room(units: usize, cells: usize) -> Self {
        Self {
            flights: Flights::with_room(),
            risers: Risers::with_room(cells, units),
            throws: Vec::with_capacity(units),
            gone: Vec::with_capacity(units.max(CORPSES_MAX + BODIES_MAX) + units),
            ordered: Vec::with_capacity(64),
            blasts: Vec::with_capacity(256),
            struck: Vec::with_capacity(units),
            taken: Vec::with_capacity(units),
            promised: Vec::with_capacity(units),
            candidates: Vec::with_capacity(units),
            built: false,
            removed: false,
        }
    }
}

/// A blast about to happen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PendingBlast {
    /// Metres.
    pub at: Vec2,
    /// Metres above the ground.
    pub height_m: f32,
    /// How strong.
    pub blast: Blast,
    /// Why.
    pub cause: Cause,
}
