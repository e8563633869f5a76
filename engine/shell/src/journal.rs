//! Journals of input: what the devices said, frame by frame, written down and played again.
//!
//! A journal is text, one JSON object a line; empty lines and lines that begin with `#` are skipped.
//!
//! ```text
//! {"journal":1,"size":[1280,800]}                        first line of a recording; may be left out
//! {"dt":0.016667,"events":[...]}                         one frame: its length in seconds and what happened
//! {"dt":0.0333,"repeat":90}                              the same frame 90 times (its events only in the first)
//! {"ticks":90,"events":["key Space"]}                    90 frames of exactly one tick at speed 1
//! {"exit":true}                                          last line: the program ends; without it the devices take over
//! ```
//!
//! An event is an object as [`RawInput`] is serialized, `{"key":{"code":"KeyW","pressed":true}}`, or a short string:
//!
//! ```text
//! "key Space"             down and up          "pad 0 south"              down and up
//! "key W down"            down                 "pad 0 left_trigger down"  down ("up" likewise)
//! "key W up"              up                   "pad 0 left_trigger 0.4"   a trigger half pulled
//! "pointer 640 400"       moves there          "axis 0 left_x -1"         a stick
//! "click left"            down and up          "pad 0 connected Deck"     a pad appears
//! "button right down"     down ("up")          "pad 0 disconnected"       and is gone
//! "wheel 0 -1"            lines                "resize 1280 800"          "focus on"   "focus off"
//! "leave"                 pointer leaves       "close"                    asks to close
//! ```
//!
//! Keys have the names of [`KeyCode`]; `W` is short for `KeyW` and `1` for `Digit1`.
//!
//! Invariants: a journal that was recorded plays back the same events at the same frame times, to the microsecond;
//! the time of day has no part in it. A line that cannot be read is an error with file and line, before anything plays.

use std::fmt;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::clock::TICKS_PER_SECOND;
use crate::input::{KeyCode, RawInput};

/// Version of the format that this program writes.
const FORMAT: u32 = 1;

/// Longest frame of a journal, in microseconds: an hour.
pub const FRAME_US_MAX: u64 = 3_600_000_000;

/// Most frames that one line may stand for: more than a day at 60 frames a second is a typing mistake.
const REPEAT_MAX: u32 = 10_000_000;

/// What is wrong with a journal.
#[derive(Debug)]
pub enum JournalError {
    /// A line says nothing that can be played.
    Line {
        /// The journal.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong and what to write instead.
        what: String,
    },
    /// The file cannot be read or written.
    File {
        /// The journal.
        path: PathBuf,
        /// What the system said.
        what: String,
    },
}

impl fmt::Display for JournalError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { path, line, what } => write!(out, "{}:{line}: {what}", path.display()),
            Self::File { path, what } => write!(out, "the input journal {} cannot be used: {what}", path.display()),
        }
    }
}

impl std::error::Error for JournalError {}

/// One frame of a journal.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalFrame {
    /// Length of the frame in microseconds.
    pub dt_us: u64,
    /// What happened in it, in order.
    pub events: Vec<RawInput>,
}

/// One line that stands for frames.
#[derive(Clone, Debug)]
struct Entry {
    length: Length,
    frames: u32,
    events: Vec<RawInput>,
}

#[derive(Clone, Copy, Debug)]
enum Length {
    Micros(u64),
    /// One tick at speed 1; the microseconds are dealt out so that the sum is exact.
    Tick,
}

/// A line as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    journal: Option<u32>,
    size: Option<[u32; 2]>,
    dt: Option<f64>,
    ticks: Option<u32>,
    repeat: Option<u32>,
    events: Option<Vec<serde_json::Value>>,
    exit: Option<bool>,
    #[serde(rename = "note")]
    _note: Option<String>,
}

/// A journal being played.
#[derive(Clone, Debug)]
pub struct Player {
    entries: Vec<Entry>,
    size: Option<(u32, u32)>,
    exit: bool,
    entry: usize,
    frame: u32,
}

