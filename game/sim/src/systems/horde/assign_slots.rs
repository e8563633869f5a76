//! Gives free melee slots to those who stand near their target, the shortest way first, and never takes one away (H12).

use crate::derived::ground::Ground;
use crate::derived::ground::NO_REGION;
use crate::derived::rings::{Ring, Rings};
use crate::rule::{Rule, on};
use crate::stage::Stage;
use crate::tables::{NO_SLOT, Phase};
use content::rules::ClassIndex;
use glam::Vec2;

/// Nearer to its slot than this a unit pushes nobody and is not pushed (H12), metres.
pub const FIXED_M: f32 = 0.5;
/// On the slot, metres.
pub const ON_SLOT_M: f32 = 1e-4;
/// Two owners stand this much farther apart than their radii.
const APART: f32 = 1.02;

/// How firmly a unit stands at its slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Fixed {
    /// Not at all.
    #[default]
    Free = 0,
    /// Within half a metre, on its last steps.
    Arriving = 1,
    /// On it.
    There = 2,
}

/// Buffers.
#[derive(Default)]
pub struct SlotScratch {
    /// How firmly each row stands.
    pub fixed: Vec<Fixed>,
    /// (ring, slot, row), of those who hold one.
    held: Vec<(u32, u16, u32)>,
    asks: Vec<Ask>,
    /// For the ring at hand: whether each slot of each class is free.
    free: Vec<bool>,
    /// Where the owners of the ring at hand stand, and their radii.
    owners: Vec<(Vec2, f32)>,
}

#[derive(Clone, Copy)]
struct Ask {
    ring: u32,
    row: u32,
    class: ClassIndex,
    /// Where along the ring, in places.
    place: f32,
    /// Metres from the middle by the larger axis: counts as way like the arc does.
    reach_m: f32,
}

/// Takes back stale slots, gives out free ones and marks who stands firm.
pub fn run(stage: &mut Stage<'_>) {
    let Stage { world, derived, scratch, .. } = stage;
    let SlotScratch { fixed, held, asks, free, owners } = &mut scratch.horde.slots;
    let (ground, rings, grid) = (&derived.ground, &derived.rings, &derived.grid);
    let units = &mut world.units;
    held.clear();
    asks.clear();
    for row in 0..units.len() {
        let slot = units.slot[row];
        if slot == NO_SLOT {
            continue;
        }
        let takes_part = units.phase[row] == Phase::Standing && units.health[row] > 0 && units.idle[row] == 0;
        let ring = rings.index(units.target[row]);
        // A building may have cut the owner off since: a slot that it cannot walk to would hold it for good.
        let here = ground.region_at(units.class[row], units.position[row]);
        let stands = ring.and_then(|k| rings.all()[k].slot(slot)).is_some_and(|s| s.region != NO_REGION && s.region == here);
        let evicted = !on(Rule::NoEviction) && rings.position(units.target[row], slot).is_some_and(|at| (at - units.position[row]).length() > FIXED_M);
        match ring {
            Some(ring) if takes_part && stands && !evicted => held.push((ring as u32, slot, row as u32)),
            _ => units.slot[row] = NO_SLOT,
        }
    }
    held.sort_unstable();
    // One each, whatever a snapshot says: the later row gives way.
    for k in 1..held.len() {
        if held[k].0 == held[k - 1].0 && held[k].1 == held[k - 1].1 {
            units.slot[held[k].2 as usize] = NO_SLOT;
        }
    }
    held.dedup_by_key(|h| (h.0, h.1));

    // Whoever asks stands near a ring, so only the cells around each are looked through.
    let (width, height) = grid.size();
    for (k, ring) in rings.all().iter().enumerate() {
        let reach_m = (0..ground.classes()).map(|class| ring.ask_m(ClassIndex(class as u8))).fold(0.0, f32::max);
        let (low, high) = (ring.middle - reach_m, ring.middle + reach_m);
        // Casts saturate at 0.
        let (x0, y0) = (low.x as usize, low.y as usize);
        let (x1, y1) = ((high.x as usize).min(width - 1), (high.y as usize).min(height - 1));
        for place in (y0..=y1).filter(|_| x0 <= x1).flat_map(|y| grid.places(y, x0, x1)) {
            let row = grid.rows()[place];
            let (class, target) = (units.class[row as usize], units.target[row as usize]);
            if units.slot[row as usize] != NO_SLOT || units.idle[row as usize] != 0 || target != ring.target {
                continue;
            }
            let at = units.position[row as usize];
            let reach_m = ring.reach_m(at);
            if reach_m < ring.ask_m(class) {
                asks.push(Ask { ring: k as u32, row, class, place: ring.place_of(at), reach_m });
            }
        }
    }
    asks.sort_unstable_by_key(|ask| (ask.ring, ask.row));
    let mut rest = &mut asks[..];
    while let Some(first) = rest.first() {
        let ring = first.ring;
        let (mine, others) = rest.split_at_mut(rest.partition_point(|ask| ask.ring == ring));
        let from = held.partition_point(|h| h.0 < ring);
        let to = held.partition_point(|h| h.0 <= ring);
        owners.clear();
        owners.extend(held[from..to].iter().filter_map(|h| rings.all()[ring as usize].slot(h.1).map(|s| (s.at, ground.radius_m(units.class[h.2 as usize])))));
        grant(ground, &rings.all()[ring as usize], mine, owners, free, units);
        rest = others;
    }
    mark_fixed(ground, rings, units, fixed);
}

