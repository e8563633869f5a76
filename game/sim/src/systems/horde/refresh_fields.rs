//! Keeps a distance field for every goal and class in use and refreshes one a tick with what the crowd costs (H2, H4, H8).
//!
//! The keep's fields are there for all classes of the level; a tower's or an exit's while some unit goes for it. What the crowd adds
//! to the cost is written into `World::crowd` first and the field is solved from there, so that a rebuild from the state
//! finds the same field.

use super::claims;
use super::flow;
use super::wish::right_of;
use crate::derived::Derived;
use crate::derived::field::{COST_MAX, EXTRA_STEPS};
use crate::derived::ground::{COST_BLOCKED, classes_of_waves};
use crate::rule::{Rule, on};
use crate::stage::Stage;
use crate::tables::TowerId;
use crate::world::{ClaimMemory, FieldMemory, World};
use content::rules::ClassIndex;
use glam::Vec2;

/// Ticks between two refreshes of one field (H8).
pub const FIELD_TICKS: u32 = 10;
/// Density from which it costs and slows (H8), enemies a cell.
pub const DENSITY_FREE: f32 = 0.6;
/// Cost of one enemy a cell above the free density, metres a metre.
const COST_DENSITY: f32 = 1.0;
/// Cost of a full claim of a crowd that goes against the field.
const COST_CLAIM: f32 = 3.0;
/// Cost of the left half of a passage with such a claim: who keeps right leaves a lane.
const COST_LEFT: f32 = 4.0;
/// Share of a claim that counts in a wide passage for who has less way left than its owners there; up to which width
/// it counts in full, and how much wider a passage counts as wide, metres.
const CLAIM_SECOND: f32 = 0.1;
const PASSAGE_M: f32 = 7.0;
const PASSAGE_WIDER_M: f32 = 2.5;
/// Least claim that counts, enemies a cell.
const CLAIM_MIN: f32 = 0.02;
/// Farthest wall that makes a passage, metres.
const ROOM_MAX_M: f32 = 8.0;

/// Buffers.
#[derive(Default)]
pub struct FieldScratch {
    used: Vec<(TowerId, ClassIndex)>,
    targets: Vec<TowerId>,
    spare: Vec<Vec<u8>>,
}

/// Brings the fields in line with who is there.
pub fn run(stage: &mut Stage<'_>) {
    let Stage { level, world, derived, scratch, .. } = stage;
    let scratch = &mut scratch.horde;
    let FieldScratch { used, targets, spare } = &mut scratch.fields;
    used.clear();
    used.extend(classes_of_waves(level).map(|class| (TowerId::NONE, class)));
    targets.clear();
    let units = &world.units;
    let mut last = None;
    for row in 0..units.len() {
        let key = (units.target[row], units.class[row]);
        if last == Some(key) || units.idle[row] != 0 {
            continue;
        }
        last = Some(key);
        for key in [key, (TowerId::NONE, key.1)] {
            if let (Err(at), Some(_)) = (used.binary_search(&key), derived.rings.index(key.0)) {
                used.insert(at, key);
            }
        }
        if let Err(at) = targets.binary_search(&key.0) {
            targets.insert(at, key.0);
        }
    }
    forget(world, derived, used, targets, spare, &mut scratch.claims.spare);

    // The keep's missing fields and the exits' at once, then at most one more field a tick: a missing one of a tower, else the one
    // refreshed longest ago.
    let mut missing_tower = None;
    for key in used.iter() {
        if world.crowd.fields.binary_search_by_key(key, key_of).is_ok() {
            continue;
        }
        if key.0.is_none() || key.0.exit_index().is_some() {
            create(world, *key, spare);
            refresh(world, derived, *key);
        } else if missing_tower.is_none() {
            missing_tower = Some(*key);
        }
    }
    let due = if let Some(key) = missing_tower {
        create(world, key, spare);
        Some(key)
    } else {
        let tick = world.tick;
        world.crowd.fields.iter().filter(|f| tick.wrapping_sub(f.refreshed) >= FIELD_TICKS).min_by_key(|f| (f.refreshed, key_of(f))).map(key_of)
    };
    let Some(key) = due else { return };
    refresh(world, derived, key);
    // The first class of a target in use stands for all of its crowd.
    if targets.len() > 1 && used.iter().find(|k| k.0 == key.0) == Some(&key) {
        let at = match world.crowd.claims.binary_search_by_key(&key.0.0, |c| c.target) {
            Ok(at) => at,
            Err(at) => {
                world.crowd.claims.insert(at, ClaimMemory { target: key.0.0, claim: scratch.claims.spare.pop().unwrap_or_default() });
                at
            }
        };
        let mut claim = std::mem::take(&mut world.crowd.claims[at].claim);
        if let Some(field) = derived.fields.get(key.0, key.1) {
            claims::carry(world, derived, field, key.0, &mut scratch.claims, &mut claim);
        }
        world.crowd.claims[at].claim = claim;
    }
}

fn key_of(memory: &FieldMemory) -> (TowerId, ClassIndex) {
    (TowerId(memory.target), ClassIndex(memory.class))
}

