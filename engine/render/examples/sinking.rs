//! How deep bodies sink into the ground and how high they hover, of every figure in a folder: `sinking [FOLDER]`.
//!
//! A fall turns: at every moment of the clip the body lies on the ground at any of 500 angles. Who lies alive or gets up does
//! not turn; "as made" is the clip without the renderer's table, "a frame" the most that the mean of all vertices rises or falls
//! in one frame. In mm as modelled; at another size they grow with the scale.

#[path = "../tests/figures/mod.rs"]
mod figures;

fn main() {
    let folder = std::env::args().nth(1).map_or_else(figures::shipped_folder, std::path::PathBuf::from);
    println!("{:12} {:14} {:>6}  {:>8} {:>8}   {:>16} {:>8} {:>8}", "figure", "clip", "frames", "sinks mm", "hovers", "as made: sinks", "hovers", "a frame");
    let (mut worst, mut words) = (0.0f32, 0);
    let start = std::time::Instant::now();
    let all = figures::all(&folder);
    let load_s = start.elapsed().as_secs_f64();
    for f in &all {
        words += f.lowest.len();
        for clip in f.clips.iter().filter(|c| figures::on_the_ground(&c.name)) {
            let (fit, more) = figures::fit(f, clip);
            worst = worst.max(fit.worst_m());
            let more = more.map_or(String::new(), |m| format!("{:16.2} {:8.2} {:8.1}", m.as_made.sinks_m * 1e3, m.as_made.hovers_m * 1e3, m.jump_m * 1e3));
            println!("{:12} {:14} {:6}  {:8.2} {:8.2}   {more}", f.name, clip.name, clip.samples, fit.sinks_m * 1e3, fit.hovers_m * 1e3);
        }
    }
    println!("worst {:.2} mm (at most 4, goal 2); tables {} KiB; {} figures read in {load_s:.2} s, one after another", worst * 1e3, words / 256, all.len());
}
