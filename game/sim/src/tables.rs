//! The tables of the world: structures of arrays. Rows move; ids do not.

use base::columns;
use base::id_type;
use bytemuck::{Pod, Zeroable};
use content::level::{EXITS_MAX, Goal};
use content::map::Cell;
use content::rules::{Blast, ClassIndex, EnemyKind, TowerKind};
use glam::Vec2;
use serde::{Deserialize, Serialize};

id_type!(
    /// An enemy, from its spawn until its body is gone.
    UnitId
);
id_type!(
    /// A building of the player. As a target `NONE` means the keep, and the last [`EXITS_MAX`] numbers, which no table
    /// ever hands out, the exits of the level.
    TowerId
);
id_type!(
    /// A bomb in the air or on the ground.
    BombId
);

/// The first number that names an exit.
const FIRST_EXIT: u32 = u32::MAX - EXITS_MAX as u32 + 1;

impl TowerId {
    /// The level's exit with this index, as a target.
    #[must_use]
    pub const fn exit(index: u8) -> Self {
        assert!((index as usize) < EXITS_MAX, "a level has no more exits than numbers were set apart");
        Self(FIRST_EXIT + index as u32)
    }

    /// Index of the level's exit that this names, or none.
    #[must_use]
    pub const fn exit_index(self) -> Option<usize> {
        if self.0 >= FIRST_EXIT { Some((self.0 - FIRST_EXIT) as usize) } else { None }
    }

    /// The target of those with this goal.
    #[must_use]
    pub const fn of_goal(goal: Goal) -> Self {
        match goal {
            Goal::Keep => Self::NONE,
            Goal::Exit(index) => Self::exit(index),
        }
    }
}

/// No slot.
pub const NO_SLOT: u16 = u16::MAX;
/// Fuse of a powder keg: it burns only when a blast has lit it.
pub const NO_FUSE: u16 = u16::MAX;

macro_rules! byte_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $value:literal,)* }) => {
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable, Serialize, Deserialize)]
        pub struct $name(pub u8);

        #[allow(non_upper_case_globals)]
        impl $name {
            $($(#[$vdoc])* pub const $variant: Self = Self($value);)*
        }
    };
}

byte_enum!(
    /// How an enemy stands to the crowd (H9).
    Motion {
        /// Walks, or does not want to.
        Moving = 0,
        /// Goes round someone.
        Sidestepping = 1,
        /// Has no room.
        Waiting = 2,
    }
);

byte_enum!(
    /// What a body does (B2). Everything but `Standing` takes no part in the crowd (H14).
    Phase {
        /// On its feet: part of the crowd.
        Standing = 0,
        /// In the air.
        Flight = 1,
        /// Just landed.
        Settle = 2,
        /// Lying still.
        Lying = 3,
        /// Getting up.
        Rising = 4,
    }
);

columns! {
    /// Enemies that are alive, in the order of their ids.
    pub struct Units of Unit {
        /// Who.
        id: UnitId,
        /// What.
        kind: EnemyKind,
        /// Size class.
        class: ClassIndex,
        /// 1: stands where it is and wants nothing.
        idle: u8,
        /// 1: has stood at the keep once.
        reached: u8,
        /// Metres.
        position: Vec2,
        /// m/s along the ground of the last tick's walk.
        velocity: Vec2,
        /// Where it looks, length 1.
        facing: Vec2,
        /// Own top speed, m/s.
        speed_mps: f32,
        /// Points.
        health: i32,
        /// Points at the spawn.
        health_max: i32,
        /// The tower it attacks, or the exit it walks to; none: the keep.
        target: TowerId,
        /// Its slot in the target's ring, or `NO_SLOT`.
        slot: u16,
        /// State in the crowd.
        motion: Motion,
        /// Side of the last sidestep: -1 left, 1 right, 0 none.
        side: i8,
        /// Smoothed sideways wish of the look-ahead, -1 ..= 1.
        drift: f32,
        /// Ticks it has waited.
        wait_ticks: u16,
        /// Ticks without progress though its way is free.
        stalled_ticks: u16,
        /// Way left to its target at the last tick, metres.
        remaining_m: f32,
        /// Least way left to the present target since somebody was in its way, metres; for the right of way.
        best_m: f32,
        /// Ticks that others with other goals have held it up.
        held_ticks: u16,
        /// Ticks for which it still walks along with an urgent one.
        swept_ticks: u8,
        /// That one's goal.
        swept_by: TowerId,
        /// Ticks until the next strike.
        strike_wait: u16,
        /// What its body does.
        phase: Phase,
        /// 1: lies or will lie on its belly.
        belly: u8,
        /// Ticks left in the phase.
        phase_ticks: u16,
        /// Height of the body's foot point above the ground, metres.
        height_m: f32,
        /// Vertical speed, m/s.
        climb_mps: f32,
        /// Horizontal velocity of the flight, m/s.
        throw: Vec2,
        /// Angle of the tumble about the horizontal axis across `body_facing`, radians; 0 upright, positive turns forward
        /// (pi/2: on the belly, -pi/2: on the back). Turns add up in the air; on the ground it is exactly one of the two
        /// until the unit stands again.
        angle: f32,
        /// Change of the angle a tick, radians.
        spin: f32,
        /// The way the model looks while it tumbles, length 1.
        body_facing: Vec2,
        /// Where the flight will end.
        landing: Vec2,
        /// `World::tick` after the tick in which the flight will end.
        landing_tick: u32,
    }
}

