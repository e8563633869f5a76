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

// Height of a body's upper side over the ground where its mark is drawn, metres; far below it beside the body. Both textures
// fade at the outline: their ratio does not, and a ramp there would be seen as a rim of dots.
fn body_height(uv: vec2<f32>, in: Fragment) -> f32 {
    let cover = textureSampleLevel(body_albedo, clamp_linear, uv, u32(in.look.x), 0.0).a;
    if (cover < 0.5) { return -9.0; }
    return textureSampleLevel(body_normal, clamp_linear, uv, u32(in.look.x), 0.0).a / cover * 0.5 * in.size_m;
}

// Steps of the look for a body, to the eye and to the sun, far and near: fewer go through a sword. Near is who is larger
// than so many pixels.
const EYE_STEPS = vec2(16, 30);
const SUN_STEPS = vec2(20, 36);
const NEAR_PIXELS = 90.0;
// Thickness of the shell to either, as shares of its side.
const EYE_SHELL = 0.055;
const SUN_SHELL = 0.09;
// Where a ray from a point on the ground (uv, `along` uv a metre of height) first meets the body, coming down: uv and 1; else
// the point and 0. A flat picture of a body half a metre thick would visibly lose its weight in the swap. The picture knows
// the upper side alone, so the body is a shell: limbs that hang in the air must not become pillars. To the sun it is
// thicker: through a thin one, seen that flat, light falls in stripes.
fn body_met(uv: vec2<f32>, along: vec2<f32>, steps: i32, shell: f32, in: Fragment) -> vec3<f32> {
    let high_m = 0.42 * in.size_m;
    let thick_m = shell * in.size_m;
    var above = high_m;
    for (var k = 1; k <= steps; k++) {
        let h = high_m * (1.0 - f32(k) / f32(steps));
        let depth = body_height(uv + along * h, in) - h;
        if (depth > 0.0 && depth < thick_m) {
            // halved towards the surface, or its sides are stairs
            var low = h;
            for (var n = 0; n < 4; n++) {
                let middle = 0.5 * (low + above);
                let deep = body_height(uv + along * middle, in) - middle;
                if (deep > 0.0 && deep < thick_m) { low = middle; } else { above = middle; }
            }
            return vec3(uv + along * low, 1.0);
        }
        above = h;
    }
    return vec3(uv, 0.0);
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
    let apart = 0.25 * (dpdx(flat_uv) + dpdy(flat_uv));
    let turn_s = sin(in.yaw); let turn_c = cos(in.yaw);
    var met = vec3(flat_uv, 0.0);
    var shade = 0.0;
    if (in.look.w < 0.5) {
        // to the eye, and to the sun, as uv a metre of height; no flatter than bodies are told apart
        let eye = frame.eye_time.xyz - in.position;
        let up = eye.xy / max(eye.z, 0.35 * length(eye.xy));
        let to_eye = vec2(up.x * turn_c + up.y * turn_s, up.x * turn_s - up.y * turn_c) / in.size_m;
        let sun = frame.sun_direction.xy / max(frame.sun_direction.z, 0.25);
        let to_sun = vec2(sun.x * turn_c + sun.y * turn_s, sun.x * turn_s - sun.y * turn_c) / in.size_m;
        if (length(apart) * NEAR_PIXELS > 0.5) {
            met = body_met(flat_uv, to_eye, EYE_STEPS.x, EYE_SHELL, in);
            shade = body_met(flat_uv, to_sun, SUN_STEPS.x, SUN_SHELL, in).z;
        } else {
            // an outline is all or nothing: twice a pixel, or it is stairs
            let one = body_met(flat_uv + apart, to_eye, EYE_STEPS.y, EYE_SHELL, in);
            let two = body_met(flat_uv - apart, to_eye, EYE_STEPS.y, EYE_SHELL, in);
            met = vec3(select(two.xy, one.xy, one.z > 0.5), 0.5 * (one.z + two.z));
            shade = 0.5 * (body_met(flat_uv + apart, to_sun, SUN_STEPS.y, SUN_SHELL, in).z + body_met(flat_uv - apart, to_sun, SUN_STEPS.y, SUN_SHELL, in).z);
        }
    }
    let texel = textureSampleLevel(body_albedo, clamp_linear, met.xy, u32(in.look.x), 0.0);
    let bump = textureSampleLevel(body_normal, clamp_linear, met.xy, u32(in.look.x), 0.0);
    let noise_uv = in.position.xy / 28.0;
    let grain = textureSample(noise_tile, repeat_linear, noise_uv).r;
    var alpha = 0.0;
    let r = length(in.uv - 0.5) * 2.0;
    if (in.look.w < 0.5) {
        let cover = met.z;
        let shadow = 0.62 * shade * (1.0 - cover);
        alpha = (cover + shadow) * in.look.y;
        s.albedo = square(texel.rgb / max(texel.a, 0.05)) * cover / max(cover + shadow, 0.01);
        // the body kept its own tint while it lay there
        let tint = u32(in.look.z);
        if (tint > 0u) { s.albedo *= vec3(f32(tint & 255u), f32((tint >> 8u) & 255u), f32(tint >> 16u)) / 170.0; }
        let n = normalize(bump.xyz / max(texel.a, 0.05) * 2.0 - 1.0);
        let sn = sin(in.yaw); let cs = cos(in.yaw);
        s.normal = vec3(n.x * cs - n.y * sn, n.x * sn + n.y * cs, n.z);
        s.ao = 0.82;
        s.wrap = 0.25;
        s.rim = 1.6;
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
