//! Ids that stay valid while rows move. Ids are stored in the state; rows never are.

use serde::{Deserialize, Serialize};

/// No row.
pub const NO_ROW: u32 = u32::MAX;

/// Ids handed out once, in rising order, never again; the table says in which row each lives now.
///
/// `0` is never handed out and stands for "none". The table grows with the number of ids ever handed out (4 bytes each).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ids {
    rows: Vec<u32>,
}

impl Ids {
    /// An empty table.
    #[must_use]
    pub fn new() -> Self {
        Self { rows: vec![NO_ROW] }
    }

    /// Makes room for so many ids in all.
    pub fn reserve_to(&mut self, ids: usize) {
        self.rows.reserve((ids + 1).saturating_sub(self.rows.len()));
    }

    /// Whether the table and the column of ids of `len` rows say the same, as they must after loading.
    #[must_use]
    pub fn fits(&self, ids: impl ExactSizeIterator<Item = u32>) -> bool {
        let alive = self.rows.iter().filter(|row| **row != NO_ROW).count();
        let len = ids.len();
        self.rows.first().is_none_or(|row| *row == NO_ROW) && alive == len && ids.enumerate().all(|(row, id)| id != 0 && self.row(id) == Some(row))
    }

    /// A new id that lives in `row`.
    pub fn allocate(&mut self, row: u32) -> u32 {
        if self.rows.is_empty() {
            self.rows.push(NO_ROW);
        }
        self.rows.push(row);
        (self.rows.len() - 1) as u32
    }

    /// The row of `id`, or none when it is gone or was never handed out.
    #[must_use]
    pub fn row(&self, id: u32) -> Option<usize> {
        self.rows.get(id as usize).filter(|row| **row != NO_ROW).map(|row| *row as usize)
    }

    /// `id` lives in `row` now.
    pub fn moved(&mut self, id: u32, row: u32) {
        self.rows[id as usize] = row;
    }

    /// `id` is gone for good.
    pub fn free(&mut self, id: u32) {
        self.rows[id as usize] = NO_ROW;
    }

    /// How many ids were ever handed out.
    #[must_use]
    pub fn handed_out(&self) -> u32 {
        (self.rows.len().max(1) - 1) as u32
    }

    /// The table itself, for hashing.
    #[must_use]
    pub fn table(&self) -> &[u32] {
        &self.rows
    }
}

/// Declares a newtype over `u32` for ids of one kind; `0` is "none".
#[macro_export]
macro_rules! id_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, $crate::id::BytePod, $crate::id::ByteZeroable, $crate::id::SerdeSerialize, $crate::id::SerdeDeserialize)]
        #[bytemuck(crate = "base::bytemuck")]
        #[serde(crate = "base::serde")]
        pub struct $name(pub u32);

        impl $name {
            /// Nobody.
            pub const NONE: Self = Self(0);

            /// Whether this names nobody.
            #[must_use]
            pub fn is_none(self) -> bool {
                self.0 == 0
            }
        }
    };
}

#[doc(hidden)]
pub use bytemuck::{Pod as BytePod, Zeroable as ByteZeroable};
#[doc(hidden)]
pub use serde::{Deserialize as SerdeDeserialize, Serialize as SerdeSerialize};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_fits_its_column_alone() {
        let mut ids = Ids::new();
        let (a, b, c) = (ids.allocate(0), ids.allocate(1), ids.allocate(2));
        ids.free(b);
        ids.moved(c, 1);
        assert!(ids.fits([a, c].into_iter()));
        for wrong in [&[a][..], &[a, b], &[c, a], &[a, c, b], &[0, c], &[a, 99]] {
            assert!(!ids.fits(wrong.iter().copied()), "{wrong:?}");
        }
    }

    #[test]
    fn ids_outlive_moves_and_are_never_reused() {
        let mut ids = Ids::new();
        let a = ids.allocate(0);
        let b = ids.allocate(1);
        ids.free(a);
        ids.moved(b, 0);
        assert_eq!((ids.row(a), ids.row(b), ids.row(0), ids.row(99)), (None, Some(0), None, None));
        assert!(ids.allocate(1) > b);
    }
}
