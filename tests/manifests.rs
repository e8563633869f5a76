//! The dependency directions of ARCHITECTURE.md, read from the manifests: who may use whom, and which outside crates
//! must never reach the simulation, the view or the interface.

use std::collections::BTreeSet;
use std::path::Path;

fn manifest(folder: &str) -> toml::Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("Cargo.toml");
    std::fs::read_to_string(&path).expect("a manifest").parse().expect("a manifest is TOML")
}

fn dependencies(folder: &str) -> BTreeSet<String> {
    let table = manifest(folder);
    table.get("dependencies").and_then(|d| d.as_table()).map(|d| d.keys().cloned().collect()).unwrap_or_default()
}

/// Crate, folder, and whom of ours it may use.
const MAY_USE: [(&str, &str, &[&str]); 9] = [
    ("tumblekeep", ".", &["ui", "view", "sim", "content", "render", "shell", "base"]),
    ("headless", "game/headless", &["sim", "content", "base"]),
    ("ui", "game/ui", &["view", "content", "base"]),
    ("view", "game/view", &["sim", "content", "base"]),
    ("sim", "game/sim", &["content", "base"]),
    ("content", "game/content", &["base"]),
    ("render", "engine/render", &["base"]),
    ("shell", "engine/shell", &["base"]),
    ("base", "engine/base", &[]),
];

/// What a crate must not see, besides ours.
const NEVER: [(&str, &[&str]); 6] = [
    ("game/sim", &["wgpu", "winit", "kira", "gilrs", "egui", "image", "directories", "tracing", "toml"]),
    ("game/content", &["wgpu", "winit", "kira", "gilrs", "egui", "directories", "rayon"]),
    ("game/view", &["wgpu", "winit", "kira", "gilrs", "egui", "image"]),
    ("game/ui", &["wgpu", "winit", "kira", "gilrs", "egui-wgpu"]),
    ("game/headless", &["wgpu", "winit", "kira", "gilrs", "egui"]),
    ("engine/base", &["wgpu", "winit", "kira", "gilrs", "egui", "image", "toml"]),
];

#[test]
fn nobody_uses_whom_it_may_not() {
    let ours: BTreeSet<&str> = MAY_USE.iter().map(|(name, ..)| *name).collect();
    for (name, folder, allowed) in MAY_USE {
        assert_eq!(manifest(folder)["package"]["name"].as_str(), Some(name), "{folder} holds crate {name}");
        for used in dependencies(folder).iter().filter(|d| ours.contains(d.as_str())) {
            assert!(allowed.contains(&used.as_str()), "{name} must not use {used}; it may use {allowed:?}");
        }
    }
}

#[test]
fn the_table_names_every_member() {
    let members = manifest(".")["workspace"]["members"].as_array().expect("members").len();
    assert_eq!(members + 1, MAY_USE.len(), "a new crate needs a line in this table and in ARCHITECTURE.md");
}

#[test]
fn windows_gpu_and_sound_stay_outside() {
    for (folder, never) in NEVER {
        let used = dependencies(folder);
        for name in never {
            assert!(!used.contains(*name), "{folder} must not use {name}");
        }
    }
}

#[test]
fn every_outside_crate_has_its_reason() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).expect("the root manifest");
    let section = text.split("[workspace.dependencies]").nth(1).and_then(|s| s.split("\n[").next()).expect("a dependency table");
    for line in section.lines().filter(|l| l.contains('=') && !l.contains("path =") && !l.trim_start().starts_with('#')) {
        let reason = line.rsplit_once('#').map_or("", |(_, r)| r.trim());
        assert!(reason.len() > 5, "no reason beside `{line}`");
    }
}
