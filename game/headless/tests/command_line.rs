//! The command line is a contract: exit codes, the keys of the JSON, sentences for what is wrong.

#![allow(clippy::unwrap_used)] // A test that cannot go on fails.

mod tool;

use tool::{Folder, home, tool};

#[test]
fn the_json_has_every_key_of_the_contract() {
    let run = tool(&["run", "tower-ring", "--ticks", "60", "--metrics", "--threads", "2", "--seed", "9", "--json"]).json();
    for key in [
        "level",
        "seed",
        "ticks",
        "threads",
        "hash",
        "hashes",
        "outcome",
        "wave",
        "alive",
        "spawned",
        "killed",
        "reached_keep",
        "knocked_peak",
        "bodies",
        "decals",
        "ms_per_tick",
        "systems",
        "metrics",
    ] {
        assert!(!run[key].is_null(), "{key} is missing in {run}");
    }
    assert_eq!(
        (&run["level"], &run["seed"], &run["ticks"], &run["threads"], &run["outcome"]),
        (&"tower-ring".into(), &9.into(), &60.into(), &2.into(), &"running".into())
    );
    for key in ["mean", "p50", "p99", "max"] {
        assert!(run["ms_per_tick"][key].is_number(), "{key}");
    }
    assert!(run["systems"].as_object().unwrap().len() > 15, "{}", run["systems"]);
    for key in
        ["nearest_min_m", "tight_share", "speed_share", "state_share", "jitter_m", "wall_violations", "stuck", "squeezed", "slots", "throughput", "arrivals"]
    {
        assert!(run["metrics"].get(key).is_some(), "{key} is missing in {}", run["metrics"]);
    }
}

#[test]
fn testbeds_without_an_end_stop_after_a_minute() {
    let run = tool(&["run", "levels/testbeds/double-hit", "--json"]).json();
    assert_eq!(run["ticks"], 1_800);
    assert!(run["knocked_peak"].as_u64().unwrap() >= 200, "{run}");
}

#[test]
fn what_is_shipped_is_in_order() {
    let answer = tool(&["check", "levels", "assets/rules", "levels/first-bombs/win.toml", "levels/first-bombs/plan.toml", "--json"]);
    let result = answer.json();
    assert!(result["checked"].as_u64().unwrap() >= 13 && result["faults"].as_array().unwrap().is_empty(), "{result}");
}

#[test]
fn a_new_level_works() {
    let folder = Folder::new("new");
    let dir = folder.file("täl");
    let made = tool(&["new", &dir]);
    assert_eq!(made.code, 0, "{}", made.told());
    assert_eq!(tool(&["check", &dir]).code, 0);
    let run = tool(&["run", &dir, "--json"]).json();
    assert_eq!((&run["level"], &run["outcome"]), (&"täl".into(), &"lost".into()), "{run}");
    let again = tool(&["new", &dir]);
    assert!(again.code == 1 && again.err.contains("there already"), "{}", again.told());
}

#[test]
fn faults_exit_with_1_and_name_the_place() {
    let folder = Folder::new("faults");
    let copy = |name: &str| {
        let dir = folder.0.join(name);
        std::fs::create_dir_all(&dir).unwrap();
        for file in ["level.toml", "terrain.png"] {
            std::fs::copy(home().join("levels/first-bombs").join(file), dir.join(file)).unwrap();
        }
        dir
    };
    let edit = |dir: &std::path::Path, find: &str, put: &str| {
        let text = std::fs::read_to_string(dir.join("level.toml")).unwrap();
        assert!(text.contains(find));
        std::fs::write(dir.join("level.toml"), text.replacen(find, put, 1)).unwrap();
    };
    let typing = copy("typing");
    edit(&typing, "\"goblin\"", "\"gobbin\"");
    let missing = copy("missing");
    std::fs::remove_file(missing.join("terrain.png")).unwrap();
    let cut = copy("cut");
    let png = std::fs::read(cut.join("terrain.png")).unwrap();
    std::fs::write(cut.join("terrain.png"), &png[..png.len() / 3]).unwrap();
    let huge = copy("huge");
    edit(&huge, "count = ", "count = 99999999999999999");
    let walled = copy("walled");
    edit(&walled, "from = [58, 3]", "from = [3, 3]");
    for (dir, words) in [
        (&typing, ["level.toml:37:9", "did you mean \"goblin\""]),
        (&missing, ["terrain.png", "missing"]),
        (&cut, ["terrain.png", "not a whole PNG"]),
        (&huge, ["level.toml:24:9", "out of range"]),
        (&walled, ["level.toml:16:8", "rock"]),
    ] {
        for arguments in [vec!["check", dir.to_str().unwrap()], vec!["run", dir.to_str().unwrap(), "--ticks", "1"]] {
            let answer = tool(&arguments);
            assert_eq!(answer.code, 1, "{}", answer.told());
            for word in words {
                assert!(answer.told().contains(word), "{word} is missing in\n{}", answer.told());
            }
            assert!(!answer.told().contains("panicked"), "{}", answer.told());
        }
    }
    let all = tool(&["check", folder.0.to_str().unwrap(), "--json"]);
    assert_eq!(all.code, 1);
    assert_eq!(all.json_whatever_the_code()["faults"].as_array().unwrap().len(), 5);
}

