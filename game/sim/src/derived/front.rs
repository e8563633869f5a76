//! The solver of the distance fields: a front of labels in a ring of buckets that can stop after any number of updates
//! and go on later (H2, H4).
//!
//! It solves Godunov's upwind eikonal distance: the way left from a cell whose smaller neighbors along the two axes have
//! the ways a and b is a + cost where they lie far apart, else what the gradient of both demands. Round a corner and near
//! the goal this first-order update is too long by up to a fifth of a step, every time anew; so a straight diagonal step
//! counts as well, at the price of the cheaper cell beside it if that is dearer: on even ground no way is ever longer than
//! over the eight neighbors, and no way slips between two full cells. Cells are taken bucket by bucket, each as
//! wide as the smallest cost / sqrt 2, and corrected until nothing gets shorter: hardly more than one update a cell on
//! any map and cost. What comes out is the solution itself, so that it does not matter where a solve was interrupted. No
//! way leads between two blocked cells that touch at a corner: a diagonal step needs both axes.
//!
//! A batch of labels is taken from the bucket at hand in two passes, both without a branch that depends on the map: the
//! first lists the cells that have to be worked out, the second works them out four at a time. What keeps this near one
//! evaluation a cell is a clock that ticks with every cell listed: a neighbor that was worked out since a label was
//! written knows of it already.
//!
//! Corners are not asked, though ways lead over them. Of a cell k that was labeled before its bucket was at hand, let n be
//! a corner and m the nearer of the two cells between. If n was worked out in an earlier bucket, a neighbor nearer than k
//! asked it and its way is shorter than any over k; if not, m asks it, after k was labeled. Only who is labeled within
//! the bucket at hand, one of fifty, asks its corners too.
//!
//! Not here: what a cell costs and where a way ends (`field`, `refresh_fields`), the arithmetic of a step (`godunov`).

pub use super::godunov::{COST_BLOCKED, COST_MAX};
use super::godunov::{DIAGONAL, four_shortest, one_shortest};
use glam::Vec4;

/// Buckets a meter: each is as wide as the smallest cost / sqrt 2.
const BUCKETS_A_METER: f32 = std::f32::consts::SQRT_2;
/// A power of two above the farthest bucket that an update can reach from the one at hand.
const BUCKETS: usize = 64;
/// Labels taken from a bucket at once: more overlap better, fewer know more of each other.
const BATCH: usize = 128;
/// A power of two above the cells that a batch can list, eight a label.
const LISTED: usize = 16 * BATCH;
/// Added to a number below itself, leaves the nearest whole number in the low bits. Ways beyond it, 5,900 km, only get
/// into wrong buckets, which costs time.
const WHOLE: f32 = 8_388_608.0;
/// Bits below the cell in an entry: the neighbors that it leads on to.
const AROUND_BITS: u32 = 4;
const AROUND: usize = 1 << AROUND_BITS;
/// Cells that an entry can name.
const CELLS_MAX: usize = 1 << (u32::BITS - AROUND_BITS);

const _: () = assert!((COST_MAX * DIAGONAL * BUCKETS_A_METER) as usize + 3 <= BUCKETS);

/// A label that waits in a bucket.
#[derive(Clone, Copy)]
struct Entry {
    /// The cell, and below it a bit for each neighbor that was farther when it was labeled: left, right, above, below.
    cell_and_around: u32,
    /// When the label was written.
    written: u32,
}

/// A solve under way.
pub struct Front {
    stride: u32,
    /// Way left and cost of every cell in turns, with a rim of blocked cells: both lie in the same line of the cache.
    cells: Vec<f32>,
    /// When each cell was listed last; the end of time for those that never need to be, the blocked and the goals.
    listed: Vec<u32>,
    clock: u32,
    buckets: [Vec<Entry>; BUCKETS],
    now: usize,
    /// Next entry of the bucket at hand.
    next: usize,
    /// Entries of the bucket at hand that were there when its turn came.
    on_time: usize,
    queued: usize,
    updates: u64,
}

impl Default for Front {
    fn default() -> Self {
        let buckets = [const { Vec::new() }; BUCKETS];
        Self { stride: 0, cells: Vec::new(), listed: Vec::new(), clock: 0, buckets, now: 0, next: 0, on_time: 0, queued: 0, updates: 0 }
    }
}

