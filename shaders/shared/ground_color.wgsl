// Albedo of flat ground at a place: signed distances and a noise tile in, painted tones out.
// Every threshold is moved by noise. Gradients are handed in, so it also runs in a vertex shader and in branches.

struct Place { p: vec2<f32>, dx: vec2<f32>, dy: vec2<f32> }

fn tile(at: Place, scale: f32, shift: vec2<f32>) -> vec4<f32> {
    // turned by 37 degrees for every other use, so that repeats never line up
    let m = mat2x2<f32>(0.8, 0.6, -0.6, 0.8);
    let k = 1.0 / (scale * 32.0);
    return textureSampleGrad(noise_tile, repeat_linear, m * at.p * k + shift, m * at.dx * k, m * at.dy * k);
}
fn straight(at: Place, scale: vec2<f32>, shift: vec2<f32>) -> vec4<f32> {
    let k = 1.0 / (scale * 32.0);
    return textureSampleGrad(noise_tile, repeat_linear, at.p * k + shift, at.dx * k, at.dy * k);
}

const GRASS_DARK = vec3(0.1119, 0.1946, 0.0437);
const GRASS = vec3(0.2122, 0.3095, 0.0648);
const GRASS_LIGHT = vec3(0.3613, 0.4233, 0.0976);
const DRY = vec3(0.4793, 0.3864, 0.1144);
const EARTH = vec3(0.3968, 0.2541, 0.1119);
const EARTH_DARK = vec3(0.2423, 0.1413, 0.0685);
const FOREST = vec3(0.0742, 0.1029, 0.0331);
const FOREST_LIGHT = vec3(0.1620, 0.1301, 0.0513);
const ROAD = vec3(0.5711, 0.3916, 0.1845);
const ROAD_LIGHT = vec3(0.6939, 0.5149, 0.2705);
const ROAD_DARK = vec3(0.3763, 0.2346, 0.1022);

struct Sampled { color: vec3<f32>, fine: f32, broad: f32 }

fn grass(at: Place) -> Sampled {
    let broad = tile(at, 7.5, vec2(0.0)).r;
    let fine = straight(at, vec2(0.22, 0.42), vec2(0.3, 0.1)).g * 0.6 + tile(at, 0.52, vec2(0.7)).g * 0.4;
    let t = broad + (fine - 0.5) * 0.16;
    var c = mix(GRASS_DARK, GRASS, step_smooth(0.36, 0.44, t));
    c = mix(c, GRASS_LIGHT, step_smooth(0.57, 0.66, t) * 0.75);
    c *= 0.93 + 0.14 * fine;
    let field = straight(at, vec2(23.0), vec2(0.15, 0.45)).r;
    c = mix(c, c * vec3(1.22, 1.02, 0.78), step_smooth(0.45, 0.75, field));
    let patch_ = straight(at, vec2(4.2), vec2(0.55, 0.25)).r;
    c = mix(c, DRY * (0.92 + 0.16 * fine), step_smooth(0.60, 0.72, patch_) * 0.55);
    return Sampled(c, fine, broad);
}

fn high_color(at: Place) -> vec3<f32> {
    let s = grass(at);
    let uv = map_uv(at.p);
    let cliff = textureSampleLevel(distances, clamp_linear, uv, 0.0).b * 4.0;
    let deep = textureSampleLevel(more_distances, clamp_linear, uv, 0.0).g * 40.0;
    // a dry rim and a pale line at the very edge: a plateau seen from behind must read as high
    let rim = step_smooth(2.2, 0.3, cliff + 1.2 * (tile(at, 1.6, vec2(0.2, 0.9)).r - 0.5));
    var c = mix(s.color, DRY * 1.05, rim * 0.6);
    let hill = step_smooth(6.0, 18.0, deep);
    return mix(c, vec3(0.0931, 0.1651, 0.0497) * (0.9 + 0.2 * s.fine), hill * 0.55);
}

