//! Who may stand where, and how high what stands there is. From terrain and towers; rebuilt when the towers change.
//!
//! Two kinds of wall: `solid` cells are real (rock, water, gorges, buildings, the world beyond the map); a class's
//! `walkable` cells are those whose middle keeps the class's radius from every solid cell (H3). The crowd moves by
//! walkability and is pushed by real walls (H7).
//!
//! Commands run before the tick's refresh, when a tower may just have fallen: what they ask is answered from level and
//! world alone ([`Ground::closes_the_way`]), never from what is stored here.

pub use super::front::COST_BLOCKED;
use crate::rule::{Rule, on};
use crate::world::World;
use content::level::Level;
use content::map::Cell;
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
/// Farthest that somebody of a large class is put from the entrance's line, cells.
const ENTRANCE_CELLS: i32 = 4;
/// Region of a cell that cannot be walked.
pub const NO_REGION: u32 = u32::MAX;

/// The cells of a square building, row by row.
pub fn footprint(middle: Cell, side_cells: u8) -> impl Iterator<Item = Cell> {
    let side = i32::from(side_cells);
    let half = side / 2;
    (0..side * side).map(move |k| Cell::new(middle.x - half + k % side, middle.y - half + k / side))
}

/// Middle of a square building and half its side, metres.
#[must_use]
pub fn footprint_square_m(middle: Cell, side_cells: u8) -> (Vec2, f32) {
    let half_cells = i32::from(side_cells) / 2;
    let half_m = f32::from(side_cells) * 0.5;
    (Vec2::new((middle.x - half_cells) as f32 + half_m, (middle.y - half_cells) as f32 + half_m), half_m)
}

/// A rectangle of cells, ends not included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// Columns.
    pub x: std::ops::Range<usize>,
    /// Rows.
    pub y: std::ops::Range<usize>,
}

/// Walkability and heights of every cell.
#[derive(Default)]
pub struct Ground {
    width: u32,
    height: u32,
    /// `World::towers_revision` this was made for.
    revision: Option<u32>,
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
    /// Radius of each class, metres.
    radius_m: Vec<f32>,
    stack: Vec<u32>,
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

    /// Cells to the nearest real wall, diagonals as one step: 0 in it or outside, at most [`WALL_DISTANCE_MAX`].
    #[must_use]
    #[inline]
    pub fn wall_distance_at(&self, at: Vec2) -> u8 {
        self.index_at(at).map_or(0, |k| self.wall_distance[k])
    }

