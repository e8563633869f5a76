//! Paints a level's ground as it is seen from above, in the colors of an old map: for the choice of level.
//!
//! Reads the level only. Not here: how the picture is framed (`screens::levels`), a map that lives (the battle's, to come).

use crate::frames::noise;
use crate::model::MapPicture;
use content::level::Level;
use content::map::{Cell, Terrain};

/// Cells around an entrance's line that are marked.
const MARK_CELLS: f32 = 1.6;

fn color(terrain: Terrain) -> [f32; 3] {
    match terrain {
        Terrain::Ground => [138.0, 148.0, 84.0],
        Terrain::Road => [196.0, 168.0, 116.0],
        Terrain::Rough => [150.0, 138.0, 96.0],
        Terrain::Forest => [78.0, 100.0, 56.0],
        Terrain::Cliff => [128.0, 118.0, 104.0],
        Terrain::Ravine => [58.0, 50.0, 44.0],
        Terrain::Water => [78.0, 124.0, 148.0],
        Terrain::Meadow => [166.0, 172.0, 102.0],
    }
}

/// Distance from a point to a line between two points, metres.
fn distance_m(at: [f32; 2], from: [f32; 2], to: [f32; 2]) -> f32 {
    let along = [to[0] - from[0], to[1] - from[1]];
    let length_2 = along[0] * along[0] + along[1] * along[1];
    let off = [at[0] - from[0], at[1] - from[1]];
    let t = if length_2 > 0.0 { ((off[0] * along[0] + off[1] * along[1]) / length_2).clamp(0.0, 1.0) } else { 0.0 };
    let (dx, dy) = (off[0] - along[0] * t, off[1] - along[1] * t);
    (dx * dx + dy * dy).sqrt()
}

/// The picture.
pub fn paint(level: &Level) -> MapPicture {
    let map = &level.map;
    let (width, height) = (map.width as usize, map.height as usize);
    let height_at = |x: i32, y: i32| map.index(Cell::new(x, y)).and_then(|i| map.cliff_m.get(i).copied()).unwrap_or(0.0);
    let mut rgb = Vec::with_capacity(width * height * 3);
    let half = f32::from(level.keep.footprint_cells) * 0.5;
    for y in 0..height as i32 {
        for x in 0..width as i32 {
            let terrain = map.index(Cell::new(x, y)).and_then(|i| map.terrain.get(i).copied()).unwrap_or(Terrain::Ground);
            // Light from the upper left: rock that stands higher than what lies there is bright, its far side dark.
            let lift = (height_at(x, y) - height_at(x - 1, y - 1)).clamp(-4.0, 4.0);
            let grain = 1.0 + 0.035 * noise(x as f32 * 0.9, y as f32 * 0.9, 4096, 5) + 0.03 * noise(x as f32 * 0.13, y as f32 * 0.13, 4096, 6);
            let light = (1.0 + 0.09 * lift) * grain;
            let mut pixel = color(terrain).map(|c| c * light);
            let at = [x as f32 + 0.5, y as f32 + 0.5];
            if level.entrances.iter().any(|e| distance_m(at, e.from, e.to) <= MARK_CELLS) {
                pixel = [176.0, 44.0, 30.0];
            }
            let off = [(at[0] - level.keep.cell.x as f32 - 0.5).abs(), (at[1] - level.keep.cell.y as f32 - 0.5).abs()];
            if off[0] <= half && off[1] <= half {
                pixel = [46.0, 104.0, 156.0];
            } else if off[0] <= half + 1.0 && off[1] <= half + 1.0 {
                pixel = [240.0, 228.0, 196.0];
            }
            rgb.extend(pixel.map(|c| c.clamp(0.0, 255.0) as u8));
        }
    }
    MapPicture { size: [width, height], rgb: rgb.into() }
}
