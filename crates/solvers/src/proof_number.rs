//! `proof-number`: the winner, by searching first where the proof is nearest.
//!
//! For games without points, with or without cycles. Each query is whether the player to move wins, or at least does not
//! lose. Every open position has an estimate of the remaining work to prove it and to disprove it. The search goes
//! depth-first to where the proof is nearest, within thresholds (df-pn, Nagai 2002). A proof number is the least of the
//! moves' numbers. A disproof number is the largest of them plus one for every other open move, not their sum, which would
//! count a position once for each path to it (Ueda et al. 2008). Estimates and proofs are stored in a transposition table
//! within the memory limit; the table starts small and grows with the query.
//!
//! Play that repeats a position is a draw. A result that depends on a repetition is true only below the repeated position
//! (the graph-history interaction problem, Kishimoto and Müller 2004). Such a result is used where it was found, and is
//! stored only when it no longer depends on a position above.
//!
//! Time: proportional to the lines that a proof needs, at worst all; memory: up to the limit. Suited to positions where the
//! winner has forcing moves and proofs are narrow. Not for plies to the end, which it does not count, and not for games
//! with many transpositions, where `memo` visits each position once.
//!
//! Sources: A. Nagai, Df-pn algorithm for searching AND/OR trees and its applications (2002); T. Ueda et al., Weak
//! proof-number search (2008); A. Kishimoto, M. Müller, A general solution to the graph history interaction problem (2004).

mod numbers;

use std::cell::RefCell;

use bouton_core::packed::Words;
use bouton_core::solver::{About, Evaluation, Field, Stopped};
use bouton_core::{Limits, Meter, Outcome, StopReason};

use crate::bounds::Bounds;
use crate::interned::{
    BYTES_A_POSITION, BYTES_A_STEP, ENOUGH, Fold, GO_ON, Interned, LinePositions, Number, Put, Step,
};
use crate::searcher::{Answer, Searcher};
use crate::table::{Key, Replaced, Table, allowed, next_size};
use numbers::{Aim, INFINITE, Numbers};

static ABOUT: About = About {
    id: "proof-number",
    rank: 130,
    endless: true,
    proves: true,
    method: "df-pn: depth-first to where least is left to prove, with a transposition table; safe with cycles",
    cost: "time: the lines that a proof needs, at worst all; memory: what is given, half of it for tables",
    source: "Nagai 2002; Ueda et al. 2008; Kishimoto and Müller 2004",
    fills: &[Field::Value, Field::Line],
};

/// Marks a result that depends on no position above.
const NOTHING: u32 = u32::MAX;

/// A move from a position being searched.
#[derive(Debug)]
struct Child {
    to: Number,
    keeps_turn: bool,
    /// The numbers for the player who makes the move.
    numbers: Numbers,
    /// For a settled move: the place on the line of the highest position that the result depends on, or [`NOTHING`].
    rests_on: u32,
}

/// A position being searched.
#[derive(Debug)]
struct Frame {
    at: Number,
    aim: Aim,
    /// The index of its first move among the children.
    first: usize,
    /// The number of positions stacked before the targets of its moves.
    stacked: usize,
    /// The index of the move being searched.
    chosen: usize,
    /// The search leaves the position when its numbers reach either of these.
    most: Numbers,
    entered: u64,
}

/// Searches by proof and disproof numbers.
#[derive(Default)]
pub(crate) struct ProofNumber {
    visited: u64,
    /// The positions visited before the current query.
    visited_before: u64,
    tables: Option<Tables>,
}

/// The known numbers of positions, with a table for each goal. Positions without a number of their own are kept for the tables.
struct Tables {
    of: [Table<Number>; 2],
    /// Bytes of the kept positions.
    kept: u64,
}

impl Tables {
    /// Tables for positions that are numbered or not, each of at most this many bytes.
    fn new(numbered: bool, allowed: u64) -> Self {
        Self {
            of: [(), ()].map(|()| Table::first(numbered, allowed)),
            kept: 0,
        }
    }

