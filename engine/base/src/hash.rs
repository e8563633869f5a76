//! Hash of a whole state: XXH3-64 over every column's bytes, in a fixed order.

use bytemuck::NoUninit;
use xxhash_rust::xxh3::Xxh3;

/// Collects a state column by column.
#[derive(Default)]
pub struct StateHasher {
    inner: Xxh3,
}

impl StateHasher {
    /// An empty hasher.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one value that has no padding.
    pub fn value<T: NoUninit>(&mut self, value: &T) {
        self.inner.update(bytemuck::bytes_of(value));
    }

    /// Adds a column: its length, then its bytes.
    pub fn column<T: NoUninit>(&mut self, column: &[T]) {
        self.inner.update(&(column.len() as u64).to_le_bytes());
        self.inner.update(bytemuck::cast_slice(column));
    }

    /// Adds a text: its length, then its bytes.
    pub fn text(&mut self, text: &str) {
        self.column(text.as_bytes());
    }

    /// The hash of all that was added.
    #[must_use]
    pub fn finish(&self) -> u64 {
        self.inner.digest()
    }
}

/// Hash of plain bytes, for content and files.
#[must_use]
pub fn bytes(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}
