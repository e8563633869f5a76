//! What the rules of places at a target are for, and who takes part: H12, H14.

use super::{Bed, Mean, Shown, at_most};
use sim::tables::{NO_SLOT, Phase};

/// H12: who has no slot waits outside the ring.
/// With the rule 0, without 17 to 18.
pub fn h12_queue() -> Shown {
    at_most("those without a slot who stand nearer than 1.5 m to the keep's wall, of 36", 6.0, |seed| {
        let mut bed = Bed::open("h12-ring", seed)?;
        let mut inside = Mean::default();
        bed.run(1200, |bed| {
            if bed.world().tick > 900 {
                let units = &bed.world().units;
                let ring = &bed.sim.derived().rings.all()[0];
                inside.add(bed.walkers().filter(|row| units.slot[*row] == NO_SLOT && ring.reach_m(units.position[*row]) < ring.half_m + 1.5).count() as f32);
            }
        });
        inside.get()
    })
}

/// H12: the rear of a broad ring fills too.
/// With the rule 633 to 646, without never (41 to 43 of 48).
pub fn h12_arc() -> Shown {
    at_most("ticks until all 48 slots are stood on", 1000.0, |seed| {
        let mut bed = Bed::open("h12-arc", seed)?;
        Ok(bed.ticks_until(1500, |bed| there(bed) == 48) as f32)
    })
}

fn there(bed: &Bed) -> usize {
    let units = &bed.world().units;
    bed.walkers().filter(|row| bed.slot_at(*row).is_some_and(|at| (at - units.position[*row]).length() < 0.01)).count()
}

/// H12: who stands at its slot is not pushed off it, even when newcomers appear among them.
/// With the rule 0 m, without 1.3.
pub fn h12_firm() -> Shown {
    at_most("farthest from its slot that somebody was who had stood on it, meters", 0.01, |seed| {
        let mut bed = Bed::open("h12-firm", seed)?;
        let mut stood = [NO_SLOT; 100];
        let mut farthest_m = 0.0_f32;
        bed.run(1200, |bed| {
            let units = &bed.world().units;
            for row in bed.walkers() {
                let Some(at) = bed.slot_at(row) else { continue };
                let away_m = (at - units.position[row]).length();
                let stood = &mut stood[units.id[row].0 as usize];
                if *stood == units.slot[row] {
                    farthest_m = farthest_m.max(away_m);
                } else if away_m < 0.001 {
                    *stood = units.slot[row];
                }
            }
        });
        Ok(farthest_m)
    })
}

/// H12: who is on the way to a slot keeps it.
/// With the rule 0, without 52 to 84.
pub fn h12_no_eviction() -> Shown {
    at_most("times that somebody lost a slot or got another", 0.0, |seed| {
        let mut bed = Bed::open("h12-ring", seed)?;
        let mut held = [NO_SLOT; 100];
        let mut changes = 0;
        bed.run(900, |bed| {
            let units = &bed.world().units;
            for row in bed.walkers() {
                let last = std::mem::replace(&mut held[units.id[row].0 as usize], units.slot[row]);
                changes += u32::from(last != NO_SLOT && last != units.slot[row]);
            }
        });
        Ok(changes as f32)
    })
}

/// H14: who lies or flies takes no part.
/// With the rule 0; without it an invariant of the flight breaks: who is pushed in the air lands elsewhere than foretold.
pub fn h14_standing_only() -> Shown {
    at_most("way that somebody walked or was pushed while lying, meters", 0.0, |seed| {
        let mut bed = Bed::open("h14-thrown", seed)?;
        let mut last = vec![None; 100];
        let (mut pushed_m, mut lay) = (0.0_f32, 0);
        bed.run(240, |bed| {
            let units = &bed.world().units;
            for row in 0..units.len() {
                let now = (units.phase[row] == Phase::Lying).then_some(units.position[row]);
                if let (Some(a), Some(b)) = (std::mem::replace(&mut last[units.id[row].0 as usize], now), now) {
                    pushed_m += (a - b).length();
                    lay += 1;
                }
            }
        });
        if lay < 500 { Err(format!("nobody lay ({lay})")) } else { Ok(pushed_m) }
    })
}
