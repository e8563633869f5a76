//! Rows about the grid: our stable counting sort against `sort_unstable` on the cell with the same columns permuted.
//!
//! The enemies stand at random in the rectangle of a level of the usual density, so that neither side finds runs that
//! are sorted already. The other side does what ours does: cell of each row, sort, the columns row, id, cell, x, y and
//! radius in the new order, and the first place of each cell.

use super::Ask;
use super::clock::{least, thread_ms};
use super::crowd_level::{Plan, rules};
use super::row::{Reached, Row, at_most, round};
use super::walk::ratios;
use base::random::{Purpose, range};
use content::level::{Goal, Level};
use content::rules::{ClassIndex, EnemyKind, Rules};
use glam::Vec2;
use serde_json::json;
use sim::derived::grid::Grid;
use sim::systems::battle::spawn_units::{Newcomer, push_unit};
use sim::{Options, World};
use std::sync::Arc;

/// Rows of [`sorts`].
pub const SORTS: &[&str] = &["sort-3000", "sort-10000", "sort-20000", "sort-50000"];
const COUNTS: [u32; 4] = [3_000, 10_000, 20_000, 50_000];
const ARTICLE: [&str; 4] = ["0.37 ms", "1.49 ms", "3.16 ms", "8.46 ms"];
/// Turns, and sorts in one.
const TURNS: usize = 30;
const SORTS_A_TURN: usize = 8;
const PLACES: Purpose = Purpose(9_001);

/// A level and a world whose enemies stand at random.
pub fn scattered(count: u32) -> (Arc<Level>, Arc<Rules>, World) {
    let plan = Plan::grown(count);
    let (level, rules) = (plan.level(), rules());
    let mut world = World::start(&level, &rules, Options::default());
    let [left, top, right, bottom] = plan.crowd.map(|side| side as f32);
    let walker = Newcomer { kind: EnemyKind(0), class: ClassIndex(0), speed_mps: None, goal: Goal::Keep, idle: false };
    for k in 0..u64::from(count) {
        let at = Vec2::new(range(7, PLACES, k, 0, left, right), range(7, PLACES, k, 1, top, bottom));
        push_unit(&level, &rules, &mut world, &walker, at);
    }
    (level, rules, world)
}

/// All four.
pub fn sorts(ask: &Ask<'_>) -> Result<Vec<Row>, String> {
    Ok((0..COUNTS.len()).filter(|k| ask.wants(SORTS[*k])).map(sort).collect())
}

fn sort(k: usize) -> Row {
    let (level, _, world) = scattered(COUNTS[k]);
    let mut ours = Grid::default();
    let mut theirs = Sorted::default();
    let mut packed = Sorted::default();
    let (mut a, mut b, mut c) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..TURNS {
        a.push(turn(|| ours.rebuild(&level, &world)));
        b.push(turn(|| theirs.rebuild(&level, &world, Sorted::by_key)));
        c.push(turn(|| packed.rebuild(&level, &world, Sorted::by_packed_key)));
    }
    let (median, by_minima) = ratios(&a, &b);
    let (to_packed, _) = ratios(&a, &c);
    // Within a cell their order is any; cell by cell both must hold the same.
    let cells: Vec<u32> = (0..ours.len()).map(|place| ours.cell(place) as u32).collect();
    let same = cells == theirs.cells && cells == packed.cells;
    Row {
        id: SORTS[k],
        title: format!("grid of {} enemies: counting sort as a share of sort_unstable_by_key (CPU time, median of {TURNS} turns)", COUNTS[k]),
        article: ARTICLE[k],
        floor: "0.5",
        goal: "0.25",
        now: format!("{median:.3} ({:.3} ms)", least(&a)),
        reached: if same { at_most(median, 0.5, 0.25) } else { Reached::Below },
        differs: false,
        detail: json!({
            "by minima": round(by_minima),
            "sort_unstable_by_key ms": round(least(&b)),
            "share of sort_unstable on packed keys": round(to_packed),
            "both sorted alike": same,
        }),
    }
}

fn turn(mut work: impl FnMut()) -> f64 {
    let start = thread_ms();
    (0..SORTS_A_TURN).for_each(|_| work());
    (thread_ms() - start) / SORTS_A_TURN as f64
}

/// The same columns by a comparison sort.
#[derive(Default)]
struct Sorted {
    cell_of_row: Vec<u32>,
    order: Vec<u32>,
    keys: Vec<u64>,
    start: Vec<u32>,
    rows: Vec<u32>,
    ids: Vec<u32>,
    cells: Vec<u32>,
    x: Vec<f32>,
    y: Vec<f32>,
    radius_m: Vec<f32>,
}

impl Sorted {
    fn rebuild(&mut self, level: &Level, world: &World, sort: impl Fn(&mut Self)) {
        let units = &world.units;
        let (width, height) = (level.map.width as usize, level.map.height as usize);
        let cell_of = |at: &Vec2| ((at.y as usize).min(height - 1) * width + (at.x as usize).min(width - 1)) as u32;
        self.cell_of_row.clear();
        self.cell_of_row.extend(units.position.iter().map(cell_of));
        sort(self);
        let order = &self.order;
        self.rows.clear();
        self.rows.extend_from_slice(order);
        let by = |row: &u32| *row as usize;
        self.ids.clear();
        self.ids.extend(order.iter().map(|row| units.id[by(row)].0));
        self.cells.clear();
        self.cells.extend(order.iter().map(|row| self.cell_of_row[by(row)]));
        self.x.clear();
        self.x.extend(order.iter().map(|row| units.position[by(row)].x));
        self.y.clear();
        self.y.extend(order.iter().map(|row| units.position[by(row)].y));
        self.radius_m.clear();
        self.radius_m.extend(order.iter().map(|row| level.classes[units.class[by(row)].index()].radius_m));
        self.start.clear();
        for (place, cell) in self.cells.iter().enumerate() {
            while self.start.len() <= *cell as usize {
                self.start.push(place as u32);
            }
        }
        self.start.resize(width * height + 1, order.len() as u32);
    }

    fn by_key(&mut self) {
        let Self { cell_of_row, order, .. } = self;
        order.clear();
        order.extend(0..cell_of_row.len() as u32);
        order.sort_unstable_by_key(|row| cell_of_row[*row as usize]);
    }

    /// Cell and row in one number: no look-up in the comparison, and the order comes out stable.
    fn by_packed_key(&mut self) {
        let Self { cell_of_row, order, keys, .. } = self;
        keys.clear();
        keys.extend(cell_of_row.iter().enumerate().map(|(row, cell)| u64::from(*cell) << 32 | row as u64));
        keys.sort_unstable();
        order.clear();
        order.extend(keys.iter().map(|key| *key as u32));
    }
}
