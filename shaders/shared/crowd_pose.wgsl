// A figure's record, its pose and its place. Shared by the drawing and culling passes.

struct FigureRecord { position: vec3<f32>, turn: u32, frames: u32, look: u32, tint: u32, shape: u32 }
struct Kind {
    first_row: u32, bones: u32, first_lowest: u32, frames: u32,
    height_m: f32, extent_m: f32, radius_m: f32, pad: f32,
}
fn kind_of(i: FigureRecord) -> u32 { return (i.look >> 8u) & 255u; }
fn scale_of(i: FigureRecord) -> f32 { return unpack2x16float(i.shape).x; }
