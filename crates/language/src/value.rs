//! [`Value`]: what names stand for. Values are shared by counted references and live in one thread.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::collections::VecDeque;
use std::hash::{BuildHasher, Hash, Hasher};
use std::rc::{Rc, Weak};
use std::sync::LazyLock;
use std::{fmt, mem};

use foldhash::fast::RandomState;
use indexmap::IndexMap;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use smallvec::SmallVec;

use crate::code::Code;
use crate::error::{Done, Error, limit, wrong};
use crate::iterate::Iter;
use crate::machine::Machine;
use crate::meter::{Charge, postpone, step};
use crate::operate::{is_counter, set_of};
use crate::tree::{Binary, Compare, Unary};

/// A value.
#[derive(Clone, Default)]
#[expect(missing_docs, reason = "each is the type of the same name")]
pub enum Value {
    /// A name that has no value yet, or an argument that is not given.
    Unset,
    #[default]
    None,
    Bool(Truth),
    Int(i64),
    /// A whole number beyond 64 bits.
    Big(Rc<Big>),
    Str(Rc<Text>),
    Tuple(Rc<Tuple>),
    /// A list or a deque.
    List(Rc<List>),
    /// A dict, `defaultdict` or `Counter`.
    Dict(Rc<Dict>),
    /// A set or a `frozenset`.
    Set(Rc<Set>),
    Range(Rc<Range>),
    View(Rc<View>),
    Iter(Rc<Iter>),
    Function(Rc<Function>),
    /// A function of the interpreter.
    Native(&'static Native),
    /// A function with its first arguments.
    Partial(Rc<Partial>),
    Struct(Rc<Struct>),
    /// A variable that several functions share.
    Cell(Rc<Variable>),
    /// A value of the host.
    Foreign(Rc<Strange>),
}

/// Whether something holds. It is as wide as what the other values hold, so that each value is moved as two words: a byte that is
/// written, and read as a part of sixteen, costs the processor a dozen cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Truth {
    /// False
    Fails,
    /// True
    Holds,
}

impl Truth {
    /// Whether it holds.
    pub fn holds(self) -> bool {
        self == Self::Holds
    }
}

/// A whole number beyond 64 bits.
#[derive(Debug)]
pub struct Big(
    pub(crate) BigInt,
    #[expect(dead_code, reason = "it is given back when the number is dropped")] Charge,
);

/// A string.
#[derive(Debug)]
pub struct Text {
    pub(crate) text: Box<str>,
    /// The number of its characters.
    pub(crate) len: usize,
    _charge: Charge,
}

/// Some values.
pub(crate) type Values = SmallVec<[Value; 3]>;

/// A tuple.
pub struct Tuple {
    pub(crate) items: Values,
    _charge: Charge,
}

/// A list or a deque.
pub struct List {
    items: RefCell<VecDeque<Value>>,
    /// For a deque: the most items that it keeps.
    pub(crate) deque: Option<usize>,
    frozen: Cell<bool>,
    watched: Cell<bool>,
    charge: Charge,
}

/// A value with its hash.
#[derive(Clone)]
pub(crate) struct Key {
    hash: u64,
    pub(crate) value: Value,
}

/// The entries of a dict; of a set, without values.
pub(crate) type Map = IndexMap<Key, Value, Known>;

/// A dict.
pub struct Dict {
    map: RefCell<Map>,
    /// Gives the values of missing keys: a function, or 0 for a `Counter`.
    pub(crate) missing: Value,
    frozen: Cell<bool>,
    watched: Cell<bool>,
    charge: Charge,
}

/// A set.
pub struct Set {
    map: RefCell<Map>,
    /// A `frozenset`.
    pub(crate) fixed: bool,
    frozen: Cell<bool>,
    charge: Charge,
}

/// The numbers `start`, `start + step`, …
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub(crate) start: i64,
    pub(crate) step: i64,
    pub(crate) len: i64,
}

/// The part of a dict that a [`View`] shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    Keys,
    Values,
    Items,
}

/// `dict.keys()`, `.values()` or `.items()`.
pub struct View {
    pub(crate) dict: Rc<Dict>,
    pub(crate) shown: Shown,
}

/// A function of the text, with the variables that it shares.
pub struct Function {
    pub(crate) code: Rc<Code>,
    pub(crate) defaults: Values,
    pub(crate) cells: Values,
    /// With `@cache`.
    pub(crate) memo: Option<Box<Memo>>,
    pub(crate) charge: Charge,
}

/// Arguments of a function of the interpreter.
#[derive(Default)]
pub(crate) struct Arguments {
    pub(crate) given: Values,
    pub(crate) named: Vec<(Rc<str>, Value)>,
}

