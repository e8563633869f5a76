//! A rigged `.glb` to vertices of four levels, bone palettes at 30 frames a second and the table of lowest points.
//!
//! Our files hold one skin, nodes `NAME_lod0` to `NAME_lod3` and clips by name. Those of others are fitted: all their meshes
//! become four levels, base color pictures become vertex colors, clips get our names, feet come to the ground. Figure space
//! after baking: z up, facing -y, feet at the origin (file: y up, facing +z); the shader turns it so that a record's yaw 0
//! looks along +y.

use crate::assets::AssetError;
use crate::assets::mesh::{Mesh, Pictures};
use crate::assets::rig::{Motion, Rig};
use crate::assets::simplify::simplified;
use crate::assets::source::Source;
use crate::gpu_data::{CrowdVertex, LEVELS, snorm8};
use crate::lowest::{self, Poses};
use base::records::LyingFrames;
use glam::{Vec3, vec3};
use std::path::{Path, PathBuf};

/// Most bones of a figure.
pub const BONES_MAX: usize = 32;
/// Most triangles of the levels of a file that brings only one.
const TRIANGLES: [usize; LEVELS] = [12_000, 900, 280, 90];
/// Height that figures from others are brought to: their unit may be anything. The game scales from there.
const HEIGHT_M: f32 = 1.7;
/// Palette frames a second.
pub const FRAMES_A_SECOND: f32 = 30.0;

/// One clip inside a figure's palettes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clip {
    /// As in the file.
    pub name: String,
    /// First palette frame.
    pub first: u32,
    /// Palette frames; a loop repeats its first as its last.
    pub samples: u32,
    /// The last frame is the first again.
    pub looping: bool,
}

/// One level of detail.
pub struct Level {
    /// Vertices.
    pub vertices: Vec<CrowdVertex>,
    /// Three a triangle.
    pub indices: Vec<u32>,
}

/// A skinned figure.
pub struct Figure {
    /// File name without ending.
    pub name: String,
    /// Fine to coarse.
    pub levels: Vec<Level>,
    /// In the order of the file.
    pub clips: Vec<Clip>,
    /// Bones of the skin.
    pub bones: usize,
    /// Rows of 3 x 4 matrices: frame, bone, row.
    pub palette: Vec<[f32; 4]>,
    /// The table of lowest points; see [`crate::lowest`].
    pub lowest: Vec<u32>,
    /// In which bodies lie.
    pub lying: LyingFrames,
    /// Standing.
    pub height_m: f32,
    /// What a vertex coordinate of 1 stands for.
    pub extent_m: f32,
    /// Radius of a sphere round (0, 0, half height) that holds every pose, weapons included.
    pub radius_m: f32,
}

impl Figure {
    /// A clip by its name.
    #[must_use]
    pub fn clip(&self, name: &str) -> Option<&Clip> {
        self.clips.iter().find(|c| c.name == name)
    }

