//! Expressions.

use super::{Compiled, Compiler, Found, Key, Loop};
use crate::numbers::Operator;
use crate::operate::Relation;
use crate::ops::{CONSTANTS, Op, Reg};
use crate::scope::names_of;
use crate::tree::{At, Clause, Expr, Made, Node, Piece};
use crate::value::Value;

/// Lists and such with at most this many items are made at once.
const ROW: usize = 16;

impl Compiler<'_> {
    /// The register with the value of a node.
    pub(super) fn get(&mut self, node: &Node) -> Compiled<Reg> {
        if let Some(reg) = self.constant_of(node)? {
            return Ok(reg);
        }
        if let Expr::Group(inner) = &node.kind {
            return self.get(inner);
        }
        if let Expr::Name(name) = &node.kind
            && !self.unit().scope.has_walrus
            && let Found::Local(reg) = self.find_name(name)
        {
            let before = std::mem::replace(&mut self.unit().at, node.at);
            self.checked(reg);
            self.unit().at = before;
            return Ok(reg);
        }
        self.get_kept(node)
    }

    /// The same in a register of its own.
    pub(super) fn get_kept(&mut self, node: &Node) -> Compiled<Reg> {
        let to = self.temporary();
        self.put(to, node)?;
        Ok(to)
    }

    fn find_name(&self, name: &str) -> Found {
        let unit = self.unit_ref();
        let is_inner = unit
            .variables
            .iter()
            .skip(1)
            .any(|own| own.contains_key(name));
        if unit.scope.globals.contains(name) && !is_inner {
            return self
                .globals
                .places
                .get(name)
                .map_or(Found::Nowhere, |place| Found::Global(*place));
        }
        self.find(name)
    }

    /// Checks that a variable has a value, where that is not sure.
    pub(super) fn checked(&mut self, reg: Reg) {
        let unit = self.unit();
        let is_sure = unit.assigned.get(usize::from(reg)).copied().unwrap_or(true);
        if !is_sure || unit.scope.has_delete {
            self.emit(Op::Check(reg));
        }
    }

    /// The register of a constant.
    fn constant_of(&mut self, node: &Node) -> Compiled<Option<Reg>> {
        let key = match &node.kind {
            Expr::None => Key::None,
            Expr::Bool(truth) => Key::Bool(*truth),
            Expr::Int(n) => Key::Int(*n),
            Expr::Str(text) => return self.constant_text(text).map(Some),
            Expr::Name(name) => match self.find_name(name) {
                Found::Constant(value @ Value::Builtin(builtin)) => {
                    return Ok(Some(self.constant(Some(Key::Builtin(builtin)), value)));
                }
                Found::Constant(value) => return Ok(Some(self.constant(None, value))),
                _ => return Ok(None),
            },
            Expr::Tuple(_) | Expr::Big(_) => {
                return Ok(self.value_of(node)?.map(|value| self.constant(None, value)));
            }
            _ => return Ok(None),
        };
        let value = match key {
            Key::Bool(truth) => Value::Bool(truth),
            Key::Int(n) => Value::Int(n),
            _ => Value::None,
        };
        Ok(Some(self.constant(Some(key), value)))
    }

    /// The value of a node that is plain data.
    fn value_of(&mut self, node: &Node) -> Compiled<Option<Value>> {
        let made = match &node.kind {
            Expr::None => Ok(Value::None),
            Expr::Bool(truth) => Ok(Value::Bool(*truth)),
            Expr::Int(n) => Ok(Value::Int(*n)),
            Expr::Big(n) => self.heap.int(n.clone()),
            Expr::Str(text) => self.heap.string(text),
            Expr::Tuple(items) => {
                let mut values = Vec::with_capacity(items.len());
                for item in items {
                    match self.value_of(item)? {
                        Some(value) => values.push(value),
                        None => return Ok(None),
                    }
                }
                self.heap.tuple(&values)
            }
            _ => return Ok(None),
        };
        match made {
            Ok(value) => Ok(Some(value)),
            Err(trouble) => self.wrong(trouble.message, node.at),
        }
    }

    /// A tuple of many items that are plain data.
    fn values_of(&mut self, items: &[Node]) -> Compiled<Option<Reg>> {
        if items.len() <= ROW {
            return Ok(None);
        }
        let node = Node {
            kind: Expr::Tuple(items.to_vec()),
            at: At::default(),
        };
        Ok(self
            .value_of(&node)?
            .map(|value| self.constant(None, value)))
    }

    /// Writes the value of a node to a register.
    pub(super) fn put(&mut self, to: Reg, node: &Node) -> Compiled<()> {
        let before = std::mem::replace(&mut self.unit().at, node.at);
        let done = self.scratch(|own| own.write(to, node));
        self.unit().at = before;
        done
    }

    /// The values of nodes in consecutive registers.
    pub(super) fn row(&mut self, nodes: &[Node]) -> Compiled<Reg> {
        let first = self.temporaries(nodes.len());
        for (nth, node) in nodes.iter().enumerate() {
            self.put(first + nth as Reg, node)?;
        }
        Ok(first)
    }

    fn write(&mut self, to: Reg, node: &Node) -> Compiled<()> {
        if let Some(reg) = self.constant_of(node)? {
            self.emit(Op::Move(to, reg));
            return Ok(());
        }
        match &node.kind {
            Expr::None | Expr::Bool(_) | Expr::Int(_) | Expr::Big(_) | Expr::Str(_) => {}
            Expr::Group(inner) => self.write(to, inner)?,
            Expr::Name(name) => self.write_name(to, name, node.at)?,
            Expr::Join(pieces) => self.write_join(to, pieces)?,
            Expr::Tuple(items) => self.write_tuple(to, items)?,
            Expr::List(items) => self.write_list(to, items)?,
            Expr::Set(items) => self.write_set(to, items)?,
            Expr::Dict(entries) => self.write_dict(to, entries)?,
            Expr::Star(_) => {
                return self.wrong(
                    "a `*` stands before an item of a list, a tuple or a call",
                    node.at,
                );
            }
            Expr::Chain(first, others) => self.write_chain(to, first, others)?,
            Expr::Unary(sign, inner) => {
                let value = self.get(inner)?;
                self.emit(match sign {
                    '-' => Op::Minus(to, value),
                    '+' => Op::Plus(to, value),
                    '~' => Op::Invert(to, value),
                    _ => Op::PlusMinus(to, value),
                });
            }
            Expr::Not(inner) if is_plain(inner) => {
                let value = self.get(inner)?;
                self.emit(Op::Not(to, value));
            }
            Expr::Compare(first, others) if others.len() == 1 => {
                let (a, b) = (self.get(first)?, self.get(&others[0].1)?);
                self.emit(Op::Compare(others[0].0, to, a, b));
            }
            Expr::Not(_) | Expr::Compare(..) => self.write_truth(to, node)?,
            Expr::And(nodes) | Expr::Or(nodes) => {
                self.write_choice(to, nodes, matches!(node.kind, Expr::And(_)))?
            }
            Expr::If(parts) => self.write_if(to, parts)?,
            Expr::Lambda(def) => self.closure(to, def)?,
            Expr::Comprehension(made, parts, clauses) => {
                self.write_comprehension(
                    to,
                    node,
                    *made,
                    (&parts.0, parts.1.as_ref()),
                    clauses,
                    false,
                )?;
            }
            Expr::Call(function, arguments) => self.write_call(to, function, arguments)?,
            Expr::Attribute(of, name) => {
                let of = self.get(of)?;
                let name = self.constant_text(name)?;
                self.emit(Op::Attribute(to, of, name));
            }
            Expr::Index(parts) => {
                let (all, at) = (self.get(&parts[0])?, self.get(&parts[1])?);
                self.emit(Op::Index(to, all, at));
            }
            Expr::Slice(of, ends) => self.write_slice(to, of, ends)?,
            Expr::Walrus(name, value) => self.write_walrus(to, name, value, node.at)?,
            Expr::Yield(value) => {
                let value = match value {
                    Some(value) => self.get(value)?,
                    None => self.constant_none(),
                };
                if let Some(list) = self.unit().collects {
                    self.emit(Op::Push(list, value));
                }
                let none = self.constant_none();
                self.emit(Op::Move(to, none));
            }
            Expr::YieldFrom(source) => {
                let value = self.get(source)?;
                if let Some(list) = self.unit().collects {
                    self.emit(Op::Extend(list, value));
                }
                let none = self.constant_none();
                self.emit(Op::Move(to, none));
            }
            Expr::Literal(text) => {
                let text = self.constant_text(text)?;
                self.emit(Op::Literal(to, text));
            }
            Expr::Braces(left, right) => {
                let sides = self.temporaries(2);
                self.write_list(sides, left)?;
                self.write_list(sides + 1, right)?;
                self.emit(Op::Braces(to, sides));
            }
        }
        Ok(())
    }

    fn write_name(&mut self, to: Reg, name: &str, at: At) -> Compiled<()> {
        match self.find_name(name) {
            Found::Local(reg) => {
                self.checked(reg);
                self.emit(Op::Move(to, reg));
            }
            Found::Cell(reg) => self.emit(Op::Load(to, reg)),
            Found::Global(place) => self.emit(Op::Global(to, place)),
            Found::Constant(value) => {
                let reg = self.constant(None, value);
                self.emit(Op::Move(to, reg));
            }
            Found::Nowhere => return self.unknown(name, at),
        }
        Ok(())
    }

    fn write_walrus(&mut self, to: Reg, name: &str, value: &Node, at: At) -> Compiled<()> {
        let value = self.get_kept(value)?;
        // Comprehensions do not keep it: it goes to the function around.
        if self
            .unit_ref()
            .variables
            .iter()
            .skip(1)
            .any(|own| own.contains_key(name))
        {
            return self.wrong(
                format!("`:=` cannot give a value to `{name}`, which a comprehension goes through"),
                at,
            );
        }
        let outer = self.unit_ref().variables.len().min(1);
        let inner = self.unit().variables.split_off(outer);
        let found = self.find_target(name);
        self.unit().variables.extend(inner);
        match found {
            Found::Local(reg) => self.emit(Op::Move(reg, value)),
            Found::Cell(reg) => self.emit(Op::Store(reg, value)),
            Found::Global(place) => self.emit(Op::SetGlobal(place, value)),
            Found::Constant(_) | Found::Nowhere => return self.unknown(name, at),
        }
        self.emit(Op::Move(to, value));
        Ok(())
    }

    fn write_chain(&mut self, to: Reg, first: &Node, others: &[(Operator, Node)]) -> Compiled<()> {
        let start = first.at;
        let mut left = self.get(first)?;
        let between = if others.len() > 1 {
            self.temporary()
        } else {
            to
        };
        for (nth, (operator, node)) in others.iter().enumerate() {
            let target = if nth + 1 == others.len() { to } else { between };
            self.scratch(|own| {
                let right = own.get(node)?;
                own.unit().at = start.to(node.at);
                own.emit(match operator {
                    Operator::Add => Op::Add(target, left, right),
                    Operator::Sub => Op::Sub(target, left, right),
                    _ => Op::Binary(*operator, target, left, right),
                });
                Ok(())
            })?;
            left = target;
        }
        Ok(())
    }

    fn write_tuple(&mut self, to: Reg, items: &[Node]) -> Compiled<()> {
        if items.len() > ROW || items.iter().any(|item| matches!(item.kind, Expr::Star(_))) {
            let list = self.temporary();
            self.write_list(list, items)?;
            self.emit(Op::TupleOf(to, list));
            return Ok(());
        }
        if let [a, b] = items {
            let (a, b) = (self.get(a)?, self.get(b)?);
            self.emit(Op::Pair(to, a, b));
            return Ok(());
        }
        let first = self.row(items)?;
        self.emit(Op::Tuple(to, first, items.len() as u16));
        Ok(())
    }

    fn write_list(&mut self, to: Reg, items: &[Node]) -> Compiled<()> {
        let has_star = items.iter().any(|item| matches!(item.kind, Expr::Star(_)));
        if items.len() <= ROW && !has_star {
            let first = self.row(items)?;
            self.emit(Op::List(to, first, items.len() as u16));
            return Ok(());
        }
        let list = self.temporary();
        self.emit(Op::List(list, list, 0));
        if let Some(all) = self.values_of(items)? {
            self.emit(Op::Extend(list, all));
        } else {
            for item in items {
                self.scratch(|own| {
                    let op = match &item.kind {
                        Expr::Star(inner) => Op::Extend(list, own.get(inner)?),
                        _ => Op::Push(list, own.get(item)?),
                    };
                    own.emit(op);
                    Ok(())
                })?;
            }
        }
        self.emit(Op::Move(to, list));
        Ok(())
    }

    fn write_set(&mut self, to: Reg, items: &[Node]) -> Compiled<()> {
        let set = self.temporary();
        self.emit(Op::Set(set));
        if let Some(all) = self.values_of(items)? {
            self.emit(Op::AddAll(set, all));
        } else {
            for item in items {
                self.scratch(|own| {
                    let op = match &item.kind {
                        Expr::Star(inner) => Op::AddAll(set, own.get(inner)?),
                        _ => Op::Add1(set, own.get(item)?),
                    };
                    own.emit(op);
                    Ok(())
                })?;
            }
        }
        self.emit(Op::Move(to, set));
        Ok(())
    }

    fn write_dict(&mut self, to: Reg, entries: &[(Option<Node>, Node)]) -> Compiled<()> {
        let dict = self.temporary();
        self.emit(Op::Dict(dict));
        let pairs = entries.iter().map(|(key, value)| {
            let key = key.clone()?;
            Some(Node {
                at: key.at,
                kind: Expr::Tuple(vec![key, value.clone()]),
            })
        });
        let pairs: Option<Vec<Node>> = if entries.len() > ROW {
            pairs.collect()
        } else {
            None
        };
        if let Some(pairs) = pairs
            && let Some(all) = self.values_of(&pairs)?
        {
            self.emit(Op::Merge(dict, all));
        } else {
            for (key, value) in entries {
                self.scratch(|own| {
                    let op = match key {
                        Some(key) => Op::Enter(dict, own.get(key)?, own.get(value)?),
                        None => Op::Merge(dict, own.get(value)?),
                    };
                    own.emit(op);
                    Ok(())
                })?;
            }
        }
        self.emit(Op::Move(to, dict));
        Ok(())
    }

    fn write_truth(&mut self, to: Reg, node: &Node) -> Compiled<()> {
        // A register of its own: the condition may read the other one.
        let value = self.temporary();
        let (yes, no) = (
            self.constant(Some(Key::Bool(true)), Value::Bool(true)),
            self.constant(Some(Key::Bool(false)), Value::Bool(false)),
        );
        self.emit(Op::Move(value, yes));
        let holds = self.scratch(|own| own.test(node, true))?;
        self.emit(Op::Move(value, no));
        self.land(holds);
        self.emit(Op::Move(to, value));
        Ok(())
    }

    fn write_choice(&mut self, to: Reg, nodes: &[Node], is_and: bool) -> Compiled<()> {
        let value = self.temporary();
        let mut over = Vec::new();
        for (nth, node) in nodes.iter().enumerate() {
            self.put(value, node)?;
            if nth + 1 < nodes.len() {
                over.push(self.jump(if is_and {
                    Op::JumpFalse(value, 0)
                } else {
                    Op::JumpTrue(value, 0)
                }));
            }
        }
        self.land(over);
        self.emit(Op::Move(to, value));
        Ok(())
    }

    fn write_if(&mut self, to: Reg, parts: &[Node; 3]) -> Compiled<()> {
        let value = self.temporary();
        let unless = self.scratch(|own| own.test(&parts[0], false))?;
        self.put(value, &parts[1])?;
        let over = self.jump(Op::Jump(0));
        self.land(unless);
        self.put(value, &parts[2])?;
        self.land(vec![over]);
        self.emit(Op::Move(to, value));
        Ok(())
    }

    fn write_slice(&mut self, to: Reg, of: &Node, ends: &[Option<Node>; 3]) -> Compiled<()> {
        let all = self.get(of)?;
        let op = match ends {
            [None, Some(end), None] => Op::Front(to, all, self.get(end)?),
            [Some(first), None, None] => Op::Back(to, all, self.get(first)?),
            _ => Op::Slice(to, all, self.ends_of(ends)?),
        };
        self.emit(op);
        Ok(())
    }

    /// The ends of a slice in three registers.
    pub(super) fn ends_of(&mut self, ends: &[Option<Node>; 3]) -> Compiled<Reg> {
        let first = self.temporaries(3);
        for (nth, end) in ends.iter().enumerate() {
            let to = first + nth as Reg;
            match end {
                Some(node) => self.put(to, node)?,
                None => {
                    let none = self.constant_none();
                    self.emit(Op::Move(to, none));
                }
            }
        }
        Ok(first)
    }

    fn write_join(&mut self, to: Reg, pieces: &[Piece]) -> Compiled<()> {
        let first = self.temporaries(pieces.len());
        for (nth, piece) in pieces.iter().enumerate() {
            self.scratch(|own| own.write_piece(first + nth as Reg, piece))?;
        }
        self.emit(Op::Join(to, first, pieces.len() as u16));
        Ok(())
    }

    fn write_piece(&mut self, to: Reg, piece: &Piece) -> Compiled<()> {
        match piece {
            Piece::Text(text) => {
                let text = self.constant_text(text)?;
                self.emit(Op::Move(to, text));
            }
            Piece::Value(node, conversion, format) => {
                let value = self.get(node)?;
                let format = match &format[..] {
                    [] => self.constant_text("")?,
                    [Piece::Text(text)] => self.constant_text(text)?,
                    pieces => {
                        let format = self.temporary();
                        self.write_join(format, pieces)?;
                        format
                    }
                };
                let letter = conversion
                    .filter(char::is_ascii)
                    .map_or(0, |letter| letter as u8);
                self.emit(Op::Format(letter, to, value, format));
            }
        }
        Ok(())
    }

    // Conditions.

    /// Jumps if the condition is `wanted`; the jumps are to be landed.
    pub(super) fn test(&mut self, node: &Node, wanted: bool) -> Compiled<Vec<usize>> {
        let before = std::mem::replace(&mut self.unit().at, node.at);
        let jumps = self.condition(node, wanted);
        self.unit().at = before;
        jumps
    }

    fn condition(&mut self, node: &Node, wanted: bool) -> Compiled<Vec<usize>> {
        match &node.kind {
            Expr::Group(inner) => self.condition(inner, wanted),
            Expr::Not(inner) => self.test(inner, !wanted),
            Expr::And(nodes) => self.tests(nodes, false, wanted),
            Expr::Or(nodes) => self.tests(nodes, true, wanted),
            Expr::Compare(first, others) => self.relations(first, others, wanted),
            _ => {
                let value = self.get(node)?;
                Ok(vec![self.jump(if wanted {
                    Op::JumpTrue(value, 0)
                } else {
                    Op::JumpFalse(value, 0)
                })])
            }
        }
    }

    /// Conditions of which one that is `ending` decides.
    fn tests(&mut self, nodes: &[Node], ending: bool, wanted: bool) -> Compiled<Vec<usize>> {
        let mut jumps = Vec::new();
        if ending == wanted {
            for node in nodes {
                jumps.extend(self.scratch(|own| own.test(node, wanted))?);
            }
            return Ok(jumps);
        }
        let (last, others) = nodes
            .split_last()
            .expect("invariant: two conditions at least");
        let mut over = Vec::new();
        for node in others {
            over.extend(self.scratch(|own| own.test(node, !wanted))?);
        }
        jumps.extend(self.scratch(|own| own.test(last, wanted))?);
        self.land(over);
        Ok(jumps)
    }

    fn relations(
        &mut self,
        first: &Node,
        others: &[(Relation, Node)],
        wanted: bool,
    ) -> Compiled<Vec<usize>> {
        let mut left = self.get(first)?;
        let (mut jumps, mut over) = (Vec::new(), Vec::new());
        for (nth, (relation, node)) in others.iter().enumerate() {
            let right = self.get(node)?;
            let is_last = nth + 1 == others.len();
            let jump = match (wanted, is_last) {
                (true, true) => Op::JumpIf(*relation, left, right, 0),
                _ => Op::JumpUnless(*relation, left, right, 0),
            };
            let jump = self.jump(jump);
            match wanted && !is_last {
                true => over.push(jump),
                false => jumps.push(jump),
            }
            left = right;
        }
        self.land(over);
        Ok(jumps)
    }

    // Comprehensions.

    /// A comprehension. Its names are its own; `any` says that the order of sets does not matter.
    pub(super) fn write_comprehension(
        &mut self,
        to: Reg,
        node: &Node,
        made: Made,
        (item, value): (&Node, Option<&Node>),
        clauses: &[Clause],
        any: bool,
    ) -> Compiled<()> {
        let result = self.temporary();
        self.emit(match made {
            Made::Set => Op::Set(result),
            Made::Dict => Op::Dict(result),
            Made::List | Made::Generator => Op::List(result, result, 0),
        });
        let any = any || made == Made::Set;
        self.inside(node, clauses, any, &mut |own| {
            let item = own.get(item)?;
            let op = match (made, value) {
                (Made::Set, _) => Op::Add1(result, item),
                (Made::Dict, Some(value)) => Op::Enter(result, item, own.get(value)?),
                _ => Op::Push(result, item),
            };
            own.emit(op);
            Ok(None)
        })?;
        match made {
            Made::Generator => {
                let iter = crate::builtins::Builtin::Iter;
                self.emit(Op::Builtin(iter, to, result, 1));
            }
            _ => self.emit(Op::Move(to, result)),
        }
        Ok(())
    }

    /// The loops of a comprehension; `body` may return a jump out of all of them.
    pub(super) fn inside(
        &mut self,
        node: &Node,
        clauses: &[Clause],
        any: bool,
        body: &mut dyn FnMut(&mut Self) -> Compiled<Option<usize>>,
    ) -> Compiled<Vec<usize>> {
        let inner = self.scopes.inner_of(node);
        let mut names = Vec::new();
        for clause in clauses {
            if let Clause::For(target, _) = clause {
                names_of(target, &mut names);
            }
        }
        if self.unit().variables.is_empty() {
            self.unit().variables.push(Default::default());
        }
        let mut own = std::collections::HashMap::new();
        for name in names {
            if !own.contains_key(&name) {
                let reg = self.temporary();
                own.insert(name.clone(), (reg, inner.contains(&name)));
            }
        }
        let mut cells: Vec<Reg> = own
            .values()
            .filter(|(_, cell)| *cell)
            .map(|(reg, _)| *reg)
            .collect();
        cells.sort_unstable();
        for reg in cells {
            self.emit(Op::Unset(reg));
            self.emit(Op::NewCell(reg));
        }
        let mut out = Vec::new();
        let before = self.unit().assigned.clone();
        self.clauses(clauses, Some(own), any, &mut |own| {
            out.extend(body(own)?);
            Ok(())
        })?;
        self.unit().assigned = before;
        self.unit().variables.pop();
        Ok(out)
    }

    /// The first source is outside of the comprehension: it does not see its names.
    fn clauses(
        &mut self,
        clauses: &[Clause],
        names: Option<std::collections::HashMap<String, (Reg, bool)>>,
        any: bool,
        body: &mut dyn FnMut(&mut Self) -> Compiled<()>,
    ) -> Compiled<()> {
        match clauses.split_first() {
            None => self.scratch(|own| body(own)),
            Some((Clause::If(condition), rest)) => {
                let unless = self.scratch(|own| own.test(condition, false))?;
                self.clauses(rest, None, any, body)?;
                self.land(unless);
                Ok(())
            }
            Some((Clause::For(target, source), rest)) => self.scratch(|own| match names {
                Some(names) => {
                    let value = own.get(source)?;
                    own.unit().variables.push(names);
                    own.loop_over(target, value, source.at, any, &mut |own| {
                        own.clauses(rest, None, any, body)
                    })
                }
                None => {
                    own.repeat(target, source, any, &mut |own| {
                        own.clauses(rest, None, any, body)
                    })?;
                    Ok(())
                }
            }),
        }
    }

    /// A loop over a value.
    fn loop_over(
        &mut self,
        target: &Node,
        value: Reg,
        at: At,
        any: bool,
        body: &mut dyn FnMut(&mut Self) -> Compiled<()>,
    ) -> Compiled<()> {
        let before = self.unit().at;
        let iterator = self.temporaries(2);
        self.unit().at = at;
        self.emit(if any {
            Op::BeginAny(iterator, value)
        } else {
            Op::Begin(iterator, value)
        });
        self.unit().at = before;
        let start = self.jump(Op::Jump(0));
        let again = self.here();
        let item = match &target.kind {
            Expr::Name(name) => match self.find(name) {
                Found::Local(reg) => reg,
                _ => self.temporary(),
            },
            _ => self.temporary(),
        };
        self.unit().loops.push(Loop {
            breaks: Vec::new(),
            continues: Vec::new(),
        });
        if !matches!(&target.kind, Expr::Name(_))
            || item >= CONSTANTS
            || !self.is_local(target, item)
        {
            self.scratch(|own| own.assign(target, item))?;
        }
        body(self)?;
        self.unit().loops.pop();
        self.land(vec![start]);
        self.unit().at = at;
        let next = self.jump(Op::Next(item, iterator, 0));
        self.aim(next, again);
        self.unit().at = before;
        Ok(())
    }

    fn is_local(&self, target: &Node, item: Reg) -> bool {
        matches!(&target.kind, Expr::Name(name) if matches!(self.find(name), Found::Local(reg) if reg == item))
    }
}

/// Whether a condition is no combination of conditions.
fn is_plain(node: &Node) -> bool {
    !matches!(
        node.kind,
        Expr::Not(_) | Expr::Compare(..) | Expr::And(_) | Expr::Or(_) | Expr::Group(_)
    )
}
