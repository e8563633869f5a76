//! Small levels in code and a driver that runs only the crowd's systems, in the order of the tick.
#![allow(dead_code)]

use content::level::{Entrance, Goal, Group, Keep, Level, SizeClass, Wave};
use content::map::{Cell, Map, Terrain};
use content::rules::{Attack, ClassIndex, DifficultyFactors, Enemy, EnemyKind, Rules, Tower, TowerKind};
use glam::Vec2;
use sim::derived::Derived;
use sim::event::Event;
use sim::scratch::Scratch;
use sim::stage::Stage;
use sim::systems::horde;
use sim::tables::{Motion, NO_SLOT, Phase, TowerId, TowerRow, Unit, UnitId};
use sim::world::World;

pub const SMALL: ClassIndex = ClassIndex(0);
pub const MEDIUM: ClassIndex = ClassIndex(1);
pub const LARGE: ClassIndex = ClassIndex(2);
pub const SKELETON: EnemyKind = EnemyKind(0);
pub const GOBLIN: EnemyKind = EnemyKind(1);
pub const RAIDER: EnemyKind = EnemyKind(2);
pub const OGRE: EnemyKind = EnemyKind(3);
pub const ARCHERS: TowerKind = TowerKind(0);

pub fn rules() -> Rules {
    let enemy = |id: &str, class: &str, speed_mps: f32, kicks: bool, ignores_towers: bool| Enemy {
        id: id.into(),
        name: id.into(),
        model: id.into(),
        class: class.into(),
        speed_mps,
        health: 100,
        damage: 1,
        strike_ticks: 30,
        reward: 1,
        keep_damage: 1,
        knock_resistance: 0.0,
        knock_immune: kicks,
        kicks,
        ignores_towers,
        height_m: 1.8,
        weight: 1.0,
        blast: None,
    };
    Rules {
        enemies: vec![
            enemy("skeleton", "small", 2.2, false, false),
            enemy("goblin", "small", 4.0, false, true),
            enemy("raider", "medium", 1.8, false, false),
            enemy("ogre", "large", 1.1, true, false),
        ],
        towers: vec![Tower {
            id: "archers".into(),
            name: "Archers".into(),
            about: String::new(),
            model: "archers".into(),
            price: 10,
            health: 1000,
            footprint_cells: 5,
            height_m: 8.0,
            range_m: 20.0,
            range_min_m: 0.0,
            reload_ticks: 30,
            attack: Attack::None,
        }],
        powers: vec![],
        difficulties: [DifficultyFactors { health: 1.0, count: 1.0, gold: 1.0 }; 3],
        content_hash: 0,
    }
}

/// A level of grass with a wall along its rim; the keep's middle on `keep`.
pub fn level(width: u32, height: u32, keep: (i32, i32), side_cells: u8) -> Level {
    let classes = [("small", 0.4), ("medium", 0.7), ("large", 1.25)];
    let group = |class: u8| Group {
        enemy: EnemyKind([0, 2, 3][usize::from(class)]),
        class: ClassIndex(class),
        count: 1,
        entrance: 0,
        start_ticks: 0,
        over_ticks: 0,
        speed_mps: None,
        goal: Goal::Keep,
    };
    let mut level = Level {
        id: "scene".into(),
        name: "Scene".into(),
        about: String::new(),
        map: Map { width, height, terrain: vec![Terrain::Ground; (width * height) as usize], cliff_m: vec![0.0; (width * height) as usize] },
        classes: classes.iter().map(|(name, radius_m)| SizeClass::new(name, *radius_m)).collect(),
        entrances: vec![Entrance { id: "west".into(), from: [1.5, height as f32 * 0.25], to: [1.5, height as f32 * 0.75] }],
        keep: Keep { cell: Cell::new(keep.0, keep.1), footprint_cells: side_cells, health: 1000 },
        waves: vec![Wave { name: String::new(), ticks_to_next: 100, groups: vec![group(0)] }],
        seed: 7,
        gold: 100,
        build_ticks: 0,
        exits: Vec::new(),
        wall_surcharge: content::load::limits::WALL_SURCHARGE_DEFAULT,
        walling_in: false,
        testbed: true,
        endless: true,
        probes: vec![],
        crowds: vec![],
        towers: vec![],
        kegs: Vec::new(),
        commands: vec![],
        content_hash: 0,
    };
    fill(&mut level, 0, 0, width as i32, 1, Terrain::Cliff);
    fill(&mut level, 0, height as i32 - 1, width as i32, height as i32, Terrain::Cliff);
    fill(&mut level, 0, 0, 1, height as i32, Terrain::Cliff);
    fill(&mut level, width as i32 - 1, 0, width as i32, height as i32, Terrain::Cliff);
    level
}

