//! Clouds of dust, one a cell of 1.5 m (B14): what comes down there makes the cloud of that cell larger instead of adding
//! another, so a bomb into a crowd makes a few large clouds.

use crate::chance::{self, For};
use crate::ground::HeightField;
use base::records::PuffRecord;
use glam::Vec2;

/// Side of a cell, metres.
pub const CELL_M: f32 = 1.5;
/// Most clouds at once; the oldest make room.
pub const CLOUDS_MAX: usize = 400;
/// How long a cloud takes more dust in, ticks.
const OPEN_TICKS: u32 = 10;
/// How long a cloud of strength 1 is seen, seconds; larger ones up to twice as long.
const LIFE_S: f32 = 1.3;

/// One cloud.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cloud {
    cell: [i32; 2],
    at: Vec2,
    strength: f32,
    start_tick: u32,
    number: u32,
}

/// All clouds.
#[derive(Clone, Debug, Default)]
pub struct Dust {
    clouds: Vec<Cloud>,
    /// For each cell of the map, one more than the newest cloud's index in `clouds`; checked against the cloud's own cell.
    newest: Vec<u16>,
    columns: usize,
    rows: usize,
    /// The oldest, once all places are taken.
    next: usize,
    made: u32,
}

impl Dust {
    pub(crate) fn new(map_m: Vec2) -> Self {
        let side = |m: f32| (m.clamp(0.0, 4096.0) / CELL_M) as usize + 1;
        let (columns, rows) = (side(map_m.x), side(map_m.y));
        Self { clouds: Vec::with_capacity(CLOUDS_MAX), newest: vec![0; columns * rows], columns, rows, next: 0, made: 0 }
    }

    /// Number of clouds that are kept, seen or not.
    #[must_use]
    pub fn len(&self) -> usize {
        self.clouds.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.clouds.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.clouds.clear();
        self.next = 0;
    }

    /// Dust rises at a place of the view's world. `strength` 1 is one body coming down.
    pub fn raise(&mut self, at: Vec2, strength: f32, tick: u32) {
        let cell = [(at.x / CELL_M).floor() as i32, (at.y / CELL_M).floor() as i32];
        if cell[0] < 0 || cell[1] < 0 || cell[0] as usize >= self.columns || cell[1] as usize >= self.rows {
            return;
        }
        let index = cell[1] as usize * self.columns + cell[0] as usize;
        let open = usize::from(self.newest[index]).checked_sub(1).and_then(|k| self.clouds.get_mut(k));
        if let Some(cloud) = open.filter(|c| c.cell == cell && tick.saturating_sub(c.start_tick) <= OPEN_TICKS) {
            cloud.at += (at - cloud.at) * (strength / (cloud.strength + strength).max(1e-3));
            cloud.strength += strength;
            return;
        }
        self.made = self.made.wrapping_add(1);
        let cloud = Cloud { cell, at, strength, start_tick: tick, number: self.made };
        let place = if self.clouds.len() < CLOUDS_MAX {
            self.clouds.push(cloud);
            self.clouds.len() - 1
        } else {
            self.clouds[self.next] = cloud;
            self.next = (self.next + 1) % CLOUDS_MAX;
            (self.next + CLOUDS_MAX - 1) % CLOUDS_MAX
        };
        self.newest[index] = place as u16 + 1;
    }

