//! Distances on maps that others made, against the known lengths of the shortest ways over the eight neighbors: unit cost,
//! no surcharge at walls. Our ways bend freely, so they may be up to 8 % shorter.
//!
//! One scenario in ten of each bucket is tried here; the test `horde_movingai` of the simulation can try all.

use super::course::{Crew, side_by_side};
use super::data;
use super::row::{Now, Reached, Text, rounded};
use serde_json::{Value, json};
use sim::derived::field::solve_costs;
use sim::derived::front::COST_BLOCKED;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Our distance / the known length.
const RATIO: RangeInclusive<f64> = 0.92..=1.05;
/// The most that the mean of a map may be.
const MEAN_MAX: f64 = 1.02;
/// Shorter ways are not judged, meters.
const LENGTH_MIN: f64 = 20.0;
/// Of so many scenarios of a bucket one is tried.
const EVERY: usize = 10;

pub const ROWS: &[Text] = &[Text {
    id: "movingai",
    name: "MovingAI maps: field distance / known octile length",
    article: "-",
    study: "0.929 to 1.046",
    floor: "0.92 to 1.05, reachable",
    goal: "map mean <= 1.02",
}];

pub fn measure(crew: &Crew, _wanted: &[bool]) -> Vec<Now> {
    let dir = match data::folder("movingai") {
        Ok(dir) => dir,
        Err(why) => return vec![Now { value: Value::Null, shown: "no data".to_owned(), reached: Reached::Reported, detail: why }],
    };
    match see(crew, &dir) {
        Ok(maps) => vec![judge(&maps)],
        Err(sentence) => Now::all_failed(ROWS, &sentence),
    }
}

/// What was found on a map.
struct Found {
    name: String,
    least: f64,
    most: f64,
    sum: f64,
    count: usize,
    /// Cells that were called reachable and are not, or the other way round.
    wrong: usize,
}

fn see(crew: &Crew, dir: &Path) -> Result<Vec<Found>, String> {
    let told = |error: &dyn std::fmt::Display| format!("error: {}: {error}", dir.display());
    let mut paths: Vec<PathBuf> = std::fs::read_dir(dir).map_err(|error| told(&error))?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "map"));
    paths.sort();
    if paths.is_empty() {
        return Err(told(&"there is no map in this folder"));
    }
    let one = |path: &Path| {
        let map = Map::read(path)?;
        Ok(crew.with_a_core(|| map.compare()))
    };
    let one = &one;
    side_by_side(paths.iter().map(|path| move || one(path)).collect()).into_iter().collect()
}

fn judge(maps: &[Found]) -> Now {
    let least = maps.iter().map(|map| map.least).fold(f64::INFINITY, f64::min);
    let most = maps.iter().map(|map| map.most).fold(0.0, f64::max);
    let mean = |map: &Found| map.sum / map.count.max(1) as f64;
    let worst_mean = maps.iter().map(mean).fold(0.0, f64::max);
    let wrong: usize = maps.iter().map(|map| map.wrong).sum();
    let count: usize = maps.iter().map(|map| map.count).sum();
    let told: Vec<String> = maps.iter().map(|map| format!("{} {:.3} to {:.3}, mean {:.4}", map.name, map.least, map.most, mean(map))).collect();
    let floor = RATIO.contains(&least) && RATIO.contains(&most) && wrong == 0 && maps.iter().all(|map| map.count > 0);
    Now {
        value: json!({ "least": rounded(least), "most": rounded(most), "worst_map_mean": rounded(worst_mean) }),
        shown: format!("{least:.3} to {most:.3}, mean <= {worst_mean:.3}"),
        reached: Reached::of(floor, worst_mean <= MEAN_MAX),
        detail: format!("{count} scenarios on {} maps (one in {EVERY}); wrongly reachable or not: {wrong} cells; {}", maps.len(), told.join("; ")),
    }
}

/// A map and those of its scenarios that are tried.
struct Map {
    name: String,
    width: usize,
    open: Vec<bool>,
    /// By goal cell: start cell and known length.
    scenarios: BTreeMap<usize, Vec<(usize, f64)>>,
}

impl Map {
    fn read(path: &Path) -> Result<Self, String> {
        let told = |path: &Path, what: &dyn std::fmt::Display| format!("error: {}: {what}", path.display());
        let text = |path: &Path| std::fs::read_to_string(path).map_err(|error| told(path, &error));
        let scenarios_path = path.with_extension("map.scen");
        let (map, scenarios) = (text(path)?, text(&scenarios_path)?);
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let (width, open) = ground(&map).ok_or_else(|| told(path, &"this is no octile map: type, height, width, map and the rows are expected"))?;
        let scenarios = scenarios_of(&scenarios, width, open.len()).map_err(|what| told(&scenarios_path, &what))?;
        Ok(Self { name, width, open, scenarios })
    }

