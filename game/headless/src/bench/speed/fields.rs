//! Rows about the distance fields: our solver against marching with a heap, and against scikit-fmm where the environment
//! variable [`PYTHON`] names a Python that has it.

use super::Ask;
use super::clock::{least, mean, median, thread_ms};
use super::cost_map::{self, CostMap};
use super::heap_march::{HeapMarch, Stencil};
use super::row::{Reached, Row, at_least, round};
use serde_json::{Value, json};
use sim::derived::field::Solver;
use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Rows of [`fields`].
pub const FIELDS: &[&str] = &["field-unit", "field-rough", "field-heap"];
/// Names the Python to time scikit-fmm with.
pub const PYTHON: &str = "TUMBLEKEEP_BENCH_PYTHON";
const SCRIPT: &str = include_str!("../../../benches/scikit_fmm.py");
/// Turns of each map; small ones get several solves a turn.
const TURNS: usize = 5;
const CELLS_A_TURN: usize = 512 * 512;

/// Least times of one map in milliseconds.
struct Times {
    ours: f64,
    /// By the heap, the same ways as ours.
    heap: f64,
    /// By the heap, four neighbors.
    four: f64,
    /// By scikit-fmm: the marching alone, and its whole call with the conversion of masks.
    fmm: Option<f64>,
    fmm_call: Option<f64>,
}

/// All three.
pub fn fields(ask: &Ask<'_>) -> Result<Vec<Row>, String> {
    let maps = cost_map::all();
    let mut scikit = Scikit::start(&maps)?;
    let (mut ours, mut heap) = (Solver::default(), HeapMarch::default());
    let mut apart = 0.0f64;
    let mut times = Vec::new();
    for (k, map) in maps.iter().enumerate() {
        apart = apart.max(largest_difference(map, &mut ours, &mut heap)?);
        let [mut a, mut b, mut c, mut d, mut e] = [(); 5].map(|()| Vec::new());
        for _ in 0..TURNS {
            if let Some(scikit) = &mut scikit {
                let (marching, call) = scikit.solve(k)?;
                d.push(marching);
                e.push(call);
            }
            a.push(turn(map, || {
                black_box(ours.solve(map.side, map.side, &map.cost, &[map.goal]));
            }));
            b.push(turn(map, || {
                black_box(heap.solve(Stencil::Ours, map.side, map.side, &map.cost, map.goal));
            }));
            c.push(turn(map, || {
                black_box(heap.solve(Stencil::Four, map.side, map.side, &map.cost, map.goal));
            }));
        }
        times.push(Times { ours: least(&a), heap: least(&b), four: least(&c), fmm: d.first().map(|_| least(&d)), fmm_call: e.first().map(|_| least(&e)) });
    }
    let mut rows = Vec::new();
    for (id, rough, floor, goal) in [(FIELDS[0], false, 4.0, 12.0), (FIELDS[1], true, 3.0, 8.0)] {
        if ask.wants(id) {
            rows.push(beside_scikit(id, rough, floor, goal, &maps, &times, scikit.as_ref().map(|scikit| scikit.version.as_str())));
        }
    }
    if ask.wants(FIELDS[2]) {
        rows.push(beside_heap(&maps, &times, apart));
    }
    Ok(rows)
}

fn beside_scikit(id: &'static str, rough: bool, floor: f64, goal: f64, maps: &[CostMap], times: &[Times], version: Option<&str>) -> Row {
    let chosen: Vec<(&CostMap, &Times)> = maps.iter().zip(times).filter(|(map, _)| map.rough == rough).collect();
    let factors: Vec<f64> = chosen.iter().filter_map(|(_, times)| Some(times.fmm? / times.ours)).collect();
    let totals = |time: fn(&Times) -> f64| chosen.iter().map(|(_, times)| time(times)).sum::<f64>();
    let own: Vec<String> = chosen.iter().map(|(map, times)| format!("{} {:.2}", map.name, times.ours)).collect();
    let mut detail = json!({ "ours ms": own, "sum of ours ms": round(totals(|times| times.ours)) });
    let now = match version {
        None => format!("{:.1} ms for all 18; scikit-fmm is not installed here ({PYTHON} names a Python that has it)", totals(|times| times.ours)),
        Some(version) => {
            detail["scikit-fmm"] = json!(version);
            let call: Vec<f64> = chosen.iter().filter_map(|(_, times)| Some(times.fmm_call? / times.ours)).collect();
            detail["least"] = json!(round(least(&factors)));
            detail["by the median of its whole call"] = json!(round(median(&call)));
            detail["mean"] = json!(round(mean(&factors)));
            detail["by the sums"] = json!(round(totals(|times| times.fmm.unwrap_or(0.0)) / totals(|times| times.ours)));
            detail["by map"] = json!(chosen.iter().zip(&factors).map(|((map, _), factor)| format!("{} {factor:.1}", map.name)).collect::<Vec<_>>());
            format!("{:.1} x by the median, {:.1} x at least", median(&factors), least(&factors))
        }
    };
    Row {
        id,
        title: format!(
            "distance field on 18 maps, {} costs: how many times faster than scikit-fmm (its marching alone without the conversion around it; CPU time, least of turns)",
            if rough { "rough" } else { "unit" }
        ),
        article: "scikit-fmm 2025.6.23: 1",
        floor: if rough { "3 x" } else { "4 x" },
        goal: if rough { "8 x" } else { "12 x" },
        now,
        reached: if factors.is_empty() { Reached::Reported } else { at_least(median(&factors), floor, goal) },
        differs: false,
        detail,
    }
}

