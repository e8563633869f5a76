//! `new DIR`: a small level that works and passes `check`.

use crate::output::say;
use crate::{Done, place};
use clap::Args;
use content::load::{self, LEVEL_FILE, PICTURE_FILE};
use content::map::{Map, Terrain};
use std::path::PathBuf;
use std::process::ExitCode;

/// Cells of a side.
const SIDE: u32 = 64;

#[derive(Args)]
pub struct New {
    /// The folder to make.
    dir: PathBuf,
}

impl New {
    pub fn carry_out(&self) -> Done {
        let dir = &self.dir;
        let told = |error: &dyn std::fmt::Display| format!("error: {}: {error}", dir.display());
        if dir.exists() {
            return Err(told(&"this is there already and is left as it is; name a folder that does not exist"));
        }
        let rules = place::rules(None)?;
        let picture = load::picture_from_map(&valley()).map_err(|error| told(&error))?;
        let written = std::fs::create_dir_all(dir)
            .and_then(|()| std::fs::write(dir.join(LEVEL_FILE), TEXT))
            .and_then(|()| std::fs::write(dir.join(PICTURE_FILE), picture));
        if let Err(error) = written {
            // half a level would stand in the way of the next try; it is ours, for the folder was not there before
            let _ = std::fs::remove_dir_all(dir);
            return Err(told(&error));
        }
        load::load_level(dir, &rules).map_err(|faults| faults.to_string())?;
        say!("{} is made. Change {LEVEL_FILE} and paint {PICTURE_FILE}, then:", dir.display());
        say!("  tumblekeep-sim check {0}\n  tumblekeep-sim run {0}\n  tumblekeep --level {0}", dir.display());
        Ok(ExitCode::SUCCESS)
    }
}

/// Rock left and right, a road down the middle.
fn valley() -> Map {
    let cells = (SIDE * SIDE) as usize;
    let mut map = Map { width: SIDE, height: SIDE, terrain: vec![Terrain::Ground; cells], cliff_m: vec![0.0; cells] };
    for k in 0..cells {
        let x = k as u32 % SIDE;
        let from_edge = x.min(SIDE - 1 - x);
        if from_edge < 12 {
            map.terrain[k] = Terrain::Cliff;
            map.cliff_m[k] = (3 + (11 - from_edge) / 3) as f32;
        } else if x.abs_diff(SIDE / 2) < 3 {
            map.terrain[k] = Terrain::Road;
        }
    }
    map
}

const TEXT: &str = r#"# A level of your own. Every key is explained in levels/README.md.
format = 1
name = "My valley"
about = "Skeletons come down the road."
seed = 1
gold = 300
build_s = 15

[keep]
at = [32, 54]
size = 7
health = 300

[[entrance]]
id = "north"
from = [26, 3]
to = [38, 3]

[[wave]]
name = "The first ones"
next_s = 40
[[wave.group]]
enemy = "skeleton"
count = 60
entrance = "north"
over_s = 15

[[wave]]
name = "Runners"
[[wave.group]]
enemy = "skeleton"
count = 80
entrance = "north"
over_s = 20
[[wave.group]]
enemy = "goblin"
count = 30
entrance = "north"
start_s = 10
over_s = 10
"#;
