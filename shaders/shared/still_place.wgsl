// Still models: buildings, trees, rocks, tufts, debris. Needs shared/frame.

struct Vertex {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec4<f32>,
    @location(2) color: vec4<f32>,
    @location(3) extra: vec4<f32>,
    @location(4) at: vec3<f32>,
    @location(5) yaw: f32,
    @location(6) scale: vec2<f32>,
    @location(7) tint: vec4<f32>,
    @location(8) tilt: f32,
}
struct Placed { position: vec3<f32>, normal: vec3<f32> }

fn place(v: Vertex) -> Placed {
    var p = v.position * v.scale.xxy;
    var n = v.normal.xyz / v.scale.xxy;
    let st = sin(v.tilt); let ct = cos(v.tilt);
    p = vec3(p.x, p.y * ct - p.z * st, p.y * st + p.z * ct);
    n = vec3(n.x, n.y * ct - n.z * st, n.y * st + n.z * ct);
    let s = sin(v.yaw); let c = cos(v.yaw);
    p = vec3(p.x * c - p.y * s, p.x * s + p.y * c, p.z) + v.at;
    n = vec3(n.x * c - n.y * s, n.x * s + n.y * c, n.z);
    if (v.tint.a > 0.2) {
        // what grows goes under where bodies lie and the ground is burnt
        let pressed = textureSampleLevel(trample, clamp_linear, map_uv(v.at.xy), 0.0).r;
        p.z = mix(p.z, v.at.z - 0.1, pressed);
    }
    let sway = v.extra.x;
    let t = frame.eye_time.w;
    p += vec3(sin(t * 1.7 + v.at.x * 0.6 + v.at.y * 0.3), cos(t * 1.3 + v.at.y * 0.5), 0.0) * (0.06 * sway);
    return Placed(p, normalize(n));
}
