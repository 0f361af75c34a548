//! `entailing`: Grundy values and loony parts where moves can entail an answer or a second move, in normal play.
//!
//! For each part the search finds the *wins*: the set of nimbers with which a player who moves first, in this part, wins.
//! A move to free parts of Grundy value y wins with y alone; to a loony part, never. A complimenting move to value y, after which
//! the same player moves again, wins with all nimbers but y. An entailing move, after which the opponent must answer in one
//! part, wins where that answer does not. So each set, or its complement, is finite. The Grundy value of a part that need
//! not be answered is the least nimber that is not in the set; if all are in it, the part is loony: the player to move wins
//! it together with any other parts, loony ones as well (Winning Ways, chapter 12; for loony rests: a set with a finite
//! complement is that of a player who wins with a loony rest, by induction over the moves).
//!
//! The search is depth-first with an explicit stack and stores each part once. Time is proportional to the moves of all
//! reachable parts, times the length of a set; memory to the parts and their sets. Not for misère play.

use bouton_core::game::{Apart, Entailing};
use bouton_core::solver::{About, Evaluated, Evaluation, Field, Solver};
use bouton_core::{Counted, Limits, Meter, Reason, StopReason, WinLoss, fail};
use num_bigint::BigUint;

use crate::repetition::Repetition;
use crate::store::Store;

/// Computes the wins of parts and remembers them.
#[derive(Debug)]
pub struct Entailed<G: Entailing> {
    known: Store<G::Position, ()>,
    /// The wins of each.
    wins: Vec<Wins>,
    /// Bytes of the sets.
    bytes: u64,
    visited: u64,
}

impl<G: Entailing> Default for Entailed<G> {
    fn default() -> Self {
        Self {
            known: Store::default(),
            wins: Vec::new(),
            bytes: 0,
            visited: 0,
        }
    }
}

static ABOUT: About = About {
    id: "entailing",
    rank: 80,
    endless: false,
    proves: true,
    method: "the set of nimbers with which each part is won; the value is the least one missing, a part with all of them is loony",
    cost: "time: the moves of all reachable parts, times the length of a set; memory: the parts with their sets",
    source: "Berlekamp, Conway and Guy, Winning Ways, chapter 12; Larsson, Nowakowski and Santos, Impartial games with entailing moves (2021)",
    fills: &[Field::Value, Field::Grundy, Field::Line],
};

/// A set of nimbers that is finite, or has a finite complement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Wins {
    /// The members, or with `all_but` the others, as bits.
    listed: Vec<u64>,
    all_but: bool,
}

impl Wins {
    fn one(value: u64) -> Self {
        let mut listed = vec![0; (value / 64) as usize + 1];
        listed[(value / 64) as usize] = 1 << (value % 64);
        Self {
            listed,
            all_but: false,
        }
    }

    fn all() -> Self {
        Self::default().complement()
    }

    fn complement(self) -> Self {
        Self {
            all_but: !self.all_but,
            ..self
        }
    }

    fn has(&self, value: u64) -> bool {
        let word = self.listed.get((value / 64) as usize);
        (word.is_some_and(|word| word >> (value % 64) & 1 == 1)) != self.all_but
    }

    /// Every member xor `by`.
    fn moved(&self, by: u64) -> Self {
        let mut moved = Self {
            listed: Vec::new(),
            all_but: self.all_but,
        };
        for value in self.listed() {
            let other = Self::one(value ^ by).listed;
            if moved.listed.len() < other.len() {
                moved.listed.resize(other.len(), 0);
            }
            for (word, other) in moved.listed.iter_mut().zip(other) {
                *word |= other;
            }
        }
        moved
    }

    fn listed(&self) -> impl Iterator<Item = u64> {
        let words = self.listed.iter().zip(0u64..);
        words.flat_map(|(word, n)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| 64 * n + bit)
        })
    }

    /// Adds the members of another set.
    fn add(&mut self, other: &Self) {
        let length = self.listed.len().max(other.listed.len());
        self.listed.resize(length, 0);
        let others = other.listed.iter().copied().chain(std::iter::repeat(0));
        for (word, other_word) in self.listed.iter_mut().zip(others) {
            // With `all_but` the missing ones are listed: those of a union are missing in both.
            *word = match (self.all_but, other.all_but) {
                (false, false) => *word | other_word,
                (false, true) => other_word & !*word,
                (true, false) => *word & !other_word,
                (true, true) => *word & other_word,
            };
        }
        self.all_but |= other.all_but;
    }

    /// The least nimber that is missing; none for the part of a loony position.
    fn least_missing(&self) -> Option<u64> {
        if self.all_but {
            return self.listed().next();
        }
        (0..).find(|value| !self.has(*value))
    }

    fn bytes(&self) -> u64 {
        (size_of::<Self>() + size_of::<u64>() * self.listed.capacity()) as u64
    }
}

/// The value of parts together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SumValue {
    /// A Grundy value.
    Nimber(u64),
    /// A part is loony.
    Loony,
}

impl SumValue {
    fn plus(self, wins: &Wins) -> Self {
        match (self, wins.least_missing()) {
            (Self::Nimber(sum), Some(value)) => Self::Nimber(sum ^ value),
            _ => Self::Loony,
        }
    }

    /// Whether a player who must move in a part with these wins, in addition to these parts, wins.
    fn is_in(self, wins: &Wins) -> bool {
        match self {
            Self::Nimber(value) => wins.has(value),
            Self::Loony => wins.all_but,
        }
    }
}

/// An option: its parts, and whether the same player moves again.
struct Choice<P> {
    parts: Apart<P>,
    again: bool,
}

/// A part whose moves are being examined.
struct Frame<P, I> {
    at: P,
    moves: I,
    option: Option<Choice<P>>,
    wins: Wins,
}

