//! [`Space`]: the visited positions of a game, numbered, with the results of its rules. No function is called twice for the
//! same position.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use bouton_core::{Limits, Oracle, RuleError, Side, StopReason, fail};
use bouton_external::Step;
use bouton_rules::growth::Reach;
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyInt, PyString, PyTuple};
use smallvec::SmallVec;

use super::extent::extent;
use super::reading::{End, Reader, shortened};
use super::rules::{Function, Rules};
use super::table::{MoveList, Node, Table, WEIGHED};
use crate::errors::is_our_own;

/// The first positions at which every move is checked to lower `plies_left`; beyond these, one position in [`SEEN_OF`] is
/// checked, as for rule files.
const SEEN: u64 = 256;
const SEEN_OF: u64 = 16;
/// The positions of a game.
pub(crate) struct Space {
    pub(crate) rules: Arc<Rules>,
    /// Whether moves are checked from time to time to lower `plies_left`.
    sees_heights: bool,
    table: RwLock<Table>,
    /// The numbers of the positions, by position; made when the first is met.
    numbers: Mutex<Option<Py<PyDict>>>,
    limits: Mutex<Limits>,
    /// The exception that ended a query.
    fault: Mutex<Option<PyErr>>,
    /// The thread that makes the query, by its Python number.
    thread: AtomicU64,
    looks: AtomicU64,
    reach: Mutex<Reach>,
}

/// Whether a position cannot change: its type is one of these, not one derived from it, also within tuples of this depth.
fn is_plain(object: &Bound<'_, PyAny>, depth: u32) -> bool {
    match object.cast_exact::<PyTuple>() {
        Ok(tuple) => depth > 0 && tuple.iter_borrowed().all(|item| is_plain(&item, depth - 1)),
        Err(_) => {
            object.is_none()
                || object.is_exact_instance_of::<PyInt>()
                || object.is_exact_instance_of::<PyString>()
        }
    }
}

/// The reason why a function has no answer.
enum Trouble {
    Raised(PyErr),
    Stopped(StopReason),
}

impl From<PyErr> for Trouble {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Oracle for Space {
    fn begin(&self, limits: &Limits) {
        *lock(&self.limits) = limits.clone();
        let thread = Python::attach(|py| {
            let ident = py.import("threading")?.call_method0("get_ident")?;
            ident.extract::<u64>()
        });
        self.thread.store(thread.unwrap_or(0), Ordering::Relaxed);
    }

    fn growth(&self) -> Option<String> {
        lock(&self.reach).outgrown("`bouton.check(game)` looks for the line of play")
    }
}

impl Space {
    pub(crate) fn new(rules: Arc<Rules>) -> Self {
        Self {
            sees_heights: rules.has_any(&[Function::PliesLeft]),
            rules,
            table: RwLock::default(),
            numbers: Mutex::default(),
            limits: Mutex::default(),
            fault: Mutex::default(),
            thread: AtomicU64::new(0),
            looks: AtomicU64::new(0),
            reach: Mutex::default(),
        }
    }

    /// An empty space of the same rules, without the check of `plies_left`.
    pub(crate) fn unchecked(&self) -> Self {
        Self {
            sees_heights: false,
            ..Self::new(self.rules.clone())
        }
    }

    /// The lock is never held while Python is called.
    fn table(&self) -> RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn table_mut(&self) -> RwLockWriteGuard<'_, Table> {
        self.table.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the exception that ended a query.
    pub(crate) fn take_fault(&self) -> Option<PyErr> {
        lock(&self.fault).take()
    }

    /// Interrupts the user's function that is running, if there is one.
    pub(crate) fn interrupt(&self, py: Python<'_>) {
        let thread = self.thread.load(Ordering::Relaxed);
        let raise = || -> PyResult<()> {
            let ctypes = py.import("ctypes")?;
            let ident = ctypes.getattr("c_ulong")?.call1((thread,))?;
            let interrupt = py.get_type::<pyo3::exceptions::PyKeyboardInterrupt>();
            let call = ctypes
                .getattr("pythonapi")?
                .getattr("PyThreadState_SetAsyncExc")?;
            let object = ctypes.getattr("py_object")?.call1((interrupt,))?;
            call.call1((ident, object)).map(|_| ())
        };
        // If this is not possible, the function ends by itself.
        let _ = raise();
    }

