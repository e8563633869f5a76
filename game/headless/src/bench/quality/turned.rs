//! The same level lying otherwise on its map: mirrored, turned by 90 or by 30 degrees.
//!
//! A crowd that keeps to its numbers only on the one map that was tuned hides a fault of the grid. Mirrored and turned by
//! 90 degrees are exact. Turned by 30 degrees the ground is sampled at the middles of the new cells: a wall one cell
//! thick is cut at least once by every column, and a step between two cells that touch at a corner is no step for
//! anybody, so it stays closed; the width of a gap is kept to within a cell (counted by the tests). Everybody starts
//! where they stood, one crowd of one each, since a turned rectangle cannot be written as a rectangle.
//! Buildings keep lying along the grid, as the player's always do.

use super::course::Scene;
use content::command::{Command, Timed};
use content::level::{Crowd, Exit, Level, Place};
use content::map::Footprint;
use content::map::{Cell, Map, Terrain};
use content::rules::Rules;
use glam::{Mat2, Vec2, vec2};
use sim::derived::ground::footprint_square_m;
use sim::{Options, Simulation};
use std::sync::Arc;

/// Half the side of the square in which a single one starts, metres.
const SPOT_M: f32 = 0.005;
/// Room round a map that was turned by 30 degrees, cells.
const MARGIN: u32 = 1;
/// Height of the rock round it, metres.
const ROCK_M: f32 = 3.0;

/// From the places of a level to those of the turned one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    turn: Mat2,
    shift: Vec2,
}

/// How to turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Left and right change places.
    Mirrored,
    /// By 90 degrees, clockwise in the picture.
    Quarter,
    /// By 30 degrees, clockwise in the picture.
    Thirty,
}

impl Way {
    pub const ALL: [Self; 3] = [Self::Mirrored, Self::Quarter, Self::Thirty];

    pub fn name(self) -> &'static str {
        match self {
            Self::Mirrored => "mirrored",
            Self::Quarter => "turned by 90 degrees",
            Self::Thirty => "turned by 30 degrees",
        }
    }
}

impl Turn {
    /// Nothing is turned.
    pub fn none() -> Self {
        Self { turn: Mat2::IDENTITY, shift: Vec2::ZERO }
    }

    /// Where a place of the level lies in the turned one.
    pub fn to(&self, at: Vec2) -> Vec2 {
        self.turn * at + self.shift
    }

    /// Where a place of the turned level lies in the level.
    pub fn back(&self, at: Vec2) -> Vec2 {
        // Rotations and reflections: the transpose is the inverse.
        self.turn.transpose() * (at - self.shift)
    }

    /// The turn of a map and the size of the turned one.
    fn of(way: Way, width: u32, height: u32) -> (Self, u32, u32) {
        let (w, h) = (width as f32, height as f32);
        match way {
            Way::Mirrored => (Self { turn: Mat2::from_cols(Vec2::NEG_X, Vec2::Y), shift: vec2(w, 0.0) }, width, height),
            Way::Quarter => (Self { turn: Mat2::from_cols(Vec2::Y, Vec2::NEG_X), shift: vec2(h, 0.0) }, height, width),
            Way::Thirty => {
                let (cos, sin) = (0.75_f32.sqrt(), 0.5);
                let size = |a: f32, b: f32| (a * cos + b * sin).ceil() as u32 + 2 * MARGIN;
                let (new_w, new_h) = (size(w, h), size(h, w));
                let turn = Mat2::from_cols(vec2(cos, sin), vec2(-sin, cos));
                let shift = vec2(new_w as f32, new_h as f32) * 0.5 - turn * (vec2(w, h) * 0.5);
                (Self { turn, shift }, new_w, new_h)
            }
        }
    }
}

/// The scene turned.
pub fn turned(scene: &Scene, way: Way) -> Result<Scene, String> {
    let level = &scene.level;
    let (turn, width, height) = Turn::of(way, level.map.width, level.map.height);
    let side_max = content::map::SIDE_MAX;
    if width > side_max || height > side_max {
        return Err(format!("error: {} {} would be {width} x {height} cells, more than {side_max}", scene.name, way.name()));
    }
    let point = |at: [f32; 2]| turn.to(at.into()).to_array();
    let mut new = (**level).clone();
    new.map = map(&level.map, &turn, width, height);
    new.keep.cell = building(level.keep.cell, level.keep.footprint_cells, &turn);
    for (tower, old) in new.towers.iter_mut().zip(&level.towers) {
        tower.cell = building(old.cell, scene.rules.towers[old.kind.index()].footprint_cells, &turn);
    }
    let built = new.towers.iter().map(|tower| (tower.cell, scene.rules.towers[tower.kind.index()].footprint_cells));
    for cell in std::iter::once((new.keep.cell, new.keep.footprint_cells)).chain(built).flat_map(|(cell, side)| Footprint::new(cell, side).cells()) {
        if let Some(k) = new.map.index(cell)
            && !new.map.terrain[k].walkable()
        {
            (new.map.terrain[k], new.map.cliff_m[k]) = (Terrain::Ground, 0.0);
        }
    }
    for entrance in &mut new.entrances {
        (entrance.from, entrance.to) = (point(entrance.from), point(entrance.to));
    }
    for probe in &mut new.probes {
        (probe.from, probe.to) = (point(probe.from), point(probe.to));
        if way == Way::Mirrored {
            // So that its left stays its left.
            std::mem::swap(&mut probe.from, &mut probe.to);
        }
    }
    new.commands = level.commands.iter().map(|timed| Timed { tick: timed.tick, command: command(&timed.command, &turn, &scene.rules) }).collect();
    for exit in &mut new.exits {
        exit.places = exit_places(exit, &turn, way, width, height);
    }
    new.crowds = one_by_one(scene, level, &turn)?;
    Ok(Scene { name: format!("{}, {}", scene.name, way.name()), level: Arc::new(new), turn, ..scene.clone() })
}

