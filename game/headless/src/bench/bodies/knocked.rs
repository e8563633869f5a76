//! Rows about ticks in which thousands are in the air: alone, beside rapier3d's balls and ragdolls, and 20,000 at once.

use super::Ask;
use super::scene::{Bed, Tick, blast, open};
use crate::bench::speed::clock::{least, mean, median, share};
use crate::bench::speed::row::{Reached, Row, at_least, at_most, round, worse};
use content::command::Command;
use serde_json::{Value, json};

/// Rows of [`knocked`].
pub const KNOCKED: &[&str] = &["knocked-2000", "knocked-10000"];
/// Rows of [`jointed`].
pub const JOINTED: &[&str] = &["jointed-24", "jointed-200", "jointed-2000"];
/// Row of [`at_once`].
pub const AT_ONCE: &[&str] = &["knocked-20000"];

/// Ticks from one throw of everybody to the next: a flight is about so long, so nearly all are always in the air, and
/// each turn holds one launch of all.
pub const PERIOD: u32 = 60;
/// Ticks until everybody stands again: a flight, the settling, the lying and the getting up.
const REST_TICKS: u32 = 150;
/// Turns of a series.
const TURNS: u32 = 7;
/// The tick of a 30 Hz game, milliseconds.
const TICK_MS: f64 = 1_000.0 / 30.0;

/// Open ground, the crowd in its middle, and the blasts that reach all of it.
struct Throws {
    bed: Bed,
    blasts: Vec<Command>,
}

impl Throws {
    fn new(count: u32, threads: usize) -> Result<Self, String> {
        // 0.8 to a square meter, and room for whoever flies outwards, again and again.
        let crowd_m = (f64::from(count) / 0.8).sqrt().ceil();
        let side = (crowd_m + 90.0).clamp(128.0, 512.0);
        let (low, high) = ((0.5 * (side - crowd_m)) as f32, (0.5 * (side + crowd_m)) as f32);
        let bed = Bed::new(open(side as u32, count, low, high), threads)?;
        // No blast reaches farther than 64 m: as many as cover the whole map between them.
        let across = (side / 90.0).ceil() as u32;
        let spots = (0..across * across).map(|k| [k % across, k / across].map(|at| (f64::from(at) + 0.5) * side / f64::from(across)));
        let blasts = spots.map(|at| blast(at.map(|at| at as f32), 64.0, 18.0, 0)).collect();
        Ok(Self { bed, blasts })
    }

    /// One period: everybody is thrown in its first tick.
    fn turn(&mut self) -> Vec<Tick> {
        (0..PERIOD).map(|tick| self.bed.step(if tick == 0 { &self.blasts } else { &[] })).collect()
    }
}

/// Mean a tick of a figure over each turn.
fn means(turns: &[Vec<Tick>], figure: impl Fn(&Tick) -> f64) -> Vec<f64> {
    turns.iter().map(|turn| mean(&turn.iter().map(&figure).collect::<Vec<_>>())).collect()
}

