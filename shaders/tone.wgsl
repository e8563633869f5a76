// Occlusion, bloom, exposure, tone curve, sRGB. Needs shared/frame.
@group(1) @binding(0) var scene: texture_2d<f32>;
@group(1) @binding(1) var occlusion: texture_2d<f32>;
@group(1) @binding(2) var bloom_a: texture_2d<f32>;
@group(1) @binding(3) var bloom_b: texture_2d<f32>;
@group(1) @binding(4) var bloom_c: texture_2d<f32>;

struct Fragment { @builtin(position) clip: vec4<f32>, @location(0) uv: vec2<f32> }
@vertex
fn vertex_main(@builtin(vertex_index) i: u32) -> Fragment {
    let p = vec2(f32(i & 1u), f32(i >> 1u)) * 2.0;
    return Fragment(vec4(p * 2.0 - 1.0, 0.0, 1.0), vec2(p.x, 1.0 - p.y));
}

override ENCODE: bool = true;   // false: the target converts to sRGB by itself

const LUMA = vec3(0.2126, 0.7152, 0.0722);
fn shoulder(v: f32) -> f32 {
    let t = max(v - 0.45, 0.0) / 0.55;
    return select(0.45 + 0.55 * t * (1.0 + t / 16.0) / (1.0 + t), v, v < 0.45);
}
fn srgb(v: f32) -> f32 { return select(1.055 * pow(v, 1.0 / 2.4) - 0.055, v * 12.92, v <= 0.0031308); }

@fragment
fn fragment_main(in: Fragment) -> @location(0) vec4<f32> {
    let hdr = textureLoad(scene, vec2<i32>(in.clip.xy), 0);
    var open = 0.0;
    let step = frame.viewport.zw * 1.3;
    for (var j = -1; j <= 1; j++) {
        for (var i = -1; i <= 1; i++) {
            open += textureSampleLevel(occlusion, clamp_linear, in.uv + vec2(f32(i), f32(j)) * step, 0.0).r;
        }
    }
    open /= 9.0;
    var c = hdr.rgb * (1.0 - clamp(hdr.a, 0.0, 1.0) * (1.0 - open) * frame.bounce_color.w);
    c += frame.tone.w * (1.2 * textureSampleLevel(bloom_a, clamp_linear, in.uv, 0.0).rgb
        + 1.4 * textureSampleLevel(bloom_b, clamp_linear, in.uv, 0.0).rgb + 1.4 * textureSampleLevel(bloom_c, clamp_linear, in.uv, 0.0).rgb);
    c = max(c * frame.tone.x, vec3(0.0));
    let y = dot(c, LUMA) + 1e-6;
    let y2 = 0.18 * pow(y / 0.18, frame.tone.y);
    c *= y2 / y;
    let by_luma = c * (shoulder(y2) / y2);
    let by_channel = vec3(shoulder(c.r), shoulder(c.g), shoulder(c.b));
    var z = by_luma * 0.66 + by_channel * 0.34;
    let grey = dot(z, LUMA);
    z = clamp(vec3(grey) + (z - grey) * frame.tone.z, vec3(0.0), vec3(1.0));
    // half a step of ordered noise against bands in the fog
    let dither = (pixel_hash(in.clip.xy) - 0.5) / 255.0;
    if (!ENCODE) { return vec4(z, 1.0); }
    return vec4(srgb(z.r) + dither, srgb(z.g) + dither, srgb(z.b) + dither, 1.0);
}
