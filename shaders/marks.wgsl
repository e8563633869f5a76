// Marks on the ground: bodies (baked top views), scorch, shock ring; overlays. Draped over the height texture, SIDE x SIDE quads each.
// Needs shared/frame and light. look: see marks.rs.

@group(2) @binding(0) var body_albedo: texture_2d_array<f32>;
@group(2) @binding(1) var body_normal: texture_2d_array<f32>;
@group(2) @binding(2) var<uniform> body_sizes: array<vec4<f32>, 4>;   // side in metres by kind
const LAYERS = 6u;   // of a kind

struct Vertex { @location(0) position: vec2<f32>, @location(1) yaw: f32, @location(2) size_m: f32, @location(3) look: vec4<f32> }
struct Fragment {
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    @location(1) uv: vec2<f32>,
    @location(2) @interpolate(flat) look: vec4<f32>,
    @location(3) @interpolate(flat) yaw: f32,
    @location(4) @interpolate(flat) size_m: f32,
    @location(5) @interpolate(flat) high: f32,
}

override SIDE: u32 = 6u;

const RIM = 0.40;
fn cliff_at(p: vec2<f32>) -> f32 { return textureSampleLevel(distances, clamp_linear, map_uv(p), 0.0).b * 4.0; }

@vertex
fn vertex_main(v: Vertex, @builtin(vertex_index) index: u32) -> Fragment {
    let quad = index / 6u;
    var corners = array<vec2<u32>, 6>(vec2(0u, 0u), vec2(1u, 0u), vec2(1u, 1u), vec2(0u, 0u), vec2(1u, 1u), vec2(0u, 1u));
    let corner = corners[index % 6u] + vec2(quad % SIDE, quad / SIDE);
    let uv = vec2<f32>(corner) / f32(SIDE);
    let kind = (u32(max(v.look.x, 0.0)) / LAYERS) % 16u;
    let size_m = select(body_sizes[kind / 4u][kind % 4u], v.size_m, v.size_m > 0.0);
    let q = (uv - 0.5) * size_m;
    // the baked view looks along -y and turns against the clock; the record counts from +y, with the clock
    let yaw = 0.5 * TAU - v.yaw;
    let s = sin(yaw); let c = cos(yaw);
    let p = v.position + vec2(q.x * c - q.y * s, q.x * s + q.y * c);
    var out: Fragment;
    // a mark lies either on a plateau or below it, by its middle; overlays follow whatever is drawn
    let middle = cliff_at(v.position);
    var z = ground_height(p);
    if (v.look.w > 2.5 || middle > RIM) { z = max(z, drawn_height(p)); }
    out.high = select(0.0, 1.0, middle > RIM);
    out.position = vec3(p, z + 0.025 + 0.01 * v.look.w);
    out.clip = frame.clip_from_world * vec4(out.position, 1.0);
    out.uv = uv;
    out.look = v.look;
    out.yaw = yaw;
    out.size_m = size_m;
    return out;
}

