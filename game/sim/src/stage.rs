//! What a system gets to work on.

use crate::derived::Derived;
use crate::event::Event;
use crate::scratch::Scratch;
use crate::world::World;
use content::level::Level;
use content::rules::Rules;

/// Everything of one tick, borrowed.
pub struct Stage<'a> {
    /// Fixed.
    pub level: &'a Level,
    /// Fixed.
    pub rules: &'a Rules,
    /// The state.
    pub world: &'a mut World,
    /// Rebuilt from the state.
    pub derived: &'a mut Derived,
    /// Between-tick meaning: none.
    pub scratch: &'a mut Scratch,
    /// What has happened in this tick so far.
    pub events: &'a mut Vec<Event>,
}
