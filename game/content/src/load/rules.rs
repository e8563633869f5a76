//! The tables of enemies, towers, powers and difficulties from their texts.

use super::limits as lim;
use super::read::{Page, Row};
use super::{Source, finish_page};
use crate::fault::{Fault, Faults};
use crate::rules::{Attack, Blast, Difficulty, DifficultyFactors, Enemy, Power, Rules, Tower};
use base::hash::StateHasher;

/// Reads the four tables; `sources` in the order of [`super::RULE_FILES`].
pub(super) fn read(sources: &[Source<'_>; 4]) -> Result<Rules, Faults> {
    let mut faults = Vec::new();
    let [enemies, towers, powers, difficulties] = sources;
    let enemies = table(enemies, "enemy", "[[enemy]]", enemy, &mut faults);
    let towers = table(towers, "tower", "[[tower]]", tower, &mut faults);
    let powers = table(powers, "power", "[[power]]", power, &mut faults);
    let difficulties = factors(difficulties, &mut faults);
    Faults::unless_empty(faults, || Rules { enemies, towers, powers, difficulties, content_hash: hash(sources) })
}

/// Line ends are no content: a checkout with `\r\n` plays the same game.
fn hash(sources: &[Source<'_>]) -> u64 {
    let mut hasher = StateHasher::new();
    sources.iter().for_each(|source| hasher.text(&source.text.replace("\r\n", "\n")));
    hasher.finish()
}

fn table<T>(source: &Source<'_>, key: &'static str, name: &'static str, read_row: impl Fn(&Row<'_, '_>) -> T, faults: &mut Vec<Fault>) -> Vec<T> {
    let page = Page::new(source.file, source.text);
    let mut list = Vec::new();
    if let Some(parsed) = page.parse() {
        let root = Row::root(&page, &parsed);
        root.check_format();
        let rows = root.rows(key, name, lim::KINDS_MAX);
        if rows.is_empty() && page.is_clean() {
            page.fault(0..0, format!("there is no {name} in this table"), format!("add one, begun by a line {name}"));
        }
        let mut ids: Vec<String> = Vec::new();
        for row in rows {
            let id = row.id("id");
            if ids.contains(&id) && !id.is_empty() {
                page.fault(row.span_of("id"), format!("\"{id}\" is there twice"), "give each its own id");
            }
            ids.push(id);
            list.push(read_row(&row));
            row.finish();
        }
        root.finish();
    }
    finish_page(page, faults);
    list
}

fn enemy(row: &Row<'_, '_>) -> Enemy {
    Enemy {
        id: row.id("id"),
        name: row.text("name", lim::NAME_MAX, None),
        model: row.id("model"),
        class: row.id("class"),
        speed_mps: row.float("speed_mps", lim::SPEED_MPS, None),
        health: row.int("health", lim::HEALTH, None) as i32,
        damage: row.int("damage", lim::DAMAGE, None) as i32,
        strike_ticks: row.ticks("strike_s", lim::ACTION_SECONDS, None) as u16,
        reward: row.int("reward", 0..=100_000, None) as i32,
        // At least 1: else a level of these could not be lost.
        keep_damage: row.int("keep_damage", 1..=1_000_000, None) as i32,
        knock_resistance: row.float("knock_resistance", 0.0..=1.0, Some(0.0)),
        knock_immune: row.flag("knock_immune", false),
        kicks: row.flag("kicks", false),
        ignores_towers: row.flag("ignores_towers", false),
        height_m: row.float("height_m", 0.3..=10.0, None),
        weight: row.float("weight", 0.0..=1_000.0, None),
        blast: row.row("blast", "[enemy.blast]").map(|table| {
            let read = blast(&table);
            table.finish();
            read
        }),
    }
}

fn tower(row: &Row<'_, '_>) -> Tower {
    let range_m = row.float("range_m", lim::RANGE_M, None);
    let range_min_m = row.float("range_min_m", 0.0..=*lim::RANGE_M.end(), Some(0.0));
    if range_min_m >= range_m && row.page().is_clean() {
        row.page().fault(
            row.span_of("range_min_m"),
            format!("from {range_min_m} m to {range_m} m this tower never shoots"),
            "make `range_min_m` smaller than `range_m`",
        );
    }
    Tower {
        id: row.id("id"),
        name: row.text("name", lim::NAME_MAX, None),
        about: row.text("about", lim::ABOUT_MAX, None),
        model: row.id("model"),
        price: row.int("price", lim::GOLD, None) as i32,
        health: row.int("health", lim::HEALTH, None) as i32,
        footprint_cells: row.int("footprint_cells", lim::FOOTPRINT_CELLS, None) as u8,
        height_m: row.float("height_m", lim::HEIGHT_M, None),
        range_m,
        range_min_m,
        reload_ticks: row.ticks("reload_s", lim::ACTION_SECONDS, None) as u16,
        attack: attack(row),
    }
}

/// `arrow = { .. }` or `bomb = { .. }`; a tower with neither only stands in the way.
fn attack(row: &Row<'_, '_>) -> Attack {
    let arrow = row.row("arrow", "[tower.arrow]").map(|arrow| {
        let read = Attack::Arrow { damage: arrow.int("damage", lim::DAMAGE, None) as i32, speed_mps: arrow.float("speed_mps", 1.0..=300.0, None) };
        arrow.finish();
        read
    });
    let bomb = row.row("bomb", "[tower.bomb]").map(|bomb| {
        let read = Attack::Bomb {
            blast: blast(&bomb),
            fuse_ticks: bomb.ticks("fuse_s", 0.1..=30.0, None) as u16,
            flight_ticks: bomb.ticks("flight_s", 0.1..=10.0, None) as u16,
        };
        bomb.finish();
        read
    });
    match (arrow, bomb) {
        (Some(attack), None) | (None, Some(attack)) => attack,
        (None, None) => Attack::None,
        (Some(_), Some(attack)) => {
            row.page().fault(row.span_of("bomb"), "this tower has an `arrow` and a `bomb`", "keep one of them; a second tower can have the other");
            attack
        }
    }
}

pub(super) fn blast(row: &Row<'_, '_>) -> Blast {
    Blast {
        radius_m: row.float("radius_m", lim::BLAST_RADIUS_M, None),
        force_mps: row.float("force_mps", lim::BLAST_FORCE_MPS, None),
        damage: row.int("damage", lim::DAMAGE, None) as i32,
    }
}

fn power(row: &Row<'_, '_>) -> Power {
    let blast = row.row_needed("blast", "[power.blast]").map(|table| {
        let read = blast(&table);
        table.finish();
        read
    });
    Power {
        id: row.id("id"),
        name: row.text("name", lim::NAME_MAX, None),
        about: row.text("about", lim::ABOUT_MAX, None),
        charges: row.int("charges", 1..=99, None) as u8,
        recharge_ticks: row.ticks("recharge_s", lim::RECHARGE_SECONDS, None) as u16,
        blast: blast.unwrap_or(Blast { radius_m: 1.0, force_mps: 2.0, damage: 0 }),
        flight_ticks: row.ticks("flight_s", 0.1..=10.0, None) as u16,
        fuse_ticks: row.ticks("fuse_s", 0.1..=30.0, None) as u16,
    }
}

fn factors(source: &Source<'_>, faults: &mut Vec<Fault>) -> [DifficultyFactors; 3] {
    let mut all = [DifficultyFactors { health: 1.0, count: 1.0, gold: 1.0 }; 3];
    let page = Page::new(source.file, source.text);
    if let Some(parsed) = page.parse() {
        let root = Row::root(&page, &parsed);
        root.check_format();
        let names = ["[relaxed]", "[standard]", "[fierce]"];
        for ((difficulty, name), factors) in Difficulty::ALL.into_iter().zip(names).zip(&mut all) {
            let Some(row) = root.row_needed(difficulty.id(), name) else { continue };
            *factors = DifficultyFactors {
                health: row.float("health", lim::FACTOR, None),
                count: row.float("count", lim::FACTOR, None),
                gold: row.float("gold", lim::FACTOR, None),
            };
            row.finish();
        }
        root.finish();
    }
    finish_page(page, faults);
    all
}