    fn bytes(&self) -> u64 {
        self.of.iter().map(Table::bytes).sum::<u64>() + self.kept
    }

    /// The stored numbers.
    fn known(&self, game: &dyn Interned, at: Number, aim: Aim) -> Numbers {
        let table = &self.of[aim as usize];
        let word = table.find(table.key_of(game, at), |other| game.same(*other, at));
        word.map_or(Numbers::UNKNOWN, Numbers::from_word)
    }

    /// Stores a word; returns whether another position was replaced.
    fn note(&mut self, game: &mut dyn Interned, at: Number, aim: Aim, word: u64) -> bool {
        let table = &self.of[aim as usize];
        let key = table.key_of(game, at);
        // Entries are compared, and then a new one is made.
        let asked = RefCell::new(&mut *game);
        let mut added = 0;
        let replaced = table.note(
            key,
            word,
            |other| asked.borrow().same(*other, at),
            || {
                let kept = asked.borrow_mut().keep(at);
                // Of the copy: the position itself may have reserved more.
                added = size_of_kept(*asked.borrow(), kept);
                kept
            },
        );
        self.kept += added;
        match replaced {
            Replaced::Nothing => return false,
            Replaced::Number => {}
            Replaced::Position(other) => release(game, other, &mut self.kept),
        }
        true
    }

    /// Changes the size of a table to this many bytes.
    fn resize(&mut self, game: &mut dyn Interned, aim: Aim, bytes: u64) {
        let asked = RefCell::new(game);
        let table = &mut self.of[aim as usize];
        // Only positions without a number of their own have a key to be computed again.
        let key = |at: &Number| Key::mixed(asked.borrow().hash(*at));
        let kept = &mut self.kept;
        table.resize(bytes, key, |at| release(*asked.borrow_mut(), at, kept));
    }

    /// Releases every kept position.
    fn clear(mut self, game: &mut dyn Interned) {
        for (at, _) in self.of.into_iter().flat_map(Table::into_entries) {
            release(game, at, &mut self.kept);
        }
        debug_assert_eq!(self.kept, 0, "only the tables keep positions");
    }
}

fn release(game: &mut dyn Interned, at: Number, kept: &mut u64) {
    *kept -= size_of_kept(game, at);
    game.release(at);
}

/// Bytes of a kept position.
fn size_of_kept(game: &dyn Interned, at: Number) -> u64 {
    (size_of::<(usize, Words)>() + game.beside(at)) as u64
}

/// One search.
struct Search<'s> {
    game: &'s mut dyn Interned,
    limits: &'s Limits,
    meter: Meter<'s>,
    stack: Vec<Frame>,
    /// The moves of all positions on the stack; those of one position are contiguous.
    children: Vec<Child>,
    /// The place of a position on the stack, for each goal.
    path: [LinePositions; 2],
    tables: &'s mut Tables,
    /// Entries of the tables, one for each goal, that were replaced by others.
    lost: [u64; 2],
}

/// Positions between two checks of the memory.
const STRIDE: u64 = 1024;

