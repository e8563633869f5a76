//! Replay files: zstd over the simulation's own bytes.

use sim::replay::Replay;
use std::path::Path;

/// Reads a replay; damage is a sentence.
pub fn read(file: &Path) -> Result<Replay, String> {
    let bytes = std::fs::read(file).map_err(|e| format!("{} cannot be read: {e}", file.display()))?;
    let plain = crate::pack::plain(&bytes).map_err(|why| format!("{} is no replay: {why}", file.display()))?;
    Replay::from_bytes(&plain).map_err(|why| format!("{} is no replay that can be played: {why}", file.display()))
}

/// A replay as the bytes of a file.
pub fn to_bytes(replay: &Replay) -> Result<Vec<u8>, String> {
    zstd::encode_all(replay.to_bytes().as_slice(), 3).map_err(|e| format!("the replay cannot be compressed ({e})"))
}
