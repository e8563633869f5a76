//! The whole of sound, on a backend that only remembers what it was given, and without any device.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use kira::AudioManager;
use kira::backend::{Backend, Renderer};

use super::wave::write_wave;
use super::*;

const RATE: u32 = 48_000;

/// A device made of memory.
struct Memory {
    renderer: Option<Mutex<Renderer>>,
}

impl Backend for Memory {
    type Settings = ();
    type Error = ();

    fn setup((): (), _internal_buffer_size: usize) -> Result<(Self, u32), ()> {
        Ok((Self { renderer: None }, RATE))
    }

    fn start(&mut self, renderer: Renderer) -> Result<(), ()> {
        self.renderer = Some(Mutex::new(renderer));
        Ok(())
    }
}

/// Lets the device play some seconds and gives what came out, left channel only.
fn hear(sound: &mut Sound, seconds: f64) -> Vec<f32> {
    let manager: &mut dyn Any = &mut *sound.output.as_mut().unwrap().manager;
    let backend = manager.downcast_mut::<AudioManager<Memory>>().unwrap().backend_mut();
    let renderer = backend.renderer.as_mut().unwrap().get_mut().unwrap();
    let mut out = vec![0.0_f32; (seconds * f64::from(RATE)) as usize * 2];
    for block in out.chunks_mut(512) {
        renderer.on_start_processing();
        renderer.process(block, 2);
    }
    out.chunks_exact(2).map(|frame| frame[0]).collect()
}

/// Hears while frames of the program pass.
fn live(sound: &mut Sound, seconds: f64) -> Vec<f32> {
    let mut out = Vec::new();
    for _ in 0..(seconds * 60.0).round() as u32 {
        out.extend(hear(sound, 1.0 / 60.0));
        sound.update(1.0 / 60.0);
    }
    out
}

fn peak(heard: &[f32]) -> f32 {
    heard.iter().fold(0.0, |peak, value| peak.max(value.abs()))
}

fn tone(frames: usize, amplitude: f32) -> impl Iterator<Item = f32> {
    (0..frames).map(move |index| (index as f32 * 0.05).sin() * amplitude)
}

struct Scene {
    folder: PathBuf,
    sound: Sound,
}

impl Drop for Scene {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

const SOUNDS: &str = r#"
[family.hits]
voices = 4

[sound.hit]
family = "hits"

[sound.bang]

[family.interface]
voices = 1

[sound.click]
bus = "interface"
family = "interface"

[sound.fanfare]
duck_db = 20.0

[sound.wind]
bus = "ambience"
looped = true
margin = 1000

[sound.broken]

[sound.absent]
"#;

const MUSIC: &str = r#"
[theme.one]
bar_frames = 4800
fade_bars = 1
calm_bars = 10
margin = 1000
stem = [{ file = "low", gains_db = [0.0, 0.0] }, { file = "high", gains_db = [-inf, 0.0] }]

[theme.two]
bar_frames = 4800
margin = 1000
stem = [{ file = "high", gains_db = [0.0] }]

[theme.gone]
bar_frames = 4800
margin = 1000
stem = [{ file = "low", gains_db = [0.0] }, { file = "no such file", gains_db = [0.0] }]

[theme.broken]
bar_frames = 4800
margin = 1000
stem = [{ file = "broken", gains_db = [0.0] }]

[theme.uneven]
bar_frames = 4800
margin = 1000
stem = [{ file = "low", gains_db = [0.0] }, { file = "short", gains_db = [0.0] }]
"#;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("sound-{name}-ö-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("sounds.toml"), SOUNDS).unwrap();
    std::fs::write(folder.join("music.toml"), MUSIC).unwrap();
    for variant in 1..=3 {
        write_wave(&folder.join(format!("hit_{variant}.ogg")), 1, tone(9600, 0.1 * variant as f32));
    }
    write_wave(&folder.join("bang.ogg"), 2, tone(48_000, 0.9));
    write_wave(&folder.join("click.ogg"), 1, tone(2400, 0.5));
    write_wave(&folder.join("fanfare.ogg"), 1, tone(48_000, 0.05));
    write_wave(&folder.join("wind.ogg"), 2, std::iter::repeat_n(0.25, 2 * (4000 + 2000)));
    std::fs::write(folder.join("broken.ogg"), b"OggS and nothing more").unwrap();
    write_wave(&folder.join("low.ogg"), 2, std::iter::repeat_n(0.2, 2 * (24_000 + 2000)));
    write_wave(&folder.join("high.ogg"), 2, std::iter::repeat_n(0.3, 2 * (24_000 + 2000)));
    write_wave(&folder.join("short.ogg"), 2, std::iter::repeat_n(0.3, 2 * (4_000 + 2000)));
    folder
}

