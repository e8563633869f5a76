//! What the rules of bombs and kegs are for: B1, B9.

use super::super::rules::{Bed, Shown, at_least, at_most};
use super::with_rules;
use glam::{Vec2, vec2};
use sim::event::{Cause, Event};
use sim::tables::TowerId;

/// Column at which the wall of the testbed begins, meters.
const WALL_X: f32 = 40.0;

/// B1: what is thrown at a wall comes back from it.
/// With the rule 39.9, without 42.1.
pub fn b01_bounce() -> Shown {
    at_most("farthest column that a bomb reaches that is thrown past a wall", WALL_X, |seed| {
        let mut bed = Bed::open("b01-bombs", seed)?;
        let (mut farthest, mut seen) = (0.0_f32, 0);
        bed.run(140, |bed| {
            let bombs = &bed.world().bombs;
            for row in (0..bombs.len()).filter(|row| bombs.thrower[*row].is_none()) {
                farthest = farthest.max(bombs.position[row].x);
                seen += 1;
            }
        });
        if seen < 100 { Err(format!("only {seen} bomb ticks")) } else { Ok(farthest) }
    })
}

/// B1: a bomb on the ground rolls on as long as it has speed.
/// With the rule 2.4 m, without 0.2.
pub fn b01_roll() -> Shown {
    at_least("way that a bomb of 6 m/s rolls, meters", 1.5, |seed| {
        let mut bed = with_rules(Bed::open("b01-bombs", seed)?, seed, |rules| rules.powers[0].fuse_ticks = 400);
        bed.ticks_until(300, |bed| bed.world().tick > 12 && !bed.world().bombs.is_empty() && bed.world().bombs.grounded[0] == 1);
        bed.edit(|world| world.bombs.velocity[0] = vec2(-6.0, 0.0))?;
        let (id, from) = (bed.world().bombs.id[0], bed.world().bombs.position[0]);
        bed.run(45, |_| ());
        let row = bed.world().bomb_ids.row(id.0).ok_or("it went off")?;
        Ok((bed.world().bombs.position[row] - from).length())
    })
}

/// B1: bombs have a fuse.
/// With the rule 0, without 3.
pub fn b01_fuse() -> Shown {
    at_most("bombs of the keep that lie there seconds later", 0.0, |seed| {
        let mut bed = Bed::open("b01-bombs", seed)?;
        let mut blasts = 0;
        bed.run(200, |bed| blasts += players_blasts(bed));
        let left = bed.world().bombs.thrower.iter().filter(|thrower| thrower.is_none()).count();
        if left == 0 && blasts != 3 { Err(format!("{blasts} of 3 went off")) } else { Ok(left as f32) }
    })
}

fn players_blasts(bed: &Bed) -> u32 {
    bed.sim.events().iter().filter(|event| matches!(event, Event::Blasted { cause: Cause::Player, .. })).count() as u32
}

/// Blasts of the testbed of kegs and sappers: the first, six kegs, eight sappers, four kegs behind them.
const POWDER: f32 = 19.0;

fn powder_blasts(seed: u64) -> Result<f32, String> {
    let mut bed = Bed::open("b09-powder", seed)?;
    let mut last = None;
    let mut blasts = 0;
    bed.run(120, |bed| {
        let now = players_blasts(bed);
        blasts += now;
        if now > 0 {
            last = Some(bed.world().tick);
        }
    });
    // One tick from each to the next at least: a chain, not one bang.
    if last.is_none_or(|last| last < 10 + 4) { Err(format!("the last went off in tick {last:?}")) } else { Ok(blasts as f32) }
}

/// B9: a blast sets off the kegs in its reach.
/// With the rule 19, without 1.
pub fn b09_chain() -> Shown {
    at_least("blasts of a chain of kegs and sappers", POWDER, powder_blasts)
}

/// B9: a sapper goes off when a blast reaches it.
/// With the rule 19, without 7: the kegs before the sappers, not those behind.
pub fn b09_carrier() -> Shown {
    at_least("blasts of a chain that runs through sappers", POWDER, powder_blasts)
}

/// B9: those of one tick go off in the order of their ids.
/// With the rule 0, without 90.
pub fn b09_sorted_blasts() -> Shown {
    at_most("blasts that come before one of a smaller id in the same tick", 0.0, |seed| {
        let mut bed = Bed::open("keg-chain-200", seed)?;
        let (mut swapped, mut together) = (0, 0);
        for _ in 0..200 {
            let lit = bed.world().bombs.clone();
            bed.step();
            let id_of = |place: Vec2| lit.position.iter().position(|at| *at == place).map(|row| lit.id[row]);
            let order: Vec<_> = bed.sim.events().iter().filter_map(|event| if let Event::Blasted { at, .. } = event { id_of(*at) } else { None }).collect();
            together += u32::from(order.len() > 1);
            swapped += order.windows(2).filter(|pair| pair[0] > pair[1]).count();
        }
        let blasts = bed.world().counters.blasts;
        if blasts != 201 || together < 10 { Err(format!("{blasts} of 201 blasts, {together} ticks with several")) } else { Ok(swapped as f32) }
    })
}
