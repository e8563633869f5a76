//! Who goes first where two cannot pass each other, and who walks along out of the way: so that no two hold each other up
//! for good.
//!
//! Usually who has less way left goes first (`neighbors::Key::first`). In a blind alley that never ends: whoever presses
//! towards its bottom is always nearer to its goal than who must come out. So a unit that others with other goals have
//! held up for a while is *urgent*: it goes before all who are not, and of two urgent ones the rank of their goals
//! decides, drawn anew every epoch. Epochs are long and short, so that one will be long enough for any way out. Whoever
//! stands in an urgent one's way between walls is *swept along*: it takes over that one's goal and urgency for a moment,
//! walks before it, and passes the pressure on to whom it meets in turn. Where there is room, it steps aside and goes back
//! to its own goal.
//!
//! And where even that leads nowhere (two large ones before a blind alley, a room as full as it can be), who was held up for
//! a minute and a half squeezes past: it and those in its way let each other through.
//!
//! Written by `watch_progress` from what `steer_units` saw; read by the keys of the next tick.

use super::neighbors::Key;
use crate::rule::{Rule, on};
use crate::tables::{TowerId, Units};
use base::chunks;

/// Ticks held up after which a unit is urgent.
pub const HELD_TICKS: u16 = 300;
/// What is added then: so much must be made up for by progress or by time before it is an ordinary one again.
const LINGER_TICKS: u16 = 900;
/// Ticks held up after which a unit squeezes past those who hold it up, and what is added then.
const SQUEEZE_TICKS: u16 = HELD_TICKS + LINGER_TICKS + 1_800;
const SQUEEZE_LINGER_TICKS: u16 = 900;
/// Ticks that one decision counts: units decide every second tick.
const STEP_TICKS: u16 = 2;
/// Progress is counted in steps of so many metres, each worth so many ticks.
const PROGRESS_M: f32 = 0.25;
const PROGRESS_TICKS: u16 = 30;
/// Units a chunk of the look for urgent ones.
const LOOK_CHUNK: usize = 8192;
/// Ticks for which somebody walks along after the last touch.
pub const SWEPT_TICKS: u8 = 45;
/// The shortest epoch, ticks, and the lengths of a round of them in shortest ones.
const EPOCH_TICKS: u32 = 300;
const ROUND: [u32; 6] = [1, 1, 2, 2, 4, 4];

/// The number of the epoch at a tick.
#[must_use]
pub fn epoch(tick: u32) -> u32 {
    let all: u32 = ROUND.iter().sum();
    let (round, mut rest) = (tick / EPOCH_TICKS / all, tick / EPOCH_TICKS % all);
    let mut number = round * ROUND.len() as u32;
    for length in ROUND {
        if rest < length {
            break;
        }
        rest -= length;
        number += 1;
    }
    number
}

/// Rank of a goal in an epoch; the higher one goes first.
#[must_use]
pub fn rank(target: u32, epoch: u32) -> (u32, u32) {
    // Multiply and shift by odd constants (a finalizer of the murmur kind): two goals change places at random.
    let mut mixed = target.wrapping_mul(0x9E37_79B9) ^ epoch.wrapping_mul(0x85EB_CA6B);
    mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x2C1B_3C6D);
    mixed = (mixed ^ (mixed >> 12)).wrapping_mul(0x297A_2D39);
    (mixed ^ (mixed >> 15), target)
}

/// The goal that counts for a unit now: that of who sweeps it along, or its own.
#[must_use]
#[inline]
pub fn goal(units: &Units, row: usize) -> TowerId {
    if units.swept_ticks[row] > 0 { units.swept_by[row] } else { units.target[row] }
}

/// Whether a unit is urgent, by its columns.
#[must_use]
#[inline]
pub fn urgent(units: &Units, row: usize) -> bool {
    (units.swept_ticks[row] > 0 || units.held_ticks[row] >= HELD_TICKS) && on(Rule::Urgency)
}

/// Whether a unit squeezes past others, by its columns.
#[must_use]
#[inline]
pub fn squeezes(units: &Units, row: usize) -> bool {
    units.held_ticks[row] >= SQUEEZE_TICKS && on(Rule::Urgency)
}

/// What holds for everybody in one tick.
#[derive(Clone, Copy, Debug, Default)]
pub struct Now {
    /// For the ranks.
    pub epoch: u32,
    /// Whether anybody is urgent at all: usually nobody is, and then nothing of this costs anything.
    pub anybody: bool,
}

