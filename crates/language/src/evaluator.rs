//! Evaluates compiled functions.

use crate::code::{Clause, Code, Comprehension, Node, Operator, Step, Target, Test};
use crate::heap::{Bail, Done, Heap};
use crate::value::{Short, Span, Value};

/// The deepest nesting of trees in the running functions; each level takes at most a kilobyte of the stack.
const DEEPEST: usize = 700;
/// The deepest nesting of calls; the other interpreter allows a few more.
const CALLS: usize = 100;
/// A slice of a sequence: first, end, step.
type Ends = (i64, i64, i64);

/// A running call.
pub(crate) struct Run<'p> {
    pub(crate) codes: &'p [Option<Code>],
    pub(crate) heap: &'p mut Heap,
    depth: usize,
    calls: usize,
}

/// Where evaluation continues after a statement.
enum Flow {
    Next,
    Break,
    Continue,
    Return(Value),
}

impl<'p> Run<'p> {
    pub(crate) fn new(codes: &'p [Option<Code>], heap: &'p mut Heap) -> Self {
        Self {
            codes,
            heap,
            depth: 0,
            calls: 0,
        }
    }

    /// Calls a function with values.
    pub(crate) fn start(&mut self, function: usize, arguments: &[Value]) -> Done<Value> {
        let code = self.codes[function].as_ref().ok_or(Bail)?;
        if code.parameters != arguments.len() {
            return Err(Bail);
        }
        self.framed(code, |_, frame| {
            frame[..arguments.len()].copy_from_slice(arguments);
            Ok(())
        })
    }

    /// Runs a function whose frame is filled by `fill`.
    #[inline]
    fn framed(
        &mut self,
        code: &'p Code,
        fill: impl FnOnce(&mut Self, &mut [Value]) -> Done<()>,
    ) -> Done<Value> {
        match code.slots {
            0..=8 => self.within(code, &mut [Value::Unset; 8], fill),
            9..=20 => self.within(code, &mut [Value::Unset; 20], fill),
            _ => self.within(code, &mut [Value::Unset; 60], fill),
        }
    }

    #[inline]
    fn within(
        &mut self,
        code: &'p Code,
        frame: &mut [Value],
        fill: impl FnOnce(&mut Self, &mut [Value]) -> Done<()>,
    ) -> Done<Value> {
        fill(self, frame)?;
        self.heap.step(1)?;
        self.depth += code.depth;
        self.calls += 1;
        if self.depth > DEEPEST || self.calls > CALLS {
            return Err(Bail);
        }
        let flow = self.block(frame, &code.body)?;
        self.depth -= code.depth;
        self.calls -= 1;
        match flow {
            Flow::Return(value) => Ok(value),
            _ => Ok(Value::None),
        }
    }

    #[inline(never)]
    fn call(&mut self, caller: &mut [Value], function: u32, arguments: &'p [Node]) -> Done<Value> {
        let code = self.codes[function as usize].as_ref().ok_or(Bail)?;
        self.framed(code, |run, frame| {
            for (place, argument) in frame.iter_mut().zip(arguments) {
                *place = run.get(caller, argument)?;
            }
            Ok(())
        })
    }

    // Statements.

    fn block(&mut self, frame: &mut [Value], steps: &'p [Step]) -> Done<Flow> {
        for step in steps {
            match step {
                Step::Do(node) => {
                    self.get(frame, node)?;
                }
                Step::Assign(target, node) => {
                    let value = self.get(frame, node)?;
                    self.assign(frame, target, value)?;
                }
                Step::Update(operator, target, node) => {
                    self.update(frame, *operator, target, node)?;
                }
                Step::If(condition, then, otherwise) => {
                    let chosen = if self.test(frame, condition)? {
                        then
                    } else {
                        otherwise
                    };
                    match self.block(frame, chosen)? {
                        Flow::Next => {}
                        flow => return Ok(flow),
                    }
                }
                Step::For(target, source, body) => {
                    if let Some(value) = self.repeat(frame, target, source, body)? {
                        return Ok(Flow::Return(value));
                    }
                }
                Step::Return(node) => return Ok(Flow::Return(self.get(frame, node)?)),
                Step::Break => return Ok(Flow::Break),
                Step::Continue => return Ok(Flow::Continue),
            }
        }
        Ok(Flow::Next)
    }

