//! Who can get to the keep or to an exit: clearance of a size class and a flood fill over the plain ground, without any
//! building but the keep. The simulation has its own, richer picture; this one only refuses levels that cannot work.

use crate::level::{Exit, Keep};
use crate::map::{Cell, Footprint, Map};

/// For each cell, whether the goal can be reached from it.
pub(super) struct Reach {
    reached: Vec<bool>,
}

impl Reach {
    /// To the keep: its cells are where the flood starts, and ground beside it counts even where its own walls would be
    /// too near.
    pub(super) fn to_keep(map: &Map, keep: &Keep, radius_m: f32) -> Self {
        Self::flood(map, clearance(map, radius_m), Footprint::new(keep.cell, keep.footprint_cells).cells())
    }

    /// To an exit: to those cells of its places on which the class can stand.
    pub(super) fn to_exit(map: &Map, exit: &Exit, radius_m: f32) -> Self {
        let walkable = clearance(map, radius_m);
        let cells: Vec<Cell> = exit.places.iter().flat_map(|place| place.cells(map)).filter(|cell| map.index(*cell).is_some_and(|k| walkable[k])).collect();
        Self::flood(map, walkable, cells.into_iter())
    }

    fn flood(map: &Map, walkable: Vec<bool>, from: impl Iterator<Item = Cell>) -> Self {
        let (width, height) = (map.width as i32, map.height as i32);
        let mut reached = vec![false; walkable.len()];
        let mut open: Vec<Cell> = Vec::new();
        for cell in from {
            if let Some(k) = map.index(cell) {
                reached[k] = true;
                open.push(cell);
            }
        }
        while let Some(cell) = open.pop() {
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let next = Cell::new(cell.x + dx, cell.y + dy);
                if next.x < 0 || next.y < 0 || next.x >= width || next.y >= height {
                    continue;
                }
                let k = (next.y * width + next.x) as usize;
                if walkable[k] && !reached[k] {
                    reached[k] = true;
                    open.push(next);
                }
            }
        }
        Self { reached }
    }

    pub(super) fn at(&self, map: &Map, x: f32, y: f32) -> bool {
        map.index(Cell::new(x.floor() as i32, y.floor() as i32)).is_some_and(|k| self.reached[k])
    }

    pub(super) fn cell(&self, map: &Map, cell: Cell) -> bool {
        map.index(cell).is_some_and(|k| self.reached[k])
    }
}

/// The simulation lets a class stand nearer to a wall than its radius by this, metres.
const TOLERANCE_M: f32 = 0.05;

/// How many cells wide a straight way must be for somebody of this radius: only cells whose middle is far enough from both
/// walls count, and a middle lies half a meter, one and a half, two and a half from a wall.
pub(super) fn gap_cells(radius_m: f32) -> u32 {
    let from_wall = (radius_m - TOLERANCE_M + 0.5).ceil().max(1.0) as u32;
    2 * from_wall - 1
}

/// Cells whose middle is at least `radius_m` away from every cell nobody can stand on; beyond the border stands rock.
fn clearance(map: &Map, radius_m: f32) -> Vec<bool> {
    let radius_m = radius_m - TOLERANCE_M;
    let reach = radius_m.ceil() as i32;
    let mut walkable = vec![true; map.terrain.len()];
    for y in -1..=map.height as i32 {
        for x in -1..=map.width as i32 {
            if map.terrain_at(Cell::new(x, y)).walkable() {
                continue;
            }
            for dy in -reach..=reach {
                for dx in -reach..=reach {
                    let gap = |d: i32| (d.abs() as f32 - 0.5).max(0.0);
                    let near = gap(dx) * gap(dx) + gap(dy) * gap(dy) < radius_m * radius_m || (dx, dy) == (0, 0);
                    if let Some(k) = map.index(Cell::new(x + dx, y + dy)).filter(|_| near) {
                        walkable[k] = false;
                    }
                }
            }
        }
    }
    walkable
}
