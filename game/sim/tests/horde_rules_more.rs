//! What the rules of the crowd say beyond one figure: sizes, exact halves, who takes no part, which fields there are.

mod common {
    pub mod rules;
}
use common::rules::{Bed, SEEDS};
use content::command::{BlastOrder, Command};
use content::level::Level;
use content::load::{level_from_bytes, load_rules, picture_from_map};
use content::map::{Cell, Map, Terrain};
use content::rules::ClassIndex;
use glam::Vec2;
use sim::derived::breach::BREACH;
use sim::systems::horde::refresh_fields::FIELD_TICKS;
use sim::tables::{NO_SLOT, Phase, TowerId};
use sim::{Options, Simulation};
use std::path::Path;
use std::sync::Arc;

const SMALL: ClassIndex = ClassIndex(0);
const KEEP: TowerId = TowerId::NONE;

/// The testbed with its map changed, as a battle.
fn changed(name: &str, change: impl FnOnce(&mut Level)) -> Simulation {
    let bed = Bed::open(name, 1).expect("a testbed");
    let mut level = bed.level().clone();
    change(&mut level);
    Simulation::new(Arc::new(level), bed.sim.rules().clone(), Options::default())
}

#[test]
fn h01_the_largest_map_is_512_cells_wide() {
    let mut bed = Bed::open("h01-grid-512", 1).expect("the largest level loads");
    assert_eq!((bed.level().map.width, bed.level().map.height), (512, 512));
    let way_m = |bed: &Bed| {
        let units = &bed.world().units;
        bed.sim.derived().fields.distance_m(KEEP, SMALL, units.position[0]).expect("a way")
    };
    bed.step();
    let before_m = way_m(&bed);
    assert!(before_m > 1_000.0, "the way leads round all three walls: {before_m} m");
    bed.run(60, |_| ());
    let walked_m = before_m - way_m(&bed);
    assert!((3.0..5.5).contains(&walked_m), "two seconds of walking brought it {walked_m} m nearer");

    let rules = load_rules(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/rules")).expect("the game's tables");
    let map = Map { width: 513, height: 512, terrain: vec![Terrain::Ground; 513 * 512], cliff_m: vec![0.0; 513 * 512] };
    let picture = picture_from_map(&map).expect("a picture");
    let text = include_bytes!("../../../levels/testbeds/h01-grid-512/level.toml");
    let told = level_from_bytes("513", text, &picture, &rules).expect_err("one cell too many").to_string();
    assert!(told.contains("513 x 512") && told.contains("16 to 512"), "{told}");
}

#[test]
fn h02_no_way_leads_between_two_blocked_cells_that_touch_at_a_corner() {
    // A line of single cells across the map, each touching the next at a corner only.
    let diagonal = |level: &mut Level, first: i32| {
        level.map.terrain.fill(Terrain::Ground);
        for x in first..32 {
            let k = level.map.index(Cell::new(x, 20 - x)).or_else(|| level.map.index(Cell::new(x, 0)).filter(|_| x > 20));
            if let Some(k) = k {
                level.map.terrain[k] = Terrain::Cliff;
            }
        }
    };
    let shut = changed("h02-posts", |level| diagonal(level, 0));
    let fields = |battle: &mut Simulation| {
        battle.step(&[]);
        let near = battle.derived().fields.distance_m(KEEP, SMALL, Vec2::new(12.5, 12.5));
        (near, battle.derived().fields.distance_m(KEEP, SMALL, Vec2::new(6.5, 6.5)))
    };
    let (mut shut, mut open) = (shut, changed("h02-posts", |level| diagonal(level, 1)));
    let (near, far) = fields(&mut shut);
    assert!(near.is_some(), "on the keep's side there is a way");
    assert_eq!(far, None, "through a chain of corners there is none");
    // With the first cell of the line gone, the way leads along the whole line to its end.
    let (near, far) = fields(&mut open);
    let (near_m, far_m) = (near.expect("a way"), far.expect("a way round"));
    assert!(far_m > 31.0, "{far_m} m from behind the line, where straight through it would be 23; {near_m} m before it");
}

#[test]
fn h04_fields_are_there_for_goals_in_use_and_refreshed_one_a_tick() {
    let mut bed = Bed::open("h04-walled-in", 1).expect("a testbed");
    let tower = bed.world().towers.id[0];
    let keys = |bed: &Bed| bed.world().crowd.fields.iter().map(|f| (TowerId(f.target), f.class)).collect::<Vec<_>>();
    let (mut with_tower, mut without) = (0, 0);
    bed.run(2_400, |bed| {
        let world = bed.world();
        let wanted = |target: TowerId| (0..world.units.len()).any(|row| world.units.target[row] == target);
        let keys = keys(bed);
        assert!(keys.contains(&(KEEP, 0)), "the keep's field is always there");
        assert!(keys.iter().all(|(_, class)| *class == 0), "nobody of another class is there: {keys:?}");
        if keys.iter().any(|(target, _)| *target == tower) {
            with_tower += 1;
        } else if !wanted(tower) {
            without += 1;
        }
        let tick = world.tick - 1;
        let refreshed = world.crowd.fields.iter().filter(|f| f.refreshed == tick).count();
        assert!(refreshed <= 1 || tick < 2, "tick {tick}: {refreshed} fields at once");
        // The way through buildings does not depend on the crowd, so it keeps until a building comes or goes.
        let oldest = world.crowd.fields.iter().filter(|f| f.target != BREACH.0).map(|f| tick - f.refreshed).max().unwrap_or(0);
        assert!(oldest <= FIELD_TICKS + keys.len() as u32, "tick {tick}: a field is {oldest} ticks old");
    });
    assert!(with_tower > 300, "while they felled it, the tower had a field: {with_tower} ticks");
    assert!(without > 300, "when it had fallen, it had none: {without} ticks");
}

#[test]
fn h06_each_is_moved_half_the_overlap_and_never_far() {
    for seed in SEEDS {
        let mut bed = Bed::open("h06-overlapping", seed).expect("a testbed");
        let mean = |bed: &Bed| bed.world().units.position.iter().fold(Vec2::ZERO, |sum, at| sum + *at) / bed.world().units.len() as f32;
        let before = mean(&bed);
        let mut last = bed.world().units.position.clone();
        bed.run(90, |bed| {
            for (a, b) in last.iter().zip(&bed.world().units.position) {
                // Two rounds a tick, each at most 0.15 m.
                assert!((*a - *b).length() <= 0.3 + 1e-4, "seed {seed}: moved {} m in a tick", (*a - *b).length());
            }
            last.clone_from(&bed.world().units.position);
        });
        let drifted_m = (mean(&bed) - before).length();
        assert!(drifted_m < 0.1, "seed {seed}: halves add up to nothing, but the heap drifted by {drifted_m} m");
    }
}

/// Walkers of the scene after they have come past where the thrown lie, with those there or far away.
fn past_the_lying(seed: u64, damage: i32, there: bool) -> Vec<(u32, Vec2)> {
    let mut bed = Bed::open("h14-thrown", seed).expect("a testbed");
    let far = |at: Vec2| Vec2::new(at.x * 0.1 + 40.0, at.y * 0.1);
    let lie_down = |bed: &mut Bed, there: bool| {
        bed.edit(|world| {
            for row in (0..world.units.len()).filter(|row| world.units.idle[*row] != 0) {
                (world.units.phase[row], world.units.phase_ticks[row]) = (Phase::Lying, 1_800);
                if !there {
                    world.units.position[row] = far(world.units.position[row]);
                }
            }
        })
        .expect("a sound state");
    };
    lie_down(&mut bed, there);
    let at = if there { Vec2::new(23.5, 16.0) } else { far(Vec2::new(23.5, 16.0)) };
    let kill = [Command::Blast { at: at.into(), blast: BlastOrder { radius_m: 11.0, force_mps: 1.0, damage } }];
    bed.run(40, |_| ());
    let units = &bed.world().units;
    assert!((0..units.len()).all(|row| units.idle[row] == 0 || !there || [Phase::Settle, Phase::Lying].contains(&units.phase[row])), "seed {seed}: not thrown");
    // The level's blast has thrown them once more; now they lie for a minute, or for good.
    lie_down(&mut bed, true);
    bed.sim.step(if damage > 0 { &kill } else { &[] });
    bed.run(300, |_| ());
    if damage > 0 && there {
        assert!(bed.world().counters.killed == 40, "seed {seed}: only {} fell", bed.world().counters.killed);
    }
    let units = &bed.world().units;
    (0..units.len()).filter(|row| units.idle[*row] == 0).map(|row| (units.id[row].0, units.position[row])).collect()
}

#[test]
fn h14_walkers_go_over_the_lying_and_the_dead_as_if_nobody_were_there() {
    for (seed, damage) in SEEDS.into_iter().flat_map(|seed| [(seed, 0), (seed, 100_000)]) {
        let over = past_the_lying(seed, damage, true);
        assert!(over.iter().filter(|(_, at)| at.x > 20.0).count() >= 25, "seed {seed}: they did not come so far");
        assert!(over == past_the_lying(seed, damage, false), "seed {seed}: somebody walked otherwise because of bodies (damage {damage})");
    }
}

#[test]
fn h12_nobody_holds_two_slots_and_no_slot_has_two_owners() {
    for seed in SEEDS {
        let mut bed = Bed::open("h12-ring", seed).expect("a testbed");
        bed.run(900, |bed| {
            let mut slots: Vec<u16> = bed.world().units.slot.iter().copied().filter(|slot| *slot != NO_SLOT).collect();
            let held = slots.len();
            slots.sort_unstable();
            slots.dedup();
            assert_eq!(slots.len(), held, "seed {seed}, tick {}: a slot has two owners", bed.world().tick);
        });
    }
}

#[test]
fn h12_who_is_cut_off_from_its_slot_gives_it_up() {
    let mut bed = Bed::open("h04-walled-in", 1).expect("a testbed");
    bed.run(5, |_| ());
    // As if the tower had been built behind its back: it owns a slot at the keep, beyond the wall.
    let last = bed.world().units.len() - 1;
    bed.edit(|world| (world.units.target[last], world.units.slot[last]) = (KEEP, 3)).expect("a sound state");
    bed.run(30, |_| ());
    assert_eq!(bed.world().units.target[last], bed.world().towers.id[0], "it goes for what cut it off, like the others");
}

#[test]
fn h09_a_stream_for_another_goal_gets_past_a_ring_of_attackers() {
    for seed in SEEDS {
        let mut bed = Bed::open("h09-past-a-ring", seed).expect("a testbed");
        let ticks = bed.ticks_until(1_800, |bed| bed.world().counters.left[0] == 40);
        assert!(ticks < 1_400, "seed {seed}: {} of 40 came past the ring in {ticks} ticks", bed.world().counters.left[0]);
    }
}
