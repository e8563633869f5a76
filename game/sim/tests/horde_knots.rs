//! Nobody holds anybody up for good where two cannot pass each other: in blind alleys, pockets, streets of one cell, bent
//! ways as wide as a large one. Everybody arrives, whatever the seed.
//!
//! Maps are text: `#` rock, `.` ground, `a` to `d` where one of a crowd starts, `A` to `D` where that crowd is out.

mod common;

use common::{OGRE, SKELETON, check_invariants, crowd, rules, testbed};
use content::level::{Crowd, Exit, Goal, Keep, Level, Place};
use content::map::{Cell, Map, Terrain};
use content::rules::EnemyKind;
use sim::{Options, Outcome, Simulation};
use std::sync::Arc;

/// Rock round a map, cells.
const MARGIN: usize = 2;

/// A level from text; who starts where is jittered by the seed.
fn level(rows: &[&str], kinds: [EnemyKind; 4], seed: u64) -> Level {
    let width = rows.iter().map(|row| row.len()).max().expect("a row") + 2 * MARGIN;
    let height = rows.len() + 2 * MARGIN;
    let cells = width * height;
    let mut map = Map { width: width as u32, height: height as u32, terrain: vec![Terrain::Cliff; cells], cliff_m: vec![3.0; cells] };
    let mut places: [Vec<Place>; 4] = Default::default();
    let mut crowds: [Vec<Crowd>; 4] = Default::default();
    for (y, row) in rows.iter().enumerate() {
        for (x, sign) in row.bytes().enumerate().filter(|(_, sign)| *sign != b'#' && *sign != b' ') {
            let (x, y) = (x + MARGIN, y + MARGIN);
            let k = y * width + x;
            (map.terrain[k], map.cliff_m[k]) = (Terrain::Ground, 0.0);
            let low = [x as f32, y as f32];
            match sign {
                b'A'..=b'D' => places[usize::from(sign - b'A')].push(Place { low, high: [low[0] + 1.0, low[1] + 1.0] }),
                b'a'..=b'd' => {
                    let who = usize::from(sign - b'a');
                    let noise = |what| base::random::range(seed, base::random::Purpose(what), (x * 1000 + y) as u64, 0, 0.4, 0.6);
                    let at = [low[0] + noise(900), low[1] + noise(901)];
                    let one = crowd(kinds[who], 1, [at[0] - 0.005, at[1] - 0.005], [at[0] + 0.005, at[1] + 0.005], false);
                    crowds[who].push(Crowd { goal: Goal::Exit(who as u8), ..one });
                }
                _ => {}
            }
        }
    }
    Level {
        map,
        entrances: Vec::new(),
        keep: Keep { cell: Cell::new(1, 1), footprint_cells: 1, health: 100 },
        exits: places
            .into_iter()
            .enumerate()
            .map(|(k, places)| Exit { id: ["a", "b", "c", "d"][k].into(), places })
            .filter(|exit| !exit.places.is_empty())
            .collect(),
        endless: false,
        crowds: crowds.into_iter().flatten().collect(),
        seed,
        ..testbed()
    }
}

/// Seconds until everybody is out, or who is left after `limit_s` and where.
fn play(level: Level, limit_s: u32) -> Result<f32, String> {
    let mut battle = Simulation::new(Arc::new(level), Arc::new(rules()), Options::default());
    let mut seen = sim::world::Counters::default();
    while battle.world().outcome == Outcome::Running {
        let units = &battle.world().units;
        if battle.world().tick >= limit_s * sim::TICKS_PER_SECOND {
            let left: Vec<String> = (0..units.len())
                .take(12)
                .map(|row| format!("{} for {:?} at {:.1}", units.id[row].0, units.target[row].exit_index(), units.position[row]))
                .collect();
            return Err(format!("{} are left after {limit_s} s: {}", units.len(), left.join("; ")));
        }
        battle.step(&[]);
        check_invariants(&battle, &mut seen);
    }
    Ok(battle.world().tick as f32 / sim::TICKS_PER_SECOND as f32)
}

fn everybody_arrives(name: &str, rows: &[&str], kinds: [EnemyKind; 4], limit_s: u32) {
    let played: Vec<Result<f32, String>> = (1..=6).map(|seed| play(level(rows, kinds, seed), limit_s)).collect();
    let times: Vec<f32> = played.iter().flatten().copied().collect();
    println!("{name}: {times:?}");
    let failed: Vec<&String> = played.iter().filter_map(|p| p.as_ref().err()).collect();
    assert!(failed.is_empty(), "{name}: {} of 6 seeds: {failed:#?}", failed.len());
}

const SMALL_ONES: [EnemyKind; 4] = [SKELETON; 4];

#[test]
fn blind_alley() {
    for (name, rows) in [
        ("one goes in, two come out", ["##########....", "A.b.b....a....", "##########...B"]),
        ("two go in, one comes out", ["##########....", "A.b....a.a....", "##########...B"]),
        ("three from the bottom", ["##########.a..", "Abbb.....aa...", "##########.a.B"]),
    ] {
        everybody_arrives(name, &rows, SMALL_ONES, 300);
    }
}

#[test]
fn alley_with_a_bend_and_a_crowd_before_it() {
    let rows = ["#############......", "A.b.b.bb#####.aaaa.", "#######.#####.aaaa.", "#######......aaaaa.", "#############.aaaa.", "#############.....B"];
    everybody_arrives("bend", &rows, SMALL_ONES, 600);
}

