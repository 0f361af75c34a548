//! [`Machine`]: reads a text, and calls its functions.

use std::collections::VecDeque;
use std::mem;
use std::rc::Rc;

use crate::builtins::{self, method};
use crate::code::{Code, Op};
use crate::error::{Done, Error, limit, wrong};
use crate::iterate::{Generator, Iter};
use crate::meter::{self, Charge, Limits, step};
use crate::operate;
use crate::token::Notation;
use crate::tree::{Binary, Name, Node, Step};
use crate::value::{
    Arguments, Function, Key, Map, Memo, Value, Values, break_cycles, dismiss, is_container, watch,
};
use crate::{compile, parser, show};

/// The functions of the host that the interpreter calls.
pub trait Host {
    /// Takes a line of `print`.
    fn print(&mut self, line: &str);
    /// The meaning of a name that is not defined.
    fn known(&self, _name: &str) -> Option<Value> {
        None
    }
    /// The value of `parameter(name, default)`, while the file is read.
    ///
    /// # Errors
    /// If what is given is no such value.
    fn parameter(&mut self, name: &str, default: &Value) -> Result<Value, Error>;
    /// The quotient of two values of the language, which has whole numbers alone.
    fn quotient(&mut self, _left: &Value, _right: &Value) -> Option<Result<Value, Error>> {
        None
    }
}

/// Runs a text and its functions.
pub struct Machine {
    pub(crate) stack: Vec<Value>,
    charge: Charge,
    frames: Vec<Frame>,
    /// The number of calls from outside, what the results that last have taken, and which are being made.
    calls: u64,
    kept: Vec<Kept>,
    made: Vec<Made>,
    names: Vec<Name>,
    globals: Vec<Value>,
    is_reading: bool,
    /// Calls of functions by the interpreter's own functions, which need the stack of the thread.
    inner: usize,
    pub(crate) host: Box<dyn Host>,
}

/// A function at work.
struct Frame {
    code: Rc<Code>,
    at: usize,
    base: usize,
    kind: Work,
}

/// Where the result of a function goes.
enum Work {
    Call,
    /// It is kept for its arguments.
    Kept(Rc<Function>, Key),
    /// It ends this generator.
    Generator(Rc<Iter>),
    /// To who called from outside of the machine.
    Outer,
    OuterGenerator(Rc<Iter>),
}

/// The work for a result of a function with `@cache`. Each call from outside counts it once, though the result may be there
/// already: limits do not depend on what was asked before.
struct Kept {
    /// Without that for other results.
    steps: u64,
    /// The most functions at work at once.
    depth: usize,
    /// The last call from outside that has counted it.
    counted: u64,
    /// The other results.
    needs: Box<[usize]>,
}

/// The same while it is made.
struct Made {
    /// The steps and the functions at work before.
    before: (u64, usize),
    /// The steps for other results.
    others: u64,
    depth: usize,
    needs: Vec<usize>,
    charge: Charge,
}

/// Calls of functions by the interpreter's own ones, as in `sorted(…, key=f)`.
const DEEPEST_INNER: usize = 60;

impl Machine {
    /// A machine that has read nothing yet.
    pub fn new(host: Box<dyn Host>) -> Self {
        Self {
            stack: Vec::new(),
            charge: Charge::default(),
            frames: Vec::new(),
            calls: 0,
            kept: Vec::new(),
            made: Vec::new(),
            names: Vec::new(),
            globals: Vec::new(),
            is_reading: false,
            inner: 0,
            host,
        }
    }

    /// Reads a file: its globals cannot be changed afterwards.
    ///
    /// # Errors
    /// A mistake or a limit.
    pub fn read(&mut self, text: &str, limits: &Limits) -> Result<(), Error> {
        self.within(limits, |machine| {
            let tree = parser::parse(text, None)?;
            let (code, names) =
                compile::compile(&tree.body, tree.scopes, Vec::new(), &builtins::known, false)?;
            machine.names = names;
            machine.globals = vec![Value::Unset; machine.names.len()];
            machine.is_reading = true;
            let done = machine.run_code(code);
            machine.is_reading = false;
            done?;
            Value::freeze(machine.globals.iter().cloned())
        })
    }

    /// Runs statements, with values of the host, after others, whose names are known, and whose data cannot be changed. Returns the
    /// value of the last expression, or, if the last statement names a value, that value and `true`.
    ///
    /// # Errors
    /// A mistake or a limit: the names are those from before.
    pub fn run(
        &mut self,
        text: &str,
        notation: Option<&dyn Notation>,
        limits: &Limits,
    ) -> Result<(Value, bool), Error> {
        let before = (self.names.clone(), self.globals.clone());
        let done = self.within(limits, |machine| {
            let tree = parser::parse(text, notation)?;
            let named = match tree.body.last().map(|last| &last.node) {
                Some(Step::Assign(targets, _)) => match &targets[..] {
                    [target] => match &target.node {
                        Node::Name(name) => Some(name.clone()),
                        _ => None,
                    },
                    _ => None,
                },
                _ => None,
            };
            let known = |name: &str| machine.host.known(name).or_else(|| builtins::known(name));
            let (code, names) =
                compile::compile(&tree.body, tree.scopes, machine.names.clone(), &known, true)?;
            machine.globals.resize(names.len(), Value::Unset);
            machine.names = names;
            machine.is_reading = true;
            let done = machine.run_code(code);
            machine.is_reading = false;
            let last = done?;
            Value::freeze(machine.globals.iter().cloned())?;
            Ok(match named.and_then(|name| machine.get(&name)) {
                Some(value) => (value.clone(), true),
                None if matches!(last, Value::Unset) => (Value::None, false),
                None => (last, false),
            })
        });
        if done.is_err() {
            (self.names, self.globals) = before;
        }
        done
    }

