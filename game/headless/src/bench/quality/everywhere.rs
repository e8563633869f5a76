//! What must hold everywhere: nobody's middle in a wall, nobody stuck on a free way. Every level and testbed with three
//! seeds, and every scene that the other rows ran.

use super::course::{Course, Crew, Scene, side_by_side};
use super::row::{Now, Reached, Text};
use crate::place;

/// Ticks of each level: 100 seconds.
const TICKS: u32 = 3_000;
/// Besides the level's own.
const SEEDS: [u64; 2] = [2, 3];

pub const ROWS: &[Text] = &[
    Text { id: "walls", name: "wall_violations, every level and testbed, 3 seeds", article: "-", study: "0", floor: "0", goal: "0" },
    Text { id: "stuck", name: "stuck, every level and testbed, 3 seeds", article: "-", study: "0", floor: "0", goal: "0" },
    Text { id: "squeezed", name: "enemies that had to squeeze past others, the same scenes", article: "-", study: "-", floor: "0", goal: "0" },
];

pub fn measure(crew: &Crew, _wanted: &[bool]) -> Vec<Now> {
    let mut broken = Vec::new();
    let mut scenes = Vec::new();
    for id in place::known_levels() {
        match Scene::load(&id) {
            Ok(scene) => scenes.extend(SEEDS.iter().map(|seed| scene.seeded(*seed)).chain([scene.clone()])),
            Err(sentence) => broken.push(sentence),
        }
    }
    side_by_side(scenes.iter().map(|scene| || crew.run_blind(scene, TICKS)).collect());
    if let Some(sentence) = broken.first() {
        return Now::all_failed(ROWS, sentence);
    }
    let ledger = crew.ledger();
    vec![
        total(&ledger, |course| course.metrics.wall_violations),
        total(&ledger, |course| u64::from(course.metrics.stuck)),
        total(&ledger, |course| u64::from(course.metrics.squeezed)),
    ]
}

pub fn total(ledger: &[Course], count: impl Fn(&Course) -> u64) -> Now {
    let sum: u64 = ledger.iter().map(&count).sum();
    let mut bad: Vec<(u64, &str)> = ledger.iter().map(|course| (count(course), course.name.as_str())).filter(|(count, _)| *count > 0).collect();
    bad.sort_by(|a, b| b.cmp(a));
    let ticks: u64 = ledger.iter().map(|course| u64::from(course.ticks)).sum();
    let places: Vec<String> = bad.iter().take(12).map(|(count, name)| format!("{count} in {name}")).collect();
    let detail = format!("{} scenes, {ticks} ticks{}{}", ledger.len(), if places.is_empty() { "" } else { ": " }, places.join("; "));
    Now::number(sum as f64, sum.to_string(), Reached::of(sum == 0, true), detail)
}
