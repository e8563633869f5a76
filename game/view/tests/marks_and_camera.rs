//! Marks have a limit, pictures keep their room, the camera stays over the map and finds what lies under a pointer.

mod common;

use glam::{Vec2, Vec3, vec2, vec3};
use sim::event::Event;
use view::camera::{Camera, DISTANCE_M, Pose, Wish};
use view::decals::Marks;
use view::{Battle, HeightField, Picture};

#[test]
fn the_oldest_corpse_makes_room_and_the_limit_can_change() {
    let (level, rules) = (common::level(), common::rules());
    let mut world = common::world(&level, &rules);
    let mut battle = Battle::new(&level, &rules, &common::figures(), &common::models());
    let (ground, mut picture) = (HeightField::flat(), Picture::default());
    battle.observe(&level, &rules, &world, &[]);
    battle.set_limits(20, 100);
    for k in 0..50u32 {
        world.tick += 1;
        let at = vec2(k as f32, 10.0);
        battle.observe(
            &level,
            &rules,
            &world,
            &[Event::CorpseLeft { unit: sim::tables::UnitId(k + 1), kind: content::rules::EnemyKind(0), at, facing: vec2(0.0, 1.0), belly: k % 2 == 0 }],
        );
    }
    let mut seen = |battle: &mut Battle| {
        battle.fill(&world, 1.0, 0.0, &ground, &mut picture);
        picture.marks.iter().map(|m| m.position[0] as u32).collect::<Vec<_>>()
    };
    assert_eq!(seen(&mut battle), (30..50).collect::<Vec<_>>(), "oldest first, the newest twenty");
    battle.set_limits(5, 100);
    assert_eq!(seen(&mut battle), (45..50).collect::<Vec<_>>());
    battle.set_limits(0, 0);
    assert!(seen(&mut battle).is_empty());
    battle.set_limits(usize::MAX, usize::MAX);
}

#[test]
fn what_is_in_the_picture_is_kept_longer() {
    let mut marks = Marks::new(4);
    let fill = |marks: &mut Marks, to: usize| (0..to).for_each(|k| marks.push(base::records::MarkRecord { position: [k as f32, 0.0], ..Default::default() }));
    let left = |marks: &Marks| {
        let mut out = Vec::new();
        marks.copy_to(&mut out);
        out.iter().map(|m| m.position[0] as u32).collect::<Vec<_>>()
    };
    fill(&mut marks, 9);
    marks.settle(|at| at.x < 2.0 || at.x == 5.0);
    assert_eq!(left(&marks), [0, 1, 5, 8], "2, 3, 4, 6 and 7 are out of the picture");
    marks.set_limit(2);
    marks.settle(|_| true);
    assert_eq!(left(&marks), [5, 8], "all in the picture: the oldest go");
    marks.set_limit(0);
    marks.settle(|_| true);
    assert!(marks.is_empty());
}

/// A battle with so many bodies lying in a row from x = 4 on, followed for some ticks.
fn bodies_drawn(limit: usize, count: u32, eye: Option<Pose>) -> (Vec<u32>, usize) {
    let (level, rules) = (common::level(), common::rules());
    let mut world = common::world(&level, &rules);
    let mut battle = Battle::new(&level, &rules, &common::figures(), &common::models());
    let (ground, mut picture) = (HeightField::flat(), Picture::default());
    if let Some(pose) = eye {
        battle.watch_from(pose.eye(vec2(100.0, 100.0)));
    }
    battle.set_limits(100, limit);
    for k in 0..count {
        let id = common::unit(&mut world, 0, vec2(4.0 + k as f32, 20.0));
        common::kill(&mut world, id);
    }
    battle.observe(&level, &rules, &world, &[]);
    let puffs = battle.dust().len();
    for _ in 0..3 {
        world.tick += 1;
        battle.observe(&level, &rules, &world, &[]);
    }
    battle.fill(&world, 1.0, 0.0, &ground, &mut picture);
    (picture.figures.iter().map(|f| f.position[0] as u32 - 4).collect(), puffs)
}

#[test]
fn of_the_dead_as_many_are_drawn_as_the_setting_says() {
    assert_eq!(bodies_drawn(8, 8, None), ((0..8).collect(), 0), "room for all");
    let (drawn, puffs) = bodies_drawn(3, 8, None);
    assert_eq!(drawn, [5, 6, 7], "the oldest go");
    assert!(puffs > 0, "in a puff of dust");
    assert!(bodies_drawn(0, 8, None).0.is_empty());
    // From above the first ten or so: the rest is out of the picture, and of it the oldest go.
    let at = common::level().map.height as f32 - 20.0;
    let pose = Pose { target: vec3(4.0, at, 0.0), distance_m: 6.0, pitch_deg: 89.0, yaw_deg: 0.0, field_deg: 90.0 };
    let (drawn, _) = bodies_drawn(20, 30, Some(pose));
    let seen = drawn.windows(2).position(|pair| pair[1] != pair[0] + 1).expect("a gap where the oldest out of sight went") + 1;
    assert!((6..18).contains(&seen) && drawn[0] == 0, "{drawn:?}");
    assert_eq!(drawn[seen..], (30 - (20 - seen as u32)..30).collect::<Vec<_>>());
}

