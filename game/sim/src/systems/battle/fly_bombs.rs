//! Bombs fly, bounce and roll; fuses burn. A tower's bomb goes off where it first comes down, the player's when its fuse
//! is out, and any bomb that comes down over a gorge or water at once.
//!
//! Leaves those about to go off in the table with a fuse of 0; `set_off_blasts` takes them from there.

use crate::bomb;
use crate::event::Event;
use crate::rule::{Rule, on};
use crate::stage::Stage;
use crate::tables::NO_FUSE;

/// Impacts slower than this are not worth an event, m/s.
const HEARD_MPS: f32 = 1.0;
/// A bomb that outran the numbers (a table with absurd speeds) lies still.
const SPEED_MAX_MPS: f32 = 1_000.0;

/// One entry of the tick list.
pub fn run(stage: &mut Stage<'_>) {
    let world = &mut *stage.world;
    for row in 0..world.bombs.len() {
        if world.bombs.fuse_ticks[row] == NO_FUSE {
            // A keg that nobody has lit lies where it lies.
            continue;
        }
        let mut one = world.bombs.row(row);
        let met = bomb::step(stage.level, &stage.derived.ground, &mut one);
        let speed = one.velocity.x.abs().max(one.velocity.y.abs()).max(one.climb_mps.abs());
        if !(speed <= SPEED_MAX_MPS && one.position.is_finite() && one.height_m.is_finite()) {
            // The second choke point: nothing of a broken bomb is kept.
            debug_assert!(false, "bomb {} has a number that is not finite or absurd: {one:?}", one.id.0);
            one = world.bombs.row(row);
            one.velocity = glam::Vec2::ZERO;
            (one.climb_mps, one.fuse_ticks) = (0.0, 1);
        }
        if met.speed_mps > HEARD_MPS {
            stage.events.push(Event::BombBounced { bomb: one.id, at: one.position, speed_mps: met.speed_mps });
        }
        let contact = met.ground && !one.thrower.is_none();
        one.fuse_ticks = if contact || met.depths { 0 } else { one.fuse_ticks.saturating_sub(u16::from(on(Rule::Fuse))) };
        let bombs = &mut world.bombs;
        bombs.position[row] = one.position;
        bombs.height_m[row] = one.height_m;
        bombs.velocity[row] = one.velocity;
        bombs.climb_mps[row] = one.climb_mps;
        bombs.fuse_ticks[row] = one.fuse_ticks;
        bombs.grounded[row] = one.grounded;
    }
}
