//! Nobody jumps: positions run evenly between ticks across births, deaths and removed rows; a flight is handed on as it is.

mod common;

use base::records::{FigureRecord, unhalf};
use glam::{Vec2, vec2};
use sim::event::Event;
use sim::tables::{Phase, UnitId};
use view::{Battle, HeightField, Picture};

struct Stage {
    level: content::level::Level,
    rules: content::rules::Rules,
    world: sim::World,
    battle: Battle,
    picture: Picture,
    ground: HeightField,
}

impl Stage {
    fn new() -> Self {
        let (level, rules) = (common::level(), common::rules());
        let world = common::world(&level, &rules);
        let battle = Battle::new(&level, &rules, &common::figures(), &common::models());
        Self { level, rules, world, battle, picture: Picture::default(), ground: HeightField::flat() }
    }

    fn tick(&mut self, events: &[Event]) {
        self.world.tick += 1;
        self.battle.observe(&self.level, &self.rules, &self.world, events);
    }

    fn at(&mut self, alpha: f32) -> &[FigureRecord] {
        self.battle.fill(&self.world, alpha, 0.0, &self.ground, &mut self.picture);
        &self.picture.figures
    }

    /// Where someone is drawn, in world space.
    fn place(&mut self, id: UnitId, alpha: f32) -> Vec2 {
        self.battle.actors().place(id.0, alpha).expect("it is seen").0
    }
}

#[test]
fn everybody_runs_evenly_while_rows_come_and_go() {
    let mut stage = Stage::new();
    let mut alive: Vec<UnitId> = (0..40).map(|k| common::unit(&mut stage.world, 0, vec2(10.0 + k as f32, 20.0))).collect();
    stage.tick(&[]);
    let step = vec2(0.05, 0.02);
    for tick in 0..60u32 {
        let before: Vec<(UnitId, Vec2)> = alive.iter().map(|id| (*id, stage.place(*id, 1.0))).collect();
        for p in &mut stage.world.units.position {
            *p += step;
        }
        if tick % 3 == 1 {
            // out of the middle: every later row moves up
            let dead = alive.remove(alive.len() / 2);
            common::kill(&mut stage.world, dead);
        }
        if tick % 4 == 2 {
            alive.push(common::unit(&mut stage.world, 0, vec2(30.0, 5.0)));
        }
        if tick % 10 == 9 {
            // the oldest body is gone
            let mut gone = vec![false; stage.world.bodies.len()];
            gone[0] = true;
            stage.world.bodies.remove_where(&gone);
        }
        stage.tick(&[]);
        for (id, at) in before {
            let (start, half, end) = (stage.place(id, 0.0), stage.place(id, 0.5), stage.place(id, 1.0));
            assert!(start.distance(at) < 1e-5, "tick {tick}: {id:?} jumped from {at} to {start}");
            let moved = end.distance(start);
            assert!(moved < 0.06, "tick {tick}: {id:?} ran {moved} m");
            assert!(half.distance((start + end) * 0.5) < 1e-5);
        }
        let new = *alive.last().expect("some live");
        assert!(stage.place(new, 0.0).distance(stage.place(new, 1.0)) < 0.06, "whoever is new stands where it is");
        let seen = stage.world.units.len() + stage.world.bodies.len();
        assert_eq!(stage.at(0.3).len(), seen);
    }
}

#[test]
fn y_of_the_map_points_south_and_a_look_turns_with_it() {
    let mut stage = Stage::new();
    common::unit(&mut stage.world, 0, vec2(10.0, 12.0));
    stage.world.units.facing[0] = vec2(1.0, 0.0);
    stage.tick(&[]);
    let f = stage.at(1.0)[0];
    assert_eq!((f.position[0], f.position[1]), (10.0, common::SIDE as f32 - 12.0));
    let off = (f.turn & 0xffff).abs_diff(0x4000);
    assert!(off < 1500, "east is a quarter turn, give or take a look aside: {off}");
}

