//! What is loaded from a folder of `.glb` files: skinned figures and still models, by name.
//!
//! A missing or broken file is an error that names the file and says what it lacks.

use crate::figure::Figure;
use crate::gpu_data::KINDS_MAX;
use crate::model::Model;
use std::fmt;
use std::path::{Path, PathBuf};

/// Why a file could not be used.
#[derive(Debug)]
pub struct AssetError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it, as the end of a sentence.
    pub cause: String,
}

impl AssetError {
    pub(crate) fn new(path: &Path, cause: impl Into<String>) -> Self {
        Self { path: path.to_path_buf(), cause: cause.into() }
    }
}

impl fmt::Display for AssetError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.cause)
    }
}

impl std::error::Error for AssetError {}

/// Everything a renderer draws, by index: a figure's index is the kind in `FigureRecord`, a model's index is what scenery
/// and dynamic groups name.
pub struct Assets {
    /// Skinned figures.
    pub figures: Vec<Figure>,
    /// Still models.
    pub models: Vec<Model>,
}

impl Assets {
    /// Reads `NAME.glb` of every name from one folder.
    ///
    /// # Errors
    /// The first file that is missing or broken, or too many figures.
    pub fn load(folder: &Path, figures: &[&str], models: &[&str]) -> Result<Self, AssetError> {
        if figures.is_empty() || models.is_empty() || figures.len() > KINDS_MAX {
            return Err(AssetError::new(
                folder,
                format!("{} figures and {} models were asked for; 1 to {KINDS_MAX} figures and at least 1 model can be drawn", figures.len(), models.len()),
            ));
        }
        // each file by itself: the tables of lowest points take most of the time
        let (figures, models) = std::thread::scope(|scope| {
            let threads: Vec<_> = figures.iter().map(|name| scope.spawn(move || Figure::load(&folder.join(format!("{name}.glb"))))).collect();
            let models: Result<Vec<_>, _> = models.iter().map(|name| Model::load(&folder.join(format!("{name}.glb")))).collect();
            let figures: Result<Vec<_>, _> = threads
                .into_iter()
                .zip(figures)
                .map(|(t, name)| {
                    t.join().unwrap_or_else(|_| Err(AssetError::new(&folder.join(format!("{name}.glb")), "reading it failed in an unforeseen way")))
                })
                .collect();
            (figures, models)
        });
        Ok(Self { figures: figures?, models: models? })
    }

    /// Index of a model by its name.
    #[must_use]
    pub fn model(&self, name: &str) -> Option<usize> {
        self.models.iter().position(|m| m.name == name)
    }

    /// Index of a figure by its name.
    #[must_use]
    pub fn figure(&self, name: &str) -> Option<usize> {
        self.figures.iter().position(|f| f.name == name)
    }
}
