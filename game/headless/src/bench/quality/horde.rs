//! Three thousand through a gap of 6 m and one of 4 m: distances, trembling, flow, speed.
//!
//! Distances, states and speeds are those of the first 100 seconds, when the jam stands before the gaps (as the prototype
//! was measured); the smallest distance of the whole run, until the last one has left, must hold the floor as well.

use super::course::{Crew, Look, Next, Scene};
use super::row::{Now, Reached, Text, percent, rounded};
use content::level::Level;
use content::map::Cell;
use glam::Vec2;
use serde_json::json;
use sim::measure::Metrics;
use sim::tables::{Phase, Units};

/// The level.
pub const LEVEL: &str = "horde-3000";
/// Its probes, and how wide the gaps are meant to be.
const GAPS: [&str; 2] = ["gap-6m", "gap-4m"];
/// From here on the jam stands: flow is counted.
pub const STEADY_TICK: u32 = 1_500;
/// Until here: 100 seconds.
pub const JAM_TICK: u32 = 3_000;
/// The prototype took 18,859 ticks; twice that is no crowd any more that passes.
const TICKS_MAX: u32 = 36_000;
/// Round the gap's middle, metres.
const AT_THE_GAP_M: f32 = 8.0;
/// Ticks between two looks at the gap.
const SAMPLE_TICKS: u32 = 30;

pub const ROWS: &[Text] = &[
    Text { id: "horde-nearest", name: "horde-3000: nearest_min_m", article: "0.28", study: "0.72", floor: "0.65", goal: "0.75" },
    Text {
        id: "horde-tight",
        name: "horde-3000: tight_share, all and at the 6 m gap",
        article: "60.8 %, 36.7 %",
        study: "0.1 %, 0.2 %",
        floor: "2 %",
        goal: "0.1 %",
    },
    Text { id: "horde-open", name: "horde-3000: waiting + sidestepping in the open", article: "41 %", study: "2.9 to 3.8 %", floor: "5 %", goal: "2 %" },
    Text { id: "horde-jitter", name: "horde-3000: jitter_m of the waiting", article: "-", study: "0.002", floor: "0.004", goal: "0.002" },
    Text { id: "horde-flow", name: "horde-3000: flow at the gaps, 1/(m s)", article: "-", study: "1.3", floor: "1.2", goal: "1.6, tight kept" },
    Text { id: "horde-sparse", name: "horde-3000: speed share, sparse", article: "94 %", study: "94 to 97 %", floor: "95 %", goal: "98 %" },
    Text { id: "horde-jam", name: "horde-3000: speed share, jam, of the moving", article: "20 %", study: "-", floor: "reported", goal: "-" },
    Text { id: "horde-empties", name: "horde-3000: everybody gets through", article: "-", study: "18,859 ticks", floor: "0 left", goal: "0 left" },
];

/// What was seen of the horde.
pub struct Seen {
    pub left: usize,
    pub ticks: u32,
    /// Of the first 100 seconds.
    pub jam: Metrics,
    /// Of the whole run.
    pub whole: Metrics,
    /// Enemies a metre and second at each gap.
    pub flow: Vec<f64>,
    pub tight_at_gap: f64,
}

pub fn measure(crew: &Crew, _wanted: &[bool]) -> Vec<Now> {
    match Scene::load(LEVEL).and_then(|scene| see(crew, &scene, TICKS_MAX)) {
        Ok(seen) => judge(&seen),
        Err(sentence) => Now::all_failed(ROWS, &sentence),
    }
}

