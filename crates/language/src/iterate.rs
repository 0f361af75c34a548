//! [`Iter`]: what gives values one by one.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::code::Code;
use crate::error::{Done, limit, wrong};
use crate::machine::Machine;
use crate::meter::{Charge, step};
use crate::operate;
use crate::tree::Binary;
use crate::value::{Dict, List, Shown, Text, Value, Values, discard, watch};

/// An iterator.
pub struct Iter {
    pub(crate) state: RefCell<State>,
    depth: usize,
    frozen: Cell<bool>,
    _charge: Charge,
}

impl Drop for Iter {
    fn drop(&mut self) {
        // A generator can hold another one, and so on.
        if let State::Generator(generator) = self.state.get_mut() {
            discard(std::mem::take(&mut generator.values).into_iter());
        }
    }
}

/// A function that waits after a `yield`.
pub(crate) struct Generator {
    pub(crate) code: Rc<Code>,
    pub(crate) at: usize,
    pub(crate) values: Vec<Value>,
    _charge: Charge,
}

pub(crate) enum State {
    Done,
    /// A generator at work.
    Running,
    /// A tuple or list, and the next place.
    Items(Value, usize),
    Backwards(Value, usize),
    Text(Rc<Text>, usize),
    /// The next number, the step, and how many are left.
    Numbers(i64, i64, i64),
    /// `itertools.count`.
    Count(Value, Value),
    /// A dict, what is shown, the next place, and its length: it must not change.
    Entries(Rc<Dict>, Shown, usize, usize),
    Owned(std::vec::IntoIter<Value>),
    Zip(Values, bool),
    /// With the last value where one has ended: `zip_longest`.
    ZipLongest(Values, Value),
    Enumerate(Value, Value),
    Map(Value, Values),
    Filter(Value, Value, bool),
    StarMap(Value, Value),
    /// Iterators or values one after the other, and the current one.
    Chain(Value, Option<Value>),
    Generator(Generator),
    /// An iterator, items to skip first, how many are left, and the step.
    Part(Value, usize, usize, usize),
    While(Value, Value),
    DropWhile(Value, Value, bool),
    Repeat(Value, Option<u64>),
    /// The items, and the rest of the first round.
    Cycle(Rc<List>, Option<Value>, usize),
    Accumulate(Value, Value, Option<Value>),
    Pairs(Value, Option<Value>),
    Product(Vec<Vec<Value>>, Option<Vec<usize>>),
    /// The items, the places, whether an item can come again.
    Combinations(Vec<Value>, Option<Vec<usize>>, bool),
    Permutations(Vec<Value>, usize, Option<Vec<usize>>),
}

impl Generator {
    pub(crate) fn new(code: Rc<Code>, values: Vec<Value>) -> Done<Self> {
        Self::going_on(code, 0, values)
    }

    pub(crate) fn going_on(code: Rc<Code>, at: usize, values: Vec<Value>) -> Done<Self> {
        let _charge = Charge::of(values.len() * 16 + 64)?;
        Ok(Self {
            code,
            at,
            values,
            _charge,
        })
    }
}

/// The deepest iterators of iterators.
const DEEPEST: usize = 40;

impl Iter {
    /// An iterator over parts that may be iterators.
    pub(crate) fn over(state: State, parts: &[&Value]) -> Done<Value> {
        let deepest = parts.iter().map(|part| match part {
            Value::Iter(iter) => iter.depth + 1,
            _ => 0,
        });
        let depth = deepest.max().unwrap_or_default();
        if depth > DEEPEST {
            limit!(
                "iterators of iterators are nested more than {DEEPEST} levels deep: collect one in a list"
            );
        }
        let held = match &state {
            State::Owned(items) => items.len() * 16,
            State::Product(pools, _) => pools.iter().map(|pool| pool.len() * 16 + 32).sum(),
            State::Combinations(items, places, _) => {
                items.len() * 16 + places.as_ref().map_or(0, Vec::len) * 8
            }
            State::Permutations(items, ..) => items.len() * 24,
            _ => 0,
        };
        let _charge = Charge::of(160 + held)?;
        let (state, frozen) = (RefCell::new(state), Cell::new(false));
        Ok(Value::Iter(Rc::new(Self {
            state,
            depth,
            frozen,
            _charge,
        })))
    }

    pub(crate) fn generator(generator: Generator) -> Done<Value> {
        let iter = Self::over(State::Generator(generator), &[])?;
        watch(&iter);
        Ok(iter)
    }

