//! `tumblekeep bench-render`: what a frame costs, by scene and by who throws shadows.
//!
//! The simulation runs as in a battle; each tick is followed by the view and drawn twice. Times are medians. Each frame is
//! waited for before the next begins, so that an adapter in software, whose threads are the processor's, does not run
//! beside what is measured.

use crate::allocations;
use crate::arguments::BenchRender;
use crate::data::Data;
use crate::frame::Painter;
use crate::session::Scene;
use content::rules::Difficulty;
use glam::vec2;
use render::Counts;
use serde_json::{Value, json};
use sim::simulation::{Options, Simulation};
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;
use ui::{SettingsModel, Shadows};
use view::camera::Camera;
use view::picture::Picture;

/// What is drawn: a level, the tick from which on, and from where (place on the map in metres, distance in metres, yaw).
struct Stage {
    id: &'static str,
    about: &'static str,
    level: &'static str,
    from_tick: u32,
    camera: [f32; 4],
}

/// Marks and bodies as many as can be set, since the scenes are about many.
const MOST: usize = view::decals::SETTING_MAX;

const STAGES: &[Stage] = &[
    Stage { id: "march-3000", about: "3,000 on their way", level: "testbeds/horde-3000", from_tick: 60, camera: [64.0, 40.0, 95.0, 0.0] },
    Stage { id: "march-20000", about: "20,000 on their way", level: "testbeds/march-20000", from_tick: 60, camera: [128.0, 85.0, 150.0, 0.0] },
    Stage { id: "blast-2000", about: "2,000 in the air", level: "testbeds/knocked-2000", from_tick: 45, camera: [50.0, 50.0, 90.0, 0.0] },
    Stage { id: "blast-10000", about: "10,000 in the air", level: "testbeds/knocked-10000", from_tick: 45, camera: [106.0, 106.0, 130.0, 0.0] },
    Stage { id: "kill-1000", about: "1,000 killed in one tick, in the air", level: "testbeds/kill-1000", from_tick: 29, camera: [54.0, 54.0, 80.0, 0.0] },
    Stage { id: "aftermath-5000", about: "the marks of 5,000 fallen", level: "testbeds/aftermath-5000", from_tick: 420, camera: [128.0, 132.0, 95.0, 0.0] },
];

/// Frames drawn before anything is measured.
const WARM_UP: usize = 4;
/// Frames a tick, as at 60 frames a second.
const FRAMES_A_TICK: u32 = 2;

/// One scene with one kind of shadows.
#[derive(Default)]
struct Measured {
    /// Ms of the view a tick and a frame, of uploads, of commands, of the submit.
    follow: Vec<f64>,
    fill: Vec<f64>,
    upload: Vec<f64>,
    encode: Vec<f64>,
    submit: Vec<f64>,
    whole: Vec<f64>,
    allocations: Vec<f64>,
    counts: Counts,
    figures: usize,
    marks: usize,
}

/// Measures what the arguments ask for.
pub fn run(ask: &BenchRender) -> Result<(), String> {
    let stages: Vec<&Stage> = STAGES.iter().filter(|stage| ask.scene.as_deref().is_none_or(|id| id == stage.id)).collect();
    if stages.is_empty() {
        let known: Vec<&str> = STAGES.iter().map(|stage| stage.id).collect();
        return Err(format!("there is no scene `{}`; there are {}", ask.scene.as_deref().unwrap_or_default(), known.join(", ")));
    }
    let data = Data::find()?;
    let rules = Arc::new(data.rules().map_err(|f| f.to_string())?);
    let settings = SettingsModel::default();
    let mut painter = Painter::offscreen(&data, &rules, ask.adapter.as_deref(), ask.size, ask.samples, &settings)?;
    let mut rows = Vec::new();
    for stage in stages {
        let level = Arc::new(data.level(stage.level, &rules).map_err(|f| f.to_string())?);
        for shadows in Shadows::ALL {
            painter.set(&SettingsModel { shadows, ..settings.clone() });
            let ground = painter.set_level(&level);
            let measured = measure(
                &mut painter,
                Simulation::new(level.clone(), rules.clone(), Options { seed: None, difficulty: Difficulty::Standard }),
                stage,
                ask,
                &ground,
            );
            rows.push(told(stage, shadows, &measured));
        }
    }
    let mut out = std::io::stdout().lock();
    let mut line = |text: String| writeln!(out, "{text}").map_err(|e| format!("standard output: {e}"));
    line(format!("{} at {} x {}, {} samples; CPU ms are medians of {} frames", painter.adapter(), ask.size.0, ask.size.1, ask.samples, ask.frames))?;
    for row in &rows {
        line(format!(
            "{:<14} shadows {:<6} view {:.2} a tick + {:.2}, upload {:.2}, encode {:.2}, submit {:.2} ms; whole frame {:.0} ms; {} draws, {} triangles ({} of shadows), {} of {} figures in view, {} marks, {} bytes up, {} allocations",
            row["scene"].as_str().unwrap_or_default(),
            row["shadows"].as_str().unwrap_or_default(),
            row["follow_ms"].as_f64().unwrap_or_default(),
            row["fill_ms"].as_f64().unwrap_or_default(),
            row["upload_ms"].as_f64().unwrap_or_default(),
            row["encode_ms"].as_f64().unwrap_or_default(),
            row["submit_ms"].as_f64().unwrap_or_default(),
            row["frame_ms"].as_f64().unwrap_or_default(),
            row["draws"],
            row["triangles"],
            row["shadow_triangles"],
            row["figures_in_view"],
            row["figures"],
            row["marks"],
            row["uploaded_bytes"],
            row["allocations"],
        ))?;
    }
    if ask.json {
        line(
            json!({ "adapter": painter.adapter(), "size": [ask.size.0, ask.size.1], "samples": ask.samples, "frames": ask.frames, "rows": rows }).to_string(),
        )?;
    }
    Ok(())
}

