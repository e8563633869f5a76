//! All that is not walking: commands, waves, strikes, shots, bombs, blasts, bodies, deaths, economy, the outcome.

pub mod carry_out_commands;
pub mod call_waves;
pub mod spawn_units;
pub mod strike_targets;
pub mod shoot_towers;
pub mod fly_arrows;
pub mod fly_bombs;
pub mod set_off_blasts;
pub mod fly_bodies;
pub mod bury_dead;
pub mod recharge_powers;
pub mod judge_outcome;
pub mod count_peaks;
/// Buffers of these systems.
#[derive(Default)]
pub struct BattleScratch {}
