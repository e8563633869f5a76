//! What all models are made of, and how long each part of loading them takes: `asset_table [FOLDER] [--no-gpu]`; without a folder
//! the shipped models. Run it with `--release`.

use render::assets::{self, Progress};
use render::{Assets, Gpu, GpuOptions, Renderer, RendererOptions};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Names of figures and of still models in a folder: what has a skin is a figure.
fn names(folder: &Path) -> (Vec<String>, Vec<String>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{} cannot be read ({e}); name a folder of .glb files", folder.display()));
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "glb"))
        .filter_map(|path| path.file_stem().map(|s| s.to_string_lossy().to_string()))
        .collect();
    names.sort();
    names.into_iter().partition(|name| assets::has_skin(&folder.join(format!("{name}.glb"))))
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let shipped = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/models");
    let folder = arguments.iter().find(|a| !a.starts_with("--")).map_or_else(shipped, PathBuf::from);
    let (figures, models) = names(&folder);
    let (figures, models): (Vec<&str>, Vec<&str>) = (figures.iter().map(String::as_str).collect(), models.iter().map(String::as_str).collect());
    let ms = |since: Instant| since.elapsed().as_secs_f32() * 1e3;
    let start = Instant::now();
    let (assets, faults) = Assets::load_all(&folder, &figures, &models, &|_| 1.0, &Progress::default()).unwrap_or_else(|e| panic!("{e}"));
    let loading_ms = ms(start);
    println!("{:14} {:>8} {:>24} {:>6} {:>7}  clips (frames at 30 a second, * plays on)", "model", "KB", "triangles a level", "bones", "height");
    let mut bytes = 0;
    let mut row = |name: &str, triangles: &[usize], bones: usize, height_m: f32, clips: &str| {
        let size = folder.join(format!("{name}.glb")).metadata().map_or(0, |m| m.len());
        bytes += size;
        let triangles: Vec<String> = triangles.iter().map(ToString::to_string).collect();
        println!("{name:14} {:8.1} {:>24} {bones:>6} {height_m:6.2}m  {clips}", size as f32 / 1e3, triangles.join(" "));
    };
    for f in &assets.figures {
        let clips: Vec<String> = f.clips.iter().map(|c| format!("{} {}{}", c.name, c.samples, if c.looping { "*" } else { "" })).collect();
        let triangles: Vec<usize> = f.levels.iter().map(|l| l.indices.len() / 3).collect();
        row(&f.name, &triangles, f.bones, f.height_m, &clips.join(", "));
    }
    for m in &assets.models {
        row(&m.name, &m.levels.each_ref().map(|l| l.indices.len() / 3), 0, m.height_m, "");
    }
    println!("{} models, {:.2} MB", assets.figures.len() + assets.models.len(), bytes as f32 / 1e6);
    let parts = assets.parts;
    for (part, ms) in [
        ("reading", parts.reading_ms),
        ("decoding", parts.decoding_ms),
        ("baking clips", parts.baking_ms),
        ("lowest points", parts.lowest_ms),
        ("all of loading", loading_ms),
    ] {
        println!("{part:28} {ms:8.1} ms");
    }
    if !arguments.iter().any(|a| a == "--no-gpu") {
        let opening = Instant::now();
        let gpu = Gpu::open(&GpuOptions::default()).unwrap_or_else(|e| panic!("{e}"));
        println!("{:28} {:8.1} ms", "opening the graphics device", ms(opening));
        let uploading = Instant::now();
        let renderer = Renderer::new(&gpu, &assets, &RendererOptions::default());
        gpu.wait();
        println!("{:28} {:8.1} ms", "pipelines, uploading, marks", ms(uploading));
        drop(renderer);
    }
    println!("{:28} {:8.1} ms", "everything", ms(start));
    faults.iter().for_each(|fault| println!("stands in: {fault}"));
}
