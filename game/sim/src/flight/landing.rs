//! Where a throw ends, known at the launch (B5): one vertical flight serves every candidate, and the tick's own steps are
//! summed, so that the landing is the real one to the bit.
//!
//! Four things make it quick and change nothing: a candidate whose closed-form end is well inside a cell that will not
//! do is dropped unflown; where the next wall is known to be far, and as long as a body is higher than anything on its
//! way, no cell is looked up; and the first candidates of eight bodies are flown side by side ([`fly_first`]), their ways
//! kept for the look at what they pass.

use super::{LAUNCH_MAX_MPS, fall, glide};
use crate::derived::ground::Ground;
use crate::rule::{Rule, on};
use crate::{GRAVITY, TICK_S};
use base::math::{PI, sin_cos};
use content::map::Cell;
use content::rules::ClassIndex;
use glam::{Vec2, vec2};
use std::sync::LazyLock;

/// Bodies flown side by side: two registers of four on any x86-64.
pub const LANES: usize = 8;
/// Angle from one direction of B5 to the next.
const TURN_DEG: f32 = 25.0;
/// Speed factors tried in each direction (B5).
const FACTORS: [f32; 4] = [1.0, 0.7, 0.4, 0.1];
/// A closed-form landing this deep inside a cell cannot be in another cell when it is summed tick by tick: at 512 m one
/// addition errs by 3e-5 m at most, and a flight has fewer than 500.
const SUM_ERROR_M: f32 = 0.02;
/// A cell that is on no map.
const OUTSIDE: Cell = Cell::new(-1, -1);

/// Sine and cosine of the 15 directions of B5 in their order: 0, +25, -25, ... +175, -175 degrees.
static TURNS: LazyLock<[(f32, f32); 15]> = LazyLock::new(|| {
    let mut turns = [(0.0, 1.0); 15];
    for (k, turn) in turns.iter_mut().enumerate().skip(1) {
        let steps = k.div_ceil(2) as f32;
        let sign = if k % 2 == 1 { 1.0 } else { -1.0 };
        *turn = sin_cos(sign * steps * TURN_DEG * (PI / 180.0));
    }
    turns
});

fn turned(wish: Vec2, (sin, cos): (f32, f32)) -> Vec2 {
    vec2(cos * wish.x - sin * wish.y, sin * wish.x + cos * wish.y)
}

/// Fills `heights` with the height after each tick of a flight, the last one at or below the ground. Returns the apex.
pub fn vertical_flight(height_m: f32, climb_mps: f32, heights: &mut Vec<f32>) -> f32 {
    heights.clear();
    let (mut height, mut climb, mut apex) = (height_m, climb_mps.min(2.0 * LAUNCH_MAX_MPS), height_m);
    loop {
        let down = fall(&mut height, &mut climb);
        heights.push(height);
        apex = apex.max(height);
        if down {
            return apex;
        }
    }
}

/// Several bodies after a tick, side by side.
#[derive(Clone, Copy, Debug, Default)]
pub struct Step {
    /// Heights, metres.
    pub height_m: [f32; LANES],
    /// Places, metres.
    pub x: [f32; LANES],
    /// See `x`.
    pub y: [f32; LANES],
}

/// Flights of several bodies, each in its first direction at full speed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lanes {
    /// Where they are at the start.
    pub start: Step,
    /// Velocity along the ground, m/s.
    pub throw_x: [f32; LANES],
    /// See `throw_x`.
    pub throw_y: [f32; LANES],
    /// Upwards, m/s.
    pub climb_mps: [f32; LANES],
    /// Out: ticks of the flight.
    pub ticks: [u32; LANES],
    /// Out: highest points, metres.
    pub apex_m: [f32; LANES],
}

/// Ticks from one look whether somebody still flies to the next: what is summed below the ground means nothing.
const LOOK_TICKS: usize = 8;

