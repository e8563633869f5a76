//! Where a program keeps its things on this platform.
//!
//! Invariants: never beside the program; names may hold any letters. With an override everything lies under that one
//! folder, as `config`, `data` and `logs`. Nothing is created until [`Folders::create`].

use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use crate::files::FileError;

/// The folders of one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// Settings.
    pub config: PathBuf,
    /// Progress, saves, recordings.
    pub data: PathBuf,
    /// Logs.
    pub logs: PathBuf,
}

impl Folders {
    /// The folders of the program `name` for this user, or everything under `under`. An empty override is none.
    pub fn new(name: &str, under: Option<PathBuf>) -> Result<Self, FileError> {
        if let Some(under) = under.filter(|path| !path.as_os_str().is_empty()) {
            return Ok(Self::under(&under));
        }
        let found = ProjectDirs::from("", "", name)
            .ok_or_else(|| FileError::new("find the home folder of this user for", Path::new(name), std::io::ErrorKind::NotFound.into()))?;
        let logs = found.state_dir().unwrap_or_else(|| found.data_local_dir()).join("logs");
        Ok(Self { config: found.config_dir().to_path_buf(), data: found.data_dir().to_path_buf(), logs })
    }

    fn under(root: &Path) -> Self {
        Self { config: root.join("config"), data: root.join("data"), logs: root.join("logs") }
    }

    /// Makes the folders that are not there.
    pub fn create(&self) -> Result<(), FileError> {
        for folder in [&self.config, &self.data, &self.logs] {
            std::fs::create_dir_all(folder).map_err(|error| FileError::new("create the folder", folder, error))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_lies_under_the_override_whatever_letters_it_has() {
        let root = std::env::temp_dir().join(format!("ordner-größe-日本-{}", std::process::id()));
        let folders = Folders::new("name", Some(root.clone())).unwrap();
        folders.create().unwrap();
        folders.create().unwrap();
        for folder in [&folders.config, &folders.data, &folders.logs] {
            assert!(folder.is_dir() && folder.starts_with(&root));
            crate::files::write_atomic(&folder.join("tür.toml"), b"x").unwrap();
        }
        std::fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn the_platform_folders_carry_the_name_and_differ_from_the_current_one() {
        let folders = Folders::new("a-program", Some(PathBuf::new())).unwrap();
        assert!(folders.config.is_absolute() && folders.data.is_absolute() && folders.logs.is_absolute());
        assert!(folders.data.display().to_string().contains("a-program"));
    }

    #[test]
    fn a_folder_that_cannot_be_is_a_sentence() {
        let file = std::env::temp_dir().join(format!("a-file-not-a-folder-{}", std::process::id()));
        std::fs::write(&file, b"").unwrap();
        let error = Folders::new("name", Some(file.clone())).unwrap().create().expect_err("a file is in the way").to_string();
        assert!(error.contains(&file.display().to_string()), "{error}");
        std::fs::remove_file(&file).unwrap();
    }
}
