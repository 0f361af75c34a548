//! Makes the [`Code`] of a tree.

use std::cell::Cell;
use std::collections::HashMap;
use std::mem;
use std::rc::Rc;

use crate::code::{Code, Op, Shape, Site};
use crate::error::{Done, Error};
use crate::tree::{
    Argument, Binary, Clause, Collects, Compare, Comprehension, Expr, Function, Name, Node,
    Parameters, Part, Place, Scope, Span, Statement, Step, Unary, resolve,
};
use crate::value::{Key, Map, Value};

/// The value of a name that the text does not bind.
pub(crate) type Known<'k> = &'k dyn Fn(&str) -> Option<Value>;

/// A function while it is made.
struct Builder {
    code: Code,
    scope: usize,
    places: HashMap<Name, u32>,
    /// The comprehensions around, with the places of their variables.
    within: Vec<(usize, HashMap<Name, u32>)>,
    loops: Vec<Round>,
    span: Span,
}

/// A loop.
struct Round {
    start: u32,
    breaks: Vec<usize>,
    has_iterator: bool,
}

pub(crate) struct Compiler<'k> {
    scopes: Vec<Scope>,
    known: Known<'k>,
    /// The names of the module.
    pub(crate) globals: Vec<Name>,
    global_places: HashMap<Name, u32>,
    builders: Vec<Builder>,
    builder: Builder,
}

fn builder(name: Name, scope: usize) -> Builder {
    let code = Code {
        name,
        ops: Vec::new(),
        spans: Vec::new(),
        constants: Vec::new(),
        sites: Vec::new(),
        shapes: Vec::new(),
        codes: Vec::new(),
        names: Vec::new(),
        parameters: 0,
        by_place: 0,
        without_name: 0,
        defaults: Vec::new(),
        rest: false,
        others: false,
        locals: 0,
        captured_at: 0,
        captured: Vec::new(),
        yields: false,
    };
    let span = Span { start: 0, end: 0 };
    Builder {
        code,
        scope,
        places: HashMap::new(),
        within: Vec::new(),
        loops: Vec::new(),
        span,
    }
}

/// Makes the code of a module, whose first globals have values already. The value of a last expression is returned if it is `shown`.
pub(crate) fn compile(
    body: &[Statement],
    mut scopes: Vec<Scope>,
    globals: Vec<Name>,
    known: Known<'_>,
    shown: bool,
) -> Done<(Rc<Code>, Vec<Name>)> {
    resolve(&mut scopes);
    let mut compiler = Compiler {
        known,
        global_places: HashMap::new(),
        globals: Vec::new(),
        builders: Vec::new(),
        builder: builder("the file".into(), 0),
        scopes,
    };
    let bound: Vec<Name> = compiler.scopes[0].bound.iter().cloned().collect();
    // Functions can make globals, too, while the file is read.
    let others = compiler
        .scopes
        .iter()
        .flat_map(|scope| scope.globals.iter().cloned())
        .collect::<Vec<_>>();
    for name in globals.into_iter().chain(bound).chain(others) {
        if !compiler.global_places.contains_key(&name) {
            compiler
                .global_places
                .insert(name.clone(), compiler.globals.len() as u32);
            compiler.globals.push(name);
        }
    }
    let (last, rest) = match body.split_last() {
        Some((last, rest)) if shown => (Some(last), rest),
        _ => (None, body),
    };
    compiler.block(rest)?;
    match last.map(|last| (&last.node, last)) {
        Some((Step::Value(value), _)) => compiler.value(value)?,
        Some((_, last)) => {
            compiler.statement(last)?;
            compiler.constant(Value::Unset);
        }
        None => compiler.constant(Value::None),
    }
    compiler.push(Op::Return);
    let mut code = compiler.builder.code;
    code.locals = code.names.len();
    Ok((Rc::new(code), compiler.globals))
}

/// An operation with a number.
type Counted = fn(u32) -> Op;

/// Where a name's value is.
enum Home {
    Local(u32),
    Cell(u32),
    Global(u32),
    Known(Value),
}

