//! Figures of our own drawing: what stands on boards. Each is drawn within a hundred by a hundred.

pub(crate) mod animals;
pub(crate) mod chess;
pub(crate) mod things;

/// A part of a figure: its class, and its outline as an SVG path.
pub(crate) type Stroke = (&'static str, &'static str);
