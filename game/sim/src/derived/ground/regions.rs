//! Numbers the connected parts of a map, cell by cell over the four sides.
//!
//! Works on runs of open cells in a row instead of single cells, since a refresh numbers the whole map whenever a tower
//! comes or goes. Numbers rise with the first cell of a part, row by row, so that they follow from the map alone.

use super::NO_REGION;

/// Buffers.
#[derive(Default)]
pub(super) struct Runs {
    /// First cell and end of each run, row by row.
    runs: Vec<(u32, u32)>,
    /// For each run, a run of the same part with a smaller index, or itself.
    parent: Vec<u32>,
}

impl Runs {
    /// Writes the number of each cell's part, [`NO_REGION`] where the map is closed.
    pub fn number(&mut self, width: usize, open: &[bool], out: &mut Vec<u32>) {
        self.runs.clear();
        self.parent.clear();
        let mut above = 0..0;
        for (y, row) in open.chunks(width.max(1)).enumerate() {
            let first = self.runs.len();
            let mut x = 0;
            while let Some(from) = row[x..].iter().position(|open| *open).map(|skip| x + skip) {
                let to = row[from..].iter().position(|open| !*open).map_or(width, |more| from + more);
                let run = self.runs.len() as u32;
                self.runs.push(((y * width + from) as u32, (y * width + to) as u32));
                self.parent.push(run);
                // Runs of the row above that share a column; the last of them may reach over the next run as well.
                while above.start < above.end && (self.runs[above.start].1 as usize + width) <= y * width + from {
                    above.start += 1;
                }
                let mut other = above.start;
                while other < above.end && (self.runs[other].0 as usize + width) < y * width + to {
                    self.join(other as u32, run);
                    other += 1;
                }
                x = to;
            }
            above = first..self.runs.len();
        }
        out.clear();
        out.resize(open.len(), NO_REGION);
        let mut regions = 0;
        for run in 0..self.runs.len() {
            let parent = self.parent[run] as usize;
            // Parents come earlier and hold their number by now.
            let number = if parent == run {
                regions += 1;
                regions - 1
            } else {
                out[self.runs[parent].0 as usize]
            };
            let (from, to) = self.runs[run];
            out[from as usize..to as usize].fill(number);
        }
    }

    fn root(&mut self, mut run: u32) -> u32 {
        while self.parent[run as usize] != run {
            let up = self.parent[self.parent[run as usize] as usize];
            self.parent[run as usize] = up;
            run = up;
        }
        run
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b) as usize] = a.min(b);
    }
}
