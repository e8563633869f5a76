//! Values as small files: postcard, then zstd. Reading has a limit on the unpacked size, so that no file can fill the memory.

use serde::{Serialize, de::DeserializeOwned};
use std::io::Read;

/// Most bytes a file may unpack to.
const UNPACKED_MAX: u64 = 512 << 20;

/// A value as the bytes of a file.
pub fn packed<T: Serialize>(value: &T) -> Result<Vec<u8>, String> {
    let plain = postcard::to_allocvec(value).map_err(|e| format!("it cannot be written ({e})"))?;
    zstd::encode_all(plain.as_slice(), 3).map_err(|e| format!("it cannot be compressed ({e})"))
}

/// The value of a file's bytes; damage is a sentence.
pub fn unpacked<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    postcard::from_bytes(&plain(bytes)?).map_err(|_| "it is damaged or something else".to_string())
}

/// The unpacked bytes of a file.
pub fn plain(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let damaged = |_| "it is cut off, damaged or something else".to_string();
    let mut plain = Vec::new();
    zstd::Decoder::new(bytes).map_err(damaged)?.take(UNPACKED_MAX + 1).read_to_end(&mut plain).map_err(damaged)?;
    if plain.len() as u64 > UNPACKED_MAX { Err("it unpacks to more than 512 MiB".into()) } else { Ok(plain) }
}
