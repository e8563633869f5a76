//! What this project ships passes its own loader, and keeps the promises its tables and levels make.

use content::load::{load_level, load_rules};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn every_table_and_level_loads() {
    let rules = load_rules(&root().join("assets/rules")).unwrap_or_else(|faults| panic!("{faults}"));
    let mut count = 0;
    for folder in ["levels", "levels/testbeds"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let dir = entry.unwrap().path();
            if dir.join("level.toml").exists() {
                let level = load_level(&dir, &rules).unwrap_or_else(|faults| panic!("{faults}"));
                assert_eq!(level.id, dir.file_name().unwrap().to_str().unwrap());
                assert_eq!(level.testbed, folder.ends_with("testbeds"), "{}", level.id);
                count += 1;
            }
        }
    }
    assert!(count >= 10, "{count} levels");
}

#[test]
fn the_first_level_is_as_large_as_promised() {
    let rules = load_rules(&root().join("assets/rules")).unwrap_or_else(|faults| panic!("{faults}"));
    let level = load_level(&root().join("levels/first-bombs"), &rules).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!((level.map.width, level.map.height, level.waves.len()), (128, 128, 5));
    let enemies: u32 = level.waves.iter().flat_map(|wave| &wave.groups).map(|group| group.count).sum();
    assert!(enemies >= 1_500, "{enemies} enemies");
    for id in ["skeleton", "goblin", "ogre"] {
        let kind = rules.enemy(id).unwrap();
        assert!(level.waves.iter().flat_map(|wave| &wave.groups).any(|group| group.enemy == kind), "no {id} comes");
    }
}

/// A testbed says in its first line what it provokes, and no probe lies where nobody is left to cross it.
#[test]
fn every_testbed_says_what_it_is_for() {
    let rules = load_rules(&root().join("assets/rules")).unwrap_or_else(|faults| panic!("{faults}"));
    let mut with_exits = 0;
    for entry in std::fs::read_dir(root().join("levels/testbeds")).unwrap() {
        let dir = entry.unwrap().path();
        let Ok(text) = std::fs::read_to_string(dir.join("level.toml")) else { continue };
        assert!(text.starts_with("# Provokes: "), "{}", dir.display());
        let level = load_level(&dir, &rules).unwrap_or_else(|faults| panic!("{faults}"));
        with_exits += u32::from(!level.exits.is_empty());
        // A line that lies in an exit is never crossed: who stands there has gone.
        for probe in level.probes.iter().filter(|_| !level.exits.is_empty()) {
            let middle = [(probe.from[0] + probe.to[0]) / 2.0, (probe.from[1] + probe.to[1]) / 2.0];
            assert!(!level.exits.iter().any(|exit| exit.holds(middle[0], middle[1])), "{}: probe {}", level.id, probe.id);
        }
    }
    assert!(with_exits >= 30, "{with_exits} scenes have exits");
}
