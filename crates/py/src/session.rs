//! [`Session`]: an opened game with a text interface; its answers are the JSON of the command line.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use bouton::answers::{By, CellKind, Promise};
use bouton::experiment::{self, Heaps, Rows, Search, Strategy};
use bouton::text::brief;
use bouton::{Error, How, Limits, Open, Sentence, Terms};
use bouton_core::Oracle;
use bouton_pictures::{Kind, Levels, Theme, Wish, draw};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::json;

use crate::errors::{exception, raised, raised_for};
use crate::how::Options;
use crate::own::{Opened, Space, opened};
use crate::work::{alone, work};

/// A session, shared by all queries about it.
type Shared = Arc<Mutex<bouton::Session>>;

/// An opened game. Many threads may use it; one query is answered at a time.
#[pyclass(frozen, module = "bouton._bouton")]
pub(crate) struct Session {
    session: Shared,
    /// Whether Right moves first at every position.
    right: bool,
    /// The functions, if the rules are Python functions.
    space: Option<Arc<Space>>,
}

/// The ranges of values and of lengths, and whether lengths must be even.
type OfRows = (Option<(i64, i64)>, Option<(usize, usize)>, bool);

/// The JSON of an answer, if there is one.
type JsonAnswer = Result<String, Error>;

fn json_of(answer: impl serde::Serialize) -> JsonAnswer {
    serde_json::to_string(&answer).map_err(|error| Error::Io(Sentence::of(error)))
}

thread_local! {
    /// The sessions that this thread is using.
    static ASKING: std::cell::RefCell<Vec<usize>> = const { std::cell::RefCell::new(Vec::new()) };
}

impl Session {
    /// Runs a query at a position with these options.
    fn asked(
        &self,
        py: Python<'_>,
        keywords: &Bound<'_, PyDict>,
        at: Option<&str>,
        ask: impl FnOnce(&mut bouton::Session, &How) -> JsonAnswer + Send,
    ) -> PyResult<String> {
        let asked = match self.space {
            Some(_) => Options::of_rules(keywords)?,
            None => Options::read(keywords)?,
        };
        let id = Arc::as_ptr(&self.session) as usize;
        if ASKING.with_borrow(|asking| asking.contains(&id)) {
            let message = "the rules ask about their own game while it is being solved";
            return Err(exception(py, "RulesError", message));
        }
        let interrupt = |py: Python<'_>| {
            if let Some(space) = &self.space {
                space.interrupt(py);
            }
        };
        let mut how = asked.how.clone();
        if self.space.is_some() {
            // The interpreter runs one thread at a time.
            how.limits.threads = Some(1);
        }
        let how = &how;
        let told = work(py, &asked, interrupt, || {
            ASKING.with_borrow_mut(|asking| asking.push(id));
            let answer = || {
                alone(&self.session, &how.limits, |session| {
                    if let Some(at) = at {
                        session.go(at)?;
                        if self.right {
                            session.right_first()?;
                        }
                    }
                    ask(session, how)
                })
            };
            let told = match self.space {
                // A thread that the interpreter knows permanently calls into it much faster.
                Some(_) => Python::attach(|py| py.detach(answer)),
                None => answer(),
            };
            ASKING.with_borrow_mut(Vec::pop);
            told
        })?;
        let fault = self.space.as_ref().and_then(|space| space.take_fault());
        match (told, fault) {
            (Err(_), Some(fault)) => Err(fault),
            (Err(error), None) => {
                let growth = self.space.as_ref().and_then(|space| space.growth());
                let solver = how.solver.as_deref().unwrap_or_default();
                let given = [solver, at.unwrap_or_default()];
                Err(raised_for(py, &error, growth.as_deref(), &given))
            }
            (Ok(told), _) => Ok(told),
        }
    }
}

#[pymethods]
impl Session {
    /// Opens a game by its name, at a position, at its usual start, or, if the query needs no position, anywhere.
    #[new]
    #[pyo3(signature = (game, position=None, misere=false, right=false, anywhere=false, **keywords))]
    fn new(
        py: Python<'_>,
        game: &str,
        position: Option<&str>,
        misere: bool,
        right: bool,
        anywhere: bool,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let none = PyDict::new(py);
        let asked = Options::read(keywords.unwrap_or(&none))?;
        let given = [game, position.unwrap_or_default()];
        let session = work(
            py,
            &asked,
            |_| (),
            || {
                let terms = Terms::within(&asked.how.limits);
                let open = Open::game(game).misere(misere).right(right).on(terms);
                match anywhere && position.is_none() {
                    true => open.anywhere(),
                    false => open.position(position).session(),
                }
            },
        )?;
        Ok(Self {
            session: Arc::new(Mutex::new(
                session.map_err(|error| raised_for(py, &error, None, &given))?,
            )),
            right,
            space: None,
        })
    }

