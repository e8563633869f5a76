//! Verification cases of the RiMEA guideline for pedestrians, with human sizes and speeds.

use super::course::Crew;
use super::row::{Now, Text};

pub const ROWS: &[Text] = &[];

pub fn measure(_crew: &Crew) -> Vec<Now> {
    Vec::new()
}
