//! [`Subject`]: rules from any source that can be checked for mistakes.

use std::collections::HashMap;

use bouton_core::{RuleError, Side, asked};
use bouton_external::{Contents, ExternalRules, Step};

use crate::function::Function;
use crate::growth::Extent;
use crate::notation::{Shape, literal};
use crate::plain::Plain;
use crate::rules::Rules;

/// A position with the side to move; Left if both have the same moves.
pub(crate) type Place<P> = (P, Side);

/// The positions after each position's moves.
pub(crate) type Edges<P> = HashMap<Place<P>, Vec<Place<P>>>;

/// Rules of a rule file. Errors are thrown ([`bouton_core::fail`]).
pub trait Subject:
    ExternalRules<Position: Ord, Move = Step<<Self as ExternalRules>::Position>>
{
    /// Whether the end itself gives points.
    fn scores_the_end(&self) -> bool;
    /// Whether a player without a move loses by default.
    fn last_wins(&self) -> bool;
    /// The names without a meaning, and the known names that are missing.
    fn names(&self) -> (Vec<String>, Vec<String>);
    /// The end of play and the moves, without the plies left.
    fn looked_at(&self, at: &Self::Position, side: Side) -> Contents<Self::Position>;
    /// Whether representatives, parts or negatives are defined.
    fn simplifies(&self) -> bool;
    /// The literal of a position in the language of the rules.
    fn literal(&self, at: &Self::Position) -> String;
    /// The range of the numbers and lengths in a position.
    fn extent(&self, at: &Self::Position) -> Extent;
    /// Whether two positions have the same text.
    fn same_look(&self, one: &Self::Position, other: &Self::Position) -> bool;
    /// The text of a position that is one.
    fn text(&self, at: &Self::Position) -> Option<String>;
    /// The position that is this text.
    fn of_text(&self, text: &str) -> Option<Self::Position>;
    /// Each item of a position that is a tuple, as a tuple of one.
    fn singles(&self, at: &Self::Position) -> Option<Vec<Self::Position>>;
    /// Forgets the last error, which was that of a trial.
    fn forget(&self) {}
    /// The end of play and the moves; `None` if the rules fail at this position, which may be none of theirs.
    fn tried(&self, at: &Self::Position, side: Side) -> Option<Contents<Self::Position>> {
        match asked(|| self.looked_at(at, side)) {
            Ok(look) => Some(look),
            Err(RuleError::Stopped(_)) => None,
            Err(_) => {
                self.forget();
                None
            }
        }
    }
}

impl Subject for Rules {
    fn scores_the_end(&self) -> bool {
        self.0.scores_the_end()
    }
    fn last_wins(&self) -> bool {
        self.0.last_wins()
    }
    fn names(&self) -> (Vec<String>, Vec<String>) {
        let (others, missing) = self.0.names();
        let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
        (owned(others), owned(missing))
    }
    fn looked_at(&self, at: &Plain, side: Side) -> Contents<Plain> {
        self.unchecked(at, side)
    }
    fn simplifies(&self) -> bool {
        let told = [Function::Canonical, Function::Summands, Function::Negative];
        told.into_iter().any(|function| self.0.has(function))
    }
    fn literal(&self, at: &Plain) -> String {
        literal(at)
    }
    fn extent(&self, at: &Plain) -> Extent {
        at.extent()
    }
    fn same_look(&self, one: &Plain, other: &Plain) -> bool {
        let kind = |at: &Plain| match (Shape::of(at), at.items()) {
            (Shape::Int, _) => 0,
            (Shape::Str, _) => 1,
            (_, Some(_)) => 2,
            _ => 3,
        };
        kind(one) == kind(other)
    }
    fn text(&self, at: &Plain) -> Option<String> {
        at.as_str().map(str::to_owned)
    }
    fn of_text(&self, text: &str) -> Option<Plain> {
        Some(Plain::text(text))
    }
    fn singles(&self, at: &Plain) -> Option<Vec<Plain>> {
        let single = |item: Plain| {
            let mut single = Plain::default();
            single.push_tuple(1);
            single.append(&item);
            single
        };
        Some(at.items()?.into_iter().map(single).collect())
    }
}
