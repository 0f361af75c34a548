//! A sequence in its present state, and how to continue it: which engine is used when.

use super::cells::{Cells, Unsettled};
use super::dense::Dense;
use super::lane::Lane;
use super::rules::Rules;
use super::sets::Sets;
use super::space::Space;
use super::values::Values;
use super::{ahead, sparse};
use bouton_core::StopReason;
use bouton_core::limits::Limits;
use bouton_core::take_and_break::Code;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;

/// A way to compute Grundy values; each has a file that says how it works and when not to use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Engine {
    /// All pairs searched for the smallest missing value at once.
    Dense,
    /// The sparse space, a block of heaps at a time.
    Sparse,
    /// Sets of values, for three and more heaps and for digits that repeat.
    Sets,
}

impl Engine {
    /// All engines.
    pub const ALL: [Engine; 3] = [Engine::Dense, Engine::Sparse, Engine::Sets];

    /// The name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Engine::Dense => "dense",
            Engine::Sparse => "sparse",
            Engine::Sets => "sets",
        }
    }
}

/// The engine asked for does not support this code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct Unfit(pub Engine);

impl Unfit {
    fn message(&self) -> &'static str {
        match self.0 {
            Engine::Sparse => {
                "the engine sparse needs digits that split a heap into two, finitely many, and no third heap"
            }
            Engine::Dense | Engine::Sets => {
                "the engine dense answers codes with finitely many digits that leave at most two heaps; this one needs sets"
            }
        }
    }
}

/// A sequence of Grundy values, in its present state.
#[derive(Clone, Debug)]
pub struct Run {
    code: Code,
    /// The rules of the engines `dense` and `sparse`.
    rules: Option<Arc<Rules>>,
    state: State,
    wanted: Option<Engine>,
    threads: usize,
    /// The threads, from the time when they pay.
    pool: Option<Arc<ThreadPool>>,
    last: Engine,
    /// The numbers of heaps and rares when the space was chosen.
    chosen: (usize, usize),
    /// The number of values taken from an earlier run.
    taken_over: usize,
    /// Whether it replaces a run that took wrong values from an earlier one.
    is_anew: bool,
}

#[derive(Clone, Debug)]
enum State {
    Dense(Dense),
    Bytes(Cells<u8>),
    Words(Cells<u16>),
    Sets(Box<Sets>),
}

/// An expression for each state: `$all` of the values that are listed, `$sparse` of the cells in a sparse space.
macro_rules! of_state {
    ($state:expr, $values:ident => $all:expr, $cells:ident => $sparse:expr) => {
        match $state {
            State::Dense(dense) => {
                let $values = dense.values();
                $all
            }
            State::Sets(sets) => {
                let $values = sets.values();
                $all
            }
            State::Bytes($cells) => $sparse,
            State::Words($cells) => $sparse,
        }
    };
}

/// The number of heaps that `dense` always computes, so that every split meets existing heaps.
const FIRST_SPACE: usize = 4096;

/// The most heaps of a run: spaces store a rare heap with the number taken, at most a quarter of it, in four bytes. A
/// [`super::stream`] goes further.
const MOST_HEAPS: usize = 3 << 30;

/// At most one heap in this many may be rare: with more, few pairs of commons have a given value, and searching for it
/// costs more than is saved. Measured on .004 and .0007.
const MOST_RARE: usize = 12;

/// A sparse space and its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sparseness {
    /// The split of values.
    pub space: Space,
    /// The number of rare heaps.
    pub rares: usize,
}

impl Run {
    /// A run that has not begun; `engine` is the one to use, or `None` to choose it during the run.
    ///
    /// # Errors
    /// If the engine does not support the code.
    pub fn new(code: Code, engine: Option<Engine>, threads: usize) -> Result<Self, Unfit> {
        Self::resume(code, engine, threads, Values::default())
    }

