//! What the rules of contacts, states, overtaking and kicks are for: H9 to H11, H13.

use super::{Bed, Mean, Shown, at_least, at_most};
use sim::TICK_S;
use sim::event::Event;
use sim::tables::Motion;

/// H9: nobody walks into those they touch.
/// With the rule 0.07 to 0.09, without 0.77 to 0.82.
pub fn h09_contacts() -> Shown {
    at_most("share of those before the door that overlap", 0.3, |seed| {
        let mut bed = Bed::open("h09-door", seed)?;
        let mut tight = Mean::default();
        bed.run(450, |bed| {
            if bed.world().tick > 150 && bed.world().tick % 10 == 0 {
                for row in bed.walkers().filter(|row| bed.world().units.position[*row].x < 22.0) {
                    tight.share(bed.nearest_m(row) < 0.8);
                }
            }
        });
        tight.get()
    })
}

/// H9: of two bound for one goal only one is in the other's way, so that a door passes them like a zip.
/// With the rule 999 to 1013, without 1282 to 1706.
pub fn h09_priority() -> Shown {
    at_most("ticks until two thirds are through the door", 1150.0, |seed| {
        let mut bed = Bed::open("h09-door", seed)?;
        let ticks = bed.ticks_until(4500, |bed| bed.world().units.position.iter().filter(|at| at.x > 24.0).count() >= 40);
        Ok(ticks as f32)
    })
}

/// H9: the blocked go round.
/// With the rule 282 to 286, without 546 to 660.
pub fn h09_sidestep() -> Shown {
    at_most("ticks until all have gone round the one in the way", 420.0, |seed| {
        let mut bed = Bed::open("h09-sidestep", seed)?;
        let ticks = bed.ticks_until(1200, |bed| bed.walkers().all(|row| bed.world().units.position[row].x > 24.0));
        Ok(ticks as f32)
    })
}

/// H9: who steps aside keeps its side.
/// With the rule 1.2 to 2.1, without 5.6 to 7.3.
pub fn h09_hysteresis() -> Shown {
    at_most("changes of side in 100 decisions of sidestepping", 4.0, |seed| {
        let mut bed = Bed::open("h09-gap", seed)?;
        let mut sides = vec![0_i8; 400];
        let mut turned = Mean::default();
        bed.run(900, |bed| {
            let units = &bed.world().units;
            for row in bed.walkers() {
                let last = std::mem::replace(&mut sides[units.id[row].0 as usize], units.side[row]);
                if units.motion[row] == Motion::Sidestepping && last != 0 {
                    turned.share(last != units.side[row]);
                }
            }
        });
        Ok(100.0 * turned.get()?)
    })
}

/// H9: who has waited too long tries anything, or walkers stay wedged between two who stand nearer to each other than
/// they are wide.
/// With the rule 0, without 1 or 2.
pub fn h09_patience() -> Shown {
    at_most("of twelve who must come round a row, those who never do", 0.0, |seed| {
        let mut bed = Bed::open("h09-wedge", seed)?;
        bed.ticks_until(1_800, |bed| bed.world().counters.left[0] == 12);
        Ok((12 - bed.world().counters.left[0]) as f32)
    })
}

/// H9: who does not want to move is moving by name, or nobody could ever tell who waits.
/// With the rule 0, without 1.
pub fn h09_idle_is_moving() -> Shown {
    at_most("share of the idle that wait", 0.0, |seed| {
        let mut bed = Bed::open("h09-sidestep", seed)?;
        let mut waiting = Mean::default();
        bed.run(60, |bed| {
            let units = &bed.world().units;
            for row in (0..units.len()).filter(|row| units.idle[*row] != 0) {
                waiting.share(units.motion[row] == Motion::Waiting);
            }
        });
        waiting.get()
    })
}

/// H10: the fast see the slow from afar and pass them instead of running up behind them.
/// With the rule 0.07 to 0.15, without 0.13 to 0.26.
pub fn h10_look_ahead() -> Shown {
    at_most("share of their time that the fast walk at less than half their speed behind the slow", 0.2, |seed| {
        let mut bed = Bed::open("h10-overtaking", seed)?;
        let goblin = bed.kind("goblin");
        let mut held_up = Mean::default();
        bed.run(1200, |bed| {
            let units = &bed.world().units;
            for row in bed.walkers().filter(|row| units.kind[*row] == goblin) {
                held_up.share(units.velocity[row].length() < 0.5 * units.speed_mps[row]);
            }
        });
        if bed.walkers().any(|row| bed.world().units.kind[row] == goblin) { Err("somebody never came past".into()) } else { held_up.get() }
    })
}

/// H10: a neighbor counts on its own side only, one straight ahead on neither: so the free side is found.
/// With the rule 24 to 52, without 58 to 228.
pub fn h10_own_side() -> Shown {
    at_most("ticks that one stands before the end of the row, though its right is free", 100.0, |seed| {
        let mut bed = Bed::open("h10-own-side", seed)?;
        let count = bed.walkers().count() as f32;
        let mut stood = 0;
        bed.run(900, |bed| {
            let units = &bed.world().units;
            stood += bed.walkers().filter(|row| units.position[*row].x < 22.0 && units.velocity[*row].length() < 0.1 * units.speed_mps[*row]).count();
        });
        Ok(stood as f32 / count)
    })
}

/// H11: large ones make their way through the small.
/// With the rule 0.96, without 0.54 to 0.57.
pub fn h11_kick() -> Shown {
    at_least("share of its own speed at which a large one comes through slow small ones", 0.75, |seed| {
        let mut bed = Bed::open("h11-kicks", seed)?;
        let ogre = bed.kind("ogre");
        bed.run(900, |_| ());
        let row = bed.walkers().find(|row| bed.world().units.kind[*row] == ogre).ok_or("the large one is out already")?;
        Ok((bed.world().units.position[row].x - 4.1) / (900.0 * TICK_S * bed.world().units.speed_mps[row]))
    })
}

/// H11: those who overtake are not kicked.
/// With the rule 0, without 0.7 to 1.5.
pub fn h11_kick_spares() -> Shown {
    at_most("kicks a fast one gets while it overtakes", 0.2, |seed| {
        let mut bed = Bed::open("h11-spared", seed)?;
        let mut kicks = 0;
        bed.run(900, |bed| kicks += bed.sim.events().iter().filter(|event| matches!(event, Event::Kicked { .. })).count());
        Ok(kicks as f32 / 20.0)
    })
}

/// H13: only the blocked look for a side; on open ground nobody is.
/// With the rule 1.0, without 0.0.
pub fn h13_two_passes() -> Shown {
    at_least("share of free walkers in state moving", 0.97, |seed| {
        let mut bed = Bed::open("h13-two-passes", seed)?;
        let mut moving = Mean::default();
        bed.run(240, |bed| {
            for row in bed.under_way() {
                moving.share(bed.world().units.motion[row] == Motion::Moving);
            }
        });
        moving.get()
    })
}
