//! What the ground's columns hold, filled within an area: everything beyond it must be right already.

use super::{Area, BLOCK_CELLS, CLEARANCE_TOLERANCE_M, COST_BLOCKED, Ground, KEEP_HEIGHT_M, WALL_DISTANCE_MAX};
use crate::rule::{Rule, on};
use content::level::Level;
use content::map::{Cell, Footprint};
use content::rules::ClassIndex;

impl Ground {
    /// Walls and heights from the terrain, the keep and the towers.
    pub(super) fn fill_solid(&mut self, level: &Level, area: &Area) {
        let (width, size) = (self.width as usize, self.size());
        for y in area.y.clone() {
            for k in y * width + area.x.start..y * width + area.x.end {
                self.solid[k] = !level.map.terrain[k].walkable();
                self.height_m[k] = level.map.cliff_m.get(k).copied().unwrap_or(0.0);
            }
        }
        let keep = (Footprint::new(level.keep.cell, level.keep.footprint_cells), KEEP_HEIGHT_M);
        for (site, height_m) in std::iter::once(keep).chain(self.built.iter().map(|built| (built.site, built.height_m))) {
            let site = Area::of(site, size);
            for y in site.y.start.max(area.y.start)..site.y.end.min(area.y.end) {
                for x in site.x.start.max(area.x.start)..site.x.end.min(area.x.end) {
                    self.solid[y * width + x] = true;
                    self.height_m[y * width + x] = height_m;
                }
            }
        }
        let (across, down) = self.blocks();
        self.highest_m.resize(across * down, 0.0);
        for y in area.y.clone() {
            for x in area.x.clone() {
                let highest = &mut self.highest_m[y / BLOCK_CELLS * across + x / BLOCK_CELLS];
                *highest = highest.max(self.height_m[y * width + x]);
            }
        }
    }

    /// Two sweeps of a chessboard distance; the world beyond the map is solid. The cells round the area count as they are.
    pub(super) fn fill_wall_distance(&mut self, area: &Area) {
        let (width, height) = self.size();
        let (solid, out) = (&self.solid, &mut self.wall_distance);
        let near = |out: &[u8], x: usize, y: usize, dx: i32, dy: i32| {
            let (x, y) = (x as i32 + dx, y as i32 + dy);
            if x < 0 || y < 0 || x >= width as i32 || y >= height as i32 { 0 } else { out[y as usize * width + x as usize] }
        };
        for y in area.y.clone() {
            for k in y * width + area.x.start..y * width + area.x.end {
                out[k] = if solid[k] { 0 } else { WALL_DISTANCE_MAX };
            }
        }
        for y in area.y.clone() {
            for x in area.x.clone() {
                let least = [(-1, 0), (-1, -1), (0, -1), (1, -1)].iter().map(|(dx, dy)| near(out, x, y, *dx, *dy)).min().unwrap_or(0);
                out[y * width + x] = out[y * width + x].min(least + 1);
            }
        }
        for y in area.y.clone().rev() {
            for x in area.x.clone().rev() {
                let least = [(1, 0), (1, 1), (0, 1), (-1, 1)].iter().map(|(dx, dy)| near(out, x, y, *dx, *dy)).min().unwrap_or(0);
                out[y * width + x] = out[y * width + x].min(least + 1);
            }
        }
    }

    /// Room that a class needs from the middle of its cell to every solid cell's box, meters.
    pub(super) fn need_m(&self, class: usize) -> f32 {
        if on(Rule::ClassWalkability) { (self.radius_m[class] - CLEARANCE_TOLERANCE_M).max(0.0) } else { 0.0 }
    }

    /// Farthest solid cell that can forbid a cell to a class, cells.
    #[must_use]
    pub fn reach_cells(&self, class: usize) -> usize {
        (self.need_m(class) + 0.5).ceil() as usize
    }

