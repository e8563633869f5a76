//! Where levels and tables are: the game's folder is found from the current one upwards, else from the program's.

use content::fault::{Fault, Faults};
use content::level::Level;
use content::load;
use content::rules::Rules;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the tables lie in the game's folder.
const RULES: &str = "assets/rules";
/// Where levels lie in it.
const LEVELS: [&str; 2] = ["levels", "levels/testbeds"];

/// The game's folder: the nearest one above `near`, the current folder or the program that has tables.
pub fn home(near: Option<&Path>) -> Option<PathBuf> {
    let starts = [near.and_then(|path| path.canonicalize().ok()), std::env::current_dir().ok(), std::env::current_exe().ok()];
    starts.iter().flatten().flat_map(|start| start.ancestors()).find(|dir| dir.join(RULES).is_dir()).map(Path::to_path_buf)
}

/// The shipped tables, or the sentence that says why not.
pub fn rules(near: Option<&Path>) -> Result<Arc<Rules>, String> {
    rules_checked(near).map_err(|faults| faults.to_string())
}

/// The shipped tables, or their faults.
pub fn rules_checked(near: Option<&Path>) -> Result<Arc<Rules>, Faults> {
    let home = home(near).ok_or_else(|| Fault::of_file(RULES, "this folder is nowhere above the current folder", "run this in the game's folder"))?;
    // Shorter names in faults when the folder is the current one.
    let dir = home.join(RULES);
    let dir = std::env::current_dir().ok().and_then(|here| dir.strip_prefix(here).ok().map(Path::to_path_buf)).unwrap_or(dir);
    load::load_rules(&dir).map(Arc::new)
}

/// A level by its folder or by its id, with the tables it is played with.
pub fn level(name: &str) -> Result<(Arc<Level>, Arc<Rules>), String> {
    let dir = level_dir(name)?;
    let rules = rules(Some(&dir))?;
    let level = load::load_level(&dir, &rules).map_err(|faults| faults.to_string())?;
    Ok((Arc::new(level), rules))
}

fn level_dir(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    if path.is_dir() {
        return Ok(path);
    }
    if path.is_file() && path.file_name().is_some_and(|file| file == load::LEVEL_FILE) {
        return Ok(path.parent().filter(|dir| !dir.as_os_str().is_empty()).map_or_else(|| PathBuf::from("."), Path::to_path_buf));
    }
    let plain = !name.is_empty() && path.components().count() == 1;
    let found =
        home(None).filter(|_| plain).and_then(|home| LEVELS.iter().map(|levels| home.join(levels).join(name)).find(|dir| dir.join(load::LEVEL_FILE).is_file()));
    if let Some(dir) = found {
        return Ok(dir);
    }
    let known = known_levels();
    let list = if known.is_empty() { String::new() } else { format!(" Levels here: {}.", known.join(", ")) };
    Err(format!("error: there is no level \"{name}\": neither a folder nor an id under levels/.{list}"))
}

/// The ids of all levels and testbeds of the game, sorted.
pub fn known_levels() -> Vec<String> {
    let Some(home) = home(None) else { return Vec::new() };
    let mut known: Vec<String> = LEVELS
        .iter()
        .filter_map(|levels| std::fs::read_dir(home.join(levels)).ok())
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|dir| dir.join(load::LEVEL_FILE).is_file())
        .filter_map(|dir| Some(dir.file_name()?.to_string_lossy().into_owned()))
        .collect();
    known.sort();
    known
}
