//! Distances against the grid benchmark of Nathan Sturtevant: for every scenario the length of the shortest way over the
//! eight neighbors is known. Our ways bend freely, so they may be up to 8 % shorter; the first-order update makes them a
//! little longer. From the middle of the start cell to the middle of the goal cell, as the benchmark does.
//!
//! The maps are not ours and not in the repository: from `../shared/data/movingai` beside it, or from
//! `$TUMBLEKEEP_DATA/movingai`. Some scenarios of every bucket are tried; `TUMBLEKEEP_ALL=1` tries all.

#![allow(clippy::disallowed_methods, reason = "this test reads maps that are not in the repository")]

mod common {
    pub mod horde_scene;
}
use common::horde_scene::{SMALL, Scene, level};
use content::level::Level;
use content::map::{Cell, Terrain};
use glam::Vec2;
use rayon::prelude::*;
use sim::derived::field::{Fields, Solver};
use sim::derived::front::COST_BLOCKED;
use sim::systems::horde::refresh_fields::memory_to;
use sim::tables::TowerId;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Our distance / the known length.
const RATIO: std::ops::RangeInclusive<f64> = 0.92..=1.05;
/// The most that the mean of a map may be.
const MEAN_MAX: f64 = 1.02;
/// Shorter ways are not judged: the rounding of a cell would count for too much.
const LENGTH_MIN: f64 = 20.0;
/// Of this many scenarios of a bucket one is tried.
const EVERY: usize = 10;

fn data() -> Option<PathBuf> {
    let near = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let dir = std::env::var_os("TUMBLEKEEP_DATA").map_or(near, PathBuf::from).join("movingai");
    if dir.is_dir() {
        return Some(dir);
    }
    println!("skipped: there are no maps in {}; set TUMBLEKEEP_DATA to the folder that holds `movingai`", dir.display());
    None
}

struct Scenario {
    from: (usize, usize),
    length: f64,
}

struct Case {
    name: String,
    width: usize,
    passable: Vec<bool>,
    /// Scenarios by goal cell.
    by_goal: BTreeMap<usize, Vec<Scenario>>,
    tried: usize,
    known: usize,
}

fn read(path: &Path, all: bool) -> Case {
    let text = std::fs::read_to_string(path).expect("a map");
    let mut lines = text.lines();
    let mut head = [0; 2];
    for line in lines.by_ref().take(4) {
        for (k, key) in ["width ", "height "].iter().enumerate() {
            if let Some(number) = line.strip_prefix(key) {
                head[k] = number.trim().parse().expect("a number");
            }
        }
    }
    let [width, height] = head;
    let passable: Vec<bool> = lines.flat_map(|row| row.trim_end().bytes().map(|c| matches!(c, b'.' | b'G' | b'S'))).collect();
    assert_eq!(passable.len(), width * height, "{}", path.display());
    let scenarios = std::fs::read_to_string(path.with_extension("map.scen")).expect("its scenarios");
    let (mut by_goal, mut seen, mut tried, mut known): (BTreeMap<usize, Vec<Scenario>>, BTreeMap<u32, usize>, _, _) = Default::default();
    for line in scenarios.lines().skip(1).filter(|line| !line.trim().is_empty()) {
        let part: Vec<&str> = line.split_whitespace().collect();
        let number = |k: usize| part[k].trim().parse::<usize>().expect("a number");
        assert_eq!((number(2), number(3)), (width, height), "the scenario is of a map of this size");
        let length: f64 = part[8].trim().parse().expect("a length");
        if length < LENGTH_MIN {
            continue;
        }
        known += 1;
        let bucket = seen.entry(number(0) as u32).or_default();
        *bucket += 1;
        if all || (*bucket - 1).is_multiple_of(EVERY) {
            by_goal.entry(number(7) * width + number(6)).or_default().push(Scenario { from: (number(4), number(5)), length });
            tried += 1;
        }
    }
    Case { name: path.file_stem().expect("a name").to_string_lossy().into_owned(), width, passable, by_goal, tried, known }
}

/// The map as a level; the keep, which has no part in this, in a wall.
fn as_level(case: &Case) -> Level {
    let height = case.passable.len() / case.width;
    let wall = case.passable.iter().position(|passable| !passable).expect("a wall");
    let mut level = level(case.width as u32, height as u32, ((wall % case.width) as i32, (wall / case.width) as i32), 1);
    level.wall_surcharge = 0.0;
    for (terrain, passable) in level.map.terrain.iter_mut().zip(&case.passable) {
        *terrain = if *passable { Terrain::Ground } else { Terrain::Cliff };
    }
    level
}

/// For each passable cell, the number of its connected part.
fn parts(case: &Case) -> Vec<u32> {
    let mut part = vec![u32::MAX; case.passable.len()];
    let mut parts = 0;
    for start in 0..part.len() {
        if !case.passable[start] || part[start] != u32::MAX {
            continue;
        }
        part[start] = parts;
        let mut open = vec![start];
        while let Some(k) = open.pop() {
            let x = k % case.width;
            let beside = [(x > 0, k.wrapping_sub(1)), (x + 1 < case.width, k + 1), (true, k.wrapping_sub(case.width)), (true, k + case.width)];
            for (_, next) in beside.into_iter().filter(|(inside, _)| *inside) {
                if case.passable.get(next) == Some(&true) && part[next] == u32::MAX {
                    part[next] = parts;
                    open.push(next);
                }
            }
        }
        parts += 1;
    }
    part
}