    /// Palette frames of all clips.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.palette.len() / (self.bones * 3)
    }

    /// How fast the ground goes by under a clip that walks on the spot, m/s: the median way back of the lowest vertex, over
    /// frames in which it stands. 0 for a clip the figure lacks. Measured, so that a figure needs no table beside its file;
    /// in steps of 0.05, for the lowest vertex changes while a foot rolls.
    #[must_use]
    pub fn ground_speed_mps(&self, clip: &str) -> f32 {
        let Some(clip) = self.clip(clip) else { return 0.0 };
        let frames = clip.first as usize..(clip.first + clip.samples).saturating_sub(1) as usize;
        let (mut now, mut next) = (Vec::new(), Vec::new());
        let pose =
            |frame: usize, out: &mut Vec<Vec3>| lowest::skin(&self.levels[0].vertices, self.extent_m, self.bones, &self.palette, (frame, frame, 0.0), out);
        // Height of the lowest vertex, its height a frame later, and how far it went back in between.
        let steps: Vec<[f32; 3]> = frames
            .filter_map(|frame| {
                pose(frame, &mut now);
                pose(frame + 1, &mut next);
                let (a, b) = now.iter().zip(&next).min_by(|a, b| a.0.z.total_cmp(&b.0.z))?;
                Some([a.z, b.z, b.y - a.y])
            })
            .collect();
        let near_m = steps.iter().map(|step| step[0]).fold(f32::MAX, f32::min) + 0.003 * self.height_m;
        let mut speeds: Vec<f32> = steps.iter().filter(|step| step[0] < near_m && step[1] < near_m).map(|step| step[2] * FRAMES_A_SECOND).collect();
        speeds.sort_by(f32::total_cmp);
        speeds.get(speeds.len() / 2).map_or(0.0, |speed| (speed * 20.0).round().max(0.0) / 20.0)
    }

    /// What its tables are made from.
    #[must_use]
    pub fn poses(&self) -> Poses<'_> {
        Poses { vertices: &self.levels[0].vertices, extent_m: self.extent_m, bones: self.bones, palette: &self.palette, height_m: self.height_m }
    }

    /// Reads one file.
    ///
    /// # Errors
    /// When the file is missing, no glTF, or lacks something that cannot be made up for.
    pub fn load(path: &Path) -> Result<Self, AssetError> {
        Ok(Self::finish(Draft::read(&Source::open(path)?)?.bake()?))
    }

    /// Reads the bytes of one file; `path` names it.
    ///
    /// # Errors
    /// When it is no glTF, or lacks something that cannot be made up for.
    pub fn from_bytes(path: &Path, bytes: &[u8]) -> Result<Self, AssetError> {
        Ok(Self::finish(Draft::read(&Source::from_bytes(path, bytes)?)?.bake()?))
    }

    /// A figure of one bone out of one mesh, for every level; its tables are still empty.
    pub(crate) fn from_mesh(name: &str, mesh: &Mesh, clips: Vec<Clip>, palette: Vec<[f32; 4]>) -> Self {
        let extent_m = mesh.positions.iter().fold(1e-3f32, |a, p| a.max(p.abs().max_element()));
        let height_m = mesh.positions.iter().fold(0.0f32, |a, p| a.max(p.y));
        let levels = (0..LEVELS).map(|_| level(mesh, extent_m, true)).collect();
        Self { name: name.into(), levels, clips, bones: 1, palette, lowest: vec![], lying: LyingFrames::default(), height_m, extent_m, radius_m: 0.0 }
    }

    /// The tables of a figure that is baked.
    pub(crate) fn finish(baked: Self) -> Self {
        let mut figure = baked;
        figure.radius_m = lowest::radius(&figure.poses());
        figure.lowest = lowest::table(&figure.poses(), &figure.clips, figure.radius_m);
        figure.lying = lowest::lying_frames(&figure);
        figure
    }
}

/// A figure whose file has been read, before its clips are baked.
pub(crate) struct Draft {
    name: String,
    path: PathBuf,
    rig: Rig,
    motions: Vec<Motion>,
    meshes: Vec<Mesh>,
    /// The file keeps to our table of names, sizes and axes.
    own: bool,
}

impl Draft {
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn read(source: &Source) -> Result<Self, AssetError> {
        let rig = Rig::read(source)?;
        let own = source.level(0).is_some();
        let mut meshes: Vec<Mesh> = vec![];
        let mut pictures = Pictures::default();
        for (level, triangles) in TRIANGLES.into_iter().enumerate() {
            let mut mesh = Mesh::default();
            if let Some(node) = source.level(level) {
                mesh.add(source, &node, true, true, &mut pictures)?;
                fit_bones(source, &mut mesh, 0, &rig)?;
            } else if level == 0 {
                others(source, &rig, &mut mesh, &mut pictures)?;
            } else {
                // level 0 is there already
                mesh = simplified(&meshes[0], triangles);
            }
            meshes.push(mesh);
        }
        if !own {
            meshes[0] = simplified(&meshes[0], TRIANGLES[0]);
        }
        let motions = rig.motions(source, own)?;
        Ok(Self { name: source.name(), path: source.path().to_path_buf(), rig, motions, meshes, own })
    }

