//! What one frame shows: draw records, filled by the view and uploaded by the renderer. Keeps its room between frames.

use base::records::{FigureRecord, LampRecord, MarkRecord, PuffRecord, StillRecord};
use glam::Vec2;

/// A still model in this frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Still {
    /// The renderer's number of the model.
    pub model: u16,
    /// Small and many: needs no shadow.
    pub debris: bool,
    /// Where and how.
    pub record: StillRecord,
}

/// Kinds of marks, as numbers in `MarkRecord::look[3]`.
pub mod mark {
    /// A corpse; layer = figure x 2 + belly.
    pub const CORPSE: f32 = 0.0;
    /// Burnt ground.
    pub const SCORCH: f32 = 1.0;
    /// The running ring of dust of a blast; look[2] is its radius as a share of half the side.
    pub const SHOCK: f32 = 2.0;
}

/// Shape of an overlay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OverlayKind {
    /// A thin circle.
    #[default]
    Ring,
    /// A filled square.
    Square,
    /// A filled circle.
    Disc,
}

/// A mark of the interface on the ground: range, footprint, blast, arc.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OverlayMark {
    /// Middle in the view's world, metres.
    pub at: Vec2,
    /// Height above the ground, metres; above 0 only for dots of an arc.
    pub height_m: f32,
    /// Side or diameter, metres.
    pub size_m: f32,
    /// Shape.
    pub kind: OverlayKind,
    /// Linear RGB and opacity.
    pub color: [f32; 4],
}

/// One frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The living and the flying dead.
    pub figures: Vec<FigureRecord>,
    /// Buildings, bombs, arrows, thrown earth.
    pub stills: Vec<Still>,
    /// Burnt ground, then corpses, oldest first, then rings.
    pub marks: Vec<MarkRecord>,
    /// Dust, smoke, fire; not sorted.
    pub puffs: Vec<PuffRecord>,
    /// Small lights, the most important first.
    pub lamps: Vec<LampRecord>,
    /// Of the interface; filled by [`crate::overlays`].
    pub overlays: Vec<OverlayMark>,
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
