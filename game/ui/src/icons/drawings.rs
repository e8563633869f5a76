//! What each icon looks like: flat fills in the house colors, the light from the upper left.
//! Not here: how a drawing becomes a picture (`icons.rs`).

use super::Layer::{Fill, Line};
use super::{DARK, Icon, Layer};

const STEEL: u32 = 0xC9D2D9;
const STEEL_DARK: u32 = 0x7D8993;
const WOOD: u32 = 0x8D5A2B;
const WOOD_LIGHT: u32 = 0xBE8747;
const BONE: u32 = 0xF2E7CC;
const FIRE: u32 = 0xE8701E;
const FLAME: u32 = 0xFFD452;
const ICE: u32 = 0xB9E6FA;
const ICE_DARK: u32 = 0x4C9ACB;
const STONE: u32 = 0x9B958A;
const STONE_LIGHT: u32 = 0xCBC5B8;
const MOSS: u32 = 0x86B04A;
const CRIMSON: u32 = 0xD0402E;
const GOLD: u32 = 0xF0BE43;

pub fn layers(icon: Icon) -> Vec<Layer> {
    use Icon::*;
    match icon {
        Archers => vec![
            Line(WOOD_LIGHT, 5.0, "M 18 8 Q 50 14 50 32 Q 50 50 18 56"),
            Line(BONE, 1.6, "M 18 8 L 18 56"),
            Line(WOOD, 3.4, "M 6 32 L 50 32"),
            Fill(STEEL, "M 60 32 L 47 25 L 50 32 L 47 39 Z"),
            Fill(CRIMSON, "M 4 26 L 13 32 L 4 38 L 8 32 Z"),
        ],
        Ballista => vec![
            Line(WOOD, 7.0, "M 32 22 L 32 58"),
            Line(WOOD_LIGHT, 5.5, "M 6 30 Q 14 12 32 18 Q 50 12 58 30"),
            Line(BONE, 1.8, "M 6 30 L 32 44 L 58 30"),
            Line(STEEL_DARK, 4.0, "M 32 46 L 32 14"),
            Fill(STEEL, "M 32 2 L 40 17 L 32 13 L 24 17 Z"),
        ],
        Mortar => vec![
            Fill(WOOD, "M 8 50 L 56 50 L 52 60 L 12 60 Z"),
            Fill(0x4B545D, "M 14 52 L 22 18 L 46 14 L 54 46 Q 36 58 14 52 Z"),
            Fill(STEEL_DARK, "M 18 22 Q 17 11 33 9 Q 50 7 50 17 Q 36 14 18 22 Z"),
            Fill(DARK, "M 22 17 Q 33 10 46 13 Q 34 13 22 19 Z"),
            Line(GOLD, 3.0, "M 18 38 Q 36 42 51 33"),
            Fill(FIRE, "O 44 6 4"),
        ],
        Mage => vec![
            Fill(FIRE, "M 32 4 Q 44 16 52 34 Q 56 58 32 60 Q 8 58 12 34 Q 16 28 20 30 Q 20 14 32 4 Z"),
            Fill(FLAME, "M 32 24 Q 44 36 42 46 Q 40 56 32 56 Q 22 56 22 45 Q 24 42 27 43 Q 26 32 32 24 Z"),
            Fill(0xFFF6D8, "M 32 42 Q 37 48 35 52 Q 30 54 29 50 Q 29 46 32 42 Z"),
        ],
        Frost => vec![
            Fill(ICE_DARK, "M 32 2 L 46 20 L 42 58 L 22 58 L 18 20 Z"),
            Fill(ICE, "M 32 2 L 34 24 L 30 58 L 22 58 L 18 20 Z"),
            Fill(0xE9F8FF, "M 32 2 L 34 24 L 18 20 Z"),
            Fill(STONE, "M 12 54 L 52 54 L 56 62 L 8 62 Z"),
        ],
        Drum => vec![
            Fill(CRIMSON, "M 8 26 L 12 52 Q 32 64 52 52 L 56 26 Z"),
            Line(GOLD, 2.6, "M 10 32 L 22 54 L 32 34 L 42 54 L 54 32"),
            Fill(BONE, "M 6 24 Q 32 10 58 24 Q 32 40 6 24 Z"),
            Line(WOOD_LIGHT, 4.0, "M 30 24 L 52 4"),
            Fill(BONE, "O 30 24 4"),
        ],
        Barricade => vec![
            Fill(WOOD, "M 8 22 L 15 10 L 22 22 L 22 60 L 8 60 Z"),
            Fill(WOOD_LIGHT, "M 25 18 L 32 6 L 39 18 L 39 60 L 25 60 Z"),
            Fill(WOOD, "M 42 22 L 49 10 L 56 22 L 56 60 L 42 60 Z"),
            Fill(STEEL_DARK, "R 4 34 56 7"),
            Fill(STEEL, "O 15 37.5 2 O 32 37.5 2 O 49 37.5 2"),
        ],
        Keg => vec![
            Fill(WOOD_LIGHT, "M 16 12 Q 32 6 48 12 Q 58 34 48 58 Q 32 64 16 58 Q 6 34 16 12 Z"),
            Line(STEEL_DARK, 4.5, "M 11 24 Q 32 30 53 24 M 11 46 Q 32 52 53 46"),
            Fill(DARK, "O 32 36 6"),
            Line(BONE, 2.6, "M 40 10 Q 48 2 54 8"),
            Fill(FLAME, "O 55 9 4.5"),
        ],
        Bomb => vec![
            Fill(0x3A424A, "O 29 38 22"),
            Fill(0x6C7883, "M 14 34 Q 16 22 28 20 Q 20 26 18 36 Z"),
            Fill(STEEL_DARK, "M 38 18 L 46 10 L 54 18 L 46 26 Z"),
            Line(BONE, 3.0, "M 50 14 Q 54 6 60 9"),
            Fill(FLAME, "M 60 0 L 62 6 L 64 9 L 60 14 L 55 10 L 56 4 Z"),
        ],
        Firestorm => vec![
            Fill(FIRE, "M 14 8 Q 28 22 26 36 Q 24 48 14 48 Q 2 46 4 34 Q 10 26 14 8 Z"),
            Fill(FIRE, "M 46 2 Q 64 24 60 42 Q 56 54 46 54 Q 34 52 36 38 Q 44 26 46 2 Z"),
            Fill(CRIMSON, "M 28 26 Q 42 42 40 52 Q 36 62 28 62 Q 18 60 18 50 Q 26 42 28 26 Z"),
            Fill(FLAME, "M 28 40 Q 35 49 33 55 Q 28 60 24 54 Q 25 48 28 40 Z M 48 26 Q 55 36 53 44 Q 47 50 43 43 Q 46 36 48 26 Z"),
        ],
        Gust => vec![
            Line(0xDDEBF0, 5.0, "M 4 22 L 38 22 Q 50 22 50 13 Q 48 5 40 7 M 4 34 L 52 34 Q 62 36 60 45 Q 54 52 48 46"),
            Line(0xA9C6D2, 4.5, "M 10 46 L 34 46 Q 42 48 39 56 Q 34 60 29 56"),
        ],
        FrostPower => vec![
            Line(ICE, 4.4, "M 32 4 L 32 60 M 8 18 L 56 46 M 56 18 L 8 46"),
            Line(
                0xFFFFFF,
                3.0,
                "M 24 9 L 32 16 L 40 9 M 24 55 L 32 48 L 40 55 M 9 27 L 18 24 L 17 14 M 55 37 L 46 40 L 47 50 M 55 27 L 46 24 L 47 14 M 9 37 L 18 40 L 17 50",
            ),
        ],
        Coin => vec![
            Fill(0xB27A18, "O 32 34 26"),
            Fill(GOLD, "O 32 31 25"),
            Line(0xB27A18, 3.0, "O 32 31 18"),
            Fill(0x8A5A10, "M 22 42 L 22 28 L 26 28 L 26 32 L 30 32 L 30 24 L 34 24 L 34 32 L 38 32 L 38 28 L 42 28 L 42 42 Z"),
        ],
        Keep => vec![
            Fill(STONE, "M 8 20 L 8 8 L 18 8 L 18 14 L 27 14 L 27 8 L 37 8 L 37 14 L 46 14 L 46 8 L 56 8 L 56 20 L 52 26 L 54 60 L 10 60 L 12 26 Z"),
            Fill(STONE_LIGHT, "M 12 26 L 26 26 L 24 60 L 10 60 Z"),
            Fill(DARK, "M 25 60 L 25 46 Q 32 36 39 46 L 39 60 Z"),
            Fill(CRIMSON, "O 44 32 4"),
        ],
        Skull => vec![
            Fill(BONE, "M 32 4 Q 58 4 58 30 Q 58 40 48 44 L 48 56 Q 32 64 16 56 L 16 44 Q 6 40 6 30 Q 6 4 32 4 Z"),
            Fill(DARK, "O 21 30 7.5 O 43 30 7.5 M 32 37 L 37 46 L 27 46 Z"),
            Line(DARK, 2.4, "M 26 50 L 26 58 M 32 50 L 32 60 M 38 50 L 38 58"),
        ],
        Goblin => vec![
            Fill(MOSS, "M 2 18 Q 14 18 18 22 Q 24 10 32 10 Q 40 10 46 22 Q 50 18 62 18 Q 56 36 48 38 Q 46 58 32 58 Q 18 58 16 38 Q 8 36 2 18 Z"),
            Fill(DARK, "M 20 30 L 30 34 Q 26 40 21 37 Z M 44 30 L 34 34 Q 38 40 43 37 Z"),
            Line(DARK, 2.6, "M 23 48 Q 32 53 41 48"),
            Fill(BONE, "M 26 49 L 29 49 L 27 44 Z M 38 49 L 35 49 L 37 44 Z"),
        ],
        Ogre => vec![
            Fill(0xB98A63, "M 32 6 Q 52 6 54 26 Q 62 32 56 40 Q 54 60 32 60 Q 10 60 8 40 Q 2 32 10 26 Q 12 6 32 6 Z"),
            Fill(0x7B563A, "M 14 26 Q 32 18 50 26 L 48 31 Q 32 25 16 31 Z"),
            Fill(DARK, "O 23 34 3.6 O 41 34 3.6"),
            Line(DARK, 3.0, "M 18 48 Q 32 42 46 48"),
            Fill(BONE, "M 20 48 L 27 46 L 22 36 Z M 44 48 L 37 46 L 42 36 Z"),
        ],
        Raider => vec![
            Fill(0x35607F, "M 32 4 L 56 12 Q 58 44 32 60 Q 6 44 8 12 Z"),
            Fill(STEEL, "M 28 8 L 36 8 L 36 54 L 32 57 L 28 54 Z M 11 24 L 53 24 L 52 31 L 12 31 Z"),
            Fill(GOLD, "O 32 27.5 7"),
        ],
        Sapper => vec![
            Fill(WOOD_LIGHT, "M 18 18 Q 32 12 46 18 Q 54 36 46 56 Q 32 62 18 56 Q 10 36 18 18 Z"),
            Line(STEEL_DARK, 4.0, "M 14 28 Q 32 34 50 28 M 14 46 Q 32 52 50 46"),
            Line(BONE, 3.0, "M 32 14 Q 30 4 42 6"),
            Fill(FLAME, "O 44 7 6"),
            Fill(FIRE, "O 44 7 3"),
        ],
        Clock => vec![Fill(GOLD, "O 32 32 28"), Fill(BONE, "O 32 32 22"), Line(DARK, 4.0, "M 32 16 L 32 33 L 44 40")],
        Pause => vec![Fill(BONE, "R 14 10 13 44 R 37 10 13 44")],
        Play => vec![Fill(BONE, "M 16 8 L 54 32 L 16 56 Z")],
        Fast => vec![Fill(BONE, "M 6 10 L 32 32 L 6 54 Z M 32 10 L 60 32 L 32 54 Z")],
        Slow => vec![Fill(BONE, "R 10 12 9 40 M 28 10 L 58 32 L 28 54 Z")],
        Gear => vec![Line(STEEL, 9.0, "M 32 5 L 32 59 M 5 32 L 59 32 M 13 13 L 51 51 M 51 13 L 13 51"), Fill(STEEL, "O 32 32 20"), Fill(DARK, "O 32 32 9")],
        Star => vec![
            Fill(GOLD, "M 32 3 L 41 23 L 62 25 L 46 40 L 51 61 L 32 50 L 13 61 L 18 40 L 2 25 L 23 23 Z"),
            Fill(0xFFE9A3, "M 32 3 L 32 34 L 23 23 Z M 2 25 L 32 34 L 18 40 Z"),
        ],
        StarEmpty => vec![Line(0x8E7A58, 4.0, "M 32 5 L 41 24 L 60 26 L 46 40 L 50 59 L 32 49 L 14 59 L 18 40 L 4 26 L 23 24 Z")],
        Warn => vec![Fill(FLAME, "M 32 4 L 62 58 L 2 58 Z"), Fill(DARK, "M 28 22 L 36 22 L 34 42 L 30 42 Z O 32 50 4")],
        Upgrade => vec![Fill(0x9FD68A, "M 32 4 L 58 30 L 43 30 L 43 44 L 21 44 L 21 30 L 6 30 Z"), Fill(0x5E9C50, "R 21 50 22 9")],
        Sell => vec![Fill(GOLD, "O 24 40 20"), Line(0x9A6A14, 3.0, "O 24 40 13"), Line(0xFFB3A3, 6.0, "M 40 14 L 58 14")],
        Target => {
            vec![Line(CRIMSON, 5.0, "O 32 32 21"), Line(BONE, 4.5, "M 32 2 L 32 20 M 32 44 L 32 62 M 2 32 L 20 32 M 44 32 L 62 32"), Fill(BONE, "O 32 32 4")]
        }
        Crowd => vec![
            Fill(0xB9AE97, "O 14 24 9 M 2 56 Q 2 36 14 36 Q 26 36 26 56 Z O 50 24 9 M 38 56 Q 38 36 50 36 Q 62 36 62 56 Z"),
            Fill(BONE, "O 32 18 11 M 16 60 Q 16 33 32 33 Q 48 33 48 60 Z"),
        ],
        Air => vec![
            Fill(BONE, "O 44 12 8"),
            Line(BONE, 7.0, "M 40 22 L 28 36 M 36 26 L 54 32 M 34 28 L 22 22 M 28 36 L 34 50 M 28 36 L 14 38"),
            Line(FLAME, 3.2, "M 4 60 Q 8 48 18 46 M 16 62 Q 18 54 26 52"),
        ],
        Fallen => {
            vec![Fill(STONE, "M 14 60 L 14 24 Q 14 6 32 6 Q 50 6 50 24 L 50 60 Z"), Line(DARK, 5.0, "M 32 18 L 32 42 M 23 27 L 41 27")]
        }
        Eye => vec![Fill(BONE, "M 2 32 Q 32 2 62 32 Q 32 62 2 32 Z"), Fill(0x2B6C9C, "O 32 32 13"), Fill(DARK, "O 32 32 6")],
        Sound => vec![Fill(BONE, "M 6 24 L 18 24 L 34 10 L 34 54 L 18 40 L 6 40 Z"), Line(BONE, 4.5, "M 43 22 Q 50 32 43 42 M 50 14 Q 64 32 50 50")],
        Flag => vec![Line(WOOD_LIGHT, 5.0, "M 12 4 L 12 62"), Fill(CRIMSON, "M 14 8 Q 32 2 40 10 Q 50 14 60 10 L 54 24 L 60 38 Q 48 42 38 36 Q 28 32 14 38 Z")],
        Retry => {
            vec![Line(BONE, 7.0, "M 50 20 Q 40 6 24 12 Q 6 20 10 38 Q 16 56 34 54 Q 50 52 54 38"), Fill(BONE, "M 60 6 L 58 30 L 38 22 Z")]
        }
        Close => vec![Line(BONE, 9.0, "M 15 15 L 49 49 M 49 15 L 15 49")],
        Back => vec![Line(BONE, 8.0, "M 40 10 L 18 32 L 40 54")],
        ArrowLeft => vec![Fill(BONE, "M 44 10 L 44 54 L 14 32 Z")],
        ArrowRight => vec![Fill(BONE, "M 20 10 L 20 54 L 50 32 Z")],
        Range => vec![Line(0x2B6C9C, 4.0, "O 32 32 26"), Line(0x2B6C9C, 4.0, "M 32 32 L 55 20"), Fill(CRIMSON, "O 32 32 6")],
        Sword => vec![Fill(STEEL, "M 58 4 L 58 16 L 28 46 L 18 36 L 48 6 Z"), Line(GOLD, 6.0, "M 12 32 L 32 52"), Line(WOOD, 7.0, "M 20 44 L 8 56")],
        Horn => {
            vec![Fill(GOLD, "M 4 20 L 16 24 Q 36 34 50 10 L 62 40 Q 40 56 20 42 L 6 34 Z"), Fill(WOOD, "M 48 10 Q 54 6 58 14 Q 66 34 60 42 Q 52 40 48 10 Z")]
        }
    }
}
