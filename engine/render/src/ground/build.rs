//! From a class map to everything the ground is drawn with. Load time only: a few tenths of a second for 128 x 128 cells.

use super::cut::{cut, lines};
use super::field::{CLIFF_ISO, Class, Field, PAD_M, RAVINE_DEPTH_M, RAVINE_ISO};
use super::heights::HeightField;
use super::map::{GroundError, GroundMap};
use super::mesh::Mesh;
use super::walls::{CLIFF_ROWS, RAVINE_ROWS, fringe, wall};
use crate::noise::Random;
use base::chunks;
use glam::{Vec2, Vec3, vec2};

/// The ground of a level, ready to be uploaded and to be asked for heights.
pub struct Ground {
    /// Distances to borders, and heights at any point.
    pub field: Field,
    pub(crate) heights: HeightField,
    pub(crate) low: Mesh,
    pub(crate) high: Mesh,
    pub(crate) bed: Mesh,
    pub(crate) water: Mesh,
    pub(crate) cliff: Mesh,
    pub(crate) ravine: Mesh,
    pub(crate) fringe_high: Mesh,
    pub(crate) fringe_low: Mesh,
}

impl Ground {
    /// Builds everything.
    ///
    /// # Errors
    /// When the map's sizes do not fit.
    pub fn build(map: &GroundMap) -> Result<Self, GroundError> {
        map.check()?;
        let field = Field::new(map);
        let heights = HeightField::new(&field);
        let mut random = Random::new(3);
        let pad = PAD_M as f32;
        let size = vec2(map.width as f32, map.height as f32) + 2.0 * pad;
        // large maps are seen from farther away, and four times the triangles would be seen by nobody
        let step_m = if map.width * map.height > 256 * 256 { 1.0 } else { 0.5 };
        let (width, height) = ((size.x / step_m) as usize + 1, (size.y / step_m) as usize + 1);
        let origin = vec2(-pad, -pad);

        let plateau = cut(origin, step_m, width, height, |x, y| field.at(Class::Cliff, x, y), CLIFF_ISO);
        let rims = lines(&plateau.edges, &plateau.points);
        let cliff = wall(&rims, &CLIFF_ROWS, |q| (field.outside(q.x, q.y), field.high(q.x, q.y) - field.outside(q.x, q.y)), 1.15, &mut random);
        let fringe_high = fringe(&rims, |q| field.high(q.x, q.y), (0.22, 0.6), (0.14, 0.32), &mut random);
        let high = Mesh::smooth(raised(&plateau.points, &plateau.triangles, |p| field.high(p.x, p.y)), None, &plateau.triangles).chunked();

        let mut floor = cut(origin, step_m, width, height, |x, y| -field.at(Class::Ravine, x, y), -RAVINE_ISO);
        let lips = lines(&floor.edges, &floor.points);
        floor.triangles.retain(|t| !t.iter().all(|k| field.at(Class::Cliff, floor.points[*k as usize].x, floor.points[*k as usize].y) > CLIFF_ISO + 0.9));
        let low = Mesh::smooth(raised(&floor.points, &floor.triangles, |p| field.low(p.x, p.y)), None, &floor.triangles).chunked();
        let ravine = wall(&lips, &RAVINE_ROWS, |q| (field.low(q.x, q.y), RAVINE_DEPTH_M), 1.25, &mut random);
        let fringe_low = fringe(&lips, |q| field.low(q.x, q.y), (0.14, 0.36), (0.08, 0.2), &mut random);

        let bed = coarse(size, 1.0, |p| field.at(Class::Ravine, p.x, p.y) > -0.8, |p| field.bed(p.x, p.y));
        let water = coarse(size, 2.0, |p| field.at(Class::Water, p.x, p.y) > -2.5, |_| -0.35);
        Ok(Self { field, heights, low, high, bed, water, cliff, ravine, fringe_high, fringe_low })
    }

    /// Heights of what is drawn.
    #[must_use]
    pub fn heights(&self) -> &HeightField {
        &self.heights
    }
}

/// Heights for those points that some triangle uses.
fn raised(points: &[Vec2], triangles: &[[u32; 3]], z: impl Fn(Vec2) -> f32 + Sync + Send) -> Vec<Vec3> {
    let mut out: Vec<Vec3> = points.iter().map(|p| p.extend(f32::NAN)).collect();
    for k in triangles.iter().flatten() {
        out[*k as usize].z = 0.0;
    }
    chunks::each(&mut out, 8192, |_, chunk| chunk.iter_mut().filter(|p| !p.z.is_nan()).for_each(|p| p.z = z(p.truncate())));
    out
}

/// A plain grid where `keep` holds at any corner.
fn coarse(size: Vec2, step: f32, keep: impl Fn(Vec2) -> bool, z: impl Fn(Vec2) -> f32) -> Mesh {
    let (width, height) = ((size.x / step) as usize + 1, (size.y / step) as usize + 1);
    let at = |i: usize, j: usize| vec2(i as f32, j as f32) * step - PAD_M as f32;
    let points: Vec<Vec3> = (0..width * height).map(|k| at(k % width, k / width)).map(|p| p.extend(z(p))).collect();
    let kept: Vec<bool> = points.iter().map(|p| keep(p.truncate())).collect();
    let mut triangles = vec![];
    for j in 0..height - 1 {
        for i in 0..width - 1 {
            let k = j * width + i;
            if kept[k] || kept[k + 1] || kept[k + width] || kept[k + width + 1] {
                let (a, w) = (k as u32, width as u32);
                triangles.extend([[a, a + 1, a + w + 1], [a, a + w + 1, a + w]]);
            }
        }
    }
    Mesh::smooth(points, None, &triangles).chunked()
}
