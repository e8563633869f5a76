//! Walking: every standing unit finds its wish, gives way to its neighbours and takes a step (H9 to H11, H13).
//!
//! Reads the sorted columns of the grid and the keys copied beside them; writes one [`Steered`] a unit, which are then
//! carried to the rows. A unit steers anew every second tick and keeps its velocity in between.

use super::assign_slots::Fixed;
use super::neighbors::{gather, Key, Near, Offsets, NEAR_MAX, REPEL_RANGE};
use super::refresh_fields::DENSITY_FREE;
use super::refresh_flow::UNIT_M2;
use super::walls::{along_walls, slide};
use super::wish::{right_of, wish, Wish};
use super::{claims, flow, look_ahead, CHUNK, NO_WAY_M};
use crate::derived::field::Sample;
use crate::derived::Derived;
use crate::event::Event;
use crate::stage::Stage;
use crate::tables::{Motion, TowerId, UnitId, Units, NO_SLOT};
use crate::world::World;
use crate::TICK_S;
use base::chunks;
use content::rules::ClassIndex;
use glam::Vec2;

/// Ticks between two decisions of one unit.
pub const THINK_TICKS: u32 = 2;
/// The walk stops at this multiple of the sum of radii, before the correction begins at 1.05: the one number without
/// which everybody overlaps.
const STOP_AT: f32 = 1.10;
/// Share of a gap that may be closed in a tick; the other half is the neighbour's.
const GAP_SHARE: f32 = 0.5;
/// Weight of the repulsion as a share of the top speed, and its bound.
const REPEL: f32 = 0.5;
const REPEL_MAX: f32 = 0.5;
/// Density at which the slowdown is full, enemies a cell, and the share of speed that stays (H8).
const DENSITY_FULL: f32 = 1.5;
const SLOWEST: f32 = 0.15;
/// How much opposing density is taken off the one that slows.
const OPPOSING_RELIEF: f32 = 1.5;
/// With room ahead nobody is slowed below this share of top speed; a free metre counts for so many seconds.
const ROOM_SPEED: f32 = 0.6;
const ROOM_S: f32 = 0.25;
/// Share of the change of velocity taken in one decision.
const ACCELERATION: f32 = 0.5;
/// Cosine of the cone in which a neighbour is ahead (30 degrees), and length of the probe, metres (H9).
const CONE: f32 = 0.866;
const PROBE_M: f32 = 0.15;
/// Blocked: slower than this share of what could be.
const BLOCKED_BELOW: f32 = 0.3;
/// Speed of a sidestep as a share, and the bonus of the side of the last one in neighbours (H9).
const SIDESTEP_SPEED: f32 = 0.5;
const SIDE_BONUS: f32 = 3.0;
/// Decisions of waiting after which anything is tried (H9).
const PATIENCE_TICKS: u16 = 60;
/// Two against each other: the one with less way left may press at this share of its speed.
const PRESS: f32 = 0.6;
/// Speed to the side of who is kicked, m/s (H11).
const KICK_MPS: f32 = 1.0;
/// Cosine of the kick's cone (45 degrees), and how near it reaches beyond contact, metres.
const KICK_CONE: f32 = 0.7;
const KICK_REACH_M: f32 = 0.3;
/// Nobody walks faster than this share of its top speed, pushes included.
const SPEED_MAX: f32 = 1.1;
/// Contacts that a velocity is clamped against.
const CONTACTS_MAX: usize = 12;
/// A neighbour nearer than this in front means that the way is not free, metres.
const CROWDED_M: f32 = 0.3;

/// What the steering of one unit comes to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Steered {
    /// New place, metres.
    pub at: Vec2,
    velocity: Vec2,
    facing: Vec2,
    drift: f32,
    remaining_m: f32,
    wait_ticks: u16,
    motion: Motion,
    side: i8,
    /// Whether it decided in this tick, wants to walk and nobody is in its way.
    pub way_free: bool,
    kicked_by: UnitId,
}

/// Everything that one unit reads.
struct Eye<'a> {
    world: &'a World,
    derived: &'a Derived,
    keys: &'a [Key],
    leads: &'a [[f32; 4]],
    fixed: &'a [Fixed],
}

