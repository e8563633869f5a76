//! A level from its text and its picture.

use super::commands::{self, Scene, check_class};
use super::limits as lim;
use super::reach::{Reach, gap_cells};
use super::read::{Page, Row};
use super::{Source, finish_page, terrain};
use crate::fault::{Fault, Faults};
use crate::level::{
    CLASSES_MAX, Crowd, ENTRANCES_MAX, EXITS_MAX, Entrance, Exit, Goal, Group, Keep, Level, Place, PlacedTower, Probe, SizeClass, TOWERS_MAX, UNITS_MAX,
    WAVES_MAX, Wave,
};
use crate::map::{Cell, Footprint, Map, SIDE_MAX};
use crate::rules::{ClassIndex, EnemyKind, Rules, TowerKind};
use base::hash::StateHasher;
use std::ops::Range;

/// The goal of those whose goal is left out.
const KEEP: &str = "keep";

/// Reads a level; `picture` may itself have failed.
pub(super) fn read(id: &str, text: Result<Source<'_>, Fault>, picture: Result<(&str, &[u8]), Fault>, rules: &Rules) -> Result<Level, Faults> {
    let bytes = picture.as_ref().map(|(_, bytes)| *bytes).unwrap_or_default();
    let map = picture.and_then(|(file, bytes)| terrain::read(file, bytes));
    let mut faults = Vec::new();
    let mut level = None;
    match &text {
        Err(fault) => faults.push(fault.clone()),
        Ok(source) => {
            let page = Page::new(source.file, source.text);
            if let Some(parsed) = page.parse() {
                let root = Row::root(&page, &parsed);
                level = Some(from_text(id, root, map.as_ref().ok(), rules));
            }
            finish_page(page, &mut faults);
        }
    }
    faults.extend(map.err());
    Faults::unless_empty(faults, || {
        let mut level = level.expect("a text without faults gives a level");
        let mut hasher = StateHasher::new();
        hasher.text(&text.map(|source| source.text.replace("\r\n", "\n")).unwrap_or_default());
        hasher.column(bytes);
        level.content_hash = hasher.finish();
        level
    })
}

/// Where things are written whose place on the map is judged after the rest.
#[derive(Default)]
struct Spans {
    keep: Range<usize>,
    entrances: Vec<Range<usize>>,
    exits: Vec<Range<usize>>,
    groups: Vec<Vec<Range<usize>>>,
    crowds: Vec<Range<usize>>,
    towers: Vec<Range<usize>>,
}

/// Without a map everything is read that can be read without one.
fn from_text(id: &str, root: Row<'_, '_>, map: Option<&Map>, rules: &Rules) -> Level {
    root.check_format();
    let page = root.page();
    let side = f64::from(SIDE_MAX);
    let mut spans = Spans::default();
    let testbed = root.flag("testbed", false);
    let endless = root.flag("endless", false);
    let classes = classes(&root);
    let entrances = entrances(&root, side, &mut spans);
    let keep = keep(&root, &mut spans);
    let exits = exits(&root, side, &mut spans);
    let wall_surcharge = wall_surcharge(&root);
    let known = Known { rules, classes: &classes, entrances: &entrances, exits: &exits, testbed };
    let waves = waves(&root, &known, &mut spans);
    let crowds = crowds(&root, &known, side, &mut spans);
    let towers = towers(&root, rules, &mut spans);
    let probes = probes(&root, side);
    let empty = Map { width: 0, height: 0, terrain: Vec::new(), cliff_m: Vec::new() };
    let scene = Scene { rules, level: map.map(|map| (map, classes.as_slice(), testbed)) };
    let commands = commands::read(&root, &scene);
    let level = Level {
        id: id.to_owned(),
        name: root.text("name", lim::NAME_MAX, None),
        about: root.text("about", lim::ABOUT_MAX, Some("")),
        map: map.cloned().unwrap_or(empty),
        classes,
        entrances,
        keep,
        exits,
        wall_surcharge,
        waves,
        seed: root.int("seed", 0..=i64::MAX, Some(1)) as u64,
        gold: root.int("gold", lim::GOLD, None) as i32,
        build_ticks: root.ticks("build_s", lim::WAVE_SECONDS, Some(30.0)),
        walling_in: root.flag("walling_in", false),
        testbed,
        endless,
        probes,
        crowds,
        towers,
        commands,
        content_hash: 0,
    };
    if !testbed {
        for (key, set) in [("endless", endless), ("crowd", !level.crowds.is_empty()), ("exit", !level.exits.is_empty())] {
            if set {
                page.fault(root.span_of(key), format!("`{key}` works in testbeds only"), "remove it, or set `testbed = true`");
            }
        }
    }
    if page.is_clean() && !endless && level.waves.is_empty() && level.crowds.iter().all(|crowd| crowd.idle) {
        let remedy = if testbed { "add a [[wave]], or set `endless = true`" } else { "add a [[wave]] with a [[wave.group]] (levels/README.md)" };
        page.fault(0..0, "nobody comes, so nobody can win or lose this level", remedy);
    }
    root.finish();
    if page.is_clean() && map.is_some() {
        check_places(&level, rules, &spans, page);
    }
    level
}

