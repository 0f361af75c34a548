//! Best play by queries: the moves that reach the value, and a line of them, from a solver that answers whether a value
//! lies above or below a window.

use bouton_core::game::Alternating;
use bouton_core::solver::{Best, Chooser, Evaluation, Solution};
use bouton_core::{Limits, Reason, Score, StopReason};

use crate::bounds::{Bounds, after, before, below, turn};
use crate::store::Store;

/// A solver that answers queries about values.
pub(crate) trait Prover<G: Alternating> {
    /// Bounds on the value of `at`: at least the upper end of the window, or at most the lower one, or exact in between.
    fn ask(
        &mut self,
        game: &G,
        at: &G::Position,
        window: Bounds<G::Score>,
        limits: &Limits,
    ) -> Result<Bounds<G::Score>, StopReason>;

    /// The known bounds where play is not over, without a search; they need not answer the query.
    fn known(
        &mut self,
        _game: &G,
        _at: &G::Position,
        _window: Bounds<G::Score>,
        _limits: &Limits,
    ) -> Option<Bounds<G::Score>> {
        None
    }

    /// The position after a move that probably reaches the value of `at`, which was asked for and is not the worst. Not
    /// proved.
    fn likely(&mut self, _game: &G, _at: &G::Position, _limits: &Limits) -> Option<G::Position> {
        None
    }
}

/// The answer for a position of value `score`. A limit ends the search for moves, but the answer is still given.
pub(crate) fn solution<G: Alternating>(
    prover: &mut dyn Prover<G>,
    game: &G,
    at: &G::Position,
    score: G::Score,
    limits: &Limits,
) -> Solution<G> {
    let best = best(prover, game, at, score, limits);
    let line = match best.stopped {
        None => line(prover, game, at, score, best.preferred.clone(), limits),
        Some(_) => None,
    };
    Solution {
        value: Evaluation::of(score),
        best,
        line,
        reason: Reason::Searched,
    }
}

/// Whether a move reaches `score`, the value of the position.
fn reaches<G: Alternating>(
    prover: &mut dyn Prover<G>,
    game: &G,
    at: &G::Position,
    mv: &G::Move,
    score: G::Score,
    limits: &Limits,
) -> Result<bool, StopReason> {
    if score == G::Score::worst() {
        return Ok(true);
    }
    let turn = turn(game, at, mv);
    let to = game.play(at, mv);
    let bounds = match game.score(&to) {
        Some(score) => Bounds::exactly(score),
        None => prover.ask(game, &to, after(up_to(score), turn), limits)?,
    };
    Ok(before(bounds, turn).low >= score)
}

/// The same, if it needs no search.
fn is_known_to_reach<G: Alternating>(
    prover: &mut dyn Prover<G>,
    game: &G,
    at: &G::Position,
    mv: &G::Move,
    score: G::Score,
    limits: &Limits,
) -> Option<bool> {
    if score == G::Score::worst() {
        return Some(true);
    }
    let turn = turn(game, at, mv);
    let to = game.play(at, mv);
    let bounds = match game.score(&to) {
        Some(score) => Bounds::exactly(score),
        None => prover.known(game, &to, after(up_to(score), turn), limits)?,
    };
    let bounds = before(bounds, turn);
    let reaches = bounds.low >= score;
    (reaches || bounds.high < score).then_some(reaches)
}

/// The window that asks whether a score is reached.
fn up_to<S: Score>(score: S) -> Bounds<S> {
    let (low, high) = (below(score), score);
    Bounds { low, high }
}

/// Every move that reaches `score`, the value of the position, and the preferred one. Known moves come first, then the one
/// that probably reaches it. If a limit is reached, the answer has the moves found so far.
fn best<G: Alternating>(
    prover: &mut dyn Prover<G>,
    game: &G,
    at: &G::Position,
    score: G::Score,
    limits: &Limits,
) -> Best<G::Move> {
    let is_worst = score == G::Score::worst();
    let likely = (!is_worst)
        .then(|| prover.likely(game, at, limits))
        .flatten();
    // Places, not moves: a sort of moves would be compiled for every game.
    let (mut reaching, mut asked) = (Vec::new(), Vec::new());
    let mut moves = (0..).zip(game.moves(at));
    for (place, mv) in moves.by_ref().take(ORDERED) {
        match is_known_to_reach(prover, game, at, &mv, score, limits) {
            Some(true) => reaching.push(place),
            Some(false) => {}
            None => asked.push((place, mv)),
        }
    }
    if let Some(likely) = likely {
        let leads = |(_, mv): &(u32, G::Move)| game.after(at, mv) == likely;
        if let Some(n) = asked.iter().position(leads) {
            let first = asked.remove(n);
            asked.insert(0, first);
        }
    }
    let mut stopped = None;
    for (place, mv) in asked.into_iter().chain(moves) {
        match reaches(prover, game, at, &mv, score, limits) {
            Ok(true) => reaching.push(place),
            Ok(false) => {}
            Err(reason) => {
                stopped = Some(reason);
                break;
            }
        }
    }
    reaching.sort_unstable();
    let mut chooser = Chooser::new(score);
    for mv in picked(game, at, &reaching) {
        let to = game.play(at, &mv);
        chooser.take(game, mv, &to, None);
    }
    match stopped {
        Some(reason) => chooser.stopped(reason),
        None => chooser.best(),
    }
}

/// The moves at these places, which are ascending.
pub(crate) fn picked<G: Alternating>(game: &G, at: &G::Position, places: &[u32]) -> Vec<G::Move> {
    let mut picked = Vec::with_capacity(places.len());
    for (place, mv) in game.moves(at).enumerate() {
        match places.get(picked.len()) {
            None => break,
            Some(next) if *next == place as u32 => picked.push(mv),
            Some(_) => {}
        }
    }
    picked
}

/// The number of moves that are sorted before they are asked about.
const ORDERED: usize = 1 << 16;
/// Longer principal lines are not listed.
const LONGEST_LINE: usize = 10_000;

/// Best play to the end from a position of value `score`, beginning with the move `first`; `None` if a position repeats,
/// the line is too long, or a limit is reached.
fn line<G: Alternating>(
    prover: &mut dyn Prover<G>,
    game: &G,
    at: &G::Position,
    mut score: G::Score,
    first: Option<G::Move>,
    limits: &Limits,
) -> Option<Vec<G::Move>> {
    let (mut line, mut here, mut next) = (Vec::new(), at.clone(), first);
    let mut seen = Store::default();
    while let Some(mv) = next {
        let (gain, keeps) = turn(game, &here, &mv);
        score = score.minus(gain);
        score = if keeps { score } else { -score };
        let to = game.play(&here, &mv);
        line.push(mv);
        let left = std::mem::replace(&mut here, to);
        if line.len() > LONGEST_LINE || seen.number(&left).is_some() {
            return None;
        }
        seen.insert(&left, ());
        next = None;
        let is_worst = score == G::Score::worst();
        let likely = (!is_worst)
            .then(|| prover.likely(game, &here, limits))
            .flatten();
        let leads = |mv: &G::Move| likely.is_some() && likely == Some(game.after(&here, mv));
        let first = game.moves(&here).find(leads);
        for mv in first.into_iter().chain(game.moves(&here)) {
            if reaches(prover, game, &here, &mv, score, limits).ok()? {
                next = Some(mv);
                break;
            }
        }
    }
    Some(line)
}
