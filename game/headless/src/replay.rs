//! `replay FILE`: tells what a replay holds, plays it and compares every hash on the way.

use crate::output::say;
use crate::run::{load_sentence, outcome_name};
use crate::{Done, files, place};
use clap::Args;
use serde_json::json;
use sim::replay::{Replay as Recorded, ReplayError};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Args)]
pub struct Replay {
    /// The recorded battle.
    file: PathBuf,
    /// Plays it and compares every recorded hash: exit 1 at the first that differs.
    #[arg(long)]
    verify: bool,
    /// Only up to this tick.
    #[arg(long, value_name = "TICK", requires = "verify")]
    to: Option<u32>,
    /// The level it was recorded on; without it, the one with the recorded id.
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    /// The last line of standard output is one JSON object.
    #[arg(long)]
    json: bool,
}

impl Replay {
    pub fn carry_out(&self) -> Done {
        let bytes = files::read_packed(&self.file, "replay")?;
        let recorded = Recorded::from_bytes(&bytes).map_err(|error| format!("error: {}: {}", self.file.display(), load_sentence(&error, "replay")))?;
        say!(
            "{}: level {}, {}, seed {}, {} commands, {} ticks, {}",
            self.file.display(),
            recorded.level_id,
            recorded.difficulty.id(),
            recorded.seed,
            recorded.commands.len(),
            recorded.ticks,
            outcome_name(recorded.outcome)
        );
        let mut result = json!({
            "level": recorded.level_id,
            "difficulty": recorded.difficulty.id(),
            "seed": recorded.seed,
            "commands": recorded.commands.len(),
            "ticks": recorded.ticks,
            "outcome": outcome_name(recorded.outcome),
        });
        let mut code = ExitCode::SUCCESS;
        if self.verify {
            code = self.verify(&recorded, &mut result)?;
        }
        if self.json {
            say!("{result}");
        }
        Ok(code)
    }

    fn verify(&self, recorded: &Recorded, result: &mut serde_json::Value) -> Done {
        let (level, rules) = place::level(&self.level_name(recorded))?;
        match recorded.verify(level, rules, self.to) {
            Ok(battle) => {
                let world = battle.world();
                say!("verified to tick {}: every hash is the same, {}", world.tick, outcome_name(world.outcome));
                result["verified"] = json!(true);
                result["verified_to"] = json!(world.tick);
                result["hash"] = json!(format!("{:016x}", battle.hash()));
                result["knocked_peak"] = json!(world.counters.knocked_peak);
                Ok(ExitCode::SUCCESS)
            }
            Err(error) => {
                eprintln!("error: {}: {error}", self.file.display());
                result["verified"] = json!(false);
                if let ReplayError::Differs { tick, equal_until, .. } = error {
                    result["differs_at"] = json!(tick);
                    result["equal_until"] = json!(equal_until);
                }
                Ok(ExitCode::FAILURE)
            }
        }
    }

    /// A replay in a level's folder belongs to that level, wherever the folder lies.
    fn level_name(&self, recorded: &Recorded) -> String {
        let parent = self.file.parent().map(|dir| if dir.as_os_str().is_empty() { Path::new(".") } else { dir });
        let beside = parent.filter(|dir| dir.join(content::load::LEVEL_FILE).is_file());
        let named = beside.filter(|dir| dir.canonicalize().ok().and_then(|dir| Some(dir.file_name()?.to_string_lossy() == recorded.level_id)).unwrap_or(false));
        self.level.clone().or_else(|| named.map(|dir| dir.to_string_lossy().into_owned())).unwrap_or_else(|| recorded.level_id.clone())
    }
}
