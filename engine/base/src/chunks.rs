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

/// Runs `work(first_row, a, b)` over chunks of `size` rows of two columns of equal length.
pub fn each2<A: Send, B: Send>(a: &mut [A], b: &mut [B], size: usize, work: impl Fn(usize, &mut [A], &mut [B]) + Sync + Send) {
    assert_eq!(a.len(), b.len(), "columns of one table have one length");
    if a.len() <= size {
        if !a.is_empty() {
            work(0, a, b);
        }
        return;
    }
    a.par_chunks_mut(size).zip(b.par_chunks_mut(size)).enumerate().for_each(|(k, (a, b))| work(k * size, a, b));
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
        }
    }
}
