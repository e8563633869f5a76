//! Transcendental functions with the same bits on every machine, from `libm` (a port of musl's).
//!
//! `f32::sin` and its kin call the platform's library, whose last bits differ between systems and between a call that
//! was folded at compile time and one that was not; `clippy.toml` bans them in `base`, `content` and `sim`.
//! `sqrt`, `floor`, `ceil`, `abs`, `min`, `max` and the four operations are exact in IEEE 754 and used directly.

pub use std::f32::consts::{FRAC_PI_2, PI, TAU};

/// Sine of an angle in radians.
#[must_use]
pub fn sin(radians: f32) -> f32 {
    libm::sinf(radians)
}

/// Cosine of an angle in radians.
#[must_use]
pub fn cos(radians: f32) -> f32 {
    libm::cosf(radians)
}

/// Sine and cosine of an angle in radians.
#[must_use]
pub fn sin_cos(radians: f32) -> (f32, f32) {
    (libm::sinf(radians), libm::cosf(radians))
}

/// Tangent of an angle in radians.
#[must_use]
pub fn tan(radians: f32) -> f32 {
    libm::tanf(radians)
}

/// Angle of the vector (x, y) in radians, -pi ..= pi.
#[must_use]
pub fn atan2(y: f32, x: f32) -> f32 {
    libm::atan2f(y, x)
}

/// e to the power of `v`.
#[must_use]
pub fn exp(v: f32) -> f32 {
    libm::expf(v)
}

/// `v` to the power of `p`.
#[must_use]
pub fn pow(v: f32, p: f32) -> f32 {
    libm::powf(v, p)
}

/// The angle in -pi .. pi that differs from `radians` by whole turns.
#[must_use]
pub fn wrap_angle(radians: f32) -> f32 {
    let turns = (radians / TAU + 0.5).floor();
    radians - turns * TAU
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_bits() {
        // From musl; a change of `libm` that moves a bit breaks every recorded replay and must be seen here.
        assert_eq!(sin(1.0).to_bits(), 0x3f57_6aa4);
        assert_eq!(cos(1.0).to_bits(), 0x3f0a_5140);
        assert_eq!(atan2(1.0, 2.0).to_bits(), 0x3eed_6338);
        assert_eq!(exp(1.0).to_bits(), 0x402d_f854);
    }

    #[test]
    fn angles_wrap_into_half_a_turn() {
        for k in -20..20 {
            let a = k as f32 * 0.7;
            let w = wrap_angle(a);
            assert!((-PI - 1e-5..=PI + 1e-5).contains(&w), "{a} became {w}");
            assert!((sin(a) - sin(w)).abs() < 1e-4);
        }
    }
}
