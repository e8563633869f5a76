//! A battle from outside: start it, step it, look at it, save it, load it.

use crate::bomb;
use crate::building;
use crate::derived::Derived;
use crate::derived::ground::Ground;
use crate::event::{Event, Refusal};
use crate::scratch::Scratch;
use crate::snapshot::{self, LoadError};
use crate::stage::Stage;
use crate::systems::battle::carry_out_commands::power_bomb;
use crate::systems::battle::spawn_units::{Newcomer, lay_crowd, push_unit};
use crate::systems::battle::{BattleScratch, call_waves};
use crate::tables::{Bomb, NO_FUSE, TowerId, TowerRow};
use crate::tick::tick;
use crate::world::{BODIES_MAX, CORPSES_MAX, Charge, World};
use content::command::Command;
use content::level::{Level, UNITS_MAX};
use content::map::Cell;
use content::rules::{Difficulty, PowerKind, Rules, TowerKind};
use glam::Vec2;
use std::sync::Arc;

/// How a battle starts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Instead of the level's own.
    pub seed: Option<u64>,
    /// As chosen.
    pub difficulty: Difficulty,
}

/// A battle.
pub struct Simulation {
    level: Arc<Level>,
    rules: Arc<Rules>,
    world: World,
    derived: Derived,
    scratch: Scratch,
    events: Vec<Event>,
}

impl Simulation {
    /// Starts a battle.
    #[must_use]
    pub fn new(level: Arc<Level>, rules: Arc<Rules>, options: Options) -> Self {
        let mut world = World::start(&level, &rules, options);
        let mut ground = Ground::default();
        ground.rebuild(&level, &rules, &world);
        for (index, crowd) in level.crowds.iter().enumerate() {
            for at in lay_crowd(&ground, world.seed, index as u64, crowd.class, crowd.count, crowd.from, crowd.to) {
                if world.units.len() < UNITS_MAX {
                    push_unit(&level, &rules, &mut world, &Newcomer::of_crowd(crowd), at);
                }
            }
        }
        Self::with_world(level, rules, world)
    }

    fn with_world(level: Arc<Level>, rules: Arc<Rules>, mut world: World) -> Self {
        let units = reserve(&level, &rules, &mut world);
        let derived = Derived::rebuild(&level, &rules, &world);
        let scratch = Scratch { battle: BattleScratch::with_room(units, level.map.terrain.len()), ..Scratch::default() };
        // A blast can throw, hurt and kill everybody in one tick.
        let events = Vec::with_capacity(1_024 + 4 * units);
        Self { level, rules, world, derived, scratch, events }
    }

    /// One tick with the commands of its start.
    pub fn step(&mut self, commands: &[Command]) {
        self.step_observed(commands, &mut |_| ());
    }

    /// One tick; `done` hears each system's name when it has run.
    pub fn step_observed(&mut self, commands: &[Command], done: &mut dyn FnMut(&'static str)) {
        self.events.clear();
        let mut stage = Stage {
            level: &self.level,
            rules: &self.rules,
            world: &mut self.world,
            derived: &mut self.derived,
            scratch: &mut self.scratch,
            events: &mut self.events,
        };
        tick(&mut stage, commands, done);
        self.world.tick += 1;
    }

    /// What happened in the last tick.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The state.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The level it is played on.
    #[must_use]
    pub fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// The tables it is played with.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// What is derived from the state.
    #[must_use]
    pub fn derived(&self) -> &Derived {
        &self.derived
    }

    /// Hash of the whole state.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let mut hasher = base::hash::StateHasher::new();
        self.world.hash_into(&mut hasher);
        hasher.finish()
    }

    /// Whether a tower could be built there now. Reads only.
    pub fn can_build(&self, kind: TowerKind, cell: Cell) -> Result<(), Refusal> {
        building::check(&self.level, &self.rules, &self.world, &self.derived.ground, kind, cell)
    }

    /// Whether a power could be used at a place now. Reads only.
    pub fn can_cast(&self, kind: PowerKind, at: [f32; 2]) -> Result<(), Refusal> {
        if self.world.outcome != crate::Outcome::Running {
            return Err(Refusal::Over);
        }
        power_bomb(&self.level, &self.rules, &self.derived.ground, kind, at)?;
        match self.world.charges.get(kind.index()) {
            Some(charge) if charge.charges > 0 => Ok(()),
            Some(_) => Err(Refusal::NoCharge),
            None => Err(Refusal::Nothing),
        }
    }