columns! {
    /// Flying, settling or lying dead: no gameplay columns (B8). Oldest first.
    pub struct Bodies of Body {
        /// The enemy it was.
        id: UnitId,
        /// What it was.
        kind: EnemyKind,
        /// Size class.
        class: ClassIndex,
        /// 1: lies or will lie on its belly.
        belly: u8,
        /// `Flight`, `Settle` or `Lying`.
        phase: Phase,
        /// Ticks left in the phase.
        phase_ticks: u16,
        /// Metres.
        position: Vec2,
        /// Metres above the ground.
        height_m: f32,
        /// m/s.
        climb_mps: f32,
        /// m/s along the ground.
        throw: Vec2,
        /// Radians.
        angle: f32,
        /// Radians a tick.
        spin: f32,
        /// Length 1.
        body_facing: Vec2,
        /// Where the flight will end.
        landing: Vec2,
        /// `World::tick` after the tick in which the flight will end.
        landing_tick: u32,
    }
}

columns! {
    /// What is left of the fallen, oldest first; at most `CORPSES_MAX`.
    pub struct Corpses of Corpse {
        /// What it was.
        kind: EnemyKind,
        /// 1: on its belly.
        belly: u8,
        /// Metres.
        position: Vec2,
        /// Way the model looked, length 1.
        facing: Vec2,
    }
}

columns! {
    /// Bombs in the air and on the ground.
    pub struct Bombs of Bomb {
        /// Who.
        id: BombId,
        /// Metres.
        position: Vec2,
        /// Metres above the ground.
        height_m: f32,
        /// m/s along the ground.
        velocity: Vec2,
        /// m/s upwards.
        climb_mps: f32,
        /// Ticks until it goes off, or `NO_FUSE`.
        fuse_ticks: u16,
        /// 1: lies or rolls.
        grounded: u8,
        /// Metres.
        radius_m: f32,
        /// m/s at the centre of the blast.
        force_mps: f32,
        /// Points at the centre.
        damage: i32,
        /// The tower that threw it or lit it; none: the player, or nobody.
        thrower: TowerId,
    }
}

impl Bomb {
    /// One that lies still at a place, without an id yet.
    #[must_use]
    pub fn lying(position: Vec2, height_m: f32, blast: Blast, fuse_ticks: u16, thrower: TowerId) -> Self {
        let Blast { radius_m, force_mps, damage } = blast;
        Self { id: BombId::NONE, position, height_m, velocity: Vec2::ZERO, climb_mps: 0.0, fuse_ticks, grounded: 1, radius_m, force_mps, damage, thrower }
    }
}

columns! {
    /// Arrows on their way.
    pub struct Arrows of Arrow {
        /// At whom.
        target: UnitId,
        /// From which tower.
        thrower: TowerId,
        /// Points.
        damage: i32,
        /// Ticks until it is there.
        flight_ticks: u16,
    }
}

columns! {
    /// Towers that stand.
    pub struct Towers of TowerRow {
        /// Who.
        id: TowerId,
        /// What.
        kind: TowerKind,
        /// Middle cell.
        cell: Cell,
        /// Points.
        health: i32,
        /// Ticks until the next shot.
        reload_wait: u16,
        /// Where it last shot, length 1 (for the picture and for ties).
        facing: Vec2,
        /// Kills.
        kills: u32,
        /// Enemies thrown.
        thrown: u32,
        /// Gold that was paid.
        paid: i32,
    }
}

impl Unit {
    /// Someone who stands at a place and has done nothing yet: the row from which spawns start.
    #[must_use]
    pub fn at(id: UnitId, position: Vec2) -> Self {
        Self {
            id,
            kind: EnemyKind(0),
            class: ClassIndex(0),
            idle: 0,
            reached: 0,
            position,
            velocity: Vec2::ZERO,
            facing: Vec2::Y,
            speed_mps: 0.0,
            health: 1,
            health_max: 1,
            target: TowerId::NONE,
            slot: NO_SLOT,
            motion: Motion::Moving,
            side: 0,
            drift: 0.0,
            wait_ticks: 0,
            stalled_ticks: 0,
            remaining_m: f32::MAX,
            best_m: f32::MAX,
            held_ticks: 0,
            swept_ticks: 0,
            swept_by: TowerId::NONE,
            strike_wait: 0,
            phase: Phase::Standing,
            belly: 0,
            phase_ticks: 0,
            height_m: 0.0,
            climb_mps: 0.0,
            throw: Vec2::ZERO,
            angle: 0.0,
            spin: 0.0,
            body_facing: Vec2::Y,
            landing: position,
            landing_tick: 0,
        }
    }
}