#[test]
fn a_flight_keeps_its_parabola_and_its_landing_shows_no_spin() {
    let mut stage = Stage::new();
    let id = common::unit(&mut stage.world, 0, vec2(20.0, 20.0));
    stage.tick(&[]);
    // as the simulation throws: two whole turns and a quarter forwards
    let (mut climb, ticks) = (18.0f32, 54u32);
    let spin = (std::f32::consts::TAU * 2.0 + std::f32::consts::FRAC_PI_2) / ticks as f32;
    {
        let u = &mut stage.world.units;
        (u.phase[0], u.belly[0], u.landing_tick[0], u.body_facing[0]) = (Phase::Flight, 1, stage.world.tick + ticks, vec2(0.0, 1.0));
    }
    let mut last_turn: Option<u32> = None;
    let mut last_fall: Option<f32> = None;
    for tick in 1..=ticks {
        climb -= 20.0 / 30.0;
        let dead = tick > 20;
        if tick == 20 {
            // it dies in the air: the body flies on
            common::kill(&mut stage.world, id);
        }
        let (height, angle, phase, position) = {
            let (b, u) = (&mut stage.world.bodies, &mut stage.world.units);
            let (h, a, p, at) = if dead || tick == 20 {
                (&mut b.height_m[0], &mut b.angle[0], &mut b.phase[0], &mut b.position[0])
            } else {
                (&mut u.height_m[0], &mut u.angle[0], &mut u.phase[0], &mut u.position[0])
            };
            (h, a, p, at)
        };
        let before = *height;
        *height += climb / 30.0;
        *angle += spin;
        position.x += 0.2;
        if tick == ticks {
            (*height, *angle, *phase) = (0.0, std::f32::consts::FRAC_PI_2, Phase::Settle);
        }
        let now = *height;
        stage.tick(&[]);
        for alpha in [0.0, 0.25, 0.5, 0.75] {
            let f = stage.at(alpha)[0];
            let expected = before + (now - before) * alpha;
            assert!((f.position[2] - expected).abs() < 1e-4, "tick {tick}: {} instead of {expected}", f.position[2]);
            assert!((unhalf((f.shape >> 16) as u16) - expected).abs() < 0.01);
            let turn = f.turn >> 16;
            assert!(turn > 0, "tick {tick}: a body in the air turns about its middle");
            if let Some(last) = last_turn {
                let step = (turn.wrapping_sub(last) as i16 as f32 / 65536.0 * std::f32::consts::TAU).abs();
                assert!(step < spin * 0.5, "tick {tick} + {alpha}: spun by {step} within a quarter of a tick");
            }
            last_turn = Some(turn);
            let (a, b) = (f.frames & 0xffff, f.frames >> 16);
            assert_eq!(b, a + 1, "turning bodies need neighbouring frames");
            // it died in the air and comes down in a pose of its own: the fall runs on, a little faster or slower
            let fall = (a - 33) as f32 + (f.look & 0xff) as f32 / 255.0;
            if let Some(before) = last_fall {
                let step: f32 = (fall - before).rem_euclid(24.0);
                assert!((0.1..0.5).contains(&step), "tick {tick} + {alpha}: the fall went on by {step} frames in a quarter of a tick");
            }
            last_fall = Some(fall);
        }
    }
    // it lies as its mark will be drawn: in its frame of the fall, a quarter turn forwards
    stage.tick(&[]);
    let f = stage.at(0.5)[0];
    let pose = usize::from(stage.battle.actors().sight(id.0).expect("it lies there").pose);
    assert_eq!((f.frames & 0xffff, f.look & 0xff, f.turn >> 16), (u32::from(common::LYING[pose][1]), 0, 0x4000));
}

