//! The table of what is measured of the crowd: one row a figure, each from a testbed level run as the game runs it.
//!
//! A group of rows runs its scenes (`course`) and judges what was seen (`row`). Groups and scenes run side by side, one
//! thread a scene, so a figure depends on no number of threads. Figures that the game itself measures come from
//! `sim::measure`; what only a scene can know (who passed, how long it took) is followed from outside.

mod bottleneck;
mod counterflow;
mod course;
mod data;
mod everywhere;
mod horde;
#[cfg(test)]
mod known;
mod maps;
mod orientation;
mod overtaking;
mod people;
mod ring;
mod row;
mod streets;
mod turned;

use crate::Done;
use crate::output::say;
use course::Crew;
use row::{Now, Reached, Row, Text};
use std::process::ExitCode;
use std::time::Instant;

/// Rows that are measured together.
struct Group {
    rows: &'static [Text],
    /// What was reached, in the order of `rows`, of which only the wanted ones need to be measured.
    measure: fn(&Crew, &[bool]) -> Vec<Now>,
    /// Sums what all the others saw.
    last: bool,
}

/// In the order of the table.
const GROUPS: &[Group] = &[
    Group { rows: horde::ROWS, measure: horde::measure, last: false },
    Group { rows: counterflow::ROWS, measure: counterflow::measure, last: false },
    Group { rows: streets::ROWS, measure: streets::measure, last: false },
    Group { rows: overtaking::ROWS, measure: overtaking::measure, last: false },
    Group { rows: ring::ROWS, measure: ring::measure, last: false },
    Group { rows: bottleneck::ROWS, measure: bottleneck::measure, last: false },
    Group { rows: people::ROWS, measure: people::measure, last: false },
    Group { rows: maps::ROWS, measure: maps::measure, last: false },
    Group { rows: orientation::ROWS, measure: orientation::measure, last: false },
    Group { rows: everywhere::ROWS, measure: everywhere::measure, last: true },
];

pub fn run(only: Option<&str>, json: bool) -> Done {
    // A whole id means that row alone, though it may be part of other ids.
    let exact = GROUPS.iter().flat_map(|group| group.rows).any(|text| Some(text.id) == only);
    let wanted = |text: &Text| only.is_none_or(|only| text.id == only || !exact && (text.id.contains(only) || text.name.contains(only)));
    let groups: Vec<&Group> = GROUPS.iter().filter(|group| group.rows.iter().any(wanted)).collect();
    if groups.is_empty() {
        let known: Vec<&str> = GROUPS.iter().flat_map(|group| group.rows).map(|text| text.id).collect();
        return Err(format!("error: no row of the table holds \"{}\"; the rows are {}", only.unwrap_or_default(), known.join(", ")));
    }
    let start = Instant::now();
    let crew = Crew::new()?;
    let (last, first): (Vec<&Group>, Vec<&Group>) = groups.into_iter().partition(|group| group.last);
    let mut rows: Vec<Row> = Vec::new();
    for groups in [first, last] {
        let measure = |group: &Group| {
            let now = (group.measure)(&crew, &group.rows.iter().map(wanted).collect::<Vec<_>>());
            // Minutes may pass; not on standard output, which holds the table alone.
            eprintln!("{:.0} s: {} measured", start.elapsed().as_secs_f64(), group.rows[0].name.split(':').next().unwrap_or_default());
            now
        };
        let measured = course::side_by_side(groups.iter().map(|group| || measure(group)).collect());
        for (group, now) in groups.iter().zip(measured) {
            // A group that lost a row would shift the rest into wrong lines.
            assert_eq!(group.rows.len(), now.len(), "a group judges each of its rows");
            rows.extend(group.rows.iter().zip(now).filter(|(text, _)| wanted(text)).map(|(text, now)| Row { text, now }));
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    row::print(&rows);
    let below: Vec<&str> = rows.iter().filter(|row| row.now.reached == Reached::Below).map(|row| row.text.id).collect();
    say!("\n{} rows in {seconds:.0} s, {} scenes run", rows.len(), crew.ledger().len());
    if below.is_empty() {
        say!("every floor is reached");
    } else {
        say!("below the floor: {}", below.join(", "));
    }
    if json {
        let list: Vec<_> = rows.iter().map(Row::to_json).collect();
        // Scenes end in no particular order.
        let mut courses = crew.ledger().clone();
        courses.sort_by(|a, b| a.name.cmp(&b.name));
        let scenes: Vec<_> = courses.iter().map(course::Course::to_json).collect();
        say!("{}", serde_json::json!({ "rows": list, "seconds": (seconds * 10.0).round() / 10.0, "scenes": scenes }));
    }
    Ok(if below.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
