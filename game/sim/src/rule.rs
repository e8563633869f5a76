//! The rules of the crowd and of bodies as names, so that a test can take one out and show that something then fails.
//!
//! Without the feature `switches` every rule is in force and [`on`] is a constant; the game never has the feature.
//! With it the tests `game/sim/tests/{horde,bodies}_without_rules.rs` set `OFF`, which all threads read.

#[cfg(feature = "switches")]
use std::sync::atomic::{AtomicU64, Ordering};

/// Something that a rule says; H1 to H14 are the rules of the horde, B1 to B9 those of bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Rule {
    /// H2: cells beside a wall cost more.
    WallSurcharge,
    /// H2: a direction never leads into a wall.
    OutOfWalls,
    /// H3: each size class has its own walkability.
    ClassWalkability,
    /// H4: who is walled in attacks what opens the way.
    Breach,
    /// H5: repulsion.
    Repulsion,
    /// H6: overlapping pairs are pushed apart.
    Separation,
    /// H7: moves into walls are split per axis.
    AxisSplit,
    /// H7: push from the nearest real walls.
    WallPush,
    /// H8: density costs in the fields.
    DensityCost,
    /// H8: density slows.
    Slowdown,
    /// H9: the velocity into a touching neighbor is dropped.
    Contacts,
    /// H9: of two bound for one goal only the one with less way left is in the other's way.
    Priority,
    /// H9: the blocked go round.
    Sidestep,
    /// H9: the side of the last sidestep has a bonus.
    Hysteresis,
    /// H9: who waits too long tries anything.
    Patience,
    /// H9: who does not want to move counts as moving.
    IdleIsMoving,
    /// H10: a look ahead steers round those who are slower.
    LookAhead,
    /// H10: a neighbor straight ahead blocks neither side.
    OwnSide,
    /// H11: the large kick the small aside.
    Kick,
    /// H11: but not those who go that way faster.
    KickSpares,
    /// H12: one owner a slot, the others queue.
    Queue,
    /// H12: rear slots are reached by an arc.
    Arc,
    /// H12: who stands at its slot is not pushed.
    Firm,
    /// H12: nobody is evicted on the way.
    NoEviction,
    /// H13: only the blocked look for a side.
    TwoPasses,
    /// H14: who lies, flies or is dead takes no part.
    StandingOnly,
    /// Claims: lanes of those with the right of way.
    Claims,
    /// Who was held up for long goes first, and sweeps along who stands in the way.
    Urgency,
    /// The watchdog frees who makes no progress.
    Watchdog,
    /// Room ahead overrides the density.
    RoomAhead,
    /// B1: bombs bounce off walls.
    Bounce,
    /// B1: bombs roll on when they have come down.
    Roll,
    /// B1: fuses burn.
    Fuse,
    /// B2: who is hit gives up its melee slot.
    ReleaseSlot,
    /// B2: who has landed settles, lies for a while and gets up.
    LieStill,
    /// B2: who gets up moves out of others.
    RiseApart,
    /// B3: thrown higher than far: 60 degrees, with a scale of its own for each direction.
    HighThrow,
    /// B3: direction, elevation and force differ from one to the next.
    Spread,
    /// B3: half the force at the blast's edge.
    EdgeForce,
    /// B4: everybody who is hit falls.
    LeastLaunch,
    /// B4: resistance shortens the range alone.
    RangeAlone,
    /// B4: who is immune is not thrown.
    Immunity,
    /// B5: the landing is on a cell for the class.
    FindLanding,
    /// B5: gorges and water stop nobody in the air.
    FlyOver,
    /// B5: what is higher than the body stops it.
    StopAtWalls,
    /// B5: whoever flies, lies or gets up can be thrown again.
    HitAgain,
    /// B5: and keeps the angle that it has then.
    KeepAngle,
    /// B5: a new building moves who lies under it and turns aside who flies towards it.
    MakeRoom,
    /// B6: bodies stay where they land.
    StayPut,
    /// B7: the turn is planned so that it ends in a horizontal pose.
    PlannedTurn,
    /// B7: the higher, the more turns.
    TurnsByHeight,
    /// B8: the dead fly.
    DeadFly,
    /// B8: the oldest of the dead go first.
    OldestFirst,
    /// B8: the dead become marks on the ground.
    Fade,
    /// B9: a blast sets off the bombs and kegs that it reaches.
    Chain,
    /// B9: blasts of one tick come in the order of the bombs' ids.
    SortedBlasts,
    /// B9: who carries powder goes off when a blast reaches it.
    Carrier,
}

/// Bits of the rules that are taken out.
#[cfg(feature = "switches")]
pub static OFF: AtomicU64 = AtomicU64::new(0);

/// Whether the rule is in force.
#[must_use]
#[inline(always)]
pub fn on(rule: Rule) -> bool {
    #[cfg(feature = "switches")]
    {
        OFF.load(Ordering::Relaxed) & (1 << rule as u8) == 0
    }
    #[cfg(not(feature = "switches"))]
    {
        let _ = rule;
        true
    }
}
