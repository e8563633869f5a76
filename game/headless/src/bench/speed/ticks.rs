//! Rows about the tick of 10,000 against dodgy_2d.

use super::Ask;
use super::crowd_level::Plan;
use super::orca::{NEIGHBOR_M, NEIGHBORS_MAX, Orca};
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
pub const AGAINST_ORCA: &[&str] = &["tick-10000-walking", "tick-10000-jammed"];

/// 10,000 walking and jammed beside dodgy_2d, one thread.
pub fn against_orca(ask: &Ask<'_>) -> Result<Vec<Row>, String> {
    let plan = Plan::ten_thousand();
    let mut rows = Vec::new();
    let mut ours = Walk::new(&plan, 1)?;
    // The first tick solves the field by which dodgy_2d's agents walk too.
    ours.skip(1);
    if ask.wants(AGAINST_ORCA[0]) {
        rows.push(beside_orca(ask, AGAINST_ORCA[0], "walking", &plan, &mut ours, WALK_TO)?);
    }
    if ask.wants(AGAINST_ORCA[1]) {
        let now = ours.battle.world().tick;
        ours.skip(JAM_FROM.saturating_sub(now));
        rows.push(beside_orca(ask, AGAINST_ORCA[1], "jammed before four gaps of 8 m", &plan, &mut ours, JAM_TO - JAM_FROM)?);
    }
    Ok(rows)
}

fn beside_orca(ask: &Ask<'_>, id: &'static str, how: &str, plan: &Plan, ours: &mut Walk, ticks: u32) -> Result<Row, String> {
    let radius_m = ours.battle.derived().ground.radius_m(ClassIndex(0));
    let mut theirs = Orca::new(plan, &ours.battle.world().units, radius_m);
    let (mut a, mut b) = (Series::default(), Series::default());
    let begun_m = theirs.mean_x();
    for _ in 0..ticks / TURN {
        a.push(ours.turn(TURN));
        if ask.compare {
            let fields = &ours.battle.derived().fields;
            let turn = ours.beside(|| theirs.turn(fields, TURN));
            b.push(turn);
        }
    }
    let (horde, whole) = (a.summary(|tick| tick.horde_cpu), a.summary(|tick| tick.cpu));
    let wall = a.summary(|tick| tick.wall);
    let mut row = Row {
        id,
        title: format!("whole horde tick, 10,000 {how}, one thread, as a share of dodgy_2d's (CPU time, in turns of {TURN} ticks)"),
        article: "dodgy_2d 1 (5.0 ms), RVO2 2.1, DetourCrowd 5.3, JuPedSim 5.7; prototype 0.48",
        floor: "0.5",
        goal: "0.25",
        now: format!("{:.2} ms; --compare for the share", horde.median_turn),
        reached: Reached::Reported,
        differs: false,
        detail: json!({}),
    };
    let mut detail = json!({
        "horde ms": { "least turn": round(horde.least_turn), "median turn": round(horde.median_turn), "mean": round(horde.mean), "p99": round(horde.p99), "max": round(horde.max) },
        "whole tick ms": { "least turn": round(whole.least_turn), "median turn": round(whole.median_turn) },
        "wall / CPU": round(wall.mean / whole.mean),
    });
    if ask.compare {
        let orca = b.summary(|tick| tick.horde_cpu);
        let (median, least) = ratios(&a.turn_means(|tick| tick.horde_cpu), &b.turn_means(|tick| tick.horde_cpu));
        let (with_wishes, _) = ratios(&a.turn_means(|tick| tick.cpu), &b.turn_means(|tick| tick.cpu));
        row.now = format!("{median:.3} ({least:.3} by minima)");
        row.reached = at_most(median, 0.5, 0.25);
        detail["dodgy_2d ms"] = json!({ "least turn": round(orca.least_turn), "median turn": round(orca.median_turn), "mean": round(orca.mean) });
        detail["whole tick / dodgy_2d with its look at the field"] = json!(round(with_wishes));
        detail["dodgy_2d's"] = json!(format!("{NEIGHBORS_MAX} nearest within {NEIGHBOR_M} m, horizons 3 and 1 s"));
        detail["dodgy_2d walked m"] = json!(round(f64::from(theirs.mean_x() - begun_m)));
    }
    row.detail = detail;
    Ok(row)
}
