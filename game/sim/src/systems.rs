//! The systems: each file one verb phrase with one entry, `run(stage)`. `horde` holds the crowd, `battle` all else.

pub mod battle;
pub mod horde;
