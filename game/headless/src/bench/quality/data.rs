//! What others measured: maps and flows that are no part of the game. Where they are absent, what needs them is not judged.

use crate::place;
use std::path::PathBuf;

/// Names another place for it.
const VARIABLE: &str = "TUMBLEKEEP_DATA";
/// Where it lies, from the game's folder.
const BESIDE: &str = "../shared/data";

/// The folder of one kind of data, or the sentence that says why not.
pub fn folder(kind: &str) -> Result<PathBuf, String> {
    let root = match std::env::var_os(VARIABLE) {
        Some(dir) => PathBuf::from(dir),
        None => place::home(None).map(|home| home.join(BESIDE)).unwrap_or_default(),
    };
    let dir = root.join(kind);
    if dir.is_dir() { Ok(dir) } else { Err(format!("no data of others at {BESIDE}/{kind}, and {VARIABLE} names none")) }
}

/// Least and greatest flow of people a metre and second through bottlenecks, over all that was measured.
pub fn measured_flow() -> Result<(f64, f64), String> {
    let dir = folder("pedestrian")?;
    let told = |error: &dyn std::fmt::Display| format!("{}: {error}", dir.display());
    let mut files: Vec<PathBuf> = std::fs::read_dir(&dir).map_err(|error| told(&error))?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "txt"));
    files.sort();
    let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(|error| told(&error))?;
        for (width_m, flow) in text.lines().filter_map(pair) {
            least = least.min(flow / width_m);
            most = most.max(flow / width_m);
        }
    }
    if most > 0.0 { Ok((least, most)) } else { Err(told(&"no line of two numbers, width and flow")) }
}

/// Width and flow of a line, where it holds them.
fn pair(line: &str) -> Option<(f64, f64)> {
    let mut parts = line.split_whitespace().map(str::parse::<f64>);
    match (parts.next(), parts.next()) {
        (Some(Ok(width)), Some(Ok(flow))) if width > 0.0 => Some((width, flow)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::pair;

    #[test]
    fn a_line_is_two_numbers_or_nothing() {
        assert_eq!(pair("0.8\t1.288"), Some((0.8, 1.288)));
        for line in ["", "# width flow", "0 1", "1.5", "a b"] {
            assert_eq!(pair(line), None, "{line}");
        }
    }
}