impl Search<'_> {
    /// Whether the player to move at `at` reaches the goal.
    fn prove(&mut self, at: Number, aim: Aim) -> Result<bool, StopReason> {
        let numbers = self.tables.known(self.game, at, aim);
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
                let (to, keeps_turn) = (child.to, child.keeps_turn);
                let aim = frame.aim.after(keeps_turn, self.game.can_draw());
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

    /// Puts a position on the stack and examines its moves.
    fn open(&mut self, at: Number, aim: Aim, most: Numbers) -> Result<(), StopReason> {
        self.meter.visit()?;
        if self.meter.visited().is_multiple_of(STRIDE) {
            self.meter.afford(self.bytes())?;
        }
        let (first, stacked) = (self.children.len(), self.game.stacked());
        let place = self.stack.len() as u32;
        self.path[aim as usize].insert(self.game, at, place);
        self.list(at, aim)?;
        if let Some(proved) = self.children[first..].iter().rposition(Child::is_proved) {
            self.children.swap(first, first + proved);
            self.children.truncate(first + 1);
            let child = &mut self.children[first];
            child.to = self.game.forget_all_but(child.to, stacked);
        }
        self.stack.push(Frame {
            at,
            aim,
            first,
            stacked,
            chosen: first,
            most,
            entered: self.meter.visited(),
        });
        Ok(())
    }

    /// Examines the moves of a position, up to the first that is proved.
    fn list(&mut self, at: Number, aim: Aim) -> Result<(), StopReason> {
        let held = self.bytes_beside_children();
        // Each move leads to a position of about the same size.
        let large = self.game.beside(at);
        let each = 3 * (size_of::<Child>() + BYTES_A_POSITION + large);
        let (children, path, meter) = (&mut self.children, &self.path, &mut self.meter);
        let tables = &*self.tables;
        let (fold, store) = (Fold::Symmetric, false);
        self.game.steps(at, Put { fold, store }, &mut |game, step| {
            if children.len() == children.capacity() {
                meter.afford(held + (children.capacity() * each) as u64)?;
            }
            meter.spend(1 + large / BYTES_A_STEP)?;
            let child = look(game, tables, path, step, aim);
            let is_proved = child.is_proved();
            children.push(child);
            if is_proved { ENOUGH } else { GO_ON }
        })
    }

    fn bytes(&self) -> u64 {
        let each = 3 * (size_of::<Child>() + BYTES_A_POSITION);
        self.bytes_beside_children() + (self.children.capacity() * each) as u64
    }

    fn bytes_beside_children(&self) -> u64 {
        let stack = (self.stack.capacity() * size_of::<Frame>()) as u64;
        let path: u64 = self.path.iter().map(LinePositions::bytes).sum();
        // A growing stack holds its old contents and twice as much for a while.
        self.tables.bytes() + 3 * (stack + path)
    }

    /// Takes the last position from the stack, and stores its result.
    fn close(&mut self, numbers: Numbers, rests_on: u32) {
        let frame = self.stack.pop().expect("invariant: a position is open");
        self.children.truncate(frame.first);
        self.game.forget(frame.stacked);
        if rests_on == NOTHING {
            let nodes = self.meter.visited() + 1 - frame.entered;
            self.store(&frame, numbers.word(nodes));
        }
        self.path[frame.aim as usize].remove(self.game, frame.at);
    }

    /// Stores a word, in a larger table if too many entries were replaced.
    fn store(&mut self, frame: &Frame, word: u64) {
        let aim = frame.aim;
        let replaced = self.tables.note(self.game, frame.at, aim, word);
        let lost = &mut self.lost[aim as usize];
        *lost += u64::from(replaced);
        let table = &self.tables.of[aim as usize];
        if 2 * *lost > table.entries() {
            *lost = 0;
            if let Some(bytes) = next_size(2 * table.bytes(), self.limits) {
                self.tables.resize(self.game, aim, bytes / 2);
            }
        }
    }
}

impl Child {
    fn is_proved(&self) -> bool {
        self.numbers.proof == 0 && self.rests_on == NOTHING
    }
}

/// The known facts about a move, without a search.
fn look(
    game: &dyn Interned,
    tables: &Tables,
    path: &[LinePositions; 2],
    step: Step,
    aim: Aim,
) -> Child {
    let aim = aim.after(step.keeps_turn, game.can_draw());
    let (numbers, rests_on) = if let Some(rank) = game.end(step.to) {
        let reached = aim.reached(Outcome::of_margin(rank));
        (Numbers::settled(reached), NOTHING)
    } else if let Some(place) = path[aim as usize].place(game, step.to) {
        (Numbers::settled(aim.reached(Outcome::Draw)), place)
    } else {
        (tables.known(game, step.to, aim), NOTHING)
    };
    Child {
        to: step.to,
        keeps_turn: step.keeps_turn,
        numbers: numbers.before(step.keeps_turn),
        rests_on,
    }
}