impl Now {
    /// Looks through the columns.
    #[must_use]
    pub fn of(units: &Units, tick: u32) -> Self {
        let some = |rows: std::ops::Range<usize>| {
            let (held, swept) = (&units.held_ticks[rows.clone()], &units.swept_ticks[rows]);
            held.iter().any(|ticks| *ticks >= HELD_TICKS) || swept.iter().any(|ticks| *ticks > 0)
        };
        Self { epoch: epoch(tick), anybody: on(Rule::Urgency) && chunks::any(units.len(), LOOK_CHUNK, some) }
    }
}

/// Whether `me` goes before `other`, when one of both is urgent.
#[must_use]
pub fn first(me: &Key, other: &Key, epoch: u32) -> bool {
    match (me.urgent(), other.urgent()) {
        (true, true) => rank(me.target, epoch) > rank(other.target, epoch),
        (mine, _) => mine,
    }
}

/// What one decision found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    /// Somebody with another goal stands in the way.
    pub opposed: bool,
    /// An urgent one walks into it where there is no room aside: walk along for so many ticks.
    pub swept_ticks: u8,
    /// The goal of that one.
    pub swept_by: TowerId,
}

/// The columns of one unit that are kept here.
pub struct Kept<'a> {
    /// Ticks held up.
    pub held_ticks: &'a mut u16,
    /// Ticks to walk along.
    pub swept_ticks: &'a mut u8,
    /// With whom.
    pub swept_by: &'a mut TowerId,
    /// Least way left so far, metres.
    pub best_m: &'a mut f32,
}

/// Counts after a decision. `advanced`: it came forward along its heading.
pub fn count(kept: Kept<'_>, found: Found, advanced: bool, remaining_m: f32) {
    let Kept { held_ticks, swept_ticks, swept_by, best_m } = kept;
    if *held_ticks == 0 && *swept_ticks == 0 && found.swept_ticks == 0 {
        // Progress counts from where somebody was first in the way.
        if found.opposed && !advanced {
            (*best_m, *held_ticks) = (remaining_m, STEP_TICKS);
        }
        return;
    }
    if found.swept_ticks > *swept_ticks {
        (*swept_ticks, *swept_by) = (found.swept_ticks, found.swept_by);
        return;
    }
    if *swept_ticks > 0 {
        // The way left is another goal's.
        *swept_ticks = swept_ticks.saturating_sub(STEP_TICKS as u8);
        return;
    }
    let before = *held_ticks;
    let mut ticks = before;
    if remaining_m < *best_m - PROGRESS_M {
        *best_m = remaining_m;
        ticks = ticks.saturating_sub(PROGRESS_TICKS);
    } else if found.opposed && !advanced {
        ticks = ticks.saturating_add(STEP_TICKS).min(SQUEEZE_TICKS + SQUEEZE_LINGER_TICKS);
    } else if !found.opposed {
        ticks = ticks.saturating_sub(STEP_TICKS / 2);
    }
    *held_ticks = match (before, ticks) {
        (..HELD_TICKS, HELD_TICKS..) => HELD_TICKS + LINGER_TICKS,
        (HELD_TICKS.., ..HELD_TICKS) => 0,
        (..SQUEEZE_TICKS, SQUEEZE_TICKS..) => SQUEEZE_TICKS + SQUEEZE_LINGER_TICKS,
        (SQUEEZE_TICKS.., ..SQUEEZE_TICKS) => HELD_TICKS + LINGER_TICKS,
        _ => ticks,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epochs_follow_each_other_and_both_goals_come_first() {
        let mut last = 0;
        let mut lengths = [0u32; 13];
        for tick in 0..EPOCH_TICKS * 28 {
            let now = epoch(tick);
            assert!(now == last || now == last + 1, "tick {tick}: {now} after {last}");
            lengths[now as usize] += 1;
            last = now;
        }
        assert_eq!(lengths[..12], [1, 1, 2, 2, 4, 4, 1, 1, 2, 2, 4, 4].map(|units| units * EPOCH_TICKS));
        let firsts = (0..1000).filter(|epoch| rank(3, *epoch) > rank(4, *epoch)).count();
        assert!((400..600).contains(&firsts), "{firsts} of 1000");
    }
}
