//! King and rook against king: the pieces move as in chess. White wins by checkmate. Play is a draw if the rook is taken,
//! Black is stalemated, or play never ends.
//!
//! A position is the squares of White's king, of the rook (-1 if it was taken) and of Black's king, and 1 if Black is to
//! move.

use super::{Named, Position, Rules, Step};

struct Krk;

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Krk))
}

fn touch(a: i64, b: i64) -> bool {
    a != b && (a / 8 - b / 8).abs() <= 1 && (a % 8 - b % 8).abs() <= 1
}

/// Whether a rook on `from` attacks `to`; White's king may block it.
fn sees(from: i64, to: i64, king: i64) -> bool {
    let between = |a: i64, x: i64, b: i64| a.min(b) < x && x < a.max(b);
    let (row, column) = (from / 8 == to / 8, from % 8 == to % 8);
    let in_row = row && king / 8 == from / 8 && between(from % 8, king % 8, to % 8);
    let in_column = column && king % 8 == from % 8 && between(from / 8, king / 8, to / 8);
    from != to && (row || column) && !in_row && !in_column
}

/// Whether Black's king would be attacked on a square, after it left its own.
fn attacked(king: i64, rook: i64, square: i64) -> bool {
    touch(king, square) || king == square || rook != square && rook >= 0 && sees(rook, square, king)
}

fn name(square: i64) -> String {
    format!(
        "{}{}",
        char::from(b'a' + (square % 8) as u8),
        square / 8 + 1
    )
}

fn square(text: &str) -> Option<i64> {
    match text.as_bytes() {
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => {
            Some(i64::from(row - b'1') * 8 + i64::from(column - b'a'))
        }
        _ => None,
    }
}

fn flights(at: &[i64]) -> Vec<i64> {
    let (king, rook, black) = (at[0], at[1], at[2]);
    let may = |to: &i64| touch(black, *to) && !attacked(king, rook, *to);
    (0..64).filter(may).collect()
}

impl Rules for Krk {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        let (king, rook, black) = (at[0], at[1], at[2]);
        if rook < 0 {
            return;
        }
        if at[3] == 1 {
            for to in flights(at) {
                let rook = if to == rook { -1 } else { rook };
                see(vec![king, rook, to, 0].into());
            }
            return;
        }
        for to in (0..64)
            .filter(|to| touch(king, *to) && *to != rook && !touch(*to, black) && *to != black)
        {
            see(vec![to, rook, black, 1].into());
        }
        for to in (0..64).filter(|to| sees(rook, *to, king) && *to != king && *to != black) {
            // Black's king blocks the rook like any piece.
            if sees(rook, to, black) {
                see(vec![king, to, black, 1].into());
            }
        }
    }

    fn end(&self, at: &[i64]) -> Option<i64> {
        let (king, rook, black) = (at[0], at[1], at[2]);
        if rook < 0 {
            return Some(0);
        }
        let stuck = at[3] == 1 && flights(at).is_empty();
        stuck.then_some(if sees(rook, black, king) { -1 } else { 0 })
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let wrong =
            || "expected pieces like Kc3 Rh1 ka1, with b after them if Black is to move".to_owned();
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let black_moves = words.last() == Some(&"b");
        words.retain(|word| !["b", "w"].contains(word));
        let piece = |letter: char| {
            words
                .iter()
                .find_map(|word| word.strip_prefix(letter))
                .and_then(square)
        };
        let (king, black) = (piece('K').ok_or_else(wrong)?, piece('k').ok_or_else(wrong)?);
        let rook = piece('R').unwrap_or(-1);
        let count = 2 + usize::from(rook >= 0);
        let checked = rook >= 0 && sees(rook, black, king);
        let apart = king != black && !touch(king, black) && king != rook && black != rook;
        if words.len() != count || !apart || !black_moves && checked || rook < 0 && black_moves {
            return Err(wrong());
        }
        Ok(vec![king, rook, black, black_moves.into()])
    }

    fn show(&self, at: &[i64]) -> String {
        let (king, rook, black) = (name(at[0]), at[1], name(at[2]));
        let rook = if rook < 0 {
            String::new()
        } else {
            format!(" R{}", name(rook))
        };
        let turn = if at[3] == 1 { " b" } else { "" };
        format!("K{king}{rook} k{black}{turn}")
    }

    /// A turned or mirrored board is equivalent.
    fn key(&self, at: &[i64], _misere: bool) -> Position {
        let image = |n: i64| -> Position {
            let square = |square: &i64| {
                let (mut row, mut column) = (square / 8, square % 8);
                if n & 1 > 0 {
                    row = 7 - row;
                }
                if n & 2 > 0 {
                    column = 7 - column;
                }
                if n & 4 > 0 {
                    (row, column) = (column, row);
                }
                if *square < 0 { -1 } else { 8 * row + column }
            };
            at[..3].iter().map(square).chain([at[3]]).collect()
        };
        (0..8).map(image).min().unwrap_or_default()
    }

    fn lasts(&self) -> bool {
        true
    }
}
