//! Everything that can keep a program from starting or going on, as sentences for the player.
//!
//! Missing devices are not here: they are states of [`crate::sound`] and [`crate::pads`].

use std::fmt;

use crate::files::FileError;
use crate::journal::JournalError;

/// Why the window loop could not start or ended early.
#[derive(Debug)]
pub enum ShellError {
    /// There is no screen to open a window on; the text says what was looked for.
    NoDisplay(String),
    /// The window system refused the window or ended the loop with an error.
    Window(String),
    /// The program itself could not be made or went wrong; its own sentence.
    App(String),
    /// A journal of input could not be read or written.
    Journal(JournalError),
    /// A file or folder could not be used.
    File(FileError),
}

impl fmt::Display for ShellError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDisplay(what) => write!(out, "no window can be opened: {what}"),
            Self::Window(what) => write!(out, "the window system refused: {what}"),
            Self::App(what) => out.write_str(what),
            Self::Journal(error) => error.fmt(out),
            Self::File(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for ShellError {}

impl From<JournalError> for ShellError {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

impl From<FileError> for ShellError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}
