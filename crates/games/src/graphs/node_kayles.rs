//! Node Kayles: take a point of a graph together with all its neighbours; the last to move wins.
//!
//! A position is the graph: edges and points without edges, `a-b,b-c,d`; a move names the point.
//!
//! On a path of n points it is Dawson's Kayles with n: 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 …, the code 0.137.
//!
//! Source: T. J. Schaefer, On the complexity of some two-person perfect-information games, Journal of Computer and
//! System Sciences 16 (1978).

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, needed, no_parameters};
use bouton_core::scene::{Cell, Deed, Drawn, Scene};
use bouton_core::{
    Alternating, Game, Impartial, InputError, Loopfree, Notation, WinLoss, declares,
};
use bouton_texts::text;
use smallvec::{SmallVec, smallvec};

use super::graph::{Graph, Points, members};

/// The rules: the full graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeKayles(Graph);

impl Game for NodeKayles {
    /// The points that are left.
    type Position = Points;
    /// The point taken.
    type Move = usize;
}

impl Alternating for NodeKayles {
    type Score = WinLoss;
    fn moves<'g>(&'g self, left: &Points) -> impl Iterator<Item = usize> + use<'g> {
        members(*left)
    }
    fn play(&self, left: &Points, point: &usize) -> Points {
        left & !self.0.next(*point) & !(1 << point)
    }
    fn score(&self, left: &Points) -> Option<WinLoss> {
        (*left == 0).then_some(WinLoss::Loss)
    }
}

impl Loopfree for NodeKayles {
    type Height = u32;
    fn height(&self, left: &Points) -> u32 {
        left.count_ones()
    }
}

impl Impartial for NodeKayles {
    fn summands(&self, left: &Points) -> SmallVec<[Points; 2]> {
        let parts: SmallVec<[Points; 2]> = self.0.parts(*left).collect();
        if parts.is_empty() {
            smallvec![0]
        } else {
            parts
        }
    }
}

impl Notation for NodeKayles {
    fn parse(&self, text: &str) -> Result<Points, InputError> {
        self.0.parse_part(text)
    }
    fn show(&self, left: &Points) -> String {
        self.0.show(*left)
    }
    fn show_move(&self, _left: &Points, point: &usize) -> String {
        self.0.name(*point).to_owned()
    }
    fn move_in_words(&self, _left: &Points, point: &usize) -> Option<String> {
        Some(format!("take point {}", self.0.name(*point)))
    }
}

impl Drawn for NodeKayles {
    fn scene(&self, left: &Points) -> Scene {
        Scene::of(self.0.figure(*left, |_| Cell::Empty))
    }
    fn deed(&self, left: &Points, point: &usize) -> Option<Deed> {
        let gone = left & (self.0.next(*point) | 1 << point);
        Some(Deed::leaving(members(gone).map(|point| self.0.part(point))))
    }
}

impl Entry for NodeKayles {
    type Game = Self;
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
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        no_parameters(parameters)?;
        let text = needed(position, Self::CARD.notation)?;
        let graph = Graph::parse(text).map_err(OpenError::Position)?;
        if graph.has_one_way() {
            let message = "expected edges like a-b: one-way edges do not apply here";
            return Err(OpenError::Position(InputError::whole(message, text)));
        }
        let all = graph.all();
        Ok((Self(graph), all))
    }
}

declares!(NodeKayles: impartial, loopfree, look);
