//! Every color of the interface, by material. Nothing else in the interface names a color.
//!
//! Text colors are bound to the material they may stand on (`On`), so that contrast is a property of a pair and a test
//! can walk all pairs. Ratios follow WCAG 2.2 relative luminance.

use egui::Color32;

const fn hex(rgb: u32) -> Color32 {
    Color32::from_rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
}

pub const PARCHMENT: Color32 = hex(0xE9D9B4);
pub const PARCHMENT_LIGHT: Color32 = hex(0xF4E8CB);
pub const PARCHMENT_WORN: Color32 = hex(0xD3BC88);
pub const PARCHMENT_BURNT: Color32 = hex(0x7A5A30);

pub const IRON_DEEP: Color32 = hex(0x14161A);
pub const IRON: Color32 = hex(0x272A2E);
pub const IRON_RAISED: Color32 = hex(0x3A3F45);
pub const IRON_EDGE: Color32 = hex(0x76828D);

pub const BRASS: Color32 = hex(0xC99A3B);
pub const BRASS_LIGHT: Color32 = hex(0xF7D98A);
pub const BRASS_DARK: Color32 = hex(0x6E4E17);

pub const RED: Color32 = hex(0xA32B1E);
pub const BLUE: Color32 = hex(0x1F5582);
pub const GREEN: Color32 = hex(0x2B6B48);
pub const PLUM: Color32 = hex(0x5D3A66);

/// The focus ring. Always drawn with `FOCUS_KEYLINE` on both sides, so it stands out on every material.
pub const FOCUS: Color32 = hex(0xFFE27A);
pub const FOCUS_KEYLINE: Color32 = hex(0x120D08);

pub const OUTLINE: Color32 = hex(0x17110B);

/// The player's choice. High: flat grounds, 7:1 for every pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contrast {
    /// Textured grounds, 4.5:1 for every pair.
    #[default]
    Normal,
    /// Flat grounds, 7:1 for every pair.
    High,
}

/// What a text stands on. The ground color is the least favorable one the texture can show there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    Parchment,
    ParchmentField,
    Iron,
    IronRaised,
    Recess,
    Red,
    Blue,
    Green,
    Plum,
    /// Bare scenery: text there must carry its own dark outline; judged against the outline.
    Scenery,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    Strong,
    Soft,
    Accent,
    Good,
    Bad,
    Gold,
    /// Out of order or not affordable. Still readable: 4.5:1 is kept, the state is told by the frame.
    Faded,
}

pub fn ground(on: On, contrast: Contrast) -> Color32 {
    if contrast == Contrast::High {
        return match on {
            On::Parchment => hex(0xFFF9EA),
            On::ParchmentField => hex(0xEEE4CB),
            On::Iron | On::Recess => hex(0x0B0D10),
            On::IronRaised => hex(0x1B1F24),
            On::Red => hex(0x7A1A10),
            On::Blue => hex(0x123F66),
            On::Green => hex(0x154A30),
            On::Plum => hex(0x45284E),
            On::Scenery => OUTLINE,
        };
    }
    match on {
        On::Parchment => hex(0xDCC99C),
        On::ParchmentField => hex(0xD0B986),
        On::Iron => hex(0x33373C),
        On::IronRaised => hex(0x484E55),
        On::Recess => hex(0x1C1F24),
        On::Red => hex(0xB23A2B),
        On::Blue => hex(0x2C6696),
        On::Green => hex(0x35774F),
        On::Plum => hex(0x6C4876),
        On::Scenery => OUTLINE,
    }
}

pub fn text(on: On, ink: Ink, contrast: Contrast) -> Color32 {
    use Ink::*;
    if contrast == Contrast::High {
        return match (on, ink) {
            (On::Parchment | On::ParchmentField, Accent) => hex(0x0B2F50),
            (On::Parchment | On::ParchmentField, Good) => hex(0x0C3A1E),
            (On::Parchment | On::ParchmentField, Bad) => hex(0x6A0F08),
            (On::Parchment | On::ParchmentField, Gold) => hex(0x452B00),
            (On::Parchment | On::ParchmentField, _) => Color32::BLACK,
            (_, Accent) => hex(0xC4E4FF),
            (_, Good) => hex(0xBFF5CD),
            (_, Bad) => hex(0xFFD0C6),
            (_, Gold) => hex(0xFFE08A),
            _ => Color32::WHITE,
        };
    }
    match (on, ink) {
        (On::Parchment | On::ParchmentField, Strong) => hex(0x21160C),
        (On::Parchment | On::ParchmentField, Soft) => hex(0x46321C),
        (On::Parchment | On::ParchmentField, Accent) => hex(0x173F63),
        (On::Parchment | On::ParchmentField, Good) => hex(0x1B4A2E),
        (On::Parchment | On::ParchmentField, Bad) => hex(0x7E1C12),
        (On::Parchment | On::ParchmentField, Gold) => hex(0x583A08),
        (On::Parchment | On::ParchmentField, Faded) => hex(0x4E3D28),
        (On::Red | On::Blue | On::Green | On::Plum, Gold) => hex(0xFFEFB0),
        (On::Red | On::Blue | On::Green | On::Plum, _) => hex(0xFFF8E6),
        (_, Strong) => hex(0xF5EBD3),
        (_, Soft) => hex(0xD6C9AC),
        (_, Accent) => hex(0xA9D3F2),
        (_, Good) => hex(0x9FE0B0),
        (_, Bad) => hex(0xFFBFB1),
        (_, Gold) => hex(0xFFD66B),
        (_, Faded) => hex(0xCFC2A6),
    }
}

fn linear(channel: u8) -> f32 {
    let c = f32::from(channel) / 255.0;
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

pub fn luminance(c: Color32) -> f32 {
    0.2126 * linear(c.r()) + 0.7152 * linear(c.g()) + 0.0722 * linear(c.b())
}

pub fn contrast(a: Color32, b: Color32) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
pub const ALL_ON: [On; 10] = [On::Parchment, On::ParchmentField, On::Iron, On::IronRaised, On::Recess, On::Red, On::Blue, On::Green, On::Plum, On::Scenery];
#[cfg(test)]
pub const ALL_INK: [Ink; 7] = [Ink::Strong, Ink::Soft, Ink::Accent, Ink::Good, Ink::Bad, Ink::Gold, Ink::Faded];

/// Straight mix in gamma space: good enough for bevels and fills, never used for text.
pub fn mix(a: Color32, b: Color32, t: f32) -> Color32 {
    let f = |x: u8, y: u8| (f32::from(x) + (f32::from(y) - f32::from(x)) * t.clamp(0.0, 1.0)).round() as u8;
    Color32::from_rgba_premultiplied(f(a.r(), b.r()), f(a.g(), b.g()), f(a.b(), b.b()), f(a.a(), b.a()))
}

/// Curves of the graph on parchment: alive, in the air, gold.
pub const CURVES: [Color32; 3] = [hex(0x7E1C12), hex(0x173F63), hex(0x664204)];

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair that a screen could ask for, in both contrasts.
    #[test]
    fn every_pair_is_readable() {
        for (setting, wanted) in [(Contrast::Normal, 4.5), (Contrast::High, 7.0)] {
            for on in ALL_ON {
                for ink in ALL_INK {
                    let ratio = contrast(text(on, ink, setting), ground(on, setting));
                    assert!(ratio >= wanted, "{setting:?}: {ink:?} on {on:?} is {ratio:.2}");
                }
            }
        }
    }

    #[test]
    fn ratios_follow_the_formula() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 0.01);
        assert!((contrast(Color32::WHITE, Color32::WHITE) - 1.0).abs() < 0.01);
    }
}
