//! The program in its window: which place the player is in, what a press means there, and the order of a frame:
//! input, interface, deeds, ticks, view, picture, sound. Rules of play are not here.

use crate::arguments::Play;
use crate::audio::{Audio, Signal};
use crate::controls::{Action, Controls, Heard};
use crate::data::Data;
use crate::frame::Painter;
use crate::journey::{Journey, Place};
use crate::session::{Held, SPEEDS, Session};
use crate::settings::{self, Memory, SavedBattle, Settings};
use content::command::Command;
use content::rules::{Difficulty, Rules};
use glam::{Vec2, vec2};
use shell::input::RawInput;
use shell::window::{Flow, Frame, Fullscreen, Window, WindowContext};
use sim::{Event, Outcome, Simulation};
use std::path::PathBuf;
use std::sync::Arc;
use ui::{Device, Input, Interface, LevelCard, Model, Output, Screen, SettingChange, SettingsModel, UiAction, WindowMode};
use view::picture::Picture;

/// The program.
pub struct App {
    window: Arc<Window>,
    painter: Painter,
    audio: Audio,
    interface: Interface,
    controls: Controls,
    memory: Memory,
    settings: SettingsModel,
    journey: Journey,
    data: Data,
    rules: Arc<Rules>,
    cards: Vec<LevelCard>,
    progress: settings::Progress,
    session: Option<Session>,
    /// Name of the level that is played.
    level: String,
    picture: Picture,
    steady: bool,
    scale_factor: f32,
    /// The interface has the keys and the pad's buttons in the battle.
    engaged: bool,
    /// The pointer lies on the interface.
    pointer_over: bool,
    /// The player is in another window.
    away: bool,
    /// The window has had the focus.
    was_here: bool,
    screenshot: Option<(u32, PathBuf)>,
    log_wait_s: f32,
    knocked_peak: u32,
    started: std::time::Instant,
    quit: bool,
}

/// What a new program is made of.
pub struct Parts {
    /// Files.
    pub data: Data,
    /// Tables.
    pub rules: Rules,
    /// Remembered things.
    pub memory: Memory,
    /// The settings in force.
    pub settings: SettingsModel,
}

impl App {
    /// The program on its window.
    pub fn new(context: &WindowContext, parts: Parts, play: &Play) -> Result<Self, String> {
        let Parts { data, rules, mut memory, settings } = parts;
        let painter = Painter::for_window(context, &data, &rules, play.adapter.as_deref(), &settings)?;
        let mut audio = Audio::open(&data, context.steady);
        audio.set_volumes(&settings);
        let progress = memory.progress();
        let rules = Arc::new(rules);
        let cards = cards(&data, &rules, &progress);
        let screenshot = match play.screenshot_at.as_deref() {
            Some([tick, file]) => Some((tick.parse().map_err(|_| format!("--screenshot-at wants a tick and a file, not `{tick}`"))?, PathBuf::from(file))),
            _ => None,
        };
        let mut app = Self {
            window: context.window.clone(),
            painter,
            audio,
            interface: Interface::new(),
            controls: Controls::new(),
            memory,
            settings,
            journey: Journey::default(),
            data,
            rules,
            cards,
            progress,
            session: None,
            level: String::new(),
            picture: Picture::default(),
            steady: context.steady,
            scale_factor: context.scale_factor as f32,
            engaged: false,
            pointer_over: false,
            away: false,
            was_here: false,
            screenshot,
            log_wait_s: 0.0,
            knocked_peak: 0,
            started: std::time::Instant::now(),
            quit: false,
        };
        if let Some(file) = &play.replay {
            app.watch(file, play.level.as_deref())?;
        } else if let Some(level) = &play.level {
            app.journey.start(level.clone(), app.progress.difficulty);
        }
        Ok(app)
    }

