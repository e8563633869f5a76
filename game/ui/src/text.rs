//! Every word of the interface, in one place, so that a language layer can take over. Names of levels, towers and enemies come
//! from the tables.
//!
//! Not here: how a text looks or where it stands.

use content::rules::Difficulty;

pub const CONTINUE: &str = "Continue";
pub const CONTINUE_NOTE: &str = "Where you left off";
pub const PLAY: &str = "Play";
pub const PLAY_NOTE: &str = "Choose a level";
pub const SETTINGS: &str = "Settings";
pub const QUIT: &str = "Leave the game";
pub const HOW_TITLE: &str = "How it is played";
pub const HOW: [&str; 3] = [
    "Build towers beside the road. The crowd stops to fight them.",
    "Bombs throw what stands close. Aim where it is thickest.",
    "Keep them from the keep, wave after wave.",
];

pub const LEVELS: &str = "Levels";
pub const DIFFICULTY: &str = "Difficulty";
pub const START: &str = "Start";
pub const NEVER_WON: &str = "Not won yet";
pub const BEST: &str = "Best";
pub const NO_LEVELS: &str = "No level was found.";
pub const NO_LEVELS_REMEDY: &str = "The folder \u{201c}levels\u{201d} is missing or empty. Put it back beside the game.";

pub const PAUSED: &str = "Paused";
pub const RESUME: &str = "Resume";
pub const RESTART: &str = "Restart the level";
pub const RESTART_SURE: &str = "Restart? Press again";
pub const RETRY_NOW: &str = "Retry this wave";
pub const RETRY_NOW_SURE: &str = "Retry? Press again";
pub const TO_TITLE: &str = "To the title";
pub const LEAVING_KEEPS: &str = "Leaving keeps this battle for the next time.";

pub const LOADING: &str = "Loading";
pub const ERROR: &str = "Something went wrong";
pub const REMEDY: &str = "What to do";

pub const LOST: &str = "The keep has fallen";
pub const WON: &str = "The valley is quiet";
pub const TRY_AGAIN: &str = "Try again";
pub const AND_NOW: &str = "And now";
pub const RETRY_NOTE: &str = "From its start, as it was";
pub const NEXT_LEVEL: &str = "Choose a level";
pub const PLAY_AGAIN: &str = "Play it again";
pub const HOW_IT_WENT: &str = "How it went";
pub const NO_GRAPH: &str = "Too short to draw.";
pub const CURVE_ALIVE: &str = "Alive";
pub const CURVE_AIR: &str = "In the air";
pub const KILLED: &str = "killed";
pub const KNOCKED: &str = "thrown";
pub const AIR_PEAK: &str = "in the air at once";
pub const HIGHEST: &str = "highest throw";
pub const LONGEST: &str = "longest flight";
pub const TIME: &str = "of battle";

pub const WAVE: &str = "WAVE";
pub const NEXT_WAVE_IN: &str = "Next wave in";
pub const FIRST_WAVE_IN: &str = "First wave in";
pub const LAST_WAVE: &str = "The last wave";
pub const LAST_WAVE_NOTE: &str = "Hold until none is left.";
pub const CALL: &str = "Call early";
pub const CALL_FIRST: &str = "Begin";
pub const EARLY: &str = "Early";
pub const ALIVE: &str = "alive";
pub const IN_THE_AIR: &str = "in the air";
pub const FALLEN: &str = "fallen";
pub const SLOW: &str = "Slower than asked: too much going on";
pub const PAUSED_NOTE: &str = "Time stands still. You can build and aim.";
pub const HEALTH: &str = "Health";
pub const DAMAGE: &str = "Damage";
pub const RANGE: &str = "Range";
pub const RELOAD: &str = "Reload";
pub const KILLS: &str = "Killed";
pub const THROWN: &str = "Thrown";
pub const SELL: &str = "Sell";
pub const SELL_SURE: &str = "Sure?";
pub const NO_CHARGE: &str = "No charge left";

pub const SPEEDS: [&str; 6] = ["\u{bc}", "\u{bd}", "1", "2", "4", "10"];
pub const SPEEDS_LONG: [&str; 6] = ["\u{bc}\u{d7}", "\u{bd}\u{d7}", "1\u{d7}", "2\u{d7}", "4\u{d7}", "10\u{d7}"];

