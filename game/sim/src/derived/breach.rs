//! What the walled in attack: the building whose fall opens the way (H4).
//!
//! Where the keep cannot be reached, a field of its own leads there *through* buildings: their cells can be walked at a
//! price that grows with their health ([`fill_cost`]), rock and water cannot. Who is walled in follows that field in its
//! mind and attacks the first building on the way that it can get at. So a crowd goes for the thin part of a wall and for
//! the near one of two, and walls that lead nowhere are let be. Where not even that leads to the keep, the terrain is in the
//! way, and nothing is attacked.
//!
//! The answers are kept cell by cell once they are asked for; they follow from the field, the ground and the slots, so
//! they are thrown away when any of these changes, and asking again gives the same.

use super::field::{BLOCKED, COST_MAX, COST_STEPS, Fields};
use super::ground::{Area, Ground};
use super::rings::Rings;
use crate::tables::{TowerId, Towers};
use crate::world::World;
use content::level::{EXITS_MAX, Level};
use content::map::{Cell, Footprint};
use content::rules::{ClassIndex, Rules};
use glam::Vec2;

/// The key of the fields that lead to the keep through buildings: a number that no tower and no exit has.
pub const BREACH: TowerId = TowerId(u32::MAX - EXITS_MAX as u32);
/// Price of a meter through a building, in meters of open ground: so much for any, and one more for so many points of
/// health a cell of its side.
const PRICE_M: f32 = 4.0;
const PRICE_HEALTH: f32 = 40.0;
/// Not asked yet, and: nothing to attack.
const UNKNOWN: u32 = u32::MAX;
const NOTHING: u32 = 0;

/// What was found out so far.
#[derive(Default)]
pub struct Breach {
    /// For each class, the tower to attack from each cell.
    known: Vec<Vec<u32>>,
    way: Vec<u32>,
}

/// All that an answer follows from.
pub struct Siege<'a> {
    /// Tables.
    pub rules: &'a Rules,
    /// What stands where.
    pub towers: &'a Towers,
    /// Who can stand where.
    pub ground: &'a Ground,
    /// Who can get at what.
    pub rings: &'a Rings,
    /// The field through buildings among them.
    pub fields: &'a Fields,
}

impl Breach {
    /// Forgets every answer: the towers are others.
    pub fn clear(&mut self) {
        for known in &mut self.known {
            known.clear();
        }
    }

    /// Forgets the answers for a class: its field is another.
    pub fn clear_class(&mut self, class: ClassIndex) {
        if let Some(known) = self.known.get_mut(class.index()) {
            known.clear();
        }
    }

    /// The building to attack for one of a class who stands at a point and cannot reach the keep; `TowerId::NONE` where the
    /// terrain is in the way. None while that is not known yet.
    pub fn target(&mut self, siege: &Siege<'_>, class: ClassIndex, at: Vec2) -> Option<TowerId> {
        siege.fields.get(BREACH, class)?;
        let start = siege.ground.index_at(at)?;
        if self.known.len() < siege.ground.classes() {
            self.known.resize_with(siege.ground.classes(), Vec::new);
        }
        let known = &mut self.known[class.index()];
        if known.is_empty() {
            let (width, height) = siege.ground.size();
            known.resize(width * height, UNKNOWN);
        }
        self.way.clear();
        let found = siege.follow(class, start, known, &mut self.way);
        for cell in &self.way {
            known[*cell as usize] = found;
        }
        Some(TowerId(found))
    }
}

