//! Rows about the tick by number of enemies, by threads, by map and at ten times the speed.
//!
//! A large crowd on its usual rectangle would walk for a minute until those behind stand; the jams here begin packed
//! before the wall, and are measured when they have settled.

use super::Ask;
use super::clock::median;
use super::crowd_level::Plan;
use super::row::{Reached, Row, at_least, at_most, round, worse};
use super::ticks::{JAM_FROM, JAM_TO, WALK_TO};
use super::walk::{Series, TURN, Walk, ratios};
use serde_json::{Value, json};
use sim::tables::Motion;

/// Rows of [`large`].
pub const LARGE: &[&str] = &["tick-100000-walking", "tick-100000-jammed", "tick-200000-walking", "tick-200000-jammed", "threads-gain"];
/// Rows of [`growth`].
pub const GROWTH: &[&str] = &["growth-walking", "growth-jammed"];
/// Rows of [`maps`].
pub const MAPS: &[&str] = &["map-128", "map-256", "map-512"];
/// Rows of [`ten_times`].
pub const TEN_TIMES: &[&str] = &["ten-times-speed"];

/// Ticks that are measured of a large crowd, walking and jammed.
const LARGE_TICKS: u32 = 100;
/// Milliseconds of a tick in real time.
const REAL_TIME_MS: f64 = 1e3 / sim::TICKS_PER_SECOND as f64;
/// Ticks until everything has been asked for once.
const WARM_UP: u32 = 2;

/// Ticks until a packed crowd has settled.
const SETTLE: u32 = 120;

/// One crowd over some ticks on one and on two threads, in turns, and its state after them on one, two and eight.
struct Threads {
    one: Series,
    two: Series,
    hashes: [u64; 3],
    waiting: f64,
    systems: Value,
}

impl Threads {
    /// Goes on from a battle with copies of it; leaves it where it was.
    fn measure(from: &Walk, ticks: u32) -> Result<Self, String> {
        let (mut one, mut two) = (Walk::copy_of(from, 1)?, Walk::copy_of(from, 2)?);
        let mut times = [Series::default(), Series::default()];
        for walk in [&mut one, &mut two] {
            walk.skip(WARM_UP);
        }
        for _ in 0..ticks / TURN {
            times[0].push(one.turn(TURN));
            times[1].push(two.turn(TURN));
        }
        let mut eight = Walk::copy_of(from, 8)?;
        eight.skip(WARM_UP + ticks / TURN * TURN);
        let [first, second] = times;
        let units = &one.battle.world().units;
        let waiting = units.motion.iter().filter(|motion| **motion != Motion::Moving).count() as f64 / units.len().max(1) as f64;
        Ok(Self { one: first, two: second, hashes: [&one, &two, &eight].map(|walk| walk.battle.hash()), waiting, systems: one.systems() })
    }

    fn differs(&self) -> bool {
        self.hashes.iter().any(|hash| *hash != self.hashes[0])
    }

    /// How many times faster two threads are, by the wall clock, median of the turns.
    fn gain(&self) -> f64 {
        ratios(&self.one.turn_means(|tick| tick.wall), &self.two.turn_means(|tick| tick.wall)).0
    }

    /// How much other work stretched one thread.
    fn busy(&self) -> f64 {
        self.one.summary(|tick| tick.wall).mean / self.one.summary(|tick| tick.cpu).mean
    }

    fn detail(&self) -> Value {
        let (one, two, wall) = (self.one.summary(|tick| tick.cpu), self.two.summary(|tick| tick.cpu), self.two.summary(|tick| tick.wall));
        json!({
            "2 threads, wall ms": { "least turn": round(wall.least_turn), "median turn": round(wall.median_turn), "mean": round(wall.mean), "p99": round(wall.p99), "max": round(wall.max) },
            "2 threads, CPU ms of both": round(two.mean),
            "1 thread, CPU ms": { "least turn": round(one.least_turn), "mean": round(one.mean), "p99": round(one.p99), "max": round(one.max) },
            "of it the horde": round(self.one.summary(|tick| tick.horde_cpu).mean),
            "1 thread, CPU ms by system": self.systems,
            "1 thread, wall / CPU": round(self.busy()),
            "gain of the second thread": round(self.gain()),
            "waiting or sidestepping at the end": round(self.waiting),
            "hash on 1, 2, 8 threads": self.hashes.map(|hash| format!("{hash:016x}")),
        })
    }
}

