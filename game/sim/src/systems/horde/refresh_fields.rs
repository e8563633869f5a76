//! Keeps a distance field for every goal and class in use and refreshes them with what the crowd costs (H2, H4, H8).
//!
//! The keep's fields are there for all classes of the level; a tower's or an exit's while some unit goes for it; the one
//! through walls while somebody of the class is walled in. What every cell costs is written into `World::crowd` first and
//! the field is solved from there, so that a rebuild from the state finds the same field.
//!
//! The work of a tick is bounded by cells, never by time (H4): at most [`SOLVES`] solves are under way and each writes at
//! most `UPDATES_A_TICK` labels a tick. How many ticks a solve takes follows from the map, and until then the field before
//! it stays in force, so neither the machine nor a rebuild in between can change anything. A field that was never solved
//! comes first, then those that wait too long, then those older than the newest wall (most users first), then the oldest.
//! Only the fields of the keep and of exits, without which somebody could not walk at all, are solved at once when they
//! are missing.

use super::claims;
use super::flow;
use super::wish::right_of;
use crate::derived::Derived;
use crate::derived::breach::{self, BREACH};
use crate::derived::field::{BLOCKED, COST_MAX, COST_STEPS, GOAL, SOLVES, Sample, solve_ticks};
use crate::derived::ground::{COST_BLOCKED, classes_of_waves};
use crate::rule::{Rule, on};
use crate::stage::Stage;
use crate::tables::TowerId;
use crate::world::{ClaimMemory, FieldMemory, Solving, World};
use base::chunks;
use content::level::Level;
use content::rules::{ClassIndex, Rules};
use glam::Vec2;

/// Ticks between two refreshes of one field (H8).
pub const FIELD_TICKS: u32 = 10;
/// Density from which it costs and slows (H8), enemies a cell.
pub const DENSITY_FREE: f32 = 0.6;
/// Cost of one enemy a cell above the free density, metres a metre.
const COST_DENSITY: f32 = 1.0;
/// Density above the free one that costs at most: in a queue it is as dear everywhere, or all would run from door to door.
const COST_DENSITY_MAX: f32 = 1.1;
/// How much more it costs those to whom a crowd feels denser by 1, as a share.
const COST_CROWDED: f32 = 1.8;
/// Cost of the left half of a passage with such a claim: who keeps right leaves a lane.
const COST_LEFT: f32 = 7.0;
/// Share of a claim that counts in a wide passage for who has less way left than its owners there; up to which width
/// it counts in full, and how much wider a passage counts as wide, metres.
const CLAIM_SECOND: f32 = 0.1;
const PASSAGE_M: f32 = 7.0;
const PASSAGE_WIDER_M: f32 = 2.5;
/// Least claim that counts, enemies a cell.
const CLAIM_MIN: f32 = 0.02;
/// Farthest wall that makes a passage, metres.
const ROOM_MAX_M: f32 = 8.0;

/// A field older than this is refreshed before those that are only behind the newest wall, ticks.
const OVERDUE_TICKS: u32 = 90;
/// A field through buildings is kept so long after the last one of the class was found walled in, ticks.
const BREACH_TICKS: u32 = 90;
/// Cells a chunk of a pass over cells.
const CELLS: usize = 8_192;

type Key = (TowerId, ClassIndex);

/// Buffers.
#[derive(Default)]
pub struct FieldScratch {
    /// Keys in use and how many go by each, in order.
    used: Vec<(Key, u32)>,
    targets: Vec<TowerId>,
    spare: Vec<Vec<u8>>,
}

