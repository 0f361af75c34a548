//! The contents of a cell, by the set of board and pieces.

use bouton_core::scene::{Cell, Owner, Set};

use super::super::canvas::{Anchor, Canvas, width};
use super::super::figures::{animals, chess, things};
use super::cells::{CELL, colour, middle};
use super::piece_class;

/// The chessman for a mark in a set.
fn chessman(set: Set, mark: &str) -> Option<char> {
    let letter = mark.chars().next()?;
    match (set, letter) {
        (Set::Chess, letter) => Some(letter),
        (Set::Pawns, 'X' | 'O') => Some('P'),
        (Set::Amazons, 'X' | 'O') => Some('Q'),
        _ => None,
    }
}

/// The contents of a cell in words.
pub(super) fn named(set: Set, cell: &Cell) -> String {
    let Cell::Piece(owner, mark) = cell else {
        return "empty".into();
    };
    let dark = *owner == Owner::Second;
    let man = chessman(set, mark).and_then(|letter| chess::man(letter, dark));
    if let Some((name, _)) = man {
        return format!("{} {name}", if dark { "black" } else { "white" });
    }
    match (set, mark.as_str()) {
        (_, "") => "filled".into(),
        (Set::Chocolate, "P") => "poisoned".into(),
        (Set::Chocolate, _) => "chocolate".into(),
        (Set::Dominoes, "#") => "covered".into(),
        (Set::Amazons, "#") => "burnt".into(),
        (Set::Toads, "t") => "toad".into(),
        (Set::Toads, "f") => "frog".into(),
        (Set::Elephants, "t") => "elephant".into(),
        (Set::Elephants, "f") => "rhino".into(),
        (Set::Geese, "G") => "goose".into(),
        (Set::Geese, "F") => "fox".into(),
        (Set::Faces, "H") => "heads".into(),
        (Set::Faces, "T") => "tails".into(),
        (Set::Stones | Set::Go, "X" | "O") => format!("{} stone", colour(*owner)),
        (Set::Rack, "X" | "O") => format!("{} disc", colour(*owner)),
        (Set::Tiles, letter) => {
            let animal = match letter {
                "L" => "lion",
                "E" => "elephant",
                "G" => "giraffe",
                "C" => "chick",
                "H" => "hen",
                other => other,
            };
            format!("{} {animal}", colour(*owner))
        }
        (Set::Coins, _) => format!("{} coin", colour(*owner)),
        (Set::Standing, _) => format!("{} domino", colour(*owner)),
        _ => mark.clone(),
    }
}

