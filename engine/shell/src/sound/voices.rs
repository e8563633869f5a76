//! Who may sound: a limit of voices, limits by family, and who gives way.
//!
//! Invariants: never more than the limit; a sound that matters less never silences one that matters more; times are
//! real seconds, so a faster game is not a denser noise. No sound library here: this is arithmetic and is tested so.

use std::collections::BTreeMap;

/// Least time between two starts of the same file, in seconds: closer ones only make it louder and hollow.
const SAME_FILE_GAP_S: f64 = 0.03;

/// By how much a newcomer must matter more than the voice it replaces.
const REPLACE_MARGIN_DB: f32 = 3.0;

/// How much a voice loses of its weight each second: what has sounded for a while has been heard.
const AGE_DB_PER_S: f32 = 6.0;

/// A wish to sound.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// Which sound.
    pub sound: usize,
    /// Which file of all.
    pub file: usize,
    /// Which family, most voices of it and least seconds between starts.
    pub family: Option<(usize, usize, f64)>,
    /// Importance and loudness together, in decibels.
    pub weight_db: f32,
    /// How long it lasts, in seconds.
    pub seconds: f64,
    /// Stands still while the game is paused.
    pub pausable: bool,
}

#[derive(Clone, Copy, Debug)]
struct Voice {
    id: u64,
    sound: usize,
    family: Option<usize>,
    weight_db: f32,
    from_s: f64,
    until_s: f64,
    pausable: bool,
}

/// An answer to a wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It may sound under this number, once the other (if any) has been stopped.
    Start {
        /// Number of the new voice.
        id: u64,
        /// Voice to stop first.
        instead_of: Option<u64>,
    },
    /// Not now.
    Refused,
}

/// The voices that sound.
#[derive(Debug)]
pub struct Voices {
    voices_max: usize,
    now_s: f64,
    next_id: u64,
    voices: Vec<Voice>,
    last_of_file: BTreeMap<usize, f64>,
    last_of_family: BTreeMap<usize, f64>,
}

impl Voices {
    /// No voice yet, at most `voices_max`.
    pub fn new(voices_max: usize) -> Self {
        Self { voices_max: voices_max.max(1), now_s: 0.0, next_id: 0, voices: Vec::new(), last_of_file: BTreeMap::new(), last_of_family: BTreeMap::new() }
    }

    /// Lets real time pass and forgets the voices that have ended. Gives the numbers of these. In a pause the voices
    /// that stand still keep what is left of them.
    pub fn advance(&mut self, dt_s: f64, paused: bool) -> Vec<u64> {
        let dt_s = if dt_s.is_finite() { dt_s.max(0.0) } else { 0.0 };
        self.now_s += dt_s;
        for voice in self.voices.iter_mut().filter(|voice| paused && voice.pausable) {
            voice.from_s += dt_s;
            voice.until_s += dt_s;
        }
        let now_s = self.now_s;
        let ended = self.voices.iter().filter(|voice| voice.until_s <= now_s).map(|voice| voice.id).collect();
        self.voices.retain(|voice| voice.until_s > now_s);
        ended
    }

    /// Number of voices that sound.
    pub fn count(&self) -> usize {
        self.voices.len()
    }

    /// The sounds of the voices that sound.
    pub fn sounding(&self) -> impl Iterator<Item = usize> {
        self.voices.iter().map(|voice| voice.sound)
    }

    /// Forgets everything that sounds.
    pub fn clear(&mut self) {
        self.voices.clear();
    }

    /// Forgets one voice whose start failed.
    pub fn forget(&mut self, id: u64) {
        self.voices.retain(|voice| voice.id != id);
    }

