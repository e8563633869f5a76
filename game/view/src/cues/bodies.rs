//! What kind of body someone has, as far as the ear can tell, and what the ground under it is made of.

use super::families::SoundId;
use crate::chance::{self, For};
use content::level::Level;
use content::map::{Cell, Terrain};
use content::rules::{Enemy, EnemyKind, Rules};
use glam::Vec2;

/// Weight from which a body is huge to the ear.
const HUGE_WEIGHT: f32 = 10.0;
/// Weight from which its steps shake the ground.
pub(super) const SHAKING_WEIGHT: f32 = 60.0;
/// Height up to which a body is small, metres.
const SMALL_M: f32 = 1.5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Build {
    Bones,
    Small,
    Person,
    Huge,
}

impl Build {
    pub(super) fn of(rules: &Rules, kind: EnemyKind) -> Self {
        rules.enemies.get(kind.index()).map_or(Self::Person, Self::of_enemy)
    }

    fn of_enemy(enemy: &Enemy) -> Self {
        match () {
            () if enemy.model == "skeleton" => Self::Bones,
            () if enemy.weight >= HUGE_WEIGHT => Self::Huge,
            () if enemy.height_m <= SMALL_M => Self::Small,
            () => Self::Person,
        }
    }

    pub(super) fn yelp(self) -> SoundId {
        match self {
            Self::Bones => SoundId::YelpBones,
            Self::Small => SoundId::YelpSmall,
            Self::Person => SoundId::YelpLarge,
            Self::Huge => SoundId::YelpOgre,
        }
    }

    pub(super) fn get_up(self) -> SoundId {
        match self {
            Self::Bones => SoundId::GetUpBones,
            Self::Small | Self::Person => SoundId::GetUp,
            Self::Huge => SoundId::GetUpOgre,
        }
    }

    pub(super) fn arrow(self) -> SoundId {
        if self == Self::Bones { SoundId::ArrowBone } else { SoundId::ArrowFlesh }
    }
}

/// What a body says when it comes down here. `made`: a number for chance.
pub(super) fn impact(level: &Level, build: Build, at: Vec2, made: u64) -> SoundId {
    let rough = || if chance::index(For::Sound, made, 5, 2) == 0 { SoundId::ImpactStone } else { SoundId::ImpactMud };
    match level.map.terrain_at(Cell::new(at.x.floor() as i32, at.y.floor() as i32)) {
        Terrain::Forest => SoundId::ImpactWood,
        Terrain::Rough => rough(),
        Terrain::Cliff | Terrain::Ravine => SoundId::ImpactStone,
        _ if build == Build::Bones => SoundId::BonesOne,
        _ => SoundId::BodyThud,
    }
}