/// Runs the scene until it is empty or the limit is reached, which must lie behind the jam.
pub fn see(crew: &Crew, scene: &Scene, ticks_max: u32) -> Result<Seen, String> {
    let gaps = GAPS.map(|id| Gap::of(&scene.level, id));
    let [Some(six), Some(four)] = gaps else { return Err(format!("error: {}: the level needs the probes {}", scene.name, GAPS.join(" and "))) };
    let (mut tight, mut near) = (0_u64, 0_u64);
    let mut marks: Vec<Metrics> = Vec::new();
    let course = crew.run(scene, ticks_max, |look: &mut Look<'_>| {
        if look.ticks() == STEADY_TICK || look.ticks() == JAM_TICK {
            marks.push(look.measure.report());
        }
        if look.ticks() <= JAM_TICK && look.ticks().is_multiple_of(SAMPLE_TICKS) {
            let (t, n) = tight_within(&look.world().units, &scene.level, six.middle, AT_THE_GAP_M);
            tight += t;
            near += n;
        }
        Next::GoOn
    });
    let [steady, jam] = marks.try_into().map_err(|_| format!("error: {}: the scene was over before the jam stood", scene.name))?;
    let seconds = f64::from(JAM_TICK - STEADY_TICK) / f64::from(sim::TICKS_PER_SECOND);
    let through = |gap: &Gap| (net_crossings(&jam, gap.index, JAM_TICK) - net_crossings(&steady, gap.index, STEADY_TICK)).abs();
    let flow = [six, four].iter().map(|gap| through(gap) / seconds / gap.width_m).collect();
    Ok(Seen { left: course.left, ticks: course.ticks, whole: course.metrics, flow, tight_at_gap: tight as f64 / near.max(1) as f64, jam })
}

fn judge(seen: &Seen) -> Vec<Now> {
    let nearest = f64::from(seen.jam.nearest_min_m.unwrap_or(0.0));
    let whole = f64::from(seen.whole.nearest_min_m.unwrap_or(0.0));
    let (all, gap) = (f64::from(seen.jam.tight_share), seen.tight_at_gap);
    let tight = Reached::at_most(all.max(gap), 0.02, 0.001);
    let open = f64::from(seen.jam.state_share.blocked_in_the_open);
    let jitter = f64::from(seen.jam.jitter_m);
    let sparse = f64::from(seen.jam.speed_share.sparse);
    let moving = f64::from(seen.jam.speed_share.jam_moving);
    let least = seen.flow.iter().copied().fold(f64::INFINITY, f64::min);
    let states = &seen.jam.state_share;
    vec![
        Now::number(
            nearest,
            format!("{nearest:.3}"),
            Reached::at_least(nearest, 0.65, 0.75).min(if whole >= 0.65 { Reached::Goal } else { Reached::Below }),
            format!("in the first 100 s; {whole:.3} in the whole run of {} ticks", seen.ticks),
        ),
        Now {
            value: json!({ "all": rounded(all), "gap_6m": rounded(gap) }),
            shown: format!("{}, {}", percent(all), percent(gap)),
            reached: tight,
            detail: format!("{:.2} %, {:.2} % in the first 100 s; all in the whole run {:.2} %", all * 100.0, gap * 100.0, seen.whole.tight_share * 100.0),
        },
        Now::number(
            open,
            percent(open),
            Reached::at_most(open, 0.05, 0.02),
            format!(
                "everywhere: moving {}, sidestepping {}, waiting {}",
                percent(states.moving.into()),
                percent(states.sidestepping.into()),
                percent(states.waiting.into())
            ),
        ),
        Now::number(jitter, format!("{jitter:.4}"), Reached::at_most(jitter, 0.004, 0.002), String::new()),
        Now {
            value: json!({ "gap_6m": rounded(seen.flow[0]), "gap_4m": rounded(seen.flow[1]) }),
            shown: seen.flow.iter().map(|flow| format!("{flow:.2}")).collect::<Vec<_>>().join(", "),
            reached: Reached::of(least >= 1.2, least >= 1.6 && tight >= Reached::Floor),
            detail: "net crossings from 50 s to 100 s; the smaller one is judged".to_owned(),
        },
        Now::number(sparse, percent(sparse), Reached::at_least(sparse, 0.95, 0.98), String::new()),
        Now::number(
            moving,
            percent(moving),
            Reached::Reported,
            format!("all in the jam {}, medium {}", percent(seen.jam.speed_share.jam.into()), percent(seen.jam.speed_share.medium.into())),
        ),
        Now::number(
            seen.left as f64,
            format!("{} left, {} ticks", seen.left, seen.ticks),
            Reached::of(seen.left == 0, true),
            format!("wall_violations {}, stuck {}", seen.whole.wall_violations, seen.whole.stuck),
        ),
    ]
}

