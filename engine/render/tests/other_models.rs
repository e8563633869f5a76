//! Files of other people, and files that are spoiled: a figure or model that can be drawn, or one sentence; never a panic.

mod figures;

use render::{AssetError, Assets, Figure, assets::Progress, model::Model, noise::Random};
use std::path::{Path, PathBuf};

/// What is checked of everything that loads.
fn sound_figure(f: &Figure) {
    assert!(f.levels.len() == 4 && f.height_m.is_finite() && f.height_m > 0.0 && f.radius_m.is_finite(), "{}", f.name);
    assert!(f.palette.iter().flatten().all(|v| v.is_finite()));
    for level in &f.levels {
        let n = level.vertices.len();
        assert!(!level.indices.is_empty() && level.indices.iter().all(|i| (*i as usize) < n));
        assert!(level.vertices.iter().all(|v| v.joints.iter().all(|j| usize::from(*j) < f.bones)));
    }
    assert!(f.clips.iter().all(|c| (c.first + c.samples) as usize <= f.frames() && c.samples > 0));
}

fn sound_model(m: &Model) {
    assert!(m.radius_m.is_finite() && m.radius_m > 0.0);
    for level in &m.levels {
        assert!(!level.indices.is_empty() && level.indices.iter().all(|i| (*i as usize) < level.vertices.len()));
    }
}

/// A sentence names the file and says what to do after a semicolon.
fn sound_sentence(error: &AssetError) {
    let text = error.to_string();
    assert!(text.contains("spoiled.glb") && (text.contains("; ") || text.contains("can be")) && !text.contains('\n'), "{text}");
}

/// Both readers on the same bytes. True: at least one took them.
fn read(bytes: &[u8]) -> bool {
    let path = Path::new("models/spoiled.glb");
    let figure = Figure::from_bytes(path, bytes);
    match &figure {
        Ok(f) => sound_figure(f),
        Err(e) => sound_sentence(e),
    }
    let model = Model::from_bytes(path, bytes);
    match &model {
        Ok(m) => sound_model(m),
        Err(e) => sound_sentence(e),
    }
    figure.is_ok() || model.is_ok()
}

fn chunk(json: &str, bin: &[u8]) -> Vec<u8> {
    let mut text = json.as_bytes().to_vec();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut out = b"glTF".to_vec();
    out.extend(2u32.to_le_bytes());
    out.extend(((12 + 8 + text.len() + 8 + bin.len()) as u32).to_le_bytes());
    out.extend((text.len() as u32).to_le_bytes());
    out.extend(b"JSON");
    out.extend(&text);
    out.extend((bin.len() as u32).to_le_bytes());
    out.extend(b"BIN\0");
    out.extend(bin);
    out
}

/// A small figure in the manner of others: two bones, one clip, quantized positions, all in one buffer.
fn small() -> (String, Vec<u8>) {
    let mut bin = vec![];
    let mut views = vec![];
    let mut put = |bytes: Vec<u8>| {
        views.push(format!("{{\"buffer\":0,\"byteOffset\":{},\"byteLength\":{}}}", bin.len(), bytes.len()));
        bin.extend(bytes);
        while bin.len() % 4 != 0 {
            bin.push(0);
        }
    };
    let floats = |v: &[f32]| v.iter().flat_map(|f| f.to_le_bytes()).collect::<Vec<u8>>();
    // a tetrahedron and its upper half, as shorts with a step of 8 bytes hidden in the count of numbers
    let corners: [[f32; 3]; 6] = [[-40.0, 0.0, -30.0], [40.0, 0.0, -30.0], [0.0, 0.0, 45.0], [0.0, 90.0, 0.0], [-20.0, 45.0, 0.0], [20.0, 45.0, 0.0]];
    put(floats(&corners.concat()));
    put([0u16, 1, 3, 1, 2, 3, 2, 0, 3, 0, 2, 1, 4, 5, 3].iter().flat_map(|i| i.to_le_bytes()).collect());
    put([[0u8, 1, 0, 0]; 6].concat());
    put(floats(
        &[[1.0f32, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.2, 0.8, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0]].concat(),
    ));
    put(floats(&[0.0, 0.5, 1.0]));
    put(floats(&[[0.0f32, 0.0, 0.0, 1.0], [0.0, 0.0, 0.38, 0.92], [0.0, 0.0, 0.0, 1.0]].concat()));
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0,2]}}],
"nodes":[{{"name":"root","scale":[2,2,2],"children":[1]}},{{"name":"tip","translation":[0,40,0]}},{{"name":"body","mesh":0,"skin":0}}],
"skins":[{{"joints":[0,1]}}],
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"JOINTS_0":2,"WEIGHTS_0":3}},"indices":1}}]}}],
"animations":[{{"name":"Take 001","samplers":[{{"input":4,"output":5,"interpolation":"LINEAR"}}],"channels":[{{"sampler":0,"target":{{"node":1,"path":"rotation"}}}}]}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":6,"type":"VEC3","min":[-40,0,-30],"max":[40,90,45]}},
{{"bufferView":1,"componentType":5123,"count":15,"type":"SCALAR"}},{{"bufferView":2,"componentType":5121,"count":6,"type":"VEC4"}},
{{"bufferView":3,"componentType":5126,"count":6,"type":"VEC4"}},{{"bufferView":4,"componentType":5126,"count":3,"type":"SCALAR","min":[0],"max":[1]}},
{{"bufferView":5,"componentType":5126,"count":3,"type":"VEC4"}}],
"bufferViews":[{}],"buffers":[{{"byteLength":{}}}]}}"#,
        views.join(","),
        bin.len()
    );
    (json, bin)
}

