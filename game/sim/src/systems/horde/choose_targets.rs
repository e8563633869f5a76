//! Who goes for what: the keep, a tower on the way, or what walls them in (H4).
//!
//! Who cannot reach the keep attacks the building whose fall opens the way (`derived::breach`), also one of a kind that lets
//! towers be otherwise; once the way is open, they go for the keep again, and so do all who are not at the tower yet.
//! Whom the terrain itself cuts off from everything stands and waits, and climbs out after a while.

use super::CHUNK;
use crate::derived::Derived;
use crate::derived::breach::{Breach, Siege};
use crate::derived::ground::NO_REGION;
use crate::rule::{Rule, on};
use crate::stage::Stage;
use crate::tables::{NO_SLOT, Phase, TowerId, Units};
use base::chunks;
use content::rules::ClassIndex;
use glam::Vec2;

/// Ticks between two looks round of one unit.
const LOOK_TICKS: u32 = 8;
/// Farthest that a tower draws anybody off the way, metres from its wall.
const DRAW_M: f32 = 8.0;
/// Units that a tower draws, as a multiple of its slots: the slots are full and half as many wait to take over.
const DRAW_SHARE: f32 = 1.5;

/// So far from a tower that was only in the way its attackers let it be once the way is open, meters from its wall.
const RELEASE_M: f32 = 12.0;
/// Ticks after somebody of a class was found walled in during which the others look whether they still are.
const OPENED_TICKS: u32 = 4 * LOOK_TICKS;
/// Ticks that somebody whom the terrain cuts off from everything waits at most before climbing out, and how far, cells: a
/// blast may have thrown it behind rock, and the last one of a wave must arrive. A multiple of [`LOOK_TICKS`].
const STRANDED_TICKS: u32 = 19 * LOOK_TICKS;
const CLIMB_CELLS: i32 = 24;

/// Chooses for those who look round in this tick and for those whose target fell.
pub fn run(stage: &mut Stage<'_>) {
    let Stage { level, rules, world, derived, scratch, .. } = stage;
    scratch.horde.stranded.clear();
    let demand = &mut scratch.horde.demand;
    let mut breach = std::mem::take(&mut derived.breach);
    let rings = &derived.rings;
    demand.clear();
    demand.resize(rings.all().len(), 0);
    let (units, towers, crowd) = (&mut world.units, &world.towers, &mut world.crowd);
    find_lookers(level.classes.len(), units, derived, world.tick, &mut scratch.horde.looks);
    let siege = Siege { rules, towers, ground: &derived.ground, rings, fields: &derived.fields };
    for row in 0..units.len() {
        if units.target[row].is_none() || units.idle[row] != 0 || units.health[row] <= 0 {
            continue;
        }
        if let Some(ring) = rings.index(units.target[row]) {
            demand[ring] += 1;
        }
    }
    for row in 0..units.len() {
        if !scratch.horde.looks[row] {
            continue;
        }
        let looks = units.id[row].0.wrapping_add(world.tick).is_multiple_of(LOOK_TICKS);
        // Who walks out wants nothing on the way.
        if units.target[row].exit_index().is_some() {
            continue;
        }
        let fell = rings.index(units.target[row]).is_none();
        if !fell && !looks {
            continue;
        }
        let class = units.class[row];
        if class.index() >= level.classes.len() {
            continue;
        }
        let ignores_towers = rules.enemies[units.kind[row].index()].ignores_towers;
        let now = if fell { TowerId::NONE } else { units.target[row] };
        // Who holds a slot stays, so that nobody flips; but who lets towers be looks whether it still has to strike one.
        let choice = if !fell && units.slot[row] != NO_SLOT && (!ignores_towers || now.is_none()) {
            Choice::Target(now)
        } else {
            let last = crowd.walled_in[class.index()];
            let opened = last != 0 && world.tick.saturating_sub(last) < OPENED_TICKS;
            choose(&siege, &mut breach, demand, now, class, units.position[row], ignores_towers, opened)
        };
        let chosen = match choice {
            Choice::Target(target) => target,
            Choice::WalledIn(target) => {
                crowd.walled_in[class.index()] = world.tick + 1;
                target.unwrap_or(TowerId::NONE)
            }
            Choice::Stranded => {
                if units.id[row].0.wrapping_add(world.tick).is_multiple_of(STRANDED_TICKS) {
                    scratch.horde.stranded.push(row as u32);
                }
                TowerId::NONE
            }
        };
        if chosen == units.target[row] {
            continue;
        }
        if let Some(ring) = rings.index(units.target[row]) {
            demand[ring] = demand[ring].saturating_sub(1);
        }
        if let Some(ring) = rings.index(chosen) {
            demand[ring] += 1;
        }
        units.target[row] = chosen;
        units.slot[row] = NO_SLOT;
        units.best_m[row] = f32::MAX;
        units.stalled_ticks[row] = 0;
        units.held_ticks[row] = 0;
    }
    derived.breach = breach;
}

