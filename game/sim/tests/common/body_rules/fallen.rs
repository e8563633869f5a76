//! What the rules of the dead are for: B8.

use super::super::rules::{Bed, Shown, at_least, at_most};
use sim::tables::Phase;
use sim::world::BODIES_MAX;

/// Who is killed in the testbed.
const FALLEN: usize = 6_000;

fn field(seed: u64, ticks: u32) -> Result<Bed, String> {
    let mut bed = Bed::open("b08-the-fallen", seed)?;
    bed.run(ticks, |_| ());
    let killed = bed.world().counters.killed as usize;
    if killed != FALLEN { Err(format!("{killed} of {FALLEN} were killed")) } else { Ok(bed) }
}

/// B8: whoever is killed by a blast flies.
/// With the rule 5,000, without 0.
pub fn b08_dead_fly() -> Shown {
    at_least("dead in the air half a second after the blast", 3_000.0, |seed| {
        let bed = field(seed, 26)?;
        Ok(bed.world().bodies.phase.iter().filter(|phase| **phase == Phase::Flight).count() as f32)
    })
}

/// B8: beyond the limit the oldest go first.
/// With the rule 0, without 1,000.
pub fn b08_oldest_first() -> Shown {
    at_most("flying dead that are older than one that had to go", 0.0, |seed| {
        let bed = field(seed, 12)?;
        let bodies = &bed.world().bodies;
        let oldest = bodies.id.iter().filter(|id| id.0 as usize <= FALLEN - BODIES_MAX).count();
        if bodies.len() > BODIES_MAX { Err(format!("{} bodies", bodies.len())) } else { Ok(oldest as f32) }
    })
}

/// B8: the dead fade into marks on the ground, and no body is left.
/// With the rule 5,000, without 0.
pub fn b08_fade() -> Shown {
    at_least("marks of the dead", 5_000.0, |seed| {
        let bed = field(seed, 260)?;
        let left = bed.world().bodies.len();
        if left > 0 { Err(format!("{left} bodies lie there for ever")) } else { Ok(bed.world().corpses.len() as f32) }
    })
}
