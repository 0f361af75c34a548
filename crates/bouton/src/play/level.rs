//! [`Level`]: a level of the program's play.

use bouton_answers::{LevelCard, Levels, Move, PositionValue, Whole};
use bouton_core::{InputError, Limits, Outcome, StopReason};
use bouton_engine::{Choice, Error};
use web_time::Instant;

use super::ladders;
use super::looking::{WIDEST, look};
use super::temperate::{self, Temperate};
use super::{greed, listed, solved};
use crate::random::Random;
use crate::session::{How, Session};

/// A level of the program's play. Levels with random choices use a seed: the same seed plays the same game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// A random move.
    Random,
    /// The move that takes most at once: points, tokens, or pieces; any of several such.
    Greedy,
    /// The preferred move of a search of this many plies.
    Looks(u32),
    /// The best move, except that one move in four is random.
    Slips,
    /// The preferred one among the best moves.
    #[default]
    Perfect,
    /// Keeps a won game won, but slowly and by the smallest margin, which gives the other player chances; in a lost game
    /// holds out as long as possible.
    Chances,
    /// By the temperatures of the parts of a position of Left and Right.
    Temperate(Temperate),
    /// The first move that a named strategy allows, good or bad; a random move if it does not apply.
    Strategy(String),
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Looks(plies) => return write!(f, "{LOOKS}{plies}"),
            Self::Slips => "slips",
            Self::Perfect => "perfect",
            Self::Chances => "chances",
            Self::Temperate(strategy) => strategy.name(),
            Self::Strategy(name) => name,
        })
    }
}

const LOOKS: &str = "looks-";
/// The levels that exist in every game.
const PLAIN: [Level; 5] = [
    Level::Random,
    Level::Greedy,
    Level::Slips,
    Level::Perfect,
    Level::Chances,
];
/// The deepest search.
pub(super) const DEEPEST: u32 = 40;
/// A deeper search than this goes as far as the limits allow.
const FAR: u32 = 4;
/// A level that looks ahead visits at most this many positions, whatever the limits: a fraction of a second.
const LOOKED_AT: u64 = 1 << 14;
/// The positions of the fallback search at an unsolved position, if the limits allow it.
pub(super) const FALLBACK: u64 = 1 << 20;
/// One move in this many is a slip.
const SLIPS_EVERY: usize = 4;

/// The data that a level needs besides the position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Turn<'t> {
    /// The mover's points so far minus the other's.
    pub lead: i128,
    /// The earlier positions of the game.
    pub before: &'t [&'t str],
    /// The seed of random choices.
    pub seed: u64,
}

/// The move that a level chose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// The move.
    pub name: String,
    /// The move in words, once it was made, if its notation is hard to read.
    pub words: Option<String>,
    /// The plies searched completely, if the level looked ahead.
    pub depth: Option<u32>,
    /// The outcome, if looking ahead found it.
    pub outcome: Option<Outcome>,
    /// The number of positions visited while looking ahead.
    pub visited: u64,
    /// The limit that stopped the level; it then looked ahead as far as it could.
    pub stopped: Option<StopReason>,
}

impl Chosen {
    /// The move for a reader: in words, otherwise in the game's notation.
    pub fn said(&self) -> &str {
        self.words.as_deref().unwrap_or(&self.name)
    }

    fn sure(name: String) -> Self {
        Self {
            name,
            ..Self::default()
        }
    }

    /// How the move was found, if a limit stopped the level.
    ///
    /// ```
    /// use bouton::StopReason;
    /// use bouton::play::Chosen;
    /// let chosen = Chosen { depth: Some(6), stopped: Some(StopReason::Time), ..Chosen::default() };
    /// assert_eq!(chosen.remark().unwrap(), "stopped by the limit of time; looked 6 plies ahead");
    /// ```
    pub fn remark(&self) -> Option<String> {
        Some(remark(self.stopped?, self.depth))
    }
}

