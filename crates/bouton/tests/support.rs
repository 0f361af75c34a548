//! Shared by the tests: sessions, and questions to them.

use bouton::{How, Limits, Session};

/// A game at a position, or at its start.
pub(crate) fn session<'p>(game: &str, position: impl Into<Option<&'p str>>) -> Session {
    let position = position.into();
    let opened = bouton::Open::game(game).position(position).session();
    opened.unwrap_or_else(|error| panic!("{game} {position:?}: {error}"))
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
