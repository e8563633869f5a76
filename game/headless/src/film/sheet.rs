//! The pictures of a sheet, pixel by pixel.

use super::digits;
use glam::{Vec2, vec2};
use image::{Rgb, RgbImage};
use sim::Simulation;
use sim::tables::{Motion, Phase, Units};

/// Pixels between two pictures.
const SPACE: u32 = 4;

const PAPER: Rgb<u8> = Rgb([255, 255, 255]);
const GROUND: Rgb<u8> = Rgb([222, 218, 204]);
/// Ground on which walking costs more: rough, or beside a wall.
const DEAR: Rgb<u8> = Rgb([240, 238, 230]);
/// Where one is out.
const EXIT: Rgb<u8> = Rgb([190, 215, 180]);
const WALL: Rgb<u8> = Rgb([70, 70, 78]);
const SLOT: Rgb<u8> = Rgb([120, 110, 90]);
const INK: Rgb<u8> = Rgb([160, 0, 90]);
const RIM: Rgb<u8> = Rgb([20, 20, 20]);
const DOWN: Rgb<u8> = Rgb([150, 150, 150]);
/// One hue a goal.
pub const GOALS: [Rgb<u8>; 6] = [Rgb([40, 100, 215]), Rgb([222, 84, 36]), Rgb([30, 150, 80]), Rgb([170, 70, 190]), Rgb([200, 160, 20]), Rgb([20, 160, 175])];

/// The part of a map that a picture shows.
pub struct Frame {
    pub low: [u32; 2],
    pub cells: [u32; 2],
    /// Pixels a metre.
    pub scale: u32,
}

impl Frame {
    /// Pixels of one picture.
    pub fn size(&self) -> [u32; 2] {
        self.cells.map(|cells| cells * self.scale)
    }
}

/// Pixels of a whole sheet.
pub fn size(frame: &Frame, count: u32, columns: u32) -> [u32; 2] {
    let [width, height] = frame.size();
    let columns = columns.min(count.max(1));
    let rows = count.max(1).div_ceil(columns);
    [columns.saturating_mul(width + SPACE) - SPACE, rows.saturating_mul(height + SPACE) - SPACE]
}

/// Top left pixel of a picture by its column and row.
pub fn corner(frame: &Frame, column: u32, row: u32) -> [u32; 2] {
    let [width, height] = frame.size();
    [column * (width + SPACE), row * (height + SPACE)]
}

/// A sheet.
pub struct Picture {
    image: RgbImage,
}

impl Picture {
    pub fn new(width: u32, height: u32) -> Self {
        Self { image: RgbImage::from_pixel(width, height, PAPER) }
    }

    pub fn into_image(self) -> RgbImage {
        self.image
    }

    /// Draws a battle as it stands, its top left at `corner`.
    pub fn draw(&mut self, frame: &Frame, corner: [u32; 2], battle: &Simulation) {
        self.ground(frame, corner, battle);
        for slot in battle.derived().rings.all().iter().flat_map(|ring| ring.slots(content::rules::ClassIndex(0))) {
            if slot.region != sim::derived::ground::NO_REGION {
                self.disc(frame, corner, slot.at, 0.3, Some(0.2), SLOT);
            }
        }
        let units = &battle.world().units;
        for row in 0..units.len() {
            let radius_m = battle.derived().ground.radius_m(units.class[row]);
            self.disc(frame, corner, units.position[row], radius_m, None, color(units, row));
            if units.phase[row] == Phase::Standing && units.motion[row] == Motion::Sidestepping {
                let width_m = (1.0 / frame.scale as f32).max(0.12);
                self.disc(frame, corner, units.position[row], radius_m, Some(radius_m - width_m), RIM);
            }
        }
        let double = if frame.scale >= 4 { 2 } else { 1 };
        for (x, y) in digits::points(battle.world().tick) {
            for k in 0..double * double {
                let at = [x * double + k % double + 3, y * double + k / double + 3];
                self.pixel(frame, corner, at, INK);
            }
        }
    }

    fn ground(&mut self, frame: &Frame, corner: [u32; 2], battle: &Simulation) {
        let ground = &battle.derived().ground;
        let (columns, _) = ground.size();
        let (solid, cost) = (ground.solid_cells(), ground.cost(content::rules::ClassIndex(0)));
        let mut out = vec![false; solid.len()];
        for cell in battle.derived().rings.all().iter().flat_map(|ring| ring.out()) {
            out[*cell as usize] = true;
        }
        let [width, height] = frame.size();
        for y in 0..height {
            for x in 0..width {
                let k = (frame.low[1] + y / frame.scale) as usize * columns + (frame.low[0] + x / frame.scale) as usize;
                let color = if solid[k] {
                    WALL
                } else if out[k] {
                    EXIT
                } else if cost[k] > 1.0 {
                    DEAR
                } else {
                    GROUND
                };
                self.pixel(frame, corner, [x, y], color);
            }
        }
    }

    /// A disc, or with a hole a ring; what lies outside the frame is left out.
    fn disc(&mut self, frame: &Frame, corner: [u32; 2], at: Vec2, radius_m: f32, hole_m: Option<f32>, color: Rgb<u8>) {
        let scale = frame.scale as f32;
        let middle = (at - vec2(frame.low[0] as f32, frame.low[1] as f32)) * scale;
        let (radius, hole) = (radius_m * scale, hole_m.unwrap_or(-1.0) * scale);
        let [width, height] = frame.size();
        let span = |middle: f32, end: u32| (middle - radius).floor().max(0.0) as u32..((middle + radius).ceil().max(0.0) as u32 + 1).min(end);
        for y in span(middle.y, height) {
            for x in span(middle.x, width) {
                let away = vec2(x as f32 + 0.5, y as f32 + 0.5).distance(middle);
                // At the least the pixel in which the middle lies.
                let own = hole_m.is_none() && x == middle.x as u32 && y == middle.y as u32;
                if (away <= radius && away >= hole) || own {
                    self.pixel(frame, corner, [x, y], color);
                }
            }
        }
    }

    fn pixel(&mut self, frame: &Frame, corner: [u32; 2], [x, y]: [u32; 2], color: Rgb<u8>) {
        let [width, height] = frame.size();
        if x < width && y < height {
            self.image.put_pixel(corner[0] + x, corner[1] + y, color);
        }
    }
}

/// By goal, darker while waiting, gray when not on its feet.
pub fn color(units: &Units, row: usize) -> Rgb<u8> {
    if units.phase[row] != Phase::Standing {
        return DOWN;
    }
    let target = units.target[row];
    let hue = GOALS[target.exit_index().unwrap_or(target.0 as usize) % GOALS.len()];
    if units.motion[row] == Motion::Waiting { Rgb(hue.0.map(|part| part / 2)) } else { hue }
}
