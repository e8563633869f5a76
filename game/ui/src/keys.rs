//! The names on key caps and the pad buttons that the prompts show: the default bindings in one place, so that the screens
//! and whoever binds the keys say the same. Rebinding will replace these by names looked up at run time.

use crate::kit::PadButton;

/// Towers by their place in the build bar.
pub const TOWERS: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
/// Powers by their place in the build bar. W A S D move the view.
pub const POWERS: [&str; 4] = ["Q", "E", "R", "F"];
/// Calls the next wave.
pub const CALL: &str = "N";
/// Stops time and lets it run again.
pub const PAUSE: &str = "Space";
/// Accepts.
pub const ACCEPT: &str = "Enter";
/// Back, drops the hand, opens the menu.
pub const BACK: &str = "Esc";
/// To the next group of things.
pub const GROUP: &str = "Tab";
/// The buttons of the mouse.
pub const CLICK: &str = "Click";

/// Calls the next wave.
pub const PAD_CALL: PadButton = PadButton::North;
/// Stops time and lets it run again.
pub const PAD_PAUSE: PadButton = PadButton::West;
/// Opens the menu.
pub const PAD_MENU: PadButton = PadButton::Menu;
