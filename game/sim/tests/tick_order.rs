//! The list in `tick.rs`, the list in `ARCHITECTURE.md` under "## The tick", and the order in which a tick really runs
//! are one list.

mod common;

fn listed_in_the_plan() -> Vec<String> {
    let plan = include_str!("../../../ARCHITECTURE.md");
    let section = plan.split("\n## The tick").nth(1).expect("a section called The tick");
    let section = section.split("\n## ").next().unwrap_or(section);
    let item = |line: &str| {
        let (number, rest) = line.trim().split_once(". `")?;
        number.parse::<u32>().ok()?;
        Some(rest.split_once('`')?.0.to_owned())
    };
    section.lines().filter_map(item).collect()
}

fn listed_in_the_source() -> Vec<String> {
    let source = include_str!("../src/tick.rs");
    let list = source.split("in_order!(stage, done;").nth(1).expect("the list").split(");\n}").next().unwrap_or_default();
    list.lines().filter_map(|line| Some(line.trim().split_once("::")?.1.split_once('(')?.0.to_owned())).collect()
}

#[test]
fn plan_source_and_tick_agree() {
    let mut ran = Vec::new();
    common::start(common::testbed()).step_observed(&[], &mut |system| ran.push(system.to_owned()));
    assert!(!ran.is_empty());
    assert_eq!(listed_in_the_source(), ran);
    assert_eq!(listed_in_the_plan(), ran, "ARCHITECTURE.md, section The tick, names other systems");
}