/// Steers everybody.
pub fn run(stage: &mut Stage<'_>) {
    let Stage { rules, world, derived, scratch, events, .. } = stage;
    let scratch = &mut scratch.horde;
    let count = derived.grid.len();
    scratch.keys.resize(count, Key::default());
    scratch.leads.resize(count, [0.0; 4]);
    scratch.near.resize(count, Near::default());
    scratch.steered.resize(count, Steered::default());
    let (units, fixed, grid) = (&world.units, &scratch.slots.fixed, &derived.grid);
    chunks::each2(&mut scratch.keys, &mut scratch.leads, CHUNK, |first, keys, leads| {
        for (k, (key, lead)) in keys.iter_mut().zip(leads).enumerate() {
            let row = grid.rows()[first + k] as usize;
            *key = Key {
                remaining_m: units.remaining_m[row],
                id: units.id[row].0,
                target: units.target[row].0,
                fixed: fixed[row] as u8,
                kicks: u8::from(rules.enemies[units.kind[row].index()].kicks),
                idle: units.idle[row],
                motion: units.motion[row].0,
            };
            let (v, e) = (units.velocity[row], units.facing[row]);
            *lead = [v.x, v.y, e.x, e.y];
        }
    });
    let eye = Eye { world, derived, keys: &scratch.keys, leads: &scratch.leads, fixed };
    chunks::each2(&mut scratch.steered, &mut scratch.near, CHUNK, |first, out, near| {
        let mut offsets = Offsets::default();
        for (k, (out, near)) in out.iter_mut().zip(near).enumerate() {
            gather(&eye.derived.grid, first + k, near, &mut offsets);
            *out = eye.steer(first + k, near, &offsets);
        }
    });
    carry_over(&mut world.units, derived.grid.rows(), &scratch.steered, events);
}

/// Writes the results to the rows. Events come in the order of the sort.
fn carry_over(units: &mut Units, rows: &[u32], steered: &[Steered], events: &mut Vec<Event>) {
    for (row, new) in rows.iter().zip(steered) {
        let row = *row as usize;
        units.position[row] = new.at;
        units.velocity[row] = new.velocity;
        units.facing[row] = new.facing;
        units.drift[row] = new.drift;
        units.remaining_m[row] = new.remaining_m;
        units.wait_ticks[row] = new.wait_ticks;
        units.motion[row] = new.motion;
        units.side[row] = new.side;
        if !new.kicked_by.is_none() {
            events.push(Event::Kicked { by: new.kicked_by, unit: units.id[row] });
        }
    }
}

/// Contacts that bound a velocity: unit normals towards the unit and the speed allowed against each.
#[derive(Default)]
struct Contacts {
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

    /// Drops what points into neighbours, in two rounds; what still does then stands.
    #[inline]
    fn clamp(&self, mut velocity: Vec2) -> Vec2 {
        for _ in 0..2 {
            for q in 0..self.count {
                let over = -velocity.dot(self.normal[q]) - self.allowed_mps[q];
                if over > 0.0 {
                    velocity += self.normal[q] * over;
                }
            }
        }
        if (0..self.count).any(|q| -velocity.dot(self.normal[q]) > self.allowed_mps[q] + 0.05) { Vec2::ZERO } else { velocity }
    }
}

/// What the neighbours do to one unit.
struct Pressure {
    repel: Vec2,
    contacts: Contacts,
    /// Speed that the room straight ahead allows, m/s.
    room_mps: f32,
    /// Somebody it must give way to is straight ahead.
    ahead: bool,
    /// Neighbours to the left and right.
    left: f32,
    right: f32,
    kick: Vec2,
    kicked_by: UnitId,
    /// Out of the way of somebody with less way left.
    make_way: Vec2,
    makes_way: bool,
    crowded: bool,
}

