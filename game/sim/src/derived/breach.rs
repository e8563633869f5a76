//! The way through walls.

use crate::tables::TowerId;
use content::level::EXITS_MAX;

/// The key of the fields that lead to the keep through buildings.
pub const BREACH: TowerId = TowerId(u32::MAX - EXITS_MAX as u32);
