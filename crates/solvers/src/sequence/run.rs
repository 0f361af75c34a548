//! A sequence in its present state, and how to continue it: which engine is used when.

use super::cells::{Cells, Unsettled};
use super::lane::Lane;
use super::rules::Rules;
use super::scalar::{self, Marks, extend};
use super::sets::Sets;
use super::space::Space;
use super::values::Values;
use super::{ahead, dense, register, sparse, sparse_scalar};
use bouton_core::StopReason;
use bouton_core::limits::Limits;
use bouton_core::take_and_break::Code;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;

/// A way to compute Grundy values; each has a file that says how it works and when not to use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Engine {
    /// One mark for every option.
    Scalar,
    /// All pairs searched for the smallest missing value at once.
    Dense,
    /// The sparse space, one heap at a time.
    SparseScalar,
    /// The sparse space, a block of heaps at a time.
    Sparse,
    /// Few rares and values below 128: the whole mask of a heap in one register.
    Register,
    /// Sets of values, for three and more heaps and for digits that repeat.
    Sets,
}

impl Engine {
    /// All engines.
    pub const ALL: [Engine; 6] = [
        Engine::Scalar,
        Engine::Dense,
        Engine::SparseScalar,
        Engine::Sparse,
        Engine::Register,
        Engine::Sets,
    ];

    /// The name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Engine::Scalar => "scalar",
            Engine::Dense => "dense",
            Engine::SparseScalar => "sparse-scalar",
            Engine::Sparse => "sparse",
            Engine::Register => "register",
            Engine::Sets => "sets",
        }
    }
}

/// The engine asked for does not support this code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct Unfit(pub Engine);

impl Unfit {
    fn message(&self) -> String {
        let id = self.0.id();
        match self.0 {
            Engine::Scalar | Engine::Dense | Engine::Sets => {
                format!(
                    "the engine {id} answers codes with finitely many digits that leave at most two heaps; this one needs sets"
                )
            }
            _ => format!(
                "the engine {id} needs digits that split a heap into two, finitely many, and no third heap"
            ),
        }
    }
}

/// A sequence of Grundy values, in its present state.
#[derive(Clone, Debug)]
pub struct Run {
    code: Code,
    rules: Option<Rules>,
    state: State,
    marks: Marks,
    bound: u32,
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
    Plain(Values),
    Bytes(Cells<u8>),
    Words(Cells<u16>),
    Sets(Box<Sets>),
}

