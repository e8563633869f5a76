//! The same level, seed and commands give the same bits: twice, on any number of threads, through a save.

#![allow(clippy::unwrap_used)] // A test that cannot go on fails.

mod tool;

use serde_json::Value;
use tool::{Folder, tool};

fn run(arguments: &[&str]) -> Value {
    tool(&[&["run", "levels/first-bombs", "--json"], arguments].concat()).json()
}

#[test]
fn twice_and_on_any_number_of_threads() {
    let first = run(&["--ticks", "1800", "--threads", "1"]);
    assert_eq!(first["hash"].as_str().unwrap().len(), 16);
    assert_eq!(first["hashes"].as_object().unwrap().keys().collect::<Vec<_>>(), ["1800", "600"]);
    assert!(first["spawned"].as_u64().unwrap() > 100, "{first}");
    for threads in ["1", "2", "8"] {
        let again = run(&["--ticks", "1800", "--threads", threads]);
        for key in ["hash", "hashes", "outcome", "alive", "killed", "knocked_peak"] {
            assert_eq!(first[key], again[key], "{key} on {threads} threads");
        }
    }
}

#[test]
fn through_a_save() {
    let folder = Folder::new("save");
    let (save, script) = (folder.file("at-900.save"), folder.file("script.toml"));
    std::fs::write(&script, SCRIPT).unwrap();
    let straight = run(&["--ticks", "1800", "--script", &script]);
    let half = run(&["--ticks", "900", "--script", &script, "--save", &save]);
    assert_eq!(half["ticks"], 900);
    let loaded = run(&["--ticks", "1800", "--script", &script, "--load", &save]);
    assert_eq!((&straight["hash"], &straight["hashes"]["1800"]), (&loaded["hash"], &loaded["hashes"]["1800"]));
    assert_ne!(straight["hash"], run(&["--ticks", "1800"])["hash"], "the script did nothing");
    // Nothing is left beside the save.
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 2);
    // A save that cannot be used is refused with a sentence.
    let bytes = std::fs::read(&save).unwrap();
    for (name, bytes) in [("cut", &bytes[..bytes.len() / 2]), ("empty", &[][..]), ("text", &b"hello"[..])] {
        let bad = folder.file(name);
        std::fs::write(&bad, bytes).unwrap();
        let answer = tool(&["run", "first-bombs", "--load", &bad]);
        assert_eq!(answer.code, 1, "{name}: {}", answer.told());
        assert!(answer.err.contains(name) && answer.err.contains("save"), "{name}: {}", answer.told());
    }
    let other = tool(&["run", "tower-ring", "--load", &save]);
    assert_eq!(other.code, 1);
    assert!(other.err.contains("content"), "{}", other.err);
    let late = tool(&["run", "first-bombs", "--load", &save, "--ticks", "100"]);
    assert!(late.code == 1 && late.err.contains("tick 900"), "{}", late.err);
}

#[test]
fn seeds_and_difficulties_differ() {
    let plain = run(&["--ticks", "1200"]);
    assert_ne!(plain["hash"], run(&["--ticks", "1200", "--seed", "5"])["hash"]);
    let fierce = run(&["--ticks", "1200", "--difficulty", "fierce"]);
    assert_eq!(fierce["difficulty"], "fierce");
    assert_ne!(plain["hash"], fierce["hash"]);
}

#[test]
fn a_replay_verifies_and_a_changed_one_does_not() {
    let folder = Folder::new("replay");
    let (replay, script) = (folder.file("x.replay"), folder.file("script.toml"));
    std::fs::write(&script, SCRIPT).unwrap();
    let run = run(&["--ticks", "1000", "--script", &script, "--record", &replay]);
    let verified = tool(&["replay", &replay, "--verify", "--json"]).json();
    assert_eq!((&verified["verified"], &verified["hash"], &verified["verified_to"]), (&Value::Bool(true), &run["hash"], &Value::from(1000)));
    assert_eq!(tool(&["replay", &replay, "--verify", "--to", "300", "--json"]).json()["verified_to"], 300);
    let bytes = std::fs::read(&replay).unwrap();
    std::fs::write(&replay, &bytes[..bytes.len() - 9]).unwrap();
    let cut = tool(&["replay", &replay, "--verify"]);
    assert!(cut.code == 1 && cut.err.contains("replay"), "{}", cut.told());
}

const SCRIPT: &str = r#"
format = 1
[[command]]
tick = 5
kind = "build"
tower = "archers"
at = [62, 70]
[[command]]
tick = 10
kind = "call_wave"
[[command]]
tick = 700
kind = "power"
power = "bomb"
at = [66, 40]
[[command]]
tick = 1100
kind = "power"
power = "bomb"
at = [60, 58]
"#;
