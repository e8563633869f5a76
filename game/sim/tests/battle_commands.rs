//! Commands: what they cost and give, and every reason to refuse one.

mod common;

use common::*;
use content::command::Command;
use content::map::{Cell, Terrain};
use content::rules::{EnemyKind, PowerKind, TowerKind};
use sim::event::Refusal;
use sim::{Event, Outcome, Simulation};

fn refusals(simulation: &Simulation) -> Vec<Refusal> {
    simulation
        .events()
        .iter()
        .filter_map(|event| match event {
            Event::Refused { why } => Some(*why),
            _ => None,
        })
        .collect()
}

fn build(kind: TowerKind, x: i32, y: i32) -> Command {
    Command::Build { kind, cell: Cell::new(x, y) }
}

#[test]
fn towers_are_paid_built_and_sold() {
    let mut simulation = start(valley());
    simulation.step(&[build(ARCHERS, 20, 32)]);
    assert_eq!(refusals(&simulation), []);
    assert_eq!((simulation.world().gold, simulation.world().towers.len()), (400, 1));
    let revision = simulation.world().towers_revision;
    let id = simulation.world().towers.id[0];
    assert_eq!(simulation.refund(id), Some(70));
    assert!(!simulation.derived().ground.walkable(SMALL, Cell::new(20, 32)));
    simulation.step(&[Command::Sell { cell: Cell::new(20, 32) }]);
    assert_eq!((simulation.world().gold, simulation.world().towers.len()), (470, 0));
    assert!(simulation.world().towers_revision != revision && simulation.refund(id).is_none());
    assert!(simulation.derived().ground.walkable(SMALL, Cell::new(20, 32)));
    simulation.step(&[build(ARCHERS, 20, 32)]);
    assert_ne!(simulation.world().towers.id[0], id, "ids are never used again");
}

#[test]
fn every_refusal_has_its_reason_and_changes_nothing() {
    let mut simulation = start(valley());
    simulation.step(&[build(ARCHERS, 20, 32)]);
    let cases = [
        (build(ARCHERS, 20, 36), Refusal::Occupied, "overlaps a tower"),
        (build(ARCHERS, 62, 28), Refusal::Occupied, "overlaps the keep"),
        (build(ARCHERS, 4, 30), Refusal::Occupied, "covers the entrance"),
        (build(ARCHERS, 28, 10), Refusal::Ground, "reaches into the gorge"),
        (build(ARCHERS, 22, 10), Refusal::Ground, "on the wood"),
        (build(ARCHERS, 1, 30), Refusal::Ground, "reaches over the map's edge"),
        (build(ARCHERS, i32::MAX, i32::MIN), Refusal::Ground, "far off the map"),
        (build(TowerKind(9), 12, 12), Refusal::Nothing, "no such tower"),
        (Command::Sell { cell: Cell::new(21, 32) }, Refusal::Nothing, "beside the middle"),
        (Command::Power { kind: PowerKind(4), at: [40.0, 30.0] }, Refusal::Nothing, "no such power"),
        (Command::Power { kind: BOMB, at: [-3.0, 30.0] }, Refusal::Ground, "off the map"),
        (Command::Power { kind: BOMB, at: [f32::NAN, f32::INFINITY] }, Refusal::Ground, "nowhere"),
        (Command::Spawn { kind: SKELETON, count: 3, at: [20.0, 20.0], idle: true }, Refusal::TestbedOnly, "spawn"),
        (blast([20.0, 20.0], 4.0, 18.0, 5), Refusal::TestbedOnly, "blast"),
    ];
    for (command, why, case) in cases {
        let (gold, towers) = (simulation.world().gold, simulation.world().towers.clone());
        simulation.step(&[command]);
        assert_eq!(refusals(&simulation), [why], "{case}");
        assert_eq!((simulation.world().gold, &simulation.world().towers.id), (gold, &towers.id), "{case}");
    }
    let mut bed = start(testbed());
    for (command, why) in [
        (Command::Spawn { kind: EnemyKind(7), count: 1, at: [20.0, 20.0], idle: true }, Refusal::Nothing),
        (Command::Spawn { kind: SKELETON, count: u32::MAX, at: [20.0, 20.0], idle: true }, Refusal::TooMany),
        (Command::Spawn { kind: SKELETON, count: 1, at: [f32::NAN, 20.0], idle: true }, Refusal::Ground),
        (blast([20.0, 20.0], f32::NAN, 18.0, 5), Refusal::Ground),
        (blast([20.0, f32::INFINITY], 3.0, 18.0, 5), Refusal::Ground),
        (blast([20.0, 20.0], -1.0, 18.0, 5), Refusal::Ground),
        (Command::CallWave, Refusal::NotNow),
    ] {
        bed.step(&[command]);
        assert_eq!(refusals(&bed), [why], "{command:?}");
    }
    // Absurd but finite blasts are cut to size, not refused, and hurt nobody's numbers.
    bed.step(&[spawn(SKELETON, 20, [20.0, 20.0]), blast([20.0, 20.0], 1e30, 1e30, i32::MAX), blast([20.0, 20.0], 4.0, -1e30, i32::MIN)]);
    let mut seen = Default::default();
    for _ in 0..400 {
        bed.step(&[]);
        check_invariants(&bed, &mut seen);
    }
}

