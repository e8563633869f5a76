//! Contract: the table of speed has one row for each piece of work, and tells a reader and a program the same. Not its
//! times: those are no tests.

use serde_json::Value;
use std::process::{Command, Output};

fn bench(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tumblekeep-sim")).args(["bench", "speed"]).args(arguments).output().expect("the tool runs")
}

#[test]
fn a_row_is_printed_and_told_as_json() {
    let output = bench(&["--only", "sort-3000", "--json"]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    for head in ["row", "others / article", "floor", "goal", "now", "verdict", "sort-3000"] {
        assert!(text.contains(head), "no \"{head}\" in\n{text}");
    }
    let last: Value = serde_json::from_str(text.lines().last().expect("a line")).expect("the last line is JSON");
    let rows = last["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 1, "one row was asked for: {last}");
    for key in ["id", "article", "floor", "goal", "now", "reached"] {
        assert!(rows[0][key].as_str().is_some_and(|text| !text.is_empty()), "no \"{key}\" in {last}");
    }
    assert_eq!(rows[0]["detail"]["both sorted alike"], true, "{last}");
}

#[test]
fn an_unknown_row_is_answered_with_those_there_are() {
    let output = bench(&["--only", "nothing-of-the-kind"]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).expect("text");
    for row in ["tick-10000-jammed", "tick-100000-walking", "growth-jammed", "map-512", "sort-50000", "field-rough", "ten-times-speed"] {
        assert!(told.contains(row), "no \"{row}\" in: {told}");
    }
}
