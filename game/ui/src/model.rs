//! What the screens show: plain values, filled by the root once a frame. Screens read nothing else.

use content::level::Level;
use content::rules::Difficulty;
use std::sync::Arc;
use view::hud::{Hud, Summary};

/// All that is shown in a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The screen.
    pub screen: Screen,
    /// The scene is drawn behind; otherwise menus paint a backdrop of their own.
    pub scene_behind: bool,
}

impl Model {
    /// `screen` over a backdrop of its own; the battle and what lies over it expect the scene.
    #[must_use]
    pub fn new(screen: Screen) -> Self {
        let scene_behind = matches!(screen, Screen::Battle(_) | Screen::Pause(_) | Screen::Result(_));
        Self { screen, scene_behind }
    }
}

/// Which screen, with what it shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Screen {
    /// Something takes a while.
    Loading {
        /// 0 to 1.
        progress: f32,
        /// What, as a sentence.
        what: String,
    },
    /// The first screen.
    Title {
        /// A battle was left and can be gone on with.
        can_continue: bool,
    },
    /// The choice of level.
    Levels(Vec<LevelCard>),
    /// The battle.
    Battle(Hud),
    /// The menu over the battle.
    Pause(Hud),
    /// The settings, over title or pause.
    Settings(SettingsModel),
    /// Won or lost.
    Result(Summary),
    /// Something went wrong.
    Error {
        /// What happened.
        sentence: String,
        /// What to do about it.
        remedy: String,
    },
}

/// A level in the choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelCard {
    /// Its name in files.
    pub id: String,
    /// Its name on the screen.
    pub name: String,
    /// A sentence or two.
    pub about: String,
    /// The difficulty it starts with.
    pub difficulty: Difficulty,
    /// Best result so far, 0 to 3; none: never won.
    pub stars: Option<u8>,
    /// Waves in all, 0 when unknown.
    pub waves: u32,
    /// What its ground looks like from above.
    pub picture: Option<MapPicture>,
}

/// A small picture of a level's ground, a pixel a cell, the map's top on top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapPicture {
    /// Columns and rows.
    pub size: [usize; 2],
    /// Red, green, blue, row by row.
    pub rgb: Arc<[u8]>,
}

impl MapPicture {
    /// The ground of `level` with its keep and its entrances.
    #[must_use]
    pub fn of(level: &Level) -> Self {
        crate::map_picture::paint(level)
    }
}

/// Who throws shadows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shadows {
    /// Nobody.
    Off,
    /// Ground and towers.
    TerrainAndTowers,
    /// The crowd too.
    #[default]
    All,
}

impl Shadows {
    /// All, cheapest first.
    pub const ALL: [Self; 3] = [Self::Off, Self::TerrainAndTowers, Self::All];
}

/// How the window lies on the desktop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WindowMode {
    /// With a frame.
    #[default]
    Windowed,
    /// Over the whole screen, without a mode switch.
    Borderless,
}

impl WindowMode {
    /// All.
    pub const ALL: [Self; 2] = [Self::Windowed, Self::Borderless];
}

/// The settings as they are now.
#[derive(Clone, Debug, PartialEq)]
pub struct SettingsModel {
    /// Who throws shadows.
    pub shadows: Shadows,
    /// How the window lies on the desktop.
    pub window: WindowMode,
    /// Size of the window.
    pub size_px: [u32; 2],
    /// Sizes that can be chosen.
    pub sizes_px: Vec<[u32; 2]>,
    /// Wait for the screen.
    pub vsync: bool,
    /// Most marks of the fallen, 0 to 5,000.
    pub decals: u32,
    /// Most flying and lying dead, 0 to 5,000.
    pub flying_dead: u32,
    /// 0 to 1.
    pub master: f32,
    /// 0 to 1.
    pub music: f32,
    /// 0 to 1.
    pub effects: f32,
    /// 0 to 1.
    pub interface: f32,
    /// 0 to 1.
    pub ambience: f32,
    /// 0.75 to 2.
    pub interface_scale: f32,
    /// Strong contrast.
    pub high_contrast: bool,
    /// Pushing the pointer against the edge moves the view.
    pub edge_scroll: bool,
    /// 0 to 1.
    pub screen_shake: f32,
}

impl Default for SettingsModel {
    fn default() -> Self {
        Self {
            shadows: Shadows::default(),
            window: WindowMode::default(),
            size_px: [1280, 800],
            sizes_px: vec![[1280, 720], [1280, 800], [1600, 900], [1920, 1080], [2560, 1440], [3840, 2160]],
            vsync: true,
            decals: 1_500,
            flying_dead: 1_000,
            master: 0.8,
            music: 0.7,
            effects: 0.9,
            interface: 0.8,
            ambience: 0.6,
            interface_scale: 1.0,
            high_contrast: false,
            edge_scroll: true,
            screen_shake: 0.7,
        }
    }
}