    /// A loop; the value that its body returns.
    #[inline(never)]
    fn repeat(
        &mut self,
        frame: &mut [Value],
        target: &'p Target,
        source: &'p Node,
        body: &'p [Step],
    ) -> Done<Option<Value>> {
        let source = self.get(frame, source)?;
        let mut returned = None;
        self.each(frame, target, source, |run, frame| {
            Ok(match run.block(frame, body)? {
                Flow::Next | Flow::Continue => true,
                Flow::Break => false,
                Flow::Return(value) => {
                    returned = Some(value);
                    false
                }
            })
        })?;
        Ok(returned)
    }

    /// Assigns each item and runs `body`, as long as it returns true.
    #[inline]
    fn each(
        &mut self,
        frame: &mut [Value],
        target: &'p Target,
        source: Value,
        mut body: impl FnMut(&mut Self, &mut [Value]) -> Done<bool>,
    ) -> Done<()> {
        let mut turn = |run: &mut Self, frame: &mut [Value], item: Value| {
            run.heap.step(1)?;
            match target {
                Target::Local(place) => frame[usize::from(*place)] = item,
                target => run.assign(frame, target, item)?,
            }
            body(run, frame)
        };
        match source {
            Value::Tuple(span) | Value::Elems(span) => {
                for at in span.range() {
                    let item = self.heap.cells[at];
                    if !turn(self, frame, item)? {
                        break;
                    }
                }
            }
            Value::Range(start, end, step) => {
                let count = Value::range_len(start, end, step) as i64;
                for n in 0..count {
                    let item = Value::Int(i64::from(start) + n * i64::from(step));
                    if !turn(self, frame, item)? {
                        break;
                    }
                }
            }
            Value::List(list) => {
                self.heap.hold(&source, true);
                for at in 0..self.heap.at_list(list).items.len() {
                    let item = self.heap.at_list(list).items[at];
                    if !turn(self, frame, item)? {
                        break;
                    }
                }
                self.heap.hold(&source, false);
            }
            Value::Dict(dict) => {
                self.heap.hold(&source, true);
                for at in 0..self.heap.at_dict(dict).entries.len() {
                    let item = self.heap.at_dict(dict).entries[at].0;
                    if !turn(self, frame, item)? {
                        break;
                    }
                }
                self.heap.hold(&source, false);
            }
            _ => return Err(Bail),
        }
        Ok(())
    }

    fn assign(&mut self, frame: &mut [Value], target: &'p Target, value: Value) -> Done<()> {
        match target {
            Target::Local(place) => frame[usize::from(*place)] = value,
            Target::Items(targets) => self.unpack(frame, targets, value)?,
            Target::Index(parts) => {
                let all = self.get(frame, &parts[0])?;
                let at = self.get(frame, &parts[1])?;
                self.set(all, at, value)?;
            }
            Target::Unknown => return Err(Bail),
        }
        Ok(())
    }

    #[inline(never)]
    fn unpack(&mut self, frame: &mut [Value], targets: &'p [Target], value: Value) -> Done<()> {
        let items = match value {
            Value::Tuple(span) | Value::Elems(span) => span,
            Value::List(list) => {
                let mut items = [Value::Unset; 8];
                let list = &self.heap.at_list(list).items;
                let items = items.get_mut(..list.len()).ok_or(Bail)?;
                items.copy_from_slice(list);
                self.heap.span(items)?
            }
            _ => return Err(Bail),
        };
        if items.len as usize != targets.len() {
            return Err(Bail);
        }
        for (at, target) in items.range().zip(targets) {
            let item = self.heap.cells[at];
            self.assign(frame, target, item)?;
        }
        Ok(())
    }

    fn set(&mut self, all: Value, at: Value, value: Value) -> Done<()> {
        match all {
            Value::List(list) => {
                let at = place(&at, self.heap.at_list(list).items.len())?;
                self.heap.changing(list)?[at] = value;
                Ok(())
            }
            Value::Dict(dict) => {
                self.heap.changing_dict(dict)?;
                self.heap.insert(dict, at, value)
            }
            _ => Err(Bail),
        }
    }

