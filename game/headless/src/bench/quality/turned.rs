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
use content::level::{Crowd, Level};
use content::map::{Cell, Map, Terrain};
use content::rules::Rules;
use glam::{Mat2, Vec2, vec2};
use sim::derived::ground::{footprint, footprint_square_m};
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
    for cell in std::iter::once((new.keep.cell, new.keep.footprint_cells)).chain(built).flat_map(|(cell, side)| footprint(cell, side)) {
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
