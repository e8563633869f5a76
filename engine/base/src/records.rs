//! Plain draw records: what a view fills and a renderer uploads, defined once for both so that nothing is copied twice.
//!
//! World space here: metres, x east, y north, z up, right-handed. A test of the renderer compares every struct with the
//! offsets of its shader.

use bytemuck::{Pod, Zeroable};

/// One skinned figure: 32 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct FigureRecord {
    /// Foot point, flight height included, metres.
    pub position: [f32; 3],
    /// Yaw (low half) and tumble (high half) in 1/65536 turns; yaw 0 looks along +y, positive turns towards +x;
    /// tumble 0 is "does not tumble". See [`turn`].
    pub turn: u32,
    /// First palette frame (low half) and the one to blend to (high half).
    pub frames: u32,
    /// Blend towards the second frame (bits 0-7), kind (8-15), hit flash (16-23), spare.
    pub look: u32,
    /// Tint, RGBA8; 170 is neutral, so that tints can brighten.
    pub tint: u32,
    /// Scale (low half) and height above the ground (high half) as IEEE halves. See [`half`].
    pub shape: u32,
}

/// One instance of a still model: 32 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct StillRecord {
    /// Metres.
    pub position: [f32; 3],
    /// Radians; 0 as modelled.
    pub yaw: f32,
    /// Across, up.
    pub scale: [f32; 2],
    /// RGB factor (170 neutral); a = 255 takes the ground's colour (tufts).
    pub tint: [u8; 4],
    /// Lean in radians.
    pub tilt: f32,
}

/// A mark lying on the ground: 32 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct MarkRecord {
    /// Metres.
    pub position: [f32; 2],
    /// Radians.
    pub yaw: f32,
    /// Side in metres; 0: the mark's own size (corpses).
    pub size_m: f32,
    /// Texture layer, opacity, heat or tint, kind of mark (see the renderer's `MarkKind`).
    pub look: [f32; 4],
}

/// A soft billboard: 48 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct PuffRecord {
    /// Middle, metres.
    pub position: [f32; 3],
    /// Diameter in metres.
    pub size_m: f32,
    /// Linear colour and opacity.
    pub color: [f32; 4],
    /// Density, heat (fire above 0), seed, age 0..1.
    pub look: [f32; 4],
}

/// A small light: 32 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct LampRecord {
    /// Metres; w: reach in metres.
    pub position_reach: [f32; 4],
    /// Linear colour; w: power.
    pub color_power: [f32; 4],
}

/// Poses in which bodies of a figure lie, on each side.
pub const LYING_POSES: usize = 3;

/// Palette frames in which bodies lie: by pose, on the back and on the belly.
pub type LyingFrames = [[u16; 2]; LYING_POSES];

/// Texture layer of a body's mark.
#[must_use]
pub fn body_layer(kind: usize, pose: usize, face_down: bool) -> usize {
    (kind * LYING_POSES + pose) * 2 + usize::from(face_down)
}

/// IEEE half, rounded to nearest; no infinities, small values become zero.
#[must_use]
pub fn half(v: f32) -> u16 {
    let bits = v.to_bits();
    let sign = (bits >> 16) as u16 & 0x8000;
    let exponent = ((bits >> 23) & 255) as i32 - 112;
    if exponent <= 0 {
        return sign;
    }
    let rounded = ((exponent as u32) << 10 | (bits & 0x7f_ffff) >> 13) + ((bits >> 12) & 1);
    sign | rounded.min(0x7bff) as u16
}

/// The value of an IEEE half.
#[must_use]
pub fn unhalf(h: u16) -> f32 {
    let exponent = (h >> 10) & 31;
    if exponent == 0 {
        return 0.0;
    }
    f32::from_bits((u32::from(h) & 0x8000) << 16 | (u32::from(exponent) + 112) << 23 | (u32::from(h) & 0x3ff) << 13)
}

/// An angle in radians as 1/65536 turns.
#[must_use]
pub fn turn(radians: f32) -> u32 {
    ((radians / std::f32::consts::TAU).rem_euclid(1.0) * 65536.0) as u32 & 0xffff
}
