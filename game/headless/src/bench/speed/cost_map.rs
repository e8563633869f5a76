//! The 36 cost maps of the field rows: six kinds of ground, three sizes, cost 1 everywhere or rough.

use base::random::{Purpose, bits, index, unit};

/// Cost from which a cell cannot be walked; the solver's own mark.
pub const BLOCKED: f32 = 1e9;
/// What kinds there are.
pub const KINDS: [&str; 6] = ["open", "rooms", "caves", "maze", "random blocks", "valley"];
/// Sides in cells.
pub const SIDES: [usize; 3] = [128, 256, 512];
const CHANCE: Purpose = Purpose(9_100);
const ROUGH: Purpose = Purpose(9_101);
/// Highest cost of rough ground.
const ROUGH_MAX: f32 = 8.0;

/// A map and where its way ends.
pub struct CostMap {
    /// As it is called in the table.
    pub name: String,
    /// Cells a side.
    pub side: usize,
    /// Row by row.
    pub cost: Vec<f32>,
    /// The cell where the way ends.
    pub goal: usize,
    /// Whether costs differ from cell to cell.
    pub rough: bool,
}

/// All of them.
pub fn all() -> Vec<CostMap> {
    let mut maps = Vec::new();
    for rough in [false, true] {
        for side in SIDES {
            maps.extend((0..KINDS.len()).map(|kind| cost_map(kind, side, rough)));
        }
    }
    maps
}

/// One of them.
pub fn cost_map(kind: usize, side: usize, rough: bool) -> CostMap {
    let mut walls = match kind {
        0 => vec![false; side * side],
        1 => rooms(side),
        2 => caves(side),
        3 => maze(side),
        4 => (0..side * side).map(|k| unit(4, CHANCE, k as u64, 0) < 0.25).collect(),
        _ => valley(side),
    };
    // The keep's ground is free, whatever the kind.
    let (x, y) = (side * 3 / 4, side / 2);
    for row in y - 2..=y + 2 {
        walls[row * side + x - 2..=row * side + x + 2].fill(false);
    }
    let cost = |k: usize| match (walls[k], rough) {
        (true, _) => BLOCKED,
        (false, false) => 1.0,
        // Patches of eight cells a side, and stones in them.
        (false, true) => {
            let patch = unit(5, ROUGH, (k / side / 8 * side + k % side / 8) as u64, 0);
            let stones = unit(5, ROUGH, k as u64, 1);
            1.0 + (ROUGH_MAX - 1.0) * (0.6 * patch * patch + 0.4 * stones * stones)
        }
    };
    let name = format!("{} {side}{}", KINDS[kind], if rough { " rough" } else { "" });
    CostMap { name, side, cost: (0..side * side).map(cost).collect(), goal: y * side + x, rough }
}

/// Rooms of 16 x 16 with a door of 2 cells in every wall.
fn rooms(side: usize) -> Vec<bool> {
    const ROOM: usize = 16;
    let door = |axis: u64, a: usize, b: usize| 2 + index(1, CHANCE, (a * side + b) as u64, axis, ROOM as u32 - 5) as usize;
    let wall = |x: usize, y: usize| {
        let across = x.is_multiple_of(ROOM) && !(door(0, x / ROOM, y / ROOM)..door(0, x / ROOM, y / ROOM) + 2).contains(&(y % ROOM));
        let along = y.is_multiple_of(ROOM) && !(door(1, x / ROOM, y / ROOM)..door(1, x / ROOM, y / ROOM) + 2).contains(&(x % ROOM));
        across || along
    };
    (0..side * side).map(|k| wall(k % side, k / side)).collect()
}

