//! A picture from marks.

use bouton_core::scene::{Cell, Figure, Owner, Set};

/// The cell with a mark, in a set.
pub fn cell(mark: &str, owner: Owner, set: Set) -> Cell {
    match (set, mark) {
        (Set::Cake, " ") => Cell::Hole,
        (Set::Cake, "#") => Cell::Piece(owner, String::new()),
        (_, "" | " " | "." | "_") => Cell::Empty,
        // The tiles of both players have the same animals.
        (Set::Tiles, _) => Cell::Piece(owner, mark.to_uppercase()),
        _ => Cell::Piece(owner, mark.to_owned()),
    }
}

/// The board of a set with these rows of marks.
pub fn board(rows: &[Vec<String>], owner: impl Fn(&str) -> Owner, set: Set) -> Figure {
    let row = |(row, marks): (usize, &Vec<String>)| {
        let owner = |mark: &str| match (set, row) {
            // Pits are those of the player on whose side they are: the other's are above.
            (Set::Pits, 0) => Owner::Second,
            (Set::Pits, _) => Owner::First,
            _ => owner(mark),
        };
        let cells = marks.iter().map(|mark| cell(mark, owner(mark), set));
        cells.collect()
    };
    Figure::Board(rows.iter().enumerate().map(row).collect())
}
