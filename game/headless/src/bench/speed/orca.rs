//! A crowd walked by dodgy_2d (ORCA), for comparison: the same enemies in the same places with the same radii, speeds,
//! walls and wishes as ours, 30 ticks a second.
//!
//! Parameters ([`USUAL`]): time horizons as in dodgy_2d's README (3 s between agents, 1 s to obstacles); obstacle margin =
//! radius. Neighbors come from a uniform grid, rebuilt every tick by a counting sort that also lays the agents in cell
//! order (cell = neighbor distance, 3 x 3 cells are looked at): the 10 nearest within 2 m. ORCA libraries ship with more
//! (10 within 15 m in RVO2's examples, all within `speed * horizon + 2 radius` = 7.4 m in dodgy_2d's own `Simulator`); the
//! smaller distance costs it nothing here but quality, and is the faster for it. [`LEAN`] goes further that way, to show
//! how much hangs on the choice.
//! Walls are closed counter-clockwise obstacles; an agent is given those that it can reach within the obstacle horizon.
//! The preferred velocity is our field's direction at the agent's place times its top speed; its price is kept apart.
//!
//! What ours does beyond this is in our time, not in its: fields, density, slots, correction of overlaps.

use super::clock::{thread_ms, wall_ms};
use super::crowd_level::Plan;
use super::walk::Tick;
use content::rules::ClassIndex;
use dodgy_2d::{Agent, AvoidanceOptions, Obstacle, Vec2};
use rayon::prelude::*;
use sim::TICK_S;
use sim::derived::field::Fields;
use sim::tables::{TowerId, Units};
use std::borrow::Cow;

/// What a user of the library chooses.
#[derive(Clone, Copy)]
pub struct Parameters {
    /// Centers farther apart are no neighbors, meters; also the side of a cell.
    pub neighbor_m: f32,
    /// Most neighbors of one agent, the nearest first; at most [`NEIGHBORS_MAX`].
    pub neighbors: usize,
    /// Collisions with agents are avoided so far ahead.
    pub horizon_s: f32,
}

/// The reasonable use that verdicts are about.
pub const USUAL: Parameters = Parameters { neighbor_m: 2.0, neighbors: 10, horizon_s: 3.0 };
/// As little as still avoids anything.
pub const LEAN: Parameters = Parameters { neighbor_m: 1.5, neighbors: 6, horizon_s: 1.0 };

const NEIGHBORS_MAX: usize = 10;
/// dodgy_2d's README.
const OBSTACLE_HORIZON_S: f32 = 1.0;
/// Most pieces of rock that a cell's mask can name.
const ROCK_MAX: usize = 32;
/// Agents a chunk when several threads work.
const CHUNK: usize = 512;

/// The crowd.
pub struct Orca {
    parameters: Parameters,
    agents: Vec<Agent>,
    speed_mps: Vec<f32>,
    wishes: Vec<Vec2>,
    /// In cell order: agents, where they came from, what they decide.
    sorted: Vec<Agent>,
    rows: Vec<u32>,
    decided: Vec<Vec2>,
    width: usize,
    height: usize,
    /// First place of each cell of the grid; one more at the end.
    start: Vec<u32>,
    cursor: Vec<u32>,
    rock: Vec<Obstacle>,
    /// By square meter: which pieces of rock are near, one bit each.
    rock_near: Vec<u32>,
    map_width: usize,
    map_height: usize,
}

impl Orca {
    /// The enemies of a battle as they stand.
    pub fn new(plan: &Plan, units: &Units, radius_m: f32, parameters: Parameters) -> Self {
        assert!((1..=NEIGHBORS_MAX).contains(&parameters.neighbors), "1 to {NEIGHBORS_MAX} neighbors");
        let agent = |row: usize| {
            let (at, velocity) = (units.position[row], units.velocity[row]);
            Agent { position: Vec2::new(at.x, at.y), velocity: Vec2::new(velocity.x, velocity.y), radius: radius_m, avoidance_responsibility: 1.0 }
        };
        let count = units.len();
        let agents: Vec<Agent> = (0..count).map(agent).collect();
        let (map_width, map_height) = (plan.width as usize, plan.height as usize);
        let (width, height) = ((plan.width as f32 / parameters.neighbor_m).ceil() as usize, (plan.height as f32 / parameters.neighbor_m).ceil() as usize);
        let squares = plan.rock();
        assert!(squares.len() <= ROCK_MAX, "the masks hold {ROCK_MAX} pieces of rock");
        let reach = radius_m + OBSTACLE_HORIZON_S * units.speed_mps.iter().copied().fold(0.0, f32::max);
        let mut rock_near = vec![0; map_width * map_height];
        for (piece, [left, top, right, bottom]) in squares.iter().enumerate() {
            for y in (top - reach).floor().max(0.0) as usize..((bottom + reach).ceil() as usize).min(map_height) {
                for x in (left - reach).floor().max(0.0) as usize..((right + reach).ceil() as usize).min(map_width) {
                    rock_near[y * map_width + x] |= 1 << piece;
                }
            }
        }
        let corners = |[left, top, right, bottom]: [f32; 4]| [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| Vec2::new(x, y));
        Self {
            parameters,
            sorted: agents.clone(),
            agents,
            speed_mps: units.speed_mps.clone(),
            wishes: vec![Vec2::ZERO; count],
            rows: vec![0; count],
            decided: vec![Vec2::ZERO; count],
            width,
            height,
            start: Vec::new(),
            cursor: Vec::new(),
            rock: squares.into_iter().map(|square| Obstacle::Closed { vertices: corners(square).to_vec() }).collect(),
            rock_near,
            map_width,
            map_height,
        }
    }

