//! Toppling Dominoes: dominoes stand in a row, Left's, Right's and grey ones. Left topples one of Left's or a grey one to
//! the left or to the right, which topples all dominoes behind it on that side; Right topples one of Right's or a grey one
//! in the same way. A player with no domino to topple loses.
//!
//! A position is the row: `l`, `r`, and `e` for grey (either); `.` for a gap, which stops the toppling: `lrrl.e`. A move
//! names the domino and the last one to fall: `b1-d1`.
//!
//! `n` of Left's are worth n, `lr` is *, `lrrl` ↑, `eee` *3.
//!
//! Dominoes on the other side of the toppled one stay unchanged: only gaps separate a row.
//!
//! Source: A. Fink, R. J. Nowakowski, A. Siegel, D. Wolfe, Toppling conjectures, Games of No Chance 4 (2015), MSRI
//! Publications 63.

use bouton_core::Side;
use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened};
use bouton_core::scene;
use bouton_texts::text;
use smallvec::SmallVec;

use super::marked::{Marked, Marks, Move, Rules, Symmetry};
use crate::boards::free::{Set, Size, members};

/// The rules for a row of this many places.
#[derive(Debug)]
struct Row(Size);

impl Rules for Row {
    fn moves(&self, at: Marks, side: Side) -> Vec<Move> {
        let mut moves = Vec::new();
        for run in self.0.parts(at.all()) {
            let (first, last) = (run.trailing_zeros() as usize, run.ilog2() as usize);
            for domino in members(at.of(side) & run) {
                let before: Set = (1 << domino) - 1;
                let to_the_left =
                    Move::between(domino, first, at.within(!run | !before & !(1 << domino)));
                let to_the_right = Move::between(domino, last, at.within(!run | before));
                moves.push(to_the_left);
                if first < last {
                    moves.push(to_the_right);
                }
            }
        }
        moves
    }
    fn height(&self, at: Marks) -> u32 {
        at.all().count_ones()
    }
    fn canonical(&self, at: Marks) -> Marks {
        Symmetry::Mirrored.canonical(self.0, at)
    }
    fn summands(&self, at: Marks) -> SmallVec<[Marks; 2]> {
        let runs = self.0.parts(at.all());
        runs.map(|run| at.within(run)).collect()
    }
    fn negative(&self, at: Marks) -> Option<Marks> {
        Some(at.turned())
    }
    fn words(&self, cells: &[String]) -> Option<String> {
        let [first, last] = cells else { return None };
        Some(match first == last {
            true => format!("topple {first}"),
            false => format!("topple {first} to {last}"),
        })
    }
}

/// Toppling Dominoes.
#[derive(Debug)]
pub struct TopplingDominoes;

impl Entry for TopplingDominoes {
    type Game = Marked;
    const CARD: Card = Card {
        name: "toppling-dominoes",
        kind: Kind::Sides,
        aliases: &[],
        parameters: "",
        text: text("toppling-dominoes"),
        notation: "the row: l for Left's dominoes, r for Right's, e for either's, . for a gap: lrrl.e; R after it if Right is to move",
        example: Example::at("lrrlelr"),
        sources: &[
            "Fink, Nowakowski, Siegel, Wolfe, Toppling conjectures, Games of No Chance 4 (2015)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Marked>, OpenError> {
        let (notation, signs) = (
            Self::CARD.notation,
            (['l', 'r', 'e', '.'], scene::Set::Standing),
        );
        Marked::on_row(parameters, position, notation, signs, Row)
    }
}
