//! Meshes of a file, put together: all primitives of a node, painted from vertex colors, material and base color picture.

use super::AssetError;
use super::source::Source;
use glam::{Mat3, Mat4, Vec2, Vec3, Vec4};
use gltf::Semantic;
use gltf::mesh::Mode;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Most vertices of one level of detail.
const VERTICES_MAX: usize = 400_000;
/// How far towards the middle of its triangle a corner's color is taken: at the very corner an atlas bleeds.
const INWARD: f32 = 0.3;

/// A mesh in the space of the file.
#[derive(Clone, Default)]
pub(crate) struct Mesh {
    pub positions: Vec<Vec3>,
    pub normals: Vec<Vec3>,
    /// Linear; a is what the file says there.
    pub colors: Vec<Vec4>,
    /// First texture coordinates, of files that keep to our table: (sway, glow).
    pub extra: Vec<[f32; 2]>,
    pub joints: Vec<[u32; 4]>,
    pub weights: Vec<[f32; 4]>,
    pub indices: Vec<u32>,
}

/// Pictures that were decoded already, by number.
pub(crate) type Pictures = HashMap<usize, image::RgbaImage>;

impl Mesh {
    pub fn triangles(&self) -> usize {
        self.indices.len() / 3
    }

    /// Adds a node's mesh. `own`: the file keeps to our table, its texture coordinates are no places in a picture.
    pub fn add(&mut self, source: &Source, node: &gltf::Node, own: bool, skinned: bool, pictures: &mut Pictures) -> Result<(), AssetError> {
        let name = node.name().map_or_else(|| format!("node {}", node.index()), |n| format!("node {n}"));
        let mesh = node.mesh().ok_or_else(|| source.wrong(format!("{name} has no mesh; give it one")))?;
        for primitive in mesh.primitives() {
            if !matches!(primitive.mode(), Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan) {
                continue; // lines and points are guides of a modeller
            }
            self.add_primitive(source, &name, &primitive, own, skinned, pictures)?;
        }
        if self.positions.len() > VERTICES_MAX {
            return Err(source.wrong(format!("has {} vertices; {VERTICES_MAX} can be loaded, thin the model out", self.positions.len())));
        }
        Ok(())
    }

    fn add_primitive(
        &mut self,
        source: &Source,
        name: &str,
        primitive: &gltf::Primitive,
        own: bool,
        skinned: bool,
        pictures: &mut Pictures,
    ) -> Result<(), AssetError> {
        let what = |part: &str| format!("{part} of {name}");
        let lacks = |part: &str| source.wrong(format!("{name} has no {part}; export the model with them"));
        let of = |semantic: Semantic| primitive.get(&semantic);
        let positions: Vec<Vec3> =
            source.numbers::<3>(&of(Semantic::Positions).ok_or_else(|| lacks("positions"))?, &what("positions"))?.into_iter().map(Vec3::from).collect();
        let n = positions.len();
        let mut indices = match primitive.indices() {
            Some(a) => source.integers::<1>(&a, &what("indices"))?.into_iter().map(|i| i[0]).collect(),
            None => (0..n as u32).collect::<Vec<u32>>(),
        };
        indices = match primitive.mode() {
            Mode::TriangleStrip => indices.windows(3).enumerate().flat_map(|(k, t)| if k % 2 == 0 { [t[0], t[1], t[2]] } else { [t[1], t[0], t[2]] }).collect(),
            Mode::TriangleFan => indices.get(1..).unwrap_or_default().windows(2).flat_map(|t| [indices[0], t[0], t[1]]).collect(),
            _ => indices,
        };
        indices.truncate(indices.len() / 3 * 3);
        if n == 0 || indices.is_empty() || indices.iter().any(|i| *i as usize >= n) {
            return Err(source.wrong(format!("{name} has no triangles, or indices outside its {n} vertices; export the model again")));
        }
        let normals: Vec<Vec3> = match of(Semantic::Normals) {
            Some(a) => source.numbers::<3>(&a, &what("normals"))?.into_iter().map(|v| Vec3::from(v).try_normalize().unwrap_or(Vec3::Y)).collect(),
            None => smooth_normals(&positions, &indices),
        };
        let pbr = primitive.material().pbr_metallic_roughness();
        let factor = Vec4::from(pbr.base_color_factor());
        let mut colors = match of(Semantic::Colors(0)) {
            Some(a) => {
                let wide = a.dimensions().multiplicity();
                if wide != 3 && wide != 4 {
                    return Err(source.wrong(format!("vertex colors of {name} have {wide} parts; export 3 or 4")));
                }
                source
                    .flat(&a, &what("vertex colors"), wide)?
                    .chunks_exact(wide)
                    .map(|c| Vec4::new(c[0], c[1], c[2], c.get(3).copied().unwrap_or(1.0)))
                    .collect()
            }
            None => vec![Vec4::ONE; n],
        };
        let uv_set = if own { 0 } else { pbr.base_color_texture().map_or(0, |t| t.tex_coord()) };
        let uv = of(Semantic::TexCoords(uv_set)).map(|a| source.numbers::<2>(&a, &what("texture coordinates"))).transpose()?;
        let uv = uv.unwrap_or_else(|| vec![[0.0; 2]; n]);
        let joints = match (skinned, of(Semantic::Joints(0))) {
            (true, Some(a)) => source.integers::<4>(&a, &what("joints"))?,
            (true, None) => return Err(lacks("joints")),
            _ => vec![[0; 4]; n],
        };
        let weights = match (skinned, of(Semantic::Weights(0))) {
            (true, Some(a)) => source.numbers::<4>(&a, &what("weights"))?,
            (true, None) => return Err(lacks("weights")),
            _ => vec![[1.0, 0.0, 0.0, 0.0]; n],
        };
        if [normals.len(), colors.len(), uv.len(), joints.len(), weights.len()] != [n; 5] {
            return Err(source.wrong(format!("{name} has attributes of different lengths; export the model again")));
        }
        if let (false, Some(texture)) = (own, pbr.base_color_texture()) {
            let image = texture.texture().source();
            if let Entry::Vacant(place) = pictures.entry(image.index()) {
                place.insert(source.picture(&image)?);
            }
            for (color, painted) in colors.iter_mut().zip(paint(&pictures[&image.index()], &uv, &indices)) {
                *color *= painted;
            }
        }
        // our own files hold the whole color at the vertex
        if !own || of(Semantic::Colors(0)).is_none() {
            colors.iter_mut().for_each(|c| *c *= factor);
        }
        let first = self.positions.len() as u32;
        self.positions.extend(positions);
        self.normals.extend(normals);
        self.colors.extend(colors);
        self.extra.extend(if own { uv } else { vec![[0.0; 2]; n] });
        self.joints.extend(joints);
        self.weights.extend(weights);
        self.indices.extend(indices.iter().map(|i| i + first));
        Ok(())
    }

