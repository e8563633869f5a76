//! Takes out the rules of the crowd one by one: for each, the function that shows what it is for must complain.
//!
//! Needs the feature `switches`: `cargo test -p sim --profile checked --features switches --test horde_without_rules`.

mod common {
    pub mod rules;
    pub mod without_rules;
}
use common::rules::*;
use common::without_rules::{Case, each_is_missed, list};
use sim::rule::Rule;

const CASES: &[Case] = for_every_rule!(list);

#[test]
fn without_any_rule_something_is_missing() {
    each_is_missed(Rule::WallSurcharge..=Rule::RoomAhead, CASES);
}
