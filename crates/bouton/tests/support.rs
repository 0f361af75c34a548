//! Shared by the tests: sessions, and questions to them.

use bouton::answers::{FoundPositions, Refutation, Values};
use bouton::questions::{self, Find, Losing, Question, Refute};
use bouton::{Error, How, Limits, Open, Session};

/// A game at a position, or at its start.
pub(crate) fn session<'p>(game: &str, position: impl Into<Option<&'p str>>) -> Session {
    let position = position.into();
    let opened = bouton::Open::game(game).position(position).session();
    opened.unwrap_or_else(|error| panic!("{game} {position:?}: {error}"))
}

/// The lines of a table, each cut at its arrows.
pub(crate) fn table<const N: usize>(text: &str) -> impl Iterator<Item = [&str; N]> {
    text.trim().lines().map(|line| {
        let parts: Vec<_> = line.trim().split(" => ").collect();
        parts.try_into().unwrap_or_else(|_| panic!("{line}"))
    })
}

/// The games and positions of a list, one a line.
pub(crate) fn positions(list: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = list.lines();
    lines.map(|line| line.split_once(' ').unwrap_or((line, "")))
}

/// Solved by this solver, without limits.
pub(crate) fn by(solver: &str) -> How {
    How::by(Some(solver))
}

/// At most this many positions.
pub(crate) fn nodes(nodes: u64) -> Limits {
    Limits::of_nodes(nodes)
}

/// The fields of a line of CSV.
pub(crate) fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            other => fields.last_mut().unwrap().push(other),
        }
    }
    fields
}

/// The positions of the session's game that are lost, by what is given for the question.
pub(crate) fn losing(
    session: &mut Session,
    given: &[(&str, String)],
    how: &How,
) -> Result<FoundPositions, Error> {
    Losing::asked(given.iter().cloned())?.answer(session, how, None)
}

/// The values of heaps, by what is given for the question.
pub(crate) fn values(
    session: &mut Session,
    given: &[(&str, String)],
    how: &How,
) -> Result<Values, Error> {
    questions::Values::asked(given.iter().cloned())?.answer(session, how)
}

/// A strategy put to the test, by what is given for the question.
pub(crate) fn refute(
    session: &mut Session,
    strategy: &str,
    given: &[(&str, String)],
    how: &How,
) -> Result<Refutation, Error> {
    let strategy = [("strategy", strategy.to_owned())];
    let asked = Refute::asked(strategy.iter().chain(given).cloned())?;
    asked.answer(session, None, false, how)
}

/// The positions of a game that meet a condition, by what is given for the question.
pub(crate) fn find<'o>(
    game: &str,
    open: impl Fn(String) -> Open<'o>,
    given: &[(&str, String)],
    how: &How,
) -> Result<FoundPositions, Error> {
    Find::asked(given.iter().cloned())?.answer(game, open, how, None)
}
