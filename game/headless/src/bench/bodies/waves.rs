//! The row that shows that nothing is left behind by what is gone: time and memory after two waves and after twenty.

use super::Ask;
use super::knocked::round4;
use super::scene::{Bed, blast, open};
use crate::bench::speed::clock::median;
use crate::bench::speed::row::{Reached, Row, round};
use content::command::Command;
use content::rules::EnemyKind;
use serde_json::json;

/// Row of [`waves`].
pub const WAVES: &[&str] = &["twenty-waves"];

/// Enemies of a wave: two of them fill the table of corpses.
const WAVE: u32 = 2_600;
/// Ticks of a wave: all are dead, have lain and are gone before the next.
const WAVE_TICKS: u32 = 300;
const AT: [f32; 2] = [80.0, 80.0];
/// Ticks that are timed when a wave is over.
const TIMED: u32 = 200;

struct After {
    /// Median tick, milliseconds.
    ms: f64,
    /// Bytes of the state without the 4 bytes that each id ever handed out keeps.
    state_bytes: usize,
    id_bytes: usize,
    corpses: usize,
}

fn wave(bed: &mut Bed) {
    bed.step(&[Command::Spawn { kind: EnemyKind(0), count: WAVE, at: AT, idle: true }]);
    for tick in 1..WAVE_TICKS {
        // Once thrown, once killed in the air.
        let command = match tick {
            5 => Some(blast(AT, 60.0, 18.0, 0)),
            20 => Some(blast(AT, 64.0, 18.0, 1_000_000)),
            60 => Some(blast(AT, 64.0, 18.0, 1_000_000)),
            _ => None,
        };
        bed.step(command.as_slice());
    }
}

fn after(bed: &mut Bed) -> After {
    let times: Vec<f64> = (0..TIMED).map(|_| bed.step(&[]).whole).collect();
    let world = bed.battle.world();
    let id_bytes = 4 * world.unit_ids.table().len();
    // Postcard writes a row of the id table in 1 to 5 bytes: measured on the table alone.
    let written = postcard::to_stdvec(&world.unit_ids).map_or(0, |bytes| bytes.len());
    After { ms: median(&times), state_bytes: bed.battle.save().len() - written, id_bytes, corpses: world.corpses.len() }
}

/// Twenty waves of 2,600, each thrown and killed.
pub fn waves(_: &Ask<'_>) -> Result<Vec<Row>, String> {
    let mut bed = Bed::new(open(160, 0, 1.0, 2.0), 1)?;
    let mut seen = Vec::new();
    for number in 1..=20 {
        wave(&mut bed);
        if number == 2 || number == 20 {
            seen.push(after(&mut bed));
        }
    }
    let world = bed.battle.world();
    let (two, twenty) = (&seen[0], &seen[1]);
    let gone = world.units.is_empty() && world.bodies.is_empty() && world.bombs.is_empty() && world.counters.killed == 20 * WAVE;
    let ratio = twenty.ms / two.ms;
    // The counters have grown by some digits.
    let same_state = twenty.state_bytes.abs_diff(two.state_bytes) <= 64 && twenty.corpses == two.corpses;
    Ok(vec![Row {
        id: WAVES[0],
        title: format!("an idle tick and the state's size after 20 waves of {WAVE} that were killed, beside those after 2"),
        article: "-",
        floor: "equal",
        goal: "equal",
        now: format!("{ratio:.2} of the ms, {} of {} bytes", twenty.state_bytes, two.state_bytes),
        reached: if gone && same_state && ratio < 1.1 { Reached::Goal } else { Reached::Below },
        differs: false,
        detail: json!({
            "ms": { "after 2": round4(two.ms), "after 20": round4(twenty.ms), "share": round(ratio) },
            "state bytes": { "after 2": two.state_bytes, "after 20": twenty.state_bytes },
            "table of ids, bytes": { "after 2": two.id_bytes, "after 20": twenty.id_bytes },
            "corpses": { "after 2": two.corpses, "after 20": twenty.corpses },
            "killed": world.counters.killed,
        }),
    }])
}
