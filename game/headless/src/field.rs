//! `field LEVEL --class NAME --at X,Y ...`: what the crowd knows about its way.

use crate::output::say;
use crate::{Done, place};
use clap::Args;
use glam::Vec2;
use serde_json::{Value, json};
use sim::derived::Derived;
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
        let mut world = battle.world().clone();
        world.crowd.fields = vec![FieldMemory { target: TowerId::NONE.0, class: class.0, refreshed: world.tick, extra: Vec::new() }];
        let derived = Derived::rebuild(&level, battle.rules(), &world);
        let fields = &derived.fields;
        let mut points: Vec<Value> = Vec::new();
        for [x, y] in &self.at {
            let at = Vec2::new(*x, *y);
            let inside = (0.0..level.map.width as f32).contains(x) && (0.0..level.map.height as f32).contains(y);
            let distance = inside.then(|| fields.distance_m(TowerId::NONE, class, at)).flatten();
            let direction = fields.direction(TowerId::NONE, class, at);
            match distance {
                Some(distance_m) => {
                    say!("[{x}, {y}]: {distance_m:.2} m to the keep, direction [{:.3}, {:.3}]", direction.x, direction.y);
                    points.push(json!({ "at": [x, y], "reachable": true, "distance_m": distance_m, "direction": [direction.x, direction.y] }));
                }
                None => {
                    let why = if inside { "the keep cannot be reached from here" } else { "this is outside the map" };
                    say!("[{x}, {y}]: {why}");
                    points.push(json!({ "at": [x, y], "reachable": false, "distance_m": null, "direction": null, "why": why }));
                }
            }
        }
        if self.json {
            say!("{}", json!({ "level": level.id, "class": self.class, "points": points }));
        }
        Ok(ExitCode::SUCCESS)
    }
}
