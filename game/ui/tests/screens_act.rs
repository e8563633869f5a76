//! Every screen driven as a player drives it, by pointer and by keys or pad: each button yields its action.

mod common;

use common::Hands;
use content::rules::{Difficulty, PowerKind, TowerKind};
use egui::{Event, Modifiers, MouseWheelUnit, pos2, vec2};
use ui::{Cue, Model, Nav, Repeat, Screen, SettingChange, SettingsModel, Shadows, UiAction, Volume, WindowMode};
use view::hud::{Hand, Hud};

const ACCEPT: Nav = Nav { accept: true, ..none() };
const BACK: Nav = Nav { back: true, ..none() };
const UP: Nav = Nav { up: true, ..none() };
const DOWN: Nav = Nav { down: true, ..none() };
const LEFT: Nav = Nav { left: true, ..none() };
const RIGHT: Nav = Nav { right: true, ..none() };
const NEXT: Nav = Nav { next_group: true, ..none() };

const fn none() -> Nav {
    Nav { up: false, down: false, left: false, right: false, accept: false, back: false, next_group: false, previous_group: false }
}

fn hands() -> Hands {
    Hands::new([1280, 800], 1.0)
}

/// Walks the focus to a part by every way there is, as a player would who sees where it is.
fn walk_to(hands: &mut Hands, model: &Model, name: &str) {
    hands.idle(model, 2);
    let settings = matches!(model.screen, Screen::Settings(_));
    for _ in 0..60 {
        if hands.interface.shows_focus_on(name) {
            return;
        }
        for nav in [NEXT, DOWN, RIGHT, UP, LEFT] {
            // In the settings left and right would change a value on the way, and up and down among the pages would turn them.
            let among_pages = ["page 0", "page 1", "page 2"].iter().any(|p| hands.interface.shows_focus_on(p));
            if settings && ([RIGHT, LEFT, UP].contains(&nav) || among_pages && !name.starts_with("page") && nav != NEXT) {
                continue;
            }
            for _ in 0..if nav == NEXT { 1 } else { 12 } {
                hands.nav(model, nav);
                if hands.interface.shows_focus_on(name) {
                    return;
                }
            }
        }
    }
    panic!("the focus never came to {name}");
}

/// Presses a part by pointer and, on a fresh interface, by accept; both must ask for the same.
fn both(model: &Model, name: &str, presses: usize, wanted: &[UiAction]) {
    let mut pointer = hands();
    let mut asked = Vec::new();
    for _ in 0..presses {
        asked.extend(pointer.press(model, name));
    }
    assert_eq!(asked, wanted, "{name} by pointer");
    let mut keys = hands();
    walk_to(&mut keys, model, name);
    let mut asked = Vec::new();
    for _ in 0..presses {
        asked.extend(keys.nav(model, ACCEPT));
    }
    assert_eq!(asked, wanted, "{name} by accept");
}

#[test]
fn title() {
    let model = Model::new(Screen::Title { can_continue: true });
    both(&model, "continue", 1, &[UiAction::Continue]);
    both(&model, "play", 1, &[UiAction::OpenLevels]);
    both(&model, "settings", 1, &[UiAction::OpenSettings]);
    both(&model, "quit", 1, &[UiAction::Quit]);
    // Enter on a fresh title goes where a player wants to go.
    let first = Model::new(Screen::Title { can_continue: false });
    let mut hands = hands();
    hands.idle(&first, 2);
    assert_eq!(hands.nav(&first, ACCEPT), [UiAction::OpenLevels]);
}

