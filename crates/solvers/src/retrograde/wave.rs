//! [`Wave`]: one step of backward analysis, and the codes of the values that it finds.
//!
//! The codes follow from the wave alone, so that every holder of a part of the table knows them without messages.

use bouton_core::Outcome;

use super::cell::Cell;
use super::table::Value;

/// The codes of the ends.
const LOST: u32 = 0;
const WON: u32 = 1;
const DRAWN: u32 = 2;

pub(super) fn end_code(outcome: Outcome) -> u32 {
    match outcome {
        Outcome::Loss => LOST,
        Outcome::Win => WON,
        Outcome::Draw => DRAWN,
    }
}

/// The codes of a position that is won in this many plies, and of one that is lost, if the parity is unknown. The code of a
/// win by the next move is the same for every parity.
pub(super) fn decided_codes(plies: u32) -> [u32; 2] {
    [2 * plies + 1, 2 * plies + 2]
}

/// The effect of a message: its position is reached, and decided; or one of its moves is refuted.
pub(super) const REACHED: usize = 0;
pub(super) const REFUTED: usize = 1;

/// The plies that wins and losses can take. If all ends are lost and the turn always changes, wins take an odd number of
/// plies and losses an even one, so that one code a ply suffices: a byte then holds some 200 plies instead of 100.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Parity {
    #[default]
    Unknown,
    /// All ends are lost.
    WinsOdd,
    /// All ends are won.
    WinsEven,
}

/// A wave: it sends messages to the predecessors of the positions that the previous wave found.
///
/// Draws have the codes after the last win and loss. A cell holds a code counted down from the top, below the mark of a
/// hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wave {
    /// The plies to the end of the positions that the previous wave found.
    pub(super) plies: u32,
    /// The last code of a win or a loss, after all of these are found.
    pub(super) draws: Option<u32>,
    pub(super) parity: Parity,
}

impl Wave {
    /// The first wave, which starts from the ends.
    pub(super) fn first(parity: Parity) -> Self {
        Self {
            plies: 0,
            draws: None,
            parity,
        }
    }

    fn wins_take(self, plies: u32) -> bool {
        plies.is_multiple_of(2) == (self.parity == Parity::WinsEven)
    }

    /// The codes of a win and of a loss in this many plies, at least one.
    fn codes(self, plies: u32) -> [u32; 2] {
        match self.parity {
            Parity::Unknown => decided_codes(plies),
            _ => [plies + 2; 2],
        }
    }

    /// The last code of a win or a loss that the wave sends messages about.
    fn last_decided(self) -> u32 {
        match self.plies {
            0 => DRAWN,
            plies => self.codes(plies)[1],
        }
    }

    /// The codes whose predecessors get messages, and the effect of the message if the move changes the turn.
    pub(super) fn fronts(self) -> impl Iterator<Item = (u32, usize)> {
        let [won, lost] = self.codes(self.plies.max(1));
        let (won, lost) = ((won, REFUTED), (lost, REACHED));
        let fronts = match (self.draws, self.plies, self.parity) {
            (None, 0, _) => [Some((LOST, REACHED)), Some((WON, REFUTED))],
            (None, _, Parity::Unknown) => [Some(lost), Some(won)],
            (None, plies, _) if self.wins_take(plies) => [Some(won), None],
            (None, ..) => [Some(lost), None],
            (Some(_), 0, _) => [Some((DRAWN, REACHED)), None],
            (Some(last), plies, _) => [Some((last + plies, REACHED)), None],
        };
        fronts.into_iter().flatten()
    }

    /// The kinds of message of a front with this effect: for a move that changes the turn, and for one that keeps it. For a
    /// draw the turn does not matter.
    pub(super) fn kinds(self, effect: usize) -> [usize; 2] {
        let flips = usize::from(self.draws.is_none());
        [effect, effect ^ flips]
    }

    /// The codes of positions that are reached, and of positions whose moves are all refuted.
    fn codes_found(self) -> [u32; 2] {
        match self.draws {
            None => self.codes(self.plies + 1),
            Some(last) => [last + self.plies + 1; 2],
        }
    }

    /// The same as cells, if no position has more moves than `most`.
    pub(super) fn found<C: Cell>(self, most: u32) -> Option<[C; 2]> {
        let [reached, refuted] = self.codes_found().map(|code| C::of_code(code, most));
        Some([reached?, refuted?])
    }