#[test]
fn pockets_of_two_cells() {
    let rows = ["###......", "Abb.a..aa", "Bb...a.a.", "###....a.", "###....BB"];
    everybody_arrives("pocket", &rows, SMALL_ONES, 300);
    let rows = ["#######......", "AAbbb..a..aa.", "##bbb...a.aa.", "#######......", "#######....BB"];
    everybody_arrives("deep pocket", &rows, SMALL_ONES, 300);
}

#[test]
fn streets_of_one_cell() {
    let rows = ["B.a.a.a.aaC", ".#.##.##.#.", "b.........d", ".#.##.##.#.", "b.........d", ".#.##.##.#.", "b.........d", ".#.##.##.#.", "D.c.c.c.ccA"];
    everybody_arrives("streets", &rows, SMALL_ONES, 600);
    let rows = ["bb.......aa", "bb#######aa", "Ab.......aB"];
    everybody_arrives("one street beside another", &rows, SMALL_ONES, 600);
    let rows = ["bbb###aaa", "bAb...aBa", "bbb###aaa"];
    everybody_arrives("one street", &rows, SMALL_ONES, 600);
}

#[test]
fn large_ones_in_a_bent_way_as_wide_as_they_are() {
    let rows = [
        "......##########",
        ".b..b.##########",
        "......##########",
        ".b..b...........",
        "...A............",
        "................",
        "##########...###",
        "##########...###",
        "##########......",
        "##########.a..a.",
        "##########......",
        "##########.a..B.",
        "##########......",
    ];
    everybody_arrives("ogres", &rows, [OGRE; 4], 900);
    everybody_arrives("ogres against small ones", &rows, [OGRE, SKELETON, OGRE, OGRE], 900);
}

/// Mazes of ways one, two or three cells wide, crowds of all sizes from all sides.
#[test]
fn mazes() {
    let mut failed = Vec::new();
    let count = if std::env::var_os("TUMBLEKEEP_ALL").is_some() { 400 } else { 40 };
    for seed in 0..count {
        let rows = maze(seed);
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let wide = width(seed) == 3;
        let kinds = if wide { [OGRE, SKELETON, SKELETON, OGRE] } else { SMALL_ONES };
        match play(level(&rows, kinds, seed), 900) {
            Ok(time_s) => println!("maze {seed}: {time_s} s"),
            Err(left) => failed.push(format!("maze {seed}: {left}\n{}", rows.join("\n"))),
        }
    }
    assert!(failed.is_empty(), "{} of {count}:\n{}", failed.len(), failed.join("\n\n"));
}

fn width(seed: u64) -> usize {
    1 + (seed % 3) as usize
}

/// A tree of passages over 6 x 4 rooms with a few loops, by random walks (Wilson), rooms and passages `width` cells wide.
fn maze(seed: u64) -> Vec<String> {
    const COLUMNS: usize = 6;
    const ROWS: usize = 4;
    let wide = width(seed);
    let pitch = wide + 1 + (seed / 3 % 2) as usize;
    let mut number = 0u64;
    let mut dice = |sides: usize| {
        number += 1;
        base::random::range(seed, base::random::Purpose(950), number, 0, 0.0, sides as f32) as usize % sides
    };
    let mut cells = vec![vec![b'#'; COLUMNS * pitch - (pitch - wide)]; ROWS * pitch - (pitch - wide)];
    let mut dig = |x0: usize, y0: usize, x1: usize, y1: usize| {
        for row in &mut cells[y0..y1] {
            row[x0..x1].fill(b'.');
        }
    };
    let mut reached = [[false; COLUMNS]; ROWS];
    reached[0][0] = true;
    dig(0, 0, wide, wide);
    let mut loops = 3;
    while loops > 0 {
        let (x, y) = (dice(COLUMNS), dice(ROWS));
        let (nx, ny) = match dice(2) {
            0 => (x + 1, y),
            _ => (x, y + 1),
        };
        if nx >= COLUMNS || ny >= ROWS || (!reached[y][x] && !reached[ny][nx]) {
            continue;
        }
        if reached[y][x] && reached[ny][nx] {
            if reached.iter().flatten().all(|r| *r) {
                loops -= 1;
            } else {
                continue;
            }
        }
        (reached[y][x], reached[ny][nx]) = (true, true);
        dig(x * pitch, y * pitch, nx * pitch + wide, ny * pitch + wide);
    }
    // Each crowd starts in two rooms of its own and is out in a third; large ones start one to a room.
    let mut rooms: Vec<(usize, usize)> = (0..COLUMNS * ROWS).map(|k| (k % COLUMNS, k / COLUMNS)).collect();
    for k in (1..rooms.len()).rev() {
        rooms.swap(k, dice(k + 1));
    }
    let crowds = 2 + dice(3);
    for (who, rooms) in rooms.chunks_exact(4).take(crowds).enumerate() {
        for (k, (x, y)) in rooms.iter().enumerate() {
            for dy in 0..wide {
                for dx in 0..wide {
                    let middle = wide == 3 && (dx, dy) == (1, 1);
                    let sign = if k == 0 {
                        b'A' + who as u8
                    } else if wide < 3 || middle {
                        b'a' + who as u8
                    } else {
                        continue;
                    };
                    cells[y * pitch + dy][x * pitch + dx] = sign;
                }
            }
        }
    }
    cells.into_iter().map(|row| String::from_utf8(row).expect("signs are letters")).collect()
}