/// Brings the fields in line with who is there.
pub fn run(stage: &mut Stage<'_>) {
    let Stage { level, rules, world, derived, scratch, .. } = stage;
    let scratch = &mut scratch.horde;
    let FieldScratch { used, targets, spare } = &mut scratch.fields;
    used.clear();
    used.extend(classes_of_waves(level).map(|class| ((TowerId::NONE, class), 0)));
    targets.clear();
    count_users(world, derived, used, targets);
    use_breaches(level, world, used);
    forget(world, derived, used, targets, spare, &mut scratch.claims.spare);

    for (key, _) in used.iter().filter(|(key, _)| key.0.is_none() || key.0.exit_index().is_some()) {
        if world.crowd.fields.binary_search_by_key(key, key_of).is_err() {
            // Without it nobody would know a way: at once.
            let memory = remember(level, rules, world, derived, *key, spare);
            derived.fields.solve(&memory, &derived.ground);
            install(world, memory, spare);
        }
    }
    // One begins in a tick, so that of two crowds that meet each finds what the other claimed since.
    if world.crowd.solving.len() < SOLVES
        && let Some(key) = most_urgent(world, used)
    {
        let memory = remember(level, rules, world, derived, key, spare);
        derived.fields.begin(&memory, &derived.ground);
        let until = world.tick + solve_ticks(&memory);
        world.crowd.solving.push(Solving { memory, until });
    }
    derived.fields.advance();
    let mut at = 0;
    while at < world.crowd.solving.len() {
        if world.crowd.solving[at].until > world.tick {
            at += 1;
            continue;
        }
        derived.fields.finish(at, &derived.ground);
        let memory = world.crowd.solving.remove(at).memory;
        let key = key_of(&memory);
        if key.0 == BREACH {
            derived.breach.clear_class(key.1);
        }
        install(world, memory, spare);
        // The first class of a target in use stands for all of its crowd. Nobody goes for the way through buildings, and a
        // snapshot knows no claim on it.
        if key.0 != BREACH && targets.len() > 1 && used.iter().find(|(k, _)| k.0 == key.0).is_some_and(|(k, _)| *k == key) {
            claim(world, derived, key, &mut scratch.claims);
        }
    }
}

/// Writes down which fields are in use, by how many, and which targets somebody goes for.
fn count_users(world: &World, derived: &Derived, used: &mut Vec<(Key, u32)>, targets: &mut Vec<TowerId>) {
    let units = &world.units;
    let place = |used: &[(Key, u32)], key: &Key| used.binary_search_by_key(key, |(key, _)| *key);
    let mut last: Option<(Key, usize)> = None;
    for row in 0..units.len() {
        if units.idle[row] != 0 {
            continue;
        }
        let key = (units.target[row], units.class[row]);
        if let Some((last, at)) = last
            && last == key
        {
            used[at].1 += 1;
            continue;
        }
        last = None;
        if let Err(at) = targets.binary_search(&key.0) {
            targets.insert(at, key.0);
        }
        if derived.rings.index(key.0).is_none() {
            continue;
        }
        for key in [(TowerId::NONE, key.1), key] {
            if let Err(at) = place(used, &key) {
                used.insert(at, (key, 0));
            }
        }
        if let Ok(at) = place(used, &key) {
            used[at].1 += 1;
            last = Some((key, at));
        }
    }
}

/// Adds the fields through buildings for the classes of which somebody was walled in lately.
fn use_breaches(level: &Level, world: &World, used: &mut Vec<(Key, u32)>) {
    for class in (0..level.classes.len() as u8).map(ClassIndex) {
        let last = world.crowd.walled_in[class.index()];
        if last != 0 && world.tick.saturating_sub(last) < BREACH_TICKS {
            let key = (BREACH, class);
            if let Err(at) = used.binary_search_by_key(&key, |(key, _)| *key) {
                used.insert(at, (key, 0));
            }
        }
    }
}

/// The field that a free solve should take up, if any.
fn most_urgent(world: &World, used: &[(Key, u32)]) -> Option<Key> {
    let crowd = &world.crowd;
    used.iter()
        .filter(|(key, _)| crowd.solving.iter().all(|solving| key_of(&solving.memory) != *key))
        .filter_map(|(key, users)| {
            let fewest_first = u32::MAX - users;
            let Ok(at) = crowd.fields.binary_search_by_key(key, key_of) else { return Some((0, fewest_first, *key)) };
            let FieldMemory { refreshed, revision, .. } = crowd.fields[at];
            let age = world.tick.wrapping_sub(refreshed);
            if key.0 == BREACH {
                // No crowd is in its cost: only other towers make it another.
                (revision != world.towers_revision).then_some((1, refreshed, *key))
            } else if age >= OVERDUE_TICKS {
                Some((1, refreshed, *key))
            } else if revision != world.towers_revision {
                Some((2, fewest_first, *key))
            } else {
                (age >= FIELD_TICKS).then_some((3, refreshed, *key))
            }
        })
        .min()
        .map(|(.., key)| key)
}

fn key_of(memory: &FieldMemory) -> Key {
    (TowerId(memory.target), ClassIndex(memory.class))
}

