//! Hackenbush: a figure of edges stands on the ground. Left cuts a blue or a green edge, Right a red or a green one; edges
//! no longer connected to the ground are removed. A player with no edge to cut loses.
//!
//! A position is the list of edges, each two points with the colour's letter between them, `b`, `r` or `g`; the ground is
//! 0: `0b1,1r2,0g3`. A stalk may be written by its colours from the ground up, `brb`. A move names the edge.
//!
//! A blue edge alone is won by Left (class L), a green one by the player who moves first (N), `0b1,0r2` by the player who
//! moves second (P).
//!
//! Parts that are all green, and parts of blue and red edges without a cycle, need no search; see `theory`.
//!
//! Source: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), ch. 1.

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, plain};
use bouton_core::hashing::FastMap;
use bouton_core::notation::items;
use bouton_core::packed::{Packed, Put, Take};
use bouton_core::partizan::{Theorem, Valued};
use bouton_core::scene::{self, Drawn, EdgeKind, Scene};
use bouton_core::{
    Disjunctive, Game, InputError, Loopfree, Notation, Partizan, Reason, Side, declares,
};
use bouton_texts::text;
use smallvec::SmallVec;

mod dyadic;
mod joined;
mod theory;

use joined::{Joined, Reached};
use theory::FigureFacts;

/// The rules, without parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hackenbush;

/// An edge of the figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    a: u32,
    b: u32,
    colour: Colour,
}

bouton_core::packs!(Edge { a, b, colour });

/// The players who may cut an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Left.
    Blue,
    /// Right.
    Red,
    /// Both.
    Green,
}

impl Packed for Colour {
    fn pack(&self, to: &mut impl Put) {
        to.put(*self as u64, 2);
    }
    fn unpack(from: &mut impl Take) -> Self {
        Self::ALL[from.take(2) as usize]
    }
}

impl Colour {
    const ALL: [Self; 3] = [Self::Blue, Self::Red, Self::Green];

    fn letter(self) -> char {
        match self {
            Self::Blue => 'b',
            Self::Red => 'r',
            Self::Green => 'g',
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Red => "red",
            Self::Green => "green",
        }
    }

    /// The colour with Left and Right exchanged.
    fn turned(self) -> Self {
        match self {
            Self::Blue => Self::Red,
            Self::Red => Self::Blue,
            Self::Green => Self::Green,
        }
    }

    fn is_cut_by(self, side: Side) -> bool {
        self == Self::Green || (self == Self::Blue) == (side == Side::Left)
    }
}

/// Edges in order, all connected to the ground.
type Figure = SmallVec<[Edge; 8]>;

/// The edges connected to the ground.
fn standing(figure: &[Edge]) -> Figure {
    let joined = Joined::of(figure);
    let mut stands = vec![false; joined.names.len()];
    for reached in joined.by_nearness() {
        stands[reached.point] = true;
    }
    let edges = figure.iter().copied();
    edges.filter(|edge| stands[joined.number(edge.a)]).collect()
}

impl Game for Hackenbush {
    type Position = Figure;
    type Move = Edge;
}

impl Partizan for Hackenbush {
    fn moves<'g>(&'g self, at: &Figure, side: Side) -> impl Iterator<Item = Edge> + use<'g> {
        // Of equal edges only the first is listed.
        let mut edges = at.clone();
        edges.dedup();
        edges
            .into_iter()
            .filter(move |edge| edge.colour.is_cut_by(side))
    }
    fn play(&self, at: &Figure, _side: Side, edge: &Edge) -> Figure {
        let mut left = at.clone();
        if let Some(place) = left.iter().position(|other| other == edge) {
            left.remove(place);
        }
        standing(&left)
    }
}

impl Loopfree for Hackenbush {
    type Height = usize;
    fn height(&self, at: &Figure) -> usize {
        at.len()
    }
}

impl Disjunctive for Hackenbush {
    /// The connected parts above the ground, with their points numbered in the order of the edges.
    fn summands(&self, at: &Figure) -> SmallVec<[Figure; 2]> {
        parts(at).into_iter().map(renumbered).collect()
    }
    fn negative(&self, at: &Figure) -> Option<Figure> {
        let turned = at.iter().map(|edge| Edge {
            colour: edge.colour.turned(),
            ..*edge
        });
        let mut turned: Figure = turned.collect();
        turned.sort_unstable();
        Some(turned)
    }
}

/// The edges of each part above the ground; loops on the ground are separate parts.
fn parts(figure: &[Edge]) -> Vec<Figure> {
    let joined = Joined::of(figure);
    // For each point: the first point above the ground on the path to it.
    let mut first = vec![0; joined.names.len()];
    for Reached { point, from } in joined.in_depth(0, None) {
        if let Some((below, _)) = from {
            first[point] = if below == 0 { point } else { first[below] };
        }
    }
    let (mut parts, mut places) = (Vec::<Figure>::new(), vec![None; first.len()]);
    for edge in figure {
        let first = first[joined.number(edge.a)].max(first[joined.number(edge.b)]);
        let known = places[first].filter(|_| first > 0);
        let place = known.unwrap_or(parts.len());
        if known.is_none() {
            places[first] = Some(place);
            parts.push(Figure::new());
        }
        parts[place].push(*edge);
    }
    parts
}