    /// Cells to the nearest real wall of every cell, row by row; see [`Ground::wall_distance_at`].
    #[must_use]
    pub fn wall_distances(&self) -> &[u8] {
        &self.wall_distance
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

    /// Whether this no longer fits the towers.
    #[must_use]
    pub fn stale(&self, world: &World) -> bool {
        self.revision != Some(world.towers_revision)
    }

    /// Makes everything anew.
    pub fn rebuild(&mut self, level: &Level, rules: &Rules, world: &World) {
        self.revision = Some(world.towers_revision);
        self.width = level.map.width;
        self.height = level.map.height;
        let (width, height) = self.size();
        fill_solid(level, rules, world, &mut self.solid);
        self.height_m.clear();
        self.height_m.extend_from_slice(&level.map.cliff_m);
        self.height_m.resize(width * height, 0.0);
        for cell in footprint(level.keep.cell, level.keep.footprint_cells) {
            if let Some(k) = level.map.index(cell) {
                self.height_m[k] = KEEP_HEIGHT_M;
            }
        }
        for (kind, middle) in world.towers.kind.iter().zip(&world.towers.cell) {
            let tower = &rules.towers[kind.index()];
            for cell in footprint(*middle, tower.footprint_cells) {
                if let Some(k) = level.map.index(cell) {
                    self.height_m[k] = tower.height_m;
                }
            }
        }
        fill_wall_distance(width, height, &self.solid, &mut self.wall_distance);
        let classes = level.classes.len();
        self.radius_m.clear();
        self.radius_m.extend(level.classes.iter().map(|c| c.radius_m));
        self.walkable.resize_with(classes, Vec::new);
        self.region.resize_with(classes, Vec::new);
        self.cost.resize_with(classes, Vec::new);
        for class in 0..classes {
            fill_walkable(width, height, &self.solid, self.radius_m[class], &mut self.walkable[class]);
            fill_regions(width, &self.walkable[class], &mut self.region[class], &mut self.stack);
            fill_cost(level, &self.walkable[class], &mut self.cost[class]);
        }
    }

    /// Whether, with these cells built upon as well, some place of an entrance would lose its way to the keep's ring
    /// for a class of the waves that has one now. From level and world alone.
    #[must_use]
    pub fn closes_the_way(&self, level: &Level, rules: &Rules, world: &World, cells: impl IntoIterator<Item = Cell>) -> bool {
        let (width, height) = (level.map.width as usize, level.map.height as usize);
        let (mut solid, mut walkable, mut reached) = (Vec::new(), Vec::new(), Vec::new());
        fill_solid(level, rules, world, &mut solid);
        let mut built = solid.clone();
        for k in cells.into_iter().filter_map(|cell| level.map.index(cell)) {
            built[k] = true;
        }
        for class in classes_of_waves(level) {
            let radius_m = level.classes[class.index()].radius_m;
            fill_walkable(width, height, &solid, radius_m, &mut walkable);
            flood_from_keep(level, radius_m, &walkable, &mut reached);
            let places: Vec<usize> = level.entrances.iter().flat_map(|e| entrance_cells(level, e.from, e.to)).collect();
            let before: Vec<bool> = places.iter().map(|k| nearest_in(&walkable, width, *k).is_some_and(|k| reached[k])).collect();
            fill_walkable(width, height, &built, radius_m, &mut walkable);
            flood_from_keep(level, radius_m, &walkable, &mut reached);
            let lost = |k: usize| nearest_in(&walkable, width, k).is_none_or(|k| !reached[k]);
            if places.iter().zip(before).any(|(k, before)| before && lost(*k)) {
                return true;
            }
        }
        false
    }
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

/// Indices of the cells along an entrance's line.
fn entrance_cells(level: &Level, from: [f32; 2], to: [f32; 2]) -> impl Iterator<Item = usize> + '_ {
    let (from, to) = (Vec2::from(from), Vec2::from(to));
    let steps = ((to - from).length() * 2.0).ceil().clamp(1.0, 2048.0);
    (0..=steps as i32).filter_map(move |k| level.map.index(Ground::cell_of(from + (to - from) * (k as f32 / steps))))
}

/// The walkable cell nearest to a cell, where whoever comes in there is put; none within [`ENTRANCE_CELLS`].
fn nearest_in(walkable: &[bool], width: usize, k: usize) -> Option<usize> {
    let (x, y) = ((k % width) as i32, (k / width) as i32);
    let height = walkable.len() / width;
    let span = -ENTRANCE_CELLS..=ENTRANCE_CELLS;
    span.clone()
        .flat_map(|dy| span.clone().map(move |dx| (dx, dy)))
        .filter(|(dx, dy)| x + dx >= 0 && y + dy >= 0 && x + dx < width as i32 && y + dy < height as i32)
        .map(|(dx, dy)| (dx * dx + dy * dy, (y + dy) as usize * width + (x + dx) as usize))
        .filter(|(_, k)| walkable[*k])
        .min()
        .map(|(_, k)| k)
}

fn fill_solid(level: &Level, rules: &Rules, world: &World, solid: &mut Vec<bool>) {
    solid.clear();
    solid.extend(level.map.terrain.iter().map(|t| !t.walkable()));
    let towers = world.towers.kind.iter().zip(&world.towers.cell).map(|(kind, cell)| (*cell, rules.towers[kind.index()].footprint_cells));
    for (middle, side) in std::iter::once((level.keep.cell, level.keep.footprint_cells)).chain(towers) {
        for k in footprint(middle, side).filter_map(|cell| level.map.index(cell)) {
            solid[k] = true;
        }
    }
}

/// Two sweeps of a chessboard distance; the world beyond the map is solid.
fn fill_wall_distance(width: usize, height: usize, solid: &[bool], out: &mut Vec<u8>) {
    out.clear();
    out.extend(solid.iter().map(|s| if *s { 0 } else { WALL_DISTANCE_MAX }));
    let near = |out: &[u8], x: usize, y: usize, dx: i32, dy: i32| {
        let (x, y) = (x as i32 + dx, y as i32 + dy);
        if x < 0 || y < 0 || x >= width as i32 || y >= height as i32 { 0 } else { out[y as usize * width + x as usize] }
    };
    for y in 0..height {
        for x in 0..width {
            let least = [(-1, 0), (-1, -1), (0, -1), (1, -1)].iter().map(|(dx, dy)| near(out, x, y, *dx, *dy)).min().unwrap_or(0);
            out[y * width + x] = out[y * width + x].min(least + 1);
        }
    }
    for y in (0..height).rev() {
        for x in (0..width).rev() {
            let least = [(1, 0), (1, 1), (0, 1), (-1, 1)].iter().map(|(dx, dy)| near(out, x, y, *dx, *dy)).min().unwrap_or(0);
            out[y * width + x] = out[y * width + x].min(least + 1);
        }
    }
}

/// A cell is walkable when its middle keeps the radius from the box of every solid cell, exactly.
fn fill_walkable(width: usize, height: usize, solid: &[bool], radius_m: f32, out: &mut Vec<bool>) {
    let need = if on(Rule::ClassWalkability) { (radius_m - CLEARANCE_TOLERANCE_M).max(0.0) } else { 0.0 };
    let reach = (need + 0.5).ceil() as i32;
    out.clear();
    out.extend(solid.iter().map(|s| !s));
    // Every solid cell forbids the cells around it whose middles are too near; the rim of the map counts as solid.
    let forbid = |out: &mut [bool], x: i32, y: i32| {
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                let (bx, by) = (((dx.abs()) as f32 - 0.5).max(0.0), ((dy.abs()) as f32 - 0.5).max(0.0));
                let (cx, cy) = (x + dx, y + dy);
                if bx * bx + by * by < need * need && cx >= 0 && cy >= 0 && cx < width as i32 && cy < height as i32 {
                    out[cy as usize * width + cx as usize] = false;
                }
            }
        }
    };
    for (k, _) in solid.iter().enumerate().filter(|(_, s)| **s) {
        let (x, y) = (k % width, k / width);
        // The middle of a large solid block has nothing left to forbid.
        let inner = x > 0 && y > 0 && x + 1 < width && y + 1 < height && solid[k - 1] && solid[k + 1] && solid[k - width] && solid[k + width];
        if !inner {
            forbid(out, x as i32, y as i32);
        }
    }
    for x in -1..=width as i32 {
        forbid(out, x, -1);
        forbid(out, x, height as i32);
    }
    for y in 0..height as i32 {
        forbid(out, -1, y);
        forbid(out, width as i32, y);
    }
}

