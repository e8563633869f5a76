//! Who may stand where, and how high what stands there is. From terrain and towers; when towers come or go, only what lies
//! round them is made anew, with the same result to the bit as a rebuild.
//!
//! Two kinds of wall: `solid` cells are real (rock, water, gorges, buildings, the world beyond the map); a class's
//! `walkable` cells are those whose middle keeps the class's radius from every solid cell (H3). The crowd moves by
//! walkability and is pushed by real walls (H7).
//!
//! Whether a building would close the way is asked in `closing`; what the cells hold is filled in `fill`, connected parts
//! are numbered in `regions`.

mod closing;
mod fill;
mod regions;

pub use super::front::COST_BLOCKED;
use crate::tables::TowerId;
use crate::world::World;
use content::level::Level;
use content::map::{Cell, Footprint};
use content::rules::{ClassIndex, Rules};
use glam::Vec2;

/// Height of the keep in metres: what flies lower is stopped by it.
pub const KEEP_HEIGHT_M: f32 = 12.0;
/// Height of what lies beyond the map, metres.
const OUTSIDE_HEIGHT_M: f32 = 100.0;
/// A class may stand nearer to a wall than its radius by this, metres: the push from real walls does the rest.
const CLEARANCE_TOLERANCE_M: f32 = 0.05;
/// Distances to walls are known up to this many cells.
pub const WALL_DISTANCE_MAX: u8 = 8;
/// Side of the blocks of which the greatest height is known, cells.
const BLOCK_CELLS: usize = 16;
/// Region of a cell that cannot be walked.
pub const NO_REGION: u32 = u32::MAX;

/// Middle of a square building and half its side, metres.
#[must_use]
pub fn footprint_square_m(middle: Cell, side_cells: u8) -> (Vec2, f32) {
    let (middle, half_m) = Footprint::new(middle, side_cells).square_m();
    (middle.into(), half_m)
}

/// A rectangle of cells, ends not included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// Columns.
    pub x: std::ops::Range<usize>,
    /// Rows.
    pub y: std::ops::Range<usize>,
}

impl Area {
    /// The part of a square of cells that lies on a map.
    #[must_use]
    pub fn of(site: Footprint, (width, height): (usize, usize)) -> Self {
        let clip = |low: i32, high: i32, end: usize| (low.clamp(0, end as i32) as usize)..(high.saturating_add(1).clamp(0, end as i32) as usize);
        let area = Self { x: clip(site.low.x, site.high.x, width), y: clip(site.low.y, site.high.y, height) };
        if area.x.is_empty() || area.y.is_empty() { Self::default() } else { area }
    }

    /// With so many cells more on every side, as far as the map goes.
    #[must_use]
    pub fn grown(&self, cells: usize, (width, height): (usize, usize)) -> Self {
        let grow = |side: &std::ops::Range<usize>, end: usize| side.start.saturating_sub(cells)..(side.end + cells).min(end);
        Self { x: grow(&self.x, width), y: grow(&self.y, height) }
    }

    /// Whether two areas share a cell.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.x.start < other.x.end && other.x.start < self.x.end && self.y.start < other.y.end && other.y.start < self.y.end
    }

    fn join(&mut self, other: &Self) {
        self.x = self.x.start.min(other.x.start)..self.x.end.max(other.x.end);
        self.y = self.y.start.min(other.y.start)..self.y.end.max(other.y.end);
    }
}

/// A tower as the ground knows it.
#[derive(Clone, Copy, PartialEq)]
struct Built {
    id: TowerId,
    site: Footprint,
    height_m: f32,
}

/// Walkability and heights of every cell.
#[derive(Default)]
pub struct Ground {
    width: u32,
    height: u32,
    /// `World::towers_revision` this was made for.
    revision: Option<u32>,
    /// The towers this was made for, in the order of their ids.
    built: Vec<Built>,
    /// Cells on which nothing of any size can stand: terrain, towers, keep.
    solid: Vec<bool>,
    /// Cells to the nearest solid one, diagonals as one step; 0 in it, at most `WALL_DISTANCE_MAX`.
    wall_distance: Vec<u8>,
    /// For each class, cells on which its centre may be.
    walkable: Vec<Vec<bool>>,
    /// For each class, the number of the connected region of each cell.
    region: Vec<Vec<u32>>,
    /// For each class, the cost of walking a metre without any crowd.
    cost: Vec<Vec<f32>>,
    /// Height of rock or building, 0 where bodies pass.
    height_m: Vec<f32>,
    /// For each block of [`BLOCK_CELLS`] squared, a height that nothing in it exceeds: it rises with what is built and does not
    /// sink when that falls.
    highest_m: Vec<f32>,
    /// Radius of each class, metres.
    radius_m: Vec<f32>,
    /// For each class, how dense a crowd feels and how fast it walks there with room ahead.
    manner: Vec<(f32, f32)>,
    runs: regions::Runs,
}

