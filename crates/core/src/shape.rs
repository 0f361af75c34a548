//! [`Shape`]: a position as a graph with vertices in two colours.

use smallvec::SmallVec;

/// A graph of at most [`Shape::MOST`] vertices, each of which belongs to Left or to Right. The order of the vertices means nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// The number of vertices.
    pub vertices: usize,
    /// The vertices of Right, a bit each.
    pub right: u64,
    /// The pairs of neighbours, each once.
    pub edges: SmallVec<[[u8; 2]; 32]>,
}

impl Shape {
    /// The most vertices.
    pub const MOST: u32 = 64;
}
