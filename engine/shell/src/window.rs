//! The window and its loop: devices and time in, one call of [`App::frame`] for every picture.
//!
//! Order of a run: journals are opened, the window is made hidden, the program is made on it, [`App::window_ready`],
//! the window is shown, then frames until one returns [`Flow::Exit`] or a journal ends with `exit`, then
//! [`App::closing`] once, the program is dropped, the window last (a GPU surface must not outlive it).
//!
//! Invariants: frames run on the main thread. While the window can be seen, pictures come as fast as the program draws
//! (it waits for the screen) or as its own cap says; while it cannot, ten frames a second keep clock and sound alive
//! and nothing spins. A suspend of the machine is only a long frame. No screen is [`ShellError::NoDisplay`].
//!
//! Deliberately absent: the GPU; termination signals (the standard library cannot hear them and nothing here is
//! `unsafe`): what must not be lost is written when it happens.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use winit::application::ApplicationHandler;
pub use winit::dpi::PhysicalSize;
use winit::event::{ElementState, MouseButton, MouseScrollDelta, WindowEvent};
pub use winit::event_loop::OwnedDisplayHandle;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::keyboard::PhysicalKey;
pub use winit::window::{Fullscreen, Window, WindowAttributes};

use crate::error::ShellError;
use crate::feed::Feeder;
use crate::input::{PointerButton, RawInput};
use crate::journal::Player;
use crate::pads::Pads;
use crate::requests::Requests;

/// Time between frames while nobody can see them.
const HIDDEN_FRAME: Duration = Duration::from_millis(100);

/// Pixels of a touch pad's scrolling that count as one line.
const PIXELS_PER_LINE: f64 = 40.0;

/// How the window is opened and where input comes from.
#[derive(Clone, Debug)]
pub struct WindowOptions {
    /// Shown by the window system.
    pub title: String,
    /// Size of the inside in physical pixels. A journal that names its size wins.
    pub size_px: (u32, u32),
    /// Smallest size of the inside in physical pixels.
    pub size_min_px: (u32, u32),
    /// Start on the whole screen, without another video mode.
    pub fullscreen: bool,
    /// Write a journal of all input here.
    pub record_input: Option<PathBuf>,
    /// Play this journal instead of the devices.
    pub input_script: Option<PathBuf>,
}

impl Default for WindowOptions {
    fn default() -> Self {
        Self { title: String::new(), size_px: (1280, 800), size_min_px: (320, 200), fullscreen: false, record_input: None, input_script: None }
    }
}

/// What there is when the program is made.
pub struct WindowContext {
    /// The window, not yet visible.
    pub window: Arc<Window>,
    /// The connection to the window system, which a GPU instance wants.
    pub display: OwnedDisplayHandle,
    /// Size of the inside in physical pixels.
    pub size_px: (u32, u32),
    /// Physical pixels for each point of the interface, as the system says.
    pub scale_factor: f64,
    /// A journal plays or is recorded: time and ticks must repeat exactly.
    pub steady: bool,
}

/// One frame, as the program sees it.
#[derive(Debug)]
pub struct Frame<'a> {
    /// What happened since the last frame, in order.
    pub inputs: &'a [RawInput],
    /// Length of the last frame in seconds, in whole microseconds; a suspend is one long frame of at most an hour.
    pub dt_s: f64,
    /// Size of the inside in physical pixels; 0 x 0 while minimized on some systems.
    pub size_px: (u32, u32),
    /// Physical pixels for each point of the interface, as the system says.
    pub scale_factor: f64,
    /// The window has the keyboard (or its journal says so).
    pub focused: bool,
    /// Nobody can see the window: nothing needs to be drawn.
    pub occluded: bool,
    /// The input comes from a journal.
    pub scripted: bool,
    /// A journal plays or is recorded: time and ticks must repeat exactly.
    pub steady: bool,
}

/// What the loop does after a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Another frame.
    Continue,
    /// Close the window and return.
    Exit,
}

/// A program in a window.
pub trait App {
    /// The window is there: make the surface. Called once, before the first frame.
    fn window_ready(&mut self, window: Arc<Window>) -> Result<(), String>;