/// Marks who may change its mind in this tick. With nothing but the keep in sight nearly nobody does: that is found in
/// parallel, the choice itself goes row by row, since each counts for the next.
fn find_lookers(classes: usize, units: &Units, derived: &Derived, tick: u32, looks: &mut Vec<bool>) {
    let (rings, ground) = (&derived.rings, &derived.ground);
    let only_keep = rings.all().len() == 1;
    let keep = &rings.all()[0];
    looks.resize(units.len(), false);
    chunks::each(looks, CHUNK, |first, looks| {
        for (k, looks) in looks.iter_mut().enumerate() {
            let row = first + k;
            let to_keep = units.target[row].is_none();
            *looks = (!to_keep || units.id[row].0.wrapping_add(tick).is_multiple_of(LOOK_TICKS))
                && units.phase[row] == Phase::Standing
                && units.health[row] > 0
                && units.idle[row] == 0;
            if *looks && to_keep && only_keep && units.class[row].index() < classes {
                let class = units.class[row];
                *looks = !keep.reachable(class, ground.region_at(class, units.position[row]));
            }
        }
    });
}

/// Lets those climb out whose time has come: when all have walked, since what walks goes by where it stood before.
pub fn climb_out(stage: &mut Stage<'_>) {
    let Stage { world, derived, scratch, .. } = stage;
    let units = &mut world.units;
    for row in scratch.horde.stranded.drain(..) {
        let (row, keep) = (row as usize, &derived.rings.all()[0]);
        let class = units.class[row];
        if let Some(free) = derived.ground.nearest_in_region(class, units.position[row], CLIMB_CELLS, |region| keep.reachable(class, region)) {
            units.position[row] = free;
        }
    }
}

/// What somebody finds looking round.
enum Choice {
    /// The keep, or a tower.
    Target(TowerId),
    /// Buildings close the way to the keep: the one to attack, or none while that is not known.
    WalledIn(Option<TowerId>),
    /// The terrain does, whatever falls.
    Stranded,
}

#[allow(clippy::too_many_arguments)]
fn choose(siege: &Siege<'_>, breach: &mut Breach, demand: &[u32], now: TowerId, class: ClassIndex, at: Vec2, ignores_towers: bool, opened: bool) -> Choice {
    let Siege { ground, rings, fields, .. } = siege;
    let region = ground.region_at(class, at);
    if region == NO_REGION {
        return Choice::Target(now);
    }
    let keep = &rings.all()[0];
    let keep_open = keep.reachable(class, region);
    if let Some(ring) = rings.ring(now).filter(|_| !now.is_none()) {
        // A tower once chosen stays until it falls, unless it cannot be reached or was only in the way.
        let far = || ((at - ring.middle).abs() - ring.half_m).max(Vec2::ZERO).length() > RELEASE_M;
        let only_in_the_way = keep_open && (ignores_towers || (opened && far()));
        if ring.reachable(class, region) && !only_in_the_way {
            return if keep_open { Choice::Target(now) } else { Choice::WalledIn(Some(now)) };
        }
    }
    if !keep_open && on(Rule::Breach) {
        return match breach.target(siege, class, at) {
            Some(TowerId::NONE) => Choice::Stranded,
            // Not known yet: stands and waits for its next look.
            found => Choice::WalledIn(found),
        };
    }
    if ignores_towers {
        return Choice::Target(TowerId::NONE);
    }
    let down = fields.direction(TowerId::NONE, class, at);
    let mut best = (DRAW_M, TowerId::NONE);
    for (k, ring) in rings.all().iter().enumerate().skip(1) {
        let away_m = ((at - ring.middle).abs() - ring.half_m).max(Vec2::ZERO).length();
        // In the order of ids, so the smaller one wins a tie.
        if away_m < best.0 && down.dot(ring.middle - at) > 0.0 && (demand[k] as f32) < f32::from(ring.open(class)) * DRAW_SHARE && ring.reachable(class, region)
        {
            best = (away_m, ring.target);
        }
    }
    Choice::Target(best.1)
}