/// Flies the first candidates side by side with the tick's own steps; `steps` gets where they are after each tick, and
/// what is behind that means nothing.
pub fn fly_first(lanes: &mut Lanes, steps: &mut Vec<Step>) {
    let Step { mut height_m, mut x, mut y } = lanes.start;
    let (step_x, step_y) = (lanes.throw_x.map(|throw| throw * TICK_S), lanes.throw_y.map(|throw| throw * TICK_S));
    let mut climb = lanes.climb_mps.map(|climb| climb.min(2.0 * LAUNCH_MAX_MPS));
    let mut begun = 0;
    // Written so that NaN is down.
    while begun == 0 || height_m.iter().any(|height| *height > 0.0) {
        // Never shortened: after the longest flight so far no room has to be made or wiped.
        if steps.len() < begun + LOOK_TICKS {
            steps.resize(begun + LOOK_TICKS, Step::default());
        }
        for step in &mut steps[begun..begun + LOOK_TICKS] {
            for k in 0..LANES {
                climb[k] -= GRAVITY * TICK_S;
                height_m[k] += climb[k] * TICK_S;
                x[k] += step_x[k];
                y[k] += step_y[k];
            }
            *step = Step { height_m, x, y };
        }
        begun += LOOK_TICKS;
    }
    for k in 0..LANES {
        let after = |tick: usize| steps[tick - 1].height_m[k];
        (lanes.ticks[k], lanes.apex_m[k]) = time_and_apex(lanes.start.height_m[k], lanes.climb_mps[k], begun, after);
    }
}

/// Ticks until a flight is down, and its highest point, from its heights after each of `last` ticks. Heights rise and then
/// fall, so both are looked for from where the parabola has them, which is a tick off at most.
fn time_and_apex(height_m: f32, climb_mps: f32, last: usize, after: impl Fn(usize) -> f32) -> (u32, f32) {
    let climb_mps = climb_mps.min(2.0 * LAUNCH_MAX_MPS);
    let up_s = climb_mps.max(0.0) / GRAVITY;
    let down_s = (2.0 * height_m.max(0.0) / GRAVITY + up_s * up_s).sqrt();
    // A number that is not one becomes 0.
    let mut down = (((up_s + down_s) / TICK_S) as usize).clamp(1, last);
    while down > 1 && after(down - 1) <= 0.0 {
        down -= 1;
    }
    while down < last && after(down) > 0.0 {
        down += 1;
    }
    let mut top = ((up_s / TICK_S) as usize).clamp(1, down);
    while top < down && after(top + 1) >= after(top) {
        top += 1;
    }
    while top > 1 && after(top - 1) > after(top) {
        top -= 1;
    }
    (down as u32, height_m.max(after(top)))
}

/// Whether the first candidate of a lane ends well; and where it ends.
pub fn first_ends_well(ground: &Ground, class: ClassIndex, lanes: &Lanes, lane: usize, steps: &[Step]) -> Option<Vec2> {
    let place = |step: &Step| vec2(step.x[lane], step.y[lane]);
    let steps = &steps[..lanes.ticks[lane] as usize];
    let end = steps.last().map_or(place(&lanes.start), place);
    if !ground.walkable_at(class, end) && on(Rule::FindLanding) {
        return None;
    }
    let longest = lanes.throw_x[lane].abs().max(lanes.throw_y[lane].abs()) * TICK_S;
    let (mut at, mut done) = (place(&lanes.start), 0);
    let mut highest = None;
    while let Some(step) = steps.get(done) {
        let mut free = free_ticks(ground, at, longest);
        if free == 0 {
            let highest_m = *highest.get_or_insert_with(|| highest_m(ground, at, end));
            free = ticks_above(&steps[done..], highest_m, |step| step.height_m[lane]);
        }
        if free > 0 {
            done += free;
            at = steps.get(done - 1).map_or(end, place);
            continue;
        }
        at = place(step);
        done += 1;
        if stops(ground, class, at, step.height_m[lane]) {
            return None;
        }
    }
    Some(end)
}

/// A height that nothing between two points exceeds: above it a body flies over everything.
fn highest_m(ground: &Ground, from: Vec2, to: Vec2) -> f32 {
    if on(Rule::FlyOver) { ground.highest_between_m(from, to).max(0.0) } else { f32::INFINITY }
}

/// Ticks from the first on for which a body is above a height: it rises, then falls, so it is above it once.
fn ticks_above<T>(steps: &[T], height_m: f32, of: impl Fn(&T) -> f32) -> usize {
    if steps.first().is_none_or(|step| of(step) <= height_m) {
        return 0;
    }
    steps.partition_point(|step| of(step) > height_m)
}

