//! Struct layouts: the Rust side against what naga says of the shaders, for buffers and for vertex inputs.

use base::records::{FigureRecord, LampRecord, MarkRecord, PuffRecord, StillRecord};
use render::gpu_data::{self, Attribute, Cascade, CrowdVertex, Cull, CullView, Draw, Frame, GroundVertex, Kind, ModelVertex};
use render::shaders;
use std::mem::offset_of;

type Members = Vec<(String, u32)>;

fn parse(module: &str) -> naga::Module {
    naga::front::wgsl::parse_str(&shaders::source(module)).expect("valid")
}

fn layout(module: &str, name: &str) -> (Members, u32) {
    for (_, t) in parse(module).types.iter() {
        if let (Some(n), naga::TypeInner::Struct { members, span }) = (&t.name, &t.inner)
            && n == name
        {
            return (members.iter().map(|m| (m.name.clone().unwrap_or_default(), m.offset)).collect(), *span);
        }
    }
    panic!("no struct {name} in {module}");
}

macro_rules! same {
    ($module:literal, $type:ident, $($field:ident),+) => {{
        let (members, span) = layout($module, stringify!($type));
        let mirror: Members = vec![$((stringify!($field).to_string(), offset_of!($type, $field) as u32)),+];
        assert_eq!(members, mirror, "{} in {}", stringify!($type), $module);
        assert_eq!(span as usize, size_of::<$type>(), "size of {}", stringify!($type));
    }};
}

#[test]
fn buffers_have_the_shaders_offsets() {
    same!("crowd", LampRecord, position_reach, color_power);
    same!("crowd", Cascade, clip_from_world, texel_m, depth_m, size_m, pad);
    same!(
        "tone",
        Frame,
        clip_from_world,
        world_from_clip,
        cascades,
        eye_time,
        focus,
        sun_direction,
        sun_color,
        sky_color,
        bounce_color,
        fog_color,
        fog_sun_color,
        fog_shape,
        tone,
        viewport,
        map,
        lamps
    );
    same!("crowd", FigureRecord, position, turn, frames, look, tint, shape);
    same!("cull", FigureRecord, position, turn, frames, look, tint, shape);
    same!("cull", Kind, first_row, bones, first_lowest, frames, height_m, extent_m, radius_m, pad);
    same!("cull", CullView, planes, eye_focal, levels);
    same!("cull", Cull, views, level_pixels, figures, kinds, views_used, pad);
    same!("cull", Draw, index_count, instance_count, first_index, base_vertex, first_instance);
}

/// What the shader expects at each location of a vertex entry point: number of components, and whether they are whole numbers.
fn inputs(module: &str, entry: &str) -> Vec<(u32, u8, bool)> {
    let module = parse(module);
    let point = module.entry_points.iter().find(|e| e.name == entry).unwrap_or_else(|| panic!("no entry {entry}"));
    let shape = |ty: naga::Handle<naga::Type>| match &module.types[ty].inner {
        naga::TypeInner::Scalar(s) => (1, s.kind != naga::ScalarKind::Float),
        naga::TypeInner::Vector { size, scalar } => (*size as u8, scalar.kind != naga::ScalarKind::Float),
        other => panic!("{entry} takes {other:?}"),
    };
    let mut out = vec![];
    let mut take = |binding: &Option<naga::Binding>, ty| {
        if let Some(naga::Binding::Location { location, .. }) = binding {
            let (components, whole) = shape(ty);
            out.push((*location, components, whole));
        }
    };
    for argument in &point.function.arguments {
        if let naga::TypeInner::Struct { members, .. } = &module.types[argument.ty].inner {
            members.iter().for_each(|m| take(&m.binding, m.ty));
        } else {
            take(&argument.binding, argument.ty);
        }
    }
    out.sort_unstable();
    out
}

/// Components and bytes of a format, and whether the shader gets whole numbers.
fn shape(format: wgpu::VertexFormat) -> (u8, u64, bool) {
    use wgpu::VertexFormat as F;
    match format {
        F::Float32 => (1, 4, false),
        F::Float32x2 => (2, 8, false),
        F::Float32x3 => (3, 12, false),
        F::Float32x4 => (4, 16, false),
        F::Snorm16x4 => (4, 8, false),
        F::Snorm8x4 | F::Unorm8x4 => (4, 4, false),
        F::Uint8x4 => (4, 4, true),
        F::Uint32 => (1, 4, true),
        other => panic!("{other:?} is not used"),
    }
}

