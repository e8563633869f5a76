//! Levels for the benchmarks, made in code: a crowd of small enemies (radius 0.4 m, 2.2 m/s) left of a wall with gaps of
//! 8 m, the keep on its other side.
//!
//! The base is the scene of our prototype: 10,000 on 95 m x 170 m (0.62 enemies a square meter) before a wall with four
//! gaps on a map of 176 x 176. Larger crowds get maps that keep density and gaps per enemy; where 512 x 512 is not enough
//! the plan says what it comes to.

use content::level::{Crowd, Entrance, Goal, Keep, Level, SizeClass};
use content::map::{Cell, Map, Terrain};
use content::rules::{ClassIndex, DifficultyFactors, Enemy, EnemyKind, Rules};
use std::sync::Arc;

/// Depth of the wall in cells.
const WALL_CELLS: i32 = 4;
/// Height of the rock, meters.
const ROCK_M: f32 = 5.0;
/// Density of a jam from the start, enemies a square meter: what stands before a gap after a while.
const PACKED: f64 = 1.25;
/// From the crowd's rectangle to the wall, cells.
const APRON_CELLS: i32 = 2;

/// Where things stand.
pub struct Plan {
    /// How many enemies.
    pub count: u32,
    /// Cells in a row.
    pub width: i32,
    /// Rows.
    pub height: i32,
    /// Rectangle of the crowd: left, top, right, bottom.
    pub crowd: [i32; 4],
    /// Upper end and width of each gap in the wall, cells.
    pub gaps: Vec<(i32, i32)>,
    /// Middle of the keep.
    pub keep: (i32, i32),
    /// Side of the keep, cells.
    pub keep_side: u8,
    /// A wall below the crowd in this row, for maps larger than the scene.
    pub floor_row: Option<i32>,
}

impl Plan {
    /// The prototype's scene.
    pub fn ten_thousand() -> Self {
        Self {
            count: 10_000,
            width: 176,
            height: 176,
            crowd: [3, 3, 98, 173],
            gaps: [20, 60, 108, 148].map(|y| (y, 8)).to_vec(),
            keep: (160, 88),
            keep_side: 11,
            floor_row: None,
        }
    }

    /// The same shape for more: sides grow by the root, one gap of 8 m for each 2,500 as far as the wall holds them.
    pub fn grown(count: u32) -> Self {
        let scale = (f64::from(count) / 10_000.0).sqrt();
        let area = 95.0 * 170.0 * f64::from(count) / 10_000.0;
        let height = ((176.0 * scale).round() as i32).min(512);
        let rows = height - 6;
        // 96 columns stay for the wall, the ground behind it and the keep.
        let depth = ((area / f64::from(rows)).round() as i32).min(512 - 96);
        let wall = 3 + depth + APRON_CELLS;
        let gaps = (count as i32 / 2_500).min((rows - 4) / 12);
        let pitch = f64::from(height) / f64::from(gaps);
        Self {
            count,
            width: (wall + 76).max((176.0 * scale) as i32).min(512),
            height,
            crowd: [3, 3, 3 + depth, height - 3],
            gaps: (0..gaps).map(|k| ((pitch * (f64::from(k) + 0.5)).round() as i32 - 4, 8)).collect(),
            keep: ((wall + 60).min(512 - 14), height / 2),
            keep_side: 11,
            floor_row: None,
        }
    }

    /// A slice of a wide front: 101 rows and four gaps for each 10,000, always equally deep, up to 50,000. What one enemy
    /// sees is the same for any count.
    pub fn slice(count: u32) -> Self {
        const DEPTH: i32 = 160;
        const ROWS: i32 = 101;
        let (slices, wall) = (count as i32 / 10_000, 3 + DEPTH + APRON_CELLS);
        let height = (slices * ROWS + 6).min(512);
        Self {
            count,
            width: wall + 76,
            height,
            crowd: [3, 3, 3 + DEPTH, height - 3],
            gaps: (0..4 * slices).map(|k| (3 + (f64::from(ROWS) / 4.0 * (f64::from(k) + 0.5)).round() as i32 - 4, 8)).collect(),
            keep: (wall + 60, height / 2),
            keep_side: 11,
            floor_row: None,
        }
    }

    /// The same level with the crowd at twice the density, close before the wall: a jam that is there within seconds. Of a
    /// large crowd on its usual rectangle those behind would walk for a minute until they stand.
    pub fn packed(mut self) -> Self {
        let depth = self.crowd[2] - self.crowd[0];
        self.crowd[0] = self.crowd[2] - (f64::from(depth) * (self.density() / PACKED).min(1.0)).ceil() as i32;
        self
    }

    /// The same 10,000 in the same corner of maps of different size. On 128 x 128 they stand denser than in the
    /// prototype's scene (0.86 a square meter); the corner is the same on the larger maps, walled off below, and all the
    /// rest is open ground that the fields must cover.
    pub fn on_map(side: i32) -> Self {
        Self {
            count: 10_000,
            width: side,
            height: side,
            crowd: [3, 3, 98, 125],
            gaps: [12, 44, 76, 108].map(|y| (y, 8)).to_vec(),
            keep: (118, 64),
            keep_side: 7,
            floor_row: (side > 128).then_some(127),
        }
    }

    /// Enemies a square meter at the start.
    pub fn density(&self) -> f64 {
        let [left, top, right, bottom] = self.crowd;
        f64::from(self.count) / (f64::from(right - left) * f64::from(bottom - top))
    }

    /// Left end of the wall.
    fn wall_x(&self) -> i32 {
        self.crowd[2] + APRON_CELLS
    }

