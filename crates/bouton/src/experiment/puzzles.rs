//! Puzzles: positions in which only one move wins or draws, or only one wins soonest or by most points.

mod judge;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use bouton_answers::{Aim, Puzzle, Puzzles as PuzzlesFound};
use bouton_core::StopReason;
use bouton_core::scene::Figure;
use bouton_engine::Error;

use super::starts::{self, Sizes};
use crate::questions::Puzzles;
use crate::random::Random;
use crate::session::{How, Session};

use judge::{Judge, Judged, WIDEST};

/// Positions tried for each requested puzzle, and the minimum.
const TRIES: u64 = 40;
const LEAST_TRIES: u64 = 300;
/// The search ends after this many plays without a new position.
const PATIENCE: u32 = 60;
/// The longest play.
const LONGEST: usize = 200;
/// Positions that need a longer search are not used: a person could not solve them.
const SOLVED_WITHIN: u64 = 50_000;
/// Where a position is too large to solve, a forced win is looked for among so many positions.
const LOOKED_AT: u64 = 20_000;
/// So many times as many positions are tried so: a look costs less than a solution, and finds less.
const PLENTY: u64 = 4;
/// So many times as many puzzles are made as are missing, to take the hardest.
const MORE: usize = 3;
/// Tables of so many positions are made to draw puzzles from.
const WHOLE: u64 = 1 << 20;

