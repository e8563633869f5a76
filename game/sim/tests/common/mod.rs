//! A level and tables built in code for the battle's tests: a valley with a gorge, rocks, water and a keep.

#![allow(dead_code)]

use content::command::{BlastOrder, Command};
use content::level::{Crowd, Entrance, Goal, Group, Keep, Level, SizeClass, Wave};
use content::map::{Cell, Map, Terrain};
use content::rules::{Attack, Blast, ClassIndex, DifficultyFactors, Enemy, EnemyKind, Power, PowerKind, Rules, Tower, TowerKind};
use sim::{Options, Simulation};
use std::sync::Arc;

pub const SMALL: ClassIndex = ClassIndex(0);
pub const LARGE: ClassIndex = ClassIndex(1);
pub const SKELETON: EnemyKind = EnemyKind(0);
pub const GOBLIN: EnemyKind = EnemyKind(1);
pub const OGRE: EnemyKind = EnemyKind(2);
pub const ARCHERS: TowerKind = TowerKind(0);
pub const MORTAR: TowerKind = TowerKind(1);
pub const BOMB: PowerKind = PowerKind(0);

/// A map of plain ground.
pub fn plain(width: u32, height: u32) -> Map {
    let cells = (width * height) as usize;
    Map { width, height, terrain: vec![Terrain::Ground; cells], cliff_m: vec![0.0; cells] }
}

/// Fills a rectangle, the end not included.
pub fn fill(map: &mut Map, x: std::ops::Range<i32>, y: std::ops::Range<i32>, terrain: Terrain, cliff_m: f32) {
    for y in y {
        for x in x.clone() {
            let k = map.index(Cell::new(x, y)).expect("inside the map");
            map.terrain[k] = terrain;
            map.cliff_m[k] = cliff_m;
        }
    }
}

/// The valley: entrance in the west, keep in the east, a gorge with one crossing, rocks of two heights, a pond.
pub fn valley() -> Level {
    let mut map = plain(72, 64);
    fill(&mut map, 30..34, 0..26, Terrain::Ravine, 0.0);
    fill(&mut map, 30..34, 38..64, Terrain::Ravine, 0.0);
    fill(&mut map, 40..46, 14..22, Terrain::Cliff, 7.0);
    fill(&mut map, 40..43, 42..50, Terrain::Cliff, 2.5);
    fill(&mut map, 50..56, 50..56, Terrain::Water, 0.0);
    fill(&mut map, 0..72, 0..2, Terrain::Cliff, 12.0);
    fill(&mut map, 0..72, 62..64, Terrain::Cliff, 12.0);
    fill(&mut map, 20..24, 8..12, Terrain::Forest, 0.0);
    Level {
        id: "valley".into(),
        name: "Valley".into(),
        about: String::new(),
        map,
        classes: vec![SizeClass::new("small", 0.4), SizeClass::new("large", 1.25)],
        entrances: vec![Entrance { id: "west".into(), from: [2.5, 24.5], to: [2.5, 40.5] }],
        keep: Keep { cell: Cell::new(62, 32), footprint_cells: 5, health: 200 },
        waves: vec![
            wave(600, vec![group(SKELETON, SMALL, 40, 0, 200), group(GOBLIN, SMALL, 15, 60, 100)]),
            wave(600, vec![group(SKELETON, SMALL, 60, 0, 200), group(OGRE, LARGE, 3, 30, 60)]),
        ],
        seed: 77,
        gold: 500,
        build_ticks: 60,
        exits: Vec::new(),
        wall_surcharge: content::load::limits::WALL_SURCHARGE_DEFAULT,
        walling_in: false,
        testbed: false,
        endless: false,
        probes: Vec::new(),
        crowds: Vec::new(),
        towers: Vec::new(),
        kegs: Vec::new(),
        commands: Vec::new(),
        content_hash: 0x1234,
    }
}

/// The valley as a place for experiments: no waves, nobody wins or loses.
pub fn testbed() -> Level {
    Level { id: "testbed".into(), testbed: true, endless: true, waves: Vec::new(), ..valley() }
}

pub fn wave(ticks_to_next: u32, groups: Vec<Group>) -> Wave {
    Wave { name: String::new(), ticks_to_next, groups }
}

pub fn group(enemy: EnemyKind, class: ClassIndex, count: u32, start_ticks: u32, over_ticks: u32) -> Group {
    Group { enemy, class, count, entrance: 0, start_ticks, over_ticks, speed_mps: None, goal: Goal::Keep }
}

pub fn crowd(enemy: EnemyKind, count: u32, from: [f32; 2], to: [f32; 2], idle: bool) -> Crowd {
    Crowd { enemy, class: if enemy == OGRE { LARGE } else { SMALL }, count, from, to, idle, speed_mps: None, goal: Goal::Keep }
}

fn enemy(id: &str, class: &str, speed_mps: f32, health: i32, height_m: f32) -> Enemy {
    Enemy {
        id: id.into(),
        name: id.into(),
        model: id.into(),
        class: class.into(),
        speed_mps,
        health,
        damage: 4,
        strike_ticks: 30,
        reward: 3,
        keep_damage: 2,
        knock_resistance: 0.0,
        knock_immune: false,
        kicks: false,
        ignores_towers: false,
        height_m,
        weight: 1.0,
        blast: None,
    }
}

