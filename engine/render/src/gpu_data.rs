//! Rust mirrors of what the shaders read, and the limits of what one frame can hold.
//!
//! The draw records themselves are `base::records`. `tests/shader_layouts.rs` compares each struct with naga's offsets.

use base::records::LampRecord;
use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Vec3, Vec4, vec3};

/// Lamps that light one frame; further ones are left out.
pub const LAMPS_MAX: usize = 32;
/// Shadow maps of the sun.
pub const CASCADES: usize = 3;
/// The main view, then the cascades.
pub const VIEWS: usize = 1 + CASCADES;
/// Levels of detail of a figure.
pub const LEVELS: usize = 4;
/// Different figures in one renderer.
pub const KINDS_MAX: usize = 16;
/// Draws of the crowd: view, level, kind.
pub const SLOTS_MAX: usize = VIEWS * LEVELS * KINDS_MAX;
/// Parts of a turn in the table of lowest points: 5 degrees each.
pub const ANGLES: usize = 72;
/// Parts of a frame in the table of lowest points of bodies that turn.
pub const STEPS: usize = 4;
/// Vertices of a cell of that table.
pub const CANDIDATES: usize = 6;
/// Parts of a frame in the table of those who do not turn.
pub const STILL_STEPS: usize = 32;
/// Figures in one frame; further ones are left out.
pub const FIGURES_MAX: usize = 65_536;
/// Entries of the visible list over all views.
pub const VISIBLE_MAX: usize = 4 * FIGURES_MAX;
/// Marks on the ground in one frame; further ones are left out.
pub const MARKS_MAX: usize = 8_192;
/// Overlays (range rings and the like) in one frame; further ones are left out.
pub const OVERLAYS_MAX: usize = 64;
/// Soft billboards in one frame; the farthest are left out.
pub const PUFFS_MAX: usize = 2_048;
/// Moving still models in one frame; further ones are left out.
pub const DYNAMIC_MAX: usize = 4_096;

/// One shadow map's view.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable, Default)]
pub struct Cascade {
    /// World to the map's clip space.
    pub clip_from_world: Mat4,
    /// Side of a texel.
    pub texel_m: f32,
    /// Depth range.
    pub depth_m: f32,
    /// Side of the map.
    pub size_m: f32,
    /// Unused.
    pub pad: f32,
}

/// What every drawing pass knows of this frame. Each packed member is explained in `shaders/shared/frame.wgsl`.
#[allow(missing_docs)]
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable, Default)]
pub struct Frame {
    pub clip_from_world: Mat4,
    pub world_from_clip: Mat4,
    pub cascades: [Cascade; CASCADES],
    pub eye_time: Vec4,
    pub focus: Vec4,
    pub sun_direction: Vec4,
    pub sun_color: Vec4,
    pub sky_color: Vec4,
    pub bounce_color: Vec4,
    pub fog_color: Vec4,
    pub fog_sun_color: Vec4,
    pub fog_shape: Vec4,
    pub tone: Vec4,
    pub viewport: Vec4,
    pub map: Vec4,
    pub lamps: [LampRecord; LAMPS_MAX],
}

/// What the crowd's shaders know of one figure.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable, Default)]
pub struct Kind {
    /// First row (vec4) of its palettes; a frame has `bones` x 3 rows.
    pub first_row: u32,
    /// Bones.
    pub bones: u32,
    /// First word of the table of lowest points.
    pub first_lowest: u32,
    /// Palette frames.
    pub frames: u32,
    /// Standing height.
    pub height_m: f32,
    /// What a vertex coordinate of 1 stands for.
    pub extent_m: f32,
    /// Radius of a sphere round the middle that holds every pose.
    pub radius_m: f32,
    /// Unused.
    pub pad: f32,
}

/// One view of the culling pass.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable, Default)]
pub struct CullView {
    /// Inside is positive.
    pub planes: [Vec4; 6],
    /// Eye of the main view and pixels a metre at one metre.
    pub eye_focal: Vec4,
    /// First level, levels added to the picked one, spare, margin at the border of a cascade in metres.
    pub levels: Vec4,
}

