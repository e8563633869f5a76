//! The tables beside the sound files: what each sound and each piece of music is, as checked data.
//!
//! `sounds.toml` lists effects and loops; a sound `name` is every file `name.ogg`, `name_1.ogg`, `name_2.ogg` and so on
//! in that folder. `music.toml` lists themes made of stems that run together.
//!
//! Invariants: every number is finite and within its bounds once a table is read; a mistake is a sentence with the
//! file and, where the text is at fault, line and column.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::Bus;

/// Frames that a loop file holds before its start and after its end, unless its table says otherwise.
pub const MARGIN_FRAMES: usize = 16_384;

/// Frames at the end of a loop that are turned over into what the file holds before its start.
pub const JOIN_FRAMES: usize = 480;

/// Most stems a theme may have.
pub const STEMS_MAX: usize = 8;

/// Sounds that share a limit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Family {
    /// Most voices at once.
    pub voices: usize,
    /// Least time between two starts, in seconds.
    #[serde(default)]
    pub gap_s: f64,
}

/// One sound.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoundEntry {
    /// Which volume it obeys.
    #[serde(default)]
    pub bus: Bus,
    /// Plays round and round; its file has a margin.
    #[serde(default)]
    pub looped: bool,
    /// Frames of the margin on either side, for loops.
    #[serde(default = "margin")]
    pub margin: usize,
    /// Which limit it shares.
    pub family: Option<String>,
    /// Importance in decibels: added to how loud it is when voices are short.
    #[serde(default)]
    pub priority_db: f32,
    /// Added to every play.
    #[serde(default)]
    pub gain_db: f32,
    /// Every play is up to this much higher or lower, by chance.
    #[serde(default)]
    pub pitch_semitones: f32,
    /// Every play is up to this much softer, by chance.
    #[serde(default)]
    pub softer_db: f32,
    /// Music steps back by this much while it plays.
    #[serde(default)]
    pub duck_db: f32,
}

fn margin() -> usize {
    MARGIN_FRAMES
}

/// `sounds.toml`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoundTable {
    /// Limits by name.
    #[serde(default)]
    pub family: BTreeMap<String, Family>,
    /// Sounds by name.
    #[serde(default)]
    pub sound: BTreeMap<String, SoundEntry>,
}

/// One stem of a theme.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stem {
    /// File name in the folder, without `.ogg`.
    pub file: String,
    /// Gain at intensity 0, 1, 2 and so on; `-inf` is silent. The last one holds above.
    pub gains_db: Vec<f32>,
}

/// Music that plays round and round.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// Frames of a bar: gains change on bar lines only.
    pub bar_frames: usize,
    /// Frames of the margin on either side of each file.
    #[serde(default = "margin")]
    pub margin: usize,
    /// Bars over which a gain changes.
    #[serde(default = "two_bars")]
    pub fade_bars: usize,
    /// Bars for which the intensity must be lower before the music follows it down.
    #[serde(default = "eight_bars")]
    pub calm_bars: usize,
    /// What it is made of.
    pub stem: Vec<Stem>,
}

fn two_bars() -> usize {
    2
}

fn eight_bars() -> usize {
    8
}

/// `music.toml`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MusicTable {
    /// Themes by name.
    #[serde(default)]
    pub theme: BTreeMap<String, Theme>,
}

/// Reads `sounds.toml` of a folder; no such file is no table.
pub fn read_sounds(folder: &Path) -> Result<Option<SoundTable>, String> {
    let path = folder.join("sounds.toml");
    let Some(table) = read::<SoundTable>(&path)? else { return Ok(None) };
    let told = |what: String| Err(format!("{}: {what}", path.display()));
    for (name, family) in &table.family {
        if family.voices == 0 || !(0.0..=60.0).contains(&family.gap_s) {
            return told(format!("family `{name}` needs at least one voice and a gap of 0 to 60 seconds"));
        }
    }
    for (name, sound) in &table.sound {
        if let Some(family) = sound.family.as_ref().filter(|family| !table.family.contains_key(*family)) {
            return told(format!("sound `{name}` is of the family `{family}`, which the table does not have"));
        }
        let numbers = [sound.priority_db, sound.gain_db, sound.pitch_semitones, sound.softer_db, sound.duck_db];
        if !numbers.iter().all(|number| (-60.0..=60.0).contains(number)) {
            return told(format!("sound `{name}` has a number outside -60 to 60"));
        }
        if sound.looped && sound.margin < JOIN_FRAMES {
            return told(format!("sound `{name}` loops, so its margin is at least {JOIN_FRAMES} frames"));
        }
    }
    Ok(Some(table))
}

