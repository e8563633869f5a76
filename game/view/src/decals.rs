//! Marks that stay: corpses and burnt ground, each of limited number. Who makes room is settled once a tick: the oldest
//! outside the picture first, so that nothing vanishes under the player's eyes while there is something else; then the
//! oldest of all.

use base::records::MarkRecord;
use glam::Vec2;

/// Most marks of corpses, and most flying dead, that a setting can ask for.
pub const SETTING_MAX: usize = 5_000;
/// Marks of corpses unless set otherwise (B8).
pub const CORPSE_MARKS: usize = 1_500;
/// Flying and lying dead in the picture unless set otherwise (B8).
pub const FLYING_DEAD: usize = 1_000;
/// Most places of burnt ground.
pub const SCORCH_MARKS_MAX: usize = 96;

/// Marks, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    marks: Vec<MarkRecord>,
    limit: usize,
}

impl Marks {
    /// None, with room for `limit` marks.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self { marks: Vec::with_capacity(limit), limit }
    }

    /// Adds a mark. Until [`Self::settle`] there may be more than the limit.
    pub fn push(&mut self, mark: MarkRecord) {
        self.marks.push(mark);
    }

    /// Changes the limit, from the next [`Self::settle`] on.
    pub fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// Takes away what is too many.
    pub fn settle(&mut self, in_view: impl Fn(Vec2) -> bool) {
        let mut surplus = self.marks.len().saturating_sub(self.limit);
        if surplus == 0 {
            return;
        }
        self.marks.retain(|mark| {
            let goes = surplus > 0 && !in_view(mark.position.into());
            surplus -= usize::from(goes);
            !goes
        });
        self.marks.drain(..surplus);
    }

    /// Removes all marks.
    pub fn clear(&mut self) {
        self.marks.clear();
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
        out.extend_from_slice(&self.marks);
    }
}