    /// A run that continues from the values of an earlier one.
    ///
    /// # Errors
    /// If the engine does not support the code.
    pub fn resume(
        code: Code,
        engine: Option<Engine>,
        threads: usize,
        values: Values,
    ) -> Result<Self, Unfit> {
        let rules = Rules::of(&code).map(Arc::new);
        let fits = match engine {
            None | Some(Engine::Sets) => true,
            Some(Engine::Dense) => rules.is_some(),
            Some(Engine::Sparse) => rules.as_ref().is_some_and(|rules| !rules.splits.is_empty()),
        };
        if let Some(engine) = engine.filter(|_| !fits) {
            return Err(Unfit(engine));
        }
        let taken_over = values.len();
        let (state, last) = match rules.is_none() || engine == Some(Engine::Sets) {
            true => (
                State::Sets(Box::new(Sets::resume(&code, values))),
                Engine::Sets,
            ),
            false => (State::Dense(Dense::of(values)), Engine::Dense),
        };
        Ok(Run {
            code,
            rules,
            state,
            wanted: engine,
            threads,
            pool: None,
            last,
            chosen: (0, 0),
            taken_over,
            is_anew: false,
        })
    }

    /// Computes the values below `end` that were taken from an earlier run once more. If one is wrong, its heap is
    /// returned, and the run continues as if it had computed all values itself.
    ///
    /// # Errors
    /// If a limit is reached: the values are then not confirmed.
    pub(super) fn check(
        &mut self,
        end: usize,
        limits: &Limits,
    ) -> Result<Option<usize>, StopReason> {
        let end = end.min(self.taken_over);
        if end == 0 {
            return Ok(None);
        }
        let mut own = Self::new(self.code.clone(), self.wanted, self.threads)
            .expect("invariant: the engine answers the code");
        own.extend(end, limits)?;
        let pairs = own.values().iter().zip(self.values().iter());
        let wrong = pairs.take(end).position(|(own, taken)| own != taken);
        if wrong.is_some() {
            own.is_anew = true;
            *self = own;
        } else if end == self.taken_over {
            self.taken_over = 0;
        }
        Ok(wrong)
    }

    /// Whether it has values from an earlier run that were not checked.
    pub(super) fn takes_over(&self) -> bool {
        self.taken_over > 0
    }

    /// Whether it replaces a run that took wrong values from an earlier one.
    pub(super) fn is_anew(&self) -> bool {
        self.is_anew
    }

    /// The rule of the game.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The number of heaps with a value: 0, 1, … up to this number, excluded.
    pub fn len(&self) -> usize {
        of_state!(&self.state, values => values.len(), cells => cells.next())
    }

    /// Whether nothing was computed yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The engine that ran last.
    pub fn engine(&self) -> Engine {
        self.last
    }

    /// The values so far. If the run is in a sparse space, it leaves it: n steps, in place.
    pub fn values(&mut self) -> &Values {
        self.leave_space();
        of_state!(&self.state, values => values, cells => unreachable!("{} is left", cells.next()))
    }

    /// A copy of the values of the heaps from `start` on.
    pub fn values_from(&self, start: usize) -> Values {
        of_state!(
            &self.state,
            values => values.iter().skip(start).collect(),
            cells => cells.values_from(start).collect()
        )
    }

    /// Consumes the run and returns the values.
    pub fn into_values(mut self) -> Values {
        self.leave_space();
        match self.state {
            State::Dense(dense) => dense.into_values(),
            _ => self.values().clone(),
        }
    }

    /// Computes at least the values of the first `length` heaps.
    ///
    /// # Errors
    /// If a limit is reached first; computed values remain. The memory limit applies to the values and their working space.
    /// It is also the reason given at 3·2^30 heaps, where runs end.
    pub fn extend(&mut self, length: usize, limits: &Limits) -> Result<(), StopReason> {
        limits.afford(self.memory(length))?;
        while self.len() < length {
            limits.check()?;
            if self.len() >= MOST_HEAPS {
                return Err(StopReason::Memory);
            }
            limits.progress.set(self.len() as u64, length as u64);
            let before = self.len();
            self.step(length);
            limits.count(((self.len() - before) as u64).saturating_mul(self.work()));
            limits.afford(self.memory(self.len()))?;
        }
        limits.progress.set(length as u64, length as u64);
        Ok(())
    }

