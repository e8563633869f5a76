//! Whether a building would close the last way from an entrance to the keep.
//!
//! Asked for every build and for every site under the pointer, so the common answer must be cheap: where the cells round
//! the ones that the building takes stay joined among themselves nearby, every way that led through can go round, and
//! nothing is closed. Only otherwise, or beside an entrance or the keep, is the whole map numbered anew.

use super::regions::Runs;
use super::{Area, Ground, classes_of_waves, footprint_square_m, melee_offset_m};
use crate::world::World;
use content::level::Level;
use content::map::Footprint;
use content::rules::{ClassIndex, Rules};
use glam::Vec2;

/// Farthest that somebody of a large class is put from the entrance's line, cells.
const ENTRANCE_CELLS: i32 = 4;
/// How far round a site a way past it is looked for, cells.
const ROUND_CELLS: usize = 12;

impl Ground {
    /// Whether, with this square built upon as well, some place of an entrance would lose its way to the keep's ring for a
    /// class of the waves that has one now.
    #[must_use]
    pub fn closes_the_way(&self, level: &Level, rules: &Rules, world: &World, site: Footprint) -> bool {
        if self.stale(world) {
            // A tower may just have gone: the answer comes from the world, not from what is stored.
            let mut fresh = Self::default();
            fresh.rebuild(level, rules, world);
            return fresh.closes_the_way(level, rules, world, site);
        }
        let size = self.size();
        let area = Area::of(site, size);
        classes_of_waves(level).any(|class| {
            let taken = area.grown(self.reach_cells(class.index()), size);
            let takes = |k: usize| self.walkable[class.index()][k] && self.taken_by(class, site, k).is_some();
            let cells = || cells(&taken, size.0);
            if !cells().any(takes) {
                return false;
            }
            let beside = taken.grown(ENTRANCE_CELLS as usize, size);
            let at_entrance = entrance_cells(level).any(|k| beside.x.contains(&(k % size.0)) && beside.y.contains(&(k / size.0)));
            let at_keep = keep_cells(level, self.radius_m(class)).any(takes);
            if !at_entrance && !at_keep && self.joined_round(class, &taken, takes) {
                return false;
            }
            self.loses_an_entrance(level, class, &taken, takes)
        })
    }

    /// Whether all that stays open beside the taken cells is joined within some cells round them.
    fn joined_round(&self, class: ClassIndex, taken: &Area, takes: impl Fn(usize) -> bool) -> bool {
        const SIDE: usize = 64;
        let size = self.size();
        let window = taken.grown(ROUND_CELLS, size);
        if window.x.len() > SIDE || window.y.len() > SIDE {
            return false;
        }
        let walkable = &self.walkable[class.index()];
        let open = |k: usize| walkable[k] && !takes(k);
        let place = |k: usize| (k / size.0 - window.y.start) * SIDE + k % size.0 - window.x.start;
        let mut seen = [false; SIDE * SIDE];
        let mut stack = [0u32; SIDE * SIDE];
        let mut starts = 0;
        for taken in cells(taken, size.0).filter(|k| takes(*k)) {
            for start in sides(taken, size).filter(|k| open(*k)) {
                if seen[place(start)] {
                    continue;
                }
                starts += 1;
                if starts > 1 {
                    return false;
                }
                seen[place(start)] = true;
                stack[0] = start as u32;
                let mut open_cells = 1;
                while open_cells > 0 {
                    open_cells -= 1;
                    for next in sides(stack[open_cells] as usize, size) {
                        let inside = window.x.contains(&(next % size.0)) && window.y.contains(&(next / size.0));
                        if inside && !seen[place(next)] && open(next) {
                            seen[place(next)] = true;
                            stack[open_cells] = next as u32;
                            open_cells += 1;
                        }
                    }
                }
            }
        }
        true
    }

    fn loses_an_entrance(&self, level: &Level, class: ClassIndex, taken: &Area, takes: impl Fn(usize) -> bool) -> bool {
        let width = self.width as usize;
        let (before, region) = (&self.walkable[class.index()], &self.region[class.index()]);
        let mut after = before.clone();
        for k in cells(taken, width).filter(|k| takes(*k)) {
            after[k] = false;
        }
        let mut region_after = Vec::new();
        Runs::default().number(width, &after, &mut region_after);
        let reaches = |walkable: &[bool], region: &[u32], k: usize| {
            let from = nearest_in(walkable, width, k);
            from.is_some_and(|from| keep_cells(level, self.radius_m(class)).any(|k| walkable[k] && region[k] == region[from]))
        };
        entrance_cells(level).any(|k| reaches(before, region, k) && !reaches(&after, &region_after, k))
    }
}

/// Indices of an area's cells, row by row.
fn cells(area: &Area, width: usize) -> impl Iterator<Item = usize> + use<> {
    let x = area.x.clone();
    area.y.clone().flat_map(move |y| x.clone().map(move |x| y * width + x))
}

/// The up to four cells beside a cell.
fn sides(k: usize, (width, height): (usize, usize)) -> impl Iterator<Item = usize> {
    let (x, y) = (k % width, k / width);
    [(x > 0).then(|| k - 1), (x + 1 < width).then_some(k + 1), (y > 0).then(|| k - width), (y + 1 < height).then_some(k + width)].into_iter().flatten()
}

/// Indices of the cells along the entrances' lines.
fn entrance_cells(level: &Level) -> impl Iterator<Item = usize> + '_ {
    level.entrances.iter().flat_map(move |entrance| {
        let (from, to) = (Vec2::from(entrance.from), Vec2::from(entrance.to));
        let steps = ((to - from).length() * 2.0).ceil().clamp(1.0, 2048.0);
        (0..=steps as i32).filter_map(move |k| level.map.index(Ground::cell_of(from + (to - from) * (k as f32 / steps))))
    })
}

/// Indices of the cells on which a class strikes the keep, whether it can stand there or not.
fn keep_cells(level: &Level, radius_m: f32) -> impl Iterator<Item = usize> + '_ {
    let (middle, half_m) = footprint_square_m(level.keep.cell, level.keep.footprint_cells);
    let ring_m = half_m + melee_offset_m(radius_m);
    let steps = (ring_m * 2.0).ceil() as i32;
    (0..=steps).flat_map(move |k| {
        let along = (k as f32 / steps as f32 * 2.0 - 1.0) * ring_m;
        let places = [Vec2::new(along, -ring_m), Vec2::new(along, ring_m), Vec2::new(-ring_m, along), Vec2::new(ring_m, along)];
        places.into_iter().filter_map(move |at| level.map.index(Ground::cell_of(middle + at)))
    })
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
