//! Two hundred on one building: every melee slot is taken and stays so, also while one owner is killed every two seconds.

use super::course::{Crew, Look, Next, Scene, side_by_side};
use super::row::{Now, Reached, Text, percent};
use content::command::{BlastOrder, Command};
use glam::Vec2;
use sim::TICKS_PER_SECOND;
use sim::tables::{NO_SLOT, Phase};

/// The level.
pub const LEVEL: &str = "tower-ring";
/// Ticks of a run: 80 seconds, as the prototype was measured.
pub const TICKS: u32 = 2_400;
/// Ticks between two killings.
const KILL_TICKS: u32 = 2 * TICKS_PER_SECOND;
/// On its slot, metres.
const THERE_M: f32 = 0.01;
/// Nearer than this to its slot somebody stands on it, or should, metres.
const ARRIVING_M: f32 = 0.5;
/// A blast that reaches only the one on whom it is set off, metres: the next one stands 0.9 m away.
const KILL_RADIUS_M: f32 = 0.1;

pub const ROWS: &[Text] = &[
    Text {
        id: "ring-held",
        name: "tower-ring: time with all slots taken or on the way",
        article: "24 fill",
        study: "100 % from 14.6 s",
        floor: "95 %",
        goal: "95 %",
    },
    Text { id: "ring-killed", name: "tower-ring: the same, one owner killed every 2 s", article: "-", study: "-", floor: "95 %", goal: "95 %" },
    Text { id: "ring-error", name: "tower-ring: slot error, m", article: "-", study: "0", floor: "0.01", goal: "0" },
    Text { id: "ring-refill", name: "tower-ring: time until the next one stands on the slot, s", article: "-", study: "1.8", floor: "reported", goal: "1.2" },
];

/// What was seen of a ring.
#[derive(Default)]
pub struct Seen {
    /// Slots of the ring.
    pub slots: usize,
    /// Tick at which all were first owned, and first stood on.
    pub owned_at: Option<u32>,
    pub full_at: Option<u32>,
    /// Ticks since all were first owned, and those of them with all owned.
    pub seen: u32,
    pub owned: u32,
    /// Sum of slots stood on over the ticks since all were first stood on.
    used_sum: u64,
    used_ticks: u32,
    /// Farthest that somebody came to rest from its slot, metres.
    pub error_m: f32,
    pub kills: u32,
    /// Seconds from a killing until the next one stood on that slot.
    pub refills_s: Vec<f32>,
    /// Slots that nobody came to within two seconds.
    unfinished: usize,
}

impl Seen {
    /// Share of the time after arrival with all slots owned.
    pub fn held(&self) -> f64 {
        f64::from(self.owned) / f64::from(self.seen.max(1))
    }

    /// Slots stood on, on average since all were.
    fn used_mean(&self) -> f64 {
        self.used_sum as f64 / f64::from(self.used_ticks.max(1))
    }
}

pub fn measure(crew: &Crew, _wanted: &[bool]) -> Vec<Now> {
    match Scene::load(LEVEL) {
        Ok(scene) => {
            let mut seen = side_by_side([false, true].map(|kill| (kill, &scene)).map(|(kill, scene)| move || see(crew, scene, kill)).into());
            let killed = seen.pop().unwrap_or_default();
            let held = seen.pop().unwrap_or_default();
            judge(&held, &killed)
        }
        Err(sentence) => Now::all_failed(ROWS, &sentence),
    }
}