    fn frame(&mut self, frame: &Frame<'_>) -> Flow {
        let dt_s = frame.dt_s.clamp(0.0, 0.25);
        let size_px = [frame.size_px.0.max(1), frame.size_px.1.max(1)];
        let size = vec2(size_px[0] as f32, size_px[1] as f32);
        self.scale_factor = frame.scale_factor as f32;
        let heard = self.controls.hear(frame.inputs, dt_s);
        if heard.close {
            self.quit = true;
        }
        if heard.deeds.contains(&Action::Screenshot) {
            self.screenshot = Some((0, PathBuf::new()));
        }
        let output = self.interface(&heard, size_px, dt_s as f32);
        let page = std::mem::discriminant(&self.journey.place);
        for action in &output.actions {
            self.carry_out(action);
        }
        if page != std::mem::discriminant(&self.journey.place) && self.journey.place != Place::Battle {
            self.audio.signal(Signal::Opens);
        }
        self.audio.interface(&output.cues);
        if self.journey.place == Place::Battle {
            self.deeds(&heard, &output, size);
        }
        self.engaged = output.wants_nav;
        self.pointer_over = output.pointer_over;
        self.note_focus(frame);
        self.pass_time(dt_s, size);
        self.log_state(dt_s as f32, size);
        if !frame.occluded && frame.size_px.0 > 0 && frame.size_px.1 > 0 {
            self.draw(output, size_px);
        }
        self.take_screenshot();
        // what takes long begins after the picture that says so
        if let Some((level, difficulty)) = self.journey.take_start(self.painter.frames()) {
            self.start(&level, difficulty);
            self.tell_faults();
        }
        if self.quit { Flow::Exit } else { Flow::Continue }
    }

    /// Says in the battle which files something striped stands in for.
    fn tell_faults(&mut self) {
        if let Some(session) = &mut self.session {
            self.painter.faults().iter().for_each(|fault| session.say(fault));
        }
    }

    fn interface(&mut self, heard: &Heard, size_px: [u32; 2], dt_s: f32) -> Output {
        if self.painter.take_interface_lost() {
            // its textures went with the device
            self.interface = Interface::new();
        }
        let model = self.model();
        let input = Input {
            raw: egui::RawInput { events: heard.events.clone(), ..Default::default() },
            nav: heard.nav,
            device: self.controls.device(),
            size_px,
            scale_setting: self.settings.interface_scale,
            contrast: if self.settings.high_contrast { ui::Contrast::High } else { ui::Contrast::Normal },
            dt_s,
        };
        self.interface.run(input, &model)
    }

    fn model(&mut self) -> Model {
        let screen = match &self.journey.place {
            Place::Title => Screen::Title { can_continue: self.journey.can_continue },
            Place::Levels => Screen::Levels(self.cards.clone()),
            Place::Settings(_) => Screen::Settings(self.settings.clone()),
            Place::Loading { what } => Screen::Loading { progress: 0.5, what: what.clone() },
            Place::Error { sentence, remedy } => Screen::Error { sentence: sentence.clone(), remedy: remedy.clone() },
            Place::Battle | Place::Pause | Place::Result => match (&mut self.session, &self.journey.place) {
                (Some(session), Place::Battle) => Screen::Battle(session.hud()),
                (Some(session), Place::Pause) => Screen::Pause(session.hud()),
                (Some(session), _) => Screen::Result(session.summary()),
                (None, _) => Screen::Title { can_continue: self.journey.can_continue },
            },
        };
        let mut model = Model::new(screen);
        if self.session.is_some() && matches!(self.journey.place, Place::Settings(_)) {
            model.scene_behind = true;
        }
        model
    }

