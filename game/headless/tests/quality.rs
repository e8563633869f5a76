//! The table of quality: its form, and the floors of those rows that are quickly measured. All rows:
//! `tumblekeep-sim bench quality`.

#![allow(clippy::unwrap_used)] // A test that cannot go on fails.

mod tool;

use serde_json::Value;
use tool::{tool, tool_with};

/// Texts of `--only` that together take less than a minute, and how many rows each names.
const QUICK: [(&str, usize); 6] = [("ring-error", 1), ("overtaking-file", 1), ("counterflow-door", 1), ("rimea-1", 1), ("rimea-6", 1), ("rimea-12", 1)];

fn table(only: &str) -> (i32, Vec<Value>, String) {
    let answer = tool(&["bench", "quality", "--only", only, "--json"]);
    let rows = answer.json_whatever_the_code()["rows"].as_array().unwrap().clone();
    (answer.code, rows, answer.out)
}

#[test]
fn the_quick_rows_reach_their_floors() {
    for (only, count) in QUICK {
        let (code, rows, out) = table(only);
        assert_eq!(rows.len(), count, "{out}");
        for row in &rows {
            for key in ["id", "row", "article", "study", "floor", "goal", "reached", "detail"] {
                assert!(row[key].is_string(), "{key} of {row}");
            }
            assert!(row["id"].as_str().unwrap().contains(only), "{row}");
            assert!(row["now"].is_number() || row["now"].is_object(), "{row}");
            assert!(out.contains(row["row"].as_str().unwrap()), "{out}");
        }
        let below: Vec<&Value> = rows.iter().filter(|row| row["reached"] == "below").collect();
        assert!(below.is_empty(), "{below:?}");
        assert_eq!(code, 0, "{out}");
    }
}

#[test]
fn numbers_are_those_of_the_scene() {
    let (code, rows, _) = table("ring-");
    let row = |id: &str| rows.iter().find(|row| row["id"] == id).unwrap();
    let now = |id: &str| row(id)["now"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&now("ring-held")) && (0.0..=1.0).contains(&now("ring-killed")));
    assert!((0.5..4.0).contains(&now("ring-refill")), "{}", now("ring-refill"));
    // The verdict is that of the number, and the exit code that of the verdicts.
    assert_eq!(row("ring-held")["reached"] == "below", now("ring-held") < 0.95, "{}", row("ring-held"));
    assert_eq!(code != 0, rows.iter().any(|row| row["reached"] == "below"));
}

/// Maps of others are not in the repository: a row that cannot be measured is reported, and no fault.
#[test]
fn a_row_without_a_figure_fails_nothing() {
    let answer = tool_with(&["bench", "quality", "--only", "movingai", "--json"], &[("TUMBLEKEEP_DATA", "/nowhere")]);
    let rows = answer.json()["rows"].as_array().unwrap().clone();
    assert_eq!((answer.code, rows.len()), (0, 1));
    assert_eq!((&rows[0]["reached"], &rows[0]["now"]), (&"reported".into(), &Value::Null));
    assert!(rows[0]["detail"].as_str().unwrap().contains("TUMBLEKEEP_DATA"), "{}", rows[0]);
}

#[test]
fn what_is_not_there_is_told() {
    let answer = tool(&["bench", "quality", "--only", "no-such-row"]);
    assert_eq!(answer.code, 1);
    assert!(answer.err.contains("no-such-row") && answer.err.contains("horde-nearest"), "{}", answer.told());
    let answer = tool(&["bench", "quality", "--compare"]);
    assert!(answer.code == 1 && answer.err.contains("speed"), "{}", answer.told());
}
