//! Flight of thrown bodies: the one step of the fall, the launch, and the landing that is known at the launch.
//!
//! The tick and the prediction call the same two functions, [`fall`] and [`glide`], or sum the same numbers in the same
//! order, so the predicted landing is the real one to the bit (`flight::landing`). A body's flight meets no wall: whatever would
//! stop it was ruled out when it was launched, and a building that rises meanwhile makes `fly_bodies` predict anew. Bombs,
//! which do bounce, live in [`crate::bomb`].
//!
//! Angles: 0 is upright, positive turns forward over `body_facing`; +pi/2 lies on the belly, -pi/2 on the back.

mod landing;

pub use landing::{find_landing, fly, vertical_flight};

use crate::derived::ground::Ground;
use crate::purpose;
use crate::rule::{Rule, on};
use crate::tables::{Motion, NO_SLOT, Phase, UnitId, Units};
use crate::{GRAVITY, TICK_S};
use base::math::{FRAC_PI_2, PI, sin_cos, wrap_angle};
use base::random::Numbers;
use content::rules::Blast;
use glam::{Vec2, vec2};
use landing::{LANES, Lanes, Step, find_other_landing, first_ends_well, fly_first};

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
/// Radians a tick without the plan of B7 (only with the rule taken out): 360 degrees a second.
const UNPLANNED_SPIN: f32 = PI / 15.0;

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

/// The launches of one blast (B3, B4).
#[derive(Clone, Copy, Debug)]
pub struct Launcher {
    blast: Blast,
    /// Number of the blast.
    number: u64,
    force: Numbers,
    elevation: Numbers,
    direction: Numbers,
    tumble: Numbers,
}

impl Launcher {
    /// Of the blast with this number.
    #[must_use]
    pub fn new(seed: u64, number: u32, blast: Blast) -> Self {
        let of = |what| Numbers::of(seed, what);
        Self {
            blast,
            number: number.into(),
            force: of(purpose::LAUNCH_FORCE),
            elevation: of(purpose::LAUNCH_ELEVATION),
            direction: of(purpose::LAUNCH_DIRECTION),
            tumble: of(purpose::LAUNCH_TUMBLE),
        }
    }

    /// Velocity along the ground as wished, and upwards, m/s. `offset` leads from the blast to the body; `share` is the
    /// distance by the blast's radius, 0 to 1; `resistance` 0 to 1.
    #[must_use]
    pub fn velocity(&self, id: UnitId, offset: Vec2, share: f32, resistance: f32) -> (Vec2, f32) {
        let id = u64::from(id.0);
        let spread = |what: Numbers, most: f32| if on(Rule::Spread) { what.range(id, self.number, -most, most) } else { 0.0 };
        let at_edge = if on(Rule::EdgeForce) { 0.5 } else { 0.0 };
        let firm = 1.0 - resistance.clamp(0.0, 1.0);
        let force = self.blast.force_mps * (1.0 - at_edge * share) * (1.0 + spread(self.force, FORCE_SPREAD));
        let force = if on(Rule::RangeAlone) { force } else { force * firm };
        let force = force.clamp(if on(Rule::LeastLaunch) { LAUNCH_MIN_MPS } else { 0.0 }, LAUNCH_MAX_MPS);
        let elevation = (ELEVATION_DEG + spread(self.elevation, ELEVATION_SPREAD_DEG)) * (PI / 180.0);
        let error = spread(self.direction, 1.0);
        // Right above the blast there is no radial: any direction will do.
        let (radial, error) = match offset.try_normalize() {
            Some(radial) => (radial, error * DIRECTION_SPREAD_DEG * (PI / 180.0)),
            None => (Vec2::X, error * PI),
        };
        let (sin, cos) = sin_cos(error);
        let direction = vec2(cos * radial.x - sin * radial.y, sin * radial.x + cos * radial.y);
        let (up, along) = if on(Rule::HighThrow) { sin_cos(elevation) } else { sin_cos(0.25 * PI) };
        let (flat, high) = if on(Rule::HighThrow) { (ALONG, UPWARDS) } else { (1.0, 1.0) };
        // The order of the factors is part of the result.
        (direction * (force * along * flat * firm), force * up * high)
    }

    /// Whether it turns forward, else backward.
    #[must_use]
    pub fn forward(&self, id: UnitId) -> bool {
        self.tumble.unit(u64::from(id.0), self.number) < 0.5
    }
}

/// Velocity of a single launch; see [`Launcher::velocity`].
#[must_use]
pub fn launch_velocity(seed: u64, id: UnitId, number: u32, blast: Blast, offset: Vec2, share: f32, resistance: f32) -> (Vec2, f32) {
    Launcher::new(seed, number, blast).velocity(id, offset, share, resistance)
}

