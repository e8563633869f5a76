//! The lowest points of a figure: what keeps bodies, those who lie and those who get up on the ground.
//!
//! A body that turns: its frames are cut into [`STEPS`] parts and its turn into [`ANGLES`], and for each such cell the
//! [`CANDIDATES`] vertices are stored between which the lowest point of the cell changes, each as a point in this frame and in
//! the next. Points, not extents: palettes are blended linearly, so points are too, and the largest extent of the candidates is
//! exact wherever the lowest vertex is among them; a mean of extents is off by centimetres. The lowest vertices of the cell's
//! corners alone would not do: hand, hip and foot of a body that lies almost flat take turns within one or two degrees and
//! between two frames, and it sank by up to 107 mm (15 mm with four times as many corners).
//!
//! Who lies alive or gets up does not turn: one height for each of [`STILL_STEPS`] moments of a frame. Clips are made so that
//! their frames touch the ground, but between frames a limb that turns fast is shortened by blending, and the figure hovered by
//! up to 30 mm.
//!
//! The words of a table: one for every palette frame, which says where its entries begin (0: it has none; top bit: it turns),
//! then the entries. Points are two 16 bit shares of the figure's radius, which costs at most 0.03 mm a meter of it.
//!
//! Also here: the shader's arithmetic again (`shaders/shared/crowd_place.wgsl`), for tests and tools, and the measure of how
//! well a figure keeps to the ground. Not here: who turns and when; a record says so.

use crate::figure::{Clip, Figure};
use crate::gpu_data::{ANGLES, CANDIDATES, CrowdVertex, STEPS, STILL_STEPS};
use base::records::{LYING_POSES, LyingFrames};
use glam::{Vec3, Vec4, vec3};
use rayon::prelude::*;
use std::f32::consts::TAU;

/// Words of a frame that turns.
const TURNING_WORDS: usize = STEPS * ANGLES * CANDIDATES * 2;
/// Samples of a cell along its angles and along its moments when candidates are looked for; both borders belong to it.
const SAMPLES: (usize, usize) = (8, 4);
/// A candidate that betters less than this is not worth a place, metres.
const WORTH_M: f32 = 1e-4;
/// Directions in which vertices are sorted out beforehand.
const WEDGES: usize = 64;
/// Set in the word of a frame that turns.
const TURNS: u32 = 1 << 31;

/// Whether a clip is played by bodies that turn.
fn turning(clip: &Clip) -> bool {
    clip.name.starts_with("fall")
}

/// Whether a clip is played by someone on the ground who does not turn.
fn still(clip: &Clip) -> bool {
    clip.name.starts_with("lie") || clip.name.starts_with("get_up")
}

/// A point of the table in metres.
#[must_use]
pub fn unpack(point: u32, radius_m: f32) -> [f32; 2] {
    let c = |bits: u32| (f32::from(bits as u16 as i16) / 32767.0).max(-1.0) * radius_m;
    [c(point), c(point >> 16)]
}

fn pack(point: [f32; 2], radius_m: f32) -> u32 {
    let c = |v: f32| u32::from((v / radius_m.max(1e-6) * 32767.0).round().clamp(-32767.0, 32767.0) as i16 as u16);
    c(point[0]) | c(point[1]) << 16
}

/// Vertices in a pose between two palette frames, figure space. As the shader does it, from the very bytes it gets.
pub fn skin(vertices: &[CrowdVertex], extent_m: f32, bones: usize, palette: &[[f32; 4]], (a, b, blend): (usize, usize, f32), out: &mut Vec<Vec3>) {
    // the whole palette of the moment first: a figure has far fewer bones than vertices
    let rows: Vec<Vec4> = (0..bones * 3).map(|k| Vec4::from(palette[a * bones * 3 + k]).lerp(Vec4::from(palette[b * bones * 3 + k]), blend)).collect();
    out.clear();
    out.extend(vertices.iter().map(|v| {
        let p = Vec3::from_array([0, 1, 2].map(|c| (f32::from(v.position[c]) / 32767.0).max(-1.0) * extent_m)).extend(1.0);
        let (mut sum, mut total) = (Vec3::ZERO, 0.0);
        for k in (0..4).filter(|k| v.weights[*k] > 0) {
            let (w, first) = (f32::from(v.weights[k]) / 255.0, usize::from(v.joints[k]) * 3);
            sum += w * vec3(rows[first].dot(p), rows[first + 1].dot(p), rows[first + 2].dot(p));
            total += w;
        }
        sum / total
    }));
}