#[test]
fn who_vanished_does_not_come_back() {
    let (level, rules) = (common::level(), common::rules());
    let mut world = common::world(&level, &rules);
    let mut battle = Battle::new(&level, &rules, &common::figures(), &common::models());
    battle.set_limits(100, 2);
    for k in 0..4u32 {
        let id = common::unit(&mut world, 0, vec2(4.0 + k as f32, 20.0));
        common::kill(&mut world, id);
    }
    battle.observe(&level, &rules, &world, &[]);
    assert_eq!(battle.actors().len(), 2);
    world.bodies.remove_first(3);
    battle.set_limits(100, 100);
    for _ in 0..3 {
        world.tick += 1;
        battle.observe(&level, &rules, &world, &[]);
        assert_eq!(battle.actors().len(), 1, "room again, but nobody falls from an empty sky");
    }
}

#[test]
fn a_load_brings_the_corpses_of_the_world_back() {
    let (level, rules) = (common::level(), common::rules());
    let mut world = common::world(&level, &rules);
    world.tick = 500;
    world.corpses.push(sim::tables::Corpse { kind: content::rules::EnemyKind(0), belly: 1, position: vec2(7.0, 9.0), facing: vec2(1.0, 0.0) });
    let mut battle = Battle::new(&level, &rules, &common::figures(), &common::models());
    battle.observe(&level, &rules, &world, &[]);
    let mut picture = Picture::default();
    battle.fill(&world, 0.5, 0.0, &HeightField::flat(), &mut picture);
    assert_eq!(picture.marks.len(), 1);
    assert_eq!(picture.marks[0].position, [7.0, common::SIDE as f32 - 9.0]);
    let layer = picture.marks[0].look[0] as usize;
    assert!(layer % 2 == 1 && layer < 2 * base::records::LYING_POSES, "layer {layer}: figure 0, on its belly");
    assert!((picture.marks[0].yaw - std::f32::consts::FRAC_PI_2).abs() < 1e-6);
}

#[test]
fn ten_thousand_figures_are_filled_without_new_room() {
    let (level, rules) = (common::level(), common::rules());
    let mut world = common::world(&level, &rules);
    for k in 0..10_000 {
        common::unit(&mut world, 0, vec2((k % 100) as f32 * 0.6, (k / 100) as f32 * 0.6));
    }
    let mut battle = Battle::new(&level, &rules, &common::figures(), &common::models());
    let ground = HeightField::sampled(Vec2::splat(64.0), 16.0, |p| (p.x * 0.2).sin() * (p.y * 0.17).cos());
    let mut picture = Picture::default();
    let (mut best_fill, mut best_follow) = (f64::MAX, f64::MAX);
    let mut room = None;
    for _ in 0..30 {
        world.tick += 1;
        world.units.position.iter_mut().for_each(|p| *p += vec2(0.03, 0.05));
        let start = std::time::Instant::now();
        battle.observe(&level, &rules, &world, &[]);
        best_follow = best_follow.min(start.elapsed().as_secs_f64());
        let start = std::time::Instant::now();
        battle.fill(&world, 0.37, 0.2, &ground, &mut picture);
        best_fill = best_fill.min(start.elapsed().as_secs_f64());
        assert_eq!(picture.figures.len(), 10_000);
        if world.tick > 3 {
            let now = (picture.figures.as_ptr(), picture.figures.capacity());
            assert_eq!(*room.get_or_insert(now), now, "the picture's room was given up");
        }
    }
    println!("10,000 figures: fill {:.3} ms, tick {:.3} ms", best_fill * 1e3, best_follow * 1e3);
    // far over the goal of 0.3 ms: shared machines must pass, a quadratic loop must not
    assert!(best_fill < 0.01 && best_follow < 0.02, "fill {best_fill} s, tick {best_follow} s");
}

