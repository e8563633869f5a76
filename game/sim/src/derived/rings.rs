//! Melee slots round every target (H12): 24 round a 5 x 5 m tower, in general by perimeter. An exit of the level has a
//! ring without slots, which nobody is ever near: only the cells in which one is out.
//!
//! A slot's number is `class * places + place`: the classes share the places round the target but stand at their own
//! distance from the wall. Who holds a slot is state (`Units::slot`), never kept here.

use super::ground::{Area, Ground, NO_REGION, footprint_square_m, melee_offset_m};
use crate::tables::TowerId;
use crate::world::World;
use content::level::Level;
use content::map::{Cell, Footprint};
use content::rules::{ClassIndex, Rules};
use glam::Vec2;

/// Room between two slots along the ring of the smallest, metres: r 0.4 m do not touch.
const PITCH_M: f32 = 0.97;
/// Distance from the wall by which the places are counted, metres.
const PLACE_OFFSET_M: f32 = 0.45;
/// From a slot's ring to the lane outside it on which owners walk round, metres.
const LANE_M: f32 = 1.35;
/// How many widths of the lane are tried where it is narrow.
const LANE_STEPS: u32 = 6;
/// From that lane outwards to where one may ask for a slot, metres: the queue, which stands outside the lane's corners,
/// must lie within.
const ASK_BEYOND_LANE_M: f32 = 4.2;
/// Nearer than this along the ring, in places, a slot is walked to straight.
pub const STRAIGHT_PLACES: f32 = 1.2;

/// Slots of all targets.
#[derive(Default)]
pub struct Rings {
    /// The keep, the towers in the order of their ids, then the exits.
    rings: Vec<Ring>,
    spare: Vec<Ring>,
}

/// Slots of one target.
#[derive(Default)]
pub struct Ring {
    /// Whose.
    pub target: TowerId,
    /// Middle of its footprint, metres.
    pub middle: Vec2,
    /// Half the side of its footprint, metres.
    pub half_m: f32,
    /// Places round it for each class; at least 1, also where there is no slot.
    pub places: u16,
    /// Of an exit: the cells of its places.
    out: Vec<u32>,
    classes: Vec<RingOfClass>,
}

#[derive(Default)]
struct RingOfClass {
    lane_m: f32,
    /// By place: how far out the lane can be walked there; nearer than `lane_m` where rock leaves less room.
    lane_at_m: Vec<f32>,
    slots: Vec<Slot>,
    all_open: bool,
    open: u16,
}

/// A place to stand.
#[derive(Clone, Copy)]
pub struct Slot {
    /// Metres.
    pub at: Vec2,
    /// Region of its cell, [`NO_REGION`] where nobody of the class can stand.
    pub region: u32,
}

impl Rings {
    /// Lays the slots anew.
    pub fn rebuild(&mut self, level: &Level, rules: &Rules, world: &World, ground: &Ground) {
        let buildings = 1 + world.towers.len();
        self.rings.resize_with(buildings + level.exits.len(), Ring::default);
        self.rings[0].lay(TowerId::NONE, level.keep.cell, level.keep.footprint_cells, ground);
        for (row, ring) in self.rings[1..buildings].iter_mut().enumerate() {
            let kind = world.towers.kind[row];
            ring.lay(world.towers.id[row], world.towers.cell[row], rules.towers[kind.index()].footprint_cells, ground);
        }
        for (index, ring) in self.rings[buildings..].iter_mut().enumerate() {
            ring.lay_exit(index as u8, level, ground);
        }
        self.rings.sort_by_key(|ring| ring.target);
    }

    /// Brings the rings in line with the towers that came and went, and with the ground within the changed areas.
    pub fn change(&mut self, level: &Level, rules: &Rules, world: &World, ground: &Ground, changed: &[Area]) {
        let gone = |target: TowerId| !target.is_none() && target.exit_index().is_none() && world.tower_ids.row(target.0).is_none();
        let mut k = 0;
        while k < self.rings.len() {
            if gone(self.rings[k].target) {
                self.spare.push(self.rings.remove(k));
            } else {
                k += 1;
            }
        }
        for row in 0..world.towers.len() {
            let (id, cell) = (world.towers.id[row], world.towers.cell[row]);
            let side_cells = rules.towers[world.towers.kind[row].index()].footprint_cells;
            let place = self.rings.binary_search_by_key(&id, |ring| ring.target);
            let k = place.unwrap_or_else(|k| {
                self.rings.insert(k, self.spare.pop().unwrap_or_default());
                k
            });
            if place.is_err() || self.rings[k].near(ground, changed) {
                self.rings[k].lay(id, cell, side_cells, ground);
            }
        }
        if self.rings[0].near(ground, changed) {
            self.rings[0].lay(TowerId::NONE, level.keep.cell, level.keep.footprint_cells, ground);
        }
        for ring in &mut self.rings {
            ring.number(ground);
        }
    }

