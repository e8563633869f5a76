//! Physics of bombs: an arc that meets a place after a given time, and the one step of a bomb that flies, bounces and rolls.
//!
//! The aim's preview runs the same step as the tick, so what is drawn is what happens.

use crate::derived::ground::Ground;
use crate::rule::{Rule, on};
use crate::tables::Bomb;
use crate::{GRAVITY, TICK_S};
use content::level::Level;
use content::map::Terrain;
use glam::{Vec2, vec2};

/// Share of the speed kept across a wall it bounces off.
const WALL_RESTITUTION: f32 = 0.45;
/// Share of the fall's speed kept by a bounce off the ground.
const GROUND_RESTITUTION: f32 = 0.35;
/// Share of the speed along the ground kept by a bounce.
const BOUNCE_GRIP: f32 = 0.35;
/// Slower than this upwards it does not bounce any more, m/s.
const REST_MPS: f32 = 1.2;
/// Loss of speed while it rolls, m/s^2.
const ROLL_BRAKE: f32 = 8.0;

/// What a bomb met in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Met {
    /// Speed into the ground or a wall, m/s; 0: nothing.
    pub speed_mps: f32,
    /// The ground or a roof.
    pub ground: bool,
    /// It came down over a gorge or water.
    pub depths: bool,
}

/// Velocity along the ground and upwards with which a bomb from `from` at `height_m` comes down at `at` after `ticks` steps.
#[must_use]
pub fn aim(from: Vec2, height_m: f32, at: Vec2, ticks: u16) -> (Vec2, f32) {
    let steps = f32::from(ticks.max(1));
    // Semi-implicit steps: height after n steps is h + n v dt - g dt^2 n (n + 1) / 2.
    let climb = (GRAVITY * TICK_S * TICK_S * steps * (steps + 1.0) * 0.5 - height_m) / (steps * TICK_S);
    ((at - from) / (steps * TICK_S), climb)
}

/// One tick of a bomb.
pub fn step(level: &Level, ground: &Ground, bomb: &mut Bomb) -> Met {
    let mut met = Met::default();
    let wall = |at: Vec2, height_m: f32| on(Rule::Bounce) && ground.obstacle_m(Ground::cell_of(at)) > height_m + 0.01;
    // Per axis, so that it slides and bounces along walls instead of sticking in corners.
    let next_x = vec2(bomb.position.x + bomb.velocity.x * TICK_S, bomb.position.y);
    if wall(next_x, bomb.height_m) {
        met.speed_mps = met.speed_mps.max(bomb.velocity.x.abs());
        bomb.velocity.x *= -WALL_RESTITUTION;
    } else {
        bomb.position = next_x;
    }
    let next_y = vec2(bomb.position.x, bomb.position.y + bomb.velocity.y * TICK_S);
    if wall(next_y, bomb.height_m) {
        met.speed_mps = met.speed_mps.max(bomb.velocity.y.abs());
        bomb.velocity.y *= -WALL_RESTITUTION;
    } else {
        bomb.position = next_y;
    }
    let cell = Ground::cell_of(bomb.position);
    let floor_m = ground.obstacle_m(cell);
    if bomb.grounded == 1 {
        let speed = bomb.velocity.length();
        let slower = if on(Rule::Roll) { (speed - ROLL_BRAKE * TICK_S).max(0.0) } else { 0.0 };
        bomb.velocity = if speed > 0.0 { bomb.velocity * (slower / speed) } else { Vec2::ZERO };
        if bomb.height_m > floor_m + 0.01 {
            bomb.grounded = 0;
        } else {
            bomb.height_m = floor_m;
            met.depths = over_depths(level, cell, floor_m);
            return met;
        }
    }
    bomb.climb_mps -= GRAVITY * TICK_S;
    bomb.height_m += bomb.climb_mps * TICK_S;
    if bomb.height_m <= floor_m {
        met.speed_mps = met.speed_mps.max(-bomb.climb_mps);
        met.ground = true;
        met.depths = over_depths(level, cell, floor_m);
        bomb.height_m = floor_m;
        bomb.climb_mps *= -GROUND_RESTITUTION;
        bomb.velocity *= BOUNCE_GRIP;
        if bomb.climb_mps < REST_MPS {
            bomb.climb_mps = 0.0;
            bomb.grounded = 1;
        }
    }
    met
}

fn over_depths(level: &Level, cell: content::map::Cell, floor_m: f32) -> bool {
    floor_m == 0.0 && matches!(level.map.terrain_at(cell), Terrain::Ravine | Terrain::Water)
}