    /// What the player did in the battle itself, outside the interface.
    fn deeds(&mut self, heard: &Heard, output: &Output, size: Vec2) {
        let pads = matches!(self.controls.device(), Device::Pad(_));
        let engaged = self.engaged && output.wants_nav;
        let Some(session) = &mut self.session else { return };
        let cursor = if pads { Some(size / 2.0) } else { self.controls.pointer };
        session.pointer = cursor.filter(|_| pads || !output.pointer_over).and_then(|at| session.map_point(at, size));
        session.show_cursor = pads && !engaged;
        if let (Some(at), false) = (heard.click, output.pointer_over)
            && let Some(place) = session.map_point(at, size)
        {
            session.use_hand(place);
        }
        let mut menu = false;
        if heard.context_click && !output.pointer_over {
            session.held = Held::Nothing;
            session.selected = sim::tables::TowerId::NONE;
        }
        for deed in &heard.deeds {
            match *deed {
                Action::Menu => menu = true,
                Action::Pause => session.paused = !session.paused,
                Action::Faster => session.set_speed((session.speed() + 1).min(SPEEDS.len() - 1)),
                Action::Slower => session.set_speed(session.speed().saturating_sub(1)),
                Action::CallWave => session.order(Command::CallWave),
                Action::Build(k) if usize::from(k) < self.rules.towers.len() => session.held = Held::Tower(content::rules::TowerKind(k)),
                Action::Power(k) if usize::from(k) < self.rules.powers.len() => session.held = Held::Power(content::rules::PowerKind(k)),
                Action::Sell => session.sell_selected(),
                Action::Use if !engaged && !self.engaged => {
                    if let Some(place) = session.pointer {
                        session.use_hand(place);
                    }
                }
                _ => {}
            }
        }
        if menu {
            self.journey.go(Place::Pause);
        }
    }

    fn carry_out(&mut self, action: &UiAction) {
        match action {
            UiAction::Start { level, difficulty } => {
                self.progress.difficulty = *difficulty;
                self.memory.keep_progress(&self.progress);
                self.journey.start(level.clone(), *difficulty);
            }
            UiAction::Continue => self.continue_battle(),
            UiAction::OpenLevels => self.journey.go(Place::Levels),
            UiAction::OpenSettings => self.journey.open_settings(),
            UiAction::CloseSettings => {
                self.memory.keep_settings(&Settings::from_model(&self.settings));
                self.journey.close_settings();
            }
            UiAction::OpenMenu => self.journey.go(Place::Pause),
            UiAction::Resume => {
                if let (Some(session), Place::Battle) = (&mut self.session, &self.journey.place) {
                    session.paused = false;
                }
                self.journey.go(Place::Battle);
            }
            UiAction::RetryWave => self.retry_wave(),
            UiAction::RestartLevel => {
                let difficulty = self.session.as_ref().map_or(self.progress.difficulty, |s| s.simulation().world().difficulty);
                self.journey.start(self.level.clone(), difficulty);
            }
            UiAction::ToTitle => self.leave_battle(),
            UiAction::Quit => self.quit = true,
            UiAction::Set(change) => self.set(*change),
            other => self.carry_out_in_battle(other),
        }
    }

    fn carry_out_in_battle(&mut self, action: &UiAction) {
        let Some(session) = &mut self.session else { return };
        match action {
            UiAction::Pause => session.paused = true,
            UiAction::Speed(index) => session.set_speed(*index),
            UiAction::CallWave => session.order(Command::CallWave),
            UiAction::PickTower(kind) => session.held = Held::Tower(*kind),
            UiAction::PickPower(kind) => session.held = Held::Power(*kind),
            UiAction::DropHand => session.held = Held::Nothing,
            UiAction::SellSelected => session.sell_selected(),
            UiAction::Deselect => session.selected = sim::tables::TowerId::NONE,
            _ => {}
        }
    }

    fn set(&mut self, change: SettingChange) {
        settings::apply(&mut self.settings, change);
        self.audio.set_volumes(&self.settings);
        self.audio.signal(if matches!(change, SettingChange::Volume(..)) { Signal::Ticks } else { Signal::Toggles });
        self.painter.set(&self.settings);
        match change {
            SettingChange::Window(mode) => self.window.set_fullscreen((mode == WindowMode::Borderless).then_some(Fullscreen::Borderless(None))),
            SettingChange::SizePx([w, h]) if self.settings.window == WindowMode::Windowed => {
                // the system may answer later with a resize of its own; either way the next frame has the real size
                let _ = self.window.request_inner_size(shell::window::PhysicalSize::new(w, h));
            }
            SettingChange::Defaults => self.window.set_fullscreen(None),
            _ => {}
        }
        self.memory.keep_settings(&Settings::from_model(&self.settings));
    }

