//! The solver of a table: the one place that decides whether `losing`, `values` and `find` answer from a proved law.

use std::cell::Cell;
use std::ops::RangeInclusive;
use std::sync::Arc;

use bouton_answers::{CellKind, Moves, Proof, Proved};
use bouton_core::Limits;
use bouton_core::hashing::FastMap;
use bouton_core::solver::About;
use bouton_engine::Error;
use bouton_laws::{Law, LawStrategy, Mode};
use num_bigint::BigUint;

use super::enumerate::{Span, each_heaps};
use crate::session::{How, Session, Value};
use web_time::Instant;

/// The name of the solver that answers from a law.
const LAW: &str = "law";
/// Fewer positions are solved one by one in a moment.
const MANY: u64 = 400;
/// The lost ones among more positions are listed from a law, even where a theorem of the game decides each of them.
const PLENTY: u64 = 250_000;
/// The steps of a search for a law that every large table affords: some third of a second.
const LEAST_STEPS: u64 = 5_000_000;
/// The most steps of such a search: some two seconds.
const MOST_STEPS: u64 = 30_000_000;
/// The steps that take as long as one move of one position in a table.
const STEPS_A_MOVE: u64 = 16;
/// The most tuples of numbers that are tried until one is a position.
const TRIES: usize = 1000;

impl Span {
    /// The number of lists of heaps, in order.
    fn positions(self) -> u64 {
        let side = self.up_to.saturating_add(1);
        side.saturating_pow(u32::try_from(self.heaps).unwrap_or(u32::MAX))
    }

    /// Whether the lost ones among many are asked for.
    fn is_long_list(self) -> bool {
        self.lost && self.positions() >= PLENTY
    }

    /// The steps of a search for a law that are few beside the work of the table. Steps are counted, not time: a busy
    /// machine finds the same law.
    fn steps(self) -> u64 {
        let moves = self.up_to.saturating_mul(self.heaps as u64);
        let table = self.positions().saturating_mul(moves);
        table
            .saturating_mul(STEPS_A_MOVE)
            .clamp(LEAST_STEPS, MOST_STEPS)
    }
}

/// The solver for the positions of a table.
pub(super) struct TableSolver<'h> {
    /// As asked.
    how: &'h How,
    /// The same for all positions, where they accept it: choosing for each of them may take longer than solving it.
    one: Option<How>,
    /// The law that is asked first, if it is one.
    law: Option<Arc<LawStrategy>>,
    /// Whether some position was not served by the one solver.
    others: Cell<bool>,
}

impl<'h> TableSolver<'h> {
    /// As asked, for each position.
    pub(super) fn each(how: &'h How) -> Self {
        Self {
            how,
            one: None,
            law: None,
            others: Cell::new(false),
        }
    }

    /// The law of the game, if the table is large, no theorem of the game is quicker, and a law of these values is known
    /// or found in a moment; otherwise the solver of the largest position.
    pub(super) fn of(session: &mut Session, span: Span, kind: CellKind, how: &'h How) -> Self {
        let mut solver = Self::each(how);
        let is_asked = how.solver.as_deref() == Some(LAW);
        let is_large = how.solver.is_none() && span.positions() >= MANY;
        if !(is_asked || is_large) || !set_largest(session, span) {
            return solver;
        }
        let mut id = Some(LAW.to_owned());
        if is_asked {
            solver.law = proved(session, kind, &how.limits);
        } else if session.has_formulas()
            && (span.is_long_list() || !session.offers_before(LAW, &how.limits))
        {
            let limits = Limits {
                steps: Some(span.steps()),
                ..how.limits.clone()
            };
            solver.law = proved(session, kind, &limits);
        }
        if solver.law.is_none() {
            let is_any = is_large && span.all && kind == CellKind::Outcome;
            let chosen = is_any.then(|| session.choose(&half(how)).ok()).flatten();
            id = chosen.map(|n| session.solvers()[n].id.to_owned());
            if id.as_deref() == Some(LAW) {
                solver.law = proved(session, kind, &how.limits);
            }
        }
        solver.one = id.map(|id| How {
            solver: Some(id),
            limits: how.limits.clone(),
        });
        solver
    }

    /// Whether a law answered for every position so far.
    pub(super) fn is_by_law(&self) -> bool {
        self.law.is_some() && !self.others.get()
    }

    /// How the values were found, by the law or by these solvers.
    pub(super) fn proved(&self, used: &[&About]) -> Proved {
        let law = self.law.as_ref().filter(|_| self.is_by_law());
        let why = law.map(|law| {
            let law = law.law();
            let (name, system) = (&law.rules().name, law.system());
            let states = law.automaton().states();
            format!("by the law of “{name}”, proved for all sizes ({system}, {states} states)")
        });
        let one = match (&why, used) {
            (Some(_), _) => Some(LAW),
            (None, [one]) => Some(one.id),
            _ => None,
        };
        Proved {
            proof: match used.iter().all(|about| about.proves) {
                true => Proof::Proved,
                false => Proof::Seen,
            },
            solver: one.map(str::to_owned),
            why,
        }
    }

    /// The lost positions of these heaps, if there is a law that lists them.
    pub(super) fn lists(&self, span: Span) -> Option<Lost> {
        Lost::of(self.law.as_ref()?, span)
    }

