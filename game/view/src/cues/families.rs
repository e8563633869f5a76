//! Every sound that a battle can start: its files, its limit of voices, how it is heard.

/// What a family of files is to the mixer.
pub(super) struct Family {
    pub(super) file: &'static str,
    /// Voices at once.
    pub(super) cap: u8,
    /// Seconds for which a voice counts.
    pub(super) lasts_s: f32,
    /// Half-tones up and down.
    pub(super) spread: f32,
    /// Loses level with distance.
    pub(super) placed: bool,
    /// The files begin with the name of the enemy's model and `_`.
    pub(super) of_enemy: bool,
}

macro_rules! families {
    ($($(#[$doc:meta])* $name:ident: $file:literal, $cap:literal, $lasts_s:literal, $spread:literal, $kind:ident;)*) => {
        /// A sound by its family; the player of sounds picks among its variants.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum SoundId {
            $($(#[$doc])* $name,)*
        }

        /// Number of sounds.
        pub(super) const SOUNDS: usize = [$($file),*].len();

        pub(super) const FAMILIES: [Family; SOUNDS] = [$(Family {
            file: $file, cap: $cap, lasts_s: $lasts_s, spread: $spread,
            placed: matches!(Kind::$kind, Kind::Placed | Kind::Enemy), of_enemy: matches!(Kind::$kind, Kind::Enemy),
        },)*];

        #[cfg(test)]
        pub(super) const ALL: [SoundId; SOUNDS] = [$(SoundId::$name),*];
    };
}

/// How a family is heard.
enum Kind {
    /// At a place.
    Placed,
    /// In the listener's head.
    Head,
    /// At a place, in the voice of an enemy.
    Enemy,
}

families! {
    /// A blast near by.
    BlastNear: "blast_near", 4, 1.2, 1.5, Placed;
    /// A blast at some distance.
    BlastMid: "blast_mid", 4, 1.4, 1.5, Placed;
    /// A blast far away.
    BlastFar: "blast_far", 4, 1.8, 1.5, Placed;
    /// A small blast near by.
    BlastSmall: "blast_small", 4, 0.8, 1.5, Placed;
    /// A large blast, near or at some distance.
    BlastLarge: "blast_large", 2, 2.0, 1.0, Placed;
    /// Earth and stones come down.
    Debris: "debris", 3, 1.2, 2.0, Placed;
    /// A powder keg goes off.
    KegExplode: "keg_explode", 4, 1.0, 1.0, Placed;
    /// A keg has been lit.
    KegFuse: "keg_fuse", 3, 1.6, 0.5, Placed;
    /// A keg rolls.
    KegRoll: "keg_roll", 3, 1.6, 1.0, Placed;
    /// A bomb is thrown by hand.
    BombThrow: "bomb_throw", 3, 0.5, 1.5, Placed;
    /// Its fuse.
    BombFuse: "bomb_fuse", 3, 1.0, 1.0, Placed;
    /// It bounces.
    BombBounce: "bomb_bounce", 4, 0.3, 2.0, Placed;
    /// One body comes down on earth.
    BodyThud: "body_thud", 8, 0.3, 3.0, Placed;
    /// Among trees.
    ImpactWood: "impact_wood", 4, 0.3, 3.0, Placed;
    /// On stones.
    ImpactStone: "impact_stone", 4, 0.3, 3.0, Placed;
    /// In mud.
    ImpactMud: "impact_mud", 4, 0.3, 3.0, Placed;
    /// One skeleton comes down.
    BonesOne: "bones_one", 6, 0.4, 3.0, Placed;
    /// Some come down.
    BonesFew: "bones_few", 2, 0.44, 2.0, Placed;
    /// Very many come down.
    BonesMany: "bones_many", 2, 0.9, 1.0, Placed;
    /// Someone flies past.
    FlyBy: "fly_by", 3, 0.5, 3.0, Placed;
    /// A small one flies and is not happy.
    YelpSmall: "yelp_small", 2, 0.7, 2.0, Placed;
    /// One of a person's size.
    YelpLarge: "yelp_large", 2, 0.8, 2.0, Placed;
    /// A skeleton.
    YelpBones: "yelp_bones", 2, 0.7, 2.0, Placed;
    /// A huge one.
    YelpOgre: "yelp_ogre", 1, 1.2, 1.5, Placed;
    /// Someone gets up.
    GetUp: "get_up", 2, 1.0, 2.0, Placed;
    /// A skeleton gets up.
    GetUpBones: "get_up_bones", 2, 1.0, 2.0, Placed;
    /// A huge one gets up.
    GetUpOgre: "get_up_ogre", 1, 1.4, 1.5, Placed;
    /// An enemy strikes.
    EnemyAttack: "attack", 3, 0.5, 2.0, Enemy;
    /// An enemy dies.
    EnemyDeath: "death", 4, 0.6, 2.0, Enemy;
    /// An enemy speaks.
    EnemySpeak: "speak", 2, 1.2, 2.0, Enemy;
    /// A blow against a wall.
    SwordStone: "sword_stone", 6, 0.35, 3.0, Placed;
    /// A tower of stone feels it.
    TowerHitStone: "tower_hit_stone", 3, 0.3, 2.0, Placed;
    /// A barricade feels it.
    TowerHitWood: "tower_hit_wood", 3, 0.3, 2.0, Placed;
    /// The keep is struck.
    KeepStruck: "keep_struck", 2, 0.5, 1.0, Placed;
    /// The keep is struck after a while of peace.
    KeepAlarm: "keep_alarm", 1, 2.5, 0.0, Head;
    /// Many arrows leave.
    ArrowVolley: "arrow_volley", 2, 0.5, 3.0, Placed;
    /// One arrow leaves.
    ArcherShot: "archer_shot", 4, 0.3, 3.0, Placed;
    /// An arrow hits flesh.
    ArrowFlesh: "arrow_flesh", 3, 0.2, 3.0, Placed;
    /// An arrow hits bone.
    ArrowBone: "arrow_bone", 3, 0.2, 3.0, Placed;
    /// A mortar shoots.
    MortarShot: "mortar_shot", 3, 0.6, 1.5, Placed;
    /// A tower stands.
    TowerBuilt: "tower_built", 2, 1.0, 0.5, Placed;
    /// A tower falls.
    TowerCollapsed: "tower_collapsed", 2, 1.5, 1.0, Placed;
    /// A barricade falls.
    BarricadeBroken: "barricade_broken", 2, 0.9, 1.0, Placed;
    /// A tower is taken apart for gold.
    TowerSold: "tower_sold", 1, 0.8, 0.0, Head;
    /// Gold comes in.
    Coins: "coins", 2, 0.35, 1.0, Head;
    /// A wave begins.
    WaveHorn: "wave_horn", 1, 3.0, 0.0, Head;
    /// The player calls one.
    WaveCalled: "wave_called", 1, 1.5, 0.0, Head;
    /// All of them are gone.
    WaveCleared: "wave_cleared", 1, 2.0, 0.0, Head;
    /// An ogre kicks.
    OgreKick: "ogre_kick", 2, 0.5, 1.5, Placed;
    /// An ogre's steps.
    OgreStep: "ogre_step", 4, 0.3, 1.5, Placed;
    /// A giant's steps.
    GiantStep: "giant_step", 2, 0.8, 1.0, Placed;
    /// Goblins among themselves.
    GoblinChatter: "goblin_chatter", 3, 1.0, 1.0, Placed;
    /// A building is set on its cell.
    UiPlace: "ui_place", 2, 0.3, 0.5, Head;
    /// Refused.
    UiDeny: "ui_deny", 1, 0.2, 0.0, Head;
    /// Won.
    StingVictory: "sting_victory", 1, 5.0, 0.0, Head;
    /// Lost.
    StingDefeat: "sting_defeat", 1, 5.0, 0.0, Head;
}

impl SoundId {
    /// Name of its files, without number and ending; of an enemy's sound the part after the model's name.
    #[must_use]
    pub fn file(self) -> &'static str {
        self.family().file
    }

    pub(super) fn family(self) -> &'static Family {
        &FAMILIES[self as usize]
    }

    /// Sound needs its time from it.
    pub(super) fn is_blast(self) -> bool {
        matches!(self, Self::BlastNear | Self::BlastMid | Self::BlastFar | Self::BlastSmall | Self::BlastLarge | Self::KegExplode)
    }
}
