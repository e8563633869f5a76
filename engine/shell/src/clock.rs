//! The fixed-tick clock: frame times of any length in, whole ticks out.
//!
//! Invariants: time is counted in whole microseconds, so equal frame times give equal ticks on every machine. One
//! frame never asks for more than [`TICKS_PER_FRAME_MAX`] ticks, however long it was: a hitch or a wake from suspend
//! is time that did not happen, never a burst. When the machine cannot keep a speed, game time runs slower, evenly
//! and said ([`Steps::behind`]); a tick that was promised is never left out.
//!
//! Deliberately absent: reading the time of day or any timer. The caller says how long a frame was.

use serde::{Deserialize, Serialize};

/// Ticks in a second at speed 1.
pub const TICKS_PER_SECOND: u32 = 30;

/// Longest frame that counts, in seconds; what is longer is a hitch or a suspend.
pub const FRAME_MAX_S: f64 = 0.1;

/// Most ticks one frame may ask for: what speed 10 needs at 25 frames a second.
pub const TICKS_PER_FRAME_MAX: u32 = 12;

/// Share of the time that ticks may take; the rest is for drawing.
const TICK_SHARE: f64 = 0.6;

/// A tick's length in the accumulator's unit: microseconds times ticks a second, quarters of speed, thousandths of pace.
const TICK_UNITS: u64 = 1_000_000 * 4 * PACE_ONE;

/// Pace 1: game time runs as the speed says.
const PACE_ONE: u64 = 1000;

/// How fast game time is asked to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speed {
    /// No ticks.
    Paused,
    /// A quarter.
    Quarter,
    /// Half.
    Half,
    /// As it is.
    #[default]
    Normal,
    /// Twice.
    Double,
    /// Four times.
    Quadruple,
    /// Ten times.
    Tenfold,
}

impl Speed {
    /// Every speed, slowest first.
    pub const ALL: [Self; 7] = [Self::Paused, Self::Quarter, Self::Half, Self::Normal, Self::Double, Self::Quadruple, Self::Tenfold];

    fn quarters(self) -> u64 {
        match self {
            Self::Paused => 0,
            Self::Quarter => 1,
            Self::Half => 2,
            Self::Normal => 4,
            Self::Double => 8,
            Self::Quadruple => 16,
            Self::Tenfold => 40,
        }
    }

    /// The factor: 0, 0.25, 0.5, 1, 2, 4 or 10.
    pub fn factor(self) -> f32 {
        self.quarters() as f32 / 4.0
    }

    /// The next faster speed, or the fastest.
    pub fn faster(self) -> Self {
        Self::ALL.into_iter().find(|other| *other > self).unwrap_or(self)
    }

    /// The next slower speed that still moves, or the slowest of these; a pause stays a pause.
    pub fn slower(self) -> Self {
        Self::ALL.into_iter().rev().find(|other| *other < self && *other != Self::Paused).unwrap_or(self)
    }
}

/// What one frame has to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steps {
    /// Ticks to run now, all of them.
    pub ticks: u32,
    /// How far the frame lies between the last tick and the next, 0 up to but not including 1.
    pub alpha: f32,
    /// The machine has not kept the speed for a while: say so.
    pub behind: bool,
}

/// Turns frame times into ticks.
#[derive(Clone, Debug)]
pub struct TickClock {
    speed: Speed,
    /// Time not yet turned into ticks, below [`TICK_UNITS`] after every frame.
    rest_units: u64,
    /// Share of the speed that the machine keeps, in thousandths.
    pace: u64,
    /// Average cost of a tick, when the caller reports it.
    tick_cost_s: f64,
    /// Frames in a row that hit the cap.
    capped_frames: u32,
    /// Seconds for which `behind` has been about to change.
    doubt_s: f64,
    behind: bool,
    steady: bool,
}

impl Default for TickClock {
    fn default() -> Self {
        Self { speed: Speed::Normal, rest_units: 0, pace: PACE_ONE, tick_cost_s: 0.0, capped_frames: 0, doubt_s: 0.0, behind: false, steady: false }
    }
}

impl TickClock {
    /// A clock at speed 1 that owes nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// The speed asked for.
    pub fn speed(&self) -> Speed {
        self.speed
    }

    /// Asks for another speed. The part of a tick that has passed stays, so nothing jumps on screen.
    pub fn set_speed(&mut self, speed: Speed) {
        if speed != self.speed {
            self.speed = speed;
            self.pace = PACE_ONE;
            self.capped_frames = 0;
            self.doubt_s = 0.0;
            self.behind = false;
        }
    }

    /// In steady mode the measured cost of ticks changes nothing, so that the same frame times give the same ticks
    /// on any machine: for journals of input, recorded or played.
    pub fn set_steady(&mut self, steady: bool) {
        self.steady = steady;
        if steady {
            self.pace = PACE_ONE;
        }
    }