/// Results of a function, with the numbers of what the machine knows of their work.
#[derive(Default)]
pub(crate) struct Memo {
    pub(crate) results: RefCell<IndexMap<Key, (Value, usize), Known>>,
    /// It was made while the file was read: the results last from call to call.
    pub(crate) lasts: bool,
}

/// A function of the interpreter.
pub struct Native {
    pub(crate) name: &'static str,
    pub(crate) call: fn(&mut Machine, Arguments) -> Done<Value>,
}

/// A function with its first arguments.
pub struct Partial {
    pub(crate) function: Value,
    pub(crate) given: Values,
    pub(crate) named: Vec<(Rc<str>, Value)>,
    pub(crate) _charge: Charge,
}

/// Named values.
pub struct Struct {
    pub(crate) fields: Vec<(Rc<str>, Value)>,
    _charge: Charge,
}

/// A variable that several functions share.
pub struct Variable {
    value: RefCell<Value>,
    frozen: Cell<bool>,
    _charge: Charge,
}

/// A value of the host.
pub struct Strange {
    pub(crate) value: Box<dyn Foreign>,
    _charge: Charge,
}

/// A value of the host, with its operators.
pub trait Foreign: Any {
    /// The name of its type in messages.
    fn kind(&self) -> &'static str;
    /// The text of `str` and `repr`.
    fn text(&self) -> String;
    /// `sign` before it.
    fn unary(&self, _sign: Unary) -> Option<Result<Value, Error>> {
        None
    }
    /// Between it and another value; whether it is the left one.
    fn binary(
        &self,
        _sign: Binary,
        _other: &Value,
        _is_left: bool,
    ) -> Option<Result<Value, Error>> {
        None
    }
    /// Whether a relation holds, unless that of equal texts.
    fn compare(
        &self,
        _sign: Compare,
        _other: &Value,
        _is_left: bool,
    ) -> Option<Result<bool, Error>> {
        None
    }
    /// The order in which it is sorted.
    fn order(&self, _other: &Value) -> Option<Result<Ordering, Error>> {
        None
    }
    /// Its item.
    fn index(&self, _index: &Value) -> Option<Result<Value, Error>> {
        None
    }
    /// The attribute with a name, as written after a dot.
    fn attribute(&self, _name: &str) -> Option<Result<Value, Error>> {
        None
    }
    /// Its value as a function.
    fn call(
        &self,
        _machine: &mut Machine,
        _given: &[Value],
        _named: &[(Rc<str>, Value)],
    ) -> Option<Result<Value, Error>> {
        None
    }
    /// Whether it is taken for true.
    fn truth(&self) -> bool {
        true
    }
}

const FROZEN: &str = "this cannot be changed: what is defined outside of functions, and what @cache keeps, stays as it is; change a copy, as in `cells = list(…)`";

thread_local! {
    /// The levels of values that are being dropped, and what waits for that.
    static DROPPED: RefCell<(usize, Vec<Value>)> = const { RefCell::new((0, Vec::new())) };
}

/// A value that may come to contain itself.
enum Watched {
    List(Weak<List>),
    Dict(Weak<Dict>),
    Cell(Weak<Variable>),
    Iter(Weak<Iter>),
}

thread_local! {
    /// These, and how many there were after those that are gone were left out.
    static WATCHED: RefCell<(Vec<Watched>, usize)> = const { RefCell::new((Vec::new(), 0)) };
}

impl Watched {
    fn of(value: &Value) -> Option<Self> {
        Some(match value {
            Value::List(list) => Self::List(Rc::downgrade(list)),
            Value::Dict(dict) => Self::Dict(Rc::downgrade(dict)),
            Value::Cell(cell) => Self::Cell(Rc::downgrade(cell)),
            Value::Iter(iter) => Self::Iter(Rc::downgrade(iter)),
            _ => return None,
        })
    }
}

/// Notes a value that may come to contain itself: it would never be dropped.
pub(crate) fn watch(value: &Value) {
    let is_known = match value {
        Value::List(list) => list.watched.replace(true),
        Value::Dict(dict) => dict.watched.replace(true),
        _ => false,
    };
    let Some(watched) = Watched::of(value).filter(|_| !is_known) else {
        return;
    };
    WATCHED.with_borrow_mut(|(all, kept)| {
        if all.len() > 1000 + 2 * *kept {
            all.retain(|watched| watched.value().is_some());
            *kept = all.len();
        }
        all.push(watched);
    });
}

/// Whether a value put into another one can make it contain itself.
pub(crate) fn is_container(value: &Value) -> bool {
    !matches!(
        value,
        Value::None
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Str(_)
            | Value::Big(_)
            | Value::Native(_)
    )
}

impl Watched {
    fn value(&self) -> Option<Value> {
        match self {
            Self::List(list) => list
                .upgrade()
                .filter(|list| !list.frozen.get())
                .map(Value::List),
            Self::Dict(dict) => dict
                .upgrade()
                .filter(|dict| !dict.frozen.get())
                .map(Value::Dict),
            Self::Cell(cell) => cell
                .upgrade()
                .filter(|cell| !cell.frozen.get())
                .map(Value::Cell),
            Self::Iter(iter) => iter.upgrade().map(Value::Iter),
        }
    }
}

