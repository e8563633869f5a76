//! Every scene mirrored, turned by 90 and 30 degrees, and with other seeds: how far its main figure is from the plain one.

use super::course::{Crew, Scene, side_by_side};
use super::row::{Now, Reached, Text, percent, rounded};
use super::turned::{Way, turned};
use super::{bottleneck, horde, overtaking, ring, streets};
use serde_json::{Map, Value, json};

/// Besides the level's own: five in all.
const SEEDS: [u64; 4] = [2, 3, 4, 5];
/// Ticks after which a scene does not empty any more.
const TICKS_MAX: u32 = 24_000;

pub const ROWS: &[Text] = &[Text {
    id: "turned",
    name: "every scene turned by 30 and 90 degrees, mirrored, 5 seeds: largest deviation",
    article: "-",
    study: "-",
    floor: "15 %",
    goal: "5 %",
}];

/// What a scene is about, as one number.
type Figure = fn(&Crew, &Scene) -> Result<f64, String>;

/// Each level with its main figure.
const SCENES: &[(&str, &str, Figure)] = &[
    (horde::LEVEL, "flow at the 6 m gap", |crew, scene| horde::see(crew, scene, horde::JAM_TICK).map(|seen| seen.flow[0])),
    ("counterflow-2", "time", time),
    ("counterflow-4", "time", time),
    ("counterflow-6", "time", time),
    ("counterflow-8", "time", time),
    ("counterflow-10", "time", time),
    ("counterflow-passage", "time", time),
    ("counterflow-door", "time", time),
    (streets::LEVEL, "time", time),
    (overtaking::ROWS[0].id, "speed share", overtaken),
    (overtaking::ROWS[1].id, "speed share", overtaken),
    (ring::LEVEL, "share of time held, with kills", |crew, scene| Ok(ring::see(crew, scene, true).held())),
    ("bottleneck-game-2", "flow", |crew, scene| bottleneck::point(crew, scene, bottleneck::RADII_M[0]).map(|point| point.1)),
    ("bottleneck-human-2", "flow", |crew, scene| bottleneck::point(crew, scene, bottleneck::RADII_M[1]).map(|point| point.1)),
    ("mixed-sizes", "time", time),
    ("rimea-1", "time", time),
    ("rimea-6", "time", time),
    ("rimea-9-four", "time", time),
    ("rimea-9-two", "time", time),
    ("rimea-11", "time", time),
    ("rimea-12", "time", time),
    ("rimea-15-short", "time", time),
    ("rimea-15-corner", "time", time),
    ("rimea-15-long", "time", time),
];

fn time(crew: &Crew, scene: &Scene) -> Result<f64, String> {
    let course = crew.run_blind(scene, TICKS_MAX);
    if course.emptied() { Ok(f64::from(course.ticks)) } else { Err(course.told_left()) }
}

fn overtaken(crew: &Crew, scene: &Scene) -> Result<f64, String> {
    let seen = overtaking::see(crew, scene);
    if seen.passed == seen.fast { Ok(seen.mean()) } else { Err(format!("{}: {} of {} passed", scene.name, seen.passed, seen.fast)) }
}

pub fn measure(crew: &Crew, _wanted: &[bool]) -> Vec<Now> {
    let spreads = side_by_side(SCENES.iter().map(|(id, _, figure)| move || Spread::see(crew, id, *figure)).collect());
    let mut worst = 0.0_f64;
    let mut per_scene = Map::new();
    let mut told = Vec::new();
    for ((id, what, _), spread) in SCENES.iter().zip(spreads) {
        match spread {
            Ok(spread) => {
                worst = worst.max(spread.worst());
                per_scene.insert((*id).to_owned(), json!(rounded(spread.worst())));
                told.push(format!("{id} ({what}) {}", spread.told()));
            }
            Err(sentence) => {
                worst = f64::INFINITY;
                per_scene.insert((*id).to_owned(), Value::Null);
                told.push(format!("{id} ({what}): {}", sentence.replace('\n', " ")));
            }
        }
    }
    let shown = if worst.is_finite() { percent(worst) } else { "some fail".to_owned() };
    vec![Now { value: Value::Object(per_scene), shown, reached: Reached::at_most(worst, 0.15, 0.05), detail: told.join("; ") }]
}

/// A figure of one scene in all its orientations and seeds.
struct Spread {
    plain: f64,
    /// Name and figure.
    others: Vec<(String, f64)>,
}

impl Spread {
    fn see(crew: &Crew, id: &str, figure: Figure) -> Result<Self, String> {
        let scene = Scene::load(id)?;
        let mut scenes = vec![(String::new(), scene.clone())];
        for way in Way::ALL {
            scenes.push((way.name().to_owned(), turned(&scene, way)?));
        }
        scenes.extend(SEEDS.iter().map(|seed| (format!("seed {seed}"), scene.seeded(*seed))));
        let values = side_by_side(scenes.iter().map(|(_, scene)| || figure(crew, scene)).collect());
        let values: Vec<f64> = values.into_iter().collect::<Result<_, _>>()?;
        let plain = values[0];
        Ok(Self { plain, others: scenes.into_iter().map(|(name, _)| name).zip(values).skip(1).collect() })
    }

    fn deviation(&self, value: f64) -> f64 {
        value / self.plain.max(1e-9) - 1.0
    }

    fn worst(&self) -> f64 {
        self.others.iter().map(|(_, value)| self.deviation(*value).abs()).fold(0.0, f64::max)
    }

    fn told(&self) -> String {
        let others: Vec<String> = self.others.iter().map(|(name, value)| format!("{name} {:+.1} %", self.deviation(*value) * 100.0)).collect();
        format!("{:.3}: {}", self.plain, others.join(", "))
    }
}
