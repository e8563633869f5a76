//! Walking: every standing unit finds its wish, gives way to its neighbors and takes a step (H9 to H11, H13).
//!
//! Reads the sorted columns of the grid and the keys copied beside them; writes one [`Steered`] a unit, which are then
//! carried to the rows, and its step, with which the correction begins. A unit steers anew every second tick and keeps its velocity in between.

use super::assign_slots::Fixed;
use super::neighbors::{IDLE, Key, Near, OWNS, Offsets, QUEUES, Range, SQUEEZES, URGENT, gather};
use super::pressure::{KICK_MPS, Pressed, Pressure, press};
use super::refresh_fields::DENSITY_FREE;
use super::refresh_flow::UNIT_M2;
use super::walls::{along_walls, slide};
use super::wish::{Wish, right_of, wish};
use super::{CHUNK, NO_WAY_M, claims, flow, look_ahead, right_of_way};
use crate::TICK_S;
use crate::derived::Derived;
use crate::derived::field::Sample;
use crate::event::Event;
use crate::rule::{Rule, on};
use crate::stage::Stage;
use crate::tables::{Motion, NO_SLOT, TowerId, UnitId, Units};
use crate::world::World;
use base::chunks;
use content::rules::ClassIndex;
use glam::Vec2;

/// Ticks between two decisions of one unit.
pub const THINK_TICKS: u32 = 2;
/// Weight of the repulsion as a share of the top speed, and its bound.
const REPEL: f32 = 0.5;
const REPEL_MAX: f32 = 0.5;
/// Density at which the slowdown is full, enemies a cell, and the share of speed that stays (H8).
const DENSITY_FULL: f32 = 1.5;
const SLOWEST: f32 = 0.15;
/// How much opposing density is taken off the one that slows.
const OPPOSING_RELIEF: f32 = 1.5;
/// Share of the change of velocity taken in one decision.
const ACCELERATION: f32 = 0.5;
/// Blocked: slower than this share of what could be.
const BLOCKED_BELOW: f32 = 0.3;
/// Speed of a sidestep as a share, and the bonus of the side of the last one in neighbors (H9).
const SIDESTEP_SPEED: f32 = 0.5;
const SIDE_BONUS: f32 = 3.0;
/// Decisions of waiting after which anything is tried (H9).
const PATIENCE_TICKS: u16 = 60;
/// So many cells beyond its radius from every wall nothing that a unit does in a tick or looks at can meet one: half a
/// metre of way, the metre that the look for walls reaches, and the cell it stands in.
const ROOMY_CELLS: f32 = 2.45;
/// Decisions without a way on, and the share of what could be, from which somebody is wedged.
const WEDGED_TICKS: u16 = 15;
const WEDGED_BELOW: f32 = 0.05;
/// Decisions of waiting after which it brushes past bystanders.
const BRUSH_TICKS: u16 = PATIENCE_TICKS + 2;
/// How far beyond its edge a large one looks for whom it would wade through, metres, and up to which density it does.
const WADES_AHEAD_M: f32 = 0.8;
const WADES_BELOW: f32 = 1.0;
/// How deep a place must be to step aside into it, in radii.
const ASIDE: f32 = 2.4;
/// Who comes less than this share of its way was stopped by a wall; who slides along one comes farther.
const STOPPED_BELOW: f32 = 0.7;
/// Decisions in a row that a large one wades without coming on, and what is no way of a decision, metres.
const WADES_TICKS: u16 = 20;
const IN_VAIN_M: f32 = 0.01;
/// Nobody walks faster than this share of its top speed, pushes included.
const SPEED_MAX: f32 = 1.1;

/// What the steering of one unit comes to; the step itself goes into `HordeScratch::places`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Steered {
    velocity: Vec2,
    facing: Vec2,
    drift: f32,
    remaining_m: f32,
    kicked_by: UnitId,
    wait_ticks: u16,
    motion: Motion,
    side: i8,
    /// Whether it decided in this tick, wants to walk and nobody is in its way.
    pub way_free: bool,
    /// Whether it decided in this tick; else only the step counts.
    pub decided: bool,
    /// For the right of way.
    pub found: right_of_way::Found,
}