fn measure(painter: &mut Painter, mut simulation: Simulation, stage: &Stage, ask: &BenchRender, ground: &view::HeightField) -> Measured {
    let (level, rules) = (simulation.level().clone(), simulation.rules().clone());
    let looks = painter.looks(ground.clone());
    let mut battle = view::Battle::new(&level, &rules, looks.figures, looks.models);
    battle.set_limits(MOST, MOST);
    let mut camera = Camera::over(&level);
    let [x, y, distance_m, yaw_deg] = stage.camera;
    camera.look(battle.space().world_from_map(vec2(x, y)), distance_m, yaw_deg);
    let size = vec2(ask.size.0 as f32, ask.size.1 as f32);
    for _ in 0..60 {
        camera.update(&view::camera::Wish::default(), 0.1, size, ground);
    }
    let scene = Scene { pose: view::camera::Pose { distance_m, ..camera.pose() }, seconds: 1.0, night: false };
    let (mut picture, mut measured) = (Picture::default(), Measured::default());
    while simulation.world().tick < stage.from_tick {
        simulation.step(&[]);
        battle.observe(&level, &rules, simulation.world(), simulation.events());
    }
    let mut frame = 0;
    while frame < WARM_UP + ask.frames {
        simulation.step(&[]);
        let start = Instant::now();
        battle.observe(&level, &rules, simulation.world(), simulation.events());
        let follow = milliseconds(start);
        for k in 0..FRAMES_A_TICK {
            let asked = allocations::so_far();
            let whole = Instant::now();
            battle.fill(simulation.world(), (k as f32 + 0.5) / FRAMES_A_TICK as f32, 1.0, ground, &mut picture);
            let fill = milliseconds(whole);
            let counts = painter.draw_counted(scene, &picture);
            let (whole, asked) = (milliseconds(whole), allocations::so_far() - asked);
            if frame >= WARM_UP {
                measured.fill.push(fill);
                measured.upload.push(f64::from(counts.prepare_ms));
                measured.encode.push(f64::from(counts.encode_ms));
                measured.submit.push(f64::from(counts.submit_ms));
                measured.whole.push(whole);
                measured.allocations.push(asked as f64);
                if k == 0 {
                    measured.follow.push(follow);
                }
                (measured.figures, measured.marks, measured.counts) = (picture.figures.len(), picture.marks.len(), counts);
            }
            frame += 1;
        }
    }
    measured
}

fn told(stage: &Stage, shadows: Shadows, m: &Measured) -> Value {
    let round = |v: f64| (v * 1000.0).round() / 1000.0;
    let c = &m.counts;
    json!({
        "scene": stage.id,
        "about": stage.about,
        "shadows": match shadows { Shadows::Off => "off", Shadows::TerrainAndTowers => "towers", Shadows::All => "all" },
        "follow_ms": round(median(&m.follow)),
        "fill_ms": round(median(&m.fill)),
        "upload_ms": round(median(&m.upload)),
        "encode_ms": round(median(&m.encode)),
        "submit_ms": round(median(&m.submit)),
        "frame_ms": round(median(&m.whole)),
        "gpu_ms": c.pass_ms.iter().map(|(pass, ms)| ((*pass).to_owned(), json!(round(f64::from(*ms))))).collect::<serde_json::Map<_, _>>(),
        "allocations": median(&m.allocations),
        "figures": m.figures,
        "figures_in_view": c.figures_in_view,
        "marks": m.marks,
        "draws": c.draws,
        "triangles": c.triangles + c.crowd_triangles,
        "crowd_triangles": c.crowd_triangles,
        "shadow_triangles": c.shadow_triangles,
        "uploaded_bytes": c.uploaded,
    })
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_is_a_level_that_the_game_has() {
        let data = Data::find().expect("the repository holds its data");
        let rules = data.rules().expect("the shipped tables are right");
        for stage in STAGES {
            let level = data.level(stage.level, &rules).unwrap_or_else(|faults| panic!("{}: {faults}", stage.id));
            assert!(level.map.width as f32 > stage.camera[0] && level.map.height as f32 > stage.camera[1], "{}", stage.id);
        }
    }

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!((median(&[3.0, 1.0, 2.0]), median(&[])), (2.0, 0.0));
    }
}
