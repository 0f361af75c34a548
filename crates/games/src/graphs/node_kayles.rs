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

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, needed, no_parameters};
use bouton_core::scene::{Cell, Deed, Drawn, Scene};
use bouton_core::{
    Alternating, Game, Impartial, InputError, Loopfree, Notation, WinLoss, declares,
};
use bouton_texts::text;
use smallvec::{SmallVec, smallvec};

use super::graph::{Graph, Points, members};
use crate::heaps::taking::is_over;

/// The rules: the full graph, and what a move takes, which names the moves by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kayles {
    graph: Graph,
    /// The points and their neighbours, or the ends of the edges.
    taken: Vec<Points>,
    takes: Takes,
}

/// A move takes a point or an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Point,
    Edge,
}

impl Kayles {
    fn open(
        takes: Takes,
        parameters: Option<&str>,
        position: Option<&str>,
    ) -> Result<Opened<Self>, OpenError> {
        no_parameters(parameters)?;
        let text = needed(position, NodeKayles::CARD.notation)?;
        let graph = Graph::parse(text).map_err(OpenError::Position)?;
        if graph.has_one_way() {
            let message = "expected edges like a-b: one-way edges do not apply here";
            return Err(OpenError::Position(InputError::whole(message, text)));
        }
        let all = graph.all();
        let taken = match takes {
            Takes::Point => members(all)
                .map(|point| graph.next(point) | 1 << point)
                .collect(),
            Takes::Edge => graph.ends().map(|(a, b)| 1 << a | 1 << b).collect(),
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

impl Game for Kayles {
    /// The points that are left.
    type Position = Points;
    /// The point or the edge taken.
    type Move = usize;
    /// Points without edges do not matter in Arc Kayles.
    fn canonical(&self, left: Points) -> Points {
        match self.takes {
            Takes::Point => left,
            Takes::Edge => self.moves(&left).fold(0, |ends, mv| ends | self.taken[mv]),
        }
    }
}

impl Alternating for Kayles {
    type Score = WinLoss;
    fn moves<'g>(&'g self, left: &Points) -> impl Iterator<Item = usize> + use<'g> {
        let left = *left;
        let (points, edges) = match self.takes {
            Takes::Point => (left, 0),
            Takes::Edge => (0, self.taken.len()),
        };
        let is_left = move |edge: &usize| self.taken[*edge] & !left == 0;
        members(points).chain((0..edges).filter(is_left))
    }
    fn play(&self, left: &Points, mv: &usize) -> Points {
        left & !self.taken[*mv]
    }
    fn score(&self, left: &Points) -> Option<WinLoss> {
        is_over(self, left).then_some(WinLoss::Loss)
    }
}

impl Loopfree for Kayles {
    type Height = u32;
    fn height(&self, left: &Points) -> u32 {
        left.count_ones()
    }
}

impl Impartial for Kayles {
    fn summands(&self, left: &Points) -> SmallVec<[Points; 2]> {
        let left = self.canonical(*left);
        let parts: SmallVec<[Points; 2]> = self.graph.parts(left).collect();
        if parts.is_empty() {
            smallvec![0]
        } else {
            parts
        }
    }
}

impl Notation for Kayles {
    fn parse(&self, text: &str) -> Result<Points, InputError> {
        self.graph.parse_part(text)
    }
    fn show(&self, left: &Points) -> String {
        self.graph.show(*left)
    }
    fn show_move(&self, _left: &Points, mv: &usize) -> String {
        self.name(*mv)
    }
    fn move_in_words(&self, _left: &Points, mv: &usize) -> Option<String> {
        let what = match self.takes {
            Takes::Point => "point",
            Takes::Edge => "edge",
        };
        Some(format!("take {what} {}", self.name(*mv)))
    }
}

impl Drawn for Kayles {
    fn scene(&self, left: &Points) -> Scene {
        Scene::of(self.graph.figure(*left, |_| Cell::Empty))
    }
    fn deed(&self, left: &Points, mv: &usize) -> Option<Deed> {
        let gone = members(left & self.taken[*mv]);
        Some(Deed::leaving(gone.map(|point| self.graph.part(point))))
    }
}

/// Node Kayles.
#[derive(Debug)]
pub struct NodeKayles;

impl Entry for NodeKayles {
    type Game = Kayles;
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
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Kayles>, OpenError> {
        Kayles::open(Takes::Point, parameters, position)
    }
}

/// Arc Kayles.
#[derive(Debug)]
pub struct ArcKayles;

impl Entry for ArcKayles {
    type Game = Kayles;
    const CARD: Card = Card {
        name: "arc-kayles",
        text: text("arc-kayles"),
        sources: &[
            "T. J. Schaefer, On the complexity of some two-person perfect-information games, Journal of Computer and System Sciences 16 (1978)",
            "M. Huggan, B. Stevens, Polynomial time graph families for Arc Kayles, Integers 16 (2016)",
        ],
        ..NodeKayles::CARD
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Kayles>, OpenError> {
        Kayles::open(Takes::Edge, parameters, position)
    }
}

declares!(Kayles: impartial, loopfree, look);
