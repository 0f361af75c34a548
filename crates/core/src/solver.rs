//! The interface of solvers: questions and answers.

use num_bigint::BigUint;

use crate::game::{Alternating, Game};
use crate::limits::{Limits, StopReason};
use crate::packed::beside;
use crate::reason::Reason;
use crate::score::{Outcome, Score};

/// A field of the answer that a solver may be able to fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// The outcome, or the margin in a game of points.
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

/// The menu's description of a solver.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name on the command line.
    pub id: &'static str,
    /// Its rank on the menu: a lower rank is asked first. Two solvers of one rank are forms of one method.
    pub rank: u8,
    /// Whether it handles play that repeats a position.
    pub endless: bool,
    /// Whether its answers follow from the rules alone, not from data read from disk.
    pub proves: bool,
    /// The method, in a sentence.
    pub method: &'static str,
    /// The cost in time and memory.
    pub cost: &'static str,
    /// The source of the method.
    pub source: &'static str,
    /// The fields it can fill in.
    pub fills: &'static [Field],
}

/// The value of one position, to the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation<S> {
    /// The outcome, or the margin.
    pub score: S,
    /// Plies to the end when the winner hurries and the loser delays.
    pub remoteness: Option<u32>,
    /// The Grundy value.
    pub grundy: Option<BigUint>,
    /// Whether the position is loony: the player to move wins it together with any other parts, so that it has no Grundy
    /// value.
    pub loony: bool,
}

impl<S> Evaluation<S> {
    /// A score alone.
    pub fn of(score: S) -> Self {
        Self {
            score,
            remoteness: None,
            grundy: None,
            loony: false,
        }
    }
}

/// The best moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best<M> {
    /// All of them in the game's own order, or none if there are more than [`Best::LISTED`].
    pub moves: Vec<M>,
    /// The preferred move; `None` only when play is over.
    pub preferred: Option<M>,
    /// The number of best moves; `None` if only listing them would tell.
    pub count: Option<BigUint>,
    /// The reason why some may be missing: a limit was reached, and the listed ones were known to be best by then.
    pub stopped: Option<StopReason>,
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
            stopped: None,
        }
    }

    /// Too many to be listed.
    pub fn unlisted(preferred: Option<M>, count: Option<BigUint>) -> Self {
        Self {
            preferred,
            count,
            ..Self::none()
        }
    }

    /// No best move is known yet.
    pub fn unknown(reason: StopReason) -> Self {
        Self {
            count: None,
            stopped: Some(reason),
            ..Self::none()
        }
    }

    /// These moves of a position of this score, without known plies.
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
        let all = game.tokens(at);
        for mv in moves {
            // Positions and lists of moves can be long: only the necessary ones are built.
            let left = || match (&all, game.removed(&mv)) {
                (Some(all), Some(removed)) => Some(all - removed),
                _ => game.tokens(&game.play(at, &mv)),
            };
            chooser.add(mv.clone(), None, &left);
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
            return Self::unlisted(listed.into_iter().next(), count);
        }
        Self::among(game, at, score, listed)
    }
}

/// A solver stopped at a limit before it had the value: the reason, and the bounds that it had proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped<S> {
    /// The limit that was reached.
    pub reason: StopReason,
    /// The value lies between these two, both included.
    pub bounds: Option<(S, S)>,
}

impl<S> Stopped<S> {
    /// The value was known to lie between these two, both included.
    pub fn between(bounds: (S, S), reason: StopReason) -> Self {
        Self {
            reason,
            bounds: Some(bounds),
        }
    }
}

impl<S> From<StopReason> for Stopped<S> {
    fn from(reason: StopReason) -> Self {
        Self {
            reason,
            bounds: None,
        }
    }
}

/// An answer to one position: the value, and of the best moves those known when a limit was reached.
#[derive(Clone, Debug)]
pub struct Solution<G: Alternating> {
    /// The value.
    pub value: Evaluation<G::Score>,
    /// The best moves.
    pub best: Best<G::Move>,
    /// Best play to the end, where it was computed.
    pub line: Option<Vec<G::Move>>,
    /// The reason for the value.
    pub reason: Reason,
}