impl Front {
    /// Begins a map without a goal: of every cell row by row what stands for its cost, and the cost of that, 1 to
    /// [`COST_MAX`] or [`COST_BLOCKED`]. Cells that `from` does not reach are blocked.
    ///
    /// # Panics
    /// On a map of 2^28 cells or more.
    pub fn start<T: Copy>(&mut self, width: usize, height: usize, from: &[T], cost: impl Fn(T) -> f32) {
        let stride = width + 2;
        let cells = stride * (height + 2);
        assert!(cells < CELLS_MAX, "a map of {width} x {height} cells is too large");
        // On a map of the same size the rim is as it was, and every cell within is written below.
        if self.stride != stride as u32 || self.listed.len() != cells || from.len() < width * height {
            self.stride = stride as u32;
            self.cells.clear();
            self.cells.resize(2 * cells, COST_BLOCKED);
            self.listed.clear();
            self.listed.resize(cells, u32::MAX);
        }
        for bucket in &mut self.buckets {
            bucket.clear();
        }
        (self.clock, self.now, self.next, self.on_time, self.queued, self.updates) = (1, 0, 0, 0, 0, 0);
        if width == 0 {
            return;
        }
        let rows = self.cells[2 * (stride + 1)..].chunks_mut(2 * stride).zip(self.listed[stride + 1..].chunks_mut(stride));
        for (from, (cells, listed)) in from.chunks_exact(width).take(height).zip(rows) {
            for ((from, cell), listed) in from.iter().zip(cells.as_chunks_mut::<2>().0).zip(listed) {
                let cost = cost(*from);
                *cell = [COST_BLOCKED, cost];
                *listed = if cost < COST_BLOCKED { 0 } else { u32::MAX };
            }
        }
    }

    /// Lets the way end in a cell of the map, before the first [`Front::advance`]; a blocked one is left alone.
    pub fn end_in(&mut self, x: usize, y: usize) {
        let k = (y + 1) * self.stride as usize + x + 1;
        if self.listed[k] == 0 {
            self.listed[k] = u32::MAX;
            self.cells[2 * k] = 0.0;
            self.buckets[0].push(Entry { cell_and_around: (k << AROUND_BITS | (AROUND - 1)) as u32, written: self.clock });
            self.on_time += 1;
            self.queued += 1;
        }
    }

    /// Makes room in every bucket, so that no later solve of a map of this size asks for memory.
    pub fn reserve(&mut self, labels: usize) {
        for bucket in &mut self.buckets {
            bucket.reserve(labels.saturating_sub(bucket.len()));
        }
    }

    /// Labels written since the start.
    #[must_use]
    pub fn updates(&self) -> u64 {
        self.updates
    }

    /// The way left from every cell and from the rim, row by row; [`COST_BLOCKED`] where none leads.
    pub fn ways_m(&self) -> impl ExactSizeIterator<Item = f32> {
        self.cells.as_chunks::<2>().0.iter().map(|[way, _]| *way)
    }

    /// Goes on until about so many more labels are written; whether the solve is done.
    pub fn advance(&mut self, updates: u64) -> bool {
        let steps = Steps::new(self.stride);
        let mut list = [0; LISTED];
        let mut left = updates;
        while self.queued > 0 {
            let at = self.now % BUCKETS;
            let bucket = &self.buckets[at];
            let late = self.next >= self.on_time;
            let end = if late { bucket.len() } else { self.on_time };
            let batch = &bucket[self.next..end.min(self.next + BATCH)];
            if batch.is_empty() {
                self.buckets[at].clear();
                self.now += 1;
                self.next = 0;
                self.on_time = self.buckets[self.now % BUCKETS].len();
                continue;
            }
            // Between batches only: what a batch is must not depend on where a solve was interrupted.
            if left == 0 {
                return false;
            }
            let mut count = list_neighbors(batch, &steps, &mut self.listed, self.clock, &mut list);
            if late {
                count = list_corners(batch, self.stride, &self.cells, &self.listed, &mut list, count);
            }
            self.next += batch.len();
            self.queued -= batch.len();
            if count > 0 {
                let labels = self.label(&list[..count]);
                self.clock += count as u32;
                self.updates += labels;
                left = left.saturating_sub(labels);
            }
        }
        true
    }

    /// Works out the cells on a list, and puts those whose way got shorter into their buckets; how many these are.
    fn label(&mut self, list: &[u32]) -> u64 {
        // Not through `self`: after every write into a bucket it would be asked anew where the cells are.
        let Self { cells, buckets, stride, .. } = self;
        let (cells, stride) = (&mut cells[..], *stride);
        let (now, mut clock) = (self.now as f32, self.clock);
        let (mut labels, mut queued) = (0, 0);
        let mut queue = |bucket: f32, cell: u32, around: u32, written: u32| {
            labels += 1;
            if around != 0 {
                buckets[bucket.to_bits() as usize % BUCKETS].push(Entry { cell_and_around: cell << AROUND_BITS | around, written });
                queued += 1;
            }
        };
        let (fours, rest) = list.as_chunks::<4>();
        for four in fours {
            let shortest = four_shortest(four, stride, cells);
            let ways = shortest.way_m.to_array();
            let bucket = ((shortest.way_m * BUCKETS_A_METER).max(Vec4::splat(now)) + Vec4::splat(WHOLE)).to_array();
            for (lane, cell) in four.iter().enumerate() {
                if shortest.shorter >> lane & 1 == 1 {
                    cells[2 * *cell as usize] = ways[lane];
                    // Every fourth bit, from the lowest on, next to each other.
                    let around = (((shortest.around >> lane) & 0x1111) * 0x249) >> 9 & (AROUND as u32 - 1);
                    // None of the four knows the labels of the others: they count as written after the last was listed.
                    queue(bucket[lane], *cell, around, clock + 3);
                }
            }
            clock += 4;
        }
        // Fewer than four one by one: in a narrow lane they are neighbors, and each would be worked out again.
        for cell in rest {
            let shortest = one_shortest(*cell, stride, cells);
            if shortest.shorter {
                cells[2 * *cell as usize] = shortest.way_m;
                let bucket = shortest.way_m * BUCKETS_A_METER;
                queue(if bucket > now { bucket } else { now } + WHOLE, *cell, shortest.around, clock);
            }
            clock += 1;
        }
        self.queued += queued;
        labels
    }
}

