//! Bodies fly, settle, lie and get up (B2), the living and the dead.
//!
//! Whoever stands up again stands on a cell for its class: the landing was chosen so, and a building that rose since
//! moved what lay under it and sent what flew towards it elsewhere.

use crate::derived::ground::Ground;
use crate::event::Event;
use crate::flight::{self, DEAD_LYING_TICKS, LYING_TICKS, SETTLE_TICKS};
use crate::rule::{Rule, on};
use crate::stage::Stage;
use crate::systems::battle::rise_apart;
use crate::tables::{Bodies, Phase, Units};
use content::rules::{ClassIndex, Rules};
use glam::Vec2;

/// How long bodies slide on when B6 is taken out, seconds of their speed.
const SLIDE_S: f32 = 0.1;

/// One entry of the tick list.
pub fn run(stage: &mut Stage<'_>) {
    let ground = &stage.derived.ground;
    if stage.scratch.battle.built && on(Rule::MakeRoom) {
        let heights = &mut stage.scratch.battle.flights.heights;
        make_room(ground, &mut stage.world.units, &mut stage.world.bodies, heights);
    }
    rise_apart::run(stage.world, stage.derived, &mut stage.scratch.battle.risers);
    fly_living(stage.rules, ground, &mut stage.world.units, stage.events);
    fly_dead(&mut stage.world.bodies, stage.events);
}

fn fly_living(rules: &Rules, ground: &Ground, units: &mut Units, events: &mut Vec<Event>) {
    for row in 0..units.len() {
        match units.phase[row] {
            Phase::Flight => {
                if !flight::fall(&mut units.height_m[row], &mut units.climb_mps[row]) {
                    flight::glide(&mut units.position[row], units.throw[row]);
                    units.angle[row] += units.spin[row];
                    continue;
                }
                flight::glide(&mut units.position[row], units.throw[row]);
                debug_assert_eq!(units.position[row], units.landing[row], "unit {} landed elsewhere than predicted", units.id[row].0);
                events.push(Event::Landed { unit: units.id[row], kind: units.kind[row], at: units.position[row], speed_mps: -units.climb_mps[row] });
                if !on(Rule::StayPut) {
                    units.position[row] += units.throw[row] * SLIDE_S;
                }
                (units.height_m[row], units.climb_mps[row], units.throw[row], units.spin[row]) = (0.0, 0.0, Vec2::ZERO, 0.0);
                if on(Rule::PlannedTurn) {
                    units.angle[row] = flight::lying_angle(units.belly[row]);
                }
                (units.phase[row], units.phase_ticks[row]) = (Phase::Settle, if on(Rule::LieStill) { SETTLE_TICKS } else { 0 });
            }
            Phase::Standing => {}
            phase => {
                units.phase_ticks[row] = units.phase_ticks[row].saturating_sub(1);
                if units.phase_ticks[row] > 0 {
                    continue;
                }
                match phase {
                    _ if !on(Rule::LieStill) => stand(ground, units, row, events),
                    Phase::Settle => (units.phase[row], units.phase_ticks[row]) = (Phase::Lying, LYING_TICKS),
                    Phase::Lying => {
                        (units.phase[row], units.phase_ticks[row]) = (Phase::Rising, flight::rise_ticks(rules.enemies[units.kind[row].index()].height_m))
                    }
                    _ => stand(ground, units, row, events),
                }
            }
        }
    }
}

fn stand(ground: &Ground, units: &mut Units, row: usize, events: &mut Vec<Event>) {
    units.phase[row] = Phase::Standing;
    units.angle[row] = 0.0;
    units.facing[row] = units.body_facing[row];
    units.velocity[row] = Vec2::ZERO;
    // The way left is another one than before the flight.
    units.best_m[row] = f32::MAX;
    if let Some(there) = elsewhere(ground, units.class[row], units.position[row]) {
        units.position[row] = there;
    }
    events.push(Event::GotUp { unit: units.id[row] });
}

fn fly_dead(bodies: &mut Bodies, events: &mut Vec<Event>) {
    for row in 0..bodies.len() {
        if bodies.phase[row] == Phase::Flight {
            let down = flight::fall(&mut bodies.height_m[row], &mut bodies.climb_mps[row]);
            flight::glide(&mut bodies.position[row], bodies.throw[row]);
            if !down {
                bodies.angle[row] += bodies.spin[row];
                continue;
            }
            debug_assert_eq!(bodies.position[row], bodies.landing[row], "body {} landed elsewhere than predicted", bodies.id[row].0);
            events.push(Event::Landed { unit: bodies.id[row], kind: bodies.kind[row], at: bodies.position[row], speed_mps: -bodies.climb_mps[row] });
            (bodies.height_m[row], bodies.climb_mps[row], bodies.throw[row], bodies.spin[row]) = (0.0, 0.0, Vec2::ZERO, 0.0);
            bodies.angle[row] = flight::lying_angle(bodies.belly[row]);
            (bodies.phase[row], bodies.phase_ticks[row]) = (Phase::Settle, SETTLE_TICKS);
            continue;
        }
        bodies.phase_ticks[row] = bodies.phase_ticks[row].saturating_sub(1);
        if bodies.phase_ticks[row] == 0 && bodies.phase[row] == Phase::Settle {
            (bodies.phase[row], bodies.phase_ticks[row]) = (Phase::Lying, DEAD_LYING_TICKS);
        }
    }
}

/// A place for who must not stay where it is.
fn elsewhere(ground: &Ground, class: ClassIndex, at: Vec2) -> Option<Vec2> {
    if ground.walkable_at(class, at) { None } else { ground.nearest_walkable(class, at) }
}

/// A tower was built: what lies under it moves out, what would fly into it flies elsewhere.
fn make_room(ground: &Ground, units: &mut Units, bodies: &mut Bodies, heights: &mut Vec<f32>) {
    for row in 0..units.len() {
        if units.phase[row] == Phase::Standing {
            continue;
        }
        if units.phase[row] != Phase::Flight {
            if let Some(there) = elsewhere(ground, units.class[row], units.position[row]) {
                units.position[row] = there;
            }
            continue;
        }
        let (class, from, throw) = (units.class[row], units.position[row], units.throw[row]);
        flight::vertical_flight(units.height_m[row], units.climb_mps[row], heights);
        if !ground.walkable_at(class, units.landing[row]) || flight::fly(ground, class, from, throw, heights).is_none() {
            (units.throw[row], units.landing[row]) = flight::find_landing(ground, class, from, throw, heights);
        }
    }
    for row in 0..bodies.len() {
        if bodies.phase[row] != Phase::Flight {
            if let Some(there) = elsewhere(ground, bodies.class[row], bodies.position[row]) {
                bodies.position[row] = there;
            }
            continue;
        }
        let (class, from, throw) = (bodies.class[row], bodies.position[row], bodies.throw[row]);
        flight::vertical_flight(bodies.height_m[row], bodies.climb_mps[row], heights);
        if !ground.walkable_at(class, bodies.landing[row]) || flight::fly(ground, class, from, throw, heights).is_none() {
            (bodies.throw[row], bodies.landing[row]) = flight::find_landing(ground, class, from, throw, heights);
        }
    }
}
