//! Which clip a figure plays, and which frame of it: from its phase, its speed and its strikes.
//!
//! Clips run at 30 samples a second, which is also the number of ticks: one sample a tick at the modelled speed.

use crate::chance::{self, For};
use crate::figures::Actor;

/// Number of clips.
pub(crate) const CLIPS: usize = 16;

/// What a figure can play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Clip {
    /// Stands.
    #[default]
    Idle,
    /// Looks about.
    Idle2,
    /// Shuffles in the queue.
    Wait,
    /// Walks.
    Walk,
    /// Runs.
    Run,
    /// Strikes.
    Attack,
    /// Strikes in another way.
    Attack2,
    /// Kicks: a blow too.
    Kick,
    /// Casts: a blow too.
    Cast,
    /// Throws: a blow too.
    Throw,
    /// Struck, still on its feet.
    Hit,
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
    pub const ALL: [Self; CLIPS] = [
        Self::Idle,
        Self::Idle2,
        Self::Wait,
        Self::Walk,
        Self::Run,
        Self::Attack,
        Self::Attack2,
        Self::Kick,
        Self::Cast,
        Self::Throw,
        Self::Hit,
        Self::Fall,
        Self::LieBack,
        Self::LieBelly,
        Self::GetUpBack,
        Self::GetUpBelly,
    ];

    /// Plays on by the clock of the picture, not by ticks.
    #[must_use]
    pub(crate) fn stands(self) -> bool {
        matches!(self, Self::Idle | Self::Idle2 | Self::Wait)
    }

    /// Names in a figure's file, the best first: what is missing falls back to the next.
    #[must_use]
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Self::Idle => &["idle", "idle_1", "wait", "walk"],
            Self::Idle2 => &["idle_2", "idle", "idle_1", "wait", "walk"],
            Self::Wait => &["wait", "idle", "walk"],
            Self::Walk => &["walk", "run", "idle"],
            Self::Run => &["run", "walk", "idle"],
            Self::Attack => &["attack", "attack_1", "idle"],
            Self::Attack2 => &["attack_2", "attack", "attack_1", "idle"],
            Self::Kick => &["kick", "attack", "attack_1", "idle"],
            Self::Cast => &["cast", "attack", "attack_1", "idle"],
            Self::Throw => &["throw", "attack", "attack_1", "idle"],
            Self::Hit => &["hit", "idle"],
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

/// Share of those who stand that look about, and of those who wait that do not shuffle.
const LOOK_ABOUT: f32 = 0.35;
const STAND_STILL: f32 = 0.3;

/// What someone does who has nothing to do; always the same, so that nobody changes its mind in every tick.
pub(crate) fn standing(id: u32, waits: bool) -> Clip {
    let chance = chance::unit(For::Look, u64::from(id), 6);
    match waits {
        true if chance >= STAND_STILL => Clip::Wait,
        false if chance >= LOOK_ABOUT => Clip::Idle,
        true if chance < STAND_STILL / 2.0 => Clip::Idle,
        _ => Clip::Idle2,
    }
}

/// The clip of blow `number` of someone: its ways to strike in turn, and now and then what it alone can do.
pub(crate) fn blow(actor: &Actor, id: u32, number: u8) -> Clip {
    let turn = number.wrapping_add(chance::index(For::Look, u64::from(id), 7, 6) as u8);
    let own = |clip: &Clip| actor.reels[*clip as usize].own;
    if turn.is_multiple_of(3)
        && let Some(special) = [Clip::Cast, Clip::Throw, Clip::Kick].into_iter().find(own)
    {
        return special;
    }
    if turn % 2 == 1 { Clip::Attack2 } else { Clip::Attack }
}

