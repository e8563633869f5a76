//! Plain WAV files for tests; the decoder looks at what is in a file, not at its name.

use std::path::Path;

const RATE: u32 = 48_000;

/// Writes samples of 16 bits, channels in turn.
pub fn write_wave(path: &Path, channels: u16, samples: impl Iterator<Item = f32>) {
    write_at(path, RATE, channels, samples);
}

/// The same at another rate.
pub fn write_at(path: &Path, rate: u32, channels: u16, samples: impl Iterator<Item = f32>) {
    let samples: Vec<u8> = samples.flat_map(|value| ((value * 32_767.0).round() as i16).to_le_bytes()).collect();
    let mut bytes = Vec::new();
    bytes.extend(b"RIFF");
    bytes.extend((36 + samples.len() as u32).to_le_bytes());
    bytes.extend(b"WAVEfmt ");
    bytes.extend(16_u32.to_le_bytes());
    bytes.extend(1_u16.to_le_bytes());
    bytes.extend(channels.to_le_bytes());
    bytes.extend(rate.to_le_bytes());
    bytes.extend((rate * 2 * u32::from(channels)).to_le_bytes());
    bytes.extend((channels * 2).to_le_bytes());
    bytes.extend(16_u16.to_le_bytes());
    bytes.extend(b"data");
    bytes.extend((samples.len() as u32).to_le_bytes());
    bytes.extend(samples);
    std::fs::write(path, bytes).unwrap();
}
