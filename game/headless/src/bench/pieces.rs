//! Fixed pieces of work, for counting instructions (`tests/instructions.rs`): no clock, no output, one thread.
//!
//! Every piece has a twin that ends in `-setup` and does the same without the work; the difference of the two counts is
//! the work's own.

use super::bodies::blast;
use super::bodies::scene::{self, Systems};
use super::speed::crowd_level::{Plan, rules};
use super::speed::{cost_map, sort};
use crate::Done;
use content::rules::Blast;
use sim::derived::field::Solver;
use sim::derived::grid::Grid;
use sim::{Options, Simulation};
use std::hint::black_box;
use std::process::ExitCode;

/// The pieces.
const PIECES: [&str; 6] = ["crowd", "field", "sort", "launches", "flights", "deaths"];
const SETUP: &str = "-setup";
/// Ticks of the crowd: enough for all that comes every 2, 4, 5 and 10 ticks.
const TICKS: u32 = 60;
const SOLVES: u32 = 4;
const SORTS: u32 = 10;
const SORTED: u32 = 20_000;
const LAUNCHES: u32 = 10;
/// A flight, the settling, the lying and some of the getting up.
const FLIGHT_TICKS: u32 = 120;
const DEATHS: u32 = 5;

pub fn run(only: Option<&str>) -> Done {
    let asked = only.unwrap_or_default();
    let (piece, rounds) = match asked.strip_suffix(SETUP) {
        Some(piece) => (piece, 0),
        None => (asked, 1),
    };
    match piece {
        "crowd" => crowd(rounds * TICKS)?,
        "field" => field(rounds * SOLVES),
        "sort" => sort(rounds * SORTS),
        "launches" => launches(rounds * LAUNCHES),
        "flights" => flights(rounds * FLIGHT_TICKS),
        "deaths" => deaths(rounds * DEATHS),
        _ => return Err(format!("error: --only names one piece of work: {}, each also with {SETUP}", PIECES.join(", "))),
    }
    Ok(ExitCode::SUCCESS)
}

/// 2,000 who stand close before one gap of 8 m, so that they jam from the start.
fn crowd(ticks: u32) -> Result<(), String> {
    let plan = Plan { count: 2_000, width: 96, height: 64, crowd: [3, 3, 33, 61], gaps: vec![(28, 8)], keep: (80, 32), keep_side: 11, floor_row: None };
    let mut battle = Simulation::new(plan.level(), rules(), Options::default());
    let pool = super::speed::walk::pool(1)?;
    // The first tick solves the fields and asks for memory.
    pool.install(|| (0..=ticks).for_each(|_| battle.step(&[])));
    black_box(battle.world().tick);
    Ok(())
}

/// 256 x 256 rooms.
fn field(solves: u32) {
    let map = cost_map::cost_map(1, 256, false);
    let mut solver = Solver::default();
    // Once before, so that the buffers are there.
    for _ in 0..=solves {
        black_box(solver.solve(map.side, map.side, &map.cost, &[map.goal]));
    }
}

/// The grid of 20,000 at random.
fn sort(sorts: u32) {
    let (level, _, world) = sort::scattered(SORTED);
    let mut grid = Grid::default();
    for _ in 0..=sorts {
        grid.rebuild(&level, &world);
    }
    black_box(grid.len());
}

/// 359 at a cliff, blown up again and again from one state.
fn launches(blasts: u32) {
    let (mut systems, set_off) = blast::from_the_front();
    let begun = systems.world.units.clone();
    for _ in 0..=blasts {
        systems.world.units.clone_from(&begun);
        set_off(&mut systems);
    }
    black_box(systems.events.len());
}

/// 2,000 in the air, down and up again.
fn flights(ticks: u32) {
    let mut systems = Systems::new(scene::open(160, 2_000, 50.0, 110.0));
    systems.set_off([80.0, 80.0], Blast { radius_m: 60.0, force_mps: 18.0, damage: 0 });
    (0..=ticks).for_each(|_| systems.fly());
    black_box(systems.world.tick);
}

/// 1,000 of 3,000 killed in a tick and buried.
fn deaths(times: u32) {
    let mut systems = Systems::new(scene::open(160, 3_000, 53.0, 107.0));
    let begun = systems.world.clone();
    for _ in 0..=times {
        systems.world.clone_from(&begun);
        // Every third, so that the living and the dead stand mixed.
        systems.world.units.health.iter_mut().step_by(3).for_each(|health| *health = 0);
        systems.bury();
    }
    black_box(systems.world.bodies.len());
}
