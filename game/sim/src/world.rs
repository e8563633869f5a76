//! World state: all that can change the future. Saved, hashed, compared; nothing here is rebuilt from anything.

use crate::tables::{Arrows, Bodies, Bomb, BombId, Bombs, Corpses, Towers, Units};
use base::hash::StateHasher;
use base::id::Ids;
use content::level::{CLASSES_MAX, EXITS_MAX};
use content::rules::Difficulty;
use serde::{Deserialize, Serialize};

/// Most flying or lying dead (B8); the oldest go first. A bound of the state and the highest number that a setting may ask
/// for: how many of them are *drawn* is the view's affair, or two machines with other settings would play other battles.
pub const BODIES_MAX: usize = 5_000;
/// Most corpses (B8); the oldest go first. See [`BODIES_MAX`].
pub const CORPSES_MAX: usize = 5_000;

/// How the battle stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u8)]
pub enum Outcome {
    /// Undecided.
    #[default]
    Running = 0,
    /// Every wave came and nobody is left.
    Won = 1,
    /// The keep fell.
    Lost = 2,
}

/// What happened so far, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Counters {
    /// Enemies that came.
    pub spawned: u32,
    /// Enemies that died.
    pub killed: u32,
    /// Enemies that ever stood at the keep and struck it.
    pub reached_keep: u32,
    /// Enemies knocked down so far, every time counted.
    pub knocked: u32,
    /// Most enemies and dead in the air at once.
    pub knocked_peak: u32,
    /// Blasts so far: the sequence number of the next one.
    pub blasts: u32,
    /// Enemies removed because a number became NaN (release only; a debug build panics).
    pub removed_broken: u32,
    /// Times the watchdog had to free someone.
    pub stuck: u32,
    /// Enemies that walked out, by exit of the level.
    pub left: [u32; EXITS_MAX],
}

impl Counters {
    /// Enemies that walked out by any exit.
    #[must_use]
    pub fn left_in_all(&self) -> u32 {
        self.left.iter().sum()
    }
}

/// Where the waves stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaveState {
    /// Waves that have started.
    pub started: u32,
    /// Tick at which the next one starts by itself.
    pub next_tick: u32,
    /// Parts of started waves that are still coming.
    pub coming: Vec<Coming>,
    /// Tick of the last early call, against double clicks.
    pub last_call_tick: u32,
}

/// A group that is still coming.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Coming {
    /// Index of the wave.
    pub wave: u32,
    /// Index of the group in it.
    pub group: u32,
    /// Tick of the wave's start.
    pub start_tick: u32,
    /// How many come in all, difficulty included.
    pub count: u32,
    /// How many have come.
    pub spawned: u32,
}

/// A power's charges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Charge {
    /// Left.
    pub charges: u16,
    /// Ticks until the next one is back.
    pub wait_ticks: u16,
}

/// The world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct World {
    /// Ticks done.
    pub tick: u32,
    /// Of all random numbers.
    pub seed: u64,
    /// As chosen.
    pub difficulty: Difficulty,
    /// How it stands.
    pub outcome: Outcome,
    /// In the purse.
    pub gold: i32,
    /// Of the keep, points.
    pub keep_health: i32,
    /// Enemies.
    pub units: Units,
    /// Where each enemy's row is.
    pub unit_ids: Ids,
    /// The flying and lying dead.
    pub bodies: Bodies,
    /// The fallen.
    pub corpses: Corpses,
    /// Bombs.
    pub bombs: Bombs,
    /// Where each bomb's row is.
    pub bomb_ids: Ids,
    /// Arrows.
    pub arrows: Arrows,
    /// Towers.
    pub towers: Towers,
    /// Where each tower's row is.
    pub tower_ids: Ids,
    /// Changes whenever a tower comes or goes; what is derived from the towers compares it.
    pub towers_revision: u32,
    /// One for each power of the rules.
    pub charges: Vec<Charge>,
    /// Waves.
    pub waves: WaveState,
    /// What happened.
    pub counters: Counters,
    /// What the crowd remembers between refreshes of its fields.
    pub crowd: CrowdMemory,
}