/// Reads `music.toml` of a folder; no such file is no table.
pub fn read_music(folder: &Path) -> Result<Option<MusicTable>, String> {
    let path = folder.join("music.toml");
    let Some(table) = read::<MusicTable>(&path)? else { return Ok(None) };
    for (name, theme) in &table.theme {
        let gains_fit = |stem: &Stem| !stem.gains_db.is_empty() && stem.gains_db.iter().all(|gain| *gain == f32::NEG_INFINITY || (-60.0..=12.0).contains(gain));
        let what = if theme.stem.is_empty() || theme.stem.len() > STEMS_MAX {
            format!("has {} stems; 1 to {STEMS_MAX} are possible", theme.stem.len())
        } else if theme.bar_frames < 1000 || theme.margin < JOIN_FRAMES || theme.fade_bars == 0 {
            format!("needs bars of at least 1000 frames, a margin of at least {JOIN_FRAMES} and a fade of at least one bar")
        } else if let Some(stem) = theme.stem.iter().find(|stem| !gains_fit(stem)) {
            format!("stem `{}` needs gains of -60 to 12, or -inf", stem.file)
        } else {
            continue;
        };
        return Err(format!("{}: theme `{name}` {what}", path.display()));
    }
    Ok(Some(table))
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<Option<T>, String> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("{} cannot be read: {error}", path.display())),
    };
    toml::from_str(&text).map(Some).map_err(|error: toml::de::Error| {
        let at = error.span().map_or(0, |span| span.start.min(text.len()));
        let before = &text.as_bytes()[..at];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = String::from_utf8_lossy(before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default()).chars().count() + 1;
        format!("{}:{line}:{column}: {}", path.display(), error.message())
    })
}

/// The files of a sound in a folder, in the order of their numbers.
pub fn variants(files: &[PathBuf], name: &str) -> Vec<PathBuf> {
    let number = |path: &PathBuf| -> Option<u32> {
        let tail = path.file_name()?.to_str()?.strip_suffix(".ogg")?.strip_prefix(name)?;
        if tail.is_empty() { Some(0) } else { tail.strip_prefix('_')?.parse().ok() }
    };
    let mut found: Vec<(u32, PathBuf)> = files.iter().filter_map(|path| Some((number(path)?, path.clone()))).collect();
    found.sort();
    found.into_iter().map(|(_, path)| path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str, file: &str, text: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("sound-table-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join(file), text).unwrap();
        path
    }

    #[test]
    fn mistakes_are_sentences_with_a_place() {
        for (text, says) in [
            ("[sound.a]\nbuss = \"music\"", "sounds.toml:2:1: unknown field `buss`"),
            ("[sound.a]\nbus = \"drum\"", "sounds.toml:2:7: unknown variant `drum`"),
            ("[sound.a]\nfamily = \"x\"", "family `x`"),
            ("[sound.a]\ngain_db = nan", "outside -60 to 60"),
            ("[sound.a]\nlooped = true\nmargin = 3", "at least 480"),
            ("[family.a]\nvoices = 0", "at least one voice"),
            ("[sound.a", "sounds.toml:1:"),
        ] {
            let path = folder("bad", "sounds.toml", text);
            let error = read_sounds(&path).expect_err(text);
            assert!(error.contains(says), "{text}: {error}");
        }
        for (text, says) in [
            ("[theme.a]\nbar_frames = 48000\nstem = []", "0 stems"),
            ("[theme.a]\nbar_frames = 1\nstem = [{file=\"x\", gains_db=[0.0]}]", "at least 1000"),
            ("[theme.a]\nbar_frames = 48000\nstem = [{file=\"x\", gains_db=[]}]", "stem `x`"),
            ("[theme.a]\nbar_frames = 48000\nstem = [{file=\"x\", gains_db=[inf]}]", "stem `x`"),
        ] {
            let path = folder("bad", "music.toml", text);
            let error = read_music(&path).expect_err(text);
            assert!(error.contains(says), "{text}: {error}");
        }
        std::fs::remove_dir_all(folder("bad", "x", "")).unwrap();
        assert!(read_sounds(Path::new("no/such")).unwrap().is_none());
    }

    #[test]
    fn variants_are_found_by_number_and_never_by_a_longer_name() {
        let files: Vec<PathBuf> = ["a_10.ogg", "a_2.ogg", "a_b_1.ogg", "a_1.wav", "ab_1.ogg", "a.ogg", "a_1.ogg"].iter().map(PathBuf::from).collect();
        let names: Vec<String> = variants(&files, "a").iter().map(|path| path.display().to_string()).collect();
        assert_eq!(names, ["a.ogg", "a_1.ogg", "a_2.ogg", "a_10.ogg"]);
    }
}
