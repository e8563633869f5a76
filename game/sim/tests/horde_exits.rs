//! Exits: who has one as goal walks there and leaves the map; nothing else changes by it. A keep of one cell in a passage
//! of one cell can be reached too.

mod common;

use common::{SKELETON, SMALL, check_invariants, fill, plain, rules, testbed};
use content::level::{Crowd, Entrance, Exit, Goal, Group, Keep, Level, Place, PlacedTower, Wave};
use content::map::{Cell, Terrain};
use content::rules::TowerKind;
use sim::measure::Measure;
use sim::tables::TowerId;
use sim::{Event, Options, Outcome, Simulation};
use std::sync::Arc;

fn exit(id: &str, places: &[[f32; 4]]) -> Exit {
    Exit { id: id.into(), places: places.iter().map(|[x0, y0, x1, y1]| Place { low: [*x0, *y0], high: [*x1, *y1] }).collect() }
}

fn crowd(count: u32, from: [f32; 2], to: [f32; 2], goal: Goal) -> Crowd {
    Crowd { speed_mps: Some(2.0), goal, ..common::crowd(SKELETON, count, from, to, false) }
}

/// Two rooms with a wall between and a gap of 6 m in it; out is in the far west and the far east.
fn two_rooms() -> Level {
    let mut map = plain(64, 32);
    fill(&mut map, 30..34, 0..13, Terrain::Cliff, 3.0);
    fill(&mut map, 30..34, 19..32, Terrain::Cliff, 3.0);
    Level {
        map,
        entrances: Vec::new(),
        keep: Keep { cell: Cell::new(32, 2), footprint_cells: 1, health: 100 },
        exits: vec![exit("east", &[[60.0, 2.0, 63.0, 14.0], [60.0, 18.0, 63.0, 30.0]]), exit("west", &[[1.0, 2.0, 4.0, 30.0]])],
        endless: false,
        crowds: vec![crowd(120, [6.0, 4.0], [26.0, 28.0], Goal::Exit(0)), crowd(120, [38.0, 4.0], [58.0, 28.0], Goal::Exit(1))],
        ..testbed()
    }
}

fn start(level: Level) -> Simulation {
    Simulation::new(Arc::new(level), Arc::new(rules()), Options::default())
}

#[test]
fn two_crowds_leave_by_exits_at_both_ends() {
    let mut battle = start(two_rooms());
    let mut measure = Measure::new(battle.level());
    let mut seen = sim::world::Counters::default();
    let mut left = Vec::new();
    while battle.world().outcome == Outcome::Running {
        assert!(battle.world().tick < 4_000, "{} are still there", battle.world().units.len());
        battle.step(&[]);
        measure.observe(battle.level(), battle.world(), battle.derived());
        check_invariants(&battle, &mut seen);
        let units = &battle.world().units;
        for row in 0..units.len() {
            let exit = units.target[row].exit_index().expect("nobody changes its mind");
            let at = units.position[row];
            assert!(!battle.level().exits[exit].holds(at.x, at.y), "unit {} stands in its exit and is still there", units.id[row].0);
        }
        left.extend(battle.events().iter().filter_map(|event| if let Event::Left { unit, exit } = event { Some((*unit, *exit)) } else { None }));
    }
    assert_eq!(battle.world().outcome, Outcome::Won, "empty is over");
    // Crowds are laid in order, so the first 120 ids are those who go east.
    assert_eq!(left.len(), 240);
    assert!(left.iter().all(|(unit, exit)| (unit.0 <= 120) == (*exit == 0)), "{left:?}");
    assert_eq!(battle.world().counters.left[..3], [120, 120, 0]);
    let metrics = measure.report();
    assert_eq!(metrics.arrivals.exits.into_iter().collect::<Vec<_>>(), [("east".to_owned(), 120), ("west".to_owned(), 120)]);
    assert_eq!((metrics.arrivals.keep, metrics.wall_violations, metrics.stuck), (0, 0, 0));
}

#[test]
fn saved_and_rebuilt_battles_and_all_thread_counts_agree() {
    let hashes = |threads: usize, disturb: bool| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            let mut battle = start(two_rooms());
            let mut hashes = Vec::new();
            let mut amid = false;
            for tick in 0..1_600 {
                battle.step(&[]);
                if disturb && tick % 97 == 5 {
                    battle = Simulation::load(battle.level().clone(), battle.rules().clone(), &battle.save()).expect("its own save");
                }
                if disturb && tick % 61 == 3 {
                    battle.rebuild_derived();
                }
                if tick % 50 == 49 {
                    hashes.push(battle.hash());
                }
                amid |= tick % 97 == 5 && battle.world().counters.left_in_all() > 20 && battle.world().units.len() > 20;
            }
            assert!(amid, "it was saved while some had left and some had not");
            hashes
        })
    };
    let plain = hashes(1, false);
    assert_eq!(plain, hashes(1, true), "saved, loaded, rebuilt");
    assert_eq!(plain, hashes(2, false), "2 threads");
    assert_eq!(plain, hashes(8, false), "8 threads");
}

