//! The project's own figures: pieces on boards. Each is drawn in the square from 0 to 100.

pub(crate) mod animals;
pub(crate) mod chess;
pub(crate) mod things;

/// A part of a figure: its class, and its outline as an SVG path.
pub(crate) type Stroke = (&'static str, &'static str);
