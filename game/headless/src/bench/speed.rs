//! The table of how long things take: one row a piece of work, beside others that do the same.
//!
//! Every level is made in code, so the figures do not move with the shipped content. What is compared runs in this
//! process in turns, A B A B, and is told as a ratio: the machine may be busy, its two halves are equally so. Times are
//! CPU time of the working thread where one thread works (what else the machine does hardly shows there) and the wall
//! clock where two do. A time is never a fault; a hash that differs between thread counts is.

pub mod clock;
pub mod cost_map;
pub mod crowd_level;
mod fields;
mod heap_march;
mod orca;
pub mod row;
mod sizes;
pub mod sort;
mod ticks;
pub mod walk;

use crate::Done;
use crate::output::say;
use row::Row;
use serde_json::{Value, json};
use std::process::ExitCode;

/// What was asked for.
pub struct Ask<'a> {
    only: Option<&'a str>,
    /// Run the others too.
    pub compare: bool,
}

impl Ask<'_> {
    /// Whether a row of this name is wanted: a whole name asks for its row alone.
    pub fn wants(&self, id: &str) -> bool {
        let whole = |text: &str| PIECES.iter().any(|(ids, _)| ids.contains(&text));
        self.only.is_none_or(|text| if whole(text) { id == text } else { id.contains(text) })
    }

    /// Whether any of these is.
    pub fn wants_any(&self, ids: &[&str]) -> bool {
        ids.iter().any(|id| self.wants(id))
    }
}

/// Pieces of work in the order of the table, each with the rows that it fills.
type Piece = (&'static [&'static str], fn(&Ask<'_>) -> Result<Vec<Row>, String>);
const PIECES: &[Piece] = &[
    (ticks::AGAINST_ORCA, ticks::against_orca),
    (sizes::LARGE, sizes::large),
    (sizes::GROWTH, sizes::growth),
    (sizes::MAPS, sizes::maps),
    (sort::SORTS, sort::sorts),
    (fields::FIELDS, fields::fields),
    (sizes::TEN_TIMES, sizes::ten_times),
];

pub fn run(only: Option<&str>, compare: bool, json: bool) -> Done {
    let ask = Ask { only, compare };
    if !PIECES.iter().any(|(ids, _)| ask.wants_any(ids)) {
        let known: Vec<&str> = PIECES.iter().flat_map(|(ids, _)| ids.iter().copied()).collect();
        return Err(format!("error: no row's name holds \"{}\"; the rows are {}", only.unwrap_or_default(), known.join(", ")));
    }
    let mut rows: Vec<Row> = Vec::new();
    for (ids, measure) in PIECES {
        if ask.wants_any(ids) {
            // The table takes minutes: who waits sees where it is.
            eprintln!("measuring {}", ids.join(", "));
            rows.extend(measure(&ask)?.into_iter().filter(|row| ask.wants(row.id)));
        }
    }
    row::print(&rows);
    if json {
        say!("{}", json!({ "rows": rows.iter().map(Row::to_json).collect::<Vec<Value>>() }));
    }
    let differs: Vec<&str> = rows.iter().filter(|row| row.differs).map(|row| row.id).collect();
    if differs.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    Err(format!("error: the state differs between thread counts in {}", differs.join(", ")))
}
