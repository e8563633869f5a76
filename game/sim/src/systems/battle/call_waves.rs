//! Starts waves by the clock; [`start`] also serves the player's call.

use crate::event::Event;
use crate::stage::Stage;
use crate::world::{Coming, Outcome, World};
use content::level::Level;
use content::rules::Rules;

/// Ticks of waiting that are worth one gold when a wave is called early.
pub const BONUS_TICKS_PER_GOLD: u32 = 30;

/// One entry of the tick list.
pub fn run(stage: &mut Stage<'_>) {
    let world = &*stage.world;
    if world.outcome == Outcome::Running && (world.waves.started as usize) < stage.level.waves.len() && world.tick >= world.waves.next_tick {
        start(stage, false);
    }
}

/// Gold for calling the next wave now.
#[must_use]
pub fn bonus(level: &Level, rules: &Rules, world: &World) -> i32 {
    if world.waves.started as usize >= level.waves.len() {
        return 0;
    }
    let early = world.waves.next_tick.saturating_sub(world.tick) / BONUS_TICKS_PER_GOLD;
    scaled(early.min(1_000_000) as i32, rules.difficulties[world.difficulty as usize].gold)
}

/// A table's number times a factor of the difficulty, rounded.
#[must_use]
pub fn scaled(number: i32, factor: f32) -> i32 {
    (number as f32 * factor + 0.5).floor() as i32
}

/// How many of a group come.
#[must_use]
pub fn group_count(count: u32, factor: f32) -> u32 {
    if count == 0 { 0 } else { ((count as f32 * factor + 0.5).floor() as u32).max(1) }
}

/// Starts the next wave. There is one.
pub fn start(stage: &mut Stage<'_>, called: bool) {
    let bonus = if called { bonus(stage.level, stage.rules, stage.world) } else { 0 };
    let world = &mut *stage.world;
    let index = world.waves.started;
    let wave = &stage.level.waves[index as usize];
    let factor = stage.rules.difficulties[world.difficulty as usize].count;
    for (group, of) in wave.groups.iter().enumerate() {
        world.waves.coming.push(Coming { wave: index, group: group as u32, start_tick: world.tick, count: group_count(of.count, factor), spawned: 0 });
    }
    world.waves.started += 1;
    let more = (world.waves.started as usize) < stage.level.waves.len();
    world.waves.next_tick = if more { world.tick.saturating_add(wave.ticks_to_next) } else { u32::MAX };
    world.gold = world.gold.saturating_add(bonus);
    stage.events.push(Event::WaveStarted { wave: index, called, bonus });
}
