//! What a solver is asked and what it answers.

use num_bigint::BigUint;

use crate::game::Alternating;
use crate::limits::{Limits, StopReason};
use crate::reason::Reason;
use crate::score::{Outcome, Score};

/// A field of the answer that a solver may be able to fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// Who wins, or the margin in a game of points.
    Value,
    /// Plies to the end.
    Remoteness,
    /// The Grundy value.
    Grundy,
    /// A line of best play to the end.
    Line,
}

impl Field {
    /// The word used in lists.
    pub fn word(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Remoteness => "remoteness",
            Self::Grundy => "grundy",
            Self::Line => "line",
        }
    }
}

/// What the menu tells about a solver.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name on the command line.
    pub id: &'static str,
    /// How it works, in a sentence.
    pub method: &'static str,
    /// What it costs, in time and memory.
    pub cost: &'static str,
    /// Where the method is from.
    pub source: &'static str,
    /// What it can fill in.
    pub fills: &'static [Field],
}

/// The value of one position, to the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation<S> {
    /// Who wins, or by how much.
    pub score: S,
    /// Plies to the end when the winner hurries and the loser delays.
    pub remoteness: Option<u32>,
    /// The Grundy value.
    pub grundy: Option<BigUint>,
}

impl<S> Evaluation<S> {
    /// A score alone.
    pub fn of(score: S) -> Self {
        Self {
            score,
            remoteness: None,
            grundy: None,
        }
    }
}

/// The best moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best<M> {
    /// All of them in the game's own order, or none if there are more than [`Best::LISTED`].
    pub moves: Vec<M>,
    /// The one to prefer; `None` only when play is over.
    pub preferred: Option<M>,
    /// How many there are; `None`: only listing them would tell.
    pub count: Option<BigUint>,
}

impl<M> Best<M> {
    /// Beyond this many equally good moves only the preferred one is kept.
    pub const LISTED: usize = 10_000;

    /// Play is over: no move at all.
    pub fn none() -> Self {
        Self {
            moves: Vec::new(),
            preferred: None,
            count: Some(BigUint::ZERO),
        }
    }

    /// These moves of a position worth `score`, no plies being known.
    pub fn among<G: Alternating<Move = M>>(
        game: &G,
        at: &G::Position,
        score: G::Score,
        moves: Vec<M>,
    ) -> Self
    where
        M: Clone,
    {
        let mut chooser = Chooser::new(score);
        for mv in moves {
            let to = game.play(at, &mv);
            chooser.take(game, mv, &to, None);
        }
        chooser.best()
    }

    /// Every legal move, `count` of them where that is known. Beyond the number that is listed, the first is taken for
    /// the one that removes least, since games list their moves from the smallest.
    pub fn every<G: Alternating<Move = M>>(
        game: &G,
        at: &G::Position,
        score: G::Score,
        count: Option<BigUint>,
    ) -> Self
    where
        M: Clone,
    {
        let listed: Vec<_> = game.moves(at).take(Self::LISTED + 1).collect();
        if listed.len() > Self::LISTED {
            return Self {
                moves: Vec::new(),
                preferred: listed.into_iter().next(),
                count,
            };
        }
        Self::among(game, at, score, listed)
    }
}

/// A solver stopped at a limit: why, and the bounds on the value that it had proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped<S> {
    /// Why it stopped.
    pub reason: StopReason,
    /// The value lies between these two, both included.
    pub bounds: Option<(S, S)>,
}

impl<S> From<StopReason> for Stopped<S> {
    fn from(reason: StopReason) -> Self {
        Self {
            reason,
            bounds: None,
        }
    }
}

/// An answer to one position, complete.
#[derive(Clone, Debug)]
pub struct Solution<G: Alternating> {
    /// The value.
    pub value: Evaluation<G::Score>,
    /// The best moves.
    pub best: Best<G::Move>,
    /// Best play to the end, where it was computed.
    pub line: Option<Vec<G::Move>>,
    /// Why.
    pub reason: Reason,
}

/// A way to solve a kind of games. It may keep what it learned from one question to the next, all of which
/// are about the same game.
pub trait Solver<G: Alternating>: Send {
    /// What the menu tells about it.
    fn about(&self) -> &'static About;

    /// Whether it can answer at this position at all. One that must work to know does so within the limits; stopped by
    /// them it accepts, and its answer tells why it stopped.
    ///
    /// # Errors
    /// A sentence that says why not.
    fn accepts(&self, _game: &G, _at: &G::Position, _limits: &Limits) -> Result<(), String> {
        Ok(())
    }

    /// Whether it is to be chosen where no solver is named and those before it in the menu are not.
    fn offers_itself(&self, game: &G, at: &G::Position, limits: &Limits) -> bool {
        self.accepts(game, at, limits).is_ok()
    }

