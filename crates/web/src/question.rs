//! [`Question`]: a path with parameters, and what comes of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::OnceLock;

use bouton::answers::{Fault, FaultKind};
use bouton::tables::{Wanted, tabulate};
use bouton::{How, Limits, Open, Terms};
use percent_encoding::percent_decode_str;

use crate::games::describe;
use crate::last_game::{LastGame, named};
use crate::query::Query;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::routes::parameters::{AIMED, shared};
use crate::routes::{CARD, Route};

/// A question: a route and its parameters.
#[derive(Clone, Debug)]
pub struct Question {
    /// Where it goes.
    pub route: &'static Route,
    /// Its parameters, each of a kind that the route takes.
    pub query: Query,
}

impl Question {
    /// Reads the path of an address, and parameters as `name=value&…` from the rest of the address or from a form.
    ///
    /// # Errors
    /// A path of no route, or parameters that it does not take.
    pub fn read(path: &str, parameters: &[u8]) -> Result<Self, Refusal> {
        let path = path.strip_prefix("/api/").ok_or_else(Refusal::nothing)?;
        if let Some(game) = path.strip_prefix("games/") {
            let game = percent_decode_str(game).decode_utf8_lossy();
            return Ok(Self {
                route: &CARD,
                query: CARD.about(&game)?,
            });
        }
        let route = Route::of(path).ok_or_else(Refusal::nothing)?;
        Ok(Self {
            route,
            query: route.read(parameters)?,
        })
    }

    /// The reply within these limits: an answer, or the reason why there is none. A fault in the program costs this answer and
    /// nothing else.
    pub fn answer(&self, last: &mut LastGame, limits: Limits) -> Reply {
        let how = How {
            solver: self.query.told.solver.clone(),
            limits,
        };
        last.within(&how.limits);
        let answered = catch_unwind(AssertUnwindSafe(|| {
            (self.route.answerer)(last, &self.query, &how)
        }));
        // Other solvers have tables of their own; one set of tables is what the budget allows.
        if answered.is_err() || how.solver.is_some() {
            last.clear();
        }
        let answered = answered.unwrap_or_else(|_| Err(Refusal::fault()));
        answered.unwrap_or_else(|refusal| refusal.to(self.query.texts()).into())
    }
}

/// The game of the catalogue that a form names, to be solved into a table, and whether it is played for the opposite aim.
///
/// # Errors
/// If the form names no such game.
pub fn to_tabulate(form: &[u8]) -> Result<(String, bool), Refusal> {
    let query = Query::of(form, &shared(&[AIMED]))?;
    let name = named(&query, None)?;
    if name.has_position() || describe(&name).is_err() {
        let why = "tables are made here of the games of the catalogue";
        return Err(Refusal::bad(why));
    }
    Ok((query.named.game, query.named.misere))
}

/// Solves such a game into the table at a path; if the table is there, nothing is left to do.
///
/// # Errors
/// A limit is reached, or the file cannot be written.
pub fn tabulated(game: &str, misere: bool, path: &Path, limits: &Limits) -> Result<Reply, Refusal> {
    if path.is_file() {
        return Reply::json(&serde_json::json!({}), None);
    }
    let made = || {
        let open = || Open::game(game).misere(misere).on(Terms::within(limits));
        // The full space needs no position.
        let session = open()
            .session()
            .or_else(|error| open().anywhere().map_err(|_| error))?;
        let made = tabulate(&session, &Wanted::at(path), limits)?;
        match made.stopped {
            Some(why) => Err(Refusal {
                error: Fault::new(FaultKind::Stopped, made.to_string()),
                ..Refusal::stopped(why)
            }),
            None => Reply::json(&made, None),
        }
    };
    catch_unwind(AssertUnwindSafe(made)).unwrap_or_else(|_| Err(Refusal::fault()))
}

/// A path and the text there.
pub type Fixed = (&'static str, fn() -> &'static str);

/// Answers that do not change while the program runs, as JSON: the games, the rule files to begin with, the description of the API.
pub const FIXED: &[Fixed] = &[
    #[cfg(feature = "api")]
    ("/api", crate::openapi::description),
    ("/api/games", games),
    ("/assets/examples.json", examples),
];

fn games() -> &'static str {
    static CATALOGUE: OnceLock<String> = OnceLock::new();
    CATALOGUE.get_or_init(|| {
        let games = crate::games::catalogue().unwrap_or_default();
        serde_json::to_string(&games).unwrap_or_default()
    })
}

/// Rule files to begin with.
fn examples() -> &'static str {
    #[cfg(feature = "rules")]
    return crate::examples::examples();
    #[cfg(not(feature = "rules"))]
    "{}"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(path: &str, parameters: &str) -> (u16, String) {
        let mut last = LastGame::default();
        let reply = match Question::read(path, parameters.as_bytes()) {
            Ok(question) => question.answer(&mut last, Limits::default()),
            Err(refusal) => refusal.into(),
        };
        (reply.head.status, String::from_utf8(reply.bytes).unwrap())
    }

    #[test]
    fn one_function_answers_every_question() {
        let (status, text) = asked("/api/solve", "game=wythoff&position=75%2C90");
        assert!(status == 200 && text.contains("24,39"), "{text}");
        let (status, text) = asked("/api/games/octal%3A0.77", "");
        assert!(status == 200 && text.contains("0.77"), "{text}");
        assert_eq!(asked("/api/nothing", "").0, 404);
        assert_eq!(asked("/solve", "game=nim").0, 404);
        assert_eq!(asked("/api/solve", "").0, 400);
        assert_eq!(asked("/api/games/no-such-game", "").0, 404);
    }

    #[test]
    fn what_is_fixed_is_json() {
        for (path, text) in FIXED {
            let value: serde_json::Value = serde_json::from_str(text()).unwrap();
            assert!(value.is_object() || value.is_array(), "{path}");
        }
    }
}
