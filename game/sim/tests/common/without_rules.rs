//! Takes out rules one by one: for each, the function that shows what it is for must complain.

use super::rules::Shown;
use sim::rule::{OFF, Rule};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;

/// A rule and what shows it.
pub type Case = (Rule, fn() -> Shown);

macro_rules! list {
    ($($rule:ident $room:ident::$name:ident;)*) => {
        &[$((Rule::$rule, $room::$name),)*]
    };
}
pub(crate) use list;

/// All in one test, one after the other: the switches are the process's. `rules` are all that must be in the list.
pub fn each_is_missed(rules: std::ops::RangeInclusive<Rule>, cases: &[Case]) {
    let numbers = *rules.start() as usize..=*rules.end() as usize;
    let missing: Vec<usize> = numbers.filter(|k| !cases.iter().any(|(rule, _)| *rule as usize == *k)).collect();
    assert!(missing.is_empty(), "rules {missing:?} are not in the list");
    // An invariant of the tick may notice first: a panic is a complaint as well, and its place is told by the hook.
    let unnoticed: Vec<Rule> = cases
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
