//! Bones and clips of a file: which nodes are bones, how they move, and the matrices of every moment.

use super::AssetError;
use super::names;
use super::source::Source;
use crate::figure::{BONES_MAX, Clip, FRAMES_A_SECOND};
use glam::{Mat4, Quat, Vec3, Vec4};
use gltf::animation::{Interpolation, Property};
use rayon::prelude::*;

/// Longest clip, seconds.
const CLIP_MAX_S: f32 = 60.0;
/// Most palette frames of a figure.
const FRAMES_MAX: usize = 8192;
/// Most joints and nodes of a file.
const JOINTS_MAX: usize = 512;
const NODES_MAX: usize = 8192;
/// Clips that play on.
const LOOPS: [&str; 5] = ["idle", "wait", "walk", "run", "fall"];

type Local = (Vec3, Quat, Vec3);
/// Of every node its parent, an order with parents first, its place at rest.
type Tree = (Vec<usize>, Vec<usize>, Vec<Local>);

/// The skeleton.
pub(crate) struct Rig {
    /// Node of every bone that is drawn.
    nodes: Vec<usize>,
    inverse: Vec<Mat4>,
    parent: Vec<usize>,
    /// Parents before children.
    order: Vec<usize>,
    rest: Vec<Local>,
    /// Bone of every joint of the skin: small ones are carried by their parents.
    pub bone_of: Vec<u32>,
    /// Skin in the file.
    pub skin: usize,
}

struct Track {
    node: usize,
    times: Vec<f32>,
    /// With two tangents around each value when cubic.
    values: Vec<Vec4>,
    way: Interpolation,
    property: Property,
}

/// A clip as it is in the file.
pub(crate) struct Motion {
    name: String,
    tracks: Vec<Track>,
    samples: usize,
}

/// All nodes of a file: parents, an order with parents first, places at rest.
pub(crate) fn tree(source: &Source) -> Result<Tree, AssetError> {
    let nodes: Vec<gltf::Node> = source.document.nodes().collect();
    if nodes.len() > NODES_MAX {
        return Err(source.wrong(format!("has {} nodes; {NODES_MAX} can be loaded, join its parts", nodes.len())));
    }
    let mut parent = vec![usize::MAX; nodes.len()];
    for n in &nodes {
        for c in n.children() {
            if parent[c.index()] != usize::MAX {
                return Err(source.wrong(format!("hangs node {} on two parents; export it again", c.index())));
            }
            parent[c.index()] = n.index();
        }
    }
    let (mut order, mut todo): (Vec<usize>, Vec<usize>) = (vec![], (0..nodes.len()).filter(|n| parent[*n] == usize::MAX).collect());
    while let Some(n) = todo.pop() {
        order.push(n);
        todo.extend(nodes[n].children().map(|c| c.index()));
    }
    if order.len() != nodes.len() {
        return Err(source.wrong("has nodes that are their own ancestors; export it again"));
    }
    let rest: Vec<Local> = nodes
        .iter()
        .map(|n| {
            let (t, r, s) = n.transform().decomposed();
            (t.into(), Quat::from_array(r).normalize(), s.into())
        })
        .collect();
    if let Some(n) = rest.iter().position(|(t, r, s)| !(t.is_finite() && r.is_finite() && s.is_finite() && t.abs().max_element() < 1e9)) {
        return Err(source.wrong(format!("places node {n} nowhere (a number is missing or far too large); apply its transforms and export it again")));
    }
    Ok((parent, order, rest))
}

/// Places of all nodes.
pub(crate) fn globals(parent: &[usize], order: &[usize], local: &[Local]) -> Vec<Mat4> {
    let mut global = vec![Mat4::IDENTITY; local.len()];
    for &n in order {
        let m = Mat4::from_scale_rotation_translation(local[n].2, local[n].1, local[n].0);
        global[n] = if parent[n] == usize::MAX { m } else { global[parent[n]] * m };
    }
    global
}

