//! [`Run`]: calls of functions. Their frames are on a heap, not on the stack of the machine.

use std::collections::HashMap;
use std::sync::Arc;

use crate::builtins::{Answer, Builtin, Job, Pending};
use crate::error::{CALLERS, Caller, Done, Error, Stop, Trouble, wrong};
use crate::heap::{CELL, Heap, Marks, Object};
use crate::host::Host;
use crate::interpret::{Around, Event, attribute, interpret};
use crate::methods::Method;
use crate::ops::{Code, Reg};
use crate::tree::Kind;
use crate::value::Value;

/// Where the result of a call goes.
#[derive(Clone, Copy, Debug)]
enum To {
    /// A place of the stack.
    Place(usize),
    /// The built-in that called the function.
    Pending,
    Outside,
}

/// A function that runs.
struct Frame<'p> {
    code: &'p Code,
    /// The next operation.
    at: usize,
    base: usize,
    to: To,
    /// The table and the arguments of a function with `@cache`.
    cache: Option<(u32, Value)>,
}

/// The outcome of a call.
enum Called {
    Value(Value),
    Frame,
    Pending,
}

/// The arguments of a call.
enum Args<'a> {
    /// Places of the stack: the first, and their number.
    Stack(usize, usize),
    Owned(&'a [Value]),
}

/// The state of one call from outside.
pub(crate) struct Run<'p> {
    pub(crate) codes: &'p [Arc<Code>],
    pub(crate) heap: &'p mut Heap,
    pub(crate) stack: &'p mut Vec<Value>,
    pub(crate) globals: &'p mut [Value],
    pub(crate) names: &'p [String],
    pub(crate) host: &'p mut dyn Host,
    pub(crate) printed: &'p mut Vec<String>,
    pub(crate) caches: &'p mut HashMap<u32, u32>,
    pub(crate) frozen: bool,
    frames: Vec<Frame<'p>>,
    pendings: Vec<(Pending, To)>,
    /// Places of the stack whose memory was counted.
    counted: usize,
    /// Data from before this call stay where they are: the host may hold them.
    marks: Marks,
}

/// The parts of a run.
pub(crate) struct Parts<'p> {
    pub(crate) codes: &'p [Arc<Code>],
    pub(crate) heap: &'p mut Heap,
    pub(crate) stack: &'p mut Vec<Value>,
    pub(crate) globals: &'p mut [Value],
    pub(crate) names: &'p [String],
    pub(crate) host: &'p mut dyn Host,
    pub(crate) printed: &'p mut Vec<String>,
    pub(crate) caches: &'p mut HashMap<u32, u32>,
    pub(crate) frozen: bool,
}

impl<'p> Run<'p> {
    pub(crate) fn new(parts: Parts<'p>) -> Self {
        let Parts {
            codes,
            heap,
            stack,
            globals,
            names,
            host,
            printed,
            caches,
            frozen,
        } = parts;
        Self {
            marks: heap.marks(),
            codes,
            heap,
            stack,
            globals,
            names,
            host,
            printed,
            caches,
            frozen,
            frames: Vec::new(),
            pendings: Vec::new(),
            counted: 0,
        }
    }

    /// Calls a value with arguments.
    pub(crate) fn call_value(
        &mut self,
        callee: Value,
        args: &[Value],
    ) -> Result<Value, Box<Error>> {
        let done = match self.call(callee, Args::Owned(args), &[], To::Outside) {
            Ok(Called::Value(value)) => Ok(value),
            Ok(Called::Frame) => self.execute(),
            Ok(Called::Pending) => match self.drive() {
                Ok(Some(value)) => Ok(value),
                Ok(None) => self.execute(),
                Err(trouble) => Err(trouble),
            },
            Err(trouble) => Err(trouble),
        };
        done.map_err(|trouble| self.error(*trouble))
    }