impl Siege<'_> {
    /// Follows the field from a cell to the first building that can be got at. `way` gets the cells before it.
    fn follow(&self, class: ClassIndex, start: usize, known: &[u32], way: &mut Vec<u32>) -> u32 {
        let walkable = self.ground.walkable_cells(class);
        let region = self.ground.region_cells(class)[start];
        let (mut here, mut before) = (start, true);
        loop {
            if before && known[here] != UNKNOWN {
                return known[here];
            }
            if before && walkable[here] {
                way.push(here as u32);
            }
            let Some(next) = self.next(class, here) else { return NOTHING };
            if !walkable[next] {
                before = false;
                if let Some(tower) = self.owner(class, next, region) {
                    return tower.0;
                }
            }
            here = next;
        }
    }

    /// The next cell of the steepest way down; none at its end.
    fn next(&self, class: ClassIndex, here: usize) -> Option<usize> {
        let field = self.fields.get(BREACH, class)?;
        let walkable = self.ground.walkable_cells(class);
        let (width, height) = self.ground.size();
        let (x, y) = ((here % width) as i32, (here / width) as i32);
        let own = field.way_through_m(here)?;
        let at = |dx: i32, dy: i32| {
            let (x, y) = (x + dx, y + dy);
            (x >= 0 && y >= 0 && x < width as i32 && y < height as i32).then(|| y as usize * width + x as usize)
        };
        let mut best: Option<(f32, usize)> = None;
        let mut consider = |dx: i32, dy: i32, length: f32| {
            let Some((next, way_m)) = at(dx, dy).and_then(|next| Some((next, field.way_through_m(next)?))) else { return };
            let slope = (own - way_m) / length;
            if slope > 0.0 && best.is_none_or(|(most, _)| slope > most) {
                best = Some((slope, next));
            }
        };
        let sides = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let corners = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
        for (dx, dy) in sides {
            consider(dx, dy, 1.0);
        }
        for (dx, dy) in corners {
            let open = |cell: Option<usize>| cell.is_some_and(|cell| walkable[cell]);
            if open(at(dx, 0)) && open(at(0, dy)) {
                consider(dx, dy, std::f32::consts::SQRT_2);
            }
        }
        if best.is_none() {
            for (dx, dy) in corners {
                let passed = |cell: Option<usize>| cell.is_some_and(|cell| field.way_through_m(cell).is_some());
                if passed(at(dx, 0)) && passed(at(0, dy)) {
                    let Some((next, way_m)) = at(dx, dy).and_then(|next| Some((next, field.way_through_m(next)?))) else { continue };
                    if way_m < own && best.is_none_or(|(most, _)| own - way_m > most) {
                        best = Some((own - way_m, next));
                    }
                }
            }
        }
        best.map(|(_, next)| next)
    }

    /// The tower that takes a cell from a class, of those that can be attacked from a region: the nearest, then the weakest.
    fn owner(&self, class: ClassIndex, cell: usize, region: u32) -> Option<TowerId> {
        let towers = self.towers;
        (0..towers.len())
            .filter_map(|row| {
                let kind = &self.rules.towers[towers.kind[row].index()];
                let away = self.ground.taken_by(class, Footprint::new(towers.cell[row], kind.footprint_cells), cell)?;
                let ring = self.rings.ring(towers.id[row])?;
                ring.reachable(class, region).then_some((away, kind.health, towers.id[row]))
            })
            .min()
            .map(|(.., id)| id)
    }
}

/// Writes into the costs of a class's field what its cells cost that only buildings take from it. `out` holds those of open
/// ground.
pub fn fill_cost(level: &Level, rules: &Rules, world: &World, ground: &Ground, class: ClassIndex, out: &mut [u8]) {
    let (width, _) = ground.size();
    let walkable = ground.walkable_cells(class);
    for row in 0..world.towers.len() {
        let kind = &rules.towers[world.towers.kind[row].index()];
        let site = Footprint::new(world.towers.cell[row], kind.footprint_cells);
        let health = world.towers.health[row].max(1) as f32 / f32::from(kind.footprint_cells.max(1));
        let price = ((PRICE_M + health / PRICE_HEALTH).min(COST_MAX) * COST_STEPS) as u8;
        let area = Area::of(site, ground.size()).grown(ground.reach_cells(class.index()), ground.size());
        for (x, y) in area.y.clone().flat_map(|y| area.x.clone().map(move |x| (x, y))) {
            let k = y * width + x;
            if walkable[k] || ground.taken_by(class, site, k).is_none() {
                continue;
            }
            if out[k] != BLOCKED {
                out[k] = out[k].max(price);
            } else if ground.walkable_without_towers(level, class, Cell::new(x as i32, y as i32)) {
                out[k] = price;
            }
        }
    }
}
