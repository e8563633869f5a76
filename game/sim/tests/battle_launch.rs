//! The figures of a launch (B3, B4, B7), measured on the functions that the tick uses.

use base::math::{FRAC_PI_2, PI, atan2};
use content::rules::Blast;
use glam::{Vec2, vec2};
use sim::TICK_S;
use sim::flight::{fall, landing_angle, launch_velocity, vertical_flight};
use sim::tables::UnitId;

const FORCE_18: Blast = Blast { radius_m: 5.0, force_mps: 18.0, damage: 0 };

#[test]
fn force_18_flies_ten_meters_high_and_fifteen_and_a_half_far_in_two_seconds() {
    let (mut apex, mut range, mut seconds) = (0.0_f64, 0.0_f64, 0.0_f64);
    let mut heights = Vec::new();
    let count = 4_000;
    for id in 1..=count {
        let (along, climb) = launch_velocity(9, UnitId(id), 3, FORCE_18, Vec2::X, 0.0, 0.0);
        apex += f64::from(vertical_flight(0.0, climb, &mut heights)) / f64::from(count);
        seconds += heights.len() as f64 * f64::from(TICK_S) / f64::from(count);
        range += f64::from(along.length()) * heights.len() as f64 * f64::from(TICK_S) / f64::from(count);
    }
    assert!((9.4..11.0).contains(&apex), "apex {apex}");
    assert!((1.9..2.15).contains(&seconds), "flight {seconds} s");
    assert!((14.8..16.4).contains(&range), "range {range}");
}

#[test]
fn spreads_stay_within_their_limits_and_reach_them() {
    let (mut direction_max, mut least, mut most) = (0.0_f32, f32::MAX, 0.0_f32);
    for id in 1..4_000 {
        let (along, climb) = launch_velocity(9, UnitId(id), 3, FORCE_18, vec2(0.0, 2.0), 0.0, 0.0);
        direction_max = direction_max.max(atan2(along.x, along.y).abs());
        let force = ((along.length() / 0.85) * (along.length() / 0.85) + (climb / 1.3) * (climb / 1.3)).sqrt();
        (least, most) = (least.min(force), most.max(force));
        let elevation = atan2(climb / 1.3, along.length() / 0.85) * 180.0 / PI;
        assert!((54.9..65.1).contains(&elevation), "elevation {elevation}");
    }
    let limit = 15.0 * PI / 180.0;
    assert!(direction_max <= limit + 1e-4 && direction_max > limit * 0.98, "direction {direction_max}");
    assert!((18.0 * 0.8 - 0.01..18.0 * 0.81).contains(&least), "least {least}");
    assert!(most <= 18.0 * 1.2 + 0.01 && most > 18.0 * 1.19, "most {most}");
}

#[test]
fn the_edge_halves_resistance_shortens_and_everybody_leaves_the_ground() {
    for id in 1..500 {
        let at = |share, resistance, force_mps| launch_velocity(1, UnitId(id), 0, Blast { force_mps, ..FORCE_18 }, Vec2::Y, share, resistance);
        let (middle, edge) = (at(0.0, 0.0, 18.0), at(1.0, 0.0, 18.0));
        assert!((edge.1 / middle.1 - 0.5).abs() < 1e-4 && (edge.0.length() / middle.0.length() - 0.5).abs() < 1e-4);
        let (firm, rigid) = (at(0.0, 0.5, 18.0), at(0.0, 1.0, 18.0));
        assert_eq!((firm.1, rigid.1, rigid.0), (middle.1, middle.1, Vec2::ZERO), "resistance changes the range alone");
        assert!((firm.0.length() / middle.0.length() - 0.5).abs() < 1e-4);
        let (along, climb) = at(1.0, 1.0, 0.0);
        assert!((along.length_squared() + climb * climb).sqrt() >= 2.0, "B4: at least 2 m/s, was {along} and {climb}");
        let (mut height, mut climb) = (0.0, climb);
        assert!(!fall(&mut height, &mut climb), "it must leave the ground");
    }
}

#[test]
fn tumbles_end_horizontal_with_a_half_turn_for_each_two_and_a_half_meters() {
    let pose = |angle: f32| ((angle - FRAC_PI_2) / PI).round();
    for (climb, half_turns) in [(2.0, 0.0), (9.9, 0.0), (10.1, 1.0), (14.3, 2.0), (20.3, 3.0), (40.0, 3.0)] {
        assert_eq!(pose(landing_angle(0.0, climb, true)), half_turns, "climb {climb} forward");
        assert_eq!(pose(landing_angle(0.0, climb, false)), -1.0 - half_turns, "climb {climb} backward");
    }
    for k in 0..200 {
        let angle = k as f32 * 0.11 - 11.0;
        for forward in [true, false] {
            let end = landing_angle(angle, 3.0, forward);
            assert!((end - (FRAC_PI_2 + PI * pose(end))).abs() < 1e-4, "{end} is not horizontal");
            let turn = if forward { end - angle } else { angle - end };
            assert!((-0.01..PI + 0.01).contains(&turn), "from {angle} to {end}");
        }
    }
    // Hit again while it lies: it stays in its pose when the throw is low.
    assert_eq!(landing_angle(-FRAC_PI_2, 2.0, true), -FRAC_PI_2);
    assert_eq!(landing_angle(FRAC_PI_2, 2.0, false), FRAC_PI_2);
}