    /// The iterator of a value. The order of a set is not known: it is accepted only if `any` order is.
    pub(crate) fn of(value: &Value, any: bool) -> Done<Value> {
        let state = match value {
            Value::Iter(_) => return Ok(value.clone()),
            Value::Tuple(_) | Value::List(_) => State::Items(value.clone(), 0),
            Value::Str(text) => State::Text(text.clone(), 0),
            Value::Range(range) => State::Numbers(range.start, range.step, range.len),
            Value::Dict(dict) => State::Entries(dict.clone(), Shown::Keys, 0, dict.borrow().len()),
            Value::View(view) => {
                State::Entries(view.dict.clone(), view.shown, 0, view.dict.borrow().len())
            }
            Value::Set(set) => {
                let map = set.borrow();
                if map.len() > 1 && !any {
                    wrong!("the order of a set is not defined: write sorted(…) around it");
                }
                step(map.len() / 8)?;
                State::Owned(
                    map.keys()
                        .map(|key| key.value.clone())
                        .collect::<Vec<_>>()
                        .into_iter(),
                )
            }
            other => wrong!("{} has no items", other.named()),
        };
        Self::over(state, &[])
    }

    pub(crate) fn kind(&self) -> &'static str {
        match &*self.state.borrow() {
            State::Generator(_) | State::Running => "generator",
            State::Zip(..) => "zip",
            State::Map(..) => "map",
            State::Filter(..) => "filter",
            State::Enumerate(..) => "enumerate",
            _ => "iterator",
        }
    }

    /// Adds the values that it holds.
    pub(crate) fn held(&self, into: &mut Vec<Value>) {
        match &*self.state.borrow() {
            State::Done | State::Running | State::Text(..) | State::Numbers(..) => {}
            State::Items(value, _)
            | State::Backwards(value, _)
            | State::Repeat(value, _)
            | State::Part(value, ..) => into.push(value.clone()),
            State::Count(a, b)
            | State::Enumerate(a, b)
            | State::Filter(a, b, _)
            | State::StarMap(a, b)
            | State::While(a, b)
            | State::DropWhile(a, b, _) => into.extend([a.clone(), b.clone()]),
            State::Entries(dict, ..) => into.push(Value::Dict(dict.clone())),
            State::Owned(items) => into.extend(items.as_slice().iter().cloned()),
            State::Zip(iters, _) => into.extend(iters.iter().cloned()),
            State::ZipLongest(iters, value) | State::Map(value, iters) => {
                into.push(value.clone());
                into.extend(iters.iter().cloned());
            }
            State::Chain(value, last) | State::Pairs(value, last) => {
                into.extend(last.iter().chain([value]).cloned())
            }
            State::Generator(generator) => into.extend(generator.values.iter().cloned()),
            State::Cycle(kept, last, _) => {
                into.push(Value::List(kept.clone()));
                into.extend(last.clone());
            }
            State::Accumulate(a, b, last) => into.extend(last.iter().chain([a, b]).cloned()),
            State::Product(pools, _) => into.extend(pools.iter().flatten().cloned()),
            State::Combinations(items, ..) | State::Permutations(items, ..) => {
                into.extend(items.iter().cloned())
            }
        }
    }

    /// Ends it: what is defined outside of functions cannot be used up.
    pub(crate) fn freeze(&self) {
        self.frozen.set(true);
        self.state.replace(State::Done);
    }

    /// Puts a generator back that has given a value.
    pub(crate) fn put(&self, generator: Generator) {
        self.state.replace(State::Generator(generator));
    }

    /// The generator, to be put back.
    pub(crate) fn take_generator(&self) -> Done<Option<Generator>> {
        let mut state = self.state.borrow_mut();
        match &*state {
            State::Generator(_) => match std::mem::replace(&mut *state, State::Running) {
                State::Generator(generator) => Ok(Some(generator)),
                _ => unreachable!("invariant: as above"),
            },
            State::Running => wrong!("this generator is at work already"),
            _ => Ok(None),
        }
    }

    /// The next item of what needs no function and no count of steps; `None` for all else.
    #[inline]
    pub(crate) fn quick(&self) -> Option<Option<Value>> {
        match &mut *self.state.borrow_mut() {
            State::Numbers(next, step, left) => Some(match *left {
                0 => None,
                _ => {
                    *left -= 1;
                    let value = *next;
                    // The last step may leave the range of numbers, but its result is not used.
                    *next = next.wrapping_add(*step);
                    Some(Value::Int(value))
                }
            }),
            State::Items(Value::Tuple(tuple), at) => {
                *at += 1;
                Some(tuple.items.get(*at - 1).cloned())
            }
            State::Items(Value::List(list), at) => {
                *at += 1;
                Some(list.borrow().get(*at - 1).cloned())
            }
            State::Text(text, at) => match text.text.as_bytes().get(*at) {
                None => Some(None),
                Some(letter @ 0..128) => {
                    *at += 1;
                    Some(Some(Value::letter(*letter)))
                }
                Some(_) => None,
            },
            _ => None,
        }
    }

    /// The next item.
    pub(crate) fn next(self: &Rc<Self>, machine: &mut Machine) -> Done<Option<Value>> {
        if let Some(next) = self.quick() {
            return Ok(next);
        }
        if self.frozen.get() {
            wrong!(
                "an iterator that is made outside of functions cannot be used in one: make a list of it"
            );
        }
        if let Some(generator) = self.take_generator()? {
            let next = machine.resume(self, generator);
            if !matches!(next, Ok(Some(_))) {
                self.state.replace(State::Done);
            }
            return next;
        }
        // While functions are called the state is elsewhere: another request then finds the end.
        let mut state = self.state.replace(State::Running);
        let next = advance(&mut state, machine);
        match &next {
            Ok(Some(_)) => drop(self.state.replace(state)),
            _ => drop(self.state.replace(State::Done)),
        }
        next
    }
}

