//! A picture from rows of marks.

use bouton_core::scene::{Cell, Figure, Owner, Scene};

/// The board with these rows of marks: `X`, `L` and `B` are the first player's pieces, `O`, `R` and `W` the other's.
pub fn board(rows: Vec<Vec<String>>) -> Scene {
    let row = |row: Vec<String>| row.into_iter().map(cell).collect();
    Scene::of(Figure::Board(rows.into_iter().map(row).collect()))
}

fn cell(mark: String) -> Cell {
    match mark.as_str() {
        "" | " " | "." | "_" => Cell::Empty,
        "X" | "x" | "L" | "B" => Cell::Piece(Owner::First, mark),
        "O" | "o" | "R" | "W" => Cell::Piece(Owner::Second, mark),
        _ => Cell::Piece(Owner::Neutral, mark),
    }
}
