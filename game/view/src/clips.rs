//! Which clip a figure plays, and which frame of it: from its phase, its speed and its strikes.
//!
//! Clips run at 30 samples a second, which is also the number of ticks: one sample a tick at the modelled speed.

use crate::figures::Actor;

/// Number of clips.
pub(crate) const CLIPS: usize = 10;

/// What a figure can play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Clip {
    /// Stands.
    #[default]
    Idle,
    /// Shuffles in the queue.
    Wait,
    /// Walks.
    Walk,
    /// Runs.
    Run,
    /// Strikes.
    Attack,
    /// Flies, arms out.
    Fall,
    /// Lies on its back until it gets up.
    LieBack,
    /// Lies on its belly until it gets up.
    LieBelly,
    /// Gets up from its back.
    GetUpBack,
    /// Gets up from its belly.
    GetUpBelly,
}

impl Clip {
    /// All, in the order of their numbers.
    pub const ALL: [Self; CLIPS] =
        [Self::Idle, Self::Wait, Self::Walk, Self::Run, Self::Attack, Self::Fall, Self::LieBack, Self::LieBelly, Self::GetUpBack, Self::GetUpBelly];

    /// Names in a figure's file, the best first: what is missing falls back to the next.
    #[must_use]
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Self::Idle => &["idle", "idle_1", "wait", "walk"],
            Self::Wait => &["wait", "idle", "walk"],
            Self::Walk => &["walk", "run", "idle"],
            Self::Run => &["run", "walk", "idle"],
            Self::Attack => &["attack", "attack_1", "idle"],
            Self::Fall => &["fall", "idle"],
            Self::LieBack => &["lie_back", "fall", "idle"],
            Self::LieBelly => &["lie_belly", "fall", "idle"],
            Self::GetUpBack => &["get_up_back", "get_up_belly", "idle"],
            Self::GetUpBelly => &["get_up_belly", "get_up_back", "idle"],
        }
    }
}

/// Slower than this a walker stands, m/s; to start walking again it needs `START_MPS`.
const STOP_MPS: f32 = 0.12;
const START_MPS: f32 = 0.28;

/// The clip of someone on its feet that does not strike.
pub(crate) fn on_foot(actor: &Actor, before: Clip, speed_mps: f32, waits: bool, scale: f32) -> Clip {
    let moved = matches!(before, Clip::Walk | Clip::Run);
    if speed_mps < if moved { STOP_MPS } else { START_MPS } {
        return if waits { Clip::Wait } else { Clip::Idle };
    }
    // between walk and run at their geometric mean, with a margin so that nobody flickers between the two
    let change = (actor.walk_mps * actor.run_mps).sqrt() * scale * if before == Clip::Run { 0.92 } else { 1.08 };
    if speed_mps > change { Clip::Run } else { Clip::Walk }
}

/// Frames of a walk or run clip in one tick at this speed.
pub(crate) fn pace(actor: &Actor, clip: Clip, speed_mps: f32, scale: f32) -> f32 {
    let modelled = if clip == Clip::Run { actor.run_mps } else { actor.walk_mps };
    (speed_mps / (modelled * scale).max(0.05)).clamp(0.3, 2.5)
}

/// The frame of the attack clip, `since` ticks after the last blow and `until` ticks before the next, whose period is
/// `period`: the blow is in the middle of the clip. None: between two blows it stands.
pub(crate) fn strike_frame(length: u16, since: f32, until: f32, period: f32) -> Option<f32> {
    let (length, blow) = (f32::from(length), f32::from(length) * 0.5);
    // a table may ask for blows faster than the clip is long
    let rate = (length / period.max(1.0)).max(1.0);
    if since * rate <= length - blow {
        Some(blow + since * rate)
    } else if until * rate <= blow {
        Some(blow - until * rate)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_blow_falls_in_the_tick_of_the_strike() {
        for period in [12.0, 32.0, 60.0] {
            let before = strike_frame(32, period - 1.0, 1.0, period).expect("strikes");
            let at = strike_frame(32, 0.0, period, period).expect("strikes");
            let after = strike_frame(32, 1.0, period - 1.0, period).expect("strikes");
            assert_eq!(at, 16.0);
            assert!(before < at && at < after, "{before} {at} {after}");
        }
        assert_eq!(strike_frame(32, 30.0, 30.0, 60.0), None);
    }
}