pub fn fill(level: &mut Level, x0: i32, y0: i32, x1: i32, y1: i32, terrain: Terrain) {
    for y in y0..y1 {
        for x in x0..x1 {
            let k = level.map.index(Cell::new(x, y)).expect("inside");
            level.map.terrain[k] = terrain;
        }
    }
}

/// A battle reduced to its crowd.
pub struct Scene {
    pub level: Level,
    pub rules: Rules,
    pub world: World,
    pub derived: Derived,
    pub scratch: Scratch,
    pub events: Vec<Event>,
}

impl Scene {
    pub fn new(level: Level) -> Self {
        let world = World {
            tick: 0,
            seed: level.seed,
            difficulty: Default::default(),
            outcome: Default::default(),
            gold: 0,
            keep_health: 1000,
            units: Default::default(),
            unit_ids: base::id::Ids::new(),
            bodies: Default::default(),
            corpses: Default::default(),
            bombs: Default::default(),
            bomb_ids: base::id::Ids::new(),
            arrows: Default::default(),
            towers: Default::default(),
            tower_ids: base::id::Ids::new(),
            towers_revision: 0,
            charges: vec![],
            waves: Default::default(),
            counters: Default::default(),
            crowd: Default::default(),
        };
        let rules = rules();
        let derived = Derived::rebuild(&level, &rules, &world);
        Self { level, rules, world, derived, scratch: Scratch::default(), events: vec![] }
    }

    pub fn tower(&mut self, x: i32, y: i32) -> TowerId {
        let row = self.world.towers.len() as u32;
        let id = TowerId(self.world.tower_ids.allocate(row));
        self.world.towers.push(TowerRow {
            id,
            kind: ARCHERS,
            cell: Cell::new(x, y),
            health: 1000,
            reload_wait: 0,
            facing: Vec2::X,
            kills: 0,
            thrown: 0,
            paid: 0,
        });
        self.world.towers_revision += 1;
        id
    }

    pub fn fell(&mut self, tower: TowerId) {
        let gone: Vec<bool> = self.world.towers.id.iter().map(|id| *id == tower).collect();
        self.world.towers.remove_where(&gone);
        self.world.tower_ids.free(tower.0);
        for (row, id) in self.world.towers.id.iter().enumerate() {
            self.world.tower_ids.moved(id.0, row as u32);
        }
        self.world.towers_revision += 1;
    }

    pub fn unit(&mut self, kind: EnemyKind, at: Vec2, target: TowerId) -> UnitId {
        let enemy = &self.rules.enemies[kind.index()];
        let class = self.level.class(&enemy.class).expect("a class");
        let row = self.world.units.len() as u32;
        let id = UnitId(self.world.unit_ids.allocate(row));
        self.world.units.push(Unit {
            id,
            kind,
            class,
            idle: 0,
            reached: 0,
            position: at,
            velocity: Vec2::ZERO,
            facing: Vec2::X,
            speed_mps: enemy.speed_mps,
            health: enemy.health,
            health_max: enemy.health,
            target,
            slot: NO_SLOT,
            motion: Motion::Moving,
            side: 0,
            drift: 0.0,
            wait_ticks: 0,
            stalled_ticks: 0,
            remaining_m: 0.0,
            best_m: f32::MAX,
            held_ticks: 0,
            swept_ticks: 0,
            swept_by: TowerId::NONE,
            strike_wait: 0,
            phase: Phase::Standing,
            belly: 0,
            phase_ticks: 0,
            height_m: 0.0,
            climb_mps: 0.0,
            throw: Vec2::ZERO,
            angle: 0.0,
            spin: 0.0,
            body_facing: Vec2::X,
            landing: Vec2::ZERO,
            landing_tick: 0,
        });
        id
    }

