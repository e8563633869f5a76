//! What the rules of room are for: H5 to H8.

use super::{Bed, Mean, Shown, at_least, at_most};
use sim::measure::Measure;
use sim::systems::horde::flow;

/// H5: those who walk side by side keep 0.9 m apart.
/// With the rule 0.88 to 0.89 m, without 0.84 to 0.85.
pub fn h05_repulsion() -> Shown {
    at_least("distance between two who walk side by side after a second, meters", 0.866, |seed| {
        let mut bed = Bed::open("h05-repulsion", seed)?;
        let mut apart = Mean::default();
        bed.run(60, |bed| {
            let at = &bed.world().units.position;
            for k in (0..at.len()).step_by(2).filter(|_| bed.world().tick > 30) {
                apart.add((at[k].y - at[k + 1].y).abs());
            }
        });
        apart.get()
    })
}

/// H6: overlapping pairs are pushed apart.
/// With the rule 0.84 m, without 0.32 to 0.37.
pub fn h06_separation() -> Shown {
    at_least("smallest distance between two who overlapped, meters", 0.7, |seed| {
        let mut bed = Bed::open("h06-overlapping", seed)?;
        bed.run(90, |_| ());
        Ok((0..bed.world().units.len()).map(|row| bed.nearest_m(row)).fold(f32::MAX, f32::min))
    })
}

/// H7: a move into a wall keeps its part along the wall.
/// With the rule 1.3 to 2.8 %, without 7.7 to 10.6 %.
pub fn h07_axis_split() -> Shown {
    at_most("percent of their steps that came to nothing", 4.5, |seed| {
        let mut bed = Bed::open("h07-axis-split", seed)?;
        let mut last = bed.world().units.clone();
        let mut halted = Mean::default();
        bed.run(900, |bed| {
            let units = &bed.world().units;
            for row in bed.under_way() {
                if let Ok(before) = last.id.binary_search(&units.id[row]) {
                    halted.share((units.position[row] - last.position[before]).length() < 0.001);
                }
            }
            last.clone_from(units);
        });
        Ok(100.0 * halted.get()?)
    })
}

/// H7: nobody's body is pressed into a wall.
/// With the rule 0.000, without 0.05 to 0.06.
pub fn h07_wall_push() -> Shown {
    at_most("share of the time with a fourth of the radius in rock", 0.015, |seed| {
        let mut bed = Bed::open("h07-walls", seed)?;
        let mut inside = Mean::default();
        bed.run(900, |bed| {
            for row in bed.walkers() {
                inside.share(bed.to_wall_m(bed.world().units.position[row]) < 0.75 * bed.radius_m(row));
            }
        });
        inside.get()
    })
}

/// H8: a jam sends some round by the farther way.
/// With the rule 0.24, without 0.
pub fn h08_density_cost() -> Shown {
    at_least("share that took the far gap", 0.1, |seed| {
        let mut bed = Bed::open("h08-two-gaps", seed)?;
        let mut measure = Measure::new(bed.level());
        bed.run(1800, |bed| measure.observe(bed.level(), bed.world(), bed.sim.derived()));
        let probes = measure.report().throughput;
        Ok(probes[1].crossings as f32 / (probes[0].crossings + probes[1].crossings).max(1) as f32)
    })
}

/// H8: inside a dense crowd one walks slowly.
/// With the rule 0.89, without 0.95.
pub fn h08_slowdown() -> Shown {
    at_most("share of top speed inside a dense block that sets out", 0.925, |seed| {
        let mut bed = Bed::open("h08-dense-block", seed)?;
        let mut speed = Mean::default();
        bed.run(60, |bed| {
            let units = &bed.world().units;
            for row in bed.under_way().filter(|_| bed.world().tick > 15) {
                let cell = bed.sim.derived().ground.index_at(units.position[row]).expect("on the map");
                if flow::density(&bed.world().crowd.flow[cell]) > 1.1 {
                    speed.add(units.velocity[row].length() / units.speed_mps[row]);
                }
            }
        });
        speed.get()
    })
}