    /// Bytes that values and working space of this many heaps take.
    fn memory(&self, length: usize) -> u64 {
        match &self.state {
            State::Dense(dense) => (length as u64).saturating_mul(dense.values().width() as u64),
            State::Bytes(cells) => cells.memory(length),
            State::Words(cells) => cells.memory(length),
            State::Sets(sets) => sets.memory(length),
        }
    }

    /// The work of one heap: where pairs are searched, all smaller ones are looked at, some at a time.
    fn work(&mut self) -> u64 {
        let splits = (self.rules.as_ref()).is_none_or(|rules| !rules.splits.is_empty());
        let looked_at = match self.last {
            _ if !splits => 0,
            Engine::Dense => self.len(),
            _ => self.rares(),
        };
        16 + looked_at as u64 / 32
    }

    /// A piece of work between two checks of the limits, some milliseconds long.
    fn step(&mut self, length: usize) {
        if let State::Sets(sets) = &mut self.state {
            return sets.extend(length.min(sets.values().len() + 8));
        }
        let engine = self.choose();
        let n = self.len();
        // A heap takes time in proportion to n where pairs are searched, to the rares in a space: pieces take about the same.
        let piece = match engine {
            Engine::Dense => (1 << 25) / (n + (1 << 10)),
            _ => (self.threads.max(1) << 26) / (self.rares() + (1 << 9)),
        };
        let mut end = length.min(MOST_HEAPS).min(n + piece.max(64));
        if n < FIRST_SPACE {
            end = end.min(FIRST_SPACE);
        }
        self.last = engine;
        let shifts = of_state!(&self.state, _values => 0, cells => cells.shifts.len());
        if shifts >= ahead::WORTH_SHARING && self.threads > 1 && self.pool.is_none() {
            // If no threads can be started, the run continues with one.
            let pool = ThreadPoolBuilder::new().num_threads(self.threads).build();
            self.pool = pool.ok().map(Arc::new);
        }
        let (rules, pool) = (self.rules(), self.pool.as_deref());
        let settled = match &mut self.state {
            State::Dense(dense) => {
                dense.extend(&rules, end);
                Ok(())
            }
            State::Bytes(cells) => in_space(cells, &rules, end, pool),
            State::Words(cells) => in_space(cells, &rules, end, pool),
            State::Sets(_) => unreachable!("sets are extended by themselves"),
        };
        if settled.is_err() {
            // The next heap's class fits in no mask of this width: the dense engine computes this heap, and the masks become
            // wider.
            self.leave_space();
            if let State::Dense(dense) = &mut self.state {
                dense.extend(&rules, dense.values().len() + 1);
            }
        }
    }

    fn rules(&self) -> Arc<Rules> {
        let rules = self.rules.clone();
        rules.expect("invariant: a run without rules is one of sets")
    }

    /// The engine for the next piece, with the state in the form that it needs.
    fn choose(&mut self) -> Engine {
        let (rules, n) = (self.rules(), self.len());
        let frozen = 2 * rules.last_frozen();
        let is_early = n < FIRST_SPACE.max(4 * rules.most_taken).max(frozen);
        if rules.splits.is_empty() || is_early || self.wanted == Some(Engine::Dense) {
            return Engine::Dense;
        }
        let (then, rares_then) = self.chosen;
        let in_space = matches!(self.state, State::Bytes(_) | State::Words(_));
        // Before a space pays, every heap takes a full search: the earlier it is entered the better.
        let is_larger = match in_space {
            true => n >= 4 * then,
            false => 4 * n >= 5 * then,
        };
        let grown = is_larger || (in_space && 4 * self.rares() > 5 * rares_then + 256);
        if grown || (self.wanted.is_some() && !in_space) {
            self.reconsider(&rules);
        }
        match self.state {
            State::Dense(_) => Engine::Dense,
            _ => Engine::Sparse,
        }
    }

