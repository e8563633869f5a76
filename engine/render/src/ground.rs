//! The ground: built once from a class map, drawn in layers of chunks; walls of rock also cast.
//!
//! `map` is the input, `field` and `heights` are distances and heights, `cut`, `walls` and `mesh` make triangles, `build`
//! is the order of all that.

mod build;
mod cut;
mod field;
mod heights;
mod map;
mod mesh;
mod walls;

pub use build::Ground;
pub use field::{Class, Field, PAD_M};
pub use heights::HeightField;
pub use map::{GroundClass, GroundError, GroundMap, SIDE_MAX, SIDE_MIN};
pub use mesh::{Chunk, Mesh};

use crate::device::Gpu;
use crate::gpu_data::{GROUND_VERTEX, GroundVertex};
use crate::pipeline::{Draw, HDR, Layouts, Maker, attributes, buffer, depth_state, filled, plain, vertex_buffer};
use crate::stills::Tally;
use wgpu::BufferUsages as U;

struct Part {
    layer: usize,
    base: i32,
    first: u32,
    chunks: Vec<Chunk>,
}

/// Parts that cast shadows come first.
const CASTING_PARTS: usize = 4;

pub(crate) struct GroundRenderer {
    layers: Vec<wgpu::RenderPipeline>,
    shadow: wgpu::RenderPipeline,
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    parts: Vec<Part>,
}

impl GroundRenderer {
    pub fn new(gpu: &Gpu, maker: &Maker, l: &Layouts) -> Self {
        let vertex = attributes(&GROUND_VERTEX);
        let buffers = [vertex_buffer::<GroundVertex>(&vertex, wgpu::VertexStepMode::Vertex)];
        let (module, shadow_module) = (maker.module("ground"), maker.module("ground_shadow"));
        let layers = (0..5)
            .map(|layer| {
                maker.draw(&Draw {
                    buffers: &buffers,
                    targets: &[plain(HDR)],
                    depth: depth_state(true, 0),
                    samples: maker.samples,
                    // turf fringes are seen from both sides
                    cull: (layer > 1).then_some(wgpu::Face::Back),
                    fragment_constants: &[("LAYER", f64::from(layer))],
                    ..Draw::new(&format!("ground {layer}"), &module, &[&l.frame, &l.shadow_maps])
                })
            })
            .collect();
        let shadow = maker.draw(&Draw { buffers: &buffers, ..Draw::shadow("ground shadow", &shadow_module, &[&l.frame, &l.shadow_view]) });
        let empty = |usage| buffer(&gpu.device, "no ground", 64, usage);
        Self { layers, shadow, vertices: empty(U::VERTEX), indices: empty(U::INDEX), parts: vec![] }
    }

    pub fn set(&mut self, gpu: &Gpu, g: &Ground) {
        let (mut vertices, mut indices) = (vec![], vec![]);
        self.parts.clear();
        let parts: [(usize, &Mesh); 8] =
            [(2, &g.cliff), (2, &g.ravine), (1, &g.fringe_high), (0, &g.fringe_low), (1, &g.high), (0, &g.low), (3, &g.bed), (4, &g.water)];
        for (layer, mesh) in parts {
            self.parts.push(Part { layer, base: vertices.len() as i32, first: indices.len() as u32, chunks: mesh.chunks.clone() });
            vertices.extend_from_slice(&mesh.vertices);
            indices.extend_from_slice(&mesh.indices);
        }
        self.vertices = filled(&gpu.device, "ground vertices", bytemuck::cast_slice(&vertices), U::VERTEX);
        self.indices = filled(&gpu.device, "ground indices", bytemuck::cast_slice(&indices), U::INDEX);
    }

    /// Groups 0 and 1 are set by the pass.
    pub fn draw(&self, pass: &mut wgpu::RenderPass, keep: impl Fn(&Chunk) -> bool, tally: &mut Tally) {
        self.bind(pass);
        for part in &self.parts {
            pass.set_pipeline(&self.layers[part.layer]);
            draw_chunks(pass, part, &keep, tally);
        }
    }

    /// Walls and fringes; flat ground only receives. Walls are sheets, yet every ray to the sun from behind one crosses it.
    pub fn draw_shadow(&self, pass: &mut wgpu::RenderPass, keep: impl Fn(&Chunk) -> bool, tally: &mut Tally) {
        self.bind(pass);
        pass.set_pipeline(&self.shadow);
        for part in self.parts.iter().take(CASTING_PARTS) {
            draw_chunks(pass, part, &keep, tally);
        }
    }

    fn bind(&self, pass: &mut wgpu::RenderPass) {
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
    }
}

/// Chunks that follow each other in the index buffer become one draw.
fn draw_chunks(pass: &mut wgpu::RenderPass, part: &Part, keep: impl Fn(&Chunk) -> bool, tally: &mut Tally) {
    let mut run: Option<(u32, u32)> = None;
    let mut flush = |pass: &mut wgpu::RenderPass, run: &mut Option<(u32, u32)>| {
        if let Some((a, b)) = run.take() {
            pass.draw_indexed(part.first + a..part.first + b, part.base, 0..1);
            tally.draws += 1;
            tally.triangles += u64::from(b - a) / 3;
        }
    };
    for c in part.chunks.iter().filter(|c| keep(c)) {
        match &mut run {
            Some((_, end)) if *end == c.first => *end += c.count,
            _ => {
                flush(pass, &mut run);
                run = Some((c.first, c.first + c.count));
            }
        }
    }
    flush(pass, &mut run);
}