    /// Opens a game of your own.
    #[staticmethod]
    fn own(
        py: Python<'_>,
        game: &Opened,
        start: &Bound<'_, PyAny>,
        misere: bool,
        right: bool,
    ) -> PyResult<Self> {
        let at = game.0.asked_about(start)?;
        let session = opened(&game.0, at, misere).and_then(|mut session| {
            if right {
                session.right_first()?;
            }
            Ok(session)
        });
        Ok(Self {
            session: Arc::new(Mutex::new(session.map_err(|error| raised(py, &error))?)),
            right,
            space: Some(game.0.clone()),
        })
    }

    /// Facts about the game that need no query: its name, solvers, strategies.
    fn about(&self, py: Python<'_>) -> PyResult<String> {
        self.asked(py, &PyDict::new(py), None, |session, _| {
            json_of(json!({
                "game": session.game(),
                "misere": session.is_misere(),
                "position": session.position()?,
                "solvers": session.solvers().iter().map(|about| about.id).collect::<Vec<_>>(),
                "strategies": session.strategies().iter().map(|card| card.name).collect::<Vec<_>>(),
                "partizan": session.side().is_some(),
            }))
        })
    }

    #[pyo3(signature = (at, **keywords))]
    fn position(
        &self,
        py: Python<'_>,
        at: &str,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        self.asked(py, &or_none(py, keywords), Some(at), |session, _| {
            json_of(session.position()?)
        })
    }

    /// The position after a move, named as in answers or by the position it leads to.
    fn play(&self, py: Python<'_>, at: &str, mv: &str) -> PyResult<String> {
        self.asked(py, &PyDict::new(py), Some(at), |session, _| {
            session.play(mv)?;
            json_of(session.position()?)
        })
    }

