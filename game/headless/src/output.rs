//! Lines on standard output. `println!` panics when nobody reads any more (`| head`); here the work is finished in silence.

use std::fmt::Arguments;
use std::io::Write;

/// Writes one line.
pub fn line(text: Arguments<'_>) {
    // The reader has gone: saves and replays are still written, there is just nobody to tell.
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}

/// Like `println!`, but does not panic on a closed pipe.
macro_rules! say {
    ($($argument:tt)*) => { $crate::output::line(format_args!($($argument)*)) };
}
pub(crate) use say;
