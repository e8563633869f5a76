//! Where the game's own files are, and which levels there are.

use content::fault::Faults;
use content::level::Level;
use content::rules::Rules;
use std::path::{Path, PathBuf};

/// Environment variable that names the folder which holds `assets` and `levels`.
pub const DATA_VARIABLE: &str = "TUMBLEKEEP_DATA";

/// The game's own files.
#[derive(Clone, Debug)]
pub struct Data {
    root: PathBuf,
}

impl Data {
    /// Looks beside the program, above it, in the present folder and where it was built.
    pub fn find() -> Result<Self, String> {
        let named = std::env::var_os(DATA_VARIABLE).map(PathBuf::from);
        let beside = std::env::current_exe().ok();
        let above = beside.iter().flat_map(|p| p.ancestors().skip(1).take(4).map(Path::to_path_buf).collect::<Vec<_>>());
        let here = std::env::current_dir().ok();
        let built = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let places: Vec<PathBuf> = named.into_iter().chain(above).chain(here).chain([built]).collect();
        match places.iter().find(|p| p.join("assets/rules").is_dir() && p.join("levels").is_dir()) {
            Some(root) => Ok(Self { root: root.clone() }),
            None => Err(format!("the folders `assets` and `levels` were not found beside the program; {DATA_VARIABLE} can name the folder that holds them")),
        }
    }

    /// Models.
    pub fn models(&self) -> PathBuf {
        self.root.join("assets/models")
    }

    /// Sound effects.
    pub fn sounds(&self) -> PathBuf {
        self.root.join("assets/sounds")
    }

    /// Music.
    pub fn music(&self) -> PathBuf {
        self.root.join("assets/music")
    }

    /// The tables.
    pub fn rules(&self) -> Result<Rules, Faults> {
        content::load::load_rules(&self.root.join("assets/rules"))
    }

    /// The folder of a level by its name or path.
    pub fn level_folder(&self, name: &str) -> PathBuf {
        let own = self.root.join("levels").join(name);
        if own.is_dir() { own } else { PathBuf::from(name) }
    }

    /// A level by its name under `levels` or its path.
    pub fn level(&self, name: &str, rules: &Rules) -> Result<Level, Faults> {
        content::load::load_level(&self.level_folder(name), rules)
    }

    /// Folder names of the playable levels, in order.
    pub fn level_names(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.root.join("levels"))
            .into_iter()
            .flatten()
            .filter_map(|entry| entry.ok())
            .filter(|entry| entry.path().join("level.toml").is_file())
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        names.sort();
        names
    }
}
