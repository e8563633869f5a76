// Entry point of the shadow passes. Needs shared/frame, shadow_view, crowd_pose, crowd_place.
@vertex
fn vertex_shadow(v: Vertex) -> @builtin(position) vec4<f32> {
    return shadow_view.clip_from_world * vec4(place(v, figures[v.row]).position, 1.0);
}
