//! What the rules of room are for: H5 to H8.

use super::{Bed, Mean, Shown, at_least, at_most};
use sim::measure::Measure;
use sim::systems::horde::flow;

/// H5: those who walk side by side keep 0.9 m apart.
pub fn h05_repulsion() -> Shown {
    at_least("distance between two who walk side by side after a second, meters", 0.87, |seed| {
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
/// Smallest distance of a heap of idle ones after 3 s: 0.8 m with the rule, 0.4 without.
pub fn h06_separation() -> Shown {
    at_least("smallest distance between two who overlapped, meters", 0.7, |seed| {
        let mut bed = Bed::open("h06-overlapping", seed)?;
        bed.run(90, |_| ());
        Ok((0..bed.world().units.len()).map(|row| bed.nearest_m(row)).fold(f32::MAX, f32::min))
    })
}

/// H7: a move into a wall keeps its part along the wall.
/// Ticks until 60 of 80 have come out of the narrowing lane: with the rule, without.
pub fn h07_axis_split() -> Shown {
    at_most("ticks until three quarters have slid along the steps", 1500.0, |seed| {
        let mut bed = Bed::open("h07-walls", seed)?;
        let ticks = bed.ticks_until(3000, |bed| bed.world().units.position.iter().filter(|at| at.x > 30.0).count() >= 20);
        Ok(ticks as f32)
    })
}

/// H7: nobody's body is pressed into a wall.
/// Share of time with a fourth of the own radius inside rock: with the rule, without.
pub fn h07_wall_push() -> Shown {
    at_most("share of the time with a fourth of the radius in rock", 0.01, |seed| {
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
/// Share of those through who took the far gap: with the rule, without.
pub fn h08_density_cost() -> Shown {
    at_least("share that took the far gap", 0.1, |seed| {
        let mut bed = Bed::open("h08-two-gaps", seed)?;
        let mut measure = Measure::new(bed.level());
        bed.run(1800, |bed| measure.observe(bed.level(), bed.world(), bed.sim.derived()));
        let probes = measure.report().throughput;
        println!("    {probes:?}");
        Ok(probes[1].crossings as f32 / (probes[0].crossings + probes[1].crossings).max(1) as f32)
    })
}

/// H8: inside a dense crowd one walks slowly.
/// Mean share of top speed in cells of more than 1.1 enemies: with the rule, without.
pub fn h08_slowdown() -> Shown {
    at_most("share of top speed inside a dense block that sets out", 0.7, |seed| {
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
