//! Distances on maps that others made, against the known ones.

use super::course::Crew;
use super::data;
use super::row::{Now, Reached, Text};
use serde_json::Value;

pub const ROWS: &[Text] = &[Text {
    id: "movingai",
    name: "MovingAI maps: field distance / octile length",
    article: "-",
    study: "0.929 to 1.046",
    floor: "0.92 to 1.05, reachable",
    goal: "mean <= 1.02",
}];

pub fn measure(_crew: &Crew, _wanted: &[bool]) -> Vec<Now> {
    let detail = match data::folder("movingai") {
        Ok(_) => "see the test game/sim/tests/horde_maps.rs".to_owned(),
        Err(why) => why,
    };
    vec![Now { value: Value::Null, shown: "see the test".to_owned(), reached: Reached::Reported, detail }]
}