/// What the crowd's fields and flow keep between their refreshes: since a refresh happens only every few ticks, its
/// inputs can change the future and are state, quantized to keep saves small.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CrowdMemory {
    /// For each field in force, in order of (target, class): its key and what its cells cost.
    pub fields: Vec<FieldMemory>,
    /// Refreshes under way, in the order in which they began.
    pub solving: Vec<Solving>,
    /// For each class, the tick after the one in which somebody last found the way to the keep closed; 0: never.
    pub walled_in: [u32; CLASSES_MAX],
    /// Where the crowds of several targets will want to be, in order of target; empty while all go one way.
    pub claims: Vec<ClaimMemory>,
    /// The flow grid of the last refresh, cell by cell; empty before the first. Layers: `systems::horde::flow`.
    pub flow: Vec<[u8; 8]>,
}

/// Memory of one distance field.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FieldMemory {
    /// The tower or exit it leads to; 0: the keep; `breach::BREACH`: the keep through what walls it in.
    pub target: u32,
    /// The size class it is for.
    pub class: u8,
    /// Tick of the last refresh.
    pub refreshed: u32,
    /// `World::towers_revision` of that tick.
    pub revision: u32,
    /// What a meter of each cell cost then, ground and crowd, in steps of 1/10; 0 where the way ends, 255 where the class
    /// could not walk. The field follows from this alone (`derived::field`).
    pub cost: Vec<u8>,
}

/// A refresh under way: the memory of a field that is not yet in force.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Solving {
    /// Of the field as it will be.
    pub memory: FieldMemory,
    /// Tick in which it comes into force.
    pub until: u32,
}

/// Memory of where the crowd of one target is and will be in a few seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClaimMemory {
    /// The tower or exit they go to; 0: the keep.
    pub target: u32,
    /// Enemies a cell in steps of 1/64, cell by cell.
    pub claim: Vec<u8>,
}

impl FieldMemory {
    fn hash_into(&self, hasher: &mut StateHasher) {
        let Self { target, class, refreshed, revision, cost } = self;
        hasher.value(&[*target, u32::from(*class), *refreshed, *revision]);
        hasher.column(cost);
    }
}

impl World {
    /// Nothing and nobody.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            tick: 0,
            seed: 0,
            difficulty: Difficulty::Standard,
            outcome: Outcome::Running,
            gold: 0,
            keep_health: 0,
            units: Units::default(),
            unit_ids: Ids::new(),
            bodies: Bodies::default(),
            corpses: Corpses::default(),
            bombs: Bombs::default(),
            bomb_ids: Ids::new(),
            arrows: Arrows::default(),
            towers: Towers::default(),
            tower_ids: Ids::new(),
            towers_revision: 0,
            charges: Vec::new(),
            waves: WaveState::default(),
            counters: Counters::default(),
            crowd: CrowdMemory::default(),
        }
    }

    /// Puts a bomb into the table under a new id.
    pub fn add_bomb(&mut self, bomb: Bomb) -> BombId {
        let id = BombId(self.bomb_ids.allocate(self.bombs.len() as u32));
        self.bombs.push(Bomb { id, ..bomb });
        id
    }

    /// Adds everything to a hash, column by column.
    pub fn hash_into(&self, hasher: &mut StateHasher) {
        let Self {
            tick,
            seed,
            difficulty,
            outcome,
            gold,
            keep_health,
            units,
            unit_ids,
            bodies,
            corpses,
            bombs,
            bomb_ids,
            arrows,
            towers,
            tower_ids,
            towers_revision,
            charges,
            waves,
            counters,
            crowd,
        } = self;
        hasher.value(tick);
        hasher.value(seed);
        hasher.value(&[*difficulty as u8, *outcome as u8]);
        hasher.value(&[*gold, *keep_health]);
        units.hash_into(hasher);
        hasher.column(unit_ids.table());
        bodies.hash_into(hasher);
        corpses.hash_into(hasher);
        bombs.hash_into(hasher);
        hasher.column(bomb_ids.table());
        arrows.hash_into(hasher);
        towers.hash_into(hasher);
        hasher.column(tower_ids.table());
        hasher.value(towers_revision);
        hasher.column(charges);
        let WaveState { started, next_tick, coming, last_call_tick } = waves;
        hasher.value(&[*started, *next_tick, *last_call_tick]);
        hasher.column(coming);
        hasher.value(counters);
        let CrowdMemory { fields, solving, walled_in, claims, flow } = crowd;
        for memory in fields {
            memory.hash_into(hasher);
        }
        for Solving { memory, until } in solving {
            hasher.value(until);
            memory.hash_into(hasher);
        }
        hasher.value(walled_in);
        for ClaimMemory { target, claim } in claims {
            hasher.value(target);
            hasher.column(claim);
        }
        hasher.column(flow);
    }
}
