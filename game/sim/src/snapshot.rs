//! Snapshots: the world as bytes and back.
//!
//! A mark, the version, a hash of the rest, then in postcard the level's id, the hashes of level and tables, and the
//! world. The hash finds damage; the checks after it find what only a forged file can hold, so that a loaded world keeps
//! every promise the systems rely on. Compression and files are the caller's.

use crate::derived::breach::BREACH;
use crate::derived::field::{SOLVES, solve_ticks};
use crate::flight;
use crate::tables::{Motion, NO_SLOT, Phase, TowerId};
use crate::world::{BODIES_MAX, CORPSES_MAX, ClaimMemory, CrowdMemory, FieldMemory, Solving, World};
use content::level::{Level, TOWERS_MAX, UNITS_MAX};
use content::rules::Rules;
use glam::Vec2;
use serde::{Deserialize, Serialize};

/// Version of the format. A change of any column is a new version.
pub const VERSION: u32 = 3;
const MARK: &[u8; 4] = b"TKSV";
const HEAD_BYTES: usize = 16;
/// No number of a battle comes near this; more would lose the bits that a step needs.
const NUMBER_MAX: f32 = 100_000.0;
/// Highest flight that is believed, metres: the strongest throws on top of each other stay far below.
const HEIGHT_MAX_M: f32 = 10_000.0;
/// Highest count that is believed: more than two years of play.
const COUNT_MAX: u32 = i32::MAX as u32;

/// Why a snapshot cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// Not a snapshot, or damaged.
    Damaged(String),
    /// Of another version of the format.
    Version {
        /// In the file.
        found: u32,
        /// Understood.
        expected: u32,
    },
    /// Made with other content.
    Content(String),
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Damaged(what) => write!(out, "The saved battle is damaged: {what}. An older copy may still be whole."),
            Self::Version { found, expected } if found > expected => {
                write!(
                    out,
                    "The saved battle comes from a newer version of the game (format {found}, this game reads {expected}). Update the game to resume it."
                )
            }
            Self::Version { found, expected } => {
                write!(out, "The saved battle comes from an older version of the game (format {found}, this game reads {expected}) and cannot be resumed.")
            }
            Self::Content(what) => write!(out, "The saved battle was made with other content: {what}. Restore that content to resume it."),
        }
    }
}

impl std::error::Error for LoadError {}

#[derive(Serialize)]
struct Written<'a> {
    level: &'a str,
    level_hash: u64,
    rules_hash: u64,
    world: &'a World,
}

#[derive(Deserialize)]
struct Read {
    level: String,
    level_hash: u64,
    rules_hash: u64,
    world: World,
}

/// The world as bytes.
#[must_use]
pub fn to_bytes(level: &Level, rules: &Rules, world: &World) -> Vec<u8> {
    let written = Written { level: &level.id, level_hash: level.content_hash, rules_hash: rules.content_hash, world };
    let body = postcard::to_stdvec(&written).expect("plain columns in memory can always be written");
    seal(MARK, VERSION, &body)
}

/// Puts mark, version and hash before a body.
pub(crate) fn seal(mark: &[u8; 4], version: u32, body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD_BYTES + body.len());
    bytes.extend_from_slice(mark);
    bytes.extend_from_slice(&version.to_le_bytes());
    bytes.extend_from_slice(&base::hash::bytes(body).to_le_bytes());
    bytes.extend_from_slice(body);
    bytes
}

/// Checks mark, version and hash; the body.
pub(crate) fn unseal<'a>(mark: &[u8; 4], version: u32, bytes: &'a [u8]) -> Result<&'a [u8], LoadError> {
    let damaged = |what: &str| LoadError::Damaged(what.into());
    let (head, body) = bytes.split_at_checked(HEAD_BYTES).ok_or_else(|| damaged("it ends too early"))?;
    let (found_mark, rest) = head.split_at(4);
    if found_mark != mark {
        return Err(damaged("it does not begin as such a file does"));
    }
    let (number, hash) = rest.split_at(4);
    let found = number.try_into().map_or(0, u32::from_le_bytes);
    if found != version {
        return Err(LoadError::Version { found, expected: version });
    }
    if hash != base::hash::bytes(body).to_le_bytes() {
        return Err(damaged("its contents do not match its check sum"));
    }
    Ok(body)
}

/// The world from bytes, checked against the content it will be played with.
pub fn from_bytes(level: &Level, rules: &Rules, bytes: &[u8]) -> Result<World, LoadError> {
    let body = unseal(MARK, VERSION, bytes)?;
    let (read, rest) = postcard::take_from_bytes::<Read>(body).map_err(|fault| LoadError::Damaged(format!("it cannot be read ({fault})")))?;
    if !rest.is_empty() {
        return Err(LoadError::Damaged("something follows its end".into()));
    }
    if read.level != level.id {
        return Err(LoadError::Content(format!("it is of level `{}`, not of `{}`", read.level, level.id)));
    }
    if read.level_hash != level.content_hash {
        return Err(LoadError::Content(format!("level `{}` has changed since", level.id)));
    }
    if read.rules_hash != rules.content_hash {
        return Err(LoadError::Content("the tables of enemies, towers and powers have changed since".into()));
    }
    check(level, rules, &read.world).map_err(|what| LoadError::Damaged(what.into()))?;
    Ok(read.world)
}

