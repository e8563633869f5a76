// Still models in the opaque pass. Needs shared/frame, light, ground_color, still_place.

struct Fragment {
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) color: vec4<f32>,
    @location(3) glow: f32,
}

@vertex
fn vertex_main(v: Vertex) -> Fragment {
    let placed = place(v);
    var tint = v.tint.rgb * 1.5;    // 170 of 255 is neutral
    var occlusion = v.color.a;
    if (v.tint.a > 0.75) {
        // tufts take the color of the ground they stand on
        let at = Place(v.at.xy, vec2(0.5, 0.0), vec2(0.0, 0.5));
        var c = low_color(at);
        if (v.tint.a > 0.9) { c = high_color(at); }
        tint *= clamp(c / vec3(0.2384, 0.3613, 0.0685) * 0.85, vec3(0.25), vec3(1.4));
        occlusion *= occlusion;     // blades stand in their own shade; they do not cast, that would cost more than they are worth
    }
    var out: Fragment;
    out.position = placed.position;
    out.normal = placed.normal;
    out.clip = frame.clip_from_world * vec4(placed.position, 1.0);
    out.color = vec4(square(v.color.rgb) * tint, occlusion);
    out.glow = v.extra.y;
    return out;
}

@fragment
fn fragment_main(in: Fragment, @builtin(front_facing) front: bool) -> @location(0) vec4<f32> {
    var s: Surface;
    s.position = in.position;
    s.normal = normalize(in.normal);
    s.albedo = in.color.rgb;
    s.ao = in.color.a;
    s.wrap = 0.12;
    s.rim = 1.0;
    s.glow = in.glow;
    return light(s, in.clip.xy);
}
