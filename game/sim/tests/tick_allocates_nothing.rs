//! A tick asks for no memory once the battle has warmed up. Alone in its file: the counter counts the whole process.

#![allow(unsafe_code, reason = "a counting allocator has to be one")]

mod common;

use common::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

struct Counting;

static ASKED: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call is passed on unchanged to the system's allocator; counting touches no memory of the caller.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ASKED.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promises are those of the system's allocator.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are those of the system's allocator.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ASKED.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promises are those of the system's allocator.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_warm_tick_allocates_nothing() {
    // On one thread: rayon's own job queues grow now and then, which is not the tick's doing.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        let mut level = testbed();
        level.crowds = vec![crowd(SKELETON, 900, [6.0, 6.0], [29.0, 58.0], false), crowd(OGRE, 6, [12.0, 28.0], [24.0, 36.0], false)];
        level.towers = vec![
            content::level::PlacedTower { kind: MORTAR, cell: content::map::Cell::new(40, 28) },
            content::level::PlacedTower { kind: ARCHERS, cell: content::map::Cell::new(40, 36) },
        ];
        let mut simulation = start(level);
        // Warm: every target has been attacked, so that every field exists, and the queues before them have been long. The same things happen in both parts: blasts, deaths, shots, bombs of the mortar.
        let bang = |tick: u32| if tick % 30 == 7 { Some(blast([14.0 + (tick % 40) as f32 * 0.5, 20.0 + (tick % 25) as f32], 7.0, 16.0, 12)) } else { None };
        for tick in 0..600 {
            simulation.step(bang(tick).as_slice());
        }
        let mut asked = Vec::new();
        for tick in 600..780 {
            let command = bang(tick);
            let mut systems = [("", 0); 64];
            let (mut k, mut before) = (0, ASKED.load(Ordering::Relaxed));
            simulation.step_observed(command.as_slice(), &mut |system| {
                let now = ASKED.load(Ordering::Relaxed);
                systems[k] = (system, now - before);
                (k, before) = (k + 1, now);
            });
            asked.extend(systems.iter().filter(|(_, count)| *count > 0).map(|(system, count)| (tick, *system, *count)));
        }
        assert!(simulation.world().counters.killed > 50 && simulation.world().counters.knocked > 200, "{:?}", simulation.world().counters);
        assert!(asked.is_empty(), "allocations by (tick, system, count): {asked:?}");
    });
}
