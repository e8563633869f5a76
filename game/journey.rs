//! Where the player is: title, levels, battle and what lies over it. Holds no battle, no file, no picture.

use content::rules::Difficulty;

/// A place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// The first screen.
    #[default]
    Title,
    /// The choice of level.
    Levels,
    /// Something takes a while.
    Loading {
        /// What.
        what: String,
    },
    /// The battle.
    Battle,
    /// The menu over the battle.
    Pause,
    /// Won or lost.
    Result,
    /// The settings over another place.
    Settings(Box<Place>),
    /// Something went wrong.
    Error {
        /// What.
        sentence: String,
        /// What to do.
        remedy: String,
    },
}

impl Place {
    /// Its name in the log.
    fn name(&self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Levels => "levels",
            Self::Loading { .. } => "loading",
            Self::Battle => "battle",
            Self::Pause => "pause",
            Self::Result => "result",
            Self::Settings(_) => "settings",
            Self::Error { .. } => "error",
        }
    }
}

/// The way through the places.
#[derive(Debug, Default)]
pub struct Journey {
    /// Now.
    pub place: Place,
    /// A battle was left and can be gone on with.
    pub can_continue: bool,
    start: Option<(String, Difficulty)>,
    /// Frames drawn when the start was asked for; it begins when one more has been shown.
    start_frame: Option<u64>,
    logged: Option<&'static str>,
}

impl Journey {
    /// To another place.
    pub fn go(&mut self, place: Place) {
        self.place = place;
    }

    /// A level is to be started, after a picture that says so.
    pub fn start(&mut self, level: String, difficulty: Difficulty) {
        self.place = Place::Loading { what: "The valley is laid out.".into() };
        self.start = Some((level, difficulty));
        self.start_frame = None;
    }

    /// The level to start, once the picture that says so has been shown. `frames`: pictures shown so far.
    pub fn take_start(&mut self, frames: u64) -> Option<(String, Difficulty)> {
        self.start.as_ref()?;
        let first = *self.start_frame.get_or_insert(frames);
        // a window that shows nothing must not wait for ever
        if frames > first || frames == 0 { self.start.take() } else { None }
    }

    /// The settings over the present place.
    pub fn open_settings(&mut self) {
        let under = std::mem::take(&mut self.place);
        self.place = Place::Settings(Box::new(under));
    }

    /// Back to what lies under the settings.
    pub fn close_settings(&mut self) {
        if let Place::Settings(under) = std::mem::take(&mut self.place) {
            self.place = *under;
        }
    }

    /// Says a change of place in the log, once.
    pub fn log_changes(&mut self) {
        let name = self.place.name();
        if self.logged != Some(name) {
            self.logged = Some(name);
            tracing::info!(screen = name, "screen");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_lead_back_to_where_they_were_opened() {
        let mut journey = Journey { place: Place::Pause, ..Journey::default() };
        journey.open_settings();
        assert_eq!(journey.place, Place::Settings(Box::new(Place::Pause)));
        journey.close_settings();
        assert_eq!(journey.place, Place::Pause);
    }

    #[test]
    fn a_level_starts_after_one_picture_more() {
        let mut journey = Journey::default();
        journey.start("x".into(), Difficulty::Standard);
        assert_eq!(journey.take_start(7), None);
        assert_eq!(journey.take_start(7), None);
        assert_eq!(journey.take_start(8), Some(("x".into(), Difficulty::Standard)));
        assert_eq!(journey.take_start(9), None);
    }
}