    /// One frame: react, think, draw.
    fn frame(&mut self, frame: Frame<'_>) -> Flow;

    /// Most frames a second, when the program wants fewer than the screen. A journal ignores it.
    fn frame_cap_fps(&self) -> Option<f32> {
        None
    }

    /// The system puts the program to sleep (phones; desktops never say so).
    fn suspended(&mut self) {}

    /// The loop is over: save what is to be saved. Called once.
    fn closing(&mut self) {}
}

/// Opens a window, makes the program on it and runs it until it wants to end. Must be called on the main thread, once.
pub fn run<A: App>(options: WindowOptions, make_app: impl FnOnce(&WindowContext) -> Result<A, String>) -> Result<(), ShellError> {
    let player = options.input_script.as_deref().map(Player::open).transpose()?;
    let size_px = player.as_ref().and_then(Player::size_px).unwrap_or(options.size_px);
    let size_px = (size_px.0.clamp(1, 16_384), size_px.1.clamp(1, 16_384));
    let event_loop = EventLoop::new().map_err(no_display)?;
    let scripted = player.is_some();
    let feeder = Feeder::new(player, options.record_input.as_deref(), size_px)?;
    let mut shell = Shell {
        options: WindowOptions { size_px, ..options },
        make_app: Some(make_app),
        app: None,
        window: None,
        feeder,
        pads: if scripted { Pads::none() } else { Pads::new() },
        last_frame: Instant::now(),
        next_frame: Instant::now(),
        focused: false,
        occluded: false,
        scripted,
        error: None,
        requests: Requests::listen(),
    };
    event_loop.run_app(&mut shell).map_err(|error| ShellError::Window(error.to_string()))?;
    shell.feeder.finish()?;
    shell.error.map_or(Ok(()), Err)
}

fn no_display(error: winit::error::EventLoopError) -> ShellError {
    let place = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(|value| format!("{name}={}", value.display()));
    let looked: Vec<String> = ["WAYLAND_DISPLAY", "DISPLAY"].into_iter().filter_map(place).collect();
    ShellError::NoDisplay(if cfg!(any(target_os = "windows", target_os = "macos")) {
        error.to_string()
    } else if looked.is_empty() {
        "there is no screen (neither WAYLAND_DISPLAY nor DISPLAY is set)".into()
    } else {
        // what the library says names a line of its own source: nothing for a player
        tracing::debug!("no event loop: {error}");
        format!("the screen that is named by {} does not answer", looked.join(" and "))
    })
}

struct Shell<A, F> {
    options: WindowOptions,
    make_app: Option<F>,
    app: Option<A>,
    window: Option<Arc<Window>>,
    feeder: Feeder,
    pads: Pads,
    last_frame: Instant,
    next_frame: Instant,
    focused: bool,
    occluded: bool,
    scripted: bool,
    error: Option<ShellError>,
    requests: Requests,
}

impl<A: App, F: FnOnce(&WindowContext) -> Result<A, String>> Shell<A, F> {
    fn open(&mut self, event_loop: &ActiveEventLoop, make_app: F) -> Result<(), ShellError> {
        let (size, least) = (self.options.size_px, self.options.size_min_px);
        let attributes = Window::default_attributes()
            .with_title(self.options.title.clone())
            .with_inner_size(PhysicalSize::new(size.0, size.1))
            .with_min_inner_size(PhysicalSize::new(least.0, least.1))
            .with_fullscreen(self.options.fullscreen.then_some(Fullscreen::Borderless(None)))
            // shown only when the program is ready: no white flash
            .with_visible(false);
        let window = Arc::new(event_loop.create_window(attributes).map_err(|error| ShellError::Window(error.to_string()))?);
        self.window = Some(window.clone());
        let context = WindowContext {
            display: event_loop.owned_display_handle(),
            size_px: window.inner_size().into(),
            scale_factor: window.scale_factor(),
            steady: self.feeder.is_steady(),
            window: window.clone(),
        };
        let mut app = make_app(&context).map_err(ShellError::App)?;
        app.window_ready(window.clone()).map_err(ShellError::App)?;
        self.app = Some(app);
        window.set_visible(true);
        self.focused = window.has_focus();
        self.last_frame = Instant::now();
        self.next_frame = self.last_frame;
        Ok(())
    }

    /// Nobody sees the window. A journal goes on at full speed all the same: it is a test, or a film.
    fn is_hidden(&self) -> bool {
        let flat = self.window.as_ref().is_some_and(|window| window.inner_size().width == 0 || window.inner_size().height == 0);
        !self.feeder.is_scripted() && (self.occluded || flat)
    }

    fn frame(&mut self, event_loop: &ActiveEventLoop) {
        let (Some(app), Some(window)) = (&mut self.app, &self.window) else { return };
        let now = Instant::now();
        let wall_us = u64::try_from(now.duration_since(self.last_frame).as_micros()).unwrap_or(u64::MAX);
        self.last_frame = now;
        let mut from_pads = Vec::new();
        self.pads.poll(&mut from_pads);
        for input in from_pads {
            self.feeder.push(input);
        }
        if self.requests.take() {
            self.feeder.push(RawInput::CloseRequested);
        }
        let feed = self.feeder.next(wall_us);
        if feed.exit {
            event_loop.exit();
            return;
        }
        if self.scripted && !feed.scripted {
            self.scripted = false;
            self.pads = Pads::new();
        }
        if let Some((w, h)) = feed.resize_to {
            // the answer, if it comes at once, is a resize all the same
            if let Some(size) = window.request_inner_size(PhysicalSize::new(w.clamp(1, 16_384), h.clamp(1, 16_384))) {
                self.feeder.push(RawInput::Resized { w: size.width, h: size.height });
            }
        }
        let frame = Frame {
            inputs: &feed.inputs,
            dt_s: feed.dt_us as f64 / 1e6,
            size_px: window.inner_size().into(),
            scale_factor: window.scale_factor(),
            focused: if feed.scripted { self.feeder.scripted_focus() } else { self.focused },
            occluded: !feed.scripted && self.occluded,
            scripted: feed.scripted,
            steady: self.feeder.is_steady(),
        };
        if app.frame(frame) == Flow::Exit {
            event_loop.exit();
        }
    }

