//! What the ground is made of, cell by cell: the input of everything in this folder.

use std::fmt;

/// Longest side of a map in cells.
pub const SIDE_MAX: usize = 512;
/// Shortest side of a map in cells.
pub const SIDE_MIN: usize = 16;

/// What one cell of one square metre looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum GroundClass {
    /// Grass.
    #[default]
    Grass,
    /// Trodden earth with ruts and pebbles.
    Road,
    /// Stones and mud.
    Rough,
    /// Grass in bloom.
    Meadow,
    /// Dark floor under trees.
    Forest,
    /// Rock with turf on top.
    Cliff,
    /// A gorge.
    Ravine,
    /// A pond.
    Water,
}

/// The ground, row by row from the south (lowest y) and from west to east in a row.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundMap {
    /// Cells in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// One a cell.
    pub classes: Vec<GroundClass>,
    /// Height of the rock in metres, one a cell; only read where the class is `Cliff`.
    pub cliff_m: Vec<f32>,
}

/// A map that cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroundError {
    /// A side is too short or too long.
    Size(usize, usize),
    /// A column has another length than width x height.
    Length(usize, usize),
}

impl fmt::Display for GroundError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Size(w, h) => write!(f, "the ground has {w} x {h} cells; each side must have {SIDE_MIN} to {SIDE_MAX}"),
            Self::Length(is, should) => write!(f, "the ground's columns hold {is} cells where width x height is {should}"),
        }
    }
}

impl std::error::Error for GroundError {}

impl GroundMap {
    /// Whether this can be drawn.
    ///
    /// # Errors
    /// When a side or a column has a wrong length.
    pub fn check(&self) -> Result<(), GroundError> {
        let side = SIDE_MIN..=SIDE_MAX;
        if !side.contains(&self.width) || !side.contains(&self.height) {
            return Err(GroundError::Size(self.width, self.height));
        }
        let cells = self.width * self.height;
        for length in [self.classes.len(), self.cliff_m.len()] {
            if length != cells {
                return Err(GroundError::Length(length, cells));
            }
        }
        Ok(())
    }
}
