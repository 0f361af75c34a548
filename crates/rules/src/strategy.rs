//! [`StrategyFile`]: a function of a file that chooses moves in a game defined elsewhere.

use std::sync::Arc;

use bouton_core::{Limits, Oracle, fail};

use crate::fault::Fault;
use crate::fault::Trouble;
use crate::file::RuleFile;
use crate::function::Function;
use crate::notation::literal;
use crate::plain::Plain;
use crate::rules::Rules;

/// A function that receives a position as text and returns the move to make: its name, or the position after it; a list of
/// these; or `None` if it does not apply.
#[derive(Clone, Debug)]
pub struct StrategyFile(Rules);

const FUNCTION: Function = Function::Strategy(0);

impl StrategyFile {
    /// Reads the file at `path` for its function `name`.
    ///
    /// # Errors
    /// If the file cannot be read or evaluated, or has no such function.
    pub fn read(path: &str, name: &str) -> Result<Self, Fault> {
        let file = RuleFile::read_for(path, name);
        Ok(Self(Rules(
            file.map_err(|trouble| trouble.into_fault(path))?,
        )))
    }

    /// Sets the limits of the next query.
    pub fn begin(&self, limits: &Limits) {
        let file: &Arc<RuleFile> = &self.0.0;
        file.begin(limits);
    }

    /// Its result for a position. An error or a limit is thrown; see [`bouton_core::oracle`].
    pub fn moves(&self, position: &str) -> Vec<String> {
        let at = Plain::text(position);
        let told = self.0.value(FUNCTION, &at);
        if told.is_none() {
            return Vec::new();
        }
        let each = told.items().unwrap_or_else(|| vec![told.clone()]);
        let texts = each.iter().map(|item| item.as_str().map(str::to_owned));
        texts.collect::<Option<_>>().unwrap_or_else(|| {
            let message = format!(
                "a strategy returns a move or the position after it, as text, or a list of these; found {}",
                literal(&told)
            );
            fail(Trouble::Fault(self.0.0.fault(FUNCTION, &at, message)).into())
        })
    }
}
