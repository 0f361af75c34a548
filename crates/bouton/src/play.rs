//! [`Play`]: a game between a person and the program, move by move. Every interface (screen, dialogue) shows this one model.
//!
//! ```
//! use bouton::How;
//! use bouton::play::{Level, Play, Player, State};
//! let session = bouton::open("nim", "1,2")?;
//! let mut play = Play::new(session, Player::Second, Level::Perfect)?;
//! play.make("take 1 from the second")?;
//! assert_eq!(play.state(), State::Program);
//! play.answer(&How::default())?;
//! assert_eq!(play.position(), "0,1");
//! # Ok::<(), bouton::Error>(())
//! ```

mod explanation;
pub(crate) mod greed;
mod ladder;
mod ladders;
mod level;
pub(crate) mod looking;
pub(crate) mod temperate;

use bouton_answers::{Answer, Move, PositionValue, Review, Standing, Whole};
use bouton_core::scene::Scene;
use bouton_core::{Limits, Outcome, StopReason};

pub use explanation::Explanation;
pub use ladder::{Contest, ladder};
pub use level::{Chosen, Level, Turn};
pub use temperate::Temperate;

pub use bouton_answers::Player;

use bouton_engine::{Choice, Error, Played};

use crate::experiment::review;
use crate::session::{How, Session, Value};

/// Positions with more moves are not valued move by move.
const MOST_MOVES: usize = 2000;
/// The number of moves that are checked for points.
const MOST_LOOKED_AT: usize = 100;
/// A position that occurs this often ends the game.
const REPEATED: usize = 3;

/// A player's value, as seen by the first player.
fn to_first(player: Player, worth: i128) -> i128 {
    match player {
        Player::First => worth,
        Player::Second => -worth,
    }
}

/// The player to move, or the reason why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The person is to move.
    Person,
    /// The program is to move.
    Program,
    /// Play is over.
    Over,
    /// The same position occurred for the third time: a draw.
    Repeated,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The move in the game's notation.
    pub name: String,
    /// The move for a reader: in words if it has some, with the names at the edges of the board (see [`Play::called`]).
    pub shown: String,
    /// The player who made it.
    pub player: Player,
    /// The position before it.
    from: String,
    gain: i128,
}

/// A legal move with its value, and the standing in the full game for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The move with the value from here on.
    pub mv: Move,
    /// The points so far and that value; `None` if looking ahead did not decide it.
    pub standing: Option<Standing>,
}

/// The legal moves, and how they were valued if a limit stopped the solvers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuedMoves {
    /// The moves, best first.
    pub moves: Vec<Valued>,
    /// How far the program looked ahead.
    pub remark: Option<String>,
}

/// A move to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move, with the names on the board.
    pub name: String,
    /// The standing after it, or how far the program looked ahead.
    pub remark: String,
}

/// The state of a game.
#[derive(Clone, Debug)]
struct Stand {
    position: String,
    is_over: bool,
}

impl Stand {
    fn of(session: &Session) -> Result<Self, Error> {
        Ok(Self {
            position: session.position()?,
            is_over: session.is_over()?,
        })
    }
}

/// A game in progress.
#[derive(Debug)]
pub struct Play {
    session: Session,
    start: String,
    stand: Stand,
    level: Level,
    program: Player,
    seed: u64,
    mover: Player,
    made: Vec<Made>,
    /// Whether some move earned points, or can.
    scored: bool,
    /// The value of each position so far for the first player, points so far included; one more than moves.
    worths: Vec<Option<PositionValue>>,
}

