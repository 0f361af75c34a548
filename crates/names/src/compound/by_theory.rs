//! `compound`: games played at once, by the theory of each way to play them.
//!
//! - Conjunctive: each part has a **remoteness** for the player to move, the plies that it takes if the winner hurries and the loser does
//!   not: 0 if there is no move; one more than the least even remoteness among the options; or else one more than the greatest. Play is over
//!   when the first part is: the least remoteness of the parts is that of the whole, and the player to move wins if it is odd.
//! - Continued: each part has a **suspense number**, the plies that it takes if the winner holds on and the loser hurries: 0 if there is no
//!   move; one more than the greatest even number among the options; or else one more than the least. The part that is over last decides:
//!   the player to move wins if the greatest number of the parts is odd.
//! - Shortened, where both players have the same moves: lost if a part is over or every part is lost alone, by the same moves as below.
//! - Selective, where both players have the same moves: lost if every part is lost alone. From another position, the player to move makes
//!   the winning move in each part that is not lost; from a lost one every move leaves a part that is not.
//! - Ordinal, where both players have the same moves: the Grundy value of G:H is the n-th number, counted from 0, that no option of G has,
//!   where n is the Grundy value of H.
//!
//! Time: the positions of each part alone. Sources: Smith 1966; Conway 1976, chapters 14 and 15.

use std::collections::HashMap;

use bouton_core::solver::{About, Evaluated, Evaluation, Field, Solver};
use bouton_core::{Limits, Reason, Side, StopReason, WinLoss};
use num_bigint::BigUint;

use super::{Compound, How, Place};

static ABOUT: About = About {
    id: "compound",
    rank: 12,
    endless: false,
    proves: true,
    method: "the remoteness, the outcome or the Grundy value of each part, as the way of playing them asks",
    cost: "that of the parts, each alone",
    source: "Smith 1966; Conway 1976, chapters 14 and 15",
    fills: &[Field::Value],
};

/// A position of one part with the player to move.
type Alone = (u8, u32, Side);

/// Remembers the remoteness, or the suspense number, of positions of parts.
#[derive(Debug, Default)]
pub(super) struct ByTheory {
    known: HashMap<Alone, u32>,
    visited: u64,
}

/// A position whose options are being examined.
struct Frame {
    at: Alone,
    options: Vec<Alone>,
    next: usize,
}

/// The bytes of an entry of the map, and of those that it keeps free.
const ENTRY: u64 = 4 * size_of::<(Alone, u32)>() as u64;

/// With more moves than this, a selective compound is not searched if it need not be.
const MANY: usize = 4096;

impl ByTheory {
    /// Plies that a part takes if the winner hurries and the loser does not, or the other way round in a continued compound.
    fn plies(&mut self, game: &Compound, root: Alone, limits: &Limits) -> Result<u32, StopReason> {
        let mut meter = limits.meter();
        let mut stack = Vec::new();
        let mut todo = Some(root);
        loop {
            if let Some(at) = todo.take() {
                self.visited += 1;
                let held = self.known.len() as u64 * ENTRY;
                meter.spend_holding(1, || held)?;
                let (part, number, side) = at;
                let to = if game.is_impartial {
                    side
                } else {
                    side.other()
                };
                let options = game.options((part, number), side);
                let options = options.iter().map(|option| (part, *option, to)).collect();
                stack.push(Frame {
                    at,
                    options,
                    next: 0,
                });
            }
            let Some(frame) = stack.last_mut() else {
                return Ok(self.known[&root]);
            };
            let unknown = frame.options[frame.next..]
                .iter()
                .position(|option| !self.known.contains_key(option));
            if let Some(ahead) = unknown {
                frame.next += ahead;
                todo = Some(frame.options[frame.next]);
                continue;
            }
            let of_options = frame.options.iter().map(|option| self.known[option]);
            let winning = of_options.clone().filter(|plies| plies % 2 == 0);
            let plies = match game.how {
                How::Continued => winning.max().or_else(|| of_options.min()),
                _ => winning.min().or_else(|| of_options.max()),
            };
            let plies = plies.map_or(0, |plies| plies + 1);
            self.known.insert(frame.at, plies);
            stack.pop();
        }
    }

