//! What the rules of flight, landing and turn are for: B2, B5 to B7.

use super::super::rules::{Bed, Mean, Shown, at_least, at_most};
use base::math::wrap_angle;
use content::map::Terrain;
use glam::Vec2;
use sim::Event;
use sim::derived::ground::Ground;
use sim::tables::{NO_SLOT, Phase};
use std::collections::BTreeMap;

/// B2: who is hit gives up its slot.
/// With the rule 0, without 9: the next choice of slots takes it from who does not stand.
pub fn b02_release_slot() -> Shown {
    at_most("ticks that somebody who is down holds a slot", 0.0, |seed| {
        let mut bed = Bed::open("b02-at-a-slot", seed)?;
        let (mut held, mut before, mut down) = (0, 0, 0);
        bed.run(440, |bed| {
            let units = &bed.world().units;
            if bed.world().tick == 400 {
                before = units.slot.iter().filter(|slot| **slot != NO_SLOT).count();
            }
            for row in (0..units.len()).filter(|row| units.phase[*row] != Phase::Standing) {
                down += 1;
                held += u32::from(units.slot[row] != NO_SLOT);
            }
        });
        if before < 10 || down < 100 { Err(format!("{before} held a slot, {down} ticks down")) } else { Ok(held as f32) }
    })
}

/// B2: settle, lie, get up: 6 ticks, 30, and the 45 of a skeleton's clip.
/// With the rule 81, without 1.
pub fn b02_lie_still() -> Shown {
    at_least("fewest ticks from landing to standing", 81.0, |seed| {
        let mut bed = Bed::open("b02-at-a-slot", seed)?;
        let (mut landed, mut least, mut count) = (BTreeMap::new(), u32::MAX, 0);
        bed.run(640, |bed| {
            for event in bed.sim.events() {
                match event {
                    Event::Landed { unit, .. } => drop(landed.insert(unit.0, bed.world().tick)),
                    Event::GotUp { unit } => {
                        least = least.min(bed.world().tick - landed.get(&unit.0).copied().unwrap_or(0));
                        count += 1;
                    }
                    _ => {}
                }
            }
        });
        if count < 20 { Err(format!("only {count} got up")) } else { Ok(least as f32) }
    })
}

/// B2: who gets up moves out of those among whom it lies.
/// With the rule 0.51 to 0.54, without 0.20.
pub fn b02_rise_apart() -> Shown {
    at_least("distance to the next one when getting up, 5 % of all below, meters", 0.4, |seed| {
        let mut bed = Bed::open("blast-359-wall", seed)?;
        let mut apart = Vec::new();
        bed.run(420, |bed| {
            for event in bed.sim.events() {
                let Event::GotUp { unit } = event else { continue };
                apart.extend(bed.world().unit_ids.row(unit.0).map(|row| bed.nearest_m(row)));
            }
        });
        apart.sort_by(f32::total_cmp);
        if apart.len() < 400 { Err(format!("only {} got up", apart.len())) } else { Ok(apart[apart.len() / 20]) }
    })
}

/// B5: nobody comes down where it cannot stand.
/// With the rule 0, without 57.
pub fn b05_find_landing() -> Shown {
    at_most("landings where the body cannot stand", 0.0, |seed| {
        let mut bed = Bed::open("b05-gorge-and-rock", seed)?;
        let (mut wrong, mut count) = (0, 0);
        bed.run(420, |bed| {
            for event in bed.sim.events() {
                if let Event::Landed { unit, at, .. } = event {
                    let class = bed.world().unit_ids.row(unit.0).map(|row| bed.world().units.class[row]);
                    wrong += u32::from(class.is_some_and(|class| !bed.sim.derived().ground.walkable_at(class, *at)));
                    count += 1;
                }
            }
        });
        if count < 300 { Err(format!("only {count} landings")) } else { Ok(wrong as f32) }
    })
}

