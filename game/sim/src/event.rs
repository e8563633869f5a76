//! Events: the only way out. In the past tense, in a fixed order, gone at the next tick.

use crate::tables::{BombId, TowerId, UnitId};
use content::map::Cell;
use content::rules::{EnemyKind, PowerKind, TowerKind};
use glam::Vec2;

/// Why a command was not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Not enough gold.
    Gold,
    /// Outside the map, or not on buildable ground.
    Ground,
    /// Another building, the keep or an entrance is there.
    Occupied,
    /// It would close the last way to the keep.
    ClosesTheWay,
    /// No more towers can stand.
    TooMany,
    /// No charge left.
    NoCharge,
    /// Nothing there.
    Nothing,
    /// Too soon after the last one, or no wave is left.
    NotNow,
    /// Only in testbeds.
    TestbedOnly,
    /// The battle is over.
    Over,
}

/// What set off a blast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The player's own bomb or a command.
    Player,
    /// A tower's bomb.
    Tower(TowerId),
}

/// Something that happened in this tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// An enemy came.
    Spawned {
        /// Who.
        unit: UnitId,
    },
    /// A wave started.
    WaveStarted {
        /// Its index.
        wave: u32,
        /// By the player's call.
        called: bool,
        /// Gold for calling early.
        bonus: i32,
    },
    /// Everybody of all started waves is gone.
    WaveCleared {
        /// Index of the last started wave.
        wave: u32,
    },
    /// A tower was built.
    TowerBuilt {
        /// Who.
        tower: TowerId,
        /// What.
        kind: TowerKind,
        /// Where.
        cell: Cell,
    },
    /// A tower was sold.
    TowerSold {
        /// Who.
        tower: TowerId,
        /// Where.
        cell: Cell,
        /// Gold back.
        refund: i32,
    },
    /// A tower fell.
    TowerDestroyed {
        /// Who.
        tower: TowerId,
        /// What.
        kind: TowerKind,
        /// Where.
        cell: Cell,
    },
    /// An enemy struck a tower.
    TowerStruck {
        /// Who was struck.
        tower: TowerId,
        /// By whom.
        unit: UnitId,
        /// Points.
        damage: i32,
    },
    /// An enemy struck the keep.
    KeepStruck {
        /// By whom.
        unit: UnitId,
        /// Points.
        damage: i32,
    },
    /// A command was refused.
    Refused {
        /// Why.
        why: Refusal,
    },
    /// A tower shot an arrow.
    ArrowShot {
        /// Which tower.
        tower: TowerId,
        /// At whom.
        unit: UnitId,
        /// Where that one will be hit, metres.
        at: Vec2,
        /// Ticks until then.
        ticks: u16,
    },
    /// A bomb was thrown.
    BombThrown {
        /// Which.
        bomb: BombId,
        /// From where, metres.
        from: Vec2,
        /// By a power, else by a tower.
        power: Option<PowerKind>,
        /// The tower, if any.
        tower: TowerId,
    },
    /// A bomb bounced.
    BombBounced {
        /// Which.
        bomb: BombId,
        /// Where.
        at: Vec2,
        /// Speed of the impact, m/s.
        speed_mps: f32,
    },
    /// Something went off.
    Blasted {
        /// Sequence number.
        blast: u32,
        /// Where.
        at: Vec2,
        /// Height above the ground, metres.
        height_m: f32,
        /// Metres.
        radius_m: f32,
        /// Enemies in reach.
        hit: u32,
        /// Why.
        cause: Cause,
    },
    /// An enemy was hurt by an arrow or a blast and lives.
    Hurt {
        /// Who.
        unit: UnitId,
        /// Points.
        damage: i32,
    },
    /// An enemy was thrown.
    Launched {
        /// Who.
        unit: UnitId,
        /// Highest point of the flight above the ground, metres.
        apex_m: f32,
    },
    /// An enemy or a dead body came down.
    Landed {
        /// Who.
        unit: UnitId,
        /// What.
        kind: EnemyKind,
        /// Where.
        at: Vec2,
        /// Vertical speed of the impact, m/s.
        speed_mps: f32,
    },
    /// An enemy stands again.
    GotUp {
        /// Who.
        unit: UnitId,
    },
    /// A large enemy kicked a small one aside.
    Kicked {
        /// Who kicked.
        by: UnitId,
        /// Who was kicked.
        unit: UnitId,
    },
    /// An enemy died.
    Killed {
        /// Who.
        unit: UnitId,
        /// What.
        kind: EnemyKind,
        /// Where.
        at: Vec2,
        /// Gold for it.
        reward: i32,
        /// A flying body took its place; else it dies where it stands.
        flies: bool,
    },
    /// An enemy walked out by an exit.
    Left {
        /// Who.
        unit: UnitId,
        /// Index of the exit in the level.
        exit: u8,
    },
    /// A body turned into a corpse on the ground.
    CorpseLeft {
        /// Whose.
        unit: UnitId,
        /// What.
        kind: EnemyKind,
        /// Where.
        at: Vec2,
        /// Way the model looked, length 1.
        facing: Vec2,
        /// On its belly.
        belly: bool,
    },
    /// The keep fell.
    Lost,
    /// All waves are over.
    Won,
}