/// Drops what is no longer in use, keeping the buffers.
fn forget(world: &mut World, derived: &mut Derived, used: &[(Key, u32)], targets: &[TowerId], spare: &mut Vec<Vec<u8>>, spare_claims: &mut Vec<Vec<u8>>) {
    let is_used = |key: &Key| used.binary_search_by_key(key, |(key, _)| *key).is_ok();
    world.crowd.fields.retain_mut(|field| {
        let keep = is_used(&key_of(field));
        if !keep {
            spare.push(std::mem::take(&mut field.cost));
        }
        keep
    });
    derived.fields.retain(|target, class| is_used(&(target, class)));
    let mut at = 0;
    while at < world.crowd.solving.len() {
        if is_used(&key_of(&world.crowd.solving[at].memory)) {
            at += 1;
        } else {
            spare.push(world.crowd.solving.remove(at).memory.cost);
            derived.fields.abandon(at);
        }
    }
    world.crowd.claims.retain_mut(|claim| {
        let keep = targets.len() > 1 && targets.binary_search(&TowerId(claim.target)).is_ok();
        if !keep {
            spare_claims.push(std::mem::take(&mut claim.claim));
        }
        keep
    });
}

/// What a field that is begun now will be solved from.
fn remember(level: &Level, rules: &Rules, world: &World, derived: &Derived, key: Key, spare: &mut Vec<Vec<u8>>) -> FieldMemory {
    let mut cost = spare.pop().unwrap_or_default();
    if key.0 == BREACH {
        cost.clear();
        cost.extend(plain_costs(derived, key.1));
        breach::fill_cost(level, rules, world, &derived.ground, key.1, &mut cost);
        mark_goals(derived, (TowerId::NONE, key.1), &mut cost);
    } else {
        fill_cost(world, derived, key, &mut cost);
    }
    FieldMemory { target: key.0.0, class: key.1.0, refreshed: world.tick, revision: world.towers_revision, cost }
}

/// Puts the memory of a field that comes into force in the place of the one before.
fn install(world: &mut World, memory: FieldMemory, spare: &mut Vec<Vec<u8>>) {
    match world.crowd.fields.binary_search_by_key(&key_of(&memory), key_of) {
        Ok(at) => spare.push(std::mem::replace(&mut world.crowd.fields[at], memory).cost),
        Err(at) => world.crowd.fields.insert(at, memory),
    }
}

fn claim(world: &mut World, derived: &Derived, key: Key, scratch: &mut claims::ClaimScratch) {
    let at = match world.crowd.claims.binary_search_by_key(&key.0.0, |c| c.target) {
        Ok(at) => at,
        Err(at) => {
            world.crowd.claims.insert(at, ClaimMemory { target: key.0.0, claim: scratch.spare.pop().unwrap_or_default() });
            at
        }
    };
    let mut claim = std::mem::take(&mut world.crowd.claims[at].claim);
    if let Some(field) = derived.fields.get(key.0, key.1) {
        claims::carry(world, derived, field, key.0, scratch, &mut claim);
    }
    world.crowd.claims[at].claim = claim;
}

/// The memory of a field without any crowd, for tools and tests.
#[must_use]
pub fn plain_memory(derived: &Derived, target: TowerId, class: ClassIndex) -> FieldMemory {
    let mut cost: Vec<u8> = plain_costs(derived, class).collect();
    mark_goals(derived, (target, class), &mut cost);
    FieldMemory { target: target.0, class: class.0, refreshed: 0, revision: 0, cost }
}

/// The same, but the way ends in one cell instead of at the keep.
#[must_use]
pub fn memory_to(derived: &Derived, class: ClassIndex, cell: usize) -> FieldMemory {
    let mut cost: Vec<u8> = plain_costs(derived, class).collect();
    if let Some(cost) = cost.get_mut(cell).filter(|cost| **cost != BLOCKED) {
        *cost = GOAL;
    }
    FieldMemory { target: TowerId::NONE.0, class: class.0, refreshed: 0, revision: 0, cost }
}

fn plain_costs(derived: &Derived, class: ClassIndex) -> impl Iterator<Item = u8> + '_ {
    derived.ground.cost(class).iter().map(|cost| if *cost < COST_BLOCKED { steps(*cost) } else { BLOCKED })
}

