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
