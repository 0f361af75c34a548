//! The contents of a cell, by the set of board and pieces.

use bouton_core::scene::{Cell, Owner, Set};

use super::super::canvas::{Anchor, Canvas, width};
use super::super::figures::figure;
use super::cells::{CELL, colour, middle};
use super::piece_class;

fn chessman(set: Set, mark: &str) -> Option<&'static str> {
    let letter = mark.chars().next()?;
    Some(match (set, letter.to_ascii_uppercase()) {
        (Set::Chess, 'K') => "king",
        (Set::Chess, 'Q') => "queen",
        (Set::Chess, 'R') => "rook",
        (Set::Chess, 'B') => "bishop",
        (Set::Chess, 'N') => "knight",
        (Set::Chess, 'P') => "pawn",
        (Set::Pawns, _) if matches!(letter, 'X' | 'O') => "pawn",
        (Set::Amazons, _) if matches!(letter, 'X' | 'O') => "queen",
        _ => return None,
    })
}

/// The animal for a mark in a set; whether it walks to the left.
fn animal(set: Set, mark: &str) -> Option<(&'static str, bool)> {
    Some(match (set, mark) {
        (Set::Toads, "t") => ("toad", false),
        (Set::Toads, "f") => ("frog", true),
        (Set::Elephants, "t") => ("elephant", false),
        (Set::Elephants, "f") => ("rhino", true),
        (Set::Geese, "G") => ("goose", false),
        (Set::Geese, "F") => ("fox", false),
        _ => return None,
    })
}

/// The contents of a cell in words.
pub(super) fn named(set: Set, cell: &Cell) -> String {
    let Cell::Piece(owner, mark) = cell else {
        return "empty".into();
    };
    let dark = *owner == Owner::Second;
    if let Some((name, _)) = animal(set, mark) {
        return name.into();
    }
    if let Some(name) = chessman(set, mark) {
        return format!("{} {name}", if dark { "black" } else { "white" });
    }
    match (set, mark.as_str()) {
        (_, "") => "filled".into(),
        (Set::Chocolate, "P") => "poisoned".into(),
        (Set::Chocolate, _) => "chocolate".into(),
        (Set::Dominoes, "#") => "covered".into(),
        (Set::Amazons, "#") => "burnt".into(),
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
    if let Some(name) = chessman(set, mark) {
        let strokes = figure(name, if dark { "darkman" } else { "lightman" });
        return canvas.figure(&strokes, at(3.0), CELL - 6.0, false);
    }
    if let Some((name, back)) = animal(set, mark) {
        return canvas.figure(&figure(name, ""), at(4.0), CELL - 8.0, back);
    }
    match (set, mark) {
        (_, "") | (Set::Chocolate, "#") => {}
        (Set::Chocolate, "P") => canvas.figure(&figure("skull", ""), at(8.0), CELL - 16.0, false),
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
            canvas.figure(&figure("flame", ""), at(6.0), CELL - 12.0, false);
        }
        (Set::Dominoes, "#") => {
            let tile = [corner.0 + 1.0, corner.1 + 1.0, CELL - 2.0, CELL - 2.0];
            canvas.rect(tile, 4.0, "tile");
            canvas.circle(x, y, 4.0, "pip");
        }
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
            let letter = if "LEGC".contains(mark) { mark } else { "H" };
            let fill = if dark { "secondfill" } else { "firstfill" };
            canvas.figure(
                &figure(&format!("{letter}-tile"), fill),
                corner,
                side,
                false,
            );
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
        let corner = (x - side / 2.0, y - side / 2.0);
        canvas.figure(&figure("profile", ""), corner, side, false);
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