/// Everything that one unit reads.
struct Eye<'a> {
    world: &'a World,
    derived: &'a Derived,
    keys: &'a [Key],
    now: right_of_way::Now,
}

/// Steers everybody.
pub fn run(stage: &mut Stage<'_>) {
    let Stage { rules, world, derived, scratch, events, .. } = stage;
    let scratch = &mut scratch.horde;
    let count = derived.grid.len();
    scratch.keys.resize(count, Key::default());
    scratch.near.resize(count, Near::default());
    scratch.steered.resize(count, Steered::default());
    scratch.places[0].resize(count, Vec2::ZERO);
    let now = right_of_way::Now::of(&world.units, world.tick);
    scratch.right_of_way = now;
    let (units, fixed, grid) = (&world.units, &scratch.slots.fixed, &derived.grid);
    let (fields, rings) = (&derived.fields, &derived.rings);
    chunks::each(&mut scratch.keys, CHUNK, |first, keys| {
        for (key, row) in keys.iter_mut().zip(&grid.rows()[first..]) {
            let row = *row as usize;
            let (class, mut target, at) = (units.class[row], units.target[row], units.position[row]);
            let (mut urgent, mut swept_ticks) = (0, 0);
            if now.anybody {
                (target, swept_ticks) = (right_of_way::goal(units, row), units.swept_ticks[row]);
                urgent |= if right_of_way::urgent(units, row) { URGENT } else { 0 };
                urgent |= if right_of_way::squeezes(units, row) { SQUEEZES } else { 0 };
            }
            let role = if units.slot[row] != NO_SLOT {
                OWNS
            } else if rings.ring(target).is_some_and(|ring| ring.reach_m(at) < ring.ask_m(class)) {
                QUEUES
            } else {
                0
            };
            *key = Key {
                velocity: units.velocity[row],
                facing: units.facing[row],
                remaining_m: units.remaining_m[row],
                id: units.id[row].0,
                target: target.0,
                fixed: fixed[row] as u8,
                kicks_dmps: if rules.enemies[units.kind[row].index()].kicks { (units.speed_mps[row] * 10.0 + 0.5).max(1.0) as u8 } else { 0 },
                swept_ticks,
                class_and_role: class.0 | role | urgent | if units.idle[row] != 0 { IDLE } else { 0 },
            };
            // Who is first is judged by one field for all sizes: by its own a large one, whose ways are longer, would let
            // everybody pass who walks behind it.
            if class.0 > 0
                && let Some(way_m) = fields.of_smallest(target).and_then(|field| field.sample(at)).map(|sample| sample.way_m)
            {
                key.remaining_m = way_m;
            }
        }
    });
    let eye = Eye { world, derived, keys: &scratch.keys, now };
    let columns = (&mut scratch.steered[..], &mut scratch.near[..], &mut scratch.places[0][..]);
    chunks::each_of(columns, CHUNK, |first, (steered, near, places)| {
        let mut offsets = Offsets::default();
        let range = Range::alike(&derived.grid);
        for (k, ((new, near), at)) in steered.iter_mut().zip(near).zip(places).enumerate() {
            eye.step(first + k, new, near, at, &mut offsets, &range);
        }
    });
    carry_over(&mut world.units, grid.place_of_row(), &scratch.steered);
    // Only larger ones kick, so a crowd of one size needs no look for it. Events come in the order of the sort.
    if grid.radius_max_m() > grid.radius_min_m() {
        for (place, new) in scratch.steered.iter().enumerate().filter(|(_, new)| new.decided && !new.kicked_by.is_none()) {
            events.push(Event::Kicked { by: new.kicked_by, unit: grid.who()[place].id });
        }
    }
}

