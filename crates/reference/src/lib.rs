//! For tests: a slow solver with which the others are compared, [`messages`] that a crate's tests expect, and tests that
//! run [`alone`].
//!
//! The slow solver stores every reachable position and iterates over them until nothing changes.
//!
//! It shares no code with the solvers. Its rules are a function of a position: the text of a game, which the checker evaluates
//! ([`of_checker`]), or rules that a test defines.
//!
//! ```
//! use bouton_reference::of_checker;
//! use bouton_verify::position::Played;
//!
//! let (rules, mut slow) = of_checker(&Played::normal("nim"), "1,2").unwrap();
//! let start = rules.read("1,2").unwrap();
//! assert_eq!(slow.value(&start).score, 1);
//! assert_eq!(slow.grundy(&start), 3);
//! let best: Vec<String> = slow.best(&start).iter().map(|to| rules.show(to)).collect();
//! assert_eq!(best, ["1,1"]);
//! ```

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

use bouton_verify::Refusal;
use bouton_verify::position::Played;
use bouton_verify::reference::{Position, Reference};

mod alone;
mod messages;

pub use alone::alone;
pub use messages::{message, messages};

/// A move.
#[derive(Clone, Debug)]
pub struct Move<P> {
    /// The position after it.
    pub to: P,
    /// The points that it earns.
    pub gain: i64,
    /// Whether the same player moves again.
    pub again: bool,
}

/// The result of the rules at a position.
#[derive(Clone, Debug)]
pub enum Contents<P> {
    /// Play is over, with this value for the player to move: points, or 1, 0, -1 for won, drawn, lost.
    Over(i64),
    /// The moves, at least one.
    Open(Vec<Move<P>>),
}

/// The value of a position to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Points, or 1, 0, -1 for won, drawn, lost.
    pub score: i64,
    /// The plies to the end if the winner hurries and the loser delays, and both hurry to a draw; none if play does not
    /// end. Not meaningful in games of points.
    pub plies: Option<u32>,
}

/// A position that was visited.
struct Node {
    moves: Vec<Move<usize>>,
    value: Option<Value>,
}

/// A game with the values of the positions asked for, and of all positions that play can reach from them.
pub struct Slow<P, L> {
    look: L,
    has_points: bool,
    numbers: HashMap<P, usize>,
    nodes: Vec<Node>,
    /// The most plies of any value.
    longest: u32,
    grundy: HashMap<usize, u64>,
}

impl<P: Clone + Eq + Hash, L: Fn(&P) -> Contents<P>> Slow<P, L> {
    /// A game by its rules. If points count, no position may repeat.
    pub fn new(has_points: bool, look: L) -> Self {
        Self {
            look,
            has_points,
            numbers: HashMap::new(),
            nodes: Vec::new(),
            longest: 0,
            grundy: HashMap::new(),
        }
    }

    /// The result of the rules at a position.
    ///
    /// # Panics
    /// If the rules say that play continues and there is no move.
    pub fn look(&self, at: &P) -> Contents<P> {
        let look = (self.look)(at);
        let is_stuck = matches!(&look, Contents::Open(moves) if moves.is_empty());
        assert!(!is_stuck, "play goes on without a move");
        look
    }

    /// The moves of a position; none if play is over.
    pub fn moves(&self, at: &P) -> Vec<Move<P>> {
        match self.look(at) {
            Contents::Over(_) => Vec::new(),
            Contents::Open(moves) => moves,
        }
    }

    /// The value of a position.
    pub fn value(&mut self, at: &P) -> Value {
        let number = self.number(at);
        self.valued(number)
    }

    /// The positions after best moves, one for each move.
    pub fn best(&mut self, at: &P) -> Vec<P> {
        let score = self.value(at).score;
        let mut moves = self.moves(at);
        moves.retain(|mv| mv.gain + self.seen(mv.again, &mv.to) == score);
        moves.into_iter().map(|mv| mv.to).collect()
    }