#[test]
fn levels() {
    let model = Model::new(Screen::Levels(common::levels()));
    let start = |level: &str, difficulty| UiAction::Start { level: level.into(), difficulty };
    both(&model, "back", 1, &[UiAction::ToTitle]);

    let mut hands = hands();
    assert_eq!(hands.press(&model, "start"), [start("first_bombs", Difficulty::Standard)]);
    assert_eq!(hands.press(&model, "level 1"), []);
    hands.idle(&model, 2);
    let [l, t, r, b] = hands.interface.place_px("difficulty").expect("a stepper");
    assert_eq!(hands.click(&model, pos2(r - 15.0, (t + b) * 0.5)), []);
    assert_eq!(hands.press(&model, "start"), [start("ravine", Difficulty::Fierce)]);
    assert_eq!(hands.click(&model, pos2(l + 15.0, (t + b) * 0.5)), []);
    assert_eq!(hands.click(&model, pos2(l + 15.0, (t + b) * 0.5)), []);
    assert_eq!(hands.press(&model, "start"), [start("ravine", Difficulty::Relaxed)]);
    // A pointer that crosses other levels on its way changes nothing.
    let over = hands.middle("level 2");
    hands.point(&model, over);
    assert_eq!(hands.press(&model, "start"), [start("ravine", Difficulty::Relaxed)]);

    // By keys: the page follows the focus, accept goes on to its start, accept again starts.
    let mut keys = Hands::new([1280, 800], 2.0);
    keys.idle(&model, 2);
    keys.nav(&model, DOWN);
    assert_eq!(keys.nav(&model, ACCEPT), []);
    assert!(keys.interface.shows_focus_on("start"));
    assert_eq!(keys.nav(&model, ACCEPT), [start("ravine", Difficulty::Standard)]);
    assert_eq!(keys.nav(&model, BACK), [UiAction::ToTitle]);

    // A long list scrolls to its focus.
    let many = Model::new(Screen::Levels(common::many_levels()));
    let mut keys = Hands::new([1280, 800], 2.0);
    keys.idle(&many, 2);
    for _ in 0..9 {
        keys.nav(&many, DOWN);
    }
    keys.idle(&many, 40);
    let [_, top, _, bottom] = keys.interface.place_px("level 9").expect("a row");
    assert!(top > 60.0 && bottom < 800.0, "level 9 is at {top}..{bottom}");
    // And by the wheel.
    let mut wheel = Hands::new([1280, 800], 2.0);
    wheel.idle(&many, 2);
    let at = wheel.middle("level 1");
    wheel.point(&many, at);
    let before = wheel.interface.place_px("level 1").expect("a row")[1];
    for _ in 0..20 {
        let event = Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: vec2(0.0, -1.0),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers: Modifiers::NONE,
        };
        wheel.frame(&many, Nav::default(), vec![event]);
    }
    wheel.idle(&many, 20);
    assert!(wheel.interface.place_px("level 1").expect("a row")[1] < before - 20.0);
}

#[test]
fn pause() {
    let model = Model::new(Screen::Pause(common::small_hud()));
    both(&model, "resume", 1, &[UiAction::Resume]);
    both(&model, "settings", 1, &[UiAction::OpenSettings]);
    // What loses something asks first.
    both(&model, "restart", 1, &[]);
    both(&model, "restart", 2, &[UiAction::RestartLevel]);
    both(&model, "retry wave", 2, &[UiAction::RetryWave]);
    both(&model, "to title", 1, &[UiAction::ToTitle]);
    let mut keys = hands();
    keys.idle(&model, 2);
    assert_eq!(keys.nav(&model, BACK), [UiAction::Resume]);
    // Leaving the button disarms it.
    let mut keys = hands();
    walk_to(&mut keys, &model, "restart");
    assert_eq!(keys.nav(&model, ACCEPT), []);
    keys.nav(&model, UP);
    keys.nav(&model, DOWN);
    assert_eq!(keys.nav(&model, ACCEPT), []);
}

#[test]
fn results_and_errors() {
    let lost = Model::new(Screen::Result(common::summary(false)));
    both(&lost, "retry", 1, &[UiAction::RetryWave]);
    both(&lost, "restart", 1, &[UiAction::RestartLevel]);
    both(&lost, "levels", 1, &[UiAction::OpenLevels]);
    both(&lost, "to title", 1, &[UiAction::ToTitle]);
    let won = Model::new(Screen::Result(common::summary(true)));
    both(&won, "levels", 1, &[UiAction::OpenLevels]);
    both(&won, "restart", 1, &[UiAction::RestartLevel]);
    both(&won, "to title", 1, &[UiAction::ToTitle]);
    let error = Model::new(Screen::Error { sentence: "It broke.".into(), remedy: "Mend it.".into() });
    both(&error, "to title", 1, &[UiAction::ToTitle]);
    both(&error, "quit", 1, &[UiAction::Quit]);
    let mut keys = hands();
    keys.idle(&error, 2);
    assert_eq!(keys.nav(&error, BACK), [UiAction::ToTitle]);
}