impl Rig {
    pub fn read(source: &Source) -> Result<Self, AssetError> {
        let skinned = source.document.nodes().find(|n| n.skin().is_some() && n.mesh().is_some()).and_then(|n| n.skin());
        let skin = skinned.or_else(|| source.document.skins().next());
        let skin = skin.ok_or_else(|| source.wrong("has no skin; a figure needs a mesh on bones"))?;
        let joints: Vec<usize> = skin.joints().map(|n| n.index()).collect();
        if joints.is_empty() || joints.len() > JOINTS_MAX {
            return Err(source.wrong(format!("has {} bones; 1 to {JOINTS_MAX} can be loaded", joints.len())));
        }
        let inverse: Vec<Mat4> = match skin.inverse_bind_matrices() {
            Some(a) => source.numbers::<16>(&a, "bind matrices")?.iter().map(Mat4::from_cols_array).collect(),
            None => vec![Mat4::IDENTITY; joints.len()],
        };
        if inverse.len() < joints.len() {
            return Err(source.wrong(format!("has {} bones and {} bind matrices; export it again", joints.len(), inverse.len())));
        }
        let (parent, order, rest) = tree(source)?;
        let kept = kept(&joints, &parent);
        let number = |joint: usize| kept.iter().position(|k| *k == joint);
        let bone_of = (0..joints.len())
            .map(|j| {
                // up to the first that is kept
                let mut node = joints[j];
                loop {
                    if let Some(bone) = joints.iter().position(|k| *k == node).and_then(number) {
                        return bone as u32;
                    }
                    if parent[node] == usize::MAX {
                        return 0;
                    }
                    node = parent[node];
                }
            })
            .collect();
        let (nodes, inverse) = kept.iter().map(|k| (joints[*k], inverse[*k])).unzip();
        Ok(Self { nodes, inverse, parent, order, rest, bone_of, skin: skin.index() })
    }

    pub fn bones(&self) -> usize {
        self.nodes.len()
    }

    /// The bone a node without a skin hangs on, and where its mesh lies in the space of the skin at rest.
    pub fn carrier(&self, node: usize) -> Option<(u32, Mat4)> {
        let global = globals(&self.parent, &self.order, &self.rest);
        let mut at = node;
        loop {
            if let Some(bone) = self.nodes.iter().position(|n| *n == at) {
                let bind = global[at] * self.inverse[bone];
                let place = bind.inverse() * global[node];
                return place.is_finite().then_some((bone as u32, place));
            }
            at = *self.parent.get(at).filter(|p| **p != usize::MAX)?;
        }
    }

    /// The clips of the file, not yet baked.
    pub fn motions(&self, source: &Source, own: bool) -> Result<Vec<Motion>, AssetError> {
        let mut out = vec![];
        for (k, animation) in source.document.animations().enumerate() {
            let name = animation.name().map_or_else(|| format!("clip {k}"), String::from);
            let mut tracks = vec![];
            for c in animation.channels() {
                let (property, way) = (c.target().property(), c.sampler().interpolation());
                let what = |part: &str| format!("{part} of clip {name}");
                let values: Vec<Vec4> = match property {
                    Property::MorphTargetWeights => continue, // faces are not drawn
                    Property::Rotation => source.numbers::<4>(&c.sampler().output(), &what("turns"))?.into_iter().map(Vec4::from).collect(),
                    _ => source.numbers::<3>(&c.sampler().output(), &what("moves"))?.into_iter().map(|v| Vec3::from(v).extend(0.0)).collect(),
                };
                let times: Vec<f32> = source.numbers::<1>(&c.sampler().input(), &what("times"))?.into_iter().map(|t| t[0]).collect();
                let wide = if way == Interpolation::CubicSpline { 3 } else { 1 };
                if times.is_empty() || times.len() * wide != values.len() {
                    return Err(source.wrong(format!("clip {name} has a track of {} times and {} values; export it again", times.len(), values.len())));
                }
                if times.iter().any(|t| !(0.0..=CLIP_MAX_S).contains(t)) || times.windows(2).any(|t| t[0] > t[1]) {
                    return Err(
                        source.wrong(format!("clip {name} has times that do not rise from 0 to at most {CLIP_MAX_S} seconds; shorten it and export it again"))
                    );
                }
                tracks.push(Track { node: c.target().node().index(), times, values, way, property });
            }
            let end = tracks.iter().filter_map(|t| t.times.last()).fold(0.0f32, |a, b| a.max(*b));
            out.push(Motion { name, tracks, samples: (end * FRAMES_A_SECOND).round() as usize + 1 });
        }
        if !own {
            let given: Vec<String> = out.iter().map(|m| m.name.clone()).collect();
            out.iter_mut().zip(names::ours(&given)).for_each(|(m, name)| m.name = name);
            if !out.iter().any(|m| m.name == "idle") {
                out.push(Motion { name: "idle".into(), tracks: vec![], samples: 2 });
            }
        }
        let frames: usize = out.iter().map(|m| m.samples).sum();
        if frames == 0 || frames > FRAMES_MAX {
            return Err(source.wrong(format!("has {frames} frames of animation; 1 to {FRAMES_MAX} can be drawn")));
        }
        Ok(out)
    }