    /// Searches for the best space and enters it if it pays; otherwise leaves the present one.
    fn reconsider(&mut self, rules: &Rules) {
        let odd = rules.split_parity();
        let found = of_state!(
            &self.state,
            values => Space::best(values.iter(), odd),
            cells => Space::best(cells.values_from(0), odd)
        );
        let n = self.len();
        let Some((space, rares)) = found else { return };
        self.chosen = (n, rares);
        let bound = match &self.state {
            State::Dense(dense) => dense.bound,
            State::Bytes(cells) => 128 * cells.words as u32,
            State::Words(cells) => 128 * cells.words as u32,
            State::Sets(_) => 0,
        };
        let width = of_state!(&self.state, values => values.width(), cells => cells.width());
        let pays = MOST_RARE * rares < n
            && sparse_cost(rules, rares, bound) < dense_cost(rules, n, width, bound);
        if !pays && self.wanted.is_none() {
            return self.leave_space();
        }
        match &mut self.state {
            State::Bytes(cells) if cells.space == space => return cells.plan(rules),
            State::Words(cells) if cells.space == space => return cells.plan(rules),
            _ => self.leave_space(),
        }
        if let State::Dense(dense) = &mut self.state {
            self.state = match std::mem::take(dense).into_values() {
                Values::Bytes(values) => State::Bytes(Cells::encode(rules, space, values)),
                Values::Words(values) => State::Words(Cells::encode(rules, space, values)),
                values @ Values::Longs(_) => State::Dense(Dense::of(values)),
            };
        }
    }

    /// The sparse space of values from an earlier run, if this run would continue in it.
    pub(super) fn space_of_old(&mut self) -> Option<Sparseness> {
        let rules = self.rules.clone();
        let rules = rules.filter(|rules| !rules.splits.is_empty());
        let has_space = self.taken_over > 0 && self.len() >= FIRST_SPACE;
        if let Some(rules) = rules.filter(|_| has_space && self.wanted != Some(Engine::Dense)) {
            self.reconsider(&rules);
        }
        self.sparseness()
    }

    fn leave_space(&mut self) {
        let values = match std::mem::replace(&mut self.state, State::Dense(Dense::default())) {
            State::Bytes(cells) => Values::Bytes(cells.decode()),
            State::Words(cells) => Values::Words(cells.decode()),
            state => return self.state = state,
        };
        self.state = State::Dense(Dense::of(values));
        self.chosen.0 /= 2;
    }

    fn rares(&self) -> usize {
        self.sparseness().map_or(0, |sparseness| sparseness.rares)
    }

    /// The sparse space of the run, if it is in one.
    pub fn sparseness(&self) -> Option<Sparseness> {
        of_state!(&self.state, _values => None, cells => Some(Sparseness {
            space: cells.space,
            rares: cells.rares.len(),
        }))
    }
}

fn in_space<T: Lane>(
    cells: &mut Cells<T>,
    rules: &Rules,
    end: usize,
    pool: Option<&ThreadPool>,
) -> Result<(), Unsettled> {
    match cells.words {
        1 => in_blocks::<T, 1>(cells, rules, end, pool),
        2 => in_blocks::<T, 2>(cells, rules, end, pool),
        3 => in_blocks::<T, 3>(cells, rules, end, pool),
        _ => in_blocks::<T, 4>(cells, rules, end, pool),
    }
}

fn in_blocks<T: Lane, const W: usize>(
    cells: &mut Cells<T>,
    rules: &Rules,
    end: usize,
    pool: Option<&ThreadPool>,
) -> Result<(), Unsettled> {
    match pool.filter(|_| cells.shifts.len() >= ahead::WORTH_SHARING) {
        Some(pool) => ahead::extend::<T, W>(cells, rules, end, pool),
        None => sparse::extend::<T, W>(cells, rules, end),
    }
}

/// Nanoseconds for a heap on a space with this many rares and values below `bound`; measured on .37, .007 and Grundy's game.
fn sparse_cost(rules: &Rules, rares: usize, bound: u32) -> f64 {
    let words = f64::from(bound.div_ceil(128));
    40.0 + 0.25 * words * (rares * rules.splits.len()) as f64
}

/// Nanoseconds for heap n among all pairs; measured on the same.
fn dense_cost(rules: &Rules, n: usize, width: usize, bound: u32) -> f64 {
    3.0 * f64::from(bound) + 0.02 * (rules.splits.len() * n * width) as f64
}
