//! The common part of games in which a value is taken from an end of a row: everything except the points.

use std::fmt::Debug;
use std::marker::PhantomData;

use bouton_core::entry::{Entry, OpenError, needed, no_parameters};
use bouton_core::game::{Alternating, Game, ImpartialScoring, Loopfree};
use bouton_core::rows::{Earned, End, EndTaking, Span};
use bouton_core::{InputError, Margin, Notation};

use super::row::{self, Row};

/// The points that a taking earns.
pub trait Earning: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The points as a constant.
    const EARNED: Earned;
    /// The points, if the value at `place` is taken and `left` remains.
    fn gain(row: &Row, place: usize, left: Span) -> i128;
    /// Both players' points still to come, if play cannot change them.
    fn at_stake(_row: &Row, _at: &Span) -> Option<i128> {
        None
    }
}

/// The rules, with the row that play begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndsOf<E> {
    row: Row,
    earning: PhantomData<E>,
}

impl<E: Earning> EndsOf<E> {
    /// The game on this row.
    pub fn new(row: Row) -> Self {
        Self {
            row,
            earning: PhantomData,
        }
    }
}

/// Opens such a game, whose position is the row.
pub(super) fn opened<E: Earning>(
    parameters: Option<&str>,
    position: Option<&str>,
) -> Result<(EndsOf<E>, Span), OpenError>
where
    EndsOf<E>: Entry,
{
    no_parameters(parameters)?;
    let text = needed(position, EndsOf::<E>::CARD.notation)?;
    let row = Row::parse(text).map_err(OpenError::Position)?;
    let start = Span::whole(row.values());
    Ok((EndsOf::new(row), start))
}

impl<E: Earning> Game for EndsOf<E> {
    type Position = Span;
    type Move = End;
    /// All empty spans are equal.
    fn merged(&self, at: Span) -> Span {
        if at.is_empty() { Span::default() } else { at }
    }
}

impl<E: Earning> Alternating for EndsOf<E> {
    type Score = Margin;
    fn moves<'g>(&'g self, at: &Span) -> impl Iterator<Item = End> + use<'g, E> {
        // A single value is both ends, and is listed as the left one.
        [End::Left, End::Right].into_iter().take(at.len().min(2))
    }
    fn play(&self, at: &Span, end: &End) -> Span {
        match end {
            End::Left => Span {
                start: at.start + 1,
                ..*at
            },
            End::Right => Span {
                end: at.end - 1,
                ..*at
            },
        }
    }
    fn gain(&self, at: &Span, end: &End) -> i128 {
        let place = match end {
            End::Left => at.start,
            End::Right => at.end - 1,
        };
        E::gain(&self.row, place, self.play(at, end))
    }
    fn score(&self, at: &Span) -> Option<Margin> {
        at.is_empty().then_some(Margin(0))
    }
    fn at_stake(&self, at: &Span) -> Option<i128> {
        E::at_stake(&self.row, at)
    }
}

impl<E: Earning> ImpartialScoring for EndsOf<E> {}

impl<E: Earning> Loopfree for EndsOf<E> {
    type Height = usize;
    fn height(&self, at: &Span) -> usize {
        at.len()
    }
}

impl<E: Earning> EndTaking for EndsOf<E> {
    const EARNED: Earned = E::EARNED;
    fn values(&self) -> &[i64] {
        self.row.values()
    }
}

impl<E: Earning> Notation for EndsOf<E> {
    /// The first part of the row with this text.
    fn parse(&self, text: &str) -> Result<Span, InputError> {
        let part = Row::parse(text)?;
        let start = row::find(self.row.values(), part.values())
            .ok_or_else(|| InputError::whole("expected a part of the row", text))?;
        Ok(Span {
            start,
            end: start + part.len(),
        })
    }
    fn show(&self, at: &Span) -> String {
        row::show(at.of(self.row.values()))
    }
    fn show_within(&self, at: &Span, longest: usize) -> Option<String> {
        row::show_within(at.of(self.row.values()), longest)
    }
    fn show_move(&self, _at: &Span, end: &End) -> String {
        match end {
            End::Left => "L".into(),
            End::Right => "R".into(),
        }
    }
    fn move_in_words(&self, _at: &Span, end: &End) -> Option<String> {
        let side = match end {
            End::Left => "left",
            End::Right => "right",
        };
        Some(format!("take from the {side} end"))
    }
    /// The right end of a single value is its left one.
    fn move_called(&self, at: &Span, text: &str) -> Option<End> {
        match text {
            "l" | "left" => Some(End::Left),
            "r" | "right" if at.len() == 1 => Some(End::Left),
            "r" | "right" => Some(End::Right),
            _ => None,
        }
    }
}