    /// Gives a name a value.
    pub fn set(&mut self, name: &str, value: Value) {
        match self.names.iter().position(|known| **known == *name) {
            Some(place) => self.globals[place] = value,
            None => {
                self.names.push(name.into());
                self.globals.push(value);
            }
        }
    }

    fn run_code(&mut self, code: Rc<Code>) -> Done<Value> {
        let charge = Charge::default();
        let (defaults, cells) = (Values::new(), Values::new());
        let function = Function {
            code,
            defaults,
            cells,
            memo: None,
            charge,
        };
        self.call(&Value::Function(Rc::new(function)), Arguments::default())
    }

    /// The value of a global name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let place = self.names.iter().position(|known| &**known == name)?;
        Some(&self.globals[place]).filter(|value| !matches!(value, Value::Unset))
    }

    /// The names that the text defines, in the order of the alphabet.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names
            .iter()
            .map(|name| &**name)
            .filter(|name| self.get(name).is_some())
    }

    /// Calls a function.
    ///
    /// # Errors
    /// A mistake or a limit.
    pub fn ask(
        &mut self,
        function: &Value,
        arguments: &[Value],
        limits: &Limits,
    ) -> Result<Value, Error> {
        self.within(limits, |machine| machine.call_within(function, arguments))
    }

    /// Calls a function, as a part of work [within](Self::within) limits.
    ///
    /// # Errors
    /// A mistake or a limit.
    pub fn call_within(&mut self, function: &Value, arguments: &[Value]) -> Result<Value, Error> {
        let done = self.apply(function, arguments.iter().cloned())?;
        // An error may have been postponed.
        step(0)?;
        Ok(done)
    }

    /// Works within limits, which hold for all its calls together. The work ends with the first error.
    pub fn within<T>(&mut self, limits: &Limits, work: impl FnOnce(&mut Self) -> T) -> T {
        meter::begin(limits);
        break_cycles();
        self.calls += 1;
        let done = work(self);
        self.frames.clear();
        self.made.clear();
        self.stack.clear();
        self.inner = 0;
        meter::end();
        done
    }

    /// Calls a function from one of the interpreter's own.
    pub(crate) fn call(&mut self, function: &Value, arguments: Arguments) -> Done<Value> {
        if let Value::Native(native) = function {
            return (native.call)(self, arguments);
        }
        if self.inner >= DEEPEST_INNER {
            limit!(
                "functions call each other through sorted, map, sum or a generator more than {DEEPEST_INNER} levels deep: write the inner one as a loop"
            );
        }
        self.inner += 1;
        let until = self.frames.len();
        let done = self
            .push_call(function.clone(), arguments, Work::Outer)
            .and_then(|ready| match ready {
                Some(value) => Ok(value),
                None => self.finish(until),
            });
        self.inner -= 1;
        done
    }

    /// The same of values without names.
    pub(crate) fn apply(
        &mut self,
        function: &Value,
        given: impl IntoIterator<Item = Value>,
    ) -> Done<Value> {
        let (given, named) = (given.into_iter().collect(), Vec::new());
        self.call(function, Arguments { given, named })
    }

    /// The next value of a generator.
    pub(crate) fn resume(&mut self, iter: &Rc<Iter>, generator: Generator) -> Done<Option<Value>> {
        if self.inner >= DEEPEST_INNER {
            limit!(
                "generators use each other more than {DEEPEST_INNER} levels deep: collect one in a list"
            );
        }
        self.inner += 1;
        let until = self.frames.len();
        self.push_generator(generator, Work::OuterGenerator(iter.clone()))?;
        let done = self.finish(until);
        self.inner -= 1;
        match done {
            Ok(Value::Unset) => Ok(None),
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error),
        }
    }

    fn push_generator(&mut self, generator: Generator, kind: Work) -> Done<()> {
        let Generator {
            code, at, values, ..
        } = generator;
        self.reserve(values.len() + code.locals)?;
        let base = self.stack.len();
        self.stack.extend(values);
        self.frames.push(Frame {
            code,
            at,
            base,
            kind,
        });
        Ok(())
    }

    fn reserve(&mut self, more: usize) -> Done<()> {
        let bytes = (self.stack.len() + more + 64) * 16 + self.frames.len() * 96;
        self.charge.reach(bytes)
    }

    /// Prepares a call: the value, if it is known at once.
    fn push_call(
        &mut self,
        function: Value,
        arguments: Arguments,
        kind: Work,
    ) -> Done<Option<Value>> {
        match function {
            Value::Function(function) => {
                step(1 + function.code.locals / 4)?;
                if self.frames.len() >= meter::depth() {
                    limit!(
                        "functions call each other too deeply: is there an endless recursion? A loop can go on for longer"
                    );
                }
                let code = function.code.clone();
                self.reserve(code.locals + arguments.given.len())?;
                let base = self.stack.len();
                let mut kind = kind;
                if function.memo.is_some() {
                    match self.remembered(&function, &arguments)? {
                        Ok(value) => return Ok(Some(value)),
                        Err(key) => {
                            // A call from outside ends with the frame below.
                            if !matches!(kind, Work::Call) {
                                let value = self.keep(&function, key, arguments)?;
                                return Ok(Some(value));
                            }
                            self.make(&function);
                            kind = Work::Kept(function.clone(), key);
                        }
                    }
                }
                match code.takes(arguments.given.len()) && arguments.named.is_empty() {
                    true => self.stack.extend(arguments.given),
                    false => {
                        if let Err(error) = bind(&function, arguments, &mut self.stack) {
                            self.stack.truncate(base);
                            return Err(error);
                        }
                    }
                }
                self.enter(&function, base, kind)
            }
            Value::Native(native) => (native.call)(self, arguments).map(Some),
            Value::Partial(partial) => {
                step(1)?;
                let mut given = partial.given.clone();
                given.extend(arguments.given);
                let mut named = partial.named.clone();
                for (name, value) in arguments.named {
                    named.retain(|other| other.0 != name);
                    named.push((name, value));
                }
                self.push_call(partial.function.clone(), Arguments { given, named }, kind)
            }
            Value::Foreign(strange) => {
                match strange.value.call(self, &arguments.given, &arguments.named) {
                    Some(done) => done.map(Some),
                    None => wrong!(
                        "a {} is no function, and cannot be called",
                        strange.value.kind()
                    ),
                }
            }
            other => wrong!("{} is no function, and cannot be called", other.named()),
        }
    }

    /// Begins a function whose arguments are on the stack.
    #[inline]
    fn enter(&mut self, function: &Rc<Function>, base: usize, kind: Work) -> Done<Option<Value>> {
        let code = function.code.clone();
        self.stack.resize(base + code.locals, Value::Unset);
        for (n, cell) in function.cells.iter().enumerate() {
            self.stack[base + code.captured_at + n] = cell.clone();
        }
        if code.yields {
            let values: Vec<Value> = self.stack.drain(base..).collect();
            return Iter::generator(Generator::new(code, values)?).map(Some);
        }
        self.frames.push(Frame {
            code,
            at: 0,
            base,
            kind,
        });
        Ok(None)
    }

    /// The kept result of a function, or the key for it.
    fn remembered(
        &mut self,
        function: &Function,
        arguments: &Arguments,
    ) -> Done<Result<Value, Key>> {
        let mut items = arguments.given.clone();
        for (name, value) in &arguments.named {
            items.push(Value::str(name)?);
            items.push(value.clone());
        }
        let key = Key::of(Value::tuple(items)?)?;
        let Some(memo) = &function.memo else {
            return Ok(Err(key));
        };
        // A key that is there is compared, another one is not.
        let found = meter::uncounted(|| memo.results.borrow().get(&key).cloned());
        let Some((value, n)) = found else {
            return Ok(Err(key));
        };
        if memo.lasts {
            let before = meter::taken();
            let mut left = vec![n];
            while let Some(n) = left.pop() {
                let Some(kept) = self.kept.get_mut(n) else {
                    continue;
                };
                if mem::replace(&mut kept.counted, self.calls) != self.calls {
                    step(usize::try_from(kept.steps).unwrap_or(usize::MAX))?;
                    left.extend(&kept.needs);
                }
            }
            self.need(n, meter::taken() - before)?;
        }
        Ok(Ok(value))
    }

    /// Notes that the result that is being made needs another one.
    fn need(&mut self, n: usize, steps: u64) -> Done<()> {
        let depth = self.frames.len() + self.kept.get(n).map_or(0, |kept| kept.depth);
        if depth > meter::depth() {
            return wrong_depth();
        }
        if let Some(made) = self.made.last_mut() {
            made.others += steps;
            made.depth = made.depth.max(depth - made.before.1);
            made.charge.reach((made.needs.len() + 1) * 8)?;
            made.needs.push(n);
        }
        Ok(())
    }

    /// Begins the work for a result that is kept.
    fn make(&mut self, function: &Function) {
        if function.memo.as_ref().is_some_and(|memo| memo.lasts) {
            let before = (meter::taken(), self.frames.len());
            self.made.push(Made {
                before,
                others: 0,
                depth: 1,
                needs: Vec::new(),
                charge: Charge::default(),
            });
        }
    }

    /// Keeps a result.
    fn remember(&mut self, function: &Function, key: Key, value: &Value) -> Done<()> {
        let Some(memo) = &function.memo else {
            return Ok(());
        };
        function
            .charge
            .reach((memo.results.borrow().len() + 1) * 160)?;
        // A result that is kept is the same for all calls.
        Value::freeze([value.clone()])?;
        let n = self.kept.len();
        if memo.lasts
            && let Some(Made {
                before,
                others,
                depth,
                mut needs,
                ..
            }) = self.made.pop()
        {
            needs.sort_unstable();
            needs.dedup();
            function.charge.grow(needs.len() * 8)?;
            let steps = meter::taken() - before.0;
            self.kept.push(Kept {
                steps: steps - others,
                depth,
                counted: self.calls,
                needs: needs.into(),
            });
            self.need(n, steps)?;
        }
        memo.results.borrow_mut().insert(key, (value.clone(), n));
        Ok(())
    }

    /// Calls a function with `@cache` from one of the interpreter's own, and keeps the result.
    fn keep(&mut self, function: &Rc<Function>, key: Key, arguments: Arguments) -> Done<Value> {
        self.make(function);
        let (code, defaults, cells) = (
            function.code.clone(),
            function.defaults.clone(),
            function.cells.clone(),
        );
        let plain = Function {
            code,
            defaults,
            cells,
            memo: None,
            charge: Charge::default(),
        };
        let value = self.call(&Value::Function(Rc::new(plain)), arguments)?;
        self.remember(function, key, &value)?;
        Ok(value)
    }

    /// Works until so many functions are at work as before.
    fn finish(&mut self, until: usize) -> Done<Value> {
        let done = self.work(until);
        done.map_err(|mut error| {
            while self.frames.len() > until {
                let frame = self.frames.pop().expect("invariant: there are more");
                let span = frame.code.spans[frame.at.saturating_sub(1)].range();
                error = match error.span() {
                    None => error.at(span),
                    Some(_) => error.called(&frame.code.name, span),
                };
                self.stack.truncate(frame.base);
            }
            error
        })
    }

    /// The last values of the stack, from this place on.
    fn take(&mut self, from: usize) -> Values {
        let n = self.stack.len() - from;
        let mut few = [const { Value::Unset }; 3];
        if n > few.len() {
            return self.stack.drain(from..).collect();
        }
        for slot in few[..n].iter_mut().rev() {
            mem::forget(mem::replace(slot, self.pop()));
        }
        Values::from_buf_and_len(few, n)
    }

    /// Puts a value in the place of another one.
    #[inline(always)]
    fn put(&mut self, place: usize, value: Value) {
        dismiss(mem::replace(&mut self.stack[place], value));
    }

    /// Drops the last values of the stack, from this place on: one or two.
    #[inline(always)]
    fn cut(&mut self, from: usize) {
        while self.stack.len() > from {
            dismiss(self.pop());
        }
    }

    /// Whether the last value of the stack is true; it is dropped.
    #[inline(always)]
    fn pop_truth(&mut self) -> bool {
        let value = self.pop();
        let truth = match &value {
            Value::Bool(truth) => truth.holds(),
            value => value.truth(),
        };
        dismiss(value);
        truth
    }

    #[inline(always)]
    fn pop(&mut self) -> Value {
        self.stack
            .pop()
            .expect("invariant: an operation finds its values")
    }

    /// Hands over the value of a generator, which waits from here on: to the loop that asked, or as a result.
    fn give(
        &mut self,
        code: Rc<Code>,
        at: usize,
        base: usize,
        value: Value,
    ) -> Done<Option<Value>> {
        let values: Vec<Value> = self.stack.drain(base..).collect();
        let generator = Generator::going_on(code, at, values)?;
        let frame = self.frames.pop().expect("invariant: a function is at work");
        match frame.kind {
            Work::Generator(iter) => {
                iter.put(generator);
                self.stack.push(value);
                Ok(None)
            }
            Work::OuterGenerator(iter) => {
                iter.put(generator);
                Ok(Some(value))
            }
            _ => unreachable!("invariant: only generators yield"),
        }
    }

    fn work(&mut self, until: usize) -> Done<Value> {
        let Frame { code, at, base, .. } = self
            .frames
            .last()
            .expect("invariant: a function is at work");
        let (mut code, mut at, mut base) = (code.clone(), *at, *base);
        /// Does what may fail; the place of the operation is known then.
        macro_rules! may {
            ($work:expr) => {
                match $work {
                    Ok(done) => done,
                    Err(error) => {
                        self.frames
                            .last_mut()
                            .expect("invariant: a function is at work")
                            .at = at;
                        return Err(error);
                    }
                }
            };
        }
        /// Continues with the function that is at work now.
        macro_rules! switch {
            () => {
                let frame = self
                    .frames
                    .last()
                    .expect("invariant: a function is at work");
                (code, at, base) = (frame.code.clone(), frame.at, frame.base);
            };
        }
        macro_rules! save {
            () => {
                self.frames
                    .last_mut()
                    .expect("invariant: a function is at work")
                    .at = at
            };
        }
        /// Goes on after a comparison: most decide where.
        macro_rules! decide {
            ($holds:expr) => {
                match code.ops[at] {
                    Op::JumpUnless(to) => at = if $holds { at + 1 } else { to as usize },
                    Op::JumpIf(to) => at = if $holds { to as usize } else { at + 1 },
                    _ => self.stack.push(Value::bool($holds)),
                }
            };
        }
        /// Uses up a number at once if the next operation can.
        macro_rules! use_up {
            ($n:expr) => {
                match code.ops[at] {
                    Op::Binary(sign) => {
                        if let Some(Value::Int(a)) = self.stack.last_mut()
                            && let Some(n) = operate::small(sign, *a, $n)
                        {
                            *a = n;
                            at += 1;
                            continue;
                        }
                    }
                    Op::Compare(sign) => {
                        if let Some(Value::Int(a)) = self.stack.last()
                            && let Some(holds) = operate::small_compare(sign, *a, $n)
                        {
                            mem::forget(self.pop());
                            at += 1;
                            decide!(holds);
                            continue;
                        }
                    }
                    Op::Index => {
                        let place = self.stack.len() - 1;
                        if let Some(value) = operate::quick_index(&self.stack[place], $n) {
                            self.put(place, value);
                            at += 1;
                            continue;
                        }
                    }
                    _ => {}
                }
            };
        }
        loop {
            let op = code.ops[at];
            at += 1;
            match op {
                Op::Constant(n) => {
                    let value = match &code.constants[n as usize] {
                        Value::Int(n) => {
                            use_up!(*n);
                            Value::Int(*n)
                        }
                        value => value.clone(),
                    };
                    self.stack.push(value);
                }
                Op::Local(n) => {
                    let value = match &self.stack[base + n as usize] {
                        // The usual values are copied without a call.
                        Value::Int(n) => {
                            let n = *n;
                            use_up!(n);
                            Value::Int(n)
                        }
                        Value::Str(text) => Value::Str(text.clone()),
                        Value::Unset => {
                            may!(unset(&code.names[n as usize]));
                            Value::Unset
                        }
                        value => value.clone(),
                    };
                    self.stack.push(value);
                }
                Op::SetLocal(n) => {
                    let value = self.pop();
                    self.put(base + n as usize, value);
                }
                Op::DropLocal(n) => {
                    if matches!(self.stack[base + n as usize], Value::Unset) {
                        may!(unset(&code.names[n as usize]));
                    }
                    self.stack[base + n as usize] = Value::Unset;
                }
                Op::Cell(n) => {
                    let Value::Cell(cell) = &self.stack[base + n as usize] else {
                        unreachable!("invariant: shared variables are cells")
                    };
                    let value = cell.get();
                    if matches!(value, Value::Unset) {
                        may!(unset(&code.names[n as usize]));
                    }
                    self.stack.push(value);
                }
                Op::SetCell(n) => {
                    let value = self.pop();
                    let Value::Cell(cell) = &self.stack[base + n as usize] else {
                        unreachable!("invariant: shared variables are cells")
                    };
                    let cell = cell.clone();
                    may!(cell.set(value));
                }
                Op::Share(n) => {
                    let value = mem::take(&mut self.stack[base + n as usize]);
                    let cell = may!(Value::cell(value));
                    watch(&cell);
                    self.stack[base + n as usize] = cell;
                }
                Op::Global(n) => {
                    let mut value = self.globals[n as usize].clone();
                    if matches!(value, Value::Unset) {
                        let name = self.names[n as usize].clone();
                        match self.host.known(&name).or_else(|| builtins::known(&name)) {
                            Some(known) => value = known,
                            None => may!(unset(&name)),
                        }
                    }
                    self.stack.push(value);
                }
                Op::SetGlobal(n) => {
                    if !self.is_reading {
                        may!(Err(Error::new(
                            "what is defined outside of functions stays as it is: give values to functions, and return them"
                        )));
                    }
                    self.globals[n as usize] = self.pop();
                }
                Op::Pop => dismiss(self.pop()),
                Op::Copy => {
                    let value = self.stack[self.stack.len() - 1].clone();
                    self.stack.push(value);
                }
                Op::CopyTwo => {
                    for _ in 0..2 {
                        let value = self.stack[self.stack.len() - 2].clone();
                        self.stack.push(value);
                    }
                }
                Op::Swap => {
                    let end = self.stack.len();
                    self.stack.swap(end - 1, end - 2);
                }
                Op::Under => {
                    let end = self.stack.len();
                    let value = self.stack[end - 1].clone();
                    self.stack.insert(end - 2, value);
                }
                Op::Sink => {
                    let value = self.pop();
                    let end = self.stack.len();
                    self.stack.insert(end - 2, value);
                }
                Op::Tuple(n) => {
                    let from = self.stack.len() - n as usize;
                    let tuple = may!(Value::tuple(self.stack.drain(from..)));
                    self.stack.push(tuple);
                }
                Op::List(n) => {
                    let from = self.stack.len() - n as usize;
                    let items: VecDeque<Value> = self.stack.drain(from..).collect();
                    let list = may!(Value::list(items));
                    self.stack.push(list);
                }
                Op::Set(n) => {
                    let from = self.stack.len() - n as usize;
                    let items: Vec<Value> = self.stack.drain(from..).collect();
                    let mut map = Map::default();
                    for item in items {
                        map.entry(may!(Key::of(item))).or_default();
                    }
                    let set = may!(Value::set(map, false));
                    self.stack.push(set);
                }
                Op::Dict => {
                    let dict = may!(Value::dict(Map::default(), Value::Unset));
                    self.stack.push(dict);
                }
                Op::Append(n) => {
                    let value = self.pop();
                    let place = self.stack.len() - 1 - n as usize;
                    let Value::List(list) = &self.stack[place] else {
                        unreachable!("invariant: a list was begun")
                    };
                    let done = list.change(1).map(|mut items| items.push_back(value));
                    may!(done);
                }
                Op::Add(n) => {
                    let key = may!(Key::of(self.stack.pop().unwrap_or_default()));
                    let place = self.stack.len() - 1 - n as usize;
                    let Value::Set(set) = &self.stack[place] else {
                        unreachable!("invariant: a set was begun")
                    };
                    let done = set
                        .change(1)
                        .map(|mut map| drop(map.entry(key).or_default().clone()));
                    may!(done);
                }
                Op::Put(n) => {
                    let (value, key) = (self.pop(), self.pop());
                    let place = self.stack.len() - 1 - n as usize;
                    let Value::Dict(dict) = &self.stack[place] else {
                        unreachable!("invariant: a dict was begun")
                    };
                    let done = dict.set(key, value);
                    may!(done);
                }
                Op::Extend => {
                    let items = self.pop();
                    save!();
                    let items = may!(self.collect(&items));
                    let Some(Value::List(list)) = self.stack.last() else {
                        unreachable!("invariant: a list was begun")
                    };
                    let list = list.clone();
                    may!(list.change(items.len())).extend(items);
                }
                Op::Merge | Op::MergeNew => {
                    let entries = self.pop();
                    let Some(Value::Dict(dict)) = self.stack.last() else {
                        unreachable!("invariant: a dict was begun")
                    };
                    let dict = dict.clone();
                    if let (Op::MergeNew, Value::Dict(entries)) = (op, &entries)
                        && let Some(key) = entries
                            .borrow()
                            .keys()
                            .find(|key| dict.borrow().contains_key(*key))
                    {
                        may!(Err(Error::new(format!(
                            "the argument {} is given twice",
                            show::short(&key.value)
                        ))));
                    }
                    may!(operate::merge(&dict, &entries));
                }
                Op::Unary(sign) => {
                    let value = self.pop();
                    let done = may!(operate::unary(sign, &value));
                    self.stack.push(done);
                }
                Op::Binary(sign) => {
                    if let [.., Value::Int(a), Value::Int(b)] = &mut self.stack[..]
                        && let Some(n) = operate::small(sign, *a, *b)
                    {
                        *a = n;
                        mem::forget(self.pop());
                        continue;
                    }
                    let (right, left) = (self.pop(), self.pop());
                    let quotient = match sign {
                        Binary::Divide => self.host.quotient(&left, &right),
                        _ => None,
                    };
                    let done =
                        may!(quotient.unwrap_or_else(|| operate::binary(sign, &left, &right)));
                    self.stack.push(done);
                }
                Op::Change(sign) => {
                    let (right, left) = (self.pop(), self.pop());
                    save!();
                    let done = may!(operate::change(self, sign, &left, &right));
                    self.stack.push(done);
                }
                Op::Compare(sign) => {
                    let from = self.stack.len() - 2;
                    let quick = operate::quick_compare(sign, &self.stack[from..]);
                    let done = match quick {
                        Some(done) => {
                            self.cut(from);
                            done
                        }
                        None => {
                            let (right, left) = (self.pop(), self.pop());
                            save!();
                            may!(operate::compare(self, sign, &left, &right))
                        }
                    };
                    decide!(done);
                }
                Op::Jump(to) => at = to as usize,
                Op::Loop(to) => {
                    may!(step(1 + (at - to as usize) / 16));
                    at = to as usize;
                }
                Op::JumpIf(to) => {
                    if self.pop_truth() {
                        at = to as usize;
                    }
                }
                Op::JumpUnless(to) => {
                    if !self.pop_truth() {
                        at = to as usize;
                    }
                }
                Op::JumpIfKeep(to) => match self.stack[self.stack.len() - 1].truth() {
                    true => at = to as usize,
                    false => drop(self.pop()),
                },
                Op::JumpUnlessKeep(to) => match self.stack[self.stack.len() - 1].truth() {
                    false => at = to as usize,
                    true => drop(self.pop()),
                },
                Op::Iterate | Op::IterateAny => {
                    let place = self.stack.len() - 1;
                    let is_any = matches!(op, Op::IterateAny);
                    self.stack[place] = may!(Iter::of(&self.stack[place], is_any));
                }
                Op::Next(to) => {
                    let Some(Value::Iter(iter)) = self.stack.last() else {
                        unreachable!("invariant: an iterator was made")
                    };
                    let next = match iter.quick() {
                        Some(next) => next,
                        None => {
                            let iter = iter.clone();
                            // A generator works here, without the stack of the thread.
                            let generator = may!(iter.take_generator());
                            match generator {
                                Some(generator) => {
                                    save!();
                                    may!(self.push_generator(generator, Work::Generator(iter)));
                                    switch!();
                                    continue;
                                }
                                None => {
                                    save!();
                                    may!(iter.next(self))
                                }
                            }
                        }
                    };
                    match next {
                        Some(value) => match code.ops[at] {
                            Op::SetLocal(n) => {
                                self.put(base + n as usize, value);
                                at += 1;
                            }
                            _ => self.stack.push(value),
                        },
                        None => {
                            self.pop();
                            at = to as usize;
                        }
                    }
                }
                Op::Unpack(n) => {
                    let value = self.pop();
                    save!();
                    let items = may!(self.collect(&value));
                    if items.len() != n as usize {
                        may!(Err(Error::new(format!(
                            "{n} names for {} values",
                            items.len()
                        ))));
                    }
                    self.stack.extend(items.into_iter().rev());
                }
                Op::UnpackStar(before, after) => {
                    let value = self.pop();
                    save!();
                    let mut items = may!(self.collect(&value));
                    let (before, after) = (before as usize, after as usize);
                    if items.len() < before + after {
                        may!(Err(Error::new(format!(
                            "at least {} values are expected, found {}",
                            before + after,
                            items.len()
                        ))));
                    }
                    let last = items.split_off(items.len() - after);
                    let middle = may!(Value::list(VecDeque::from(items.split_off(before))));
                    self.stack.extend(last.into_iter().rev());
                    self.stack.push(middle);
                    self.stack.extend(items.into_iter().rev());
                }
                Op::Index => {
                    let place = self.stack.len() - 2;
                    if let Value::Int(n) = self.stack[place + 1]
                        && let Some(value) = operate::quick_index(&self.stack[place], n)
                    {
                        mem::forget(self.pop());
                        self.put(place, value);
                        continue;
                    }
                    let (index, container) = (self.pop(), self.pop());
                    save!();
                    let value = may!(operate::index(self, &container, &index));
                    self.stack.push(value);
                }
                Op::SetIndex => {
                    let (index, container, value) = (self.pop(), self.pop(), self.pop());
                    may!(operate::set_index(&container, index, value));
                }
                Op::DropIndex => {
                    let (index, container) = (self.pop(), self.pop());
                    may!(operate::drop_index(&container, &index));
                }
                Op::Slice => {
                    let (skip, end, start, container) =
                        (self.pop(), self.pop(), self.pop(), self.pop());
                    let done = may!(operate::slice(&container, [&start, &end, &skip]));
                    self.stack.push(done);
                }
                Op::SetSlice | Op::DropSlice => {
                    let (skip, end, start, container) =
                        (self.pop(), self.pop(), self.pop(), self.pop());
                    save!();
                    let items = match op {
                        Op::SetSlice => {
                            let value = self.pop();
                            Some(may!(self.collect(&value)))
                        }
                        _ => None,
                    };
                    may!(operate::set_slice(&container, [&start, &end, &skip], items));
                }
                Op::Attribute(n) => {
                    let value = self.pop();
                    let done = may!(attribute(&value, &code.sites[n as usize].name));
                    self.stack.push(done);
                }
                Op::Call(n) => {
                    let n = n as usize;
                    let place = self.stack.len() - n - 1;
                    save!();
                    let ready = match &self.stack[place] {
                        // The arguments are where the function wants them.
                        Value::Function(function)
                            if function.memo.is_none() && function.code.takes(n) =>
                        {
                            let function = function.clone();
                            may!(step(1 + function.code.locals / 4));
                            if self.frames.len() >= meter::depth() {
                                may!(wrong_depth());
                            }
                            may!(self.reserve(function.code.locals));
                            may!(self.enter(&function, place + 1, Work::Call))
                        }
                        Value::Native(native)
                            if n == 1
                                && native.name == "len"
                                && let Some(len) = builtins::length(&self.stack[place + 1]) =>
                        {
                            self.cut(place + 1);
                            Some(Value::Int(len))
                        }
                        _ => {
                            let given = self.take(place + 1);
                            let function = self.stack[place].clone();
                            may!(self.push_call(
                                function,
                                Arguments {
                                    given,
                                    named: Vec::new()
                                },
                                Work::Call
                            ))
                        }
                    };
                    match ready {
                        Some(value) => self.put(place, value),
                        None => {
                            switch!();
                        }
                    }
                }
                Op::Method(n, site) => {
                    let place = self.stack.len() - n as usize - 1;
                    let site = &code.sites[site as usize];
                    save!();
                    if n == 1
                        && let Value::List(list) = &self.stack[place]
                        && list.deque.is_none()
                        && *site.name == *"append"
                    {
                        // As the method does.
                        let list = list.clone();
                        let item = self.pop();
                        if is_container(&item) {
                            watch(&self.stack[place]);
                        }
                        may!(list.change(1)).push_back(item);
                        self.stack[place] = Value::None;
                        continue;
                    }
                    match method(&self.stack[place], site) {
                        Some(native) => {
                            let given = self.take(place);
                            let value = may!((native.call)(
                                self,
                                Arguments {
                                    given,
                                    named: Vec::new()
                                }
                            ));
                            self.stack.push(value);
                        }
                        None => {
                            let function = may!(attribute(&self.stack[place], &site.name));
                            self.stack[place] = function.clone();
                            let given = self.take(place + 1);
                            match may!(self.push_call(
                                function,
                                Arguments {
                                    given,
                                    named: Vec::new()
                                },
                                Work::Call
                            )) {
                                Some(value) => self.stack[place] = value,
                                None => {
                                    switch!();
                                }
                            }
                        }
                    }
                }
                Op::CallNamed(shape) => {
                    let shape = &code.shapes[shape as usize];
                    let place = self.stack.len() - shape.given - shape.names.len() - 1;
                    save!();
                    let mut given: Values = self.stack.drain(place + 1..).collect();
                    let named = shape
                        .names
                        .iter()
                        .cloned()
                        .zip(given.drain(shape.given..))
                        .collect();
                    let function = self.stack[place].clone();
                    match may!(self.push_call(function, Arguments { given, named }, Work::Call)) {
                        Some(value) => self.stack[place] = value,
                        None => {
                            switch!();
                        }
                    }
                }
                Op::CallAll => {
                    let (named, given) = (self.pop(), self.pop());
                    let place = self.stack.len() - 1;
                    save!();
                    let given = given.items().unwrap_or_default();
                    let mut names = Vec::new();
                    if let Value::Dict(dict) = &named {
                        for (key, value) in dict.borrow().iter() {
                            match key.value.as_str() {
                                Some(name) => names.push((name.into(), value.clone())),
                                None => may!(Err(Error::new(
                                    "arguments with `**` have names that are strings"
                                ))),
                            }
                        }
                    }
                    let function = self.stack[place].clone();
                    match may!(self.push_call(
                        function,
                        Arguments {
                            given,
                            named: names
                        },
                        Work::Call
                    )) {
                        Some(value) => self.stack[place] = value,
                        None => {
                            switch!();
                        }
                    }
                }
                Op::Define(n) => {
                    let inner = code.codes[n as usize].clone();
                    let from = self.stack.len() - inner.defaults.len();
                    let defaults: Values = self.stack.drain(from..).collect();
                    let cells = inner
                        .captured
                        .iter()
                        .map(|place| self.stack[base + *place as usize].clone());
                    let cells: Values = cells.collect();
                    let charge = may!(Charge::of(160 + 16 * (cells.len() + defaults.len())));
                    let function = Function {
                        code: inner,
                        defaults,
                        cells,
                        memo: None,
                        charge,
                    };
                    self.stack.push(Value::Function(Rc::new(function)));
                }
                Op::Return => {
                    let value = self.pop();
                    let frame = self.frames.pop().expect("invariant: a function is at work");
                    self.stack.truncate(base);
                    match frame.kind {
                        Work::Call => {
                            let last = self.stack.len() - 1;
                            self.stack[last] = value;
                        }
                        Work::Kept(function, key) => {
                            may!(self.remember(&function, key, &value));
                            let last = self.stack.len() - 1;
                            self.stack[last] = value;
                        }
                        Work::Generator(_) => {
                            // The loop that asked drops the iterator, and goes to its end.
                            self.stack.pop();
                            switch!();
                            let Op::Next(to) = code.ops[at - 1] else {
                                unreachable!("invariant: a loop asked for the next value")
                            };
                            at = to as usize;
                            continue;
                        }
                        Work::Outer => return Ok(value),
                        Work::OuterGenerator(_) => return Ok(Value::Unset),
                    }
                    debug_assert!(
                        self.frames.len() > until,
                        "a call from outside ends by itself"
                    );
                    switch!();
                }
                Op::Yield => {
                    let value = self.pop();
                    // The value of `yield` itself.
                    self.stack.push(Value::None);
                    match may!(self.give(code, at, base, value)) {
                        Some(value) => return Ok(value),
                        None => {
                            switch!();
                        }
                    }
                }
                Op::YieldFrom => {
                    let Some(Value::Iter(iter)) = self.stack.last() else {
                        unreachable!("invariant: an iterator was made")
                    };
                    let iter = iter.clone();
                    save!();
                    match may!(iter.next(self)) {
                        None => {
                            self.pop();
                            self.stack.push(Value::None);
                        }
                        // The next time it asks again.
                        Some(value) => match may!(self.give(code, at - 1, base, value)) {
                            Some(value) => return Ok(value),
                            None => {
                                switch!();
                            }
                        },
                    }
                }
                Op::Raise => {
                    let value = self.pop();
                    let message = match &value {
                        // An exception without its call.
                        Value::Native(native) => native.name.to_owned(),
                        value => may!(show::text(value)),
                    };
                    may!(Err(Error::new(message)));
                }
                Op::Format(repr) => {
                    let (spec, value) = (self.pop(), self.pop());
                    let spec = spec.as_str().unwrap_or_default();
                    let text = match (repr, spec) {
                        (false, "") if matches!(value, Value::Str(_)) => value,
                        (true, _) => may!(
                            show::repr(&value)
                                .and_then(|text| Value::str(&text))
                                .and_then(|text| show::format(&text, spec))
                                .and_then(|text| Value::str(&text))
                        ),
                        (false, _) => {
                            may!(show::format(&value, spec).and_then(|text| Value::str(&text)))
                        }
                    };
                    self.stack.push(text);
                }
                Op::Join(n) => {
                    let from = self.stack.len() - n as usize;
                    let length = self.stack[from..]
                        .iter()
                        .map(|part| part.as_str().map_or(0, str::len))
                        .sum();
                    may!(step(length / 64));
                    let join = || {
                        self.stack[from..]
                            .iter()
                            .filter_map(Value::as_str)
                            .collect::<String>()
                            .into()
                    };
                    let text = may!(Value::string(join, length));
                    self.stack.truncate(from);
                    self.stack.push(text);
                }
            }
        }
    }

    /// All items of a value, as a part of work [within](Self::within) limits.
    ///
    /// # Errors
    /// It has none, or they have no order, or a limit.
    pub fn collect(&mut self, value: &Value) -> Done<Vec<Value>> {
        match value {
            Value::Tuple(tuple) => {
                step(tuple.items.len() / 8)?;
                let _room = Charge::of(tuple.items.len() * 16)?;
                Ok(tuple.items.to_vec())
            }
            Value::List(list) => {
                step(list.borrow().len() / 8)?;
                let _room = Charge::of(list.borrow().len() * 16)?;
                Ok(list.borrow().iter().cloned().collect())
            }
            _ => self.collect_any(value, false),
        }
    }

    /// All items of a value, in any order.
    pub(crate) fn collect_any(&mut self, value: &Value, any: bool) -> Done<Vec<Value>> {
        let Value::Iter(iter) = Iter::of(value, any)? else {
            unreachable!("invariant: an iterator was made")
        };
        let charge = Charge::default();
        let mut items = Vec::new();
        while let Some(item) = iter.next(self)? {
            step(1)?;
            charge.reach((items.len() + 1) * 16)?;
            items.push(item);
        }
        step(0)?;
        Ok(items)
    }

    /// Whether the file is being read.
    pub(crate) fn is_reading(&self) -> bool {
        self.is_reading
    }
}

