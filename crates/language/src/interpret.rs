//! Runs the operations of one function until it calls another one, or ends.

use crate::builtins::{Answer, Builtin, Job, Pending};
use crate::error::{Done, Trouble, wrong};
use crate::heap::{Heap, UNCHANGING};
use crate::host::Host;
use crate::methods::Method;
use crate::numbers::{Operator, arithmetic};
use crate::operate::Relation;
use crate::ops::{Code, Op, Reg};
use crate::table::Kind;
use crate::value::{SHORT, Short, Span, Value};

/// The reason why the function that runs gives control back.
#[derive(Debug)]
pub(crate) enum Event {
    Return(Value),
    /// A call with arguments in registers.
    Call {
        callee: Value,
        first: Reg,
        count: u8,
        to: Reg,
    },
    Spread {
        first: Reg,
        to: Reg,
    },
    Method {
        method: Method,
        first: Reg,
        count: u8,
        to: Reg,
    },
    Named {
        name: Value,
        first: Reg,
        count: u8,
        to: Reg,
    },
    Pending(Box<Pending>, Reg),
    /// It is time to look for garbage.
    Garbage,
    Print {
        first: Reg,
        count: u16,
        to: Reg,
    },
}

/// The surroundings of a function.
pub(crate) struct Around<'r> {
    pub(crate) heap: &'r mut Heap,
    pub(crate) globals: &'r mut [Value],
    pub(crate) names: &'r [String],
    pub(crate) codes: &'r [std::sync::Arc<Code>],
    pub(crate) host: &'r mut dyn Host,
    pub(crate) frozen: bool,
}

