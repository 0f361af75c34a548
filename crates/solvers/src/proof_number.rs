//! `proof-number`: who wins, searching first where least is left to prove.
//!
//! For games without points, with cycles or without. Each question is whether the player to move wins, or at least does
//! not lose. Every open position carries an estimate of how much is left to prove it and to disprove it, and the search
//! goes depth-first to where the proof is nearest, within thresholds (df-pn, Nagai 2002). A proof number is the
//! least of the moves' numbers; a disproof number is the largest of them and one for every other open move, rather
//! than their sum, which counts a position again for each way to it (Ueda et al. 2008). Estimates and proofs are kept
//! in a transposition table within the memory given, which starts small and grows with the question.
//!
//! Play that comes back to a position is a draw. What rests on that is true only below the position come back to
//! (the graph-history interaction problem, Kishimoto and Müller 2004): such a result is used where it was found and
//! stored only once nothing above it is needed.
//!
//! Time: with the number of lines that a proof needs, at worst all; memory: what is given. It shines where a winning side has
//! forcing moves and proofs are narrow; the wrong tool for plies to the end, which it does not count, and for games
//! whose lines all meet again, where `memo` looks at each position once.
//!
//! Sources: A. Nagai, Df-pn algorithm for searching AND/OR trees and its applications (2002); T. Ueda et al., Weak
//! proof-number search (2008); A. Kishimoto, M. Müller, A general solution to the graph history interaction problem (2004).

mod numbers;

use std::collections::HashMap;

use bouton_core::game::Alternating;
use bouton_core::solver::{About, Evaluation, Field, Solution, Solver, Stopped};
use bouton_core::{Limits, Meter, Outcome, Score, StopReason};
use rustc_hash::FxBuildHasher;

use crate::bounds::{Bounds, below};
use crate::questions::{Prover, solution};
use crate::table::{Key, Table, allowed, next_size};
use numbers::{Aim, INFINITE, Numbers};

static ABOUT: About = About {
    id: "proof-number",
    method: "df-pn: depth-first to where least is left to prove, with a transposition table; safe with cycles",
    cost: "time: the lines that a proof needs, at worst all; memory: what is given, half of it for tables",
    source: "Nagai 2002; Ueda et al. 2008; Kishimoto and Müller 2004",
    fills: &[Field::Value, Field::Line],
};

/// A result that rests on no position above.
const NOTHING: u32 = u32::MAX;

/// A move from a position being searched.
struct Child<P> {
    to: P,
    keeps_turn: bool,
    /// For the player who makes the move.
    numbers: Numbers,
    /// If settled: the place on the line of the highest position that the result comes back to, or [`NOTHING`].
    rests_on: u32,
}

/// A position being searched.
struct Frame<P> {
    at: P,
    aim: Aim,
    key: Key,
    /// Where its moves begin among the children.
    first: usize,
    /// The move being searched.
    chosen: usize,
    /// The search leaves the position when its numbers reach either of these.
    most: Numbers,
    entered: u64,
}

/// Searches by proof and disproof numbers.
pub struct ProofNumber<G: Alternating> {
    /// For each aim of the player to move.
    tables: [Option<Table<G::Position>>; 2],
    visited: u64,
    /// How many of them before the question at hand.
    visited_before: u64,
}

impl<G: Alternating> Default for ProofNumber<G> {
    fn default() -> Self {
        Self {
            tables: [None, None],
            visited: 0,
            visited_before: 0,
        }
    }
}

/// One search.
struct Search<'s, G: Alternating> {
    game: &'s G,
    limits: &'s Limits,
    tables: [Table<G::Position>; 2],
    meter: Meter<'s>,
    stack: Vec<Frame<G::Position>>,
    /// The moves of all positions on the stack; those of one lie together.
    children: Vec<Child<G::Position>>,
    /// Where on the stack a position with an aim is.
    path: HashMap<(G::Position, Aim), u32, FxBuildHasher>,
    /// Entries of the tables that gave way to others.
    lost: [u64; 2],
}

/// Positions between two looks at the memory.
const STRIDE: u64 = 1024;

