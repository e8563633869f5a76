//! A running battle: the simulation, its clock, checkpoints, what the hand holds, and the view that follows it.
//!
//! No GPU, no window, no sound: tested headless. The only way into the simulation is [`Session::order`].

use content::command::{Command, Timed};
use content::level::Level;
use content::map::Cell;
use content::rules::{Difficulty, PowerKind, Rules, TowerKind};
use glam::Vec2;
use shell::clock::{Speed, TickClock};
use sim::event::{Event, Refusal};
use sim::replay::{Recorder, Replay};
use sim::tables::TowerId;
use sim::{Options, Outcome, Simulation};
use std::sync::Arc;
use view::camera::{Camera, Wish};
use view::cues::{Ambience, Cue, Listener};
use view::figures::{FigureTable, ModelTable};
use view::ground::HeightField;
use view::hud::{Board, Hand, Hud, Source, Summary};
use view::overlays::Plan;
use view::picture::Picture;

/// The speeds that the HUD offers, by index.
pub const SPEEDS: [Speed; 6] = [Speed::Quarter, Speed::Half, Speed::Normal, Speed::Double, Speed::Quadruple, Speed::Tenfold];
const NORMAL: usize = 2;

/// The state at the start of a wave.
#[derive(Clone)]
struct Checkpoint {
    wave: u32,
    snapshot: Vec<u8>,
    hash: u64,
}

/// All that a building site's check depends on.
type Site = (TowerKind, Cell, u32, i32, Outcome);

/// What is in the hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Held {
    /// Nothing.
    #[default]
    Nothing,
    /// A tower to place.
    Tower(TowerKind),
    /// A power to aim.
    Power(PowerKind),
}

/// A battle.
pub struct Session {
    simulation: Simulation,
    clock: TickClock,
    speed: usize,
    /// Stopped by the player; the battle can still be commanded.
    pub paused: bool,
    behind: bool,
    alpha: f32,
    orders: Vec<Command>,
    recorder: Recorder,
    checkpoints: Vec<Checkpoint>,
    script: Vec<Timed>,
    view: view::Battle,
    figures: FigureTable,
    models: ModelTable,
    /// Where it is seen from.
    pub camera: Camera,
    ground: HeightField,
    /// What is in the hand.
    pub held: Held,
    /// The selected tower.
    pub selected: TowerId,
    /// Where the pointer is on the map.
    pub pointer: Option<Vec2>,
    seconds: f32,
    /// Runs by a recorded replay's commands.
    watching: bool,
    /// A pad's cursor is drawn on the ground.
    pub show_cursor: bool,
    /// The last site that was checked, and the answer: asked twice a frame, and not cheap on a large map.
    checked: Option<(Site, Result<(), Refusal>)>,
}

/// How a picture is seen.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// The camera.
    pub pose: view::camera::Pose,
    /// A clock that goes on in a pause.
    pub seconds: f32,
    /// By night instead of in the afternoon.
    pub night: bool,
}

/// What a session is made of besides the content.
pub struct Looks<'a> {
    /// Loaded figures.
    pub figures: &'a FigureTable,
    /// Loaded models.
    pub models: &'a ModelTable,
    /// The drawn ground.
    pub ground: HeightField,
}

impl Session {
    /// A new battle.
    pub fn new(level: Arc<Level>, rules: Arc<Rules>, difficulty: Difficulty, looks: Looks<'_>) -> Self {
        let simulation = Simulation::new(level, rules, Options { seed: None, difficulty });
        Self::around(simulation, looks)
    }

    /// A battle that goes on from a snapshot.
    pub fn resume(level: Arc<Level>, rules: Arc<Rules>, snapshot: &[u8], looks: Looks<'_>) -> Result<Self, String> {
        let simulation = Simulation::load(level, rules, snapshot).map_err(|e| e.to_string())?;
        let mut session = Self::around(simulation, looks);
        session.paused = true;
        Ok(session)
    }

    /// A recorded battle to watch.
    pub fn watch(level: Arc<Level>, rules: Arc<Rules>, replay: &Replay, looks: Looks<'_>) -> Self {
        let simulation = Simulation::new(level, rules, Options { seed: Some(replay.seed), difficulty: replay.difficulty });
        let mut session = Self::around(simulation, looks);
        session.script = replay.commands.clone();
        session.watching = true;
        session
    }

