//! The files of assets/ are those that hashes.toml names, byte for byte, and all of them together are small enough.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Most that assets/ may weigh.
const ASSETS_MAX: u64 = 40 << 20;

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())).flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().to_string());
        // hidden folders hold what git does not: tools and sheets
        if name.starts_with('.') || name == "__pycache__" {
            continue;
        }
        if path.is_dir() { files(&path, out) } else { out.push(path) }
    }
}

#[test]
fn every_built_file_has_the_bytes_that_were_recorded() {
    let table: toml::Table = std::fs::read_to_string(assets().join("hashes.toml")).expect("assets/hashes.toml").parse().expect("hashes.toml is TOML");
    let recorded: BTreeMap<String, String> =
        table["files"].as_table().expect("a table [files]").iter().map(|(file, hash)| (file.clone(), hash.as_str().expect("a hash").to_string())).collect();
    let mut there = vec![];
    for folder in ["models", "sounds", "music"] {
        files(&assets().join(folder), &mut there);
    }
    let mut faults = vec![];
    for path in &there {
        let name = path.strip_prefix(assets()).expect("under assets").to_string_lossy().replace('\\', "/");
        let built = [".glb", ".wav", ".ogg"].iter().any(|ending| name.ends_with(ending));
        if built && !recorded.contains_key(&name) {
            faults.push(format!("assets/{name} is not in hashes.toml; record it with assets/make --record"));
        }
    }
    for (name, hash) in &recorded {
        match std::fs::read(assets().join(name)) {
            Ok(bytes) if sha256(&bytes) == *hash => {}
            Ok(_) => faults.push(format!("assets/{name} has other bytes than hashes.toml says; build it again or record it with assets/make --record")),
            Err(e) => faults.push(format!("assets/{name} cannot be read ({e}); build it with assets/make")),
        }
    }
    assert!(recorded.len() > 50, "hashes.toml names only {} files", recorded.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn all_assets_together_are_small_enough() {
    let mut all = vec![];
    files(&assets(), &mut all);
    let bytes: u64 = all.iter().map(|p| p.metadata().map_or(0, |m| m.len())).sum();
    println!("assets: {} files, {:.2} MB", all.len(), bytes as f64 / 1e6);
    assert!(bytes <= ASSETS_MAX && bytes > 1 << 20, "assets/ has {:.1} MB; {} MB are allowed", bytes as f64 / 1e6, ASSETS_MAX >> 20);
}

/// SHA-256 as FIPS 180-4 says it; here alone, so no crate is drawn in for it.
fn sha256(bytes: &[u8]) -> String {
    let primes: Vec<u32> = (2..312u32).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d))).collect();
    // the first 32 bits of the fractions of square and cube roots
    let fraction = |root: u128, of: u128, power: u32| {
        let mut low = root;
        for bit in (0..36).rev() {
            if (low + (1 << bit)).pow(power) <= of {
                low += 1 << bit;
            }
        }
        low as u32
    };
    let k: Vec<u32> = primes.iter().take(64).map(|p| fraction(0, u128::from(*p) << 96, 3)).collect();
    let mut h: Vec<u32> = primes.iter().take(8).map(|p| fraction(0, u128::from(*p) << 64, 2)).collect();
    let mut message = bytes.to_vec();
    message.push(0x80);
    while message.len() % 64 != 56 {
        message.push(0);
    }
    message.extend((bytes.len() as u64 * 8).to_be_bytes());
    for block in message.chunks_exact(64) {
        let mut w: Vec<u32> = block.chunks_exact(4).map(|b| u32::from_be_bytes([b[0], b[1], b[2], b[3]])).collect();
        for t in 16..64 {
            let s0 = w[t - 15].rotate_right(7) ^ w[t - 15].rotate_right(18) ^ (w[t - 15] >> 3);
            let s1 = w[t - 2].rotate_right(17) ^ w[t - 2].rotate_right(19) ^ (w[t - 2] >> 10);
            w.push(w[t - 16].wrapping_add(s0).wrapping_add(w[t - 7]).wrapping_add(s1));
        }
        let mut v = [h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]];
        for t in 0..64 {
            let [a, b, c, d, e, f, g, last] = v;
            let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let one = last.wrapping_add(s1).wrapping_add((e & f) ^ (!e & g)).wrapping_add(k[t]).wrapping_add(w[t]);
            let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let two = s0.wrapping_add((a & b) ^ (a & c) ^ (b & c));
            v = [one.wrapping_add(two), a, b, c, d.wrapping_add(one), e, f, g];
        }
        h.iter_mut().zip(v).for_each(|(h, v)| *h = h.wrapping_add(v));
    }
    h.iter().map(|h| format!("{h:08x}")).collect()
}

#[test]
fn the_hash_is_the_standard_one() {
    assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}