#[test]
fn a_save_that_names_an_exit_of_another_level_is_refused() {
    let mut battle = start(two_rooms());
    for _ in 0..30 {
        battle.step(&[]);
    }
    let bytes = battle.save();
    let fewer = Level { exits: battle.level().exits[..1].to_vec(), ..(**battle.level()).clone() };
    assert!(Simulation::load(Arc::new(fewer), battle.rules().clone(), &bytes).is_err());
}

#[test]
fn towers_do_not_draw_those_who_walk_out() {
    let tower = PlacedTower { kind: TowerKind(0), cell: Cell::new(16, 16) };
    let level = Level { towers: vec![tower], crowds: two_rooms().crowds[..1].to_vec(), ..two_rooms() };
    let mut battle = start(level);
    let health = battle.world().towers.health[0];
    for _ in 0..1_500 {
        battle.step(&[]);
        assert!(battle.world().units.target.iter().all(|target| *target == TowerId::exit(0)));
    }
    assert_eq!(battle.world().towers.health[0], health);
    let counters = battle.world().counters;
    assert_eq!(counters.killed + counters.left[0] + battle.world().units.len() as u32, 120);
    assert!(counters.left[0] > 60, "{counters:?}");
}

#[test]
fn groups_of_waves_walk_out_too() {
    let west = Entrance { id: "west".into(), from: [2.5, 10.0], to: [2.5, 22.0] };
    let group = Group { speed_mps: Some(3.0), goal: Goal::Exit(0), ..common::group(SKELETON, SMALL, 40, 0, 90) };
    let level = Level {
        entrances: vec![west],
        build_ticks: 0,
        waves: vec![Wave { name: String::new(), ticks_to_next: 0, groups: vec![group] }],
        crowds: Vec::new(),
        ..two_rooms()
    };
    let mut battle = start(level);
    while battle.world().outcome == Outcome::Running && battle.world().tick < 2_000 {
        battle.step(&[]);
        assert!(battle.world().units.speed_mps.iter().all(|speed| (2.7..=3.3).contains(speed)));
    }
    assert_eq!((battle.world().outcome, battle.world().counters.left[0]), (Outcome::Won, 40));
}

#[test]
fn nothing_is_built_on_an_exit() {
    let level = Level { gold: 1_000, ..two_rooms() };
    let battle = start(level);
    assert_eq!(battle.can_build(TowerKind(0), Cell::new(60, 10)), Err(sim::event::Refusal::Occupied));
    assert_eq!(battle.can_build(TowerKind(0), Cell::new(50, 16)), Ok(()));
}

/// A passage of one cell that ends at a keep of one cell: three of its sides are rock.
#[test]
fn a_keep_of_one_cell_at_the_end_of_a_passage_is_reached() {
    let mut map = plain(40, 17);
    fill(&mut map, 10..40, 0..17, Terrain::Cliff, 3.0);
    fill(&mut map, 10..31, 8..9, Terrain::Ground, 0.0);
    let level = Level {
        map,
        entrances: Vec::new(),
        keep: Keep { cell: Cell::new(30, 8), footprint_cells: 1, health: 1_000 },
        crowds: vec![Crowd { goal: Goal::Keep, ..crowd(20, [1.0, 1.0], [8.0, 16.0], Goal::Keep) }],
        ..testbed()
    };
    let mut battle = start(level);
    let mut seen = sim::world::Counters::default();
    for _ in 0..900 {
        battle.step(&[]);
        check_invariants(&battle, &mut seen);
    }
    let world = battle.world();
    assert_eq!(world.counters.reached_keep, 1, "one has room before it");
    assert!(world.keep_health < 1_000 && world.counters.stuck == 0);
    // The others stand behind it in the passage, not before its mouth.
    assert!(world.units.position.iter().filter(|at| at.x > 12.0).count() >= 12);
}

/// In the open one stands on each of its sides and corners.
#[test]
fn a_keep_of_one_cell_has_eight_places() {
    let level = Level { keep: Keep { cell: Cell::new(32, 16), footprint_cells: 1, health: 1_000 }, map: plain(64, 32), entrances: Vec::new(), ..testbed() };
    let level = Level { crowds: vec![crowd(40, [4.0, 4.0], [20.0, 28.0], Goal::Keep)], ..level };
    let mut battle = start(level);
    for _ in 0..900 {
        battle.step(&[]);
    }
    let world = battle.world();
    assert_eq!(world.counters.reached_keep, 8);
}

#[test]
fn a_crowd_is_laid_inside_its_rectangle() {
    // Its far edge lies on a wall of one cell, behind which a room is sealed.
    let mut map = plain(32, 32);
    fill(&mut map, 12..13, 0..32, Terrain::Cliff, 3.0);
    let exits = vec![exit("west", &[[1.0, 2.0, 3.0, 30.0]])];
    let level = Level { map, exits, crowds: vec![crowd(120, [4.0, 2.0], [13.0, 30.0], Goal::Exit(0))], waves: Vec::new(), ..testbed() };
    let level = Level { keep: Keep { cell: Cell::new(30, 2), footprint_cells: 1, health: 100 }, entrances: Vec::new(), ..level };
    let simulation = Simulation::new(Arc::new(level), rules().into(), Options::default());
    let units = &simulation.world().units;
    assert_eq!(units.len(), 120);
    assert!(units.position.iter().all(|at| at.x < 12.0), "somebody stands behind the wall");
}