    fn around(simulation: Simulation, looks: Looks<'_>) -> Self {
        let level = simulation.level().clone();
        let rules = simulation.rules().clone();
        let mut view = view::Battle::new(&level, &rules, looks.figures, looks.models);
        view.observe(&level, &rules, simulation.world(), &[]);
        let camera = Camera::over(&level);
        let recorder = Recorder::new(&simulation);
        let mut session = Self {
            simulation,
            clock: TickClock::new(),
            speed: NORMAL,
            paused: false,
            behind: false,
            alpha: 1.0,
            orders: Vec::new(),
            recorder,
            checkpoints: Vec::new(),
            script: Vec::new(),
            view,
            figures: looks.figures.clone(),
            models: looks.models.clone(),
            camera,
            ground: looks.ground,
            held: Held::Nothing,
            selected: TowerId::NONE,
            pointer: None,
            seconds: 0.0,
            watching: false,
            show_cursor: false,
            checked: None,
        };
        session.keep_checkpoint();
        session
    }

    /// Commands by tick that come besides the player's.
    pub fn set_script(&mut self, script: Vec<Timed>) {
        self.script = script;
    }

    /// The simulation, to look at.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// Between map and world.
    pub fn space(&self) -> view::space::Space {
        self.view.space()
    }

    /// For journals: the same frame times give the same ticks.
    pub fn set_steady(&mut self, steady: bool) {
        self.clock.set_steady(steady);
    }

    /// Asks for something at the next tick.
    pub fn order(&mut self, command: Command) {
        if !self.watching {
            self.orders.push(command);
        }
    }

    /// Chooses one of [`SPEEDS`] and lets time run.
    pub fn set_speed(&mut self, index: usize) {
        self.speed = index.min(SPEEDS.len() - 1);
        self.paused = false;
    }

    /// Index into [`SPEEDS`].
    pub fn speed(&self) -> usize {
        self.speed
    }

    /// How the battle stands.
    pub fn outcome(&self) -> Outcome {
        self.simulation.world().outcome
    }

    /// A frame's time passes: runs the ticks that are due. `running` false: the battle stands behind a menu.
    /// Returns how many ticks ran; `seen` hears each tick's events.
    pub fn advance(&mut self, dt_s: f64, running: bool, seen: &mut dyn FnMut(&Simulation, &[Event])) -> u32 {
        self.seconds += dt_s as f32;
        let halted = !running || self.paused || self.outcome() != Outcome::Running;
        if halted && self.paused && running && !self.orders.is_empty() && self.outcome() == Outcome::Running {
            // what is ordered in a pause shows at once: one tick, as in a turn
            self.tick(seen);
            self.alpha = 1.0;
            return 1;
        }
        self.clock.set_speed(if halted { Speed::Paused } else { SPEEDS[self.speed] });
        let steps = self.clock.advance(dt_s);
        let start = std::time::Instant::now();
        let mut done = 0;
        while done < steps.ticks && self.outcome() == Outcome::Running {
            self.tick(seen);
            done += 1;
        }
        if done > 0 {
            self.clock.report_cost(done, start.elapsed().as_secs_f64());
        }
        self.behind = steps.behind;
        if !halted {
            self.alpha = steps.alpha;
        }
        done
    }

    /// One tick now, whatever the clock says.
    pub fn tick(&mut self, seen: &mut dyn FnMut(&Simulation, &[Event])) {
        let tick = self.simulation.world().tick;
        let scripted = self.script.iter().filter(|t| t.tick == tick).map(|t| t.command);
        self.orders.extend(scripted);
        self.recorder.before_step(tick, &self.orders);
        self.simulation.step(&self.orders);
        self.orders.clear();
        self.recorder.after_step(&self.simulation);
        let (level, rules) = (self.simulation.level().clone(), self.simulation.rules().clone());
        let events = self.simulation.events();
        self.view.observe(&level, &rules, self.simulation.world(), events);
        seen(&self.simulation, events);
        if self.simulation.world().tower_ids.row(self.selected.0).is_none() {
            self.selected = TowerId::NONE;
        }
        if events.iter().any(|e| matches!(e, Event::WaveStarted { .. })) {
            self.keep_checkpoint();
        }
    }

    fn keep_checkpoint(&mut self) {
        let wave = self.simulation.world().waves.started;
        self.checkpoints.retain(|c| c.wave < wave);
        let snapshot = self.simulation.save();
        self.checkpoints.push(Checkpoint { wave, snapshot, hash: self.simulation.hash() });
    }

