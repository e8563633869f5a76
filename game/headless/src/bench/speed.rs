//! The table of how long things take: one row a piece of work, beside others that do the same.

use crate::Done;

pub fn run(_only: Option<&str>, _compare: bool, _json: bool) -> Done {
    Err("error: the table `speed` is not there yet".to_owned())
}
