//! Laws of whole families of positions, proved from the rules alone, that play: `law`.

mod formulated;
mod solver;

pub use formulated::is_rules_file;
pub(crate) use formulated::{open, open_anywhere};
pub(crate) use solver::{ByLaw, law_of};
