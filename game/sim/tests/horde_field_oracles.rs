//! The front of the distance fields against heap fast marching and fast sweeping: 36 maps of six kinds, two sizes and
//! three costs, one and several goals each (H2).

mod common {
    pub mod oracles;
}
use base::random::{Purpose, index, range, unit};
use common::oracles::{fast_marching, fast_sweeping};
use sim::derived::field::{Solver, solve_costs};
use sim::derived::front::COST_BLOCKED;

const MAPS: Purpose = Purpose(960);
/// Relative difference that counts as equal.
const EQUAL: f32 = 1e-5;

struct Map {
    side: usize,
    wall: Vec<bool>,
}

impl Map {
    fn open(side: usize) -> Self {
        Self { side, wall: vec![false; side * side] }
    }

    fn fill(&mut self, x: usize, y: usize, w: usize, h: usize, wall: bool) {
        for y in y..(y + h).min(self.side) {
            for x in x..(x + w).min(self.side) {
                self.wall[y * self.side + x] = wall;
            }
        }
    }

    /// Square rooms with a door in each wall.
    fn rooms(side: usize) -> Self {
        let mut map = Self::open(side);
        for k in 1..side / 16 {
            map.fill(k * 16, 0, 1, side, true);
            map.fill(0, k * 16, side, 1, true);
        }
        for (k, l) in (0..side / 16).flat_map(|k| (0..side / 16).map(move |l| (k, l))) {
            let door = |what| 2 + index(1, MAPS, (k * 64 + l) as u64, what, 11) as usize;
            map.fill(k * 16, l * 16 + door(0), 1, 3, false);
            map.fill(k * 16 + door(1), l * 16, 3, 1, false);
        }
        map
    }

    /// Random cells smoothed by their neighbors.
    fn caves(side: usize) -> Self {
        let mut map = Self::open(side);
        for k in 0..side * side {
            map.wall[k] = unit(2, MAPS, k as u64, 0) < 0.43;
        }
        for _ in 0..4 {
            let before = map.wall.clone();
            let at = |x: i64, y: i64| x < 0 || y < 0 || x >= side as i64 || y >= side as i64 || before[y as usize * side + x as usize];
            for k in 0..side * side {
                let (x, y) = ((k % side) as i64, (k / side) as i64);
                let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).filter(|(dx, dy)| at(x + dx, y + dy)).count();
                map.wall[k] = around >= 5;
            }
        }
        map
    }

    /// A comb of walls, open at one end in turns: one way that is hundreds of cells long.
    fn maze(side: usize) -> Self {
        let mut map = Self::open(side);
        for k in (4..side).step_by(4) {
            map.fill(if k % 8 == 0 { 0 } else { 3 }, k, side - 3, 1, true);
        }
        map
    }

    fn blocks(side: usize) -> Self {
        let mut map = Self::open(side);
        for k in 0..(side * side / 40) as u64 {
            let at = |what, end| index(3, MAPS, k, what, end) as usize;
            map.fill(at(0, side as u32), at(1, side as u32), 1 + at(2, 5), 1 + at(3, 5), true);
        }
        map
    }

    /// Two winding ridges with a pass each.
    fn valley(side: usize) -> Self {
        let mut map = Self::open(side);
        for x in 0..side {
            let wave = ((x * 37 / 16) % 23) as i64 - 11;
            for (third, pass) in [(1, side / 5), (2, side * 4 / 5)] {
                if x.abs_diff(pass) > 3 {
                    map.fill(x, (side as i64 * third / 3 + wave / 3) as usize, 1, 5, true);
                }
            }
        }
        map
    }

    fn cost(&self, kind: &str) -> Vec<f32> {
        let cost = |k: usize| match kind {
            "rough" => [1.0, 1.0, 1.5, 1.8][index(4, MAPS, (k / 3) as u64, 0, 4) as usize],
            "crowd" => {
                let (x, y) = (k % self.side, k / self.side);
                let crowd = (x / 9 + y / 7) % 4 == 0;
                1.0 + if crowd { range(5, MAPS, k as u64, 0, 0.0, 6.0) } else { 0.0 }
            }
            _ => 1.0,
        };
        (0..self.wall.len()).map(|k| if self.wall[k] { COST_BLOCKED } else { cost(k) }).collect()
    }

    /// The open cell next to a place.
    fn near(&self, x: usize, y: usize) -> usize {
        let away = |k: usize| (k % self.side).abs_diff(x).pow(2) + (k / self.side).abs_diff(y).pow(2);
        (0..self.wall.len()).filter(|k| !self.wall[*k]).min_by_key(|k| (away(*k), *k)).expect("an open cell")
    }
}