#[test]
fn a_small_figure_of_others_is_fitted() {
    let (json, bin) = small();
    let f = Figure::from_bytes(Path::new("small.glb"), &chunk(&json, &bin)).unwrap_or_else(|e| panic!("{e}"));
    sound_figure(&f);
    assert!((f.height_m - 1.7).abs() < 0.35, "brought to the height of a person: {}", f.height_m);
    for clip in ["walk", "idle", "fall"] {
        assert!(f.clip(clip).is_some_and(|c| c.looping || clip == "idle"), "{clip}");
    }
    for way in ["STEP", "LINEAR"] {
        assert!(read(&chunk(&json.replace("LINEAR", way), &bin)), "{way}");
    }
}

/// Every claim that can be wrong, one at a time: what is written instead, and a word of the answer ("" where it loads).
#[test]
fn wrong_claims_are_answered_with_a_sentence() {
    let (json, bin) = small();
    let table: [(&str, &str, &str); 24] = [
        (r#""count":6,"type":"VEC3""#, r#""count":5000000000,"type":"VEC3""#, "5000000000"),
        (r#""count":6,"type":"VEC3""#, r#""count":0,"type":"VEC3""#, "no triangles"),
        (r#""count":6,"type":"VEC3""#, r#""count":7,"type":"VEC3""#, "outside"),
        (r#""count":6,"type":"VEC3""#, r#""count":5,"type":"VEC3""#, ""),
        (r#""count":6,"type":"VEC3""#, r#""count":6,"type":"VEC2""#, "groups of 2"),
        (r#""count":15"#, r#""count":18446744073709551615"#, "claim"),
        (r#""componentType":5123"#, r#""componentType":5126"#, "whole numbers"),
        (r#""joints":[0,1]"#, r#""joints":[0]"#, "bone 1"),
        (r#""joints":[0,1]"#, r#""joints":[]"#, "bones"),
        (r#""joints":[0,1]"#, r#""joints":[0,77]"#, "valid"),
        (r#""skin":0"#, r#""skin":9"#, "valid"),
        (r#""skins":[{"joints":[0,1]}],"#, "", "valid"),
        (r#""children":[1]"#, r#""children":[0]"#, "ancestors"),
        (r#""children":[1]"#, r#""children":[1,1]"#, "two parents"),
        (r#""scale":[2,2,2]"#, r#""scale":[0,0,0]"#, "height"),
        (r#""scale":[2,2,2]"#, r#""scale":[1e38,1e38,1e38]"#, ""),
        (r#""interpolation":"LINEAR""#, r#""interpolation":"CUBICSPLINE""#, "3 times and 3 values"),
        (r#""count":3,"type":"SCALAR""#, r#""count":2,"type":"SCALAR""#, "2 times"),
        (r#""byteLength":{SIZE}"#, r#""byteLength":5000000000"#, "promised"),
        (r#""buffers":[{"#, r#""buffers":[{"uri":"../../../etc/hosts","#, "out of the model's folder"),
        (r#""buffers":[{"#, r#""buffers":[{"uri":"gone.bin","#, "gone.bin"),
        (r#""buffers":[{"#, r#""buffers":[{"uri":"data:application/octet-stream;base64,%%%","#, "buffer 0"),
        (r#""asset":{"version":"2.0"}"#, r#""asset":{"version":"2.0"},"extensionsUsed":["EXT_x"],"extensionsRequired":["EXT_x"]"#, "EXT_x"),
        (r#""path":"rotation""#, r#""path":"scale""#, "groups of 4"),
    ];
    for (from, to, word) in table {
        let from = from.replace("{SIZE}", &bin.len().to_string());
        let from = if from.contains(&format!("\"byteLength\":{}", bin.len())) { format!("\"buffers\":[{{{from}") } else { from };
        let to = if from.starts_with("\"buffers\":[{\"byteLength") { format!("\"buffers\":[{{{to}") } else { to.to_string() };
        assert!(json.contains(&from), "{from}");
        let bytes = chunk(&json.replacen(&from, &to, 1), &bin);
        read(&bytes);
        match Figure::from_bytes(Path::new("models/spoiled.glb"), &bytes) {
            Ok(_) => assert!(word.is_empty(), "{to} was taken"),
            Err(e) => assert!(word.is_empty() || e.to_string().contains(word), "{to}: {e}"),
        }
    }
}

/// Thousands of spoiled copies: cut at every byte, flipped at every byte, numbers that are none.
#[test]
fn spoiled_copies_are_refused_or_drawn() {
    let (json, bin) = small();
    let whole = chunk(&json, &bin);
    assert!(read(&whole));
    let (mut cases, mut taken) = (0, 0);
    for cut in 0..whole.len() {
        taken += u32::from(read(&whole[..cut]));
        cases += 1;
    }
    assert_eq!(taken, 0, "a cut file is never whole");
    let mut random = Random::new(7);
    for at in 0..whole.len() {
        for flip in [1u8 << (at % 8), 0xff, (random.unit() * 255.0) as u8 | 1] {
            let mut copy = whole.clone();
            copy[at] ^= flip;
            taken += u32::from(read(&copy));
            cases += 1;
        }
    }
    for at in (0..bin.len() - 3).step_by(4) {
        for value in [f32::NAN, f32::INFINITY, f32::MIN, 1e30, -0.0, 1e-40] {
            let mut copy = bin.clone();
            copy[at..at + 4].copy_from_slice(&value.to_le_bytes());
            taken += u32::from(read(&chunk(&json, &copy)));
            cases += 1;
        }
    }
    println!("{cases} spoiled copies, {taken} could still be drawn");
    assert!(cases > 5000 && taken > 100, "{cases} {taken}");
}

/// The same on a shipped file, at fewer places: it is large.
#[test]
fn spoiled_copies_of_a_shipped_file_are_refused_or_drawn() {
    let whole = std::fs::read(figures::shipped_folder().join("bomb.glb")).expect("a file");
    let mut random = Random::new(11);
    for _ in 0..400 {
        let mut copy = whole.clone();
        let at = (random.unit() * random.unit() * copy.len() as f32) as usize % copy.len();
        copy[at] ^= (random.unit() * 255.0) as u8 | 1;
        read(&copy);
        read(&whole[..at]);
    }
}

#[test]
fn something_striped_stands_in_for_what_is_missing() {
    let folder = figures::shipped_folder();
    let progress = Progress::default();
    let (assets, faults) =
        Assets::load_all(&folder, &["goblin", "nobody"], &["castle_of_cards", "bomb"], &|_| 3.0, &progress).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(progress.share(), 1.0);
    let names: Vec<String> = faults.iter().map(|f| f.path.file_name().map(|n| n.to_string_lossy().to_string()).unwrap_or_default()).collect();
    assert_eq!(names, ["nobody.glb", "castle_of_cards.glb"]);
    assert_eq!((assets.figure("nobody"), assets.model("castle_of_cards")), (Some(1), Some(0)));
    sound_figure(&assets.figures[1]);
    assert!(["idle", "walk", "run", "attack", "fall"].iter().all(|c| assets.figures[1].clip(c).is_some()));
    assert!((assets.figures[1].height_m - 1.7).abs() < 0.01);
    sound_model(&assets.models[0]);
    assert!((assets.models[0].height_m - 4.5).abs() < 0.01);
}

/// Files of other people, where they are at hand: the folder named by RENDER_OTHER_MODELS.
#[test]
fn models_of_other_people_load() {
    let Some(folder) = std::env::var_os("RENDER_OTHER_MODELS").map(PathBuf::from) else { return };
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|e| e == "glb" || e == "gltf") {
            let f = Figure::load(&path).unwrap_or_else(|e| panic!("{e}"));
            sound_figure(&f);
            let clips: Vec<&str> = f.clips.iter().map(|c| c.name.as_str()).collect();
            println!(
                "{}: {} bones, {:.2} m, {:?}, triangles {:?}",
                f.name,
                f.bones,
                f.height_m,
                clips,
                f.levels.iter().map(|l| l.indices.len() / 3).collect::<Vec<_>>()
            );
            sound_model(&Model::load(&path).unwrap_or_else(|e| panic!("{e}")));
        }
    }
}
