//! What the player asked for on a screen. The interface decides nothing: the root carries these out, and the next model shows what came of it.

use crate::model::{Shadows, WindowMode};
use content::rules::{Difficulty, PowerKind, TowerKind};

/// One thing that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum UiAction {
    /// Begin a battle.
    Start {
        /// The level's name in files.
        level: String,
        /// How hard.
        difficulty: Difficulty,
    },
    /// Go on with the battle that was left.
    Continue,
    /// To the choice of level.
    OpenLevels,
    /// To the settings, over title or pause.
    OpenSettings,
    /// Back to what lies under the settings.
    CloseSettings,
    /// Open the menu over the battle, which stands still meanwhile.
    OpenMenu,
    /// Close the menu, or let time run again.
    Resume,
    /// Stop time; the battle can still be commanded.
    Pause,
    /// Index into the speeds 1/4, 1/2, 1, 2, 4, 10.
    Speed(usize),
    /// The next wave, now.
    CallWave,
    /// Take a tower into the hand.
    PickTower(TowerKind),
    /// Take a power into the hand.
    PickPower(PowerKind),
    /// Empty the hand.
    DropHand,
    /// Sell the selected tower.
    SellSelected,
    /// Close the selected tower's sheet.
    Deselect,
    /// Back to the start of the lost wave.
    RetryWave,
    /// The level from its start.
    RestartLevel,
    /// Leave what is played.
    ToTitle,
    /// Leave the game.
    Quit,
    /// Change a setting, at once.
    Set(SettingChange),
}

/// A setting's new value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SettingChange {
    /// Who throws shadows.
    Shadows(Shadows),
    /// How the window lies on the desktop.
    Window(WindowMode),
    /// Size of the window.
    SizePx([u32; 2]),
    /// Wait for the screen.
    Vsync(bool),
    /// Most marks of the fallen.
    Decals(u32),
    /// Most flying and lying dead.
    FlyingDead(u32),
    /// One of the volumes, 0 to 1.
    Volume(Volume, f32),
    /// 0.75 to 2.
    InterfaceScale(f32),
    /// Strong contrast.
    HighContrast(bool),
    /// Pushing the pointer against the edge moves the view.
    EdgeScroll(bool),
    /// 0 to 1.
    ScreenShake(f32),
    /// Everything as it was delivered.
    Defaults,
}

/// Which volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Volume {
    /// All.
    Master,
    /// Music.
    Music,
    /// The battle.
    Effects,
    /// Clicks and messages.
    Interface,
    /// Wind and birds.
    Ambience,
}

/// A sound that the interface asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cue {
    /// The focus moved.
    Move,
    /// Something was pressed.
    Press,
    /// Back.
    Back,
    /// What was pressed cannot be done now.
    Refuse,
}