    /// The battle stands while the player is in another window. A window system that never tells of focus changes nothing.
    fn note_focus(&mut self, frame: &Frame<'_>) {
        for input in frame.inputs {
            match input {
                // a window that never had the focus cannot lose it
                RawInput::Focused(focused) => {
                    self.away = !focused && self.was_here;
                    self.was_here |= focused;
                }
                RawInput::Key { pressed: true, .. } | RawInput::PointerButton { pressed: true, .. } => (self.away, self.was_here) = (false, true),
                _ => {}
            }
        }
    }

    /// Time passes: camera, ticks, sound, and what follows from the outcome.
    fn pass_time(&mut self, dt_s: f64, size: Vec2) {
        let running = self.journey.place == Place::Battle && !self.away;
        let edge = self.settings.edge_scroll && !self.away && !self.steady;
        let wish = self.controls.wish(size, self.pointer_over, edge);
        let Some(session) = &mut self.session else {
            self.audio.idle(dt_s as f32);
            return;
        };
        if self.journey.place == Place::Battle {
            session.look(&wish, dt_s as f32, size);
        }
        session.set_limits(self.settings.decals as usize, self.settings.flying_dead as usize);
        let was = session.outcome();
        let mut built = Vec::new();
        session.advance(dt_s, running, &mut |simulation, events| {
            note(simulation, events);
            built.extend(events.iter().filter_map(|event| match event {
                Event::TowerBuilt { kind, cell, .. } => Some((*cell, simulation.rules().towers[kind.index()].footprint_cells)),
                _ => None,
            }));
        });
        for (cell, footprint_cells) in built {
            self.painter.clear_site(cell, footprint_cells);
        }
        self.audio.battle(session, dt_s as f32, running);
        let now = session.outcome();
        if was == Outcome::Running && now != Outcome::Running {
            self.end_of_battle(now);
        }
    }

    fn end_of_battle(&mut self, outcome: Outcome) {
        let Some(session) = &self.session else { return };
        let summary = session.summary();
        tracing::info!(outcome = ?outcome, stars = summary.stars, knocked_peak = session.simulation().world().counters.knocked_peak, "the battle is over");
        if outcome == Outcome::Won {
            self.audio.stars(summary.stars);
            let best = self.progress.stars.entry(self.level.clone()).or_insert(0);
            *best = (*best).max(summary.stars);
            self.memory.keep_progress(&self.progress);
            self.cards = cards(&self.data, &self.rules, &self.progress);
        }
        if let Some(replay) = session.replay().filter(|_| !session.watching()) {
            self.memory.keep_replay(&self.level, &replay);
        }
        self.memory.forget_battle();
        self.journey.can_continue = false;
        self.journey.go(Place::Result);
    }

    fn start(&mut self, level: &str, difficulty: Difficulty) {
        let start = std::time::Instant::now();
        match self.data.level(level, &self.rules) {
            Ok(loaded) => {
                let loaded = Arc::new(loaded);
                let ground = self.painter.set_level(&loaded);
                let mut session = Session::new(loaded, self.rules.clone(), difficulty, self.painter.looks(ground));
                session.set_steady(self.steady);
                self.enter(session, level);
                tracing::info!(level, difficulty = difficulty.id(), ms = start.elapsed().as_millis() as u64, "level started");
            }
            Err(faults) => self.journey.go(Place::Error { sentence: faults.to_string(), remedy: "Mend the level, then start it again.".into() }),
        }
    }

