//! Times the distance fields alone: nanoseconds a cell and labels a cell on an open map, one of rooms and one of random blocks.
//! `cargo run --release -p headless --example fields [SIDE]`.

use base::random::{Purpose, index};
use sim::derived::field::Solver;
use sim::derived::front::COST_BLOCKED;
use std::time::Instant;

fn main() {
    let side: usize = std::env::args().nth(1).and_then(|side| side.parse().ok()).unwrap_or(256);
    let blocks = |k: usize| index(3, Purpose(1), (k % side / 3 + k / side / 3 * side) as u64, 0, 6) == 0;
    let rooms = |k: usize| matches!((k % side % 16, k / side % 16), (0, y) if y != 5) || matches!((k % side % 16, k / side % 16), (x, 0) if x != 9);
    type Walls<'a> = &'a dyn Fn(usize) -> bool;
    let maps: [(&str, Walls<'_>); 3] = [("open", &|_| false), ("rooms", &rooms), ("blocks", &blocks)];
    let mut solver = Solver::default();
    for (name, wall) in maps {
        for rough in [false, true] {
            let one = |k: usize| if rough { [1.0, 1.5, 1.8, 4.0][index(4, Purpose(2), (k / 3) as u64, 0, 4) as usize] } else { 1.0 };
            let cost: Vec<f32> = (0..side * side).map(|k| if wall(k) { COST_BLOCKED } else { one(k) }).collect();
            let goal = (0..cost.len()).skip(cost.len() / 2 + side / 2).find(|k| cost[*k] < COST_BLOCKED).unwrap_or(0);
            let mut least = f64::MAX;
            let mut reached = 0;
            for _ in 0..12 {
                let start = Instant::now();
                let way = solver.solve(side, side, &cost, &[goal]);
                least = least.min(start.elapsed().as_secs_f64());
                reached = way.iter().filter(|way| way.is_finite()).count();
            }
            let costs = if rough { "rough" } else { "unit" };
            println!(
                "{name:>8} {side} x {side}, {costs:>5} costs: {:.2} ms, {:.1} ns and {:.2} labels a reached cell",
                least * 1e3,
                least * 1e9 / reached as f64,
                solver.updates() as f64 / reached as f64
            );
        }
    }
}
