//! Writes all reachable positions as a graph.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};

use bouton_answers::{Graphed, write_json};
use bouton_core::{Limits, StopReason};
use bouton_engine::{Error, Explored};
use bouton_solvers::interned::{Expansion, Fold, GO_ON, Number, Put, Step, Told};
use web_time::Instant;

use crate::session::Session;

/// The number of positions whose moves are found at once.
const BATCH: usize = 1 << 10;
/// Moves between two checks of the limits.
const STRIDE: usize = 1 << 12;

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
/// Time is proportional to all moves, each made up to three times; memory to the positions.
///
/// # Errors
/// If the rules fail, or a write fails. A limit that is reached is reported in the answer.
pub fn graph(session: &Session, limits: &Limits, out: &mut dyn Write) -> Result<Graphed, Error> {
    let begun = Instant::now();
    let mut written = Ok(Tally::default());
    let told = session.explore(limits, &mut |game| {
        let mut writing = Writing {
            game,
            limits,
            out: &mut *out,
            same: Vec::new(),
        };
        written = writing.run();
    });
    let (tally, stopped) = match (told, written) {
        (Err(Error::Stopped(reason)), _) | (Ok(()), Err(Failure::Stopped(reason))) => {
            (None, Some(reason))
        }
        (Err(error), _) => return Err(error),
        (Ok(()), Err(Failure::Io(error))) => return Err(Error::Io(error.to_string())),
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

impl From<StopReason> for Failure {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

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
    game: &'w mut dyn Explored,
    limits: &'w Limits,
    out: &'w mut dyn Write,
    /// For each position, the first one with the same text: equal texts, such as those of equal rests of different rows,
    /// mean equal play.
    same: Vec<Number>,
}

impl Writing<'_> {
    fn run(&mut self) -> Result<Tally, Failure> {
        let matters = self.reach()?;
        self.find_same()?;
        let (states, faced) = if matters {
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

    /// Bytes of the positions, and of the data about each.
    fn held(&mut self) -> u64 {
        let positions = self.game.positions();
        positions.bytes()
            + positions.spilled()
            + (3 * size_of::<State>() * positions.stored()) as u64
    }

    /// Stores all reachable positions; returns whether the side to move matters.
    fn reach(&mut self) -> Result<bool, StopReason> {
        let limits = self.limits;
        let counts_points = self.game.positions().counts_points();
        let (mut next, mut matters) = (0, false);
        while next < self.game.positions().stored() {
            let held = self.held();
            limits.check()?;
            limits.afford(held)?;
            if limits.nodes.is_some_and(|nodes| next as u64 >= nodes) {
                return Err(StopReason::Nodes);
            }
            limits.progress.set(next as u64, 0);
            let positions = self.game.positions();
            let end = positions.stored().min(next + BATCH);
            let how = Expansion {
                fold: Fold::Nothing,
                threads: limits.threads.unwrap_or(1),
                held,
                limits,
            };
            positions.expand(next as Number..end as Number, &how, &mut |_, told| {
                matters |= match told {
                    // A player who cannot move loses, whichever player it is; so points must be even.
                    Told::Over(rank) => rank > 0 || counts_points && rank != 0,
                    Told::Step(step) => step.keeps_turn,
                    Told::Open(_) => false,
                };
                GO_ON
            })?;
            next = end;
        }
        Ok(matters)
    }

    /// Finds the positions with equal texts.
    fn find_same(&mut self) -> Result<(), StopReason> {
        let (limits, held) = (self.limits, self.held());
        let stored = self.game.positions().stored();
        let mut meter = limits.meter();
        let mut firsts: HashMap<u64, Number> = HashMap::new();
        for at in 0..stored as Number {
            meter.spend(1)?;
            if (at as usize).is_multiple_of(STRIDE) {
                limits.check()?;
                limits.afford(held + 40 * firsts.capacity() as u64)?;
            }
            let text = self.game.show(at);
            let mut hasher = DefaultHasher::new();
            text.hash(&mut hasher);
            // If another text has this hash, the next number is used.
            let first = (hasher.finish()..).find_map(|hash| match firsts.entry(hash) {
                Entry::Vacant(place) => Some(*place.insert(at)),
                Entry::Occupied(place) => {
                    Some(*place.get()).filter(|first| self.game.show(*first) == text)
                }
            });
            self.same.push(first.unwrap_or(at));
        }
        Ok(())
    }

    /// The moves of a position, all of which are stored.
    fn steps(&mut self, at: Number) -> Result<Vec<Step>, StopReason> {
        let (limits, held) = (self.limits, self.held());
        let mut steps = Vec::new();
        let put = Put {
            fold: Fold::Nothing,
            store: true,
        };
        let same = &self.same;
        self.game.positions().steps(at, put, &mut |_, step| {
            let to = same[step.to as usize];
            steps.push(Step { to, ..step });
            if steps.len().is_multiple_of(STRIDE) {
                limits.check()?;
                limits.afford(held + 2 * size_of_val(&steps[..]) as u64)?;
            }
            GO_ON
        })?;
        Ok(steps)
    }

    /// All positions with the player to move, in the order of the search, and for each position the possible players as
    /// bits.
    fn states(&mut self) -> Result<(Vec<State>, Vec<u8>), StopReason> {
        let mut meter = self.limits.meter();
        let mut faced = vec![0_u8; self.game.positions().stored()];
        let mut states = vec![State {
            at: 0,
            player: Some(0),
        }];
        faced[0] = 1;
        let mut next = 0;
        while next < states.len() {
            let State { at, player } = states[next];
            let player = player.unwrap_or_default();
            for step in self.steps(at)? {
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
        let end = self.game.positions().end(state.at);
        let counts_points = self.game.positions().counts_points();
        let steps = match end {
            Some(_) => Vec::new(),
            None => self.steps(state.at)?,
        };
        let (game, out) = (&*self.game, &mut *self.out);
        let id = |to: State| {
            let id = game.show(to.at);
            match to.player {
                Some(player) if faced[to.at as usize] == 3 => format!("{id} ({player})"),
                _ => id,
            }
        };
        write!(out, "{{\"id\":{}", quoted(&id(state))?)?;
        match end {
            Some(rank) => write!(out, ",{}", worth(rank, state.player, counts_points))?,
            None => {
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