    /// The score of a position for the player whose move led there.
    fn seen(&mut self, again: bool, to: &P) -> i64 {
        let score = self.value(to).score;
        if again { score } else { -score }
    }

    /// The Grundy value: the smallest number that no move leads to. It is meaningful if both players have the same moves,
    /// play ends and a player with no move loses.
    pub fn grundy(&mut self, at: &P) -> u64 {
        let number = self.number(at);
        self.mex(number)
    }

    fn mex(&mut self, number: usize) -> u64 {
        if let Some(known) = self.grundy.get(&number) {
            return *known;
        }
        let to: Vec<usize> = self.nodes[number].moves.iter().map(|mv| mv.to).collect();
        let options: Vec<u64> = to.into_iter().map(|to| self.mex(to)).collect();
        let mex = (0..).find(|n| !options.contains(n)).unwrap_or_default();
        self.grundy.insert(number, mex);
        mex
    }

    /// Every position that play can reach, in the order in which it is found.
    pub fn reachable(&self, start: &P) -> Vec<P> {
        let mut seen = std::collections::HashSet::from([start.clone()]);
        let mut met = vec![start.clone()];
        let mut next = 0;
        while next < met.len() {
            for mv in self.moves(&met[next].clone()) {
                if seen.insert(mv.to.clone()) {
                    met.push(mv.to);
                }
            }
            next += 1;
        }
        met
    }

    /// The number of a position; it and all positions that play can reach from it have values afterwards.
    fn number(&mut self, at: &P) -> usize {
        if let Some(number) = self.numbers.get(at) {
            return *number;
        }
        let first = self.nodes.len();
        let mut met = vec![at.clone()];
        self.numbers.insert(at.clone(), first);
        while let Some(at) = met.get(self.nodes.len() - first).cloned() {
            let node = match self.look(&at) {
                Contents::Over(score) => Node {
                    moves: Vec::new(),
                    value: Some(Value {
                        score,
                        plies: Some(0),
                    }),
                },
                Contents::Open(moves) => Node {
                    moves: moves
                        .into_iter()
                        .map(|mv| self.numbered(mv, first, &mut met))
                        .collect(),
                    value: None,
                },
            };
            self.nodes.push(node);
        }
        if self.has_points {
            self.settle_points(first);
        } else {
            self.settle_wins(first);
            self.settle_draws(first);
        }
        first
    }

    fn numbered(&mut self, mv: Move<P>, first: usize, met: &mut Vec<P>) -> Move<usize> {
        let next = first + met.len();
        let to = *self.numbers.entry(mv.to.clone()).or_insert(next);
        if to == next {
            met.push(mv.to);
        }
        Move {
            to,
            gain: mv.gain,
            again: mv.again,
        }
    }

    fn valued(&self, number: usize) -> Value {
        let value = self.nodes[number].value;
        value.expect("where points count, no position comes back")
    }

    /// The values of a position's moves for the mover, as far as they are known.
    fn options(&self, number: usize) -> impl Iterator<Item = Option<Value>> {
        self.nodes[number].moves.iter().map(|mv| {
            let Value { score, plies } = self.nodes[mv.to].value?;
            let score = mv.gain + if mv.again { score } else { -score };
            Some(Value { score, plies })
        })
    }

    /// Evaluates positions whose moves all have values, until none is left.
    fn settle_points(&mut self, first: usize) {
        let mut open: Vec<usize> = (first..self.nodes.len()).rev().collect();
        loop {
            let before = open.len();
            open.retain(|number| {
                let scores: Option<Vec<i64>> = self
                    .options(*number)
                    .map(|option| Some(option?.score))
                    .collect();
                let best = scores.and_then(|scores| scores.into_iter().max());
                if let (Some(score), None) = (best, self.nodes[*number].value) {
                    let plies = None;
                    self.nodes[*number].value = Some(Value { score, plies });
                }
                self.nodes[*number].value.is_none()
            });
            if open.len() == before || open.is_empty() {
                return;
            }
        }
    }