    /// Runs the statements of a text.
    pub(crate) fn statements(&mut self, code: u32) -> Result<(), Box<Error>> {
        let code: &'p Code = &self.codes[code as usize];
        let done = self
            .enter(code, 0, To::Outside)
            .and_then(|()| self.execute());
        done.map(|_| ()).map_err(|trouble| self.error(*trouble))
    }

    /// The error about a trouble, at the operation that runs.
    fn error(&self, trouble: Trouble) -> Box<Error> {
        let mut error = match self.frames.last() {
            Some(frame) => {
                let place = frame
                    .code
                    .places
                    .get(frame.at.saturating_sub(1))
                    .copied()
                    .unwrap_or(frame.code.at);
                let span = trouble.span.clone().unwrap_or(place.range());
                let mut error = Error::new(trouble.message, &frame.code.source.text, span);
                error.text = frame.code.source.number;
                error
            }
            None => Error::new(trouble.message, "", 0..0),
        };
        error.stop = trouble.stop;
        for frame in self.frames.iter().rev().take(CALLERS) {
            let place = frame
                .code
                .places
                .get(frame.at.saturating_sub(1))
                .copied()
                .unwrap_or(frame.code.at);
            let text = &frame.code.source.text.as_bytes()[..place.start as usize];
            error.callers.push(Caller {
                function: frame.code.name.clone(),
                line: text.iter().filter(|c| **c == b'\n').count() + 1,
            });
        }
        Box::new(error)
    }

    /// Drops what this call made and no longer needs. Nothing but the stack, the built-ins that wait, the tables of `@cache`
    /// and, while a file is read, its globals refers to that.
    fn collect(&mut self) -> Done<()> {
        let top = self
            .frames
            .last()
            .map_or(0, |frame| frame.base + frame.code.size());
        let held = self
            .pendings
            .iter()
            .map(|(pending, _)| pending.items.len() + pending.results.len());
        let held = top + self.globals.len() + held.sum::<usize>();
        // The list of roots, and that of their new places.
        if held.saturating_mul(3 * CELL) > self.heap.room.max(0) as usize {
            self.heap.low = i64::MIN;
            return Ok(());
        }
        let mut roots = self.stack[..top].to_vec();
        let globals = if self.frozen { 0 } else { self.globals.len() };
        roots.extend_from_slice(&self.globals[..globals]);
        for (pending, _) in &self.pendings {
            roots.extend([pending.function, pending.job.held()]);
            roots.extend(pending.job.key());
            roots.extend_from_slice(&pending.items);
            roots.extend_from_slice(&pending.results);
        }
        for frame in &self.frames {
            let cache = frame.cache.map(|(table, key)| [Value::Dict(table), key]);
            roots.extend(cache.unwrap_or_default());
        }
        let caches: Vec<(u32, u32)> = self.caches.drain().collect();
        roots.extend(
            caches
                .iter()
                .flat_map(|(at, table)| [Value::Cached(*at), Value::Dict(*table)]),
        );
        let Some(moved) = self.heap.collected(self.marks, &roots)? else {
            self.caches.extend(caches);
            return Ok(());
        };
        let mut moved = moved.into_iter();
        let mut next = || moved.next().unwrap_or(Value::None);
        self.stack[..top].fill_with(&mut next);
        self.globals[..globals].fill_with(&mut next);
        for (pending, _) in &mut self.pendings {
            pending.function = next();
            let held = next();
            let key = pending.job.key().map(|_| next());
            pending.job.moved(held, key);
            pending.items.fill_with(&mut next);
            pending.results.fill_with(&mut next);
        }
        for frame in &mut self.frames {
            let (table, key) = (next(), next());
            if let (Some(cache), Value::Dict(table)) = (&mut frame.cache, table) {
                *cache = (table, key);
            }
        }
        for _ in caches {
            if let (Value::Cached(at), Value::Dict(table)) = (next(), next()) {
                self.caches.insert(at, table);
            }
        }
        Ok(())
    }