    /// The answer by the one solver, or if it does not serve this position as asked.
    fn told<T>(&self, mut ask: impl FnMut(&How) -> Result<T, Error>) -> Result<T, Error> {
        match self.one.as_ref().map(&mut ask) {
            Some(Err(Error::NoSolver(_))) => {
                self.others.set(true);
                ask(self.how)
            }
            None => ask(self.how),
            Some(told) => told,
        }
    }

    /// The value of the session's position.
    pub(super) fn value(&self, session: &mut Session) -> Result<Value, Error> {
        self.told(|how| session.value(how))
    }

    /// The moves of the session's position.
    pub(super) fn moves(&self, session: &mut Session) -> Result<Moves, Error> {
        self.told(|how| session.moves(how))
    }
}

/// The lost positions of a table, by a law.
pub(super) enum Lost {
    /// A law of outcomes of as many numbers as there are heaps.
    Law(Arc<LawStrategy>),
    /// The heaps by their Grundy values, and the values of the heaps: a position is lost if the xor of its values is 0.
    Values(FastMap<u64, Vec<u64>>, Vec<u64>),
}

impl Lost {
    /// A law lists them if it is about so many numbers, or about each heap.
    pub(super) fn of(law: &Arc<LawStrategy>, span: Span) -> Option<Self> {
        let rules = law.law().rules();
        match (rules.mode, rules.variables.len()) {
            (Mode::Grundy, 1) => Self::by_values(law.law(), span.up_to),
            (Mode::Grundy, _) => None,
            (_, numbers) => (numbers == span.heaps).then(|| Self::Law(law.clone())),
        }
    }

    fn by_values(law: &Law, up_to: u64) -> Option<Self> {
        let value = |heap: u64| u64::try_from(law.grundy(&[heap.into()])?).ok();
        let values: Vec<_> = (0..=up_to).map(value).collect::<Option<_>>()?;
        let mut heaps: FastMap<u64, Vec<u64>> = FastMap::default();
        for (heap, value) in (0..).zip(&values) {
            heaps.entry(*value).or_default().push(heap);
        }
        Some(Self::Values(heaps, values))
    }

    /// The last heaps of the lost positions that begin with these heaps, in ascending order, within a range.
    pub(super) fn after<'l>(
        &'l self,
        first: &[u64],
        range: &RangeInclusive<u64>,
    ) -> Box<dyn Iterator<Item = u64> + 'l> {
        let (from, to) = (*range.start(), *range.end());
        match self {
            Self::Law(law) => {
                let given: Vec<BigUint> = first.iter().map(|heap| (*heap).into()).collect();
                let lasts = law
                    .law()
                    .lost_after(&given, &to.into())
                    .into_iter()
                    .flatten();
                let lasts = lasts.map_while(|last| u64::try_from(&last[0]).ok());
                Box::new(
                    lasts
                        .take_while(move |last| *last <= to)
                        .filter(move |last| *last >= from),
                )
            }
            Self::Values(heaps, values) => {
                let sum = first
                    .iter()
                    .fold(0, |sum, heap| sum ^ values[*heap as usize]);
                let heaps = heaps.get(&sum).map_or(&[][..], Vec::as_slice);
                let begin = heaps.partition_point(|heap| *heap < from);
                let end = heaps.partition_point(|heap| *heap <= to);
                Box::new(heaps[begin.min(end)..end].iter().copied())
            }
        }
    }
}

/// The law of the game, if one of these values is proved within the limits.
fn proved(session: &Session, kind: CellKind, limits: &Limits) -> Option<Arc<LawStrategy>> {
    let found = session.law(limits).ok()?;
    let fits = kind != CellKind::Grundy || found.law().rules().mode == Mode::Grundy;
    fits.then_some(found)
}

/// The same with half of the time: the rest is for positions that can be solved only one by one.
fn half(how: &How) -> How {
    let mut half = how.clone();
    half.limits.deadline = how.limits.deadline.map(|end| {
        let left = end.saturating_duration_since(Instant::now());
        end - left / 2
    });
    half
}

/// Goes to a position with so many heaps, the largest if it is one.
fn set_largest(session: &mut Session, span: Span) -> bool {
    let Span {
        heaps,
        ascending,
        up_to,
        ..
    } = span;
    session.set_heaps(&vec![up_to; heaps])
        || each_heaps(heaps, up_to, ascending)
            .take(TRIES)
            .any(|heaps| session.set_heaps(&heaps))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_law_is_told_only_if_it_answered_for_every_position() {
        let how = How::default();
        let mut solver = TableSolver::each(&how);
        let session = crate::open("wythoff", "0,0").unwrap();
        solver.law = proved(&session, CellKind::Outcome, &how.limits);
        solver.one = Some(How::default());
        assert_eq!(solver.told(|_| Ok::<_, Error>(1)).unwrap(), 1);
        assert!(solver.is_by_law());
        let mut calls = 0;
        let told = solver.told(|_| {
            calls += 1;
            match calls {
                1 => Err(Error::NoSolver("none".to_owned())),
                _ => Ok(2),
            }
        });
        assert_eq!(told.unwrap(), 2);
        assert!(!solver.is_by_law() && solver.proved(&[]).why.is_none());
    }
}
