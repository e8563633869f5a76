//! Who gets up inside others moves out of them while it does (B2): landings are chosen for the ground, not for who lies
//! there, and those who stand up in one another would be shoved apart in a tick or two.
//!
//! A part of `fly_bodies`. The standing count with their full size and stay where they are (the crowd does not know of the
//! fallen, H14), two who get up share the way. A step is only made onto a cell for the class. Jacobi: all look at the
//! places before the step, so no order matters.

use crate::derived::Derived;
use crate::derived::ground::Ground;
use crate::rule::{Rule, on};
use crate::tables::{Phase, Units};
use crate::world::World;
use glam::Vec2;

/// Ticks from one step to the next.
const STEP_TICKS: u32 = 4;
/// Longest step, metres: half a meter a second is a stagger, not a leap.
const STEP_MAX_M: f32 = 0.07;
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
    /// Where each goes.
    steps: Vec<Vec2>,
}

impl Risers {
    /// Buffers with room for so many cells and enemies.
    #[must_use]
    pub fn with_room(cells: usize, units: usize) -> Self {
        Self { last: vec![NONE; cells], entries: Vec::with_capacity(units), steps: Vec::with_capacity(units) }
    }
}

/// Moves those who get up, every few ticks.
pub fn run(world: &mut World, derived: &Derived, risers: &mut Risers) {
    if !world.tick.is_multiple_of(STEP_TICKS) || !on(Rule::RiseApart) {
        return;
    }
    let ground = &derived.ground;
    enter(&world.units, ground, risers);
    let largest_m = (0..ground.classes()).map(|class| ground.radius_m(content::rules::ClassIndex(class as u8))).fold(0.0, f32::max);
    risers.steps.clear();
    for k in 0..risers.entries.len() {
        let step = step_of(world, derived, risers, risers.entries[k].0 as usize, largest_m);
        risers.steps.push(step);
    }
    for ((row, _), step) in risers.entries.iter().zip(&risers.steps) {
        let (row, units) = (*row as usize, &mut world.units);
        if let Some(cell) = ground.index_at(units.position[row]) {
            risers.last[cell] = NONE;
        }
        let at = units.position[row] + *step;
        if ground.walkable_at(units.class[row], at) {
            units.position[row] = at;
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

/// The step of one of them: out of everybody it overlaps.
fn step_of(world: &World, derived: &Derived, risers: &Risers, row: usize, largest_m: f32) -> Vec2 {
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
    push.clamp_length_max(STEP_MAX_M)
}
