//! Bombs: the arc that is shown is the arc that flies, walls send them back, fuses and chains keep their order.

mod common;

use common::*;
use content::command::Command;
use content::level::Kegs;
use content::map::{Cell, Terrain};
use content::rules::Blast;
use sim::Event;
use sim::derived::ground::Ground;
use sim::event::{Cause, Refusal};

fn blasts(simulation: &sim::Simulation) -> Vec<(u32, glam::Vec2)> {
    simulation
        .events()
        .iter()
        .filter_map(|event| match event {
            Event::Blasted { blast, at, .. } => Some((*blast, *at)),
            _ => None,
        })
        .collect()
}

#[test]
fn the_arc_shown_is_the_arc_flown() {
    for at in [[45.0, 31.0], [38.5, 17.0], [52.0, 52.0], [5.0, 40.0]] {
        let mut simulation = start(testbed());
        let before = simulation.hash();
        let arc = simulation.throw_arc(BOMB, at);
        assert_eq!(simulation.hash(), before, "a query changes nothing");
        simulation.step(&[Command::Power { kind: BOMB, at }]);
        for k in 1.. {
            let world = simulation.world();
            if world.bombs.is_empty() {
                let (_, there) = blasts(&simulation)[0];
                assert_eq!([there.x, there.y], arc[k][..2], "towards {at:?}");
                assert_eq!(k + 1, arc.len());
                break;
            }
            assert_eq!([world.bombs.position[0].x, world.bombs.position[0].y, world.bombs.height_m[0]], arc[k], "towards {at:?}, step {k}");
            simulation.step(&[]);
        }
    }
}

#[test]
fn a_free_throw_comes_down_where_it_is_aimed() {
    let simulation = start(testbed());
    let arc = simulation.throw_arc(BOMB, [48.0, 32.0]);
    let flight = simulation.rules().powers[0].flight_ticks as usize;
    assert!((arc[flight][0] - 48.0).abs() < 0.05 && (arc[flight][1] - 32.0).abs() < 0.05, "{:?}", arc[flight]);
    assert!(arc[flight][2].abs() < 0.05);
    let apex = arc.iter().map(|point| point[2]).fold(0.0, f32::max);
    assert!(apex > 5.0 && apex < 16.0, "apex {apex}");
    assert!(simulation.throw_arc(BOMB, [f32::NAN, 1.0]).is_empty());
    assert!(simulation.throw_arc(BOMB, [-1.0, 1.0]).is_empty());
}

#[test]
fn walls_send_bombs_back_and_nothing_ends_inside_one() {
    let mut level = testbed();
    fill(&mut level.map, 48..50, 26..40, Terrain::Cliff, 30.0);
    let mut simulation = start(level);
    simulation.step(&[Command::Power { kind: BOMB, at: [40.5, 32.5] }]);
    let mut bounced = false;
    while !simulation.world().bombs.is_empty() {
        let world = simulation.world();
        let ground = &simulation.derived().ground;
        assert!(world.bombs.position[0].x >= 50.0);
        assert!(ground.obstacle_m(Ground::cell_of(world.bombs.position[0])) <= world.bombs.height_m[0] + 0.02);
        simulation.step(&[]);
        bounced |= simulation.events().iter().any(|event| matches!(event, Event::BombBounced { .. }));
    }
    assert!(bounced);
}

#[test]
fn a_bomb_over_the_gorge_goes_off_there() {
    let mut simulation = start(testbed());
    simulation.step(&[Command::Power { kind: BOMB, at: [32.0, 10.0] }]);
    let mut at = None;
    for _ in 0..80 {
        simulation.step(&[]);
        at = at.or(blasts(&simulation).first().map(|(_, at)| *at));
    }
    let cell = Ground::cell_of(at.expect("it goes off"));
    assert_eq!(simulation.level().map.terrain_at(cell), Terrain::Ravine);
}

