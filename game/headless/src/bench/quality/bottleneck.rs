//! Flow through an opening of 1 to 4 m in half metres: a straight line over the width, and for human sizes as many a
//! metre and second as were measured of people.
//!
//! Cells are one metre, so a scene with an opening of half metres is larger than life: lengths, radius and speed, which
//! leaves times and the flow a second as they are. How much larger is read from the radius of its crowd.

use super::course::{Crew, Look, Next, Scene, side_by_side};
use super::data;
use super::horde::{Gap, net_crossings};
use super::row::{Now, Reached, Text, rounded};
use crate::place;
use serde_json::json;
use sim::TICK_S;

/// Ticks after which the opening counts as locked.
const TICKS_MAX: u32 = 18_000;
/// Part of the crowd between which the jam is steady.
const STEADY: [f64; 2] = [0.15, 0.75];

pub const ROWS: &[Text] = &[
    Text { id: "bottleneck-game", name: "bottleneck, game sizes: R^2 of flow over width", article: "-", study: "0.998", floor: "0.97", goal: "0.99" },
    Text {
        id: "bottleneck-human",
        name: "bottleneck, human sizes: R^2, flow in the measured range",
        article: "-",
        study: "0.973, 1.9 to 2.85",
        floor: "0.97, slope in range",
        goal: "0.99, all in range",
    },
];

/// Radius in life of the crowds of each row, metres.
pub const RADII_M: [f32; 2] = [0.4, 0.2];

pub fn measure(crew: &Crew, _wanted: &[bool]) -> Vec<Now> {
    let series = side_by_side(ROWS.iter().zip(RADII_M).map(|(row, radius_m)| move || see(crew, row.id, radius_m)).collect());
    let human_range = data::measured_flow();
    series
        .into_iter()
        .enumerate()
        .map(|(k, points)| points.map_or_else(|why| Now::failed(&why), |points| judge(&points, (k == 1).then_some(&human_range))))
        .collect()
}

/// Width in metres and flow a second, of every level of a series, narrow ones first.
fn see(crew: &Crew, series: &str, radius_m: f32) -> Result<Vec<(f64, f64)>, String> {
    let prefix = format!("{series}-");
    let ids: Vec<String> = place::known_levels().into_iter().filter(|id| id.starts_with(&prefix)).collect();
    if ids.len() < 3 {
        return Err(format!("error: a line needs at least three levels called {prefix}WIDTH; there are {}", ids.len()));
    }
    let scenes: Vec<Scene> = ids.iter().map(|id| Scene::load(id)).collect::<Result<_, _>>()?;
    let points = side_by_side(scenes.iter().map(|scene| || point(crew, scene, radius_m)).collect());
    let mut points: Vec<(f64, f64)> = points.into_iter().collect::<Result<_, _>>()?;
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ok(points)
}

/// Width and flow of one opening.
pub fn point(crew: &Crew, scene: &Scene, radius_m: f32) -> Result<(f64, f64), String> {
    let level = &scene.level;
    let crowd = level.crowds.first().ok_or_else(|| format!("error: {}: nobody stands here", scene.name))?;
    let probe = level.probes.first().ok_or_else(|| format!("error: {}: the opening needs a [[probe]]", scene.name))?;
    let gap = Gap::of(level, &probe.id).ok_or_else(|| format!("error: {}: the opening needs a [[probe]]", scene.name))?;
    // Cells for a metre of life.
    let scale = f64::from(level.classes[crowd.class.index()].radius_m / radius_m);
    let count: usize = level.crowds.iter().map(|crowd| crowd.count as usize).sum();
    let [first, last] = STEADY.map(|share| (share * count as f64) as usize);
    let times = crossing_ticks(crew, scene, gap.index, last + 1, TICKS_MAX);
    match (times.get(first), times.get(last)) {
        (Some(a), Some(b)) if b > a => Ok((gap.width_m / scale, (last - first) as f64 / (f64::from(b - a) * f64::from(TICK_S)))),
        _ => Err(format!("error: {}: only {} of {count} came through in {TICKS_MAX} ticks", scene.name, times.len())),
    }
}

