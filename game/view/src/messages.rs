//! Short messages for the player, one at a time: why something was refused, what has just happened.

use content::level::Level;
use content::rules::Rules;
use sim::event::{Event, Refusal};
use std::collections::VecDeque;

/// Seconds a message stays when others wait.
const HURRIED_S: f32 = 1.2;
/// Seconds a message stays.
const STAY_S: f32 = 3.5;
/// Most messages that wait.
const WAITING_MAX: usize = 4;

/// Why a command was refused, as a sentence that says what to do.
#[must_use]
pub fn refusal(why: Refusal) -> &'static str {
    match why {
        Refusal::Gold => "Not enough gold: fell more enemies or sell a tower.",
        Refusal::Ground => "Nothing can be built here: choose open ground.",
        Refusal::Occupied => "Something already stands here: choose a free place.",
        Refusal::ClosesTheWay => "This would close the last way to the keep: leave a gap.",
        Refusal::TooMany => "No more towers can stand: sell one first.",
        Refusal::NoCharge => "No charge left: wait until it is back.",
        Refusal::Nothing => "There is nothing here to sell.",
        Refusal::NotNow => "Not now: wait a moment.",
        Refusal::TestbedOnly => "This works only in testbed levels.",
        Refusal::Over => "The battle is over.",
    }
}

/// Every reason there is, for tests and texts.
pub const REFUSALS: [Refusal; 10] = [
    Refusal::Gold,
    Refusal::Ground,
    Refusal::Occupied,
    Refusal::ClosesTheWay,
    Refusal::TooMany,
    Refusal::NoCharge,
    Refusal::Nothing,
    Refusal::NotNow,
    Refusal::TestbedOnly,
    Refusal::Over,
];

/// The queue.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    shown: Option<(String, f32)>,
    waiting: VecDeque<String>,
}

impl Messages {
    /// Shows a text as soon as its turn comes. The same text again only starts its time anew.
    pub fn say(&mut self, text: &str) {
        match &mut self.shown {
            Some((shown, age_s)) if shown == text => *age_s = 0.0,
            Some(_) => {
                if !self.waiting.iter().any(|t| t == text) {
                    if self.waiting.len() == WAITING_MAX {
                        self.waiting.pop_front();
                    }
                    self.waiting.push_back(text.to_owned());
                }
            }
            None => self.shown = Some((text.to_owned(), 0.0)),
        }
    }

    /// Takes what is worth saying out of a tick's events.
    pub fn observe(&mut self, level: &Level, rules: &Rules, events: &[Event]) {
        for event in events {
            match *event {
                // an answer to the hand must not wait behind news
                Event::Refused { why } => {
                    self.waiting.clear();
                    self.shown = Some((refusal(why).to_owned(), 0.0));
                }
                Event::WaveStarted { wave, called, bonus } => {
                    let name = level.waves.get(wave as usize).map_or("", |w| w.name.as_str());
                    let name = if name.is_empty() { String::new() } else { format!(": {name}") };
                    let bonus = if called && bonus > 0 { format!(" (+{bonus} gold)") } else { String::new() };
                    self.say(&format!("Wave {}{name}{bonus}", wave + 1));
                }
                Event::TowerDestroyed { kind, .. } => {
                    let name = rules.towers.get(kind.index()).map_or("A tower", |t| t.name.as_str());
                    self.say(&format!("{name} has fallen!"));
                }
                Event::TowerSold { refund, .. } => self.say(&format!("Sold for {refund} gold.")),
                Event::WaveCleared { wave } if (wave as usize) + 1 < level.waves.len() => self.say(&format!("Wave {} is beaten.", wave + 1)),
                _ => {}
            }
        }
    }

    /// Lets time pass: real seconds, whatever the game's speed.
    pub fn update(&mut self, dt_s: f32) {
        let Some((_, age_s)) = &mut self.shown else { return };
        *age_s += dt_s.max(0.0);
        if *age_s > if self.waiting.is_empty() { STAY_S } else { HURRIED_S } {
            self.shown = self.waiting.pop_front().map(|text| (text, 0.0));
        }
    }

    /// What is shown, and for how many seconds it has been.
    #[must_use]
    pub fn shown(&self) -> Option<(String, f32)> {
        self.shown.clone()
    }
}