#[test]
fn gold_the_way_and_the_limit_refuse_too() {
    let mut simulation = start(valley());
    // The crossing is 12 m wide: two towers and a third would shut it.
    simulation.step(&[build(ARCHERS, 32, 28), build(ARCHERS, 32, 33)]);
    assert_eq!(refusals(&simulation).len(), 1, "{:?}", simulation.events());
    assert_eq!(refusals(&simulation), [Refusal::ClosesTheWay]);
    assert_eq!(simulation.can_build(ARCHERS, Cell::new(32, 33)), Err(Refusal::ClosesTheWay));

    let mut open = valley();
    open.walling_in = true;
    let mut simulation = start(open);
    simulation.step(&[
        build(ARCHERS, 32, 28),
        build(ARCHERS, 32, 33),
        build(ARCHERS, 12, 12),
        build(ARCHERS, 12, 20),
        build(ARCHERS, 12, 50),
        build(ARCHERS, 20, 50),
    ]);
    assert_eq!(refusals(&simulation), [Refusal::Gold], "500 buy five");
    assert_eq!(simulation.world().gold, 0);

    let mut wide = valley();
    wide.map = plain(200, 200);
    wide.gold = 1_000_000;
    wide.keep.cell = Cell::new(180, 100);
    let mut simulation = start(wide);
    let sites: Vec<_> = (0..260).map(|k| build(ARCHERS, 12 + k % 20 * 8, 12 + k / 20 * 8)).collect();
    let can: Vec<_> =
        sites.iter().map(|site| if let Command::Build { kind, cell } = site { simulation.can_build(*kind, *cell) } else { unreachable!() }).collect();
    assert!(can.iter().filter(|can| can.is_ok()).count() > 250);
    for site in &sites {
        simulation.step(&[*site]);
    }
    assert_eq!(simulation.world().towers.len(), content::level::TOWERS_MAX);
    assert_eq!(refusals(&simulation), [Refusal::TooMany]);
}

#[test]
fn a_wave_is_called_once_for_a_bonus() {
    let mut simulation = start(valley());
    assert_eq!(simulation.call_bonus(), 2, "60 ticks early");
    simulation.step(&[Command::CallWave, Command::CallWave]);
    assert_eq!(refusals(&simulation), [Refusal::NotNow], "a double click");
    assert!(simulation.events().contains(&Event::WaveStarted { wave: 0, called: true, bonus: 2 }));
    assert_eq!((simulation.world().gold, simulation.world().waves.started), (502, 1));
    for _ in 0..16 {
        simulation.step(&[]);
    }
    simulation.step(&[Command::CallWave]);
    assert_eq!((refusals(&simulation), simulation.world().waves.started), (vec![], 2));
    for _ in 0..30 {
        simulation.step(&[]);
    }
    simulation.step(&[Command::CallWave]);
    assert_eq!(refusals(&simulation), [Refusal::NotNow], "no wave is left");
}

#[test]
fn after_the_end_nothing_is_done() {
    let mut level = valley();
    level.keep.health = 1;
    level.crowds = vec![crowd(SKELETON, 12, [56.0, 30.0], [58.0, 34.0], false)];
    level.testbed = true;
    let mut simulation = start(level);
    for _ in 0..600 {
        simulation.step(&[]);
        if simulation.world().outcome == Outcome::Lost {
            break;
        }
    }
    assert_eq!(simulation.world().outcome, Outcome::Lost);
    assert!(simulation.events().contains(&Event::Lost));
    let all = [
        build(ARCHERS, 20, 32),
        Command::Sell { cell: Cell::new(1, 1) },
        Command::CallWave,
        Command::Power { kind: BOMB, at: [40.0, 30.0] },
        spawn(SKELETON, 1, [20.0, 20.0]),
    ];
    simulation.step(&all);
    assert_eq!(refusals(&simulation), [Refusal::Over; 5]);
    assert_eq!(simulation.can_build(ARCHERS, Cell::new(20, 32)), Err(Refusal::Over));
}

#[test]
fn building_under_bodies_sends_them_elsewhere() {
    let mut level = testbed();
    level.gold = 10_000;
    level.crowds = vec![crowd(SKELETON, 80, [18.0, 26.0], [26.0, 36.0], true)];
    let mut simulation = start(level);
    let mut seen = Default::default();
    simulation.step(&[blast([22.0, 31.0], 9.0, 14.0, 0)]);
    // Some in the air, later some lying, then some rising: a tower each time in their midst.
    for (wait, x) in [(20, 14), (45, 22), (40, 28)] {
        for _ in 0..wait {
            simulation.step(&[]);
            check_invariants(&simulation, &mut seen);
        }
        simulation.step(&[build(ARCHERS, x, 31)]);
        assert_eq!(refusals(&simulation), [], "at {x}");
        check_invariants(&simulation, &mut seen);
    }
    for _ in 0..200 {
        simulation.step(&[]);
        check_invariants(&simulation, &mut seen);
    }
    assert_eq!(simulation.level().map.terrain_at(Cell::new(14, 31)), Terrain::Ground);
}
