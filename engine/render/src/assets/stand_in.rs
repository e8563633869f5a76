//! What stands where a file is missing or broken: striped in magenta and parchment, so that nobody takes it for ours.

use super::mesh::Mesh;
use crate::figure::{Clip, Figure};
use crate::model::Model;
use glam::{Mat4, Vec3, Vec4, vec3, vec4};

/// Linear colors of the stripes.
const STRIPES: [Vec4; 2] = [vec4(0.72, 0.0, 0.38, 1.0), vec4(0.79, 0.68, 0.45, 1.0)];
/// Samples of every clip.
const SAMPLES: usize = 25;

/// A striped person of 1.7 m that hops and sways.
pub(super) fn figure(name: &str) -> Figure {
    let mut mesh = Mesh::default();
    // legs, body, arms, head: (middle across, from, to, half sides across and along)
    for (x, low, high, half) in [
        (-0.14, 0.0, 0.7, [0.11, 0.13]),
        (0.14, 0.0, 0.7, [0.11, 0.13]),
        (0.0, 0.7, 1.3, [0.28, 0.18]),
        (-0.37, 0.65, 1.25, [0.08, 0.1]),
        (0.37, 0.65, 1.25, [0.08, 0.1]),
        (0.0, 1.34, 1.7, [0.17, 0.17]),
    ] {
        striped(&mut mesh, x, [low, high], half, 0.2);
    }
    let mut palette = vec![];
    let mut clips = vec![];
    for (clip, hop_m, sway_rad) in [("idle", 0.0, 0.04), ("walk", 0.06, 0.12), ("run", 0.14, 0.18), ("attack", 0.0, 0.5), ("fall", 0.0, 0.0)] {
        clips.push(Clip { name: clip.into(), first: (palette.len() / 3) as u32, samples: SAMPLES as u32, looping: true });
        for k in 0..SAMPLES {
            let turn = k as f32 / (SAMPLES - 1) as f32 * std::f32::consts::TAU;
            let up = Mat4::from_cols(Vec4::X, Vec4::Z, -Vec4::Y, Vec4::W);
            let m = Mat4::from_translation(Vec3::Z * hop_m * turn.sin().abs()) * Mat4::from_rotation_y(sway_rad * turn.sin()) * up;
            palette.extend([m.row(0), m.row(1), m.row(2)].map(|r| r.to_array()));
        }
    }
    Figure::finish(Figure::from_mesh(name, &mesh, clips, palette))
}

/// A striped box on the ground, `side_m` wide and a half higher.
pub(super) fn model(name: &str, side_m: f32) -> Model {
    let mut mesh = Mesh::default();
    striped(&mut mesh, 0.0, [0.0, side_m * 1.5], [side_m / 2.0; 2], side_m * 0.25);
    Model::from_meshes(name.into(), [&mesh, &mesh])
}

/// A box of stripes one over another; y is up.
fn striped(mesh: &mut Mesh, x: f32, [low, high]: [f32; 2], half: [f32; 2], stripe_m: f32) {
    let count = ((high - low) / stripe_m).round().max(1.0) as usize;
    for k in 0..count {
        let at = |k: usize| low + (high - low) * k as f32 / count as f32;
        let (middle, size) = (vec3(x, (at(k) + at(k + 1)) / 2.0, 0.0), vec3(half[0], (at(k + 1) - at(k)) / 2.0, half[1]));
        for axis in 0..3 {
            for side in [-1.0, 1.0] {
                let mut n = Vec3::ZERO;
                n[axis] = side;
                let (u, v) = (
                    Vec3::from_array(std::array::from_fn(|c| f32::from(u8::from(c == (axis + 1) % 3)))) * side,
                    Vec3::from_array(std::array::from_fn(|c| f32::from(u8::from(c == (axis + 2) % 3)))),
                );
                let first = mesh.positions.len() as u32;
                for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                    mesh.positions.push(middle + (n + u * a + v * b) * size);
                    mesh.normals.push(n);
                    mesh.colors.push(STRIPES[k % 2]);
                    mesh.extra.push([0.0; 2]);
                    mesh.joints.push([0; 4]);
                    mesh.weights.push([1.0, 0.0, 0.0, 0.0]);
                }
                mesh.indices.extend([0, 1, 2, 0, 2, 3].map(|i| first + i));
            }
        }
    }
}