    /// The Grundy value of an ordinal compound.
    fn ordinal(
        &mut self,
        game: &Compound,
        at: &Place,
        limits: &Limits,
    ) -> Result<BigUint, StopReason> {
        let mut value = BigUint::ZERO;
        for part in at.parts.iter().rev() {
            let mut taken = Vec::new();
            for option in &*game.options(*part, Side::Left) {
                self.visited += 1;
                limits.check()?;
                taken.push(game.part(part.0).grundy(*option, limits)?);
            }
            taken.sort_unstable();
            taken.dedup();
            for other in taken {
                if other > value {
                    break;
                }
                value += 1_u32;
            }
        }
        Ok(value)
    }

    fn found(&mut self, game: &Compound, at: &Place, limits: &Limits) -> Evaluated<Compound> {
        let score = |wins| if wins { WinLoss::Win } else { WinLoss::Loss };
        Ok(match game.how {
            How::Conjunctive => {
                let mut least = u32::MAX;
                for (part, number) in &at.parts {
                    least = least.min(self.plies(game, (*part, *number, at.side), limits)?);
                }
                let plies = if at.parts.is_empty() { 0 } else { least };
                Evaluation {
                    remoteness: Some(plies),
                    ..Evaluation::of(score(plies % 2 == 1))
                }
            }
            How::Continued => {
                let mut greatest = 0;
                for (part, number) in &at.parts {
                    greatest = greatest.max(self.plies(game, (*part, *number, at.side), limits)?);
                }
                Evaluation::of(score(greatest % 2 == 1))
            }
            How::Ordinal => {
                let grundy = self.ordinal(game, at, limits)?;
                Evaluation {
                    grundy: Some(grundy.clone()),
                    ..Evaluation::of(score(grundy > BigUint::ZERO))
                }
            }
            How::Shortened if !at.parts.iter().all(|part| game.has_move(*part, at.side)) => {
                Evaluation::of(WinLoss::Loss)
            }
            How::Selective | How::Shortened | How::Sequential => {
                let mut wins = false;
                for (part, number) in &at.parts {
                    self.visited += 1;
                    wins |= game.part(*part).grundy(*number, limits)? > BigUint::ZERO;
                }
                Evaluation::of(score(wins))
            }
        })
    }
}

impl Solver<Compound> for ByTheory {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn accepts(&self, game: &Compound, _: &Place, _: &Limits) -> Result<(), String> {
        let message = match game.how {
            How::Conjunctive | How::Continued if game.is_loopfree() => return Ok(()),
            How::Conjunctive => "remoteness is found by search of parts that are known to end",
            How::Continued => "suspense is found by search of parts that are known to end",
            How::Selective | How::Shortened | How::Ordinal if game.is_impartial => return Ok(()),
            How::Selective | How::Shortened | How::Ordinal => {
                "there the parts alone decide only where both players have the same moves"
            }
            How::Sequential => "there the parts alone do not decide",
        };
        Err(message.into())
    }

    fn offers_itself(&self, game: &Compound, at: &Place, limits: &Limits) -> bool {
        let has_many = || {
            let widths = at
                .parts
                .iter()
                .map(|part| game.options(*part, at.side).len() + 1);
            widths.fold(1_usize, usize::saturating_mul) > MANY
        };
        // A search of few moves finds plies, too.
        let tells_all = matches!(game.how, How::Conjunctive | How::Ordinal);
        self.accepts(game, at, limits).is_ok() && (tells_all || has_many())
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(&mut self, game: &Compound, at: &Place, limits: &Limits) -> Evaluated<Compound> {
        self.found(game, at, limits)
    }

    fn why(
        &mut self,
        game: &Compound,
        at: &Place,
        value: &Evaluation<WinLoss>,
        _: &Limits,
    ) -> Reason {
        let wins = value.score == WinLoss::Win;
        Reason::Law(match game.how {
            How::Conjunctive => format!(
                "the part that is over first decides: the least remoteness is {}, which is {} (Smith)",
                value.remoteness.unwrap_or(0),
                if wins { "odd" } else { "even" },
            ),
            How::Ordinal => format!(
                "each part counts the numbers that no option of it has, to the value of the next: the Grundy value is {} (Conway)",
                value.grundy.as_ref().unwrap_or(&BigUint::ZERO),
            ),
            How::Continued => format!(
                "the part that is over last decides: the greatest suspense number is {} (Smith)",
                if wins { "odd" } else { "even" },
            ),
            How::Selective | How::Shortened | How::Sequential => format!(
                "{} (Smith)",
                if wins {
                    "a part is won alone"
                } else if at.parts.iter().all(|part| game.has_move(*part, at.side)) {
                    "every part is lost alone"
                } else {
                    "a part is over"
                },
            ),
        })
    }
}
