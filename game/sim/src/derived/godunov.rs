//! One step of the distance fields: the shortest way from a cell by what its eight neighbors have, for one cell and for
//! four at once (H2).
//!
//! Both write the same operations in the same order, so that they agree to the last bit; a test holds them to it. Minima
//! and roots are those that a processor has for four numbers at once, and no branch asks which neighbor is nearer.
//!
//! Not here: which cells are worked out, and when (`front`).

use glam::{Mat4, Vec4};

/// Cost from which a cell cannot be walked, and the way left where none leads.
pub const COST_BLOCKED: f32 = 1e9;
/// Highest cost of a cell, meters a meter; the lowest is 1.
pub const COST_MAX: f32 = 20.0;
/// Length of a diagonal step in cells.
pub const DIAGONAL: f32 = std::f32::consts::SQRT_2;
/// Taken off the dearer of two cells it leaves less than any cost, or nearly [`COST_BLOCKED`] where one is blocked.
const DEAREST: f32 = 0.1 * COST_BLOCKED;

const _: () = assert!(COST_MAX < DEAREST && DIAGONAL * (COST_BLOCKED - DEAREST) > COST_BLOCKED);

/// The shortest way from a cell, by what its eight neighbors have now. Columns with a rim of blocked cells; at least
/// [`COST_BLOCKED`] where there is no way yet.
#[must_use]
#[inline]
pub fn shortest(cost: &[f32], stride: usize, way_m: &[f32], k: usize) -> f32 {
    let row = |column: &[f32], k: usize| {
        let row = &column[k - 1..k + 2];
        [row[0], row[1], row[2]]
    };
    step([row(way_m, k - stride), row(way_m, k), row(way_m, k + stride)], row(cost, k), [cost[k - stride], cost[k + stride]])
}

/// The arithmetic: ways row by row, costs of the middle row, costs above and below.
#[inline(always)]
fn step(ways_m: [[f32; 3]; 3], [cost_left, step, cost_right]: [f32; 3], [cost_above, cost_below]: [f32; 2]) -> f32 {
    let [[above_left, above, above_right], [left, _, right], [below_left, below, below_right]] = ways_m;
    let diagonal = |a: f32, b: f32| greater(greater(step, lesser(a, b)), greater(a, b) - DEAREST) * DIAGONAL;
    let mut straight = lesser(above_left + diagonal(cost_left, cost_above), above_right + diagonal(cost_right, cost_above));
    straight = lesser(straight, below_left + diagonal(cost_left, cost_below));
    straight = lesser(straight, below_right + diagonal(cost_right, cost_below));
    // Godunov's upwind solution. As far apart as the step costs, it is the nearer one and a step: the root is exact then.
    let (x, y) = (lesser(left, right), lesser(above, below));
    let apart = lesser((x - y).abs(), step);
    let square = step * step;
    let bent = lesser(x, y) + (apart + (square + square - apart * apart).sqrt()) * 0.5;
    lesser(bent, straight)
}

/// The lesser of two numbers. `f32::min` asks for NaN too, which there is none of, and takes five instructions for it.
#[inline]
fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[inline]
fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// What [`one_shortest`] finds.
pub struct OneShortest {
    /// The shortest way, meters.
    pub way_m: f32,
    /// Whether it got shorter.
    pub shorter: bool,
    /// A bit for each neighbor that can be walked and is farther than that: left, right, above, below.
    pub around: u32,
}

/// The shortest way from a cell of a column that holds way and cost in turns, with a rim of blocked cells.
#[inline(always)]
pub fn one_shortest(cell: u32, stride: u32, ways_and_costs: &[f32]) -> OneShortest {
    let stride = 2 * stride as usize;
    let around = square(ways_and_costs, 2 * cell as usize, stride);
    let row = |at: usize| {
        let row = &around[at..at + 6];
        ([row[0], row[2], row[4]], [row[1], row[3], row[5]])
    };
    let ((above, cost_above), (middle, cost), (below, cost_below)) = (row(0), row(stride), row(2 * stride));
    let way_m = step([above, middle, below], cost, [cost_above[1], cost_below[1]]);
    let farther = |way: f32, cost: f32| u32::from((way > way_m) & (cost < COST_BLOCKED));
    let around = farther(middle[0], cost[0]) | farther(middle[2], cost[2]) << 1 | farther(above[1], cost_above[1]) << 2 | farther(below[1], cost_below[1]) << 3;
    OneShortest { way_m, shorter: way_m < middle[1], around }
}

/// What [`four_shortest`] finds.
pub struct FourShortest {
    /// The shortest ways, meters.
    pub way_m: Vec4,
    /// A bit for each cell whose way got shorter.
    pub shorter: u32,
    /// A bit for each cell whose left neighbor can be walked and is farther than that, and four bits on each for the
    /// right one, the one above and the one below.
    pub around: u32,
}

