//! Contract: the work of the crowd and of bodies does not creep. Fixed pieces of it are run under callgrind and their instructions compared
//! with `instructions.toml`: a rise of more than 5 % fails. Counts do not depend on what else the machine does.
//!
//! The release build is counted: the one that `./check` names, or this one in `cargo test --release`. Skipped with a
//! printed reason where there is no valgrind, another compiler or another system; a count holds only for those.
//! Measured: the same count again differs by 500 of 460 million; the memcpy and memset that glibc picks by the processor
//! move a count by at most 1 %.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use toml::Table;

/// Pieces of `tumblekeep-sim bench pieces`.
const PIECES: [&str; 6] = ["crowd", "field", "sort", "launches", "flights", "deaths"];
/// A count may be so much higher.
const RISE_MAX: f64 = 0.05;
/// Writes the counts instead of comparing them.
const MINT: &str = "TUMBLEKEEP_MINT";
const HOW: &str = "TUMBLEKEEP_MINT=1 cargo test --release -p headless --test instructions";

/// Past the capture of passing tests: who skips says so.
fn tell(line: &str) {
    writeln!(std::io::stderr(), "instructions: {line}").expect("standard error takes a line");
}

fn figures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/instructions.toml")
}

fn release_binary() -> Option<PathBuf> {
    let named = std::env::var_os("TUMBLEKEEP_SIM_RELEASE").map(PathBuf::from);
    let own = (!cfg!(debug_assertions)).then(|| PathBuf::from(env!("CARGO_BIN_EXE_tumblekeep-sim")));
    named.or(own)
}

/// Version and system of the compiler.
fn compiler() -> Option<(String, String)> {
    let output = Command::new("rustc").arg("-vV").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let value = |key: &str| Some(text.lines().find_map(|line| line.strip_prefix(key))?.trim().to_owned());
    Some((text.lines().next()?.trim().to_owned(), value("host:")?))
}

/// Instructions of the whole program.
fn count(binary: &Path, piece: &str) -> u64 {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(binary)
        .args(["bench", "pieces", "--only", piece])
        .output()
        .expect("valgrind was there a moment ago");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "callgrind of {piece} failed:\n{told}");
    let collected = told.lines().find_map(|line| line.split_once("Collected :")).unwrap_or_else(|| panic!("callgrind of {piece} told no count:\n{told}"));
    collected.1.trim().parse().expect("a count")
}

#[test]
fn the_crowds_work_does_not_creep() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return tell("skipped, valgrind is not installed");
    }
    let Some(binary) = release_binary() else {
        return tell("skipped, TUMBLEKEEP_SIM_RELEASE names no release build (./check does)");
    };
    let Some((rustc, host)) = compiler() else { return tell("skipped, rustc does not tell its version") };
    let minted: Table = std::fs::read_to_string(figures()).expect("the figures are beside the test").parse().expect("they are TOML");
    let minting = std::env::var_os(MINT).is_some_and(|value| value == "1");
    let made_with = |key: &str| minted[key].as_str().expect("a text").to_owned();
    if !minting && (made_with("rustc"), made_with("host")) != (rustc.clone(), host.clone()) {
        return tell(&format!(
            "skipped, the figures hold for {} on {}, this is {rustc} on {host}; to make new ones: {HOW}",
            made_with("rustc"),
            made_with("host")
        ));
    }
    let counts = PIECES.map(|piece| {
        let (whole, setup) = (count(&binary, piece), count(&binary, &format!("{piece}-setup")));
        assert!(whole > setup, "{piece}: the work takes no instructions ({whole} with it, {setup} without)");
        whole - setup
    });
    if minting {
        let comments: String =
            std::fs::read_to_string(figures()).expect("read before").lines().filter(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect();
        let lines: String = PIECES.iter().zip(counts).map(|(piece, count)| format!("{piece} = {count}\n")).collect();
        std::fs::write(figures(), format!("{comments}rustc = \"{rustc}\"\nhost = \"{host}\"\n{lines}")).expect("the figures can be written");
        return tell("new figures are written");
    }
    let mut risen = Vec::new();
    for (piece, now) in PIECES.iter().zip(counts) {
        let before = minted[*piece].as_integer().expect("a count") as f64;
        let change = now as f64 / before - 1.0;
        let line = format!("{piece} takes {now} instructions, {:+.2} % of {before}", change * 100.0);
        tell(&line);
        if change > RISE_MAX {
            risen.push(line);
        } else if change < -RISE_MAX {
            tell(&format!("{piece} has become cheaper: keep that with new figures ({HOW})"));
        }
    }
    assert!(
        risen.is_empty(),
        "more than {:.0} % dearer:\n{}\nFind out why (valgrind --tool=callgrind {} bench pieces --only PIECE, then callgrind_annotate); if it must be so: {HOW}, and say why in the commit",
        RISE_MAX * 100.0,
        risen.join("\n"),
        binary.display()
    );
}
