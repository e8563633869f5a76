//! What the neighbors do to one unit: repulsion, contacts that bound its velocity, room ahead, kicks, the right of way
//! (H5, H9 to H11). The first of the two passes over neighbors (H13): for everybody.

use super::assign_slots::Fixed;
use super::neighbors::{Key, NEAR_MAX, Near, Offsets, REPEL_RANGE};
use super::right_of_way;
use super::wish::right_of;
use crate::TICK_S;
use crate::rule::{Rule, on};
use crate::tables::UnitId;
use glam::{Vec2, Vec4};

/// The walk stops at this multiple of the sum of radii, before the correction begins at 1.05: the one number without
/// which everybody overlaps.
const STOP_AT: f32 = 1.10;
/// Share of a gap that may be closed in a tick; the other half is the neighbor's.
const GAP_SHARE: f32 = 0.5;
/// A free metre ahead counts for so many seconds: with room nobody is slowed below a share of its top speed that its class
/// says.
const ROOM_S: f32 = 0.25;
/// Cosine of the cone in which a neighbor is ahead (30 degrees), and length of the probe, metres (H9).
const CONE: f32 = 0.866;
const PROBE_M: f32 = 0.15;
/// Two against each other: the one with less way left may press at this share of its speed.
const PRESS: f32 = 0.6;
/// Between bystanders who stand just too near each other it brushes past, down to this multiple of the sum of radii.
const BRUSH_AT: f32 = 1.01;
/// Speed to the side of who is kicked, m/s (H11).
pub const KICK_MPS: f32 = 1.0;
/// Cosine of the kick's cone (45 degrees), and how near it reaches beyond contact, metres.
const KICK_CONE: f32 = 0.7;
const KICK_REACH_M: f32 = 0.3;
/// Room for the neighbors in lanes of four.
const LANES: usize = NEAR_MAX + 1;
/// Contacts that a velocity is clamped against.
const CONTACTS_MAX: usize = 12;
/// A neighbor nearer than this in front means that the way is not free, metres.
const CROWDED_M: f32 = 0.3;

/// Contacts that bound a velocity: unit normals towards the unit and the speed allowed against each.
#[derive(Default)]
pub struct Contacts {
    count: usize,
    normal: [Vec2; CONTACTS_MAX],
    allowed_mps: [f32; CONTACTS_MAX],
}

impl Contacts {
    fn push(&mut self, normal: Vec2, allowed_mps: f32) {
        if self.count < CONTACTS_MAX {
            self.normal[self.count] = normal;
            self.allowed_mps[self.count] = allowed_mps;
            self.count += 1;
        }
    }

    /// Drops what points into neighbors, in two rounds; what still does then stands.
    #[inline]
    #[must_use]
    pub fn clamp(&self, mut velocity: Vec2) -> Vec2 {
        for _ in 0..2 {
            let mut touched = false;
            for q in 0..self.count {
                let over = -velocity.dot(self.normal[q]) - self.allowed_mps[q];
                if over > 0.0 {
                    velocity += self.normal[q] * over;
                    touched = true;
                }
            }
            if !touched {
                return velocity;
            }
        }
        if (0..self.count).any(|q| -velocity.dot(self.normal[q]) > self.allowed_mps[q] + 0.05) { Vec2::ZERO } else { velocity }
    }
}

/// What the neighbors do to one unit.
pub struct Pressure {
    /// Sum of the repulsions, each at most of length 1.
    pub repel: Vec2,
    /// Whom it must not walk into.
    pub contacts: Contacts,
    /// Speed that the room straight ahead allows, m/s.
    pub room_mps: f32,
    /// Somebody it must give way to is straight ahead.
    pub ahead: bool,
    /// Neighbours to the left.
    pub left: f32,
    /// Neighbours to the right.
    pub right: f32,
    /// Velocity that a kick adds, m/s.
    pub kick: Vec2,
    /// Who kicked it.
    pub kicked_by: UnitId,
    /// Out of the way of somebody with less way left.
    pub make_way: Vec2,
    /// Whether it makes way.
    pub makes_way: bool,
    /// Somebody stands close in front.
    pub crowded: bool,
    /// For the right of way.
    pub found: right_of_way::Found,
    /// The most urgent one that walks into it: for how many ticks it sweeps along, and its place in the sort.
    pub urgent: Option<(u8, usize)>,
}