#[test]
fn the_living_lie_and_get_up_without_a_jump_in_the_clip() {
    let mut stage = Stage::new();
    common::unit(&mut stage.world, 0, vec2(20.0, 20.0));
    stage.tick(&[]);
    let lie = |stage: &mut Stage, phase: Phase, ticks: u16| {
        stage.world.units.phase[0] = phase;
        stage.world.units.phase_ticks[0] = ticks;
        stage.tick(&[]);
    };
    let progress = |f: &FigureRecord| (f.frames & 0xffff) as f32 + (f.look & 0xff) as f32 / 255.0;
    lie(&mut stage, Phase::Flight, 0);
    lie(&mut stage, Phase::Settle, 6);
    for left in (1..=30).rev() {
        lie(&mut stage, Phase::Lying, left);
    }
    let last = progress(&stage.at(1.0)[0]);
    assert!((last - 228.0).abs() < 0.05, "one tick before getting up the clip is one frame before its end: {last}");
    for left in (1..=45).rev() {
        lie(&mut stage, Phase::Rising, left);
        let f = stage.at(1.0)[0];
        assert_eq!(f.turn >> 16, 0, "who gets up does not tumble");
        if left < 40 {
            assert!((58..103).contains(&(f.frames & 0xffff)), "getting up from the back: frame {}", f.frames & 0xffff);
        }
    }
    assert!(progress(&stage.at(1.0)[0]) > 100.0, "it stands at the end of the clip");
}

#[test]
fn missing_clips_and_figures_fall_back() {
    let mut stage = Stage::new();
    for kind in 0..3 {
        common::unit(&mut stage.world, kind, vec2(10.0 + f32::from(kind), 10.0));
    }
    stage.tick(&[]);
    for phase in [Phase::Standing, Phase::Flight, Phase::Settle, Phase::Lying, Phase::Rising, Phase(77)] {
        stage.world.units.phase.fill(phase);
        stage.tick(&[]);
        let figures = stage.at(0.7).to_vec();
        assert_eq!(figures.len(), 3);
        assert!(figures.iter().all(|f| f.frames & 0xffff < 282 && f.position.iter().all(|v| v.is_finite())));
        assert_eq!(figures[1].look >> 8 & 0xff, 2, "the renderer's number, not the row of the rules");
        let scale = unhalf(figures[1].shape as u16);
        assert!((1.8..2.3).contains(&scale), "a giant is an ogre at twice its height: {scale}");
    }
    // no figures at all: nothing is drawn, nothing breaks
    let mut bare = Battle::new(&stage.level, &stage.rules, &Default::default(), &Default::default());
    bare.observe(&stage.level, &stage.rules, &stage.world, &[]);
    bare.fill(&stage.world, 0.5, 0.0, &stage.ground, &mut stage.picture);
    assert!(stage.picture.figures.is_empty() && stage.picture.stills.is_empty());
}

#[test]
fn walkers_walk_strikers_strike_and_the_hurt_flash() {
    let mut stage = Stage::new();
    let walker = common::unit(&mut stage.world, 0, vec2(10.0, 10.0));
    let striker = common::unit(&mut stage.world, 0, vec2(20.0, 10.0));
    stage.tick(&[]);
    for k in 0..30u16 {
        stage.world.units.position[0].x += 2.2 / 30.0;
        stage.world.units.strike_wait[1] = 36 - k;
        let events = if k == 0 { vec![Event::KeepStruck { unit: striker, damage: 1 }] } else { vec![] };
        stage.tick(&events);
        let frame = stage.at(1.0)[1].frames & 0xffff;
        if k == 0 {
            // the fade from standing begins in that tick; the blow is the clip's middle
            assert_eq!(stage.at(1.0)[1].frames >> 16, 16);
        }
        if k == 10 {
            assert_eq!(frame, 26, "ten ticks after the blow");
        }
    }
    let frame = stage.at(0.5)[0].frames & 0xffff;
    assert!((265..282).contains(&frame), "2.2 m/s is a walk, not frame {frame}");
    stage.tick(&[Event::Hurt { unit: walker, damage: 3 }]);
    assert!(stage.at(0.0)[0].look >> 16 & 0xff > 100);
    for _ in 0..6 {
        stage.tick(&[]);
    }
    assert_eq!(stage.at(0.5)[0].look >> 16 & 0xff, 0);
}