/// Nobody reads to the end: the work is done in silence, without a panic.
#[test]
fn a_closed_pipe_is_no_crash() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_tumblekeep-sim"))
        .args(["run", "double-hit", "--ticks", "30", "--json"])
        .current_dir(home())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn wrong_calls_get_a_sentence() {
    for (arguments, code, word) in [
        (vec!["run"], 2, "LEVEL"),
        (vec!["run", "first-bombs", "--tics", "5"], 2, "--tics"),
        (vec!["run", "first-bombs", "--ticks", "many"], 2, "many"),
        (vec!["run", "first-bombs", "--ticks", "-5"], 2, "-5"),
        (vec!["run", "first-bombs", "--threads", "0"], 2, "1..=256"),
        (vec!["run", "first-bombs", "--difficulty", "mild"], 2, "relaxed"),
        (vec!["run", "first-bomb"], 1, "Levels here"),
        (vec!["run", ""], 1, "no level"),
        (vec!["run", "first-bombs", "--script", "nowhere.toml"], 1, "nowhere.toml"),
        (vec!["run", "first-bombs", "--load", "nowhere.save"], 1, "nowhere.save"),
        (vec!["run", "first-bombs", "--ticks", "1", "--save", "/nowhere/at/all.save"], 1, "cannot be written"),
        (vec!["run", "first-bombs", "--mod", "mine"], 1, "mods"),
        (vec!["check"], 2, "PATHS"),
        (vec!["check", "nowhere"], 1, "no level, table or script"),
        (vec!["replay", "nowhere.replay"], 1, "nowhere.replay"),
        (vec!["field", "first-bombs", "--class", "tiny", "--at", "3,3"], 1, "small, medium, large"),
        (vec!["field", "first-bombs", "--class", "small", "--at", "3"], 2, "X,Y"),
        (vec!["field", "first-bombs", "--class", "small", "--at", "nan,3"], 2, "X,Y"),
        (vec!["dance"], 2, "dance"),
    ] {
        let answer = tool(&arguments);
        assert_eq!(answer.code, code, "{arguments:?}: {}", answer.told());
        assert!(answer.err.contains(word) || answer.out.contains(word), "{arguments:?}: \"{word}\" is missing in {}", answer.told());
        assert!(!answer.err.contains("panicked"), "{arguments:?}: {}", answer.err);
    }
}

#[test]
fn fields_lead_to_the_keep() {
    for class in ["small", "medium", "large"] {
        let result = tool(&["field", "first-bombs", "--class", class, "--at", "72,5", "68.5,100", "3,3", "900,-4", "--json"]).json();
        let points = result["points"].as_array().unwrap();
        let far = points[0]["distance_m"].as_f64().unwrap();
        let near = points[1]["distance_m"].as_f64().unwrap();
        assert!(far > 95.0 && far < 250.0 && near > 1.0 && near < 20.0, "{class}: {result}");
        assert!(points[1]["direction"][1].as_f64().unwrap() > 0.8, "{class}: {result}");
        for outside in &points[2..] {
            assert_eq!((&outside["reachable"], &outside["distance_m"]), (&false.into(), &serde_json::Value::Null), "{class}: {result}");
        }
    }
}
