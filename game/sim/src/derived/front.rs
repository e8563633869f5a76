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
//! Not here: what a cell costs and where a way ends (`field`, `refresh_fields`).

/// Cost from which a cell cannot be walked, and the way left where none leads.
pub const COST_BLOCKED: f32 = 1e9;
/// Highest cost of a cell, meters a meter; the lowest is 1.
pub const COST_MAX: f32 = 20.0;
/// Buckets a meter: each is as wide as the smallest cost / sqrt 2.
const BUCKETS_A_METER: f32 = std::f32::consts::SQRT_2;
/// Length of a diagonal step in cells.
const DIAGONAL: f32 = std::f32::consts::SQRT_2;
/// A power of two above the farthest bucket that an update can reach from the one at hand.
const BUCKETS: usize = 64;

const _: () = assert!((COST_MAX * DIAGONAL * BUCKETS_A_METER) as usize + 3 <= BUCKETS);

/// A solve under way.
#[derive(Default)]
pub struct Front {
    buckets: Vec<Vec<u32>>,
    now: usize,
    /// Next entry of the bucket at hand.
    next: usize,
    queued: usize,
    updates: u64,
}

impl Front {
    /// Begins at every cell whose way is 0. The columns have a rim of blocked cells one wide.
    pub fn start(&mut self, way_m: &[f32]) {
        self.buckets.resize_with(BUCKETS, Vec::new);
        for bucket in &mut self.buckets {
            bucket.clear();
        }
        (self.now, self.next, self.queued, self.updates) = (0, 0, 0, 0);
        for (k, way) in way_m.iter().enumerate() {
            if *way == 0.0 {
                self.buckets[0].push(k as u32);
                self.queued += 1;
            }
        }
    }

    /// Makes room in every bucket, so that no later solve of a map of this size asks for memory.
    pub fn reserve(&mut self, cells: usize) {
        self.buckets.resize_with(BUCKETS, Vec::new);
        for bucket in &mut self.buckets {
            bucket.reserve(cells.saturating_sub(bucket.len()));
        }
    }

    /// Labels written since the start.
    #[must_use]
    pub fn updates(&self) -> u64 {
        self.updates
    }

    #[inline]
    fn label(&mut self, way_m: &mut [f32], k: usize, way: f32) {
        way_m[k] = way;
        self.buckets[((way * BUCKETS_A_METER) as usize).max(self.now) % BUCKETS].push(k as u32);
        self.queued += 1;
        self.updates += 1;
    }

    /// Goes on until about so many more labels are written; whether the solve is done.
    pub fn advance(&mut self, cost: &[f32], stride: usize, way_m: &mut [f32], updates: u64) -> bool {
        let mut left = updates;
        while self.queued > 0 {
            let at = self.now % BUCKETS;
            while let Some(k) = self.buckets[at].get(self.next) {
                if left == 0 {
                    return false;
                }
                let k = *k as usize;
                self.next += 1;
                self.queued -= 1;
                let own = way_m[k];
                if ((own * BUCKETS_A_METER) as usize) + 1 < self.now {
                    // Shortened since it was put here, and gone on from at that time.
                    continue;
                }
                for (next, beyond, across) in
                    [(k - 1, k.wrapping_sub(2), stride), (k + 1, k + 2, stride), (k - stride, k.wrapping_sub(2 * stride), 1), (k + stride, k + 2 * stride, 1)]
                {
                    let (step, before) = (cost[next], way_m[next]);
                    if step >= COST_BLOCKED || before <= own {
                        continue;
                    }
                    // The first label asks all eight neighbors. Later only this cell is new, and where the one beyond is
                    // nearer, it is not even upwind.
                    let way = if before >= COST_BLOCKED {
                        shortest(cost, stride, way_m, next)
                    } else if way_m[beyond] < own {
                        continue;
                    } else {
                        godunov(own, way_m[next - across].min(way_m[next + across]), step)
                    };
                    if way < before {
                        self.label(way_m, next, way);
                        left = left.saturating_sub(1);
                    }
                }
                for (next, a, b) in [
                    (k - stride - 1, k - stride, k - 1),
                    (k - stride + 1, k - stride, k + 1),
                    (k + stride - 1, k + stride, k - 1),
                    (k + stride + 1, k + stride, k + 1),
                ] {
                    // A cell without a label gets one in time from the cells between, which ask for this one too.
                    let before = way_m[next];
                    if before < COST_BLOCKED && own + DIAGONAL * cost[next] < before {
                        let way = own + DIAGONAL * diagonal(cost[next], cost[a], cost[b]);
                        if way < before {
                            self.label(way_m, next, way);
                            left = left.saturating_sub(1);
                        }
                    }
                }
            }
            self.buckets[at].clear();
            self.next = 0;
            self.now += 1;
        }
        true
    }
}

