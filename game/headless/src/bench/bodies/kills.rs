//! Rows about many deaths and many blasts: 1,000 killed in one tick, and 200 kegs in a chain.

use super::Ask;
use super::knocked::round4;
use super::scene::{Bed, Tick, blast, idle, open};
use crate::bench::speed::clock::{least, median, share};
use crate::bench::speed::row::{Reached, Row, at_most};
use content::level::Kegs;
use content::rules::Blast;
use serde_json::json;
use sim::Event;

/// Row of [`kills`].
pub const KILLS: &[&str] = &["kill-1000"];
/// Row of [`chain`].
pub const CHAIN: &[&str] = &["keg-chain-200"];

const ROUNDS: u32 = 21;
const KILLED: usize = 1_000;
/// Ticks in which the killed fly, lie and fade.
const AFTER: u32 = 260;

/// 1,000 of 3,000 killed by one blast: what that tick takes more than the one before, and what all later ones do.
pub fn kills(_: &Ask<'_>) -> Result<Vec<Row>, String> {
    let at = [80.0, 80.0];
    let mut bed = Bed::new(open(160, 3_000, 53.0, 107.0), 1)?;
    bed.step(&[]);
    let saved = bed.battle.save();
    let (mut extra, mut later_most, mut killed) = (Vec::new(), Vec::new(), 0);
    for _ in 0..ROUNDS {
        bed.load(&saved)?;
        let mut far: Vec<f32> = bed.battle.world().units.position.iter().map(|position| position.distance(at.into())).collect();
        far.sort_by(f32::total_cmp);
        let radius_m = 0.5 * (far[KILLED - 1] + far[KILLED]);
        let before = median(&(0..5).map(|_| bed.step(&[]).bodies).collect::<Vec<_>>());
        let tick = bed.step(&[blast(at, radius_m, 18.0, 100_000)]);
        killed = bed.battle.events().iter().filter(|event| matches!(event, Event::Killed { .. })).count();
        extra.push(tick.bodies - before);
        let later: Vec<f64> = (0..AFTER).map(|_| bed.step(&[]).bodies - before).collect();
        later_most.push(share(&later, 1.0));
    }
    let left = bed.battle.world().bodies.len();
    Ok(vec![Row {
        id: KILLS[0],
        title: format!("{killed} of 3,000 killed by one blast in one tick: what it takes more than the tick before"),
        article: "target 1.5 ms, never measured",
        floor: "1.5",
        goal: "0.3",
        now: format!("{:.3} ms", median(&extra)),
        reached: if killed == KILLED && left == 0 { at_most(median(&extra), 1.5, 0.3) } else { Reached::Below },
        differs: false,
        detail: json!({
            "ms more": { "least": round4(least(&extra)), "median": round4(median(&extra)) },
            "dearest later tick ms more": round4(median(&later_most)),
            "corpses": bed.battle.world().corpses.len(),
        }),
    }])
}

/// 200 kegs in a serpentine among 2,000: the dearest tick while it burns through.
pub fn chain(_: &Ask<'_>) -> Result<Vec<Row>, String> {
    let mut level = open(160, 0, 1.0, 2.0);
    level.crowds = vec![idle(2_000, [45.0, 45.0], [115.0, 115.0])];
    let powder = Blast { radius_m: 4.0, force_mps: 14.0, damage: 20 };
    // Ten rows of twenty, each begun where the one before ends.
    level.kegs = (0..10_u8)
        .map(|row| {
            let (y, ends) = (50.0 + 6.5 * f32::from(row), if row % 2 == 0 { [50.0, 110.0] } else { [110.0, 50.0] });
            Kegs { from: [ends[0], y], to: [ends[1], y + 5.5], count: 20, blast: powder }
        })
        .collect();
    let mut bed = Bed::new(level, 1)?;
    bed.step(&[]);
    let saved = bed.battle.save();
    let (mut most, mut whole_most, mut ticks, mut blasts) = (Vec::new(), Vec::new(), 0, 0);
    for _ in 0..ROUNDS {
        bed.load(&saved)?;
        let mut times: Vec<Tick> = vec![bed.step(&[blast([50.0, 50.0], 2.0, 14.0, 20)])];
        while !bed.battle.world().bombs.is_empty() && times.len() < 1_000 {
            times.push(bed.step(&[]));
        }
        (ticks, blasts) = (times.len(), bed.battle.world().counters.blasts);
        most.push(times.iter().map(|tick| tick.bodies).fold(0.0, f64::max));
        whole_most.push(times.iter().map(|tick| tick.whole).fold(0.0, f64::max));
    }
    Ok(vec![Row {
        id: CHAIN[0],
        title: format!("200 kegs in a chain among 2,000: the dearest tick of the {ticks} in which it burns through"),
        article: "-",
        floor: "reported",
        goal: "reported",
        now: format!("{blasts} blasts, {:.3} ms", median(&most)),
        reached: if blasts == 201 { Reached::Reported } else { Reached::Below },
        differs: false,
        detail: json!({ "dearest tick's bodies ms": round4(median(&most)), "dearest whole tick ms": round4(median(&whole_most)) }),
    }])
}
