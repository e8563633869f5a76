//! A level, checked: what the simulation starts from.

use crate::command::Timed;
use crate::map::{Cell, Map};
use crate::rules::{Blast, ClassIndex, EnemyKind, TowerKind};

/// Most enemies alive at once; spawns wait while it is reached.
pub const UNITS_MAX: usize = 200_000;
/// Most towers standing at once.
pub const TOWERS_MAX: usize = 250;
/// Most entrances.
pub const ENTRANCES_MAX: usize = 16;
/// Most size classes.
pub const CLASSES_MAX: usize = 4;
/// Most exits.
pub const EXITS_MAX: usize = 8;
/// Most waves.
pub const WAVES_MAX: usize = 100;

/// A level.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Its name in files: the folder's name.
    pub id: String,
    /// Its name on the screen.
    pub name: String,
    /// A sentence or two for the menu.
    pub about: String,
    /// The ground.
    pub map: Map,
    /// Size classes, smallest first.
    pub classes: Vec<SizeClass>,
    /// Where enemies come from.
    pub entrances: Vec<Entrance>,
    /// What they want.
    pub keep: Keep,
    /// Where those with another goal than the keep walk out of the map. Only in testbeds.
    pub exits: Vec<Exit>,
    /// What a cell beside a wall costs more, in metres a metre: the crowd keeps a little away.
    pub wall_surcharge: f32,
    /// Waves in order.
    pub waves: Vec<Wave>,
    /// Seed of all random numbers unless a run asks for another.
    pub seed: u64,
    /// Gold at the start on Standard.
    pub gold: i32,
    /// Ticks of the build phase before the first wave.
    pub build_ticks: u32,
    /// Buildings may close the last way; enemies then attack what blocks them.
    pub walling_in: bool,
    /// A place for experiments: commands that only make things happen (spawn, blast) are allowed.
    pub testbed: bool,
    /// Nobody loses and nobody wins here: runs until the ticks are over. Only in testbeds.
    pub endless: bool,
    /// Lines across which the headless tool counts.
    pub probes: Vec<Probe>,
    /// Crowds that stand there from the start. Only in testbeds.
    pub crowds: Vec<Crowd>,
    /// Towers that stand there from the start.
    pub towers: Vec<PlacedTower>,
    /// Rows of powder kegs that lie there from the start.
    pub kegs: Vec<Kegs>,
    /// Commands that come by themselves, by tick.
    pub commands: Vec<Timed>,
    /// Hash of text and picture.
    pub content_hash: u64,
}

/// A size class.
#[derive(Clone, Debug, PartialEq)]
pub struct SizeClass {
    /// Its name in tables.
    pub name: String,
    /// Radius in metres.
    pub radius_m: f32,
    /// How much denser than it is a crowd feels to it, when it slows down and looks for ways round.
    pub crowding: f32,
    /// Share of its top speed at which it walks in a dense crowd as long as there is room before it.
    pub room_speed: f32,
}

impl SizeClass {
    /// A class that feels a crowd as its size does. The distances that walkers keep follow from the length of their step
    /// more than from their width, so those of r 0.2 m slow down as people are measured to, those of r 0.4 m and more
    /// press on.
    #[must_use]
    pub fn new(name: &str, radius_m: f32) -> Self {
        let small = (1.0 - radius_m / 0.4).max(0.0);
        Self { name: name.to_owned(), radius_m, crowding: 1.0 + small, room_speed: 0.95 - small }
    }
}

/// A line along which a wave enters.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrance {
    /// Its name in waves.
    pub id: String,
    /// One end in metres, map coordinates.
    pub from: [f32; 2],
    /// The other end.
    pub to: [f32; 2],
}

/// A way out: who has it as goal walks there and is taken off the map when its center is inside. No building.
#[derive(Clone, Debug, PartialEq)]
pub struct Exit {
    /// Its name in crowds and groups.
    pub id: String,
    /// Where one is out.
    pub places: Vec<Place>,
}

/// A rectangle in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The corner with the smaller coordinates.
    pub low: [f32; 2],
    /// The other corner.
    pub high: [f32; 2],
}

/// Where somebody goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// To the keep.
    #[default]
    Keep,
    /// Out by an exit: index into [`Level::exits`].
    Exit(u8),
}

