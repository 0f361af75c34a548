//! [`Net`]: marks on the points of a graph, as text.
//!
//! A text is the graph of the points with a mark, then after a `/` the points that only Left has marked and after another
//! `/` those that only Right has marked: `1-2,2-3,3-4/1/4`.

use bouton_core::notation::items;
use bouton_core::scene::{Cell, Owner, Scene};
use bouton_core::{InputError, Side};

use super::marked::Marks;
use crate::boards::cells::Cells;
use crate::graphs::graph::{Graph, members};

/// A graph whose edges have both directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Net<S> {
    pub(crate) graph: Graph<S>,
}

/// The graph that a text names or writes, and the rest of the text.
fn split(text: &str) -> (&str, &str) {
    text.split_once('/').unwrap_or((text, ""))
}

impl<S: Cells> Net<S> {
    /// The graph of a position, and the marks on it.
    pub(crate) fn read(text: &str) -> Result<(Self, Marks<S>), InputError> {
        let (edges, rest) = split(text);
        let graph = Graph::parse(edges).map_err(|error| error.within(text, 0))?;
        if graph.has_one_way() {
            let message = "expected edges like a-b: one-way edges do not apply here";
            return Err(InputError::new(message, text, 0..edges.len()));
        }
        let net = Self { graph };
        let at = net.marked(net.graph.all(), text, rest)?;
        Ok((net, at))
    }

    /// A position on a part of this graph.
    pub(crate) fn parse(&self, text: &str) -> Result<Marks<S>, InputError> {
        let (edges, rest) = split(text);
        let points = self.graph.parse_part(edges);
        let points = points.map_err(|error| error.within(text, 0))?;
        self.marked(points, text, rest)
    }

    /// Marks on all of `points`, of both players except for those that `rest`, the end of `text`, assigns to one player.
    fn marked(&self, points: S, text: &str, rest: &str) -> Result<Marks<S>, InputError> {
        let (left, right) = split(rest);
        let start = text.len() - rest.len();
        let left = self.listed(points, text, start, left)?;
        let right = self.listed(points, text, text.len() - right.len(), right)?;
        if left & right != S::NONE {
            let message = "expected each point to be given to one player at most";
            return Err(InputError::new(message, text, start..text.len()));
        }
        Ok(Marks {
            left: points & !right,
            right: points & !left,
        })
    }

    fn listed(&self, points: S, text: &str, start: usize, list: &str) -> Result<S, InputError> {
        let mut listed = S::NONE;
        for (span, name) in items(list) {
            let known = self.graph.point(name).filter(|n| points.has(*n));
            let point = known.ok_or_else(|| {
                let message = format!("expected a point of the graph, found {name:?}");
                InputError::new(message, text, start + span.start..start + span.end)
            })?;
            listed = listed | S::one(point);
        }
        Ok(listed)
    }

    pub(crate) fn show(&self, at: Marks<S>) -> String {
        let graph = self.graph.show(at.all());
        let [left, right] = Side::BOTH.map(|side| self.names(at.only(side)));
        match (left.is_empty(), right.is_empty()) {
            (true, true) => graph,
            (false, true) => format!("{graph}/{left}"),
            _ => format!("{graph}/{left}/{right}"),
        }
    }

    fn names(&self, points: S) -> String {
        let mut names: Vec<_> = members(points).map(|n| self.graph.name(n)).collect();
        names.sort_unstable();
        names.join(",")
    }

    pub(crate) fn scene(&self, at: Marks<S>) -> Scene {
        let scene = Scene::of(self.graph.figure(at.all(), |point| {
            match (at.left.has(point), at.right.has(point)) {
                (true, true) => Cell::Empty,
                (true, _) => Cell::Piece(Owner::First, "L".into()),
                _ => Cell::Piece(Owner::Second, "R".into()),
            }
        }));
        match at.left == at.right {
            true => scene,
            false => scene.noted("only Left may take L, only Right R"),
        }
    }
}
