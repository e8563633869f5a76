//! `field LEVEL --class NAME --at X,Y ... [--goal X,Y]`: what the crowd knows about its way.

use crate::output::say;
use crate::{Done, place};
use clap::Args;
use content::level::Level;
use content::map::Cell;
use content::rules::ClassIndex;
use glam::Vec2;
use serde_json::{Value, json};
use sim::derived::Derived;
use sim::derived::field::GOAL;
use sim::systems::horde::refresh_fields::{memory_to, plain_memory};
use sim::tables::TowerId;
use sim::world::FieldMemory;
use sim::{Options, Simulation};
use std::process::ExitCode;

#[derive(Args)]
pub struct Field {
    /// A level's folder or its id.
    level: String,
    /// The size class.
    #[arg(long)]
    class: String,
    /// Places in meters, X,Y from the top left of the picture.
    #[arg(long, required = true, num_args = 1.., value_parser = point)]
    at: Vec<[f32; 2]>,
    /// Measures to the middle of the cell at this place instead of to the places round the keep where the class strikes
    /// (to the middle of a keep of one cell).
    #[arg(long, value_parser = point)]
    goal: Option<[f32; 2]>,
    /// The last line of standard output is one JSON object.
    #[arg(long)]
    json: bool,
}

fn point(text: &str) -> Result<[f32; 2], String> {
    let number = |part: &str| part.trim().parse::<f32>().ok().filter(|v| v.is_finite());
    let (x, y) = text.split_once(',').ok_or("write X,Y, for example 12.5,40")?;
    number(x).zip(number(y)).map(|(x, y)| [x, y]).ok_or_else(|| "write two numbers X,Y, for example 12.5,40".to_owned())
}

impl Field {
    pub fn carry_out(&self) -> Done {
        let (level, rules) = place::level(&self.level)?;
        let class = level.class(&self.class).ok_or_else(|| {
            let known: Vec<&str> = level.classes.iter().map(|class| class.name.as_str()).collect();
            format!("error: this level has no size class \"{}\"; it has {}", self.class, known.join(", "))
        })?;
        let battle = Simulation::new(level.clone(), rules, Options::default());
        // A battle solves only the fields that somebody walks by; here one is asked for, without any crowd in its cost.
        let mut derived = Derived::rebuild(&level, battle.rules(), battle.world());
        let memory = match self.goal {
            None => to_keep(&level, &derived, class),
            Some(goal) => self.memory_to(&derived, class, goal)?,
        };
        let Derived { ground, fields, .. } = &mut derived;
        fields.solve(&memory, ground);
        let (fields, goal) = (&derived.fields, if self.goal.is_some() { "goal" } else { "keep" });
        let mut points: Vec<Value> = Vec::new();
        for [x, y] in &self.at {
            let at = Vec2::new(*x, *y);
            let inside = (0.0..level.map.width as f32).contains(x) && (0.0..level.map.height as f32).contains(y);
            let distance = inside.then(|| fields.distance_m(TowerId::NONE, class, at)).flatten();
            let direction = fields.direction(TowerId::NONE, class, at);
            match distance {
                Some(distance_m) => {
                    say!("[{x}, {y}]: {distance_m:.2} m to the {goal}, direction [{:.3}, {:.3}]", direction.x, direction.y);
                    points.push(json!({ "at": [x, y], "reachable": true, "distance_m": distance_m, "direction": [direction.x, direction.y] }));
                }
                None => {
                    let why = if inside { format!("the {goal} cannot be reached from here") } else { "this is outside the map".to_owned() };
                    say!("[{x}, {y}]: {why}");
                    points.push(json!({ "at": [x, y], "reachable": false, "distance_m": null, "direction": null, "why": why }));
                }
            }
        }
        if self.json {
            say!("{}", json!({ "level": level.id, "class": self.class, "goal": self.goal, "points": points }));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The memory of a field that leads to one cell.
    fn memory_to(&self, derived: &Derived, class: ClassIndex, [x, y]: [f32; 2]) -> Result<FieldMemory, String> {
        let at = Vec2::new(x, y);
        let cell = derived.ground.index_at(at).ok_or_else(|| {
            let (width, height) = derived.ground.size();
            format!("error: the goal {x},{y} is outside the map of {width} x {height} m; choose a place inside")
        })?;
        if !derived.ground.walkable_at(class, at) {
            return Err(format!("error: nobody of the size class \"{}\" can stand at the goal {x},{y}; choose open ground", self.class));
        }
        Ok(memory_to(derived, class, cell))
    }
}

/// The memory of the field that leads to the places round the keep. A keep of one cell is no more than a mark on the map:
/// the way to it is measured to its middle.
fn to_keep(level: &Level, derived: &Derived, class: ClassIndex) -> FieldMemory {
    let Cell { x, y } = level.keep.cell;
    let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(dx, dy)| Cell::new(x + dx, y + dy));
    let mark = level.map.index(level.keep.cell).filter(|_| level.keep.footprint_cells == 1 && beside.iter().any(|cell| derived.ground.walkable(class, *cell)));
    let Some(mark) = mark else { return plain_memory(derived, TowerId::NONE, class) };
    let mut memory = memory_to(derived, class, mark);
    memory.cost[mark] = GOAL;
    memory
}