/// What a table is made from: the vertices of the finest level and all poses.
pub struct Poses<'a> {
    /// As the GPU gets them.
    pub vertices: &'a [CrowdVertex],
    /// What a vertex coordinate of 1 stands for.
    pub extent_m: f32,
    /// Bones of the palette.
    pub bones: usize,
    /// Rows: frame, bone, row.
    pub palette: &'a [[f32; 4]],
    /// Standing height.
    pub height_m: f32,
}

impl Poses<'_> {
    fn frames(&self) -> usize {
        self.palette.len() / (self.bones * 3)
    }

    /// Vertices `blend` of the way from a frame to the next.
    pub fn skin(&self, frame: usize, blend: f32, out: &mut Vec<Vec3>) {
        skin(self.vertices, self.extent_m, self.bones, self.palette, (frame, (frame + 1).min(self.frames() - 1), blend), out);
    }
}

/// Radius of a sphere round the body's center that holds every pose.
#[must_use]
pub fn radius(poses: &Poses) -> f32 {
    let center = vec3(0.0, 0.0, poses.height_m / 2.0);
    let farthest = |frame: usize| {
        let mut pose = vec![];
        poses.skin(frame, 0.0, &mut pose);
        pose.iter().fold(0.0f32, |a, p| a.max(p.distance(center)))
    };
    (0..poses.frames()).into_par_iter().map(farthest).reduce(|| 0.0, f32::max)
}

/// The words of a figure's table. A figure without a fall may turn in any clip, so all its clips are measured for it.
#[must_use]
pub fn table(poses: &Poses, clips: &[Clip], radius_m: f32) -> Vec<u32> {
    let frames = poses.frames();
    let all_turn = !clips.iter().any(turning);
    let measured = clips.iter().filter(|c| all_turn || turning(c) || still(c));
    let measured: Vec<(usize, bool)> =
        measured.flat_map(|c| (c.first as usize..(c.first + c.samples) as usize).map(move |frame| (frame, all_turn || turning(c)))).collect();
    let entries: Vec<Vec<u32>> = measured.par_iter().map(|(frame, turns_too)| entry(poses, *frame, *turns_too, radius_m)).collect();
    let mut words = vec![0; frames];
    for ((frame, turns_too), entry) in measured.iter().zip(entries) {
        words[*frame] = words.len() as u32 | if *turns_too { TURNS } else { 0 };
        words.extend(entry);
    }
    words
}

/// What the table holds of one frame.
fn entry(poses: &Poses, frame: usize, turns_too: bool, radius_m: f32) -> Vec<u32> {
    let (mut this, mut next, mut words) = (vec![], vec![], vec![]);
    poses.skin(frame, 0.0, &mut this);
    poses.skin((frame + 1).min(poses.frames() - 1), 0.0, &mut next);
    // linear blending of palettes is linear blending of places
    if turns_too {
        let flat = |p: &Vec3| [p.y, p.z - poses.height_m / 2.0];
        let pairs: Vec<Pair> = this.iter().zip(&next).map(|(p, q)| [flat(p), flat(q)]).collect();
        turning_frame(&pairs, radius_m, &mut words);
    } else {
        words.extend((0..=STILL_STEPS).map(|k| {
            let blend = k as f32 / STILL_STEPS as f32;
            this.iter().zip(&next).fold(f32::MAX, |a, (p, q)| a.min(p.z + (q.z - p.z) * blend)).to_bits()
        }));
    }
    words
}

/// A vertex in this frame and in the next.
type Pair = [[f32; 2]; 2];