/// Carries out what a settings screen asks for, as the root does.
fn apply(model: &mut SettingsModel, actions: &[UiAction]) {
    for action in actions {
        let UiAction::Set(change) = action else { continue };
        match *change {
            SettingChange::Shadows(to) => model.shadows = to,
            SettingChange::Window(to) => model.window = to,
            SettingChange::SizePx(to) => model.size_px = to,
            SettingChange::Vsync(to) => model.vsync = to,
            SettingChange::Volume(Volume::Master, to) => model.master = to,
            SettingChange::Volume(Volume::Music, to) => model.music = to,
            SettingChange::Volume(Volume::Effects, to) => model.effects = to,
            SettingChange::Volume(Volume::Interface, to) => model.interface = to,
            SettingChange::Volume(Volume::Ambience, to) => model.ambience = to,
            SettingChange::InterfaceScale(to) => model.interface_scale = to,
            SettingChange::Decals(to) => model.decals = to,
            SettingChange::FlyingDead(to) => model.flying_dead = to,
            SettingChange::HighContrast(to) => model.high_contrast = to,
            SettingChange::EdgeScroll(to) => model.edge_scroll = to,
            SettingChange::ScreenShake(to) => model.screen_shake = to,
            SettingChange::Defaults => *model = SettingsModel::default(),
        }
    }
}

fn shown(model: &SettingsModel) -> Model {
    Model::new(Screen::Settings(model.clone()))
}

#[test]
fn settings_by_keys() {
    let mut model = SettingsModel::default();
    let mut keys = hands();
    let set = |change| UiAction::Set(change);
    let m = shown(&model);
    walk_to(&mut keys, &m, "window");
    assert_eq!(keys.nav(&m, LEFT), [], "the first value has nothing before it");
    assert_eq!(keys.nav(&m, RIGHT), [set(SettingChange::Window(WindowMode::Borderless))]);
    walk_to(&mut keys, &m, "size");
    assert_eq!(keys.nav(&m, RIGHT), [set(SettingChange::SizePx([1600, 900]))]);
    assert_eq!(keys.nav(&m, LEFT), [set(SettingChange::SizePx([1280, 720]))]);
    walk_to(&mut keys, &m, "vsync");
    assert_eq!(keys.nav(&m, ACCEPT), [set(SettingChange::Vsync(false))]);
    assert_eq!(keys.nav(&m, LEFT), [set(SettingChange::Vsync(false))]);
    assert_eq!(keys.nav(&m, RIGHT), []);
    walk_to(&mut keys, &m, "shadows");
    assert_eq!(keys.nav(&m, LEFT), [set(SettingChange::Shadows(Shadows::TerrainAndTowers))]);
    assert_eq!(keys.nav(&m, ACCEPT), [set(SettingChange::Shadows(Shadows::Off))], "accept goes round");

    walk_to(&mut keys, &m, "page 1");
    for (name, volume, now) in [
        ("master", Volume::Master, model.master),
        ("music", Volume::Music, model.music),
        ("effects", Volume::Effects, model.effects),
        ("interface", Volume::Interface, model.interface),
        ("ambience", Volume::Ambience, model.ambience),
    ] {
        let m = shown(&model);
        walk_to(&mut keys, &m, name);
        let asked = keys.nav(&m, LEFT);
        let [UiAction::Set(SettingChange::Volume(which, to))] = asked[..] else { panic!("{name} asks for {asked:?}") };
        assert_eq!(which, volume);
        assert!((to - (now - 0.05)).abs() < 1e-4, "{name} went from {now} to {to}");
        apply(&mut model, &asked);
    }
    let m = shown(&model);
    walk_to(&mut keys, &m, "page 2");
    walk_to(&mut keys, &m, "scale");
    assert_eq!(keys.nav(&m, RIGHT), [set(SettingChange::InterfaceScale(1.25))]);
    walk_to(&mut keys, &m, "contrast");
    assert_eq!(keys.nav(&m, RIGHT), [set(SettingChange::HighContrast(true))]);
    walk_to(&mut keys, &m, "shake");
    let asked = keys.nav(&m, RIGHT);
    assert!(matches!(asked[..], [UiAction::Set(SettingChange::ScreenShake(to))] if (to - 0.75).abs() < 1e-4), "{asked:?}");
    walk_to(&mut keys, &m, "edge");
    assert_eq!(keys.nav(&m, ACCEPT), [set(SettingChange::EdgeScroll(false))]);
    assert_eq!(keys.nav(&m, BACK), [UiAction::CloseSettings]);
    both(&m, "restore", 2, &[set(SettingChange::Defaults)]);
    both(&m, "back", 1, &[UiAction::CloseSettings]);
}

