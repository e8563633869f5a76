//! The same bits on any number of threads, and from run to run; events in the same order.

mod common;

use common::*;
use content::command::Command;
use content::level::PlacedTower;
use content::map::Cell;

fn play(threads: usize) -> Vec<(u64, Vec<sim::Event>)> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    pool.install(|| {
        let mut level = testbed();
        level.crowds = vec![crowd(SKELETON, 1_500, [4.0, 4.0], [29.0, 60.0], false), crowd(OGRE, 12, [6.0, 10.0], [26.0, 50.0], false)];
        level.towers = [(40, 28), (40, 36)].map(|(x, y)| PlacedTower { kind: MORTAR, cell: Cell::new(x, y) }).to_vec();
        level.towers.push(PlacedTower { kind: ARCHERS, cell: Cell::new(46, 32) });
        let mut simulation = start(level);
        (0..240)
            .map(|tick| {
                let mut commands = Vec::new();
                if tick % 25 == 10 {
                    commands.push(blast([20.0 + (tick % 7) as f32, 20.0 + (tick % 23) as f32], 7.0, 18.0, 9));
                }
                if tick % 90 == 40 {
                    commands.push(Command::Power { kind: BOMB, at: [36.0, 32.0] });
                }
                simulation.step(&commands);
                (simulation.hash(), simulation.events().to_vec())
            })
            .collect()
    })
}

#[test]
fn one_two_and_eight_threads_agree_in_every_tick() {
    let one = play(1);
    for threads in [2, 8] {
        let many = play(threads);
        let first = one.iter().zip(&many).position(|(a, b)| a != b);
        assert_eq!(first, None, "{threads} threads: differs first in tick {first:?}");
    }
}