/// B5: a gorge is air.
/// With the rule about 1,000, without 0.
pub fn b05_fly_over() -> Shown {
    at_least("ticks that bodies fly over the gorge", 100.0, |seed| {
        let mut bed = Bed::open("b05-gorge-and-rock", seed)?;
        let mut over = 0;
        bed.run(420, |bed| {
            let units = &bed.world().units;
            let above = |at: Vec2| bed.level().map.terrain_at(Ground::cell_of(at)) == Terrain::Ravine;
            over += (0..units.len()).filter(|row| units.phase[*row] == Phase::Flight && above(units.position[*row])).count();
        });
        Ok(over as f32)
    })
}

/// B5: rock that is higher than the body stops the throw.
/// With the rule 0, without 240 and more.
pub fn b05_stop_at_walls() -> Shown {
    at_most("ticks that bodies fly inside rock", 0.0, |seed| {
        let mut bed = Bed::open("b05-gorge-and-rock", seed)?;
        let (mut inside, mut above) = (0, 0);
        bed.run(420, |bed| {
            let units = &bed.world().units;
            for row in (0..units.len()).filter(|row| units.phase[*row] == Phase::Flight) {
                let rock_m = bed.sim.derived().ground.obstacle_m(Ground::cell_of(units.position[row]));
                inside += u32::from(rock_m > units.height_m[row]);
                above += u32::from(rock_m > 0.0);
            }
        });
        if above < 10 { Err(format!("{above} body ticks above the rock")) } else { Ok(inside as f32) }
    })
}

/// Times that somebody was thrown who was down already, and the largest leap of an angle then, beyond the turn of a tick.
fn hits_again(seed: u64) -> Result<(f32, f32), String> {
    let mut bed = Bed::open("double-hit", seed)?;
    let mut before: BTreeMap<u32, (Phase, f32)> = BTreeMap::new();
    let (mut again, mut leap) = (0, 0.0_f32);
    bed.run(260, |bed| {
        let units = &bed.world().units;
        for event in bed.sim.events() {
            let Event::Launched { unit, .. } = event else { continue };
            let Some(row) = bed.world().unit_ids.row(unit.0) else { continue };
            if let Some((phase, angle)) = before.get(&unit.0).filter(|(phase, _)| *phase != Phase::Standing) {
                again += 1;
                if *phase != Phase::Settle || units.phase[row] == Phase::Flight {
                    leap = leap.max((units.angle[row] - angle - units.spin[row]).abs());
                }
            }
        }
        before.clear();
        before.extend((0..units.len()).map(|row| (units.id[row].0, (units.phase[row], units.angle[row]))));
    });
    Ok((again as f32, leap))
}

/// B5: bodies in flight, lying and getting up are hit again.
/// With the rule 290, without 0.
pub fn b05_hit_again() -> Shown {
    at_least("throws of those who are down", 200.0, |seed| Ok(hits_again(seed)?.0))
}

/// B5: and go on turning from the angle that they have.
/// With the rule 0, without 3.2.
pub fn b05_keep_angle() -> Shown {
    at_most("largest leap of an angle at a second hit, radians", 1e-4, |seed| {
        let (again, leap) = hits_again(seed)?;
        if again < 200.0 { Err(format!("only {again} hits")) } else { Ok(leap) }
    })
}