/// Draws the contents of the cell with this corner.
pub(super) fn man(canvas: &mut Canvas, set: Set, (owner, mark): (Owner, &str), corner: (f64, f64)) {
    let ((x, y), dark) = (middle(corner), owner == Owner::Second);
    let at = |by: f64| (corner.0 + by, corner.1 + by);
    if let Some((_, strokes)) = chessman(set, mark).and_then(|letter| chess::man(letter, dark)) {
        return canvas.figure(&strokes, at(3.0), CELL - 6.0, false);
    }
    match (set, mark) {
        (_, "") | (Set::Chocolate, "#") => {}
        (Set::Chocolate, "P") => canvas.figure(&things::SKULL, at(8.0), CELL - 16.0, false),
        (Set::Marks, "X") => {
            let arm = 12.0;
            canvas.line((x - arm, y - arm), (x + arm, y + arm), "cross");
            canvas.line((x - arm, y + arm), (x + arm, y - arm), "cross");
        }
        (Set::Marks, "O") => canvas.circle(x, y, 13.0, "ring"),
        (Set::Stones | Set::Go, "X" | "O") => stone(canvas, (x, y), 16.5, owner),
        (Set::Rack, "X" | "O") => stone(canvas, (x, y), 17.0, owner),
        (Set::Coins, _) => stone(canvas, (x, y), 14.0, owner),
        (Set::Amazons, "#") => {
            canvas.figure(&things::FLAME, at(6.0), CELL - 12.0, false);
        }
        (Set::Dominoes, "#") => {
            let tile = [corner.0 + 1.0, corner.1 + 1.0, CELL - 2.0, CELL - 2.0];
            canvas.rect(tile, 4.0, "tile");
            canvas.circle(x, y, 4.0, "pip");
        }
        (Set::Toads, "t") => canvas.figure(&animals::toad(), at(4.0), CELL - 8.0, false),
        (Set::Toads, "f") => canvas.figure(&animals::frog(), at(4.0), CELL - 8.0, true),
        (Set::Elephants, "t") => canvas.figure(&animals::elephant(), at(4.0), CELL - 8.0, false),
        (Set::Elephants, "f") => canvas.figure(&animals::rhino(), at(4.0), CELL - 8.0, true),
        (Set::Geese, "G") => canvas.figure(&animals::goose(), at(4.0), CELL - 8.0, false),
        (Set::Geese, "F") => canvas.figure(&animals::fox(), at(4.0), CELL - 8.0, false),
        (Set::Faces, _) => coin(canvas, (x, y), mark == "H"),
        (Set::Tiles, _) => {
            // Turned around if it is the other player's, except for the animal.
            let way = if dark { -1.0 } else { 1.0 };
            let outline = [
                (0.0, -19.0),
                (13.0, -11.0),
                (17.0, 18.0),
                (-17.0, 18.0),
                (-13.0, -11.0),
            ];
            let outline = outline.map(|(right, down)| (x + way * right, y + way * down));
            canvas.polygon(&outline, "woodcell");
            let side = 25.0;
            let corner = (x - side / 2.0, y + way * 3.0 - side / 2.0);
            canvas.figure(&animals::face(mark, dark), corner, side, false);
        }
        (Set::Standing, _) => {
            let class = match owner {
                Owner::First => "firsttile",
                Owner::Second => "secondtile",
                Owner::Neutral => "tile",
            };
            canvas.rect([x - 8.0, corner.1 + 2.0, 16.0, CELL - 2.0], 3.0, class);
            let pips: &[f64] = match owner {
                Owner::First => &[13.0],
                Owner::Second => &[10.0, 30.0],
                Owner::Neutral => &[10.0, 20.0, 30.0],
            };
            for by in pips {
                canvas.circle(x, corner.1 + by + 2.0, 2.6, "onstone");
            }
        }
        _ => letters(canvas, (x, y), owner, mark),
    }
}

/// A stone: the first player's has a highlight, the second's a ring, a neutral one is plain.
pub(super) fn stone(canvas: &mut Canvas, (x, y): (f64, f64), radius: f64, owner: Owner) {
    let class = match owner {
        Owner::First => "firststone",
        Owner::Second => "secondstone",
        Owner::Neutral => "greystone",
    };
    canvas.circle(x, y, radius, class);
    match owner {
        Owner::First => canvas.circle(x, y, radius * 0.22, "onstone"),
        Owner::Second => canvas.circle(x, y, radius * 0.55, "stonering"),
        Owner::Neutral => {}
    }
}

/// A coin: its head is a profile on gold, its tail a ring on paper.
fn coin(canvas: &mut Canvas, (x, y): (f64, f64), heads: bool) {
    canvas.circle(x, y, 16.0, if heads { "coin" } else { "plain" });
    canvas.circle(x, y, 13.0, "coinrim");
    if heads {
        let side = 20.0;
        canvas.figure(
            &things::PROFILE,
            (x - side / 2.0, y - side / 2.0),
            side,
            false,
        );
    }
}

fn letters(canvas: &mut Canvas, (x, y): (f64, f64), owner: Owner, mark: &str) {
    let size = (26.0 * 28.0 / width(mark, 26.0)).min(26.0);
    canvas.text(
        (x, y + size * 0.36),
        Anchor::Middle,
        size,
        piece_class(owner),
        mark,
    );
}