fn wrong_depth<T>() -> Done<T> {
    limit!(
        "functions call each other too deeply: is there an endless recursion? A loop can go on for longer"
    )
}

#[cold]
fn unset(name: &str) -> Done<()> {
    wrong!("{name} has no value yet")
}

/// A field of a struct, a function of a module, or a method with its value.
fn attribute(value: &Value, name: &Name) -> Done<Value> {
    if let Value::Struct(fields) = value {
        return match fields.fields.iter().find(|field| field.0 == *name) {
            Some((_, value)) => Ok(value.clone()),
            None => wrong!("this struct has no field {name}"),
        };
    }
    if let Value::Foreign(strange) = value
        && let Some(done) = strange.value.attribute(name)
    {
        return done;
    }
    if let Value::Native(native) = value
        && let Some(method) = builtins::unbound(native.name, name)
    {
        return Ok(Value::Native(method));
    }
    match builtins::find_method(value, name) {
        Some(native) => {
            let charge = Charge::of(120)?;
            let given = [value.clone()].into_iter().collect();
            let partial = crate::value::Partial {
                function: Value::Native(native),
                given,
                named: Vec::new(),
                _charge: charge,
            };
            Ok(Value::Partial(Rc::new(partial)))
        }
        None => Err(Error::new(builtins::no_method(value, name))),
    }
}

