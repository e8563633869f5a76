//! What the rules of ways are for: H2 to H4.

use super::{Bed, Mean, Shown, at_least, at_most};
use glam::Vec2;
use sim::tables::TowerId;

/// H2: cells beside a wall cost more, so that a wide passage is worth a detour.
/// With the rule 0, without 1.
pub fn h02_wall_surcharge() -> Shown {
    at_most("share that walks in the narrow passage, where every cell lies beside a wall", 0.3, |seed| {
        let mut bed = Bed::open("h02-wall-surcharge", seed)?;
        let mut narrow = Mean::default();
        bed.run(900, |bed| {
            for row in bed.under_way() {
                let at = bed.world().units.position[row];
                if (14.0..34.0).contains(&at.x) {
                    narrow.share(at.y < 16.0);
                }
            }
        });
        narrow.get()
    })
}

/// H2: no direction leads into a wall within the next step.
/// With the rule 0 of more than 10,000 directions, without 97.
pub fn h02_out_of_walls() -> Shown {
    at_most("directions that lead into a wall", 0.0, |seed| {
        let mut bed = Bed::open("h02-posts", seed)?;
        bed.step();
        let derived = bed.sim.derived();
        let class = bed.world().units.class[0];
        let walkable = |at: Vec2| derived.ground.walkable_at(class, at);
        let (mut asked, mut into) = (0, 0);
        for k in 0..160 * 160 {
            let at = Vec2::new((k % 160) as f32 + 0.5, (k / 160) as f32 + 0.5) * 0.2;
            let down = derived.fields.direction(TowerId::NONE, class, at);
            if walkable(at) && down != Vec2::ZERO {
                asked += 1;
                into += u32::from(!walkable(at + down * 0.3));
            }
        }
        if asked < 10_000 { Err(format!("only {asked} directions were there")) } else { Ok(into as f32) }
    })
}

/// H3: large ones do not try ways that are too narrow for them.
/// With the rule 1.25 m (its radius); without they try the slit and stay there.
pub fn h03_class_walkability() -> Shown {
    at_least("least distance of a large one's middle from rock, meters", 0.9, |seed| {
        let mut bed = Bed::open("h03-size-classes", seed)?;
        let ogre = bed.kind("ogre");
        let mut least_m = f32::MAX;
        let mut came = 0;
        bed.run(1800, |bed| {
            came = 0;
            for row in bed.walkers() {
                let at = bed.world().units.position[row];
                if bed.world().units.kind[row] == ogre {
                    least_m = least_m.min(bed.to_wall_m(at));
                }
                came += u32::from(at.x > 26.0);
            }
        });
        if came < 23 { Err(format!("only {came} of 23 came through slit and gate")) } else { Ok(least_m) }
    })
}

/// H4: who is walled in fells what opens the way, and goes on.
/// With the rule 0.83 (the archers shoot some), without 0.
pub fn h04_breach() -> Shown {
    at_least("share of the crowd that came to the keep", 0.4, |seed| {
        let mut bed = Bed::open("h04-walled-in", seed)?;
        bed.run(2700, |_| ());
        Ok(bed.world().units.position.iter().filter(|at| at.x > 30.0).count() as f32 / 60.0)
    })
}