#[test]
fn settings_by_pointer() {
    let mut model = SettingsModel::default();
    let mut pointer = hands();
    let m = shown(&model);
    pointer.press(&m, "page 1");
    pointer.idle(&m, 2);
    // Dragged across its whole bar a slider asks for every value on the way, and ends at the last.
    let [_, t, r, b] = pointer.interface.place_px("music").expect("a row");
    let y = (t + b) * 0.5;
    let mut last = model.music;
    let mut asked = pointer.drag(&m, pos2(r - 90.0, y), pos2(r - 900.0, y), 20);
    apply(&mut model, &asked);
    assert!(asked.len() > 5, "{} steps", asked.len());
    assert_eq!(model.music, 0.0, "dragged past the left end");
    let m = shown(&model);
    asked = pointer.click(&m, pos2(r - 240.0, y));
    apply(&mut model, &asked);
    assert!(model.music > 0.1 && model.music < 0.6, "clicked in the middle: {}", model.music);
    std::mem::swap(&mut last, &mut model.music);

    let m = shown(&model);
    pointer.press(&m, "page 0");
    pointer.idle(&m, 2);
    let [_, t, r, b] = pointer.interface.place_px("shadows").expect("a row");
    let left = pos2(r - 306.0, (t + b) * 0.5);
    assert_eq!(pointer.click(&m, left), [UiAction::Set(SettingChange::Shadows(Shadows::TerrainAndTowers))]);
    assert_eq!(pointer.press(&m, "vsync"), [UiAction::Set(SettingChange::Vsync(false))]);
}

/// The scale can be changed from its own row to the end and back without losing the focus.
#[test]
fn scale_changes_under_the_focus() {
    let mut model = SettingsModel::default();
    let mut keys = hands();
    let m = shown(&model);
    walk_to(&mut keys, &m, "page 2");
    walk_to(&mut keys, &m, "scale");
    for nav in [RIGHT, RIGHT, RIGHT, RIGHT, LEFT, LEFT, LEFT, LEFT, LEFT] {
        let asked = keys.nav(&shown(&model), nav);
        assert_eq!(asked.len(), 1);
        apply(&mut model, &asked);
        keys.scale = model.interface_scale;
        keys.idle(&shown(&model), 3);
        assert!(keys.interface.shows_focus_on("scale"));
    }
    assert_eq!(model.interface_scale, 0.75);
}

#[test]
fn battle() {
    let model = Model::new(Screen::Battle(common::small_hud()));
    both(&model, "call", 1, &[UiAction::CallWave]);
    both(&model, "menu", 1, &[UiAction::OpenMenu]);
    both(&model, "pause", 1, &[UiAction::Pause]);
    both(&model, "speed 4", 1, &[UiAction::Speed(4)]);
    both(&model, "speed 2", 1, &[]);
    both(&model, "power 0", 1, &[UiAction::PickPower(PowerKind(0))]);
    both(&model, "tower 0", 1, &[UiAction::PickTower(TowerKind(0))]);
    both(&model, "tower 2", 1, &[]); // 16 gold short

    let hud = Hud { selected: Some(common::panel()), paused: true, ..common::small_hud() };
    let model = Model::new(Screen::Battle(hud));
    both(&model, "pause", 1, &[UiAction::Resume]);
    both(&model, "close", 1, &[UiAction::Deselect]);
    both(&model, "sell", 1, &[]);
    both(&model, "sell", 2, &[UiAction::SellSelected]);
    let placing = Model::new(Screen::Battle(common::placing(None)));
    both(&placing, "tower 0", 1, &[UiAction::DropHand]);
    both(&placing, "tower 1", 1, &[UiAction::PickTower(TowerKind(1))]);

    // The narrow form of the speeds.
    for (name, wanted) in [("slower", 1), ("faster", 3)] {
        let mut hands = Hands::new([1280, 800], 2.0);
        assert_eq!(hands.press(&Model::new(Screen::Battle(common::small_hud())), name), [UiAction::Speed(wanted)]);
    }
}

