//! Replays: a seed, commands by tick, and hashes on the way, with which any machine can check that it plays the same.
//!
//! Compression and files are the caller's.

use crate::simulation::{Options, Simulation};
use crate::snapshot::{LoadError, seal, unseal};
use crate::world::Outcome;
use content::command::{Command, Timed};
use content::level::Level;
use content::rules::{Difficulty, Rules};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Version of the format.
pub const VERSION: u32 = 1;
/// Ticks from one recorded hash to the next.
pub const HASH_TICKS: u32 = 64;
const MARK: &[u8; 4] = b"TKRP";

/// A recorded battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Replay {
    /// Version of the format.
    pub version: u32,
    /// The level's id.
    pub level_id: String,
    /// [`Level::content_hash`].
    pub level_hash: u64,
    /// [`Rules::content_hash`].
    pub rules_hash: u64,
    /// Of all random numbers.
    pub seed: u64,
    /// As chosen.
    pub difficulty: Difficulty,
    /// What was ordered, in rising order of ticks.
    pub commands: Vec<Timed>,
    /// Ticks done and the hash of the state then: every 64 ticks, and at the end.
    pub hashes: Vec<(u32, u64)>,
    /// How it ended.
    pub outcome: Outcome,
    /// Ticks in all.
    pub ticks: u32,
}

/// Why a replay did not play out as recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// It was made with other content.
    Content(String),
    /// The state differs from the recorded one.
    Differs {
        /// Ticks done at the first differing hash.
        tick: u32,
        /// Ticks done at the last equal one.
        equal_until: u32,
        /// Recorded.
        recorded: u64,
        /// Played.
        played: u64,
    },
    /// All hashes agree, but not the end.
    Outcome {
        /// Recorded.
        recorded: Outcome,
        /// Played.
        played: Outcome,
    },
}

impl std::fmt::Display for ReplayError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Content(what) => write!(out, "The replay was recorded with other content: {what}."),
            Self::Differs { tick, equal_until, recorded, played } => {
                write!(out, "The replay differs at tick {tick} (equal until tick {equal_until}): recorded {recorded:016x}, played {played:016x}.")
            }
            Self::Outcome { recorded, played } => write!(out, "The replay ends otherwise: recorded {recorded:?}, played {played:?}."),
        }
    }
}

impl std::error::Error for ReplayError {}

impl Replay {
    /// As bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = postcard::to_stdvec(self).expect("plain values in memory can always be written");
        seal(MARK, VERSION, &body)
    }

    /// From bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LoadError> {
        let body = unseal(MARK, VERSION, bytes)?;
        let (replay, rest) = postcard::take_from_bytes::<Self>(body).map_err(|fault| LoadError::Damaged(format!("it cannot be read ({fault})")))?;
        let ordered = replay.commands.is_sorted_by_key(|timed| timed.tick) && replay.hashes.is_sorted_by_key(|(tick, _)| *tick);
        if !rest.is_empty() || !ordered || replay.version != VERSION {
            return Err(LoadError::Damaged("it contradicts itself".into()));
        }
        Ok(replay)
    }

    /// How to start the battle it was recorded in.
    #[must_use]
    pub fn options(&self) -> Options {
        Options { seed: Some(self.seed), difficulty: self.difficulty }
    }

    /// Appends the commands of a tick to `into`.
    pub fn commands_at(&self, tick: u32, into: &mut Vec<Command>) {
        let first = self.commands.partition_point(|timed| timed.tick < tick);
        into.extend(self.commands[first..].iter().take_while(|timed| timed.tick == tick).map(|timed| timed.command));
    }

    /// Plays it, up to a tick when one is given, and compares every hash on the way; returns the battle as it stands then.
    pub fn verify(&self, level: Arc<Level>, rules: Arc<Rules>, to: Option<u32>) -> Result<Simulation, ReplayError> {
        if self.level_id != level.id {
            return Err(ReplayError::Content(format!("level `{}`, not `{}`", self.level_id, level.id)));
        }
        if self.level_hash != level.content_hash {
            return Err(ReplayError::Content(format!("level `{}` has changed since", level.id)));
        }
        if self.rules_hash != rules.content_hash {
            return Err(ReplayError::Content("the tables of enemies, towers and powers have changed since".into()));
        }
        let mut simulation = Simulation::new(level, rules, self.options());
        let mut hashes = self.hashes.iter().peekable();
        let (mut equal_until, mut commands) = (0, Vec::new());
        let last = to.unwrap_or(self.ticks).min(self.ticks);
        loop {
            let now = simulation.world().tick;
            while let Some((tick, recorded)) = hashes.next_if(|(tick, _)| *tick <= now) {
                let played = simulation.hash();
                if *tick == now && *recorded != played {
                    return Err(ReplayError::Differs { tick: now, equal_until, recorded: *recorded, played });
                }
                equal_until = now;
            }
            if now >= last {
                break;
            }
            commands.clear();
            self.commands_at(now, &mut commands);
            simulation.step(&commands);
        }
        let played = simulation.world().outcome;
        if last == self.ticks && played != self.outcome {
            return Err(ReplayError::Outcome { recorded: self.outcome, played });
        }
        Ok(simulation)
    }
}

/// Records a battle while it is played.
#[derive(Clone, Debug)]
pub struct Recorder {
    replay: Replay,
}

impl Recorder {
    /// For a battle that has just been started.
    #[must_use]
    pub fn new(simulation: &Simulation) -> Self {
        let world = simulation.world();
        Self {
            replay: Replay {
                version: VERSION,
                level_id: simulation.level().id.clone(),
                level_hash: simulation.level().content_hash,
                rules_hash: simulation.rules().content_hash,
                seed: world.seed,
                difficulty: world.difficulty,
                commands: Vec::new(),
                hashes: vec![(world.tick, simulation.hash())],
                outcome: world.outcome,
                ticks: world.tick,
            },
        }
    }

    /// Continues a recording from a checkpoint at `tick`: forgets what came later. For the retry of a wave.
    pub fn rewind(&mut self, tick: u32) {
        self.replay.commands.retain(|timed| timed.tick < tick);
        self.replay.hashes.retain(|(at, _)| *at <= tick);
        self.replay.ticks = self.replay.ticks.min(tick);
    }

    /// Notes the commands of the tick about to be done; call before `Simulation::step`.
    pub fn before_step(&mut self, tick: u32, commands: &[Command]) {
        self.replay.commands.extend(commands.iter().map(|command| Timed { tick, command: *command }));
    }

    /// Notes the hash when it is time; call after `Simulation::step`.
    pub fn after_step(&mut self, simulation: &Simulation) {
        let tick = simulation.world().tick;
        if tick.is_multiple_of(HASH_TICKS) {
            self.replay.hashes.push((tick, simulation.hash()));
        }
        (self.replay.ticks, self.replay.outcome) = (tick, simulation.world().outcome);
    }

    /// The replay so far, with a hash of the present state.
    #[must_use]
    pub fn finish(&self, simulation: &Simulation) -> Replay {
        let mut replay = self.replay.clone();
        let now = simulation.world().tick;
        if replay.hashes.last().is_none_or(|(tick, _)| *tick != now) {
            replay.hashes.push((now, simulation.hash()));
        }
        replay
    }
}
