//! Every screen at every size and scale: nothing cut off, nothing on something else, everything in reach of keys and pad, texts large
//! enough and rich enough in contrast. These checks find more than looking does.

mod common;

use common::Hands;
use ui::{Contrast, Device, Model, Nav, PadNames, Screen, pixels_per_point};

/// Faults of one screen in one setting, as sentences.
fn faults(name: &str, model: &Model, hands: &mut Hands, around: usize) -> Vec<String> {
    let mut found = Vec::new();
    hands.idle(model, 3);
    let group = Nav { next_group: true, ..Nav::default() };
    let down = Nav { down: true, ..Nav::default() };
    for turn in 0..=around {
        let audit = hands.interface.audit();
        let mut say = |what: String| found.push(format!("{name} {:?} at {:.0} %, turn {turn}: {what}", hands.size_px, hands.scale * 100.0));
        audit.cut_off.iter().for_each(|c| say(format!("cut off: {c}")));
        audit.overlaps().iter().for_each(|o| say(format!("on each other: {o}")));
        if hands.interface.unreachable() > 0 {
            say(format!("{} out of reach", hands.interface.unreachable()));
        }
        if hands.interface.pressed_together() > 0 {
            say(format!("{} pairs to press lie on each other", hands.interface.pressed_together()));
        }
        let small_window = hands.size_px[0] < 1280 || hands.size_px[1] < 720;
        if audit.smallest_px < 12.0 - 0.01 && !small_window {
            say(format!("a text of {:.1} px", audit.smallest_px));
        }
        let wanted = if hands.contrast == Contrast::High { 7.0 } else { 4.5 };
        if audit.lowest_contrast.0 < wanted {
            say(format!("contrast {:.2}: {}", audit.lowest_contrast.0, audit.lowest_contrast.1));
        }
        assert!(audit.texts > 0, "{name} says nothing");
        // Tooltips, scrolled lists and other pages come into view as the focus goes around.
        hands.nav(model, if turn % 2 == 0 { group } else { down });
        hands.idle(model, 2);
        let focusable = !matches!(model.screen, Screen::Loading { .. });
        if focusable && !hands.interface.shows_focus() {
            found.push(format!("{name} {:?} at {:.0} %, turn {turn}: the focus is not to be seen", hands.size_px, hands.scale * 100.0));
        }
    }
    found
}

fn check(sizes: &[[u32; 2]], scales: &[f32], contrast: Contrast, around: usize) {
    let mut found = Vec::new();
    for &size_px in sizes {
        for (i, &scale) in scales.iter().enumerate() {
            let mut hands = Hands::new(size_px, scale);
            hands.contrast = contrast;
            for (name, screen) in common::screens() {
                hands.device = [Device::Keys, Device::Pad(PadNames::Deck), Device::Pad(PadNames::Xbox)][i % 3];
                found.extend(faults(name, &Model::new(screen), &mut hands, around));
            }
        }
    }
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

#[test]
fn on_the_deck_at_every_scale() {
    check(&[[1280, 800]], &[0.75, 1.0, 1.25, 1.5, 1.75, 2.0], Contrast::Normal, 6);
}

#[test]
fn on_a_small_television_at_every_scale() {
    check(&[[1280, 720]], &[1.0, 1.25, 1.5, 1.75, 2.0], Contrast::Normal, 4);
}

#[test]
fn on_a_desk_at_every_scale() {
    check(&[[1920, 1080]], &[0.75, 1.0, 1.5, 2.0], Contrast::Normal, 4);
}

#[test]
fn in_odd_windows() {
    check(&[[800, 600], [1024, 600], [2560, 1080], [900, 1400], [640, 360]], &[1.0], Contrast::Normal, 2);
}

#[test]
fn in_high_contrast() {
    check(&[[1280, 800]], &[1.0, 2.0], Contrast::High, 4);
}

#[test]
fn hundred_percent_is_one_point_a_pixel_on_the_deck_and_grows_with_the_screen() {
    assert!((pixels_per_point([1280, 800], 1.0) - 1.0).abs() < 1e-6);
    assert!((pixels_per_point([1920, 1080], 1.0) - 1.35).abs() < 1e-6);
    assert!(pixels_per_point([1280, 800], 0.75) * 13.0 > 11.99, "the smallest text stays readable");
    for broken in [[0, 0], [1, 1], [u32::MAX, 1]] {
        for scale in [f32::NAN, -1.0, 0.0, 1e9] {
            assert!(pixels_per_point(broken, scale).is_finite());
        }
    }
}

/// Nothing a window or a model can hold brings the interface down.
#[test]
fn strange_input_is_survived() {
    let hud = view::hud::Hud {
        gold: i32::MIN,
        keep_health: -5,
        keep_health_max: 0,
        wave: u32::MAX,
        waves: 0,
        next_wave_s: Some(f32::NAN),
        call_bonus: i32::MAX,
        speed: 99,
        message: Some((String::new(), f32::NAN)),
        selected: Some(view::hud::TowerPanel { health: i32::MIN, range_m: f32::INFINITY, ..Default::default() }),
        preview: vec![Default::default(); 40],
        towers: vec![Default::default(); 30],
        powers: vec![view::hud::PowerEntry { charges: 9, charges_max: 900, wait_s: f32::NAN, ..Default::default() }; 3],
        ..common::small_hud()
    };
    let summary = view::hud::Summary {
        graph: vec![(f32::NAN, 1, 1, 1), (0.0, u32::MAX, 0, i32::MIN), (1.0, 0, 0, 0)],
        longest_flight_m: f32::NAN,
        ..common::summary(false)
    };
    let screens = [
        Screen::Battle(hud.clone()),
        Screen::Battle(view::hud::Hud::default()),
        Screen::Pause(hud),
        Screen::Result(summary),
        Screen::Result(view::hud::Summary::default()),
        Screen::Loading { progress: f32::NAN, what: "\u{2026}".repeat(500) },
        Screen::Error { sentence: "word ".repeat(900), remedy: String::new() },
        Screen::Settings(ui::SettingsModel { size_px: [0, 0], sizes_px: vec![], master: f32::NAN, interface_scale: -3.0, ..Default::default() }),
        Screen::Title { can_continue: true },
        Screen::Levels(vec![ui::LevelCard { picture: Some(ui::MapPicture { size: [400, 3], rgb: [1, 2].into() }), ..Default::default() }; 3]),
    ];
    for size_px in [[1280, 800], [1, 1], [0, 0], [300, 2000]] {
        let mut hands = Hands::new(size_px, 1.0);
        for screen in &screens {
            let model = Model::new(screen.clone());
            let all = Nav { up: true, down: true, left: true, right: true, accept: true, back: true, next_group: true, previous_group: true };
            hands.nav(&model, all);
            let output = hands.frame(&model, Nav::default(), vec![egui::Event::PointerMoved(egui::pos2(f32::NAN, -1e9))]);
            assert!(output.pixels_per_point > 0.0);
        }
    }
}
