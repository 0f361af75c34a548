//! Northcott's game: on each row of a board Left moves a piece of their own and Right one of theirs, any number of free cells to
//! either side, without a jump. A player who cannot move loses. Play need not end: a piece may go back.
//!
//! A position is the rows: `L` a piece of Left's, `R` one of Right's, `.` a free cell, `#` none; rows are separated by `/`:
//! `L..R./.R.L`. Rows may differ in length: `#` fills the shorter ones. A move names the cells it leads from and to: `a1-c1`.
//!
//! With one piece of each player in every row, the gaps between them are heaps of nim. The player who can make their xor 0 wins:
//! an advance is answered as in nim, and a retreat by following. Advances lower the gaps, and between them a player has only so
//! many cells to retreat, so that play ends.
//!
//! Source: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), ch. 3.

use bouton_core::Side;
use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, no_parameters};
use bouton_core::scene;
use bouton_texts::text;

use super::marked::{Marked, Marks, Symmetry};
use super::steps::{LEFT, Pattern, RIGHT, Steps};
use crate::boards::free::{Set, Size};

const MOVES: [Pattern; 2] = [
    moved(Side::Left, "l.", ".l"),
    moved(Side::Right, "r.", ".r"),
];

const fn moved(side: Side, before: &'static str, after: &'static str) -> Pattern {
    Pattern {
        side,
        directions: &[RIGHT, LEFT],
        before,
        after,
        goes_on: true,
    }
}

/// The gap of each row, if each has one piece of either player and all cells between them.
fn gaps(size: Size, at: Marks) -> Option<Vec<u64>> {
    let row = |row: usize| {
        let cells = (Set::MAX >> (Set::BITS as usize - size.columns)) << (row * size.columns);
        let [left, right] = Side::BOTH.map(|side| at.only(side) & cells);
        if [left, right].map(Set::count_ones) != [1, 1] {
            return None;
        }
        let [one, other] = [left, right].map(Set::trailing_zeros);
        let between = (Set::MAX << one.min(other)) & !(Set::MAX << one.max(other));
        (at.all() & between == between).then(|| u64::from(one.abs_diff(other)) - 1)
    };
    (0..size.rows).map(row).collect()
}

/// A position with rows of one length; one that no board holds stays as it is.
fn filled(text: &str) -> String {
    let rows: Vec<&str> = text.split('/').map(str::trim).collect();
    let lengths = rows.iter().map(|row| row.chars().count());
    let most = lengths.max().unwrap_or(0);
    if most.saturating_mul(rows.len()) > Set::BITS as usize {
        return text.to_owned();
    }
    let filled: Vec<_> = rows.iter().map(|row| format!("{row:#<most$}")).collect();
    filled.join("/")
}

/// Northcott's game.
#[derive(Debug)]
pub struct Northcott;

impl Entry for Northcott {
    type Game = Marked;
    const CARD: Card = Card {
        name: "northcott",
        kind: Kind::Sides,
        aliases: &[],
        parameters: "",
        text: text("northcott"),
        notation: "rows of L and R for pieces, . for free cells, # for none: L..R./.R..L; R after it if Right is to move",
        example: Example::at("L..R/.R.L"),
        sources: &["Berlekamp, Conway, Guy, Winning Ways (1982), ch. 3"],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Marked>, OpenError> {
        no_parameters(parameters)?;
        let (notation, looks) = (
            Self::CARD.notation,
            (['L', 'R', '.', '#'], scene::Set::Stones),
        );
        let position = position.map(filled);
        Marked::on_board(None, position.as_deref(), notation, looks, |size| {
            Steps::new(size, &MOVES, Symmetry::Moved, |_, _| 0)
                .endless()
                .nim(gaps)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_may_differ_in_length() {
        let rows = ["L..R./.R.L", "L..R./.R.L#"].map(|text| Northcott::open(None, Some(text)));
        let [(game, at), same] = rows.map(Result::unwrap);
        assert_eq!((game, at), same);
        let wide = format!("{}{}", ".".repeat(1 << 20), "/".repeat(1 << 20));
        for text in ["L..R./.R.Lx", &wide] {
            assert!(Northcott::open(None, Some(text)).is_err());
        }
    }
}