    /// Back to the start of the wave that was lost: its checkpoint, paused. Says the wave and the hash of the state at its
    /// start, then and now.
    pub fn retry_wave(&mut self) -> Result<(u32, u64, u64), String> {
        let checkpoint = self.checkpoints.last().cloned().ok_or("there is no checkpoint of this battle")?;
        let level = self.simulation.level().clone();
        let rules = self.simulation.rules().clone();
        self.simulation = Simulation::load(level.clone(), rules.clone(), &checkpoint.snapshot).map_err(|e| e.to_string())?;
        self.recorder.rewind(self.simulation.world().tick);
        self.view = view::Battle::new(&level, &rules, &self.figures, &self.models);
        self.view.observe(&level, &rules, self.simulation.world(), &[]);
        self.orders.clear();
        self.held = Held::Nothing;
        self.selected = TowerId::NONE;
        self.clock = TickClock::new();
        self.alpha = 1.0;
        self.paused = true;
        self.view.messages().say(&format!("Wave {} once more. Time stands still: build, then go on.", checkpoint.wave.max(1)));
        Ok((checkpoint.wave, checkpoint.hash, self.simulation.hash()))
    }

    /// The battle so far as a replay; none when it was resumed, for what lies before the save was not recorded with it.
    pub fn replay(&self) -> Option<Replay> {
        let replay = self.recorder.finish(&self.simulation);
        replay.hashes.first().is_some_and(|(tick, _)| *tick == 0).then_some(replay)
    }

    /// The state, to go on from another time.
    pub fn snapshot(&self) -> Vec<u8> {
        self.simulation.save()
    }

    /// Moves the camera by a frame's wish.
    pub fn look(&mut self, wish: &Wish, dt_s: f32, size_px: Vec2) {
        self.view.watch_from(self.camera.eye(size_px));
        self.camera.update(wish, dt_s, size_px, &self.ground);
    }

    /// The place on the map under a point of the picture.
    pub fn map_point(&self, point_px: Vec2, size_px: Vec2) -> Option<Vec2> {
        let place = self.camera.eye(size_px).ground(point_px, &self.ground)?;
        Some(self.space().map_from_world(place.truncate()))
    }

    /// The hand does what it is there for, at a place on the map.
    pub fn use_hand(&mut self, at: Vec2) {
        match self.held {
            Held::Nothing => {
                self.selected = view::hud::hit_tower(Source::from(&self.simulation), at).unwrap_or(TowerId::NONE);
            }
            Held::Tower(kind) => {
                let cell = self.site(kind, at);
                match self.check_site(kind, cell) {
                    Ok(()) => {
                        self.order(Command::Build { kind, cell });
                        let left = self.simulation.world().gold - self.simulation.rules().towers[kind.index()].price;
                        if left < self.simulation.rules().towers[kind.index()].price {
                            self.held = Held::Nothing;
                        }
                    }
                    Err(why) => self.view.messages().say(view::messages::refusal(why)),
                }
            }
            Held::Power(kind) => {
                self.order(Command::Power { kind, at: at.to_array() });
                if self.simulation.world().charges[kind.index()].charges <= 1 {
                    self.held = Held::Nothing;
                }
            }
        }
    }

    /// Sells the selected tower.
    pub fn sell_selected(&mut self) {
        if let Some(row) = self.simulation.world().tower_ids.row(self.selected.0) {
            let cell = self.simulation.world().towers.cell[row];
            self.order(Command::Sell { cell });
        }
        self.selected = TowerId::NONE;
    }

    /// The middle cell of a building with its middle near a place.
    fn site(&self, kind: TowerKind, at: Vec2) -> Cell {
        let even = self.simulation.rules().towers[kind.index()].footprint_cells.is_multiple_of(2);
        let shift = if even { 0.5 } else { 0.0 };
        Cell::new((at.x - shift).floor() as i32, (at.y - shift).floor() as i32)
    }

    /// Whether a tower can be built there now.
    fn check_site(&mut self, kind: TowerKind, cell: Cell) -> Result<(), Refusal> {
        let world = self.simulation.world();
        let site = (kind, cell, world.towers_revision, world.gold, world.outcome);
        match self.checked {
            Some((last, answer)) if last == site => answer,
            _ => {
                let answer = self.simulation.can_build(kind, cell);
                self.checked = Some((site, answer));
                answer
            }
        }
    }

    fn hand(&mut self) -> Hand {
        match self.held {
            Held::Nothing => Hand::Free,
            Held::Tower(kind) => {
                let obstacle = self.pointer.map(|at| self.site(kind, at)).and_then(|cell| self.check_site(kind, cell).err());
                Hand::Placing { kind, obstacle: obstacle.map(|why| view::messages::refusal(why).to_string()) }
            }
            Held::Power(kind) => {
                let power = &self.simulation.rules().powers[kind.index()];
                let empty = self.simulation.world().charges[kind.index()].charges == 0;
                let inside = self.pointer.map_or(0, |at| view::hud::inside(Source::from(&self.simulation), at, power.blast.radius_m));
                Hand::Aiming { kind, obstacle: empty.then(|| "No charge left yet.".to_string()), inside }
            }
        }
    }

