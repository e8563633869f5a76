//! `tumblekeep render` on a software adapter: the picture is there, has the asked size, and holds what it should. Small
//! pictures, compared by what changes in them, never by golden files; one case must fail.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Draws first-bombs; none when the machine has no graphics adapter at all.
fn picture(name: &str, arguments: &[&str]) -> Option<image::RgbaImage> {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_tumblekeep"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["render", "levels/first-bombs", "--size", "480x300", "--set", "samples=1", "--out"])
        .arg(&file)
        .args(arguments);
    let output = command.output().expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    if errors.contains("no graphics adapter was found") {
        println!("skipped: no graphics adapter, not even a software one (Debian: mesa-vulkan-drivers)");
        return None;
    }
    assert!(output.status.success(), "{errors}");
    Some(image::open(&file).expect("a PNG").to_rgba8())
}

/// Share of pixels that differ by more than 12 in some channel.
fn changed(a: &image::RgbaImage, b: &image::RgbaImage) -> f32 {
    assert_eq!(a.dimensions(), b.dimensions());
    let differing = a.pixels().zip(b.pixels()).filter(|(a, b)| (0..3).any(|c| a[c].abs_diff(b[c]) > 12)).count();
    differing as f32 / (a.width() * a.height()) as f32
}

const CROWD: [&str; 6] = ["--tick", "2975", "--script", "levels/first-bombs/win.toml", "--camera", "66,50,0.9,0"];

fn with<'a>(extra: &[&'a str]) -> Vec<&'a str> {
    CROWD.iter().copied().chain(extra.iter().copied()).collect()
}

#[test]
fn the_battle_shows_crowd_shadows_and_interface() {
    let Some(full) = picture("full", &with(&[])) else { return };
    assert_eq!(full.dimensions(), (480, 300));
    let again = picture("again", &with(&[])).expect("there was an adapter a moment ago");
    assert_eq!(changed(&full, &again), 0.0, "the same picture twice");
    let bare = picture("bare", &with(&["--set", "hud=off"])).expect("an adapter");
    let hud = changed(&full, &bare);
    assert!((0.08..0.6).contains(&hud), "the interface covers {hud} of the picture");
    let unshadowed = picture("unshadowed", &with(&["--set", "hud=off", "--set", "shadows=off"])).expect("an adapter");
    let stills = picture("stills", &with(&["--set", "hud=off", "--set", "shadows=towers"])).expect("an adapter");
    let (all, some) = (changed(&bare, &unshadowed), changed(&stills, &unshadowed));
    assert!(all > 0.05, "shadows change {all} of the picture");
    assert!(all > some && some > 0.02, "the crowd adds its own shadows: {all} against {some}");
    let empty = picture("empty", &["--tick", "30", "--camera", "66,50,0.9,0", "--set", "hud=off"]).expect("an adapter");
    let crowd = changed(&bare, &empty);
    assert!(crowd > 0.08, "the crowd changes {crowd} of the picture");
    let night = picture("night", &with(&["--set", "hud=off", "--set", "mood=night"])).expect("an adapter");
    let brightness = |p: &image::RgbaImage| p.pixels().map(|p| u64::from(p[0]) + u64::from(p[1]) + u64::from(p[2])).sum::<u64>();
    assert!(brightness(&night) * 3 < brightness(&bare) * 2, "night is darker");
}

#[test]
#[should_panic(expected = "the same picture")]
fn two_different_moments_are_not_the_same_picture() {
    let Some(one) = picture("one", &["--tick", "30"]) else { panic!("skipped, but the same picture is expected to fail") };
    let other = picture("other", &with(&[])).expect("an adapter");
    assert_eq!(changed(&one, &other), 0.0, "the same picture twice");
}

#[test]
fn what_cannot_be_drawn_gets_a_sentence() {
    let draw = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_tumblekeep"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .arg("render")
            .args(arguments)
            .output()
            .expect("the program starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("never.png");
    let out = out.to_str().expect("a plain path");
    for (arguments, words) in [
        (vec!["levels/nowhere", "--out", out], "no such level folder"),
        (vec!["levels/first-bombs", "--out", "/proc/nothing/x.png"], "/proc/nothing"),
        (vec!["levels/first-bombs", "--script", "levels/nothing.toml", "--out", out], "levels/nothing.toml"),
        (vec!["levels/first-bombs", "--size", "big", "--out", out], "like 1280x800"),
        (vec!["levels/first-bombs", "--set", "shadow=off", "--out", out], "there are shadows"),
    ] {
        let (code, errors) = draw(&arguments);
        if errors.contains("no graphics adapter was found") {
            println!("skipped: no graphics adapter");
            continue;
        }
        assert!(code == Some(1) || code == Some(2), "{arguments:?} ended with {code:?}: {errors}");
        assert!(errors.contains(words), "{arguments:?} said: {errors}");
        assert!(!errors.contains("panicked"), "{errors}");
    }
    assert!(!Path::new(out).exists(), "nothing is half written");
}