/// 2,000 and 10,000 in the air, each tick's systems of bodies with the launches and their predictions in it.
pub fn knocked(ask: &Ask<'_>) -> Result<Vec<Row>, String> {
    let marks = [
        (2_000, 0.10, 0.03, "0.58 ms; balls 1.1 to 3.1", "0.10; 1/10 balls", "0.03; 1/30 balls"),
        (10_000, 0.5, 0.15, "0.96 to 1.01 ms, without prediction", "0.50", "0.15"),
    ];
    let mut rows = Vec::new();
    for (id, (count, floor, goal, article, floor_told, goal_told)) in KNOCKED.iter().zip(marks) {
        if !ask.wants(id) {
            continue;
        }
        let mut throws = Throws::new(count, 1)?;
        // The first throw finds everybody on its feet and the buffers cold.
        throws.turn();
        let mut others = Others::balls(ask, count as usize);
        let (mut turns, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..TURNS {
            turns.push(throws.turn());
            theirs.extend(others.turn());
        }
        let knocked = throws.bed.knocked();
        // Down and up again: settling, lying, getting up.
        let rest: Vec<f64> = (0..REST_TICKS).map(|_| throws.bed.step(&[]).bodies).collect();
        let all: Vec<f64> = turns.iter().flatten().map(|tick| tick.bodies).collect();
        let launches: Vec<f64> = turns.iter().map(|turn| turn[0].bodies).collect();
        let ours = means(&turns, |tick| tick.bodies);
        let mut now = format!("{:.4} ms", median(&ours));
        let mut reached = at_most(median(&ours), floor, goal);
        let mut detail = json!({
            "knocked": knocked,
            "ms a tick": { "least turn": round4(least(&ours)), "median turn": round4(median(&ours)), "max tick": round4(share(&all, 1.0)) },
            "tick with the launch of all": round4(median(&launches)),
            "landing, lying and getting up": { "mean": round4(mean(&rest)), "max tick": round4(share(&rest, 1.0)) },
            "whole tick": round4(median(&means(&turns, |tick| tick.whole))),
        });
        if ask.compare {
            let times = ratio(&theirs, &ours);
            now = format!("{now}; 1/{times:.0} balls");
            reached = worse(reached, at_least(times, 10.0, 30.0));
            detail["rapier3d balls ms"] = json!({ "least turn": round4(least(&theirs)), "median turn": round4(median(&theirs)) });
        }
        rows.push(Row {
            id,
            title: format!("bodies' share of a tick, {count} knocked, launches and predictions included, one thread (turns of {PERIOD} ticks)"),
            article,
            floor: floor_told,
            goal: goal_told,
            now,
            reached,
            differs: false,
            detail,
        });
    }
    Ok(rows)
}

/// As many bodies of ours as rapier3d has ragdolls of eleven jointed parts.
pub fn jointed(ask: &Ask<'_>) -> Result<Vec<Row>, String> {
    let counts = [(24, "0.5 to 0.9 ms"), (200, "2 to 8 ms"), (2_000, "27 to 200 ms")];
    let mut rows = Vec::new();
    for (id, (count, told)) in JOINTED.iter().zip(counts) {
        if !ask.wants(id) {
            continue;
        }
        let mut throws = Throws::new(count, 1)?;
        throws.turn();
        let mut others = Others::ragdolls(ask, count as usize);
        let (mut turns, mut theirs) = (Vec::new(), Vec::new());
        // A turn of 2,000 ragdolls takes seconds.
        for _ in 0..if count > 1_000 { 3 } else { TURNS } {
            turns.push(throws.turn());
            theirs.extend(others.turn());
        }
        let ours = means(&turns, |tick| tick.bodies);
        let (mut now, mut reached) = (format!("{:.4} ms; --compare for the share", median(&ours)), Reached::Reported);
        let mut detail = json!({ "ms a tick": { "least turn": round4(least(&ours)), "median turn": round4(median(&ours)) } });
        if ask.compare {
            let times = ratio(&theirs, &ours);
            now = format!("{:.4} ms; 1/{times:.0} ragdolls", median(&ours));
            // BODIES.md asks for 1/500 at 2,000; for fewer there is no mark.
            reached = if count == 2_000 { at_least(times, 500.0, 500.0) } else { Reached::Reported };
            detail["rapier3d ragdolls ms"] = json!({ "least turn": round4(least(&theirs)), "median turn": round4(median(&theirs)) });
        }
        rows.push(Row {
            id,
            title: format!("bodies' share of a tick, {count} knocked, beside as many rapier3d ragdolls of eleven jointed capsules in flight and landing"),
            article: told,
            floor: if count == 2_000 { "1/500" } else { "reported" },
            goal: if count == 2_000 { "1/500" } else { "reported" },
            now,
            reached,
            differs: false,
            detail,
        });
    }
    Ok(rows)
}

/// 20,000 knocked at once, the whole tick on two threads in real time; and the same state on one thread and eight.
pub fn at_once(_: &Ask<'_>) -> Result<Vec<Row>, String> {
    const COUNT: u32 = 20_000;
    let mut throws = Throws::new(COUNT, 2)?;
    let turns: Vec<Vec<Tick>> = (0..4).map(|_| throws.turn()).collect();
    let knocked = throws.bed.knocked();
    let hash = throws.bed.battle.hash();
    let mut differs = false;
    for threads in [1, 8] {
        let mut again = Throws::new(COUNT, threads)?;
        (0..4).for_each(|_| drop(again.turn()));
        differs |= again.bed.battle.hash() != hash;
    }
    let wall: Vec<f64> = turns.iter().flatten().map(|tick| tick.wall).collect();
    let bodies: Vec<f64> = turns.iter().flatten().map(|tick| tick.bodies).collect();
    let slow = wall.iter().filter(|wall| **wall > TICK_MS).count();
    // Real time: no tick is longer than a tick, but for one in a hundred on a machine that others use too.
    let reached = if share(&wall, 0.99) < TICK_MS { Reached::Goal } else { Reached::Below };
    Ok(vec![Row {
        id: AT_ONCE[0],
        title: format!("whole tick, {COUNT} thrown again whenever they come down, two threads, wall clock"),
        article: "capped at 3,000",
        floor: "10,000 in real time",
        goal: "20,000 in real time (33.3 ms)",
        now: format!("{knocked} knocked, {:.2} ms mean, {:.2} p99", mean(&wall), share(&wall, 0.99)),
        reached: if knocked < 19_000 { Reached::Below } else { reached },
        differs,
        detail: json!({
            "wall ms": { "mean": round(mean(&wall)), "p99": round(share(&wall, 0.99)), "max": round(share(&wall, 1.0)) },
            "ticks over 33.3 ms": format!("{slow} of {}", wall.len()),
            "bodies' share ms, CPU": { "mean": round(mean(&bodies)), "max": round(share(&bodies, 1.0)) },
            "hash on 1, 2, 8 threads": if differs { Value::from("differs") } else { json!(format!("{hash:016x}")) },
        }),
    }])
}

/// How many times longer theirs takes, by the medians of pairs of turns.
fn ratio(theirs: &[f64], ours: &[f64]) -> f64 {
    let pairs: Vec<f64> = theirs.iter().zip(ours).map(|(theirs, ours)| theirs / ours.max(1e-9)).collect();
    median(&pairs)
}

/// Four digits after the point: a row of 0.006 ms has no meaning in three.
pub fn round4(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// What runs beside ours, when it was asked for.
enum Others {
    /// Nothing.
    Nobody,
    #[cfg(feature = "rapier")]
    Rapier(Box<super::rapier::Bodies>),
}

impl Others {
    #[cfg(feature = "rapier")]
    fn balls(ask: &Ask<'_>, count: usize) -> Self {
        if ask.compare { Self::Rapier(Box::new(super::rapier::Bodies::balls(count))) } else { Self::Nobody }
    }

    #[cfg(feature = "rapier")]
    fn ragdolls(ask: &Ask<'_>, count: usize) -> Self {
        if ask.compare { Self::Rapier(Box::new(super::rapier::Bodies::ragdolls(count))) } else { Self::Nobody }
    }

    #[cfg(not(feature = "rapier"))]
    fn balls(_: &Ask<'_>, _: usize) -> Self {
        Self::Nobody
    }

    #[cfg(not(feature = "rapier"))]
    fn ragdolls(_: &Ask<'_>, _: usize) -> Self {
        Self::Nobody
    }

    /// Mean milliseconds a step over one period, or none.
    fn turn(&mut self) -> Option<f64> {
        match self {
            Self::Nobody => None,
            #[cfg(feature = "rapier")]
            Self::Rapier(bodies) => Some(bodies.turn(PERIOD)),
        }
    }
}
