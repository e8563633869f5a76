//! Faces of rock along cut lines, and the turf that hangs over their edges.

use super::cut::resample;
use super::mesh::Mesh;
use crate::gpu_data::linear;
use crate::noise::{Random, value};
use glam::{Vec2, Vec3, vec3};

/// Height share, metres outwards, jitter outwards, jitter up, tone.
pub(super) type Row = (f32, f32, f32, f32, usize);
pub(super) const CLIFF_ROWS: [Row; 7] = [
    (-0.12, 0.50, 0.10, 0.0, 0),
    (0.24, 0.40, 0.16, 0.05, 0),
    (0.33, 0.12, 0.14, 0.05, 1),
    (0.62, 0.06, 0.16, 0.05, 2),
    (0.70, -0.16, 0.12, 0.04, 1),
    (0.94, -0.20, 0.10, 0.02, 2),
    (0.99, -0.75, 0.05, 0.01, 3),
];
pub(super) const RAVINE_ROWS: [Row; 7] = [
    (-1.08, 1.75, 0.25, 0.0, 5),
    (-0.72, 1.30, 0.30, 0.05, 4),
    (-0.66, 1.00, 0.25, 0.04, 1),
    (-0.36, 0.72, 0.25, 0.04, 4),
    (-0.31, 0.42, 0.20, 0.03, 1),
    (-0.08, 0.20, 0.15, 0.02, 2),
    (-0.015, -0.45, 0.05, 0.005, 3),
];
const TONES: [u32; 6] = [0x766A68, 0x8E8077, 0xA39280, 0x90975A, 0x6B6166, 0x4A485A];

/// Columns step in or out as a whole, rows have their own jitter: large facets.
pub(super) fn wall(lines: &[(Vec<Vec2>, bool)], rows: &[Row; 7], foot_and_height: impl Fn(Vec2) -> (f32, f32), step: f32, random: &mut Random) -> Mesh {
    let mut mesh = Mesh::default();
    for (line, closed) in lines {
        let columns = resample(line, *closed, step, random);
        let grid: Vec<[Vec3; 7]> = columns
            .iter()
            .map(|(q, inward)| {
                let shift = random.range(-0.26, 0.26);
                let (b, height) = foot_and_height(*q);
                let mut j = 0;
                rows.map(|(share, out, jitter_out, jitter_up, _)| {
                    j += 1;
                    let o = out + if j < 7 { shift } else { 0.0 } + random.range(-jitter_out, jitter_out);
                    (*q - *inward * o).extend(b + height * (share + random.range(-jitter_up, jitter_up)))
                })
            })
            .collect();
        let n = grid.len();
        for i in 0..if *closed { n } else { n - 1 } {
            let (a, b) = (&grid[i], &grid[(i + 1) % n]);
            for j in 0..6 {
                let (p, q, r, s) = (a[j], b[j], b[j + 1], a[j + 1]);
                let pair = if (i + j) % 2 == 1 { [[p, q, r], [p, r, s]] } else { [[p, q, s], [q, r, s]] };
                for t in pair {
                    let warm = random.range(-0.03, 0.05);
                    let tone = linear(TONES[rows[j + 1].4]) * random.range(0.88, 1.12);
                    mesh.flat(t, tone * vec3(1.0 + warm, 1.0, 1.0 - warm));
                }
            }
        }
    }
    mesh.chunked()
}

/// Turf hanging over an edge in uneven tongues: hides the joint of wall and top.
pub(super) fn fringe(lines: &[(Vec<Vec2>, bool)], top: impl Fn(Vec2) -> f32, drop: (f32, f32), out: (f32, f32), random: &mut Random) -> Mesh {
    let (mut points, mut colors, mut triangles) = (vec![], vec![], vec![]);
    for (line, closed) in lines {
        let columns = resample(line, *closed, 0.38, random);
        let first = points.len() as u32;
        let n = columns.len() as u32;
        for (i, (q, inward)) in columns.iter().enumerate() {
            let z = top(*q);
            let o = random.range(out.0, out.1);
            let hang = if value(i as f32 * 0.55, 0.0, 71) > 0.56 { random.range(drop.0, drop.1) } else { random.range(0.05, drop.0) };
            let back = *q + *inward * 0.35;
            let tone = random.range(0.94, 1.08);
            points.extend([back.extend(top(back) + 0.03), (*q - *inward * o * 0.8).extend(z + 0.05), (*q - *inward * o * 1.15).extend(z - hang)]);
            colors.extend([Vec3::splat(tone), Vec3::splat(tone), Vec3::splat(tone * 0.8)]);
        }
        for i in 0..if *closed { n } else { n - 1 } {
            let (a, b) = (first + i * 3, first + (i + 1) % n * 3);
            triangles.extend([[a, a + 1, b + 1], [a, b + 1, b], [a + 1, a + 2, b + 2], [a + 1, b + 2, b + 1]]);
        }
    }
    colors.iter_mut().for_each(|c| *c *= 0.9);
    Mesh::smooth(points, Some(colors), &triangles).chunked()
}