    /// Puffs of this moment (`now_s`: seconds of play).
    pub(crate) fn fill(&self, now_s: f32, ground: &HeightField, out: &mut Vec<PuffRecord>) {
        for c in &self.clouds {
            let size = (c.strength.sqrt() * 0.55).clamp(0.35, 2.2);
            let life = LIFE_S * (0.7 + 0.6 * size);
            let age = (now_s - c.start_tick as f32 * sim::TICK_S) / life;
            if !(0.0..1.0).contains(&age) {
                continue;
            }
            let puffs = if c.strength < 2.5 {
                1
            } else if c.strength < 8.0 {
                2
            } else {
                3
            };
            let z = ground.at(c.at);
            // up fast, then slowly thinner
            let opacity = (age * 12.0).min(1.0) * (1.0 - age) * (1.0 - age) * (0.22 + 0.12 * size).min(0.46);
            for n in 0..puffs {
                let key = u64::from(c.number) * 4 + n;
                let (a, d) = (chance::range(For::Dust, key, 0, 0.0, std::f32::consts::TAU), chance::range(For::Dust, key, 1, 0.0, 0.35) * size * n as f32);
                let shade = chance::range(For::Dust, key, 2, 0.92, 1.08);
                let grown = 0.55 + 0.75 * (1.0 - (1.0 - age) * (1.0 - age));
                out.push(PuffRecord {
                    position: [c.at.x + d * a.cos(), c.at.y + d * a.sin(), z + (0.25 + 0.45 * age) * size],
                    size_m: size * grown,
                    color: [0.62 * shade, 0.49 * shade, 0.33 * shade, opacity],
                    look: [0.8, 0.0, chance::unit(For::Dust, key, 3), age],
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn a_thousand_landings_within_a_cell_are_one_cloud() {
        let mut dust = Dust::new(vec2(64.0, 64.0));
        for k in 0..1000 {
            dust.raise(vec2(15.05 + (k % 10) as f32 * 0.14, 16.6 + (k / 10) as f32 * 0.012), 1.0, 7);
        }
        assert_eq!(dust.len(), 1);
        assert_eq!(dust.clouds[0].strength, 1000.0);
        // its middle is that of what came down
        assert!(dust.clouds[0].at.distance(vec2(15.68, 17.194)) < 0.01, "{}", dust.clouds[0].at);
        dust.raise(vec2(15.1, 16.6), 1.0, 7 + OPEN_TICKS + 1);
        assert_eq!(dust.len(), 2, "an old cloud takes nothing more in");
    }

    #[test]
    fn a_bomb_into_a_crowd_raises_one_cloud_a_cell_and_few_puffs() {
        let mut dust = Dust::new(vec2(64.0, 64.0));
        // 400 come down within 6 m and a third of a second, in any order
        for k in 0..400u32 {
            let (angle, far) = (k as f32 * 2.4, 6.0 * ((k * 7 % 400) as f32 / 400.0).sqrt());
            dust.raise(vec2(32.0 + far * angle.cos(), 32.0 + far * angle.sin()), 1.0, 100 + k % OPEN_TICKS);
        }
        let mut cells: Vec<[i32; 2]> = dust.clouds.iter().map(|c| c.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        assert_eq!(cells.len(), dust.len(), "never two clouds in one cell");
        assert!((30..=69).contains(&dust.len()), "{} clouds", dust.len());
        assert!((dust.clouds.iter().map(|c| c.strength).sum::<f32>() - 400.0).abs() < 0.1, "no dust is lost");
        let mut puffs = vec![];
        dust.fill(110.0 * sim::TICK_S, &HeightField::flat(), &mut puffs);
        assert!(!puffs.is_empty() && puffs.len() <= dust.len() * 3, "{} puffs", puffs.len());
        let largest = puffs.iter().fold(0.0f32, |a, p| a.max(p.size_m));
        assert!(largest > 1.0, "and they are large: {largest} m");
    }

    #[test]
    fn clouds_have_a_limit_and_places_outside_the_map_raise_none() {
        let mut dust = Dust::new(vec2(512.0, 512.0));
        for k in 0..5000 {
            dust.raise(vec2((k % 300) as f32 * 1.7, (k / 300) as f32 * 1.7), 1.0, k);
        }
        assert_eq!(dust.len(), CLOUDS_MAX);
        let mut empty = Dust::new(vec2(8.0, 8.0));
        for at in [vec2(-1.0, 2.0), vec2(9000.0, 1.0), vec2(f32::NAN, f32::NAN)] {
            empty.raise(at, 1.0, 0);
        }
        assert!(empty.len() <= 1);
    }
}
