//! Counter-based random numbers: every number is a function of (seed, purpose, id, sequence), so the order in which
//! threads ask cannot matter, and one more request somewhere shifts nothing elsewhere.
//!
//! Mixing: SplitMix64's finalizer (Steele, Lea, Flood 2014), applied after each part of the key.

/// What a number is for. Two purposes never share numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purpose(pub u32);

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

#[inline]
fn mix(mut v: u64) -> u64 {
    v = (v ^ (v >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    v = (v ^ (v >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    v ^ (v >> 31)
}

/// The numbers of one seed and purpose: the part of the mixing that all of them share, done once for those who ask for many.
#[derive(Clone, Copy, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// All numbers for this seed and purpose.
    #[must_use]
    #[inline]
    pub fn of(seed: u64, purpose: Purpose) -> Self {
        let a = mix(seed.wrapping_add(GOLDEN));
        Self(mix(a ^ u64::from(purpose.0).wrapping_mul(GOLDEN)))
    }

    /// 64 random bits for the rest of the key.
    #[must_use]
    #[inline]
    pub fn bits(self, id: u64, sequence: u64) -> u64 {
        let c = mix(self.0.wrapping_add(id.wrapping_mul(0xd6e8_feb8_6659_fd93)));
        mix(c ^ sequence.wrapping_mul(GOLDEN))
    }

    /// A number in 0 .. 1 (24 bits) for the rest of the key.
    #[must_use]
    #[inline]
    pub fn unit(self, id: u64, sequence: u64) -> f32 {
        (self.bits(id, sequence) >> 40) as f32 / 16_777_216.0
    }

    /// A number in `low .. high` for the rest of the key.
    #[must_use]
    #[inline]
    pub fn range(self, id: u64, sequence: u64, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit(id, sequence)
    }
}

/// 64 random bits for this key.
#[must_use]
pub fn bits(seed: u64, purpose: Purpose, id: u64, sequence: u64) -> u64 {
    Numbers::of(seed, purpose).bits(id, sequence)
}

/// A number in 0 .. 1 (24 bits) for this key.
#[must_use]
pub fn unit(seed: u64, purpose: Purpose, id: u64, sequence: u64) -> f32 {
    Numbers::of(seed, purpose).unit(id, sequence)
}

/// A number in `low .. high` for this key.
#[must_use]
pub fn range(seed: u64, purpose: Purpose, id: u64, sequence: u64, low: f32, high: f32) -> f32 {
    Numbers::of(seed, purpose).range(id, sequence, low, high)
}

/// A whole number in `0 .. end` for this key; 0 when `end` is 0.
#[must_use]
pub fn index(seed: u64, purpose: Purpose, id: u64, sequence: u64, end: u32) -> u32 {
    ((u128::from(bits(seed, purpose, id, sequence)) * u128::from(end)) >> 64) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_the_key_matters_and_the_mean_is_half() {
        let p = Purpose(3);
        let first = bits(1, p, 2, 3);
        assert_ne!(first, bits(2, p, 2, 3));
        assert_ne!(first, bits(1, Purpose(4), 2, 3));
        assert_ne!(first, bits(1, p, 3, 3));
        assert_ne!(first, bits(1, p, 2, 4));
        for id in 0..100 {
            assert_eq!(Numbers::of(7, p).unit(id, 5).to_bits(), unit(7, p, id, 5).to_bits());
            assert_eq!(Numbers::of(7, p).range(id, 5, -2.0, 3.0).to_bits(), range(7, p, id, 5, -2.0, 3.0).to_bits());
        }
        let mean = (0..10_000).map(|k| unit(7, p, k, 0)).sum::<f32>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.01, "mean {mean}");
        assert!((0..1000).all(|k| index(7, p, k, 1, 6) < 6));
    }
}