    fn enter(&mut self, session: Session, level: &str) {
        self.level = level.to_string();
        self.session = Some(session);
        self.knocked_peak = 0;
        self.audio.enter_battle();
        self.journey.go(Place::Battle);
    }

    fn continue_battle(&mut self) {
        let Some(saved) = self.memory.battle() else {
            self.journey.can_continue = false;
            return;
        };
        let resumed = self.data.level(&saved.level, &self.rules).map_err(|f| f.to_string()).and_then(|level| {
            let level = Arc::new(level);
            let ground = self.painter.set_level(&level);
            Session::resume(level, self.rules.clone(), &saved.snapshot, self.painter.looks(ground))
        });
        match resumed {
            Ok(mut session) => {
                session.set_steady(self.steady);
                tracing::info!(level = saved.level, tick = session.simulation().world().tick, hash = %format!("{:016x}", session.simulation().hash()), "battle resumed");
                self.enter(session, &saved.level);
            }
            Err(why) => self.journey.go(Place::Error {
                sentence: format!("The saved battle cannot be gone on with: {why}"),
                remedy: "Start the level anew; the save stays where it is.".into(),
            }),
        }
    }

    /// Shows a recorded battle, on the level of its name or on the folder that `level` names.
    fn watch(&mut self, file: &std::path::Path, level: Option<&str>) -> Result<(), String> {
        let replay = crate::replays::read(file)?;
        let level = self.data.level(level.unwrap_or(&replay.level_id), &self.rules).map_err(|f| f.to_string())?;
        let level = Arc::new(level);
        let ground = self.painter.set_level(&level);
        let name = replay.level_id.clone();
        let session = Session::watch(level, self.rules.clone(), &replay, self.painter.looks(ground));
        self.enter(session, &name);
        Ok(())
    }

    fn retry_wave(&mut self) {
        let Some(session) = &mut self.session else { return };
        match session.retry_wave() {
            Ok((wave, before, now)) => {
                tracing::info!(wave, hash = %format!("{now:016x}"), same = before == now, "wave retried");
                self.journey.go(Place::Battle);
            }
            Err(why) => self.journey.go(Place::Error { sentence: format!("The wave cannot be retried: {why}"), remedy: "Start the level anew.".into() }),
        }
    }

    /// Back to the title; an undecided battle is kept to go on with.
    fn leave_battle(&mut self) {
        self.keep_battle();
        self.session = None;
        self.audio.leave_battle();
        self.journey.go(Place::Title);
    }

    fn keep_battle(&mut self) {
        let Some(session) = self.session.as_ref().filter(|s| s.outcome() == Outcome::Running && !s.watching()) else { return };
        tracing::info!(tick = session.simulation().world().tick, hash = %format!("{:016x}", session.simulation().hash()), "battle kept");
        let saved = SavedBattle::new(&self.level, session.snapshot());
        self.memory.keep_battle(&saved);
        self.audio.signal(Signal::Saved);
        self.journey.can_continue = true;
    }

    fn draw(&mut self, output: Output, size_px: [u32; 2]) {
        self.picture.clear();
        let scene = self.session.as_mut().map(|session| {
            session.fill(&mut self.picture);
            session.scene(self.settings.screen_shake)
        });
        self.painter.draw_window(scene, &self.picture, output.into(), size_px);
    }

    fn take_screenshot(&mut self) {
        let tick = self.session.as_ref().map_or(0, |s| s.simulation().world().tick);
        let Some((_, file)) = self.screenshot.take_if(|(at, _)| tick >= *at && (*at == 0 || tick > 0)) else { return };
        let file = if file.as_os_str().is_empty() { self.memory.picture_file(tick) } else { file };
        match self.painter.capture_window(&self.picture).and_then(|picture| crate::still::save(&picture, &file)) {
            Ok(()) => tracing::info!(file = %file.display(), tick, "picture saved"),
            Err(why) => {
                tracing::warn!("{why}");
                if let Some(session) = &mut self.session {
                    session.say(&why);
                }
            }
        }
    }

