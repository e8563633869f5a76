//! Pushes overlapping pairs apart and everybody out of the walls (H6, H7). Jacobi rounds over the neighbors that the
//! steering gathered: each reads the places of the last round and writes its own.

use super::CHUNK;
use super::assign_slots::Fixed;
use super::neighbors::{Key, Near};
use super::right_of_way;
use super::walls::{PUSH_MAX_M, push_out, slide};
use crate::derived::Derived;
use crate::rule::{Rule, on};
use crate::stage::Stage;
use crate::tables::TowerId;
use base::chunks;
use content::rules::ClassIndex;
use glam::Vec2;
use std::sync::atomic::{AtomicU32, Ordering};

/// Rounds a tick: one leaves 1 % overlapping, three gain nothing.
const ROUNDS: usize = 2;
/// Pairs are corrected below this multiple of the sum of radii; the walk stops before, at 1.10.
const PUSH_AT: f32 = 1.05;
/// How much each further contact weakens a unit's push: pushes from all sides must not add up.
const AVERAGING: f32 = 0.5;
/// Nearer than this share of the correction's distance to one who stands on a slot somebody is wedged between slots, whose
/// owners never give way; it is led out from the target by so many metres a round.
const WEDGED: f32 = 0.8;
const WEDGED_PUSH_M: f32 = 0.08;
/// Share of the correction of the one with more way left, of two that go against each other.
const MAKE_WAY_SHARE: f32 = 0.9;

/// Corrects everybody's place.
pub fn run(stage: &mut Stage<'_>) {
    let Stage { world, derived, scratch, .. } = stage;
    let scratch = &mut scratch.horde;
    let [a, b] = &mut scratch.places;
    debug_assert_eq!(derived.grid.len(), a.len(), "the steering ran before");
    b.resize(a.len(), Vec2::ZERO);
    let crowd = Crowd { derived, keys: &scratch.keys, near: &scratch.near, now: scratch.right_of_way };
    for round in 0..ROUNDS {
        let from = &*a;
        chunks::each(b, CHUNK, |first, out| {
            for (k, out) in out.iter_mut().enumerate() {
                *out = crowd.corrected(first + k, from, round + 1 == ROUNDS);
            }
        });
        std::mem::swap(a, b);
    }
    let broken = AtomicU32::new(0);
    let (x, y, _) = derived.grid.columns();
    let (places, place_of_row) = (&*a, derived.grid.place_of_row());
    let units = &mut world.units;
    let columns = (&mut units.position[..], &mut units.velocity[..], &mut units.facing[..], &mut units.drift[..], &mut units.health[..]);
    chunks::each_of(columns, CHUNK, |first, (position, velocity, facing, drift, health)| {
        for (k, place) in place_of_row[first..][..position.len()].iter().enumerate() {
            let place = *place as usize;
            let Some(at) = places.get(place) else { continue };
            position[k] = *at;
            // The choke point for broken numbers: nothing that was NaN once leaves here.
            let sound = at.is_finite() && velocity[k].is_finite() && facing[k].is_finite() && drift[k].is_finite();
            debug_assert!(sound, "unit {} broke: at {at}, velocity {}, facing {}, drift {}", derived.grid.who()[place].id.0, velocity[k], facing[k], drift[k]);
            if !sound {
                position[k] = Vec2::new(x[place], y[place]);
                velocity[k] = Vec2::ZERO;
                facing[k] = Vec2::X;
                drift[k] = 0.0;
                health[k] = 0;
                broken.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    world.counters.removed_broken += broken.into_inner();
}

struct Crowd<'a> {
    derived: &'a Derived,
    keys: &'a [Key],
    near: &'a [Near],
    now: right_of_way::Now,
}

impl Crowd<'_> {
    /// Where the unit at `place` goes in one round; walls push in the last one.
    fn corrected(&self, place: usize, from: &[Vec2], last: bool) -> Vec2 {
        let at = from[place];
        let me = &self.keys[place];
        if me.fixed != Fixed::Free as u8 && on(Rule::Firm) {
            return at;
        }
        let (_, _, radii) = self.derived.grid.columns();
        let radius_m = radii[place];
        let near = &self.near[place];
        let (mut push, mut contacts) = (Vec2::ZERO, 0.0f32);
        for other in near.places(place) {
            let apart = at - from[other];
            let distance_squared = apart.length_squared();
            let sum = (radius_m + radii[other]) * PUSH_AT;
            if distance_squared >= sum * sum {
                continue;
            }
            let key = &self.keys[other];
            if self.now.anybody && me.squeezes_past(key) {
                continue;
            }
            let distance_m = distance_squared.sqrt();
            let away = if distance_m > 1e-3 { apart / distance_m } else { Vec2::new(if me.id < key.id { 1.0 } else { -1.0 }, 0.0) };
            let (mine, theirs) = (radius_m * radius_m, radii[other] * radii[other]);
            let mut share = theirs / (mine + theirs);
            if key.fixed != Fixed::Free as u8 {
                share = 1.0;
            } else if self.now.anybody && me.target != key.target && (me.urgent() || key.urgent()) && !me.idle() && !key.idle() {
                share = if right_of_way::first(me, key, self.now.epoch) { 1.0 - MAKE_WAY_SHARE } else { MAKE_WAY_SHARE };
            } else if !me.idle() && me.meets(me.facing, key, away) {
                let first = me.first(key);
                share = if first { 1.0 - MAKE_WAY_SHARE } else { MAKE_WAY_SHARE };
            }
            push += away * ((sum - distance_m) * share);
            if key.fixed == Fixed::There as u8
                && distance_m < sum * WEDGED
                && let Some(ring) = self.derived.rings.ring(TowerId(key.target))
            {
                push += (at - ring.middle).normalize_or_zero() * WEDGED_PUSH_M;
            }
            contacts += 1.0;
        }
        let class = ClassIndex(me.class());
        let ground = &self.derived.ground;
        let mut at = at;
        if contacts > 0.0 && on(Rule::Separation) {
            push /= 1.0 + AVERAGING * (contacts - 1.0);
            let length = push.length();
            if length > PUSH_MAX_M {
                push *= PUSH_MAX_M / length;
            }
            at = if near.roomy { at + push } else { slide(ground, class, at, push) };
        }
        if last && !near.roomy { push_out(ground, class, at) } else { at }
    }
}