impl<G: Alternating> Search<'_, G> {
    /// Whether the player to move at `at` reaches the aim.
    fn prove(&mut self, at: G::Position, aim: Aim) -> Result<bool, StopReason> {
        let numbers = self.known(&at, aim);
        if numbers.is_settled() {
            return Ok(numbers.proof == 0);
        }
        let most = Numbers {
            proof: INFINITE,
            disproof: INFINITE,
        };
        self.open(at, aim, most)?;
        loop {
            let ply = self.stack.len() - 1;
            let frame = &self.stack[ply];
            let children = &self.children[frame.first..];
            self.meter.spend(children.len())?;
            let (numbers, rests_on) = sum_up(children);
            if !numbers.reaches(frame.most) {
                let (chosen, most) = choose(children, frame.most);
                let child = &children[chosen];
                let (to, keeps_turn) = (child.to.clone(), child.keeps_turn);
                let aim = frame.aim.after::<G::Score>(keeps_turn);
                self.stack[ply].chosen = self.stack[ply].first + chosen;
                self.open(to, aim, most.before(keeps_turn))?;
                continue;
            }
            let rests_on = if rests_on >= ply as u32 {
                NOTHING
            } else {
                rests_on
            };
            self.close(numbers, rests_on);
            let Some(above) = self.stack.last() else {
                return Ok(numbers.proof == 0);
            };
            let child = &mut self.children[above.chosen];
            child.numbers = numbers.before(child.keeps_turn);
            child.rests_on = rests_on;
        }
    }

    /// What the table says.
    fn known(&self, at: &G::Position, aim: Aim) -> Numbers {
        let table = &self.tables[aim as usize];
        let word = table.get(table.key(self.game, at), at);
        word.map_or(Numbers::UNKNOWN, Numbers::from_word)
    }

    /// Puts a position on the stack, its moves looked at.
    fn open(&mut self, at: G::Position, aim: Aim, most: Numbers) -> Result<(), StopReason> {
        self.meter.visit()?;
        if self.meter.visited().is_multiple_of(STRIDE) {
            self.meter.afford(self.bytes())?;
        }
        let first = self.children.len();
        self.path.insert((at.clone(), aim), self.stack.len() as u32);
        for mv in self.game.moves(&at) {
            if self.children.len() == self.children.capacity() {
                self.meter.afford(self.bytes())?;
            }
            self.meter.spend(1)?;
            let child = self.look(&at, &mv, aim);
            if child.numbers.proof == 0 && child.rests_on == NOTHING {
                self.children.truncate(first);
                self.children.push(child);
                break;
            }
            self.children.push(child);
        }
        self.stack.push(Frame {
            key: self.tables[aim as usize].key(self.game, &at),
            at,
            aim,
            first,
            chosen: first,
            most,
            entered: self.meter.visited(),
        });
        Ok(())
    }

    fn bytes(&self) -> u64 {
        let tables: u64 = self.tables.iter().map(Table::bytes).sum();
        let stacks = self.stack.capacity() * size_of::<Frame<G::Position>>()
            + self.children.capacity() * size_of::<Child<G::Position>>()
            + self.path.capacity() * (size_of::<(G::Position, Aim, u32)>() + 1);
        // A stack that grows holds its old content and twice as much for a while.
        tables + 3 * stacks as u64
    }

    /// What is known of a move at once.
    fn look(&self, at: &G::Position, mv: &G::Move, aim: Aim) -> Child<G::Position> {
        let game = self.game;
        let keeps_turn = game.keeps_turn(at, mv);
        let to = game.canonical(game.play(at, mv));
        let aim = aim.after::<G::Score>(keeps_turn);
        let (numbers, rests_on) = if let Some(score) = game.score(&to) {
            (Numbers::settled(aim.reached(score.outcome())), NOTHING)
        } else if let Some(place) = self.path.get(&(to.clone(), aim)) {
            (Numbers::settled(aim.reached(Outcome::Draw)), *place)
        } else {
            (self.known(&to, aim), NOTHING)
        };
        Child {
            to,
            keeps_turn,
            numbers: numbers.before(keeps_turn),
            rests_on,
        }
    }

    /// Takes the last position from the stack, and stores what was found of it.
    fn close(&mut self, numbers: Numbers, rests_on: u32) {
        let frame = self.stack.pop().expect("invariant: a position is open");
        self.children.truncate(frame.first);
        if rests_on == NOTHING {
            let nodes = self.meter.visited() + 1 - frame.entered;
            self.store(&frame, numbers.word(nodes));
        }
        self.path.remove(&(frame.at, frame.aim));
    }

    /// Stores a word, in a larger table if too many others have had to give way.
    fn store(&mut self, frame: &Frame<G::Position>, word: u64) {
        let aim = frame.aim as usize;
        let table = &mut self.tables[aim];
        self.lost[aim] += u64::from(table.put(frame.key, &frame.at, word));
        if 2 * self.lost[aim] > table.entries() {
            self.lost[aim] = 0;
            if let Some(bytes) = next_size(2 * table.bytes(), self.limits) {
                *table = table.resized(bytes / 2);
            }
        }
    }
}