/// Empties what calls have left because it contains itself: what only such values hold, and nobody else.
pub(crate) fn break_cycles() {
    let (all, _) = WATCHED.take();
    let mut nodes: IndexMap<usize, (Value, usize), RandomState> = IndexMap::default();
    for value in all.iter().filter_map(Watched::value) {
        let (address, _) = value.place().expect("invariant: what is watched is shared");
        nodes.insert(address, (value, 0));
    }
    let watched = nodes.len();
    if watched == 0 {
        return;
    }
    drop(all);
    // How often each is held by the others.
    let mut held = Vec::new();
    let mut at = 0;
    while let Some((_, (value, _))) = nodes.get_index(at) {
        value.held(&mut held);
        for value in held.drain(..) {
            if let Some((address, _)) = value.place() {
                nodes.entry(address).or_insert((value, 0)).1 += 1;
            }
        }
        at += 1;
    }
    // A value that somebody else holds stays, with all that it holds.
    let outside = |(_, (value, within)): (&usize, &(Value, usize))| {
        let (_, count) = value.place()?;
        Some(count > within + 1)
    };
    let mut left: Vec<usize> = (0..nodes.len())
        .filter(|n| nodes.get_index(*n).and_then(outside) == Some(true))
        .collect();
    let mut stays = vec![false; nodes.len()];
    while let Some(n) = left.pop() {
        if !mem::replace(&mut stays[n], true) {
            nodes[n].0.held(&mut held);
            left.extend(
                held.drain(..)
                    .filter_map(|value| nodes.get_index_of(&value.place()?.0)),
            );
        }
    }
    for (n, (_, (value, _))) in nodes.into_iter().enumerate() {
        match &value {
            _ if stays[n] && n < watched => WATCHED.with_borrow_mut(|(all, kept)| {
                all.push(Watched::of(&value).expect("invariant: it was watched"));
                *kept = all.len();
            }),
            _ if stays[n] => {}
            Value::List(list) => drop(list.items.take()),
            Value::Dict(dict) => drop(dict.map.take()),
            Value::Cell(cell) => drop(cell.value.take()),
            Value::Iter(iter) => iter.freeze(),
            _ => {}
        }
    }
}

/// Drops values, however deep they are, with little stack.
pub(crate) fn discard(values: impl Iterator<Item = Value>) {
    const DEEPEST: usize = 50;
    let mut values = values.filter(is_container).peekable();
    if values.peek().is_none() {
        return;
    }
    // When a thread ends this may be gone: then the rest is shallow, or the memory is about to be given back anyway.
    let deep = DROPPED.try_with(|dropped| {
        let (depth, waiting) = &mut *dropped.borrow_mut();
        if *depth >= DEEPEST {
            waiting.extend(values.by_ref());
            return true;
        }
        *depth += 1;
        false
    });
    if deep != Ok(false) {
        return;
    }
    values.for_each(drop);
    loop {
        let next = DROPPED.with_borrow_mut(|(depth, waiting)| match *depth {
            1 => waiting.pop(),
            _ => None,
        });
        match next {
            Some(value) => drop(value),
            None => break,
        }
    }
    DROPPED.with_borrow_mut(|(depth, _)| *depth -= 1);
}

impl Drop for Tuple {
    fn drop(&mut self) {
        discard(mem::take(&mut self.items).into_iter());
    }
}

impl Drop for List {
    fn drop(&mut self) {
        discard(mem::take(self.items.get_mut()).into_iter());
    }
}

impl Drop for Dict {
    fn drop(&mut self) {
        let entries = mem::take(self.map.get_mut()).into_iter();
        discard(entries.flat_map(|(key, value)| [key.value, value]));
        discard(std::iter::once(mem::take(&mut self.missing)));
    }
}

impl Drop for Set {
    fn drop(&mut self) {
        discard(
            mem::take(self.map.get_mut())
                .into_keys()
                .map(|key| key.value),
        );
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        discard(
            mem::take(&mut self.cells)
                .into_iter()
                .chain(mem::take(&mut self.defaults)),
        );
        let memo = self.memo.take().unwrap_or_default().results.into_inner();
        discard(
            memo.into_iter()
                .flat_map(|(key, (value, _))| [key.value, value]),
        );
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let named = mem::take(&mut self.named)
            .into_iter()
            .map(|(_, value)| value);
        let function = mem::take(&mut self.function);
        discard(
            mem::take(&mut self.given)
                .into_iter()
                .chain(named)
                .chain([function]),
        );
    }
}

