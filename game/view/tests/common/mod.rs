//! A small battle made by hand: a level, tables, a world and what the view is told of the models.

#![allow(dead_code)]

use content::level::{Entrance, Group, Keep, Level, SizeClass, Wave};
use content::map::{Cell, Map, Terrain};
use content::rules::{Attack, Blast, ClassIndex, Difficulty, DifficultyFactors, Enemy, EnemyKind, Power, Rules, Tower, TowerKind};
use glam::{Vec2, vec2};
use sim::tables::{Body, Motion, NO_SLOT, Phase, TowerId, TowerRow, Unit, UnitId};
use sim::world::World;
use view::figures::{ClipRange, Figure, FigureTable, ModelTable};

/// Side of the map, metres.
pub const SIDE: u32 = 64;

pub fn level() -> Level {
    let cells = (SIDE * SIDE) as usize;
    Level {
        id: "test".into(),
        name: "A test".into(),
        about: String::new(),
        map: Map { width: SIDE, height: SIDE, terrain: vec![Terrain::Ground; cells], cliff_m: vec![0.0; cells] },
        classes: vec![SizeClass::new("small", 0.36), SizeClass::new("large", 1.0)],
        entrances: vec![Entrance { id: "north".into(), from: [20.0, 1.0], to: [40.0, 1.0] }],
        keep: Keep { cell: Cell::new(32, 56), footprint_cells: 9, health: 1000 },
        waves: (0..3)
            .map(|k| Wave {
                name: if k == 1 { "Ogres".into() } else { String::new() },
                ticks_to_next: 900,
                groups: vec![
                    Group {
                        enemy: EnemyKind(0),
                        class: ClassIndex(0),
                        count: 40 + k,
                        entrance: 0,
                        start_ticks: 0,
                        over_ticks: 300,
                        speed_mps: None,
                        goal: content::level::Goal::Keep,
                    },
                    Group {
                        enemy: EnemyKind(1),
                        class: ClassIndex(1),
                        count: k,
                        entrance: 0,
                        start_ticks: 0,
                        over_ticks: 300,
                        speed_mps: None,
                        goal: content::level::Goal::Keep,
                    },
                    Group {
                        enemy: EnemyKind(0),
                        class: ClassIndex(0),
                        count: 10,
                        entrance: 0,
                        start_ticks: 0,
                        over_ticks: 300,
                        speed_mps: None,
                        goal: content::level::Goal::Keep,
                    },
                ],
            })
            .collect(),
        seed: 1,
        gold: 300,
        build_ticks: 900,
        exits: Vec::new(),
        wall_surcharge: content::load::limits::WALL_SURCHARGE_DEFAULT,
        walling_in: false,
        testbed: false,
        endless: false,
        probes: vec![],
        crowds: vec![],
        towers: vec![],
        kegs: Vec::new(),
        commands: vec![],
        content_hash: 0,
    }
}

pub fn rules() -> Rules {
    let enemy = |id: &str, model: &str, class: &str, height_m: f32| Enemy {
        id: id.into(),
        name: id.to_uppercase(),
        model: model.into(),
        class: class.into(),
        speed_mps: 2.2,
        health: 60,
        damage: 5,
        strike_ticks: 36,
        reward: 2,
        keep_damage: 1,
        knock_resistance: 0.0,
        knock_immune: false,
        kicks: false,
        ignores_towers: false,
        height_m,
        weight: 1.0,
        blast: None,
    };
    let tower = |id: &str, attack: Attack| Tower {
        id: id.into(),
        name: id.to_uppercase(),
        about: "Stands.".into(),
        model: id.into(),
        price: 90,
        health: 700,
        footprint_cells: 5,
        height_m: 7.0,
        range_m: 20.0,
        range_min_m: 0.0,
        reload_ticks: 15,
        attack,
    };
    let blast = Blast { radius_m: 5.0, force_mps: 18.0, damage: 70 };
    let factors = |count: f32| DifficultyFactors { health: 1.0, count, gold: 1.0 };
    Rules {
        // the last one has a figure that was not loaded, the one before is drawn at twice its height
        enemies: vec![enemy("skeleton", "skeleton", "small", 1.7), enemy("giant", "ogre", "large", 5.8), enemy("ghost", "ghost", "small", 1.7)],
        towers: vec![
            tower("archers", Attack::Arrow { damage: 34, speed_mps: 40.0 }),
            tower("mortar", Attack::Bomb { blast, fuse_ticks: 45, flight_ticks: 42 }),
        ],
        powers: vec![Power {
            id: "bomb".into(),
            name: "Bomb".into(),
            about: "Booms.".into(),
            charges: 3,
            recharge_ticks: 600,
            blast,
            flight_ticks: 48,
            fuse_ticks: 57,
        }],
        difficulties: [factors(0.5), factors(1.0), factors(1.35)],
        content_hash: 0,
    }
}