/// Runs a function from `next`, which is then the place behind the operation that ended.
#[expect(
    clippy::too_many_lines,
    reason = "one arm for each operation: calls between them would take a fifth of the time"
)]
pub(crate) fn interpret(
    code: &Code,
    next: &mut usize,
    regs: &mut [Value],
    around: &mut Around<'_>,
) -> Done<Event> {
    let ops = &code.ops[..];
    let mut at = *next;
    macro_rules! leave {
        ($event:expr) => {{
            *next = at;
            return $event;
        }};
    }
    macro_rules! ok {
        ($done:expr) => {
            match $done {
                Ok(value) => value,
                Err(trouble) => leave!(Err(trouble)),
            }
        };
    }
    macro_rules! reg {
        ($reg:expr) => {
            regs[usize::from($reg)]
        };
    }
    macro_rules! jump {
        ($way:expr) => {
            at = at.wrapping_add_signed(isize::from($way))
        };
    }
    loop {
        let op = ops[at];
        at += 1;
        match op {
            Op::Move(to, from) => reg!(to) = reg!(from),
            Op::Add(to, a, b) => {
                reg!(to) = match (&reg!(a), &reg!(b)) {
                    (Value::Int(a), Value::Int(b)) if a.checked_add(*b).is_some() => {
                        Value::Int(a.wrapping_add(*b))
                    }
                    (Value::Short(a), Value::Short(b)) if a.len() + b.len() <= SHORT => {
                        Value::Short(a.joined(b))
                    }
                    (a, b) => ok!(combine(Operator::Add, *a, *b, around)),
                };
            }
            Op::Sub(to, a, b) => {
                reg!(to) = match (&reg!(a), &reg!(b)) {
                    (Value::Int(a), Value::Int(b)) if a.checked_sub(*b).is_some() => {
                        Value::Int(a.wrapping_sub(*b))
                    }
                    (a, b) => ok!(combine(Operator::Sub, *a, *b, around)),
                };
            }
            Op::Binary(operator, to, a, b) => {
                reg!(to) = match (&reg!(a), &reg!(b)) {
                    (Value::Int(a), Value::Int(b)) => match arithmetic(operator, *a, *b) {
                        Some(n) => Value::Int(n),
                        None => ok!(combine(operator, reg!(op_a(op)), reg!(op_b(op)), around)),
                    },
                    (a, b) => ok!(combine(operator, *a, *b, around)),
                };
            }
            Op::Update(operator, to, a, b) => {
                reg!(to) = match (&reg!(a), &reg!(b)) {
                    (Value::Int(a), Value::Int(b)) if arithmetic(operator, *a, *b).is_some() => {
                        Value::Int(arithmetic(operator, *a, *b).unwrap_or(0))
                    }
                    (a, b) if is_foreign(a) || is_foreign(b) || operator == Operator::Div => {
                        ok!(combine(operator, *a, *b, around))
                    }
                    (a, b) => ok!(around.heap.update(operator, *a, *b)),
                };
            }
            Op::Index(to, all, nth) => {
                reg!(to) = match (&reg!(all), &reg!(nth)) {
                    (Value::Tuple(span), Value::Int(n)) if (*n as u64) < u64::from(span.len) => {
                        around.heap.cells[span.start as usize + *n as usize]
                    }
                    (Value::Short(short), Value::Int(n))
                        if (*n as u64) < short.len() as u64 && short.is_ascii() =>
                    {
                        Value::Short(short.at(*n as usize))
                    }
                    (Value::List(list), Value::Int(n))
                        if (*n as u64) < around.heap.lists[*list as usize].len() as u64 =>
                    {
                        around.heap.lists[*list as usize][*n as usize]
                    }
                    (Value::Dict(table), key)
                        if matches!(around.heap.tables[*table as usize].kind, Kind::Default(_)) =>
                    {
                        match ok!(missing(*table, *key, around.heap)) {
                            Ok(value) => value,
                            Err(pending) => leave!(Ok(Event::Pending(pending, to))),
                        }
                    }
                    (all, nth) => ok!(around.heap.get_item(*all, *nth)),
                };
            }
            Op::Front(to, all, end) => {
                reg!(to) = match (&reg!(all), &reg!(end)) {
                    (Value::Short(short), Value::Int(end))
                        if 0 <= *end && *end <= short.len() as i64 && short.is_ascii() =>
                    {
                        Value::Short(short.part(0, *end as usize))
                    }
                    (Value::Tuple(span), Value::Int(end))
                        if 0 <= *end && *end <= i64::from(span.len) =>
                    {
                        Value::Tuple(Span {
                            start: span.start,
                            len: *end as u32,
                        })
                    }
                    (all, end) => ok!(around.heap.slice(*all, [Value::None, *end, Value::None])),
                };
            }
            Op::Back(to, all, first) => {
                reg!(to) = match (&reg!(all), &reg!(first)) {
                    (Value::Short(short), Value::Int(first))
                        if 0 <= *first && *first <= short.len() as i64 && short.is_ascii() =>
                    {
                        Value::Short(short.part(*first as usize, short.len()))
                    }
                    (Value::Tuple(span), Value::Int(first))
                        if 0 <= *first && *first <= i64::from(span.len) =>
                    {
                        let first = *first as u32;
                        Value::Tuple(Span {
                            start: span.start + first,
                            len: span.len - first,
                        })
                    }
                    (all, first) => {
                        ok!(around.heap.slice(*all, [*first, Value::None, Value::None]))
                    }
                };
            }
            Op::Next(item, iter, way) => {
                if around.heap.is_low() {
                    at -= 1;
                    leave!(Ok(Event::Garbage));
                }
                let source = reg!(iter);
                let Value::Int(mut place) = reg!(iter + 1) else {
                    leave!(wrong("this loop has no state"));
                };
                ok!(around.heap.work(1 + usize::from(way.unsigned_abs()) / 16));
                if let Some(value) = ok!(around.heap.next(source, &mut place)) {
                    reg!(item) = value;
                    jump!(way);
                }
                reg!(iter + 1) = Value::Int(place);
            }
            Op::JumpIf(relation, a, b, way) => {
                if ok!(holds(relation, &reg!(a), &reg!(b), around)) {
                    jump!(way);
                }
            }
            Op::JumpUnless(relation, a, b, way) => {
                if !ok!(holds(relation, &reg!(a), &reg!(b), around)) {
                    jump!(way);
                }
            }
            Op::JumpTrue(value, way) => {
                if around.heap.truth(&reg!(value)) {
                    jump!(way);
                }
            }
            Op::JumpFalse(value, way) => {
                if !around.heap.truth(&reg!(value)) {
                    jump!(way);
                }
            }
            Op::Jump(way) => jump!(way),
            Op::JumpFar(to) => at = to as usize,
            Op::Tick(weight) => {
                ok!(around.heap.work(weight.into()));
                if around.heap.is_low() {
                    leave!(Ok(Event::Garbage));
                }
            }
            Op::Compare(relation, to, a, b) => {
                reg!(to) = Value::Bool(ok!(holds(relation, &reg!(a), &reg!(b), around)))
            }
            Op::Not(to, a) => reg!(to) = Value::Bool(!around.heap.truth(&reg!(a))),
            Op::Len(to, a) => reg!(to) = Value::Int(ok!(around.heap.len(&reg!(a))) as i64),
            Op::Pair(to, a, b) => reg!(to) = ok!(around.heap.tuple(&[reg!(a), reg!(b)])),
            Op::Tuple(to, first, count) => {
                let items = usize::from(first)..usize::from(first) + usize::from(count);
                reg!(to) = ok!(around.heap.tuple(&regs[items]));
            }
            Op::List(to, _, 0) => {
                let items = around.heap.empty();
                reg!(to) = ok!(around.heap.list(items));
            }
            Op::List(to, first, count) => {
                let items = usize::from(first)..usize::from(first) + usize::from(count);
                reg!(to) = ok!(around.heap.list_of(&regs[items]));
            }
            Op::Push(list, item) => {
                if let Value::List(list) = reg!(list) {
                    ok!(around.heap.push(list, reg!(item)));
                }
            }
            Op::Call(count, to, first) => {
                let callee = reg!(first);
                leave!(Ok(Event::Call {
                    callee,
                    first: first + 1,
                    count,
                    to
                }));
            }
            Op::CallGlobal(count, to, first, place) => {
                let callee = ok!(global(place, around));
                leave!(Ok(Event::Call {
                    callee,
                    first,
                    count,
                    to
                }));
            }
            Op::CallSpread(to, first) => leave!(Ok(Event::Spread { first, to })),
            Op::Method(count, method, to, first) => {
                let of = reg!(first);
                let args = usize::from(first) + 1..usize::from(first) + 1 + usize::from(count);
                // The most common one.
                if let (Method::Append, Value::List(list), 1) = (method, of, count) {
                    ok!(around
                        .heap
                        .can_change(list as usize >= around.heap.frozen.lists));
                    ok!(around.heap.push(list, regs[args.start]));
                    reg!(to) = Value::None;
                    continue;
                }
                if is_object(&of) {
                    leave!(Ok(Event::Method {
                        method,
                        first,
                        count,
                        to
                    }));
                }
                match ok!(around.heap.call_method(method, of, &regs[args], &[])) {
                    Answer::Value(value) => reg!(to) = value,
                    Answer::Pending(pending) => leave!(Ok(Event::Pending(pending, to))),
                }
            }
            Op::MethodNamed(count, to, first, name) => {
                leave!(Ok(Event::Named {
                    name: reg!(name),
                    first,
                    count,
                    to
                }));
            }
            Op::Builtin(builtin, to, first, count) => {
                if builtin == Builtin::Print {
                    leave!(Ok(Event::Print { first, count, to }));
                }
                let args = usize::from(first)..usize::from(first) + usize::from(count);
                match ok!(around.heap.call_builtin(builtin, &regs[args], &[])) {
                    Answer::Value(value) => reg!(to) = value,
                    Answer::Pending(pending) => leave!(Ok(Event::Pending(pending, to))),
                }
            }
            Op::Return(value) => leave!(Ok(Event::Return(reg!(value)))),
            Op::Global(to, place) => reg!(to) = ok!(global(place, around)),
            Op::SetGlobal(place, value) => {
                if around.frozen {
                    leave!(wrong(UNCHANGING));
                }
                around.globals[usize::from(place)] = reg!(value);
            }
            Op::Begin(iter, source) => {
                let source = reg!(source);
                let place = ok!(around.heap.begin(source));
                reg!(iter) = source;
                reg!(iter + 1) = Value::Int(place);
            }
            Op::BeginAny(iter, source) => {
                let source = reg!(source);
                let place = match source {
                    Value::Set(_) | Value::Frozen(_) => ok!(around.heap.begin_table(source)),
                    _ => ok!(around.heap.begin(source)),
                };
                reg!(iter) = source;
                reg!(iter + 1) = Value::Int(place);
            }
            Op::Unpack(first, source, count) => {
                let to = usize::from(first)..usize::from(first) + usize::from(count);
                let source = reg!(source);
                ok!(unpack(source, &mut regs[to], around.heap));
            }
            Op::UnpackStar(before, first, source, after) => {
                let to = usize::from(first)
                    ..usize::from(first) + usize::from(before) + 1 + usize::from(after);
                let source = reg!(source);
                ok!(unpack_star(
                    source,
                    before.into(),
                    &mut regs[to],
                    around.heap
                ));
            }
            Op::SetIndex(all, nth, value) => match (reg!(all), reg!(nth)) {
                (Value::List(list), Value::Int(n))
                    if list as usize >= around.heap.frozen.lists
                        && (n as u64) < around.heap.lists[list as usize].len() as u64 =>
                {
                    around.heap.lists[list as usize][n as usize] = reg!(value);
                }
                (all, nth) => ok!(around.heap.set_item(all, nth, reg!(value))),
            },
            Op::DeleteIndex(all, nth) => ok!(around.heap.delete_item(reg!(all), reg!(nth))),
            Op::Slice(to, all, ends) => {
                let ends = [reg!(ends), reg!(ends + 1), reg!(ends + 2)];
                reg!(to) = ok!(around.heap.slice(reg!(all), ends));
            }
            Op::SetSlice(all, ends, value) => {
                let ends = [reg!(ends), reg!(ends + 1), reg!(ends + 2)];
                ok!(around.heap.set_slice(reg!(all), ends, Some(reg!(value))));
            }
            Op::DeleteSlice(all, ends) => {
                let ends = [reg!(ends), reg!(ends + 1), reg!(ends + 2)];
                ok!(around.heap.set_slice(reg!(all), ends, None));
            }
            Op::Minus(to, a) => reg!(to) = ok!(unary('-', reg!(a), around.heap)),
            Op::Plus(to, a) => reg!(to) = ok!(unary('+', reg!(a), around.heap)),
            Op::Invert(to, a) => reg!(to) = ok!(unary('~', reg!(a), around.heap)),
            Op::PlusMinus(to, a) => reg!(to) = ok!(around.host.plus_minus(reg!(a), around.heap)),
            Op::Unset(reg) => reg!(reg) = Value::Unset,
            Op::Check(reg) => {
                if let Value::Unset = reg!(reg) {
                    leave!(Err(unset(code, reg, around)));
                }
            }
            Op::NewCell(reg) => reg!(reg) = ok!(around.heap.cell(reg!(reg))),
            Op::Load(to, cell) => {
                let Value::Cell(place) = reg!(cell) else {
                    leave!(Err(unset(code, cell, around)));
                };
                reg!(to) = around.heap.boxes[place as usize];
                if let Value::Unset = reg!(to) {
                    leave!(Err(unset(code, cell, around)));
                }
            }
            Op::Store(cell, value) => {
                if let Value::Cell(place) = reg!(cell) {
                    if (place as usize) < around.heap.frozen.boxes {
                        leave!(wrong(UNCHANGING));
                    }
                    around.heap.boxes[place as usize] = reg!(value);
                }
            }
            Op::Attribute(to, of, name) => {
                reg!(to) = ok!(attribute(reg!(of), reg!(name), around.heap))
            }
            Op::Dict(to) => reg!(to) = ok!(around.heap.dict()),
            Op::Set(to) => reg!(to) = Value::Set(ok!(around.heap.table())),
            Op::Add1(set, item) => {
                if let Value::Set(table) = reg!(set) {
                    ok!(around.heap.add_item(table, reg!(item)));
                }
            }
            Op::Enter(dict, key, value) => {
                ok!(around.heap.insert(reg!(dict), reg!(key), reg!(value)))
            }
            Op::Extend(list, source) => {
                if let Value::List(list) = reg!(list) {
                    ok!(around.heap.extend(list, reg!(source)));
                }
            }
            Op::AddAll(set, source) => {
                if let Value::Set(table) = reg!(set) {
                    ok!(around.heap.add_all(table, reg!(source)));
                }
            }
            Op::Merge(dict, other) => {
                if let Value::Dict(table) = reg!(dict) {
                    ok!(around.heap.fill(table, reg!(other)));
                }
            }
            Op::TupleOf(to, list) => {
                let items = ok!(around.heap.collect(reg!(list)));
                reg!(to) = ok!(around.heap.tuple(&items));
            }
            Op::Function(to, function, first) => {
                reg!(to) = ok!(closure(function, first, regs, around))
            }
            Op::Format(letter, to, value, format) => {
                let letter = (letter > 0).then_some(char::from(letter));
                reg!(to) = ok!(format_one(letter, reg!(value), reg!(format), around.heap));
            }
            Op::Join(to, first, count) => {
                let parts = usize::from(first)..usize::from(first) + usize::from(count);
                reg!(to) = ok!(join(&regs[parts], around.heap));
            }
            Op::Raise(message) => {
                let mut text = String::new();
                ok!(around.heap.write(reg!(message), &mut text));
                leave!(wrong(text));
            }
            Op::Literal(to, text) => {
                let place = code
                    .places
                    .get(at - 1)
                    .map_or(0, |place| place.start as usize);
                let text = around.heap.str(&reg!(text)).to_owned();
                reg!(to) = ok!(around.host.literal(&text, place, around.heap));
            }
            Op::Braces(to, sides) => {
                let (left, right) = (reg!(sides), reg!(sides + 1));
                reg!(to) = ok!(around.host.braces(left, right, around.heap));
            }
        }
    }
}

