//! [`Session`]: an opened game with a text interface.

mod experimenting;
mod looking;
mod playing;
mod proving;
mod racing;
mod searching;
mod surveying;
mod valuing;

use bouton_answers::Whole;
use bouton_core::oracle::asked;
use bouton_core::solver::About;
use bouton_core::{Limits, Origin, Outcome};
use bouton_engine::{Error, Face, FullValue};
use bouton_names::{Name, Terms};

/// Boards of which none is this small have no sequence.
const SMALL: u64 = 10;

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

impl How {
    /// By this solver, without limits.
    pub fn by(solver: Option<&str>) -> Self {
        Self {
            solver: solver.map(str::to_owned),
            ..Self::default()
        }
    }

    /// The same within other limits.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
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
    /// A position as it was typed and as the game writes it: answers name it as typed.
    typed: Option<[String; 2]>,
    /// The solvers that answered, each once.
    used: Vec<&'static About>,
    /// The name of boards of all sizes, like `cram:3,n`, of which the face has one; and the smallest size.
    boards: Option<(Name, u64)>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Session").field(&self.face.name()).finish()
    }
}

impl Session {
    /// A session with an opened game.
    pub(crate) fn of(face: Box<dyn Face>) -> Self {
        Self {
            face,
            terms: Terms::default(),
            typed: None,
            used: Vec::new(),
            boards: None,
        }
    }

    /// A session with the smallest board of a name like `cram:3,n`: the boards at the start of play are its heaps.
    ///
    /// # Errors
    /// If the game has no board of a small size.
    pub(crate) fn of_boards(boards: Name, misere: bool, terms: &Terms) -> Result<Self, Error> {
        let mut refused = None;
        for n in 1..=SMALL {
            let sized = boards.with_size(n, terms);
            match sized.map(|name| name.open(None, misere)) {
                Some(Ok(face)) => {
                    return Ok(Self {
                        boards: Some((boards, n)),
                        ..Self::of(face)
                    });
                }
                Some(Err(error)) => {
                    refused.get_or_insert(error);
                }
                None => {}
            }
        }
        let none = || Error::Unfit(format!("{} has no small board", boards.text()));
        Err(refused.unwrap_or_else(none))
    }

    /// The smallest size of its boards, if it has the boards of all sizes.
    pub(crate) fn least_board(&self) -> Option<u64> {
        self.boards.as_ref().map(|(_, least)| *least)
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

    /// Runs a read-only query within limits of the rules.
    pub(crate) fn look_within<T>(
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
        match &self.boards {
            Some((boards, _)) => boards.text(),
            None => self.face.name(),
        }
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
}
