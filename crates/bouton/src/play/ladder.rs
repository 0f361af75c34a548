//! [`ladder`]: finds which levels of a game are stronger than the one below, by games between them.

use bouton_answers::{Ladder, LeftOut, Player, Rung};
use bouton_engine::Error;

use super::level::{Level, own};
use super::{Play, State, ladders, solved};
use crate::session::{How, Session};

/// The games to play.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// The number of games for each pair of levels; each begins half of them.
    pub games: usize,
    /// The seed of random choices.
    pub seed: u64,
}

impl Default for Contest {
    fn default() -> Self {
        Self {
            games: 200,
            seed: 1,
        }
    }
}

/// Games begin with 0 to this many random moves, so that they differ; both levels begin from each opening.
const LONGEST_OPENING: usize = 2;
/// A longer game counts as a draw.
const LONGEST: usize = 120;
/// The most levels of a game.
const MOST_LEVELS: usize = 8;
/// A start that takes more positions to solve is not solved at every move of every game.
const SOLVED_WITHIN: u64 = 200_000;

/// The numbers of games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    won: usize,
    drawn: usize,
    lost: usize,
}

impl Tally {
    fn turned(self) -> Self {
        Self {
            won: self.lost,
            lost: self.won,
            ..self
        }
    }

    /// Whether the level won significantly more games than it lost (two standard deviations).
    fn is_stronger(self) -> bool {
        let ahead = self.won.saturating_sub(self.lost);
        ahead * ahead > 4 * (self.won + self.lost)
    }
}

/// A level with its games against the one below.
struct Placed {
    level: Level,
    tally: Tally,
}

/// Plays the levels of the session's game against each other from its position, and keeps those that are significantly
/// stronger than the one below.
///
/// ```
/// use bouton::How;
/// use bouton::play::{Contest, ladder};
/// let session = bouton::open("nim", "3,4,5")?;
/// let ladder = ladder(session, &Contest { games: 40, seed: 1 }, &How::default())?;
/// assert_eq!(ladder.levels.last().unwrap().level, "perfect");
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// If the rules fail, or a limit is reached.
pub fn ladder(session: Session, contest: &Contest, how: &How) -> Result<Ladder, Error> {
    let levels = candidates(session, contest, how)?;
    Measuring {
        how,
        contest,
        ladder: Vec::new(),
        out: levels.out,
        play: levels.play,
    }
    .run(levels.levels)
}

struct Candidates {
    play: Play,
    levels: Vec<Level>,
    out: Vec<LeftOut>,
}

/// All levels that play: perfect play only if the start is solved quickly, and the game's own strategies.
fn candidates(mut session: Session, contest: &Contest, how: &How) -> Result<Candidates, Error> {
    let mut limits = how.limits.clone();
    limits.nodes = Some(SOLVED_WITHIN.min(limits.nodes.unwrap_or(u64::MAX)));
    let quick = How {
        limits,
        solver: how.solver.clone(),
    };
    let is_solved = match solved(&mut session, &quick) {
        Ok(_) => true,
        Err(Error::Stopped(_)) => false,
        Err(error) => return Err(error),
    };
    let mut out = Vec::new();
    let mut levels = ladders::candidates(&session)?;
    if !is_solved {
        levels.retain(|level| !matches!(level, Level::Slips | Level::Perfect));
        out.push(LeftOut {
            level: Level::Perfect.to_string(),
            why: format!("the start is not solved within {SOLVED_WITHIN} positions"),
        });
    }
    let strategies = own(&session).into_iter();
    for name in strategies.filter(|name| !name.contains(':')) {
        let place = levels.len() - if is_solved { 2 } else { 0 };
        levels.insert(place, Level::named(&name, &session)?);
    }
    let mut play = Play::new(session, Player::First, Level::Random)?;
    play.set_seed(contest.seed);
    Ok(Candidates { play, levels, out })
}

struct Measuring<'m> {
    play: Play,
    how: &'m How,
    contest: &'m Contest,
    ladder: Vec<Placed>,
    out: Vec<LeftOut>,
}

