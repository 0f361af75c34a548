//! `minimax`: who wins and in how many plies, or by how much, by walking through the whole tree of play.
//!
//! For games without cycles. Nothing is remembered, nothing is cut: every line of play is followed to its end, and
//! `visited` is the number of nodes of the tree, the measure for what other solvers save. Time is proportional to that
//! tree, memory to its longest line, which lies on a stack of our own. It refuses trees of more than [`LARGEST`] nodes.
//! Source: E. Zermelo, Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels (1913).

use bouton_core::game::{Alternating, Loopfree};
use bouton_core::solver::{
    About, Chooser, Evaluation, Field, Solution, Solver, Stopped, value_of_move,
};
use bouton_core::{Limits, Meter, Reason, Score, StopReason, Timed};

use crate::store::Store;

type TimedScore<G> = <<G as Alternating>::Score as Score>::Timed;

/// Walks through the whole tree.
#[derive(Debug, Default)]
pub struct Minimax {
    visited: u64,
}

/// Larger trees, in nodes, are refused.
pub const LARGEST: u64 = 50_000_000;
/// So are those with more different positions, since counting their nodes takes a while itself.
const MOST_POSITIONS: usize = 1 << 18;
/// Bytes beside its own size for which a position counts as two.
const LARGE_POSITION: usize = 64;

static ABOUT: About = About {
    id: "minimax",
    method: "the whole tree of play, every line to its end, nothing remembered",
    cost: "time: the nodes of the tree, of which it takes up to 50 million; memory: the longest line",
    source: "Zermelo 1913",
    fills: &[Field::Value, Field::Remoteness, Field::Line],
};

/// A value with the best moves that lead to it, the last one first.
type Play<G> = (TimedScore<G>, Vec<<G as bouton_core::Game>::Move>);

/// A node on the line being followed.
struct Frame<G: Alternating, I> {
    at: G::Position,
    moves: I,
    /// The move being followed from here.
    pending: Option<G::Move>,
    best: Option<Play<G>>,
}

fn frame<'g, G: Alternating>(
    game: &'g G,
    at: G::Position,
) -> Frame<G, impl Iterator<Item = G::Move> + use<'g, G>> {
    Frame {
        moves: game.moves(&at),
        at,
        pending: None,
        best: None,
    }
}

impl<G: Alternating, I> Frame<G, I> {
    fn fold(&mut self, game: &G, (value, mut line): Play<G>) {
        let mv = self.pending.take().expect("invariant: a move led here");
        let value = value.before(game.gain(&self.at, &mv), game.keeps_turn(&self.at, &mv));
        if self.best.as_ref().is_none_or(|(best, _)| value > *best) {
            line.push(mv);
            self.best = Some((value, line));
        }
    }
}

/// The value of `at` and the best line from it.
fn walk<G: Alternating>(
    game: &G,
    at: G::Position,
    meter: &mut Meter,
) -> Result<Play<G>, StopReason> {
    meter.visit()?;
    if let Some(score) = game.score(&at) {
        return Ok((Timed::over(score), Vec::new()));
    }
    let mut stack = vec![frame(game, at)];
    loop {
        let top = stack
            .last_mut()
            .expect("invariant: the root is popped last");
        let Some(mv) = top.moves.next() else {
            let done = stack.pop().and_then(|frame| frame.best);
            let play = done.expect("invariant: a position that is not over has a move");
            match stack.last_mut() {
                Some(frame) => frame.fold(game, play),
                None => return Ok(play),
            }
            continue;
        };
        let to = game.play(&top.at, &mv);
        top.pending = Some(mv);
        meter.visit()?;
        if let Some(score) = game.score(&to) {
            top.fold(game, (Timed::over(score), Vec::new()));
            continue;
        }
        if stack.len() == stack.capacity() {
            meter.afford((4 * stack.capacity() * size_of_val(&stack[0])) as u64)?;
        }
        stack.push(frame(game, to));
    }
}

