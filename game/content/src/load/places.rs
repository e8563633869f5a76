//! What needs text and picture together: whether things stand where they can, and whether everybody who comes can reach
//! its goal.

use super::reach::{Reach, gap_cells};
use super::read::Page;
use super::terrain;
use crate::level::{Goal, Level};
use crate::map::{Cell, Footprint, Map};
use crate::rules::{ClassIndex, Rules};
use std::ops::Range;

/// Where things are written whose place on the map is judged after the rest.
#[derive(Default)]
pub(super) struct Spans {
    pub(super) keep: Range<usize>,
    pub(super) entrances: Vec<Range<usize>>,
    pub(super) exits: Vec<Range<usize>>,
    pub(super) groups: Vec<Vec<Range<usize>>>,
    pub(super) crowds: Vec<Range<usize>>,
    pub(super) towers: Vec<Range<usize>>,
    pub(super) kegs: Vec<Range<usize>>,
}

/// First the keep: with a keep in the wrong place nothing can be reached.
pub(super) fn check_places(level: &Level, rules: &Rules, spans: &Spans, page: &Page<'_>) {
    let map = &level.map;
    let size = format!("{} x {}", map.width, map.height);
    let mut taken: Vec<Cell> = Vec::new();
    for cell in Footprint::new(level.keep.cell, level.keep.footprint_cells).cells() {
        if map.index(cell).is_none() {
            page.fault(spans.keep.clone(), format!("the keep reaches beyond the map of {size} cells"), "move it inwards, or make `size` smaller");
            return;
        }
        if !map.terrain_at(cell).walkable() {
            page.fault(
                spans.keep.clone(),
                format!("the keep would stand on {}, at cell [{}, {}]", terrain_name(map, cell), cell.x, cell.y),
                "move it to open ground, or paint ground there in terrain.png",
            );
            return;
        }
        taken.push(cell);
    }
    for (entrance, span) in level.entrances.iter().zip(&spans.entrances) {
        let built = level.towers.iter().flat_map(|t| Footprint::new(t.cell, rules.towers[t.kind.index()].footprint_cells).cells()).collect::<Vec<_>>();
        let inside = |cells: &[Cell]| along(entrance.from, entrance.to).any(|(x, y)| cells.contains(&cell_of(x, y)));
        for (cells, what) in [(&taken, "the keep"), (&built, "a tower")] {
            if inside(cells) {
                page.fault(span.clone(), format!("the entrance \"{}\" lies in {what}", entrance.id), "move `from` and `to` to open ground away from it");
            }
        }
    }
    check_kegs(level, rules, spans, page, &taken);
    check_towers(level, rules, spans, page, taken);
    for (exit, span) in level.exits.iter().zip(&spans.exits) {
        if exit.places.iter().any(|p| p.high[0] > map.width as f32 || p.high[1] > map.height as f32) {
            page.fault(span.clone(), format!("the exit \"{}\" reaches beyond the map of {size} cells", exit.id), "move its places inside the map");
        } else if !exit.places.iter().flat_map(|p| p.cells(map)).any(|cell| map.terrain_at(cell).walkable()) {
            page.fault(
                span.clone(),
                format!("nobody can stand in the exit \"{}\": no middle of a cell one can walk on lies in its places", exit.id),
                "lay a place over open ground, at least one whole cell wide",
            );
        }
    }
    for (entrance, span) in level.entrances.iter().zip(&spans.entrances) {
        if let Some((x, y)) = along(entrance.from, entrance.to).find(|(x, y)| !map.terrain_at(cell_of(*x, *y)).walkable()) {
            let what = if map.index(cell_of(x, y)).is_some() { terrain_name(map, cell_of(x, y)) } else { "nothing: that is outside the map" };
            page.fault(
                span.clone(),
                format!("the entrance \"{}\" lies on {what}, at [{x:.1}, {y:.1}] of {size} cells", entrance.id),
                "move `from` and `to` onto open ground inside the map",
            );
        }
    }
    if !page.is_clean() {
        return;
    }
    check_reach(level, spans, page);
}