    /// The numbers of positions and of listed moves, and their approximate bytes.
    pub(crate) fn size(&self) -> (usize, usize, u64) {
        let table = self.table();
        (table.objects.len(), table.to.len(), table.bytes())
    }

    /// The position with that number.
    pub(crate) fn object<'py>(&self, py: Python<'py>, at: u32) -> Bound<'py, PyAny> {
        self.table().objects[at as usize].bind(py).clone()
    }

    /// The number of a position in a query.
    pub(crate) fn asked_about(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let number = self.number(object)?;
        lock(&self.reach).ask(&extent(object));
        Ok(number)
    }

    /// The number of a position.
    pub(crate) fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = object.py();
        let numbers = self.numbers.lock_py_attached(py);
        let mut numbers = numbers.unwrap_or_else(PoisonError::into_inner);
        let numbers = numbers
            .get_or_insert_with(|| PyDict::new(py).unbind())
            .bind(py);
        if let Some(number) = numbers.get_item(object)? {
            return number.extract();
        }
        let number = u32::try_from(numbers.len());
        let number = number.map_err(|_| PyMemoryError::new_err("four billion positions"))?;
        // Steps that may fail come first: the dictionary and the table hold the same positions.
        let hash = match is_plain(object, 4) {
            true => None,
            false => Some(object.hash()?),
        };
        let weight = match (number as usize).is_multiple_of(WEIGHED) {
            true => {
                lock(&self.reach).meet(&extent(object));
                let size = py.import("sys")?.call_method1("getsizeof", (object, 64));
                size.and_then(|size| size.extract()).unwrap_or(64)
            }
            false => 0u64,
        };
        numbers.set_item(object, number)?;
        let mut table = self.table_mut();
        table.objects.push(object.clone().unbind());
        table.hashes.extend(hash.map(|hash| (number, hash)));
        table.weighed += weight;
        Ok(number)
    }

    /// The rules' result at a position. Errors are thrown.
    pub(crate) fn look(&self, at: u32, side: Side) -> Node {
        match self.seen(at, side) {
            Node::Unseen => self.asked(at, |py, object| self.expand(py, at, object, side)),
            node => node,
        }
    }

    fn seen(&self, at: u32, side: Side) -> Node {
        let table = self.table();
        let node = table.nodes[side as usize].get(at as usize);
        node.copied().unwrap_or(Node::Unseen)
    }

    /// The result of calling the rules at a position; errors are thrown.
    fn asked<T>(
        &self,
        at: u32,
        ask: impl FnOnce(Python<'_>, &Bound<'_, PyAny>) -> Result<T, Trouble>,
    ) -> T {
        let within = {
            let limits = lock(&self.limits);
            let bytes = self.table().bytes();
            limits.check().and_then(|()| limits.afford(bytes))
        };
        let found = match within {
            Err(reason) => Err(Trouble::Stopped(reason)),
            Ok(()) => Python::attach(|py| {
                let object = self.object(py, at);
                let found = ask(py, &object);
                found.map_err(|trouble| match trouble {
                    Trouble::Raised(error) => Trouble::Raised(self.noted(py, error, &object)),
                    stopped => stopped,
                })
            }),
        };
        found.unwrap_or_else(|trouble| {
            fail(match trouble {
                Trouble::Stopped(reason) => RuleError::Stopped(reason),
                Trouble::Raised(error) => {
                    let message = error.to_string();
                    *lock(&self.fault) = Some(error);
                    RuleError::Broken(message)
                }
            })
        })
    }

    /// The exception with the position that was examined; exceptions of this module name it already.
    fn noted(&self, py: Python<'_>, error: PyErr, at: &Bound<'_, PyAny>) -> PyErr {
        if is_our_own(py, &error) {
            return error;
        }
        let note = format!("at position {} of {}", shortened(at), self.rules.name);
        let value = error.value(py);
        // Python 3.10 has no notes: the position is then not shown.
        let _ = value.call_method1("add_note", (note,));
        error
    }

    fn expand(
        &self,
        py: Python<'_>,
        at: u32,
        object: &Bound<'_, PyAny>,
        side: Side,
    ) -> Result<Node, Trouble> {
        let (rules, reader) = (&*self.rules, Reader(&self.rules));
        let has_sides = rules.kind.has_sides();
        let end = rules.end();
        if let Some(function) = end.filter(|_| !has_sides) {
            let told = rules.call(function, object)?;
            if let Some(end) = reader.end(function.name(), object, &told)? {
                return Ok(self.put(at, side, Node::Over(end)));
            }
        }
        let function = rules.moves_of(side);
        let (name, told) = (function.name(), rules.call(function, object)?);
        let listed = reader.many(name, object, &told, true)?;
        let met = self.table().hashes.get(&at).copied();
        if met.is_some_and(|met| object.hash().ok() != Some(met)) {
            let message = "changed the position, or something else did since it was met: positions stay as they are";
            return Err(reader.wrong(name, object, message).into());
        }
        if listed.is_empty() {
            if let Some(function) = end.filter(|_| has_sides) {
                let told = rules.call(function, object)?;
                let end = reader.stuck(function.name(), object, side, &told)?;
                return Ok(self.put(at, side, Node::Over(end)));
            }
            if end == Some(Function::Score) {
                let message = "says None: play goes on, but there is no move left";
                return Err(reader.wrong("score", object, message).into());
            }
            return Ok(self.put(at, side, Node::Over(End::Stuck)));
        }
        let mut found = MoveList::default();
        let turn = rules.get(Function::Turn).map(|turn| turn.bind(py));
        let looks = self.looks.fetch_add(1, Ordering::Relaxed);
        let falls = self.sees_heights && (looks < SEEN || looks.is_multiple_of(SEEN_OF));
        let plies = falls.then(|| reader.plies(object)).transpose()?;
        for item in listed.iter_borrowed() {
            let entry = reader.entry(name, object, &item)?;
            if let Some(left) = &plies {
                let then = reader.plies(&entry.next)?;
                if then >= *left {
                    let message = format!(
                        "is {left} here and {then} after the move to {}: every move must lower it, so that play ends",
                        shortened(&entry.next)
                    );
                    return Err(reader.wrong("plies_left", object, &message).into());
                }
            }
            if let Some(turn) = &turn {
                let told = turn.call1((object, &entry.next))?;
                found.turns.push(reader.keeps_turn(object, &told)?);
            }
            found.label(entry.label);
            found.earn(entry.gain);
            found.to.push(entry.next);
        }
        let to = self.numbers_of(py, name, object, &found.to)?;
        Ok(self.list(at, side, &to, found))
    }

    /// The numbers of the positions that a function returned at a position.
    fn numbers_of(
        &self,
        py: Python<'_>,
        function: &str,
        at: &Bound<'_, PyAny>,
        named: &[Bound<'_, PyAny>],
    ) -> PyResult<Vec<u32>> {
        let number = |object: &Bound<'_, PyAny>| {
            self.number(object).map_err(|error| {
                if error.is_instance_of::<PyTypeError>(py) && object.hash().is_err() {
                    let hint = "a position must be hashable: a tuple in place of a list, a frozenset in place of a set";
                    let message = format!("names the position {}: {hint}", shortened(object));
                    return Reader(&self.rules).wrong(function, at, &message);
                }
                error
            })
        };
        named.iter().map(number).collect()
    }

    fn put(&self, at: u32, side: Side, node: Node) -> Node {
        Self::note(&mut self.table_mut(), at, side, node)
    }

    fn note(table: &mut Table, at: u32, side: Side, node: Node) -> Node {
        let (at, positions) = (at as usize, table.objects.len());
        let nodes = &mut table.nodes[side as usize];
        if nodes.len() <= at {
            nodes.resize(positions, Node::Unseen);
        }
        nodes[at] = node;
        node
    }

    fn list(&self, at: u32, side: Side, to: &[u32], found: MoveList<'_>) -> Node {
        let mut table = self.table_mut();
        let first = table.to.len();
        table.to.extend(to);
        found.add(&mut table, first);
        let node = Node::Moves {
            first: first as u32,
            count: to.len() as u32,
        };
        Self::note(&mut table, at, side, node)
    }

    /// The moves with these indexes, which are those of one side.
    fn steps(&self, places: Range<u32>, side: Side, found: &mut SmallVec<[Step<u32>; CHUNK]>) {
        let table = self.table();
        found.extend(places.map(|place| Step {
            place,
            side,
            to: table.to[place as usize],
            gain: table.gains.get(place as usize).copied().unwrap_or(0).into(),
            keeps_turn: table.turns.get(place as usize).copied().unwrap_or(false),
        }));
    }

    /// The name of a move, if it has one.
    pub(crate) fn label(&self, place: u32) -> Option<String> {
        Python::attach(|py| {
            let label = match self.table().labels.get(place as usize) {
                Some(Some(label)) => label.bind(py).clone(),
                _ => return None,
            };
            Some(label.to_string())
        })
    }

    /// The positions that a function names for a position, if the game has it: several, if it lists them.
    pub(crate) fn named(&self, function: Function, at: u32) -> Option<SmallVec<[u32; 2]>> {
        self.rules.get(function)?;
        let known = self.table().named.get(&(function, at)).cloned();
        known.or_else(|| {
            Some(self.asked(at, |py, object| {
                let (name, told) = (function.name(), self.rules.call(function, object)?);
                let listed: Vec<_> = match function {
                    Function::Summands => {
                        let listed = Reader(&self.rules).many(name, object, &told, false)?;
                        listed.iter().collect()
                    }
                    _ => vec![told],
                };
                let numbers = SmallVec::from_vec(self.numbers_of(py, name, object, &listed)?);
                self.table_mut()
                    .named
                    .insert((function, at), numbers.clone());
                Ok(numbers)
            }))
        })
    }

    /// Calls a function of a position for its text, or rows of text.
    pub(crate) fn told<T>(
        &self,
        at: u32,
        ask: impl FnOnce(&Rules, &Bound<'_, PyAny>) -> PyResult<T>,
    ) -> T {
        self.asked(at, |_, object| Ok(ask(&self.rules, object)?))
    }

    /// The moves that a strategy allows, among these.
    pub(crate) fn allowed(
        &self,
        at: u32,
        strategy: &Py<PyAny>,
        moves: &[Step<u32>],
    ) -> Vec<Step<u32>> {
        self.asked(at, |py, object| {
            let shown = |mv: &Step<u32>| (self.label(mv.place), self.object(py, mv.to), mv.gain);
            let shown: Vec<_> = moves.iter().map(shown).collect();
            let told = strategy.bind(py).call1((object, shown))?;
            let places: Vec<usize> = told.extract()?;
            Ok(places.into_iter().map(|place| moves[place]).collect())
        })
    }

    /// The positions "up to n" that the rules list themselves.
    pub(crate) fn listed(&self, up_to: u64) -> Option<Vec<u32>> {
        let function = self.rules.get(Function::Positions)?;
        let listed = Python::attach(|py| {
            let told = function.bind(py).call1((up_to,))?;
            let up_to = up_to.into_pyobject(py)?.into_any();
            let listed = Reader(&self.rules).many("positions", &up_to, &told, false)?;
            let listed: Vec<_> = listed.iter().collect();
            self.numbers_of(py, "positions", &up_to, &listed)
        });
        match listed {
            Ok(listed) => Some(listed),
            Err(error) => {
                let message = error.to_string();
                *lock(&self.fault) = Some(error);
                fail(RuleError::Broken(message))
            }
        }
    }
}

/// This many moves are read at once from another iterator.
const CHUNK: usize = 16;

/// The moves of a position, one by one.
pub(crate) struct Moves {
    space: Arc<Space>,
    side: Side,
    /// The moves not read yet.
    places: Range<u32>,
    /// The moves read, the next one last.
    chunk: SmallVec<[Step<u32>; CHUNK]>,
}

impl Moves {
    /// Errors are thrown.
    pub(crate) fn of(space: &Arc<Space>, at: u32, side: Side) -> Self {
        let places = match space.look(at, side) {
            Node::Moves { first, count } => first..first + count,
            Node::Unseen | Node::Over(_) => 0..0,
        };
        Self {
            space: space.clone(),
            side,
            places,
            chunk: SmallVec::new(),
        }
    }
}

impl Iterator for Moves {
    type Item = Step<u32>;
    fn next(&mut self) -> Option<Step<u32>> {
        if self.chunk.is_empty() && !self.places.is_empty() {
            let end = self.places.end.min(self.places.start + CHUNK as u32);
            let next = self.places.start..end;
            self.space.steps(next, self.side, &mut self.chunk);
            self.chunk.reverse();
            self.places.start = end;
        }
        self.chunk.pop()
    }
}