/// The same figure, with its points above the ground numbered from 1 in the order of the edges.
fn renumbered(mut figure: Figure) -> Figure {
    figure.sort_unstable();
    let mut points = FastMap::from_iter([(0, 0)]);
    let mut number = |point: u32| {
        let next = points.len() as u32;
        *points.entry(point).or_insert(next)
    };
    for edge in &mut figure {
        let (a, b) = (number(edge.a), number(edge.b));
        (edge.a, edge.b) = (a.min(b), a.max(b));
    }
    figure.sort_unstable();
    figure
}

fn read_edge(text: &str) -> Option<Edge> {
    Colour::ALL.into_iter().find_map(|colour| {
        let (a, b) = text.split_once(colour.letter())?;
        let (a, b): (u32, u32) = (a.trim().parse().ok()?, b.trim().parse().ok()?);
        let (a, b) = (a.min(b), a.max(b));
        Some(Edge { a, b, colour })
    })
}

impl Valued for Hackenbush {
    fn value(&self, at: &Figure) -> Option<String> {
        theory::value(at)
    }
}

impl Theorem for Hackenbush {
    fn covers(&self, at: &Figure) -> Result<(), String> {
        theory::fault(at).map_or(Ok(()), |fault| Err(fault.to_owned()))
    }
    fn winning(&self, at: &Figure, side: Side) -> (Vec<Edge>, Reason) {
        let FigureFacts { wins, reason } = theory::told(at, side);
        let edges = at.iter().zip(wins).filter(|(_, wins)| *wins);
        let mut winning: Vec<Edge> = edges.map(|(edge, _)| *edge).collect();
        winning.dedup();
        (winning, reason)
    }
}

/// The edges of a stalk written by its colours, from the ground up: `brb`.
fn stalk(text: &str) -> Option<Figure> {
    let colour = |letter| {
        Colour::ALL
            .into_iter()
            .find(|colour| colour.letter() == letter)
    };
    let letters = text.trim().chars().zip(0..);
    let edge = |(letter, a): (char, u32)| {
        let b = a.checked_add(1)?;
        colour(letter).map(|colour| Edge { a, b, colour })
    };
    letters.map(edge).collect()
}

impl Notation for Hackenbush {
    fn parse(&self, text: &str) -> Result<Figure, InputError> {
        if let Some(figure) = stalk(text) {
            return Ok(figure);
        }
        let mut figure = Figure::new();
        for (span, item) in items(text) {
            let edge = read_edge(item).ok_or_else(|| {
                let message = format!("expected an edge like 0b1, 1r2 or 2g3, found {item:?}");
                InputError::new(message, text, span)
            })?;
            figure.push(edge);
        }
        figure.sort_unstable();
        let standing = standing(&figure);
        if standing.len() < figure.len() {
            let message = "expected edges that are all joined to the ground, 0";
            return Err(InputError::whole(message, text));
        }
        Ok(standing)
    }
    fn show(&self, at: &Figure) -> String {
        let edges: Vec<_> = at.iter().map(|edge| self.show_move(at, edge)).collect();
        edges.join(",")
    }
    fn show_within(&self, at: &Figure, longest: usize) -> Option<String> {
        // An edge has at least three characters, and one separates two edges.
        let may_fit = 4 * at.len() <= longest.saturating_add(1);
        let text = may_fit.then(|| self.show(at))?;
        (text.len() <= longest).then_some(text)
    }
    fn show_move(&self, _at: &Figure, edge: &Edge) -> String {
        format!("{}{}{}", edge.a, edge.colour.letter(), edge.b)
    }
    fn move_in_words(&self, _at: &Figure, Edge { a, b, colour }: &Edge) -> Option<String> {
        let point = |point: u32| match point {
            0 => "the ground".to_owned(),
            point => format!("point {point}"),
        };
        let (colour, from) = (colour.name(), point(*a));
        Some(match a == b {
            true => format!("cut the {colour} loop at {from}"),
            false => format!("cut the {colour} edge from {from} to {}", point(*b)),
        })
    }
}

impl Drawn for Hackenbush {
    fn scene(&self, at: &Figure) -> Scene {
        let joined = Joined::of(at);
        let names: Vec<_> = joined.names.iter().map(u32::to_string).collect();
        let edge = |edge: &Edge| scene::Edge {
            from: joined.number(edge.a),
            to: joined.number(edge.b),
            kind: EdgeKind::Of(match edge.colour {
                Colour::Blue => scene::Owner::First,
                Colour::Red => scene::Owner::Second,
                Colour::Green => scene::Owner::Neutral,
            }),
            label: self.show_move(at, edge),
        };
        let figure = scene::Figure::standing(&names, at.iter().map(edge).collect());
        let figure = figure.expect("invariant: all edges are joined to the ground");
        Scene::of(figure).with(scene::Set::Ground)
    }
    fn deed(&self, at: &Figure, edge: &Edge) -> Option<scene::Deed> {
        let cut = at.iter().position(|other| other == edge);
        cut.map(|n| scene::Deed::leaving([n]))
    }
}

impl Entry for Hackenbush {
    type Game = Self;
    const CARD: Card = Card {
        name: "hackenbush",
        kind: Kind::Sides,
        aliases: &[("hackenbush-string", "")],
        parameters: "",
        text: text("hackenbush"),
        notation: "edges with b, r or g between their points, the ground 0: 0b1,1r2,0g3; or the colours of a stalk: brb; R after it if Right is to move",
        example: Example::at("0b1,1r2,1g3,0r4"),
        sources: &["Berlekamp, Conway, Guy, Winning Ways (1982), ch. 1"],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        plain(parameters, position)
    }
}

declares!(Hackenbush: partizan, disjunctive, valued, theorem, look);
