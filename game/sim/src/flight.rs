//! Flight of thrown bodies: the one step of the fall, the launch, and the landing that is known at the launch.
//!
//! The tick and the prediction call the same two functions, [`fall`] and [`glide`], so the predicted landing is the
//! real one to the bit. A body's flight meets no wall: whatever would stop it was ruled out when it was launched, and a
//! building that rises meanwhile makes `fly_bodies` predict anew. Bombs, which do bounce, live in [`crate::bomb`].
//!
//! Angles: 0 is upright, positive turns forward over `body_facing`; +pi/2 lies on the belly, -pi/2 on the back.

use crate::derived::ground::Ground;
use crate::purpose;
use crate::tables::{Motion, NO_SLOT, Phase, UnitId, Units};
use crate::{GRAVITY, TICK_S};
use base::math::{FRAC_PI_2, PI, sin_cos, wrap_angle};
use base::random::{Purpose, range};
use content::map::Cell;
use content::rules::{Blast, ClassIndex};
use glam::{Vec2, vec2};
use std::sync::LazyLock;

/// Ticks from the landing until the body lies still.
pub const SETTLE_TICKS: u16 = 6;
/// Ticks the living lie.
pub const LYING_TICKS: u16 = 30;
/// Ticks the dead lie before they fade into a corpse on the ground.
pub const DEAD_LYING_TICKS: u16 = 90;
/// Upward speed with which the dead of an arrow fall over, m/s: a hop of a hand's breadth.
pub const HOP_MPS: f32 = 2.0;
/// Least launch speed (B4), m/s.
pub const LAUNCH_MIN_MPS: f32 = 2.0;
/// Greatest launch speed, whatever a table says, m/s.
pub const LAUNCH_MAX_MPS: f32 = 60.0;

/// Share of the launch speed along the ground (B3).
const ALONG: f32 = 0.85;
/// Share of the launch speed upwards (B3).
const UPWARDS: f32 = 1.3;
const ELEVATION_DEG: f32 = 60.0;
const ELEVATION_SPREAD_DEG: f32 = 5.0;
const DIRECTION_SPREAD_DEG: f32 = 15.0;
const FORCE_SPREAD: f32 = 0.2;
/// Metres of apex for a half turn more (B7).
const HALF_TURN_M: f32 = 2.5;
const HALF_TURNS_MAX: f32 = 3.0;
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

/// One tick of the fall; true when the ground is reached.
pub fn fall(height_m: &mut f32, climb_mps: &mut f32) -> bool {
    *climb_mps -= GRAVITY * TICK_S;
    *height_m += *climb_mps * TICK_S;
    *height_m <= 0.0
}

/// One tick along the ground.
pub fn glide(position: &mut Vec2, throw: Vec2) {
    *position += throw * TICK_S;
}

/// Ticks a figure of this height takes to get up: the length of its clip at one frame a tick (goblin 38, skeleton 45, ogre 70).
#[must_use]
pub fn rise_ticks(figure_height_m: f32) -> u16 {
    if figure_height_m < 1.5 {
        38
    } else if figure_height_m < 2.4 {
        45
    } else {
        70
    }
}

/// Fills `heights` with the height after each tick of a flight, the last one at or below the ground (B5: one for all
/// candidates, since the flight time does not depend on the speed along the ground). Returns the apex.
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

/// Where this throw ends, when it ends on a cell for this class and nothing on the way is higher than the body.
fn landing(ground: &Ground, class: ClassIndex, from: Vec2, throw: Vec2, heights: &[f32]) -> Option<Vec2> {
    let rough = from + throw * (heights.len() as f32 * TICK_S);
    // Truncated, not floored: beyond the map's corner this is negative and the exact sum decides.
    let within = rough - vec2(rough.x as i32 as f32, rough.y as i32 as f32);
    let inside = within.min(Vec2::ONE - within).min_element();
    if inside > SUM_ERROR_M && !ground.walkable_at(class, rough) {
        return None;
    }
    let at = fly(ground, from, throw, heights)?;
    ground.walkable_at(class, at).then_some(at)
}

/// Where this throw ends, or none when something on the way is higher than the body.
#[must_use]
pub fn fly(ground: &Ground, from: Vec2, throw: Vec2, heights: &[f32]) -> Option<Vec2> {
    let mut at = from;
    for height in heights {
        glide(&mut at, throw);
        // `Ground::cell_of` floors, which is a call on a plain x86-64 and was two thirds of a launch.
        let cell = if at.x >= 0.0 && at.y >= 0.0 { Cell::new(at.x as i32, at.y as i32) } else { OUTSIDE };
        if ground.obstacle_m(cell) > height.max(0.0) {
            return None;
        }
    }
    Some(at)
}