fn farthest_apart(a: &[f32], b: &[f32], what: &str) -> f32 {
    assert_eq!(a.len(), b.len());
    let mut most = 0.0_f32;
    for (k, (a, b)) in a.iter().zip(b).enumerate() {
        assert_eq!(a.is_finite(), b.is_finite(), "{what}: cell {k} is reached by one only: {a}, {b}");
        if a.is_finite() {
            most = most.max((a - b).abs() / (1.0 + b));
        }
    }
    most
}

#[test]
fn the_front_equals_two_oracles_on_36_maps() {
    type Make = fn(usize) -> Map;
    let kinds: [(&str, Make); 6] =
        [("open", Map::open), ("rooms", Map::rooms), ("caves", Map::caves), ("maze", Map::maze), ("blocks", Map::blocks), ("valley", Map::valley)];
    let (mut maps, mut worst, mut most_updates, mut all_updates, mut all_cells) = (0, 0.0_f32, 0.0_f64, 0u64, 0u64);
    let mut solver = Solver::default();
    for (name, make) in kinds {
        for side in [64, 256] {
            let map = make(side);
            for kind in ["unit", "rough", "crowd"] {
                let cost = map.cost(kind);
                let one = vec![map.near(side / 2, side / 2)];
                let several = vec![map.near(2, 2), map.near(side - 3, side / 3), map.near(side / 4, side - 3), map.near(side / 2, side / 2)];
                for goals in [one, several] {
                    let what = format!("{name}, {side} x {side}, {kind} costs, {} goals", goals.len());
                    let ours = solver.solve(side, side, &cost, &goals).to_vec();
                    assert_eq!(ours, solve_costs(side, side, &cost, &goals), "{what}: buffers that were used before change nothing");
                    let reached = ours.iter().filter(|way| way.is_finite()).count() as u64;
                    let apart = farthest_apart(&ours, &fast_marching(side, side, &cost, &goals), &what);
                    let (swept, rounds) = fast_sweeping(side, side, &cost, &goals);
                    let apart_swept = farthest_apart(&ours, &swept, &what);
                    assert!(apart <= EQUAL && apart_swept <= EQUAL, "{what}: {apart} from marching, {apart_swept} from sweeping");
                    let updates = solver.updates() as f64 / reached as f64;
                    println!("{what}: {reached} reached, {updates:.2} updates a cell, {rounds} rounds of sweeping, apart {apart:.1e}");
                    worst = worst.max(apart).max(apart_swept);
                    most_updates = most_updates.max(updates);
                    (all_updates, all_cells) = (all_updates + solver.updates(), all_cells + reached);
                }
                maps += 1;
            }
        }
    }
    let mean_updates = all_updates as f64 / all_cells as f64;
    println!("{maps} maps: farthest apart {worst:.1e}, updates a cell {mean_updates:.2} on average, {most_updates:.2} at most");
    assert_eq!(maps, 36);
    assert!(mean_updates < 1.2 && most_updates < 1.5, "{mean_updates} updates a cell on average, {most_updates} at most");
}

#[test]
fn what_cannot_be_solved_is_left_out() {
    // Goals off the map and in walls count for nothing; costs out of range are brought into it.
    let mut cost = vec![0.25; 20];
    cost[7] = COST_BLOCKED;
    cost[8] = 1e6;
    let way = solve_costs(5, 4, &cost, &[7, 400, 0]);
    assert_eq!((way[0], way[1], way[7]), (0.0, 1.0, f32::INFINITY));
    assert!(way[8] > 15.0 && way[8] < 30.0, "{}", way[8]);
    assert!(solve_costs(5, 4, &cost, &[]).iter().all(|way| way.is_infinite()));
    assert!(solve_costs(0, 0, &[], &[3]).is_empty());
}