    /// Rectangles of rock: left, top, right, bottom in meters. The keep's square is the last one.
    pub fn rock(&self) -> Vec<[f32; 4]> {
        let (w, h, x) = (self.width, self.height, self.wall_x());
        let mut rock = vec![[0, 0, w, 1], [0, h - 1, w, h], [0, 0, 1, h], [w - 1, 0, w, h]];
        let mut top = 1;
        for (gap, width) in &self.gaps {
            rock.push([x, top, x + WALL_CELLS, *gap]);
            top = gap + width;
        }
        rock.push([x, top, x + WALL_CELLS, self.floor_row.unwrap_or(h - 1)]);
        if let Some(row) = self.floor_row {
            rock.push([0, row, x + WALL_CELLS, row + 1]);
        }
        let half = i32::from(self.keep_side / 2);
        rock.push([self.keep.0 - half, self.keep.1 - half, self.keep.0 + half + 1, self.keep.1 + half + 1]);
        rock.into_iter().map(|rectangle| rectangle.map(|side| side as f32)).collect()
    }

    /// The level.
    pub fn level(&self) -> Arc<Level> {
        let (width, height) = (self.width as u32, self.height as u32);
        let cells = (width * height) as usize;
        let mut map = Map { width, height, terrain: vec![Terrain::Ground; cells], cliff_m: vec![0.0; cells] };
        let rock = self.rock();
        let (_keep, rock) = rock.split_last().expect("the keep's square is always there");
        for [left, top, right, bottom] in rock.iter().map(|rectangle| rectangle.map(|side| side as i32)) {
            for y in top..bottom {
                for x in left..right {
                    if let Some(cell) = map.index(Cell::new(x, y)) {
                        map.terrain[cell] = Terrain::Cliff;
                        map.cliff_m[cell] = ROCK_M;
                    }
                }
            }
        }
        let side = |k: usize| self.crowd[k] as f32;
        Arc::new(Level {
            id: "bench".to_owned(),
            name: "Bench".to_owned(),
            about: String::new(),
            map,
            classes: vec![SizeClass::new("small", 0.4)],
            entrances: vec![Entrance { id: "west".to_owned(), from: [2.5, 10.5], to: [2.5, 20.5] }],
            keep: Keep { cell: Cell::new(self.keep.0, self.keep.1), footprint_cells: self.keep_side, health: i32::MAX },
            waves: Vec::new(),
            seed: 7,
            gold: 0,
            build_ticks: 0,
            walling_in: false,
            wall_surcharge: 0.5,
            exits: Vec::new(),
            testbed: true,
            endless: true,
            probes: Vec::new(),
            crowds: vec![Crowd {
                enemy: EnemyKind(0),
                class: ClassIndex(0),
                count: self.count,
                from: [side(0), side(1)],
                to: [side(2), side(3)],
                idle: false,
                speed_mps: None,
                goal: Goal::Keep,
            }],
            towers: Vec::new(),
            kegs: Vec::new(),
            commands: Vec::new(),
            content_hash: 0,
        })
    }
}

/// Tables with the one enemy that walks here.
pub fn rules() -> Arc<Rules> {
    let walker = Enemy {
        id: "walker".to_owned(),
        name: "Walker".to_owned(),
        model: "skeleton".to_owned(),
        class: "small".to_owned(),
        speed_mps: 2.2,
        health: 70,
        damage: 1,
        strike_ticks: 30,
        reward: 0,
        keep_damage: 1,
        knock_resistance: 0.0,
        knock_immune: false,
        kicks: false,
        ignores_towers: true,
        height_m: 1.7,
        weight: 1.0,
        blast: None,
    };
    let factors = DifficultyFactors { health: 1.0, count: 1.0, gold: 1.0 };
    Arc::new(Rules { enemies: vec![walker], towers: Vec::new(), powers: Vec::new(), difficulties: [factors; 3], content_hash: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim::derived::ground::Ground;
    use sim::{Options, Simulation};

    /// Everyone stands where asked, nobody in rock, and the keep is reached through the gaps alone.
    #[test]
    fn plans_are_levels_that_work() {
        let plans = [Plan::ten_thousand(), Plan::grown(3_000), Plan::grown(50_000), Plan::grown(200_000), Plan::on_map(128), Plan::on_map(512)];
        for plan in plans.into_iter().chain([Plan::grown(10_000).packed(), Plan::slice(10_000), Plan::slice(50_000).packed()]) {
            let name = format!("{} on {} x {}", plan.count, plan.width, plan.height);
            let battle = Simulation::new(plan.level(), rules(), Options::default());
            let (units, ground): (_, &Ground) = (&battle.world().units, &battle.derived().ground);
            assert_eq!(units.len(), plan.count as usize, "{name}");
            let walled = plan.gaps.iter().all(|(top, width)| *top > 0 && top + width < plan.height);
            assert!(walled, "{name}: gaps {:?}", plan.gaps);
            let keep = glam::vec2(plan.keep.0 as f32 - 8.0, plan.keep.1 as f32);
            for at in &units.position {
                assert!(ground.walkable_at(ClassIndex(0), *at), "{name}: somebody stands in rock at {at}");
                assert_eq!(ground.region_at(ClassIndex(0), *at), ground.region_at(ClassIndex(0), keep), "{name}: no way from {at} to the keep");
            }
            let shut = Plan { gaps: Vec::new(), ..plan };
            let battle = Simulation::new(shut.level(), rules(), Options::default());
            let ground = &battle.derived().ground;
            let first = battle.world().units.position[0];
            assert_ne!(ground.region_at(ClassIndex(0), first), ground.region_at(ClassIndex(0), keep), "{name}: a way beside the gaps");
        }
    }
}