impl Player {
    /// Reads a whole journal from a file.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let bytes = std::fs::read(path).map_err(|error| JournalError::File { path: path.into(), what: error.to_string() })?;
        let text = String::from_utf8(bytes).map_err(|_| JournalError::File { path: path.into(), what: "it is not text in UTF-8".into() })?;
        Self::parse(path, &text)
    }

    /// Reads a whole journal from text; `path` is for the errors.
    pub fn parse(path: &Path, text: &str) -> Result<Self, JournalError> {
        let mut player = Self { entries: Vec::new(), size: None, exit: false, entry: 0, frame: 0 };
        for (index, line) in text.lines().enumerate() {
            player.take_line(line).map_err(|what| JournalError::Line { path: path.into(), line: index + 1, what })?;
        }
        Ok(player)
    }

    fn take_line(&mut self, line: &str) -> Result<(), String> {
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(());
        }
        if self.exit {
            return Err("there is a line after {\"exit\":true}, which must be the last".into());
        }
        let line: Line = serde_json::from_str(line).map_err(|error| format!("this is not a line of a journal ({error})"))?;
        if let Some(version) = line.journal {
            if version != FORMAT {
                return Err(format!("this journal has format {version}; this program plays format {FORMAT}"));
            }
            self.size = line.size.map(|[w, h]| (w, h));
            return Ok(());
        }
        if let Some(exit) = line.exit {
            self.exit = exit;
            return if line.dt.is_some() || line.ticks.is_some() || line.events.is_some() { Err("\"exit\" stands alone on its line".into()) } else { Ok(()) };
        }
        let repeat = line.repeat.unwrap_or(1);
        let (length, frames) = match (line.dt, line.ticks) {
            (Some(dt_s), None) if (0.0..=FRAME_US_MAX as f64 / 1e6).contains(&dt_s) => (Length::Micros((dt_s * 1e6).round() as u64), repeat),
            (Some(dt_s), None) => return Err(format!("a frame of {dt_s} seconds; \"dt\" is 0 to 3600")),
            (None, Some(ticks)) if line.repeat.is_none() => (Length::Tick, ticks),
            (None, Some(_)) => return Err("\"ticks\" already says how often; leave out \"repeat\"".into()),
            (Some(_), Some(_)) => return Err("\"dt\" or \"ticks\", not both".into()),
            (None, None) => return Err("a frame needs its length: \"dt\" in seconds, or \"ticks\"".into()),
        };
        if !(1..=REPEAT_MAX).contains(&frames) {
            return Err(format!("{frames} frames; a line may stand for 1 to {REPEAT_MAX}"));
        }
        let mut events = Vec::new();
        for value in line.events.unwrap_or_default() {
            events.extend(parse_event(value)?);
        }
        self.entries.push(Entry { length, frames, events });
        Ok(())
    }

    /// Size of the window the journal was recorded in, width and height in pixels.
    pub fn size_px(&self) -> Option<(u32, u32)> {
        self.size
    }

    /// Whether the program is to end after the last frame.
    pub fn exits(&self) -> bool {
        self.exit
    }

    /// Number of frames in all.
    pub fn frame_count(&self) -> u64 {
        self.entries.iter().map(|entry| u64::from(entry.frames)).sum()
    }

    /// The next frame, or nothing after the last.
    pub fn next_frame(&mut self) -> Option<JournalFrame> {
        let entry = self.entries.get(self.entry)?;
        let index = u64::from(self.frame);
        let dt_us = match entry.length {
            Length::Micros(us) => us,
            // rounded up, so that the clock has a whole tick after every frame and never one too few
            Length::Tick => tick_end_us(index + 1) - tick_end_us(index),
        };
        let events = if self.frame == 0 { entry.events.clone() } else { Vec::new() };
        self.frame += 1;
        if self.frame == entry.frames {
            self.entry += 1;
            self.frame = 0;
        }
        Some(JournalFrame { dt_us, events })
    }
}

fn tick_end_us(ticks: u64) -> u64 {
    (ticks * 1_000_000).div_ceil(u64::from(TICKS_PER_SECOND))
}

fn parse_event(value: serde_json::Value) -> Result<Vec<RawInput>, String> {
    match value {
        // an event without fields is serialized as its name alone
        serde_json::Value::String(text) => {
            serde_json::from_value(serde_json::Value::String(text.clone())).map(|input| vec![input]).or_else(|_| parse_short(&text))
        }
        other => serde_json::from_value(other.clone()).map(|input| vec![input]).map_err(|error| format!("no event: {other} ({error})")),
    }
}