fn classes(root: &Row<'_, '_>) -> Vec<SizeClass> {
    if !root.has("class") {
        let default = [("small", 0.4), ("medium", 0.7), ("large", 1.25)];
        root.rows("class", "[[class]]", CLASSES_MAX);
        return default.map(|(name, radius_m)| SizeClass { name: name.to_owned(), radius_m }).into();
    }
    let mut classes: Vec<SizeClass> = Vec::new();
    for row in root.rows("class", "[[class]]", CLASSES_MAX) {
        let class = SizeClass { name: row.id("name"), radius_m: row.float("radius_m", lim::CLASS_RADIUS_M, None) };
        if classes.iter().any(|c| c.name == class.name) {
            row.page().fault(row.span_of("name"), format!("the size class \"{}\" is there twice", class.name), "give each its own name");
        }
        if classes.last().is_some_and(|last| last.radius_m > class.radius_m) {
            row.page().fault(row.span_of("radius_m"), "this size class is smaller than the one before it", "write the classes from small to large");
        }
        row.finish();
        classes.push(class);
    }
    classes
}

fn entrances(root: &Row<'_, '_>, side: f64, spans: &mut Spans) -> Vec<Entrance> {
    let mut entrances: Vec<Entrance> = Vec::new();
    for row in root.rows("entrance", "[[entrance]]", ENTRANCES_MAX) {
        let entrance = Entrance { id: row.id("id"), from: row.point("from", side), to: row.point("to", side) };
        if entrances.iter().any(|e| e.id == entrance.id) {
            row.page().fault(row.span_of("id"), format!("the entrance \"{}\" is there twice", entrance.id), "give each its own id");
        }
        spans.entrances.push(row.span_of("from"));
        row.finish();
        entrances.push(entrance);
    }
    entrances
}

fn keep(root: &Row<'_, '_>, spans: &mut Spans) -> Keep {
    let Some(row) = root.row_needed("keep", "[keep]") else { return Keep { cell: Cell::default(), footprint_cells: 3, health: 1 } };
    let keep =
        Keep { cell: row.cell("at"), footprint_cells: row.int("size", lim::KEEP_CELLS, Some(11)) as u8, health: row.int("health", lim::HEALTH, None) as i32 };
    if keep.footprint_cells.is_multiple_of(2) {
        row.page().fault(
            row.span_of("size"),
            format!("a keep of {0} x {0} cells has no middle cell", keep.footprint_cells),
            "write an odd number, for example 11",
        );
    }
    spans.keep = row.span_of("at");
    row.finish();
    keep
}

fn exits(root: &Row<'_, '_>, side: f64, spans: &mut Spans) -> Vec<Exit> {
    let mut exits: Vec<Exit> = Vec::new();
    for row in root.rows("exit", "[[exit]]", EXITS_MAX) {
        let id = row.id("id");
        let places = row.rectangles("places", side, lim::EXIT_PLACES_MAX);
        let places = places.into_iter().map(|[x0, y0, x1, y1]| Place { low: [x0, y0], high: [x1, y1] }).collect();
        if id == KEEP {
            row.page().fault(row.span_of("id"), format!("no exit can be called \"{KEEP}\": as a goal that means the keep"), "give it another id");
        }
        if exits.iter().any(|e| e.id == id) {
            row.page().fault(row.span_of("id"), format!("the exit \"{id}\" is there twice"), "give each its own id");
        }
        spans.exits.push(row.span_of("places"));
        row.finish();
        exits.push(Exit { id, places });
    }
    exits
}

