//! What can be rebuilt from the world and the level at any tick without changing anything that follows.

pub mod breach;
pub mod field;
pub mod front;
pub mod godunov;
pub mod grid;
pub mod ground;
pub mod rings;

use crate::world::World;
use content::level::Level;
use content::rules::Rules;

/// All derived state.
#[derive(Default)]
pub struct Derived {
    /// Who may stand where; heights that stop bodies.
    pub ground: ground::Ground,
    /// What the walled in attack.
    pub breach: breach::Breach,
    /// Distance fields in use.
    pub fields: field::Fields,
    /// Where the standing units are.
    pub grid: grid::Grid,
    /// Melee slots round the targets.
    pub rings: rings::Rings,
}

impl Derived {
    /// Builds everything anew from the state.
    #[must_use]
    pub fn rebuild(level: &Level, rules: &Rules, world: &World) -> Self {
        let mut derived = Self::default();
        derived.ground.rebuild(level, rules, world);
        derived.rings.rebuild(level, rules, world, &derived.ground);
        derived.fields.rebuild(world, &derived.ground);
        derived.grid.rebuild(level, world);
        derived
    }
}
