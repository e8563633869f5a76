//! `bench SCENE`: tables of what the crowd reaches. `quality` prints what HORDE.md calls "what is measured", `speed` how
//! long things take beside others that do the same, `bodies` what thrown bodies cost; all print the article's figure,
//! floor, goal and now.

mod bodies;
mod pieces;
mod quality;
mod speed;

use crate::Done;
use clap::{Args, ValueEnum};

#[derive(Args)]
pub struct Bench {
    /// Which table.
    #[arg(value_enum, default_value_t)]
    scene: Scene,
    /// Runs other libraries beside ours in this process, in turns, and prints ratios (`speed` and `bodies` only).
    #[arg(long)]
    compare: bool,
    /// Only the row of this id, or those whose id or name holds this text.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// The last line of standard output is one JSON object.
    #[arg(long)]
    json: bool,
}

/// The tables.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Scene {
    /// Distances, states, flow, lanes, slots, bottlenecks.
    Quality,
    /// Milliseconds and ratios.
    #[default]
    Speed,
    /// Milliseconds and ratios of thrown bodies.
    Bodies,
    /// Fixed work without a clock, for counting instructions.
    #[value(hide = true)]
    Pieces,
}

impl Bench {
    pub fn carry_out(&self) -> Done {
        match self.scene {
            Scene::Quality | Scene::Pieces if self.compare => Err("error: --compare goes with the tables `speed` and `bodies`; leave it out here".to_owned()),
            Scene::Quality => quality::run(self.only.as_deref(), self.json),
            Scene::Speed => speed::run(self.only.as_deref(), self.compare, self.json),
            Scene::Bodies => bodies::run(self.only.as_deref(), self.compare, self.json),
            Scene::Pieces => pieces::run(self.only.as_deref()),
        }
    }
}
