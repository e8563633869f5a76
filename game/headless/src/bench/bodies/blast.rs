//! Rows about single blasts: 359 at a wall beside the rule of B5 word for word, and one that reaches 3,000.

use super::Ask;
use super::knocked::round4;
use super::scene::{Systems, idle, open};
use crate::bench::speed::clock::{least, median, thread_ms};
use crate::bench::speed::row::{Reached, Row, at_least, at_most, worse};
use content::level::Level;
use content::map::{Cell, Terrain};
use content::rules::{Blast, ClassIndex};
use glam::{Vec2, vec2};
use serde_json::json;
use sim::derived::ground::Ground;
use sim::flight::{self, Flights, Throw};
use sim::{Event, World};
use std::hint::black_box;

/// Rows of [`at_a_wall`].
pub const AT_A_WALL: &[&str] = &["blast-359-wall", "blast-359-cliff", "blast-359-ledges"];
/// Row of [`wide`].
pub const WIDE: &[&str] = &["blast-3000"];

/// Blasts from one state.
const ROUNDS: u32 = 101;
/// A scene: what it is, its level, and where the blast is that reaches all 359.
struct Scene {
    told: &'static str,
    level: fn() -> Level,
    at: [f32; 2],
    blast: Blast,
}

/// As in the testbed of this name: in their middle, and most fly over the wall.
const IN_THE_MIDDLE: Scene =
    Scene { told: "a wall of rock 4 m high and deep", level: || wall(4), at: [32.0, 41.0], blast: Blast { radius_m: 16.0, force_mps: 18.0, damage: 0 } };
/// From the front: everybody is thrown at rock that is too deep to fly over, and has to look for a landing elsewhere.
const FROM_THE_FRONT: Scene = Scene {
    told: "a cliff 4 m high, thrown at it from the front",
    level: || wall(26),
    at: [32.0, 50.0],
    blast: Blast { radius_m: 19.5, force_mps: 18.0, damage: 0 },
};
/// On six ledges a meter wide with gorges between them: nearly every landing is refused, as many as a search can have.
const ON_LEDGES: Scene =
    Scene { told: "ledges a meter wide between gorges", level: ledges, at: [48.0, 48.0], blast: Blast { radius_m: 47.0, force_mps: 18.0, damage: 0 } };

/// 359 with their backs to rock of 4 m, so many cells of it deep.
fn wall(deep: i32) -> Level {
    let mut level = open(64, 0, 1.0, 2.0);
    for y in 34 - deep..34 {
        for x in 0..64 {
            let k = level.map.index(Cell::new(x, y)).expect("on the map");
            (level.map.terrain[k], level.map.cliff_m[k]) = (Terrain::Cliff, 4.0);
        }
    }
    level.crowds = vec![idle(359, [20.0, 35.0], [44.0, 47.0])];
    level
}

/// 359 on six ledges in a gorge 80 m wide.
fn ledges() -> Level {
    let mut level = open(96, 0, 1.0, 2.0);
    let ledge = |k: i32| 23 + 10 * k;
    for y in 8..88 {
        for x in 8..88 {
            let k = level.map.index(Cell::new(x, y)).expect("on the map");
            if (0..6).all(|ledge_k| y != ledge(ledge_k)) {
                level.map.terrain[k] = Terrain::Ravine;
            }
        }
    }
    let on = |k: i32| idle(if k == 0 { 59 } else { 60 }, [18.0, ledge(k) as f32 + 0.45], [78.0, ledge(k) as f32 + 0.55]);
    level.crowds = (0..6).map(on).collect();
    level
}

/// What a launch asks for.
struct Asked {
    from: Vec2,
    wish: Vec2,
    climb_mps: f32,
}

/// B5 word for word: every candidate is flown with the tick's own step, up and along, until one ends well.
fn step_every_candidate(ground: &Ground, class: ClassIndex, asked: &Asked, flights: &mut u32) -> Vec2 {
    for turn in [0, 25, -25, 50, -50, 75, -75, 100, -100, 125, -125, 150, -150, 175, -175] {
        let (sin, cos) = base::math::sin_cos(turn as f32 * (base::math::PI / 180.0));
        let turned = vec2(cos * asked.wish.x - sin * asked.wish.y, sin * asked.wish.x + cos * asked.wish.y);
        'factor: for factor in [1.0, 0.7, 0.4, 0.1] {
            *flights += 1;
            let (mut at, mut height, mut climb) = (asked.from, 0.0, asked.climb_mps);
            loop {
                let down = flight::fall(&mut height, &mut climb);
                flight::glide(&mut at, turned * factor);
                if ground.obstacle_m(Ground::cell_of(at)) > height.max(0.0) {
                    continue 'factor;
                }
                if down {
                    break;
                }
            }
            if ground.walkable_at(class, at) {
                return at;
            }
        }
    }
    asked.from
}

/// One blast into 359 at a wall, all in, beside the search of B5 as it is written, in turns from one state.
pub fn at_a_wall(ask: &Ask<'_>) -> Result<Vec<Row>, String> {
    let scenes = AT_A_WALL.iter().zip([IN_THE_MIDDLE, FROM_THE_FRONT, ON_LEDGES]);
    Ok(scenes.filter(|(id, _)| ask.wants(id)).map(|(id, scene)| one_wall(id, &scene)).collect())
}

