//! The same hashes from a build without optimization, a plain release and the one under test; on 1, 2 and 8 threads;
//! straight and by save and load. `./check` builds the other two and names them in `TUMBLEKEEP_SIM_DEBUG` and
//! `TUMBLEKEEP_SIM_RELEASE`; without these variables that part is skipped, and says so.

use std::path::{Path, PathBuf};
use std::process::Command;

fn run(program: &Path, arguments: &[&str]) -> serde_json::Value {
    let output = Command::new(program).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{} {arguments:?} failed:\n{text}\n{}", program.display(), String::from_utf8_lossy(&output.stderr));
    serde_json::from_str(text.lines().last().unwrap_or_default()).expect("the last line is JSON")
}

fn builds() -> Vec<PathBuf> {
    let named: Vec<PathBuf> = ["TUMBLEKEEP_SIM_DEBUG", "TUMBLEKEEP_SIM_RELEASE"].iter().filter_map(std::env::var_os).map(PathBuf::from).collect();
    if named.len() < 2 {
        println!("skipped: TUMBLEKEEP_SIM_DEBUG and TUMBLEKEEP_SIM_RELEASE are not set (./check sets them)");
    }
    named
}

#[test]
fn debug_and_release_on_any_number_of_threads_straight_and_by_save_and_load() {
    let builds = builds();
    let scratch = std::env::temp_dir().join(format!("tumblekeep-profiles-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a folder for saves");
    let script = "levels/first-bombs/win.toml";
    let level = "levels/first-bombs";
    let mut seen: Vec<(String, serde_json::Value)> = Vec::new();
    for (k, program) in builds.iter().enumerate() {
        for threads in ["1", "2", "8"] {
            let json = run(program, &["run", level, "--script", script, "--ticks", "1800", "--threads", threads, "--json"]);
            seen.push((format!("{} on {threads} threads", program.display()), serde_json::json!([json["hash"], json["hashes"]])));
        }
        let save = scratch.join(format!("at-900-{k}.save"));
        let save = save.to_str().expect("a plain path");
        run(program, &["run", level, "--script", script, "--ticks", "900", "--save", save, "--json"]);
        let json = run(program, &["run", level, "--script", script, "--ticks", "1800", "--load", save, "--json"]);
        assert_eq!(Some(&json["hash"]), seen.last().map(|(_, v)| &v[0]), "by save and load with {}", program.display());
    }
    for (name, hashes) in &seen {
        assert_eq!(hashes, &seen[0].1, "{name} differs from {}", seen[0].0);
    }
    std::fs::remove_dir_all(&scratch).expect("the folder is ours");
}
