//! Games whose positions lie in layers, solved layer by layer on disk.

mod rules;

pub use rules::{InLayers, Layers, NONE};
