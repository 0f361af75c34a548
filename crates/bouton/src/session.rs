//! [`Session`]: an opened game, spoken to in text.

use std::sync::Arc;
use std::time::Instant;

use bouton_answers::{Answer, BestMove, Class, Move, Moves, Proof, Whole};
use bouton_core::entry::OpenError;
use bouton_core::oracle::asked;
use bouton_core::scene::{Scene, Slope};
use bouton_core::solver::About;
use bouton_core::strategy::{StrategyCard, Trial};
use bouton_core::take_and_break::Code;
use bouton_core::{InputError, Limits, Outcome, Side, StopReason};
use bouton_engine::{
    Choice, Error, Explore, Face, Found, Kept, LONGEST_POSITION, Played, RowStrategy, ShowLayers,
    ShowWhole, Stop, ValuedMove, Work, Worth,
};
use bouton_laws::Player;
use bouton_solvers::Tables;
use bouton_solvers::retrograde::Symmetric;

use crate::words::why;

/// How a question is to be answered.
///
/// ```
/// use bouton::{How, Limits};
/// let how = How { solver: Some("memo".into()), limits: Limits::default() };
/// let mut session = bouton::open("nim", "3,5")?;
/// assert_eq!(session.solve(&how)?.solver, "memo");
/// # Ok::<(), bouton::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct How {
    /// The solver to use; `None`: the best one that accepts the position.
    pub solver: Option<String>,
    /// How far it may go.
    pub limits: Limits,
}

/// The value of a position, in numbers, to the player to move.
///
/// ```
/// use bouton::{How, Outcome};
/// let value = bouton::open("row-ends", "2,9")?.value(&How::default())?;
/// assert_eq!((value.outcome, value.margin), (Outcome::Win, Some(7)));
/// # Ok::<(), bouton::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Who wins.
    pub outcome: Outcome,
    /// Mover's points minus the other's, in a game of points.
    pub margin: Option<i128>,
    /// Plies to the end.
    pub remoteness: Option<u32>,
    /// The Grundy value.
    pub grundy: Option<Whole>,
}

impl Value {
    /// That of a position where nothing is left, in a game that the last to move wins.
    pub(crate) fn lost() -> Self {
        Self {
            outcome: Outcome::Loss,
            margin: None,
            remoteness: None,
            grundy: Some(Whole::default()),
        }
    }
}

impl From<Worth> for Value {
    fn from(worth: Worth) -> Self {
        Self {
            outcome: worth.outcome,
            margin: worth.margin,
            remoteness: worth.remoteness,
            grundy: worth.grundy.map(Whole::from),
        }
    }
}

/// An opened game with a position in it. What its solvers learn is kept as long as the session.
///
/// A session can be sent to another thread.
///
/// ```
/// let mut session = bouton::open("nim", "3,4")?;
/// session.play("take 1 from the second")?;
/// assert_eq!(session.position()?, "3,3");
/// let answer = std::thread::spawn(move || session.solve(&bouton::How::default()));
/// assert_eq!(answer.join().unwrap()?.outcome, Some(bouton::Outcome::Loss));
/// # Ok::<(), bouton::Error>(())
/// ```
pub struct Session(Box<dyn Face>);

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Session").field(&self.0.name()).finish()
    }
}

/// Why a solver did not answer, if it is one that could have.
enum Unchosen {
    /// It was not known in time which one serves.
    Stopped(StopReason),
    Error(Error),
}

impl From<bouton_core::Mishap> for Unchosen {
    fn from(mishap: bouton_core::Mishap) -> Self {
        match Error::from(mishap) {
            Error::Stopped(reason) => Self::Stopped(reason),
            error => Self::Error(error),
        }
    }
}

impl From<Unchosen> for Error {
    fn from(unchosen: Unchosen) -> Self {
        match unchosen {
            Unchosen::Stopped(reason) => Self::Stopped(reason),
            Unchosen::Error(error) => error,
        }
    }
}

impl Session {
    /// A session with an opened game.
    pub(crate) fn of(face: Box<dyn Face>) -> Self {
        Self(face)
    }

    /// Asks what changes what the solvers know, within limits; when the rules fail, that is dropped.
    fn ask<T>(
        &mut self,
        limits: &Limits,
        work: impl FnOnce(&mut dyn Face) -> T,
    ) -> Result<T, bouton_core::Mishap> {
        let face = &mut *self.0;
        face.begin(limits);
        let told = asked(|| work(face));
        if told.is_err() {
            self.0.forget();
        }
        told
    }

