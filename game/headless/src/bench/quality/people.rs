//! Verification cases of the RiMEA guideline for pedestrians, with human sizes and speeds, each with five seeds.
//!
//! The floor is the guideline's rule for the mean of the seeds, the goal the rule with a margin for every seed.

use super::course::{Course, Crew, Look, Next, Scene, side_by_side};
use super::row::{Now, Reached, Text, rounded};
use glam::Vec2;
use serde_json::json;
use sim::TICK_S;
use sim::tables::Units;

/// The level's own and four more.
const SEEDS: [u64; 5] = [1, 2, 3, 4, 5];
/// Ticks after which a building counts as locked.
const TICKS_MAX: u32 = 20_000;
/// Slower than this somebody stands in a jam, m/s.
const SLOW_MPS: f32 = 0.316;

pub const ROWS: &[Text] = &[
    Text { id: "rimea-1", name: "RiMEA 1: s for 40 m in a corridor, also askew", article: "-", study: "-", floor: "26 to 34", goal: "27 to 33, 5 seeds" },
    Text { id: "rimea-6", name: "RiMEA 6: 20 round a corner, m from its inner side", article: "-", study: "-", floor: "no wall, < 1.0", goal: "same, 5 seeds" },
    Text { id: "rimea-9", name: "RiMEA 9: time by two doors / by four", article: "-", study: "1.83", floor: "1.6 to 2.4", goal: "1.7 to 2.3, 5 seeds" },
    Text { id: "rimea-11", name: "RiMEA 11: share that takes the near door", article: "-", study: "56 %", floor: "most, not all", goal: "55 to 90 %, 5 seeds" },
    Text {
        id: "rimea-12",
        name: "RiMEA 12: flow of the first less the second corridor, 1/s",
        article: "-",
        study: "-0.007",
        floor: ">= -0.05, no 2nd jam",
        goal: "same, 5 seeds",
    },
    Text { id: "rimea-15", name: "RiMEA 15: s short <= cornered <= long", article: "-", study: "-", floor: "in this order", goal: "same, 5 seeds" },
];

/// One of the cases, over all seeds.
type Case = fn(&Crew) -> Result<Now, String>;

pub fn measure(crew: &Crew, wanted: &[bool]) -> Vec<Now> {
    let cases: [Case; 6] = [corridor, corner, doors, near_and_far, two_corridors, lengths];
    let cases = cases.into_iter().zip(wanted.iter().copied());
    side_by_side(cases.map(|(case, wanted)| move || if wanted { case(crew).unwrap_or_else(|why| Now::failed(&why)) } else { Now::unasked() }).collect())
}