/// The numbers of a position by those of its moves; if they are settled, what that rests on.
fn sum_up<P>(children: &[Child<P>]) -> (Numbers, u32) {
    let (mut proof, mut disproof, mut open) = (INFINITE, 0, 0);
    let (mut proved_on, mut disproved_on) = (0, NOTHING);
    for child in children {
        proof = proof.min(child.numbers.proof);
        disproof = disproof.max(child.numbers.disproof);
        open += u32::from(child.numbers.disproof > 0);
        if child.numbers.proof == 0 {
            proved_on = proved_on.max(child.rests_on);
        }
        disproved_on = disproved_on.min(child.rests_on);
    }
    if proof == 0 {
        (Numbers::PROVED, proved_on)
    } else if open == 0 {
        (Numbers::settled(false), disproved_on)
    } else {
        let disproof = (disproof + open - 1).min(INFINITE - 1);
        (Numbers { proof, disproof }, NOTHING)
    }
}

/// The open move whose proof is nearest, and the numbers beyond which another one is, or the position is to be left.
fn choose<P>(children: &[Child<P>], most: Numbers) -> (usize, Numbers) {
    let (mut chosen, mut least, mut second, mut open) = (0, INFINITE, INFINITE, 0);
    for (place, child) in children.iter().enumerate() {
        open += u32::from(child.numbers.disproof > 0);
        if child.numbers.proof < least {
            (chosen, second, least) = (place, least, child.numbers.proof);
        } else {
            second = second.min(child.numbers.proof);
        }
    }
    let disproof = match most.disproof {
        INFINITE => INFINITE,
        disproof => disproof - (open - 1),
    };
    // A little more than the second best has, so that the search does not go back and forth between two.
    let proof = most.proof.min(second + second / 4 + 1).min(INFINITE);
    (chosen, Numbers { proof, disproof })
}

impl<G: Alternating> ProofNumber<G> {
    /// Whether the player to move at `at`, where play is not over, reaches the aim.
    fn prove(
        &mut self,
        game: &G,
        at: &G::Position,
        aim: Aim,
        limits: &Limits,
    ) -> Result<bool, StopReason> {
        let rest = limits.less(self.visited - self.visited_before);
        let mut search = Search {
            game,
            limits,
            // Half for each aim.
            tables: self
                .tables
                .each_mut()
                .map(|old| Table::or_new(old.take(), game, at, allowed(limits) / 2)),
            meter: rest.meter(),
            stack: Vec::new(),
            children: Vec::new(),
            path: HashMap::default(),
            lost: [0; 2],
        };
        let proved = search.prove(game.canonical(at.clone()), aim);
        self.visited += search.meter.visited();
        self.tables = search.tables.map(Some);
        proved
    }

    /// Closes the value in: is it a win, and if not, is it a draw?
    fn value(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<G::Score, Stopped<G::Score>> {
        if let Some(score) = game.score(at) {
            return Ok(score);
        }
        let worst = G::Score::worst();
        let (mut low, mut high) = (worst, -worst);
        while low < high {
            match self.prove(game, at, Aim::of(high), limits) {
                Ok(true) => low = high,
                Ok(false) => high = below(high),
                Err(reason) => {
                    let bounds = Some((low, high));
                    return Err(Stopped { reason, bounds });
                }
            }
        }
        Ok(low)
    }
}

impl<G: Alternating> Prover<G> for ProofNumber<G> {
    fn ask(
        &mut self,
        game: &G,
        at: &G::Position,
        window: Bounds<G::Score>,
        limits: &Limits,
    ) -> Result<Bounds<G::Score>, StopReason> {
        let proved = self.prove(game, at, Aim::of(window.high), limits)?;
        let worst = G::Score::worst();
        let (low, high) = if proved {
            (window.high, -worst)
        } else {
            (worst, window.low)
        };
        Ok(Bounds { low, high })
    }
}

impl<G: Alternating> Solver<G> for ProofNumber<G> {
    fn about(&self) -> &'static About {
        &ABOUT
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
        self.visited_before = self.visited;
        self.value(game, at, limits).map(Evaluation::of)
    }

    fn solve(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Solution<G>, Stopped<G::Score>> {
        self.visited_before = self.visited;
        let score = self.value(game, at, limits)?;
        solution(self, game, at, score, limits)
    }
}