/// How far the program looked ahead after a limit had stopped it.
pub(super) fn remark(why: StopReason, depth: Option<u32>) -> String {
    match depth {
        None | Some(0) => format!("{why}; the first move there is"),
        Some(1) => format!("{why}; looked 1 ply ahead"),
        Some(plies) => format!("{why}; looked {plies} plies ahead"),
    }
}

impl Level {
    /// The level with this name, or with this number on the game's ladder, counted from the weakest.
    ///
    /// ```
    /// use bouton::play::Level;
    /// let session = bouton::open("nim", "3,4,5")?;
    /// assert_eq!(Level::named("1", &session)?, Level::Random);
    /// assert_eq!(Level::named("looks-3", &session)?, Level::Looks(3));
    /// # Ok::<(), bouton::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the game has no such level.
    pub fn named(name: &str, session: &Session) -> Result<Self, Error> {
        if let Some(level) = PLAIN.into_iter().find(|level| level.to_string() == name) {
            return Ok(level);
        }
        if let Some(plies) = name
            .strip_prefix(LOOKS)
            .and_then(|plies| plies.parse().ok())
            && (1..=DEEPEST).contains(&plies)
        {
            return Ok(Self::Looks(plies));
        }
        if let Some(strategy) = Temperate::named(name).filter(|_| is_temperate(session)) {
            return Ok(Self::Temperate(strategy));
        }
        let ladder = ladders::names(session)?;
        if let Ok(number @ 1..) = name.parse::<usize>()
            && let Some(named) = ladder.get(number - 1)
        {
            return Self::named(named, session);
        }
        let strategy = session.strategies();
        let family = |name: &str| name.split(':').next().map(str::to_owned);
        if strategy
            .iter()
            .any(|card| family(card.name) == family(name))
        {
            return session
                .check_strategy(name)
                .map(|()| Self::Strategy(name.to_owned()));
        }
        let message = format!(
            "expected a level of {}, from the weakest to the strongest {}, or in another manner {}, found {name:?}",
            session.game(),
            listing(&ladder),
            listing(&Self::manners(session)?),
        );
        Err(Error::input("level", InputError::whole(message, name)))
    }

    /// The names of levels that are not of one game: those of every game, and those of games of Left and Right.
    pub fn common() -> impl Iterator<Item = String> {
        let plain = PLAIN.into_iter().chain([1, 2, 4].map(Self::Looks));
        let temperate = Temperate::ALL.into_iter().map(Self::Temperate);
        plain.chain(temperate).map(|level| level.to_string())
    }

