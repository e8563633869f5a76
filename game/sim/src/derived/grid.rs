//! Standing units by cell, by a stable counting sort (H5).
//!
//! Rows in the world never move for it: what the neighbour passes read is copied out in sorted order. Sorted anew every
//! tick after the spawns; until then it knows the last tick's crowd, so systems before `sort_units` must not ask it.

use super::ground::Ground;
use crate::rule::{Rule, on};
use crate::tables::{Phase, UnitId};
use crate::world::World;
use base::chunks;
use content::level::Level;
use glam::Vec2;

/// Side of the coarse cells that know the largest radius around them, cells.
const COARSE_CELLS: usize = 4;
/// How far a unit can have come since the sort, metres: a step at the highest speed plus two corrections.
const DRIFT_M: f32 = 1.0;

/// Place of a row that takes no part.
pub const NOWHERE: u32 = u32::MAX;
/// How far the columns go on beyond the last place.
const LANES: usize = 4;
/// Rows and places a chunk of the sort.
const CHUNK: usize = 2048;

/// Who stands at a place of the sort, and in which cell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// Who.
    pub id: UnitId,
    /// Cells from the left.
    pub x: u16,
    /// Cells from the top.
    pub y: u16,
}

/// Rows of standing units, cell by cell.
#[derive(Default)]
pub struct Grid {
    width: usize,
    height: usize,
    /// First place of each cell; two more at the end.
    start: Vec<u32>,
    /// Cell and place of each row, [`NOWHERE`] for those who take no part.
    cell_of_row: Vec<u32>,
    place_of_row: Vec<u32>,
    /// By place: row, id and cell, coordinates, radius.
    rows: Vec<u32>,
    places: Vec<Place>,
    x: Vec<f32>,
    y: Vec<f32>,
    radius_m: Vec<f32>,
    coarse_width: usize,
    /// Largest radius within one coarse cell around each coarse cell.
    radius_near_m: Vec<f32>,
    radius_max_m: f32,
    radius_min_m: f32,
}

impl Grid {
    /// Sorts anew.
    pub fn rebuild(&mut self, level: &Level, world: &World) {
        let units = &world.units;
        (self.width, self.height) = (level.map.width as usize, level.map.height as usize);
        let (width, height) = (self.width, self.height);
        let cells = width * height;
        self.start.clear();
        self.start.resize(cells + 2, 0);
        self.cell_of_row.clear();
        self.cell_of_row.resize(units.len(), NOWHERE);
        // Casts saturate and take a broken number for 0: a position outside lands in a border cell.
        let side = |v: f32, cells: usize| (v as i32).clamp(0, cells as i32 - 1) as u32;
        chunks::each(&mut self.cell_of_row, CHUNK, |first, cells| {
            for (k, cell) in cells.iter_mut().enumerate() {
                let row = first + k;
                if (units.phase[row] != Phase::Standing || units.health[row] <= 0) && on(Rule::StandingOnly) {
                    continue;
                }
                let at = units.position[row];
                *cell = side(at.y, height) * width as u32 + side(at.x, width);
            }
        });
        let mut standing = 0;
        for cell in self.cell_of_row.iter().filter(|cell| **cell != NOWHERE) {
            self.start[*cell as usize + 2] += 1;
            standing += 1;
        }
        // Shifted by one: while places are given out, the entry after a cell's own is its cursor, and ends as the start of
        // the next cell.
        let mut sum = 0;
        for start in &mut self.start {
            sum += *start;
            *start = sum;
        }
        self.rows.resize(standing, 0);
        self.place_of_row.resize(units.len(), NOWHERE);
        for (row, (cell, place)) in self.cell_of_row.iter().zip(&mut self.place_of_row).enumerate() {
            *place = NOWHERE;
            if *cell != NOWHERE {
                let cursor = &mut self.start[*cell as usize + 1];
                *place = *cursor;
                self.rows[*cursor as usize] = row as u32;
                *cursor += 1;
            }
        }
        self.places.resize(standing, Place::default());
        for column in [&mut self.x, &mut self.y, &mut self.radius_m] {
            column.clear();
            column.resize(standing + LANES, 0.0);
        }
        let rows = &self.rows;
        chunks::each_of(
            (&mut self.places[..], &mut self.x[..standing], &mut self.y[..standing], &mut self.radius_m[..standing]),
            CHUNK,
            |first, (places, x, y, radius_m)| {
                for (k, place) in places.iter_mut().enumerate() {
                    let row = rows[first + k] as usize;
                    let at = units.position[row];
                    *place = Place { id: units.id[row], x: side(at.x, width) as u16, y: side(at.y, height) as u16 };
                    (x[k], y[k]) = at.into();
                    radius_m[k] = level.classes[units.class[row].index()].radius_m;
                }
            },
        );
        (self.radius_max_m, self.radius_min_m) =
            self.radius_m[..standing].iter().fold((0.0, f32::MAX), |(most, least): (f32, f32), r| (most.max(*r), least.min(*r)));
        self.spread_radii();
    }