/// The arguments of a call at the places of the parameters.
fn bind(function: &Function, arguments: Arguments, places: &mut Vec<Value>) -> Done<()> {
    let code = &function.code;
    let base = places.len();
    let Arguments { given, named } = arguments;
    let count = given.len();
    places.resize(base + code.parameters, Value::Unset);
    let mut given = given.into_iter();
    for n in 0..code.by_place.min(count) {
        places[base + n] = given.next().unwrap_or_default();
    }
    let rest: Vec<Value> = given.collect();
    if !rest.is_empty() && !code.rest {
        wrong!(
            "{} takes {} here, found {count}",
            called(&code.name),
            arguments_of(code.by_place)
        );
    }
    let mut others = Map::default();
    for (name, value) in named {
        let place = code.names[..code.parameters]
            .iter()
            .position(|known| *known == name);
        match place.filter(|place| *place >= code.without_name) {
            Some(place) if matches!(places[base + place], Value::Unset) => {
                places[base + place] = value
            }
            Some(_) => wrong!("{} gets {name} twice", called(&code.name)),
            None if code.others => {
                step(1)?;
                others.insert(Key::of(Value::str(&name)?)?, value);
            }
            None => wrong!("{} has no parameter {name}", called(&code.name)),
        }
    }
    for (default, place) in function.defaults.iter().zip(&code.defaults) {
        if matches!(places[base + place], Value::Unset) {
            places[base + place] = default.clone();
        }
    }
    if let Some(place) = (0..code.parameters).find(|n| matches!(places[base + n], Value::Unset)) {
        wrong!(
            "{} needs its argument {}",
            called(&code.name),
            code.names[place]
        );
    }
    if code.rest {
        places.push(Value::tuple(rest)?);
    }
    if code.others {
        places.push(Value::dict(others, Value::Unset)?);
    }
    Ok(())
}

fn called(name: &str) -> &str {
    if name == "<lambda>" {
        "this lambda"
    } else {
        name
    }
}

fn arguments_of(n: usize) -> String {
    match n {
        0 => "no argument".into(),
        1 => "one argument".into(),
        n => format!("{n} arguments"),
    }
}

/// A function that keeps its results.
pub(crate) fn cached(machine: &Machine, function: &Value) -> Done<Value> {
    let Value::Function(function) = function else {
        wrong!("@cache is for functions, found {}", function.kind())
    };
    let (code, defaults, cells) = (
        function.code.clone(),
        function.defaults.clone(),
        function.cells.clone(),
    );
    if function.code.yields {
        wrong!("@cache of a function with yield: return a tuple of its items");
    }
    let memo = Some(Box::new(Memo {
        lasts: machine.is_reading,
        ..Memo::default()
    }));
    let function = Function {
        code,
        defaults,
        cells,
        memo,
        charge: Charge::of(160)?,
    };
    Ok(Value::Function(Rc::new(function)))
}
