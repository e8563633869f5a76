//! Requests of the system that the program end: SIGTERM, SIGINT and SIGHUP become a flag that the loop looks at, so that a
//! program told to go closes as if its window had been closed and saves what is to be saved.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the system asked the program to end.
pub(crate) struct Requests {
    asked: Arc<AtomicBool>,
}

impl Requests {
    /// Listens from now on. What cannot be listened to is said in the log.
    pub(crate) fn listen() -> Self {
        let asked = Arc::new(AtomicBool::new(false));
        for signal in signals() {
            if let Err(error) = signal_hook::flag::register(signal, asked.clone()) {
                tracing::warn!("signal {signal} will end the program at once: {error}");
            }
        }
        Self { asked }
    }

    /// True once after each request.
    pub(crate) fn take(&self) -> bool {
        self.asked.swap(false, Ordering::Relaxed)
    }
}

#[cfg(unix)]
fn signals() -> Vec<i32> {
    vec![signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT, signal_hook::consts::SIGHUP]
}

#[cfg(not(unix))]
fn signals() -> Vec<i32> {
    vec![signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT]
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_heard_once() {
        let requests = Requests::listen();
        assert!(!requests.take());
        signal_hook::low_level::raise(signal_hook::consts::SIGHUP).expect("a signal to ourselves");
        assert!(requests.take());
        assert!(!requests.take());
    }
}