    /// Runs until the outermost function ends.
    fn execute(&mut self) -> Done<Value> {
        loop {
            if self.heap.is_low() {
                self.collect()?;
            }
            let Some(frame) = self.frames.last_mut() else {
                return Ok(Value::None);
            };
            let (code, base) = (frame.code, frame.base);
            let mut around = Around {
                heap: self.heap,
                globals: self.globals,
                names: self.names,
                codes: self.codes,
                host: self.host,
                frozen: self.frozen,
            };
            let regs = &mut self.stack[base..base + code.size()];
            let event = interpret(code, &mut frame.at, regs, &mut around)?;
            if let Some(value) = self.handle(event, base)? {
                return Ok(value);
            }
        }
    }

    /// Handles an event of the function whose registers begin at `base`; the value if the outermost function ended.
    fn handle(&mut self, event: Event, base: usize) -> Done<Option<Value>> {
        let place = |reg: Reg| base + usize::from(reg);
        let (called, to) = match event {
            Event::Return(value) => return self.returned(value),
            Event::Garbage => return Ok(None),
            Event::Call {
                callee,
                first,
                count,
                to,
            } => {
                let to = To::Place(place(to));
                (
                    self.call(callee, Args::Stack(place(first), count.into()), &[], to)?,
                    to,
                )
            }
            Event::Spread { first, to } => {
                let to = To::Place(place(to));
                (self.spread(place(first), to)?, to)
            }
            Event::Method {
                method,
                first,
                count,
                to,
            } => {
                let to = To::Place(place(to));
                (self.method(method, place(first), count.into(), to)?, to)
            }
            Event::Named {
                name,
                first,
                count,
                to,
            } => {
                let to = To::Place(place(to));
                let function = attribute(self.stack[place(first)], name, self.heap)?;
                (
                    self.call(
                        function,
                        Args::Stack(place(first) + 1, count.into()),
                        &[],
                        to,
                    )?,
                    to,
                )
            }
            Event::Pending(pending, to) => {
                let to = To::Place(place(to));
                self.wait(*pending, to)?;
                (Called::Pending, to)
            }
            Event::Print { first, count, to } => {
                let args = self.stack[place(first)..place(first) + usize::from(count)].to_vec();
                self.print(&args, &[])?;
                (Called::Value(Value::None), To::Place(place(to)))
            }
        };
        match called {
            Called::Value(value) => {
                if let To::Place(place) = to {
                    self.stack[place] = value;
                }
                Ok(None)
            }
            Called::Frame => Ok(None),
            Called::Pending => self.drive(),
        }
    }

    /// Ends the innermost function.
    fn returned(&mut self, value: Value) -> Done<Option<Value>> {
        let Some(frame) = self.frames.pop() else {
            return Ok(Some(value));
        };
        let value = match frame.code.collects {
            None => value,
            Some(list) => {
                let list = self.stack[frame.base + usize::from(list)];
                Value::Iter(self.heap.iterator(list)?)
            }
        };
        if let Some((table, key)) = frame.cache {
            self.heap.put(table, key, value)?;
        }
        match frame.to {
            To::Outside => Ok(Some(value)),
            To::Place(place) => {
                self.stack[place] = value;
                Ok(None)
            }
            To::Pending => {
                self.accept(value);
                self.drive()
            }
        }
    }

    /// Keeps a built-in that calls functions.
    fn wait(&mut self, pending: Pending, to: To) -> Done<()> {
        self.see_depth()?;
        // The items and the results, until the calls are done.
        self.heap
            .take(pending.items.len().saturating_mul(2 * CELL))?;
        let mut pending = pending;
        pending.results.reserve_exact(pending.items.len());
        self.pendings.push((pending, to));
        Ok(())
    }

    fn see_depth(&self) -> Done<()> {
        if self.frames.len() + self.pendings.len() >= self.heap.limits.depth {
            let most = self.heap.limits.depth;
            let message = format!(
                "functions call each other too deeply, more than {most} times: is there an endless recursion? A loop can go on for longer"
            );
            return Err(Trouble::stop(Stop::Depth, message));
        }
        Ok(())
    }

