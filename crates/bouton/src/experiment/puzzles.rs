//! Puzzles: positions in which only one move wins or draws, or only one wins soonest or by most points.

use std::collections::{HashMap, HashSet};

use bouton_answers::{Aim, Move, Puzzle, Puzzles};
use bouton_core::scene::Figure;
use bouton_core::{Outcome, StopReason};
use bouton_engine::Error;

use super::starts::{self, Sizes};
use crate::play::greed::pieces;
use crate::play::looking;
use crate::play::{Level, Turn};
use crate::random::Random;
use crate::session::{How, Session};

/// The query.
///
/// ```
/// let wish = bouton::experiment::Wish { count: 10, date: Some("2026-11-22"), varied: false };
/// assert_eq!(wish.count, 10);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Wish<'w> {
    /// The number of puzzles.
    pub count: usize,
    /// The day of the puzzles: the same day gives the same puzzles, another day others.
    pub date: Option<&'w str>,
    /// Whether each play starts at heaps or a row of other sizes, about as large as those of the session's position.
    pub varied: bool,
}

/// Positions tried for each requested puzzle, and the minimum.
const TRIES: u64 = 40;
const LEAST_TRIES: u64 = 300;
/// Positions with more moves are not used: a person would not consider all of them.
const WIDEST: usize = 60;
/// The search ends after this many plays without a new position.
const PATIENCE: u32 = 60;
/// The longest play.
const LONGEST: usize = 200;
/// Positions that need a longer search are not used: a person could not solve them.
const SOLVED_WITHIN: u64 = 50_000;
/// Positions nearer to the end are not used, because they are too easy. If the distance is unknown, positions with fewer
/// moves than this are not used.
const NEAREST: u64 = 3;
/// The quickest win is asked for where it takes at most so many plies: the first of thirty is not found by thinking.
const FARTHEST: u32 = 9;
/// Where a position is too large to solve, a forced win is looked for so many plies ahead, among so many positions.
const LOOKS: u32 = 5;
const LOOKED_AT: u64 = 20_000;
/// So many times as many positions are tried so: a look costs less than a solution, and finds less.
const PLENTY: u64 = 4;
/// If more moves achieve the aim, they are not compared for symmetry.
const ALIKE: usize = 8;
/// So many times as many puzzles are made as are missing, to take the hardest.
const MORE: usize = 3;
/// Tables of so many positions are made to draw puzzles from.
const WHOLE: u64 = 1 << 20;

/// So many plies the model player looks ahead.
const MODEL_LOOKS: u32 = 2;
/// The difficulty that is added if the model player chooses wrong.
const MODEL_MISSES: u64 = 3;
/// So many moves of a solution are looked at.
const LONGEST_SOLUTION: usize = 8;

/// Puzzles among the positions that random play reaches from the session's, or among all positions of the game if they are numbered
/// and one solver answers for all of them; the hardest first, each once up to symmetry. The same game, position and day give the
/// same puzzles, as long as no limit is reached.
///
/// In a puzzle one move achieves what no other does. If there are fewer puzzles than requested, positions with several winning
/// moves are added, one of which wins soonest or by most points: the puzzle then asks for that one.
///
/// ```
/// use bouton::{How, experiment::{Wish, puzzles}};
/// let mut session = bouton::open("nim", "3,4,5")?;
/// let found = puzzles(&mut session, &Wish { count: 3, date: None, varied: false }, &How::default())?;
/// assert_eq!(found.puzzles.len(), 3);
/// for puzzle in &found.puzzles {
///     session.go(&puzzle.position)?;
///     assert_eq!(session.solve(&How::default())?.best.len(), 1);
/// }
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// If the rules fail, or the solver does not serve the game. A limit that is reached is part of the answer.
pub fn puzzles(session: &mut Session, wish: &Wish<'_>, how: &How) -> Result<Puzzles, Error> {
    let start = session.position()?;
    let seed = format!("{} {start} {}", session.game(), wish.date.unwrap_or(""));
    let mut hunt = Hunt {
        session,
        how,
        random: Random::of(&seed),
        met: HashSet::new(),
        classes: HashMap::new(),
        found: Vec::new(),
        open: Vec::new(),
        tried: 0,
        too_large: 0,
        enough: SOLVED_WITHIN,
        opening: 0,
        varied: wish.varied,
        ahead: false,
        wanted: None,
    };
    let most = LEAST_TRIES.max(wish.count as u64 * TRIES);
    let hunted = hunt.run(&start, wish.count, most);
    let stopped = match hunted.and_then(|()| hunt.fill(wish.count)) {
        Ok(()) => None,
        Err(Error::Stopped(reason)) => Some(reason),
        Err(error) => return Err(error),
    };
    let (mut puzzles, tried, too_large) = (hunt.found, hunt.tried, hunt.too_large);
    session.go(&start)?;
    puzzles.sort_by(|a, b| {
        let harder = b.difficulty.cmp(&a.difficulty);
        harder.then_with(|| a.position.cmp(&b.position))
    });
    puzzles.truncate(wish.count);
    Ok(Puzzles {
        game: session.game().to_owned(),
        puzzles,
        tried,
        too_large,
        stopped,
    })
}