/// The shortest way from a cell, by what its eight neighbors have now. Columns with a rim of blocked cells; [`COST_BLOCKED`]
/// where there is no way yet.
#[must_use]
#[inline]
pub fn shortest(cost: &[f32], stride: usize, way_m: &[f32], k: usize) -> f32 {
    let rows = |column: &[f32], k: usize| {
        let row = &column[k - 1..k + 2];
        [row[0], row[1], row[2]]
    };
    let (top, middle, bottom) = (rows(way_m, k - stride), rows(way_m, k), rows(way_m, k + stride));
    let [left, step, right] = rows(cost, k);
    let (up, down) = (cost[k - stride], cost[k + stride]);
    let bent = godunov(middle[0].min(middle[2]), top[1].min(bottom[1]), step);
    let straight = (top[0] + DIAGONAL * diagonal(step, left, up))
        .min(top[2] + DIAGONAL * diagonal(step, right, up))
        .min(bottom[0] + DIAGONAL * diagonal(step, left, down))
        .min(bottom[2] + DIAGONAL * diagonal(step, right, down));
    bent.min(straight)
}

/// Cost of a diagonal step between two cells; that of a wall where one of them is blocked.
#[inline]
fn diagonal(step: f32, a: f32, b: f32) -> f32 {
    if a.max(b) < COST_BLOCKED { step.max(a.min(b)) } else { COST_BLOCKED }
}

/// Godunov's upwind solution from the smaller neighbors of both axes.
#[inline]
fn godunov(a: f32, b: f32, cost: f32) -> f32 {
    let apart = (a - b).abs();
    if apart >= cost { a.min(b) + cost } else { 0.5 * (a + b + (2.0 * cost * cost - apart * apart).sqrt()) }
}

/// A column with a rim of blocked cells round it.
pub fn pad(width: usize, height: usize, column: impl Fn(usize) -> f32, out: &mut Vec<f32>) {
    let stride = width + 2;
    out.clear();
    out.resize(stride * (height + 2), COST_BLOCKED);
    for y in 0..height {
        for (x, cell) in out[(y + 1) * stride + 1..][..width].iter_mut().enumerate() {
            *cell = column(y * width + x);
        }
    }
}

/// Solves maps one after the other with the same buffers.
#[derive(Default)]
pub struct Solver {
    front: Front,
    cost: Vec<f32>,
    padded: Vec<f32>,
    way_m: Vec<f32>,
}

impl Solver {
    /// The way left from every cell to the nearest goal, row by row: infinite where none leads. A cost is that of one
    /// meter, 1 or more and at most [`COST_MAX`]; from [`COST_BLOCKED`] on the cell is blocked. Goals outside the map
    /// and on blocked cells count for nothing.
    pub fn solve(&mut self, width: usize, height: usize, cost: &[f32], goals: &[usize]) -> &[f32] {
        let stride = width + 2;
        let bounded = |k: usize| cost.get(k).map_or(COST_BLOCKED, |cost| if *cost < COST_BLOCKED { cost.clamp(1.0, COST_MAX) } else { COST_BLOCKED });
        pad(width, height, bounded, &mut self.cost);
        self.padded.clear();
        self.padded.resize(self.cost.len(), COST_BLOCKED);
        for goal in goals.iter().filter(|goal| **goal < width * height) {
            let k = (goal / width + 1) * stride + goal % width + 1;
            if self.cost[k] < COST_BLOCKED {
                self.padded[k] = 0.0;
            }
        }
        self.front.start(&self.padded);
        self.front.advance(&self.cost, stride, &mut self.padded, u64::MAX);
        self.way_m.clear();
        let padded = &self.padded;
        let rows = (0..height).flat_map(|y| &padded[(y + 1) * stride + 1..][..width]);
        self.way_m.extend(rows.map(|way| if *way < COST_BLOCKED { *way } else { f32::INFINITY }));
        &self.way_m
    }

    /// Labels that the last solve wrote.
    #[must_use]
    pub fn updates(&self) -> u64 {
        self.front.updates
    }
}
