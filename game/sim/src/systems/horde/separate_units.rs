//! Pushes overlapping pairs apart and everybody out of the walls (H6, H7). Jacobi rounds over the neighbours that the
//! steering gathered: each reads the places of the last round and writes its own.

use super::CHUNK;
use super::assign_slots::Fixed;
use super::neighbors::{Key, Near};
use super::walls::{PUSH_MAX_M, push_out, slide};
use crate::derived::Derived;
use crate::rule::{Rule, on};
use crate::stage::Stage;
use crate::tables::Units;
use base::chunks;
use glam::Vec2;

/// Rounds a tick: one leaves 1 % overlapping, three gain nothing.
const ROUNDS: usize = 2;
/// Pairs are corrected below this multiple of the sum of radii; the walk stops before, at 1.10.
const PUSH_AT: f32 = 1.05;
/// How much each further contact weakens a unit's push: pushes from all sides must not add up.
const AVERAGING: f32 = 0.5;
/// Share of the correction of the one with more way left, of two that go against each other.
const MAKE_WAY_SHARE: f32 = 0.9;

/// Corrects everybody's place.
pub fn run(stage: &mut Stage<'_>) {
    let Stage { world, derived, scratch, .. } = stage;
    let scratch = &mut scratch.horde;
    let [a, b] = &mut scratch.places;
    let count = derived.grid.len();
    debug_assert_eq!(count, scratch.steered.len(), "the steering ran before");
    a.clear();
    a.extend(scratch.steered.iter().map(|s| s.at));
    b.resize(count, Vec2::ZERO);
    let crowd = Crowd { units: &world.units, derived, keys: &scratch.keys, leads: &scratch.leads, near: &scratch.near };
    for _ in 0..ROUNDS {
        let from = &*a;
        chunks::each(b, CHUNK, |first, out| {
            for (k, out) in out.iter_mut().enumerate() {
                *out = crowd.corrected(first + k, from);
            }
        });
        std::mem::swap(a, b);
    }
    let (x, y, _) = derived.grid.columns();
    for (place, row) in derived.grid.rows().iter().enumerate() {
        let row = *row as usize;
        let units = &mut world.units;
        units.position[row] = a[place];
        // The choke point for broken numbers: nothing that was NaN once leaves here.
        let sound = a[place].is_finite() && units.velocity[row].is_finite() && units.facing[row].is_finite() && units.drift[row].is_finite();
        debug_assert!(
            sound,
            "unit {} broke: at {}, velocity {}, facing {}, drift {}",
            units.id[row].0, a[place], units.velocity[row], units.facing[row], units.drift[row]
        );
        if !sound {
            units.position[row] = Vec2::new(x[place], y[place]);
            units.velocity[row] = Vec2::ZERO;
            units.facing[row] = Vec2::X;
            units.drift[row] = 0.0;
            units.health[row] = 0;
            world.counters.removed_broken += 1;
        }
    }
}

struct Crowd<'a> {
    units: &'a Units,
    derived: &'a Derived,
    keys: &'a [Key],
    leads: &'a [[f32; 4]],
    near: &'a [Near],
}

impl Crowd<'_> {
    fn corrected(&self, place: usize, from: &[Vec2]) -> Vec2 {
        let at = from[place];
        let me = &self.keys[place];
        if me.fixed != Fixed::Free as u8 && on(Rule::Firm) {
            return at;
        }
        let (_, _, radii) = self.derived.grid.columns();
        let radius_m = radii[place];
        let [_, _, ex, ey] = self.leads[place];
        let (mut push, mut contacts) = (Vec2::ZERO, 0.0f32);
        for other in self.near[place].places() {
            let other = *other as usize;
            let apart = at - from[other];
            let distance_squared = apart.length_squared();
            let sum = (radius_m + radii[other]) * PUSH_AT;
            if distance_squared >= sum * sum {
                continue;
            }
            let key = &self.keys[other];
            let distance_m = distance_squared.sqrt();
            let away = if distance_m > 1e-3 { apart / distance_m } else { Vec2::new(if me.id < key.id { 1.0 } else { -1.0 }, 0.0) };
            let (mine, theirs) = (radius_m * radius_m, radii[other] * radii[other]);
            let mut share = theirs / (mine + theirs);
            let [_, _, their_x, their_y] = self.leads[other];
            if key.fixed != Fixed::Free as u8 {
                share = 1.0;
            } else if key.target != me.target && key.idle == 0 && me.idle == 0 && ex * their_x + ey * their_y < -0.3 {
                let first = me.remaining_m < key.remaining_m || (me.remaining_m == key.remaining_m && me.id < key.id);
                share = if first { 1.0 - MAKE_WAY_SHARE } else { MAKE_WAY_SHARE };
            }
            push += away * ((sum - distance_m) * share);
            contacts += 1.0;
        }
        let class = self.units.class[self.derived.grid.rows()[place] as usize];
        let ground = &self.derived.ground;
        let mut at = at;
        if contacts > 0.0 && on(Rule::Separation) {
            push /= 1.0 + AVERAGING * (contacts - 1.0);
            let length = push.length();
            if length > PUSH_MAX_M {
                push *= PUSH_MAX_M / length;
            }
            at = slide(ground, class, at, push);
        }
        push_out(ground, class, at)
    }
}
