//! Contract: the table of bodies has one row for each piece of work and tells a reader and a program the same; landings are
//! those of the rule word for word; and what is gone leaves nothing behind. Not its times: those are no tests.

use serde_json::Value;
use std::process::{Command, Output};

fn bench(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tumblekeep-sim")).args(["bench", "bodies"]).args(arguments).output().expect("the tool runs")
}

fn row(id: &str) -> Value {
    let output = bench(&["--only", id, "--json"]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    for head in ["row", "others / article", "floor", "goal", "now", "verdict", id] {
        assert!(text.contains(head), "no \"{head}\" in\n{text}");
    }
    let last: Value = serde_json::from_str(text.lines().last().expect("a line")).expect("the last line is JSON");
    let rows = last["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 1, "one row was asked for: {last}");
    assert_eq!(rows[0]["same_hash"], true, "{last}");
    rows[0].clone()
}

#[test]
fn a_blast_at_a_wall_lands_as_stepping_every_candidate_does() {
    for id in ["blast-359-wall", "blast-359-cliff"] {
        let row = row(id);
        assert_eq!(row["detail"]["landings that differ"], 0, "{row}");
        assert!(row["detail"]["candidates stepped"].as_u64().is_some_and(|count| count > 450), "some had to look elsewhere: {row}");
    }
}

#[test]
fn two_hundred_kegs_go_off_and_a_thousand_die() {
    assert!(row("keg-chain-200")["now"].as_str().is_some_and(|now| now.starts_with("201 blasts")));
    let kills = row("kill-1000");
    assert_eq!(kills["detail"]["corpses"], 1_000, "{kills}");
}

#[test]
fn what_is_gone_leaves_nothing_behind() {
    let row = row("twenty-waves");
    let detail = &row["detail"];
    assert_eq!(detail["corpses"]["after 2"], detail["corpses"]["after 20"], "{row}");
    let bytes = |after: &str| detail["state bytes"][after].as_u64().expect("a number");
    assert!(bytes("after 20").abs_diff(bytes("after 2")) <= 64, "counters grow by some digits, tables do not: {row}");
    // Each id that was ever handed out keeps 4 bytes, so that none comes twice.
    assert_eq!(detail["table of ids, bytes"]["after 20"].as_u64(), detail["killed"].as_u64().map(|killed| 4 * (killed + 1)), "{row}");
}

#[test]
fn what_is_asked_for_wrongly_is_answered() {
    let output = bench(&["--only", "nothing-of-the-kind"]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).expect("text");
    for row in ["knocked-2000", "knocked-10000", "jointed-2000", "blast-359-wall", "blast-3000", "kill-1000", "keg-chain-200", "knocked-20000", "twenty-waves"]
    {
        assert!(told.contains(row), "no \"{row}\" in: {told}");
    }
    #[cfg(not(feature = "rapier"))]
    {
        let told = String::from_utf8(bench(&["--compare"]).stderr).expect("text");
        assert!(told.contains("--features rapier"), "{told}");
    }
}
