//! Four crowds from four sides over one crossing.

use super::counterflow::{self, Seen};
use super::course::{Crew, Scene};
use super::row::{Now, Reached, Text};

/// The level.
pub const LEVEL: &str = "crossing-4";
/// Time together / time alone.
const GOAL: f64 = 3.0;

pub const ROWS: &[Text] = &[Text {
    id: "crossing-4",
    name: "crossing, 4 x 300 from four sides: time / time alone",
    article: "-",
    study: "5.3, empties",
    floor: "empties",
    goal: "3",
}];

pub fn measure(crew: &Crew, _wanted: &[bool]) -> Vec<Now> {
    match Scene::load(LEVEL).map(|scene| counterflow::see(crew, &scene)) {
        Ok(seen) => vec![judge(&seen)],
        Err(sentence) => Now::all_failed(ROWS, &sentence),
    }
}

fn judge(seen: &Seen) -> Now {
    let ratio = seen.ratio();
    let shown = if seen.all_passed() { format!("{ratio:.2}, empties") } else { format!("{} left", seen.together.left) };
    Now::number(ratio, shown, Reached::of(seen.all_passed(), ratio <= GOAL), seen.told())
}
