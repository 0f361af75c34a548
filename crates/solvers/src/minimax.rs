//! `minimax`: the winner and the plies, or the margin, by visiting the full game tree.
//!
//! For games without cycles. It remembers and cuts nothing: every line of play is followed to its end, and `visited` is the
//! number of nodes of the tree, a measure of what other solvers save. Time is proportional to the tree, memory to its
//! longest line, which is on an explicit stack. It refuses trees of more than [`LARGEST`] nodes.
//! Source: E. Zermelo, Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels (1913).

mod tree;

use bouton_core::solver::{About, Best, Chooser, Evaluation, Field, Stopped};
use bouton_core::{Limits, Meter, Reason, StopReason};

use crate::interned::{BYTES_A_POSITION, BYTES_A_STEP, Fold, GO_ON, Interned, Number, Put, Step};
use crate::searcher::{Answer, Play, Searcher};
use crate::worth::PlyValue;
pub use tree::LARGEST;
use tree::{MOST_POSITIONS, nodes};

/// Visits the full tree.
#[derive(Debug, Default)]
pub(crate) struct Minimax {
    visited: u64,
}

static ABOUT: About = About {
    id: "minimax",
    rank: 140,
    endless: false,
    proves: true,
    method: "the whole tree of play, every line to its end, nothing remembered",
    cost: "time: the nodes of the tree, of which it takes up to 50 million; memory: the longest line",
    source: "Zermelo 1913",
    fills: &[Field::Value, Field::Remoteness, Field::Line],
};

/// A value with the best moves that lead to it, by place, the last move first.
type Line = (PlyValue, Vec<u32>);

/// A node on the line being followed.
#[derive(Debug)]
struct Frame {
    /// The number of positions stacked before its options.
    stacked: usize,
    /// The index of its first move among the steps, and of the next one to be followed.
    first: usize,
    next: usize,
    best: Option<Line>,
}

impl Frame {
    /// Combines the result of the move followed last, the one before `next`.
    fn fold(&mut self, step: Step, (value, mut line): Line) {
        let value = value.before(step);
        if self.best.as_ref().is_none_or(|(best, _)| value > *best) {
            line.push((self.next - 1 - self.first) as u32);
            self.best = Some((value, line));
        }
    }
}

/// One walk.
struct Walk<'w, 'l> {
    game: &'w mut dyn Interned,
    meter: &'w mut Meter<'l>,
    /// The moves of all nodes on the line; those of one node are contiguous.
    steps: Vec<Step>,
}

impl Walk<'_, '_> {
    /// The value of `at` and the best line from it.
    fn line(&mut self, at: Number) -> Result<Line, StopReason> {
        self.meter.visit()?;
        if let Some(rank) = self.game.end(at) {
            return Ok((PlyValue::over(self.game, rank), Vec::new()));
        }
        let mut stack = vec![self.open(at)?];
        loop {
            let top = stack
                .last_mut()
                .expect("invariant: the root is popped last");
            let Some(step) = self.steps.get(top.next).copied() else {
                let done = stack.pop().and_then(|frame| self.close(frame));
                let line = done.expect("invariant: a position that is not over has a move");
                match stack.last_mut() {
                    Some(frame) => frame.fold(self.steps[frame.next - 1], line),
                    None => return Ok(line),
                }
                continue;
            };
            top.next += 1;
            self.meter.visit()?;
            if let Some(rank) = self.game.end(step.to) {
                top.fold(step, (PlyValue::over(self.game, rank), Vec::new()));
                continue;
            }
            if stack.len() == stack.capacity() {
                let bytes = 4 * stack.capacity() * size_of::<Frame>();
                self.meter.afford(bytes as u64)?;
            }
            stack.push(self.open(step.to)?);
        }
    }