/// The shortest ways from four cells of a column that holds way and cost in turns, with a rim of blocked cells.
#[inline(always)]
pub fn four_shortest(cells: &[u32; 4], stride: u32, ways_and_costs: &[f32]) -> FourShortest {
    let stride = 2 * stride as usize;
    // One slice a cell, from the corner above to the one below: its bounds are asked once.
    let around = cells.map(|cell| square(ways_and_costs, 2 * cell as usize, stride));
    let two = |at: usize| transposed(around.map(|cell| Vec4::from_slice(&cell[at..at + 4])));
    let one = |at: usize| Vec4::from_array(around.map(|cell| cell[at]));
    let [above_left, _, above, cost_above] = two(0);
    let above_right = one(4);
    let [left, cost_left, before, step] = two(stride);
    let (right, cost_right) = (one(stride + 4), one(stride + 5));
    let [below_left, _, below, cost_below] = two(2 * stride);
    let below_right = one(2 * stride + 4);

    let diagonal = |a: Vec4, b: Vec4| step.max(a.min(b)).max(a.max(b) - Vec4::splat(DEAREST)) * DIAGONAL;
    let mut straight = (above_left + diagonal(cost_left, cost_above)).min(above_right + diagonal(cost_right, cost_above));
    straight = straight.min(below_left + diagonal(cost_left, cost_below));
    straight = straight.min(below_right + diagonal(cost_right, cost_below));
    let (x, y) = (left.min(right), above.min(below));
    let apart = (x - y).abs().min(step);
    let square = step * step;
    let root = Vec4::from_array((square + square - apart * apart).to_array().map(f32::sqrt));
    let bent = x.min(y) + (apart + root) * 0.5;
    let way_m = bent.min(straight);

    let farther = |way: Vec4, cost: Vec4| (way.cmpgt(way_m) & cost.cmplt(Vec4::splat(COST_BLOCKED))).bitmask();
    let around = farther(left, cost_left) | farther(right, cost_right) << 4 | farther(above, cost_above) << 8 | farther(below, cost_below) << 12;
    FourShortest { way_m, shorter: way_m.cmplt(before).bitmask(), around }
}

#[inline(always)]
fn square(ways_and_costs: &[f32], cell: usize, stride: usize) -> &[f32] {
    &ways_and_costs[cell - stride - 2..][..2 * stride + 6]
}

#[inline(always)]
fn transposed([a, b, c, d]: [Vec4; 4]) -> [Vec4; 4] {
    let matrix = Mat4::from_cols(a, b, c, d).transpose();
    [matrix.x_axis, matrix.y_axis, matrix.z_axis, matrix.w_axis]
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::random::{Purpose, index, range};

    const CHANCE: Purpose = Purpose(961);
    const STRIDE: usize = 3;

    #[test]
    fn four_at_once_are_one_by_one_to_the_last_bit() {
        let mut shorter = [0, 0];
        for case in 0..4_000 {
            // Four neighborhoods of 3 x 3 below each other, among them blocked cells and such without a way.
            let number = |k: usize, what: u64, low: f32, high: f32| {
                let key = (case * 64 + k) as u64;
                if index(1, CHANCE, key, what, 5) == 0 { COST_BLOCKED } else { range(2, CHANCE, key, what, low, high) }
            };
            let way_m: Vec<f32> = (0..12 * STRIDE).map(|k| number(k, 0, 0.0, 12.0)).collect();
            let middle = |row: usize| (3 * row + 1) * STRIDE + 1;
            let middles = [middle(0), middle(1), middle(2), middle(3)];
            let cost: Vec<f32> = (0..way_m.len()).map(|k| number(k, 1, 1.0, COST_MAX)).collect();
            let both: Vec<f32> = way_m.iter().zip(&cost).flat_map(|(way, cost)| [*way, *cost]).collect();
            let four = four_shortest(&middles.map(|k| k as u32), STRIDE as u32, &both);
            for (lane, k) in middles.into_iter().enumerate() {
                let one = shortest(&cost, STRIDE, &way_m, k);
                let alone = one_shortest(k as u32, STRIDE as u32, &both);
                assert_eq!((one.to_bits(), one < way_m[k]), (alone.way_m.to_bits(), alone.shorter), "case {case}, lane {lane}");
                assert_eq!(one.to_bits(), four.way_m.to_array()[lane].to_bits(), "case {case}, lane {lane}");
                assert_eq!(four.shorter >> lane & 1 == 1, one < way_m[k]);
                shorter[usize::from(one < way_m[k])] += 1;
                for (side, next) in [k - 1, k + 1, k - STRIDE, k + STRIDE].into_iter().enumerate() {
                    let farther = way_m[next] > one && cost[next] < COST_BLOCKED;
                    assert_eq!(four.around >> (4 * side + lane) & 1 == 1, farther, "case {case}, lane {lane}, side {side}");
                    assert_eq!(alone.around >> side & 1 == 1, farther, "case {case}, lane {lane}, side {side}");
                }
            }
        }
        assert!(shorter[0] > 1_000 && shorter[1] > 1_000, "both happen: {shorter:?}");
    }

    #[test]
    fn a_lone_neighbor_is_a_step_away_exactly() {
        for cost in [1.0, 1.3, 2.7, COST_MAX] {
            let mut way_m = [COST_BLOCKED; 9];
            way_m[3] = 5.5;
            let costs = [cost; 9];
            assert_eq!(shortest(&costs, 3, &way_m, 4), 5.5 + cost);
        }
    }
}
