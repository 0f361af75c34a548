//! Writes all reachable positions as a graph.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};

use bouton_answers::{Graphed, write_json};
use bouton_core::space::{NumberState, Numbered, Step};
use bouton_core::{Limits, StopReason};
use bouton_engine::{Error, Explored, Sentence};
use bouton_solvers::interned::{Fold, Number, Reached};
use web_time::Instant;

use crate::session::Session;

/// Positions between two checks of the limits.
const STRIDE: u64 = 1 << 12;

/// Writes the positions that can be reached from the session's, each with its moves, as lines of JSON in the form of
/// `docs/import.md`. The file can be opened as a game with the same values. `turn` is left out if further play does not
/// depend on it; otherwise player 0 is the first player.
///
/// ```
/// let mut text = Vec::new();
/// let session = bouton::open("nim", "1")?;
/// let graphed = bouton::experiment::graph(&session, &bouton::Limits::default(), &mut text)?;
/// assert_eq!(graphed.positions, Some(2));
/// let lines = "{\"id\":\"1\",\"to\":[[\"take 1\",\"0\"]]}\n{\"id\":\"0\",\"to\":[]}\n";
/// assert_eq!(String::from_utf8(text).unwrap(), lines);
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// Time is proportional to all moves, each made once and named once; memory to the positions and moves.
///
/// # Errors
/// If the rules fail, or a write fails. A limit that is reached is reported in the answer.
pub fn graph(session: &Session, limits: &Limits, out: &mut dyn Write) -> Result<Graphed, Error> {
    let begun = Instant::now();
    let mut written = Ok(Tally::default());
    let told = session.explore(limits, &mut |game| {
        written = Writing::of(game, limits, &mut *out).and_then(|mut writing| writing.run());
    });
    let (tally, stopped) = match (told, written) {
        (Err(Error::Stopped(reason)), _) | (Ok(()), Err(Failure::Stopped(reason))) => {
            (None, Some(reason))
        }
        (Err(error), _) => return Err(error),
        (Ok(()), Err(Failure::Io(error))) => return Err(Error::Io(Sentence::of(error))),
        (Ok(()), Ok(tally)) => (Some(tally), None),
    };
    Ok(Graphed {
        game: session.game().to_owned(),
        position: session.named_position()?,
        file: String::new(),
        positions: tally.as_ref().map(|tally| tally.positions),
        moves: tally.as_ref().map(|tally| tally.moves),
        ends: tally.as_ref().map(|tally| tally.ends),
        seconds: begun.elapsed().as_secs_f64(),
        stopped,
    })
}

/// The amount written.
#[derive(Default)]
struct Tally {
    positions: u64,
    moves: u64,
    ends: u64,
}

/// The reason why writing stopped.
enum Failure {
    Stopped(StopReason),
    Io(io::Error),
}

bouton_core::made_from!(StopReason => Failure::Stopped);
bouton_core::made_from!(io::Error => Failure::Io);

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Io(error.into())
    }
}

/// A position, with the player to move if that matters.
#[derive(Clone, Copy)]
struct State {
    at: Number,
    player: Option<u8>,
}

/// Writes all positions that can be reached from the first one.
struct Writing<'w> {
    game: &'w dyn Explored,
    reached: Reached,
    limits: &'w Limits,
    out: &'w mut dyn Write,
    /// For each position, the first one with the same text: equal texts, such as those of equal rests of different rows,
    /// mean equal play.
    same: Vec<Number>,
}

impl<'w> Writing<'w> {
    fn of(
        game: &'w mut dyn Explored,
        limits: &'w Limits,
        out: &'w mut dyn Write,
    ) -> Result<Self, Failure> {
        let positions = game.positions();
        let reached = Reached::from(positions, 0, Fold::Nothing, usize::MAX, limits)?;
        let each = 3 * size_of::<State>() as u64;
        let held = positions.bytes() + reached.bytes();
        let held = held + each * reached.count();
        let same = same(game, reached.count(), held, limits)?;
        Ok(Self {
            game,
            reached,
            limits,
            out,
            same,
        })
    }

    fn run(&mut self) -> Result<Tally, Failure> {
        let (states, faced) = if self.turn_matters() {
            self.states()?
        } else {
            let stored = 0..self.same.len() as Number;
            let firsts = stored.filter(|at| self.same[*at as usize] == *at);
            let plain = |at| State { at, player: None };
            (firsts.map(plain).collect(), Vec::new())
        };
        let mut tally = Tally::default();
        let mut meter = self.limits.meter();
        for state in &states {
            let moves = self.write(*state, &faced)?;
            meter.spend(moves + 1)?;
            tally.positions += 1;
            tally.moves += moves as u64;
            tally.ends += u64::from(moves == 0);
        }
        self.out.flush()?;
        Ok(tally)
    }

    /// Whether the side to move matters.
    fn turn_matters(&self) -> bool {
        let mut matters = false;
        for number in 0..self.reached.count() {
            let look = (self.reached).look(number, &mut |step| matters |= step.keeps_turn);
            // A player who cannot move loses, whichever player it is; so points must be even.
            let counts_points = self.reached.counts_points();
            matters |=
                matches!(look, NumberState::Over(rank) if rank > 0 || counts_points && rank != 0);
        }
        matters
    }

