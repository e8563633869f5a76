//! What ties a program to a machine: the window and its loop, a fixed-tick clock, input devices, journals of input,
//! named actions, sound, the platform's folders and files that survive a crash.
//!
//! Invariants: no word of any game; no GPU (the caller builds that on the window it is handed); a missing device (no
//! pad, no sound card) is a state and never an error; nothing here panics on any input, file or device.
//!
//! Deliberately absent: logging setup (the program's own), text fields and input methods.

pub mod actions;
pub mod bindings;
pub mod clock;
pub mod error;
pub mod feed;
pub mod files;
pub mod folders;
pub mod input;
pub mod journal;
pub mod mirror;
pub mod pads;
mod requests;
pub mod sound;
pub mod window;

pub use error::ShellError;