fn op_a(op: Op) -> Reg {
    if let Op::Binary(_, _, a, _) = op {
        a
    } else {
        0
    }
}

fn op_b(op: Op) -> Reg {
    if let Op::Binary(_, _, _, b) = op {
        b
    } else {
        0
    }
}

fn is_foreign(value: &Value) -> bool {
    matches!(value, Value::Foreign(_))
}

/// Values whose methods are not those of the language's own types.
fn is_object(value: &Value) -> bool {
    matches!(
        value,
        Value::Struct(_) | Value::Foreign(_) | Value::Builtin(_)
    )
}

#[inline(never)]
fn combine(operator: Operator, a: Value, b: Value, around: &mut Around<'_>) -> Done<Value> {
    if operator == Operator::Div && !is_foreign(&a) && !is_foreign(&b) {
        return around.host.divide(a, b, around.heap);
    }
    around.heap.binary(operator, a, b)
}

#[inline]
fn holds(relation: Relation, a: &Value, b: &Value, around: &mut Around<'_>) -> Done<bool> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => match relation {
            Relation::Equal => return Ok(a == b),
            Relation::Unequal => return Ok(a != b),
            Relation::Less => return Ok(a < b),
            Relation::AtMost => return Ok(a <= b),
            Relation::Greater => return Ok(a > b),
            Relation::AtLeast => return Ok(a >= b),
            _ => {}
        },
        (Value::Short(a), Value::Short(b)) => match relation {
            Relation::Equal => return Ok(a == b),
            Relation::Unequal => return Ok(a != b),
            Relation::In if a.len() == 1 => return Ok(b.bytes().contains(&a.bytes()[0])),
            Relation::NotIn if a.len() == 1 => return Ok(!b.bytes().contains(&a.bytes()[0])),
            _ => {}
        },
        _ => {}
    }
    holds_other(relation, *a, *b, around)
}