    /// A cell is walkable when its middle keeps the radius from the box of every solid cell, exactly. Whether any changed.
    pub(super) fn fill_walkable(&mut self, class: usize, area: &Area) -> bool {
        let (width, height) = self.size();
        let (need, reach) = (self.need_m(class), self.reach_cells(class) as i32);
        let (solid, walkable) = (&self.solid, &mut self.walkable[class]);
        // The rim of the map counts as solid.
        let solid_at = |x: i32, y: i32| x < 0 || y < 0 || x >= width as i32 || y >= height as i32 || solid[y as usize * width + x as usize];
        let clear = |x: i32, y: i32| (-reach..=reach).all(|dy| (-reach..=reach).all(|dx| too_far(dx, dy, need) || !solid_at(x + dx, y + dy)));
        let mut differs = false;
        for y in area.y.clone() {
            for x in area.x.clone() {
                let k = y * width + x;
                let wall_cells = i32::from(self.wall_distance[k]);
                // Most cells have no wall within reach; one distance says so.
                let now = wall_cells > reach || (wall_cells > 0 && clear(x as i32, y as i32));
                differs |= walkable[k] != now;
                walkable[k] = now;
            }
        }
        differs
    }

    /// Whether a building on these cells takes a cell from a class, and how far away it lies then: the square of the
    /// distance in half cells.
    #[must_use]
    pub fn taken_by(&self, class: ClassIndex, site: Footprint, k: usize) -> Option<i32> {
        let (x, y) = ((k % self.width as usize) as i32, (k / self.width as usize) as i32);
        let (dx, dy) = ((site.low.x - x).max(x - site.high.x).max(0), (site.low.y - y).max(y - site.high.y).max(0));
        let half = |d: i32| (2 * d - 1).max(0);
        let takes = (dx == 0 && dy == 0) || !too_far(dx, dy, self.need_m(class.index()));
        takes.then(|| half(dx) * half(dx) + half(dy) * half(dy))
    }

    /// Whether a class could stand in a cell if there were no towers.
    #[must_use]
    pub fn walkable_without_towers(&self, level: &Level, class: ClassIndex, cell: Cell) -> bool {
        let (need, reach) = (self.need_m(class.index()), self.reach_cells(class.index()) as i32);
        let keep = Footprint::new(level.keep.cell, level.keep.footprint_cells);
        let wall = |x: i32, y: i32| !level.map.terrain_at(Cell::new(x, y)).walkable() || keep.overlaps(Footprint::new(Cell::new(x, y), 1));
        !wall(cell.x, cell.y) && (-reach..=reach).all(|dy| (-reach..=reach).all(|dx| too_far(dx, dy, need) || !wall(cell.x + dx, cell.y + dy)))
    }

    pub(super) fn fill_cost(&mut self, level: &Level, class: usize, area: &Area) {
        let (width, height) = (self.width as i32, self.height as i32);
        let (walkable, cost) = (&self.walkable[class], &mut self.cost[class]);
        let surcharge = if on(Rule::WallSurcharge) { level.wall_surcharge } else { 0.0 };
        let blocked = |x: i32, y: i32| x < 0 || y < 0 || x >= width || y >= height || !walkable[(y * width + x) as usize];
        for y in area.y.clone() {
            for x in area.x.clone() {
                let k = y * width as usize + x;
                if !walkable[k] {
                    cost[k] = COST_BLOCKED;
                    continue;
                }
                let (x, y) = (x as i32, y as i32);
                let near = (-1..=1).any(|dy| (-1..=1).any(|dx| blocked(x + dx, y + dy)));
                cost[k] = level.map.terrain[k].walk_cost() + if near { surcharge } else { 0.0 };
            }
        }
    }
}

/// Whether the box of the cell so many columns and rows away leaves the room that is needed from the middle of a cell.
#[inline]
pub(super) fn too_far(dx: i32, dy: i32, need_m: f32) -> bool {
    let (bx, by) = ((dx.abs() as f32 - 0.5).max(0.0), (dy.abs() as f32 - 0.5).max(0.0));
    bx * bx + by * by >= need_m * need_m
}