impl Drop for Struct {
    fn drop(&mut self) {
        discard(
            mem::take(&mut self.fields)
                .into_iter()
                .map(|(_, value)| value),
        );
    }
}

impl Drop for Variable {
    fn drop(&mut self) {
        discard(std::iter::once(self.value.take()));
    }
}

/// The hash of a [`Key`] is known.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known(u64);

impl BuildHasher for Known {
    type Hasher = Self;
    fn build_hasher(&self) -> Self {
        Self(0)
    }
}

impl Hasher for Known {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("invariant: a key writes its hash only")
    }
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        // A table cannot pass an error on: the next step does.
        self.hash == other.hash && self.value.equals(&other.value, 0).unwrap_or_else(postpone)
    }
}

impl Eq for Key {}

/// Nobody who writes a file can know which keys have equal hashes.
static SECRET: LazyLock<RandomState> = LazyLock::new(RandomState::default);

/// The deepest data that is compared, hashed or written.
pub(crate) const DEEPEST: usize = 100;

/// Refuses data that is too deep; counts a step, since data can share its parts.
pub(crate) fn check_depth(depth: usize) -> Done<()> {
    step(1)?;
    match depth > DEEPEST {
        true => limit!("this is nested more than {DEEPEST} levels deep"),
        false => Ok(()),
    }
}

impl Key {
    pub(crate) fn of(value: Value) -> Done<Self> {
        let hash = hash(&value, 0)?;
        Ok(Self { hash, value })
    }
}

fn hash(value: &Value, depth: usize) -> Done<u64> {
    check_depth(depth)?;
    let mut hasher = SECRET.build_hasher();
    match value {
        Value::None => hasher.write_u8(0),
        Value::Bool(truth) => hasher.write_i64(truth.holds().into()),
        Value::Int(n) => hasher.write_i64(*n),
        Value::Big(n) => {
            step(n.0.bits() as usize / 512)?;
            n.0.hash(&mut hasher);
        }
        Value::Str(text) => {
            step(text.text.len() / 64)?;
            hasher.write(text.text.as_bytes());
        }
        Value::Tuple(tuple) => {
            hasher.write_u8(1);
            for item in &tuple.items {
                hasher.write_u64(hash(item, depth + 1)?);
            }
        }
        Value::Set(set) if set.fixed => {
            let sum = set
                .map
                .borrow()
                .keys()
                .fold(7, |sum: u64, key| sum.wrapping_add(key.hash));
            hasher.write_u64(sum);
        }
        Value::Range(range) => {
            let Range { start, step, len } = **range;
            (
                len,
                if len > 0 { start } else { 0 },
                if len > 1 { step } else { 0 },
            )
                .hash(&mut hasher);
        }
        Value::Struct(fields) => {
            hasher.write_u8(2);
            for (name, field) in &fields.fields {
                name.hash(&mut hasher);
                hasher.write_u64(hash(field, depth + 1)?);
            }
        }
        Value::Function(function) => hasher.write_usize(Rc::as_ptr(function).addr()),
        Value::Native(native) => native.name.hash(&mut hasher),
        Value::Foreign(strange) => strange.value.text().hash(&mut hasher),
        other => wrong!(
            "{} can be changed, so it is no key or element: write {}",
            other.named(),
            match other {
                Value::Set(_) => "frozenset(…)",
                Value::Dict(_) => "tuple(sorted(….items()))",
                _ => "tuple(…)",
            }
        ),
    }
    Ok(hasher.finish())
}

impl Tuple {
    /// Its items.
    pub fn items(&self) -> &[Value] {
        &self.items
    }
}

impl List {
    /// Its items.
    pub fn items(&self) -> std::cell::Ref<'_, VecDeque<Value>> {
        self.items.borrow()
    }

    pub(crate) fn borrow(&self) -> std::cell::Ref<'_, VecDeque<Value>> {
        self.items.borrow()
    }

    /// To change it; `more` items may be added.
    pub(crate) fn change(&self, more: usize) -> Done<std::cell::RefMut<'_, VecDeque<Value>>> {
        if self.frozen.get() {
            wrong!("{FROZEN}");
        }
        let items = self.items.borrow_mut();
        self.charge.reach(
            items
                .len()
                .saturating_add(more)
                .saturating_mul(16)
                .saturating_add(LIST),
        )?;
        Ok(items)
    }
}

impl Dict {
    pub(crate) fn borrow(&self) -> std::cell::Ref<'_, Map> {
        self.map.borrow()
    }

    /// To change it; `more` entries may be added.
    pub(crate) fn change(&self, more: usize) -> Done<std::cell::RefMut<'_, Map>> {
        changed(&self.map, &self.frozen, &self.charge, more)
    }

    pub(crate) fn get(&self, key: &Value) -> Done<Option<Value>> {
        Ok(self.borrow().get(&Key::of(key.clone())?).cloned())
    }

    pub(crate) fn set(&self, key: Value, value: Value) -> Done<()> {
        let key = Key::of(key)?;
        self.change(1)?.insert(key, value);
        Ok(())
    }
}

