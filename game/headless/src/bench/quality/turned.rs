//! The same level lying otherwise on its map: mirrored, turned by 90 or by 30 degrees.
//!
//! A crowd that keeps to its numbers only on the one map that was tuned hides a fault of the grid. Mirrored and turned by
//! 90 degrees are exact. Turned by 30 degrees the ground is sampled at the middles of the new cells: a wall one cell
//! thick is cut at least once by every column, and a step between two cells that touch at a corner is no step for
//! anybody, so it stays closed. The stairs of a turned wall make an opening narrower or wider than it was, a door of one
//! meter up to 1.4 m: each jamb is set back or forth by tenths of a meter until the narrowest place between the painted
//! cells is as wide as the opening. Scenes of people, whose doors have one cell are drawn twice as large for it. Everybody starts where they stood, one crowd of one each, since a turned rectangle
//! cannot be written as a rectangle.
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
/// Farthest that the jamb of an opening is set back or forth when it is painted, metres.
const SET_BACK_MAX_M: f32 = 0.7;
/// Largest radius of people, metres.
const PEOPLE_MAX_M: f32 = 0.25;
/// Share of an opening's width that must be straight, of deep and of other ones, and how much what is missing counts.
const STRAIGHT_SHARE: [f32; 2] = [0.75, 0.5];
/// Deep is what is so many times as deep as wide.
const DEEP: f32 = 1.5;
const CROOKED_WEIGHT: f32 = 3.0;
/// Widest opening, cells: what is wider is as good as open.
const OPENING_MAX: u32 = 16;
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
    new.map = map(&level.map, &turn, way, width, height);
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

/// A scene of people drawn twice as large, which leaves times and flows a second as they are: a door of one meter then has
/// two cells, and its turned jambs can be painted as far apart as they should be. None for the game's own sizes and for
/// scenes without so narrow a door.
pub fn twice_as_large(scene: &Scene) -> Option<Scene> {
    let level = &scene.level;
    let people = |crowd: &Crowd| level.classes[crowd.class.index()].radius_m <= PEOPLE_MAX_M && crowd.speed_mps.is_some();
    let narrow = openings(&level.map).iter().any(|opening| opening.width_m() < 2.0);
    if !narrow || !level.crowds.iter().all(people) || !level.towers.is_empty() || !level.commands.is_empty() {
        return None;
    }
    Some(scene.changed("twice as large", |level| {
        let twice = |at: [f32; 2]| at.map(|v| v * 2.0);
        let old = level.map.clone();
        let (width, height) = (old.width * 2, old.height * 2);
        let source = |k: u32| (k / width / 2 * old.width + k % width / 2) as usize;
        level.map = Map {
            width,
            height,
            terrain: (0..width * height).map(|k| old.terrain[source(k)]).collect(),
            cliff_m: (0..width * height).map(|k| old.cliff_m[source(k)]).collect(),
        };
        level.keep.cell = Cell::new(level.keep.cell.x * 2, level.keep.cell.y * 2);
        for class in &mut level.classes {
            if class.radius_m <= PEOPLE_MAX_M {
                class.radius_m *= 2.0;
            }
        }
        for crowd in &mut level.crowds {
            (crowd.from, crowd.to, crowd.speed_mps) = (twice(crowd.from), twice(crowd.to), crowd.speed_mps.map(|speed| speed * 2.0));
        }
        for place in level.exits.iter_mut().flat_map(|exit| &mut exit.places) {
            (place.low, place.high) = (twice(place.low), twice(place.high));
        }
        for probe in &mut level.probes {
            (probe.from, probe.to) = (twice(probe.from), twice(probe.to));
        }
        for entrance in &mut level.entrances {
            (entrance.from, entrance.to) = (twice(entrance.from), twice(entrance.to));
        }
    }))
}

/// The ground sampled at the middles of the new cells; what lay outside is rock.
fn map(old: &Map, turn: &Turn, way: Way, width: u32, height: u32) -> Map {
    let mut new = painted(old, turn, width, height, &[]);
    if way == Way::Thirty {
        let mut openings = openings(old);
        for opening in &mut openings {
            opening.fit(old, turn, &new);
        }
        new = painted(old, turn, width, height, &openings);
    }
    new
}

fn painted(old: &Map, turn: &Turn, width: u32, height: u32, openings: &[Opening]) -> Map {
    let cells = (width * height) as usize;
    let mut new = Map { width, height, terrain: Vec::with_capacity(cells), cliff_m: Vec::with_capacity(cells) };
    for k in 0..width * height {
        let at = turn.back(middle(k, width));
        let at = openings.iter().find_map(|opening| opening.moved(at)).unwrap_or(at);
        let source = old.index(Cell::new(at.x.floor() as i32, at.y.floor() as i32));
        new.terrain.push(source.map_or(Terrain::Cliff, |k| old.terrain[k]));
        new.cliff_m.push(source.map_or(ROCK_M, |k| old.cliff_m[k]));
    }
    new
}

