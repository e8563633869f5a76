//! The table of what is measured of the crowd: one row a figure, each from a testbed level run as the game runs it.

use crate::Done;

pub fn run(_only: Option<&str>, _json: bool) -> Done {
    Err("error: the table `quality` is not there yet".to_owned())
}
