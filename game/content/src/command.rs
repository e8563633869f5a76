//! Commands: the only way into the simulation. Scripts, replays, levels and the player's hand all speak this.

use crate::map::Cell;
use crate::rules::{Blast, EnemyKind, PowerKind, TowerKind};
use serde::{Deserialize, Serialize};

/// Something the player wants done at the start of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// Build a tower with its middle on `cell`.
    Build {
        /// What.
        kind: TowerKind,
        /// Where.
        cell: Cell,
    },
    /// Sell the tower whose middle is on `cell`.
    Sell {
        /// Where.
        cell: Cell,
    },
    /// Use a power at a place in metres.
    Power {
        /// Which.
        kind: PowerKind,
        /// Where.
        at: [f32; 2],
    },
    /// Start the next wave now.
    CallWave,
    /// Testbeds only: enemies appear round a place.
    Spawn {
        /// Who.
        kind: EnemyKind,
        /// How many.
        count: u32,
        /// Where, in metres.
        at: [f32; 2],
        /// They stand still instead of walking to the keep.
        idle: bool,
    },
    /// Testbeds only: a blast out of nothing.
    Blast {
        /// Where, in metres.
        at: [f32; 2],
        /// How strong.
        blast: BlastOrder,
    },
}

/// A blast in a command.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlastOrder {
    /// Metres.
    pub radius_m: f32,
    /// m/s at the centre.
    pub force_mps: f32,
    /// Points at the centre.
    pub damage: i32,
}

impl From<BlastOrder> for Blast {
    fn from(order: BlastOrder) -> Self {
        Self { radius_m: order.radius_m, force_mps: order.force_mps, damage: order.damage }
    }
}

/// A command and its tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timed {
    /// The tick at whose start it is carried out.
    pub tick: u32,
    /// What.
    pub command: Command,
}
