//! `book`: the first plies of a game, from the values of the positions after them, which were found before and are in the program.
//!
//! An entry is a position a fixed number of plies after the start. The values of the positions before these follow from the
//! rules. A position that does not lead to entries only is not answered. Whether the entries are true is checked by asking
//! for each again by its solver. Time: the moves of the first plies; memory: the entries. Not for games without a book.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::hash::Hash;

use bouton_core::game::Alternating;
use bouton_core::solver::{
    About, Evaluated, Evaluation, Field, Solution, Solved, Solver, best_by_options, value_of_move,
};
use bouton_core::{Limits, Notation, Outcome, Reason, Score, StopReason};

static ABOUT: About = About {
    id: "book",
    rank: 0,
    endless: true,
    proves: false,
    method: "values of the positions after the first plies, found by another solver before",
    cost: "time: the moves of the first plies; memory: the values",
    source: "this project; docs/records.md",
    fills: &[Field::Value, Field::Remoteness],
};

/// The values of the positions of one game that many plies after its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The plies before its entries.
    pub plies: u32,
    /// How and when the values were found.
    pub how: &'static str,
    /// Lines `value: position` or `value in plies: position`, up to symmetry; the value is [`Score::rank`].
    pub entries: &'static str,
}

/// Answers from a chapter.
#[derive(Debug)]
pub struct Book<G: Alternating> {
    chapter: Chapter,
    /// The entries, read when they are first asked for.
    values: OnceCell<HashMap<G::Position, Evaluation<G::Score>>>,
}

impl<G: Alternating<Position: Hash + Eq> + Notation> Book<G> {
    /// Answers from this chapter of the same game.
    pub fn of(chapter: Chapter) -> Self {
        Self {
            chapter,
            values: OnceCell::new(),
        }
    }

    /// The value of an entry.
    fn entry(&self, game: &G, at: &G::Position) -> Option<Evaluation<G::Score>> {
        let read = |line: &str| {
            let (value, position) = line.split_once(": ")?;
            let (score, remoteness) = match value.split_once(" in ") {
                Some((score, plies)) => (score, Some(plies.parse().ok()?)),
                None => (value, None),
            };
            let score = G::Score::from_rank(score.parse().ok()?);
            let value = Evaluation {
                remoteness,
                ..Evaluation::of(score)
            };
            Some((game.canonical(game.parse(position).ok()?), value))
        };
        let values =
            (self.values).get_or_init(|| self.chapter.entries.lines().filter_map(read).collect());
        values.get(&game.canonical(at.clone())).cloned()
    }

    /// The value of an entry, or of a position at most so many plies before entries. Play ends in none of them: other solvers
    /// answer before the end of a game.
    fn value(&self, game: &G, at: &G::Position, plies: u32) -> Option<Evaluation<G::Score>> {
        self.entry(game, at)
            .or_else(|| self.before(game, at, plies))
    }

    /// The value of a position from those after its moves, which all lead to entries.
    fn before(&self, game: &G, at: &G::Position, plies: u32) -> Option<Evaluation<G::Score>> {
        let plies = plies.checked_sub(1)?;
        let mut best: Option<Evaluation<G::Score>> = None;
        for mv in game.moves(at) {
            let after = self.value(game, &game.play(at, &mv), plies)?;
            let value = value_of_move(game, at, &mv, after);
            if best
                .as_ref()
                .is_none_or(|best| hurried(&value) > hurried(best))
            {
                best = Some(value);
            }
        }
        best
    }
}

/// The order of values: quick wins before slow ones, slow losses before quick ones.
fn hurried<S: Score>(value: &Evaluation<S>) -> (S, i64) {
    let plies = i64::from(value.remoteness.unwrap_or(0));
    let delay = match value.score.outcome() {
        Outcome::Loss => plies,
        _ => -plies,
    };
    (value.score, delay)
}

impl<G: Alternating<Position: Hash + Eq> + Notation> Solver<G> for Book<G> {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn accepts(&self, game: &G, at: &G::Position, _limits: &Limits) -> Result<(), String> {
        let plies = self.chapter.plies;
        match self.before(game, at, plies) {
            Some(_) => Ok(()),
            None => Err(format!("the book has the first {plies} plies")),
        }
    }

    fn visited(&self) -> u64 {
        0
    }

    fn evaluate(&mut self, game: &G, at: &G::Position, _limits: &Limits) -> Evaluated<G> {
        let value = self.value(game, at, self.chapter.plies);
        value.ok_or_else(|| StopReason::Nodes.into())
    }

    fn solve(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Solved<G> {
        let value = self.evaluate(game, at, limits)?;
        let mut evaluate = |at: &G::Position| self.evaluate(game, at, limits);
        let best = best_by_options(&mut evaluate, game, at, value.score, limits);
        Ok(Solution {
            line: best.preferred.clone().map(|mv| vec![mv]),
            value,
            best,
            reason: Reason::Law(self.chapter.how.to_owned()),
        })
    }
}
