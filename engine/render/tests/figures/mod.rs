//! Every figure of a folder, whichever there are, and which of their clips are played on the ground.

// each test and example uses what it needs of it
#![allow(dead_code)]

use render::lowest::{self, Fit, StillFit};
use render::{Clip, Figure};
use std::path::{Path, PathBuf};

/// Moments a frame that are measured: few of them are where the tables were sampled.
pub const STEPS: usize = 25;
/// Angles that are measured, most of them between the tables' samples.
pub const ANGLES: usize = 500;

pub fn shipped_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/models")
}

/// Files that hold a skin; still models are left out, whatever else is wrong is not.
pub fn all(folder: &Path) -> Vec<Figure> {
    let files = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = files.map(|f| f.expect("a folder that can be read").path()).filter(|p| p.extension().is_some_and(|e| e == "glb")).collect();
    paths.sort();
    paths
        .iter()
        .filter_map(|path| match Figure::load(path) {
            Ok(figure) => Some(figure),
            Err(error) if error.cause.starts_with("has no skin") => None,
            Err(error) => panic!("{error}"),
        })
        .collect()
}

/// Whether bodies and those who get up play a clip of this name.
pub fn on_the_ground(clip: &str) -> bool {
    ["fall", "lie", "get_up"].iter().any(|stem| clip.starts_with(stem))
}

/// How well a clip keeps to the ground as it is drawn; more of one that does not turn.
pub fn fit(figure: &Figure, clip: &Clip) -> (Fit, Option<StillFit>) {
    if clip.name.starts_with("fall") {
        return (lowest::fit_turning(figure, clip, STEPS, ANGLES), None);
    }
    let still = lowest::fit_still(figure, clip, STEPS);
    (still.drawn, Some(still))
}