/// The value of a position of the game, or why it is unknown.
pub type Evaluated<G> =
    Result<Evaluation<<G as Alternating>::Score>, Stopped<<G as Alternating>::Score>>;

/// The answer to a position of the game, or why there is none.
pub type Solved<G> = Result<Solution<G>, Stopped<<G as Alternating>::Score>>;

/// A method that solves a kind of games. It may keep results from one query to the next; all queries are about the same
/// game.
pub trait Solver<G: Alternating>: Send {
    /// Its description on the menu.
    fn about(&self) -> &'static About;

    /// Whether it can answer at this position. A solver that must search to find out does so within the limits; if they stop
    /// it, it accepts, and its answer reports why it stopped.
    ///
    /// # Errors
    /// A sentence with the reason, if it cannot answer here.
    fn accepts(&self, _game: &G, _at: &G::Position, _limits: &Limits) -> Result<(), String> {
        Ok(())
    }

    /// Whether to choose it if no solver is named and none before it on the menu is chosen.
    fn offers_itself(&self, game: &G, at: &G::Position, limits: &Limits) -> bool {
        self.accepts(game, at, limits).is_ok()
    }

    /// Whether to ask it before all others here, whatever its rank.
    fn leads(&self, _game: &G, _at: &G::Position) -> bool {
        false
    }

    /// A sentence about the largest position that fits in memory, if this one does not and the size is known.
    fn would_fit(&self, _game: &G, _at: &G::Position, _limits: &Limits) -> Option<String> {
        None
    }

    /// The value of a position.
    ///
    /// # Errors
    /// If a limit is reached; the error contains the bounds known by then.
    fn evaluate(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Evaluated<G>;

    /// Positions visited since the solver was made.
    fn visited(&self) -> u64;

    /// The value, every best move, the preferred one, a line and the reason. If a limit is reached after the value is known,
    /// the search for moves ends: see [`Best::stopped`].
    ///
    /// # Errors
    /// If a limit is reached before the value is known.
    fn solve(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Solved<G> {
        let value = self.evaluate(game, at, limits)?;
        let mut evaluate = |at: &G::Position| self.evaluate(game, at, limits);
        let best = best_by_options(&mut evaluate, game, at, value.score, limits);
        let line = principal_line(&mut evaluate, game, at, &best, limits);
        let reason = self.why(game, at, &value, limits);
        Ok(Solution {
            value,
            best,
            line,
            reason,
        })
    }

    /// The reason for the value, after the moves are known.
    fn why(
        &mut self,
        _game: &G,
        _at: &G::Position,
        _value: &Evaluation<G::Score>,
        _limits: &Limits,
    ) -> Reason {
        Reason::Searched
    }
}

/// Evaluates one position after another. It is a single type for all solvers, so that its callers are compiled once per
/// game.
pub type Evaluate<'e, G> = dyn FnMut(&<G as Game>::Position) -> Evaluated<G> + 'e;

/// The value, for the mover, of a move to a position with the score `after` for the player who moves there.
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
        loony: after.loony,
    }
}

/// Every move that reaches `score`, by evaluating every option, until a limit is reached.
pub fn best_by_options<G: Alternating>(
    evaluate: &mut Evaluate<'_, G>,
    game: &G,
    at: &G::Position,
    score: G::Score,
    limits: &Limits,
) -> Best<G::Move> {
    let mut chooser = Chooser::new(score);
    // At a large position, each move counts as work.
    let is_large = beside(at) > LARGE;
    for (number, mv) in game.moves(at).enumerate() {
        if (is_large || number.is_multiple_of(CHECK_EVERY))
            && let Err(reason) = limits.check()
        {
            return chooser.stopped(reason);
        }
        let to = game.play(at, &mv);
        let value = match evaluate(&to) {
            Ok(after) => value_of_move(game, at, &mv, after),
            Err(stopped) => return chooser.stopped(stopped.reason),
        };
        if value.score == score {
            chooser.take(game, mv, &to, value.remoteness);
        }
    }
    chooser.best()
}

/// The preference among equally good moves. For a win: the quickest move, or the one that removes most where plies are not
/// counted. For a loss: the move that holds out longest, or removes least. Otherwise the first.
#[derive(Clone, Debug)]
pub struct Preference {
    outcome: Outcome,
    /// The plies to the end and the tokens left after the best move so far.
    best: Option<(Option<u32>, Option<BigUint>)>,
}