/// The numbers of a position from those of its moves; if they are settled, also the dependency.
fn sum_up(children: &[Child]) -> (Numbers, u32) {
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

/// The open move whose proof is nearest, and the thresholds at which another move is nearer or the position is left.
fn choose(children: &[Child], most: Numbers) -> (usize, Numbers) {
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
    // Slightly more than the second best number, so that the search does not alternate between two moves.
    let proof = most.proof.min(second + second / 4 + 1).min(INFINITE);
    (chosen, Numbers { proof, disproof })
}

impl ProofNumber {
    /// Whether the player to move at `at`, where play is not over, reaches the goal.
    fn prove(
        &mut self,
        game: &mut dyn Interned,
        at: Number,
        aim: Aim,
        limits: &Limits,
    ) -> Result<bool, StopReason> {
        let rest = limits.less(self.visited - self.visited_before);
        // Half for each goal.
        let (numbered, allowed) = (game.key(at).is_some(), allowed(limits) / 2);
        let serve = |tables: &Tables| {
            tables
                .of
                .iter()
                .all(|table| table.serves(numbered, allowed))
        };
        if !self.tables.as_ref().is_some_and(serve)
            && let Some(old) = self.tables.take()
        {
            old.clear(game);
        }
        let new = || Tables::new(numbered, allowed);
        let tables = self.tables.get_or_insert_with(new);
        let root = game.stack_folded(at);
        let mut search = Search {
            game,
            limits,
            meter: rest.meter(),
            stack: Vec::new(),
            children: Vec::new(),
            path: Default::default(),
            tables,
            lost: [0; 2],
        };
        let proved = search.prove(root, aim);
        self.visited += search.meter.visited();
        proved
    }

    /// Finds the value: is it a win, and if not, is it a draw?
    fn value(
        &mut self,
        game: &mut dyn Interned,
        at: Number,
        limits: &Limits,
    ) -> Result<i128, Stopped<i128>> {
        if let Some(rank) = game.end(at) {
            return Ok(rank);
        }
        let (mut low, mut high) = (LOSS, WIN);
        while low < high {
            match self.prove(game, at, Aim::of(high), limits) {
                Ok(true) => low = high,
                Ok(false) if high == WIN && game.can_draw() => high = DRAW,
                Ok(false) => high = LOSS,
                Err(reason) => return Err(Stopped::between((low, high), reason)),
            }
        }
        Ok(low)
    }
}

/// The ranks of a win, a draw and a loss.
const WIN: i128 = 1;
const DRAW: i128 = 0;
const LOSS: i128 = -1;

impl Searcher for ProofNumber {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(
        &mut self,
        game: &mut dyn Interned,
        at: Number,
        limits: &Limits,
    ) -> Result<Evaluation<i128>, Stopped<i128>> {
        self.visited_before = self.visited;
        self.value(game, at, limits).map(Evaluation::of)
    }

    fn solve(
        &mut self,
        game: &mut dyn Interned,
        at: Number,
        limits: &Limits,
    ) -> Result<Answer, Stopped<i128>> {
        let value = self.evaluate(game, at, limits)?;
        Ok(Answer { value, play: None })
    }

    fn ask(
        &mut self,
        game: &mut dyn Interned,
        at: Number,
        window: Bounds<i128>,
        limits: &Limits,
    ) -> Result<Bounds<i128>, StopReason> {
        let proved = self.prove(game, at, Aim::of(window.high), limits)?;
        let (low, high) = if proved {
            (window.high, WIN)
        } else {
            (LOSS, window.low)
        };
        Ok(Bounds { low, high })
    }
}