/// The nodes of the tree below `at`, itself included; `None` beyond the limits above.
fn tree<G: Alternating>(game: &G, at: &G::Position) -> Option<u64> {
    let mut known: Store<G::Position, u64> = Store::default();
    let mut stack = vec![(game.canonical(at.clone()), game.moves(at), 1u64)];
    stack[0].1 = game.moves(&stack[0].0);
    let mut spilled = 0;
    loop {
        let held = known.len() + stack.len() + spilled / LARGE_POSITION;
        let (at, moves, nodes) = stack.last_mut()?;
        if held > MOST_POSITIONS || *nodes > LARGEST {
            return None;
        }
        if game.score(at).is_none()
            && let Some(mv) = moves.next()
        {
            let to = game.canonical(game.play(at, &mv));
            match known.get(&to) {
                Some(more) => *nodes += more,
                None => {
                    spilled += game.spilled(&to);
                    let moves = game.moves(&to);
                    stack.push((to, moves, 1));
                }
            }
            continue;
        }
        let (at, _, nodes) = stack.pop()?;
        known.insert(at, nodes);
        match stack.last_mut() {
            Some((.., above)) => *above += nodes,
            None => return Some(nodes),
        }
    }
}

fn evaluation<G: Alternating>(value: TimedScore<G>) -> Evaluation<G::Score> {
    Evaluation {
        score: value.score(),
        remoteness: value.plies(),
        grundy: None,
    }
}

impl<G: Loopfree + Alternating> Solver<G> for Minimax {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn accepts(&self, game: &G, at: &G::Position, _limits: &Limits) -> Result<(), String> {
        tree(game, at).filter(|nodes| *nodes <= LARGEST).map(|_| ()).ok_or_else(|| {
            format!("the whole tree of play has more than {LARGEST} nodes or {MOST_POSITIONS} different positions")
        })
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Evaluation<G::Score>, Stopped<G::Score>> {
        let mut meter = limits.meter();
        let play = walk(game, at.clone(), &mut meter);
        self.visited += meter.visited();
        Ok(evaluation::<G>(play?.0))
    }

    /// One walk for all: each option's tree once.
    fn solve(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Solution<G>, Stopped<G::Score>> {
        let mut meter = limits.meter();
        let solution = solve(game, at, &mut meter);
        self.visited += meter.visited();
        Ok(solution?)
    }
}

fn solve<G: Alternating>(
    game: &G,
    at: &G::Position,
    meter: &mut Meter,
) -> Result<Solution<G>, StopReason> {
    if game.score(at).is_some() {
        let (value, line) = walk(game, at.clone(), meter)?;
        return Ok(Solution {
            value: evaluation::<G>(value),
            best: bouton_core::Best::none(),
            line: Some(line),
            reason: Reason::Searched,
        });
    }
    meter.visit()?;
    let mut options = Vec::new();
    for mv in game.moves(at) {
        let (value, mut line) = walk(game, game.play(at, &mv), meter)?;
        line.push(mv.clone());
        let timed = value.before(game.gain(at, &mv), game.keeps_turn(at, &mv));
        let value = value_of_move(game, at, &mv, evaluation::<G>(value));
        options.push((timed, value, mv, line));
    }
    let top = options.iter().map(|(timed, ..)| *timed).max();
    let top = top.expect("invariant: a position that is not over has a move");
    let mut chooser = Chooser::new(top.score());
    for (_, value, mv, _) in &options {
        if value.score == top.score() {
            chooser.take(game, mv.clone(), &game.play(at, mv), value.remoteness);
        }
    }
    let best = chooser.best();
    let preferred = options
        .into_iter()
        .find(|(.., mv, _)| Some(mv) == best.preferred.as_ref());
    Ok(Solution {
        value: evaluation::<G>(top),
        best,
        line: preferred.map(|(.., line)| line.into_iter().rev().collect()),
        reason: Reason::Searched,
    })
}
