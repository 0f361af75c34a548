//! The common part of games in which Left and Right replace one piece of a list by others.
//!
//! A position is the side to move, then two numbers for each piece, in order.

use super::{Position, Rules, Step};

/// The notation of pieces and the moves of one. Pieces without a move are removed.
pub(super) struct Pieces<M> {
    pub(super) read: fn(&str) -> Option<[i64; 2]>,
    pub(super) show: fn([i64; 2]) -> String,
    pub(super) moves: M,
}

/// A callback that receives the pieces that a move makes of one.
pub(super) type See<'s> = &'s mut dyn FnMut(&[[i64; 2]]);

fn sorted(side: i64, mut pieces: Vec<[i64; 2]>) -> Position {
    pieces.retain(|[a, b]| *a > 0 && *b > 0);
    pieces.sort_unstable();
    [side].into_iter().chain(pieces.concat()).collect()
}

/// More pieces, and larger ones, have too many moves to examine.
const MOST: usize = 64;
const LARGEST: i64 = 1 << 10;

/// The size of a piece.
pub(super) fn size(text: &str) -> Option<i64> {
    text.trim()
        .parse()
        .ok()
        .filter(|size| (1..=LARGEST).contains(size))
}

impl<M> Rules for Pieces<M>
where
    M: Fn([i64; 2], i64, See<'_>),
{
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        let pieces: Vec<[i64; 2]> = at[1..]
            .chunks(2)
            .map(|piece| [piece[0], piece[1]])
            .collect();
        for (place, piece) in pieces.iter().enumerate() {
            (self.moves)(*piece, at[0], &mut |into| {
                let after = [&pieces[..place], into, &pieces[place + 1..]].concat();
                see(sorted(1 - at[0], after).into());
            });
        }
    }

    fn parse(&self, text: &str, right: bool) -> Result<Position, String> {
        let items = text
            .split(',')
            .filter(|item| !item.trim().is_empty() && *item != "0");
        let pieces: Option<Vec<_>> = items.map(|item| (self.read)(item.trim())).collect();
        let fits = |pieces: &Vec<_>| pieces.len() <= MOST;
        let wrong = || format!("expected at most {MOST} pieces, of numbers from 1 to {LARGEST}");
        let pieces = pieces.filter(fits).ok_or_else(wrong)?;
        Ok(sorted(right.into(), pieces))
    }

    fn show(&self, at: &[i64]) -> String {
        let pieces = at[1..]
            .chunks(2)
            .map(|piece| (self.show)([piece[0], piece[1]]));
        pieces.collect::<Vec<_>>().join(",")
    }

    fn is_rights(&self, at: &[i64]) -> bool {
        at[0] == 1
    }

    fn has_sides(&self) -> bool {
        true
    }
}

/// A cake, rows and columns: `2x5`.
pub(super) fn cake(text: &str) -> Option<[i64; 2]> {
    let (rows, columns) = text.split_once(['x', 'X'])?;
    Some([size(rows)?, size(columns)?])
}

/// Passes the lengths that a length is cut into to a callback.
pub(super) type Cuts = fn(i64, &mut dyn FnMut(&[i64]));

/// A game of cakes: Left divides the columns, Right the rows, into the lengths that `cuts` gives.
pub(super) fn cakes(cuts: Cuts) -> Box<dyn Rules> {
    Box::new(Pieces {
        read: cake,
        show: |[rows, columns]| format!("{rows}x{columns}"),
        moves: move |[rows, columns]: [i64; 2], side: i64, see: See<'_>| match side {
            0 => cuts(columns, &mut |parts| {
                see(&parts.iter().map(|part| [rows, *part]).collect::<Vec<_>>());
            }),
            _ => cuts(rows, &mut |parts| {
                see(&parts
                    .iter()
                    .map(|part| [*part, columns])
                    .collect::<Vec<_>>());
            }),
        },
    })
}