#[test]
fn picture_points_and_ground_points_belong_together() {
    let ground = HeightField::sampled(Vec2::splat(64.0), 20.0, |p| 1.5 * (p.x * 0.15).sin() + 1.0 * (p.y * 0.11).cos());
    let size = vec2(1280.0, 800.0);
    for (distance, yaw) in [(12.0, 10.0), (40.0, -130.0), (110.0, 200.0)] {
        let mut camera = Camera::new(Vec2::splat(64.0), vec2(32.0, 30.0), 0.0);
        camera.look(vec2(30.0, 33.0), distance, yaw);
        let eye = camera.eye(size);
        let mut met = 0;
        for k in 0..60 {
            let point = vec2((k % 10) as f32 * 130.0 + 30.0, (k / 10) as f32 * 130.0 + 40.0);
            let Some(place) = eye.ground(point, &ground) else { continue };
            met += 1;
            assert!((place.z - ground.at(place.truncate())).abs() < 0.02, "{place} is not on the ground");
            let back = eye.point(place).expect("it is in front of the eye");
            assert!(back.distance(point) < 0.5, "{point} came back as {back}");
            // the renderer's matrix says the same
            let clip = eye.clip(place);
            let ndc = clip.truncate() / clip.w;
            let again = vec2((ndc.x + 1.0) * 0.5 * size.x, (1.0 - ndc.y) * 0.5 * size.y);
            assert!(again.distance(back) < 0.1);
        }
        assert!(met > 40, "only {met} of 60 points meet the ground");
    }
}

#[test]
fn looking_north_east_is_to_the_right() {
    let mut camera = Camera::new(Vec2::splat(64.0), vec2(32.0, 32.0), 0.0);
    camera.look(vec2(32.0, 32.0), 30.0, 0.0);
    let eye = camera.eye(vec2(100.0, 100.0));
    let (middle, east, north) = (eye.point(vec3(32.0, 32.0, 0.0)), eye.point(vec3(36.0, 32.0, 0.0)), eye.point(vec3(32.0, 36.0, 0.0)));
    let (middle, east, north) = (middle.expect("seen"), east.expect("seen"), north.expect("seen"));
    assert!(east.x > middle.x + 5.0 && (east.y - middle.y).abs() < 1.0);
    assert!(north.y < middle.y - 5.0 && (north.x - middle.x).abs() < 1.0);
    assert_eq!(eye.point(eye.position - eye.forward * 5.0), None);
    assert_eq!(eye.ground(vec2(50.0, -900.0), &HeightField::flat()), None, "the sky holds no ground");
    let _: Vec3 = eye.forward;
}

#[test]
fn the_target_stays_over_the_map_at_any_frame_rate() {
    let ground = HeightField::flat();
    let size = vec2(1280.0, 800.0);
    let mut ends = vec![];
    for rate in [20.0, 60.0, 240.0] {
        let mut camera = Camera::new(Vec2::splat(64.0), vec2(32.0, 30.0), 0.0);
        for _ in 0..(6.0 * rate) as usize {
            camera.update(&Wish { pan: vec2(1.0, 0.7), turn: 0.2, ..Wish::default() }, 1.0 / rate, size, &ground);
            let target = camera.pose().target;
            assert!((-9.0..73.0).contains(&target.x) && (-9.0..73.0).contains(&target.y), "{target}");
        }
        for _ in 0..(2.0 * rate) as usize {
            camera.update(&Wish::default(), 1.0 / rate, size, &ground);
        }
        let pose = camera.pose();
        assert!((-0.01..=64.01).contains(&pose.target.x) && (-0.01..=64.01).contains(&pose.target.y), "it comes back: {}", pose.target);
        ends.push(pose);
    }
    assert!(ends.windows(2).all(|w| w[0].target.distance(w[1].target) < 1.5 && (w[0].yaw_deg - w[1].yaw_deg).abs() < 1.0), "{ends:?}");
}

#[test]
fn the_wheel_goes_to_the_pointer_a_drag_holds_the_ground_and_home_is_home() {
    let ground = HeightField::flat();
    let size = vec2(1280.0, 800.0);
    let mut camera = Camera::new(Vec2::splat(64.0), vec2(32.0, 30.0), 15.0);
    for _ in 0..240 {
        camera.update(&Wish::default(), 0.016, size, &ground);
    }
    let start = camera.pose();
    let pointer = vec2(900.0, 500.0);
    let under = camera.eye(size).ground(pointer, &ground).expect("ground");
    camera.update(&Wish { zoom: 3.0, pointer: Some(pointer), ..Wish::default() }, 0.016, size, &ground);
    for _ in 0..240 {
        camera.update(&Wish::default(), 0.016, size, &ground);
    }
    assert!(camera.pose().distance_m < start.distance_m * 0.8);
    let now = camera.eye(size).ground(pointer, &ground).expect("ground");
    assert!(now.distance(under) < 0.2, "the place under the pointer went {} m away", now.distance(under));
    // drag
    let (from, to) = (vec2(640.0, 400.0), vec2(700.0, 460.0));
    let held = camera.eye(size).ground(from, &ground).expect("ground");
    camera.update(&Wish { drag: Some((from, to)), ..Wish::default() }, 0.016, size, &ground);
    let now = camera.eye(size).ground(to, &ground).expect("ground");
    assert!(now.distance(held) < 0.1, "the ground slipped by {}", now.distance(held));
    for _ in 0..400 {
        camera.update(&Wish { zoom: 40.0, ..Wish::default() }, 0.016, size, &ground);
    }
    assert!((camera.pose().distance_m - DISTANCE_M[0]).abs() < 0.01);
    camera.update(&Wish { zoom: f32::NAN, pan: vec2(f32::NAN, 1.0), turn_deg: f32::INFINITY, ..Wish::default() }, f32::NAN, vec2(0.0, f32::NAN), &ground);
    assert!(camera.pose().target.is_finite() && camera.pose().yaw_deg.is_finite());
    camera.update(&Wish { home: true, ..Wish::default() }, 0.016, size, &ground);
    for _ in 0..400 {
        camera.update(&Wish::default(), 0.016, size, &ground);
    }
    assert!(camera.pose().target.truncate().distance(start.target.truncate()) < 0.05 && (camera.pose().distance_m - start.distance_m).abs() < 0.1);
}