    /// Decides on a wish; what may start counts from now on.
    pub fn ask(&mut self, wish: Wish) -> Answer {
        if self.last_of_file.get(&wish.file).is_some_and(|last| self.now_s - last < SAME_FILE_GAP_S) {
            return Answer::Refused;
        }
        if let Some((family, _, gap_s)) = wish.family
            && self.last_of_family.get(&family).is_some_and(|last| self.now_s - last < gap_s)
        {
            return Answer::Refused;
        }
        let crowded_family =
            wish.family.and_then(|(family, most, _)| (self.voices.iter().filter(|voice| voice.family == Some(family)).count() >= most).then_some(family));
        let instead_of = if crowded_family.is_some() || self.voices.len() >= self.voices_max {
            let among = self.voices.iter().filter(|voice| crowded_family.is_none() || voice.family == crowded_family);
            let Some((weight_db, id)) =
                among.map(|voice| (self.weight_now_db(voice), voice.id)).min_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)))
            else {
                return Answer::Refused;
            };
            if wish.weight_db < weight_db + REPLACE_MARGIN_DB {
                return Answer::Refused;
            }
            self.forget(id);
            Some(id)
        } else {
            None
        };
        let id = self.next_id;
        self.next_id += 1;
        let family = wish.family.map(|(family, ..)| family);
        self.voices.push(Voice {
            id,
            sound: wish.sound,
            family,
            weight_db: wish.weight_db,
            from_s: self.now_s,
            until_s: self.now_s + wish.seconds,
            pausable: wish.pausable,
        });
        self.last_of_file.insert(wish.file, self.now_s);
        if let Some(family) = family {
            self.last_of_family.insert(family, self.now_s);
        }
        Answer::Start { id, instead_of }
    }

    fn weight_now_db(&self, voice: &Voice) -> f32 {
        voice.weight_db - (self.now_s - voice.from_s) as f32 * AGE_DB_PER_S
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(file: usize, weight_db: f32) -> Wish {
        Wish { sound: file, file, family: None, weight_db, seconds: 1.0, pausable: true }
    }

    fn started(answer: Answer) -> bool {
        matches!(answer, Answer::Start { .. })
    }

    #[test]
    fn the_limit_holds_and_the_lightest_gives_way_to_what_matters_more() {
        let mut voices = Voices::new(3);
        for file in 0..3 {
            assert!(started(voices.ask(wish(file, file as f32 * 10.0))));
        }
        assert_eq!(voices.ask(wish(10, 2.0)), Answer::Refused, "not enough more than the lightest");
        assert_eq!(voices.ask(wish(11, 3.0)), Answer::Start { id: 3, instead_of: Some(0) });
        assert_eq!(voices.count(), 3);
        voices.advance(0.9, false);
        assert_eq!(voices.ask(wish(12, 1.0)), Answer::Start { id: 4, instead_of: Some(3) }, "what has been heard weighs less");
        voices.advance(0.2, false);
        assert_eq!(voices.count(), 1);
    }

    #[test]
    fn families_have_their_own_limit_and_gap() {
        let mut voices = Voices::new(40);
        let of = |file, weight_db| Wish { family: Some((7, 2, 0.4)), ..wish(file, weight_db) };
        assert!(started(voices.ask(of(0, 0.0))));
        assert!(!started(voices.ask(of(1, 30.0))), "too soon");
        voices.advance(0.41, false);
        assert!(started(voices.ask(of(1, 0.0))));
        voices.advance(0.41, false);
        assert_eq!(voices.ask(of(2, 0.0)), Answer::Start { id: 2, instead_of: Some(0) }, "the oldest of the family");
        assert!(started(voices.ask(wish(9, -50.0))), "others are not touched");
    }

    #[test]
    fn the_same_file_does_not_start_twice_at_once() {
        let mut voices = Voices::new(40);
        assert!(started(voices.ask(wish(0, 0.0))));
        assert!(!started(voices.ask(wish(0, 0.0))));
        assert!(started(voices.ask(wish(1, 0.0))));
        voices.advance(0.031, false);
        assert!(started(voices.ask(wish(0, 0.0))));
        assert_eq!(voices.advance(f64::NAN, false), Vec::<u64>::new());
        assert_eq!(voices.advance(2.0, false), vec![0, 1, 2]);
    }

    #[test]
    fn in_a_pause_some_voices_stand_still_and_others_end() {
        let mut voices = Voices::new(40);
        voices.ask(wish(0, 0.0));
        voices.ask(Wish { pausable: false, ..wish(1, 0.0) });
        assert_eq!(voices.advance(5.0, true), vec![1]);
        assert!(voices.advance(0.9, false).is_empty());
        assert_eq!(voices.advance(0.2, false), vec![0]);
    }
}