    /// The way of the bomb that a power would throw at a place: map x, map y and height after each tick, until its fuse
    /// is out. Empty when it cannot be aimed there. Reads only; the bomb will fly exactly so while no tower comes or goes.
    #[must_use]
    pub fn throw_arc(&self, kind: PowerKind, at: [f32; 2]) -> Vec<[f32; 3]> {
        let Ok(mut thrown) = power_bomb(&self.level, &self.rules, &self.derived.ground, kind, at) else { return Vec::new() };
        let mut arc = vec![[thrown.position.x, thrown.position.y, thrown.height_m]];
        for _ in 0..thrown.fuse_ticks {
            let met = bomb::step(&self.level, &self.derived.ground, &mut thrown);
            arc.push([thrown.position.x, thrown.position.y, thrown.height_m]);
            if met.depths {
                break;
            }
        }
        arc
    }

    /// Enemies alive within a radius of a place on the map, in the air or not. Reads only.
    #[must_use]
    pub fn enemies_within(&self, at: [f32; 2], radius_m: f32) -> u32 {
        let at = Vec2::from(at);
        self.world.units.position.iter().filter(|position| position.distance_squared(at) <= radius_m * radius_m).count() as u32
    }

    /// Gold for calling the next wave now.
    #[must_use]
    pub fn call_bonus(&self) -> i32 {
        call_waves::bonus(&self.level, &self.rules, &self.world)
    }

    /// Gold for selling a tower now, or none when it does not stand.
    #[must_use]
    pub fn refund(&self, tower: TowerId) -> Option<i32> {
        self.world.tower_ids.row(tower.0).map(|row| building::refund(&self.rules, &self.world, row))
    }

    /// The state as bytes: a version, the content's hashes, the world.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        snapshot::to_bytes(&self.level, &self.rules, &self.world)
    }

    /// A battle from a snapshot of the same content.
    pub fn load(level: Arc<Level>, rules: Arc<Rules>, bytes: &[u8]) -> Result<Self, LoadError> {
        let world = snapshot::from_bytes(&level, &rules, bytes)?;
        Ok(Self::with_world(level, rules, world))
    }

    /// Throws away what is derived and builds it anew; must change nothing (tested).
    pub fn rebuild_derived(&mut self) {
        self.derived = Derived::rebuild(&self.level, &self.rules, &self.world);
    }
}

impl World {
    /// The state before the first tick, without the level's crowds.
    #[must_use]
    pub fn start(level: &Level, rules: &Rules, options: Options) -> Self {
        let factors = rules.difficulties[options.difficulty as usize];
        let mut world = Self { seed: options.seed.unwrap_or(level.seed), difficulty: options.difficulty, ..Self::empty() };
        world.gold = call_waves::scaled(level.gold, factors.gold);
        world.keep_health = level.keep.health;
        world.waves.next_tick = if level.waves.is_empty() { u32::MAX } else { level.build_ticks };
        world.charges = rules.powers.iter().map(|power| Charge { charges: u16::from(power.charges), wait_ticks: 0 }).collect();
        for placed in &level.towers {
            let tower = &rules.towers[placed.kind.index()];
            let id = TowerId(world.tower_ids.allocate(world.towers.len() as u32));
            let row = TowerRow {
                id,
                kind: placed.kind,
                cell: placed.cell,
                health: tower.health,
                reload_wait: 0,
                facing: Vec2::Y,
                kills: 0,
                thrown: 0,
                paid: tower.price,
            };
            world.towers.push(row);
        }
        for kegs in &level.kegs {
            for at in kegs.places() {
                world.add_bomb(Bomb::lying(at.into(), 0.0, kegs.blast, NO_FUSE, TowerId::NONE));
            }
        }
        world
    }
}

/// Makes room for all that this battle can hold, so that no tick has to ask for memory; how many enemies that is.
/// A testbed's commands may bring more: then the tables grow.
fn reserve(level: &Level, rules: &Rules, world: &mut World) -> usize {
    let factor = rules.difficulties[world.difficulty as usize].count;
    let groups = level.waves.iter().flat_map(|wave| &wave.groups);
    let coming: u64 = groups.clone().map(|group| u64::from(call_waves::group_count(group.count, factor))).sum();
    let units = (coming as usize).saturating_add(world.units.len()).min(UNITS_MAX);
    world.units.reserve_to(units);
    world.unit_ids.reserve_to((world.unit_ids.handed_out() as usize).saturating_add(units));
    world.waves.coming.reserve(groups.count());
    // A tick may kill everybody before the oldest bodies are taken away.
    world.bodies.reserve_to(BODIES_MAX + units);
    world.corpses.reserve_to(CORPSES_MAX + BODIES_MAX + units);
    // Everybody who carries powder may leave it behind in one tick.
    let carriers = if rules.enemies.iter().any(|enemy| enemy.blast.is_some()) { units } else { 0 };
    world.bombs.reserve_to(256 + world.bombs.len() + carriers);
    world.bomb_ids.reserve_to(world.bomb_ids.handed_out() as usize + 16_384);
    world.arrows.reserve_to(1_024);
    units
}
