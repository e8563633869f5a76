// Culls figures, picks a level for each view and writes indirect draws.
// Needs shared/crowd_pose.wgsl. Order: reset, count, scan, scatter. Twin on the CPU: cull.rs.
// Slots are (view, level, kind); a view's draws lie together, so one multi-draw a view and level suffices.

struct CullView { planes: array<vec4<f32>, 6>, eye_focal: vec4<f32>, levels: vec4<f32> }
struct Cull { views: array<CullView, 4>, level_pixels: vec4<f32>, figures: u32, kinds: u32, views_used: u32, pad: u32 }
struct Draw { index_count: u32, instance_count: u32, first_index: u32, base_vertex: i32, first_instance: u32 }

const VIEWS = 4u;
const LEVELS = 4u;
const SLOTS_MAX = 256u;
const NONE = 255u;

@group(0) @binding(0) var<uniform> cull: Cull;
@group(0) @binding(1) var<storage, read> figures: array<FigureRecord>;
@group(0) @binding(2) var<storage, read> kinds: array<Kind>;
@group(0) @binding(3) var<storage, read_write> draws: array<Draw>;
@group(0) @binding(4) var<storage, read_write> visible: array<u32>;
@group(0) @binding(5) var<storage, read_write> counters: array<atomic<u32>>;

fn slot_of(view: u32, level: u32, kind: u32) -> u32 { return (view * LEVELS + level) * cull.kinds + kind; }

/// Level in the view, or NONE.
fn level_in(v: u32, i: FigureRecord) -> u32 {
    if (kind_of(i) >= cull.kinds) { return NONE; }
    let kind = kinds[kind_of(i)];
    let scale = scale_of(i);
    let center = i.position + vec3(0.0, 0.0, 0.5 * kind.height_m * scale);
    let radius = kind.radius_m * scale;
    for (var p = 0u; p < 6u; p++) {
        let plane = cull.views[v].planes[p];
        if (dot(plane.xyz, center) + plane.w < -radius) { return NONE; }
    }
    // a caster whose whole footprint lies in a nearer cascade throws its shadow there: no receiver asks this one
    for (var nearer = 1u; nearer < v; nearer++) {
        var covered = true;
        for (var p = 0u; p < 4u; p++) {
            let plane = cull.views[nearer].planes[p];
            if (dot(plane.xyz, center) + plane.w < radius + cull.views[nearer].levels.w) { covered = false; }
        }
        if (covered) { return NONE; }
    }
    let view = cull.views[v];
    let pixels = kind.height_m * scale * view.eye_focal.w / max(distance(center, view.eye_focal.xyz), 0.1);
    var level = 0u;
    if (pixels < cull.level_pixels.x) { level = 1u; }
    if (pixels < cull.level_pixels.y) { level = 2u; }
    if (pixels < cull.level_pixels.z) { level = 3u; }
    return clamp(level + u32(view.levels.y), u32(view.levels.x), LEVELS - 1u);
}

var<workgroup> local_count: array<atomic<u32>, SLOTS_MAX>;
var<workgroup> local_first: array<u32, SLOTS_MAX>;

@compute @workgroup_size(64)
fn reset(@builtin(local_invocation_index) l: u32) {
    for (var s = l; s < 2u * SLOTS_MAX; s += 64u) { atomicStore(&counters[s], 0u); }
}

@compute @workgroup_size(64)
fn count(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) l: u32) {
    for (var s = l; s < SLOTS_MAX; s += 64u) { atomicStore(&local_count[s], 0u); }
    workgroupBarrier();
    if (id.x < cull.figures) {
        let i = figures[id.x];
        for (var v = 0u; v < cull.views_used; v++) {
            let level = level_in(v, i);
            if (level != NONE) { atomicAdd(&local_count[slot_of(v, level, kind_of(i))], 1u); }
        }
    }
    workgroupBarrier();
    for (var s = l; s < SLOTS_MAX; s += 64u) {
        let n = atomicLoad(&local_count[s]);
        if (n > 0u) { atomicAdd(&counters[s], n); }
    }
}

@compute @workgroup_size(1)
fn scan() {
    var first = 0u;
    let capacity = arrayLength(&visible);
    for (var s = 0u; s < VIEWS * LEVELS * cull.kinds; s++) {
        // the list has a limit: what does not fit is not drawn, from the last cascade backwards
        let n = min(atomicLoad(&counters[s]), capacity - first);
        draws[s].instance_count = n;
        draws[s].first_instance = first;
        atomicStore(&counters[SLOTS_MAX + s], first);
        first += n;
    }
}

@compute @workgroup_size(64)
fn scatter(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) l: u32) {
    for (var s = l; s < SLOTS_MAX; s += 64u) { atomicStore(&local_count[s], 0u); }
    workgroupBarrier();
    var slots = array<u32, 4>(NONE, NONE, NONE, NONE);
    var places = array<u32, 4>();
    if (id.x < cull.figures) {
        let i = figures[id.x];
        for (var v = 0u; v < cull.views_used; v++) {
            let level = level_in(v, i);
            if (level != NONE) {
                slots[v] = slot_of(v, level, kind_of(i));
                places[v] = atomicAdd(&local_count[slots[v]], 1u);
            }
        }
    }
    workgroupBarrier();
    for (var s = l; s < SLOTS_MAX; s += 64u) {
        let n = atomicLoad(&local_count[s]);
        if (n > 0u) { local_first[s] = atomicAdd(&counters[SLOTS_MAX + s], n); }
    }
    workgroupBarrier();
    for (var v = 0u; v < VIEWS; v++) {
        if (slots[v] == NONE) { continue; }
        let at = local_first[slots[v]] + places[v];
        let draw = draws[slots[v]];
        if (at < draw.first_instance + draw.instance_count) { visible[at] = id.x; }
    }
}