/// Ways end on the slots of the target that the class can stand on, and in the places of an exit.
fn mark_goals(derived: &Derived, key: Key, cost: &mut [u8]) {
    let Some(ring) = derived.rings.ring(key.0) else { return };
    let slots = ring.slots(key.1).iter().filter_map(|slot| derived.ground.index_at(slot.at));
    for cell in slots.chain(ring.out().iter().map(|cell| *cell as usize)) {
        if cost[cell] != BLOCKED {
            cost[cell] = GOAL;
        }
    }
}

fn fill_cost(world: &World, derived: &Derived, key: Key, out: &mut Vec<u8>) {
    let (width, height) = derived.ground.size();
    let ground_cost = derived.ground.cost(key.1);
    let flow = &world.crowd.flow;
    out.clear();
    out.resize(width * height, BLOCKED);
    let crowding = derived.ground.crowding(key.1);
    let weight = COST_DENSITY * (1.0 + COST_CROWDED * (crowding - 1.0));
    let crowded = on(Rule::DensityCost) && flow.len() == width * height;
    chunks::each(out, CELLS, |first, out| {
        for (k, out) in (first..).zip(out) {
            if ground_cost[k] >= COST_BLOCKED {
                continue;
            }
            let density = if crowded { crowding * flow::density(&flow[k]) } else { 0.0 };
            *out = steps(ground_cost[k] + weight * (density - DENSITY_FREE).clamp(0.0, COST_DENSITY_MAX));
        }
    });
    if let Some(own) = derived.fields.get(key.0, key.1) {
        let cells = out.len();
        for other in world.crowd.claims.iter().filter(|c| on(Rule::Claims) && c.target != key.0.0 && c.claim.len() == cells) {
            let other_class = world.crowd.fields.iter().find(|f| f.target == other.target).map(|f| ClassIndex(f.class));
            let Some(field) = other_class.and_then(|class| derived.fields.get(TowerId(other.target), class)) else { continue };
            chunks::each(out, CELLS, |first, out| {
                for (k, out) in (first..).zip(out) {
                    let claim = claims::value(other.claim[k]);
                    if claim < CLAIM_MIN || *out == BLOCKED {
                        continue;
                    }
                    let (Some(mine), Some(theirs)) = (own.cell(k), field.cell(k)) else { continue };
                    let at = Vec2::new((k % width) as f32 + 0.5, (k / width) as f32 + 0.5);
                    *out = steps(f32::from(*out) / COST_STEPS + claim_cost(derived, key.1, at, claim, mine, theirs));
                }
            });
        }
    }
    mark_goals(derived, key, out);
}

/// What another crowd's claim costs in a cell.
fn claim_cost(derived: &Derived, class: ClassIndex, at: Vec2, claim: f32, mine: Sample, theirs: Sample) -> f32 {
    let against = (claim * (0.3 - theirs.down.dot(mine.down)).clamp(0.0, 1.0)).min(1.0);
    if against < CLAIM_MIN {
        return 0.0;
    }
    let across = right_of(mine.down);
    let (right_m, left_m) = (room_m(derived, class, at, across), room_m(derived, class, at, -across));
    let width_m = right_m + left_m;
    if width_m >= 2.0 * ROOM_MAX_M - 0.5 {
        return 0.0;
    }
    // In a wide passage the one with the right of way may use more than its lane, else its way out stays narrow.
    let wide = if theirs.way_m > mine.way_m { ((width_m - PASSAGE_M) / PASSAGE_WIDER_M).clamp(0.0, 1.0) } else { 0.0 };
    COST_LEFT * against * (1.0 - (1.0 - CLAIM_SECOND) * wide) * ((right_m - left_m) / width_m).max(0.0) * 2.0
}

/// A cost as it is remembered; never that of a goal or of a wall.
fn steps(cost: f32) -> u8 {
    (cost.min(COST_MAX) * COST_STEPS + 0.5) as u8
}

/// Free metres from a point along a direction, at most [`ROOM_MAX_M`].
fn room_m(derived: &Derived, class: ClassIndex, at: Vec2, way: Vec2) -> f32 {
    let ground = &derived.ground;
    // What lies nearer than the next wall allows the class is free without looking.
    let free_cells = usize::from(ground.wall_distance_at(at)).saturating_sub(ground.reach_cells(class.index()) + 2);
    let mut far_m = (free_cells as f32).max(0.5);
    while far_m < ROOM_MAX_M && ground.walkable_at(class, at + way * far_m) {
        far_m += 0.5;
    }
    far_m
}
