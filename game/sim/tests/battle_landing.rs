//! Landings: predicted is real to the bit, and nobody ends where its class cannot stand (B5), whatever lies around and
//! however often it is hit.

mod common;

use base::random::{Purpose, index, range};
use common::*;
use sim::Event;
use sim::tables::Phase;
use std::collections::BTreeMap;

/// Steps a crowd through blasts and checks every landing; returns landings and double hits.
fn bombard(seed: u64, ticks: u32) -> (u32, u32) {
    let mut level = testbed();
    level.seed = seed;
    // Along the gorge, at the foot of both rocks, round the pond, at the map's edge.
    level.crowds = vec![
        crowd(SKELETON, 150, [24.0, 4.0], [29.5, 60.0], true),
        crowd(GOBLIN, 100, [34.5, 12.0], [40.0, 52.0], true),
        crowd(SKELETON, 60, [47.0, 12.0], [58.0, 22.0], true),
        crowd(OGRE, 10, [8.0, 10.0], [18.0, 50.0], true),
        crowd(SKELETON, 60, [48.0, 46.0], [70.0, 60.0], true),
    ];
    level.towers = vec![content::level::PlacedTower { kind: ARCHERS, cell: content::map::Cell::new(36, 32) }];
    let mut simulation = start(level);
    let mut seen = Default::default();
    // What was predicted for whom, at its last launch.
    let mut flights: BTreeMap<u32, (glam::Vec2, u32)> = BTreeMap::new();
    let (mut landings, mut again) = (0, 0);
    for tick in 0..ticks {
        let mut commands = Vec::new();
        if tick % 9 == 0 {
            let p = Purpose(900);
            let at = [range(seed, p, u64::from(tick), 0, 6.0, 70.0), range(seed, p, u64::from(tick), 1, 4.0, 60.0)];
            let force = range(seed, p, u64::from(tick), 2, 1.0, 40.0);
            let damage = if index(seed, p, u64::from(tick), 3, 5) == 0 { 12 } else { 0 };
            commands.push(blast(at, range(seed, p, u64::from(tick), 4, 3.0, 14.0), force, damage));
        }
        simulation.step(&commands);
        check_invariants(&simulation, &mut seen);
        let world = simulation.world();
        for event in simulation.events() {
            match *event {
                Event::Launched { unit, .. } => {
                    if let Some(row) = world.unit_ids.row(unit.0) {
                        if flights.contains_key(&unit.0) {
                            again += 1;
                        }
                        flights.insert(unit.0, (world.units.landing[row], world.units.landing_tick[row]));
                    }
                }
                Event::Landed { unit, at, .. } => {
                    landings += 1;
                    if let Some((predicted, when)) = flights.remove(&unit.0) {
                        assert_eq!(
                            (predicted.x.to_bits(), predicted.y.to_bits(), when),
                            (at.x.to_bits(), at.y.to_bits(), world.tick),
                            "seed {seed}, unit {}",
                            unit.0
                        );
                    }
                }
                Event::Killed { unit, .. } => {
                    flights.remove(&unit.0);
                }
                _ => {}
            }
        }
    }
    (landings, again)
}

#[test]
fn thousands_of_landings_come_true_to_the_bit() {
    let (mut landings, mut again) = (0, 0);
    for seed in 1..=6 {
        let (a, b) = bombard(seed, 450);
        landings += a;
        again += b;
    }
    println!("{landings} landings, {again} hits in flight");
    assert!(landings > 3_000 && again > 200, "{landings} landings, {again} hits in flight");
}

#[test]
fn bodies_fly_over_a_gorge_and_not_through_rocks() {
    let mut level = testbed();
    level.crowds = vec![crowd(SKELETON, 120, [25.0, 6.0], [29.0, 24.0], true), crowd(SKELETON, 60, [34.5, 14.5], [39.0, 21.5], true)];
    let mut simulation = start(level);
    // From the west of the gorge eastwards, and from the west of the high rock towards it, with a low and a high throw.
    simulation.step(&[blast([22.0, 15.0], 9.0, 18.0, 0), blast([33.0, 18.0], 8.0, 7.0, 0)]);
    let mut crossed = 0;
    for _ in 0..90 {
        simulation.step(&[]);
        let (world, ground) = (simulation.world(), &simulation.derived().ground);
        for row in 0..world.units.len() {
            let cell = sim::derived::ground::Ground::cell_of(world.units.position[row]);
            if world.units.phase[row] == Phase::Flight {
                assert!(world.units.height_m[row] >= ground.obstacle_m(cell), "unit {} flies through a rock", world.units.id[row].0);
                let over = simulation.level().map.terrain_at(cell) == content::map::Terrain::Ravine;
                crossed += u32::from(over);
            }
        }
    }
    assert!(crossed > 20, "only {crossed} body ticks over the gorge");
}

