//! [`Level`]: how the program plays.

use bouton_answers::{Move, Whole, Worth};
use bouton_core::Outcome;

use super::{listed, solved};
use crate::session::{How, Session};
use crate::temperate::{self, Temperate};
use bouton_engine::Error;

/// How the program plays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// The best move, and of those the one to prefer.
    #[default]
    Perfect,
    /// A won game stays won, but the slow way and by no more than needed, which gives the other chances; a lost game is
    /// held out as long as it can be.
    Chances,
    /// By the temperatures of the parts of a position of Left and Right.
    Temperate(Temperate),
    /// The first move that a named strategy allows, good or bad; any move where it has nothing to say.
    Strategy(String),
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Perfect => PERFECT,
            Self::Chances => CHANCES,
            Self::Temperate(strategy) => strategy.name(),
            Self::Strategy(name) => name,
        })
    }
}

const PERFECT: &str = "perfect";
const CHANCES: &str = "chances";

impl Level {
    /// The level of that name: `perfect`, `chances`, one of the game's strategies, or, where Left and Right have moves of their own, one
    /// by temperatures.
    ///
    /// # Errors
    /// A name that is none of them.
    pub fn named(name: &str, session: &Session) -> Result<Self, Error> {
        if let Some(strategy) = Temperate::named(name).filter(|_| is_temperate(session)) {
            return Ok(Self::Temperate(strategy));
        }
        match name {
            PERFECT => Ok(Self::Perfect),
            CHANCES => Ok(Self::Chances),
            _ if session.strategies().is_empty() => Err(Error::Unfit(format!(
                "{} has the levels {}, and no strategy called {name:?}",
                session.game(),
                listing(&Self::names(session))
            ))),
            _ => session
                .allowed(name)
                .map(|_| Self::Strategy(name.to_owned())),
        }
    }

    /// The names of the levels of a game; a strategy with a parameter is named with the letter in its place.
    pub fn names(session: &Session) -> Vec<String> {
        let strategies = session.strategies();
        let strategies = strategies.iter().map(|card| card.name.to_owned());
        let by_temperatures = Temperate::ALL.into_iter().map(Temperate::name);
        let by_temperatures = by_temperatures.filter(|_| is_temperate(session));
        let all = [PERFECT, CHANCES].into_iter().chain(by_temperatures);
        all.map(str::to_owned).chain(strategies).collect()
    }

    /// The name of the move to make at the session's position. `lead`: the mover's points minus the other's; `before`: the positions
    /// that play came through.
    ///
    /// ```
    /// use bouton::{How, play::Level};
    /// let mut session = bouton::open("nim", "2,5")?;
    /// let level = Level::named("take-one", &session)?;
    /// assert_eq!(level.reply(&mut session, 0, &[], &How::default())?, "take 1 from the first");
    /// # Ok::<(), bouton::Error>(())
    /// ```
    ///
    /// # Errors
    /// Play is over, a solver that does not serve the position, or a limit reached.
    pub fn reply(
        &self,
        session: &mut Session,
        lead: i128,
        before: &[&str],
        how: &How,
    ) -> Result<String, Error> {
        let start = session.position()?;
        let chosen = self.choose(session, lead, before, how);
        // It may have looked ahead on the board itself.
        if session.position()? != start {
            session.go(&start)?;
        }
        chosen
    }

    /// The same; the session may be left elsewhere.
    pub(super) fn choose(
        &self,
        session: &mut Session,
        lead: i128,
        before: &[&str],
        how: &How,
    ) -> Result<String, Error> {
        match self {
            Self::Temperate(strategy) => {
                match temperate::choose(*strategy, session, before, &how.limits)? {
                    Some(mv) => Ok(mv),
                    None => any(session),
                }
            }
            Self::Perfect => preferred(session, how),
            Self::Chances if listed(session).is_err() => preferred(session, how),
            Self::Chances => slow(session, lead, how),
            Self::Strategy(name) => match session.allowed(name)?.into_iter().next() {
                Some(mv) => Ok(mv),
                None => any(session),
            },
        }
    }
}

/// Whether positions have parts with temperatures.
fn is_temperate(session: &Session) -> bool {
    session.side().is_some() && !session.is_misere()
}

/// `a, b and c`.
fn listing(names: &[String]) -> String {
    match names {
        [names @ .., last] if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        names => names.concat(),
    }
}

fn preferred(session: &mut Session, how: &How) -> Result<String, Error> {
    let best = solved(session, how)?.preferred;
    best.map_or_else(|| any(session), |best| Ok(best.name))
}

/// The first legal move.
pub(super) fn any(session: &Session) -> Result<String, Error> {
    let choice = session.choices(1)?.pop();
    let over = || Error::Unfit("play is over".into());
    Ok(choice.ok_or_else(over)?.played.name)
}

/// Of the moves that keep the outcome the one that takes longest: the slowest win or draw by the narrowest margin, the
/// slowest loss. Where plies are not known, the one that leaves the other most to choose from.
fn slow(session: &mut Session, lead: i128, how: &How) -> Result<String, Error> {
    let moves = session.moves(how)?.moves;
    let top = moves.iter().map(|mv| outcome(mv, lead)).max();
    if top == Some(Outcome::Loss) && moves.iter().any(|mv| mv.margin.is_some()) {
        return preferred(session, how);
    }
    let start = session.position()?;
    let mut slowest: Option<(Patience, &str)> = None;
    for mv in moves.iter().filter(|mv| Some(outcome(mv, lead)) == top) {
        let patience = (-margin(mv).unwrap_or(0), plies(session, &start, mv)?);
        if slowest.is_none_or(|(most, _)| patience > most) {
            slowest = Some((patience, &mv.name));
        }
    }
    slowest.map_or_else(|| any(session), |(_, name)| Ok(name.to_owned()))
}

/// How little a move hurries: first by the margin that it leaves to the other, then by the plies.
type Patience = (i128, usize);

fn margin(mv: &Move) -> Option<i128> {
    mv.margin.as_ref().and_then(Whole::to_i128)
}

/// How the whole game ends after a move, for the one who makes it.
fn outcome(mv: &Move, lead: i128) -> Outcome {
    let worth = margin(mv).map_or(Worth::Outcome(mv.outcome), Worth::Margin);
    worth.of_whole(lead).outcome()
}

/// Plies to the end after a move, or the number of replies to it.
fn plies(session: &mut Session, start: &str, mv: &Move) -> Result<usize, Error> {
    if let Some(plies) = mv.remoteness {
        return Ok(plies as usize);
    }
    if mv.margin.is_some() {
        return Ok(0);
    }
    session.play(&mv.name)?;
    let replies = session.choices(MOST_REPLIES)?.len();
    session.go(start)?;
    Ok(replies)
}

/// More replies are not counted.
const MOST_REPLIES: usize = 1000;
