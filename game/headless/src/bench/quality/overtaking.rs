//! Sixty fast ones behind three large ones in a lane of 10 m: they pass, and hardly lose speed.

use super::course::{Crew, Look, Next, Scene, side_by_side};
use super::row::{Now, Reached, Text, percent};
use glam::Vec2;
use sim::TICK_S;

/// Where the way ends over which the speed is taken, metres from the left.
const END_X_M: f32 = 146.0;
/// At 4 m/s the way takes 1,100 ticks.
const TICKS_MAX: u32 = 4_500;

pub const ROWS: &[Text] = &[
    Text {
        id: "overtaking-file",
        name: "overtaking: 60 fast behind 3 large in file, share of own speed",
        article: "passes",
        study: "95 %",
        floor: "93 %",
        goal: "97 %",
    },
    Text {
        id: "overtaking-abreast",
        name: "overtaking: 60 fast behind 3 large abreast, share of own speed",
        article: "passes",
        study: "91 %",
        floor: "90 %",
        goal: "95 %",
    },
];
const LIMITS: [(f64, f64); 2] = [(0.93, 0.97), (0.90, 0.95)];

/// How the fast ones did.
pub struct Seen {
    pub fast: usize,
    /// Who came to the end before the foremost large one.
    pub passed: usize,
    /// Of each who came to the end: mean speed as a share of the own top speed.
    pub shares: Vec<f64>,
    pub ticks: u32,
}

impl Seen {
    pub fn mean(&self) -> f64 {
        self.shares.iter().sum::<f64>() / self.shares.len().max(1) as f64
    }
}

pub fn measure(crew: &Crew, wanted: &[bool]) -> Vec<Now> {
    let one = |row: &Text, limits| Scene::load(row.id).map(|scene| judge(&see(crew, &scene), limits)).unwrap_or_else(|why| Now::failed(&why));
    let one = &one;
    let rows = ROWS.iter().zip(LIMITS).zip(wanted);
    side_by_side(rows.map(|((row, limits), wanted)| move || if *wanted { one(row, limits) } else { Now::unasked() }).collect())
}

/// Follows every small one from its start to the end of the way.
pub fn see(crew: &Crew, scene: &Scene) -> Seen {
    let start = scene.start();
    let units = &start.world().units;
    let large_m = scene.level.classes.iter().map(|class| class.radius_m).fold(0.0, f32::max);
    let large = |class: content::rules::ClassIndex| scene.level.classes[class.index()].radius_m >= large_m;
    // By id: where it started, where it was last, its top speed, whether it is one of the fast ones that are still on the way.
    let ids = units.id.iter().map(|id| id.0 as usize).max().unwrap_or(0) + 1;
    let mut from = vec![Vec2::ZERO; ids];
    let mut speed = vec![1.0_f32; ids];
    let mut on_the_way = vec![false; ids];
    for row in 0..units.len() {
        let id = units.id[row].0 as usize;
        from[id] = scene.plain(units.position[row]);
        speed[id] = units.speed_mps[row];
        on_the_way[id] = !large(units.class[row]);
    }
    let fast = on_the_way.iter().filter(|on| **on).count();
    let mut last = from.clone();
    let (mut shares, mut passed) = (Vec::new(), 0);
    let course = crew.run(scene, TICKS_MAX, |look: &mut Look<'_>| {
        let units = &look.world().units;
        let seconds = look.ticks() as f32 * TICK_S;
        let mut seen = vec![false; ids];
        let mut foremost = 0.0_f32;
        for row in 0..units.len() {
            let id = units.id[row].0 as usize;
            let at = scene.plain(units.position[row]);
            if large(units.class[row]) {
                foremost = foremost.max(at.x);
            }
            if id < ids {
                seen[id] = true;
                last[id] = at;
            }
        }
        for id in 0..ids {
            // Gone before the end: an exit stands there.
            if on_the_way[id] && (!seen[id] || last[id].x >= END_X_M) {
                on_the_way[id] = false;
                shares.push(f64::from((last[id].x - from[id].x) / seconds / speed[id]));
                passed += usize::from(last[id].x > foremost);
            }
        }
        if on_the_way.contains(&true) { Next::GoOn } else { Next::Stop }
    });
    Seen { fast, passed, shares, ticks: course.ticks }
}

fn judge(seen: &Seen, (floor, goal): (f64, f64)) -> Now {
    let mean = seen.mean();
    let all = seen.passed == seen.fast && seen.fast > 0;
    let least = seen.shares.iter().copied().fold(f64::INFINITY, f64::min);
    let reached = if all { Reached::at_least(mean, floor, goal) } else { Reached::Below };
    let detail = format!("{} of {} passed in {} ticks, the slowest at {}", seen.passed, seen.fast, seen.ticks, percent(least));
    Now::number(mean, percent(mean), reached, detail)
}