fn low_color(at: Place) -> vec3<f32> {
    let s = grass(at);
    let uv = map_uv(at.p);
    let d = textureSampleLevel(distances, clamp_linear, uv, 0.0) * 4.0;
    let road = d.r; let rough = d.g; let cliff = d.b; let ravine = d.a;
    let more = textureSampleLevel(more_distances, clamp_linear, uv, 0.0) * 4.0;
    let water = more.r; let forest = more.b; let meadow = more.a;
    let small = tile(at, 1.3, vec2(0.33, 0.66));
    let wobble = 0.75 * (small.r - 0.5) + 0.22 * (s.fine - 0.5);
    var c = s.color;
    let wood = forest + wobble * 2.0;
    if (wood > -1.2) {
        // needles and moss under trees
        let litter = mix(FOREST, FOREST_LIGHT, step_smooth(0.42, 0.62, straight(at, vec2(1.3), vec2(0.2, 0.55)).r));
        c = mix(c, litter * (0.85 + 0.3 * s.fine), step_smooth(-1.2, 0.5, wood) * 0.72);
    }
    if (meadow > -1.0) { c = mix(c, c * vec3(1.16, 1.12, 1.05) + vec3(0.015, 0.012, 0.0), step_smooth(-1.0, 0.6, meadow + wobble)); }
    let bare = rough + wobble * 1.5;
    if (bare > -0.2) {
        var earth = mix(EARTH, EARTH_DARK, step_smooth(0.4, 0.6, straight(at, vec2(2.1), vec2(0.1)).r));
        let stones = straight(at, vec2(0.62, 0.5), vec2(0.8, 0.05));
        let size = 0.16 + 0.55 * (stones.a - 0.62);
        let stone = step_smooth(size + 0.05, size, stones.b) * step_smooth(0.62, 0.70, stones.a);
        earth = mix(earth, vec3(0.3663, 0.2789, 0.1912) * (0.62 + 0.5 * stones.a), stone);
        let island = step_smooth(0.58, 0.64, tile(at, 1.9, vec2(0.5, 0.2)).r);
        c = mix(c, earth, step_smooth(-0.2, 0.15, bare) * (1.0 - island * 0.9));
    }
    let way = road + wobble;
    if (way > -1.1) {
        c = mix(c, DRY * (0.85 + 0.2 * s.fine), step_smooth(-1.1, -0.1, way) * 0.7);
        var r = mix(ROAD, ROAD_LIGHT, step_smooth(0.45, 0.6, straight(at, vec2(1.7), vec2(0.4, 0.7)).r));
        let rut = (road - 1.15 + 0.3 * (small.g - 0.5)) / 0.26;
        r = mix(r, ROAD_DARK, 0.55 * exp(-rut * rut));
        r = mix(r, ROAD_DARK, 0.45 * step_smooth(0.5, 0.0, way));
        let pebbles = straight(at, vec2(0.38), vec2(0.0));
        let size = 0.10 + 0.5 * (pebbles.a - 0.7);
        let pebble = step_smooth(size + 0.06, size, pebbles.b) * step_smooth(0.0, 0.04, pebbles.a - 0.74 - 0.22 * step_smooth(0.6, 1.6, road));
        r = mix(r, vec3(0.6445, 0.5089, 0.3095) * (0.62 + 0.5 * pebbles.a), pebble * 0.8);
        c = mix(c, r * (0.95 + 0.10 * s.fine), step_smooth(-0.06, 0.10, way));
    }
    let shore = water + 0.5 * wobble;
    c = mix(c, vec3(0.5209, 0.3916, 0.1878), step_smooth(-1.3, -0.5, shore));
    c = mix(c, vec3(0.2051, 0.1746, 0.0976), step_smooth(0.0, 1.2, shore));
    c = mix(c, vec3(0.2705, 0.1946, 0.0908), step_smooth(-0.9, 0.0, ravine + 0.8 * wobble) * 0.65);
    c = mix(c, EARTH_DARK, step_smooth(-1.3, -0.1, cliff + 0.9 * wobble) * 0.75);
    return c * (1.0 - 0.38 * step_smooth(-1.6, 0.3, cliff));
}
