//! The tick: a list, in order. A test compares it with the list in `ARCHITECTURE.md`.

use crate::stage::Stage;
use crate::systems::{battle, horde};
use content::command::Command;

/// Runs each `group::system::run(stage, ...)` in order and reports its name when it is done.
macro_rules! in_order {
    ($stage:ident, $done:ident; $($group:ident::$system:ident($($argument:ident),*);)*) => {
        $($group::$system::run($stage $(, $argument)*); $done(stringify!($system));)*
    };
}

/// One tick. `done` hears the name of each system when it has run, so that a tool with a clock can time them.
pub fn tick(stage: &mut Stage<'_>, commands: &[Command], done: &mut dyn FnMut(&'static str)) {
    in_order!(stage, done;
        horde::refresh_ground();
        battle::carry_out_commands(commands);
        battle::call_waves();
        battle::spawn_units();
        horde::refresh_ground();
        horde::sort_units();
        horde::refresh_flow();
        horde::refresh_fields();
        horde::choose_targets();
        horde::assign_slots();
        horde::steer_units();
        horde::separate_units();
        horde::watch_progress();
        battle::strike_targets();
        battle::shoot_towers();
        battle::fly_arrows();
        battle::fly_bombs();
        battle::set_off_blasts();
        battle::fly_bodies();
        battle::bury_dead();
        battle::let_out();
        battle::recharge_powers();
        battle::judge_outcome();
        battle::count_peaks();
    );
}
