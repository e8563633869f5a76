//! Texts and pictures in, checked values out. The only place of this crate that opens files; each function has a twin
//! that takes bytes, for tests, tools and mods in archives.
//!
//! All independent faults come in one go, first cause first: a text that is no TOML is not judged further, places on
//! the map are judged when text and picture are each in order.

mod commands;
mod level;
pub mod limits;
mod places;
mod reach;
mod read;
mod rules;
mod terrain;

pub use terrain::{COLORS, GRAY_1_M, GRAY_9_M, cliff_m, picture_from_map};

use crate::command::Timed;
use crate::fault::{Fault, Faults};
use crate::level::Level;
use crate::rules::Rules;
use read::{Page, Row};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// The tables of a rules folder, in the order in which they are read.
pub const RULE_FILES: [&str; 4] = ["enemies.toml", "towers.toml", "powers.toml", "difficulties.toml"];
/// The text of a level folder.
pub const LEVEL_FILE: &str = "level.toml";
/// The picture of a level folder.
pub const PICTURE_FILE: &str = "terrain.png";

/// A text and the name it is told by.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Name in faults.
    pub file: &'a str,
    /// The text.
    pub text: &'a str,
}

/// Reads the tables of a rules folder (see [`RULE_FILES`]).
pub fn load_rules(dir: &Path) -> Result<Rules, Faults> {
    let read = RULE_FILES.map(|file| read_text(&dir.join(file)));
    let mut faults = Vec::new();
    let mut texts = Vec::new();
    for result in read {
        match result {
            Ok(text) => texts.push(text),
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        return Err(Faults { list: faults });
    }
    let source = |k: usize| {
        let (file, text): &(String, String) = &texts[k];
        Source { file, text }
    };
    rules_from_texts(&[source(0), source(1), source(2), source(3)])
}

/// The same from texts, in the order of [`RULE_FILES`].
pub fn rules_from_texts(sources: &[Source<'_>; 4]) -> Result<Rules, Faults> {
    rules::read(sources)
}

/// Reads a level folder.
pub fn load_level(dir: &Path, rules: &Rules) -> Result<Level, Faults> {
    if !dir.is_dir() {
        return Err(Fault::of_file(
            dir.display().to_string(),
            "there is no such level folder",
            format!("name a folder with {LEVEL_FILE} and {PICTURE_FILE} in it"),
        )
        .into());
    }
    // "." and "levels/x/.." have no last name of their own.
    let named = dir.file_name().map(ToOwned::to_owned).or_else(|| dir.canonicalize().ok()?.file_name().map(ToOwned::to_owned)).unwrap_or_default();
    let text = read_bytes(&dir.join(LEVEL_FILE), limits::TEXT_BYTES_MAX);
    let picture = read_bytes(&dir.join(PICTURE_FILE), limits::PICTURE_BYTES_MAX);
    let (text_name, picture_name) = (dir.join(LEVEL_FILE).display().to_string(), dir.join(PICTURE_FILE).display().to_string());
    let text = text.as_ref().map_err(Clone::clone).and_then(|bytes| utf8(&text_name, bytes)).map(|text| Source { file: &text_name, text });
    let picture = picture.as_ref().map_err(Clone::clone).map(|bytes| (picture_name.as_str(), bytes.as_slice()));
    level::read(&named.to_string_lossy(), text, picture, rules)
}

/// The same from bytes; faults name `level.toml` and `terrain.png`.
pub fn level_from_bytes(id: &str, text: &[u8], picture: &[u8], rules: &Rules) -> Result<Level, Faults> {
    let text = sized(LEVEL_FILE, text, limits::TEXT_BYTES_MAX).and_then(|bytes| utf8(LEVEL_FILE, bytes)).map(|text| Source { file: LEVEL_FILE, text });
    let picture = sized(PICTURE_FILE, picture, limits::PICTURE_BYTES_MAX).map(|bytes| (PICTURE_FILE, bytes));
    level::read(id, text, picture, rules)
}

/// Reads a script: commands by tick. With a level, places and what is allowed there are checked too.
pub fn load_script(path: &Path, rules: &Rules, level: Option<&Level>) -> Result<Vec<Timed>, Faults> {
    script_from_bytes(&path.display().to_string(), &read_bytes(path, limits::TEXT_BYTES_MAX)?, rules, level)
}

/// The same from bytes.
pub fn script_from_bytes(file: &str, bytes: &[u8], rules: &Rules, level: Option<&Level>) -> Result<Vec<Timed>, Faults> {
    let text = sized(file, bytes, limits::TEXT_BYTES_MAX).and_then(|bytes| utf8(file, bytes))?;
    let page = Page::new(file, text);
    let mut list = Vec::new();
    if let Some(parsed) = page.parse() {
        let root = Row::root(&page, &parsed);
        root.check_format();
        let scene = commands::Scene { rules, level: level.map(|level| (&level.map, level.classes.as_slice(), level.testbed)) };
        list = commands::read(&root, &scene);
        root.finish();
    }
    let mut faults = Vec::new();
    finish_page(page, &mut faults);
    Faults::unless_empty(faults, || list)
}

fn finish_page(page: Page<'_>, faults: &mut Vec<Fault>) {
    faults.extend(page.into_faults());
}

fn read_text(path: &Path) -> Result<(String, String), Fault> {
    let name = path.display().to_string();
    let bytes = read_bytes(path, limits::TEXT_BYTES_MAX)?;
    let text = utf8(&name, &bytes)?.to_owned();
    Ok((name, text))
}

/// A whole file, but never more than the limit, whatever the file says of its length.
fn read_bytes(path: &Path, bytes_max: usize) -> Result<Vec<u8>, Fault> {
    let name = path.display().to_string();
    let told = |error: std::io::Error| {
        let (message, remedy) = match error.kind() {
            ErrorKind::NotFound => ("this file is missing".to_owned(), "add it, or correct the name"),
            ErrorKind::PermissionDenied => ("this file may not be read".to_owned(), "allow reading it"),
            _ => (format!("this file cannot be read: {error}"), "check the name and the disk"),
        };
        Fault::of_file(name.clone(), message, remedy)
    };
    let file = File::open(path).map_err(told)?;
    if !file.metadata().map_err(told)?.is_file() {
        return Err(Fault::of_file(name, "this is no plain file", "name a file"));
    }
    let mut bytes = Vec::new();
    file.take(bytes_max as u64 + 1).read_to_end(&mut bytes).map_err(told)?;
    sized(&name, &bytes, bytes_max)?;
    Ok(bytes)
}

fn sized<'a>(file: &str, bytes: &'a [u8], bytes_max: usize) -> Result<&'a [u8], Fault> {
    if bytes.len() <= bytes_max {
        return Ok(bytes);
    }
    Err(Fault::of_file(file, format!("this file is larger than {} KiB", bytes_max / 1024), "make it smaller; no level needs that much"))
}

fn utf8<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, Fault> {
    std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        Fault::of_text(file, &good, good.len()..good.len(), "here is a byte that is not UTF-8 text", "save the file as UTF-8")
    })
}
