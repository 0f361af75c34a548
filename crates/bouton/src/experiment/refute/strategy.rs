//! [`Strategy`]: a strategy with a name, or written in a file of your own.

use bouton_core::Limits;
#[cfg(feature = "rules")]
use bouton_core::oracle::asked;

use super::rows::Allows;
use crate::session::Session;
use bouton_engine::{Error, Sentence};

/// A strategy to test.
///
/// ```
/// use bouton::experiment::Strategy;
/// assert_eq!(Strategy::from("larger-end").name(), "larger-end");
/// ```
#[derive(Clone, Debug)]
pub struct Strategy {
    name: String,
    #[cfg(feature = "rules")]
    file: Option<bouton_names::StrategyFile>,
}

/// A strategy of the game.
impl From<&str> for Strategy {
    fn from(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            #[cfg(feature = "rules")]
            file: None,
        }
    }
}

/// A file and one of its functions: `FILE.py:NAME`.
fn function(text: &str) -> Option<(&str, &str)> {
    let (path, name) = text.rsplit_once(':')?;
    let is_rules = path.ends_with(".py") || path.ends_with(".star");
    is_rules.then_some((path, name))
}

impl Strategy {
    /// The strategy with this name, or the function in a file: `FILE.py:NAME`.
    ///
    /// # Errors
    /// If the file cannot be read or evaluated, or has no such function.
    #[cfg(feature = "rules")]
    pub fn read(text: &str) -> Result<Self, Error> {
        let mut strategy = Self::from(text);
        if let Some((path, name)) = function(text) {
            let file = bouton_names::StrategyFile::read(path, name);
            strategy.file = Some(file.map_err(|fault| Error::Rules(Sentence::of(fault)))?);
        }
        Ok(strategy)
    }

    /// Whether it is written in a file.
    pub fn is_file(text: &str) -> bool {
        function(text).is_some()
    }

    /// The name as given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names of the moves that it allows at the session's position; `one`: only the first, in the game's own order or
    /// in the order of the file's list.
    pub(super) fn allowed(
        &self,
        session: &mut Session,
        one: bool,
        limits: &Limits,
    ) -> Result<Vec<String>, Error> {
        let mut allowed = self.all_allowed(session, limits)?;
        if one {
            allowed.truncate(1);
        }
        Ok(allowed)
    }

    #[cfg(feature = "rules")]
    fn all_allowed(&self, session: &mut Session, limits: &Limits) -> Result<Vec<String>, Error> {
        let Some(file) = &self.file else {
            return session.allowed(&self.name);
        };
        file.begin(limits);
        let here = session.position()?;
        let mut names = Vec::new();
        for told in asked(|| file.moves(&here))? {
            names.push(session.play(&told)?.name);
            session.go(&here)?;
        }
        Ok(names)
    }

    #[cfg(not(feature = "rules"))]
    fn all_allowed(&self, session: &mut Session, _limits: &Limits) -> Result<Vec<String>, Error> {
        session.allowed(&self.name)
    }

    /// The same for rows with ends to take, if the game is one of these. Errors of a file are thrown.
    pub(super) fn on_rows(
        &self,
        session: &Session,
        limits: &Limits,
    ) -> Result<Option<Box<Allows>>, Error> {
        #[cfg(feature = "rules")]
        if let Some(file) = &self.file {
            file.begin(limits);
            // A game of such rows reports an unknown strategy; other games have no rows.
            let is_on_rows = session.row_strategy("").is_err();
            let file = file.clone();
            return Ok(is_on_rows.then(|| ends_of(file)));
        }
        let _ = limits;
        Ok(session
            .row_strategy(&self.name)?
            .map(|allows| allows as Box<Allows>))
    }
}

/// The ends that a function of a file allows to take.
#[cfg(feature = "rules")]
fn ends_of(file: bouton_names::StrategyFile) -> Box<Allows> {
    use bouton_core::rows::AllowedEnds;
    use bouton_core::{RuleError, fail};
    Box::new(move |row| {
        let text = |row: &[i64]| {
            let row: Vec<_> = row.iter().map(i64::to_string).collect();
            row.join(",")
        };
        let mut allowed = AllowedEnds::default();
        for told in file.moves(&text(row)) {
            let (left, right) = (text(&row[1..]), text(&row[..row.len() - 1]));
            match told.as_str() {
                "L" | "l" => allowed.left = true,
                "R" | "r" => allowed.right = true,
                rest if rest == left || rest == right => {
                    allowed.left |= rest == left;
                    allowed.right |= rest == right;
                }
                _ => {
                    let row = text(row);
                    let message = format!("no legal move at {row} is called {told:?}");
                    fail(RuleError::Broken(message))
                }
            }
        }
        allowed
    })
}
