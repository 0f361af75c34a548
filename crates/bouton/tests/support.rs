//! Shared by the tests: sessions, and questions to them.

use bouton::{How, Limits, Session};

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

/// Solved by this solver, without limits.
pub(crate) fn by(solver: &str) -> How {
    How {
        solver: Some(solver.to_owned()),
        ..How::default()
    }
}

/// At most this many positions.
pub(crate) fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
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