/// The number of heaps that [`scalar`] always computes, so that every split meets existing heaps.
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
        let rules = Rules::of(&code);
        let fits = match engine {
            None | Some(Engine::Sets) => true,
            Some(Engine::Scalar | Engine::Dense) => rules.is_some(),
            Some(_) => rules.as_ref().is_some_and(|rules| !rules.splits.is_empty()),
        };
        if let Some(engine) = engine.filter(|_| !fits) {
            return Err(Unfit(engine));
        }
        let bound = values.iter().max().map_or(0, |largest| largest + 1);
        let taken_over = values.len();
        let sets = rules.is_none() || engine == Some(Engine::Sets);
        let (state, last) = if sets {
            (
                State::Sets(Box::new(Sets::resume(&code, values))),
                Engine::Sets,
            )
        } else {
            (State::Plain(values), Engine::Scalar)
        };
        Ok(Run {
            code,
            rules,
            state,
            marks: Marks::default(),
            bound,
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
        match &self.state {
            State::Plain(values) => values.len(),
            State::Bytes(cells) => cells.next(),
            State::Words(cells) => cells.next(),
            State::Sets(sets) => sets.values().len(),
        }
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
        match &self.state {
            State::Plain(values) => values,
            State::Sets(sets) => sets.values(),
            State::Bytes(_) | State::Words(_) => unreachable!("the run has just left the space"),
        }
    }

    /// A copy of the values of the heaps from `start` on.
    pub fn values_from(&self, start: usize) -> Values {
        match &self.state {
            State::Plain(values) => values.iter().skip(start).collect(),
            State::Sets(sets) => sets.values().iter().skip(start).collect(),
            State::Bytes(cells) => cells.values_from(start).collect(),
            State::Words(cells) => cells.values_from(start).collect(),
        }
    }

    /// Consumes the run and returns the values.
    pub fn into_values(mut self) -> Values {
        self.leave_space();
        match self.state {
            State::Plain(values) => values,
            State::Sets(sets) => sets.values().clone(),
            State::Bytes(_) | State::Words(_) => unreachable!("the run has just left the space"),
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
            self.step(length);
            limits.afford(self.memory(self.len()))?;
        }
        limits.progress.set(length as u64, length as u64);
        Ok(())
    }

    /// Bytes that values and working space of this many heaps take.
    fn memory(&self, length: usize) -> u64 {
        match &self.state {
            State::Plain(values) => (length as u64).saturating_mul(values.width() as u64),
            State::Bytes(cells) => cells.memory(length),
            State::Words(cells) => cells.memory(length),
            State::Sets(sets) => sets.memory(length),
        }
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
            Engine::Scalar | Engine::Dense => (1 << 25) / (n + (1 << 10)),
            _ => (self.threads.max(1) << 26) / (self.rares() + (1 << 9)),
        };
        let mut end = length.min(MOST_HEAPS).min(n + piece.max(64));
        if n < FIRST_SPACE {
            end = end.min(FIRST_SPACE);
        }
        self.last = engine;
        if engine == Engine::Sparse && self.threads > 1 && self.pool.is_none() {
            // If no threads can be started, the run continues with one.
            let pool = ThreadPoolBuilder::new().num_threads(self.threads).build();
            self.pool = pool.ok().map(Arc::new);
        }
        self.run(engine, end);
    }

    fn run(&mut self, engine: Engine, end: usize) {
        let pool = self.pool.as_deref();
        let rules = self
            .rules
            .as_ref()
            .expect("invariant: a run without rules is one of sets");
        let settled = match &mut self.state {
            State::Plain(values) => {
                let (marks, bound) = (&mut self.marks, &mut self.bound);
                match engine {
                    Engine::Dense => extend(rules, values, marks, bound, end, dense::grundy),
                    _ => extend(rules, values, marks, bound, end, scalar::grundy),
                }
                Ok(())
            }
            State::Bytes(cells) => in_space(engine, cells, rules, end, pool),
            State::Words(cells) => in_space(engine, cells, rules, end, pool),
            State::Sets(_) => unreachable!("sets are extended by themselves"),
        };
        if settled.is_err() {
            self.widen();
        }
    }

    /// The next heap's class fits in no mask of this width: the dense engine computes this heap, and the masks become
    /// wider.
    fn widen(&mut self) {
        self.leave_space();
        let rules = self
            .rules
            .as_ref()
            .expect("invariant: only rules have spaces");
        if let State::Plain(values) = &mut self.state {
            self.bound = values.iter().max().map_or(0, |largest| largest + 1);
            let end = values.len() + 1;
            let (marks, bound) = (&mut self.marks, &mut self.bound);
            extend(rules, values, marks, bound, end, dense::grundy);
        }
    }

    /// The engine for the next piece, with the state in the form that it needs.
    fn choose(&mut self) -> Engine {
        let rules = self
            .rules
            .as_ref()
            .expect("invariant: a run without rules is one of sets");
        let n = self.len();
        let early = n < FIRST_SPACE
            .max(4 * rules.most_taken)
            .max(2 * rules.last_frozen());
        if rules.splits.is_empty() || early {
            return if rules.splits.is_empty() || n < 1024 {
                Engine::Scalar
            } else {
                self.wanted_plain()
            };
        }
        if let Some(engine @ (Engine::Scalar | Engine::Dense)) = self.wanted {
            return engine;
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
            self.reconsider();
        }
        match (&self.state, self.wanted) {
            (State::Plain(_), _) => Engine::Dense,
            (_, Some(engine)) => engine,
            (State::Bytes(cells), None)
                if cells.rares.len() <= register::MOST_RARES && cells.words == 1 =>
            {
                Engine::Register
            }
            _ => Engine::Sparse,
        }
    }

    fn wanted_plain(&self) -> Engine {
        if self.wanted == Some(Engine::Scalar) {
            Engine::Scalar
        } else {
            Engine::Dense
        }
    }

    /// Searches for the best space and enters it if it pays; otherwise leaves the present one.
    fn reconsider(&mut self) {
        let rules = self
            .rules
            .as_ref()
            .expect("invariant: only rules have spaces");
        let odd = rules.split_parity();
        let found = match &self.state {
            State::Plain(values) => Space::best(values.iter(), odd),
            State::Bytes(cells) => Space::best(cells.values_from(0), odd),
            State::Words(cells) => Space::best(cells.values_from(0), odd),
            State::Sets(_) => None,
        };
        let n = self.len();
        let Some((space, rares)) = found else { return };
        self.chosen = (n, rares);
        let bound = self.bound();
        let pays = MOST_RARE * rares < n
            && sparse_cost(rules, rares, bound) < dense_cost(rules, n, self.width(), bound);
        if !pays && self.wanted.is_none() {
            return self.leave_space();
        }
        if self.sparseness().is_some_and(|now| now.space == space) {
            return match &mut self.state {
                State::Bytes(cells) => cells.plan(rules),
                State::Words(cells) => cells.plan(rules),
                _ => (),
            };
        }
        self.leave_space();
        self.enter(space);
    }

    /// The sparse space of values from an earlier run, if this run would continue in it.
    pub(super) fn space_of_old(&mut self) -> Option<Sparseness> {
        let has_spaces = self
            .rules
            .as_ref()
            .is_some_and(|rules| !rules.splits.is_empty());
        let is_plain = matches!(self.wanted, Some(Engine::Scalar | Engine::Dense));
        if self.taken_over > 0 && has_spaces && !is_plain && self.len() >= FIRST_SPACE {
            self.reconsider();
        }
        self.sparseness()
    }

    fn enter(&mut self, space: Space) {
        let rules = self
            .rules
            .as_ref()
            .expect("invariant: only rules have spaces");
        if let State::Plain(values) = &mut self.state {
            self.state = match std::mem::take(values) {
                Values::Bytes(values) => State::Bytes(Cells::encode(rules, space, values)),
                Values::Words(values) => State::Words(Cells::encode(rules, space, values)),
                values @ Values::Longs(_) => State::Plain(values),
            };
        }
    }

    fn leave_space(&mut self) {
        let empty = State::Plain(Values::default());
        self.state = match std::mem::replace(&mut self.state, empty) {
            State::Bytes(cells) => State::Plain(Values::Bytes(cells.decode())),
            State::Words(cells) => State::Plain(Values::Words(cells.decode())),
            state => return self.state = state,
        };
        if let State::Plain(values) = &self.state {
            self.bound = values.iter().max().map_or(0, |largest| largest + 1);
        }
        self.chosen.0 /= 2;
    }

    /// A number above all values.
    fn bound(&self) -> u32 {
        match &self.state {
            State::Plain(_) | State::Sets(_) => self.bound,
            State::Bytes(cells) => 128 * cells.words as u32,
            State::Words(cells) => 128 * cells.words as u32,
        }
    }

    fn width(&self) -> usize {
        match &self.state {
            State::Plain(values) => values.width(),
            State::Bytes(_) => 1,
            State::Words(_) => 2,
            State::Sets(_) => 4,
        }
    }

    fn rares(&self) -> usize {
        self.sparseness().map_or(0, |sparseness| sparseness.rares)
    }

    /// The sparse space of the run, if it is in one.
    pub fn sparseness(&self) -> Option<Sparseness> {
        match &self.state {
            State::Bytes(cells) => Some(Sparseness {
                space: cells.space,
                rares: cells.rares.len(),
            }),
            State::Words(cells) => Some(Sparseness {
                space: cells.space,
                rares: cells.rares.len(),
            }),
            State::Plain(_) | State::Sets(_) => None,
        }
    }
}

fn in_space<T: Lane>(
    engine: Engine,
    cells: &mut Cells<T>,
    rules: &Rules,
    end: usize,
    pool: Option<&ThreadPool>,
) -> Result<(), Unsettled> {
    match (engine, cells.words) {
        (Engine::SparseScalar, _) => sparse_scalar::extend(cells, rules, end),
        (Engine::Register, _) => register::extend(cells, rules, end),
        (_, 1) => in_blocks::<T, 1>(cells, rules, end, pool),
        (_, 2) => in_blocks::<T, 2>(cells, rules, end, pool),
        (_, 3) => in_blocks::<T, 3>(cells, rules, end, pool),
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
