//! Which pieces make which module. A piece without entry points lies in `shaders/shared`.

macro_rules! piece {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../shaders/", $name)))
    };
}

/// File name and text.
pub type Piece = (&'static str, &'static str);

const FRAME: Piece = piece!("shared/frame.wgsl");
const LIGHT: Piece = piece!("shared/light.wgsl");
const COLOR: Piece = piece!("shared/ground_color.wgsl");
const POSE: Piece = piece!("shared/crowd_pose.wgsl");
const CROWD_PLACE: Piece = piece!("shared/crowd_place.wgsl");
const STILL_PLACE: Piece = piece!("shared/still_place.wgsl");
const SHADOW: Piece = piece!("shared/shadow_view.wgsl");

/// Every module by name, in the order its pieces are joined.
pub const MODULES: &[(&str, &[Piece])] = &[
    ("cull", &[POSE, piece!("cull.wgsl")]),
    ("crowd", &[FRAME, LIGHT, POSE, CROWD_PLACE, piece!("crowd.wgsl")]),
    ("crowd_shadow", &[FRAME, SHADOW, POSE, CROWD_PLACE, piece!("crowd_shadow.wgsl")]),
    ("stills", &[FRAME, LIGHT, COLOR, STILL_PLACE, piece!("stills.wgsl")]),
    ("stills_shadow", &[FRAME, SHADOW, STILL_PLACE, piece!("stills_shadow.wgsl")]),
    ("ground", &[FRAME, LIGHT, COLOR, piece!("ground.wgsl")]),
    ("ground_shadow", &[FRAME, SHADOW, piece!("ground_shadow.wgsl")]),
    ("marks", &[FRAME, LIGHT, piece!("marks.wgsl")]),
    ("puffs", &[FRAME, LIGHT, piece!("puffs.wgsl")]),
    ("occlusion", &[FRAME, piece!("occlusion.wgsl")]),
    ("bloom", &[piece!("bloom.wgsl")]),
    ("tone", &[FRAME, piece!("tone.wgsl")]),
];

/// Without multisampling the scene's depth is another texture type; its loads read the same.
#[must_use]
pub fn source_for(name: &str, samples: u32) -> String {
    let text = source(name);
    if samples > 1 { text } else { text.replace("texture_depth_multisampled_2d", "texture_depth_2d") }
}

/// One module's text. Names of the pieces stand as comments, so that an error's line can be led back to its file.
#[must_use]
pub fn source(name: &str) -> String {
    let pieces = MODULES.iter().find(|m| m.0 == name).map_or(&[][..], |m| m.1);
    pieces.iter().map(|(file, text)| format!("// ---- {file}\n{text}\n")).collect()
}