/// From a cell to the neighbors around it, for every set of them: two always, the same one twice where the set holds one,
/// and two more where it holds three or four.
struct Steps {
    first: [[u32; 2]; AROUND],
    second: [[u32; 2]; AROUND],
}

impl Steps {
    fn new(stride: u32) -> Self {
        let mut steps = Self { first: [[0; 2]; AROUND], second: [[0; 2]; AROUND] };
        for around in 1..AROUND {
            let mut set = [0; 4];
            let mut count = 0;
            for (bit, step) in [1u32.wrapping_neg(), 1, stride.wrapping_neg(), stride].into_iter().enumerate() {
                if around >> bit & 1 == 1 {
                    set[count] = step;
                    count += 1;
                }
            }
            steps.first[around] = [set[0], if count > 1 { set[1] } else { set[0] }];
            if count > 2 {
                steps.second[around] = [set[2], if count > 3 { set[3] } else { set[2] }];
            }
        }
        steps
    }
}

/// Lists the neighbors that a batch leads on to and that do not know of it; how many.
#[inline(never)]
fn list_neighbors(batch: &[Entry], steps: &Steps, listed: &mut [u32], clock: u32, list: &mut [u32; LISTED]) -> usize {
    let mut count = 0;
    for entry in batch {
        let (cell, around) = (entry.cell_and_around >> AROUND_BITS, entry.cell_and_around as usize % AROUND);
        // Written always, counted where it is wanted: whether it is cannot be guessed, and a wrong guess costs more.
        let mut visit = |step: u32| {
            let next = cell.wrapping_add(step);
            let listed = &mut listed[next as usize];
            let wanted = *listed <= entry.written;
            list[count % LISTED] = next;
            *listed = if wanted { clock + count as u32 } else { *listed };
            count += usize::from(wanted);
        };
        visit(steps.first[around][0]);
        visit(steps.first[around][1]);
        if steps.second[around][0] != 0 {
            visit(steps.second[around][0]);
            visit(steps.second[around][1]);
        }
    }
    count
}

/// Lists the corners of a batch of late labels as well. That they were does not count for others: over a corner alone
/// a cell may not have heard of a nearer neighbor.
#[inline(never)]
fn list_corners(batch: &[Entry], stride: u32, cells: &[f32], listed: &[u32], list: &mut [u32; LISTED], mut count: usize) -> usize {
    let stride = stride as usize;
    for entry in batch {
        let k = (entry.cell_and_around >> AROUND_BITS) as usize;
        for corner in [k - stride - 1, k - stride + 1, k + stride - 1, k + stride + 1] {
            list[count % LISTED] = corner as u32;
            count += usize::from((cells[2 * corner] > cells[2 * k] + DIAGONAL) & (listed[corner] <= entry.written));
        }
    }
    count
}

/// Solves maps one after the other with the same buffers.
#[derive(Default)]
pub struct Solver {
    front: Front,
    way_m: Vec<f32>,
}

impl Solver {
    /// The way left from every cell to the nearest goal, row by row: infinite where none leads. A cost is that of one
    /// meter, 1 or more and at most [`COST_MAX`]; from [`COST_BLOCKED`] on the cell is blocked. Goals outside the map
    /// and on blocked cells count for nothing.
    pub fn solve(&mut self, width: usize, height: usize, cost: &[f32], goals: &[usize]) -> &[f32] {
        let bounded = |cost: f32| if cost < COST_BLOCKED { cost.clamp(1.0, COST_MAX) } else { COST_BLOCKED };
        self.front.start(width, height, cost, bounded);
        for goal in goals.iter().filter(|goal| **goal < width * height) {
            self.front.end_in(goal % width, goal / width);
        }
        self.front.advance(u64::MAX);
        self.way_m.resize(width * height, 0.0);
        if width > 0 {
            let stride = width + 2;
            let rows = self.front.cells[2 * (stride + 1)..].chunks(2 * stride);
            for (ways, cells) in self.way_m.chunks_exact_mut(width).zip(rows) {
                for (way, [solved, _]) in ways.iter_mut().zip(cells.as_chunks::<2>().0) {
                    *way = if *solved < COST_BLOCKED { *solved } else { f32::INFINITY };
                }
            }
        }
        &self.way_m
    }

    /// Labels that the last solve wrote.
    #[must_use]
    pub fn updates(&self) -> u64 {
        self.front.updates
    }
}
