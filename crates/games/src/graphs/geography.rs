//! Geography: a token is on a point of a graph; a move takes it along an edge to a point that it has not visited. A player
//! who cannot move loses.
//!
//! A position is the graph of the points not left yet, with edges in both directions or one way, a slash, and the point of
//! the token: `a-b,b>c/a`; a move names the point to go to.
//!
//! On an undirected graph the first player wins if and only if every maximum matching covers the token's point (Fraenkel,
//! Scheinerman, Ullman).
//!
//! Source: A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography, Theoretical Computer Science 112
//! (1993).

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, needed, no_parameters};
use bouton_core::scene::{Cell, Deed, Drawn, Owner, Scene};
use bouton_core::{
    Alternating, Game, Impartial, InputError, Loopfree, Notation, WinLoss, declares,
};
use bouton_texts::text;

use super::graph::{Graph, Points, members};

/// The rules: the full graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geography(Graph);

/// The points not left yet, and the point of the token, which is one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Journey {
    left: Points,
    token: usize,
}

bouton_core::packs!(Journey { left, token });

impl Geography {
    fn targets(&self, at: &Journey) -> Points {
        self.0.next(at.token) & at.left & !(1 << at.token)
    }
}

impl Game for Geography {
    type Position = Journey;
    /// The point to go to.
    type Move = usize;
}

impl Alternating for Geography {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Journey) -> impl Iterator<Item = usize> + use<'g> {
        members(self.targets(at))
    }
    fn play(&self, at: &Journey, to: &usize) -> Journey {
        Journey {
            left: at.left & !(1 << at.token),
            token: *to,
        }
    }
    fn score(&self, at: &Journey) -> Option<WinLoss> {
        (self.targets(at) == 0).then_some(WinLoss::Loss)
    }
}

impl Loopfree for Geography {
    type Height = u32;
    fn height(&self, at: &Journey) -> u32 {
        at.left.count_ones()
    }
}

impl Impartial for Geography {}

/// The graph and the token in a position's text, with the offset of the token.
fn split(text: &str) -> Result<(&str, &str, usize), InputError> {
    let slash = text.rfind('/').ok_or_else(|| {
        let message = "expected a graph, a slash and the point of the token, like a-b,b>c/a";
        InputError::whole(message, text)
    })?;
    Ok((&text[..slash], text[slash + 1..].trim(), slash + 1))
}

impl Geography {
    fn token(&self, text: &str, name: &str, place: usize) -> Result<usize, InputError> {
        self.0.point(name).ok_or_else(|| {
            let message = format!("expected a point of the graph, found {name:?}");
            InputError::new(message, text, place..text.len())
        })
    }
}

impl Notation for Geography {
    fn parse(&self, text: &str) -> Result<Journey, InputError> {
        let (graph, name, place) = split(text)?;
        let left = self
            .0
            .parse_part(graph)
            .map_err(|error| error.within(text, 0))?;
        let token = self.token(text, name, place)?;
        if left >> token & 1 == 0 {
            let message = format!("expected a point that is left, found {name}");
            return Err(InputError::new(message, text, place..text.len()));
        }
        Ok(Journey { left, token })
    }
    fn show(&self, at: &Journey) -> String {
        format!("{}/{}", self.0.show(at.left), self.0.name(at.token))
    }
    fn show_move(&self, _at: &Journey, to: &usize) -> String {
        self.0.name(*to).to_owned()
    }
    fn move_in_words(&self, _at: &Journey, to: &usize) -> Option<String> {
        Some(format!("move the token to {}", self.0.name(*to)))
    }
}

impl Drawn for Geography {
    fn scene(&self, at: &Journey) -> Scene {
        let token = |point| match point == at.token {
            true => Cell::Piece(Owner::First, "T".into()),
            false => Cell::Empty,
        };
        Scene::of(self.0.figure(at.left, token))
            .noted(format!("the token is on {}", self.0.name(at.token)))
    }
    fn deed(&self, at: &Journey, to: &usize) -> Option<Deed> {
        Some(Deed::moving(self.0.part(at.token), self.0.part(*to)))
    }
}

impl Entry for Geography {
    type Game = Self;
    const CARD: Card = Card {
        name: "geography",
        kind: Kind::Graphs,
        aliases: &[],
        parameters: "",
        text: text("geography"),
        notation: "edges both ways or one way, a slash, the point of the token: a-b,b>c/a",
        example: Example::at("a>b,a>c,b>d,c>d,d>e,d>f,f>a/a"),
        sources: &[
            "Fraenkel, Scheinerman, Ullman, Undirected edge geography, Theoretical Computer Science 112 (1993)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        no_parameters(parameters)?;
        let text = needed(position, Self::CARD.notation)?;
        let (graph, name, place) = split(text).map_err(OpenError::Position)?;
        let graph =
            Graph::parse(graph).map_err(|error| OpenError::Position(error.within(text, 0)))?;
        let left = graph.all();
        let game = Self(graph);
        let token = game.token(text, name, place).map_err(OpenError::Position)?;
        Ok((game, Journey { left, token }))
    }
}

declares!(Geography: impartial, loopfree, look);
