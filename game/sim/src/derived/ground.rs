//! Who may stand where, and how high what stands there is. From terrain and towers; rebuilt when the towers change.

use crate::world::World;
use content::level::Level;
use content::map::Cell;
use content::rules::{ClassIndex, Rules};
use glam::Vec2;

/// Walkability and heights of every cell.
#[derive(Default)]
pub struct Ground {
    width: u32,
    height: u32,
    /// `World::towers_revision` this was made for.
    revision: Option<u32>,
    /// Cells on which nothing of any size can stand: terrain, towers, keep.
    solid: Vec<bool>,
    /// For each class, cells on which its centre may be.
    walkable: Vec<Vec<bool>>,
    /// Height of rock or building, 0 where bodies pass.
    height_m: Vec<f32>,
}

impl Ground {
    /// Whether a unit of this class may have its centre in this cell (H3). False outside the map.
    #[must_use]
    pub fn walkable(&self, class: ClassIndex, cell: Cell) -> bool {
        self.index(cell).is_some_and(|k| self.walkable[class.index()][k])
    }

    /// Whether a unit of this class may have its centre at this point.
    #[must_use]
    pub fn walkable_at(&self, class: ClassIndex, at: Vec2) -> bool {
        self.walkable(class, Self::cell_of(at))
    }

    /// Whether rock, water, a gorge or a building fills this cell. True outside the map.
    #[must_use]
    pub fn solid(&self, cell: Cell) -> bool {
        self.index(cell).is_none_or(|k| self.solid[k])
    }

    /// How high what fills the cell stands above the ground, metres; 0 over ground, water and ravines. Outside the map 100.
    #[must_use]
    pub fn obstacle_m(&self, cell: Cell) -> f32 {
        self.index(cell).map_or(100.0, |k| self.height_m[k])
    }

    /// The cell that holds a point.
    #[must_use]
    pub fn cell_of(at: Vec2) -> Cell {
        Cell::new(at.x.floor() as i32, at.y.floor() as i32)
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        (cell.x >= 0 && cell.y >= 0 && cell.x < self.width as i32 && cell.y < self.height as i32).then(|| cell.y as usize * self.width as usize + cell.x as usize)
    }

    /// Whether this no longer fits the towers.
    #[must_use]
    pub fn stale(&self, world: &World) -> bool {
        self.revision != Some(world.towers_revision)
    }

    /// Makes everything anew.
    pub fn rebuild(&mut self, level: &Level, rules: &Rules, world: &World) {
        let _ = (level, rules);
        self.revision = Some(world.towers_revision);
        todo!("HORDE helper")
    }
}