    /// The state of a position; its moves are appended.
    fn look(&self, at: Number, steps: &mut Vec<Step>) -> NumberState {
        self.reached.look(at, &mut |step| {
            let to = self.same[step.to as usize];
            steps.push(Step { to, ..step });
        })
    }

    /// All positions with the player to move, in the order of the search, and for each position the possible players as
    /// bits.
    fn states(&mut self) -> Result<(Vec<State>, Vec<u8>), StopReason> {
        let mut meter = self.limits.meter();
        let mut faced = vec![0_u8; self.same.len()];
        let mut states = vec![State {
            at: 0,
            player: Some(0),
        }];
        faced[0] = 1;
        let (mut next, mut steps) = (0, Vec::new());
        while next < states.len() {
            let State { at, player } = states[next];
            let player = player.unwrap_or_default();
            self.look(at, &mut steps);
            for step in steps.drain(..) {
                meter.spend(1)?;
                let player = after(player, &step);
                let seen = &mut faced[step.to as usize];
                if *seen & (1 << player) == 0 {
                    *seen |= 1 << player;
                    states.push(State {
                        at: step.to,
                        player: Some(player),
                    });
                }
            }
            next += 1;
        }
        Ok((states, faced))
    }

    /// Writes a line; returns its number of moves.
    fn write(&mut self, state: State, faced: &[u8]) -> Result<usize, Failure> {
        let mut steps = Vec::new();
        let look = self.look(state.at, &mut steps);
        let counts_points = self.reached.counts_points();
        let (game, out) = (self.game, &mut *self.out);
        let id = |to: State| {
            let id = game.show(to.at);
            match to.player {
                Some(player) if faced[to.at as usize] == 3 => format!("{id} ({player})"),
                _ => id,
            }
        };
        write!(out, "{{\"id\":{}", quoted(&id(state))?)?;
        match look {
            NumberState::Over(rank) => {
                write!(out, ",{}", worth(rank, state.player, counts_points))?
            }
            NumberState::Open | NumberState::Hole => {
                write!(out, ",\"to\":[")?;
                let (mut nth, mut written) = (0, Ok(()));
                game.moves(state.at, &mut |name| {
                    let step = &steps[nth];
                    let player = state.player.map(|player| after(player, step));
                    let to = id(State {
                        at: step.to,
                        player,
                    });
                    written = entry(out, nth, &name, &to, step.gain);
                    nth += 1;
                    written.is_ok()
                });
                written?;
                write!(out, "]")?;
            }
        }
        if let Some(player) = state.player {
            write!(out, ",\"turn\":{player}")?;
        }
        writeln!(out, "}}")?;
        Ok(steps.len())
    }
}

/// For each position the first one with the same text, where other data holds this many bytes.
fn same(
    game: &dyn Explored,
    count: u64,
    held: u64,
    limits: &Limits,
) -> Result<Vec<Number>, StopReason> {
    let mut meter = limits.meter();
    let (mut same, mut firsts) = (Vec::new(), HashMap::<u64, Number>::new());
    for at in 0..count {
        meter.spend(1)?;
        if at.is_multiple_of(STRIDE) {
            limits.check()?;
            limits.afford(held + 40 * firsts.capacity() as u64)?;
        }
        let text = game.show(at);
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        // If another text has this hash, the next number is used.
        let first = (hasher.finish()..).find_map(|hash| match firsts.entry(hash) {
            Entry::Vacant(place) => Some(*place.insert(at)),
            Entry::Occupied(place) => Some(*place.get()).filter(|first| game.show(*first) == text),
        });
        same.push(first.unwrap_or(at));
    }
    Ok(same)
}

/// The player to move after a move.
fn after(player: u8, step: &Step) -> u8 {
    if step.keeps_turn { player } else { 1 - player }
}

/// The score of an end, for the player to move there.
fn worth(rank: i128, player: Option<u8>, counts_points: bool) -> String {
    match (counts_points, player, rank) {
        (true, Some(1), points) => format!("\"points\":{}", -points),
        (true, _, points) => format!("\"points\":{points}"),
        (false, _, 0) => "\"win\":null".to_owned(),
        (false, Some(player), 1..) => format!("\"win\":{player}"),
        (false, Some(player), _) => format!("\"win\":{}", 1 - player),
        (false, None, _) => "\"to\":[]".to_owned(),
    }
}

/// A move.
fn entry(out: &mut dyn Write, nth: usize, name: &str, to: &str, gain: i128) -> Result<(), Failure> {
    let comma = if nth == 0 { "" } else { "," };
    write!(out, "{comma}[{},{}", quoted(name)?, quoted(to)?)?;
    if gain != 0 {
        write!(out, ",{gain}")?;
    }
    Ok(write!(out, "]")?)
}

fn quoted(text: &str) -> Result<String, serde_json::Error> {
    let mut quoted = Vec::new();
    write_json(&mut quoted, &text)?;
    Ok(String::from_utf8_lossy(&quoted).into_owned())
}