    /// Lists the moves of a node.
    fn open(&mut self, at: Number) -> Result<Frame, StopReason> {
        let (stacked, first) = (self.game.stacked(), self.steps.len());
        // Each move leads to a position of about the same size.
        let large = self.game.beside(at);
        let each = size_of::<Step>() + BYTES_A_POSITION + large;
        let (steps, meter) = (&mut self.steps, &mut *self.meter);
        let (fold, store) = (Fold::Nothing, false);
        self.game.steps(at, Put { fold, store }, &mut |_, step| {
            if steps.len() == steps.capacity() {
                meter.afford((4 * steps.capacity() * each) as u64)?;
            }
            meter.spend(1 + large / BYTES_A_STEP)?;
            steps.push(step);
            GO_ON
        })?;
        Ok(Frame {
            stacked,
            first,
            next: first,
            best: None,
        })
    }

    fn close(&mut self, frame: Frame) -> Option<Line> {
        self.steps.truncate(frame.first);
        self.game.forget(frame.stacked);
        frame.best
    }

    /// One walk for all moves of `at`: the tree of each option once.
    fn answer(&mut self, at: Number) -> Result<Answer, StopReason> {
        if self.game.end(at).is_some() {
            let (value, line) = self.line(at)?;
            return Ok(answer(value, Best::none(), line));
        }
        self.meter.visit()?;
        let root = self.open(at)?;
        let moves = self.steps.len() - root.first;
        let mut options = Vec::new();
        for place in 0..moves {
            let step = self.steps[root.first + place];
            let (value, line) = self.line(step.to)?;
            options.push((value.before(step), line));
        }
        let top = options.iter().map(|(value, _)| *value).max();
        let top = top.expect("invariant: a position that is not over has a move");
        let best = self.best(top, &options, &self.steps[root.first..]);
        let preferred = best.preferred.map_or(0, |place| place as usize);
        let (_, mut line) = options.swap_remove(preferred);
        line.push(preferred as u32);
        line.reverse();
        Ok(answer(top, best, line))
    }

    /// The moves with the value `top`, which is the best.
    fn best(&self, top: PlyValue, options: &[Line], steps: &[Step]) -> Best<u32> {
        let mut chooser = Chooser::of(top.preference());
        let score = top.evaluation().score;
        for (place, ((value, _), step)) in options.iter().zip(steps).enumerate() {
            let value = value.evaluation();
            if value.score == score {
                let left = || self.game.tokens(step.to);
                chooser.add(place as u32, value.remoteness, &left);
            }
        }
        chooser.best()
    }
}

fn answer(value: PlyValue, best: Best<u32>, line: Vec<u32>) -> Answer {
    Answer {
        value: value.evaluation(),
        play: Some(Play {
            best,
            line,
            reason: Reason::Searched,
        }),
    }
}

impl Minimax {
    /// Walks within the limits, and counts the nodes.
    fn walk<T>(
        &mut self,
        game: &mut dyn Interned,
        limits: &Limits,
        work: impl FnOnce(&mut Walk<'_, '_>) -> Result<T, StopReason>,
    ) -> Result<T, Stopped<i128>> {
        let mut meter = limits.meter();
        let done = work(&mut Walk {
            game,
            meter: &mut meter,
            steps: Vec::new(),
        });
        self.visited += meter.visited();
        Ok(done?)
    }
}

impl Searcher for Minimax {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn accepts(&self, game: &mut dyn Interned, at: Number) -> Result<(), String> {
        nodes(game, at).map(|_| ()).ok_or_else(|| {
            format!("the whole tree of play has more than {LARGEST} nodes or {MOST_POSITIONS} different positions")
        })
    }

    fn evaluate(
        &mut self,
        game: &mut dyn Interned,
        at: Number,
        limits: &Limits,
    ) -> Result<Evaluation<i128>, Stopped<i128>> {
        let (value, _) = self.walk(game, limits, |walk| walk.line(at))?;
        Ok(value.evaluation())
    }

    fn solve(
        &mut self,
        game: &mut dyn Interned,
        at: Number,
        limits: &Limits,
    ) -> Result<Answer, Stopped<i128>> {
        self.walk(game, limits, |walk| walk.answer(at))
    }
}