fn blended(pair: &Pair, blend: f32) -> [f32; 2] {
    let [p, q] = pair;
    [p[0] + (q[0] - p[0]) * blend, p[1] + (q[1] - p[1]) * blend]
}

/// A moment and an angle of a cell, with the vertex that is then the lowest and how far it reaches down.
struct Sample {
    blend: f32,
    down: [f32; 2],
    vertex: usize,
    extent_m: f32,
}

/// The direction that is down after a part of a turn.
fn down(angle: usize, angles: usize) -> [f32; 2] {
    let (s, c) = (angle as f32 / angles as f32 * TAU).sin_cos();
    [-s, -c]
}

/// Vertices that can be the lowest at some angle and moment of a frame, and some more: those that in one of [`WEDGES`]
/// directions reach as far as another surely does, less what half a wedge of turning can change for both.
fn moving_hull(pairs: &[Pair]) -> Vec<usize> {
    let far = pairs.iter().flatten().fold(0.0f32, |a, p| a.max(p[0].hypot(p[1])));
    // a point turned by half a wedge gains at most this much
    let slack = far * (TAU / WEDGES as f32 / 2.0).sin() * 1.01 + 1e-6;
    let mut open = vec![false; pairs.len()];
    let mut reach = vec![0.0f32; pairs.len()];
    for wedge in 0..WEDGES {
        let d = down(wedge, WEDGES);
        let mut sure = f32::MIN;
        for ([p, q], reach) in pairs.iter().zip(&mut reach) {
            let (from, to) = (p[0] * d[0] + p[1] * d[1], q[0] * d[0] + q[1] * d[1]);
            sure = sure.max(from.min(to));
            *reach = from.max(to);
        }
        for (open, reach) in open.iter_mut().zip(&reach) {
            *open |= *reach >= sure - 2.0 * slack;
        }
    }
    (0..pairs.len()).filter(|i| open[*i]).collect()
}

/// Appends all cells of a frame: part of the frame, angle, candidates.
fn turning_frame(pairs: &[Pair], radius_m: f32, words: &mut Vec<u32>) {
    // who is the lowest, over the whole frame and the whole turn; neighbouring cells share their borders
    let (across, along) = SAMPLES;
    let (angles, moments) = (ANGLES * across, STEPS * along);
    let blends: Vec<f32> = (0..=moments).map(|m| m as f32 / moments as f32).collect();
    let mut grid: Vec<Sample> = Vec::with_capacity((moments + 1) * angles);
    // at every moment the lowest is a corner of the hull of all ways, and of those few ever are the lowest at an angle
    let corners = moving_hull(pairs);
    let mut near: Vec<(usize, f32, f32)> = vec![];
    let mut lowest = vec![(0, f32::MIN); angles * (moments + 1)];
    for angle in 0..angles {
        let down = down(angle, angles);
        near.clear();
        // in one direction a way's reach changes linearly; whose better end stays under another's worse end is never the lowest
        let mut sure = f32::MIN;
        for &i in &corners {
            let [p, q] = pairs[i];
            let (from, to) = (p[0] * down[0] + p[1] * down[1], q[0] * down[0] + q[1] * down[1]);
            sure = sure.max(from.min(to));
            if from.max(to) >= sure {
                near.push((i, from, to));
            }
        }
        near.retain(|(_, from, to)| from.max(*to) >= sure);
        for (moment, blend) in blends.iter().enumerate() {
            let best = &mut lowest[moment * angles + angle];
            for (i, from, to) in &near {
                let extent_m = from + (to - from) * blend;
                if extent_m > best.1 {
                    *best = (*i, extent_m);
                }
            }
        }
    }
    for (moment, blend) in blends.iter().enumerate() {
        grid.extend((0..angles).map(|angle| {
            let (vertex, extent_m) = lowest[moment * angles + angle];
            Sample { blend: *blend, down: down(angle, angles), vertex, extent_m }
        }));
    }
    for step in 0..STEPS {
        for angle in 0..ANGLES {
            let cell: Vec<&Sample> = (step * along..=(step + 1) * along)
                .flat_map(|m| (angle * across..=(angle + 1) * across).map(move |a| m * angles + a % angles))
                .map(|k| &grid[k])
                .collect();
            // the one in the middle, then always the one that is missed most
            let mut reached = vec![f32::MIN; cell.len()];
            let mut chosen = [cell[cell.len() / 2].vertex; CANDIDATES];
            for n in 0..CANDIDATES {
                for (reached, sample) in reached.iter_mut().zip(&cell) {
                    let p = blended(&pairs[chosen[n]], sample.blend);
                    *reached = reached.max(p[0] * sample.down[0] + p[1] * sample.down[1]);
                }
                let missed = |k: usize| cell[k].extent_m - reached[k];
                let worst = (0..cell.len()).max_by(|a, b| missed(*a).total_cmp(&missed(*b))).unwrap_or(0);
                if n + 1 < CANDIDATES && missed(worst) > WORTH_M {
                    chosen[n + 1] = cell[worst].vertex;
                }
            }
            words.extend(chosen.iter().flat_map(|i| pairs[*i].map(|p| pack(p, radius_m))));
        }
    }
}

