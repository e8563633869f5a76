//! The rules of the crowd as names, so that a test can take one out and show that something then fails.
//!
//! Without the feature `switches` every rule is in force and [`on`] is a constant; the game never has the feature.
//! With it the tests of `game/sim/tests/horde_without_rules.rs` set `OFF`, which all threads read.

#[cfg(feature = "switches")]
use std::sync::atomic::{AtomicU64, Ordering};

/// Something that a rule of the crowd says; H1 to H14 are the rules of the horde.
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
