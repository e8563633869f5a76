//! What goes beyond the article: claims, the watchdog, room ahead.

use super::{Bed, Mean, Shown, at_least, at_most};

/// Claims: two crowds of 300 form lanes in a gap of 6 m, in which they walk.
/// With the rule 0.42 to 0.44, without 0.35.
pub fn claims() -> Shown {
    at_least("share of their speed at which two crowds walk against each other in a gap", 0.4, |seed| {
        let mut bed = Bed::open("beyond-claims", seed)?;
        let mut speed = Mean::default();
        bed.ticks_until(6000, |bed| {
            let units = &bed.world().units;
            for row in bed.walkers().filter(|row| (29.0..35.0).contains(&units.position[*row].x)) {
                speed.add(units.velocity[row].length() / units.speed_mps[row]);
            }
            bed.walkers().count() == 0
        });
        if bed.walkers().count() > 0 { Err(format!("{} never came through", bed.walkers().count())) } else { speed.get() }
    })
}

/// The right of way turns to who was held up for long: large ones from both sides pass through a bent way for one.
/// With the rule 82 to 126 s, without never.
pub fn urgency() -> Shown {
    at_most("time until large ones from both sides have passed a way for one, seconds", 300.0, |seed| {
        let mut bed = Bed::open("beyond-right-of-way", seed)?;
        let ticks = bed.ticks_until(12_000, |bed| bed.world().units.is_empty());
        if bed.world().units.is_empty() { Ok(ticks as f32 / 30.0) } else { Err(format!("{} never came through", bed.world().units.len())) }
    })
}

/// The watchdog finds who stands still on a free way and brings it on. Since nothing is known that makes anybody stick,
/// one is nailed down by force: its top speed is taken.
/// With the rule 4.5 to 4.9 m, without 0.
pub fn watchdog() -> Shown {
    at_least("way that somebody who cannot walk has come, meters", 1.5, |seed| {
        let mut bed = Bed::open("beyond-watchdog", seed)?;
        let last = bed.world().units.len() - 1;
        let start = bed.world().units.position[last];
        bed.edit(|world| world.units.speed_mps[last] = 0.0)?;
        bed.run(1500, |_| ());
        if bed.world().counters.stuck == 0 { Err("nobody was found".into()) } else { Ok((bed.world().units.position[last] - start).length()) }
    })
}

/// Room ahead overrides the density: who has nobody before them walks.
/// With the rule 0.87 to 0.9, without 0.57 to 0.61.
pub fn room_ahead() -> Shown {
    at_least("share of top speed of those in the thick of a block who have room ahead", 0.75, |seed| {
        let mut bed = Bed::open("h08-dense-block", seed)?;
        let mut speed = Mean::default();
        bed.run(60, |bed| {
            let units = &bed.world().units;
            for row in bed.walkers().filter(|_| bed.world().tick > 15) {
                let cell = bed.sim.derived().ground.index_at(units.position[row]).expect("on the map");
                let dense = sim::systems::horde::flow::density(&bed.world().crowd.flow[cell]) > 0.9;
                let room = (0..units.len()).all(|other| {
                    let to = units.position[other] - units.position[row];
                    other == row || to.length() > 1.3 || to.dot(units.facing[row]) < 0.6 * to.length()
                });
                if dense && room {
                    speed.add(units.velocity[row].length() / units.speed_mps[row]);
                }
            }
        });
        speed.get()
    })
}