/// Every promise the systems rely on.
fn check(level: &Level, rules: &Rules, world: &World) -> Result<(), &'static str> {
    let World { units, unit_ids, bodies, corpses, bombs, bomb_ids, arrows, towers, tower_ids, charges, waves, crowd, .. } = world;
    let need = |good: bool, what: &'static str| if good { Ok(()) } else { Err(what) };
    need(
        units.is_rectangular()
            && bodies.is_rectangular()
            && corpses.is_rectangular()
            && bombs.is_rectangular()
            && arrows.is_rectangular()
            && towers.is_rectangular(),
        "a table has columns of different lengths",
    )?;
    need(
        units.len() <= UNITS_MAX && bodies.len() <= BODIES_MAX && corpses.len() <= CORPSES_MAX && towers.len() <= TOWERS_MAX,
        "a table is longer than its limit",
    )?;
    need(unit_ids.fits(units.id.iter().map(|id| id.0)), "the ids of enemies contradict their table")?;
    need(bomb_ids.fits(bombs.id.iter().map(|id| id.0)), "the ids of bombs contradict their table")?;
    need(tower_ids.fits(towers.id.iter().map(|id| id.0)), "the ids of towers contradict their table")?;
    need(units.id.is_sorted() && bombs.id.is_sorted() && towers.id.is_sorted(), "a table is out of order")?;
    need(charges.len() == rules.powers.len(), "it counts other powers")?;

    let kinds = units.kind.iter().chain(&bodies.kind).chain(&corpses.kind);
    need(kinds.map(|kind| kind.index()).all(|kind| kind < rules.enemies.len()), "an enemy is of no kind")?;
    need(units.class.iter().chain(&bodies.class).all(|class| class.index() < level.classes.len()), "an enemy has no size class")?;
    need(towers.kind.iter().all(|kind| kind.index() < rules.towers.len()), "a tower is of no kind")?;
    need(units.phase.iter().all(|phase| phase.0 <= Phase::Rising.0), "an enemy is in no phase")?;
    need(bodies.phase.iter().all(|phase| (Phase::Flight.0..=Phase::Lying.0).contains(&phase.0)), "a body is in no phase")?;
    need(units.motion.iter().all(|motion| motion.0 <= Motion::Waiting.0), "an enemy is in no state")?;
    let flags = units.idle.iter().chain(&units.reached).chain(&units.belly).chain(&bodies.belly).chain(&corpses.belly).chain(&bombs.grounded);
    need(flags.copied().all(|flag| flag <= 1), "a flag is neither set nor unset")?;
    need(units.side.iter().all(|side| (-1..=1).contains(side)), "an enemy sidesteps to no side")?;
    let stands = |target: &TowerId| match target.exit_index() {
        Some(exit) => exit < level.exits.len(),
        None => target.is_none() || tower_ids.row(target.0).is_some(),
    };
    need(units.target.iter().all(stands), "an enemy attacks a tower that does not stand")?;
    need(units.slot.iter().all(|slot| *slot == NO_SLOT || *slot < 4_096), "an enemy stands in no slot")?;
    need(units.health.iter().all(|health| *health > 0), "an enemy has no health")?;
    need(world.gold >= 0 && world.keep_health <= level.keep.health, "gold or the keep's health is out of range")?;

    let whole = |numbers: &[f32]| numbers.iter().all(|number| number.abs() <= NUMBER_MAX);
    let vectors = |columns: &[&Vec<Vec2>]| columns.iter().all(|column| column.iter().all(|v| v.x.abs() <= NUMBER_MAX && v.y.abs() <= NUMBER_MAX));
    let ways = units.remaining_m.iter().chain(&units.best_m);
    need(ways.copied().all(|way| way.is_finite()), "a way is not a number")?;
    let columns = [&units.speed_mps, &units.drift, &units.height_m, &units.climb_mps, &units.angle, &units.spin];
    need(columns.iter().all(|column| whole(column)), "an enemy has a number out of range")?;
    let columns = [&bodies.height_m, &bodies.climb_mps, &bodies.angle, &bodies.spin, &bombs.height_m, &bombs.climb_mps, &bombs.radius_m, &bombs.force_mps];
    need(columns.iter().all(|column| whole(column)), "a body or a bomb has a number out of range")?;
    let columns = [
        &units.position,
        &units.velocity,
        &units.facing,
        &units.throw,
        &units.body_facing,
        &units.landing,
        &bodies.position,
        &bodies.throw,
        &bodies.body_facing,
        &bodies.landing,
        &corpses.position,
        &corpses.facing,
        &bombs.position,
        &bombs.velocity,
        &towers.facing,
    ];
    need(vectors(&columns), "a place or a speed is out of range")?;
    let (width, height) = (level.map.width as f32, level.map.height as f32);
    let inside = |at: &Vec2| at.x >= 0.0 && at.y >= 0.0 && at.x < width && at.y < height;
    need(units.position.iter().zip(&units.phase).all(|(at, phase)| *phase == Phase::Flight || inside(at)), "an enemy stands off the map")?;
    need(towers.cell.iter().all(|cell| level.map.index(*cell).is_some()), "a tower stands off the map")?;
    let counters: &[u32] = base::bytemuck::cast_slice(std::slice::from_ref(&world.counters));
    let counted = counters.iter().chain(&towers.kills).chain(&towers.thrown).chain([&world.tick, &waves.last_call_tick]);
    need(counted.copied().all(|count| count <= COUNT_MAX), "a counter is out of range")?;
    let gone = world.counters.left.iter().fold(u64::from(world.counters.killed), |sum, left| sum + u64::from(*left));
    need(gone <= u64::from(world.counters.spawned), "more died or left than came")?;
    let mut heights = Vec::new();
    for row in (0..units.len()).filter(|row| units.phase[*row] == Phase::Flight) {
        let flight = (units.position[row], units.height_m[row], units.climb_mps[row], units.throw[row]);
        need(
            lands(flight, units.landing[row], &mut heights) && units.landing_tick[row] == world.tick + heights.len() as u32,
            "an enemy flies elsewhere than predicted",
        )?;
    }
    for row in (0..bodies.len()).filter(|row| bodies.phase[*row] == Phase::Flight) {
        let flight = (bodies.position[row], bodies.height_m[row], bodies.climb_mps[row], bodies.throw[row]);
        need(lands(flight, bodies.landing[row], &mut heights), "a body flies elsewhere than predicted")?;
    }

    need(waves.started as usize <= level.waves.len(), "more waves have started than there are")?;
    for coming in &waves.coming {
        let group = level.waves.get(coming.wave as usize).and_then(|wave| wave.groups.get(coming.group as usize));
        need(
            group.is_some() && coming.wave < waves.started && coming.spawned <= coming.count && coming.start_tick <= world.tick,
            "a part of a wave is of no wave",
        )?;
    }
    check_crowd(level, world, crowd)
}