impl Puzzles {
    /// Puzzles among the positions that random play reaches from the session's, or among all positions of the game if they are
    /// numbered and one solver answers for all of them; the hardest first, each once up to symmetry. The same game, position and
    /// version give the same puzzles, as long as no limit is reached. `varied`: whether each play starts at heaps or a row of other
    /// sizes, about as large as those of the session's position.
    ///
    /// In a puzzle one move achieves what no other does. If there are fewer puzzles than requested, positions with several winning
    /// moves are added, one of which wins soonest or by most points: the puzzle then asks for that one.
    ///
    /// ```
    /// use bouton::How;
    /// use bouton::questions::{Puzzles, Question};
    /// let mut session = bouton::open("nim", "3,4,5")?;
    /// let asked = Puzzles::asked([("count", "3")])?;
    /// let found = asked.answer(&mut session, false, &How::default())?;
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
    pub fn answer(
        &self,
        session: &mut Session,
        varied: bool,
        how: &How,
    ) -> Result<PuzzlesFound, Error> {
        let start = session.position()?;
        let (count, version) = (self.wanted(), self.version()?.unwrap_or_default());
        let seed = format!("{} {start} {version}", session.game());
        let mut hunt = Hunt {
            judge: Judge {
                session,
                how,
                enough: SOLVED_WITHIN,
                ahead: false,
            },
            random: Random::of(&seed),
            met: HashSet::new(),
            classes: HashMap::new(),
            found: Vec::new(),
            open: Vec::new(),
            tried: 0,
            too_large: 0,
            opening: 0,
            varied,
            wanted: None,
        };
        let most = LEAST_TRIES.max(count as u64 * TRIES);
        let hunted = hunt.run(&start, count, most);
        let stopped = match hunted.and_then(|()| hunt.fill(count)) {
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
        puzzles.truncate(count);
        Ok(PuzzlesFound {
            game: session.game().to_owned(),
            puzzles,
            visited: tried,
            too_large,
            stopped,
        })
    }
}

struct Hunt<'h> {
    judge: Judge<'h>,
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
    /// Positions fewer moves from the start than this are skipped, because those tried there were too large.
    opening: usize,
    /// Whether plays start at positions like the start.
    varied: bool,
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
        self.judge.session.go(start)?;
        let mut choices = self.judge.session.choices(1)?.into_iter();
        let counts_points = choices.any(|choice| choice.played.gain.is_some());
        if missing > 0 && self.too_large > 0 && !counts_points {
            (self.judge.ahead, self.judge.enough) = (true, LOOKED_AT);
            self.classes.clear();
            self.met.clear();
            self.opening = 0;
            self.wanted = Some(self.found.len() + MORE * missing);
            self.plays(start, false, self.tried + PLENTY * most)?;
            (self.judge.ahead, self.judge.enough) = (false, SOLVED_WITHIN);
        }
        Ok(())
    }

    /// Draws positions of a game that numbers all of them.
    fn draw(&mut self, most: u64) -> Result<(), Error> {
        let (drawn, mut idle) = (self.is_drawn_from()?, 0);
        while drawn && self.tried < most && idle < PATIENCE {
            self.judge.how.limits.check()?;
            let before = self.tried;
            let Some(position) = self.drawn()? else { break };
            self.judge.session.go(&position)?;
            if !self.judge.session.is_over()? {
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
                self.judge.session.go(start)?;
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
        if self
            .judge
            .session
            .accepts("table-file", &self.judge.how.limits)
            .is_ok()
        {
            return Ok(true);
        }
        let mut count = u64::MAX;
        self.judge
            .session
            .whole(None, &self.judge.how.limits, &mut |space| {
                count = space.count()
            })?;
        let is_small = (1..=WHOLE).contains(&count);
        if is_small {
            self.judge.enough = SOLVED_WITHIN.max(4 * count);
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
            self.judge.how.limits.check()?;
            self.judge.session.go(&position)?;
            let moves = self.judge.moves()?;
            let puzzle = self.judge.puzzle_of(&position, &moves, aim)?;
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
        self.judge
            .session
            .whole(None, &self.judge.how.limits, &mut |space| {
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
        self.judge.session.go(start)?;
        let sizes = Sizes {
            is_row: matches!(self.judge.session.scene()?.figure, Figure::Coins(_)),
            number: self.judge.session.heaps().and_then(|(number, _)| number),
        };
        // A text of this form need not be a position.
        if let Some(other) = starts::like(start, sizes, &mut self.random)
            && self.judge.session.go(&other).is_err()
        {
            self.judge.session.go(start)?;
        }
        Ok(())
    }

    fn play(&mut self, most: u64) -> Result<(), Error> {
        for ply in 0..LONGEST {
            self.judge.how.limits.check()?;
            if self.judge.session.is_over()? {
                break;
            }
            let here = self.judge.session.position()?;
            if ply >= self.opening && !self.look(&here)? {
                // Skips half as far again: a long game is not tried move by move.
                self.opening = ply + ply / 2 + 1;
            }
            if self.tried >= most || self.has_enough() {
                break;
            }
            self.judge.session.go(&here)?;
            let choices = self.judge.session.choices(WIDEST)?;
            let Some(next) = choices.get(self.random.below(choices.len())) else {
                break;
            };
            self.judge.session.go(&next.to)?;
        }
        Ok(())
    }

    /// Returns whether the position could be solved.
    fn look(&mut self, here: &str) -> Result<bool, Error> {
        if !self.met.insert(here.to_owned()) {
            return Ok(true);
        }
        let class = self.judge.session.canonical()?;
        if let Some(known) = self.classes.get(&class) {
            if let Some(puzzle) = known {
                self.found[*puzzle].symmetries += 1;
            }
            return Ok(true);
        }
        self.tried += 1;
        let puzzle = match self.judge.puzzle(here) {
            Err(Error::Stopped(StopReason::Nodes)) if self.judge.how.limits.nodes.is_none() => {
                self.too_large += 1;
                self.classes.insert(class, None);
                return Ok(false);
            }
            puzzle => puzzle?,
        };
        let place = match puzzle {
            Judged::Puzzle(puzzle) => {
                self.found.push(puzzle);
                Some(self.found.len() - 1)
            }
            Judged::Open(aims) => {
                let open = aims.into_iter().map(|aim| (here.to_owned(), aim));
                self.open.extend(open);
                None
            }
        };
        self.classes.insert(class, place);
        Ok(true)
    }
}