    fn compare(&self) -> Found {
        let height = self.open.len() / self.width;
        let cost: Vec<f32> = self.open.iter().map(|open| if *open { 1.0 } else { COST_BLOCKED }).collect();
        let part = parts(self.width, &self.open);
        let mut found = Found { name: self.name.clone(), least: f64::INFINITY, most: 0.0, sum: 0.0, count: 0, wrong: 0 };
        for (goal, starts) in &self.scenarios {
            let way = solve_costs(self.width, height, &cost, &[*goal]);
            found.wrong += (0..way.len()).filter(|k| self.open[*k] && way[*k].is_finite() != (part[*k] == part[*goal])).count();
            for (start, length) in starts {
                let ratio = f64::from(way[*start]) / length;
                (found.least, found.most) = (found.least.min(ratio), found.most.max(ratio));
                (found.sum, found.count) = (found.sum + ratio, found.count + 1);
            }
        }
        found
    }
}

/// Cells in a row, and which can be passed.
fn ground(text: &str) -> Option<(usize, Vec<bool>)> {
    let mut lines = text.lines();
    let (mut width, mut height) = (0, 0);
    for line in lines.by_ref().take(4) {
        match line.trim_end().split_once(' ') {
            Some(("width", number)) => width = number.parse().ok()?,
            Some(("height", number)) => height = number.parse().ok()?,
            _ => {}
        }
    }
    let open: Vec<bool> = lines.flat_map(|row| row.trim_end().bytes()).map(|cell| matches!(cell, b'.' | b'G' | b'S')).collect();
    (width > 0 && open.len() == width * height).then_some((width, open))
}

fn scenarios_of(text: &str, width: usize, cells: usize) -> Result<BTreeMap<usize, Vec<(usize, f64)>>, String> {
    let mut by_goal: BTreeMap<usize, Vec<(usize, f64)>> = BTreeMap::new();
    let mut of_bucket: BTreeMap<usize, usize> = BTreeMap::new();
    for (k, line) in text.lines().enumerate().skip(1).filter(|(_, line)| !line.trim().is_empty()) {
        let parts: Vec<&str> = line.split_whitespace().collect();
        let number = |place: usize| parts.get(place).and_then(|part| part.parse::<usize>().ok());
        let cell = |x: usize, y: usize| Some(number(y)? * width + number(x)?).filter(|cell| *cell < cells);
        let length = parts.get(8).and_then(|part| part.parse::<f64>().ok());
        let (Some(bucket), Some(start), Some(goal), Some(length)) = (number(0), cell(4, 5), cell(6, 7), length) else {
            return Err(format!("line {}: bucket, map, width, height, start, goal and length are expected", k + 1));
        };
        if length < LENGTH_MIN {
            continue;
        }
        let seen = of_bucket.entry(bucket).or_default();
        if seen.is_multiple_of(EVERY) {
            by_goal.entry(goal).or_default().push((start, length));
        }
        *seen += 1;
    }
    Ok(by_goal)
}

/// For each open cell the number of its connected part. A diagonal step needs both cells beside it, so four neighbors
/// say who is connected.
fn parts(width: usize, open: &[bool]) -> Vec<usize> {
    let mut part = vec![usize::MAX; open.len()];
    let mut rest = Vec::new();
    for start in 0..open.len() {
        if !open[start] || part[start] != usize::MAX {
            continue;
        }
        part[start] = start;
        rest.push(start);
        while let Some(k) = rest.pop() {
            let x = k % width;
            let beside = [(x > 0).then(|| k - 1), (x + 1 < width).then_some(k + 1), k.checked_sub(width), Some(k + width)];
            for next in beside.into_iter().flatten().filter(|next| *next < open.len()) {
                if open[next] && part[next] == usize::MAX {
                    part[next] = start;
                    rest.push(next);
                }
            }
        }
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "type octile\nheight 3\nwidth 24\nmap\n........................\n.@@@@@@@@@@@@@@@@@@@@@@.\n.@@@@@@@@@@.@@@@@@@@@@@.\n";

    #[test]
    fn a_map_by_hand() {
        let (width, open) = ground(MAP).expect("a map");
        assert_eq!((width, open.len(), open.iter().filter(|open| **open).count()), (24, 72, 24 + 2 + 3));
        assert_eq!(parts(width, &open).iter().filter(|part| **part == 0).count(), 28, "one cell lies apart");
        assert!(ground("type octile\nheight 9\nwidth 24\nmap\n...").is_none());
        // From corner to corner along the top: 23 steps. The second of a bucket is not tried, the short one is not judged.
        let text = "version 1\n5\tx\t24\t3\t0\t0\t23\t0\t23.0\n5\tx\t24\t3\t0\t1\t23\t0\t24.0\n5\tx\t24\t3\t0\t0\t3\t0\t3\n";
        let scenarios = scenarios_of(text, width, open.len()).expect("scenarios");
        let map = Map { name: "by hand".to_owned(), width, open, scenarios };
        let found = map.compare();
        assert_eq!((found.count, found.wrong), (1, 0));
        assert!((found.least - 1.0).abs() < 1e-4 && (found.most - 1.0).abs() < 1e-4, "{}", found.least);
        assert!(scenarios_of("version 1\n5\tx\t24\t3\t0\t0\t99\t9\t23.0\n", 24, 72).is_err_and(|what| what.contains("line 2")));
    }
}
