//! Takes out the rules of the crowd one by one: for each, the function that shows what it is for must complain.

mod common {
    pub mod rules;
}
use common::rules::*;
use sim::rule::{OFF, Rule};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;

type Case = (Rule, &'static str, fn() -> Shown);

macro_rules! list {
    ($($rule:ident $room:ident::$name:ident;)*) => {
        &[$((Rule::$rule, stringify!($name), $room::$name),)*]
    };
}
const CASES: &[Case] = for_every_rule!(list);

/// All in one test: the switches are the process's.
#[test]
fn without_any_rule_something_is_missing() {
    if let Ok(e) = std::env::var("EXPLORE") {
        for (rule, name, _) in CASES.iter().filter(|c| format!("{:?}", c.0) == e) {
            for (_, name, shown) in CASES {
                println!("{name}");
                shown().ok();
                OFF.store(1 << *rule as u8, Ordering::Relaxed);
                catch_unwind(AssertUnwindSafe(shown)).ok();
                OFF.store(0, Ordering::Relaxed);
            }
        }
        return;
    }
    let only = std::env::var("ONLY").ok();
    let mut unnoticed = Vec::new();
    for (rule, name, shown) in CASES.iter().filter(|case| only.as_ref().is_none_or(|only| only.split(',').any(|o| case.1.contains(o)))) {
        println!("{name} with {rule:?}:");
        let with = std::time::Instant::now();
        let result = shown();
        println!("    {:?} in {:?}", result, with.elapsed());
        OFF.store(1 << *rule as u8, Ordering::Relaxed);
        println!("  without:");
        // An invariant of the tick may notice first: a panic is a complaint as well.
        let result = catch_unwind(AssertUnwindSafe(shown)).unwrap_or_else(|_| Err("an invariant of the tick is broken".into()));
        OFF.store(0, Ordering::Relaxed);
        println!("    {result:?}");
        if result.is_ok() {
            unnoticed.push(*rule);
        }
    }
    assert!(unnoticed.is_empty(), "nobody notices when these rules are taken out: {unnoticed:?}");
}