/// The clip of someone on its feet that does not strike.
pub(crate) fn on_foot(actor: &Actor, id: u32, before: Clip, speed_mps: f32, waits: bool, scale: f32) -> Clip {
    let moved = matches!(before, Clip::Walk | Clip::Run);
    if speed_mps < if moved { STOP_MPS } else { START_MPS } {
        return standing(id, waits);
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

/// The frame of the clip of a blow, `since` ticks after the last one or `until` ticks before the next, whose period is `period`:
/// the blow is in the middle of the clip. `lengths`: of the last blow's clip and of the next one's. Says whether it is the next
/// one's. None: between two blows it stands.
pub(crate) fn strike_frame(lengths: [u16; 2], since: f32, until: f32, period: f32) -> Option<(bool, f32)> {
    let [last, next] = lengths.map(f32::from);
    // a table may ask for blows faster than the clips are long
    let rate = ((last + next) / 2.0 / period.max(1.0)).max(1.0);
    if since * rate <= last * 0.5 {
        Some((false, last * 0.5 + since * rate))
    } else if until * rate <= next * 0.5 {
        Some((true, next * 0.5 - until * rate))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Reel;

    #[test]
    fn the_blow_falls_in_the_tick_of_the_strike() {
        for period in [12.0, 32.0, 60.0] {
            let before = strike_frame([32, 40], period - 1.0, 1.0, period).expect("strikes");
            let at = strike_frame([32, 40], 0.0, period, period).expect("strikes");
            let after = strike_frame([32, 40], 1.0, period - 1.0, period).expect("strikes");
            assert_eq!(at, (false, 16.0));
            assert!(before.0 && before.1 < 20.0 && before.1 > 15.0 && !after.0 && after.1 > 16.0, "{before:?} {at:?} {after:?}");
        }
        assert_eq!(strike_frame([32, 32], 30.0, 30.0, 60.0), None);
    }

    /// Between two blows that follow closely the first clip has ended when the second begins.
    #[test]
    fn one_blow_ends_before_the_next_begins() {
        for period in 10..80 {
            let period = period as f32;
            let mut was_next = false;
            for since in 0..period as u32 {
                if let Some((next, frame)) = strike_frame([30, 40], since as f32, period - since as f32, period) {
                    assert!(next || !was_next, "back to the last blow");
                    assert!((0.0..=if next { 20.0 } else { 30.0 }).contains(&frame), "{frame}");
                    was_next = next;
                }
            }
        }
    }

    fn actor(own: &[Clip]) -> Actor {
        let reels = Clip::ALL.map(|clip| Reel { first: 0, length: 30, looped: false, own: own.contains(&clip) });
        Actor { kind: 0, radius_m: 1.0, walk_mps: 1.0, run_mps: 2.0, light: 1.0, reels, lying: Default::default(), scale: 1.0 }
    }

    #[test]
    fn blows_take_turns_and_each_kind_has_its_own() {
        for (own, special) in [(Clip::Kick, "ogre"), (Clip::Cast, "necromancer"), (Clip::Throw, "giant")] {
            let actor = actor(&[own, Clip::Attack, Clip::Attack2]);
            let blows: Vec<Clip> = (0..12).map(|n| blow(&actor, 5, n)).collect();
            for clip in [own, Clip::Attack, Clip::Attack2] {
                assert_eq!(blows.iter().filter(|b| **b == clip).count(), 4, "{special} {clip:?}: {blows:?}");
            }
        }
        let plain = actor(&[Clip::Attack, Clip::Attack2]);
        assert!((0..12).all(|n| matches!(blow(&plain, 5, n), Clip::Attack | Clip::Attack2)));
        assert_ne!(blow(&plain, 5, 0), blow(&plain, 5, 1));
    }

    #[test]
    fn a_crowd_that_stands_does_several_things_and_each_keeps_to_its_own() {
        for waits in [false, true] {
            let counts = Clip::ALL.map(|clip| (0..1000).filter(|id| standing(*id, waits) == clip).count());
            let kinds = counts.iter().filter(|n| **n > 100).count();
            assert_eq!(kinds, if waits { 3 } else { 2 }, "{counts:?}");
            assert_eq!(standing(7, waits), standing(7, waits));
        }
    }
}