#[derive(Default)]
struct Found {
    least: f64,
    most: f64,
    sum: f64,
    count: usize,
    /// Pairs of cells between which no way leads, all known as such.
    apart: usize,
}

fn judge(case: &Case) -> Found {
    let scene = Scene::new(as_level(case));
    let ground = &scene.derived.ground;
    assert_eq!(ground.walkable_cells(SMALL), case.passable, "{}: the small walk exactly where the map can be passed", case.name);
    let part = parts(case);
    let height = case.passable.len() / case.width;
    let middle = |k: usize| Vec2::new((k % case.width) as f32 + 0.5, (k / case.width) as f32 + 0.5);
    let unit: Vec<f32> = case.passable.iter().map(|passable| if *passable { 1.0 } else { COST_BLOCKED }).collect();
    // One cell of every part, some hundred at most.
    let mut samples: Vec<(u32, usize)> = part.iter().enumerate().filter(|(_, part)| **part != u32::MAX).map(|(k, part)| (*part, k)).collect();
    samples.sort_unstable();
    samples.dedup_by_key(|(part, _)| *part);
    let step = samples.len().div_ceil(200);
    let samples: Vec<(u32, usize)> = samples.into_iter().step_by(step.max(1)).collect();
    let goals: Vec<(&usize, &Vec<Scenario>)> = case.by_goal.iter().collect();
    let found: Vec<Found> = goals
        .par_chunks(goals.len().div_ceil(8).max(1))
        .enumerate()
        .map(|(chunk, goals)| {
            let (mut fields, mut solver) = (Fields::default(), Solver::default());
            let mut found = Found { least: f64::MAX, ..Found::default() };
            for (k, (goal, scenarios)) in goals.iter().enumerate() {
                fields.solve(&memory_to(&scene.derived, SMALL, **goal), ground);
                for Scenario { from: (x, y), length } in *scenarios {
                    let from = y * case.width + x;
                    let ours = fields.distance_m(TowerId::NONE, SMALL, middle(from)).map(f64::from);
                    let ours = ours.unwrap_or_else(|| panic!("{}: no way from {x}, {y} to {goal}", case.name));
                    let ratio = ours / length;
                    assert!(RATIO.contains(&ratio), "{}: {ours} from {x}, {y} to {}, the known length is {length}: {ratio:.4}", case.name, middle(**goal));
                    (found.least, found.most) = (found.least.min(ratio), found.most.max(ratio));
                    (found.sum, found.count) = (found.sum + ratio, found.count + 1);
                }
                for (other, cell) in &samples {
                    let reached = fields.distance_m(TowerId::NONE, SMALL, middle(*cell)).is_some();
                    assert_eq!(reached, *other == part[**goal], "{}: from {} to {}", case.name, middle(*cell), middle(**goal));
                    found.apart += usize::from(!reached);
                }
                if chunk == 0 && k < 4 {
                    // The same through plain numbers.
                    let way = solver.solve(case.width, height, &unit, &[**goal]);
                    let field = fields.get(TowerId::NONE, SMALL).expect("solved");
                    assert!((0..way.len()).all(|k| field.cell(k).map_or(f32::INFINITY, |s| s.way_m) == way[k]));
                }
            }
            found
        })
        .collect();
    found.iter().fold(Found { least: f64::MAX, ..Found::default() }, |a, b| Found {
        least: a.least.min(b.least),
        most: a.most.max(b.most),
        sum: a.sum + b.sum,
        count: a.count + b.count,
        apart: a.apart + b.apart,
    })
}

#[test]
fn distances_agree_with_the_known_lengths() {
    let Some(dir) = data() else { return };
    let all = std::env::var_os("TUMBLEKEEP_ALL").is_some();
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&dir)
        .expect("readable")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "map"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} holds no map", dir.display());
    let mut over = Vec::new();
    for path in paths {
        let case = read(&path, all);
        let found = judge(&case);
        let mean = found.sum / found.count as f64;
        println!(
            "{:>24}: {} of {} scenarios to {} goals: {:.4} to {:.4}, mean {mean:.4}; {} pairs without a way",
            case.name,
            case.tried,
            case.known,
            case.by_goal.len(),
            found.least,
            found.most,
            found.apart
        );
        assert!(found.count == case.tried && found.count > 0);
        if mean > MEAN_MAX {
            over.push((case.name, mean));
        }
    }
    assert!(over.is_empty(), "longer than they should be on average: {over:?}");
}

#[test]
fn a_cell_of_a_map_can_be_named() {
    // What the data's rows and columns mean here, without any data: x to the right, y down.
    let case = Case {
        name: "by hand".into(),
        width: 16,
        passable: (0..16 * 16).map(|k| k % 16 != 0 && k != 5 * 16 + 3).collect(),
        by_goal: BTreeMap::new(),
        tried: 0,
        known: 0,
    };
    let level = as_level(&case);
    assert_eq!(level.map.terrain_at(Cell::new(3, 5)), Terrain::Cliff);
    assert_eq!(level.map.terrain_at(Cell::new(5, 3)), Terrain::Ground);
    assert_eq!(parts(&case).iter().filter(|part| **part == 0).count(), 15 * 16 - 1);
}
