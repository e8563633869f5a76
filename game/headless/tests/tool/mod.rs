//! The tool as the tests use it: run in the game's folder, answer taken apart.

#![allow(dead_code, clippy::unwrap_used)] // Each test uses a part of it; a test that cannot go on fails.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the tool answered.
pub struct Answer {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Answer {
    /// The JSON object on the last line.
    pub fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{}{}", self.out, self.err);
        self.json_whatever_the_code()
    }

    pub fn json_whatever_the_code(&self) -> Value {
        let last = self.out.lines().last().unwrap_or_default();
        serde_json::from_str(last).unwrap_or_else(|error| panic!("{error}: the last line is {last}\n{}", self.err))
    }

    pub fn told(&self) -> String {
        format!("{}{}", self.out, self.err)
    }
}

pub fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub fn tool(arguments: &[&str]) -> Answer {
    tool_with(arguments, &[])
}

/// With variables of the environment.
pub fn tool_with(arguments: &[&str], variables: &[(&str, &str)]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tumblekeep-sim"));
    let output = command.args(arguments).envs(variables.iter().copied()).current_dir(home()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    Answer { code: output.status.code().expect("ended by itself"), out: text(&output.stdout), err: text(&output.stderr) }
}

/// A folder of a test's own, gone when the test is over.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("tumblekeep-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(&dir).unwrap();
        Self(dir)
    }

    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