    /// Gives the result of a call to the built-in that made it.
    fn accept(&mut self, value: Value) {
        let Some((pending, _)) = self.pendings.last_mut() else {
            return;
        };
        match pending.job {
            Job::Reduce => pending.results = vec![value],
            _ => pending.results.push(value),
        }
        pending.at += 1;
    }

    /// Makes the calls of built-ins until a function of the file runs; the value if the outermost call ended.
    fn drive(&mut self) -> Done<Option<Value>> {
        loop {
            let Some((pending, to)) = self.pendings.last() else {
                return Ok(None);
            };
            let (function, to) = (pending.function, *to);
            if let Some(args) = self.next_arguments() {
                self.heap.work(1)?;
                match self.call(function, Args::Owned(&args), &[], To::Pending)? {
                    Called::Value(value) => self.accept(value),
                    Called::Frame => return Ok(None),
                    Called::Pending => {}
                }
                continue;
            }
            let Some((pending, _)) = self.pendings.pop() else {
                return Ok(None);
            };
            let held = pending.items.len() * 2 * CELL;
            let value = self.heap.finished_calls(pending)?;
            self.heap.give(held);
            match to {
                To::Outside => return Ok(Some(value)),
                To::Place(place) => {
                    self.stack[place] = value;
                    return Ok(None);
                }
                To::Pending => self.accept(value),
            }
        }
    }

    /// The arguments of the next call of a built-in.
    fn next_arguments(&self) -> Option<Vec<Value>> {
        let (pending, _) = self.pendings.last()?;
        if let Job::Missing { .. } = pending.job {
            return (pending.at == 0).then(Vec::new);
        }
        let item = *pending.items.get(pending.at)?;
        Some(match pending.job {
            Job::Map { spread: true } => self.heap.items(&item).to_vec(),
            Job::Reduce | Job::Accumulate => vec![*pending.results.last()?, item],
            _ => vec![item],
        })
    }

    /// A call with stars or names: the function, a list, a tuple of names and a list of their values are on the stack.
    fn spread(&mut self, first: usize, to: To) -> Done<Called> {
        let callee = self.stack[first];
        let args = self.heap.items(&self.stack[first + 1]).to_vec();
        let names = self.heap.items(&self.stack[first + 2]).to_vec();
        let values = self.heap.items(&self.stack[first + 3]).to_vec();
        let named: Vec<_> = names.into_iter().zip(values).collect();
        self.heap.temporary(2 * args.len() as u64)?;
        self.call(callee, Args::Owned(&args), &named, to)
    }

    /// A method of a `struct`, a type, or a value of the host.
    fn method(&mut self, method: Method, first: usize, count: usize, to: To) -> Done<Called> {
        let of = self.stack[first];
        if let Value::Builtin(builtin) = of {
            let args = self.stack[first + 1..first + 1 + count].to_vec();
            return self.method_of_type(builtin, method, &args, to);
        }
        let name = self.heap.string(method.name())?;
        let function = attribute(of, name, self.heap)?;
        self.call(function, Args::Stack(first + 1, count), &[], to)
    }

    fn method_of_type(
        &mut self,
        builtin: Builtin,
        method: Method,
        args: &[Value],
        to: To,
    ) -> Done<Called> {
        match (builtin, method, args) {
            (Builtin::Chain, Method::FromIterable, _) => {
                self.native(Builtin::ChainFrom, args, &[], to)
            }
            (Builtin::Dict, Method::FromKeys, [keys, rest @ ..]) => {
                let value = rest.first().copied().unwrap_or(Value::None);
                let dict = self.heap.dict()?;
                for key in self.heap.collect(*keys)? {
                    self.heap.insert(dict, key, value)?;
                }
                Ok(Called::Value(dict))
            }
            (Builtin::Str, Method::MakeTrans, _) => {
                let empty = self.heap.string("")?;
                self.answered(Method::MakeTrans, empty, args, &[], to)
            }
            (_, _, [of, rest @ ..]) if builtin.is_type() => {
                self.answered(method, *of, rest, &[], to)
            }
            _ => self
                .heap
                .no_attribute(&Value::Builtin(builtin), method.name()),
        }
    }

