//! The name of the game as lettering: TUMBLE flies, KEEP stands firm.

use crate::kit::Kit;
use crate::palette;
use egui::{Align2, Color32, pos2, vec2};

/// Letters that have just been hit by something: each its own height and turn, growing toward the end.
pub fn logo(kit: &mut Kit<'_>, at: egui::Pos2, size: f32) {
    let word = "TUMBLEKEEP";
    let font = egui::FontId::new(size, egui::FontFamily::Name("display".into()));
    let toss = [(0.0, 0.0), (0.0, -1.5), (-0.02, 2.0), (0.03, -4.0), (-0.05, -9.0), (0.09, -4.0), (0.0, 0.0), (0.0, 0.0), (-0.01, 0.0), (0.0, 0.0)];
    // "TUMBLE" flies, "KEEP" stands firm: the joke is in the lettering.
    let toss: Vec<(f32, f32)> = toss
        .iter()
        .enumerate()
        .map(
            |(i, &(a, y))| {
                if i < 6 { (a * 2.6 + [-0.05, 0.07, -0.09, 0.12, -0.16, 0.20][i], y * 1.6 - [0.0, 4.0, 1.0, 8.0, 12.0, 5.0][i]) } else { (0.0, 0.0) }
            },
        )
        .collect();
    let k = size / 104.0;
    for pass in 0..3 {
        let mut x = at.x;
        for (i, letter) in word.chars().enumerate() {
            let galley = kit.painter().layout_no_wrap(letter.to_string(), font.clone(), Color32::WHITE);
            let (angle, lift) = toss[i];
            let pos = pos2(x, at.y + lift * k);
            x += galley.size().x + 2.0 * k + if i == 5 { 6.0 * k } else { 0.0 };
            let firm = i >= 6;
            let lay = |dx: f32, dy: f32, color: Color32| {
                let shape = egui::epaint::TextShape::new(pos + vec2(dx, dy), galley.clone(), color)
                    .with_angle_and_anchor(angle, Align2::CENTER_CENTER)
                    .with_override_text_color(color);
                kit.painter().add(shape);
            };
            match pass {
                0 => {
                    for j in 0..6 {
                        lay(2.0 * k, (6.0 + j as f32 * 1.5) * k, Color32::from_black_alpha(38));
                    }
                }
                1 => {
                    for ring in [4.6, 2.6] {
                        for j in 0..16 {
                            let a = j as f32 / 16.0 * std::f32::consts::TAU;
                            lay(a.cos() * ring * k, (a.sin() * ring + 1.6) * k, palette::OUTLINE);
                        }
                    }
                }
                _ => {
                    let (deep, face, top) = if firm {
                        (Color32::from_rgb(92, 101, 110), Color32::from_rgb(196, 204, 210), Color32::from_rgb(232, 238, 241))
                    } else {
                        (palette::BRASS_DARK, palette::BRASS, palette::BRASS_LIGHT)
                    };
                    lay(0.0, 2.4 * k, deep);
                    lay(0.0, -k, top);
                    lay(0.0, 0.6 * k, face);
                }
            }
        }
    }
}