/// Reads the short form of an event; a tap or a click gives two.
pub fn parse_short(text: &str) -> Result<Vec<RawInput>, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let both = |make: &dyn Fn(bool) -> RawInput, how: &str| match how {
        "down" => Ok(vec![make(true)]),
        "up" => Ok(vec![make(false)]),
        "" => Ok(vec![make(true), make(false)]),
        _ => Err(format!("\"{text}\": `{how}` is neither `down` nor `up`")),
    };
    match *words.as_slice() {
        ["key", key] | ["key", key, "down" | "up"] => {
            let code =
                key_named(key).ok_or_else(|| format!("\"{text}\": no key is called `{key}`; keys are named as in KeyW, Digit1, Space, Escape, ArrowUp"))?;
            both(&|pressed| RawInput::Key { code, pressed, repeat: false, text: None }, words.get(2).unwrap_or(&""))
        }
        ["pointer", x, y] => Ok(vec![RawInput::PointerMoved { x: number(text, x)?, y: number(text, y)? }]),
        ["click", button] => {
            let button = named(text, button)?;
            both(&|pressed| RawInput::PointerButton { button, pressed }, "")
        }
        ["button", button, how @ ("down" | "up")] => {
            let button = named(text, button)?;
            both(&|pressed| RawInput::PointerButton { button, pressed }, how)
        }
        ["wheel", dx, dy] => Ok(vec![RawInput::Wheel { dx: number(text, dx)?, dy: number(text, dy)? }]),
        ["leave"] => Ok(vec![RawInput::PointerLeft]),
        ["pad", pad, "connected", ..] => Ok(vec![RawInput::PadConnected { pad: pad_number(text, pad)?, name: words[3..].join(" ") }]),
        ["pad", pad, "disconnected"] => Ok(vec![RawInput::PadDisconnected { pad: pad_number(text, pad)? }]),
        ["pad", pad, button] | ["pad", pad, button, "down" | "up"] => {
            let (pad, button) = (pad_number(text, pad)?, named(text, button)?);
            both(&|pressed| RawInput::PadButton { pad, button, pressed, value: f32::from(u8::from(pressed)) }, words.get(3).unwrap_or(&""))
        }
        ["pad", pad, button, value] => {
            let value = number(text, value)?.clamp(0.0, 1.0);
            Ok(vec![RawInput::PadButton { pad: pad_number(text, pad)?, button: named(text, button)?, pressed: value > 0.5, value }])
        }
        ["axis", pad, axis, value] => {
            Ok(vec![RawInput::PadAxis { pad: pad_number(text, pad)?, axis: named(text, axis)?, value: number(text, value)?.clamp(-1.0, 1.0) }])
        }
        ["resize", w, h] => {
            let side = |word: &str| word.parse::<u32>().map_err(|_| format!("\"{text}\": `{word}` is not a number of pixels"));
            Ok(vec![RawInput::Resized { w: side(w)?, h: side(h)? }])
        }
        ["focus", "on"] => Ok(vec![RawInput::Focused(true)]),
        ["focus", "off"] => Ok(vec![RawInput::Focused(false)]),
        ["close"] => Ok(vec![RawInput::CloseRequested]),
        _ => {
            Err(format!("\"{text}\" is no event; write for example \"key Space\", \"click left\", \"pointer 640 400\", \"pad 0 south\" or \"axis 0 left_x 1\""))
        }
    }
}

/// A key by its full name or by its letter or digit alone.
pub fn key_named(name: &str) -> Option<KeyCode> {
    let full = match name.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => format!("Key{}", letter.to_ascii_uppercase() as char),
        [digit] if digit.is_ascii_digit() => format!("Digit{name}"),
        _ => name.to_owned(),
    };
    serde_json::from_value(serde_json::Value::String(full)).ok()
}

fn named<T: DeserializeOwned>(text: &str, name: &str) -> Result<T, String> {
    serde_json::from_value(serde_json::Value::String(name.to_owned())).map_err(|error| format!("\"{text}\": {error}"))
}

fn number(text: &str, word: &str) -> Result<f32, String> {
    word.parse().ok().filter(|value: &f32| value.is_finite()).ok_or_else(|| format!("\"{text}\": `{word}` is not a number"))
}

fn pad_number(text: &str, word: &str) -> Result<u8, String> {
    word.parse().map_err(|_| format!("\"{text}\": `{word}` is not the number of a pad, 0 to 255"))
}

/// A journal being written. Lines go out through a buffer and reach the disk once a second of play at the latest.
pub struct Recorder {
    path: PathBuf,
    out: BufWriter<File>,
    unsaved_us: u64,
    broken: bool,
}

impl Recorder {
    /// Starts a new journal; an older file of this name is replaced.
    pub fn create(path: &Path, size_px: (u32, u32)) -> Result<Self, JournalError> {
        let failed = |error: std::io::Error| JournalError::File { path: path.into(), what: error.to_string() };
        let mut out = BufWriter::new(File::create(path).map_err(failed)?);
        writeln!(out, "{{\"journal\":{FORMAT},\"size\":[{},{}]}}", size_px.0, size_px.1).and_then(|()| out.flush()).map_err(failed)?;
        Ok(Self { path: path.into(), out, unsaved_us: 0, broken: false })
    }

