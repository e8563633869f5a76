//! Coarser levels for models that bring only one: vertices of one cell of a grid become one.

use super::mesh::Mesh;
use glam::{Vec3, Vec4};
use std::collections::{HashMap, HashSet};

/// Most and fewest cells along the longest side.
const CELLS: std::ops::RangeInclusive<u32> = 2..=512;

/// A mesh of at most about `triangles`: the finest grid that comes to no more.
pub(crate) fn simplified(mesh: &Mesh, triangles: usize) -> Mesh {
    if mesh.triangles() <= triangles {
        return mesh.clone();
    }
    let (mut low, mut high) = (*CELLS.start(), *CELLS.end());
    while low < high {
        let middle = (low + high).div_ceil(2);
        if clustered(mesh, middle).triangles() <= triangles { low = middle } else { high = middle - 1 }
    }
    let coarse = clustered(mesh, low);
    // a thing as flat as a cell would vanish
    if coarse.indices.is_empty() { mesh.clone() } else { coarse }
}

fn clustered(mesh: &Mesh, cells: u32) -> Mesh {
    let low = mesh.positions.iter().fold(Vec3::MAX, |a, p| a.min(*p));
    let high = mesh.positions.iter().fold(Vec3::MIN, |a, p| a.max(*p));
    let side = (high - low).max_element().max(1e-9) / cells as f32;
    let mut members: Vec<Vec<usize>> = vec![];
    let mut numbers: HashMap<[i32; 3], u32> = HashMap::new();
    let cell_of: Vec<u32> = mesh
        .positions
        .iter()
        .enumerate()
        .map(|(k, p)| {
            let cell = ((*p - low) / side).floor().as_ivec3().to_array();
            let number = *numbers.entry(cell).or_insert_with(|| {
                members.push(vec![]);
                members.len() as u32 - 1
            });
            members[number as usize].push(k);
            number
        })
        .collect();
    let mut out = Mesh::default();
    for cell in &members {
        let share = 1.0 / cell.len() as f32;
        let mean = cell.iter().map(|k| mesh.positions[*k]).sum::<Vec3>() * share;
        // bones of the vertex next to the mean: a mean of bones would tear
        let near =
            cell.iter().copied().min_by(|a, b| mesh.positions[*a].distance_squared(mean).total_cmp(&mesh.positions[*b].distance_squared(mean))).unwrap_or(0);
        out.positions.push(mean);
        out.normals.push(cell.iter().map(|k| mesh.normals[*k]).sum::<Vec3>().try_normalize().unwrap_or(mesh.normals[near]));
        out.colors.push(cell.iter().map(|k| mesh.colors[*k]).sum::<Vec4>() * share);
        out.extra.push(mesh.extra[near]);
        out.joints.push(mesh.joints[near]);
        out.weights.push(mesh.weights[near]);
    }
    let mut seen = HashSet::new();
    for t in mesh.indices.chunks_exact(3) {
        let t = [0, 1, 2].map(|k| cell_of[t[k] as usize]);
        let mut key = t;
        key.sort_unstable();
        if t[0] != t[1] && t[1] != t[2] && t[0] != t[2] && seen.insert((key, turned(t))) {
            out.indices.extend(t);
        }
    }
    out
}

/// Which way round three corners go: both sides of a thin thing stay.
fn turned(t: [u32; 3]) -> bool {
    let least = (0..3).min_by_key(|k| t[*k]).unwrap_or(0);
    t[(least + 1) % 3] < t[(least + 2) % 3]
}
