//! Marks that stay: corpses and burnt ground, each a ring of limited size in which the oldest make room.

use base::records::MarkRecord;

/// Most marks of corpses that a setting can ask for.
pub const CORPSE_MARKS_MAX: usize = 5_000;
/// Marks of corpses unless set otherwise (B8).
pub const CORPSE_MARKS: usize = 1_500;
/// Most places of burnt ground.
pub const SCORCH_MARKS_MAX: usize = 96;

/// A ring of marks, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Ring {
    marks: Vec<MarkRecord>,
    /// The oldest, once the ring is full.
    first: usize,
    limit: usize,
}

impl Ring {
    /// An empty ring with room for `limit` marks.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self { marks: Vec::with_capacity(limit), first: 0, limit }
    }

    /// Adds a mark; the oldest goes when there is no room.
    pub fn push(&mut self, mark: MarkRecord) {
        if self.limit == 0 {
            return;
        }
        if self.marks.len() < self.limit {
            self.marks.push(mark);
        } else {
            self.marks[self.first] = mark;
            self.first = (self.first + 1) % self.limit;
        }
    }

    /// Changes the limit; the newest stay.
    pub fn set_limit(&mut self, limit: usize) {
        self.marks.rotate_left(self.first);
        self.first = 0;
        self.marks.drain(..self.marks.len().saturating_sub(limit));
        self.limit = limit;
        self.marks.reserve(limit - self.marks.len());
    }

    /// Removes all marks.
    pub fn clear(&mut self) {
        self.marks.clear();
        self.first = 0;
    }

    /// Number of marks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.marks.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// Copies all marks out, oldest first.
    pub fn copy_to(&self, out: &mut Vec<MarkRecord>) {
        out.extend_from_slice(&self.marks[self.first..]);
        out.extend_from_slice(&self.marks[..self.first]);
    }
}