    fn update(
        &mut self,
        frame: &mut [Value],
        operator: Operator,
        target: &'p Target,
        node: &'p Node,
    ) -> Done<()> {
        match target {
            Target::Local(at) => {
                let more = self.get(frame, node)?;
                let value = frame[usize::from(*at)];
                frame[usize::from(*at)] = self.updated(operator, value, more)?;
            }
            Target::Index(parts) => {
                let all = self.get(frame, &parts[0])?;
                let at = self.get(frame, &parts[1])?;
                let value = self.index(&all, &at)?;
                let more = self.get(frame, node)?;
                let value = self.updated(operator, value, more)?;
                self.set(all, at, value)?;
            }
            Target::Items(_) | Target::Unknown => return Err(Bail),
        }
        Ok(())
    }

    /// The value after `+=` and its like: a list grows in its place.
    fn updated(&mut self, operator: Operator, value: Value, more: Value) -> Done<Value> {
        match (operator, value) {
            (Operator::Add, Value::List(list)) => {
                self.extend(list, &more)?;
                Ok(value)
            }
            (_, Value::Unset) => Err(Bail),
            _ => self.binary(operator, value, more),
        }
    }

    pub(crate) fn extend(&mut self, list: u32, more: &Value) -> Done<()> {
        let mut items = self.heap.empty();
        self.collect(more, &mut items)?;
        self.heap.take(items.len())?;
        self.heap.changing(list)?.extend_from_slice(&items);
        self.heap.reuse(items);
        Ok(())
    }

    // Expressions.

    #[inline]
    pub(crate) fn get(&mut self, frame: &mut [Value], node: &'p Node) -> Done<Value> {
        match node {
            Node::Const(value) => Ok(*value),
            Node::Local(place) => Ok(frame[usize::from(*place)]),
            _ => self.eval(frame, node),
        }
    }

    fn eval(&mut self, frame: &mut [Value], node: &'p Node) -> Done<Value> {
        match node {
            Node::Const(value) => Ok(*value),
            Node::Local(place) => Ok(frame[usize::from(*place)]),
            Node::Checked(place) => match frame[usize::from(*place)] {
                Value::Unset => Err(Bail),
                value => Ok(value),
            },
            Node::Binary(operator, parts) => {
                let a = self.get(frame, &parts[0])?;
                let b = self.get(frame, &parts[1])?;
                self.binary(*operator, a, b)
            }
            Node::Index(parts) => {
                let all = self.get(frame, &parts[0])?;
                let at = self.get(frame, &parts[1])?;
                self.index(&all, &at)
            }
            Node::Len(node) => {
                let value = self.get(frame, node)?;
                self.len(&value)
            }
            Node::Slice(parts) => self.slice(frame, &parts.0, &parts.1),
            Node::Test(test) => Ok(Value::Bool(self.test(frame, test)?)),
            Node::Pair(parts) => {
                let a = self.get(frame, &parts[0])?;
                let b = self.get(frame, &parts[1])?;
                self.heap.pair(a, b)
            }
            Node::If(parts) => {
                let (condition, then, otherwise) = &**parts;
                if self.test(frame, condition)? {
                    self.get(frame, then)
                } else {
                    self.get(frame, otherwise)
                }
            }
            Node::And(parts) => {
                let a = self.get(frame, &parts[0])?;
                if self.heap.truth(&a)? {
                    self.get(frame, &parts[1])
                } else {
                    Ok(a)
                }
            }
            Node::Or(parts) => {
                let a = self.get(frame, &parts[0])?;
                if self.heap.truth(&a)? {
                    Ok(a)
                } else {
                    self.get(frame, &parts[1])
                }
            }
            Node::Call(function, arguments) => self.call(frame, *function, arguments),
            Node::Builtin(builtin, arguments) => self.builtin(frame, *builtin, arguments),
            Node::Method(method, arguments) => self.method(frame, *method, arguments),
            Node::ListOf(parts) => {
                let items = self.comprehended(frame, std::slice::from_ref(&parts.value), &parts.clauses)?;
                self.heap.list(items)
            }
            _ => self.rare(frame, node),
        }
    }