fn fill_regions(width: usize, walkable: &[bool], out: &mut Vec<u32>, stack: &mut Vec<u32>) {
    out.clear();
    out.resize(walkable.len(), NO_REGION);
    let mut regions = 0;
    for start in 0..walkable.len() {
        if !walkable[start] || out[start] != NO_REGION {
            continue;
        }
        out[start] = regions;
        stack.push(start as u32);
        while let Some(k) = stack.pop() {
            for next in sides(k as usize, width, walkable.len()) {
                if walkable[next] && out[next] == NO_REGION {
                    out[next] = regions;
                    stack.push(next as u32);
                }
            }
        }
        regions += 1;
    }
}

fn fill_cost(level: &Level, walkable: &[bool], out: &mut Vec<f32>) {
    let (width, height) = (level.map.width as i32, level.map.height as i32);
    out.clear();
    out.resize(walkable.len(), COST_BLOCKED);
    for y in 0..height {
        for x in 0..width {
            let k = (y * width + x) as usize;
            if !walkable[k] {
                continue;
            }
            let blocked = |x: i32, y: i32| x < 0 || y < 0 || x >= width || y >= height || !walkable[(y * width + x) as usize];
            let near = (-1..=1).any(|dy| (-1..=1).any(|dx| blocked(x + dx, y + dy)));
            out[k] = level.map.terrain[k].walk_cost() + if near && on(Rule::WallSurcharge) { level.wall_surcharge } else { 0.0 };
        }
    }
}

/// The up to four cells beside a cell.
fn sides(k: usize, width: usize, cells: usize) -> impl Iterator<Item = usize> {
    let x = k % width;
    [
        (x > 0).then(|| k.wrapping_sub(1)),
        (x + 1 < width).then_some(k + 1),
        (k >= width).then(|| k.wrapping_sub(width)),
        (k + width < cells).then_some(k + width),
    ]
    .into_iter()
    .flatten()
}

/// Cells from which the keep's ring can be reached.
fn flood_from_keep(level: &Level, radius_m: f32, walkable: &[bool], reached: &mut Vec<bool>) {
    reached.clear();
    reached.resize(walkable.len(), false);
    let mut stack = Vec::new();
    let (middle, half_m) = footprint_square_m(level.keep.cell, level.keep.footprint_cells);
    let ring_m = half_m + melee_offset_m(radius_m);
    let steps = (ring_m * 2.0).ceil() as i32;
    for k in 0..=steps {
        let along = (k as f32 / steps as f32 * 2.0 - 1.0) * ring_m;
        for at in [Vec2::new(along, -ring_m), Vec2::new(along, ring_m), Vec2::new(-ring_m, along), Vec2::new(ring_m, along)] {
            if let Some(cell) = level.map.index(Ground::cell_of(middle + at)).filter(|cell| walkable[*cell] && !reached[*cell]) {
                reached[cell] = true;
                stack.push(cell);
            }
        }
    }
    while let Some(k) = stack.pop() {
        for next in sides(k, level.map.width as usize, walkable.len()) {
            if walkable[next] && !reached[next] {
                reached[next] = true;
                stack.push(next);
            }
        }
    }
}
