//! A level from its text and its picture; what needs both is judged in `places`.

use super::commands::{self, Scene, check_class};
use super::limits as lim;
use super::places::{Spans, check_places};
use super::read::{Page, Row};
use super::rules::blast;
use super::{Source, finish_page, terrain};
use crate::fault::{Fault, Faults};
use crate::level::{
    CLASSES_MAX, Crowd, ENTRANCES_MAX, EXITS_MAX, Entrance, Exit, Goal, Group, Keep, Kegs, Level, Place, PlacedTower, Probe, SizeClass, TOWERS_MAX, UNITS_MAX,
    WAVES_MAX, Wave,
};
use crate::map::{Cell, Map, SIDE_MAX};
use crate::rules::{ClassIndex, EnemyKind, Rules, TowerKind};
use base::hash::StateHasher;

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
    let kegs = kegs(&root, side, &mut spans);
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
        kegs,
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
        return default.map(|(name, radius_m)| SizeClass::new(name, radius_m)).into();
    }
    let mut classes: Vec<SizeClass> = Vec::new();
    for row in root.rows("class", "[[class]]", CLASSES_MAX) {
        let usual = SizeClass::new(&row.id("name"), row.float("radius_m", lim::CLASS_RADIUS_M, None));
        let class = SizeClass {
            crowding: row.float("crowding", lim::CROWDING, Some(usual.crowding)),
            room_speed: row.float("room_speed", lim::ROOM_SPEED, Some(usual.room_speed)),
            ..usual
        };
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

/// Each row of kegs has `from` and its blast; `to` and `count` make a line of it.
fn kegs(root: &Row<'_, '_>, side: f64, spans: &mut Spans) -> Vec<Kegs> {
    let mut kegs = Vec::new();
    let mut total = 0;
    for row in root.rows("keg", "[[keg]]", lim::KEGS_MAX as usize) {
        let from = row.point("from", side);
        let count = row.int("count", 1..=i64::from(lim::KEGS_MAX), Some(1)) as u32;
        let to = if row.has("to") { row.point("to", side) } else { from };
        if count > 1 && !row.has("to") {
            row.page().fault(row.span_of("count"), "several kegs would lie in one place", "add `to = [x, y]`, the end of their row");
        }
        total += count;
        if total > lim::KEGS_MAX {
            row.page().fault(row.span_of("count"), format!("with these {total} kegs lie here, more than {}", lim::KEGS_MAX), "lay fewer");
        }
        kegs.push(Kegs { from, to, count, blast: blast(&row) });
        spans.kegs.push(row.span_of("from"));
        row.finish();
    }
    kegs
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
