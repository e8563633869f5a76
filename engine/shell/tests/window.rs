//! The window loop in a process of its own, by way of the example `window`: with no screen, with one that is not there,
//! and on a virtual screen with a journal. Where there is no virtual screen (`Xvfb`), the last says so and passes.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The example, which cargo builds along with the tests.
fn example() -> Option<PathBuf> {
    let folder = std::env::current_exe().ok()?.parent()?.parent()?.join("examples");
    let path = folder.join(format!("window{}", std::env::consts::EXE_SUFFIX));
    if path.exists() {
        return Some(path);
    }
    println!("skipped: {} was not built (cargo test builds it unless told to build one test only)", path.display());
    None
}

fn run(command: &mut Command) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = command.stdin(Stdio::null()).output().expect("the example can be started");
    (status.code(), String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr))
}

fn journal(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("window-{name}-é-{}.jsonl", std::process::id()));
    std::fs::write(&path, text).expect("the temporary folder can be written");
    path
}

#[test]
fn without_a_screen_there_is_a_sentence_and_no_panic() {
    let Some(example) = example() else { return };
    if !cfg!(target_os = "linux") {
        println!("skipped: this system always has a screen");
        return;
    }
    let (code, said) = run(Command::new(&example).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET"));
    assert_eq!((code, said.trim()), (Some(1), "no window can be opened: there is no screen (neither WAYLAND_DISPLAY nor DISPLAY is set)"));
    let (code, said) = run(Command::new(&example).env("DISPLAY", ":4711").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET"));
    assert_eq!((code, said.trim()), (Some(1), "no window can be opened: the screen that is named by DISPLAY=:4711 does not answer"));
}

#[test]
fn a_bad_journal_is_told_before_any_window() {
    let Some(example) = example() else { return };
    let path = journal("bad", "{\"ticks\":3}\n{\"ticks\":3,\"events\":[\"key Spaec\"]}\n");
    let (code, said) = run(Command::new(&example).arg("--input-script").arg(&path));
    assert_eq!(code, Some(1));
    assert!(said.starts_with(&format!("{}:2: ", path.display())) && said.contains("Spaec") && !said.contains("panicked"), "{said}");
    let _ = std::fs::remove_file(&path);
}

#[test]
fn on_a_virtual_screen_a_journal_gives_the_same_ticks_every_time() {
    let Some(example) = example() else { return };
    if Command::new("xvfb-run").arg("--help").output().is_err() {
        println!("skipped: there is no xvfb-run on this machine");
        return;
    }
    let text = "{\"journal\":1,\"size\":[400,300]}\n\
        {\"ticks\":90,\"events\":[\"key Space\",\"pointer 10 10\",\"pad 0 south down\",\"pad 1 south down\"]}\n\
        {\"dt\":0.02,\"repeat\":30,\"events\":[\"resize 320 240\"]}\n\
        {\"exit\":true}\n";
    let (script, record) = (journal("script", text), journal("record", ""));
    let play = |arguments: &[&std::ffi::OsStr]| {
        let (code, said) = run(Command::new("xvfb-run").args(["-a", "-s", "-screen 0 640x480x24"]).arg(&example).args(arguments).env_remove("WAYLAND_DISPLAY"));
        assert_eq!(code, Some(0), "{said}");
        said.lines().filter(|line| line.starts_with("frames") || line.starts_with("window")).collect::<Vec<_>>().join("\n")
    };
    let expected = "window PhysicalSize { width: 400, height: 300 }\nframes 120 ticks 108 events 4";
    let first = play(&["--input-script".as_ref(), script.as_os_str(), "--record-input".as_ref(), record.as_os_str()]);
    assert_eq!(first, expected);
    // the recording of a journal plays as the journal did
    assert_eq!(play(&["--input-script".as_ref(), record.as_os_str()]), expected);
    let _ = std::fs::remove_file(&script);
    let _ = std::fs::remove_file(&record);
}