impl Preference {
    /// For a position of this outcome; a draw in games of points, where nothing but the points counts.
    pub fn new(outcome: Outcome) -> Self {
        Self {
            outcome,
            best: None,
        }
    }

    /// Whether the tokens that a move leaves must be given.
    pub fn asks_for_tokens(&self, remoteness: Option<u32>) -> bool {
        remoteness.is_none() && self.outcome != Outcome::Draw
    }

    /// Whether this move is preferred to all before it: play takes `remoteness` plies in all, and `left` tokens remain.
    pub fn prefers(&mut self, remoteness: Option<u32>, left: Option<BigUint>) -> bool {
        let next = (remoteness, left);
        let better = match (&self.best, self.outcome) {
            (None, _) => true,
            (_, Outcome::Draw) => false,
            (Some(best), Outcome::Win) => next < *best,
            (Some(best), Outcome::Loss) => next > *best,
        };
        if better {
            self.best = Some(next);
        }
        better
    }
}

/// Collects equally good moves and finds the one to prefer, as a [`Preference`] does.
#[derive(Debug)]
pub struct Chooser<M> {
    moves: Vec<M>,
    count: u64,
    preference: Preference,
    preferred: Option<M>,
}

impl<M: Clone> Chooser<M> {
    /// For a position worth `score`.
    pub fn new<S: Score>(score: S) -> Self {
        let is_points = score.margin().is_some();
        Self::of(if is_points {
            Outcome::Draw
        } else {
            score.outcome()
        })
    }

    /// For a position of this outcome; a draw in games of points, where nothing but the points counts.
    pub fn of(outcome: Outcome) -> Self {
        Self {
            moves: Vec::new(),
            count: 0,
            preference: Preference::new(outcome),
            preferred: None,
        }
    }

    /// Adds a best move to `to`, after which play takes `remoteness` plies in all.
    pub fn take<G: Alternating<Move = M>>(
        &mut self,
        game: &G,
        mv: M,
        to: &G::Position,
        remoteness: Option<u32>,
    ) {
        self.add(mv, remoteness, &|| game.tokens(to));
    }

    /// Adds a best move, after which play takes `remoteness` plies in all and `left` tokens remain.
    pub fn add(&mut self, mv: M, remoteness: Option<u32>, left: &dyn Fn() -> Option<BigUint>) {
        let asked = self.preference.asks_for_tokens(remoteness);
        let left = if asked { left() } else { None };
        if self.preference.prefers(remoteness, left) {
            self.preferred = Some(mv.clone());
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
        Best {
            moves,
            preferred: self.preferred,
            count: Some(self.count.into()),
            stopped: None,
        }
    }

    /// The moves collected when a limit was reached.
    pub fn stopped(self, reason: StopReason) -> Best<M> {
        Best {
            count: None,
            stopped: Some(reason),
            ..self.best()
        }
    }
}

/// Options between two readings of the clock: if all their values are known, no solver reads it.
const CHECK_EVERY: usize = 256;
/// Positions that hold more bytes on the heap than this are large.
const LARGE: usize = 4 << 10;
/// Longer principal lines are not listed.
const LONGEST_LINE: usize = 10_000;

/// The preferred moves from `at` to the end of play; `None` if there are too many or a limit is, or was, reached.
pub fn principal_line<G: Alternating>(
    evaluate: &mut Evaluate<'_, G>,
    game: &G,
    at: &G::Position,
    best: &Best<G::Move>,
    limits: &Limits,
) -> Option<Vec<G::Move>> {
    let mut line = Vec::new();
    let mut here = at.clone();
    let mut best = best.clone();
    loop {
        if best.stopped.is_some() {
            return None;
        }
        let Some(mv) = best.preferred else {
            return Some(line);
        };
        if line.len() == LONGEST_LINE {
            return None;
        }
        here = game.play(&here, &mv);
        line.push(mv);
        let score = evaluate(&here).ok()?.score;
        best = best_by_options(evaluate, game, &here, score, limits);
    }
}
