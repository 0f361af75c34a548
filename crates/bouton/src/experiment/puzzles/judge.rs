//! [`Judge`]: whether a position is a puzzle, and how hard it is.

use bouton_answers::{Aim, Move, Puzzle};
use bouton_core::{Outcome, StopReason};
use bouton_engine::Error;

use super::LONGEST;
use crate::play::greed::pieces;
use crate::play::looking;
use crate::play::{Level, Turn};
use crate::session::{How, Session};

/// Positions with more moves are not used: a person would not consider all of them.
pub(super) const WIDEST: usize = 60;
/// Positions nearer to the end are not used, because they are too easy. If the distance is unknown, positions with fewer
/// moves than this are not used.
const NEAREST: u64 = 3;
/// The quickest win is asked for where it takes at most so many plies: the first of thirty is not found by thinking.
const FARTHEST: u32 = 9;
/// Where a position is too large to solve, a forced win is looked for so many plies ahead.
const LOOKS: u32 = 5;
/// If more moves achieve the aim, they are not compared for symmetry.
const ALIKE: usize = 8;
/// So many moves of a solution are looked at.
const LONGEST_SOLUTION: usize = 8;
/// So many plies the model player looks ahead.
const MODEL_LOOKS: u32 = 2;
/// The difficulty that is added if the model player chooses wrong.
const MODEL_MISSES: u64 = 3;

/// Solves positions one at a time, within limits that a person's patience sets.
pub(super) struct Judge<'h> {
    pub(super) session: &'h mut Session,
    pub(super) how: &'h How,
    /// So many positions may be searched to solve one.
    pub(super) enough: u64,
    /// Whether positions are too large to solve, and the moves are known as far as one sees by looking ahead.
    pub(super) ahead: bool,
}

/// The verdict on a position.
pub(super) enum Judged {
    Puzzle(Puzzle),
    /// Several moves win; with these aims, one of them may do what no other does.
    Open(Vec<Aim>),
}

impl From<Option<Puzzle>> for Judged {
    fn from(puzzle: Option<Puzzle>) -> Self {
        puzzle.map_or(Self::Open(Vec::new()), Self::Puzzle)
    }
}