    /// Wins and losses in the order of their plies.
    fn settle_wins(&mut self, first: usize) {
        let mut open: Vec<usize> = (first..self.nodes.len())
            .filter(|number| self.nodes[*number].value.is_none())
            .collect();
        for plies in 1.. {
            let settled: Vec<(usize, Value)> = open
                .iter()
                .filter_map(|number| Some((*number, self.decided(*number, plies)?)))
                .collect();
            for (number, value) in &settled {
                self.nodes[*number].value = Some(*value);
                self.longest = self.longest.max(plies);
            }
            open.retain(|number| self.nodes[*number].value.is_none());
            if settled.is_empty() && plies > self.longest {
                return;
            }
        }
    }

    /// The value of a position that is decided in this many plies.
    fn decided(&self, number: usize, plies: u32) -> Option<Value> {
        let is_in_time = |option: &Value| option.plies.is_some_and(|before| before < plies);
        let mut all_lose = true;
        for option in self.options(number) {
            let option = option.filter(is_in_time);
            if option.is_some_and(|option| option.score > 0) {
                return Some(Value {
                    score: 1,
                    plies: Some(plies),
                });
            }
            all_lose &= option.is_some_and(|option| option.score < 0);
        }
        all_lose.then_some(Value {
            score: -1,
            plies: Some(plies),
        })
    }

    /// The remaining positions are drawn: in the plies of the shortest path to a drawn end, or without end.
    fn settle_draws(&mut self, first: usize) {
        let mut open: Vec<usize> = (first..self.nodes.len())
            .filter(|number| self.nodes[*number].value.is_none())
            .collect();
        loop {
            let is_drawn = |option: &Value| option.score == 0;
            let ended = |number: &usize| {
                let options = self.options(*number).flatten().filter(is_drawn);
                let plies = options.filter_map(|option| option.plies).min();
                plies.map(|plies| (*number, plies + 1))
            };
            let nearest = open.iter().filter_map(ended).min_by_key(|found| found.1);
            let Some((_, plies)) = nearest else {
                break;
            };
            let settled: Vec<usize> = open
                .iter()
                .filter_map(ended)
                .filter(|found| found.1 == plies)
                .map(|found| found.0)
                .collect();
            for number in settled {
                self.nodes[number].value = Some(Value {
                    score: 0,
                    plies: Some(plies),
                });
            }
            open.retain(|number| self.nodes[*number].value.is_none());
        }
        for number in open {
            self.nodes[number].value = Some(Value {
                score: 0,
                plies: None,
            });
        }
    }
}

/// The rules of the checker as a function.
pub type CheckersLook = Box<dyn Fn(&Position) -> Contents<Position>>;

/// A game by the rules of the checker, with the slow solver of it.
///
/// # Errors
/// If the checker does not know the game, or the game has no such position.
pub fn of_checker(
    played: &Played,
    position: &str,
) -> Result<(Rc<Reference>, Slow<Position, CheckersLook>), Refusal> {
    let rules = Rc::new(Reference::open(played, position)?);
    let asked = Rc::clone(&rules);
    // A text takes a while: each position is evaluated once.
    let known = RefCell::new(HashMap::new());
    let look = move |at: &Position| {
        if let Some(known) = known.borrow().get(at) {
            return Contents::clone(known);
        }
        let looked = asked.end(at).and_then(|end| {
            Ok(match end {
                Some(end) => Contents::Over(end),
                None => Contents::Open(asked.steps(at)?.into_iter().map(Move::from).collect()),
            })
        });
        let looked = looked.unwrap_or_else(|why| panic!("{}: {why}", asked.show(at)));
        known.borrow_mut().insert(at.clone(), looked.clone());
        looked
    };
    let slow = Slow::new(rules.has_points(), Box::new(look) as CheckersLook);
    Ok((rules, slow))
}

impl From<bouton_verify::reference::Step> for Move<Position> {
    fn from(step: bouton_verify::reference::Step) -> Self {
        Self {
            to: step.to,
            gain: step.gain,
            again: step.again,
        }
    }
}