pub const PROMPT_CHOOSE: &str = "Choose";
pub const PROMPT_SELECT: &str = "Select";
pub const PROMPT_BACK: &str = "Back";
pub const PROMPT_CHANGE: &str = "Change";
pub const PROMPT_PAGE: &str = "Page";
pub const PROMPT_BUILD: &str = "Build";
pub const PROMPT_THROW: &str = "Throw";
pub const PROMPT_DROP: &str = "Drop it";
pub const PROMPT_CALL: &str = "Next wave";
pub const PROMPT_PAUSE: &str = "Pause";
pub const PROMPT_GO_ON: &str = "Go on";
pub const PROMPT_MENU: &str = "Menu";
pub const PROMPT_PANELS: &str = "Panels";
pub const PROMPT_BATTLE: &str = "To the battle";
pub const PROMPT_CLOSE: &str = "Close";

pub const PAGES: [&str; 3] = ["Graphics", "Sound", "Comfort"];
pub const DEFAULTS: &str = "Defaults";
pub const DEFAULTS_SURE: &str = "Sure?";
pub const OFF_ON: (&str, &str) = ("Off", "On");

/// A row of the settings: label and explanation.
pub type Row = (&'static str, &'static str);

pub const WINDOW: Row = ("Window", "Borderless covers the whole screen and switches to other programs without a flicker.");
pub const WINDOW_MODES: [&str; 2] = ["Windowed", "Borderless"];
pub const SIZE: Row = ("Window size", "How large the window is, in pixels. Borderless always takes the whole screen.");
pub const VSYNC: Row = ("Wait for the screen", "Shows only whole pictures. Off answers a little faster, but may tear.");
pub const SHADOWS: Row = ("Shadows", "Nobody, ground and towers only, or everyone. Shadows of the crowd cost most of all.");
pub const SHADOWS_KINDS: [&str; 3] = ["Off", "Ground, towers", "Everyone"];
pub const DECALS: Row = ("Marks of the fallen", "How many stay on the ground. Beyond that the oldest go, those out of sight first.");
pub const FLYING_DEAD: Row = ("Flying dead", "How many of the dead fly and lie about. Beyond that they vanish in a puff of dust, those out of sight first.");
pub const MASTER: Row = ("Everything", "The volume of the whole game.");
pub const MUSIC: Row = ("Music", "The music alone. It grows with the danger.");
pub const EFFECTS: Row = ("Battle", "Blasts, arrows, bones and the roar of the crowd.");
pub const INTERFACE: Row = ("Interface", "Clicks, coins and the horn of a wave.");
pub const AMBIENCE: Row = ("Valley", "Wind, birds, what the valley does when nobody dies in it.");
pub const SCALE: Row = ("Interface size", "Texts and buttons. Whatever the size, everything fits on the screen.");
pub const CONTRAST: Row = ("High contrast", "Flat grounds, black on white and white on black.");
pub const SHAKE: Row = ("Screen shake", "How much blasts shake the view. 0 % keeps it still.");
pub const EDGE: Row = ("Scroll at the edge", "The view moves when the pointer pushes against the edge of the screen.");

/// What a difficulty is called.
pub fn difficulty(difficulty: Difficulty) -> &'static str {
    match difficulty {
        Difficulty::Relaxed => "Relaxed",
        Difficulty::Standard => "Standard",
        Difficulty::Fierce => "Fierce",
    }
}

/// What a difficulty means.
pub fn difficulty_note(difficulty: Difficulty) -> &'static str {
    match difficulty {
        Difficulty::Relaxed => "Fewer, weaker, more gold.",
        Difficulty::Standard => "As it is meant.",
        Difficulty::Fierce => "More, tougher, less gold.",
    }
}

/// 1204 is "1,204".
pub fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut out = String::from(if number < 0 { "-" } else { "" });
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Large numbers in little room: 18204 is "18.2k".
pub fn short(number: i64) -> String {
    match number.unsigned_abs() {
        0..=9_999 => grouped(number),
        10_000..=999_999 => format!("{:.1}k", number as f64 / 1e3),
        _ => format!("{:.1}M", number as f64 / 1e6),
    }
}