/// The first of the 60 candidates of B5 that ends well, else a hop in place, else (a body hit over a gorge) the way to
/// the nearest cell for its class. Returns velocity along the ground and landing.
#[must_use]
pub fn find_landing(ground: &Ground, class: ClassIndex, from: Vec2, wish: Vec2, heights: &[f32]) -> (Vec2, Vec2) {
    for (sin, cos) in TURNS.iter() {
        let turned = vec2(cos * wish.x - sin * wish.y, sin * wish.x + cos * wish.y);
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

/// Velocity of a launch (B3, B4): along the ground as wished, and upwards. `offset` leads from the blast to the body.
#[must_use]
pub fn launch_velocity(seed: u64, id: UnitId, number: u32, blast: Blast, offset: Vec2, share: f32, resistance: f32) -> (Vec2, f32) {
    let (id, number) = (u64::from(id.0), u64::from(number));
    let spread = |what: Purpose, most: f32| range(seed, what, id, number, -most, most);
    let force = (blast.force_mps * (1.0 - 0.5 * share) * (1.0 + spread(purpose::LAUNCH_FORCE, FORCE_SPREAD))).clamp(LAUNCH_MIN_MPS, LAUNCH_MAX_MPS);
    let elevation = (ELEVATION_DEG + spread(purpose::LAUNCH_ELEVATION, ELEVATION_SPREAD_DEG)) * (PI / 180.0);
    let error = spread(purpose::LAUNCH_DIRECTION, 1.0);
    // Right above the blast there is no radial: any direction will do.
    let (radial, error) = match offset.try_normalize() {
        Some(radial) => (radial, error * DIRECTION_SPREAD_DEG * (PI / 180.0)),
        None => (Vec2::X, error * PI),
    };
    let (sin, cos) = sin_cos(error);
    let direction = vec2(cos * radial.x - sin * radial.y, sin * radial.x + cos * radial.y);
    let (up, along) = sin_cos(elevation);
    (direction * (force * along * ALONG * (1.0 - resistance.clamp(0.0, 1.0))), force * up * UPWARDS)
}

/// The angle at which the flight ends (B7): the nearest horizontal pose in the given direction, and a half turn for
/// every 2.5 m of apex.
#[must_use]
pub fn landing_angle(angle: f32, climb_mps: f32, forward: bool) -> f32 {
    let poses = (angle - FRAC_PI_2) / PI;
    // The tolerance keeps a body that lies already in the pose in which it lies.
    let pose = if forward { (poses - 1e-3).ceil() } else { (poses + 1e-3).floor() };
    let apex = climb_mps * climb_mps / (2.0 * GRAVITY);
    let half_turns = (apex / HALF_TURN_M).floor().min(HALF_TURNS_MAX);
    FRAC_PI_2 + PI * (pose + if forward { half_turns } else { -half_turns })
}

/// The pose of a body that landed with about this angle: exactly +-pi/2.
#[must_use]
pub fn lying_angle(belly: u8) -> f32 {
    if belly == 1 { FRAC_PI_2 } else { -FRAC_PI_2 }
}

/// Throws the unit in `row`: its phase, tumble and landing from now on. `first_step` is the tick in which `fly_bodies`
/// moves it first. Returns the apex above the ground in metres. Works on the standing, the flying and the lying alike.
#[expect(clippy::too_many_arguments, reason = "a launch is where all of these meet")]
pub fn launch(units: &mut Units, row: usize, ground: &Ground, first_step: u32, wish: Vec2, climb_mps: f32, forward: bool, heights: &mut Vec<f32>) -> f32 {
    if units.phase[row] == Phase::Standing {
        units.angle[row] = 0.0;
        units.height_m[row] = 0.0;
        units.body_facing[row] = units.facing[row];
    }
    let apex = vertical_flight(units.height_m[row], climb_mps, heights);
    let (throw, at) = find_landing(ground, units.class[row], units.position[row], wish, heights);
    let target = landing_angle(units.angle[row], climb_mps, forward);
    units.phase[row] = Phase::Flight;
    units.phase_ticks[row] = 0;
    units.climb_mps[row] = climb_mps.min(2.0 * LAUNCH_MAX_MPS);
    units.throw[row] = throw;
    units.landing[row] = at;
    units.landing_tick[row] = first_step + heights.len() as u32;
    units.spin[row] = (target - units.angle[row]) / heights.len() as f32;
    units.belly[row] = u8::from(wrap_angle(target) > 0.0);
    units.velocity[row] = Vec2::ZERO;
    units.slot[row] = NO_SLOT;
    units.motion[row] = Motion::Moving;
    units.side[row] = 0;
    units.drift[row] = 0.0;
    units.wait_ticks[row] = 0;
    units.stalled_ticks[row] = 0;
    (units.held_ticks[row], units.swept_ticks[row]) = (0, 0);
    apex
}
