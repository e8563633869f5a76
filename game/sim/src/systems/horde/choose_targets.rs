//! Who goes for what: the keep, a tower on the way, or what walls them in (H4).

use crate::derived::Derived;
use crate::derived::ground::NO_REGION;
use crate::rule::{Rule, on};
use crate::stage::Stage;
use crate::tables::{NO_SLOT, Phase, TowerId};
use content::rules::ClassIndex;
use glam::Vec2;

/// Ticks between two looks round of one unit.
const LOOK_TICKS: u32 = 8;
/// Farthest that a tower draws anybody off the way, metres from its wall.
const DRAW_M: f32 = 8.0;
/// Units that a tower draws, as a multiple of its slots: the slots are full and half as many wait to take over.
const DRAW_SHARE: f32 = 1.5;

/// Chooses for those who look round in this tick and for those whose target fell.
pub fn run(stage: &mut Stage<'_>) {
    let Stage { level, rules, world, derived, scratch, .. } = stage;
    let demand = &mut scratch.horde.demand;
    let rings = &derived.rings;
    demand.clear();
    demand.resize(rings.all().len(), 0);
    let units = &mut world.units;
    for row in 0..units.len() {
        if units.target[row].is_none() || units.idle[row] != 0 || units.health[row] <= 0 {
            continue;
        }
        if let Some(ring) = rings.index(units.target[row]) {
            demand[ring] += 1;
        }
    }
    for row in 0..units.len() {
        // The keep never falls, so most are passed over by two comparisons.
        let looks = rings.all().len() > 1 && units.id[row].0.wrapping_add(world.tick).is_multiple_of(LOOK_TICKS);
        if !looks && units.target[row].is_none() {
            continue;
        }
        if units.phase[row] != Phase::Standing || units.health[row] <= 0 || units.idle[row] != 0 {
            continue;
        }
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
        // Who holds a slot stays: nobody flips.
        let chosen = if !fell && units.slot[row] != NO_SLOT { now } else { choose(derived, demand, now, class, units.position[row], ignores_towers) };
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
    }
}

fn choose(derived: &Derived, demand: &[u32], now: TowerId, class: ClassIndex, at: Vec2, ignores_towers: bool) -> TowerId {
    let Derived { ground, rings, fields, .. } = derived;
    let region = ground.region_at(class, at);
    if region == NO_REGION {
        return now;
    }
    let keep = &rings.all()[0];
    let keep_open = keep.reachable(class, region);
    if let Some(ring) = rings.ring(now).filter(|_| !now.is_none()) {
        // A tower once chosen stays until it falls, unless it cannot be reached or was only in the way.
        if ring.reachable(class, region) && !(ignores_towers && keep_open) {
            return now;
        }
    }
    if !keep_open && on(Rule::Breach) {
        // Walled in: the reachable building that lies most on the way to the keep.
        let way_m = |at: Vec2, to: Vec2| (to - at).length();
        return rings.all()[1..]
            .iter()
            .filter(|ring| ring.reachable(class, region))
            .min_by(|a, b| {
                let cost = |middle: Vec2| way_m(at, middle) + way_m(middle, keep.middle);
                cost(a.middle).total_cmp(&cost(b.middle)).then(a.target.cmp(&b.target))
            })
            .map_or(TowerId::NONE, |ring| ring.target);
    }
    if ignores_towers {
        return TowerId::NONE;
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
    best.1
}