fn scene(name: &str) -> Scene {
    let folder = folder(name);
    let mut sound = Sound::silent("a test");
    let output = Output::open::<Memory>((), VOICES_MAX, &sound.levels).unwrap();
    sound.take_output(output);
    sound.load_dir(&folder).unwrap();
    sound.finish_loading();
    Scene { folder, sound }
}

#[test]
fn without_a_device_everything_is_accepted_and_nothing_is_heard() {
    let folder = folder("silent");
    let mut sound = Sound::silent("there is none");
    sound.load_dir(&folder).unwrap();
    sound.finish_loading();
    assert_eq!(sound.state(), SoundState::Silent("there is none".into()));
    let names: Vec<String> = sound.names().map(str::to_owned).collect();
    assert_eq!(names.len(), 7);
    for _ in 0..100 {
        for name in &names {
            assert_eq!(sound.play(name, PlayOptions { gain_db: f32::NAN, pan: 9.0, pitch: -1.0, priority_db: f32::INFINITY }), Played::Silent);
            sound.set_loop(name, Some(PlayOptions::default()));
        }
        sound.play_theme("one", 1.0);
        sound.set_intensity(3);
        sound.set_paused(true);
        sound.set_volume(Bus::Music, f32::NAN);
        sound.set_muted(true);
        sound.set_mono(true);
        sound.update(0.016);
        sound.stop_theme(1.0);
        sound.stop_effects(0.1);
    }
    assert_eq!(sound.play("nothing", PlayOptions::default()), Played::Unknown);
    assert_eq!(sound.voice_count(), 0);
    // whatever this machine has, looking for a device is no error
    let found = sound.retry();
    assert_eq!(found, sound.state() == SoundState::Playing);
    assert!(sound.load_dir(Path::new("no/such/folder")).is_err());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_device_that_comes_later_takes_up_loops_music_and_volumes() {
    let folder = folder("later");
    let mut sound = Sound::silent("not yet");
    sound.load_dir(&folder).unwrap();
    sound.set_loop("wind", Some(PlayOptions::default()));
    sound.play_theme("one", 0.0);
    sound.set_volume(Bus::Ambience, 0.0);
    let output = Output::open::<Memory>((), VOICES_MAX, &sound.levels).unwrap();
    sound.take_output(output);
    sound.finish_loading();
    live(&mut sound, 0.2);
    assert!((peak(&live(&mut sound, 0.3)) - 0.2).abs() < 0.01, "music, and no wind");
    sound.set_volume(Bus::Ambience, 1.0);
    live(&mut sound, 0.3);
    assert!((peak(&live(&mut sound, 0.3)) - 0.45).abs() < 0.01, "music and wind");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn variants_take_turns_and_limits_hold() {
    let mut scene = scene("variants");
    let sound = &mut scene.sound;
    let mut peaks = Vec::new();
    for _ in 0..6 {
        assert_eq!(sound.play("hit", PlayOptions::default()), Played::Started);
        peaks.push((peak(&live(sound, 0.3)) * 10.0).round());
    }
    assert_eq!(peaks, [1.0, 2.0, 3.0, 1.0, 2.0, 3.0]);
    assert_eq!(sound.voice_count(), 0);
    let mut started = 0;
    for _ in 0..200 {
        started += u32::from(sound.play("hit", PlayOptions::default()) == Played::Started);
        sound.update(0.000_4);
    }
    assert!(sound.voice_count() <= 4, "{}", sound.voice_count());
    assert!((4..=8).contains(&started), "{started}");
    assert_eq!(sound.play("hit", PlayOptions::at_db(-90.0)), Played::Refused);
    assert_eq!(sound.play("broken", PlayOptions::default()), Played::NotReady);
    assert_eq!(sound.play("absent", PlayOptions::default()), Played::NotReady);
}

#[test]
fn a_thousand_bangs_never_clip() {
    let mut scene = scene("loud");
    let sound = &mut scene.sound;
    sound.play_theme("one", 0.0);
    sound.set_loop("wind", Some(PlayOptions::at_db(12.0)));
    sound.finish_loading();
    let mut heard = Vec::new();
    for _ in 0..60 {
        for _ in 0..20 {
            sound.play("bang", PlayOptions::at_db(12.0));
            sound.play("hit", PlayOptions { gain_db: 12.0, pitch: 1.3, ..PlayOptions::default() });
        }
        heard.extend(live(sound, 1.0 / 60.0));
    }
    assert!(heard.iter().all(|value| value.abs() <= limiter::CEILING + 1e-6), "{}", peak(&heard));
    assert!(peak(&heard) > 0.5);
    let flat = heard.windows(3).filter(|three| three.iter().all(|value| value.abs() >= limiter::CEILING)).count();
    assert_eq!(flat, 0, "limited, not cut off");
}

#[test]
fn volumes_mute_and_pause_do_what_they_say() {
    let mut scene = scene("volumes");
    let sound = &mut scene.sound;
    sound.set_loop("wind", Some(PlayOptions::default()));
    live(sound, 0.6);
    assert!((peak(&live(sound, 0.2)) - 0.25).abs() < 0.01);
    sound.set_volume(Bus::Ambience, 0.5);
    live(sound, 0.2);
    assert!((peak(&live(sound, 0.2)) - 0.0625).abs() < 0.01, "half is a quarter of the amplitude");
    sound.set_volume(Bus::Ambience, 1.0);
    sound.set_muted(true);
    live(sound, 0.2);
    assert_eq!(peak(&live(sound, 0.2)), 0.0);
    sound.set_muted(false);
    live(sound, 0.2);
    // a bang stops in place and goes on after the pause
    sound.set_loop("wind", None);
    live(sound, 0.6);
    assert_eq!(sound.play("bang", PlayOptions::default()), Played::Started);
    live(sound, 0.1);
    sound.set_paused(true);
    live(sound, 0.3);
    assert_eq!(peak(&live(sound, 2.0)), 0.0);
    assert_eq!(sound.voice_count(), 1);
    assert_eq!(sound.play("bang", PlayOptions::default()), Played::Paused);
    for _ in 0..10 {
        assert_eq!(sound.play("click", PlayOptions::default()), Played::Started);
        assert!(peak(&live(sound, 0.2)) > 0.3, "the interface is heard");
    }
    sound.set_paused(false);
    assert!(peak(&live(sound, 0.25)) > 0.3, "the rest of the bang");
}

#[test]
fn music_follows_intensity_up_at_once_and_down_after_calm_and_steps_back_for_a_sting() {
    let mut scene = scene("music");
    let sound = &mut scene.sound;
    let level = |sound: &mut Sound, seconds: f64| {
        live(sound, seconds);
        let heard = live(sound, 0.05);
        (heard.iter().sum::<f32>() / heard.len() as f32 * 100.0).round() / 100.0
    };
    sound.play_theme("one", 0.0);
    sound.finish_loading();
    assert_eq!(level(sound, 0.3), 0.2);
    sound.set_intensity(1);
    assert_eq!(level(sound, 0.4), 0.5);
    sound.set_intensity(0);
    assert_eq!(level(sound, 0.5), 0.5, "ten bars of a tenth of a second have not passed");
    assert_eq!(level(sound, 1.0), 0.2);
    sound.play("fanfare", PlayOptions::default());
    let ducked = level(sound, 0.4);
    assert!(ducked < 0.06, "{ducked}");
    assert_eq!(level(sound, 3.5), 0.2);
    sound.play_theme("two", 0.1);
    sound.finish_loading();
    assert_eq!(level(sound, 0.5), 0.3);
    sound.stop_theme(0.1);
    assert_eq!(level(sound, 0.4), 0.0);
    sound.play_theme("uneven", 0.0);
    sound.finish_loading();
    assert_eq!(level(sound, 0.2), 0.0, "stems that do not fit are silence and a line in the log");
    sound.play_theme("no such", 0.0);
    for name in ["gone", "broken"] {
        sound.play_theme("two", 0.0);
        sound.finish_loading();
        assert_eq!(level(sound, 0.4), 0.3, "before {name}");
        sound.play_theme(name, 0.0);
        sound.finish_loading();
        assert_eq!(level(sound, 0.2), 0.0, "{name} is silence, not the music from before");
    }
    assert!(sound.warned.iter().any(|why| why.contains("no such file.ogg")) && sound.warned.iter().any(|why| why.contains("broken.ogg")), "{:?}", sound.warned);
    sound.play_theme("two", 0.0);
    sound.finish_loading();
    assert_eq!(level(sound, 0.4), 0.3, "and what is whole plays again");
}

#[test]
fn loops_change_level_fade_away_and_have_no_seam() {
    let mut scene = scene("loops");
    let sound = &mut scene.sound;
    sound.set_loop("wind", Some(PlayOptions::default()));
    live(sound, 0.6);
    let heard = live(sound, 1.0);
    assert!(heard.iter().all(|value| (value - 0.25).abs() < 1e-3), "a constant stays one across many seams");
    for _ in 0..30 {
        sound.set_loop("wind", Some(PlayOptions::at_db(-6.0)));
        live(sound, 1.0 / 60.0);
    }
    assert!((peak(&live(sound, 0.1)) - 0.125).abs() < 0.01);
    sound.set_loop("wind", None);
    live(sound, 0.6);
    assert_eq!(peak(&live(sound, 0.1)), 0.0);
}
