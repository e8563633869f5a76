//! The mixer by itself: limits, distance, names of files.

use super::families::{ALL, FAMILIES};
use super::*;

fn mixer() -> Cues {
    Cues::new(Space { map_height_m: 64.0 })
}

#[test]
fn families_have_caps_and_a_voice_comes_free_again() {
    let mut cues = mixer();
    let listener = Listener::default();
    let mut started = 0;
    for _ in 0..50 {
        cues.update(0.04, &listener);
        cues.start(SoundId::BlastNear, Some(Vec3::X), 0.0, &listener);
        started += cues.drain().count();
    }
    // two seconds, 1.2 s a voice, four voices
    assert!((7..=8).contains(&started), "{started} blasts in two seconds");
}

#[test]
fn far_is_softer_and_later_and_a_burst_is_a_roar() {
    let mut cues = mixer();
    let listener = Listener { at: Vec3::ZERO, reach_m: 50.0 };
    cues.start(SoundId::BodyThud, Some(Vec3::X * 5.0), 0.0, &listener);
    cues.start(SoundId::BonesOne, Some(Vec3::X * 200.0), 0.0, &listener);
    cues.start(SoundId::BlastFar, Some(Vec3::X * 100.0), 0.0, &listener);
    let heard: Vec<Cue> = cues.drain().collect();
    assert!(heard[0].gain_db >= -3.0 && heard[1].gain_db <= -20.0, "{heard:?}");
    assert!(heard[2].delay_s > 0.25 && heard[0].delay_s == 0.0);
    cues.landings.extend((0..30).map(|k| (cues.now_s, Vec3::new(k as f32, 0.0, 0.0))));
    cues.energy = 300.0;
    cues.update(0.016, &listener);
    assert!(cues.drain().any(|c| c.sound == SoundId::BonesMany));
    let loud = cues.rate;
    (0..40).for_each(|_| cues.update(0.016, &listener));
    assert!(loud > 1000.0 && cues.rate < loud * 0.2, "{loud} became {}", cues.rate);
}

#[test]
fn every_sound_has_a_family_with_voices_and_its_own_files() {
    assert!(FAMILIES.iter().all(|f| f.cap >= 1 && usize::from(f.cap) <= 8 && f.lasts_s > 0.0));
    assert_eq!((SoundId::BlastNear.file(), SoundId::UiDeny.file(), SoundId::StingDefeat.file()), ("blast_near", "ui_deny", "sting_defeat"));
    let mut files: Vec<&str> = ALL.iter().map(|sound| sound.file()).collect();
    files.sort_unstable();
    files.dedup();
    assert_eq!(files.len(), SOUNDS);
}

/// The table of sounds and its files, as they are in the repository.
fn in_the_repository(name: &str) -> bool {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/sounds");
    let table = std::fs::read_to_string(folder.join("sounds.toml")).expect("the table of sounds");
    table.contains(&format!("[sound.{name}]")) && folder.join(format!("{name}_1.ogg")).exists()
}

#[test]
fn every_sound_of_a_battle_is_in_the_table_and_every_enemy_has_a_voice() {
    for sound in ALL {
        if !sound.family().of_enemy {
            assert!(in_the_repository(sound.file()), "{}", sound.file());
        }
    }
    let enemies = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/rules/enemies.toml");
    let text = std::fs::read_to_string(enemies).expect("the enemies");
    let models: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("model = \"")?.strip_suffix('"')).collect();
    assert!(models.len() >= 3, "{models:?}");
    for model in models {
        for deed in [SoundId::EnemyAttack, SoundId::EnemyDeath, SoundId::EnemySpeak] {
            assert!(in_the_repository(&format!("{model}_{}", deed.file())), "{model}_{}", deed.file());
        }
    }
    assert!(!in_the_repository("nobody_death"));
}

#[test]
fn a_blast_is_told_by_size_distance_and_cause() {
    let cues = mixer();
    let listener = Listener { at: Vec3::ZERO, reach_m: 50.0 };
    let heard = |radius_m: f32, metres: f32, keg: bool| {
        let mut wanted = Vec::new();
        cues.blasted(Vec3::X * metres, radius_m, keg, &listener, &mut wanted);
        (wanted[0].sound, wanted.iter().any(|w| w.sound == SoundId::Debris && w.delay_s > 0.0))
    };
    assert_eq!(heard(5.0, 10.0, false), (SoundId::BlastNear, true));
    assert_eq!(heard(2.0, 10.0, false), (SoundId::BlastSmall, true));
    assert_eq!(heard(12.0, 60.0, false), (SoundId::BlastLarge, true));
    assert_eq!(heard(5.0, 10.0, true), (SoundId::KegExplode, true));
    assert_eq!(heard(5.0, 100.0, false), (SoundId::BlastMid, false));
    assert_eq!(heard(2.0, 400.0, true), (SoundId::BlastFar, false));
}