#[inline(never)]
fn holds_other(relation: Relation, a: Value, b: Value, around: &mut Around<'_>) -> Done<bool> {
    if !matches!(
        relation,
        Relation::In | Relation::NotIn | Relation::Is | Relation::IsNot
    ) {
        if let Some(own) = around.heap.as_foreign(&a).cloned() {
            return own.compare(relation, &b, true, around.heap);
        }
        if let Some(own) = around.heap.as_foreign(&b).cloned() {
            return own.compare(relation, &a, false, around.heap);
        }
    }
    around.heap.holds(relation, a, b)
}

fn unary(sign: char, a: Value, heap: &mut Heap) -> Done<Value> {
    match heap.as_foreign(&a).cloned() {
        Some(own) => own.unary(sign, heap),
        None => heap.unary(sign, &a),
    }
}

/// The value of a global, or the built-in of its name.
fn global(place: u16, around: &Around<'_>) -> Done<Value> {
    match around.globals[usize::from(place)] {
        Value::Unset => {
            let name = &around.names[usize::from(place)];
            match Builtin::named(name) {
                Some(builtin) => Ok(Value::Builtin(builtin)),
                None => wrong(format!(
                    "`{name}` has no value yet: it is given one further below"
                )),
            }
        }
        value => Ok(value),
    }
}

