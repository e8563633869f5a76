//! The ground: any size, south row first, rock as high as its cells say, heights that agree with each other; and what grows on it.

mod scene;

use glam::{Vec2, vec2, vec3};
use render::ground::{Class, SIDE_MAX, SIDE_MIN};
use render::scenery::{self, Rect, SceneryKit, scenery};
use render::{Camera, Ground, GroundClass, GroundMap};
use std::time::Instant;

fn flat(width: usize, height: usize) -> GroundMap {
    GroundMap { width, height, classes: vec![GroundClass::Grass; width * height], cliff_m: vec![0.0; width * height] }
}

fn fill(map: &mut GroundMap, low: (usize, usize), high: (usize, usize), class: GroundClass, cliff_m: f32) {
    for j in low.1..high.1 {
        for i in low.0..high.0 {
            map.classes[j * map.width + i] = class;
            map.cliff_m[j * map.width + i] = cliff_m;
        }
    }
}

#[test]
fn rock_is_as_high_as_its_cells_say_and_the_first_row_is_south() {
    let mut map = flat(60, 90);
    fill(&mut map, (5, 4), (15, 12), GroundClass::Cliff, 3.0);
    fill(&mut map, (40, 4), (50, 12), GroundClass::Cliff, 8.0);
    fill(&mut map, (20, 60), (40, 72), GroundClass::Ravine, 0.0);
    let ground = Ground::build(&map).expect("a map that fits");
    let heights = ground.heights();
    for (at, height) in [(vec2(8.0, 8.0), 3.0), (vec2(43.0, 8.0), 8.0)] {
        let z = heights.sample(at.x, at.y);
        assert!((z - height).abs() < 0.8, "rock of {height} m is drawn at {z}");
        assert!(heights.walkable(at.x, at.y).abs() < 0.5, "the walkable ground runs on under it");
        // its mirror image in the north is grass
        assert!(heights.sample(at.x, 90.0 - at.y).abs() < 0.5);
    }
    assert!(heights.sample(30.0, 66.0) < -5.0, "a gorge is deep: {}", heights.sample(30.0, 66.0));
    for (x, y) in [(f32::NAN, 3.0), (-1e9, 1e9), (f32::INFINITY, 0.0)] {
        assert!(heights.sample(x, y).is_finite());
    }
    let mut random = render::noise::Random::new(3);
    for _ in 0..2000 {
        let p = vec2(random.range(0.0, 60.0), random.range(0.0, 90.0));
        // away from walls the grid says what the formula says
        if ground.field.at(Class::Cliff, p.x, p.y).abs() > 1.4 && ground.field.at(Class::Ravine, p.x, p.y) < -1.0 {
            let (a, b) = (heights.sample(p.x, p.y), ground.field.surface(p.x, p.y));
            assert!((a - b).abs() < 0.06, "{p}: {a} and {b}");
        }
    }
}

#[test]
fn picking_meets_the_drawn_ground() {
    let mut map = flat(64, 64);
    fill(&mut map, (28, 28), (40, 40), GroundClass::Cliff, 5.0);
    let ground = Ground::build(&map).expect("a map that fits");
    let heights = ground.heights();
    let eye = Camera { target: vec3(32.0, 30.0, 0.0), yaw_deg: 20.0, ..Camera::default() }.eye(1280, 800);
    for pixel in [vec2(640.0, 330.0), vec2(200.0, 700.0), vec2(1100.0, 500.0)] {
        let hit = eye.on_ground(pixel, heights).expect("ground is in view");
        assert!((hit.z - heights.sample(hit.x, hit.y)).abs() < 0.15 || ground.field.at(Class::Cliff, hit.x, hit.y).abs() < 1.0, "{hit} lies on the ground");
        let back = eye.project(hit).expect("in front of the eye");
        assert!(back.distance(pixel) < 1.0, "{pixel} came back as {back}");
    }
    // the middle of the picture meets the plateau before the plane behind it
    let top = eye.on_ground(vec2(640.0, 330.0), heights).expect("ground is in view");
    assert!(top.z > 4.0, "the plateau is hit, not the ground behind it: {top}");
}

#[test]
fn sizes_that_do_not_fit_are_sentences_and_the_largest_is_built() {
    for (w, h) in [(SIDE_MIN - 1, 40), (40, SIDE_MAX + 1), (0, 0)] {
        let error = Ground::build(&flat(w, h)).err().expect("refused").to_string();
        assert!(error.contains(&format!("{w} x {h}")), "{error}");
    }
    let mut short = flat(32, 32);
    short.cliff_m.pop();
    assert!(Ground::build(&short).is_err());
    let mut wild = flat(16, 16);
    fill(&mut wild, (3, 3), (9, 9), GroundClass::Cliff, f32::NAN);
    assert!(Ground::build(&wild).expect("heights that are no number are replaced").heights().sample(6.0, 6.0).is_finite());
    let start = Instant::now();
    let map = scene::paint(SIDE_MAX, SIDE_MAX);
    let ground = Ground::build(&map).expect("the largest map");
    println!("{SIDE_MAX} x {SIDE_MAX} cells in {:.1} s", start.elapsed().as_secs_f64());
    assert!(ground.heights().highest() > 3.0);
}

#[test]
fn scenery_keeps_clear_and_depends_on_nothing_else() {
    let mut map = flat(64, 64);
    fill(&mut map, (4, 4), (20, 30), GroundClass::Forest, 0.0);
    fill(&mut map, (40, 40), (50, 50), GroundClass::Water, 0.0);
    let kit = SceneryKit { tuft: Some(0), flowers: Some(1), rocks: vec![2, 3, 4], conifer: Some(5), broadleaf: Some(6) };
    let ground = Ground::build(&map).expect("a map that fits");
    let clear = [Rect::square(vec2(32.0, 20.0), 9.0)];
    let groups = scenery(&ground, &kit, &clear);
    let total: usize = groups.iter().map(|g| g.1.len()).sum();
    assert!(total > 1000, "{total} things grow");
    let mut trees_in_the_wood = 0;
    for (model, records) in &groups {
        for r in records {
            let p = vec2(r.position[0], r.position[1]);
            assert!(clear[0].distance(p) > 0.0, "model {model} stands at {p}, where a building stands");
            assert!(*model > 1 || ground.field.at(Class::Water, p.x, p.y) < 0.0, "nothing grows in water");
            trees_in_the_wood += usize::from(*model >= 5 && r.scale[0] > 0.6 && ground.field.at(Class::Forest, p.x, p.y) > 0.0);
        }
    }
    assert!((15..120).contains(&trees_in_the_wood), "{trees_in_the_wood} trees stand on 416 square metres of wood");
    assert_eq!(groups, scenery(&ground, &kit, &clear), "the same ground grows the same things");
    // a building that comes later takes away what is inside it and moves nothing
    let without = scenery(&ground, &kit, &[]);
    let mut later = without.clone();
    let rect = Rect::square(Vec2::new(50.0, 12.0), 4.0);
    scenery::clear(&mut later, rect);
    for ((_, a), (_, b)) in without.iter().zip(&later) {
        let kept: Vec<_> = a.iter().filter(|r| rect.distance(vec2(r.position[0], r.position[1])) > 0.0).copied().collect();
        assert_eq!(&kept, b);
    }
    assert!(without.iter().map(|g| g.1.len()).sum::<usize>() > later.iter().map(|g| g.1.len()).sum::<usize>());
}