    #[inline(never)]
    fn rare(&mut self, frame: &mut [Value], node: &'p Node) -> Done<Value> {
        match node {
            Node::Minus(node) => match self.get(frame, node)? {
                Value::Int(n) => n.checked_neg().map(Value::Int).ok_or(Bail),
                _ => Err(Bail),
            },
            Node::Invert(node) => match self.get(frame, node)? {
                Value::Int(n) => Ok(Value::Int(!n)),
                _ => Err(Bail),
            },
            Node::Tuple(nodes) => {
                let items = self.values(frame, nodes)?;
                let tuple = self.heap.tuple(&items);
                self.heap.reuse(items);
                tuple
            }
            Node::List(nodes) => {
                let items = self.values(frame, nodes)?;
                self.heap.list(items)
            }
            Node::Dict(entries) => {
                let dict = self.heap.dict()?;
                for (key, value) in entries {
                    let key = self.get(frame, key)?;
                    let value = self.get(frame, value)?;
                    // A key that is given twice is an error.
                    if self.heap.place(dict, &key)?.is_some() {
                        return Err(Bail);
                    }
                    self.heap.insert(dict, key, value)?;
                }
                Ok(Value::Dict(dict))
            }
            Node::DictOf(parts) => {
                let items = self.comprehended(frame, &parts.value, &parts.clauses)?;
                let dict = self.heap.dict()?;
                for entry in items.chunks_exact(2) {
                    self.heap.insert(dict, entry[0], entry[1])?;
                }
                self.heap.reuse(items);
                Ok(Value::Dict(dict))
            }
            Node::TupleOf(parts) => {
                let Comprehension { value, clauses } = &**parts;
                let items = self.comprehended(frame, std::slice::from_ref(value), clauses)?;
                let tuple = self.heap.tuple(&items);
                self.heap.reuse(items);
                tuple
            }
            Node::JoinOf(parts) => {
                let between = self.get(frame, &parts.0)?;
                let Comprehension { value, clauses } = &parts.1;
                let items = self.comprehended(frame, std::slice::from_ref(value), clauses)?;
                let text = self.join(&between, &items);
                self.heap.reuse(items);
                text
            }
            Node::By(builtin, parts) => {
                let (values, place, key, reverse) = &**parts;
                self.by(frame, *builtin, (values, *place, key, *reverse))
            }
            _ => Err(Bail),
        }
    }

    /// Whether all items of a comprehension hold, or any, which is `wanted`. All of them are evaluated.
    #[inline(never)]
    fn all_or_any(
        &mut self,
        frame: &mut [Value],
        wanted: bool,
        parts: &'p Comprehension<Node>,
    ) -> Done<bool> {
        let Comprehension { value, clauses } = parts;
        let items = self.comprehended(frame, std::slice::from_ref(value), clauses)?;
        let mut found = !wanted;
        for item in &items {
            if self.heap.truth(item)? == wanted {
                found = wanted;
                break;
            }
        }
        self.heap.reuse(items);
        Ok(found)
    }

    /// The values of nodes, in a list that [`Heap::reuse`] takes back.
    pub(crate) fn values(&mut self, frame: &mut [Value], nodes: &'p [Node]) -> Done<Vec<Value>> {
        let mut values = self.heap.empty();
        for node in nodes {
            values.push(self.get(frame, node)?);
        }
        Ok(values)
    }

    #[inline(never)]
    fn comprehended(
        &mut self,
        frame: &mut [Value],
        values: &'p [Node],
        clauses: &'p [Clause],
    ) -> Done<Vec<Value>> {
        let mut items = self.heap.empty();
        self.clauses(frame, values, clauses, &mut items)?;
        Ok(items)
    }

    fn clauses(
        &mut self,
        frame: &mut [Value],
        values: &'p [Node],
        clauses: &'p [Clause],
        items: &mut Vec<Value>,
    ) -> Done<()> {
        match clauses.split_first() {
            None => {
                for value in values {
                    items.push(self.get(frame, value)?);
                }
                Ok(())
            }
            Some((Clause::If(condition), rest)) => {
                if self.test(frame, condition)? {
                    self.clauses(frame, values, rest, items)?;
                }
                Ok(())
            }
            Some((Clause::For(target, source), rest)) => {
                let source = self.get(frame, source)?;
                self.each(frame, target, source, |run, frame| {
                    run.clauses(frame, values, rest, items)?;
                    Ok(true)
                })
            }
        }
    }

    // Conditions.