/// Frames of the fall (33 to 57) in which bodies lie.
pub const LYING: base::records::LyingFrames = [[33, 44], [41, 56], [52, 36]];

pub fn figures() -> FigureTable {
    let clip = |first: u16, samples: u16, looped: bool| ClipRange { first, samples, looped };
    let skeleton = [
        ("attack", clip(0, 33, false)),
        ("fall", clip(33, 25, true)),
        ("get_up_back", clip(58, 45, false)),
        ("get_up_belly", clip(103, 46, false)),
        ("idle", clip(149, 61, true)),
        ("lie_back", clip(210, 20, false)),
        ("lie_belly", clip(230, 20, false)),
        ("run", clip(250, 15, true)),
        ("walk", clip(265, 17, true)),
    ];
    // an ogre that can hardly do anything: what is missing falls back
    let ogre = [("idle", clip(0, 91, true)), ("walk", clip(91, 37, true))];
    let figure = |name: &str, kind: u8, height_m: f32, clips: &[(&str, ClipRange)]| Figure {
        name: name.into(),
        kind,
        height_m,
        radius_m: 1.1,
        lying: LYING,
        clips: clips.iter().map(|(n, c)| ((*n).to_owned(), *c)).collect(),
        walk_mps: 0.0,
        run_mps: 0.0,
    };
    FigureTable { figures: vec![figure("skeleton", 0, 1.68, &skeleton), figure("ogre", 2, 2.9, &ogre)] }
}

pub fn models() -> ModelTable {
    ModelTable { names: ["keep", "archers", "mortar", "rock_a", "bomb"].map(String::from).to_vec() }
}

pub fn world(level: &Level, rules: &Rules) -> World {
    World::start(level, rules, sim::Options { difficulty: Difficulty::Standard, ..Default::default() })
}

pub fn unit(world: &mut World, kind: u8, at: Vec2) -> UnitId {
    let id = UnitId(world.unit_ids.allocate(world.units.len() as u32));
    world.units.push(Unit {
        id,
        kind: EnemyKind(kind),
        class: ClassIndex(u8::from(kind == 1)),
        idle: 0,
        position: at,
        velocity: Vec2::ZERO,
        facing: vec2(0.0, 1.0),
        speed_mps: 2.2,
        health: 60,
        health_max: 60,
        target: TowerId::NONE,
        slot: NO_SLOT,
        motion: Motion::Moving,
        side: 0,
        drift: 0.0,
        wait_ticks: 0,
        stalled_ticks: 0,
        remaining_m: 30.0,
        best_m: 30.0,
        held_ticks: 0,
        swept_ticks: 0,
        swept_by: TowerId::NONE,
        strike_wait: 0,
        reached: 0,
        phase: Phase::Standing,
        belly: 0,
        phase_ticks: 0,
        height_m: 0.0,
        climb_mps: 0.0,
        throw: Vec2::ZERO,
        angle: 0.0,
        spin: 0.0,
        body_facing: vec2(0.0, 1.0),
        landing: at,
        landing_tick: 0,
    });
    id
}

/// The unit dies: a body takes its place.
pub fn kill(world: &mut World, id: UnitId) {
    let row = world.unit_ids.row(id.0).expect("it lives");
    let u = world.units.row(row);
    let mut gone = vec![false; world.units.len()];
    gone[row] = true;
    world.units.remove_where(&gone);
    world.unit_ids.free(id.0);
    for k in row..world.units.len() {
        world.unit_ids.moved(world.units.id[k].0, k as u32);
    }
    world.bodies.push(Body {
        id,
        kind: u.kind,
        class: u.class,
        belly: u.belly,
        phase: Phase::Flight,
        phase_ticks: 0,
        position: u.position,
        height_m: u.height_m,
        climb_mps: u.climb_mps,
        throw: u.throw,
        angle: u.angle,
        spin: u.spin,
        body_facing: u.body_facing,
        landing: u.landing,
        landing_tick: u.landing_tick,
    });
}

pub fn tower(world: &mut World, kind: u8, cell: Cell) -> TowerId {
    let id = TowerId(world.tower_ids.allocate(world.towers.len() as u32));
    world.towers.push(TowerRow { id, kind: TowerKind(kind), cell, health: 700, reload_wait: 0, facing: Vec2::Y, kills: 0, thrown: 0, paid: 90 });
    id
}

pub fn hash(world: &World) -> u64 {
    let mut hasher = base::hash::StateHasher::new();
    world.hash_into(&mut hasher);
    hasher.finish()
}