    /// The names of the levels of a game, from the weakest to the strongest.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn names(session: &Session) -> Result<Vec<String>, Error> {
        ladders::names(session)
    }

    /// The names of other manners of play: `chances`, and the game's strategies that are not among the levels. A strategy
    /// with a parameter is named with a letter for it.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn manners(session: &Session) -> Result<Vec<String>, Error> {
        let ladder = ladders::names(session)?;
        let own = own(session).into_iter();
        let all = [Self::Chances.to_string()].into_iter().chain(own);
        Ok(all.filter(|name| !ladder.contains(name)).collect())
    }

    /// The descriptions of levels and manners.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn all(session: &Session) -> Result<Levels, Error> {
        let numbered = (1..).map(Some).zip(Self::names(session)?);
        let others = Self::manners(session)?.into_iter().map(|name| (None, name));
        let card = |(number, level): (Option<usize>, String)| LevelCard {
            // A name with a letter in place of its parameter is that of a strategy.
            plays: Self::named(&level, session)
                .unwrap_or_else(|_| Self::Strategy(level.clone()))
                .plays(session),
            number,
            points: ladders::points(session, &level),
            level,
        };
        Ok(Levels {
            game: session.game().to_owned(),
            levels: numbered.chain(others).map(card).collect(),
        })
    }

    /// The level in words; "" for a strategy that the game does not have.
    pub fn plays(&self, session: &Session) -> String {
        match self {
            Self::Random => "any move".into(),
            Self::Greedy => "takes as much as it can at once".into(),
            Self::Looks(1) => "looks one move ahead".into(),
            Self::Looks(plies) => format!("looks {plies} moves ahead, its own and yours"),
            Self::Slips => "plays perfectly, but slips at one move in four".into(),
            Self::Perfect => "the best move, always".into(),
            Self::Chances => "keeps what it has won, slowly and by no more than needed, and holds out when it is lost".into(),
            Self::Temperate(strategy) => strategy.plays().into(),
            Self::Strategy(name) => {
                let family = |name: &str| name.split(':').next().map(str::to_owned);
                let cards = session.strategies();
                let card = cards.iter().find(|card| family(card.name) == family(name));
                card.map(|card| card.plays.to_owned()).unwrap_or_default()
            }
        }
    }

    /// The move to make at the session's position.
    ///
    /// ```
    /// use bouton::How;
    /// use bouton::play::{Level, Turn};
    /// let mut session = bouton::open("nim", "2,5")?;
    /// let level = Level::named("take-one", &session)?;
    /// let chosen = level.reply(&mut session, &Turn::default(), &How::default())?;
    /// assert_eq!(chosen.name, "take 1 from the first");
    /// # Ok::<(), bouton::Error>(())
    /// ```
    ///
    /// # Errors
    /// If play is over, a solver does not serve the position, the rules fail, or the query is cancelled.
    pub fn reply(
        &self,
        session: &mut Session,
        turn: &Turn<'_>,
        how: &How,
    ) -> Result<Chosen, Error> {
        let start = session.position()?;
        let chosen = self.choose(session, turn, how);
        // The search may have moved the board.
        if session.position()? != start {
            session.go(&start)?;
        }
        chosen
    }

    /// The same; the session may stay at another position.
    pub(super) fn choose(
        &self,
        session: &mut Session,
        turn: &Turn<'_>,
        how: &How,
    ) -> Result<Chosen, Error> {
        let at = session.position()?;
        let mut random = Random::of(&format!("{} {} {at}", turn.seed, turn.before.len()));
        match self {
            Self::Random => by_chance(session, &mut random),
            Self::Greedy => greedy(session, &mut random),
            Self::Looks(plies) => {
                let most = if *plies > FAR { FALLBACK } else { LOOKED_AT };
                ahead(session, *plies, most, &how.limits)
            }
            Self::Slips if random.below(SLIPS_EVERY) == 0 => by_chance(session, &mut random),
            Self::Slips | Self::Perfect => or_ahead(session, how, preferred),
            Self::Chances if listed(session).is_err() => or_ahead(session, how, preferred),
            Self::Chances => or_ahead(session, how, |session, how| slow(session, turn.lead, how)),
            Self::Temperate(strategy) => or_ahead(session, how, |session, how| {
                let chosen = temperate::choose(*strategy, session, turn.before, &how.limits)?;
                chosen.map_or_else(|| any(session), Ok)
            }),
            Self::Strategy(name) => match session.allowed(name)?.into_iter().next() {
                Some(mv) => Ok(Chosen::sure(mv)),
                None => by_chance(session, &mut random),
            },
        }
    }
}

/// The names of the game's own strategies.
pub(super) fn own(session: &Session) -> Vec<String> {
    let by_temperatures = Temperate::ALL.into_iter().map(Temperate::name);
    let by_temperatures = by_temperatures.filter(|_| is_temperate(session));
    let mut own: Vec<_> = by_temperatures.map(str::to_owned).collect();
    let strategies = session.strategies();
    own.extend(strategies.iter().map(|card| card.name.to_owned()));
    own
}

/// Whether positions have parts with temperatures.
fn is_temperate(session: &Session) -> bool {
    session.side().is_some() && session.has_values() && !session.can_come_back()
}