    fn test(&mut self, frame: &mut [Value], test: &'p Test) -> Done<bool> {
        match test {
            Test::Equal(a, b) => self.equal(frame, a, b),
            Test::Unequal(a, b) => Ok(!self.equal(frame, a, b)?),
            Test::All(parts) => self.all_or_any(frame, false, parts),
            Test::Any(parts) => self.all_or_any(frame, true, parts),
            Test::Truth(node) => {
                let value = self.get(frame, node)?;
                self.heap.truth(&value)
            }
            Test::Not(test) => Ok(!self.test(frame, test)?),
            Test::And(tests) => Ok(self.test(frame, &tests[0])? && self.test(frame, &tests[1])?),
            Test::Or(tests) => Ok(self.test(frame, &tests[0])? || self.test(frame, &tests[1])?),
            Test::Less(a, b) => Ok(self.order(frame, a, b)?.is_lt()),
            Test::LessEqual(a, b) => Ok(self.order(frame, a, b)?.is_le()),
            Test::Greater(a, b) => Ok(self.order(frame, a, b)?.is_gt()),
            Test::GreaterEqual(a, b) => Ok(self.order(frame, a, b)?.is_ge()),
            Test::In(item, all) => self.is_in(frame, item, all),
            Test::NotIn(item, all) => Ok(!self.is_in(frame, item, all)?),
        }
    }

    #[inline]
    fn equal(&mut self, frame: &mut [Value], a: &'p Node, b: &'p Node) -> Done<bool> {
        let a = self.get(frame, a)?;
        let b = self.get(frame, b)?;
        self.heap.equal(&a, &b)
    }

    #[inline]
    fn order(
        &mut self,
        frame: &mut [Value],
        a: &'p Node,
        b: &'p Node,
    ) -> Done<std::cmp::Ordering> {
        let a = self.get(frame, a)?;
        let b = self.get(frame, b)?;
        self.heap.compare(&a, &b)
    }