/// The scene for counting instructions, and what sets its blast off.
pub fn from_the_front() -> (Systems, impl Fn(&mut Systems)) {
    let Scene { level, at, blast, .. } = FROM_THE_FRONT;
    (Systems::new(level()), move |systems: &mut Systems| systems.set_off(at, blast))
}

fn one_wall(id: &'static str, scene: &Scene) -> Row {
    let mut systems = Systems::new((scene.level)());
    let begun = systems.world.clone();
    let asked = asked(&systems.world, scene);
    let throws: Vec<Throw> =
        asked.iter().zip(0..).map(|(asked, row)| Throw { row, wish: asked.wish, climb_mps: asked.climb_mps, forward: row % 2 == 0 }).collect();
    let mut buffers = Flights::with_room();
    let (mut ours, mut searches, mut theirs, mut differ, mut flights) = (Vec::new(), Vec::new(), Vec::new(), 0, 0);
    for _ in 0..ROUNDS {
        systems.world.units.clone_from(&begun.units);
        systems.world.counters = begun.counters;
        let from = thread_ms();
        systems.set_off(scene.at, scene.blast);
        let between = thread_ms();
        flights = 0;
        let ground = &systems.derived.ground;
        let landings: Vec<Vec2> = asked.iter().map(|asked| black_box(step_every_candidate(ground, ClassIndex(0), asked, &mut flights))).collect();
        theirs.push(thread_ms() - between);
        ours.push(between - from);
        let mut units = begun.units.clone();
        let from = thread_ms();
        flight::launch(&mut units, ground, 0, &throws, &mut buffers, |_, apex_m| assert!(apex_m >= 0.0));
        searches.push(thread_ms() - from);
        let same = |(a, b): &(&Vec2, &Vec2)| a.x.to_bits() == b.x.to_bits() && a.y.to_bits() == b.y.to_bits();
        differ += landings.iter().zip(&systems.world.units.landing).filter(|pair| !same(pair)).count();
    }
    let thrown = systems.events.iter().filter(|event| matches!(event, Event::Launched { .. })).count();
    let times_of = |ours: &[f64]| median(&ours.iter().zip(&theirs).map(|(ours, theirs)| theirs / ours).collect::<Vec<_>>());
    let (ms, times) = (median(&ours), times_of(&searches));
    Row {
        id,
        title: format!(
            "one blast into {thrown} at {}, all in; and its launches as a share of stepping every candidate of B5 up to the first good one",
            scene.told
        ),
        article: "1.3 to 1.9 ms",
        floor: "1/4",
        goal: "1/8; 0.10 ms",
        now: format!("1/{times:.1}; {ms:.3} ms all in"),
        reached: worse(at_least(times, 4.0, 8.0), at_most(ms, 1.3, 0.10)),
        differs: differ > 0 || thrown != 359,
        detail: json!({
            "ms all in": { "least": round4(least(&ours)), "median": round4(ms) },
            "launches ms": { "least": round4(least(&searches)), "median": round4(median(&searches)) },
            "all in by stepping every candidate": round4(1.0 / times_of(&ours)),
            "stepping every candidate ms": { "least": round4(least(&theirs)), "median": round4(median(&theirs)) },
            "candidates stepped": flights,
            "candidates a body": round4(f64::from(flights) / thrown.max(1) as f64),
            "landings that differ": differ,
        }),
    }
}

/// The launches that the blast will ask for.
fn asked(world: &World, scene: &Scene) -> Vec<Asked> {
    let (at, blast) = (Vec2::from(scene.at), scene.blast);
    let one = |row: usize| {
        let offset = world.units.position[row] - at;
        let share = (world.units.position[row].distance_squared(at).sqrt() / blast.radius_m).clamp(0.0, 1.0);
        let (wish, climb_mps) = flight::launch_velocity(world.seed, world.units.id[row], world.counters.blasts, blast, offset, share, 0.0);
        Asked { from: world.units.position[row], wish, climb_mps }
    };
    (0..world.units.len()).map(one).collect()
}

/// One blast that reaches 3,000.
pub fn wide(_: &Ask<'_>) -> Result<Vec<Row>, String> {
    let mut systems = Systems::new(open(160, 3_000, 53.0, 107.0));
    let begun = systems.world.clone();
    let mut ms = Vec::new();
    for _ in 0..ROUNDS {
        systems.world.units.clone_from(&begun.units);
        let from = thread_ms();
        systems.set_off([80.0, 80.0], Blast { radius_m: 40.0, force_mps: 18.0, damage: 0 });
        ms.push(thread_ms() - from);
    }
    let hit = systems.events.iter().filter(|event| matches!(event, Event::Launched { .. })).count();
    Ok(vec![Row {
        id: WIDE[0],
        title: "one blast that reaches 3,000, all in".to_owned(),
        article: "-",
        floor: "reported",
        goal: "reported",
        now: format!("{hit} thrown, {:.3} ms", median(&ms)),
        reached: if hit == 3_000 { Reached::Reported } else { Reached::Below },
        differs: false,
        detail: json!({ "ms": { "least": round4(least(&ms)), "median": round4(median(&ms)) } }),
    }])
}