impl Ground {
    /// Whether a unit of this class may have its centre in this cell (H3). False outside the map.
    #[must_use]
    pub fn walkable(&self, class: ClassIndex, cell: Cell) -> bool {
        self.index(cell).is_some_and(|k| self.walkable[class.index()][k])
    }

    /// Whether a unit of this class may have its centre at this point.
    #[must_use]
    #[inline]
    pub fn walkable_at(&self, class: ClassIndex, at: Vec2) -> bool {
        self.index_at(at).is_some_and(|k| self.walkable[class.index()][k])
    }

    /// Whether rock, water, a gorge or a building fills this cell. True outside the map.
    #[must_use]
    pub fn solid(&self, cell: Cell) -> bool {
        self.index(cell).is_none_or(|k| self.solid[k])
    }

    /// Whether a real wall is at this point.
    #[must_use]
    #[inline]
    pub fn solid_at(&self, at: Vec2) -> bool {
        self.index_at(at).is_none_or(|k| self.solid[k])
    }

    /// How high what fills the cell stands above the ground, metres; 0 over ground, water and ravines. Outside the map 100.
    #[must_use]
    pub fn obstacle_m(&self, cell: Cell) -> f32 {
        self.index(cell).map_or(OUTSIDE_HEIGHT_M, |k| self.height_m[k])
    }

    /// A height in metres that nothing on the straight way from one point to another exceeds, given a metre of slack on every
    /// side; infinite when either is not on the map.
    #[must_use]
    pub fn highest_between_m(&self, from: Vec2, to: Vec2) -> f32 {
        if self.index_at(from).is_none() || self.index_at(to).is_none() {
            return f32::INFINITY;
        }
        // Negative numbers become 0.
        let block = |at: f32| at as usize / BLOCK_CELLS;
        let (low, high) = (from.min(to) - 1.0, from.max(to) + 1.0);
        let (across, down) = self.blocks();
        let columns = block(low.x)..=block(high.x).min(across - 1);
        let rows = block(low.y)..=block(high.y).min(down - 1);
        rows.flat_map(|y| columns.clone().map(move |x| y * across + x)).fold(0.0, |highest, k| self.highest_m[k].max(highest))
    }

    fn blocks(&self) -> (usize, usize) {
        ((self.width as usize).div_ceil(BLOCK_CELLS), (self.height as usize).div_ceil(BLOCK_CELLS))
    }

    /// Cells to the nearest real wall, diagonals as one step: 0 in it or outside, at most [`WALL_DISTANCE_MAX`].
    #[must_use]
    #[inline]
    pub fn wall_distance_at(&self, at: Vec2) -> u8 {
        self.index_at(at).map_or(0, |k| self.wall_distance[k])
    }

    /// Number of the connected region of walkable cells around a point, or [`NO_REGION`].
    #[must_use]
    pub fn region_at(&self, class: ClassIndex, at: Vec2) -> u32 {
        self.index_at(at).map_or(NO_REGION, |k| self.region[class.index()][k])
    }

    /// Radius of a class in metres.
    #[must_use]
    #[inline]
    pub fn radius_m(&self, class: ClassIndex) -> f32 {
        self.radius_m[class.index()]
    }

    /// How much denser than it is a crowd feels to a class.
    #[must_use]
    #[inline]
    pub fn crowding(&self, class: ClassIndex) -> f32 {
        self.manner[class.index()].0
    }

    /// Share of its top speed at which a class walks in a dense crowd with room ahead.
    #[must_use]
    #[inline]
    pub fn room_speed(&self, class: ClassIndex) -> f32 {
        self.manner[class.index()].1
    }

    /// How many classes there are.
    #[must_use]
    pub fn classes(&self) -> usize {
        self.radius_m.len()
    }