    /// When the next frame is due under the program's cap; none without a cap.
    fn capped(&self) -> Option<Duration> {
        let cap = self.app.as_ref().and_then(App::frame_cap_fps).filter(|fps| fps.is_finite() && *fps >= 1.0)?;
        (!self.feeder.is_scripted()).then(|| Duration::from_secs_f32(1.0 / cap))
    }
}

impl<A: App, F: FnOnce(&WindowContext) -> Result<A, String>> ApplicationHandler for Shell<A, F> {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if let Some(make_app) = self.make_app.take()
            && let Err(error) = self.open(event_loop, make_app)
        {
            self.error = Some(error);
            event_loop.exit();
        }
    }

    fn suspended(&mut self, _event_loop: &ActiveEventLoop) {
        if let Some(app) = &mut self.app {
            app.suspended();
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _id: winit::window::WindowId, event: WindowEvent) {
        match event {
            WindowEvent::RedrawRequested => {
                if !self.is_hidden() {
                    self.frame(event_loop);
                }
                return;
            }
            WindowEvent::Occluded(occluded) => self.occluded = occluded,
            WindowEvent::Focused(focused) => self.focused = focused,
            _ => {}
        }
        if let Some(input) = raw_input(event) {
            self.feeder.push(input);
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let Some(window) = self.window.clone() else { return };
        if event_loop.exiting() {
            return;
        }
        let (step, hidden) = match (self.is_hidden(), self.capped()) {
            (true, _) => (HIDDEN_FRAME, true),
            (false, Some(step)) => (step, false),
            (false, None) => {
                window.request_redraw();
                event_loop.set_control_flow(ControlFlow::Poll);
                return;
            }
        };
        let now = Instant::now();
        if now >= self.next_frame {
            // the step is added to when the frame was due, so that the average is right
            self.next_frame = if self.next_frame + step < now { now + step } else { self.next_frame + step };
            if hidden {
                // some systems never ask a hidden window to draw
                self.frame(event_loop);
            } else {
                window.request_redraw();
            }
        }
        event_loop.set_control_flow(ControlFlow::WaitUntil(self.next_frame));
    }

    fn exiting(&mut self, _event_loop: &ActiveEventLoop) {
        if let Some(app) = &mut self.app {
            app.closing();
        }
        self.app = None;
        self.window = None;
    }
}

/// What of a window's events is input.
fn raw_input(event: WindowEvent) -> Option<RawInput> {
    Some(match event {
        // synthetic presses tell of keys that were down before the window got the keyboard: no press was meant for it
        WindowEvent::KeyboardInput { event, is_synthetic, .. } if !(is_synthetic && event.state.is_pressed()) => {
            let PhysicalKey::Code(code) = event.physical_key else { return None };
            let pressed = event.state == ElementState::Pressed;
            RawInput::Key { code, pressed, repeat: event.repeat, text: event.text.filter(|_| pressed).map(|text| text.to_string()) }
        }
        WindowEvent::CursorMoved { position, .. } => RawInput::PointerMoved { x: position.x as f32, y: position.y as f32 },
        WindowEvent::CursorLeft { .. } => RawInput::PointerLeft,
        WindowEvent::MouseInput { state, button, .. } => RawInput::PointerButton { button: pointer_button(button), pressed: state.is_pressed() },
        WindowEvent::MouseWheel { delta, .. } => match delta {
            MouseScrollDelta::LineDelta(dx, dy) => RawInput::Wheel { dx, dy },
            MouseScrollDelta::PixelDelta(by) => RawInput::Wheel { dx: (by.x / PIXELS_PER_LINE) as f32, dy: (by.y / PIXELS_PER_LINE) as f32 },
        },
        WindowEvent::Resized(size) => RawInput::Resized { w: size.width, h: size.height },
        WindowEvent::Focused(focused) => RawInput::Focused(focused),
        WindowEvent::CloseRequested => RawInput::CloseRequested,
        _ => return None,
    })
}

fn pointer_button(button: MouseButton) -> PointerButton {
    match button {
        MouseButton::Left => PointerButton::Left,
        MouseButton::Right => PointerButton::Right,
        MouseButton::Middle => PointerButton::Middle,
        MouseButton::Back => PointerButton::Back,
        MouseButton::Forward => PointerButton::Forward,
        MouseButton::Other(number) => PointerButton::Other(number),
    }
}
