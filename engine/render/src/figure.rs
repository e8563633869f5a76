//! A rigged `.glb` to vertices of four levels, bone palettes at 30 frames a second and the table of lowest points.
//!
//! The file holds one skin, nodes `NAME_lod0` to `NAME_lod3` and clips by name. Figure space after baking: z up, facing
//! -y, feet at the origin (file: y up, facing +z); the shader turns it so that a record's yaw 0 looks along +y.

use crate::assets::AssetError;
use crate::gpu_data::{CrowdVertex, LEVELS, snorm8};
use crate::lowest::{self, Poses};
use base::records::LyingFrames;
use glam::{Mat4, Quat, Vec3, Vec4};
use gltf::animation::util::ReadOutputs;
use std::path::Path;

/// Most bones of a figure.
pub const BONES_MAX: usize = 32;
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

struct Track {
    node: usize,
    times: Vec<f32>,
    values: Values,
}

enum Values {
    Move(Vec<Vec3>),
    Turn(Vec<Quat>),
    Scale(Vec<Vec3>),
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
    /// When the file is missing, no glTF, or lacks something.
    pub fn load(path: &Path) -> Result<Self, AssetError> {
        let wrong = |cause: &str| AssetError::new(path, cause);
        let name = path.file_stem().map(|s| s.to_string_lossy().to_string()).unwrap_or_default();
        let (document, buffers, _) = gltf::import(path).map_err(|e| wrong(&format!("cannot be read: {e}")))?;
        let skin = document.skins().next().ok_or_else(|| wrong("has no skin"))?;
        let joints: Vec<usize> = skin.joints().map(|n| n.index()).collect();
        let inverse: Vec<Mat4> = skin
            .reader(|b| buffers.get(b.index()).map(|b| &b[..]))
            .read_inverse_bind_matrices()
            .map_or_else(|| vec![Mat4::IDENTITY; joints.len()], |m| m.map(|m| Mat4::from_cols_array_2d(&m)).collect());
        let bones = joints.len();
        if bones == 0 || bones > BONES_MAX || inverse.len() != bones {
            return Err(wrong(&format!("has {bones} bones and {} bind matrices; 1 to {BONES_MAX} of each can be drawn", inverse.len())));
        }

        let nodes: Vec<gltf::Node> = document.nodes().collect();
        let mut parent = vec![usize::MAX; nodes.len()];
        for n in &nodes {
            n.children().for_each(|c| parent[c.index()] = n.index());
        }
        // parents before children; the file promises no order
        let mut order: Vec<usize> = vec![];
        let mut todo: Vec<usize> = (0..nodes.len()).filter(|n| parent[*n] == usize::MAX).collect();
        while let Some(n) = todo.pop() {
            order.push(n);
            todo.extend(nodes[n].children().map(|c| c.index()));
        }
        let rest: Vec<(Vec3, Quat, Vec3)> = nodes
            .iter()
            .map(|n| {
                let (t, r, s) = n.transform().decomposed();
                (t.into(), Quat::from_array(r), s.into())
            })
            .collect();

        let up = Mat4::from_cols(Vec4::X, Vec4::Z, -Vec4::Y, Vec4::W); // (x, y, z) of the file -> (x, -z, y)
        let mut clips = vec![];
        let mut palette: Vec<[f32; 4]> = vec![];
        for animation in document.animations() {
            let mut tracks = vec![];
            for c in animation.channels() {
                let clip = animation.name().unwrap_or("?");
                let reader = c.reader(|b| buffers.get(b.index()).map(|b| &b[..]));
                if c.sampler().interpolation() == gltf::animation::Interpolation::CubicSpline {
                    return Err(wrong(&format!("clip {clip} has cubic tracks; export it with linear ones")));
                }
                let values = match reader.read_outputs() {
                    Some(ReadOutputs::Translations(t)) => Values::Move(t.map(Vec3::from).collect()),
                    Some(ReadOutputs::Rotations(r)) => Values::Turn(r.into_f32().map(Quat::from_array).collect()),
                    Some(ReadOutputs::Scales(s)) => Values::Scale(s.map(Vec3::from).collect()),
                    _ => return Err(wrong(&format!("clip {clip} has a track that moves no bone"))),
                };
                let times: Vec<f32> = reader.read_inputs().map(Iterator::collect).unwrap_or_default();
                let count = match &values {
                    Values::Move(v) | Values::Scale(v) => v.len(),
                    Values::Turn(v) => v.len(),
                };
                if times.is_empty() || times.len() != count || times.iter().any(|t| !(0.0..=600.0).contains(t)) {
                    return Err(wrong(&format!("clip {clip} has a track whose times do not fit its values")));
                }
                tracks.push(Track { node: c.target().node().index(), times, values });
            }
            let end = tracks.iter().filter_map(|t| t.times.last()).fold(0.0f32, |a, b| a.max(*b));
            let samples = (end * FRAMES_A_SECOND).round() as u32 + 1;
            clips.push(Clip { name: animation.name().unwrap_or("?").to_string(), first: (palette.len() / (bones * 3)) as u32, samples, looping: false });
            for s in 0..samples {
                let at = s as f32 / FRAMES_A_SECOND;
                let mut local = rest.clone();
                for t in &tracks {
                    let k = t.times.partition_point(|v| *v <= at).clamp(1, t.times.len().max(2) - 1) - 1;
                    let k1 = (k + 1).min(t.times.len() - 1);
                    let f = if k1 == k { 0.0 } else { ((at - t.times[k]) / (t.times[k1] - t.times[k])).clamp(0.0, 1.0) };
                    match &t.values {
                        Values::Move(v) => local[t.node].0 = v[k].lerp(v[k1], f),
                        Values::Turn(v) => local[t.node].1 = v[k].slerp(v[k1], f),
                        Values::Scale(v) => local[t.node].2 = v[k].lerp(v[k1], f),
                    }
                }
                let mut global = vec![Mat4::IDENTITY; nodes.len()];
                for &n in &order {
                    let m = Mat4::from_scale_rotation_translation(local[n].2, local[n].1, local[n].0);
                    global[n] = if parent[n] == usize::MAX { m } else { global[parent[n]] * m };
                }
                for (joint, bind) in joints.iter().zip(&inverse) {
                    let m = up * global[*joint] * *bind;
                    palette.extend([m.row(0), m.row(1), m.row(2)].map(|r| r.to_array()));
                }
            }
        }

        let mut extent = 0.0f32;
        let mut raw = vec![];
        for level in 0..LEVELS {
            // other people's files know no levels: their first mesh with a skin is all of them
            let wanted = format!("{name}_lod{level}");
            let leveled = nodes.iter().any(|n| n.name().is_some_and(|n| n.starts_with(&format!("{name}_lod"))));
            let node = if leveled { nodes.iter().find(|n| n.name() == Some(&wanted)) } else { nodes.iter().find(|n| n.skin().is_some() && n.mesh().is_some()) };
            let node = node.ok_or_else(|| wrong(&format!("has no node {wanted}")))?;
            let wanted = node.name().unwrap_or(&wanted);
            let primitive = node.mesh().and_then(|m| m.primitives().next()).ok_or_else(|| wrong(&format!("node {wanted} has no mesh")))?;
            let r = primitive.reader(|b| buffers.get(b.index()).map(|b| &b[..]));
            let lacks = |what: &str| wrong(&format!("node {wanted} has no {what}"));
            let positions: Vec<Vec3> = r.read_positions().ok_or_else(|| lacks("positions"))?.map(Vec3::from).collect();
            extent = positions.iter().fold(extent, |a, p| a.max(p.abs().max_element()));
            let indices: Vec<u32> = r.read_indices().map_or_else(|| (0..positions.len() as u32).collect(), |i| i.into_u32().collect());
            let normals: Vec<Vec3> = r.read_normals().map_or_else(|| smooth_normals(&positions, &indices), |n| n.map(Vec3::from).collect());
            let [red, green, blue, _] = primitive.material().pbr_metallic_roughness().base_color_factor();
            let colors: Vec<[f32; 3]> = r.read_colors(0).map_or_else(|| vec![[red, green, blue]; positions.len()], |c| c.into_rgb_f32().collect());
            let joints: Vec<[u16; 4]> = r.read_joints(0).ok_or_else(|| lacks("joints"))?.into_u16().collect();
            let weights: Vec<[f32; 4]> = r.read_weights(0).ok_or_else(|| lacks("weights"))?.into_f32().collect();
            let n = positions.len();
            let whole = n > 0 && [normals.len(), colors.len(), joints.len(), weights.len()] == [n; 4];
            if !whole || indices.is_empty() || indices.iter().any(|i| *i as usize >= n) || joints.iter().flatten().any(|j| usize::from(*j) >= bones) {
                return Err(wrong(&format!("node {wanted} has attributes of different lengths, or indices outside them")));
            }
            raw.push((positions, normals, colors, joints, weights, indices));
        }
        let frames = palette.len() / (bones * 3);
        if frames == 0 || frames > 0xffff {
            return Err(wrong(&format!("has {frames} frames of animation; 1 to 65535 can be drawn")));
        }
        for clip in &mut clips {
            // a loop's last frame is its first: every bone within a millimetre or so
            let (a, b) = (clip.first as usize * bones * 3, (clip.first + clip.samples - 1) as usize * bones * 3);
            clip.looping = clip.samples > 2 && (0..bones * 3).all(|k| (0..4).all(|c| (palette[a + k][c] - palette[b + k][c]).abs() < 2e-3));
        }
        let levels: Vec<Level> = raw
            .iter()
            .map(|(positions, normals, colors, joints, weights, indices)| Level {
                vertices: (0..positions.len())
                    .map(|i| {
                        let p = (positions[i] / extent.max(1e-6) * 32767.0).round();
                        let c = |v: f32| (v.clamp(0.0, 1.0).sqrt() * 255.0 + 0.5) as u8;
                        let mut w = weights[i].map(|w| (w * 255.0).round() as i32);
                        let rest = 255 - w.iter().sum::<i32>();
                        let largest = (0..4).max_by_key(|k| w[*k]).unwrap_or(0);
                        w[largest] += rest;
                        CrowdVertex {
                            position: [p.x as i16, p.y as i16, p.z as i16, 0],
                            normal: snorm8(normals[i]),
                            color: [c(colors[i][0]), c(colors[i][1]), c(colors[i][2]), 255],
                            joints: joints[i].map(|j| j as u8),
                            weights: w.map(|w| w as u8),
                        }
                    })
                    .collect(),
                indices: indices.clone(),
            })
            .collect();
        // from what the GPU gets, not from the file: rounded weights move a vertex by a millimetre
        let mut pose = vec![];
        let idle = clips.iter().find(|c| c.name == "idle").map_or(0, |c| c.first as usize);
        let mut poses = Poses { vertices: &levels[0].vertices, extent_m: extent, bones, palette: &palette, height_m: 0.0 };
        poses.skin(idle, 0.0, &mut pose);
        let height_m = pose.iter().fold(0.0f32, |a, p| a.max(p.z));
        poses.height_m = height_m;
        let radius_m = lowest::radius(&poses);
        let lowest = lowest::table(&poses, &clips, radius_m);
        let mut figure = Self { name, levels, clips, bones, palette, lowest, lying: LyingFrames::default(), height_m, extent_m: extent, radius_m };
        figure.lying = lowest::lying_frames(&figure);
        Ok(figure)
    }
}

/// Normals of a mesh that brings none: the mean of the triangles round each vertex, by their size.
fn smooth_normals(positions: &[Vec3], indices: &[u32]) -> Vec<Vec3> {
    let mut sums = vec![Vec3::ZERO; positions.len()];
    for t in indices.chunks_exact(3) {
        let at = |k: usize| positions.get(t[k] as usize).copied().unwrap_or_default();
        let across = (at(1) - at(0)).cross(at(2) - at(0));
        t.iter().filter_map(|i| sums.get_mut(*i as usize).map(|s| *s += across)).for_each(drop);
    }
    sums.iter().map(|s| s.try_normalize().unwrap_or(Vec3::Y)).collect()
}