/// So many ticks no wall can be reached, as far as its distance is known.
fn free_ticks(ground: &Ground, at: Vec2, longest_m: f32) -> usize {
    let free_m = f32::from(ground.wall_distance_at(at)) - 1.0 - SUM_ERROR_M;
    if free_m > longest_m && on(Rule::FlyOver) { (free_m / longest_m) as usize } else { 0 }
}

/// Whether a body at this height meets something that is higher.
fn stops(ground: &Ground, class: ClassIndex, at: Vec2, height_m: f32) -> bool {
    // `Ground::cell_of` floors, which is a call on a plain x86-64 and was two thirds of a launch.
    let cell = if at.x >= 0.0 && at.y >= 0.0 { Cell::new(at.x as i32, at.y as i32) } else { OUTSIDE };
    ground.obstacle_m(cell) > height_m.max(0.0) && on(Rule::StopAtWalls) || !on(Rule::FlyOver) && !ground.walkable(class, cell)
}

/// Where this throw ends, when it ends on a cell for this class and nothing on the way is higher than the body.
fn landing(ground: &Ground, class: ClassIndex, from: Vec2, throw: Vec2, heights: &[f32]) -> Option<Vec2> {
    let rough = from + throw * (heights.len() as f32 * TICK_S);
    // Truncated, not floored: beyond the map's corner this is negative and the exact sum decides.
    let within = rough - vec2(rough.x as i32 as f32, rough.y as i32 as f32);
    let inside = within.min(Vec2::ONE - within).min_element();
    if inside > SUM_ERROR_M && !ground.walkable_at(class, rough) && on(Rule::FindLanding) {
        return None;
    }
    let at = fly(ground, class, from, throw, heights)?;
    (ground.walkable_at(class, at) || !on(Rule::FindLanding)).then_some(at)
}

/// Where this throw ends, or none when something on the way is higher than the body.
#[must_use]
pub fn fly(ground: &Ground, class: ClassIndex, from: Vec2, throw: Vec2, heights: &[f32]) -> Option<Vec2> {
    let longest_m = throw.abs().max_element() * TICK_S;
    let (mut at, mut left) = (from, heights);
    let end = from + throw * (heights.len() as f32 * TICK_S);
    let mut highest = None;
    while let Some((height, rest)) = left.split_first() {
        let mut free = free_ticks(ground, at, longest_m).min(left.len());
        if free == 0 {
            let highest_m = *highest.get_or_insert_with(|| highest_m(ground, at, end));
            free = ticks_above(left, highest_m, |height| *height);
        }
        if free > 0 {
            (0..free).for_each(|_| glide(&mut at, throw));
            left = &left[free..];
            continue;
        }
        glide(&mut at, throw);
        left = rest;
        if stops(ground, class, at, *height) {
            return None;
        }
    }
    Some(at)
}

/// The first of the 60 candidates of B5 that ends well, else a hop in place, else (a body hit over a gorge) the way to
/// the nearest cell for its class. Returns velocity along the ground and landing.
#[must_use]
pub fn find_landing(ground: &Ground, class: ClassIndex, from: Vec2, wish: Vec2, heights: &[f32]) -> (Vec2, Vec2) {
    find_other_landing(ground, class, from, wish, heights, 0)
}

/// The same without the first `known` candidates, of which it is known that they do not end well.
#[must_use]
pub fn find_other_landing(ground: &Ground, class: ClassIndex, from: Vec2, wish: Vec2, heights: &[f32], known: usize) -> (Vec2, Vec2) {
    let candidates = TURNS.iter().flat_map(|turn| FACTORS.map(|factor| turned(wish, *turn) * factor));
    for throw in candidates.skip(known) {
        if let Some(at) = landing(ground, class, from, throw, heights) {
            return (throw, at);
        }
    }
    if ground.walkable_at(class, from) {
        return (Vec2::ZERO, from);
    }
    let goal = ground.nearest_walkable(class, from).unwrap_or(from);
    let throw = (goal - from) / (heights.len() as f32 * TICK_S);
    let mut at = from;
    for _ in heights {
        glide(&mut at, throw);
    }
    (throw, at)
}
