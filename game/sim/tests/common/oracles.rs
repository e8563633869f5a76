//! Two other solvers of the same equation, as oracles for the fields: fast marching with a heap, and fast sweeping until
//! nothing changes. Both first order with Godunov's update; costs and results as in `sim::derived::field::solve_costs`.
#![allow(dead_code)]

use std::cmp::Reverse;
use std::collections::BinaryHeap;

const BLOCKED: f32 = sim::derived::front::COST_BLOCKED;

fn update(a: f32, b: f32, cost: f32) -> f32 {
    if (a - b).abs() >= cost || a.is_infinite() || b.is_infinite() {
        a.min(b) + cost
    } else {
        0.5 * (a + b + (2.0 * cost * cost - (a - b) * (a - b)).sqrt())
    }
}

/// Smaller neighbor along each axis, of those for which `known` holds.
fn upwind(width: usize, height: usize, way: &[f32], k: usize, known: impl Fn(usize) -> bool) -> (f32, f32) {
    let (x, y) = (k % width, k / width);
    let at = |inside: bool, k: usize| if inside && known(k) { way[k] } else { f32::INFINITY };
    let across = at(x > 0, k.wrapping_sub(1)).min(at(x + 1 < width, k + 1));
    let down = at(y > 0, k.wrapping_sub(width)).min(at(y + 1 < height, k + width));
    (across, down)
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
        let (x, y) = (k % width, k / width);
        let beside = [(x > 0, k.wrapping_sub(1)), (x + 1 < width, k + 1), (y > 0, k.wrapping_sub(width)), (y + 1 < height, k + width)];
        for (_, next) in beside.into_iter().filter(|(inside, _)| *inside) {
            if fixed[next] || cost[next] >= BLOCKED {
                continue;
            }
            let (a, b) = upwind(width, height, &way, next, |k| fixed[k]);
            let shorter = update(a, b, cost[next]);
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
                    let (a, b) = upwind(width, height, &way, k, |_| true);
                    if a.is_infinite() && b.is_infinite() {
                        continue;
                    }
                    let shorter = update(a, b, cost[k]);
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