/// The culling pass's input.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable, Default)]
pub struct Cull {
    /// Main view, then cascades.
    pub views: [CullView; VIEWS],
    /// Height in pixels under which the next level is taken.
    pub level_pixels: Vec4,
    /// Figures.
    pub figures: u32,
    /// Kinds.
    pub kinds: u32,
    /// Views that are drawn: 1 without figure shadows, else all.
    pub views_used: u32,
    /// Unused.
    pub pad: u32,
}

/// Arguments of an indirect indexed draw.
#[allow(missing_docs)]
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable, Default, Debug)]
pub struct Draw {
    pub index_count: u32,
    pub instance_count: u32,
    pub first_index: u32,
    pub base_vertex: i32,
    pub first_instance: u32,
}

/// 24 bytes. position: snorm16 of the kind's extent; color: square root of linear albedo.
#[allow(missing_docs)]
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable, Default)]
pub struct CrowdVertex {
    pub position: [i16; 4],
    pub normal: [i8; 4],
    pub color: [u8; 4],
    pub joints: [u8; 4],
    pub weights: [u8; 4],
}

/// 24 bytes. color: square root of linear albedo, occlusion in a. extra: sway, glow.
#[allow(missing_docs)]
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable, Default)]
pub struct ModelVertex {
    pub position: [f32; 3],
    pub normal: [i8; 4],
    pub color: [u8; 4],
    pub extra: [u8; 4],
}

/// 20 bytes. color: square root of half the factor, so that turf can go over 1.
#[allow(missing_docs)]
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable, Default)]
pub struct GroundVertex {
    pub position: [f32; 3],
    pub normal: [i8; 4],
    pub color: [u8; 4],
}

impl GroundVertex {
    /// Packs one vertex.
    #[must_use]
    pub fn new(p: Vec3, n: Vec3, color: Vec3) -> Self {
        let c = |v: f32| ((v * 0.5).clamp(0.0, 1.0).sqrt() * 255.0 + 0.5) as u8;
        Self { position: p.into(), normal: snorm8(n), color: [c(color.x), c(color.y), c(color.z), 255] }
    }
}

/// Signed bytes of a unit vector.
#[must_use]
pub fn snorm8(n: Vec3) -> [i8; 4] {
    let q = |v: f32| (v.clamp(-1.0, 1.0) * 127.0).round() as i8;
    [q(n.x), q(n.y), q(n.z), 0]
}

/// Linear color of an sRGB hex value.
#[must_use]
pub fn linear(hex: u32) -> Vec3 {
    let c = |shift: u32| {
        let v = ((hex >> shift) & 255) as f32 / 255.0;
        if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
    };
    vec3(c(16), c(8), c(0))
}

/// One vertex attribute: shader location, format, offset.
pub type Attribute = (u32, wgpu::VertexFormat, u64);

use wgpu::VertexFormat as F;

/// The crowd's vertices; location 5 is the row of the visible list.
pub const CROWD_VERTEX: [Attribute; 5] = [(0, F::Snorm16x4, 0), (1, F::Snorm8x4, 8), (2, F::Unorm8x4, 12), (3, F::Uint8x4, 16), (4, F::Unorm8x4, 20)];
/// Rows of the visible list.
pub const CROWD_ROW: [Attribute; 1] = [(5, F::Uint32, 0)];
/// Vertices of still models.
pub const MODEL_VERTEX: [Attribute; 4] = [(0, F::Float32x3, 0), (1, F::Snorm8x4, 12), (2, F::Unorm8x4, 16), (3, F::Unorm8x4, 20)];
/// `StillRecord`.
pub const STILL_RECORD: [Attribute; 5] = [(4, F::Float32x3, 0), (5, F::Float32, 12), (6, F::Float32x2, 16), (7, F::Unorm8x4, 24), (8, F::Float32, 28)];
/// Vertices of the ground.
pub const GROUND_VERTEX: [Attribute; 3] = [(0, F::Float32x3, 0), (1, F::Snorm8x4, 12), (2, F::Unorm8x4, 16)];
/// `MarkRecord`.
pub const MARK_RECORD: [Attribute; 4] = [(0, F::Float32x2, 0), (1, F::Float32, 8), (2, F::Float32, 12), (3, F::Float32x4, 16)];
/// `PuffRecord`.
pub const PUFF_RECORD: [Attribute; 4] = [(0, F::Float32x3, 0), (1, F::Float32, 12), (2, F::Float32x4, 16), (3, F::Float32x4, 32)];
