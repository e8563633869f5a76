// The crowd in the opaque pass. Needs shared/frame, light, crowd_pose, crowd_place.

// The farthest level has neither sockets nor ribs to darken it.
override GAIN: f32 = 1.0;
// Lifts the painted shade, hue kept: at 50 pixels a body must not vanish between its ribs.
override LIFT: f32 = 0.0;

struct Fragment {
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) color: vec3<f32>,
    @location(3) height: f32,
    @location(4) flash: f32,
}

@vertex
fn vertex_main(v: Vertex) -> Fragment {
    let i = figures[v.row];
    let placed = place(v, i);
    var out: Fragment;
    out.position = placed.position;
    out.normal = placed.normal;
    out.clip = frame.clip_from_world * vec4(placed.position, 1.0);
    let painted = square(v.color.rgb);
    let lift = pow(max(dot(painted, vec3(0.2126, 0.7152, 0.0722)), 0.02), -LIFT);
    out.color = GAIN * lift * painted * unpack4x8unorm(i.tint).rgb * 1.5;
    out.height = placed.position.z - i.position.z;
    out.flash = f32((i.look >> 16u) & 255u) / 255.0;
    return out;
}

@fragment
fn fragment_main(in: Fragment) -> @location(0) vec4<f32> {
    var s: Surface;
    s.position = in.position;
    s.normal = normalize(in.normal);
    s.albedo = mix(in.color, vec3(1.0), in.flash * 0.7);
    // a crowd shades its own feet: cheaper and steadier than waiting for screen-space occlusion
    s.ao = 0.80 + 0.20 * step_smooth(0.0, 0.7, in.height);
    s.wrap = 0.25;
    s.rim = 1.6;
    s.glow = 0.0;
    return light(s, in.clip.xy);
}

// Top view for the corpse decal: albedo and normal, lit later where it lies, and the height as a share of the kind's radius.
struct Baked { @location(0) albedo: vec4<f32>, @location(1) normal: vec4<f32> }
@fragment
fn fragment_bake(in: Fragment) -> Baked {
    return Baked(vec4(sqrt(in.color), 1.0), vec4(normalize(in.normal) * 0.5 + 0.5, clamp((in.clip.z - 0.05) / 0.475, 0.0, 1.0)));
}