/// The building that must not fall.
#[derive(Clone, Debug, PartialEq)]
pub struct Keep {
    /// Its middle cell.
    pub cell: Cell,
    /// Side of its square footprint in cells, odd.
    pub footprint_cells: u8,
    /// Health in points.
    pub health: i32,
}

/// One wave.
#[derive(Clone, Debug, PartialEq)]
pub struct Wave {
    /// Its name on the screen, may be empty.
    pub name: String,
    /// Ticks from its start to the next wave's start when nobody calls earlier.
    pub ticks_to_next: u32,
    /// Who comes.
    pub groups: Vec<Group>,
}

/// A part of a wave.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Who.
    pub enemy: EnemyKind,
    /// Its class in this level.
    pub class: ClassIndex,
    /// How many on Standard.
    pub count: u32,
    /// Index into [`Level::entrances`].
    pub entrance: u8,
    /// Ticks after the wave's start.
    pub start_ticks: u32,
    /// Ticks over which they come, evenly.
    pub over_ticks: u32,
    /// Top speed instead of the enemy's own, m/s.
    pub speed_mps: Option<f32>,
    /// Where they go.
    pub goal: Goal,
}

/// A line across which crossings are counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// Its name in the metrics.
    pub id: String,
    /// One end in metres.
    pub from: [f32; 2],
    /// The other end.
    pub to: [f32; 2],
}

/// A crowd that stands on the map when the run begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Crowd {
    /// Who.
    pub enemy: EnemyKind,
    /// Its class in this level.
    pub class: ClassIndex,
    /// How many.
    pub count: u32,
    /// Corner of the rectangle with the smaller coordinates, metres.
    pub from: [f32; 2],
    /// The other corner.
    pub to: [f32; 2],
    /// Stand still instead of walking to the goal.
    pub idle: bool,
    /// Top speed instead of the enemy's own, m/s.
    pub speed_mps: Option<f32>,
    /// Where they go.
    pub goal: Goal,
}

/// A tower that stands from the start.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedTower {
    /// What.
    pub kind: TowerKind,
    /// Its middle cell.
    pub cell: Cell,
}

/// A row of powder kegs. They have no fuse: a blast that reaches one sets it off a tick later (B9).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kegs {
    /// Where the first lies, metres.
    pub from: [f32; 2],
    /// Where the last lies.
    pub to: [f32; 2],
    /// How many, evenly spread over the line; at least 1.
    pub count: u32,
    /// What each does when it goes off.
    pub blast: Blast,
}

impl Kegs {
    /// The places of the kegs in order, metres.
    pub fn places(&self) -> impl Iterator<Item = [f32; 2]> + use<> {
        let (from, to, gaps) = (self.from, self.to, self.count.saturating_sub(1).max(1) as f32);
        (0..self.count).map(move |k| [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * (k as f32 / gaps)))
    }
}

impl Place {
    /// Whether a point is inside; the border counts.
    #[must_use]
    pub fn holds(&self, x: f32, y: f32) -> bool {
        x >= self.low[0] && x <= self.high[0] && y >= self.low[1] && y <= self.high[1]
    }

    /// The cells of a map whose middles are inside, row by row.
    pub fn cells(&self, map: &Map) -> impl Iterator<Item = Cell> + use<> {
        // A cell before the first and after the last whose middle could be inside is looked at too, and refused.
        let span = |k: usize, end: u32| (self.low[k].max(0.0) as i32, (self.high[k] as i32 + 1).min(end as i32));
        let ((x0, x1), (y0, y1), place) = (span(0, map.width), span(1, map.height), *self);
        (y0..y1).flat_map(move |y| (x0..x1).map(move |x| Cell::new(x, y))).filter(move |cell| place.holds(cell.x as f32 + 0.5, cell.y as f32 + 0.5))
    }
}

impl Exit {
    /// Whether a point is inside one of its places.
    #[must_use]
    pub fn holds(&self, x: f32, y: f32) -> bool {
        self.places.iter().any(|place| place.holds(x, y))
    }
}

impl Level {
    /// The size class called `name`.
    #[must_use]
    pub fn class(&self, name: &str) -> Option<ClassIndex> {
        self.classes.iter().position(|c| c.name == name).map(|k| ClassIndex(k as u8))
    }
}
