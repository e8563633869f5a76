//! Clocks of the benchmarks: the wall and, where the system tells it, CPU time. Another program on the machine stretches
//! the first and hardly the second.

use std::sync::OnceLock;
use std::time::Instant;

/// Milliseconds of the wall clock since the first call.
pub fn wall_ms() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e3
}

#[cfg(unix)]
fn cpu_ms(clock: rustix::time::ClockId) -> f64 {
    let now = rustix::time::clock_gettime(clock);
    now.tv_sec as f64 * 1e3 + now.tv_nsec as f64 / 1e6
}

/// Milliseconds that this thread has worked.
pub fn thread_ms() -> f64 {
    #[cfg(unix)]
    {
        cpu_ms(rustix::time::ClockId::ThreadCPUTime)
    }
    #[cfg(not(unix))]
    {
        wall_ms()
    }
}

/// Milliseconds that all threads of this process have worked.
pub fn process_ms() -> f64 {
    #[cfg(unix)]
    {
        cpu_ms(rustix::time::ClockId::ProcessCPUTime)
    }
    #[cfg(not(unix))]
    {
        wall_ms()
    }
}

/// The middle of a list, of an even one the lower middle; 0 of nothing.
pub fn median(values: &[f64]) -> f64 {
    share(values, 0.5)
}

/// The value below which this share of a list lies.
pub fn share(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().saturating_sub(1);
    sorted.get((last as f64 * share).floor() as usize).copied().unwrap_or(0.0)
}

/// The smallest of a list; 0 of nothing.
pub fn least(values: &[f64]) -> f64 {
    share(values, 0.0)
}

/// The mean of a list; 0 of nothing.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
