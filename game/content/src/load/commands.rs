//! Commands by tick, from a level or from a script.

use super::limits as lim;
use super::read::Row;
use super::rules::blast;
use crate::command::{BlastOrder, Command, Timed};
use crate::level::SizeClass;
use crate::map::{Cell, Map, SIDE_MAX};
use crate::rules::{EnemyKind, PowerKind, Rules, TowerKind};

/// What commands are checked against.
pub(super) struct Scene<'s> {
    pub(super) rules: &'s Rules,
    /// The level's ground, size classes and whether it is a testbed; none: checked without a level.
    pub(super) level: Option<(&'s Map, &'s [SizeClass], bool)>,
}

const KINDS: [&str; 6] = ["build", "sell", "power", "call_wave", "spawn", "blast"];

/// The `[[command]]`s of a text, by tick; those of one tick stay in the order of the text.
pub(super) fn read(root: &Row<'_, '_>, scene: &Scene<'_>) -> Vec<Timed> {
    let mut commands: Vec<Timed> = root.rows("command", "[[command]]", lim::COMMANDS_MAX).into_iter().filter_map(|row| one(row, scene)).collect();
    commands.sort_by_key(|timed| timed.tick);
    commands
}

fn one(row: Row<'_, '_>, scene: &Scene<'_>) -> Option<Timed> {
    let tick = row.int("tick", 0..=lim::TICK_MAX, None) as u32;
    let kind = row.choice("kind", "command", KINDS.into_iter());
    let Some(kind) = kind else {
        // Which keys belong here is unknown as long as the kind is.
        return None;
    };
    let testbed = scene.level.is_none_or(|(_, _, testbed)| testbed);
    if kind >= 4 && !testbed {
        row.page().fault(
            row.span_of("kind"),
            format!("\"{}\" works in testbeds only", KINDS[kind]),
            "use another command, or set `testbed = true` in the level",
        );
    }
    let command = match kind {
        0 => {
            let towers = &scene.rules.towers;
            let tower = row.choice("tower", "tower", towers.iter().map(|t| t.id.as_str()));
            let cell = cell(&row, scene);
            tower.map(|k| Command::Build { kind: TowerKind(k as u8), cell })
        }
        1 => Some(Command::Sell { cell: cell(&row, scene) }),
        2 => {
            let power = row.choice("power", "power", scene.rules.powers.iter().map(|p| p.id.as_str()));
            let at = place(&row, scene);
            power.map(|k| Command::Power { kind: PowerKind(k as u8), at })
        }
        3 => Some(Command::CallWave),
        4 => {
            let enemy = row.choice("enemy", "enemy", scene.rules.enemies.iter().map(|e| e.id.as_str()));
            let (count, at, idle) = (row.int("count", lim::COUNT, None) as u32, place(&row, scene), row.flag("idle", false));
            if let (Some(k), Some((_, classes, _))) = (enemy, scene.level) {
                check_class(&row, "enemy", &scene.rules.enemies[k].class, classes);
            }
            enemy.map(|k| Command::Spawn { kind: EnemyKind(k as u8), count, at, idle })
        }
        _ => {
            let at = place(&row, scene);
            let blast = blast(&row);
            Some(Command::Blast { at, blast: BlastOrder { radius_m: blast.radius_m, force_mps: blast.force_mps, damage: blast.damage } })
        }
    };
    row.finish();
    command.map(|command| Timed { tick, command })
}

/// The size class of an enemy must exist in the level.
pub(super) fn check_class(row: &Row<'_, '_>, key: &str, class: &str, classes: &[SizeClass]) {
    if !classes.iter().any(|c| c.name == class) {
        let known: Vec<&str> = classes.iter().map(|c| c.name.as_str()).collect();
        row.page().fault(
            row.span_of(key),
            format!("this enemy is of the size class \"{class}\", which this level does not have"),
            format!("add a [[class]] named \"{class}\", or choose an enemy of {}", known.join(", ")),
        );
    }
}

fn cell(row: &Row<'_, '_>, scene: &Scene<'_>) -> Cell {
    let cell = row.cell("at");
    if let Some((map, ..)) = scene.level.filter(|(map, ..)| map.index(cell).is_none()) {
        outside(row, map);
    }
    cell
}

fn place(row: &Row<'_, '_>, scene: &Scene<'_>) -> [f32; 2] {
    let at = row.point("at", f64::from(SIDE_MAX));
    if let Some((map, ..)) = scene.level.filter(|(map, ..)| at[0] > map.width as f32 || at[1] > map.height as f32) {
        outside(row, map);
    }
    at
}

fn outside(row: &Row<'_, '_>, map: &Map) {
    row.page().fault(
        row.span_of("at"),
        format!("this place is outside the map of {} x {} cells", map.width, map.height),
        "write a place on the picture, [x, y] from its top left",
    );
}
