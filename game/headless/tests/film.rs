//! A film's sheet: as large as asked for, everybody where they stand, a sentence for what cannot be drawn.

#![allow(clippy::unwrap_used)] // A test that cannot go on fails.

mod tool;

use content::load;
use sim::{Options, Simulation};
use std::sync::Arc;
use tool::{Folder, home, tool};

#[test]
fn a_sheet_shows_everybody_where_they_stand() {
    let folder = Folder::new("film");
    let out = folder.file("sheet.png");
    let answer = tool(&["film", "tower-ring", "--ticks", "40,0", "--out", &out, "--region", "16,0,48,24", "--scale", "6", "--columns", "2"]);
    assert_eq!(answer.code, 0, "{}", answer.told());
    let sheet = image::open(&out).unwrap().into_rgb8();
    // Two pictures of 32 x 24 cells and 4 pixels between them.
    assert_eq!(sheet.dimensions(), (2 * 32 * 6 + 4, 24 * 6));
    let rules = Arc::new(load::load_rules(&home().join("assets/rules")).unwrap());
    let level = Arc::new(load::load_level(&home().join("levels/testbeds/tower-ring"), &rules).unwrap());
    let mut battle = Simulation::new(level, rules, Options::default());
    let mut looked = 0;
    for (tick, left) in [(0, 0), (40, 32 * 6 + 4)] {
        while battle.world().tick < tick {
            battle.step(&[]);
        }
        let units = &battle.world().units;
        for (row, at) in units.position.iter().enumerate() {
            // The number of the tick lies over the corner.
            if at.y >= 24.0 || at.y < 4.0 || units.motion[row] != sim::tables::Motion::Moving {
                continue;
            }
            let (x, y) = (left + ((at.x - 16.0) * 6.0) as u32, (at.y * 6.0) as u32);
            assert_eq!(sheet.get_pixel(x, y).0, [40, 100, 215], "tick {tick}, {at}");
            looked += 1;
        }
    }
    assert!(looked > 250, "{looked} of 400");
    // Ground where nobody stands, paper between the pictures, and again the same bytes.
    assert_eq!(sheet.get_pixel(6 * 16, 6 * 23).0, [222, 218, 204]);
    assert_eq!(sheet.get_pixel(32 * 6 + 1, 60).0, [255, 255, 255]);
    let first = std::fs::read(&out).unwrap();
    tool(&["film", "tower-ring", "--ticks", "0,40", "--out", &out, "--region", "16,0,48,24", "--scale", "6", "--columns", "2"]);
    assert_eq!(first, std::fs::read(&out).unwrap());
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let folder = Folder::new("film-faults");
    let out = folder.file("x.png");
    let nowhere = folder.file("no/such/folder/x.png");
    let many = (0..70).map(|k| k.to_string()).collect::<Vec<_>>().join(",");
    for (arguments, code, words) in [
        (vec!["nothing-here", "--ticks", "0", "--out", &out], 1, "there is no level"),
        (vec!["tower-ring", "--out", &out], 2, "--ticks"),
        (vec!["tower-ring", "--ticks", "soon", "--out", &out], 2, "soon"),
        (vec!["tower-ring", "--ticks", &many, "--out", &out], 1, "70 pictures"),
        (vec!["tower-ring", "--ticks", "900000", "--out", &out], 1, "200000"),
        (vec!["tower-ring", "--ticks", "0", "--out", &out, "--region", "0,0,9"], 1, "four numbers"),
        (vec!["tower-ring", "--ticks", "0", "--out", &out, "--region", "9,9,3,20"], 1, "is empty"),
        (vec!["tower-ring", "--ticks", "0", "--out", &out, "--region", "0,0,65,20"], 1, "64 x 64"),
        (vec!["open-10000", "--ticks", "0,1,2,3", "--out", &out, "--scale", "32"], 1, "a side"),
        (vec!["tower-ring", "--ticks", "0", "--out", &out, "--scale", "0"], 2, "scale"),
        (vec!["tower-ring", "--ticks", "0", "--out", &nowhere], 1, "cannot be written"),
    ] {
        let answer = tool(&[&["film"], arguments.as_slice()].concat());
        assert_eq!(answer.code, code, "{arguments:?}: {}", answer.told());
        assert!(answer.err.contains(words), "{arguments:?}: {}", answer.told());
        assert!(!std::path::Path::new(&out).exists(), "{arguments:?}");
    }
}