    /// Asks what only looks, and is bounded by itself.
    fn look<T>(&self, work: impl FnOnce(&dyn Face) -> T) -> Result<T, Error> {
        self.look_within(&Limits::default(), work)
    }

    fn look_within<T>(
        &self,
        limits: &Limits,
        work: impl FnOnce(&dyn Face) -> T,
    ) -> Result<T, Error> {
        let face = &*self.0;
        face.begin(limits);
        Ok(asked(|| work(face))?)
    }

    /// The game, as it was named.
    pub fn game(&self) -> &str {
        self.0.name()
    }

    /// Whether it is played for the opposite aim.
    pub fn is_misere(&self) -> bool {
        self.0.is_misere()
    }

    /// The position in the game's notation.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn position(&self) -> Result<String, Error> {
        self.look(|face| face.show())
    }

    /// The solvers that serve the game, best first.
    pub fn solvers(&self) -> Vec<&'static About> {
        self.0.solvers()
    }

    /// Whether the solver of that name serves the position; one that must work to know does so within the limits.
    ///
    /// # Errors
    /// A sentence that says why not; rules that fail.
    pub fn accepts(&self, solver: &str, limits: &Limits) -> Result<(), Error> {
        self.look_within(limits, |face| named(face, solver, limits).map(|_| ()))?
    }

    /// The place of the solver to use.
    fn choose(&mut self, how: &How) -> Result<usize, Unchosen> {
        let chosen = self.ask(&how.limits, |face| choose(face, how))?;
        chosen.map_err(Unchosen::Error)
    }

    /// The answer to the position.
    ///
    /// # Errors
    /// A solver that does not serve the game or the position; rules that fail. A limit that is reached is told in the
    /// answer.
    pub fn solve(&mut self, how: &How) -> Result<Answer, Error> {
        let n = match self.choose(how) {
            Ok(n) => n,
            Err(Unchosen::Stopped(reason)) => return self.unsolved(0, reason),
            Err(Unchosen::Error(error)) => return Err(error),
        };
        let (before, start) = (self.0.visited(n), Instant::now());
        how.limits.progress.set(0, 0);
        let found = match self.ask(&how.limits, |face| face.solve(n, &how.limits)) {
            Ok(found) => found,
            Err(mishap) => match Error::from(mishap) {
                // The solver is gone with all that it knew, but said on its way how far it was.
                Error::Stopped(reason) => {
                    return Ok(Answer {
                        visited: how.limits.progress.get().0,
                        seconds: start.elapsed().as_secs_f64(),
                        ..self.unsolved(n, reason)?
                    });
                }
                error => return Err(error),
            },
        };
        let (seconds, visited) = (start.elapsed().as_secs_f64(), self.0.visited(n) - before);
        let answer = Answer {
            visited,
            seconds,
            ..self.blank(n)?
        };
        match found {
            Ok(found) => {
                let (class, stopped) = match self.class(n, &how.limits) {
                    Ok(class) => (class, None),
                    Err(Error::Stopped(reason)) => (None, Some(reason)),
                    Err(error) => return Err(error),
                };
                Ok(Answer {
                    class,
                    stopped,
                    ..self.solved(found, answer)?
                })
            }
            Err(stop) => Ok(stopped(stop, answer)),
        }
    }

    /// The answer of a solver that a limit in the rules stopped.
    fn unsolved(&self, n: usize, reason: StopReason) -> Result<Answer, Error> {
        Ok(stopped(reason.into(), self.blank(n)?))
    }

    fn blank(&self, n: usize) -> Result<Answer, Error> {
        let position = self.look(|face| face.show_within(LONGEST_POSITION))?;
        Ok(Answer {
            game: self.game().to_owned(),
            position: position.unwrap_or("…".into()),
            misere: self.is_misere(),
            outcome: None,
            remoteness: None,
            margin: None,
            totals: None,
            grundy: None,
            best: Vec::new(),
            best_count: None,
            preferred: None,
            class: None,
            line: None,
            why: None,
            proof: None,
            bounds: None,
            solver: self
                .solvers()
                .get(n)
                .map_or("", |about| about.id)
                .to_owned(),
            visited: 0,
            seconds: 0.0,
            stopped: None,
        })
    }

    fn solved(&self, found: Found, answer: Answer) -> Result<Answer, Error> {
        let Found {
            worth,
            best,
            preferred,
            count,
            line,
            reason,
        } = found;
        let preferred = preferred.map(best_move);
        let mut rest: Vec<_> = best.into_iter().map(best_move).collect();
        let place = rest.iter().position(|mv| Some(mv) == preferred.as_ref());
        place.map(|place| rest.remove(place));
        Ok(Answer {
            outcome: Some(worth.outcome),
            remoteness: worth.remoteness,
            margin: worth.margin.map(Whole::from),
            totals: match worth.margin {
                Some(margin) => self.totals(margin)?,
                None => None,
            },
            grundy: worth.grundy.map(Whole::from),
            best: preferred.iter().cloned().chain(rest).collect(),
            best_count: count.map(Whole::from),
            why: Some(why(&reason, line.as_deref())),
            preferred,
            line,
            proof: Some(Proof::Proved),
            ..answer
        })
    }

    fn totals(&self, margin: i128) -> Result<Option<[Whole; 2]>, Error> {
        let Some(stake) = self.at_stake()? else {
            return Ok(None);
        };
        let mover = stake.checked_add(margin).map(|twice| twice / 2);
        Ok(mover.map(|mover| [mover.into(), (stake - mover).into()]))
    }

    /// Who wins when Left begins and when Right does; `None` where both have the same moves.
    fn class(&mut self, n: usize, limits: &Limits) -> Result<Option<Class>, Error> {
        if self.side().is_none() {
            return Ok(None);
        }
        let mut wins = [false; 2];
        for (side, wins) in Side::BOTH.into_iter().zip(&mut wins) {
            let worth = self.ask(limits, |face| face.evaluate(n, Some(side), limits))??;
            *wins = worth.outcome == Outcome::Win;
        }
        let [left, right] = wins;
        Ok(Some(Class::of(left, right)))
    }

    /// Every legal move with the value it leads to, best first.
    ///
    /// # Errors
    /// As for [`Session::solve`]; a limit that is reached.
    pub fn moves(&mut self, how: &How) -> Result<Moves, Error> {
        let n = self.choose(how)?;
        let valued = self.ask(&how.limits, |face| face.valued_moves(n, &how.limits))??;
        Ok(Moves {
            game: self.game().to_owned(),
            position: self.position()?,
            moves: ranked(valued),
        })
    }

    /// The value alone.
    ///
    /// # Errors
    /// As for [`Session::moves`].
    pub fn value(&mut self, how: &How) -> Result<Value, Error> {
        let n = self.choose(how)?;
        let worth = self.ask(&how.limits, |face| face.evaluate(n, None, &how.limits))??;
        Ok(worth.into())
    }

    /// The proved law of the game's family.
    ///
    /// # Errors
    /// A game without formulas, or of which no law was proved within the limits, or ten seconds where they do not tell; a limit
    /// that is reached.
    pub fn law(&self, limits: &Limits) -> Result<Arc<Player>, Error> {
        let law = self.look_within(limits, |face| face.law(limits))?;
        let law = law.unwrap_or_else(|| {
            let game = self.game();
            Err(format!("the rules of {game} are not known as formulas"))
        });
        law.map_err(|why| match limits.check() {
            Err(reason) => Error::Stopped(reason),
            Ok(()) => Error::Unfit(why),
        })
    }

    /// Whether the rules are known as formulas, so that there may be a law.
    pub fn has_formulas(&self) -> bool {
        self.0.has_formulas()
    }

    /// The take-and-break code that every heap follows, where one does.
    pub fn code(&self) -> Option<Code> {
        self.0.code()
    }

    /// All positions that can be reached from here, counted.
    ///
    /// # Errors
    /// A game of which nothing vouches for the end; a limit that is reached; rules that fail.
    pub fn census(&self, limits: &Limits) -> Result<Symmetric, Error> {
        let counted = self.look_within(limits, |face| face.census(limits))?;
        Ok(counted.ok_or_else(|| self.uncountable())??)
    }

    /// Why positions are not counted.
    pub(crate) fn uncountable(&self) -> Error {
        let game = self.game();
        let how = match game.contains(".star") {
            true => "a function plies_left(position) in the file would",
            false => "such games are solved, but not counted",
        };
        Error::Unfit(format!(
            "positions of {game} cannot be counted by win, loss and draw: nothing vouches for the end of play; {how}"
        ))
    }

    /// Shows all that play can reach from here, within limits of the rules.
    pub(crate) fn explore(&self, limits: &Limits, work: Explore<'_>) -> Result<(), Error> {
        self.look_within(limits, |face| face.explore(work))
    }

    /// Shows the whole space where positions are numbered, or with a total all with at most so much on the table; false where they
    /// are not numbered like that.
    pub(crate) fn whole(
        &self,
        total: Option<u64>,
        limits: &Limits,
        work: ShowWhole<'_>,
    ) -> Result<bool, Error> {
        self.look_within(limits, |face| face.whole(total, work))
    }

    /// Shows the layers from here on; false where positions do not lie in layers.
    pub(crate) fn layers(&self, limits: &Limits, work: ShowLayers<'_>) -> Result<bool, Error> {
        self.look_within(limits, |face| face.layers(work))
    }

    /// Whether all that play can reach can be counted.
    pub(crate) fn is_countable(&self) -> bool {
        self.0.is_countable()
    }

    /// Answers from these tables, which are of these rules.
    pub(crate) fn answer_from(&mut self, tables: Tables) {
        self.0.answer_from(tables);
    }

    /// Goes to another position. What the solvers learned is kept where the rules stay the same.
    ///
    /// # Errors
    /// A position that the game does not have; rules that fail.
    pub fn go(&mut self, position: &str) -> Result<(), Error> {
        let gone = self.ask(&Limits::default(), |face| face.go(position))?;
        gone.map_err(|error| {
            let (OpenError::Position(error) | OpenError::Parameters(error)) = error;
            Error::input("position", error)
        })
    }

    /// Lets Right move first here, in a game that Left and Right play differently.
    ///
    /// # Errors
    /// A game that both play alike.
    pub fn right_first(&mut self) -> Result<(), Error> {
        if self.0.set_side(Side::Right) {
            return Ok(());
        }
        Err(Error::Unfit(format!(
            "both players have the same moves in {}: --right means nothing there",
            self.game()
        )))
    }

    /// Who moves here, in a game that Left and Right play differently.
    pub fn side(&self) -> Option<Side> {
        self.0.side()
    }

    /// Makes a move, named as in answers or by the position it leads to.
    ///
    /// # Errors
    /// No such move; rules that fail.
    pub fn play(&mut self, text: &str) -> Result<Played, Error> {
        let played = self.ask(&Limits::default(), |face| face.play(text))?;
        let Some(played) = played else {
            let message = format!("no legal move at {} is called {text:?}", self.position()?);
            let error = InputError::new(message, text, 0..text.len());
            return Err(Error::input("move", error));
        };
        Ok(played)
    }

    /// In a game of points: the sum of both players' points still to come, where play cannot change it.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn at_stake(&self) -> Result<Option<i128>, Error> {
        self.look(|face| face.at_stake())
    }

    /// The strategies that are known for the game.
    pub fn strategies(&self) -> Vec<StrategyCard<'_>> {
        self.0.strategies()
    }

    /// The positions that strategies are tried at.
    pub(crate) fn trial(&self) -> Trial {
        self.0.trial()
    }

    /// The moves that a strategy allows here.
    ///
    /// # Errors
    /// A strategy that the game does not have; rules that fail.
    pub fn allowed(&self, strategy: &str) -> Result<Vec<String>, Error> {
        let allowed = self.look(|face| face.allowed(strategy))?;
        let none = || Error::Unfit(format!("no strategy is known for {}", self.game()));
        let allowed = allowed.ok_or_else(none)?;
        allowed.map_err(|error| Error::input("strategy", error))
    }

    /// The ends that a strategy allows to take from any row of two values or more, where the game's strategies look at
    /// nothing else.
    ///
    /// # Errors
    /// A strategy that the game does not have.
    pub fn row_strategy(&self, strategy: &str) -> Result<Option<RowStrategy>, Error> {
        let named = self.0.row_strategy(strategy).transpose();
        named.map_err(|error| Error::input("strategy", error))
    }

    /// Whether play is over.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn is_over(&self) -> Result<bool, Error> {
        self.look(|face| face.is_over())
    }

    /// Legal moves in the game's own order, at most so many.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn choices(&self, most: usize) -> Result<Vec<Choice>, Error> {
        self.look(|face| face.choices(most))
    }

    /// What the position looks like.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn scene(&self) -> Result<Scene, Error> {
        self.look(|face| face.scene())
    }

    /// The position that stands for all that are the same by symmetry, in the game's notation.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn canonical(&self) -> Result<String, Error> {
        self.look(|face| face.canonical())
    }

    /// The position that people take this one for, in the game's notation: heaps in ascending order where their order means
    /// nothing.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn merged(&self) -> Result<String, Error> {
        self.look(|face| face.merged())
    }

    /// The name of a family of positions that play alike, where the game names one.
    pub fn family(&self) -> Option<String> {
        self.0.family()
    }

    /// The lines along which lost pairs of heaps lie, where the game knows them.
    pub fn slopes(&self) -> Vec<Slope> {
        self.0.slopes()
    }

    /// For a game of heaps: how many, if fixed, and whether their order matters not.
    pub fn heaps(&self) -> Option<(Option<usize>, bool)> {
        self.0.heaps()
    }

    /// Goes to the position with these heaps; false if there is none.
    pub fn set_heaps(&mut self, heaps: &[u64]) -> bool {
        self.0.set_heaps(heaps)
    }

    /// Shows the position to what asks for its value in the calculus of partizan games; false where it has none.
    pub(crate) fn short(
        &self,
        limits: &Limits,
        kept: &mut Kept,
        work: Work<'_>,
    ) -> Result<bool, Error> {
        self.look_within(limits, |face| face.short(kept, work))
    }

    /// The signs that may stand on any cell of a board; none for other games.
    pub fn signs(&self) -> Vec<char> {
        self.0.signs()
    }

    /// How many positions up to a bound there are, in a game that lists them itself.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn list(&mut self, up_to: u64) -> Result<Option<usize>, Error> {
        Ok(self.ask(&Limits::default(), |face| face.list(up_to))?)
    }

    /// Goes to one of the positions that were listed last, counted from 0; false if there is none.
    pub fn set_listed(&mut self, nth: usize) -> bool {
        self.0.set_listed(nth)
    }
}