    /// The few large ones make those around them look farther for neighbours.
    fn spread_radii(&mut self) {
        self.coarse_width = self.width / COARSE_CELLS + 1;
        let coarse_height = self.height / COARSE_CELLS + 1;
        self.radius_near_m.clear();
        self.radius_near_m.resize(self.coarse_width * coarse_height, self.radius_min_m);
        if self.radius_max_m <= self.radius_min_m {
            return;
        }
        for place in 0..self.rows.len() {
            let radius_m = self.radius_m[place];
            if radius_m <= self.radius_min_m {
                continue;
            }
            let (cx, cy) = (usize::from(self.places[place].x) / COARSE_CELLS, usize::from(self.places[place].y) / COARSE_CELLS);
            for y in cy.saturating_sub(1)..=(cy + 1).min(coarse_height - 1) {
                for x in cx.saturating_sub(1)..=(cx + 1).min(self.coarse_width - 1) {
                    let near = &mut self.radius_near_m[y * self.coarse_width + x];
                    *near = near.max(radius_m);
                }
            }
        }
    }

    /// How many units are sorted in.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether nobody is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Row in the world of each place in sorted order.
    #[must_use]
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// Place of each row in sorted order, or [`NOWHERE`].
    #[must_use]
    pub fn place_of_row(&self) -> &[u32] {
        &self.place_of_row
    }

    /// Id and cell of each place.
    #[must_use]
    pub fn who(&self) -> &[Place] {
        &self.places
    }

    /// Coordinates at the sort and radius of each place, and four more of nobody, so that they can be read four at a time.
    #[must_use]
    pub fn columns(&self) -> (&[f32], &[f32], &[f32]) {
        (&self.x, &self.y, &self.radius_m)
    }

    /// Places of the units in the cells `x0..=x1` of row `y`.
    #[must_use]
    #[inline]
    pub fn places(&self, y: usize, x0: usize, x1: usize) -> std::ops::Range<usize> {
        self.start[y * self.width + x0] as usize..self.start[y * self.width + x1 + 1] as usize
    }

    /// Cells in a row and rows.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Largest radius of anybody within at least four cells of this cell, metres.
    #[must_use]
    #[inline]
    pub fn radius_near_m(&self, x: usize, y: usize) -> f32 {
        self.radius_near_m[y / COARSE_CELLS * self.coarse_width + x / COARSE_CELLS]
    }

    /// Cell of a place: from the left, from the top.
    #[must_use]
    #[inline]
    pub fn cell_at(&self, place: usize) -> (usize, usize) {
        (usize::from(self.places[place].x), usize::from(self.places[place].y))
    }

    /// Index of the cell of a place.
    #[must_use]
    #[inline]
    pub fn cell(&self, place: usize) -> usize {
        usize::from(self.places[place].y) * self.width + usize::from(self.places[place].x)
    }

    /// Largest radius of all.
    #[must_use]
    pub fn radius_max_m(&self) -> f32 {
        self.radius_max_m
    }

    /// Smallest radius of all.
    #[must_use]
    pub fn radius_min_m(&self) -> f32 {
        self.radius_min_m
    }

    /// Calls `visit` with the row of every unit that stands and lives now and whose centre lies within `radius_m` of
    /// `at` now, in the order of the sort: cell order, then row order.
    pub fn within(&self, world: &World, at: Vec2, radius_m: f32, mut visit: impl FnMut(usize)) {
        if self.width == 0 || !at.is_finite() {
            return;
        }
        let reach = radius_m + DRIFT_M;
        let low = Ground::cell_of(at - reach);
        let high = Ground::cell_of(at + reach);
        if high.x < 0 || high.y < 0 || low.x >= self.width as i32 || low.y >= self.height as i32 {
            return;
        }
        let (x0, x1) = (low.x.max(0) as usize, (high.x as usize).min(self.width - 1));
        for y in low.y.max(0) as usize..=(high.y as usize).min(self.height - 1) {
            for place in self.places(y, x0, x1) {
                // By id, since rows may have moved after the sort.
                let Some(row) = world.unit_ids.row(self.places[place].id.0) else { continue };
                let units = &world.units;
                if units.phase[row] == Phase::Standing && units.health[row] > 0 && (units.position[row] - at).length_squared() <= radius_m * radius_m {
                    visit(row);
                }
            }
        }
    }
}