fn beside_heap(maps: &[CostMap], times: &[Times], apart: f64) -> Row {
    let factors: Vec<f64> = times.iter().map(|times| times.heap / times.ours).collect();
    let four: Vec<f64> = times.iter().map(|times| times.four / times.ours).collect();
    let slowest = maps.iter().zip(&factors).min_by(|a, b| a.1.total_cmp(b.1)).map_or("", |(map, _)| map.name.as_str());
    Row {
        id: FIELDS[2],
        title: "distance field on 36 maps: how many times faster than marching to the same ways with a binary heap (CPU time, least of turns)".to_owned(),
        article: "prototype 2 to 8 x",
        floor: "-",
        goal: "never slower: 1 x",
        now: format!("{:.1} x by the median, {:.1} x at least ({slowest})", median(&factors), least(&factors)),
        reached: at_least(least(&factors), 0.0, 1.0),
        differs: false,
        detail: json!({
            "by map": maps.iter().zip(&factors).map(|(map, factor)| format!("{} {factor:.1}", map.name)).collect::<Vec<_>>(),
            "by the median of a heap that looks at four neighbors": round(median(&four)),
            "at least of it": round(least(&four)),
            "largest relative difference of the two": apart,
        }),
    }
}

/// CPU milliseconds of one solve, over as many solves as fill a turn.
fn turn(map: &CostMap, mut solve: impl FnMut()) -> f64 {
    let solves = (CELLS_A_TURN / (map.side * map.side)).max(1);
    let start = thread_ms();
    (0..solves).for_each(|_| solve());
    (thread_ms() - start) / solves as f64
}

/// How far the two solutions are apart, as a share of the way; a sentence when they disagree where a way leads at all.
fn largest_difference(map: &CostMap, ours: &mut Solver, heap: &mut HeapMarch) -> Result<f64, String> {
    let a = ours.solve(map.side, map.side, &map.cost, &[map.goal]);
    let b = heap.solve(Stencil::Ours, map.side, map.side, &map.cost, map.goal);
    let mut apart = 0.0f64;
    for (a, b) in a.iter().zip(b) {
        if a.is_finite() != b.is_finite() {
            return Err(format!("error: on the map \"{}\" our solver and marching with a heap disagree about where a way leads", map.name));
        }
        if b.is_finite() {
            apart = apart.max(f64::from((a - b).abs() / b.max(1.0)));
        }
    }
    Ok(apart)
}

/// The script, ready to solve any of the maps: it takes turns with ours, so that a slow moment of the machine hits both.
struct Scikit {
    version: String,
    python: Child,
    ask: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    folder: PathBuf,
    name: String,
}

impl Scikit {
    /// Writes the maps and starts the script; none where no Python is named.
    fn start(maps: &[CostMap]) -> Result<Option<Self>, String> {
        let Some(python) = std::env::var_os(PYTHON) else { return Ok(None) };
        let folder = std::env::temp_dir().join(format!("tumblekeep-bench-{}", std::process::id()));
        let name = python.display().to_string();
        let started = write(maps, &folder).and_then(|paths| {
            Command::new(&python).args(["-c", SCRIPT]).args(paths).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(|error| error.to_string())
        });
        let mut python = started.map_err(|why| {
            drop(std::fs::remove_dir_all(&folder));
            failed(&name, &why)
        })?;
        let (Some(ask), Some(answers)) = (python.stdin.take(), python.stdout.take()) else { return Err(failed(&name, "no pipe to it")) };
        let mut scikit = Self { version: String::new(), python, ask: Some(ask), answers: BufReader::new(answers), folder, name };
        scikit.version = scikit.answer()?["version"].as_str().unwrap_or("?").to_owned();
        Ok(Some(scikit))
    }

    /// Milliseconds of one solve of a map: the marching alone, and the whole call.
    fn solve(&mut self, map: usize) -> Result<(f64, f64), String> {
        let asked = self.ask.as_mut().map(|ask| writeln!(ask, "{map}").and_then(|()| ask.flush()));
        if let Some(Err(error)) = asked {
            return Err(failed(&self.name, &error.to_string()));
        }
        let answer = self.answer()?;
        answer["ms"].as_f64().zip(answer["call_ms"].as_f64()).ok_or_else(|| failed(&self.name, "an answer without times"))
    }

    fn answer(&mut self) -> Result<Value, String> {
        let mut line = String::new();
        let read = self.answers.read_line(&mut line).map_err(|error| error.to_string());
        let read = read.and_then(|_| serde_json::from_str(&line).map_err(|_| "it ended; does this Python have scikit-fmm?".to_owned()));
        read.map_err(|why| failed(&self.name, &why))
    }
}

impl Drop for Scikit {
    fn drop(&mut self) {
        // At the end of its input the script ends. What is left in the temporary folder is no reason to fail.
        drop(self.ask.take());
        drop(self.python.wait());
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

fn failed(python: &str, why: &str) -> String {
    format!("error: scikit-fmm could not be timed with {PYTHON}={python}: {why}")
}

fn write(maps: &[CostMap], folder: &Path) -> Result<Vec<PathBuf>, String> {
    let told = |error: std::io::Error| error.to_string();
    std::fs::create_dir_all(folder).map_err(told)?;
    let mut paths = Vec::new();
    for (k, map) in maps.iter().enumerate() {
        let path = folder.join(format!("{k}.costs"));
        let mut file = std::io::BufWriter::new(std::fs::File::create(&path).map_err(told)?);
        for number in [map.side as u32, map.goal as u32] {
            file.write_all(&number.to_le_bytes()).map_err(told)?;
        }
        for cost in &map.cost {
            file.write_all(&cost.to_le_bytes()).map_err(told)?;
        }
        file.flush().map_err(told)?;
        paths.push(path);
    }
    Ok(paths)
}
