//! [`Comparison`]: the answers of several solvers to one position.

use std::fmt;

use super::answer::Answer;
use super::columns::Columns;

/// The answers of several solvers to one position, shown as a row each; its JSON is that of each answer.
///
/// ```
/// use bouton_answers::Comparison;
/// let head = "solver  value  remoteness  grundy  best moves  visited  seconds";
/// assert_eq!(Comparison(Vec::new()).to_string(), head);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison(pub Vec<Answer>);

impl Comparison {
    /// A sentence about the first two finished answers that contradict each other.
    pub fn disagreement(&self) -> Option<String> {
        let done = |answer: &&Answer| answer.stopped.is_none();
        let done: Vec<_> = self.0.iter().filter(done).collect();
        let pairs =
            (done.iter().enumerate()).flat_map(|(n, a)| done[n + 1..].iter().map(move |b| (a, b)));
        let mut disagreeing = pairs.filter(|(a, b)| !agree(a, b));
        let (a, b) = disagreeing.next()?;
        Some(format!("{} and {} disagree", a.solver, b.solver))
    }
}

fn agree(a: &Answer, b: &Answer) -> bool {
    a.outcome == b.outcome
        && a.margin == b.margin
        && no_conflict(&a.remoteness, &b.remoteness)
        && no_conflict(&a.grundy, &b.grundy)
        && no_conflict(&a.best_count, &b.best_count)
}

fn no_conflict<T: PartialEq>(a: &Option<T>, b: &Option<T>) -> bool {
    a.is_none() || b.is_none() || a == b
}

fn row(answer: &Answer) -> Vec<String> {
    fn shown(value: &Option<impl fmt::Display>) -> String {
        value
            .as_ref()
            .map_or_else(|| "-".to_owned(), ToString::to_string)
    }
    vec![
        answer.solver.clone(),
        value(answer),
        shown(&answer.remoteness),
        shown(&answer.grundy),
        shown(&answer.best_count),
        answer.visited.to_string(),
        format!("{:.6}", answer.seconds),
    ]
}

/// The margin, or the outcome, or the reason why it is not known.
fn value(answer: &Answer) -> String {
    let margin = answer.margin.as_ref().map(ToString::to_string);
    let outcome = || answer.outcome.map(|outcome| outcome.to_string());
    let stopped = || answer.stopped.map(|why| why.to_string());
    (margin.or_else(outcome).or_else(stopped)).unwrap_or_default()
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = [
            "solver",
            "value",
            "remoteness",
            "grundy",
            "best moves",
            "visited",
            "seconds",
        ];
        Columns::under(head, self.0.iter().map(row)).fmt(f)
    }
}
