//! Between map coordinates (y down in the level's picture) and the view's world (y north): the only place that turns.

use glam::{Vec2, vec2};

/// Turns positions and directions of one level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Space {
    /// Rows of the map, metres.
    pub map_height_m: f32,
}

impl Space {
    /// A place on the map in the view's world.
    #[must_use]
    pub fn world_from_map(self, at: Vec2) -> Vec2 {
        vec2(at.x, self.map_height_m - at.y)
    }

    /// A place in the view's world on the map.
    #[must_use]
    pub fn map_from_world(self, at: Vec2) -> Vec2 {
        vec2(at.x, self.map_height_m - at.y)
    }

    /// A direction on the map in the view's world.
    #[must_use]
    pub fn direction(self, way: Vec2) -> Vec2 {
        vec2(way.x, -way.y)
    }

    /// Yaw of a figure that looks along a map direction: 0 looks along the world's +y, positive turns towards +x.
    #[must_use]
    pub fn yaw(self, way: Vec2) -> f32 {
        way.x.atan2(-way.y)
    }
}
