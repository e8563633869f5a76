//! What the rules of contacts, states, overtaking and kicks are for: H9 to H11, H13.

use super::{Bed, Mean, Shown, at_least, at_most};
use glam::Vec2;
use sim::event::Event;
use sim::tables::Motion;

/// H9: nobody walks into those they touch.
/// Share of the waiting before the door that overlap: with the rule, without.
pub fn h09_contacts() -> Shown {
    at_most("share of those before the door that overlap", 0.1, |seed| {
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
/// Ticks until 40 of 60 are through the door: with the rule, without.
pub fn h09_priority() -> Shown {
    at_most("ticks until two thirds are through the door", 1800.0, |seed| {
        let mut bed = Bed::open("h09-door", seed)?;
        let ticks = bed.ticks_until(4500, |bed| bed.world().units.position.iter().filter(|at| at.x > 24.0).count() >= 40);
        Ok(ticks as f32)
    })
}

/// H9: the blocked go round.
pub fn h09_sidestep() -> Shown {
    at_most("ticks until all have gone round the idle", 900.0, |seed| {
        let mut bed = Bed::open("h09-in-the-way", seed)?;
        let ticks = bed.ticks_until(2400, |bed| bed.walkers().all(|row| bed.world().units.position[row].x > 24.0));
        println!("left {:?} stuck {}", bed.walkers().filter(|row| bed.world().units.position[*row].x < 24.0).map(|row| (bed.world().units.position[row], bed.world().units.motion[row])).collect::<Vec<_>>(), bed.world().counters.stuck);
        Ok(ticks as f32)
    })
}

/// H9: who steps aside keeps its side.
pub fn h09_hysteresis() -> Shown {
    at_most("changes of side in 100 decisions of sidestepping", 10.0, |seed| {
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
pub fn h09_patience() -> Shown {
    at_most("longest wait, ticks", 300.0, |seed| {
        let mut bed = Bed::open("h09-gap", seed)?;
        let mut longest = 0;
        bed.run(1500, |bed| longest = longest.max(bed.under_way().map(|row| bed.world().units.wait_ticks[row]).max().unwrap_or(0)));
        Ok(f32::from(longest))
    })
}

/// H9: who does not want to move is moving by name.
pub fn h09_idle_is_moving() -> Shown {
    at_most("share of the idle that wait", 0.0, |seed| {
        let mut bed = Bed::open("h09-in-the-way", seed)?;
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

/// Mean share of their own speed at which goblins come past the ogres of the lane.
fn overtaking(seed: u64) -> Result<f32, String> {
    let mut bed = Bed::open("h10-overtaking", seed)?;
    let goblin = bed.kind("goblin");
    let mut came = vec![None; 64];
    let start: Vec<Vec2> = bed.world().units.position.clone();
    bed.run(900, |bed| {
        let units = &bed.world().units;
        for row in (0..units.len()).filter(|row| units.kind[*row] == goblin) {
            let at = &mut came[units.id[row].0 as usize];
            if at.is_none() && units.position[row].x > 50.0 {
                *at = Some((units.position[row].x - start[row].x) * 30.0 / bed.world().tick as f32 / units.speed_mps[row]);
            }
        }
    });
    let came: Vec<f32> = came.into_iter().flatten().collect();
    // Who never came past had no speed.
    Ok(came.iter().sum::<f32>() / 24.0)
}

/// H10: the fast see the slow from afar and pass them.
pub fn h10_look_ahead() -> Shown {
    at_least("share of their own speed at which the fast pass the slow", 0.8, overtaking)
}

/// H10: a neighbor counts on its own side only.
pub fn h10_own_side() -> Shown {
    at_most("ticks until all have gone round the end of the row", 600.0, |seed| {
        let mut bed = Bed::open("h10-own-side", seed)?;
        let ticks = bed.ticks_until(2400, |bed| bed.walkers().all(|row| bed.world().units.position[row].x > 21.0));
        println!("left {:?} stuck {}", bed.walkers().filter(|row| bed.world().units.position[*row].x < 21.0).map(|row| (bed.world().units.position[row], bed.world().units.motion[row])).collect::<Vec<_>>(), bed.world().counters.stuck);
        Ok(ticks as f32)
    })
}

/// H11: large ones make their way through the small.
pub fn h11_kick() -> Shown {
    at_most("ticks until the large ones have come through the crowd", 1200.0, |seed| {
        let mut bed = Bed::open("h11-kicks", seed)?;
        let ogre = bed.kind("ogre");
        let ticks = bed.ticks_until(2400, |bed| {
            let units = &bed.world().units;
            (0..units.len()).filter(|row| units.kind[*row] == ogre).all(|row| units.position[row].x > 24.0)
        });
        let units = &bed.world().units;
        println!("{:?}", (0..units.len()).filter(|row| units.kind[*row] == ogre).map(|row| units.position[row]).collect::<Vec<_>>());
        Ok(ticks as f32)
    })
}

/// H11: those who overtake are not kicked.
pub fn h11_kick_spares() -> Shown {
    at_most("kicks a fast one gets while it overtakes", 0.2, |seed| {
        let mut bed = Bed::open("h10-overtaking", seed)?;
        let mut kicks = 0;
        bed.run(450, |bed| kicks += bed.sim.events().iter().filter(|event| matches!(event, Event::Kicked { .. })).count());
        Ok(kicks as f32 / 24.0)
    })
}

/// H13: only the blocked look for a side; on open ground nobody is.
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
