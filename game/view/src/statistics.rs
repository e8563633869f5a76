//! What a battle came to: records kept while it is watched, and the summary of its end.
//!
//! Kept by the view, since none of it changes the future; after a load the records begin anew at that moment, the counters
//! of the world do not.

use crate::hud::Summary;
use content::level::Level;
use sim::TICKS_PER_SECOND;
use sim::event::Event;
use sim::tables::{Phase, UnitId};
use sim::world::{Outcome, World};
use std::collections::BTreeMap;

use glam::Vec2;

/// Most samples of the graph; when there are more, every second one goes and the distance doubles.
const SAMPLES_MAX: usize = 600;

/// Records of one battle.
#[derive(Clone, Debug)]
pub struct Statistics {
    highest_throw_m: f32,
    longest_flight_m: f32,
    in_the_air: u32,
    in_the_air_peak: u32,
    /// Where those in the air took off.
    takeoffs: BTreeMap<UnitId, Vec2>,
    graph: Vec<(f32, u32, u32, i32)>,
    sample_ticks: u32,
}

impl Default for Statistics {
    fn default() -> Self {
        Self {
            highest_throw_m: 0.0,
            longest_flight_m: 0.0,
            in_the_air: 0,
            in_the_air_peak: 0,
            takeoffs: BTreeMap::new(),
            graph: Vec::new(),
            sample_ticks: TICKS_PER_SECOND,
        }
    }
}

/// Enemies and dead in the air.
#[must_use]
pub fn in_the_air(world: &World) -> u32 {
    let flying = |phases: &[Phase]| phases.iter().filter(|p| **p == Phase::Flight).count() as u32;
    flying(&world.units.phase) + flying(&world.bodies.phase)
}

/// Stars for what is left of the keep: any, half, nine tenths of its health.
#[must_use]
pub fn stars(won: bool, keep_share: f32) -> u8 {
    match keep_share {
        _ if !won => 0,
        s if s >= 0.9 => 3,
        s if s >= 0.5 => 2,
        _ => 1,
    }
}

impl Statistics {
    /// Takes in a tick and its events.
    pub fn observe(&mut self, world: &World, events: &[Event]) {
        for event in events {
            match *event {
                Event::Launched { unit, apex_m } => {
                    self.highest_throw_m = self.highest_throw_m.max(apex_m);
                    // where it stands after its first tick of flight: half a metre at most from where it took off
                    if let Some(at) = place(world, unit) {
                        self.takeoffs.entry(unit).or_insert(at);
                    }
                }
                Event::Landed { unit, at, .. } => {
                    if let Some(from) = self.takeoffs.remove(&unit) {
                        self.longest_flight_m = self.longest_flight_m.max(from.distance(at));
                    }
                }
                _ => {}
            }
        }
        self.in_the_air = in_the_air(world);
        if self.in_the_air == 0 {
            self.takeoffs.clear();
        }
        self.in_the_air_peak = self.in_the_air_peak.max(self.in_the_air);
        if world.tick.is_multiple_of(self.sample_ticks) {
            if self.graph.len() == SAMPLES_MAX {
                let mut k = 0;
                self.graph.retain(|_| {
                    k += 1;
                    k % 2 == 1
                });
                self.sample_ticks *= 2;
            }
            self.graph.push((world.tick as f32 / TICKS_PER_SECOND as f32, world.units.len() as u32, self.in_the_air, world.gold));
        }
    }

    /// In the air at the last tick.
    #[must_use]
    pub fn in_the_air(&self) -> u32 {
        self.in_the_air
    }

    /// What it came to.
    #[must_use]
    pub fn summary(&self, level: &Level, world: &World) -> Summary {
        let won = world.outcome == Outcome::Won;
        let keep_share = (world.keep_health.max(0) as f32 / level.keep.health.max(1) as f32).min(1.0);
        Summary {
            level: level.name.clone(),
            won,
            wave: world.waves.started,
            waves: level.waves.len() as u32,
            seconds: world.tick as f32 / TICKS_PER_SECOND as f32,
            killed: world.counters.killed,
            knocked: world.counters.knocked,
            in_the_air_peak: self.in_the_air_peak.max(world.counters.knocked_peak),
            highest_throw_m: self.highest_throw_m,
            longest_flight_m: self.longest_flight_m,
            keep_share,
            stars: stars(won, keep_share),
            graph: self.graph.clone(),
        }
    }
}

fn place(world: &World, unit: UnitId) -> Option<Vec2> {
    if let Some(row) = world.unit_ids.row(unit.0).filter(|row| world.units.id.get(*row) == Some(&unit)) {
        return Some(world.units.position[row]);
    }
    // the dead are few, and the newest are last
    world.bodies.id.iter().rposition(|id| *id == unit).map(|row| world.bodies.position[row])
}