fn of_all(values: &Values, machine: &mut Machine) -> Done<Option<Values>> {
    let mut items = Values::new();
    for value in values {
        match next(value, machine)? {
            Some(item) => items.push(item),
            None => return Ok(None),
        }
    }
    Ok(Some(items))
}

/// The next item of an iterator.
pub(crate) fn next(iter: &Value, machine: &mut Machine) -> Done<Option<Value>> {
    match iter {
        Value::Iter(iter) => iter.next(machine),
        _ => unreachable!("invariant: an iterator was made"),
    }
}

fn advance(state: &mut State, machine: &mut Machine) -> Done<Option<Value>> {
    let found = match state {
        State::Done
        | State::Running
        | State::Generator(_)
        | State::Numbers(..)
        | State::Items(..) => None,
        State::Backwards(value, left) => match left.checked_sub(1) {
            None => None,
            Some(at) => {
                *left = at;
                operate::quick_index(value, at as i64)
            }
        },
        State::Text(text, at) => match text.text[*at..].chars().next() {
            None => None,
            Some(c) => {
                *at += c.len_utf8();
                Some(Value::char(c)?)
            }
        },
        State::Count(number, by) => {
            let next = operate::binary(Binary::Add, number, by)?;
            Some(std::mem::replace(number, next))
        }
        State::Entries(dict, shown, at, len) => {
            let map = dict.borrow();
            if map.len() != *len {
                wrong!("this dict was changed while a loop goes over it: go over list(…) of it");
            }
            let entry = map
                .get_index(*at)
                .map(|(key, value)| (key.value.clone(), value.clone()));
            drop(map);
            *at += 1;
            match (entry, shown) {
                (None, _) => None,
                (Some((key, _)), Shown::Keys) => Some(key),
                (Some((_, value)), Shown::Values) => Some(value),
                (Some((key, value)), Shown::Items) => Some(Value::tuple([key, value])?),
            }
        }
        State::Owned(items) => items.next(),
        State::Zip(iters, strict) => {
            let mut items = Values::new();
            for (n, iter) in iters.iter().enumerate() {
                match next(iter, machine)? {
                    Some(item) if items.len() == n => items.push(item),
                    // With the first one all must end.
                    None if *strict && items.is_empty() => {}
                    None if !*strict => return Ok(None),
                    _ => wrong!("zip with strict=True takes what is of one length"),
                }
            }
            if items.is_empty() {
                None
            } else {
                Some(Value::tuple(items)?)
            }
        }
        State::ZipLongest(iters, fill) => {
            let mut items = Values::new();
            let mut some = false;
            for iter in iters.iter() {
                let item = next(iter, machine)?;
                some |= item.is_some();
                items.push(item.unwrap_or_else(|| fill.clone()));
            }
            if some {
                Some(Value::tuple(items)?)
            } else {
                None
            }
        }
        State::Enumerate(iter, number) => match next(iter, machine)? {
            None => None,
            Some(item) => {
                let after = operate::binary(Binary::Add, number, &Value::Int(1))?;
                let number = std::mem::replace(number, after);
                Some(Value::tuple([number, item])?)
            }
        },
        State::Map(function, iters) => match of_all(iters, machine)? {
            None => None,
            Some(items) => Some(machine.apply(function, items)?),
        },
        State::StarMap(function, iter) => match next(iter, machine)? {
            None => None,
            Some(items) => {
                let items = machine.collect(&items)?;
                Some(machine.apply(function, items)?)
            }
        },
        State::Filter(function, iter, wanted) => loop {
            step(1)?;
            let Some(item) = next(iter, machine)? else {
                break None;
            };
            let truth = match function {
                Value::None => item.truth(),
                _ => machine.apply(function, [item.clone()])?.truth(),
            };
            if truth == *wanted {
                break Some(item);
            }
        },
        State::Chain(outer, inner) => loop {
            step(1)?;
            if let Some(iter) = inner {
                match next(iter, machine)? {
                    Some(item) => break Some(item),
                    None => *inner = None,
                }
            }
            match next(outer, machine)? {
                Some(items) => *inner = Some(Iter::of(&items, false)?),
                None => break None,
            }
        },
        State::Part(iter, skip, left, by) => {
            if *left == 0 {
                return Ok(None);
            }
            for _ in 0..std::mem::replace(skip, *by - 1) {
                step(1)?;
                if next(iter, machine)?.is_none() {
                    return Ok(None);
                }
            }
            *left -= 1;
            next(iter, machine)?
        }
        State::While(function, iter) => match next(iter, machine)? {
            Some(item) if machine.apply(function, [item.clone()])?.truth() => Some(item),
            _ => None,
        },
        State::DropWhile(function, iter, dropping) => loop {
            step(1)?;
            match next(iter, machine)? {
                Some(item) if *dropping && machine.apply(function, [item.clone()])?.truth() => {}
                item => {
                    *dropping = false;
                    break item;
                }
            }
        },
        State::Repeat(value, left) => match left {
            Some(0) => None,
            Some(left) => {
                *left -= 1;
                Some(value.clone())
            }
            None => Some(value.clone()),
        },
        State::Cycle(kept, first, at) => {
            if let Some(iter) = first {
                match next(iter, machine)? {
                    Some(item) => {
                        step(1)?;
                        kept.change(1)?.push_back(item.clone());
                        return Ok(Some(item));
                    }
                    None => *first = None,
                }
            }
            let kept = kept.borrow();
            let item = kept.get(*at).cloned();
            *at = (*at + 1) % kept.len().max(1);
            item
        }
        State::Accumulate(iter, function, sum) => match next(iter, machine)? {
            None => None,
            Some(item) => {
                let value = match (sum.take(), &*function) {
                    (None, _) => item,
                    (Some(before), Value::None) => operate::binary(Binary::Add, &before, &item)?,
                    (Some(before), function) => machine.apply(function, [before, item])?,
                };
                *sum = Some(value.clone());
                Some(value)
            }
        },
        State::Pairs(iter, last) => {
            let first = match last.take() {
                Some(item) => Some(item),
                None => next(iter, machine)?,
            };
            match (first, next(iter, machine)?) {
                (Some(first), Some(second)) => {
                    *last = Some(second.clone());
                    Some(Value::tuple([first, second])?)
                }
                _ => None,
            }
        }
        State::Product(pools, places) => {
            let Some(now) = places else { return Ok(None) };
            step(now.len())?;
            let items = pools
                .iter()
                .zip(&*now)
                .map(|(pool, place)| pool[*place].clone());
            let tuple = Value::tuple(items)?;
            // Like an odometer.
            let turned = (0..now.len()).rev().find(|n| {
                now[*n] += 1;
                let fits = now[*n] < pools[*n].len();
                if !fits {
                    now[*n] = 0;
                }
                fits
            });
            if turned.is_none() {
                *places = None;
            }
            Some(tuple)
        }
        State::Combinations(items, places, again) => {
            let Some(now) = places else { return Ok(None) };
            step(now.len())?;
            let tuple = Value::tuple(now.iter().map(|place| items[*place].clone()))?;
            let (n, r) = (items.len(), now.len());
            let most = |place: usize| if *again { n - 1 } else { n - r + place };
            match (0..r).rev().find(|place| now[*place] < most(*place)) {
                None => *places = None,
                Some(place) => {
                    let first = now[place] + 1;
                    for (more, place) in (place..r).enumerate() {
                        now[place] = if *again { first } else { first + more };
                    }
                }
            }
            Some(tuple)
        }
        State::Permutations(items, r, order) => {
            let Some(now) = order else { return Ok(None) };
            step(now.len())?;
            let tuple = Value::tuple(now[..*r].iter().map(|place| items[*place].clone()))?;
            // The next arrangement of the first ones: those after them are in falling order for this.
            now[*r..].reverse();
            match (0..now.len().saturating_sub(1))
                .rev()
                .find(|n| now[*n] < now[n + 1])
            {
                None => *order = None,
                Some(n) => {
                    let other = (n + 1..now.len())
                        .rev()
                        .find(|m| now[*m] > now[n])
                        .unwrap_or(n);
                    now.swap(n, other);
                    now[n + 1..].reverse();
                }
            }
            Some(tuple)
        }
    };
    Ok(found)
}
