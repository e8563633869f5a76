//! A battle from outside: start it, step it, look at it, save it, load it.

use crate::derived::Derived;
use crate::event::{Event, Refusal};
use crate::scratch::Scratch;
use crate::world::World;
use content::command::Command;
use content::level::Level;
use content::map::Cell;
use content::rules::{Difficulty, Rules, TowerKind};
use std::sync::Arc;

/// How a battle starts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Instead of the level's own.
    pub seed: Option<u64>,
    /// As chosen.
    pub difficulty: Difficulty,
}

/// Why a snapshot cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// Not a snapshot, or damaged.
    Damaged(String),
    /// Of another version of the format.
    Version {
        /// In the file.
        found: u32,
        /// Understood.
        expected: u32,
    },
    /// Made with other content.
    Content(String),
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
        let _ = (level, rules, options);
        todo!("BATTLE helper")
    }

    /// One tick with the commands of its start.
    pub fn step(&mut self, commands: &[Command]) {
        self.step_observed(commands, &mut |_| ());
    }

    /// One tick; `done` hears each system's name when it has run.
    pub fn step_observed(&mut self, commands: &[Command], done: &mut dyn FnMut(&'static str)) {
        let _ = (commands, done);
        todo!("BATTLE helper")
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
        let _ = (kind, cell);
        todo!("BATTLE helper")
    }

    /// The state as bytes: a version, the content's hashes, the world.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        todo!("BATTLE helper")
    }

    /// A battle from a snapshot of the same content.
    pub fn load(level: Arc<Level>, rules: Arc<Rules>, bytes: &[u8]) -> Result<Self, LoadError> {
        let _ = (level, rules, bytes);
        todo!("BATTLE helper")
    }

    /// Throws away what is derived and builds it anew; must change nothing (tested).
    pub fn rebuild_derived(&mut self) {
        self.derived = Derived::rebuild(&self.level, &self.rules, &self.world);
        let _ = &self.scratch;
    }
}