impl Measuring<'_> {
    fn run(mut self, levels: Vec<Level>) -> Result<Ladder, Error> {
        for level in levels {
            self.place(level)?;
        }
        while self.ladder.len() > MOST_LEVELS {
            self.drop_narrowest()?;
        }
        self.play.rewind(0)?;
        let rung = |Placed { level, tally }: &Placed| Rung {
            level: level.to_string(),
            plays: level.plays(&self.play.session),
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
        };
        Ok(Ladder {
            game: self.play.game().to_owned(),
            position: self.play.position().to_owned(),
            games: self.contest.games,
            seed: self.contest.seed,
            levels: self.ladder.iter().map(rung).collect(),
            left_out: self.out,
        })
    }

    /// Finds the place of a level among the existing ones, from the top down.
    fn place(&mut self, level: Level) -> Result<(), Error> {
        let mut above: Option<Tally> = None;
        for place in (0..self.ladder.len()).rev() {
            let other = self.ladder[place].level.clone();
            let tally = self.duel(&level, &other)?;
            if tally.is_stronger() {
                self.insert(place + 1, Placed { level, tally }, above);
                return Ok(());
            }
            if !tally.turned().is_stronger() {
                if level != Level::Perfect {
                    self.leave_out(&level, format!("not stronger than {other}, nor weaker"));
                    return Ok(());
                }
                // Perfect play keeps its own name.
                self.leave_out(&other, "as strong as perfect".into());
                self.ladder.remove(place);
                continue;
            }
            above = Some(tally.turned());
        }
        if self.ladder.is_empty() {
            let tally = Tally::default();
            self.insert(0, Placed { level, tally }, None);
        } else {
            self.leave_out(&level, "weaker than random".into());
        }
        Ok(())
    }

    /// Inserts a level; `above`: the games of the level above against it.
    fn insert(&mut self, place: usize, placed: Placed, above: Option<Tally>) {
        self.ladder.insert(place, placed);
        if let (Some(next), Some(tally)) = (self.ladder.get_mut(place + 1), above) {
            next.tally = tally;
        }
    }

    fn leave_out(&mut self, level: &Level, why: String) {
        let level = level.to_string();
        self.out.push(LeftOut { level, why });
    }

    /// Removes the inner level with the smallest lead over the one below.
    fn drop_narrowest(&mut self) -> Result<(), Error> {
        let between = 1..self.ladder.len() - 1;
        let ahead = |place: &usize| {
            let Tally { won, lost, .. } = self.ladder[*place].tally;
            won.saturating_sub(lost)
        };
        let Some(place) = between.min_by_key(ahead) else {
            return Ok(());
        };
        let gone = self.ladder.remove(place);
        self.leave_out(
            &gone.level,
            format!("a ladder has at most {MOST_LEVELS} levels"),
        );
        let [below, next] = [place - 1, place].map(|place| self.ladder[place].level.clone());
        self.ladder[place].tally = self.duel(&next, &below)?;
        Ok(())
    }

    /// Games between two levels, from the view of one.
    fn duel(&mut self, one: &Level, other: &Level) -> Result<Tally, Error> {
        let mut tally = Tally::default();
        for game in 0..self.contest.games {
            let first = if game % 2 == 0 {
                Player::First
            } else {
                Player::Second
            };
            let seed = self.contest.seed.wrapping_add((game / 2) as u64);
            let opening = game / 2 % (LONGEST_OPENING + 1);
            match self.game(
                seed,
                opening,
                |mover| if mover == first { one } else { other },
            )? {
                0 => tally.drawn += 1,
                sign if (sign > 0) == (first == Player::First) => tally.won += 1,
                _ => tally.lost += 1,
            }
        }
        Ok(tally)
    }

    /// A game from the start with this many random first moves: above 0 if the first player wins, 0 for a draw.
    fn game<'l>(
        &mut self,
        seed: u64,
        opening: usize,
        level: impl Fn(Player) -> &'l Level,
    ) -> Result<i128, Error> {
        self.play.rewind(0)?;
        self.play.set_seed(seed);
        for ply in 0..LONGEST {
            match self.play.state() {
                State::Repeated => return Ok(0),
                State::Over => {
                    let worth = self.play.appraise(self.how)?;
                    return Ok(worth.outcome() as i128 - 1);
                }
                State::Person | State::Program => {}
            }
            self.play.level = if ply < opening {
                Level::Random
            } else {
                level(self.play.mover()).clone()
            };
            self.play.answer(self.how)?;
        }
        Ok(0)
    }
}