/// The angle at which the flight ends (B7): the nearest horizontal pose in the given direction, and a half turn for
/// every 2.5 m of apex.
#[must_use]
pub fn landing_angle(angle: f32, climb_mps: f32, forward: bool) -> f32 {
    let poses = (angle - FRAC_PI_2) / PI;
    // The tolerance keeps a body that lies already in the pose in which it lies. Rounded by hand: `ceil` and `floor` are
    // calls on a plain x86-64.
    let near = if forward { poses - 1e-3 } else { poses + 1e-3 };
    let whole = near as i32 as f32;
    let pose = if forward && whole < near {
        whole + 1.0
    } else if !forward && whole > near {
        whole - 1.0
    } else {
        whole
    };
    let apex = climb_mps * climb_mps / (2.0 * GRAVITY);
    let half_turns = if on(Rule::TurnsByHeight) { ((apex / HALF_TURN_M) as i32 as f32).min(HALF_TURNS_MAX) } else { 0.0 };
    FRAC_PI_2 + PI * (pose + if forward { half_turns } else { -half_turns })
}

/// The pose of a body that landed with about this angle: exactly +-pi/2.
#[must_use]
pub fn lying_angle(belly: u8) -> f32 {
    if belly == 1 { FRAC_PI_2 } else { -FRAC_PI_2 }
}

/// A throw that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Throw {
    /// Whose row.
    pub row: u32,
    /// Velocity along the ground as wished, m/s.
    pub wish: Vec2,
    /// Upwards, m/s.
    pub climb_mps: f32,
    /// Turns forward, else backward.
    pub forward: bool,
}

/// Buffers of launches.
#[derive(Default)]
pub struct Flights {
    steps: Vec<Step>,
    /// Heights of one flight, tick by tick.
    pub heights: Vec<f32>,
}

impl Flights {
    /// With room for the longest flights, so that no launch has to ask for memory.
    #[must_use]
    pub fn with_room() -> Self {
        Self { steps: Vec::with_capacity(1_024), heights: Vec::with_capacity(1_024) }
    }
}

/// Throws units: their phase, tumble and landing from now on. `first_step` is the tick in which `fly_bodies` moves them
/// first. Calls `thrown` with the id and the apex above the ground in metres of each, in the order asked for. Works on the standing,
/// the flying and the lying alike; no row is asked for twice.
pub fn launch(units: &mut Units, ground: &Ground, first_step: u32, throws: &[Throw], flights: &mut Flights, mut thrown: impl FnMut(UnitId, f32)) {
    for throws in throws.chunks(LANES) {
        let mut lanes = Lanes::default();
        for (k, throw) in throws.iter().enumerate() {
            let row = throw.row as usize;
            if units.phase[row] == Phase::Standing {
                units.angle[row] = 0.0;
                units.height_m[row] = 0.0;
                units.body_facing[row] = units.facing[row];
            } else if !on(Rule::KeepAngle) {
                units.angle[row] = 0.0;
            }
            (lanes.start.x[k], lanes.start.y[k]) = units.position[row].into();
            (lanes.throw_x[k], lanes.throw_y[k]) = throw.wish.into();
            (lanes.start.height_m[k], lanes.climb_mps[k]) = (units.height_m[row], throw.climb_mps);
        }
        fly_first(&mut lanes, &mut flights.steps);
        for (k, throw) in throws.iter().enumerate() {
            let (row, ticks) = (throw.row as usize, lanes.ticks[k]);
            let class = units.class[row];
            let (along, at) = match first_ends_well(ground, class, &lanes, k, &flights.steps) {
                Some(at) => (throw.wish, at),
                None => {
                    flights.heights.clear();
                    flights.heights.extend(flights.steps[..ticks as usize].iter().map(|step| step.height_m[k]));
                    find_other_landing(ground, class, units.position[row], throw.wish, &flights.heights, 1)
                }
            };
            take_off(units, throw, along, at, ticks, first_step);
            thrown(units.id[row], lanes.apex_m[k]);
        }
    }
}

fn take_off(units: &mut Units, throw: &Throw, along: Vec2, at: Vec2, ticks: u32, first_step: u32) {
    let row = throw.row as usize;
    let target = landing_angle(units.angle[row], throw.climb_mps, throw.forward);
    units.phase[row] = Phase::Flight;
    units.phase_ticks[row] = 0;
    units.climb_mps[row] = throw.climb_mps.min(2.0 * LAUNCH_MAX_MPS);
    units.throw[row] = along;
    units.landing[row] = at;
    units.landing_tick[row] = first_step + ticks;
    units.spin[row] = if on(Rule::PlannedTurn) { (target - units.angle[row]) / ticks as f32 } else { UNPLANNED_SPIN };
    units.belly[row] = u8::from(wrap_angle(target) > 0.0);
    units.velocity[row] = Vec2::ZERO;
    if on(Rule::ReleaseSlot) {
        units.slot[row] = NO_SLOT;
    }
    units.motion[row] = Motion::Moving;
    units.side[row] = 0;
    units.drift[row] = 0.0;
    units.wait_ticks[row] = 0;
    units.stalled_ticks[row] = 0;
    (units.held_ticks[row], units.swept_ticks[row]) = (0, 0);
}
