// What every drawing pass knows of this frame. Group 0 changes once a frame.

const TAU: f32 = 6.2831853;

struct LampRecord { position_reach: vec4<f32>, color_power: vec4<f32> }
struct Cascade { clip_from_world: mat4x4<f32>, texel_m: f32, depth_m: f32, size_m: f32, pad: f32 }
struct Frame {
    clip_from_world: mat4x4<f32>,
    world_from_clip: mat4x4<f32>,
    cascades: array<Cascade, 3>,
    eye_time: vec4<f32>,
    focus: vec4<f32>,            // xyz, 0.8 x distance of the eye
    sun_direction: vec4<f32>,    // towards the sun; w: width of the sun, 2 tan(angle / 2)
    sun_color: vec4<f32>,        // w: glow of windows
    sky_color: vec4<f32>,        // w: gain on ground albedo
    bounce_color: vec4<f32>,     // w: screen-space occlusion
    fog_color: vec4<f32>,        // w: 1 with shadows, 0 without
    fog_sun_color: vec4<f32>,
    fog_shape: vec4<f32>,        // start, density, height, max
    tone: vec4<f32>,             // exposure, contrast, saturation, bloom
    viewport: vec4<f32>,         // size, 1 / size
    map: vec4<f32>,              // pad m, lamps, 1 / padded sides m
    lamps: array<LampRecord, 32>,
}
@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var noise_tile: texture_2d<f32>;
@group(0) @binding(2) var distances: texture_2d<f32>;       // road, rough, cliff, ravine; 4 m
@group(0) @binding(3) var more_distances: texture_2d<f32>;  // water 4 m, depth into the rock 40 m, forest 4 m, meadow 4 m
@group(0) @binding(4) var heights: texture_2d<f32>;         // walkable ground, drawn surface
@group(0) @binding(5) var repeat_linear: sampler;
@group(0) @binding(6) var clamp_linear: sampler;
@group(0) @binding(7) var trample: texture_2d<f32>;         // 1: grass lies flat

fn step_smooth(a: f32, b: f32, x: f32) -> f32 {   // also for a > b, which smoothstep leaves undefined
    let t = clamp((x - a) / (b - a), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}
fn map_uv(p: vec2<f32>) -> vec2<f32> { return (p + frame.map.x) * frame.map.zw; }
fn ground_height(p: vec2<f32>) -> f32 { return textureSampleLevel(heights, clamp_linear, map_uv(p), 0.0).r; }
fn drawn_height(p: vec2<f32>) -> f32 { return textureSampleLevel(heights, clamp_linear, map_uv(p), 0.0).g; }
fn square(v: vec3<f32>) -> vec3<f32> { return v * v; }
fn pixel_hash(p: vec2<f32>) -> f32 { return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))); }
