//! From the view's cues to the sound device. Without a device everything here runs silent.

use crate::data::Data;
use crate::session::Session;
use shell::sound::Sound;
use ui::{Cue as UiCue, SettingsModel};

/// Sounds and music of the game.
pub struct Audio {
    sound: Sound,
}

impl Audio {
    /// Loads all sounds. What cannot be loaded is said in the log and stays silent.
    pub fn open(data: &Data, silent: bool) -> Self {
        let _ = (data, silent);
        todo!()
    }
}