impl Judge<'_> {
    /// Whether the move is the only capture: people look at captures first.
    fn is_plain_capture(&mut self, here: &str, name: &str) -> Result<bool, Error> {
        let Some(before) = pieces(&self.session.scene()?) else {
            return Ok(false);
        };
        let (mut takes, mut others) = (false, false);
        for choice in self.session.choices(WIDEST)? {
            self.session.go(&choice.to)?;
            let fewer = pieces(&self.session.scene()?).is_some_and(|after| after < before);
            if choice.played.name == name {
                takes = fewer;
            } else {
                others |= !fewer;
            }
        }
        self.session.go(here)?;
        Ok(takes && others)
    }

    /// The limits for solving a position: one thread, so that results are reproducible.
    fn within(&self) -> How {
        let mut how = self.how.clone();
        how.limits.threads = Some(1);
        how.limits.nodes = how.limits.nodes.or(Some(self.enough));
        how
    }

    /// The moves of the session's position with their values.
    pub(super) fn moves(&mut self) -> Result<Vec<Move>, Error> {
        let within = self.within();
        if self.ahead {
            return looking::moves(self.session, LOOKS, &within.limits);
        }
        Ok(self.session.moves(&within)?.moves)
    }

    /// The session's position as a puzzle, or what it may be a puzzle of among several moves that win.
    pub(super) fn puzzle(&mut self, here: &str) -> Result<Judged, Error> {
        let count = self.session.choices(WIDEST + 1)?.len();
        if !(2..=WIDEST).contains(&count) {
            return Ok(Judged::Open(Vec::new()));
        }
        if self.ahead {
            let moves = self.moves()?;
            return Ok(self.puzzle_of(here, &moves, Aim::Soonest)?.into());
        }
        // The value comes first, so that a position that is too large costs one search, not one per move.
        self.session.value(&self.within())?;
        let moves = self.moves()?;
        if achieving(&moves, Aim::Holds).len() == 1 {
            return Ok(self.puzzle_of(here, &moves, Aim::Holds)?.into());
        }
        let mut aims = vec![Aim::Holds, Aim::Soonest, Aim::Most];
        aims.retain(|aim| {
            let achieving = achieving(&moves, *aim);
            (1..=ALIKE).contains(&achieving.len()) && achieving.len() < moves.len()
        });
        Ok(Judged::Open(aims))
    }

    /// The session's position as a puzzle with this aim, if it is one; `moves` are its moves.
    pub(super) fn puzzle_of(
        &mut self,
        here: &str,
        moves: &[Move],
        aim: Aim,
    ) -> Result<Option<Puzzle>, Error> {
        let to_move = self.session.side();
        let achieving = achieving(moves, aim);
        let Some((only, rest)) = achieving.split_first() else {
            return Ok(None);
        };
        if !rest.is_empty() && !self.are_alike(here, &achieving)? {
            return Ok(None);
        }
        if self.is_plain_capture(here, &only.name)? {
            return Ok(None);
        }
        let names: Vec<String> = achieving.iter().map(|mv| mv.name.clone()).collect();
        let plausible = moves.iter().filter(|mv| !names.contains(&mv.name));
        let plausible = plausible.filter(|mv| mv.remoteness.is_none_or(|plies| plies > 2));
        let plausible = plausible.count();
        let (name, remoteness, outcome) = (only.name.clone(), only.remoteness, only.outcome);
        let words = only.words.clone();
        let margin = only.margin.clone().filter(|_| aim == Aim::Most);
        self.session.play(&name)?;
        if self.session.is_over()? {
            return Ok(None);
        }
        let line = self.line(here)?;
        let plies = line.as_ref().map(|line| line.len() as u64);
        let difficulty = self.difficulty(here, &name, line.as_deref(), aim)?;
        // A draw that is saved has no end to count to: the wrong moves there must not fail at once.
        let counts_plies = moves.iter().any(|mv| mv.remoteness.is_some());
        let is_near = match remoteness.map(u64::from).or(plies) {
            Some(far) => far < NEAREST || (aim == Aim::Soonest && far > u64::from(FARTHEST)),
            None if counts_plies => plausible == 0,
            None => (moves.len() as u64) < NEAREST,
        };
        if is_near {
            return Ok(None);
        }
        let own = line.filter(|line| remoteness.is_some_and(|plies| plies as usize == line.len()));
        let fools = self.fools(here, &names)?;
        Ok(Some(Puzzle {
            position: here.to_owned(),
            to_move,
            outcome,
            aim,
            name,
            alike: names[1..].to_vec(),
            words,
            remoteness,
            margin,
            moves: own.map(|line| line.iter().filter(|(_, is_own)| *is_own).count() as u32),
            plausible,
            difficulty: difficulty + 2 * fools.len() as u64,
            fools,
            symmetries: 1,
        }))
    }

    /// Whether these moves lead to the same position up to symmetry.
    fn are_alike(&mut self, here: &str, moves: &[&Move]) -> Result<bool, Error> {
        let mut class = None;
        for mv in moves {
            let Some(to) = &mv.to else { return Ok(false) };
            self.session.go(to)?;
            let next = self.session.canonical()?;
            if *class.get_or_insert_with(|| next.clone()) != next {
                self.session.go(here)?;
                return Ok(false);
            }
        }
        self.session.go(here)?;
        Ok(true)
    }

    /// How hard the solution is for a model player, which looks two plies ahead. Counted for each of the solver's moves of a line of
    /// best play, as long as only one move achieves the aim: 1 where there is a choice, 1 for each wrong move that does not fail
    /// within two plies, and more if the model player makes a wrong one.
    fn difficulty(
        &mut self,
        here: &str,
        only: &str,
        line: Option<&[(String, bool)]>,
        aim: Aim,
    ) -> Result<u64, Error> {
        let first = [(only.to_owned(), true)];
        let within = self.within();
        let (mut difficulty, mut looked_at) = (0, 0);
        self.session.go(here)?;
        for (name, is_own) in line.unwrap_or(&first) {
            if *is_own {
                looked_at += 1;
                let moves = match self.moves() {
                    Err(Error::Stopped(StopReason::Nodes)) if looked_at > 1 => break,
                    moves => moves?,
                };
                let right = achieving(&moves, aim);
                // The moves that solve the puzzle itself may be alike.
                if (right.len() > 1 && looked_at > 1) || looked_at > LONGEST_SOLUTION {
                    break;
                }
                let is_wrong = |mv: &&Move| !right.iter().any(|one| one.name == mv.name);
                let wrong: Vec<&Move> = moves.iter().filter(is_wrong).collect();
                if !wrong.is_empty() {
                    let seen = |mv: &&&Move| mv.remoteness.is_none_or(|plies| plies > MODEL_LOOKS);
                    let model = Level::Looks(MODEL_LOOKS);
                    let chosen = model.reply(self.session, &Turn::default(), &within)?;
                    let misses = wrong.iter().any(|mv| mv.name == chosen.name);
                    difficulty += 1 + wrong.iter().filter(seen).count() as u64;
                    difficulty += if misses { MODEL_MISSES } else { 0 };
                }
            }
            self.session.play(name)?;
        }
        Ok(difficulty)
    }

    /// A line of best play to its end: each move, and whether the player to move here makes it. `None` if no solver gives a
    /// full line: a closed form gives only the first move.
    fn line(&mut self, here: &str) -> Result<Option<Vec<(String, bool)>>, Error> {
        self.session.go(here)?;
        let mut solved = match self.ahead {
            true => None,
            false => match self.session.solve(&self.within())?.line {
                Some(line) => Some(line.into_iter()),
                None => return Ok(None),
            },
        };
        let (mut is_own, mut plies) = (true, Vec::new());
        while plies.len() < LONGEST {
            let next = match &mut solved {
                Some(line) => line.next(),
                None if self.session.is_over()? => None,
                None => forced(&self.moves()?),
            };
            let Some(name) = next else { break };
            let keeps_turn = self.session.play(&name)?.keeps_turn;
            plies.push((name, is_own));
            is_own ^= !keeps_turn;
        }
        Ok(self.session.is_over()?.then_some(plies))
    }

    /// The strategies of the game that miss the move.
    fn fools(&mut self, here: &str, names: &[String]) -> Result<Vec<String>, Error> {
        self.session.go(here)?;
        let cards = self.session.strategies();
        let known: Vec<String> = cards.iter().map(|card| card.name.to_owned()).collect();
        let misses = |strategy: &String| {
            let allowed = self.session.allowed(strategy);
            // A strategy with a parameter cannot be used by its name alone.
            allowed
                .is_ok_and(|moves| !moves.is_empty() && !moves.iter().any(|mv| names.contains(mv)))
        };
        Ok(known.into_iter().filter(misses).collect())
    }
}

