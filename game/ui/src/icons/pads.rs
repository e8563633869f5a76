//! The shapes of pad buttons, without their letters: letters are text in the bold face.

use super::Layer;
use super::Layer::{Fill, Line};

/// The shapes of pad buttons, without their letters: letters are text in the bold face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PadShape {
    Round(u32),
    Bumper,
    CrossVertical,
    CrossHorizontal,
    Menu,
}

pub fn pad_layers(shape: PadShape) -> Vec<Layer> {
    const BODY: u32 = 0x2A2F35;
    const LIP: u32 = 0xD9DEE2;
    match shape {
        PadShape::Round(rim) => vec![Fill(rim, "O 32 32 28"), Fill(0x1C2025, "O 32 32 23")],
        PadShape::Bumper => vec![
            Fill(LIP, "M 4 50 L 4 28 Q 6 14 22 14 L 50 14 Q 60 14 60 26 L 60 50 Z"),
            Fill(BODY, "M 8 46 L 8 29 Q 10 18 22 18 L 50 18 Q 56 18 56 27 L 56 46 Z"),
        ],
        PadShape::CrossVertical => {
            vec![Fill(LIP, CROSS), Fill(BODY, CROSS_INNER), Fill(0xFFE27A, "R 26 9 12 16 R 26 39 12 16")]
        }
        PadShape::CrossHorizontal => {
            vec![Fill(LIP, CROSS), Fill(BODY, CROSS_INNER), Fill(0xFFE27A, "R 9 26 16 12 R 39 26 16 12")]
        }
        PadShape::Menu => {
            vec![Fill(LIP, "O 32 32 28"), Fill(BODY, "O 32 32 24"), Line(LIP, 3.6, "M 20 23 L 44 23 M 20 32 L 44 32 M 20 41 L 44 41")]
        }
    }
}
const CROSS: &str = "M 22 5 L 42 5 L 42 22 L 59 22 L 59 42 L 42 42 L 42 59 L 22 59 L 22 42 L 5 42 L 5 22 L 22 22 Z";
const CROSS_INNER: &str = "M 25 8 L 39 8 L 39 25 L 56 25 L 56 39 L 39 39 L 39 56 L 25 56 L 25 39 L 8 39 L 8 25 L 25 25 Z";