/// The error about a variable without a value.
#[cold]
fn unset(code: &Code, reg: Reg, around: &Around<'_>) -> Box<Trouble> {
    let name = code.names.get(usize::from(reg)).map_or("", String::as_str);
    let is_outside = around.names.iter().any(|global| global == name);
    let advice = match (name, is_outside) {
        ("", _) => return Trouble::new("this variable has no value yet"),
        (_, true) => {
            ": a function cannot change what is defined outside of it; return what changes, or put it into the position"
        }
        _ => ": it is given one in some cases only; give it one before",
    };
    Trouble::new(format!("`{name}` has no value here{advice}"))
}

/// The value of a key of a `defaultdict`, or the call that makes it.
fn missing(table: u32, key: Value, heap: &mut Heap) -> Done<Result<Value, Box<Pending>>> {
    if let Some(place) = heap.find(table, &key)? {
        return Ok(Ok(heap.tables[table as usize].entries[place].value));
    }
    let Kind::Default(function) = heap.tables[table as usize].kind else {
        return wrong("the dict has no such key");
    };
    if let Value::Builtin(builtin) = function
        && let Answer::Value(value) = heap.call_builtin(builtin, &[], &[])?
    {
        heap.changing_table(table)?;
        heap.put(table, key, value)?;
        return Ok(Ok(value));
    }
    Ok(Err(Box::new(Pending {
        job: Job::Missing { table, key },
        function,
        items: Vec::new(),
        results: Vec::new(),
        at: 0,
    })))
}

