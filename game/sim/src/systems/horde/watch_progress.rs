//! Nobody is ever stuck: finds units that come no nearer though nobody is in their way, and frees them.

use super::CHUNK;
use super::right_of_way::{self, Kept};
use super::steer_units::Steered;
use crate::TICK_S;
use crate::derived::field::Field;
use crate::derived::grid::Grid;
use crate::derived::ground::Ground;
use crate::rule::{Rule, on};
use crate::stage::Stage;
use crate::tables::{NO_SLOT, TowerId, Units};
use base::chunks;
use content::rules::ClassIndex;
use glam::Vec2;

/// Ticks without progress on a free way after which somebody is freed.
pub const STALL_TICKS: u16 = 150;
/// Less than this share of its top speed along its heading is no progress.
const PROGRESS_SHARE: f32 = 0.05;
/// Ticks that one decision counts: units decide every second tick.
const STALL_STEP: u16 = 2;
/// How far the freed one is set towards the next cell of its way, metres.
const NUDGE_M: f32 = 0.5;

/// Watches everybody who decided in this tick.
pub fn run(stage: &mut Stage<'_>) {
    super::choose_targets::climb_out(stage);
    let Stage { world, derived, scratch, .. } = stage;
    count(&mut world.units, &derived.grid, &scratch.horde.steered, world.tick);
    let units = &mut world.units;
    let stalled = |rows: std::ops::Range<usize>| units.stalled_ticks[rows].iter().any(|ticks| *ticks >= STALL_TICKS);
    if !chunks::any(units.len(), CHUNK, stalled) {
        return;
    }
    for row in 0..units.len() {
        if units.stalled_ticks[row] < STALL_TICKS || !on(Rule::Watchdog) {
            continue;
        }
        units.stalled_ticks[row] = 0;
        units.drift[row] = 0.0;
        units.side[row] = 0;
        world.counters.stuck += 1;
        // A slot that cannot be walked to is somebody else's.
        units.slot[row] = NO_SLOT;
        let (target, class) = (units.target[row], units.class[row]);
        let field = derived.fields.get(target, class).or_else(|| derived.fields.get(TowerId::NONE, class));
        if let Some(field) = field {
            units.position[row] = nudged(&derived.ground, field, class, units.position[row]);
        }
    }
}

/// Counts for each row the ticks without progress, and remembers the least way left.
fn count(units: &mut Units, grid: &Grid, steered: &[Steered], tick: u32) {
    let (x, y, _) = grid.columns();
    let columns = (&mut units.best_m[..], &mut units.stalled_ticks[..], &mut units.held_ticks[..], &mut units.swept_ticks[..], &mut units.swept_by[..]);
    let (position, facing, speed_mps, remaining_m, id) = (&units.position, &units.facing, &units.speed_mps, &units.remaining_m, &units.id);
    chunks::each_of(columns, CHUNK, |first, (best_m, stalled_ticks, held_ticks, swept_ticks, swept_by)| {
        for (k, stalled) in stalled_ticks.iter_mut().enumerate() {
            let row = first + k;
            let place = grid.place_of_row()[row] as usize;
            let Some(steered) = steered.get(place) else { continue };
            // Nearly everybody in a jam: not on a free way and in nobody's way.
            let held = held_ticks[k] > 0 || swept_ticks[k] > 0 || steered.found.opposed || steered.found.swept_ticks > 0;
            if !held && !steered.way_free && *stalled == 0 {
                continue;
            }
            let moved = position[row] - Vec2::new(x[place], y[place]);
            let advanced = moved.dot(facing[row]) > PROGRESS_SHARE * speed_mps[row] * TICK_S;
            if held && steered.decided {
                let kept = Kept { held_ticks: &mut held_ticks[k], swept_ticks: &mut swept_ticks[k], swept_by: &mut swept_by[k], best_m: &mut best_m[k] };
                right_of_way::count(kept, steered.found, advanced, remaining_m[row]);
            }
            if !steered.way_free {
                // Off the free way the count fades instead of starting anew, so that a moment's touch hides nobody.
                if *stalled > 0 && id[row].0.wrapping_add(tick).is_multiple_of(8) {
                    *stalled -= 1;
                }
                continue;
            }
            if advanced {
                *stalled = stalled.saturating_sub(STALL_STEP);
            } else {
                *stalled = stalled.saturating_add(STALL_STEP);
            }
        }
    });
}

/// A step towards the middle of the lowest of the four cells beside, or of the own one.
fn nudged(ground: &Ground, field: &Field, class: ClassIndex, at: Vec2) -> Vec2 {
    let middle = at.floor() + 0.5;
    let own = ground.index_at(at).and_then(|k| field.cell(k)).map_or(f32::MAX, |s| s.way_m);
    let mut best = (own, middle);
    for side in [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y] {
        let next = middle + side;
        if let Some(sample) = ground.index_at(next).and_then(|k| field.cell(k))
            && sample.way_m < best.0
        {
            best = (sample.way_m, next);
        }
    }
    let way = best.1 - at;
    let length = way.length();
    let to = if length <= NUDGE_M { best.1 } else { at + way * (NUDGE_M / length) };
    if ground.walkable_at(class, to) { to } else { middle }
}
