//! Powder kegs by ear. No event tells of them: a keg is a bomb without a fuse, so what happens to it is read from tick to tick.

use super::families::SoundId;
use glam::Vec2;
use sim::tables::NO_FUSE;
use sim::world::World;

/// Speed over ground from which a keg is heard, m/s.
const ROLLS_MPS: f32 = 1.2;
/// How near a blast is to the keg that it was, metres.
const OWN_BLAST_M: f32 = 1.5;

/// The kegs of the last tick.
#[derive(Clone, Debug, Default)]
pub(super) struct Kegs {
    /// Id, place, lit, rolling.
    known: Vec<(u32, Vec2, bool, bool)>,
}

impl Kegs {
    /// Whether a blast is that of a keg.
    pub(super) fn was_here(&self, at: Vec2) -> bool {
        self.known.iter().any(|keg| keg.1.distance_squared(at) < OWN_BLAST_M * OWN_BLAST_M)
    }

    /// Looks at the kegs of a tick and says which have been lit and which have begun to roll.
    pub(super) fn follow(&mut self, world: &World, said: &mut dyn FnMut(SoundId, Vec2)) {
        let bombs = &world.bombs;
        let before = std::mem::take(&mut self.known);
        for k in 0..bombs.len() {
            let (id, at) = (bombs.id[k].0, bombs.position[k]);
            let earlier = before.iter().find(|keg| keg.0 == id);
            let lit = bombs.fuse_ticks[k] != NO_FUSE;
            if lit && earlier.is_none() {
                continue; // a bomb, not a keg
            }
            let rolls = bombs.velocity[k].length_squared() > ROLLS_MPS * ROLLS_MPS;
            if lit && earlier.is_some_and(|keg| !keg.2) {
                said(SoundId::KegFuse, at);
            }
            if rolls && earlier.is_some_and(|keg| !keg.3) {
                said(SoundId::KegRoll, at);
            }
            self.known.push((id, at, lit, rolls));
        }
    }
}