    /// Turns, moves and scales the vertices from `first` on.
    pub fn transform(&mut self, first: usize, by: Mat4) {
        let turn = Mat3::from_mat4(by);
        let normal = if turn.determinant().abs() > 1e-12 { turn.inverse().transpose() } else { turn };
        self.positions[first..].iter_mut().for_each(|p| *p = by.transform_point3(*p));
        self.normals[first..].iter_mut().for_each(|n| *n = (normal * *n).try_normalize().unwrap_or(Vec3::Y));
    }
}

/// Normals of a mesh that brings none: the mean of the triangles round each vertex, by their size.
fn smooth_normals(positions: &[Vec3], indices: &[u32]) -> Vec<Vec3> {
    let mut sums = vec![Vec3::ZERO; positions.len()];
    for t in indices.chunks_exact(3) {
        let at = |k: usize| positions[t[k] as usize];
        let across = (at(1) - at(0)).cross(at(2) - at(0));
        t.iter().for_each(|i| sums[*i as usize] += across);
    }
    sums.iter().map(|s| s.try_normalize().unwrap_or(Vec3::Y)).collect()
}

/// Linear color of every vertex out of a picture: the mean over its triangles, each a little inside of them.
fn paint(picture: &image::RgbaImage, uv: &[[f32; 2]], indices: &[u32]) -> Vec<Vec4> {
    let mut sums = vec![Vec4::ZERO; uv.len()];
    for t in indices.chunks_exact(3) {
        let at = |k: usize| Vec2::from(uv[t[k] as usize]);
        let middle = (at(0) + at(1) + at(2)) / 3.0;
        for (k, i) in t.iter().enumerate() {
            sums[*i as usize] += texel(picture, at(k).lerp(middle, INWARD)).extend(1.0);
        }
    }
    sums.iter().map(|s| if s.w > 0.0 { (s.truncate() / s.w).extend(1.0) } else { Vec4::ONE }).collect()
}

/// The nearest texel, the picture repeated.
fn texel(picture: &image::RgbaImage, at: Vec2) -> Vec3 {
    let (w, h) = picture.dimensions();
    let place = |v: f32, n: u32| ((v - v.floor()) * n as f32).clamp(0.0, (n - 1) as f32) as u32;
    let p = picture.get_pixel(place(at.x, w), place(at.y, h)).0;
    crate::gpu_data::linear(u32::from(p[0]) << 16 | u32::from(p[1]) << 8 | u32::from(p[2]))
}
