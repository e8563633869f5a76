//! The faces: Libertinus Serif Bold for words that stand for themselves, Noto Sans for reading and for numbers.
//! They are baked into the binary by the crates that carry them: nothing is looked up on the machine.

use egui::{Context, FontData, FontDefinitions, FontFamily};
use std::sync::Arc;

/// Gives the context our faces and nothing else. Takes effect with its next frame.
pub fn install_fonts(ctx: &Context) {
    let mut fonts = FontDefinitions::empty();
    // The order of the faces in the crate is no promise: pick by PostScript name.
    let libertinus = typst_assets::fonts()
        .find(|bytes| postscript_name(bytes).as_deref() == Some("LibertinusSerif-Bold"))
        .expect("typst-assets carries Libertinus Serif Bold");
    fonts.font_data.insert("libertinus".into(), Arc::new(FontData::from_static(libertinus)));
    fonts.font_data.insert("noto".into(), Arc::new(FontData::from_static(notosans::REGULAR_TTF)));
    fonts.font_data.insert("noto-bold".into(), Arc::new(FontData::from_static(notosans::BOLD_TTF)));
    fonts.families.insert(FontFamily::Proportional, vec!["noto".into()]);
    fonts.families.insert(FontFamily::Monospace, vec!["noto".into()]);
    fonts.families.insert(FontFamily::Name("bold".into()), vec!["noto-bold".into()]);
    fonts.families.insert(FontFamily::Name("display".into()), vec!["libertinus".into(), "noto-bold".into()]);
    ctx.set_fonts(fonts);
}

/// Name record 6 of the first face, Windows platform (UTF-16 big endian). `None` for anything unexpected.
fn postscript_name(font: &[u8]) -> Option<String> {
    let u16_at = |at: usize| Some(u16::from_be_bytes(font.get(at..at + 2)?.try_into().ok()?) as usize);
    let u32_at = |at: usize| Some(u32::from_be_bytes(font.get(at..at + 4)?.try_into().ok()?) as usize);
    let tables = u16_at(4)?;
    let record = (0..tables).map(|i| 12 + 16 * i).find(|&at| font.get(at..at + 4) == Some(b"name".as_slice()))?;
    let table = u32_at(record + 8)?;
    let (count, strings) = (u16_at(table + 2)?, table + u16_at(table + 4)?);
    let entry = (0..count).map(|i| table + 6 + 12 * i).find(|&at| u16_at(at) == Some(3) && u16_at(at + 6) == Some(6))?;
    let (length, from) = (u16_at(entry + 8)?, strings + u16_at(entry + 10)?);
    let wide: Vec<u16> = font.get(from..from + length)?.chunks_exact(2).map(|b| u16::from_be_bytes([b[0], b[1]])).collect();
    String::from_utf16(&wide).ok()
}
