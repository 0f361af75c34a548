//! [`TableFiles`]: tables to answer from.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bouton_answers::text::escaped;
use bouton_core::Limits;
use bouton_engine::{Error, Sentence};
use bouton_tables::{Contents, Table, TableError};

use super::rules::{Foreign, foreign};
use crate::session::Session;

/// Tables to answer from, opened.
#[derive(Clone, Debug, Default)]
pub struct TableFiles {
    /// The tables, each with whether it was named itself and not only its folder.
    tables: Vec<(Arc<Table>, bool)>,
}

impl TableFiles {
    /// Opens tables: each path is a table, or a folder, whose files ending in `.tb` are opened.
    ///
    /// # Errors
    /// If a file cannot be read or is not a table.
    pub fn open(paths: &[PathBuf]) -> Result<Self, Error> {
        let mut tables = Vec::new();
        for path in paths {
            if path.is_dir() {
                for table in in_folder(path)? {
                    tables.push((opened(&table)?, false));
                }
            } else {
                tables.push((opened(path)?, true));
            }
        }
        Ok(Self { tables })
    }

    /// Tables that are open already, such as those read from an address.
    pub fn of(tables: impl IntoIterator<Item = Table>) -> Self {
        let named = tables.into_iter().map(|table| (Arc::new(table), true));
        Self {
            tables: named.collect(),
        }
    }

    /// Takes other tables in, too.
    pub fn add(&mut self, others: Self) {
        self.tables.extend(others.tables);
    }

    /// The same tables, which need not belong to the rules of a session.
    #[must_use]
    pub fn offered(mut self) -> Self {
        self.tables
            .iter_mut()
            .for_each(|(_, is_named)| *is_named = false);
        self
    }

    /// Whether there are no tables.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// Lets a session answer from the tables that belong to its rules; other tables in a folder are ignored.
    ///
    /// # Errors
    /// If a table was named explicitly and belongs to other rules, or the rules fail.
    pub fn attach(&self, session: &mut Session) -> Result<(), Error> {
        let mut fitting = Vec::new();
        for (table, is_named) in &self.tables {
            let contents = table.contents();
            if !is_named && base(&contents.game) != base(session.game()) {
                continue;
            }
            match foreign(session, contents, &Limits::default())? {
                None => fitting.push(table.clone()),
                Some(foreign) if *is_named => {
                    return Err(refused(table.path(), contents, session, &foreign));
                }
                Some(_) => {}
            }
        }
        if !fitting.is_empty() {
            session.answer_from(fitting.into());
        }
        Ok(())
    }
}

fn opened(path: &Path) -> Result<Arc<Table>, Error> {
    let table = Table::open(path).map_err(failed)?;
    Ok(Arc::new(table))
}

/// The same as an error of a query.
pub(super) fn failed(error: TableError) -> Error {
    match error {
        TableError::Damaged { .. } => Error::Damaged(Sentence::of(error)),
        _ => Error::Io(Sentence::of(error)),
    }
}

/// The tables at a path: those in a folder, by name, or the file itself.
///
/// # Errors
/// If a folder cannot be read.
pub fn files_at(path: &Path) -> Result<Vec<PathBuf>, Error> {
    match path.is_dir() {
        true => in_folder(path),
        false => Ok(vec![path.to_owned()]),
    }
}

/// The tables in a folder, by name.
fn in_folder(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let failed = |error| Error::io(format_args!("cannot read {}", path.display()), error);
    let mut found = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|ending| ending == "tb") && path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The name of a game without its parameters.
fn base(game: &str) -> &str {
    game.split(':').next().unwrap_or(game)
}

/// The error for a table that is not accepted.
pub(super) fn refused(
    path: &Path,
    contents: &Contents,
    session: &Session,
    foreign: &Foreign,
) -> Error {
    let misere = |is| if is { " in misère play" } else { "" };
    let (path, game) = (path.display(), shown(&contents.game, &contents.origins));
    let table = format!("{path} is a table of {game}{}", misere(contents.misere));
    Error::Unfit(match foreign {
        Foreign::Files(here) => format!(
            "{table}, made from {}, and {} is {}: make a table of these rules",
            files(&contents.origins, "no file that it names"),
            shown(session.game(), here),
            files(here, "a game of the program"),
        ),
        Foreign::Rules => format!(
            "{table}, whose rules, or the way its positions are named, are not those of {}{} here",
            shown(session.game(), &contents.origins),
            misere(session.is_misere()),
        ),
    })
}

/// The name of a game; the name of a file is quoted.
pub(super) fn shown(game: &str, origins: &[String]) -> String {
    match origins.is_empty() {
        true => escaped(game).into_owned(),
        false => format!("{game:?}"),
    }
}

/// Files by their hashes; `none` if there are none.
pub(super) fn files(origins: &[String], none: &str) -> String {
    let all: Vec<_> = origins
        .iter()
        .map(|origin| escaped(origin).into_owned())
        .collect();
    match &all[..] {
        [] => none.to_owned(),
        [one] => format!("the file with the SHA-256 hash {one}"),
        _ => format!("the files with the SHA-256 hashes {}", all.join(", ")),
    }
}
