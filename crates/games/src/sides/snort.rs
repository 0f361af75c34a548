//! Snort: Left and Right colour points of a graph, or cells of a board, each with their own colour; neighbours never get
//! different colours. A player who cannot colour a point loses.
//!
//! A position says which player may still colour each point: `1-2,2-3/1` is a path of three points, the first of which only
//! Left may colour. A move names the point.
//!
//! A point that only Left may colour is worth 1; the path of two points is ±1, that of six *.
//!
//! Sources: S. Norton's game, see E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982); values as computed by
//! CGSuite 2.2 and a program of the project.

use std::marker::PhantomData;

use bouton_core::Sided;
use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, Visitor};
use bouton_texts::text;

use super::colouring::{Taken, open};
use super::marked::Marked;
use crate::boards::cells::{Cells, Wide};

/// Snort.
#[derive(Debug)]
pub struct Snort<S = u64>(PhantomData<S>);

impl<S: Cells> Entry for Snort<S> {
    type Game = Marked<S>;
    const CARD: Card = Card {
        name: "snort",
        kind: Kind::Sides,
        aliases: &[],
        parameters: "rows and columns of a board, like snort:3,4; none for a graph",
        text: text("snort"),
        notation: "a graph, then the points only Left may colour, then those only Right may: 1-2,2-3/1/3, path 5; or a board of . (both may), L, R, # (nobody), or X and O for stones; R after it if Right is to move",
        example: Example::at("1-2,2-3,3-4,4-5,3-6/1"),
        sources: &["Berlekamp, Conway, Guy, Winning Ways (1982)"],
    };
    fn open(
        parameters: Option<&str>,
        position: Option<&str>,
    ) -> Result<Opened<Marked<S>>, OpenError> {
        open(Taken::FromTheOther, parameters, position, &Self::CARD)
    }
    fn beyond_64_bits(visitor: &mut impl Visitor) {
        visitor.game::<Sided<Snort<Wide>>>();
    }
}
