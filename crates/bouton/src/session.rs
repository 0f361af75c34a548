//! [`Session`]: an opened game with a text interface.

mod answering;

use std::sync::Arc;

use bouton_answers::Whole;
use bouton_answers::text::escaped;
use bouton_core::entry::OpenError;
use bouton_core::oracle::asked;
use bouton_core::scene::{Scene, Slope};
use bouton_core::solver::About;
use bouton_core::strategy::{StrategyCard, Trial};
use bouton_core::take_and_break::Code;
use bouton_core::{InputError, Limits, Origin, Outcome, Side, StopReason};
use bouton_engine::{
    Bids, Choice, Error, Explore, Face, FullValue, Kept, Played, RowStrategy, ScoredForm,
    ShortVisit, ShowLayers, ShowWhole,
};
use bouton_laws::LawStrategy;
use bouton_names::Terms;
use bouton_solvers::Tables;
use bouton_solvers::atoms::{Apart, Listed};
use bouton_solvers::retrograde::Symmetric;
use bouton_values::ScoringGames;

use answering::named;

/// The solver for games in which moves entail.
const ENTAILING: &str = "entailing";

/// The number of legal moves that an error lists.
const SHOWN_MOVES: usize = 6;

/// The solver and the limits for a query.
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
    /// Its limits.
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
    /// The outcome.
    pub outcome: Outcome,
    /// Mover's points minus the other's, in a game of points.
    pub margin: Option<i128>,
    /// Plies to the end.
    pub remoteness: Option<u32>,
    /// The Grundy value.
    pub grundy: Option<Whole>,
    /// Whether it is loony: won together with any other parts, so that there is no Grundy value.
    pub loony: bool,
}

impl Value {
    /// The value of a finished position in a game that the last to move wins.
    pub(crate) fn lost() -> Self {
        Self {
            outcome: Outcome::Loss,
            margin: None,
            remoteness: None,
            grundy: Some(Whole::default()),
            loony: false,
        }
    }
}

impl From<FullValue> for Value {
    fn from(worth: FullValue) -> Self {
        Self {
            outcome: worth.outcome,
            margin: worth.margin,
            remoteness: worth.remoteness,
            grundy: worth.grundy.map(Whole::from),
            loony: worth.loony,
        }
    }
}

/// An opened game at a position. The session keeps the results of its solvers.
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
pub struct Session {
    face: Box<dyn Face>,
    /// The options with which its files were read.
    terms: Terms,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Session").field(&self.face.name()).finish()
    }
}

impl Session {
    /// A session with an opened game.
    pub(crate) fn of(face: Box<dyn Face>) -> Self {
        let terms = Terms::default();
        Self { face, terms }
    }

    /// The same, whose files were read with these options.
    pub(crate) fn on(self, terms: Terms) -> Self {
        Self { terms, ..self }
    }

    /// The options with which its files were read.
    pub(crate) fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Runs a query that changes the solvers' results, within limits; if the rules fail, these are dropped.
    fn ask<T>(
        &mut self,
        limits: &Limits,
        work: impl FnOnce(&mut dyn Face) -> T,
    ) -> Result<T, bouton_core::RuleError> {
        let face = &mut *self.face;
        face.begin(limits);
        let told = asked(|| work(face));
        if told.is_err() {
            self.face.forget();
        }
        told
    }

    /// Runs a read-only query that needs no limits.
    fn look<T>(&self, work: impl FnOnce(&dyn Face) -> T) -> Result<T, Error> {
        self.look_within(&Limits::default(), work)
    }

    fn look_within<T>(
        &self,
        limits: &Limits,
        work: impl FnOnce(&dyn Face) -> T,
    ) -> Result<T, Error> {
        let face = &*self.face;
        face.begin(limits);
        Ok(asked(|| work(face))?)
    }

    /// A sentence with the reason why a query about external rules may have reached a limit: the positions kept growing. A
    /// stopped answer contains it, too.
    pub fn growth(&self) -> Option<String> {
        self.face.growth()
    }