    /// The value of a position.
    ///
    /// # Errors
    /// When a limit is reached, with the bounds known by then.
    fn evaluate(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Evaluation<G::Score>, Stopped<G::Score>>;

    /// Positions visited since the solver was made.
    fn visited(&self) -> u64;

    /// The value, every best move, the preferred one, a line and the reason.
    ///
    /// # Errors
    /// When a limit is reached.
    fn solve(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Solution<G>, Stopped<G::Score>> {
        let value = self.evaluate(game, at, limits)?;
        let best = best_by_options(self, game, at, value.score, limits)?;
        let line = principal_line(self, game, at, &best, limits);
        Ok(Solution {
            value,
            best,
            line,
            reason: Reason::Searched,
        })
    }
}

/// The value, to the mover, of a move that leads to a position worth `after` to whoever moves there.
pub fn value_of_move<G: Alternating>(
    game: &G,
    at: &G::Position,
    mv: &G::Move,
    after: Evaluation<G::Score>,
) -> Evaluation<G::Score> {
    let score = if game.keeps_turn(at, mv) {
        after.score
    } else {
        -after.score
    };
    Evaluation {
        score: score.plus(game.gain(at, mv)),
        remoteness: after.remoteness.map(|plies| plies + 1),
        grundy: after.grundy,
    }
}

/// Every move that reaches `score`, by evaluating every option.
///
/// # Errors
/// When a limit is reached.
pub fn best_by_options<G: Alternating, S: Solver<G> + ?Sized>(
    solver: &mut S,
    game: &G,
    at: &G::Position,
    score: G::Score,
    limits: &Limits,
) -> Result<Best<G::Move>, Stopped<G::Score>> {
    let mut chooser = Chooser::new(score);
    for (number, mv) in game.moves(at).enumerate() {
        if number.is_multiple_of(CHECK_EVERY) {
            limits.check()?;
        }
        let to = game.play(at, &mv);
        let value = value_of_move(game, at, &mv, solver.evaluate(game, &to, limits)?);
        if value.score == score {
            chooser.take(game, mv, &to, value.remoteness);
        }
    }
    Ok(chooser.best())
}

/// Collects equally good moves and finds the one to prefer: winning, the quickest, or the one that removes
/// most where plies are not counted; losing, the one that holds out longest, or removes least; else the first.
#[derive(Debug)]
pub struct Chooser<M> {
    moves: Vec<M>,
    count: u64,
    outcome: Outcome,
    preferred: Option<(Option<u32>, Option<BigUint>, M)>,
}

impl<M: Clone> Chooser<M> {
    /// For a position worth `score`.
    pub fn new<S: Score>(score: S) -> Self {
        let outcome = if score.margin().is_some() {
            Outcome::Draw
        } else {
            score.outcome()
        };
        Self {
            moves: Vec::new(),
            count: 0,
            outcome,
            preferred: None,
        }
    }

    /// Adds a best move to `to`, after which the whole play takes `remoteness` plies in all.
    pub fn take<G: Alternating<Move = M>>(
        &mut self,
        game: &G,
        mv: M,
        to: &G::Position,
        remoteness: Option<u32>,
    ) {
        let left = if remoteness.is_none() && self.outcome != Outcome::Draw {
            game.tokens(to)
        } else {
            None
        };
        let better = match (&self.preferred, self.outcome) {
            (None, _) => true,
            (_, Outcome::Draw) => false,
            (Some((plies, tokens, _)), Outcome::Win) => (remoteness, &left) < (*plies, tokens),
            (Some((plies, tokens, _)), Outcome::Loss) => (remoteness, &left) > (*plies, tokens),
        };
        if better {
            self.preferred = Some((remoteness, left, mv.clone()));
        }
        self.count += 1;
        if self.moves.len() <= Best::<M>::LISTED {
            self.moves.push(mv);
        }
    }

    /// The moves collected.
    pub fn best(self) -> Best<M> {
        let moves = if self.count > Best::<M>::LISTED as u64 {
            Vec::new()
        } else {
            self.moves
        };
        let preferred = self.preferred.map(|(_, _, mv)| mv);
        Best {
            moves,
            preferred,
            count: Some(self.count.into()),
        }
    }
}

/// Options between two looks at the clock: their values may all be known, and then no solver looks.
const CHECK_EVERY: usize = 256;
/// Longer principal lines are not listed.
const LONGEST_LINE: usize = 10_000;

/// The preferred moves from `at` to the end of play; `None` if there are too many or a limit is reached.
pub fn principal_line<G: Alternating, S: Solver<G> + ?Sized>(
    solver: &mut S,
    game: &G,
    at: &G::Position,
    best: &Best<G::Move>,
    limits: &Limits,
) -> Option<Vec<G::Move>> {
    let mut line = Vec::new();
    let mut here = at.clone();
    let mut next = best.preferred.clone();
    while let Some(mv) = next {
        if line.len() == LONGEST_LINE {
            return None;
        }
        here = game.play(&here, &mv);
        line.push(mv);
        let score = solver.evaluate(game, &here, limits).ok()?.score;
        next = best_by_options(solver, game, &here, score, limits)
            .ok()?
            .preferred;
    }
    Some(line)
}
