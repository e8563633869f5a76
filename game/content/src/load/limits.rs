//! Every limit of what is read, in one place. Reaching one is a sentence, never a crash.

use std::ops::RangeInclusive;

/// The format number that this version reads.
pub const FORMAT: i64 = 1;
/// Ticks a second, as the simulation has them; seconds in files become ticks here.
pub const TICKS_PER_SECOND: f32 = 30.0;

/// Longest text file in bytes.
pub const TEXT_BYTES_MAX: usize = 1 << 20;
/// Largest picture file in bytes.
pub const PICTURE_BYTES_MAX: usize = 4 << 20;
/// Most memory that decoding one picture may take, in bytes.
pub const PICTURE_MEMORY_MAX: u64 = 64 << 20;

/// Most faults that are told of one text; the rest would be more of the same.
pub const FAULTS_MAX: usize = 200;

/// Longest name in characters.
pub const NAME_MAX: usize = 60;
/// Longest description in characters.
pub const ABOUT_MAX: usize = 400;
/// Longest id in characters.
pub const ID_MAX: usize = 40;

/// Most rows of a rules table.
pub const KINDS_MAX: usize = 64;
/// Most groups of one wave.
pub const GROUPS_MAX: usize = 50;
/// Most enemies of one group or crowd.
pub const COUNT: RangeInclusive<i64> = 1..=100_000;
/// Most probes of a level.
pub const PROBES_MAX: usize = 32;
/// Most places of one exit.
pub const EXIT_PLACES_MAX: usize = 16;
/// Most crowds of a level.
pub const CROWDS_MAX: usize = 64;
/// Most powder kegs of a level.
pub const KEGS_MAX: u32 = 2_000;
/// Most commands of a level or script.
pub const COMMANDS_MAX: usize = 20_000;
/// Last tick of a command: a day.
pub const TICK_MAX: i64 = 30 * 60 * 60 * 24;

/// Seconds of waves and build phases.
pub const WAVE_SECONDS: RangeInclusive<f64> = 0.0..=3_600.0;
/// Seconds between strikes and shots.
pub const ACTION_SECONDS: RangeInclusive<f64> = 0.1..=60.0;
/// Seconds a power recharges.
pub const RECHARGE_SECONDS: RangeInclusive<f64> = 1.0..=1_200.0;
/// Gold.
pub const GOLD: RangeInclusive<i64> = 0..=1_000_000;
/// Health in points.
pub const HEALTH: RangeInclusive<i64> = 1..=10_000_000;
/// Damage in points.
pub const DAMAGE: RangeInclusive<i64> = 0..=1_000_000;
/// Walking speed in m/s. Above a cell in two ticks the crowd's rules no longer hold.
pub const SPEED_MPS: RangeInclusive<f64> = 0.1..=12.0;
/// Walking speed of a crowd or group instead of its enemies' own, in m/s.
pub const CROWD_SPEED_MPS: RangeInclusive<f64> = 0.1..=10.0;
/// What a cell beside a wall costs more, in metres a metre.
pub const WALL_SURCHARGE: RangeInclusive<f64> = 0.0..=10.0;
/// The same when a level says nothing: half a metre a metre keeps the crowd off the walls and costs no gap its width.
pub const WALL_SURCHARGE_DEFAULT: f32 = 0.5;
/// Radius of a size class in metres.
pub const CLASS_RADIUS_M: RangeInclusive<f64> = 0.2..=2.0;
/// How much denser than it is a crowd may feel to a class.
pub const CROWDING: RangeInclusive<f64> = 0.5..=4.0;
/// Share of the top speed with room ahead in a dense crowd.
pub const ROOM_SPEED: RangeInclusive<f64> = 0.1..=1.0;
/// Height of figures and buildings in metres.
pub const HEIGHT_M: RangeInclusive<f64> = 0.2..=30.0;
/// Reach of a tower in metres.
pub const RANGE_M: RangeInclusive<f64> = 1.0..=120.0;
/// Radius of a blast in metres.
pub const BLAST_RADIUS_M: RangeInclusive<f64> = 0.5..=40.0;
/// Launch speed at the centre of a blast in m/s; bodies need 2 to fall at all (B4).
pub const BLAST_FORCE_MPS: RangeInclusive<f64> = 2.0..=60.0;
/// Side of a tower's footprint in cells.
pub const FOOTPRINT_CELLS: RangeInclusive<i64> = 1..=15;
/// Side of the keep's footprint in cells, odd.
pub const KEEP_CELLS: RangeInclusive<i64> = 1..=31;
/// Factors of a difficulty.
pub const FACTOR: RangeInclusive<f64> = 0.05..=20.0;
