//! Every scene mirrored, turned by 90 and 30 degrees, and with other seeds: how far its main figure is from
//! the plain one, which is the mean of its five seeds.

use super::course::{Crew, Scene, side_by_side};
use super::row::{Now, Reached, Text, percent, rounded};
use super::turned::{Way, turned, twice_as_large};
use super::{bottleneck, horde, overtaking, ring, streets};
use serde_json::{Map, Value, json};

/// Besides the level's own: five in all.
const SEEDS: [u64; 4] = [2, 3, 4, 5];
/// Mark of a plain scene with another seed, beyond the numbers of the plain ones.
const SEED: usize = 2;
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
    let (mut worst, mut failed) = (0.0_f64, 0);
    let mut per_scene = Map::new();
    let mut told = Vec::new();
    for ((id, what, _), spread) in SCENES.iter().zip(spreads) {
        match spread {
            Ok(spread) => {
                worst = worst.max(spread.worst());
                failed += spread.failed();
                per_scene.insert((*id).to_owned(), if spread.failed() == 0 { json!(rounded(spread.worst())) } else { Value::Null });
                told.push(format!("{id} ({what}) {}", spread.told()));
            }
            Err(sentence) => {
                failed += 1;
                per_scene.insert((*id).to_owned(), Value::Null);
                told.push(format!("{id} ({what}): {}", sentence.replace('\n', " ")));
            }
        }
    }
    let shown = if failed == 0 { percent(worst) } else { format!("{}, {failed} fail", percent(worst)) };
    let reached = if failed == 0 { Reached::at_most(worst, 0.15, 0.05) } else { Reached::Below };
    vec![Now { value: Value::Object(per_scene), shown, reached, detail: told.join("; ") }]
}

/// A figure of one scene in all its orientations and seeds.
struct Spread {
    plain: f64,
    /// Name and how far its figure is from the plain one, as a share, or why there is none.
    others: Vec<(String, Result<f64, String>)>,
}

impl Spread {
    fn see(crew: &Crew, id: &str, figure: Figure) -> Result<Self, String> {
        let scene = Scene::load(id)?;
        // What each is compared with: the plain scene, or the plain one twice as large.
        let mut plain = vec![scene.clone()];
        let mut others = Vec::new();
        for way in Way::ALL {
            match twice_as_large(&scene).filter(|_| way == Way::Thirty) {
                Some(large) => {
                    others.push((format!("{}, twice as large", way.name()), turned(&large, way)?, 1));
                    plain.push(large);
                }
                None => others.push((way.name().to_owned(), turned(&scene, way)?, 0)),
            }
        }
        others.extend(SEEDS.iter().map(|seed| (format!("seed {seed}"), scene.seeded(*seed), SEED)));
        let scenes = plain.iter().chain(others.iter().map(|(_, scene, _)| scene));
        let mut values = side_by_side(scenes.map(|scene| || figure(crew, scene)).collect());
        let values_of_others = values.split_off(plain.len());
        let mut plain: Vec<f64> = values.into_iter().collect::<Result<_, _>>()?;
        // The plain scene is the mean of its five seeds: some last stragglers make one of them an outlier.
        let seeds: Vec<f64> =
            others.iter().zip(&values_of_others).filter(|((_, _, of), _)| *of == SEED).filter_map(|(_, value)| value.as_ref().ok()).copied().collect();
        let first = plain[0];
        plain[0] = (plain[0] + seeds.iter().sum::<f64>()) / (1 + seeds.len()) as f64;
        let deviation = |value: f64, of: usize| value / plain[of % SEED].max(1e-9) - 1.0;
        let own = ("own seed".to_owned(), Ok(deviation(first, 0)));
        let named = others.into_iter().zip(values_of_others).map(|((name, _, of), value)| (name, value.map(|value| deviation(value, of))));
        let others = std::iter::once(own).chain(named).collect();
        Ok(Self { plain: plain[0], others })
    }

    /// The largest deviation of those that came to a figure.
    fn worst(&self) -> f64 {
        self.others.iter().filter_map(|(_, deviation)| deviation.as_ref().ok()).map(|deviation| deviation.abs()).fold(0.0, f64::max)
    }

    /// How many came to none.
    fn failed(&self) -> usize {
        self.others.iter().filter(|(_, deviation)| deviation.is_err()).count()
    }

    fn told(&self) -> String {
        let other = |(name, deviation): &(String, Result<f64, String>)| match deviation {
            Ok(deviation) => format!("{name} {:+.1} %", deviation * 100.0),
            Err(why) => why.replace('\n', " "),
        };
        format!("{:.3}: {}", self.plain, self.others.iter().map(other).collect::<Vec<_>>().join(", "))
    }
}