    /// A jittered block of one kind inside a rectangle.
    pub fn block(&mut self, count: usize, kind: EnemyKind, target: TowerId, (x0, y0, x1, y1): (f32, f32, f32, f32)) {
        let step = ((x1 - x0) * (y1 - y0) / count as f32).sqrt();
        let columns = (((x1 - x0) / step).floor() as usize).max(1);
        let rows = count.div_ceil(columns);
        let pitch = Vec2::new((x1 - x0) / columns as f32, (y1 - y0) / rows as f32);
        for k in 0..count {
            let noise = |what| base::random::range(self.level.seed, base::random::Purpose(what), self.world.unit_ids.handed_out().into(), 0, -0.15, 0.15);
            let jitter = Vec2::new(noise(900), noise(901));
            let at = Vec2::new(x0, y0) + (Vec2::new((k % columns) as f32 + 0.5, (k / columns) as f32 + 0.5) + jitter) * pitch;
            self.unit(kind, at, target);
        }
    }

    /// One tick of the crowd.
    pub fn step(&mut self) {
        self.events.clear();
        let stage = &mut Stage {
            level: &self.level,
            rules: &self.rules,
            world: &mut self.world,
            derived: &mut self.derived,
            scratch: &mut self.scratch,
            events: &mut self.events,
        };
        horde::refresh_ground::run(stage);
        horde::sort_units::run(stage);
        horde::refresh_flow::run(stage);
        horde::refresh_fields::run(stage);
        horde::choose_targets::run(stage);
        horde::assign_slots::run(stage);
        horde::steer_units::run(stage);
        horde::separate_units::run(stage);
        horde::watch_progress::run(stage);
        self.world.tick += 1;
    }

    /// Removes the units for which `gone` holds, as the burial does.
    pub fn remove(&mut self, mut gone: impl FnMut(&World, usize) -> bool) -> usize {
        let marks: Vec<bool> = (0..self.world.units.len()).map(|row| gone(&self.world, row)).collect();
        for (row, id) in self.world.units.id.iter().enumerate() {
            if marks[row] {
                self.world.unit_ids.free(id.0);
            }
        }
        self.world.units.remove_where(&marks);
        for (row, id) in self.world.units.id.iter().enumerate() {
            self.world.unit_ids.moved(id.0, row as u32);
        }
        marks.iter().filter(|m| **m).count()
    }

    pub fn hash(&self) -> u64 {
        let mut hasher = base::hash::StateHasher::new();
        self.world.hash_into(&mut hasher);
        hasher.finish()
    }

    /// Units whose centre is where their class cannot stand.
    pub fn in_walls(&self) -> usize {
        let units = &self.world.units;
        (0..units.len()).filter(|row| !self.derived.ground.walkable_at(units.class[*row], units.position[*row])).count()
    }

    /// Smallest distance between two small units' centres, by the grid.
    pub fn nearest_min_m(&mut self) -> f32 {
        let mut grid = sim::derived::grid::Grid::default();
        grid.rebuild(&self.level, &self.world);
        let units = &self.world.units;
        let mut least = f32::MAX;
        for row in 0..units.len() {
            grid.within(&self.world, units.position[row], 1.0, |other| {
                if other != row {
                    least = least.min((units.position[row] - units.position[other]).length());
                }
            });
        }
        least
    }
}
