//! Where a throw ends, known at the launch (B5): one vertical flight serves every candidate, and the tick's own steps are
//! summed, so that the landing is the real one to the bit.
//!
//! Three things make it quick and change nothing: a candidate whose closed-form end is well inside a cell that will not
//! do is dropped unflown; where the next wall is known to be far, no cell is looked up; and the first candidates of eight
//! bodies are flown side by side ([`fly_first`]).

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

/// Flights of several bodies, each in its first direction at full speed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lanes {
    /// In: places at the start, metres. Out: where the first candidate ends.
    pub x: [f32; LANES],
    /// See `x`.
    pub y: [f32; LANES],
    /// Velocity along the ground, m/s.
    pub throw_x: [f32; LANES],
    /// See `throw_x`.
    pub throw_y: [f32; LANES],
    /// In: heights at the start, metres.
    pub height_m: [f32; LANES],
    /// In: speeds upwards, m/s.
    pub climb_mps: [f32; LANES],
    /// Out: ticks of the flight.
    pub ticks: [u32; LANES],
    /// Out: highest points, metres.
    pub apex_m: [f32; LANES],
}

/// Flies the first candidates side by side with the tick's own steps; `heights` gets the heights after each tick.
pub fn fly_first(lanes: &mut Lanes, heights: &mut Vec<[f32; LANES]>) {
    heights.clear();
    let Lanes { x, y, throw_x, throw_y, height_m, climb_mps, ticks, apex_m } = lanes;
    let (step_x, step_y) = (throw_x.map(|throw| throw * TICK_S), throw_y.map(|throw| throw * TICK_S));
    let mut climb = climb_mps.map(|climb| climb.min(2.0 * LAUNCH_MAX_MPS));
    let mut height = *height_m;
    (*ticks, *apex_m) = ([0; LANES], height);
    // 1 while it flies. Written so that NaN is down.
    let mut flies = [1.0_f32; LANES];
    while flies.iter().sum::<f32>() > 0.0 {
        for k in 0..LANES {
            climb[k] -= GRAVITY * TICK_S;
            height[k] += climb[k] * TICK_S;
            // Who is down already only falls deeper, and stays where it is: adding 0 changes no bit.
            apex_m[k] = if height[k] > apex_m[k] { height[k] } else { apex_m[k] };
            x[k] += step_x[k] * flies[k];
            y[k] += step_y[k] * flies[k];
            ticks[k] += flies[k] as u32;
            flies[k] = if height[k] > 0.0 { flies[k] } else { 0.0 };
        }
        heights.push(height);
    }
}

/// Whether no real wall lies under a straight way of so many steps: jumps as far as the next wall is known to be away.
#[must_use]
pub fn is_clear(ground: &Ground, from: Vec2, step: Vec2, ticks: u32) -> bool {
    let longest = step.x.abs().max(step.y.abs());
    let mut done = 0.0;
    let ticks = ticks as f32;
    loop {
        let wall = ground.wall_distance_at(from + step * done);
        // Where the next cell may be a wall, ticks are counted one by one by the caller.
        let free_m = f32::from(wall) - 1.0 - SUM_ERROR_M;
        if free_m <= 0.0 {
            return false;
        }
        done += free_m / longest;
        if done >= ticks {
            return true;
        }
    }
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
    let longest = throw.abs().max_element() * TICK_S;
    let mut at = from;
    let mut left = heights;
    while let Some((height, rest)) = left.split_first() {
        let free_m = f32::from(ground.wall_distance_at(at)) - 1.0 - SUM_ERROR_M;
        if free_m > longest && on(Rule::FlyOver) {
            // No wall can be reached in so many ticks.
            let free = ((free_m / longest) as usize).min(left.len());
            (0..free).for_each(|_| glide(&mut at, throw));
            left = &left[free..];
            continue;
        }
        glide(&mut at, throw);
        left = rest;
        // `Ground::cell_of` floors, which is a call on a plain x86-64 and was two thirds of a launch.
        let cell = if at.x >= 0.0 && at.y >= 0.0 { Cell::new(at.x as i32, at.y as i32) } else { OUTSIDE };
        if ground.obstacle_m(cell) > height.max(0.0) && on(Rule::StopAtWalls) || !on(Rule::FlyOver) && !ground.walkable(class, cell) {
            return None;
        }
    }
    Some(at)
}

/// The first of the 60 candidates of B5 that ends well, else a hop in place, else (a body hit over a gorge) the way to
/// the nearest cell for its class. Returns velocity along the ground and landing.
#[must_use]
pub fn find_landing(ground: &Ground, class: ClassIndex, from: Vec2, wish: Vec2, heights: &[f32]) -> (Vec2, Vec2) {
    for turn in TURNS.iter() {
        let turned = turned(wish, *turn);
        for factor in FACTORS {
            let throw = turned * factor;
            if let Some(at) = landing(ground, class, from, throw, heights) {
                return (throw, at);
            }
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