/// Ticks at which the first, second, ... net crossing of a probe came, in the direction that most take, up to `wanted`.
pub fn crossing_ticks(crew: &Crew, scene: &Scene, probe: usize, wanted: usize, ticks_max: u32) -> Vec<u32> {
    let mut ticks: Vec<u32> = Vec::new();
    crew.run(scene, ticks_max, |look: &mut Look<'_>| {
        let net = net_crossings(&look.measure.report(), probe, look.ticks()).abs().round() as usize;
        while ticks.len() < net {
            ticks.push(look.ticks());
        }
        if ticks.len() >= wanted { Next::Stop } else { Next::GoOn }
    });
    ticks
}

fn judge(points: &[(f64, f64)], human: Option<&Result<(f64, f64), String>>) -> Now {
    let Fit { slope, offset, r2 } = fit(points);
    let specific: Vec<f64> = points.iter().map(|(width, flow)| flow / width).collect();
    let shown: Vec<String> = points.iter().zip(&specific).map(|((width, flow), each)| format!("{width:.1} m {flow:.2}/s ({each:.2})")).collect();
    let mut detail = format!("J = {slope:.2} b {offset:+.2}; {}", shown.join(", "));
    let (floor, goal) = match human {
        Some(Ok((least, most))) => {
            let within = |flow: f64| (*least..=*most).contains(&flow);
            let outside = specific.iter().filter(|flow| !within(**flow)).count();
            detail += &format!("; measured of people {least:.2} to {most:.2} a metre and second, {outside} outside");
            (within(slope), outside == 0)
        }
        Some(Err(why)) => {
            detail += &format!("; the range is not judged: {why}");
            (true, true)
        }
        None => (true, true),
    };
    Now {
        value: json!({ "r2": rounded(r2), "slope": rounded(slope), "offset": rounded(offset) }),
        shown: if human.is_some() { format!("{r2:.3}, {slope:.2}/(m s)") } else { format!("{r2:.3}") },
        reached: Reached::of(r2 >= 0.97 && floor, r2 >= 0.99 && goal),
        detail,
    }
}

/// A straight line through points.
pub struct Fit {
    pub slope: f64,
    pub offset: f64,
    /// Share of the spread that the line explains.
    pub r2: f64,
}

/// The least squares.
pub fn fit(points: &[(f64, f64)]) -> Fit {
    let count = points.len().max(1) as f64;
    let (mx, my) = (points.iter().map(|p| p.0).sum::<f64>() / count, points.iter().map(|p| p.1).sum::<f64>() / count);
    let sum = |f: &dyn Fn(f64, f64) -> f64| points.iter().map(|(x, y)| f(x - mx, y - my)).sum::<f64>();
    let (sxx, sxy, syy) = (sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y));
    let slope = sxy / sxx.max(1e-12);
    Fit { slope, offset: my - slope * mx, r2: sxy * sxy / (sxx * syy).max(1e-12) }
}

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn the_line_through_known_points() {
        let exact = fit(&[(1.0, 1.5), (2.0, 3.5), (4.0, 7.5)]);
        assert!((exact.slope - 2.0).abs() < 1e-9 && (exact.offset + 0.5).abs() < 1e-9 && (exact.r2 - 1.0).abs() < 1e-9);
        // By hand: slope 0.5, offset 1/3, r2 = 1^2 / (2 * 2/3) = 3/4.
        let rough = fit(&[(0.0, 0.0), (1.0, 1.0), (2.0, 1.0)]);
        assert!((rough.slope - 0.5).abs() < 1e-9 && (rough.offset - 1.0 / 6.0).abs() < 1e-9 && (rough.r2 - 0.75).abs() < 1e-9);
    }
}
