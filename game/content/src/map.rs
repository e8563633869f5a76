//! The ground: one cell a metre, one pixel a cell.
//!
//! Map coordinates: x to the right and y *down* in the picture, in metres; cell (i, j) covers [i, i+1) x [j, j+1) and
//! is pixel (i, j) of `terrain.png`. The view turns this into its own right-handed world once, at its border.

use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// The longest side of a map in cells.
pub const SIDE_MAX: u32 = 512;
/// The shortest side of a map in cells.
pub const SIDE_MIN: u32 = 16;

/// A cell by column and row.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable, Serialize, Deserialize)]
pub struct Cell {
    /// Column, from the left of the picture.
    pub x: i32,
    /// Row, from the top of the picture.
    pub y: i32,
}

impl Cell {
    /// The cell in this column and row.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }
}

/// A square of cells, both corners inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// Corner with the smaller coordinates.
    pub low: Cell,
    /// The other corner.
    pub high: Cell,
}

impl Footprint {
    /// The square of this side round a middle cell. Far-off cells saturate instead of wrapping.
    #[must_use]
    pub fn new(middle: Cell, side: u8) -> Self {
        // Even sides reach one cell further to the smaller coordinates, everywhere.
        let before = i32::from(side.max(1)) / 2;
        let after = i32::from(side.max(1)) - 1 - before;
        Self {
            low: Cell::new(middle.x.saturating_sub(before), middle.y.saturating_sub(before)),
            high: Cell::new(middle.x.saturating_add(after), middle.y.saturating_add(after)),
        }
    }

    /// Whether two squares share a cell.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self.low.x <= other.high.x && other.low.x <= self.high.x && self.low.y <= other.high.y && other.low.y <= self.high.y
    }

    /// Middle and half the side, meters.
    #[must_use]
    pub fn square_m(self) -> ([f32; 2], f32) {
        let half_m = (self.high.x - self.low.x + 1) as f32 * 0.5;
        ([self.low.x as f32 + half_m, self.low.y as f32 + half_m], half_m)
    }

    /// Every cell, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (self.low.y..=self.high.y).flat_map(move |y| (self.low.x..=self.high.x).map(move |x| Cell::new(x, y)))
    }

    /// Whether a line of metres crosses the square (clipping against its four sides).
    #[must_use]
    pub fn crossed_by(self, from: [f32; 2], to: [f32; 2]) -> bool {
        let low = [self.low.x as f32, self.low.y as f32];
        let high = [self.high.x as f32 + 1.0, self.high.y as f32 + 1.0];
        let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
        for axis in 0..2 {
            let way = to[axis] - from[axis];
            if way == 0.0 {
                if from[axis] < low[axis] || from[axis] > high[axis] {
                    return false;
                }
                continue;
            }
            let (a, b) = ((low[axis] - from[axis]) / way, (high[axis] - from[axis]) / way);
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
        enter <= leave
    }
}

/// What one cell is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Terrain {
    /// Grass: walkable, buildable.
    Ground,
    /// Walkable, buildable, the crowd's natural way (cost 1).
    Road,
    /// Stones and mud: walkable at a higher cost, buildable.
    Rough,
    /// Thin wood: walkable at a higher cost, not buildable.
    Forest,
    /// Rock that stands `height_m` above the ground: not walkable, stops bodies lower than its top.
    Cliff,
    /// A gorge: not walkable, bodies fly over it.
    Ravine,
    /// Not walkable, bodies fly over it.
    Water,
    /// Grass on which nothing may be built.
    Meadow,
}

impl Terrain {
    /// Whether a point of no size may stand here.
    #[must_use]
    pub fn walkable(self) -> bool {
        !matches!(self, Self::Cliff | Self::Ravine | Self::Water)
    }

    /// Whether a building may stand here.
    #[must_use]
    pub fn buildable(self) -> bool {
        matches!(self, Self::Ground | Self::Road | Self::Rough)
    }

    /// Cost of walking one metre here, as a multiple of road and grass.
    #[must_use]
    pub fn walk_cost(self) -> f32 {
        match self {
            Self::Rough => 1.5,
            Self::Forest => 1.8,
            _ => 1.0,
        }
    }
}

/// The ground of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// Cells in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Row by row from the top of the picture.
    pub terrain: Vec<Terrain>,
    /// Height of the rock in metres, 0 where there is none; same order as `terrain`.
    pub cliff_m: Vec<f32>,
}

impl Map {
    /// Index of a cell in the columns, or none outside the map.
    #[must_use]
    pub fn index(&self, cell: Cell) -> Option<usize> {
        (cell.x >= 0 && cell.y >= 0 && cell.x < self.width as i32 && cell.y < self.height as i32)
            .then(|| cell.y as usize * self.width as usize + cell.x as usize)
    }

    /// What lies at a cell; beyond the border stands rock.
    #[must_use]
    pub fn terrain_at(&self, cell: Cell) -> Terrain {
        self.index(cell).map_or(Terrain::Cliff, |k| self.terrain[k])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn footprints_are_centered_and_lines_cross_them() {
        let five = Footprint::new(Cell::new(10, 10), 5);
        assert_eq!((five.low, five.high), (Cell::new(8, 8), Cell::new(12, 12)));
        assert_eq!(five.cells().count(), 25);
        assert!(five.crossed_by([0.0, 10.0], [30.0, 11.0]));
        assert!(five.crossed_by([9.0, 9.0], [9.0, 9.0]));
        assert!(!five.crossed_by([0.0, 7.5], [30.0, 7.5]));
        assert!(!five.crossed_by([0.0, 0.0], [7.9, 30.0]));
        assert!(!five.crossed_by([20.0, 10.0], [30.0, 10.0]), "a line that ends before it");
        let far = Footprint::new(Cell::new(i32::MAX, i32::MIN), 5);
        assert!(far.high.x == i32::MAX && far.low.y == i32::MIN);
    }
}
