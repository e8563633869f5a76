//! The live renderer: a horde of skinned figures on ground built from a class map, in one light.
//!
//! It draws records (`base::records`) that somebody else fills, into a window or a picture. It knows no rules and no names:
//! figures and models come in by name from a folder, everything else by index.
//!
//! [`device::Gpu`] is the device, [`surface::Surface`] a window's frames, [`assets::Assets`] what is read from files,
//! [`ground::Ground`] the ground, [`mod@scenery`] what grows on it, [`renderer::Renderer`] draws [`renderer::FrameInput`]s;
//! the pass list is `frame.rs`. One file a drawn thing, and its WGSL in `shaders/` under the same name.

pub mod assets;
pub mod camera;
pub mod capture;
mod crowd;
pub mod cull;
pub mod device;
pub mod figure;
mod frame;
pub mod gpu_data;
pub mod ground;
pub mod interface;
pub mod lowest;
pub mod marks;
pub mod model;
pub mod mood;
pub mod noise;
mod pipeline;
mod post;
mod puffs;
pub mod renderer;
mod scene;
pub mod scenery;
pub mod shaders;
mod shadows;
mod stills;
pub mod surface;
pub mod timing;

pub use assets::{AssetError, Assets};
pub use camera::{Camera, Eye};
pub use capture::{Offscreen, PICTURE, capture};
pub use device::{Gpu, GpuError, GpuOptions};
pub use figure::{Clip, Figure};
pub use ground::{Ground, GroundClass, GroundError, GroundMap, HeightField};
pub use interface::Interface;
pub use marks::MarkKind;
pub use mood::Mood;
pub use renderer::{Counts, FrameInput, Renderer, RendererOptions};
pub use scenery::{Rect, SceneryKit, scenery};
pub use shadows::Shadows;
pub use surface::{FrameTarget, Surface, SurfaceFrame};
