//! Tables of enemies, towers and powers, as the simulation uses them: resolved and checked.
//! `assets/rules/{enemies,towers,powers}.toml` hold the shipped numbers; the text form lives in `load`.

use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

macro_rules! table_index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable, Serialize, Deserialize)]
        pub struct $name(pub u8);

        impl $name {
            /// As an index into its table.
            #[must_use]
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    };
}

table_index!(
    /// A row of [`Rules::enemies`].
    EnemyKind
);
table_index!(
    /// A row of [`Rules::towers`].
    TowerKind
);
table_index!(
    /// A row of [`Rules::powers`].
    PowerKind
);
table_index!(
    /// A row of [`crate::level::Level::classes`].
    ClassIndex
);

/// All tables of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Who comes.
    pub enemies: Vec<Enemy>,
    /// What can be built.
    pub towers: Vec<Tower>,
    /// What can be thrown and cast.
    pub powers: Vec<Power>,
    /// Factors of the three difficulties: Relaxed, Standard, Fierce.
    pub difficulties: [DifficultyFactors; 3],
    /// Hash of the tables' text, so that saves and replays can name what they were made with.
    pub content_hash: u64,
}

impl Rules {
    /// The enemy called `id`.
    #[must_use]
    pub fn enemy(&self, id: &str) -> Option<EnemyKind> {
        self.enemies.iter().position(|e| e.id == id).map(|k| EnemyKind(k as u8))
    }

    /// The tower called `id`.
    #[must_use]
    pub fn tower(&self, id: &str) -> Option<TowerKind> {
        self.towers.iter().position(|t| t.id == id).map(|k| TowerKind(k as u8))
    }

    /// The power called `id`.
    #[must_use]
    pub fn power(&self, id: &str) -> Option<PowerKind> {
        self.powers.iter().position(|p| p.id == id).map(|k| PowerKind(k as u8))
    }
}

/// One kind of enemy.
#[derive(Clone, Debug, PartialEq)]
pub struct Enemy {
    /// Its name in files.
    pub id: String,
    /// Its name on the screen.
    pub name: String,
    /// Name of its figure in `assets/models`.
    pub model: String,
    /// Name of its size class; a level must define it.
    pub class: String,
    /// Top speed in m/s, before a spread of +-8 % from one to the next.
    pub speed_mps: f32,
    /// Health in points.
    pub health: i32,
    /// Damage of one strike in points.
    pub damage: i32,
    /// Ticks between strikes.
    pub strike_ticks: u16,
    /// Gold for a kill.
    pub reward: i32,
    /// Damage to the keep's health of one strike in points.
    pub keep_damage: i32,
    /// 0: blasts throw it at full range; 1: it only falls over (B4).
    pub knock_resistance: f32,
    /// Blasts do not throw it at all.
    pub knock_immune: bool,
    /// Kicks small ones out of its way (H11).
    pub kicks: bool,
    /// Walks to the keep and lets towers be.
    pub ignores_towers: bool,
    /// Height of the figure in metres, for the body's centre.
    pub height_m: f32,
    /// Weight in waves and in the danger of the music; skeleton 1.
    pub weight: f32,
    /// The powder it carries, or none: a blast that reaches it kills it, and a tick later this goes off where it was (B9).
    pub blast: Option<Blast>,
}

/// How a tower attacks.
#[derive(Clone, Debug, PartialEq)]
pub enum Attack {
    /// Nothing.
    None,
    /// An arrow at one enemy: hits after its flight time.
    Arrow {
        /// Points.
        damage: i32,
        /// m/s along the ground.
        speed_mps: f32,
    },
    /// A real bomb, thrown in an arc.
    Bomb {
        /// What it does when it goes off.
        blast: Blast,
        /// Ticks from throw to blast when nothing sets it off earlier.
        fuse_ticks: u16,
        /// Flight time in ticks from which the arc follows.
        flight_ticks: u16,
    },
}

/// A blast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blast {
    /// Metres.
    pub radius_m: f32,
    /// Launch speed at the centre in m/s (B3: 18).
    pub force_mps: f32,
    /// Points at the centre; half of it at the edge.
    pub damage: i32,
}

/// One kind of tower.
#[derive(Clone, Debug, PartialEq)]
pub struct Tower {
    /// Its name in files.
    pub id: String,
    /// Its name on the screen.
    pub name: String,
    /// One sentence for the tooltip.
    pub about: String,
    /// Name of its model in `assets/models`.
    pub model: String,
    /// Gold.
    pub price: i32,
    /// Health in points.
    pub health: i32,
    /// Side of its square footprint in cells.
    pub footprint_cells: u8,
    /// Height in metres: bodies lower than this are stopped by it.
    pub height_m: f32,
    /// Reach in metres from its middle.
    pub range_m: f32,
    /// Nearer than this it cannot shoot.
    pub range_min_m: f32,
    /// Ticks between shots.
    pub reload_ticks: u16,
    /// What a shot is.
    pub attack: Attack,
}

/// One power of the player.
#[derive(Clone, Debug, PartialEq)]
pub struct Power {
    /// Its name in files.
    pub id: String,
    /// Its name on the screen.
    pub name: String,
    /// One sentence for the tooltip.
    pub about: String,
    /// Charges at the start and at most.
    pub charges: u8,
    /// Ticks until a spent charge is back.
    pub recharge_ticks: u16,
    /// The bomb it throws from the keep.
    pub blast: Blast,
    /// Flight time of the throw in ticks.
    pub flight_ticks: u16,
    /// Ticks from throw to blast.
    pub fuse_ticks: u16,
}

/// How hard it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Difficulty {
    /// For the view.
    Relaxed,
    /// As it is meant.
    #[default]
    Standard,
    /// For those who want more.
    Fierce,
}

impl Difficulty {
    /// All, in rising order.
    pub const ALL: [Self; 3] = [Self::Relaxed, Self::Standard, Self::Fierce];

    /// Its name in files and on the command line.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Relaxed => "relaxed",
            Self::Standard => "standard",
            Self::Fierce => "fierce",
        }
    }
}

/// What a difficulty multiplies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifficultyFactors {
    /// Enemies' health.
    pub health: f32,
    /// Enemies a wave.
    pub count: f32,
    /// Starting gold and rewards.
    pub gold: f32,
}