    /// Bakes clips and vertices; tables are still empty.
    pub fn bake(self) -> Result<Figure, AssetError> {
        let wrong = |cause: &str| AssetError::new(&self.path, cause);
        let (clips, mut palette) = self.rig.bake(&self.motions, self.own);
        let extent_m = self.meshes.iter().flat_map(|m| &m.positions).fold(0.0f32, |a, p| a.max(p.abs().max_element()));
        if extent_m < 1e-6 {
            return Err(wrong("has no size: all vertices are in one place; export it again"));
        }
        let levels: Vec<Level> = self.meshes.iter().map(|m| level(m, extent_m, self.own)).collect();
        let bones = self.rig.bones();
        let idle = clips.iter().find(|c| c.name == "idle").map_or(0, |c| c.first as usize);
        // from what the GPU gets, not from the file: rounded weights move a vertex by a millimetre
        let mut pose = vec![];
        lowest::skin(&levels[0].vertices, extent_m, bones, &palette, (idle, idle, 0.0), &mut pose);
        if !self.own {
            let low = pose.iter().fold(Vec3::MAX, |a, p| a.min(*p));
            let high = pose.iter().fold(Vec3::MIN, |a, p| a.max(*p));
            let scale = (HEIGHT_M / (high.z - low.z)).min(2.0 * HEIGHT_M / (high - low).max_element());
            let to = vec3(-(low.x + high.x) / 2.0, -(low.y + high.y) / 2.0, -low.z) * scale;
            if !(scale.is_finite() && to.is_finite()) {
                return Err(wrong("has no height when it stands; turn it so that y is up and export it again"));
            }
            for rows in palette.chunks_exact_mut(3) {
                for (row, to) in rows.iter_mut().zip(to.to_array()) {
                    *row = row.map(|v| v * scale);
                    row[3] += to;
                }
            }
            lowest::skin(&levels[0].vertices, extent_m, bones, &palette, (idle, idle, 0.0), &mut pose);
        }
        let height_m = pose.iter().fold(0.0f32, |a, p| a.max(p.z));
        if !(1e-3..=1e4).contains(&height_m) || palette.iter().flatten().any(|v| !(-1e6..=1e6).contains(v)) {
            return Err(wrong("has no height when it stands, or bones far away; apply its transforms, y up, and export it again"));
        }
        Ok(Figure { name: self.name, levels, clips, bones, palette, lowest: vec![], lying: LyingFrames::default(), height_m, extent_m, radius_m: 0.0 })
    }
}

/// All meshes on the skin, and those that hang on its bones.
fn others(source: &Source, rig: &Rig, mesh: &mut Mesh, pictures: &mut Pictures) -> Result<(), AssetError> {
    for node in source.document.nodes().filter(|n| n.mesh().is_some()) {
        let first = mesh.positions.len();
        match node.skin() {
            Some(skin) if skin.index() == rig.skin => {
                mesh.add(source, &node, false, true, pictures)?;
                fit_bones(source, mesh, first, rig)?;
            }
            None => {
                let Some((bone, place)) = rig.carrier(node.index()) else { continue };
                mesh.add(source, &node, false, false, pictures)?;
                mesh.transform(first, place);
                mesh.joints[first..].iter_mut().for_each(|j| j[0] = bone);
            }
            Some(_) => {}
        }
    }
    if mesh.indices.is_empty() { Err(source.wrong("has no mesh on its skin; a figure needs one")) } else { Ok(()) }
}

/// Joints of the file become bones, weights become shares.
fn fit_bones(source: &Source, mesh: &mut Mesh, first: usize, rig: &Rig) -> Result<(), AssetError> {
    for (joints, weights) in mesh.joints[first..].iter_mut().zip(&mut mesh.weights[first..]) {
        for (joint, weight) in joints.iter_mut().zip(weights.iter_mut()) {
            *weight = weight.max(0.0);
            *joint = match rig.bone_of.get(*joint as usize) {
                Some(bone) => *bone,
                None if *weight == 0.0 => 0,
                None => return Err(source.wrong(format!("has vertices on bone {joint} of {}; export it again with its skin", rig.bone_of.len()))),
            };
        }
        let sum: f32 = weights.iter().sum();
        if sum <= 1e-6 {
            *weights = [1.0, 0.0, 0.0, 0.0];
        } else if (sum - 1.0).abs() > 0.01 {
            *weights = weights.map(|w| w / sum);
        }
    }
    Ok(())
}

/// The vertices as the GPU gets them. `own`: the strongest bones come first already.
fn level(mesh: &Mesh, extent_m: f32, own: bool) -> Level {
    let vertex = |i: usize| {
        let p = (mesh.positions[i] / extent_m * 32767.0).round();
        let c = |v: f32| (v.clamp(0.0, 1.0).sqrt() * 255.0 + 0.5) as u8;
        let color = mesh.colors[i];
        let mut order = [0, 1, 2, 3];
        if !own {
            order.sort_by(|a, b| mesh.weights[i][*b].total_cmp(&mesh.weights[i][*a]));
        }
        let mut w = order.map(|k| (mesh.weights[i][k] * 255.0).round() as i32);
        let rest = 255 - w.iter().sum::<i32>();
        let largest = (0..4).max_by_key(|k| w[*k]).unwrap_or(0);
        w[largest] += rest;
        CrowdVertex {
            position: [p.x as i16, p.y as i16, p.z as i16, 0],
            normal: snorm8(mesh.normals[i]),
            color: [c(color.x), c(color.y), c(color.z), 255],
            joints: order.map(|k| mesh.joints[i][k] as u8),
            weights: w.map(|w| w as u8),
        }
    };
    Level { vertices: (0..mesh.positions.len()).map(vertex).collect(), indices: mesh.indices.clone() }
}
