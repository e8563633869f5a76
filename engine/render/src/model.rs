//! A still model (`.glb` with a node `..._lod0` and one `..._lod1`) to vertices; z up after loading.
//!
//! COLOR_0 holds linear albedo and baked occlusion, TEXCOORD_0 how much a vertex sways and how much it glows.

use crate::assets::AssetError;
use crate::gpu_data::{ModelVertex, snorm8};
use glam::{Vec3, vec3};
use std::path::Path;

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
    /// When the file is missing, no glTF, or lacks something.
    pub fn load(path: &Path) -> Result<Self, AssetError> {
        let wrong = |cause: &str| AssetError::new(path, cause);
        let name = path.file_stem().map(|s| s.to_string_lossy().to_string()).unwrap_or_default();
        let (document, buffers, _) = gltf::import(path).map_err(|e| wrong(&format!("cannot be read: {e}")))?;
        let (mut radius_m, mut height_m, mut swaying, mut total) = (0.0f32, 0.0f32, 0, 0);
        let mut level = |level: usize| {
            let ending = format!("_lod{level}");
            let node = document
                .nodes()
                .find(|n| n.name().is_some_and(|n| n.ends_with(&ending)))
                .ok_or_else(|| wrong(&format!("has no node whose name ends in {ending}")))?;
            let primitive = node.mesh().and_then(|m| m.primitives().next()).ok_or_else(|| wrong(&format!("node {ending} has no mesh")))?;
            let r = primitive.reader(|b| buffers.get(b.index()).map(|b| &b[..]));
            let turn = |v: [f32; 3]| vec3(v[0], -v[2], v[1]);
            let positions: Vec<Vec3> = r.read_positions().ok_or_else(|| wrong("has no positions"))?.map(turn).collect();
            let normals: Vec<Vec3> = r.read_normals().ok_or_else(|| wrong("has no normals"))?.map(turn).collect();
            let colors: Vec<[f32; 4]> = r.read_colors(0).ok_or_else(|| wrong("has no vertex colors"))?.into_rgba_f32().collect();
            let extra: Vec<[f32; 2]> = r.read_tex_coords(0).map_or_else(|| vec![[0.0; 2]; positions.len()], |t| t.into_f32().collect());
            let indices: Vec<u32> = r.read_indices().ok_or_else(|| wrong("has no indices"))?.into_u32().collect();
            let n = positions.len();
            if normals.len() != n || colors.len() != n || extra.len() != n || indices.is_empty() || indices.iter().any(|i| *i as usize >= n) {
                return Err(wrong("has attributes of different lengths, or indices outside them"));
            }
            let vertices = (0..n)
                .map(|i| {
                    let c = |v: f32| (v.clamp(0.0, 1.0).sqrt() * 255.0 + 0.5) as u8;
                    let b = |v: f32| (v.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
                    ModelVertex {
                        position: positions[i].into(),
                        normal: snorm8(normals[i]),
                        color: [c(colors[i][0]), c(colors[i][1]), c(colors[i][2]), b(colors[i][3])],
                        extra: [b(extra[i][0]), b(extra[i][1]), 0, 0],
                    }
                })
                .collect();
            if level == 0 {
                radius_m = positions.iter().fold(0.0, |a, p| a.max(p.length()));
                height_m = positions.iter().fold(0.0, |a, p| a.max(p.z));
                swaying = extra.iter().filter(|e| e[0] > 0.01).count();
                total = n;
            }
            Ok(ModelLevel { vertices, indices })
        };
        let levels = [level(0)?, level(1)?];
        Ok(Self { name, levels, radius_m, height_m, stiff: radius_m > 2.0 && swaying * 2 < total })
    }
}
