//! What the interface shows of a battle: plain numbers and texts, filled once a frame, drawn by `ui`.

mod filling;

pub use filling::{Board, Source, fill, hit_tower, hit_unit, inside, preview};

use content::map::Cell;
use content::rules::{PowerKind, TowerKind};

/// One entry of the build bar.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BuildEntry {
    /// What.
    pub kind: TowerKind,
    /// Name in files: picks the icon.
    pub id: String,
    /// Name on the screen.
    pub name: String,
    /// One sentence.
    pub about: String,
    /// Gold.
    pub price: i32,
    /// Metres.
    pub range_m: f32,
    /// Enough gold.
    pub affordable: bool,
}

/// One power.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PowerEntry {
    /// Which.
    pub kind: PowerKind,
    /// Name in files: picks the icon.
    pub id: String,
    /// Name on the screen.
    pub name: String,
    /// One sentence.
    pub about: String,
    /// Charges left.
    pub charges: u16,
    /// Most charges.
    pub charges_max: u16,
    /// Seconds until the next is back, 0 when full.
    pub wait_s: f32,
}

/// The selected tower.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TowerPanel {
    /// Its middle cell.
    pub cell: Cell,
    /// Name in files: picks the icon.
    pub id: String,
    /// Name on the screen.
    pub name: String,
    /// Points.
    pub health: i32,
    /// Points when new.
    pub health_max: i32,
    /// Metres.
    pub range_m: f32,
    /// Damage of a shot, 0 when it deals none.
    pub damage: i32,
    /// Seconds between shots.
    pub reload_s: f32,
    /// So far.
    pub kills: u32,
    /// So far.
    pub thrown: u32,
    /// Gold for selling it now.
    pub refund: i32,
}

/// A part of the next wave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PreviewEntry {
    /// Name in files: picks the icon.
    pub id: String,
    /// Name on the screen.
    pub name: String,
    /// How many.
    pub count: u32,
}

/// What the pointer or the pad's cursor is about to do.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Hand {
    /// Nothing.
    #[default]
    Free,
    /// Placing a tower.
    Placing {
        /// What.
        kind: TowerKind,
        /// Why it cannot stand there, as a sentence; none: it can.
        obstacle: Option<String>,
    },
    /// Aiming a power.
    Aiming {
        /// Which.
        kind: PowerKind,
        /// Why it cannot be used now, as a sentence.
        obstacle: Option<String>,
        /// Enemies inside the blast at present.
        inside: u32,
    },
}

/// The HUD's model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hud {
    /// Name of the level.
    pub level: String,
    /// In the purse.
    pub gold: i32,
    /// Points.
    pub keep_health: i32,
    /// Points at the start.
    pub keep_health_max: i32,
    /// Waves that have started.
    pub wave: u32,
    /// Waves in all.
    pub waves: u32,
    /// Seconds until the next wave comes by itself; none: no more.
    pub next_wave_s: Option<f32>,
    /// Gold for calling it now.
    pub call_bonus: i32,
    /// Who comes next.
    pub preview: Vec<PreviewEntry>,
    /// Enemies alive.
    pub alive: u32,
    /// Bodies in the air.
    pub in_the_air: u32,
    /// Enemies dead so far.
    pub fallen: u32,
    /// What can be built.
    pub towers: Vec<BuildEntry>,
    /// What can be cast.
    pub powers: Vec<PowerEntry>,
    /// The selected tower.
    pub selected: Option<TowerPanel>,
    /// What the hand does.
    pub hand: Hand,
    /// Index into the speeds 1/4, 1/2, 1, 2, 4, 10.
    pub speed: usize,
    /// Paused by the player.
    pub paused: bool,
    /// The machine cannot keep the chosen speed.
    pub slow: bool,
    /// A short message and the seconds it has been up.
    pub message: Option<(String, f32)>,
}

/// What a battle came to, for the win and loss screens.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Name of the level.
    pub level: String,
    /// Won.
    pub won: bool,
    /// Wave that was reached, from 1.
    pub wave: u32,
    /// Waves in all.
    pub waves: u32,
    /// Seconds of play.
    pub seconds: f32,
    /// So far.
    pub killed: u32,
    /// So far.
    pub knocked: u32,
    /// Most bodies in the air at once.
    pub in_the_air_peak: u32,
    /// Highest throw, metres.
    pub highest_throw_m: f32,
    /// Longest flight over ground, metres.
    pub longest_flight_m: f32,
    /// Keep's health, share 0..1.
    pub keep_share: f32,
    /// 0 to 3 stars by the keep's health.
    pub stars: u8,
    /// Samples over time: (seconds, alive, in the air, gold).
    pub graph: Vec<(f32, u32, u32, i32)>,
}