/// `a, b and c`.
fn listing(names: &[String]) -> String {
    match names {
        [names @ .., last] if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        names => names.concat(),
    }
}

fn over() -> Error {
    Error::Unfit("play is over".into())
}

/// The first legal move.
pub(super) fn any(session: &Session) -> Result<String, Error> {
    let choice = session.choices(1)?.pop();
    Ok(choice.ok_or_else(over)?.played.name)
}

/// A random move among these.
fn one_of(mut choices: Vec<Choice>, random: &mut Random) -> Result<Chosen, Error> {
    if choices.is_empty() {
        return Err(over());
    }
    let choice = choices.swap_remove(random.below(choices.len()));
    Ok(Chosen::sure(choice.played.name))
}

fn by_chance(session: &Session, random: &mut Random) -> Result<Chosen, Error> {
    one_of(session.choices(WIDEST)?, random)
}

fn greedy(session: &mut Session, random: &mut Random) -> Result<Chosen, Error> {
    let mut choices = session.choices(WIDEST)?;
    if let Some(taken) = greed::taken(session, &choices)? {
        let most = taken.iter().max();
        let mut each = taken.iter();
        choices.retain(|_| each.next() == most);
    }
    one_of(choices, random)
}

fn ahead(session: &Session, plies: u32, most: u64, limits: &Limits) -> Result<Chosen, Error> {
    let looked = look(session, plies, most, limits)?;
    let is_own_bound = limits.nodes.is_none_or(|nodes| nodes > most);
    let stopped = match looked.stopped {
        Some(StopReason::Cancelled) => return Err(StopReason::Cancelled.into()),
        Some(StopReason::Nodes) if is_own_bound => None,
        stopped => stopped,
    };
    Ok(Chosen {
        name: looked.name.map_or_else(|| any(session), Ok)?,
        words: None,
        depth: Some(looked.depth),
        outcome: looked.outcome,
        visited: looked.visited,
        stopped,
    })
}

/// Three quarters of the time: the rest is for looking ahead.
pub(super) fn most_of(how: &How) -> How {
    let mut most_of = how.clone();
    most_of.limits.deadline = how.limits.deadline.map(|end| {
        let left = end.saturating_duration_since(Instant::now());
        end - left / 4
    });
    most_of
}

/// The answer of the solvers within three quarters of the time; if a limit stops them, the level looks ahead.
pub(super) fn or_ahead(
    session: &mut Session,
    how: &How,
    ask: impl FnOnce(&mut Session, &How) -> Result<String, Error>,
) -> Result<Chosen, Error> {
    let start = session.position()?;
    match ask(session, &most_of(how)) {
        Err(Error::Stopped(why)) if why != StopReason::Cancelled => {
            if session.position()? != start {
                session.go(&start)?;
            }
            let chosen = ahead(session, DEEPEST, FALLBACK, &how.limits)?;
            Ok(Chosen {
                stopped: Some(why),
                ..chosen
            })
        }
        answered => answered.map(Chosen::sure),
    }
}

fn preferred(session: &mut Session, how: &How) -> Result<String, Error> {
    let best = solved(session, how)?.preferred;
    best.map_or_else(|| any(session), |best| Ok(best.name))
}

/// Among the moves that keep the outcome, the one that takes longest: the slowest win or draw by the narrowest margin, the
/// slowest loss. If plies are unknown, the one that leaves the other player the most replies.
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

/// The order of patient moves: first by the smaller margin, then by the plies.
type Patience = (i128, usize);

fn margin(mv: &Move) -> Option<i128> {
    mv.margin.as_ref().and_then(Whole::to_i128)
}

/// The result of the full game after a move, for the player who makes it.
fn outcome(mv: &Move, lead: i128) -> Outcome {
    let worth = margin(mv).map_or(PositionValue::Outcome(mv.outcome), PositionValue::Margin);
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

/// The most replies counted.
const MOST_REPLIES: usize = 1000;