impl Compiler<'_> {
    fn push(&mut self, op: Op) -> usize {
        let code = &mut self.builder.code;
        code.ops.push(op);
        code.spans.push(self.builder.span);
        code.ops.len() - 1
    }

    fn here(&self) -> u32 {
        self.builder.code.ops.len() as u32
    }

    /// Sets the target of a jump to here.
    fn land(&mut self, jump: usize) {
        let here = self.here();
        match &mut self.builder.code.ops[jump] {
            Op::Jump(to)
            | Op::JumpIf(to)
            | Op::JumpUnless(to)
            | Op::JumpIfKeep(to)
            | Op::JumpUnlessKeep(to)
            | Op::Next(to) => *to = here,
            _ => unreachable!("invariant: only jumps land"),
        }
    }

    fn constant_at(&mut self, value: Value) -> u32 {
        let constants = &mut self.builder.code.constants;
        let same = |other: &Value| match (other, &value) {
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::None, Value::None) => true,
            _ => false,
        };
        let place = constants.iter().take(20).position(same);
        place.unwrap_or_else(|| {
            constants.push(value);
            constants.len() - 1
        }) as u32
    }

    fn constant(&mut self, value: Value) {
        let place = self.constant_at(value);
        self.push(Op::Constant(place));
    }

    /// A new place of this function.
    fn place(&mut self, name: Name) -> u32 {
        self.builder.code.names.push(name);
        self.builder.code.names.len() as u32 - 1
    }

    fn home(&mut self, name: &Name, span: Span) -> Done<Home> {
        for (scope, places) in self.builder.within.iter().rev() {
            if self.scopes[*scope].bound.contains(name) {
                return Ok(Home::Local(places[name]));
            }
        }
        let scope = &self.scopes[self.builder.scope];
        if scope.cells.contains(name) || scope.free.contains(name) {
            return Ok(Home::Cell(self.builder.places[name]));
        }
        let is_own = scope.bound.contains(name)
            && !scope.globals.contains(name)
            && !scope.nonlocals.contains(name);
        if is_own && scope.place != Place::Module {
            return Ok(Home::Local(self.builder.places[name]));
        }
        if scope.nonlocals.contains(name) {
            return Err(
                Error::new(format!("no function around has a variable {name}")).at(span.range()),
            );
        }
        if let Some(place) = self.global_places.get(name) {
            return Ok(Home::Global(*place));
        }
        match (self.known)(name) {
            Some(value) => Ok(Home::Known(value)),
            None => Err(Error::new(self.unknown(name)).at(span.range())),
        }
    }

    fn unknown(&self, name: &str) -> String {
        let others = self
            .scopes
            .iter()
            .flat_map(|scope| &scope.bound)
            .map(|name| name.to_string());
        let names = crate::builtins::names().map(str::to_owned).chain(others);
        let near = names
            .filter(|other| other != name)
            .map(|other| (distance(name, &other), other))
            .min();
        match crate::builtins::missing(name) {
            Some(why) => why,
            None => match near {
                Some((away, near)) if away * 3 <= name.len() => {
                    format!("there is no name {name}: is {near} meant?")
                }
                _ => format!("there is no name {name}"),
            },
        }
    }

    fn set(&mut self, name: &Name, span: Span) -> Done<()> {
        let op = match self.home(name, span)? {
            Home::Local(place) => Op::SetLocal(place),
            Home::Cell(place) => Op::SetCell(place),
            Home::Global(place) => Op::SetGlobal(place),
            Home::Known(_) => unreachable!("invariant: an assigned name is bound"),
        };
        self.push(op);
        Ok(())
    }

    fn block(&mut self, body: &[Statement]) -> Done<()> {
        body.iter()
            .try_for_each(|statement| self.statement(statement))
    }

    fn statement(&mut self, statement: &Statement) -> Done<()> {
        self.builder.span = statement.span;
        match &statement.node {
            Step::Pass => {}
            Step::Value(value) => {
                self.value(value)?;
                self.push(Op::Pop);
            }
            Step::Assign(targets, value) => {
                self.value(value)?;
                for (n, target) in targets.iter().enumerate() {
                    if n + 1 < targets.len() {
                        self.push(Op::Copy);
                    }
                    self.assign(target)?;
                }
            }
            Step::Change(target, binary, value) => self.change(target, *binary, value)?,
            Step::If(condition, body, otherwise) => {
                let jump = self.unless(condition)?;
                self.block(body)?;
                if otherwise.is_empty() {
                    jump.into_iter().for_each(|jump| self.land(jump));
                    return Ok(());
                }
                let end = self.push(Op::Jump(0));
                jump.into_iter().for_each(|jump| self.land(jump));
                self.block(otherwise)?;
                self.land(end);
            }
            Step::While(condition, body, otherwise) => {
                let start = self.here();
                let jump = self.unless(condition)?;
                self.round(start, false, body)?;
                jump.into_iter().for_each(|jump| self.land(jump));
                self.after(otherwise)?;
            }
            Step::For(target, items, body, otherwise) => {
                self.items(items)?;
                self.builder.span = items.span;
                self.push(Op::Iterate);
                let start = self.here();
                let next = self.push(Op::Next(0));
                self.assign(target)?;
                self.round(start, true, body)?;
                self.land(next);
                self.after(otherwise)?;
            }
            Step::Break => {
                let round = self
                    .builder
                    .loops
                    .last()
                    .expect("invariant: the parser saw the loop");
                if round.has_iterator {
                    self.push(Op::Pop);
                }
                let jump = self.push(Op::Jump(0));
                self.builder
                    .loops
                    .last_mut()
                    .expect("invariant: as above")
                    .breaks
                    .push(jump);
            }
            Step::Continue => {
                let start = self
                    .builder
                    .loops
                    .last()
                    .expect("invariant: the parser saw the loop")
                    .start;
                self.push(Op::Loop(start));
            }
            Step::Return(value) => {
                match value {
                    Some(value) => self.value(value)?,
                    None => self.constant(Value::None),
                }
                self.push(Op::Return);
            }
            Step::Define(function, decorators) => {
                for decorator in decorators {
                    self.value(decorator)?;
                }
                self.builder.span = statement.span;
                self.function(function)?;
                for decorator in decorators.iter().rev() {
                    self.builder.span = decorator.span;
                    self.push(Op::Call(1));
                }
                self.set(&function.name, statement.span)?;
            }
            Step::Assert(condition, why) => {
                self.value(condition)?;
                let jump = self.push(Op::JumpIf(0));
                match why {
                    Some(why) => self.value(why)?,
                    None => self.constant(Value::str("this assertion does not hold")?),
                }
                self.builder.span = condition.span;
                self.push(Op::Raise);
                self.land(jump);
            }
            Step::Raise(value) => {
                self.value(value)?;
                self.builder.span = statement.span;
                self.push(Op::Raise);
            }
            Step::Delete(targets) => {
                for target in targets {
                    self.delete(target)?;
                }
            }
            Step::Import(names) => {
                for (path, name) in names {
                    let value = crate::builtins::import(path)
                        .map_err(|error| error.at(statement.span.range()))?;
                    self.constant(value);
                    self.set(name, statement.span)?;
                }
            }
        }
        Ok(())
    }

    /// Jumps if a condition does not hold.
    fn unless(&mut self, condition: &Expr) -> Done<Vec<usize>> {
        match &condition.node {
            Node::Logic(true, left, right) => {
                let mut jumps = self.unless(left)?;
                jumps.extend(self.unless(right)?);
                Ok(jumps)
            }
            Node::Unary(Unary::Not, inner) => {
                self.value(inner)?;
                Ok(vec![self.push(Op::JumpIf(0))])
            }
            _ => {
                self.value(condition)?;
                Ok(vec![self.push(Op::JumpUnless(0))])
            }
        }
    }

    /// The body of a loop, and the way back; the breaks of the last loop are kept for [`Self::after`].
    fn round(&mut self, start: u32, has_iterator: bool, body: &[Statement]) -> Done<()> {
        self.builder.loops.push(Round {
            start,
            breaks: Vec::new(),
            has_iterator,
        });
        self.block(body)?;
        self.push(Op::Loop(start));
        Ok(())
    }

    /// The `else` of a loop, and its end.
    fn after(&mut self, otherwise: &[Statement]) -> Done<()> {
        let round = self
            .builder
            .loops
            .pop()
            .expect("invariant: a loop was begun");
        self.block(otherwise)?;
        round.breaks.into_iter().for_each(|jump| self.land(jump));
        Ok(())
    }

    fn change(&mut self, target: &Expr, binary: Binary, value: &Expr) -> Done<()> {
        let span = self.builder.span;
        match &target.node {
            Node::Index(container, index) => {
                self.value(container)?;
                self.value(index)?;
                self.push(Op::CopyTwo);
                self.builder.span = target.span;
                self.push(Op::Index);
                self.value(value)?;
                self.builder.span = span;
                self.push(Op::Change(binary));
                self.push(Op::Sink);
                self.builder.span = target.span;
                self.push(Op::SetIndex);
                Ok(())
            }
            _ => {
                self.value(target)?;
                self.value(value)?;
                self.builder.span = span;
                self.push(Op::Change(binary));
                self.assign(target)
            }
        }
    }

    fn assign(&mut self, target: &Expr) -> Done<()> {
        let span = mem::replace(&mut self.builder.span, target.span);
        match &target.node {
            Node::Name(name) => self.set(name, target.span)?,
            Node::Tuple(items) | Node::List(items) => {
                match items
                    .iter()
                    .position(|item| matches!(item.node, Node::Star(_)))
                {
                    None => self.push(Op::Unpack(items.len() as u32)),
                    Some(before) => {
                        let after = items.len() - before - 1;
                        self.push(Op::UnpackStar(before as u16, after as u16))
                    }
                };
                for item in items {
                    match &item.node {
                        Node::Star(inner) => self.assign(inner)?,
                        _ => self.assign(item)?,
                    }
                }
            }
            Node::Index(container, index) => {
                self.value(container)?;
                self.value(index)?;
                self.builder.span = target.span;
                self.push(Op::SetIndex);
            }
            Node::Slice(container, parts) => {
                self.value(container)?;
                self.slice(parts)?;
                self.builder.span = target.span;
                self.push(Op::SetSlice);
            }
            _ => unreachable!("invariant: the parser takes no other target"),
        }
        self.builder.span = span;
        Ok(())
    }

    fn delete(&mut self, target: &Expr) -> Done<()> {
        match &target.node {
            Node::Index(container, index) => {
                self.value(container)?;
                self.value(index)?;
                self.builder.span = target.span;
                self.push(Op::DropIndex);
            }
            Node::Slice(container, parts) => {
                self.value(container)?;
                self.slice(parts)?;
                self.builder.span = target.span;
                self.push(Op::DropSlice);
            }
            Node::Name(name) => match self.home(name, target.span)? {
                Home::Local(place) => {
                    self.push(Op::DropLocal(place));
                }
                _ => {
                    self.value(target)?;
                    self.push(Op::Pop);
                    self.constant(Value::Unset);
                    self.set(name, target.span)?;
                }
            },
            _ => unreachable!("invariant: the parser takes no other target"),
        }
        Ok(())
    }

    fn slice(&mut self, parts: &[Option<Expr>; 3]) -> Done<()> {
        for part in parts {
            match part {
                Some(part) => self.value(part)?,
                None => self.constant(Value::None),
            }
        }
        Ok(())
    }

    fn function(&mut self, function: &Function) -> Done<()> {
        let Function {
            name,
            parameters,
            body,
            scope,
            yields,
        } = function;
        for (_, default) in &parameters.each {
            if let Some(default) = default {
                self.value(default)?;
            }
        }
        self.begin(name.clone(), *scope, parameters);
        self.builder.code.yields = *yields;
        self.block(body)?;
        self.constant(Value::None);
        self.push(Op::Return);
        self.end();
        Ok(())
    }

    /// Begins the code of a function within this one.
    fn begin(&mut self, name: Name, scope: usize, parameters: &Parameters) {
        let mut inner = builder(name, scope);
        inner.span = self.builder.span;
        let code = &mut inner.code;
        let (each, extra) = (&parameters.each, [&parameters.rest, &parameters.others]);
        code.parameters = each.len();
        code.by_place = parameters.by_place;
        code.without_name = parameters.without_name;
        code.defaults = (0..each.len()).filter(|n| each[*n].1.is_some()).collect();
        code.rest = parameters.rest.is_some();
        code.others = parameters.others.is_some();
        let first = each
            .iter()
            .map(|each| &each.0)
            .chain(extra.into_iter().flatten());
        let own = &self.scopes[scope];
        let mut names: Vec<Name> = first.cloned().collect();
        let is_local =
            |name: &&Name| !own.globals.contains(*name) && !own.nonlocals.contains(*name);
        let bound: Vec<Name> = own
            .bound
            .iter()
            .filter(is_local)
            .filter(|name| !names.contains(name))
            .cloned()
            .collect();
        names.extend(bound);
        let shared: Vec<u32> = (0..names.len() as u32)
            .filter(|n| own.cells.contains(&names[*n as usize]))
            .collect();
        names.extend(own.free.iter().cloned());
        inner.places = names.iter().cloned().zip(0..).collect();
        code.captured_at = names.len() - own.free.len();
        code.captured = own
            .free
            .iter()
            .map(|name| self.builder.places[name])
            .collect();
        code.names = names;
        self.builders.push(mem::replace(&mut self.builder, inner));
        for place in shared {
            self.push(Op::Share(place));
        }
    }

    fn end(&mut self) {
        let outer = self
            .builders
            .pop()
            .expect("invariant: a function was begun");
        let mut inner = mem::replace(&mut self.builder, outer).code;
        inner.locals = inner.names.len();
        self.builder.code.codes.push(Rc::new(inner));
        let place = self.builder.code.codes.len() as u32 - 1;
        self.push(Op::Define(place));
    }

    /// Pushes the value of an expression.
    fn value(&mut self, expr: &Expr) -> Done<()> {
        let around = mem::replace(&mut self.builder.span, expr.span);
        self.value_here(expr)?;
        self.builder.span = around;
        Ok(())
    }

    fn value_here(&mut self, expr: &Expr) -> Done<()> {
        let span = expr.span;
        match &expr.node {
            Node::Constant(value) => self.constant(value.clone()),
            Node::Name(name) => {
                match self.home(name, span)? {
                    Home::Local(place) => self.push(Op::Local(place)),
                    Home::Cell(place) => self.push(Op::Cell(place)),
                    Home::Global(place) => self.push(Op::Global(place)),
                    Home::Known(value) => {
                        self.constant(value);
                        return Ok(());
                    }
                };
            }
            Node::Tuple(items) => match fixed(expr)? {
                Some(tuple) => self.constant(tuple),
                None => self.display(items, "tuple", Op::Tuple)?,
            },
            Node::List(items) => self.display(items, "list", Op::List)?,
            Node::Set(items) => self.display(items, "set", Op::Set)?,
            Node::Dict(entries) => self.entries(entries)?,
            Node::Star(_) => return Err(Error::new("a star has no meaning here").at(span.range())),
            Node::Unary(sign, inner) => {
                self.value(inner)?;
                self.push(Op::Unary(*sign));
            }
            Node::Binary(binary, left, right) => {
                self.value(left)?;
                self.value(right)?;
                self.push(Op::Binary(*binary));
            }
            Node::Compare(first, rest) => self.compare(first, rest)?,
            Node::Logic(and, left, right) => {
                self.value(left)?;
                let jump = self.push(if *and {
                    Op::JumpUnlessKeep(0)
                } else {
                    Op::JumpIfKeep(0)
                });
                self.value(right)?;
                self.land(jump);
            }
            Node::If(parts) => {
                let [condition, value, otherwise] = &**parts;
                let jumps = self.unless(condition)?;
                self.value(value)?;
                let end = self.push(Op::Jump(0));
                jumps.into_iter().for_each(|jump| self.land(jump));
                self.value(otherwise)?;
                self.land(end);
            }
            Node::Lambda(function) => self.function(function)?,
            Node::Call(function, arguments) => self.call(function, arguments, span)?,
            Node::Index(container, index) => {
                match fixed_dict(container)? {
                    Some(dict) => self.constant(dict),
                    None => self.value(container)?,
                }
                self.value(index)?;
                self.push(Op::Index);
            }
            Node::Slice(container, parts) => {
                self.value(container)?;
                self.slice(parts)?;
                self.push(Op::Slice);
            }
            Node::Attribute(inner, name) => {
                self.value(inner)?;
                let site = self.site(name);
                self.push(Op::Attribute(site));
            }
            Node::Comprehension(all) => self.comprehension(all)?,
            Node::Format(parts) => self.format(parts)?,
            Node::Walrus(name, inner) => {
                self.value(inner)?;
                self.push(Op::Copy);
                self.set(name, span)?;
            }
            Node::Yield(value, from) => {
                match value {
                    Some(value) => self.value(value)?,
                    None => self.constant(Value::None),
                }
                if *from {
                    self.push(Op::Iterate);
                }
                self.push(if *from { Op::YieldFrom } else { Op::Yield });
            }
        }
        Ok(())
    }

    /// Items in brackets.
    fn display(&mut self, items: &[Expr], kind: &str, make: fn(u32) -> Op) -> Done<()> {
        if !items.iter().any(|item| matches!(item.node, Node::Star(_))) {
            items.iter().try_for_each(|item| self.value(item))?;
            self.push(make(items.len() as u32));
            return Ok(());
        }
        if kind != "list" {
            self.constant(crate::builtins::native(kind));
        }
        self.gather(items.iter())?;
        if kind != "list" {
            self.push(Op::Call(1));
        }
        Ok(())
    }

    /// A list of items, some with a star.
    fn gather<'e>(&mut self, items: impl Iterator<Item = &'e Expr>) -> Done<()> {
        self.push(Op::List(0));
        for item in items {
            match &item.node {
                Node::Star(inner) => {
                    self.value(inner)?;
                    self.builder.span = item.span;
                    self.push(Op::Extend);
                }
                _ => {
                    self.value(item)?;
                    self.push(Op::Append(0));
                }
            }
        }
        Ok(())
    }

    fn entries(&mut self, entries: &[(Option<Expr>, Expr)]) -> Done<()> {
        self.push(Op::Dict);
        for (key, value) in entries {
            match key {
                Some(key) => {
                    self.value(key)?;
                    self.value(value)?;
                    self.builder.span = key.span;
                    self.push(Op::Put(0));
                }
                None => {
                    self.value(value)?;
                    self.push(Op::Merge);
                }
            }
        }
        Ok(())
    }

    /// A value of which nothing but the items matters.
    fn items(&mut self, expr: &Expr) -> Done<()> {
        if let Node::List(items) = &expr.node
            && let Some(items) = all_fixed(items)?
        {
            self.constant(Value::tuple(items)?);
            return Ok(());
        }
        self.value(expr)
    }

    fn compare(&mut self, first: &Expr, rest: &[(Compare, Expr)]) -> Done<()> {
        self.value(first)?;
        let (last, before) = rest
            .split_last()
            .expect("invariant: the parser saw a comparison");
        let mut ends = Vec::new();
        for (sign, value) in before {
            self.value(value)?;
            self.push(Op::Under);
            self.push(Op::Compare(*sign));
            ends.push(self.push(Op::JumpUnlessKeep(0)));
        }
        match last.0 {
            Compare::In | Compare::NotIn => self.items(&last.1)?,
            _ => self.value(&last.1)?,
        }
        self.push(Op::Compare(last.0));
        if !ends.is_empty() {
            let end = self.push(Op::Jump(0));
            ends.into_iter().for_each(|jump| self.land(jump));
            // The value that was compared last is below the result.
            self.push(Op::Swap);
            self.push(Op::Pop);
            self.land(end);
        }
        Ok(())
    }

    fn site(&mut self, name: &Name) -> u32 {
        let sites = &mut self.builder.code.sites;
        sites.push(Site {
            name: name.clone(),
            found: Cell::new(None),
        });
        sites.len() as u32 - 1
    }

    fn call(&mut self, function: &Expr, arguments: &[Argument], span: Span) -> Done<()> {
        if let [
            Argument::Given(Expr {
                node: Node::Comprehension(all),
                ..
            }),
        ] = arguments
            && all.collects == Collects::Generator
            && self.scopes[all.scope].is_inline
        {
            return self.consumed(function, all, span);
        }
        let is_plain = |argument: &Argument| matches!(argument, Argument::Given(_));
        let method = match &function.node {
            Node::Attribute(inner, name) if arguments.iter().all(is_plain) => {
                self.value(inner)?;
                Some(name)
            }
            _ => {
                self.value(function)?;
                None
            }
        };
        if arguments
            .iter()
            .any(|argument| matches!(argument, Argument::Star(_) | Argument::Stars(_)))
        {
            self.push(Op::List(0));
            for argument in arguments {
                let (value, op) = match argument {
                    Argument::Given(value) => (value, Op::Append(0)),
                    Argument::Star(value) => (value, Op::Extend),
                    _ => continue,
                };
                self.value(value)?;
                self.push(op);
            }
            self.push(Op::Dict);
            for argument in arguments {
                match argument {
                    Argument::Named(name, value) => {
                        self.push(Op::Dict);
                        self.constant(Value::str(name)?);
                        self.value(value)?;
                        self.push(Op::Put(0));
                        self.push(Op::MergeNew);
                    }
                    Argument::Stars(value) => {
                        self.value(value)?;
                        self.push(Op::MergeNew);
                    }
                    _ => {}
                }
            }
            self.push(Op::CallAll);
            return Ok(());
        }
        let mut names = Vec::new();
        for argument in arguments {
            match argument {
                Argument::Given(value) => self.value(value)?,
                Argument::Named(name, value) => {
                    self.value(value)?;
                    names.push(name.clone());
                }
                _ => unreachable!("invariant: stars were taken above"),
            }
        }
        let given = arguments.len() - names.len();
        let op = match (method, names.is_empty()) {
            (Some(name), _) => Op::Method(given as u16, self.site(name)),
            (None, true) => Op::Call(given as u32),
            (None, false) => {
                let shapes = &mut self.builder.code.shapes;
                shapes.push(Shape { given, names });
                Op::CallNamed(shapes.len() as u32 - 1)
            }
        };
        self.push(op);
        Ok(())
    }

    fn format(&mut self, parts: &[Part]) -> Done<()> {
        for part in parts {
            match part {
                Part::Text(text) => self.constant(Value::str(text)?),
                Part::Value(value, conversion, spec) => {
                    self.value(value)?;
                    match spec.is_empty() {
                        true => self.constant(Value::str("")?),
                        false => self.format(spec)?,
                    }
                    self.builder.span = value.span;
                    self.push(Op::Format(conversion.is_some_and(|sign| sign != 's')));
                }
            }
        }
        self.push(Op::Join(parts.len() as u32));
        Ok(())
    }

    /// A generator in a call of a function that uses all of it.
    fn consumed(&mut self, function: &Expr, all: &Comprehension, span: Span) -> Done<()> {
        let Node::Name(name) = &function.node else {
            unreachable!("invariant: consumers are names")
        };
        let (any, is_ordered) = match &**name {
            "any" => (Some(true), false),
            "all" => (Some(false), false),
            "list" | "tuple" => (None, true),
            _ => (None, false),
        };
        let Some(any) = any else {
            self.value(function)?;
            self.push(Op::List(0));
            self.inline(all, Op::Append, !is_ordered)?;
            self.builder.span = span;
            self.push(Op::Call(1));
            return Ok(());
        };
        let mut found = Vec::new();
        self.clauses(all, &all.clauses, true, &mut |compiler, _| {
            compiler.value(&all.item)?;
            found.push(compiler.push(if any {
                Op::JumpIf(0)
            } else {
                Op::JumpUnless(0)
            }));
            Ok(())
        })?;
        self.constant(Value::bool(!any));
        let end = self.push(Op::Jump(0));
        found.into_iter().for_each(|jump| self.land(jump));
        for clause in &all.clauses {
            if matches!(clause, Clause::For(..)) {
                self.push(Op::Pop);
            }
        }
        self.constant(Value::bool(any));
        self.land(end);
        Ok(())
    }

    fn comprehension(&mut self, all: &Comprehension) -> Done<()> {
        let (make, add): (Counted, Counted) = match all.collects {
            Collects::List | Collects::Generator => (Op::List, Op::Append),
            Collects::Set => (Op::Set, Op::Add),
            Collects::Dict => (|_| Op::Dict, Op::Put),
        };
        let free = all.collects == Collects::Set;
        if self.scopes[all.scope].is_inline {
            self.push(make(0));
            return self.inline(all, add, free);
        }
        // A function of the first items.
        let Some(Clause::For(_, items)) = all.clauses.first() else {
            unreachable!("invariant: the parser saw a loop")
        };
        let parameters = Parameters {
            each: vec![(".items".into(), None)],
            by_place: 1,
            without_name: 1,
            ..Parameters::default()
        };
        self.begin("<comprehension>".into(), all.scope, &parameters);
        let is_generator = all.collects == Collects::Generator;
        self.builder.code.yields = is_generator;
        if !is_generator {
            self.push(make(0));
        }
        self.clauses_of(&all.clauses, free, Some(0), &mut |compiler, loops| {
            compiler.value(&all.item)?;
            if let Some(value) = &all.value {
                compiler.value(value)?;
            }
            if is_generator {
                compiler.push(Op::Yield);
                compiler.push(Op::Pop);
            } else {
                compiler.push(add(loops));
            }
            Ok(())
        })?;
        if is_generator {
            self.constant(Value::None);
        }
        self.push(Op::Return);
        self.end();
        self.value(items)?;
        self.builder.span = items.span;
        self.push(if free { Op::IterateAny } else { Op::Iterate });
        self.push(Op::Call(1));
        Ok(())
    }

    /// A comprehension in the code around, which adds to the last value.
    fn inline(&mut self, all: &Comprehension, add: fn(u32) -> Op, free: bool) -> Done<()> {
        self.clauses(all, &all.clauses, free, &mut |compiler, loops| {
            compiler.value(&all.item)?;
            if let Some(value) = &all.value {
                compiler.value(value)?;
            }
            compiler.push(add(loops));
            Ok(())
        })
    }

    fn clauses(
        &mut self,
        all: &Comprehension,
        clauses: &[Clause],
        free: bool,
        item: &mut dyn FnMut(&mut Self, u32) -> Done<()>,
    ) -> Done<()> {
        let bound: Vec<Name> = self.scopes[all.scope].bound.iter().cloned().collect();
        let places = bound
            .into_iter()
            .map(|name| (name.clone(), self.place(name)))
            .collect();
        // The first items come from outside.
        if let Some(Clause::For(_, items)) = clauses.first() {
            self.items(items)?;
            self.builder.span = items.span;
            self.push(if free { Op::IterateAny } else { Op::Iterate });
        }
        self.builder.within.push((all.scope, places));
        self.clauses_of(clauses, free, None, item)?;
        self.builder.within.pop();
        Ok(())
    }

    /// The loops and conditions of a comprehension. The first iterator is there, or at a place.
    fn clauses_of(
        &mut self,
        clauses: &[Clause],
        free: bool,
        first: Option<u32>,
        item: &mut dyn FnMut(&mut Self, u32) -> Done<()>,
    ) -> Done<()> {
        let mut open = Vec::new();
        for (n, clause) in clauses.iter().enumerate() {
            match clause {
                Clause::For(target, items) => {
                    if n > 0 {
                        self.value(items)?;
                        self.builder.span = items.span;
                        self.push(if free { Op::IterateAny } else { Op::Iterate });
                    } else if let Some(place) = first {
                        self.push(Op::Local(place));
                    }
                    let start = self.here();
                    let next = self.push(Op::Next(0));
                    self.assign(target)?;
                    open.push((start, next, Vec::new()));
                }
                Clause::If(condition) => {
                    let jumps = self.unless(condition)?;
                    let last: &mut (u32, usize, Vec<usize>) =
                        open.last_mut().expect("invariant: `if` follows `for`");
                    last.2.extend(jumps);
                }
            }
        }
        item(self, open.len() as u32)?;
        for (start, next, jumps) in open.into_iter().rev() {
            jumps.into_iter().for_each(|jump| self.land(jump));
            self.push(Op::Loop(start));
            self.land(next);
        }
        Ok(())
    }
}