    fn solve(
        &self,
        py: Python<'_>,
        at: Option<&str>,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<String> {
        self.asked(py, keywords, at, |session, how| {
            json_of(session.solve(how)?)
        })
    }

    /// The answers of every solver, each with the full time limit, and two that disagree, if any.
    fn compare(
        &self,
        py: Python<'_>,
        at: Option<&str>,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<String> {
        let (right, space, began) = (self.right, self.space.clone(), Instant::now());
        self.asked(py, keywords, at, |session, how| {
            let (game, misere) = (session.game(), session.is_misere());
            let open = |limits: &Limits| {
                let Some(space) = &space else {
                    let open = Open::game(game).misere(misere).right(right);
                    return open.on(Terms::within(limits)).position(at).session();
                };
                let mut session = opened(space, 0, misere)?;
                at.map_or(Ok(()), |at| session.go(at)).map(|()| session)
            };
            let time = how.limits.deadline.map(|deadline| deadline - began);
            let begin = || How {
                solver: None,
                limits: Limits {
                    deadline: time.and_then(|time| Instant::now().checked_add(time)),
                    ..how.limits.clone()
                },
            };
            let compared = experiment::compare(open, begin)?;
            json_of(json!({ "answers": compared.0, "disagreement": compared.disagreement() }))
        })
    }

    fn moves(
        &self,
        py: Python<'_>,
        at: Option<&str>,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<String> {
        self.asked(py, keywords, at, |session, how| {
            json_of(session.moves(how)?)
        })
    }

    fn value(
        &self,
        py: Python<'_>,
        at: Option<&str>,
        latex: bool,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<String> {
        self.asked(py, keywords, at, |session, how| {
            let show = bouton::calculus::Show {
                latex,
                ..Default::default()
            };
            json_of(bouton::calculus::value(session, show, &how.limits)?)
        })
    }

    fn order(
        &self,
        py: Python<'_>,
        at: Option<&str>,
        other: &str,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<String> {
        self.asked(py, keywords, at, |session, how| {
            json_of(bouton::scoring::compare(session, other, &how.limits)?)
        })
    }

    fn bidding(
        &self,
        py: Python<'_>,
        at: Option<&str>,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<String> {
        self.asked(py, keywords, at, |session, how| {
            json_of(bouton::bidding(session, &how.limits)?)
        })
    }

    fn analyze(
        &self,
        py: Python<'_>,
        at: Option<&str>,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<String> {
        self.asked(py, keywords, at, |session, how| {
            json_of(experiment::analyze(session, how)?)
        })
    }

    fn review(
        &self,
        py: Python<'_>,
        at: Option<&str>,
        moves: Vec<String>,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<String> {
        self.asked(py, keywords, at, |session, how| {
            json_of(experiment::review(session, &moves, how)?)
        })
    }

    fn losing(
        &self,
        py: Python<'_>,
        up_to: u64,
        piles: Option<usize>,
        total: Option<(u64, u64)>,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<String> {
        let bound = experiment::Bound {
            up_to,
            piles,
            total,
        };
        self.asked(py, keywords, None, |session, how| {
            json_of(experiment::losing(session, &bound, how)?)
        })
    }

    fn values(
        &self,
        py: Python<'_>,
        up_to: u64,
        piles: Option<usize>,
        grundy: bool,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<String> {
        let kind = match grundy {
            true => CellKind::Grundy,
            false => CellKind::Outcome,
        };
        self.asked(py, keywords, None, |session, how| {
            json_of(experiment::values(session, up_to, piles, kind, how)?)
        })
    }

    #[allow(clippy::too_many_arguments, reason = "the keywords of a question")]
    fn refute(
        &self,
        py: Python<'_>,
        strategy: &str,
        margin: bool,
        never_loses: bool,
        strict: bool,
        prescribes: bool,
        reachable: bool,
        up_to: Option<u64>,
        piles: Option<usize>,
        rows: OfRows,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<String> {
        let (heaps, all) = (Heaps::default(), Rows::default());
        let search = Search {
            by: if margin { By::Margin } else { By::Outcome },
            rows: Rows {
                values: rows.0.unwrap_or(all.values),
                lengths: rows.1.unwrap_or(all.lengths),
                even: rows.2,
            },
            heaps: Heaps {
                up_to: up_to.unwrap_or(heaps.up_to),
                piles: piles.unwrap_or(heaps.piles),
            },
            reachable,
            promise: if never_loses {
                Promise::NeverLoses
            } else {
                Promise::BestAlways
            },
            strict,
            prescribes,
        };
        self.asked(py, keywords, None, |session, how| {
            json_of(experiment::refute(
                session,
                Strategy::from(strategy),
                &search,
                how,
            )?)
        })
    }

    /// The data to show and play a position.
    fn view(
        &self,
        py: Python<'_>,
        at: Option<&str>,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<String> {
        self.asked(py, keywords, at, |session, _| {
            json_of(bouton::view(session)?)
        })
    }

    /// A picture: SVG, or DOT if `dot`.
    #[allow(clippy::too_many_arguments, reason = "the keywords of a question")]
    fn draw(
        &self,
        py: Python<'_>,
        at: Option<&str>,
        kind: &str,
        up_to: u64,
        grundy: bool,
        most: Option<usize>,
        best_only: bool,
        bare: bool,
        by_remoteness: bool,
        theme: &str,
        title: Option<String>,
        line: Vec<String>,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<String> {
        let found = Kind::ALL.iter().find(|(name, _)| *name == kind);
        let Some((_, kind)) = found else {
            let names: Vec<_> = Kind::ALL.iter().map(|(name, _)| *name).collect();
            let message = format!("kind: expected one of {}, found {kind:?}", names.join(", "));
            return Err(exception(py, "InputError", &brief(&message, [kind])));
        };
        let wish = Wish {
            up_to,
            values: grundy.then_some(CellKind::Grundy),
            most,
            best_only,
            bare,
            levels: if by_remoteness {
                Levels::Remoteness
            } else {
                Levels::Distance
            },
            title,
            line,
            ..Wish::default()
        };
        let theme = match theme {
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            _ => Theme::Auto,
        };
        self.asked(py, keywords, at, |session, how| {
            let drawn = draw(session, *kind, &wish, how).map_err(|error| match error {
                bouton_pictures::DrawError::Question(error) => error,
                bouton_pictures::DrawError::Stopped(reason) => Error::Stopped(reason),
                error => Error::Unfit(error.to_string()),
            })?;
            json_of(drawn.svg(theme))
        })
    }

    /// The reachable positions as a graph file's text.
    fn graph(
        &self,
        py: Python<'_>,
        at: Option<&str>,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<String> {
        self.asked(py, keywords, at, |session, how| {
            let mut text = Vec::new();
            let graphed = experiment::graph(session, &how.limits, &mut text)?;
            match graphed.stopped {
                Some(reason) => Err(Error::Stopped(reason)),
                None => json_of(String::from_utf8_lossy(&text)),
            }
        })
    }
}

fn or_none<'py>(py: Python<'py>, keywords: Option<&Bound<'py, PyDict>>) -> Bound<'py, PyDict> {
    keywords.cloned().unwrap_or_else(|| PyDict::new(py))
}