/// A gap of the level under one of its probes.
pub struct Gap {
    /// Of the probe in the level.
    pub index: usize,
    pub middle: Vec2,
    /// Open ground under the probe's line, metres.
    pub width_m: f64,
}

impl Gap {
    pub fn of(level: &Level, id: &str) -> Option<Self> {
        let index = level.probes.iter().position(|probe| probe.id == id)?;
        let (from, to) = (Vec2::from(level.probes[index].from), Vec2::from(level.probes[index].to));
        let steps = ((to - from).length() * 100.0).ceil().max(1.0) as u32;
        let at = |k: u32| from + (to - from) * ((k as f32 + 0.5) / steps as f32);
        let open: Vec<Vec2> = (0..steps).map(at).filter(|at| level.map.terrain_at(Cell::new(at.x.floor() as i32, at.y.floor() as i32)).walkable()).collect();
        let middle = open.iter().sum::<Vec2>() / open.len().max(1) as f32;
        Some(Self { index, middle, width_m: f64::from((to - from).length()) * open.len() as f64 / f64::from(steps) })
    }
}

/// Crossings of a probe to its right less those to its left, so far.
pub fn net_crossings(metrics: &Metrics, probe: usize, ticks: u32) -> f64 {
    metrics.throughput.get(probe).map_or(0.0, |t| f64::from(t.to_right_per_s - t.to_left_per_s) * f64::from(ticks) * f64::from(sim::TICK_S))
}

/// How many of those who stand within a radius of a place have somebody nearer than the sum of radii, and how many stand there.
pub fn tight_within(units: &Units, level: &Level, middle: Vec2, radius_m: f32) -> (u64, u64) {
    let widest_m = level.classes.iter().map(|class| class.radius_m).fold(0.0, f32::max);
    let own_m = |row: usize| level.classes[units.class[row].index()].radius_m;
    let rows: Vec<usize> = (0..units.len())
        .filter(|row| units.phase[*row] == Phase::Standing && units.health[*row] > 0)
        .filter(|row| units.position[*row].distance(middle) < radius_m + 2.0 * widest_m)
        .collect();
    let (mut tight, mut near) = (0, 0);
    for a in rows.iter().copied().filter(|row| units.position[*row].distance(middle) < radius_m) {
        near += 1;
        let touched = rows.iter().any(|b| *b != a && units.position[a].distance(units.position[*b]) < own_m(a) + own_m(*b));
        tight += u64::from(touched);
    }
    (tight, near)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim::tables::{Unit, UnitId};

    /// Five on a line: two that overlap, one at touching distance, one alone, one beyond the radius beside a tight one.
    #[test]
    fn the_tight_ones_round_a_gap_are_counted() {
        let level = (*Scene::load(LEVEL).expect("a level with small ones").level).clone();
        let mut units = Units::default();
        for (k, x) in [10.0, 10.7, 11.6, 14.0, 18.5, 19.0].into_iter().enumerate() {
            units.push(Unit::at(UnitId(k as u32 + 1), Vec2::new(x, 10.0)));
        }
        assert_eq!(tight_within(&units, &level, Vec2::new(11.0, 10.0), 5.0), (2, 4));
        // Somebody beyond the radius counts as a neighbor, not as one who stands there.
        assert_eq!(tight_within(&units, &level, Vec2::new(10.0, 10.0), 8.8), (3, 5));
    }

    #[test]
    fn the_width_of_a_gap_is_the_open_part_of_its_probe() {
        let level = Scene::load(LEVEL).expect("the level").level;
        let [six, four] = GAPS.map(|id| Gap::of(&level, id).expect("a probe"));
        assert!((six.width_m - 6.0).abs() < 0.05 && (four.width_m - 4.0).abs() < 0.05, "{} and {}", six.width_m, four.width_m);
    }
}
