//! Two other solvers of the same equation, as oracles for the fields: fast marching with a heap, and fast sweeping until
//! nothing changes. Both with the fields' own update, Godunov's first order
//! and straight diagonal steps; costs and results as in `sim::derived::field::solve_costs`.
#![allow(dead_code)]

use std::cmp::Reverse;
use std::collections::BinaryHeap;

const BLOCKED: f32 = sim::derived::front::COST_BLOCKED;

fn update(a: f32, b: f32, cost: f32) -> f32 {
    let apart = (a - b).abs();
    // What is added to the nearer one: the mean of both is rounded twice a cell, which adds up to 1e-4 over 8 km.
    a.min(b) + if apart >= cost || a.is_infinite() || b.is_infinite() { cost } else { 0.5 * (apart + (2.0 * cost * cost - apart * apart).sqrt()) }
}

/// The update of a cell from those of its neighbors for which `known` holds.
fn shortest(width: usize, height: usize, cost: &[f32], way: &[f32], k: usize, known: impl Fn(usize) -> bool) -> f32 {
    let (x, y) = ((k % width) as i64, (k / width) as i64);
    let place = |dx: i64, dy: i64| {
        let (x, y) = (x + dx, y + dy);
        (x >= 0 && y >= 0 && x < width as i64 && y < height as i64).then_some((y * width as i64 + x) as usize)
    };
    let at = |dx, dy| place(dx, dy).filter(|k| known(*k)).map_or(f32::INFINITY, |k| way[k]);
    let open = |dx, dy| place(dx, dy).is_some_and(|k| cost[k] < BLOCKED);
    let mut least = update(at(-1, 0).min(at(1, 0)), at(0, -1).min(at(0, 1)), cost[k]);
    for (dx, dy) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
        if open(dx, 0) && open(0, dy) {
            let beside = |dx, dy| place(dx, dy).map_or(BLOCKED, |k| cost[k]);
            let dear = cost[k].max(beside(dx, 0).min(beside(0, dy)));
            least = least.min(at(dx, dy) + std::f32::consts::SQRT_2 * dear);
        }
    }
    least
}

/// Fast marching with a heap: each cell is fixed once, the smallest first.
pub fn fast_marching(width: usize, height: usize, cost: &[f32], goals: &[usize]) -> Vec<f32> {
    let mut way = vec![f32::INFINITY; cost.len()];
    let mut fixed = vec![false; cost.len()];
    let mut heap = BinaryHeap::new();
    for k in goals {
        way[*k] = 0.0;
        heap.push((Reverse(0.0_f32.to_bits()), *k));
    }
    while let Some((_, k)) = heap.pop() {
        if std::mem::replace(&mut fixed[k], true) {
            continue;
        }
        let (x, y) = ((k % width) as i64, (k / width) as i64);
        for (x, y) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (x + dx, y + dy))) {
            let next = (y * width as i64 + x) as usize;
            if x < 0 || y < 0 || x >= width as i64 || y >= height as i64 || fixed[next] || cost[next] >= BLOCKED {
                continue;
            }
            let shorter = shortest(width, height, cost, &way, next, |k| fixed[k]);
            if shorter < way[next] {
                way[next] = shorter;
                heap.push((Reverse(shorter.to_bits()), next));
            }
        }
    }
    way
}

/// Gauss-Seidel sweeps from the four corners until a whole round changes nothing; the rounds it took.
pub fn fast_sweeping(width: usize, height: usize, cost: &[f32], goals: &[usize]) -> (Vec<f32>, usize) {
    let mut way = vec![f32::INFINITY; cost.len()];
    for k in goals {
        way[*k] = 0.0;
    }
    for round in 1.. {
        let mut changed = false;
        for corner in 0..4 {
            for y in 0..height {
                let y = if corner & 1 == 0 { y } else { height - 1 - y };
                for x in 0..width {
                    let x = if corner & 2 == 0 { x } else { width - 1 - x };
                    let k = y * width + x;
                    if cost[k] >= BLOCKED || way[k] == 0.0 {
                        continue;
                    }
                    let shorter = shortest(width, height, cost, &way, k, |_| true);
                    if shorter < way[k] {
                        way[k] = shorter;
                        changed = true;
                    }
                }
            }
        }
        if !changed {
            return (way, round);
        }
    }
    unreachable!("a way only ever gets shorter")
}
