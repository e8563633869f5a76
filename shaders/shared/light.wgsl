// Sun, hemisphere, lamps, fog. Group 1 of the opaque pass: the shadow maps.
// Color out is linear; alpha holds the share of the luminance that occlusion would take: the tone pass
// multiplies by 1 - share (1 - occlusion), so screen-space occlusion needs no depth pre-pass.

@group(1) @binding(0) var shadow_maps: texture_depth_2d_array;
@group(1) @binding(1) var shadow_compare: sampler_comparison;

struct Surface {
    position: vec3<f32>,
    normal: vec3<f32>,
    albedo: vec3<f32>,
    ao: f32,
    wrap: f32,
    rim: f32,
    glow: f32,
}

override SHADOW_TAPS: u32 = 16u;
override BLOCKER_TAPS: u32 = 10u;

fn spiral(i: u32, n: u32, turn: f32) -> vec2<f32> {
    let a = f32(i) * 2.3999632 + turn * TAU;
    return sqrt((f32(i) + 0.5) / f32(n)) * vec2(cos(a), sin(a));
}

fn sun_shadow(position: vec3<f32>, normal: vec3<f32>, pixel: vec2<f32>) -> f32 {
    if (frame.fog_color.w < 0.5) { return 1.0; }
    var index = 3u;
    var at = vec3<f32>();
    for (var i = 0u; i < 3u; i++) {
        let p = position + normal * (0.05 + 1.2 * frame.cascades[i].texel_m);
        let c = (frame.cascades[i].clip_from_world * vec4(p, 1.0)).xyz;
        if (all(abs(c.xy) < vec2(0.97)) && c.z < 1.0) { index = i; at = c; break; }
    }
    if (index == 3u) { return 1.0; }
    let cascade = frame.cascades[index];
    let size = vec2<f32>(textureDimensions(shadow_maps));
    let uv = at.xy * vec2(0.5, -0.5) + 0.5;
    let turn = pixel_hash(pixel);
    let reach = clamp(0.42, 2.0 * cascade.texel_m, 12.0 * cascade.texel_m) / cascade.size_m;
    var blocked = 0.0;
    var depth = 0.0;
    for (var i = 0u; i < BLOCKER_TAPS; i++) {
        // not turned by pixel: whether a thin blocker is found must not flicker from one pixel to the next
        let q = uv + spiral(i, BLOCKER_TAPS, 0.0) * reach;
        let z = textureLoad(shadow_maps, vec2<i32>(q * size), index, 0);
        if (z < at.z - 0.0003) { blocked += 1.0; depth += z; }
    }
    if (blocked == 0.0) { return 1.0; }
    let gap_m = (at.z - depth / blocked) * cascade.depth_m;
    let radius = clamp(gap_m * frame.sun_direction.w * 0.5, 0.035, 0.30);
    let spread = max(radius, 0.9 * cascade.texel_m) / cascade.size_m;
    var lit = 0.0;
    for (var i = 0u; i < SHADOW_TAPS; i++) {
        lit += textureSampleCompareLevel(shadow_maps, shadow_compare, uv + spiral(i, SHADOW_TAPS, turn) * spread, index, at.z - 0.0002);
    }
    return lit / f32(SHADOW_TAPS);
}

fn fog_amount(distance_m: f32, height_m: f32) -> f32 {
    let low = clamp(exp(-max(height_m, -8.0) * frame.fog_shape.z), 0.3, 2.5);
    return frame.fog_shape.w * (1.0 - exp(-max(distance_m - frame.focus.w - frame.fog_shape.x, 0.0) * frame.fog_shape.y * low));
}
fn fog_color(view: vec3<f32>) -> vec3<f32> {
    return mix(frame.fog_color.rgb, frame.fog_sun_color.rgb, pow(max(dot(view, frame.sun_direction.xyz), 0.0), 4.0));
}

fn lamp_light(position: vec3<f32>, normal: vec3<f32>) -> vec3<f32> {
    var sum = vec3<f32>();
    for (var i = 0u; i < u32(frame.map.y); i++) {
        let lamp = frame.lamps[i];
        let to = lamp.position_reach.xyz - position;
        let d = length(to);
        let q = d / lamp.position_reach.w;
        let fall = pow(clamp(1.0 - q * q * q * q, 0.0, 1.0), 2.0) / (d * d + 0.6) * lamp.color_power.w;
        sum += lamp.color_power.rgb * fall * clamp(dot(to, normal) / d * 0.8 + 0.2, 0.0, 1.0);
    }
    return sum;
}

fn light(s: Surface, pixel: vec2<f32>) -> vec4<f32> {
    let to_eye = frame.eye_time.xyz - s.position;
    let distance_m = length(to_eye);
    let view = to_eye / distance_m;
    let deep = clamp(-s.position.z / 7.0, 0.0, 1.0);
    let ao = max(s.ao, 0.28) * (1.0 - 0.45 * deep);
    let facing = clamp((dot(s.normal, frame.sun_direction.xyz) + s.wrap) / (1.0 + s.wrap), 0.0, 1.0);
    var sun = frame.sun_color.rgb * facing;
    if (facing > 0.0) { sun *= sun_shadow(s.position, s.normal, pixel); }
    let hemisphere = mix(frame.bounce_color.rgb, frame.sky_color.rgb, clamp(s.normal.z * 0.5 + 0.5, 0.0, 1.0));
    let lamps = lamp_light(s.position, s.normal);
    let edge = pow(1.0 - clamp(dot(view, s.normal), 0.0, 1.0), 3.0) * s.rim * clamp(s.normal.z + 0.4, 0.0, 1.0);
    let rim = edge * (0.30 * frame.sky_color.rgb + 0.10 * frame.sun_color.rgb) * (0.3 + 0.7 * s.albedo);
    // color = free + ao x taken
    let free = s.albedo * (sun * 0.55 + lamps * 0.4);
    let taken = s.albedo * (sun * 0.45 + hemisphere + lamps * 0.6) + rim;
    var color = free + taken * ao;
    let luma = vec3(0.2126, 0.7152, 0.0722);
    var share = dot(taken * ao, luma) / max(dot(color, luma), 1e-4);
    let mist = pow(clamp((-s.position.z - 1.2) / 6.4, 0.0, 1.0), 1.3) * 0.62;
    color = mix(color, vec3(0.212, 0.332, 0.456) * 0.42 * frame.sky_color.g * 2.6, mist);
    if (s.glow > 0.0) {
        color = color * (1.0 - 0.7 * min(s.glow, 1.0)) + s.albedo * frame.sun_color.w * s.glow;
        share *= 1.0 - min(s.glow, 1.0);
    }
    let fog = fog_amount(distance_m, s.position.z);
    color = mix(color, fog_color(-view), fog);
    return vec4(min(color, vec3(12.0)), share * (1.0 - mist) * (1.0 - fog));
}
