//! Triangles of the ground, flat or smooth, sorted into chunks for culling.

use crate::gpu_data::GroundVertex;
use glam::Vec3;

/// Side of a chunk.
pub const CHUNK_M: f32 = 16.0;

/// Triangles of one part of the ground, sorted into chunks.
#[derive(Default)]
pub struct Mesh {
    /// Vertices.
    pub vertices: Vec<GroundVertex>,
    /// Three a triangle.
    pub indices: Vec<u32>,
    /// Runs of indices.
    pub chunks: Vec<Chunk>,
}

/// A run of indices with its bounds: the unit of culling.
#[derive(Clone, Copy, Debug)]
pub struct Chunk {
    /// Least corner.
    pub low: Vec3,
    /// Greatest corner.
    pub high: Vec3,
    /// First index.
    pub first: u32,
    /// Indices.
    pub count: u32,
}

impl Mesh {
    pub(super) fn flat(&mut self, p: [Vec3; 3], color: Vec3) {
        let n = (p[1] - p[0]).cross(p[2] - p[0]).normalize_or_zero();
        for q in p {
            self.indices.push(self.vertices.len() as u32);
            self.vertices.push(GroundVertex::new(q, n, color));
        }
    }

    pub(super) fn smooth(points: Vec<Vec3>, colors: Option<Vec<Vec3>>, triangles: &[[u32; 3]]) -> Self {
        let mut normals = vec![Vec3::ZERO; points.len()];
        for t in triangles {
            let [a, b, c] = t.map(|k| points[k as usize]);
            let n = (b - a).cross(c - a);
            t.iter().for_each(|k| normals[*k as usize] += n);
        }
        let mut remap = vec![u32::MAX; points.len()];
        let mut out = Self::default();
        for t in triangles {
            for k in t.map(|k| k as usize) {
                if remap[k] == u32::MAX {
                    remap[k] = out.vertices.len() as u32;
                    out.vertices.push(GroundVertex::new(points[k], normals[k].normalize_or(Vec3::Z), colors.as_ref().map_or(Vec3::ONE, |c| c[k])));
                }
                out.indices.push(remap[k]);
            }
        }
        out
    }

    /// Sorts triangles into 16 m chunks.
    pub(super) fn chunked(mut self) -> Self {
        let mut keyed: Vec<(i32, [u32; 3])> = self
            .indices
            .chunks_exact(3)
            .map(|t| {
                let p = Vec3::from(self.vertices[t[0] as usize].position);
                let key = ((p.y / CHUNK_M).floor() as i32 + 64) * 1024 + (p.x / CHUNK_M).floor() as i32 + 64;
                (key, [t[0], t[1], t[2]])
            })
            .collect();
        keyed.sort_by_key(|k| k.0);
        self.indices = keyed.iter().flat_map(|k| k.1).collect();
        let mut first = 0;
        for run in keyed.chunk_by(|a, b| a.0 == b.0) {
            let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
            for k in run.iter().flat_map(|k| k.1) {
                let p = Vec3::from(self.vertices[k as usize].position);
                (low, high) = (low.min(p), high.max(p));
            }
            self.chunks.push(Chunk { low, high, first, count: run.len() as u32 * 3 });
            first += run.len() as u32 * 3;
        }
        self
    }
}