/// B5: nobody lies under a building that rose, and nobody lands in it.
/// With the rule 0, without 1,000 and more.
pub fn b05_make_room() -> Shown {
    at_most("ticks that bodies lie or will land in a building", 0.0, |seed| {
        let mut bed = Bed::open("b05-built-over", seed)?;
        // As the lying are about to be built over, so that bodies of the dead are among them.
        let (mut wrong, mut built, mut moved, mut turned) = (0, 0, 0, 0);
        let mut before = bed.world().units.clone();
        bed.run(140, |bed| {
            let (world, ground) = (bed.world(), &bed.sim.derived().ground);
            let rises = bed.sim.events().iter().filter(|event| matches!(event, Event::TowerBuilt { .. })).count();
            built += rises;
            let units = &world.units;
            for row in (0..units.len()).filter(|row| units.phase[*row] != Phase::Standing) {
                let flies = units.phase[row] == Phase::Flight;
                wrong += u32::from(!ground.walkable_at(units.class[row], if flies { units.landing[row] } else { units.position[row] }));
                let same = rises > 0 && before.id.get(row) == Some(&units.id[row]) && before.phase[row] == units.phase[row];
                moved += u32::from(same && !flies && before.position[row] != units.position[row]);
                turned += u32::from(same && flies && before.landing[row] != units.landing[row]);
            }
            let bodies = &world.bodies;
            for row in 0..bodies.len() {
                let at = if bodies.phase[row] == Phase::Flight { bodies.landing[row] } else { bodies.position[row] };
                wrong += u32::from(!ground.walkable_at(bodies.class[row], at));
            }
            before.clone_from(units);
        });
        // With the rule out nobody moves: then the figure tells.
        let shows = wrong > 0 || (moved > 5 && turned > 2);
        if built < 5 || !shows { Err(format!("{built} were built, {moved} moved, {turned} turned")) } else { Ok(wrong as f32) }
    })
}

/// B6: where it comes down, it stays.
/// With the rule 0, without 0.8.
pub fn b06_stay_put() -> Shown {
    at_most("way from the landing foretold to where a body lies, meters", 0.0, |seed| {
        let mut bed = Bed::open("b03-launch", seed)?;
        let (mut farthest, mut lay) = (0.0_f32, 0);
        bed.run(150, |bed| {
            let units = &bed.world().units;
            for row in (0..units.len()).filter(|row| matches!(units.phase[*row], Phase::Settle | Phase::Lying)) {
                farthest = farthest.max((units.position[row] - units.landing[row]).length());
                lay += 1;
            }
        });
        if lay < 1_000 { Err(format!("only {lay} ticks of lying")) } else { Ok(farthest) }
    })
}

/// How far the angle leaps at a landing, and the turns until then, of those left and right of a column.
fn turns(seed: u64) -> Result<(f32, f32, f32), String> {
    const MIDDLE_X: f32 = 24.0;
    let mut bed = Bed::open("b07-turns", seed)?;
    let mut before: BTreeMap<u32, f32> = BTreeMap::new();
    let (mut leap, mut low, mut high, mut count) = (0.0_f32, Mean::default(), Mean::default(), 0);
    bed.run(100, |bed| {
        let units = &bed.world().units;
        for event in bed.sim.events() {
            let Event::Landed { unit, at, .. } = event else { continue };
            let Some(row) = bed.world().unit_ids.row(unit.0) else { continue };
            let Some(last) = before.get(&unit.0) else { continue };
            let pose = sim::flight::lying_angle(units.belly[row]);
            leap = leap.max(wrap_angle(pose - last).abs());
            if at.x < MIDDLE_X { &mut low } else { &mut high }.add(last.abs());
            count += 1;
        }
        // What the angle would be after one more tick of the turn.
        before.clear();
        before.extend((0..units.len()).filter(|row| units.phase[*row] == Phase::Flight).map(|row| (units.id[row].0, units.angle[row] + units.spin[row])));
    });
    if count < 60 { Err(format!("only {count} landings")) } else { Ok((leap, low.get()?, high.get()?)) }
}

/// B7: the turn ends in the pose in which the body lies.
/// With the rule 0, without 3.
pub fn b07_planned_turn() -> Shown {
    at_most("largest leap of an angle at a landing, radians", 0.01, |seed| Ok(turns(seed)?.0))
}

/// B7: who flies higher turns more.
/// With the rule 5.4, without 0.
pub fn b07_turns_by_height() -> Shown {
    at_least("turn of the high throw more than of the low one, radians", 3.0, |seed| {
        let (_, low, high) = turns(seed)?;
        Ok(high - low)
    })
}