impl Set {
    pub(crate) fn borrow(&self) -> std::cell::Ref<'_, Map> {
        self.map.borrow()
    }

    pub(crate) fn change(&self, more: usize) -> Done<std::cell::RefMut<'_, Map>> {
        changed(&self.map, &self.frozen, &self.charge, more)
    }
}

/// The bytes of a list, of a dict, and of an entry with its place in the table of hashes.
const LIST: usize = 112;
const DICT: usize = 144;
const ENTRY: usize = 64;

fn changed<'m>(
    map: &'m RefCell<Map>,
    frozen: &Cell<bool>,
    charge: &Charge,
    more: usize,
) -> Done<std::cell::RefMut<'m, Map>> {
    if frozen.get() {
        wrong!("{FROZEN}");
    }
    let map = map.borrow_mut();
    // The first entry takes the room of three.
    charge.reach(
        map.len()
            .saturating_add(more + 2)
            .saturating_mul(ENTRY)
            .saturating_add(DICT),
    )?;
    Ok(map)
}

impl Variable {
    pub(crate) fn get(&self) -> Value {
        self.value.borrow().clone()
    }

    pub(crate) fn set(&self, value: Value) -> Done<()> {
        if self.frozen.get() {
            wrong!("{FROZEN}");
        }
        let old = self.value.replace(value);
        drop(old);
        Ok(())
    }
}

thread_local! {
    static LETTERS: [Rc<Text>; 128] = std::array::from_fn(|n| {
        let text = String::from(n as u8 as char).into();
        Rc::new(Text { text, len: 1, _charge: Charge::default() })
    });
}

/// Drops a value. Most have nothing to drop, which is seen here without a call.
#[inline(always)]
pub(crate) fn dismiss(value: Value) {
    match value {
        Value::Int(_) | Value::Bool(_) | Value::None | Value::Unset => mem::forget(value),
        value => drop(value),
    }
}

impl Value {
    /// A letter of ASCII.
    pub(crate) fn letter(letter: u8) -> Self {
        Self::Str(LETTERS.with(|known| known[letter as usize].clone()))
    }

    /// `True` or `False`.
    pub fn bool(truth: bool) -> Self {
        Self::Bool(if truth { Truth::Holds } else { Truth::Fails })
    }

    /// A string.
    ///
    /// # Errors
    /// The limit of memory.
    pub fn str(text: &str) -> Done<Self> {
        match text.as_bytes() {
            [letter @ 0..128] => Ok(Self::letter(*letter)),
            _ => Self::string(|| text.into(), text.len()),
        }
    }

    /// The string of so many bytes that is made after they are counted.
    pub(crate) fn string(text: impl FnOnce() -> Box<str>, bytes: usize) -> Done<Self> {
        let charge = Charge::of(bytes.saturating_add(64))?;
        let text = text();
        let len = if text.is_ascii() {
            text.len()
        } else {
            text.chars().count()
        };
        Ok(Self::Str(Rc::new(Text {
            text,
            len,
            _charge: charge,
        })))
    }

    pub(crate) fn char(c: char) -> Done<Self> {
        Self::str(c.encode_utf8(&mut [0; 4]))
    }

    /// A whole number.
    ///
    /// # Errors
    /// The limit of memory.
    pub fn big(n: BigInt) -> Done<Self> {
        match n.to_i64() {
            Some(n) => Ok(Self::Int(n)),
            None => {
                let charge = Charge::of(n.bits() as usize / 8 + 64)?;
                Ok(Self::Big(Rc::new(Big(n, charge))))
            }
        }
    }

    /// A whole number of 0 or more.
    ///
    /// # Errors
    /// The limit of memory.
    pub fn natural(n: u64) -> Done<Self> {
        Self::big(n.into())
    }

    /// A tuple.
    ///
    /// # Errors
    /// The limit of memory.
    pub fn tuple(items: impl IntoIterator<Item = Self>) -> Done<Self> {
        let items: Values = items.into_iter().collect();
        let charge = Charge::of(items.capacity() * 16 + 48)?;
        Ok(Self::Tuple(Rc::new(Tuple {
            items,
            _charge: charge,
        })))
    }

    /// The same of items that are counted already.
    pub(crate) fn charged_tuple(items: impl Iterator<Item = Self>, charge: Charge) -> Done<Self> {
        let items: Values = items.collect();
        charge.reach(items.capacity() * 16 + 48)?;
        Ok(Self::Tuple(Rc::new(Tuple {
            items,
            _charge: charge,
        })))
    }

    /// A list.
    ///
    /// # Errors
    /// The limit of memory.
    pub fn list(items: impl Into<VecDeque<Self>>) -> Done<Self> {
        Self::sequence(items.into(), None)
    }