    fn answered(
        &mut self,
        method: Method,
        of: Value,
        args: &[Value],
        named: &[(Value, Value)],
        to: To,
    ) -> Done<Called> {
        match self.heap.call_method(method, of, args, named)? {
            Answer::Value(value) => Ok(Called::Value(value)),
            Answer::Pending(pending) => {
                self.wait(*pending, to)?;
                Ok(Called::Pending)
            }
        }
    }

    fn native(
        &mut self,
        builtin: Builtin,
        args: &[Value],
        named: &[(Value, Value)],
        to: To,
    ) -> Done<Called> {
        if builtin == Builtin::Print {
            self.print(args, named)?;
            return Ok(Called::Value(Value::None));
        }
        match self.heap.call_builtin(builtin, args, named)? {
            Answer::Value(value) => Ok(Called::Value(value)),
            Answer::Pending(pending) => {
                self.wait(*pending, to)?;
                Ok(Called::Pending)
            }
        }
    }

    /// Keeps a line.
    fn print(&mut self, args: &[Value], named: &[(Value, Value)]) -> Done<()> {
        let [sep, end, _] = self.heap.options("print", named, ["sep", "end", "flush"])?;
        let sep = sep
            .filter(|sep| !matches!(sep, Value::None))
            .map_or_else(|| " ".to_owned(), |sep| self.heap.str(&sep).to_owned());
        let mut line = String::new();
        for (n, value) in args.iter().enumerate() {
            if n > 0 {
                line.push_str(&sep);
            }
            self.heap.write(*value, &mut line)?;
        }
        if let Some(end) = end.filter(|end| !matches!(end, Value::None)) {
            line.push_str(self.heap.str(&end).trim_end_matches('\n'));
        }
        self.heap.take(64 + line.len())?;
        self.heap.work(1 + line.len() / 16)?;
        self.printed.push(line);
        Ok(())
    }

    // Calls.

    /// Calls a value; the result goes to `to` unless it is returned at once.
    fn call(
        &mut self,
        callee: Value,
        args: Args<'_>,
        named: &[(Value, Value)],
        to: To,
    ) -> Done<Called> {
        if let Value::Function(at) = callee {
            return self.call_function(at, args, named, to, None);
        }
        let owned: Vec<Value> = match args {
            Args::Owned(args) => args.to_vec(),
            Args::Stack(first, count) => self.stack[first..first + count].to_vec(),
        };
        self.call_other(callee, owned, named, to)
    }