fn middle(k: u32, width: u32) -> Vec2 {
    vec2((k % width) as f32 + 0.5, (k / width) as f32 + 0.5)
}

/// A way through a wall, in the old map: between two jambs, as deep as the wall is thick.
#[derive(Clone, Debug, PartialEq)]
struct Opening {
    /// Whether its width lies along x.
    along_x: bool,
    /// From jamb to jamb, cells.
    from: f32,
    to: f32,
    /// Through the wall, cells.
    front: f32,
    back: f32,
    /// How far each jamb is set back (positive: wider) so that what is painted is as wide as it should be, metres.
    set_back_m: [f32; 2],
}

impl Opening {
    fn width_m(&self) -> f32 {
        self.to - self.from
    }

    /// Through a deep one everybody must walk straight, through others also aslant.
    fn straight_share(&self) -> f32 {
        STRAIGHT_SHARE[usize::from(self.back - self.front < DEEP * self.width_m())]
    }

    /// Coordinates along the width and through the wall.
    fn local(&self, at: Vec2) -> (f32, f32) {
        if self.along_x { (at.x, at.y) } else { (at.y, at.x) }
    }

    /// From where the ground at a place near a jamb is taken: the jamb is moved, and no more.
    fn moved(&self, at: Vec2) -> Option<Vec2> {
        let (u, v) = self.local(at);
        if v < self.front || v >= self.back {
            return None;
        }
        let inside = 0.5 * (self.from + self.to);
        let u = if (u - self.from).abs() <= SET_BACK_MAX_M {
            if u >= self.from - self.set_back_m[0] { inside } else { self.from - 0.5 }
        } else if (u - self.to).abs() <= SET_BACK_MAX_M {
            if u < self.to + self.set_back_m[1] { inside } else { self.to + 0.5 }
        } else {
            return None;
        };
        Some(if self.along_x { vec2(u, v) } else { vec2(v, u) })
    }

    /// Sets the jambs so that the narrowest place between their painted cells is as wide as the opening, the cells' squares
    /// taken as they are.
    fn fit(&mut self, old: &Map, turn: &Turn, new: &Map) {
        let near: Vec<(Vec2, Vec2)> = (0..new.width * new.height)
            .map(|k| middle(k, new.width))
            .map(|cell| (cell, turn.back(cell)))
            .filter(|(_, at)| {
                let (u, v) = self.local(*at);
                (self.from - 2.0..self.to + 2.0).contains(&u) && (self.front - 0.2..self.back + 0.2).contains(&v)
            })
            .collect();
        let steps: Vec<f32> = (-7..=7).map(|k| k as f32 * 0.1).filter(|step| step.abs() <= SET_BACK_MAX_M).collect();
        let mut best = (f32::MAX, [0.0; 2]);
        for a in &steps {
            for b in &steps {
                let tried = Self { set_back_m: [*a, *b], ..self.clone() };
                let Some(clear_m) = tried.clear_m(old, &near) else { continue };
                // A deep door is no door when nobody can walk straight through.
                let crooked_m = (self.straight_share() * self.width_m() - tried.straight_m(old, turn, new)).max(0.0);
                let off = (clear_m - self.width_m()).abs() + CROOKED_WEIGHT * crooked_m + 0.02 * (a.abs() + b.abs());
                if off < best.0 - 1e-4 {
                    best = (off, [*a, *b]);
                }
            }
        }
        self.set_back_m = best.1;
    }

    /// Width of the strip through which a straight line leads from end to end between the painted cells, metres.
    fn straight_m(&self, old: &Map, turn: &Turn, new: &Map) -> f32 {
        let step_m = 0.1;
        let steps = |from: f32, to: f32| (0..((to - from) / step_m) as i32).map(move |k| from + (k as f32 + 0.5) * step_m);
        let open = |u: f32, v: f32| {
            let at = turn.to(if self.along_x { vec2(u, v) } else { vec2(v, u) }).floor() + 0.5;
            let inside = at.x > 0.0 && at.y > 0.0 && at.x < new.width as f32 && at.y < new.height as f32;
            let at = turn.back(at);
            let at = self.moved(at).unwrap_or(at);
            inside && old.terrain_at(Cell::new(at.x.floor() as i32, at.y.floor() as i32)).walkable()
        };
        let lines = steps(self.from - SET_BACK_MAX_M, self.to + SET_BACK_MAX_M);
        lines.filter(|u| steps(self.front, self.back).all(|v| open(*u, v))).count() as f32 * step_m
    }

    /// The least distance between the squares of both jambs; none when one of them is not there.
    fn clear_m(&self, old: &Map, near: &[(Vec2, Vec2)]) -> Option<f32> {
        let middle = 0.5 * (self.from + self.to);
        let solid = |at: Vec2| {
            let at = self.moved(at).unwrap_or(at);
            !old.terrain_at(Cell::new(at.x.floor() as i32, at.y.floor() as i32)).walkable()
        };
        let (mut low, mut high) = (Vec::new(), Vec::new());
        for (cell, at) in near.iter().filter(|(_, at)| solid(*at)) {
            if self.local(*at).0 < middle { low.push(*cell) } else { high.push(*cell) }
        }
        let apart = |a: Vec2, b: Vec2| ((a - b).abs() - 1.0).max(Vec2::ZERO).length();
        low.iter().flat_map(|a| high.iter().map(move |b| apart(*a, *b))).reduce(f32::min)
    }
}

