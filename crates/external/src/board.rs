//! A picture from rows of marks.

use bouton_core::scene::{Cell, Figure, Scene, Set};

/// The board of a set with these rows of marks, whose owners the set tells.
pub fn board(rows: Vec<Vec<String>>, set: Set) -> Scene {
    let cell = |mark: String| match mark.as_str() {
        "" | " " | "." | "_" => Cell::Empty,
        mark => Cell::Piece(set.owner(mark), mark.to_owned()),
    };
    let row = |row: Vec<String>| row.into_iter().map(cell).collect();
    Scene::of(Figure::Board(rows.into_iter().map(row).collect())).with(set)
}
