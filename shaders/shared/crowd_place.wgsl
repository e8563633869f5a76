// The crowd: skinned figures in their pose and place. Needs shared/frame, light (main pass only), crowd_pose.
// Vertex positions come as snorm16 of the kind's extent, in the file's axes (y up); palettes bring them to z up.

@group(2) @binding(0) var<storage, read> figures: array<FigureRecord>;
@group(2) @binding(1) var<storage, read> kinds: array<Kind>;
@group(2) @binding(2) var<storage, read> palette: array<vec4<f32>>;
@group(2) @binding(3) var<storage, read> lowest: array<u32>;   // the words of lowest.rs, kind after kind

// Far levels are drawn by the thousand: fewer bones a vertex, and no blending between frames.
override INFLUENCES: u32 = 4u;
override BLEND: bool = true;

struct Vertex {
    @location(0) position: vec4<f32>,
    @location(1) normal: vec4<f32>,
    @location(2) color: vec4<f32>,
    @location(3) joints: vec4<u32>,
    @location(4) weights: vec4<f32>,
    @location(5) row: u32,       // instance-rate: entry of the visible list, so first_instance never reaches the shader
}
struct Placed { position: vec3<f32>, normal: vec3<f32> }

const ANGLES = 72u;
const STEPS = 4u;
const CANDIDATES = 6u;
const STILL_STEPS = 32u;
const TURNS = 0x80000000u;

// Extent below the center: the largest of the candidates of this part of the frame and of the turn, each brought to this
// moment. Needs frame_b == frame_a + 1, which the record promises for turning bodies. Twins of both functions: lowest.rs.
fn extent_below(kind: Kind, frame_a: u32, blend: f32, angle: f32) -> f32 {
    let row = lowest[kind.first_lowest + frame_a];
    if ((row & TURNS) == 0u) { return 0.5 * kind.height_m; }
    let cell = min(u32(blend * f32(STEPS)), STEPS - 1u) * ANGLES + u32(angle * f32(ANGLES)) % ANGLES;
    let first = kind.first_lowest + (row ^ TURNS) + cell * CANDIDATES * 2u;
    let down = -vec2(sin(angle * TAU), cos(angle * TAU));
    var below = -1.0;
    for (var n = 0u; n < CANDIDATES; n++) {
        let at = first + n * 2u;
        below = max(below, dot(mix(unpack2x16snorm(lowest[at]), unpack2x16snorm(lowest[at + 1u]), blend), down));
    }
    return below * kind.radius_m;
}

// Who lies or gets up touches the ground between frames too.
fn still_lift(kind: Kind, frame_a: u32, blend: f32) -> f32 {
    let row = lowest[kind.first_lowest + frame_a];
    if (row == 0u || (row & TURNS) != 0u) { return 0.0; }
    let at = blend * f32(STILL_STEPS);
    let step = min(u32(at), STILL_STEPS - 1u);
    let first = kind.first_lowest + row + step;
    return -mix(bitcast<f32>(lowest[first]), bitcast<f32>(lowest[first + 1u]), at - f32(step));
}

fn place(v: Vertex, i: FigureRecord) -> Placed {
    let kind = kinds[kind_of(i)];
    let frame_a = i.frames & 0xffffu;
    let frame_b = i.frames >> 16u;
    let blend = select(0.0, f32(i.look & 255u) / 255.0, BLEND);
    var r0 = vec4<f32>();
    var r1 = vec4<f32>();
    var r2 = vec4<f32>();
    let rows = kind.bones * 3u;
    let base_a = kind.first_row + frame_a * rows;
    let base_b = kind.first_row + frame_b * rows;
    var total = 0.0;
    for (var k = 0u; k < INFLUENCES; k++) {
        let w = v.weights[k];
        if (w == 0.0) { continue; }
        let a = base_a + v.joints[k] * 3u;
        if (BLEND) {
            let b = base_b + v.joints[k] * 3u;
            r0 += w * mix(palette[a], palette[b], blend);
            r1 += w * mix(palette[a + 1u], palette[b + 1u], blend);
            r2 += w * mix(palette[a + 2u], palette[b + 2u], blend);
        } else {
            r0 += w * palette[a];
            r1 += w * palette[a + 1u];
            r2 += w * palette[a + 2u];
        }
        total += w;
    }
    let p4 = vec4(v.position.xyz * kind.extent_m, 1.0);
    var p = vec3(dot(r0, p4), dot(r1, p4), dot(r2, p4)) / total;
    var n = vec3(dot(r0.xyz, v.normal.xyz), dot(r1.xyz, v.normal.xyz), dot(r2.xyz, v.normal.xyz));
    // the figure is modelled looking along -y and turns against the clock; the record counts from +y, with the clock
    let yaw = 0.5 - f32(i.turn & 0xffffu) / 65536.0;
    let angle = f32(i.turn >> 16u) / 65536.0;
    let scale = scale_of(i);
    var lift = 0.0;
    if (angle > 0.0) {
        // about the body's center, sideways axis; the center follows the flight, the lowest point never sinks: see lowest.rs
        let half_height = 0.5 * kind.height_m;
        let s = sin(angle * TAU);
        let c = cos(angle * TAU);
        let q = p - vec3(0.0, 0.0, half_height);
        p = vec3(q.x, q.y * c - q.z * s, q.y * s + q.z * c);
        n = vec3(n.x, n.y * c - n.z * s, n.y * s + n.z * c);
        let below = extent_below(kind, frame_a, blend, angle) * scale;
        let flight = max(unpack2x16float(i.shape).y, 0.0);
        lift = below + clamp(half_height * scale - below, -flight, flight);
    } else if (frame_b == frame_a + 1u) {
        lift = still_lift(kind, frame_a, blend) * scale;
    }
    let sy = sin(yaw * TAU);
    let cy = cos(yaw * TAU);
    p *= scale;
    p = vec3(p.x * cy - p.y * sy, p.x * sy + p.y * cy, p.z + lift) + i.position;
    n = vec3(n.x * cy - n.y * sy, n.x * sy + n.y * cy, n.z);
    return Placed(p, normalize(n));
}