/// Letters to be changed, added or left out to make one word of another.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(40).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (n, c) in a.chars().take(40).enumerate() {
        let mut diagonal = mem::replace(&mut row[0], n + 1);
        for (m, d) in b.iter().enumerate() {
            let changed = diagonal + usize::from(c != *d);
            diagonal = row[m + 1];
            row[m + 1] = changed.min(row[m] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// The value of an expression that is the same each time, and that nobody can change.
fn fixed(expr: &Expr) -> Done<Option<Value>> {
    match &expr.node {
        Node::Constant(Value::Foreign(_)) => Ok(None),
        Node::Constant(value) => Ok(Some(value.clone())),
        Node::Tuple(items) => all_fixed(items)?.map(Value::tuple).transpose(),
        _ => Ok(None),
    }
}

fn all_fixed(items: &[Expr]) -> Done<Option<Vec<Value>>> {
    let mut values = Vec::with_capacity(items.len());
    for item in items {
        match fixed(item)? {
            Some(value) => values.push(value),
            None => return Ok(None),
        }
    }
    Ok(Some(values))
}

/// A dict of such keys and values, which is only asked for an item.
fn fixed_dict(expr: &Expr) -> Done<Option<Value>> {
    let Node::Dict(entries) = &expr.node else {
        return Ok(None);
    };
    let mut map = Map::default();
    for (key, value) in entries {
        let Some(key) = key else { return Ok(None) };
        let (Some(key), Some(value)) = (fixed(key)?, fixed(value)?) else {
            return Ok(None);
        };
        map.insert(Key::of(key)?, value);
    }
    let dict = Value::dict(map, Value::Unset)?;
    Value::freeze([dict.clone()])?;
    Ok(Some(dict))
}