struct Hunt<'h> {
    session: &'h mut Session,
    how: &'h How,
    random: Random,
    /// Positions met; symmetric ones count separately.
    met: HashSet<String>,
    /// The puzzle of each symmetry class; `None` if it is not a puzzle.
    classes: HashMap<String, Option<usize>>,
    found: Vec<Puzzle>,
    /// Positions with several moves that win, and what one of them does that no other does.
    open: Vec<(String, Aim)>,
    tried: u64,
    /// The number of tried positions that were abandoned.
    too_large: u64,
    /// So many positions may be searched to solve one.
    enough: u64,
    /// Positions fewer moves from the start than this are skipped, because those tried there were too large.
    opening: usize,
    /// Whether plays start at positions like the start.
    varied: bool,
    /// Whether positions are too large to solve, and the moves are known as far as one sees by looking ahead.
    ahead: bool,
    /// The hunt ends with so many puzzles.
    wanted: Option<usize>,
}

impl Hunt<'_> {
    /// Tries positions until there are enough puzzles or nothing new comes: all that the game numbers, those of play from the start,
    /// those of play from other starts, and last those that are too large to solve.
    fn run(&mut self, start: &str, count: usize, most: u64) -> Result<(), Error> {
        self.draw(most)?;
        let elsewhere = self.varied && starts::is_sizes(start);
        self.plays(start, elsewhere, most)?;
        if self.varied && !elsewhere && self.found.len() < count {
            self.opening = 0;
            self.plays(start, true, self.tried + most)?;
        }
        let missing = count.saturating_sub(self.found.len() + self.open.len());
        self.session.go(start)?;
        let mut choices = self.session.choices(1)?.into_iter();
        let counts_points = choices.any(|choice| choice.played.gain.is_some());
        if missing > 0 && self.too_large > 0 && !counts_points {
            (self.ahead, self.enough) = (true, LOOKED_AT);
            self.classes.clear();
            self.met.clear();
            self.opening = 0;
            self.wanted = Some(self.found.len() + MORE * missing);
            self.plays(start, false, self.tried + PLENTY * most)?;
            (self.ahead, self.enough) = (false, SOLVED_WITHIN);
        }
        Ok(())
    }

    /// Draws positions of a game that numbers all of them.
    fn draw(&mut self, most: u64) -> Result<(), Error> {
        let (drawn, mut idle) = (self.is_drawn_from()?, 0);
        while drawn && self.tried < most && idle < PATIENCE {
            self.how.limits.check()?;
            let before = self.tried;
            let Some(position) = self.drawn()? else { break };
            self.session.go(&position)?;
            if !self.session.is_over()? {
                self.look(&position)?;
            }
            idle = if self.tried == before { idle + 1 } else { 0 };
        }
        Ok(())
    }

    /// Plays at random repeatedly, and tries every position on the way; from the start, or each time from another one like it.
    fn plays(&mut self, start: &str, elsewhere: bool, most: u64) -> Result<(), Error> {
        let mut idle = 0;
        while self.tried < most && idle < PATIENCE && !self.has_enough() {
            let before = self.tried;
            if elsewhere {
                self.go_elsewhere(start)?;
            } else {
                self.session.go(start)?;
            }
            match self.play(most) {
                // The rules need not hold at a start that was drawn: play may be endless there.
                Err(Error::NoSolver(_) | Error::Unfit(_) | Error::Rules(_)) if elsewhere => {}
                played => played?,
            }
            idle = if self.tried == before { idle + 1 } else { 0 };
        }
        Ok(())
    }

    fn has_enough(&self) -> bool {
        self.wanted.is_some_and(|wanted| self.found.len() >= wanted)
    }

    /// Whether positions are drawn from all there are: from a table, or where a solver answers for all of a small game.
    fn is_drawn_from(&mut self) -> Result<bool, Error> {
        if self.session.accepts("table-file", &self.how.limits).is_ok() {
            return Ok(true);
        }
        let mut count = u64::MAX;
        self.session
            .whole(None, &self.how.limits, &mut |space| count = space.count())?;
        let is_small = (1..=WHOLE).contains(&count);
        if is_small {
            self.enough = SOLVED_WITHIN.max(4 * count);
        }
        Ok(is_small)
    }

    /// Adds the hardest positions with several moves that hold, until there are so many puzzles: first those whose moves are alike.
    fn fill(&mut self, count: usize) -> Result<(), Error> {
        let mut open = std::mem::take(&mut self.open);
        open.sort_by_key(|(_, aim)| *aim != Aim::Holds);
        let missing = count.saturating_sub(self.found.len());
        let mut more: Vec<Puzzle> = Vec::new();
        for (position, aim) in open {
            if more.len() >= MORE * missing {
                break;
            }
            self.how.limits.check()?;
            self.session.go(&position)?;
            let moves = self.moves()?;
            let puzzle = self.puzzle_of(&position, &moves, aim)?;
            more.extend(puzzle.filter(|new| more.iter().all(|old| old.position != new.position)));
        }
        more.sort_by_key(|puzzle| {
            (
                puzzle.aim != Aim::Holds,
                std::cmp::Reverse(puzzle.difficulty),
            )
        });
        self.found.extend(more.into_iter().take(missing));
        Ok(())
    }

    /// Any position of a game that numbers all of them.
    fn drawn(&mut self) -> Result<Option<String>, Error> {
        let (random, mut drawn) = (&mut self.random, None);
        self.session.whole(None, &self.how.limits, &mut |space| {
            let count = usize::try_from(space.count()).unwrap_or(usize::MAX);
            // Some numbers stand for no position.
            let tries = (0..LONGEST).filter(|_| count > 0);
            let shown = tries.map(|_| space.show(random.below(count) as u64));
            drawn = shown.flatten().next();
        })?;
        Ok(drawn)
    }

    /// Goes to a start like this one, or to this one if there is none.
    fn go_elsewhere(&mut self, start: &str) -> Result<(), Error> {
        self.session.go(start)?;
        let sizes = Sizes {
            is_row: matches!(self.session.scene()?.figure, Figure::Coins(_)),
            number: self.session.heaps().and_then(|(number, _)| number),
        };
        // A text of this form need not be a position.
        if let Some(other) = starts::like(start, sizes, &mut self.random)
            && self.session.go(&other).is_err()
        {
            self.session.go(start)?;
        }
        Ok(())
    }

    fn play(&mut self, most: u64) -> Result<(), Error> {
        for ply in 0..LONGEST {
            self.how.limits.check()?;
            if self.session.is_over()? {
                break;
            }
            let here = self.session.position()?;
            if ply >= self.opening && !self.look(&here)? {
                // Skips half as far again: a long game is not tried move by move.
                self.opening = ply + ply / 2 + 1;
            }
            if self.tried >= most || self.has_enough() {
                break;
            }
            self.session.go(&here)?;
            let choices = self.session.choices(WIDEST)?;
            let Some(next) = choices.get(self.random.below(choices.len())) else {
                break;
            };
            self.session.go(&next.to)?;
        }
        Ok(())
    }

    /// Returns whether the position could be solved.
    fn look(&mut self, here: &str) -> Result<bool, Error> {
        if !self.met.insert(here.to_owned()) {
            return Ok(true);
        }
        let class = self.session.canonical()?;
        if let Some(known) = self.classes.get(&class) {
            if let Some(puzzle) = known {
                self.found[*puzzle].symmetries += 1;
            }
            return Ok(true);
        }
        self.tried += 1;
        let puzzle = match self.puzzle(here) {
            Err(Error::Stopped(StopReason::Nodes)) if self.how.limits.nodes.is_none() => {
                self.too_large += 1;
                self.classes.insert(class, None);
                return Ok(false);
            }
            puzzle => puzzle?,
        };
        let place = puzzle.is_some().then_some(self.found.len());
        self.found.extend(puzzle);
        self.classes.insert(class, place);
        Ok(true)
    }

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
    fn moves(&mut self) -> Result<Vec<Move>, Error> {
        let within = self.within();
        if self.ahead {
            return looking::moves(self.session, LOOKS, &within.limits);
        }
        Ok(self.session.moves(&within)?.moves)
    }

    /// The session's position as a puzzle, if it is one.
    fn puzzle(&mut self, here: &str) -> Result<Option<Puzzle>, Error> {
        let count = self.session.choices(WIDEST + 1)?.len();
        if !(2..=WIDEST).contains(&count) {
            return Ok(None);
        }
        if self.ahead {
            let moves = self.moves()?;
            return self.puzzle_of(here, &moves, Aim::Soonest);
        }
        // The value comes first, so that a position that is too large costs one search, not one per move.
        self.session.value(&self.within())?;
        let moves = self.moves()?;
        if achieving(&moves, Aim::Holds).len() == 1 {
            return self.puzzle_of(here, &moves, Aim::Holds);
        }
        for aim in [Aim::Holds, Aim::Soonest, Aim::Most] {
            let achieving = achieving(&moves, aim);
            if (1..=ALIKE).contains(&achieving.len()) && achieving.len() < moves.len() {
                self.open.push((here.to_owned(), aim));
            }
        }
        Ok(None)
    }

    /// The session's position as a puzzle with this aim, if it is one; `moves` are its moves.
    fn puzzle_of(&mut self, here: &str, moves: &[Move], aim: Aim) -> Result<Option<Puzzle>, Error> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn hunted(game: &str, position: &str, date: Option<&str>) -> Puzzles {
        let mut session = crate::open(game, position).unwrap();
        puzzles(
            &mut session,
            &Wish {
                count: 8,
                date,
                varied: false,
            },
            &How::default(),
        )
        .unwrap()
    }

    /// Compared with the solver's own answer: one best move by outcome, and all others worse.
    #[test]
    fn every_puzzle_has_one_move_that_holds_and_stands_for_its_symmetries() {
        for (game, position) in [
            ("tic-tac-toe", ".../.../..."),
            ("kayles", "7,9"),
            ("wythoff", "9,12"),
            ("hexapawn:3,3", "OOO/.../XXX"),
            ("domineering:4,3", ".../.../.../..."),
            ("row-ends", "4,5,3,1,2,7"),
        ] {
            let found = hunted(game, position, None);
            assert!(!found.puzzles.is_empty(), "{game}");
            let mut session = crate::open(game, position).unwrap();
            let mut classes = HashSet::new();
            for puzzle in &found.puzzles {
                session.go(&puzzle.position).unwrap();
                let moves = session.moves(&How::default()).unwrap().moves;
                let holding: Vec<_> = moves
                    .iter()
                    .filter(|mv| mv.outcome == puzzle.outcome)
                    .collect();
                assert_eq!(holding.len(), 1, "{game} {}", puzzle.position);
                assert_eq!(holding[0].name, puzzle.name);
                assert!(moves.iter().all(|mv| mv.outcome <= puzzle.outcome));
                assert!(classes.insert(session.canonical().unwrap()));
                assert!(
                    puzzle
                        .moves
                        .is_none_or(|own| own == puzzle.remoteness.unwrap().div_ceil(2))
                );
            }
            let order = found.puzzles.windows(2);
            assert!(
                order
                    .into_iter()
                    .all(|two| two[0].difficulty >= two[1].difficulty)
            );
        }
    }

    /// "No positions of two coins among the hardest."
    #[test]
    fn nothing_that_is_seen_at_a_glance_is_a_puzzle() {
        let coins = hunted("row-ends", "4,5,3,1,2,7,8", None).puzzles;
        assert!(!coins.is_empty());
        let lengths = coins
            .iter()
            .map(|puzzle| puzzle.position.split(',').count());
        let lengths: Vec<_> = lengths.collect();
        assert!(lengths.iter().all(|length| *length > 2), "{lengths:?}");
        assert_eq!(lengths[0], *lengths.iter().max().unwrap(), "{lengths:?}");
        for (game, position) in [("nim", "3,4,5"), ("krk", "Kc3 Rh2 ka1 b")] {
            let mut session = crate::open(game, position).unwrap();
            for puzzle in hunted(game, position, None).puzzles {
                session.go(&puzzle.position).unwrap();
                session.play(&puzzle.name).unwrap();
                assert!(!session.is_over().unwrap(), "{}", puzzle.position);
            }
        }
    }

    /// Nim and Wythoff's game are answered by closed forms, whose line of best play is a single move.
    #[test]
    fn the_games_the_project_started_from_have_puzzles() {
        for (game, position) in [
            ("nim", "3,4,5"),
            ("wythoff", "10,12"),
            ("kayles", "12"),
            ("subtraction:1,2,3", "21"),
            ("row-ends", "4,5,3,1,2,7,8"),
            ("tic-tac-toe", ".../.../..."),
            ("domineering:4,3", ".../.../.../..."),
        ] {
            assert!(!hunted(game, position, None).puzzles.is_empty(), "{game}");
        }
    }

    /// Taking an undefended rook is too easy.
    #[test]
    fn no_puzzle_is_solved_by_the_one_capture_there_is() {
        for (game, position) in [
            ("krk", "Kc3 Rh2 ka1 b"),
            ("hexapawn:4,4", "OOOO/..../..../XXXX"),
        ] {
            let mut session = crate::open(game, position).unwrap();
            for puzzle in hunted(game, position, None).puzzles {
                session.go(&puzzle.position).unwrap();
                let men = |session: &Session| pieces(&session.scene().unwrap());
                let before = men(&session);
                session.play(&puzzle.name).unwrap();
                if men(&session) == before {
                    continue;
                }
                session.go(&puzzle.position).unwrap();
                for choice in session.choices(WIDEST).unwrap() {
                    session.go(&choice.to).unwrap();
                    assert!(
                        men(&session) < before,
                        "{}: {}",
                        puzzle.position,
                        puzzle.name
                    );
                }
            }
        }
    }

    /// "I asked for puzzles of nim and got the message to give a position."
    #[test]
    fn games_without_a_usual_start_choose_starts_of_a_sensible_size() {
        for game in [
            "nim",
            "wythoff",
            "row-ends",
            "kayles",
            "subtraction:1,2,3",
            "two-values",
        ] {
            let mut session = crate::Open::game(game).to_play().unwrap();
            let start = session.position().unwrap();
            let wish = Wish {
                count: 10,
                date: None,
                varied: true,
            };
            let found = puzzles(&mut session, &wish, &How::default()).unwrap();
            assert!(found.puzzles.len() >= 5, "{game}: {found}");
            assert_eq!(session.position().unwrap(), start);
            let sizes = |position: &str| -> u64 {
                let sizes = position.split([',', '/']);
                sizes
                    .map(|size| size.parse::<u64>().unwrap())
                    .max()
                    .unwrap()
            };
            let largest = sizes(&start).max(9);
            let most = largest + largest / 2;
            assert!(found.puzzles.iter().all(|p| sizes(&p.position) <= most));
        }
    }

    fn to_play(game: &str) -> Session {
        crate::Open::game(game).to_play().unwrap()
    }

    fn ten(session: &mut Session, varied: bool) -> Vec<Puzzle> {
        let wish = Wish {
            count: 10,
            date: None,
            varied,
        };
        let found = puzzles(session, &wish, &How::default()).unwrap();
        assert_eq!(found.stopped, None);
        found.puzzles
    }

    /// Their example positions have five to forty positions.
    #[test]
    fn games_with_small_examples_have_a_series_from_other_starts() {
        for game in [
            "node-kayles",
            "geography",
            "poset",
            "hackenbush",
            "toppling-dominoes",
            "elephants-and-rhinos",
            "backsliding-toads-and-frogs",
            "push",
            "shove",
        ] {
            let found = ten(&mut to_play(game), true);
            assert_eq!(found.len(), 10, "{game}");
            let distinct: HashSet<_> = found.iter().map(|puzzle| &puzzle.position).collect();
            assert_eq!(distinct.len(), 10, "{game}");
        }
    }

    /// Whether the player to move wins within so many plies, by the moves alone.
    fn wins_within(session: &mut Session, plies: u32) -> bool {
        let here = session.position().unwrap();
        let choices = session.choices(WIDEST).unwrap();
        let wins = plies > 0
            && choices
                .iter()
                .any(|choice| succeeds(session, &choice.to, plies));
        session.go(&here).unwrap();
        wins
    }

    /// Whether a move to this position wins within so many plies, with itself.
    fn succeeds(session: &mut Session, to: &str, plies: u32) -> bool {
        session.go(to).unwrap();
        if session.is_over().unwrap() {
            return session.value(&How::default()).unwrap().outcome == Outcome::Loss;
        }
        let replies = session.choices(WIDEST).unwrap();
        plies > 2
            && replies.iter().all(|reply| {
                session.go(&reply.to).unwrap();
                !session.is_over().unwrap() && wins_within(session, plies - 2)
            })
    }

    #[test]
    fn a_game_too_large_to_solve_asks_for_the_quickest_win() {
        let mut session = to_play("dobutsu-shogi");
        session.go("gle/.c./.C./ELG").unwrap();
        let found = ten(&mut session, false);
        assert_eq!(found.len(), 10);
        let of_three =
            |puzzle: &&Puzzle| puzzle.aim == Aim::Soonest && puzzle.remoteness == Some(3);
        let short: Vec<_> = found.iter().filter(of_three).collect();
        assert!(!short.is_empty());
        for puzzle in short {
            session.go(&puzzle.position).unwrap();
            for choice in session.choices(WIDEST).unwrap() {
                let is_right =
                    choice.played.name == puzzle.name || puzzle.alike.contains(&choice.played.name);
                let wins = succeeds(&mut session, &choice.to, 3);
                assert_eq!(
                    wins, is_right,
                    "{}: {}",
                    puzzle.position, choice.played.name
                );
            }
        }
    }

    #[test]
    fn a_day_has_puzzles_of_its_own() {
        let day = |date| hunted("tic-tac-toe", ".../.../...", Some(date));
        assert_eq!(day("2026-11-22"), day("2026-11-22"));
        let wide = |date| hunted("nim", "13,14,15", Some(date)).puzzles;
        assert_ne!(wide("2026-11-22"), wide("2026-11-23"));
    }

    /// Taking the larger end is a trap if it loses.
    #[test]
    fn strategies_that_miss_the_move_are_named() {
        let found = hunted("row-ends", "3,9,1,2", None);
        let fooled = found
            .puzzles
            .iter()
            .find(|p| p.fools.contains(&"larger-end".to_owned()));
        let puzzle = fooled.expect("some row has a snare");
        let mut session = crate::open("row-ends", &puzzle.position).unwrap();
        let allowed = session.allowed("larger-end").unwrap();
        assert!(!allowed.contains(&puzzle.name));
        assert_eq!(session.play(&puzzle.name).unwrap().name, puzzle.name);
    }
}
