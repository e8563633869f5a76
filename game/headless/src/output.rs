//! Lines on standard output. `println!` panics when nobody reads any more (`| head`); here the work is finished in silence.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

static FAILED: AtomicBool = AtomicBool::new(false);

/// Writes one line.
pub fn line(text: Arguments<'_>) {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        // The reader has gone: saves and replays are still written, there is just nobody to tell.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        Err(_) => FAILED.store(true, Ordering::Relaxed),
        Ok(()) => {}
    }
}

/// Whether a line was lost for another reason than a reader who has gone: a full disk must not look like success.
pub fn failed() -> bool {
    FAILED.load(Ordering::Relaxed)
}

/// Like `println!`, but does not panic on a closed pipe.
macro_rules! say {
    ($($argument:tt)*) => { $crate::output::line(format_args!($($argument)*)) };
}
pub(crate) use say;