/// 84.2 seconds are "1:25": rounded up, so that 0:00 means now.
pub fn clock(seconds: f32) -> String {
    let whole = if seconds.is_finite() { seconds.max(0.0).ceil().min(5_999.0) as u32 } else { 0 };
    format!("{}:{:02}", whole / 60, whole % 60)
}

pub fn gold(amount: i32) -> String {
    format!("{} gold", grouped(amount.into()))
}
pub fn bonus(amount: i32) -> String {
    format!("+{}", grouped(amount.into()))
}
pub fn of(part: i32, whole: i32) -> String {
    format!("{} / {}", grouped(part.into()), grouped(whole.into()))
}
pub fn of_waves(waves: u32) -> String {
    format!("of {waves}")
}
pub fn wave_of(wave: u32, waves: u32) -> String {
    format!("Wave {wave} of {waves}")
}
pub fn wave_count(waves: u32) -> String {
    if waves == 1 { "1 wave".into() } else { format!("{waves} waves") }
}
pub fn retry_wave(wave: u32) -> String {
    format!("Retry wave {wave}")
}
pub fn battle_line(level: &str, wave: u32, waves: u32) -> String {
    format!("{level}, wave {wave} of {waves}")
}
pub fn lost_line(level: &str, wave: u32, waves: u32) -> String {
    format!("{level}. It fell in wave {wave} of {waves}.")
}
pub fn won_line(level: &str, waves: u32, keep: f32) -> String {
    format!("{level}. All {waves} waves beaten, the keep at {}.", percent(keep))
}
pub fn short_of(gold: i32) -> String {
    format!("{} gold short", grouped(gold.into()))
}
pub fn meters(meters: f32) -> String {
    if meters.is_finite() { format!("{} m", trimmed(meters)) } else { "-".into() }
}
pub fn seconds(seconds: f32) -> String {
    if seconds.is_finite() { format!("{} s", trimmed(seconds)) } else { "-".into() }
}
pub fn whole_seconds(seconds: f32) -> String {
    format!("{:.0} s", if seconds.is_finite() { seconds.max(0.0).ceil() } else { 0.0 })
}
fn trimmed(value: f32) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
pub fn percent(share: f32) -> String {
    format!("{:.0} %", if share.is_finite() { share * 100.0 } else { 0.0 })
}
pub fn size(px: [u32; 2]) -> String {
    format!("{} \u{d7} {}", px[0], px[1])
}
pub fn tower_facts(price: i32, range_m: f32) -> String {
    if range_m > 0.0 { format!("{}, range {}", gold(price), meters(range_m)) } else { gold(price) }
}
pub fn charges(now: u16, most: u16) -> String {
    format!("{now} of {most} charges")
}
pub fn next_charge(wait_s: f32) -> String {
    format!("Next in {}", whole_seconds(wait_s))
}
pub fn placing(name: &str) -> String {
    format!("{name}: choose a place")
}
pub fn aiming(name: &str, inside: u32) -> String {
    match inside {
        0 => format!("{name}: choose a target"),
        1 => format!("{name}: 1 enemy inside"),
        _ => format!("{name}: {} enemies inside", grouped(inside.into())),
    }
}
pub fn gold_up_to(most: i32) -> String {
    format!("Gold, up to {}", grouped(most.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!([grouped(0), grouped(999), grouped(1_204), grouped(-1_234_567)], ["0", "999", "1,204", "-1,234,567"]);
        assert_eq!([short(9_999), short(18_204), short(3_400_000)], ["9,999", "18.2k", "3.4M"]);
        assert_eq!([clock(0.0), clock(0.2), clock(59.5), clock(84.2), clock(f32::NAN), clock(-3.0)], ["0:00", "0:01", "1:00", "1:25", "0:00", "0:00"]);
        assert_eq!([meters(22.0), meters(3.55), seconds(2.8), percent(0.85)], ["22 m", "3.5 m", "2.8 s", "85 %"]);
    }
}
