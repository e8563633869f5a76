//! A row of the table: what others reached, what is asked for, what was measured, and how the two compare.

use crate::output::say;
use serde_json::{Value, json};

/// What stands in a row before anything is measured.
pub struct Text {
    /// Its name on the command line and in the JSON.
    pub id: &'static str,
    /// What is measured.
    pub name: &'static str,
    /// What the article reached.
    pub article: &'static str,
    /// What our prototype reached.
    pub study: &'static str,
    /// The least that is asked for.
    pub floor: &'static str,
    /// What is aimed at.
    pub goal: &'static str,
}

/// How far a figure got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reached {
    /// Not even the floor.
    Below,
    /// The floor.
    Floor,
    /// The goal.
    Goal,
    /// Nothing is asked for, or there was nothing to measure with.
    Reported,
}

impl Reached {
    /// The word in the JSON.
    fn word(self) -> &'static str {
        match self {
            Self::Below => "below",
            Self::Floor => "floor",
            Self::Goal => "goal",
            Self::Reported => "reported",
        }
    }

    /// `Goal`, `Floor` or `Below` by two conditions.
    pub fn of(floor: bool, goal: bool) -> Self {
        match (floor, goal) {
            (false, _) => Self::Below,
            (true, false) => Self::Floor,
            (true, true) => Self::Goal,
        }
    }

    /// The larger the better.
    pub fn at_least(value: f64, floor: f64, goal: f64) -> Self {
        Self::of(value >= floor, value >= goal)
    }

    /// The smaller the better.
    pub fn at_most(value: f64, floor: f64, goal: f64) -> Self {
        Self::of(value <= floor, value <= goal)
    }
}

/// What was measured.
pub struct Now {
    /// A number or an object of numbers.
    pub value: Value,
    /// The same for the eye.
    pub shown: String,
    pub reached: Reached,
    /// What else is worth knowing.
    pub detail: String,
}

impl Now {
    /// A single number, shown with a unit.
    pub fn number(value: f64, shown: String, reached: Reached, detail: String) -> Self {
        Self { value: json!(rounded(value)), shown, reached, detail }
    }

    /// Could not be measured: below any floor, with the sentence that says why.
    pub fn failed(sentence: &str) -> Self {
        Self { value: Value::Null, shown: "not measured".to_owned(), reached: Reached::Below, detail: sentence.replace('\n', " ") }
    }

    /// Nobody asked for this row.
    pub fn unasked() -> Self {
        Self { value: Value::Null, shown: String::new(), reached: Reached::Reported, detail: String::new() }
    }

    /// As many failed rows as a group has.
    pub fn all_failed(rows: &[Text], sentence: &str) -> Vec<Self> {
        rows.iter().map(|_| Self::failed(sentence)).collect()
    }
}

/// A row with its figure.
pub struct Row {
    pub text: &'static Text,
    pub now: Now,
}

impl Row {
    pub fn to_json(&self) -> Value {
        let Text { id, name, article, study, floor, goal } = self.text;
        json!({
            "id": id,
            "row": name,
            "article": article,
            "study": study,
            "floor": floor,
            "goal": goal,
            "now": self.now.value,
            "reached": self.now.reached.word(),
            "detail": self.now.detail,
        })
    }
}

/// Six significant places are more than any figure here deserves.
pub fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// A share as percent.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// Prints the table, and below it what each row has to add.
pub fn print(rows: &[Row]) {
    let heads = ["row", "article", "study", "floor", "goal", "now", "verdict"];
    let lines: Vec<[String; 7]> = rows
        .iter()
        .map(|row| {
            let Text { name, article, study, floor, goal, .. } = *row.text;
            let verdict = match row.now.reached {
                Reached::Below => "BELOW",
                other => other.word(),
            };
            [name, article, study, floor, goal, &row.now.shown, verdict].map(str::to_owned)
        })
        .collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).chain([heads[column].len()]).max().unwrap_or(0);
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let line = |cells: &[String; 7]| {
        let padded: Vec<String> = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        padded.join(" | ").trim_end().to_owned()
    };
    say!("{}", line(&heads.map(str::to_owned)));
    say!("{}", widths.iter().map(|width| "-".repeat(*width)).collect::<Vec<_>>().join("-|-"));
    for cells in &lines {
        say!("{}", line(cells));
    }
    say!("");
    for row in rows.iter().filter(|row| !row.now.detail.is_empty()) {
        say!("{}: {}", row.text.id, row.now.detail);
    }
}