    pub(crate) fn sequence(items: VecDeque<Self>, deque: Option<usize>) -> Done<Self> {
        let charge = Charge::of(items.capacity() * 16 + LIST)?;
        Self::charged_list(items, deque, charge)
    }

    /// The same of items that are counted already.
    pub(crate) fn charged_list(
        items: VecDeque<Self>,
        deque: Option<usize>,
        charge: Charge,
    ) -> Done<Self> {
        let (items, frozen, watched) = (RefCell::new(items), Cell::new(false), Cell::new(false));
        Ok(Self::List(Rc::new(List {
            items,
            deque,
            frozen,
            watched,
            charge,
        })))
    }

    pub(crate) fn dict(map: Map, missing: Self) -> Done<Self> {
        let charge = Charge::of(map.capacity() * ENTRY + DICT)?;
        let (map, frozen, watched) = (RefCell::new(map), Cell::new(false), Cell::new(false));
        Ok(Self::Dict(Rc::new(Dict {
            map,
            missing,
            frozen,
            watched,
            charge,
        })))
    }

    pub(crate) fn set(map: Map, fixed: bool) -> Done<Self> {
        let charge = Charge::of(map.capacity() * ENTRY + DICT)?;
        let (map, frozen) = (RefCell::new(map), Cell::new(false));
        Ok(Self::Set(Rc::new(Set {
            map,
            fixed,
            frozen,
            charge,
        })))
    }

    pub(crate) fn range(start: i64, step: i64, len: i64) -> Self {
        Self::Range(Rc::new(Range { start, step, len }))
    }

    pub(crate) fn fields(mut fields: Vec<(Rc<str>, Self)>) -> Done<Self> {
        fields.sort_by(|a, b| a.0.cmp(&b.0));
        let charge = Charge::of(fields.len() * 32 + 64)?;
        Ok(Self::Struct(Rc::new(Struct {
            fields,
            _charge: charge,
        })))
    }

    pub(crate) fn cell(value: Self) -> Done<Self> {
        let charge = Charge::of(64)?;
        let (value, frozen) = (RefCell::new(value), Cell::new(false));
        Ok(Self::Cell(Rc::new(Variable {
            value,
            frozen,
            _charge: charge,
        })))
    }

    /// A value of the host that takes so many bytes.
    ///
    /// # Errors
    /// The limit of memory.
    pub fn foreign(value: impl Foreign, bytes: usize) -> Done<Self> {
        let charge = Charge::of(bytes + 48)?;
        let value = Box::new(value);
        Ok(Self::Foreign(Rc::new(Strange {
            value,
            _charge: charge,
        })))
    }

    /// The value of the host of a type.
    pub fn as_foreign<T: Foreign>(&self) -> Option<&T> {
        let Self::Foreign(strange) = self else {
            return None;
        };
        (&*strange.value as &dyn Any).downcast_ref()
    }

