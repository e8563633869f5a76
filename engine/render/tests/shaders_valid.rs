//! Every module parses and validates, with the one capability beyond the default ones that the records need (halves in a word).

use render::shaders;

fn validate(source: &str) -> Result<naga::valid::ModuleInfo, String> {
    let module = naga::front::wgsl::parse_str(source).map_err(|e| e.emit_to_string(source))?;
    naga::valid::Validator::new(
        naga::valid::ValidationFlags::all(),
        naga::valid::Capabilities::default() | naga::valid::Capabilities::SHADER_FLOAT16_IN_FLOAT32,
    )
    .validate(&module)
    .map_err(|e| e.emit_to_string(source))
}

#[test]
fn every_module_is_valid() {
    for (name, _) in shaders::MODULES {
        for samples in [4, 1] {
            if let Err(e) = validate(&shaders::source_for(name, samples)) {
                panic!("{name}, {samples} samples\n{e}");
            }
        }
    }
}

#[test]
fn a_broken_module_is_refused() {
    let broken = shaders::source("tone").replace("let grey = dot(z, LUMA);", "let grey = dot(z, 1.0);");
    assert_ne!(broken, shaders::source("tone"), "the line to break is there");
    assert!(validate(&broken).is_err());
}

#[test]
fn every_shader_file_is_used_by_a_module() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shaders");
    let mut seen = 0;
    for (folder, prefix) in [(folder.clone(), ""), (folder.join("shared"), "shared/")] {
        for entry in std::fs::read_dir(folder).expect("the shader folder") {
            let name = entry.expect("an entry").file_name().to_string_lossy().to_string();
            if name.ends_with(".wgsl") {
                let name = format!("{prefix}{name}");
                assert!(shaders::MODULES.iter().any(|m| m.1.iter().any(|p| p.0 == name)), "no module uses {name}");
                seen += 1;
            }
        }
    }
    assert!(seen >= shaders::MODULES.len(), "only {seen} shader files were found");
}