    /// The HUD of this frame.
    pub fn hud(&mut self) -> Hud {
        let hand = self.hand();
        let board = Board { selected: self.selected, hand, speed: self.speed, paused: self.paused, slow: self.behind, message: self.view.messages().shown() };
        view::hud::fill(Source::from(&self.simulation), &board)
    }

    /// What the battle came to.
    pub fn summary(&self) -> Summary {
        self.view.statistics().summary(self.simulation.level(), self.simulation.world())
    }

    /// Fills this frame's records, with the overlays of hand and selection.
    pub fn fill(&mut self, picture: &mut Picture) {
        self.view.fill(self.simulation.world(), self.alpha, self.seconds, &self.ground, picture);
        let space = self.view.space();
        view::overlays::selected(space, self.simulation.rules(), self.simulation.world(), self.selected, picture);
        let Some(at) = self.pointer else { return };
        match self.held {
            Held::Tower(kind) => {
                let cell = self.site(kind, at);
                let free = self.check_site(kind, cell).is_ok();
                let tower = &self.simulation.rules().towers[kind.index()];
                let plan = Plan { cell, footprint_cells: tower.footprint_cells, range_m: tower.range_m, range_min_m: tower.range_min_m, free };
                view::overlays::placing(space, &plan, picture);
            }
            Held::Power(kind) => {
                let arc = self.simulation.throw_arc(kind, at.to_array());
                let radius_m = self.simulation.rules().powers[kind.index()].blast.radius_m;
                if arc.is_empty() {
                    view::overlays::blocked_aim(space.world_from_map(at), radius_m, picture);
                } else {
                    let usable = self.simulation.can_cast(kind, at.to_array()).is_ok();
                    view::overlays::aiming(space, &arc, radius_m, usable, &self.ground, picture);
                }
            }
            Held::Nothing if self.show_cursor => view::overlays::cursor(space.world_from_map(at), picture),
            Held::Nothing => {}
        }
    }

    /// Real time passes for sounds and messages. Says what sounds all the time and hands out what starts now.
    pub fn listen(&mut self, dt_s: f32, start: &mut dyn FnMut(Cue)) -> Ambience {
        self.view.listen_from(Listener::of(&self.camera.pose()));
        let ambience = self.view.pass(self.simulation.level(), self.simulation.rules(), self.simulation.world(), dt_s);
        self.view.cues().drain().for_each(start);
        ambience
    }

    /// What a picture of this battle is seen with: the camera with its shake, and the time.
    pub fn scene(&self, shake_share: f32) -> Scene {
        let mut pose = self.camera.pose();
        let shake = self.view.shake(self.simulation.world(), self.alpha, pose.target.truncate()) * shake_share;
        let t = self.seconds * 41.0;
        pose.target += glam::vec3(t.sin(), (t * 1.31).cos(), (t * 0.77).sin()) * shake * 0.35;
        Scene { pose, seconds: self.seconds, night: false }
    }

    /// Most marks of corpses and most flying dead from now on.
    pub fn set_limits(&mut self, corpse_marks: usize, flying_dead: usize) {
        self.view.set_limits(corpse_marks, flying_dead);
    }

    /// A replay is watched.
    pub fn watching(&self) -> bool {
        self.watching
    }

    /// Says something to the player.
    pub fn say(&mut self, text: &str) {
        self.view.messages().say(text);
    }

