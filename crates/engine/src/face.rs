//! [`Face`]: an opened game of any type, behind an object-safe trait.

use std::any::Any;

use bouton_core::{Limits, Origin};

use crate::experimenting::Experimenting;
use crate::looking::Looking;
use crate::playing::Playing;
use crate::proving::Proving;
use crate::searching::Searching;
use crate::surveying::Surveying;
use crate::valuing::Valuing;

/// A game of an unknown type, opened at a position: its rules, and the questions that it can be asked, a trait for each kind.
///
/// Calls that ask the rules may unwind with a [`RuleError`](bouton_core::RuleError); then [`Searching::forget`] drops the
/// unfinished data of the solvers.
pub trait Face:
    Playing + Searching + Looking + Experimenting + Surveying + Valuing + Proving + Any + Send
{
    /// The game, as named in the query.
    fn name(&self) -> &str;
    /// Whether it is in misère play.
    fn is_misere(&self) -> bool;
    /// The files that the rules were read from; none for built-in rules.
    fn origins(&self) -> Vec<Origin>;
    /// Whether another game has the same rules and parameters. Rules from files are equal only if they come from the same
    /// reading.
    fn has_rules_of(&self, other: &dyn Face) -> bool;
    /// Whether the rules can fail: those of a rule file or of a Python game.
    fn can_fail(&self) -> bool;
    /// Sets the limits of the next query, for rules that can fail.
    fn begin(&self, limits: &Limits);
    /// A sentence with the reason why a query may have reached a limit, if the rules know one.
    fn growth(&self) -> Option<String>;
}