/// The place of the solver to use.
fn choose(face: &dyn Face, how: &How) -> Result<usize, Error> {
    if let Some(solver) = &how.solver {
        return named(face, solver, &how.limits);
    }
    let mut solvers = 0..face.solvers().len();
    let fit = solvers
        .clone()
        .find(|n| face.offers_itself(*n, &how.limits));
    let fit = fit.or_else(|| solvers.find(|n| face.accepts(*n, &how.limits).is_ok()));
    fit.ok_or_else(|| Error::NoSolver(format!("no solver serves {} here", face.name())))
}

/// The place of the solver of that name, if it accepts the position.
fn named(face: &dyn Face, solver: &str, limits: &Limits) -> Result<usize, Error> {
    let solvers = face.solvers();
    let Some(n) = solvers.iter().position(|about| about.id == solver) else {
        let ids: Vec<_> = solvers.iter().map(|about| about.id).collect();
        let play = if face.is_misere() {
            " in misère play"
        } else {
            ""
        };
        return Err(Error::NoSolver(format!(
            "no solver {solver:?} serves {}{play} at this position; there are: {}",
            face.name(),
            ids.join(", ")
        )));
    };
    match face.accepts(n, limits) {
        Ok(()) => Ok(n),
        Err(why) => Err(Error::NoSolver(format!(
            "solver {solver} does not serve this: {why}"
        ))),
    }
}

