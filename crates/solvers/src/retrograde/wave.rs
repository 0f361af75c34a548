//! [`Wave`]: what a wave takes back and what it finds, by codes that follow from the wave alone, so that whoever holds a part of a
//! table knows them without being told.

use bouton_core::Outcome;

use super::cell::Cell;
use super::table::Value;

/// The codes of the ends.
const LOST: u32 = 0;
const WON: u32 = 1;
const DRAWN: u32 = 2;
/// The code of what is won by the next move: a look finds some of it, before any wave.
pub(super) const WON_IN_ONE: u32 = 3;

/// What a message does: its position is reached, and decided; or a move of it is refuted.
pub(super) const REACHED: usize = 0;
pub(super) const REFUTED: usize = 1;

/// A wave: it tells the predecessors of what the one before it found.
///
/// What is won in n plies has the code 2n + 1, what is lost in n has 2n + 2, and draws come behind the last of these. A code is counted
/// down from the top of a cell, below the mark of a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wave {
    /// How many plies what the one before it found takes.
    pub(super) plies: u32,
    /// Where all wins and losses are found: the last code of theirs.
    pub(super) draws: Option<u32>,
}

impl Wave {
    /// From the ends.
    pub(super) const FIRST: Self = Self {
        plies: 0,
        draws: None,
    };

    /// The codes whose predecessors are told, and what they are told where the move changes the turn.
    pub(super) fn fronts(self) -> impl Iterator<Item = (u32, usize)> {
        let fronts = match (self.draws, self.plies) {
            (None, 0) => [Some((LOST, REACHED)), Some((WON, REFUTED))],
            (None, plies) => [
                Some((2 * plies + 2, REACHED)),
                Some((2 * plies + 1, REFUTED)),
            ],
            (Some(_), 0) => [Some((DRAWN, REACHED)), None],
            (Some(last), plies) => [Some((last + plies, REACHED)), None],
        };
        fronts.into_iter().flatten()
    }

    /// The codes of what is reached, and of what all moves are refuted of.
    fn codes_found(self) -> [u32; 2] {
        let plies = self.plies + 1;
        match self.draws {
            None => [2 * plies + 1, 2 * plies + 2],
            Some(last) => [last + plies; 2],
        }
    }

    /// The same as cells; `None` where they come down to the numbers of moves, of which `most` is the largest.
    pub(super) fn found<C: Cell>(self, most: u32) -> Option<[C; 2]> {
        let cells = self
            .codes_found()
            .map(|code| (C::TOP - 1).checked_sub(code));
        match cells {
            [Some(reached), Some(refuted)] if reached.min(refuted) > most => {
                Some([C::new(reached), C::new(refuted)])
            }
            _ => None,
        }
    }

    /// The wave behind one that found so many, by kind; `None` where that is all.
    pub(super) fn next(self, found: [u64; 2]) -> Option<Self> {
        // A look may have found what the first wave did not.
        let goes_on = found != [0; 2] || self == Self::FIRST;
        match self.draws {
            None if !goes_on => Some(Self {
                plies: 0,
                draws: Some(2 * self.plies + 2),
            }),
            Some(_) if !goes_on => None,
            _ => Some(self.onwards()),
        }
    }

    /// The wave behind one that found something.
    pub(super) fn onwards(self) -> Self {
        let plies = self.plies + 1;
        Self { plies, ..self }
    }

    /// What all codes up to those of the wave stand for, what it finds not among them.
    pub(super) fn values(self) -> Vec<Value> {
        let value = |outcome, plies| Value {
            outcome,
            plies: Some(plies),
        };
        let mut values: Vec<_> = [Outcome::Loss, Outcome::Win, Outcome::Draw]
            .map(|outcome| value(outcome, 0))
            .into();
        let last = self.draws.unwrap_or(2 * self.plies + 2);
        for code in 3..=last {
            values.push(match code % 2 {
                1 => value(Outcome::Win, code / 2),
                _ => value(Outcome::Loss, code / 2 - 1),
            });
        }
        if self.draws.is_some() {
            values.extend((1..=self.plies).map(|plies| value(Outcome::Draw, plies)));
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_stand_for_what_was_found() {
        let mut wave = Wave::FIRST;
        for found in [[1, 0], [0, 2], [0, 0], [3, 0]] {
            let values = wave.next([1, 1]).unwrap().values();
            let [reached, refuted] = wave.codes_found().map(|code| values[code as usize]);
            let plies = Some(wave.plies + 1);
            assert_eq!((reached.plies, refuted.plies), (plies, plies));
            match wave.draws {
                None => assert_eq!(
                    (reached.outcome, refuted.outcome),
                    (Outcome::Win, Outcome::Loss)
                ),
                Some(_) => assert_eq!(reached.outcome, Outcome::Draw),
            }
            wave = wave.next(found).unwrap();
        }
        assert_eq!(wave.next([0, 0]), None);
        // Of three ends, two waves of wins and losses and one of draws.
        assert_eq!(wave.values().len(), 3 + 4 + 1);
    }

    #[test]
    fn codes_do_not_come_down_to_moves() {
        let wave = Wave {
            plies: 10,
            draws: None,
        };
        assert_eq!(wave.found::<u8>(229), Some([231, 230]));
        assert_eq!(wave.found::<u8>(230), None);
        assert!(wave.found::<u16>(230).is_some());
        let late = Wave {
            plies: 200,
            draws: None,
        };
        assert_eq!(late.found::<u8>(1), None);
    }
}
