//! Takes out the rules of bodies one by one: for each, the function that shows what it is for must complain.
//!
//! Needs the feature `switches`: `cargo test -p sim --profile checked --features switches --test bodies_without_rules`.

mod common {
    pub mod body_rules;
    pub mod rules;
}
use common::body_rules::*;
use common::rules::Shown;
use sim::rule::{OFF, Rule};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;

type Case = (Rule, fn() -> Shown);

macro_rules! list {
    ($($rule:ident $room:ident::$name:ident;)*) => {
        &[$((Rule::$rule, $room::$name),)*]
    };
}
const CASES: &[Case] = for_every_body_rule!(list);

/// All in one test, one after the other: the switches are the process's.
#[test]
fn without_any_rule_of_bodies_something_is_missing() {
    let all = Rule::Bounce as usize..=Rule::Carrier as usize;
    let missing: Vec<usize> = all.filter(|k| !CASES.iter().any(|(rule, _)| *rule as usize == *k)).collect();
    assert!(missing.is_empty(), "rules {missing:?} are not in the list of `for_every_body_rule`");
    // An invariant of the tick may notice first: a panic is a complaint as well, and its place is told by the hook.
    let unnoticed: Vec<Rule> = CASES
        .iter()
        .filter_map(|(rule, shown)| {
            println!("without {rule:?}:");
            OFF.store(1 << *rule as u8, Ordering::Relaxed);
            let complaint = catch_unwind(AssertUnwindSafe(shown)).unwrap_or_else(|_| Err("an invariant of the tick breaks".into()));
            OFF.store(0, Ordering::Relaxed);
            match complaint {
                Ok(()) => Some(*rule),
                Err(sentence) => {
                    println!("    complains: {sentence}");
                    None
                }
            }
        })
        .collect();
    assert!(unnoticed.is_empty(), "nobody notices when these rules are taken out: {unnoticed:?}");
}