fn wall_surcharge(root: &Row<'_, '_>) -> f32 {
    let Some(row) = root.row("walking", "[walking]") else { return lim::WALL_SURCHARGE_DEFAULT };
    let surcharge = row.float("wall_surcharge", lim::WALL_SURCHARGE, Some(lim::WALL_SURCHARGE_DEFAULT));
    row.finish();
    surcharge
}

/// What groups and crowds are checked against.
struct Known<'k> {
    rules: &'k Rules,
    classes: &'k [SizeClass],
    entrances: &'k [Entrance],
    exits: &'k [Exit],
    testbed: bool,
}

fn waves(root: &Row<'_, '_>, known: &Known<'_>, spans: &mut Spans) -> Vec<Wave> {
    let rows = root.rows("wave", "[[wave]]", WAVES_MAX);
    let last = rows.len().saturating_sub(1);
    let mut waves = Vec::new();
    for (k, row) in rows.into_iter().enumerate() {
        let name = row.text("name", lim::NAME_MAX, Some(""));
        // After the last wave nothing comes, so only there the time may be left out.
        let ticks_to_next = row.ticks("next_s", lim::WAVE_SECONDS, (k == last).then_some(0.0));
        let groups = row.rows("group", "[[wave.group]]", lim::GROUPS_MAX);
        if groups.is_empty() && row.page().is_clean() {
            row.page().fault(
                row.span_of("group"),
                "this wave has no groups, so nobody comes",
                "add a [[wave.group]] with enemy, count and entrance, or remove the wave",
            );
        }
        let mut places = Vec::new();
        let groups: Vec<Group> = groups
            .into_iter()
            .map(|row| {
                places.push(row.span_of("entrance"));
                group(row, known)
            })
            .collect();
        let count: u64 = groups.iter().map(|g| u64::from(g.count)).sum();
        if count > UNITS_MAX as u64 {
            row.page().fault(
                row.span_of("group"),
                format!("{count} enemies are in this wave, more than the {UNITS_MAX} that can be alive"),
                "make the groups smaller",
            );
        }
        spans.groups.push(places);
        row.finish();
        waves.push(Wave { name, ticks_to_next, groups });
    }
    waves
}

fn group(row: Row<'_, '_>, known: &Known<'_>) -> Group {
    let entrances = known.entrances;
    let (enemy, class) = enemy(&row, known);
    let count = row.int("count", lim::COUNT, None) as u32;
    let entrance = if entrances.len() == 1 && !row.has("entrance") {
        Some(0)
    } else if entrances.is_empty() {
        row.page().fault(row.span_of("entrance"), "there is no entrance this group could come from", "add an [[entrance]] with id, from and to");
        row.text("entrance", lim::ID_MAX, Some(""));
        None
    } else {
        row.choice("entrance", "entrance", entrances.iter().map(|e| e.id.as_str()))
    };
    let read = Group {
        enemy,
        class,
        count,
        entrance: entrance.unwrap_or(0) as u8,
        start_ticks: row.ticks("start_s", lim::WAVE_SECONDS, Some(0.0)),
        over_ticks: row.ticks("over_s", lim::WAVE_SECONDS, Some(10.0)),
        speed_mps: speed_mps(&row),
        goal: goal(&row, known),
    };
    if entrances.len() == 1 && !row.has("entrance") {
        row.text("entrance", lim::ID_MAX, Some(""));
    }
    row.finish();
    read
}