#[test]
fn the_lying_wait_and_get_up_on_their_feet() {
    let mut level = testbed();
    level.crowds = vec![crowd(SKELETON, 1, [15.0, 30.0], [15.5, 30.5], true)];
    let mut simulation = start(level);
    simulation.step(&[blast([13.0, 30.0], 6.0, 18.0, 1)]);
    let mut phases = Vec::new();
    let mut horizontal = 0;
    for _ in 0..300 {
        let units = &simulation.world().units;
        let phase = units.phase[0];
        match phases.last_mut() {
            Some((last, ticks)) if *last == phase => *ticks += 1,
            _ => phases.push((phase, 1)),
        }
        if phase != Phase::Flight && phase != Phase::Standing {
            assert_eq!(units.angle[0].abs(), base::math::FRAC_PI_2, "lies flat");
            assert_eq!(units.angle[0] > 0.0, units.belly[0] == 1);
            horizontal += 1;
        }
        simulation.step(&[]);
    }
    let order: Vec<_> = phases.iter().map(|(phase, _)| *phase).collect();
    assert_eq!(order, [Phase::Flight, Phase::Settle, Phase::Lying, Phase::Rising, Phase::Standing]);
    let ticks: Vec<_> = phases[1..4].iter().map(|(_, ticks)| *ticks).collect();
    assert_eq!(ticks, [6, 30, 45], "settle, lying, and the clip of a skeleton");
    assert_eq!(horizontal, 81);
    assert!((48..=75).contains(&phases[0].1), "about two seconds in the air, was {} ticks", phases[0].1);
}

#[test]
fn the_immune_stay_and_their_dead_fly() {
    let mut level = testbed();
    level.crowds = vec![crowd(OGRE, 1, [15.0, 30.0], [15.5, 30.5], true)];
    let mut simulation = start(level);
    simulation.step(&[blast([13.0, 30.0], 6.0, 18.0, 10)]);
    assert_eq!(simulation.world().units.phase, [Phase::Standing]);
    assert!(simulation.events().iter().any(|event| matches!(event, Event::Hurt { .. })));
    simulation.step(&[blast([13.0, 30.0], 6.0, 18.0, 1_000)]);
    assert!(simulation.world().units.is_empty());
    assert_eq!(simulation.world().bodies.phase, [Phase::Flight]);
    let mut corpse = None;
    for tick in 0..400 {
        simulation.step(&[]);
        if let Some(Event::CorpseLeft { at, .. }) = simulation.events().iter().find(|event| matches!(event, Event::CorpseLeft { .. })) {
            corpse = Some((tick, *at));
        }
    }
    let (tick, at) = corpse.expect("a body becomes a corpse");
    assert!(tick > 60 && simulation.world().bodies.is_empty());
    assert_eq!(simulation.world().corpses.position, [at]);
}

#[test]
fn too_many_bodies_turn_into_corpses_oldest_first() {
    use sim::world::{BODIES_MAX, CORPSES_MAX};
    let mut level = testbed();
    level.crowds = vec![crowd(SKELETON, 12_000, [3.0, 4.0], [29.0, 60.0], true)];
    let mut simulation = start(level);
    let most = simulation.world().units.len();
    assert!(most - BODIES_MAX > CORPSES_MAX, "more than both tables hold");
    simulation.step(&[blast([15.0, 30.0], 60.0, 18.0, 10_000)]);
    let world = simulation.world();
    assert_eq!((world.units.len(), world.bodies.len(), world.corpses.len()), (0, BODIES_MAX, CORPSES_MAX));
    assert!(world.bodies.id.iter().all(|id| id.0 as usize > most - BODIES_MAX), "the oldest went first");
    let left: Vec<_> = simulation.events().iter().filter_map(|event| if let Event::CorpseLeft { at, .. } = event { Some(*at) } else { None }).collect();
    assert_eq!(world.corpses.position, left[left.len() - CORPSES_MAX..], "the oldest corpses make room");
    assert_eq!(world.counters.knocked_peak as usize, BODIES_MAX);
}