    /// What a test or a report wants to know, at most once a second, and at once when the peak rises a good deal.
    fn log_state(&mut self, dt_s: f32, size: Vec2) {
        self.journey.log_changes();
        match (&mut self.session, &self.journey.place) {
            (Some(session), Place::Battle) => self.memory.complaints.drain(..).for_each(|sentence| session.say(&sentence)),
            (None, Place::Title) if !self.memory.complaints.is_empty() => {
                let sentence = self.memory.complaints.drain(..).collect::<Vec<_>>().join("\n");
                self.journey.go(Place::Error { sentence, remedy: "The game goes on with what it has; no file was overwritten.".into() });
            }
            _ => {}
        }
        self.log_wait_s -= dt_s;
        let Some(session) = &self.session else { return };
        let world = session.simulation().world();
        let peak = world.counters.knocked_peak;
        if self.log_wait_s > 0.0 && peak < self.knocked_peak + 5 {
            return;
        }
        self.log_wait_s = 1.0;
        self.knocked_peak = peak;
        let crowd = session.densest_in_sight(5.0, size);
        let (crowd_x, crowd_y) = crowd.map_or((-1, -1), |p| (p.x as i32, p.y as i32));
        tracing::info!(
            tick = world.tick,
            wave = world.waves.started,
            alive = world.units.len(),
            killed = world.counters.killed,
            knocked_peak = peak,
            gold = world.gold,
            keep = world.keep_health,
            towers = world.towers.len(),
            paused = session.paused,
            crowd_x,
            crowd_y,
            wall_ms = self.started.elapsed().as_millis() as u64,
            "battle"
        );
    }
}

/// Events that the log keeps.
fn note(simulation: &Simulation, events: &[Event]) {
    let tick = simulation.world().tick;
    for event in events {
        match event {
            Event::TowerBuilt { kind, cell, .. } => {
                tracing::info!(tick, tower = simulation.rules().towers[kind.index()].id, x = cell.x, y = cell.y, "tower built");
            }
            Event::BombThrown { power: Some(_), .. } => tracing::info!(tick, "bomb thrown"),
            Event::Blasted { hit, .. } if *hit > 0 => tracing::info!(tick, hit, "blast"),
            Event::WaveStarted { wave, called, .. } => {
                tracing::info!(tick, wave = wave + 1, called, hash = %format!("{:016x}", simulation.hash()), "wave started")
            }
            Event::Refused { why } => tracing::info!(tick, ?why, "refused"),
            _ => {}
        }
    }
}

/// The levels that can be chosen. One that is broken is left out and said in the log.
fn cards(data: &Data, rules: &Rules, progress: &settings::Progress) -> Vec<LevelCard> {
    let mut cards = Vec::new();
    for name in data.level_names() {
        match data.level(&name, rules) {
            Ok(level) => cards.push(LevelCard {
                picture: Some(ui::MapPicture::of(&level)),
                stars: progress.stars.get(&name).copied(),
                id: name,
                name: level.name,
                about: level.about,
                difficulty: progress.difficulty,
                waves: level.waves.len() as u32,
            }),
            Err(faults) => tracing::warn!("level {name} is left out:\n{faults}"),
        }
    }
    cards
}

impl shell::window::App for App {
    fn window_ready(&mut self, _window: Arc<Window>) -> Result<(), String> {
        self.journey.can_continue = self.memory.battle().is_some();
        Ok(())
    }

    fn frame(&mut self, frame: Frame<'_>) -> Flow {
        App::frame(self, &frame)
    }

    fn frame_cap_fps(&self) -> Option<f32> {
        // menus need no more, and a laptop stays quiet
        (self.journey.place != Place::Battle).then_some(60.0)
    }

    fn closing(&mut self) {
        self.keep_battle();
        self.memory.keep_settings(&Settings::from_model(&self.settings));
        tracing::info!("closed");
    }
}
