//! What the rules of the launch are for: B3, B4.

use super::super::rules::{Bed, Mean, Shown, at_least, at_most};
use super::with_rules;
use content::command::{BlastOrder, Command};
use glam::{Vec2, vec2};
use sim::Event;
use sim::tables::Phase;

/// One throw as it was seen in the tick of the blast.
struct Seen {
    row: usize,
    /// From the blast, meters.
    offset: Vec2,
    /// By the blast's radius.
    share: f32,
    /// To the landing, meters.
    way: Vec2,
    apex_m: f32,
}

/// Plays until the first blast and tells who was thrown how. Those who stand a step before the blast are where it hits them.
fn throws(bed: &mut Bed, at: Vec2, radius_m: f32, commands: &[Command]) -> Result<Vec<Seen>, String> {
    let mut before = bed.world().units.position.clone();
    for tick in 0..40 {
        bed.sim.step(if tick == 12 { commands } else { &[] });
        let units = &bed.world().units;
        let launched = |event: &Event| if let Event::Launched { unit, apex_m } = event { Some((*unit, *apex_m)) } else { None };
        let seen: Vec<Seen> = bed
            .sim
            .events()
            .iter()
            .filter_map(launched)
            .filter_map(|(unit, apex_m)| {
                let row = bed.world().unit_ids.row(unit.0)?;
                let offset = before[row] - at;
                Some(Seen { row, offset, share: offset.length() / radius_m, way: units.landing[row] - before[row], apex_m })
            })
            .collect();
        if !seen.is_empty() {
            return Ok(seen);
        }
        before.clone_from(&units.position);
    }
    Err("nobody was thrown".into())
}

fn in_the_open(seed: u64) -> Result<Vec<Seen>, String> {
    throws(&mut Bed::open("b03-launch", seed)?, vec2(26.0, 22.0), 9.0, &[])
}

/// B3: higher, not farther.
/// With the rule 0.65, without 0.23.
pub fn b03_high_throw() -> Shown {
    at_least("apex by range", 0.5, |seed| {
        let mut ratio = Mean::default();
        in_the_open(seed)?.iter().for_each(|seen| ratio.add(seen.apex_m / seen.way.length()));
        ratio.get()
    })
}

/// B3: no two fly alike.
/// With the rule 7.1 to 7.7, without 0.
pub fn b03_spread() -> Shown {
    at_least("mean angle off the radial, degrees", 5.0, |seed| {
        let mut off = Mean::default();
        // Near the middle a step of the crowd turns the radial itself.
        for seen in in_the_open(seed)?.iter().filter(|seen| seen.share > 0.3) {
            off.add(base::math::atan2(seen.offset.perp_dot(seen.way), seen.offset.dot(seen.way)).abs().to_degrees());
        }
        off.get()
    })
}

/// B3: half the force at the edge.
/// With the rule 0.41 to 0.45, without 1.0 to 1.1.
pub fn b03_edge_force() -> Shown {
    at_most("apex at the edge by apex near the middle", 0.65, |seed| {
        let (mut edge, mut middle) = (Mean::default(), Mean::default());
        for seen in in_the_open(seed)? {
            if seen.share > 0.8 {
                edge.add(seen.apex_m);
            } else if seen.share < 0.4 {
                middle.add(seen.apex_m);
            }
        }
        Ok(edge.get()? / middle.get()?)
    })
}

/// B4: however weak the blast, whoever is hit falls.
/// With the rule 0.08, without 0: they never leave the ground.
pub fn b04_least_launch() -> Shown {
    at_least("lowest apex of those whom the weakest blast hits, meters", 0.05, |seed| {
        let mut bed = Bed::open("b03-launch", seed)?;
        let weak = Command::Blast { at: [26.0, 22.0], blast: BlastOrder { radius_m: 9.0, force_mps: 0.5, damage: 0 } };
        // In its first tick: the level's own blast comes later.
        bed.sim.step(&[weak]);
        let apexes: Vec<f32> =
            bed.sim.events().iter().filter_map(|event| if let Event::Launched { apex_m, .. } = event { Some(*apex_m) } else { None }).collect();
        if apexes.len() < 50 { Err(format!("only {} were hit", apexes.len())) } else { Ok(apexes.into_iter().fold(f32::MAX, f32::min)) }
    })
}

/// B4: resistance shortens the range and leaves the height.
/// With the rule 0.97 to 1.02, without 0.04.
pub fn b04_range_alone() -> Shown {
    at_least("apex of the firm by that of others at the same distance", 0.7, |seed| {
        let ogre = Bed::open("b04-firm", seed)?.kind("ogre");
        let mut bed = with_rules(Bed::open("b04-firm", seed)?, seed, |rules| {
            let enemy = &mut rules.enemies[ogre.index()];
            (enemy.knock_immune, enemy.knock_resistance) = (false, 0.8);
        });
        let seen = throws(&mut bed, vec2(24.0, 22.0), 14.0, &[])?;
        let (mut firm, mut others, mut ways) = (Mean::default(), Mean::default(), Mean::default());
        for seen in seen {
            let force = 1.0 - 0.5 * seen.share;
            let apex = seen.apex_m / (force * force);
            if bed.world().units.kind[seen.row] == ogre {
                firm.add(apex);
                ways.add(seen.way.length());
            } else {
                others.add(apex);
            }
        }
        if ways.get()? > 3.0 { Err("the firm fly far".into()) } else { Ok(firm.get()? / others.get()?) }
    })
}

/// B4: who is immune stays on its feet.
/// With the rule 0, without 12.
pub fn b04_immunity() -> Shown {
    at_most("immune ogres that a blast throws", 0.0, |seed| {
        let mut bed = Bed::open("b04-firm", seed)?;
        let ogre = bed.kind("ogre");
        let seen = throws(&mut bed, vec2(24.0, 22.0), 14.0, &[])?;
        let hurt = bed.world().units.kind.iter().filter(|kind| **kind == ogre).count();
        if hurt != 12 { Err(format!("{hurt} ogres")) } else { Ok(seen.iter().filter(|seen| bed.world().units.kind[seen.row] == ogre).count() as f32) }
    })
}
