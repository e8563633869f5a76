//! Fixed pieces of work, for counting instructions (`tests/instructions.rs`): no clock, no output, one thread.
//!
//! Every piece has a twin that ends in `-setup` and does the same without the work; the difference of the two counts is
//! the work's own.

use super::speed::crowd_level::{Plan, rules};
use super::speed::{cost_map, sort};
use crate::Done;
use sim::derived::field::Solver;
use sim::derived::grid::Grid;
use sim::{Options, Simulation};
use std::hint::black_box;
use std::process::ExitCode;

/// The pieces.
const PIECES: [&str; 3] = ["crowd", "field", "sort"];
const SETUP: &str = "-setup";
/// Ticks of the crowd: enough for all that comes every 2, 4, 5 and 10 ticks.
const TICKS: u32 = 60;
const SOLVES: u32 = 4;
const SORTS: u32 = 10;
const SORTED: u32 = 20_000;

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
