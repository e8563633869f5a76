//! `check PATH...`: every fault of levels, tables and scripts, by the game's own loader.

use crate::output::say;
use crate::{Done, place};
use clap::Args;
use content::fault::{Fault, Faults};
use content::load::{self, LEVEL_FILE, PICTURE_FILE, RULE_FILES};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How deep a folder of levels is searched.
const DEPTH_MAX: u32 = 3;

#[derive(Args)]
pub struct Check {
    /// Folders of levels, single levels, folders of tables, scripts.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The last line of standard output is one JSON object.
    #[arg(long)]
    json: bool,
}

impl Check {
    pub fn carry_out(&self) -> Done {
        let mut good = Vec::new();
        let mut faults: Vec<Fault> = Vec::new();
        for path in &self.paths {
            for item in items(path) {
                match item.check() {
                    Ok(()) => good.push(item.path.display().to_string()),
                    Err(found) => faults.extend(found.list.into_iter().filter(|fault| !faults.contains(fault)).collect::<Vec<_>>()),
                }
            }
        }
        for path in &good {
            say!("{path}: in order");
        }
        if !faults.is_empty() {
            say!("{}", Faults { list: faults.clone() });
            say!("\n{} {}", faults.len(), if faults.len() == 1 { "fault" } else { "faults" });
        }
        if self.json {
            let list: Vec<_> = faults.iter().map(|f| serde_json::json!({ "place": f.location(), "message": f.message, "remedy": f.remedy })).collect();
            say!("{}", serde_json::json!({ "checked": good.len(), "good": good, "faults": list }));
        }
        Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

enum Kind {
    Level,
    Rules,
    Script,
    /// Nothing that could be checked.
    Nothing,
}

struct Item {
    path: PathBuf,
    kind: Kind,
}

impl Item {
    fn check(&self) -> Result<(), Faults> {
        let path = self.path.as_path();
        // Faulty tables are the first cause of whatever else would be told.
        let rules = || place::rules_checked(Some(path));
        match self.kind {
            Kind::Level => load::load_level(path, &*rules()?).map(drop),
            Kind::Rules => load::load_rules(path).map(drop),
            Kind::Script => {
                let rules = rules()?;
                // A script in a level's folder is for that level.
                let level = path.parent().filter(|dir| is_level(dir)).map(|dir| load::load_level(dir, &rules)).transpose()?;
                load::load_script(path, &rules, level.as_ref()).map(drop)
            }
            Kind::Nothing => Err(Fault::of_file(
                path.display().to_string(),
                "there is no level, table or script here",
                format!("name a folder with {LEVEL_FILE}, a folder with {} or a script that ends in .toml", RULE_FILES[0]),
            )
            .into()),
        }
    }
}

/// What a path names: one thing, or every level below it.
fn items(path: &Path) -> Vec<Item> {
    let item = |kind| vec![Item { path: path.to_path_buf(), kind }];
    if path.is_file() {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_path_buf();
        return match name.as_str() {
            LEVEL_FILE | PICTURE_FILE => vec![Item { path: dir, kind: Kind::Level }],
            name if RULE_FILES.contains(&name) => vec![Item { path: dir, kind: Kind::Rules }],
            name if name.ends_with(".toml") => item(Kind::Script),
            _ => item(Kind::Nothing),
        };
    }
    if is_level(path) {
        return item(Kind::Level);
    }
    if RULE_FILES.iter().any(|file| path.join(file).is_file()) {
        return item(Kind::Rules);
    }
    let mut found = Vec::new();
    collect(path, DEPTH_MAX, &mut found);
    if found.is_empty() { item(Kind::Nothing) } else { found }
}

fn is_level(dir: &Path) -> bool {
    dir.join(LEVEL_FILE).is_file() || dir.join(PICTURE_FILE).is_file()
}

fn collect(dir: &Path, depth: u32, found: &mut Vec<Item>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    let mut folders: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()).collect();
    folders.sort();
    for folder in folders {
        if is_level(&folder) {
            found.push(Item { path: folder, kind: Kind::Level });
        } else if RULE_FILES.iter().any(|file| folder.join(file).is_file()) {
            found.push(Item { path: folder, kind: Kind::Rules });
        } else if depth > 1 {
            collect(&folder, depth - 1, found);
        }
    }
}