    /// Writes one frame. A disk that is full ends the recording with a line in the log, not the program.
    pub fn record(&mut self, dt_us: u64, events: &[RawInput]) {
        #[derive(Serialize)]
        struct Out<'a> {
            dt: f64,
            #[serde(skip_serializing_if = "<[_]>::is_empty")]
            events: &'a [RawInput],
        }
        if self.broken {
            return;
        }
        self.unsaved_us += dt_us;
        let mut line = match serde_json::to_string(&Out { dt: dt_us as f64 / 1e6, events }) {
            Ok(line) => line,
            Err(error) => return self.give_up(&error.to_string()),
        };
        line.push('\n');
        let written = self.out.write_all(line.as_bytes()).and_then(|()| {
            if self.unsaved_us >= 1_000_000 {
                self.unsaved_us = 0;
                self.out.flush()
            } else {
                Ok(())
            }
        });
        if let Err(error) = written {
            self.give_up(&error.to_string());
        }
    }

    fn give_up(&mut self, what: &str) {
        self.broken = true;
        tracing::error!("the recording {} ends here: {what}", self.path.display());
    }

    /// Ends the journal with `{"exit":true}`, so that playing it ends where recording did.
    pub fn finish(mut self) -> Result<(), JournalError> {
        let path = self.path.clone();
        writeln!(self.out, "{{\"exit\":true}}").and_then(|()| self.out.flush()).map_err(|error| JournalError::File { path, what: error.to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::TickClock;
    use crate::input::{PadAxis, PadButton, PointerButton};

    fn parse(text: &str) -> Result<Player, JournalError> {
        Player::parse(Path::new("demo.jsonl"), text)
    }

    fn all(player: &mut Player) -> Vec<JournalFrame> {
        std::iter::from_fn(|| player.next_frame()).collect()
    }

    #[test]
    fn what_is_recorded_is_played_again_to_the_microsecond() {
        let folder = std::env::temp_dir().join(format!("journal-ünïcode-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("spiel é.jsonl");
        let events = vec![
            RawInput::Key { code: KeyCode::KeyW, pressed: true, repeat: true, text: Some("ж\"\n".into()) },
            RawInput::PointerMoved { x: 0.1, y: 799.9999 },
            RawInput::PointerButton { button: PointerButton::Other(9), pressed: true },
            RawInput::Wheel { dx: -0.25, dy: 1.0 },
            RawInput::PointerLeft,
            RawInput::PadConnected { pad: 1, name: "Pad \\ 2".into() },
            RawInput::PadButton { pad: 1, button: PadButton::DpadUp, pressed: true, value: 0.73 },
            RawInput::PadAxis { pad: 1, axis: PadAxis::RightY, value: -0.123_456_79 },
            RawInput::PadDisconnected { pad: 1 },
            RawInput::Resized { w: 1280, h: 800 },
            RawInput::Focused(false),
            RawInput::CloseRequested,
        ];
        let frames: Vec<JournalFrame> = (0..2000_u64)
            .map(|index| JournalFrame { dt_us: 1 + index * 7919 % 200_000, events: if index % 100 == 0 { events.clone() } else { Vec::new() } })
            .collect();
        let mut recorder = Recorder::create(&path, (1280, 800)).unwrap();
        for frame in &frames {
            recorder.record(frame.dt_us, &frame.events);
        }
        recorder.finish().unwrap();
        let mut player = Player::open(&path).unwrap();
        assert_eq!(player.size_px(), Some((1280, 800)));
        assert!(player.exits());
        assert_eq!(player.frame_count(), 2000);
        assert_eq!(all(&mut player), frames);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn lines_written_by_hand_let_time_pass_exactly() {
        let mut player =
            parse("# a demo\n\n{\"dt\":0.0333,\"repeat\":90}\n{\"ticks\":90,\"events\":[\"key Space\"]}\n{\"dt\":0,\"note\":\"end\"}\n{\"exit\":true}\n")
                .unwrap();
        let frames = all(&mut player);
        assert_eq!(frames.len(), 181);
        assert_eq!(frames[0].dt_us, 33_300);
        assert_eq!(frames[90].events.len(), 2);
        assert!(frames[91].events.is_empty());
        let mut clock = TickClock::new();
        clock.set_steady(true);
        for (index, frame) in frames[90..180].iter().enumerate() {
            assert_eq!(clock.advance(frame.dt_us as f64 / 1e6).ticks, 1, "tick {index}");
        }
    }

    #[test]
    fn short_forms_mean_what_the_module_says() {
        let key = |code, pressed| RawInput::Key { code, pressed, repeat: false, text: None };
        assert_eq!(parse_short("key W").unwrap(), vec![key(KeyCode::KeyW, true), key(KeyCode::KeyW, false)]);
        assert_eq!(parse_short("key Digit3 down").unwrap(), vec![key(KeyCode::Digit3, true)]);
        assert_eq!(parse_short("key 3 up").unwrap(), vec![key(KeyCode::Digit3, false)]);
        assert_eq!(parse_short("pointer 640 400.5").unwrap(), vec![RawInput::PointerMoved { x: 640.0, y: 400.5 }]);
        assert_eq!(parse_short("click left").unwrap().len(), 2);
        assert_eq!(parse_short("button right up").unwrap(), vec![RawInput::PointerButton { button: PointerButton::Right, pressed: false }]);
        assert_eq!(parse_short("pad 0 connected Steam Deck").unwrap(), vec![RawInput::PadConnected { pad: 0, name: "Steam Deck".into() }]);
        assert_eq!(
            parse_short("pad 3 left_trigger 0.4").unwrap(),
            vec![RawInput::PadButton { pad: 3, button: PadButton::LeftTrigger, pressed: false, value: 0.4 }]
        );
        for button in PadButton::ALL {
            let name = serde_json::to_string(&button).unwrap();
            assert_eq!(
                parse_short(&format!("pad 0 {} down", name.trim_matches('"'))).unwrap(),
                vec![RawInput::PadButton { pad: 0, button, pressed: true, value: 1.0 }]
            );
        }
        assert_eq!(parse_short("axis 1 left_y -2").unwrap(), vec![RawInput::PadAxis { pad: 1, axis: PadAxis::LeftY, value: -1.0 }]);
        for text in ["leave", "wheel 0 -1", "focus on", "focus off", "close", "resize 1280 800", "pad 0 disconnected"] {
            assert_eq!(parse_short(text).unwrap().len(), 1, "{text}");
        }
    }

    #[test]
    fn a_bad_line_is_named_by_file_and_line_and_says_why() {
        for (text, line, says) in [
            ("{\"dt\":0.1}\n{\"dt\":", 2, "not a line"),
            ("{\"dt\":-1}", 1, "0 to 3600"),
            ("{\"dt\":1e300}", 1, "0 to 3600"),
            ("\n\n{\"events\":[]}", 3, "needs its length"),
            ("{\"dt\":0.1,\"ticks\":4}", 1, "not both"),
            ("{\"dt\":0.1,\"repeat\":0}", 1, "0 frames"),
            ("{\"dt\":0.1,\"repeat\":4000000000}", 1, "4000000000 frames"),
            ("{\"dt\":0.1,\"wait\":3}", 1, "wait"),
            ("{\"journal\":7}", 1, "format 7"),
            ("{\"exit\":true}\n{\"dt\":0.1}", 2, "must be the last"),
            ("{\"exit\":true,\"dt\":1}", 1, "alone"),
            ("{\"dt\":0.1,\"events\":[\"key Spaec\"]}", 1, "Spaec"),
            ("{\"dt\":0.1,\"events\":[\"pad 300 south\"]}", 1, "300"),
            ("{\"dt\":0.1,\"events\":[\"pad 0 northwest\"]}", 1, "northwest"),
            ("{\"dt\":0.1,\"events\":[\"pointer 1 nan\"]}", 1, "nan"),
            ("{\"dt\":0.1,\"events\":[\"jump\"]}", 1, "no event"),
            ("{\"dt\":0.1,\"events\":[\"\"]}", 1, "no event"),
            ("{\"dt\":0.1,\"events\":[{\"key\":{\"code\":\"KeyW\"}}]}", 1, "pressed"),
            ("{\"dt\":0.1,\"events\":[17]}", 1, "17"),
            ("[1,2]", 1, "not a line"),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.starts_with(&format!("demo.jsonl:{line}: ")), "{text}: {error}");
            assert!(error.contains(says), "{text}: {error}");
        }
        assert!(Player::open(Path::new("no/such/journal")).expect_err("absent").to_string().contains("no/such/journal"));
        assert!(Recorder::create(Path::new("no/such/folder/journal"), (1, 1)).is_err());
    }
}
