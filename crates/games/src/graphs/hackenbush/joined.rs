//! The points of a figure by number, with their edges.

use smallvec::SmallVec;

use super::Edge;

/// An edge, by its place in the figure, and the point at its other end.
type Way = (usize, usize);

/// The points of a figure, numbered by name; the ground is the first. Takes time and memory proportional to the edges; the
/// names are sorted.
pub(super) struct Joined {
    pub(super) names: Vec<u32>,
    /// The ways from each point; an edge from a point to itself occurs twice.
    pub(super) ways: Vec<SmallVec<[Way; 2]>>,
}

/// A point with the way by which a walk from the ground reaches it.
#[derive(Clone, Copy)]
pub(super) struct Reached {
    pub(super) point: usize,
    /// The previous point, and the edge from it.
    pub(super) from: Option<(usize, usize)>,
}

impl Joined {
    pub(super) fn of(figure: &[Edge]) -> Self {
        let mut names: Vec<u32> = figure.iter().flat_map(|edge| [edge.a, edge.b]).collect();
        names.push(0);
        names.sort_unstable();
        names.dedup();
        let mut joined = Self {
            ways: vec![SmallVec::new(); names.len()],
            names,
        };
        for (place, edge) in figure.iter().enumerate() {
            let [a, b] = [edge.a, edge.b].map(|name| joined.number(name));
            joined.ways[a].push((place, b));
            joined.ways[b].push((place, a));
        }
        joined
    }

    /// The number of a point of the figure.
    pub(super) fn number(&self, name: u32) -> usize {
        let known = self.names.binary_search(&name);
        known.expect("invariant: every end of an edge has its number")
    }

    /// The points connected to the ground, the nearest first.
    pub(super) fn by_nearness(&self) -> Vec<Reached> {
        let mut seen = vec![false; self.names.len()];
        seen[0] = true;
        let mut reached = vec![Reached {
            point: 0,
            from: None,
        }];
        let mut next = 0;
        while let Some(&Reached { point, .. }) = reached.get(next) {
            for &(edge, end) in &self.ways[point] {
                if !std::mem::replace(&mut seen[end], true) {
                    reached.push(Reached {
                        point: end,
                        from: Some((point, edge)),
                    });
                }
            }
            next += 1;
        }
        reached
    }

    /// The points connected to `first` without the edge `without`, depth first. An edge by which no point was reached joins
    /// a point to one of its ancestors.
    pub(super) fn in_depth(&self, first: usize, without: Option<usize>) -> Vec<Reached> {
        let mut seen = vec![false; self.names.len()];
        seen[first] = true;
        let start = Reached {
            point: first,
            from: None,
        };
        let mut reached = vec![start];
        let mut path = vec![(first, 0)];
        while let Some((point, tried)) = path.last_mut() {
            let Some(&(edge, end)) = self.ways[*point].get(*tried) else {
                path.pop();
                continue;
            };
            *tried += 1;
            if without != Some(edge) && !std::mem::replace(&mut seen[end], true) {
                let from = Some((*point, edge));
                reached.push(Reached { point: end, from });
                path.push((end, 0));
            }
        }
        reached
    }
}