    fn call_other(
        &mut self,
        callee: Value,
        args: Vec<Value>,
        named: &[(Value, Value)],
        to: To,
    ) -> Done<Called> {
        let (mut callee, mut args, mut named) = (callee, args, named.to_vec());
        // A function with some arguments may be one of another one.
        while let Value::Partial(at) = callee {
            self.heap.work(1)?;
            let Object::Partial(function, before, names) = self.heap.objects[at as usize].clone()
            else {
                return wrong("this cannot be called");
            };
            self.heap
                .temporary((before.len() + args.len() + 2 * names.len()) as u64)?;
            args.splice(0..0, before);
            let own = names.into_iter().filter(|(name, _)| {
                !named
                    .iter()
                    .any(|(other, _)| self.heap.str(name) == self.heap.str(other))
            });
            let own: Vec<_> = own.collect();
            named.splice(0..0, own);
            callee = function;
        }
        match callee {
            Value::Function(at) => self.call_function(at, Args::Owned(&args), &named, to, None),
            Value::Builtin(builtin) => self.native(builtin, &args, &named, to),
            Value::Bound(at) => match self.heap.objects[at as usize] {
                Object::Bound(of, method) => self.answered(method, of, &args, &named, to),
                _ => wrong("this cannot be called"),
            },
            Value::Method(method) => match args.split_first() {
                Some((of, rest)) => self.answered(method, *of, rest, &named, to),
                None => wrong(format!("`.{}` needs an object", method.name())),
            },
            Value::Cached(at) => self.call_cached(at, &args, &named, to),
            Value::Native(native) => {
                let value = self.host.call(native.into(), &args, &named, self.heap)?;
                Ok(Called::Value(value))
            }
            Value::Foreign(_) => match self.heap.as_foreign(&callee).cloned() {
                Some(own) => Ok(Called::Value(own.call(&args, self.heap)?)),
                None => wrong("this cannot be called"),
            },
            _ => {
                let name = self.heap.type_name(&callee);
                let advice = match name {
                    "tuple" | "list" => ": is a comma missing before the bracket?",
                    "int" => ": write `*` to multiply",
                    _ => "",
                };
                wrong(format!(
                    "{} {name} cannot be called{advice}",
                    crate::table::article(name)
                ))
            }
        }
    }

    /// Calls a function with `@cache`: what was found in this call from outside is found again.
    fn call_cached(
        &mut self,
        at: u32,
        args: &[Value],
        named: &[(Value, Value)],
        to: To,
    ) -> Done<Called> {
        let Object::Cached(function) = self.heap.objects[at as usize] else {
            return wrong("this cannot be called");
        };
        let Value::Function(inner) = function else {
            return wrong("@cache stands before a function of this file");
        };
        let mut key = args.to_vec();
        for (name, value) in named {
            key.extend([Value::None, *name, *value]);
        }
        let key = self.heap.tuple(&key)?;
        let table = match self.caches.get(&at) {
            Some(table) => *table,
            None => {
                let table = self.heap.table()?;
                self.caches.insert(at, table);
                table
            }
        };
        if let Some(place) = self.heap.find(table, &key)? {
            return Ok(Called::Value(
                self.heap.tables[table as usize].entries[place].value,
            ));
        }
        self.call_function(inner, Args::Owned(args), named, to, Some((table, key)))
    }

    fn call_function(
        &mut self,
        at: u32,
        args: Args<'_>,
        named: &[(Value, Value)],
        to: To,
        cache: Option<(u32, Value)>,
    ) -> Done<Called> {
        let code_at = self.heap.closure(at).code;
        let code: &'p Code = &self.codes[code_at as usize];
        self.see_depth()?;
        self.heap.work(1 + code.ops.len() / 64)?;
        let base = self
            .frames
            .last()
            .map_or(0, |frame| frame.base + frame.code.size());
        self.reserve(base, code)?;
        let count = match args {
            Args::Owned(args) => args.len(),
            Args::Stack(_, count) => count,
        };
        if code.is_simple && named.is_empty() && count == code.parameters.len() {
            match args {
                Args::Owned(args) => self.stack[base..base + count].copy_from_slice(args),
                Args::Stack(first, _) => self.stack.copy_within(first..first + count, base),
            }
            self.stack[base + count..base + code.registers].fill(Value::Unset);
        } else {
            let owned: Vec<Value> = match args {
                Args::Owned(args) => args.to_vec(),
                Args::Stack(first, count) => self.stack[first..first + count].to_vec(),
            };
            self.bind(code, at, base, &owned, named)?;
        }
        let constants = base + code.registers;
        self.stack[constants..constants + code.constants.len()].copy_from_slice(&code.constants);
        let closure = self.heap.closure(at);
        if !closure.captured.is_empty() {
            let free = base + code.free;
            self.stack[free..free + closure.captured.len()].copy_from_slice(&closure.captured);
        }
        self.frames.push(Frame {
            code,
            at: 0,
            base,
            to,
            cache,
        });
        Ok(Called::Frame)
    }