    /// The speed that is really kept, as a factor.
    pub fn kept_speed(&self) -> f32 {
        self.speed.factor() * self.pace as f32 / PACE_ONE as f32
    }

    /// Tells what the ticks of a frame cost, so that a slow machine is noticed before it stutters.
    pub fn report_cost(&mut self, ticks: u32, took_s: f64) {
        if ticks == 0 || !took_s.is_finite() || took_s < 0.0 {
            return;
        }
        let one_s = took_s / f64::from(ticks);
        self.tick_cost_s = if self.tick_cost_s == 0.0 { one_s } else { self.tick_cost_s + (one_s - self.tick_cost_s) * 0.1 };
    }

    /// Lets a frame's time pass. Negative and impossible times count as none.
    pub fn advance(&mut self, dt_s: f64) -> Steps {
        let dt_s = if dt_s.is_finite() { dt_s.clamp(0.0, FRAME_MAX_S) } else { 0.0 };
        let dt_us = (dt_s * 1e6).round() as u64;
        self.set_pace_by_cost();
        self.rest_units += dt_us * u64::from(TICKS_PER_SECOND) * self.speed.quarters() * self.pace;
        let wanted = self.rest_units / TICK_UNITS;
        let ticks = wanted.min(u64::from(TICKS_PER_FRAME_MAX));
        self.rest_units %= TICK_UNITS;
        self.set_pace_by_cap(wanted, ticks, dt_s);
        self.note_behind(dt_s);
        Steps { ticks: ticks as u32, alpha: self.alpha(), behind: self.behind }
    }

    fn alpha(&self) -> f32 {
        // 23 bits survive the division exactly, so the quotient stays below 1
        ((self.rest_units * (1 << 23) / TICK_UNITS) as f32) / (1 << 23) as f32
    }

    /// With a known cost the pace is what fits into the ticks' share of the time: even, with no cap ever reached.
    fn set_pace_by_cost(&mut self) {
        if self.steady || self.tick_cost_s <= 0.0 || self.speed == Speed::Paused {
            return;
        }
        let wanted_per_s = f64::from(TICKS_PER_SECOND) * f64::from(self.speed.factor());
        let kept = (TICK_SHARE / self.tick_cost_s / wanted_per_s).clamp(0.02, 1.0);
        let target = (kept * PACE_ONE as f64) as u64;
        // a twentieth of the way each frame, and at least one step, so that it gets there
        self.pace =
            if target > self.pace { (self.pace + (target - self.pace).div_ceil(20)).min(target) } else { self.pace - (self.pace - target).div_ceil(20) };
    }

    /// Without a known cost frames that hit the cap again and again lower the pace, and it creeps back by itself.
    fn set_pace_by_cap(&mut self, wanted: u64, ticks: u64, dt_s: f64) {
        if wanted > ticks {
            self.capped_frames += 1;
            if self.capped_frames >= 3 && !self.steady {
                self.pace = (self.pace * ticks / wanted).max(PACE_ONE / 50);
            }
        } else {
            self.capped_frames = 0;
            if self.tick_cost_s == 0.0 && !self.steady {
                self.pace = (self.pace + (dt_s * 100.0).round() as u64).min(PACE_ONE);
            }
        }
    }