/// The quickest win, or where every move loses the slowest loss.
fn forced(moves: &[Move]) -> Option<String> {
    let wins = moves.iter().filter(|mv| mv.outcome == Outcome::Win);
    let soonest = wins.min_by_key(|mv| mv.remoteness);
    let loses = moves.iter().all(|mv| mv.outcome == Outcome::Loss);
    let latest = moves.iter().filter(|_| loses);
    let latest = latest.max_by_key(|mv| mv.remoteness);
    soonest.or(latest).map(|mv| mv.name.clone())
}

/// The moves that achieve an aim: those that win, or if no move wins those that draw; of several that win those that win soonest,
/// or by most points.
fn achieving(moves: &[Move], aim: Aim) -> Vec<&Move> {
    let outcomes = [Outcome::Win, Outcome::Draw].into_iter();
    let mut there = outcomes.filter(|outcome| moves.iter().any(|mv| mv.outcome == *outcome));
    let Some(outcome) = there.next() else {
        return Vec::new();
    };
    let holding = moves.iter().filter(|mv| mv.outcome == outcome);
    let mut holding: Vec<&Move> = holding.collect();
    match aim {
        Aim::Holds => {}
        Aim::Soonest => {
            let soonest = holding.iter().filter_map(|mv| mv.remoteness).min();
            let known = soonest.filter(|_| outcome == Outcome::Win);
            holding.retain(|mv| mv.remoteness == known && known.is_some());
        }
        Aim::Most => {
            let most = holding.iter().filter_map(|mv| mv.margin.clone()).max();
            let known = most.filter(|_| outcome == Outcome::Win);
            holding.retain(|mv| mv.margin == known && known.is_some());
        }
    }
    holding
}