    /// Matrices of all clips end to end, and where each clip is. The clips of others are completed: loops close, and there is
    /// one to fly in.
    pub fn bake(&self, motions: &[Motion], own: bool) -> (Vec<Clip>, Vec<[f32; 4]>) {
        let rows = self.bones() * 3;
        let mut parts: Vec<(String, Vec<[f32; 4]>)> = motions.par_iter().map(|m| (m.name.clone(), self.bake_one(m))).collect();
        if !own {
            if !parts.iter().any(|(name, _)| name.starts_with("fall")) {
                // limbs that go on running in the air are the best there is
                let from = ["run", "walk", "idle"].iter().find_map(|n| parts.iter().find(|(name, _)| name == n));
                let palette = from.map(|(_, palette)| palette[..palette.len().min(rows * 31)].to_vec()).unwrap_or_default();
                parts.push(("fall".into(), palette));
            }
            for (_, palette) in parts.iter_mut().filter(|(name, palette)| LOOPS.contains(&name.as_str()) && !closed(palette, rows)) {
                let first = palette[..rows].to_vec();
                palette.extend(first);
            }
        }
        let (mut clips, mut palette) = (vec![], vec![]);
        for (name, part) in parts {
            clips.push(Clip {
                name,
                first: (palette.len() / rows) as u32,
                samples: (part.len() / rows) as u32,
                looping: part.len() > rows * 2 && closed(&part, rows),
            });
            palette.extend(part);
        }
        (clips, palette)
    }

    fn bake_one(&self, motion: &Motion) -> Vec<[f32; 4]> {
        let up = Mat4::from_cols(Vec4::X, Vec4::Z, -Vec4::Y, Vec4::W); // (x, y, z) of the file -> (x, -z, y)
        let mut palette = Vec::with_capacity(motion.samples * self.bones() * 3);
        let mut local = self.rest.clone();
        for s in 0..motion.samples {
            let at = s as f32 / FRAMES_A_SECOND;
            for t in &motion.tracks {
                let v = t.at(at);
                match t.property {
                    Property::Translation => local[t.node].0 = v.truncate(),
                    Property::Rotation => local[t.node].1 = Quat::from_vec4(v).normalize(),
                    Property::Scale => local[t.node].2 = v.truncate(),
                    Property::MorphTargetWeights => {}
                }
                if !local[t.node].1.is_finite() {
                    local[t.node].1 = Quat::IDENTITY; // four zeros are no turn
                }
            }
            let global = globals(&self.parent, &self.order, &local);
            for (node, bind) in self.nodes.iter().zip(&self.inverse) {
                let m = up * global[*node] * *bind;
                palette.extend([m.row(0), m.row(1), m.row(2)].map(|r| r.to_array()));
            }
        }
        palette
    }
}

impl Track {
    fn at(&self, at: f32) -> Vec4 {
        let k = self.times.partition_point(|v| *v <= at).clamp(1, self.times.len().max(2) - 1) - 1;
        let next = (k + 1).min(self.times.len() - 1);
        let span = self.times[next] - self.times[k];
        let f = if span > 0.0 { ((at - self.times[k]) / span).clamp(0.0, 1.0) } else { 0.0 };
        let turn = self.property == Property::Rotation;
        match self.way {
            Interpolation::Step => self.values[if f >= 1.0 { next } else { k }],
            Interpolation::Linear if turn => Quat::from_vec4(self.values[k]).slerp(Quat::from_vec4(self.values[next]), f).into(),
            Interpolation::Linear => self.values[k].lerp(self.values[next], f),
            Interpolation::CubicSpline => {
                let (from, leave, reach, to) = (self.values[k * 3 + 1], self.values[k * 3 + 2] * span, self.values[next * 3] * span, self.values[next * 3 + 1]);
                let (f2, f3) = (f * f, f * f * f);
                from * (2.0 * f3 - 3.0 * f2 + 1.0) + leave * (f3 - 2.0 * f2 + f) + to * (3.0 * f2 - 2.0 * f3) + reach * (f3 - f2)
            }
        }
    }
}

/// A loop's last frame is its first: every bone within a millimetre or so.
fn closed(palette: &[[f32; 4]], rows: usize) -> bool {
    let last = palette.len() - rows;
    (0..rows).all(|k| (0..4).all(|c| (palette[k][c] - palette[last + k][c]).abs() < 2e-3))
}

/// Numbers of the joints that become bones: of more than can be drawn the outermost are left out.
fn kept(joints: &[usize], parent: &[usize]) -> Vec<usize> {
    let above = |node: usize| std::iter::successors(Some(node), |n| parent.get(*n).copied().filter(|p| *p != usize::MAX));
    let mut order: Vec<usize> = (0..joints.len()).collect();
    if joints.len() > BONES_MAX {
        let depth: Vec<usize> = joints.iter().map(|j| above(*j).count()).collect();
        order.sort_by_key(|k| (depth[*k], *k));
        order.truncate(BONES_MAX);
        order.sort_unstable();
    }
    order
}
