//! Decides whether the battle is lost or won, and says when all who came are gone.

use crate::event::Event;
use crate::stage::Stage;
use crate::world::Outcome;

/// One entry of the tick list.
pub fn run(stage: &mut Stage<'_>) {
    let world = &mut *stage.world;
    if world.outcome != Outcome::Running {
        return;
    }
    let cleared = world.units.is_empty() && world.waves.coming.is_empty() && world.waves.started > 0;
    if cleared && stage.scratch.battle.removed {
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