/// Runs a level once a seed until everybody is out; `make` gives each run its own eyes, `end` what they saw.
fn with_seeds<S: Default + Send, T: Send>(
    crew: &Crew,
    id: &str,
    look: impl Fn(&mut S, &mut Look<'_>) + Sync,
    end: impl Fn(S, &Course) -> T + Sync,
) -> Result<Vec<T>, String> {
    let scene = Scene::load(id)?;
    let one = |seed: u64| {
        let mut seen = S::default();
        let course = crew.run(&scene.seeded(seed), TICKS_MAX, |at| {
            look(&mut seen, at);
            Next::GoOn
        });
        if course.emptied() { Ok(end(seen, &course)) } else { Err(format!("error: {}", course.told_left())) }
    };
    let one = &one;
    side_by_side(SEEDS.map(|seed| move || one(seed)).into()).into_iter().collect()
}

/// Seconds until everybody was out, for each seed.
fn seconds(crew: &Crew, id: &str) -> Result<Vec<f64>, String> {
    with_seeds::<(), f64>(crew, id, |_, _| (), |_, course| f64::from(course.ticks) * f64::from(TICK_S))
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn told(values: &[f64], places: usize) -> String {
    values.iter().map(|value| format!("{value:.places$}")).collect::<Vec<_>>().join(", ")
}

fn corridor(crew: &Crew) -> Result<Now, String> {
    let (straight, askew) = (seconds(crew, "rimea-1")?, seconds(crew, "rimea-1-turned")?);
    let within = |low: f64, high: f64| straight.iter().chain(&askew).all(|s| (low..=high).contains(s));
    Ok(Now {
        value: json!({ "straight": rounded(mean(&straight)), "turned": rounded(mean(&askew)) }),
        shown: format!("{:.1}, {:.1}", mean(&straight), mean(&askew)),
        reached: Reached::of(within(26.0, 34.0), within(27.0, 33.0)),
        detail: format!("straight {}; turned by 30 degrees {}", told(&straight, 1), told(&askew, 1)),
    })
}

/// Where somebody was a tick ago, by id.
#[derive(Default)]
struct Trail {
    last: Vec<Vec2>,
}

impl Trail {
    /// Calls `step` with the last and the present place of everybody who was there a tick ago.
    fn follow(&mut self, units: &Units, mut step: impl FnMut(Vec2, Vec2)) {
        for row in 0..units.len() {
            let id = units.id[row].0 as usize;
            if id >= self.last.len() {
                self.last.resize(id + 1, Vec2::NAN);
            }
            // A comparison with NaN is false: who was not there crosses nothing.
            step(self.last[id], units.position[row]);
            self.last[id] = units.position[row];
        }
    }
}

/// The corner's inner post stands at (14, 18); they come from the left and go up.
fn corner(crew: &Crew) -> Result<Now, String> {
    const POST: Vec2 = Vec2::new(14.0, 18.0);
    let runs = with_seeds::<(Trail, Vec<f64>), _>(
        crew,
        "rimea-6",
        |(trail, away), look| {
            trail.follow(&look.world().units, |last, at| {
                if last.y > POST.y && at.y <= POST.y {
                    away.push(f64::from(at.x - POST.x));
                }
            });
        },
        |(_, away), course| (mean(&away), away.len(), course.metrics.wall_violations),
    )?;
    let away: Vec<f64> = runs.iter().map(|run| run.0).collect();
    let clean = runs.iter().all(|(_, passed, violations)| *passed >= 20 && *violations == 0);
    let value = mean(&away);
    let walls: u64 = runs.iter().map(|run| run.2).sum();
    Ok(Now::number(
        value,
        format!("{value:.2}"),
        Reached::of(clean && value < 1.0, away.iter().all(|m| *m < 1.0)),
        format!("by seed {}; in walls {walls}; the corridor is 2 m wide", told(&away, 2)),
    ))
}

fn doors(crew: &Crew) -> Result<Now, String> {
    let (four, two) = (seconds(crew, "rimea-9-four")?, seconds(crew, "rimea-9-two")?);
    let ratios: Vec<f64> = two.iter().zip(&four).map(|(two, four)| two / four).collect();
    let value = mean(&ratios);
    let reached = Reached::of((1.6..=2.4).contains(&value), ratios.iter().all(|ratio| (1.7..=2.3).contains(ratio)));
    Ok(Now::number(value, format!("{value:.2}"), reached, format!("by seed {}; four {:.0} s, two {:.0} s", told(&ratios, 2), mean(&four), mean(&two))))
}

fn near_and_far(crew: &Crew) -> Result<Now, String> {
    let runs = with_seeds::<(), _>(
        crew,
        "rimea-11",
        |(), _| (),
        |(), course| {
            let through =
                |id: &str| course.metrics.throughput.iter().find(|t| t.probe == id).map_or(0.0, |t| f64::from((t.to_left_per_s - t.to_right_per_s).abs()));
            (through("near") / (through("near") + through("far")).max(1e-9), course.ticks)
        },
    )?;
    let shares: Vec<f64> = runs.iter().map(|run| run.0).collect();
    let value = mean(&shares);
    let reached = Reached::of(value > 0.5 && value < 0.99, shares.iter().all(|share| (0.55..=0.9).contains(share)));
    let percents: Vec<f64> = shares.iter().map(|share| share * 100.0).collect();
    Ok(Now::number(value, format!("{:.0} %", value * 100.0), reached, format!("by seed {} % of 1,000", told(&percents, 0))))
}

/// What is seen of the two corridors: crossing ticks of each, and how many stood before each.
#[derive(Default)]
struct Corridors {
    trail: Trail,
    first: Vec<u32>,
    second: Vec<u32>,
    slow: [u64; 2],
    peak: [u64; 2],
    ticks: u64,
}

impl Corridors {
    /// Middles of the corridors, metres from the left.
    const LINES_X: [f32; 2] = [14.5, 28.5];
    /// Four metres before each.
    const BEFORE_X: [(f32, f32); 2] = [(8.0, 12.0), (23.0, 27.0)];
    /// Of the crossings, those between which the flow is taken.
    const FROM: usize = 20;
    const TO: usize = 120;

    fn look(&mut self, look: &Look<'_>) {
        let units = &look.world().units;
        let Self { trail, first, second, .. } = self;
        trail.follow(units, |last, at| {
            for (x, ticks) in Self::LINES_X.into_iter().zip([&mut *first, &mut *second]) {
                if last.x < x && at.x >= x {
                    ticks.push(look.ticks());
                }
            }
        });
        // While both corridors are in use.
        if self.second.is_empty() || self.first.len() > Self::TO {
            return;
        }
        self.ticks += 1;
        for (k, (low, high)) in Self::BEFORE_X.into_iter().enumerate() {
            let slow = (0..units.len()).filter(|row| (low..high).contains(&units.position[*row].x) && units.velocity[*row].length() < SLOW_MPS).count() as u64;
            self.slow[k] += slow;
            self.peak[k] = self.peak[k].max(slow);
        }
    }

    fn flow(ticks: &[u32]) -> f64 {
        match (ticks.get(Self::FROM), ticks.get(Self::TO)) {
            (Some(a), Some(b)) if b > a => (Self::TO - Self::FROM) as f64 / (f64::from(b - a) * f64::from(TICK_S)),
            _ => 0.0,
        }
    }
}

fn two_corridors(crew: &Crew) -> Result<Now, String> {
    let runs = with_seeds::<Corridors, _>(crew, "rimea-12", |seen, look| seen.look(look), |seen, _| seen)?;
    let flows: Vec<[f64; 2]> = runs.iter().map(|run| [Corridors::flow(&run.first), Corridors::flow(&run.second)]).collect();
    if flows.iter().any(|[first, second]| *first <= 0.0 || *second <= 0.0) {
        return Err("error: rimea-12: fewer than 120 came through a corridor".to_owned());
    }
    let less: Vec<f64> = flows.iter().map(|[first, second]| first - second).collect();
    let slow = |k: usize| runs.iter().map(|run| run.slow[k] as f64 / run.ticks.max(1) as f64).collect::<Vec<f64>>();
    let (before_first, before_second) = (slow(0), slow(1));
    // A tenth of what stands before the first is no jam.
    let no_jam = |first: f64, second: f64| second <= 0.1 * first;
    let value = mean(&less);
    let each = less.iter().zip(before_first.iter().zip(&before_second)).all(|(less, (first, second))| *less >= -0.05 && no_jam(*first, *second));
    let peaks: Vec<f64> = runs.iter().map(|run| run.peak[1] as f64).collect();
    Ok(Now::number(
        value,
        format!("{value:+.3}"),
        Reached::of(value >= -0.05 && no_jam(mean(&before_first), mean(&before_second)), each),
        format!(
            "by seed {}; first {:.2}/s; slower than {SLOW_MPS} m/s by mean {:.1} before the first, {:.1} before the second (at most {})",
            told(&less, 3),
            mean(&flows.iter().map(|flow| flow[0]).collect::<Vec<_>>()),
            mean(&before_first),
            mean(&before_second),
            told(&peaks, 0)
        ),
    ))
}

fn lengths(crew: &Crew) -> Result<Now, String> {
    let mut runs = side_by_side(["rimea-15-short", "rimea-15-corner", "rimea-15-long"].map(|id| move || seconds(crew, id)).into());
    let (long, corner, short) = match (runs.pop(), runs.pop(), runs.pop()) {
        (Some(long), Some(corner), Some(short)) => (long?, corner?, short?),
        _ => return Err("error: rimea-15: a corridor is missing".to_owned()),
    };
    let order = |k: usize| short[k] <= corner[k] && corner[k] <= long[k];
    let means = [mean(&short), mean(&corner), mean(&long)];
    Ok(Now {
        value: json!({ "short": rounded(means[0]), "corner": rounded(means[1]), "long": rounded(means[2]) }),
        shown: told(&means, 1),
        reached: Reached::of(means[0] <= means[1] && means[1] <= means[2], (0..short.len()).all(order)),
        detail: format!("by seed: short {}; corner {}; long {}", told(&short, 1), told(&corner, 1), told(&long, 1)),
    })
}
