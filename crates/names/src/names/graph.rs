//! Games given as their graphs: `file.jsonl`, also compressed (`.jsonl.gz`, `.jsonl.zst`), or `graph:FILE` for a file with
//! any name; `graph:-` is read from standard input.

use std::sync::Arc;

use bouton_core::Limits;
use bouton_core::take_and_break::Code;
use bouton_engine::{Error, Untyped};
use bouton_external::ExternalRules;
use bouton_graphs::{GameGraph, Refusal};

use super::endings::GRAPHS;
use super::{Card, Checked, Files, Language, Named, Source, Terms, title};
use crate::external::External;

/// The prefix for a file with another ending.
const PREFIX: &str = "graph:";

/// The name of a graph file.
struct Path {
    /// As typed.
    game: String,
    path: String,
    /// Its text, if that is given; the path is then only a name.
    text: Option<Arc<str>>,
    limits: Limits,
}

pub(super) fn read(text: &str, terms: &Terms) -> Option<Result<Arc<dyn Named>, Error>> {
    let has_ending = GRAPHS.iter().any(|ending| text.ends_with(ending));
    let path = text.strip_prefix(PREFIX).or(has_ending.then_some(text))?;
    let path_is_fit = terms.check(path);
    Some(path_is_fit.map(|()| {
        Arc::new(Path {
            game: text.to_owned(),
            path: path.to_owned(),
            text: terms.rules.clone(),
            limits: terms.limits.clone(),
        }) as _
    }))
}

impl Path {
    fn read(&self) -> Result<GameGraph, Error> {
        let graph = match &self.text {
            Some(text) => bouton_graphs::read(&self.path, text.as_bytes(), &self.limits),
            None => bouton_graphs::open(&self.path, &self.limits),
        };
        graph.map_err(told)
    }

    fn external(&self) -> Result<External<GameGraph>, Error> {
        Ok(External {
            name: self.game.clone(),
            rules: self.read()?,
            again: None,
        })
    }

    fn unfit<T>(&self, why: &str) -> Option<Result<T, Error>> {
        Some(Err(Error::Unfit(format!("{} {why}", self.game))))
    }
}

fn told(refusal: Refusal) -> Error {
    match refusal {
        Refusal::Io(text) => Error::Io(text.into()),
        Refusal::Fault(text) => Error::Rules(text.into()),
        Refusal::Stopped(reason) => Error::Stopped(reason),
    }
}

impl Named for Path {
    fn open(&self, position: Option<&str>, misere: bool) -> Result<Untyped, Error> {
        self.external()?.open(position, misere)
    }

    fn card(&self) -> Result<Card, Error> {
        let kind = self.read()?.kind();
        Ok(Card {
            name: title(&self.path),
            rules: format!("As the file lists its positions and moves ({kind})."),
            notation: "the id of a position".to_owned(),
            example: [self.game.clone(), String::new()],
            ..Card::default()
        })
    }

    fn check(&self, positions: &[String], limits: &Limits) -> Option<Result<Checked, Error>> {
        let checked = || {
            let graph = self.read()?;
            for text in positions {
                let read = graph.read(text);
                read.map_err(|error| Error::input("position", error))?;
            }
            Ok(Checked {
                name: title(&self.path),
                report: graph.check(limits)?,
            })
        };
        Some(checked())
    }

    fn code(&self) -> Option<Result<Code, Error>> {
        self.unfit("has no code: a sequence is that of single heaps, and a graph has no heaps")
    }

    fn formulas(&self, _heaps: usize) -> Option<Result<String, Error>> {
        self.unfit("has no formulas: laws are those of families of positions, and a graph is one list of them")
    }

    fn source(&self) -> Option<Result<Source, Error>> {
        if self.text.is_none() && self.path == "-" {
            return self.unfit(
                "is read once, from standard input, and cannot be read again: save it in a file",
            );
        }
        let text = match &self.text {
            Some(text) => Ok(text.to_string()),
            None => bouton_graphs::text(&self.path).map_err(told),
        };
        Some(text.map(|text| Source {
            path: self.game.clone(),
            language: Language::Graph,
            parameters: String::new(),
            text,
        }))
    }

    fn files(&self, _position: Option<&str>) -> Files {
        match self.text {
            Some(_) => Files::None,
            None => Files::Program,
        }
    }
}
