//! Two full crowds through one chokepoint in opposite directions, against the time of one alone.

use super::course::{Course, Crew, Scene, side_by_side};
use super::row::{Now, Reached, Text};

/// Ticks after which nobody gets through any more: more than four times what one crowd takes at the narrowest.
const TICKS_MAX: u32 = 24_000;
/// Time both / time alone.
const FLOOR: f64 = 2.6;
const GOAL: f64 = 2.0;

macro_rules! row {
    ($id:literal, $what:literal, $study:literal) => {
        Text { id: $id, name: concat!("counterflow, ", $what, ": time / one-way time"), article: "locks", study: $study, floor: "2.6, all pass", goal: "2.0" }
    };
}

/// The ids are those of the levels.
pub const ROWS: &[Text] = &[
    row!("counterflow-2", "2 m gap", "1.79 (2 x 100)"),
    row!("counterflow-4", "4 m gap", "2.09"),
    row!("counterflow-6", "6 m gap", "1.90"),
    row!("counterflow-8", "8 m gap", "2.25"),
    row!("counterflow-10", "10 m gap", "2.53"),
    row!("counterflow-passage", "12 m long passage", "2.15"),
    row!("counterflow-door", "1 m door", "2.36 (2 x 30)"),
];

pub fn measure(crew: &Crew, wanted: &[bool]) -> Vec<Now> {
    let one = |row: &Text| Scene::load(row.id).map(|scene| judge(&see(crew, &scene))).unwrap_or_else(|why| Now::failed(&why));
    let one = &one;
    side_by_side(ROWS.iter().zip(wanted).map(|(row, wanted)| move || if *wanted { one(row) } else { Now::unasked() }).collect())
}

/// A scene with all its crowds, and with each of them alone.
pub struct Seen {
    pub together: Course,
    pub alone: Vec<Course>,
}

impl Seen {
    /// Mean time of one crowd alone, in ticks.
    pub fn alone_ticks(&self) -> f64 {
        self.alone.iter().map(|course| f64::from(course.ticks)).sum::<f64>() / self.alone.len().max(1) as f64
    }

    pub fn ratio(&self) -> f64 {
        f64::from(self.together.ticks) / self.alone_ticks().max(1.0)
    }

    pub fn all_passed(&self) -> bool {
        self.together.emptied() && self.alone.iter().all(Course::emptied)
    }

    /// Times, and who was left.
    pub fn told(&self) -> String {
        let alone: Vec<String> = self.alone.iter().map(|course| course.ticks.to_string()).collect();
        let metrics = &self.together.metrics;
        let left: Vec<String> = std::iter::once(&self.together).chain(&self.alone).map(Course::told_left).filter(|told| !told.is_empty()).collect();
        format!(
            "together {} ticks, alone {}; nearest {:.2} m, tight {:.1} %, stuck {}{}{}",
            self.together.ticks,
            alone.join(" and "),
            metrics.nearest_min_m.unwrap_or(0.0),
            metrics.tight_share * 100.0,
            metrics.stuck,
            if left.is_empty() { "" } else { "; " },
            left.join("; ")
        )
    }
}

/// Runs a scene with all crowds and with each alone.
pub fn see(crew: &Crew, scene: &Scene) -> Seen {
    let alone = (0..scene.level.crowds.len()).map(|k| scene.only_crowd(k));
    let scenes: Vec<Scene> = std::iter::once(scene.clone()).chain(alone).collect();
    let mut courses = side_by_side(scenes.iter().map(|scene| || crew.run_blind(scene, TICKS_MAX)).collect());
    Seen { together: courses.remove(0), alone: courses }
}

fn judge(seen: &Seen) -> Now {
    let ratio = seen.ratio();
    let reached = if seen.all_passed() { Reached::at_most(ratio, FLOOR, GOAL) } else { Reached::Below };
    let shown = if seen.all_passed() { format!("{ratio:.2}") } else { format!("{} left", seen.together.left) };
    Now::number(ratio, shown, reached, seen.told())
}