/// 100,000 and 200,000, walking and jammed.
pub fn large(ask: &Ask<'_>) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    let (mut gains, mut busy) = (Vec::new(), 0.0f64);
    for (count, walking, jammed) in [(100_000, LARGE[0], LARGE[1]), (200_000, LARGE[2], LARGE[3])] {
        let gain_too = count == 100_000 && ask.wants(LARGE[4]);
        if !(ask.wants(walking) || ask.wants(jammed) || gain_too) {
            continue;
        }
        for (id, from, how) in [(walking, 0, "walking"), (jammed, SETTLE, "jammed")] {
            if !(ask.wants(id) || gain_too) {
                continue;
            }
            let plan = if from == 0 { Plan::grown(count) } else { Plan::grown(count).packed() };
            let mut walk = Walk::new(&plan, 2)?;
            walk.skip(from);
            let threads = Threads::measure(&walk, LARGE_TICKS)?;
            gains.push((id, threads.gain()));
            busy = busy.max(threads.busy());
            rows.push(large_row(id, how, &plan, from, &threads));
        }
    }
    if ask.wants(LARGE[4]) {
        let of_100_000: Vec<f64> = gains.iter().take(2).map(|(_, gain)| *gain).collect();
        let worst = of_100_000.iter().copied().fold(f64::MAX, f64::min);
        rows.push(Row {
            id: LARGE[4],
            title: "100,000 enemies: how many times faster a second thread makes the whole tick, walking and jammed (wall clock, in turns)".to_owned(),
            article: "prototype 1.7",
            floor: "-",
            goal: "1.8 x",
            now: of_100_000.iter().map(|gain| format!("{gain:.2} x")).collect::<Vec<_>>().join(", "),
            reached: at_least(worst, 0.0, 1.8).by_wall(busy),
            differs: false,
            detail: json!({ "all": gains.iter().map(|(id, gain)| format!("{id} {gain:.2}")).collect::<Vec<_>>() }),
        });
    }
    Ok(rows)
}

fn large_row(id: &'static str, how: &str, plan: &Plan, from: u32, threads: &Threads) -> Row {
    let wall = threads.two.summary(|tick| tick.wall);
    let real_time = plan.count > 100_000;
    let mut detail = threads.detail();
    detail["map"] = json!(format!("{} x {}, {:.2} enemies a square meter, {} gaps of 8 m", plan.width, plan.height, plan.density(), plan.gaps.len()));
    Row {
        id,
        title: format!("{} enemies {how}: whole tick on two threads, ms mean (p99), wall clock, ticks {from} to {}", plan.count, from + LARGE_TICKS),
        article: if real_time { "none" } else { "none; prototype 15.5 (31) ms, on one thread 26 (45)" },
        floor: if real_time { "-" } else { "16 (30) ms" },
        goal: if real_time { "real time: 33.3 ms" } else { "10 (15) ms" },
        now: format!("{:.1} ({:.1}) ms; one thread by CPU time {:.1}", wall.mean, wall.p99, threads.one.summary(|tick| tick.cpu).mean),
        reached: if real_time { at_most(wall.mean, f64::MAX, REAL_TIME_MS) } else { worse(at_most(wall.mean, 16.0, 10.0), at_most(wall.p99, 30.0, 15.0)) }
            .by_wall(threads.busy()),
        differs: threads.differs(),
        detail,
    }
}

/// 50,000 against 10,000 on one thread.
pub fn growth(ask: &Ask<'_>) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (id, how, from) in [(GROWTH[0], "walking", WARM_UP), (GROWTH[1], "jammed", SETTLE)] {
        if !ask.wants(id) {
            continue;
        }
        let plan = |count| if id == GROWTH[0] { Plan::slice(count) } else { Plan::slice(count).packed() };
        let many = plan(50_000);
        let (mut small, mut large) = (Walk::new(&plan(10_000), 1)?, Walk::new(&many, 1)?);
        small.skip(from);
        large.skip(from);
        let (mut a, mut b) = (Series::default(), Series::default());
        for _ in 0..WALK_TO / TURN {
            a.push(small.turn(TURN));
            b.push(large.turn(TURN));
        }
        let (median, by_minima) = ratios(&b.turn_means(|tick| tick.horde_cpu), &a.turn_means(|tick| tick.horde_cpu));
        rows.push(Row {
            id,
            title: format!("whole horde tick, {how}: 50,000 as a multiple of 10,000, one thread (CPU time, in turns)"),
            article: "prototype 5.6 to 5.9",
            floor: "5.5",
            goal: "5.2",
            now: format!("{median:.2} ({by_minima:.2} by minima)"),
            reached: at_most(median, 5.5, 5.2),
            differs: false,
            detail: json!({
                "10,000 ms": round(a.summary(|tick| tick.horde_cpu).median_turn),
                "50,000 ms": round(b.summary(|tick| tick.horde_cpu).median_turn),
                "10,000 by system": small.systems(),
                "50,000 by system": large.systems(),
                "map": format!("{} x {}, {:.2} enemies a square meter, {} gaps of 8 m", many.width, many.height, many.density(), many.gaps.len()),
            }),
        });
    }
    Ok(rows)
}

