//! A still model to vertices; z up after loading.
//!
//! Our files hold a node `..._lod0` and one `..._lod1`; COLOR_0 is linear albedo and baked occlusion, TEXCOORD_0 how much a
//! vertex sways and how much it glows. Files of others: all their meshes where their nodes put them, painted from their base
//! color pictures, thinned out for the second level.

use crate::assets::AssetError;
use crate::assets::mesh::{Mesh, Pictures};
use crate::assets::rig;
use crate::assets::simplify::simplified;
use crate::assets::source::Source;
use crate::gpu_data::{ModelVertex, snorm8};
use glam::{Mat4, Vec3};
use std::path::Path;

/// Most triangles of a file of others, full and low.
const TRIANGLES: [usize; 2] = [20_000, 1_500];
/// Largest radius of a file of others, metres; beyond it its unit is no metre.
const RADIUS_MAX_M: f32 = 60.0;
/// What such a file is brought to.
const RADIUS_M: f32 = 2.0;

/// One level of detail.
pub struct ModelLevel {
    /// Vertices.
    pub vertices: Vec<ModelVertex>,
    /// Three a triangle.
    pub indices: Vec<u32>,
}

/// A still model.
pub struct Model {
    /// File name without ending.
    pub name: String,
    /// Full and low.
    pub levels: [ModelLevel; 2],
    /// Farthest vertex from the origin.
    pub radius_m: f32,
    /// Highest vertex.
    pub height_m: f32,
    /// Large and stiff: its full level casts the nearest shadow.
    pub stiff: bool,
}

impl Model {
    /// Too small for its shadow to be worth drawing when it stands in the scenery.
    #[must_use]
    pub fn small(&self) -> bool {
        self.radius_m < 0.65
    }

    /// Reads one file.
    ///
    /// # Errors
    /// When the file is missing, no glTF, or lacks something that cannot be made up for.
    pub fn load(path: &Path) -> Result<Self, AssetError> {
        Self::read(&Source::open(path)?)
    }

    /// Reads the bytes of one file; `path` names it.
    ///
    /// # Errors
    /// When it is no glTF, or lacks something that cannot be made up for.
    pub fn from_bytes(path: &Path, bytes: &[u8]) -> Result<Self, AssetError> {
        Self::read(&Source::from_bytes(path, bytes)?)
    }

    pub(crate) fn read(source: &Source) -> Result<Self, AssetError> {
        let mut pictures = Pictures::default();
        let mut full = Mesh::default();
        let low = if let Some(node) = source.level(0) {
            full.add(source, &node, true, false, &mut pictures)?;
            match source.level(1) {
                Some(node) => {
                    let mut low = Mesh::default();
                    low.add(source, &node, true, false, &mut pictures)?;
                    low
                }
                None => simplified(&full, TRIANGLES[1]),
            }
        } else {
            others(source, &mut full, &mut pictures)?;
            full = simplified(&full, TRIANGLES[0]);
            simplified(&full, TRIANGLES[1])
        };
        let radius_m = full.positions.iter().fold(0.0f32, |a, p| a.max(p.length()));
        if radius_m < 1e-6 || low.indices.is_empty() {
            return Err(source.wrong("has no size: all vertices are in one place, or there is no mesh; export it again"));
        }
        Ok(Self::from_meshes(source.name(), [&full, &low]))
    }

    /// From meshes in the space of the file (y up).
    pub(crate) fn from_meshes(name: String, meshes: [&Mesh; 2]) -> Self {
        let full = meshes[0];
        let radius_m = full.positions.iter().fold(0.0f32, |a, p| a.max(p.length()));
        let swaying = full.extra.iter().filter(|e| e[0] > 0.01).count();
        Self {
            name,
            levels: meshes.map(level),
            radius_m,
            height_m: full.positions.iter().fold(0.0, |a, p| a.max(p.y)),
            stiff: radius_m > 2.0 && swaying * 2 < full.positions.len(),
        }
    }
}

/// All meshes of a file where its nodes put them.
fn others(source: &Source, mesh: &mut Mesh, pictures: &mut Pictures) -> Result<(), AssetError> {
    let (parent, order, rest) = rig::tree(source)?;
    let global = rig::globals(&parent, &order, &rest);
    for node in source.document.nodes().filter(|n| n.mesh().is_some()) {
        let first = mesh.positions.len();
        mesh.add(source, &node, false, false, pictures)?;
        mesh.transform(first, global[node.index()]);
    }
    // alpha is occlusion here, not glass
    mesh.colors.iter_mut().for_each(|c| c.w = 1.0);
    let radius = mesh.positions.iter().fold(0.0f32, |a, p| a.max(p.length()));
    if !radius.is_finite() {
        return Err(source.wrong("puts its meshes out of all measure; apply its transforms and export it again"));
    }
    if radius > RADIUS_MAX_M {
        mesh.transform(0, Mat4::from_scale(Vec3::splat(RADIUS_M / radius)));
    }
    Ok(())
}

fn level(mesh: &Mesh) -> ModelLevel {
    let turn = |v: Vec3| Vec3::new(v.x, -v.z, v.y);
    let c = |v: f32| (v.clamp(0.0, 1.0).sqrt() * 255.0 + 0.5) as u8;
    let b = |v: f32| (v.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
    let vertex = |i: usize| {
        let [x, y, z, w] = mesh.colors[i].to_array();
        ModelVertex {
            position: turn(mesh.positions[i]).into(),
            normal: snorm8(turn(mesh.normals[i])),
            color: [c(x), c(y), c(z), b(w)],
            extra: [b(mesh.extra[i][0]), b(mesh.extra[i][1]), 0, 0],
        }
    };
    ModelLevel { vertices: (0..mesh.positions.len()).map(vertex).collect(), indices: mesh.indices.clone() }
}