/// How far a turning figure reaches below its center in metres at scale 1: `blend` of the way from a frame to the next, turned
/// by `turns`. Half its height where nothing is known. Twin of the shader's `extent_below`.
#[must_use]
pub fn extent_below(figure: &Figure, frame: usize, blend: f32, turns: f32) -> f32 {
    let row = figure.lowest[frame];
    if row & TURNS == 0 {
        return figure.height_m / 2.0;
    }
    let (step, angle) = (((blend * STEPS as f32) as usize).min(STEPS - 1), (turns * ANGLES as f32) as usize % ANGLES);
    let cell = &figure.lowest[(row ^ TURNS) as usize..][..TURNING_WORDS][(step * ANGLES + angle) * CANDIDATES * 2..];
    let (s, c) = (turns * TAU).sin_cos();
    cell[..CANDIDATES * 2].chunks_exact(2).fold(f32::MIN, |below, pair| {
        let p = blended(&[unpack(pair[0], figure.radius_m), unpack(pair[1], figure.radius_m)], blend);
        below.max(-(p[0] * s + p[1] * c))
    })
}

/// The frames of the fall in which the bodies of a figure lie: on each side the flattest, some way from one another. A body
/// that lies propped up by a limb is no loss to a mark's outline, but hardly looks dead, and its swap for a flat mark shows.
#[must_use]
pub fn lying_frames(figure: &Figure) -> LyingFrames {
    let mut out = LyingFrames::default();
    let Some(fall) = figure.clips.iter().find(|c| turning(c)) else { return out };
    let count = (fall.samples as usize).saturating_sub(1).max(1);
    for (side, turns) in [0.75, 0.25].into_iter().enumerate() {
        let mut order: Vec<usize> = (0..count).collect();
        let below = |k: usize| extent_below(figure, fall.first as usize + k, 0.0, turns);
        order.sort_by(|a, b| below(*a).total_cmp(&below(*b)).then(a.cmp(b)));
        let mut chosen: Vec<usize> = vec![];
        for apart in [count / 8, 0] {
            for &k in &order {
                // round the loop
                let far = |other: &usize| k.abs_diff(*other).min(count - k.abs_diff(*other)) > apart;
                if chosen.len() < LYING_POSES && chosen.iter().all(far) {
                    chosen.push(k);
                }
            }
        }
        for (pose, frames) in out.iter_mut().enumerate() {
            frames[side] = (fall.first as usize + chosen[pose % chosen.len()]) as u16;
        }
    }
    out
}