/// Gives out the slots of one ring until nobody fits any more.
fn grant(ground: &Ground, ring: &Ring, asks: &mut [Ask], owners: &mut Vec<(Vec2, f32)>, free: &mut Vec<bool>, units: &mut crate::tables::Units) {
    let places = usize::from(ring.places);
    free.clear();
    free.resize(places * ground.classes(), false);
    let mut any = vec_of_classes();
    for class in (0..ground.classes()).map(|k| ClassIndex(k as u8)) {
        let radius_m = ground.radius_m(class);
        for (k, slot) in ring.slots(class).iter().enumerate() {
            let open = slot.region != NO_REGION && owners.iter().all(|(at, other_m)| apart(slot.at, radius_m, *at, *other_m));
            free[class.index() * places + k] = open;
            any[class.index()] |= open;
        }
    }
    let mut asking = asks.len();
    // Whoever cannot walk straight to the ring is not there yet; looked at only when there is something to give.
    let mut k = 0;
    while k < asking {
        let ask = asks[k];
        let at = units.position[ask.row as usize];
        let nearest = &ring.slots(ask.class)[nearest_place(ring, ask.place)];
        if any[ask.class.index()] && ground.clear_line(ask.class, at, nearest.at) {
            k += 1;
        } else {
            asks[k..asking].rotate_left(1);
            asking -= 1;
        }
    }
    loop {
        let mut best: Option<(f32, usize, u16)> = None;
        for (q, ask) in asks[..asking].iter().enumerate() {
            let region = ground.region_at(ask.class, units.position[ask.row as usize]);
            for place in 0..ring.places {
                if !free[ask.class.index() * places + usize::from(place)] || ring.slots(ask.class)[usize::from(place)].region != region {
                    continue;
                }
                let Some(arc) = ring.arc(ask.class, ask.place, place) else { continue };
                let way = arc.abs() + ask.reach_m;
                if best.is_none_or(|(least, ..)| way < least) {
                    best = Some((way, q, place));
                }
            }
        }
        let Some((_, q, place)) = best else { return };
        let ask = asks[q];
        let slot = u16::from(ask.class.0) * ring.places + place;
        units.slot[ask.row as usize] = slot;
        let (at, radius_m) = (ring.slots(ask.class)[usize::from(place)].at, ground.radius_m(ask.class));
        owners.push((at, radius_m));
        for class in (0..ground.classes()).map(|k| ClassIndex(k as u8)) {
            let other_m = ground.radius_m(class);
            for (k, other) in ring.slots(class).iter().enumerate() {
                free[class.index() * places + k] &= apart(other.at, other_m, at, radius_m);
            }
        }
        asks[q..asking].rotate_left(1);
        asking -= 1;
    }
}

fn vec_of_classes() -> [bool; content::level::CLASSES_MAX] {
    [false; content::level::CLASSES_MAX]
}

fn nearest_place(ring: &Ring, place: f32) -> usize {
    (place + 0.5) as usize % usize::from(ring.places)
}

fn apart(a: Vec2, a_m: f32, b: Vec2, b_m: f32) -> bool {
    let least = (a_m + b_m) * APART;
    (a - b).length_squared() >= least * least
}

fn mark_fixed(ground: &Ground, rings: &Rings, units: &crate::tables::Units, fixed: &mut Vec<Fixed>) {
    fixed.clear();
    fixed.resize(units.len(), Fixed::Free);
    for (row, slot) in units.slot.iter().enumerate().filter(|(_, slot)| **slot != NO_SLOT) {
        let Some(at) = rings.position(units.target[row], *slot) else { continue };
        let from = units.position[row];
        let away = (at - from).length_squared();
        // The last half metre is walked straight, so no corner of rock may lie in between.
        let clear = || (1..4).all(|k| ground.walkable_at(units.class[row], from + (at - from) * (k as f32 * 0.25)));
        fixed[row] = if away < ON_SLOT_M * ON_SLOT_M {
            Fixed::There
        } else if away < FIXED_M * FIXED_M && clear() {
            Fixed::Arriving
        } else {
            Fixed::Free
        };
    }
}
