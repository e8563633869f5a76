// Needs shared/frame, shadow_view, still_place.
@vertex
fn vertex_shadow(v: Vertex) -> @builtin(position) vec4<f32> {
    return shadow_view.clip_from_world * vec4(place(v).position, 1.0);
}