    /// Begins statements.
    fn enter(&mut self, code: &'p Code, base: usize, to: To) -> Done<()> {
        self.reserve(base, code)?;
        self.stack[base..base + code.registers].fill(Value::Unset);
        let constants = base + code.registers;
        self.stack[constants..constants + code.constants.len()].copy_from_slice(&code.constants);
        self.frames.push(Frame {
            code,
            at: 0,
            base,
            to,
            cache: None,
        });
        Ok(())
    }

    /// Makes room for the registers of a function.
    fn reserve(&mut self, base: usize, code: &Code) -> Done<()> {
        // The frame itself has the size of some registers.
        let needed = base + code.size();
        let counted = needed + 8 * self.frames.len();
        if counted > self.counted {
            self.heap.take((counted - self.counted) * CELL * 3)?;
            self.counted = counted;
        }
        if needed > self.stack.len() {
            self.stack
                .resize(needed.next_power_of_two().max(256), Value::Unset);
        }
        Ok(())
    }

    /// Binds arguments to parameters where this is more than a copy.
    fn bind(
        &mut self,
        code: &'p Code,
        at: u32,
        base: usize,
        args: &[Value],
        named: &[(Value, Value)],
    ) -> Done<()> {
        self.stack[base..base + code.registers].fill(Value::Unset);
        let by_place = code
            .parameters
            .iter()
            .filter(|parameter| matches!(parameter.kind, Kind::Plain | Kind::Positional))
            .count();
        let rest = code
            .parameters
            .iter()
            .position(|parameter| parameter.kind == Kind::Rest);
        let placed = args.len().min(by_place);
        self.stack[base..base + placed].copy_from_slice(&args[..placed]);
        match rest {
            Some(rest) => self.stack[base + rest] = self.heap.tuple(&args[placed..])?,
            None if args.len() > by_place => return wrong(self.miscounted(code, args.len())),
            None => {}
        }
        self.heap.work(named.len() * code.parameters.len() / 16)?;
        for (name, value) in named {
            let text = self.heap.str(name);
            let found = code.parameters.iter().position(|parameter| {
                parameter.name == text && matches!(parameter.kind, Kind::Plain | Kind::Named)
            });
            let Some(nth) = found else {
                return wrong(format!("{} has no parameter `{text}`", called(code)));
            };
            if !matches!(self.stack[base + nth], Value::Unset) {
                return wrong(format!(
                    "{} gets its parameter `{text}` twice",
                    called(code)
                ));
            }
            self.stack[base + nth] = *value;
        }
        let mut defaults = 0;
        for (nth, parameter) in code.parameters.iter().enumerate() {
            if parameter.has_default {
                if let Value::Unset = self.stack[base + nth] {
                    self.stack[base + nth] = self.heap.closure(at).defaults[defaults];
                }
                defaults += 1;
            }
            if let Value::Unset = self.stack[base + nth] {
                if named.is_empty() && parameter.kind != Kind::Named {
                    return wrong(self.miscounted(code, args.len()));
                }
                return wrong(format!(
                    "{} lacks its argument `{}`",
                    called(code),
                    parameter.name
                ));
            }
        }
        Ok(())
    }

    fn miscounted(&self, code: &Code, found: usize) -> String {
        let names: Vec<&str> = code
            .parameters
            .iter()
            .map(|parameter| parameter.name.as_str())
            .collect();
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let expected = code
            .parameters
            .iter()
            .filter(|parameter| !parameter.has_default)
            .count();
        let least = if expected < names.len() {
            "at least "
        } else {
            ""
        };
        let (least, expected) = if found > expected {
            ("", names.len())
        } else {
            (least, expected)
        };
        format!(
            "{} takes {least}{expected} argument{} ({}), found {found}",
            called(code),
            plural(expected),
            names.join(", ")
        )
    }
}

fn called(code: &Code) -> String {
    if code.name == "lambda" {
        "this lambda".into()
    } else {
        format!("`{}`", code.name)
    }
}