#[test]
fn back_in_battle_undoes_one_thing_after_the_other() {
    let asks = |hud: Hud| {
        let mut hands = hands();
        let model = Model::new(Screen::Battle(hud));
        hands.idle(&model, 2);
        hands.nav(&model, BACK)
    };
    let selected = Some(common::panel());
    let aiming = Hand::Aiming { kind: PowerKind(0), obstacle: None, inside: 0 };
    assert_eq!(asks(Hud { selected: selected.clone(), hand: aiming, ..common::small_hud() }), [UiAction::DropHand]);
    assert_eq!(asks(Hud { selected, ..common::small_hud() }), [UiAction::Deselect]);
    assert_eq!(asks(common::small_hud()), [UiAction::OpenMenu]);
}

/// Directions belong to the battlefield until a shoulder button takes the plates; picking something or "back" gives them back.
#[test]
fn plates_and_battlefield_share_the_pad() {
    let model = Model::new(Screen::Battle(common::small_hud()));
    let mut hands = hands();
    assert!(!hands.idle(&model, 2).wants_nav);
    assert_eq!(hands.nav(&model, ACCEPT), [], "accept builds, it presses no plate");
    assert_eq!(hands.nav(&model, DOWN), []);
    assert!(!hands.interface.shows_focus());
    hands.nav(&model, NEXT);
    assert!(hands.interface.shows_focus_on("tower 0"));
    assert!(hands.idle(&model, 1).wants_nav);
    assert!(hands.interface.audit().words().any(|w| w.contains("one enemy after the other")), "the tooltip is up");
    hands.nav(&model, RIGHT);
    assert!(hands.interface.shows_focus_on("tower 1"));
    assert_eq!(hands.nav(&model, ACCEPT), [UiAction::PickTower(TowerKind(1))]);
    assert!(!hands.idle(&model, 1).wants_nav);
    hands.nav(&model, NEXT);
    assert!(hands.idle(&model, 1).wants_nav);
    assert_eq!(hands.nav(&model, BACK), []);
    assert!(!hands.idle(&model, 1).wants_nav);
    assert!(hands.idle(&Model::new(Screen::Title { can_continue: false }), 1).wants_nav);
}

#[test]
fn the_battle_ignores_a_pointer_on_a_plate_only() {
    let model = Model::new(Screen::Battle(Hud { selected: Some(common::panel()), ..common::small_hud() }));
    let mut hands = hands();
    hands.idle(&model, 2);
    assert!(!hands.point(&model, pos2(640.0, 400.0)).pointer_over, "the middle is free");
    for plate in [pos2(100.0, 60.0), pos2(640.0, 60.0), pos2(1180.0, 60.0), pos2(640.0, 740.0), pos2(100.0, 760.0), pos2(1100.0, 600.0)] {
        assert!(hands.point(&model, plate).pointer_over, "{plate:?} is on a plate");
    }
    assert!(!hands.frame(&model, Nav::default(), vec![Event::PointerGone]).pointer_over);
    let pause = Model::new(Screen::Pause(common::small_hud()));
    assert!(hands.point(&pause, pos2(5.0, 5.0)).pointer_over, "a menu takes every click");
}

/// The ring is there as soon as a key is pressed, whatever the pointer did before, and stays through screens.
#[test]
fn the_focus_is_never_lost() {
    let mut hands = hands();
    let title = Model::new(Screen::Title { can_continue: true });
    hands.idle(&title, 2);
    hands.point(&title, pos2(1000.0, 20.0));
    hands.point(&title, pos2(900.0, 90.0));
    assert!(!hands.interface.shows_focus());
    for (_, screen) in common::screens() {
        if matches!(screen, Screen::Loading { .. } | Screen::Battle(_)) {
            continue;
        }
        let model = Model::new(screen);
        for nav in [DOWN, DOWN, UP, LEFT, RIGHT, NEXT, DOWN] {
            hands.nav(&model, nav);
            assert!(hands.interface.shows_focus(), "{:?}", model.screen);
        }
    }
    // A screen remembers where its focus was.
    hands.idle(&title, 2);
    walk_to(&mut hands, &title, "settings");
    let settings = Model::new(Screen::Settings(SettingsModel::default()));
    hands.idle(&settings, 2);
    hands.idle(&title, 2);
    assert!(hands.interface.shows_focus_on("settings"));
}