    /// Where in the middle of a picture of this size most enemies stand within `radius_m` of each other; none when nobody is
    /// in sight. For the log, from which tests and reports see what a player would.
    pub fn densest_in_sight(&self, radius_m: f32, size_px: Vec2) -> Option<Vec2> {
        let eye = self.camera.eye(size_px);
        let (low, high) = (size_px * Vec2::new(0.2, 0.22), size_px * Vec2::new(0.8, 0.7));
        let positions = &self.simulation.world().units.position;
        let mut best: Option<(u32, Vec2)> = None;
        for at in positions.iter().step_by((positions.len() / 200).max(1)) {
            let place = self.ground.on(self.space().world_from_map(*at));
            let Some(point) = eye.point(place).filter(|p| p.cmpge(low).all() && p.cmple(high).all()) else { continue };
            let inside = view::hud::inside(Source::from(&self.simulation), *at, radius_m);
            if best.is_none_or(|b| inside > b.0) {
                best = Some((inside, point));
            }
        }
        best.map(|b| b.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Data;
    use glam::vec2;

    fn battle() -> Session {
        let data = Data::find().expect("the repository holds its data");
        let rules = Arc::new(data.rules().expect("the shipped tables are right"));
        let level = Arc::new(data.level("first-bombs", &rules).expect("the first level is right"));
        let (figures, models) = (FigureTable::default(), ModelTable::default());
        Session::new(level, rules, Difficulty::Standard, Looks { figures: &figures, models: &models, ground: HeightField::flat() })
    }

    fn run(session: &mut Session, ticks: u32) {
        for _ in 0..ticks {
            session.tick(&mut |_, _| ());
        }
    }

    #[test]
    fn a_retried_wave_starts_from_the_state_it_started_with() {
        let mut session = battle();
        session.set_speed(5);
        let mut starts = Vec::new();
        while session.outcome() == Outcome::Running && session.simulation().world().tick < 20_000 {
            let mut started = false;
            session.tick(&mut |_, events| started = events.iter().any(|e| matches!(e, Event::WaveStarted { .. })));
            if started {
                starts.push((session.simulation().world().waves.started, session.simulation().hash()));
            }
        }
        assert_eq!(session.outcome(), Outcome::Lost, "nobody defended the keep");
        let (wave, before, now) = session.retry_wave().expect("there is a checkpoint");
        assert_eq!(starts.last(), Some(&(wave, before)), "the checkpoint is that of the wave that was lost");
        assert_eq!(before, now, "the state at the wave's start is the same to the bit");
        assert_eq!(session.outcome(), Outcome::Running);
        assert!(session.paused, "the player gets time to think");
        // and the same dice: played on the same way it ends the same way
        run(&mut session, 300);
        let first = session.simulation().hash();
        session.retry_wave().expect("a wave can be retried again and again");
        run(&mut session, 300);
        assert_eq!(first, session.simulation().hash());
    }

    #[test]
    fn a_battle_that_was_left_goes_on_exactly_there() {
        let mut straight = battle();
        run(&mut straight, 900);
        let snapshot = straight.snapshot();
        let (level, rules) = (straight.simulation().level().clone(), straight.simulation().rules().clone());
        let (figures, models) = (FigureTable::default(), ModelTable::default());
        let mut resumed =
            Session::resume(level, rules, &snapshot, Looks { figures: &figures, models: &models, ground: HeightField::flat() }).expect("its own snapshot");
        assert!(resumed.paused);
        assert!(straight.replay().is_some() && resumed.replay().is_none(), "a recording without its beginning could not be verified");
        run(&mut straight, 600);
        run(&mut resumed, 600);
        assert_eq!(straight.simulation().hash(), resumed.simulation().hash());
    }

    #[test]
    fn what_was_played_by_hand_verifies_as_a_replay_also_after_a_retry() {
        let mut session = battle();
        run(&mut session, 20);
        session.held = Held::Tower(TowerKind(0));
        session.use_hand(vec2(66.5, 67.5));
        run(&mut session, 200);
        assert_eq!(session.simulation().world().towers.len(), 1, "the archers stand");
        session.order(Command::CallWave);
        run(&mut session, 400);
        session.retry_wave().expect("there is a checkpoint");
        run(&mut session, 100);
        let replay = session.replay().expect("it was recorded from the start");
        let (level, rules) = (session.simulation().level().clone(), session.simulation().rules().clone());
        let end = replay.verify(level, rules, None).expect("the same battle again");
        assert_eq!(end.hash(), session.simulation().hash());
    }

    #[test]
    fn an_order_given_in_a_pause_is_carried_out_in_the_pause() {
        let mut session = battle();
        run(&mut session, 5);
        session.paused = true;
        session.held = Held::Tower(TowerKind(0));
        session.use_hand(vec2(66.5, 67.5));
        assert_eq!(session.advance(0.1, true, &mut |_, _| ()), 1, "one tick for the order");
        assert_eq!(session.advance(0.1, true, &mut |_, _| ()), 0, "and no more");
        assert_eq!(session.simulation().world().towers.len(), 1);
    }

    #[test]
    fn frames_of_any_length_give_the_same_battle() {
        let (mut smooth, mut rough) = (battle(), battle());
        smooth.set_steady(true);
        rough.set_steady(true);
        while smooth.simulation().world().tick < 300 {
            smooth.advance(1.0 / 144.0, true, &mut |_, _| ());
        }
        while rough.simulation().world().tick < 300 {
            rough.advance(0.09, true, &mut |_, _| ());
        }
        let ahead = rough.simulation().world().tick - smooth.simulation().world().tick;
        run(&mut smooth, ahead);
        assert_eq!(smooth.simulation().hash(), rough.simulation().hash());
    }
}