/// Runs of open cells between two walls that open at one end at least into more room: gaps, doors and passages.
fn openings(map: &Map) -> Vec<Opening> {
    let mut found = Vec::new();
    for along_x in [true, false] {
        let (long, lines) = if along_x { (map.width, map.height) } else { (map.height, map.width) };
        let open = |u: u32, v: u32| {
            let cell = if along_x { Cell::new(u as i32, v as i32) } else { Cell::new(v as i32, u as i32) };
            map.terrain_at(cell).walkable()
        };
        let mut growing: Vec<(u32, u32, u32)> = Vec::new();
        for v in 0..=lines {
            let mut runs = Vec::new();
            let mut u = 0;
            while v < lines && u < long {
                let end = (u..long).find(|k| !open(*k, v)).unwrap_or(long);
                if u > 0 && end < long && end > u && end - u <= OPENING_MAX {
                    runs.push((u, end));
                }
                u = end + 1;
            }
            let ended = growing.iter().filter(|(from, to, _)| !runs.contains(&(*from, *to)));
            found.extend(
                ended
                    .filter(|(from, to, front)| {
                        // It leads on at both ends, and at one at least both jambs are gone.
                        let ends = [front.checked_sub(1), Some(v).filter(|v| *v < lines)];
                        let on = |v: &Option<u32>| v.is_some_and(|v| open((from + to) / 2, v));
                        let wider = |v: &Option<u32>| v.is_some_and(|v| open(from - 1, v) && open(*to, v));
                        ends.iter().all(on) && ends.iter().any(wider)
                    })
                    .map(|(from, to, front)| Opening {
                        along_x,
                        from: *from as f32,
                        to: *to as f32,
                        front: *front as f32,
                        back: v as f32,
                        set_back_m: [0.0; 2],
                    }),
            );
            growing = runs.iter().map(|(from, to)| (*from, *to, growing.iter().find(|g| (g.0, g.1) == (*from, *to)).map_or(v, |g| g.2))).collect();
        }
    }
    found
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

    /// The narrowest place between the painted jambs is as wide as the opening, on all levels that are turned.
    #[test]
    fn turned_by_30_degrees_openings_stay_as_wide_as_they_were() {
        for id in [
            "counterflow-2",
            "counterflow-4",
            "counterflow-6",
            "counterflow-8",
            "counterflow-10",
            "counterflow-door",
            "bottleneck-human-2",
            "rimea-9-four",
            "rimea-11",
            "rimea-12",
            "mixed-sizes",
            "horde-3000",
        ] {
            let plain = Scene::load(id).expect("the level");
            let new = turned(&plain, Way::Thirty).expect("turned");
            let mut openings = openings(&plain.level.map);
            assert!(!openings.is_empty(), "{id} has no opening");
            for opening in &mut openings {
                opening.set_back_m = [0.0; 2];
                let near: Vec<(Vec2, Vec2)> =
                    (0..new.level.map.width * new.level.map.height).map(|k| middle(k, new.level.map.width)).map(|cell| (cell, new.turn.back(cell))).collect();
                let solid = |cell: Vec2| !new.level.map.terrain_at(Cell::new(cell.x.floor() as i32, cell.y.floor() as i32)).walkable();
                let sides = near.iter().filter(|(cell, at)| {
                    let (u, v) = opening.local(*at);
                    (opening.from - 2.0..opening.to + 2.0).contains(&u) && (opening.front - 0.2..opening.back + 0.2).contains(&v) && solid(*cell)
                });
                let (low, high): (Vec<_>, Vec<_>) = sides.partition(|(_, at)| opening.local(*at).0 < 0.5 * (opening.from + opening.to));
                let apart = |a: Vec2, b: Vec2| ((a - b).abs() - 1.0).max(Vec2::ZERO).length();
                let clear_m = low.iter().flat_map(|(a, _)| high.iter().map(move |(b, _)| apart(*a, *b))).fold(f32::MAX, f32::min);
                let lines = (0..=40 * opening.width_m() as i32).map(|k| opening.from - 0.5 * opening.width_m() + k as f32 * 0.05);
                let through = |u: f32| {
                    (1..(opening.back - opening.front) as i32 * 20).all(|k| {
                        let v = opening.front + k as f32 * 0.05;
                        let at = new.turn.to(if opening.along_x { vec2(u, v) } else { vec2(v, u) });
                        !solid(at)
                    })
                };
                let straight_m = lines.filter(|u| through(*u)).count() as f32 * 0.05;
                println!("{id}: {opening:?}: {clear_m} m, straight {straight_m}");
                assert!((clear_m - opening.width_m()).abs() <= 0.25, "{id}: {clear_m} m instead of {} m", opening.width_m());
            }
        }
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
