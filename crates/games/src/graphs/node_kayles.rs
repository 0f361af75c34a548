//! Node Kayles: take a point of a graph together with all its neighbours; the last to move wins. Arc Kayles: take an edge
//! together with its two ends.
//!
//! A position is the graph: edges and points without edges, `a-b,b-c,d`; a move names the point, or the edge: `a-b`.
//!
//! On a path of n points Node Kayles is Dawson's Chess with n, 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 …, the code 0.137; Arc Kayles is
//! Dawson's Kayles with n, the code 0.07, which has the same values from n = 2 on, each for a point more.
//!
//! Sources: T. J. Schaefer, On the complexity of some two-person perfect-information games, Journal of Computer and
//! System Sciences 16 (1978); M. Huggan, B. Stevens, Polynomial time graph families for Arc Kayles, Integers 16 (2016), A86.

use std::marker::PhantomData;

use bouton_core::entry::{
    Card, Entry, Example, Kind, OpenError, Opened, Visitor, needed, no_parameters,
};
use bouton_core::scene::{Cell, Deed, Drawn, Scene};
use bouton_core::{
    Alternating, Game, Impartial, InputError, Loopfree, Notation, WinLoss, declares,
};
use bouton_texts::text;
use smallvec::{SmallVec, smallvec};

use super::graph::{Graph, members};
use crate::boards::cells::{Cells, Wide};
use crate::heaps::taking::is_over;

/// The rules: the full graph, and what a move takes, which names the moves by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kayles<S = u64> {
    graph: Graph<S>,
    /// The points and their neighbours, or the ends of the edges.
    taken: Vec<S>,
    takes: Takes,
}

/// A move takes a point or an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Point,
    Edge,
}

impl<S: Cells> Kayles<S> {
    fn open(
        takes: Takes,
        parameters: Option<&str>,
        position: Option<&str>,
    ) -> Result<Opened<Self>, OpenError> {
        no_parameters(parameters)?;
        let text = needed(position, <NodeKayles>::CARD.notation)?;
        let graph = Graph::parse(text).map_err(OpenError::Position)?;
        if graph.has_one_way() {
            let message = "expected edges like a-b: one-way edges do not apply here";
            return Err(OpenError::Position(InputError::whole(message, text)));
        }
        let all = graph.all();
        let taken = match takes {
            Takes::Point => members(all)
                .map(|point| graph.next(point) | S::one(point))
                .collect(),
            Takes::Edge => graph.ends().map(|(a, b)| S::one(a) | S::one(b)).collect(),
        };
        let game = Self {
            graph,
            taken,
            takes,
        };
        Ok((game, all))
    }

    fn name(&self, mv: usize) -> String {
        match self.takes {
            Takes::Point => self.graph.name(mv).to_owned(),
            Takes::Edge => self.graph.show(self.taken[mv]),
        }
    }
}

impl<S: Cells> Game for Kayles<S> {
    /// The points that are left.
    type Position = S;
    /// The point or the edge taken.
    type Move = usize;
    /// Points without edges do not matter in Arc Kayles.
    fn canonical(&self, left: S) -> S {
        match self.takes {
            Takes::Point => left,
            Takes::Edge => S::union(self.moves(&left).map(|mv| self.taken[mv])),
        }
    }
}

impl<S: Cells> Alternating for Kayles<S> {
    type Score = WinLoss;
    fn moves<'g>(&'g self, left: &S) -> impl Iterator<Item = usize> + use<'g, S> {
        let left = *left;
        let (points, edges) = match self.takes {
            Takes::Point => (left, 0),
            Takes::Edge => (S::NONE, self.taken.len()),
        };
        let is_left = move |edge: &usize| self.taken[*edge] & !left == S::NONE;
        members(points).chain((0..edges).filter(is_left))
    }
    fn play(&self, left: &S, mv: &usize) -> S {
        *left & !self.taken[*mv]
    }
    fn score(&self, left: &S) -> Option<WinLoss> {
        is_over(self, left).then_some(WinLoss::Loss)
    }
}

impl<S: Cells> Loopfree for Kayles<S> {
    type Height = u32;
    fn height(&self, left: &S) -> u32 {
        left.count()
    }
}

impl<S: Cells> Impartial for Kayles<S> {
    fn summands(&self, left: &S) -> SmallVec<[S; 2]> {
        let left = self.canonical(*left);
        let parts: SmallVec<[S; 2]> = self.graph.parts(left).collect();
        if parts.is_empty() {
            smallvec![S::NONE]
        } else {
            parts
        }
    }
}

impl<S: Cells> Notation for Kayles<S> {
    fn parse(&self, text: &str) -> Result<S, InputError> {
        self.graph.parse_part(text)
    }
    fn show(&self, left: &S) -> String {
        self.graph.show(*left)
    }
    fn show_move(&self, _left: &S, mv: &usize) -> String {
        self.name(*mv)
    }
    fn move_in_words(&self, _left: &S, mv: &usize) -> Option<String> {
        let what = match self.takes {
            Takes::Point => "point",
            Takes::Edge => "edge",
        };
        Some(format!("take {what} {}", self.name(*mv)))
    }
}

impl<S: Cells> Drawn for Kayles<S> {
    fn scene(&self, left: &S) -> Scene {
        Scene::of(self.graph.figure(*left, |_| Cell::Empty))
    }
    fn deed(&self, left: &S, mv: &usize) -> Option<Deed> {
        let gone = members(*left & self.taken[*mv]);
        Some(Deed::leaving(gone.map(|point| self.graph.part(point))))
    }
}

/// Node Kayles.
#[derive(Debug)]
pub struct NodeKayles<S = u64>(PhantomData<S>);

impl<S: Cells> Entry for NodeKayles<S> {
    type Game = Kayles<S>;
    const CARD: Card = Card {
        name: "node-kayles",
        kind: Kind::Graphs,
        aliases: &[],
        parameters: "",
        text: text("node-kayles"),
        notation: "edges, and points without edges: a-b,b-c,d",
        example: Example::at("1-2,2-3,3-4,4-5,5-1,5-6"),
        sources: &[
            "T. J. Schaefer, On the complexity of some two-person perfect-information games, Journal of Computer and System Sciences 16 (1978)",
        ],
    };
    fn open(
        parameters: Option<&str>,
        position: Option<&str>,
    ) -> Result<Opened<Kayles<S>>, OpenError> {
        Kayles::open(Takes::Point, parameters, position)
    }
    fn beyond_64_bits(visitor: &mut impl Visitor) {
        visitor.game::<NodeKayles<Wide>>();
    }
}

/// Arc Kayles.
#[derive(Debug)]
pub struct ArcKayles<S = u64>(PhantomData<S>);

impl<S: Cells> Entry for ArcKayles<S> {
    type Game = Kayles<S>;
    const CARD: Card = Card {
        name: "arc-kayles",
        text: text("arc-kayles"),
        sources: &[
            "T. J. Schaefer, On the complexity of some two-person perfect-information games, Journal of Computer and System Sciences 16 (1978)",
            "M. Huggan, B. Stevens, Polynomial time graph families for Arc Kayles, Integers 16 (2016)",
        ],
        ..<NodeKayles>::CARD
    };
    fn open(
        parameters: Option<&str>,
        position: Option<&str>,
    ) -> Result<Opened<Kayles<S>>, OpenError> {
        Kayles::open(Takes::Edge, parameters, position)
    }
    fn beyond_64_bits(visitor: &mut impl Visitor) {
        visitor.game::<ArcKayles<Wide>>();
    }
}

declares!(<S: Cells> Kayles<S>: impartial, loopfree, look);