fn stopped(stop: Stop, answer: Answer) -> Answer {
    let outcome = stop.bounds.and_then(decided);
    Answer {
        outcome,
        proof: outcome.map(|_| Proof::Proved),
        grundy: stop.grundy.map(Whole::from),
        stopped: Some(stop.reason),
        bounds: stop.bounds.map(|bounds| bounds.map(Whole::from)),
        ..answer
    }
}

/// Who wins, where a value between these bounds tells.
fn decided([low, high]: [i128; 2]) -> Option<Outcome> {
    match (low.signum(), high.signum()) {
        (1, _) => Some(Outcome::Win),
        (_, -1) => Some(Outcome::Loss),
        (0, 0) => Some(Outcome::Draw),
        _ => None,
    }
}

fn best_move(best: bouton_engine::BestMove) -> BestMove {
    BestMove {
        name: best.name,
        to: best.to,
        component: best.component,
    }
}

/// Best first: by worth, then wins and draws quickest, losses slowest first, then in the game's own order.
fn ranked(mut valued: Vec<ValuedMove>) -> Vec<Move> {
    valued.sort_by_key(|mv| (std::cmp::Reverse(mv.worth.rank()), hurry(&mv.worth)));
    let top = valued.first().map(|mv| mv.worth.rank());
    let row = |ValuedMove { mv, worth }: ValuedMove| Move {
        name: mv.name,
        to: mv.to,
        best: Some(worth.rank()) == top,
        outcome: worth.outcome,
        margin: worth.margin.map(Whole::from),
        remoteness: worth.remoteness,
        grundy: worth.grundy.map(Whole::from),
    };
    valued.into_iter().map(row).collect()
}

fn hurry(worth: &Worth) -> i64 {
    let plies = i64::from(worth.remoteness.unwrap_or(0));
    if worth.outcome == Outcome::Loss {
        -plies
    } else {
        plies
    }
}
