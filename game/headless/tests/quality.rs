//! The table of quality: its form, and the floors of those rows that are quickly measured. All rows:
//! `tumblekeep-sim bench quality`.

#![allow(clippy::unwrap_used)] // A test that cannot go on fails.

mod tool;

use serde_json::Value;
use tool::tool;

/// Texts of `--only` that together take less than a minute, and how many rows each names.
const QUICK: [(&str, usize); 6] = [("ring-", 4), ("overtaking-file", 1), ("counterflow-door", 1), ("rimea-1", 1), ("rimea-6", 1), ("rimea-12", 1)];

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
    let (_, rows, _) = table("ring-");
    let now = |id: &str| rows.iter().find(|row| row["id"] == id).unwrap()["now"].as_f64().unwrap();
    assert!((0.95..=1.0).contains(&now("ring-held")) && (0.95..=1.0).contains(&now("ring-killed")));
    assert!((0.0..0.01).contains(&now("ring-error")));
    assert!((0.5..4.0).contains(&now("ring-refill")), "{}", now("ring-refill"));
}

/// Maps are measured by a test of their own: a row that is only reported is no fault.
#[test]
fn a_row_without_a_figure_fails_nothing() {
    let (code, rows, _) = table("movingai");
    assert_eq!((code, rows.len()), (0, 1));
    assert_eq!(rows[0]["reached"], "reported");
}

#[test]
fn what_is_not_there_is_told() {
    let answer = tool(&["bench", "quality", "--only", "no-such-row"]);
    assert_eq!(answer.code, 1);
    assert!(answer.err.contains("no-such-row") && answer.err.contains("horde-nearest"), "{}", answer.told());
    let answer = tool(&["bench", "quality", "--compare"]);
    assert!(answer.code == 1 && answer.err.contains("speed"), "{}", answer.told());
}
