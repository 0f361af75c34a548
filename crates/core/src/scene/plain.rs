//! The look of a position that is known only by its notation.

use num_bigint::BigUint;

use super::{Cell, Figure, Owner, Scene, Seat};

impl Scene {
    /// The look of a position that is known only by its notation: a list of numbers (`heaps`: of heap sizes), rows of one
    /// character per cell (followed by ` R` if Right is to move), or the text itself. Text after a slash behind a list of
    /// numbers is a note.
    ///
    /// ```
    /// use bouton_core::scene::{Figure, Scene};
    /// assert!(matches!(Scene::of_notation("3,4,5", true).figure, Figure::Heaps(heaps) if heaps.len() == 3));
    /// assert!(matches!(Scene::of_notation("X.O/.../...", false).figure, Figure::Board(rows) if rows.len() == 3));
    /// ```
    pub fn of_notation(text: &str, heaps: bool) -> Self {
        let (board, turn) = match text.strip_suffix(" R") {
            Some(board) => (board, "Right is to move"),
            None => (text, ""),
        };
        if let Some(rows) = rows(board) {
            return Self::of(Figure::Board(rows)).to_move(turn);
        }
        let (list, note) = text.split_once('/').unwrap_or((text, ""));
        let sizes = || {
            list.split(',')
                .map(|item| item.trim().parse().ok())
                .collect::<Option<Vec<BigUint>>>()
        };
        let figure = match (heaps, sizes()) {
            (true, Some(sizes)) => Figure::Heaps(sizes),
            _ => coins(list, note).unwrap_or_else(|| Figure::Words(text.to_owned())),
        };
        let paired =
            matches!(&figure, Figure::Coins(coins) if coins.iter().any(|coin| coin.len() > 1));
        let note = if paired || matches!(figure, Figure::Words(_)) {
            ""
        } else {
            note
        };
        let seat = if paired { Seat::Mover } else { Seat::Table };
        Self::of(figure).noted(note).seen(seat)
    }
}

/// Rows of equal length of one character a cell, at least two of them, such as `X.O/.../...`.
fn rows(text: &str) -> Option<Vec<Vec<Cell>>> {
    let rows: Vec<Vec<Cell>> = text
        .split('/')
        .map(|row| row.chars().map(cell).collect::<Option<_>>())
        .collect::<Option<_>>()?;
    let width = rows.first()?.len();
    let even = width > 0 && rows.len() > 1 && rows.iter().all(|row| row.len() == width);
    even.then_some(rows)
}

fn cell(mark: char) -> Option<Cell> {
    match mark {
        '.' | '_' => Some(Cell::Empty),
        'X' | 'x' | 'L' | 'B' => Some(Cell::Piece(Owner::First, mark.to_string())),
        'O' | 'o' | 'R' | 'W' => Some(Cell::Piece(Owner::Second, mark.to_string())),
        '#' => Some(Cell::Piece(Owner::Neutral, mark.to_string())),
        _ => None,
    }
}

/// A list of whole numbers as coins, each with its number of a second list of equal length if there is one.
fn coins(list: &str, second: &str) -> Option<Figure> {
    let numbers = |list: &str| {
        let number = |item: &str| item.trim().parse::<i64>().map(|n| n.to_string()).ok();
        if list.trim().is_empty() {
            return Some(Vec::new());
        }
        list.split(',').map(number).collect::<Option<Vec<_>>>()
    };
    let first = numbers(list)?;
    let pairs = numbers(second).filter(|second| second.len() == first.len() && first.len() > 1);
    let coin = |(n, value): (usize, &String)| match &pairs {
        Some(second) => vec![value.clone(), second[n].clone()],
        None => vec![value.clone()],
    };
    Some(Figure::Coins(first.iter().enumerate().map(coin).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_is_read_off_the_notation() {
        let figure = |text, heaps| Scene::of_notation(text, heaps).figure;
        assert_eq!(figure("-1,2", false), figure("-1, 2", false));
        assert!(matches!(figure("", false), Figure::Coins(coins) if coins.is_empty()));
        assert!(matches!(figure("5,2/1,5", false), Figure::Coins(c) if c[0] == ["5", "1"]));
        assert!(matches!(figure("a4 b2", false), Figure::Words(_)));
        assert!(matches!(figure("0b1,1r2 R", false), Figure::Words(_)));
        let right = Scene::of_notation("../.# R", false);
        assert!(matches!(right.figure, Figure::Board(rows) if rows.len() == 2));
        assert_eq!(right.turn, "Right is to move");
        let limited = Scene::of_notation("20/4", true);
        assert_eq!(
            (limited.figure, limited.note.as_str()),
            (Figure::Heaps(vec![20u32.into()]), "4")
        );
    }
}