impl Eye<'_> {
    fn steer(&self, place: usize, near: &Near, offsets: &Offsets) -> Steered {
        let units = &self.world.units;
        let row = self.derived.grid.rows()[place] as usize;
        let (at, facing, velocity) = (units.position[row], units.facing[row], units.velocity[row]);
        let (id, class, speed_mps) = (units.id[row].0, units.class[row], units.speed_mps[row]);
        let fixed = self.fixed[row];
        let mut new = Steered {
            at,
            velocity,
            facing,
            drift: units.drift[row],
            remaining_m: units.remaining_m[row],
            wait_ticks: units.wait_ticks[row],
            motion: units.motion[row],
            side: units.side[row],
            way_free: false,
            kicked_by: UnitId::NONE,
        };
        if units.idle[row] != 0 || fixed == Fixed::There {
            // Who does not want to move is moving (H9).
            new.velocity = Vec2::ZERO;
            new.motion = Motion::Moving;
            new.wait_ticks = 0;
            if let Some(ring) = self.derived.rings.ring(units.target[row]).filter(|_| fixed == Fixed::There) {
                new.facing = (ring.middle - at).normalize_or(facing);
            }
            return new;
        }
        if fixed == Fixed::Free && !id.wrapping_add(self.world.tick).is_multiple_of(THINK_TICKS) {
            new.at = slide(&self.derived.ground, class, at, velocity * TICK_S);
            return new;
        }
        let sample = self.sample(units.target[row], class, at);
        new.remaining_m = sample.map_or(NO_WAY_M, |s| s.way_m);
        let ring = self.derived.rings.ring(units.target[row]);
        if fixed == Fixed::Arriving {
            // The last half metre is walked straight and ends exactly on the slot.
            return self.arrive(new, ring.and_then(|r| r.slot(units.slot[row])).map_or(at, |s| s.at), speed_mps);
        }
        let slot = units.slot[row];
        let want = sample.map_or(Wish { toward: facing, share: 0.0 }, |s| wish(self.derived, ring, class, slot, at, s));
        let radius_m = self.derived.ground.radius_m(class);
        let mut heading = if want.toward == Vec2::ZERO { facing } else { want.toward };
        if want.share > 0.0 {
            heading = self.look_aside(&mut new, id, class, at, heading, radius_m, speed_mps);
            heading = self.yield_to_claims(units.target[row], class, at, units.remaining_m[row], heading);
        }
        new.facing = along_walls(&self.derived.ground, at, radius_m, heading);
        self.walk(place, near, offsets, &mut new, want.share, radius_m, speed_mps, slot);
        new
    }

    /// The field of the target, or the keep's until the target's own is there.
    fn sample(&self, target: TowerId, class: ClassIndex, at: Vec2) -> Option<Sample> {
        let fields = &self.derived.fields;
        fields.get(target, class).or_else(|| fields.get(TowerId::NONE, class))?.sample(at)
    }

    fn arrive(&self, mut new: Steered, slot: Vec2, speed_mps: f32) -> Steered {
        let way = slot - new.at;
        let distance_m = way.length();
        let step_m = speed_mps * TICK_S;
        let before = new.at;
        new.at = if distance_m <= step_m { slot } else { new.at + way * (step_m / distance_m) };
        new.velocity = (new.at - before) / TICK_S;
        new.facing = way.normalize_or(new.facing);
        new.motion = Motion::Moving;
        new.wait_ticks = 0;
        new.side = 0;
        new
    }

    /// Turns a heading by the smoothed sideways wish, but never into a wall: at the post of a gap two units stood so
    /// for good, in full stride.
    #[allow(clippy::too_many_arguments)]
    fn look_aside(&self, new: &mut Steered, id: u32, class: ClassIndex, at: Vec2, heading: Vec2, radius_m: f32, speed_mps: f32) -> Vec2 {
        // Decisions fall on every second tick, so this is every second decision.
        if id.wrapping_add(self.world.tick).is_multiple_of(look_ahead::LOOK_TICKS) {
            let look = look_ahead::look(&self.derived.ground, &self.world.crowd.flow, at, heading, radius_m, speed_mps);
            new.drift += look_ahead::LOOK_MIX * (look - new.drift);
        }
        let turned = heading + right_of(heading) * new.drift;
        let length = turned.length();
        if length < 1e-4 {
            return heading;
        }
        let turned = turned / length;
        if self.leads_into_wall(class, at, turned, radius_m) {
            new.drift *= 0.5;
            return heading;
        }
        turned
    }

    fn leads_into_wall(&self, class: ClassIndex, at: Vec2, heading: Vec2, radius_m: f32) -> bool {
        let ground = &self.derived.ground;
        ground.solid_at(at + heading * (radius_m + 0.2)) || !ground.walkable_at(class, at + heading * 0.5)
    }

    /// Steps out of the lane that a crowd with the right of way lays claim to: across its way, down the claim's slope.
    fn yield_to_claims(&self, target: TowerId, class: ClassIndex, at: Vec2, remaining_m: f32, mut heading: Vec2) -> Vec2 {
        let claimed = &self.world.crowd.claims;
        if claimed.len() < 2 {
            return heading;
        }
        let (width, height) = self.derived.ground.size();
        let Some(cell) = self.derived.ground.index_at(at) else { return heading };
        let (x, y) = (cell % width, cell / width);
        if x == 0 || y == 0 || x + 1 >= width || y + 1 >= height {
            return heading;
        }
        for other in claimed.iter().filter(|c| c.target != target.0 && c.claim.len() == width * height) {
            let own = claims::value(other.claim[cell]);
            if own < 0.05 {
                continue;
            }
            let theirs = self.world.crowd.fields.iter().find(|f| f.target == other.target).and_then(|f| self.derived.fields.get(TowerId(other.target), ClassIndex(f.class)));
            let Some(theirs) = theirs.and_then(|field| field.cell(cell)) else { continue };
            if theirs.way_m > remaining_m || theirs.down.dot(heading) > 0.2 {
                continue;
            }
            let claim = |k: usize| claims::value(other.claim[k]);
            let slope = Vec2::new(claim(cell + 1) - claim(cell - 1), claim(cell + width) - claim(cell - width));
            let across = slope - theirs.down * slope.dot(theirs.down);
            let length = across.length();
            if length > 0.02 {
                let share = own.min(1.0);
                let turned = heading * (1.0 - share) - across / length * share;
                let turned_length = turned.length();
                if turned_length > 1e-3 && !self.leads_into_wall(class, at, turned / turned_length, self.derived.ground.radius_m(class)) {
                    heading = turned / turned_length;
                }
            }
        }
        heading
    }

    /// Neighbours, states and the step.
    #[allow(clippy::too_many_arguments)]
    fn walk(&self, place: usize, near: &Near, offsets: &Offsets, new: &mut Steered, share: f32, radius_m: f32, speed_mps: f32, slot: u16) {
        let key = &self.keys[place];
        let heading = new.facing;
        let slowdown = self.slowdown(new.at, heading, radius_m);
        let pressure = self.press(place, near, offsets, heading, radius_m, speed_mps, share, new.velocity);

        // First pass: contacts, for everybody.
        let repel_length = pressure.repel.length();
        let repel = if repel_length > 1e-5 { pressure.repel * ((REPEL * repel_length).min(REPEL_MAX) / repel_length * speed_mps) } else { Vec2::ZERO };
        let speed = (speed_mps * slowdown * share).max(pressure.room_mps);
        let mut wished = heading * speed + repel + pressure.kick;
        if pressure.makes_way {
            wished = wished * 0.3 + pressure.make_way * (speed_mps / pressure.make_way.length().max(0.707));
        }
        let mut velocity = pressure.contacts.clamp(new.velocity + (wished - new.velocity) * ACCELERATION);
        let forward = velocity.dot(heading);

        // Second pass: only for the blocked.
        let mut motion = Motion::Moving;
        let could = speed_mps * slowdown.max(0.3);
        if share > 0.0 && pressure.ahead && forward < BLOCKED_BELOW * could {
            let bonus = SIDE_BONUS * f32::from(new.side);
            let mut side = if pressure.left + bonus > pressure.right { 1.0 } else { -1.0 };
            let desperate = new.wait_ticks > PATIENCE_TICKS;
            if desperate && (key.id / 7 + self.world.tick / 30).is_multiple_of(2) {
                side = -side;
            }
            let right = right_of(heading);
            let step = pressure.contacts.clamp((right * (side * 0.8) + heading * 0.6) * (SIDESTEP_SPEED * could));
            if step.dot(right) * side > 0.5 * SIDESTEP_SPEED * could {
                motion = Motion::Sidestepping;
                velocity = step;
                new.side = side as i8;
            } else {
                motion = Motion::Waiting;
                velocity = if desperate { step } else { Vec2::ZERO };
            }
        }
        new.motion = motion;
        new.wait_ticks = if motion == Motion::Waiting || (share > 0.0 && forward < 0.1 * speed_mps) { new.wait_ticks.saturating_add(1) } else { new.wait_ticks.saturating_sub(3) };
        if motion == Motion::Moving {
            new.side = 0;
        }
        let fastest = speed_mps * SPEED_MAX;
        if velocity.length_squared() > fastest * fastest {
            velocity *= fastest / velocity.length();
        }
        if !pressure.kicked_by.is_none() && new.velocity.dot(pressure.kick) < 0.5 * KICK_MPS * KICK_MPS {
            new.kicked_by = pressure.kicked_by;
        }
        new.velocity = velocity;
        // A slot's owner in the thick of its ring is not on a free way.
        new.way_free = share > 0.0 && !pressure.crowded && !pressure.makes_way && (slot == NO_SLOT || new.remaining_m > 3.0 || near.places().is_empty());
        let class = self.world.units.class[self.derived.grid.rows()[place] as usize];
        new.at = slide(&self.derived.ground, class, new.at, velocity * TICK_S);
    }

    /// Share of speed that the density leaves (H8).
    fn slowdown(&self, at: Vec2, heading: Vec2, radius_m: f32) -> f32 {
        let Some(cell) = self.derived.ground.index_at(at) else { return 1.0 };
        let cell = &self.world.crowd.flow[cell];
        // A large one does not slow itself.
        let own = if radius_m > 0.5 { radius_m * radius_m / UNIT_M2 / 6.0 } else { 0.0 };
        let density = (flow::density(cell) - own - OPPOSING_RELIEF * flow::opposing(cell, heading)).max(0.0);
        1.0 - (1.0 - SLOWEST) * ((density - DENSITY_FREE) / (DENSITY_FULL - DENSITY_FREE)).clamp(0.0, 1.0)
    }

    #[allow(clippy::too_many_arguments)]
    #[inline]
    fn press(&self, place: usize, near: &Near, offsets: &Offsets, heading: Vec2, radius_m: f32, speed_mps: f32, share: f32, velocity: Vec2) -> Pressure {
        let me = &self.keys[place];
        let (_, _, radii) = self.derived.grid.columns();
        let mut p = Pressure {
            repel: Vec2::ZERO,
            contacts: Contacts::default(),
            room_mps: speed_mps * ROOM_SPEED * share,
            ahead: false,
            left: 0.0,
            right: 0.0,
            kick: Vec2::ZERO,
            kicked_by: UnitId::NONE,
            make_way: Vec2::ZERO,
            makes_way: false,
            crowded: false,
        };
        debug_assert!(near.places().len() <= NEAR_MAX);
        for (q, other) in near.places().iter().enumerate() {
            let other = *other as usize;
            let key = &self.keys[other];
            let [vx, vy, ex, ey] = self.leads[other];
            let (their_velocity, their_heading) = (Vec2::new(vx, vy), Vec2::new(ex, ey));
            let distance_m = offsets.distance_m[q];
            let away = offsets.away(q, me.id < key.id);
            let sum = radius_m + radii[other];
            if distance_m < sum * REPEL_RANGE {
                p.repel += away * (1.0 - distance_m / (sum * REPEL_RANGE));
            }
            let toward = -heading.dot(away);
            let gap_m = distance_m - sum * STOP_AT;
            if toward > 0.2 && gap_m < CROWDED_M {
                p.crowded = true;
            }
            if gap_m > PROBE_M && toward < 0.6 {
                continue;
            }
            let opposed = key.target != me.target && key.idle == 0 && heading.dot(their_heading) < -0.3;
            // Priority by progress: of two with one goal only the one with less way left is in the other's way.
            let yields = key.target != me.target
                || key.remaining_m < me.remaining_m - 1e-3
                || (key.remaining_m <= me.remaining_m + 1e-3 && key.id < me.id)
                || key.fixed == Fixed::There as u8
                || key.idle != 0;
            // Two goals against each other: who has less way left goes first, the other makes way sideways.
            let mut first = false;
            if opposed {
                first = me.remaining_m < key.remaining_m || (me.remaining_m == key.remaining_m && me.id < key.id);
                if !first && distance_m < sum * 1.3 && their_heading.dot(away) > -0.2 {
                    let cross = ex * away.y - ey * away.x;
                    // Head-on: to its own right.
                    let side = if cross.abs() < 0.15 { -1.0 } else { cross.signum() };
                    p.make_way += right_of(their_heading) * side;
                    p.makes_way = true;
                }
            }
            if toward > 0.0 && yields && !first {
                if toward > 0.6 {
                    p.room_mps = p.room_mps.min(their_velocity.dot(heading).max(0.0) + gap_m.max(0.0) / ROOM_S);
                }
                if toward > CONE && gap_m < PROBE_M {
                    p.ahead = true;
                }
            }
            // The side of a neighbour counts only where it is; one straight ahead blocks neither more (H10).
            if toward > -0.2 && gap_m < 0.4 {
                if right_of(heading).dot(away) < 0.0 { p.right += 1.0 } else { p.left += 1.0 }
            }
            if key.kicks != 0 && radii[other] > radius_m + 0.05 {
                // Kicked by a large one that walks at it; not when it goes that way faster itself (H11).
                if their_heading.dot(away) > KICK_CONE && distance_m < sum + KICK_REACH_M && velocity.dot(their_heading) < their_velocity.dot(their_heading) {
                    let side = if ex * away.y - ey * away.x > 0.0 { 1.0 } else { -1.0 };
                    p.kick += right_of(their_heading) * (side * KICK_MPS);
                    p.kicked_by = UnitId(key.id);
                }
            }
            if yields {
                let leaving = (-their_velocity.dot(away)).max(0.0);
                let mut allowed = leaving + gap_m.max(0.0) * (GAP_SHARE / TICK_S);
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
}
