//! Structures of arrays: one vector a property, dense rows.
//!
//! `columns!` writes every method that touches all columns (push, keep, clear, hash, save), so a new column cannot be
//! forgotten in one of them.

/// Declares a table: a struct of columns, a struct for one row, and the methods over all columns.
///
/// Column types are plain old data without padding (`bytemuck::NoUninit`) and serializable.
#[macro_export]
macro_rules! columns {
    ($(#[$doc:meta])* pub struct $table:ident of $row:ident { $($(#[$cdoc:meta])* $name:ident: $kind:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, $crate::id::SerdeSerialize, $crate::id::SerdeDeserialize)]
        #[serde(crate = "base::serde")]
        pub struct $table { $($(#[$cdoc])* pub $name: Vec<$kind>,)* }

        /// One row of the table of the same stem.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $row { $($(#[$cdoc])* pub $name: $kind,)* }

        #[allow(dead_code)]
        impl $table {
            /// Number of rows.
            #[must_use]
            pub fn len(&self) -> usize {
                $crate::columns!(@first self $($name)*).len()
            }

            /// Whether there is no row.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// Adds a row at the end and says which it is.
            pub fn push(&mut self, row: $row) -> usize {
                let at = self.len();
                let $row { $($name,)* } = row;
                $(self.$name.push($name);)*
                at
            }

            /// One row, copied out.
            #[must_use]
            pub fn row(&self, at: usize) -> $row {
                $row { $($name: self.$name[at],)* }
            }

            /// Makes room for so many rows in all.
            pub fn reserve_to(&mut self, rows: usize) {
                let more = rows.saturating_sub(self.len());
                $(self.$name.reserve(more);)*
            }

            /// Removes all rows.
            pub fn clear(&mut self) {
                $(self.$name.clear();)*
            }

            /// Removes the rows for which `gone` is true, keeping the order of the rest. Allocates nothing.
            pub fn remove_where(&mut self, gone: &[bool]) {
                assert_eq!(gone.len(), self.len(), "a mark for every row");
                let Some(first) = gone.iter().position(|gone| *gone) else { return };
                let gone = &gone[first..];
                let Self { $($name,)* } = self;
                // Without a branch on the mark: the dead of a blast are scattered, and a guess at each costs more than a copy.
                $({
                    let column = &mut $name[first..];
                    let mut kept = 0;
                    for k in 0..column.len() {
                        column[kept] = column[k];
                        kept += usize::from(!gone[k]);
                    }
                    $name.truncate(first + kept);
                })*
            }

            /// Removes the first rows, at most all, keeping the order of the rest. Allocates nothing.
            pub fn remove_first(&mut self, rows: usize) {
                let rows = rows.min(self.len());
                $(self.$name.drain(..rows);)*
            }

            /// Adds every column to a hash.
            pub fn hash_into(&self, hasher: &mut $crate::hash::StateHasher) {
                let Self { $($name,)* } = self;
                $(hasher.column($name);)*
            }

            /// Whether all columns have one length, as they must after loading.
            #[must_use]
            pub fn is_rectangular(&self) -> bool {
                let rows = self.len();
                let Self { $($name,)* } = self;
                $($name.len() == rows)&&*
            }

            /// Names of columns that differ between two tables, for the search of a divergence.
            #[must_use]
            pub fn differing(&self, other: &Self) -> Vec<&'static str> {
                let mut found = Vec::new();
                $(if $crate::bytemuck::cast_slice::<_, u8>(&self.$name) != $crate::bytemuck::cast_slice::<_, u8>(&other.$name) {
                    found.push(stringify!($name));
                })*
                found
            }
        }
    };
    (@first $self:ident $first:ident $($rest:ident)*) => { $self.$first };
}