    /// The game, as named when it was opened.
    pub fn game(&self) -> &str {
        self.face.name()
    }

    /// Whether it is in misère play.
    pub fn is_misere(&self) -> bool {
        self.face.is_misere()
    }

    /// The files that the rules were read from; none for built-in rules.
    pub(crate) fn origins(&self) -> Vec<Origin> {
        self.face.origins()
    }

    /// Whether another game has the same rules and parameters.
    pub(crate) fn has_rules_of(&self, other: &Self) -> bool {
        self.face.has_rules_of(&*other.face)
    }

    /// The position in the game's notation.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn position(&self) -> Result<String, Error> {
        self.look(|face| face.show())
    }

    /// The solvers that serve the game, best first.
    pub fn solvers(&self) -> Vec<&'static About> {
        self.face.solvers()
    }

    /// The solver that finds Grundy values by search.
    pub(crate) fn grundy_solver(&self) -> &'static str {
        if self.is_entailing() {
            ENTAILING
        } else {
            "grundy"
        }
    }

    /// Whether moves entail an answer or a second move.
    pub(crate) fn is_entailing(&self) -> bool {
        self.solvers().iter().any(|about| about.id == ENTAILING)
    }

    /// Whether the solver with this name serves the position; a solver that must search to find out does so within the
    /// limits.
    ///
    /// # Errors
    /// A sentence with the reason, if not; or the rules fail.
    pub fn accepts(&self, solver: &str, limits: &Limits) -> Result<(), Error> {
        self.look_within(limits, |face| named(face, solver, limits).map(|_| ()))?
    }

    /// Whether a solver that is better than this one offers itself here.
    pub(crate) fn offers_before(&self, solver: &str, limits: &Limits) -> bool {
        let better = self.solvers();
        let better = better.iter().take_while(|about| about.id != solver).count();
        let offers = self.look_within(limits, |face| {
            (0..better).any(|n| face.offers_itself(n, limits))
        });
        offers.unwrap_or(false)
    }

    /// The proved law of the game's family.
    ///
    /// # Errors
    /// If the game has no formulas, no law is proved within the limits (by default ten seconds), or a limit is reached.
    pub fn law(&self, limits: &Limits) -> Result<Arc<LawStrategy>, Error> {
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
        self.face.has_formulas()
    }

    /// The take-and-break code that every heap follows, if there is one.
    pub fn code(&self) -> Option<Code> {
        self.face.code()
    }

    /// The counts of all positions that can be reached from here.
    ///
    /// # Errors
    /// If the game is not known to end, a limit is reached, or the rules fail.
    pub fn census(&self, limits: &Limits) -> Result<Symmetric, Error> {
        let counted = self.look_within(limits, |face| face.census(limits))?;
        Ok(counted.ok_or_else(|| self.uncountable())??)
    }

    /// The error if positions cannot be counted.
    pub(crate) fn uncountable(&self) -> Error {
        let game = self.game();
        let how = match game.contains(".star") {
            true => "a function plies_left(position) in the file would",
            false => "such games are solved, but not counted",
        };
        Error::Unfit(format!(
            "positions of {game} cannot be counted by win, loss and draw: it is not known whether play ends; {how}"
        ))
    }

    /// Passes all reachable positions to `work`, within limits of the rules.
    pub(crate) fn explore(&self, limits: &Limits, work: Explore<'_>) -> Result<(), Error> {
        self.look_within(limits, |face| face.explore(work))
    }

    /// Passes the full space of numbered positions to `work`, or with a total all positions with at most that many tokens;
    /// false if they are not numbered in this way.
    pub(crate) fn whole(
        &self,
        total: Option<u64>,
        limits: &Limits,
        work: ShowWhole<'_>,
    ) -> Result<bool, Error> {
        self.look_within(limits, |face| face.whole(total, work))
    }

    /// Passes the layers from here on to `work`; false if positions do not lie in layers.
    pub(crate) fn layers(&self, limits: &Limits, work: ShowLayers<'_>) -> Result<bool, Error> {
        self.look_within(limits, |face| face.layers(work))
    }

    /// Whether reachable positions can be counted.
    pub(crate) fn is_countable(&self) -> bool {
        self.face.is_countable()
    }

    /// Answers from these tables, which belong to these rules.
    pub(crate) fn answer_from(&mut self, tables: Tables) {
        self.face.answer_from(tables);
    }

    /// Goes to another position. Learned results are kept if the rules stay the same.
    ///
    /// # Errors
    /// If the game has no such position, or the rules fail.
    pub fn go(&mut self, position: &str) -> Result<(), Error> {
        let gone = self.ask(&Limits::default(), |face| face.go(position))?;
        gone.map_err(|error| {
            let (OpenError::Position(error) | OpenError::Parameters(error)) = error;
            Error::input("position", error)
        })
    }

    /// Lets Right move first here, in a game in which Left and Right have different moves.
    ///
    /// # Errors
    /// If both players have the same moves.
    pub fn right_first(&mut self) -> Result<(), Error> {
        if self.face.set_side(Side::Right) {
            return Ok(());
        }
        Err(Error::Unfit(format!(
            "both players have the same moves in {}: --right does not apply there",
            self.game()
        )))
    }

    /// The side to move here, in a game in which Left and Right have different moves.
    pub fn side(&self) -> Option<Side> {
        self.face.side()
    }

    /// Makes a move, named as in answers or by the position it leads to.
    ///
    /// # Errors
    /// If there is no such move, or the rules fail.
    pub fn play(&mut self, text: &str) -> Result<Played, Error> {
        let played = self.ask(&Limits::default(), |face| face.play(text))?;
        let Some(played) = played else {
            let (position, legal) = (self.position()?, self.some_moves()?);
            let position = escaped(&position);
            let message = format!("no legal move at {position} is called {text:?}: {legal}");
            let error = InputError::new(message, text, 0..text.len());
            return Err(Error::input("move", error));
        };
        Ok(played)
    }

    /// The first few legal moves, as part of a sentence.
    fn some_moves(&self) -> Result<String, Error> {
        let choices = self.choices(SHOWN_MOVES + 1)?;
        let names: Vec<_> = choices.iter().take(SHOWN_MOVES).collect();
        let names: Vec<_> = names
            .iter()
            .map(|choice| escaped(&choice.played.name))
            .collect();
        Ok(match names.len() {
            0 => "play is over".into(),
            1 => format!("the only move is {}", names[0]),
            _ if choices.len() > SHOWN_MOVES => format!("moves are {}; …", names.join("; ")),
            _ => format!("moves are {}", names.join("; ")),
        })
    }

    /// In a game of points: the sum of both players' points still to come, where play cannot change it.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn at_stake(&self) -> Result<Option<i128>, Error> {
        self.look(|face| face.at_stake())
    }

    /// The strategies that are known for the game.
    pub fn strategies(&self) -> Vec<StrategyCard<'_>> {
        self.face.strategies()
    }

    /// The positions at which strategies are tried.
    pub(crate) fn trial(&self) -> Trial {
        self.face.trial()
    }

    /// The moves that a strategy allows here.
    ///
    /// # Errors
    /// If the game has no such strategy, or the rules fail.
    pub fn allowed(&self, strategy: &str) -> Result<Vec<String>, Error> {
        let allowed = self.look(|face| face.allowed(strategy))?;
        let none = || Error::Unfit(format!("no strategy is known for {}", self.game()));
        let allowed = allowed.ok_or_else(none)?;
        allowed.map_err(|error| Error::input("strategy", error))
    }

    /// The ends that a strategy allows to take from any row of two values or more, if the game's strategies depend on
    /// nothing else.
    ///
    /// # Errors
    /// If the game has no such strategy.
    pub fn row_strategy(&self, strategy: &str) -> Result<Option<RowStrategy>, Error> {
        let named = self.face.row_strategy(strategy).transpose();
        named.map_err(|error| Error::input("strategy", error))
    }

    /// Whether play is over.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn is_over(&self) -> Result<bool, Error> {
        self.look(|face| face.is_over())
    }

    /// Legal moves in the game's own order, at most this many.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn choices(&self, most: usize) -> Result<Vec<Choice>, Error> {
        self.look(|face| face.choices(most))
    }

    /// The look of the position.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn scene(&self) -> Result<Scene, Error> {
        self.look(|face| face.scene())
    }

    /// The canonical representative up to symmetry, in the game's notation.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn canonical(&self) -> Result<String, Error> {
        self.look(|face| face.canonical())
    }

    /// The canonical representative for people, in the game's notation: heaps in ascending order if their order does not
    /// matter.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn merged(&self) -> Result<String, Error> {
        self.look(|face| face.merged())
    }

    /// The name of a family of positions with equal play, if the game defines one.
    pub fn family(&self) -> Option<String> {
        self.face.family()
    }

    /// The lines along which lost pairs of heaps lie, if the game knows them.
    pub fn slopes(&self) -> Vec<Slope> {
        self.face.slopes()
    }

    /// For a game of heaps: their number, if fixed, and whether their order does not matter.
    pub fn heaps(&self) -> Option<(Option<usize>, bool)> {
        self.face.heaps()
    }

    /// Goes to the position with these heaps; false if there is none.
    pub fn set_heaps(&mut self, heaps: &[u64]) -> bool {
        self.face.set_heaps(heaps)
    }

    /// Passes the position to `work`, which computes its partizan value; false if it has none.
    pub(crate) fn short(
        &self,
        limits: &Limits,
        kept: &mut Kept,
        work: ShortVisit<'_>,
    ) -> Result<bool, Error> {
        self.look_within(limits, |face| face.short(kept, work))
    }

    /// The position among scoring games; `None` if it is not one of Left and Right, and within if a move keeps the turn.
    pub(crate) fn scoring(
        &self,
        games: &mut ScoringGames,
        limits: &Limits,
    ) -> Result<Option<Result<Option<ScoredForm>, StopReason>>, Error> {
        self.look_within(limits, |face| face.scoring(games, limits))
    }

    /// The price of the position where the players bid for the right to move.
    pub(crate) fn bids(&self, limits: &Limits) -> Result<Bids, Error> {
        let found = self.look_within(limits, |face| face.bids(limits))?;
        let unpriced = || {
            Error::Unfit(format!(
                "{} has no price under bidding: expected a game that ends, in normal play, in which a player who cannot move loses",
                self.game()
            ))
        };
        Ok(found.ok_or_else(unpriced)??)
    }

    /// In misère play, the parts that play can reach, with their options; and those of other positions, given as text.
    pub(crate) fn atoms(&self, others: &[String], limits: &Limits) -> Result<Listed, Error> {
        let game = self.game();
        match self.look_within(limits, |face| face.atoms(others, limits))? {
            Some(Ok(listed)) => Ok(listed),
            Some(Err(Apart::Stopped(why))) => Err(Error::Stopped(why)),
            Some(Err(Apart::NoSum(why))) => Err(Error::Unfit(format!("{game}: {why}"))),
            None => Err(Error::Unfit(format!(
                "{game} has no misère quotient: expected a game in which both have the same moves, the last to move decides, and play is known to end (plies_left in a rule file)"
            ))),
        }
    }

    /// Whether Left and Right have different moves, and positions have partizan values.
    pub fn has_values(&self) -> bool {
        let shown = self.short(&Limits::default(), &mut Kept::default(), &mut |_| {});
        !self.is_misere() && shown.unwrap_or(false)
    }

    /// The characters that may be in any cell of a board; none for other games.
    pub fn signs(&self) -> Vec<char> {
        self.face.signs()
    }

    /// The number of positions up to a bound, in a game that lists them itself.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn list(&mut self, up_to: u64) -> Result<Option<usize>, Error> {
        Ok(self.ask(&Limits::default(), |face| face.list(up_to))?)
    }

    /// Goes to one of the positions that were listed last, counted from 0; false if there is none.
    pub fn set_listed(&mut self, nth: usize) -> bool {
        self.face.set_listed(nth)
    }
}
