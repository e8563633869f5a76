//! A tick of the crowd allocates nothing after warm-up.
#![allow(unsafe_code)]

mod common {
    pub mod horde_scene;
}
use common::horde_scene::{GOBLIN, OGRE, SKELETON, Scene, level};
use sim::tables::TowerId;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: every call is handed on to the system's allocator unchanged; counting touches no memory of it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's contract is the system allocator's.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn a_tick_allocates_nothing_after_warm_up() {
    // Fewer than a chunk each, so that rayon's own queues (its business) stay out of the count.
    let mut scene = Scene::new(level(96, 48, (86, 24), 5));
    let tower = scene.tower(48, 24);
    scene.block(300, SKELETON, TowerId::NONE, (4.0, 4.0, 30.0, 44.0));
    scene.block(100, GOBLIN, TowerId::NONE, (60.0, 4.0, 76.0, 44.0));
    scene.block(4, OGRE, TowerId::NONE, (30.0, 10.0, 40.0, 40.0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
    pool.install(|| {
        for _ in 0..600 {
            scene.step();
        }
        assert!(scene.world.units.target.contains(&tower), "fields of two targets are in use");
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        for _ in 0..300 {
            scene.step();
        }
        let allocations = ALLOCATIONS.load(Ordering::Relaxed) - before;
        assert!(allocations <= ALLOWED, "{allocations} in 300 ticks");
    });
}

/// Rayon's queue grows now and then when the passes over map rows are handed out.
const ALLOWED: usize = 10;