/// Whether a flight ends where it is said to, to the bit.
fn lands((mut at, height_m, climb_mps, throw): (Vec2, f32, f32, Vec2), landing: Vec2, heights: &mut Vec<f32>) -> bool {
    if !(0.0..=HEIGHT_MAX_M).contains(&height_m) || climb_mps > 2.0 * flight::LAUNCH_MAX_MPS {
        return false;
    }
    flight::vertical_flight(height_m, climb_mps, heights);
    for _ in heights.iter() {
        flight::glide(&mut at, throw);
    }
    at == landing
}

fn check_crowd(level: &Level, world: &World, crowd: &CrowdMemory) -> Result<(), &'static str> {
    let cells = level.map.terrain.len();
    let CrowdMemory { fields, solving, walled_in, claims, flow } = crowd;
    let known = |target: u32| match TowerId(target).exit_index() {
        Some(exit) => exit < level.exits.len(),
        None => target <= world.tower_ids.handed_out(),
    };
    for FieldMemory { target, class, refreshed, revision: _, cost } in fields.iter().chain(solving.iter().map(|solving| &solving.memory)) {
        let goal = known(*target) || *target == BREACH.0;
        if !goal || usize::from(*class) >= level.classes.len() || *refreshed > world.tick || cost.len() != cells {
            return Err("the memory of the crowd's ways does not fit the level");
        }
    }
    let in_time = |solving: &Solving| solving.until == solving.memory.refreshed + solve_ticks(&solving.memory) && solving.until >= world.tick;
    let key = |solving: &Solving| (solving.memory.target, solving.memory.class);
    let twice = solving.len() > 1 && key(&solving[0]) == key(&solving[1]);
    if solving.len() > SOLVES || twice || !solving.iter().all(in_time) || walled_in.iter().any(|tick| *tick > world.tick + 1) {
        return Err("the memory of the crowd's ways is out of time");
    }
    for ClaimMemory { target, claim } in claims {
        if !known(*target) || !(claim.is_empty() || claim.len() == cells) {
            return Err("the memory of the crowd's claims does not fit the level");
        }
    }
    // Strictly rising: one field for each key.
    let ordered = fields.windows(2).all(|pair| (pair[0].target, pair[0].class) < (pair[1].target, pair[1].class));
    if !ordered || !claims.windows(2).all(|pair| pair[0].target < pair[1].target) || !(flow.is_empty() || flow.len() % cells == 0) {
        return Err("the memory of the crowd is out of order");
    }
    Ok(())
}
