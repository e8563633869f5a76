//! The repository's own sounds against their tables and measures: every name has files, every file decodes, levels and
//! lengths are what was measured when the files were made, loops are whole to the frame.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use kira::sound::static_sound::StaticSoundData;
use shell::sound::decode::{Decoded, Done, Job, Shape, decode_all, without_margin};
use shell::sound::stream::LoopReader;
use shell::sound::table::{MARGIN_FRAMES, read_music, read_sounds, variants};

/// Largest difference between a peak as measured by another decoder and by ours, in decibels.
const PEAK_TOLERANCE_DB: f32 = 0.1;

fn assets(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets").join(folder)
}

/// A column of a CSV file by the name in the first.
fn column(file: &str, column: &str) -> BTreeMap<String, f64> {
    let text = std::fs::read_to_string(assets("sound/measures").join(file)).expect("measures are part of the repository");
    let mut lines = text.lines();
    let at = lines.next().and_then(|header| header.split(',').position(|name| name == column)).expect("the column is there");
    lines
        .filter_map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            Some(((*cells.first()?).to_owned(), cells.get(at)?.parse().ok()?))
        })
        .collect()
}

fn ogg_files(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(assets(folder)).expect("the folder is there").map(|entry| entry.expect("readable").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "ogg"));
    files.sort();
    files
}

fn name(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

fn peak_db(peak: f32) -> f32 {
    20.0 * peak.log10()
}

/// One round of a loop, by its reader.
fn read_whole(path: &Path, margin: usize) -> StaticSoundData {
    let mut reader = LoopReader::open(path, margin).expect("a loop");
    let frames = (0..reader.frames()).map(|_| reader.next_frame().expect("whole")).collect();
    StaticSoundData { sample_rate: reader.sample_rate(), frames, settings: Default::default(), slice: None }.loop_region(..)
}

#[test]
fn a_loop_that_is_read_piece_by_piece_is_the_loop_that_is_decoded_whole() {
    for (folder, file) in [("music", "defeat_bed"), ("sounds", "fire_burning_1")] {
        let path = assets(folder).join(format!("{file}.ogg"));
        let whole = StaticSoundData::from_file(&path).expect("a sound");
        let whole = without_margin(&whole.frames, MARGIN_FRAMES).expect("a loop");
        let mut reader = LoopReader::open(&path, MARGIN_FRAMES).expect("a loop");
        assert_eq!(reader.frames(), whole.len(), "{file}");
        for round in 0..2 {
            for (index, frame) in whole.iter().enumerate() {
                assert_eq!(reader.next_frame().expect("whole"), *frame, "{file}: round {round}, frame {index}");
            }
        }
    }
}

#[test]
fn every_effect_has_a_table_entry_decodes_and_is_what_was_measured() {
    let table = read_sounds(&assets("sounds")).expect("a good table").expect("a table");
    let files = ogg_files("sounds");
    let (seconds, peaks) = (column("effects.csv", "seconds"), column("effects.csv", "peak_db"));
    let mut jobs = Vec::new();
    for (sound, entry) in &table.sound {
        let found = variants(&files, sound);
        // what plays once is not to be the same twice in a row; a long loop is one file
        assert!(found.len() == 3 || entry.looped && found.len() == 1, "{sound}: {found:?}");
        let shape = if entry.looped { Shape::Loop { margin: entry.margin } } else { Shape::Shot };
        jobs.extend(found.into_iter().map(|path| Job { tag: (files.iter().position(|file| *file == path).expect("from the list"), 0), path, shape }));
    }
    assert_eq!(jobs.len(), files.len(), "a file that no entry of the table names");
    let mut seen = 0;
    for Done { tag, result } in decode_all(jobs) {
        let name = name(&files[tag.0]);
        let data = match result {
            Ok(Decoded::Shot(samples)) => {
                let frames = (0..samples.frames() as isize).map(|index| samples.frame(index)).collect();
                StaticSoundData { sample_rate: samples.sample_rate, frames, settings: Default::default(), slice: None }
            }
            Ok(Decoded::Sound(data)) => data,
            // a long loop is read from its file; here all of it at once
            Ok(Decoded::Long { path, margin, .. }) => read_whole(&path, margin),
            Ok(Decoded::Stem(_)) => panic!("{name} is no stem"),
            Err(why) => panic!("{why}"),
        };
        assert_eq!(data.sample_rate, 48_000, "{name}");
        let length = data.frames.len() as f64 / 48_000.0;
        assert!((length - seconds[&name]).abs() < 0.001, "{name}: {length} s, measured {}", seconds[&name]);
        let peak = peak_db(data.frames.iter().fold(0.0, |peak, frame| peak.max(frame.left.abs()).max(frame.right.abs())));
        assert!((peak - peaks[&name] as f32).abs() < PEAK_TOLERANCE_DB && peak <= -1.0, "{name}: peak {peak} dB, measured {}", peaks[&name]);
        if data.settings.loop_region.is_some() {
            let frames = &data.frames;
            let step = |a: kira::Frame, b: kira::Frame| (a.left - b.left).abs().max((a.right - b.right).abs());
            let usual = frames.windows(2).map(|pair| step(pair[0], pair[1])).fold(0.0, f32::max);
            let seam = step(frames[0], frames[frames.len() - 1]);
            assert!(seam <= usual, "{name}: a step of {seam} at the seam, at most {usual} elsewhere");
        }
        seen += 1;
    }
    assert_eq!(seen, files.len());
}

#[test]
fn every_stem_of_a_theme_has_the_same_whole_number_of_bars() {
    let table = read_music(&assets("music")).expect("a good table").expect("a table");
    let samples = column("music.csv", "samples");
    let mut named = 0;
    for (theme, entry) in &table.theme {
        let jobs = entry.stem.iter().enumerate();
        let jobs = jobs.map(|(index, stem)| Job {
            tag: (index, 0),
            path: assets("music").join(format!("{}.ogg", stem.file)),
            shape: Shape::Stem { margin: entry.margin },
        });
        for Done { tag, result } in decode_all(jobs.collect()) {
            let file = &entry.stem[tag.0].file;
            let Ok(Decoded::Stem(mut stem)) = result else { panic!("{theme}: {:?}", result.err()) };
            let frames = stem.frames();
            assert_eq!((stem.sample_rate(), frames as f64), (48_000, samples[file]), "{file}");
            assert_eq!(frames % entry.bar_frames, 0, "{file} is not whole bars");
            let heard = (0..frames).map(|_| stem.next_frame().expect("whole")).any(|frame| frame.left.abs() > 0.03);
            assert!(heard, "{file} is silent");
            named += 1;
        }
    }
    assert_eq!(named, ogg_files("music").len(), "a file that no theme names");
}