    /// Index of a target's ring.
    #[must_use]
    #[inline]
    pub fn index(&self, target: TowerId) -> Option<usize> {
        if target.is_none() { (!self.rings.is_empty()).then_some(0) } else { self.rings.binary_search_by_key(&target, |ring| ring.target).ok() }
    }

    /// A target's ring.
    #[must_use]
    pub fn ring(&self, target: TowerId) -> Option<&Ring> {
        self.index(target).map(|k| &self.rings[k])
    }

    /// All rings: the keep's, the towers' in the order of their ids, then the exits'.
    #[must_use]
    pub fn all(&self) -> &[Ring] {
        &self.rings
    }

    /// Where the slot is, or none when the target or the slot does not exist.
    #[must_use]
    pub fn position(&self, target: TowerId, slot: u16) -> Option<Vec2> {
        self.ring(target)?.slot(slot).map(|slot| slot.at)
    }
}

impl Ring {
    fn lay(&mut self, target: TowerId, cell: Cell, side_cells: u8, ground: &Ground) {
        self.target = target;
        (self.middle, self.half_m) = footprint_square_m(cell, side_cells);
        let per_side = (2.0 * (self.half_m + PLACE_OFFSET_M) / PITCH_M) as u16;
        // Two a side at least: with one they would all stand on the corners, which a narrow place has none of.
        self.places = 4 * per_side.max(2);
        self.out.clear();
        self.classes.resize_with(ground.classes(), RingOfClass::default);
        for (k, of_class) in self.classes.iter_mut().enumerate() {
            let class = ClassIndex(k as u8);
            let radius_m = ground.radius_m(class);
            let ring_m = self.half_m + melee_offset_m(radius_m);
            of_class.lane_m = ring_m + LANE_M + (radius_m - 0.4).max(0.0);
            of_class.slots.clear();
            for place in 0..self.places {
                let at = self.middle + square(f32::from(place) / f32::from(self.places) * 8.0) * ring_m;
                of_class.slots.push(Slot { at, region: NO_REGION });
            }
            of_class.lane_at_m.clear();
            for place in 0..self.places {
                let out = square(f32::from(place) / f32::from(self.places) * 8.0);
                let slot = of_class.slots[usize::from(place)].at;
                let tried = (0..=LANE_STEPS).map(|k| of_class.lane_m + (ring_m - of_class.lane_m) * (k as f32 / LANE_STEPS as f32));
                let clear = |lane_m: &f32| ground.clear_line(class, slot, self.middle + out * *lane_m);
                of_class.lane_at_m.push(tried.into_iter().find(clear).unwrap_or(ring_m));
            }
        }
        self.number(ground);
    }

    /// Looks up in which region each slot lies.
    fn number(&mut self, ground: &Ground) {
        for (k, of_class) in self.classes.iter_mut().enumerate() {
            for slot in &mut of_class.slots {
                slot.region = ground.region_at(ClassIndex(k as u8), slot.at);
            }
            of_class.open = of_class.slots.iter().filter(|s| s.region != NO_REGION).count() as u16;
            of_class.all_open =
                of_class.slots.first().is_some_and(|first| first.region != NO_REGION && of_class.slots.iter().all(|s| s.region == first.region));
        }
    }

    /// Whether its lanes may be others since the ground changed in these areas.
    fn near(&self, ground: &Ground, changed: &[Area]) -> bool {
        let lane_m = self.classes.iter().map(|of_class| of_class.lane_m).fold(0.0, f32::max) + 1.0;
        let (low, high) = (Ground::cell_of(self.middle - lane_m), Ground::cell_of(self.middle + lane_m));
        let own = Area::of(Footprint { low, high }, ground.size());
        changed.iter().any(|area| area.meets(&own))
    }

    /// A ring without slots. Its lane lies beyond the middle, so that nobody is ever near enough to ask or to queue.
    fn lay_exit(&mut self, index: u8, level: &Level, ground: &Ground) {
        let exit = &level.exits[usize::from(index)];
        self.target = TowerId::exit(index);
        let places = || exit.places.iter();
        let low = places().fold(Vec2::MAX, |low, place| low.min(place.low.into()));
        let high = places().fold(Vec2::MIN, |high, place| high.max(place.high.into()));
        (self.middle, self.half_m) = ((low + high) * 0.5, 0.0);
        self.places = 1;
        self.classes.resize_with(ground.classes(), RingOfClass::default);
        for of_class in &mut self.classes {
            of_class.lane_m = f32::NEG_INFINITY;
            of_class.lane_at_m.clear();
            of_class.slots.clear();
            (of_class.open, of_class.all_open) = (0, false);
        }
        self.out.clear();
        self.out.extend(places().flat_map(|place| place.cells(&level.map)).filter_map(|cell| level.map.index(cell)).map(|cell| cell as u32));
    }