/// The same 10,000 on three maps.
pub fn maps(_ask: &Ask<'_>) -> Result<Vec<Row>, String> {
    let mut walks = [128, 256, 512].map(|side| Walk::new(&Plan::on_map(side), 1)).into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut series = [(); 2].map(|()| [(); 3].map(|()| Series::default()));
    for (times, (from, ticks)) in series.iter_mut().zip([(WARM_UP, WALK_TO), (JAM_FROM, 2 * WALK_TO)]) {
        for walk in &mut walks {
            walk.skip(from.saturating_sub(walk.battle.world().tick));
        }
        for _ in 0..ticks / TURN {
            for (walk, times) in walks.iter_mut().zip(times.iter_mut()) {
                times.push(walk.turn(TURN));
            }
        }
    }
    let [walking, jammed] = series;
    let rows = (0..3).map(|k| {
        let figure = |times: &Series| median(&times.turn_means(|tick| tick.horde_cpu));
        let (to_first, _) = ratios(&jammed[k].turn_means(|tick| tick.horde_cpu), &jammed[0].turn_means(|tick| tick.horde_cpu));
        Row {
            id: MAPS[k],
            title: format!(
                "whole horde tick of the same 10,000 on a map of {0} x {0}, walking and jammed, one thread (CPU time, in turns)",
                [128, 256, 512][k]
            ),
            article: "-",
            floor: "reported",
            goal: "reported",
            now: format!("{:.2}, {:.2} ms; {to_first:.2} x of 128", figure(&walking[k]), figure(&jammed[k])),
            reached: Reached::Reported,
            differs: false,
            detail: json!({
                "ms by system, both": walks[k].systems(),
                "walking p99 ms": round(walking[k].summary(|tick| tick.cpu).p99),
                "jammed p99 ms": round(jammed[k].summary(|tick| tick.cpu).p99),
                "jammed max ms": round(jammed[k].summary(|tick| tick.cpu).max),
            }),
        }
    });
    Ok(rows.collect())
}

/// How many ticks a second the whole simulation makes of 10,000 on two threads.
pub fn ten_times(_ask: &Ask<'_>) -> Result<Vec<Row>, String> {
    let plan = Plan::ten_thousand();
    let mut walk = Walk::new(&plan, 2)?;
    let mut one = Walk::new(&plan, 1)?;
    let (mut two_threads, mut one_thread) = (Series::default(), Series::default());
    for _ in 0..JAM_TO / TURN {
        two_threads.push(walk.turn(TURN));
        one_thread.push(one.turn(TURN));
    }
    let (two, alone) = (two_threads.summary(|tick| tick.wall), one_thread.summary(|tick| tick.wall));
    let cpu = one_thread.summary(|tick| tick.cpu);
    let a_second = |ms: f64| 1e3 / ms;
    Ok(vec![Row {
        id: TEN_TIMES[0],
        title: format!("whole simulation, 10,000 from the start into the jam (ticks 0 to {JAM_TO}), two threads: ticks a second"),
        article: "20 frames a second at 10 x",
        floor: "300",
        goal: "600: half of the time is left for the frame",
        now: format!("{:.0}; one thread by CPU time {:.0}", a_second(two.mean), a_second(cpu.mean)),
        reached: at_least(a_second(two.mean), 300.0, 600.0).by_wall(alone.mean / cpu.mean),
        differs: walk.battle.hash() != one.battle.hash(),
        detail: json!({
            "in the best turn": round(a_second(two.least_turn)),
            "in the median turn": round(a_second(two.median_turn)),
            "on one thread": round(a_second(alone.mean)),
            "on one thread by CPU time": round(a_second(cpu.mean)),
            "one thread, wall / CPU": round(alone.mean / cpu.mean),
        }),
    }])
}
