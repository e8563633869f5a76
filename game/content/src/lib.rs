//! Content: level folders and rule tables in, checked values out.
//!
//! Everything a mod author writes passes through here once. What leaves this crate is valid: indices resolve, numbers
//! are finite and in range, the keep can be reached. Faults come back as [`fault::Fault`]s with file, line, column,
//! excerpt and remedy. Reads files only in [`load`]; knows nothing of GPU, sound or windows.

pub mod command;
pub mod fault;
pub mod level;
pub mod load;
pub mod map;
pub mod rules;
