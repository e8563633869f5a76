//! Rows about the tick of 10,000 against dodgy_2d.

use super::Ask;
use super::crowd_level::Plan;
use super::orca::{LEAN, Orca, Parameters, USUAL};
use super::row::{Reached, Row, at_most, round};
use super::walk::{Series, TURN, Walk, ratios};
use content::rules::ClassIndex;
use serde_json::json;

/// Tick from which the 10,000 stand before the gaps.
pub const JAM_FROM: u32 = 300;
/// Tick at which the measured part of the jam ends.
pub const JAM_TO: u32 = 600;
/// Ticks of the walk that is measured.
pub const WALK_TO: u32 = 100;

/// Rows of [`against_orca`].
pub const AGAINST_ORCA: &[&str] = &["tick-10000-walking", "tick-10000-jammed", "tick-10000-two-threads"];

/// 10,000 walking and jammed beside dodgy_2d, one thread; then both on two.
pub fn against_orca(ask: &Ask<'_>) -> Result<Vec<Row>, String> {
    let plan = Plan::ten_thousand();
    let mut rows = Vec::new();
    let mut ours = Walk::new(&plan, 1)?;
    // The first tick solves the field by which dodgy_2d's agents walk too.
    ours.skip(1);
    if ask.wants(AGAINST_ORCA[0]) {
        rows.push(beside_orca(ask, AGAINST_ORCA[0], "walking", &plan, &mut ours, WALK_TO));
    }
    let now = ours.battle.world().tick;
    ours.skip(JAM_FROM.saturating_sub(now));
    let mut shared = Walk::copy_of(&ours, 2)?;
    if ask.wants(AGAINST_ORCA[1]) {
        rows.push(beside_orca(ask, AGAINST_ORCA[1], "jammed before four gaps of 8 m", &plan, &mut ours, JAM_TO - JAM_FROM));
    }
    if ask.wants(AGAINST_ORCA[2]) {
        rows.push(beside_orca_on_two(ask, AGAINST_ORCA[2], &plan, &mut shared));
    }
    Ok(rows)
}

/// dodgy_2d's crowd as ours stands.
fn orca_of(plan: &Plan, ours: &Walk, parameters: Parameters) -> Orca {
    let radius_m = ours.battle.derived().ground.radius_m(ClassIndex(0));
    Orca::new(plan, &ours.battle.world().units, radius_m, parameters)
}

fn beside_orca(ask: &Ask<'_>, id: &'static str, how: &str, plan: &Plan, ours: &mut Walk, ticks: u32) -> Row {
    let (mut theirs, mut lean) = (orca_of(plan, ours, USUAL), orca_of(plan, ours, LEAN));
    let [mut a, mut b, mut c] = [(); 3].map(|()| Series::default());
    let begun_m = theirs.mean_x();
    for _ in 0..ticks / TURN {
        a.push(ours.turn(TURN));
        if ask.compare {
            let fields = &ours.battle.derived().fields;
            b.push(ours.beside(|| theirs.turn(fields, TURN)));
            c.push(ours.beside(|| lean.turn(fields, TURN)));
        }
    }
    let (horde, whole) = (a.summary(|tick| tick.horde_cpu), a.summary(|tick| tick.cpu));
    let mut detail = json!({
        "horde ms": { "least turn": round(horde.least_turn), "median turn": round(horde.median_turn), "mean": round(horde.mean), "p99": round(horde.p99), "max": round(horde.max) },
        "whole tick ms": { "least turn": round(whole.least_turn), "median turn": round(whole.median_turn) },
        "ms by system": ours.systems(),
        "wall / CPU": round(a.summary(|tick| tick.wall).mean / whole.mean),
    });
    let mut now = format!("{:.2} ms; --compare for the share", horde.median_turn);
    let mut reached = Reached::Reported;
    if ask.compare {
        let ours_horde = a.turn_means(|tick| tick.horde_cpu);
        let orca = b.summary(|tick| tick.horde_cpu);
        let (median, least) = ratios(&ours_horde, &b.turn_means(|tick| tick.horde_cpu));
        let (with_wishes, _) = ratios(&a.turn_means(|tick| tick.cpu), &b.turn_means(|tick| tick.cpu));
        let (to_lean, _) = ratios(&ours_horde, &c.turn_means(|tick| tick.horde_cpu));
        now = format!("{median:.3} ({least:.3} by minima)");
        reached = at_most(median, 0.5, 0.25);
        detail["dodgy_2d ms"] =
            json!({ "least turn": round(orca.least_turn), "median turn": round(orca.median_turn), "mean": round(orca.mean), "parameters": told(USUAL) });
        detail["whole tick / dodgy_2d with its look at the field"] = json!(round(with_wishes));
        detail["lean dodgy_2d"] = json!({ "share": round(to_lean), "ms": round(c.summary(|tick| tick.horde_cpu).median_turn), "parameters": told(LEAN) });
        detail["dodgy_2d walked m"] = json!(round(f64::from(theirs.mean_x() - begun_m)));
    }
    Row {
        id,
        title: format!("whole horde tick, 10,000 {how}, one thread, as a share of dodgy_2d's (CPU time, in turns of {TURN} ticks)"),
        article: "dodgy_2d 1 (5.0 ms), RVO2 2.1, DetourCrowd 5.3, JuPedSim 5.7; prototype 0.48",
        floor: "0.5",
        goal: "0.25",
        now,
        reached,
        differs: false,
        detail,
    }
}

/// The jam again with two threads each: dodgy_2d's agents decide independently, so they can be shared out too.
fn beside_orca_on_two(ask: &Ask<'_>, id: &'static str, plan: &Plan, ours: &mut Walk) -> Row {
    let mut theirs = orca_of(plan, ours, USUAL);
    let (mut a, mut b) = (Series::default(), Series::default());
    for _ in 0..WALK_TO / TURN {
        a.push(ours.turn(TURN));
        if ask.compare {
            b.push(ours.beside(|| theirs.turn(&ours.battle.derived().fields, TURN)));
        }
    }
    let (median, least) = ratios(&a.turn_means(|tick| tick.horde_wall), &b.turn_means(|tick| tick.horde_wall));
    let own = a.summary(|tick| tick.horde_wall);
    Row {
        id,
        title: format!("whole horde tick, 10,000 jammed, two threads each, as a share of dodgy_2d's (wall clock, in turns of {TURN} ticks)"),
        article: "prototype 1.7 ms",
        floor: "reported",
        goal: "reported",
        now: if ask.compare { format!("{median:.3} ({least:.3} by minima)") } else { format!("{:.2} ms; --compare for the share", own.median_turn) },
        reached: Reached::Reported,
        differs: false,
        detail: json!({
            "horde ms": { "least turn": round(own.least_turn), "median turn": round(own.median_turn) },
            "dodgy_2d ms": round(b.summary(|tick| tick.horde_wall).median_turn),
        }),
    }
}

fn told(parameters: Parameters) -> String {
    let Parameters { neighbor_m, neighbors, horizon_s } = parameters;
    format!("{neighbors} nearest within {neighbor_m} m, {horizon_s} s")
}