/// The unit that is pressed.
pub struct Pressed {
    /// Its place in the sort.
    pub place: usize,
    /// Where it wants to go.
    pub heading: Vec2,
    /// Metres.
    pub radius_m: f32,
    /// Its top speed, m/s.
    pub speed_mps: f32,
    /// Share of it that it wants.
    pub share: f32,
    /// Share of it that room ahead allows in a dense crowd.
    pub room_speed: f32,
    /// Whether a large one may walk into those whom it kicks aside: where they can get away.
    pub wades: bool,
    /// Its velocity, m/s.
    pub velocity: Vec2,
    /// Whether it has waited so long that it brushes past bystanders.
    pub brushes: bool,
    /// Of the right of way.
    pub now: right_of_way::Now,
}

/// Adds up the neighbors of one unit. `keys` and `radii` are in the order of the sort.
#[inline]
#[must_use]
pub fn press(keys: &[Key], radii: &[f32], near: &Near, offsets: &Offsets, unit: &Pressed) -> Pressure {
    let me = &keys[unit.place];
    let Pressed { heading, radius_m, speed_mps, share, room_speed, wades, velocity, brushes, now, .. } = *unit;
    let right = right_of(heading);
    let mut p = Pressure {
        repel: Vec2::ZERO,
        contacts: Contacts::default(),
        room_mps: if on(Rule::RoomAhead) { speed_mps * room_speed * share } else { 0.0 },
        ahead: false,
        left: 0.0,
        right: 0.0,
        kick: Vec2::ZERO,
        kicked_by: UnitId::NONE,
        make_way: Vec2::ZERO,
        makes_way: false,
        crowded: false,
        found: right_of_way::Found::default(),
        urgent: None,
    };
    let count = near.len();
    let (mut toward, mut gap_m) = ([0.0f32; LANES], [0.0f32; LANES]);
    let (mut repel_x, mut repel_y) = (Vec4::ZERO, Vec4::ZERO);
    let (heading_x, heading_y) = (Vec4::splat(heading.x), Vec4::splat(heading.y));
    // One bit a neighbor: those who matter beyond the repulsion, and those who stand close in front. No branch to mispredict.
    let (mut matter, mut in_front) = (0u32, 0u32);
    for q in (0..count).step_by(4) {
        let (away_x, away_y, distance, sum) = offsets.four(q);
        let toward_four = -(heading_x * away_x + heading_y * away_y);
        let gap_four = distance - sum * STOP_AT;
        let aside = gap_four.cmpgt(Vec4::splat(PROBE_M)) & toward_four.cmplt(Vec4::splat(0.6));
        matter |= (!aside.bitmask() & 15) << q;
        in_front |= (toward_four.cmpgt(Vec4::splat(0.2)) & gap_four.cmplt(Vec4::splat(CROWDED_M))).bitmask() << q;
        toward_four.write_to_slice(&mut toward[q..q + 4]);
        gap_four.write_to_slice(&mut gap_m[q..q + 4]);
        let weight = (Vec4::ONE - distance / (sum * REPEL_RANGE)).max(Vec4::ZERO);
        repel_x += away_x * weight;
        repel_y += away_y * weight;
    }
    if on(Rule::Repulsion) {
        p.repel = Vec2::new(repel_x.element_sum(), repel_y.element_sum());
    }
    // The lanes beyond the count are nobody.
    let known = (1u32 << count) - 1;
    p.crowded = in_front & known != 0;
    matter &= known;
    while matter != 0 {
        let q = matter.trailing_zeros() as usize;
        matter &= matter - 1;
        let other = near.place(unit.place, q);
        let (toward, gap_m) = (toward[q], gap_m[q]);
        let key = &keys[other];
        if now.anybody && me.squeezes_past(key) {
            p.found.opposed |= toward > 0.0 && gap_m < 0.0;
            continue;
        }
        let away = offsets.away(q);
        let other_goal = key.target != me.target;
        // Priority by progress: of two with one goal only the one with less way left is in the other's way. Whom it kicks
        // aside is in no large one's way (H11).
        let kicked_aside = wades && me.kicks_dmps != 0 && on(Rule::Kick) && radii[other] < radius_m - 0.05 && key.fixed == Fixed::Free as u8 && !key.idle();
        let ahead_of_me = !on(Rule::Priority)
            || other_goal
            || key.remaining_m < me.remaining_m - 1e-3
            || (key.remaining_m <= me.remaining_m + 1e-3 && key.id < me.id)
            || key.fixed == Fixed::There as u8
            || key.idle();
        // And whoever stands in a large one's way never goes before it: two small ones wedged between it and a post held it
        // there for good.
        let mut larger_at_me = key.kicks_dmps != 0 && on(Rule::Kick) && radii[other] > radius_m + 0.05 && key.facing.dot(away) > KICK_CONE;
        // Of two who want elsewhere one may have been held up for long.
        let contested = other_goal && !key.idle() && key.fixed == Fixed::Free as u8;
        p.found.opposed |= (contested || (now.anybody && key.swept_ticks > 0)) && toward > 0.3 && gap_m < PROBE_M;
        let urgent = now.anybody && contested && (me.urgent() || key.urgent());
        let urgent_first = urgent && right_of_way::first(me, key, now.epoch);
        // Who walks along goes on as long as it is pressed.
        let pressed_on = me.swept_ticks > 0 && !other_goal && key.urgent() && key.weight() > me.swept_ticks;
        if ((urgent && !urgent_first) || pressed_on) && offsets.distance_m[q] < offsets.sum_m[q] * 1.3 && key.facing.dot(away) > 0.3 {
            let weight = key.weight();
            if p.urgent.is_none_or(|(most, _)| weight > most) {
                p.urgent = Some((weight, other));
            }
        }
        larger_at_me &= !urgent_first;
        let yields = (ahead_of_me && !kicked_aside) || larger_at_me;
        // Two goals against each other: who has less way left goes first, the other makes way sideways.
        let mut first = false;
        if urgent || me.meets(heading, key, away) {
            first = if urgent { urgent_first } else { me.first(key) && !larger_at_me };
            if !first && offsets.distance_m[q] < offsets.sum_m[q] * 1.3 && key.facing.dot(away) > -0.2 {
                let cross = key.facing.perp_dot(away);
                // Head-on: to its own right.
                let side = if cross.abs() < 0.15 { -1.0 } else { cross.signum() };
                p.make_way += right_of(key.facing) * side;
                p.makes_way = true;
            }
        }
        if toward > 0.0 && yields && !first {
            if toward > 0.6 {
                p.room_mps = p.room_mps.min(key.velocity.dot(heading).max(0.0) + gap_m.max(0.0) / ROOM_S);
            }
            p.ahead |= toward > CONE && gap_m < PROBE_M;
        }
        // The side of a neighbor counts only where it is; one straight ahead blocks neither more (H10).
        if toward > -0.2 && gap_m < 0.4 {
            if !on(Rule::OwnSide) {
                (p.left, p.right) = (p.left + 1.0, p.right + 1.0);
            } else if right.dot(away) < 0.0 {
                p.right += 1.0;
            } else {
                p.left += 1.0;
            }
        }
        if larger_at_me && offsets.distance_m[q] < offsets.sum_m[q] + KICK_REACH_M {
            // Kicked by a large one that walks at it; not when it goes that way faster than that one wants to (H11).
            let spared = velocity.dot(key.facing) * 10.0 >= f32::from(key.kicks_dmps) && on(Rule::KickSpares);
            if !spared {
                let side = if key.facing.perp_dot(away) > 0.0 { 1.0 } else { -1.0 };
                p.kick += right_of(key.facing) * (side * KICK_MPS);
                p.kicked_by = UnitId(key.id);
            }
        }
        if yields && on(Rule::Contacts) {
            let leaving = (-key.velocity.dot(away)).max(0.0);
            let slack_m = if key.idle() && brushes { (STOP_AT - BRUSH_AT) * offsets.sum_m[q] } else { 0.0 };
            let mut allowed = leaving + (gap_m + slack_m).max(0.0) * (GAP_SHARE / TICK_S);
            if first {
                allowed = allowed.max(PRESS * speed_mps);
            }
            if allowed < speed_mps {
                p.contacts.push(away, allowed);
            }
        }
    }
    p
}