fn unpack(source: Value, to: &mut [Value], heap: &mut Heap) -> Done<()> {
    if let Value::Tuple(_) | Value::List(_) = source {
        let items = heap.items(&source);
        if items.len() == to.len() {
            to.copy_from_slice(items);
            return Ok(());
        }
    }
    let items = heap.collect(source)?;
    if items.len() != to.len() {
        return wrong(format!(
            "expected {} items to take apart, found {}",
            to.len(),
            items.len()
        ));
    }
    to.copy_from_slice(&items);
    Ok(())
}

fn unpack_star(source: Value, before: usize, to: &mut [Value], heap: &mut Heap) -> Done<()> {
    let items = heap.collect(source)?;
    let after = to.len() - before - 1;
    if items.len() < before + after {
        let plural = if before + after == 1 { "" } else { "s" };
        return wrong(format!(
            "expected at least {} item{plural} to take apart, found {}",
            before + after,
            items.len()
        ));
    }
    to[..before].copy_from_slice(&items[..before]);
    to[before + 1..].copy_from_slice(&items[items.len() - after..]);
    to[before] = heap.list_of(&items[before..items.len() - after])?;
    Ok(())
}

/// A function with its defaults, and the variables that it shares with this one.
fn closure(function: u16, first: Reg, regs: &[Value], around: &mut Around<'_>) -> Done<Value> {
    let code = &around.codes[usize::from(function)];
    let defaults = code
        .parameters
        .iter()
        .filter(|parameter| parameter.has_default)
        .count();
    around
        .heap
        .take((defaults + code.captures.len()) * crate::heap::CELL)?;
    let defaults = regs[usize::from(first)..usize::from(first) + defaults].into();
    let captured = code
        .captures
        .iter()
        .map(|reg| regs[usize::from(*reg)])
        .collect();
    let closure = crate::heap::Closure {
        code: function.into(),
        defaults,
        captured,
    };
    Ok(Value::Function(
        around.heap.object(crate::heap::Object::Function(closure))?,
    ))
}

fn format_one(letter: Option<char>, value: Value, format: Value, heap: &mut Heap) -> Done<Value> {
    let value = heap.converted(value, letter)?;
    let format = match format {
        Value::Short(short) if short.len() == 0 => return heap.str_of(value),
        _ => heap.str(&format).to_owned(),
    };
    let text = heap.formatted(value, &format)?;
    heap.string(&text)
}

/// Strings, one after the other.
fn join(parts: &[Value], heap: &mut Heap) -> Done<Value> {
    let mut joined = Short::of(b"");
    let mut rest = parts;
    while let [Value::Short(short), after @ ..] = rest {
        if joined.len() + short.len() > SHORT {
            break;
        }
        joined = joined.joined(short);
        rest = after;
    }
    let mut joined = Value::Short(joined);
    for part in rest {
        joined = heap.joined(joined, *part)?;
    }
    Ok(joined)
}

/// `of.name`
pub(crate) fn attribute(of: Value, name: Value, heap: &mut Heap) -> Done<Value> {
    let text = heap.str(&name).to_owned();
    if let Some(own) = heap.as_foreign(&of).cloned() {
        return match own.attribute(&text, heap)? {
            Some(value) => Ok(value),
            None => heap.no_attribute(&of, &text),
        };
    }
    let Some(method) = Method::named(&text).filter(|_| !matches!(of, Value::Struct(_))) else {
        return heap.field(of, &text);
    };
    match of {
        Value::Builtin(Builtin::Chain) if method == Method::FromIterable => {
            Ok(Value::Builtin(Builtin::ChainFrom))
        }
        Value::Builtin(builtin) if builtin.is_type() => Ok(Value::Method(method)),
        _ if heap.has_method(method, &of) => Ok(Value::Bound(
            heap.object(crate::heap::Object::Bound(of, method))?,
        )),
        _ => heap.no_attribute(&of, &text),
    }
}
