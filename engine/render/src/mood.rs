//! Light and air of a scene, in plain numbers.

use glam::{Vec3, vec3};

/// The sun, or the moon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sun {
    /// sRGB hex.
    pub color: u32,
    /// Factor on the color.
    pub power: f32,
    /// Direction it stands in: degrees from +x towards +y.
    pub azimuth_deg: f32,
    /// Above the horizon.
    pub elevation_deg: f32,
    /// Seen from the ground: the softness of shadows.
    pub width_deg: f32,
}

/// Everything that is the same for all things in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mood {
    /// The one light that casts shadows.
    pub sun: Sun,
    /// Light from above: sRGB hex, factor.
    pub sky: (u32, f32),
    /// Light from below: sRGB hex, factor.
    pub bounce: (u32, f32),
    /// Fog away from the sun and towards it: sRGB hex.
    pub fog: (u32, u32),
    /// Start behind the focus in metres, density, thinning by height, most.
    pub fog_shape: [f32; 4],
    /// Exposure, contrast, saturation, bloom.
    pub tone: [f32; 4],
    /// Strength of screen-space occlusion.
    pub occlusion: f32,
    /// Brightness of windows and fuses.
    pub glow: f32,
    /// Factor on the ground's albedo, so that figures stand out.
    pub ground_gain: f32,
}

/// Low warm sun.
pub const AFTERNOON: Mood = Mood {
    sun: Sun { color: 0xFFE0B5, power: 2.35, azimuth_deg: -132.0, elevation_deg: 33.0, width_deg: 2.2 },
    sky: (0x94B4E2, 0.84),
    bounce: (0xBDA277, 0.46),
    fog: (0xE9C9A0, 0xFFD9A0),
    fog_shape: [14.0, 0.0055, 0.10, 0.75],
    tone: [0.92, 1.12, 1.02, 0.05],
    occlusion: 0.85,
    glow: 1.6,
    ground_gain: 1.0,
};

/// Moonlight and lit windows.
pub const NIGHT: Mood = Mood {
    sun: Sun { color: 0xA9C4FF, power: 0.55, azimuth_deg: -60.0, elevation_deg: 42.0, width_deg: 3.0 },
    sky: (0x4A62A8, 0.34),
    bounce: (0x3A3F5E, 0.14),
    fog: (0x2B3A63, 0x41568C),
    fog_shape: [10.0, 0.0090, 0.14, 0.85],
    tone: [1.10, 1.06, 1.10, 0.14],
    occlusion: 0.9,
    glow: 9.0,
    ground_gain: 0.66,
};

impl Mood {
    /// Unit vector towards the sun.
    #[must_use]
    pub fn sun_direction(&self) -> Vec3 {
        // a sun at the horizon would throw endless shadows, one at the zenith has no sideways axis
        let (a, e) = (self.sun.azimuth_deg.to_radians(), self.sun.elevation_deg.clamp(15.0, 85.0).to_radians());
        vec3(e.cos() * a.cos(), e.cos() * a.sin(), e.sin())
    }
}

impl Default for Mood {
    fn default() -> Self {
        AFTERNOON
    }
}