#[test]
fn level_ground_is_hit_through_every_point_of_the_picture() {
    let (ground, size) = (HeightField::flat(), vec2(1280.0, 800.0));
    let mut camera = Camera::new(Vec2::splat(64.0), vec2(32.0, 30.0), 0.0);
    for k in 0..400 {
        camera.look(vec2(20.0 + k as f32 * 0.06, 30.0), 9.0 + k as f32 * 0.3, k as f32 * 7.3);
        for point in [vec2(640.0, 400.0), vec2(700.0, 460.0), vec2(3.0, 790.0), vec2(1270.0, 700.0)] {
            let place = camera.eye(size).ground(point, &ground);
            assert!(place.is_some_and(|p| p.z.abs() < 0.01), "{place:?} at {point} of {:?}", camera.pose());
        }
    }
}

#[test]
fn home_looks_from_the_keep_to_the_entrances() {
    let level = common::level();
    let pose = Camera::over(&level).pose();
    // the keep lies in the south of the world, the entrance in the north
    assert!(pose.yaw_deg.abs() < 10.0, "{pose:?}");
    assert!(pose.target.y > 8.0 && pose.target.y < 25.0, "{pose:?}");
}

#[test]
fn a_blast_is_bright_at_once_then_smoke_then_burnt_ground() {
    let (level, rules) = (common::level(), common::rules());
    let mut world = common::world(&level, &rules);
    let mut battle = Battle::new(&level, &rules, &common::figures(), &common::models());
    let (ground, mut picture) = (HeightField::flat(), Picture::default());
    battle.observe(&level, &rules, &world, &[]);
    world.tick += 1;
    let at = vec2(20.0, 24.0);
    let blast = Event::Blasted { blast: 0, at, height_m: 0.0, radius_m: 5.0, hit: 0, cause: sim::event::Cause::Player };
    battle.observe(&level, &rules, &world, &[blast]);
    let place = battle.space().world_from_map(at);
    assert!(battle.shake(&world, 0.0, place) > 0.3 && battle.shake(&world, 0.0, place + 300.0) < 0.05);
    let mut seen = vec![];
    let mut ring_m = 0.0;
    for tick in 0..300u32 {
        battle.fill(&world, 0.5, 0.0, &ground, &mut picture);
        let heat = picture.puffs.iter().map(|p| p.look[1]).fold(0.0f32, f32::max);
        seen.push((picture.lamps.first().map_or(0.0, |l| l.color_power[3]), heat, picture.puffs.len(), picture.stills.len(), picture.marks.len()));
        if let Some(ring) = picture.marks.iter().find(|m| m.look[3] == view::picture::mark::SHOCK) {
            let now = ring.look[2] * ring.size_m * 0.5;
            assert!(now >= ring_m && now < 10.0, "tick {tick}: the ring runs outwards, {ring_m} then {now}");
            ring_m = now;
        }
        let thrown = picture.stills.records().filter(|s| s.position[2] > 1.0).count();
        assert!(!(8..12).contains(&tick) || thrown > 10, "tick {tick}: {thrown} clods in the air");
        world.tick += 1;
        battle.observe(&level, &rules, &world, &[]);
    }
    assert!(seen[0].0 > 15.0 && seen[0].1 > 1.0, "the flash: {:?}", seen[0]);
    assert!(seen[45].1 < 0.3 && seen[45].2 > 10, "after 1.5 s no fire, but smoke: {:?}", seen[45]);
    assert!(ring_m > 6.0);
    // the keep and the burnt ground stay
    assert_eq!(seen[299], (0.0, 0.0, 0, 1, 1));
}
