//! Arrows reach their targets after their flight time. Those whose target died on the way are spent.

use crate::event::Event;
use crate::stage::Stage;

/// One entry of the tick list.
pub fn run(stage: &mut Stage<'_>) {
    let world = &mut *stage.world;
    let gone = &mut stage.scratch.battle.gone;
    gone.clear();
    for k in 0..world.arrows.len() {
        world.arrows.flight_ticks[k] = world.arrows.flight_ticks[k].saturating_sub(1);
        let arrived = world.arrows.flight_ticks[k] == 0;
        gone.push(arrived);
        if !arrived {
            continue;
        }
        let Some(row) = world.unit_ids.row(world.arrows.target[k].0) else { continue };
        if world.units.health[row] <= 0 {
            continue;
        }
        let damage = world.arrows.damage[k];
        world.units.health[row] = world.units.health[row].saturating_sub(damage);
        if world.units.health[row] > 0 {
            stage.events.push(Event::Hurt { unit: world.units.id[row], damage });
        } else if let Some(tower) = world.tower_ids.row(world.arrows.thrower[k].0) {
            world.towers.kills[tower] += 1;
        }
    }
    world.arrows.remove_where(gone);
}
