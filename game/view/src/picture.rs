//! What one frame shows: draw records, filled by the view and uploaded by the renderer. Keeps its room between frames.

use base::records::{FigureRecord, LampRecord, MarkRecord, PuffRecord, StillRecord};

/// Still models of this frame, grouped by the renderer's number of the model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stills {
    groups: Vec<Vec<StillRecord>>,
}

impl Stills {
    /// Adds one.
    pub fn push(&mut self, model: u16, record: StillRecord) {
        let model = usize::from(model);
        if model >= self.groups.len() {
            self.groups.resize(model + 1, Vec::new());
        }
        self.groups[model].push(record);
    }

    /// Models that are there, with their records.
    pub fn groups(&self) -> impl Iterator<Item = (usize, &[StillRecord])> {
        self.groups.iter().enumerate().filter(|(_, records)| !records.is_empty()).map(|(model, records)| (model, records.as_slice()))
    }

    /// All records.
    pub fn records(&self) -> impl Iterator<Item = &StillRecord> {
        self.groups.iter().flatten()
    }

    /// Number of records.
    #[must_use]
    pub fn len(&self) -> usize {
        self.groups.iter().map(Vec::len).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all and keeps the room.
    pub fn clear(&mut self) {
        self.groups.iter_mut().for_each(Vec::clear);
    }
}

/// Kinds of marks, as numbers in `MarkRecord::look[3]`.
pub mod mark {
    /// A corpse; look: layer of figure, pose and side (`base::records::body_layer`), opacity, tint.
    pub const CORPSE: f32 = 0.0;
    /// Burnt ground.
    pub const SCORCH: f32 = 1.0;
    /// The running ring of dust of a blast; the third number of `look` is its radius as a share of half the side.
    pub const SHOCK: f32 = 2.0;
    /// Overlay: a line at the border of the circle. look: color as a 24 bit sRGB number, opacity, the inside's share of it.
    pub const RING: f32 = 3.0;
    /// Overlay: a filled circle with a line round it.
    pub const DISC: f32 = 4.0;
    /// Overlay: a filled square with a line round it.
    pub const FOOTPRINT: f32 = 5.0;
}

/// One frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The living and the flying dead.
    pub figures: Vec<FigureRecord>,
    /// Buildings, bombs, arrows, thrown earth.
    pub stills: Stills,
    /// Burnt ground, then corpses, oldest first, then rings.
    pub marks: Vec<MarkRecord>,
    /// Dust, smoke, fire; not sorted.
    pub puffs: Vec<PuffRecord>,
    /// Small lights, the most important first.
    pub lamps: Vec<LampRecord>,
    /// Rings, discs and squares of the hand, drawn over the marks; filled by [`crate::overlays`] after the frame.
    pub overlays: Vec<MarkRecord>,
}

impl Picture {
    /// Empties it and keeps the room.
    pub fn clear(&mut self) {
        let Self { figures, stills, marks, puffs, lamps, overlays } = self;
        figures.clear();
        stills.clear();
        marks.clear();
        puffs.clear();
        lamps.clear();
        overlays.clear();
    }
}
