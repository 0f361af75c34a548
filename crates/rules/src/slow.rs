//! [`Slow`]: values of small games computed from the moves alone, without `canonical` and `summands`, for comparison.

use std::collections::HashMap;

use bouton_core::{Limits, Side};
use bouton_external::{End, Kind, Step};

use crate::subject::Subject;

/// The value of a position for the player to move: the margin, or 1, 0, -1; and its Grundy value, which is meaningful only
/// in impartial games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worthwhile {
    pub(crate) margin: i64,
    pub(crate) grundy: u64,
}

/// Values found so far.
pub(crate) struct Slow<'r, S: Subject> {
    rules: &'r S,
    known: HashMap<Place<S::Position>, Worthwhile>,
    /// Positions that may still be visited.
    left: usize,
}

/// A sum of positions, usually one, with the side to move.
type Place<P> = (Vec<P>, Side);

/// A sum whose moves are being examined.
struct Frame<P> {
    at: Place<P>,
    /// Each move with the index of the part that it changes.
    moves: Vec<(usize, Step<P>)>,
    next: usize,
    best: Option<i64>,
    options: Vec<u64>,
}

impl<'r, S: Subject> Slow<'r, S> {
    pub(crate) fn new(rules: &'r S, most: usize) -> Self {
        Self {
            rules,
            known: HashMap::new(),
            left: most,
        }
    }

    /// The value, unless a position repeats or too many are visited.
    pub(crate) fn value(
        &mut self,
        at: &S::Position,
        side: Side,
        limits: &Limits,
    ) -> Option<Worthwhile> {
        self.sum(vec![at.clone()], side, limits)
    }

    /// The same of a sum.
    pub(crate) fn sum(
        &mut self,
        mut parts: Vec<S::Position>,
        side: Side,
        limits: &Limits,
    ) -> Option<Worthwhile> {
        parts.sort_unstable();
        let root = (parts, side);
        let mut stack = Vec::new();
        let mut todo = Some(root.clone());
        loop {
            if let Some(at) = todo.take()
                && !self.known.contains_key(&at)
            {
                self.left = self.left.checked_sub(1)?;
                let is_open = |frame: &Frame<S::Position>| frame.at == at;
                if limits.check().is_err() || stack.iter().any(is_open) {
                    return None;
                }
                let (end, moves) = self.look(&at);
                let over = end.or_else(|| moves.is_empty().then(|| self.stuck()));
                match over {
                    Some(margin) => drop(self.known.insert(at, Worthwhile { margin, grundy: 0 })),
                    None => stack.push(Frame {
                        at,
                        moves,
                        next: 0,
                        best: None,
                        options: Vec::new(),
                    }),
                }
            }
            let Some(frame) = stack.last_mut() else {
                return self.known.get(&root).copied();
            };
            let Some((part, mv)) = frame.moves.get(frame.next) else {
                let frame = stack.pop()?;
                let margin = frame.best?;
                let grundy = mex(frame.options);
                self.known.insert(frame.at, Worthwhile { margin, grundy });
                continue;
            };
            let mut parts = frame.at.0.clone();
            parts[*part] = mv.to.clone();
            parts.sort_unstable();
            let to = (parts, after(self.rules, frame.at.1, mv.keeps_turn));
            let Some(value) = self.known.get(&to) else {
                todo = Some(to);
                continue;
            };
            let margin = if mv.keeps_turn {
                value.margin
            } else {
                -value.margin
            } + mv.gain;
            frame.best = Some(frame.best.map_or(margin, |best| best.max(margin)));
            frame.options.push(value.grundy);
            frame.next += 1;
        }
    }

    /// The result at the end of play, if the rules give one, and the moves.
    fn look(&self, (parts, side): &Place<S::Position>) -> Looked<S::Position> {
        let (mut end, mut moves) = (None, Vec::new());
        for (part, at) in parts.iter().enumerate() {
            let look = self.rules.looked_at(at, *side);
            moves.extend(look.moves.into_iter().map(|mv| (part, mv)));
            end = look.end.map(End::rank);
        }
        (end, moves)
    }

    /// The score of a position without moves.
    fn stuck(&self) -> i64 {
        match self.rules.promises().kind {
            Kind::Points | Kind::PartizanPoints => 0,
            _ => End::stuck(self.rules.last_wins()).rank(),
        }
    }
}

/// The result at the end of play, and the moves with the part that each changes.
type Looked<P> = (Option<i64>, Vec<(usize, Step<P>)>);

/// The player to move after a move of `side`; always Left if both have the same moves.
pub(crate) fn after(rules: &impl Subject, side: Side, keeps_turn: bool) -> Side {
    if rules.promises().kind.has_sides() && !keeps_turn {
        side.other()
    } else {
        side
    }
}

fn mex(options: Vec<u64>) -> u64 {
    (0..).find(|n| !options.contains(n)).unwrap_or_default()
}