@fragment
fn fragment_main(in: Fragment) -> @location(0) vec4<f32> {
    var s: Surface;
    s.position = in.position;
    s.normal = vec3(0.0, 0.0, 1.0);
    s.ao = 0.9;
    s.wrap = 0.12;
    s.rim = 0.0;
    s.glow = 0.0;
    let flat_uv = vec2(in.uv.x, 1.0 - in.uv.y);
    let texel = textureSample(body_albedo, clamp_linear, flat_uv, u32(in.look.x));
    // the shadow that the body threw while it lay there, or it would vanish in the swap: its own outline, moved away from the sun
    let away = -frame.sun_direction.xy * (0.22 / in.size_m);
    let turn_s = sin(in.yaw); let turn_c = cos(in.yaw);
    let moved = vec2(away.x * turn_c + away.y * turn_s, away.x * turn_s - away.y * turn_c);
    var shade = 0.0;
    for (var k = 1; k <= 3; k++) {
        shade = max(shade, textureSampleLevel(body_albedo, clamp_linear, flat_uv - moved * f32(k) / 3.0, u32(in.look.x), 0.0).a);
    }
    let bump = textureSample(body_normal, clamp_linear, flat_uv, u32(in.look.x));
    let noise_uv = in.position.xy / 28.0;
    let grain = textureSample(noise_tile, repeat_linear, noise_uv).r;
    var alpha = 0.0;
    let r = length(in.uv - 0.5) * 2.0;
    if (in.look.w < 0.5) {
        let shadow = 0.5 * shade * (1.0 - texel.a);
        alpha = (texel.a + shadow) * in.look.y;
        s.albedo = square(texel.rgb / max(texel.a, 0.05)) * texel.a / max(texel.a + shadow, 0.01);
        // the body kept its own tint while it lay there
        let tint = u32(in.look.z);
        if (tint > 0u) { s.albedo *= vec3(f32(tint & 255u), f32((tint >> 8u) & 255u), f32(tint >> 16u)) / 170.0; }
        let n = normalize(bump.xyz / max(texel.a, 0.05) * 2.0 - 1.0);
        let sn = sin(in.yaw); let cs = cos(in.yaw);
        s.normal = vec3(n.x * cs - n.y * sn, n.x * sn + n.y * cs, n.z);
        s.ao = 0.72;
    } else if (in.look.w < 1.5) {
        let edge = r + 0.9 * (grain - 0.5);
        alpha = step_smooth(1.0, 0.35, edge) * 0.82 * in.look.y * step_smooth(1.0, 0.9, r);
        s.albedo = mix(vec3(0.0356, 0.0242, 0.0194), vec3(0.10, 0.062, 0.038), step_smooth(0.25, 0.8, edge));
        s.glow = 0.0;
    } else {
        let ring = abs(r - in.look.z + 0.10 * (grain - 0.5)) / 0.13;
        alpha = exp(-ring * ring) * in.look.y * step_smooth(1.0, 0.93, r);
        s.albedo = vec3(0.62, 0.50, 0.36);
    }
    // heights run on across a ravine: a mark must not
    let ravine = textureSampleLevel(distances, clamp_linear, map_uv(in.position.xy), 0.0).a * 4.0;
    alpha *= step_smooth(-0.15, -0.45, ravine);
    // nor climb a wall of rock, nor hang over its rim
    let cliff = cliff_at(in.position.xy);
    alpha *= select(step_smooth(0.25, -0.05, cliff), step_smooth(0.42, 0.75, cliff), in.high > 0.5);
    if (alpha < 0.004) { discard; }
    let lit = light(s, in.clip.xy);
    return vec4(lit.rgb, alpha);
}

// Drawn twice: faintly through whatever stands before it, so that a circle under a crowd can be seen, and fully where it is free.
override THROUGH: f32 = 1.0;

// Overlays glow by themselves: they belong to the hand, not to the scene. 3 ring, 4 disc, 5 square.
@fragment
fn fragment_overlay(in: Fragment) -> @location(0) vec4<f32> {
    let q = (in.uv - 0.5) * in.size_m;
    let square_side = max(abs(q.x), abs(q.y));
    let out_m = select(length(q), square_side, in.look.w > 4.5) - 0.5 * in.size_m;
    let pixel_m = max(fwidth(out_m), 0.004);
    let line_m = max(0.09, 1.6 * pixel_m);
    let line = step_smooth(line_m, line_m * 0.4, abs(out_m + line_m));
    let inside = step_smooth(0.0, -line_m, out_m);
    // the inside is strongest at the border, so that it reads as an area and hides little
    let fill = in.look.z * inside * (0.55 + 0.45 * step_smooth(-1.6, 0.0, out_m));
    let alpha = THROUGH * in.look.y * max(line, fill);
    if (alpha < 0.004) { discard; }
    let rgb = u32(in.look.x);
    let srgb = vec3(f32((rgb >> 16u) & 255u), f32((rgb >> 8u) & 255u), f32(rgb & 255u)) / 255.0;
    return vec4(pow(srgb, vec3(2.2)), alpha);
}