    /// The wave after one that found this many positions, by effect, if moves out of the space decide positions in up to
    /// `latest` plies; `None` if the work is done.
    pub(super) fn next(self, found: [u64; 2], latest: u32) -> Option<Self> {
        let goes_on = found != [0; 2] || latest > self.plies;
        match self.draws {
            None if !goes_on => Some(Self {
                plies: 0,
                draws: Some(self.last_decided()),
                ..self
            }),
            Some(_) if !goes_on => None,
            _ => Some(self.onwards()),
        }
    }

    /// The wave after one that found something.
    pub(super) fn onwards(self) -> Self {
        let plies = self.plies + 1;
        Self { plies, ..self }
    }

    /// The number of values.
    fn count_of_values(self) -> usize {
        let draws = self.draws.map_or(0, |_| self.plies);
        let decided = self.draws.unwrap_or_else(|| self.last_decided());
        1 + decided as usize + draws as usize
    }

    pub(super) fn bytes_of_values(self) -> u64 {
        (self.count_of_values() * size_of::<Value>()) as u64
    }

    /// The value of each code before those that the wave finds.
    pub(super) fn values(self) -> Vec<Value> {
        let value = |outcome, plies| Value {
            outcome,
            plies: Some(plies),
        };
        let mut values = Vec::with_capacity(self.count_of_values());
        values
            .extend([Outcome::Loss, Outcome::Win, Outcome::Draw].map(|outcome| value(outcome, 0)));
        let last = self.draws.unwrap_or_else(|| self.last_decided());
        for code in DRAWN + 1..=last {
            let (is_won, plies) = match self.parity {
                Parity::Unknown => (code % 2 == 1, (code - 1) / 2),
                _ => (self.wins_take(code - 2), code - 2),
            };
            let outcome = if is_won { Outcome::Win } else { Outcome::Loss };
            values.push(value(outcome, plies));
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
        for parity in [Parity::Unknown, Parity::WinsOdd, Parity::WinsEven] {
            let mut wave = Wave::first(parity);
            for found in [[1, 0], [0, 2], [0, 0], [3, 0]] {
                let values = wave.onwards().values();
                assert_eq!(values.len(), wave.onwards().count_of_values());
                let [reached, refuted] = wave.codes_found().map(|code| values[code as usize]);
                let plies = Some(wave.plies + 1);
                assert_eq!((reached.plies, refuted.plies), (plies, plies));
                let outcomes = (reached.outcome, refuted.outcome);
                match (wave.draws, parity) {
                    (Some(_), _) => assert_eq!(reached.outcome, Outcome::Draw),
                    (None, Parity::Unknown) => {
                        assert_eq!(outcomes, (Outcome::Win, Outcome::Loss));
                    }
                    (None, _) => {
                        let found_odd = wave.plies.is_multiple_of(2);
                        let is_won = found_odd == (parity == Parity::WinsOdd);
                        assert_eq!(reached.outcome == Outcome::Win, is_won, "{wave:?}");
                    }
                }
                wave = wave.next(found, 0).unwrap();
            }
            assert_eq!(wave.next([0, 0], 0), None);
            assert!(wave.next([0, 0], 2).is_some());
            // Of three ends, two waves of wins and losses and one of draws.
            let codes = if parity == Parity::Unknown { 2 } else { 1 };
            assert_eq!(wave.values().len(), 3 + 2 * codes + 1);
        }
    }

    #[test]
    fn a_front_tells_what_its_value_means_for_the_mover() {
        for parity in [Parity::Unknown, Parity::WinsOdd, Parity::WinsEven] {
            for plies in 1..5 {
                let wave = Wave {
                    plies,
                    ..Wave::first(parity)
                };
                let values = wave.values();
                for (code, effect) in wave.fronts() {
                    let value = values[code as usize];
                    assert_eq!(value.plies, Some(plies));
                    assert_eq!(value.outcome == Outcome::Loss, effect == REACHED);
                }
            }
        }
    }

    #[test]
    fn codes_do_not_come_down_to_moves() {
        let after = |plies| Wave {
            plies,
            ..Wave::first(Parity::Unknown)
        };
        assert_eq!(after(10).found::<u8>(229), Some([231, 230]));
        assert_eq!(after(10).found::<u8>(230), None);
        assert!(after(10).found::<u16>(230).is_some());
        assert_eq!(after(200).found::<u8>(1), None);
        let odd = Wave {
            parity: Parity::WinsOdd,
            ..after(200)
        };
        assert_eq!(odd.found::<u8>(1), Some([51; 2]));
    }
}