/// The ground sampled at the middles of the new cells; what lay outside is rock.
fn map(old: &Map, turn: &Turn, width: u32, height: u32) -> Map {
    let cells = (width * height) as usize;
    let mut new = Map { width, height, terrain: Vec::with_capacity(cells), cliff_m: Vec::with_capacity(cells) };
    for k in 0..width * height {
        let at = turn.back(vec2((k % width) as f32 + 0.5, (k / width) as f32 + 0.5));
        let source = old.index(Cell::new(at.x.floor() as i32, at.y.floor() as i32));
        new.terrain.push(source.map_or(Terrain::Cliff, |k| old.terrain[k]));
        new.cliff_m.push(source.map_or(ROCK_M, |k| old.cliff_m[k]));
    }
    new
}

/// Where one is out: rectangles stay rectangles, but for 30 degrees, where they become the cells whose middles lie inside.
fn exit_places(old: &Exit, turn: &Turn, way: Way, width: u32, height: u32) -> Vec<Place> {
    if way != Way::Thirty {
        let place = |place: &Place| {
            let (a, b) = (turn.to(place.low.into()), turn.to(place.high.into()));
            Place { low: a.min(b).to_array(), high: a.max(b).to_array() }
        };
        return old.places.iter().map(place).collect();
    }
    let inside = |x: u32, y: u32| {
        let at = turn.back(vec2(x as f32 + 0.5, y as f32 + 0.5));
        old.holds(at.x, at.y)
    };
    let mut places = Vec::new();
    for y in 0..height {
        let mut x = 0;
        while x < width {
            let end = (x..width).find(|x| !inside(*x, y)).unwrap_or(width);
            if end > x {
                places.push(Place { low: [x as f32, y as f32], high: [end as f32, y as f32 + 1.0] });
            }
            x = end + 1;
        }
    }
    places
}

/// The middle cell of a building whose square lies where the old one lay, as nearly as the grid allows.
fn building(old: Cell, side_cells: u8, turn: &Turn) -> Cell {
    let (middle, half_m) = footprint_square_m(old, side_cells);
    let corner = (turn.to(middle) - half_m).round();
    let half_cells = i32::from(side_cells) / 2;
    Cell::new(corner.x as i32 + half_cells, corner.y as i32 + half_cells)
}

fn command(old: &Command, turn: &Turn, rules: &Rules) -> Command {
    let point = |at: [f32; 2]| turn.to(at.into()).to_array();
    match *old {
        Command::Build { kind, cell } => Command::Build { kind, cell: building(cell, rules.towers[kind.index()].footprint_cells, turn) },
        // Towers are odd squares; the middle is the cell.
        Command::Sell { cell } => Command::Sell { cell: building(cell, 1, turn) },
        Command::Power { kind, at } => Command::Power { kind, at: point(at) },
        Command::CallWave => Command::CallWave,
        Command::Spawn { kind, count, at, idle } => Command::Spawn { kind, count, at: point(at), idle },
        Command::Blast { at, blast } => Command::Blast { at: point(at), blast },
    }
}