/// Who, and its size class: the row's own `class`, or the enemy's.
fn enemy(row: &Row<'_, '_>, known: &Known<'_>) -> (EnemyKind, ClassIndex) {
    let Known { rules, classes, .. } = known;
    let chosen = row.has("class").then(|| row.choice("class", "size class", classes.iter().map(|c| c.name.as_str())).unwrap_or(0));
    let Some(k) = row.choice("enemy", "enemy", rules.enemies.iter().map(|e| e.id.as_str())) else { return Default::default() };
    let class = chosen.unwrap_or_else(|| {
        // Asked for, so that it is among the keys that a typing error is compared with.
        row.text("class", lim::ID_MAX, Some(""));
        let own = &rules.enemies[k].class;
        check_class(row, "enemy", own, classes);
        classes.iter().position(|c| c.name == *own).unwrap_or(0)
    });
    (EnemyKind(k as u8), ClassIndex(class as u8))
}

fn speed_mps(row: &Row<'_, '_>) -> Option<f32> {
    let speed_mps = row.float("speed_mps", lim::CROWD_SPEED_MPS, Some(0.0));
    row.has("speed_mps").then_some(speed_mps)
}

/// The keep, or an exit by its id.
fn goal(row: &Row<'_, '_>, known: &Known<'_>) -> Goal {
    if !row.has("goal") {
        row.text("goal", lim::ID_MAX, Some(""));
        return Goal::Keep;
    }
    let names = std::iter::once(KEEP).chain(known.exits.iter().map(|exit| exit.id.as_str()));
    let goal = match row.choice("goal", "goal", names) {
        Some(k @ 1..) => Goal::Exit((k - 1) as u8),
        _ => Goal::Keep,
    };
    if !known.testbed {
        row.page().fault(row.span_of("goal"), "`goal` works in testbeds only", "remove it, or set `testbed = true` in the level");
    }
    goal
}

fn crowds(root: &Row<'_, '_>, known: &Known<'_>, side: f64, spans: &mut Spans) -> Vec<Crowd> {
    let mut crowds = Vec::new();
    let mut total = 0u64;
    for row in root.rows("crowd", "[[crowd]]", lim::CROWDS_MAX) {
        let (enemy, class) = enemy(&row, known);
        let (speed_mps, goal) = (speed_mps(&row), goal(&row, known));
        let count = row.int("count", lim::COUNT, None) as u32;
        let (from, to, idle) = (row.point("from", side), row.point("to", side), row.flag("idle", false));
        if (from[0] >= to[0] || from[1] >= to[1]) && row.page().is_clean() {
            row.page().fault(row.span_of("from"), "`from` is not the corner at the top left of `to`", "write from = [left, top] and to = [right, bottom]");
        }
        total += u64::from(count);
        if total > UNITS_MAX as u64 {
            row.page().fault(
                row.span_of("count"),
                format!("with this crowd {total} enemies stand here, more than the {UNITS_MAX} that can be alive"),
                "make the crowds smaller",
            );
        }
        spans.crowds.push(row.span_of("from"));
        row.finish();
        crowds.push(Crowd { enemy, class, count, from, to, idle, speed_mps, goal });
    }
    crowds
}

fn towers(root: &Row<'_, '_>, rules: &Rules, spans: &mut Spans) -> Vec<PlacedTower> {
    let mut towers = Vec::new();
    for row in root.rows("tower", "[[tower]]", TOWERS_MAX) {
        let kind = row.choice("tower", "tower", rules.towers.iter().map(|t| t.id.as_str())).unwrap_or(0);
        towers.push(PlacedTower { kind: TowerKind(kind as u8), cell: row.cell("at") });
        spans.towers.push(row.span_of("at"));
        row.finish();
    }
    towers
}

fn probes(root: &Row<'_, '_>, side: f64) -> Vec<Probe> {
    let mut probes: Vec<Probe> = Vec::new();
    for row in root.rows("probe", "[[probe]]", lim::PROBES_MAX) {
        let probe = Probe { id: row.id("id"), from: row.point("from", side), to: row.point("to", side) };
        if probes.iter().any(|p| p.id == probe.id) {
            row.page().fault(row.span_of("id"), format!("the probe \"{}\" is there twice", probe.id), "give each its own id");
        }
        row.finish();
        probes.push(probe);
    }
    probes
}

/// What needs text and picture together. First the keep: with a keep in the wrong place nothing can be reached.
fn check_places(level: &Level, rules: &Rules, spans: &Spans, page: &Page<'_>) {
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
