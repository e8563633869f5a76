//! Files in and out: whole or not at all.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Largest save or replay, packed.
const PACKED_MAX: u64 = 256 << 20;
/// Largest save or replay, unpacked.
const UNPACKED_MAX: u64 = 1 << 30;
/// zstd's level: saves are written while somebody waits.
const PACK_LEVEL: i32 = 3;

/// Writes a packed file.
pub fn write_packed(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let packed = zstd::encode_all(bytes, PACK_LEVEL).map_err(|error| format!("error: {}: cannot be packed: {error}", path.display()))?;
    write_whole(path, &packed)
}

/// Writes a file: to a temporary name, flushed, read back, renamed. What was there before stays until then.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let told = |what: &str, error: &dyn std::fmt::Display| format!("error: {}: {what}: {error}", path.display());
    // a link is followed, so that it stays one; a device or a pipe is no place for a file
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(format!("error: {}: this is no plain file; name one, or a new one", path.display()));
    }
    let temporary = temporary_beside(path)?;
    let written = (|| {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        if fs::read(&temporary)? != bytes {
            return Err(std::io::Error::other("what was written reads back differently"));
        }
        fs::rename(&temporary, path)
    })();
    written.map_err(|error| {
        // Best effort: the fault that is told is the first one.
        let _ = fs::remove_file(&temporary);
        told("cannot be written", &error)
    })
}

fn temporary_beside(path: &Path) -> Result<PathBuf, String> {
    let name = path.file_name().ok_or_else(|| format!("error: {}: this is no name of a file", path.display()))?;
    let mut temporary = std::ffi::OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(temporary))
}

/// Reads a packed file.
pub fn read_packed(path: &Path, what: &str) -> Result<Vec<u8>, String> {
    let told = |error: &dyn std::fmt::Display| format!("error: {}: this is no {what} that can be read: {error}", path.display());
    let file = File::open(path).map_err(|error| format!("error: {}: cannot be opened: {error}", path.display()))?;
    let decoder = zstd::Decoder::new(file.take(PACKED_MAX)).map_err(|error| told(&error))?;
    let mut bytes = Vec::new();
    decoder.take(UNPACKED_MAX + 1).read_to_end(&mut bytes).map_err(|error| told(&error))?;
    if bytes.len() as u64 > UNPACKED_MAX {
        return Err(told(&"it is larger than anything this game writes"));
    }
    Ok(bytes)
}