    /// Cells in which one is out, whether one can stand there or not: none but for an exit.
    #[must_use]
    pub fn out(&self) -> &[u32] {
        &self.out
    }

    /// A slot by its number, whether one can stand there or not.
    #[must_use]
    pub fn slot(&self, slot: u16) -> Option<&Slot> {
        self.classes.get(usize::from(slot / self.places))?.slots.get(usize::from(slot % self.places))
    }

    /// The slots of a class, place by place.
    #[must_use]
    pub fn slots(&self, class: ClassIndex) -> &[Slot] {
        &self.classes[class.index()].slots
    }

    /// How many slots of a class can be stood on.
    #[must_use]
    pub fn open(&self, class: ClassIndex) -> u16 {
        self.classes[class.index()].open
    }

    /// Distance from the middle along an axis of the lane outside the slots, metres.
    #[must_use]
    pub fn lane_m(&self, class: ClassIndex) -> f32 {
        self.classes[class.index()].lane_m
    }

    /// Distance from the middle along an axis at which the lane can be walked at a place, metres.
    #[must_use]
    pub fn lane_at_m(&self, class: ClassIndex, place: f32) -> f32 {
        let of_class = &self.classes[class.index()];
        let places = usize::from(self.places);
        let (here, next) = (place.max(0.0) as usize % places, (place.max(0.0) as usize + 1) % places);
        of_class.lane_at_m[here].min(of_class.lane_at_m[next])
    }

    /// Nearer to the middle than this, by the larger axis, a unit of the class has arrived and may ask for a slot, metres.
    #[must_use]
    pub fn ask_m(&self, class: ClassIndex) -> f32 {
        self.lane_m(class) + ASK_BEYOND_LANE_M
    }

    /// Whether some slot of the class lies in this region.
    #[must_use]
    pub fn reachable(&self, class: ClassIndex, region: u32) -> bool {
        region != NO_REGION && self.classes[class.index()].slots.iter().any(|s| s.region == region)
    }

    /// How far a point lies from the middle, by the larger axis, metres.
    #[must_use]
    #[inline]
    pub fn reach_m(&self, at: Vec2) -> f32 {
        let away = (at - self.middle).abs();
        away.x.max(away.y)
    }

    /// Where along the ring a point lies, in places.
    #[must_use]
    pub fn place_of(&self, at: Vec2) -> f32 {
        let away = at - self.middle;
        let unit = away / away.abs().max_element().max(1e-3);
        let along = if unit.y <= -0.999 {
            unit.x + 1.0
        } else if unit.x >= 0.999 {
            3.0 + unit.y
        } else if unit.y >= 0.999 {
            5.0 - unit.x
        } else {
            7.0 - unit.y
        };
        along / 8.0 * f32::from(self.places)
    }

    /// Signed way in places along the ring from `from` to a place, round the side that is open and shorter; none when
    /// both ways are closed.
    #[must_use]
    pub fn arc(&self, class: ClassIndex, from: f32, place: u16) -> Option<f32> {
        let places = f32::from(self.places);
        let mut way = f32::from(place) - from;
        if way > places * 0.5 {
            way -= places;
        }
        if way < -places * 0.5 {
            way += places;
        }
        let of_class = &self.classes[class.index()];
        if of_class.all_open || way.abs() < STRAIGHT_PLACES || self.arc_open(of_class, way, place) {
            return Some(way);
        }
        let other = if way > 0.0 { way - places } else { way + places };
        self.arc_open(of_class, other, place).then_some(other)
    }

    fn arc_open(&self, of_class: &RingOfClass, way: f32, place: u16) -> bool {
        let region = of_class.slots[usize::from(place)].region;
        let places = i32::from(self.places);
        let step = if way > 0.0 { -1 } else { 1 };
        (1..=way.abs() as i32).all(|k| of_class.slots[(i32::from(place) + step * k).rem_euclid(places) as usize].region == region)
    }
}

/// Point of the unit square at `along` in 0 .. 8, from its upper left corner, clockwise in the picture. One slot stands
/// on each corner: steps that straddle a corner would be only 0.7 of a step apart.
fn square(along: f32) -> Vec2 {
    let side = (along / 2.0) as i32;
    let f = along - side as f32 * 2.0 - 1.0;
    match side {
        0 => Vec2::new(f, -1.0),
        1 => Vec2::new(1.0, f),
        2 => Vec2::new(-f, 1.0),
        _ => Vec2::new(-1.0, -f),
    }
}
