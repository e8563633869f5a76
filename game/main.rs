//! `tumblekeep`: the composition root. Short lists of calls; rules of play live in `sim`, screens in `ui`.

mod allocations;
mod app;
mod arguments;
mod audio;
mod bench_render;
mod controls;
mod data;
mod frame;
mod journey;
mod log;
mod pack;
mod replays;
mod session;
mod settings;
mod still;

use arguments::{Arguments, Other, Play};
use clap::Parser;
use shell::ShellError;
use shell::folders::Folders;
use shell::window::WindowOptions;
use std::process::ExitCode;
use ui::WindowMode;

/// Environment variable that puts settings, progress and log elsewhere.
const HOME_VARIABLE: &str = "TUMBLEKEEP_HOME";

/// What works without display and graphics.
const HEADLESS: &str = "Without either the same battle runs as\n  cargo run --release -p headless -- run levels/first-bombs";

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match arguments.command {
        Some(Other::Render(still)) => {
            log::start(None);
            still::draw(&still)
        }
        Some(Other::BenchRender(ask)) => {
            log::start(None);
            bench_render::run(&ask)
        }
        None => play(&arguments.play),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("tumblekeep: {sentence}");
            ExitCode::FAILURE
        }
    }
}

fn play(arguments: &Play) -> Result<(), String> {
    let folders = Folders::new("tumblekeep", std::env::var_os(HOME_VARIABLE).map(Into::into));
    let folders = folders.inspect_err(|e| eprintln!("tumblekeep: nothing will be remembered: {e}")).ok();
    log::start(folders.as_ref().map(|f| f.logs.as_path()));
    let data = data::Data::find()?;
    let rules = data.rules().map_err(|faults| faults.to_string())?;
    let remembered = folders.filter(|_| !arguments.safe_mode).map(|f| (f.config, f.data));
    let mut memory = settings::Memory::new(remembered);
    let settings = memory.settings().to_model();
    let size_px = arguments.windowed.unwrap_or((settings.size_px[0], settings.size_px[1]));
    let options = WindowOptions {
        title: "Tumblekeep".into(),
        size_px,
        size_min_px: (640, 360),
        fullscreen: arguments.windowed.is_none() && settings.window == WindowMode::Borderless,
        record_input: arguments.record_input.clone(),
        input_script: arguments.input_script.clone(),
    };
    let parts = app::Parts { data, rules, memory, settings };
    shell::window::run(options, |context| app::App::new(context, parts, arguments)).map_err(|error| match error {
        ShellError::NoDisplay(why) => format!("no window can be opened: {why}. Start it from a desktop, or under `xvfb-run`.\n{HEADLESS}"),
        other if other.to_string().contains("no graphics adapter") => format!("{other}\n{HEADLESS}"),
        other => other.to_string(),
    })
}
