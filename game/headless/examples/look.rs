#![allow(missing_docs, clippy::all)]
use sim::{Options, Simulation};
use std::sync::Arc;
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let rules = content::load::load_rules(std::path::Path::new("assets/rules")).map_err(|f| f.to_string()).unwrap();
    let level = content::load::load_level(std::path::Path::new(&a[0]), &rules).map_err(|f| f.to_string()).unwrap();
    let mut s = Simulation::new(Arc::new(level), Arc::new(rules), Options::default());
    let t: u32 = a[1].parse().unwrap();
    let kind: u8 = a[2].parse().unwrap();
    for k in 0..t + 61 {
        s.step(&[]);
        if k >= t && (k - t) % 20 == 0 {
            println!("tick {k}");
            let u = &s.world().units;
            for r in 0..u.len() {
                if u.class[r].0 == kind && u.position[r].x > 36.0 {
                    println!(
                        "{} at {:.2} v {:.2} e {:.2} rem {:.2} wait {} mot {} drift {:.2} stall {} down {:?}",
                        u.id[r].0,
                        u.position[r],
                        u.velocity[r],
                        u.facing[r],
                        u.remaining_m[r],
                        u.wait_ticks[r],
                        u.motion[r].0,
                        u.drift[r],
                        u.stalled_ticks[r],
                        s.derived().fields.direction(u.target[r], u.class[r], u.position[r])
                    );
                }
            }
        }
    }
}