/// Writes the decisions to the rows.
fn carry_over(units: &mut Units, place_of_row: &[u32], steered: &[Steered]) {
    let columns = (
        &mut units.velocity[..],
        &mut units.facing[..],
        &mut units.drift[..],
        &mut units.remaining_m[..],
        &mut units.wait_ticks[..],
        &mut units.motion[..],
        &mut units.side[..],
    );
    chunks::each_of(columns, CHUNK, |first, (velocity, facing, drift, remaining_m, wait_ticks, motion, side)| {
        for (k, place) in place_of_row[first..][..velocity.len()].iter().enumerate() {
            let Some(new) = steered.get(*place as usize).filter(|new| new.decided) else { continue };
            velocity[k] = new.velocity;
            facing[k] = new.facing;
            drift[k] = new.drift;
            remaining_m[k] = new.remaining_m;
            wait_ticks[k] = new.wait_ticks;
            motion[k] = new.motion;
            side[k] = new.side;
        }
    });
}

impl Eye<'_> {
    /// Decides when it is this unit's turn, and takes the step.
    #[inline]
    fn step(&self, place: usize, new: &mut Steered, near: &mut Near, at: &mut Vec2, offsets: &mut Offsets, range: &Range) {
        let units = &self.world.units;
        let key = &self.keys[place];
        let row = self.derived.grid.rows()[place] as usize;
        let class = ClassIndex(key.class());
        let radius_m = self.derived.ground.radius_m(class);
        let cell = self.derived.grid.cell(place);
        let (x, y, _) = self.derived.grid.columns();
        *at = Vec2::new(x[place], y[place]);
        near.roomy = f32::from(self.derived.ground.wall_distances()[cell]) >= radius_m + ROOMY_CELLS;
        let stays = key.idle() || key.fixed == Fixed::There as u8;
        let decides = !stays && (key.fixed != Fixed::Free as u8 || key.id.wrapping_add(self.world.tick).is_multiple_of(THINK_TICKS));
        gather(&self.derived.grid, place, near, range);
        if !decides {
            new.decided = stays;
            new.way_free = false;
            if stays {
                *new = Steered {
                    facing: key.facing,
                    drift: units.drift[row],
                    remaining_m: key.remaining_m,
                    side: units.side[row],
                    decided: true,
                    ..Steered::default()
                };
                // Who does not want to move is moving (H9).
                new.motion = if on(Rule::IdleIsMoving) { Motion::Moving } else { Motion::Waiting };
                if let Some(ring) = self.derived.rings.ring(units.target[row]).filter(|_| !key.idle()) {
                    new.facing = (ring.middle - *at).normalize_or(key.facing);
                }
            } else {
                *at = self.moved(near.roomy, class, *at, key.velocity);
            }
            return;
        }
        offsets.fill(&self.derived.grid, place, near);
        *new = Steered {
            velocity: key.velocity,
            facing: key.facing,
            drift: units.drift[row],
            remaining_m: units.remaining_m[row],
            kicked_by: UnitId::NONE,
            wait_ticks: units.wait_ticks[row],
            motion: units.motion[row],
            side: units.side[row],
            way_free: false,
            decided: true,
            found: right_of_way::Found::default(),
        };
        let swept = key.swept_ticks > 0;
        let slot = if swept { NO_SLOT } else { units.slot[row] };
        let (target, speed_mps) = (TowerId(key.target), units.speed_mps[row]);
        let sample = if swept { self.swept_sample(target, class, *at) } else { self.sample(target, class, place, *at, near.roomy) };
        new.remaining_m = sample.map_or(NO_WAY_M, |s| s.way_m);
        let ring = self.derived.rings.ring(target);
        if key.fixed == Fixed::Arriving as u8 {
            // The last half metre is walked straight and ends exactly on the slot.
            let before = *at;
            arrive(new, at, ring.and_then(|r| r.slot(slot)).map_or(*at, |s| s.at), speed_mps);
            if !self.derived.ground.walkable_at(class, *at) {
                *at = slide(&self.derived.ground, class, before, *at - before);
            }
            return;
        }
        let mut want = sample.map_or(Wish { toward: key.facing, share: 0.0 }, |s| wish(self.derived, ring, class, slot, *at, s));
        if swept
            && new.wait_ticks < WEDGED_TICKS
            && let Some(aside) = self.off_the_way(class, radius_m, *at, want.toward, key.facing)
        {
            want = Wish { toward: aside, share: 1.0 };
        }
        let mut heading = if want.toward == Vec2::ZERO { key.facing } else { want.toward };
        let progress_m = units.remaining_m[row] - new.remaining_m;
        let body = Body { at: *at, class, radius_m, speed_mps, roomy: near.roomy, progress_m };
        if want.share > 0.0 {
            heading = self.look_aside(new, key.id, &body, heading);
            heading = self.yield_to_claims(target, &body, units.remaining_m[row], heading);
        }
        new.facing = if near.roomy { heading } else { along_walls(&self.derived.ground, *at, radius_m, heading) };
        self.walk(place, near, offsets, new, &body, want.share);
        // A slot's owner in the thick of its ring is not on a free way.
        new.way_free &= slot == NO_SLOT || new.remaining_m > 3.0 || near.is_empty();
        let to = self.moved(near.roomy, class, *at, new.velocity);
        // Whom a wall stops goes nowhere, and nobody behind may believe that it does: a large one pressed its neighbor into
        // a corner for good, since that one seemed to walk on.
        let way = to - *at;
        if !near.roomy && way.length_squared() < STOPPED_BELOW * STOPPED_BELOW * TICK_S * TICK_S * new.velocity.length_squared() {
            new.velocity = way / TICK_S;
        }
        *at = to;
    }

    fn moved(&self, roomy: bool, class: ClassIndex, at: Vec2, velocity: Vec2) -> Vec2 {
        if roomy { at + velocity * TICK_S } else { slide(&self.derived.ground, class, at, velocity * TICK_S) }
    }

    /// What the field of the target says, or the keep's until the target's own is there.
    #[inline]
    fn sample(&self, target: TowerId, class: ClassIndex, place: usize, at: Vec2, roomy: bool) -> Option<Sample> {
        let fields = &self.derived.fields;
        let field = fields.get(target, class).or_else(|| fields.get(TowerId::NONE, class))?;
        let (x, y) = self.derived.grid.cell_at(place);
        // Where nobody can walk at all the walls may be far as well: the own cell decides.
        if roomy && field.cell_at(x, y).is_some() { Some(field.sample_free(x, y, at)) } else { field.sample(at) }
    }

    /// What the field of another one's target says, or that of the smallest who go there.
    fn swept_sample(&self, target: TowerId, class: ClassIndex, at: Vec2) -> Option<Sample> {
        let fields = &self.derived.fields;
        fields.get(target, class).or_else(|| fields.of_smallest(target))?.sample(at)
    }

    /// Turns a heading by the smoothed sideways wish, but never into a wall: at the post of a gap two units stood so
    /// for good, in full stride.
    fn look_aside(&self, new: &mut Steered, id: u32, body: &Body, heading: Vec2) -> Vec2 {
        // Decisions fall on every second tick, so this is every second decision.
        if id.wrapping_add(self.world.tick).is_multiple_of(look_ahead::LOOK_TICKS) && on(Rule::LookAhead) {
            let look = look_ahead::look(
                self.derived.ground.size().0,
                &self.world.crowd.flow,
                body.at,
                heading,
                body.radius_m,
                body.speed_mps,
                self.world.crowd.claims.len() > 1,
            );
            new.drift += look_ahead::LOOK_MIX * (look - new.drift);
        }
        let turned = heading + right_of(heading) * new.drift;
        let length = turned.length();
        if length < 1e-4 {
            return heading;
        }
        let turned = turned / length;
        if self.leads_into_wall(body, turned) {
            new.drift *= 0.5;
            return heading;
        }
        turned
    }

    fn leads_into_wall(&self, body: &Body, heading: Vec2) -> bool {
        let ground = &self.derived.ground;
        !body.roomy && (ground.solid_at(body.at + heading * (body.radius_m + 0.2)) || !ground.walkable_at(body.class, body.at + heading * 0.5))
    }

    /// Steps out of the lane that a crowd with the right of way lays claim to: across its way, down the claim's slope.
    fn yield_to_claims(&self, target: TowerId, body: &Body, remaining_m: f32, mut heading: Vec2) -> Vec2 {
        let claimed = &self.world.crowd.claims;
        if claimed.len() < 2 || !on(Rule::Claims) {
            return heading;
        }
        let (width, height) = self.derived.ground.size();
        let Some(cell) = self.derived.ground.index_at(body.at) else { return heading };
        let (x, y) = (cell % width, cell / width);
        if x == 0 || y == 0 || x + 1 >= width || y + 1 >= height {
            return heading;
        }
        for other in claimed.iter().filter(|c| c.target != target.0 && c.claim.len() == width * height) {
            let own = claims::value(other.claim[cell]);
            if own < 0.05 {
                continue;
            }
            let theirs = self
                .world
                .crowd
                .fields
                .iter()
                .find(|f| f.target == other.target)
                .and_then(|f| self.derived.fields.get(TowerId(other.target), ClassIndex(f.class)));
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
                if turned_length > 1e-3 && !self.leads_into_wall(body, turned / turned_length) {
                    heading = turned / turned_length;
                }
            }
        }
        heading
    }

    /// Neighbors, states and the velocity.
    fn walk(&self, place: usize, near: &Near, offsets: &Offsets, new: &mut Steered, body: &Body, share: f32) {
        let Body { at, class, radius_m, speed_mps, .. } = *body;
        let key = &self.keys[place];
        let heading = new.facing;
        let slowdown = self.slowdown(body, heading);
        let (_, _, radii) = self.derived.grid.columns();
        // A large one wades through the small, kicking, but not into a jam: there it would only press them together. Nor for
        // long where they cannot get away: with one that it pressed into a corner it held itself up for good.
        let wades = key.kicks_dmps != 0
            && new.wait_ticks < WADES_TICKS
            && self
                .derived
                .ground
                .index_at(at + heading * (radius_m + WADES_AHEAD_M))
                .is_some_and(|cell| flow::density(&self.world.crowd.flow[cell]) < WADES_BELOW);
        let pressed = Pressed {
            place,
            heading,
            radius_m,
            speed_mps,
            share,
            room_speed: self.derived.ground.room_speed(class),
            wades,
            velocity: new.velocity,
            brushes: new.wait_ticks > BRUSH_TICKS,
            now: self.now,
        };
        let mut pressure = press(self.keys, radii, near, offsets, &pressed);
        if let Some((ticks, other)) = pressure.urgent {
            match self.room_aside(body, other, &pressure) {
                Some(aside) => pressure.make_way = aside,
                None => (pressure.found.swept_ticks, pressure.found.swept_by) = (ticks, TowerId(self.keys[other].target)),
            }
        }

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
        // Wedged between two who stand, nobody is straight ahead and yet there is no way on.
        let wedged = new.wait_ticks > WEDGED_TICKS && forward < WEDGED_BELOW * could && on(Rule::Patience);
        let blocked = (pressure.ahead && forward < BLOCKED_BELOW * could) || wedged || !on(Rule::TwoPasses);
        if share > 0.0 && blocked {
            let bonus = if on(Rule::Hysteresis) { SIDE_BONUS * f32::from(new.side) } else { 0.0 };
            let mut side = if pressure.left + bonus > pressure.right { 1.0 } else { -1.0 };
            let desperate = new.wait_ticks > PATIENCE_TICKS && on(Rule::Patience);
            if desperate && new.motion == Motion::Waiting && (key.id / 7 + self.world.tick / 30).is_multiple_of(2) {
                side = -side;
            }
            let right = right_of(heading);
            let mut step = pressure.contacts.clamp((right * (side * 0.8) + heading * 0.6) * (SIDESTEP_SPEED * could));
            if wedged && step.dot(right) * side <= 0.5 * SIDESTEP_SPEED * could {
                // Out of a wedge one must step back a little.
                step = pressure.contacts.clamp(right * (side * SIDESTEP_SPEED * could));
            }
            // Into a wall there is no step; it waits, and when that has taken too long it tries the other side.
            let room = step.dot(right) * side > 0.5 * SIDESTEP_SPEED * could && !self.leads_into_wall(body, right * side);
            if room && on(Rule::Sidestep) {
                motion = Motion::Sidestepping;
                velocity = step;
                new.side = side as i8;
            } else {
                motion = Motion::Waiting;
                velocity = if desperate { step } else { Vec2::ZERO };
            }
        }
        new.motion = motion;
        new.wait_ticks = if motion == Motion::Sidestepping {
            new.wait_ticks
        } else if motion == Motion::Waiting || (share > 0.0 && forward < 0.1 * speed_mps) || (wades && share > 0.0 && body.progress_m < IN_VAIN_M) {
            new.wait_ticks.saturating_add(1)
        } else {
            new.wait_ticks.saturating_sub(3)
        };
        if motion == Motion::Moving && new.wait_ticks == 0 {
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
        new.found = pressure.found;
        new.way_free = share > 0.0 && !pressure.crowded && !pressure.makes_way;
    }

    /// Off the way along which it is swept, where there is a place aside as deep as it and another one are wide.
    fn off_the_way(&self, class: ClassIndex, radius_m: f32, at: Vec2, way: Vec2, facing: Vec2) -> Option<Vec2> {
        // Branches of a way no wider than the unit itself lie along the grid.
        let across = if way.x.abs() > way.y.abs() { Vec2::Y } else { Vec2::X };
        let across = if across.dot(facing) < 0.0 { -across } else { across };
        [across, -across].into_iter().find(|aside| self.derived.ground.clear_line(class, at, at + *aside * (radius_m * ASIDE)))
    }

    /// Where an urgent one can be let past: across its way, to the side on which the unit stands already, else to the other.
    fn room_aside(&self, body: &Body, other: usize, pressure: &Pressure) -> Option<Vec2> {
        let (x, y, radii) = self.derived.grid.columns();
        let way = self.keys[other].facing;
        let away = body.at - Vec2::new(x[other], y[other]);
        let right = right_of(way);
        let across_m = right.dot(away);
        let apart_m = (body.radius_m + radii[other]) * 1.1;
        let side = if across_m < 0.0 { -1.0 } else { 1.0 };
        let clear = |side: f32| {
            let step_m = apart_m - side * across_m;
            let step = right * (side * 0.5 * body.speed_mps);
            step_m <= 0.0
                || pressure.contacts.clamp(step).dot(step) > 0.5 * step.length_squared()
                    && self.derived.ground.clear_line(body.class, body.at, body.at + right * (side * step_m))
        };
        [side, -side].into_iter().find(|side| clear(*side)).map(|side| right * side)
    }

    /// Share of speed that the density leaves (H8).
    fn slowdown(&self, body: &Body, heading: Vec2) -> f32 {
        let Body { at, class, radius_m, .. } = *body;
        let Some(cell) = self.derived.ground.index_at(at) else { return 1.0 };
        let cell = &self.world.crowd.flow[cell];
        // A large one does not slow itself.
        let own = if radius_m > 0.5 { radius_m * radius_m / UNIT_M2 / 6.0 } else { 0.0 };
        let density = self.derived.ground.crowding(class) * (flow::density(cell) - own - OPPOSING_RELIEF * flow::Against::new(heading).opposing(cell)).max(0.0);
        if !on(Rule::Slowdown) {
            return 1.0;
        }
        1.0 - (1.0 - SLOWEST) * ((density - DENSITY_FREE) / (DENSITY_FULL - DENSITY_FREE)).clamp(0.0, 1.0)
    }
}

/// One unit where it stands.
struct Body {
    at: Vec2,
    class: ClassIndex,
    radius_m: f32,
    speed_mps: f32,
    roomy: bool,
    /// Way that it has come since its last decision.
    progress_m: f32,
}

fn arrive(new: &mut Steered, at: &mut Vec2, slot: Vec2, speed_mps: f32) {
    let way = slot - *at;
    let distance_m = way.length();
    let step_m = speed_mps * TICK_S;
    let before = *at;
    *at = if distance_m <= step_m { slot } else { *at + way * (step_m / distance_m) };
    new.velocity = (*at - before) / TICK_S;
    new.facing = way.normalize_or(new.facing);
    new.motion = Motion::Moving;
    new.wait_ticks = 0;
    new.side = 0;
}
