//! Who gets up inside others moves out of them while it does (B2): landings are chosen for the ground, not for who lies
//! there, and those who stand up in one another would be shoved apart in a tick or two.
//!
//! A part of `fly_bodies`. The standing count with their full size and stay where they are (the crowd does not know of the
//! fallen, H14), two who get up share the way. Nobody moves onto a cell that is not for its class. All look at the places
//! before anybody moves, so no order matters; between two looks `Units::velocity` carries on what was decided.

use crate::TICK_S;
use crate::derived::Derived;
use crate::derived::ground::Ground;
use crate::rule::{Rule, on};
use crate::tables::{Phase, Units};
use crate::world::World;
use content::rules::ClassIndex;
use glam::Vec2;

/// Each of them looks round once in so many ticks, and goes on as it then decided.
const LOOK_TICKS: u32 = 4;
/// Fastest they move, m/s: a stagger, not a leap.
const SPEED_MAX_MPS: f32 = 0.5;
/// They aim at this multiple of the sum of radii; the crowd pushes below 1.05.
const APART: f32 = 1.05;
/// Nobody.
const NONE: u32 = u32::MAX;

/// Lists of those who get up, by cell of the map: no sorting, and only what was touched is cleared.
#[derive(Default)]
pub struct Risers {
    /// For each cell of the map, its last entry.
    last: Vec<u32>,
    /// Row and next entry of the same cell.
    entries: Vec<(u32, u32)>,
    /// Rows of those who look round in this tick, and how fast they will move.
    looks: Vec<(u32, Vec2)>,
}

impl Risers {
    /// Buffers with room for so many cells and enemies.
    #[must_use]
    pub fn with_room(cells: usize, units: usize) -> Self {
        Self { last: vec![NONE; cells], entries: Vec::with_capacity(units), looks: Vec::with_capacity(units) }
    }
}

/// Moves those who get up.
pub fn run(world: &mut World, derived: &Derived, risers: &mut Risers) {
    if !on(Rule::RiseApart) {
        return;
    }
    let ground = &derived.ground;
    enter(&world.units, ground, risers);
    let largest_m = (0..ground.classes()).map(|class| ground.radius_m(ClassIndex(class as u8))).fold(0.0, f32::max);
    risers.looks.clear();
    for k in 0..risers.entries.len() {
        let row = risers.entries[k].0 as usize;
        if world.units.id[row].0.wrapping_add(world.tick).is_multiple_of(LOOK_TICKS) {
            let velocity = way_out(world, derived, risers, row, largest_m);
            risers.looks.push((row as u32, velocity));
        }
    }
    let units = &mut world.units;
    for (row, velocity) in &risers.looks {
        units.velocity[*row as usize] = *velocity;
    }
    for (row, _) in &risers.entries {
        let row = *row as usize;
        if let Some(cell) = ground.index_at(units.position[row]) {
            risers.last[cell] = NONE;
        }
        let at = units.position[row] + units.velocity[row] * TICK_S;
        if ground.walkable_at(units.class[row], at) {
            units.position[row] = at;
        } else {
            units.velocity[row] = Vec2::ZERO;
        }
    }
}

/// Enters everybody who gets up in the list of its cell.
fn enter(units: &Units, ground: &Ground, risers: &mut Risers) {
    let (width, height) = ground.size();
    risers.last.resize(width * height, NONE);
    risers.entries.clear();
    for (row, phase) in units.phase.iter().enumerate() {
        if *phase == Phase::Rising
            && let Some(cell) = ground.index_at(units.position[row])
        {
            let entry = risers.entries.len() as u32;
            risers.entries.push((row as u32, std::mem::replace(&mut risers.last[cell], entry)));
        }
    }
}

/// The velocity at which one of them leaves everybody it overlaps.
fn way_out(world: &World, derived: &Derived, risers: &Risers, row: usize, largest_m: f32) -> Vec2 {
    let (units, ground) = (&world.units, &derived.ground);
    let (at, radius_m) = (units.position[row], ground.radius_m(units.class[row]));
    let mut push = Vec2::ZERO;
    let mut add = |other: usize, share: f32| {
        let sum = (radius_m + ground.radius_m(units.class[other])) * APART;
        let apart = at - units.position[other];
        let squared = apart.length_squared();
        if squared < sum * sum && other != row {
            let distance_m = squared.sqrt();
            // Two in one place part by their ids.
            let away = if distance_m > 1e-3 { apart / distance_m } else { Vec2::X * if row < other { 1.0 } else { -1.0 } };
            push += away * ((sum - distance_m) * share);
        }
    };
    let reach_m = (radius_m + largest_m) * APART;
    derived.grid.within(world, at, reach_m, |other| add(other, 1.0));
    let (width, height) = ground.size();
    let span = |middle: f32, end: usize| ((middle - reach_m).max(0.0) as usize, ((middle + reach_m).max(0.0) as usize).min(end - 1));
    let ((x0, x1), (y0, y1)) = (span(at.x, width), span(at.y, height));
    for cells in (y0..=y1).map(|y| y * width + x0..=y * width + x1) {
        for first in &risers.last[cells] {
            let mut entry = *first;
            while entry != NONE {
                let (other, next) = risers.entries[entry as usize];
                add(other as usize, 0.5);
                entry = next;
            }
        }
    }
    (push / (LOOK_TICKS as f32 * TICK_S)).clamp_length_max(SPEED_MAX_MPS)
}