/// Every location is fed once, with as many components as the shader reads (w may be left over), and offsets follow each other without overlap.
fn fed(module: &str, entry: &str, tables: &[&[Attribute]]) {
    let mut all: Vec<Attribute> = tables.concat();
    all.sort_by_key(|a| a.0);
    let wanted = inputs(module, entry);
    // what an entry does not read may still be in the buffer
    for (location, components, whole) in &wanted {
        let a = all.iter().find(|a| a.0 == *location).unwrap_or_else(|| panic!("{module}: nothing feeds location {location}"));
        let (has, _, is_whole) = shape(a.1);
        assert!(has >= *components && is_whole == *whole, "{module}: location {location} is fed {:?}", a.1);
    }
    assert!(!wanted.is_empty(), "{module}: {entry} reads something");
    for table in tables {
        for pair in table.windows(2) {
            assert!(pair[0].2 + shape(pair[0].1).1 <= pair[1].2, "{module}: locations {} and {} overlap", pair[0].0, pair[1].0);
        }
    }
}

macro_rules! offsets {
    ($table:expr, $type:ident, $($field:ident),+) => {{
        let real: Vec<u64> = vec![$(offset_of!($type, $field) as u64),+];
        let table: Vec<u64> = $table.iter().map(|a| a.2).collect();
        assert_eq!(table, real, "offsets of {}", stringify!($type));
        let last = $table.last().expect("not empty");
        assert_eq!(last.2 + shape(last.1).1, size_of::<$type>() as u64, "size of {}", stringify!($type));
    }};
}

#[test]
fn vertex_inputs_are_fed_from_the_fields_they_mean() {
    offsets!(gpu_data::CROWD_VERTEX, CrowdVertex, position, normal, color, joints, weights);
    offsets!(gpu_data::MODEL_VERTEX, ModelVertex, position, normal, color, extra);
    offsets!(gpu_data::GROUND_VERTEX, GroundVertex, position, normal, color);
    offsets!(gpu_data::STILL_RECORD, StillRecord, position, yaw, scale, tint, tilt);
    offsets!(gpu_data::MARK_RECORD, MarkRecord, position, yaw, size_m, look);
    offsets!(gpu_data::PUFF_RECORD, PuffRecord, position, size_m, color, look);
    fed("crowd", "vertex_main", &[&gpu_data::CROWD_VERTEX, &gpu_data::CROWD_ROW]);
    fed("crowd_shadow", "vertex_shadow", &[&gpu_data::CROWD_VERTEX, &gpu_data::CROWD_ROW]);
    fed("stills", "vertex_main", &[&gpu_data::MODEL_VERTEX, &gpu_data::STILL_RECORD]);
    fed("stills_shadow", "vertex_shadow", &[&gpu_data::MODEL_VERTEX, &gpu_data::STILL_RECORD]);
    fed("ground", "vertex_main", &[&gpu_data::GROUND_VERTEX]);
    fed("ground_shadow", "vertex_shadow", &[&gpu_data::GROUND_VERTEX]);
    fed("marks", "vertex_main", &[&gpu_data::MARK_RECORD]);
    fed("puffs", "vertex_main", &[&gpu_data::PUFF_RECORD]);
}

#[test]
fn constants_agree() {
    let text = shaders::source("cull");
    for line in [
        format!("const VIEWS = {}u;", gpu_data::VIEWS),
        format!("const LEVELS = {}u;", gpu_data::LEVELS),
        format!("const SLOTS_MAX = {}u;", gpu_data::SLOTS_MAX),
    ] {
        assert!(text.contains(&line), "the shader does not say {line}");
    }
    for (name, value) in
        [("ANGLES", gpu_data::ANGLES), ("STEPS", gpu_data::STEPS), ("CANDIDATES", gpu_data::CANDIDATES), ("STILL_STEPS", gpu_data::STILL_STEPS)]
    {
        assert!(shaders::source("crowd").contains(&format!("\nconst {name} = {value}u;")), "{name}");
    }
    assert!(shaders::source("crowd").contains(&format!("lamps: array<LampRecord, {}>", gpu_data::LAMPS_MAX)));
    assert!(shaders::source("marks").contains(&format!("body_sizes: array<vec4<f32>, {}>", gpu_data::KINDS_MAX / 4)));
    assert!(shaders::source("marks").contains(&format!("const LAYERS = {}u;", base::records::LYING_POSES * 2)));
}
