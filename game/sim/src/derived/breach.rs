//! The way through walls.

use crate::tables::TowerId;

/// The key of the fields that lead to the keep through buildings.
pub const BREACH: TowerId = TowerId(u32::MAX);
