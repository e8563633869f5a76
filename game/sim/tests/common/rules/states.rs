//! What the rules of contacts, states, overtaking and kicks are for: H9 to H11, H13.

use super::{Bed, Mean, Shown, at_least, at_most};
use sim::TICK_S;
use sim::event::Event;
use sim::tables::Motion;

/// H9: nobody walks into those they touch.
/// With the rule 0.07 to 0.11, without 0.76 to 0.80.
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
/// With the rule 1019 to 1118, without 1306 to 1657.
pub fn h09_priority() -> Shown {
    at_most("ticks until two thirds are through the door", 1350.0, |seed| {
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
/// With the rule 1.2 to 2.1, without 5.5 to 5.9.
pub fn h09_hysteresis() -> Shown {
    at_most("changes of side in 100 decisions of sidestepping", 3.5, |seed| {
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

/// H9: who has waited too long tries anything.
/// With the rule 175 to 199, without 299 to 322.
pub fn h09_patience() -> Shown {
    at_most("longest that anybody waited, decisions", 245.0, |seed| {
        let mut bed = Bed::open("h09-patience", seed)?;
        let mut longest = 0;
        bed.run(1500, |bed| longest = longest.max(bed.under_way().map(|row| bed.world().units.wait_ticks[row]).max().unwrap_or(0)));
        Ok(f32::from(longest))
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

/// H10: the fast see the slow from afar and pass them.
/// With the rule 0.68 to 0.80, without 0.50 to 0.72.
pub fn h10_look_ahead() -> Shown {
    at_least("share of their own speed at which the fast pass the slow", 0.62, |seed| {
        let mut bed = Bed::open("h10-overtaking", seed)?;
        let goblin = bed.kind("goblin");
        let start = bed.world().units.clone();
        let (mut shares, mut there) = (Mean::default(), vec![false; start.len()]);
        for _ in 0..900 {
            bed.step();
            let units = &bed.world().units;
            for row in (0..start.len()).filter(|row| start.kind[*row] == goblin) {
                let now = units.id.binary_search(&start.id[row]).ok();
                if !there[row] && now.is_none_or(|now| units.position[now].x > 45.0) {
                    there[row] = true;
                    shares.add((45.0 - start.position[row].x) / (bed.world().tick as f32 * TICK_S * start.speed_mps[row]));
                }
            }
        }
        shares.get()
    })
}

/// H10: a neighbor counts on its own side only, one straight ahead on neither: so the free side is found.
/// With the rule 24 to 58, without 58 to 206.
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
/// With the rule 0.93, without 0.56.
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
/// With the rule 0, without 0.2 to 2.
pub fn h11_kick_spares() -> Shown {
    at_most("kicks a fast one gets while it overtakes", 0.1, |seed| {
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
