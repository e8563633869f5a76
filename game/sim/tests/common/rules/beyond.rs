//! What goes beyond the article: claims, the watchdog, room ahead.

use super::{Bed, KEEP, Mean, Shown, at_least, at_most};

/// Claims: two crowds pass each other in a gap.
pub fn claims() -> Shown {
    at_most("ticks until both crowds are through", 3600.0, |seed| {
        let mut bed = Bed::open("beyond-claims", seed)?;
        bed.edit(|world| {
            let tower = world.towers.id[0];
            world.towers.health[0] = 1_000_000_000;
            world.towers.reload_wait[0] = u16::MAX;
            for row in 0..world.units.len() {
                world.units.target[row] = if world.units.position[row].x > 34.0 { tower } else { KEEP };
            }
        })?;
        if std::env::var("ALONE").is_ok() { bed.edit(|world| { for row in 0..world.units.len() { if !world.units.target[row].is_none() { world.units.idle[row] = 1; world.units.position[row] = glam::Vec2::new(60.0, 2.0); } } })?; }
        let through = |bed: &Bed| {
            bed.walkers().all(|row| {
                let x = bed.world().units.position[row].x;
                if bed.world().units.target[row].is_none() { x > 34.0 } else { x < 30.0 }
            })
        };
        let t = bed.ticks_until(6000, through); println!("{t} {}", bed.walkers().filter(|row| { let x = bed.world().units.position[*row].x; if bed.world().units.target[*row].is_none() { x < 34.0 } else { x > 30.0 }}).count());
        Ok(t as f32)
    })
}

/// The watchdog frees who is stuck.
pub fn watchdog() -> Shown {
    at_least("way that somebody who cannot walk has come, meters", 2.0, |seed| {
        let mut bed = Bed::open("beyond-watchdog", seed)?;
        let last = bed.world().units.len() - 1;
        let start = bed.world().units.position[last];
        bed.edit(|world| world.units.speed_mps[last] = 0.0)?;
        bed.run(1500, |_| ());
        println!("{}", bed.world().counters.stuck);
        Ok(bed.world().units.position[last].x - start.x)
    })
}

/// Room ahead overrides the density: who has nobody before them walks.
pub fn room_ahead() -> Shown {
    at_least("share of top speed of those in front of a dense block that sets out", 0.5, |seed| {
        let mut bed = Bed::open("h08-dense-block", seed)?;
        let mut speed = Mean::default();
        bed.run(30, |bed| {
            let units = &bed.world().units;
            let front = bed.walkers().map(|row| units.position[row].x).fold(0.0, f32::max);
            for row in bed.walkers().filter(|row| bed.world().tick > 8 && units.position[*row].x > front - 1.5) {
                speed.add(units.velocity[row].length() / units.speed_mps[row]);
            }
        });
        speed.get()
    })
}