/// What someone who lies or gets up without turning is raised by so that it touches the ground, in metres at scale 1; 0 in
/// other clips. Twin of the shader's `still_lift`.
#[must_use]
pub fn still_lift(figure: &Figure, frame: usize, blend: f32) -> f32 {
    let row = figure.lowest[frame];
    if row == 0 || row & TURNS != 0 {
        return 0.0;
    }
    let at = blend * STILL_STEPS as f32;
    let step = (at as usize).min(STILL_STEPS - 1);
    let height = |k: usize| f32::from_bits(figure.lowest[row as usize + k]);
    // a chord of a curve that bends up: never sinks
    -(height(step) + (height(step + 1) - height(step)) * (at - step as f32))
}

/// What a turning body's center is raised by over its foot point, which flies at `flight_m` already. Twin of the shader.
///
/// The center is to be half a height over the foot point, as when standing: then it follows the parabola (B12). Near the
/// ground only as far as the flight height allows, or a lying body would hover and one on its head would sink.
#[must_use]
pub fn lift(half_height_m: f32, below_m: f32, flight_m: f32) -> f32 {
    let flight_m = flight_m.max(0.0);
    below_m + (half_height_m - below_m).clamp(-flight_m, flight_m)
}

/// How well a figure keeps to the ground in a clip; metres at scale 1, 0 or more.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fit {
    /// Deepest that a vertex is under the ground.
    pub sinks_m: f32,
    /// Highest that the lowest vertex is over the ground.
    pub hovers_m: f32,
}

impl Fit {
    fn take(&mut self, gap_m: f32) {
        self.sinks_m = self.sinks_m.max(-gap_m);
        self.hovers_m = self.hovers_m.max(gap_m);
    }

    /// The worse of both.
    #[must_use]
    pub fn worst_m(&self) -> f32 {
        self.sinks_m.max(self.hovers_m)
    }
}

/// Moments of a clip: every frame, and `steps` moments from each to the next.
fn moments(clip: &Clip, steps: usize) -> impl Iterator<Item = (usize, f32)> {
    let (first, length) = (clip.first as usize, (clip.samples as usize).saturating_sub(1));
    // the end is reached from the frame before it, as records do
    (0..=length * steps).map(move |k| {
        let frame = (k / steps).min(length.max(1) - 1);
        (first + frame, (k - frame * steps) as f32 / steps as f32)
    })
}

/// Of a body that turns and lies on the ground: every moment of the clip at `angles` angles against every vertex.
#[must_use]
pub fn fit_turning(figure: &Figure, clip: &Clip, steps: usize, angles: usize) -> Fit {
    let (mut fit, mut pose) = (Fit::default(), vec![]);
    for (frame, blend) in moments(clip, steps) {
        figure.poses().skin(frame, blend, &mut pose);
        for angle in 0..angles {
            let turns = angle as f32 / angles as f32;
            let (s, c) = (turns * TAU).sin_cos();
            let lowest = pose.iter().fold(f32::MAX, |a, p| a.min(p.y * s + (p.z - figure.height_m / 2.0) * c));
            fit.take(extent_below(figure, frame, blend, turns) + lowest);
        }
    }
    fit
}

/// Of someone who lies or gets up without turning.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StillFit {
    /// As the clip is made.
    pub as_made: Fit,
    /// As it is drawn.
    pub drawn: Fit,
    /// Most that the mean of all vertices rises or falls from one frame to the next as drawn, metres.
    pub jump_m: f32,
}

/// Of someone who lies or gets up without turning: every moment of the clip against every vertex.
#[must_use]
pub fn fit_still(figure: &Figure, clip: &Clip, steps: usize) -> StillFit {
    let (mut fit, mut means, mut pose) = (StillFit::default(), vec![], vec![]);
    for (frame, blend) in moments(clip, steps) {
        figure.poses().skin(frame, blend, &mut pose);
        let lowest = pose.iter().fold(f32::MAX, |a, p| a.min(p.z));
        let lift = still_lift(figure, frame, blend);
        fit.as_made.take(lowest);
        fit.drawn.take(lowest + lift);
        means.push(pose.iter().map(|p| p.z).sum::<f32>() / pose.len().max(1) as f32 + lift);
    }
    fit.jump_m = means.iter().zip(means.iter().skip(steps)).fold(0.0, |a, (p, q)| a.max((p - q).abs()));
    fit
}
