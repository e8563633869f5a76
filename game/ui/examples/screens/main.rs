//! Draws the screens without a window and writes pictures, to be looked at: `cargo run -p ui --example screens -- FOLDER [NAME]`.

#[path = "../../tests/common/mod.rs"]
mod common;
mod offscreen;

use common::Hands;
use ui::{Contrast, Device, Model, Nav, PadNames};

fn main() {
    let out = std::env::args().nth(1).unwrap_or_else(|| "pictures".into());
    let only = std::env::args().nth(2);
    let Err(error) = pictures(&out, only.as_deref()) else { return };
    eprintln!("{error}");
    std::process::exit(1);
}

fn pictures(out: &str, only: Option<&str>) -> Result<(), Box<dyn std::error::Error>> {
    std::fs::create_dir_all(out)?;
    let gpu = offscreen::Offscreen::new();
    let deck = Device::Pad(PadNames::Deck);
    let plans = [
        ([1280, 800], 1.0, Contrast::Normal, deck),
        ([1920, 1080], 1.0, Contrast::Normal, Device::Keys),
        ([1280, 800], 2.0, Contrast::Normal, Device::Pad(PadNames::Xbox)),
        ([1280, 800], 1.25, Contrast::Normal, Device::Keys),
        ([1280, 800], 1.0, Contrast::High, Device::Keys),
    ];
    for (size_px, scale, contrast, device) in plans {
        for (name, screen) in common::screens() {
            if only.is_some_and(|o| !name.starts_with(o)) {
                continue;
            }
            let model = Model { scene_behind: false, screen };
            let mut hands = Hands::new(size_px, scale);
            (hands.device, hands.contrast) = (device, contrast);
            hands.idle(&model, 2);
            if name != "battle" {
                // Shows the ring; in a battle it takes the plates.
                let nav = if name.starts_with("battle-s") || name == "battle-full" { Nav { next_group: true, ..Nav::default() } } else { Nav::default() };
                let down = Nav { down: true, ..Nav::default() };
                hands.nav(&model, if name.starts_with("battle") { nav } else { down });
            }
            let shown = hands.idle(&model, 4);
            let mut renderer = gpu.renderer();
            gpu.update_textures(&mut renderer, &hands.textures);
            let picture = gpu.render(&mut renderer, &shown.primitives, size_px, shown.pixels_per_point);
            let high = if contrast == Contrast::High { "-high-contrast" } else { "" };
            let path = format!("{out}/{name}-{}x{}-{:.0}{high}.png", size_px[0], size_px[1], scale * 100.0);
            picture.save(&path)?;
            println!("{path}: {} draws", shown.primitives.len());
        }
    }
    Ok(())
}