    /// Cells in a row and rows.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.width as usize, self.height as usize)
    }

    /// The whole map.
    #[must_use]
    pub fn all(&self) -> Area {
        Area { x: 0..self.width as usize, y: 0..self.height as usize }
    }

    /// Where the centre of a unit of this class may be, row by row.
    #[must_use]
    pub fn walkable_cells(&self, class: ClassIndex) -> &[bool] {
        &self.walkable[class.index()]
    }

    /// Number of the connected region of every cell, [`NO_REGION`] where the class cannot stand, row by row.
    #[must_use]
    pub fn region_cells(&self, class: ClassIndex) -> &[u32] {
        &self.region[class.index()]
    }

    /// Cells to the nearest real wall of every cell, row by row; see [`Ground::wall_distance_at`].
    #[must_use]
    pub fn wall_distances(&self) -> &[u8] {
        &self.wall_distance
    }

    /// Real walls, row by row.
    #[must_use]
    pub fn solid_cells(&self) -> &[bool] {
        &self.solid
    }

    /// Cost of walking a metre in every cell of a class without any crowd; [`COST_BLOCKED`] where it cannot stand.
    #[must_use]
    pub fn cost(&self, class: ClassIndex) -> &[f32] {
        &self.cost[class.index()]
    }

    /// The cell that holds a point.
    #[must_use]
    pub fn cell_of(at: Vec2) -> Cell {
        Cell::new(at.x.floor() as i32, at.y.floor() as i32)
    }

    /// Index of the cell that holds a point, or none outside the map.
    #[must_use]
    #[inline]
    pub fn index_at(&self, at: Vec2) -> Option<usize> {
        // A comparison with NaN is false, so a broken position is outside.
        (at.x >= 0.0 && at.y >= 0.0 && at.x < self.width as f32 && at.y < self.height as f32).then(|| at.y as usize * self.width as usize + at.x as usize)
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        (cell.x >= 0 && cell.y >= 0 && cell.x < self.width as i32 && cell.y < self.height as i32)
            .then(|| cell.y as usize * self.width as usize + cell.x as usize)
    }

    /// Whether a unit of this class can walk the straight line between two points, tried every half metre.
    #[must_use]
    pub fn clear_line(&self, class: ClassIndex, from: Vec2, to: Vec2) -> bool {
        let steps = ((to - from).length() * 2.0).ceil().clamp(1.0, 64.0);
        let step = (to - from) / steps;
        (1..=steps as i32).all(|k| self.walkable_at(class, from + step * k as f32))
    }

    /// The point nearest to `at` on which a unit of this class may stand: `at` itself where it may. None when it may
    /// stand nowhere. Ties go to the smaller cell index.
    #[must_use]
    pub fn nearest_walkable(&self, class: ClassIndex, at: Vec2) -> Option<Vec2> {
        if self.walkable_at(class, at) {
            return Some(at);
        }
        let limit = Vec2::new(self.width as f32 - 0.5, self.height as f32 - 0.5);
        let at = if at.is_finite() { at.clamp(Vec2::splat(0.5), limit) } else { limit * 0.5 };
        let middle = Self::cell_of(at);
        let mut best: Option<(f32, Vec2)> = None;
        let mut last_ring = self.width.max(self.height) as i32;
        let mut ring = 0;
        while ring <= last_ring {
            for y in middle.y - ring..=middle.y + ring {
                let edge = (y - middle.y).abs() == ring;
                let step = if edge || ring == 0 { 1 } else { 2 * ring };
                let mut x = middle.x - ring;
                while x <= middle.x + ring {
                    if self.walkable(class, Cell::new(x, y)) {
                        let corner = Vec2::new(x as f32, y as f32);
                        let point = at.clamp(corner + 0.1, corner + 0.9);
                        let distance = (point - at).length_squared();
                        if best.is_none_or(|(least, _)| distance < least) {
                            best = Some((distance, point));
                        }
                    }
                    x += step;
                }
            }
            if best.is_some() {
                // A cell straight ahead in a later ring may still be nearer than a diagonal one of this ring.
                last_ring = last_ring.min(ring + ring / 2 + 1);
            }
            ring += 1;
        }
        best.map(|(_, point)| point)
    }

    /// The middle of the cell nearest to `at`, within some cells, in a region of the class that will do; ties go to the
    /// smaller index.
    #[must_use]
    pub fn nearest_in_region(&self, class: ClassIndex, at: Vec2, within: i32, will_do: impl Fn(u32) -> bool) -> Option<Vec2> {
        let middle = Self::cell_of(at);
        let area =
            Area::of(Footprint { low: Cell::new(middle.x - within, middle.y - within), high: Cell::new(middle.x + within, middle.y + within) }, self.size());
        let width = self.width as usize;
        let region = &self.region[class.index()];
        let cells = area.y.clone().flat_map(|y| area.x.clone().map(move |x| y * width + x));
        cells
            .filter(|k| region[*k] != NO_REGION && will_do(region[*k]))
            .min_by_key(|k| ((k % width) as i32 - middle.x).pow(2) + ((k / width) as i32 - middle.y).pow(2))
            .map(|k| Vec2::new((k % width) as f32 + 0.5, (k / width) as f32 + 0.5))
    }

    /// Whether this no longer fits the towers.
    #[must_use]
    pub fn stale(&self, world: &World) -> bool {
        self.revision != Some(world.towers_revision)
    }

    /// Makes everything anew.
    pub fn rebuild(&mut self, level: &Level, rules: &Rules, world: &World) {
        self.width = level.map.width;
        self.height = level.map.height;
        self.revision = Some(world.towers_revision);
        self.built.clear();
        self.built.extend(towers(rules, world));
        let (classes, cells) = (level.classes.len(), level.map.terrain.len());
        self.radius_m.clear();
        self.radius_m.extend(level.classes.iter().map(|c| c.radius_m));
        self.manner.clear();
        self.manner.extend(level.classes.iter().map(|c| (c.crowding, c.room_speed)));
        self.solid.resize(cells, false);
        self.height_m.resize(cells, 0.0);
        self.wall_distance.resize(cells, 0);
        self.walkable.resize_with(classes, Vec::new);
        self.region.resize_with(classes, Vec::new);
        self.cost.resize_with(classes, Vec::new);
        for class in 0..classes {
            self.walkable[class].resize(cells, false);
            self.cost[class].resize(cells, COST_BLOCKED);
        }
        let all = self.all();
        self.fill_solid(level, &all);
        self.fill_wall_distance(&all);
        for class in 0..classes {
            self.fill_walkable(class, &all);
            self.fill_cost(level, class, &all);
            self.runs.number(self.width as usize, &self.walkable[class], &mut self.region[class]);
        }
    }

    /// Brings it in line with the towers that came and went. `changed` gets the areas in which anything of it changed.
    pub fn change(&mut self, level: &Level, rules: &Rules, world: &World, changed: &mut Vec<Area>) {
        let size = self.size();
        changed.clear();
        self.revision = Some(world.towers_revision);
        // Both in the order of their ids: what only one of them has came or went.
        let (mut old, mut new) = (self.built.iter().peekable(), towers(rules, world).peekable());
        loop {
            let (a, b) = (old.peek().copied().copied(), new.peek().copied());
            let (a_first, b_first) = match (a, b) {
                (None, None) => break,
                (Some(a), Some(b)) => (a.id <= b.id, b.id <= a.id),
                (a, b) => (a.is_some(), b.is_some()),
            };
            if a_first {
                old.next();
            }
            if b_first {
                new.next();
            }
            if !(a_first && b_first && a == b) {
                changed.extend(a.filter(|_| a_first).iter().chain(b.filter(|_| b_first).iter()).map(|built| Area::of(built.site, size)));
            }
        }
        self.built.clear();
        self.built.extend(towers(rules, world));
        changed.retain(|area| !area.x.is_empty());
        // What is refreshed round one must not lean on what is stale round another: near ones become one.
        let far = usize::from(WALL_DISTANCE_MAX) + 1;
        let mut k = 0;
        while k < changed.len() {
            match (k + 1..changed.len()).find(|other| changed[k].grown(far, size).meets(&changed[*other].grown(far, size))) {
                Some(other) => {
                    let other = changed.swap_remove(other);
                    changed[k].join(&other);
                    k = 0;
                }
                None => k += 1,
            }
        }
        for area in &*changed {
            self.fill_solid(level, area);
            self.fill_wall_distance(&area.grown(usize::from(WALL_DISTANCE_MAX), size));
        }
        for class in 0..self.classes() {
            let reach = self.reach_cells(class);
            let mut differs = false;
            for area in &*changed {
                differs |= self.fill_walkable(class, &area.grown(reach, size));
                self.fill_cost(level, class, &area.grown(reach + 1, size));
            }
            if differs {
                self.runs.number(self.width as usize, &self.walkable[class], &mut self.region[class]);
            }
        }
        for area in changed {
            *area = area.grown(far, size);
        }
    }
}

/// The towers as the ground knows them, in the order of their ids.
fn towers<'a>(rules: &'a Rules, world: &'a World) -> impl Iterator<Item = Built> + 'a {
    (0..world.towers.len()).map(|row| {
        let tower = &rules.towers[world.towers.kind[row].index()];
        Built { id: world.towers.id[row], site: Footprint::new(world.towers.cell[row], tower.footprint_cells), height_m: tower.height_m }
    })
}

/// Size classes that the level's waves and crowds bring, in rising order.
pub fn classes_of_waves(level: &Level) -> impl Iterator<Item = ClassIndex> + '_ {
    (0..level.classes.len() as u8)
        .map(ClassIndex)
        .filter(move |class| level.waves.iter().flat_map(|w| &w.groups).any(|g| g.class == *class) || level.crowds.iter().any(|c| c.class == *class))
}

/// How far from a footprint's edge the centre of a class in melee stands (H12): clear of the wall, and in a cell whose
/// middle keeps the class's clearance.
#[must_use]
pub fn melee_offset_m(radius_m: f32) -> f32 {
    let cells = (radius_m - CLEARANCE_TOLERANCE_M - 0.5).max(0.0).ceil();
    (radius_m + 0.05).max(cells + 0.05)
}
