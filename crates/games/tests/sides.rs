//! Games of Left and Right whose positions are marks or pieces: the values known of them, and what they refuse.

mod known;
mod parts;
mod refusals;