    /// Ticks with a clock on this thread. The times of the "horde" are those of grid, avoidance and step; the whole tick
    /// has the wishes too.
    pub fn turn(&mut self, fields: &Fields, ticks: u32) -> Vec<Tick> {
        let step = |_| {
            let (cpu, wall) = (thread_ms(), wall_ms());
            self.wish(fields);
            let (wished_cpu, wished_wall) = (thread_ms(), wall_ms());
            self.sort();
            self.avoid();
            self.step();
            let (done_cpu, done_wall) = (thread_ms(), wall_ms());
            Tick { horde_cpu: done_cpu - wished_cpu, cpu: done_cpu - cpu, horde_wall: done_wall - wished_wall, wall: done_wall - wall }
        };
        (0..ticks).map(step).collect()
    }

    /// Mean way toward the right since the start of the run, to see that it walks at all.
    pub fn mean_x(&self) -> f32 {
        self.agents.iter().map(|agent| agent.position.x).sum::<f32>() / self.agents.len().max(1) as f32
    }

    fn wish(&mut self, fields: &Fields) {
        for ((wish, agent), speed_mps) in self.wishes.iter_mut().zip(&self.agents).zip(&self.speed_mps) {
            let direction = fields.direction(TowerId::NONE, ClassIndex(0), [agent.position.x, agent.position.y].into());
            *wish = Vec2::new(direction.x, direction.y) * *speed_mps;
        }
    }

    fn cell_of(&self, at: Vec2) -> (usize, usize) {
        // Casts saturate: an agent outside the map lands in a border cell.
        let cell_m = self.parameters.neighbor_m;
        (((at.x / cell_m) as usize).min(self.width - 1), ((at.y / cell_m) as usize).min(self.height - 1))
    }

    fn sort(&mut self) {
        let cells = self.width * self.height;
        self.start.clear();
        self.start.resize(cells + 1, 0);
        for agent in &self.agents {
            let (x, y) = self.cell_of(agent.position);
            self.start[y * self.width + x + 1] += 1;
        }
        for cell in 0..cells {
            self.start[cell + 1] += self.start[cell];
        }
        self.cursor.clear();
        self.cursor.extend_from_slice(&self.start[..cells]);
        for (row, agent) in self.agents.iter().enumerate() {
            let (x, y) = self.cell_of(agent.position);
            let place = &mut self.cursor[y * self.width + x];
            self.sorted[*place as usize] = agent.clone();
            self.rows[*place as usize] = row as u32;
            *place += 1;
        }
    }

    /// On the threads of the pool that this runs on; with one thread, one after the other.
    fn avoid(&mut self) {
        let mut decided = std::mem::take(&mut self.decided);
        if rayon::current_num_threads() == 1 {
            self.avoid_chunk(0, &mut decided);
        } else {
            decided.par_chunks_mut(CHUNK).enumerate().for_each(|(k, chunk)| self.avoid_chunk(k * CHUNK, chunk));
        }
        self.decided = decided;
    }

    fn avoid_chunk(&self, first: usize, decided: &mut [Vec2]) {
        let mut neighbors: Vec<Cow<'_, Agent>> = Vec::with_capacity(NEIGHBORS_MAX);
        let mut rock: Vec<Cow<'_, Obstacle>> = Vec::with_capacity(ROCK_MAX);
        for (k, decided) in decided.iter_mut().enumerate() {
            let place = first + k;
            let agent = &self.sorted[place];
            self.gather(place, &mut neighbors);
            rock.clear();
            let square = (agent.position.y as usize).min(self.map_height - 1) * self.map_width + (agent.position.x as usize).min(self.map_width - 1);
            let mut near = self.rock_near[square];
            while near != 0 {
                rock.push(Cow::Borrowed(&self.rock[near.trailing_zeros() as usize]));
                near &= near - 1;
            }
            let row = self.rows[place] as usize;
            let options =
                AvoidanceOptions { obstacle_margin: agent.radius, time_horizon: self.parameters.horizon_s, obstacle_time_horizon: OBSTACLE_HORIZON_S };
            *decided = agent.compute_avoiding_velocity(&neighbors, &rock, self.wishes[row], self.speed_mps[row], TICK_S, &options);
        }
    }

    /// The nearest neighbors of one place, by insertion into a short sorted list.
    fn gather<'a>(&'a self, place: usize, neighbors: &mut Vec<Cow<'a, Agent>>) {
        let at = self.sorted[place].position;
        let (x, y) = self.cell_of(at);
        let mut found = [(0.0f32, 0u32); NEIGHBORS_MAX];
        let mut count = 0;
        let Parameters { neighbor_m, neighbors: most, .. } = self.parameters;
        let mut limit = neighbor_m * neighbor_m;
        for row in y.saturating_sub(1)..=(y + 1).min(self.height - 1) {
            let from = self.start[row * self.width + x.saturating_sub(1)] as usize;
            let to = self.start[row * self.width + (x + 1).min(self.width - 1) + 1] as usize;
            for other in from..to {
                let distance = self.sorted[other].position.distance_squared(at);
                if distance >= limit || other == place {
                    continue;
                }
                if count < most {
                    count += 1;
                }
                let mut slot = count - 1;
                while slot > 0 && found[slot - 1].0 > distance {
                    found[slot] = found[slot - 1];
                    slot -= 1;
                }
                found[slot] = (distance, other as u32);
                if count == most {
                    limit = found[most - 1].0;
                }
            }
        }
        neighbors.clear();
        neighbors.extend(found[..count].iter().map(|(_, other)| Cow::Borrowed(&self.sorted[*other as usize])));
    }

    fn step(&mut self) {
        for (row, velocity) in self.rows.iter().zip(&self.decided) {
            let agent = &mut self.agents[*row as usize];
            agent.velocity = *velocity;
            agent.position += *velocity * TICK_S;
        }
    }
}