impl Play {
    /// A game from the session's position, in which the program is `program`.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn new(session: Session, program: Player, level: Level) -> Result<Self, Error> {
        let stand = Stand::of(&session)?;
        Ok(Self {
            scored: earns(&session)?,
            start: stand.position.clone(),
            stand,
            session,
            level,
            program,
            seed: 1,
            mover: Player::First,
            made: Vec::new(),
            worths: vec![None],
        })
    }

    /// The game, as named when it was opened.
    pub fn game(&self) -> &str {
        self.session.game()
    }

    /// The position in the game's notation.
    pub fn position(&self) -> &str {
        &self.stand.position
    }

    /// The look of the position from the first player's side.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn scene(&self) -> Result<Scene, Error> {
        let scene = self.session.scene()?;
        Ok(match self.mover {
            Player::First => scene,
            Player::Second => scene.turned(),
        })
    }

    /// A move of the player to move by the names at the edges of the board, which stay the same throughout. Applied to such
    /// a name, it gives the move in the game's notation.
    ///
    /// ```
    /// use bouton::play::{Level, Play, Player};
    /// let session = bouton::open("hexapawn:3,3", "OOO/.../XXX")?;
    /// let mut play = Play::new(session, Player::Second, Level::Perfect)?;
    /// play.make("b3-b2")?;
    /// assert_eq!(play.called("a3xb2"), "c1xb2");
    /// play.make(&play.called("c1xb2"))?;
    /// # Ok::<(), bouton::Error>(())
    /// ```
    pub fn called(&self, name: &str) -> String {
        let scene = self.scene();
        scene.map_or_else(|_| name.to_owned(), |scene| scene.called(name))
    }

    /// Legal moves in the game's own order, at most this many.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn choices(&self, most: usize) -> Result<Vec<Choice>, Error> {
        self.session.choices(most)
    }

    /// The player to move.
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// The program's side.
    pub fn program(&self) -> Player {
        self.program
    }

    /// The program's level.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// The names of the game's levels, from the weakest to the strongest.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn levels(&self) -> Result<Vec<String>, Error> {
        Level::names(&self.session)
    }

    /// The names of other manners of play.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn manners(&self) -> Result<Vec<String>, Error> {
        Level::manners(&self.session)
    }

    /// The level in words.
    pub fn plays(&self) -> String {
        self.level.plays(&self.session)
    }

    /// Sets the seed of random choices; it is 1 at first.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// The moves made so far.
    pub fn made(&self) -> &[Made] {
        &self.made
    }

    /// The value of each position so far for the first player, with the points so far; `None` if unknown.
    pub fn worths(&self) -> &[Option<PositionValue>] {
        &self.worths
    }

    /// Points of the first and of the second player so far.
    pub fn totals(&self) -> [i128; 2] {
        let of = |player| {
            let own = self.made.iter().filter(|made| made.player == player);
            own.map(|made| made.gain).sum()
        };
        [of(Player::First), of(Player::Second)]
    }

    /// The same, if it is a game of points.
    pub fn score(&self) -> Option<[i128; 2]> {
        self.scored.then(|| self.totals())
    }

    /// The player to move, or the reason why there is none.
    pub fn state(&self) -> State {
        let before = self.made.iter();
        let before = before.filter(|made| made.from == self.stand.position);
        if self.stand.is_over {
            State::Over
        } else if before.count() + 1 >= REPEATED {
            State::Repeated
        } else if self.mover == self.program {
            State::Program
        } else {
            State::Person
        }
    }

    /// Makes a move of either player, named as in answers or by the position it leads to.
    ///
    /// # Errors
    /// If there is no such move, or the rules fail here or at the position after it.
    pub fn make(&mut self, text: &str) -> Result<Played, Error> {
        let board = self.scene()?;
        let played = self.session.play(text)?;
        let stand = match Stand::of(&self.session) {
            Ok(stand) => stand,
            Err(error) => {
                self.rewind(self.made.len())?;
                return Err(error);
            }
        };
        let from = std::mem::replace(&mut self.stand, stand).position;
        self.scored |= played.gain.is_some_and(|gain| gain != 0);
        self.made.push(Made {
            shown: board.called(played.said()),
            name: played.name.clone(),
            player: self.mover,
            from,
            gain: played.gain.unwrap_or(0),
        });
        self.worths.push(None);
        if !played.keeps_turn {
            self.mover = self.mover.other();
        }
        Ok(played)
    }

    /// The mover's move by the program's level.
    ///
    /// # Errors
    /// If a solver does not serve the position, or the query is cancelled.
    pub fn answer(&mut self, how: &How) -> Result<Chosen, Error> {
        let (level, made) = (self.level.clone(), self.made.len());
        let before: Vec<_> = self.made.iter().map(|made| made.from.as_str()).collect();
        let turn = Turn {
            lead: self.lead(),
            before: &before,
            seed: self.seed,
        };
        let chosen = level.choose(&mut self.session, &turn, how);
        // A level may have moved the board while looking ahead.
        if self.session.position()? != self.stand.position {
            self.rewind(made)?;
        }
        let chosen = chosen?;
        let words = self.make(&chosen.name)?.words;
        Ok(Chosen { words, ..chosen })
    }

    /// The first move in the game's own order, for a player who does not know which is best.
    ///
    /// # Errors
    /// If play is over.
    pub fn make_any(&mut self) -> Result<Played, Error> {
        let name = level::any(&self.session)?;
        self.make(&name)
    }

    /// The value of the position for the first player, points so far included; kept in [`Play::worths`].
    ///
    /// # Errors
    /// If a solver does not serve the position, or a limit is reached.
    pub fn appraise(&mut self, how: &How) -> Result<PositionValue, Error> {
        let value = self.session.value(how)?;
        let worth = self.worth(&value);
        if let Some(last) = self.worths.last_mut() {
            *last = Some(worth);
        }
        Ok(worth)
    }

    fn worth(&self, value: &Value) -> PositionValue {
        let from_here = value
            .margin
            .map_or(PositionValue::Outcome(value.outcome), PositionValue::Margin);
        match (from_here.of_whole(self.lead()), self.mover) {
            (worth, Player::First) => worth,
            (PositionValue::Margin(margin), Player::Second) => PositionValue::Margin(-margin),
            (PositionValue::Outcome(outcome), Player::Second) => PositionValue::Outcome(-outcome),
        }
    }

    /// Points of the player to move so far minus those of the other.
    pub fn lead(&self) -> i128 {
        let [first, second] = self.totals();
        to_first(self.mover, first - second)
    }

    /// The standing of the player to move in the full game, with this value from here on.
    fn standing(
        &self,
        outcome: Outcome,
        margin: Option<&Whole>,
        remoteness: Option<u32>,
    ) -> Standing {
        Standing::new(self.lead(), outcome, margin, remoteness)
    }

    /// The standing of the player to move in the full game, from an answer to the position; `None` if it has no value.
    pub fn stands(&self, answer: &Answer) -> Option<Standing> {
        let margin = answer.margin.as_ref();
        Some(self.standing(answer.outcome?, margin, answer.remoteness))
    }

    /// Every legal move with the value it leads to, best first. If a limit stops the solvers, the values that looking ahead
    /// finds.
    ///
    /// # Errors
    /// If a solver does not serve the position, the query is cancelled, or there are too many moves to value each.
    pub fn moves(&mut self, how: &How) -> Result<ValuedMoves, Error> {
        listed(&self.session)?;
        let moves = match self.session.moves(&level::most_of(how)) {
            Err(Error::Stopped(why)) if why != StopReason::Cancelled => {
                return self.moves_ahead(why, how);
            }
            moves => moves?.moves,
        };
        let valued = |mv: Move| Valued {
            standing: Some(self.standing(mv.outcome, mv.margin.as_ref(), mv.remoteness)),
            mv,
        };
        Ok(ValuedMoves {
            moves: moves.into_iter().map(valued).collect(),
            remark: None,
        })
    }

    /// The moves with the wins and losses that are forced within some plies; the others are not decided.
    fn moves_ahead(&self, why: StopReason, how: &How) -> Result<ValuedMoves, Error> {
        let limits = Limits {
            nodes: Some(how.limits.nodes.unwrap_or(level::FALLBACK)),
            ..how.limits.clone()
        };
        let found = looking::forced(&self.session, level::DEEPEST, &limits);
        let (found, plies) = match found {
            Err(Error::Stopped(why)) if why != StopReason::Cancelled => (Vec::new(), 0),
            found => found?,
        };
        let others = self.session.choices(MOST_MOVES)?.into_iter();
        let others = others.skip(found.len()).map(looking::undecided);
        let valued = |mv: Move| Valued {
            standing: mv
                .remoteness
                .map(|plies| self.standing(mv.outcome, None, Some(plies))),
            mv: Move {
                best: mv.outcome == Outcome::Win,
                ..mv
            },
        };
        let mut moves: Vec<_> = found.into_iter().chain(others).map(valued).collect();
        moves.sort_by_key(|valued| std::cmp::Reverse(valued.mv.outcome));
        Ok(ValuedMoves {
            moves,
            remark: level::remark(why, Some(plies)).into(),
        })
    }

    /// The answer to the position: a best move, and the reason.
    ///
    /// # Errors
    /// If a solver does not serve the position, or a limit is reached.
    fn solved(&mut self, how: &How) -> Result<Answer, Error> {
        solved(&mut self.session, how)
    }

    /// A best move; if a limit stops the solvers, the move that looking ahead prefers.
    ///
    /// # Errors
    /// If a solver does not serve the position, or the query is cancelled.
    pub fn hint(&mut self, how: &How) -> Result<Hint, Error> {
        let (made, mut answer) = (self.made.len(), None);
        let chosen = level::or_ahead(&mut self.session, how, |session, how| {
            let found = solved(session, how)?;
            let best = found.preferred.as_ref();
            let name = best.map(|best| best.said().to_owned());
            answer = Some(found);
            Ok(name.unwrap_or_default())
        });
        if self.session.position()? != self.stand.position {
            self.rewind(made)?;
        }
        let chosen = chosen?;
        let stands = answer.and_then(|answer| self.stands(&answer));
        Ok(Hint {
            remark: match chosen.remark() {
                Some(remark) => remark,
                None => stands.map_or("not known".into(), |stands| stands.sentence()),
            },
            name: self.called(&chosen.name),
        })
    }

    /// Why the position is worth what it is: the preferred move beside its nearest rival, and the reason.
    ///
    /// # Errors
    /// If a solver does not serve the position, or a limit is reached.
    pub fn why(&mut self, how: &How) -> Result<Vec<String>, Error> {
        let answer = self.solved(how)?;
        let best = answer
            .preferred
            .as_ref()
            .map(|best| self.called(best.said()));
        let moves = match listed(&self.session) {
            Ok(()) => (self.session.moves(how)).map_or_else(|_| Vec::new(), |moves| moves.moves),
            Err(_) => Vec::new(),
        };
        let stands = self.stands(&answer);
        let rival = explanation::rival(&moves).map(|mv| {
            let standing = self.standing(mv.outcome, mv.margin.as_ref(), mv.remoteness);
            (self.called(mv.said()), standing)
        });
        let sentence = best
            .zip(stands)
            .map(|(best, stands)| explanation::beside(&best, &stands, rival.as_ref(), true) + ".");
        Ok(sentence.into_iter().chain(answer.why).collect())
    }

    /// The effect of a move, compared with the best.
    ///
    /// # Errors
    /// If there is no such move, a solver does not serve the position, or a limit is reached.
    pub fn explain(&mut self, text: &str, how: &How) -> Result<Explanation, Error> {
        let (made, lead) = (self.made.len(), self.lead());
        let explanation = explanation::explain(&mut self.session, text, lead, how);
        self.rewind(made)?;
        explanation
    }

    /// Goes back to the person's last move; false if there is none.
    ///
    /// # Errors
    /// None in practice: moves that were played can be played again.
    pub fn undo(&mut self) -> Result<bool, Error> {
        let person = self.program.other();
        let Some(last) = self.made.iter().rposition(|made| made.player == person) else {
            return Ok(false);
        };
        self.rewind(last)?;
        Ok(true)
    }

    /// Goes back to the state after this many moves. Replaying them keeps the solvers' results, while opening a part of a
    /// row would be another game.
    fn rewind(&mut self, moves: usize) -> Result<(), Error> {
        self.session.go(&self.start)?;
        for made in &self.made[..moves] {
            self.session.play(&made.name)?;
        }
        self.stand = Stand::of(&self.session)?;
        if let Some(undone) = self.made.get(moves) {
            self.mover = undone.player;
        }
        self.made.truncate(moves);
        self.worths.truncate(moves + 1);
        Ok(())
    }

    /// Exchanges the sides of person and program.
    pub fn change_sides(&mut self) {
        self.program = self.program.other();
    }

    /// Changes the level of the program.
    ///
    /// # Errors
    /// If the game has no such level.
    pub fn set_level(&mut self, name: &str) -> Result<(), Error> {
        self.level = Level::named(name, &self.session)?;
        Ok(())
    }

    /// The review of the game so far, with the names on the board.
    ///
    /// # Errors
    /// If a solver does not serve the game, or a limit is reached.
    pub fn review(&mut self, how: &How) -> Result<Review, Error> {
        let names: Vec<_> = self.made.iter().map(|made| made.name.clone()).collect();
        self.session.go(&self.start)?;
        let result = review(&mut self.session, &names, how);
        self.rewind(names.len())?;
        let mut result = result?;
        let above = match self.mover {
            Player::First => self.scene()?.turned(),
            Player::Second => self.scene()?,
        };
        for (step, made) in result.line.iter_mut().zip(&self.made) {
            if made.player == Player::Second {
                let named = [&mut step.name].into_iter().chain(&mut step.words);
                let best = step
                    .best
                    .iter_mut()
                    .chain(step.best_in_words.iter_mut().flatten());
                named
                    .chain(best)
                    .for_each(|name| *name = above.called(name));
            }
        }
        Ok(result)
    }

    /// The result of a finished game, as a sentence for the person.
    ///
    /// # Errors
    /// If a solver does not serve the position, or a limit is reached.
    pub fn result(&mut self) -> Result<String, Error> {
        if self.state() == State::Repeated {
            return Ok("Draw: the same position occurred for the third time.".into());
        }
        let worth = self.appraise(&How::default())?;
        let person = self.program.other();
        let result = match to_first(person, worth.outcome() as i128 - 1) {
            0 => "a draw",
            1 => "you win",
            _ => "you lose",
        };
        let [first, second] = self.totals();
        let (own, other) = match person {
            Player::First => (first, second),
            Player::Second => (second, first),
        };
        let points = match worth {
            PositionValue::Margin(margin) if self.scored && margin == first - second => {
                format!(", {own} to {other}")
            }
            PositionValue::Margin(margin) if margin != 0 => {
                format!(" by {}", margin.unsigned_abs())
            }
            _ => String::new(),
        };
        Ok(format!("Play is over: {result}{points}."))
    }
}

/// The answer to a session's position, if it was found.
fn solved(session: &mut Session, how: &How) -> Result<Answer, Error> {
    let answer = session.solve(how)?;
    match answer.stopped {
        Some(why) => Err(why.into()),
        None => Ok(answer),
    }
}

/// Whether there are points to earn here.
fn earns(session: &Session) -> Result<bool, Error> {
    let earns = |choice: &Choice| choice.played.gain.is_some_and(|gain| gain != 0);
    Ok(session.at_stake()?.is_some_and(|points| points != 0)
        || session.choices(MOST_LOOKED_AT)?.iter().any(earns))
}

/// Checks that the moves can be listed and valued one by one.
fn listed(session: &Session) -> Result<(), Error> {
    if session.choices(MOST_MOVES + 1)?.len() > MOST_MOVES {
        let words = format!("there are more than {MOST_MOVES} moves: too many to value each");
        return Err(Error::Unfit(words));
    }
    Ok(())
}
