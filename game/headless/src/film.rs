//! `film LEVEL --ticks A,B,... --out FILE`: a sheet of top views of one run, for people who look whether lanes form,
//! nobody trembles and a ring fills from the rear too.
//!
//! Walls are dark, ground on which walking costs more is light, enemies are discs of their true radius: one hue a goal,
//! darker while they wait, with a rim while they go round somebody, gray while they fly or lie. Slots are small rings.

mod digits;
mod sheet;

use crate::{Done, place};
use clap::Args;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use sheet::{Frame, Picture};
use sim::{Options, Simulation};
use std::path::PathBuf;
use std::process::ExitCode;

/// Most pictures of a sheet.
const FRAMES_MAX: usize = 64;
/// Longest run: a day of play would be no film.
const TICKS_MAX: u32 = 200_000;
/// Longest side of a sheet, pixels.
const SIDE_MAX: u32 = 8_192;

#[derive(Args)]
pub struct Film {
    /// A level's folder or its id.
    level: String,
    /// The ticks that are shown, for example 0,300,900.
    #[arg(long, required = true, value_delimiter = ',')]
    ticks: Vec<u32>,
    /// The PNG file that is written.
    #[arg(long)]
    out: PathBuf,
    /// The part of the map that is shown, x0,y0,x1,y1 in cells; all of it when left out.
    #[arg(long, value_delimiter = ',', num_args = 1..)]
    region: Option<Vec<u32>>,
    /// Pixels a meter.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=32))]
    scale: u32,
    /// Pictures in a row; about a square when left out.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=64))]
    columns: Option<u32>,
    /// Instead of the level's own seed.
    #[arg(long)]
    seed: Option<u64>,
}

impl Film {
    pub fn carry_out(&self) -> Done {
        let mut ticks = self.ticks.clone();
        ticks.sort_unstable();
        ticks.dedup();
        if ticks.len() > FRAMES_MAX {
            return Err(format!("error: --ticks names {} pictures, more than the {FRAMES_MAX} of a sheet; name fewer", ticks.len()));
        }
        let last = ticks.last().copied().unwrap_or(0);
        if last > TICKS_MAX {
            return Err(format!("error: --ticks {last} is after the last tick that can be shown, {TICKS_MAX}; name an earlier one"));
        }
        let (level, rules) = place::level(&self.level)?;
        let [x0, y0, x1, y1] = self.region(level.map.width, level.map.height)?;
        let frame = Frame { low: [x0, y0], cells: [x1 - x0, y1 - y0], scale: self.scale };
        let columns = self.columns.unwrap_or_else(|| square_columns(ticks.len() as u32, frame.size()));
        let [width, height] = sheet::size(&frame, ticks.len() as u32, columns);
        if width > SIDE_MAX || height > SIDE_MAX {
            return Err(format!(
                "error: the sheet would be {width} x {height} pixels, more than {SIDE_MAX} a side; lower --scale, or show fewer --ticks or a smaller --region"
            ));
        }
        let mut picture = Picture::new(width, height);
        let mut battle = Simulation::new(level, rules, Options { seed: self.seed, ..Options::default() });
        for (k, tick) in ticks.iter().enumerate() {
            while battle.world().tick < *tick {
                battle.step(&[]);
            }
            let k = k as u32;
            picture.draw(&frame, sheet::corner(&frame, k % columns, k / columns), &battle);
        }
        let told = |error: &dyn std::fmt::Display| format!("error: {}: {error}", self.out.display());
        let mut bytes = Vec::new();
        // Flat colors: filters only hide the repetitions.
        let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::NoFilter);
        picture.into_image().write_with_encoder(encoder).map_err(|error| told(&error))?;
        crate::files::write_whole(&self.out, &bytes)?;
        crate::output::say!("{}: {} pictures, {width} x {height} pixels", self.out.display(), ticks.len());
        Ok(ExitCode::SUCCESS)
    }

    fn region(&self, width: u32, height: u32) -> Result<[u32; 4], String> {
        let Some(list) = &self.region else { return Ok([0, 0, width, height]) };
        let [x0, y0, x1, y1] = *list.as_slice() else {
            return Err(format!("error: --region needs four numbers x0,y0,x1,y1; there are {}", list.len()));
        };
        if x0 >= x1 || y0 >= y1 {
            return Err(format!("error: --region {x0},{y0},{x1},{y1} is empty: write the top left corner first"));
        }
        if x1 > width || y1 > height {
            return Err(format!("error: --region {x0},{y0},{x1},{y1} reaches beyond the map of {width} x {height} cells"));
        }
        Ok([x0, y0, x1, y1])
    }
}

/// As many columns as make the sheet about as wide as high.
fn square_columns(count: u32, [width, height]: [u32; 2]) -> u32 {
    let shape = |columns: &u32| (columns * width).abs_diff(count.div_ceil(*columns) * height);
    (1..=count.max(1)).min_by_key(shape).unwrap_or(1)
}
