//! The table of what thrown bodies cost (BODIES.md, "Speed"): one row a piece of work, with the article's figure, floor,
//! goal and now.
//!
//! Every scene is made in code, so the figures do not move with the shipped content. Times are CPU time of the working
//! thread; what is compared runs in this process in turns, A B A B, and is told as a ratio, because the machine may be
//! busy and its two halves are equally so. A time is never a fault; landings or hashes that differ are.

pub mod blast;
mod kills;
mod knocked;
#[cfg(feature = "rapier")]
mod rapier;
pub mod scene;
mod waves;

use super::speed::row::{self, Row};
use crate::Done;
use crate::output::say;
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
}

/// Pieces of work in the order of the table, each with the rows that it fills.
type Piece = (&'static [&'static str], fn(&Ask<'_>) -> Result<Vec<Row>, String>);
const PIECES: &[Piece] = &[
    (knocked::KNOCKED, knocked::knocked),
    (knocked::JOINTED, knocked::jointed),
    (blast::AT_A_WALL, blast::at_a_wall),
    (blast::WIDE, blast::wide),
    (kills::KILLS, kills::kills),
    (kills::CHAIN, kills::chain),
    (knocked::AT_ONCE, knocked::at_once),
    (waves::WAVES, waves::waves),
];

pub fn run(only: Option<&str>, compare: bool, json: bool) -> Done {
    if compare && cfg!(not(feature = "rapier")) {
        return Err(format!(
            "error: this build has no rapier3d to compare with; {} brings it",
            "`cargo run --release -p headless --features rapier -- bench bodies --compare`"
        ));
    }
    let ask = Ask { only, compare };
    if !PIECES.iter().any(|(ids, _)| ids.iter().any(|id| ask.wants(id))) {
        let known: Vec<&str> = PIECES.iter().flat_map(|(ids, _)| ids.iter().copied()).collect();
        return Err(format!("error: no row's name holds \"{}\"; the rows are {}", only.unwrap_or_default(), known.join(", ")));
    }
    let mut rows: Vec<Row> = Vec::new();
    for (ids, measure) in PIECES {
        if ids.iter().any(|id| ask.wants(id)) {
            // Who waits sees where it is.
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
    Err(format!("error: landings or states differ in {}", differs.join(", ")))
}