#[test]
fn bombs_chain_one_tick_later_in_the_order_of_their_ids() {
    let mut level = testbed();
    level.crowds = vec![crowd(SKELETON, 40, [44.0, 28.0], [56.0, 36.0], true)];
    let mut rules = rules();
    rules.powers[0].charges = 20;
    rules.powers[0].fuse_ticks = 400;
    rules.powers[0].blast = Blast { radius_m: 4.0, force_mps: 10.0, damage: 0 };
    let mut simulation = sim::Simulation::new(level.into(), rules.into(), sim::Options::default());
    // Three in a row, each in reach of the next only, and two more beside the second.
    let aims = [[45.0, 32.0], [48.0, 32.0], [51.0, 32.0], [48.0, 33.0], [48.0, 31.0]];
    simulation.step(&aims.map(|at| Command::Power { kind: BOMB, at }));
    for _ in 0..120 {
        simulation.step(&[]);
    }
    let places = simulation.world().bombs.position.clone();
    assert_eq!(places.len(), 5, "they lie still and wait");
    // A blast beside the first alone.
    let first = places[0];
    simulation.step(&[blast([first.x - 3.0, first.y], 3.5, 5.0, 0)]);
    assert_eq!(blasts(&simulation).len(), 1);
    let mut order = Vec::new();
    for tick in 1..10 {
        simulation.step(&[]);
        order.extend(blasts(&simulation).iter().map(|(number, at)| (tick, *number, places.iter().position(|place| place == at).unwrap())));
    }
    assert_eq!(order.len(), 5, "{order:?} of {places:?}");
    assert!(order.is_sorted(), "ticks, numbers and ids rise together: {order:?}");
    assert_eq!(order[0].0, 1, "one tick later");
    assert!(order.last().unwrap().0 >= 2, "a chain, not one bang: {order:?}");
}

#[test]
fn blasts_hurt_half_at_the_edge() {
    let mut level = testbed();
    level.crowds = vec![crowd(OGRE, 1, [20.0, 30.0], [20.1, 30.1], true)];
    let mut simulation = start(level);
    let at = simulation.world().units.position[0];
    simulation.step(&[blast([at.x, at.y], 10.0, 5.0, 40)]);
    assert!(simulation.events().iter().any(|event| matches!(event, Event::Hurt { damage: 40, .. })));
    simulation.step(&[blast([at.x - 9.999, at.y], 10.0, 5.0, 40)]);
    assert!(simulation.events().iter().any(|event| matches!(event, Event::Hurt { damage: 20, .. })), "{:?}", simulation.events());
    simulation.step(&[blast([at.x - 10.01, at.y], 10.0, 5.0, 40)]);
    assert!(simulation.events().iter().any(|event| matches!(event, Event::Blasted { hit: 0, cause: Cause::Player, .. })));
}

#[test]
fn charges_are_spent_refused_and_come_back() {
    let mut simulation = start(testbed());
    let throw = Command::Power { kind: BOMB, at: [45.0, 32.0] };
    simulation.step(&[throw; 4]);
    let refused: Vec<_> = simulation.events().iter().filter(|event| matches!(event, Event::Refused { .. })).collect();
    assert_eq!(refused, [&Event::Refused { why: Refusal::NoCharge }]);
    assert_eq!(simulation.world().bombs.len(), 3);
    assert_eq!(simulation.can_cast(BOMB, [45.0, 32.0]), Err(Refusal::NoCharge));
    let mut back = Vec::new();
    for _ in 0..1_000 {
        let before = simulation.world().charges[0].charges;
        simulation.step(&[]);
        if simulation.world().charges[0].charges > before {
            back.push(simulation.world().tick);
        }
    }
    assert_eq!(back, [300, 600, 900], "one after the other");
}

#[test]
fn a_mortar_throws_into_the_crowd() {
    let mut level = testbed();
    level.towers = vec![content::level::PlacedTower { kind: MORTAR, cell: Cell::new(20, 32) }];
    level.crowds = vec![crowd(SKELETON, 30, [36.0, 28.0], [39.0, 34.0], true), crowd(SKELETON, 1, [30.5, 45.0], [34.5, 45.2], true)];
    let mut simulation = start(level);
    let mut hit = 0;
    let mut at_first = None;
    for _ in 0..120 {
        simulation.step(&[]);
        for event in simulation.events() {
            if let Event::Blasted { hit: count, at, cause: Cause::Tower(_), .. } = event {
                hit = hit.max(*count);
                at_first = at_first.or(Some(*at));
            }
        }
    }
    assert!(hit >= 10, "only {hit} hit at {at_first:?}");
    assert!(simulation.world().towers.thrown[0] >= 10);
}

#[test]
fn a_mortar_leads_those_who_walk() {
    let mut level = testbed();
    level.towers = vec![content::level::PlacedTower { kind: MORTAR, cell: Cell::new(20, 50) }];
    let mut goblins = crowd(GOBLIN, 6, [4.0, 30.0], [7.0, 34.0], false);
    goblins.class = SMALL;
    level.crowds = vec![goblins];
    let mut simulation = start(level);
    let (mut hits, mut speeds) = (Vec::new(), Vec::new());
    for _ in 0..240 {
        let fastest = simulation.world().units.velocity.iter().map(|velocity| velocity.length()).fold(0.0, f32::max);
        simulation.step(&[]);
        for event in simulation.events() {
            match event {
                Event::BombThrown { .. } => speeds.push(fastest),
                Event::Blasted { hit, cause: Cause::Tower(_), .. } => hits.push(*hit),
                _ => {}
            }
        }
    }
    // Goblins cover 6 m while a bomb flies, more than its radius; the first was thrown when they still stood.
    assert!(speeds[1] > 3.0, "they walk when it shoots: {speeds:?}");
    assert!(hits[1] >= 3, "hits {hits:?}");
}

