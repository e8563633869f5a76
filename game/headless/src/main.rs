//! `tumblekeep-sim`: battles without window, GPU or sound. For mod authors and tests; its command line is a contract.
//!
//! Exit codes: 0 done, 1 what was asked for cannot be done or is at fault (a sentence says why), 2 wrong usage.

mod bench;
mod check;
mod field;
mod files;
mod film;
mod new;
mod output;
mod place;
mod replay;
mod run;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Plays and checks Tumblekeep without a window.
#[derive(Parser)]
#[command(name = "tumblekeep-sim", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs a battle and tells how it went.
    Run(run::Run),
    /// Checks levels, tables and scripts with the game's own loader: exit 0, or 1 with every fault.
    Check(check::Check),
    /// Tells what a recorded battle holds and whether it plays out the same here.
    Replay(replay::Replay),
    /// Tells how far it is to the keep and in which direction.
    Field(field::Field),
    /// Prints tables of what the crowd reaches and how fast it is.
    Bench(bench::Bench),
    /// Draws a run from above: a sheet of pictures at given ticks.
    Film(film::Film),
    /// Writes a small level that works, to start from.
    New(new::New),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Run(run) => run.carry_out(),
        Command::Check(check) => check.carry_out(),
        Command::Replay(replay) => replay.carry_out(),
        Command::Field(field) => field.carry_out(),
        Command::Bench(bench) => bench.carry_out(),
        Command::Film(film) => film.carry_out(),
        Command::New(new) => new.carry_out(),
    };
    match done {
        Ok(_) if output::failed() => {
            eprintln!("error: standard output could not be written; is the disk full?");
            ExitCode::FAILURE
        }
        Ok(code) => code,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

/// What a command answers: an exit code, or the sentence that says why not.
type Done = Result<ExitCode, String>;
