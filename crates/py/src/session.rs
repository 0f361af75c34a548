//! [`Session`]: an opened game with a text interface; its answers are the JSON of the command line.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use bouton::calculus::{self, Show};
use bouton::experiment;
use bouton::questions::{Compare, Goal, Losing, Refute, Values};
use bouton::tables::{Wanted, tabulate};
use bouton::{Aim, Error, How, Limits, Open, Sentence, Terms, scoring};
use bouton_core::Oracle;
use bouton_pictures::{Draw, Painted};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;
use serde_json::json;

use crate::errors::{exception, raised, raised_for};
use crate::how::{Options, flag, needed, posed, word};
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
    /// Tables to answer from.
    tables: Vec<PathBuf>,
    /// The objective of its players, in a GDL game that is not zero-sum.
    aim: Option<Aim>,
}

/// The JSON of an answer, if there is one.
type JsonAnswer = Result<String, Error>;

/// A question to a session.
type Ask = Box<dyn FnOnce(&mut bouton::Session, &How) -> JsonAnswer + Send>;

fn json_of(answer: impl Serialize) -> JsonAnswer {
    serde_json::to_string(&answer).map_err(|error| Error::Io(Sentence::of(error)))
}

/// The question whose answer a function gives.
fn told<A: Serialize>(
    ask: impl FnOnce(&mut bouton::Session, &How) -> Result<A, Error> + Send + 'static,
) -> Ask {
    Box::new(|session, how| json_of(ask(session, how)?))
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
        let keywords = keywords.unwrap_or(&none);
        let asked = Options::read(keywords)?;
        let tables: Vec<PathBuf> = word(keywords, "table")?.unwrap_or_default();
        let Goal { aim, .. } = posed(keywords)?;
        let given = [game, position.unwrap_or_default()];
        let open = || {
            let terms = terms(aim, &asked.how.limits);
            let open = Open::game(game).misere(misere).right(right).on(terms);
            match anywhere && position.is_none() {
                true => open.anywhere(),
                false => attached(open.position(position).session()?, &tables),
            }
        };
        let session = work(py, &asked, |_| (), open)?;
        let session = session.map_err(|error| raised_for(py, &error, None, &given))?;
        Ok(Self {
            session: Arc::new(Mutex::new(session)),
            right,
            space: None,
            tables,
            aim,
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
        tables: Vec<PathBuf>,
    ) -> PyResult<Self> {
        let at = game.0.asked_about(start)?;
        let session = opened(&game.0, at, misere).and_then(|mut session| {
            if right {
                session.right_first()?;
            }
            attached(session, &tables)
        });
        Ok(Self {
            session: Arc::new(Mutex::new(session.map_err(|error| raised(py, &error))?)),
            right,
            space: Some(game.0.clone()),
            tables,
            aim: None,
        })
    }

    /// Answers a question; the keywords have what it is asked with, and its limits.
    fn ask(
        &self,
        py: Python<'_>,
        question: &str,
        at: Option<&str>,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<String> {
        let ask = match question {
            "about" => told(|session, _| about(session)),
            "position" => told(|session, _| session.position()),
            "play" => {
                let mv: String = needed(keywords, "move")?;
                told(move |session, _| {
                    session.play(&mv)?;
                    session.position()
                })
            }
            "solve" => told(bouton::Session::solve),
            "compare" => return self.compare(py, at, keywords),
            "moves" => told(bouton::Session::moves),
            "value" => {
                let show: Show = posed(keywords)?;
                told(move |session, how| calculus::value(session, show, &how.limits))
            }
            "order" => {
                let Compare { other, .. } = posed(keywords)?;
                told(move |session, how| scoring::compare(session, &other, &how.limits))
            }
            "bidding" => told(|session, how| bouton::bidding(session, &how.limits)),
            "analyze" => told(|session, how| experiment::analyze(session, how)),
            "review" => {
                let moves: Vec<String> = needed(keywords, "moves")?;
                told(move |session, how| experiment::review(session, &moves, how))
            }
            "losing" => {
                let asked: Losing = posed(keywords)?;
                told(move |session, how| asked.answer(session, how, None))
            }
            "values" => {
                let asked: Values = posed(keywords)?;
                told(move |session, how| asked.answer(session, how))
            }
            "refute" => {
                let asked: Refute = posed(keywords)?;
                let reachable = flag(keywords, "reachable")?;
                told(move |session, how| asked.answer(session, None, reachable, how))
            }
            "tabulate" => {
                let path: PathBuf = needed(keywords, "file")?;
                let (total, best) = (word(keywords, "total")?, flag(keywords, "best")?);
                told(move |session, how| {
                    let path = &path;
                    tabulate(session, &Wanted { total, path, best }, &how.limits)
                })
            }
            // The data to show and play a position.
            "view" => told(|session, _| bouton::view(session)),
            "draw" => drawn(keywords)?,
            // The reachable positions as a graph file's text.
            "graph" => told(|session, how| {
                let mut text = Vec::new();
                match experiment::graph(session, &how.limits, &mut text)?.stopped {
                    Some(reason) => Err(Error::Stopped(reason)),
                    None => Ok(String::from_utf8_lossy(&text).into_owned()),
                }
            }),
            _ => return Err(PyKeyError::new_err(question.to_owned())),
        };
        self.asked(py, keywords, at, ask)
    }
}

impl Session {
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
                    let open = open.on(terms(self.aim, limits)).position(at);
                    return attached(open.session()?, &self.tables);
                };
                let mut session = attached(opened(space, 0, misere)?, &self.tables)?;
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
}

fn terms(aim: Option<Aim>, limits: &Limits) -> Terms {
    Terms {
        aim,
        ..Terms::within(limits)
    }
}

/// The session, answering from these tables, or else from those of the environment.
fn attached(mut session: bouton::Session, tables: &[PathBuf]) -> Result<bouton::Session, Error> {
    let tables = bouton_cli::tables(tables)?;
    if !tables.is_empty() {
        tables.attach(&mut session)?;
    }
    Ok(session)
}

/// Facts about the game that need no query.
fn about(session: &mut bouton::Session) -> Result<serde_json::Value, Error> {
    Ok(json!({
        "game": session.game(),
        "misere": session.is_misere(),
        "position": session.position()?,
        "solvers": session.solvers().iter().map(|about| about.id).collect::<Vec<_>>(),
        "strategies": session.strategies().iter().map(|card| card.name).collect::<Vec<_>>(),
        "partizan": session.side().is_some(),
    }))
}

/// A picture, as SVG.
fn drawn(keywords: &Bound<'_, PyDict>) -> PyResult<Ask> {
    let asked: Draw = posed(keywords)?;
    let Painted { theme, .. } = posed(keywords)?;
    Ok(told(move |session, how| {
        let picture = asked.answer(session, how)?;
        Ok(picture.svg(theme.unwrap_or_default()))
    }))
}