    /// The string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Str(text) => Some(&text.text),
            _ => None,
        }
    }

    /// The whole number of 64 bits; a truth value is one.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(n) => Some(*n),
            Self::Bool(truth) => Some(truth.holds().into()),
            _ => None,
        }
    }

    /// The whole number of any size; a truth value is one.
    pub fn as_big(&self) -> Option<BigInt> {
        crate::operate::whole(self).map(std::borrow::Cow::into_owned)
    }

    /// The entries of a dict, in their order.
    pub fn dict_items(&self) -> Option<Vec<(Self, Self)>> {
        let Self::Dict(dict) = self else { return None };
        Some(
            dict.borrow()
                .iter()
                .map(|(key, value)| (key.value.clone(), value.clone()))
                .collect(),
        )
    }

    /// The items of a tuple or of a list.
    pub fn items(&self) -> Option<Values> {
        match self {
            Self::Tuple(tuple) => Some(tuple.items.clone()),
            Self::List(list) => Some(list.borrow().iter().cloned().collect()),
            _ => None,
        }
    }

    /// The name of its type.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Unset | Self::Cell(_) => "nothing",
            Self::None => "NoneType",
            Self::Bool(_) => "bool",
            Self::Int(_) | Self::Big(_) => "int",
            Self::Str(_) => "str",
            Self::Tuple(_) => "tuple",
            Self::List(list) if list.deque.is_some() => "deque",
            Self::List(_) => "list",
            Self::Dict(dict) => match dict.missing {
                Self::Unset => "dict",
                Self::Int(_) => "Counter",
                _ => "defaultdict",
            },
            Self::Set(set) if set.fixed => "frozenset",
            Self::Set(_) => "set",
            Self::Range(_) => "range",
            Self::View(view) => match view.shown {
                Shown::Keys => "dict_keys",
                Shown::Values => "dict_values",
                Shown::Items => "dict_items",
            },
            Self::Iter(iter) => iter.kind(),
            Self::Function(_) | Self::Native(_) | Self::Partial(_) => "function",
            Self::Struct(_) => "struct",
            Self::Foreign(strange) => strange.value.kind(),
        }
    }

    /// The name of its type with its article, for messages.
    pub(crate) fn named(&self) -> String {
        match self.kind() {
            "NoneType" => "None".into(),
            kind => format!(
                "{} {kind}",
                if kind.starts_with(['e', 'i']) {
                    "an"
                } else {
                    "a"
                }
            ),
        }
    }

    /// Whether it counts as true.
    pub fn truth(&self) -> bool {
        match self {
            Self::None | Self::Unset => false,
            Self::Bool(truth) => truth.holds(),
            Self::Int(n) => *n != 0,
            Self::Str(text) => text.len > 0,
            Self::Tuple(tuple) => !tuple.items.is_empty(),
            Self::List(list) => !list.borrow().is_empty(),
            Self::Dict(dict) => !dict.borrow().is_empty(),
            Self::Set(set) => !set.borrow().is_empty(),
            Self::Range(range) => range.len > 0,
            Self::View(view) => !view.dict.borrow().is_empty(),
            Self::Foreign(strange) => strange.value.truth(),
            _ => true,
        }
    }

    /// Python's `is`.
    pub fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::None, Self::None) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Big(a), Self::Big(b)) => Rc::ptr_eq(a, b),
            (Self::Str(a), Self::Str(b)) => Rc::ptr_eq(a, b),
            (Self::Tuple(a), Self::Tuple(b)) => {
                Rc::ptr_eq(a, b) || a.items.is_empty() && b.items.is_empty()
            }
            (Self::List(a), Self::List(b)) => Rc::ptr_eq(a, b),
            (Self::Dict(a), Self::Dict(b)) => Rc::ptr_eq(a, b),
            (Self::Set(a), Self::Set(b)) => Rc::ptr_eq(a, b),
            (Self::Range(a), Self::Range(b)) => Rc::ptr_eq(a, b),
            (Self::Iter(a), Self::Iter(b)) => Rc::ptr_eq(a, b),
            (Self::Function(a), Self::Function(b)) => Rc::ptr_eq(a, b),
            (Self::Native(a), Self::Native(b)) => a.name == b.name,
            (Self::Partial(a), Self::Partial(b)) => Rc::ptr_eq(a, b),
            (Self::Struct(a), Self::Struct(b)) => Rc::ptr_eq(a, b),
            (Self::Foreign(a), Self::Foreign(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// Python's `==`.
    pub(crate) fn equals(&self, other: &Self, depth: usize) -> Done<bool> {
        check_depth(depth)?;
        let same = |a: &mut dyn Iterator<Item = (Self, Self)>| {
            for (a, b) in a {
                if !a.equals(&b, depth + 1)? {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        let maps = |a: &Map, b: &Map| {
            if a.len() != b.len() {
                return Ok(false);
            }
            for (key, value) in a {
                match b.get(key) {
                    Some(other) if value.equals(other, depth + 1)? => {}
                    _ => return Ok(false),
                }
            }
            Ok::<_, Error>(true)
        };
        Ok(match (self, other) {
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Str(a), Self::Str(b)) => {
                step(a.text.len().min(b.text.len()) / 64)?;
                a.text == b.text
            }
            (Self::None, Self::None) | (Self::Unset, Self::Unset) => true,
            (Self::Bool(_) | Self::Int(_), Self::Bool(_) | Self::Int(_)) => {
                self.as_int() == other.as_int()
            }
            (Self::Big(a), Self::Big(b)) => {
                step(a.0.bits() as usize / 512)?;
                a.0 == b.0
            }
            (Self::Tuple(a), Self::Tuple(b)) => {
                if a.items.len() != b.items.len() {
                    return Ok(false);
                }
                for (a, b) in a.items.iter().zip(&b.items) {
                    if !a.equals(b, depth + 1)? {
                        return Ok(false);
                    }
                }
                true
            }
            (Self::List(a), Self::List(b)) if a.deque.is_some() == b.deque.is_some() => {
                let (a, b) = (a.borrow(), b.borrow());
                a.len() == b.len() && same(&mut a.iter().cloned().zip(b.iter().cloned()))?
            }
            (Self::Dict(a), Self::Dict(b)) => {
                // A count of 0 is like none.
                let counts = |dict: &Dict| {
                    dict.borrow()
                        .clone()
                        .into_iter()
                        .filter(|(_, count)| count.truth())
                        .collect()
                };
                let zeros = |dict: &Dict| {
                    is_counter(dict) && dict.borrow().values().any(|count| !count.truth())
                };
                match is_counter(a) && is_counter(b) && (zeros(a) || zeros(b)) {
                    true => maps(&counts(a), &counts(b))?,
                    false => maps(&a.borrow(), &b.borrow())?,
                }
            }
            (Self::Set(a), Self::Set(b)) => maps(&a.borrow(), &b.borrow())?,
            (Self::View(_), Self::View(_) | Self::Set(_)) | (Self::Set(_), Self::View(_)) => {
                let (a, b) = (set_of(self)?, set_of(other)?);
                match (a, b) {
                    (Some(a), Some(b)) => {
                        a.len() == b.len() && a.keys().all(|key| b.contains_key(key))
                    }
                    _ => false,
                }
            }
            (Self::Range(a), Self::Range(b)) => {
                a.len == b.len
                    && (a.len == 0 || a.start == b.start)
                    && (a.len <= 1 || a.step == b.step)
            }
            (Self::Struct(a), Self::Struct(b)) => {
                let names = |fields: &Struct| {
                    fields
                        .fields
                        .iter()
                        .map(|field| field.0.clone())
                        .collect::<Vec<_>>()
                };
                let values = |fields: &Struct| {
                    fields
                        .fields
                        .iter()
                        .map(|field| field.1.clone())
                        .collect::<Vec<_>>()
                };
                names(a) == names(b) && same(&mut values(a).into_iter().zip(values(b)))?
            }
            // As Starlark had it: CPython would say no.
            (Self::Native(_), Self::Str(_)) | (Self::Str(_), Self::Native(_)) => {
                wrong!("a type is no string: write isinstance(x, tuple), or type(x) == tuple")
            }
            (Self::Foreign(a), _) => match a.value.compare(Compare::Equal, other, true) {
                Some(equal) => equal?,
                None => matches!(other, Self::Foreign(b) if a.value.text() == b.value.text()),
            },
            (_, Self::Foreign(b)) => b
                .value
                .compare(Compare::Equal, self, false)
                .unwrap_or(Ok(false))?,
            _ => self.is(other),
        })
    }

    /// Where a shared value is, and how often it is held.
    fn place(&self) -> Option<(usize, usize)> {
        fn of<T>(shared: &Rc<T>) -> Option<(usize, usize)> {
            Some((Rc::as_ptr(shared).addr(), Rc::strong_count(shared)))
        }
        match self {
            Self::Tuple(tuple) => of(tuple),
            Self::List(list) => of(list),
            Self::Dict(dict) => of(dict),
            Self::Set(set) => of(set),
            Self::View(view) => of(view),
            Self::Iter(iter) => of(iter),
            Self::Function(function) => of(function),
            Self::Partial(partial) => of(partial),
            Self::Struct(fields) => of(fields),
            Self::Cell(cell) => of(cell),
            _ => None,
        }
    }

    /// Adds the values that this one holds, without frozen ones.
    fn held(&self, into: &mut Vec<Self>) {
        match self {
            Self::Tuple(tuple) => into.extend(tuple.items.iter().cloned()),
            Self::List(list) if !list.frozen.get() => into.extend(list.borrow().iter().cloned()),
            Self::Dict(dict) if !dict.frozen.get() => {
                into.push(dict.missing.clone());
                let map = dict.borrow();
                into.extend(
                    map.iter()
                        .flat_map(|(key, value)| [key.value.clone(), value.clone()]),
                );
            }
            Self::Set(set) if !set.frozen.get() => {
                into.extend(set.borrow().keys().map(|key| key.value.clone()))
            }
            Self::Function(function) => {
                into.extend(function.defaults.iter().cloned());
                into.extend(function.cells.iter().cloned());
            }
            Self::Partial(partial) => {
                into.push(partial.function.clone());
                into.extend(partial.given.iter().cloned());
                into.extend(partial.named.iter().map(|named| named.1.clone()));
            }
            Self::Struct(fields) => into.extend(fields.fields.iter().map(|field| field.1.clone())),
            Self::Cell(variable) if !variable.frozen.get() => into.push(variable.get()),
            Self::View(view) => into.push(Self::Dict(view.dict.clone())),
            Self::Iter(iter) => iter.held(into),
            _ => {}
        }
    }

    /// Forbids changes of everything that can be reached from these values.
    pub(crate) fn freeze(values: impl IntoIterator<Item = Self>) -> Done<()> {
        let mut left: Vec<_> = values.into_iter().collect();
        while let Some(value) = left.pop() {
            step(1)?;
            value.held(&mut left);
            match &value {
                Self::List(list) => list.frozen.set(true),
                Self::Dict(dict) => dict.frozen.set(true),
                Self::Set(set) => set.frozen.set(true),
                Self::Cell(variable) => variable.frozen.set(true),
                Self::Iter(iter) => iter.freeze(),
                _ => {}
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match crate::show::repr(self) {
            Ok(text) => f.write_str(&text),
            Err(_) => write!(f, "<{}>", self.kind()),
        }
    }
}
