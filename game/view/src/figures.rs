//! What the view knows of the loaded figures and models: plain data, given by the composition root at load.

use crate::clips::{CLIPS, Clip};
use base::records::LyingFrames;
use content::rules::Rules;

/// Where one clip lies in its figure's frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClipRange {
    /// First frame in the figure's palette.
    pub first: u16,
    /// Samples at 30 a second; a loop repeats its first as its last.
    pub samples: u16,
    /// Plays on.
    pub looped: bool,
}

impl ClipRange {
    /// The range of a clip in a figure's frames; whether it plays on is known by its name.
    #[must_use]
    pub fn named(name: &str, first: u32, samples: u32) -> Self {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
        let looped = matches!(stem, "idle" | "wait" | "walk" | "run" | "fall");
        Self { first: first.min(u32::from(u16::MAX)) as u16, samples: samples.min(u32::from(u16::MAX)) as u16, looped }
    }
}

/// One loaded figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Its name in `assets/models`.
    pub name: String,
    /// The renderer's number for it.
    pub kind: u8,
    /// Height in metres as modelled.
    pub height_m: f32,
    /// Largest distance of any vertex of any clip from the body's middle, metres: half the side of its corpse's mark.
    pub radius_m: f32,
    /// Frames in the figure's palette in which its bodies lie, as their marks are baked.
    pub lying: LyingFrames,
    /// Clips by name, as the file calls them.
    pub clips: Vec<(String, ClipRange)>,
    /// Ground speed of the walk as modelled, m/s; 0: taken from the name or the height.
    pub walk_mps: f32,
    /// Ground speed of the run as modelled, m/s; 0: taken from the name or the height.
    pub run_mps: f32,
}

/// A clip made ready for playing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Reel {
    pub first: u16,
    /// Intervals: samples - 1, at least 1 when there are two samples, else 0.
    pub length: u16,
    pub looped: bool,
    /// The figure's own, not something instead of it.
    pub own: bool,
}

/// A figure with every clip resolved.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Actor {
    pub kind: u8,
    pub radius_m: f32,
    pub walk_mps: f32,
    pub run_mps: f32,
    /// Factor on tints: figures whose paint is dark are lifted so that the crowd stands off the ground.
    pub light: f32,
    pub reels: [Reel; CLIPS],
    /// Frames of the fall in which bodies lie.
    pub lying: LyingFrames,
    /// Scale that brings the model to the height of the rules.
    pub scale: f32,
}

/// All loaded figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FigureTable {
    /// In any order; found by name.
    pub figures: Vec<Figure>,
}

/// Ground speeds of walk and run, and light, of our own figures (the clips' strides are measured in `assets/models`).
const GAITS: [(&str, f32, f32, f32); 3] = [("skeleton", 2.2, 4.0, 1.04), ("goblin", 1.8, 4.0, 1.2), ("ogre", 1.1, 2.6, 1.0)];

impl FigureTable {
    /// The figure of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Figure> {
        self.figures.iter().find(|f| f.name == name)
    }

    /// For each enemy of the rules its figure with all clips; a missing figure is stood in for by the first one.
    pub(crate) fn resolve(&self, rules: &Rules) -> Vec<Option<Actor>> {
        rules
            .enemies
            .iter()
            .map(|enemy| {
                let figure = self.find(&enemy.model).or_else(|| self.find(&enemy.id)).or(self.figures.first())?;
                let (_, walk, run, light) = GAITS.iter().find(|g| g.0 == figure.name).copied().unwrap_or((
                    "",
                    1.3 * figure.height_m.max(0.2).sqrt(),
                    2.6 * figure.height_m.max(0.2).sqrt(),
                    1.05,
                ));
                let or = |given: f32, known: f32| if given > 0.05 { given } else { known };
                let scale = if figure.height_m > 0.05 && enemy.height_m > 0.05 { enemy.height_m / figure.height_m } else { 1.0 };
                Some(Actor {
                    kind: figure.kind,
                    radius_m: figure.radius_m,
                    walk_mps: or(figure.walk_mps, walk),
                    run_mps: or(figure.run_mps, run),
                    light,
                    reels: Clip::ALL.map(|clip| reel(figure, clip)),
                    lying: figure.lying.map(|sides| sides.map(|frame| frame.saturating_sub(reel(figure, Clip::Fall).first))),
                    // rounding of a table is not a wish for another size
                    scale: if (scale - 1.0).abs() < 0.08 { 1.0 } else { scale.clamp(0.1, 10.0) },
                })
            })
            .collect()
    }
}

/// The clip, or the best there is instead of it.
fn reel(figure: &Figure, clip: Clip) -> Reel {
    let named = |name: &&str| figure.clips.iter().find(|(n, _)| n == *name).map(|(_, range)| *range);
    let range = clip.names().iter().find_map(named).or_else(|| figure.clips.first().map(|(_, range)| *range));
    let range = range.unwrap_or(ClipRange { first: 0, samples: 1, looped: true });
    let own = clip.names().first().is_some_and(|name| named(name).is_some());
    Reel { first: range.first, length: range.samples.saturating_sub(1), looped: range.looped, own }
}

/// Numbers of still models by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelTable {
    /// The renderer's number is the index.
    pub names: Vec<String>,
}

impl ModelTable {
    /// The number of the first of these names that was loaded.
    #[must_use]
    pub fn first_of(&self, names: &[&str]) -> Option<u16> {
        names.iter().find_map(|name| self.names.iter().position(|n| n == name)).map(|k| k as u16)
    }
}
