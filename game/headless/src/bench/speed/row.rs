//! One row of the table and how it is printed.

use crate::output::say;
use serde_json::{Value, json};

/// How far a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// The goal.
    Goal,
    /// The floor, not the goal.
    Floor,
    /// Not even the floor.
    Below,
    /// Not by the wall clock, but the machine was too busy with other work to tell.
    Busy,
    /// There is no mark to reach, or it could not be measured here: `now` says which.
    Reported,
}

/// One row.
pub struct Row {
    /// Its name on the command line.
    pub id: &'static str,
    /// What was measured.
    pub title: String,
    /// What the article or other libraries take.
    pub article: &'static str,
    /// The least that is asked.
    pub floor: &'static str,
    /// What is aimed at.
    pub goal: &'static str,
    /// What was measured.
    pub now: String,
    /// Against floor and goal.
    pub reached: Reached,
    /// A hash differs between thread counts.
    pub differs: bool,
    /// Figures beside the one in `now`.
    pub detail: Value,
}

/// The mark that a figure reaches when less is better.
pub fn at_most(value: f64, floor: f64, goal: f64) -> Reached {
    at_least(-value, -floor, -goal)
}

/// The mark that a figure reaches when more is better.
pub fn at_least(value: f64, floor: f64, goal: f64) -> Reached {
    if value >= goal {
        Reached::Goal
    } else if value >= floor {
        Reached::Floor
    } else {
        Reached::Below
    }
}

/// The lesser of two marks: a row with two figures is as good as the worse one.
pub fn worse(a: Reached, b: Reached) -> Reached {
    let rank = |reached| match reached {
        Reached::Below => 0,
        Reached::Floor => 1,
        Reached::Goal => 2,
        Reached::Busy | Reached::Reported => 3,
    };
    if rank(a) <= rank(b) { a } else { b }
}

/// Wall clock by CPU time of one thread, from which on a figure of the wall clock that falls short says nothing.
const BUSY_FROM: f64 = 1.15;

impl Reached {
    /// The verdict on a figure of the wall clock: falling short counts only on a machine that had nothing else to do.
    pub fn by_wall(self, wall_by_cpu: f64) -> Self {
        if self != Self::Goal && wall_by_cpu >= BUSY_FROM { Self::Busy } else { self }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Goal => "goal",
            Self::Floor => "floor",
            Self::Below => "below",
            Self::Busy => "machine busy",
            Self::Reported => "reported",
        }
    }
}

impl Row {
    pub fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "title": self.title,
            "article": self.article,
            "floor": self.floor,
            "goal": self.goal,
            "now": self.now,
            "reached": self.reached.word(),
            "same_hash": !self.differs,
            "detail": self.detail,
        })
    }
}

/// Prints the table, and under each row its details.
pub fn print(rows: &[Row]) {
    let head = ["row", "others / article", "floor", "goal", "now", "verdict"];
    let cells = |row: &Row| {
        let verdict = if row.differs { "HASH DIFFERS" } else { row.reached.word() };
        [row.id.to_owned(), row.article.to_owned(), row.floor.to_owned(), row.goal.to_owned(), row.now.clone(), verdict.to_owned()]
    };
    let mut widths = head.map(str::len);
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(cells(row)) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let line = |cells: [String; 6]| {
        let padded: Vec<String> = cells.iter().zip(widths).map(|(cell, width)| format!("{cell}{}", " ".repeat(width - cell.chars().count()))).collect();
        say!("{}", padded.join("  ").trim_end());
    };
    line(head.map(str::to_owned));
    line(widths.map(|width| "-".repeat(width)));
    for row in rows {
        line(cells(row));
        say!("    {}", row.title);
        if let Some(details) = row.detail.as_object() {
            let list: Vec<String> = details.iter().map(|(key, value)| format!("{key} {}", plain(value))).collect();
            if !list.is_empty() {
                say!("    {}", list.join(", "));
            }
        }
    }
}

/// A value of the details as a reader wants it: without quotation marks and braces.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => format!("[{}]", list.iter().map(plain).collect::<Vec<_>>().join(" ")),
        Value::Object(map) => format!("({})", map.iter().map(|(key, value)| format!("{key} {}", plain(value))).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// Three digits after the point are more than any clock here is worth.
pub fn round(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}
