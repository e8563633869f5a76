//! Icons and pad glyphs as small vector drawings in a box of 64 x 64, rasterized once for each size in pixels that is used.
//!
//! A drawing is a list of layers. First every layer is laid down as a dark, fattened silhouette (the outline that keeps
//! it readable on parchment, iron and scenery), then the layers themselves in color. The drawings are in `drawings` and `pads`.
//! Path language: `M x y`, `L x y`, `Q cx cy x y`, `C ...`, `Z`, and two of its own: `O x y r` circle, `R x y w h` rectangle.

mod drawings;
mod pads;

pub use drawings::layers;
pub use pads::{PadShape, pad_layers};

use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use Layer::{Fill, Line};

/// The outline of every drawing.
const DARK: u32 = 0x241B12;

/// Every sign of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Icon {
    Archers,
    Ballista,
    Mortar,
    Mage,
    Frost,
    Drum,
    Barricade,
    Keg,
    Bomb,
    Firestorm,
    Gust,
    FrostPower,
    Coin,
    Keep,
    Skull,
    Goblin,
    Ogre,
    Raider,
    Sapper,
    Clock,
    Pause,
    Play,
    Fast,
    Slow,
    Gear,
    Star,
    StarEmpty,
    Warn,
    Upgrade,
    Sell,
    Target,
    Crowd,
    Air,
    Fallen,
    Eye,
    Sound,
    Flag,
    Retry,
    Back,
    Close,
    ArrowLeft,
    ArrowRight,
    Range,
    Sword,
    Horn,
}

/// One stroke of the brush.
pub enum Layer {
    /// Color and path.
    Fill(u32, &'static str),
    /// Color, width and path.
    Line(u32, f32, &'static str),
}

fn parse(text: &str) -> Option<Path> {
    let mut b = PathBuilder::new();
    let mut words = text.split_ascii_whitespace();
    while let Some(verb) = words.next() {
        let mut n = || words.next().and_then(|w| w.parse::<f32>().ok()).expect("icon paths are constants and tested");
        match verb {
            "M" => b.move_to(n(), n()),
            "L" => b.line_to(n(), n()),
            "Q" => b.quad_to(n(), n(), n(), n()),
            "C" => b.cubic_to(n(), n(), n(), n(), n(), n()),
            "Z" => b.close(),
            "O" => b.push_circle(n(), n(), n()),
            "R" => {
                let (x, y, w, h) = (n(), n(), n(), n());
                b.push_rect(tiny_skia::Rect::from_xywh(x, y, w, h)?);
            }
            other => panic!("unknown verb {other} in an icon path"),
        }
    }
    b.finish()
}

fn paint(color: u32) -> Paint<'static> {
    let mut p = Paint::default();
    p.set_color_rgba8((color >> 16) as u8, (color >> 8) as u8, color as u8, 255);
    p.anti_alias = true;
    p
}

pub fn rasterize(layers: &[Layer], size_px: u32) -> egui::ColorImage {
    let mut map = Pixmap::new(size_px, size_px).expect("icon sizes are above zero");
    // The outline needs room: 64 units map to 92 % of the box.
    let scale = size_px as f32 / 64.0 * 0.92;
    let shift = size_px as f32 * 0.04;
    let place = Transform::from_scale(scale, scale).post_translate(shift, shift);
    let outline = (4.6_f32).max(2.6 / scale);
    let round = |width: f32| Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
    for layer in layers {
        let (text, width) = match layer {
            Fill(_, t) => (*t, outline),
            Line(_, w, t) => (*t, outline + w),
        };
        if let Some(path) = parse(text) {
            map.stroke_path(&path, &paint(DARK), &round(width), place, None);
        }
    }
    for layer in layers {
        match layer {
            Fill(color, text) => {
                if let Some(path) = parse(text) {
                    map.fill_path(&path, &paint(*color), FillRule::Winding, place, None);
                }
            }
            Line(color, width, text) => {
                if let Some(path) = parse(text) {
                    map.stroke_path(&path, &paint(*color), &round(*width), place, None);
                }
            }
        }
    }
    let pixels = map.pixels().iter().map(|p| egui::Color32::from_rgba_premultiplied(p.red(), p.green(), p.blue(), p.alpha()));
    egui::ColorImage::new([size_px as usize, size_px as usize], pixels.collect())
}

/// The sign of a tower or a power by its name in files; a plain sword for one that has no drawing yet.
pub fn of_building(id: &str) -> Icon {
    match id {
        "archers" => Icon::Archers,
        "ballista" => Icon::Ballista,
        "mortar" => Icon::Mortar,
        "mage" => Icon::Mage,
        "frost" | "frost_obelisk" | "obelisk" => Icon::Frost,
        "drum" => Icon::Drum,
        "barricade" => Icon::Barricade,
        "keg" | "powder_keg" => Icon::Keg,
        _ => Icon::Sword,
    }
}

/// The sign of a power by its name in files.
pub fn of_power(id: &str) -> Icon {
    match id {
        "firestorm" => Icon::Firestorm,
        "gust" => Icon::Gust,
        "frost" => Icon::FrostPower,
        _ => Icon::Bomb,
    }
}

/// The sign of an enemy by its name in files.
pub fn of_enemy(id: &str) -> Icon {
    match id {
        "goblin" => Icon::Goblin,
        "ogre" | "giant" => Icon::Ogre,
        "raider" => Icon::Raider,
        "sapper" => Icon::Sapper,
        _ => Icon::Skull,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_building_power_and_enemy_has_a_drawing_that_shows() {
        let icons = ["archers", "ballista", "mortar", "mage", "frost_obelisk", "drum", "barricade", "powder_keg", "of a mod"].map(of_building).into_iter();
        let icons = icons.chain(["bomb", "firestorm", "gust", "frost"].map(of_power));
        for icon in icons.chain(["skeleton", "goblin", "raider", "sapper", "ogre", "giant"].map(of_enemy)) {
            let image = rasterize(&layers(icon), 32);
            let inked = image.pixels.iter().filter(|p| p.a() > 128).count();
            assert!(inked > 100, "{icon:?} covers {inked} pixels");
        }
        let pad = rasterize(&pad_layers(PadShape::Bumper), 28);
        assert!(pad.pixels.iter().any(|p| p.a() > 128));
    }
}
