//! Who stands in its exit is out: it leaves the map, alive.
//!
//! Removes rows, so nothing after it in the tick may hold one; that is why it runs after the shooting and not after the
//! walking. Who dies in the tick in which it arrives has died.

use crate::event::Event;
use crate::stage::Stage;
use crate::tables::Phase;

/// One entry of the tick list.
pub fn run(stage: &mut Stage<'_>) {
    let (scratch, world) = (&mut stage.scratch.battle, &mut *stage.world);
    if stage.level.exits.is_empty() {
        return;
    }
    let units = &mut world.units;
    scratch.gone.clear();
    for row in 0..units.len() {
        let exit = units.target[row].exit_index().filter(|_| units.phase[row] == Phase::Standing && units.idle[row] == 0);
        let at = units.position[row];
        let out = exit.filter(|k| stage.level.exits[*k].holds(at.x, at.y));
        scratch.gone.push(out.is_some());
        let Some(exit) = out else { continue };
        world.unit_ids.free(units.id[row].0);
        world.counters.left[exit] += 1;
        stage.events.push(Event::Left { unit: units.id[row], exit: exit as u8 });
    }
    let Some(first) = scratch.gone.iter().position(|gone| *gone) else { return };
    scratch.removed = true;
    units.remove_where(&scratch.gone);
    for row in first..units.len() {
        world.unit_ids.moved(units.id[row].0, row as u32);
    }
}
