//! Decides whether the battle is lost or won, and says when all who came are gone.
//!
//! A level without waves, a testbed, is won when nobody of its crowds is left.

use crate::event::Event;
use crate::stage::Stage;
use crate::world::Outcome;

/// One entry of the tick list.
pub fn run(stage: &mut Stage<'_>) {
    let world = &mut *stage.world;
    if world.outcome != Outcome::Running {
        return;
    }
    let came = if stage.level.waves.is_empty() { world.counters.spawned > 0 } else { world.waves.started > 0 };
    let cleared = world.units.is_empty() && world.waves.coming.is_empty() && came;
    if cleared && stage.scratch.battle.removed && world.waves.started > 0 {
        stage.events.push(Event::WaveCleared { wave: world.waves.started - 1 });
    }
    if stage.level.endless {
        return;
    }
    if world.keep_health <= 0 {
        world.outcome = Outcome::Lost;
        stage.events.push(Event::Lost);
    } else if cleared && world.waves.started as usize >= stage.level.waves.len() {
        world.outcome = Outcome::Won;
        stage.events.push(Event::Won);
    }
}
