//! Takes out the rules of bodies one by one: for each, the function that shows what it is for must complain.
//!
//! Needs the feature `switches`: `cargo test -p sim --profile checked --features switches --test bodies_without_rules`.

mod common {
    pub mod body_rules;
    pub mod rules;
    pub mod without_rules;
}
use common::body_rules::*;
use common::without_rules::{Case, each_is_missed, list};
use sim::rule::Rule;

const CASES: &[Case] = for_every_body_rule!(list);

#[test]
fn without_any_rule_of_bodies_something_is_missing() {
    each_is_missed(Rule::Bounce..=Rule::Carrier, CASES);
}