pub fn rules() -> Rules {
    let factors = DifficultyFactors { health: 1.0, count: 1.0, gold: 1.0 };
    let tower = Tower {
        id: "archers".into(),
        name: "Archers".into(),
        about: String::new(),
        model: "archers".into(),
        price: 100,
        health: 120,
        footprint_cells: 5,
        height_m: 6.0,
        range_m: 18.0,
        range_min_m: 0.0,
        reload_ticks: 12,
        attack: Attack::Arrow { damage: 12, speed_mps: 30.0 },
    };
    let blast = Blast { radius_m: 5.0, force_mps: 18.0, damage: 10 };
    let mortar = Tower {
        id: "mortar".into(),
        range_m: 26.0,
        range_min_m: 7.0,
        reload_ticks: 75,
        attack: Attack::Bomb { blast: Blast { damage: 25, ..blast }, fuse_ticks: 120, flight_ticks: 45 },
        price: 150,
        ..tower.clone()
    };
    Rules {
        enemies: vec![
            enemy("skeleton", "small", 2.2, 30, 1.8),
            Enemy { ignores_towers: true, ..enemy("goblin", "small", 4.0, 18, 1.3) },
            Enemy { knock_immune: true, knock_resistance: 0.6, kicks: true, damage: 20, ..enemy("ogre", "large", 1.1, 260, 3.0) },
        ],
        towers: vec![tower, mortar],
        powers: vec![Power {
            id: "bomb".into(),
            name: "Bomb".into(),
            about: String::new(),
            charges: 3,
            recharge_ticks: 300,
            blast,
            flight_ticks: 45,
            fuse_ticks: 55,
        }],
        difficulties: [DifficultyFactors { health: 0.8, count: 0.8, gold: 1.2 }, factors, DifficultyFactors { health: 1.3, count: 1.4, gold: 0.8 }],
        content_hash: 0x5678,
    }
}

pub fn start(level: Level) -> Simulation {
    Simulation::new(Arc::new(level), Arc::new(rules()), Options::default())
}

pub fn spawn(kind: EnemyKind, count: u32, at: [f32; 2]) -> Command {
    Command::Spawn { kind, count, at, idle: true }
}

pub fn blast(at: [f32; 2], radius_m: f32, force_mps: f32, damage: i32) -> Command {
    Command::Blast { at, blast: BlastOrder { radius_m, force_mps, damage } }
}

/// Promises that hold after every tick; `seen` carries what must never fall from one tick to the next.
pub fn check_invariants(simulation: &Simulation, seen: &mut sim::world::Counters) {
    use sim::derived::ground::Ground;
    use sim::tables::Phase;
    let world = simulation.world();
    let ground = &simulation.derived().ground;
    let tick = world.tick;
    let units = &world.units;
    for row in 0..units.len() {
        let (id, at) = (units.id[row], units.position[row]);
        assert!(at.is_finite() && units.health[row] > 0, "tick {tick}: unit {} at {at} with {} health", id.0, units.health[row]);
        if units.phase[row] != Phase::Flight {
            assert!(ground.walkable_at(units.class[row], at), "tick {tick}: unit {} in phase {:?} at {at} in a wall", id.0, units.phase[row]);
        } else {
            assert!(ground.walkable_at(units.class[row], units.landing[row]), "tick {tick}: unit {} will land in a wall at {}", id.0, units.landing[row]);
            assert!(
                units.height_m[row] >= 0.0 && units.landing_tick[row] > tick,
                "tick {tick}: unit {} flies at {} m until tick {}",
                id.0,
                units.height_m[row],
                units.landing_tick[row]
            );
        }
        let stands = units.target[row].exit_index().map(|exit| exit < simulation.level().exits.len());
        assert!(
            stands.unwrap_or_else(|| units.target[row].is_none() || world.tower_ids.row(units.target[row].0).is_some()),
            "tick {tick}: unit {} attacks nothing",
            id.0
        );
    }
    for row in 0..world.bodies.len() {
        let at = if world.bodies.phase[row] == Phase::Flight { world.bodies.landing[row] } else { world.bodies.position[row] };
        assert!(ground.walkable_at(world.bodies.class[row], at), "tick {tick}: body {} lies in a wall at {at}", world.bodies.id[row].0);
    }
    for at in &world.corpses.position {
        assert!(simulation.level().map.index(Ground::cell_of(*at)).is_some());
    }
    assert!(world.unit_ids.fits(units.id.iter().map(|id| id.0)) && units.id.is_sorted(), "tick {tick}: unit ids");
    assert!(world.bomb_ids.fits(world.bombs.id.iter().map(|id| id.0)), "tick {tick}: bomb ids");
    assert!(world.tower_ids.fits(world.towers.id.iter().map(|id| id.0)), "tick {tick}: tower ids");
    assert!(world.gold >= 0 && world.keep_health >= 0, "tick {tick}: gold {} keep {}", world.gold, world.keep_health);
    let now = world.counters;
    assert!(
        now.knocked_peak >= seen.knocked_peak
            && now.killed >= seen.killed
            && now.spawned >= seen.spawned
            && now.blasts >= seen.blasts
            && now.reached_keep >= seen.reached_keep,
        "tick {tick}: a counter fell: {seen:?} -> {now:?}"
    );
    assert_eq!(now.spawned, now.killed + now.left_in_all() + now.removed_broken + units.len() as u32, "tick {tick}: somebody got lost");
    assert_eq!(now.removed_broken, 0);
    *seen = now;
}
