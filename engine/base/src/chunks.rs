//! Parallel work in chunks of constant size. The size never depends on the number of threads, and results are joined
//! in chunk order, so any thread count gives the same bits.

use rayon::prelude::*;

/// Runs `work(first_row, chunk)` over chunks of `size` rows of one column.
pub fn each<T: Send>(column: &mut [T], size: usize, work: impl Fn(usize, &mut [T]) + Sync + Send) {
    if column.len() <= size {
        if !column.is_empty() {
            work(0, column);
        }
        return;
    }
    column.par_chunks_mut(size).enumerate().for_each(|(k, chunk)| work(k * size, chunk));
}

/// Whether `test(rows)` holds for any of the chunks of `size` rows; which one is found first makes no difference.
pub fn any(rows: usize, size: usize, test: impl Fn(std::ops::Range<usize>) -> bool + Sync + Send) -> bool {
    if rows <= size {
        return rows > 0 && test(0..rows);
    }
    (0..rows.div_ceil(size)).into_par_iter().any(|k| test(k * size..rows.min((k + 1) * size)))
}

/// Columns of one table, borrowed together: slices of equal length, as a tuple.
pub trait Columns: Send + Sized {
    /// Rows of the first one.
    fn rows(&self) -> usize;
    /// Whether all have as many.
    fn alike(&self) -> bool;
    /// The first rows and the rest.
    fn split(self, at: usize) -> (Self, Self);
}

macro_rules! columns_of {
    ($first:ident $($name:ident)*) => {
        #[allow(non_snake_case)]
        impl<'a, $first: Send, $($name: Send),*> Columns for (&'a mut [$first], $(&'a mut [$name]),*) {
            fn rows(&self) -> usize {
                self.0.len()
            }

            fn alike(&self) -> bool {
                let ($first, $($name),*) = self;
                true $(&& $name.len() == $first.len())*
            }

            fn split(self, at: usize) -> (Self, Self) {
                let ($first, $($name),*) = self;
                let $first = $first.split_at_mut(at);
                $(let $name = $name.split_at_mut(at);)*
                (($first.0, $($name.0),*), ($first.1, $($name.1),*))
            }
        }
    };
}

columns_of!(A B);
columns_of!(A B C);
columns_of!(A B C D);
columns_of!(A B C D E);
columns_of!(A B C D E F);
columns_of!(A B C D E F G);
columns_of!(A B C D E F G H);

/// Runs `work(first_row, columns)` over chunks of `size` rows of several columns of equal length.
pub fn each_of<C: Columns>(columns: C, size: usize, work: impl Fn(usize, C) + Sync + Send) {
    assert!(columns.alike(), "columns of one table have one length");
    if columns.rows() > 0 {
        halve(0, columns, size, &work);
    }
}

fn halve<C: Columns>(first: usize, columns: C, size: usize, work: &(impl Fn(usize, C) + Sync + Send)) {
    let rows = columns.rows();
    if rows <= size {
        work(first, columns);
        return;
    }
    let half = rows.div_ceil(size) / 2 * size;
    let (a, b) = columns.split(half);
    rayon::join(|| halve(first, a, size, work), || halve(first + half, b, size, work));
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_row_once_whatever_the_pool() {
        for threads in [1, 2, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            let mut column = vec![0usize; 10_001];
            pool.install(|| super::each(&mut column, 512, |first, chunk| chunk.iter_mut().enumerate().for_each(|(k, v)| *v += first + k)));
            assert!(column.iter().enumerate().all(|(k, v)| k == *v));
            for wanted in [0, 511, 512, 10_000] {
                assert!(pool.install(|| super::any(column.len(), 512, |rows| column[rows].contains(&wanted))));
            }
            assert!(!pool.install(|| super::any(column.len(), 512, |rows| column[rows].contains(&10_001))));
            assert!(!super::any(0, 512, |_| true));
            let mut other = vec![0u8; 10_001];
            pool.install(|| {
                super::each_of((&mut column[..], &mut other[..]), 512, |first, (a, b)| {
                    assert!(first.is_multiple_of(512) && (a.len() == 512 || first + a.len() == 10_001));
                    a.iter_mut().zip(b).enumerate().for_each(|(k, (a, b))| {
                        *a += first + k;
                        *b += 1;
                    });
                });
            });
            assert!(column.iter().enumerate().all(|(k, v)| 2 * k == *v) && other.iter().all(|v| *v == 1));
        }
    }
}