#[test]
fn angles_never_snap_however_often_a_body_is_hit() {
    let mut level = testbed();
    level.crowds = vec![crowd(SKELETON, 60, [12.0, 26.0], [18.0, 36.0], true)];
    let mut simulation = start(level);
    let mut before: BTreeMap<u32, (Phase, f32)> = BTreeMap::new();
    let (mut from_lying, mut from_rising, mut in_flight) = (0, 0, 0);
    for tick in 0..420 {
        let commands: Vec<_> =
            (tick % 23 == 0 || tick % 46 == 5).then(|| blast([15.0 + (tick % 5) as f32, 31.0], 9.0, 4.0 + (tick % 11) as f32, 0)).into_iter().collect();
        simulation.step(&commands);
        let units = &simulation.world().units;
        for row in 0..units.len() {
            let (phase, angle) = (units.phase[row], units.angle[row]);
            let (was, from) = before.insert(units.id[row].0, (phase, angle)).unwrap_or((Phase::Standing, 0.0));
            let launched = simulation.events().iter().any(|event| matches!(event, Event::Launched { unit, .. } if *unit == units.id[row]));
            if phase == Phase::Flight {
                assert_eq!(angle, from + units.spin[row], "tick {tick}: from {was:?} {from} to {angle}");
                from_lying += u32::from(launched && was == Phase::Lying);
                from_rising += u32::from(launched && was == Phase::Rising);
                in_flight += u32::from(launched && was == Phase::Flight);
            } else if phase == Phase::Settle && was == Phase::Flight {
                let planned = base::math::wrap_angle(angle - from);
                assert!(planned.abs() < 0.5, "tick {tick}: lands at {angle} from {from}: more than a last step");
            }
        }
    }
    assert!(from_lying > 10 && from_rising > 5 && in_flight > 10, "{from_lying} {from_rising} {in_flight}");
}

/// The rule of B5 word for word: step every candidate with the tick's own step, take the first that ends well.
fn oracle(
    ground: &sim::derived::ground::Ground,
    class: content::rules::ClassIndex,
    from: glam::Vec2,
    height_m: f32,
    climb_mps: f32,
    wish: glam::Vec2,
) -> Option<glam::Vec2> {
    use sim::derived::ground::Ground;
    for turn in [0, 25, -25, 50, -50, 75, -75, 100, -100, 125, -125, 150, -150, 175, -175] {
        let (sin, cos) = base::math::sin_cos(turn as f32 * (base::math::PI / 180.0));
        let turned = glam::vec2(cos * wish.x - sin * wish.y, sin * wish.x + cos * wish.y);
        'factor: for factor in [1.0, 0.7, 0.4, 0.1] {
            let (mut at, mut height, mut climb) = (from, height_m, climb_mps);
            loop {
                let down = sim::flight::fall(&mut height, &mut climb);
                sim::flight::glide(&mut at, turned * factor);
                if ground.obstacle_m(Ground::cell_of(at)) > height.max(0.0) {
                    continue 'factor;
                }
                if down {
                    break;
                }
            }
            if ground.walkable(class, Ground::cell_of(at)) {
                return Some(at);
            }
        }
    }
    None
}

#[test]
fn the_quick_prediction_finds_what_stepping_every_candidate_finds() {
    let simulation = start(testbed());
    let ground = &simulation.derived().ground;
    let mut heights = Vec::new();
    let (mut turned, mut hops) = (0, 0);
    for k in 0..6_000_u64 {
        let number = |what, low, high| range(5, Purpose(901), k, what, low, high);
        let from = glam::vec2(number(0, 0.5, 71.5), number(1, 0.5, 63.5));
        let height_m = if k % 3 == 0 { number(2, 0.0, 9.0) } else { 0.0 };
        let (climb, angle, speed) = (number(3, 1.0, 25.0), number(4, -3.1, 3.1), number(5, 0.0, 14.0));
        let (sin, cos) = base::math::sin_cos(angle);
        let wish = glam::vec2(cos, sin) * speed;
        let class = if k % 4 == 0 { LARGE } else { SMALL };
        sim::flight::vertical_flight(height_m, climb, &mut heights);
        let (throw, at) = sim::flight::find_landing(ground, class, from, wish, &heights);
        match oracle(ground, class, from, height_m, climb, wish) {
            Some(expected) => {
                assert_eq!((at.x.to_bits(), at.y.to_bits()), (expected.x.to_bits(), expected.y.to_bits()), "case {k} from {from} wishing {wish}");
                turned += u32::from(throw != wish);
            }
            None => {
                hops += 1;
                assert!(ground.walkable_at(class, at), "case {k}: nobody lands in a wall, whatever happens");
            }
        }
    }
    assert!(turned > 500 && hops > 20, "{turned} turned or shortened, {hops} without a candidate");
}