/// The shoulder buttons come back to the open page and to the chosen level, and turn neither.
#[test]
fn groups_are_entered_where_they_were_left() {
    let mut hands = hands();
    let settings = Model::new(Screen::Settings(SettingsModel::default()));
    walk_to(&mut hands, &settings, "page 1");
    for _ in 0..3 {
        hands.nav(&settings, NEXT);
    }
    assert!(hands.interface.shows_focus_on("page 1"));
    let levels = Model::new(Screen::Levels(common::levels()));
    walk_to(&mut hands, &levels, "level 2");
    for _ in 0..3 {
        hands.nav(&levels, NEXT);
    }
    assert!(hands.interface.shows_focus_on("level 2"));
}

/// The picture of a level shows what matters: the keep, where they come from, the road.
#[test]
fn a_level_is_painted_from_its_ground() {
    let level = common::valley();
    let picture = ui::MapPicture::of(&level);
    assert_eq!(picture.size, [96, 64]);
    let at = |x: usize, y: usize| {
        let i = (y * 96 + x) * 3;
        [picture.rgb[i], picture.rgb[i + 1], picture.rgb[i + 2]]
    };
    let [keep, gate, road, grass] = [at(88, 34), at(1, 39), at(48, 24), at(40, 55)];
    assert!(keep[2] > keep[0], "the keep is blue: {keep:?}");
    assert!(gate[0] > 2 * gate[1], "the entrance is red: {gate:?}");
    assert!(road[0] > grass[0] + 30, "the road is paler than grass: {road:?}, {grass:?}");
}

/// The whole interface costs a small part of a frame.
#[test]
fn a_frame_is_cheap() {
    let model = Model::new(Screen::Battle(common::full_hud()));
    let mut hands = Hands::new([1920, 1080], 1.0);
    hands.idle(&model, 5);
    let mut fastest_ms = f64::INFINITY;
    for _ in 0..40 {
        let start = std::time::Instant::now();
        hands.idle(&model, 1);
        fastest_ms = fastest_ms.min(start.elapsed().as_secs_f64() * 1e3);
    }
    println!("the fullest battle takes {fastest_ms:.2} ms a frame");
    assert!(fastest_ms < 8.0, "{fastest_ms:.2} ms");
}

/// What is heard: the focus moves, a press, a refusal, back.
#[test]
fn presses_are_heard() {
    let mut hands = hands();
    let title = Model::new(Screen::Title { can_continue: true });
    hands.idle(&title, 2);
    assert_eq!(hands.frame(&title, DOWN, vec![]).cues, [Cue::Move]);
    assert_eq!(hands.frame(&title, ACCEPT, vec![]).cues, [Cue::Press]);
    let pause = Model::new(Screen::Pause(common::small_hud()));
    hands.idle(&pause, 2);
    assert_eq!(hands.frame(&pause, BACK, vec![]).cues, [Cue::Back]);
    let battle = Model::new(Screen::Battle(common::small_hud()));
    walk_to(&mut hands, &battle, "tower 2");
    assert_eq!(hands.frame(&battle, ACCEPT, vec![]).cues, [Cue::Refuse], "16 gold short");
}

/// A held direction waits, then repeats; letting go or another direction starts anew. "Accept" never repeats.
#[test]
fn held_directions_repeat() {
    let mut repeat = Repeat::default();
    let mut count = |held: Nav, seconds: f32| {
        let frames = (seconds * 60.0) as usize;
        (0..frames).filter(|_| repeat.apply(Nav::default(), held, 1.0 / 60.0).any()).count()
    };
    assert_eq!(count(DOWN, 0.45), 0);
    let repeats = count(DOWN, 1.1);
    assert!((9..=11).contains(&repeats), "{repeats} in 1.1 s");
    assert_eq!(count(UP, 0.45), 0);
    assert_eq!(count(ACCEPT, 2.0), 0);
    assert_eq!(Repeat::default().apply(ACCEPT, ACCEPT, 0.016), ACCEPT, "presses pass through");
}