/// Follows the keep's ring, which stands for a tower's.
pub fn see(crew: &Crew, scene: &Scene, kill: bool) -> Seen {
    let mut seen = Seen::default();
    // Slots whose owner was killed, and when.
    let mut empty: Vec<(u16, u32)> = Vec::new();
    let mut last: Vec<Vec2> = Vec::new();
    crew.run(scene, TICKS, |look: &mut Look<'_>| {
        let tick = look.ticks();
        let Some(ring) = look.battle.derived().rings.all().first() else { return Next::Stop };
        let units = &look.battle.world().units;
        seen.slots = usize::from(ring.places);
        let owners: Vec<usize> = (0..units.len())
            .filter(|row| units.slot[*row] != NO_SLOT && units.target[*row] == ring.target && units.phase[*row] == Phase::Standing && units.health[*row] > 0)
            .collect();
        let away = |row: usize| ring.slot(units.slot[row]).map_or(f32::MAX, |slot| slot.at.distance(units.position[row]));
        let there: Vec<usize> = owners.iter().copied().filter(|row| away(*row) < THERE_M).collect();
        for row in owners.iter().copied() {
            let id = units.id[row].0 as usize;
            let rests = last.get(id).is_some_and(|before| before.distance(units.position[row]) < 1e-4);
            if rests && away(row) < ARRIVING_M {
                seen.error_m = seen.error_m.max(away(row));
            }
        }
        last.resize(look.battle.world().unit_ids.handed_out() as usize + 1, Vec2::NAN);
        for row in 0..units.len() {
            last[units.id[row].0 as usize] = units.position[row];
        }
        let (owned, full) = (owners.len() >= seen.slots, there.len() >= seen.slots);
        seen.owned_at = seen.owned_at.or(owned.then_some(tick));
        seen.full_at = seen.full_at.or(full.then_some(tick));
        if seen.owned_at.is_some() {
            seen.seen += 1;
            seen.owned += u32::from(owned);
        }
        if seen.full_at.is_some() {
            seen.used_sum += there.len() as u64;
            seen.used_ticks += 1;
        }
        // The killed one itself still stands there in the tick in which its end is ordered.
        empty.retain(|(slot, since)| {
            let filled = tick > since + 1 && there.iter().any(|row| units.slot[*row] == *slot);
            if filled {
                seen.refills_s.push((tick - since) as f32 * sim::TICK_S);
            }
            !filled
        });
        if kill && seen.full_at.is_some() && tick.is_multiple_of(KILL_TICKS) && !there.is_empty() {
            // All round the ring in a fixed order that is no pattern of its own.
            let row = there[(tick / KILL_TICKS * 7) as usize % there.len()];
            look.commands
                .push(Command::Blast { at: units.position[row].to_array(), blast: BlastOrder { radius_m: KILL_RADIUS_M, force_mps: 0.1, damage: 1_000_000 } });
            seen.kills += 1;
            empty.push((units.slot[row], tick));
        }
        Next::GoOn
    });
    // The last one may fall just before the end.
    seen.unfinished = empty.iter().filter(|(_, since)| TICKS - since > KILL_TICKS).count();
    seen
}

fn judge(held: &Seen, killed: &Seen) -> Vec<Now> {
    let share = |seen: &Seen| {
        let at = |tick: Option<u32>| tick.map_or_else(|| "never".to_owned(), |tick| format!("at {:.1} s", tick as f32 * sim::TICK_S));
        let detail = format!(
            "of {} slots all owned {}, all stood on {}; {:.2} stood on by mean since",
            seen.slots,
            at(seen.owned_at),
            at(seen.full_at),
            seen.used_mean()
        );
        let reached = if seen.owned_at.is_some() && seen.full_at.is_some() { Reached::at_least(seen.held(), 0.95, 0.95) } else { Reached::Below };
        Now::number(seen.held(), percent(seen.held()), reached, detail)
    };
    let error = f64::from(held.error_m.max(killed.error_m));
    let refill = f64::from(killed.refills_s.iter().sum::<f32>()) / killed.refills_s.len().max(1) as f64;
    let worst = killed.refills_s.iter().copied().fold(0.0, f32::max);
    let mut with_kills = share(killed);
    with_kills.detail = format!("{} killed; {}", killed.kills, with_kills.detail);
    if killed.kills == 0 {
        with_kills.reached = Reached::Below;
    }
    vec![
        share(held),
        with_kills,
        Now::number(error, format!("{error:.4}"), Reached::at_most(error, 0.01, 1e-4), "farthest that an owner rested from its slot".to_owned()),
        Now::number(
            refill,
            format!("{refill:.2}"),
            Reached::of(!killed.refills_s.is_empty() && killed.unfinished == 0, refill <= 1.2),
            format!("mean of {} refills, the slowest {worst:.2} s; {} slots stayed empty", killed.refills_s.len(), killed.unfinished),
        ),
    ]
}