/// Cellular caves: 44 % rock, five rounds of the majority of nine.
fn caves(side: usize) -> Vec<bool> {
    let mut rock: Vec<bool> = (0..side * side).map(|k| unit(2, CHANCE, k as u64, 0) < 0.44).collect();
    for _ in 0..5 {
        let at = |x: i64, y: i64| x < 0 || y < 0 || x >= side as i64 || y >= side as i64 || rock[y as usize * side + x as usize];
        let count = |k: usize| {
            let (x, y) = ((k % side) as i64, (k / side) as i64);
            (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).filter(|(dx, dy)| at(x + dx, y + dy)).count()
        };
        rock = (0..side * side).map(|k| count(k) >= 5).collect();
    }
    rock
}

/// A maze with ways of 2 cells and walls of 2, carved by a depth-first walk.
fn maze(side: usize) -> Vec<bool> {
    let cells = side / 4;
    let mut wall = vec![true; side * side];
    let mut seen = vec![false; cells * cells];
    let mut clear = |x: usize, y: usize| {
        for row in y..(y + 2).min(side) {
            wall[row * side + x..(row * side + x + 2).min(row * side + side)].fill(false);
        }
    };
    let mut stack = vec![0usize];
    seen[0] = true;
    clear(1, 1);
    let mut step = 0;
    while let Some(here) = stack.last().copied() {
        let (x, y) = (here % cells, here / cells);
        let ways = [(x > 0).then(|| here - 1), (x + 1 < cells).then_some(here + 1), (y > 0).then(|| here - cells), (y + 1 < cells).then_some(here + cells)];
        let open: Vec<usize> = ways.into_iter().flatten().filter(|next| !seen[*next]).collect();
        if open.is_empty() {
            stack.pop();
            continue;
        }
        step += 1;
        let next = open[(bits(3, CHANCE, step, 0) % open.len() as u64) as usize];
        seen[next] = true;
        let (nx, ny) = (next % cells, next / cells);
        clear(2 * (x + nx) + 1, 2 * (y + ny) + 1);
        clear(4 * nx + 1, 4 * ny + 1);
        stack.push(next);
    }
    wall
}

/// A winding valley between slopes of rock, with boulders.
fn valley(side: usize) -> Vec<bool> {
    let wall = |x: usize, y: usize| {
        let along = x as f32 / side as f32;
        // A polyline of eight bends, by chance.
        let bend = |k: usize| 0.25 + 0.5 * unit(6, CHANCE, k as u64, 0);
        let (k, t) = ((along * 8.0) as usize, along * 8.0 - (along * 8.0).floor());
        let middle = bend(k) * (1.0 - t) + bend(k + 1) * t;
        // It opens toward the keep, which lies at half the height.
        let middle = if along > 0.6 { middle + (0.5 - middle) * ((along - 0.6) / 0.15).min(1.0) } else { middle };
        let off = (y as f32 / side as f32 - middle).abs();
        off > 0.16 || (off > 0.03 && unit(6, CHANCE, (y / 3 * side + x / 3) as u64, 1) < 0.08)
    };
    (0..side * side).map(|k| wall(k % side, k / side)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::speed::heap_march::{HeapMarch, Stencil};

    #[test]
    fn thirty_six_maps_whose_ground_mostly_leads_to_the_goal() {
        let maps = all();
        assert_eq!(maps.len(), 36);
        for map in maps.iter().filter(|map| map.side == SIDES[0]) {
            let mut march = HeapMarch::default();
            let ways = march.solve(Stencil::Ours, map.side, map.side, &map.cost, map.goal);
            let open = map.cost.iter().filter(|cost| **cost < BLOCKED).count();
            let reached = ways.iter().filter(|way| way.is_finite()).count();
            assert!(open * 5 > map.cost.len(), "{}: {open} open cells of {}", map.name, map.cost.len());
            assert!(reached * 10 > open * 7, "{}: {reached} of {open} open cells reach the goal", map.name);
            let dearest = map.cost.iter().copied().filter(|cost| *cost < BLOCKED).fold(1.0, f32::max);
            assert_eq!(dearest > 1.0, map.rough, "{}: dearest cell {dearest}", map.name);
        }
    }
}