    /// Says "behind" after half a second below 95 % of the speed and takes it back after a second above 98 %.
    fn note_behind(&mut self, dt_s: f64) {
        let doubted =
            if self.behind { self.pace >= PACE_ONE * 98 / 100 && self.capped_frames == 0 } else { self.pace < PACE_ONE * 95 / 100 || self.capped_frames >= 3 };
        self.doubt_s = if doubted { self.doubt_s + dt_s } else { 0.0 };
        if self.doubt_s >= if self.behind { 1.0 } else { 0.5 } {
            self.behind = !self.behind;
            self.doubt_s = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ticks of a number of frames of equal length.
    fn ticks(clock: &mut TickClock, frames: u32, dt_s: f64) -> u32 {
        (0..frames)
            .map(|_| {
                let steps = clock.advance(dt_s);
                assert!((0.0..1.0).contains(&steps.alpha), "alpha {}", steps.alpha);
                assert!(steps.ticks <= TICKS_PER_FRAME_MAX);
                steps.ticks
            })
            .sum()
    }

    #[test]
    fn every_speed_gives_its_ticks_at_any_frame_rate() {
        for speed in Speed::ALL {
            for frame_rate in [30_u32, 40, 50, 64, 125, 200, 500] {
                let mut clock = TickClock::new();
                clock.set_speed(speed);
                let count = ticks(&mut clock, frame_rate * 20, 1.0 / f64::from(frame_rate));
                let expected = speed.quarters() * 20 * u64::from(TICKS_PER_SECOND) / 4;
                // 1/30 s is 33,333 whole microseconds: 20 s may be 200 microseconds short
                assert!((expected.saturating_sub(1)..=expected).contains(&u64::from(count)), "{speed:?} at {frame_rate}: {count} of {expected}");
                assert!(!clock.advance(0.001).behind, "{speed:?} at {frame_rate}");
            }
        }
    }

    #[test]
    fn alpha_grows_evenly_between_ticks_and_stays_in_a_pause() {
        let mut clock = TickClock::new();
        let alphas: Vec<f32> = (0..4).map(|_| clock.advance(1.0 / 120.0).alpha).collect();
        for (index, alpha) in alphas.iter().take(3).enumerate() {
            assert!((alpha - 0.25 * (index + 1) as f32).abs() < 1e-3, "{alphas:?}");
        }
        clock.advance(0.01);
        let before = clock.advance(0.0);
        clock.set_speed(Speed::Paused);
        assert_eq!(clock.advance(5.0), Steps { ticks: 0, ..before });
    }

    #[test]
    fn a_hitch_or_a_night_of_sleep_is_no_burst() {
        for gap_s in [0.3, 5.0, 30_000.0, f64::INFINITY, f64::NAN, -4.0] {
            let mut clock = TickClock::new();
            ticks(&mut clock, 60, 1.0 / 60.0);
            let after = clock.advance(gap_s);
            assert!(after.ticks <= 4, "{gap_s} s gave {} ticks", after.ticks);
            let second = ticks(&mut clock, 60, 1.0 / 60.0);
            assert!((29..=30).contains(&second), "after {gap_s} s: {second}");
            assert!(!clock.advance(0.016).behind, "one hitch is not a slow machine");
        }
        let mut fast = TickClock::new();
        fast.set_speed(Speed::Tenfold);
        assert_eq!(fast.advance(100.0).ticks, TICKS_PER_FRAME_MAX);
        assert!(fast.advance(0.0).ticks == 0, "what was over the cap is not caught up later");
    }

    #[test]
    fn a_slow_machine_slows_evenly_says_so_and_takes_it_back() {
        // a machine whose ticks take 8 ms and whose drawing takes 10 ms, at ten times the speed
        let mut clock = TickClock::new();
        clock.set_speed(Speed::Tenfold);
        let mut frame_s = 0.016;
        let mut counts = Vec::new();
        let mut said = false;
        for frame in 0..600 {
            let steps = clock.advance(frame_s);
            clock.report_cost(steps.ticks, f64::from(steps.ticks) * 0.008);
            frame_s = 0.010 + f64::from(steps.ticks) * 0.008;
            said |= steps.behind;
            if frame > 300 {
                counts.push(steps.ticks);
            }
        }
        assert!(said, "the machine cannot keep 300 ticks a second");
        let (least, most) = (counts.iter().min().expect("frames"), counts.iter().max().expect("frames"));
        assert!(most - least <= 1 && *most >= 1, "uneven: {least} to {most}");
        assert!(frame_s < 0.05, "drawing still gets its share: {frame_s}");
        assert!(clock.kept_speed() > 1.0 && clock.kept_speed() < 4.0, "{}", clock.kept_speed());
        // the battle calms down: ticks cost half a millisecond
        let mut last = clock.advance(0.016);
        for _ in 0..300 {
            clock.report_cost(last.ticks, f64::from(last.ticks) * 0.000_5);
            last = clock.advance(0.016);
        }
        assert!(!last.behind);
        assert_eq!(clock.kept_speed(), 10.0);
    }

    #[test]
    fn without_a_reported_cost_the_cap_still_slows_evenly_and_says_so() {
        let mut clock = TickClock::new();
        clock.set_speed(Speed::Tenfold);
        let mut said = false;
        let mut counts = Vec::new();
        for frame in 0..200 {
            let steps = clock.advance(0.1);
            said |= steps.behind;
            if frame > 20 {
                counts.push(steps.ticks);
            }
        }
        assert!(said);
        assert!(counts.iter().all(|count| (9..=TICKS_PER_FRAME_MAX).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_steady_clock_ignores_costs_and_repeats_itself() {
        let run = |cost_s: f64| {
            let mut clock = TickClock::new();
            clock.set_steady(true);
            clock.set_speed(Speed::Quadruple);
            (0..500)
                .map(|frame| {
                    let steps = clock.advance(0.01 + f64::from(frame % 7) * 0.003);
                    clock.report_cost(steps.ticks, cost_s * f64::from(steps.ticks));
                    steps.ticks
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(run(0.0001), run(0.5));
    }

    #[test]
    fn the_ladder_of_speeds_ends_at_both_ends() {
        assert_eq!(Speed::Tenfold.faster(), Speed::Tenfold);
        assert_eq!(Speed::Paused.faster(), Speed::Quarter);
        assert_eq!(Speed::Quarter.slower(), Speed::Quarter);
        assert_eq!(Speed::Paused.slower(), Speed::Paused);
        assert_eq!(Speed::Normal.slower(), Speed::Half);
        assert_eq!(Speed::Half.factor(), 0.5);
    }
}
