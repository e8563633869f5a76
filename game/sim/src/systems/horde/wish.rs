//! Where a unit wants to go: down its field, round its target to its slot, or to the queue (H12).

use crate::derived::Derived;
use crate::derived::field::Sample;
use crate::derived::rings::{Ring, STRAIGHT_PLACES};
use crate::rule::{Rule, on};
use crate::tables::NO_SLOT;
use content::rules::ClassIndex;
use glam::Vec2;

/// The queue stands outside the lane on which slot owners walk: distance of its front from the lane's corner, metres.
const QUEUE_GAP_M: f32 = 0.12;
/// Depth of the band in which the queue's front stands still, metres.
const QUEUE_BAND_M: f32 = 0.3;
/// Nearer than this before its place the queue steps back, metres.
const QUEUE_BACK_M: f32 = 0.4;
/// Walkers slow down towards the queue over this, metres.
const QUEUE_SLOW_M: f32 = 2.0;
/// Nearer than this a slot is walked to straight, metres.
const STRAIGHT_M: f32 = 1.0;

/// How far ahead the way along the lane must be free, and the one to it, metres.
const NEAR_CLEAR_M: f32 = 0.7;
const FAR_CLEAR_M: f32 = 2.0;
/// With less way left than this the field has led to the ring, metres.
const ON_RING_M: f32 = 1.0;

/// A direction of length 1 and a share of the top speed.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// Direction.
    pub toward: Vec2,
    /// 0 stands, 1 walks at top speed.
    pub share: f32,
}

/// To the right of a heading. Map coordinates have y down.
#[must_use]
#[inline]
pub fn right_of(heading: Vec2) -> Vec2 {
    Vec2::new(-heading.y, heading.x)
}

/// The wish of a unit, given what its field says.
#[must_use]
pub fn wish(derived: &Derived, ring: Option<&Ring>, class: ClassIndex, slot: u16, at: Vec2, sample: Sample) -> Wish {
    let along_field = Wish { toward: sample.down, share: if sample.down == Vec2::ZERO { 0.0 } else { 1.0 } };
    let Some(ring) = ring else { return along_field };
    let away = at - ring.middle;
    let reach_m = ring.reach_m(at);
    if slot != NO_SLOT {
        if reach_m > ring.ask_m(class) + 1.0 {
            return along_field;
        }
        return to_slot(derived, ring, class, slot, at, sample).unwrap_or(along_field);
    }
    let queue_m = (ring.lane_m(class)) * std::f32::consts::SQRT_2 + QUEUE_GAP_M;
    let distance_m = away.length();
    if distance_m > queue_m + QUEUE_SLOW_M || ring.open(class) == 0 || !on(Rule::Queue) {
        return along_field;
    }
    let nearest = &ring.slots(class)[(ring.place_of(at) + 0.5) as usize % usize::from(ring.places)];
    if !derived.ground.clear_line(class, at, nearest.at) {
        return along_field;
    }
    let inward = if distance_m > 1e-3 { -away / distance_m } else { Vec2::X };
    if distance_m < queue_m - QUEUE_BACK_M {
        let free = derived.ground.clear_line(class, at, at - inward * NEAR_CLEAR_M);
        return Wish { toward: if free { -inward } else { inward }, share: if free { 0.5 } else { 0.0 } };
    }
    let toward = if sample.down == Vec2::ZERO { inward } else { sample.down };
    if distance_m < queue_m + QUEUE_BAND_M {
        return Wish { toward, share: 0.0 };
    }
    Wish { toward, share: ((distance_m - queue_m) * 0.5).clamp(0.15, 1.0) }
}

/// Along the lane until the slot is in front, then straight; none when the ring is closed on both sides or rock stands
/// between: then the field leads on.
fn to_slot(derived: &Derived, ring: &Ring, class: ClassIndex, slot: u16, at: Vec2, sample: Sample) -> Option<Wish> {
    let goal = ring.slot(slot)?.at;
    let here = ring.place_of(at);
    let way = ring.arc(class, here, slot % ring.places)?;
    let to_goal = goal - at;
    let distance_m = to_goal.length().max(1e-5);
    let full = |toward: Vec2| Some(Wish { toward, share: 1.0 });
    let clear = |toward: Vec2, far_m: f32| derived.ground.clear_line(class, at, at + toward * far_m);
    if way.abs() < STRAIGHT_PLACES || distance_m < STRAIGHT_M || !on(Rule::Arc) {
        if derived.ground.clear_line(class, at, goal) {
            return full(to_goal / distance_m);
        }
    } else {
        let away = at - ring.middle;
        let reach_m = ring.reach_m(at);
        let lane_m = ring.lane_at_m(class, here);
        let outward = if away.x.abs() > away.y.abs() { Vec2::new(sign(away.x), 0.0) } else { Vec2::new(0.0, sign(away.y)) };
        // Clockwise in the picture: along rising places.
        let along = right_of(outward) * sign(way);
        let outside = reach_m > lane_m + 2.0;
        let toward =
            if outside && way.abs() < 5.0 { to_goal / distance_m + along * 0.5 } else { along - outward * ((reach_m - lane_m) * 0.8).clamp(-1.0, 1.0) };
        let toward = toward.normalize_or(along);
        if clear(toward, if outside { FAR_CLEAR_M } else { NEAR_CLEAR_M }) {
            return full(toward);
        }
    }
    if sample.way_m > ON_RING_M && sample.down != Vec2::ZERO {
        return None;
    }
    // Pressed between rock and the ring: from place to place.
    let next = (here + sign(way)).rem_euclid(f32::from(ring.places)) as usize % usize::from(ring.places);
    let step = (ring.slots(class)[next].at - at).normalize_or(to_goal / distance_m);
    full(step)
}

fn sign(v: f32) -> f32 {
    if v < 0.0 { -1.0 } else { 1.0 }
}
