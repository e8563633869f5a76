//! The first level of the campaign can be won and can be lost.

#![allow(clippy::unwrap_used)] // A test that cannot go on fails.

mod tool;

use tool::tool;

#[test]
fn the_recorded_win_verifies() {
    let replay = tool(&["replay", "levels/first-bombs/win.replay", "--verify", "--json"]).json();
    assert_eq!((&replay["verified"], &replay["outcome"], &replay["difficulty"]), (&true.into(), &"won".into(), &"standard".into()), "{replay}");
    let minutes = replay["ticks"].as_f64().unwrap() / 1_800.0;
    assert!((4.5..9.0).contains(&minutes), "{minutes} minutes");
    assert!(replay["knocked_peak"].as_u64().unwrap() >= 60, "{replay}");
}

#[test]
fn the_script_of_the_win_is_what_was_recorded() {
    let run = tool(&["run", "first-bombs", "--script", "levels/first-bombs/win.toml", "--json"]).json();
    let replay = tool(&["replay", "levels/first-bombs/win.replay", "--verify", "--json"]).json();
    assert_eq!((&run["hash"], &run["outcome"]), (&replay["hash"], &"won".into()), "record it anew: run --script win.toml --record win.replay");
    assert!(run["spawned"].as_u64().unwrap() >= 1_500, "{run}");
}

#[test]
fn whoever_does_nothing_loses() {
    for difficulty in ["relaxed", "standard", "fierce"] {
        let run = tool(&["run", "first-bombs", "--difficulty", difficulty, "--json"]).json();
        assert_eq!(run["outcome"], "lost", "{difficulty}: {run}");
    }
}