/// The rests with which a move wins that leads to free parts of value `free` and to a part that must be answered, if any.
fn wins_by(free: SumValue, bound: Option<&Wins>, again: bool) -> Wins {
    let reply = match (free, bound) {
        (SumValue::Nimber(value), Some(bound)) => bound.moved(value),
        (SumValue::Nimber(value), None) => Wins::one(value).complement(),
        (SumValue::Loony, Some(bound)) if !bound.all_but => Wins::default(),
        (SumValue::Loony, _) => Wins::all(),
    };
    if again { reply } else { reply.complement() }
}

impl<G: Entailing> Entailed<G> {
    /// The parts of a position, each in canonical form.
    fn apart(game: &G, at: &G::Position) -> Apart<G::Position> {
        let Apart { bound, free } = game.apart(at);
        Apart {
            bound: bound.map(|part| game.canonical(part)),
            free: free.into_iter().map(|part| game.canonical(part)).collect(),
        }
    }

    /// The wins of a part, if they are known.
    fn wins(&self, part: &G::Position) -> Option<&Wins> {
        Some(&self.wins[self.known.number(part)?])
    }

    /// A part that is not known yet.
    fn unknown(&self, parts: &Apart<G::Position>) -> Option<G::Position> {
        let mut all = parts.bound.iter().chain(&parts.free);
        all.find(|part| self.wins(part).is_none()).cloned()
    }

    /// The value of the free parts, and the wins of the other one; all are known.
    fn worth(&self, parts: &Apart<G::Position>) -> (SumValue, Option<&Wins>) {
        let known = |part| self.wins(part).expect("invariant: the part is known");
        let add = |sum: SumValue, part| sum.plus(known(part));
        let free = parts.free.iter().fold(SumValue::Nimber(0), add);
        (free, parts.bound.as_ref().map(known))
    }

    fn explore(
        &mut self,
        game: &G,
        at: &G::Position,
        meter: &mut Meter,
    ) -> Result<Apart<G::Position>, StopReason> {
        let parts = Self::apart(game, at);
        while let Some(part) = self.unknown(&parts) {
            self.explore_part(game, part, meter)?;
        }
        Ok(parts)
    }

    fn explore_part(
        &mut self,
        game: &G,
        part: G::Position,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let mut stack: Vec<Frame<G::Position, _>> = Vec::new();
        let mut repetition = Repetition::default();
        let mut held = 0;
        let mut todo = Some(part);
        loop {
            if let Some(at) = todo.take() {
                meter.visit()?;
                self.visited += 1;
                meter.afford(self.known.bytes() + self.bytes + held)?;
                stack.push(Frame {
                    moves: game.moves(&at),
                    at,
                    option: None,
                    wins: Wins::default(),
                });
                held += size_of_val(&stack[0]) as u64;
                let line = || stack.iter().map(|frame| &frame.at);
                if let Some(twice) = repetition.look(stack.len(), line) {
                    fail(game.endless(twice));
                }
            }
            let frame = stack
                .last_mut()
                .expect("invariant: the loop ends when the root is popped");
            if let Some(option) = &frame.option {
                todo = self.unknown(&option.parts);
                if todo.is_some() {
                    continue;
                }
                let (free, bound) = self.worth(&option.parts);
                frame.wins.add(&wins_by(free, bound, option.again));
                frame.option = None;
            }
            if let Some(mv) = frame.moves.next() {
                meter.spend(1)?;
                frame.option = Some(Choice {
                    parts: Self::apart(game, &game.play(&frame.at, &mv)),
                    again: game.keeps_turn(&frame.at, &mv),
                });
                continue;
            }
            let Frame { at, wins, .. } = stack.pop().expect("invariant: the frame was there");
            self.bytes += wins.bytes();
            self.known.insert(&at, ());
            self.wins.push(wins);
            if stack.is_empty() {
                return Ok(());
            }
        }
    }

    fn reason(&self, parts: &Apart<G::Position>) -> Reason {
        let (free, bound) = self.worth(parts);
        let sentence = match (free, bound) {
            (SumValue::Nimber(sum), None) => {
                let value = |part| self.wins(part).and_then(Wins::least_missing);
                let values = parts.free.iter().filter_map(value);
                return Reason::NimSum {
                    what: Counted::GRUNDY_VALUE,
                    parts: values.map(BigUint::from).collect(),
                    sum: sum.into(),
                };
            }
            (SumValue::Loony, None) => {
                "a part is loony: the player to move wins, whatever the other parts are".to_owned()
            }
            (SumValue::Loony, Some(_)) => {
                "one part must be answered, and of the others one is loony".to_owned()
            }
            (SumValue::Nimber(sum), Some(_)) => {
                format!("one part must be answered, and the others have Grundy value {sum}")
            }
        };
        Reason::Law(sentence)
    }
}

impl<G: Entailing> Solver<G> for Entailed<G> {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Evaluated<G> {
        let parts = self.explore(game, at, &mut limits.meter())?;
        let (free, bound) = self.worth(&parts);
        let wins = match bound {
            Some(bound) => free.is_in(bound),
            None => free != SumValue::Nimber(0),
        };
        let grundy = match (free, bound) {
            (SumValue::Nimber(value), None) => Some(value.into()),
            _ => None,
        };
        Ok(Evaluation {
            grundy,
            loony: free == SumValue::Loony && bound.is_none(),
            ..Evaluation::of(if wins { WinLoss::Win } else { WinLoss::Loss })
        })
    }

    fn why(&mut self, game: &G, at: &G::Position, _: &Evaluation<WinLoss>, _: &Limits) -> Reason {
        self.reason(&Self::apart(game, at))
    }
}
