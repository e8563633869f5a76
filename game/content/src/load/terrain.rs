//! `terrain.png`: one pixel a cell, exact colors.

use super::limits as lim;
use crate::fault::Fault;
use crate::map::{Map, SIDE_MAX, SIDE_MIN, Terrain};
use image::{ImageFormat, ImageReader, Limits};
use std::io::Cursor;

/// The colors that stand for something, besides the grays of rock.
pub const COLORS: [([u8; 3], Terrain, &str); 7] = [
    ([0x6F, 0xA2, 0x4A], Terrain::Ground, "ground"),
    ([0xC9, 0xA3, 0x6B], Terrain::Road, "road"),
    ([0x8C, 0x7A, 0x55], Terrain::Rough, "rough"),
    ([0x2F, 0x6B, 0x34], Terrain::Forest, "forest"),
    ([0x2A, 0x1E, 0x2E], Terrain::Ravine, "ravine"),
    ([0x3C, 0x78, 0xB4], Terrain::Water, "water"),
    ([0xA8, 0xCF, 0x6A], Terrain::Meadow, "meadow"),
];
/// Gray of rock one meter high; every 16 steps more are one meter more.
pub const GRAY_1_M: u8 = 80;
/// Gray of the highest rock, nine meters.
pub const GRAY_9_M: u8 = 208;

/// Height of the rock that a gray stands for, in metres.
#[must_use]
pub fn cliff_m(gray: u8) -> f32 {
    (f32::from(gray) - 64.0) / 16.0
}

/// Reads a picture.
pub(super) fn read(file: &str, bytes: &[u8]) -> Result<Map, Fault> {
    let (width, height) = reader(bytes).into_dimensions().map_err(|error| broken(file, &error))?;
    let sides = SIDE_MIN..=SIDE_MAX;
    if !sides.contains(&width) || !sides.contains(&height) {
        return Err(Fault::of_file(
            file,
            format!("the picture is {width} x {height} pixels"),
            format!("one pixel is one cell: make both sides {SIDE_MIN} to {SIDE_MAX} pixels"),
        ));
    }
    let picture = reader(bytes).decode().map_err(|error| broken(file, &error))?.into_rgba8();
    let mut map = Map { width, height, terrain: Vec::with_capacity((width * height) as usize), cliff_m: Vec::with_capacity((width * height) as usize) };
    let mut unknown: Option<(u32, u32, [u8; 4], u32)> = None;
    for (x, y, pixel) in picture.enumerate_pixels() {
        match meaning(pixel.0) {
            Some((terrain, height_m)) => {
                map.terrain.push(terrain);
                map.cliff_m.push(height_m);
            }
            None => {
                let (.., count) = unknown.get_or_insert((x, y, pixel.0, 0));
                *count += 1;
            }
        }
    }
    match unknown {
        None => Ok(map),
        Some((x, y, color, count)) => Err(unknown_color(file, x, y, color, count)),
    }
}

fn reader(bytes: &[u8]) -> ImageReader<Cursor<&[u8]>> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), ImageFormat::Png);
    // Width and height are judged by us, with a sentence; memory must hold before that.
    let mut limits = Limits::default();
    limits.max_alloc = Some(lim::PICTURE_MEMORY_MAX);
    reader.limits(limits);
    reader
}

fn broken(file: &str, error: &image::ImageError) -> Fault {
    let told = error.to_string().replace('\n', ", ");
    Fault::of_file(file, format!("this is not a whole PNG picture: {told}"), "save the picture again as PNG; a copy that was cut off must be copied anew")
}

fn meaning([r, g, b, a]: [u8; 4]) -> Option<(Terrain, f32)> {
    if a != 255 {
        return None;
    }
    if r == g && g == b {
        return (GRAY_1_M..=GRAY_9_M).contains(&r).then(|| (Terrain::Cliff, cliff_m(r)));
    }
    COLORS.iter().find(|(color, ..)| *color == [r, g, b]).map(|(_, terrain, _)| (*terrain, 0.0))
}

fn unknown_color(file: &str, x: u32, y: u32, [r, g, b, a]: [u8; 4], count: u32) -> Fault {
    let others = match count {
        1 => String::new(),
        _ => format!(" (and {} more pixels like it)", count - 1),
    };
    if a != 255 {
        return Fault::of_pixel(file, x, y, format!("the pixel is transparent{others}"), "save the picture without transparency");
    }
    let distance = |[p, q, s]: [u8; 3]| [(p, r), (q, g), (s, b)].iter().map(|(m, n)| (i32::from(*m) - i32::from(*n)).pow(2)).sum::<i32>();
    let gray = ((u32::from(r) + u32::from(g) + u32::from(b)) / 3).clamp(u32::from(GRAY_1_M), u32::from(GRAY_9_M)) as u8;
    let rock = (distance([gray; 3]), [gray; 3], format!("cliff of {} m", cliff_m(gray)));
    let (_, [nr, ng, nb], name) =
        COLORS.iter().map(|(color, _, name)| (distance(*color), *color, (*name).to_owned())).chain([rock]).min().expect("there are colors");
    let message = format!("the color #{r:02X}{g:02X}{b:02X} stands for nothing{others}");
    Fault::of_pixel(
        file,
        x,
        y,
        message,
        format!("the nearest is {name}, #{nr:02X}{ng:02X}{nb:02X}; all colors are in levels/README.md, paint without smoothing"),
    )
}

/// The picture that the loader turns into this map. Heights of rock are rounded to a sixteenth of a metre.
pub fn picture_from_map(map: &Map) -> Result<Vec<u8>, image::ImageError> {
    let mut picture = image::RgbImage::new(map.width, map.height);
    for (pixel, (terrain, height_m)) in picture.pixels_mut().zip(map.terrain.iter().zip(&map.cliff_m)) {
        let gray = (64.0 + 16.0 * height_m).round().clamp(f32::from(GRAY_1_M), f32::from(GRAY_9_M)) as u8;
        pixel.0 = COLORS.iter().find(|(_, t, _)| t == terrain).map_or([gray; 3], |(color, ..)| *color);
    }
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png)?;
    Ok(bytes.into_inner())
}
