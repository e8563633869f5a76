//! What each rule of bodies is for (B1 to B9), as one function a rule: it plays the rule's testbed (`levels/testbeds/b...`)
//! on three seeds, and is content only while the figure is there for which the rule exists.
//!
//! `battle_rules.rs` runs them as they are; `bodies_without_rules.rs` takes the rules out one by one and expects a
//! complaint. Each function says in its comment both figures: with the rule and without.
#![allow(dead_code, unused_macros, unused_imports)]

pub mod bombs;
pub mod fallen;
pub mod flight;
pub mod launch;

use super::rules::{Bed, Shown};
use content::rules::Rules;
use sim::{Options, Simulation};
use std::sync::Arc;

/// Calls a macro with (rule of `sim::rule`, function): the one list of what is shown.
macro_rules! for_every_body_rule {
    ($what:ident) => {
        $what! {
            Bounce bombs::b01_bounce;
            Roll bombs::b01_roll;
            Fuse bombs::b01_fuse;
            ReleaseSlot flight::b02_release_slot;
            LieStill flight::b02_lie_still;
            RiseApart flight::b02_rise_apart;
            HighThrow launch::b03_high_throw;
            Spread launch::b03_spread;
            EdgeForce launch::b03_edge_force;
            LeastLaunch launch::b04_least_launch;
            RangeAlone launch::b04_range_alone;
            Immunity launch::b04_immunity;
            FindLanding flight::b05_find_landing;
            FlyOver flight::b05_fly_over;
            StopAtWalls flight::b05_stop_at_walls;
            HitAgain flight::b05_hit_again;
            KeepAngle flight::b05_keep_angle;
            MakeRoom flight::b05_make_room;
            StayPut flight::b06_stay_put;
            PlannedTurn flight::b07_planned_turn;
            TurnsByHeight flight::b07_turns_by_height;
            DeadFly fallen::b08_dead_fly;
            OldestFirst fallen::b08_oldest_first;
            Fade fallen::b08_fade;
            Chain bombs::b09_chain;
            SortedBlasts bombs::b09_sorted_blasts;
            Carrier bombs::b09_carrier;
        }
    };
}
pub(crate) use for_every_body_rule;

/// The same battle with other tables.
pub fn with_rules(bed: Bed, seed: u64, change: impl FnOnce(&mut Rules)) -> Bed {
    let mut rules = bed.rules().clone();
    change(&mut rules);
    let options = Options { seed: Some(seed), ..Options::default() };
    Bed { sim: Simulation::new(bed.sim.level().clone(), Arc::new(rules), options) }
}
