//! What is loaded from a folder of `.glb` files: skinned figures and still models, by name.
//!
//! A missing or broken file is an error that names the file and says what it lacks and what to do; something striped stands
//! in for it.

pub(crate) mod mesh;
mod names;
pub(crate) mod rig;
pub(crate) mod simplify;
pub(crate) mod source;
mod stand_in;

use crate::figure::{Draft, Figure};
use crate::gpu_data::KINDS_MAX;
use crate::model::Model;
use rayon::prelude::*;
use source::Source;
use std::fmt;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

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
    /// How long each part took.
    pub parts: Parts,
}

/// Time of each part of loading, ms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parts {
    /// Files from disk, and their tables of contents.
    pub reading_ms: f32,
    /// Numbers and pictures to meshes and tracks.
    pub decoding_ms: f32,
    /// Clips to palettes.
    pub baking_ms: f32,
    /// Tables of lowest points.
    pub lowest_ms: f32,
}

/// How far loading is; shared with whoever draws meanwhile.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicUsize,
    all: AtomicUsize,
}

impl Progress {
    /// 0 to 1.
    #[must_use]
    pub fn share(&self) -> f32 {
        self.done.load(Ordering::Relaxed) as f32 / self.all.load(Ordering::Relaxed).max(1) as f32
    }

    fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

impl Assets {
    /// Reads `NAME.glb` of every name from one folder.
    ///
    /// # Errors
    /// The first file that is missing or broken, or too many figures.
    pub fn load(folder: &Path, figures: &[&str], models: &[&str]) -> Result<Self, AssetError> {
        let (assets, mut faults) = Self::load_all(folder, figures, models, &|_| 1.0, &Progress::default())?;
        if faults.is_empty() { Ok(assets) } else { Err(faults.remove(0)) }
    }

    /// Reads `NAME.glb` of every name from one folder. What is missing or broken is replaced by something striped, as large as
    /// `side_m` says of a model's name, and named in the list.
    ///
    /// # Errors
    /// Too many figures, or none.
    pub fn load_all(
        folder: &Path,
        figures: &[&str],
        models: &[&str],
        side_m: &(dyn Fn(&str) -> f32 + Sync),
        progress: &Progress,
    ) -> Result<(Self, Vec<AssetError>), AssetError> {
        if figures.is_empty() || models.is_empty() || figures.len() > KINDS_MAX {
            return Err(AssetError::new(
                folder,
                format!("{} figures and {} models were asked for; 1 to {KINDS_MAX} figures and at least 1 model can be drawn", figures.len(), models.len()),
            ));
        }
        progress.all.store(figures.len() * 4 + models.len() * 2, Ordering::Relaxed);
        let path = |name: &str| folder.join(format!("{name}.glb"));
        let mut parts = Parts::default();
        // part by part over all files, so that each part can be timed and its work be spread over all processors
        let open = |name: &&str| stepped(progress, &path(name), || Source::open(&path(name)));
        let (sources, still) = timed(&mut parts.reading_ms, || (all(figures, open), all(models, open)));
        let (drafts, still) = timed(&mut parts.decoding_ms, || {
            rayon::join(
                || each(progress, sources, |source| stepped(progress, source.path(), || Draft::read(&source))),
                || each(progress, still, |source| stepped(progress, source.path(), || Model::read(&source))),
            )
        });
        let bake = |draft: Draft| {
            let path = draft.path().to_path_buf();
            stepped(progress, &path, || draft.bake())
        };
        let baked = timed(&mut parts.baking_ms, || each(progress, drafts, bake));
        let whole =
            timed(&mut parts.lowest_ms, || each(progress, baked, |figure| stepped(progress, &path(&figure.name.clone()), || Ok(Figure::finish(figure)))));
        let mut faults = vec![];
        let figures = figures.iter().zip(whole).map(|(name, f)| {
            f.unwrap_or_else(|fault| {
                faults.push(fault);
                stand_in::figure(name)
            })
        });
        let figures = figures.collect();
        let models = models.iter().zip(still).map(|(name, m)| {
            m.unwrap_or_else(|fault| {
                faults.push(fault);
                stand_in::model(name, side_m(name))
            })
        });
        let models = models.collect();
        Ok((Self { figures, models, parts }, faults))
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

/// Whether a file holds a skin, so that it is a figure. A broken file holds none.
#[must_use]
pub fn has_skin(path: &Path) -> bool {
    Source::open(path).is_ok_and(|source| source.document.skins().next().is_some())
}

fn timed<T>(ms: &mut f32, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let out = work();
    *ms = start.elapsed().as_secs_f32() * 1e3;
    out
}

type Each<T> = Vec<Result<T, AssetError>>;

fn all<T: Send>(names: &[&str], work: impl Fn(&&str) -> Result<T, AssetError> + Sync + Send) -> Each<T> {
    names.par_iter().map(work).collect()
}

fn each<A: Send, B: Send>(progress: &Progress, from: Each<A>, work: impl Fn(A) -> Result<B, AssetError> + Sync + Send) -> Each<B> {
    let step = |fault: AssetError| {
        progress.step();
        Err(fault)
    };
    from.into_par_iter().map(|a| a.map_or_else(step, &work)).collect()
}

/// One step of one file. A fault of ours in it costs the file, not the game.
fn stepped<T>(progress: &Progress, path: &Path, work: impl FnOnce() -> Result<T, AssetError>) -> Result<T, AssetError> {
    let done = std::panic::catch_unwind(AssertUnwindSafe(work));
    progress.step();
    done.unwrap_or_else(|_| Err(AssetError::new(path, "could not be read for a reason nobody foresaw; export it again and report it with the file")))
}