/// Everybody who comes must be able to reach its goal.
fn check_reach(level: &Level, spans: &Spans, page: &Page<'_>) {
    let map = &level.map;
    // Only for goals in use: a testbed in which everybody walks out by exits has a keep that nobody need reach.
    let mut reach: Vec<((ClassIndex, Goal), Reach)> = Vec::new();
    let groups = level.waves.iter().flat_map(|wave| &wave.groups).map(|group| (group.class, group.goal));
    for key in groups.chain(level.crowds.iter().map(|crowd| (crowd.class, crowd.goal))) {
        if !reach.iter().any(|(known, _)| *known == key) {
            let radius_m = level.classes[key.0.index()].radius_m;
            let to_goal = match key.1 {
                Goal::Keep => Reach::to_keep(map, &level.keep, radius_m),
                Goal::Exit(k) => Reach::to_exit(map, &level.exits[usize::from(k)], radius_m),
            };
            reach.push((key, to_goal));
        }
    }
    let reach_of = |class: ClassIndex, goal: Goal| &reach.iter().find(|(known, _)| *known == (class, goal)).expect("laid for every key above").1;
    let name_of = |goal: Goal| match goal {
        Goal::Keep => "the keep".to_owned(),
        Goal::Exit(k) => format!("the exit \"{}\"", level.exits[usize::from(k)].id),
    };
    let mut told: Vec<(u8, ClassIndex, Goal)> = Vec::new();
    for (group, span) in level.waves.iter().zip(&spans.groups).flat_map(|(wave, spans)| wave.groups.iter().zip(spans)) {
        let entrance = &level.entrances[usize::from(group.entrance)];
        let reached = along(entrance.from, entrance.to).any(|(x, y)| reach_of(group.class, group.goal).at(map, x, y));
        let key = (group.entrance, group.class, group.goal);
        if !reached && !told.contains(&key) {
            told.push(key);
            let class = &level.classes[group.class.index()];
            page.fault(
                span.clone(),
                format!(
                    "from the entrance \"{}\" nobody of the size class \"{}\" (radius {} m) can reach {}",
                    entrance.id,
                    class.name,
                    class.radius_m,
                    name_of(group.goal)
                ),
                format!("paint a way at least {} cells wide in terrain.png, or let smaller enemies come here", gap_cells(class.radius_m)),
            );
        }
    }
    for (crowd, span) in level.crowds.iter().zip(&spans.crowds) {
        if crowd.from[0].max(crowd.to[0]) > map.width as f32 || crowd.from[1].max(crowd.to[1]) > map.height as f32 {
            let size = format!("{} x {}", map.width, map.height);
            page.fault(span.clone(), format!("this crowd's rectangle reaches beyond the map of {size} cells"), "move `from` and `to` inside the map");
            continue;
        }
        let reach = reach_of(crowd.class, crowd.goal);
        let (x, y) = (crowd.from[0] as i32..=crowd.to[0] as i32, crowd.from[1] as i32..=crowd.to[1] as i32);
        if !y.into_iter().any(|y| x.clone().any(|x| reach.cell(map, Cell::new(x, y)))) {
            let (goal, ground) = match crowd.goal {
                Goal::Keep => (name_of(crowd.goal), "the keep's"),
                Goal::Exit(_) => (name_of(crowd.goal), "the exit's"),
            };
            page.fault(span.clone(), format!("nobody of this crowd can reach {goal}"), format!("move the crowd to open ground that is joined with {ground}"));
        }
    }
}

fn check_towers(level: &Level, rules: &Rules, spans: &Spans, page: &Page<'_>, mut taken: Vec<Cell>) {
    let map = &level.map;
    for (tower, span) in level.towers.iter().zip(&spans.towers) {
        let cells: Vec<Cell> = Footprint::new(tower.cell, rules.towers[tower.kind.index()].footprint_cells).cells().collect();
        if let Some(cell) = cells.iter().find(|cell| map.index(**cell).is_none() || !map.terrain_at(**cell).buildable()) {
            page.fault(
                span.clone(),
                format!("this tower would stand on {}, at cell [{}, {}]", terrain_name(map, *cell), cell.x, cell.y),
                "move it to ground, road or rough ground inside the map",
            );
        } else if cells.iter().any(|cell| taken.contains(cell)) {
            page.fault(span.clone(), "this tower would stand in another building", "leave the footprints apart");
        }
        taken.extend(cells);
    }
}

/// Kegs lie on the ground; on a roof or over a gorge none could.
fn check_kegs(level: &Level, rules: &Rules, spans: &Spans, page: &Page<'_>, keep: &[Cell]) {
    let map = &level.map;
    let built: Vec<Cell> = level.towers.iter().flat_map(|t| Footprint::new(t.cell, rules.towers[t.kind.index()].footprint_cells).cells()).collect();
    for (kegs, span) in level.kegs.iter().zip(&spans.kegs) {
        let bad = kegs.places().find(|[x, y]| {
            let cell = cell_of(*x, *y);
            !map.terrain_at(cell).walkable() || map.index(cell).is_none() || keep.contains(&cell) || built.contains(&cell)
        });
        if let Some([x, y]) = bad {
            let cell = cell_of(x, y);
            let what = if keep.contains(&cell) || built.contains(&cell) { "a building" } else { terrain_name(map, cell) };
            page.fault(span.clone(), format!("a keg would lie on {what}, at [{x:.1}, {y:.1}]"), "move `from` and `to` so that all lie on open ground");
        }
    }
}

fn cell_of(x: f32, y: f32) -> Cell {
    Cell::new(x.floor() as i32, y.floor() as i32)
}

/// Points half a metre apart from one end to the other. An end on the far border counts as the last cell.
fn along(from: [f32; 2], to: [f32; 2]) -> impl Iterator<Item = (f32, f32)> {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let steps = ((dx * dx + dy * dy).sqrt() * 2.0).ceil().max(1.0);
    (0..=steps as u32).map(move |k| (from[0] + dx * (k as f32 / steps), from[1] + dy * (k as f32 / steps)))
}

fn terrain_name(map: &Map, cell: Cell) -> &'static str {
    if map.index(cell).is_none() {
        return "nothing: that is outside the map";
    }
    let terrain = map.terrain_at(cell);
    terrain::COLORS.iter().find(|(_, t, _)| *t == terrain).map_or("rock", |(.., name)| name)
}
