//! What random numbers are for in a battle; the crowd's own purposes start at 1, these at 100.

use base::random::Purpose;

/// Elevation of a launch.
pub const LAUNCH_ELEVATION: Purpose = Purpose(100);
/// Sideways error of a launch.
pub const LAUNCH_DIRECTION: Purpose = Purpose(101);
/// Force of a launch.
pub const LAUNCH_FORCE: Purpose = Purpose(102);
/// Forwards or backwards.
pub const LAUNCH_TUMBLE: Purpose = Purpose(103);
/// Place on the entrance line.
pub const SPAWN_PLACE: Purpose = Purpose(110);
/// Sideways jitter off the entrance line, and of a crowd's lattice.
pub const SPAWN_JITTER: Purpose = Purpose(111);
/// One's own top speed.
pub const SPAWN_SPEED: Purpose = Purpose(112);
