//! Draws a composed battle to a picture: the looking glass of whoever works on the renderer.
//!
//! `diorama VIEW COUNT OUT.png [WIDTHxHEIGHT] [off|stills|all] [samples]`, views: battle, night, wide, close, after, ravine,
//! keep, wood, swap.

#[path = "../tests/scene/mod.rs"]
mod scene;

use render::{Gpu, GpuOptions, Ground, Offscreen, Renderer, RendererOptions, Shadows, capture};
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |k: usize, default: &str| arguments.get(k).cloned().unwrap_or(default.to_string());
    let (view, count, out) = (argument(0, "battle"), argument(1, "1500").parse().expect("a number of figures"), argument(2, "diorama.png"));
    let size = argument(3, "1280x800").split_once('x').map(|(w, h)| (w.parse().expect("a width"), h.parse().expect("a height"))).expect("WIDTHxHEIGHT");
    let shadows = match argument(4, "all").as_str() {
        "off" => Shadows::Off,
        "stills" => Shadows::Stills,
        _ => Shadows::All,
    };
    let samples = argument(5, "4").parse().expect("1 or 4 samples");
    let timed = |label: &str, start: Instant| println!("{label:12} {:8.1} ms", start.elapsed().as_secs_f64() * 1e3);

    let start = Instant::now();
    let assets = scene::assets();
    timed("assets", start);
    for f in &assets.figures {
        let clips: Vec<String> = f.clips.iter().map(|c| format!("{} {}+{}{}", c.name, c.first, c.samples, if c.looping { " loop" } else { "" })).collect();
        println!("  {}: {:.2} m, radius {:.2} m; {}", f.name, f.height_m, f.radius_m, clips.join(", "));
    }
    let start = Instant::now();
    let ground = Ground::build(&scene::paint(128, 128)).expect("a map that fits");
    timed("ground", start);
    let start = Instant::now();
    let scene = scene::compose(&view, count, &ground, &assets);
    timed("scene", start);
    println!("  {} figures ({} in the air), {} still models", scene.figures.len(), scene.flying, scene.stills.iter().map(|g| g.1.len()).sum::<usize>());
    let start = Instant::now();
    let gpu = Gpu::open(&GpuOptions::default()).unwrap_or_else(|e| panic!("{e}"));
    timed("device", start);
    let start = Instant::now();
    let mut renderer = Renderer::new(&gpu, &assets, &RendererOptions { size, samples, shadows, ..RendererOptions::default() });
    renderer.set_ground(&gpu, &ground);
    renderer.set_stills(&gpu, &scene.stills);
    timed("renderer", start);
    let target = Offscreen::new(&gpu, size.0, size.1);
    for frame in 0..2 {
        let start = Instant::now();
        let counts = scene.draw_with(|input| renderer.draw(&gpu, input, &target.view));
        gpu.wait();
        timed(&format!("frame {frame}"), start);
        println!(
            "  prepare {:.2}, encode {:.2}, submit {:.2} ms; {} draws, {} triangles, {} bytes",
            counts.prepare_ms, counts.encode_ms, counts.submit_ms, counts.draws, counts.triangles, counts.uploaded
        );
    }
    let back = renderer.read_back(&gpu);
    let passes: Vec<String> = back.pass_ms.iter().map(|(n, t)| format!("{n} {t:.1}")).collect();
    println!("  passes ms: {}; errors {}", passes.join(", "), gpu.errors());
    capture(&gpu, &target.texture).expect("the picture comes back").save(&out).expect("the picture is written");
    if view == "swap" {
        renderer.body_sheet(&gpu).expect("the sheet comes back").save("bodies.png").expect("the sheet is written");
    }
}