fn kegs(from: [f32; 2], to: [f32; 2], count: u32, radius_m: f32) -> Kegs {
    Kegs { from, to, count, blast: Blast { radius_m, force_mps: 10.0, damage: 5 } }
}

#[test]
fn kegs_lie_until_a_blast_reaches_them_and_survive_a_save() {
    let mut level = testbed();
    level.kegs = vec![kegs([44.0, 30.0], [56.0, 30.0], 7, 2.5), kegs([20.0, 50.0], [20.0, 50.0], 1, 3.0)];
    let mut simulation = start(level);
    let places = simulation.world().bombs.position.clone();
    assert_eq!(places[..2], [glam::vec2(44.0, 30.0), glam::vec2(46.0, 30.0)]);
    (0..1_000).for_each(|_| simulation.step(&[]));
    assert_eq!(simulation.world().bombs.position, places, "no fuse burns and nothing rolls");
    let mut copy = sim::Simulation::load(simulation.level().clone(), simulation.rules().clone(), &simulation.save()).expect("its own snapshot");
    assert_eq!(copy.hash(), simulation.hash());
    for (k, simulation) in [&mut simulation, &mut copy].into_iter().enumerate() {
        simulation.step(&[blast([42.0, 30.0], 2.5, 5.0, 0)]);
        // One keg a tick: each reaches the next alone.
        for lit in &places[..7] {
            simulation.step(&[]);
            assert_eq!(blasts(simulation).iter().map(|(_, at)| *at).collect::<Vec<_>>(), [*lit], "battle {k}");
        }
        simulation.step(&[]);
        assert_eq!((blasts(simulation).len(), simulation.world().bombs.len()), (0, 1), "the lone one still lies there");
    }
    assert_eq!(copy.hash(), simulation.hash());
}

#[test]
fn nothing_is_built_on_a_keg() {
    let mut level = testbed();
    level.gold = 1_000;
    level.kegs = vec![kegs([20.5, 32.5], [20.5, 32.5], 1, 3.0)];
    let mut simulation = start(level);
    assert_eq!(simulation.can_build(ARCHERS, Cell::new(22, 32)), Err(Refusal::Occupied));
    assert_eq!(simulation.can_build(ARCHERS, Cell::new(23, 32)), Ok(()));
    simulation.step(&[blast([20.5, 32.5], 1.0, 2.0, 0)]);
    simulation.step(&[]);
    assert_eq!(simulation.can_build(ARCHERS, Cell::new(22, 32)), Ok(()), "it went off");
}

#[test]
fn carriers_die_of_a_blast_and_go_off_once_where_they_were() {
    let mut level = testbed();
    level.crowds = vec![crowd(GOBLIN, 30, [44.0, 20.0], [58.0, 24.0], true), crowd(SKELETON, 1, [10.0, 30.0], [10.5, 30.5], true)];
    let mut rules = rules();
    rules.enemies[GOBLIN.index()].blast = Some(Blast { radius_m: 2.0, force_mps: 9.0, damage: 3 });
    let mut simulation = sim::Simulation::new(level.into(), rules.into(), sim::Options::default());
    let (mut gone, mut reached) = (0, Vec::new());
    let mut commands = vec![blast([44.0, 22.0], 3.0, 5.0, 0), blast([45.0, 22.0], 3.0, 5.0, 0)];
    for tick in 0..60 {
        let stood = simulation.world().units.clone();
        simulation.step(&commands);
        commands.clear();
        let off = blasts(&simulation);
        // What goes off in this tick was left by who died in the last one, in the order of their ids, where they stood.
        let places: Vec<_> = off.iter().map(|(_, at)| *at).filter(|at| tick > 0 && !reached.is_empty() && reached.contains(at)).collect();
        if tick > 0 {
            assert_eq!(places, reached, "tick {tick}");
        }
        let killed = |event: &Event| if let Event::Killed { unit, .. } = event { Some(*unit) } else { None };
        let died: Vec<_> = simulation.events().iter().filter_map(killed).collect();
        gone += died.len();
        // Nobody walks: where it stood before the tick may differ by what the crowd pushes, so the bomb says where.
        reached = simulation.world().bombs.position.clone();
        assert_eq!(reached.len(), died.len(), "tick {tick}: one bomb each, though two blasts reached some");
        assert!(died.is_sorted() && died.iter().all(|id| stood.id.contains(id)));
    }
    assert!(gone > 10, "a chain of {gone}");
    assert!(simulation.world().unit_ids.row(31).is_some(), "whoever carries nothing is only thrown");
}