/// Drops what is no longer in use, keeping the buffers.
fn forget(
    world: &mut World,
    derived: &mut Derived,
    used: &[(TowerId, ClassIndex)],
    targets: &[TowerId],
    spare: &mut Vec<Vec<u8>>,
    spare_claims: &mut Vec<Vec<u8>>,
) {
    world.crowd.fields.retain_mut(|field| {
        let keep = used.binary_search(&key_of(field)).is_ok();
        if !keep {
            spare.push(std::mem::take(&mut field.extra));
        }
        keep
    });
    derived.fields.retain(|target, class| used.binary_search(&(target, class)).is_ok());
    world.crowd.claims.retain_mut(|claim| {
        let keep = targets.len() > 1 && targets.binary_search(&TowerId(claim.target)).is_ok();
        if !keep {
            spare_claims.push(std::mem::take(&mut claim.claim));
        }
        keep
    });
}

fn create(world: &mut World, key: (TowerId, ClassIndex), spare: &mut Vec<Vec<u8>>) {
    if let Err(at) = world.crowd.fields.binary_search_by_key(&key, key_of) {
        let mut extra = spare.pop().unwrap_or_default();
        extra.clear();
        world.crowd.fields.insert(at, FieldMemory { target: key.0.0, class: key.1.0, refreshed: world.tick, extra });
    }
}

/// Writes the crowd's cost of one field into the memory and solves the field from it.
fn refresh(world: &mut World, derived: &mut Derived, key: (TowerId, ClassIndex)) {
    let Ok(at) = world.crowd.fields.binary_search_by_key(&key, key_of) else { return };
    let mut extra = std::mem::take(&mut world.crowd.fields[at].extra);
    fill_extra(world, derived, key, &mut extra);
    let memory = &mut world.crowd.fields[at];
    memory.extra = extra;
    memory.refreshed = world.tick;
    derived.fields.solve(memory, &derived.ground, &derived.rings);
}

fn fill_extra(world: &World, derived: &Derived, key: (TowerId, ClassIndex), extra: &mut Vec<u8>) {
    let (width, height) = derived.ground.size();
    let ground_cost = derived.ground.cost(key.1);
    extra.clear();
    extra.resize(width * height, 0);
    let own = derived.fields.get(key.0, key.1);
    for (k, out) in extra.iter_mut().enumerate() {
        let density = flow::density(&world.crowd.flow[k]);
        if density > DENSITY_FREE && ground_cost[k] < COST_BLOCKED && on(Rule::DensityCost) {
            *out = steps(COST_DENSITY * (density - DENSITY_FREE));
        }
    }
    let Some(own) = own else { return };
    let cells = extra.len();
    for other in world.crowd.claims.iter().filter(|c| on(Rule::Claims) && c.target != key.0.0 && c.claim.len() == cells) {
        let other_class = world.crowd.fields.iter().find(|f| f.target == other.target).map(|f| ClassIndex(f.class));
        let Some(field) = other_class.and_then(|class| derived.fields.get(TowerId(other.target), class)) else { continue };
        for (k, out) in extra.iter_mut().enumerate() {
            let claim = claims::value(other.claim[k]);
            if claim < CLAIM_MIN || ground_cost[k] >= COST_BLOCKED {
                continue;
            }
            let (Some(mine), Some(theirs)) = (own.cell(k), field.cell(k)) else { continue };
            let against = (claim * (0.3 - theirs.down.dot(mine.down)).clamp(0.0, 1.0)).min(1.0);
            if against < CLAIM_MIN {
                continue;
            }
            let at = Vec2::new((k % width) as f32 + 0.5, (k / width) as f32 + 0.5);
            let across = right_of(mine.down);
            let (right_m, left_m) = (room_m(derived, key.1, at, across), room_m(derived, key.1, at, -across));
            let width_m = right_m + left_m;
            let passage = width_m < 2.0 * ROOM_MAX_M - 0.5;
            // In a wide passage the one with the right of way may use more than its lane, else its way out stays narrow.
            let wide = if passage && theirs.way_m > mine.way_m { ((width_m - PASSAGE_M) / PASSAGE_WIDER_M).clamp(0.0, 1.0) } else { 0.0 };
            let against = against * (1.0 - (1.0 - CLAIM_SECOND) * wide);
            let mut cost = COST_CLAIM * against;
            if passage {
                cost += COST_LEFT * against * ((right_m - left_m) / width_m).max(0.0) * 2.0;
            }
            *out = out.saturating_add(steps(cost));
        }
    }
}

fn steps(cost: f32) -> u8 {
    (cost.min(COST_MAX) * EXTRA_STEPS + 0.5) as u8
}

/// Free metres from a point along a direction, at most [`ROOM_MAX_M`].
fn room_m(derived: &Derived, class: ClassIndex, at: Vec2, way: Vec2) -> f32 {
    let mut far_m = 0.5;
    while far_m < ROOM_MAX_M && derived.ground.walkable_at(class, at + way * far_m) {
        far_m += 0.5;
    }
    far_m
}
