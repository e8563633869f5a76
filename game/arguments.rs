//! The command line of `tumblekeep`.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// A native tower-defence game: hold a small keep against thousands, and throw them by the hundred.
#[derive(Parser, Debug)]
#[command(name = "tumblekeep", version, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    /// Something else than playing.
    #[command(subcommand)]
    pub command: Option<Other>,
    /// How to play.
    #[command(flatten)]
    pub play: Play,
}

/// Other ways to run.
#[derive(Subcommand, Debug)]
pub enum Other {
    /// Draw one picture of a level without a window.
    Render(Still),
    /// Measure what a frame costs, by scene and shadows.
    BenchRender(BenchRender),
}

/// Playing.
#[derive(Args, Debug, Default)]
pub struct Play {
    /// Start this level at once: a name under levels/ or a folder.
    #[arg(long, value_name = "ID")]
    pub level: Option<String>,
    /// A window of this size in pixels instead of the remembered one.
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub windowed: Option<(u32, u32)>,
    /// Play a journal of raw input; time passes as the journal says.
    #[arg(long, value_name = "FILE")]
    pub input_script: Option<PathBuf>,
    /// Record a journal of raw input.
    #[arg(long, value_name = "FILE")]
    pub record_input: Option<PathBuf>,
    /// Watch a recorded battle; --level names its level's folder when that is not under levels/.
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// Save a picture of the window when the battle reaches this tick.
    #[arg(long, num_args = 2, value_names = ["TICK", "FILE"])]
    pub screenshot_at: Option<Vec<String>>,
    /// Default settings; nothing is remembered.
    #[arg(long)]
    pub safe_mode: bool,
    /// Part of a graphics adapter's name or backend.
    #[arg(long, value_name = "NAME")]
    pub adapter: Option<String>,
}

/// One picture.
#[derive(Args, Debug)]
pub struct Still {
    /// A name under levels/ or a folder.
    pub level: String,
    /// The tick to draw.
    #[arg(long, default_value_t = 0)]
    pub tick: u32,
    /// Commands by tick.
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Where to look: place on the map in metres, zoom (1 is the usual view, 2 twice as near), yaw in degrees.
    #[arg(long, value_name = "X,Y,ZOOM,YAW", value_parser = camera, allow_hyphen_values = true)]
    pub camera: Option<[f32; 4]>,
    /// Size of the picture in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = size)]
    pub size: (u32, u32),
    /// A setting: shadows=off|towers|all, hud=on|off, samples=1|4, mood=afternoon|night. May be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = setting)]
    pub set: Vec<(String, String)>,
    /// The picture.
    #[arg(long, value_name = "FILE.png")]
    pub out: PathBuf,
    /// Part of a graphics adapter's name or backend.
    #[arg(long, value_name = "NAME")]
    pub adapter: Option<String>,
}

/// What is measured.
#[derive(Args, Debug)]
pub struct BenchRender {
    /// One scene; without it all of them.
    pub scene: Option<String>,
    /// Size of the picture in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = size)]
    pub size: (u32, u32),
    /// Frames that are measured of each scene.
    #[arg(long, default_value_t = 12, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=10_000))]
    pub frames: usize,
    /// Samples a pixel: 1 or 4.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=4))]
    pub samples: u32,
    /// Part of a graphics adapter's name or backend.
    #[arg(long, value_name = "NAME")]
    pub adapter: Option<String>,
    /// The last line of standard output is one JSON object.
    #[arg(long)]
    pub json: bool,
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let numbers = text.split_once('x').and_then(|(a, b)| Some((a.parse::<u32>().ok()?, b.parse::<u32>().ok()?)));
    match numbers {
        Some((w, h)) if (64..=8192).contains(&w) && (64..=8192).contains(&h) => Ok((w, h)),
        Some(_) => Err("each side must be from 64 to 8192 pixels".into()),
        None => Err("write width x height, like 1280x800".into()),
    }
}

fn camera(text: &str) -> Result<[f32; 4], String> {
    let parts: Vec<f32> = text.split(',').map_while(|p| p.trim().parse().ok()).collect();
    match parts[..] {
        [x, y, zoom, yaw] if parts.iter().all(|v| v.is_finite()) && zoom > 0.0 => Ok([x, y, zoom, yaw]),
        _ => Err("write four numbers x,y,zoom,yaw with a zoom above 0, like 64,60,1,0".into()),
    }
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("write key=value, like shadows=off")?;
    let allowed: &[&str] = match key {
        "shadows" => &["off", "towers", "all"],
        "hud" => &["on", "off"],
        "samples" => &["1", "4"],
        "mood" => &["afternoon", "night"],
        _ => return Err(format!("there is no setting `{key}`; there are shadows, hud, samples and mood")),
    };
    if allowed.contains(&value) { Ok((key.into(), value.into())) } else { Err(format!("{key} is one of {}", allowed.join(", "))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_words_are_answered_with_the_right_ones() {
        assert!(camera("1,2,3").is_err());
        assert!(camera("1,2,-3,0").is_err());
        assert_eq!(camera("64,60.5,1,-30"), Ok([64.0, 60.5, 1.0, -30.0]));
        assert!(size("12x12").is_err());
        assert!(size("1280").is_err());
        assert!(setting("shadow=off").is_err_and(|e| e.contains("shadows")));
        assert!(setting("shadows=blue").is_err_and(|e| e.contains("towers")));
        assert!(Arguments::try_parse_from(["tumblekeep", "--windowed", "1280x800", "--level", "first-bombs"]).is_ok());
        assert!(Arguments::try_parse_from(["tumblekeep", "render", "x", "--out", "y.png", "--size", "1x1"]).is_err());
    }
}