/// A crowd of one for each who stands there at the start, in the same order, so that each keeps its id and its speed.
fn one_by_one(scene: &Scene, level: &Arc<Level>, turn: &Turn) -> Result<Vec<Crowd>, String> {
    let start = Simulation::new(level.clone(), scene.rules.clone(), Options { seed: scene.seed, ..Options::default() });
    let units = &start.world().units;
    let count: usize = level.crowds.iter().map(|crowd| crowd.count as usize).sum();
    if count != units.len() {
        return Err(format!("error: {}: of the crowds of {count} only {} found a place at the start", scene.name, units.len()));
    }
    let owners = level.crowds.iter().flat_map(|crowd| std::iter::repeat_n(crowd, crowd.count as usize));
    let one = |(crowd, at): (&Crowd, &Vec2)| {
        let at = turn.to(*at);
        Crowd { count: 1, from: (at - SPOT_M).to_array(), to: (at + SPOT_M).to_array(), ..crowd.clone() }
    };
    Ok(owners.zip(&units.position).map(one).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use content::rules::ClassIndex;
    use sim::derived::Derived;

    fn scene() -> Scene {
        Scene::load("horde-3000").expect("the level of two gaps")
    }

    /// Mirrored twice, and turned by 90 degrees four times, is the level itself.
    #[test]
    fn mirroring_and_quarter_turns_are_exact() {
        let plain = scene();
        let twice = turned(&turned(&plain, Way::Mirrored).expect("mirrored"), Way::Mirrored).expect("mirrored back");
        let mut round = plain.clone();
        for _ in 0..4 {
            round = turned(&round, Way::Quarter).expect("turned");
        }
        for back in [&twice, &round] {
            assert_eq!((&back.level.map, &back.level.keep, &back.level.exits), (&plain.level.map, &plain.level.keep, &plain.level.exits), "{}", back.name);
            for (a, b) in back.level.probes.iter().zip(&plain.level.probes) {
                assert_eq!((a.from, a.to), (b.from, b.to), "{}", back.name);
            }
            let (starts, plain_starts) = (back.start(), plain.start());
            let (units, plain_units) = (&starts.world().units, &plain_starts.world().units);
            assert_eq!(units.id, plain_units.id);
            assert_eq!(units.speed_mps, plain_units.speed_mps, "each keeps its speed");
            for (a, b) in units.position.iter().zip(&plain_units.position) {
                assert!(a.distance(*b) < 0.05, "{a} instead of {b}");
            }
        }
        let mirrored = turned(&plain, Way::Mirrored).expect("mirrored");
        assert_ne!(mirrored.level.map, plain.level.map, "the gaps are not in the middle of both walls");
    }

    /// Open cells along each wall, counted through the middle of the turned wall, and nobody passes anywhere else.
    #[test]
    fn turned_by_30_degrees_walls_stay_closed_and_gaps_keep_their_width() {
        let plain = scene();
        let new = turned(&plain, Way::Thirty).expect("turned");
        let map = &new.level.map;
        for probe in &plain.level.probes {
            // The whole row of the wall from border to border, in steps of a centimeter.
            let y = probe.from[1];
            let width = plain.level.map.width;
            let open = (0..width * 100).filter(|k| {
                let at = new.turn.to(vec2(*k as f32 * 0.01 + 0.005, y));
                map.terrain_at(Cell::new(at.x.floor() as i32, at.y.floor() as i32)).walkable()
            });
            let open_m = open.count() as f32 * 0.01;
            let wide = super::super::horde::Gap::of(&plain.level, &probe.id).expect("a gap").width_m as f32;
            assert!((open_m - wide).abs() <= 1.0, "{}: {open_m} m open instead of {wide} m", probe.id);
        }
        // With the gaps closed, nobody north of the first wall reaches the keep.
        let closed = plain.changed("closed", |level| {
            for k in 0..level.map.terrain.len() {
                let y = k as u32 / level.map.width;
                if (47..50).contains(&y) {
                    level.map.terrain[k] = Terrain::Cliff;
                }
            }
            let width = level.map.width as usize;
            // One cell thick is the hardest case.
            for k in 0..width {
                level.map.terrain[47 * width + k] = Terrain::Ground;
                level.map.terrain[49 * width + k] = Terrain::Ground;
            }
        });
        let new = turned(&closed, Way::Thirty).expect("turned");
        let battle = new.start();
        let ground = &Derived::rebuild(&new.level, battle.rules(), battle.world()).ground;
        let region = |x: f32, y: f32| ground.region_at(ClassIndex(0), new.turn.to(vec2(x, y)));
        assert_ne!(region(64.0, 30.0), region(64.0, 66.0), "a wall one cell thick leaks");
        assert_eq!(region(20.0, 30.0), region(100.0, 30.0));
    }

    #[test]
    fn everybody_starts_where_they_stood() {
        let plain = scene();
        let before = plain.start();
        for way in Way::ALL {
            let new = turned(&plain, way).expect("turned");
            let after = new.start();
            let (a, b) = (&before.world().units, &after.world().units);
            assert_eq!((a.len(), &a.speed_mps, &a.kind, &a.target), (b.len(), &b.speed_mps, &b.kind, &b.target), "{}", new.name);
            let moved = a.position.iter().zip(&b.position).filter(|(a, b)| a.distance(new.plain(**b)) > 0.02).count();
            // At 30 degrees the staircase of a wall may take a few places.
            assert!(moved == 0 || (way == Way::Thirty && moved * 50 < a.len()), "{moved} moved, {}", new.name);
        }
    }
}
