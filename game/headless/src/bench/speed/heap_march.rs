//! Fast marching with a binary heap (Sethian 1996), as others ship it: what our solver of the distance fields is measured
//! against. Same padding, same reused buffers; labels are frozen as they leave the heap, outdated entries are left in it.
//!
//! With [`Stencil::Ours`] it finds the very ways that ours does, by the same function; [`Stencil::Four`] is the plain
//! first-order method, which looks at four neighbors and makes ways longer round corners.

use super::cost_map::BLOCKED;
use sim::derived::field::shortest;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Which neighbors a way may come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stencil {
    /// As in our solver.
    Ours,
    /// Godunov's update from the four that share a side.
    Four,
}

/// The solver and its buffers.
#[derive(Default)]
pub struct HeapMarch {
    cost: Vec<f32>,
    way_m: Vec<f32>,
    frozen: Vec<bool>,
    /// The bits of a positive float order as the float does.
    heap: BinaryHeap<Reverse<(u32, u32)>>,
    out: Vec<f32>,
}

impl HeapMarch {
    /// Way left from every cell to the goal, infinite where none leads.
    pub fn solve(&mut self, stencil: Stencil, width: usize, height: usize, cost: &[f32], goal: usize) -> &[f32] {
        let stride = width + 2;
        let cells = stride * (height + 2);
        self.cost.clear();
        self.cost.resize(cells, BLOCKED);
        for (y, row) in cost.chunks(width).enumerate() {
            self.cost[(y + 1) * stride + 1..][..width].copy_from_slice(row);
        }
        self.way_m.clear();
        self.way_m.resize(cells, BLOCKED);
        self.frozen.clear();
        self.frozen.resize(cells, false);
        self.heap.clear();
        let start = (goal / width + 1) * stride + goal % width + 1;
        self.way_m[start] = 0.0;
        self.heap.push(Reverse((0, start as u32)));
        while let Some(Reverse((_, k))) = self.heap.pop() {
            let k = k as usize;
            if self.frozen[k] {
                continue;
            }
            self.frozen[k] = true;
            let around = [k - 1, k + 1, k - stride, k + stride, k - stride - 1, k - stride + 1, k + stride - 1, k + stride + 1];
            for next in around.into_iter().take(if stencil == Stencil::Ours { 8 } else { 4 }) {
                if self.frozen[next] || self.cost[next] >= BLOCKED {
                    continue;
                }
                let new = match stencil {
                    Stencil::Ours => shortest(&self.cost, stride, &self.way_m, next),
                    Stencil::Four => four(&self.cost, stride, &self.way_m, next),
                };
                if new < self.way_m[next] {
                    self.way_m[next] = new;
                    self.heap.push(Reverse((new.to_bits(), next as u32)));
                }
            }
        }
        self.out.clear();
        let rows = (0..height).flat_map(|y| &self.way_m[(y + 1) * stride + 1..][..width]);
        self.out.extend(rows.map(|way| if *way < BLOCKED { *way } else { f32::INFINITY }));
        &self.out
    }
}

#[inline]
fn four(cost: &[f32], stride: usize, way_m: &[f32], k: usize) -> f32 {
    // As ours does, without the questions of `f32::min` about NaN.
    let lesser = |a: f32, b: f32| if a < b { a } else { b };
    let (a, b, step) = (lesser(way_m[k - 1], way_m[k + 1]), lesser(way_m[k - stride], way_m[k + stride]), cost[k]);
    let apart = lesser((a - b).abs(), step);
    lesser(a, b) + 0.5 * (apart + (2.0 * step * step - apart * apart).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straight_and_around_a_wall() {
        for stencil in [Stencil::Ours, Stencil::Four] {
            let mut march = HeapMarch::default();
            let cost = [1.0; 7 * 5];
            let ways = march.solve(stencil, 7, 5, &cost, 0);
            assert_eq!((ways[0], ways[6]), (0.0, 6.0));
            // A wall of the third column, open in the last row only.
            let walled: Vec<f32> = (0..7 * 5).map(|k| if k % 7 == 2 && k / 7 < 4 { BLOCKED } else { 1.0 }).collect();
            let ways = march.solve(stencil, 7, 5, &walled, 0);
            assert!(ways[2].is_infinite(), "the wall itself is not reached");
            assert!((8.0..14.0).contains(&ways[6]), "down, through and up again: {}", ways[6]);
            let shut: Vec<f32> = (0..7 * 5).map(|k| if k % 7 == 2 { BLOCKED } else { 1.0 }).collect();
            assert!(march.solve(stencil, 7, 5, &shut, 0)[6].is_infinite(), "no way leads through a shut wall");
        }
    }
}