    #[inline(never)]
    fn is_in(&mut self, frame: &mut [Value], item: &'p Node, all: &'p Node) -> Done<bool> {
        let item = self.get(frame, item)?;
        let all = self.get(frame, all)?;
        match &all {
            Value::Short(_) | Value::Long(_) => {
                let (text, part) = (self.heap.text(&all)?, self.heap.text(&item)?);
                self.heap.step(text.len() / 16)?;
                Ok(find(text, part).is_some())
            }
            Value::Tuple(_) | Value::List(_) => {
                let items = self.heap.items(&all)?;
                self.heap.step(items.len() / 4)?;
                for other in items {
                    if self.heap.equal(other, &item)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Value::Dict(dict) => Ok(self.heap.place(*dict, &item)?.is_some()),
            Value::Range(start, end, step) => match item {
                Value::Int(n) => {
                    let (start, step) = (i64::from(*start), i64::from(*step));
                    let is_within = match step > 0 {
                        true => start <= n && n < i64::from(*end),
                        false => start >= n && n > i64::from(*end),
                    };
                    Ok(is_within && (n - start) % step == 0)
                }
                _ => Err(Bail),
            },
            _ => Err(Bail),
        }
    }

    // Operations.

    #[inline]
    pub(crate) fn binary(&mut self, operator: Operator, a: Value, b: Value) -> Done<Value> {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => arithmetic(operator, a, b).map(Value::Int).ok_or(Bail),
            _ => self.combine(operator, a, b),
        }
    }

    #[inline(never)]
    fn combine(&mut self, operator: Operator, a: Value, b: Value) -> Done<Value> {
        use Value::{Int, List, Long, Short, Tuple};
        match (operator, a, b) {
            (Operator::Add, Short(_) | Long(_), Short(_) | Long(_)) => self.heap.joined(a, b),
            (Operator::Add, Tuple(one), Tuple(other)) => {
                self.heap.take((one.len + other.len) as usize)?;
                let start = self.heap.cells.len() as u32;
                self.heap.cells.extend_from_within(one.range());
                self.heap.cells.extend_from_within(other.range());
                let len = one.len + other.len;
                Ok(Tuple(Span { start, len }))
            }
            (Operator::Add, List(one), List(other)) => {
                let mut items = self.heap.empty();
                items.extend_from_slice(&self.heap.at_list(one).items);
                items.extend_from_slice(&self.heap.at_list(other).items);
                self.heap.list(items)
            }
            (Operator::Mul, Int(n), all) | (Operator::Mul, all, Int(n)) => self.times(all, n),
            (Operator::Mod, Short(_) | Long(_), _) => self.format(&a, &b),
            _ => Err(Bail),
        }
    }

    /// A string, a tuple or a list, repeated.
    fn times(&mut self, all: Value, count: i64) -> Done<Value> {
        let count = usize::from(u16::try_from(count.max(0)).map_err(|_| Bail)?);
        match all {
            Value::Short(_) | Value::Long(_) => {
                let start = self.heap.begin();
                for _ in 0..count {
                    self.heap.append(&all)?;
                }
                Ok(self.heap.end(start))
            }
            Value::Tuple(span) => {
                self.heap.take(count * span.len as usize)?;
                let start = self.heap.cells.len() as u32;
                for _ in 0..count {
                    self.heap.cells.extend_from_within(span.range());
                }
                let len = span.len * count as u32;
                Ok(Value::Tuple(Span { start, len }))
            }
            Value::List(list) => {
                let len = self.heap.at_list(list).items.len();
                self.heap.take(count * len)?;
                let mut items = self.heap.empty();
                for _ in 0..count {
                    items.extend_from_slice(&self.heap.at_list(list).items);
                }
                self.heap.list(items)
            }
            _ => Err(Bail),
        }
    }

    #[inline]
    pub(crate) fn index(&mut self, all: &Value, at: &Value) -> Done<Value> {
        match all {
            Value::Short(short) if short.is_ascii() => {
                Ok(Value::Short(short.at(place(at, short.len())?)))
            }
            Value::Long(_) => {
                let text = self.heap.ascii(all)?;
                let at = place(at, text.len())?;
                Ok(Value::Short(Short::byte(text[at])))
            }
            Value::Tuple(span) => {
                let at = place(at, span.len as usize)?;
                Ok(self.heap.cells[span.start as usize + at])
            }
            Value::List(list) => {
                let items = &self.heap.at_list(*list).items;
                Ok(items[place(at, items.len())?])
            }
            Value::Dict(dict) => {
                let place = self.heap.place(*dict, at)?.ok_or(Bail)?;
                Ok(self.heap.at_dict(*dict).entries[place].1)
            }
            _ => Err(Bail),
        }
    }

    #[inline(never)]
    fn slice(
        &mut self,
        frame: &mut [Value],
        all: &'p Node,
        ends: &'p [Option<Node>; 3],
    ) -> Done<Value> {
        let all = self.get(frame, all)?;
        let mut given = [None; 3];
        for (given, end) in given.iter_mut().zip(ends) {
            if let Some(end) = end {
                *given = match self.get(frame, end)? {
                    Value::Int(n) => Some(i64::from(i32::try_from(n).map_err(|_| Bail)?)),
                    Value::None => None,
                    _ => return Err(Bail),
                };
            }
        }
        match all {
            Value::Short(_) | Value::Long(_) => {
                let len = self.heap.ascii(&all)?.len();
                let (first, end, step) = sliced(len, given)?;
                if step == 1 {
                    let end = end.max(first);
                    return self.heap.part(&all, first as usize, end as usize);
                }
                self.heap.written(|heap, text| {
                    let from = heap.ascii(&all)?;
                    text.extend(places(first, end, step).map(|at| from[at]));
                    Ok(())
                })
            }
            Value::Tuple(span) => {
                let (first, end, step) = sliced(span.len as usize, given)?;
                if step == 1 {
                    let len = (end - first).max(0) as u32;
                    self.heap.take(len as usize)?;
                    let start = span.start + first as u32;
                    return Ok(Value::Tuple(Span { start, len }));
                }
                let mut items = self.heap.empty();
                let from = &self.heap.cells[span.range()];
                items.extend(places(first, end, step).map(|at| from[at]));
                let tuple = self.heap.tuple(&items);
                self.heap.reuse(items);
                tuple
            }
            Value::List(list) => {
                let mut items = self.heap.empty();
                let from = &self.heap.at_list(list).items;
                let (first, end, step) = sliced(from.len(), given)?;
                if step == 1 {
                    items.extend_from_slice(&from[first as usize..end.max(first) as usize]);
                } else {
                    items.extend(places(first, end, step).map(|at| from[at]));
                }
                self.heap.list(items)
            }
            _ => Err(Bail),
        }
    }

    /// `%`, with `%s` and `%d`.
    fn format(&mut self, pattern: &Value, values: &Value) -> Done<Value> {
        let one = [*values];
        self.heap.written(|heap, text| {
            let mut items = match values {
                Value::Tuple(_) => heap.items(values)?,
                Value::Elems(_) | Value::Unset => return Err(Bail),
                _ => &one,
            }
            .iter();
            let mut pattern = heap.text(pattern)?;
            while let Some(at) = pattern.iter().position(|c| *c == b'%') {
                text.extend_from_slice(&pattern[..at]);
                match pattern.get(at + 1) {
                    Some(b'%') => text.push(b'%'),
                    Some(b's') => heap.write(items.next().ok_or(Bail)?, text)?,
                    Some(b'd') => match items.next() {
                        Some(Value::Int(n)) => crate::heap::write_int(*n, text),
                        _ => return Err(Bail),
                    },
                    _ => return Err(Bail),
                }
                pattern = &pattern[at + 2..];
            }
            text.extend_from_slice(pattern);
            match items.next() {
                None => Ok(()),
                Some(_) => Err(Bail),
            }
        })
    }

    /// The items of a value that can be iterated.
    pub(crate) fn collect(&mut self, value: &Value, items: &mut Vec<Value>) -> Done<()> {
        match value {
            Value::Tuple(span) | Value::Elems(span) => {
                items.extend_from_slice(&self.heap.cells[span.range()]);
            }
            Value::List(list) => items.extend_from_slice(&self.heap.at_list(*list).items),
            Value::Dict(dict) => {
                items.extend(self.heap.at_dict(*dict).entries.iter().map(|entry| entry.0));
            }
            Value::Range(start, end, step) => {
                let count = Value::range_len(*start, *end, *step);
                self.heap.take(count)?;
                let item = |n| Value::Int(i64::from(*start) + n as i64 * i64::from(*step));
                items.extend((0..count).map(item));
            }
            _ => return Err(Bail),
        }
        self.heap.step(items.len() / 8)
    }
}

/// The place of an index that may count from the end.
#[inline]
fn place(at: &Value, len: usize) -> Done<usize> {
    let Value::Int(at) = *at else {
        return Err(Bail);
    };
    let at = if at < 0 { at.wrapping_add(len as i64) } else { at };
    if 0 <= at && at < len as i64 {
        Ok(at as usize)
    } else {
        Err(Bail)
    }
}

/// The bounds of a slice, as Starlark converts them.
fn sliced(len: usize, given: [Option<i64>; 3]) -> Done<Ends> {
    let len = len as i64;
    let [first, end, step] = given;
    let step = step.unwrap_or(1);
    if step == 0 {
        return Err(Bail);
    }
    let (least, most) = if step > 0 { (0, len) } else { (-1, len - 1) };
    let bound = |at: i64| if at < 0 { at + len } else { at }.clamp(least, most);
    let first = first.map_or(if step > 0 { 0 } else { len - 1 }, bound);
    let end = end.map_or(if step > 0 { len } else { -1 }, bound);
    Ok((first, end, step))
}

/// The places of a slice.
fn places(first: i64, end: i64, step: i64) -> impl Iterator<Item = usize> {
    let goes_on = move |at: &i64| if step > 0 { *at < end } else { *at > end };
    let next = move |at: &i64| Some(at + step).filter(goes_on);
    std::iter::successors(Some(first).filter(goes_on), next).map(|at| at as usize)
}

/// The place of a part of a text.
pub(crate) fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    match part {
        [] => Some(0),
        [byte] => text.iter().position(|c| c == byte),
        _ => text.windows(part.len()).position(|window| window == part),
    }
}

/// `None` if the result is not a number of 64 bits.
#[inline]
fn arithmetic(operator: Operator, a: i64, b: i64) -> Option<i64> {
    match operator {
        Operator::Add => a.checked_add(b),
        Operator::Sub => a.checked_sub(b),
        Operator::Mul => a.checked_mul(b),
        Operator::FloorDiv => {
            let quotient = a.checked_div(b)?;
            Some(quotient - i64::from(a % b != 0 && (a < 0) != (b < 0)))
        }
        Operator::Mod => {
            let rest = a.checked_rem(b)?;
            Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
        }
        Operator::BitAnd => Some(a & b),
        Operator::BitOr => Some(a | b),
        Operator::BitXor => Some(a ^ b),
        Operator::Shl => {
            let shifted = a.checked_shl(u32::try_from(b).ok()?)?;
            (shifted >> b == a).then_some(shifted)
        }
        Operator::Shr => a.checked_shr(u32::try_from(b).ok()?),
    }
}
