//! Opens a window, counts ticks and events while a journal plays, and says what it saw.
//!
//! `cargo run -p shell --example window -- [--input-script FILE] [--record-input FILE]`

use std::sync::Arc;

use shell::clock::TickClock;
use shell::input::{KeyCode, RawInput};
use shell::window::{App, Flow, Frame, Window, WindowOptions};

#[derive(Default)]
struct Counter {
    clock: TickClock,
    frames: u64,
    ticks: u64,
    events: u64,
}

impl App for Counter {
    fn window_ready(&mut self, window: Arc<Window>) -> Result<(), String> {
        println!("window {:?}", window.inner_size());
        Ok(())
    }

    fn frame(&mut self, frame: Frame<'_>) -> Flow {
        self.clock.set_steady(frame.steady);
        self.frames += 1;
        self.ticks += u64::from(self.clock.advance(frame.dt_s).ticks);
        self.events += frame.inputs.iter().filter(|input| !matches!(input, RawInput::Resized { .. })).count() as u64;
        let ends = |input: &RawInput| matches!(input, RawInput::CloseRequested | RawInput::Key { code: KeyCode::Escape, pressed: true, .. });
        if frame.inputs.iter().any(ends) { Flow::Exit } else { Flow::Continue }
    }

    fn frame_cap_fps(&self) -> Option<f32> {
        Some(60.0)
    }

    fn closing(&mut self) {
        println!("frames {} ticks {} events {}", self.frames, self.ticks, self.events);
    }
}

fn main() -> std::process::ExitCode {
    let mut options = WindowOptions { title: "window".into(), size_px: (320, 240), ..WindowOptions::default() };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--input-script" => options.input_script = arguments.next().map(Into::into),
            "--record-input" => options.record_input = arguments.next().map(Into::into),
            other => {
                eprintln!("unknown argument {other}");
                return std::process::ExitCode::FAILURE;
            }
        }
    }
    match shell::window::run(options, |_| Ok(Counter::default())) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            std::process::ExitCode::FAILURE
        }
    }
}
