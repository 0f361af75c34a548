//! An exception of a game in a helper thread reaches the caller and ends the question.

use std::thread::{self, ThreadId};

use bouton_core::solver::Solver;
use bouton_core::{Alternating, Game, Limits, Loopfree, RuleError, WinLoss, asked, fail};
use bouton_solvers::AlphaBeta;

/// A tree of random ends, too large for a small table, whose moves only one thread gets.
struct Shy {
    told: ThreadId,
}

/// Plies left, and a number that settles all below.
type Node = (u8, u64);

impl Game for Shy {
    type Position = Node;
    type Move = u64;
}

impl Alternating for Shy {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Node) -> impl Iterator<Item = u64> + use<'g> {
        if thread::current().id() != self.told {
            fail(RuleError::Broken("asked by another thread".into()));
        }
        0..if at.0 == 0 { 0 } else { 4 }
    }
    fn play(&self, at: &Node, mv: &u64) -> Node {
        let mixed = (at.1 ^ mv).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (at.0 - 1, mixed ^ mixed >> 29)
    }
    fn score(&self, at: &Node) -> Option<WinLoss> {
        let end = if at.1 & 64 == 0 {
            WinLoss::Win
        } else {
            WinLoss::Loss
        };
        (at.0 == 0).then_some(end)
    }
}

impl Loopfree for Shy {
    type Height = u8;
    fn height(&self, at: &Node) -> u8 {
        at.0
    }
}

#[test]
fn a_thread_that_helps_hands_on_what_was_thrown_in_it() {
    let game = Shy {
        told: thread::current().id(),
    };
    let limits = Limits {
        threads: Some(3),
        nodes: Some(50_000_000),
        ..Limits::default()
    };
    let mut solver: AlphaBeta<Shy> = AlphaBeta::default();
    let answer = asked(|| solver.evaluate(&game, &(60, 1), &limits));
    assert_eq!(
        answer.map(|_| ()),
        Err(RuleError::Broken("asked by another thread".into()))
    );
}
